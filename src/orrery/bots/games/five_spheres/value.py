"""How a simple player judges Five Spheres: what lies on the table is worth, and how an attack would probably end.

The figures are in units of a card in hand or a little less. They are a beginner's notions, written down once and not
tuned: towers keep a lord alive and the last ones most; crystals pay less and less; a creature is worth its strength,
more if it stands ready to block. Of a tag team the lord counts more who is in, so that the one who stands better is
sent there; the towers of a citadel keep both partners alive.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.games.five_spheres.features import towers_of
from orrery.bots.value import Judge
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Game, State
from orrery.games.five_spheres.cards.language import SPELL
from orrery.games.five_spheres.rules import words
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.reading import strength
from orrery.games.five_spheres.rules.state import (
    ASK_BLOCK,
    ASK_RETALIATE,
    ASK_SIEGE,
    OPTION_NONE,
    OVER,
    Lord,
)

WIN: Final = 1000.0
OUT: Final = -200.0
TOWERS: Final[tuple[float, ...]] = (-18.0, -2.0, 5.0, 10.0, 14.0, 17.5, 20.0, 22.0, 23.5, 24.5, 25.0)
CRYSTALS: Final[tuple[float, ...]] = (0.0, 2.6, 5.0, 7.2, 9.0, 10.5, 11.7, 12.6, 13.2, 13.6, 13.8)
CARD: Final = 1.3
"""A card in hand."""
PLAYABLE: Final = 0.7
AFFORDED: Final = 0.4
"""More for a card in the own hand whose spheres are in the vault, and if the crystals suffice for one of its halves."""
ENERGY: Final = 0.35
MOST_ENERGY: Final = 8
BODY: Final = 0.6
MIGHT: Final = 0.9
"""A creature: for being there, and for each point of its strength."""
GUARD: Final = 0.15
"""More for each point of strength, if it stands ready."""
UNDER: Final = 0.8
"""A card attached."""
HIDDEN: Final = 2.5
ACTIVE: Final = 1.2
"""A hidden spell; an active one for each mana of its cost."""

REST: Final = 0.6
"""So much of what a lord has counts while he is outside."""

PATIENCE: Final = 12
"""How many decisions, at most, until an attack is played to its end."""


def imagine(game: Game, view: JsonObject, seen: list[JsonObject], fate: Fate) -> State:
    """A world of the view alone: the value asks how many cards a rival holds, not which, so what was seen of them need
    not be followed.
    """
    return game.sample(view, [], fate)


def closes(state: State, action: Action) -> bool:
    """`end` only closes a step."""
    return action & 31 == words.END


def value(state: State, seat: int) -> float:
    """What the seat's side has, less what the other sides have in the mean."""
    assert isinstance(state, FiveSpheresState)
    s = settled(state)
    team = s.lords[seat].team
    if s.step == OVER:
        return WIN if seat in s.winners else -WIN
    own = other = 0.0
    others = 0
    for lord in s.lords:
        worth = OUT if lord.out else worth_of(s, lord)
        if not lord.inside and not lord.out:
            worth *= REST
        if lord.team == team:
            own += worth
        else:
            other += worth
            others += 1
    mates = sum(1 for lord in s.lords if lord.team == team)
    return own / mates - other / others + hopes(s.lords[seat])


def hopes(lord: Lord) -> float:
    """What the own hand promises with the crystals that are there."""
    spheres = 0
    for crystal in lord.vault:
        spheres |= crystal.card.mask
    total = 0.0
    for card in lord.hand:
        if card.mask & spheres == card.mask:
            total += PLAYABLE
            if min(card.cost, card.spell_cost) <= len(lord.vault):
                total += AFFORDED
    return total


def worth_of(s: FiveSpheresState, lord: Lord) -> float:
    """What a lord has."""
    total = tower_worth(s, lord) + CRYSTALS[min(len(lord.vault), 10)]
    total += CARD * min(len(lord.hand), 8) + ENERGY * min(len(lord.groove), MOST_ENERGY)
    for c in lord.battlefield:
        might = strength(s, c)
        total += BODY + MIGHT * might + UNDER * len(c.attached)
        if not c.engaged:
            total += GUARD * might
    for piece in lord.fortress:
        total += UNDER * len(piece.attached)
        if piece.zone == SPELL:
            total += HIDDEN if piece.facedown else ACTIVE * piece.card.spell_cost
    return total


def tower_worth(s: FiveSpheresState, lord: Lord) -> float:
    """What a lord's towers are worth; in a citadel half of what both have, whoever it belongs to."""
    if not s.setting.is_citadel:
        return TOWERS[min(lord.towers(), 10)]
    both = min(towers_of(s, lord.seat), 20)
    return (TOWERS[both // 2] + TOWERS[(both + 1) // 2]) / 2


def settled(state: FiveSpheresState) -> FiveSpheresState:
    """The state when the attack that is going on has come to its probable end."""
    s = state
    for _ in range(PATIENCE):
        if s.attack is None or s.step == OVER:
            break
        if s is state:
            copy = state.clone()
            assert isinstance(copy, FiveSpheresState)
            s = copy
        s.act(probable(s))
    return s


def probable(s: FiveSpheresState) -> Action:
    """What somebody would do in the middle of an attack."""
    actions = s.actions()
    if s.ask == ASK_BLOCK:
        return probable_block(s)
    if s.ask == ASK_RETALIATE:
        return words.NORETALIATE
    if s.ask == ASK_SIEGE:
        return max(actions, key=lambda action: siege_worth(s, action))
    return actions[0]


def siege_worth(s: FiveSpheresState, action: Action) -> float:
    """Which card of a fortress a siege takes: a tower if few are left, else what is worth most."""
    piece = s.find(words.left_of(action))
    assert piece is not None
    if piece.zone != SPELL:
        return 3.5 - UNDER * len(piece.attached)
    return HIDDEN if piece.facedown else ACTIVE * piece.card.spell_cost


def probable_block(s: FiveSpheresState) -> Action:
    """The weakest creature that wins; else a fair exchange; else the weakest one if the last tower is at stake."""
    attack = s.attack
    assert attack is not None
    attacker = s.creature(attack.attacker)
    assert attacker is not None
    danger = strength(s, attacker)
    best = words.NOBLOCK
    cheapest = 1000
    weakest = words.NOBLOCK
    least = 1000
    for option in s.options:
        if option == OPTION_NONE:
            continue
        c = s.creature(option >> 6)
        assert c is not None
        might = strength(s, c)
        action = words.BLOCK + 32 * c.uid
        if might >= danger and might < cheapest:
            best, cheapest = action, might
        if might < least:
            weakest, least = action, might
    if best != words.NOBLOCK:
        return best
    if attack.target < 0 and towers_of(s, attack.defender) <= 1:
        return weakest
    return words.NOBLOCK if OPTION_NONE in s.options else weakest


JUDGE: Final = Judge(value, steps=3, width=3, closes=closes, imagine=imagine)

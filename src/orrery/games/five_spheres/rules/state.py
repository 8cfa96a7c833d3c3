"""Everything that is true of a match at one moment: the setting, the lords with their zones, the turn, the attack, and
the effects that are running or waiting.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, State
from orrery.core.options import options_of
from orrery.games.five_spheres.cards.card import Card, CardTable
from orrery.games.five_spheres.cards.language import (
    ATTACHED,
    BATTLEFIELD,
    DECK,
    GROOVE,
    HAND,
    NONE,
    SPELL,
    TOWER,
    TRASH,
    VAULT,
    Effect,
)

ASSEMBLY: Final = 0
TAG: Final = 1
REGROUP: Final = 2
CURE: Final = 3
CRYSTAL: Final = 4
CASTING: Final = 5
BATTLE: Final = 6
DISCARD: Final = 7
DRAW: Final = 8
END: Final = 9
OVER: Final = 10
STEPS: Final = (
    "assembly", "tag", "regroup", "cure", "crystal", "casting", "battle", "discard", "draw", "end", "over",
)  # fmt: skip
"""FS-5.1, with what comes before and after the turns; FS-21.5: `tag` in tag team only."""

BLOCK: Final = 0
PARTNER: Final = 1
RESOLVE: Final = 2
FIGHT: Final = 3
SIEGE: Final = 4
RETALIATION: Final = 5
PAY: Final = 6
DONE: Final = 7
STAGES: Final = ("block", "partner", "resolve", "fight", "siege", "retaliate", "pay", "done")
"""FS-19.1: how far an attack has come; FS-21.11: `partner` in a citadel only."""

FREE_FOR_ALL: Final = 0
LIMITED_RANGE: Final = 1
TEAM_PLAY: Final = 2
TAG_TEAM: Final = 3
CITADEL: Final = 4
MODES: Final = options_of("orrery.games.five_spheres").row("mode").words
"""FS-15.3 to FS-15.5, FS-21.1: the words for them, in the order in which their row has them."""

# What is asked (FS-19.4).
NOTHING: Final = 0
ASK_TARGET: Final = 1
ASK_LORD: Final = 2
ASK_BLOCK: Final = 3
ASK_SIEGE: Final = 4
ASK_RETALIATE: Final = 5
ASK_PAY: Final = 6
KINDS: Final = ("", "target", "lord", "block", "siege", "retaliate", "pay")

# Options (FS-20.1): what a decision can name, as one integer: kind + 8 * seat + 64 * index or uid.
OPTION_PIECE: Final = 0
OPTION_HAND: Final = 1
OPTION_TRASH: Final = 2
OPTION_GROOVE: Final = 3
OPTION_DECK: Final = 4
OPTION_LORD: Final = 5
OPTION_NONE: Final = 6
LETTERS: Final = ("u", "h", "x", "e", "c")

HIGHEST_UID: Final = (1 << 27) - 1
"""The highest uid of a position: an action holds uids in 28 bits, and a match gives out more of them."""

HIGHEST_NUMBER: Final = 1_000_000_000
"""The highest count in a position."""

RULES: Final = 2
"""The version of the rules; records say by which they were played."""

LONGEST_TURN: Final = 200
"""FS-5.7"""

LONGEST_CHAIN: Final = 30
"""FS-13.6"""


def option(kind: int, seat: int, index: int) -> int:
    """An option of a decision."""
    return kind + 8 * seat + 64 * index


def option_word(value: int) -> str:
    """FS-20.1: an option in notation."""
    kind = value & 7
    if kind == OPTION_PIECE:
        return f"u{value >> 6}"
    if kind == OPTION_NONE:
        return "none"
    if kind == OPTION_LORD:
        return f"p{value >> 3 & 7}"
    return f"p{value >> 3 & 7}.{LETTERS[kind]}{value >> 6}"


def usual_team(setting: Setting, seat: int) -> int:
    """FS-15.5, FS-19.2, FS-21.1: the team of a seat, if the position does not say another."""
    if setting.is_citadel:
        return seat // 2
    return seat % (setting.lords // 2) if setting.mode == TEAM_PLAY or setting.is_tag else seat


def first_of(found: list[int]) -> int:
    """The first of several, or NONE."""
    return found[0] if found else NONE


class Setting:
    """What stays the same through a match: the options and the cards."""

    def __init__(self, options: JsonObject, table: CardTable, rules: int = RULES) -> None:
        """FS-19.1: takes options that are complete and checked; `rules` is the version by which the match is played."""
        self.options = options
        self.table = table
        self.lords: int = options["lords"]
        self.mode: int = MODES.index(options["mode"])
        self.is_tag: bool = self.mode == TAG_TEAM
        self.is_citadel: bool = self.mode == CITADEL
        self.turns_by_teams: bool = self.is_tag or self.is_citadel
        """FS-21.3"""
        self.falls_together: bool = self.is_citadel or options.get("tag_loss") == "first"
        """FS-21.6, FS-21.11: a lord's partner is destroyed with him."""
        self.old_matching: bool = rules < 2
        """FS-12.8 as version 1 of the rules had it: `matching` was never read from a back, and compared what cards cost
        to summon, of spells too."""
        self.max_turns: int = options["max_turns"]
        self.ties_destroy: bool = options["ties"] == "both"
        self.generic: bool = options["generic"]
        self.generic_strength: int = options["generic_creature"]["strength"]
        self.generic_afflicted: int = options["generic_creature"]["afflicted"]


class Piece:
    """FS-3.3: a card in play under its uid. Only creatures change while they lie there (and are copied with the state);
    towers, spells, crystals and attached cards stay as they are, and clones share them.
    """

    __slots__ = (
        "afflicted", "attached", "bonus", "card", "dizzy", "engaged", "facedown", "granted", "host", "seat", "uid",
        "words", "zone",
    )  # fmt: skip

    def __init__(self, uid: int, card: Card, seat: int, zone: int, facedown: bool, host: int = NONE) -> None:
        self.uid = uid
        self.card = card
        self.seat = seat
        self.zone = zone
        self.facedown = facedown
        """A face-down creature, a tower, a hidden spell."""
        self.host = host
        """Of an attached card: the uid of what it lies under."""
        self.engaged: bool = False
        self.afflicted: bool = False
        self.dizzy: bool = False
        self.bonus: int = 0
        self.granted: list[int] = []
        """FS-12.6: the words granted until the end of the turn, in order. Replaced, never changed."""
        self.words: int = 0
        """The same as a bit set."""
        self.attached: list[Piece] = []
        """Replaced, never changed."""

    def copy(self) -> Piece:
        """An independent copy."""
        other = Piece(self.uid, self.card, self.seat, self.zone, self.facedown, self.host)
        other.engaged = self.engaged
        other.afflicted = self.afflicted
        other.dizzy = self.dizzy
        other.bonus = self.bonus
        other.granted = self.granted
        other.words = self.words
        other.attached = self.attached
        return other

    def is_hidden(self) -> bool:
        """FS-12.8: can only its back be read? So it is with towers, crystals, face-down creatures and hidden spells."""
        return self.facedown or self.zone == VAULT


class Lord:
    """FS-3.1: a lord's zones. Deck: top first; the other lists: oldest first."""

    __slots__ = (
        "battlefield", "casting", "deck", "fortress", "groove", "hand", "inside", "out", "placed", "played", "removed",
        "seat", "spent", "team", "trash", "vault",
    )  # fmt: skip

    def __init__(self, seat: int, team: int, source: Lord | None = None) -> None:
        """A lord without a card, or with a source an independent copy of that."""
        self.seat = seat
        self.team = team
        if source is not None:
            self._copy(source)
            return
        self.out: bool = False
        self.inside: bool = True
        """FS-21.4: in tag team he is the one of his team who fights."""
        self.spent: int = 0
        self.placed: list[list[str]] = []
        """FS-6.2: the spheres of the crystals that he has placed in this turn. Replaced, never changed."""
        self.played: bool = False
        """FS-6.2: he has played a card in this turn."""
        self.deck: list[Card] = []
        self.hand: list[Card] = []
        self.trash: list[Card] = []
        self.groove: list[Card] = []
        self.battlefield: list[Piece] = []
        self.fortress: list[Piece] = []
        self.vault: list[Piece] = []
        self.casting: list[Piece] = []
        self.removed: list[Card] = []

    def _copy(self, source: Lord) -> None:
        self.out = source.out
        self.inside = source.inside
        self.spent = source.spent
        self.placed = source.placed
        self.played = source.played
        self.deck = source.deck[:]
        self.hand = source.hand[:]
        self.trash = source.trash[:]
        self.groove = source.groove[:]
        self.battlefield = [piece.copy() for piece in source.battlefield]
        self.fortress = source.fortress[:]
        self.vault = source.vault[:]
        self.casting = source.casting[:]
        self.removed = source.removed[:]

    def copy(self) -> Lord:
        """An independent copy."""
        return Lord(self.seat, self.team, self)

    def pile(self, zone: int) -> list[Card]:
        """The cards of hand, deck, trash or groove."""
        if zone == HAND:
            return self.hand
        if zone == DECK:
            return self.deck
        return self.trash if zone == TRASH else self.groove

    def pieces(self, zone: int) -> list[Piece]:
        """The cards in play of a zone, in order; attached ones as FS-13.2 goes through them."""
        if zone == BATTLEFIELD:
            return self.battlefield
        if zone == VAULT:
            return self.vault
        if zone == TOWER or zone == SPELL:
            return [piece for piece in self.fortress if piece.zone == zone]
        if zone == ATTACHED:
            found: list[Piece] = []
            for piece in self.battlefield:
                found.extend(piece.attached)
            for piece in self.fortress:
                found.extend(piece.attached)
            return found
        return self.casting

    def size(self, zone: int) -> int:
        """How many cards lie in a zone."""
        return len(self.pile(zone)) if zone >= HAND else len(self.pieces(zone))

    def towers(self) -> int:
        """How many towers he has."""
        n = 0
        for piece in self.fortress:
            if piece.zone == TOWER:
                n += 1
        return n


class Subject:
    """FS-19.3: the card an event is about."""

    __slots__ = ("card", "seat", "uid")

    def __init__(self, uid: int, seat: int, card: Card) -> None:
        self.uid = uid
        self.seat = seat
        self.card = card


class Program:
    """FS-14.1, FS-19.3: a list of effects with all that its words refer to: running, or waiting in the queue.

    Its lists are replaced, never changed, so a copy shares them.
    """

    __slots__ = (
        "bearer", "card", "did", "effects", "event", "finish", "first", "hidden", "last", "picked", "seat", "stop",
        "subject", "uid",
    )  # fmt: skip

    def __init__(self, seat: int, uid: int, card: Card | None, effects: list[Effect]) -> None:
        self.seat = seat
        """The controller."""
        self.uid = uid
        self.card = card
        self.effects = effects
        self.bearer: int = NONE
        self.subject: Subject | None = None
        self.event: int = NONE
        self.last: list[int] = []
        self.did: int = 0
        self.finish: bool = False
        self.picked: list[int] = []
        self.first: int = NONE
        self.stop: bool = False
        self.hidden: bool = False
        """In the queue: a hidden spell that is to be turned up."""

    def copy(self) -> Program:
        """An independent copy."""
        other = Program(self.seat, self.uid, self.card, self.effects)
        other.bearer = self.bearer
        other.subject = self.subject
        other.event = self.event
        other.last = self.last
        other.did = self.did
        other.finish = self.finish
        other.picked = self.picked
        other.first = self.first
        other.stop = self.stop
        other.hidden = self.hidden
        return other


class Attack:
    """FS-7.3, FS-19.1: the present attack."""

    __slots__ = ("attacker", "blocker", "by", "defender", "energy", "hand", "host", "stage", "target")

    def __init__(self, attacker: int, by: int, defender: int, target: int) -> None:
        self.attacker = attacker
        self.by = by
        self.defender = defender
        self.target = target
        """The uid of the creature attacked; NONE: the fortress."""
        self.blocker: int = NONE
        self.stage: int = BLOCK
        self.energy: int = 0
        """FS-9.1: how many cards have come into the defender's groove since the declaration."""
        self.hand: int = NONE
        """In stage pay: the hand card of the retaliation."""
        self.host: int = NONE

    def copy(self) -> Attack:
        """An independent copy."""
        other = Attack(self.attacker, self.by, self.defender, self.target)
        other.blocker = self.blocker
        other.stage = self.stage
        other.energy = self.energy
        other.hand = self.hand
        other.host = self.host
        return other


class Draft:
    """FS-17, FS-19.4: the assembly of decks, while it goes on."""

    __slots__ = ("first", "left", "market", "method", "packs", "pool", "round", "sets", "taken", "to_pick")

    def __init__(self, method: int) -> None:
        self.method = method
        self.pool: list[Card] = []
        self.market: list[Card] = []
        self.packs: list[list[Card]] = []
        self.sets: dict[str, int] = {}
        """Of each set how many are left."""
        self.round: int = 1
        self.first: int = 0
        self.to_pick: int = 0
        self.left: int = 0
        """How many cards the lord to pick has still to take, or to put back."""
        self.taken: int = 0
        """How many lords have taken theirs since the packs were passed or the market was laid out."""

    def copy(self) -> Draft:
        """An independent copy."""
        other = Draft(self.method)
        other.pool = self.pool[:]
        other.market = self.market[:]
        other.packs = [pack[:] for pack in self.packs]
        other.sets = dict(self.sets)
        other.round = self.round
        other.first = self.first
        other.to_pick = self.to_pick
        other.left = self.left
        other.taken = self.taken
        return other


class Situation(State):
    """The data of a state. The rules that move it are in the modules beside this one."""

    def __init__(self, setting: Setting, fate: Fate, source: Situation | None = None) -> None:
        """A match before its first turn, or with a source an independent copy of that."""
        self.setting = setting
        self.fate = fate
        self.log: list[Event] = []
        """What has happened since the last action."""
        self.ask: int = NOTHING
        """FS-19.4: what is pending, who is asked, and what may be named."""
        self.asked: int = NONE
        self.options: list[int] = []
        self.need: int = 1
        self.payments: list[list[int]] = []
        self.legal: list[int] | None = None
        """The legal actions, once they have been worked out."""
        self.cuts: list[JsonObject] = []
        """FS-4.2: of a new match the cut that everybody saw. Copies know nothing of it."""
        if source is not None:
            self._copy(source)
            return
        self.lords: list[Lord] = [Lord(seat, usual_team(setting, seat)) for seat in range(setting.lords)]
        self.turn: int = 0
        self.first: int = 0
        self.active: int = 0
        self.step: int = ASSEMBLY
        self.done: bool = False
        self.acts: int = 0
        self.chain: int = 0
        self.next_uid: int = 1
        self.attack: Attack | None = None
        self.programs: list[Program] = []
        self.queue: list[Program] = []
        self.draft: Draft | None = None
        self.winners: list[int] = []
        self.reason: str = ""
        """Why the match is over; empty before."""
        self.ranges: list[list[int]] = []
        """FS-15: by lord the lords in range, clockwise from him; and of these his opponents."""
        self.foes: list[list[int]] = []
        self.gates: list[list[int]] = []
        """FS-7.2: by lord the lords whose fortress he can attack: his opponents; in a citadel one for each team."""
        self.partners: list[int] = []
        """FS-21.1: by lord his partner where turns go by teams, else NONE."""
        self.kin: list[list[int]] = []
        """FS-21.9: by lord those whose creatures, towers and spells are his own: himself; in a citadel his partner,
        too."""
        self.listening: int = 0
        """The events that some card in play may wait for, and the words of passives that some card in play may have,
        as bit sets: never too small."""
        self.words: int = 0

    def _copy(self, source: Situation) -> None:
        self.lords = [lord.copy() for lord in source.lords]
        self.turn = source.turn
        self.first = source.first
        self.active = source.active
        self.step = source.step
        self.done = source.done
        self.acts = source.acts
        self.chain = source.chain
        self.next_uid = source.next_uid
        self.attack = None if source.attack is None else source.attack.copy()
        self.programs = [program.copy() for program in source.programs]
        self.queue = source.queue[:]
        self.draft = None if source.draft is None else source.draft.copy()
        self.winners = source.winners
        self.reason = source.reason
        self.ranges = source.ranges
        self.foes = source.foes
        self.gates = source.gates
        self.partners = source.partners
        self.kin = source.kin
        self.listening = source.listening
        self.words = source.words
        self.ask = source.ask
        self.asked = source.asked
        self.options = source.options
        self.need = source.need
        self.payments = source.payments
        self.legal = source.legal

    def seats(self) -> int:
        return self.setting.lords

    def to_act(self) -> int | None:
        """FS-19.4: who is asked; without a question the active lord, in assembly the one who picks."""
        if self.step == OVER:
            return None
        if self.ask != NOTHING:
            return self.asked
        if self.draft is not None:
            return self.draft.to_pick
        return self.active

    def new_uid(self) -> int:
        """FS-3.3"""
        uid = self.next_uid
        self.next_uid = uid + 1
        return uid

    def find(self, uid: int) -> Piece | None:
        """The card in play with this uid."""
        if uid < 0:
            return None
        for lord in self.lords:
            for piece in lord.battlefield:
                if piece.uid == uid:
                    return piece
                for below in piece.attached:
                    if below.uid == uid:
                        return below
            for piece in lord.fortress:
                if piece.uid == uid:
                    return piece
                for below in piece.attached:
                    if below.uid == uid:
                        return below
            for piece in lord.vault:
                if piece.uid == uid:
                    return piece
            for piece in lord.casting:
                if piece.uid == uid:
                    return piece
        return None

    def creature(self, uid: int) -> Piece | None:
        """The creature on a battlefield with this uid."""
        if uid >= 0:
            for lord in self.lords:
                for piece in lord.battlefield:
                    if piece.uid == uid:
                        return piece
        return None

    def measure(self) -> None:
        """FS-15.3 to FS-15.6, FS-21.3, FS-21.4: works out who is in range of whom. To be done when a lord is destroyed,
        comes in or goes out.
        """
        n = self.setting.lords
        mode = self.setting.mode
        lords = self.lords
        ranges: list[list[int]] = []
        foes: list[list[int]] = []
        for seat in range(n):
            near: list[int] = []
            if lords[seat].inside:
                for k in range(1, n):
                    other = lords[(seat + k) % n]
                    if not other.out and other.inside:
                        near.append(other.seat)
            if (mode == LIMITED_RANGE or mode == TEAM_PLAY) and len(near) > 2:
                near = [near[0], near[len(near) - 1]]
            ranges.append(near)
            team = lords[seat].team
            foes.append([other for other in near if lords[other].team != team])
        self.ranges = ranges
        self.foes = foes
        self.gates = foes
        self.partners = [NONE] * n
        self.kin = [[seat] for seat in range(n)]
        if self.setting.turns_by_teams:
            self.measure_teams()

    def measure_teams(self) -> None:
        """FS-21.1, FS-21.9, FS-21.11: who is whose partner; in a citadel, what is shared and where it is attacked."""
        lords = self.lords
        n = len(lords)
        self.partners = [
            first_of([other.seat for other in lords if other.team == lord.team and other.seat != lord.seat])
            for lord in lords
        ]
        if self.setting.is_citadel:
            self.kin = [[seat, self.partners[seat]] for seat in range(n)]
            self.gates = [[foe for foe in self.foes[seat] if foe < self.partners[foe]] for seat in range(n)]

    def listen(self) -> None:
        """Works out anew what the cards in play wait for."""
        events = 0
        words = 0
        for lord in self.lords:
            for piece in lord.battlefield:
                if not piece.facedown:
                    events |= piece.card.creature_events
                    words |= piece.card.creature_words
                for below in piece.attached:
                    events |= below.card.spell_events
                    words |= below.card.spell_words
            for piece in lord.fortress:
                if piece.zone == SPELL:
                    events |= piece.card.spell_events
                    words |= piece.card.spell_words
                for below in piece.attached:
                    events |= below.card.spell_events
                    words |= below.card.spell_words
        self.listening = events
        self.words = words

    def is_turn_of(self, seat: int) -> bool:
        """FS-5.1, FS-21.8: is it this lord's turn? In a citadel a turn is both partners' own."""
        return seat == self.active or (self.setting.is_citadel and self.partners[seat] == self.active)

    def is_first_turn(self) -> bool:
        """FS-6.4, FS-21.2: is it the turn of the lord who begins, or of his team?"""
        return self.turn == 1 and (self.active == self.first or self.setting.turns_by_teams)

    def may_come(self, seat: int) -> bool:
        """FS-2.4: a creature or a spell comes into play only in its owner's turn, or while his retaliation is carried
        out.
        """
        if self.is_turn_of(seat):
            return True
        attack = self.attack
        return attack is not None and attack.stage == DONE and attack.defender == seat

    def shares(self, seat: int, other: int) -> bool:
        """FS-21.9: are the creatures, towers and spells of the one lord also the other's own?"""
        return seat == other or (self.setting.is_citadel and self.partners[seat] == other)

    def let_in(self) -> None:
        """FS-21.4, FS-21.13: in tag team the first living lord of each team clockwise from the active one is in."""
        if not self.setting.is_tag:
            return
        n = len(self.lords)
        seen: set[int] = set()
        for k in range(n):
            lord = self.lords[(self.active + k) % n]
            lord.inside = not lord.out and lord.team not in seen
            if lord.inside:
                seen.add(lord.team)

    def leader(self, team: int) -> int:
        """FS-21.2, FS-21.3: who begins a team's turn: in tag team the lord who is in, in a citadel the lower seat."""
        return first_of([lord.seat for lord in self.lords if lord.team == team and lord.inside and not lord.out])

    def sides(self) -> int:
        """How many sides have a living lord."""
        return len({lord.team for lord in self.lords if not lord.out})


covers(Situation.let_in, "FS-21.2")
covers(usual_team, "FS-21.1")
covers(Situation.measure, "FS-15.1", "FS-15.3", "FS-15.4", "FS-15.5", "FS-15.6")
covers(Lord, "FS-2.1", "FS-3.1", "FS-3.2")
covers(Piece, "FS-3.6")

ZONE_OF_OPTION: Final = (BATTLEFIELD, HAND, TRASH, GROOVE, DECK)

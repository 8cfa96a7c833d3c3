"""What the search knows of Five Spheres."""

from __future__ import annotations

import math
import sys

import pytest

from orrery.bots.bot import NoLimit
from orrery.bots.games.five_spheres.features import FEATURES
from orrery.bots.games.five_spheres.mind import GameMind
from orrery.bots.games.five_spheres.traits import TRAITS
from orrery.bots.mcts import Budget
from orrery.bots.minds import mind_of, searcher
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.games import for_people
from orrery.games.five_spheres.cards.language import BATTLEFIELD, TOWER, VAULT
from orrery.games.five_spheres.game import GAME
from orrery.games.five_spheres.rules import words
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.state import BATTLE, DISCARD, Lord, Piece

TRIALS = GAME.trials()


def mind() -> GameMind:
    found = mind_of("five_spheres")
    assert isinstance(found, GameMind)
    return found


def test_names_stand_in_the_order_of_their_numbers() -> None:
    for module, names, letter in (("features", FEATURES, "F"), ("traits", TRAITS, "T")):
        found = sys.modules[f"orrery.bots.games.five_spheres.{module}"]
        assert [getattr(found, f"{letter}_{name.upper()}") for name in names] == list(range(len(names)))


def test_every_name_has_a_weight() -> None:
    found = mind()
    assert len(found.value) == len(FEATURES) and len(found.policy) == len(TRAITS)
    assert sum(1 for weight in found.value if weight) >= len(FEATURES) - 2


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_figures_in_random_matches(number: int) -> None:
    found = mind()
    fate = Fate(number)
    state = GAME.new(TRIALS[number], Fate(100 + number))
    for count in range(250):
        actions = state.actions()
        if not actions:
            break
        if count % 3 == 0:
            check_figures(found, state)
        state.act(actions[fate.draw(len(actions))])
    check_chances(found, state)


def check_figures(found: GameMind, state: State) -> None:
    actions = state.actions()
    rows = found.traits(state, actions)
    assert [len(row) for row in rows] == [len(TRAITS)] * len(actions)
    for row, prior in zip(rows, found.priors(state, actions), strict=True):
        assert all(math.isfinite(amount) and abs(amount) < 20 for amount in row)
        total = sum(weight * amount for weight, amount in zip(found.policy, row, strict=True))
        assert prior == pytest.approx(math.exp(max(-30.0, min(30.0, total))))
    for seat in range(state.seats()):
        row = found.features(state, seat)
        assert len(row) == len(FEATURES)
        assert all(math.isfinite(amount) and abs(amount) < 20 for amount in row)
    check_chances(found, state)


def check_chances(found: GameMind, state: State) -> None:
    sides: dict[int, float] = {}
    for seat, chance in enumerate(found.chances(state)):
        side = found.side(state, seat)
        assert 0 <= side < state.seats()
        assert sides.setdefault(side, chance) == chance
    assert sum(sides.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("number", range(len(TRIALS)))
def test_a_word_has_one_key_in_every_world(number: int) -> None:
    found = mind()
    fate = Fate(number)
    match = Match.new(GAME, TRIALS[number], 200 + number)
    for count in range(160):
        seat = match.to_act()
        if seat is None:
            break
        legal = match.actions()
        if len(legal) > 1 and count % 4 == 0:
            keys: dict[str, int] = {}
            sampler = GAME.sampler(match.view(seat), match.seen(seat))
            for _ in range(3):
                world = sampler.draw(fate)
                for word in legal:
                    action = world.read(word)
                    assert action is not None
                    key = found.key(world, action)
                    assert key >= 0
                    assert keys.setdefault(word, key) == key, word
            assert len({word.split(" ")[0] for word in legal}) <= len(set(keys.values()))
        match.act(fate.pick(legal))


def test_keys_tell_different_cards_apart_and_equal_ones_not() -> None:
    found = mind()
    state = start()
    lord = state.lords[0]
    cards = list(state.setting.table.cards.values())
    lord.hand = [cards[0], cards[1], cards[0]]
    one, two, three = [found.key(state, words.SUMMON + 32 * index) for index in range(3)]
    assert one == three and one != two
    assert found.key(state, words.CRYSTAL) not in (one, two)


def start() -> FiveSpheresState:
    """A match of two ready-made decks in the first turn of lord 0."""
    options = for_people("five_spheres", {"assembly": "predesign", "deck_numbers": [1, 3], "first": 0})
    state = GAME.new(options, Fate(5))
    assert isinstance(state, FiveSpheresState)
    return state


def settle(lord: Lord, zone: int, count: int, state: FiveSpheresState) -> list[Piece]:
    """Puts the cheapest cards of the deck into play."""
    lord.deck.sort(key=lambda card: card.cost)
    found = [Piece(state.new_uid(), lord.deck.pop(0), lord.seat, zone, zone == TOWER) for _ in range(count)]
    return found


def chosen(state: FiveSpheresState, looks: int) -> str:
    """What a small search decides."""
    state.listen()
    state.legal = None
    bot = searcher(GAME, "test", Budget(looks))
    legal = [state.word(action) for action in state.actions()]
    seat = state.to_act()
    return bot.choose(state.view(seat), [], legal, Fate(1), NoLimit())


@pytest.mark.parametrize("blockers", [0, 1])
def test_a_deadly_attack_is_found(blockers: int) -> None:
    state = start()
    own, rival = state.lords
    own.battlefield = settle(own, BATTLEFIELD, 1 + blockers, state)
    rival.trash.extend(piece.card for piece in rival.fortress)
    rival.fortress = []
    rival.battlefield = settle(rival, BATTLEFIELD, blockers, state)
    state.step = BATTLE
    assert chosen(state, 60).endswith("fortress 1")


def test_a_good_hand_is_not_thrown_away() -> None:
    state = start()
    own = state.lords[0]
    own.vault = settle(own, VAULT, 6, state)
    spheres = {sphere for piece in own.vault for sphere in piece.card.spheres}
    fitting = [card for card in own.deck if set(card.spheres) <= spheres]
    for card in fitting[:4]:
        own.deck.remove(card)
    own.deck.extend(own.hand)
    own.hand = fitting[:4]
    state.step = DISCARD
    assert chosen(state, 200) == "keep"

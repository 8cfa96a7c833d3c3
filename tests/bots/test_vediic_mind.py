"""The mind of Vediic: its figures are in order in every kind of match, and a small search does the obvious."""

from __future__ import annotations

from math import isfinite

import pytest

from known import known
from orrery.bots.bot import NoLimit
from orrery.bots.games.vediic.features import FEATURES
from orrery.bots.games.vediic.mind import GameMind
from orrery.bots.games.vediic.sky import Sky, colors_in, useful_in
from orrery.bots.games.vediic.traits import TRAITS, hand_worth
from orrery.bots.mcts import Budget, MctsBot
from orrery.bots.minds import mind_of, searcher
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import PENALTY


def position(**changes: object) -> JsonObject:
    """Two players in the middle of a match, seat 0 to act. Purple in house 10 can be met at c11, c15 and c16."""
    found: JsonObject = {
        "game": "vediic",
        "options": {"players": 2},
        "phase": "turn",
        "round": 5,
        "start": 0,
        "to_act": 0,
        "planets": {
            name: {"house": house}
            for name, house in {
                "yellow": 2,
                "purple": 10,
                "orange": 11,
                "blue": 1,
                "green": 8,
                "red": 4,
                "gray": 2,
            }.items()
        },
        "enlightenment": "purple",
        "players": [
            {"color": "red", "pawns": ["c32", "c00"], "hand": {}, "enlightenment": 0},
            {"color": "blue", "pawns": ["c24", "c09"], "hand": {"green": 1}, "enlightenment": 0},
        ],
    }
    found.update(changes)
    return found


def small(looks: int) -> MctsBot:
    return searcher(known("vediic"), "small", Budget(looks))


def chosen(start: JsonObject, looks: int = 60, seed: int = 1) -> str:
    """What a small search does in a position."""
    state = known("vediic").load(start, Fate(seed))
    words = [state.word(action) for action in state.actions()]
    return small(looks).choose(state.view(0), [], words, Fate(seed), NoLimit())


def test_the_colour_is_drawn_by_lot() -> None:
    """Nothing is known of any colour then: a bot that took the first one would always sit on the same."""
    match = Match.new(known("vediic"), {"players": 3, "order": "seat0"}, 1)
    match.act("color green")
    match.act("take red red")
    assert match.position()["phase"] == "color" and len(match.actions()) == 6
    bot = small(50)
    words = {bot.choose(match.view(1), match.seen(1), match.actions(), Fate(seed), NoLimit()) for seed in range(60)}
    assert words == set(match.actions()) and bot.last is None


def seat(pawns: list[str], hand: dict[str, int], lights: int = 0, color: str = "red") -> JsonObject:
    return {"color": color, "pawns": pawns, "hand": hand, "enlightenment": lights}


RIVAL = seat(["c24", "c09"], {"green": 1}, 0, "blue")


@pytest.mark.parametrize("options", known("vediic").trials())
def test_figures_are_in_order_in_every_kind_of_match(options: JsonObject) -> None:
    game = known("vediic")
    mind, fate = mind_of("vediic"), Fate(3)
    match = Match.new(game, options, 11)
    asked = 0
    while (actor := match.to_act()) is not None and asked < 400:
        asked += 1
        state = match.state
        for other in range(state.seats()):
            row = mind.features(state, other)
            assert len(row) == len(FEATURES) == len(mind.value)
            assert all(isfinite(amount) and -4 <= amount <= 8 for amount in row)
        chances = mind.chances(state)
        assert abs(sum(chances) - 1) < 1e-9 and min(chances) >= 0
        actions = state.actions()
        rows = mind.traits(state, actions)
        assert len(rows) == len(actions)
        for row in rows:
            assert len(row) == len(TRAITS) == len(mind.policy)
            assert all(isfinite(amount) and -20 <= amount <= 20 for amount in row)
        world = game.sample(match.view(actor), match.seen(actor), fate)
        assert [mind.key(world, action) for action in world.actions()] == [mind.key(state, a) for a in actions]
        assert mind.traits(world, actions) == rows
        match.act(fate.pick(match.actions()))


def test_a_search_plays_every_kind_of_match() -> None:
    game = known("vediic")
    for options in game.trials():
        match, fate = Match.new(game, options, 5), Fate(5)
        bots = [small(8) for _ in range(match.state.seats())]
        for _ in range(60):
            actor = match.to_act()
            if actor is None:
                break
            word = bots[actor].choose(match.view(actor), match.seen(actor), match.actions(), fate, NoLimit())
            assert word in match.actions()
            match.act(word)
        assert {entry.seat for entry in match.line} == set(range(match.state.seats())), "every seat had its turn"


def test_the_last_promotion_is_taken() -> None:
    players = [seat(["promoted", "c11"], {}, 2), RIVAL]
    assert chosen(position(players=players)) == "promote 1"


def test_the_first_promotion_is_taken() -> None:
    players = [seat(["c11", "c00"], {"green": 1}, 2), RIVAL]
    assert chosen(position(players=players), 200) == "promote 0"


def test_a_ready_triple_in_contact_is_donated() -> None:
    players = [seat(["c11", "c00"], {"orange": 1, "red": 1, "blue": 1}), RIVAL]
    turn = {"stage": "after", "leg": 1, "charity": False, "yellow": False, "pooja": False, "donated": False}
    turn["moved"] = [False, True]
    assert chosen(position(players=players, turn=turn)) == "donate orange,blue,red"


def test_a_pawn_goes_to_meet_the_planet_with_cards_in_hand() -> None:
    """c11 is one step from c08, c15 and c16 are two."""
    players = [seat(["c08", "c32"], {"orange": 1, "red": 1, "blue": 1}), RIVAL]
    state = known("vediic").load(position(players=players), Fate())
    word = chosen(position(players=players), 200)
    action = state.read(word)
    assert action is not None and word.startswith("move 0")
    state.act(action)
    assert isinstance(state, VediicState)
    assert state.touch[state.pawns[0]] >> state.stack & 1


def test_progress_raises_the_chance_to_win() -> None:
    mind = mind_of("vediic")
    states = [
        known("vediic").load(position(players=[seat(["c11", "c00"], {}, lights), RIVAL]), Fate()) for lights in range(3)
    ]
    chances = [mind.chances(state)[0] for state in states]
    assert chances[0] < chances[1] < chances[2]


def test_who_is_at_the_planet_with_three_colours_can_make_a_pooja_now() -> None:
    mind = GameMind()
    now, nearly = FEATURES.index("now"), FEATURES.index("nearly")
    for pawns, hand, wanted in (
        (["c11", "c00"], {"red": 1, "blue": 1, "gray": 1}, (1.0, 0.0)),
        (["c11", "c00"], {"red": 2, "blue": 1}, (0.0, 2 / 3)),
        (["c32", "c00"], {"red": 1, "blue": 1, "orange": 1}, (0.0, 0.0)),
    ):
        row = mind.features(known("vediic").load(position(players=[seat(pawns, hand), RIVAL]), Fate()), 0)
        assert (row[now], row[nearly]) == pytest.approx(wanted)


def test_penalties_are_settled_before_a_state_is_judged() -> None:
    game, mind, fate = known("vediic"), mind_of("vediic"), Fate(1)
    found = 0
    for seed in range(20):
        match = Match.new(game, {"players": 3}, seed)
        for _ in range(120):
            if match.to_act() is None:
                break
            state = match.state
            assert isinstance(state, VediicState)
            if state.phase == PENALTY:
                copy = state.clone()
                assert mind.playout(copy, fate) > 0
                assert copy.phase != PENALTY
                found += 1
            match.act(fate.pick(match.actions()))
    assert found


def test_the_rounds_of_meetings_are_chances() -> None:
    state = known("vediic").new({"players": 2}, Fate(1))
    assert isinstance(state, VediicState)
    sky = Sky(state.board)
    for room in (1 << 4 | 10, 1 << 4, 1 << 4 | 8):
        sky.follow(room)
        for row in sky.rounds[room]:
            assert sum(row) == pytest.approx(1)
        means = sky.mean[room]
        assert means == sorted(means) and means[0] == 0
        assert sum(sky.order(room, 3, 4)) == pytest.approx(1)


def test_hands() -> None:
    assert colors_in(0x1020003) == 3 and colors_in(0) == 0
    assert useful_in(0x1020003, 2) == 5 and useful_in(0x1020003, 1) == 3
    assert hand_worth(0x111, 2, 0) > hand_worth(0x3, 2, 0) > hand_worth(0, 2, 0)
    assert hand_worth(0, 0, 1) > hand_worth(0x111, 0, 1)

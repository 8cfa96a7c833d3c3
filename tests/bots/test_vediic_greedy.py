"""Greedy at Vediic: it chases the planet of enlightenment, donates and promotes, and so its matches end."""

from __future__ import annotations

import json
from statistics import median

import pytest

from known import known
from orrery.bots.bot import Clock, NoLimit, make_bot
from orrery.bots.games.vediic.value import tables, value
from orrery.bots.value import judge_of, lead
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic.rules.engine import VediicState


class Countdown(Clock):
    """A clock that runs out after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def left(self) -> float:
        self.looks -= 1
        return float(max(self.looks, 0))


def played(names: list[str], seed: int) -> Match:
    """A whole match between these bots."""
    game = known("vediic")
    match = Match.new(game, {"players": len(names)}, seed)
    bots, fates = [make_bot(name, game) for name in names], [Fate(seed * 7919 + seat) for seat in range(len(names))]
    clock = NoLimit()
    while (seat := match.to_act()) is not None:
        match.act(bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], clock))
    return match


def reason(match: Match) -> str:
    """Why a match is over, as its last event tells."""
    last: JsonObject = match.seen(None)[-1]
    assert last["event"] == "over"
    return str(last["reason"])


def in_turn(seed: int, rounds: int) -> Match:
    """A match of four that greedy players have brought so far."""
    game = known("vediic")
    match, bot, fate = Match.new(game, {"players": 4}, seed), make_bot("greedy", game), Fate(seed)
    while match.view(None)["round"] < rounds:
        seat = match.to_act()
        match.act(bot.choose(match.view(seat), match.seen(seat), match.actions(), fate, NoLimit()))
    return match


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (4, 1), (4, 2), (7, 1)])
def test_greedy_against_greedy_ends_by_promotion(players: int, seed: int) -> None:
    match = played(["greedy"] * players, seed)
    assert reason(match) == "promotion" and match.view(None)["round"] <= 45


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 8))
def test_greedy_against_greedy_ends_by_promotion_in_99_of_100_matches(players: int) -> None:
    matches = [played(["greedy"] * players, seed) for seed in range(100)]
    assert sum([reason(match) == "promotion" for match in matches]) >= 99
    assert median([match.view(None)["round"] for match in matches]) <= 17


@pytest.mark.parametrize("seed", range(3))
def test_greedy_beats_random(seed: int) -> None:
    names = ["random", "random", "random"]
    names[seed] = "greedy"
    match = played(names, seed)
    assert match.result().winners == [seed] and reason(match) == "promotion"


def test_the_search_keeps_to_the_clock() -> None:
    match = in_turn(3, 4)
    seat = match.to_act()
    bot = make_bot("greedy", known("vediic"))
    for looks in (0, 1, 5, 40):
        clock = Countdown(looks)
        assert bot.choose(match.view(seat), match.seen(seat), match.actions(), Fate(1), clock) in match.actions()
        assert clock.looks >= -2


def test_along_a_match_the_same_question_and_fate_give_the_same_answer() -> None:
    match, game = in_turn(5, 3), known("vediic")
    for number in range(25):
        seat = match.to_act()
        asked = json.dumps([match.view(seat), match.seen(seat), match.actions()])
        words = [make_bot("greedy", game).choose(*json.loads(asked), Fate(number), NoLimit()) for _ in range(2)]
        assert words[0] == words[1]
        match.act(words[0])


def test_each_game_has_its_judge() -> None:
    assert judge_of("vediic").value is value
    assert judge_of("space_editor").value is lead and judge_of("space_editor").steps == 1


def test_progress_counts_more_than_cards() -> None:
    """An enlightenment card is worth more than the three cards it takes, a promotion more than two of those."""
    match = in_turn(7, 2)
    state = known("vediic").load(match.position(), Fate())
    assert isinstance(state, VediicState)
    state.hands[0], state.sizes[0], state.lights[0] = 0x111, 3, 0
    with_cards = value(state, 0)
    state.hands[0], state.sizes[0], state.lights[0] = 0, 0, 1
    assert value(state, 0) > with_cards
    state.lights[0] = 2
    with_lights = value(state, 0)
    state.lights[0], state.pawns[0] = 0, -1
    assert value(state, 0) > with_lights


def test_what_planets_will_give_and_take_is_forecast() -> None:
    """Red comes to its R house: a pawn at a red tile owes a card there, unless red is its favourite."""
    state = in_turn(1, 1).state
    assert isinstance(state, VediicState)
    board, houses = state.board, (1, 1, 1, 1, 1, 12, 1)
    circle = board.index["c10"]
    (got, owed), (own, nothing) = (tables(board, houses, color, 0, True)[0][circle] for color in (0, 5))
    assert owed >= 1 > nothing and own > got

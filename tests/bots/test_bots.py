"""Bots obey their contract: they answer with a legal action, keep to the clock, and cannot peek."""

from __future__ import annotations

import json

import pytest

from orrery.bots.bot import Bot, Clock, NoLimit, UnknownBot, WallClock, bot_names, make_bot
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import game_named, game_names


def known(name: str) -> Game:
    game = game_named(name)
    assert game is not None
    return game


class Countdown(Clock):
    """A clock that runs out after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def left(self) -> float:
        self.looks -= 1
        return float(max(self.looks, 0))


def ask(bot: Bot, match: Match, seed: int, clock: Clock | None = None) -> str:
    seat = match.to_act()
    return bot.choose(match.view(seat), match.seen(seat), match.actions(), Fate(seed), clock or NoLimit())


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_plays_whole_matches_with_legal_actions(game: str, name: str) -> None:
    bot = make_bot(name, known(game))
    match = Match.new(known(game), known(game).trials()[0], 5)
    while match.to_act() is not None and match.taken < 120:
        match.act(ask(bot, match, match.taken))
    assert match.taken >= 20


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", bot_names())
def test_the_same_question_and_fate_give_the_same_answer_and_change_nothing(game: str, name: str) -> None:
    bot, match = make_bot(name, known(game)), Match.new(known(game), known(game).trials()[0], 5)
    for _ in range(12):
        seat = match.to_act()
        view, seen, actions = match.view(seat), match.seen(seat), match.actions()
        before = json.dumps([view, seen, actions])
        word = bot.choose(view, seen, actions, Fate(3), NoLimit())
        assert json.dumps([view, seen, actions]) == before
        assert make_bot(name, known(game)).choose(*json.loads(before), Fate(3), NoLimit()) == word
        match.act(word)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_cannot_peek(game: str, name: str) -> None:
    """Worlds that the seat cannot tell apart get the same answer: the bot sees the same bytes in each."""
    rules = known(game)
    bot, match, dice = make_bot(name, rules), Match.new(rules, rules.trials()[0], 11), Fate(2)
    compared = differing = 0
    while (seat := match.to_act()) is not None and compared < 12:
        if match.taken > 4:
            word = ask(bot, match, 7)
            world = rules.sample(match.view(seat), match.seen(seat), dice)
            differing += world.position() != match.position()
            words = sorted([world.word(action) for action in world.actions()])
            assert bot.choose(world.view(seat), match.seen(seat), words, Fate(7), NoLimit()) == word
            compared += 1
        match.act(dice.pick(match.actions()))
    assert compared == 12 and (differing or game == "vediic")  # Vediic hides nothing before a theft among others


def test_greedy_takes_the_action_with_the_best_lead() -> None:
    """Two stars in hand, all rotations free: the one with more points is worth more now."""
    star: JsonObject = {"element": "earth", "kind": "star", "level": "bronze", "sides": ["-", "-", "-", "-"]}
    cards = {
        "big": dict(star, vp=5),
        "small": dict(star, vp=2),
        "base": {"kind": "basepoint", "sides": ["-", "-", "-", "-"]},
    }
    position = {
        "game": "space_editor",
        "version": 1,
        "options": {"mode": "full", "deck_rules": "none"},
        "cards": cards,
        "elements": ["earth", "fire"],
        "phase": "place",
        "turn": 3,
        "active": 0,
        "board": [{"x": 0, "y": 0, "card": "base"}],
        "hands": [["big", "small"], ["small"]],
        "decks": [["small"], ["small"]],
    }
    match = Match.load(known("space_editor"), position)
    for seed in range(5):
        assert ask(make_bot("greedy", known("space_editor")), match, seed).startswith("place big")


def test_greedy_beats_random() -> None:
    game = known("space_editor")
    greedy, chance = make_bot("greedy", game), make_bot("random", game)
    won = 0
    for seed in range(6):
        match = Match.new(game, {"mode": "half"}, seed)
        while (seat := match.to_act()) is not None:
            match.act(ask(greedy if seat == seed % 2 else chance, match, seed))
        won += match.result().winners == [seed % 2]
    assert won >= 5


def test_out_of_time_a_bot_still_answers_with_a_legal_action() -> None:
    game = known("space_editor")
    match = Match.new(game, {"mode": "full"}, 1)
    match.act("basepoint 0,0")
    for looks in (0, 1, 5):
        clock = Countdown(looks)
        assert ask(make_bot("greedy", game), match, 1, clock) in match.actions()
        assert clock.looks >= -2


def test_a_wall_clock_runs_down_to_nothing() -> None:
    assert WallClock(0.0).left() == 0.0 and 0 < WallClock(60).left() <= 60 and NoLimit().left() > 1e9


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match="random, greedy"):
        make_bot("deep_thought", known("space_editor"))

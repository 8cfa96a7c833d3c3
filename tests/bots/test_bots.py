"""Bots obey their contract: they answer with a legal action, keep to the clock, and cannot peek."""

from __future__ import annotations

import random
import sys
import time

import pytest

from known import known
from orrery.bots.bot import Bot, Clock, NoLimit, UnknownBot, WallClock, bot_names, make_bot
from orrery.bots.conformance import ENOUGH, Broken, Check, Countdown, Report, check_bot, examine
from orrery.bots.playing import Forfeit
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.games import game_names


def ask(bot: Bot, match: Match, seed: int, clock: Clock | None = None) -> str:
    seat = match.to_act()
    return bot.choose(match.view(seat), match.seen(seat), match.actions(), Fate(seed), clock or NoLimit())


WORDS = [*bot_names(), "mcts:30"]


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", WORDS)
def test_a_bot_keeps_the_contract(game: str, name: str) -> None:
    """Legal, within its clock, reproducible, and blind to what its seat cannot know."""
    rules = known(game)
    report = check_bot(lambda rules: make_bot(name, rules), rules, rules.trials()[:2], decisions=5, looks=8)
    assert report.matches == 2 and report.worlds >= 12
    assert report.differing >= 2


@pytest.mark.parametrize("game", game_names())
def test_a_bot_with_a_time_budget_plays_whole_matches(game: str) -> None:
    rules = known(game)
    report = check_bot(lambda rules: make_bot("mcts:50ms", rules), rules, rules.trials()[:1], decisions=0, looks=5)
    assert report.matches == 1 and report.decisions > 20


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_keeps_the_contract_for_long(game: str, name: str) -> None:
    rules = known(game)
    report = check_bot(lambda rules: make_bot(name, rules), rules, seed=50, decisions=20, looks=300)
    assert report.matches == len(rules.trials()) and report.worlds >= report.matches


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("level", range(1, 6))
def test_every_level_finishes_a_match_in_every_mode_and_seat_count(game: str, level: int) -> None:
    """With a clock that leaves a few looks a decision; the soak plays with all their looks."""
    trials = known(game).trials()
    if game == "vediic":
        trials = [dict(options, max_rounds=4) for options in trials]
    check_finishes(known(game), f"level{level}", trials, 4)


@pytest.mark.soak
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("level", range(1, 6))
def test_every_level_finishes_a_match_with_all_its_looks(game: str, level: int) -> None:
    check_finishes(known(game), f"level{level}", known(game).trials(), None)


def check_finishes(game: Game, name: str, trials: list[JsonObject], looks: int | None) -> None:
    """Bots of this name at all seats come to an end that has a winner, in each of these matches."""
    for number, options in enumerate(trials):
        match = Match.new(game, options, number)
        bots = [make_bot(name, game) for _ in range(match.state.seats())]
        fates = [Fate(seat) for seat in range(len(bots))]
        while (seat := match.to_act()) is not None:
            clock = NoLimit() if looks is None else Countdown(looks)
            match.act(bots[seat].choose(match.view(seat), match.seen(seat), match.actions(), fates[seat], clock))
        assert match.result().over and match.result().winners


class Peeping(Bot):
    """Chooses by the truth, which somebody left within its reach."""

    def __init__(self, game: Game, reach: list[Check]) -> None:
        super().__init__(game, "peeping")
        self.reach = reach

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return actions[int(self.reach[0].match.hash()[:6], 16) % len(actions)]


class Spoiling(Bot):
    """Changes its list of actions."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        actions.sort(reverse=True)
        return actions[0]


class Late(Bot):
    """Looks at the clock and goes on."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        for _ in range(100):
            clock.left()
        return actions[0]


class Cheat(Bot):
    """Takes an action that is not there."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return "win"


class Moody(Bot):
    """Never gives the same answer twice."""

    asked = 0

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        Moody.asked += 1
        return actions[Moody.asked % len(actions)]


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        (Spoiling, "changed what it was given"),
        (Late, "a clock that had run out"),
        (Cheat, "not one of the legal actions"),
        (Moody, "two answers"),
    ],
)
def test_the_suite_catches_bots_that_break_the_contract(bot: type[Bot], problem: str) -> None:
    with pytest.raises(Broken, match=problem):
        check_bot(lambda rules: bot(rules, "bad"), known("space_editor"))


@pytest.mark.parametrize("game", game_names())
def test_the_suite_catches_a_bot_that_peeks(game: str) -> None:
    rules = known(game)
    reach: list[Check] = []
    reach.append(Check(lambda rules: Peeping(rules, reach), rules, rules.trials()[0], 3, Report()))
    with pytest.raises(Broken, match="it peeked"):
        reach[0].play(decisions=12, looks=10, worlds=2)


@pytest.mark.parametrize("game", game_names())
def test_worlds_really_differ_where_everything_came_to_light_by_the_events(game: str) -> None:
    rules = known(game)
    report = check_bot(lambda rules: make_bot("random", rules), rules)
    assert report.matches == len(rules.trials())
    assert report.differing * 3 >= report.worlds


class Snooping(Bot):
    """Looks for the match in the frames of whoever called it, and chooses by a hand that is hidden from its seat."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        frame = sys._getframe(1)
        while frame is not None:
            match = frame.f_locals.get("match")
            if isinstance(match, Match):
                return actions[int(match.hash()[:6], 16) % len(actions)]
            frame = frame.f_back
        return actions[0]


@pytest.mark.parametrize("game", game_names())
def test_a_bot_that_walks_to_the_truth_is_reported_in_every_game(game: str) -> None:
    report = examine(lambda rules: Snooping(rules, "snooping"), known(game), known(game).trials()[:2], seconds=0.01)
    assert not report.holds
    assert report.duties["secrecy"].broken
    assert "it peeked" in report.duties["secrecy"].first
    assert [name for name, duty in report.duties.items() if duty.broken] == ["secrecy"]


class Slow(Bot):
    """Thinks on, whatever the clock says."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if isinstance(clock, WallClock):
            time.sleep(0.8)
        return actions[0]


class Weary(Bot):
    """Gives up, and says in its own words which duty it broke."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        raise Forfeit("it is tired", "diligence")


class Failing(Bot):
    """Breaks down now and then."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if len(seen) % 5 == 3:
            raise ZeroDivisionError("by nothing")
        return actions[0]


@pytest.mark.parametrize(
    ("bot", "duty", "sentence"),
    [
        (Spoiling, "care", "changed what it was given"),
        (Late, "punctuality", "a clock that had run out"),
        (Slow, "punctuality", "with 0.01 s left the bot took"),
        (Cheat, "legality", "'win' is not one of the legal actions"),
        (Moody, "reproducibility", "two answers"),
        (Failing, "reliability", "the bot failed: ZeroDivisionError: by nothing"),
        (Weary, "reliability", "it is tired"),
    ],
)
def test_a_report_names_the_duty_that_was_broken_and_goes_on(bot: type[Bot], duty: str, sentence: str) -> None:
    game = known("space_editor")
    report = examine(lambda rules: bot(rules, "bad"), game, [{"mode": "half"}], decisions=2, seconds=0.01)
    found = report.as_json()
    assert found["holds"] is False and report.duties[duty].broken
    assert sentence in found["duties"][duty]["first"]
    assert report.decisions > 10, "the match went on"


def test_a_report_does_not_wait_for_ever_for_one_that_never_answers() -> None:
    report = examine(lambda rules: Cheat(rules, "bad"), known("vediic"), [{"players": 3}], decisions=2)
    assert report.decisions == ENOUGH


class Gambling(Bot):
    """Goes by a luck of its own."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return random.choice(actions)


@pytest.mark.parametrize("game", game_names())
def test_a_bot_that_goes_by_its_own_luck_is_not_called_one_that_peeks(game: str) -> None:
    random.seed(4)
    report = examine(lambda rules: Gambling(rules, "gambling"), known(game), known(game).trials()[:1], seconds=0.01)
    assert [name for name, duty in report.duties.items() if duty.broken] == ["reproducibility"]
    assert not report.holds and report.duties["secrecy"].untold


def test_a_report_of_a_good_bot_says_that_all_holds() -> None:
    report = examine(lambda rules: make_bot("greedy", rules), known("vediic"), [{"players": 3}], most=120)
    assert report.holds and report.as_json()["holds"] is True
    assert all(duty.asked and not duty.broken for duty in report.duties.values())
    assert report.decisions == 120 and report.differing


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
        assert clock.late <= 2


def test_a_wall_clock_runs_down_to_nothing() -> None:
    assert WallClock(0.0).left() == 0.0 and 0 < WallClock(60).left() <= 60 and NoLimit().left() > 1e9


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownBot, match="random, greedy"):
        make_bot("deep_thought", known("space_editor"))

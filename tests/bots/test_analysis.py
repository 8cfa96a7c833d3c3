"""Hints and analyses: they find what is good, name what was bad, and know no more than the seat that decides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from known import known
from orrery.bots.analysis import (
    Analysis,
    Decision,
    Hint,
    account,
    analyse,
    decisive,
    dice,
    expected,
    hint,
    ranked,
    settle,
    thinker,
    turnings,
    weigh,
)
from orrery.bots.bot import Clock, NoLimit, make_bot
from orrery.bots.mind import Mind
from orrery.bots.minds import mind_of, minded_games
from orrery.bots.reasons import (
    DENY,
    DOWN,
    KEEP,
    LOSES,
    PRESS,
    RIVAL_DOWN,
    RIVAL_UP,
    SPARE,
    UP,
    WINS,
    Reason,
    family,
    features_of,
    phrase,
    picked,
    sentence,
)
from orrery.bots.search import Finding
from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.core.match import Match
from orrery.core.records import BadRecord, to_record
from orrery.games import game_names
from toys.stones import Stones


def nim(*words: str, stones: int = 7) -> Match:
    """A match in which these actions were taken."""
    match = Match.new(Stones(), {"stones": stones}, 1)
    for word in words:
        match.act(word)
    return match


def hints(match: Match, looks: int = 200, clock: Clock | None = None) -> list[Hint]:
    seat = match.to_act()
    return hint(match.game, match.view(seat), match.seen(seat), match.actions(), Fate(1), clock or NoLimit(), looks)


def played(name: str, actions: int, options: JsonObject | None = None) -> Match:
    """A match of random bots after so many actions, at a decision with a choice, or over."""
    game = known(name)
    match = Match.new(game, game.trials()[0] if options is None else options, 5)
    bot = make_bot("random", game)
    while match.to_act() is not None and (match.taken < actions or len(match.actions()) < 2):
        seat = match.to_act()
        match.act(bot.choose(match.view(seat), match.seen(seat), match.actions(), Fate(match.taken), NoLimit()))
    return match


# --- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_finds_the_winning_action_and_its_chance() -> None:
    best, other = hints(nim(stones=5))
    assert best.word == "take 2" and best.chance > 0.9
    assert other.word == "take 1" and other.chance < 0.5
    assert min(best.visits, other.visits) >= 30


def test_a_certain_win_is_said() -> None:
    best, other = hints(nim(stones=2), 40)
    assert best.word == "take 2" and best.chance == 1.0 and best.reasons[0].kind == WINS
    assert other.word == "take 1" and other.chance == 0.0 and other.reasons[0].kind == LOSES


@pytest.mark.parametrize("game", game_names())
def test_a_hint_gives_three_legal_actions_the_best_first_and_the_same_again(game: str) -> None:
    match = played(game, 10)
    seat = match.to_act()
    before = json.dumps([match.view(seat), match.seen(seat), match.actions()])
    found = hints(match, 8)
    assert json.dumps([match.view(seat), match.seen(seat), match.actions()]) == before
    assert 1 <= len(found) <= min(3, len(match.actions()))
    assert {one.word for one in found} <= set(match.actions())
    assert [one.chance for one in found] == sorted([one.chance for one in found], reverse=True)
    assert all(0.0 <= one.chance <= 1.0 and one.visits for one in found)
    again = hints(match, 8)
    assert [(one.word, one.chance, one.visits) for one in again] == [
        (one.word, one.chance, one.visits) for one in found
    ]
    for lang in LANGUAGES:
        for one in found:
            said = sentence(game, one.reasons, one.chance, one.visits, lang, match.state.seats())
            assert said and "{" not in said


class Spent(Clock):
    """A clock that has run out."""

    def left(self) -> float:
        return 0.0


def test_a_hint_without_time_still_answers() -> None:
    assert [one.word for one in hints(nim(), 50, Spent())] == ["take 1", "take 2"]


class Ticks(Clock):
    """A clock that loses a second whenever it is looked at."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def left(self) -> float:
        self.seconds = max(0.0, self.seconds - 1.0)
        return self.seconds


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("seconds", [6.0, 12.0, 40.0])
def test_a_hint_names_nothing_that_was_not_looked_at(game: str, seconds: float) -> None:
    found = hints(played(game, 10), 800, Ticks(seconds))
    assert found and all(one.visits for one in found)
    assert found[0].visits >= 0.1 * max(one.visits for one in found)


def test_few_lucky_looks_do_not_make_the_best() -> None:
    match = nim(stones=5)
    search = thinker(match.game, 200).think(match.view(0), match.seen(0), match.actions(), Fate(1), NoLimit())
    lucky, good = search.kid("take 1"), search.kid("take 2")
    assert lucky is not None and good is not None and good.visits > 100
    lucky.visits = good.visits // 8
    lucky.total = float(lucky.visits)
    assert ranked(search)[0].word == "take 1"
    settle(search, good.visits, NoLimit())
    assert ranked(search)[0].word == "take 2" and lucky.visits == good.visits
    lucky.visits, lucky.total = 1, 1.0
    assert [one.word for one in ranked(search)] == ["take 2"], "of one look nothing is told"


def test_an_action_that_there_was_no_time_to_look_at_is_not_judged() -> None:
    match = nim()
    assert weigh(thinker(match.game, 50), match.view(0), [], match.actions(), "take 1", 1, Fate(1), Spent()) is None


# --- reasons ----------------------------------------------------------------------------------------------------------

KINDS = [UP, DOWN, KEEP, SPARE, RIVAL_UP, RIVAL_DOWN, DENY, PRESS]


@pytest.mark.parametrize("game", minded_games())
def test_every_feature_has_its_phrases_in_both_languages(game: str) -> None:
    rows = features_of(game)
    names = mind_of(game).feature_names
    assert sorted(rows) == sorted(names)
    for name in names:
        row = rows[name]
        if row.get("quiet"):
            assert list(row) == ["quiet"]
            continue
        if "like" in row:
            assert set(row) <= {"like", "more"} and "like" not in rows[row["like"]] and "quiet" not in rows[row["like"]]
            continue
        assert set(row) <= {"more", "thing", *KINDS} and row["more"] in ("good", "bad")
        for kind in KINDS:
            for lang in LANGUAGES:
                for seats in (2, 3):
                    said = phrase(game, Reason(name, kind, 1.0), lang, seats)
                    assert said and "{" not in said
                    assert said.isascii() == (lang == "en"), said


class Weighed(Mind):
    """A mind of Space Editor's names with weights of the test's choice."""

    def __init__(self, **weights: float) -> None:
        names = ["score", "score_late", "hazard", "turn", "unheard_of"]
        super().__init__(names, [], [weights.get(name, 0.0) for name in names], [])

    def features(self, state: State, seat: int) -> list[float]:
        return [0.0] * len(self.feature_names)

    def traits(self, state: State, actions: list[int]) -> list[list[float]]:
        return [[] for _ in actions]


def found(mind: Mind, gains: dict[int, float], edges: dict[int, float]) -> list[tuple[str, str]]:
    rows = [[row.get(i, 0.0) for i in range(2 * len(mind.feature_names))] for row in (gains, edges)]
    return [(reason.feature, reason.kind) for reason in picked(mind, rows[0], rows[1], "space_editor")]


def test_the_largest_differences_are_the_reasons() -> None:
    mind = Weighed(score=1.0, score_late=1.0, hazard=-1.0, turn=1.0, unheard_of=1.0)
    assert found(mind, {0: 0.5}, {0: 0.5}) == [("score", UP)]
    assert found(mind, {0: 0.0}, {0: 0.5}) == [("score", KEEP)]
    assert found(mind, {2: 0.3}, {2: 0.3}) == [("hazard", DOWN)]
    assert found(mind, {2: -0.1}, {2: 0.3}) == [("hazard", SPARE)]
    assert found(mind, {5: 0.3}, {5: 0.3}) == [("score", RIVAL_DOWN)]
    assert found(mind, {5: 0.0}, {5: 0.3}) == [("score", DENY)]
    assert found(mind, {7: 0.2}, {7: 0.3}) == [("hazard", RIVAL_UP)]
    assert found(mind, {7: 0.0}, {7: 0.3}) == [("hazard", PRESS)]


def test_what_speaks_against_the_action_comes_last_and_trifles_are_left_out() -> None:
    mind = Weighed(score=1.0, score_late=1.0, hazard=-1.0)
    assert found(mind, {0: 0.5, 2: -0.4}, {0: 0.5, 2: -0.4}) == [("score", UP), ("hazard", UP)]
    assert found(mind, {0: 0.5, 2: -0.1}, {0: 0.5, 2: -0.1}) == [("score", UP)]
    assert found(mind, {0: 0.01}, {0: 0.01}) == []
    assert found(mind, {0: -0.5}, {0: -0.5}) == []


def test_features_that_say_the_same_are_added_up() -> None:
    mind = Weighed(score=1.0, score_late=1.0)
    assert family("space_editor", "score_late") == "score"
    assert found(mind, {0: 0.02, 1: 0.02}, {0: 0.02, 1: 0.02}) == [("score", UP)]
    assert found(mind, {0: 0.5, 1: -0.5}, {0: 0.5, 1: -0.5}) == []


def test_what_is_weighed_against_its_sense_or_has_no_words_is_not_said() -> None:
    assert found(Weighed(hazard=1.0), {2: 0.5}, {2: 0.5}) == []
    assert found(Weighed(turn=1.0, unheard_of=1.0), {3: 0.5, 4: 0.5}, {3: 0.5, 4: 0.5}) == []


def test_a_sentence_is_built_from_phrases_and_speaks_to_whom_it_should() -> None:
    why = [Reason("score", UP, 0.5), Reason("hazard", SPARE, 0.3), Reason("score", RIVAL_UP, -0.3)]
    assert sentence("space_editor", why, 0.6, 100, "en", 2) == (
        "It scores points and exposes your stars less, though it adds to the rival's points."
    )
    assert "their stars" in sentence("space_editor", why, 0.6, 100, "en", 2, you=False)
    assert "the rivals' points" in sentence("space_editor", why, 0.6, 100, "en", 3)
    assert sentence("space_editor", why, 0.6, 100, "ja", 2).endswith("ただし、相手の得点が増える。")
    assert sentence("space_editor", [], 0.25, 80, "en", 2) == "Looking ahead, it won about 20 of 80 lines."
    assert "80" in sentence("space_editor", [], 0.25, 80, "ja", 2)
    for lang in LANGUAGES:
        assert "0" not in sentence("space_editor", [], 0.0, 0, lang, 2), "won about 0 of 0 lines says nothing"
    assert sentence("space_editor", [Reason("", WINS, 1.0)], 1.0, 9, "en", 2) == "It wins at once."


# --- analyses ---------------------------------------------------------------------------------------------------------


def test_a_mistake_is_found_and_named() -> None:
    match = nim("take 1", "take 1", "take 2", "take 2", "take 1")  # 7 6 5 3 1: seat 1 had to leave 3 at the start
    found = analyse(match.game, match, 200)
    assert [decision.number for decision in found.decisions] == [1, 2, 3, 4]
    second = found.decisions[1]
    assert (second.seat, second.word, second.options) == (1, "take 1", 2)
    assert found.decisions[2].loss < 0.05 and found.decisions[2].best_chance > 0.9
    assert found.over and found.summaries[0].decisions == 2
    assert found.curves[0][-1] == (6, 1.0) and found.curves[1][-1] == (6, 0.0)


def test_a_blunder_is_a_turning_point() -> None:
    match = nim("take 1", "take 2", "take 2", stones=5)  # 5 4: taking 2 would have left 3
    found = analyse(match.game, match, 200)
    first = found.decisions[0]
    assert first.name == "blunder" and first.best == "take 2" and first.loss > 0.4
    assert first.visits >= 200 and first.best_visits >= 200
    assert ("blunder", 0, 1) in [(turning.kind, turning.seat, turning.number) for turning in found.turnings]
    assert found.summaries[0].blunders == 1
    assert 0.0 < found.summaries[0].accuracy < found.summaries[1].accuracy + 1.0
    json.dumps(found.as_json())


def figures(found: Analysis) -> list[JsonObject]:
    return [decision.as_json() for decision in found.decisions]


def test_the_same_seed_gives_the_same_figures_and_a_seat_alone_too() -> None:
    match = played("space_editor", 12)
    whole = analyse(match.game, match, 6, 3)
    assert figures(whole) == figures(analyse(match.game, to_record(match), 6, 3))
    assert figures(whole) != figures(analyse(match.game, match, 6, 4))
    alone = analyse(match.game, match, 6, 3, [1])
    assert figures(alone) == [row for row in figures(whole) if row["seat"] == 1] != []
    assert not alone.curves[0] and not alone.summaries[0].decisions


def worlds_apart(game: str) -> tuple[Match, State]:
    """A match at a decision, and a world that the seat cannot tell from the true one, though it is another."""
    for options in known(game).trials():
        for actions in range(15, 60, 5):
            match = played(game, actions, options)
            seat = match.to_act()
            if seat is None:
                break
            world = match.game.sample(match.view(seat), match.seen(seat), Fate(1))
            if world.position() != match.position():
                return match, world
    raise AssertionError(f"nothing is hidden in {game}")


@pytest.mark.parametrize("game", game_names())
def test_only_what_the_seat_knew_is_judged(game: str) -> None:
    """A world that differs from the true one in nothing but hidden things gives the same figures."""
    match, world = worlds_apart(game)
    seat, number = match.to_act(), match.taken + 1
    seen, word = match.seen(seat), match.actions()[0]
    assert world.position() != match.position()
    match.act(word)
    assert seat is not None
    judged = [one for one in analyse(match.game, match, 6, 2, [seat]).decisions if one.number == number]
    words = sorted([world.word(action) for action in world.actions()])
    other = weigh(thinker(match.game, 6), world.view(seat), seen, words, word, number, dice(2, number), NoLimit())
    assert other is not None
    assert [decision.as_json() for decision in judged] == [other.as_json()]


def test_actions_that_were_taken_back_are_left_out() -> None:
    match = nim("take 1", "take 1")
    match.undo(0)
    match.act("take 2")
    found = analyse(match.game, match, 10)
    assert [decision.word for decision in found.decisions] == ["take 2"]
    assert found.undone == 2 and not found.over and found.curves[1] == []


def test_progress_is_told_for_every_action() -> None:
    told: list[tuple[int, int]] = []
    match = nim("take 1", "take 1", "take 2")
    analyse(match.game, match, 4, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_record_that_is_none_is_refused() -> None:
    with pytest.raises(BadRecord):
        analyse(known("vediic"), {"game": "vediic"})


def decided(number: int, seat: int, best: float, taken: float) -> Decision:
    one, two = Finding("take 1", 50, taken, 0.5), Finding("take 2", 50, best, 0.5)
    return Decision(number, seat, 2, one, two, "take 1", [])


def kinds(decisions: list[Decision], match: Match, shares: list[float]) -> list[Any]:
    return [
        (turning.kind, turning.seat, turning.number, turning.until) for turning in turnings(decisions, match, shares)
    ]


def test_what_changes_without_a_loss_is_a_surprise_or_luck() -> None:
    match = nim(*["take 1"] * 7)
    calm = [decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 0.5), decided(3, 0, 0.8, 0.8)]
    assert kinds(calm, match, []) == [("surprise", 0, 1, 3)]
    match.line[1].draws.append(4)
    assert kinds(calm, match, []) == [("luck", 0, 1, 3)]
    given = [decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 0.2), decided(3, 0, 0.8, 0.8)]
    assert kinds(given, match, []) == [("blunder", 1, 2, 2)]


def test_one_turn_of_luck_is_named_once() -> None:
    match = nim(*["take 1"] * 7)
    both = [decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 0.5), decided(3, 0, 0.9, 0.9), decided(4, 1, 0.2, 0.2)]
    assert kinds(both, match, []) == [("surprise", 0, 1, 3)]


def test_luck_is_told_apart_from_what_one_and_what_others_did() -> None:
    match = nim(*["take 1"] * 7)
    rows = [decided(1, 0, 0.5, 0.4), decided(2, 1, 0.6, 0.4), decided(3, 0, 0.7, 0.7), decided(5, 0, 0.6, 0.6)]
    match.line[1].draws.append(4)  # between the first and the second of them something was drawn
    found = account(rows, match, 0, [1.0, 0.0])
    assert found is not None and found.start == 0.5 and found.end == 1.0
    assert found.lost == pytest.approx(0.1)
    # Of the rise by 30 points the rival gave away 20; then an unexpected fall by 10, and the rise to the end by 40.
    assert found.luck == pytest.approx(0.1) and found.others == pytest.approx(0.2 - 0.1 + 0.4)
    assert found.start - found.lost + found.luck + found.others == pytest.approx(found.end)
    # Who resigns was not brought there by luck: it ends with what was known last.
    resigned = account(rows, match, 0, [])
    assert resigned is not None and resigned.end == 0.6
    assert resigned.start - resigned.lost + resigned.luck + resigned.others == pytest.approx(0.6)
    assert account(rows, match, 2, []) is None


def test_what_an_action_leads_to_is_told_as_far_as_it_was_looked_at() -> None:
    match = nim(stones=7)
    search = thinker(match.game, 400).think(match.view(0), match.seen(0), match.actions(), Fate(1), NoLimit())
    line = expected(search, "take 1", Fate(2))
    assert line and line[0][0] == 1 and all(word.startswith("take ") for _, word in line)
    few = thinker(match.game, 4).think(match.view(0), match.seen(0), match.actions(), Fate(1), NoLimit())
    assert expected(few, "take 1", Fate(2)) == [], "of what was hardly looked at nothing is said"
    assert expected(search, "take 99", Fate(2)) == []


def test_the_decisive_moment_is_where_the_winner_stayed_ahead() -> None:
    rows = [decided(1, 0, 0.7, 0.7), decided(3, 0, 0.4, 0.4), decided(5, 0, 0.8, 0.8), decided(7, 0, 0.9, 0.9)]
    turning = decisive(rows, [1.0, 0.0])
    assert turning is not None and (turning.seat, turning.number) == (0, 5)
    assert decisive(rows[2:], [1.0, 0.0]) is None
    assert decisive(rows, [0.0, 1.0]) is None

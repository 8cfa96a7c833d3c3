"""The ladder: the test decides rightly, ratings recover known strengths, runs can be broken off and taken up again."""

from __future__ import annotations

import json
import math
import random
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from orrery.core.data import JsonObject
from orrery.core.game import GAMES
from orrery.lab.ladder import DEFAULT, Aim, Fixture, Ladder, Pairing, aim_of, neighbours, table_of
from orrery.lab.plans import NoPlan
from orrery.lab.plot import scale, svg_plot, text_plot
from orrery.lab.rating import Bounds, Meeting, Rating, Trial, clumping, evidence, rate, solve
from orrery.lab.simulate import JobResult, MatchFile, WrongFile
from toys.high_card import HighCard

# --- the sequential test ----------------------------------------------------------------------------------------------


def decide(values: list[float], bounds: Bounds, least: int = 1) -> tuple[str | None, int]:
    trial = Trial(bounds, least)
    for value in values:
        if trial.add(value):
            break
    return trial.verdict, trial.count


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1.0] * 40, "high"),
        ([0.0] * 40, "low"),
        ([0.5] * 40, "low"),
        ([1.0, 0.5] * 40, "high"),
        ([1.0, 0.25, 0.5, 0.5] * 40, None),
        ([], None),
    ],
)
def test_clear_streams_are_decided_and_doubtful_ones_stay_open(values: list[float], verdict: str | None) -> None:
    assert decide(values, Bounds(0.5, 0.65))[0] == verdict


def test_a_verdict_waits_until_every_plan_was_played() -> None:
    assert decide([1.0] * 40, Bounds(0.5, 0.65), 30) == ("high", 30)


def test_of_rounds_all_won_the_evidence_is_that_of_a_coin() -> None:
    found = evidence(Counter({1.0: 100}), Bounds(0.5, 0.65))
    assert found == pytest.approx(100 * math.log(0.65 / 0.5), rel=0.001)


def test_even_rounds_speak_more_clearly_than_scattered_ones() -> None:
    bounds = Bounds(0.5, 0.65)
    even, scattered = Counter({0.5: 5, 0.75: 45, 1.0: 5}), Counter({0.0: 14, 1.0: 41})
    assert evidence(even, bounds) > evidence(scattered, bounds) > 0


def test_the_evidence_of_mirrored_rounds_is_mirrored() -> None:
    rounds = Counter({0.0: 3, 0.5: 12, 1.0: 20})
    mirrored = Counter({1 - value: count for value, count in rounds.items()})
    assert evidence(rounds, Bounds(0.5, 0.6)) == pytest.approx(-evidence(mirrored, Bounds(0.4, 0.5)))


@pytest.mark.parametrize(
    ("low", "high", "share"), [(0.5, 0.65, 0.5), (0.5, 0.65, 0.65), (0.85, 0.9, 0.85), (0.85, 0.9, 0.9)]
)
def test_errors_are_as_rare_as_they_should_be(low: float, high: float, share: float) -> None:
    dice = random.Random(5)
    wrong, runs = 0, 60
    edge = min(0.1, 1 - share)
    for _ in range(runs):
        pairs = [((dice.random() < share + edge) + (dice.random() < share - edge)) / 2 for _ in range(200)]
        wrong += decide(pairs, Bounds(low, high), 10)[0] == ("high" if share == low else "low")
    assert wrong <= 0.1 * runs


@pytest.mark.parametrize("figures", [(0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.65, 0.0), (0.5, 0.65, 0.05, 0.5)])
def test_figures_that_make_no_test_are_refused(figures: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"a test needs|the risks"):
        Bounds(*figures)


def test_an_aim_is_reached_missed_or_open() -> None:
    least, most = Aim(0.9, 0.05), Aim(0.5, 0.1, at_most=True)
    assert [least.verdict(found) for found in ("high", "low", None)] == ["reached", "missed", "open"]
    assert [most.verdict(found) for found in ("high", "low", None)] == ["missed", "reached", "open"]
    assert (least.bounds(0.05, 0.05).low, most.bounds(0.05, 0.05).low) == (pytest.approx(0.85), 0.5)
    assert str(most) == "at most 50%" and str(least) == "at least 90%"


def test_pairings_of_the_ladder_have_their_own_aims() -> None:
    assert aim_of("level5", "greedy").share == 0.9 and aim_of("level5", "random").share == 0.99
    assert aim_of("level1", "greedy").at_most
    assert aim_of("mcts:5", "greedy").bounds(0.05, 0.05).low == 0.5
    assert aim_of("level5", "greedy", 4).share == 0.5
    assert len(DEFAULT) == 7


# --- ratings ----------------------------------------------------------------------------------------------------------


def chance(points: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - points) / 400))


def test_ratings_recover_known_strengths() -> None:
    known = {"a": 1400.0, "b": 1250.0, "greedy": 1000.0, "c": 900.0}
    names = list(known)
    meetings = [
        Meeting(left, right, 100_000, 100_000 * chance(known[left], known[right])) for left, right in neighbours(names)
    ]
    for rating in rate(names, meetings, "greedy"):
        assert rating.points == pytest.approx(known[rating.player], abs=1)
        assert (rating.error == 0) == (rating.player == "greedy")


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    known = {"a": 1150.0, "b": 1080.0, "greedy": 1000.0}
    names = list(known)
    dice = random.Random(3)
    held = runs = 0
    for _ in range(100):
        meetings = []
        for left, right in (("a", "b"), ("b", "greedy"), ("a", "greedy")):
            odds = chance(known[left], known[right])
            meetings.append(Meeting(left, right, 100, float(sum(dice.random() < odds for _ in range(100)))))
        for rating in rate(names, meetings, "greedy"):
            if rating.player != "greedy":
                runs += 1
                held += rating.low <= known[rating.player] <= rating.high
    assert 0.89 <= held / runs <= 0.99


def test_who_won_all_has_a_rating_and_a_wide_interval() -> None:
    hundred, ten = (rate(["a", "b"], [Meeting("a", "b", count, float(count))], "b")[0] for count in (100, 10))
    assert 1000 < ten.points < hundred.points < 2100
    assert hundred.error > 200 and hundred.low > 1000


def test_players_without_a_match_are_as_strong_as_the_anchor_for_all_one_knows() -> None:
    found = rate(["a", "b"], [Meeting("a", "b", 0, 0.0)], "b")[0]
    assert found.points == pytest.approx(1000) and found.error > 300


def test_rounds_that_clump_make_intervals_wider() -> None:
    loose, tight = (rate(["a", "b"], [Meeting("a", "b", 100, 60, factor)], "b")[0].error for factor in (2.0, 0.5))
    assert loose == pytest.approx(2 * tight, rel=0.02)


def test_clumping_tells_rounds_that_share_their_luck_from_those_that_split() -> None:
    assert clumping(Counter({0.0: 50, 1.0: 50}), 2) == pytest.approx(2, rel=0.1)
    assert clumping(Counter({0.5: 100}), 2) < 0.1
    assert clumping(Counter({0.0: 25, 0.5: 50, 1.0: 25}), 2) == pytest.approx(1, rel=0.1)
    assert clumping(Counter({1.0: 100}), 2) == 1 and clumping(Counter(), 2) == 1


def test_equations_are_solved() -> None:
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == pytest.approx([3, 2])
    with pytest.raises(ValueError, match="not all linked"):
        solve([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0])


# --- plots ------------------------------------------------------------------------------------------------------------

RATINGS = [Rating("greedy", 1000, 0), Rating("level5", 1612, 40), Rating("a<b", 640.5, 90)]


def test_a_text_plot_has_a_line_a_player_and_an_axis() -> None:
    lines = text_plot(RATINGS, 72)
    assert [line.split()[0] for line in lines[:3]] == ["level5", "greedy", "a<b"]
    assert all(len(line) <= 72 for line in lines) and all("●" in line for line in lines[:3])
    assert "├" in lines[0] and "├" not in lines[1] and lines[1].index("●") < lines[0].index("├")
    assert "1000" in lines[-1]
    assert len(text_plot(RATINGS, 5)) == 5


def test_the_axis_holds_all_intervals() -> None:
    axis = scale(RATINGS)
    assert axis.bottom <= min(rating.low for rating in RATINGS) and axis.top >= max(rating.high for rating in RATINGS)
    assert 3 <= (axis.top - axis.bottom) / axis.step <= 8
    assert scale(RATINGS[:1]).bottom < scale(RATINGS[:1]).top


def test_an_svg_is_sound_and_names_everybody() -> None:
    root = ET.fromstring(svg_plot(RATINGS, "a & b"))
    texts = [element.text for element in root.iter() if element.text and element.text.strip()]
    assert {"a & b", "a<b", "greedy", "level5"} <= set(texts)
    assert len([element for element in root.iter() if element.tag.endswith("circle")]) == 3


# --- pairings and whole ladders ---------------------------------------------------------------------------------------


def test_a_round_is_one_seed_from_every_seat() -> None:
    first = [Fixture("vediic", table_of("vediic", 3), "a", "b", number, 2) for number in range(6)]
    assert [fixture.bots for fixture in first[:3]] == [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
    assert [fixture.seed for fixture in first] == [200_000] * 3 + [200_001] * 3
    decks = [Fixture("five_spheres", table_of("five_spheres", 2), "a", "b", number, 1).plan for number in range(22)]
    assert decks == [number // 2 % 10 for number in range(22)]


def test_where_seats_win_together_a_player_has_a_whole_side() -> None:
    wishes = json.dumps({"mode": "tag_team"})
    table = table_of("five_spheres", 4, wishes)
    first = [Fixture("five_spheres", table, "a", "b", number, 2) for number in range(4)]
    assert [fixture.bots for fixture in first[:2]] == [["a", "b", "a", "b"], ["b", "a", "b", "a"]]
    assert [fixture.seed for fixture in first] == [200_000] * 2 + [200_001] * 2
    assert [fixture.plan for fixture in first] == [0, 0, 1, 1]
    citadel = Fixture("five_spheres", table_of("five_spheres", 4, json.dumps({"mode": "citadel"})), "a", "b", 1, 2)
    assert citadel.bots == ["b", "b", "a", "a"] and citadel.options["mode"] == "citadel"
    alone = Fixture("five_spheres", table_of("five_spheres", 4), "a", "b", 2, 2)
    assert alone.bots == ["b", "b", "a", "b"] and alone.seed == 200_000
    assert table_of("five_spheres", 6, wishes).sides == [0, 1, 2, 0, 1, 2]


def won(seat: int) -> JobResult:
    return JobResult(None, None, [seat], 10)


def test_only_whole_rounds_are_counted_and_in_order() -> None:
    pairing = Pairing("a", "b", Aim(0.65, 0.15), [0, 1], Trial(Bounds(0.5, 0.65)), 8)
    pairing.take(2, won(0))
    pairing.take(3, won(0))
    pairing.take(0, won(0))
    assert pairing.matches == 0 and pairing.as_json()["share"] is None
    pairing.take(1, won(1))
    assert pairing.matches == 4 and pairing.wins == 3
    assert pairing.as_json()["rounds"] == {"0.5": 1, "1": 1} and pairing.as_json()["first_seat_wins"] == 0.75


def test_a_side_that_wins_together_has_the_whole_win() -> None:
    pairing = Pairing("a", "b", Aim(0.65, 0.15), [0, 1, 0, 1], Trial(Bounds(0.5, 0.65)), 8)
    for number, winners in enumerate(([0, 2], [1, 3], [0, 2], [0, 2], [0, 1, 2, 3], [1, 3])):
        pairing.take(number, JobResult(None, None, winners, 10))
    assert pairing.matches == 6 and pairing.wins == 4.5
    assert pairing.as_json()["rounds"] == {"0.5": 1, "0.75": 1, "1": 1}
    assert pairing.as_json()["first_seat_wins"] == pytest.approx(3.5 / 6)


def test_matches_after_the_verdict_are_not_counted() -> None:
    pairing = Pairing("a", "b", Aim(0.65, 0.15), [0, 1], Trial(Bounds(0.5, 0.65)), 400)
    for number in range(100):
        pairing.take(number, won(number % 2))
    assert pairing.is_over and pairing.matches < 40 and pairing.as_json()["verdict"] == "reached"


def timeless(figures: JsonObject) -> JsonObject:
    """The figures without what differs from run to run."""
    copy: dict[str, Any] = json.loads(json.dumps(figures))
    for row in copy["players"]:
        del row["seconds_a_decision"], row["longest"]
    return copy


def small(most: int = 4, **figures: Any) -> Ladder:
    return Ladder("space_editor", [("greedy", "random"), ("random", "mcts:2")], most=most, **figures)


def test_figures_do_not_depend_on_processes_or_interruptions(tmp_path: Path) -> None:
    alone, together = small(), small()
    path = tmp_path / "matches.jsonl"
    alone.run(1)
    file = MatchFile(path, together.setup())
    together.run(2, file)
    file.close()
    assert timeless(alone.as_json()) == timeless(together.as_json())
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 8

    path.write_bytes(b"".join(lines[:6]) + lines[6][:50])
    again = small()
    file = MatchFile(path, again.setup())
    again.recall(file)
    assert again.found == 5
    again.run(1, file)
    file.close()
    assert again.fresh == 3 and timeless(again.as_json()) == timeless(alone.as_json())
    assert len(path.read_bytes().splitlines()) == 1 + 8

    more = small(6)
    file = MatchFile(path, more.setup())
    more.recall(file)
    file.close()
    assert more.found == 8 and not more.is_over


def test_greedy_beats_random_on_a_small_ladder() -> None:
    made = Ladder("space_editor", [("greedy", "random")], most=6, high=0.65)
    told: list[int] = []
    made.run(1, None, lambda pairing: told.append(pairing.matches))
    figures = made.as_json()
    assert figures["finished"] and told == [0, 2, 2, 4, 4, 6]
    assert figures["pairings"][0]["share"] > 0.5
    best, worst = figures["players"]
    assert best["player"] == "greedy" and best["rating"] == 1000 and worst["interval"][0] < worst["rating"] < 1000
    assert best["matches"] == 6 and best["decisions"] > 0 and best["longest"] >= best["seconds_a_decision"] > 0


def test_one_against_many_sits_in_every_seat() -> None:
    made = Ladder("space_editor", [("greedy", "random")], seats=3, most=3)
    made.run(1)
    figures = made.as_json()
    assert figures["pairings"][0]["matches"] == 3 and made.ratings() == []
    assert [row["matches"] for row in figures["players"]] == [3, 6] and "rating" not in figures["players"][0]


def test_teams_climb_a_ladder_with_ratings() -> None:
    made = Ladder("five_spheres", [("greedy", "random")], seats=4, options={"mode": "team_play", "towers": 1}, most=2)
    assert made.setup()["options"] == {"mode": "team_play", "towers": 1} and made.parties == 2
    made.run(1)
    figures = made.as_json()
    assert figures["pairings"][0]["matches"] == 2 and figures["sides"] == 2 and figures["seats"] == 4
    assert {row["player"]: row["matches"] for row in figures["players"]} == {"greedy": 2, "random": 2}
    assert sum(row["share"] for row in figures["players"]) == 1.0 and "rating" in figures["players"][0]


def test_options_of_another_number_of_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="the options make a match of 3 seats; 2 were asked for"):
        Ladder("vediic", [("greedy", "random")], options={"players": 3})


def test_a_strangers_game_is_played_as_it_likes_to_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "high_card", HighCard())
    for seats in (2, 3):
        made = Ladder("high_card", [("mcts:4", "random")], seats=seats, most=2 * seats)
        made.run(1)
        assert made.is_over and made.pairings[0].matches == 2 * seats
    with pytest.raises(NoPlan, match="high_card tries no match with 4 seats"):
        Ladder("high_card", [("mcts:4", "random")], seats=4)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"winners": []}, "line 3 is no match"),
        ({"winners": [5]}, "line 3 is no match"),
        ({"seed": 7}, "line 3 is no match"),
        ({"number": -1}, "line 3 is no match"),
        ({"number": "x"}, "line 3 is no match"),
        ({"usage": [{}, {}]}, "line 3 is no match"),
        ({"bots": ["random", "random"]}, "line 3 is no match"),
    ],
)
def test_a_line_that_is_no_match_of_the_run_is_refused(tmp_path: Path, change: JsonObject, fault: str) -> None:
    made = Ladder("space_editor", [("random", "greedy")], most=2)
    usage = {"decisions": 1, "seconds": 0.1, "longest": 0.1}
    good = {
        "left": "random",
        "right": "greedy",
        "number": 0,
        "seed": 100_000,
        "bots": ["random", "greedy"],
        "winners": [1],
        "scores": [1, 2],
        "actions": 5,
        "usage": [usage, usage],
        "build": "plain",
    }
    file = MatchFile(tmp_path / "m.jsonl", made.setup())
    file.rows = [good, {**good, **change}]
    with pytest.raises(WrongFile, match=fault):
        made.recall(file)
    file.close()


@pytest.mark.parametrize(
    ("figures", "fault"),
    [
        ({"seats": 9}, "space_editor has 2 to 4 seats"),
        ({"most": 1}, "a round has 2"),
        ({"seed": -1}, "a seed"),
        ({"low": 0.7}, "0 < low < high"),
        ({"alpha": 0.9}, "the risks"),
    ],
)
def test_figures_that_make_no_ladder_are_refused(figures: dict[str, Any], fault: str) -> None:
    with pytest.raises((ValueError, NoPlan), match=fault):
        Ladder("space_editor", [("random", "greedy")], **{"most": 18, **figures})

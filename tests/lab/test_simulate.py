"""Many matches: paired seeds, the same figures however many processes, honest intervals, files that survive."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from orrery.build import BUILD
from orrery.lab.simulate import (
    Job,
    JobResult,
    LostWorker,
    MatchFault,
    MatchFile,
    Pairing,
    Usage,
    WrongFile,
    in_order,
    interval,
    over_processes,
    play,
    play_all,
)


def test_a_match_is_the_same_for_the_same_seed() -> None:
    job = Job("space_editor", {"mode": "half"}, ["random", "greedy"], 3, "x")
    one, two = play(job), play(job)
    assert (one.scores, one.winners, one.actions, one.label) == (two.scores, two.winners, two.actions, "x")


def test_sides_are_swapped_so_that_seats_weigh_alike() -> None:
    pairing = Pairing("a", "b")
    for i in range(4):
        pairing.add(JobResult(None, [5, 3], [0], 10), i % 2)
    figures = pairing.as_json()
    assert figures["left_wins"] == 0.5 and figures["first_wins"] == 1.0 and figures["lead"] == 0


def test_a_tie_is_half_a_win() -> None:
    pairing = Pairing("a", "b")
    pairing.add(JobResult(None, [3, 3], [0, 1], 10), 0)
    assert pairing.as_json()["left_wins"] == 0.5


@pytest.mark.parametrize(("wins", "count", "low", "high"), [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (0, 0, 0, 1)])
def test_the_interval_is_wilsons(wins: int, count: int, low: float, high: float) -> None:
    assert interval(wins, count) == pytest.approx((low, high), abs=0.001)


def test_time_is_counted_where_there_is_a_choice() -> None:
    outcome = play(Job("space_editor", {"mode": "half"}, ["random", "random"], 3))
    assert outcome.build == BUILD
    assert 0 < sum(usage.decisions for usage in outcome.usage) <= outcome.actions
    for usage in outcome.usage:
        assert 0 < usage.longest <= usage.seconds


def test_usages_add_up() -> None:
    one = Usage(2, 3.0, 2.0)
    one.merge(Usage(1, 4.0, 4.0))
    one.add(0.25)
    assert one.as_json() == {"decisions": 4, "seconds": 7.25, "longest": 4.0}


# --- processes --------------------------------------------------------------------------------------------------------


def square(number: int) -> int:
    return number * number


def slow_if_even(number: int) -> int:
    time.sleep(0.0 if number % 2 else 0.05)
    return number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise MatchFault("number 3 failed", "trace")
    return number


def vanish(number: int) -> int:
    os._exit(number)


def forever(number: int) -> int:
    if number:
        time.sleep(600)
    return number


@pytest.mark.parametrize("processes", [1, 2])
def test_jobs_come_back_each_once(processes: int) -> None:
    assert sorted(over_processes(square, range(9), processes)) == [(i, i * i) for i in range(9)]
    assert list(in_order(slow_if_even, range(9), processes)) == [(i, i) for i in range(9)]
    assert list(over_processes(square, [], processes)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_jobs_are_asked_for_only_when_somebody_is_free(processes: int) -> None:
    asked: list[int] = []
    seen: list[int] = []

    def source() -> Iterator[int]:
        for number in range(20):
            asked.append(number)
            yield number

    for number, _ in over_processes(square, source(), processes):
        seen.append(number)
        assert len(asked) - len(seen) <= processes
    assert len(seen) == 20


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_job_raises_is_raised_here(processes: int) -> None:
    with pytest.raises(MatchFault, match="number 3 failed") as caught:
        list(over_processes(fail_at_three, range(6), processes))
    assert caught.value.trace == "trace"


def test_a_process_that_dies_is_said_so() -> None:
    with pytest.raises(LostWorker, match="was killed"):
        list(over_processes(vanish, range(1, 4), 2))


def test_who_stops_listening_stops_the_work() -> None:
    with closing(over_processes(forever, range(3), 2)) as results:
        assert next(results) == (0, 0)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_that_fails_names_its_bots_and_seed(processes: int) -> None:
    job = Job("space_editor", {"mode": "no such mode"}, ["random", "greedy"], 41)
    with pytest.raises(MatchFault, match=r"space_editor: the match of random, greedy with seed 41 failed: BadOptions"):
        list(play_all([job], processes))


# --- match files ------------------------------------------------------------------------------------------------------

SETUP = {"game": "g", "seed": 1}


def written(path: Path, *rows: int) -> Path:
    file = MatchFile(path, SETUP)
    for row in rows:
        file.add({"number": row})
    file.close()
    return path


def test_a_file_is_read_again_and_goes_on(tmp_path: Path) -> None:
    path = written(tmp_path / "m.jsonl", 0, 1)
    again = MatchFile(path, SETUP)
    assert again.rows == [{"number": 0}, {"number": 1}]
    again.add({"number": 2})
    again.close()
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"setup": SETUP},
        *({"number": number} for number in range(3)),
    ]


@pytest.mark.parametrize("cut", [1, 5, 12])
def test_a_torn_last_line_is_dropped_and_overwritten(tmp_path: Path, cut: int) -> None:
    path = written(tmp_path / "m.jsonl", 0, 1)
    path.write_bytes(path.read_bytes()[:-cut])
    again = MatchFile(path, SETUP)
    assert again.rows == [{"number": 0}]
    again.add({"number": 7})
    again.close()
    assert path.read_text().endswith('{"number":0}\n{"number":7}\n')


def test_a_torn_first_line_is_written_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "m.jsonl")
    whole = path.read_bytes()
    for length in (0, 1, len(whole) - 1):
        path.write_bytes(whole[:length])
        MatchFile(path, SETUP).close()
        assert path.read_bytes() == whole


@pytest.mark.parametrize("content", ["my notes", "my notes\nmore\n", "[1]\n", '{"setup":3}\n', "\x00\xff"])
def test_a_file_of_something_else_is_refused_and_not_touched(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WrongFile, match="no file of matches"):
        MatchFile(path, SETUP)
    assert path.read_text(encoding="utf-8") == content


def test_a_file_of_another_run_is_refused_with_the_difference(tmp_path: Path) -> None:
    path = written(tmp_path / "m.jsonl", 0)
    with pytest.raises(WrongFile, match="another run: seed is 1 there and 2 here"):
        MatchFile(path, {**SETUP, "seed": 2})
    with pytest.raises(WrongFile, match="another run: more is None there and 3 here"):
        MatchFile(path, {**SETUP, "more": 3})


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "m.jsonl", 0, 1)
    path.write_text(path.read_text().replace('{"number":0}', '{"number":'))
    with pytest.raises(WrongFile, match="line 2 is no match"):
        MatchFile(path, SETUP)


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongFile):
        MatchFile(tmp_path, SETUP)
    with pytest.raises(WrongFile):
        MatchFile(tmp_path / "nowhere" / "m.jsonl", SETUP)

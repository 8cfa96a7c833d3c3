"""Runs of the lab: the same rows however they are played, broken off, taken up again, shared out and added up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

import fatal
from orrery.cli import lab_progress
from orrery.cli.lab_merge import merge as merge_command
from orrery.core.data import JsonObject
from orrery.games import game_named
from orrery.lab import sittings as matches
from orrery.lab.crews import Processes
from orrery.lab.diff import Diff, plan
from orrery.lab.keeping import BadShare, Merged, RunFile, Share, merge
from orrery.lab.running import QUESTIONS, Run, Standing, UnknownQuestion, answer
from orrery.lab.sheets import Sheet, said
from orrery.lab.simulate import LostWorker, MatchFault, WrongFile
from orrery.lab.sittings import Experiment, Row, Sitting
from orrery.lab.variants import variant_of

ROUNDS = 3
"""Rounds of the small comparison: 4 matches each."""


def comparison(rounds: int = ROUNDS, seed: int = 1, once: bool = False) -> Diff:
    """A small comparison that does not stop early."""
    game = game_named("space_editor")
    assert game is not None
    variants = [variant_of(game, "before", []), variant_of(game, "after", ["final_star=forbid"])]
    return plan(
        *variants, ["random"], line="orrery lab diff", modes=["half"], decks=["water", "wind"], seed=seed,
        matches=2 * rounds, once=once,
    )  # fmt: skip


def rows_of(found: Iterator[tuple[Sitting, Row]]) -> list[tuple[str, JsonObject]]:
    return [(sitting.key, row.as_json()) for sitting, row in found]


def alone(diff: Diff) -> list[tuple[str, JsonObject]]:
    """What one process finds."""
    with Run(diff.experiment, 1) as run:
        return rows_of(run.play(diff.sittings()))


def report(diff: Diff, run: Run) -> bytes:
    """The report of a comparison, byte for byte."""
    with run:
        diff.run(run)
    return json.dumps(diff.sheet().as_json(), ensure_ascii=False).encode()


@pytest.fixture(scope="module")
def expected() -> bytes:
    """The report of one process without a file."""
    diff = comparison()
    return report(diff, Run(diff.experiment, 1))


def lines_of(path: Path) -> list[JsonObject]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# --- processes --------------------------------------------------------------------------------------------------------


def test_one_two_and_three_processes_find_the_same_rows_in_the_same_order() -> None:
    diff = comparison(6)
    found = []
    for processes in (1, 2, 3):
        with Run(diff.experiment, processes) as run:
            found.append(rows_of(run.play(diff.sittings())))
    assert found[0] == found[1] == found[2]
    assert [key for key, _ in found[0]] == [sitting.key for sitting in diff.sittings()]


def test_sittings_are_asked_for_only_when_somebody_is_free() -> None:
    diff = comparison(200)
    asked: list[str] = []

    def endless() -> Iterator[Sitting]:
        for sitting in diff.sittings():
            asked.append(sitting.key)
            yield sitting

    with Run(diff.experiment, 2) as run:
        first = list(islice(run.play(endless()), 8))
        assert len(first) == 8 and len(asked) < 200, "whoever stops listening stops the work"
        again = rows_of(run.play(diff.sittings()[:12]))
        assert [key for key, _ in again] == [sitting.key for sitting in diff.sittings()[:12]]
    assert again == alone(comparison(3))


def test_known_rows_are_given_without_playing_and_before_anything_else_is_asked_for(tmp_path: Path) -> None:
    diff = comparison()
    with Run(diff.experiment, 1, file=RunFile(tmp_path / "m.jsonl", diff.experiment)) as run:
        whole = rows_of(run.play(diff.sittings()))
    with Run(diff.experiment, 2, file=RunFile(tmp_path / "m.jsonl", diff.experiment)) as run:
        assert rows_of(islice(run.play(iter(comparison(9).sittings())), len(whole))) == whole
        assert isinstance(run.crew, Processes) and run.crew.workers == [] and run.fresh == 0


def watched(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Diff:
    """The comparison, with the probe that kills in that folder."""
    monkeypatch.setenv(fatal.FOLDER, str(folder))
    diff = comparison(6)
    diff.experiment.probes = ["fatal"]
    return diff


def test_a_killed_process_loses_no_match_and_counts_none_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diff = watched(monkeypatch, tmp_path)
    whole = alone(diff)
    file = tmp_path / "m.jsonl"
    with Run(diff.experiment, 2, file=RunFile(file, diff.experiment)) as run:
        found = run.play(diff.sittings())
        first = rows_of(islice(found, 1))
        fatal.lay_out(tmp_path, 2)
        assert first + rows_of(found) == whole
        assert run.crew is not None and run.crew.lost == 2
    kept = {row["key"]: Row.from_json(row).as_json() for row in lines_of(file)[1:]}
    assert kept == dict(whole) and len(lines_of(file)) == 1 + len(whole)


def test_a_match_over_which_all_processes_are_lost_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    diff = watched(monkeypatch, tmp_path)
    fatal.lay_out(tmp_path, 99)
    with (
        Run(diff.experiment, 2) as run,
        pytest.raises(LostWorker, match=r"3 processes were lost .* over the match 0/0/0/random\+random"),
    ):
        list(run.play(diff.sittings()[:1]))


@pytest.mark.parametrize("processes", [1, 2])
def test_a_match_that_fails_is_named_after_what_was_played_before_it_is_kept(tmp_path: Path, processes: int) -> None:
    diff = comparison()
    wrong = Sitting(0, 7, 0, ["random", "hal"])
    file = tmp_path / "m.jsonl"
    with (
        pytest.raises(MatchFault, match=r"the match 0/7/0/random\+hal of seed 1 failed: UnknownBot") as fault,
        Run(diff.experiment, processes, file=RunFile(file, diff.experiment)) as run,
    ):
        before = rows_of(run.play(diff.sittings()[:4]))
        list(run.play([wrong]))
    assert "Traceback" in fault.value.trace
    assert sorted(row["key"] for row in lines_of(file)[1:]) == sorted(key for key, _ in before)


def test_bots_sit_where_the_sitting_says_in_every_process() -> None:
    diff = comparison()
    one, other = Sitting(0, 0, 0, ["greedy", "random"]), Sitting(0, 0, 0, ["random", "greedy"])
    found = []
    for processes in (1, 2):
        with Run(diff.experiment, processes) as run:
            found.append(rows_of(run.play([one, other])))
    assert found[0] == found[1] and found[0][0][1] != found[0][1][1]


def test_a_probe_is_loaded_by_whoever_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    diff = watched(monkeypatch, tmp_path)
    with Run(diff.experiment, 2) as run:
        for _, row in run.play(diff.sittings()[:4]):
            assert row.probes["fatal"]["actions"] == row.actions


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(4 * ROUNDS + 1))
def test_a_run_broken_off_at_any_match_and_taken_up_again_gives_the_same_bytes(
    tmp_path: Path, expected: bytes, count: int
) -> None:
    diff, file = comparison(), tmp_path / "m.jsonl"
    with Run(diff.experiment, 1, file=RunFile(file, diff.experiment, diff.question)) as run:
        list(islice(run.play(diff.sittings()), count))
    with file.open("a") as torn:
        torn.write('{"key":"0/2/1/random+')
    again = comparison()
    run = Run(again.experiment, 1 if count % 2 else 2, file=RunFile(file, again.experiment, again.question))
    assert run.found == count
    assert report(again, run) == expected
    assert run.fresh == 4 * ROUNDS - count
    keys = [row["key"] for row in lines_of(file)[1:]]
    assert len(keys) == len(set(keys)) == 4 * ROUNDS


def test_more_rounds_and_another_question_go_on_from_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    small, large = comparison(2), comparison(3)
    report(small, Run(small.experiment, 1, file=RunFile(file, small.experiment, small.question, "the first")))
    assert lines_of(file)[0]["command"] == "the first"
    run = Run(large.experiment, 1, file=RunFile(file, large.experiment, large.question, "the second"))
    report(large, run)
    assert (run.found, run.fresh) == (8, 4)
    head = lines_of(file)[0]
    assert head["question"] == large.question and head["command"] == "the second"
    assert list(tmp_path.iterdir()) == [file]


def changed(head: JsonObject, *, seed: int | None = None, field: str = "", value: Any = None) -> JsonObject:
    setup = {**head["setup"], **({} if seed is None else {"seed": seed}), **({field: value} if field else {})}
    return {**head, "setup": setup}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda head: changed(head, seed=2), "the seed is 2 there and 1 here"),
        (
            lambda head: changed(head, field="game", value="vediic"),
            "the game is 'vediic' there and 'space_editor' here",
        ),
        (lambda head: changed(head, field="rules", value=0), "the version of the rules is 0 there"),
        (lambda head: changed(head, field="code", value="abc"), "the mark of rules and bots is 'abc' there"),
        (
            lambda head: changed(head, field="probes", value={"cards": "1"}),
            "what is counted is cards there and nothing",
        ),
    ],
)
def test_a_file_of_another_experiment_is_refused_and_not_touched(
    tmp_path: Path, change: Callable[[JsonObject], JsonObject], words: str
) -> None:
    diff, file = comparison(), tmp_path / "m.jsonl"
    RunFile(file, diff.experiment).close()
    text = json.dumps(change(lines_of(file)[0])) + "\n"
    file.write_text(text)
    with pytest.raises(WrongFile) as fault:
        RunFile(file, diff.experiment)
    assert words in str(fault.value) and str(file) in str(fault.value)
    assert file.read_text() == text


def test_a_file_of_other_setups_says_which_differs(tmp_path: Path) -> None:
    diff, file = comparison(), tmp_path / "m.jsonl"
    RunFile(file, diff.experiment).close()
    setups = diff.experiment.setups
    fewer = Experiment("space_editor", setups[:1], 1)
    with pytest.raises(WrongFile, match="2 kinds of matches there and 1 here"):
        RunFile(file, fewer)
    other = matches.Setup("after", "half", setups[1].names, setups[0].options)
    with pytest.raises(WrongFile, match="other options or cards of after, half: water - wind"):
        RunFile(file, Experiment("space_editor", [setups[0], other], 1))
    swapped = Experiment("space_editor", setups[::-1], 1)
    with pytest.raises(WrongFile, match="before, half: water - wind there and after, half: water - wind here"):
        RunFile(file, swapped)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "line 2 is no match"),
        ('{"shares": [1, 0]}', "line 2 is no match of this run"),
        (
            '{"key":"9/0/0/random+random","shares":[1,0],"scores":null,"names":["a","b"],"actions":1,"probes":{}}',
            "line 2 is no match of this run",
        ),
        (
            '{"key":"0/0/0/random","shares":[1,0],"scores":null,"names":["a","b"],"actions":1,"probes":{}}',
            "line 2 is no match of this run",
        ),
    ],
)
def test_a_line_that_is_no_match_is_named(tmp_path: Path, line: str, words: str) -> None:
    diff, file = comparison(), tmp_path / "m.jsonl"
    RunFile(file, diff.experiment).close()
    file.write_text(file.read_text() + line + "\n")
    with pytest.raises(WrongFile, match=words):
        RunFile(file, diff.experiment)


def test_a_file_of_a_ladder_is_no_file_of_the_lab(tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text('{"setup":{"game":"space_editor"}}\n')
    with pytest.raises(WrongFile, match="no file of matches"):
        RunFile(file, comparison().experiment)
    with pytest.raises(WrongFile, match="no file of the lab"):
        merge([file])


# --- shares -----------------------------------------------------------------------------------------------------------


def test_every_sitting_is_in_one_share_and_a_round_stays_together() -> None:
    sittings = comparison(16).sittings()
    shares = [Share(number, 3) for number in (1, 2, 3)]
    for sitting in sittings:
        assert sum(share.has(sitting) for share in shares) == 1
        assert Share.of_sitting(sitting, 3).has(sitting)
    by_round = {sitting.round: Share.of_sitting(sitting, 3).number for sitting in sittings}
    assert all(Share(by_round[sitting.round], 3).has(sitting) for sitting in sittings)
    counts = [sum(map(share.has, sittings)) for share in shares]
    assert max(counts) - min(counts) <= 4, "shares are of one size"


@pytest.mark.parametrize("word", ["3", "0/3", "4/3", "1/0", "a/b", "1/3/4", "", "-1/3", "1.5/3"])
def test_what_is_no_share_gets_a_sentence(word: str) -> None:
    with pytest.raises(BadShare, match="share"):
        Share.named(word)


def play_share(folder: Path, word: str, rounds: int = ROUNDS) -> Path:
    """Plays a share of the small comparison into a file."""
    diff, share = comparison(rounds), Share.named(word)
    file = folder / f"{word.replace('/', 'of')}.jsonl"
    with Run(diff.experiment, 1, file=RunFile(file, diff.experiment, diff.question, "", share), share=share) as run:
        run.play_share(diff.sittings())
    return file


def merged_report(made: Merged) -> bytes:
    with Run(made.experiment, rows=made.rows) as run:
        sheet = answer(made.head["question"], run)
        assert not run.missing
    return json.dumps(sheet.as_json(), ensure_ascii=False).encode()


def test_shares_add_up_to_the_report_of_one_process(tmp_path: Path, expected: bytes) -> None:
    files = [play_share(tmp_path, word) for word in ("1/3", "2/3", "3/3")]
    made = merge(files[::-1])
    assert made.what_is_missing() is None and made.twice == 0
    assert merged_report(made) == expected
    assert [(key, made.rows[key].as_json()) for key, _ in alone(comparison())] == alone(comparison())


def test_a_file_that_is_merged_twice_is_counted_once(tmp_path: Path, expected: bytes) -> None:
    files = [play_share(tmp_path, word) for word in ("1/2", "2/2")]
    made = merge([*files, files[0], *files])
    assert len(made.rows) == 4 * ROUNDS and made.twice == 4 * ROUNDS + 8
    assert merged_report(made) == expected
    made.write(tmp_path / "all.jsonl")
    merge(files[::-1]).write(tmp_path / "other.jsonl")
    assert (tmp_path / "all.jsonl").read_bytes() == (tmp_path / "other.jsonl").read_bytes()
    again = merge([tmp_path / "all.jsonl", files[1]])
    assert merged_report(again) == expected and again.what_is_missing() is None


def test_what_is_missing_is_named_by_share_and_counted(tmp_path: Path) -> None:
    words = ["1/5", "3/5", "4/5"]
    files = [play_share(tmp_path, word, 10) for word in words]
    assert merge(files).what_is_missing() == "shares 2/5 and 5/5 are missing: 16 of 40 matches"
    files[1].write_text("\n".join(files[1].read_text().splitlines()[:-3]) + "\n")
    told = merge(files).what_is_missing()
    assert told == "shares 2/5 and 5/5 are missing; share 3/5 is not finished: 19 of 40 matches"
    assert merge(files[:1]).what_is_missing() == "shares 2/5, 3/5, 4/5 and 5/5 are missing: 32 of 40 matches"


def test_two_different_rows_for_one_match_are_an_error_that_names_files_and_lines(tmp_path: Path) -> None:
    files = [play_share(tmp_path, word) for word in ("1/2", "2/2")]
    odd = tmp_path / "odd.jsonl"
    rows = lines_of(files[0])
    rows[3]["actions"] += 1
    odd.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(WrongFile) as fault:
        merge([*files, odd])
    assert f"{odd}: line 4 is another match than line 4 of {files[0]}" in str(fault.value)
    rows.append({**rows[3], "actions": 1})
    odd.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(WrongFile, match=f"lines 4 and {len(rows)} are two matches of one key"):
        merge([odd])


def test_files_of_different_experiments_and_questions_are_not_added_up(tmp_path: Path) -> None:
    first = play_share(tmp_path, "1/2")
    other = comparison(seed=2)
    RunFile(tmp_path / "seed.jsonl", other.experiment, other.question).close()
    with pytest.raises(WrongFile, match=r"seed\.jsonl: it belongs to another run than .*the seed is 2 there and 1 in"):
        merge([first, tmp_path / "seed.jsonl"])
    longer = comparison(9)
    RunFile(tmp_path / "longer.jsonl", longer.experiment, longer.question).close()
    with pytest.raises(WrongFile, match="matches is 18 there and 6 in"):
        merge([first, tmp_path / "longer.jsonl"])


def test_a_share_does_not_go_on_in_the_file_of_another_share(tmp_path: Path) -> None:
    file, diff = play_share(tmp_path, "1/2"), comparison()
    with pytest.raises(WrongFile, match="it is for share 1/2, not for share 2/2"):
        RunFile(file, diff.experiment, diff.question, "", Share(2, 2))
    RunFile(file, diff.experiment, diff.question).close()


# --- the command merge ------------------------------------------------------------------------------------------------


def merge_by_command(*words: str) -> Result:
    app = typer.Typer()
    app.command()(merge_command)
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def test_the_command_prints_the_report_of_one_process_and_writes_one_file(tmp_path: Path, expected: bytes) -> None:
    files = [str(play_share(tmp_path, word)) for word in ("1/2", "2/2")]
    result = merge_by_command(*files, "--json", "--out", str(tmp_path / "all.jsonl"))
    assert result.exit_code == 0 and json.loads(result.stdout) == json.loads(expected)
    assert "12 matches in 2 files" in result.stderr and "twice" not in result.stderr
    again = merge_by_command(files[0], "--json", "--out", str(tmp_path / "all.jsonl"))
    assert json.loads(again.stdout) == json.loads(expected), "what the file holds is not thrown away"
    assert "12 matches in 2 files; 8 stood there twice and are counted once" in again.stderr


def test_the_command_says_what_is_missing_and_what_is_wrong(tmp_path: Path) -> None:
    file = str(play_share(tmp_path, "1/3"))
    result = merge_by_command(file)
    assert result.exit_code == 0 and "shares 2/3 and 3/3 are missing: 8 of 12 matches" in result.stderr
    for words, sentence in (
        ([str(tmp_path / "nowhere.jsonl")], "No such file"),
        ([__file__], "no file of matches"),
        ([file, "--out", str(tmp_path)], "this is a folder"),
        ([file, "--out", str(tmp_path / "no" / "all.jsonl")], "there is no such folder"),
    ):
        failed = merge_by_command(*words)
        assert failed.exit_code == 2 and sentence in failed.stderr and failed.stdout == ""


def test_matches_without_a_question_or_of_a_strange_command_have_no_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diff = comparison()
    for question, words in ((None, "no command left its question"), ({"command": "brew"}, "no command 'brew'")):
        file = tmp_path / f"{words[-3:]}.jsonl"
        RunFile(file, diff.experiment, question).close()
        result = merge_by_command(str(file))
        assert result.exit_code == 2 and words in result.stderr
    with pytest.raises(UnknownQuestion):
        answer({"command": "os.path"}, Run(diff.experiment, rows={}))

    def tell(question: JsonObject, run: Run) -> Sheet:
        return Sheet(said(f"{len(run.rows)} {question['what']}", ""), "")

    monkeypatch.setitem(QUESTIONS, "brew", tell)
    assert answer({"command": "brew", "what": "cups"}, Run(diff.experiment, rows={})).title["en"] == "0 cups"


# --- a command under way ----------------------------------------------------------------------------------------------

AS_AT_A_TERMINAL = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""Shells have what runs in the background ignore Ctrl-C."""

COMMAND = """
    import sys
    from pathlib import Path
    import typer
    from orrery.cli.lab_progress import under_way
    sys.path.insert(0, sys.argv[3])
    from test_running import comparison

    def main() -> None:
        made = comparison(2000)
        with under_way(made.experiment, made.question, "", processes=int(sys.argv[1]), out=Path(sys.argv[2])) as run:
            for _ in run.play(made.sittings()):
                pass

    if __name__ == "__main__":
        app = typer.Typer(pretty_exceptions_enable=False)
        app.command()(main)
        app(args=[])
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_command_that_is_stopped_ends_at_once_and_says_what_is_kept(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    out, script = tmp_path / "m.jsonl", tmp_path / "command.py"
    script.write_text(AS_AT_A_TERMINAL + textwrap.dedent(COMMAND))
    places = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    words = [sys.executable, str(script), "2", str(out), str(Path(__file__).parent)]
    run = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": places})
    try:
        for _ in range(600):
            if out.exists() and len(out.read_text().splitlines()) > 2:
                break
            assert run.poll() is None, run.communicate()
            time.sleep(0.1)
        run.send_signal(number)
        _, complained = run.communicate(timeout=60)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == code, complained
    assert f"matches are kept in {out}: the same command goes on from there" in complained
    assert "Traceback" not in complained and len(out.read_text().splitlines()) > 2


def test_a_command_refuses_what_cannot_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diff = comparison()
    for wishes, words in (
        ({"share": "1/3"}, "say --out FILE as well"),
        ({"share": "5/3", "out": tmp_path / "m"}, "there are 1/3 to 3/3"),
        ({"processes": 0}, "at least 1 process"),
        ({"processes": 2, "ray": "auto"}, "either --processes or --ray"),
        ({"out": tmp_path}, "this is a folder"),
        ({"out": tmp_path / "no" / "m"}, "there is no such folder"),
        ({"out": Path(__file__)}, "no file of matches"),
    ):
        with pytest.raises(typer.Exit), lab_progress.under_way(diff.experiment, {}, "", **wishes):
            pytest.fail("it began")
        assert words in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_share_says_where_its_matches_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    diff, out = comparison(), tmp_path / "m.jsonl"
    for told in ("share 2/3 is played: 4 matches are in", "4 matches were in"):
        with lab_progress.under_way(diff.experiment, diff.question, "", processes=1, out=out, share="2/3") as run:
            assert run.play_share(diff.sittings()) == 4
        assert told in capsys.readouterr().err
    assert {Sitting.named(row["key"]).round for row in lines_of(out)[1:]} == {1}


# --- how far it is ----------------------------------------------------------------------------------------------------


def test_a_run_tells_how_far_it_is_part_by_part() -> None:
    diff = comparison()
    told: list[tuple[str, int, int, int]] = []

    def tell(standing: Standing) -> None:
        told.append((standing.what, standing.done, standing.total, standing.fresh))

    with Run(diff.experiment, 1, tell=tell) as run:
        list(run.play(diff.sittings()[:2], "shares"))
        list(run.play(diff.sittings()[:4], "shares"))
        run.expect(50, "cards")
        list(run.play(iter(diff.sittings()[:1]), "cards"))
    assert told == [
        ("shares", 0, 2, 0), ("shares", 1, 2, 1), ("shares", 2, 2, 2),
        ("shares", 2, 6, 2), ("shares", 3, 6, 2), ("shares", 4, 6, 2), ("shares", 5, 6, 3), ("shares", 6, 6, 4),
        ("cards", 0, 50, 0), ("cards", 1, 50, 0),
    ]  # fmt: skip


def standing(done: int, total: int, fresh: int, what: str = "") -> Standing:
    made = Standing(what)
    made.done, made.total, made.fresh = done, total, fresh
    return made


def test_the_time_left_goes_by_the_matches_that_were_played_and_not_by_those_that_were_known() -> None:
    assert lab_progress.how_far(standing(0, 100, 0), 0.0) == "0 of 100 matches"
    assert lab_progress.how_far(standing(60, 100, 10), 5.0) == "60 of 100 matches, 2.0 a second, 20 s left"
    assert lab_progress.how_far(standing(1000, 40_000, 1000), 10.0) == (
        "1,000 of 40,000 matches, 100 a second, 6 min 30 s left"
    )
    assert lab_progress.how_far(standing(100, 100, 100), 50.0) == "100 of 100 matches, 2.0 a second"
    assert lab_progress.span(7500) == "2 h 5 min"


def test_without_a_terminal_a_line_is_written_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    shown = lab_progress.Progress(lambda: now)
    with shown:
        for done in range(41):
            now = done / 2
            shown.tell(standing(done, 100, done, "shares"))
    assert capsys.readouterr().err.splitlines() == [
        "shares: 20 of 100 matches, 2.0 a second, 40 s left",
        "shares: 40 of 100 matches, 2.0 a second, 30 s left",
    ]


def test_on_a_terminal_there_is_a_bar_for_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    shown = lab_progress.Progress(lambda: 5.0)
    with shown.console.capture() as seen, shown:
        shown.tell(standing(10, 20, 10, "shares"))
        shown.tell(standing(7, 7, 0))
    assert "shares" in seen.get() and "10 of 20 matches" in seen.get() and "7 of 7 matches" in seen.get()

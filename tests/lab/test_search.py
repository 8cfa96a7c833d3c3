"""The search for small changes: what it proposes, what it leaves alone, and when it ends.

Where a change has to be found, matches are reckoned instead of played: a deck wins the more often the more points its
stars have, and what water has too much is known. So it is known as well what the search has to find.
"""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from statistics import mean, stdev
from typing import Final

import pytest

import orrery.lab.search
from command import orrery as command
from orrery.core.cards.tweaks import Tweak
from orrery.core.data import JsonObject
from orrery.core.fate import Fate, branch
from orrery.core.game import Game
from orrery.games import game_named
from orrery.lab import bench as clockwork
from orrery.lab.bench import Bench
from orrery.lab.bench_file import BenchFile
from orrery.lab.proposal import Proposal
from orrery.lab.running import Standing
from orrery.lab.search import CHANGES, CPU, DONE, EVEN, FRESH, NO_HELP, UNJUDGED, Entrant, Meeting, Search, Version
from orrery.lab.sequential import RISK
from orrery.lab.sittings import Experiment, Row, Setup, Sitting
from orrery.lab.variants import variant_of

SECOND = Path(str(files("orrery.games.space_editor"))) / "data" / "archive" / "first_light" / "2"
"""The set that is searched where matches are reckoned: a version that never changes."""
TOO_MUCH = 0.12
"""By so much water wins more than half of its matches as the set ships."""
A_POINT = 0.03
"""So much of the matches a point is worth."""
SMALL = ["--bots", "random", "--modes", "half", "--decks", "water,fire", "--processes", "1"]


def the_game() -> Game:
    game = game_named("space_editor")
    assert game is not None
    return game


def points(cards: JsonObject, element: str) -> int:
    """All points of the stars of a deck."""
    return sum(card.get("vp", 0) for card in cards.values() if card["element"] == element and card["kind"] == "star")


class Reckoned(Bench):
    """Matches by the formula: round and turn decide the luck, as for all that are compared."""

    def __init__(self, too_much: float = TOO_MUCH, most: int = 1 << 40) -> None:
        super().__init__(1)
        self.too_much = too_much
        self.most = most
        """After so many matches the time is up."""
        self.ours: JsonObject = variant_of(the_game(), "before", [str(SECOND)]).material()
        self.usual = points(self.ours, "water") - points(self.ours, "fire")
        self.edges: dict[Setup, int] = {}

    @property
    def is_spent(self) -> bool:
        return self.matches >= self.most

    def edge(self, setup: Setup) -> int:
        """By how many points water has more than as the set ships."""
        if setup not in self.edges:
            cards = setup.options[0].get("cards", self.ours)
            self.edges[setup] = points(cards, "water") - points(cards, "fire") - self.usual
        return self.edges[setup]

    def play(
        self, experiment: Experiment, sittings: Iterable[Sitting], part: Standing | None = None
    ) -> Iterator[tuple[Sitting, Row]]:
        for sitting in sittings:
            if self.is_spent:
                self.was_cut = True
                return
            setup = experiment.setups[sitting.setup]
            edge = self.edge(setup)
            luck = Fate(branch(experiment.seed, 2 * sitting.round + sitting.turn)).draw(10_000) / 10_000
            won = 1.0 if luck < 0.5 + self.too_much + A_POINT * edge else 0.0
            names = ["water", "fire"] if sitting.turn == 0 else ["fire", "water"]
            shares = [won, 1 - won] if sitting.turn == 0 else [1 - won, won]
            self.matches += 1
            yield sitting, Row(shares, None, names, 1, {})


def searched(bench: Bench, matches: int = 400, most: int = 3, seed: int = 1, low: float = 0.45) -> Search:
    """A search, run to its end."""
    made = Search(
        variant_of(the_game(), "before", [str(SECOND)]),
        "random",
        low=low,
        high=1 - low,
        most=most,
        matches=matches,
        modes=["half"],
        decks=["water", "fire"],
        seed=seed,
        bench=bench,
        tell=lambda _: None,
    )
    made.run()
    return made


def said_of(made: Search, asked: Path | None = None, written: Path | None = None) -> str:
    """All that the outcome says, in English."""
    sheet = Proposal(made, "orrery lab search", asked, written).sheet()
    return " ".join(each["en"] for each in sheet.sections[0].said)


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.fixture(scope="module", autouse=True)
def few_candidates() -> Iterator[None]:
    """Races of a few, for whoever waits for the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orrery.lab.search, "CANDIDATES", 8)
        yield


@pytest.fixture(scope="module")
def found() -> Search:
    with Reckoned() as bench:
        return searched(bench)


def test_what_is_too_strong_is_brought_into_the_band(found: Search) -> None:
    assert found.ended == DONE and 1 <= len(found.now.tweaks) <= 3
    [line] = found.lines
    before, after = (found.share(version, line, FRESH).value for version in (found.start, found.now))
    assert before is not None and after is not None
    assert abs(before - 0.62) < 0.04
    assert 0.43 < after < 0.57


def test_what_was_chosen_is_measured_on_rounds_that_had_no_part_in_choosing(found: Search) -> None:
    for version in found.chain:
        [rounds] = version.rounds.values()
        fresh = [round for round in rounds if round >= FRESH]
        assert len(fresh) == found.most_rounds
    dropped = [one.version for step in found.steps for one in step.entrants if one is not step.kept]
    assert dropped
    for version in dropped:
        if version not in found.chain:
            assert all(round < FRESH for rounds in version.rounds.values() for round in rounds)


def test_a_hopeless_change_gets_fewer_rounds_than_what_is_kept() -> None:
    with Reckoned() as bench:
        step = searched(bench, matches=1600, most=1).steps[0]
    assert step.kept is not None
    assert min(one.rounds for one in step.entrants) < step.kept.rounds


def test_the_set_that_is_written_is_as_good_as_ours_and_differs_in_what_was_proposed(
    found: Search, tmp_path: Path
) -> None:
    before = content(SECOND)
    place = found.write(tmp_path / "proposal")
    assert content(SECOND) == before
    assert place is not None
    written = content(place)
    assert [name for name in before if before[name] != written[name]] == sorted(
        {edit.file for tweak in found.now.tweaks for edit in tweak.edits}
    )
    checked = command("cards", "space_editor", "--set", str(place), "--check")
    assert checked.exit_code == 0 and "0 findings" in checked.stdout, checked.output
    assert f"The changed set is in {place}" in said_of(found, place, place)


def test_every_change_that_was_raced_keeps_the_check_green(found: Search) -> None:
    for step in found.steps:
        for one in step.entrants:
            assert found.changes.breaks(SECOND, one.version.tweaks) == []


def test_there_are_no_more_changes_than_are_allowed() -> None:
    with Reckoned(too_much=0.4) as bench:
        made = searched(bench, most=1)
        assert made.ended == CHANGES and len(made.now.tweaks) == 1
        assert "--max-changes" in said_of(made)


def test_nothing_is_changed_where_all_is_in_the_band() -> None:
    with Reckoned(too_much=0.0) as bench:
        made = searched(bench)
        assert made.ended == EVEN and not made.steps
        assert made.write(Path("never")) is None
        assert "nothing is to be changed" in said_of(made)
        assert "No set was written into there" in said_of(made, Path("there"))
        notes = " ".join(note["en"] for note in Proposal(made, "", None, None).sheet().notes)
        assert "so that this verdict is wrong with a chance of 5 % at most" in notes


def test_what_few_matches_do_not_tell_is_said_and_not_proposed() -> None:
    with Reckoned() as bench:
        made = searched(bench, matches=16)
        assert made.ended == NO_HELP and not made.now.tweaks
        told = said_of(made)
        assert "Not decided" in told and "may help, none surely does" in told and "More --matches" in told


def test_when_the_time_is_up_it_says_so_and_what_was_not_judged() -> None:
    with Reckoned(most=450) as bench:
        made = searched(bench)
        assert made.ended == CPU and bench.matches == 450
        assert any(one.fate == UNJUDGED for one in made.steps[0].entrants)
        told = said_of(made)
        assert "processor time (--cpu) was used up" in told and "were not judged" in told
    with Reckoned(most=10) as bench:
        told = said_of(searched(bench))
        assert "Not decided" in told and "More --cpu" in told and "More --matches" not in told


def test_the_same_seed_gives_the_same_changes_and_another_seed_other_candidates(found: Search) -> None:
    def tried(made: Search) -> list[list[str]]:
        return [[one.tweak.said["en"] for one in step.entrants] for step in made.steps]

    with Reckoned() as bench:
        again = searched(bench)
        versions = [*again.chain, *[one.version for step in again.steps for one in step.entrants]]
        tables = {id(rounds): rounds for version in versions for rounds in version.rounds.values()}
        kept = sum(len(rows) for rounds in tables.values() for rows in rounds.values())
        assert kept == bench.matches, "a match was played that was known"
    assert [tweak.as_json() for tweak in again.now.tweaks] == [tweak.as_json() for tweak in found.now.tweaks]
    assert tried(again) == tried(found)
    with Reckoned() as bench:
        assert tried(searched(bench, seed=2)) != tried(found)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_however_few_changes_are_raced_each_race_comes_to_an_end(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orrery.lab.search, "CANDIDATES", count)
    with Reckoned() as bench:
        made = searched(bench, matches=60)
    assert made.steps and all(0 < len(step.entrants) <= count for step in made.steps)


# --- races with effects that are known --------------------------------------------------------------------------------


class Planted(Search):
    """A search among changes of known effects. Its matches are drawn: a change has every fifth match drawn again, and
    then water wins the more or the less.
    """

    SHARE: Final = 0.62
    CHANGED: Final = 0.2

    def __init__(self, effects: Sequence[float], seed: int) -> None:
        bench = Bench(1)
        super().__init__(
            variant_of(the_game(), "before", []), "random", low=0.45, high=0.55, most=1, matches=400, modes=["half"],
            decks=["water", "fire"], seed=seed, bench=bench, tell=lambda _: None,
        )  # fmt: skip
        self.effects = {str(place): effect for place, effect in enumerate(effects)}

    def _entrants(self, shares: Sequence[float]) -> list[Entrant]:
        tweaks = [Tweak(name, "vp", "1", "2", [], {"en": name}, 1, ["fire"], 1.0) for name in self.effects]
        return [Entrant(tweak, Version([tweak], self.start.setups, self.now)) for tweak in tweaks]

    def play(self, wanted: Sequence[tuple[Version, Meeting]], rounds: range, part: Standing) -> bool:
        for version, meeting in wanted:
            for round in rounds:
                if round not in version.rounds[meeting]:
                    version.rounds[meeting][round] = [self.row(version, round, turn) for turn in range(2)]
        return True

    def row(self, version: Version, round: int, turn: int) -> Row:
        luck = random.Random(f"{self.seed} {round} {turn}")
        chance = self.SHARE
        for tweak in version.tweaks:
            other = random.Random(f"{self.seed} {round} {turn} {tweak.card}")
            if other.random() < self.CHANGED:
                luck, chance = other, self.SHARE + self.effects[tweak.card] / self.CHANGED
        won = float(luck.random() < chance)
        names, shares = ["water", "fire"], [won, 1 - won]
        return Row(shares, None, names, 1, {}) if turn == 0 else Row(shares[::-1], None, names[::-1], 1, {})


def raced(effects: Sequence[float], runs: int) -> list[Planted]:
    made = [Planted(effects, seed) for seed in range(runs)]
    for one in made:
        one.run()
    return made


def test_of_changes_that_do_nothing_hardly_ever_one_is_kept() -> None:
    made = raced([0.0] * 8, 60)
    # Where the set as it is seemed even by chance, nothing was looked for.
    looked = [one for one in made if one.steps]
    assert len(looked) > 0.9 * len(made)
    assert sum(one.now is not one.start for one in looked) <= RISK * len(looked)


def test_the_one_change_that_helps_is_found_among_those_that_do_nothing_and_measured_without_its_luck() -> None:
    made = raced([0.0, 0.0, -0.12, 0.0, 0.0, 0.0, 0.0, 0.12], 40)
    looked = [one for one in made if one.steps]
    assert all(len(one.now.tweaks) <= 1 for one in looked)
    kept = [one for one in looked if [tweak.card for tweak in one.now.tweaks] == ["2"]]
    assert len(kept) >= 0.9 * len(looked)
    again = [one.difference(one.start, one.now, one.lines, FRESH).value or 0.0 for one in kept]
    assert abs(mean(again) + 0.12) < 3 * stdev(again) / math.sqrt(len(again))


# --- the bound of time ------------------------------------------------------------------------------------------------


def test_no_match_is_begun_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(1_000_000))
    monkeypatch.setattr(clockwork, "process_time", lambda: float(next(seconds)))
    setups = variant_of(the_game(), "before", []).setups(["half"], ["water", "fire"])
    experiment = Experiment("space_editor", setups, 1)
    with Bench(1, 40) as bench:
        rows = list(bench.play(experiment, experiment.sittings(0, range(50), "random")))
        assert bench.was_cut and 0 < len(rows) == bench.matches < 40
    with Bench(1, 10_000) as bench:
        assert len(list(bench.play(experiment, experiment.sittings(0, range(3), "random")))) == 6
        assert not bench.was_cut


def test_a_match_that_a_file_has_costs_what_it_cost_and_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(1_000_000))
    monkeypatch.setattr(clockwork, "process_time", lambda: float(next(seconds)))
    setups = variant_of(the_game(), "before", []).setups(["half"], ["water", "fire"])
    experiment = Experiment("space_editor", setups, 1)
    rows: list[list[JsonObject]] = []
    for fresh in (6, 0):
        with Bench(1, file=BenchFile(tmp_path / "kept.jsonl", "space_editor", 1)) as bench:
            part = Standing("six")
            played = list(bench.play(experiment, experiment.sittings(0, range(3), "random"), part))
            assert (bench.matches, bench.fresh) == (part.done, part.fresh) == (6, fresh)
            rows.append([{"key": sitting.key, **row.as_json()} for sitting, row in played])
            # By this clock a match takes a second at least.
            assert bench.used >= 6
    assert rows[0] == rows[1]
    with Bench(1, 4, file=BenchFile(tmp_path / "kept.jsonl", "space_editor", 1)) as bench:
        assert len(list(bench.play(experiment, experiment.sittings(0, range(3), "random")))) < 4
        assert bench.was_cut and not bench.fresh


def test_rows_are_the_same_on_one_process_and_on_two() -> None:
    setups = variant_of(the_game(), "before", []).setups(["half"], ["water", "fire"])
    experiment = Experiment("space_editor", setups, 1)
    rows: list[list[tuple[str, JsonObject]]] = []
    for processes in (1, 2):
        with Bench(processes) as bench:
            played = bench.play(experiment, experiment.sittings(0, range(6), "random"))
            rows.append([(sitting.key, row.as_json()) for sitting, row in played])
    assert rows[0] == rows[1] and len(rows[0]) == 12


# --- real matches -----------------------------------------------------------------------------------------------------


def test_a_planted_imbalance_is_found_and_mended_in_real_matches(
    uneven: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orrery.lab.search, "CANDIDATES", 4)
    with Bench(1) as bench:
        made = Search(
            variant_of(the_game(), "before", [str(uneven)]),
            "random",
            low=0.3,
            high=0.7,
            most=2,
            matches=100,
            modes=["half"],
            decks=["water", "fire"],
            seed=1,
            bench=bench,
            tell=lambda _: None,
        )
        made.run()
        place = made.write(tmp_path / "proposal")
    assert made.ended == DONE and place is not None
    [line] = made.lines
    # By rounds that had no part in choosing.
    before, after = (made.share(version, line, FRESH).value for version in (made.start, made.now))
    assert before is not None and before > 0.75 and after is not None and 0.3 < after < 0.7
    ends = made.difference(made.start, made.now, made.lines, FRESH).interval()
    assert ends is not None and ends[1] < 0, "the change surely helps"
    assert {tweak.decks[0] for tweak in made.now.tweaks} <= {"water", "fire"}
    assert made.changes.breaks(made.source, made.now.tweaks) == []


# --- as it is typed ---------------------------------------------------------------------------------------------------


@pytest.fixture
def uneven(tmp_path: Path) -> Path:
    """A set of one's own in which fire has hardly any points, so that any players show it."""
    shutil.copytree(SECOND, tmp_path / "mine")
    file = tmp_path / "mine" / "fire.toml"
    file.write_text(re.sub(r"(?m)^vp = [4-9]$", "vp = 1", file.read_text(encoding="utf-8")), encoding="utf-8")
    return tmp_path / "mine"


def test_a_search_touches_nothing_but_what_it_writes_and_leaves_a_report(uneven: Path, tmp_path: Path) -> None:
    before = content(uneven)
    out = tmp_path / "there" / "proposal"
    result = command("lab", "search", "space_editor", "--set", str(uneven), *SMALL, "--matches", "4", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert content(uneven) == before
    page = out.with_name("proposal.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "a few small changes" in page
    assert ("The changed set is in" in result.stdout) == out.exists()
    again = command("lab", "search", "space_editor", *SMALL, "--matches", "4", "--out", str(out))
    assert again.exit_code == 2 and again.stderr.startswith("orrery: --out")


def test_a_search_that_was_broken_off_is_taken_up_again_and_finds_the_same(uneven: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ["lab", "search", "space_editor", "--set", str(uneven), *SMALL, "--matches", "8", "--json"]
    first = command(*words, "--keep", str(kept))
    assert first.exit_code == 0, first.output
    lines = kept.read_text(encoding="utf-8").splitlines()
    assert len(lines) > 20 and "were in" not in first.stderr
    # A kill leaves a torn line at the end.
    kept.write_text("\n".join([*lines[:11], lines[11][:30]]), encoding="utf-8")
    for processes, held in (("2", 10), ("1", len(lines) - 1)):
        again = command(*words, "--keep", str(kept), "--processes", processes)
        assert f"{held} matches were in {kept} already" in again.stderr, again.stderr
        assert figures(again.stdout) == figures(first.stdout)
        written = kept.read_text(encoding="utf-8").splitlines()
        assert sorted(keys(written)) == sorted(keys(lines)), "a match is missing or was played twice"


def figures(printed: str) -> JsonObject:
    """All of a sheet but the command that made it."""
    sheet: JsonObject = json.loads(printed)
    return {key: value for key, value in sheet.items() if key != "command"}


def keys(lines: list[str]) -> list[str]:
    return [json.loads(line)["key"] for line in lines[1:]]


@pytest.mark.parametrize("what", ["text", "run", "seed", "line", "share", "folder", "none"])
def test_a_file_that_holds_no_matches_of_this_search_is_told_in_a_sentence_and_left_alone(
    what: str, tmp_path: Path
) -> None:
    file = tmp_path / "kept.jsonl"
    words = ["lab", "search", "space_editor", *SMALL, "--matches", "2", "--keep", str(file)]
    sentences = {
        "text": "this is no file of matches",
        "run": "orrery lab search --keep did not write this file",
        "seed": "seed is 1 there and 2 here",
        "line": "line 2 is no match of a search",
        "share": "line 2 is no match of a search",
        "folder": "this is a folder",
        "none": "there is no such folder",
    }
    if what == "text":
        file.write_text("Dear diary\n", encoding="utf-8")
    elif what == "run":
        command("lab", "diff", "space_editor", "--after", "split=forbid", *SMALL, "--matches", "2", "--out", str(file))
    elif what == "folder":
        file.mkdir()
    elif what == "none":
        words[-1] = str(tmp_path / "no" / "such.jsonl")
    else:
        assert command(*words).exit_code == 0
        if what != "seed":
            head, line, *rest = file.read_text(encoding="utf-8").splitlines()
            row = json.loads(line)
            row |= {"seconds": "long"} if what == "line" else {"shares": [7, 3]}
            file.write_text("\n".join([head, json.dumps(row), *rest, ""]), encoding="utf-8")
    before = file.read_bytes() if file.is_file() else b""
    result = command(*words, *(["--seed", "2"] if what == "seed" else []))
    assert result.exit_code == 2 and sentences[what] in result.stderr, result.output
    assert not file.is_file() or file.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--aim", "nonsense"], "--aim is a band in per cent"),
        (["--aim", "55..45"], "from a lower to a higher"),
        (["--aim", "45..101"], "from a lower to a higher"),
        (["--max-changes", "0"], "--max-changes is at least 1"),
        (["--cpu", "0"], "--cpu is a number of minutes"),
        (["--cpu", "nan"], "--cpu is a number of minutes"),
        (["--bots", "greedy,random"], "--bots wants one bot here"),
        (["--matches", "1"], "--matches is at least 2"),
        (["--processes", "0"], "at least 1 process"),
        (["--processes", "-3"], "at least 1 process"),
        (["--set", "water"], "not a deck"),
        (["--html", "no/such/folder.html"], "there is no such folder"),
        (["--decks", "ice"], "there is no deck 'ice'"),
        (["--decks", "water"], "a match is of two decks, and here is only water"),
    ],
)
def test_whatever_cannot_be_searched_is_told_in_a_sentence(words: list[str], sentence: str) -> None:
    result = command("lab", "search", "space_editor", *words)
    assert result.exit_code == 2, result.output
    assert sentence in result.stderr and "Traceback" not in result.output


@pytest.mark.parametrize("asked", ["diff", "report", "rulings"])
def test_a_page_that_has_no_folder_is_told_before_matches_are_played(asked: str, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    words = ["--after", "split=forbid"] if asked == "diff" else []
    result = command("lab", asked, "space_editor", *words, *SMALL, "--html", "no/such/page.html", "--out", str(out))
    assert result.exit_code == 2 and "there is no such folder" in result.stderr
    assert not out.exists()

"""What rulings do: each is switched alone on the same seeds, and what cannot matter gives exactly zero."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from orrery.cli.lab_rulings import rulings
from orrery.core.data import JsonObject
from orrery.core.options import read_rows
from orrery.games import game_named
from orrery.lab.rulings import Rulings, plan
from orrery.lab.running import QUESTIONS, Run
from orrery.lab.variants import BadVariant


def asked(game: str, only: list[str], modes: list[str], matches: int = 4, decks: tuple[str, ...] = ()) -> Rulings:
    found = game_named(game)
    assert found is not None
    return plan(found, ["random"], line="orrery lab rulings", matches=matches, only=only, modes=modes, decks=decks)


def told(made: Rulings, processes: int = 1) -> JsonObject:
    """All that is found, by key of the section."""
    with Run(made.experiment, processes) as run:
        made.run(run)
    return {section["key"]: section for section in made.sheet().as_json()["sections"]}


def row_of(sheet: JsonObject, option: str, section: str = "rulings") -> JsonObject:
    (row,) = [row for row in sheet[section]["tables"][0]["rows"] if row["option"] == option]
    found: JsonObject = row
    return found


FIGURES = ("turns", "actions", "begins", "nearly", "lead_changes", "shift")


def test_a_ruling_that_cannot_matter_gives_exactly_zero() -> None:
    # How half mode ends does not matter in full mode.
    row = row_of(told(asked("space_editor", ["half_end"], ["full"], decks=("water", "fire"))), "half_end=decks")
    assert [row[figure]["value"] for figure in FIGURES] == [0.0] * len(FIGURES)
    assert row["other"]["value"] == 0.0
    assert row["verdict"]["verdict"] == "nothing"


def test_a_ruling_that_ends_matches_earlier_makes_them_shorter() -> None:
    few = row_of(told(asked("space_editor", ["half_end"], ["half"], 4, ("water", "fire"))), "half_end=decks")
    assert few["turns"]["value"] == -2.0 and few["verdict"]["verdict"] == "open", "two rounds are no proof"
    sheet = told(asked("space_editor", ["half_end"], ["half"], 24, ("water", "fire")))
    row = row_of(sheet, "half_end=decks")
    assert row["turns"]["value"] == -2.0
    assert row["verdict"]["verdict"] == "changes"
    assert "shorter" in row["verdict"]["said"]["en"]
    usual = sheet["usual"]["tables"][0]["rows"][0]
    assert usual["random"]["value"] == 24.0


def test_differences_are_those_of_the_same_seeds_and_seats() -> None:
    made = asked("vediic", ["max_rounds"], ["2"], 3)
    with Run(made.experiment, 1) as run:
        made.run(run)
        rows = dict(run.rows)
    (half, double) = made.switches
    assert (half.word, double.word) == ("max_rounds=30", "max_rounds=120")
    by_hand: list[int] = []
    for usual, other in half.places:
        for sitting in made.experiment.sittings(usual, range(3), "random"):
            twin = rows[sitting.key.replace(f"{usual}/", f"{other}/", 1)]
            by_hand.append(twin.probes["course"]["turns"] - rows[sitting.key].probes["course"]["turns"])
    row = row_of({section.key: section.as_json() for section in made.sheet().sections}, "max_rounds=30")
    assert len(by_hand) == 3
    assert row["turns"]["value"] == pytest.approx(sum(by_hand) / 3)
    assert min(by_hand) < 0


def test_the_figures_are_the_same_on_any_number_of_processes() -> None:
    made = [asked("space_editor", ["half_end", "split"], ["half"], 4, ("water", "fire")) for _ in range(2)]
    assert told(made[0], 1) == told(made[1], 2)


def test_an_option_of_other_modes_is_said_to_be_none_here() -> None:
    made = asked("five_spheres", ["towers", "tag_loss"], [], 2, ("1", "2"))
    assert [switch.word for switch in made.switches] == ["towers=4", "towers=6"]
    (line,) = next(section for section in made.sheet().sections if section.key == "absent").said
    assert line["en"].startswith("tag_loss=first")
    assert "unless mode is tag_team" in line["en"]


def test_what_a_file_says_makes_the_same_sheet() -> None:
    made = asked("space_editor", ["half_end"], ["half"], 2, ("water", "fire"))
    with Run(made.experiment, 1) as run:
        made.run(run)
        again = Run(made.experiment, rows=run.rows)
    question = json.loads(json.dumps(made.question))
    assert QUESTIONS["rulings"](question, again).as_json() == made.sheet().as_json()


def test_part_of_the_matches_is_counted_as_far_as_it_goes() -> None:
    made, whole = (asked("space_editor", ["half_end"], ["half"], matches, ("water", "fire")) for matches in (4, 2))
    with Run(whole.experiment, 1) as run:
        whole.run(run)
    made.run(Run(made.experiment, rows=run.rows))
    assert made.matches == whole.matches == 4
    assert row_of({s.key: s.as_json() for s in made.sheet().sections}, "half_end=decks") == row_of(
        {s.key: s.as_json() for s in whole.sheet().sections}, "half_end=decks"
    )


# --- which values are tried -------------------------------------------------------------------------------------------

NAME = {"name": {"en": "x", "ja": "x"}, "clause": "XX-1"}


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ({"kind": "number", "least": 1, "most": 10, "default": 5}, [4, 6]),
        ({"kind": "number", "least": 5, "most": 10, "default": 5}, [6]),
        ({"kind": "number", "least": 1, "most": 1000, "default": 200}, [100, 400]),
        ({"kind": "flag", "default": True}, [False]),
        ({"kind": "word", "values": {"a": {"en": "a", "ja": "a"}, "b": {"en": "b", "ja": "b"}}}, ["b"]),
        ({"kind": "data"}, []),
    ],
)
def test_values_are_tried_that_are_not_the_usual_one(row: JsonObject, values: list[object]) -> None:
    assert read_rows({"x": {**row, **NAME}}).row("x").others() == values


def test_every_house_rule_of_every_game_is_a_switch() -> None:
    for name in ("space_editor", "five_spheres", "vediic"):
        game = game_named(name)
        assert game is not None
        known = game.guide().rulings()
        assert [option.key for option, _ in known] == [row.key for row in game.guide().options() if row.house]
        assert all(values for _, values in known)


# --- the command ------------------------------------------------------------------------------------------------------


def command(*words: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(rulings)
    result = CliRunner().invoke(app, list(words))
    assert "Traceback" not in result.output
    return result.exit_code, result.output


def test_the_command_prints_the_figures_as_json() -> None:
    words = ["space_editor", "--only", "half_end", "--modes", "half", "--decks", "water,fire", "--bots", "random"]
    status, text = command(*words, "--matches", "2", "--processes", "1", "--json")
    assert status == 0
    (row,) = json.loads(text)["sections"][1]["tables"][0]["rows"]
    assert row["option"] == "half_end=decks"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nosuch"], "there is no game 'nosuch'"),
        (["vediic", "--only", "gravity"], "there is no ruling 'gravity'; there are"),
        (["vediic", "--modes", "9"], "there is no mode '9'; there are 2, 3"),
        (["space_editor", "--decks", "mud"], "there is no deck 'mud'; there are water"),
        (["space_editor", "--bots", "oracle"], "there is no bot 'oracle'"),
        (["space_editor", "--matches", "1"], "--matches is at least 2"),
        (["five_spheres", "--only", "tag_loss"], "none of these rulings exists in these modes"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(words: list[str], sentence: str) -> None:
    status, text = command(*words)
    assert status == 2
    assert sentence in text


def test_a_game_without_rulings_has_none_to_switch() -> None:
    from toys.stones import Stones

    with pytest.raises(BadVariant, match="stones has no rulings to switch"):
        plan(Stones(), ["random"], line="", matches=2)

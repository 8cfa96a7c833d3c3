"""The command line and options: `orrery options` lists them, and `seats` is the word for the number of seats."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from orrery.cli import app
from orrery.core.clause import LANGUAGES
from orrery.games import game_named, game_names


def orrery(*words: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(words), input=stdin)
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_the_options_of_a_game_are_listed_in_each_language(name: str, lang: str) -> None:
    game = game_named(name)
    assert game is not None
    result = orrery("options", name, "--lang", lang)
    assert result.exit_code == 0 and result.output.startswith(game.guide().title()[lang])
    for row in game.guide().options():
        typed = "seats" if row.kind == "seats" else row.key
        assert f"\n{typed}=" in result.output and row.clause in result.output
        assert row.name[lang] in result.output
        for value in row.values:
            assert value.said[lang] in result.output


def test_the_options_of_a_game_are_printed_as_json() -> None:
    rows = json.loads(orrery("options", "vediic", "--json").output)
    game = game_named("vediic")
    assert game is not None and rows == [row.as_json() for row in game.guide().options()]


@pytest.mark.parametrize(
    "words", [["--seats", "5"], ["-o", "seats=5"], ["-o", "players=5"], ["--seats", "5", "-o", "seats=5"]]
)
def test_a_match_for_so_many_seats_is_laid_out(words: list[str]) -> None:
    result = orrery("play", "vediic", *words, "--seed", "1", stdin="quit\n")
    assert result.exit_code == 0 and "Seat 4:" in result.output and "Seat 5:" not in result.output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["options", "chess"], "there is no game 'chess'"),
        (["options", "vediic", "--lang", "fr"], "there is no language"),
        (["play", "vediic", "--seats", "9"], "seats: 9 is out of range; allowed is from 2 to 7"),
        (["play", "vediic", "--seats", "3", "-o", "seats=4"], "--seats 3 and -o seats=4: say one of the two"),
        (["play", "vediic", "--seats", "3", "-o", "players=4"], "seats: 3 seats, and players says 4"),
        (["play", "vediic", "me", "level1", "--seats", "3"], "2 players for a match with 3 seats"),
        (
            ["play", "five_spheres", "me", "level1", "-o", "mode=team_play"],
            "Teams of two take four or six lords, not 2",
        ),
        (["deck", "make", "five_spheres", "--assembly", "sets", "--auto", "--seats", "7"], "allowed is from 2 to 6"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], fault: str) -> None:
    result = orrery(*words)
    said = " ".join((result.output + (str(result.exception) if result.exception else "")).split())
    assert result.exit_code == 2 and fault in said


def test_decks_are_made_for_so_many_seats_and_the_old_word_still_works() -> None:
    make = ("deck", "make", "five_spheres", "--assembly", "random", "--auto", "--seed", "1", "--seat", "4")
    made = orrery(*make, "--seats", "5")
    assert made.exit_code == 0 and made.output == orrery(*make, "--lords", "5").output
    assert made.output == orrery(*make, "-o", "lords=5").output
    assert "the seats are 0 to 1" in orrery(*make).output
    assert orrery("deck", "make", "--help").output.count("--lords") == 0

"""How a match comes onto the table: the questions of the chooser, and what `play` is given."""

from __future__ import annotations

import io

import pytest

from orrery.games import game_names
from orrery.terminal import choose
from orrery.terminal.opening import usual_language
from terminal.sitting import Paper, sit, sit_down


def opened(*lines: str, **given: object) -> str:
    """What the chooser prints when these lines are typed."""
    paper = Paper()
    source = io.StringIO("".join([line + "\n" for line in lines]))
    status = choose(lang="en", seed=1, stdin=source, stdout=paper, columns=80, **given)  # type: ignore[arg-type]
    assert status in (0, 2)
    return paper.getvalue()


def test_enter_three_times_starts_a_match_against_a_beginner() -> None:
    text = opened("space editor" if "five_spheres" in game_names() else "", "", "")
    assert "Seat 0: You (water)" in text
    assert "Seat 1: level1 (wind)" in text
    assert "half game mode" in text
    assert text.rstrip().endswith("Goodbye.")


def test_a_newcomer_is_told_the_tale_and_whose_game_it_is() -> None:
    text = " ".join(opened("", "", name="space_editor").split())
    assert "Varuna of water, Vayu of wind, Bhumi of earth or Agni of fire" in text
    assert "A game by Yota Suzuki (Tactical Games)" in text
    assert text.index("Brahma") < text.index("Which mode?") and "best for a first match" in text
    assert "Yasanthi Rajakarunaratne" in opened("", name="vediic")


def test_a_named_game_skips_the_first_question() -> None:
    text = opened("2", "2", name="space_editor")
    assert "Which game?" not in text
    assert "full game mode" in text
    assert "level3 (wind)" in text


def test_the_language_can_be_chosen_at_each_question() -> None:
    text = opened("ja", "half", "日本語", "en", "1", name="space_editor")
    assert "どのモードにしますか?" in text
    assert text.count("誰が遊びますか?") == 2
    assert "Who plays?" in text
    assert "Type help at any time." in text


def test_players_are_typed_with_names_and_elements() -> None:
    text = opened("1", "Mika:fire greedy:water Ren", name="space_editor")
    assert "Seat 0: Mika (fire)" in text
    assert "Seat 1: greedy (water)" in text
    assert "Seat 2: Ren (wind)" in text


def test_wrong_answers_are_asked_again() -> None:
    text = opened("7", "half", "me", "me:fire greedy:fire", "me:ice greedy", "a b c d e", "4", "", name="space_editor")
    assert "“7” is none of the answers." in text
    assert "That would be one player; this match takes 2 to 4." in text
    assert "No element can be chosen twice." in text
    assert "“ice” is no element" in text
    assert "That would be 5 players" in text
    assert "Seat 0: Player 1 (water)" in text
    assert "Seat 1: Player 2 (wind)" in text


def test_the_end_of_input_ends_the_questions() -> None:
    assert "Which game?" in opened()
    assert "there is no game “chess”" in opened(name="chess").replace("\n", " ")


def test_bots_alone_can_be_chosen() -> None:
    assert "Enter: next" in opened("1", "5", name="space_editor")


@pytest.mark.parametrize(
    ("options", "players", "said"),
    [
        ({}, ["human", "gredy"], "there is no bot 'gredy'"),
        ({"mode": "quarter"}, None, "not one of half, full"),
        ({"mode": "full"}, ["human", "greedy", "greedy"], "full mode is for 2 players"),
        ({"players": 3}, ["human", "greedy"], "2 players for a match with 3 seats"),
        ({"nonsense": 1}, None, "unknown"),
    ],
)
def test_a_match_that_cannot_be_laid_out_is_refused_with_a_sentence(
    options: dict[str, object], players: list[str] | None, said: str
) -> None:
    text, status = sit_down([], options=options, players=players)
    assert status == 2
    assert said in text.replace("\n", " ")


def test_without_players_a_person_sits_against_beginners() -> None:
    text = sit([], options={"players": 3})
    assert "Seat 0: You (water)" in text
    assert "Seat 1: level1 1 (wind)" in text
    assert "Seat 2: level1 2 (earth)" in text


def test_a_rematch_follows_and_seats_can_change() -> None:
    text = sit(["a", "1", "1", "1", "a", "2", "1", "1"] * 60 + ["again swap", "quit"], seed=5)
    assert "Seat 0: level1 (water)" in text
    assert "Seat 1: You (wind)" in text
    assert text.count("The seed of this match was") == 1


def test_the_environment_chooses_the_usual_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert usual_language() == "en"
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert usual_language() == "ja"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert usual_language() == "en"

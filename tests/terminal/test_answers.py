"""Answers as people type them: what a list shows, what the protocol writes, and the reason where there is nothing."""

from __future__ import annotations

from functools import cache

import pytest

from known import known
from orrery.terminal.levels import STEP, Levels
from orrery.terminal.table import Table
from terminal.sitting import lay_table, sit

ROTATIONS = {
    0: ["r0", "0", "upright"],
    1: ["r1", "2", "90", "right", "右回り", "９０度"],
    2: ["180", "逆さ"],
    3: ["270", "left", "反時計回り"],
}
"""What may be typed for a rotation, numbers of the list included."""


@cache
def opening() -> tuple[int, str, str]:
    """A match whose first card in hand fits a cell in every rotation: its seed, the card's name, the cell."""
    for seed in range(1, 100):
        found: list[tuple[str, str]] = []

        def look(table: Table, prompt: str, found: list[tuple[str, str]] = found) -> str | None:
            places = [word.split(" ") for word in table.match.actions() if word.startswith("place ")]
            view = table.match.view(0)
            first = view["hands"][0][0]
            cells = [cell for _, id, cell, _ in places if id == first]
            found.extend((view["cards"][first]["name"], cell) for cell in cells if cells.count(cell) == len(ROTATIONS))
            return None

        lay_table(look, {}, ["human", "random"], seed)[0].run()
        if found:
            return seed, *found[0]
    raise AssertionError("no card fits in every rotation")


def sit_there(*lines: str) -> str:
    """What is said to these lines in that match."""
    return sit([*lines, "quit", ""], players=["human", "random"], seed=opening()[0])


@pytest.mark.parametrize(("rotation", "typed"), [(r, word) for r, words in ROTATIONS.items() for word in words])
def test_a_rotation_is_understood_however_it_is_typed(rotation: int, typed: str) -> None:
    _, name, cell = opening()
    said = f"You placed {name} at {cell}, r{rotation}."
    assert said in sit_there(f"p 1 {cell}", typed)
    assert typed == "2" or said in sit_there(f"p 1 {cell} {typed}")


def test_a_cell_of_the_list_answers_where() -> None:
    _, name, cell = opening()
    said = f"You placed {name} at {cell}, r3."
    assert said in sit_there("p 1", cell, "r3")
    assert said in sit_there("p 1", f"{cell} r3")


def test_a_rotation_that_does_not_fit_is_refused_with_its_clause() -> None:
    tried: list[str] = []

    def answer(table: Table, prompt: str) -> str | None:
        actions = [word.split(" ") for word in table.match.actions() if word.startswith("place")]
        for _, id, cell, _ in actions:
            legal = [parts[3] for parts in actions if parts[1:3] == [id, cell]]
            wrong = [f"r{r}" for r in range(4) if f"r{r}" not in legal]
            if len(legal) > 1 and wrong and not tried:
                tried.append(wrong[0])
                return f"place {id} {cell}"
        if tried:
            return tried.append("") or tried[0] if len(tried) == 1 else None
        return table.match.actions()[0] if table.match.to_act() is not None else None

    table, paper = lay_table(answer, {}, ["human", "random"], 3)
    table.run()
    assert tried and "Not allowed: place" in paper.getvalue() and "SE-4." in paper.getvalue()


def vediic(lines: list[str], lang: str = "en") -> str:
    """What the table says when these lines are typed after the setup."""
    begin = iter(["", "1", "1", "c10", "c14", *lines])
    table, paper = lay_table(
        lambda table, prompt: next(begin, None), {}, ["human", "random"], 3, lang, 80, known("vediic")
    )
    table.run()
    return paper.getvalue()


@pytest.mark.parametrize(
    ("typed", "lang", "said"),
    [
        ("t", "en", "so there is none to trade with"),
        ("t", "ja", "交換の相手がいません"),
        ("why t", "en", "so there is none to trade with"),
        ("charity", "en", "The charity pile is empty."),
        ("up", "en", "there is no contact"),
    ],
)
def test_a_short_word_says_why_not(typed: str, lang: str, said: str) -> None:
    text = vediic([typed], lang).replace("\n", "")
    answer = text[text.rindex(f"> {typed}") :]
    assert said in " ".join(answer.split()) and ("VE-9.1" in answer or "VE-12.3" in answer)


def test_donating_says_what_the_rules_say() -> None:
    answer = vediic(["d"])
    assert "Not understood" not in answer and "Not allowed: d" in answer and "VE-" in answer.split("> d")[1]


def test_a_circle_of_the_list_is_an_answer() -> None:
    assert "You moved pawn 0 from c10 to c13." in vediic(["m 0", "c13"])


def test_a_level_that_is_cut_short_is_told_of_once() -> None:
    levels = Levels()
    assert [levels.note("level5", 0.43) for _ in range(3 * STEP)].count(40) == 1
    assert not any(levels.note("level1", 1.0) for _ in range(3 * STEP))

    def answer(table: Table, prompt: str) -> str | None:
        for player in table.players:
            if player.bot is not None:
                player.bot.budget.seconds = 0.003  # type: ignore[attr-defined]
                player.bot.budget.simulations = 4000  # type: ignore[attr-defined]
        return None if table.match.to_act() is None or table.match.taken > 40 else table.match.actions()[0]

    table, paper = lay_table(answer, {}, ["human", "level1"], 1, game=known("vediic"))
    table.run()
    assert paper.getvalue().count("level1 thinks shorter on this machine: about ") == 1

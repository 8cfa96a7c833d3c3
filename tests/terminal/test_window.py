"""The table in a window: at every question, news, board, hand and cursor are to be seen together."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from known import known
from orrery.terminal.sheet import Scene
from orrery.terminal.table import Table
from terminal.sitting import lay_table

needs_terminals = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no pseudo-terminals here")


def bare(text: str) -> str:
    """A text without what depends on where its lines break."""
    return re.sub(r"\s", "", text)


def board_of_cards(table: Table, scene: Scene, seen: str) -> None:
    """Coordinates and the hand; of the board what is new, or, if both do not fit, the card that is asked about."""
    assert "y\\x" in seen or not scene.view["board"]
    words = table.sheet.words  # type: ignore[attr-defined]
    if scene.view["phase"] == "place":
        for id in scene.view["hands"][scene.seat]:
            assert bare(words.name(scene.view, id)) in bare(seen)
    lying = words.lying(scene)
    new = [cell for cell in lying if lying[cell].new]
    shown = in_picture(new, seen)
    if scene.view["now"] is not None and len(shown) < len(new):
        asked = [cell for cell in lying if lying[cell].no == scene.view["now"]["no"]]
        assert asked and in_picture(asked, seen) == asked, (asked, seen)
    else:
        assert len(shown) == len(new) or (len(scene.names) > 2 and 2 * len(shown) >= len(new)), (new, seen)


def in_picture(cells: list[tuple[int, int]], seen: str) -> list[tuple[int, int]]:
    """Those of the cells whose row and column are drawn."""
    shown = [cell for cell in cells if re.search(rf"^ *{cell[1]} ", seen, re.MULTILINE)]
    columns = next((row for row in seen.splitlines() if "y\\x" in row), "").split()
    return [cell for cell in shown if str(cell[0]) in columns]


def board_of_circles(table: Table, scene: Scene, seen: str) -> None:
    """All circles with their pawns, and the hand."""
    assert all(f"c{number:02}" in seen for number in range(37))
    hand = table.sheet.hand(scene)  # type: ignore[attr-defined]
    assert bare("".join([line.plain for line in hand])) in bare(seen)


def board_of_lords(table: Table, scene: Scene, seen: str) -> None:
    """All lords with their creatures, and the hand."""
    for seat, lord in enumerate(scene.view["seats"]):
        assert f"p{seat} " in seen
        assert all(f"u{row['uid']} " in seen for row in lord["battlefield"])
    assert all(f"h{i} " in seen for i in range(len(scene.view["seats"][scene.seat]["hand"])))


BOARDS: dict[str, Callable[[Table, Scene, str], None]] = {
    "space_editor": board_of_cards,
    "vediic": board_of_circles,
    "five_spheres": board_of_lords,
}


class Onlooker:
    """Plays at random, opens lists on the way, and looks at the window before each answer."""

    def __init__(self, name: str, columns: int, lines: int, seed: int) -> None:
        self.board = BOARDS[name]
        self.columns = columns
        self.lines = lines
        self.dice = random.Random(seed)
        self.looks = 0
        self.news = 0
        self.after_action = True

    def __call__(self, table: Table, prompt: str) -> str | None:
        if table.match.to_act() is None:
            return None
        if "Enter" in prompt:
            return ""
        rows = (table.screen.out.getvalue() + prompt).split("\n")  # type: ignore[attr-defined]
        seen = rows[-self.lines :]
        assert max(cell_len(row) for row in seen) < self.columns, seen
        if self.after_action:
            self.look(table, "\n".join(seen))
        if table.offer.choices and self.dice.random() < 0.4:
            number = self.dice.randint(1, len(table.offer.choices))
            self.after_action = not self.is_warned(table, table.offer.choices[number - 1].line)
            return str(number)
        word = self.dice.choice(table.match.actions())
        self.after_action = not self.is_warned(table, word)
        return word

    @staticmethod
    def is_warned(table: Table, word: str) -> bool:
        """Will nothing but a warning be printed?"""
        seat = table.match.to_act()
        return word in table.match.actions() and seat is not None and table.is_idle(seat, word)

    def look(self, table: Table, seen: str) -> None:
        scene = table.here()
        assert table.top is not None and table.screen.rows + 1 - table.top <= self.lines, seen
        told = bare(seen)
        events = [event for event in scene.seen[scene.fresh :] if not table.sheet.is_quiet(scene, event)]
        for sentence in reversed(table.sheet.tell(scene, events)):
            if bare(sentence.plain) not in told:
                assert ":log)" in told, sentence.plain + "\nis not in\n" + seen
                break
            self.news += 1
        self.board(table, scene, seen)
        self.looks += 1


WINDOWS = [
    ("space_editor", {"mode": "half"}, ["human", "greedy"], 80, 24, "en"),
    ("space_editor", {"mode": "full"}, ["human", "greedy"], 80, 24, "ja"),
    ("space_editor", {"mode": "half"}, ["greedy", "human", "random", "random"], 100, 30, "ja"),
    ("space_editor", {"mode": "full"}, ["human", "greedy"], 120, 40, "en"),
    ("space_editor", {"mode": "half"}, ["human:Mika", "human:Ren"], 80, 24, "en"),
    ("vediic", {}, ["human", "greedy"], 80, 24, "en"),
    ("vediic", {"max_rounds": 10}, ["human", "greedy"], 80, 24, "ja"),
    ("vediic", {"max_rounds": 4}, ["human", "greedy", *["random"] * 5], 80, 24, "ja"),
    ("vediic", {"max_rounds": 10}, ["greedy", "human", "random"], 100, 30, "en"),
    ("vediic", {}, ["human", "greedy"], 120, 60, "ja"),
    ("five_spheres", {}, ["human", "greedy"], 80, 24, "ja"),
    ("five_spheres", {}, ["human", "greedy"], 100, 30, "en"),
]


@pytest.mark.parametrize(("name", "options", "players", "columns", "lines", "lang"), WINDOWS)
def test_every_question_of_a_match_fits_the_window(
    name: str, options: dict[str, str], players: list[str], columns: int, lines: int, lang: str
) -> None:
    person = Onlooker(name, columns, lines, 5)
    table, _ = lay_table(person, options, players, 5, lang, columns, known(name), lines)
    table.run()
    assert table.match.to_act() is None
    assert person.looks > 10 and person.news > 10


def test_more_of_the_picture_is_drawn_where_there_is_more_room() -> None:
    heights: dict[int, set[int]] = {}
    for lines in (24, 40, 70):
        found = heights.setdefault(lines, set())

        def answer(table: Table, prompt: str, lines: int = lines, found: set[int] = found) -> str | None:
            if table.match.taken > 14:
                return None
            found.add(len(table.sheet.picture(table.here(), lines - 6)))
            return table.match.actions()[0]

        lay_table(answer, {}, ["human", "human"], 3, game=known("vediic"), lines=lines)[0].run()
        assert max(found) <= lines - 6
    assert max(heights[24]) < max(heights[40]) < max(heights[70])


@needs_terminals
def test_a_window_is_used_as_it_is_and_a_match_is_come_back_to(tmp_path: Path) -> None:
    from terminal.window import Program

    words = ["play", "space_editor", "human", "random", "--seed", "3"]
    program = Program(words, tmp_path)
    seen = program.wait_for("place>")
    assert len(seen) <= 24 and "Seat 0: You (water)" in "\n".join(seen)
    for typed in ("p 1", "1", "right"):
        program.type(typed + "\r")
        time.sleep(0.2)
        seen = program.wait_for("place>")
    assert any(row.startswith("Since your last action: ") for row in seen)
    assert any(row.startswith("y\\x") for row in seen) and any("Reed Moon" in row for row in seen)

    program.type("rules 5\r")
    seen = program.wait_for("--")
    assert "Enter or space: more" in seen[-1] and any("SE-5.1" in row for row in seen) and len(seen) == 24
    program.type(" ")
    time.sleep(0.2)
    assert not any("SE-5.1" in row for row in program.wait_for("--"))
    program.type("q")
    program.wait_for("place>")

    program.resize(120, 50)
    program.type("view\r")
    time.sleep(0.2)
    wide = program.wait_for("place>")
    assert any("┌" in row for row in wide)
    program.type("\x03")
    assert "The match is kept: orrery play goes on with it." in program.end()
    assert program.status == 0
    (file,) = (tmp_path / "orrery" / "kept").glob("*.json")
    assert json.loads(file.read_text())["process"] == 0

    program = Program(["play"], tmp_path)
    seen = program.wait_for("[Y/n]")
    assert "You left a match of Space Editor with you and random" in "\n".join(seen)
    program.type("\r")
    seen = program.wait_for("place>")
    assert any("random placed" in row for row in seen)
    before = len(json.loads(file.read_text())["record"]["entries"])
    for typed in ("p 2", "1", "1"):
        program.type(typed + "\r")
        time.sleep(0.2)
        program.wait_for(">")
    program.kill()
    assert len(json.loads(file.read_text())["record"]["entries"]) > before

    program = Program(["play", "--lang", "ja"], tmp_path, lang="ja")
    assert "スペースエディター" in "\n".join(program.wait_for("[Y/n]"))
    program.type("forget\r")
    program.wait_for(">")
    assert not file.exists()
    program.type("\x04")
    program.end()
    assert program.status == 0


@needs_terminals
@pytest.mark.parametrize(
    ("words", "lang"), [(["docs", "glossary"], "en"), (["rules", "five_spheres", "FS-12", "--lang", "ja"], "ja")]
)
def test_long_texts_of_commands_come_in_pages(tmp_path: Path, words: list[str], lang: str) -> None:
    from terminal.window import Program

    program = Program(words, tmp_path, lang=lang)
    first = program.wait_for("--")
    assert len(first) <= 24
    program.type("\r")
    time.sleep(0.2)
    assert program.wait_for("--") != first
    program.type("q")
    program.end()
    assert program.status == 0

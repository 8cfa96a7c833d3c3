"""Drawing with characters: wrapping by cells, boxes that share borders, the universe in every size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from orrery.terminal.drawing import ASCII, UNICODE, Canvas, fit, row_of_boxes, spread, styled, trim, width, wrap
from orrery.terminal.games.space_editor.picture import (
    LARGE,
    SIZES,
    TINY,
    CardPiece,
    DownPiece,
    Piece,
    across,
    draw_universe,
    sides_shown,
)
from orrery.terminal.prompt import next_words

WORDS = st.text(alphabet="ab cd、。「」漢字かなABC,.()- ", max_size=120)


def card(name: str = "Twin Spring", marks: str = "") -> CardPiece:
    return CardPiece("water", "Wa", "★4", ["n3", "g2", "k", "-*"], "017", name, marks)


@given(WORDS, st.integers(6, 40), st.integers(0, 2))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: int, indent: int) -> None:
    lines = wrap(text, room, indent)
    assert all(width(line) <= room for line in lines)
    assert "".join(line.plain for line in lines).replace(" ", "") == text.replace(" ", "")


def test_a_line_does_not_begin_with_a_closing_mark() -> None:
    lines = [line.plain for line in wrap("カードを置きます。カードを置きます。", 16)]
    assert lines == ["カードを置きま", "す。カードを置き", "ます。"]


def test_styles_survive_wrapping() -> None:
    text = Text("one ").append("two three", "bold").append(" four")
    lines = wrap(text, 8)
    assert [line.plain for line in lines] == ["one two", "three", "four"]
    assert [line.spans[0].style for line in lines[:2]] == ["bold", "bold"]


@given(WORDS, st.integers(0, 20))
def test_texts_are_cut_and_filled_to_a_width_in_cells(text: str, room: int) -> None:
    assert width(trim(text, room)) <= room
    for align in ("left", "right", "centre"):
        assert width(fit(text, room, align)) == room


def test_boxes_share_their_borders() -> None:
    canvas = Canvas(UNICODE)
    canvas.box(0, 0, 1, 1)
    canvas.box(2, 0, 1, 1)
    canvas.box(2, 2, 1, 1)
    canvas.write(1, 1, "a")
    assert [row.plain for row in canvas.rows()] == ["┌─┬─┐", "│a│ │", "└─┼─┤", "  │ │", "  └─┘"]
    plain = Canvas(ASCII)
    plain.box(0, 0, 1, 1)
    assert [row.plain for row in plain.rows()] == ["+-+", "| |", "+-+"]


def test_a_style_does_not_spread_to_its_neighbours() -> None:
    line = across(styled("Wa", "bold red"), styled("-", "dim"), styled("★4", "green"), 9)
    assert line.plain == "Wa  -  ★4"
    assert [(span.start, span.end, span.style) for span in line.spans] == [
        (0, 2, "bold red"),
        (4, 5, "dim"),
        (7, 9, "green"),
    ]


def test_rows_of_boxes_and_columns_fit_the_room() -> None:
    boxes = [(Text(f"{i} 長い名前のカード"), card().draw(LARGE)) for i in range(7)]
    assert all(width(line) <= 79 for line in row_of_boxes(UNICODE, boxes, LARGE.inner, 79))
    assert all(width(line) <= 40 for line in spread([Text("1,0 r0 r1 r2")] * 9, 40))


def test_a_card_shows_its_sides_as_it_lies() -> None:
    """SE-2.8: with r1 the printed north side looks east."""
    assert sides_shown({"sides": ["n3", "g2", "k", "-"]}, 1) == ["-", "n3", "g2", "k"]
    assert [line.plain for line in card(marks="!").draw(LARGE)] == ["Wa    n3   ★4", "-* Twin Sp g2", "!     k   017"]


@pytest.mark.parametrize("size", SIZES)
def test_a_card_fits_every_size(size: object) -> None:
    wide = CardPiece(
        "fire", "火", "★99", ["n99*", "g99*", "n99*", "g99*"], "a_long_id", "とても長い名前のカード", "!+z"
    )
    for piece in (card(), wide, DownPiece("a_long_id", "とても長い名前のカード", "!+z"), DownPiece("", "")):
        for line in piece.draw(size):  # type: ignore[arg-type]
            assert width(trim(line, size.inner)) <= size.inner  # type: ignore[attr-defined]


def drawn(pieces: dict[tuple[int, int], Piece], room: int = 79) -> list[str]:
    return [line.plain for line in draw_universe(UNICODE, pieces, room)]


def test_north_is_up_and_the_margins_count_the_cells() -> None:
    lines = drawn({(0, 0): card("Base"), (0, 1): card("North"), (1, 0): card("East")})
    assert lines[0].split() == ["y\\x", "0", "1"]
    assert next(i for i, line in enumerate(lines) if "North" in line) < next(
        i for i, line in enumerate(lines) if "Base" in line
    )
    assert [line[:4].strip() for line in lines if line[:4].strip()] == ["y\\x", "1", "0"]


def test_empty_columns_and_rows_are_left_out_with_a_gap() -> None:
    lines = drawn({(-3, 0): card("West"), (4, 0): card("East"), (4, 5): card("Far")})
    assert lines[0].split() == ["y\\x", "-3", "4"]
    assert not any("┬" in line or "┼" in line for line in lines)


@pytest.mark.parametrize("across_cells", [1, 5, 7, 9, 12, 18, 21, 60])
def test_a_universe_of_any_width_fits_80_columns(across_cells: int) -> None:
    pieces: dict[tuple[int, int], Piece] = {(x - 10, x % 2): card() for x in range(across_cells)}
    lines = drawn(pieces)
    assert all(cell_len(line) <= 79 for line in lines)
    shown = {word for line in lines if line.startswith("y\\x") for word in line.split()[1:]}
    assert shown == {str(x - 10) for x in range(across_cells)}
    assert any("n3" in line for line in lines) == (across_cells <= 12)


def test_the_smallest_size_has_one_line_a_row() -> None:
    lines = draw_universe(UNICODE, {(0, 0): card(), (1, 0): DownPiece("x", "y")}, 79, TINY)
    assert [line.plain for line in lines] == ["y\\x  0   1", "  0 Wa4 ///"]


def test_completion_goes_word_by_word() -> None:
    lines = ["place 012 1,0 r0", "place 012 1,0 r2", "place 013 0,1 r0", "pass", "help"]
    assert next_words("pl", lines) == ["place"]
    assert next_words("place ", lines) == ["012", "013"]
    assert next_words("place 012 1,0 ", lines) == ["r0", "r2"]
    assert next_words("PA", lines) == ["pass"]
    assert next_words("x", lines) == []

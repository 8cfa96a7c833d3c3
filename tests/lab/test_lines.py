"""A sheet on a terminal: in 80 columns nothing is left out and nothing is wider, and no name can steer the terminal."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from lab.sheet import CARDS, EVIL, sample
from orrery.lab.lines import folded, lines, plot_lines, table_lines
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Sheet, Table, Verdict, said

WORD = said("word", "言葉")


@pytest.mark.parametrize("width", [60, 80, 132])
def test_a_sheet_fits_the_terminal_but_for_commands_which_stay_whole(width: int) -> None:
    sheet = sample()
    made = lines(sheet, width)
    wider = [line for line in made if cell_len(line) > width]
    assert all(line.startswith("Made by: orrery lab diff") for line in wider)
    assert made[-1] == f"Made by: {sheet.command}"
    assert all(line == line.rstrip() for line in made)


def test_everything_is_there_with_its_interval() -> None:
    text = "\n".join(lines(sample(), 250))
    assert text.startswith("Five Spheres: first_light against my-set\n====")
    assert "Seed: 1; Matches: 24,000; Build: compiled" in text
    assert sum(line.startswith("Comet of the") for line in text.splitlines()) == CARDS - 1
    assert EVIL in text
    assert "? open" in text and "▲ better" in text and "◆ good only for the weak" in text
    assert "[1] Stopped at the bound of matches." in text
    assert "Difference: After minus before" in text
    assert "In brackets stands the interval of 95 % of a figure" in text


def test_a_table_goes_on_in_blocks_with_its_first_column_again() -> None:
    rows: list[dict[str, Cell]] = [
        {"name": "a name", "one": Figure(0.4, 0.35, 0.45), "two": Figure(0.031, 0.01, 0.05, "points")},
        {"name": "b", "one": Figure(None), "none": ""},
    ]
    columns = [Column(key, said(key, key)) for key in ("name", "one", "two", "none")]
    assert table_lines(Table("t", WORD, columns, rows), 40) == [
        "word:",
        "name                      one",
        "a name  40.0 % (35.0 to 45.0)",
        "b                           -",
        "",
        "name                    two",
        "a name  +3.1 (+1.0 to +5.0)",
        "b",
    ]
    assert table_lines(Table("t", WORD, columns, rows), 80)[1:3] == [
        "name                      one                  two",
        "a name  40.0 % (35.0 to 45.0)  +3.1 (+1.0 to +5.0)",
    ]


def test_wide_letters_are_counted_and_long_names_are_folded_where_there_is_no_room() -> None:
    rows: list[dict[str, Cell]] = [
        {"name": "第七夜の彗星", "value": Figure(7, kind="count")},
        {"name": "a very long name of a card that nobody can say", "value": Figure(12, kind="count")},
    ]
    columns = [Column("name", said("name", "名")), Column("value", said("value", "値"))]
    assert table_lines(Table("t", WORD, columns, rows), 40)[1:] == [
        "name                  value",
        "第七夜の彗星              7",
        "a very long name         12",
        "  of a card that",
        "  nobody can say",
    ]


def test_long_tables_may_end_early_and_say_so() -> None:
    made = lines(sample(), 250, 5)
    assert sum(line.startswith("Comet of the") for line in made) == 5
    assert f"... and {CARDS - 5} more rows" in made


def test_a_name_cannot_steer_the_terminal() -> None:
    rows: list[dict[str, Cell]] = [
        {"x": "\x1b[2Jgone\r\n\x07", "y": Verdict("v", said("\x1b]0;me\x07", "言葉"), "mark")}
    ]
    columns = [Column("x", said("a\x1bb", "言葉")), Column("y", WORD)]
    for line in table_lines(Table("t", WORD, columns, rows), 80):
        assert line.isprintable()
    assert lines(Sheet(said("\x9b1m", "言葉"), "orrery\n\x1b[0m"))[0] == " 1m"


def test_a_plot_shows_dots_whiskers_the_band_and_every_series() -> None:
    rows = [
        Mark(said("Water", "水"), [Figure(0.3, 0.25, 0.35), Figure(0.5, 0.4, 0.6)]),
        Mark(said("Fire", "火"), [Figure(0.62), None]),
    ]
    plot = Plot("p", WORD, "intervals", rows, None, ["greedy", "level4"], (0.45, 0.55))
    title, keys, first, second, third, fourth, rule, marks = plot_lines(plot, 60)
    assert (title, keys) == ("word:", "● greedy, ■ level4")
    assert first.startswith("Water  ") and first.index("├") < first.index("●") < first.index("┤") < first.index("┊")
    assert "■" in second and "┊" not in second
    assert third.startswith("Fire") and "●" in third and "├" not in third
    assert fourth.count("┊") == 2 and "■" not in fourth
    assert set(rule.strip()) == {"─", "┴"} and marks.split() == [
        "20",
        "%",
        "30",
        "%",
        "40",
        "%",
        "50",
        "%",
        "60",
        "%",
        "70",
        "%",
    ]


def test_bars_reach_from_nothing_to_their_value() -> None:
    rows = [Mark("1", [Figure(-2, kind="change")]), Mark("2", [Figure(4, kind="change")])]
    _, down, up, _, _ = plot_lines(Plot("p", WORD, "bars", rows), 60)
    assert down.index("●") < down.index("┤") == up.index("├") < up.index("●")


def test_a_plot_without_figures_says_so() -> None:
    assert plot_lines(Plot("p", WORD, "lines", [Mark("a", [Figure(None)])]), 60)[1:] == [
        "There is nothing to draw yet."
    ]


def test_sentences_fold_between_words_and_only_a_long_word_is_broken() -> None:
    assert folded("one two three", 8) == ["one two", "three"]
    assert folded("abcdefghij k", 4) == ["abcd", "efgh", "ij k"]
    assert folded("第七夜の彗星", 6) == ["第七夜", "の彗星"]
    assert folded("", 8) == [""]

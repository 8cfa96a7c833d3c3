"""What the lab found as a document: figures in words, rows in order, everything as JSON, and faults that are told."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from lab.sheet import CARDS, sample
from orrery.lab.plot import axis_of, mark_words, plot_axis
from orrery.lab.sheets import Cell, Column, Figure, Mark, Plot, Table, Verdict, in_words, said

WORD = said("word", "言葉")


@pytest.mark.parametrize(
    ("figure", "shown", "ends"),
    [
        (Figure(0.4641, 0.43, 0.5), "46.4 %", ("43.0", "50.0")),
        (Figure(1.0), "100.0 %", None),
        (Figure(0.048, -0.01, 0.1, "points"), "+4.8", ("-1.0", "+10.0")),
        (Figure(-0.0004, kind="points"), "0.0", None),
        (Figure(12.34, 9.96, 14.0, "number"), "12.3", ("10.0", "14.0")),
        (Figure(0.034, 0.01, 1.5, "number"), "0.03", ("0.01", "1.50")),
        (Figure(8.7123, 8.69, 8.73, "number"), "8.71", ("8.69", "8.73")),
        (Figure(1234.5, 1100, 1300, "number"), "1,234", ("1,100", "1,300")),
        (Figure(0.0312, kind="number"), "0.031", None),
        (Figure(0.00042, kind="number"), "0.0004", None),
        (Figure(0.0, kind="number"), "0.0", None),
        (Figure(0.0, 0.0, 0.0, "change"), "0.0", ("0.0", "0.0")),
        (Figure(0.0, -9.45, 9.45, "change"), "0.0", ("-9.4", "+9.4")),
        (Figure(-2.25, -3, 1, "change"), "-2.2", ("-3.0", "+1.0")),
        (Figure(24_000, kind="count"), "24,000", None),
        (Figure(None, None, None), "-", None),
        (Figure(0.5, None, 0.7), "50.0 %", None),
    ],
)
def test_a_figure_is_rounded_only_when_it_is_shown(figure: Figure, shown: str, ends: tuple[str, str] | None) -> None:
    assert (figure.shown(), figure.ends()) == (shown, ends)


def test_what_is_not_finite_is_not_known() -> None:
    figure = Figure(math.nan, -math.inf, math.inf)
    assert figure == Figure(None)
    assert json.loads(json.dumps(figure.as_json(), allow_nan=False)) == {
        "kind": "share",
        "value": None,
        "low": None,
        "high": None,
    }


def test_json_keeps_figures_as_they_were_measured_and_all_languages() -> None:
    text = json.dumps(sample().as_json(), allow_nan=False)
    found: dict[str, Any] = json.loads(text)
    assert list(found) == ["title", "command", "facts", "sections", "notes"]
    assert found["facts"][3] == {"name": {"en": "Seed", "ja": "シード"}, "value": "1"}
    pairs, cards, skill = found["sections"]
    assert [pairs["key"], cards["key"], skill["key"]] == ["pairings", "cards", "skill"]
    assert "command" in pairs and "command" not in cards
    row = pairs["tables"][0]["rows"][3]
    assert row["pair"] == {"en": "Water – Light of the Far Shore", "ja": "水 – 彼岸の光"}
    assert row["verdict"] == {"verdict": "open", "tone": "open", "said": {"en": "open", "ja": "未決"}}
    change = row["change"]
    assert change["kind"] == "points" and change["low"] == pytest.approx(change["value"] - 0.014)
    assert change["note"]["en"].startswith("Stopped")
    assert "note" not in pairs["tables"][0]["rows"][0]["change"]
    plot = pairs["plots"][0]
    assert (plot["kind"], plot["band"], plot["middle"]) == ("intervals", [0.45, 0.55], 0.5)
    assert plot["series"] == ["greedy", "level3", "level4"] and len(plot["rows"][0]["figures"]) == 3
    assert len(cards["tables"][0]["rows"]) == CARDS


def table(sort: str | None, *cells: Cell) -> Table:
    return Table("t", WORD, [Column("x", WORD)], [{"x": cell} for cell in cells], None, sort)


def test_rows_are_ordered_by_size_and_what_is_unknown_stays_last_either_way() -> None:
    cells = [Figure(0.5), Figure(None), Figure(-1.0), Figure(0.7)]
    for sort, order in ((None, [0.5, None, -1.0, 0.7]), ("x", [-1.0, 0.5, 0.7, None]), ("-x", [0.7, 0.5, -1.0, None])):
        values = [cell.value for row in table(sort, *cells).ordered() if isinstance(cell := row["x"], Figure)]
        assert values == order


def test_texts_are_ordered_by_their_english_letters() -> None:
    made = table("x", "pear", said("Apple", "林檎"), None, Verdict("v", said("fig", "無花果"), "good"), "")
    assert [
        in_words(cell) if not isinstance(cell := row["x"], Verdict | Figure) else "fig" for row in made.ordered()
    ] == [
        "Apple",
        "fig",
        "pear",
        "",
        "",
    ]


def test_json_has_the_rows_as_they_are_shown() -> None:
    rows = table("-x", Figure(1, kind="count"), Figure(3, kind="count")).as_json()["rows"]
    assert [row["x"]["value"] for row in rows] == [3, 1]


def test_a_text_that_is_missing_in_a_language_is_told_in_english() -> None:
    assert in_words({"en": "word"}, "ja") == "word"
    assert in_words(WORD, "ja") == "言葉"
    assert in_words("level3", "ja") == "level3"
    assert in_words(None) == ""


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Figure(1, kind="percent"), "a figure is one of share, points, number, change, count, not 'percent'"),
        (lambda: Verdict("v", WORD, "green"), "a tone is one of good, bad, even, open, mark, not 'green'"),
        (lambda: Table("t", WORD, [], []), "the table 't' has no column"),
        (lambda: Table("t", WORD, [Column("x", WORD)], [{"y": ""}]), "the table 't' has no column 'y'; it has x"),
        (lambda: Table("t", WORD, [Column("x", WORD)], [], None, "-z"), "the table 't' has no column '-z'; it has x"),
        (lambda: Plot("p", WORD, "pie", []), "a plot is one of intervals, bars, lines, not 'pie'"),
        (
            lambda: Plot("p", WORD, "bars", [Mark("one", [Figure(1)])], series=["a", "b"]),
            "the plot 'p' has 2 figures in a row, but 'one' has 1",
        ),
        (
            lambda: Plot("p", WORD, "bars", [Mark("a", [Figure(1)]), Mark("b", [Figure(1, kind="count")])]),
            "the plot 'p' has figures of several kinds: count, share",
        ),
        (
            lambda: Plot("p", WORD, "lines", [Mark("a", [Figure(1)], 3.0), Mark("b", [Figure(1)])]),
            "the plot 'p' says of some rows where they stand, and of some not",
        ),
    ],
)
def test_a_part_that_makes_no_sense_is_refused_with_words(make: Any, words: str) -> None:
    with pytest.raises(ValueError) as told:
        make()
    assert str(told.value) == words


# --- axes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", [[], [3.0], [0.1, 0.2], [-40.0, 1000.0], [1e-9, 2e-9], [99.999999999, 100.0]])
def test_an_axis_holds_all_numbers_with_few_round_steps(numbers: list[float]) -> None:
    axis = axis_of(numbers, 0.5)
    assert all(-1e-6 <= axis.place(number) <= 1 + 1e-6 for number in numbers)
    assert 2 <= len(axis.marks()) <= 9
    assert axis.marks()[-1] == pytest.approx(axis.top)


@pytest.mark.parametrize("shares", [[1.0], [0.0], [0.97, 1.0], [0.5], [0.0, 1.0], []])
def test_an_axis_of_shares_stays_between_none_and_all(shares: list[float]) -> None:
    plot = Plot("p", WORD, "intervals", [Mark("a", [Figure(share)]) for share in shares])
    axis = plot_axis(plot)
    assert 0 <= axis.bottom < axis.top <= 100
    assert all(0 <= axis.place(share * 100) <= 1 for share in shares)
    assert mark_words(plot, axis)(50.0) == "50 %"


def test_bars_begin_at_nothing_and_differences_have_signs() -> None:
    rows = [Mark("a", [Figure(0.2, kind="points")]), Mark("b", [Figure(0.3, kind="points")])]
    assert plot_axis(Plot("p", WORD, "bars", rows)).bottom == 0.0
    moved = Plot("p", WORD, "intervals", rows)
    axis = plot_axis(moved)
    assert axis.bottom >= 15.0
    assert [mark_words(moved, axis)(number) for number in (-5.0, 0.0, 5.0)] == ["-5", "0", "+5"]


def test_one_interval_of_which_nothing_is_known_does_not_hide_what_is_known_of_the_others() -> None:
    known = [Mark(f"card {turn}", [Figure(turn, turn - 2, turn + 2, "number")]) for turn in range(5, 15)]
    wild = Mark("wild", [Figure(9, 0, 15_000, "number")])
    axis = plot_axis(Plot("p", WORD, "intervals", [*known, wild]))
    assert axis.bottom <= 3 and 16 <= axis.top <= 40
    shares = [Mark("a", [Figure(0.5, 0.49, 0.51)]), Mark("b", [Figure(0.5, 0.0, 1.0)])]
    axis = plot_axis(Plot("p", WORD, "intervals", shares))
    assert (axis.bottom, axis.top) == (0, 100)


def test_what_is_said_of_several_columns_is_said_once() -> None:
    columns = [Column("a", "a", WORD), Column("b", "b", said("else", "別")), Column("c", "c", WORD), Column("d", "d")]
    assert Table("t", WORD, columns, []).abouts() == [(["a", "c"], WORD), (["b"], said("else", "別"))]

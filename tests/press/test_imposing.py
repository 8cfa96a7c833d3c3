"""Where things lie on sheets: nothing overlaps, nothing is lost, and backs come behind their faces."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orrery.press.imposing import MARGIN, OVERLAP, cut_marks, folded, grid, mirrored, tiling
from orrery.press.order import PAPERS, BadOrder, Order


@pytest.mark.parametrize(
    ("bleed", "size", "count"),
    [(0, (63, 88), 9), (3, (63, 88), 8), (0, (63.5, 63.5), 12), (3, (63.5, 63.5), 8)],
)
def test_a4_takes_as_many_cards_as_people_expect(bleed: float, size: tuple[float, float], count: int) -> None:
    assert len(grid(Order(bleed=bleed), *size).places) == count


@settings(deadline=None)
@given(
    st.sampled_from(list(PAPERS)),
    st.floats(0, 5),
    st.floats(15, 90),
    st.floats(15, 130),
    st.sampled_from(["duplex", "fold"]),
)
def test_things_keep_off_each_other_and_off_the_edge(
    paper: str, bleed: float, wide: float, high: float, backs: str
) -> None:
    sheet = grid(Order(paper=paper, bleed=bleed, backs=backs), wide, high)
    assert {sheet.width, sheet.height} == set(PAPERS[paper])
    assert backs != "fold" or sheet.columns % 2 == 0, "as many to the left of the fold as to the right"
    for x, y in sheet.places:
        assert x - bleed >= MARGIN - 1e-4 and y - bleed >= MARGIN - 1e-4
        assert x + wide + bleed <= sheet.width - MARGIN + 1e-4 and y + high + bleed <= sheet.height - MARGIN + 1e-4
    for i, (x, y) in enumerate(sheet.places):
        for other_x, other_y in sheet.places[:i]:
            apart = abs(x - other_x) >= wide + 2 * bleed - 1e-4 or abs(y - other_y) >= high + 2 * bleed - 1e-4
            assert apart
    # Turned over sideways, each place is the place of a back.
    turned = {(round(mirrored(sheet, x, wide), 3), round(y, 3)) for x, y in sheet.places}
    assert turned == {(round(x, 3), round(y, 3)) for x, y in sheet.places}


@settings(deadline=None)
@given(st.floats(0, 4), st.sampled_from(["corners", "full"]))
def test_marks_point_at_every_cut_and_short_ones_never_lie_on_a_card(bleed: float, marks: str) -> None:
    order = Order(bleed=bleed, marks=marks)
    sheet = grid(order, 63, 88)
    lines = cut_marks(order, sheet, sheet.places, 63, 88)
    upright = {round(line.x1, 4) for line in lines if line.x1 == line.x2}
    level = {round(line.y1, 4) for line in lines if line.y1 == line.y2}
    assert upright == {round(edge, 4) for x, _ in sheet.places for edge in (x, x + 63)}
    assert level == {round(edge, 4) for _, y in sheet.places for edge in (y, y + 88)}
    if marks == "full":
        return
    for line in lines:
        left, right = sorted((line.x1, line.x2))
        top, foot = sorted((line.y1, line.y2))
        for x, y in sheet.places:
            inside = left < x + 63 - 1e-6 and right > x + 1e-6 and top < y + 88 - 1e-6 and foot > y + 1e-6
            assert not inside, (line, x, y)


def test_what_is_too_large_is_refused_with_what_would_help() -> None:
    with pytest.raises(BadOrder, match="take larger paper"):
        grid(Order(), 250, 300)


@settings(deadline=None)
@given(st.sampled_from(list(PAPERS)), st.floats(100, 900))
def test_tiles_show_the_whole_board_and_share_a_strip_with_each_neighbour(paper: str, size: float) -> None:
    shared = tiling(paper, size)
    for axis, room in (("left", shared.wide), ("top", shared.high)):
        starts = sorted({round(getattr(tile, axis), 6) for tile in shared.tiles})
        assert starts[0] == 0 and abs(starts[-1] + room - size) < 1e-3
        for one, other in itertools.pairwise(starts):
            assert abs(one + room - other - OVERLAP) < 1e-3
    assert shared.wide <= shared.width and shared.high <= shared.height


@settings(deadline=None)
@given(st.integers(1, 70))
def test_a_folded_booklet_is_read_in_order(pages: int) -> None:
    sides = folded(pages)
    leaves = [sides[i : i + 2] for i in range(0, len(sides), 2)]
    order: list[int | None] = [page for (_, right), (left, _) in leaves for page in (right, left)]
    order += [page for (front_left, _), (_, back_right) in reversed(leaves) for page in (back_right, front_left)]
    assert [page for page in order if page is not None] == list(range(pages))
    assert len(sides) % 2 == 0 and len(order) - pages < 4

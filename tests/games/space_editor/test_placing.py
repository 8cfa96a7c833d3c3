"""Where a card may lie: SE-4, with the terms of SE-1 that it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.abilities import do, forbid, protect, when
from games.space_editor.arrange import play, refused, table
from games.space_editor.cards import gifted, star
from games.space_editor.lying import at, cells, is_up
from games.space_editor.told import named
from marks import clause
from orrery.core.match import Match

AROUND = {(0, 1), (1, 0), (0, -1), (-1, 0)}

CONNECTS = {
    "n": {"n": True, "g": True, "-": False, "k": False, "f": False},
    "g": {"n": True, "g": True, "-": True, "k": False, "f": False},
    "-": {"n": False, "g": True, "-": True, "k": False, "f": True},
    "k": {"n": False, "g": False, "-": True, "k": False, "f": True},
}
SIDE = {"n": "n3", "g": "g9", "-": "-", "k": "k"}


def beside(put_down: str, touched: str) -> Match:
    """Seat 0 holds p, whose west side is put_down; t lies at 0,0 and shows `touched` to the east, f: face down."""
    picture = "/t" if touched == "f" else "t"
    east = "n1" if touched == "f" else touched
    return table(picture, {"t": f"- {east} - -", "p": f"- - - {put_down}"})


@clause("SE-4.2")
@pytest.mark.parametrize("touched", "ng-kf")
@pytest.mark.parametrize("put_down", "ng-k")
def test_sides_connect_as_the_table_says(put_down: str, touched: str) -> None:
    match = beside(SIDE[put_down], SIDE.get(touched, "f"))
    if CONNECTS[put_down][touched]:
        assert "place p 1,0 r0" in match.actions()
    else:
        assert refused(match, "place p 1,0 r0") == ("does_not_connect", "SE-4.2")


@clause("SE-4.2")
@pytest.mark.parametrize("value", [1, 2, 50, 99])
@pytest.mark.parametrize(("mine", "theirs"), [("n", "n"), ("n", "g"), ("g", "n"), ("g", "g")])
def test_values_play_no_part_in_connecting(mine: str, theirs: str, value: int) -> None:
    # The free n99 and g99 keep p from falling, so that only the connection is asked for.
    match = table("t", {"t": f"- {theirs}50 - -", "p": f"n99 g99 - {mine}{value}"})
    assert "place p 1,0 r0" in match.actions()


@clause("SE-4.2")
def test_blank_does_not_join_kinetic_even_on_a_protected_card() -> None:
    shield = gifted("- - g1 -", protect("any", "turn_down"))
    match = table("s\nt", {"s": shield, "t": "g1 k - -", "p": "- - - -", "q": "- - - k"}, ("p",))
    assert refused(match, "place p 1,0 r0") == ("does_not_connect", "SE-4.2")


@clause("SE-4.3")
@pytest.mark.parametrize("north", ["n1", "g1", "-", "k"])
def test_every_touching_side_must_connect(north: str) -> None:
    # p touches q to the north and t to the west; the west side always connects.
    match = table(". q\nt .", {"q": f"- - {north} -", "t": "- g1 - -", "p": "g1 - - g1"})
    assert ("place p 1,0 r0" in match.actions()) is (north != "k")


@clause("SE-4.4")
@pytest.mark.parametrize(
    ("put_down", "touched", "legal"),
    [
        ("- - - n2", "n3", False),
        ("- - - n2", "n2", True),
        ("n9 - - n2", "n3", True),
        ("- - - g2", "n3", False),
        ("- - - g2", "n2", True),
        ("g1 - - g2", "n3", True),
        ("n9 - - g2", "n3", False),
        ("g9 - - n2", "n3", False),
        ("- - - n9", "n3", True),
        ("- - - g2", "g9", True),
        ("- - - n2", "g9", True),
        ("- - - -", "g9", True),
    ],
)
def test_a_card_may_not_be_put_where_it_would_fall(put_down: str, touched: str, legal: bool) -> None:
    match = table("t", {"t": f"- {touched} - -", "p": put_down})
    if legal:
        assert "place p 1,0 r0" in match.actions()
    else:
        assert refused(match, "place p 1,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-4.4")
def test_two_blank_sides_on_gravity_forbid_a_place_and_one_does_not() -> None:
    cards = {"t": "- g1 - -", "q": "- - g1 -", "p": "- n9 n9 -"}
    assert refused(table(". q\nt .", cards), "place p 1,0 r0") == ("would_fall", "SE-4.4")
    assert "place p 1,0 r0" in table(". q\nt .", cards | {"q": "- - - -"}).actions()


@clause("SE-4.4", "SE-8.9", "SE-11.7a")
@pytest.mark.parametrize(
    ("static", "legal"),
    [
        (protect("around", "turn_down"), True),
        (protect("around", "turn_down", cause="energy"), True),
        (protect("around", "turn_down", cause="ability"), False),
        (protect("around", "rotate", "relocate"), False),
        (protect("around", "turn_down", kind=["star"]), False),
        (protect("around", "turn_down", placer="me"), True),
        (protect("around", "turn_down", placer="other"), False),
        (protect("self", "turn_down"), False),
    ],
)
def test_a_deadly_place_is_legal_for_a_card_protected_there(static: dict[str, Any], legal: bool) -> None:
    match = table("s\nt", {"s": gifted("- - g1 -", static), "t": "g1 n3 - -", "p": "- - - n2"})
    if legal:
        play(match, "place p 1,0 r0")
        assert is_up(match, 1, 0)
    else:
        assert refused(match, "place p 1,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-4.4")
def test_a_protector_out_of_reach_does_not_make_a_deadly_place_legal() -> None:
    cards = {"s": gifted("- - g1 -", protect("adjacent", "turn_down")), "t": "g1 n3 - -", "p": "- - - n2"}
    assert refused(table("s\nt", cards), "place p 1,0 r0") == ("would_fall", "SE-4.4")
    assert "place p 1,0 r0" in table(". s\nt .", cards | {"p": "g1 - - n2"}).actions()


@clause("SE-4.4", "SE-8.2")
@pytest.mark.parametrize("shield", ["/s", "s+"])
def test_a_sleeping_protector_does_not_make_a_deadly_place_legal(shield: str) -> None:
    cards = {"s": gifted("- - - -", protect("any", "turn_down")), "t": "- n3 - -", "p": "- - - n2"}
    assert refused(table(f"{shield} . .\n. . t", cards), "place p 3,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-4.5", "SE-1.3")
@pytest.mark.parametrize("picture", ["t q", "t /q", "/t q"])
def test_a_taken_cell_refuses_a_card_whichever_way_its_card_lies(picture: str) -> None:
    match = table(picture, {"t": "- - - -", "q": "- - - -", "p": "- - - -"})
    for x in (0, 1):
        assert refused(match, f"place p {x},0 r0") == ("cell_taken", "SE-4.5")
    assert not {(0, 0), (1, 0)} & cells(match, "place", "p")


@clause("SE-4.5", "SE-3.6")
@pytest.mark.parametrize(("size", "low", "high"), [([3, 3], -1, 1), ([4, 4], -2, 1), ([1, 2], 0, 0)])
def test_a_cell_off_the_table_refuses_a_card(size: list[int], low: int, high: int) -> None:
    options = {"table": size}
    match = table("t", {"t": "- - - -", "p": "- - - -"}, options=options, corner=(high, 0))
    assert refused(match, f"place p {high + 1},0 r0") == ("off_table", "SE-4.5")
    match = table("t", {"t": "- - - -", "p": "- - - -"}, options=options, corner=(low, 0))
    assert refused(match, f"place p {low - 1},0 r0") == ("off_table", "SE-4.5")
    assert (low - 1, 0) not in cells(match, "place", "p")


@clause("SE-4.6", "SE-1.4")
@pytest.mark.parametrize("picture", ["t", "/t"])
def test_a_card_must_touch_a_placed_card_by_an_edge(picture: str) -> None:
    match = table(picture, {"t": "- - - -", "p": "- - - -"})
    assert cells(match, "place", "p") == AROUND
    for corner in ("1,1", "-1,1", "1,-1", "-1,-1"):
        assert refused(match, f"place p {corner} r0") == ("touches_nothing", "SE-4.6")
    assert refused(match, "place p 5,5 r0") == ("touches_nothing", "SE-4.6")


@clause("SE-4.6")
def test_a_card_is_put_down_face_up() -> None:
    match = table("t", {"t": "- - - -", "p": "- - - -"})
    play(match, "place p 0,1 r2")
    lies = {"x": 0, "y": 1, "card": "p", "r": 2, "up": True, "placer": 0, "turn": 5, "no": 1}
    assert at(match, 0, 1) == lies | {"guard": 0, "silence": 0, "void": False}


@clause("SE-4.6", "SE-8.10")
def test_a_relocated_card_does_not_count_as_its_own_neighbour() -> None:
    mover = when("neighbour_placed", do("relocate", "event"))
    match = table("m", {"m": gifted("- - - -", mover), "p": "- - - -"})
    play(match, "place p 1,0 r0")
    # Only cells beside m are left; 2,0 and 1,1 touch nothing but the cell that p comes from.
    assert cells(match, "relocate") == {(0, 1), (-1, 0), (0, -1)}
    assert refused(match, "relocate 2,0 r0") == ("touches_nothing", "SE-4.6")


@clause("SE-4.7", "SE-2.8")
def test_the_rotation_is_free_within_what_connects_and_stands() -> None:
    match = table("t", {"t": "n1 n1 n1 n1", "p": "n1 g1 k -"})
    # Beside a nuclear side only n1 and g1 connect: the side that faces west is printed side 3 - r.
    assert {word for word in match.actions() if word.startswith("place p 1,0")} == {"place p 1,0 r2", "place p 1,0 r3"}
    match = table("t", {"t": "- - - -", "p": "g1 g1 g1 g1"})
    assert {word for word in match.actions() if word.startswith("place p 1,0")} == {
        f"place p 1,0 r{r}" for r in range(4)
    }


@clause("SE-4.8", "SE-11.7b")
def test_a_forbid_bars_a_card_only_while_its_card_is_awake() -> None:
    cards = {"f": gifted("- - - -", forbid("adjacent")), "p": "- - - -"}
    assert refused(table("f", cards | {"t": "- - - -"}), "place p 0,1 r0") == ("barred", "SE-4.8")
    for picture in ("/f", "f+"):
        assert cells(table(picture, cards), "place", "p") == AROUND
    silenced = table("f", cards, marks={(0, 0): {"silence": 5}})
    assert cells(silenced, "place", "p") == AROUND


@clause("SE-4.8")
def test_a_card_does_not_bar_itself_from_where_it_is_relocated() -> None:
    cards = {
        "f": gifted("- - - -", forbid("any")),
        "m": gifted("- - - -", when("turned_down", do("relocate", "any"))),
        "p": "- - - -",
    }
    # f bars every card from everywhere but does not bar itself.
    pending = {"no": 0, "ability": 0, "event": 0, "actor": 0, "decider": 0}
    now = pending | {"effect": 0, "stage": "target", "subject": None}
    match = table("m f", cards, phase="resolve", now=now)
    assert match.actions() == ["target 1,0"]
    play(match, "target 1,0")
    assert cells(match, "relocate") == {(0, 1), (-1, 0), (0, -1)}
    play(match, "relocate 0,1 r0")


@clause("SE-4.9", "SE-5.8")
@pytest.mark.parametrize("placer", [0, 1])
@pytest.mark.parametrize("element", ["water", "wind", "earth", "fire"])
def test_elements_and_owners_play_no_part(element: str, placer: int) -> None:
    match = table(f"t@{placer}", {"t": star("- n1 - -", element=element), "p": star("- - - n2", element="earth")})
    assert "place p 1,0 r0" in match.actions()
    play(match, "place p 1,0 r0")
    assert not is_up(match, 0, 0)


WAYS = ("place step", "ability", "relocation")


def put_down(way: str) -> tuple[Match, str]:
    """Seat 0 is about to put p down in one of three ways; with the words that stand before cell and rotation.

    t lies on the right edge of the table, f bars the cell between it and t, m is the ability at work.
    """
    verb = do("relocate", "any") if way == "relocation" else do("place")
    cards = {
        "t": "- - - n3",
        "f": gifted("g1 - - -", forbid("adjacent")),
        "m": gifted("- - - -", when("turned_up", verb)),
        "p": "n2 - k -",
    }
    picture = f"""
        . . m#2
        . . .
        {"p#3" if way == "relocation" else "."} . .
        . . .
        . . .
        . . t#0
        . . .
        . . f#1"""
    pending = {"no": 2, "ability": 0, "event": 2, "actor": 0, "decider": 0, "effect": 0}
    more: dict[str, Any] = {"options": {"table": [3, 11]}, "corner": (-1, -2)}
    if way == "relocation":
        more |= {"phase": "resolve", "now": pending | {"stage": "relocate", "subject": 3}}
    elif way == "ability":
        more |= {"phase": "resolve", "now": pending | {"stage": "place", "subject": None}}
    return table(picture, cards, **more), "relocate" if way == "relocation" else "place p"


@clause("SE-4.1")
@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("0,0 r0", "does_not_connect"),
        ("0,0 r1", "would_fall"),
        ("1,0 r0", "cell_taken"),
        ("2,0 r0", "off_table"),
        ("0,1 r0", "touches_nothing"),
        ("1,-1 r2", "barred"),
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_the_same_tests_hold_for_every_way_of_putting_down(way: str, cell: str, code: str) -> None:
    match, words = put_down(way)
    assert refused(match, f"{words} {cell}")[0] == code
    assert f"{words} {cell}" not in match.actions()


@clause("SE-4.1", "SE-1.5")
@pytest.mark.parametrize("way", WAYS)
def test_the_sides_of_a_card_work_in_every_way_of_putting_down(way: str) -> None:
    match, words = put_down(way)
    events = play(match, f"{words} 1,1 r0")
    assert [event["rules"] for event in named(events, "turned_down")] == [["kb"]]
    assert not is_up(match, 1, 0)

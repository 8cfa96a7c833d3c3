"""Turning cards over by energies: SE-5, with phase changes and actors of SE-1."""

from __future__ import annotations

import pytest

from games.space_editor.abilities import do, protect, when
from games.space_editor.arrange import play, refused, stir, table
from games.space_editor.cards import Json, basepoint, gifted, star
from games.space_editor.lying import at, is_up
from games.space_editor.told import named, names, turned
from marks import clause

ROW = "q#1 t#0"
"""q lies west of t, and p comes to the east of t: the east side of q and the west side of p touch t."""


def put_beside(t: str, q: str, p: str, picture: str = ROW, **more: Json) -> list[tuple[str, int, int, list[str]]]:
    """What p turns over when it is put east of t, which lies at 1,0 beside q."""
    match = table(picture, {"t": t, "q": q, "p": p}, **more)
    return turned(play(match, "place p 2,0 r0"))


def down(*rules: str) -> list[tuple[str, int, int, list[str]]]:
    """The card t falls, by these rules."""
    return [("turned_down", 1, 0, list(rules))]


@clause("SE-5.2a")
@pytest.mark.parametrize(
    ("t", "q", "p", "falls"),
    [
        ("- n2 - -", "- - - -", "- - - n3", True),
        ("- n98 - -", "- - - -", "- - - n99", True),
        ("- n3 - -", "- - - -", "- - - n3", False),
        ("- n4 - -", "- - - -", "n9 - - n3", False),
        ("- n2 - n1", "- n4 - -", "- - - n3", True),
        ("- n2 - n1", "- n2 - -", "- - - n3", True),
        ("- n2 - n4", "- n4 - -", "- - - n3", False),
        ("- n2 - n4", "- g9 - -", "- - - n3", False),
        ("- n2 - n4", "- - - -", "- - - n3", False),
        ("n1 n2 - n1", "- n4 - -", "- - - n3", False),
        ("g9 n2 g9 -", "- - - -", "- - - n3", True),
        ("- n2 - -", "- - - -", "- - - g9", False),
    ],
)
def test_nuclear_beats_nuclear_on_every_nuclear_side(t: str, q: str, p: str, falls: bool) -> None:
    assert put_beside(t, q, p) == (down("nn") if falls else [])


@clause("SE-5.2b")
@pytest.mark.parametrize(
    ("t", "q", "p", "falls"),
    [
        ("- g2 - -", "- - - -", "- - - n3", True),
        ("- g3 - -", "- - - -", "- - - n3", False),
        ("- g4 - -", "- - - -", "- - - n3", False),
        ("- g2 - g1", "- n2 - -", "- - - n3", True),
        ("- g2 - g2", "- n2 - -", "- - - n3", False),
        ("- g2 - g1", "- g9 - -", "- - - n3", False),
        ("- g2 - g1", "- - - -", "- - - n3", False),
        ("g1 g2 - g1", "- n2 - -", "- - - n3", False),
        ("n9 g2 n9 -", "- - - -", "- - - n3", True),
        ("- g2 - -", "- - - -", "- - - g9", False),
    ],
)
def test_nuclear_beats_gravity_on_every_gravity_side(t: str, q: str, p: str, falls: bool) -> None:
    assert put_beside(t, q, p) == (down("ng") if falls else [])


@clause("SE-5.2c")
@pytest.mark.parametrize(
    ("t", "q", "p", "falls"),
    [
        ("n9 - n9 -", "- g1 - -", "- - - g1", True),
        ("n9 - n9 -", "- g99 - -", "- - - g1", True),
        ("n9 - n9 -", "- - - -", "- - - g9", False),
        ("n9 - n9 g1", "- g1 - -", "- - - g1", False),
        ("n9 g1 n9 -", "- g1 - -", "- - - g1", False),
        ("n9 - n9 -", "- n9 - -", "- - - g1", False),
    ],
)
def test_gravity_crushes_two_blank_sides(t: str, q: str, p: str, falls: bool) -> None:
    assert put_beside(t, q, p) == (down("gg") if falls else [])


@clause("SE-5.2c")
def test_a_third_gravity_contact_crushes_as_well() -> None:
    # t got its two older contacts without falling, for example by being turned up between them.
    match = table(". u .\nq t .", {"q": "- g1 - -", "u": "- - g1 -", "t": "- - - -", "p": "- - - g1"})
    assert turned(play(match, "place p 2,0 r0")) == down("gg")


@clause("SE-5.2d")
@pytest.mark.parametrize(
    ("t", "p", "falls"),
    [("n9 - n9 n9", "- - - k", True), ("- - - -", "- - - k", True), ("- - - -", "- - - -", False)],
)
def test_kinetic_strikes_one_blank_side(t: str, p: str, falls: bool) -> None:
    assert put_beside(t, "- - - -", p) == (down("kb") if falls else [])


@clause("SE-5.2", "SE-2.5")
@pytest.mark.parametrize(
    ("t", "q", "p", "rule"),
    [
        ("- -* - -*", "- g1 - -", "- - - g1", "gg"),
        ("- -* - n9", "- - - -", "- - - k", "kb"),
        ("- n2* - -", "- - - -", "- - - n3", "nn"),
        ("- g2* - -*", "- - - -", "- - - n3", "ng"),
    ],
)
def test_a_binary_mark_changes_nothing_about_turning(t: str, q: str, p: str, rule: str) -> None:
    match = table(ROW, {"t": star(t), "q": q, "p": p})
    assert turned(play(match, "place p 2,0 r0")) == down(rule)


@clause("SE-5.2")
def test_contacts_are_compared_one_by_one_and_never_added_up() -> None:
    assert put_beside("- n3 - n3", "- n2 - -", "n9 - - n2") == []
    assert put_beside("- g4 - g4", "- n2 - -", "n9 - - n3") == []


@clause("SE-5.2")
def test_gravity_beats_nothing_but_blanks() -> None:
    for t in ("- n1 - n1", "- g1 - g1", "- n1 - g1"):
        assert put_beside(t, "- g9 - -", "- - - g9") == []


@clause("SE-5.2a", "SE-5.2b")
def test_a_contact_with_a_face_down_card_beats_nothing() -> None:
    assert put_beside("- n2 - n1", "- n9 - -", "- - - n3", "/q t") == []
    assert put_beside("- g2 - g1", "- n9 - -", "- - - n3", "/q t") == []
    assert put_beside("n9 - n9 -", "- g9 - -", "- - - g3", "/q t") == []


@clause("SE-5.1")
@pytest.mark.parametrize(
    ("t", "q", "p", "rules"),
    [
        ("- n2 - g2", "- n9 - -", "- - - n3", ["nn"]),
        ("- g2 - n2", "- n9 - -", "- - - n3", ["ng"]),
        ("- - - n2", "- n9 - -", "- - - k", ["kb"]),
        ("- - - n2", "- n9 - -", "- - - -", []),
        ("- g9 - n2", "- n9 - -", "- - - n3", []),
        ("- - - -", "- k - -", "- - - g1", []),
        ("- g1 - -", "- k - -", "- - - n9", ["ng"]),
    ],
)
def test_only_conditions_that_the_new_card_takes_part_in_count(t: str, q: str, p: str, rules: list[str]) -> None:
    assert put_beside(t, q, p) == ([] if not rules else down(*rules))


@clause("SE-5.1")
def test_a_blank_side_put_beside_a_card_already_crushed_takes_no_part() -> None:
    match = table(". u .\nq t .", {"q": "- g1 - -", "u": "- - g1 -", "t": "- - - -", "p": "- - - -"})
    assert turned(play(match, "place p 2,0 r0")) == []


@clause("SE-5.1", "SE-1.4")
def test_only_cards_that_touch_the_new_card_are_tested() -> None:
    # w is beaten on its only nuclear side since long, and y, n1 all round, lies diagonally to p.
    cards = {"w": "- n1 - -", "x": "- - - n9", "y": "n1 n1 n1 n1", "t": "- n1 - -", "p": "n9 n9 - n9"}
    match = table("w x .\n. . y\nt . .", cards)
    assert turned(play(match, "place p 1,0 r0")) == [("turned_down", 0, 0, ["nn"])]


@clause("SE-5.3")
def test_kinetic_turns_a_face_down_card_up() -> None:
    match = table("/t", {"t": "n4 n4 n4 n4", "p": "- - - k"})
    events = play(match, "place p 1,0 r0")
    assert turned(events) == [("turned_up", 0, 0, ["kf"])]
    assert is_up(match, 0, 0)


@clause("SE-5.3")
def test_a_kinetic_side_that_does_not_touch_it_turns_no_face_down_card_up() -> None:
    match = table("/t", {"t": "n4 n4 n4 n4", "p": "k k k -"})
    assert turned(play(match, "place p 1,0 r0")) == []


@clause("SE-5.3", "SE-5.1")
def test_the_kinetic_side_of_an_older_card_turns_nothing_up() -> None:
    match = table("q /t", {"q": "- k - -", "t": "n4 n4 n4 n4", "p": "- - - -"})
    assert turned(play(match, "place p 2,0 r0")) == []
    assert not is_up(match, 1, 0)


@clause("SE-5.3", "SE-5.2d")
def test_a_kinetic_card_works_on_each_neighbour_by_its_face() -> None:
    match = table(". t#2\n/d#1 .\n. n#0", {"t": "- - - -", "d": "n1 n1 n1 n1", "n": "- - - -", "p": "k - k k"})
    assert turned(play(match, "place p 1,1 r0")) == [
        ("turned_down", 1, 0, ["kb"]),
        ("turned_up", 0, 1, ["kf"]),
        ("turned_down", 1, 2, ["kb"]),
    ]


@clause("SE-5.4", "SE-3.5")
@pytest.mark.parametrize("serials", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_cards_turn_at_once_and_are_told_oldest_first(serials: tuple[int, int, int]) -> None:
    a, b, c = serials
    match = table(f". a#{a} .\nb#{b} . c#{c}", {"a": "- - n1 -", "b": "- n1 - -", "c": "- - - n1", "p": "n2 n2 - n2"})
    events = play(match, "place p 1,0 r0")
    assert [event["no"] for event in named(events, "turned_down")] == [0, 1, 2]
    assert names(events)[:4] == ["placed", "turned_down", "turned_down", "turned_down"]


@clause("SE-5.4", "SE-8.9")
def test_a_protector_that_falls_in_the_same_act_still_protects() -> None:
    shield = gifted("- - - n1", protect("around", "turn_down"))
    for older, younger in ((0, 1), (1, 0)):
        cards = {"s": shield, "t": "- - n1 -", "p": "n2 n2 - -"}
        match = table(f"t#{older} .\n. s#{younger}", cards)
        assert turned(play(match, "place p 0,0 r0")) == [("turned_down", 1, 0, ["nn"])]


@clause("SE-5.5", "SE-1.6")
def test_a_card_turned_up_works_on_nobody() -> None:
    # t shows kinetic sides to a blank card and to a face-down one, and n9 to n1: nothing happens.
    cards = {"t": "k n9 k k", "a": "- - - -", "d": "n1 n1 n1 n1", "p": "- - k -"}
    match = table("a /t /d", cards)
    play(match, "place p 1,1 r0")
    events = play(match, "face 1,0 r0")
    assert named(events, "turned_up", "turned_down") == []
    assert is_up(match, 0, 0)
    assert not is_up(match, 2, 0)


@clause("SE-5.5", "SE-1.6")
def test_a_rotated_card_works_on_nobody() -> None:
    match = stir(". a\nm t", {"t": "k n9 - -", "a": "- - - -"}, do("rotate", "adjacent", kind=["planet"]))
    play(match, "target 1,0")
    assert named(play(match, "rotate 1,0 r0"), "turned_down", "turned_up") == []
    match = stir("a\nm", {"a": "- - - k"}, do("rotate", "adjacent"))
    play(match, "target 0,1")
    assert names(play(match, "rotate 0,1 r3"))[0] == "rotated"
    assert is_up(match, 0, 0)


@clause("SE-5.5")
def test_a_card_turned_down_drags_nothing_along() -> None:
    # t held u's n5 at bay with n9; when t lies face down, u is not tested again.
    match = table("u t", {"u": "- n5 - -", "t": "- n1 - n9", "p": "- - - n2"})
    assert turned(play(match, "place p 2,0 r0")) == []
    match = table("u t", {"u": "- n5 - -", "t": "- n1 - n4", "p": "- - - n2"})
    assert turned(play(match, "place p 2,0 r0")) == [("turned_down", 1, 0, ["nn"])]
    assert is_up(match, 0, 0)


@clause("SE-5.6")
def test_the_sides_of_a_card_count_again_after_its_phase_change() -> None:
    cards = {"t": "n9 - - -", "u": "n1 - - n1", "p": "- - k -", "r": "- - n2 -", "x": "- - - -"}
    match = table("/t u", cards, ("p", "r x"), decks=("x", "x"))
    play(match, "place p 0,1 r0", "face 0,0 r1")
    # The n9 of t now faces u: for putting cards down, and as an older contact that helps to beat u.
    assert turned(play(match, "place r 1,1 r0")) == [("turned_down", 1, 0, ["nn"])]


@clause("SE-5.6")
def test_a_card_turned_down_no_longer_beats_or_connects_by_its_printed_sides() -> None:
    cards = {"q": "- n9 - -", "t": "- n1 - n1", "p": "- - - n2"}
    assert put_beside("- n1 - n1", "- n9 - -", "- - - n2") == down("nn")
    match = table("/q t", cards)
    assert turned(play(match, "place p 2,0 r0")) == []


@clause("SE-5.7")
@pytest.mark.parametrize("rotation", range(4))
def test_whoever_turns_a_card_up_chooses_any_rotation(rotation: int) -> None:
    match = table("/t:2@1", {"t": "n4 - g1 k", "p": "- - - k"})
    play(match, "place p 1,0 r0")
    assert match.to_act() == 0
    assert match.actions() == [f"face 0,0 r{r}" for r in range(4)]
    assert named(play(match, f"face 0,0 r{rotation}"), "faced") == [
        {"event": "faced", "seat": 0, "no": 0, "x": 0, "y": 0, "r": rotation}
    ]
    assert at(match, 0, 0)["r"] == rotation


@clause("SE-5.7")
def test_several_cards_turned_up_are_faced_in_order_of_age_before_any_ability() -> None:
    listener = gifted("- - - -", when("neighbour_turned_up", do("guard", "self")))
    cards = {"a": "- - - -", "b": "- - - -", "m": listener, "p": "- k - k"}
    match = table("m#0 . .\n/a#2 . /b#1", cards)
    events = play(match, "place p 1,0 r0")
    assert match.position()["faces"] == [{"no": 1, "seat": 0}, {"no": 2, "seat": 0}]
    assert "resolving" not in names(events)
    assert refused(match, "face 0,0 r0") == ("other_card_first", "SE-5.7")
    assert names(play(match, "face 2,0 r0")) == ["faced"]
    assert names(play(match, "face 0,0 r0"))[:3] == ["faced", "resolving", "guarded"]


@clause("SE-5.8")
@pytest.mark.parametrize("placer", [0, 1])
def test_energies_do_not_ask_whose_card_it_is(placer: int) -> None:
    match = table(f"t@{placer}", {"t": star("- n1 - -", element="earth"), "p": "- - - n2"})
    assert turned(play(match, "place p 1,0 r0")) == [("turned_down", 0, 0, ["nn"])]


@clause("SE-5.9")
def test_a_basepoint_falls_unless_an_ability_protects_it() -> None:
    bare, safe = basepoint(), basepoint("g2 g2 g2 g2", protect("self", "turn_down"))
    match = table("b", {"b": bare, "p": "- - - n3"})
    assert turned(play(match, "place p 1,0 r0")) == []
    match = table("b", {"b": basepoint("- g2 - -"), "p": "- - - n3"})
    assert turned(play(match, "place p 1,0 r0")) == [("turned_down", 0, 0, ["ng"])]
    surrounded = ". u .\nq b .\n. v ."
    beaters = {"u": "- - n3 -", "q": "- n3 - -", "v": "n3 - - -", "p": "- - - n3"}
    assert turned(play(table(surrounded, {"b": bare, **beaters}), "place p 2,1 r0")) == [("turned_down", 1, 1, ["ng"])]
    assert turned(play(table(surrounded, {"b": safe, **beaters}), "place p 2,1 r0")) == []


@clause("SE-2.3")
def test_the_sides_of_a_basepoint_connect_and_work_like_those_of_every_card() -> None:
    cards = {"b": basepoint("- n9 - -"), "t": "n1 - - n1", "p": "- - n2 -"}
    assert turned(play(table("b t", cards), "place p 1,1 r0")) == [("turned_down", 1, 0, ["nn"])]
    match = table("b", {"b": basepoint("- n9 - -"), "p": "- - - n1"})
    assert refused(match, "place p 1,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-5.10")
def test_leaving_a_cell_tests_nothing_there() -> None:
    # v leaves t, whose two blank sides are on gravity and whose n1 is beaten by q since long.
    cards = {"q": "- n9 - -", "t": "g1 - - n1", "v": "- - - -", "u": "- - g1 -"}
    match = stir(". . u .\nm q t v", cards, do("relocate", "line"))
    play(match, "target 3,0")
    events = play(match, "relocate 0,1 r0")
    assert named(events, "turned_down", "turned_up") == []
    assert is_up(match, 2, 0)


@clause("SE-5.10")
def test_a_card_turned_down_keeps_its_stored_rotation() -> None:
    match = table("t:3", {"t": "- - n1 -", "p": "- - - n2"})
    play(match, "place p 1,0 r0")
    assert at(match, 0, 0)["up"] is False
    assert at(match, 0, 0)["r"] == 3


@clause("SE-1.7")
def test_the_actor_is_who_put_down_the_card_whose_energies_did_it() -> None:
    match = table("t@0", {"t": "- n1 - -", "p": "- - - n2"}, ("fill", "p"), active=1)
    events = play(match, "place p 1,0 r0")
    assert named(events, "turned_down")[0]["seat"] == 1
    assert at(match, 0, 0)["placer"] == 0
    assert at(match, 1, 0)["placer"] == 1


@clause("SE-1.7", "SE-8.5")
def test_the_actor_of_an_effect_is_its_decider_and_the_placer_never_changes() -> None:
    mover = when("neighbour_placed", do("relocate", "event"), decider="placer")
    match = table("m@1 t", {"m": gifted("- - - -", mover), "t": "- n1 - -", "p": "- n2 - n2"})
    play(match, "place p 0,1 r0")
    assert match.to_act() == 1
    events = play(match, "relocate 2,0 r0")
    assert [event["seat"] for event in named(events, "relocated", "turned_down")] == [1, 1]
    assert at(match, 2, 0)["placer"] == 0
    assert at(match, 1, 0)["placer"] == 0

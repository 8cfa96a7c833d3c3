"""The language of abilities: SE-11, word by word."""

from __future__ import annotations

from typing import Any

import pytest

from games.space_editor.abilities import count, do, forbid, protect, when, worth
from games.space_editor.arrange import play, position, refused, stir, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at, cells, is_up
from games.space_editor.told import named, names, triggers, turned
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.games.space_editor import GAME

BLANK = "- - - -"
GUARD = do("guard", "self")
AREAS = ("adjacent", "around", "line", "any")
WHERE = ("self", "event", "chosen", *AREAS)
TURNING = ("turned_down", "turned_up", "neighbour_turned_down", "neighbour_turned_up")
EVENTS = (*TURNING, "rotated", "relocated", "neighbour_placed", "game_end")
IDENTITY: Json = {"kind": ["star"], "element": ["fire"], "level": ["gold"], "binary": True}


# --- SE-11.1: the two forms, and the words that make a card invalid ---------------------------------------------------


def load(ability: Any) -> list[Json]:
    """Loads a match whose set holds a card with this ability; gives its abilities as the position has them."""
    sent = position("t", {"t": BLANK, "p": BLANK, "x": gifted(BLANK, ability)})
    abilities: list[Json] = GAME.load(sent, Fate()).position()["cards"]["x"]["abilities"]
    return abilities


def effects(verb: str) -> list[Json]:
    """Every way to write an effect with this verb, as an ability."""
    written = [do(verb)] if verb == "place" else [do(verb, where) for where in WHERE]
    written += [effect | {"may": may} for effect in written[:1] for may in (True, False)]
    if verb in ("turn_down", "turn_up", "turn_over", "guard", "silence"):
        written += [written[0] | {"pick": pick} for pick in ("one", "all")]
    if verb in ("place", "relocate"):
        written += [written[0] | {"to": to} for to in AREAS]
    if verb in ("guard", "silence"):
        written += [written[0] | {"turns": turns} for turns in ("round", 0, 1, 99)]
    if verb == "place":
        written += [written[0] | {"card": {word: value}} for word, value in IDENTITY.items()] + [do(verb, card={})]
    elif verb not in ("turn_up", "turn_over"):
        written += [do(verb, "any", **{word: value}) for word, value in IDENTITY.items()]
    if verb != "place":
        written += [do(verb, "any", placer=placer) for placer in ("me", "other")]
    return [when("turned_down", effect) for effect in written]


VERBS = ("turn_down", "turn_up", "turn_over", "rotate", "relocate", "place", "guard", "silence")
RIGHT: list[Json] = [
    *(when(event, GUARD) for event in EVENTS),
    *(when(event, GUARD, by=by) for event in EVENTS[:-1] for by in ("anyone", "placer", "other")),
    *(when(event, GUARD, cause="any") for event in EVENTS),
    *(when(event, GUARD, cause=cause) for event in TURNING for cause in ("energy", "ability")),
    *(when("neighbour_placed", GUARD, cause=cause) for cause in ("hand", "relocation")),
    *(when(event, GUARD, card={word: value}) for event in EVENTS[2:4] for word, value in IDENTITY.items()),
    *(when("neighbour_placed", GUARD, card={"placer": placer}) for placer in ("me", "other")),
    *(when("rotated", GUARD, decider=decider) for decider in ("actor", "placer")),
    *(when("rotated", GUARD, conditions=[count(where)]) for where in ("self", "event", *AREAS)),
    *(when("rotated", GUARD, conditions=[count("any", face=face)]) for face in ("up", "down", "any")),
    *(when("rotated", GUARD, conditions=[count("any", **{word: value})]) for word, value in IDENTITY.items()),
    *(when("rotated", GUARD, conditions=[count("any", face=face, placer="me")]) for face in ("up", "down", "any")),
    when("rotated", GUARD, conditions=[count("any", 0, 0), count("any", 999, 999), {"cond": "hand"}]),
    when("rotated", GUARD, conditions=[{"cond": "hand", "min": 0, "max": 999}]),
    when("rotated", GUARD, conditions=[{"cond": "count", "of": {"where": "any"}}]),
    when("rotated", GUARD, conditions=[]),
    when("rotated"),
    when("rotated", GUARD) | {"text": "free words"},
    when("rotated", do("guard", "any", kind=["star", "planet", "ability", "basepoint"])),
    when("rotated", do("guard", "any", element=["water", "wind", "earth", "fire", "same", "other"])),
    when("rotated", do("guard", "any", level=["bronze", "silver", "gold"], binary=False)),
    when("rotated", do("guard", "any", kind=[])),
    *(ability for verb in VERBS for ability in effects(verb)),
    *(protect(where, "turn_down") for where in ("self", *AREAS)),
    *(protect("any", thing) for thing in ("turn_down", "turn_up", "rotate", "relocate")),
    *(protect("any", "turn_down", cause=cause) for cause in ("any", "energy", "ability")),
    *(protect("any", "turn_down", **{word: value}) for word, value in IDENTITY.items()),
    protect("any", "turn_down", "turn_up", "rotate", "relocate", placer="me"),
    {"static": "protect", "target": {"where": "self"}, "against": []},
    *(forbid(where) for where in AREAS),
    *(forbid("any", who) for who in ("anyone", "placer", "other")),
    *(forbid("any", **{word: value}) for word, value in IDENTITY.items()),
    {"static": "forbid", "where": "any", "text": "free words"},
    *(worth(where, 1) for where in AREAS),
    *(worth("any", vp) for vp in (-99, 0, 99)),
    *(worth("any", 1, **{word: value}) for word, value in (IDENTITY | {"placer": "other"}).items()),
]

WRONG: list[Any] = [
    "guard",
    {},
    {"when": {"event": "rotated"}},
    {"do": [GUARD]},
    {"static": "shine"},
    when("rotated", GUARD) | {"colour": "red"},
    when("rotated", GUARD) | {"static": "worth"},
    when("placed", GUARD),
    when("rotated", GUARD) | {"when": {}},
    when("rotated", GUARD, colour="red"),
    when("rotated", GUARD, by="me"),
    *(when("game_end", GUARD, by=by) for by in ("anyone", "placer", "other")),
    *(when(event, GUARD, cause=cause) for event in TURNING for cause in ("hand", "relocation", "")),
    *(when("neighbour_placed", GUARD, cause=cause) for cause in ("energy", "ability")),
    *(
        when(event, GUARD, cause=cause)
        for event in ("rotated", "relocated", "game_end")
        for cause in ("energy", "ability", "hand", "relocation")
    ),
    *(when(e, GUARD, card={}) for e in ("turned_down", "turned_up", "rotated", "relocated", "game_end")),
    when("neighbour_placed", GUARD, card={"where": "any"}),
    when("neighbour_placed", GUARD, card={"placer": "anyone"}),
    when("rotated", GUARD, decider="other"),
    when("rotated", GUARD) | {"if": {}},
    when("rotated", GUARD) | {"do": {}},
    when("rotated", GUARD, conditions=["count"]),
    when("rotated", GUARD, conditions=[{"cond": "turn"}]),
    when("rotated", GUARD, conditions=[{"cond": "count"}]),
    when("rotated", GUARD, conditions=[count("chosen")]),
    when("rotated", GUARD, conditions=[count("any", -1)]),
    when("rotated", GUARD, conditions=[count("any", 0, 1000)]),
    when("rotated", GUARD, conditions=[count("any", face="over")]),
    when("rotated", GUARD, conditions=[{"cond": "hand", "of": {"where": "any"}}]),
    when("rotated", GUARD, conditions=[{"cond": "hand", "face": "up"}]),
    when("rotated", GUARD, conditions=[{"cond": "hand", "min": True}]),
    *(
        when("rotated", GUARD, conditions=[count("any", face=face, **{word: value})])
        for face in ("down", "any")
        for word, value in IDENTITY.items()
    ),
    *(
        when("rotated", do(verb, where, **{word: value}))
        for verb in ("turn_up", "turn_over")
        for where in ("self", "any")
        for word, value in IDENTITY.items()
    ),
    *(protect("any", "turn_down", "turn_up", **{word: value}) for word, value in IDENTITY.items()),
    when("rotated", {"effect": "explode"}),
    when("rotated", {"effect": "guard"}),
    when("rotated", {"effect": "guard", "target": {}}),
    when("rotated", do("guard", "beside")),
    when("rotated", do("guard", "any", colour=["red"])),
    when("rotated", do("guard", "any", kind="star")),
    when("rotated", do("guard", "any", kind=["comet"])),
    when("rotated", do("guard", "any", element=["aether"])),
    when("rotated", do("guard", "any", level=["iron"])),
    when("rotated", do("guard", "any", binary=1)),
    when("rotated", do("guard", "any", placer="anyone")),
    when("rotated", do("guard", "any", may=1)),
    when("rotated", do("guard", "any", pick="two")),
    *(when("rotated", do(verb, "any", pick="one")) for verb in ("rotate", "relocate")),
    when("rotated", do("place", pick="one")),
    when("rotated", do("place") | {"target": {"where": "any"}}),
    when("rotated", do("place", to="self")),
    when("rotated", do("place", card={"placer": "me"})),
    when("game_end", do("place")),
    *(when("rotated", do(verb, "any", to="any")) for verb in VERBS if verb not in ("place", "relocate")),
    *(when("rotated", do(verb, "any", turns=1)) for verb in VERBS if verb not in ("place", "guard", "silence")),
    *(when("rotated", do(verb, "any", card={})) for verb in VERBS if verb != "place"),
    when("rotated", do("relocate", "any", to="event")),
    *(when("rotated", do("guard", "any", turns=turns)) for turns in (-1, 100, "turn", 1.0, True, None)),
    protect("event", "turn_down"),
    protect("chosen", "turn_down"),
    protect("any", "guard"),
    protect("any", "turn_down", cause="hand"),
    {"static": "protect", "target": {"where": "any"}},
    {"static": "protect", "against": ["rotate"]},
    {"static": "protect", "target": {"where": "any"}, "against": "rotate"},
    protect("any", "rotate") | {"vp": 1},
    *(forbid(where) for where in ("self", "event", "chosen")),
    forbid("any", "me"),
    forbid("any", placer="me"),
    {"static": "forbid"},
    forbid("any") | {"target": {"where": "any"}},
    *(worth(where, 1) for where in ("self", "event", "chosen")),
    worth("any", 100),
    worth("any", -100),
    worth("any", 1) | {"vp": "1"},
    {"static": "worth", "target": {"where": "any"}},
    {"static": "worth", "vp": 1},
]


@clause("SE-11.1")
@pytest.mark.parametrize("ability", RIGHT)
def test_an_ability_may_be_written_like_this(ability: Json) -> None:
    assert load(ability) == [ability]


@clause("SE-11.1", "SE-11.4")
@pytest.mark.parametrize("ability", WRONG)
def test_any_other_word_makes_the_card_invalid(ability: Any) -> None:
    with pytest.raises(BadPosition, match=r"cards\.x\.abilities\[0\]"):
        load(ability)


@clause("SE-11.1")
def test_if_and_decider_and_text_may_be_left_out() -> None:
    short = when("neighbour_placed", GUARD)
    long = short | {"if": [], "decider": "actor", "text": "When a card comes beside it, it is guarded."}
    long["when"] = {"event": "neighbour_placed", "by": "anyone", "cause": "any", "card": {}}
    one, other = (table("m@1", {"m": gifted(BLANK, ability), "p": BLANK}) for ability in (short, long))
    events = play(one, "place p 0,1 r0")
    assert named(events, "guarded")
    assert play(other, "place p 0,1 r0") == events


# --- SE-11.2: triggers ------------------------------------------------------------------------------------------------


def happen(event: str, cause: str, ability: Json, placers: str = "00") -> list[tuple[int, int]]:
    """What is triggered when something happens to l at 1,0 by seat 0, in this way.

    l, serial 1, carries the ability if it is about itself; else n does, serial 2, which lies east of l. `placers` are
    those of l and n. m at 0,0 does what an ability has to do.
    """
    own = not ability["when"]["event"].startswith("neighbour")
    verb = {"turned_down": "turn_down", "turned_up": "turn_up", "rotated": "rotate", "relocated": "relocate"}[event]
    side = {"turned_down": "n2", "turned_up": "k"}.get(event, "-")
    deaf = when("game_end")
    cards = {
        "m": gifted(BLANK, when("neighbour_placed", do(verb, "adjacent"))),
        "l": gifted("n1 - - -" if event == "turned_down" else BLANK, ability if own else deaf),
        "n": gifted(BLANK, deaf if own else ability),
        "p": f"- - {side} -" if cause == "energy" else BLANK,
    }
    match = table(f"m {'/' if event == 'turned_up' else ''}l@{placers[0]} n@{placers[1]}", cards)
    if cause == "energy":
        return triggers(play(match, "place p 1,1 r0"))
    play(match, "place p 0,1 r0")
    words = {"rotate": ["rotate 1,0 r0"], "relocate": ["relocate 3,0 r0"]}.get(verb, [])
    return [mark for mark in triggers(play(match, "target 1,0", *words)) if mark[0] > 0]


@clause("SE-11.2")
@pytest.mark.parametrize("heard", ["any", "energy", "ability"])
@pytest.mark.parametrize("cause", ["energy", "ability"])
@pytest.mark.parametrize("event", ["turned_down", "turned_up"])
@pytest.mark.parametrize("listener", ["", "neighbour_"])
def test_turning_is_heard_by_the_card_and_by_its_neighbours_by_cause(
    listener: str, event: str, cause: str, heard: str
) -> None:
    found = happen(event, cause, when(listener + event, do("guard", "any", pick="all"), cause=heard))
    fits = heard in ("any", cause)
    assert found == ([(2 if listener else 1, 0)] if fits else [])


@clause("SE-11.2")
@pytest.mark.parametrize("event", ["turned_down", "turned_up"])
@pytest.mark.parametrize("other", EVENTS[:-1])
def test_one_event_is_not_taken_for_another(event: str, other: str) -> None:
    for cause in ("energy", "ability"):
        found = happen(event, cause, when(other, do("guard", "any", pick="all")))
        if other == event:
            assert found == [(1, 0)]
        elif other == f"neighbour_{event}":
            assert found == [(2, 0)]
        else:
            assert found == []


@clause("SE-11.2")
def test_rotated_is_heard_even_if_the_card_ends_as_it_was() -> None:
    assert happen("rotated", "ability", when("rotated", GUARD)) == [(1, 0)]
    assert happen("rotated", "ability", when("relocated", GUARD)) == []
    for other in ("neighbour_placed", "neighbour_turned_up", "neighbour_turned_down"):
        assert happen("rotated", "ability", when(other, GUARD)) == []


@clause("SE-11.2")
def test_relocated_is_heard_by_the_card_and_as_an_arrival_by_its_new_neighbours() -> None:
    assert happen("relocated", "ability", when("relocated", GUARD)) == [(1, 0)]
    assert happen("relocated", "ability", when("rotated", GUARD)) == []
    assert happen("relocated", "ability", when("neighbour_placed", GUARD)) == [(2, 0)]
    assert happen("relocated", "ability", when("neighbour_placed", GUARD, cause="relocation")) == [(2, 0)]
    assert happen("relocated", "ability", when("neighbour_placed", GUARD, cause="hand")) == []


@clause("SE-11.2")
@pytest.mark.parametrize(("cause", "heard"), [("any", True), ("hand", True), ("relocation", False)])
def test_a_card_from_a_hand_is_heard_by_its_neighbours(cause: str, heard: bool) -> None:
    match = table("m", {"m": gifted(BLANK, when("neighbour_placed", GUARD, cause=cause)), "p": BLANK})
    assert triggers(play(match, "place p 0,1 r0")) == ([(0, 0)] if heard else [])
    assert triggers(play(match, "place fill 0,-1 r0")) == ([(0, 0)] if heard else [])


@clause("SE-11.2")
def test_a_card_does_not_hear_itself_as_its_neighbour() -> None:
    match = table("t", {"t": BLANK, "p": gifted(BLANK, when("neighbour_placed", GUARD))})
    assert triggers(play(match, "place p 0,1 r0")) == []
    base = basepoint(BLANK, when("neighbour_turned_down", GUARD), when("turned_down", do("guard", "any", pick="all")))
    match = table("b", {"b": base, "p": "- - - k"})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 1)]


@clause("SE-11.2")
@pytest.mark.parametrize("by", ["anyone", "placer", "other"])
@pytest.mark.parametrize("placer", [0, 1])
@pytest.mark.parametrize(
    ("event", "cause"), [(event, cause) for event in ("turned_down", "turned_up") for cause in ("energy", "ability")]
)
def test_by_names_the_actor_relative_to_the_placer_of_the_card(event: str, cause: str, placer: int, by: str) -> None:
    # Seat 0 is the actor of all this.
    heard = by == "anyone" or (by == "placer") == (placer == 0)
    target = do("guard", "any", pick="all")
    assert happen(event, cause, when(event, target, by=by), f"{placer}{1 - placer}") == ([(1, 0)] if heard else [])
    own = when(f"neighbour_{event}", target, by=by)
    assert happen(event, cause, own, f"{1 - placer}{placer}") == ([(2, 0)] if heard else [])


@clause("SE-11.2")
@pytest.mark.parametrize("by", ["anyone", "placer", "other"])
@pytest.mark.parametrize("event", ["rotated", "relocated", "neighbour_placed"])
def test_by_goes_with_the_other_events_too(event: str, by: str) -> None:
    for placer in (0, 1):
        heard = by == "anyone" or (by == "placer") == (placer == 0)
        done = "relocated" if event == "neighbour_placed" else event
        assert bool(happen(done, "ability", when(event, GUARD, by=by), f"{placer}{placer}")) is heard


@clause("SE-11.2", "SE-11.4")
@pytest.mark.parametrize(
    ("match", "heard"),
    [
        ({}, True),
        ({"kind": ["star"]}, True),
        ({"kind": ["planet", "ability"]}, False),
        ({"element": ["earth"]}, True),
        ({"element": ["fire", "water"]}, False),
        ({"element": ["same"]}, False),
        ({"element": ["other"]}, True),
        ({"level": ["gold"]}, True),
        ({"level": ["bronze"]}, False),
        ({"binary": True}, True),
        ({"binary": False}, False),
        ({"placer": "me"}, False),
        ({"placer": "other"}, True),
        ({"kind": ["star"], "level": ["bronze"]}, False),
        ({"kind": ["star"], "level": ["gold"], "binary": True, "placer": "other"}, True),
    ],
)
def test_the_card_of_a_neighbour_event_must_fit_and_me_is_the_placer(match: Json, heard: bool) -> None:
    p = star("-* - - -", 1, "earth", "gold")
    # Seat 0 places p beside m, which seat 1 placed: the decider is seat 0, but `me` is seat 1.
    cards = {"m": gifted(BLANK, when("neighbour_placed", GUARD, card=match)), "p": p}
    assert bool(triggers(play(table("m@1", cards), "place p 0,1 r0"))) is heard
    fallen = gifted(BLANK, when("neighbour_turned_down", GUARD, card=match))
    cards = {"m": fallen, "t": star("-* n1 - -", 1, "earth", "gold"), "p": "- - - n2"}
    assert bool(triggers(play(table("m@1 t@0", cards), "place p 2,0 r0"))) is heard


@clause("SE-11.2")
@pytest.mark.parametrize("decider", ["", "actor", "placer"])
def test_with_game_end_the_decider_is_always_the_placer(decider: str) -> None:
    ender = gifted(BLANK, when("game_end", do("rotate", "self"), decider=decider))
    match = table("m@0", {"m": ender, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
    play(match, "place p 0,1 r0")
    assert match.to_act() == 0


# --- SE-11.3: conditions ----------------------------------------------------------------------------------------------


CONDITION_CARDS = {"s": star(BLANK, 1, "earth"), "t": BLANK, "d": star(BLANK), "b": basepoint(BLANK)}


def holds(picture: str, *conditions: Json, hands: tuple[str, ...] = ("p",), **more: Any) -> bool:
    """Does m at 0,0 act when p has come to 0,-1, under these conditions?"""
    known = CONDITION_CARDS | {"p": BLANK}
    known["m"] = gifted(BLANK, when("neighbour_placed", GUARD, conditions=list(conditions), **more))
    return bool(triggers(play(table(picture, known, hands), "place p 0,-1 r0")))


@clause("SE-11.3")
@pytest.mark.parametrize(
    ("low", "high", "true"), [(0, 999, True), (3, 3, True), (4, 999, False), (0, 2, False), (3, 2, False)]
)
def test_a_count_lies_between_its_bounds(low: int, high: int, true: bool) -> None:
    # After the batch three cards lie beside m: s, t and p.
    assert holds("s\nm t", count("adjacent", low, high)) is true


@clause("SE-11.3")
def test_bounds_left_out_are_0_and_999() -> None:
    for picture in ("m", "t t t t\nm t t t"):
        assert holds(picture, {"cond": "count", "of": {"where": "any"}})
        assert holds(picture, {"cond": "count", "of": {"where": "any"}, "min": 1})
        assert not holds(picture, {"cond": "count", "of": {"where": "any"}, "max": 0})
        assert holds(picture, {"cond": "count", "of": {"where": "any", "kind": ["star"]}})
    for hand in ("p", "p t t t t t t"):
        assert holds("m", {"cond": "hand"}, hands=(hand,))


@clause("SE-11.3")
@pytest.mark.parametrize(("face", "number"), [("up", 2), ("down", 1), ("any", 3)])
def test_a_count_asks_for_the_face(face: str, number: int) -> None:
    for n in range(5):
        assert holds("s\nm /d", count("adjacent", n, n, face)) is (n == number)
    default = {"cond": "count", "of": {"where": "adjacent"}, "min": 2, "max": 2}
    assert holds("s\nm /d", default)


@clause("SE-11.3", "SE-11.4")
@pytest.mark.parametrize(
    ("where", "match", "number"),
    [
        ("self", {}, 1),
        ("self", {"kind": ["star"]}, 0),
        ("event", {}, 1),
        ("event", {"kind": ["ability"]}, 0),
        ("adjacent", {}, 3),
        ("around", {}, 4),
        ("line", {}, 4),
        ("any", {}, 6),
        ("any", {"kind": ["star"]}, 3),
        ("any", {"kind": ["star", "basepoint"]}, 4),
        ("any", {"placer": "other"}, 1),
        ("any", {"placer": "me"}, 5),
    ],
)
def test_a_count_looks_where_its_target_says(where: str, match: Json, number: int) -> None:
    # p has come to the south of m.
    for n in range(8):
        assert holds("s d . . s\nm t b . t@1", count(where, n, n, **match)) is (n == number)


@clause("SE-11.3")
def test_all_conditions_must_hold() -> None:
    right, wrong = count("any", 1), count("any", 50)
    assert holds("m", right, right)
    assert not holds("m", right, wrong)
    assert not holds("m", wrong, right)


@clause("SE-11.3", "SE-8.5")
@pytest.mark.parametrize(("decider", "number"), [("actor", 2), ("placer", 1)])
def test_the_hand_that_is_counted_is_the_deciders(decider: str, number: int) -> None:
    # p has left the hand of seat 0 when the question is asked.
    for n in range(4):
        condition = {"cond": "hand", "min": n, "max": n}
        picture = "m@1"
        found = holds(picture, condition, hands=("p t t", "t"), decider=decider)
        assert found is (n == number)


@clause("SE-11.3", "SE-11.4")
def test_me_in_a_condition_is_the_decider() -> None:
    for decider, number in (("actor", 2), ("placer", 1)):
        condition = count("any", number, number, placer="me")
        assert holds("m@1 t@0 t@1", condition, decider=decider)


@clause("SE-11.3")
def test_conditions_are_asked_after_the_batch() -> None:
    fell = when("neighbour_placed", GUARD, conditions=[count("around", 1, 1, "down")])
    cards = {"m": gifted(BLANK, fell), "t": "- - n1 -", "p": "n2 - - -"}
    match = table("m t", cards)
    assert triggers(play(match, "place p 1,-1 r0")) == []  # p is no neighbour of m
    cards = {"m": gifted(BLANK, fell), "t": "- - - n1", "p": "- n2 - -"}
    match = table(". t\nm .", cards)
    assert triggers(play(match, "place p 0,1 r0")) == [(0, 0)]


# --- SE-11.4: MATCH words and where -----------------------------------------------------------------------------------


MATCH_CARDS = {
    "e1": star("-* - - -", 1, "earth", "gold"),
    "e2": planet(BLANK, "earth", "silver"),
    "f1": star(BLANK, 1, "fire", "bronze"),
    "f2": gifted(BLANK, when("rotated"), element="fire", level="gold"),
    "w1": planet(BLANK, "water", "bronze"),
    "b": basepoint(BLANK),
}
MATCHES: list[tuple[Json, str]] = [
    ({}, "e1 e2 f1 f2 w1 p"),
    ({"kind": ["star"]}, "e1 f1"),
    ({"kind": ["planet"]}, "e2 w1 p"),
    ({"kind": ["ability"]}, "f2"),
    ({"kind": ["basepoint"]}, "b"),
    ({"kind": ["star", "basepoint"]}, "b e1 f1"),
    ({"kind": []}, ""),
    ({"element": ["earth"]}, "e1 e2"),
    ({"element": ["water", "wind"]}, "w1 p"),
    ({"element": ["same"]}, "f1 f2"),
    ({"element": ["other"]}, "e1 e2 w1 p"),
    ({"element": ["same", "water"]}, "f1 f2 w1"),
    ({"element": ["other"], "kind": ["basepoint"]}, ""),
    ({"level": ["gold"]}, "e1 f2"),
    ({"level": ["bronze", "silver"]}, "e2 f1 w1 p"),
    ({"level": ["bronze"], "kind": ["basepoint"]}, ""),
    ({"binary": True}, "e1"),
    ({"binary": False}, "e2 f1 f2 w1 p"),
    ({"placer": "me"}, "e1 f1 p"),
    ({"placer": "other"}, "e2 f2 w1"),
    ({"kind": ["planet"], "element": ["earth"]}, "e2"),
    ({"kind": ["star"], "placer": "me", "level": ["gold"]}, "e1"),
]


@clause("SE-11.4")
@pytest.mark.parametrize(("match", "fits"), MATCHES)
def test_all_match_words_must_fit(match: Json, fits: str) -> None:
    # m is of fire and placed by seat 1; seat 0 places p and decides, so `me` is seat 0.
    cards = MATCH_CARDS | {"p": planet(BLANK, "wind", "bronze")}
    cards["m"] = gifted(BLANK, when("neighbour_placed", do("guard", "any", pick="all", **match)))
    game = table("m@1 e1 e2@1 f1 f2@1 w1@1 b@1", cards)
    events = play(game, "place p 0,1 r0")
    by_serial = {row["no"]: row["card"] for row in game.position()["board"]}
    assert sorted(by_serial[event["no"]] for event in named(events, "guarded")) == sorted(fits.split())


@clause("SE-11.4")
@pytest.mark.parametrize(("words", "fits"), [(["same"], ""), (["other"], "e1 f1 w1"), (["same", "earth"], "e1")])
def test_for_a_basepoint_same_fits_nothing_and_other_every_element(words: list[str], fits: str) -> None:
    base = basepoint(BLANK, when("neighbour_placed", do("guard", "line", pick="all", element=words)))
    game = table("base e1 f1 w1", MATCH_CARDS | {"base": base, "p": BLANK})
    events = play(game, "place p 0,1 r0")
    by_serial = {row["no"]: row["card"] for row in game.position()["board"]}
    found = {by_serial[event["no"]] for event in named(events, "guarded")} - {"p"}
    assert found == set(fits.split())


SQUARE = """
    a . b . c
    . d . f .
    g h m i j
    . k l o .
    q . r . s"""
"""m lies in the middle, and p comes to the cell north of it."""
AREA_CARDS = {
    "adjacent": "h i l p",
    "around": "d f h i k l o p",
    "line": "b g h i j l p r",
    "any": "a b c d f g h i j k l o p q r s",
}


@clause("SE-11.4")
@pytest.mark.parametrize("where", AREAS)
def test_an_area_is_measured_from_the_card_and_leaves_it_out(where: str) -> None:
    cards: Json = dict.fromkeys("abcdfghijklopqrs", BLANK)
    cards["m"] = gifted(BLANK, when("neighbour_placed", do("turn_down", where)))
    game = table(SQUARE, cards, corner=(-2, -2))
    play(game, "place p 0,1 r0")
    by_cell = {(row["x"], row["y"]): row["card"] for row in game.position()["board"]}
    assert sorted(by_cell[cell] for cell in cells(game, "target")) == AREA_CARDS[where].split()


@clause("SE-11.4")
@pytest.mark.parametrize("verb", ["turn_up", "turn_over"])
def test_areas_of_turn_up_and_turn_over_take_in_the_basepoint(verb: str) -> None:
    game = stir("m /b", {"b": basepoint(BLANK)}, do(verb, "adjacent"))
    assert (1, 0) in cells(game, "target")
    game = stir("m b", {"b": basepoint(BLANK)}, do("turn_down", "adjacent"))
    assert cells(game, "target") == {(0, -1)}
    game = stir("m b", {"b": basepoint(BLANK)}, do("turn_over", "adjacent"))
    assert cells(game, "target") == {(0, -1), (1, 0)}


@clause("SE-11.4")
def test_statics_and_conditions_leave_the_basepoint_out_unless_kind_lists_it() -> None:
    cards: Json = {"b": basepoint("- n1 - -"), "p": "- - - n2"}
    cards["s"] = gifted(BLANK, protect("adjacent", "turn_down"))
    assert turned(play(table("s b", cards), "place p 2,0 r0")) == [("turned_down", 1, 0, ["nn"])]
    cards["s"] = gifted(BLANK, protect("adjacent", "turn_down", kind=["basepoint"]))
    assert turned(play(table("s b", cards), "place p 2,0 r0")) == []
    cards = {"s": gifted(BLANK, protect("adjacent", "turn_up")), "b": basepoint(BLANK), "p": "- - - k"}
    assert turned(play(table("s /b", cards), "place p 2,0 r0")) == [("turned_up", 1, 0, ["kf"])]


@clause("SE-11.4")
def test_self_event_and_chosen_name_one_card() -> None:
    game = stir("m t", {"t": BLANK}, GUARD, do("guard", "event"), do("guard", "chosen"))
    events = [entry.as_json() for entry in game.line[-1].events]
    # m guards itself, then p, and the latest subject is p again.
    assert [event["no"] for event in named(events, "guarded")] == [0, 2, 2]


@clause("SE-11.4")
def test_chosen_is_the_oldest_of_all_and_the_card_that_was_placed() -> None:
    steps = (do("guard", "line", kind=["planet"], pick="all"), do("rotate", "chosen"))
    cards = {"t": BLANK, "u": BLANK, "m": gifted(BLANK, when("neighbour_placed", *steps)), "p": BLANK}
    game = table("m#2 t#1 u#0", cards)
    play(game, "place p 0,1 r0")
    assert game.actions() == [f"rotate 2,0 r{r}" for r in range(4)]
    game = stir("m", {"q": BLANK}, do("place"), do("rotate", "chosen"), hands=("p q",))
    play(game, "place q 1,-1 r0")
    assert game.actions() == [f"rotate 1,-1 r{r}" for r in range(4)]


@clause("SE-11.4")
def test_chosen_without_an_earlier_subject_is_nobody() -> None:
    game = stir("m t", {"t": BLANK}, do("guard", "chosen"), do("turn_up", "any"), do("turn_down", "chosen"))
    assert names([entry.as_json() for entry in game.line[-1].events])[2:6] == ["resolving", *["fizzled"] * 3]


@clause("SE-11.4")
def test_event_is_the_card_itself_for_its_own_events() -> None:
    cards = {"t": gifted("n1 - - -", when("turned_down", do("turn_up", "event"))), "p": "- - n2 -"}
    game = table("t", cards)
    assert turned(play(game, "place p 0,1 r0")) == [("turned_down", 0, 0, ["nn"]), ("turned_up", 0, 0, [])]


@clause("SE-11.4")
def test_at_game_end_there_is_no_event_card() -> None:
    ender = gifted(BLANK, when("game_end", do("guard", "event"), do("guard", "self")))
    game = table("m", {"m": ender, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
    assert names(play(game, "place p 0,1 r0"))[-4:] == ["resolving", "fizzled", "guarded", "over"]


@clause("SE-11.4")
def test_a_given_subject_must_fit_the_words_and_the_verb() -> None:
    game = stir("m", {}, do("guard", "event", kind=["star"]), do("turn_up", "event"), do("silence", "event"))
    events = [entry.as_json() for entry in game.line[-1].events]
    assert len(named(events, "fizzled")) == 3


@clause("SE-11.4")
def test_an_effect_measures_from_where_its_card_lies_when_it_begins() -> None:
    game = stir("m . . t", {"t": BLANK}, do("relocate", "self"), do("turn_down", "adjacent"))
    play(game, "relocate 2,0 r0")
    assert cells(game, "target") == {(3, 0)}


# --- SE-11.5: how an effect runs --------------------------------------------------------------------------------------


@clause("SE-11.5")
def test_without_a_subject_an_optional_effect_fizzles_unasked() -> None:
    game = stir("m", {}, do("turn_up", "any", may=True))
    assert game.position()["phase"] == "place"
    assert "fizzled" in names([entry.as_json() for entry in game.line[-1].events])


@clause("SE-11.5")
def test_use_leads_to_the_subject_and_pass_to_the_next_effect() -> None:
    game = stir("m t", {"t": BLANK}, do("turn_down", "adjacent", may=True), GUARD)
    assert game.actions() == ["pass", "use"]
    assert play(game, "use") == []
    assert game.actions() == ["target 0,-1", "target 1,0"]
    assert names(play(game, "target 1,0"))[:3] == ["targeted", "turned_down", "guarded"]


@clause("SE-11.5")
def test_a_given_subject_or_all_are_taken_without_asking_after_use() -> None:
    game = stir("m t", {"t": BLANK}, do("turn_down", "adjacent", may=True, pick="all"))
    assert [event["no"] for event in named(play(game, "use"), "turned_down")] == [1, 2]
    game = stir("m", {}, do("turn_down", "event", may=True))
    assert [event["no"] for event in named(play(game, "use"), "turned_down")] == [1]
    game = stir("m", {}, do("rotate", "event", may=True))
    assert play(game, "use") == []
    assert game.actions() == [f"rotate 0,-1 r{r}" for r in range(4)]


@clause("SE-11.5")
def test_one_subject_is_named_even_if_only_one_qualifies() -> None:
    for verb in (do("turn_down", "adjacent"), do("guard", "adjacent", pick="one")):
        game = stir("m", {}, verb)
        assert game.actions() == ["target 0,-1"]
        event = play(game, "target 0,-1")[0]
        assert event == {"event": "targeted", "seat": 0, "no": 0, "subject": 1, "x": 0, "y": -1}


@clause("SE-11.5")
@pytest.mark.parametrize(
    ("verb", "event", "picture"),
    [
        ("turn_down", "turned_down", "m#3 t#1 u#0"),
        ("turn_up", "turned_up", "m#3 /t#1 /u#0"),
        ("turn_over", "turned_down", "m#3 t#1 u#0"),
        ("guard", "guarded", "m#3 t#1 u#0"),
        ("silence", "silenced", "m#3 t#1 u#0"),
    ],
)
def test_all_takes_every_legal_subject_at_once_in_order_of_age(verb: str, event: str, picture: str) -> None:
    able = gifted(BLANK, when("rotated"))
    marks = {(1, 0): {"placer": 1}, (2, 0): {"placer": 1}}
    game = stir(picture, {"t": able, "u": able}, do(verb, "line", placer="other", pick="all"), marks=marks)
    events = [entry.as_json() for entry in game.line[-1].events]
    assert [found["no"] for found in named(events, event)] == [0, 1]


@clause("SE-11.5")
def test_an_optional_place_is_asked_while_there_is_a_hand() -> None:
    optional = gifted("g1 g1 g1 g1", when("neighbour_placed", do("place", may=True)))
    cards = {"m": optional, "z": "k k k k", "p": "g1 g1 g1 g1"}
    game = table("m", cards, ("p z",))
    play(game, "place p 0,1 r0")
    assert game.position()["now"]["stage"] == "use"
    assert game.actions() == ["pass"]
    assert refused(game, "use") == ("nothing_to_place", "SE-11.5")
    assert names(play(game, "pass"))[0] == "declined"
    game = table("m", cards, ("p p",))
    play(game, "place p 0,1 r0")
    assert game.actions() == ["pass", "use"]
    assert play(game, "use") == []
    assert all(word.startswith("place p ") for word in game.actions())
    game = table("m", cards, ("p",))
    assert "fizzled" in names(play(game, "place p 0,1 r0"))


@clause("SE-11.5")
def test_a_forced_place_without_a_placement_fizzles() -> None:
    cards = {"m": gifted("g1 g1 g1 g1", when("neighbour_placed", do("place"))), "z": "k k k k", "p": "g1 g1 g1 g1"}
    assert "fizzled" in names(play(table("m", cards, ("p z",)), "place p 0,1 r0"))


# --- SE-11.6: the verbs -----------------------------------------------------------------------------------------------


@clause("SE-11.6a")
def test_turn_down_takes_face_up_cards_that_are_not_protected() -> None:
    marks = {(0, 1): {"guard": 5}}
    game = stir("g . .\nm t /d", {"g": BLANK, "t": BLANK, "d": BLANK}, do("turn_down", "any"), marks=marks)
    assert cells(game, "target") == {(1, 0), (0, -1)}
    assert turned(play(game, "target 1,0")) == [("turned_down", 1, 0, [])]
    assert not is_up(game, 1, 0)


@clause("SE-11.6b")
def test_turn_up_takes_face_down_cards_and_the_decider_chooses_the_rotation() -> None:
    game = stir("m t /d:1", {"t": BLANK, "d": BLANK}, do("turn_up", "any"))
    assert cells(game, "target") == {(2, 0)}
    assert turned(play(game, "target 2,0")) == [("turned_up", 2, 0, [])]
    assert game.position()["faces"] == [{"no": 2, "seat": 0}]
    play(game, "face 2,0 r3")
    assert at(game, 2, 0)["r"] == 3


@clause("SE-11.6b")
def test_all_cards_turned_up_are_faced_by_the_decider_before_the_next_effect() -> None:
    asks = when("neighbour_placed", do("turn_up", "line", pick="all"), GUARD, decider="placer")
    game = table("m@1 /d /d", {"m": gifted(BLANK, asks), "d": BLANK, "p": BLANK})
    play(game, "place p 0,1 r0")
    assert game.position()["faces"] == [{"no": 1, "seat": 1}, {"no": 2, "seat": 1}]
    assert game.position()["now"]["stage"] == "start"
    assert names(play(game, "face 1,0 r0")) == ["faced"]
    assert names(play(game, "face 2,0 r0"))[:2] == ["faced", "guarded"]


@clause("SE-11.6c")
def test_turn_over_takes_either_face_on_its_own_terms() -> None:
    up = stir("m t /d", {"t": BLANK, "d": BLANK}, do("turn_over", "line"))
    assert turned(play(up, "target 2,0")) == [("turned_up", 2, 0, [])]
    assert up.actions()[0] == "face 2,0 r0"
    down = stir("m t /d", {"t": BLANK, "d": BLANK}, do("turn_over", "line"))
    assert turned(play(down, "target 1,0")) == [("turned_down", 1, 0, [])]


@clause("SE-11.6c", "SE-8.9")
@pytest.mark.parametrize(("thing", "left"), [("turn_up", {(1, 0)}), ("turn_down", {(2, 0)})])
def test_turn_over_asks_for_the_protection_from_what_it_would_do(thing: str, left: set[tuple[int, int]]) -> None:
    shield = gifted(BLANK, protect("any", thing))
    game = stir("m t /d . . s", {"t": BLANK, "d": BLANK, "s": shield}, do("turn_over", "line"))
    shielded_itself = {(5, 0)} if thing == "turn_down" else {(5, 0), (0, -1)}
    assert cells(game, "target") == left | shielded_itself


@clause("SE-11.6d")
def test_rotate_takes_a_face_up_card_and_gives_any_rotation() -> None:
    game = stir("m t:2 /d", {"t": BLANK, "d": BLANK}, do("rotate", "line"))
    assert cells(game, "target") == {(1, 0), (0, -1)}
    play(game, "target 1,0")
    assert game.actions() == [f"rotate 1,0 r{r}" for r in range(4)]
    assert play(game, "rotate 1,0 r2")[0] == {"event": "rotated", "seat": 0, "no": 1, "x": 1, "y": 0, "r": 2}
    assert at(game, 1, 0)["r"] == 2


@clause("SE-11.6e")
@pytest.mark.parametrize(
    ("to", "reach"),
    [
        ("adjacent", {(0, 1), (-1, 0)}),
        ("around", {(0, 1), (-1, 0), (-1, -1), (1, -1)}),
        ("line", {(0, 1), (-1, 0), (0, -2)}),
        ("any", {(0, 1), (-1, 0), (-1, -1), (1, -1), (0, -2)}),
        (None, {(0, 1), (-1, 0), (-1, -1), (1, -1), (0, -2)}),
    ],
)
def test_relocate_goes_to_the_area_named_as_seen_from_the_ability_card(
    to: str | None, reach: set[tuple[int, int]]
) -> None:
    words = {} if to is None else {"to": to}
    game = stir("m t", {"t": star()}, do("relocate", "any", kind=["star"], **words))
    play(game, "target 1,0")
    assert cells(game, "relocate") == reach


@clause("SE-11.6e")
def test_the_area_of_a_card_that_relocates_itself_is_that_before_the_move() -> None:
    game = stir("m . t", {"t": BLANK}, do("relocate", "self", to="adjacent"))
    assert cells(game, "relocate") == {(1, 0)}
    game = stir("m . t", {"t": BLANK}, do("relocate", "self", to="line"))
    assert cells(game, "relocate") == {(1, 0), (3, 0), (0, -2)}


@clause("SE-11.6f")
@pytest.mark.parametrize(
    ("match", "fits"),
    [({}, {"q", "s"}), ({"kind": ["star"]}, {"s"}), ({"level": ["gold"]}, {"q"}), ({"element": ["same"]}, {"s"})],
)
def test_place_puts_a_fitting_card_of_the_deciders_hand(match: Json, fits: set[str]) -> None:
    cards = {"s": star(BLANK, 1, "fire"), "q": planet(BLANK, "earth", "gold")}
    game = stir("m", cards, do("place", card=match), hands=("p q s", "fill"))
    assert {word.split()[1] for word in game.actions()} == fits
    for wrong in {"q", "s"} - fits:
        assert refused(game, f"place {wrong} 1,0 r0") == ("card_not_meant", "SE-11.6f")
    assert refused(game, "place fill 1,0 r0") == ("not_in_hand", "SE-1.5")


@clause("SE-11.6f")
@pytest.mark.parametrize(
    ("to", "reach"),
    [
        ("adjacent", {(0, 1), (-1, 0), (1, 0)}),
        ("around", {(0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)}),
        ("line", {(0, 1), (-1, 0), (1, 0), (0, -2)}),
        ("any", {(0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (0, -2)}),
    ],
)
def test_place_goes_to_the_area_named(to: str, reach: set[tuple[int, int]]) -> None:
    game = stir("m", {"q": BLANK}, do("place", to=to), hands=("p q",))
    assert cells(game, "place", "q") == reach
    if to != "any":
        assert refused(game, "place q 5,5 r0") == ("outside_area", "SE-11.6f")


@clause("SE-11.6f", "SE-1.5")
def test_a_card_placed_by_an_ability_is_a_placement_in_full() -> None:
    helper = gifted(BLANK, when("neighbour_placed", do("place"), by="other", decider="placer"))
    hears = gifted(BLANK, when("neighbour_placed", GUARD, cause="hand"))
    cards = {"m": helper, "h": hears, "t": "n1 - - -", "p": BLANK, "q": "- - n2 -"}
    game = table("m@1#7 . h#3 t#5", cards, ("p", "q q"))
    play(game, "place p 0,1 r0")
    events = play(game, "place q 3,1 r0")
    put = {"event": "placed", "seat": 1, "no": 9, "card": "q", "x": 3, "y": 1, "r": 0, "void": False}
    assert events[0] == put
    assert turned(events) == [("turned_down", 3, 0, ["nn"])]
    assert at(game, 3, 1)["turn"] == 5
    # The turn goes on, and seat 1 draws in its own.
    assert game.position()["hands"][1] == ["fill", "q"]
    game = table("m@1#7 . h#3 t#5", cards, ("p", "q"))
    play(game, "place p 0,1 r0")
    assert triggers(play(game, "place q 2,1 r2")) == [(3, 0)]


MARK_TURNS = [("round", 5 + 2), (0, 5), (1, 6), (99, 104), (None, 5 + 2)]


@clause("SE-11.6g", "SE-11.6h")
@pytest.mark.parametrize(("turns", "until"), MARK_TURNS)
@pytest.mark.parametrize(("verb", "event"), [("guard", "guarded"), ("silence", "silenced")])
def test_guard_and_silence_hold_through_turn_t_plus_k(verb: str, event: str, turns: Any, until: int) -> None:
    words = {} if turns is None else {"turns": turns}
    able = gifted(BLANK, when("rotated"))
    # The second effect asks, so that the turn is still the same.
    game = stir("m t", {"t": able}, do(verb, "line", kind=["ability"], pick="all", **words), do("rotate", "event"))
    events = [entry.as_json() for entry in game.line[-1].events]
    assert named(events, event) == [{"event": event, "seat": 0, "no": 1, "x": 1, "y": 0, "until": until}]
    assert at(game, 1, 0)[verb] == until


@clause("SE-11.6g", "SE-11.6h")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("verb", ["guard", "silence"])
def test_a_round_has_as_many_turns_as_seats(verb: str, players: int) -> None:
    able = gifted(BLANK, when("rotated"))
    steps = (do(verb, "line", kind=["ability"], pick="all"), do("rotate", "event"))
    game = stir("m t", {"t": able}, *steps, players=players, mode="half")
    assert at(game, 1, 0)[verb] == 5 + players


@clause("SE-11.6g", "SE-11.6h")
@pytest.mark.parametrize(("old", "until"), [(0, 6), (5, 6), (6, 6), (9, 9)])
@pytest.mark.parametrize(("verb", "event"), [("guard", "guarded"), ("silence", "silenced")])
def test_the_later_of_an_old_and_a_new_mark_holds(verb: str, event: str, old: int, until: int) -> None:
    able = gifted(BLANK, when("rotated"))
    steps = (do(verb, "line", kind=["ability"], pick="all", turns=1), do("rotate", "event"))
    game = stir("m t", {"t": able}, *steps, marks={(1, 0): {verb: old}})
    events = [entry.as_json() for entry in game.line[-1].events]
    assert named(events, event)[0]["until"] == until
    assert at(game, 1, 0)[verb] == until


@clause("SE-11.6g")
def test_guard_takes_any_face_up_card_a_basepoint_included() -> None:
    cards = {"b": basepoint(BLANK), "s": star(), "d": BLANK}
    game = stir("b s\nm /d", cards, do("guard", "any", kind=["basepoint", "star", "planet", "ability"]))
    assert cells(game, "target") == {(0, 1), (1, 1), (0, -1)}


@clause("SE-11.6g")
def test_a_guard_keeps_from_turning_down_only_and_runs_out() -> None:
    shield = do("guard", "line", kind=["planet"], element=["earth"], pick="all", turns=0)
    cards = {"t": planet("- n1 - -", "earth"), "q": "- - - n2"}
    game = stir("m t", cards, shield, hands=("p", "q"))
    # The guard of turn 5 has run out in turn 6.
    assert at(game, 1, 0)["guard"] == 0
    assert turned(play(game, "place q 2,0 r0")) == [("turned_down", 1, 0, ["nn"])]
    game = stir("m t", cards, shield | {"turns": 1}, hands=("p", "q"))
    assert at(game, 1, 0)["guard"] == 6
    assert turned(play(game, "place q 2,0 r0")) == []
    game = stir("m t", {"t": star()}, do("rotate", "any", kind=["star"]), marks={(1, 0): {"guard": 9}})
    assert game.actions() == ["target 1,0"]


@clause("SE-11.6h")
def test_silence_takes_face_up_cards_with_abilities_but_no_basepoint() -> None:
    able = gifted(BLANK, when("rotated"))
    cards = {"a": able, "d": able, "s": star(), "b": basepoint(BLANK, when("rotated"))}
    words = do("silence", "any", kind=["basepoint", "star", "planet", "ability"])
    game = stir("b s\nm a /d", cards, words)
    assert cells(game, "target") == {(1, 0)}
    assert refused(game, "target 0,1") == ("never_basepoint", "SE-11.6h")
    assert refused(game, "target 1,1") == ("no_abilities", "SE-11.6h")


@clause("SE-11.6h")
def test_a_silenced_card_neither_triggers_nor_protects_through_that_turn() -> None:
    able = gifted("- n1 - -", protect("self", "turn_down"), when("turned_down", do("guard", "any", pick="all")))
    steps = do("silence", "line", kind=["ability"], pick="all", turns=1)
    game = stir("m t", {"t": able, "q": "- - - n2"}, steps, hands=("p", "q"))
    events = play(game, "place q 2,0 r0")
    assert turned(events) == [("turned_down", 1, 0, ["nn"])]
    assert triggers(events) == []


# --- SE-11.7: statics -------------------------------------------------------------------------------------------------


SPOTS = {"beside": (1, 0), "diagonal": (1, 1), "in line": (3, 0), "elsewhere": (3, 2)}
REACH = {
    "adjacent": {"beside"},
    "around": {"beside", "diagonal"},
    "line": {"beside", "in line"},
    "any": set(SPOTS),
}


@clause("SE-11.7a")
@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("where", AREAS)
def test_protect_reaches_as_far_as_it_says(where: str, spot: str) -> None:
    x, y = SPOTS[spot]
    covered = spot in REACH[where]
    rows = [["."] * 4 for _ in range(3)]
    rows[2][0], rows[2 - y][x] = "s", "t"
    picture = "\n".join(" ".join(row) for row in rows)
    cards = {"s": gifted(BLANK, protect(where, "turn_down")), "t": "- n1 - -", "p": "- - - n2"}
    assert bool(turned(play(table(picture, cards), f"place p {x + 1},{y} r0"))) is not covered


@clause("SE-11.7a")
def test_protect_self_is_for_the_card_alone_and_an_area_is_not_for_the_card() -> None:
    shield = gifted("- n1 - -", protect("self", "turn_down"))
    assert turned(play(table("s", {"s": shield, "p": "- - - n2"}), "place p 1,0 r0")) == []
    cards = {"s": gifted(BLANK, protect("self", "turn_down")), "t": "- n1 - -", "p": "- - - n2"}
    assert turned(play(table("s t", cards), "place p 2,0 r0")) == [("turned_down", 1, 0, ["nn"])]
    shield = gifted("- n1 - -", protect("any", "turn_down"))
    assert turned(play(table("s", {"s": shield, "p": "- - - n2"}), "place p 1,0 r0")) == [("turned_down", 0, 0, ["nn"])]


def suffers(verb: str, static: Json, placers: str = "00") -> bool:
    """Can an effect take t, which lies beside the card s with this static, as its subject? Seat 0 decides."""
    down = "/" if verb == "turn_up" else ""
    cards = {"s": gifted(BLANK, static), "t": BLANK}
    game = stir(f"m . . {down}t@{placers[1]} s@{placers[0]}", cards, do(verb, "line"))
    return (3, 0) in cells(game, "target")


@clause("SE-11.7a", "SE-8.9")
@pytest.mark.parametrize("verb", ["turn_down", "turn_up", "rotate", "relocate"])
@pytest.mark.parametrize("against", ["turn_down", "turn_up", "rotate", "relocate"])
def test_protect_is_from_the_things_named_and_from_no_others(against: str, verb: str) -> None:
    assert suffers(verb, protect("adjacent", against)) is (verb != against)


@clause("SE-11.7a")
@pytest.mark.parametrize("verb", ["turn_down", "turn_up", "rotate", "relocate"])
@pytest.mark.parametrize("cause", ["any", "energy", "ability"])
def test_cause_limits_protection_from_effects(cause: str, verb: str) -> None:
    everything = ("turn_down", "turn_up", "rotate", "relocate")
    assert suffers(verb, protect("adjacent", *everything, cause=cause)) is (cause == "energy")


@clause("SE-11.7a")
@pytest.mark.parametrize("cause", ["any", "energy", "ability"])
def test_cause_limits_protection_from_energies(cause: str) -> None:
    for thing, picture, t, p in (
        ("turn_down", "s t", "- n1 - -", "- - - n2"),
        ("turn_up", "s /t", BLANK, "- - - k"),
    ):
        cards = {"s": gifted(BLANK, protect("adjacent", thing, cause=cause)), "t": t, "p": p}
        assert bool(turned(play(table(picture, cards), "place p 2,0 r0"))) is (cause == "ability")
    # The other thing does not protect.
    cards = {"s": gifted(BLANK, protect("adjacent", "turn_up")), "t": "- n1 - -", "p": "- - - n2"}
    assert turned(play(table("s t", cards), "place p 2,0 r0"))
    cards = {"s": gifted(BLANK, protect("adjacent", "turn_down")), "t": BLANK, "p": "- - - k"}
    assert turned(play(table("s /t", cards), "place p 2,0 r0"))


@clause("SE-11.7a", "SE-11.4")
@pytest.mark.parametrize("placers", ["00", "01", "10", "11"])
@pytest.mark.parametrize("word", ["me", "other"])
def test_me_in_a_static_is_the_placer_of_its_card(word: str, placers: str) -> None:
    mine = placers[0] == placers[1]
    assert suffers("rotate", protect("adjacent", "rotate", placer=word), placers) is (mine != (word == "me"))


@clause("SE-11.7a", "SE-4.4")
def test_the_own_protection_of_a_relocated_card_counts_at_its_new_place() -> None:
    able = {"t": gifted("- - - n1", protect("self", "turn_down")), "u": "- n2 - -"}
    game = stir("m . . u . t", able, do("relocate", "line", kind=["ability"]))
    play(game, "target 5,0")
    assert "relocate 4,0 r0" in game.actions()
    assert game.why_not("relocate 4,0 r0") is None
    cards = {"u": "- n2 - -", "p": gifted("- - - n1", protect("self", "turn_down"))}
    assert refused(table("u", cards), "place p 1,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-11.7a", "SE-8.2")
@pytest.mark.parametrize("asleep", [{"turn": 5}, {"silence": 5}])
def test_the_own_protection_of_a_sleeping_card_does_not_count_where_it_is_relocated_to(asleep: Json) -> None:
    able = {"t": gifted("- - - n1", protect("self", "turn_down")), "u": "- n2 - -"}
    game = stir("m . . u . t", able, do("relocate", "line", kind=["ability"]), marks={(5, 0): asleep})
    play(game, "target 5,0")
    assert "relocate 4,0 r0" not in game.actions()
    assert refused(game, "relocate 4,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-11.7a", "SE-11.6g", "SE-4.4")
@pytest.mark.parametrize(("guard", "safe"), [(4, False), (5, True), (6, True)])
def test_a_guarded_card_may_be_relocated_where_it_would_fall(guard: int, safe: bool) -> None:
    cards = {"t": star("- - - n1"), "u": "- n2 - -"}
    game = stir("m . . u . t", cards, do("relocate", "line", kind=["star"]), marks={(5, 0): {"guard": guard}})
    play(game, "target 5,0")
    assert ("relocate 4,0 r0" in game.actions()) is safe
    assert (game.why_not("relocate 4,0 r0") is None) is safe


@clause("SE-11.7a", "SE-4.4")
@pytest.mark.parametrize("where", ["self", *AREAS])
def test_what_protects_a_card_being_put_down_depends_on_the_area_alone(where: str) -> None:
    # s lies north of the cell where p would fall, in its column and beside it.
    cards = {"s": gifted("- - g1 -", protect(where, "turn_down")), "t": "- n3 - -", "p": "g1 - - n2"}
    game = table(". s\nt .", cards)
    assert ("place p 1,0 r0" in game.actions()) is (where != "self")
    assert (game.why_not("place p 1,0 r0") is None) is (where != "self")


@clause("SE-11.7a", "SE-4.4")
def test_the_area_protection_of_a_relocated_card_does_not_reach_itself() -> None:
    able = {"t": gifted("- - - n1", protect("any", "turn_down")), "u": "- n2 - -"}
    game = stir("m . . u . t", able, do("relocate", "line", kind=["ability"]))
    play(game, "target 5,0")
    assert refused(game, "relocate 4,0 r0") == ("would_fall", "SE-4.4")


@clause("SE-11.7a", "SE-4.4")
@pytest.mark.parametrize(("word", "safe"), [("me", True), ("other", False)])
def test_a_relocated_card_is_protected_as_the_card_of_its_placer(word: str, safe: bool) -> None:
    # Seat 0 moves t, which seat 1 placed, to the shield of seat 1: what counts is who placed t.
    cards = {"t": star("- - - n1"), "u": "- n2 - -", "s": gifted(BLANK, protect("any", "turn_down", placer=word))}
    game = stir("m . . u . t@1 . . s@1", cards, do("relocate", "line", kind=["star"]))
    play(game, "target 5,0")
    assert ("relocate 4,0 r0" in game.actions()) is safe
    assert (game.why_not("relocate 4,0 r0") is None) is safe


@clause("SE-11.7b")
@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("where", AREAS)
def test_forbid_closes_the_cells_of_its_area(where: str, spot: str) -> None:
    x, y = SPOTS[spot]
    # u lies north of the spot, so that p could lie there.
    rows = [["."] * 4 for _ in range(4)]
    rows[3][0], rows[3 - y - 1][x] = "f", "u"
    picture = "\n".join(" ".join(row) for row in rows)
    game = table(picture, {"f": gifted(BLANK, forbid(where)), "u": BLANK, "p": BLANK})
    closed = spot in REACH[where]
    assert ((x, y) in cells(game, "place", "p")) is not closed
    if closed:
        assert refused(game, f"place p {x},{y} r0") == ("barred", "SE-4.8")


@clause("SE-11.7b")
@pytest.mark.parametrize("placer", [0, 1])
@pytest.mark.parametrize("who", ["anyone", "placer", "other"])
def test_forbid_is_for_the_seats_named(who: str, placer: int) -> None:
    game = table(f"f@{placer}", {"f": gifted(BLANK, forbid("adjacent", who)), "p": BLANK})
    closed = who == "anyone" or (who == "placer") == (placer == 0)
    assert bool(cells(game, "place", "p")) is not closed


@clause("SE-11.7b")
@pytest.mark.parametrize(
    ("match", "closed"),
    [
        ({}, True),
        ({"kind": ["star"]}, True),
        ({"kind": ["planet"]}, False),
        ({"element": ["same"]}, False),
        ({"element": ["other"]}, True),
        ({"level": ["gold"]}, True),
        ({"binary": True}, False),
    ],
)
def test_forbid_is_for_the_cards_that_fit(match: Json, closed: bool) -> None:
    cards = {"f": gifted(BLANK, forbid("adjacent", **match)), "p": star(BLANK, 1, "earth", "gold")}
    game = table("f", cards)
    assert bool(cells(game, "place", "p")) is not closed
    assert (game.why_not("place p 0,1 r0") is None) is not closed


@clause("SE-11.7b", "SE-8.10")
def test_forbid_closes_cells_to_relocation_too() -> None:
    cards = {"t": star(), "f": gifted(BLANK, forbid("adjacent", kind=["star"])), "x": BLANK}
    game = stir("m t . f", cards, do("relocate", "adjacent", kind=["star"]))
    play(game, "target 1,0")
    assert not cells(game, "relocate") & {(2, 0), (3, 1), (4, 0), (3, -1)}
    assert refused(game, "relocate 4,0 r0") == ("barred", "SE-4.8")
    # Who moves it counts, not who placed it.
    for who, closed in (("placer", False), ("other", True)):
        cards["f"] = gifted(BLANK, forbid("adjacent", who, kind=["star"]))
        game = stir("m t@1 . f@1", cards, do("relocate", "adjacent", kind=["star"]))
        play(game, "target 1,0")
        assert ((4, 0) in cells(game, "relocate")) is not closed


@clause("SE-11.7b", "SE-11.7a")
def test_a_forbid_is_stronger_than_a_protection() -> None:
    both = gifted(BLANK, protect("any", "turn_down"), forbid("any", kind=["star"]))
    cards = {"s": both, "t": "- n2 - -", "p": planet("- - - n1"), "q": star("- - - n1")}
    game = table("t . . s", cards, ("p q",))
    assert "place p 1,0 r0" in game.actions()
    assert refused(game, "place q 1,0 r0") == ("barred", "SE-4.8")
    reverse = gifted(BLANK, forbid("any", kind=["star"]), protect("any", "turn_down"))
    assert not cells(table("t . . s", cards | {"s": reverse}, ("p q",)), "place", "q")


@clause("SE-11.7c", "SE-9.7")
@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("where", AREAS)
def test_worth_reaches_as_far_as_it_says(where: str, spot: str) -> None:
    x, y = SPOTS[spot]
    rows = [["."] * 4 for _ in range(3)]
    rows[2][0], rows[2 - y][x] = "m", "s"
    picture = "\n".join(" ".join(row) for row in rows)
    game = table(picture, {"m": gifted(BLANK, worth(where, 4)), "s": star(BLANK, 3, "earth"), "p": BLANK})
    assert game.result().scores == [7 if spot in REACH[where] else 3, 0]


@clause("SE-11.7")
def test_statics_of_one_card_work_together() -> None:
    closed = forbid("adjacent", "other")
    many = gifted(BLANK, worth("any", 1), worth("any", 2), protect("adjacent", "turn_down"), closed)
    cards = {"m": many, "s": star("- n1 - -", 3, "earth"), "p": "- - - n2"}
    game = table("m s", cards)
    assert game.result().scores == [6, 0]
    assert turned(play(game, "place p 2,0 r0")) == []

"""How abilities work: SE-8."""

from __future__ import annotations

import pytest

from games.space_editor.abilities import count, do, protect, when, worth
from games.space_editor.arrange import play, refused, stir, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at, cells, is_up
from games.space_editor.told import named, names, triggers, turned
from marks import clause

BLANK = "- - - -"
LISTENER = gifted(BLANK, when("neighbour_placed", do("guard", "self")))
"""Guards itself when a card comes beside it: an ability that asks nothing."""


def resolutions(events: list[Json]) -> list[tuple[int, int]]:
    """The serial number and the index of every ability whose resolution began, in order."""
    return [(event["no"], event["ability"]) for event in named(events, "resolving")]


# --- SE-8.1, SE-8.2: what is an ability, and when does it work --------------------------------------------------------


@clause("SE-8.1")
def test_a_static_ability_is_in_force_all_the_time_and_a_triggered_one_waits() -> None:
    cards = {"t": "- n1 - -", "p": "- - - n2", "x": BLANK}
    still = table("s\nt", cards | {"s": gifted(BLANK, protect("adjacent", "turn_down"))})
    events = play(still, "place p 1,0 r0")
    assert triggers(events) == []
    assert is_up(still, 0, 0)
    waiting = table("s\nt", cards | {"s": gifted(BLANK, when("neighbour_turned_down", do("turn_up", "event")))})
    assert at(waiting, 0, 0)["up"] is True
    events = play(waiting, "place p 1,0 r0")
    assert names(events) == ["placed", "turned_down", "triggered", "resolving", "turned_up"]


@clause("SE-8.2")
@pytest.mark.parametrize(
    ("picture", "silence", "awake"),
    [("m", 0, True), ("/m", 0, False), ("m+", 0, False), ("m", 4, True), ("m", 5, False), ("m", 6, False)],
)
def test_a_card_is_awake_face_up_after_its_turn_and_unless_silenced(picture: str, silence: int, awake: bool) -> None:
    marks = {(0, 0): {"silence": silence}}
    match = table(picture, {"m": LISTENER, "p": BLANK}, marks=marks)
    assert triggers(play(match, "place p 0,1 r0")) == ([(0, 0)] if awake else [])
    value = {"m": gifted(BLANK, worth("any", 2)), "s": star(BLANK, 3, "earth"), "p": BLANK}
    assert table(f"{picture} s", value, marks=marks).result().scores == [5 if awake else 3, 0]


@clause("SE-8.2")
def test_a_card_wakes_at_the_end_of_the_turn_in_which_it_was_placed() -> None:
    match = table("t", {"t": BLANK, "m": LISTENER, "p": BLANK}, ("m", "p"))
    assert triggers(play(match, "place m 1,0 r0")) == []
    assert triggers(play(match, "place p 2,0 r0")) == [(1, 0)]


@clause("SE-8.2", "SE-8.11")
@pytest.mark.parametrize(("silence", "awake"), [(0, True), (5, True), (6, False)])
def test_cards_placed_in_the_last_turn_are_awake_at_game_end(silence: int, awake: bool) -> None:
    ender = gifted(BLANK, when("game_end", do("guard", "self")))
    match = table("t", {"t": BLANK, "m": ender}, ("", "m"), decks=("", ""), active=1)
    assert triggers(play(match, "place m 1,0 r0")) == [(1, 0)]
    match = table(
        "m", {"m": ender, "p": BLANK}, ("", "p"), decks=("", ""), active=1, marks={(0, 0): {"silence": silence}}
    )
    assert triggers(play(match, "place p 1,0 r0")) == ([(0, 0)] if awake else [])


@clause("SE-8.2", "SE-8.11")
def test_face_down_cards_have_no_game_end() -> None:
    ender = gifted(BLANK, when("game_end", do("guard", "self")))
    match = table("/m", {"m": ender, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
    assert triggers(play(match, "place p 1,0 r0")) == []


@clause("SE-8.2", "SE-8.3")
@pytest.mark.parametrize("picture", ["b", "/b", "b+", "/b+"])
@pytest.mark.parametrize("silence", [0, 9])
def test_the_abilities_of_a_basepoint_work_from_turn_1_whichever_way_it_lies(picture: str, silence: int) -> None:
    base = basepoint(
        BLANK,
        when("neighbour_placed", do("guard", "event")),
        worth("any", 2),
        when("game_end", do("guard", "any", pick="all")),
    )
    cards = {"b": base, "s": star(BLANK, 3, "earth"), "p": BLANK}
    match = table(f"{picture} s", cards, marks={(0, 0): {"silence": silence}}, turn=1)
    assert match.result().scores == [5, 0]
    assert triggers(play(match, "place p 0,1 r0")) == [(0, 0)]
    last = table(f"{picture} s", cards, ("", "p"), decks=("", ""), active=1, marks={(0, 0): {"silence": silence}})
    assert triggers(play(last, "place p 0,1 r0")) == [(0, 0), (0, 2)]


@clause("SE-8.2")
def test_the_statics_of_a_basepoint_placed_just_now_protect_in_turn_1() -> None:
    base = basepoint(BLANK, protect("adjacent", "turn_down"))
    cards = {"base": base, "t": planet("- n1 - -", "water"), "u": planet("- - - n2", "wind")}
    match = table("base t", cards, ("u",), turn=1)
    assert turned(play(match, "place u 2,0 r0")) == []


# --- SE-8.3: what a batch triggers ------------------------------------------------------------------------------------


@clause("SE-8.3")
def test_a_card_hears_its_own_fall_and_its_own_rise() -> None:
    both = gifted(
        "- n1 - -", when("turned_down", do("guard", "any", pick="all")), when("turned_up", do("guard", "self"))
    )
    match = table("m", {"m": both, "p": "- - - n2"})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 0)]
    match = table("/m", {"m": both, "p": "- - - k"})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 1)]


@clause("SE-8.3")
def test_a_card_that_falls_in_a_batch_does_not_hear_its_neighbours() -> None:
    both = gifted("- n1 - -", when("neighbour_placed", do("guard", "event")), when("turned_down", do("guard", "event")))
    match = table("m", {"m": both, "p": "- - - n2"})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 1)]


@clause("SE-8.3")
def test_a_card_that_rises_in_a_batch_does_not_hear_its_neighbours() -> None:
    hears = when("neighbour_placed", do("guard", "event"))
    match = table("/m", {"m": gifted(BLANK, hears), "p": "- - - k"})
    assert triggers(play(match, "place p 1,0 r0")) == []


@clause("SE-8.3")
@pytest.mark.parametrize(("verb", "way"), [("turn_down", ""), ("turn_up", "/")])
def test_cards_that_one_effect_turns_together_do_not_hear_each_other(verb: str, way: str) -> None:
    listener = gifted(BLANK, when(verb.replace("turn_", "neighbour_turned_"), do("guard", "self")))
    turner = gifted(BLANK, when("neighbour_placed", do(verb, "around", placer="other", pick="all")))
    # x and y turn together, side by side; z beside y is out of reach, does not turn and hears y.
    cards = {"m": turner, "x": listener, "y": listener, "z": listener, "p": BLANK}
    match = table(f". m#0 . .\n. {way}x@1#1 {way}y@1#2 z@1#3", cards)
    events = play(match, "place p 0,1 r0")
    assert [event["no"] for event in named(events, "turned_down", "turned_up")] == [1, 2]
    assert triggers(events) == [(0, 0), (3, 0)]


@clause("SE-8.3")
def test_a_face_down_basepoint_hears_its_neighbours_and_its_own_turning() -> None:
    base = basepoint(BLANK, when("neighbour_placed", do("guard", "event")), when("turned_up", do("guard", "self")))
    match = table("/b", {"b": base, "p": "- - - k"})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 0), (0, 1)]


@clause("SE-8.3", "SE-8.10")
def test_neighbours_are_those_after_the_batch() -> None:
    # t moves from between m and old to a cell beside new: old hears nothing, new does.
    match = stir(
        "m t old . . new", {"t": star(), "old": LISTENER, "new": LISTENER}, do("relocate", "line", kind=["star"])
    )
    play(match, "target 1,0")
    assert triggers(play(match, "relocate 4,0 r0")) == [(3, 0)]


@clause("SE-8.3")
def test_a_relocated_card_hears_what_its_own_energies_turn() -> None:
    fell = when("neighbour_turned_down", do("guard", "self"))
    hears = gifted("- n2 - -", fell, when("relocated", do("guard", "self")))
    match = stir("m x . . t", {"x": hears, "t": "- - - n1"}, do("relocate", "adjacent", kind=["ability"]))
    play(match, "target 1,0")
    events = play(match, "relocate 3,0 r0")
    assert turned(events) == [("turned_down", 4, 0, ["nn"])]
    assert triggers(events) == [(1, 1), (1, 0)]


@clause("SE-8.3")
def test_a_trigger_that_occurs_while_the_card_sleeps_is_lost() -> None:
    match = table("m", {"m": LISTENER, "p": BLANK}, ("p", "p"), marks={(0, 0): {"silence": 5}})
    assert triggers(play(match, "place p 0,1 r0")) == []
    # In turn 6 it is awake and hears the second card only.
    events = play(match, "place p 1,0 r0")
    assert [event["no"] for event in named(events, "triggered")] == [0]
    assert match.position()["used"] == []


# --- SE-8.4: the queue ------------------------------------------------------------------------------------------------


@clause("SE-8.4", "SE-3.5")
def test_abilities_queue_by_event_then_by_age_then_as_printed() -> None:
    twice = gifted(BLANK, when("neighbour_placed", do("guard", "self")), when("neighbour_placed", do("guard", "self")))
    falls = gifted("- n1 - -", when("turned_down", do("guard", "event")))
    hears = gifted(BLANK, when("neighbour_turned_down", do("guard", "self")))
    cards = {"one": LISTENER, "two": twice, "t": falls, "n": hears, "p": "- - - n2"}
    # p comes to 2,1: one lies north of it, two south, t west; n lies west of t.
    match = table(". . one#3\nn#0 t#2 .\n. . two#1", cards)
    events = play(match, "place p 2,1 r0")
    order = [(1, 0), (1, 1), (3, 0), (0, 0), (2, 0)]
    assert triggers(events) == order
    assert resolutions(events) == order
    assert names(events)[:2] == ["placed", "turned_down"]


@clause("SE-8.4")
def test_turned_cards_are_told_by_age_not_by_direction() -> None:
    fell = when("turned_down", do("guard", "event"))
    cards = {"a": gifted("- n1 - -", fell), "b": gifted("- - - n1", fell), "p": "- n2 - n2"}
    for first, second in ((0, 1), (1, 0)):
        match = table(f"a#{first} . b#{second}", cards)
        assert triggers(play(match, "place p 1,0 r0")) == [(0, 0), (1, 0)]


@clause("SE-8.4")
def test_resolving_starts_when_all_rotations_are_chosen() -> None:
    match = table("m .\n. /t", {"m": LISTENER, "t": BLANK, "p": "- k - -"})
    events = play(match, "place p 0,0 r0")
    assert names(events) == ["placed", "turned_up", "triggered"]
    assert match.position()["queue"] == [{"no": 0, "ability": 0, "event": 2, "actor": 0, "decider": 0}]
    assert names(play(match, "face 1,0 r0"))[:3] == ["faced", "resolving", "guarded"]


@clause("SE-8.4")
def test_what_an_ability_triggers_goes_to_the_end_of_the_queue() -> None:
    first = gifted(
        BLANK, when("neighbour_placed", do("turn_down", "line", kind=["star"], pick="all"), do("guard", "self"))
    )
    falls = gifted(BLANK, when("neighbour_turned_down", do("guard", "self")))
    cards = {"first": first, "s": star(BLANK), "deaf": falls, "second": LISTENER, "p": BLANK}
    # p comes to 1,1 between first (1,0) and second (1,2); s east of first falls, deaf hears that.
    match = table(". second#1 . .\n. . . .\n. first#0 s#2 deaf#3", cards)
    events = play(match, "place p 1,1 r0")
    assert triggers(events) == [(0, 0), (1, 0), (3, 0)]
    assert resolutions(events) == [(0, 0), (1, 0), (3, 0)]
    assert names(events) == [
        *("placed", "triggered", "triggered"),
        *("resolving", "turned_down", "triggered", "guarded"),
        *("resolving", "guarded"),
        *("resolving", "guarded"),
        *("turn", "drawn"),
    ]


@clause("SE-8.4")
@pytest.mark.parametrize(
    "verb", [do("turn_down", "any", kind=["ability"], pick="all"), do("silence", "any", pick="all")]
)
def test_an_ability_in_the_queue_is_resolved_whatever_has_become_of_its_card(verb: Json) -> None:
    first = gifted(BLANK, when("neighbour_placed", verb))
    last = gifted(BLANK, when("neighbour_placed", do("guard", "event")))
    match = table(". first#0\nlast#1 .", {"first": first, "last": last, "p": BLANK})
    events = play(match, "place p 1,0 r0")
    assert resolutions(events) == [(0, 0), (1, 0)]
    assert [event["no"] for event in named(events, "guarded")] == [2]


@clause("SE-8.4")
def test_an_ability_resolves_where_its_card_lies_now() -> None:
    # first moves second away before second resolves: its area is that of the new cell.
    first = gifted(BLANK, when("neighbour_placed", do("relocate", "any", kind=["ability"])))
    second = gifted(BLANK, when("neighbour_placed", do("turn_down", "adjacent", pick="all")))
    match = table("first . second . . far", {"first": first, "second": second, "far": BLANK, "p": BLANK})
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 0), (1, 0)]
    play(match, "target 2,0", "relocate 4,0 r0")
    assert is_up(match, 1, 0)
    assert not is_up(match, 5, 0)


# --- SE-8.5 to SE-8.8 -------------------------------------------------------------------------------------------------


@clause("SE-8.5")
@pytest.mark.parametrize(("decider", "seat"), [("", 0), ("actor", 0), ("placer", 1)])
def test_the_decider_is_the_actor_unless_the_ability_says_placer(decider: str, seat: int) -> None:
    asks = gifted(BLANK, when("neighbour_placed", do("rotate", "event"), decider=decider))
    match = table("m@1", {"m": asks, "p": BLANK})
    events = play(match, "place p 0,1 r0")
    assert [event["seat"] for event in named(events, "triggered", "resolving")] == [seat, seat]
    assert match.to_act() == seat
    assert match.position()["now"]["actor"] == 0
    assert match.position()["now"]["decider"] == seat
    assert named(play(match, "rotate 0,1 r1"), "rotated")[0]["seat"] == seat


@clause("SE-8.5")
def test_the_decider_is_the_actor_of_everything_the_ability_does() -> None:
    # Seat 1 decides in seat 0's turn; what its placement turns down is its act, so `by placer` is heard.
    helper = gifted(BLANK, when("neighbour_placed", do("place"), by="other", decider="placer"))
    hears = gifted("n1 - - -", when("turned_down", do("guard", "event"), by="placer"))
    cards = {"m": helper, "h": hears, "p": BLANK, "q": "- - n2 -"}
    match = table("m@1 . h@1", cards, ("p", "q"), decks=("p", "p"))
    play(match, "place p 0,1 r0")
    assert match.to_act() == 1
    events = play(match, "place q 2,1 r0")
    assert triggers(events) == [(1, 0)]
    assert [event["seat"] for event in named(events, "placed", "turned_down", "triggered")] == [1, 1, 1]
    assert at(match, 2, 1)["placer"] == 1


@clause("SE-8.5", "SE-1.7")
@pytest.mark.parametrize("by", ["placer", "other"])
def test_what_an_effect_turns_is_turned_by_the_decider(by: str) -> None:
    # Seat 0 acts, seat 1 decides and turns h down, which it placed itself.
    asks = gifted(BLANK, when("neighbour_placed", do("turn_down", "line", kind=["ability"]), decider="placer"))
    hears = gifted(BLANK, when("turned_down", do("guard", "any", pick="all"), by=by))
    match = table("m@1 h@1", {"m": asks, "h": hears, "p": BLANK})
    play(match, "place p 0,1 r0")
    events = play(match, "target 1,0")
    assert named(events, "turned_down")[0]["seat"] == 1
    assert triggers(events) == ([(1, 0)] if by == "placer" else [])


@clause("SE-8.5", "SE-11.4")
@pytest.mark.parametrize(("decider", "mine"), [("actor", {(1, 0), (0, 1)}), ("placer", {(2, 0)})])
def test_me_in_an_effect_is_the_decider(decider: str, mine: set[tuple[int, int]]) -> None:
    asks = gifted(BLANK, when("neighbour_placed", do("turn_down", "any", placer="me"), decider=decider))
    match = table("m@1 t@0 t@1", {"m": asks, "t": BLANK, "p": BLANK})
    play(match, "place p 0,1 r0")
    assert cells(match, "target") == mine


@clause("SE-8.5", "SE-11.7b")
@pytest.mark.parametrize(("who", "closed"), [("placer", True), ("other", False)])
def test_who_is_barred_from_a_relocation_is_the_decider(who: str, closed: bool) -> None:
    # Seat 0 acts, seat 1 decides; f was placed by seat 1.
    asks = gifted(BLANK, when("neighbour_placed", do("relocate", "event"), decider="placer"))
    cards = {"m": asks, "f": gifted(BLANK, {"static": "forbid", "where": "adjacent", "who": who}), "p": BLANK}
    match = table("m@1 . . f@1", cards)
    play(match, "place p 0,1 r0")
    assert match.to_act() == 1
    assert ((2, 0) in cells(match, "relocate")) is not closed
    assert (match.why_not("relocate 2,0 r0") is None) is not closed


@clause("SE-8.4")
def test_a_copy_of_a_match_resolves_its_own_queue() -> None:
    steps = (do("guard", "self"), do("rotate", "event"))
    asks = gifted(BLANK, when("neighbour_placed", *steps))
    match = table("m .\n. /t", {"m": asks, "t": BLANK, "p": "- k - -"})
    play(match, "place p 0,0 r0")
    twin = match.state.clone()
    for word in ("face 1,0 r0", "rotate 0,0 r1"):
        action = twin.read(word)
        assert action is not None
        twin.act(action)
    assert names(play(match, "face 1,0 r0")) == ["faced", "resolving", "guarded"]
    assert match.actions() == [f"rotate 0,0 r{r}" for r in range(4)]


@clause("SE-8.6")
def test_an_effect_without_a_subject_is_skipped_and_the_next_one_follows() -> None:
    match = table(
        "m", {"m": gifted(BLANK, when("neighbour_placed", do("turn_up", "any"), do("guard", "self"))), "p": BLANK}
    )
    events = play(match, "place p 0,1 r0")
    assert names(events)[2:5] == ["resolving", "fizzled", "guarded"]
    assert named(events, "fizzled") == [{"event": "fizzled", "no": 0, "ability": 0, "effect": 0}]


@clause("SE-8.6")
def test_only_an_effect_marked_may_can_be_declined() -> None:
    match = stir("m /t", {"t": BLANK}, do("turn_up", "adjacent"))
    assert match.actions() == ["target 1,0"]
    assert refused(match, "pass") == ("no_passing", "SE-8.6")
    match = stir("m /t", {"t": BLANK}, do("turn_up", "adjacent", may=True), do("guard", "self"))
    assert match.actions() == ["pass", "use"]
    events = play(match, "pass")
    assert events[0] == {"event": "declined", "seat": 0, "no": 0, "ability": 0, "effect": 0}
    assert names(events)[1] == "guarded"
    assert not is_up(match, 1, 0)


@clause("SE-8.7")
def test_a_face_down_subject_is_chosen_then_revealed_then_rotated() -> None:
    match = stir("m /t", {"t": BLANK}, do("turn_up", "adjacent"))
    assert match.view(0)["board"][2]["card"] is None
    assert names(play(match, "target 1,0")) == ["targeted", "turned_up"]
    assert match.actions() == [f"face 1,0 r{r}" for r in range(4)]
    assert refused(match, "target 1,0")[0] == "wrong_step"


@clause("SE-8.8")
def test_an_ability_triggered_by_an_ability_is_resolved_as_well() -> None:
    chain = gifted(BLANK, when("turned_down", do("turn_down", "adjacent", kind=["star"], pick="all")), element="water")
    match = stir("m c s", {"c": chain, "s": star(BLANK)}, do("turn_down", "adjacent", element=["water"], pick="all"))
    assert not is_up(match, 1, 0)
    assert not is_up(match, 2, 0)


@clause("SE-8.8")
def test_one_placement_that_turns_two_neighbours_triggers_a_listener_twice() -> None:
    hears = gifted(BLANK, when("neighbour_turned_down", do("guard", "self")))
    # a and b touch m at 1,1 from west and south; p at 0,0 touches both.
    match = table("a m\n. b", {"m": hears, "a": "- - n1 -", "b": "- - - n1", "p": "n2 n2 - -"})
    events = play(match, "place p 0,0 r0")
    assert len(named(events, "triggered")) == 2
    assert {event["no"] for event in named(events, "triggered")} == {2}


@clause("SE-8.8")
def test_an_ability_is_triggered_once_a_turn_by_each_event_card() -> None:
    loop = gifted(BLANK, when("rotated", do("rotate", "self")))
    match = stir("m l", {"l": loop}, do("rotate", "adjacent", kind=["ability"]))
    play(match, "target 1,0")
    assert triggers(play(match, "rotate 1,0 r1")) == [(1, 0)]
    assert match.actions() == [f"rotate 1,0 r{r}" for r in range(4)]
    events = play(match, "rotate 1,0 r2")
    assert triggers(events) == []
    assert "turn" in names(events)


@clause("SE-8.8", "SE-12.2")
def test_used_notes_card_ability_and_event_card_and_is_emptied_when_a_turn_starts() -> None:
    asks = gifted(BLANK, when("neighbour_placed", do("guard", "self")), when("neighbour_placed", do("rotate", "event")))
    match = table("m#4", {"m": asks, "p": BLANK})
    play(match, "place p 0,1 r0")
    assert match.position()["used"] == [[4, 0, 5], [4, 1, 5]]
    play(match, "rotate 0,1 r0")
    assert match.position()["used"] == []


@clause("SE-8.8")
@pytest.mark.parametrize(("used", "heard"), [([[0, 0, 1]], False), ([[0, 0, 2], [0, 1, 1], [1, 0, 1]], True)])
def test_what_is_used_is_not_triggered_again_by_that_card(used: list[list[int]], heard: bool) -> None:
    match = table("m", {"m": LISTENER, "p": BLANK}, used=used)
    assert triggers(play(match, "place p 0,1 r0")) == ([(0, 0)] if heard else [])


@clause("SE-8.8", "SE-11.3")
def test_an_event_whose_condition_fails_uses_nothing_up() -> None:
    # b hears p only with an empty hand: not when p is placed, but when p is moved after q has left the hand.
    steps = (do("place", to="line"), do("relocate", "event"))
    mover = gifted(BLANK, when("neighbour_placed", *steps, card={"level": ["gold"]}))
    hears = gifted(BLANK, when("neighbour_placed", do("guard", "self"), conditions=[{"cond": "hand", "max": 0}]))
    cards = {"a": mover, "b": hears, "p": planet(BLANK, level="gold"), "q": BLANK}
    match = table("a . b", cards, ("p q",))
    assert triggers(play(match, "place p 1,0 r0")) == [(0, 0)]
    assert triggers(play(match, "place q -1,0 r0")) == []
    assert triggers(play(match, "relocate 3,0 r0")) == [(1, 0)]


# --- SE-8.9: protection -----------------------------------------------------------------------------------------------


@clause("SE-8.9", "SE-11.6g")
@pytest.mark.parametrize(("guard", "safe"), [(0, False), (4, False), (5, True), (6, True)])
def test_a_guarded_card_is_not_turned_down_by_energies_nor_taken_by_effects(guard: int, safe: bool) -> None:
    marks = {(1, 0): {"guard": guard}}
    match = table(". t", {"t": "- n1 - -", "p": "- - - n2"}, marks=marks)
    assert bool(turned(play(match, "place p 2,0 r0"))) is not safe
    match = stir("m t", {"t": star(BLANK)}, do("turn_down", "any", kind=["star"]), marks=marks)
    assert match.actions()[0].startswith("place" if safe else "target 1,0")


@clause("SE-8.9")
@pytest.mark.parametrize("placer", [0, 1])
def test_protection_holds_against_everybody_oneself_included(placer: int) -> None:
    shield = gifted(BLANK, protect("adjacent", "turn_down", "turn_up"))
    match = table(f"s@{placer} t@{placer}", {"s": shield, "t": "- n1 - -", "p": "- - - n2"})
    assert turned(play(match, "place p 2,0 r0")) == []
    match = table(f"s@{placer} /t@{placer}", {"s": shield, "t": BLANK, "p": "- - - k"})
    assert turned(play(match, "place p 2,0 r0")) == []


# --- SE-8.10: relocation ----------------------------------------------------------------------------------------------


@clause("SE-8.10", "SE-11.6e")
def test_only_face_up_cards_and_no_basepoints_are_relocated() -> None:
    cards = {"b": basepoint(BLANK), "t": BLANK, "d": BLANK}
    match = stir("b /d\nm t", cards, do("relocate", "any", kind=["planet", "basepoint"]))
    assert cells(match, "target") == {(1, 0), (0, -1)}
    assert refused(match, "target 0,1") == ("never_basepoint", "SE-11.6e")
    assert refused(match, "target 1,1") == ("wrong_face", "SE-11.6e")


@clause("SE-8.10", "SE-11.6e")
def test_a_card_without_a_legal_destination_is_not_relocated() -> None:
    mover = gifted("g1 g1 g1 g1", when("neighbour_placed", do("relocate", "any")))
    match = table("m z", {"m": mover, "z": "k k k k", "p": "g1 g1 g1 g1"})
    play(match, "place p 0,1 r0")
    assert match.actions() == ["target 0,1"]
    assert refused(match, "target 1,0") == ("nowhere_to_go", "SE-11.6e")


@clause("SE-8.10")
def test_a_relocated_card_goes_to_another_empty_cell_with_any_rotation() -> None:
    match = stir("m t", {"t": BLANK}, do("relocate", "adjacent", placer="me", kind=["planet"]))
    play(match, "target 1,0")
    legal = {(0, 1), (-1, 0), (1, -1), (0, -2), (-1, -1)}
    assert match.actions() == sorted(f"relocate {x},{y} r{r}" for x, y in legal for r in range(4))
    assert refused(match, "relocate 1,0 r1") == ("same_cell", "SE-8.10")
    assert refused(match, "relocate 0,-1 r0") == ("cell_taken", "SE-4.5")
    events = play(match, "relocate 0,1 r3")
    assert events[0] == {
        "event": "relocated",
        "seat": 0,
        "no": 1,
        "card": "t",
        "from": [1, 0],
        "x": 0,
        "y": 1,
        "r": 3,
    }
    assert all((row["x"], row["y"]) != (1, 0) for row in match.position()["board"])


@clause("SE-8.10", "SE-1.7")
def test_a_relocated_card_keeps_all_but_its_cell_and_rotation() -> None:
    marks = {(1, 0): {"guard": 8, "silence": 9, "void": True, "turn": 2}}
    match = stir("m t:2@1", {"t": star()}, do("relocate", "adjacent", kind=["star"]), marks=marks)
    before = at(match, 1, 0)
    play(match, "target 1,0", "relocate 0,1 r3")
    assert at(match, 0, 1) == before | {"x": 0, "y": 1, "r": 3}


@clause("SE-8.10")
def test_a_relocated_card_stays_awake() -> None:
    match = stir("m t", {"t": gifted(BLANK, when("relocated", do("guard", "self")))}, do("relocate", "adjacent"))
    play(match, "target 1,0")
    assert triggers(play(match, "relocate 0,1 r0")) == [(0, 0), (1, 0)]


@clause("SE-8.10", "SE-4.6")
def test_the_cell_that_a_lonely_card_left_is_beside_nothing() -> None:
    mover = gifted(BLANK, when("neighbour_placed", do("relocate", "line", kind=["star"]), cause="hand"))
    match = table("m . . . . t", {"m": mover, "t": star(), "p": BLANK}, ("p", "p"))
    play(match, "place p 0,1 r0", "target 5,0", "relocate 1,0 r0")
    assert refused(match, "place p 5,0 r0") == ("touches_nothing", "SE-4.6")


@clause("SE-8.10")
@pytest.mark.parametrize("split", ["allow", "forbid"])
def test_the_universe_may_fall_apart_unless_split_is_forbidden(split: str) -> None:
    # t joins m and u; without it they fall apart wherever it goes, so under forbid it is no subject at all.
    cards = {"t": star(element="water"), "u": star(element="fire")}
    match = stir("m t u", cards, do("relocate", "line", element=["water"]), options={"split": split})
    if split == "allow":
        play(match, "target 1,0")
        beside_m = {(0, 1), (-1, 0), (0, -2), (-1, -1), (1, -1)}
        assert cells(match, "relocate") == beside_m | {(2, 1), (3, 0), (2, -1)}
    else:
        assert match.position()["phase"] == "place"


@clause("SE-8.10")
def test_under_split_forbid_only_cells_that_keep_one_group_are_destinations() -> None:
    options = {"split": "forbid"}
    move_star = do("relocate", "line", kind=["star"])
    match = stir("x x\nm t", {"t": star(), "x": BLANK}, move_star, options=options)
    play(match, "target 1,0")
    assert (0, 2) in cells(match, "relocate")
    # Where the universe was in pieces before, the move must join them.
    match = stir("m . x . t", {"t": star(), "x": BLANK}, move_star, options=options)
    play(match, "target 4,0")
    assert cells(match, "relocate") == {(1, 0)}
    assert refused(match, "relocate 0,1 r0") == ("would_split", "SE-8.10")


# --- SE-8.11: the end of the game -------------------------------------------------------------------------------------


@clause("SE-8.11")
def test_game_end_abilities_are_queued_by_age_and_decided_by_their_placers() -> None:
    ender = gifted(BLANK, when("game_end", do("rotate", "self")))
    cards = {"a": ender, "b": ender, "c": ender, "p": BLANK}
    match = table("a@1#1 b@0#0 c@1#2", cards, ("", "p"), decks=("", ""), active=1)
    events = play(match, "place p 0,1 r0")
    assert [(event["no"], event["seat"]) for event in named(events, "triggered")] == [(0, 0), (1, 1), (2, 1)]
    assert match.to_act() == 0
    now = match.position()["now"]
    assert (now["no"], now["actor"], now["decider"], now["event"]) == (0, 0, 0, None)
    assert match.position()["queue"][0] == {"no": 1, "ability": 0, "event": None, "actor": 1, "decider": 1}
    assert match.position()["used"] == [[0, 0, None], [1, 0, None], [2, 0, None]]
    play(match, "rotate 1,0 r1")
    assert match.to_act() == 1


@clause("SE-8.11", "SE-8.8")
def test_chains_work_after_the_last_turn_and_count_as_a_turn_of_their_own() -> None:
    ender = gifted(BLANK, when("game_end", do("rotate", "adjacent", kind=["ability"])))
    hears = gifted(BLANK, when("rotated", do("guard", "self")))
    match = table("m h", {"m": ender, "h": hears, "p": BLANK}, ("", "p"), decks=("", ""), active=1, used=[[1, 0, 1]])
    play(match, "place p 0,1 r0", "target 1,0")
    assert triggers(play(match, "rotate 1,0 r0")) == [(1, 0)]


@clause("SE-8.11", "SE-11.6f")
@pytest.mark.parametrize("may", [False, True])
def test_hands_are_not_used_after_the_last_turn(may: bool) -> None:
    ender = gifted(BLANK, when("game_end", do("turn_down", "adjacent", kind=["ability"], pick="all")))
    hears = gifted(BLANK, when("turned_down", do("place", may=may), do("guard", "event")))
    cards = {"m": ender, "h": hears, "p": BLANK}
    options = {"half_end": "decks"}
    match = table("m h", cards, ("p p", "p p"), decks=("", ""), active=1, mode="half", options=options)
    end = ["ending", "triggered", "resolving", "turned_down", "triggered", "resolving", "fizzled", "fizzled", "over"]
    assert names(play(match, "place p 0,1 r0"))[-9:] == end
    assert match.position()["hands"] == [["p", "p"], []]


@clause("SE-8.11")
def test_a_condition_on_the_board_is_asked_at_the_end_too() -> None:
    ender = gifted(BLANK, when("game_end", do("guard", "self"), conditions=[count("adjacent", 2)]))
    for picture, heard in (("m t", True), ("m", False)):
        match = table(picture, {"m": ender, "t": BLANK, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
        assert bool(triggers(play(match, "place p 0,1 r0"))) is heard

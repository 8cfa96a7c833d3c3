"""Writing down a position, and starting a match: SE-12."""

from __future__ import annotations

import copy
import json
import re
from importlib import resources
from typing import Any

import pytest

from games.space_editor.abilities import do, protect, when
from games.space_editor.arrange import play, position, table
from games.space_editor.cards import Json, basepoint, gifted, planet, star
from games.space_editor.lying import at
from marks import clause
from orrery.core.clause import BadOptions, BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.space_editor import GAME
from orrery.referee import Referee

BLANK = "- - - -"
DEFAULTS = {
    "mode": "half",
    "players": 2,
    "table": [21, 21],
    "final_star": "void",
    "face_down": "hidden",
    "half_end": "hands",
    "split": "allow",
    "deck_rules": "strict",
}


def load(sent: Json) -> Json:
    """The position as `load` gives it back."""
    return GAME.load(sent, Fate()).position()


# --- SE-12.1, SE-12.2: what comes back --------------------------------------------------------------------------------


@clause("SE-12.1")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_example_of_the_rulebook_comes_back_unchanged(lang: str) -> None:
    text = resources.files("orrery.games.space_editor").joinpath("rulebook", f"{lang}.md").read_text(encoding="utf-8")
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    complete = [example for example in examples if "game" in example]
    assert len(complete) == 1
    assert load(complete[0]) == complete[0]


def complete() -> list[Json]:
    """Positions of every phase and stage, complete and normalised."""
    steps = (do("turn_up", "line", pick="all"), do("rotate", "line", may=True), do("relocate", "self"), do("place"))
    ender = gifted(BLANK, when("game_end", do("rotate", "self", may=True)))
    cards = {"m": gifted(BLANK, when("neighbour_placed", *steps)), "e": ender, "d": star(), "b": basepoint(BLANK)}
    cards |= {"p": planet("- k - -"), "q": planet(BLANK)}
    game = table("m /d@1 e b\n. /d . .", cards, ("p q", "q"), decks=("q p", "p"), fate=[3, 1], turn=7)
    found = [game.position()]
    words = ["place p 0,0 r0", "face 1,0 r2", "face 1,1 r1", "use", "target 1,1", "rotate 1,1 r0", "relocate -1,0 r3"]
    for word in [*words, "place q 4,1 r0"]:
        play(game, word)
        found.append(game.position())
    game = table("e b", cards, ("", "q"), decks=("", ""), active=1, options={"face_down": "shown"})
    for word in ("place q 0,1 r0", "pass"):
        play(game, word)
        found.append(game.position())
    options = {"cards": cards, "decks": [["p", "d"], ["d"]], "deck_rules": "none"}
    return [*found, Match.new(GAME, options, 3, [0, 5]).position()]


@clause("SE-12.1", "SE-12.2")
def test_a_complete_normalised_position_comes_back_unchanged_in_every_phase() -> None:
    found = complete()
    stages = [where["phase"] if where["now"] is None else where["now"]["stage"] for where in found]
    pending = ["resolve", "start", "use", "target", "rotate", "relocate", "place"]
    assert stages == ["place", *pending, "place", "use", "over", "basepoint"]
    assert [where["phase"] for where in found[9:]] == ["end", "over", "basepoint"]
    for where in found:
        assert load(copy.deepcopy(where)) == where
        assert json.loads(json.dumps(where)) == where


@clause("SE-12.1")
def test_a_loaded_position_goes_on_like_the_match_it_was_taken_from() -> None:
    for where in complete():
        one, other = Match.load(GAME, copy.deepcopy(where)), Match.load(GAME, copy.deepcopy(where))
        assert one.actions() == other.actions()
        while one.to_act() is not None:
            word = one.actions()[-1]
            again = Match.load(GAME, one.position())
            assert play(again, word) == play(one, word)
            assert again.position() == one.position()


@clause("SE-12.2")
def test_what_may_be_left_out_is_filled_in() -> None:
    cards = {"t": {"kind": "basepoint", "sides": BLANK.split()}}
    sent = {
        "game": "space_editor",
        "version": 1,
        "cards": cards,
        "elements": ["wind", "fire"],
        "phase": "over",
        "turn": 3,
        "active": 1,
        "board": [{"x": 1, "y": -2, "card": "t"}],
    }
    row = {"x": 1, "y": -2, "card": "t", "r": 0, "up": True, "placer": 0, "turn": 0, "no": 0}
    assert load(sent) == {
        **sent,
        "options": DEFAULTS,
        "to_act": None,
        "basepoint": None,
        "final": False,
        "board": [row | {"guard": 0, "silence": 0, "void": False}],
        "hands": [[], []],
        "decks": [[], []],
        "discards": [[], []],
        "faces": [],
        "queue": [],
        "now": None,
        "used": [],
        "fate": [],
    }


@clause("SE-12.2")
@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("mode", ["half", "full"]),
        ("players", [2]),
        ("table", [[1, 2], [99, 99], [5, 4]]),
        ("final_star", ["void", "forbid"]),
        ("face_down", ["hidden", "shown"]),
        ("half_end", ["hands", "decks"]),
        ("split", ["allow", "forbid"]),
        ("deck_rules", ["strict", "cost", "none"]),
    ],
)
def test_each_option_may_be_given_alone_and_the_rest_are_defaults(option: str, values: list[Any]) -> None:
    for value in values:
        sent = position("t", {"t": BLANK, "p": BLANK}) | {"options": {option: value}}
        assert load(sent)["options"] == DEFAULTS | {option: value}
    for wrong in ("other", None, 7, [], True):
        with pytest.raises(BadPosition, match=rf"options\.{option}"):
            load(position("t", {"t": BLANK, "p": BLANK}) | {"options": {option: wrong}})


@clause("SE-12.2")
def test_cards_come_back_as_they_were_sent() -> None:
    cards = {"t": {"kind": "planet", "element": "fire", "level": "gold", "sides": BLANK.split(), "set": 3, "text": "x"}}
    sent = position("t", cards | {"unused": star()}, ("t",))
    assert load(sent)["cards"] == sent["cards"]
    assert list(load(sent)["cards"]) == list(sent["cards"])


@clause("SE-12.2", "SE-3.5")
def test_boards_hands_and_used_are_put_in_order_and_other_piles_are_not() -> None:
    sent = position("a b\nc d", dict.fromkeys("abcdpqz", BLANK), ("z p q", "q p"), decks=("z p", "q p"))
    sent["board"].reverse()
    sent |= {"discards": [["z", "a"], []], "used": [[3, 0, 1], [1, 0, 5], [1, 0, None], [0, 2, 0], [1, 0, 5]]}
    after = load(sent)
    assert [(row["x"], row["y"]) for row in after["board"]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert after["hands"] == [["p", "q", "z"], ["p", "q"]]
    assert after["decks"] == [["z", "p"], ["q", "p"]]
    assert after["discards"] == [["z", "a"], []]
    assert after["used"] == [[0, 2, 0], [1, 0, None], [1, 0, 5], [3, 0, 1]]


@clause("SE-12.2")
def test_a_board_without_serial_numbers_is_numbered_in_cell_order() -> None:
    sent = position("a b\nc d", dict.fromkeys("abcdp", BLANK), corner=(-1, -1))
    sent["board"].reverse()
    assert [(row["card"], row["no"]) for row in load(sent)["board"]] == [("c", 0), ("a", 1), ("d", 2), ("b", 3)]


@clause("SE-12.2")
def test_the_next_card_gets_the_highest_number_and_one() -> None:
    game = table("a#40 b#7", {"a": BLANK, "b": BLANK, "p": BLANK})
    play(game, "place p 0,1 r0")
    assert at(game, 0, 1)["no"] == 41
    assert [row["no"] for row in game.position()["board"]] == [40, 41, 7]


@clause("SE-12.2")
@pytest.mark.parametrize("mark", ["guard", "silence"])
@pytest.mark.parametrize(("value", "kept"), [(0, 0), (1, 0), (4, 0), (5, 5), (6, 6), (500, 500)])
def test_a_mark_that_has_run_out_is_0(mark: str, value: int, kept: int) -> None:
    game = table("m", {"m": gifted(BLANK, when("rotated")), "p": BLANK}, marks={(0, 0): {mark: value}})
    assert at(game, 0, 0)[mark] == kept
    play(game, "place p 0,1 r0")
    assert at(game, 0, 0)[mark] == (kept if kept >= 6 else 0)


@clause("SE-12.2")
@pytest.mark.parametrize("final", [True, False])
def test_a_given_final_is_taken_and_not_checked(final: bool) -> None:
    assert load(position("t", {"t": BLANK, "p": BLANK}, final=final))["final"] is final
    assert load(position("t", {"t": BLANK, "p": BLANK}, phase="over", final=final))["final"] is final


@clause("SE-12.2")
def test_final_left_out_is_worked_out_in_the_place_step_only() -> None:
    last = position("t", {"t": BLANK, "p": BLANK}, ("", "p"), decks=("", ""), active=1)
    assert load(last)["final"] is True
    assert load(last | {"phase": "over"})["final"] is False


@clause("SE-12.2")
def test_a_loaded_fate_is_kept_and_never_used() -> None:
    game = table("t", {"t": BLANK, "p": BLANK}, fate=[900, 0, 7])
    play(game, "place p 0,1 r0")
    assert game.position()["fate"] == [900, 0, 7]


# --- SE-12.3: what is refused -----------------------------------------------------------------------------------------


ASKS = when("neighbour_placed", do("turn_down", "adjacent", may=True))
CARDS = {
    "t": BLANK,
    "p": BLANK,
    "k": "k k k k",
    "s": star(),
    "b": basepoint("g1 g1 g1 g1"),
    "c": basepoint(BLANK),
    "m": gifted(BLANK, ASKS, protect("any", "rotate")),
    "y": gifted("g1 g1 g1 g1", when("rotated", do("place"))),
    "x": gifted(
        BLANK,
        when(
            "rotated",
            do("guard", "adjacent"),
            do("place"),
            do("rotate", "adjacent"),
            do("relocate", "adjacent"),
            do("guard", "self"),
            do("guard", "adjacent", pick="all"),
            do("rotate", "chosen", kind=["star"]),
            do("turn_up", "adjacent"),
            do("place", may=True),
            do("rotate", "self"),
            do("turn_up", "around", may=True),
        ),
    ),
}


def base(**more: Any) -> Json:
    """A good position in the place step: m at 0,0, t at 1,0, the star s at 0,1; serials 0, 2, 1."""
    return position("s\nm t", CARDS, ("p t", "p")) | more


def start(**more: Any) -> Json:
    """A good position in phase basepoint."""
    sent = position("", CARDS, ("", ""), decks=("p", "p"), turn=0, active=1, phase="basepoint", basepoint="b")
    return sent | more


def asking(effect: int = 0, stage: str = "target", subject: int | None = None, **more: Any) -> Json:
    """A position in phase resolve: x at 1,1 asks for something; the star s lies east of it, t south."""
    entry = {"no": 2, "ability": 0, "event": 2, "actor": 0, "decider": 0}
    now = entry | {"effect": effect, "stage": stage, "subject": subject} | more.pop("now", {})
    picture = ". x s\nb t /s"
    return position(picture, CARDS, more.pop("hands", ("p",)), phase="resolve", now=now, **more)


def test_the_positions_that_are_spoiled_below_are_good() -> None:
    for sent in (base(), start(), asking(), asking(10, "use")):
        load(sent)
    assert [row["no"] for row in load(asking())["board"]] == [0, 1, 2, 3, 4]


def spoil(sent: Json, *path: Any, value: Any = None, gone: bool = False) -> Json:
    """A copy with one thing changed or taken away."""
    found = sent = copy.deepcopy(sent)
    for key in path[:-1]:
        found = found[key]
    if gone:
        del found[path[-1]]
    else:
        found[path[-1]] = value
    return sent


TWO = [{"x": 0, "y": 0, "card": "t"}, {"x": 1, "y": 0, "card": "t"}]
ENTRY = {"no": 2, "ability": 0, "event": None, "actor": 0, "decider": 0}

FORCED = ENTRY | {"no": 0, "effect": 0, "stage": "place", "subject": None}

MISPLACED = "phase: faces, queue and now belong to the phases resolve and end"
NO_ANSWER = "now: the decision asked for has no legal answer"
NOBODY = "now: nobody has anything to decide although the match is not over"

FAULTS: list[tuple[str, Json, str]] = [
    # unknown words, wrong types, values out of range
    ("an unknown field", base(colour="red"), 'position: the field "colour" is unknown'),
    ("an unknown option", spoil(base(), "options", "colour", value="red"), 'options: the field "colour" is unknown'),
    (
        "an unknown field of a placed card",
        spoil(base(), "board", 0, "colour", value="red"),
        'board[0]: the field "colour" is unknown',
    ),
    ("another game", base(game="chess"), 'game: "chess" is not one of space_editor'),
    ("another version", base(version=2), "version: 2 is out of range"),
    ("version true", base(version=True), "version: true is not a whole number"),
    ("version 1.0", base(version=1.0), "version: 1.0 is not a whole number"),
    ("an unknown phase", base(phase="draw"), 'phase: "draw" is not one of basepoint, place, resolve, end, over'),
    (
        "an unknown card on the board",
        spoil(base(), "board", 0, "card", value="nowhere"),
        'board[0].card: "nowhere" is not among the cards',
    ),
    (
        "an unknown card in a hand",
        spoil(base(), "hands", 0, 0, value="nowhere"),
        'hands[0][0]: "nowhere" is not among the cards',
    ),
    (
        "an unknown card in a deck",
        spoil(base(), "decks", 1, 0, value="nowhere"),
        'decks[1][0]: "nowhere" is not among the cards',
    ),
    (
        "an unknown card among the discards",
        base(discards=[["nowhere"], []]),
        'discards[0][0]: "nowhere" is not among the cards',
    ),
    ("an unknown basepoint", base(basepoint="nowhere"), 'basepoint: "nowhere" is not among the cards'),
    ("a basepoint that is none", base(basepoint="t"), 'basepoint: "t" is not a basepoint'),
    ("a basepoint of the wrong type", base(basepoint=7), "basepoint: 7 is not a text"),
    (
        "an unknown element",
        base(elements=["earth", "aether"]),
        'elements[1]: "aether" is not one of water, wind, earth, fire',
    ),
    ("options of the wrong type", base(options=[]), "options: [] is not an object"),
    ("options null", base(options=None), "options: null is not an object"),
    ("cards of the wrong type", base(cards=[]), "cards: [] is not an object of card definitions"),
    ("a board of the wrong type", base(board={}), "board: {} is not a list"),
    ("a placed card of the wrong type", base(board=["t"]), 'board[0]: "t" is not an object'),
    ("hands of the wrong type", base(hands={}), "hands: {} is not a list"),
    ("hands of another number", base(hands=[["p"]]), "hands: 2 seats need 2 piles, not 1"),
    ("decks of another number", base(decks=[[], [], []]), "decks: 2 seats need 2 piles, not 3"),
    ("discards of another number", base(discards=[[]]), "discards: 2 seats need 2 piles, not 1"),
    ("a hand of the wrong type", base(hands=["p", []]), 'hands[0]: "p" is not a list'),
    ("a card id of the wrong type", base(hands=[[7], []]), "hands[0][0]: 7 is not a text"),
    ("turn -1", base(turn=-1), "turn: -1 is out of range"),
    ("turn true", base(turn=True), "turn: true is not a whole number"),
    ("turn 1.0", base(turn=5.0), "turn: 5.0 is not a whole number"),
    ("turn as a text", base(turn="5"), 'turn: "5" is not a whole number'),
    ("active 2 of two", base(active=2), "active: 2 is out of range"),
    ("active -1", base(active=-1), "active: -1 is out of range"),
    ("final of the wrong type", base(final=1), "final: 1 is neither true nor false"),
    ("final null", base(final=None), "final: null is neither true nor false"),
    ("rotation 4", spoil(base(), "board", 0, "r", value=4), "board[0].r: 4 is out of range"),
    ("rotation -1", spoil(base(), "board", 0, "r", value=-1), "board[0].r: -1 is out of range"),
    ("up as a number", spoil(base(), "board", 0, "up", value=1), "board[0].up: 1 is neither true nor false"),
    ("placer 2 of two", spoil(base(), "board", 0, "placer", value=2), "board[0].placer: 2 is out of range"),
    ("placer null", spoil(base(), "board", 0, "placer", value=None), "board[0].placer: null is not a whole number"),
    ("a card placed in the future", spoil(base(), "board", 0, "turn", value=6), "board[0].turn: 6 is out of range"),
    ("a card placed before turn 0", spoil(base(), "board", 0, "turn", value=-1), "board[0].turn: -1 is out of range"),
    ("guard -1", spoil(base(), "board", 0, "guard", value=-1), "board[0].guard: -1 is out of range"),
    ("silence -1", spoil(base(), "board", 0, "silence", value=-1), "board[0].silence: -1 is out of range"),
    ("guard as a text", spoil(base(), "board", 0, "guard", value="9"), 'board[0].guard: "9" is not a whole number'),
    ("void as a number", spoil(base(), "board", 0, "void", value=0), "board[0].void: 0 is neither true nor false"),
    ("x as a text", spoil(base(), "board", 0, "x", value="0"), 'board[0].x: "0" is not a whole number'),
    ("x 0.0", spoil(base(), "board", 0, "x", value=0.0), "board[0].x: 0.0 is not a whole number"),
    ("fate of the wrong type", base(fate={}), "fate: {} is not a list"),
    ("a negative fate", base(fate=[0, -1]), "fate[1]: -1 is out of range"),
    ("a fate of texts", base(fate=["1"]), 'fate[0]: "1" is not a whole number'),
    ("fate null", base(fate=None), "fate: null is not a list"),
    # what is required
    *(
        (f"without {field}", spoil(base(), field, gone=True), f"the field {field} is missing")
        for field in ("game", "version", "cards", "elements", "phase", "turn", "active", "board")
    ),
    *(
        (f"a placed card without {field}", spoil(base(), "board", 0, field, gone=True), f"the field {field} is missing")
        for field in ("x", "y", "card")
    ),
    # invalid cards
    ("an invalid card", position("s", CARDS | {"t": planet("n0 - - -")}), 'cards.t.sides[0]: "n0" is not a side'),
    (
        "an invalid card that is not in use",
        position("s", CARDS | {"z": {"kind": "planet"}}),
        "cards.z: the field element is missing",
    ),
    # the board
    ("two cards in one cell", base(board=[TWO[0], TWO[0] | {"card": "p"}]), "board: two cards lie in one cell"),
    (
        "a serial number twice",
        base(board=[row | {"no": 3} for row in TWO]),
        "board: a serial number stands there twice",
    ),
    (
        "serial numbers on some cards only",
        base(board=[TWO[0] | {"no": 0}, TWO[1]]),
        "board: either all cards have a serial number or none has",
    ),
    ("a negative serial number", base(board=[TWO[0] | {"no": -1}]), "board[0].no: -1 is out of range"),
    ("a serial number true", base(board=[TWO[0] | {"no": True}]), "board[0].no: true is not a whole number"),
    (
        "two basepoints",
        base(board=[TWO[0] | {"card": "b"}, TWO[1] | {"card": "c"}]),
        "board: more than one basepoint lies there",
    ),
    (
        "the same basepoint twice",
        base(board=[row | {"card": "b"} for row in TWO]),
        "board: more than one basepoint lies there",
    ),
    ("a card off the table", base(board=[TWO[0], TWO[1] | {"x": 11}]), "board[1]: 11,0 is not on the table"),
    (
        "a card off the table in the south",
        base(board=[TWO[0], TWO[1] | {"y": -11}]),
        "board[1]: 1,-11 is not on the table",
    ),
    ("void on a planet", spoil(base(), "board", 1, "void", value=True), "board[1].void: only a star can be void"),
    (
        "a basepoint in a hand",
        base(hands=[["p", "b"], ["p"]]),
        "hands[0]: a basepoint is in no hand, deck or discard pile",
    ),
    (
        "a basepoint in a deck",
        base(decks=[["p", "b"], ["p"]]),
        "decks[0]: a basepoint is in no hand, deck or discard pile",
    ),
    (
        "a basepoint among the discards",
        base(discards=[[], ["b"]]),
        "discards[1]: a basepoint is in no hand, deck or discard pile",
    ),
    # seats and elements
    ("one element for two", base(elements=["earth"]), "elements: 2 players have 2 elements, not 1"),
    ("three elements for two", base(elements=["earth", "fire", "water"]), "elements: 2 players have 2 elements, not 3"),
    ("an element twice", base(elements=["fire", "fire"]), "elements: no two seats have the same element"),
    ("elements of the wrong type", base(elements="earth"), 'elements: "earth" is not a list'),
    (
        "three seats in full mode",
        position("t", CARDS, ("p",) * 3, players=3),
        "options.players: full mode is for 2 players, not 3",
    ),
    # phase basepoint
    (
        "phase basepoint with a card on the board",
        start(board=[TWO[0] | {"turn": 0}]),
        "phase: in phase basepoint the board and the hands are empty",
    ),
    (
        "phase basepoint with a hand",
        start(hands=[[], ["p"]]),
        "phase: in phase basepoint the board and the hands are empty",
    ),
    ("phase basepoint with an empty deck", start(decks=[[], ["p"]]), "decks: in phase basepoint no deck is empty"),
    ("phase basepoint without decks", spoil(start(), "decks", gone=True), "decks: in phase basepoint no deck is empty"),
    (
        "phase basepoint without a basepoint",
        spoil(start(), "basepoint", gone=True),
        "basepoint: in phase basepoint there must be a basepoint to place",
    ),
    (
        "phase basepoint with a null basepoint",
        start(basepoint=None),
        "basepoint: in phase basepoint there must be a basepoint to place",
    ),
    ("phase basepoint in turn 1", start(turn=1), "turn: in phase basepoint the turn is 0 and the active seat 1"),
    (
        "phase basepoint with another active seat",
        start(active=0),
        "turn: in phase basepoint the turn is 0 and the active seat 1",
    ),
    # other phases
    *(
        (
            f"phase {phase} with an empty board",
            base(phase=phase, board=[]),
            "board: after phase basepoint the board is not",
        )
        for phase in ("place", "resolve", "end", "over")
    ),
    ("phase place in turn 0", position("t", CARDS, turn=0), "turn: turns are numbered from 1"),
    (
        "phase resolve in turn 0",
        position("t", CARDS, turn=0) | {"phase": "resolve", "faces": [{"no": 0, "seat": 0}]},
        "turn: turns are numbered from 1",
    ),
    (
        "phase end in turn 0",
        position("t", CARDS, turn=0) | {"phase": "end", "faces": [{"no": 0, "seat": 0}]},
        "turn: turns are numbered from 1",
    ),
    (
        "phase place with an empty hand",
        base(hands=[[], ["p"]]),
        "hands: in phase place the active seat has a card in hand",
    ),
    (
        "phase place without hands",
        spoil(base(), "hands", gone=True),
        "hands: in phase place the active seat has a card in hand",
    ),
    (
        "half mode without a legal placement",
        position("b", CARDS, ("k",), mode="half"),
        "phase: in half mode a hand that cannot be placed is discarded unasked",
    ),
    (
        "half mode with nothing but a forbidden star",
        position("t", CARDS, ("", "s"), mode="half", decks=("", ""), active=1, options={"final_star": "forbid"}),
        "phase: in half mode a hand that cannot be placed is discarded unasked",
    ),
    # pending fields
    *(
        (f"{field} in phase {phase}", base(phase=phase) | {field: value}, MISPLACED)
        for phase in ("place", "over")
        for field, value in (("faces", [{"no": 0, "seat": 0}]), ("queue", [ENTRY | {"no": 0}]))
    ),
    ("now in phase place", asking() | {"phase": "place"}, MISPLACED),
    ("now in phase over", asking() | {"phase": "over"}, MISPLACED),
    ("queue in phase basepoint", start(queue=[ENTRY]), "queue[0].no: no placed card has the serial number 2"),
    ("faces of the wrong type", asking(faces={}), "faces: {} is not a list"),
    ("a face without seat", asking(faces=[{"no": 1}], now={"stage": "start"}), "faces[0]: the field seat is missing"),
    (
        "a face of nobody",
        asking(faces=[{"no": 1, "seat": 2}], now={"stage": "start"}),
        "faces[0].seat: 2 is out of range",
    ),
    (
        "a face of a card that is not there",
        asking(faces=[{"no": 9, "seat": 0}], now={"stage": "start"}),
        "faces[0].no: no placed card has the serial number 9",
    ),
    (
        "a face of a face-down card",
        asking(faces=[{"no": 3, "seat": 0}], now={"stage": "start"}),
        "faces: the rotation of a face-down card is not chosen",
    ),
    (
        "a card twice in faces",
        asking(faces=[{"no": 1, "seat": 0}] * 2, now={"stage": "start"}),
        "faces: a card stands there twice",
    ),
    (
        "a face with more",
        asking(faces=[{"no": 1, "seat": 0, "r": 0}], now={"stage": "start"}),
        'faces[0]: the field "r" is unknown',
    ),
    (
        "faces while another stage is on",
        asking(faces=[{"no": 1, "seat": 0}]),
        "now.stage: while rotations are to be chosen the stage is start",
    ),
    ("queue of the wrong type", asking(queue={}), "queue: {} is not a list"),
    *(
        (
            f"a queue entry without {field}",
            asking(queue=[spoil(ENTRY, field, gone=True)]),
            f"queue[0]: the field {field}",
        )
        for field in ENTRY
    ),
    ("a queue entry with more", asking(queue=[ENTRY | {"effect": 0}]), 'queue[0]: the field "effect" is unknown'),
    (
        "a queue entry of a card that is not there",
        asking(queue=[ENTRY | {"no": 9}]),
        "queue[0].no: no placed card has the serial number 9",
    ),
    (
        "a queue entry of a card without abilities",
        asking(queue=[ENTRY | {"no": 1}]),
        "queue[0].ability: the card has no triggered ability 0",
    ),
    (
        "a queue entry of an ability that is not there",
        asking(queue=[ENTRY | {"ability": 1}]),
        "queue[0].ability: the card has no triggered ability 1",
    ),
    ("a queue entry of ability -1", asking(queue=[ENTRY | {"ability": -1}]), "queue[0].ability: -1 is out of range"),
    (
        "a queue entry of a static ability",
        base(phase="resolve", faces=[{"no": 2, "seat": 0}], queue=[ENTRY | {"no": 0, "ability": 1}]),
        "queue[0].ability: the card has no triggered ability 1",
    ),
    (
        "a queue entry of an event card that is not there",
        asking(queue=[ENTRY | {"event": 9}]),
        "queue[0].event: no placed card has the serial number 9",
    ),
    ("a queue entry with another actor", asking(queue=[ENTRY | {"actor": 2}]), "queue[0].actor: 2 is out of range"),
    (
        "a queue entry with another decider",
        asking(queue=[ENTRY | {"decider": -1}]),
        "queue[0].decider: -1 is out of range",
    ),
    ("now of the wrong type", spoil(asking(), "now", value=[]), "now: [] is not an object"),
    *(
        (f"now without {field}", spoil(asking(), "now", field, gone=True), f"now: the field {field} is missing")
        for field in asking()["now"]
    ),
    ("now with more", asking(now={"turn": 5}), 'now: the field "turn" is unknown'),
    (
        "now of an unknown stage",
        asking(now={"stage": "pick"}),
        'now.stage: "pick" is not one of use, target, rotate, relocate, place, start',
    ),
    ("now of an effect that is not there", asking(11, "use"), "now.effect: 11 is out of range"),
    (
        "now of an effect two past the last",
        asking(12, "start", faces=[{"no": 1, "seat": 0}]),
        "now.effect: 12 is out of range",
    ),
    ("now of effect -1", asking(-1), "now.effect: -1 is out of range"),
    ("now of a subject that is not there", asking(subject=9), "now.subject: no placed card has the serial number 9"),
    ("used of the wrong type", base(used={}), "used: {} is not a list"),
    ("used with two numbers", base(used=[[0, 0]]), "used[0]: [0, 0] is not [serial, ability, event serial or null]"),
    (
        "used with four numbers",
        base(used=[[0, 0, 0, 0]]),
        "used[0]: [0, 0, 0, 0] is not [serial, ability, event serial or null]",
    ),
    ("used with a text", base(used=[[0, 0, "1"]]), 'used[0]: "1" is not a whole number'),
    ("used with a null card", base(used=[[None, 0, 1]]), "used[0]: null is not a whole number"),
    ("used with a negative number", base(used=[[0, -1, 1]]), "used[0]: -1 is out of range"),
    ("used with a negative event", base(used=[[0, 0, -1]]), "used[0]: -1 is out of range"),
    ("nobody to decide in phase resolve", base(phase="resolve"), NOBODY),
    ("nobody to decide in phase end", base(phase="end"), NOBODY),
    ("nobody to decide but a queue", base(phase="resolve", queue=[ENTRY | {"no": 0}]), NOBODY),
    ("nobody to decide at stage start", asking(now={"stage": "start"}), NOBODY),
    # to_act
    ("to_act of another seat", base(to_act=1), "to_act: 1 does not fit"),
    ("to_act null before the end", base(to_act=None), "to_act: null does not fit"),
    ("to_act after the end", base(phase="over", hands=[[], []], to_act=0), "to_act: 0 does not fit"),
    ("to_act false for seat 0", base(to_act=False), "to_act: false does not fit"),
    ("to_act 0.0", base(to_act=0.0), "to_act: 0.0 does not fit"),
    (
        "to_act of the active seat although another faces",
        asking(faces=[{"no": 1, "seat": 1}], now={"stage": "start"}, to_act=0),
        "to_act: 0 does not fit",
    ),
    ("to_act of the actor although another decides", asking(now={"decider": 1}, to_act=0), "to_act: 0 does not fit"),
    # decisions without an answer, stages that do not fit
    ("use of an effect that is not optional", asking(0, "use"), "now.stage: the effect never asks for use"),
    ("place of an effect that places nothing", asking(0, "place"), "now.stage: the effect never asks for place"),
    ("target of a place", asking(1, "target"), "now.stage: the effect never asks for target"),
    ("target of self", asking(4, "target"), "now.stage: the effect never asks for target"),
    ("target of all", asking(5, "target"), "now.stage: the effect never asks for target"),
    ("rotate of a guard", asking(0, "rotate", 1), "now.stage: the effect never asks for rotate"),
    ("relocate of a rotate", asking(2, "relocate", 1), "now.stage: the effect never asks for relocate"),
    ("rotate of a relocate", asking(3, "rotate", 1), "now.stage: the effect never asks for rotate"),
    ("place without a placement", position("y", CARDS, ("k",), phase="resolve", now=FORCED), NO_ANSWER),
    ("place with an empty hand", asking(1, "place", hands=("",)), NO_ANSWER),
    ("use of an optional place with an empty hand", asking(8, "use", hands=("",)), NO_ANSWER),
    ("use of an optional place after the last turn", asking(8, "use") | {"phase": "end"}, NO_ANSWER),
    ("place after the last turn", asking(1, "place") | {"phase": "end"}, NO_ANSWER),
    ("target without a subject", asking(7, "target"), NO_ANSWER),
    (
        "use without a subject",
        spoil(
            asking(10, "use"),
            "board",
            value=[{"x": 1, "y": 1, "card": "x", "no": 2}, {"x": 1, "y": 0, "card": "t", "no": 1}],
        ),
        NO_ANSWER,
    ),
    ("rotate of nobody", asking(2, "rotate"), NO_ANSWER),
    ("rotate of a card out of reach", asking(2, "rotate", 0), NO_ANSWER),
    ("rotate of itself by an area", asking(2, "rotate", 2), NO_ANSWER),
    ("rotate self of another card", asking(9, "rotate", 1), NO_ANSWER),
    ("rotate of a chosen card that does not fit", asking(6, "rotate", 1), NO_ANSWER),
    ("rotate of a chosen card that lies face down", asking(6, "rotate", 3), NO_ANSWER),
    ("relocate of nobody", asking(3, "relocate"), NO_ANSWER),
    ("relocate of a card out of reach", asking(3, "relocate", 0), NO_ANSWER),
]


@clause("SE-12.3")
@pytest.mark.parametrize(("sent", "words"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_position_may_not_be_like_this(sent: Json, words: str) -> None:
    # The words make sure that it is refused for what is wrong with it, and not for something else.
    with pytest.raises(BadPosition, match=re.escape(words)):
        load(sent)


@clause("SE-12.3")
@pytest.mark.parametrize(
    "sent",
    [
        asking(0, "target"),
        asking(1, "place"),
        asking(2, "rotate", 1),
        asking(3, "relocate", 1),
        asking(6, "rotate", 4),
        asking(8, "use"),
        asking(8, "use", hands=("k",)),
        asking(8, "place"),
        asking(9, "rotate", 2),
        asking(0, "start", faces=[{"no": 1, "seat": 1}]),
        asking(11, "start", faces=[{"no": 1, "seat": 1}]),
        asking(queue=[ENTRY, ENTRY | {"event": 4, "actor": 1}]),
        asking(now={"actor": 1, "decider": 0, "event": None}, to_act=0),
        asking(0, "target") | {"phase": "end"},
        base(phase="resolve", faces=[{"no": 2, "seat": 1}], queue=[ENTRY | {"no": 0}], to_act=1),
        position("b", CARDS, ("k",)),
        position("y", CARDS, ("p",), phase="resolve", now=FORCED),
    ],
)
def test_a_pending_decision_may_be_like_this(sent: Json) -> None:
    game = Match.load(GAME, sent)
    assert game.actions()
    assert load(game.position()) == game.position()


def is_kept(sent: Any, loaded: Any) -> bool:
    """Is all that was sent there, whatever was filled in beside it?"""
    if isinstance(sent, dict):
        return all(is_kept(value, loaded[key]) for key, value in sent.items())
    if isinstance(sent, list):
        return len(sent) == len(loaded) and all(is_kept(*pair) for pair in zip(sent, loaded, strict=True))
    return bool(sent == loaded)


@clause("SE-12.3")
@pytest.mark.parametrize(
    "sent",
    [
        base(used=[[77, 9, 78]]),
        base(final=True),
        position("t . . t", CARDS),
        position("k t\nm k", CARDS),
        base(decks=[["p"] * 40, []]),
        base(basepoint=None),
        base(basepoint="b"),
        spoil(base(), "board", 0, "guard", value=10**9),
    ],
)
def test_this_goes_unchecked(sent: Json) -> None:
    loaded = load(sent)
    sent["board"].sort(key=lambda row: (row["x"], row["y"]))
    assert is_kept(sent, loaded) and load(loaded) == loaded


@clause("SE-12.3")
def test_a_fault_says_where_it_is() -> None:
    for sent, words in (
        (spoil(base(), "board", 0, "r", value=4), r"board\[0\]\.r: 4 is out of range"),
        (spoil(base(), "hands", 1, 0, value="q"), r'hands\[1\]\[0\]: "q" is not among the cards'),
        (base(colour="red"), r'position: the field "colour" is unknown'),
        (base(to_act=1), r"to_act: 1 does not fit; it is 0"),
        (spoil(base(), "options", "mode", value="quick"), r'options\.mode: "quick" is not one of half, full'),
    ):
        with pytest.raises(BadPosition, match=words):
            load(sent)


# --- SE-12.4: new -----------------------------------------------------------------------------------------------------


PLANETS = {
    **{f"{element[:2]}{n}": planet(BLANK, element) for element in ("water", "wind", "earth", "fire") for n in range(3)},
    "z_base": basepoint(),
    "a_base": basepoint(BLANK),
}


def deck(element: str) -> list[str]:
    """The three planets of an element."""
    return [f"{element[:2]}{n}" for n in range(3)]


def new(seed: int = 1, fate: list[int] | None = None, **options: Any) -> Json:
    """The position in which a match with these options starts; decks of three for those who play by default."""
    given: Json = {"cards": PLANETS, "deck_rules": "none"} | options
    if "decks" not in given:
        elements = given.get("elements") or ["water", "wind", "earth", "fire"][: given.get("players", 2)]
        given["decks"] = [deck(element) for element in elements]
    return Match.new(GAME, {key: value for key, value in given.items() if value is not None}, seed, fate).position()


@clause("SE-12.4")
def test_a_new_match_is_in_phase_basepoint() -> None:
    start = new()
    assert start | {"decks": []} == {
        "game": "space_editor",
        "version": 1,
        "options": DEFAULTS | {"deck_rules": "none"},
        "to_act": 1,
        "cards": PLANETS,
        "elements": ["water", "wind"],
        "basepoint": "a_base",
        "phase": "basepoint",
        "turn": 0,
        "active": 1,
        "final": False,
        "board": [],
        "hands": [[], []],
        "decks": [],
        "discards": [[], []],
        "faces": [],
        "queue": [],
        "now": None,
        "used": [],
        "fate": [],
    }
    assert [sorted(pile) for pile in start["decks"]] == [deck("water"), deck("wind")]


@clause("SE-12.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_elements_left_out_are_the_first_of_water_wind_earth_fire(players: int) -> None:
    assert new(players=players)["elements"] == ["water", "wind", "earth", "fire"][:players]


@clause("SE-12.4")
@pytest.mark.parametrize("elements", [["fire", "wind"], ["earth", "fire", "water"], ["fire", "earth", "wind", "water"]])
def test_players_left_out_is_the_number_of_elements(elements: list[str]) -> None:
    start = new(elements=elements)
    assert start["options"]["players"] == len(elements)
    assert start["elements"] == elements
    assert (start["active"], start["to_act"]) == (len(elements) - 1, len(elements) - 1)


@clause("SE-12.4")
@pytest.mark.parametrize(("given", "basepoint"), [(None, "a_base"), ("a_base", "a_base"), ("z_base", "z_base")])
def test_the_basepoint_is_the_one_named_or_the_first_in_text_order(given: str | None, basepoint: str) -> None:
    assert new(basepoint=given)["basepoint"] == basepoint


@clause("SE-12.4")
def test_fate_feeds_the_shuffles_first_and_what_is_left_stays() -> None:
    # Two values for each deck of three: for i = 2, then for i = 1.
    start = new(fate=[0, 1, 2, 0, 9, 4])
    assert start["decks"] == [["wa2", "wa1", "wa0"], ["wi1", "wi0", "wi2"]]
    assert start["fate"] == [9, 4]
    assert new(fate=[0, 1])["decks"][0] == ["wa2", "wa1", "wa0"]
    assert new(fate=[0, 1], seed=5)["decks"][1] == new(fate=[0, 0], seed=5)["decks"][1]


@clause("SE-12.4")
@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 5},
        {"players": 2.0, "decks": []},
        {"players": True, "decks": []},
        {"mode": "quick"},
        {"mode": "full", "players": 3},
        {"elements": ["water", "water"]},
        {"elements": ["water", "aether"]},
        {"elements": ["water", "wind"], "players": 3},
        {"elements": "water"},
        {"decks": [deck("water")]},
        {"decks": [deck("water")] * 3},
        {"decks": [deck("water"), "wi0"]},
        {"decks": [deck("water"), ["nowhere"]]},
        {"decks": [deck("water"), []]},
        {"decks": {}},
        {"basepoint": "wa0"},
        {"basepoint": "nowhere"},
        {"basepoint": 7},
        {"cards": []},
        {"cards": {"t": planet(BLANK)}, "decks": [["t"], ["t"]]},
        {"cards": PLANETS | {"x": {"kind": "planet"}}},
        {"colour": "red"},
        {"turn": 1},
        {"table": [1, 1]},
        {"half_end": "never"},
    ],
)
def test_a_match_cannot_start_like_this(options: Json) -> None:
    with pytest.raises(BadOptions):
        new(**options)


@clause("SE-12.4")
@pytest.mark.parametrize("fate", [[3], [0, 2], [0, 1, 3]])
def test_a_fate_value_out_of_range_is_refused(fate: list[int]) -> None:
    with pytest.raises(BadOptions, match="fate"):
        new(fate=fate)


def ask(referee: Referee, **request: Any) -> Json:
    """One request to a referee."""
    return referee.answer(json.dumps(request).encode())


@clause("SE-12.4")
def test_faults_in_new_and_seats_that_do_not_exist_are_bad_requests() -> None:
    referee = Referee()
    options = {"cards": PLANETS, "decks": [deck("water"), deck("wind")], "deck_rules": "none"}
    assert ask(referee, op="new", game="space_editor", options=options, seed=1)["ok"]
    before = ask(referee, op="position")
    for wrong in (
        {"op": "new", "game": "space_editor", "options": options | {"mode": "quick"}, "seed": 1},
        {"op": "new", "game": "space_editor", "options": options, "seed": 1, "fate": [7]},
        {"op": "new", "game": "space_editor", "options": options, "seed": 1, "fate": [-1]},
        *({"op": op, "seat": seat} for op in ("view", "events") for seat in (2, -1, "0", 0.0, True)),
    ):
        assert ask(referee, **wrong)["error"]["code"] == "bad_request"
        assert ask(referee, op="position") == before
    assert ask(referee, op="load", position=base(turn=-1))["error"]["code"] == "bad_position"
    for op in ("view", "events"):
        for seat in (0, 1, None):
            assert ask(referee, op=op, seat=seat)["ok"]


@clause("SE-12.4")
def test_what_is_given_to_new_is_not_changed_by_it() -> None:
    options = {"cards": PLANETS, "decks": [deck("water"), deck("wind")], "deck_rules": "none"}
    given = copy.deepcopy(options)
    match = Match.new(GAME, options, 1)
    play(match, "basepoint 0,0")
    assert options == given

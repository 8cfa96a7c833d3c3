"""Positions, actions, events: VE-14 to VE-16."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games.vediic.arrange import COLORS, OTHERS, Json, listed, planets_move, play, position, refused, table, turn
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.vediic import GAME

KEYS = [
    *("game", "version", "options", "board", "phase", "round", "start", "to_act", "rolls", "planets"),
    *("enlightenment", "players", "supply", "charity", "turn", "pending", "fate"),
]

SETUP: Json = {"game": "vediic", "options": {"players": 2, "order": "seat0"}, "phase": "color", "to_act": 0}
TWO: list[Json] = [{}, {}]


def load(raw: Json) -> Json:
    """The position as it is normalised."""
    return GAME.load(copy.deepcopy(raw), Fate()).position()


def full() -> Json:
    """A full position in a turn."""
    lines = ["red c32 c36: green gray +1", "blue c00 promoted: purple"]
    return load(position(lines, charity={"red": 2}, fate=[3]))


def penalty() -> Json:
    """A full position in phase penalty: seat 1 to pay two, then seat 0 one."""
    match = planets_move(["green c10 c36: gray", "blue c25 c13: gray orange red"], {"red": 1}, start=1)
    play(match, "end")
    return match.position()


def check_refused(raw: Json, text: str) -> None:
    """The position is refused with a sentence that holds this text."""
    with pytest.raises(BadPosition, match=text):
        GAME.load(copy.deepcopy(raw), Fate())


def at(raw: Json, path: str, value: Any) -> Json:
    """A copy with another value at a place such as players.0.color; the value "-" takes the key out."""
    made = copy.deepcopy(raw)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = made
    for part in way:
        place = place[part]
    if value == "-":
        del place[last]
    else:
        place[last] = value
    return made


@clause("VE-14.1")
def test_a_position_has_exactly_its_keys_and_loads_to_itself() -> None:
    for raw in (full(), penalty(), load(SETUP | {"players": TWO}), Match.new(GAME, {"players": 3}, 1).position()):
        assert list(raw) == KEYS
        assert load(json.loads(json.dumps(raw))) == raw
    assert full()["fate"] == [3] and full()["board"] == "kundli-1"
    assert penalty()["pending"] == {"owed": [1, 2], "shield": [False, False], "paid": False}


@clause("VE-14.2")
def test_what_is_missing_is_filled_in() -> None:
    bare = {"game": "vediic", "phase": "turn", "to_act": 0, "enlightenment": "red", "options": {"players": 2}}
    bare |= {"players": [{"color": "red", "pawns": ["c01", "c02"]}, {"color": "blue", "pawns": ["c03", "c04"]}]}
    bare |= {"planets": {color: {"house": 1} for color in COLORS}}
    made = load(bare)
    assert (made["version"], made["board"], made["round"], made["start"], made["fate"]) == (1, "kundli-1", 1, 0, [])
    assert made["turn"] == turn("before", charity=True)
    assert made["supply"] == {**dict.fromkeys(COLORS, 11), "enlightenment": 13}
    assert made["planets"]["red"] == {"house": 1, "retrograde": True}
    assert made["options"]["max_rounds"] == 60 and made["players"][0]["hand"] == dict.fromkeys(COLORS, 0)
    setup = load(SETUP | {"players": TWO})
    assert setup["planets"] == {color: {"house": None, "retrograde": False} for color in COLORS}
    assert setup["round"] == 0


@clause("VE-14.2")
@pytest.mark.parametrize("key", ["supply", "turn", "rolls", "pending"])
def test_a_null_counts_as_missing_where_the_rules_say_so(key: str) -> None:
    assert load(at(full(), key, None))[key] == load(at(full(), key, "-"))[key]


@clause("VE-14.2")
@pytest.mark.parametrize(
    "key", ["version", "board", "options", "round", "start", "charity", "fate", "planets", "to_act"]
)
def test_a_null_does_not_count_as_missing_elsewhere(key: str) -> None:
    check_refused(at(full(), key, None), key)


SPOILED: list[tuple[str, Any, str]] = [
    ("wings", 1, "the field .wings. is unknown"),
    ("game", "chess", "is not one of vediic"),
    ("version", True, "is not a whole number"),
    ("version", 2, "out of range"),
    ("board", "kundli-9", "is not one of kundli-1"),
    ("options.players", 3, "3 players have 3 entries"),
    ("options.trade", "free", "is not one of other, distinct, any"),
    ("options.wings", 1, "is unknown"),
    ("phase", "night", "is not one of order"),
    ("round", 0, "numbered from 1"),
    ("round", 61, "from 0 to 60"),
    ("start", 2, "from 0 to 1"),
    ("to_act", "-", "the field to_act is missing"),
    ("rolls", [1, 2], "it is null"),
    ("pending", {}, "it is null"),
    ("planets.red.house", 13, "from 1 to 12"),
    ("planets.red.retrograde", True, "true exactly in house 1"),
    ("planets.red", "-", "the field red is missing"),
    ("planets.black", {"house": 1}, "is unknown"),
    ("enlightenment", None, "is not one of yellow"),
    ("players.0.color", "blue", "seat 0 has blue already"),
    ("players.0.color", None, "every player has a colour"),
    ("players.0.pawns", ["c01"], "two pawns"),
    ("players.0.pawns.0", "c37", "c00 to c36"),
    ("players.0.pawns.0", None, "on a circle or promoted"),
    ("players.0.pawns.1", [], "neither a circle"),
    ("players.1.pawns.0", "promoted", "the game is over"),
    ("players.0.hand.red", 12, "from 0 to 11"),
    ("players.0.hand.red", True, "is not a whole number"),
    ("players.0.hand.black", 1, "is unknown"),
    ("players.0.hand.red", 3, "does not fit"),
    ("players.0.enlightenment", 4, "from 0 to 3"),
    ("players.0.name", "x", "is unknown"),
    ("supply.red", 10, "9 are left of 11"),
    ("supply.enlightenment", 13, "12 are left of 13"),
    ("charity.red", 12, "from 0 to 11"),
    ("turn.stage", "late", "is not one of before, steal, after"),
    ("turn.leg", 3, "from 1 to 2"),
    ("turn.leg", 2, "needs a yellow card"),
    ("turn.yellow", True, "no yellow card has been played"),
    ("turn.moved", [True, False], "no pawn has moved"),
    ("turn.moved", [1, 0], "neither true nor false"),
    ("turn.moved", [True], "two pawns"),
    ("turn", turn("after", moved=[True, True]), "one pawn moves"),
    ("turn", turn("after", moved=[True, False], yellow=True), "has not moved"),
    ("turn", turn("steal", charity=True), "step 1 is open only"),
    ("turn", turn("after", charity=True), "step 1 is open only"),
    ("turn.pass", 1, "is unknown"),
    ("turn.donated", "-", "the field donated is missing"),
    ("fate", [-1], "at least 0"),
    ("fate", [1.0], "is not a whole number"),
]


@clause("VE-14.3")
@pytest.mark.parametrize(("path", "value", "text"), SPOILED)
def test_a_position_that_breaks_the_notation_is_refused_with_the_place_and_what_would_be_right(
    path: str, value: Any, text: str
) -> None:
    check_refused(at(full(), path, value), text)


@clause("VE-14.3")
@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("pending", None, "is not an object"),
        ("pending.owed", [1, 3], "the planets ask for 2"),
        ("pending.owed", [0, 0], "somebody owes"),
        ("pending.owed", [1, 0], "first seat in turn order"),
        ("pending.owed", [1, 1], "true exactly if less is owed"),
        ("pending.paid", True, "true exactly if less is owed"),
        ("pending.shield", [False, True], "then owes nothing"),
        ("pending.shield", [False], "2 players have 2 entries"),
        ("to_act", 0, "first seat in turn order"),
        ("round", 60, "the planets do not move"),
    ],
)
def test_a_penalty_must_fit_the_planets(path: str, value: Any, text: str) -> None:
    check_refused(at(penalty(), path, value), text)


@clause("VE-14.3")
def test_nobody_holds_more_enlightenment_cards_than_two_for_each_pawn() -> None:
    check_refused(at(at(full(), "supply", None), "players.1.enlightenment", 3), "two for each pawn on the board: 2")
    assert load(at(at(full(), "supply", None), "players.1.enlightenment", 2))["supply"]["enlightenment"] == 10


@clause("VE-14.3")
def test_a_payer_has_a_card() -> None:
    raw = at(penalty(), "players.1.hand", {})
    check_refused(at(raw, "supply", None), "has no card owes nothing")


def in_setup(phase: str, seat: int, *players: Json, **more: Any) -> Json:
    """A position of the setup with order seat0 unless `more` says otherwise."""
    return {"game": "vediic", "options": {"players": len(players), "order": "seat0"}, "phase": phase} | {
        "to_act": seat,
        "players": list(players),
        **more,
    }


RED: Json = {"color": "red", "hand": {"gray": 2}}
BLUE: Json = {"color": "blue", "hand": {"gray": 2}}


@clause("VE-14.3")
@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (in_setup("order", 0, {}, {}, rolls=[None, None]), "no phase order"),
        (in_setup("order", 0, {}, {}, rolls=[None, None], start=1, options={"players": 2}), "in phase order it is 0"),
        (in_setup("order", 1, {}, {}, rolls=[None, None], options={"players": 2}), "first seat with null"),
        (in_setup("order", 0, {}, {}, rolls=[None, 5], options={"players": 2}), "seat 0 rolls before seat 1"),
        (in_setup("order", 0, {}, {}, rolls=[1, None], options={"players": 2}), "2 to 12"),
        (in_setup("order", 0, {}, {}, rolls=[5, 5], options={"players": 2}), "somebody has to roll"),
        (in_setup("order", 0, RED, {}, rolls=[None, None], options={"players": 2}), "no colour yet"),
        (in_setup("color", 0, {}, {}, start=1), "first start seat is 0"),
        (in_setup("color", 0, {}, {}, round=1), "in setup it is 0"),
        (in_setup("color", 0, {}, {}, charity={"red": 1}), "it is empty"),
        (in_setup("color", 0, {"enlightenment": 1}, {}), "nobody has enlightenment"),
        (in_setup("color", 0, {}, {}, enlightenment="red"), "it is null"),
        (in_setup("color", 0, {}, {}, planets={c: {"house": 1} for c in COLORS}), "in no house"),
        (in_setup("color", 1, {}, {}), "has a colour already"),
        (in_setup("color", 1, {"color": "red"}, {}), "two cards"),
        (in_setup("color", 0, RED, {}), "no colour yet"),
        (in_setup("take", 0, RED, {}), "no cards yet"),
        (in_setup("take", 0, {"color": "red"}, BLUE), "no colour yet"),
        (in_setup("enlightenment", 0, RED, BLUE), "the seat before the start seat"),
        (in_setup("place", 0, RED, BLUE), "the field enlightenment is missing"),
        (in_setup("place", 1, RED, BLUE, enlightenment="red"), "has placed both pawns"),
        (in_setup("place", 0, RED | {"pawns": [None, "c01"]}, BLUE, enlightenment="red"), "that many pawns"),
        (in_setup("place", 0, RED, BLUE | {"pawns": ["c01", None]}, enlightenment="red"), "that many pawns"),
        (in_setup("place", 1, RED | {"pawns": ["c01", "c01"]}, BLUE, enlightenment="red"), "never stand on one"),
        (in_setup("place", 1, RED | {"pawns": ["c01", "promoted"]}, BLUE, enlightenment="red"), "no pawn is promoted"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(raw: Json, text: str) -> None:
    check_refused(raw, text)


@clause("VE-14.3")
def test_the_end_needs_a_winner_or_the_last_round() -> None:
    won = position(["red promoted promoted", "blue c00 c17"], phase="over", to_act=None)
    assert load(won)["to_act"] is None and load(at(won, "to_act", "-")) == load(won)
    check_refused(at(won, "to_act", 0), "nobody acts")
    check_refused(at(won, "players.0.hand", {"red": 1}), "without benefit cards")
    check_refused(at(won, "players.1.pawns", ["promoted", "promoted"]), "one player wins")
    check_refused(at(won, "players.0.pawns", ["promoted", "c01"]), "the game ends in round 60")
    assert load(at(at(won, "players.0.pawns", ["promoted", "c01"]), "round", 60))["phase"] == "over"


@clause("VE-14.4")
@pytest.mark.parametrize(("index", "color"), [(0, "yellow"), (1, "blue"), (2, "blue"), (3, "gray")])
def test_a_hand_as_a_list_is_in_canonical_order(index: int, color: str) -> None:
    match = table(["red c32 c36: purple", "blue c00 c17: gray blue yellow blue"], fate=[index])
    assert play(match, "steal 1")[1]["color"] == color


@clause("VE-14.5")
def test_a_chance_value_that_is_too_large_makes_the_action_illegal_and_changes_nothing() -> None:
    match = table(["red c32 c36: purple", "blue c00 c17: gray", "green c04 c19: gray"], fate=[0, 1])
    assert refused(match, "steal 1 2")[0] == "bad_fate"
    assert match.position()["fate"] == [0, 1]
    play(match, "steal 1")
    assert match.position()["fate"] == [1]


@clause("VE-14.5")
def test_chance_is_drawn_in_the_order_of_the_events() -> None:
    match = planets_move(["red c32 c36", *OTHERS], {"yellow": 1, "red": 2, "gray": 7}, fate=[1, 2, 3, 9])
    dice = [event["dice"] for event in play(match, "end") if event["event"] == "planet_roll"]
    assert dice == [[2], [3], [4]] and match.position()["fate"] == [9]


@clause("VE-15")
def test_actions_are_listed_sorted_and_only_as_they_are_written() -> None:
    match = table(["red c32 c36: green blue blue purple gray red yellow", "blue c33 c28: gray"], {"blue": 6})
    words = match.actions()
    assert words == sorted(set(words))
    for wrong in (words[0].upper(), words[0] + " ", " " + words[0], words[0].replace(" ", "  "), "", "move 00 c24"):
        assert refused(match, wrong)[1] == "VE-15"
    assert refused(match, "move 0 c33 with green,blue") == ("wrong_order", "VE-15")
    assert refused(match, "take red red")[0] == "wrong_step"
    assert refused(match, "move 0 c99") == ("unknown_circle", "VE-2.2")
    assert refused(match, "dance") == ("unknown_word", "VE-15")


EVENTS: dict[str, set[str]] = {
    "order_roll": {"seat", "dice"},
    "order_tie": {"seats"},
    "first": {"seat"},
    "color": {"seat", "color"},
    "take": {"seat", "cards"},
    "enlightenment": {"seat", "color"},
    "put": {"seat", "pawn", "circle"},
    "planet_roll": {"planet", "dice"},
    "planet_move": {"planet", "from", "to", "retrograde"},
    "owes": {"seat", "count"},
    "spared": {"seat", "count"},
    "shield": {"seat"},
    "pay": {"seat", "color"},
    "reward": {"seat", "pawn", "planet", "count"},
    "shortage": {"seat", "pawn", "planet", "count"},
    "round": {"round", "start"},
    "turn": {"seat"},
    "charity": {"seat", "color"},
    "trade": {"seat", "gave", "got"},
    "donate": {"seat", "cards"},
    "promote": {"seat", "pawn", "circle"},
    "purple": {"seat", "targets"},
    "steal": {"seat", "victim", "index", "color"},
    "move": {"seat", "pawn", "from", "to", "cards"},
    "displace": {"seat", "pawn", "from", "to"},
    "skip": {"seat"},
    "again": {"seat"},
    "pass": {"seat"},
    "end": {"seat"},
    "over": {"reason", "winners"},
}


@clause("VE-16.1", "VE-16.2")
def test_events_have_their_fields_and_tell_all_chance() -> None:
    dice = Fate(5)
    seen: set[str] = set()
    for seed in range(12):
        match = Match.new(GAME, {"players": 2 + seed % 6, "max_rounds": 12, "trade": "any"}, seed)
        while match.to_act() is not None:
            rare = listed(match, "donate", "promote", "shield", "skip", "again", "steal", "charity")
            match.act(dice.pick(rare if rare and dice.draw(2) else match.actions()))
            told: list[int] = []
            for event in match.line[-1].events:
                row = event.as_json()
                assert set(row) == EVENTS[row["event"]] | {"event"}
                seen.add(row["event"])
                told += [face - 1 for face in row.get("dice", [])]
                if row["event"] == "steal":
                    told.append(row["index"])
            assert told == match.line[-1].draws, "the events tell every value drawn, in order"
    assert seen >= set(EVENTS) - {"promote", "over", "shortage", "pass", "order_tie"}


@clause("VE-16.1")
def test_a_round_ends_in_the_order_of_the_rules() -> None:
    match = planets_move(["green c10 c36: orange", "blue c25 c13: gray", "red c11 c18"], {"red": 1, "purple": 4})
    first = [event["event"] for event in play(match, "end")]
    assert first == ["end", *["planet_move"] * 7, "owes", "owes"]
    assert [event["event"] for event in play(match, "shield with orange")] == ["shield"]
    last = [event["event"] for event in play(match, "pay gray")]
    assert last == ["pay", "spared", "reward", "reward", "reward", "round", "turn"]

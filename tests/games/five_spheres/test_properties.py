"""What is true in every match, whoever plays and however."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five_spheres.cards import Json
from games.five_spheres.lying import in_play, owned
from marks import clause
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.games.five_spheres import GAME
from orrery.games.five_spheres.cards import collections

GENESIS: Json = dict(collections.standard().cards)

TABLES: list[Json] = [
    {"lords": 2},
    {"lords": 2, "cards": GENESIS, "assembly": "predesign", "deck_numbers": [1, 4], "towers": 3},
    {"lords": 3, "cards": GENESIS, "assembly": "random", "random_extra": 2, "ties": "none"},
    {"lords": 4, "cards": GENESIS, "assembly": "sets", "mode": "team_play", "towers": 2},
    {"lords": 5, "cards": GENESIS, "mode": "limited_range", "assembly": "predesign", "deck_numbers": [1, 2, 3, 4, 5]},
    {"lords": 6, "mode": "team_play", "assembly": "mirror", "towers": 1, "generic": False},
    {"lords": 2, "assembly": "closed_draft", "pool_copies": 5, "draft_batch": 3, "hand": 2},
    {"lords": 3, "assembly": "blind_draft", "pool_copies": 8, "draft_batch": 2, "hand": 10},
    {"lords": 2, "assembly": "open_draft", "pool_copies": 6, "generic_creature": {"strength": 6, "afflicted": 6}},
]
"""Between them all modes and methods."""

NAMES = [f"{row['lords']}-{row.get('mode', 'free_for_all')}-{row.get('assembly', 'custom')}" for row in TABLES]
DULL = ("end", "keep", "noretaliate", "noblock", "target none", "trashhand")


def choose(state: State, dice: Fate) -> int:
    """An action; seldom one that only closes a step."""
    actions = state.actions()
    if dice.draw(5):
        keen = [action for action in actions if state.word(action) not in DULL]
        if keen:
            return dice.pick(keen)
    return dice.pick(actions)


def plain(value: Any) -> Any:
    """As it comes over the wire."""
    return json.loads(json.dumps(value))


class Watch:
    """The golden rules (FS-2), looked at from outside: by positions and events only."""

    def __init__(self) -> None:
        self.brought: list[Counter[str]] = []
        self.active = -1
        self.answering = -1

    def step(self, position: Json, events: list[Json]) -> None:
        """One action has been carried out."""
        for event in events:
            if event["event"] == "turn":
                self.active = event["seat"]
            elif event["event"] == "retaliate":
                self.answering = event["seat"]
            elif event["event"] == "attack_over":
                self.answering = -1
            elif event["event"] == "move" and event["to"] in ("battlefield", "spell", "attached"):
                assert event["seat"] in (self.active, self.answering), event
        if position["step"] == "assembly":
            return
        cards = [owned(row) for row in position["seats"]]
        if not self.brought:
            self.brought = cards
            assert [sum(row.values()) for row in cards] == [48] * len(cards)
        assert cards == self.brought, "conservation"
        if position["to_act"] is not None and position["to_act"] != position["active"]:
            kinds = ("block", "retaliate", "pay", "target", "lord")
            assert position["pending"]["kind"] in kinds, "a decision in another's turn"
        uids = [piece["uid"] for row in position["seats"] for piece in in_play(row)]
        assert len(set(uids)) == len(uids) and max(uids, default=0) < position["next_uid"]
        for row in position["seats"]:
            if row["out"]:
                assert owned(row) == Counter(row["removed"])


def look(state: State) -> Json:
    """The position, after a look at what must hold of every position."""
    position: Json = plain(state.position())
    words = [state.word(action) for action in state.actions()]
    assert len(set(words)) == len(words)
    assert (position["to_act"] is None) == (words == []) == (position["step"] == "over") == state.result().over
    for word in words:
        action = state.read(word)
        assert action is not None and action in state.actions() and state.word(action) == word
    return position


@clause("FS-2.1", "FS-2.2", "FS-2.3", "FS-2.4", "FS-3.3", "FS-11.3", "FS-20.1")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", TABLES, ids=NAMES)
def test_the_golden_rules_hold_at_every_step_and_the_match_ends(options: Json, seed: int) -> None:
    turns = 40
    state = GAME.new(options | {"max_turns": turns}, Fate(seed))
    dice = Fate(seed ^ 5)
    watch = Watch()
    watch.step(look(state), [{"event": "turn", "seat": state.position()["active"]}])
    while state.to_act() is not None:
        events = [event.as_json() for event in state.act(choose(state, dice))]
        position = look(state)
        watch.step(position, events)
        GAME.check(state)
        assert position["turn"] <= turns
    result = state.result()
    assert result.winners and result.scores is None
    assert state.position()["result"] == {"winners": result.winners, "reason": state.position()["result"]["reason"]}


@clause("FS-19.5", "FS-19.1", "FS-20.5")
@pytest.mark.parametrize("options", TABLES, ids=NAMES)
def test_a_position_given_out_comes_back_unchanged_and_plays_on_the_same(options: Json) -> None:
    state = GAME.new(options | {"max_turns": 30}, Fate(77))
    dice = Fate(78)
    while state.to_act() is not None:
        position = plain(state.position())
        again = GAME.load(position, Fate())
        assert plain(again.position()) == position
        again.fate = state.fate.clone()
        word = state.word(choose(state, dice))
        mine, theirs = state.read(word), again.read(word)
        assert mine is not None and theirs is not None
        events = [event.as_json() for event in state.act(mine)]
        assert events == [event.as_json() for event in again.act(theirs)]
        assert again.position() == state.position()


@clause("FS-19.1")
@pytest.mark.parametrize("options", TABLES, ids=NAMES)
def test_a_clone_goes_its_own_way(options: Json) -> None:
    state = GAME.new(options | {"max_turns": 20}, Fate(31))
    dice = Fate(32)
    while state.to_act() is not None:
        if dice.draw(6) == 0:
            before = state.position()
            views = [state.view(seat) for seat in range(state.seats())]
            twin = state.clone()
            assert twin.position() == before
            for _ in range(12):
                if twin.to_act() is None:
                    break
                twin.act(choose(twin, dice))
            assert state.position() == before
            assert [state.view(seat) for seat in range(state.seats())] == views
        state.act(choose(state, dice))


# --- what is hidden ---------------------------------------------------------------------------------------------------


def back(position: Json, id: str) -> tuple[str, ...]:
    """The back of a card."""
    return tuple(position["cards"][id]["spheres"])


def is_hidden(position: Json, id: str) -> bool:
    """Whether a card has a hidden spell."""
    return bool(position["cards"][id]["spell"]["type"] == "hidden")


def exchanged(position: Json, seat: int | None, dice: Fate) -> Json:
    """The same position with other cards where this seat sees only backs, or nothing."""
    made = copy.deepcopy(position)
    for number, row in enumerate(made["seats"]):
        own = number == seat
        loose: list[tuple[list[str], int]] = [(row["deck"], i) for i in range(len(row["deck"]))]
        if not own:
            loose += [(row["hand"], i) for i in range(len(row["hand"]))]
        faces: list[tuple[Json, bool]] = [(piece, False) for piece in row["fortress"] if piece["kind"] == "tower"]
        if not own:
            faces += [(piece, True) for piece in row["fortress"] if piece["kind"] == "spell" and piece["facedown"]]
            faces += [(piece, False) for piece in row["battlefield"] if piece["facedown"]]
            faces += [(piece, False) for piece in row["vault"]]
        for piece, must_hide in faces:
            fits = [
                (zone, i)
                for zone, i in loose
                if back(made, zone[i]) == back(made, piece["card"]) and (not must_hide or is_hidden(made, zone[i]))
            ]
            if fits:
                zone, i = dice.pick(fits)
                piece["card"], zone[i] = zone[i], piece["card"]
        for i, energy in enumerate(row["groove"]):
            fits = [(zone, k) for zone, k in loose if back(made, zone[k]) == back(made, energy)]
            if fits:
                zone, k = dice.pick(fits)
                row["groove"][i], zone[k] = zone[k], energy
        cards = [zone[i] for zone, i in loose]
        dice.shuffle(cards)
        for (zone, i), id in zip(loose, cards, strict=True):
            zone[i] = id
    return made


@clause("FS-19.6", "FS-5.2", "FS-1.6")
@pytest.mark.parametrize("options", TABLES[:6], ids=NAMES[:6])
def test_a_view_does_not_change_when_hidden_cards_are_exchanged(options: Json) -> None:
    state = GAME.new(options | {"max_turns": 40}, Fate(9))
    dice = Fate(10)
    compared = changed = 0
    while state.to_act() is not None:
        position = plain(state.position())
        busy = position["programs"] or position["queue"] or position["step"] == "assembly"
        if not busy and not (position["attack"] and position["attack"]["stage"] == "pay") and dice.draw(3) == 0:
            seat = dice.pick([*range(state.seats()), None])
            other = exchanged(position, seat, dice)
            again = GAME.load(other, Fate())
            want, have = state.view(seat), again.view(seat)
            if seat != state.to_act() and want["pending"] is not None:
                assert want["pending"]["options"] is None
            assert have == want
            compared += 1
            changed += other != position
        state.act(choose(state, dice))
    assert compared > 20 and changed > 10


@clause("FS-20.7")
@pytest.mark.parametrize("options", TABLES[:6], ids=NAMES[:6])
def test_events_for_a_seat_never_name_what_lies_hidden(options: Json) -> None:
    """A card is named to a seat only as FS-20.7 allows it; this is that clause once more, written from the outside."""
    state = GAME.new(options | {"max_turns": 40}, Fate(19))
    dice = Fate(20)
    open_places = ("trash", "casting", "attached")
    while state.to_act() is not None:
        before = state.position()
        down = {piece["uid"] for row in before["seats"] for piece in in_play(row) if piece.get("facedown")}
        events = state.act(choose(state, dice))
        searched = any(event.as_json()["event"] == "search" for event in events)
        for event in events:
            row = event.as_json()
            if row["event"] == "unveil":
                down.discard(row["uid"])
            if row["event"] != "move":
                continue
            if row["facedown"]:
                down.add(row["new"])
            face_up = row["from"] in open_places or row["to"] in open_places
            face_up |= row["from"] in ("battlefield", "spell") and row["uid"] not in down
            face_up |= row["to"] in ("battlefield", "spell") and not row["facedown"]
            for seat in [*range(state.seats()), None]:
                shown = event.seen_by(seat)
                if shown is None or searched:
                    continue
                his = seat == row["seat"] and (
                    {row["from"], row["to"]} & {"hand", "vault"}
                    or row["from"] in ("battlefield", "spell")
                    or row["to"] in ("battlefield", "spell")
                )
                assert (shown["card"] == row["card"]) == bool(face_up or his), (row, seat, shown)


OPTIONS = st.fixed_dictionaries(
    {
        "lords": st.integers(2, 6),
        "mode": st.sampled_from(["free_for_all", "limited_range"]),
        "ties": st.sampled_from(["both", "none"]),
        "generic": st.booleans(),
        "towers": st.integers(1, 10),
        "hand": st.integers(0, 10),
        "max_turns": st.integers(1, 30),
        "first": st.none() | st.integers(0, 1),
    }
)


@clause("FS-2.2", "FS-11.1", "FS-11.3", "FS-5.7", "FS-13.6")
@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**64 - 1), genesis=st.booleans())
def test_a_match_with_any_options_ends_by_its_limit(options: Json, seed: int, genesis: bool) -> None:
    state = GAME.new(options | ({"cards": GENESIS} if genesis else {}), Fate(seed))
    dice = Fate(seed ^ 3)
    steps = 0
    while state.to_act() is not None:
        state.act(choose(state, dice))
        steps += 1
        assert steps < 200 * 30 * 3
    position = state.position()
    assert [sum(owned(row).values()) for row in position["seats"]] == [48] * options["lords"]
    living = [seat for seat, row in enumerate(position["seats"]) if not row["out"]]
    assert position["turn"] <= options["max_turns"]
    reason = position["result"]["reason"]
    assert reason == ("last_lord" if len(living) == 1 else "max_turns")
    assert set(position["result"]["winners"]) <= set(living)

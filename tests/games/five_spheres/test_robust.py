"""What a position may hold at most, and what cannot be learned by taking an action back."""

from __future__ import annotations

import json

import pytest

from games.five_spheres.arrange import waiting
from games.five_spheres.cards import Json
from marks import clause
from orrery.core.clause import BadPosition
from orrery.core.fate import Fate
from orrery.core.match import CannotUndo, Match
from orrery.games.five_spheres import GAME
from orrery.referee import Referee

HUGE = 10**4299


def position(**fields: Json) -> Json:
    """Two lords with a tower, a crystal and a creature each."""
    seats: list[Json] = [
        {
            "fortress": [{"uid": 10 * n + 1, "card": "sc0"}, {"uid": 10 * n + 2, "card": "sc1"}],
            "vault": [{"uid": 10 * n + 3, "card": "et0"}, {"uid": 10 * n + 4, "card": "et0"}],
            "battlefield": [{"uid": 10 * n + 5, "card": "sc2"}],
            "deck": ["na0", "na1", "na2"],
            "hand": ["et2"],
        }
        for n in (1, 2)
    ]
    found: Json = {"game": "five_spheres", "version": 1, "options": {}, "step": "casting", "seats": seats}
    return found | fields


def set_at(place: Json, path: list[str | int], value: object) -> Json:
    """A copy with one value changed."""
    copy: Json = json.loads(json.dumps(place))
    inner: Json = copy
    for key in path[:-1]:
        inner = inner[key]  # type: ignore[index]
    inner[path[-1]] = value  # type: ignore[index]
    return copy


ATTACK: Json = {"attacker": 15, "by": 0, "defender": 1, "target": None, "blocker": None, "stage": "siege", "energy": 0}
DRAW: Json = {"do": "draw", "whose": 0, "n": 1, "drawn": 0}
PROGRAM: Json = {
    "seat": 0, "uid": None, "card": None, "bearer": None, "subject": None, "event": None, "last": [], "do": [DRAW],
    "finish": False, "picked": [], "first": None, "stop": False,
}  # fmt: skip


@clause("FS-19.1", "FS-19.5")
@pytest.mark.parametrize(
    ("start", "path"),
    [
        (position(), ["acts"]),
        (position(), ["chain"]),
        (position(), ["next_uid"]),
        (position(), ["seats", 0, "mana_spent"]),
        (position(), ["seats", 0, "battlefield", 0, "bonus"]),
        (position(), ["seats", 0, "battlefield", 0, "uid"]),
        (position(step="battle", attack=ATTACK), ["attack", "energy"]),
        (position(programs=[PROGRAM]), ["programs", 0, "did"]),
        (position(programs=[PROGRAM]), ["programs", 0, "do", 0, "n"]),
        (position(programs=[PROGRAM]), ["programs", 0, "do", 0, "drawn"]),
    ],
)
def test_numbers_that_no_match_reaches_are_refused(start: Json, path: list[str | int]) -> None:
    GAME.load(start, Fate(0))
    with pytest.raises(BadPosition, match="out of range"):
        GAME.load(set_at(start, path, HUGE), Fate(0))


@clause("FS-3.3", "FS-19.5")
def test_the_highest_uid_leaves_room_for_a_whole_match() -> None:
    highest = (1 << 27) - 2
    start = set_at(position(), ["seats", 1, "vault", 0, "uid"], highest)
    state = GAME.load(start, Fate(0))
    assert state.position()["next_uid"] == highest + 1
    with pytest.raises(BadPosition, match="next_uid"):
        GAME.load(set_at(position(), ["seats", 1, "vault", 0, "uid"], highest + 1), Fate(0))
    for _ in range(60):
        words = [state.word(action) for action in state.actions()]
        assert all(state.read(word) in state.actions() for word in words)
        action = state.read(next((word for word in words if word.startswith("generic")), words[-1]))
        assert action is not None
        state.act(action)


@clause("FS-19.6", "FS-12.5.5")
def test_a_search_cannot_be_taken_back_after_a_look() -> None:
    match = Match.load(GAME, position())
    match.act("cast h0")
    assert match.view(0)["seats"][0]["deck"] == ["na0", "na1", "na2"]
    assert match.undo_limit(0) == 1
    with pytest.raises(CannotUndo):
        match.undo(0, 0)


@clause("FS-17.9", "FS-19.5")
def test_no_lord_is_destroyed_in_the_assembly() -> None:
    start = GAME.new({"assembly": "random", "random_extra": 2, "pool_copies": 5}, Fate(1)).position()
    start["seats"][1] = {"out": True}
    with pytest.raises(BadPosition, match="no lord is destroyed"):
        GAME.load(start, Fate(0))


@clause("FS-19.3")
def test_an_ability_that_waits_without_an_event_tells_none() -> None:
    start = position(queue=[waiting(0, 15, "sc2", None, {"do": "draw", "whose": "own", "n": 1})])
    target: Json = {"zone": "battlefield", "whose": "any", "upto": True}
    asks = PROGRAM | {"do": [{"do": "engage", "target": target}]}
    match = Match.load(GAME, start | {"programs": [asks]})
    told = [event.as_json() for event in match.act("target none")]
    assert [row["when"] for row in told if row["event"] == "trigger"] == [None]


def test_the_referee_survives_what_a_position_holds_at_most() -> None:
    referee = Referee()
    start = set_at(position(step="battle"), ["seats", 0, "battlefield", 0, "bonus"], 10**9)
    assert referee.answer(json.dumps({"op": "load", "position": start}).encode())["ok"]
    json.dumps(referee.answer(b'{"op": "view", "seat": 0}'))
    assert referee.answer(b'{"op": "load", "position": {"game": "five_spheres"}}')["error"]["code"] == "bad_position"

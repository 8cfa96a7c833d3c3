"""Small words to lay out positions of Five Spheres; `lying` and `told` read them.

The cards in play are written as text: `"1 s3 engaged, 2 na with 40:bark"` are two creatures, `"20 sc, 21 trap spell"` a
tower and a spell, `"30 sc"` a crystal. `show` writes them back the same way. A flag is engaged, afflicted, dizzy or
facedown; `+2` or `-1` is a bonus, `!ranged` a granted word. Piles are ids with blanks between them: `"na na s1"`.

The table of every match has the plain cards of PLAIN. A new uid is 100 in a fresh position, 101 the next, and so on.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.five_spheres.cards import PLAIN, Json, instant, spell
from orrery.core.clause import BadOptions, BadPosition, Illegal
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME

FLAGS = ("engaged", "afflicted", "dizzy", "facedown")


def pieces(line: str) -> list[Json]:
    """The cards in play that a text names."""
    return [_piece(item.split()) for item in line.split(",") if item.strip()]


def _piece(words: list[str]) -> Json:
    made: Json = {"uid": int(words[0]), "card": words[1]}
    for word in words[2:]:
        if word in FLAGS:
            made[word] = True
        elif word[0] in "+-":
            made["bonus"] = int(word)
        elif word[0] == "!":
            made.setdefault("granted", []).append(word[1:])
        elif word in ("tower", "spell"):
            made["kind"] = word
        elif ":" in word:
            uid, _, id = word.partition(":")
            made.setdefault("attached", []).append({"uid": int(uid), "card": id})
        else:
            assert word == "with", word
    return made


def lord(
    field: str = "",
    fortress: str | None = None,
    vault: str = "",
    hand: str = "",
    deck: str = "na na na na na na na na",
    **piles: Any,
) -> Json:
    """A seat. Without `fortress` it has one tower."""
    seat: Json = {"battlefield": pieces(field), "vault": pieces(vault), "hand": hand.split(), "deck": deck.split()}
    if fortress is not None:
        seat["fortress"] = pieces(fortress)
    for zone, line in piles.items():
        if zone == "casting":
            seat[zone] = pieces(line)
        else:
            seat[zone] = line.split() if isinstance(line, str) else line
    return seat


OPTIONS = ("mode", "tag_loss", "assembly", "max_turns", "ties", "generic", "generic_creature", "towers")


def position(*seats: Json, step: str = "battle", cards: Json | None = None, **fields: Any) -> Json:
    """A position in turn 5 of seat 0. Fields that are options go there."""
    rows = copy.deepcopy(list(seats))
    for number, row in enumerate(rows):
        if not row.get("out"):
            row.setdefault("fortress", [{"uid": 90 + number, "card": "na"}])
    options = {key: fields.pop(key) for key in list(fields) if key in OPTIONS}
    made: Json = {
        "game": "five_spheres",
        "version": 1,
        "options": {"lords": len(rows), **options},
        "cards": PLAIN | (cards or {}),
        "turn": 5,
        "active": 0,
        "step": step,
        "next_uid": 100,
        "seats": rows,
    }
    return made | fields


def waiting(seat: int, uid: int, card: str, event: str | None, *effects: Json, **more: Any) -> Json:
    """An ability that waits in the queue of a position (FS-19.3)."""
    what: Json = {"seat": seat, "uid": uid, "card": card, "bearer": None, "subject": None, "event": event}
    return {**what, "do": list(effects), "hidden": False, **more}


def table(*seats: Json, step: str = "battle", cards: Json | None = None, **fields: Any) -> Match:
    """A match that starts from a position."""
    return Match.load(GAME, position(*seats, step=step, cards=cards, **fields))


def after(match: Match, *words: str) -> Match:
    """The match after some actions."""
    for word in words:
        match.act(word)
    return match


def battle(own: Json, other: Json, *words: str, cards: Json | None = None, **fields: Any) -> Match:
    """Two lords in the battle step of seat 0, after some actions.

    Seat 0 has a hand card, if none is given, so that its turn stops at the discard step when the battle is over.
    """
    mine = own if own["hand"] else own | {"hand": ["na"]}
    return after(table(mine, other, cards=cards, **fields), *words)


def cast(*effects: Json, own: Json | None = None, others: list[Json] | None = None, **fields: Any) -> Match:
    """The lord of seat 0 has cast an instant `x` (its uid in casting is 100) with these effects.

    He has a science crystal 30 and, unless his hand is given, one more hand card, so that the casting step goes on.
    """
    mine = copy.deepcopy(own) if own else lord(hand="na")
    mine["hand"] = ["x", *mine["hand"]]
    mine["vault"] = [{"uid": 30, "card": "sc"}, *mine["vault"]]
    cards = {"x": spell(instant(*effects))} | fields.pop("cards", {})
    return after(table(mine, *(others or [lord()]), step="casting", cards=cards, **fields), "cast h0")


def new(seed: int = 0, queue: list[int] | None = None, **options: Any) -> Match:
    """A match from its setup."""
    return Match.new(GAME, options, seed, queue)


def invalid(position: Json) -> str:
    """What `load` says of a position that it must refuse."""
    with pytest.raises(BadPosition) as fault:
        GAME.load(position, Fate())
    return str(fault.value)


def not_new(queue: list[int] | None = None, **options: Any) -> str:
    """What `new` says of options that it must refuse."""
    with pytest.raises(BadOptions) as fault:
        Match.new(GAME, options, 0, queue)
    return str(fault.value)


def check_refused(match: Match, word: str) -> None:
    """The action is not in the list, is illegal, and changes nothing."""
    before = match.position()
    assert word not in match.actions()
    with pytest.raises(Illegal):
        match.act(word)
    assert match.position() == before

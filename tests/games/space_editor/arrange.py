"""Small universes for tests: cards by their sides, boards by a text picture, and a match that starts from them.

    match = table("/q t@1", {"q": "- - - -", "t": star("n2 - - -", vp=3)}, hands=("p", "fill"))
    play(match, "place p 1,1 r0")

A picture has a row of the universe on each line, north on top; its south-west corner is the cell 0,0 unless `corner`
says otherwise. A card is written `/t:1@0#7+`: face down, card t, rotation 1, placed by seat 0, serial number 7, in the
present turn. All but the id may be left out; a dot is an empty cell. Cards lie there since turn 1. `lying` and `told`
read what came of it.
"""

from __future__ import annotations

import re
from typing import Any

from games.space_editor.abilities import when
from games.space_editor.cards import FILL, Json, gifted, planet
from orrery.core.clause import Illegal
from orrery.core.match import Match
from orrery.games.space_editor import GAME

TOKEN = re.compile(r"(/?)([0-9a-z_]+)(?::([0-3]))?(?:@([0-3]))?(?:#([0-9]+))?(\+?)")
SEAT_ELEMENTS = ("earth", "fire", "water", "wind")


def board(picture: str, turn: int = 5, corner: tuple[int, int] = (0, 0)) -> list[Json]:
    """The placed cards of a picture."""
    lines = [line.split() for line in picture.strip().splitlines()]
    rows: list[Json] = []
    for south, line in enumerate(reversed(lines)):
        for east, token in enumerate(line):
            if token == ".":
                continue
            found = TOKEN.fullmatch(token)
            assert found, f"{token} is not a card of a picture"
            down, id, rotation, placer, no, fresh = found.groups()
            row: Json = {"x": corner[0] + east, "y": corner[1] + south, "card": id, "up": not down}
            row |= {"r": int(rotation or 0), "placer": int(placer or 0), "turn": turn if fresh else min(1, turn)}
            rows.append(row | ({"no": int(no)} if no else {}))
    return rows


def position(
    picture: str,
    cards: dict[str, Any],
    hands: tuple[str, ...] = ("p",),
    *,
    mode: str = "full",
    players: int = 2,
    options: Json | None = None,
    elements: list[str] | None = None,
    decks: tuple[str, ...] | None = None,
    turn: int = 5,
    corner: tuple[int, int] = (0, 0),
    marks: dict[tuple[int, int], Json] | None = None,
    **more: Any,
) -> Json:
    """A position in the place step of seat 0, unless `more` says otherwise.

    A card that is only a text is a planet with these sides. Hands and decks are ids with blanks between them; seats
    that are not named hold one `fill`. `marks` adds fields to the cards on some cells.
    """
    definitions = {id: planet(what) if isinstance(what, str) else what for id, what in cards.items()}
    rows = board(picture, turn, corner)
    for row in rows:
        row |= (marks or {}).get((row["x"], row["y"]), {})
    piles = ["fill"] * players if decks is None else [*decks, *["fill"] * (players - len(decks))]
    held = [*hands, *["fill"] * (players - len(hands))]
    return {
        "game": "space_editor",
        "version": 1,
        "options": {"mode": mode, "players": players, **(options or {})},
        "cards": {"fill": FILL, **definitions},
        "elements": list(SEAT_ELEMENTS[:players]) if elements is None else elements,
        "phase": "place",
        "turn": turn,
        "active": 0,
        "board": rows,
        "hands": [pile.split() for pile in held],
        "decks": [pile.split() for pile in piles],
        **more,
    }


def table(picture: str, cards: dict[str, Any], hands: tuple[str, ...] = ("p",), **more: Any) -> Match:
    """A match that starts from such a position."""
    return Match.load(GAME, position(picture, cards, hands, **more))


def play(match: Match, *words: str) -> list[Json]:
    """Carries out actions, which nothing may forbid; gives the events of all of them."""
    events: list[Json] = []
    for word in words:
        refusal = match.why_not(word)
        assert refusal is None, f"{word}: {refusal.code}"
        events += [event.as_json() for event in match.act(word)]
    return events


def refused(match: Match, word: str) -> tuple[str, str]:
    """The code and the clause with which an action is refused; it is not in the list, and nothing changes."""
    before = match.position()
    assert word not in match.actions()
    try:
        match.act(word)
    except Illegal as illegal:
        assert match.position() == before
        return illegal.refusal.code, illegal.refusal.clause
    raise AssertionError(f"{word} was not refused")


def stir(picture: str, cards: dict[str, Any], *effects: Json, put: str = "0,-1", **more: Any) -> Match:
    """A match in which the ability card m at 0,0 is at work: seat 0 has put the blank card p beside it.

    The picture has m at its south-west corner; m does these effects whenever a card is placed beside it.
    """
    known = {"m": gifted("- - - -", when("neighbour_placed", *effects)), "p": "- - - -", **cards}
    match = table(picture, known, **more)
    play(match, f"place p {put} r0")
    return match

"""Small universes for tests: cards by their sides, boards by a text picture, and a match that starts from them.

    match = table("/q t@1", {"q": "- - - -", "t": star("n2 - - -", vp=3)}, hands=("p", "fill"))
    play(match, "place p 1,1 r0")

A picture has a row of the universe on each line, north on top; its south-west corner is the cell 0,0 unless `corner`
says otherwise. A card is written `/t:1@0#7+`: face down, card t, rotation 1, placed by seat 0, serial number 7, in the
present turn. All but the id may be left out; a dot is an empty cell. Cards lie there since turn 1.
"""

from __future__ import annotations

import re
from typing import Any

from orrery.core.clause import Illegal
from orrery.core.match import Match
from orrery.games.space_editor import GAME

Json = dict[str, Any]

TOKEN = re.compile(r"(/?)([0-9a-z_]+)(?::([0-3]))?(?:@([0-3]))?(?:#([0-9]+))?(\+?)")
EFFECT_WORDS = ("may", "pick", "to", "turns", "card")
SEAT_ELEMENTS = ("earth", "fire", "water", "wind")


# --- cards ------------------------------------------------------------------------------------------------------------


def card(kind: str, sides: str, element: str | None = "fire", level: str | None = "bronze", **more: Any) -> Json:
    """A complete definition; the sides are written N E S W."""
    rest = {"name": "", "vp": 0, "cost": 10, "abilities": []} | more
    return {"kind": kind, "element": element, "level": level, "sides": sides.split(), **rest}


def planet(sides: str, element: str = "fire", level: str = "bronze") -> Json:
    """A card that does nothing but by its sides."""
    return card("planet", sides, element, level)


def star(sides: str = "- - - -", vp: int = 1, element: str = "fire", level: str = "bronze") -> Json:
    """A card that scores."""
    return card("star", sides, element, level, vp=vp)


def gifted(sides: str, *abilities: Json, element: str = "fire", level: str = "bronze") -> Json:
    """An ability card."""
    return card("ability", sides, element, level, abilities=list(abilities))


def basepoint(sides: str = "g2 g2 g2 g2", *abilities: Json) -> Json:
    """A basepoint; without abilities it turns like any card (SE-5.9)."""
    return card("basepoint", sides, None, None, abilities=list(abilities))


FILL = planet("g1 g1 g1 g1")
"""The card `fill`, which every match knows: it fits beside most and changes nothing."""


# --- abilities --------------------------------------------------------------------------------------------------------


def when(event: str, *effects: Json, conditions: list[Json] | None = None, decider: str = "", **words: Any) -> Json:
    """A triggered ability (SE-11.1); `words` are those of WHEN: by, cause, card."""
    ability: Json = {"when": {"event": event, **words}, "do": list(effects)}
    if conditions is not None:
        ability["if"] = conditions
    if decider:
        ability["decider"] = decider
    return ability


def do(verb: str, where: str = "", **words: Any) -> Json:
    """An effect (SE-11.5): may, pick, to, turns and card are its own words, the others are of its target."""
    effect: Json = {"effect": verb, **{key: value for key, value in words.items() if key in EFFECT_WORDS}}
    if where:
        match = {key: value for key, value in words.items() if key not in EFFECT_WORDS}
        effect["target"] = {"where": where, **match}
    return effect


def protect(where: str, *against: str, cause: str = "any", **match: Any) -> Json:
    """A static `protect` (SE-11.7a)."""
    return {"static": "protect", "target": {"where": where, **match}, "against": list(against), "cause": cause}


def forbid(where: str, who: str = "anyone", **match: Any) -> Json:
    """A static `forbid` (SE-11.7b)."""
    return {"static": "forbid", "where": where, "card": match, "who": who}


def worth(where: str, vp: int, **match: Any) -> Json:
    """A static `worth` (SE-11.7c)."""
    return {"static": "worth", "target": {"where": where, **match}, "vp": vp}


def count(where: str, low: int = 0, high: int = 999, face: str = "up", **match: Any) -> Json:
    """A condition `count` (SE-11.3)."""
    return {"cond": "count", "of": {"where": where, **match}, "face": face, "min": low, "max": high}


# --- positions --------------------------------------------------------------------------------------------------------


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


# --- playing and looking ----------------------------------------------------------------------------------------------


def play(match: Match, *words: str) -> list[Json]:
    """Carries out actions, which nothing may forbid; gives the events of all of them."""
    events: list[Json] = []
    for word in words:
        refusal = match.why_not(word)
        assert refusal is None, f"{word}: {refusal.code}"
        events += [event.as_json() for event in match.act(word)]
    return events


def names(events: list[Json]) -> list[str]:
    """The names of events."""
    return [event["event"] for event in events]


def named(events: list[Json], *wanted: str) -> list[Json]:
    """The events of these names."""
    return [event for event in events if event["event"] in wanted]


def at(match: Match, x: int, y: int) -> Json:
    """The card on a cell, as the position tells it."""
    return next(row for row in match.position()["board"] if (row["x"], row["y"]) == (x, y))


def is_up(match: Match, x: int, y: int) -> bool:
    """Does the card on a cell lie face up?"""
    return bool(at(match, x, y)["up"])


def cells(match: Match, *start: str) -> set[tuple[int, int]]:
    """The cells of all legal actions that begin with these words."""
    found: set[tuple[int, int]] = set()
    for words in (word.split() for word in match.actions()):
        if words[: len(start)] == list(start):
            x, y = words[len(start)].split(",")
            found.add((int(x), int(y)))
    return found


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


def turned(events: list[Json]) -> list[tuple[str, int, int, list[str]]]:
    """What was turned over, in order: event, cell, rules."""
    return [(e["event"], e["x"], e["y"], e["rules"]) for e in named(events, "turned_down", "turned_up")]


def stir(picture: str, cards: dict[str, Any], *effects: Json, put: str = "0,-1", **more: Any) -> Match:
    """A match in which the ability card m at 0,0 is at work: seat 0 has put the blank card p beside it.

    The picture has m at its south-west corner; m does these effects whenever a card is placed beside it.
    """
    known = {"m": gifted("- - - -", when("neighbour_placed", *effects)), "p": "- - - -", **cards}
    match = table(picture, known, **more)
    play(match, f"place p {put} r0")
    return match

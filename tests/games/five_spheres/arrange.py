"""Small words to lay out positions of Five Spheres and to read them.

The cards in play are written as text: `"1 s3 engaged, 2 na with 40:bark"` are two creatures, `"20 sc, 21 trap spell"` a
tower and a spell, `"30 sc"` a crystal. `show` writes them back the same way. A flag is engaged, afflicted, dizzy or
facedown; `+2` or `-1` is a bonus, `!ranged` a granted word. Piles are ids with blanks between them: `"na na s1"`.

The table of every match has the plain cards of PLAIN. A new uid is 100 in a fresh position, 101 the next, and so on.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from orrery.core.clause import BadOptions, BadPosition, Illegal
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.games.five_spheres import GAME

Json = dict[str, Any]

SPHERES = ("science", "ether", "spirit", "chaos", "nature")


# --- cards ------------------------------------------------------------------------------------------------------------


def instant(*effects: Json, cost: int = 1) -> Json:
    """An instant spell half."""
    return {"type": "instant", "cost": cost, "do": list(effects)}


def active(*abilities: Json, cost: int = 1, **words: Any) -> Json:
    """An active spell half."""
    return {"type": "active", "cost": cost, "abilities": list(abilities), **words}


def attached(host: str, *abilities: Json, cost: int = 1, **words: Any) -> Json:
    """An attached spell half."""
    return {"type": "attached", "host": host, "cost": cost, "abilities": list(abilities), **words}


def hidden(event: str, *effects: Json, **words: Any) -> Json:
    """A hidden spell half."""
    return {"type": "hidden", "cost": 3, "when": event, "do": list(effects), **words}


def card(spheres: str = "science", cost: int = 1, strength: int = 2, spell: Json | None = None, **words: Any) -> Json:
    """A card: a plain creature of cost 1, strength 2 and race `plain` and an instant that does nothing, unless said
    otherwise. `words` are those of the creature half.
    """
    creature = {"cost": cost, "race": "plain", "strength": strength, **words}
    return {"spheres": spheres.split("/"), "creature": creature, "spell": spell or instant()}


def spell(half: Json, spheres: str = "science") -> Json:
    """A card for its spell half."""
    return card(spheres, spell=half)


def creature(*abilities: Json, strength: int = 2, spheres: str = "science", **words: Any) -> Json:
    """A card for its creature half."""
    return card(spheres, strength=strength, abilities=list(abilities), **words)


PLAIN: Json = {
    "sc": card("science"),
    "et": card("ether"),
    "sp": card("spirit"),
    "ch": card("chaos"),
    "na": card("nature"),
    "se": card("science/ether"),
    **{f"s{n}": card("science", strength=n) for n in range(10)},
}
"""One plain card of each sphere, a dual one, and science creatures of each strength up to 9."""


# --- the card language ------------------------------------------------------------------------------------------------


def when(event: str, *effects: Json, **words: Any) -> Json:
    """A trigger (FS-12.2); the condition is `given`."""
    return {"when": event, "do": list(effects), **_given(words)}


def passive(word: str, **words: Any) -> Json:
    """A passive (FS-12.7); the condition is `given`."""
    return {"passive": word, **_given(words)}


def do(verb: str, target: Json | None = None, **words: Any) -> Json:
    """An effect (FS-12.6); the condition is `given`."""
    return {"do": verb, **({} if target is None else {"target": target}), **_given(words)}


def at(zone: str, whose: str = "own", **words: Any) -> Json:
    """A selector or a count."""
    return {"zone": zone, "whose": whose, **words}


def ref(word: str) -> Json:
    """A selector by reference."""
    return {"ref": word}


def draw(n: Any = 1, whose: str = "own", **words: Any) -> Json:
    """The effect that draws. Where it comes to a mark of what has happened, `draw()` is the plainest."""
    return do("draw", whose=whose, n=n, **words)


def stronger(amount: Any, target: Json | None = None, **words: Any) -> Json:
    """The effect strengthen, of this card unless said otherwise."""
    return do("strengthen", target or ref("this"), amount=amount, **words)


def _given(words: Json) -> Json:
    return {("if" if key == "given" else key): value for key, value in words.items()}


# --- positions --------------------------------------------------------------------------------------------------------

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


OPTIONS = ("mode", "assembly", "max_turns", "ties", "generic", "generic_creature", "towers")


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


# --- reading ----------------------------------------------------------------------------------------------------------


def show(match: Match, seat: int, zone: str = "battlefield") -> str:
    """A zone of cards in play as text."""
    return ", ".join(_shown(row, zone) for row in match.position()["seats"][seat][zone])


def _shown(row: Json, zone: str) -> str:
    words = [str(row["uid"]), row["card"]]
    words += [flag for flag in FLAGS if row.get(flag) and not (zone == "fortress" and row["kind"] == "tower")]
    if row.get("bonus"):
        words.append(f"{row['bonus']:+}")
    words += [f"!{word}" for word in row.get("granted", [])]
    if row.get("kind") == "spell":
        words.append("spell")
    if row.get("attached"):
        words += ["with", *[f"{under['uid']}:{under['card']}" for under in row["attached"]]]
    return " ".join(words)


def field(match: Match, seat: int) -> str:
    """The battlefield of a seat as text."""
    return show(match, seat)


def pile(match: Match, seat: int, zone: str) -> str:
    """A pile of a seat as text."""
    return " ".join(match.position()["seats"][seat][zone])


def strengths(match: Match, seat: int) -> dict[int, int]:
    """The strength of each creature of a seat, as the view shows it."""
    return {row["uid"]: row["strength"] for row in match.view(None)["seats"][seat]["battlefield"]}


def mana(match: Match, seat: int = 0) -> int:
    """The mana of a seat, as the view shows it."""
    found: int = match.view(None)["seats"][seat]["mana"]
    return found


def options(match: Match) -> list[str]:
    """What the pending decision offers."""
    found: list[str] = match.position()["pending"]["options"]
    return found


def step(match: Match) -> str:
    """`2 casting`: the active seat and its step."""
    at = match.position()
    return f"{at['active']} {at['step']}"


def events(match: Match) -> list[Json]:
    """All events since the start, with full information."""
    return [event.as_json() for entry in match.line for event in entry.events]


def last(match: Match) -> list[Json]:
    """The events of the last action."""
    return [event.as_json() for event in match.line[-1].events]


def names(rows: list[Json]) -> list[str]:
    """The names of events."""
    return [row["event"] for row in rows]


def named(rows: list[Json], *wanted: str) -> list[Json]:
    """The events of these names."""
    return [row for row in rows if row["event"] in wanted]


def moves(match: Match) -> list[str]:
    """All moves since the start: `trash x casting>trash`."""
    return [f"{row['verb']} {row['card']} {row['from']}>{row['to']}" for row in named(events(match), "move")]


def triggers(match: Match) -> list[str]:
    """The abilities that were carried out, in order: `5 attacks`, by the uid of the source."""
    return [f"{row['uid']} {row['when']}" for row in named(events(match), "trigger")]


def listed(match: Match, *starts: str) -> list[str]:
    """The legal actions that begin with one of these words."""
    return [word for word in match.actions() if word.startswith(starts)]

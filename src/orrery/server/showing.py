"""Cards, boards and rulebooks as a page draws them: with names and printed texts in all languages.

The cards of a match may be nobody's but its own; their names then are those of the definitions, and their texts are
written from their abilities all the same.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from importlib import resources
from typing import Any, Final

from msgspec import Struct

from orrery.core.clause import CLAUSE_LINE, HEADING, LANGUAGES
from orrery.core.data import JsonObject, read_toml
from orrery.core.notation import digest
from orrery.server.refusal import Refusal
from orrery.server.wire import encode

MOST_KEPT: Final = 32
"""So many tables of cards are kept as they were written last."""
PROSE: Final = "<!-- prose -->"


class Cards(Struct, frozen=True):
    """A table of cards for people. `cards` are the definitions by id as the rules write them; `names` and `texts` are
    by language and id: a name and lines in Space Editor, one of each half in Five Spheres (and of the whole `card`).
    `more` has what else is needed to draw them: `races` and `keywords` by language, `strengths` as printed and `sets`
    by letter in Five Spheres; `basic` decks and `basepoints` in Space Editor. `set` is null for cards that do not ship
    with the game.
    """

    game: str
    set: str | None
    version: int | None
    title: dict[str, str]
    cards: dict[str, Any]
    names: dict[str, dict[str, Any]]
    texts: dict[str, dict[str, Any]]
    more: dict[str, Any]


class Written:
    """An answer that is large and seldom changes: its bytes and their mark."""

    __slots__ = ("body", "etag")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'


KEPT: Final[OrderedDict[tuple[str, str], Written]] = OrderedDict()
LOCK: Final = threading.Lock()


def cards_of(game: str, cards: JsonObject | None = None) -> Written:
    """The cards of a game, or those of a match. Raises Refusal."""
    if game not in ("five_spheres", "space_editor"):
        raise Refusal("no_cards", f"{game} has no cards; there are cards of five_spheres and space_editor")
    make = sphere_cards if game == "five_spheres" else editor_cards
    return kept((game, "" if cards is None else digest(cards)), lambda: make(cards))


def kept(key: tuple[str, str], make: Callable[[], Struct]) -> Written:
    """What was written under this key, or else is made now. Requests come in threads of their own."""
    with LOCK:
        found = KEPT.get(key)
        if found is None:
            found = KEPT[key] = Written(encode(make()))
        KEPT.move_to_end(key)
        if len(KEPT) > MOST_KEPT:
            KEPT.popitem(last=False)
        return found


def editor_cards(cards: JsonObject | None) -> Cards:
    """The cards of Space Editor: the standard set, or those given."""
    from orrery.games.space_editor import sets
    from orrery.games.space_editor.texts import ability_texts

    known = sets.standard() if cards is None else sets.named_by_hash(digest(cards))
    table: JsonObject = known.material.cards if known is not None else cards or {}
    names: dict[str, dict[str, Any]] = {}
    for lang in LANGUAGES:
        translated = {} if known is None else known.names[lang]
        names[lang] = {id: translated.get(id) or card.get("name") or id for id, card in table.items()}
    return Cards(
        game="space_editor",
        set=None if known is None else known.name,
        version=None if known is None else known.version,
        title={} if known is None else known.title,
        cards=table,
        names=names,
        texts={lang: {id: ability_texts(card, lang) for id, card in table.items()} for lang in LANGUAGES},
        more={} if known is None else {"basic": known.material.basic, "basepoints": known.material.basepoints},
    )


def sphere_cards(cards: JsonObject | None) -> Cards:
    """The cards of Five Spheres: the standard collection, or those given."""
    from orrery.games.five_spheres import collections
    from orrery.games.five_spheres.cards import CardTable
    from orrery.games.five_spheres.texts import creature_text, spell_text

    known = collections.standard() if cards is None else collections.named_by_hash(digest(cards))
    table = CardTable(known.cards if known is not None else cards or {})
    names: dict[str, dict[str, Any]] = {}
    texts: dict[str, dict[str, Any]] = {}
    for lang in LANGUAGES:
        words = {} if known is None else known.races[lang] | known.keywords[lang]
        names[lang] = (
            known.names[lang] if known is not None else {id: _own_names(id, row) for id, row in table.raw.items()}
        )
        texts[lang] = {
            id: {
                "creature": creature_text(row["creature"], lang, words).splitlines(),
                "spell": spell_text(row["spell"], lang, words).splitlines(),
            }
            for id, row in table.raw.items()
        }
    more: JsonObject = {
        "strengths": {id: [card.strength, card.afflicted] for id, card in table.cards.items()},
        "sets": table.sets,
        "races": {} if known is None else known.races,
        "keywords": {} if known is None else known.keywords,
    }
    return Cards(
        game="five_spheres",
        set=None if known is None else known.id,
        version=None if known is None else known.version,
        title={} if known is None else known.title,
        cards=table.raw,
        names=names,
        texts=texts,
        more=more,
    )


def _own_names(id: str, card: JsonObject) -> dict[str, str]:
    """The names of a card that is in no collection."""
    whole = str(card.get("name") or id)
    return {"card": whole, **{half: str(card[half].get("name") or whole) for half in ("creature", "spell")}}


# --- the board of Vediic ----------------------------------------------------------------------------------------------


class BoardInfo(Struct, frozen=True):
    """A board of Vediic. `source` is the board file: circles with their places and neighbours, houses with polygons and
    tiles, the direction, the R of each colour. `local` are the circles that a planet activates by colour and house,
    `everywhere` those that it activates in retrograde. `names` are colours, planets and powers by language, `fills` the
    colours of a drawing.
    """

    name: str
    version: int
    source: dict[str, Any]
    retrograde: dict[str, int]
    local: dict[str, dict[str, list[str]]]
    everywhere: dict[str, list[str]]
    names: dict[str, dict[str, dict[str, str]]]
    fills: dict[str, str]


def board_of(game: str, name: str) -> Written:
    """A board by its name. Raises Refusal."""
    from orrery.games.vediic import boards

    if game != "vediic":
        raise Refusal("no_such_board", f"{game} has no board; there are boards of vediic")
    if name not in boards.shipped_names():
        raise Refusal(
            "no_such_board", f"there is no board {name[:40]!r}; there are {', '.join(boards.shipped_names())}"
        )
    return kept(("vediic", name), lambda: board_info(boards.shipped(name)))


def board_info(board: Any) -> BoardInfo:
    """All that a page draws a board from."""
    from orrery.games.vediic.cards import COLORS
    from orrery.games.vediic.svg import FILLS

    def ids(circles: int) -> list[str]:
        return [board.ids[circle] for circle in board.members(circles)]

    texts = read_toml("orrery.games.vediic", "data", "texts.toml")
    return BoardInfo(
        name=board.name,
        version=board.version,
        source=board.source,
        retrograde={name: board.retrograde[color] for color, name in enumerate(COLORS)},
        local={
            name: {str(house): ids(circles) for house, circles in enumerate(board.local[color]) if circles}
            for color, name in enumerate(COLORS)
        },
        everywhere={name: ids(board.everywhere[color]) for color, name in enumerate(COLORS)},
        names={
            lang: {what: {name: texts[what][name][lang] for name in COLORS} for what in ("color", "planet", "power")}
            for lang in LANGUAGES
        },
        fills=dict(FILLS),
    )


# --- rulebooks --------------------------------------------------------------------------------------------------------


class Part(Struct, frozen=True):
    """A part of a chapter in Markdown: a clause with its number, or what stands between (`clause` null)."""

    clause: str | None
    text: str


class Chapter(Struct, frozen=True):
    """A heading of a rulebook and what stands under it. `section` is its number, such as SE-4, where it has one."""

    level: int
    section: str | None
    title: str
    parts: list[Part]


BOOKS: dict[tuple[str, str], list[Chapter]] = {}


def chapters(package: str, lang: str) -> list[Chapter]:
    """The rulebook of a game as a whole, in its order."""
    found = BOOKS.get((package, lang))
    if found is None:
        place = resources.files(package).joinpath("rulebook", f"{lang}.md")
        found = BOOKS[package, lang] = split(place.read_text(encoding="utf-8"))
    return found


def split(text: str) -> list[Chapter]:
    """The chapters of a rulebook. What is fenced (pictures, notation) stays as it is."""
    found: list[Chapter] = []
    clause: str | None = None
    lines: list[str] = []
    fenced = False

    def keep() -> None:
        part = "\n".join(lines).replace(PROSE, "").strip()
        if part or clause is not None:
            found[-1].parts.append(Part(clause, part))

    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        heading = None if fenced else HEADING.match(line)
        begins = None if fenced else CLAUSE_LINE.match(line)
        if heading is not None:
            if found:
                keep()
            title = line[heading.end() :].strip()
            number, _, rest = title.partition(" ")
            numbered = "-" in number and number[:2].isupper()
            level = heading.end() - 1
            found.append(Chapter(level, number if numbered else None, rest if numbered else title, []))
            clause, lines = None, []
        elif begins is not None:
            keep()
            clause, lines = begins.group(1), [line[begins.end() :]]
        else:
            lines.append(line)
    keep()
    return found

"""Cards, boards and rulebooks as a page draws them: with names and printed texts in all languages. What they are, the
game says (`Guide.cards`, `Guide.board`, the rulebook); here they are written down once and served.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from orrery.core.clause import rulebook
from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.notation import digest
from orrery.games import games_with, our_games
from orrery.server.live.wire import encode
from orrery.server.refusal import RequestRefused

MOST_KEPT: Final = 32
"""How many tables of cards are kept as they were last written."""


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


def board_shapes() -> Any:
    """What a board looks like in any of our games, for the description of the answers."""
    shapes: list[Any] = [game.guide().board_shape() for game in our_games() if game.guide().boards()]
    return reduce(or_, shapes) if shapes else JsonObject


if TYPE_CHECKING:
    BoardInfo = JsonObject
else:
    BoardInfo = board_shapes()


class Written:
    """An answer that is large and seldom changes: its bytes and their mark."""

    __slots__ = ("body", "etag")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'


KEPT: Final[OrderedDict[tuple[str, str, str], Written]] = OrderedDict()
LOCK: Final = threading.Lock()


def kept(key: tuple[str, str, str], make: Callable[[], object]) -> Written:
    """What was written under this key, or else is made now. Requests come in threads of their own."""
    with LOCK:
        found = KEPT.get(key)
        if found is None:
            found = KEPT[key] = Written(encode(make()))
        KEPT.move_to_end(key)
        if len(KEPT) > MOST_KEPT:
            KEPT.popitem(last=False)
        return found


def cards_of(game: Game, cards: JsonObject | None = None) -> Written:
    """The cards of a game, or those of a match. Raises RequestRefused."""
    if not game.guide().has_cards():
        others = " and ".join(games_with(lambda guide: guide.has_cards())) or "no game"
        raise RequestRefused("no_cards", f"{game.name} has no cards; there are cards of {others}")
    return kept((game.name, "cards", "" if cards is None else digest(cards)), lambda: _table(game, cards))


def _table(game: Game, cards: JsonObject | None) -> Cards:
    found = game.guide().cards(cards)
    assert found is not None, "a game that has cards tells them"
    return Cards(
        game=game.name,
        set=found.set,
        version=found.version,
        title=found.title,
        cards=found.cards,
        names=found.names,
        texts=found.texts,
        more=found.more,
    )


def board_of(game: Game, name: str | None = None) -> Written:
    """A board by its name, or the one that is played on. Raises RequestRefused."""
    guide = game.guide()
    names = guide.boards()
    if not names:
        others = " and ".join(games_with(lambda guide: bool(guide.boards()))) or "no game"
        raise RequestRefused("no_such_board", f"{game.name} has no board; there are boards of {others}")
    wanted = names[0] if name is None else name
    if wanted not in names:
        raise RequestRefused("no_such_board", f"there is no board {wanted[:40]!r}; there are {', '.join(names)}")
    return kept((game.name, "board", wanted), lambda: guide.board(wanted).as_json())


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


def chapters(package: str, lang: str) -> list[Chapter]:
    """The rulebook of a game as a whole, in its order."""
    return [
        Chapter(each.level, each.section, each.title, [Part(part.clause, part.text) for part in each.parts])
        for each in rulebook(package, lang).chapters
    ]

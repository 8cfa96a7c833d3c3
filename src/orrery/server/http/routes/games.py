"""Requests about games: rules, cards, boards, decks, bots."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Struct

from orrery.bots.bot import bot_names
from orrery.server.http import decks, exhibits, handbooks, library
from orrery.server.http.decks import DeckChecked, DeckToCheck
from orrery.server.http.door import (
    Asked,
    GameId,
    Lang,
    service_of,
)
from orrery.server.http.exhibits import Chapter
from orrery.server.http.games import GameInfo, Level, games
from orrery.server.http.handbooks import FiguresInfo, HandbookInfo
from orrery.server.live.wire import encode


class RulesInfo(Struct, frozen=True):
    """A rulebook: clause by clause, and as a whole in its order (`chapters`)."""

    game: str
    rules: int
    lang: str
    sections: dict[str, str]
    clauses: dict[str, str]
    chapters: list[Chapter]


class DeckInfo(Struct, frozen=True):
    """A deck with its code."""

    id: str
    name: str
    cards: dict[str, int]
    code: str


@get("/api/games", sync_to_thread=False)
def list_games(request: Asked, examples: Annotated[bool, QueryParameter()] = True) -> list[GameInfo]:
    """The games there are, with their options; `examples=false` leaves out the examples, which may be long."""
    return games(examples, service_of(request).hall.tables.offers)


@get("/api/bots", sync_to_thread=False)
def list_bots() -> list[str]:
    """The bots that can be given a seat."""
    return bot_names()


@get("/api/levels", sync_to_thread=False)
def list_levels(request: Asked) -> list[Level]:
    """The bots, the weakest first, with a name and a sentence for people, and where the clock cuts them short."""
    short = service_of(request).pool.levels.short
    return [Level(**row, short=short.get(row["bot"], {})) for row in library.levels()]


@get("/api/games/{game:str}/rules", sync_to_thread=True)
def read_rules(request: Asked, game: GameId, lang: Lang = "en") -> Response[RulesInfo]:
    """The rulebook of a game."""
    found = library.rules(game, lang)
    book = RulesInfo(**found, chapters=exhibits.chapters(library.the_game(game).package, lang))
    return lasting(request, exhibits.Written(encode(book)))


@get("/api/games/{game:str}/handbook", sync_to_thread=True)
def read_handbook(request: Asked, game: GameId, lang: Lang = "en") -> Response[HandbookInfo]:
    """The book for people: short chapters, with the places of their figures."""
    library.check_language(lang)
    return lasting(request, handbooks.handbook_of(library.the_game(game), lang))


@get("/api/games/{game:str}/handbook/figures", sync_to_thread=True)
def read_figures(request: Asked, game: GameId) -> Response[FiguresInfo]:
    """The figures of the handbook, as the engine has played them, in all languages."""
    return lasting(request, handbooks.figures_of(library.the_game(game)))


def lasting(request: Asked, found: exhibits.Written) -> Response[Any]:
    """An answer that the one who asks may have already: then only that is said."""
    headers = {"etag": found.etag, "cache-control": "no-cache"}
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if found.etag in known:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return Response(found.body, headers=headers, media_type=MediaType.JSON)


@get("/api/games/{game:str}/cards", sync_to_thread=True)
def read_cards(request: Asked, game: GameId) -> Response[exhibits.Cards]:
    """The cards of a game, with names and printed texts in all languages."""
    return lasting(request, exhibits.cards_of(library.the_game(game)))


@get("/api/games/{game:str}/board", sync_to_thread=True)
def read_board(
    request: Asked, game: GameId, name: Annotated[str | None, QueryParameter(max_length=64)] = None
) -> Response[exhibits.BoardInfo]:
    """A board of a game, with all that is needed to draw it; without a name the one that is played on."""
    return lasting(request, exhibits.board_of(library.the_game(game), name))


@get("/api/games/{game:str}/decks", sync_to_thread=False)
def read_decks(game: GameId, lang: Lang = "en") -> list[DeckInfo]:
    """The decks that come with a game."""
    return msgspec.convert(library.decks(game, lang), list[DeckInfo])


@post("/api/games/{game:str}/decks/check", status_code=200, sync_to_thread=True)
def check_deck(game: GameId, data: JSONBody[DeckToCheck]) -> DeckChecked:
    """Check a deck: every rule that it breaks, and its code."""
    return decks.check(game, data)


ROUTES: Final[list[Any]] = [
    list_games,
    list_bots,
    list_levels,
    read_rules,
    read_handbook,
    read_figures,
    read_cards,
    read_board,
    read_decks,
    check_deck,
]

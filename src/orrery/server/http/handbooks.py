"""Handbooks as a page shows them: the chapters in one language, and the figures as the engine has played them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from orrery.core.data import JsonObject
from orrery.core.game import Game
from orrery.core.handbook import Handbook, Moment, handbook, play_figure
from orrery.server.http.exhibits import Written, kept


class HandbookChapter(Struct, frozen=True):
    """A chapter: Markdown in which a line `{figure NAME}` is the place of a figure. `tells` are the clauses of the
    rulebook that say the same exactly.
    """

    name: str
    title: str
    text: str
    tells: list[str]


class HandbookInfo(Struct, frozen=True):
    """The handbook of a game in one language; without chapters where a game has none. `programmers` are the sections
    of the rulebook that nobody needs in order to play.
    """

    game: str
    lang: str
    title: str
    opening: str
    chapters: list[HandbookChapter]
    programmers: list[str]


class RefusalTold(Struct, frozen=True):
    """Why what was tried is not allowed: the clause, the code with its facts, and the sentence by language."""

    clause: str
    code: str
    facts: JsonObject
    text: dict[str, str]


class MomentShown(Struct, frozen=True):
    """A step of a figure: what is said (by language), the action that was taken or tried and by which seat, what
    happened, and what lies there then. `refusal` is null unless the action was refused.
    """

    say: dict[str, str]
    word: str | None
    seat: int | None
    events: list[JsonObject]
    view: JsonObject
    score: JsonObject
    to_act: int | None
    refusal: RefusalTold | None


class FigureShown(Struct, frozen=True):
    """A figure through the eyes of a seat (null: a spectator's), moment by moment."""

    seat: int | None
    moments: list[MomentShown]


class FiguresInfo(Struct, frozen=True):
    """The figures of a handbook by name; `names` are those who play in them, by language and seat. The views leave out
    `cards` where these are the cards of the game, which are served apart.
    """

    game: str
    names: dict[str, list[str]]
    figures: dict[str, FigureShown]


def handbook_of(game: Game, lang: str) -> Written:
    """The handbook of a game in a language."""
    return kept((game.name, "handbook", lang), lambda: _info(game, lang))


def _info(game: Game, lang: str) -> HandbookInfo:
    book = handbook(game)
    if book is None:
        return HandbookInfo(game.name, lang, "", "", [], [])
    chapters = [HandbookChapter(one.name, one.title, one.text, one.tells) for one in book.chapters[lang]]
    return HandbookInfo(game.name, lang, book.titles[lang], book.openings[lang], chapters, book.programmers)


def figures_of(game: Game) -> Written:
    """The figures of a game's handbook, in all languages."""
    return kept((game.name, "figures", ""), lambda: _figures(game, handbook(game)))


def _figures(game: Game, book: Handbook | None) -> FiguresInfo:
    if book is None:
        return FiguresInfo(game.name, {}, {})
    cards = game.guide().cards()
    own = None if cards is None else cards.cards
    shown = {
        name: FigureShown(figure.seat, [_moment(moment, own) for moment in play_figure(book, figure)])
        for name, figure in book.figures.items()
    }
    return FiguresInfo(game.name, book.names, shown)


def _moment(moment: Moment, own: dict[str, Any] | None) -> MomentShown:
    """A moment without the cards that are served apart."""
    view = {key: value for key, value in moment.view.items() if key != "cards" or value != own}
    refusal = None if moment.refusal is None else RefusalTold(**moment.refusal)
    return MomentShown(
        say=moment.say,
        word=moment.word,
        seat=moment.seat,
        events=moment.events,
        view=view,
        score=moment.score,
        to_act=moment.to_act,
        refusal=refusal,
    )

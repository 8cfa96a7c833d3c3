"""What a link to the page shows where people share it: a title, a sentence and a picture, in the language asked for.

A table tells in a preview what the list of tables tells everybody, and nothing else: one that is not listed, and one
that there is not, say the same general words. Of a match that is over and may be watched, which the link opens to
whoever has it, it tells the game. Pictures are drawn ahead of time from what ships, one for each game and kind of link
(tools/draw_previews.py), so none of them can show what somebody holds, or the answer to a question.
"""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Final

from msgspec import Struct

from orrery.core.cards.decks import BadDeck
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, read_toml
from orrery.core.lessons import Lesson, lessons_of
from orrery.games import game_named, game_names
from orrery.server.http.library import known_puzzles
from orrery.server.live.tables import Table

MARK: Final = "<!-- preview -->"
"""Where in index.html the tags of a preview are written."""
PICTURE: Final = "/preview.jpg"
PICTURES: Final = "/previews/{game}.jpg"
SIZE: Final = (1200, 630)
OWN_PICTURES: Final = "/previews/{game}-{picture}.jpg"
DECK: Final = "deck"
QUESTION: Final = "question"
"""The kinds of links with pictures of their own."""
OF_DECK: Final = re.compile(r"/decks/([a-z_]{1,64})/([A-Za-z0-9-]{1,200})")
OF_LESSON: Final = re.compile(r"/learn/([a-z_]{1,64})/([a-z0-9_]{1,64})")
OF_PUZZLE: Final = re.compile(r"/puzzles/([a-z_]{1,64})(?:/([a-z0-9-]{1,64}))?")
OF_GAME: Final = re.compile(r"/(?:learn|rules|cards|decks)/([a-z_]{1,64})(?:/.*)?")
OF_ALL: Final = {"/learn": "learn", "/puzzles": "day"}
"""The kinds of links that are about all games."""
LOCALES: Final = {"en": "en_GB", "ja": "ja_JP"}


class Preview(Struct, frozen=True):
    """What a link shows; with the picture of the game that it is about, if it is about one that has a picture."""

    lang: str
    title: str
    about: str
    game: str | None = None
    picture: str = ""
    """The kind of picture, where it is another than that of the game."""


def language_of(wanted: str) -> str:
    """Which of our languages somebody wants most who sends this header; English if none."""
    best, found = 0.0, LANGUAGES[0]
    for part in wanted[:500].split(","):
        name, _, rest = part.strip().partition(";")
        lang = name.partition("-")[0].lower()
        weight = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", rest)
        share = float(weight[1]) if weight else 0.0 if rest else 1.0
        if lang in LANGUAGES and share > best:
            best, found = share, lang
    return found


@cache
def _words() -> JsonObject:
    found: JsonObject = read_toml("orrery.server", "data", "page.toml")["preview"]
    return found


@cache
def _title(game: str) -> dict[str, str] | None:
    found = game_named(game)
    return None if found is None else dict(found.guide().title())


def said(kind: str, lang: str, game: str | None = None, picture: str = "", **facts: str) -> Preview:
    """A preview in its words."""
    row = _words()[kind]
    facts["game"] = "" if game is None else (_title(game) or {}).get(lang, game)
    # Facts are put in all at once: a name with braces is a name.
    texts = [re.sub(r"\{(\w+)\}", lambda found: facts[found[1]], row[part][lang]) for part in ("title", "about")]
    return Preview(lang, texts[0], texts[1], game, picture)


def of_part(path: str, lang: str) -> Preview | None:
    """What a link to a deck, a lesson or a puzzle shows; None: no more than one to its game."""
    found = OF_DECK.fullmatch(path)
    if found and _title(found[1]) is not None:
        return _of_deck(found[1], found[2], lang)
    found = OF_LESSON.fullmatch(path)
    if found and _title(found[1]) is not None:
        lesson = _lesson(found[1], found[2])
        if lesson is None:
            return None
        return said("lesson", lang, found[1], title=lesson.title[lang], about=lesson.about[lang])
    found = OF_PUZZLE.fullmatch(path)
    if found and _title(found[1]) is not None:
        return _of_puzzle(found[1], found[2], lang)
    return None


def _of_puzzle(game: str, name: str | None, lang: str) -> Preview:
    """A puzzle by its title and its task, which tell nothing of its solution; of none: the puzzles of the game."""
    puzzle = next((one for one in known_puzzles(game) if one.id == name), None)
    if puzzle is None:
        return said("puzzles", lang, game, QUESTION)
    return said("puzzle", lang, game, QUESTION, title=puzzle.title[lang], task=puzzle.task[lang])


def _of_deck(game: str, word: str, lang: str) -> Preview | None:
    """A deck by its name or code: what it is called, if it has a name, and how many cards it has."""
    known = game_named(game)
    shelf = None if known is None else known.guide().shelf(lang)
    if shelf is None:
        return None
    try:
        deck = shelf.named(word) or shelf.decode(word)
    except BadDeck:
        return None
    number = str(sum(deck.counts().values()))
    return said("deck" if deck.name else "deck_unnamed", lang, game, DECK, deck=deck.name, n=number)


def _lesson(game: str, name: str) -> Lesson | None:
    known = game_named(game)
    try:
        return None if known is None else next((one for one in lessons_of(known) if one.name == name), None)
    except DataFault:
        return None  # those of another package that cannot be read


def of_place(path: str, query: dict[str, str], lang: str) -> Preview:
    """What a link to a page shows that is not about a table; to a table: the general words."""
    if path.startswith("/record/") or (path.startswith("/table/") and "at" in query):
        return said("replay", lang)
    if path.startswith("/table/"):
        return said("table", lang)
    part = of_part(path, lang)
    if part is not None:
        return part
    found = OF_GAME.fullmatch(path)
    game = found[1] if found else query.get("game", "") if path == "/new" else ""
    title = _title(game) if game in game_names() else None
    if title is None:
        names = [(_title(name) or {}).get(lang, name) for name in game_names()]
        return said(OF_ALL.get(path, "home"), lang, games=_words()["between"][lang].join(names))
    known = game_named(game)
    assert known is not None, "a game that has a title is known"
    texts = _words()["game"]["title"][lang]
    return Preview(lang, texts.replace("{game}", title[lang]), known.guide().about()[lang], game)


def of_match(table: Table, query: dict[str, str], lang: str) -> Preview | None:
    """What a link to a match shows that is over, if whoever has the link may look at it: a moment, a decision to be
    tried, how it went. Who played is not said: the list of tables does not tell of all.
    """
    is_over = table.state == "over" and table.row.start is not None and table.settings.watch
    if not is_over or _title(table.row.game) is None:
        return None
    if "try" in query:
        return said("question", lang, table.row.game, QUESTION)
    if "review" in query:
        return said("review", lang, table.row.game)
    number = query.get("at", "")
    if re.fullmatch(r"[0-9]{1,6}", number):
        return said("moment", lang, table.row.game, n=number)
    return said("ended", lang, table.row.game)


def of_table(table: Table, query: dict[str, str], lang: str) -> Preview | None:
    """What a link to a table shows; None: no more than to any other."""
    asks = {"try", "review", "at"} & query.keys()
    return (None if asks else _of_listed(table, lang)) or of_match(table, query, lang)


def _of_listed(table: Table, lang: str) -> Preview | None:
    """What is told of a table that is listed for everybody."""
    if not table.settings.open or _title(table.row.game) is None:
        return None
    if table.state == "open":
        kind = "waiting" if table.free("") else None
    else:
        kind = {"playing": "playing", "over": "over"}.get(table.state) if table.settings.watch else None
    if kind is None or (kind != "waiting" and table.row.start is None):
        return None
    bots = read_toml("orrery.bots", "data", "levels.toml")["words"]
    names = [
        bots[seat.bot]["name"][lang] if seat.bot in bots else seat.name for seat in table.seats if not seat.is_empty
    ]
    who = _words()["between"][lang].join(names)
    return said(kind, lang, table.row.game, who=who, n=str(len(table.free(""))))


def tags(preview: Preview, origin: str, path: str, picture: str) -> str:
    """A preview as tags of a page; `origin` is where the page is reached, as https://play.example.org, or empty."""
    width, height = SIZE
    rows = [
        ("name", "description", preview.about),
        ("property", "og:site_name", "Orrery"),
        ("property", "og:type", "website"),
        ("property", "og:locale", LOCALES[preview.lang]),
        ("property", "og:title", preview.title),
        ("property", "og:description", preview.about),
        ("property", "og:url", origin + path),
        ("property", "og:image", origin + picture),
        ("property", "og:image:width", str(width)),
        ("property", "og:image:height", str(height)),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", preview.title),
        ("name", "twitter:description", preview.about),
        ("name", "twitter:image", origin + picture),
    ]
    return "\n    ".join(f'<meta {kind}="{name}" content="{html.escape(text)}" />' for kind, name, text in rows)

"""What a link to the page shows where people share it: a title, a sentence and a picture, in the language asked for.

A table tells in a preview what the list of tables tells everybody, and nothing else: one that is not listed, and one
that there is not, say the same general words.
"""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Final

from msgspec import Struct

from orrery.core.clause import LANGUAGES
from orrery.core.data import JsonObject, read_toml
from orrery.games import game_named, game_names
from orrery.server.live.tables import Table

MARK: Final = "<!-- preview -->"
"""Where in index.html the tags of a preview are written."""
PICTURE: Final = "/preview.jpg"
PICTURES: Final = "/previews/{game}.jpg"
SIZE: Final = (1200, 630)
OF_GAME: Final = re.compile(r"/(?:rules|cards|decks)/([a-z_]{1,64})(?:/.*)?")
LOCALES: Final = {"en": "en_GB", "ja": "ja_JP"}


class Preview(Struct, frozen=True):
    """What a link shows; with the picture of the game that it is about, if it is about one that has a picture."""

    lang: str
    title: str
    about: str
    game: str | None = None


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


def said(kind: str, lang: str, game: str | None = None, **facts: str) -> Preview:
    """A preview in its words."""
    row = _words()[kind]
    facts["game"] = "" if game is None else (_title(game) or {}).get(lang, game)
    # Facts are put in all at once: a name with braces is a name.
    texts = [re.sub(r"\{(\w+)\}", lambda found: facts[found[1]], row[part][lang]) for part in ("title", "about")]
    return Preview(lang, texts[0], texts[1], game)


def of_place(path: str, query: dict[str, str], lang: str) -> Preview:
    """What a link to a page shows that is not about a table; to a table: the general words."""
    if path.startswith("/record/") or (path.startswith("/table/") and "at" in query):
        return said("replay", lang)
    if path.startswith("/table/"):
        return said("table", lang)
    found = OF_GAME.fullmatch(path)
    game = found[1] if found else query.get("game", "") if path == "/new" else ""
    title = _title(game) if game in game_names() else None
    if title is None:
        names = [(_title(name) or {}).get(lang, name) for name in game_names()]
        return said("home", lang, games=_words()["between"][lang].join(names))
    known = game_named(game)
    assert known is not None, "a game that has a title is known"
    texts = _words()["game"]["title"][lang]
    return Preview(lang, texts.replace("{game}", title[lang]), known.guide().about()[lang], game)


def of_table(table: Table, lang: str) -> Preview | None:
    """What a link to a table shows that is listed for everybody; None: no more than to any other."""
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

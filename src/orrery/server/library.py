"""What can be read here: games, rules, cards and decks; and what a table's wishes mean as the options of a match."""

from __future__ import annotations

from functools import partial
from typing import Final

from orrery.bots.bot import bot_names
from orrery.core.clause import LANGUAGES, BadOptions, BadPosition, rulebook
from orrery.core.data import DataFault, JsonObject, read_toml
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games import for_people, game_named, game_names
from orrery.server.bringing import FaultyDeck, bad_options, in_all_languages, with_brought
from orrery.server.refusal import Refusal

SEATS_OPTION: Final = {"space_editor": "players", "vediic": "players", "five_spheres": "lords"}
"""The option that says for how many seats a match is."""


def the_game(name: str) -> Game:
    """The game of that name. Raises Refusal."""
    game = game_named(name)
    if game is None:
        raise Refusal("no_such_game", f"there is no game {name[:40]!r}; there are {', '.join(game_names())}")
    return game


def match_options(
    game: Game, options: JsonObject, decks: list[str], seats: int, brought: list[list[str] | None] | None = None
) -> JsonObject:
    """The options of a match for so many seats, perhaps with decks by name or code (Five Spheres), or with those that
    were brought to the seats. Raises Refusal.
    """
    key = SEATS_OPTION.get(game.name)
    found = dict(options)
    if key is not None:
        found.setdefault(key, seats)
    try:
        found = _with_decks(game, found, decks) if decks else for_people(game.name, found)
        if brought is not None:
            found = with_brought(game.name, found, brought)
        made = game.new(found, Fate(0)).seats()
    except BadOptions as fault:
        raise bad_options(game.name, fault) from None
    except (DataFault, BadPosition) as fault:
        raise Refusal("bad_options", f"options: {fault}") from None
    if made != seats:
        message = f"these options make a match for {made} seats, not {seats}"
        raise Refusal.because("bad_options", message, "other_seats", {"made": made, "seats": seats})
    return found


def _with_decks(game: Game, options: JsonObject, names: list[str]) -> JsonObject:
    if game.name != "five_spheres":
        message = f"decks: {game.name} takes its decks in its options; five_spheres takes names"
        raise Refusal.because("bad_options", message, "no_named_decks")
    from orrery.games.five_spheres import collections, decks

    collection = collections.standard()
    shipped = decks.predesigned(collection)
    found = []
    for name in names:
        try:
            deck = shipped.get(name) or in_all_languages(decks.SAID, partial(decks.decode, name, [collection]))
        except FaultyDeck as fault:
            message = f"decks: {fault}; decks with a name are {', '.join(shipped)}"
            raise Refusal("bad_options", message, {"faults": fault.faults}) from None
        found.append(deck)
    return decks.with_decks(options, found, collection)


def games() -> list[JsonObject]:
    """The games there are, with examples of options."""
    found = []
    for name in game_names():
        game = the_game(name)
        found.append({"game": name, "rules": game.version, "examples": game.trials()})
    return found


def rules(name: str, lang: str) -> JsonObject:
    """The rulebook of a game, clause by clause. Raises Refusal."""
    if lang not in LANGUAGES:
        raise Refusal("no_such_language", f"there is no language {lang[:10]!r}; there are {', '.join(LANGUAGES)}")
    game = the_game(name)
    book = rulebook(game.package, lang)
    return {"game": name, "rules": game.version, "lang": lang, "sections": book.titles, "clauses": book.clauses}


def levels() -> list[JsonObject]:
    """The bots with what people are told of them."""
    words = read_toml("orrery.bots", "data", "levels.toml")["words"]
    found: list[JsonObject] = []
    for bot in bot_names():
        row: JsonObject = {"bot": bot}
        for key in ("name", "about"):
            row |= {f"{key}_{lang}": words[bot][key][lang] for lang in LANGUAGES}
        found.append(row)
    return found


def decks(name: str, lang: str) -> list[JsonObject]:
    """The decks that come with a game, each with its code. Raises Refusal."""
    if lang not in LANGUAGES:
        raise Refusal("no_such_language", f"there is no language {lang[:10]!r}; there are {', '.join(LANGUAGES)}")
    if name == "five_spheres":
        from orrery.games.five_spheres import collections
        from orrery.games.five_spheres import decks as spheres

        collection = collections.standard()
        return [
            {"id": id, "name": deck.name, "cards": deck.counts(), "code": spheres.encode(deck, collection)}
            for id, deck in spheres.predesigned(collection, lang).items()
        ]
    if name == "space_editor":
        from orrery.games.space_editor import decks as editor
        from orrery.games.space_editor import sets

        cards = sets.standard()
        return [
            {"id": id, "name": each.name, "cards": each.counts(), "code": editor.encode(each, cards)}
            for id, each in editor.basic_decks(cards, lang).items()
        ]
    the_game(name)
    return []

"""What can be read here: rules, puzzles, bots and decks; and what a table's wishes mean as the options of a match."""

from __future__ import annotations

from orrery.bots.bot import HOSTED, bot_names
from orrery.bots.puzzles import Puzzle, puzzles_of
from orrery.core.cards.decks import BadDeck
from orrery.core.cards.shelf import AnyDeck
from orrery.core.clause import LANGUAGES, BadOptions, BadPosition, rulebook
from orrery.core.data import DataFault, JsonObject, read_toml
from orrery.core.fate import Fate
from orrery.core.game import Game
from orrery.games import game_named, game_names, shelves
from orrery.server.live.brought import bad_options, deck_faults, with_brought
from orrery.server.refusal import RequestRefused


def the_game(name: str) -> Game:
    """The game of that name. Raises RequestRefused."""
    game = game_named(name)
    if game is None:
        raise RequestRefused("no_such_game", f"there is no game {name[:40]!r}; there are {', '.join(game_names())}")
    return game


KNOWN: dict[str, list[Puzzle]] = {}
"""The puzzles of each game, once they were read; they do not change while a server runs."""


def known_puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game; none where its file cannot be read."""
    found = KNOWN.get(game)
    if found is None:
        rules = game_named(game)
        try:
            found = [] if rules is None else puzzles_of(rules)
        except DataFault:
            found = []  # those of another package that cannot be read: its other parts can be used all the same
        KNOWN[game] = found
    return found


def match_options(
    game: Game, options: JsonObject, decks: list[str], seats: int, brought: list[list[str] | None] | None = None
) -> JsonObject:
    """The options of a match for so many seats, perhaps with decks by name or code, or with those that were brought to
    the seats. Raises RequestRefused.
    """
    guide = game.guide()
    try:
        found = guide.with_seats(guide.in_rules_words(dict(options)), seats)
        found = _with_decks(game, found, decks) if decks else guide.for_people(found)
        if brought is not None:
            found = with_brought(game.name, found, brought)
        made = game.new(found, Fate(0)).seats()
    except BadOptions as fault:
        raise bad_options(game.name, fault) from None
    except (DataFault, BadPosition) as fault:
        raise RequestRefused("bad_options", f"options: {fault}") from None
    if made != seats:
        message = f"these options make a match for {made} seats, not {seats}"
        raise RequestRefused.because("bad_options", message, "other_seats", {"made": made, "seats": seats})
    return found


def _with_decks(game: Game, options: JsonObject, names: list[str]) -> JsonObject:
    shelf = game.guide().shelf()
    if shelf is None or not shelf.takes_names:
        able = [each.game for each in shelves() if each.takes_names]
        verb = "takes" if len(able) == 1 else "take"
        message = f"decks: {game.name} takes its decks in its options; {' and '.join(able)} {verb} names"
        raise RequestRefused.because("bad_options", message, "no_named_decks")
    found: list[AnyDeck] = []
    for name in names:
        try:
            found.append(shelf.named(name) or shelf.decode(name))
        except BadDeck as fault:
            message = f"decks: {fault}; decks with a name are {', '.join(shelf.names())}"
            raise RequestRefused(
                "bad_options", message, {"faults": deck_faults(fault.sentences, fault.faults)}
            ) from None
    return shelf.with_decks(options, found)


def rules(name: str, lang: str) -> JsonObject:
    """The rulebook of a game, clause by clause. Raises RequestRefused."""
    check_language(lang)
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
            said = words["hosted"][key] if bot in HOSTED else words[bot][key]
            row |= {f"{key}_{lang}": said[lang].format(bot=bot) for lang in LANGUAGES}
        if bot in HOSTED:
            row["games"] = HOSTED[bot].games
        found.append(row)
    return found


def decks(name: str, lang: str) -> list[JsonObject]:
    """The decks that come with a game, each with its code. Raises RequestRefused."""
    check_language(lang)
    shelf = the_game(name).guide().shelf(lang)
    found = [] if shelf is None else [(id, shelf.named(id)) for id in shelf.names()]
    return [
        {"id": id, "name": deck.name, "cards": deck.counts(), "code": deck.code()}
        for id, deck in found
        if deck is not None
    ]


def check_language(lang: str) -> None:
    """Raises RequestRefused if that is none of our languages."""
    if lang not in LANGUAGES:
        there = ", ".join(LANGUAGES)
        raise RequestRefused("no_such_language", f"there is no language {lang[:10]!r}; there are {there}")

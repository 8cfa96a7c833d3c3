"""Decks for people (FS-17): the pre-designed decks by name, deck files, deck codes, and matches with such decks.

A deck file is TOML: `game`, `collection`, `name` and a table `cards` of ids with their number of copies. A deck code is
a short text to paste in a chat: four letters for the collection, then the deck as its number among all decks that
FS-17.2 allows, then five check letters; so a code that can be read is always a legal deck. What is wrong with a deck
are values with a code and facts; their sentences are in data/decks.toml.
"""

from __future__ import annotations

import json
from typing import Final

from orrery.core.cards import decks as shared
from orrery.core.cards.decks import (
    CODE,
    BadCode,
    BadDeck,
    DeckFault,
    Fact,
    from_letters,
    hash_letters,
    letters_for,
    plain,
    to_letters,
)
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject, shown
from orrery.core.notation import digest
from orrery.games.five_spheres.cards import collections
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.rules import loading
from orrery.games.five_spheres.rules.assembly import COPIES, DECK_SIZE, METHODS, MIRROR

PACKAGE: Final = "orrery.games.five_spheres"
GAME: Final = "five_spheres"
FIELDS: Final = ("game", "collection", "name", "cards")
TEST_SET: Final = "testset"
"""What records and the option `cards` of people call the test set of FS-17.10."""
TEST_VERSION: Final = 1

SAID: Final = shared.Sentences(PACKAGE)


def say(key: str, lang: str, facts: dict[str, Fact]) -> str:
    """A sentence about decks in a language, with its facts."""
    return SAID.say(key, lang, facts)


class Deck:
    """A deck of a collection: its cards by id in text order, copies repeated; perhaps how it is meant to win."""

    __slots__ = ("cards", "collection", "name", "plan")

    def __init__(self, name: str, collection: str, cards: list[str], plan: str = "") -> None:
        self.name = name
        self.collection = collection
        self.cards: list[str] = sorted(cards)
        self.plan = plan

    def counts(self) -> dict[str, int]:
        """The number of copies of each card, in text order of the ids."""
        return shared.counted(self.cards)


def broken_rules(deck: Deck, collection: Collection) -> list[DeckFault]:
    """FS-17.1, FS-17.2: every rule that a deck breaks."""
    faults: list[DeckFault] = []
    for id, count in deck.counts().items():
        if id not in collection.cards:
            faults.append(DeckFault("unknown_card", {"card": plain(id), "collection": collection.id}))
        elif count > COPIES:
            faults.append(DeckFault("copies", {"card": id, "count": str(count), "most": str(COPIES)}))
    if len(deck.cards) != DECK_SIZE:
        faults.append(DeckFault("size", {"count": str(len(deck.cards)), "right": str(DECK_SIZE)}))
    return faults


def predesigned(collection: Collection, lang: str = "en") -> dict[str, Deck]:
    """FS-18.2: the pre-designed decks of a collection by name, such as genesis-1."""
    found: dict[str, Deck] = {}
    for deck in collection.decks:
        name = f"{collection.id}-{deck.number}"
        found[name] = Deck(deck.name[lang], collection.id, deck.cards(), deck.plan[lang])
    return found


# --- deck files -------------------------------------------------------------------------------------------------------


def read_deck(text: str, file: str, known: list[Collection], lang: str = "en") -> Deck:
    """The deck of a file; `file` is the name for faults. The rules of FS-17 are not checked. Raises BadDeck."""
    reader = DeckReader(text, file, known)
    deck = reader.read()
    if reader.faults:
        raise BadDeck(reader.faults[:1], SAID, lang)
    assert deck is not None
    return deck


def inspected(text: str, file: str, known: list[Collection]) -> tuple[Deck | None, list[DeckFault]]:
    """The deck of a file as far as it can be read, and all that is wrong with it: faults of the file with their lines,
    then every broken rule.
    """
    reader = DeckReader(text, file, known)
    deck = reader.read()
    faults = reader.faults
    if deck is not None:
        collection = collection_of(deck, known)
        counted = Deck(deck.name, deck.collection, [id for id in deck.cards if id in collection.cards])
        faults = faults + broken_rules(counted, collection)
    return deck, faults


def write_deck(deck: Deck, collection: Collection, lang: str = "en") -> str:
    """A deck as the text of a deck file, each card with its names as a comment."""
    name = json.dumps(deck.name, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f'game = "{GAME}"', f'collection = "{deck.collection}"', f"name = {name}", "", "[cards]"]
    for id, count in deck.counts().items():
        names = collection.names[lang].get(id, {})
        lines.append(f"{id} = {count}" + (f"  # {names[collections.WHOLE]}" if names else ""))
    return "\n".join(lines) + "\n"


def collection_of(deck: Deck, known: list[Collection]) -> Collection:
    """The collection of a deck, one of those that it was read with."""
    return next(found for found in known if found.id == deck.collection)


class DeckReader(shared.DeckFile):
    """Reads one deck file and collects its faults; `read` gives the deck if collection and cards could be read."""

    def __init__(self, text: str, file: str, known: list[Collection]) -> None:
        super().__init__(text, file)
        self.known = known

    def read(self) -> Deck | None:
        """The deck, as far as it can be read; what could not be read is among the faults."""
        row = self.table(FIELDS)
        if row is None:
            return None
        texts = self.texts(row, ("game", "collection", "name"))
        if texts.get("game", GAME) != GAME:
            self.fault("", "game", "not_game", {"value": shown(texts["game"]), "game": GAME})
        counts = self.counts(row, "na_0")
        collection = self.find(texts.get("collection"))
        if collection is None or counts is None:
            return None
        ids = self.ids(counts, collection.cards, {"collection": collection.id})
        return Deck(texts.get("name", ""), collection.id, ids)

    def find(self, id: str | None) -> Collection | None:
        """The collection of that id."""
        if id is None:
            return None
        for found in self.known:
            if found.id == id:
                return found
        names = ", ".join(dict.fromkeys(found.id for found in self.known))
        self.fault("", "collection", "not_collection", {"value": shown(id), "collections": names})
        return None


# --- deck codes -------------------------------------------------------------------------------------------------------

PREFIX: Final = "FS1"
"""The game and the form of the code."""
GROUP: Final = 11
HASH_LETTERS: Final = 4


def encode(deck: Deck, collection: Collection, lang: str = "en") -> str:
    """A legal deck as a short code. Raises BadDeck with the first rule that the deck breaks."""
    faults = broken_rules(deck, collection)
    if faults:
        facts: dict[str, Fact] = {"right": str(DECK_SIZE), "most": str(COPIES), "fault": faults[0]}
        raise BadDeck([DeckFault("code_legal", facts, CODE)], SAID, lang)
    counts = deck.counts()
    ids = sorted(collection.cards)
    ways = ways_to_fill(len(ids))
    number, left = 0, DECK_SIZE
    for i, id in enumerate(ids):
        for fewer in range(counts.get(id, 0)):
            number += ways[len(ids) - i - 1][left - fewer]
        left -= counts.get(id, 0)
    body = to_letters(number, letters_for(ways[len(ids)][DECK_SIZE]))
    return shared.write_code(PREFIX, [*hash_letters(collection.hash, HASH_LETTERS), *body], GROUP)


def decode(code: str, known: list[Collection], lang: str = "en") -> Deck:
    """The deck of a code; hyphens, spaces, small and wide letters do not matter. Raises BadDeck."""
    try:
        return decoded(shared.read_code(PREFIX, code), known, lang)
    except BadCode as bad:
        raise BadDeck([bad.fault], SAID, lang) from None


def decoded(body: list[int], known: list[Collection], lang: str) -> Deck:
    """The deck of a code's body. Raises BadCode."""
    for collection in known:
        ids = sorted(collection.cards)
        ways = ways_to_fill(len(ids))
        count = ways[len(ids)][DECK_SIZE]
        if hash_letters(collection.hash, HASH_LETTERS) != body[:HASH_LETTERS] or not count:
            continue
        number = from_letters(body[HASH_LETTERS:])
        if len(body) == HASH_LETTERS + letters_for(count) and number < count:
            name = say("from_code", lang, {"collection": collection.title[lang]})
            return Deck(name, collection.id, deck_of_number(number, ids, ways))
        raise BadCode("code_mistyped")
    raise BadCode("code_collection", {"collections": ", ".join([f"{found.id} {found.version}" for found in known])})


def deck_of_number(number: int, ids: list[str], ways: list[list[int]]) -> list[str]:
    """The deck that has this number among all decks of these cards."""
    found: list[str] = []
    for i, id in enumerate(ids):
        below = ways[len(ids) - i - 1]
        while number >= below[DECK_SIZE - len(found)]:
            number -= below[DECK_SIZE - len(found)]
            found.append(id)
    return found


def ways_to_fill(cards: int) -> list[list[int]]:
    """In how many ways so many places (the second index) can be filled with copies of so many cards (the first)."""
    ways = [[1, *[0] * DECK_SIZE]]
    for _ in range(cards):
        fewer = ways[-1]
        ways.append([sum(fewer[max(0, places - COPIES) : places + 1]) for places in range(DECK_SIZE + 1)])
    return ways


# --- records ----------------------------------------------------------------------------------------------------------


def named_cards(cards: JsonObject) -> JsonObject | None:
    """What a record says about a table of cards that ships with the package; None for any other table."""
    hash = digest(cards)
    known = collections.named_by_hash(hash)
    if known is not None:
        return known.as_json()
    if hash == digest(loading.table_of(None).raw):
        return {"name": TEST_SET, "version": TEST_VERSION, "hash": hash}
    return None


def cards_named(row: JsonObject) -> JsonObject | None:
    """The table of cards that a record names; None if it is not here."""
    known = collections.find(row["name"], row.get("version"))
    cards: JsonObject | None = None if known is None else known.cards
    if row["name"] == TEST_SET and row.get("version") == TEST_VERSION:
        cards = loading.table_of(None).raw
    return cards if cards is not None and digest(cards) == row.get("hash") else None


# --- options of matches -----------------------------------------------------------------------------------------------


def for_people(options: JsonObject) -> JsonObject:
    """FS-17.10: the options of a match between people. Where they give no `cards` it is the standard collection;
    `cards` may be the id of a collection, or `testset`. Raises BadOptions.
    """
    cards: object = options.get("cards", collections.STANDARD)
    if not isinstance(cards, str):
        return options
    rest: JsonObject = {key: value for key, value in options.items() if key != "cards"}
    if cards == TEST_SET:
        return rest
    ids: list[str] = []
    for found in collections.current():
        if found.id == cards:
            return {**rest, "cards": found.cards}
        ids.append(found.id)
    known = ", ".join([*ids, TEST_SET])
    problem = f"cards: there is no collection {shown(cards)}; there are {known}"
    raise BadOptions(problem, "cards", "no_such_collection", {"value": shown(cards), "known": known})


def with_decks(options: JsonObject, decks: list[Deck], collection: Collection) -> JsonObject:
    """FS-17.2: the options of a match with these decks, one for each lord, or one for all in the assembly mirror.
    Raises BadOptions.
    """
    method: object = options.get("assembly", METHODS[0])
    if method not in METHODS[: MIRROR + 1]:
        problem = f"assembly: {shown(method)} takes no decks; {METHODS[0]} and {METHODS[MIRROR]} do"
        raise BadOptions(problem, "assembly", "no_decks_by", {"assembly": str(method)})
    for key in ("decks", "cards"):
        if key in options:
            problem = f"{key}: these come with the decks already; leave the option {key} out"
            raise BadOptions(problem, key, "given_twice", {"name": key})
    for deck in decks:
        if deck.collection != collection.id:
            problem = f"decks: {deck.name} is of {deck.collection}; the others are of {collection.id}"
            facts: JsonObject = {"deck": deck.name, "its": deck.collection, "others": collection.id}
            raise BadOptions(problem, "decks", "other_collection", facts)
        faults = broken_rules(deck, collection)
        if faults:
            problem = f"decks: {deck.name}: {SAID.fault(faults[0], 'en')}"
            raise BadOptions(problem, "decks", "deck_rules", {"deck": deck.name})
    found = {**options, "cards": collection.cards, "decks": [deck.cards for deck in decks]}
    if method == METHODS[0]:
        found.setdefault("lords", max(2, len(decks)))
    return found

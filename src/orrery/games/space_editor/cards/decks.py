"""Deck building (SE-10): the rules of a deck, deck files, deck codes, and the basic decks by name.

A deck file is TOML: `name`, `element`, `set` and a table `cards` of ids with their number of copies. A deck code is a
short text to paste in a chat: five letters for the card set, then the deck, then five check letters, so that a mistyped
code is refused. What is wrong with a deck are values with a code and facts; their sentences are in data/decks.toml.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from orrery.core.cards import decks as shared
from orrery.core.cards.decks import (
    CODE,
    BadCode,
    BadDeck,
    DeckFault,
    Fact,
    Saying,
    Word,
    from_letters,
    hash_letters,
    letters_for,
    plain,
    to_letters,
)
from orrery.core.data import shown
from orrery.games.space_editor.cards.card import ELEMENTS, LEVELS, CardSet, card_set

if TYPE_CHECKING:
    from orrery.games.space_editor.cards.sets import SetFile

SIZE: Final = 24
SHARES: Final = {"bronze": 13, "silver": 7, "gold": 4}
COPIES: Final = {"bronze": 2, "silver": 1, "gold": 1}
COST: Final = (380, 420)

PACKAGE: Final = "orrery.games.space_editor"
FIELDS: Final = ("name", "element", "set", "cards")

SAID: Final = shared.Sentences(PACKAGE)


def say(key: str, lang: str, facts: dict[str, Fact]) -> str:
    """A sentence about decks in a language, with its facts."""
    return SAID.say(key, lang, facts)


def deck_faults(cards: CardSet, deck: list[int], element: str, rules: str) -> list[DeckFault]:
    """SE-10.1, SE-10.2, SE-10.4: every rule that a deck breaks; `rules` is the option deck_rules."""
    faults: list[DeckFault] = []
    ids = cards.ids
    basepoints = [card for card in sorted(set(deck)) if cards.is_basepoint[card]]
    for card in basepoints:
        faults.append(DeckFault("basepoint", {"card": ids[card]}))
    if not deck:
        faults.append(DeckFault("empty"))
    if rules == "none" or not deck:
        return faults
    if len(deck) != SIZE:
        faults.append(DeckFault("size", {"count": str(len(deck)), "right": str(SIZE)}))
    for card in sorted(set(deck)):
        definition = cards.cards[card]
        if definition.element is None or definition.level is None:
            continue
        if definition.element != element:
            its, right = Word("element", definition.element), Word("element", element)
            faults.append(DeckFault("element", {"card": ids[card], "its": its, "element": right}))
        most, count = COPIES[definition.level], deck.count(card)
        if count > most:
            level = Word("level", definition.level)
            facts: dict[str, Fact] = {"card": ids[card], "count": str(count), "level": level, "most": str(most)}
            faults.append(DeckFault("copies", facts))
    for name in LEVELS:
        count = sum([cards.cards[card].level == name for card in deck])
        if count != SHARES[name]:
            facts = {"count": str(count), "level": Word("level", name), "right": str(SHARES[name])}
            faults.append(DeckFault("level", facts))
    if rules == "cost":
        total = sum([cards.cards[card].cost for card in deck])
        if not COST[0] <= total <= COST[1]:
            faults.append(DeckFault("cost", {"total": str(total), "low": str(COST[0]), "high": str(COST[1])}))
    return faults


class Deck:
    """A deck of a card set: its cards by id in text order, copies repeated."""

    __slots__ = ("cards", "element", "name", "set")

    def __init__(self, name: str, element: str, set: str, cards: list[str]) -> None:
        self.name = name
        self.element = element
        self.set = set
        self.cards: list[str] = sorted(cards)

    def counts(self) -> dict[str, int]:
        """The number of copies of each card, in text order of the ids."""
        return shared.counted(self.cards)


def broken_rules(deck: Deck, set_file: SetFile, rules: str = "cost") -> list[DeckFault]:
    """SE-10.1, SE-10.2: every rule that a deck breaks; `rules` is `strict` (without the costs), `cost` or `none`."""
    cards = card_set(set_file.material.cards)
    faults = [unknown_card(id, set_file) for id in deck.counts() if id not in cards.index]
    known = [cards.index[id] for id in deck.cards if id in cards.index]
    return faults + deck_faults(cards, known, deck.element, rules)


def unknown_card(id: str, set_file: SetFile, place: Saying | str = "") -> DeckFault:
    """A card that is not of the set."""
    return DeckFault("unknown_card", {"card": plain(id), "set": set_file.name}, place)


def basic_decks(set_file: SetFile, lang: str = "en") -> dict[str, Deck]:
    """SE-3.2: the basic decks of a set, by the name of their element."""
    found: dict[str, Deck] = {}
    for element in ELEMENTS:
        name = say("basic", lang, {"element": Word("element", element)})
        found[element] = Deck(name, element, set_file.name, set_file.material.basic[element])
    return found


# --- deck files -------------------------------------------------------------------------------------------------------


def read_deck(text: str, file: str, sets: list[SetFile], lang: str = "en") -> Deck:
    """The deck of a file; `file` is the name for faults. The rules of SE-10 are not checked. Raises BadDeck."""
    reader = DeckReader(text, file, sets)
    deck = reader.read()
    if reader.faults:
        raise BadDeck(reader.faults[:1], SAID, lang)
    assert deck is not None
    return deck


def inspected(text: str, file: str, sets: list[SetFile], rules: str = "cost") -> tuple[Deck | None, list[DeckFault]]:
    """The deck of a file as far as it can be read, and all that is wrong with it: faults of the file with their lines,
    then every broken rule.
    """
    reader = DeckReader(text, file, sets)
    deck = reader.read()
    faults = reader.faults
    if deck is not None:
        for found in sets:
            if found.name == deck.set:
                known = Deck(deck.name, deck.element, deck.set, [id for id in deck.cards if id in found.material.cards])
                faults = faults + broken_rules(known, found, rules)
    return deck, faults


def write_deck(deck: Deck, set_file: SetFile, lang: str = "en") -> str:
    """A deck as the text of a deck file, each card with its name as a comment."""
    name = json.dumps(deck.name, ensure_ascii=False).replace("\x7f", "\\u007f")
    lines = [f"name = {name}", f'element = "{deck.element}"', f'set = "{deck.set}"', "", "[cards]"]
    for id, count in deck.counts().items():
        known = set_file.names[lang].get(id, "")
        lines.append(f"{id} = {count}" + (f"  # {known}" if known else ""))
    return "\n".join(lines) + "\n"


class DeckReader(shared.DeckFile):
    """Reads one deck file and collects its faults; `read` gives the deck if element, set and cards could be read."""

    def __init__(self, text: str, file: str, sets: list[SetFile]) -> None:
        super().__init__(text, file)
        self.sets = sets

    def read(self) -> Deck | None:
        """The deck, as far as it can be read; what could not be read is among the faults."""
        row = self.table(FIELDS)
        if row is None:
            return None
        texts = self.texts(row, ("name", "element", "set"))
        element = self.element(texts.get("element"))
        counts = self.counts(row, "001")
        set_file = self.find(texts.get("set"))
        if element is None or set_file is None or counts is None:
            return None
        ids = self.ids(counts, set_file.material.cards, {"set": set_file.name})
        return Deck(texts.get("name", ""), element, set_file.name, ids)

    def element(self, name: str | None) -> str | None:
        """The element, if it is one."""
        if name is None or name in ELEMENTS:
            return name
        self.fault("", "element", "not_element", {"value": shown(name), "elements": ", ".join(ELEMENTS)})
        return None

    def find(self, name: str | None) -> SetFile | None:
        """The set of that name."""
        if name is None:
            return None
        for found in self.sets:
            if found.name == name:
                return found
        self.fault("", "set", "not_set", {"value": shown(name), "sets": ", ".join([s.name for s in self.sets])})
        return None


# --- deck codes -------------------------------------------------------------------------------------------------------

PREFIX: Final = "SE1"
"""The game and the form of the code."""
GROUP: Final = 5
HASH_LETTERS: Final = 5
CODE_COPIES: Final = 2


def encode(deck: Deck, set_file: SetFile, lang: str = "en") -> str:
    """A deck as a short code. Raises BadDeck if a card is unknown, of another element, or there more than twice."""
    own = cards_of(set_file, deck.element)
    counts = deck.counts()
    for id, count in counts.items():
        if id not in set_file.material.cards:
            raise BadDeck([unknown_card(id, set_file, CODE)], SAID, lang)
        if id not in own:
            element = Word("element", deck.element)
            raise BadDeck([DeckFault("code_element", {"card": id, "element": element}, CODE)], SAID, lang)
        if count > CODE_COPIES:
            facts = {"card": id, "count": str(count), "most": str(CODE_COPIES)}
            raise BadDeck([DeckFault("code_copies", facts, CODE)], SAID, lang)
    value = 0
    for id in reversed(own):
        value = value * (CODE_COPIES + 1) + counts.get(id, 0)
    number = to_letters(value * len(ELEMENTS) + ELEMENTS.index(deck.element), width(set_file))
    return shared.write_code(PREFIX, [*hash_letters(set_file.hash, HASH_LETTERS), *number], GROUP)


def decode(code: str, sets: list[SetFile], lang: str = "en") -> Deck:
    """The deck of a code; hyphens, spaces, small and wide letters do not matter. Raises BadDeck."""
    try:
        return decoded(shared.read_code(PREFIX, code), sets, lang)
    except BadCode as bad:
        raise BadDeck([bad.fault], SAID, lang) from None


def decoded(body: list[int], sets: list[SetFile], lang: str) -> Deck:
    """The deck of a code's body. Raises BadCode."""
    if len(body) <= HASH_LETTERS:
        raise BadCode("code_mistyped")
    for set_file in sets:
        if (
            hash_letters(set_file.hash, HASH_LETTERS) == body[:HASH_LETTERS]
            and width(set_file) == len(body) - HASH_LETTERS
        ):
            return decode_cards(from_letters(body[HASH_LETTERS:]), set_file, lang)
    raise BadCode("code_set", {"sets": ", ".join([f"{found.name} {found.version}" for found in sets])})


def decode_cards(value: int, set_file: SetFile, lang: str) -> Deck:
    """The deck of a number. Raises BadCode."""
    element = ELEMENTS[value % len(ELEMENTS)]
    value //= len(ELEMENTS)
    found: list[str] = []
    for id in cards_of(set_file, element):
        found += [id] * (value % (CODE_COPIES + 1))
        value //= CODE_COPIES + 1
    if value:
        raise BadCode("code_mistyped")
    name = say("from_code", lang, {"element": Word("element", element)})
    return Deck(name, element, set_file.name, found)


def cards_of(set_file: SetFile, element: str) -> list[str]:
    """The cards of an element in text order, the order of deck codes."""
    cards = set_file.material.cards
    return sorted([id for id in cards if cards[id].get("element") == element])


def width(set_file: SetFile) -> int:
    """How many letters a deck of this set takes, so that every deck of every element fits."""
    most = max([len(cards_of(set_file, element)) for element in ELEMENTS])
    return letters_for(int(len(ELEMENTS) * (CODE_COPIES + 1) ** most))

"""The card catalogue as plain lines of text (lists of cards, one card in full, decks) for the command line, and as a
table with names and texts in all languages for a page.

Every line fits into 80 columns, where a Japanese letter takes two. Nothing here prints; all functions are pure.
"""

from __future__ import annotations

from typing import Any, Final

from orrery.core.cards.catalogue import COLUMNS, Catalogue, columns, folded, padded, read_range, wrapped
from orrery.core.cards.lexicon import lexicon_of, tidy
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, shown, to_word
from orrery.core.guide import CardsForPeople
from orrery.core.notation import digest, nearest
from orrery.games.space_editor.cards import checks, sets
from orrery.games.space_editor.cards.card import ELEMENTS, GRAVITY, KINDS, KINETIC, LEVELS, Side, read_side
from orrery.games.space_editor.cards.decks import Deck, basic_decks
from orrery.games.space_editor.cards.sets import SetFile
from orrery.games.space_editor.cards.texts import lexicon, printed_lines
from orrery.games.space_editor.rules import abilities
from orrery.games.space_editor.rules.abilities import ability_words

PACKAGE: Final = "orrery.games.space_editor"
FILE: Final = "catalogue.toml"
SEARCHABLE: Final = (
    *abilities.VERBS,
    *abilities.STATICS,
    *abilities.TRIGGER_EVENTS,
    *abilities.WHERE,
    *("energy", "ability", "hand", "relocation", "count", "may", "all", "binary", "placer", "other", "me", "same"),
    *("star", "planet", "basepoint", "water", "wind", "earth", "fire", "bronze", "silver", "gold"),
)
"""The words that an ability can be searched by."""


def label(key: str, lang: str) -> str:
    """A word or template of the catalogue."""
    return lexicon_of(PACKAGE, lang, FILE).text(key)


class CardCatalogue(Catalogue):
    """The cards of a set."""

    wishes = ("element", "kind", "level", "vp", "text", "word", "deck")

    def __init__(self, set_file: SetFile) -> None:
        self.set = set_file

    def count(self) -> int:
        return len(self.set.material.cards)

    def as_json(self) -> JsonObject:
        return self.set.as_json()

    def findings(self) -> list[str]:
        return checks.lines_of(self.set)

    def card(self, typed: str, lang: str, worth: bool = False) -> tuple[list[str], bool]:
        return card_lines(self.set, typed, lang), True

    def listing(self, wishes: dict[str, str], lang: str, texts: bool = False, worth: bool = False) -> list[str]:
        if not wishes and not texts:
            return set_lines(self.set, lang)
        return list_lines(self.set, self.find(wishes), lang, texts)

    def find(self, wishes: dict[str, str]) -> list[str]:
        basic = basic_decks(self.set, "en")
        deck = wishes.get("deck", "")
        if deck and deck not in basic:
            raise DataFault("", f"there is no basic deck {deck!r}; there are {', '.join(basic)}")
        rest = {key: value for key, value in wishes.items() if key != "deck"}
        return find_cards(self.set, Wish(**rest, deck=basic[deck] if deck else None))


# --- finding cards ----------------------------------------------------------------------------------------------------


class Wish:
    """What cards are looked for: each wish that is given must be met. Raises DataFault for a word that is none."""

    def __init__(
        self,
        element: str = "",
        kind: str = "",
        level: str = "",
        vp: str = "",
        text: str = "",
        word: str = "",
        deck: Deck | None = None,
    ) -> None:
        self.element = to_word(element, "element", ELEMENTS) if element else ""
        self.kind = to_word(kind, "kind", KINDS) if kind else ""
        self.level = to_word(level, "level", LEVELS) if level else ""
        self.vp = read_range(vp, "vp")
        self.text = folded(text)
        if word and word not in SEARCHABLE:
            close = ", ".join(nearest(word, SEARCHABLE, 5))
            raise DataFault("word", f"{shown(word)} is no word of abilities; near it are {close}")
        self.word = word
        self.deck = deck

    def is_met(self, set_file: SetFile, id: str) -> bool:
        """Does a card meet all that is wished?"""
        definition: JsonObject = set_file.material.cards[id]
        if self.element and definition["element"] != self.element:
            return False
        if self.kind and definition["kind"] != self.kind:
            return False
        if self.level and definition["level"] != self.level:
            return False
        if self.vp is not None and not self.vp[0] <= definition["vp"] <= self.vp[1]:
            return False
        if self.text and not any(self.text in folded(name) for name in (id, *names_of(set_file, id))):
            return False
        if self.word and not any(self.word in words_used(row) for row in definition["abilities"]):
            return False
        return self.deck is None or id in self.deck.cards


def find_cards(set_file: SetFile, wish: Wish) -> list[str]:
    """The ids of the cards that meet a wish, in text order."""
    return [id for id in sorted(set_file.material.cards) if wish.is_met(set_file, id)]


def words_used(row: JsonObject) -> set[str]:
    """The words of an ability, an optional effect only if it is one."""
    found = ability_words(row)
    if not any(effect.get("may", False) for effect in row.get("do", [])):
        found.discard("may")
    return found


def names_of(set_file: SetFile, id: str) -> list[str]:
    """A card's names in all languages."""
    return [set_file.names[lang].get(id, "") for lang in LANGUAGES]


def known_card(set_file: SetFile, id: str) -> str:
    """The id of a card by its id or by its whole name in any language; a fault names what is near."""
    cards = set_file.material.cards
    if id in cards:
        return id
    wanted = folded(id)
    for known in sorted(cards):
        if wanted == folded(known) or wanted in [folded(name) for name in names_of(set_file, known)]:
            return known
    near = [known for known in sorted(cards) if any(wanted in folded(name) for name in names_of(set_file, known))]
    close = ", ".join([f"{known} {set_file.names['en'][known]}" for known in (near or nearest(id, cards))[:3]])
    raise DataFault("card", f"{shown(id)} is no card of the set {set_file.name}; near it are {close}")


# --- lists ------------------------------------------------------------------------------------------------------------


def set_lines(set_file: SetFile, lang: str) -> list[str]:
    """A set in one line: its title, version and number of cards."""
    facts = {
        "title": set_file.title[lang],
        "set": set_file.name,
        "version": str(set_file.version),
        "count": str(len(set_file.material.cards)),
    }
    return wrapped(label("title", lang).format_map(facts))


def list_lines(set_file: SetFile, ids: list[str], lang: str, texts: bool = False) -> list[str]:
    """Cards as a table with a head and a last line that counts them; `texts` adds the printed texts under each."""
    if not ids:
        return [label("nothing", lang)]
    table = Table(set_file, ids, lang, [])
    lines = [table.head()]
    for id in ids:
        lines.append(table.row(id))
        if texts:
            lines += text_lines(set_file, id, lang, "      ")
    facts = {"count": str(len(ids)), "all": str(len(set_file.material.cards))}
    return [*lines, "", label("found", lang).format_map(facts)]


class Table:
    """A table of cards: the widths of its columns, its head and its rows. The name has what room is left."""

    def __init__(self, set_file: SetFile, ids: list[str], lang: str, counts: list[int]) -> None:
        self.set_file = set_file
        self.lang = lang
        self.counted = bool(counts)
        head = [label(key, lang) for key in ("id", "element", "kind", "level", "vp", "cost")]
        rows = [head, *[self.short(id) for id in ids]]
        self.widths: list[int] = [max([columns(row[i]) for row in rows]) for i in range(len(head))]
        sides = columns(label("sides", lang))
        side = max([len(side) for id in ids for side in set_file.material.cards[id]["sides"]])
        self.side: int = max(4, side + 1)
        self.count: int = columns(label("copies", lang)) + 1 if counts else 0
        used = self.count + sum(self.widths) + len(self.widths) + 1 + max(sides, 4 * self.side)
        longest = max([columns(label("name", lang)), *[columns(set_file.names[lang][id]) for id in ids]])
        self.name: int = min(longest, COLUMNS - used)

    def short(self, id: str) -> list[str]:
        """The short cells of a row: all but the name and the sides."""
        definition: JsonObject = self.set_file.material.cards[id]
        words = lexicon(self.lang)
        basepoint = definition["kind"] == "basepoint"
        nothing = label("no_element", self.lang)
        return [
            id,
            nothing if basepoint else words.form(f"element.{definition['element']}", False),
            label(f"kinds.{definition['kind']}", self.lang),
            nothing if basepoint else words.text(f"level.{definition['level']}"),
            str(definition["vp"]) if definition["kind"] == "star" else "",
            str(definition["cost"]),
        ]

    def line(self, count: str, name: str, cells: list[str], sides: str) -> str:
        """One line of the table."""
        found = padded(count, self.count - 1, True) + " " if self.counted else ""
        found += padded(cells[0], self.widths[0]) + " " + padded(name, self.name)
        for i in range(1, len(cells)):
            found += " " + padded(cells[i], self.widths[i], i >= 4)
        return (found + "  " + sides).rstrip()

    def head(self) -> str:
        """The head of the table."""
        cells = [label(key, self.lang) for key in ("id", "element", "kind", "level", "vp", "cost")]
        directions = label("sides", self.lang).split()
        sides = "".join([padded(word, self.side) for word in directions])
        return self.line(label("copies", self.lang), label("name", self.lang), cells, sides)

    def row(self, id: str, count: int = 0) -> str:
        """The line of a card, perhaps with a number of copies."""
        sides = "".join([padded(side, self.side) for side in self.set_file.material.cards[id]["sides"]])
        return self.line(str(count), self.set_file.names[self.lang][id], self.short(id), sides)


def deck_lines(deck: Deck, set_file: SetFile, lang: str, code: str = "") -> list[str]:
    """A deck: its sums, its cards with the number of copies, and perhaps its code."""
    cards = set_file.material.cards
    known = [cards[id] for id in deck.cards if id in cards]
    facts = {
        "name": deck.name,
        "element": lexicon(lang).form(f"element.{deck.element}", False),
        "set": deck.set,
        "count": str(len(deck.cards)),
        "cost": str(sum([card["cost"] for card in known])),
        "vp": str(sum([card["vp"] for card in known])),
    }
    lines = wrapped(label("deck", lang).format_map(facts))
    parts: dict[str, str] = {}
    for key, words in (("level", LEVELS), ("kind", KINDS)):
        for word in words:
            parts[word] = str(len([card for card in known if card[key] == word]))
    lines += wrapped(label("levels", lang).format_map(parts))
    counts = {id: count for id, count in deck.counts().items() if id in cards}
    if counts:
        table = Table(set_file, list(counts), lang, list(counts.values()))
        lines += ["", table.head(), *[table.row(id, count) for id, count in counts.items()]]
    if code:
        lines += ["", label("code", lang).format_map({"code": code})]
    return lines


# --- one card ---------------------------------------------------------------------------------------------------------


def card_lines(set_file: SetFile, id: str, lang: str) -> list[str]:
    """A card in full: its picture beside what it is, its sides in words, its printed texts. Raises DataFault."""
    id = known_card(set_file, id)
    definition: JsonObject = set_file.material.cards[id]
    picture = drawing(id, definition["sides"])
    width = max([columns(line) for line in picture])
    notes: list[str] = []
    for note in [title_of(set_file, id, lang), *facts_of(set_file, id, lang)]:
        notes += wrapped(note, COLUMNS - width - 2)
    lines: list[str] = []
    for i in range(max(len(picture), len(notes))):
        left = picture[i] if i < len(picture) else ""
        right = notes[i] if i < len(notes) else ""
        lines.append((padded(left, width) + "  " + right).rstrip())
    lines.append("")
    lines += side_lines(definition["sides"], lang)
    texts = text_lines(set_file, id, lang, "  ")
    return [*lines, "", *texts] if texts else lines


def drawing(id: str, sides: list[str]) -> list[str]:
    """A card from above as in the rulebook: north on top, east on the right, its id in the middle."""
    inner = 10 + max(3, len(id))
    edge = "+" + "-" * inner + "+"
    middle = f" {sides[3]:<4}{id:^{inner - 10}}{sides[1]:>4} "
    return [edge, f"|{sides[0]:^{inner}}|", f"|{middle}|", f"|{sides[2]:^{inner}}|", edge]


def title_of(set_file: SetFile, id: str, lang: str) -> str:
    """A card's names, the one of the language first."""
    names = [set_file.names[lang][id], *[set_file.names[other][id] for other in LANGUAGES if other != lang]]
    return f"{id}  " + label("both_names", lang).format_map({"name": names[0], "other": names[1]})


def facts_of(set_file: SetFile, id: str, lang: str) -> list[str]:
    """What a card is: kind, level and element; cost and points; where it belongs."""
    definition: JsonObject = set_file.material.cards[id]
    words = lexicon(lang)
    cost = label("price", lang).format_map({"cost": str(definition["cost"])})
    if definition["kind"] == "basepoint":
        standard = set_file.material.basepoints[0] == id
        return [label("what_basepoint", lang), cost, label("standard" if standard else "further", lang)]
    element = words.form(f"element.{definition['element']}", False)
    what = {
        "level": words.text(f"level.{definition['level']}"),
        "kind": words.form(f"card.{definition['kind']}", False),
        "element": element,
    }
    facts = [tidy(label("what", lang).format_map(what)), cost]
    if definition["kind"] == "star":
        facts.insert(1, label("worth", lang).format_map({"vp": str(definition["vp"])}))
    basic = id in set_file.material.basic[definition["element"]]
    return [*facts, label("in_basic" if basic else "custom", lang).format_map({"element": element})]


def side_lines(sides: list[str], lang: str) -> list[str]:
    """The four sides in words, north first."""
    directions = lexicon_of(PACKAGE, lang, FILE).forms("directions")
    width = max([columns(word) for word in directions])
    return [
        f"  {padded(directions[i], width)}  {side:<4}  {side_words(read_side(side, 'side'), lang)}"
        for i, side in enumerate(sides)
    ]


def side_words(side: Side, lang: str) -> str:
    """A side in words, such as "nuclear 3"."""
    key = "nuclear" if side.code > GRAVITY else "gravity" if side.code == GRAVITY else "blank"
    if side.code == KINETIC:
        key = "kinetic"
    if key == "blank" and side.mark:
        return label("marked_blank", lang)
    words = label(key, lang).format_map({"value": str(side.value)})
    return label("marked", lang).format_map({"side": words}) if side.mark else words


def text_lines(set_file: SetFile, id: str, lang: str, indent: str) -> list[str]:
    """The printed texts of a card, each beginning a line of its own."""
    lines: list[str] = []
    for text in printed_lines(set_file.material.cards[id], lang):
        lines += wrapped(text, COLUMNS, indent)
    return lines


# --- the table for a page ---------------------------------------------------------------------------------------------


def cards_for_people(cards: JsonObject | None) -> CardsForPeople:
    """The standard set, or the cards given: these may be nobody's but a match's own; their names then are those of the
    definitions. Names are texts, texts are lines; `more` has the `basic` decks and `basepoints` of a set.
    """
    known = sets.standard() if cards is None else sets.named_by_hash(digest(cards))
    table: JsonObject = known.material.cards if known is not None else cards or {}
    names: dict[str, dict[str, Any]] = {}
    for lang in LANGUAGES:
        translated = {} if known is None else known.names[lang]
        names[lang] = {id: translated.get(id) or card.get("name") or id for id, card in table.items()}
    return CardsForPeople(
        set=None if known is None else known.name,
        version=None if known is None else known.version,
        title={} if known is None else known.title,
        cards=table,
        names=names,
        texts={lang: {id: printed_lines(card, lang) for id, card in table.items()} for lang in LANGUAGES},
        more={} if known is None else {"basic": known.material.basic, "basepoints": known.material.basepoints},
    )

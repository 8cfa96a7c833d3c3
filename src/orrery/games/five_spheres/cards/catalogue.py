"""The card catalogue as plain lines of text (lists of cards, one card in full, decks) for the command line, and as a
table with names and texts in all languages for a page.

Every line fits into 80 columns, where a Japanese letter takes two. Nothing here prints; all functions are pure.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any, Final

from orrery.core.cards.catalogue import COLUMNS, Catalogue, columns, folded, padded, read_range, wrapped
from orrery.core.cards.decks import counted
from orrery.core.cards.lexicon import Lexicon, lexicon_of
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject, shown, to_word
from orrery.core.guide import CardsForPeople
from orrery.core.notation import digest, nearest
from orrery.games.five_spheres.cards import checks, collections
from orrery.games.five_spheres.cards.balance import judge
from orrery.games.five_spheres.cards.card import CardTable
from orrery.games.five_spheres.cards.codes import code_lines, looks_like_code, read_code, upper, whose_code
from orrery.games.five_spheres.cards.collections import HALVES, WHOLE, Collection
from orrery.games.five_spheres.cards.decks import Deck
from orrery.games.five_spheres.cards.texts import creature_text, lexicon, spell_text
from orrery.games.five_spheres.cards.vocabulary import SPELL_TYPES, SPHERES

PACKAGE: Final = "orrery.games.five_spheres"
FILE: Final = "catalogue.toml"


def labels(lang: str) -> Lexicon:
    """The words of the catalogue in a language."""
    return lexicon_of(PACKAGE, lang, FILE)


def label(key: str, lang: str) -> str:
    """A word or template of the catalogue."""
    return labels(lang).text(key)


class CardCatalogue(Catalogue):
    """The cards of a collection."""

    wishes = ("sphere", "race", "keyword", "cost", "type", "letter", "text", "word", "deck")
    reckons = True

    def __init__(self, collection: Collection) -> None:
        self.collection = collection

    def count(self) -> int:
        return len(self.collection.cards)

    def as_json(self) -> JsonObject:
        return self.collection.cards

    def findings(self) -> list[str]:
        return checks.lines_of(self.collection)

    def card(self, typed: str, lang: str, worth: bool = False) -> tuple[list[str], bool]:
        return shown_card(self.collection, typed, lang, worth)

    def listing(self, wishes: dict[str, str], lang: str, texts: bool = False, worth: bool = False) -> list[str]:
        ids = self.find(wishes)
        if worth:
            return [line for id in ids for line in [*card_lines(self.collection, id, lang, True), ""]]
        found = list_lines(self.collection, ids, lang, texts)
        return found if wishes else [*collection_lines(self.collection, lang), "", *found]

    def find(self, wishes: dict[str, str]) -> list[str]:
        return find_cards(self.collection, Wish(self.collection, **wishes))


# --- finding cards ----------------------------------------------------------------------------------------------------


class Wish:
    """What cards are looked for: each wish that is given must be met. Raises DataFault for a word that is none.

    `cost` is that of either half; `text` a part of a name, an id, a code or a printed text; `word` a word of the card
    language, alone (`draw`) or with its place (`verb draw`).
    """

    def __init__(
        self,
        collection: Collection,
        sphere: str = "",
        race: str = "",
        keyword: str = "",
        cost: str = "",
        type: str = "",
        deck: str = "",
        letter: str = "",
        text: str = "",
        word: str = "",
    ) -> None:
        self.collection = collection
        self.sphere = to_word(sphere, "sphere", SPHERES) if sphere else ""
        self.race = named_word(race, collection.races, "race")
        self.keyword = named_word(keyword, collection.keywords, "keyword")
        self.cost = read_range(cost, "cost")
        self.type = to_word(type, "type", SPELL_TYPES) if type else ""
        numbers = [str(known.number) for known in collection.decks]
        self.deck = to_word(deck.removeprefix(f"{collection.id}-"), "deck", numbers) if deck else ""
        letters = sorted({code.letter for code in collection.codes.values()})
        self.letter = to_word(letter.upper(), "letter", letters) if letter else ""
        self.text = folded(text)
        self.word = word.strip()
        if self.word:
            known = known_words(collection)
            if not any(is_word(self.word, each) for each in known):
                close = ", ".join(nearest(self.word, sorted({each.split()[-1] for each in known}), 5))
                raise DataFault("word", f"{shown(word)} is no word of the card language; near it are {close}")

    def is_met(self, id: str) -> bool:
        """Does a card meet all that is wished?"""
        card: JsonObject = self.collection.cards[id]
        creature: JsonObject = card["creature"]
        code = self.collection.codes[id]
        if self.sphere and self.sphere not in card["spheres"]:
            return False
        if self.race and creature["race"] != self.race:
            return False
        if self.keyword and creature.get("keyword") != self.keyword:
            return False
        if self.cost is not None:
            low, high = self.cost
            if not any(low <= card[half]["cost"] <= high for half in HALVES):
                return False
        if self.type and card["spell"]["type"] != self.type:
            return False
        if (self.deck and str(code.deck) != self.deck) or (self.letter and code.letter != self.letter):
            return False
        if self.word and not any(is_word(self.word, each) for each in checks.words_of(card)):
            return False
        return not self.text or any(self.text in folded(each) for each in all_texts(self.collection, id))


def is_word(typed: str, word: str) -> bool:
    """Is a word of the language meant: `draw`, `verb draw`?"""
    return word == typed or word.rsplit(maxsplit=1)[-1] == typed


def known_words(collection: Collection) -> list[str]:
    """The words of the card language with their places, and the keywords of a collection."""
    return [*checks.language(), *[f"keyword {word}" for word in collection.keywords["en"]]]


def named_word(typed: str, names: dict[str, dict[str, str]], path: str) -> str:
    """A race or keyword by its word or by its name in any language; nothing for nothing."""
    if not typed:
        return ""
    wanted = folded(typed)
    for word in names["en"]:
        if wanted in [folded(word), *[folded(names[lang][word]) for lang in LANGUAGES]]:
            return word
    close = ", ".join(nearest(typed, names["en"], 5))
    raise DataFault(path, f"{shown(typed)} is no {path} of the collection; near it are {close}")


def find_cards(collection: Collection, wish: Wish) -> list[str]:
    """The ids of the cards that meet a wish, by code."""
    ids = sorted(collection.cards, key=lambda id: collection.codes[id].text)
    return [id for id in ids if wish.is_met(id)]


def names_of(collection: Collection, id: str) -> list[str]:
    """A card's names in all languages: of each half, and of both together."""
    return [collection.names[lang][id][part] for lang in LANGUAGES for part in (*HALVES, WHOLE)]


def all_texts(collection: Collection, id: str) -> list[str]:
    """What can be searched of a card: its id, its code, its names and its printed texts."""
    found = [id, collection.codes[id].text, *names_of(collection, id)]
    for lang in LANGUAGES:
        found += [half_text(collection, id, half, lang) for half in HALVES]
    return found


def known_card(collection: Collection, typed: str) -> str:
    """The id of a card by its id, by the name of a half or of both in any language, or by the left part of its code; a
    fault names what is near.
    """
    if typed in collection.cards:
        return typed
    wanted = folded(typed)
    ids = sorted(collection.cards)
    for id in ids:
        if wanted in [folded(id), *[folded(name) for name in names_of(collection, id)]]:
            return id
        if upper(typed) == collection.codes[id].identity:
            return id
    near = [id for id in ids if any(wanted in folded(name) for name in names_of(collection, id))]
    near = near or alike(collection, wanted)
    close = ", ".join([f"{id} {collection.names['en'][id][WHOLE]}" for id in near[:3]])
    raise DataFault("card", f"{shown(typed)} is no card of the collection {collection.id}; near it are {close}")


def alike(collection: Collection, wanted: str) -> list[str]:
    """The cards whose ids or names are most like what was typed, nearest first."""

    def difference(id: str) -> float:
        names = [folded(name) for name in (id, *names_of(collection, id))]
        return -max([SequenceMatcher(None, wanted, name).ratio() for name in names])

    return sorted(collection.cards, key=lambda id: (difference(id), id))


# --- lists ------------------------------------------------------------------------------------------------------------


def collection_lines(collection: Collection, lang: str) -> list[str]:
    """A collection in one line: its title, numbers and number of cards."""
    facts = {
        "title": collection.title[lang],
        "id": collection.id,
        "number": collection.number,
        "version": str(collection.version),
        "count": str(len(collection.cards)),
    }
    return wrapped(label("title", lang).format_map(facts))


def list_lines(collection: Collection, ids: list[str], lang: str, texts: bool = False) -> list[str]:
    """Cards as a table with a head and a last line that counts them; `texts` adds the printed text under each half."""
    if not ids:
        return [label("nothing", lang)]
    table = Table(collection, ids, lang)
    lines = [table.head()]
    for id in ids:
        for half, row in zip(HALVES, table.rows(id), strict=True):
            lines.append(row)
            if texts:
                lines += text_lines(collection, id, half, lang, "        ")
    facts = {"count": str(len(ids)), "all": str(len(collection.cards))}
    return [*lines, "", label("found", lang).format_map(facts)]


class Table:
    """A table of cards, two rows for each: the creature beside the card's spheres, the spell beside its type. Before
    the id stands a mark where there is one, such as a number of copies. The name has what room is left.
    """

    def __init__(self, collection: Collection, ids: list[str], lang: str, marks: list[str] | None = None) -> None:
        self.collection = collection
        self.lang = lang
        self.mark: int = max([columns(mark) for mark in marks]) if marks else 0
        heads = [label(key, lang) for key in ("id", "code", "what", "cost", "strength")]
        rows = [heads, *[row for id in ids for row in self.short(id)]]
        self.widths: list[int] = [max([columns(row[i]) for row in rows]) for i in range(len(heads))]
        self.name: int = COLUMNS - self.mark - sum(self.widths) - len(self.widths) - 2 - (1 if self.mark else 0)

    def short(self, id: str) -> tuple[list[str], list[str]]:
        """The short cells of a card's two rows: all but the names."""
        card: JsonObject = self.collection.cards[id]
        creature: JsonObject = card["creature"]
        spell: JsonObject = card["spell"]
        strength = f"{creature['strength']}/{afflicted_of(creature)}"
        spheres = sphere_names(card["spheres"], self.lang)
        kind = lexicon(self.lang).text(f"spell_type.{spell['type']}")
        code = self.collection.codes[id].text
        return [id, code, spheres, str(creature["cost"]), strength], ["", "", kind, str(spell["cost"]), ""]

    def line(self, mark: str, cells: list[str], name: str) -> str:
        """One line of the table."""
        found = padded(mark, self.mark, True) + " " if self.mark else ""
        found += " ".join([padded(cell, self.widths[i], i >= 3) for i, cell in enumerate(cells)])
        return (found + "  " + padded(name, self.name)).rstrip()

    def head(self, mark: str = "") -> str:
        """The head of the table."""
        cells = [label(key, self.lang) for key in ("id", "code", "what", "cost", "strength")]
        return self.line(mark, cells, label("name", self.lang))

    def rows(self, id: str, mark: str = "") -> tuple[str, str]:
        """The two lines of a card."""
        above, below = self.short(id)
        names = self.collection.names[self.lang][id]
        return self.line(mark, above, names["creature"]), self.line("", below, names["spell"])


def afflicted_of(creature: JsonObject) -> int:
    """FS-1.8: the afflicted strength of a creature half."""
    return int(creature.get("afflicted", int(creature["strength"]) // 2))


def sphere_names(spheres: list[str], lang: str) -> str:
    """The spheres of a card."""
    return "/".join([lexicon(lang).text(f"sphere.{sphere}") for sphere in spheres])


# --- decks ------------------------------------------------------------------------------------------------------------


def deck_lines(deck: Deck, collection: Collection, lang: str, code: str = "") -> list[str]:
    """A deck: its plan, its sums, its cards with the number of copies, and perhaps its code."""
    facts = {"name": deck.name, "collection": deck.collection, "count": str(len(deck.cards))}
    lines = wrapped(label("deck.title", lang).format_map(facts))
    lines += wrapped(deck.plan, COLUMNS) if deck.plan else []
    cards = [collection.cards[id] for id in deck.cards if id in collection.cards]
    words = lexicon(lang)
    spheres = counted([sphere for card in cards for sphere in card["spheres"]])
    types = counted([card["spell"]["type"] for card in cards])
    facts = {
        "spheres": told_counts({words.text(f"sphere.{each}"): spheres.get(each, 0) for each in SPHERES}, lang),
        "types": told_counts({words.text(f"spell_type.{each}"): types.get(each, 0) for each in SPELL_TYPES}, lang),
    }
    for half in HALVES:
        facts[half] = told_counts(counted(sorted([f"{card[half]['cost']}:" for card in cards])), lang)
    if cards:
        for key in ("deck.spheres", "deck.creatures", "deck.spells", "deck.types"):
            lines += wrapped(label(key, lang).format_map(facts))
    counts = {id: count for id, count in deck.counts().items() if id in collection.cards}
    if counts:
        lines += ["", *marked_lines(collection, [(str(count), id) for id, count in counts.items()], lang, "copies")]
    if code:
        lines += ["", label("deck.code", lang).format_map({"code": code})]
    return lines


def told_counts(counts: dict[str, int], lang: str) -> str:
    """Counts in a row, without those that are 0."""
    rows = [(what, count) for what, count in counts.items() if count]
    return ", ".join([label("deck.each", lang).format_map({"what": what, "count": str(count)}) for what, count in rows])


def marked_lines(collection: Collection, rows: list[tuple[str, str]], lang: str, head: str = "") -> list[str]:
    """A table of cards, each with a mark before it; `head` is the key of the word above the marks."""
    title = label(head, lang) if head else ""
    table = Table(collection, [id for _, id in rows], lang, [title, *[mark for mark, _ in rows]])
    return [table.head(title), *[line for mark, id in rows for line in table.rows(id, mark)]]


def set_lines(collection: Collection, letter: str, lang: str, left: int = 1) -> list[str]:
    """FS-18.2: a set in a line: its letter, spheres and races; how many there are, if there are several."""
    cards = [collection.cards[id] for id in collection.ids_of_set(letter)]
    spheres = distinct([sphere for card in cards for sphere in card["spheres"]])
    races = distinct([collection.races[lang][card["creature"]["race"]] for card in cards])
    facts = {"letter": letter.lower(), "spheres": sphere_names(spheres, lang), "races": ", ".join(races)}
    line = label("set_line", lang).format_map(facts)
    return wrapped(line if left == 1 else f"{line}, x{left}")


def distinct(words: list[str]) -> list[str]:
    """The words without repetition, in their order."""
    return list(dict.fromkeys(words))


# --- one card ---------------------------------------------------------------------------------------------------------


def shown_card(collection: Collection, typed: str, lang: str, balance: bool = False) -> tuple[list[str], bool]:
    """What is shown for an id, a name or a code: lines, and whether there is such a card. Raises DataFault for a name
    that is none and for a code that is wrong.
    """
    try:
        return card_lines(collection, known_card(collection, typed), lang, balance), True
    except DataFault:
        if not looks_like_code(typed):
            raise
    code = read_code(typed, lang)
    lines = code_lines(code, collection, lang)
    id, sentence = whose_code(code, collection, lang)
    lines += ["", *wrapped(sentence)]
    if id is not None:
        lines += ["", *card_lines(collection, id, lang, balance)]
    return lines, id is not None


def card_lines(collection: Collection, id: str, lang: str, balance: bool = False) -> list[str]:
    """FS-12.1: a card in full: what it is and where it belongs, its two halves with their printed texts, and on demand
    what it is worth (FS-16).
    """
    card: JsonObject = collection.cards[id]
    code = collection.codes[id]
    deck = str(code.deck)
    if code.deck <= len(collection.decks):
        facts = {"number": deck, "name": collection.decks[code.deck - 1].name[lang]}
        deck = label("deck_named", lang).format_map(facts)
    place = {"spheres": sphere_names(card["spheres"], lang), "letter": code.letter, "deck": deck}
    lines = wrapped(f"{id}  {code.text}  " + label("place", lang).format_map(place))
    for half in HALVES:
        lines += ["", *wrapped(half_title(collection, id, half, lang))]
        for fact in facts_of(collection, card[half], half, lang):
            lines += wrapped(fact, COLUMNS, "  ")
        lines += text_lines(collection, id, half, lang, "    ") or ["    " + label("no_text", lang)]
    if balance:
        lines += ["", label("balance", lang)]
        for line in judge(card).lines():
            indent = "  " + " " * (len(line) - len(line.lstrip()))
            lines += wrapped(line.strip(), COLUMNS, indent)
    return lines


def half_title(collection: Collection, id: str, half: str, lang: str) -> str:
    """The names of a half, the one of the language first."""
    names = [collection.names[each][id][half] for each in sorted(LANGUAGES, key=lambda each: each != lang)]
    return label("both_names", lang).format_map({"name": names[0], "other": names[1]})


def facts_of(collection: Collection, half: JsonObject, kind: str, lang: str) -> list[str]:
    """What a half is: its type and cost; of a creature strength, race and keyword."""
    cost = {"cost": str(half["cost"])}
    if kind == "spell":
        form = str(half["type"])
        return [label(f"attached_{half['host']}" if form == "attached" else form, lang).format_map(cost)]
    strength = {"strength": str(half["strength"]), "afflicted": str(afflicted_of(half))}
    belongs = [label("race", lang).format_map({"race": collection.races[lang][half["race"]]})]
    if "keyword" in half:
        belongs.append(label("keyword", lang).format_map({"keyword": collection.keywords[lang][half["keyword"]]}))
    if half.get("inverted", False):
        belongs.append(label("inverted", lang))
    return [label("creature", lang).format_map({**cost, **strength}), ", ".join(belongs)]


def half_text(collection: Collection, id: str, half: str, lang: str) -> str:
    """The printed text of a half."""
    names = {**collection.races[lang], **collection.keywords[lang]}
    card: JsonObject = collection.cards[id]
    if half == "creature":
        return creature_text(card["creature"], lang, names)
    return spell_text(card["spell"], lang, names)


def text_lines(collection: Collection, id: str, half: str, lang: str, indent: str) -> list[str]:
    """The printed text of a half, each ability beginning a line of its own."""
    lines: list[str] = []
    for text in half_text(collection, id, half, lang).splitlines():
        lines += wrapped(text, COLUMNS, indent)
    return lines


# --- the table for a page ---------------------------------------------------------------------------------------------


def cards_for_people(cards: JsonObject | None) -> CardsForPeople:
    """The standard collection, or the cards given: these may be nobody's but a match's own; their names then are those
    of the definitions. Names and texts are by half (a name also of the whole card); `more` has `races` and `keywords`
    by language, `strengths` as printed and `sets` by letter.
    """
    known = collections.standard() if cards is None else collections.named_by_hash(digest(cards))
    table = CardTable(known.cards if known is not None else cards or {})
    names: dict[str, dict[str, Any]] = {}
    texts: dict[str, dict[str, Any]] = {}
    for lang in LANGUAGES:
        words = {} if known is None else known.races[lang] | known.keywords[lang]
        names[lang] = (
            known.names[lang] if known is not None else {id: own_names(id, row) for id, row in table.raw.items()}
        )
        texts[lang] = {
            id: {
                "creature": creature_text(row["creature"], lang, words).splitlines(),
                "spell": spell_text(row["spell"], lang, words).splitlines(),
            }
            for id, row in table.raw.items()
        }
    more: JsonObject = {
        "strengths": {id: [card.strength, card.afflicted] for id, card in table.cards.items()},
        "sets": table.sets,
        "races": {} if known is None else known.races,
        "keywords": {} if known is None else known.keywords,
    }
    return CardsForPeople(
        set=None if known is None else known.id,
        version=None if known is None else known.version,
        title={} if known is None else known.title,
        cards=table.raw,
        names=names,
        texts=texts,
        more=more,
    )


def own_names(id: str, card: JsonObject) -> dict[str, str]:
    """The names of a card that is in no collection."""
    whole = str(card.get("name") or id)
    return {WHOLE: whole, **{half: str(card[half].get("name") or whole) for half in HALVES}}

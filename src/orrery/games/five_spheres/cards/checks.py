"""What a full collection must satisfy (FS-16, FS-18): every constraint has its function, and what fails becomes a
finding that says where, what was found and what would be right.

For designers. Besides the rules there are constraints of our own, which make a collection good to play: names that are
not mistaken for each other, halves that differ, costs that can be paid, decks that can cast their cards, spheres that
keep their flavour, every word of the card language on some card, and no slips of the pen (lint.py). The cards have
passed the grammar, since a collection that has not cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import Final

from orrery.core.cards.files import Faults
from orrery.core.clause import LANGUAGES
from orrery.core.data import DataFault, JsonObject
from orrery.core.notation import canonical
from orrery.games.five_spheres.cards import vocabulary as words
from orrery.games.five_spheres.cards.balance import Weights, decimal, judge
from orrery.games.five_spheres.cards.collections import HALVES, Collection
from orrery.games.five_spheres.cards.lint import lint_cards

CARDS: Final = 80
CARDS_OF_A_SPHERE: Final = 16
RACES: Final = 40
CARDS_OF_A_RACE: Final = 2
DECKS: Final = 5
CARDS_OF_A_DECK: Final = 16
LETTERS: Final = "ABCDEFGHIJKLMNOPQRST"
CARDS_OF_A_SET: Final = 4
DUAL_CARDS: Final = (5, 10)
SPHERES_OF_A_DECK: Final = 2
CARDS_FOR_A_SPHERE: Final = 5
"""A deck holds at least so many different cards of each sphere that it needs crystals of."""
CHEAP: Final = 4
CHEAP_HALVES: Final = 120
DEAR: Final = 8
DEAR_HALVES: Final = 6
FLAVOURED: Final = 12
"""How many cards of a sphere use a word of its flavour."""

FLAVOURS: Final[dict[str, str]] = {
    "science": "verb draw, keyword machine, verb fortify, zone tower, host tower",
    "ether": "inverted, type hidden, verb return, verb recover, search, passive unblockable, grant unblockable",
    "spirit": "verb cure, zone trash, during defend, during block, when attacked, when tower_lost, summon this",
    "chaos": "verb destroy, verb afflict, pick random, pick opponent_choice",
    "nature": "verb crystallise, when crystallised, passive mana, passive strength, verb strengthen, verb ready",
}
"""FS-17.10: the words that give a sphere its flavour."""


class Finding:
    """A constraint that a collection breaks: its clause (or `design`), the place, what was found, what is right."""

    __slots__ = ("clause", "found", "right", "where")

    def __init__(self, clause: str, where: str, found: str, right: str) -> None:
        self.clause = clause
        self.where = where
        self.found = found
        self.right = right

    def line(self) -> str:
        """The finding in one line."""
        return f"{self.clause}, {self.where}: {self.found}; right is {self.right}"


DESIGN: Final = "design"
"""The clause of a finding about a constraint of our own."""


def check_collection(collection: Collection) -> list[Finding]:
    """FS-18.4: everything that a collection breaks, in the order of the checks; nothing for one that may ship. Of a
    collection in which cards or the main file have faults only the balance of its other cards is checked: of the rest,
    what would be found might not be true.
    """
    findings: list[Finding] = []
    if collection.faults.found:
        sound = {id: card for id, card in collection.cards.items() if id not in collection.broken}
        return out_of_balance(sound, None)
    for check in CHECKS:
        findings += check(collection)
    return findings


def inspect_collection(folder: Traversable, name: str) -> tuple[int, list[str]]:
    """Everything that is wrong with a folder of cards, a line each with file, line and what would be right, and how
    many cards it has. Nothing is raised, whatever lies there.
    """
    faults = Faults(collects=True)
    try:
        found = Collection(folder, name, faults)
    except DataFault as fault:
        return 0, [str(fault)]
    said = [found.files.said(fault) for fault in faults.found]
    return len(found.files.cards), [*said, *lines_of(found)]


def lines_of(collection: Collection) -> list[str]:
    """What a collection breaks, a line each; of a card with its place in the files."""
    lines: list[str] = []
    for finding in check_collection(collection):
        id, _, half = finding.where.partition(" ")
        place = collection.files.place_of_card(id, *([half] if half in HALVES else []))
        lines.append(f"{finding.line()} ({place})" if place else finding.line())
    return lines


def counted(values: list[str]) -> dict[str, int]:
    """How often each value occurs."""
    found: dict[str, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


# --- FS-16 ------------------------------------------------------------------------------------------------------------


def halves_in_balance(collection: Collection) -> list[Finding]:
    """FS-16.2: both halves of every card are in balance."""
    return out_of_balance(collection.cards, None)


def out_of_balance(cards: JsonObject, weights: Weights | None) -> list[Finding]:
    """FS-16.2: the halves that are out of balance, and by how much."""
    findings: list[Finding] = []
    for id in sorted(cards):
        for half in judge(cards[id], weights).halves():
            if not half.in_balance:
                sign = "+" if half.difference > 0 else ""
                found = f"value {decimal(half.value)} at cost {half.cost}, {sign}{decimal(half.difference)}"
                findings.append(Finding("FS-16.2", f"{id} {half.half}", found, f"{half.budget}, give or take 1"))
    return findings


# --- FS-18 ------------------------------------------------------------------------------------------------------------


def numbers_of_cards(collection: Collection) -> list[Finding]:
    """FS-18.1: 80 cards, 16 for each sphere, 2 for each of 40 races."""
    findings: list[Finding] = []
    cards = collection.cards
    if len(cards) != CARDS:
        findings.append(Finding("FS-18.1", "the collection", f"{len(cards)} cards", str(CARDS)))
    spheres = counted([card["spheres"][0] for card in cards.values()])
    for sphere in words.SPHERES:
        if spheres.get(sphere, 0) != CARDS_OF_A_SPHERE:
            findings.append(Finding("FS-18.1", sphere, f"{spheres.get(sphere, 0)} cards", str(CARDS_OF_A_SPHERE)))
    races = counted([card["creature"]["race"] for card in cards.values()])
    if len(races) != RACES:
        findings.append(Finding("FS-18.1", "the collection", f"{len(races)} races", str(RACES)))
    for race in sorted(races):
        if races[race] != CARDS_OF_A_RACE:
            findings.append(Finding("FS-18.4", f"race {race}", f"{races[race]} cards", str(CARDS_OF_A_RACE)))
    return findings


def codes(collection: Collection) -> list[Finding]:
    """FS-18.3, FS-18.4: every sphere and number once, each deck 16 times, each set 4 times; the number of the
    collection and the version of the catalogue are those of the collection.
    """
    findings: list[Finding] = []
    found = [collection.codes[id] for id in sorted(collection.codes)]
    for id, code in collection.codes.items():
        if code.collection != collection.number:
            findings.append(Finding("FS-18.3", id, f"collection {code.collection}", collection.number))
        if code.catalogue != collection.catalogue:
            findings.append(Finding("FS-18.3", id, f"catalogue {code.catalogue}", str(collection.catalogue)))
    places = counted([f"{code.sphere}{code.number:X}" for code in found])
    for sphere in range(1, len(words.SPHERES) + 1):
        for number in range(CARDS_OF_A_SPHERE):
            count = places.get(f"{sphere}{number:X}", 0)
            if count != 1:
                findings.append(Finding("FS-18.4", f"place {sphere}{number:X}", f"{count} cards", "1"))
    decks = counted([str(code.deck) for code in found])
    for deck in range(1, DECKS + 1):
        if decks.get(str(deck), 0) != CARDS_OF_A_DECK:
            count = decks.get(str(deck), 0)
            findings.append(Finding("FS-18.4", f"deck {deck}", f"{count} cards", str(CARDS_OF_A_DECK)))
    letters = counted([code.letter for code in found])
    for letter in LETTERS:
        if letters.get(letter, 0) != CARDS_OF_A_SET:
            count = letters.get(letter, 0)
            findings.append(Finding("FS-18.4", f"set {letter}", f"{count} cards", str(CARDS_OF_A_SET)))
    return findings


# --- our own: names, halves, costs, decks, flavour --------------------------------------------------------------------


def names(collection: Collection) -> list[Finding]:
    """In each language every half, race and keyword has a name of its own; every race and keyword named is used."""
    findings: list[Finding] = []
    creatures = [card["creature"] for card in collection.cards.values()]
    for what, table, used in (
        ("race", collection.races, {creature["race"] for creature in creatures}),
        ("keyword", collection.keywords, {creature.get("keyword", "") for creature in creatures}),
    ):
        for word in sorted(set(table["en"]) - used):
            findings.append(Finding(DESIGN, f"{what} {word}", "a name without a card", "a card, or no name"))
    for language in LANGUAGES:
        given = [collection.names[language][id][half] for id in sorted(collection.cards) for half in HALVES]
        given += list(collection.races[language].values()) + list(collection.keywords[language].values())
        for name, count in sorted(counted(given).items()):
            if count != 1:
                findings.append(Finding(DESIGN, f"the name {name} ({language})", f"{count} times", "once"))
    return findings


def halves_differ(collection: Collection) -> list[Finding]:
    """No two halves are alike in everything but name, race and keyword."""
    findings: list[Finding] = []
    seen: dict[str, str] = {}
    for id in sorted(collection.cards):
        for half in HALVES:
            body: JsonObject = collection.cards[id][half]
            text = canonical({key: body[key] for key in body if key not in ("name", "race", "keyword")})
            if text in seen:
                findings.append(Finding(DESIGN, f"{id} {half}", f"the same as {seen[text]}", "halves that differ"))
            seen[text] = f"{id} {half}"
    return findings


def costs(collection: Collection) -> list[Finding]:
    """Most halves cost 1 to 4; few cost 8 or 9."""
    found = [int(card[half]["cost"]) for card in collection.cards.values() for half in HALVES]
    findings: list[Finding] = []
    cheap = len([cost for cost in found if cost <= CHEAP])
    dear = len([cost for cost in found if cost >= DEAR])
    if cheap < CHEAP_HALVES:
        findings.append(Finding(DESIGN, "costs", f"{cheap} halves up to {CHEAP}", f"at least {CHEAP_HALVES}"))
    if dear > DEAR_HALVES:
        findings.append(Finding(DESIGN, "costs", f"{dear} halves from {DEAR}", f"at most {DEAR_HALVES}"))
    return findings


def dual_cards(collection: Collection) -> list[Finding]:
    """Some cards have two spheres, not many."""
    count = len([card for card in collection.cards.values() if len(card["spheres"]) > 1])
    if DUAL_CARDS[0] <= count <= DUAL_CARDS[1]:
        return []
    return [Finding(DESIGN, "dual-sphere cards", str(count), f"{DUAL_CARDS[0]} to {DUAL_CARDS[1]}")]


def decks(collection: Collection) -> list[Finding]:
    """FS-18.2: there are five decks; a deck needs crystals of two spheres at most, and has the cards to
    make them.
    """
    findings: list[Finding] = []
    if len(collection.decks) != DECKS:
        findings.append(Finding("FS-18.2", "decks", str(len(collection.decks)), str(DECKS)))
    for deck in collection.decks:
        where = f"deck {deck.number}"
        spheres: dict[str, int] = {}
        for id in deck.ids:
            for sphere in collection.cards[id]["spheres"]:
                spheres[sphere] = spheres.get(sphere, 0) + 1
        if len(spheres) > SPHERES_OF_A_DECK:
            findings.append(Finding(DESIGN, where, f"cards of {', '.join(spheres)}", "two spheres at most"))
        for sphere, count in spheres.items():
            if count < CARDS_FOR_A_SPHERE:
                right = f"at least {CARDS_FOR_A_SPHERE}, or none"
                findings.append(Finding(DESIGN, where, f"{count} cards of {sphere}", right))
    return findings


def flavours(collection: Collection) -> list[Finding]:
    """FS-17.10: most cards of a sphere use a word of its flavour."""
    findings: list[Finding] = []
    for sphere in words.SPHERES:
        cards = [card for card in collection.cards.values() if card["spheres"][0] == sphere]
        flavour = FLAVOURS[sphere].split(", ")
        count = len([card for card in cards if any(word in flavour for word in words_of(card))])
        if count < FLAVOURED:
            found = f"{count} cards with a word of its flavour ({FLAVOURS[sphere]})"
            findings.append(Finding("FS-17.10", sphere, found, f"at least {FLAVOURED}"))
    return findings


def slips(collection: Collection) -> list[Finding]:
    """FS-12: no card says what can never do anything, or would never end."""
    return [Finding(slip.clause, slip.path, slip.problem, slip.right) for slip in lint_cards(collection.cards)]


# --- every word of the language ---------------------------------------------------------------------------------------


def every_word(collection: Collection) -> list[Finding]:
    """Each word of the card language is written on some card."""
    used: set[str] = set()
    for card in collection.cards.values():
        used |= words_of(card)
    return [
        Finding("FS-12", "the collection", f"no card says {word}", "every word of the language on some card")
        for word in language()
        if word not in used
    ]


def language() -> list[str]:
    """Every word of the card language with its place, such as `when summoned`; words that may be left out, too,
    have to be written somewhere.
    """
    found: list[str] = []
    for place, list_of_words in (
        ("sphere", words.SPHERES),
        ("type", words.SPELL_TYPES),
        ("host", words.HOSTS),
        ("when", words.EVENTS),
        ("by", words.BY),
        ("verb", words.VERBS),
        ("ref", words.REFS),
        ("zone", (*words.ZONES, words.ATTACHED)),
        ("whose", words.WHOSE),
        ("pick", words.PICKS),
        ("place", words.PLACES),
        ("shuffle", words.SHUFFLED),
        ("grant", words.GRANTABLE),
        ("passive", words.PASSIVES),
        ("scope", words.SCOPES),
        ("during", words.DURING),
        ("cost of", words.COST_OF),
        ("filter", words.FILTER_KEYS),
        ("status", words.STATUSES),
        ("matching", words.MATCHINGS),
        ("number", words.NUMBER_KINDS),
        ("var", words.VARS),
        ("count whose", words.COUNT_WHOSE),
        ("condition", words.CONDITIONS),
        ("turn", words.TURNS),
    ):
        found += [f"{place} {word}" for word in list_of_words]
    return [*found, "inverted", "afflicted", "search", "upto", "except", "number max", "condition min", "condition max"]


def words_of(card: JsonObject) -> set[str]:
    """The words of the card language on a card, each with its place; keywords of creatures, too."""
    found = {f"sphere {sphere}" for sphere in card["spheres"]}
    creature: JsonObject = card["creature"]
    spell: JsonObject = card["spell"]
    if creature.get("inverted", False):
        found.add("inverted")
    if "afflicted" in creature:
        found.add("afflicted")
    if "keyword" in creature:
        found.add(f"keyword {creature['keyword']}")
    found.add(f"type {spell['type']}")
    if "host" in spell:
        found.add(f"host {spell['host']}")
    if "when" in spell:
        _ability_words(spell, found)
    _effect_words(spell.get("do", []), found)
    for ability in [*creature.get("abilities", []), *spell.get("abilities", [])]:
        _ability_words(ability, found)
    return found


def _ability_words(ability: JsonObject, found: set[str]) -> None:
    for key in ("when", "by", "passive", "scope", "during"):
        if key in ability:
            found.add(f"{key} {ability[key]}")
    if "of" in ability:
        found.add(f"cost of {ability['of']}")
    if "except" in ability:
        found.add("except")
        _filter_words(ability["except"], found)
    if "n" in ability:
        _number_words(ability["n"], found)
    _narrowing_words(ability, found)
    _effect_words(ability.get("do", []), found)


def _narrowing_words(row: JsonObject, found: set[str]) -> None:
    if "filter" in row:
        _filter_words(row["filter"], found)
    if "if" in row:
        _condition_words(row["if"], found)


def _effect_words(effects: list[JsonObject], found: set[str]) -> None:
    for effect in effects:
        verb = str(effect["do"])
        found.add(f"verb {verb}")
        if verb == "shuffle":
            found.add(f"shuffle {effect['zone']}")
        if verb == "grant":
            found.add(f"grant {effect['passive']}")
        if verb == "summon" and effect["target"] == {"ref": "this"}:
            found.add("summon this")
        for key in ("whose", "place"):
            if key in effect:
                found.add(f"{key} {effect[key]}")
        for key in ("n", "amount"):
            if key in effect:
                _number_words(effect[key], found)
        for key in ("target", "a", "b"):
            if key in effect:
                _selector_words(effect[key], found)
        _narrowing_words(effect, found)


def _selector_words(selector: JsonObject, found: set[str]) -> None:
    for key in ("ref", "zone", "whose", "pick"):
        if key in selector:
            found.add(f"{key} {selector[key]}")
    for key in ("search", "upto"):
        if key in selector:
            found.add(key)
    if "n" in selector:
        _number_words(selector["n"], found)
    _narrowing_words(selector, found)


def _filter_words(filter: JsonObject, found: set[str]) -> None:
    found |= {f"filter {key}" for key in filter}
    found |= {f"status {status}" for status in filter.get("status", [])}
    if "matching" in filter:
        matching: JsonObject = filter["matching"]
        found.add(f"ref {matching['to']}")
        if "by" in matching:
            found.add(f"matching {matching['by']}")


def _number_words(number: object, found: set[str]) -> None:
    if not isinstance(number, dict):
        return
    if "max" in number:
        found.add("number max")
    if "count" in number:
        found.add("number count")
        _count_words(number["count"], found)
    else:
        found |= {"number var", f"var {number['var']}", f"ref {number['of']}"}


def _count_words(count: JsonObject, found: set[str]) -> None:
    found |= {f"zone {count['zone']}", f"count whose {count['whose']}"}
    _narrowing_words(count, found)


def _condition_words(condition: JsonObject, found: set[str]) -> None:
    kind = next(word for word in words.CONDITIONS if word in condition)
    found.add(f"condition {kind}")
    if kind == "count":
        found |= {f"condition {bound}" for bound in ("min", "max") if bound in condition}
        _count_words(condition["count"], found)
    elif kind == "is":
        found.add(f"ref {condition['of']}")
        _filter_words(condition["is"], found)
    elif kind == "turn":
        found.add(f"turn {condition['turn']}")
    elif kind == "more":
        for count in condition["more"]:
            _count_words(count, found)
    elif kind == "not":
        _condition_words(condition["not"], found)
    elif kind != "did":
        for part in condition[kind]:
            _condition_words(part, found)


CHECKS: Final[tuple[Callable[[Collection], list[Finding]], ...]] = (
    slips,
    every_word,
    halves_in_balance,
    flavours,
    numbers_of_cards,
    codes,
    dual_cards,
    decks,
    names,
    halves_differ,
    costs,
)
"""The checks: the clauses of the rules first, then our own."""

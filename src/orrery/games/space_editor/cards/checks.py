"""What a full card set must satisfy (SE-16): every constraint has its function, and what fails becomes a finding.

For designers: `orrery cards space_editor --check`. Ties never count as "most", "highest" or "lowest".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import Final

from orrery.core.cards.files import Faults
from orrery.core.data import DataFault, JsonObject
from orrery.games.space_editor.cards.card import ELEMENTS, GRAVITY, KINETIC, LEVELS, Card, CardSet
from orrery.games.space_editor.cards.costs import Weights, cost_of, weights_of
from orrery.games.space_editor.cards.decks import SAID, SHARES, SIZE, deck_faults
from orrery.games.space_editor.cards.sets import SetFile
from orrery.games.space_editor.rules.abilities import ANY_CAUSE, BY_ABILITY, BY_ENERGY, PROTECT, SELF, STATICS, VERBS
from orrery.games.space_editor.rules.abilities import OTHER as PLACED_BY_OTHERS
from orrery.games.space_editor.rules.abilities import ability_words as words_of
from orrery.games.space_editor.rules.loading import Material
from orrery.games.space_editor.rules.placing import FROM_TURN_DOWN

CARDS_OF_AN_ELEMENT: Final = 45
ABILITY_CARDS: Final = 9
MORE_BASEPOINTS: Final = 5
STANDARD_BASEPOINT: Final = "181"
NUMBERED: Final = 181
KINDS_OF_A_DECK: Final = {
    "water": {"ability": 5, "star": 10, "planet": 9},
    "wind": {"ability": 5, "star": 12, "planet": 7},
    "earth": {"ability": 5, "star": 12, "planet": 7},
    "fire": {"ability": 5, "star": 14, "planet": 5},
}
STAR_POINTS: Final = (36, 44)
BINARY_STARS: Final = 5
FLAVOURED: Final = 5
FLAVOURS: Final = {
    "water": ("relocate", "worth", "binary"),
    "wind": ("rotate", "silence", "forbid", "turn_over"),
    "earth": ("guard", "protect", "turn_up"),
    "fire": ("turn_down", "place"),
}
"""SE-11.8: the words that give an element its flavour."""


COST: Final = "cost"
"""In the place of a clause: the formula for costs."""


class Finding:
    """A constraint that a set breaks: the clause, the card or deck, what was found, and what would be right."""

    __slots__ = ("clause", "found", "right", "where")

    def __init__(self, clause: str, where: str, found: str, right: str) -> None:
        self.clause = clause
        self.where = where
        self.found = found
        self.right = right

    def line(self) -> str:
        """The finding in one line."""
        return f"{self.clause}, {self.where}: {self.found}; right is {self.right}"


def check_set(set_file: SetFile) -> list[Finding]:
    """SE-16: everything that a card set breaks, in the order of the clauses; nothing for a set that may ship. The costs
    are checked last, unless the set says that they follow no formula of ours. Of a set in which cards or the main file
    have faults only the costs of its other cards are checked: of the rest, what would be found might not be true.
    """
    weights = weights_of(set_file.costs)
    if set_file.faults.found:
        sound = {id: card for id, card in set_file.material.cards.items() if id not in set_file.broken}
        return [] if weights is None else costs_by_formula(sound, weights)
    findings = check_material(set_file.material)
    if weights is None or any(finding.clause == "SE-16.1" for finding in findings):
        return findings
    return findings + costs_by_formula(set_file.material.cards, weights)


def inspect_set(folder: Traversable, name: str) -> tuple[int, list[str]]:
    """Everything that is wrong with a folder of cards, a line each with file, line and what would be right, and how
    many cards it has. Nothing is raised, whatever lies there.
    """
    faults = Faults(collects=True)
    try:
        found = SetFile(folder, name, faults)
    except DataFault as fault:
        return 0, [str(fault)]
    said = [found.files.said(fault) for fault in faults.found]
    return len(found.files.cards), [*said, *lines_of(found)]


def lines_of(set_file: SetFile) -> list[str]:
    """What a set breaks, a line each; of a card with its place in the files."""
    lines: list[str] = []
    for finding in check_set(set_file):
        steps = ("cost",) if finding.clause == COST else ()
        place = set_file.files.place_of_card(finding.where, *steps)
        lines.append(f"{finding.line()} ({place})" if place else finding.line())
    return lines


def costs_by_formula(cards: JsonObject, weights: Weights) -> list[Finding]:
    """Every card costs what the formula of its set says; the findings have no clause but `cost`."""
    findings: list[Finding] = []
    for id in sorted(cards):
        cost, right = int(cards[id].get("cost", 0)), cost_of(cards[id], weights)
        if cost != right:
            findings.append(Finding(COST, id, f"a cost of {cost}", f"{right} by the formula in {weights.name}"))
    return findings


def check_material(material: Material) -> list[Finding]:
    """SE-16 for the content of a set file. The later clauses are checked only if all cards and decks can be read."""
    findings = invalid_cards(material.cards) + unknown_cards(material)
    if findings:
        return findings
    book = Book(material)
    for check in CHECKS:
        findings += check(book)
    return findings


class Book:
    """A card set with its decks, as the checks look at it."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self.cards = CardSet(material.cards)
        self.decks: dict[str, list[Card]] = {}
        for element in ELEMENTS:
            self.decks[element] = [self.card(id) for id in material.basic[element]]

    def card(self, id: str) -> Card:
        """A card by its id."""
        return self.cards.cards[self.cards.index[id]]

    def of_element(self, element: str) -> list[Card]:
        """The cards of an element in the whole set."""
        return [card for card in self.cards.cards if card.element == element]

    def basepoints(self) -> list[str]:
        """The ids of all basepoints."""
        return [card.id for card in self.cards.cards if card.kind == "basepoint"]

    def in_deck(self, element: str, kind: str) -> list[Card]:
        """The cards of a kind in a basic deck."""
        return [card for card in self.decks[element] if card.kind == kind]


# --- hard constraints -------------------------------------------------------------------------------------------------


def invalid_cards(cards: JsonObject) -> list[Finding]:
    """SE-16.1: every card is valid."""
    findings: list[Finding] = []
    for id in sorted(cards):
        try:
            CardSet({id: cards[id]})
        except DataFault as fault:
            field = fault.path.removeprefix(f"cards.{id}").removeprefix(".")
            found = f"{field}: {fault.problem}" if field else fault.problem
            findings.append(Finding("SE-16.1", id, found, "a definition by SE-2.2 and SE-11"))
    return findings


def unknown_cards(material: Material) -> list[Finding]:
    """SE-16.5: basic decks and basepoints name cards of the set."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        if element not in material.basic:
            findings.append(Finding("SE-16.5", f"basic deck of {element}", "no such deck", f"{SIZE} cards"))
        for id in sorted(set(material.basic.get(element, []))):
            if id not in material.cards:
                findings.append(Finding("SE-16.5", f"basic deck of {element}", f"no card {id}", "cards of the set"))
    for id in material.basepoints:
        if id not in material.cards or material.cards[id]["kind"] != "basepoint":
            findings.append(Finding("SE-16.2", "basepoints", f"{id} is no basepoint of the set", "basepoints"))
    return findings


def numbers_of_cards(book: Book) -> list[Finding]:
    """SE-16.2: 45 cards for each element and one basepoint; at most five more basepoints."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        count = len(book.of_element(element))
        if count != CARDS_OF_AN_ELEMENT:
            findings.append(Finding("SE-16.2", element, f"{count} cards", str(CARDS_OF_AN_ELEMENT)))
    basepoints = book.basepoints()
    if not 1 <= len(basepoints) <= 1 + MORE_BASEPOINTS:
        findings.append(
            Finding("SE-16.2", "basepoints", f"{len(basepoints)} cards", f"one and at most {MORE_BASEPOINTS} more")
        )
    listed = book.material.basepoints
    if sorted(listed) != basepoints:
        findings.append(
            Finding(
                "SE-16.2", "basepoints", f"the list names {', '.join(listed)}", f"each once: {', '.join(basepoints)}"
            )
        )
    return findings


def ids_and_blocks(book: Book) -> list[Finding]:
    """SE-16.3, SE-2.9: the ids of an element lie in its block, those of its ability cards in the last nine places;
    the standard basepoint is 181 and the others stand outside the numbering.
    """
    findings: list[Finding] = []
    for number, element in enumerate(ELEMENTS):
        first = 1 + number * CARDS_OF_AN_ELEMENT
        last = first + CARDS_OF_AN_ELEMENT - 1
        for card in book.of_element(element):
            low = last - ABILITY_CARDS + 1 if card.kind == "ability" else first
            high = last if card.kind == "ability" else last - ABILITY_CARDS
            what = "ability card" if card.kind == "ability" else card.kind
            place = number_of(card.id)
            right = f"{low:03} to {high:03}"
            if place is None or not first <= place <= last:
                findings.append(Finding("SE-16.3", card.id, f"a {what} of {element} with this id", right))
            elif card.kind == "ability" and place < low:
                findings.append(Finding("SE-16.3", card.id, f"an ability card of {element} with this id", right))
    standard = book.material.basepoints[0] if book.material.basepoints else "none"
    if standard != STANDARD_BASEPOINT:
        findings.append(Finding("SE-16.3", standard, "the standard basepoint with this id", STANDARD_BASEPOINT))
    for id in book.basepoints():
        if id != standard and number_of(id) is not None:
            findings.append(Finding("SE-16.3", id, "a further basepoint inside the numbering", "an id outside it"))
    return findings


def number_of(id: str) -> int | None:
    """The number of an id from 001 to 181; None for others."""
    if len(id) != 3 or not id.isascii() or not id.isdigit() or not 1 <= int(id) <= NUMBERED:
        return None
    return int(id)


def numbers_of_ability_cards(book: Book) -> list[Finding]:
    """SE-16.4: nine ability cards for each element."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        count = len([card for card in book.of_element(element) if card.kind == "ability"])
        if count != ABILITY_CARDS:
            findings.append(Finding("SE-16.4", element, f"{count} ability cards", str(ABILITY_CARDS)))
    return findings


def kinds_of_basic_decks(book: Book) -> list[Finding]:
    """SE-16.5: 24 different cards, so many of each kind."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        where = f"basic deck of {element}"
        different = len(set(book.material.basic[element]))
        if different != SIZE:
            findings.append(Finding("SE-16.5", where, f"{different} different cards", str(SIZE)))
        for kind, right in KINDS_OF_A_DECK[element].items():
            count = len(book.in_deck(element, kind))
            if count != right:
                name = "ability cards" if kind == "ability" else f"{kind}s"
                findings.append(Finding("SE-16.5", where, f"{count} {name}", str(right)))
    return findings


def rules_of_basic_decks(book: Book) -> list[Finding]:
    """SE-16.6: each basic deck obeys SE-10.1 and SE-10.2; an element has the levels for a deck."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        deck = [book.cards.index[id] for id in book.material.basic[element]]
        for fault in deck_faults(book.cards, deck, element, "cost"):
            said = SAID.fault(fault, "en")
            findings.append(Finding("SE-16.6", f"basic deck of {element}", said, "a deck by SE-10.1 and SE-10.2"))
        for level in LEVELS:
            count = len([card for card in book.of_element(element) if card.level == level])
            if count < SHARES[level]:
                findings.append(Finding("SE-16.6", element, f"{count} {level} cards", f"at least {SHARES[level]}"))
    return findings


def points_of_basic_decks(book: Book) -> list[Finding]:
    """SE-16.7: the stars of a basic deck are worth 40 in all, give or take 4."""
    findings: list[Finding] = []
    for element in ELEMENTS:
        total = sum([card.vp for card in book.in_deck(element, "star")])
        if not STAR_POINTS[0] <= total <= STAR_POINTS[1]:
            right = f"{STAR_POINTS[0]} to {STAR_POINTS[1]}"
            findings.append(Finding("SE-16.7", f"basic deck of {element}", f"stars worth {total} in all", right))
    return findings


def standard_basepoint(book: Book) -> list[Finding]:
    """SE-16.8: the standard basepoint protects itself from turning face down, whatever the cause."""
    if not book.material.basepoints:
        return []
    id = book.material.basepoints[0]
    index = book.cards.index[id]
    causes: set[int] = set()
    for static in book.cards.statics[index]:
        if static.kind == PROTECT and static.where == SELF and static.against & FROM_TURN_DOWN:
            if static.match.fits[index] and static.match.placer != PLACED_BY_OTHERS:
                causes |= {BY_ENERGY, BY_ABILITY} if static.cause == ANY_CAUSE else {static.cause}
    if len(causes) == 2:
        return []
    right = "a protect on itself against turn_down, by any cause"
    return [Finding("SE-16.8", id, "it can be turned face down", right)]


# --- traits, measured over the basic decks ----------------------------------------------------------------------------


def guard_of(card: Card) -> int:
    """The sum of a card's nuclear and gravity values."""
    return sum([side.value for side in card.sides])


def punch_of(card: Card) -> int:
    """The sum of a card's nuclear values."""
    return sum([side.value for side in card.sides if side.code > GRAVITY])


def mean(values: list[int]) -> Fraction:
    """The exact mean; 0 for none."""
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def means(book: Book, kind: str, measure: Callable[[Card], int]) -> dict[str, Fraction]:
    """The mean of a measure over the cards of a kind in each basic deck."""
    return {element: mean([measure(card) for card in book.in_deck(element, kind)]) for element in ELEMENTS}


def leads(values: dict[str, Fraction], element: str, most: bool) -> bool:
    """Has this element alone the highest value, or the lowest?"""
    others = [value for other, value in values.items() if other != element]
    return values[element] > max(others) if most else values[element] < min(others)


def shown_values(values: dict[str, Fraction]) -> str:
    """The four values in a line."""
    return ", ".join([f"{element} {float(value):.2f}".replace(".00", "") for element, value in values.items()])


def lead(clause: str, what: str, values: dict[str, Fraction], element: str, most: bool) -> list[Finding]:
    """A finding unless the element leads alone."""
    if leads(values, element, most):
        return []
    right = f"{element} alone has the {'highest' if most else 'lowest'}"
    return [Finding(clause, f"basic deck of {element}", f"{what}: {shown_values(values)}", right)]


def is_binary(card: Card) -> bool:
    """Does a card carry a binary mark?"""
    return any(side.mark for side in card.sides)


def is_kinetic(card: Card) -> bool:
    """Does a card have a kinetic side?"""
    return any(side.code == KINETIC for side in card.sides)


def water_traits(book: Book) -> list[Finding]:
    """SE-16.9: water has the most binary stars, at least 5 of 10, and the most planets with a kinetic side."""
    stars: dict[str, Fraction] = {}
    planets: dict[str, Fraction] = {}
    for element in ELEMENTS:
        stars[element] = Fraction(len([card for card in book.in_deck(element, "star") if is_binary(card)]))
        planets[element] = Fraction(len([card for card in book.in_deck(element, "planet") if is_kinetic(card)]))
    findings = lead("SE-16.9", "stars with a binary mark", stars, "water", True)
    if stars["water"] < BINARY_STARS:
        found = f"{stars['water']} stars with a binary mark"
        findings.append(Finding("SE-16.9", "basic deck of water", found, f"at least {BINARY_STARS}"))
    return findings + lead("SE-16.9", "planets with a kinetic side", planets, "water", True)


def wind_traits(book: Book) -> list[Finding]:
    """SE-16.10: wind stars have the lowest mean guard."""
    return lead("SE-16.10", "mean guard of the stars", means(book, "star", guard_of), "wind", False)


def earth_traits(book: Book) -> list[Finding]:
    """SE-16.11: earth stars have the highest mean guard; earth planets punch below the mean of the four decks."""
    findings = lead("SE-16.11", "mean guard of the stars", means(book, "star", guard_of), "earth", True)
    punches = means(book, "planet", punch_of)
    middle = sum(punches.values(), Fraction(0)) / len(punches)
    if not punches["earth"] < middle:
        found = f"mean punch of the planets: {shown_values(punches)}"
        findings.append(Finding("SE-16.11", "basic deck of earth", found, f"earth below {float(middle):.2f}"))
    return findings


def fire_traits(book: Book) -> list[Finding]:
    """SE-16.12: fire planets have the highest mean punch."""
    return lead("SE-16.12", "mean punch of the planets", means(book, "planet", punch_of), "fire", True)


def flavours(book: Book) -> list[Finding]:
    """SE-16.13, SE-11.8: at least five of the nine ability cards of an element use one of its flavour words; every
    verb and static occurs somewhere.
    """
    findings: list[Finding] = []
    source = book.material.cards
    for element in ELEMENTS:
        flavoured = 0
        for card in book.of_element(element):
            used: set[str] = set()
            for row in source[card.id].get("abilities", []):
                used |= words_of(row)
            if card.kind == "ability" and any(word in used for word in FLAVOURS[element]):
                flavoured += 1
        if flavoured < FLAVOURED:
            found = f"{flavoured} ability cards with a word of its flavour ({', '.join(FLAVOURS[element])})"
            findings.append(Finding("SE-16.13", element, found, f"at least {FLAVOURED}"))
    occurring = verbs_and_statics(source)
    for word in (*VERBS, *STATICS):
        if word not in occurring:
            findings.append(Finding("SE-16.13", "the set", f"no card with {word}", "every verb and static somewhere"))
    return findings


def verbs_and_statics(cards: JsonObject) -> set[str]:
    """The verbs of all effects and the statics of all cards."""
    found: set[str] = set()
    for definition in cards.values():
        for row in definition.get("abilities", []):
            if "static" in row:
                found.add(row["static"])
            for effect in row.get("do", []):
                found.add(effect["effect"])
    return found


def stars_below_planets(book: Book) -> list[Finding]:
    """SE-16.14: in each deck stars have a lower mean guard than planets."""
    findings: list[Finding] = []
    stars, planets = means(book, "star", guard_of), means(book, "planet", guard_of)
    for element in ELEMENTS:
        if not stars[element] < planets[element]:
            found = f"mean guard of the stars {float(stars[element]):.2f}, of the planets {float(planets[element]):.2f}"
            findings.append(Finding("SE-16.14", f"basic deck of {element}", found, "lower for the stars"))
    return findings


CHECKS: Final[tuple[Callable[[Book], list[Finding]], ...]] = (
    numbers_of_cards,
    ids_and_blocks,
    numbers_of_ability_cards,
    kinds_of_basic_decks,
    rules_of_basic_decks,
    points_of_basic_decks,
    standard_basepoint,
    water_traits,
    wind_traits,
    earth_traits,
    fire_traits,
    flavours,
    stars_below_planets,
)
"""The checks from SE-16.2 to SE-16.14, in the order of the clauses."""

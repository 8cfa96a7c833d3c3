"""The deck shelf of Space Editor (SE-10): the basic decks by element, and decks of everybody."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from orrery.core.cards.decks import DeckFault
from orrery.core.cards.shelf import AnyDeck, Misfit, Shelf, own_cards
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject, listed, shown
from orrery.games.space_editor.cards import catalogue, decks, sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.cards.sets import SetFile

WITHOUT_RULES = "none"
"""SE-10.4: a match may want no rules for its decks; a deck file is not checked by that."""
FEWEST = 2
"""SE-3.1: so many decks a match has at least."""


class EditorDeck(AnyDeck):
    """A deck with its set."""

    def __init__(self, deck: decks.Deck, known: list[SetFile], lang: str) -> None:
        super().__init__(deck.name, deck.cards, deck.element)
        self.deck = deck
        self.set = next(each for each in known if each.name == deck.set)
        self.lang = lang

    def code(self) -> str:
        return decks.encode(self.deck, self.set, self.lang)

    def text(self) -> str:
        return decks.write_deck(self.deck, self.set, self.lang)

    def lines(self) -> list[str]:
        return catalogue.deck_lines(self.deck, self.set, self.lang, self.code())

    def broken_rules(self, rules: str = "") -> list[DeckFault]:
        return decks.broken_rules(self.deck, self.set, rules or GameShelf.rules[0])


class GameShelf(Shelf):
    """The decks of Space Editor. A set of the designer's own hides ours of the same name."""

    game = "space_editor"
    prefix = decks.PREFIX
    sentences = decks.SAID
    main_file = sets.MAIN_FILE
    rules = ("strict", "cost")
    takes_names = True
    deck_options = ("elements", "players", "decks", "cards", "basepoint")
    needs_no_game = True

    def __init__(self, lang: str, folder: Traversable | None = None) -> None:
        super().__init__(lang)
        own = [] if folder is None else [SetFile(folder, folder.name)]
        taken = [each.name for each in own]
        self.known = [*own, *[sets.shipped(name) for name in sets.names() if name not in taken]]
        self.standard = own[0] if own else sets.standard()
        self.own = own[0] if own else None

    # --- finding a deck -----------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        return list(ELEMENTS)

    def named(self, name: str) -> AnyDeck | None:
        found = decks.basic_decks(self.standard, self.lang).get(name)
        return None if found is None else self._deck(found)

    def read(self, text: str, file: str) -> AnyDeck:
        return self._deck(decks.read_deck(text, file, self.known, self.lang))

    def decode(self, code: str) -> AnyDeck:
        return self._deck(decks.decode(code, self.known, self.lang))

    def listed(self, counts: dict[str, int], name: str = "", element: str | None = None) -> AnyDeck:
        if element is None or element not in ELEMENTS:
            raise Misfit(f"there are {listed(ELEMENTS)}", "no_element", {"elements": list(ELEMENTS)}, "element")
        ids = [id for id, count in counts.items() for _ in range(count)]
        return self._deck(decks.Deck(name, element, self.standard.name, ids))

    def inspected(self, text: str, file: str, rules: str = "") -> tuple[AnyDeck | None, list[DeckFault]]:
        deck, faults = decks.inspected(text, file, self.known, rules or self.rules[0])
        return None if deck is None else self._deck(deck), faults

    def _deck(self, deck: decks.Deck) -> AnyDeck:
        return EditorDeck(deck, self.known, self.lang)

    # --- decks in a match ---------------------------------------------------------------------------------------------

    def rules_of(self, options: JsonObject) -> str:
        """SE-10.4: the option deck_rules."""
        found: object = options.get("deck_rules", self.rules[0])
        words = (*self.rules, WITHOUT_RULES)
        if not isinstance(found, str) or found not in words:
            facts: JsonObject = {"value": shown(found), "words": listed(words)}
            problem = f"deck_rules: there are {listed(words[:-1])} and {words[-1]}"
            raise BadOptions(problem, "deck_rules", "not_one_of", facts)
        return found

    def check_open(self, options: JsonObject) -> None:
        super().check_open(options)
        if "cards" in options:
            raise own_cards()

    def seats_for(self, deck: AnyDeck, options: JsonObject, seats: int) -> list[int]:
        """SE-3.2: the seat of the deck's element."""
        elements = elements_of(options, seats)
        if deck.element is None or deck.element not in elements:
            problem = f"it is of {deck.element}, and this table is for {', '.join(elements)}"
            raise Misfit(problem, "other_element", {"element": deck.element, "elements": elements})
        return [elements.index(deck.element)]

    def not_here(self, fitting: list[int], free: list[int], options: JsonObject, seats: int) -> Misfit:
        elements = elements_of(options, seats)
        element = elements[fitting[0]]
        others = ", ".join([f"{seat} plays {elements[seat]}" for seat in free])
        facts: JsonObject = {"element": element, "elements": [elements[seat] for seat in free]}
        return Misfit(f"it is for seat {fitting[0]} ({element}); {others}", "other_element", facts)

    def usual(self, options: JsonObject, seats: int) -> list[list[str]]:
        """SE-3.2: the basic decks of the seats' elements."""
        basic = decks.basic_decks(self.standard)
        return [basic[element].cards for element in elements_of(options, seats)]

    def with_decks(self, options: JsonObject, given: list[AnyDeck]) -> JsonObject:
        """SE-3.2: the elements of the seats are those of their decks."""
        found = [each for each in given if isinstance(each, EditorDeck)]
        if len(found) < FEWEST:
            problem = f"decks: a match needs {FEWEST} decks or more, one for each seat; this is {len(found)}"
            raise BadOptions(problem, "decks", "decks_count", {"seats": FEWEST, "count": len(found)})
        of_set = self.own or found[0].set
        for key in ("decks", "cards", "elements"):
            if key in options:
                problem = f"{key}: these come with the decks already; leave the option {key} out"
                raise BadOptions(problem, key, "given_twice", {"name": key})
        for each in found:
            self._check_fits(each, of_set, options)
        cards = [list(each.cards) for each in found]
        named = {**options, "elements": [each.element for each in found], "decks": cards}
        if of_set is sets.standard():
            return named
        return {"basepoint": of_set.material.basepoints[0], **named, "cards": of_set.material.cards}

    def _check_fits(self, deck: EditorDeck, of_set: SetFile, options: JsonObject) -> None:
        """A deck that others of this set are to be played with. Raises BadOptions."""
        if deck.set is not of_set:
            others = "the others are" if self.own is None else "the cards are those"
            problem = f"decks: {deck.name} is of the set {deck.set.name}; {others} of {of_set.name}"
            facts: JsonObject = {"deck": deck.name, "its": deck.set.name, "others": of_set.name}
            raise BadOptions(problem, "decks", "other_collection", facts)
        faults = deck.broken_rules(self.rules_of(options))
        if faults:
            problem = f"decks: {deck.name}: {decks.SAID.fault(faults[0], 'en')}"
            raise BadOptions(problem, "decks", "deck_rules", {"deck": deck.name})

    def moved_on(self, options: JsonObject, seats: int) -> JsonObject:
        """Elements go along with the decks."""
        elements = elements_of(options, seats)
        return {**options, "elements": [*elements[1:], elements[0]]}


def elements_of(options: JsonObject, seats: int) -> list[str]:
    """Which element each seat plays, by options that were checked."""
    return [str(element) for element in options.get("elements") or ELEMENTS[:seats]]

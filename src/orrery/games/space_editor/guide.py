"""What people and programs ask of Space Editor that is no rule."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from orrery.core.clause import LANGUAGES, bad_options
from orrery.core.data import DataFault, JsonObject, data_file
from orrery.core.guide import DISCARDED, DRAWN, CardsForPeople, Guide, Rivals
from orrery.core.options import Said, options_of
from orrery.core.shapes import Shapes
from orrery.games.space_editor import answers
from orrery.games.space_editor.cards import blank, catalogue, sets
from orrery.games.space_editor.cards.card import ELEMENTS
from orrery.games.space_editor.rules import loading
from orrery.games.space_editor.shapes import SHAPES

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from orrery.core.cards.catalogue import Catalogue
    from orrery.core.cards.shelf import Shelf
    from orrery.core.cards.tweaks import Tweaks
    from orrery.core.codec import Codec
    from orrery.core.game import State


PLACED: Final = "placed"
"""What becomes of a card in hand that is of use, in the word of its event."""


class BasicDecks(Rivals):
    """The basic decks of the elements in one of the modes, perhaps of a set of one's own."""

    def __init__(self, mode: str, own: sets.SetFile | None) -> None:
        self.mode = mode
        self.own = own
        self.decks = list(ELEMENTS)
        self.uses = self.played_uses = (PLACED,)

    def options(self, decks: list[str]) -> JsonObject:
        options: JsonObject = {"mode": self.mode, "elements": decks}
        return options if self.own is None else {**options, **self.own.as_options(decks)}

    def said(self, name: str) -> Said:
        texts = data_file(loading.PACKAGE, "texts.toml")
        return {} if texts is None else dict(texts["element"][name])

    def use_said(self, use: str) -> Said:
        texts = data_file(loading.PACKAGE, "texts.toml")
        return {} if texts is None else dict(texts["use"][use])

    def card_said(self, id: str) -> Said:
        names = (self.own or sets.standard()).names
        return {lang: names[lang].get(id, id) for lang in LANGUAGES}

    def mode_said(self) -> Said:
        row = options_of(loading.PACKAGE).row("mode")
        return next(value.said for value in row.values if value.word == self.mode)

    def owned(self, position: JsonObject) -> list[list[str]]:
        return [[*hand, *deck] for hand, deck in zip(position["hands"], position["decks"], strict=True)]

    def held(self, position: JsonObject) -> list[list[str]]:
        return [list(hand) for hand in position["hands"]]

    def handled(self, event: JsonObject) -> list[tuple[int, str, str]]:
        """SE-14: cards are drawn several at once."""
        name: str = event["event"]
        if name == DRAWN:
            return [(event["seat"], card, DRAWN) for card in event["cards"]]
        return [(event["seat"], event["card"], name)] if name in (PLACED, DISCARDED) else []

    def turn_begun(self, event: JsonObject) -> int | None:
        return event["turn"] if event["event"] == "turn" else None

    def plays(self, view: JsonObject, word: str) -> str | None:
        """SE-13.1: the word names the card; also where an ability lets a card be placed."""
        parts = word.split(" ")
        return parts[1] if parts[0] == "place" else None

    def course(self, view: JsonObject) -> tuple[int, int]:
        """SE-6.1, SE-7.6: the count of turns goes one beyond the last; seat 0 begins."""
        return view["turn"] - 1, 0


class GameGuide(Guide):
    """Space Editor's guide."""

    # --- a match ------------------------------------------------------------------------------------------------------

    def seats(self, options: JsonObject) -> list[int]:
        """SE-12.4: where elements or decks are given, one for each seat."""
        counts = super().seats(options)
        for key in ("elements", "decks"):
            given: object = options.get(key)
            if isinstance(given, list):
                counts = [count for count in counts if count == len(given)]
        return counts

    # --- cards and decks ----------------------------------------------------------------------------------------------

    def shelf(self, lang: str = "en", folder: Traversable | None = None) -> Shelf:
        """The decks of all sets."""
        from orrery.games.space_editor.cards.shelf import GameShelf

        return GameShelf(lang, folder)

    def catalogue(self, folder: Traversable | None = None) -> Catalogue:
        """The cards of the standard set, or of a folder."""
        from orrery.games.space_editor.cards.catalogue import CardCatalogue

        return CardCatalogue(sets.standard() if folder is None else sets.SetFile(folder, folder.name))

    def inspect_cards(self, folder: Traversable) -> tuple[int, list[str]]:
        from orrery.games.space_editor.cards.checks import inspect_set

        return inspect_set(folder, folder.name)

    def with_blank(self, options: JsonObject, id: str) -> JsonObject | None:
        """A basepoint, which is in no deck, has no blank."""
        material = sets.standard_material()
        cards: JsonObject = options.get("cards", material.cards)
        if id not in cards:
            raise DataFault("cards", f"{id} is not a card of the match")
        plain = blank.blank_of(cards[id])
        if plain is None:
            return None
        started: JsonObject = {} if "cards" in options else {"basepoint": material.basepoints[0]}
        return {**started, **options, "cards": {**cards, id: plain}}

    def with_cards(self, options: JsonObject, folder: Traversable) -> JsonObject:
        """SE-12.4: with the basic decks of the elements, unless decks are given, and the basepoint that the set has
        first, unless one is.
        """
        own = sets.SetFile(folder, folder.name)
        rest: JsonObject = {key: value for key, value in self.in_rules_words(options).items() if key != "cards"}
        try:
            elements = loading.elements_of(rest)
        except DataFault as fault:
            raise bad_options(fault) from None
        return {**own.as_options(elements), **rest}

    # --- the lab ------------------------------------------------------------------------------------------------------

    def plans(self, seats: int) -> list[JsonObject]:
        """Every pair, triple or all of the elements; in full mode where there are two, in half mode too."""
        self.check_seats(seats)
        modes = [mode for mode in reversed(self.rows().row("mode").words) if seats in self.seats({"mode": mode})]
        return [{"mode": mode, "elements": list(names)} for names in combinations(ELEMENTS, seats) for mode in modes]

    def rivals(self, folder: Traversable | None = None) -> list[Rivals]:
        """The basic decks, in both modes."""
        own = None if folder is None else sets.SetFile(folder, folder.name)
        return [BasicDecks("full", own), BasicDecks("half", own)]

    def tweaks(self) -> Tweaks:
        """Points and energies of the basic decks."""
        from orrery.games.space_editor.cards.tweaks import SetTweaks

        return SetTweaks()

    # --- questions ----------------------------------------------------------------------------------------------------

    def answer(
        self, what: str, view: JsonObject, seen: list[JsonObject], seat: int | None, more: JsonObject
    ) -> JsonObject:
        if what == "score":
            return answers.score(self.game, view, seen)
        return super().answer(what, view, seen, seat, more)

    # --- cards --------------------------------------------------------------------------------------------------------

    def cards(self, cards: JsonObject | None = None) -> CardsForPeople:
        return catalogue.cards_for_people(cards)

    # --- shapes -------------------------------------------------------------------------------------------------------

    def codec(self, state: State) -> Codec:
        from orrery.games.space_editor.codec import SpaceEditorCodec
        from orrery.games.space_editor.rules.engine import SpaceEditorState

        assert isinstance(state, SpaceEditorState)
        return SpaceEditorCodec(state.setting)

    def shapes(self) -> Shapes:
        """The shapes that games/space_editor/shapes.py declares."""
        return SHAPES

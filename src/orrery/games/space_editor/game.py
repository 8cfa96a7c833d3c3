"""The game Space Editor as the core knows it."""

from __future__ import annotations

from orrery.core.clause import BadOptions, BadPosition, bad_options
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate, FateFault
from orrery.core.game import Game, Sampler, State
from orrery.core.guide import Guide
from orrery.core.notation import digest
from orrery.games.space_editor.cards import sets
from orrery.games.space_editor.rules import loading
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.state import BASEPOINT, OVER
from orrery.games.space_editor.rules.universe import Universe
from orrery.games.space_editor.sampling import SpaceEditorSampler


class SpaceEditor(Game):
    """Space Editor: square cards laid edge to edge, energies that turn them over, stars that score."""

    def __init__(self) -> None:
        self.name = "space_editor"
        self.version = 1
        self.package = "orrery.games.space_editor"

    def new(self, options: JsonObject, fate: Fate) -> State:
        """SE-12.4"""
        try:
            return loading.start(options, fate, sets.standard_material)
        except DataFault as fault:
            raise bad_options(fault) from None
        except FateFault as forced:
            raise BadOptions(f"fate: {forced.problem}") from None

    def load(self, position: JsonObject, fate: Fate) -> State:
        """SE-12.3"""
        try:
            return loading.load(position, fate)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return SpaceEditorSampler(view, seen)

    def veil(self, event: JsonObject, view: JsonObject, reveals: bool) -> JsonObject | None:
        """SE-14: of cards that will be drawn the number is known, as others see it. A card that is turned up has been
        seen when it was placed.
        """
        if event["event"] == "drawn" and isinstance(event["cards"], list):
            return {**event, "cards": len(event["cards"])}
        return event

    def guide(self) -> Guide:
        from orrery.games.space_editor.guide import GameGuide

        return GameGuide(self)

    def trials(self) -> list[JsonObject]:
        return [
            {"mode": "full"},
            {"mode": "half"},
            {"mode": "half", "players": 3, "final_star": "forbid", "half_end": "decks"},
            {"mode": "half", "players": 4, "split": "forbid", "face_down": "shown"},
            {"mode": "full", "elements": ["fire", "earth"], "table": [7, 7]},
            {"mode": "half", "elements": ["earth", "wind"], "table": [5, 6], "final_star": "forbid"},
        ]

    def check(self, state: State) -> None:
        """What is true after every action: the contacts kept are those of the board; cards are neither lost nor made;
        SE-2.2.
        """
        assert isinstance(state, SpaceEditorState)
        universe = state.universe
        fresh = Universe(universe.cards, universe.grid)
        for slot, stone in enumerate(universe.stones):
            facing = universe.facing[slot]
            assert facing >> 3 == stone.card, f"slot {slot} shows another card than it is"
            assert fresh.add(stone, universe.cells[slot], facing & 3, universe.is_up(slot)) == slot
        assert fresh.at == universe.at, "the cells of the cards do not agree"
        assert fresh.open == universe.open, "the contacts of open cells do not agree with the board"
        assert fresh.contacts == universe.contacts, "the contacts of placed cards do not agree with the board"
        for hand in state.hands:
            assert hand == sorted(hand), "a hand is not in order"
        assert (state.to_act() is None) == (state.phase == OVER), "nobody is to act before the end"
        assert state.phase != BASEPOINT or not universe.stones, "cards lie before the basepoint"

    def pack(self, position: JsonObject) -> JsonObject:
        """The cards by set name, version and hash where they are ours."""
        known = sets.named_by_hash(digest(position["cards"]))
        if known is None:
            return position
        packed = dict(position)
        packed["cards"] = {"set": known.name, "version": known.version, "hash": known.hash}
        return packed

    def unpack(self, position: JsonObject) -> JsonObject:
        cards = position.get("cards")
        if not isinstance(cards, dict) or not isinstance(cards.get("set"), str):
            return position
        known = sets.find(cards["set"], cards.get("version"))
        if known is None or known.hash != cards.get("hash"):
            raise BadPosition(f"the card set {cards['set']} version {cards.get('version')} with that hash is not here")
        full = dict(position)
        full["cards"] = known.material.cards
        return full


GAME = SpaceEditor()

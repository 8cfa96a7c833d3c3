"""The game Five Spheres as the core knows it."""

from __future__ import annotations

from orrery.core.clause import BadOptions, BadPosition, bad_options
from orrery.core.data import DataFault, JsonObject
from orrery.core.fate import Fate, FateFault
from orrery.core.game import Game, Sampler, State
from orrery.core.guide import Guide
from orrery.games.five_spheres.cards import collections, decks
from orrery.games.five_spheres.rules import foretelling, loading
from orrery.games.five_spheres.rules.engine import FiveSpheresState
from orrery.games.five_spheres.rules.invariants import Watch
from orrery.games.five_spheres.rules.state import RULES
from orrery.games.five_spheres.sampling.sampler import FiveSpheresSampler


class FiveSpheres(Game):
    """Five Spheres: lords duel with cards that are creature, spell, crystal, tower or energy by where they lie."""

    def __init__(self, rules: int = RULES) -> None:
        self.name = "five_spheres"
        self.version = rules
        self.package = "orrery.games.five_spheres"
        self.watch = Watch()

    def new(self, options: JsonObject, fate: Fate) -> State:
        """FS-20.6"""
        try:
            return loading.start(options, fate, self.version)
        except DataFault as fault:
            raise bad_options(fault) from None
        except FateFault as forced:
            raise BadOptions(forced.problem) from None

    def load(self, position: JsonObject, fate: Fate) -> State:
        """FS-19.5"""
        try:
            return loading.load(position, fate, self.version)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None
        except FateFault as forced:
            raise BadPosition(forced.problem) from None

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return FiveSpheresSampler(view, seen, self.version)

    def guide(self) -> Guide:
        from orrery.games.five_spheres.guide import GameGuide

        return GameGuide(self)

    def by_rules(self, version: int) -> Game:
        """FS-12.8 was read otherwise by version 1."""
        return self if version == self.version else FiveSpheres(version)

    def trials(self) -> list[JsonObject]:
        genesis = collections.standard().cards
        return [
            {"max_turns": 24},
            {"lords": 3, "max_turns": 18, "ties": "none", "towers": 2},
            {"lords": 4, "mode": "team_play", "max_turns": 20, "towers": 1},
            {"lords": 6, "mode": "limited_range", "max_turns": 18, "towers": 1, "hand": 7},
            {"lords": 5, "mode": "limited_range", "assembly": "random", "pool_copies": 10, "max_turns": 9, "towers": 1},
            {"assembly": "mirror", "max_turns": 20, "first": 1, "generic_creature": {"strength": 5, "afflicted": 2}},
            {"assembly": "predesign", "deck_numbers": [1, 1], "max_turns": 20, "generic": False},
            {"assembly": "sets", "pool_copies": 6, "max_turns": 16, "generic": False, "ties": "none"},
            {"assembly": "random", "random_extra": 3, "pool_copies": 5, "max_turns": 14},
            {"assembly": "open_draft", "pool_copies": 6, "max_turns": 10},
            {"assembly": "blind_draft", "draft_batch": 2, "lords": 3, "pool_copies": 8, "max_turns": 9},
            {"assembly": "closed_draft", "draft_batch": 3, "pool_copies": 5, "max_turns": 10},
            {"assembly": "closed_draft", "draft_batch": 2, "lords": 4, "pool_copies": 9, "max_turns": 8, "first": 2},
            {"assembly": "predesign", "deck_numbers": [1, 3], "cards": genesis, "max_turns": 24},
            {"assembly": "random", "cards": genesis, "lords": 3, "max_turns": 21, "towers": 2},
            {"lords": 4, "mode": "tag_team", "max_turns": 24, "towers": 1},
            {"lords": 6, "mode": "tag_team", "tag_loss": "first", "max_turns": 18, "towers": 1, "hand": 7},
            {"lords": 4, "mode": "citadel", "max_turns": 20, "towers": 1},
            {"lords": 6, "mode": "citadel", "assembly": "random", "pool_copies": 12, "max_turns": 9, "towers": 1},
        ]

    def veil(self, event: JsonObject, view: JsonObject, reveals: bool) -> JsonObject | None:
        """FS-20.7: a card that nobody knows is null."""
        return foretelling.veil(event, view, reveals)

    def is_doubtful(self, view: JsonObject, events: list[JsonObject]) -> bool:
        """FS-1.10: hidden spells of others."""
        return len(events) > 0 and foretelling.has_hidden_spells(view)

    def is_idle(self, events: list[JsonObject]) -> bool:
        """FS-6.8: a spell may be cast although nothing can be picked for it."""
        return foretelling.is_idle(events)

    def check(self, state: State) -> None:
        assert isinstance(state, FiveSpheresState)
        self.watch.look(state)

    def pack(self, position: JsonObject) -> JsonObject:
        """The cards by name, version and hash where they are a collection of ours or the test set."""
        known = decks.named_cards(position["cards"])
        return position if known is None else {**position, "cards": known}

    def unpack(self, position: JsonObject) -> JsonObject:
        cards = position.get("cards")
        if not isinstance(cards, dict) or not isinstance(cards.get("name"), str):
            return position
        known = decks.cards_named(cards)
        if known is None:
            name = f"{cards['name']} version {cards.get('version')}"
            raise BadPosition(f"the collection {name} with that hash is not here")
        return {**position, "cards": known}


GAME = FiveSpheres()

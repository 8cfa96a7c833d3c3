"""Everything that is true of a match at one moment: the setting, the universe, the piles, the turn and what is
pending.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State
from orrery.games.space_editor.cards.card import CardSet
from orrery.games.space_editor.rules.events import Frame
from orrery.games.space_editor.rules.universe import Universe, geometry

BASEPOINT: Final = 0
PLACE: Final = 1
RESOLVE: Final = 2
END: Final = 3
OVER: Final = 4
PHASES: Final = ("basepoint", "place", "resolve", "end", "over")

USE: Final = 0
TARGET: Final = 1
ROTATE: Final = 2
RELOCATE: Final = 3
PUT: Final = 4
START: Final = 5
STAGES: Final = ("use", "target", "rotate", "relocate", "place", "start")

NOBODY: Final = -1


class Setting:
    """What stays the same through a match: options, cards, elements of the seats."""

    def __init__(self, options: JsonObject, cards: CardSet, elements: list[int]) -> None:
        """Takes options that are complete and checked."""
        self.options = options
        self.cards = cards
        self.elements = elements
        self.seats: int = len(elements)
        self.last: int = self.seats - 1
        self.full: bool = options["mode"] == "full"
        self.forbids_final_star: bool = options["final_star"] == "forbid"
        self.hides_face_down: bool = options["face_down"] == "hidden"
        self.ends_with_decks: bool = options["half_end"] == "decks"
        self.keeps_one_piece: bool = options["split"] == "forbid"
        width, height = options["table"]
        self.grid = geometry(width, height)
        self.frame = Frame(cards, self.grid)
        self.owner: list[int] = [elements.index(e) if e in elements else NOBODY for e in range(4)]
        """SE-9.1: the seat that plays an element."""


class Pending:
    """A triggered ability, waiting or being resolved (SE-12.2 `queue` and `now`). Cards are meant by slot, -1
    is none.
    """

    __slots__ = ("ability", "actor", "decider", "effect", "event", "slot", "stage", "subject")

    def __init__(self, slot: int, ability: int, event: int, actor: int, decider: int) -> None:
        self.slot = slot
        self.ability = ability
        self.event = event
        self.actor = actor
        self.decider = decider
        self.effect: int = 0
        self.stage: int = START
        self.subject: int = NOBODY

    def clone(self) -> Pending:
        """A copy that can go on by itself."""
        other = Pending(self.slot, self.ability, self.event, self.actor, self.decider)
        other.effect = self.effect
        other.stage = self.stage
        other.subject = self.subject
        return other


class Situation(State):
    """The data of a state. The rules that move it are in rules.py."""

    def __init__(self, setting: Setting, fate: Fate, source: Situation | None = None) -> None:
        """The situation before a match, or with a source an independent copy of that."""
        self.setting = setting
        self.fate = fate
        if source is not None:
            self._copy(source)
            return
        n = setting.seats
        self.universe = Universe(setting.cards, setting.grid)
        self.basepoint: int = NOBODY
        self.phase: int = BASEPOINT
        self.turn: int = 0
        self.active: int = n - 1
        self.final: bool = False
        self.hands: list[list[int]] = [[] for _ in range(n)]
        """Sorted, which is the text order of the ids."""
        self.decks: list[list[int]] = [[] for _ in range(n)]
        """The next card to draw is the last of the list."""
        self.discards: list[list[int]] = [[] for _ in range(n)]
        self.faces: list[tuple[int, int]] = []
        """Slots turned up whose rotation is to be chosen, with the seat that chooses."""
        self.queue: list[Pending] = []
        self.now: Pending | None = None
        self.used: set[tuple[int, int, int]] = set()
        """SE-8.8: serial, ability and event serial (-1: the end of the game) of what was triggered this turn."""
        self.legal: list[int] | None = None
        """The legal actions, once they have been worked out."""

    def _copy(self, source: Situation) -> None:
        self.universe = source.universe.clone()
        self.basepoint = source.basepoint
        self.phase = source.phase
        self.turn = source.turn
        self.active = source.active
        self.final = source.final
        self.hands = [pile[:] for pile in source.hands]
        self.decks = [pile[:] for pile in source.decks]
        self.discards = [pile[:] for pile in source.discards]
        self.faces = source.faces[:]
        self.queue = source.queue[:]
        now = source.now
        self.now = None if now is None else now.clone()
        self.used = source.used.copy()
        self.legal = source.legal

    def seats(self) -> int:
        return self.setting.seats

    def to_act(self) -> int | None:
        """SE-13.2"""
        seat = self.decider()
        return None if seat == NOBODY else seat

    def decider(self) -> int:
        """SE-13.2: the seat whose decision it is, or -1."""
        if self.phase == PLACE:
            return self.active
        if self.phase == BASEPOINT:
            return self.setting.last
        if self.phase == OVER:
            return NOBODY
        if self.faces:
            return self.faces[0][1]
        return NOBODY if self.now is None else self.now.decider

    def is_awake(self, slot: int) -> bool:
        """SE-8.2: do the abilities of this card work? A basepoint's do from turn 1 on, whichever way it lies."""
        universe = self.universe
        stone = universe.stones[slot]
        if self.setting.cards.is_basepoint[stone.card]:
            return self.turn > 0
        return universe.is_up(slot) and self.has_slept(slot)

    def has_slept(self, slot: int) -> bool:
        """SE-8.2 but for the face: not placed in this turn, not silenced."""
        universe = self.universe
        return universe.stones[slot].turn < self.turn and universe.silence.get(slot, 0) < self.turn

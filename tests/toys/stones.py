"""A very small game without a sheet, texts or rulebook, of which one knows in every position what is right.

*Stones*: two seats in turn take one or two stones from a heap; who takes the last one wins. So who leaves a multiple of
three wins. With every action dust rises, of which no seat is told.
"""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, NOT_UNDERSTOOD, BadOptions, BadPosition, Refusal
from orrery.core.data import DataFault, Fields, JsonObject, to_integer
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, OpenEvent, Result, Sampler, State

HEAP = 7
"""How many stones there are at the start, if the options do not say."""

MOST = 99


class Took(OpenEvent):
    """Stones were taken."""

    def __init__(self, seat: int, count: int) -> None:
        self.seat = seat
        self.count = count

    def as_json(self) -> JsonObject:
        return {"event": "took", "seat": self.seat, "count": self.count}


class Unnoticed(Event):
    """Something that no seat is told."""

    def as_json(self) -> JsonObject:
        return {"event": "dust"}

    def seen_by(self, seat: int | None) -> JsonObject | None:
        return None


class StonesState(State):
    """How many stones are left, and the seat whose turn it is (at the end, whose turn it would be)."""

    def __init__(self, left: int, seat: int, fate: Fate) -> None:
        self.left = left
        self.seat = seat
        self.fate = fate

    def seats(self) -> int:
        return 2

    def to_act(self) -> int | None:
        return self.seat if self.left else None

    def actions(self) -> list[int]:
        return [count for count in (1, 2) if count <= self.left]

    def act(self, action: int) -> list[Event]:
        event = Took(self.seat, action)
        self.left -= action
        self.seat = 1 - self.seat
        return [Unnoticed(), event]

    def clone(self) -> StonesState:
        return StonesState(self.left, self.seat, self.fate.clone())

    def position(self) -> JsonObject:
        return dict(self.view(None), fate=list(self.fate.queue))

    def view(self, seat: int | None) -> JsonObject:
        view: JsonObject = {"game": "stones", "version": 1, "to_act": self.to_act()}
        return dict(view, left=self.left, seat=self.seat, fate=None)

    def result(self) -> Result:
        over = self.left == 0
        return Result(over, None, [1 - self.seat] if over else [])

    def word(self, action: int) -> str:
        return f"take {action}"

    def read(self, word: str) -> int | None:
        return {"take 1": 1, "take 2": 2, "take 3": 3}.get(word)

    def why_not(self, word: str) -> Refusal | None:
        action = self.read(word)
        if action is None:
            return Refusal(NOT_UNDERSTOOD, "not_understood", "")
        return None if action in self.actions() else Refusal(NOT_ALLOWED, "too_many", "XX-1", {"left": self.left})


class StonesSampler(Sampler):
    """Nothing is hidden: every world is the true one."""

    def __init__(self, view: JsonObject) -> None:
        self.view = view

    def draw(self, fate: Fate) -> State:
        return StonesState(self.view["left"], self.view["seat"], Fate(fate.draw(1 << 32)))


class Stones(Game):
    """The rules of Stones."""

    def __init__(self) -> None:
        self.name = "stones"
        self.version = 1
        self.package = "toys"

    def new(self, options: JsonObject, fate: Fate) -> State:
        """`stones` is the only option: how many there are."""
        stones = options.get("stones", HEAP)
        if not options.keys() <= {"stones"} or type(stones) is not int or not 1 <= stones <= MOST:
            raise BadOptions(f"stones is a number from 1 to {MOST}, and the only option")
        return StonesState(stones, 0, fate)

    def load(self, position: JsonObject, fate: Fate) -> State:
        try:
            return self._load(Fields(position, "position"), fate)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None

    def _load(self, fields: Fields, fate: Fate) -> State:
        fields.word("game", [self.name])
        fields.integer("version", 1, 1)
        state = StonesState(fields.integer("left", 0, MOST), fields.integer("seat", 0, 1), fate)
        fate.queue = [to_integer(value, "fate", 0) for value in fields.items("fate", [])]
        to_act = fields.raw("to_act")
        fields.done()
        if type(to_act) is bool or to_act != state.to_act():
            raise BadPosition("to_act does not fit")
        return state

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return StonesSampler(view)

    def trials(self) -> list[JsonObject]:
        return [{}, {"stones": 20}]

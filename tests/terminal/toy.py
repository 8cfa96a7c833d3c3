"""A very small game without a sheet, texts or rulebook: take one or two stones, who takes the last one wins."""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, BadOptions, BadPosition, Refusal
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, Result, Sampler, State


class Took(Event):
    def __init__(self, seat: int, count: int) -> None:
        self.seat = seat
        self.count = count

    def as_json(self) -> JsonObject:
        return {"event": "took", "seat": self.seat, "count": self.count}

    def seen_by(self, seat: int | None) -> JsonObject:
        return self.as_json()


class Unnoticed(Event):
    """Something that no seat is told."""

    def as_json(self) -> JsonObject:
        return {"event": "dust"}

    def seen_by(self, seat: int | None) -> JsonObject | None:
        return None


class Stones(State):
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

    def clone(self) -> Stones:
        return Stones(self.left, self.seat, self.fate.clone())

    def position(self) -> JsonObject:
        return {"left": self.left, "seat": self.seat}

    def view(self, seat: int | None) -> JsonObject:
        return {"left": self.left, "to_act": self.to_act()}

    def result(self) -> Result:
        over = self.left == 0
        return Result(over, None, [1 - self.seat] if over else [])

    def word(self, action: int) -> str:
        return f"take {action}"

    def read(self, word: str) -> int | None:
        return {"take 1": 1, "take 2": 2}.get(word)

    def why_not(self, word: str) -> Refusal | None:
        action = self.read(word)
        return None if action in self.actions() else Refusal(NOT_ALLOWED, "too_many", "XX-1", {"left": self.left})


class Open(Sampler):
    """Nothing is hidden: there is one world."""

    def __init__(self, view: JsonObject) -> None:
        self.view = view

    def draw(self, fate: Fate) -> State:
        return Stones(self.view["left"], self.view["to_act"] or 0, fate.clone())


class Toy(Game):
    def __init__(self) -> None:
        self.name = "toy_of_the_tests"
        self.version = 1
        self.package = "terminal"

    def new(self, options: JsonObject, fate: Fate) -> State:
        if options:
            raise BadOptions("there are no options")
        return Stones(7, 0, fate)

    def load(self, position: JsonObject, fate: Fate) -> State:
        raise BadPosition("not here")

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return Open(view)

    def trials(self) -> list[JsonObject]:
        return [{}]

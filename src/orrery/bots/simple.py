"""Two simple players: one without a thought, one that looks along its own turn."""

from __future__ import annotations

from orrery.bots.bot import Bot, Clock
from orrery.bots.value import Judge, judge_of
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import State


class RandomBot(Bot):
    """Any legal action, each alike."""

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        return fate.pick(actions)


class Line:
    """Some decisions in a row: the first of them, and the state after the last with its value."""

    __slots__ = ("first", "promise", "state", "value")

    def __init__(self, first: str, state: State, value: float, promise: float = 0.0) -> None:
        self.first = first
        self.state = state
        self.value = value
        self.promise = promise


class GreedyBot(Bot):
    """The action after which the seat stands best, in a world drawn from what the seat knows; ties by lot.

    Where turns have many decisions, it looks along its own ones, as far and as widely as the game's judge says. Out of
    time it takes the best action that it has looked at.
    """

    def choose(self, view: JsonObject, seen: list[JsonObject], actions: list[str], fate: Fate, clock: Clock) -> str:
        if len(actions) == 1:
            return actions[0]
        judge = judge_of(self.game.name)
        world = judge.imagine(self.game, view, seen, fate)
        order = list(actions)
        fate.shuffle(order)
        return LineSearch(judge, view["to_act"], clock).best(world, order)


class LineSearch:
    """Looks for the best line of a seat's own decisions."""

    def __init__(self, judge: Judge, seat: int, clock: Clock) -> None:
        self.judge = judge
        self.seat = seat
        self.clock = clock
        self.top: Line | None = None
        """The best line that has come to the end of the seat's decisions."""

    def best(self, world: State, order: list[str]) -> str:
        """The first action of the best line from here; of equals the one that comes first in the order."""
        lines: list[Line] = []
        now = self.judge.value(world, self.seat) if self.judge.steps > 1 else 0.0
        for word in order:
            if self.clock.left() <= 0:
                break
            action = world.read(word)
            if action is not None:
                self._try(Line(word, world, now), action, lines)
        for _ in range(1, self.judge.steps):
            lines = self._pick(lines)
            grown: list[Line] = []
            for line in lines:
                for action in line.state.actions():
                    if self.clock.left() <= 0:
                        return self._first(order, lines)
                    self._try(line, action, grown)
            if not grown:
                break
            lines = grown
        return self._first(order, lines)

    def _try(self, line: Line, action: int, lines: list[Line]) -> None:
        """Goes on by an action: a line more, or one that is complete."""
        if self.judge.closes(line.state, action):
            self._finish(line)
            return
        state = line.state.clone()
        state.act(action)
        found = Line(line.first, state, self.judge.value(state, self.seat))
        if self.judge.steps > 1 and state.to_act() == self.seat:
            found.promise = self.judge.promise(state, self.seat)
            lines.append(found)
        else:
            self._finish(found)

    def _finish(self, line: Line) -> None:
        if self.top is None or line.value > self.top.value:
            self.top = line

    def _pick(self, lines: list[Line]) -> list[Line]:
        """The best lines; sorting keeps the order of equals."""
        return sorted(lines, key=lambda line: -line.value - line.promise)[: self.judge.width]

    def _first(self, order: list[str], lines: list[Line]) -> str:
        if self.top is not None:
            return self.top.first
        return max(lines, key=lambda line: line.value).first if lines else order[0]


SIMPLE: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}

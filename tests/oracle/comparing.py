"""Compares two referees of one game, decision by decision, in random matches: what is the same for every game.

A game's own file (compare_GAME.py) says in a `Comparison` what is chosen, spoiled and looked at, and is the program.
"""

import argparse
import copy
import json
import random
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.protocol import (
    BadPosition,
    BadRequest,
    IllegalAction,
    Json,
    MatchOver,
    NoMatch,
    Referee,
    RefereeError,
    Server,
)


class Difference(AssertionError):
    """The two sides do not agree; `case` holds what is needed to see it again."""

    def __init__(self, message: str, case: Json) -> None:
        super().__init__(message)
        self.case = case


ERRORS: dict[str, type[RefereeError]] = {
    kind.code: kind for kind in (BadRequest, BadPosition, IllegalAction, MatchOver, NoMatch)
}


class Asked(ABC):
    """A match behind the protocol: each question is one request, and a refusal an exception. `answer` sends a line."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.taken = 0
        self.told: Json = {}
        """The last reply to an action."""

    @abstractmethod
    def answer(self, line: bytes) -> Json:
        """The reply to one line."""

    def ask(self, op: str, **fields: Any) -> Json:
        """One request; a refusal becomes the exception that the comparison knows."""
        reply = self.answer(json.dumps({"op": op, **fields}).encode())
        if not reply["ok"]:
            raise ERRORS[reply["error"]["code"]](reply["error"].get("message", ""))
        return reply

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """Op new."""
        more = {} if fate is None else {"fate": fate}
        position: Json = self.ask("new", game=self.game, options=options, seed=seed, **more)["position"]
        self.taken = 0
        return position

    def load(self, position: Any, seed: Any = 0) -> Json:
        """Op load."""
        loaded: Json = self.ask("load", position=position, seed=seed)["position"]
        self.taken = 0
        return loaded

    def position(self) -> Json:
        """Op position."""
        position: Json = self.ask("position")["position"]
        return position

    def view(self, seat: Any) -> Json:
        """Op view."""
        view: Json = self.ask("view", seat=seat)["view"]
        return view

    def actions(self) -> list[str]:
        """Op actions."""
        actions: list[str] = self.ask("actions")["actions"]
        return actions

    def to_act(self) -> int | None:
        """Op actions."""
        seat: int | None = self.ask("actions")["to_act"]
        return seat

    def act(self, action: Any) -> list[Json]:
        """Op act, with the number of actions taken so far."""
        self.told = self.ask("act", action=action, at=self.taken)
        self.taken += 1
        events: list[Json] = self.told["events"]
        return events

    def events(self, seat: Any) -> list[Json]:
        """Op events."""
        events: list[Json] = self.ask("events", seat=seat)["events"]
        return events

    def result(self) -> tuple[bool, Any, list[int]]:
        """Op result."""
        reply = self.ask("result")
        return reply["over"], reply["scores"], reply["winners"]


class RefereeProcess(Asked):
    """A referee in a process of its own: JSON lines."""

    def __init__(self, command: list[str], game: str) -> None:
        super().__init__(game)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, line: bytes) -> Json:
        """Sends one line and reads the reply."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        reply: Json = json.loads(self.process.stdout.readline() or b'{"ok": false, "error": {"code": "ended"}}')
        return reply

    def act(self, action: Any) -> list[Json]:
        """Op act; the reply says who is to act as the position does."""
        events = super().act(action)
        assert self.told["to_act"] == self.position()["to_act"], "to_act in the reply to act is not the position's"
        return events

    def close(self) -> None:
        """Ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


# ------------------------------------------------------------------------------------------------------- differences


def difference(left: Any, right: Any, path: str = "$") -> str | None:
    """The first place where two JSON values differ, in words; None when they agree. 1, 1.0 and true all differ."""
    if left is right:
        return None
    if type(left) is not type(right):
        return f"{path}: {short(left)} | {short(right)}"
    if isinstance(left, dict):
        if left.get("event") != right.get("event"):
            return f"{path}: {short(left)} | {short(right)}"
        for key in sorted({*left, *right}):
            if key not in left or key not in right:
                return f"{path}.{key} is only on the {'left' if key in left else 'right'}: {short((left | right)[key])}"
            found = difference(left[key], right[key], f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(left, list):
        if all(isinstance(item, str) for item in [*left, *right]) and left != right:
            missing, extra = sorted({*left} - {*right}), sorted({*right} - {*left})
            return f"{path}: only left {short(missing)} | only right {short(extra)} (or the order differs)"
        for index, (one, other) in enumerate(zip(left, right, strict=False)):
            found = difference(one, other, f"{path}[{index}]")
            if found:
                return found
        if len(left) != len(right):
            longer = left if len(left) > len(right) else right
            at = min(len(left), len(right))
            return f"{path}: {len(left)} items | {len(right)} items, the next is {short(longer[at])}"
        return None
    return None if left == right else f"{path}: {short(left)} | {short(right)}"


def short(value: Any) -> str:
    """A value as text of bearable length."""
    text = json.dumps(value)
    return text if len(text) < 400 else text[:400] + " ..."


def outcome(ask: Callable[[], Any]) -> list[Any]:
    """The answer to a question, or the code with which it was refused."""
    try:
        return ["answer", ask()]
    except RefereeError as error:
        return ["refused", error.code]


# ----------------------------------------------------------------------------------------------------------- matches


class Comparison(ABC):
    """One random match, played on both sides and compared after each action. Without a right side only the invariants
    are checked. label names the match in the message of a difference. mutation_share is how often spoiled positions are
    tried. tally counts kinds of actions, events and endings.
    """

    spoiled_starts_share = 4.0
    """How much more often spoiled options are tried than spoiled positions."""
    starts_at_once = 4
    mutations_at_once = 6
    moves_after_a_mutation = 1
    wrong_share = 0.2
    """How often an action is tried that is not in the list."""

    def __init__(
        self,
        left: Referee,
        right: Referee | None,
        rng: random.Random,
        label: str = "",
        mutation_share: float = 0.03,
        tally: Counter[str] | None = None,
    ) -> None:
        self.left = left
        self.right = right
        self.rng = rng
        self.label = label
        self.mutation_share = mutation_share
        self.tally: Counter[str] = Counter() if tally is None else tally
        self.start: Json = {}
        self.step = 0
        self.action = "start"
        self.before: Json | None = None

    # --- what a game says

    @abstractmethod
    def seats(self, position: Json) -> int:
        """How many seats there are."""

    @abstractmethod
    def choose(self, actions: list[str], position: Json) -> str:
        """One of the actions, so that things happen."""

    @staticmethod
    @abstractmethod
    def wrong_action(actions: list[str], rng: random.Random) -> str:
        """An action that is not in the list, mostly close to one that is."""

    @staticmethod
    @abstractmethod
    def mutations(position: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
        """Spoiled positions, each with what was done to it."""

    @staticmethod
    @abstractmethod
    def spoiled_starts(start: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
        """Spoiled requests for a new match, each with what was done to it."""

    @abstractmethod
    def check_invariants(self, position: Json, actions: list[str], over: bool) -> None:
        """What must hold in every position whatever the rules in detail; raises AssertionError."""

    @staticmethod
    def shape(action: str) -> str:
        """The kind of an action, for the tally."""
        return action.split(" ", maxsplit=1)[0]

    def load_share(self, position: Json) -> float:
        """How often a position is loaded again."""
        return 0.15

    def mutations_share(self, position: Json) -> float:
        """How often spoiled positions are tried here."""
        return self.mutation_share

    def compared(self, value: Any) -> Any:
        """The part of a value that is compared."""
        return value

    # --- what is the same for all

    def agree(self, what: str, one: Any, other: Any, **more: Any) -> None:
        """Both sides gave the same; raises Difference."""
        found = difference(self.compared(one), self.compared(other))
        if found:
            case = {"start": self.start, "step": self.step, "before": self.before, "action": self.action}
            raise Difference(
                f"{self.label} step {self.step}, {self.action}: {what}: left | right differ at {found}",
                {**case, "left": one, "right": other, **more},
            )

    def both(self, ask: Callable[[Referee], Any]) -> tuple[list[Any], list[Any]]:
        """What both sides answer, refusals too."""
        one = outcome(lambda: ask(self.left))
        right = self.right
        return one, one if right is None else outcome(lambda: ask(right))

    def sides(self) -> list[tuple[str, Referee]]:
        """The sides that there are, with their names."""
        return [("left", self.left), *([] if self.right is None else [("right", self.right)])]

    def begin(self, referee: Referee, how: Json) -> Json:
        """A start is {"options", "seed", "fate" (or none)} for `new`, or {"position", "seed" (or none)} for `load`."""
        if "position" in how:
            return referee.load(copy.deepcopy(how["position"]), how.get("seed", 0))
        return referee.new(how["options"], how["seed"], how.get("fate"))

    def picture(self, referee: Referee) -> Json:
        """Everything that can be asked of a match, as one value."""
        position = referee.position()
        seats = [*range(self.seats(position)), None]
        over, scores, winners = referee.result()
        return {
            "position": position,
            "to_act": referee.to_act(),
            "actions": referee.actions(),
            "events": {str(seat): referee.events(seat) for seat in seats},
            "views": {str(seat): referee.view(seat) for seat in seats},
            "result": {"over": over, "scores": scores, "winners": winners},
        }

    def pictures(self) -> tuple[Json, Json]:
        """The pictures of both sides."""
        one = self.picture(self.left)
        return one, one if self.right is None else self.picture(self.right)

    def stay(self, position: Json, after: str) -> None:
        """Nothing has changed on either side."""
        for side, referee in self.sides():
            self.agree(f"{side} after {after}", position, referee.position())

    def load_both(self, position: Json) -> None:
        """Each side takes its own position over again."""
        seed = self.rng.randrange(2**64)
        for side, referee in self.sides():
            self.agree(f"{side} load(position())", position, referee.load(copy.deepcopy(position), seed))
            self.agree(f"{side} position() after load", position, referee.position())
            self.agree(f"{side} events after load", [], referee.events(None))

    def try_spoiled_starts(self) -> None:
        """Both sides refuse the same options."""
        for words, spoiled in self.spoiled_starts(self.start, self.rng, self.starts_at_once):
            one, other = self.both(lambda side, s=spoiled: self.begin(side, s))  # type: ignore[misc]
            self.tally[f"spoiled new {one[0]}"] += 1
            self.agree(f"new with {words}", one, other, spoiled=spoiled)

    def try_wrong_action(self, position: Json, actions: list[str]) -> None:
        """Both sides refuse the same action for the same reason, and nothing happens."""
        wrong = self.wrong_action(actions, self.rng)
        one, other = self.both(lambda side: side.act(wrong))
        self.tally[f"wrong action {one[1]}"] += 1
        self.agree(f"refusal of {wrong!r}", one, other)
        self.stay(position, repr(wrong))

    def try_mutations(self, position: Json) -> None:
        """Both sides refuse the same spoiled positions, and go on alike from those that they take."""
        for words, spoiled in self.mutations(position, self.rng, self.mutations_at_once):
            one, other = self.both(lambda side, s=spoiled: side.load(copy.deepcopy(s)))  # type: ignore[misc]
            self.tally[f"spoiled position {one[0]}"] += 1
            self.agree(f"load with {words}", one, other, spoiled=spoiled)
            if one[0] == "refused":
                continue
            again, again_right = self.pictures()
            self.agree(f"after load with {words}", again, again_right, spoiled=spoiled)
            for _ in range(self.moves_after_a_mutation):
                if not again["actions"]:
                    break
                move = self.choose(again["actions"], again["position"])
                one, other = self.both(lambda side, m=move: side.act(m))  # type: ignore[misc]
                self.agree(f"{move} after load with {words}", one, other, spoiled=spoiled)
                again, again_right = self.pictures()
                self.agree(f"after {move} after load with {words}", again, again_right, spoiled=spoiled)

    def look(self) -> tuple[Json, list[str]]:
        """Both sides show the same, and it is sound; gives the position and the actions."""
        seen, seen_right = self.pictures()
        for what in ("position", "to_act", "actions", "events", "views", "result"):
            self.agree(what, seen[what], seen_right[what])
        position: Json = seen["position"]
        try:
            self.check_invariants(position, seen["actions"], seen["result"]["over"])
        except AssertionError as fault:
            words = f"{self.label} step {self.step}, {self.action}: invariant: {fault}"
            raise Difference(words, {"position": position}) from None
        return position, seen["actions"]

    def play(self, start: Json, max_actions: int) -> int:
        """Plays the match; gives the number of actions. Raises Difference."""
        self.start = start
        rng = self.rng
        if "options" in start and rng.random() < self.mutation_share * self.spoiled_starts_share:
            self.try_spoiled_starts()
        one, other = self.both(lambda side: self.begin(side, start))
        self.agree("start", one, other)
        if one[0] == "refused":
            self.tally["start refused"] += 1
            return 0
        while True:
            position, actions = self.look()
            self.before = position
            if rng.random() < self.load_share(position):
                self.load_both(position)
            if rng.random() < self.wrong_share:
                self.try_wrong_action(position, actions)
            if rng.random() < self.mutations_share(position):
                self.try_mutations(position)
                self.load_both(position)
            if not actions or self.step >= max_actions:
                self.tally["ending: not reached"] += bool(actions)
                return self.step
            self.act(position, self.choose(actions, position))

    def act(self, position: Json, action: str) -> None:
        """Does one action on both sides."""
        self.action = action
        self.step += 1
        one, other = self.both(lambda side: side.act(action))
        self.agree("events of act", one, other)
        if one[0] == "refused":  # a listed action is refused for a value of `fate` that is too large
            self.tally["action refused for fate"] += 1
            self.stay(position, "a refusal")
            self.load_both({**position, "fate": []})
            return
        self.tally[f"action {self.shape(action)}"] += 1
        for event in one[1]:
            self.tally[f"event {event['event']}"] += 1
            if event["event"] == "over":
                how = "shared" if len(event["winners"]) > 1 else "one winner"
                self.tally[f"ending: {event.get('reason', 'game')}, {how}"] += 1


# ------------------------------------------------------------------------------------------------------- the protocol


def compare_protocol(left: Server, command: list[str], lines: list[bytes], first: Json) -> Iterator[Difference]:
    """Sends odd requests to both sides and compares the replies but for the messages; gives all differences. After each
    the two sides begin again at a first position.
    """
    right = RefereeProcess(command, left.game)
    lines = list(lines)
    again = json.dumps({"op": "load", "position": first}).encode()
    while lines:
        line = lines.pop(0)
        one, other = left.answer(line), right.answer(line)
        for reply in (one, other):
            if not reply["ok"]:
                reply["error"] = reply["error"]["code"]
        found = difference(one, other)
        if found:
            case = {"line": line.decode(errors="replace"), "left": one, "right": other}
            yield Difference(f"request {line[:120]!r}: left | right differ at {found}", case)
            lines = [again, *lines] if line != again else []
    right.close()


# -------------------------------------------------------------------------------------------------------- the programs


def read_words(description: str | None, max_actions: int, mutations: float) -> argparse.ArgumentParser:
    """The words that all programs take."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to see one again")
    parser.add_argument("--max-actions", type=int, default=max_actions)
    parser.add_argument("--seconds", type=float, help="begin no match after this time")
    parser.add_argument("--mutations", type=float, default=mutations, help="how often spoiled positions are tried")
    parser.add_argument("--keep-going", action="store_true", help="report every match that differs, not the first only")
    parser.add_argument("--dump", help="file for the case of the last difference")
    return parser


def compare_many(
    arguments: argparse.Namespace,
    compare: Callable[[random.Random, str], int],
    tally: Counter[str],
    odd: Iterable[Difference] = (),
) -> bool:
    """Compares odd requests, then many matches, each by `compare` with its chance and its label; prints what differs
    and the tally. True if all agree.
    """
    decisions = differing = matches = 0
    began = time.perf_counter()

    def report(found: Difference) -> None:
        print(found, flush=True)
        if arguments.dump:
            Path(arguments.dump).write_text(json.dumps(found.case, indent=1), encoding="utf-8")

    for found in odd:
        differing += 1
        report(found)
    for number in range(arguments.first, arguments.first + arguments.matches):
        late = arguments.seconds is not None and time.perf_counter() - began > arguments.seconds
        if late or (differing and not arguments.keep_going):
            break
        matches += 1
        try:
            decisions += compare(random.Random(f"{arguments.seed}:{number}"), f"seed {arguments.seed} match {number}")
        except Difference as fault:
            differing += 1
            report(fault)
            print(f"  to see it again: --seed {arguments.seed} --first {number} --matches 1", flush=True)
    for word, count in sorted(tally.items()):
        print(f"{count:9} {word}")
    seconds = time.perf_counter() - began
    print(f"{matches} matches, {decisions} decisions, {differing} differing, {seconds:.0f} s")
    return not differing

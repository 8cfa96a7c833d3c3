"""Compares two referees of Space Editor, decision by decision, in random matches.

    python tests/oracle/compare.py --matches 100 --seed 1 -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
"""

import argparse
import copy
import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.random_space_editor import mutations, random_position, random_start, spoiled_starts
from oracle.space_editor_naive import (
    BadPosition,
    BadRequest,
    Card,
    IllegalAction,
    MatchOver,
    NaiveSpaceEditor,
    NoMatch,
    Picture,
    RefereeError,
)

Json = dict[str, Any]


class Referee(Protocol):
    """What both sides of a comparison must offer. Refusals are exceptions with the protocol's word in `code`."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json: ...

    def load(self, position: Any) -> Json: ...

    def position(self) -> Json: ...

    def view(self, seat: Any) -> Json: ...

    def actions(self) -> list[str]: ...

    def to_act(self) -> int | None: ...

    def act(self, action: Any) -> list[Json]: ...

    def events(self, seat: Any) -> list[Json]: ...

    def result(self) -> tuple[bool, list[int], list[int]]: ...


class Difference(AssertionError):
    """The two sides do not agree; `case` holds what is needed to see it again."""

    def __init__(self, message: str, case: Json) -> None:
        super().__init__(message)
        self.case = case


class RefereeProcess:
    """A referee behind the protocol: one process, JSON lines."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.taken = 0

    def ask(self, **request: Any) -> Json:
        """Sends one request; a refusal becomes an exception."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the referee process has ended")
        reply: Json = json.loads(line)
        if reply["ok"]:
            return reply
        code = reply["error"]["code"]
        for kind in (BadRequest, BadPosition, IllegalAction, MatchOver, NoMatch):
            if kind.code == code:
                raise kind(reply["error"].get("message", ""))
        raise RuntimeError(f"unknown error code {code!r}")

    def close(self) -> None:
        """Ends the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """Op new."""
        extra = {} if fate is None else {"fate": fate}
        position: Json = self.ask(op="new", game="space_editor", options=options, seed=seed, **extra)["position"]
        self.taken = 0
        return position

    def load(self, position: Any) -> Json:
        """Op load."""
        loaded: Json = self.ask(op="load", position=position)["position"]
        self.taken = 0
        return loaded

    def position(self) -> Json:
        """Op position."""
        position: Json = self.ask(op="position")["position"]
        return position

    def view(self, seat: Any) -> Json:
        """Op view."""
        view: Json = self.ask(op="view", seat=seat)["view"]
        return view

    def actions(self) -> list[str]:
        """Op actions."""
        reply = self.ask(op="actions")
        assert reply["to_act"] == self.to_act(), "to_act in the reply to actions differs from that of the position"
        actions: list[str] = reply["actions"]
        return actions

    def to_act(self) -> int | None:
        """Op position."""
        seat: int | None = self.ask(op="position")["position"]["to_act"]
        return seat

    def act(self, action: Any) -> list[Json]:
        """Op act, with the number of actions taken so far."""
        reply = self.ask(op="act", action=action, at=self.taken)
        self.taken += 1
        assert reply["to_act"] == self.to_act(), "to_act in the reply to act differs from that of the position"
        events: list[Json] = reply["events"]
        return events

    def events(self, seat: Any) -> list[Json]:
        """Op events."""
        events: list[Json] = self.ask(op="events", seat=seat)["events"]
        return events

    def result(self) -> tuple[bool, list[int], list[int]]:
        """Op result."""
        reply = self.ask(op="result")
        return reply["over"], reply["scores"], reply["winners"]


class CountingSpaceEditor(NaiveSpaceEditor):
    """The naive referee, and how often each word of the rules did something."""

    def __init__(self, card_set: Json | None = None) -> None:
        super().__init__(card_set)
        self.tally: Counter[str] = Counter()

    def tell(self, event: str, **fields: Any) -> None:
        """Counts events, and the triggers of queued abilities."""
        super().tell(event, **fields)
        self.tally[f"event {event}"] += 1
        if event in ("turned_down", "turned_up"):
            for rule in fields["rules"] or ["by ability"]:
                self.tally[f"rule {event} {rule}"] += 1
        if event == "triggered":
            when = self.p["cards"][fields["card"]]["abilities"][fields["ability"]]["when"]
            self.tally[f"when {when['event']}"] += 1
        if event in ("fizzled", "declined"):
            self.tally[f"{event} {self.now_effect()[1]['effect']}"] += 1

    def take_subject(self) -> None:
        """Counts verbs that are used, with the place of their subject."""
        _, effect = self.now_effect()
        self.tally[f"verb {effect['effect']}"] += 1
        if "target" in effect:
            self.tally[f"where {effect['target']['where']}"] += 1
            if effect.get("pick", "one") == "all":
                self.tally["pick all"] += 1
        super().take_subject()

    def is_protected(self, picture: Picture, card: Card, thing: str, cause: str) -> bool:
        """Counts protection that held."""
        held = super().is_protected(picture, card, thing, cause)
        if held and thing == "turn_down" and card["guard"] >= self.p["turn"]:
            self.tally["guard held"] += 1
        elif held:
            self.tally[f"static protect against {thing} by {cause}"] += 1
        return held

    def is_forbidden(self, others: Picture, card: Card, actor: int) -> bool:
        """Counts cells that were barred."""
        barred = super().is_forbidden(others, card, actor)
        self.tally["static forbid"] += barred
        return barred

    def worth(self, star: Card) -> int:
        """Counts stars whose value was changed."""
        value = super().worth(star)
        self.tally["static worth"] += value != self.definition(star).get("vp", 0)
        return value

    def holds(self, condition: Json, card: Card, event: int | None, decider: int) -> bool:
        """Counts conditions, kept and failed."""
        held = super().holds(condition, card, event, decider)
        self.tally[f"condition {condition['cond']} {'held' if held else 'failed'}"] += 1
        return held


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


def outcome(ask: Any) -> list[Any]:
    """The answer to a question, or the code with which it was refused."""
    try:
        return ["answer", ask()]
    except RefereeError as error:
        return ["refused", error.code]


def picture_of(referee: Referee) -> Json:
    """Everything that can be asked of a match, as one value."""
    position = referee.position()
    seats = [*range(len(position["elements"])), None]
    over, scores, winners = referee.result()
    return {
        "to_act": referee.to_act(),
        "actions": referee.actions(),
        "position": position,
        "views": [referee.view(seat) for seat in seats],
        "events": [referee.events(seat) for seat in seats],
        "result": {"over": over, "scores": scores, "winners": winners},
    }


def check_invariants(position: Json, cards_in_all: int | None) -> int:
    """What must hold in every position whatever the rules in detail; gives the number of cards in the match."""
    board = position["board"]
    w, h = position["options"]["table"]
    assert [(c["x"], c["y"]) for c in board] == sorted({(c["x"], c["y"]) for c in board}), "board order or a cell twice"
    assert len({c["no"] for c in board}) == len(board), "serial numbers"
    for card in board:
        assert -(w // 2) <= card["x"] <= w - 1 - w // 2 and -(h // 2) <= card["y"] <= h - 1 - h // 2, "off the table"
        assert card["turn"] <= position["turn"] and 0 <= card["r"] <= 3
        for mark in ("guard", "silence"):
            assert card[mark] == 0 or card[mark] >= position["turn"], "a mark that has run out"
    for hand in position["hands"]:
        assert hand == sorted(hand), "hand order"
    used = [(u[0], u[1], -1 if u[2] is None else u[2]) for u in position["used"]]
    assert used == sorted(set(used)), "used"
    if position["phase"] not in ("resolve", "end"):
        assert not position["faces"] and not position["queue"] and position["now"] is None, "pending"
    if position["now"] is not None:
        assert (position["now"]["stage"] == "start") == bool(position["faces"]), "stage start"
    bases = sum(1 for c in board if position["cards"][c["card"]]["kind"] == "basepoint")
    piles = [pile for name in ("hands", "decks", "discards") for pile in position[name]]
    count = len(board) - bases + sum(len(pile) for pile in piles)
    assert cards_in_all is None or count == cards_in_all, "a card was lost or made"
    return count


# ----------------------------------------------------------------------------------------------------------- matches


def neighbours(action: str, position: Json) -> int:
    """How many cards the cell of a placement touches."""
    words = action.split(" ")
    x, y = (int(number) for number in words[-2].split(","))
    cells = {(card["x"], card["y"]) for card in position["board"]}
    return sum((x + dx, y + dy) in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def liveliness(action: str, position: Json) -> int:
    """How much an action sets going, tried out by the naive referee; this only steers the choice of actions."""
    trial = NaiveSpaceEditor()
    trial.p = {key: value if key == "cards" else copy.deepcopy(value) for key, value in position.items()}
    trial.decide(action.split(" "))
    trial.go_on()
    weights = {"triggered": 3, "turned_down": 1, "turned_up": 2, "relocated": 1, "fizzled": -1, "stuck": -3}
    return sum(weights.get(event["event"], 0) for event in trial.log)


def choose(actions: list[str], position: Json, rng: random.Random) -> str:
    """One of the actions; lively ones, full corners and everything but `place` and `pass` are preferred."""
    if len(actions) > 1 and rng.random() < 0.4:
        sample = rng.sample(actions, min(10, len(actions)))
        return max(sample, key=lambda action: liveliness(action, position))
    rare = [action for action in actions if not action.startswith(("place", "pass"))]
    if rare and rng.random() < 0.7:
        return rng.choice(rare)
    puts = [action for action in actions if action.startswith(("place", "relocate"))]
    if puts and rng.random() < 0.6:
        sample = rng.sample(puts, min(12, len(puts)))
        most = max(neighbours(action, position) for action in sample)
        return rng.choice([action for action in sample if neighbours(action, position) == most])
    if puts and rng.random() < 0.3:
        kinds = {action: position["cards"].get(action.split(" ")[1], {}).get("kind") for action in puts}
        able = [action for action in puts if kinds[action] == "ability"]
        if able:
            return rng.choice(able)
    return rng.choice(actions)


def wrong_action(actions: list[str], rng: random.Random) -> str:
    """An action that is not in the list, mostly close to one that is."""
    text = rng.choice(actions) if actions else "pass"
    while True:
        way = rng.randrange(7)
        if way == 0:
            wrong = text + " "
        elif way == 1:
            wrong = text.replace(" r", " r0", 1)
        elif way == 2:
            wrong = text.replace(",", ",+", 1)
        elif way == 3:
            at = rng.randrange(len(text) + 1)
            wrong = text[:at] + rng.choice("0123456789-, abcr") + text[at:]
        elif way == 4:
            at = rng.randrange(len(text))
            wrong = text[:at] + text[at + 1 :]
        elif way == 5:
            wrong = rng.choice(["pass", "use", "", "end", "discard", "basepoint 0,0", "target 0,0", "rotate 0,0 r0"])
        else:
            wrong = text.upper()
        if wrong not in actions:
            return wrong
        text += "x"


def compare_match(
    left: Referee,
    right: Referee,
    start: Json,
    rng: random.Random,
    max_actions: int = 400,
    label: str = "",
    mutation_share: float = 0.05,
) -> int:
    """Plays one random match on both sides and compares everything after each action; gives the number of actions.

    start is {"options", "seed", "fate" (optional)} for `new`, or {"position"} for `load`. label names the match in
    the message of a difference. mutation_share is how often spoiled positions are tried.
    """
    step = 0
    action = "start"
    before: Json | None = None

    def agree(what: str, one: Any, other: Any, **more: Any) -> None:
        found = difference(one, other)
        if found:
            case = {
                "start": start,
                "step": step,
                "before": before,
                "action": action,
                "left": one,
                "right": other,
            } | more
            raise Difference(f"{label} step {step}, {action}: {what}: left | right differ at {found}", case)

    def begin(referee: Referee, how: Json) -> Json:
        if "position" in how:
            return referee.load(how["position"])
        return referee.new(how["options"], how["seed"], how.get("fate"))

    if "options" in start and rng.random() < mutation_share * 4:
        for words, spoiled in spoiled_starts(start, rng, 4):
            agree(
                f"new with {words}",
                outcome(lambda s=spoiled: begin(left, s)),
                outcome(lambda s=spoiled: begin(right, s)),
            )
    one, other = outcome(lambda: begin(left, start)), outcome(lambda: begin(right, start))
    agree("start", one, other)
    if one[0] == "refused":
        return 0
    total: int | None = None
    while True:
        seen, seen_right = picture_of(left), picture_of(right)
        for what in ("position", "to_act", "actions", "events", "views", "result"):
            agree(what, seen[what], seen_right[what])
        position, actions = seen["position"], seen["actions"]
        try:
            total = check_invariants(position, total)
            assert bool(actions) != seen["result"]["over"], "no action, or actions after the end"
        except AssertionError as fault:
            raise Difference(f"{label} step {step}, {action}: invariant: {fault}", {"position": position}) from None
        before = position
        if rng.random() < 0.15:
            for side, referee in (("left", left), ("right", right)):
                agree(f"{side} load(position())", position, referee.load(copy.deepcopy(position)))
                agree(f"{side} position() after load", position, referee.position())
                agree(f"{side} events after load", [], referee.events(None))
        if rng.random() < 0.2:
            wrong = wrong_action(actions, rng)
            agree(f"refusal of {wrong!r}", outcome(lambda w=wrong: left.act(w)), outcome(lambda w=wrong: right.act(w)))
            agree(f"left after {wrong!r}", position, left.position())
            agree(f"right after {wrong!r}", position, right.position())
        if rng.random() < mutation_share:
            for words, spoiled in mutations(position, rng, 6):
                one, other = outcome(lambda s=spoiled: left.load(s)), outcome(lambda s=spoiled: right.load(s))
                agree(f"load with {words}", one, other, spoiled=spoiled)
                if one[0] == "answer":
                    again, again_right = picture_of(left), picture_of(right)
                    agree(f"after load with {words}", again, again_right, spoiled=spoiled)
                    if again["actions"]:
                        move = choose(again["actions"], again["position"], rng)
                        agree(
                            f"{move} after load with {words}",
                            outcome(lambda m=move: left.act(m)),
                            outcome(lambda m=move: right.act(m)),
                            spoiled=spoiled,
                        )
                        agree(
                            f"after {move} after load with {words}",
                            picture_of(left),
                            picture_of(right),
                            spoiled=spoiled,
                        )
            left.load(copy.deepcopy(position))
            right.load(copy.deepcopy(position))
        if not actions or step >= max_actions:
            return step
        action = choose(actions, position, rng)
        step += 1
        agree("events of act", left.act(action), right.act(action))


def main() -> None:
    """Compares the naive referee with a command in many random matches and reports what occurred."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to see one again")
    parser.add_argument("--max-actions", type=int, default=400)
    parser.add_argument("--mutations", type=float, default=0.05, help="how often spoiled positions are tried")
    parser.add_argument("--keep-going", action="store_true", help="report every match that differs, not the first only")
    parser.add_argument("--dump", help="file for the case of the last difference")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    left = CountingSpaceEditor()
    right = RefereeProcess(arguments.command)
    decisions = differing = 0
    began = time.perf_counter()
    for number in range(arguments.first, arguments.first + arguments.matches):
        rng = random.Random(f"{arguments.seed}:{number}")
        label = f"seed {arguments.seed} match {number}"
        try:
            start = random_start(rng) if rng.random() < 0.5 else {"position": random_position(rng)}
            decisions += compare_match(left, right, start, rng, arguments.max_actions, label, arguments.mutations)
        except Difference as found:
            differing += 1
            print(found)
            print(f"  to see it again: --seed {arguments.seed} --first {number} --matches 1")
            if arguments.dump:
                Path(arguments.dump).write_text(json.dumps(found.case, indent=1), encoding="utf-8")
            if not arguments.keep_going:
                break
    right.close()
    for word, count in sorted(left.tally.items()):
        print(f"{count:9} {word}")
    seconds = time.perf_counter() - began
    print(f"{number + 1 - arguments.first} matches, {decisions} decisions, {differing} differing, {seconds:.0f} s")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()

"""Compares two referees of Vediic, decision by decision, in random matches.

    python tests/oracle/compare_vediic.py --matches 100 --seed 1 --board BOARD.json -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
"""

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.compare import Difference, RefereeProcess, difference, outcome
from oracle.random_vediic import mutations, played_position, random_position, random_start, spoiled_starts
from oracle.vediic_naive import CARDS_OF_A_COLOR, COLORS, ENLIGHTENMENT_CARDS, NaiveVediic, Server, read_board

Json = dict[str, Any]


class Referee(Protocol):
    """What both sides of a comparison must offer. Refusals are exceptions with the protocol's word in `code`."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json: ...

    def load(self, position: Any, seed: Any = 0) -> Json: ...

    def position(self) -> Json: ...

    def view(self, seat: Any) -> Json: ...

    def actions(self) -> list[str]: ...

    def to_act(self) -> int | None: ...

    def act(self, text: Any) -> list[Json]: ...

    def events(self, seat: Any) -> list[Json]: ...

    def result(self) -> tuple[bool, list[int], list[int]]: ...


class VediicProcess(RefereeProcess):
    """A referee of Vediic behind the protocol."""

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """Op new."""
        extra = {} if fate is None else {"fate": fate}
        position: Json = self.ask(op="new", game="vediic", options=options, seed=seed, **extra)["position"]
        self.taken = 0
        return position

    def load(self, position: Any, seed: Any = 0) -> Json:
        """Op load."""
        loaded: Json = self.ask(op="load", position=position, seed=seed)["position"]
        self.taken = 0
        return loaded

    def act(self, text: Any) -> list[Json]:
        """Op act."""
        return super().act(text)


def picture_of(referee: Referee) -> Json:
    """Everything that can be asked of a match, as one value."""
    position = referee.position()
    seats = [*range(len(position["players"])), None]
    over, scores, winners = referee.result()
    return {
        "position": position,
        "to_act": referee.to_act(),
        "actions": referee.actions(),
        "events": {str(seat): referee.events(seat) for seat in seats},
        "views": {str(seat): referee.view(seat) for seat in seats},
        "result": {"over": over, "scores": scores, "winners": winners},
    }


def check_invariants(position: Json, actions: list[str], over: bool) -> None:
    """What must hold in every position whatever the rules in detail: no card is lost or made, and the game goes on."""
    players = position["players"]
    for color in COLORS:
        held = [player["hand"][color] for player in players]
        piles = [position["supply"][color], position["charity"][color], *held]
        assert min(piles) >= 0 and sum(piles) == CARDS_OF_A_COLOR, f"{color} cards: {piles}"
    held = [player["enlightenment"] for player in players]
    assert sum(held) + position["supply"]["enlightenment"] == ENLIGHTENMENT_CARDS, f"enlightenment cards: {held}"
    assert over == (position["phase"] == "over") == (position["to_act"] is None), "over and to_act"
    assert bool(actions) != over, "no action, or actions after the end"
    assert actions == sorted(set(actions)), "order of the actions"
    assert (position["turn"] is not None) == (position["phase"] == "turn"), "turn"
    assert (position["pending"] is not None) == (position["phase"] == "penalty"), "pending"
    assert (position["rolls"] is not None) == (position["phase"] == "order"), "rolls"


# ----------------------------------------------------------------------------------------------- the choice of actions


def shape(action: str) -> str:
    """The kind of an action: its first word, and for moves the cards that are played."""
    words = action.split(" ")
    if words[0] == "move" and len(words) > 3:
        return f"move with {words[4]}"
    if words[0] == "steal":
        return f"steal from {len(words) - 1}"
    return words[0]


def prospects(match: NaiveVediic, seat: int) -> float:
    """How near a seat is to its promotions; this only steers the choice of actions."""
    p = match.p
    player = p["players"][seat]
    pawns = match.own_pawns(seat)
    hand = match.hand_size(seat)
    colors = sum(count > 0 for count in player["hand"].values())
    value: float = 1000 * player["pawns"].count("promoted") + 120 * player["enlightenment"]
    wants_card = player["enlightenment"] < min(2, 2 * len(pawns))
    if wants_card:
        value += 12 * min(3, colors) + min(hand, 6)
    elif len(pawns) == 1:
        value -= 10 * hand
    planet = p["enlightenment"]
    if p["phase"] in ("turn", "penalty"):
        house = match.house(planet)
        for _, circle in pawns:
            if match.in_contact(seat, planet) and match.activates(planet, circle):
                value += 15
            ahead = [(house + step - 1) % 12 + 1 for step in (1, 2)]
            value += 4 * sum(match.touches(circle, planet, near) for near in ahead)
        if not wants_card and len(pawns) == 1:
            value -= 2 * sum(match.activates(color, circle) for color in COLORS for _, circle in pawns)
    return value


def greedy(match: NaiveVediic, actions: list[str], position: Json, rng: random.Random) -> str:
    """The action after which the seat to act has the best prospects, of a sample of each kind."""
    seat = position["to_act"]
    by_shape: dict[str, list[str]] = {}
    for action in actions:
        by_shape.setdefault(shape(action), []).append(action)
    sample = [action for kind in by_shape.values() for action in rng.sample(kind, min(5, len(kind)))]
    rng.shuffle(sample)
    values: dict[str, float] = {}
    for action in sample:
        match.p = copy.deepcopy(position)
        match.p["fate"] = []
        match.log = []
        match.carry_out(action.split(" "))
        values[action] = prospects(match, seat)
    return max(sample, key=lambda action: values[action])


class Chooser:
    """Picks actions in one match: wild (every kind of action alike) or ambitious (towards promotion)."""

    def __init__(self, scratch: NaiveVediic, rng: random.Random) -> None:
        self.scratch = scratch
        self.rng = rng
        self.ambition = rng.choice([0.0, 0.0, 0.5, 0.95])

    def choose(self, actions: list[str], position: Json) -> str:
        """One of the actions."""
        rng = self.rng
        ambitious = rng.random() < self.ambition and position["phase"] not in ("order", "color", "place")
        if len(actions) > 1 and ambitious:
            return greedy(self.scratch, actions, position, rng)
        wins = [action for action in actions if action.startswith(("promote", "shield"))]
        if wins and rng.random() < 0.6:
            return rng.choice(wins)
        if rng.random() < 0.2:
            return rng.choice(actions)
        kinds = sorted({shape(action) for action in actions})
        if "end" in kinds and len(kinds) > 1 and rng.random() < 0.5:
            kinds.remove("end")
        kind = rng.choice(kinds)
        return rng.choice([action for action in actions if shape(action) == kind])


def wrong_action(actions: list[str], rng: random.Random) -> str:
    """An action that is not in the list, mostly close to one that is."""
    bare = ["pass", "end", "steal", "roll", "", "orange", "skip", "again", "skip with yellow", "again with yellow"]
    more = ["shield with orange", "promote 0", "promote 1", "pay enlightenment", "charity red", "put c18", "move 0 c18"]
    text = rng.choice(actions) if actions else "end"
    while True:
        way = rng.randrange(8)
        if way == 0:
            wrong = text + rng.choice([" ", "\n", " 0", ",red", " with red", " with", " with green,green"])
        elif way == 1:
            wrong = text.replace(",", ", ", 1) if "," in text else " " + text
        elif way == 2:
            words = text.split(" ")
            wrong = " ".join([*words[:-1], ",".join(reversed(words[-1].split(",")))])
        elif way == 3:
            at = rng.randrange(len(text) + 1)
            wrong = text[:at] + rng.choice("0123456789-, abcdr") + text[at:]
        elif way == 4:
            at = rng.randrange(len(text))
            wrong = text[:at] + text[at + 1 :]
        elif way == 5:
            wrong = rng.choice([*bare, *more])
        elif way == 6:
            old, new = rng.choice(COLORS), rng.choice(COLORS)
            wrong = text.replace(old, new)
        else:
            wrong = text.upper()
        if wrong not in actions:
            return wrong
        text += "x"


# ----------------------------------------------------------------------------------------------------------- matches


def compare_match(
    left: Referee,
    right: Referee,
    start: Json,
    rng: random.Random,
    scratch: NaiveVediic,
    max_actions: int = 600,
    label: str = "",
    mutation_share: float = 0.03,
    tally: Counter[str] | None = None,
) -> int:
    """Plays one random match on both sides and compares everything after each action; gives the number of actions.

    start is {"options", "seed", "fate" (optional)} for `new`, or {"position", "seed"} for `load`. scratch is a naive
    referee for trials. label names the match in the message of a difference. mutation_share is how often spoiled
    positions are tried. tally counts kinds of actions, events and endings.
    """
    tally = Counter() if tally is None else tally
    step = 0
    action = "start"
    before: Json | None = None
    chooser = Chooser(scratch, rng)

    def agree(what: str, one: Any, other: Any, **more: Any) -> None:
        found = difference(one, other)
        if found:
            case = {"start": start, "step": step, "before": before, "action": action, "left": one, "right": other}
            raise Difference(f"{label} step {step}, {action}: {what}: left | right differ at {found}", case | more)

    def begin(referee: Referee, how: Json) -> Json:
        if "position" in how:
            return referee.load(copy.deepcopy(how["position"]), how["seed"])
        return referee.new(how["options"], how["seed"], how.get("fate"))

    def load_both(position: Json) -> None:
        seed = rng.randrange(2**64)
        for side, referee in (("left", left), ("right", right)):
            agree(f"{side} load(position())", position, referee.load(copy.deepcopy(position), seed))
            agree(f"{side} position() after load", position, referee.position())
            agree(f"{side} events after load", [], referee.events(None))

    def try_mutations(position: Json) -> None:
        for words, spoiled in mutations(position, rng, 8):
            one, other = outcome(lambda s=spoiled: left.load(s)), outcome(lambda s=spoiled: right.load(s))
            tally[f"spoiled position {one[0]}"] += 1
            agree(f"load with {words}", list(one), list(other), spoiled=spoiled)
            if one[0] == "refused":
                continue
            again = picture_of(left)
            agree(f"after load with {words}", again, picture_of(right), spoiled=spoiled)
            if again["actions"]:
                move = chooser.choose(again["actions"], again["position"])
                one, other = outcome(lambda m=move: left.act(m)), outcome(lambda m=move: right.act(m))
                agree(f"{move} after load with {words}", list(one), list(other), spoiled=spoiled)
                agree(f"after {move} after load with {words}", picture_of(left), picture_of(right), spoiled=spoiled)

    if "options" in start and rng.random() < mutation_share * 4:
        for words, spoiled in spoiled_starts(start, rng, 4):
            one, other = outcome(lambda s=spoiled: begin(left, s)), outcome(lambda s=spoiled: begin(right, s))
            agree(f"new with {words}", list(one), list(other), spoiled=spoiled)
    agree("start", list(outcome(lambda: begin(left, start))), list(outcome(lambda: begin(right, start))))
    while True:
        seen, seen_right = picture_of(left), picture_of(right)
        for what in ("position", "to_act", "actions", "events", "views", "result"):
            agree(what, seen[what], seen_right[what])
        position, actions = seen["position"], seen["actions"]
        try:
            check_invariants(position, actions, seen["result"]["over"])
        except AssertionError as fault:
            raise Difference(f"{label} step {step}, {action}: invariant: {fault}", {"position": position}) from None
        before = position
        if rng.random() < 0.15:
            load_both(position)
        if rng.random() < 0.2:
            wrong = wrong_action(actions, rng)
            one, other = outcome(lambda w=wrong: left.act(w)), outcome(lambda w=wrong: right.act(w))
            tally[f"wrong action {one[1]}"] += 1
            agree(f"refusal of {wrong!r}", list(one), list(other))
            agree(f"left after {wrong!r}", position, left.position())
            agree(f"right after {wrong!r}", position, right.position())
        more = {"turn": 1, "penalty": 3}.get(position["phase"], 8)  # the other phases are shorter
        if rng.random() < mutation_share * more:
            try_mutations(position)
            load_both(position)
        if not actions or step >= max_actions:
            if actions:
                tally["ending: not reached"] += 1
            return step
        action = chooser.choose(actions, position)
        step += 1
        one, other = outcome(lambda a=action: left.act(a)), outcome(lambda a=action: right.act(a))
        agree("events of act", list(one), list(other))
        if one[0] == "refused":  # VE-14.5: a listed action is refused for a value of `fate` that is too large
            tally["action refused for fate"] += 1
            agree("left after a refusal", position, left.position())
            agree("right after a refusal", position, right.position())
            load_both({**position, "fate": []})
            continue
        tally[f"action {shape(action)}"] += 1
        for event in one[1]:
            tally[f"event {event['event']}"] += 1
            if event["event"] == "over":
                tally[f"ending: {event['reason']}, {'shared' if len(event['winners']) > 1 else 'one winner'}"] += 1


FIRST_POSITION: Json = {
    "game": "vediic",
    "options": {"players": 2},
    "phase": "order",
    "to_act": 0,
    "rolls": [None, None],
    "players": [{}, {}],
}


def odd_requests() -> list[bytes]:
    """Protocol, VE-18.2: requests whose replies hang on the form of the request more than on the rules."""
    load = {"op": "load", "position": FIRST_POSITION}
    new = {"op": "new", "game": "vediic", "seed": 1}
    act = {"op": "act", "action": "roll"}
    seeds: list[Any] = [None, "1", 1.0, True, [], 7, -7, 10**25]
    seats: list[Any] = [0, 3, 4, -1, None, 0.0, False, "0"]
    options: list[Any] = [None, [], "", {"players": 2}]
    fates: list[Any] = [None, {}, "1", [1], [-1], [True]]
    positions: list[Any] = [None, [], "", 1, {}, {"game": "vediic"}]
    counts: list[Any] = ["0", 1, -1, None, False, 0.0, 0, 1, 10**30]
    asks: list[Any] = [
        *({"op": op} for op in ("position", "actions", "result", "act", "view", "events", "load", "new", "", None, 1)),
        *({"op": "view", "seat": seat} for seat in seats),
        *({"op": "act", "action": action} for action in ("roll", None, 7, ["roll"])),
        *({}, [], None, 3, "text", {"op": ["new"]}),
        *({key: value for key, value in new.items() if key != left_out} for left_out in new),
        {**new, "game": "chess"},
        {**new, "game": None},
        *({**new, "seed": seed} for seed in seeds),
        *({**new, "options": one} for one in options),
        *({**new, "fate": fate} for fate in fates),
        {**new, "board": "", "wings": 2},
        {"op": "actions", "seat": 99},
        *({"op": op, "seat": seat} for op in ("view", "events") for seat in seats),
        *({**act, "at": at} for at in counts),
        {**act, "action": "roll "},
        {"op": "position", "op2": 1},
        *({"op": "load", "position": position} for position in positions),
        *({**load, "seed": seed} for seed in seeds),
        act,
        {**act, "at": 1},
        load,
        {"op": "position"},
    ]
    raw = [
        b"not json",
        b"{",
        b'{"op": "position"} {"op": "position"}',
        b'{"op": "position", "op": "actions"}',
        b'{"op": "act", "action": "roll", "x": NaN}',
        b'{"op": "act", "action": "roll", "x": Infinity}',
        b'{"op": "act", "action": "roll", "x": 1e999}',
        b'{"op": "act", "action": "\xff"}',
        b'\xef\xbb\xbf{"op": "position"}',
        b'{"op": "act", "action": "roll", "x": ' + b"[" * 150 + b"]" * 150 + b"}",
        b'{"op": "position", "x": ' + b"[" * 199 + b"]" * 199 + b"}",
        b'{"op": "position", "x": ' + b"[" * 200 + b"]" * 200 + b"}",
        b'  {"op":"position"}  ',
        b'{"op": "p\\u006fsition"}',
        b'{"op": "position"',
        b"{'op': 'position'}",
    ]
    return [*(json.dumps(ask).encode() for ask in asks), *raw, b'{"op": "position"}', b'{"op": "actions"}']


def compare_protocol(left: Server, command: list[str]) -> Iterator[Difference]:
    """Sends odd requests to both sides and compares the replies but for the messages; gives all differences."""
    right = RefereeProcess(command)
    assert right.process.stdin is not None and right.process.stdout is not None
    lines = odd_requests()
    again = json.dumps({"op": "load", "position": FIRST_POSITION}).encode()
    while lines:
        line = lines.pop(0)
        right.process.stdin.write(line + b"\n")
        right.process.stdin.flush()
        one, other = left.answer(line), json.loads(right.process.stdout.readline() or b'"the process has ended"')
        for reply in (one, other):
            if isinstance(reply, dict) and not reply["ok"]:
                reply["error"] = reply["error"]["code"]
        found = difference(one, other)
        if found:
            case = {"line": line.decode(errors="replace"), "left": one, "right": other}
            yield Difference(f"request {line[:120]!r}: left | right differ at {found}", case)
            lines = [again, *lines] if line != again else []
    right.close()


def main() -> None:
    """Compares the naive referee with a command in many random matches and reports what occurred."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", required=True, help="the board file")
    parser.add_argument("--first", type=int, default=0, help="number of the first match, to see one again")
    parser.add_argument("--max-actions", type=int, default=600)
    parser.add_argument("--mutations", type=float, default=0.03, help="how often spoiled positions are tried")
    parser.add_argument("--keep-going", action="store_true", help="report every match that differs, not the first only")
    parser.add_argument("--dump", help="file for the case of the last difference")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    board = read_board(arguments.board)
    left, scratch = NaiveVediic(board), NaiveVediic(board)
    tally: Counter[str] = Counter()
    decisions = differing = matches = 0
    began = time.perf_counter()

    def report(found: Difference) -> None:
        print(found)
        if arguments.dump:
            Path(arguments.dump).write_text(json.dumps(found.case, indent=1), encoding="utf-8")

    for found in compare_protocol(Server(NaiveVediic(board)), arguments.command):
        differing += 1
        report(found)
    right = VediicProcess(arguments.command)
    for number in range(arguments.first, arguments.first + arguments.matches):
        if differing and not arguments.keep_going:
            break
        rng = random.Random(f"{arguments.seed}:{number}")
        label = f"seed {arguments.seed} match {number}"
        matches += 1
        try:
            start = random_start(rng)
            if rng.random() < 0.6:
                make = random_position if rng.random() < 0.7 else played_position
                start = {"position": make(scratch, rng), "seed": start["seed"]}
            tally[f"start: {'new' if 'options' in start else 'load in phase ' + start['position']['phase']}"] += 1
            decisions += compare_match(
                left, right, start, rng, scratch, arguments.max_actions, label, arguments.mutations, tally
            )
            tally[f"players {len(left.seats())}"] += 1
        except Difference as fault:
            differing += 1
            report(fault)
            print(f"  to see it again: --seed {arguments.seed} --first {number} --matches 1")
    right.close()
    for word, count in sorted(tally.items()):
        print(f"{count:9} {word}")
    seconds = time.perf_counter() - began
    print(f"{matches} matches, {decisions} decisions, {differing} differing, {seconds:.0f} s")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()

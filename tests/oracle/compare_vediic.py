"""Compares two referees of Vediic, decision by decision, in random matches.

    python tests/oracle/compare_vediic.py --matches 100 --seed 1 --board BOARD.json -- COMMAND [ARGS...]

compares the naive referee, in this process, with any command that speaks the referee protocol on stdin and stdout.
"""

import copy
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.comparing import Comparison, RefereeProcess, compare_many, compare_protocol, read_words
from oracle.protocol import Json, Referee, Server
from oracle.random_vediic import mutations, played_position, random_position, random_start, spoiled_starts
from oracle.vediic_naive import CARDS_OF_A_COLOR, COLORS, ENLIGHTENMENT_CARDS, GAME, NaiveVediic, read_board


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


class VediicComparison(Comparison):
    """A match of Vediic on two sides; scratch is a naive referee for trials."""

    wrong_action = staticmethod(wrong_action)
    mutations = staticmethod(mutations)
    spoiled_starts = staticmethod(spoiled_starts)
    shape = staticmethod(shape)
    mutations_at_once = 8

    def __init__(
        self,
        left: Referee,
        right: Referee,
        rng: random.Random,
        scratch: NaiveVediic,
        label: str,
        mutation_share: float,
        tally: Counter[str] | None,
    ) -> None:
        super().__init__(left, right, rng, label, mutation_share, tally)
        self.chooser = Chooser(scratch, rng)

    def seats(self, position: Json) -> int:
        return len(position["players"])

    def choose(self, actions: list[str], position: Json) -> str:
        return self.chooser.choose(actions, position)

    def check_invariants(self, position: Json, actions: list[str], over: bool) -> None:
        check_invariants(position, actions, over)

    def mutations_share(self, position: Json) -> float:
        more = {"turn": 1, "penalty": 3}.get(position["phase"], 8)  # the other phases are shorter
        return self.mutation_share * more


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
    """Plays one random match on both sides and compares everything after each action; gives the number of actions."""
    return VediicComparison(left, right, rng, scratch, label, mutation_share, tally).play(start, max_actions)


# ------------------------------------------------------------------------------------------------------- the protocol


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


def main() -> None:
    """Compares the naive referee with a command in many random matches and reports what occurred."""
    parser = read_words(__doc__, 600, 0.03)
    parser.add_argument("--board", required=True, help="the board file")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    board = read_board(arguments.board)
    left, scratch = NaiveVediic(board), NaiveVediic(board)
    tally: Counter[str] = Counter()
    right = RefereeProcess(arguments.command, GAME)

    def compare(rng: random.Random, label: str) -> int:
        start = random_start(rng)
        if rng.random() < 0.6:
            make = random_position if rng.random() < 0.7 else played_position
            start = {"position": make(scratch, rng), "seed": start["seed"]}
        tally[f"start: {'new' if 'options' in start else 'load in phase ' + start['position']['phase']}"] += 1
        most, share = arguments.max_actions, arguments.mutations
        decisions = compare_match(left, right, start, rng, scratch, most, label, share, tally)
        tally[f"players {len(left.seats())}"] += 1
        return decisions

    odd = Server(NaiveVediic(board), GAME, may_lack_options=True)
    agreed = compare_many(
        arguments, compare, tally, compare_protocol(odd, arguments.command, odd_requests(), FIRST_POSITION)
    )
    right.close()
    sys.exit(0 if agreed else 1)


if __name__ == "__main__":
    main()

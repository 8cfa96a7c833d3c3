"""A slow and literal referee for Vediic, used as a test oracle.

The match is the position of VE-14.1 and nothing else; every answer is worked out afresh from it. The code follows the
order of the rules, and each docstring names the clause that it puts into code. Where the rules leave a choice, a
comment that starts with "Reading:" says which way was taken.

As a program it speaks the referee protocol on stdin and stdout:

    python vediic_naive.py --board BOARD.json [--board MORE.json ...]
"""

import argparse
import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.protocol import (
    BadPosition,
    BadRequest,
    Fault,
    IllegalAction,
    Json,
    MatchOver,
    NoMatch,
    Server,
    SplitMix,
    check_fields,
    is_int,
    is_word,
    need,
)

GAME = "vediic"
COLORS = ("yellow", "purple", "orange", "blue", "green", "red", "gray")  # VE-1.4: the canonical order
SETUP = ("order", "color", "take", "enlightenment", "place")
PHASES = (*SETUP, "turn", "penalty", "over")
STAGES = ("before", "steal", "after")
CARDS_OF_A_COLOR = 11  # VE-1.2
ENLIGHTENMENT_CARDS = 13  # VE-1.2
OPTION_WORDS: dict[str, tuple[str, ...]] = {
    "order": ("dice", "seat0"),
    "hands": ("hidden", "open"),
    "trade": ("other", "distinct", "any"),
    "teleport": ("any", "gray"),
    "pass_rule": ("free", "none"),
    "penalty_to": ("supply", "charity"),
}
OPTION_DEFAULTS: Json = {
    "players": 4,
    "order": "dice",
    "hands": "hidden",
    "trade": "other",
    "teleport": "any",
    "green_stack": False,
    "stack_planet": True,
    "pooja_per_pass": False,
    "donor_waits": True,
    "pass_rule": "free",
    "penalty_to": "supply",
    "max_rounds": 60,
}
FRESH_TURN: Json = {
    "stage": "before",
    "leg": 1,
    "charity": True,
    "yellow": False,
    "pooja": False,
    "donated": False,
    "moved": [False, False],
}


def copied(value: Any) -> Any:
    """A copy of a JSON value that shares no list and no object with it."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return value


def canonical(cards: Iterable[str]) -> list[str]:
    """VE-1.4: cards in the order of their colours."""
    return sorted(cards, key=COLORS.index)


def no_cards() -> dict[str, int]:
    """VE-14.1: a map of all seven colours to nothing."""
    return dict.fromkeys(COLORS, 0)


def read_board(path: str) -> Json:
    """A board from its data file."""
    board: Json = json.loads(Path(path).read_text(encoding="utf-8"))
    return board


def check_board(board: Json) -> None:
    """VE-2: the data agree with themselves, so that it does not matter which part of them is used."""
    ids = [circle["id"] for circle in board["circles"]]
    need(len(set(ids)) == len(ids) and "promoted" not in ids, "circle ids")
    neighbours = {circle["id"]: circle["neighbours"] for circle in board["circles"]}
    for circle, others in neighbours.items():
        need(len(set(others)) == len(others) and circle not in others, f"joins of {circle}")
        need(all(other in ids and circle in neighbours[other] for other in others), f"joins of {circle}")
    reached = set(ids[:1])
    for _ in ids:
        reached |= {other for circle in reached for other in neighbours[circle]}
    need(len(reached) == len(ids), "a circle without way to the others")
    need([house["house"] for house in board["houses"]] == list(range(1, 13)), "houses")
    by_house = [
        (circle, house["house"], tile["color"])
        for house in board["houses"]
        for tile in house["tiles"]
        for circle in tile["circles"]
    ]
    by_circle = [
        (circle["id"], tile["house"], tile["color"]) for circle in board["circles"] for tile in circle["tiles"]
    ]
    need(sorted(by_house) == sorted(by_circle), "tiles of houses and circles")
    need(all(color in COLORS for _, _, color in by_circle), "colours of tiles")
    need(sorted(board["retrograde"]) == sorted(COLORS), "a colour without R house")
    need(len(set(board["retrograde"].values())) == len(COLORS), "two R in one house")
    for house in board["houses"]:
        color = house["retrograde"]
        need(color is None or board["retrograde"][color] == house["house"], "R houses")
    need(sum(house["retrograde"] is not None for house in board["houses"]) == len(COLORS), "R houses")


def all_distances(board: Json) -> dict[tuple[str, str], int]:
    """VE-2.2: the number of steps of the shortest way from each circle to each."""
    neighbours = {circle["id"]: circle["neighbours"] for circle in board["circles"]}
    distances = {}
    for start in neighbours:
        steps, reached = 0, {start}
        distances[start, start] = 0
        while len(reached) < len(neighbours):
            steps += 1
            rim = {other for circle in reached for other in neighbours[circle]} - reached
            distances |= {(start, end): steps for end in rim}
            reached |= rim
    return distances


def read_options(options: Any) -> Json:
    """VE-18.2: all options, those that are missing by default."""
    check_fields(options, (), OPTION_DEFAULTS, "options")
    full = {**OPTION_DEFAULTS, **options}
    for key, value in full.items():
        if key in OPTION_WORDS:
            need(is_word(value, OPTION_WORDS[key]), f"option {key}")
        elif key == "players":
            need(is_int(value, 2, 7), "option players")
        elif key == "max_rounds":
            need(is_int(value, 1, 100000), "option max_rounds")
        else:
            need(isinstance(value, bool), f"option {key}")
    return full


def read_fate(fate: Any) -> list[int]:
    """VE-14.1: the next chance values; how large they may be shows when they are used (VE-14.5)."""
    need(isinstance(fate, list) and all(is_int(value, 0) for value in fate), "fate")
    return list(fate)


def read_counts(value: Any, words: Iterable[str], what: str) -> dict[str, int]:
    """VE-14.2: a count map; what is missing counts 0."""
    check_fields(value, (), words, what)
    counts = {word: value.get(word, 0) for word in words}
    need(all(is_int(count, 0) for count in counts.values()), what)
    return counts


class NaiveVediic:
    """One match of Vediic, held as the position itself.

    The first board is that of `new`; `load` knows all that are given, by their names.
    """

    def __init__(self, board: Json, *more: Json) -> None:
        for one in (board, *more):
            check_board(one)
        self.default_board: str = board["name"]
        self.boards: dict[str, Json] = {one["name"]: one for one in (board, *more)}
        self.circles_of = {name: {c["id"]: c for c in one["circles"]} for name, one in self.boards.items()}
        self.steps_of = {name: all_distances(one) for name, one in self.boards.items()}
        self.p: Json = {}
        self.log: list[Json] = []
        self.generator = SplitMix(0, [])

    # ------------------------------------------------------------------------------------------- the public questions

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """VE-18.2, VE-3.1: a new match; it draws nothing. A fault leaves the present match as it is."""
        try:
            need(is_int(seed), "seed is no integer")
            position = self.first_position(read_options(options), read_fate([] if fate is None else fate))
        except Fault as fault:
            raise BadRequest(str(fault)) from None
        self.p, self.log, self.generator = position, [], SplitMix(seed, [])
        return self.position()

    def load(self, position: Any, seed: Any = 0) -> Json:
        """VE-14.2, VE-14.3: takes over a position; a fault leaves the present match as it is."""
        if not is_int(seed):
            raise BadRequest("seed is no integer")
        kept = self.p
        try:
            self.p = self.read_position(position)
            self.check_invariants()
        except Fault as fault:
            self.p = kept
            raise BadPosition(str(fault)) from None
        self.log, self.generator = [], SplitMix(seed, [])
        return self.position()

    def position(self) -> Json:
        """VE-14.1: the whole position."""
        self.need_match()
        position: Json = copied(self.p)
        return position

    def view(self, seat: Any) -> Json:
        """VE-17.1, VE-17.2, VE-17.4: what a seat, or with None a spectator, may know."""
        self.need_seat(seat)
        view = self.position()
        view["fate"] = None
        if self.option("hands") == "hidden":
            for other, player in enumerate(view["players"]):
                if other != seat:
                    player["hand"] = sum(player["hand"].values())
        return view

    def to_act(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        self.need_match()
        seat: int | None = self.p["to_act"]
        return seat

    def actions(self) -> list[str]:
        """VE-15: all actions, sorted by bytes, without duplicates."""
        self.need_match()
        return sorted(set(self.list_actions()))

    def act(self, text: Any) -> list[Json]:
        """VE-15, VE-16, VE-14.5: carries out one of the listed actions; a refusal changes nothing."""
        self.need_match()
        if self.p["phase"] == "over":
            raise MatchOver("the game is over")
        if text not in self.actions():
            raise IllegalAction(f"{text!r} is not in the list of actions")
        kept = copied(self.p), self.log, self.generator.state
        self.log = []
        try:
            self.carry_out(text.split(" "))
        except Fault as fault:  # VE-14.5: a value of `fate` that is too large
            self.p, self.log, self.generator.state = kept
            raise IllegalAction(str(fault)) from None
        events: list[Json] = copied(self.log)
        return events

    def events(self, seat: Any) -> list[Json]:
        """VE-16.3: the events of the last action as a seat, or with None a spectator, may see them."""
        self.need_seat(seat)
        seen: list[Json] = copied(self.log)
        if self.option("hands") == "hidden":
            for event in seen:
                if event["event"] == "steal":
                    event["index"] = None
                    if seat is None or seat not in (event["seat"], event["victim"]):
                        event["color"] = None
        return seen

    def result(self) -> tuple[bool, list[int], list[int]]:
        """VE-13.2: whether the game is over, the scores, the winners."""
        self.need_match()
        over = self.p["phase"] == "over"
        scores = [4 * self.promoted(seat) + self.player(seat)["enlightenment"] for seat in self.seats()]
        return over, scores, self.winners() if over else []

    def need_match(self) -> None:
        """Protocol: there must be a match."""
        if not self.p:
            raise NoMatch("no match was started")

    def need_seat(self, seat: Any) -> None:
        """VE-18.2: a seat of this match, or None for the spectator."""
        self.need_match()
        if seat is not None and not is_int(seat, 0, len(self.seats()) - 1):
            raise BadRequest("no such seat")

    # --------------------------------------------------------------------------------- VE-1 the parts, VE-2 the board

    def option(self, name: str) -> Any:
        """VE-18.2: the value of an option."""
        return self.p["options"][name]

    def seats(self) -> range:
        """VE-1.1: all seats."""
        return range(self.p["options"]["players"])

    def player(self, seat: int) -> Json:
        """What belongs to a seat."""
        player: Json = self.p["players"][seat]
        return player

    def hand(self, seat: int) -> dict[str, int]:
        """VE-1.6: the benefit cards of a seat."""
        hand: dict[str, int] = self.player(seat)["hand"]
        return hand

    def hand_size(self, seat: int) -> int:
        """VE-1.6: the number of benefit cards of a seat."""
        return sum(self.hand(seat).values())

    def give_up(self, seat: int, color: str, pile: str = "supply") -> None:
        """VE-1.5: a card goes from a hand to the supply, or where a clause says."""
        self.hand(seat)[color] -= 1
        self.p[pile][color] += 1

    def board(self) -> Json:
        """VE-2: the board of this match."""
        return self.boards[self.p["board"]]

    def circles(self) -> list[str]:
        """VE-2.2: all circles."""
        return list(self.circles_of[self.p["board"]])

    def circle(self, circle_id: str) -> Json:
        """VE-2.2: one circle."""
        circle: Json = self.circles_of[self.p["board"]][circle_id]
        return circle

    def neighbours(self, circle_id: str) -> list[str]:
        """VE-2.2: the circles that a path joins to this one."""
        neighbours: list[str] = self.circle(circle_id)["neighbours"]
        return neighbours

    def distance(self, start: str, end: str) -> int:
        """VE-2.2: the number of steps of the shortest way, whoever stands on it."""
        return self.steps_of[self.p["board"]][start, end]

    def touches(self, circle_id: str, color: str, house: int | None = None) -> bool:
        """VE-2.4: whether the circle touches a tile of this colour, in this house or (None) in any."""
        return any(
            tile["color"] == color and (house is None or tile["house"] == house)
            for tile in self.circle(circle_id)["tiles"]
        )

    def pawns_on(self, circle_id: str) -> list[tuple[int, int]]:
        """VE-1.3: the pawns on a circle, as seat and number, by seat, then number."""
        return [
            (seat, pawn) for seat in self.seats() for pawn in (0, 1) if self.player(seat)["pawns"][pawn] == circle_id
        ]

    def own_pawns(self, seat: int) -> list[tuple[int, str]]:
        """The pawns of a seat that are on the board, with their circles."""
        pawns = self.player(seat)["pawns"]
        return [(pawn, pawns[pawn]) for pawn in (0, 1) if pawns[pawn] not in (None, "promoted")]

    def promoted(self, seat: int) -> int:
        """VE-10.7: the number of promoted pawns of a seat."""
        count: int = self.player(seat)["pawns"].count("promoted")
        return count

    def tell(self, event: str, **fields: Any) -> None:
        """VE-16.1: one more event."""
        self.log.append({"event": event, **fields})

    def draw(self, n: int) -> int:
        """VE-14.5: the next chance value below n, from `fate` or else from the generator."""
        self.generator.fate = self.p["fate"]
        return self.generator.below(n)

    def die(self) -> int:
        """VE-14.5: the face of one die."""
        return self.draw(6) + 1

    # ----------------------------------------------------------------------------------------------------- VE-3 setup

    def first_position(self, options: Json, fate: list[int]) -> Json:
        """VE-3.1: the position before the first decision."""
        n = options["players"]
        by_dice = options["order"] == "dice"
        return {
            "game": GAME,
            "version": 1,
            "options": options,
            "board": self.default_board,
            "phase": "order" if by_dice else "color",
            "round": 0,
            "start": 0,
            "to_act": 0,
            "rolls": [None] * n if by_dice else None,
            "planets": {color: {"house": None, "retrograde": False} for color in COLORS},
            "enlightenment": None,
            "players": [
                {"color": None, "pawns": [None, None], "hand": no_cards(), "enlightenment": 0} for _ in range(n)
            ],
            "supply": {**dict.fromkeys(COLORS, CARDS_OF_A_COLOR), "enlightenment": ENLIGHTENMENT_CARDS},
            "charity": no_cards(),
            "turn": None,
            "pending": None,
            "fate": fate,
        }

    def roll_for_order(self) -> None:
        """VE-3.1: one seat rolls; after the last roll the start seat is found, or the tied roll again."""
        seat, rolls = self.p["to_act"], self.p["rolls"]
        dice = [self.die(), self.die()]
        self.tell("order_roll", seat=seat, dice=dice)
        rolls[seat] = sum(dice)
        if None not in rolls:
            highest = max(rolls)
            tied = [other for other in self.seats() if rolls[other] == highest]
            if len(tied) == 1:
                self.tell("first", seat=tied[0])
                self.p.update(phase="color", start=tied[0], to_act=tied[0], rolls=None)
                return
            self.tell("order_tie", seats=tied)
            rolls = [None if other in tied else 0 for other in self.seats()]
            self.p["rolls"] = rolls
        self.p["to_act"] = rolls.index(None)

    def pick_color(self, color: str) -> None:
        """VE-3.2: the player picks a colour, and then takes cards."""
        seat = self.p["to_act"]
        self.player(seat)["color"] = color
        self.tell("color", seat=seat, color=color)
        self.p["phase"] = "take"

    def take_cards(self, cards: list[str]) -> None:
        """VE-3.3, VE-3.4: two cards; then the next player picks, or the last one names the planet."""
        seat = self.p["to_act"]
        for color in cards:
            self.p["supply"][color] -= 1
            self.hand(seat)[color] += 1
        self.tell("take", seat=seat, cards=cards)
        following = self.following(seat)
        if following is None:
            self.p["phase"] = "enlightenment"  # the last player is already to act
        else:
            self.p.update(phase="color", to_act=following)

    def pick_enlightenment(self, color: str) -> None:
        """VE-3.4: the planet of enlightenment."""
        self.tell("enlightenment", seat=self.p["to_act"], color=color)
        self.p.update(enlightenment=color, phase="place", to_act=self.p["start"])

    def put_pawn(self, circle_id: str) -> None:
        """VE-3.5: pawn 0, then pawn 1; after the last pawn the planets start."""
        seat = self.p["to_act"]
        pawns = self.player(seat)["pawns"]
        pawn = 0 if pawns[0] is None else 1
        pawns[pawn] = circle_id
        self.tell("put", seat=seat, pawn=pawn, circle=circle_id)
        if pawn == 1:
            following = self.following(seat)
            if following is None:
                self.start_planets()
            else:
                self.p["to_act"] = following

    def start_planets(self) -> None:
        """VE-3.6, VE-3.7: each planet leaps from its R house; then round 0 has penalties and rewards."""
        for color in COLORS:
            dice = [self.die(), self.die()]
            self.tell("planet_roll", planet=color, dice=dice)
            self.p["planets"][color]["house"] = self.r_house(color)
            self.move_planet(color, sum(dice))
        self.ask_penalties()

    # ---------------------------------------------------------------------------------------------------- VE-4 rounds

    def turn_order(self) -> list[int]:
        """VE-4.1: the seats clockwise from the start seat."""
        n = len(self.seats())
        return [(self.p["start"] + k) % n for k in range(n)]

    def following(self, seat: int) -> int | None:
        """VE-4.1: the next seat in turn order, None after the last."""
        order = self.turn_order()
        at = order.index(seat) + 1
        return order[at] if at < len(order) else None

    def begin_turn(self, seat: int) -> None:
        """VE-4.1: a player's turn begins."""
        self.p.update(phase="turn", to_act=seat, turn=copied(FRESH_TURN))
        self.tell("turn", seat=seat)

    def end_turn(self) -> None:
        """VE-4.2, VE-13.3: the next player, the planets, or the end."""
        following = self.following(self.p["to_act"])
        self.p["turn"] = None
        if following is not None:
            self.begin_turn(following)
        elif self.p["round"] == self.option("max_rounds"):
            self.finish("max_rounds")
        else:
            self.planets_turn()

    def begin_round(self) -> None:
        """VE-4.2, VE-3.7: a new round; its start seat is the next one clockwise, but the same after round 0."""
        if self.p["round"] > 0:
            self.p["start"] = self.turn_order()[1]
        self.p["round"] += 1
        self.tell("round", round=self.p["round"], start=self.p["start"])
        self.begin_turn(self.p["start"])

    # ------------------------------------------------------------------------------------------- VE-5 a player's turn

    def after_skip(self) -> bool:
        """VE-14.3: the player has skipped the move with a yellow card."""
        turn = self.p["turn"]
        return bool(turn["leg"] == 1 and turn["stage"] == "after" and turn["yellow"])

    def list_turn_actions(self) -> Iterator[str]:
        """VE-5: the actions of all steps that are open."""
        seat, turn = self.p["to_act"], self.p["turn"]
        stage, leg = turn["stage"], turn["leg"]
        if turn["charity"]:  # step 1
            yield from self.list_charity()
        if stage in ("before", "after"):  # steps 2 and 5
            yield from self.list_trades(seat)
            yield from self.list_pooja(seat)
        if stage in ("before", "steal") or self.after_skip():  # step 3
            yield from self.list_steals(seat)
        if stage in ("before", "steal"):  # step 4
            yield from self.list_moves(seat)
            if leg == 1:
                if self.may_pass(seat):
                    yield "pass"
                if self.hand(seat)["yellow"] > 0:
                    yield "skip with yellow"
        # VE-11.13, VE-11.14. Reading: also after `pass`, since step 5 follows it
        if stage == "after" and leg == 1 and not turn["yellow"] and self.hand(seat)["yellow"] > 0:
            yield "again with yellow"
        if stage == "after" or leg == 2:  # VE-5.5
            yield "end"

    def do_turn_action(self, words: list[str]) -> None:
        """VE-5: one action of a turn. VE-5.3: step 1 is over as soon as anything is done."""
        seat, turn = self.p["to_act"], self.p["turn"]
        turn["charity"] = False
        if words[0] == "charity":
            self.take_charity(seat, words[1])
        elif words[0] == "trade":
            self.trade(seat, words[1].split(","), words[3])
        elif words[0] == "donate":
            self.donate(seat, words[1].split(","))
        elif words[0] == "promote":
            self.promote(seat, int(words[1]))
        elif words[0] == "steal":
            self.steal(seat, [int(word) for word in words[1:]])
        elif words[0] == "move":
            self.move(seat, int(words[1]), words[2], words[4].split(",") if len(words) > 3 else [])
        elif words[0] == "pass":
            self.tell("pass", seat=seat)
            turn["stage"] = "after"
        elif words[0] == "skip":
            self.skip(seat)
        elif words[0] == "again":
            self.again(seat)
        else:
            self.tell("end", seat=seat)
            self.end_turn()

    # ------------------------------------------------------------------------------------------------ VE-6 activation

    def r_house(self, color: str) -> int:
        """VE-2.5: the house with the R of this colour."""
        house: int = self.board()["retrograde"][color]
        return house

    def house(self, color: str) -> int:
        """The house where the planet stands."""
        house: int = self.p["planets"][color]["house"]
        return house

    def in_retrograde(self, color: str) -> bool:
        """VE-6.1: the planet stands in the house with its R."""
        return self.house(color) == self.r_house(color)

    def activates(self, color: str, circle_id: str) -> bool:
        """VE-6.2, VE-6.3, VE-6.4: the planet acts on this circle, from its house or, in retrograde, from all."""
        return self.touches(circle_id, color, None if self.in_retrograde(color) else self.house(color))

    # ----------------------------------------------------------------- VE-7 the planets' turn: movement and penalties

    def planets_turn(self) -> None:
        """VE-7.1, VE-7.2: the planets move, then penalties, then rewards."""
        for color in COLORS:
            if self.in_retrograde(color):
                dice = [self.die()]
                self.tell("planet_roll", planet=color, dice=dice)
                self.move_planet(color, dice[0])
            else:
                self.move_planet(color, 1)
        self.ask_penalties()

    def move_planet(self, color: str, steps: int) -> None:
        """VE-2.1, VE-7.1: a planet moves on; the house after 12 is 1."""
        old = self.house(color)
        new = (old + steps - 1) % 12 + 1
        self.p["planets"][color] = {"house": new, "retrograde": new == self.r_house(color)}
        retrograde = self.in_retrograde(color)
        self.tell("planet_move", planet=color, **{"from": old}, to=new, retrograde=retrograde)

    def acts_as_planet(self, color: str) -> bool:
        """VE-10.3: rewards, penalties and trades of the planet of enlightenment hang on an option."""
        return bool(color != self.p["enlightenment"] or self.option("stack_planet"))

    def due(self, seat: int) -> int:
        """VE-7.3, VE-7.6: one card for each planet in retrograde and own pawn on a circle activated by it."""
        return sum(
            self.in_retrograde(color) and self.acts_as_planet(color) and self.activates(color, circle)
            for color in COLORS
            if color != self.player(seat)["color"]
            for _, circle in self.own_pawns(seat)
        )

    def ask_penalties(self) -> None:
        """VE-7.4: who owes what; the players act in turn order."""
        n = len(self.seats())
        owed = [self.due(seat) for seat in self.seats()]
        self.p.update(phase="penalty", turn=None, pending={"owed": owed, "shield": [False] * n, "paid": False})
        for seat in self.turn_order():
            if owed[seat] > 0:
                self.tell("owes", seat=seat, count=owed[seat])
        self.go_on_with_penalties()

    def go_on_with_penalties(self) -> None:
        """VE-7.4, VE-7.5: the next payment; an empty hand is spared; after all payments come the rewards."""
        pending = self.p["pending"]
        for seat in self.turn_order():
            if pending["owed"][seat] > 0:
                if self.hand_size(seat) > 0:
                    self.p["to_act"] = seat
                    # VE-14.3. Reading: also for a seat that owed less than it should when the position was loaded
                    pending["paid"] = pending["owed"][seat] < self.due(seat)
                    return
                self.tell("spared", seat=seat, count=pending["owed"][seat])
                pending["owed"][seat] = 0
        self.reward_all()
        self.p["pending"] = None
        self.begin_round()

    def list_penalty_actions(self) -> Iterator[str]:
        """VE-7.4, VE-7.7: any card may be paid; orange may be played before the first payment."""
        hand = self.hand(self.p["to_act"])
        for color in COLORS:
            if hand[color] > 0:
                yield f"pay {color}"
        if hand["orange"] > 0 and not self.p["pending"]["paid"]:
            yield "shield with orange"

    def pay(self, color: str) -> None:
        """VE-7.4: one card is paid."""
        seat = self.p["to_act"]
        self.give_up(seat, color, self.option("penalty_to"))
        self.p["pending"]["owed"][seat] -= 1
        self.tell("pay", seat=seat, color=color)
        self.go_on_with_penalties()

    def shield(self) -> None:
        """VE-7.7: an orange card cancels all; it is played, not paid, so it goes to the supply (VE-1.5)."""
        seat = self.p["to_act"]
        self.give_up(seat, "orange")
        self.p["pending"]["owed"][seat] = 0
        self.p["pending"]["shield"][seat] = True
        self.tell("shield", seat=seat)
        self.go_on_with_penalties()

    # -------------------------------------------------------------------------------- VE-8 the planets' turn: rewards

    def reward_all(self) -> None:
        """VE-8.1, VE-8.2: planets by house, then canonical; players in turn order; pawn 0 before pawn 1."""
        for house in range(1, 13):
            for color in COLORS:
                if self.house(color) == house and self.acts_as_planet(color):
                    for seat in self.turn_order():
                        for pawn, circle in self.own_pawns(seat):
                            if self.activates(color, circle):
                                self.reward(color, seat, pawn)

    def reward(self, color: str, seat: int, pawn: int) -> None:
        """VE-8.2, VE-8.3, VE-8.4: one card, two for the favourite, as far as the supply has them."""
        favourite = self.player(seat)["color"] == color
        if self.in_retrograde(color) and not favourite and not self.p["pending"]["shield"][seat]:
            return
        count = 2 if favourite else 1
        got = min(count, self.p["supply"][color])
        self.p["supply"][color] -= got
        self.hand(seat)[color] += got
        if got > 0:
            self.tell("reward", seat=seat, pawn=pawn, planet=color, count=got)
        if got < count:
            self.tell("shortage", seat=seat, pawn=pawn, planet=color, count=count - got)

    # ------------------------------------------------------------------------------------ VE-9 exchanges with planets

    def in_contact(self, seat: int, color: str) -> bool:
        """VE-9.1, VE-9.6: the planet is not in retrograde and activates a circle of one of the pawns."""
        return not self.in_retrograde(color) and any(
            self.activates(color, circle) for _, circle in self.own_pawns(seat)
        )

    def list_trades(self, seat: int) -> Iterator[str]:
        """VE-9.2, VE-9.4, VE-9.5: two cards for one of the planet's colour."""
        rule = self.option("trade")
        for got in COLORS:
            if self.acts_as_planet(got) and self.in_contact(seat, got) and self.p["supply"][got] > 0:
                for pair in itertools.combinations_with_replacement(COLORS, 2):
                    if rule in ("other", "distinct") and got in pair:
                        continue
                    if rule == "distinct" and pair[0] == pair[1]:
                        continue
                    if self.holds(seat, pair):
                        yield f"trade {','.join(pair)} for {got}"

    def holds(self, seat: int, cards: Iterable[str]) -> bool:
        """The player has all these cards in hand."""
        cards = list(cards)
        return all(self.hand(seat)[color] >= cards.count(color) for color in COLORS)

    def trade(self, seat: int, gave: list[str], got: str) -> None:
        """VE-9.2: the cards change places."""
        for color in gave:
            self.give_up(seat, color)
        self.p["supply"][got] -= 1
        self.hand(seat)[got] += 1
        self.tell("trade", seat=seat, gave=gave, got=got)

    # ------------------------------------------------------------------------------ VE-10 the planet of enlightenment

    def list_pooja(self, seat: int) -> Iterator[str]:
        """VE-10.2, VE-10.6: donations and promotions, while the transaction of the turn is not used up."""
        planet = self.p["enlightenment"]
        if self.p["turn"]["pooja"] or not self.in_contact(seat, planet):
            return
        held = self.player(seat)["enlightenment"]
        # VE-10.4, VE-10.5
        if held + 1 <= min(3, 2 * len(self.own_pawns(seat))) and self.p["supply"]["enlightenment"] > 0:
            for cards in itertools.combinations(COLORS, 3):
                if self.holds(seat, cards):
                    yield f"donate {','.join(cards)}"
        for pawn, circle in self.own_pawns(seat):
            # VE-10.7, VE-10.8
            last = len(self.own_pawns(seat)) == 1
            if held >= 2 and self.activates(planet, circle) and (not last or self.hand_size(seat) == 0):
                yield f"promote {pawn}"

    def donate(self, seat: int, cards: list[str]) -> None:
        """VE-10.4: three cards to the charity pile for an enlightenment card."""
        for color in cards:
            self.give_up(seat, color, "charity")
        self.p["supply"]["enlightenment"] -= 1
        self.player(seat)["enlightenment"] += 1
        self.p["turn"].update(pooja=True, donated=True)
        self.tell("donate", seat=seat, cards=cards)

    def promote(self, seat: int, pawn: int) -> None:
        """VE-10.7, VE-13.1: a pawn leaves the board for two enlightenment cards; the second one wins."""
        player = self.player(seat)
        self.tell("promote", seat=seat, pawn=pawn, circle=player["pawns"][pawn])
        player["pawns"][pawn] = "promoted"
        player["enlightenment"] -= 2
        self.p["supply"]["enlightenment"] += 2
        self.p["turn"]["pooja"] = True
        if self.promoted(seat) == 2:
            self.finish("promotion")

    # -------------------------------------------------------------------- VE-11 the pawn move and the powers of cards

    def moves(self, seat: int) -> list[tuple[int, str, list[str]]]:
        """VE-11.1: all legal moves, as pawn, circle and cards."""
        return [
            (pawn, target, canonical([*access, *landing]))
            for pawn, start in self.own_pawns(seat)
            if not self.p["turn"]["moved"][pawn]
            for target in self.circles()
            if target != start
            for access in self.accesses(start, target)
            for landing in self.landings(seat, target)
            if self.holds(seat, [*access, *landing])
        ]

    def accesses(self, start: str, target: str) -> list[list[str]]:
        """VE-11.1, VE-11.6, VE-11.10: the ways to get there, each as the cards that it takes."""
        ways: list[list[str]] = []
        if self.can_walk(start, target):
            ways.append([])
        greens = self.greens(self.distance(start, target))
        if greens is not None:
            ways.append(["green"] * greens)
        from_here = self.option("teleport") == "any" or self.touches(start, "gray")
        if from_here and self.touches(target, "gray"):
            ways.append(["gray"])
        return ways

    def can_walk(self, start: str, target: str) -> bool:
        """VE-11.2, VE-11.3: one step, or two over a circle without any pawn."""
        near = self.neighbours(start)
        return target in near or any(target in self.neighbours(via) and not self.pawns_on(via) for via in near)

    def greens(self, steps: int) -> int | None:
        """VE-11.4, VE-11.5: the number of green cards for so many steps, None if there is no way."""
        cards = 1
        while 2 + 2 * cards < steps:
            cards += 1
        return cards if cards == 1 or self.option("green_stack") else None

    def landings(self, seat: int, target: str) -> list[list[str]]:
        """VE-11.7, VE-11.8, VE-11.9: the ways to stand there, each as the cards that it takes."""
        pawns = self.pawns_on(target)
        opposing = [pawn for pawn in pawns if pawn[0] != seat]
        beside_own = len(opposing) < len(pawns)
        if not pawns:
            return [[]]
        if not opposing:
            return [["blue"]]
        reds = ["red"] * len(opposing)
        return [["blue"], [*reds, "blue"] if beside_own else reds]

    def list_moves(self, seat: int) -> Iterator[str]:
        """VE-15: the moves in notation."""
        for pawn, target, cards in self.moves(seat):
            yield f"move {pawn} {target}" + (f" with {','.join(cards)}" if cards else "")

    def move(self, seat: int, pawn: int, target: str, cards: list[str]) -> None:
        """VE-11.1, VE-11.9: the pawn moves, cards go to the supply, red sends the others where it started."""
        pawns = self.player(seat)["pawns"]
        start = pawns[pawn]
        displaced = [other for other in self.pawns_on(target) if other[0] != seat] if "red" in cards else []
        for color in cards:
            self.give_up(seat, color)
        pawns[pawn] = target
        self.tell("move", seat=seat, pawn=pawn, **{"from": start}, to=target, cards=cards)
        for other, number in displaced:
            self.player(other)["pawns"][number] = start
            self.tell("displace", seat=other, pawn=number, **{"from": target}, to=start)
        self.p["turn"]["moved"][pawn] = True
        self.p["turn"]["stage"] = "after"

    def may_pass(self, seat: int) -> bool:
        """VE-11.11: no move without cards; with pass_rule none no move at all."""
        if self.option("pass_rule") == "none":
            return not self.moves(seat)
        return all(cards for _, _, cards in self.moves(seat))

    def skip(self, seat: int) -> None:
        """VE-11.12: yellow in place of the move."""
        # Reading: with pooja_per_pass this opens no second pooja, for the leg is still the first
        self.give_up(seat, "yellow")
        self.p["turn"].update(stage="after", yellow=True, charity=True)
        self.tell("skip", seat=seat)

    def again(self, seat: int) -> None:
        """VE-11.13, VE-10.6: yellow for the second leg."""
        self.give_up(seat, "yellow")
        self.p["turn"].update(stage="before", leg=2, yellow=True, charity=True)
        if self.option("pooja_per_pass"):
            self.p["turn"]["pooja"] = False
        self.tell("again", seat=seat)

    def list_steals(self, seat: int) -> Iterator[str]:
        """VE-11.15: from none, one or two opponents with a benefit card."""
        if self.hand(seat)["purple"] > 0:
            victims = [other for other in self.seats() if other != seat and self.hand_size(other) > 0]
            for count in (0, 1, 2):
                for named in itertools.combinations(victims, count):
                    yield " ".join(["steal", *(str(other) for other in named)])

    def steal(self, seat: int, victims: list[int]) -> None:
        """VE-11.15, VE-14.4: purple to the supply, then one card at random from each."""
        self.give_up(seat, "purple")
        self.tell("purple", seat=seat, targets=victims)
        for victim in victims:
            cards = [color for color in COLORS for _ in range(self.hand(victim)[color])]
            index = self.draw(len(cards))
            self.hand(victim)[cards[index]] -= 1
            self.hand(seat)[cards[index]] += 1
            self.tell("steal", seat=seat, victim=victim, index=index, color=cards[index])
        if self.p["turn"]["stage"] == "before":
            self.p["turn"]["stage"] = "steal"

    # ----------------------------------------------------------------------------------------- VE-12 the charity pile

    def list_charity(self) -> Iterator[str]:
        """VE-12.3, VE-12.5: one card of the pile, but not for who has donated in this turn."""
        if not (self.option("donor_waits") and self.p["turn"]["donated"]):
            for color in COLORS:
                if self.p["charity"][color] > 0:
                    yield f"charity {color}"

    def take_charity(self, seat: int, color: str) -> None:
        """VE-12.3: the card goes to the hand."""
        self.p["charity"][color] -= 1
        self.hand(seat)[color] += 1
        self.tell("charity", seat=seat, color=color)

    # -------------------------------------------------------------------------------------------------- VE-13 the end

    def winners(self) -> list[int]:
        """VE-13.1, VE-13.3: most promoted pawns, then most enlightenment cards, then fewest benefit cards."""
        keys = [
            (self.promoted(seat), self.player(seat)["enlightenment"], -self.hand_size(seat)) for seat in self.seats()
        ]
        return [seat for seat in self.seats() if keys[seat] == max(keys)]

    def finish(self, reason: str) -> None:
        """VE-13: the game is over."""
        self.p.update(phase="over", to_act=None, turn=None, pending=None)
        self.tell("over", reason=reason, winners=self.winners())

    # ----------------------------------------------------------------------------------- VE-14 notation: the position

    def read_position(self, sent: Any) -> Json:
        """VE-14.1, VE-14.2: a position in its normal form; types and keys are checked, not yet the invariants."""
        known = (
            *("version", "options", "board", "round", "start", "to_act", "rolls", "planets", "enlightenment"),
            *("supply", "charity", "turn", "pending", "fate"),
        )
        check_fields(sent, ("game", "phase", "players"), known, "position")
        need(is_word(sent["game"], (GAME,)), "game")
        need(is_int(sent.get("version", 1), 1, 1), "version")
        phase = sent["phase"]
        need(is_word(phase, PHASES), "phase")
        options = read_options(sent.get("options", {}))
        n = options["players"]
        board = sent.get("board", self.default_board)
        need(is_word(board, self.boards), "board")
        read: Json = {"game": GAME, "version": 1, "options": options, "board": board, "phase": phase}
        read["round"] = sent.get("round", 0 if phase in SETUP else 1)
        need(is_int(read["round"], 0, options["max_rounds"]), "round")
        read["start"] = sent.get("start", 0)
        need(is_int(read["start"], 0, n - 1), "start")
        read["to_act"] = sent.get("to_act")
        if phase == "over":
            need(read["to_act"] is None, "to_act")
        else:
            need(is_int(read["to_act"], 0, n - 1), "to_act")
        read["rolls"] = self.read_rolls(sent.get("rolls"), phase, n)
        read["planets"] = self.read_planets(sent.get("planets"), phase, self.boards[board])
        read["enlightenment"] = sent.get("enlightenment")
        if phase in ("order", "color", "take", "enlightenment"):
            need(read["enlightenment"] is None, "enlightenment")
        else:
            need(is_word(read["enlightenment"], COLORS), "enlightenment")
        need(isinstance(sent["players"], list) and len(sent["players"]) == n, "players")
        circles = [circle["id"] for circle in self.boards[board]["circles"]]
        read["players"] = [self.read_player(player, circles) for player in sent["players"]]
        read["charity"] = read_counts(sent.get("charity", {}), COLORS, "charity")
        read["supply"] = self.read_supply(sent.get("supply"), read)
        read["turn"] = self.read_turn(sent.get("turn"), phase)
        read["pending"] = self.read_pending(sent.get("pending"), phase, n)
        read["fate"] = read_fate(sent.get("fate", []))
        return read

    def read_rolls(self, rolls: Any, phase: str, n: int) -> Any:
        """VE-14.1, VE-14.3: `rolls`."""
        if phase != "order":
            need(rolls is None, "rolls")
            return None
        need(isinstance(rolls, list) and len(rolls) == n, "rolls")
        need(all(roll is None or is_int(roll, 0, 0) or is_int(roll, 2, 12) for roll in rolls), "rolls")
        return list(rolls)

    def read_planets(self, planets: Any, phase: str, board: Json) -> Json:
        """VE-14.1, VE-14.2, VE-14.3: `planets`; `retrograde` may be missing, but not in setup."""
        in_setup: Json = {color: {"house": None, "retrograde": False} for color in COLORS}
        if phase in SETUP and planets is None:
            return in_setup
        check_fields(planets, COLORS, (), "planets")
        read: Json = {}
        for color in COLORS:
            planet = planets[color]
            if phase in SETUP:
                check_fields(planet, ("house", "retrograde"), (), "planet")
                need(planet["house"] is None and planet["retrograde"] is False, "planets in setup")
                continue
            check_fields(planet, ("house",), ("retrograde",), "planet")
            need(is_int(planet["house"], 1, 12), "house of a planet")
            retrograde = planet["house"] == board["retrograde"][color]
            given = planet.get("retrograde", retrograde)
            need(isinstance(given, bool) and given == retrograde, "retrograde")
            read[color] = {"house": planet["house"], "retrograde": retrograde}
        return in_setup if phase in SETUP else read

    def read_player(self, player: Any, circles: list[str]) -> Json:
        """VE-14.1, VE-14.2: one entry of `players`."""
        check_fields(player, (), ("color", "pawns", "hand", "enlightenment"), "player")
        color = player.get("color")
        need(color is None or is_word(color, COLORS), "color")
        pawns = player.get("pawns", [None, None])
        need(isinstance(pawns, list) and len(pawns) == 2, "pawns")
        need(all(pawn is None or is_word(pawn, (*circles, "promoted")) for pawn in pawns), "pawns")
        hand = read_counts(player.get("hand", {}), COLORS, "hand")
        enlightenment = player.get("enlightenment", 0)
        need(is_int(enlightenment, 0, 3), "enlightenment cards")
        return {"color": color, "pawns": list(pawns), "hand": hand, "enlightenment": enlightenment}

    def read_supply(self, supply: Any, read: Json) -> dict[str, int]:
        """VE-1.2, VE-14.2, VE-14.3: `supply`, given or computed; with it all cards are there."""
        right = {
            color: CARDS_OF_A_COLOR - read["charity"][color] - sum(player["hand"][color] for player in read["players"])
            for color in COLORS
        }
        right["enlightenment"] = ENLIGHTENMENT_CARDS - sum(player["enlightenment"] for player in read["players"])
        need(min(right.values()) >= 0, "too many cards")
        if supply is not None:
            need(read_counts(supply, (*COLORS, "enlightenment"), "supply") == right, "supply")
        return right

    def read_turn(self, turn: Any, phase: str) -> Any:
        """VE-14.1, VE-14.2: `turn`. Reading: if it is given, all its fields are."""
        if phase != "turn":
            need(turn is None, "turn")
            return None
        if turn is None:
            return copied(FRESH_TURN)
        check_fields(turn, FRESH_TURN, (), "turn")
        need(is_word(turn["stage"], STAGES), "stage")
        need(is_int(turn["leg"], 1, 2), "leg")
        flags = [turn[key] for key in ("charity", "yellow", "pooja", "donated")]
        need(isinstance(turn["moved"], list) and len(turn["moved"]) == 2, "moved")
        need(all(isinstance(flag, bool) for flag in [*flags, *turn["moved"]]), "turn")
        return copied(turn)

    def read_pending(self, pending: Any, phase: str, n: int) -> Any:
        """VE-14.1: `pending`. Reading: if it is given, all its fields are."""
        if phase != "penalty":
            need(pending is None, "pending")
            return None
        check_fields(pending, ("owed", "shield", "paid"), (), "pending")
        for key in ("owed", "shield"):
            need(isinstance(pending[key], list) and len(pending[key]) == n, key)
        need(all(is_int(owed, 0) for owed in pending["owed"]), "owed")
        need(all(isinstance(flag, bool) for flag in [*pending["shield"], pending["paid"]]), "shield, paid")
        return copied(pending)

    def check_invariants(self) -> None:
        """VE-14.3: what hangs together; self.p is the position on trial."""
        p, phase = self.p, self.p["phase"]
        colors = [player["color"] for player in p["players"] if player["color"] is not None]
        need(len(set(colors)) == len(colors), "two players of one colour")
        if phase not in ("order", "color", "take"):
            need(len(colors) == len(self.seats()), "a player without colour")
        if phase in SETUP:
            need(p["round"] == 0, "round in setup")
            need(p["supply"]["enlightenment"] == ENLIGHTENMENT_CARDS, "enlightenment cards in setup")
            need(not any(p["charity"].values()), "charity cards in setup")
            # Reading: in setup only; later rounds start elsewhere, and round 0's penalties are no longer setup
            if self.option("order") == "seat0":
                need(phase != "order" and p["start"] == 0, "order seat0")
            self.check_setup()
            return
        need(phase == "penalty" or p["round"] >= 1, "round 0")
        need(phase != "penalty" or p["round"] < self.option("max_rounds"), "round of a penalty")
        for seat in self.seats():
            need(None not in self.player(seat)["pawns"], "a pawn not placed")
            need(self.player(seat)["enlightenment"] <= 2 * len(self.own_pawns(seat)), "enlightenment cards")
        winners = [seat for seat in self.seats() if self.promoted(seat) == 2]
        if phase == "over":
            need(len(winners) <= 1, "two players with two promoted pawns")
            need(bool(winners) or p["round"] == self.option("max_rounds"), "over too early")
            need(all(self.hand_size(seat) == 0 for seat in winners), "the winner holds cards")
        else:
            need(not winners, "two promoted pawns and not over")
        if phase == "turn":
            self.check_turn()
        if phase == "penalty":
            self.check_pending()

    def check_setup(self) -> None:
        """VE-14.3: colours, hands and pawns in the five phases of setup."""
        p, phase, to_act = self.p, self.p["phase"], self.p["to_act"]
        order = self.turn_order()
        if phase == "order":
            need(p["start"] == 0, "start")
            need(None in p["rolls"] and p["rolls"].index(None) == to_act, "to_act")
            need(all(roll in (None, 0) for roll in p["rolls"][to_act:]), "rolls after to_act")
        if phase == "enlightenment":
            need(to_act == order[-1], "to_act")
        before = order[: order.index(to_act)]
        for seat in order:
            player = self.player(seat)
            has_color = phase in ("enlightenment", "place") or seat in before or (phase == "take" and seat == to_act)
            has_cards = phase in ("enlightenment", "place") or seat in before
            if phase == "order":
                has_color = has_cards = False
            need((player["color"] is not None) == has_color, "colours in setup")
            need(self.hand_size(seat) == (2 if has_cards else 0), "hands in setup")
            need("promoted" not in player["pawns"], "promoted in setup")
            if phase == "place" and seat in before:
                need(None not in player["pawns"], "pawns in setup")
            elif phase == "place" and seat == to_act:
                need(player["pawns"][1] is None, "pawns in setup")
            else:
                need(player["pawns"] == [None, None], "pawns in setup")
        placed = [circle for seat in order for _, circle in self.own_pawns(seat)]
        need(len(set(placed)) == len(placed), "two pawns on one circle")

    def check_turn(self) -> None:
        """VE-14.3: the flags of a turn. What is only out of reach, but not named there, is accepted."""
        turn = self.p["turn"]
        if turn["leg"] == 2:
            need(turn["yellow"], "leg 2 without yellow")
        else:
            need(turn["moved"] != [True, True], "both pawns moved in leg 1")
            if turn["stage"] in ("before", "steal"):
                need(not turn["yellow"] and not any(turn["moved"]), "leg 1 before the move")
            else:
                need(not (turn["yellow"] and any(turn["moved"])), "skipped and moved")
        if turn["charity"]:
            need(turn["stage"] == "before" or self.after_skip(), "charity")

    def check_pending(self) -> None:
        """VE-14.3: the penalties."""
        pending = self.p["pending"]
        for seat in self.seats():
            # Reading: seats that come later may owe less than VE-7.3 gives, as the clause says "at most"
            need(pending["owed"][seat] <= self.due(seat), "owed")
            if pending["shield"][seat]:
                need(pending["owed"][seat] == 0 and self.due(seat) > 0, "shield")
        owing = [seat for seat in self.turn_order() if pending["owed"][seat] > 0]
        need(owing[:1] == [self.p["to_act"]], "to_act")
        need(self.hand_size(self.p["to_act"]) > 0, "an empty hand has to pay")
        need(pending["paid"] == (pending["owed"][self.p["to_act"]] < self.due(self.p["to_act"])), "paid")

    # ---------------------------------------------------------------------------------------- VE-15 notation: actions

    def list_actions(self) -> Iterator[str]:
        """VE-15: all actions, in no order."""
        p, phase = self.p, self.p["phase"]
        if phase == "order":
            yield "roll"
        elif phase == "color":
            picked = [player["color"] for player in p["players"]]
            for color in COLORS:
                if color not in picked:
                    yield f"color {color}"
        elif phase == "take":
            for pair in itertools.combinations_with_replacement(COLORS, 2):
                if all(p["supply"][color] >= pair.count(color) for color in pair):
                    yield f"take {pair[0]} {pair[1]}"
        elif phase == "enlightenment":
            for color in COLORS:
                yield f"enlightenment {color}"
        elif phase == "place":
            for circle in self.circles():
                if not self.pawns_on(circle):
                    yield f"put {circle}"
        elif phase == "turn":
            yield from self.list_turn_actions()
        elif phase == "penalty":
            yield from self.list_penalty_actions()

    def carry_out(self, words: list[str]) -> None:
        """VE-15: a listed action."""
        phase = self.p["phase"]
        if phase == "order":
            self.roll_for_order()
        elif phase == "color":
            self.pick_color(words[1])
        elif phase == "take":
            self.take_cards(words[1:])
        elif phase == "enlightenment":
            self.pick_enlightenment(words[1])
        elif phase == "place":
            self.put_pawn(words[1])
        elif phase == "turn":
            self.do_turn_action(words)
        elif words[0] == "pay":
            self.pay(words[1])
        else:
            self.shield()


# ------------------------------------------------------------------------------------------------------- the protocol


def main() -> None:
    """Reads requests from stdin and writes replies to stdout until the input ends."""
    parser = argparse.ArgumentParser(description="A slow referee for Vediic that speaks the protocol.")
    parser.add_argument("--board", action="append", required=True, help="board file; the first is that of `new`")
    arguments = parser.parse_args()
    boards = [read_board(path) for path in arguments.board]
    Server(NaiveVediic(*boards), GAME, may_lack_options=True).serve()


if __name__ == "__main__":
    main()

"""A toy game written as a stranger would write it, in ordinary Python: it shows that the contract works from outside.

*High Card*: two or three seats get three cards from a shuffled pack. A seat plays a card or throws a die, and
that is added to its score. Hands are hidden. After each seat has acted three times the highest sum wins.
"""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, NOT_UNDERSTOOD, BadOptions, BadPosition, Refusal
from orrery.core.data import DataFault, Fields, JsonObject, to_integer, to_list
from orrery.core.fate import Fate
from orrery.core.game import Event, Game, Result, Sampler, State

DIE = 100


class Played(Event):
    """A card was played, or (card None) a die thrown."""

    def __init__(self, seat: int, card: int | None, face: int | None) -> None:
        self.seat, self.card, self.face = seat, card, face

    def as_json(self) -> JsonObject:
        return {"event": "played", "seat": self.seat, "card": self.card, "face": self.face}

    def seen_by(self, seat: int | None) -> JsonObject:
        return self.as_json()


class HighCardState(State):
    """Hands, sums, and whose turn it is."""

    def __init__(self, seats: int, fate: Fate) -> None:
        self.fate = fate
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.sums = [0] * seats
        self.taken = 0

    def seats(self) -> int:
        return len(self.hands)

    def to_act(self) -> int | None:
        return None if self.taken >= 3 * self.seats() else self.taken % self.seats()

    def actions(self) -> list[int]:
        seat = self.to_act()
        return [] if seat is None else [*self.hands[seat], DIE]

    def act(self, action: int) -> list[Event]:
        seat = self.to_act()
        assert seat is not None
        self.taken += 1
        if action == DIE:
            face = self.fate.draw(6) + 1
            self.sums[seat] += face
            return [Played(seat, None, face)]
        self.hands[seat].remove(action)
        self.sums[seat] += action
        return [Played(seat, action, None)]

    def clone(self) -> HighCardState:
        other = HighCardState(self.seats(), self.fate.clone())
        other.hands = [list(hand) for hand in self.hands]
        other.sums = list(self.sums)
        other.taken = self.taken
        return other

    def position(self) -> JsonObject:
        hands = [sorted(hand) for hand in self.hands]
        return {
            "game": "high_card",
            "version": 1,
            "to_act": self.to_act(),
            "hands": hands,
            "sums": list(self.sums),
            "taken": self.taken,
            "fate": list(self.fate.queue),
        }

    def view(self, seat: int | None) -> JsonObject:
        view: JsonObject = {"game": "high_card", "version": 1, "to_act": self.to_act()}
        view["sums"], view["taken"] = list(self.sums), self.taken
        view["hands"] = [sorted(hand) if i == seat else len(hand) for i, hand in enumerate(self.hands)]
        view["fate"] = None
        return view

    def result(self) -> Result:
        over = self.to_act() is None
        best = max(self.sums)
        return Result(over, list(self.sums), [i for i, s in enumerate(self.sums) if s == best] if over else [])

    def word(self, action: int) -> str:
        return "throw" if action == DIE else f"play {action}"

    def read(self, word: str) -> int | None:
        if word == "throw":
            return DIE
        kind, _, number = word.partition(" ")
        return int(number) if kind == "play" and number.isascii() and number.isdigit() and int(number) != DIE else None

    def why_not(self, word: str) -> Refusal | None:
        action = self.read(word)
        if action is None or self.word(action) != word:
            return Refusal(NOT_UNDERSTOOD, "not_understood", "")
        seat = self.to_act()
        if action == DIE or (seat is not None and action in self.hands[seat]):
            return None
        return Refusal(NOT_ALLOWED, "not_in_hand", "", {"card": action})


class HighCardSampler(Sampler):
    """Other hands are any numbers that the seat has not seen."""

    def __init__(self, game: HighCard, view: JsonObject, seen: list[JsonObject]) -> None:
        self.game, self.view = game, view
        gone = {event["card"] for event in seen}
        own = [card for hand in view["hands"] if isinstance(hand, list) for card in hand]
        self.left = [card for card in range(1, 21) if card not in gone and card not in own]

    def draw(self, fate: Fate) -> State:
        left = list(self.left)
        fate.shuffle(left)
        position = {key: self.view[key] for key in ("game", "version", "to_act", "sums", "taken")}
        position["hands"] = [
            hand if isinstance(hand, list) else [left.pop() for _ in range(hand)] for hand in self.view["hands"]
        ]
        return self.game.load(position, Fate(fate.draw(1 << 32)))


class HighCard(Game):
    """The rules of High Card."""

    def __init__(self) -> None:
        self.name = "high_card"
        self.version = 1
        self.package = "toy"

    def new(self, options: JsonObject, fate: Fate) -> State:
        seats = options.get("players", 2)
        if seats not in (2, 3):
            raise BadOptions("players is 2 or 3")
        state = HighCardState(seats, fate)
        pack = list(range(1, 21))
        fate.shuffle(pack)
        for hand in state.hands:
            hand += [pack.pop() for _ in range(3)]
        return state

    def load(self, position: JsonObject, fate: Fate) -> State:
        try:
            return self._load(Fields(position, "position"), fate)
        except DataFault as fault:
            raise BadPosition(str(fault)) from None

    def _load(self, fields: Fields, fate: Fate) -> State:
        fields.word("game", ["high_card"])
        fields.integer("version", 1, 1)
        rows = [to_list(hand, "hands") for hand in fields.items("hands")]
        hands = [[to_integer(card, "hands", 1, 20) for card in row] for row in rows]
        sums = [to_integer(value, "sums") for value in fields.items("sums")]
        taken = fields.integer("taken", 0)
        fate.queue = [to_integer(value, "fate", 0) for value in fields.items("fate", [])]
        if len(hands) not in (2, 3) or len(sums) != len(hands) or taken > 3 * len(hands):
            raise BadPosition("two or three hands, as many sums, three actions each")
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) != len(cards):
            raise BadPosition("a card is there once")
        state = HighCardState(len(hands), fate)
        state.hands, state.sums, state.taken = [sorted(hand) for hand in hands], sums, taken
        to_act = fields.raw("to_act") if fields.has("to_act") else state.to_act()
        fields.done()
        if (to_act is not None and type(to_act) is not int) or to_act != state.to_act():
            raise BadPosition("to_act does not fit")
        return state

    def sampler(self, view: JsonObject, seen: list[JsonObject]) -> Sampler:
        return HighCardSampler(self, view, seen)

    def trials(self) -> list[JsonObject]:
        return [{"players": 2}, {"players": 3}]

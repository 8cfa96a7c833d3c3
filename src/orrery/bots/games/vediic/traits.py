"""A decision of Vediic at first sight: the traits of its actions, without carrying them out."""

from __future__ import annotations

from typing import Final

from orrery.bots.games.vediic.sky import POWER, WORTH, Sky, colors_in, useful_in
from orrery.bots.games.vediic.value import DONATIONS
from orrery.core.game import Action
from orrery.games.vediic.board import PROMOTED, WALK
from orrery.games.vediic.cards import ORANGE, PURPLE
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import NOBODY

# --- the traits of an action ------------------------------------------------------------------------------------------

T_PROMOTE: Final = 0
T_DONATE: Final = 1
T_CHARITY: Final = 2
T_TRADE: Final = 3
T_STEAL: Final = 4
T_SKIP: Final = 5
T_AGAIN: Final = 6
T_END: Final = 7
T_SHIELD: Final = 8
T_MOVE: Final = 9
T_HAND: Final = 10
T_READY: Final = 11
T_SHED: Final = 12
T_CONTACT: Final = 13
T_MEET: Final = 14
T_SECOND: Final = 15
T_GAIN: Final = 16
T_LAST_GAIN: Final = 17
T_OWED: Final = 18
T_WIDER: Final = 19
T_CARDS: Final = 20
T_RED: Final = 21
T_VICTIMS: Final = 22
T_HELP: Final = 23
T_OWN: Final = 24
T_THEIRS: Final = 25

TRAITS: Final = [
    "promote",
    "donate",
    "charity",
    "trade",
    "steal",
    "skip",
    "again",
    "end",
    "shield",
    "move",  # the kind of action, each 1 or 0
    "hand",  # what the cards in hand are worth more than before
    "ready",  # the hand becomes ready for a pooja that can be made in this turn (1) or stops being so (-1)
    "shed",  # cards that it takes off a hand which should be empty for the last promotion
    "contact",  # a move: the pawns are then in contact with the planet of enlightenment, pooja still open, hand ready
    "meet",  # how much sooner the nearer pawn meets that planet in later rounds
    "second",  # how much sooner the other one does
    "gain",  # cards that the planets are expected to give more, wanted ones
    "last_gain",  # the same before the last promotion, where they are a burden
    "owed",  # cards that they are expected to take more
    "wider",  # skip and again: the other pawn could reach the planet and nobody has yet
    "cards",  # a move: cards that it plays
    "red",  # a move: rivals' pawns displaced from where they meet the planet in this round or the next
    "victims",  # a theft: how many victims
    "help",  # a theft: victims who want an empty hand
    "own",  # planet of enlightenment: the seat's own colour
    "theirs",  # planet of enlightenment: a rival's colour
]


MOST_HANDS: Final = 50000


class Worths:
    """What hands are worth, once found out."""

    def __init__(self) -> None:
        self.found: dict[int, float] = {}

    def of(self, hand: int, left: int, promoted: int) -> float:
        """What the cards of a hand are worth for the donations still to be made and for their powers."""
        key = hand << 4 | left << 1 | (1 if promoted else 0)
        found = self.found.get(key, -100.0)
        if found == -100.0:
            if len(self.found) > MOST_HANDS:
                self.found.clear()
            found = self.found[key] = hand_worth(hand, left, promoted)
        return found


def hand_worth(hand: int, left: int, promoted: int) -> float:
    """See Worths.of."""
    power = 0.0
    size = 0
    for color in range(7):
        count = hand >> 4 * color & 15
        size += count
        power += POWER[color] * (count if count < 2 else 2)
    if left <= 0:
        return power - 1.5 * size
    useful = useful_in(hand, left)
    colors = colors_in(hand)
    total = WORTH[useful] + power + 0.5 * (colors if colors < 3 else 3)
    spare = size - useful
    if left == 1 and promoted:
        return total - 0.7 * spare
    return total + 0.2 * (spare if spare < 3 else 3)


class ActionTraits:
    """A quick look at the actions of one decision: what is alike for all of them is found once."""

    def __init__(self, worths: Worths, state: VediicState, sky: Sky) -> None:
        self.worths = worths
        self.state = state
        self.sky = sky
        seat = state.active
        self.seat = seat
        self.hand: int = state.hands[seat]
        self.first: int = state.pawns[2 * seat]
        self.second: int = state.pawns[2 * seat + 1]
        self.promoted: int = (1 if self.first == PROMOTED else 0) + (1 if self.second == PROMOTED else 0)
        self.lights: int = state.lights[seat]
        self.left: int = DONATIONS - 2 * self.promoted - self.lights
        self.ending: bool = self.promoted == 1 and self.left <= 1
        self.base: float = worths.of(self.hand, max(self.left, 0), self.promoted)
        self.ready: bool = self._is_ready(self.hand)
        self.room: int = 0
        self.contact: bool = False
        self.near: float = 0.0
        self.far: float = 0.0
        self.gain: list[float] = []
        self.due: list[float] = []
        if state.stack != NOBODY:
            self.room = state.stack << 4 | state.houses[state.stack]
            if not sky.followed[self.room]:
                sky.follow(self.room)
            steps = sky.steps[self.room]
            self.contact = steps[self.first] == 0 or steps[self.second] == 0
            table = sky.meet[self.room]
            self.near, self.far = table[self.first], table[self.second]
            if self.near < self.far:
                self.near, self.far = self.far, self.near

    def _is_ready(self, hand: int) -> bool:
        if self.left <= 0:
            return hand == 0
        return self.lights >= 2 or colors_in(hand) >= 3

    def rows(self, actions: list[Action]) -> list[list[float]]:
        """The traits of each action."""
        found: list[list[float]] = []
        for action in actions:
            row = [0.0] * len(TRAITS)
            word = action & words.WORD_MASK
            if word == words.MOVE:
                self._move(row, action)
            elif word == words.TRADE:
                row[T_TRADE] = 1.0
                given = (1 << 4 * (action >> words.FIRST & 7)) + (1 << 4 * (action >> words.SECOND & 7))
                self._cards(row, self.hand - given + (1 << 4 * (action >> words.THIRD)))
                if self.ending:
                    row[T_SHED] = 1.0
            elif word == words.PAY:
                self._cards(row, self.hand - (1 << 4 * (action >> words.FIRST)))
            elif word == words.CHARITY:
                row[T_CHARITY] = 1.0
                self._cards(row, self.hand + (1 << 4 * (action >> words.FIRST)))
                if self.ending:
                    row[T_SHED] = -1.0
            elif word == words.DONATE:
                row[T_DONATE] = 1.0
                first, second, third = action >> words.FIRST & 7, action >> words.SECOND & 7, action >> words.THIRD
                hand = self.hand - (1 << 4 * first) - (1 << 4 * second) - (1 << 4 * third)
                row[T_HAND] = self.worths.of(hand, max(self.left - 1, 0), self.promoted) - self.base
            elif word == words.PROMOTE:
                row[T_PROMOTE] = 1.0
                table = self.sky.meet[self.room]
                row[T_MEET] = table[self.second if action >> words.PAWN_SHIFT == 0 else self.first]
            elif word == words.END:
                row[T_END] = 1.0
            elif word == words.STEAL:
                self._steal(row, action >> words.FIRST)
            elif word == words.SKIP or word == words.AGAIN:
                self._yellow(row, word)
            elif word == words.SHIELD:
                row[T_SHIELD] = 1.0
                self._cards(row, self.hand - (1 << 4 * ORANGE))
            else:
                self._setup(row, word, action)
            found.append(row)
        return found

    def _cards(self, row: list[float], hand: int) -> None:
        """What it means that the hand becomes another one."""
        row[T_HAND] = self.worths.of(hand, max(self.left, 0), self.promoted) - self.base
        if self.contact and not self.state.pooja:
            ready = self._is_ready(hand)
            if ready != self.ready:
                row[T_READY] = 1.0 if ready else -1.0

    def _yellow(self, row: list[float], word: int) -> None:
        state = self.state
        row[T_SKIP if word == words.SKIP else T_AGAIN] = 1.0
        hand = self.hand - 1
        self._cards(row, hand)
        if self.ending:
            row[T_SHED] = 1.0
        if word == words.AGAIN and not state.pooja and not self.contact and self._is_ready(hand):
            steps = self.sky.steps[self.room]
            other = self.second if state.moved & 1 else self.first
            if not state.moved:
                other = self.first if steps[self.first] < steps[self.second] else self.second
            if steps[other] <= WALK:
                row[T_WIDER] = 1.0

    def _steal(self, row: list[float], victims: int) -> None:
        state = self.state
        row[T_STEAL] = 1.0
        self._cards(row, self.hand - (1 << 4 * PURPLE))
        count = 0
        for seat in range(state.setting.seats):
            if victims >> seat & 1:
                count += 1
                promoted = state.promoted(seat)
                if promoted and DONATIONS - 2 * promoted - state.lights[seat] <= 0:
                    row[T_HELP] += 1.0
        if self.ending:
            row[T_SHED] = 1.0 - count
        else:
            row[T_VICTIMS] = float(count)

    def _move(self, row: list[float], action: int) -> None:
        state, sky = self.state, self.sky
        row[T_MOVE] = 1.0
        circle = action >> words.CIRCLE_SHIFT
        if action >> words.PAWN_SHIFT & 1:
            origin, stay = self.second, self.first
        else:
            origin, stay = self.first, self.second
        hand = self.hand
        if action >> 6 & 0x3FF:
            hand -= words.move_cards(action)
            row[T_HAND] = self.worths.of(hand, max(self.left, 0), self.promoted) - self.base
            count = (action >> 6 & 1) + (action >> 7 & 1) + (action >> 8 & 15) + (action >> 12 & 15)
            row[T_CARDS] = float(count)
            if self.ending:
                row[T_SHED] = float(count)
            if action >> words.RED_SHIFT & 15:
                row[T_RED] = self._displaced(circle, origin)
        room = self.room
        steps = sky.steps[room]
        if not state.pooja and (steps[circle] == 0 or (stay >= 0 and steps[stay] == 0)) and self._is_ready(hand):
            row[T_CONTACT] = 1.0
        table = sky.meet[room]
        near, far = table[circle], table[stay]
        if near < far:
            near, far = far, near
        row[T_MEET] = near - self.near
        row[T_SECOND] = far - self.far
        self._prospects()
        row[T_LAST_GAIN if self.ending else T_GAIN] = self.gain[circle] - self.gain[origin]
        row[T_OWED] = self.due[circle] - self.due[origin]

    def _displaced(self, circle: int, origin: int) -> float:
        """What rivals lose by being sent from a circle to another one."""
        state, sky, room = self.state, self.sky, self.room
        table = sky.ahead[room]
        count = state.pawns.count(circle)
        if self.first == circle:
            count -= 1
        if self.second == circle:
            count -= 1
        return count * (table[circle] - table[origin])

    def _prospects(self) -> None:
        """By circle: the cards that a pawn of the seat is expected to be given there, and to owe."""
        if self.gain:
            return
        state, sky = self.state, self.sky
        n = len(state.board.ids)
        gain, due = [0.0] * n, [0.0] * n
        favourite = state.colors[self.seat]
        silent = NOBODY if state.setting.stack_acts else state.stack
        for color in range(7):
            if color == silent:
                continue
            room = color << 4 | state.houses[color]
            if not sky.known[room]:
                sky.learn(room)
            soon, later, owed = sky.soon[room], sky.later[room], sky.owed[room]
            if color == favourite:
                for circle in range(n):
                    gain[circle] += 2.0 * (soon[circle] + later[circle] + owed[circle])
            else:
                for circle in range(n):
                    gain[circle] += soon[circle] + later[circle]
                    due[circle] += owed[circle]
        self.gain, self.due = gain, due

    def _setup(self, row: list[float], word: int, action: int) -> None:
        """Before the first round: colours, first cards, circles."""
        state = self.state
        if word == words.PUT:
            circle = action >> words.CIRCLE_SHIFT
            table = self.sky.meet[self.room]
            near, far = table[circle], self.near
            row[T_MEET] = max(near - far, 0.0)
            row[T_SECOND] = min(near, far)
            self._prospects()
            row[T_GAIN] = self.gain[circle]
            row[T_OWED] = self.due[circle]
        elif word == words.TAKE:
            hand = self.hand + (1 << 4 * (action >> words.FIRST & 7)) + (1 << 4 * (action >> words.SECOND))
            self._cards(row, hand)
        elif word == words.ENLIGHTENMENT:
            color = action >> words.FIRST
            if color == state.colors[self.seat]:
                row[T_OWN] = 1.0
            elif color in state.colors:
                row[T_THEIRS] = 1.0

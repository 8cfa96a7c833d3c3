"""What the planets of Vediic will do, in tables: where each will give and take, and when the planet of enlightenment
can be met from where.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.games.vediic.value import HORIZON, STAY, coming
from orrery.games.vediic.board import HOUSES, OFF_BOARD, WALK, Board
from orrery.games.vediic.cards import EVERY
from orrery.games.vediic.forecast import after, arrivals

NO_GOAL: Final = 99
FAR: Final = 24
"""How many rounds ahead the meetings with the planet of enlightenment are counted."""
DELAY: Final = 0.75
"""A meeting a round later is worth so much of one now."""
POOJAS: Final = 6
CLOSE: Final = 8
"""The last rounds, in which the lead begins to count for itself."""

WORTH: Final = [0.0, 1.0, 2.0, 3.0, 3.5, 4.0, 4.5, 4.7, 4.9, 5.1, 5.2, 5.3, 5.4]
"""What so many useful cards are worth."""
POWER: Final = [0.25, 0.15, 0.15, 0.1, 0.25, 0.1, 0.25]
"""By colour, what a card is worth for its power."""


class Sky:
    """What the planets of a board will do, by where they stand; filled as it is asked for.

    The tables of a planet are found at 16 * color + house; house 0 is before the planets are there.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        rooms = 16 * 7
        self.known: list[bool] = [False] * rooms
        self.soon: list[list[float]] = [[] for _ in range(rooms)]
        """By circle: the chance that the planet activates it in the next planets' turn, not in retrograde."""
        self.later: list[list[float]] = [[] for _ in range(rooms)]
        """By circle: the same for the two turns after it, discounted."""
        self.owed: list[list[float]] = [[] for _ in range(rooms)]
        """By circle: the chance that it activates it in retrograde, the three turns together, discounted."""
        self.followed: list[bool] = [False] * rooms
        self.meet: list[list[float]] = [[] for _ in range(rooms)]
        """By circle: how soon a pawn there that has moved meets the planet in later rounds."""
        self.ahead: list[list[float]] = [[] for _ in range(rooms)]
        """The same for a pawn that is still to move in this round."""
        self.steps: list[list[int]] = [[] for _ in range(rooms)]
        """By circle: steps to the circles where the planet can be met now; NO_GOAL if it cannot."""
        self.goals: list[int] = [0] * rooms
        """The circles where it can be met now."""
        self.rounds: list[list[list[float]]] = [[] for _ in range(rooms)]
        """By number of meetings: the chance that this one falls so many rounds ahead."""
        self.mean: list[list[float]] = [[] for _ in range(rooms)]
        """By number of meetings: the mean of those rounds."""
        self.turns: dict[int, list[float]] = {}
        """By room, meetings and seats: the chances of the rounds modulo the number of seats."""

    def learn(self, room: int) -> None:
        """The tables of what a planet gives and takes."""
        board, color = self.board, room >> 4
        n = len(board.ids)
        soon, later, owed = [0.0] * (n + OFF_BOARD), [0.0] * (n + OFF_BOARD), [0.0] * (n + OFF_BOARD)
        for turn, chances in enumerate(coming(board, color, room & 15)):
            for house, chance in chances:
                into = soon if turn == 0 else later
                lit, weight = board.local[color][house], STAY[turn] * chance
                if house == board.retrograde[color]:
                    into, lit = owed, board.everywhere[color]
                for circle in range(n):
                    if lit >> circle & 1:
                        into[circle] += weight
        self.soon[room], self.later[room], self.owed[room] = soon, later, owed
        self.known[room] = True

    def follow(self, room: int) -> None:
        """The tables of the planet of enlightenment."""
        board, color, house = self.board, room >> 4, room & 15
        n = len(board.ids)
        home = board.retrograde[color]
        self.meet[room], self.ahead[room] = [0.0] * (n + OFF_BOARD), [0.0] * (n + OFF_BOARD)
        starts: list[tuple[int, float]] = [(house, 1.0)]
        if not house:
            starts = [((to - 2) % HOUSES + 1, float(chance)) for to, chance in arrivals(home).items()]
        for start, chance in starts:
            leaps = house > 0 and start == home
            self._walk(color, start, leaps, 1, chance, [False] * n, 0, self.meet[room])
            self._walk(color, start, leaps, 1, chance, [False] * n, WALK, self.ahead[room])
        goals = board.local_lists[color][house] if house and house != home else []
        steps = [NO_GOAL] * (n + OFF_BOARD)
        for goal in goals:
            self.goals[room] |= 1 << goal
            for circle in range(n):
                steps[circle] = min(steps[circle], board.distance[circle][goal])
        self.steps[room] = steps
        self.rounds[room] = self._count(color, starts, house > 0)
        self.mean[room] = [sum([i * chance for i, chance in enumerate(row)]) for row in self.rounds[room]]
        self.followed[room] = True

    def _walk(
        self,
        color: int,
        house: int,
        leaps: bool,
        turn: int,
        chance: float,
        met: list[bool],
        more: int,
        into: list[float],
    ) -> None:
        """Follows the planet from a house. A pawn meets it first where it can walk to it in time, with `more` steps
        beside those of the rounds to come.
        """
        if turn > HORIZON:
            return
        board = self.board
        home = board.retrograde[color]
        most = 6 if leaps else 1
        for leap in range(1, most + 1):
            to = after(house, leap)
            part = chance / most
            hit = met[:] if most > 1 else met
            goals = [] if to == home else board.local_lists[color][to]
            if goals:
                for circle, done in enumerate(hit):
                    if not done:
                        steps = NO_GOAL
                        for goal in goals:
                            steps = min(steps, board.distance[circle][goal])
                        if steps <= WALK * turn + more:
                            hit[circle] = True
                            into[circle] += part * DELAY ** (turn - 1) * (1.0 - 0.02 * steps)
            self._walk(color, to, to == home, turn + 1, part, hit, more, into)

    def _count(self, color: int, starts: list[tuple[int, float]], there: bool) -> list[list[float]]:
        """By number of meetings 0 to 6: the chances of the round, from the present one on, in which it falls."""
        board = self.board
        home = board.retrograde[color]
        found = [[0.0] * (FAR + 1) for _ in range(POOJAS + 1)]
        found[0][0] = 1.0
        standing: dict[int, float] = {}
        for house, chance in starts:
            standing[house << 3] = standing.get(house << 3, 0.0) + chance
        for turn in range(1, FAR + 1):
            moved: dict[int, float] = {}
            for key, chance in standing.items():
                house, met = key >> 3, key & 7
                most = 6 if house == home and (there or turn > 1) else 1
                for leap in range(1, most + 1):
                    to = after(house, leap)
                    count = met
                    if to != home and board.local[color][to]:
                        count += 1
                        found[count][turn] += chance / most
                    if count < POOJAS:
                        moved[to << 3 | count] = moved.get(to << 3 | count, 0.0) + chance / most
            standing = moved
        for row in found:
            row[FAR] += max(0.0, 1.0 - sum(row))
        return found

    def order(self, room: int, meetings: int, seats: int) -> list[float]:
        """The chances of the round of a meeting, by its distance modulo the number of seats."""
        key = room << 8 | meetings << 4 | seats
        found = self.turns.get(key)
        if found is None:
            found = [0.0] * seats
            for distance, chance in enumerate(self.rounds[room][meetings]):
                found[distance % seats] += chance
            self.turns[key] = found
        return found


def colors_in(hand: int) -> int:
    """How many colours a hand holds."""
    bits = (hand | hand >> 1 | hand >> 2 | hand >> 3) & EVERY
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def useful_in(hand: int, left: int) -> int:
    """How many cards of the hand the donations still to be made can use."""
    found = 0
    while hand:
        count = hand & 15
        found += count if count < left else left
        hand >>= 4
    return found if found < 3 * left else 3 * left

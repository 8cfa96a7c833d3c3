"""What a search knows of Vediic.

A match is a race of six poojas: four donations and two promotions, one in a turn at most, each in contact with the
planet of enlightenment. That planet goes its way whatever the players do, so the rounds in which it can be met are much
the same for all. What tells the players apart is how many poojas they have still to make, who is there when the next
round of this kind comes, who has the cards for it, who acts first in the round in which the last one falls, and at the
end who has an empty hand. The features say just that; the traits say what an action changes in it at first sight.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.mind import Mind
from orrery.bots.vediic_value import DONATIONS, HORIZON, STAY, coming
from orrery.core.fate import Fate
from orrery.core.game import Action, State
from orrery.games.vediic import words
from orrery.games.vediic.board import HOUSES, OFF_BOARD, PROMOTED, WALK, Board
from orrery.games.vediic.cards import BLUE, EVERY, GRAY, GREEN, ORANGE, PURPLE, RED, YELLOW
from orrery.games.vediic.forecast import after, arrivals
from orrery.games.vediic.rules import VediicState
from orrery.games.vediic.state import AFTER, NOBODY, PENALTY, PLACE, TURN

# --- the features of a seat -------------------------------------------------------------------------------------------

STEPS: Final = 0
PAWN: Final = 1
PACE: Final = 2
EARLY: Final = 3
NOW: Final = 4
NEARLY: Final = 5
MEET: Final = 6
MEET_BARE: Final = 7
MEET_CARD: Final = 8
SECOND: Final = 9
FIRST_CARDS: Final = 10
NEXT_CARDS: Final = 11
MORE_CARDS: Final = 12
COLOURS: Final = 13
SPARE: Final = 14
NEW_GAIN: Final = 15
GAIN: Final = 16
OWED: Final = 17
LAST_EASY: Final = 18
LAST_STUCK: Final = 19
LAST_GAIN: Final = 20
LAST_OWED: Final = 21
YELLOWS: Final = 22
PURPLES: Final = 23
ORANGES: Final = 24
JUMPS: Final = 25
LANDINGS: Final = 26

FEATURES: Final = [
    "steps",  # poojas made, of six; by two; in the last eight rounds of the match they count up to double
    "pawn",  # a pawn is promoted
    "pace",  # rounds until the planet can have been met as often as poojas are to come; by ten
    "early",  # in that round the seat acts before its rivals (1) or after them (-1)
    "now",  # a pooja can be made in this round: turn to come, planet in reach, hand ready
    "nearly",  # the same, but the hand is not ready: the share of three colours that it has
    "meet",  # how soon a pawn meets the planet in later rounds (1: in the next one), hand ready
    "meet_bare",  # the same, hand not ready
    "meet_card",  # how much sooner with the green or gray card in hand
    "second",  # how soon the other pawn meets it
    "first_cards",  # cards for the next donation, by three
    "next_cards",  # cards for the one after, by three
    "more_cards",  # cards for later ones, by three
    "colours",  # three colours for a donation, where a donation is next; by three
    "spare",  # cards that no donation can use, at most three; by three
    "new_gain",  # cards of colours not in hand that the next planets' turn is expected to give
    "gain",  # all cards that coming planets' turns are expected to give
    "owed",  # cards that they are expected to take, none with orange in hand
    "last_easy",  # cards too many before the last promotion that can be played at will
    "last_stuck",  # cards too many before it that can only be traded or paid
    "last_gain",  # cards that the next planets' turn would put on top of them
    "last_owed",  # cards that it would take off them
    "yellow",  # a yellow card: two moves in a turn
    "purple",  # purple cards, at most two: thefts
    "orange",  # an orange card: no penalty
    "jumps",  # green and gray cards, at most two: far moves
    "landings",  # blue and red cards, at most two: onto circles with pawns
]

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


class VediicMind(Mind):
    """The knowledge of Vediic. Actions are colours, circles and seats: they mean the same in all worlds."""

    def __init__(self) -> None:
        super().__init__(list(FEATURES), list(TRAITS))
        self.sky: Sky | None = None
        self.hands: dict[int, float] = {}
        """What hands are worth, once found out."""

    def _sky(self, board: Board) -> Sky:
        sky = self.sky
        if sky is None or sky.board is not board:
            sky = self.sky = Sky(board)
        return sky

    # --- features -----------------------------------------------------------------------------------------------------

    def features(self, state: State, seat: int) -> list[float]:
        assert isinstance(state, VediicState)
        row = [0.0] * len(FEATURES)
        sky = self._sky(state.board)
        hand, size, lights = state.hands[seat], state.sizes[seat], state.lights[seat]
        first, second = state.pawns[2 * seat], state.pawns[2 * seat + 1]
        promoted = (1 if first == PROMOTED else 0) + (1 if second == PROMOTED else 0)
        left = DONATIONS - 2 * promoted - lights
        done = 3 * promoted + lights
        row[STEPS] = 0.5 * done
        rounds = state.setting.max_rounds - state.round
        if rounds < CLOSE:
            row[STEPS] *= 1.0 + (CLOSE - rounds) / CLOSE
        row[PAWN] = float(promoted)
        colors = colors_in(hand)
        # With one pawn left and at most one donation to make, cards beyond that are a burden.
        ending = promoted == 1 and left <= 1
        if left <= 0:
            ready = size == 0
        else:
            ready = colors >= 3 or (lights >= 2)
            if lights < 2:
                row[COLOURS] = (colors if colors < 3 else 3) / 3.0
            useful = useful_in(hand, left)
            row[FIRST_CARDS] = (useful if useful < 3 else 3) / 3.0
            if useful > 3:
                row[NEXT_CARDS] = (useful - 3 if useful < 6 else 3) / 3.0
                if useful > 6:
                    row[MORE_CARDS] = (useful - 6) / 3.0
            if not ending:
                spare = size - useful
                row[SPARE] = (spare if spare < 3 else 3) / 3.0
        if ending:
            self._burden(row, hand, left)
        self._powers(row, hand)
        if state.stack != NOBODY:
            self._meetings(row, state, sky, seat, done, ready, colors)
        if state.phase >= PLACE:
            self._gains(row, state, sky, seat, left, ending)
        return row

    def _burden(self, row: list[float], hand: int, left: int) -> None:
        """Cards that the last promotion does not allow: those that a turn can play, and those that it cannot."""
        if left:
            useful = 0
            for color in (ORANGE, BLUE, RED, GREEN, GRAY, YELLOW, PURPLE):
                if useful < 3 and hand >> 4 * color & 15:
                    hand -= 1 << 4 * color
                    useful += 1
        yellow, green, gray = hand & 15, hand >> 4 * GREEN & 15, hand >> 4 * GRAY & 15
        stuck = (hand >> 4 * ORANGE & 15) + (hand >> 4 * BLUE & 15) + (hand >> 4 * RED & 15)
        easy = hand >> 4 * PURPLE & 15
        if yellow:
            easy += 1
            stuck += yellow - 1
        if green or gray:
            easy += 1
            stuck += green + gray - 1
        row[LAST_EASY] = float(easy if easy < 4 else 4)
        row[LAST_STUCK] = float(stuck if stuck < 4 else 4)

    def _powers(self, row: list[float], hand: int) -> None:
        if hand & 15:
            row[YELLOWS] = 1.0
        purple = hand >> 4 * PURPLE & 15
        if purple:
            row[PURPLES] = 0.5 * (purple if purple < 2 else 2)
        if hand >> 4 * ORANGE & 15:
            row[ORANGES] = 1.0
        jumps = (hand >> 4 * GREEN & 15) + (hand >> 4 * GRAY & 15)
        if jumps:
            row[JUMPS] = 0.5 * (jumps if jumps < 2 else 2)
        landings = (hand >> 4 * BLUE & 15) + (hand >> 4 * RED & 15)
        if landings:
            row[LANDINGS] = 0.5 * (landings if landings < 2 else 2)

    def _meetings(
        self, row: list[float], state: VediicState, sky: Sky, seat: int, done: int, ready: bool, colors: int
    ) -> None:
        """Where the seat stands in the race for the planet of enlightenment."""
        room = state.stack << 4 | state.houses[state.stack]
        if not sky.followed[room]:
            sky.follow(room)
        n = state.setting.seats
        start = state.start
        open, moves = False, False
        if state.phase == TURN:
            place = (seat - start) % n
            turn = (state.active - start) % n
            if place > turn:
                open = moves = True
            elif place == turn:
                open = not state.pooja
                moves = state.stage != AFTER
        elif state.phase == PENALTY:
            start = (start + 1) % n
            open = moves = True
        first, second = state.pawns[2 * seat], state.pawns[2 * seat + 1]
        # Poojas to come, and when the planet can have been met so often.
        need = POOJAS - done
        meetings = need
        if open and sky.goals[room]:
            meetings -= 1
            if self._reaches(state, sky, room, seat, first, second, moves):
                if ready:
                    row[NOW] = 1.0
                else:
                    row[NEARLY] = (colors if colors < 3 else 3) / 3.0
        meetings = max(meetings, 0)
        row[PACE] = 0.1 * sky.mean[room][meetings]
        early = 0.0
        for distance, chance in enumerate(sky.order(room, meetings, n)):
            early += chance * ((seat - start - distance) % n)
        row[EARLY] = 1.0 - 2.0 * early / (n - 1)
        # The next meetings of both pawns.
        table = sky.ahead[room] if moves else sky.meet[room]
        near, far = table[first], table[second]
        if near < far:
            near, far = far, near
        if ready:
            row[MEET] = near
        else:
            row[MEET_BARE] = near
        row[SECOND] = far
        if not moves and row[JUMPS] > 0.0:
            table = sky.ahead[room]
            row[MEET_CARD] = max(table[first], table[second]) - near

    def _reaches(
        self, state: VediicState, sky: Sky, room: int, seat: int, first: int, second: int, moves: bool
    ) -> bool:
        """Can the seat be in contact with the planet of enlightenment in this round? Pawns in the way are seen."""
        steps = sky.steps[room]
        near = min(steps[first], steps[second])
        if near == 0:
            return True
        if not moves or near > 2 * WALK:
            if not moves or not state.hands[seat] >> 4 * GRAY & 15:
                return False
        board = state.board
        hand = state.hands[seat]
        taken = 0
        for circle in state.pawns:
            taken |= board.bits[circle]
        goals = sky.goals[room]
        if not hand & (15 << 4 * BLUE | 15 << 4 * RED):
            goals &= ~taken
            if not goals:
                return False
        if hand >> 4 * GRAY & 15 and goals & board.everywhere[GRAY]:
            return True
        if hand >> 4 * GREEN & 15 and near <= 2 * WALK:
            return True
        if near > WALK:
            return False
        if steps[first] <= WALK and board.reach(first, taken) & goals:
            return True
        return steps[second] <= WALK and board.reach(second, taken) & goals > 0

    def _gains(self, row: list[float], state: VediicState, sky: Sky, seat: int, left: int, ending: bool) -> None:
        """What the coming planets' turns are expected to give and to take where the pawns stand."""
        first, second = state.pawns[2 * seat], state.pawns[2 * seat + 1]
        hand, favourite = state.hands[seat], state.colors[seat]
        silent = NOBODY if state.setting.stack_acts else state.stack
        fresh = gain = soon = owed = 0.0
        for color in range(7):
            if color == silent:
                continue
            room = color << 4 | state.houses[color]
            if not sky.known[room]:
                sky.learn(room)
            table = sky.soon[room]
            now = table[first] + table[second]
            table = sky.later[room]
            later = table[first] + table[second]
            table = sky.owed[room]
            due = table[first] + table[second]
            if color == favourite:
                now = 2.0 * (now + due)
                later *= 2.0
            else:
                owed += due
            soon += now
            gain += now + later
            if now and not hand >> 4 * color & 15:
                fresh += now if now < 1.0 else 1.0
        if ending:
            row[LAST_GAIN] = soon
            size = state.sizes[seat] - 3 * left
            if size > 0:
                row[LAST_OWED] = min(owed, float(size))
        else:
            row[NEW_GAIN] = fresh
            row[GAIN] = gain
            if not hand >> 4 * ORANGE & 15:
                row[OWED] = owed

    # --- traits -------------------------------------------------------------------------------------------------------

    def traits(self, state: State, actions: list[Action]) -> list[list[float]]:
        assert isinstance(state, VediicState)
        return Glance(self, state, self._sky(state.board)).rows(actions)

    def worth(self, hand: int, left: int, promoted: int) -> float:
        """What the cards of a hand are worth for the donations still to be made and for their powers."""
        key = hand << 4 | left << 1 | (1 if promoted else 0)
        found = self.hands.get(key, -100.0)
        if found == -100.0:
            if len(self.hands) > MOST_HANDS:
                self.hands.clear()
            found = self.hands[key] = hand_worth(hand, left, promoted)
        return found

    # --- playouts -----------------------------------------------------------------------------------------------------

    def playout(self, state: State, fate: Fate) -> int:
        """Penalties are paid to the end before a state is judged, each with the most promising card: so that what the
        planets give is in the hands.
        """
        assert isinstance(state, VediicState)
        count = 0
        while state.phase == PENALTY:
            actions = state.actions()
            best = 0
            if len(actions) > 1:
                priors = self.priors(state, actions)
                for i, prior in enumerate(priors):
                    if prior > priors[best]:
                        best = i
            state.act(actions[best])
            count += 1
        return count + super().playout(state, fate) if self.steps else count


MOST_HANDS: Final = 50000


def hand_worth(hand: int, left: int, promoted: int) -> float:
    """See VediicMind.worth."""
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


class Glance:
    """A quick look at the actions of one decision: what is alike for all of them is found once."""

    def __init__(self, mind: VediicMind, state: VediicState, sky: Sky) -> None:
        self.mind = mind
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
        self.base: float = mind.worth(self.hand, max(self.left, 0), self.promoted)
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
                row[T_HAND] = self.mind.worth(hand, max(self.left - 1, 0), self.promoted) - self.base
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
        row[T_HAND] = self.mind.worth(hand, max(self.left, 0), self.promoted) - self.base
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
            row[T_HAND] = self.mind.worth(hand, max(self.left, 0), self.promoted) - self.base
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

"""A seat of Vediic as the mind sees it: its features, all of them worked out from the state and the sky.

Poojas made and to come, when the planet of enlightenment can be met and who is there first, what the hand is good for,
and what the coming planets' turns give and take.
"""

from __future__ import annotations

from typing import Final

from orrery.bots.games.vediic.sky import CLOSE, POOJAS, Sky, colors_in, useful_in
from orrery.bots.games.vediic.value import DONATIONS
from orrery.games.vediic.board import PROMOTED, WALK
from orrery.games.vediic.cards import BLUE, GRAY, GREEN, ORANGE, PURPLE, RED, YELLOW
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import AFTER, NOBODY, PENALTY, PLACE, TURN

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


def features(state: VediicState, sky: Sky, seat: int) -> list[float]:
    """What speaks for a seat, in the order of FEATURES."""
    row = [0.0] * len(FEATURES)
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
        _burden(row, hand, left, state.setting.steals_once)
    _powers(row, hand, state.setting.steals_once)
    if state.stack != NOBODY:
        _meetings(row, state, sky, seat, done, ready, colors)
    if state.phase >= PLACE:
        _gains(row, state, sky, seat, left, ending)
    return row


def _burden(row: list[float], hand: int, left: int, once: bool) -> None:
    """Cards that the last promotion does not allow: those that a turn can play, and those that it cannot. VE-11.15:
    with `once` a turn plays one purple card.
    """
    if left:
        useful = 0
        for color in (ORANGE, BLUE, RED, GREEN, GRAY, YELLOW, PURPLE):
            if useful < 3 and hand >> 4 * color & 15:
                hand -= 1 << 4 * color
                useful += 1
    yellow, green, gray = hand & 15, hand >> 4 * GREEN & 15, hand >> 4 * GRAY & 15
    stuck = (hand >> 4 * ORANGE & 15) + (hand >> 4 * BLUE & 15) + (hand >> 4 * RED & 15)
    easy = hand >> 4 * PURPLE & 15
    if once and easy > 1:
        stuck += easy - 1
        easy = 1
    if yellow:
        easy += 1
        stuck += yellow - 1
    if green or gray:
        easy += 1
        stuck += green + gray - 1
    row[LAST_EASY] = float(easy if easy < 4 else 4)
    row[LAST_STUCK] = float(stuck if stuck < 4 else 4)


def _powers(row: list[float], hand: int, once: bool) -> None:
    """Cards for what they can do in a turn."""
    if hand & 15:
        row[YELLOWS] = 1.0
    purple = hand >> 4 * PURPLE & 15
    if once and purple > 1:
        purple = 1
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


def _meetings(row: list[float], state: VediicState, sky: Sky, seat: int, done: int, ready: bool, colors: int) -> None:
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
        if _reaches(state, sky, room, seat, first, second, moves):
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


def _reaches(state: VediicState, sky: Sky, room: int, seat: int, first: int, second: int, moves: bool) -> bool:
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


def _gains(row: list[float], state: VediicState, sky: Sky, seat: int, left: int, ending: bool) -> None:
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

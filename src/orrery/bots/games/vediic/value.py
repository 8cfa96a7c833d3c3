"""How good a state of Vediic is for a seat, made by hand.

The way to victory has six steps: four donations and two promotions. What counts is how many are done, how soon a pawn
can meet the planet of enlightenment again, whether the hand is ready for it, and which cards the planets will give and
take where the pawns stand. With everything donated, cards are a burden, and so are the circles that bring some.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from orrery.bots.value import Judge
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Action, Game, State
from orrery.games.vediic.board import HOUSES, WALK, Board
from orrery.games.vediic.cards import COLORS, WHOLE, counts_of
from orrery.games.vediic.forecast import ONE, after, arrivals, moved
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import NOBODY, OVER, PENALTY, STEALING, TURN
from orrery.games.vediic.sampling import deal, to_pile

DONATIONS: Final = 4
"""VE-10.7: two for each pawn. How many are still to be made is called `left`."""
WIN: Final = 1000.0
STEP: Final = 16.0
"""A donation or a promotion done."""
CARDS: Final[tuple[float, ...]] = (2.2, 2.2, 2.2, 1.2, 1.2, 1.2, 0.5, 0.5, 0.5, 0.3, 0.3, 0.3)
"""What the cards that the coming donations can use are worth, the first ones most."""
USEFUL: Final = [sum(CARDS[:count]) for count in range(len(CARDS) + 1)]
PROMISE: Final = 7.0
"""To be in contact with the planet of enlightenment, pooja still to come."""
TRIPLE: Final = 1.5
"""Three cards of three colours together."""
SPARE_CARD: Final = 0.4
BURDEN: Final = 1.0
"""A card too many before the last donation."""
LAST_BURDEN: Final = 3.0
"""A card in hand when only the last promotion is left."""
CHASE: Final = 9.0
"""To meet the planet of enlightenment at once, with all that it asks for."""
SECOND_CHASE: Final = 0.15
DELAY: Final = 0.75
HORIZON: Final = 6
"""How many planets' turns ahead the planet of enlightenment is followed."""
STAY: Final[tuple[float, ...]] = (1.0, 0.35, 0.15)
"""How much the coming planets' turns count for a pawn that stays where it is."""
RIVAL_CARD: Final = 0.15
POWER: Final[tuple[float, ...]] = (0.30, 0.25, 0.20, 0.10, 0.30, 0.10, 0.30)
"""By colour: what a card is worth for its power, or how easily it is got rid of."""


def imagine(game: Game, view: JsonObject, seen: list[JsonObject], fate: Fate) -> State:
    """A world of the view, the cards of hidden hands dealt at random by their number.

    The value asks how many cards a rival has, not which: so the hands need not be followed through all events.
    """
    position = dict(view)
    position["fate"] = []
    position["players"] = players = [dict(row) for row in view["players"]]
    known = to_pile(view["supply"]) + to_pile(view["charity"])
    known += sum([to_pile(row["hand"]) for row in players if not isinstance(row["hand"], int)])
    hidden = [row for row in players if isinstance(row["hand"], int)]
    hands = deal(counts_of(WHOLE - known), [row["hand"] for row in hidden], fate)
    for row, hand in zip(hidden, hands, strict=True):
        row["hand"] = dict(zip(COLORS, counts_of(hand), strict=True))
    return game.load(position, Fate(fate.draw(1 << 32)))


def closes(state: State, action: Action) -> bool:
    """Does the action only end the turn? Then it is worth what the state before it is: planets are forecast."""
    return action == words.END


def promise(state: State, seat: int) -> float:
    """What the seat's turn still offers beyond the value of the state: pooja, where it can be had now."""
    assert isinstance(state, VediicState)
    if state.phase != TURN or state.active != seat or state.pooja or state.stage == STEALING:
        return 0.0
    touch = state.touch[state.pawns[2 * seat]] | state.touch[state.pawns[2 * seat + 1]]
    return PROMISE if touch >> state.stack & 1 else 0.0


def value(state: State, seat: int) -> float:
    """How good the state is for the seat; a step towards victory is worth STEP."""
    assert isinstance(state, VediicState)
    if state.phase == OVER:
        return WIN if seat in state.winners() else -WIN
    promoted, lights, hand = state.promoted(seat), state.lights[seat], state.hands[seat]
    left = DONATIONS - 2 * promoted - lights
    total = STEP * (3 * promoted + lights)
    size = state.sizes[seat]
    total += _hand_value(hand, size, left, promoted)
    gain, chase = tables(state.board, tuple(state.houses), state.colors[seat], state.stack, state.setting.stack_acts)
    first, second = state.pawns[2 * seat], state.pawns[2 * seat + 1]
    worth = _next_card(hand, size, left, promoted)
    loss = _card_lost(size, left, promoted)
    near = far = 0.0
    for circle in (first, second):
        if circle >= 0:
            got, owed = gain[circle]
            total += worth * got - loss * owed
            if chase[circle] > near:
                near, far = chase[circle], near
            elif chase[circle] > far:
                far = chase[circle]
    total += CHASE * _readiness(hand, size, left, lights, promoted) * (near + SECOND_CHASE * far)
    if state.phase == PENALTY:
        total += worth * _reward_now(state, seat)
    return total - _rivals(state, seat)


def _useful(hand: int, left: int) -> int:
    """How many cards of the hand the donations still to be made can use."""
    found = 0
    for shift in range(0, 28, 4):
        count = hand >> shift & 15
        found += count if count < left else left
    return min(found, 3 * left)


@lru_cache(maxsize=1 << 16)
def _hand_value(hand: int, size: int, left: int, promoted: int) -> float:
    power = sum([POWER[color] * min(hand >> 4 * color & 15, 2) for color in range(7)])
    if left <= 0:
        return power - LAST_BURDEN * size
    useful = _useful(hand, left)
    colors = sum([hand >> shift & 15 > 0 for shift in range(0, 28, 4)])
    total = USEFUL[useful] + (TRIPLE if colors >= 3 else 0.0) + power
    spare = size - useful
    if left == 1 and promoted:
        return total - BURDEN * spare
    return total + SPARE_CARD * min(spare, 3) - BURDEN * 0.3 * max(0, spare - 3)


def _next_card(hand: int, size: int, left: int, promoted: int) -> float:
    """What one card more is worth, its colour unknown."""
    if left <= 0:
        return -LAST_BURDEN
    if size < 3 * left:
        return 0.8 * CARDS[size]
    return -BURDEN if left == 1 and promoted else SPARE_CARD


def _card_lost(size: int, left: int, promoted: int) -> float:
    """What it costs to pay a card."""
    if left <= 0:
        return -0.5 * LAST_BURDEN if size else 0.0
    if size > 3 * left:
        return -BURDEN if left == 1 and promoted else SPARE_CARD
    return CARDS[size - 1] if size else 0.3 * CARDS[0]


@lru_cache(maxsize=1 << 16)
def _readiness(hand: int, size: int, left: int, lights: int, promoted: int) -> float:
    """How ready the seat is for a pooja, 0 to 1."""
    if left <= 0:
        return float(0.5**size)
    if lights >= 2:
        return 1.0
    colors = sum([hand >> shift & 15 > 0 for shift in range(0, 28, 4)])
    return (0.25, 0.4, 0.65, 1.0)[min(colors, 3)]


def _reward_now(state: VediicState, seat: int) -> int:
    """The cards that the planets are about to give, while penalties are being paid."""
    found = 0
    shielded = state.shields >> seat & 1
    for color in range(7):
        favourite = state.colors[seat] == color
        if state.is_retrograde(color) and not favourite and not shielded:
            continue
        for circle in state.pawns[2 * seat : 2 * seat + 2]:
            if state.lit[color] & state.board.bits[circle]:
                found += 2 if favourite else 1
    return found


def _rivals(state: VediicState, seat: int) -> float:
    """What the cards of the others are worth to them; the last cards of one about to win are a burden."""
    total = 0.0
    for other, size in enumerate(state.sizes):
        if other != seat:
            left = DONATIONS - 2 * state.promoted(other) - state.lights[other]
            total += min(size, 3 * left) if left > 0 else -4 * min(size, 2)
    return RIVAL_CARD * total


@lru_cache(maxsize=512)
def tables(
    board: Board, houses: tuple[int, ...], favourite: int, stack: int, stack_acts: bool
) -> tuple[list[tuple[float, float]], list[float]]:
    """By circle: the cards that a pawn there can expect to be given and to owe, and how soon it can meet the planet of
    enlightenment (1 at the next planets' turn, less for each one later).
    """
    n = len(board.ids)
    got, owed = [0.0] * n, [0.0] * n
    for color in range(7):
        if color == stack and not stack_acts:
            continue
        for turn, chances in enumerate(coming(board, color, houses[color])):
            weight = STAY[turn]
            for house, chance in chances:
                retrograde = house == board.retrograde[color]
                lit = board.everywhere[color] if retrograde else board.local[color][house]
                into = owed if retrograde and color != favourite else got
                amount = weight * chance * (2 if color == favourite else 1)
                for circle in range(n):
                    if lit >> circle & 1:
                        into[circle] += amount
    return list(zip(got, owed, strict=True)), _chase(board, houses, stack)


@lru_cache(maxsize=1024)
def coming(board: Board, color: int, house: int) -> list[list[tuple[int, float]]]:
    """The houses of a planet in the coming planets' turns with their chances; before it is there (house 0) the first is
    its arrival.
    """
    home = board.retrograde[color]
    standing = moved({house: ONE}, home) if house else arrivals(home)
    found = []
    for _ in STAY:
        found.append([(to, float(chance)) for to, chance in standing.items()])
        standing = moved(standing, home)
    return found


def _chase(board: Board, houses: tuple[int, ...], stack: int) -> list[float]:
    chase = [0.0] * len(board.ids)
    if stack == NOBODY:
        return chase
    home = board.retrograde[stack]
    if houses[stack]:
        _follow(board, stack, houses[stack], 1, 1.0, [False] * len(chase), chase)
    else:
        for house, chance in arrivals(home).items():
            _follow(board, stack, (house - 2) % HOUSES + 1, 1, float(chance), [False] * len(chase), chase)
    return chase


def _follow(
    board: Board, stack: int, house: int, turn: int, chance: float, met: list[bool], chase: list[float]
) -> None:
    """Follows the planet of enlightenment from a house; a pawn meets it first where it can walk to it in time."""
    if turn > HORIZON:
        return
    home = board.retrograde[stack]
    leaps = range(1, 7) if house == home else range(1, 2)
    for leap in leaps:
        to = after(house, leap)
        part = chance / len(leaps)
        hit = met[:] if len(leaps) > 1 else met
        goals = [] if to == home else board.local_lists[stack][to]
        if goals:
            for circle, done in enumerate(hit):
                if not done:
                    steps = min([board.distance[circle][goal] for goal in goals])
                    if steps <= WALK * turn:
                        hit[circle] = True
                        chase[circle] += part * DELAY ** (turn - 1) * (1.0 - 0.02 * steps)
        _follow(board, stack, to, turn + 1, part, hit, chase)


JUDGE: Final = Judge(value, steps=6, width=6, closes=closes, imagine=imagine, promise=promise)

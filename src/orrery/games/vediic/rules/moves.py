"""The pawn move (VE-11.1 to VE-11.11): where a pawn can go, how it gets there and how it stands there."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.vediic.board import MOST_PATTERNS, Board
from orrery.games.vediic.cards import BLUE, GRAY, GREEN, RED
from orrery.games.vediic.rules.state import Situation
from orrery.games.vediic.rules.words import CIRCLE_SHIFT, GREEN_SHIFT, MOVE, PAWN_SHIFT, RED_SHIFT, WITH_BLUE, WITH_GRAY

MOVE_CARDS: Final = 15 << 4 * BLUE | 15 << 4 * GREEN | 15 << 4 * RED | 15 << 4 * GRAY
"""The counts of the colours that a move can use."""


def taken_circles(s: Situation) -> int:
    """The circles with pawns, as a bit set."""
    bits = s.board.bits
    taken = 0
    for circle in s.pawns:
        taken |= bits[circle]
    return taken


def add_moves(s: Situation, seat: int, legal: list[int]) -> bool:
    """VE-11.1: adds the moves of the pawns on the board that have not moved in this turn. Tells whether one of them
    needs no cards.
    """
    taken = taken_circles(s)
    cards = s.hands[seat] & MOVE_CARDS
    free = False
    for pawn in range(2):
        origin = s.pawns[2 * seat + pawn]
        if origin >= 0 and not s.moved >> pawn & 1:
            walks = free_walks(s.board, pawn, origin, taken)
            if walks:
                free = True
                legal += walks
            if cards:
                add_card_moves(s, seat, pawn, taken, cards, legal)
    return free


def free_walks(board: Board, pawn: int, origin: int, taken: int) -> list[int]:
    """VE-11.2, VE-11.3, VE-11.7: the moves to empty circles without cards. They depend on the pawns within two steps
    only, so the lists are kept by that pattern, up to a bound.
    """
    known = board.walks[2 * origin + pawn]
    pattern = taken & board.ball[origin]
    found = known.get(pattern)
    if found is None:
        if len(known) >= MOST_PATTERNS:
            known.clear()
        base = MOVE | pawn << PAWN_SHIFT
        ends = board.reach(origin, taken) & ~taken
        found = known[pattern] = [base | circle << CIRCLE_SHIFT for circle in board.members(ends)]
    return found


def add_card_moves(s: Situation, seat: int, pawn: int, taken: int, cards: int, legal: list[int]) -> None:
    """VE-11.4 to VE-11.10: the moves of a pawn that play cards. First onto empty circles by green or gray, then onto
    circles with pawns by blue or red.
    """
    board = s.board
    origin = s.pawns[2 * seat + pawn]
    base = MOVE | pawn << PAWN_SHIFT
    greens = cards >> 4 * GREEN & 15
    if greens:
        if not s.setting.stacks_green:
            greens = 1
        for k in range(min(greens, len(board.leaps))):
            leap = base | (k + 1) << GREEN_SHIFT
            legal += [leap | t << CIRCLE_SHIFT for t in board.leaps[k][origin] if not taken >> t & 1]
    gray = cards >> 4 * GRAY & 15 > 0 and can_teleport(s, origin)
    if gray:
        legal += [base | WITH_GRAY | t << CIRCLE_SHIFT for t in board.gray if not taken >> t & 1]
    if cards & (15 << 4 * BLUE | 15 << 4 * RED):
        add_landings(s, seat, pawn, taken, cards, greens, gray, legal)


def can_teleport(s: Situation, origin: int) -> bool:
    """VE-11.6: by the option, only from a circle touched by a gray tile."""
    return not s.setting.teleports_from_gray or s.board.everywhere[GRAY] >> origin & 1 > 0


def add_landings(
    s: Situation, seat: int, pawn: int, taken: int, cards: int, greens: int, gray: bool, legal: list[int]
) -> None:
    """VE-11.7 to VE-11.10: the moves onto circles with pawns: with blue beside them all, or with a red for each
    opposing pawn (and a blue beside the own one); each by every access.
    """
    board, pawns = s.board, s.pawns
    origin, mate = pawns[2 * seat + pawn], pawns[2 * seat + 1 - pawn]
    blue = cards >> 4 * BLUE & 15 > 0
    reds = cards >> 4 * RED & 15
    reach = board.reach(origin, taken)
    distance = board.distance[origin]
    teleport = board.everywhere[GRAY] if gray else 0
    done = board.bits[origin]
    for circle in pawns:
        if circle < 0 or done >> circle & 1:
            continue
        done |= board.bits[circle]
        foes = pawns.count(circle)
        if circle == mate:
            foes -= 1
        base = circle << CIRCLE_SHIFT | pawn << PAWN_SHIFT | MOVE
        ways: list[int] = []
        if reach >> circle & 1:
            ways.append(base)
        if greens:
            k = greens_for(distance[circle])
            if k <= greens:
                ways.append(base | k << GREEN_SHIFT)
        if teleport >> circle & 1:
            ways.append(base | WITH_GRAY)
        if blue:
            legal += [way | WITH_BLUE for way in ways]
        if 0 < foes <= reds and (blue or circle != mate):
            landing = foes << RED_SHIFT | (WITH_BLUE if circle == mate else 0)
            legal += [way | landing for way in ways]


def greens_for(steps: int) -> int:
    """VE-11.4, VE-11.5: how many green cards so many steps take: one for up to four, each further one for two more."""
    return 1 if steps <= 4 else (steps - 1) // 2


covers(add_landings, "VE-11.8", "VE-11.9", "VE-11.10")
covers(add_card_moves, "VE-11.5", "VE-11.6")

"""Why a pawn may not move so (VE-11.1 to VE-11.11): pawn, cards, access, landing, asked one after the other.

Nothing here reads the tables of moves.py: the ways are walked on the paths of the board.
"""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, Refusal
from orrery.core.data import JsonObject
from orrery.games.vediic.board import LEAP, WALK
from orrery.games.vediic.cards import BLUE, COLORS, GRAY, GREEN, RED, count_of
from orrery.games.vediic.rules.state import Situation
from orrery.games.vediic.rules.words import Sentence


class Move:
    """A move as it is asked for: the pawn, where from, where to, and the cards played by colour."""

    __slots__ = ("cards", "circle", "origin", "pawn")

    def __init__(self, pawn: int, origin: int, circle: int, cards: list[int]) -> None:
        self.pawn = pawn
        self.origin = origin
        self.circle = circle
        self.cards = cards


def why_not_move(s: Situation, asked: Sentence) -> Refusal | None:
    """VE-11.1: one move, step 4 being open."""
    origin = s.pawns[2 * s.active + asked.pawn]
    return why_not(s, Move(asked.pawn, origin, asked.circle, [asked.colors.count(color) for color in range(7)]))


def why_not(s: Situation, move: Move) -> Refusal | None:
    """VE-11.1: the pawn, the cards, how it gets there, how it stands there."""
    return why_not_pawn(s, move) or why_not_cards(s, move) or why_not_access(s, move) or why_not_landing(s, move)


def facts_of(s: Situation, move: Move) -> JsonObject:
    """The pawn and its way, for people."""
    ids = s.board.ids
    return {"pawn": move.pawn, "from": ids[move.origin], "circle": ids[move.circle]}


def why_not_pawn(s: Situation, move: Move) -> Refusal | None:
    """VE-11.1, VE-11.3, VE-11.13: on the board, not moved in this turn, to another circle."""
    if move.origin < 0:
        return Refusal(NOT_ALLOWED, "pawn_promoted", "VE-11.1", {"pawn": move.pawn})
    if s.moved >> move.pawn & 1:
        return Refusal(NOT_ALLOWED, "pawn_moved", "VE-11.13", {"pawn": move.pawn})
    if move.origin == move.circle:
        return Refusal(NOT_ALLOWED, "same_circle", "VE-11.3", facts_of(s, move))
    return None


def why_not_cards(s: Situation, move: Move) -> Refusal | None:
    """VE-11.1, VE-11.5, VE-11.6, VE-11.8: cards for moving, held, not more of a colour than the move can use."""
    cards = move.cards
    for color, used in enumerate(cards):
        facts: JsonObject = {"color": COLORS[color], "need": used, "have": count_of(s.hands[s.active], color)}
        if used and color not in (BLUE, GREEN, RED, GRAY):
            return Refusal(NOT_ALLOWED, "not_for_moving", "VE-11.1", facts)
        if used > facts["have"]:
            return Refusal(NOT_ALLOWED, "cards_missing", "VE-11.1", facts)
    if cards[GRAY] and cards[GREEN]:
        return Refusal(NOT_ALLOWED, "gray_with_green", "VE-11.6")
    if cards[GRAY] > 1:
        return Refusal(NOT_ALLOWED, "one_gray", "VE-11.6", {"played": cards[GRAY]})
    if cards[BLUE] > 1:
        return Refusal(NOT_ALLOWED, "one_blue", "VE-11.8", {"played": cards[BLUE]})
    if cards[GREEN] > 1 and not s.setting.stacks_green:
        return Refusal(NOT_ALLOWED, "one_green", "VE-11.5", {"played": cards[GREEN]})
    return None


def why_not_access(s: Situation, move: Move) -> Refusal | None:
    """VE-11.2 to VE-11.6: a walk of one or two steps past no pawn, a leap by green, a teleport by gray."""
    facts = facts_of(s, move)
    if move.cards[GRAY]:
        return why_not_teleport(s, move, facts)
    steps = s.board.distance[move.origin][move.circle]
    greens = move.cards[GREEN]
    limit = WALK + (LEAP - WALK) * greens
    facts.update(steps=steps, limit=limit, greens=greens)
    if steps > limit:
        return Refusal(NOT_ALLOWED, "too_far", "VE-11.4" if greens else "VE-11.2", facts)
    if greens > 1 and steps <= limit - 2:
        facts["need"] = greens - 1
        return Refusal(NOT_ALLOWED, "green_needless", "VE-11.5", facts)
    if greens or steps == 1:
        return None
    between = [circle for circle in s.board.neighbours[move.origin] if move.circle in s.board.neighbours[circle]]
    if all(circle in s.pawns for circle in between):
        facts["through"] = ", ".join([s.board.ids[circle] for circle in between])
        return Refusal(NOT_ALLOWED, "way_barred", "VE-11.3", facts)
    return None


def why_not_teleport(s: Situation, move: Move, facts: JsonObject) -> Refusal | None:
    """VE-11.6: to a circle touched by a gray tile; with the option also from one."""
    if not is_gray(s, move.circle):
        return Refusal(NOT_ALLOWED, "not_gray", "VE-11.6", facts)
    if s.setting.teleports_from_gray and not is_gray(s, move.origin):
        return Refusal(NOT_ALLOWED, "start_not_gray", "VE-11.6", facts)
    return None


def is_gray(s: Situation, circle: int) -> bool:
    """Is the circle touched by a gray tile?"""
    return any(tile.color == GRAY and circle in tile.circles for tile in s.board.tiles)


def why_not_landing(s: Situation, move: Move) -> Refusal | None:
    """VE-11.7 to VE-11.10: nothing on an empty circle; blue beside all that stand there, or a red for each opposing
    pawn and a blue beside the own one.
    """
    own = 2 * s.active
    mate = s.pawns[own + 1 - move.pawn] == move.circle
    foes = sum([circle == move.circle for i, circle in enumerate(s.pawns) if i // 2 != s.active])
    blue, reds = move.cards[BLUE], move.cards[RED]
    facts = facts_of(s, move)
    facts.update(foes=foes, reds=reds)
    if not foes and not mate:
        if blue or reds:
            facts["card"] = COLORS[BLUE if blue else RED]
            return Refusal(NOT_ALLOWED, "landing_on_empty", "VE-11.7", facts)
        return None
    if not blue and not reds:
        return Refusal(NOT_ALLOWED, "circle_occupied" if foes else "own_pawn_there", "VE-11.7", facts)
    if not reds:
        return None
    if not foes:
        return Refusal(NOT_ALLOWED, "red_on_own_pawn", "VE-11.9", facts)
    if reds != foes:
        return Refusal(NOT_ALLOWED, "red_for_each", "VE-11.9", facts)
    if mate and not blue:
        return Refusal(NOT_ALLOWED, "blue_beside_own", "VE-11.9", facts)
    if blue and not mate:
        return Refusal(NOT_ALLOWED, "red_and_blue", "VE-11.9", facts)
    return None


def why_not_pass(s: Situation) -> Refusal | None:
    """VE-11.11: only when no pawn has a move without cards; by the option, when there is no move at all."""
    for pawn in range(2):
        origin = s.pawns[2 * s.active + pawn]
        for circle in range(len(s.board.ids)):
            for cards in possible_cards(s):
                move = Move(pawn, origin, circle, cards)
                if why_not(s, move) is None:
                    code = "can_move" if not any(cards) else "can_move_with_cards"
                    return Refusal(NOT_NOW, code, "VE-11.11", facts_of(s, move))
    return None


def possible_cards(s: Situation) -> list[list[int]]:
    """The cards that a move might play, as far as they bar a pass: none, or by the option all that are held."""
    if not s.setting.pass_needs_no_move:
        return [[0] * 7]
    hand = s.hands[s.active]
    found: list[list[int]] = []
    for greens in range(count_of(hand, GREEN) + 1):
        for grays in range(min(count_of(hand, GRAY), 1) + 1):
            for blues in range(min(count_of(hand, BLUE), 1) + 1):
                for reds in range(count_of(hand, RED) + 1):
                    found.append([0, 0, 0, blues, greens, reds, grays])
    return found

"""What a hand can be given for: trades, donations, promotions (VE-9, VE-10), and the cards of steps 1 and 3.

The lists depend only on which colours a hand has once and which twice, so they are made once for each such pattern and
kept. There are at most 3 ** 7 patterns of a hand, 2 ** 7 of a pile and 2 ** 7 sets of victims, which bounds the tables.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.vediic.cards import EVERY, count_of
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.state import ANY, DISTINCT, NOBODY, Situation

_TRADES: Final[list[dict[int, list[int]]]] = [{}, {}, {}]
_DONATIONS: Final[dict[int, list[int]]] = {}
_SINGLES: Final[dict[int, list[int]]] = {}
_STEALS: Final[dict[int, list[int]]] = {}

_MEMBERS: Final[list[list[int]]] = [[c for c in range(7) if colors >> c & 1] for colors in range(128)]
"""The colours of each bit set of colours."""


def trades(rule: int, hand: int, got: int) -> list[int]:
    """VE-9.2: the trades of two cards of this hand for one of the colour `got`, by the option's rule."""
    more = (hand >> 1 | hand >> 2 | hand >> 3) & EVERY
    key = got << 28 | more << 1 | (hand & EVERY) | more
    found = _TRADES[rule].get(key)
    if found is None:
        found = _TRADES[rule][key] = [
            words.make_trade(a, b, got) for a in range(7) for b in range(a, 7) if can_give(rule, hand, a, b, got)
        ]
    return found


def can_give(rule: int, hand: int, a: int, b: int, got: int) -> bool:
    """VE-9.2: do these two cards of a hand make a trade for the colour `got`?"""
    if rule != ANY and (a == got or b == got):
        return False
    if a == b:
        return rule != DISTINCT and count_of(hand, a) >= 2
    return count_of(hand, a) > 0 and count_of(hand, b) > 0


def donations(hand: int) -> list[int]:
    """VE-10.4: the donations of three cards of three different colours of this hand."""
    key = (hand | hand >> 1 | hand >> 2 | hand >> 3) & EVERY
    found = _DONATIONS.get(key)
    if found is None:
        own = [color for color in range(7) if count_of(hand, color)]
        found = _DONATIONS[key] = [
            words.make_donate(a, b, c)
            for i, a in enumerate(own)
            for j, b in enumerate(own[i + 1 :], i + 1)
            for c in own[j + 1 :]
        ]
    return found


def singles(word: int, pile: int) -> list[int]:
    """VE-12.3, VE-7.4: the actions of a word that names one colour of a pile."""
    key = word << 28 | (pile | pile >> 1 | pile >> 2 | pile >> 3) & EVERY
    found = _SINGLES.get(key)
    if found is None:
        found = _SINGLES[key] = [words.make_color(word, color) for color in range(7) if count_of(pile, color)]
    return found


def add_steals(s: Situation, seat: int, legal: list[int]) -> None:
    """VE-11.15: to steal from nobody, from one or from two opponents who hold a card."""
    if s.stole:
        return
    victims = 0
    for other, size in enumerate(s.sizes):
        if size and other != seat:
            victims |= 1 << other
    found = _STEALS.get(victims)
    if found is None:
        seats = words.seats_of(victims)
        found = [words.make_steal(0)]
        for i, a in enumerate(seats):
            found.append(words.make_steal(1 << a))
            found += [words.make_steal(1 << a | 1 << b) for b in seats[i + 1 :]]
        _STEALS[victims] = found
    legal += found


def add_exchanges(s: Situation, seat: int, legal: list[int]) -> None:
    """VE-9.1, VE-9.3 to VE-9.6: trades with the planets in contact by either pawn; VE-10.2: pooja with the planet of
    enlightenment among them.
    """
    pawns = s.pawns
    touch = s.touch
    contact = touch[pawns[2 * seat]] | touch[pawns[2 * seat + 1]]
    if not contact:
        return
    stack = 1 << s.stack
    if contact & stack and not s.pooja:
        add_pooja(s, seat, legal)
    if s.sizes[seat] >= 2:
        if not s.setting.stack_acts:
            contact &= ~stack
        hand = s.hands[seat]
        rule = s.setting.trade
        for color in _MEMBERS[contact]:
            if s.supply >> 4 * color & 15:
                legal += trades(rule, hand, color)


def add_pooja(s: Situation, seat: int, legal: list[int]) -> None:
    """VE-10.4, VE-10.5, VE-10.7, VE-10.8: to donate or to promote, in contact with the planet of enlightenment."""
    lights = s.lights[seat]
    size = s.sizes[seat]
    first, second = s.pawns[2 * seat], s.pawns[2 * seat + 1]
    alone = first < 0 or second < 0
    if size >= 3 and s.spare and lights < (2 if alone else 3):
        legal += donations(s.hands[seat])
    if lights >= 2 and not (alone and size):
        bit = 1 << s.stack
        if s.touch[first] & bit:
            legal.append(words.make_promote(0))
        if s.touch[second] & bit:
            legal.append(words.make_promote(1))


def is_in_contact(s: Situation, seat: int, color: int) -> bool:
    """VE-9.1: does the planet stand outside its retrograde house and activate a circle with a pawn of the seat?"""
    return in_contact(s, s.pawns[2 * seat], color) or in_contact(s, s.pawns[2 * seat + 1], color)


def in_contact(s: Situation, circle: int, color: int) -> bool:
    """VE-9.1 for one pawn, asked of the tiles and not of the tables: the patient answer for refusals."""
    if color == NOBODY or circle < 0:
        return False
    house = s.houses[color]
    return house > 0 and house != s.board.retrograde[color] and s.board.has_tile(house, color, circle)


covers(add_exchanges, "VE-9.3", "VE-9.4", "VE-9.5", "VE-9.7", "VE-10.3", "VE-10.6", "VE-10.9")

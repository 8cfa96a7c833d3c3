"""Scores of a picture (SE-9)."""

from __future__ import annotations

from orrery.games.space_editor.rules.abilities import WORTH
from orrery.games.space_editor.rules.placing import covers_card
from orrery.games.space_editor.rules.state import NOBODY, OVER, Situation


def values(s: Situation) -> dict[int, int]:
    """SE-9.4, SE-9.6, SE-9.7, SE-11.7c: the value of each star that counts, by slot: face up and not void, never below
    0.
    """
    universe = s.universe
    cards = s.setting.cards
    stars: dict[int, int] = {}
    for slot, facing in enumerate(universe.facing):
        card = facing >> 3
        if cards.is_star[card] and not facing & 4 and not universe.void >> slot & 1:
            stars[slot] = cards.vp[card]
    least = 0
    for source in universe.statics:
        for static in cards.statics[universe.stones[source].card]:
            if static.kind == WORTH and s.is_awake(source):
                least = min(least, static.vp)
                for slot in stars:
                    if covers_card(s, static, source, slot):
                        stars[slot] += static.vp
    return stars if least == 0 else {slot: max(value, 0) for slot, value in stars.items()}


def pairs(s: Situation, stars: dict[int, int]) -> list[tuple[int, int]]:
    """SE-9.2, SE-2.5: the pairs of stars that touch by sides which both carry the binary mark."""
    universe = s.universe
    cards = s.setting.cards
    found: list[tuple[int, int]] = []
    for slot in stars:
        facing = universe.facing[slot]
        if not cards.is_binary[facing >> 3]:
            continue
        marks = cards.marks[facing >> 3]
        for d in range(2):
            if not marks[(d - facing) & 3]:
                continue
            other = universe.at.get(universe.cells[slot] + s.setting.grid.steps[d])
            if other is not None and other in stars:
                theirs = universe.facing[other]
                if cards.marks[theirs >> 3][(d + 2 - theirs) & 3]:
                    found.append((slot, other))
    return found


def scores(s: Situation) -> list[int]:
    """SE-9.1, SE-9.2, SE-9.3, SE-9.5: the scores by seat."""
    stars = values(s)
    totals = [0] * s.setting.seats
    paired: set[int] = set()
    for one, two in pairs(s, stars):
        paired.add(one)
        paired.add(two)
        mine, theirs = owner_of(s, one), owner_of(s, two)
        if s.setting.cards.element[s.universe.stones[one].card] == s.setting.cards.element[s.universe.stones[two].card]:
            if mine != NOBODY:
                totals[mine] += stars[one] * stars[two]
        else:
            if mine != NOBODY:
                totals[mine] -= stars[one]
            if theirs != NOBODY:
                totals[theirs] -= stars[two]
    for slot, value in stars.items():
        seat = owner_of(s, slot)
        if slot not in paired and seat != NOBODY:
            totals[seat] += value
    return totals


def owner_of(s: Situation, slot: int) -> int:
    """SE-9.1: the seat that a star scores for, or -1."""
    return s.setting.owner[s.setting.cards.element[s.universe.stones[slot].card]]


def winners(s: Situation, totals: list[int]) -> list[int]:
    """SE-1.1, SE-9.8, SE-9.9: the seats with the highest score, once the match is over."""
    if s.phase != OVER:
        return []
    best = max(totals)
    return [seat for seat, score in enumerate(totals) if score == best]

"""The verb `replace` (FS-12.6): two cards of one lord change zones."""

from __future__ import annotations

from orrery.games.five_spheres.cards.language import (
    ATTACHED,
    CASTING,
    DECK,
    NONE,
    RANDOM,
    REPLACE,
    TOP,
    Effect,
    Selector,
)
from orrery.games.five_spheres.rules.deeds import may_arrive, move_card, move_piece
from orrery.games.five_spheres.rules.picking import (
    ASKED,
    MISSING,
    ask,
    card_of,
    chooser,
    close,
    eligible,
    find_lord,
    owner_of,
    pick_at_random,
    tell_search,
    zone_of,
)
from orrery.games.five_spheres.rules.reading import lords_of, referred
from orrery.games.five_spheres.rules.state import (
    ASK_TARGET,
    OPTION_NONE,
    OPTION_PIECE,
    Program,
    Situation,
    first_of,
)


def run_replace(s: Situation, p: Program, effect: Effect) -> bool:
    """FS-12.6: one card of each side, of the same lord, change zones; true if a lord is asked."""
    a, b = effect.a, effect.b
    assert a is not None and b is not None
    if p.first < 0:
        to = b.zone if b.ref < 0 else zone_of(s, first_of(referred(s, p, b.ref)))
        first = choose_one(s, p, effect, a, "a", NONE, to)
        if first <= ASKED:
            return first == ASKED
        if first == MISSING:
            end_replace(s, p, a, b, NONE, [])
            return False
        p.first = first
        p.picked = []
        p.stop = False
    first = p.first
    seat = owner_of(s, first)
    if seat < 0:
        close(p, 0, [])
        return False
    second = choose_one(s, p, effect, b, "b", seat, zone_of(s, first))
    if second <= ASKED:
        return second == ASKED
    if second == MISSING:
        end_replace(s, p, a, b, seat, [first])
        return False
    exchange(s, p, a, b, first, second)
    return False


def choose_one(s: Situation, p: Program, effect: Effect, sel: Selector, part: str, within: int, to: int) -> int:
    """One side of a replace: its card, or MISSING, ASKED, AGAIN. `within`: the only lord that counts."""
    if sel.ref >= 0:
        for found in referred(s, p, sel.ref):
            if within < 0 or owner_of(s, found) == within:
                return found
        return MISSING
    for pick in p.picked:
        if zone_of(s, pick) >= 0:
            return pick
    if p.stop:
        return MISSING
    if sel.needs_lord():
        return find_lord(s, p, effect, sel, part, within, to)
    cards: list[int] = []
    size = 0
    owner = NONE
    for seat in lords_of(s, p.seat, sel.whose):
        if within < 0 or seat == within:
            owner = seat
            cards.extend(eligible(s, p, effect, sel, seat, to))
            size += s.lords[seat].size(sel.zone)
    if owner < 0:
        return MISSING
    if sel.pick == TOP:
        return first_of(cards)
    if sel.pick == RANDOM:
        return first_of(pick_at_random(s, p.seat, cards, 1))
    if sel.search:
        if not size:
            return MISSING
    elif not cards:
        return MISSING
    elif len(cards) == 1 and not sel.upto:
        return cards[0]
    options = cards[:]
    if sel.upto or not cards:
        options.append(OPTION_NONE)
    ask(s, ASK_TARGET, chooser(s, p, sel, owner), options)
    return ASKED


def exchange(s: Situation, p: Program, a: Selector, b: Selector, first: int, second: int) -> None:
    """FS-12.6: first `a` moves to the zone of `b`, then `b` to that of `a`, each as a new card there."""
    seat = owner_of(s, first)
    here, there = zone_of(s, first), zone_of(s, second)
    possible = (
        here != there
        and here != CASTING
        and here != ATTACHED
        and there != CASTING
        and there != ATTACHED
        and may_arrive(s, seat, card_of(s, first), there)
        and may_arrive(s, seat, card_of(s, second), here)
    )
    if not possible:
        end_replace(s, p, a, b, seat, [first, second])
        return
    searched_a = searched_by(s, p, a, NONE)
    searched_b = searched_by(s, p, b, seat)
    namer_a = chooser(s, p, a, seat) if a.search else NONE
    namer_b = chooser(s, p, b, seat) if b.search else NONE
    last = [move_one(s, first, there, namer_a)]
    if there == DECK:
        second += 64
    last.append(move_one(s, second, here, namer_b))
    tell_search(s, p, a, searched_a, namer_a)
    tell_search(s, p, b, searched_b, namer_b)
    close(p, 2, [uid for uid in last if s.find(uid) is not None])


def move_one(s: Situation, pick: int, to: int, namer: int) -> int:
    """One card of a replace moves."""
    if pick & 7 == OPTION_PIECE:
        piece = s.find(pick >> 6)
        assert piece is not None
        return move_piece(s, REPLACE, piece, to, False, namer)
    return move_card(s, REPLACE, pick, to, False, namer)


def searched_by(s: Situation, p: Program, sel: Selector, within: int) -> list[int]:
    """FS-12.5.5: the lords whose zone one side of a replace searches."""
    if not sel.search:
        return []
    return [
        seat
        for seat in lords_of(s, p.seat, sel.whose)
        if (within < 0 or seat == within) and s.lords[seat].size(sel.zone)
    ]


def end_replace(s: Situation, p: Program, a: Selector, b: Selector, seat: int, picks: list[int]) -> None:
    """A replace that changed nothing: what was searched is told all the same. `seat`: the lord of side `a`; NONE if
    there was no card, so that side `b` was not looked at.
    """
    sides = [a] if seat < 0 else [a, b]
    for sel in sides:
        if not sel.needs_lord():
            for lord in searched_by(s, p, sel, seat):
                tell_search(s, p, sel, [lord], chooser(s, p, sel, lord))
    uids = [pick >> 6 for pick in picks if pick & 7 == OPTION_PIECE]
    close(p, 0, [uid for uid in uids if s.find(uid) is not None])

"""Picking the cards of an effect (FS-12.5, FS-14.3): which cards can be picked, of which lord, and who chooses."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ACTIVE,
    AFFLICT,
    ALL,
    BATTLEFIELD,
    CAST_SPELL,
    CHOOSE,
    CURE,
    DECK,
    ENGAGE,
    EVOKE,
    GRANT,
    GROOVE,
    HAND,
    IMMUNE_AFFLICT,
    NONE,
    OPPONENT_CHOICE,
    OWNER,
    READY,
    SPELL,
    SUMMON,
    TRASH,
    UNTARGETABLE,
    UNVEIL,
    Effect,
    Selector,
)
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.moving import (
    FOR_PICKS,
    draw_chance,
    shuffle_pile,
)
from orrery.games.five_spheres.rules.reading import fits, has, lords_of
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    OPTION_DECK,
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_LORD,
    OPTION_PIECE,
    OPTION_TRASH,
    ZONE_OF_OPTION,
    Piece,
    Program,
    Situation,
    option,
)

MISSING: Final = -1
ASKED: Final = -2
AGAIN: Final = -3
"""What became of the choice of one card: there is none, somebody is asked, or the effect has been written anew."""


def ask(s: Situation, kind: int, seat: int, options: list[int], need: int = 1) -> None:
    """FS-19.4: a lord has to decide."""
    s.ask = kind
    s.asked = seat
    s.options = options
    s.need = need


def close(p: Program, did: int, last: list[int]) -> None:
    """An effect is over."""
    p.effects = p.effects[1:]
    p.did = did
    p.last = last
    p.picked = []
    p.first = NONE
    p.stop = False


def rewrite(p: Program, effect: Effect) -> None:
    """FS-14.4: the running effect as it now stands."""
    p.effects = [effect, *p.effects[1:]]


def eligible(s: Situation, p: Program, effect: Effect, sel: Selector, seat: int, to: int) -> list[int]:
    """FS-12.5.6: the cards of one lord's zone that can be picked, in zone order; `to` is where a replace would put
    them.
    """
    lord = s.lords[seat]
    zone = sel.zone
    verb = effect.verb
    if (verb == SUMMON or verb == CAST_SPELL or to == BATTLEFIELD or to == SPELL) and not s.may_come(seat):
        return []
    found: list[int] = []
    f = sel.filter
    as_spell = verb == CAST_SPELL or verb == EVOKE
    if zone >= HAND:
        kind = OPTION_HAND
        if zone == TRASH:
            kind = OPTION_TRASH
        elif zone == GROOVE:
            kind = OPTION_GROOVE
        elif zone == DECK:
            kind = OPTION_DECK
        hidden = zone == GROOVE and not sel.search
        cards = lord.pile(zone)
        for index in range(len(cards)):
            card = cards[index]
            if verb == CAST_SPELL and card.spell_type != ACTIVE:
                continue
            if f is None or fits(s, p, f, card, None, hidden, as_spell):
                found.append(option(kind, seat, index))
        return found
    guarded = zone == BATTLEFIELD and sel.pick != ALL and lord.team != s.lords[p.seat].team
    for piece in lord.pieces(zone):
        if zone == BATTLEFIELD and not would_change(s, effect, piece):
            continue
        if verb == CAST_SPELL and piece.card.spell_type != ACTIVE:
            continue
        if f is not None and not fits(s, p, f, piece.card, piece, piece.is_hidden() and not sel.search, as_spell):
            continue
        if guarded and has(s, piece, UNTARGETABLE):
            continue
        found.append(option(OPTION_PIECE, 0, piece.uid))
    return found


def would_change(s: Situation, effect: Effect, c: Piece) -> bool:
    """FS-12.5.6: would the verb do something to the creature?"""
    verb = effect.verb
    if verb == AFFLICT:
        return not c.afflicted and not has(s, c, IMMUNE_AFFLICT)
    if verb == CURE:
        return c.afflicted
    if verb == ENGAGE:
        return not c.engaged
    if verb == READY:
        return c.engaged
    if verb == UNVEIL:
        return c.facedown
    if verb == EVOKE:
        return not c.facedown
    return verb != GRANT or not c.words >> effect.word & 1


def chooser(s: Situation, p: Program, sel: Selector, seat: int) -> int:
    """FS-12.5.4: who names the cards of this lord's zone; NONE if nobody does."""
    if sel.pick == CHOOSE:
        return p.seat
    if sel.pick == OWNER:
        return seat
    if sel.pick == OPPONENT_CHOICE:
        return seat if seat != p.seat or not s.foes[seat] else s.foes[seat][0]
    return NONE


def find_lord(s: Situation, p: Program, effect: Effect, sel: Selector, part: str, within: int, to: int) -> int:
    """FS-14.3: the one lord that the selector needs: AGAIN when he is found and written, ASKED, or MISSING."""
    seats: list[int] = []
    for seat in lords_of(s, p.seat, sel.whose):
        if within >= 0 and seat != within:
            continue
        if sel.search:
            possible = s.lords[seat].size(sel.zone) > 0
        else:
            possible = len(eligible(s, p, effect, sel, seat, to)) > 0
        if possible:
            seats.append(seat)
    if not seats:
        return MISSING
    if len(seats) > 1:
        ask(s, ASK_LORD, p.seat, [option(OPTION_LORD, seat, 0) for seat in seats])
        return ASKED
    rewrite(p, effect.for_lord(seats[0], part))
    return AGAIN


def pick_at_random(s: Situation, seat: int, cards: list[int], n: int) -> list[int]:
    """FS-14.3: what chance takes for a lord; none is needed where all are taken."""
    if len(cards) <= n:
        return cards
    left = cards[:]
    found: list[int] = []
    while len(found) < n:
        found.append(left.pop(draw_chance(s, len(left), FOR_PICKS + seat)))
    return found


def tell_search(s: Situation, p: Program, sel: Selector, searched: list[int], seat: int) -> None:
    """FS-12.5.5, FS-20.4: which zones were searched; decks are shuffled."""
    if not sel.search:
        return
    for lord in searched:
        s.log.append(e.Searched(p.seat if seat < 0 else seat, lord, sel.zone))
        if sel.zone == DECK:
            shuffle_pile(s, s.lords[lord], DECK)


def owner_of(s: Situation, pick: int) -> int:
    """The lord of a card."""
    if pick & 7 == OPTION_PIECE:
        piece = s.find(pick >> 6)
        return NONE if piece is None else piece.seat
    return NONE if zone_of(s, pick) < 0 else pick >> 3 & 7


def zone_of(s: Situation, pick: int) -> int:
    """Where a card lies; NONE if it is not there any more."""
    if pick < 0:
        return NONE
    if pick & 7 == OPTION_PIECE:
        piece = s.find(pick >> 6)
        return NONE if piece is None else piece.zone
    seat = pick >> 3 & 7
    zone = ZONE_OF_OPTION[pick & 7]
    return zone if seat < s.setting.lords and pick >> 6 < len(s.lords[seat].pile(zone)) else NONE


def card_of(s: Situation, pick: int) -> Card:
    """The card that an option names."""
    if pick & 7 == OPTION_PIECE:
        piece = s.find(pick >> 6)
        assert piece is not None
        return piece.card
    return s.lords[pick >> 3 & 7].pile(ZONE_OF_OPTION[pick & 7])[pick >> 6]


covers(eligible, "FS-12.5", "FS-12.5.2")

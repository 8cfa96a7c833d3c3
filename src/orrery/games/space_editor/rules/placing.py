"""Where a card may lie (SE-4), what protects a card (SE-8.9) and what bars it (SE-11.7b)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from orrery.core.clause import covers
from orrery.games.space_editor.cards.card import CARD_SHIFT, COMPILED, CardSet
from orrery.games.space_editor.rules.abilities import (
    ADJACENT,
    ANY,
    ANY_CAUSE,
    ANYONE,
    AROUND,
    BY_ABILITY,
    FORBID,
    PLACER,
    PROTECT,
    SELF,
    CardMatch,
    Static,
)
from orrery.games.space_editor.rules.state import NOBODY, Situation

FROM_TURN_DOWN: Final = 1
FROM_TURN_UP: Final = 2
FROM_ROTATE: Final = 4
FROM_RELOCATE: Final = 8


def is_protected(s: Situation, slot: int, thing: int, cause: int) -> bool:
    """SE-5.9, SE-8.9, SE-11.7a: is a placed card protected from a thing that comes by this cause, energy or ability?"""
    universe = s.universe
    if thing == FROM_TURN_DOWN and universe.guard.get(slot, 0) >= s.turn:
        return True
    for other in universe.statics:
        if s.is_awake(other):
            stone = universe.stones[other]
            for static in s.setting.cards.statics[stone.card]:
                if static.kind == PROTECT and static.against & thing and static.cause in (ANY_CAUSE, cause):
                    if covers_card(s, static, other, slot):
                        return True
    return False


def covers_card(s: Situation, static: Static, source: int, slot: int) -> bool:
    """SE-11.4: does a static ability's target take in a placed card?"""
    universe = s.universe
    if static.where == SELF:
        if source != slot:
            return False
    elif source == slot or not s.setting.grid.within(static.where, universe.cells[source], universe.cells[slot]):
        return False
    stone = universe.stones[slot]
    return static.match.admits(stone.card, stone.placer, universe.stones[source].placer)


def is_shielded_at(s: Situation, card: int, placer: int, cell: int, mover: int) -> bool:
    """SE-4.4, SE-11.7a: would a card put down on this cell be protected from falling to energies there?

    `mover` is the slot of a card that is being relocated and has been lifted, else -1. Its own protection counts at its
    new place; a newly placed card's does not, for it is not awake.
    """
    if mover != NOBODY and is_shielded_anywhere(s, mover):
        return True
    universe = s.universe
    for source in universe.statics:
        if source != mover and s.is_awake(source):
            for static in s.setting.cards.statics[universe.stones[source].card]:
                if is_shield(static) and static.where != SELF:
                    if s.setting.grid.within(static.where, universe.cells[source], cell):
                        if static.match.admits(card, placer, universe.stones[source].placer):
                            return True
    return False


def is_shielded_anywhere(s: Situation, slot: int) -> bool:
    """SE-8.9, SE-11.7a: does a placed card carry its own shield against energies, a guard or a protection?"""
    universe = s.universe
    if universe.guard.get(slot, 0) >= s.turn:
        return True
    stone = universe.stones[slot]
    for static in s.setting.cards.statics[stone.card]:
        if is_shield(static) and static.where == SELF and static.match.admits(stone.card, stone.placer, stone.placer):
            return s.is_awake(slot)
    return False


def is_shield(static: Static) -> bool:
    """Does a static ability keep cards from falling to energies?"""
    return static.kind == PROTECT and static.against & FROM_TURN_DOWN != 0 and static.cause != BY_ABILITY


def barring(s: Situation, card: int, seat: int, cell: int, mover: int) -> int:
    """SE-4.8, SE-11.7b: the slot of another card whose awake ability bars this card from this cell for this seat, or
    -1.
    """
    universe = s.universe
    for source in universe.statics:
        if source == mover or not s.is_awake(source):
            continue
        for static in s.setting.cards.statics[universe.stones[source].card]:
            if (
                static.kind == FORBID
                and is_named(static, seat, universe.stones[source].placer)
                and static.match.fits[card]
            ):
                if s.setting.grid.within(static.where, universe.cells[source], cell):
                    return source
    return NOBODY


def is_named(static: Static, seat: int, placer: int) -> bool:
    """SE-11.7b: is the seat one of those that a `forbid` names?"""
    return static.who == ANYONE or (seat == placer) == (static.who == PLACER)


def placeable(s: Situation, seat: int, match: CardMatch | None) -> list[int]:
    """The different cards of a hand that the seat may place at all: those that fit, and no star that SE-7.5 forbids."""
    cards = s.setting.cards
    starless = s.final and s.setting.forbids_final_star and seat == s.setting.last
    found: list[int] = []
    before = NOBODY
    for card in s.hands[seat]:
        if card != before and not (starless and cards.is_star[card]) and (match is None or match.fits[card]):
            found.append(card)
        before = card
    return found


def placements(s: Situation, seat: int, match: CardMatch | None = None, area: int = ANY, centre: int = 0) -> list[int]:
    """SE-4.1, SE-4.5, SE-4.6: all legal placements of a seat from its hand, as actions.

    For an ability: those of fitting cards, in an area around a cell.
    """
    hand = placeable(s, seat, match)
    if not hand:
        return []
    cards = s.setting.cards
    cells = s.universe.open
    if area != ANY:
        within = s.setting.grid.within
        cells = {cell: kind for cell, kind in cells.items() if within(area, centre, cell)}
    special = special_cells(s, seat, seat, NOBODY, hand)
    if cards.is_crowded:
        special = {} if special is None else special
        for cell, kind in cells.items():
            if kind < 0:
                special.setdefault(cell, [])
    extra: list[int] = []
    if special is not None:
        for cell, spells in special.items():
            if cell in cells:
                extra += special_ways(cards, hand, cell, cells[cell], spells)
        cells = {cell: kind for cell, kind in cells.items() if cell not in special}
    for card in hand:
        cards.keep_up(card)
    found = list_by_bits(cards, hand, cells) if COMPILED else list_by_ways(cards, hand, cells)
    return found + extra if extra else found


# The next two do the same. Interpreted code is fastest with remembered lists of ways in one comprehension, machine code
# with the bits of a mask tested one by one.


def list_by_ways(cards: CardSet, hand: list[int], cells: dict[int, int]) -> list[int]:
    """The placements of these cards on these cells."""
    tables = [cards.fits[card] for card in hand]
    return [cell | way for fits in tables for cell, kind in cells.items() for way in fits[kind]]


def list_by_bits(cards: CardSet, hand: list[int], cells: dict[int, int], rotations: int = 15) -> list[int]:
    """The placements of these cards on these cells, in some or all rotations."""
    found: list[int] = []
    places = list(cells)
    kinds = list(cells.values())
    turns: i64 = rotations
    for card in hand:
        masks = cards.masks[card]
        known: i64 = len(masks)
        base: i64 = card << CARD_SHIFT
        i: i64 = 0
        while i < len(places):
            kind: i64 = kinds[i]
            mask: i64 = masks[kind] if kind < known else cards.mask_on(card, kind)
            mask &= turns
            if mask:
                action: i64 = places[i]
                action |= base
                if mask & 1:
                    found.append(action)
                if mask & 2:
                    found.append(action | 1)
                if mask & 4:
                    found.append(action | 2)
                if mask & 8:
                    found.append(action | 3)
            i += 1
    return found


class Spell:
    """What an awake static does to placements of one seat: it bars the cards that fit, or shields them from falling."""

    __slots__ = ("bars", "centre", "fits", "mark", "where")

    def __init__(self, bars: bool, fits: list[bool], where: int, centre: int, mark: int) -> None:
        self.bars = bars
        self.fits = fits
        self.where = where
        self.centre = centre
        self.mark = mark
        """Tells it from all others of the moment: card << 20 | cell | place among the card's statics."""


def spelled(card: int, mask: int, allowed: int, spells: list[Spell]) -> int:
    """SE-4.4, SE-4.8: the rotations allowed where spells have a say: a bar takes all, a shield adds those that fall."""
    for spell in spells:
        if spell.fits[card]:
            if spell.bars:
                return 0
            allowed = mask >> 4
    return allowed


def special_ways(cards: CardSet, hand: list[int], cell: int, kind: int, spells: list[Spell]) -> list[int]:
    """SE-4.4, SE-4.8: the placements on a cell where static abilities have a say."""
    found: list[int] = []
    for card in hand:
        mask = cards.mask_on(card, kind)
        allowed = spelled(card, mask, mask & 15, spells)
        if allowed:
            base = card << CARD_SHIFT | cell
            found += [base | r for r in range(4) if allowed >> r & 1]
    return found


def placements_of(s: Situation, card: int, special: dict[int, list[Spell]]) -> list[int]:
    """The placements of one card of a hand, where static abilities have a say on these cells."""
    found: list[int] = []
    cards = s.setting.cards
    base = card << CARD_SHIFT
    for cell, kind in s.universe.open.items():
        mask = cards.mask_on(card, kind)
        allowed = mask & 15
        if cell in special:
            allowed = spelled(card, mask, allowed, special[cell])
        if allowed:
            found += [base | cell | r for r in range(4) if allowed >> r & 1]
    return found


def spells_of(s: Situation, seat: int, placer: int, mover: int, hand: list[int]) -> list[Spell]:
    """The awake statics that change where a seat may put down some of these cards.

    `placer` is the placer of the card that is put down, `mover` its slot if it is being relocated, else -1.
    """
    universe = s.universe
    found: list[Spell] = []
    for source in universe.statics:
        if source == mover:
            continue
        stone = universe.stones[source]
        for i, static in enumerate(s.setting.cards.statics[stone.card]):
            bars = static.kind == FORBID
            if bars:
                if not is_named(static, seat, stone.placer):
                    continue
            elif not is_shield(static) or static.where == SELF or not static.match.admits_placer(placer, stone.placer):
                continue
            fits = static.match.fits
            if not any(fits[card] for card in hand):
                continue
            if not s.is_awake(source):
                break
            centre = universe.cells[source]
            found.append(Spell(bars, fits, static.where, centre, stone.card << CARD_SHIFT | centre | i))
    return found


def special_cells(s: Situation, seat: int, placer: int, mover: int, hand: list[int]) -> dict[int, list[Spell]] | None:
    """The cells where awake statics change what a seat may put down of these cards; None if there are none: the rule.
    See `spells_of`.
    """
    universe = s.universe
    if not universe.statics:
        return None
    spells = spells_of(s, seat, placer, mover, hand)
    if not spells:
        return None
    grid = s.setting.grid
    special: dict[int, list[Spell]] = {}
    for spell in spells:
        where, centre = spell.where, spell.centre
        if where <= AROUND:
            cells = [centre + step for step in (grid.steps if where == ADJACENT else grid.rings)]
        elif where == ANY:
            cells = list(universe.open)
        else:
            stride = grid.stride
            column, row = centre // stride, centre % stride
            cells = [cell for cell in universe.open if cell // stride == column or cell % stride == row]
        for cell in cells:
            there = special.get(cell)
            if there is None:
                special[cell] = [spell]
            elif spell.bars:
                there.insert(0, spell)
            else:
                there.append(spell)
    return special


def destinations(s: Situation, slot: int, seat: int, area: int, centre: int, first: bool = False) -> list[int]:
    """SE-8.10, SE-11.6e: where a seat may relocate a card to, as cell | rotation.

    With `first` it stops at the first cell: enough to know that there is one.
    """
    universe = s.universe
    cards = s.setting.cards
    stone = universe.stones[slot]
    origin = universe.cells[slot]
    safe = is_shielded_anywhere(s, slot)
    found: list[int] = []
    universe.lift(slot)
    special = special_cells(s, seat, stone.placer, slot, [stone.card])
    cells = universe.open if not s.setting.keeps_one_piece else universe.open.copy()
    for cell, kind in cells.items():
        mask = cards.mask_on(stone.card, kind)
        allowed = mask >> 4 if safe else mask & 15
        if special is not None and cell in special:
            allowed = spelled(stone.card, mask, allowed, special[cell])
        if not allowed or cell == origin or not s.setting.grid.within(area, centre, cell):
            continue
        if s.setting.keeps_one_piece and not is_one_piece_with(s, slot, cell):
            continue
        found += [cell | r for r in range(4) if allowed >> r & 1]
        if first:
            break
    universe.settle(slot, origin)
    return found


def is_one_piece_with(s: Situation, slot: int, cell: int) -> bool:
    """SE-8.10, option split: would the universe be one piece with this lifted card there?"""
    s.universe.settle(slot, cell)
    whole = s.universe.is_one_piece()
    s.universe.lift(slot)
    return whole


covers(placements, "SE-4.2", "SE-4.3", "SE-4.4", "SE-4.7", "SE-4.8", "SE-4.9")

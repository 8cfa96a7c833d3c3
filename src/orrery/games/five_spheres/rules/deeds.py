"""What the verbs of FS-12.6 do to one card."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ACTIVE,
    AFFLICT,
    AFFLICTED,
    ATTACHED,
    BATTLEFIELD,
    CASTING,
    CURE,
    CURED,
    DECK,
    DESTROY,
    ENGAGE,
    GRANT,
    GROOVE,
    HAND,
    READY,
    SPELL,
    STRENGTHEN,
    TOWER,
    TRASH,
    UNVEIL,
    UNVEILED,
    VAULT,
    WORDS,
    Effect,
)
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.moving import (
    destroy,
    drop_attached,
    fire,
    from_pile,
    leaving,
    put_in_pile,
    put_in_play,
    take_out,
)
from orrery.games.five_spheres.rules.picking import would_change
from orrery.games.five_spheres.rules.state import (
    ZONE_OF_OPTION,
    Piece,
    Situation,
)

DESTINATIONS: Final = (HAND, DECK, VAULT, GROOVE, TOWER, BATTLEFIELD, SPELL, TRASH, GROOVE)
"""FS-12.6: by verb, from `return` to `destroy`."""

STAYED: Final = -2
MOVED: Final = -1
"""What became of a card: it stayed as it was, or moved to a pile; else its new uid."""


def act_on_piece(s: Situation, effect: Effect, piece: Piece, amount: int, namer: int) -> int:
    """FS-12.6: does the verb to one card in play. STAYED if nothing changed; of a card that changed where it lies its
    uid. `amount` is what `strengthen` adds.
    """
    verb = effect.verb
    if verb == DESTROY:
        if piece.zone == ATTACHED or piece.zone == CASTING:
            return STAYED
        return MOVED if destroy(s, piece, namer) else STAYED
    if verb < DESTROY:
        return move_piece(s, verb, piece, DESTINATIONS[verb], effect.bottom, namer)
    if piece.zone != BATTLEFIELD:
        return STAYED
    if verb == STRENGTHEN:
        piece.bonus += amount
        s.log.append(e.Strengthened(piece.uid, amount))
        return piece.uid if amount else STAYED
    if not would_change(s, effect, piece):
        return STAYED
    if verb == AFFLICT:
        piece.afflicted = True
        s.log.append(e.StatusChanged(piece.uid, "afflicted", True))
        fire(s, AFFLICTED, piece.seat, piece)
    elif verb == CURE:
        cure(s, piece)
    elif verb == ENGAGE or verb == READY:
        piece.engaged = verb == ENGAGE
        s.log.append(e.StatusChanged(piece.uid, "engaged", piece.engaged))
    elif verb == UNVEIL:
        if not unveil(s, piece):
            return STAYED
    else:
        assert verb == GRANT
        piece.granted = [*piece.granted, effect.word]
        piece.words |= 1 << effect.word
        s.log.append(e.Granted(piece.uid, WORDS[effect.word]))
    return piece.uid


def act_on_card(s: Situation, effect: Effect, pick: int, namer: int) -> int:
    """FS-12.6: does the verb to one card of a pile."""
    verb = effect.verb
    if verb >= DESTROY:
        return STAYED
    return move_card(s, verb, pick, DESTINATIONS[verb], effect.bottom, namer)


def cure(s: Situation, piece: Piece) -> None:
    """FS-5.4, FS-12.6: a creature is afflicted no more."""
    piece.afflicted = False
    s.log.append(e.StatusChanged(piece.uid, "afflicted", False))
    fire(s, CURED, piece.seat, piece)


def unveil(s: Situation, piece: Piece) -> bool:
    """FS-3.9: an inverted creature is turned face up for good; says whether it was."""
    if not piece.facedown or not piece.card.inverted:
        return False
    piece.facedown = False
    s.listening |= piece.card.creature_events
    s.words |= piece.card.creature_words
    s.log.append(e.Unveiled(piece.uid, piece.card))
    fire(s, UNVEILED, piece.seat, piece)
    return True


def may_arrive(s: Situation, seat: int, card: Card, to: int) -> bool:
    """FS-2.4, FS-12.6: can a card come to that zone now?"""
    if to == SPELL:
        return card.spell_type == ACTIVE and s.may_come(seat)
    return to != BATTLEFIELD or s.may_come(seat)


def move_piece(s: Situation, verb: int, piece: Piece, to: int, bottom: bool, namer: int) -> int:
    """A card in play goes to another zone; then what lay under it is trashed (FS-3.5)."""
    if piece.zone == to or not may_arrive(s, piece.seat, piece.card, to):
        return STAYED
    take_out(s, piece)
    moved = leaving(verb, piece)
    moved.searcher = namer
    became = arrive(s, piece.seat, piece.card, to, moved, bottom)
    drop_attached(s, piece, False)
    return became


def move_card(s: Situation, verb: int, pick: int, to: int, bottom: bool, namer: int) -> int:
    """A card of a pile goes to another zone."""
    seat = pick >> 3 & 7
    zone = ZONE_OF_OPTION[pick & 7]
    pile = s.lords[seat].pile(zone)
    card = pile[pick >> 6]
    if zone == to or not may_arrive(s, seat, card, to):
        return STAYED
    del pile[pick >> 6]
    moved = from_pile(verb, seat, card, zone)
    moved.searcher = namer
    return arrive(s, seat, card, to, moved, bottom)


def arrive(s: Situation, seat: int, card: Card, to: int, moved: e.Moved, bottom: bool) -> int:
    """A card comes to a zone; its new uid, or MOVED in a pile."""
    lord = s.lords[seat]
    if to >= HAND:
        put_in_pile(s, lord, to, card, moved, bottom)
        return MOVED
    return put_in_play(s, lord, to, card, moved, to == TOWER).uid


covers(move_piece, "FS-12.6", "FS-3.4")

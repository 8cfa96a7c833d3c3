"""How cards move between zones, what happens when they are destroyed, and how events fire abilities (FS-3, FS-8,
FS-13).
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED,
    BATTLEFIELD,
    BY_ANY,
    BY_OTHER,
    BY_OWN,
    BY_THIS,
    CAST,
    CASTING,
    CRYSTALLISED,
    DECK,
    DESTROY,
    DESTROYED,
    DRAW,
    ENERGISE,
    GROOVE,
    HAND,
    HIDDEN,
    NONE,
    REGROUP,
    RETALIATES,
    SPELL,
    SPELL_LOST,
    SUMMONED,
    SWIFT,
    TOWER,
    TOWER_LOST,
    TRASH,
    TRASH_IT,
    TURN_END,
    VAULT,
    WARD,
    ZONES,
    Trigger,
)
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.reading import fits, frame_of, has, holds
from orrery.games.five_spheres.rules.state import Lord, Piece, Program, Situation, Subject

NOT_SHARED: Final = (REGROUP, TURN_END, CRYSTALLISED, CAST, RETALIATES)
"""FS-21.9: the events that are one lord's alone, in a citadel, too."""

# --- chance -----------------------------------------------------------------------------------------------------------


FOR_THE_POOL: Final = 0
FOR_SPLITS: Final = 1
FOR_PICKS: Final = 100
FOR_PILES: Final = 200
"""What chance is asked for: the draft's pool, a lord's split, a lord's picks, a lord's pile of a zone."""


def draw_chance(s: Situation, n: int, purpose: int) -> int:
    """FS-20.5: a chance number below n."""
    value = s.fate.draw(n, purpose)
    s.log.append(e.Chance(n, value))
    return value


def shuffle(s: Situation, cards: list[Card], purpose: int) -> None:
    """FS-20.5: Fisher-Yates from the end."""
    for i in range(len(cards) - 1, 0, -1):
        j = draw_chance(s, i + 1, purpose)
        cards[i], cards[j] = cards[j], cards[i]


def shuffle_pile(s: Situation, lord: Lord, zone: int) -> None:
    """FS-12.6: the verb `shuffle`, and the shuffle after a search."""
    s.log.append(e.Shuffled(lord.seat, zone))
    shuffle(s, lord.pile(zone), for_pile(lord, zone))


def for_pile(lord: Lord, zone: int) -> int:
    """The purpose of shuffling a pile."""
    return FOR_PILES + lord.seat * len(ZONES) + zone


# --- events -----------------------------------------------------------------------------------------------------------


def fire(s: Situation, event: int, seat: int, about: Piece | None) -> None:
    """FS-13.1 to FS-13.3: every ability that fits joins the queue; `seat` is the lord of the event. FS-21.4: nothing
    of a lord outside fires.
    """
    bit = 1 << event
    if not s.listening & bit:
        return
    subject = None if about is None else Subject(about.uid, about.seat, about.card)
    lords = s.lords
    n = len(lords)
    for k in range(n):
        lord = lords[(s.active + k) % n]
        if not lord.inside:
            continue
        for piece in lord.battlefield:
            if piece.afflicted:
                continue
            if piece.card.creature_events & bit and not piece.facedown:
                _offer(s, event, seat, about, subject, piece, piece.card.creature_triggers)
            for below in piece.attached:
                if below.card.spell_events & bit:
                    _offer(s, event, seat, about, subject, below, below.card.spell_triggers)
        for piece in lord.fortress:
            if piece.zone == SPELL:
                if piece.card.spell_events & bit:
                    _offer(s, event, seat, about, subject, piece, piece.card.spell_triggers)
            else:
                for below in piece.attached:
                    if below.card.spell_events & bit:
                        _offer(s, event, seat, about, subject, below, below.card.spell_triggers)


def _offer(
    s: Situation,
    event: int,
    seat: int,
    about: Piece | None,
    subject: Subject | None,
    source: Piece,
    triggers: list[Trigger],
) -> None:
    """The abilities of one source that fit the event join the queue."""
    if (event == CAST or event == RETALIATES) and about is not None and about.uid == source.uid:
        return
    for trigger in triggers:
        if trigger.event != event or not _is_by(s, trigger.by, event, seat, subject, source):
            continue
        program = frame_of(source, subject)
        program.event = event
        if trigger.filter is not None and (
            about is None or not fits(s, program, trigger.filter, about.card, about, about.is_hidden())
        ):
            continue
        if trigger.condition is not None and not holds(s, program, trigger.condition):
            continue
        program.effects = trigger.effects
        program.hidden = source.card.spell_type == HIDDEN and source.zone == SPELL
        s.queue.append(program)


def _is_by(s: Situation, by: int, event: int, seat: int, subject: Subject | None, source: Piece) -> bool:
    """FS-12.4; FS-21.9: in a citadel what happens to the partner's creatures, towers and spells happens to the own."""
    itself = subject is not None and (subject.uid == source.uid or subject.uid == source.host)
    if by == BY_THIS:
        return itself
    own = seat == source.seat
    if s.setting.is_citadel and not own:
        own = event not in NOT_SHARED and s.shares(seat, source.seat)
    if by == BY_OWN:
        return own
    if by == BY_OTHER:
        return own and not itself
    if by == BY_ANY:
        return own or seat in s.ranges[source.seat]
    return seat in s.foes[source.seat]


# --- putting a card somewhere -----------------------------------------------------------------------------------------


def put_in_pile(s: Situation, lord: Lord, zone: int, card: Card, moved: e.Moved, bottom: bool = False) -> None:
    """A card comes to hand, deck, trash or groove, where it has no uid."""
    moved.to = zone
    if zone == DECK:
        if bottom:
            lord.deck.append(card)
        else:
            lord.deck.insert(0, card)
    else:
        lord.pile(zone).append(card)
        if zone == GROOVE:
            attack = s.attack
            if attack is not None and s.shares(attack.defender, lord.seat):
                attack.energy += 1
    s.log.append(moved)


def put_in_play(s: Situation, lord: Lord, zone: int, card: Card, moved: e.Moved, facedown: bool) -> Piece:
    """FS-3.3: a card comes into play under a fresh uid; what that fires is fired (`summoned`, `crystallised`)."""
    piece = Piece(s.new_uid(), card, lord.seat, zone, facedown)
    moved.to = zone
    moved.new = piece.uid
    moved.facedown = facedown
    s.log.append(moved)
    if zone == BATTLEFIELD:
        lord.battlefield.append(piece)
        if not facedown:
            s.listening |= card.creature_events
            s.words |= card.creature_words
        piece.dizzy = True
        if has(s, piece, SWIFT):
            piece.dizzy = False
        fire(s, SUMMONED, lord.seat, piece)
    elif zone == VAULT:
        lord.vault.append(piece)
        fire(s, CRYSTALLISED, lord.seat, piece)
    elif zone == CASTING:
        lord.casting.append(piece)
    else:
        lord.fortress.append(piece)
        if zone == SPELL:
            s.listening |= card.spell_events
            s.words |= card.spell_words
    return piece


def attach(s: Situation, lord: Lord, card: Card, host: Piece, moved: e.Moved) -> Piece:
    """FS-1.10: a spell comes under a creature or tower of its lord."""
    piece = Piece(s.new_uid(), card, lord.seat, ATTACHED, False, host.uid)
    moved.to = ATTACHED
    moved.new = piece.uid
    moved.host = host.uid
    s.log.append(moved)
    set_attached(lord, host, [*host.attached, piece])
    s.listening |= card.spell_events
    s.words |= card.spell_words
    return piece


def set_attached(lord: Lord, host: Piece, attached: list[Piece]) -> None:
    """Changes what lies under a card. Towers are shared between clones, so the tower is replaced."""
    if host.zone == BATTLEFIELD:
        host.attached = attached
        return
    other = host.copy()
    other.attached = attached
    fortress = lord.fortress
    for i in range(len(fortress)):
        if fortress[i].uid == host.uid:
            fortress[i] = other


# --- taking a card away -----------------------------------------------------------------------------------------------


def take_out(s: Situation, piece: Piece) -> None:
    """Takes a card out of play; what lies under it is the caller's matter."""
    lord = s.lords[piece.seat]
    zone = piece.zone
    if zone == BATTLEFIELD:
        pieces = lord.battlefield
    elif zone == VAULT:
        pieces = lord.vault
    elif zone == CASTING:
        pieces = lord.casting
    elif zone == ATTACHED:
        host = s.find(piece.host)
        assert host is not None
        set_attached(lord, host, [other for other in host.attached if other.uid != piece.uid])
        return
    else:
        pieces = lord.fortress
    for i in range(len(pieces)):
        if pieces[i].uid == piece.uid:
            del pieces[i]
            return


def leaving(verb: int, piece: Piece) -> e.Moved:
    """The event of a card that leaves its place in play."""
    return e.Moved(verb, piece.seat, piece.card, piece.zone, piece.uid, piece.facedown)


def from_pile(verb: int, seat: int, card: Card, zone: int) -> e.Moved:
    """The event of a card that leaves a pile."""
    return e.Moved(verb, seat, card, zone, NONE, False)


def drop_attached(s: Situation, host: Piece, destroyed: bool) -> None:
    """FS-3.5: what lay under a card that is gone: to the trash, or with a destroyed tower to the groove."""
    lord = s.lords[host.seat]
    for piece in host.attached:
        if destroyed:
            put_in_pile(s, lord, GROOVE, piece.card, leaving(DESTROY, piece))
        else:
            put_in_pile(s, lord, TRASH, piece.card, leaving(TRASH_IT, piece))


def top_card(s: Situation, lord: Lord, verb: int, zone: int) -> None:
    """The top card of the deck, if there is one, is energised or fortified (FS-8.2, FS-15.2) or drawn."""
    if not lord.deck:
        return
    card = lord.deck.pop(0)
    moved = from_pile(verb, lord.seat, card, DECK)
    if zone == TOWER:
        put_in_play(s, lord, TOWER, card, moved, True)
    else:
        put_in_pile(s, lord, zone, card, moved)


def draw_card(s: Situation, lord: Lord) -> None:
    """FS-10.2: a card from the top of the deck to the hand."""
    top_card(s, lord, DRAW, HAND)


def ward_of(s: Situation, piece: Piece) -> Piece | None:
    """FS-8.4: the first ward under a card."""
    for below in piece.attached:
        if below.card.spell_words >> WARD & 1:
            for passive in below.card.spell_passives:
                if passive.word == WARD and (
                    passive.condition is None or holds(s, frame_of(below, None), passive.condition)
                ):
                    return below
    return None


def destroy(s: Situation, piece: Piece, searcher: int = NONE) -> bool:
    """FS-8.1, FS-8.2, FS-8.4: a creature, tower, spell or crystal goes to its owner's groove, unless a ward saves it.
    Says whether it went.
    """
    lord = s.lords[piece.seat]
    ward = ward_of(s, piece)
    if ward is not None:
        s.log.append(e.Warded(piece.uid, ward.uid))
        take_out(s, ward)
        put_in_pile(s, lord, TRASH, ward.card, leaving(TRASH_IT, ward))
        return False
    zone = piece.zone
    if zone == BATTLEFIELD:
        fire(s, DESTROYED, piece.seat, piece)
    elif zone == TOWER:
        fire(s, TOWER_LOST, piece.seat, piece)
    elif zone == SPELL:
        fire(s, SPELL_LOST, piece.seat, piece)
    take_out(s, piece)
    moved = leaving(DESTROY, piece)
    moved.searcher = searcher
    put_in_pile(s, lord, GROOVE, piece.card, moved)
    if zone == TOWER:
        top_card(s, lord, ENERGISE, GROOVE)
    drop_attached(s, piece, zone == TOWER)
    return True


def start(s: Situation, program: Program) -> None:
    """A list of effects begins to run."""
    s.programs.append(program)


covers(fire, "FS-13.1", "FS-13.2", "FS-13.3", "FS-12.3")
covers(drop_attached, "FS-3.5")
covers(put_in_pile, "FS-3.4")

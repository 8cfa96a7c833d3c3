"""Questions about a situation: strengths, passives, filters, references, numbers and conditions (FS-7.6, FS-12)."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import GENERIC_COST, Card
from orrery.games.five_spheres.cards.language import (
    ALWAYS,
    ANY,
    ATTACHED,
    ATTACKER,
    ATTACKING,
    BATTLEFIELD,
    BEARER,
    BLOCKER,
    BY_BOTH,
    BY_COST,
    BY_RACE,
    BY_SPHERE,
    CASTING,
    CONSTANT,
    COST,
    COUNTED,
    DEFENDING,
    DESTROYED,
    DURING_ATTACK,
    DURING_BLOCK,
    FOE,
    GROOVE,
    HAND,
    HAS_ATTACHED,
    HIDDEN,
    IF_ALL,
    IF_ANY,
    IF_COUNT,
    IF_DID,
    IF_IS,
    IF_MORE,
    IF_NOT,
    IF_TURN,
    IS_AFFLICTED,
    IS_CURED,
    IS_DIZZY,
    IS_ENGAGED,
    IS_READY,
    LAST,
    MANA,
    NONE,
    OPPONENT,
    OWN,
    SCOPE_OPPONENTS,
    SCOPE_OTHERS,
    SCOPE_OWN,
    SCOPE_THIS,
    SEAT,
    SPELL,
    SPELL_LOST,
    STRENGTH,
    SUBJECT,
    THIS,
    TOWER,
    TOWER_LOST,
    UNBLOCKABLE,
    VAR_CREATURE_COST,
    VAR_SPELL_COST,
    Condition,
    Count,
    Filter,
    Number,
    Passive,
)
from orrery.games.five_spheres.rules.state import (
    OPTION_GROOVE,
    OPTION_PIECE,
    Lord,
    Piece,
    Program,
    Situation,
    Subject,
    option,
)


class Holding:
    """A passive that acts, with its source and the frame in which its numbers and filters are read."""

    __slots__ = ("frame", "passive")

    def __init__(self, passive: Passive, frame: Program) -> None:
        self.passive = passive
        self.frame = frame


NO_HOLDINGS: Final[list[Holding]] = []

SHARED_WHOSE: Final = (OWN, ATTACKING, DEFENDING)
SHARED_ZONES: Final = (BATTLEFIELD, TOWER, SPELL, ATTACHED)
"""FS-21.9"""

AS_SPELL: Final = (SPELL, ATTACHED, CASTING)
"""FS-12.8: where a card lies as a spell."""


def frame_of(source: Piece, subject: Subject | None) -> Program:
    """What the words of an ability refer to when nothing is running: its source, its host, its subject."""
    frame = Program(source.seat, source.uid, source.card, [])
    frame.bearer = source.host
    frame.subject = subject
    return frame


# --- passives ---------------------------------------------------------------------------------------------------------


def acting(s: Situation, c: Piece, word: int) -> list[Holding]:
    """FS-12.7: the passives of this word that act on a creature, granted ones apart. FS-21.4: none on one of a lord
    outside; FS-21.9: in a citadel those of its lord's partner, too.
    """
    bit = 1 << word
    if not s.words & bit:
        return NO_HOLDINGS
    found: list[Holding] = []
    seat = c.seat
    if not s.lords[seat].inside:
        return NO_HOLDINGS
    for lord in s.lords:
        own = lord.seat == seat
        if not own and seat not in s.foes[lord.seat]:
            own = s.shares(lord.seat, seat)
            if not own:
                continue
        for piece in lord.battlefield:
            if piece.card.creature_words & bit and not piece.facedown:
                _collect(s, c, own, word, piece, piece, piece.card.creature_passives, found)
            for below in piece.attached:
                if below.card.spell_words & bit:
                    _collect(s, c, own, word, below, piece, below.card.spell_passives, found)
        for piece in lord.fortress:
            if piece.zone == SPELL:
                if piece.card.spell_words & bit:
                    _collect(s, c, own, word, piece, piece, piece.card.spell_passives, found)
            else:
                for below in piece.attached:
                    if below.card.spell_words & bit:
                        _collect(s, c, own, word, below, piece, below.card.spell_passives, found)
    return found


def _collect(
    s: Situation,
    c: Piece,
    own: bool,
    word: int,
    source: Piece,
    bearer: Piece,
    passives: list[Passive],
    found: list[Holding],
) -> None:
    """Those passives of one source that reach the creature; `bearer` is the source or its host."""
    for passive in passives:
        if passive.word != word:
            continue
        scope = passive.scope
        if scope == SCOPE_THIS:
            reached = bearer.uid == c.uid
        elif scope == SCOPE_OWN:
            reached = own
        elif scope == SCOPE_OTHERS:
            reached = own and bearer.uid != c.uid
        else:
            reached = scope == SCOPE_OPPONENTS and not own
        if not reached:
            continue
        frame = frame_of(source, Subject(c.uid, c.seat, c.card))
        if passive.filter is not None and not fits(s, frame, passive.filter, c.card, c, c.facedown):
            continue
        if passive.condition is not None and not holds(s, frame, passive.condition):
            continue
        found.append(Holding(passive, frame))


def has(s: Situation, c: Piece, word: int) -> bool:
    """FS-12.6, FS-12.7: does the word act on a creature, granted or by a passive?"""
    if c.words >> word & 1:
        return True
    return bool(s.words >> word & 1) and len(acting(s, c, word)) > 0


def lord_passives(s: Situation, lord: Lord, word: int) -> list[Holding]:
    """FS-12.7: the passives `cost` and `mana` of a lord's own cards; FS-21.4: of a lord outside none."""
    bit = 1 << word
    if not s.words & bit or not lord.inside:
        return NO_HOLDINGS
    found: list[Holding] = []
    for piece in lord.battlefield:
        if piece.card.creature_words & bit and not piece.facedown:
            _collect_for_lord(s, word, piece, piece.card.creature_passives, found)
        for below in piece.attached:
            if below.card.spell_words & bit:
                _collect_for_lord(s, word, below, below.card.spell_passives, found)
    for piece in lord.fortress:
        if piece.zone == SPELL:
            if piece.card.spell_words & bit:
                _collect_for_lord(s, word, piece, piece.card.spell_passives, found)
        else:
            for below in piece.attached:
                if below.card.spell_words & bit:
                    _collect_for_lord(s, word, below, below.card.spell_passives, found)
    return found


def _collect_for_lord(s: Situation, word: int, source: Piece, passives: list[Passive], found: list[Holding]) -> None:
    for passive in passives:
        if passive.word == word:
            frame = frame_of(source, None)
            if passive.condition is None or holds(s, frame, passive.condition):
                found.append(Holding(passive, frame))


def mana(s: Situation, lord: Lord) -> int:
    """FS-6.5"""
    total = len(lord.vault) - lord.spent
    for holding in lord_passives(s, lord, MANA):
        total += number(s, holding.frame, holding.passive.n)
    return total


def cost_change(s: Situation, discounts: list[Holding], card: Card, creature: bool) -> int:
    """FS-6.9: what the `cost` passives of a lord (already found) change for one half of a card."""
    total = 0
    for holding in discounts:
        passive = holding.passive
        if (passive.for_creature if creature else passive.for_spell) and (
            passive.filter is None or fits_played(passive.filter, card)
        ):
            total += number(s, holding.frame, passive.n)
    return total


def discounts_of(s: Situation, lord: Lord) -> list[Holding]:
    """FS-12.7: the `cost` passives of a lord; FS-21.9: in a citadel those of his partner, too."""
    if s.setting.is_citadel:
        partner = s.lords[s.partners[lord.seat]]
        return [*lord_passives(s, lord, COST), *lord_passives(s, partner, COST)]
    return lord_passives(s, lord, COST)


def cost_now(s: Situation, lord: Lord, card: Card, creature: bool) -> int:
    """FS-6.7, FS-6.9: what a half costs when it is summoned or cast."""
    if card.inverted if creature else card.spell_type == HIDDEN:
        return GENERIC_COST
    printed = card.cost if creature else card.spell_cost
    return max(1, printed + cost_change(s, discounts_of(s, lord), card, creature))


def strength(s: Situation, c: Piece) -> int:
    """FS-7.6, FS-1.7, FS-3.8"""
    bonus = c.bonus
    if s.words >> STRENGTH & 1:
        for holding in acting(s, c, STRENGTH):
            if is_during(s, c, holding.passive.during):
                bonus += number(s, holding.frame, holding.passive.n)
    if c.afflicted:
        printed = s.setting.generic_afflicted if c.facedown else c.card.afflicted
        return max(0, printed + bonus // 2)
    printed = s.setting.generic_strength if c.facedown else c.card.strength
    return max(0, printed + bonus)


def is_during(s: Situation, c: Piece, during: int) -> bool:
    """FS-12.7: is it the time at which a `strength` counts?"""
    if during == ALWAYS:
        return True
    attack = s.attack
    if attack is None:
        return False
    if during == DURING_ATTACK:
        return attack.attacker == c.uid
    if attack.blocker == c.uid:
        return True
    return during != DURING_BLOCK and attack.blocker < 0 and attack.target == c.uid


def can_block(s: Situation, attacker: Piece, blocker: Piece) -> bool:
    """FS-7.4, FS-12.7: does a creature meet every `unblockable` of the attacker?"""
    if attacker.words >> UNBLOCKABLE & 1:
        return False
    for holding in acting(s, attacker, UNBLOCKABLE):
        exception = holding.passive.exception
        if exception is None or not fits(s, holding.frame, exception, blocker.card, blocker, blocker.facedown):
            return False
    return True


# --- references -------------------------------------------------------------------------------------------------------


def referred(s: Situation, frame: Program, ref: int) -> list[int]:
    """FS-12.5.1: the cards that a reference means, as options."""
    if ref == LAST:
        return [option(OPTION_PIECE, 0, uid) for uid in frame.last if s.find(uid) is not None]
    one = referred_one(s, frame, ref)
    return [] if one < 0 else [one]


def referred_one(s: Situation, frame: Program, ref: int) -> int:
    """FS-12.5.1: the first card that a reference means, as an option; NONE if there is none."""
    if ref == THIS:
        return _or_energy(s, frame, frame.uid, frame.seat, frame.card)
    if ref == SUBJECT:
        subject = frame.subject
        return NONE if subject is None else _or_energy(s, frame, subject.uid, subject.seat, subject.card)
    if ref == LAST:
        for last in frame.last:
            if s.find(last) is not None:
                return option(OPTION_PIECE, 0, last)
        return NONE
    if ref == BEARER:
        uid = frame.bearer
    else:
        attack = s.attack
        if attack is None:
            return NONE
        if ref == ATTACKER:
            uid = attack.attacker
        elif ref == BLOCKER:
            uid = attack.blocker
        else:
            assert ref == FOE
            uid = NONE
            fighter = attack.blocker if attack.blocker >= 0 else attack.target
            if attack.attacker == frame.uid or attack.attacker == frame.bearer:
                uid = fighter
            elif fighter >= 0 and (fighter == frame.uid or fighter == frame.bearer):
                uid = attack.attacker
    return NONE if uid < 0 or s.find(uid) is None else option(OPTION_PIECE, 0, uid)


def _or_energy(s: Situation, frame: Program, uid: int, seat: int, card: Card | None) -> int:
    """FS-12.5.1: a card in play; of an ability about a loss also the energy it has become."""
    if uid < 0:
        return NONE
    if s.find(uid) is not None:
        return option(OPTION_PIECE, 0, uid)
    event = frame.event
    if event == DESTROYED or event == TOWER_LOST or event == SPELL_LOST:
        groove = s.lords[seat].groove
        for index in range(len(groove) - 1, -1, -1):
            if groove[index] is card:
                return option(OPTION_GROOVE, seat, index)
    return NONE


# --- filters ----------------------------------------------------------------------------------------------------------


def fits(
    s: Situation, frame: Program, f: Filter, card: Card, piece: Piece | None, hidden: bool, as_spell: bool = False
) -> bool:
    """FS-12.8: does a card fit the filter? `hidden`: only its back can be read; `as_spell`: it is picked as a spell."""
    if f.spheres and not f.spheres & card.mask:
        return False
    if f.other and piece is not None and (piece.uid == frame.uid or piece.uid == frame.bearer):
        return False
    if f.statuses is not None and (piece is None or piece.zone != BATTLEFIELD or not _has_statuses(piece, f.statuses)):
        return False
    if f.reads_face and (hidden or not fits_print(f, card)):
        return False
    if f.match_to >= 0:
        if hidden and (f.match_by != BY_SPHERE or s.setting.old_matching):
            return False
        if not _matches(s, frame, f, card, as_spell or (piece is not None and piece.zone in AS_SPELL)):
            return False
    if f.reads_strength:
        if piece is not None and piece.zone == BATTLEFIELD:
            value = strength(s, piece)
        elif hidden:
            return False
        else:
            value = card.strength
        return f.min_strength <= value <= f.max_strength
    return True


def _has_statuses(c: Piece, statuses: list[int]) -> bool:
    for status in statuses:
        if status == IS_ENGAGED:
            ok = c.engaged
        elif status == IS_READY:
            ok = not c.engaged
        elif status == IS_AFFLICTED:
            ok = c.afflicted
        elif status == IS_CURED:
            ok = not c.afflicted
        elif status == IS_DIZZY:
            ok = c.dizzy
        elif status == HAS_ATTACHED:
            ok = len(c.attached) > 0
        else:
            ok = c.facedown
        if not ok:
            return False
    return True


def fits_print(f: Filter, card: Card) -> bool:
    """The keys that ask for what is printed on the card."""
    if f.race is not None and f.race != card.race:
        return False
    if f.keyword is not None and f.keyword != card.keyword:
        return False
    if f.spell_type >= 0 and f.spell_type != card.spell_type:
        return False
    if not f.min_cost <= card.cost <= f.max_cost:
        return False
    return f.min_spell_cost <= card.spell_cost <= f.max_spell_cost


def fits_played(f: Filter, card: Card) -> bool:
    """FS-12.7: the filter of a `cost` on the card played: `other` is ignored, `status` and `matching` never fit."""
    if f.statuses is not None or f.match_to >= 0:
        return False
    if f.spheres and not f.spheres & card.mask:
        return False
    return fits_print(f, card) and f.min_strength <= card.strength <= f.max_strength


def _matches(s: Situation, frame: Program, f: Filter, card: Card, as_spell: bool) -> bool:
    """FS-12.8, [Matching]: against the first card of the reference. Of a spell the casting costs are compared, else
    what it costs to summon.
    """
    found = referred_one(s, frame, f.match_to)
    if found < 0:
        return False
    other, _piece, hidden = read_option(s, found)
    by = f.match_by
    if by == BY_SPHERE:
        return bool(card.mask & other.mask)
    if by == BY_COST or by == BY_BOTH:
        if as_spell and not s.setting.old_matching:
            low_enough = card.spell_cost <= (0 if hidden else other.spell_cost)
        else:
            low_enough = card.cost <= (GENERIC_COST if hidden else other.cost)
        return low_enough and (by == BY_COST or bool(card.mask & other.mask))
    if hidden:
        return False
    return card.race == other.race if by == BY_RACE else card.keyword == other.keyword


def read_option(s: Situation, found: int) -> tuple[Card, Piece | None, bool]:
    """The card of a reference, its piece if it is in play, and whether only its back can be read."""
    if found & 7 == OPTION_PIECE:
        piece = s.find(found >> 6)
        assert piece is not None
        return piece.card, piece, piece.is_hidden()
    return s.lords[found >> 3 & 7].groove[found >> 6], None, True


# --- numbers and conditions -------------------------------------------------------------------------------------------


def number(s: Situation, frame: Program, n: Number) -> int:
    """FS-12.9"""
    kind = n.kind
    if kind == CONSTANT:
        return n.value
    if kind == COUNTED:
        assert n.count is not None
        return min(count(s, frame, n.count), n.most)
    found = referred_one(s, frame, n.of)
    if found < 0:
        return 0
    card, piece, hidden = read_option(s, found)
    if kind == VAR_CREATURE_COST:
        value = GENERIC_COST if hidden else card.cost
    elif kind == VAR_SPELL_COST:
        value = 0 if hidden else card.spell_cost
    elif piece is not None and piece.zone == BATTLEFIELD:
        value = strength(s, piece)
    else:
        value = 0 if hidden else card.strength
    return min(value, n.most)


def lords_of(s: Situation, seat: int, whose: int) -> list[int]:
    """FS-12.5.3: the lords meant, clockwise from the controller."""
    if whose == OWN:
        return [seat]
    if whose == OPPONENT:
        return s.foes[seat]
    if whose == ANY:
        return [seat, *s.ranges[seat]]
    if whose >= SEAT:
        lord = s.lords[whose - SEAT]
        return [] if lord.out or not lord.inside else [whose - SEAT]
    attack = s.attack
    if attack is None:
        return []
    if whose == ATTACKING:
        return [attack.by]
    return [attack.defender] if whose == DEFENDING else []


def lords_in(s: Situation, seat: int, whose: int, zone: int) -> list[int]:
    """FS-12.5.3, FS-21.9: the lords whose cards of a zone a selector or a count means. In a citadel partners share
    creatures, towers, spells and what is attached, so there `own`, `attacking` and `defending` mean both.
    """
    found = lords_of(s, seat, whose)
    if s.setting.is_citadel and whose in SHARED_WHOSE and zone in SHARED_ZONES and found:
        return s.kin[found[0]]
    return found


def count(s: Situation, frame: Program, c: Count) -> int:
    """FS-12.9: how many cards there are that fit."""
    total = 0
    zone = c.zone
    f = c.filter
    for seat in lords_in(s, frame.seat, c.whose, zone):
        lord = s.lords[seat]
        if f is None:
            total += lord.size(zone)
        elif zone < HAND:
            for piece in lord.pieces(zone):
                if fits(s, frame, f, piece.card, piece, piece.is_hidden()):
                    total += 1
        else:
            for card in lord.pile(zone):
                if fits(s, frame, f, card, None, zone == GROOVE):
                    total += 1
    return total


def holds(s: Situation, frame: Program, c: Condition) -> bool:
    """FS-12.10"""
    kind = c.kind
    if kind == IF_COUNT:
        assert c.count is not None
        return c.least <= count(s, frame, c.count) <= c.most
    if kind == IF_IS:
        found = referred_one(s, frame, c.of)
        if found < 0:
            return False
        card, piece, hidden = read_option(s, found)
        assert c.filter is not None
        return fits(s, frame, c.filter, card, piece, hidden)
    if kind == IF_TURN:
        return s.is_turn_of(frame.seat) == c.own
    if kind == IF_MORE:
        assert c.count is not None and c.other is not None
        return count(s, frame, c.count) > count(s, frame, c.other)
    if kind == IF_DID:
        return frame.did >= c.least
    if kind == IF_NOT:
        return not holds(s, frame, c.parts[0])
    if kind == IF_ALL:
        return all(holds(s, frame, part) for part in c.parts)
    assert kind == IF_ANY
    return any(holds(s, frame, part) for part in c.parts)


covers(acting, "FS-12.7")
covers(fits, "FS-12.8")
covers(number, "FS-12.9")

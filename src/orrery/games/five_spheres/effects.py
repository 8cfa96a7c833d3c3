"""Carrying out effects (FS-12.6, FS-14): the running program goes on until a lord must decide or it is over.

Nothing here calls itself: what an effect fires waits in the queue, and only `evoke` puts a program on another.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import covers
from orrery.games.five_spheres import events as e
from orrery.games.five_spheres.cards import Card
from orrery.games.five_spheres.language import (
    ACTIVE,
    AFFLICT,
    AFFLICTED,
    ALL,
    ANY,
    ATTACHED,
    BATTLEFIELD,
    CAST_SPELL,
    CASTING,
    CHOOSE,
    CURE,
    CURED,
    DECK,
    DESTROY,
    DRAW,
    EACH,
    EACH_OPPONENT,
    ENGAGE,
    EVOKE,
    GRANT,
    GROOVE,
    HAND,
    IMMUNE_AFFLICT,
    NONE,
    OPPONENT,
    OPPONENT_CHOICE,
    OWNER,
    RANDOM,
    READY,
    REPLACE,
    SHUFFLE,
    SPELL,
    STRENGTHEN,
    SUMMON,
    THIS,
    TOP,
    TOWER,
    TRASH,
    TRASH_IT,
    UNTARGETABLE,
    UNVEIL,
    UNVEILED,
    VAULT,
    WORDS,
    Effect,
    Selector,
)
from orrery.games.five_spheres.moving import (
    destroy,
    draw_card,
    draw_chance,
    drop_attached,
    fire,
    from_pile,
    leaving,
    put_in_pile,
    put_in_play,
    shuffle,
    shuffle_pile,
    start,
    take_out,
)
from orrery.games.five_spheres.reading import fits, has, holds, lords_of, number, referred
from orrery.games.five_spheres.state import (
    ASK_LORD,
    ASK_TARGET,
    OPTION_DECK,
    OPTION_GROOVE,
    OPTION_HAND,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    OPTION_TRASH,
    ZONE_OF_OPTION,
    Lord,
    Piece,
    Program,
    Situation,
    option,
)

DESTINATIONS: Final = (HAND, DECK, VAULT, GROOVE, TOWER, BATTLEFIELD, SPELL, TRASH, GROOVE)
"""FS-12.6: by verb, from `return` to `destroy`."""

STAYED: Final = -2
MOVED: Final = -1
"""What became of a card: it stayed as it was, or moved to a pile; else its new uid."""

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


def run_program(s: Situation) -> bool:
    """FS-14.1, FS-14.2: the running program goes on; true if a lord is asked."""
    p = s.programs[-1]
    while p.effects:
        effect = p.effects[0]
        if effect.condition is not None:
            if not holds(s, p, effect.condition):
                close(p, 0, [])
                continue
            effect = effect.bare()
            rewrite(p, effect)
        verb = effect.verb
        if verb != REPLACE:
            whose = effect.lords()
            if whose == EACH or whose == EACH_OPPONENT:
                expand(s, p, effect, whose)
                continue
        if verb == DRAW or verb == SHUFFLE:
            asked = run_for_lord(s, p, effect)
        elif verb == REPLACE:
            asked = run_replace(s, p, effect)
        else:
            asked = run_target(s, p, effect)
        if asked:
            return True
        if s.programs[-1] is not p:
            return False
    s.programs.pop()
    if p.finish:
        finish(s, p)
    return False


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


def expand(s: Situation, p: Program, effect: Effect, whose: int) -> None:
    """FS-12.5.3, FS-14.4: `each` becomes one effect for each lord."""
    seats = s.foes[p.seat] if whose == EACH_OPPONENT else [p.seat, *s.ranges[p.seat]]
    p.effects = [effect.for_lord(seat) for seat in seats] + p.effects[1:]
    p.last = []
    p.did = 0


def finish(s: Situation, p: Program) -> None:
    """FS-6.10, FS-13.5: a spell is trashed after its effects, unless it moved itself."""
    piece = s.find(p.uid)
    if piece is not None and piece.zone == CASTING:
        take_out(s, piece)
        put_in_pile(s, s.lords[piece.seat], TRASH, piece.card, leaving(TRASH_IT, piece))


# --- draw and shuffle -------------------------------------------------------------------------------------------------


def run_for_lord(s: Situation, p: Program, effect: Effect) -> bool:
    """FS-12.6: draw, shuffle: for one lord, who is named first if there are several."""
    seats = lords_of(s, p.seat, effect.whose)
    if not seats:
        close(p, 0, [])
        return False
    if effect.whose == OPPONENT or effect.whose == ANY:
        if len(seats) > 1:
            ask(s, ASK_LORD, p.seat, [option(OPTION_LORD, seat, 0) for seat in seats])
            return True
        effect = effect.for_lord(seats[0])
        rewrite(p, effect)
    lord = s.lords[seats[0]]
    if effect.verb == SHUFFLE:
        shuffle_pile(s, lord, effect.zone)
        close(p, 0, [])
    else:
        draw(s, p, effect, lord)
    return False


def draw(s: Situation, p: Program, effect: Effect, lord: Lord) -> None:
    """FS-10.2, FS-10.3, FS-14.4: cards are drawn one by one; a deck-out puts the loss of a tower in between."""
    left = number(s, p, effect.n)
    drawn = effect.drawn
    while left > 0 and lord.deck:
        draw_card(s, lord)
        left -= 1
        drawn += 1
    if left <= 0:
        close(p, drawn, [])
        return
    s.log.append(e.LordNote("deckout", lord.seat))
    lord.deck, lord.trash = lord.trash, []
    shuffle(s, lord.deck)
    if not lord.deck:
        left = 0
    seat = lord.seat
    loss = Effect({"do": "destroy", "target": {"zone": "tower", "whose": seat, "pick": "owner", "n": 1}})
    rest = Effect({"do": "draw", "whose": seat, "n": left, "drawn": drawn})
    p.effects = [loss, rest, *p.effects[1:]]


# --- picking ----------------------------------------------------------------------------------------------------------


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
            if f is None or fits(s, p, f, card, None, hidden):
                found.append(option(kind, seat, index))
        return found
    guarded = zone == BATTLEFIELD and sel.pick != ALL and lord.team != s.lords[p.seat].team
    for piece in lord.pieces(zone):
        if zone == BATTLEFIELD and not would_change(s, effect, piece):
            continue
        if verb == CAST_SPELL and piece.card.spell_type != ACTIVE:
            continue
        if f is not None and not fits(s, p, f, piece.card, piece, piece.is_hidden() and not sel.search):
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


def pick_at_random(s: Situation, cards: list[int], n: int) -> list[int]:
    """FS-14.3: no chance is needed where all are taken."""
    if len(cards) <= n:
        return cards
    left = cards[:]
    found: list[int] = []
    while len(found) < n:
        found.append(left.pop(draw_chance(s, len(left))))
    return found


def run_target(s: Situation, p: Program, effect: Effect) -> bool:
    """FS-14.2, FS-14.3: picks the cards of an effect with a target and acts on them; true if a lord is asked."""
    sel = effect.target
    assert sel is not None
    if sel.ref >= 0:
        carry_out(s, p, effect, sel, referred(s, p, sel.ref), [], NONE)
        return False
    if sel.needs_lord():
        found = find_lord(s, p, effect, sel, "target", NONE, NONE)
        if found == MISSING:
            close(p, 0, [])
        return found == ASKED
    n = number(s, p, sel.n)
    if n < 1 and sel.pick != ALL:
        close(p, 0, [])
        return False
    cards: list[int] = []
    searched: list[int] = []
    seats = lords_of(s, p.seat, sel.whose)
    for seat in seats:
        cards.extend(eligible(s, p, effect, sel, seat, NONE))
        if sel.search and s.lords[seat].size(sel.zone) and n >= 1:
            searched.append(seat)
    pick = sel.pick
    if pick == ALL:
        carry_out(s, p, effect, sel, cards, searched, NONE)
        return False
    if pick == TOP:
        carry_out(s, p, effect, sel, cards[:n], searched, NONE)
        return False
    if pick == RANDOM:
        carry_out(s, p, effect, sel, pick_at_random(s, cards, n), searched, NONE)
        return False
    if not seats or (sel.search and not searched):
        close(p, 0, [])
        return False
    seat = chooser(s, p, sel, seats[0])
    picked = [pick for pick in p.picked if zone_of(s, pick) >= 0] if p.picked else p.picked
    left = [card for card in cards if card not in picked] if picked else cards
    need = n - len(picked)
    over = p.stop or need <= 0 or (not left and (len(picked) > 0 or not sel.search))
    if not over and not sel.search and not sel.upto and len(left) <= need:
        picked = picked + left
        over = True
    if over:
        carry_out(s, p, effect, sel, picked, searched, seat)
        return False
    options = left[:]
    if sel.upto or not left:
        options.append(OPTION_NONE)
    ask(s, ASK_TARGET, seat, options, need)
    return True


# --- acting -----------------------------------------------------------------------------------------------------------


def carry_out(
    s: Situation, p: Program, effect: Effect, sel: Selector, picks: list[int], searched: list[int], seat: int
) -> None:
    """FS-14.2: acts on the cards in the order in which they were picked; then tells what was searched. `seat` named
    them, if anybody did.
    """
    if effect.verb == EVOKE:
        evoke(s, p, sel, picks)
        return
    did = 0
    last: list[int] = []
    namer = seat if sel.search else NONE
    amount = number(s, p, effect.amount)
    todo = picks[:]
    for i in range(len(todo)):
        pick = todo[i]
        if pick & 7 == OPTION_PIECE:
            piece = s.find(pick >> 6)
            if piece is None:
                continue
            became = act_on_piece(s, effect, piece, amount, namer)
            if became == STAYED:
                last.append(piece.uid)
                continue
        else:
            became = act_on_card(s, effect, pick, namer) if zone_of(s, pick) >= 0 else STAYED
            if became == STAYED:
                continue
            for j in range(i + 1, len(todo)):
                if todo[j] & 63 == pick & 63 and todo[j] > pick:
                    todo[j] -= 64
        did += 1
        if became >= 0:
            last.append(became)
    tell_search(s, p, sel, searched, seat)
    close(p, did, [uid for uid in last if s.find(uid) is not None])


def tell_search(s: Situation, p: Program, sel: Selector, searched: list[int], seat: int) -> None:
    """FS-12.5.5, FS-20.4: which zones were searched; decks are shuffled."""
    if not sel.search:
        return
    for lord in searched:
        s.log.append(e.Searched(p.seat if seat < 0 else seat, lord, sel.zone))
        if sel.zone == DECK:
            shuffle_pile(s, s.lords[lord], DECK)


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


def act_on_card(s: Situation, effect: Effect, pick: int, namer: int) -> int:
    """FS-12.6: does the verb to one card of a pile."""
    verb = effect.verb
    if verb >= DESTROY:
        return STAYED
    return move_card(s, verb, pick, DESTINATIONS[verb], effect.bottom, namer)


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


def evoke(s: Situation, p: Program, sel: Selector, picks: list[int]) -> None:
    """FS-12.6: a creature does what its spell half says, as an effect of the controller."""
    uid = NONE
    card: Card | None = None
    if picks:
        if picks[0] & 7 == OPTION_PIECE:
            piece = s.find(picks[0] >> 6)
            if piece is not None and piece.zone == BATTLEFIELD and not piece.facedown:
                uid = piece.uid
                card = piece.card
        elif sel.ref == THIS:
            uid = p.uid
            card = p.card
    if card is None:
        close(p, 0, [pick >> 6 for pick in picks[:1] if pick & 7 == OPTION_PIECE])
        return
    s.log.append(e.Evoked(p.seat, uid, card))
    close(p, 1, [uid] if s.find(uid) is not None else [])
    program = Program(p.seat, uid, card, card.effects)
    program.subject = p.subject
    program.event = p.event
    start(s, program)


# --- replace ----------------------------------------------------------------------------------------------------------


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


def first_of(found: list[int]) -> int:
    """The first of several, or MISSING."""
    return found[0] if found else MISSING


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
        return first_of(pick_at_random(s, cards, 1))
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


def card_of(s: Situation, pick: int) -> Card:
    """The card that an option names."""
    if pick & 7 == OPTION_PIECE:
        piece = s.find(pick >> 6)
        assert piece is not None
        return piece.card
    return s.lords[pick >> 3 & 7].pile(ZONE_OF_OPTION[pick & 7])[pick >> 6]


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


covers(run_program, "FS-14.5")
covers(eligible, "FS-12.5", "FS-12.5.2")
covers(carry_out, "FS-12.10", "FS-1.11")
covers(move_piece, "FS-12.6", "FS-3.4")

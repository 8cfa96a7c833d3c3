"""Carrying out effects (FS-12.6, FS-14): the running program goes on until a lord must decide or it is over.

Nothing here calls itself: what an effect fires waits in the queue, and only `evoke` puts a program on another.
"""

from __future__ import annotations

from orrery.core.clause import covers
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ALL,
    ANY,
    BATTLEFIELD,
    CASTING,
    DECK,
    DRAW,
    EACH,
    EACH_OPPONENT,
    EVOKE,
    NONE,
    OPPONENT,
    RANDOM,
    REPLACE,
    SHUFFLE,
    THIS,
    TOP,
    TRASH,
    TRASH_IT,
    Effect,
    Selector,
)
from orrery.games.five_spheres.rules import events as e
from orrery.games.five_spheres.rules.deeds import STAYED, act_on_card, act_on_piece
from orrery.games.five_spheres.rules.moving import (
    draw_card,
    for_pile,
    leaving,
    put_in_pile,
    shuffle,
    shuffle_pile,
    start,
    take_out,
)
from orrery.games.five_spheres.rules.picking import (
    ASKED,
    MISSING,
    ask,
    chooser,
    close,
    eligible,
    find_lord,
    pick_at_random,
    rewrite,
    tell_search,
    zone_of,
)
from orrery.games.five_spheres.rules.reading import holds, lords_in, lords_of, number, referred
from orrery.games.five_spheres.rules.replacing import run_replace
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    ASK_TARGET,
    OPTION_LORD,
    OPTION_NONE,
    OPTION_PIECE,
    Lord,
    Program,
    Situation,
    option,
)


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
    shuffle(s, lord.deck, for_pile(lord, DECK))
    if not lord.deck:
        left = 0
    seat = lord.seat
    loss = Effect({"do": "destroy", "target": {"zone": "tower", "whose": seat, "pick": "owner", "n": 1}})
    rest = Effect({"do": "draw", "whose": seat, "n": left, "drawn": drawn})
    p.effects = [loss, rest, *p.effects[1:]]


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
    seats = lords_in(s, p.seat, sel.whose, sel.zone)
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
        carry_out(s, p, effect, sel, pick_at_random(s, p.seat, cards, n), searched, NONE)
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


covers(run_program, "FS-14.5")
covers(carry_out, "FS-12.10", "FS-1.11")

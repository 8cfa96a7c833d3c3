"""Why an action is not allowed: the patient explainer beside the fast list of actions.

It tests the clauses one by one in the order in which a player would ask. It uses only what the seat to act can see: the
open board, its own hand, and of other hands the sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Refusal, covers
from orrery.core.data import JsonObject
from orrery.games.vediic.cards import COLORS, ORANGE, PURPLE, YELLOW, count_of
from orrery.games.vediic.rules import words
from orrery.games.vediic.rules.exchanges import in_contact, is_in_contact
from orrery.games.vediic.rules.move_refusals import why_not_move, why_not_pass
from orrery.games.vediic.rules.state import (
    AFTER,
    COLOR,
    DISTINCT,
    ENLIGHTENMENT,
    ORDER,
    OTHER,
    OVER,
    PENALTY,
    PLACE,
    STEALING,
    TAKE,
    TURN,
    Situation,
)
from orrery.games.vediic.rules.words import FORMS, WORDS, Sentence

if TYPE_CHECKING:
    from orrery.games.vediic.rules.engine import VediicState

TURN_WORDS: Final = (
    words.CHARITY,
    words.TRADE,
    words.DONATE,
    words.PROMOTE,
    words.STEAL,
    words.MOVE,
    words.SKIP,
    words.AGAIN,
    words.PASS,
    words.END,
)
PHASE_WORDS: Final = {
    ORDER: (words.ROLL,),
    COLOR: (words.COLOR,),
    TAKE: (words.TAKE,),
    ENLIGHTENMENT: (words.ENLIGHTENMENT,),
    PLACE: (words.PUT,),
    TURN: TURN_WORDS,
    PENALTY: (words.PAY, words.SHIELD),
}
PHASE_CLAUSES: Final = {
    ORDER: "VE-3.1",
    COLOR: "VE-3.2",
    TAKE: "VE-3.3",
    ENLIGHTENMENT: "VE-3.4",
    PLACE: "VE-3.5",
    TURN: "VE-5.1",
    PENALTY: "VE-7.4",
}


def why_not(s: VediicState, text: str) -> Refusal | None:
    """VE-15: the refusal of an action by the seat to act, or None if it is legal."""
    if s.phase == OVER:
        return Refusal(NOT_NOW, "match_over", "VE-13.1")
    asked = Sentence(s.board, text)
    if asked.fault == "unknown_word":
        return Refusal(NOT_UNDERSTOOD, "unknown_word", "VE-15", {"tried": text, "words": ", ".join(WORDS)})
    if asked.fault == "wrong_form":
        return Refusal(NOT_UNDERSTOOD, "wrong_form", "VE-15", {"tried": text, "form": FORMS[asked.word]})
    if asked.word not in PHASE_WORDS[s.phase]:
        forms = " / ".join([FORMS[word] for word in PHASE_WORDS[s.phase]])
        return Refusal(NOT_NOW, "wrong_step", PHASE_CLAUSES[s.phase], {"tried": WORDS[asked.word], "expected": forms})
    if asked.fault == "unknown_color":
        return Refusal(NOT_UNDERSTOOD, "unknown_color", "VE-1.4", {"part": asked.part, "colors": ", ".join(COLORS)})
    if asked.fault == "unknown_circle":
        ids = s.board.ids
        return Refusal(
            NOT_UNDERSTOOD, "unknown_circle", "VE-2.2", {"part": asked.part, "first": ids[0], "last": ids[-1]}
        )
    if asked.colors != sorted(asked.colors):
        right = (" " if asked.word == words.TAKE else ",").join([COLORS[color] for color in sorted(asked.colors)])
        return Refusal(NOT_UNDERSTOOD, "wrong_order", "VE-15", {"tried": text, "right": right})
    if s.phase < TURN:
        return why_not_in_setup(s, asked)
    if s.phase == PENALTY:
        return why_not_in_penalty(s, asked)
    return why_not_in_turn(s, asked)


def card_facts(s: Situation, color: int, need: int) -> JsonObject:
    """A colour, how many cards of it are needed and how many the seat to act holds."""
    return {"color": COLORS[color], "need": need, "have": count_of(s.hands[s.active], color)}


def lacking(s: Situation, colors: list[int], clause: str) -> Refusal | None:
    """The first colour of which the seat to act has not as many cards as are named."""
    for color in colors:
        need = colors.count(color)
        if count_of(s.hands[s.active], color) < need:
            return Refusal(NOT_ALLOWED, "cards_missing", clause, card_facts(s, color, need))
    return None


# --- setup and penalties ----------------------------------------------------------------------------------------------


def why_not_in_setup(s: Situation, asked: Sentence) -> Refusal | None:
    """VE-3.2, VE-3.3, VE-3.5: a colour that nobody has, cards that the supply has, a circle that is empty."""
    if asked.word == words.COLOR:
        color = asked.colors[0]
        if color in s.colors:
            facts: JsonObject = {"color": COLORS[color], "seat": s.colors.index(color)}
            return Refusal(NOT_ALLOWED, "color_taken", "VE-3.2", facts)
    if asked.word == words.TAKE:
        for color in asked.colors:
            need, have = asked.colors.count(color), count_of(s.supply, color)
            if have < need:
                facts = {"color": COLORS[color], "need": need, "have": have}
                return Refusal(NOT_ALLOWED, "supply_short", "VE-3.3", facts)
    if asked.word == words.PUT and asked.circle in s.pawns:
        facts = {"circle": s.board.ids[asked.circle], "seat": s.pawns.index(asked.circle) // 2}
        return Refusal(NOT_ALLOWED, "circle_taken", "VE-3.5", facts)
    return None


def why_not_in_penalty(s: Situation, asked: Sentence) -> Refusal | None:
    """VE-7.4, VE-7.7: a card that is held; orange only before the first payment."""
    if asked.word == words.PAY:
        return lacking(s, asked.colors, "VE-7.4")
    if s.paid:
        return Refusal(NOT_NOW, "shield_too_late", "VE-7.7", {"owed": s.owed[s.active]})
    return lacking(s, [ORANGE], "VE-7.7")


# --- the turn ---------------------------------------------------------------------------------------------------------


def why_not_in_turn(s: VediicState, asked: Sentence) -> Refusal | None:
    """VE-5.1: one word after another of those that a turn has."""
    word = asked.word
    if word == words.CHARITY:
        return why_not_charity(s, asked.colors[0])
    if word == words.TRADE:
        return why_not_exchange(s) or why_not_trade(s, asked)
    if word == words.DONATE:
        return why_not_exchange(s) or why_not_pooja(s) or why_not_donate(s, asked)
    if word == words.PROMOTE:
        return why_not_exchange(s) or why_not_pooja(s) or why_not_promote(s, asked.pawn)
    if word == words.STEAL:
        return why_not_steal(s, asked.seats)
    if word == words.AGAIN:
        return why_not_again(s)
    if word == words.END:
        return why_not_end(s)
    step = why_not_step_4(s, word)
    if step is not None or word == words.MOVE:
        return step or why_not_move(s, asked)
    if word == words.PASS:
        return why_not_pass(s)
    return lacking(s, [YELLOW], "VE-11.12")


def why_not_step_4(s: Situation, word: int) -> Refusal | None:
    """VE-5.3, VE-5.5: the move, or what may stand in its place in the first leg, comes once in a leg."""
    if s.has_skipped():
        return Refusal(NOT_NOW, "move_skipped", "VE-11.12", {"tried": WORDS[word]})
    if s.stage == AFTER:
        return Refusal(NOT_NOW, "move_done", "VE-5.3", {"tried": WORDS[word]})
    if s.leg == 2 and word != words.MOVE:
        return Refusal(NOT_NOW, "not_in_second_leg", "VE-5.5", {"tried": WORDS[word]})
    return None


def why_not_charity(s: Situation, color: int) -> Refusal | None:
    """VE-5.3, VE-12.3 to VE-12.5: step 1 is open, the seat has not donated, the card lies there."""
    if not s.fresh:
        return Refusal(NOT_NOW, "charity_closed", "VE-5.3")
    if s.donated and s.setting.donor_waits:
        return Refusal(NOT_NOW, "donor_waits", "VE-12.5")
    if not count_of(s.pile, color):
        return Refusal(NOT_ALLOWED, "not_in_charity", "VE-12.3", {"color": COLORS[color]})
    return None


def why_not_exchange(s: Situation) -> Refusal | None:
    """VE-5.3: after a steal there are no exchanges until the move."""
    return Refusal(NOT_NOW, "no_exchange_after_steal", "VE-5.3") if s.stage == STEALING else None


def why_not_contact(s: Situation, color: int, circles: list[int], clause: str) -> Refusal | None:
    """VE-9.1, VE-9.4, VE-10.2: the planet is not in retrograde and activates one of the circles."""
    facts: JsonObject = {"planet": COLORS[color], "house": s.houses[color]}
    if s.is_retrograde(color):
        return Refusal(NOT_ALLOWED, "planet_retrograde", clause, facts)
    if any(in_contact(s, circle, color) for circle in circles):
        return None
    facts["circles"] = ", ".join([s.board.ids[circle] for circle in circles if circle >= 0])
    return Refusal(NOT_ALLOWED, "no_contact", "VE-9.1", facts)


def own_circles(s: Situation) -> list[int]:
    """Where the pawns of the seat to act stand."""
    return s.pawns[2 * s.active : 2 * s.active + 2]


def why_not_trade(s: Situation, asked: Sentence) -> Refusal | None:
    """VE-9.2, VE-9.5, VE-10.3: the planet trades, the supply has its colour, the two cards are right and held."""
    got = asked.got
    facts: JsonObject = {"planet": COLORS[got]}
    if got == s.stack and not s.setting.stack_acts:
        return Refusal(NOT_ALLOWED, "stack_does_not_trade", "VE-10.3", facts)
    if s.is_retrograde(got) or not is_in_contact(s, s.active, got):
        return why_not_contact(s, got, own_circles(s), "VE-9.4")
    if not count_of(s.supply, got):
        return Refusal(NOT_ALLOWED, "supply_empty", "VE-9.5", {"color": COLORS[got]})
    if s.setting.trade in (OTHER, DISTINCT) and got in asked.colors:
        return Refusal(NOT_ALLOWED, "trade_own_color", "VE-9.2", facts)
    if s.setting.trade == DISTINCT and asked.colors[0] == asked.colors[1]:
        return Refusal(NOT_ALLOWED, "trade_not_distinct", "VE-9.2", {"color": COLORS[asked.colors[0]]})
    return lacking(s, asked.colors, "VE-9.2")


def why_not_pooja(s: Situation) -> Refusal | None:
    """VE-10.2, VE-10.6: one pooja in a turn, in contact with the planet of enlightenment."""
    if s.pooja:
        code = "pooja_used_leg" if s.setting.pooja_per_leg else "pooja_used"
        return Refusal(NOT_NOW, code, "VE-10.6")
    return why_not_contact(s, s.stack, own_circles(s), "VE-10.2")


def why_not_donate(s: Situation, asked: Sentence) -> Refusal | None:
    """VE-10.4, VE-10.5: three different colours that are held, and room for one more enlightenment card."""
    if len(set(asked.colors)) < 3:
        return Refusal(NOT_ALLOWED, "not_three_colors", "VE-10.4", {"colors": len(set(asked.colors))})
    refusal = lacking(s, asked.colors, "VE-10.4")
    if refusal is not None:
        return refusal
    lights, pawns = s.lights[s.active], s.on_board(s.active)
    most = min(3, 2 * pawns)
    if lights >= most:
        facts: JsonObject = {"have": lights, "most": most, "pawns": pawns}
        return Refusal(NOT_ALLOWED, "too_many_lights", "VE-10.5", facts)
    return None if s.spare else Refusal(NOT_ALLOWED, "no_lights_left", "VE-10.5")


def why_not_promote(s: Situation, pawn: int) -> Refusal | None:
    """VE-10.7, VE-10.8: a pawn on the board that the planet of enlightenment touches, for two enlightenment cards; the
    last one only with an empty hand.
    """
    seat = s.active
    circle = s.pawns[2 * seat + pawn]
    if circle < 0:
        return Refusal(NOT_ALLOWED, "pawn_promoted", "VE-10.7", {"pawn": pawn})
    refusal = why_not_contact(s, s.stack, [circle], "VE-10.7")
    if refusal is not None:
        return refusal
    if s.lights[seat] < 2:
        return Refusal(NOT_ALLOWED, "lights_missing", "VE-10.7", {"need": 2, "have": s.lights[seat]})
    if s.on_board(seat) == 1 and s.sizes[seat]:
        return Refusal(NOT_ALLOWED, "hand_not_empty", "VE-10.8", {"pawn": pawn, "have": s.sizes[seat]})
    return None


def why_not_steal(s: Situation, seats: list[int]) -> Refusal | None:
    """VE-5.3, VE-11.15: in step 3 or after a skip; up to two different opponents who hold a card."""
    if s.stage == AFTER and not s.has_skipped():
        return Refusal(NOT_NOW, "no_steal_after_move", "VE-5.3")
    if s.stole:
        return Refusal(NOT_NOW, "steal_used", "VE-11.15")
    refusal = lacking(s, [PURPLE], "VE-11.15")
    if refusal is not None:
        return refusal
    for seat in seats:
        facts: JsonObject = {"seat": seat, "last": s.setting.seats - 1}
        if seat >= s.setting.seats:
            return Refusal(NOT_ALLOWED, "no_such_seat", "VE-1.1", facts)
        if seat == s.active:
            return Refusal(NOT_ALLOWED, "steal_from_self", "VE-11.15", facts)
        if not s.sizes[seat]:
            return Refusal(NOT_ALLOWED, "victim_empty", "VE-11.15", facts)
    if len(set(seats)) < len(seats):
        return Refusal(NOT_ALLOWED, "victim_twice", "VE-11.15", {"seat": seats[0]})
    if seats != sorted(seats):
        facts = {"tried": f"steal {seats[0]} {seats[1]}", "right": f"steal {seats[1]} {seats[0]}"}
        return Refusal(NOT_UNDERSTOOD, "wrong_seat_order", "VE-15", facts)
    return None


def why_not_again(s: Situation) -> Refusal | None:
    """VE-11.13, VE-11.14: in step 5 of the first leg, with the one yellow card of the turn."""
    if s.yellow:
        return Refusal(NOT_NOW, "yellow_used", "VE-11.14")
    if s.stage != AFTER:
        return Refusal(NOT_NOW, "again_before_move", "VE-11.13")
    return lacking(s, [YELLOW], "VE-11.13")


def why_not_end(s: Situation) -> Refusal | None:
    """VE-5.4, VE-5.5: not before step 4 of the first leg."""
    if s.leg == 1 and s.stage != AFTER:
        return Refusal(NOT_NOW, "must_move_first", "VE-5.4")
    return None


covers(why_not_in_turn, "VE-5.2", "VE-12.4")

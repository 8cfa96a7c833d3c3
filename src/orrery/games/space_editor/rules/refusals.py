"""Why an action is not allowed: the patient explainer beside the fast list of actions.

It tests the clauses one by one in the order in which a player would ask, and uses only what the seat to act can see: of
a
face-down card it never asks the identity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Refusal, covers
from orrery.core.data import JsonObject
from orrery.games.space_editor.cards.card import CODE_BITS, CODE_MASK, FACE_DOWN, NONE, RULE_CODES, connects
from orrery.games.space_editor.rules import abilities, words
from orrery.games.space_editor.rules.abilities import CHOSEN, WHERE, CardMatch, Effect
from orrery.games.space_editor.rules.placing import barring, is_shielded_at, placements
from orrery.games.space_editor.rules.state import (
    BASEPOINT,
    NOBODY,
    OVER,
    PLACE,
    PUT,
    RELOCATE,
    ROTATE,
    TARGET,
    USE,
    Pending,
    Situation,
)
from orrery.games.space_editor.rules.universe import DIRECTIONS
from orrery.games.space_editor.rules.words import FORMS, WORDS, Sentence

if TYPE_CHECKING:
    from orrery.games.space_editor.rules.engine import SpaceEditorState

STAGE_WORDS: Final = {
    USE: (words.USE, words.PASS),
    TARGET: (words.TARGET,),
    ROTATE: (words.ROTATE,),
    RELOCATE: (words.RELOCATE,),
    PUT: (words.PLACE,),
}


def why_not(s: SpaceEditorState, text: str) -> Refusal | None:
    """SE-13.1: the refusal of an action by the seat to act, or None if it is legal."""
    if s.phase == OVER:
        return Refusal(NOT_NOW, "match_over", "SE-7.6")
    asked = Sentence(s.setting, text)
    if asked.fault == "unknown_word":
        return Refusal(NOT_UNDERSTOOD, "unknown_word", "SE-13.1", {"tried": text, "words": ", ".join(WORDS)})
    if asked.fault == "wrong_form":
        return Refusal(NOT_UNDERSTOOD, "wrong_form", "SE-13.1", {"tried": text, "form": FORMS[asked.word]})
    expected = expected_words(s)
    if asked.word not in expected:
        return wrong_step(s, asked, expected)
    if asked.fault == "unknown_card":
        return Refusal(NOT_UNDERSTOOD, "unknown_card", "SE-12.2", {"card": asked.parts[1]})
    if words.PARTS[asked.word] & words.CELL and asked.cell < 0:
        grid = s.setting.grid
        facts = at(asked)
        facts.update(left=-grid.x0, right=grid.width - 1 - grid.x0, bottom=-grid.y0, top=grid.height - 1 - grid.y0)
        return Refusal(NOT_ALLOWED, "off_table", "SE-4.5", facts)
    if asked.word == words.PLACE:
        return why_not_place(s, asked)
    if asked.word == words.DISCARD:
        return why_not_discard(s, asked)
    if asked.word == words.FACE:
        return why_not_turn(s, asked, s.faces[0][0], "other_card_first", "SE-5.7")
    now = s.now
    if now is None:
        return None
    effect = s.effect_of(now)
    if asked.word == words.TARGET:
        return why_not_target(s, asked, now, effect)
    if asked.word == words.ROTATE:
        return why_not_turn(s, asked, now.subject, "other_subject", "SE-8.7")
    if asked.word == words.RELOCATE:
        return why_not_relocate(s, asked, now, effect)
    if asked.word == words.USE and effect.verb == abilities.PLACE and not s.effect_placements(now, effect):
        return Refusal(NOT_ALLOWED, "nothing_to_place", "SE-11.5")
    return None


def expected_words(s: SpaceEditorState) -> tuple[int, ...]:
    """SE-13.1: the words that the present step takes."""
    if s.phase == BASEPOINT:
        return (words.BASEPOINT,)
    if s.phase == PLACE:
        return (words.PLACE, words.DISCARD) if s.setting.full else (words.PLACE,)
    if s.faces:
        return (words.FACE,)
    return () if s.now is None else STAGE_WORDS[s.now.stage]


def wrong_step(s: SpaceEditorState, asked: Sentence, expected: tuple[int, ...]) -> Refusal:
    """SE-6.3: the right word at the wrong time."""
    forms = " / ".join([FORMS[word] for word in expected])
    code, clause = "wrong_step", "SE-13.1"
    if asked.word == words.PASS:
        code, clause = "no_passing", "SE-6.3" if s.phase in (BASEPOINT, PLACE) else "SE-8.6"
    elif asked.word == words.DISCARD:
        code, clause = "no_discarding", "SE-6.4"
    return Refusal(NOT_NOW, code, clause, {"tried": WORDS[asked.word], "expected": forms})


def at(asked: Sentence) -> JsonObject:
    """The cell that was asked for, as facts."""
    return {"x": asked.x, "y": asked.y}


# --- placing and relocating -------------------------------------------------------------------------------------------


def why_not_place(s: SpaceEditorState, asked: Sentence) -> Refusal | None:
    """SE-11.6f, SE-7.5: a card of one's own hand, that the step takes, where SE-4 lets it lie."""
    seat = s.decider()
    id = s.setting.cards.ids[asked.card]
    if asked.card not in s.hands[seat]:
        return Refusal(NOT_ALLOWED, "not_in_hand", "SE-1.5", {"card": id})
    starless = s.final and s.setting.forbids_final_star and seat == s.setting.last
    if starless and s.setting.cards.is_star[asked.card]:
        return Refusal(NOT_ALLOWED, "final_star", "SE-7.5", {"card": id})
    now = s.now
    if now is not None:
        effect = s.effect_of(now)
        if effect.hand is not None and not effect.hand.fits[asked.card]:
            return Refusal(NOT_ALLOWED, "card_not_meant", "SE-11.6f", {"card": id})
        refusal = why_not_area(s, asked, now, effect, "SE-11.6f")
        if refusal is not None:
            return refusal
    return why_not_put(s, asked, asked.card, seat, seat, NOBODY)


def why_not_area(s: Situation, asked: Sentence, now: Pending, effect: Effect, clause: str) -> Refusal | None:
    """The destination as seen from the ability card."""
    centre = s.universe.cells[now.slot]
    if s.setting.grid.within(effect.to, centre, asked.cell):
        return None
    facts = at(asked)
    facts.update(area=WHERE[effect.to], cx=s.setting.grid.x(centre), cy=s.setting.grid.y(centre))
    return Refusal(NOT_ALLOWED, "outside_area", clause, facts)


def why_not_put(s: Situation, asked: Sentence, card: int, placer: int, seat: int, mover: int) -> Refusal | None:
    """SE-4.2 to SE-4.8: may this card be put on that cell in that rotation? A card that is being relocated has been
    lifted.
    """
    universe = s.universe
    facts = at(asked)
    facts["card"] = s.setting.cards.ids[card]
    if asked.cell in universe.at:
        return Refusal(NOT_ALLOWED, "cell_taken", "SE-4.5", facts)
    contacts = s.setting.cards.contacts(universe.open.get(asked.cell, 0))
    if not contacts:
        return Refusal(NOT_ALLOWED, "touches_nothing", "SE-4.6", facts)
    sides = s.setting.cards.cards[card].sides
    facts["r"] = asked.rotation
    for d in range(4):
        theirs = contacts >> (CODE_BITS * d) & CODE_MASK
        if theirs != NONE and not connects(sides[(d - asked.rotation) & 3].code, theirs):
            facts["direction"] = DIRECTIONS[d]
            facts["mine"] = side_text(s, card, d - asked.rotation)
            facts["theirs"] = touched_text(s, asked.cell, d)
            return Refusal(NOT_ALLOWED, "does_not_connect", "SE-4.2", facts)
    fallen = s.setting.cards.would_fall(card, asked.rotation, contacts)
    if fallen and not is_shielded_at(s, card, placer, asked.cell, mover):
        facts["rules"] = ", ".join([code for bit, code in RULE_CODES if fallen & bit])
        facts["contacts"] = contact_text(s, card, asked)
        return Refusal(NOT_ALLOWED, "would_fall", "SE-4.4", facts)
    bar = barring(s, card, seat, asked.cell, mover)
    if bar != NOBODY:
        cell = universe.cells[bar]
        facts.update(
            by=s.setting.cards.ids[universe.stones[bar].card], bx=s.setting.grid.x(cell), by_y=s.setting.grid.y(cell)
        )
        return Refusal(NOT_ALLOWED, "barred", "SE-4.8", facts)
    return None


def side_text(s: Situation, card: int, printed: int) -> str:
    """A side as it is printed."""
    text = s.setting.cards.source[s.setting.cards.ids[card]]["sides"][printed & 3]
    assert isinstance(text, str)
    return text


def touched_text(s: Situation, cell: int, d: int) -> str:
    """What a card on this cell would touch in a direction: a side text, or f for a face-down card."""
    universe = s.universe
    slot = universe.at[cell + s.setting.grid.steps[d]]
    facing = universe.facing[slot]
    return "f" if facing & FACE_DOWN else side_text(s, facing >> 3, d + 2 - facing)


def contact_text(s: Situation, card: int, asked: Sentence) -> str:
    """All contacts of a card on this cell, such as `north n1-n3, east --g2`, for people."""
    parts: list[str] = []
    for d in range(4):
        if asked.cell + s.setting.grid.steps[d] in s.universe.at:
            mine, theirs = side_text(s, card, d - asked.rotation), touched_text(s, asked.cell, d)
            parts.append(f"{'NESW'[d]}: {mine} / {theirs}")
    return ", ".join(parts)


def why_not_relocate(s: SpaceEditorState, asked: Sentence, now: Pending, effect: Effect) -> Refusal | None:
    """SE-8.10, SE-11.6e: another cell, by all rules of placement, in the effect's area, perhaps in one piece."""
    universe = s.universe
    stone = universe.stones[now.subject]
    origin = universe.cells[now.subject]
    if asked.cell == origin:
        return Refusal(NOT_ALLOWED, "same_cell", "SE-8.10", at(asked))
    refusal = why_not_area(s, asked, now, effect, "SE-11.6e")
    if refusal is not None:
        return refusal
    universe.lift(now.subject)
    refusal = why_not_put(s, asked, stone.card, stone.placer, now.decider, now.subject)
    if refusal is None and s.setting.keeps_one_piece:
        universe.settle(now.subject, asked.cell)
        if not universe.is_one_piece():
            refusal = Refusal(NOT_ALLOWED, "would_split", "SE-8.10", at(asked))
        universe.lift(now.subject)
    universe.settle(now.subject, origin)
    return refusal


def why_not_discard(s: SpaceEditorState, asked: Sentence) -> Refusal | None:
    """SE-6.4: only when nothing can be placed, and only a card of one's own hand."""
    if asked.card not in s.hands[s.active]:
        return Refusal(NOT_ALLOWED, "not_in_hand", "SE-6.4", {"card": s.setting.cards.ids[asked.card]})
    count = len(placements(s, s.active))
    return Refusal(NOT_ALLOWED, "can_place", "SE-6.4", {"count": count}) if count else None


# --- rotations and subjects -------------------------------------------------------------------------------------------


def why_not_turn(s: Situation, asked: Sentence, slot: int, code: str, clause: str) -> Refusal | None:
    """A rotation is chosen for one certain card; any of the four is right."""
    cell = s.universe.cells[slot]
    if asked.cell == cell:
        return None
    facts = at(asked)
    facts.update(sx=s.setting.grid.x(cell), sy=s.setting.grid.y(cell))
    return Refusal(NOT_ALLOWED, code, clause, facts)


def why_not_target(s: SpaceEditorState, asked: Sentence, now: Pending, effect: Effect) -> Refusal | None:
    """SE-11.4, SE-11.6: a card in the area, of the right face and sort, that the verb can be done to."""
    universe = s.universe
    facts = at(asked)
    facts["verb"] = abilities.VERBS[effect.verb]
    slot = universe.at.get(asked.cell, NOBODY)
    target = effect.target
    if slot == NOBODY or target is None:
        return Refusal(NOT_ALLOWED, "nothing_there", "SE-11.5", facts)
    centre = universe.cells[now.slot]
    if slot == now.slot:
        return Refusal(NOT_ALLOWED, "not_itself", "SE-11.4", facts)
    if target.where > CHOSEN and not s.setting.grid.within(target.where, centre, asked.cell):
        facts.update(area=WHERE[target.where], cx=s.setting.grid.x(centre), cy=s.setting.grid.y(centre))
        return Refusal(NOT_ALLOWED, "outside_area", "SE-11.4", facts)
    return why_not_suffer(s, slot, now, effect, target.match, facts)


def why_not_suffer(
    s: SpaceEditorState, slot: int, now: Pending, effect: Effect, match: CardMatch, facts: JsonObject
) -> Refusal | None:
    """SE-8.9, SE-11.6: the face first, so that nothing is asked of a card that lies face down; then the words; then the
    verb.
    """
    universe = s.universe
    up = universe.is_up(slot)
    stone = universe.stones[slot]
    clause = f"SE-11.6{'abcdefgh'[effect.verb]}"
    if effect.verb != abilities.TURN_OVER and up == (effect.verb == abilities.TURN_UP):
        facts["face"] = "face_up" if up else "face_down"
        return Refusal(NOT_ALLOWED, "wrong_face", clause, facts)
    if not match.admits(stone.card, stone.placer, now.decider):
        return Refusal(NOT_ALLOWED, "not_meant", "SE-11.4", facts)
    if s.can_suffer(now, effect, slot):
        return None
    if s.setting.cards.is_basepoint[stone.card] and effect.verb in (abilities.RELOCATE, abilities.SILENCE):
        return Refusal(NOT_ALLOWED, "never_basepoint", clause, facts)
    if effect.verb == abilities.SILENCE:
        return Refusal(NOT_ALLOWED, "no_abilities", clause, facts)
    if effect.verb == abilities.RELOCATE and not s.destinations(now, effect, slot):
        return Refusal(NOT_ALLOWED, "nowhere_to_go", clause, facts)
    return Refusal(NOT_ALLOWED, "protected", "SE-8.9", facts)


covers(why_not_put, "SE-4.3", "SE-4.5", "SE-4.7")

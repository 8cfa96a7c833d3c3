"""Why this is no answer to what is asked: block, siege, retaliation, payment, targets (FS-7.4, FS-8.3, FS-9, FS-14.3).

What may be answered stands in the options of the question; here is told why something else is not among them.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import NOT_ALLOWED, NOT_UNDERSTOOD, Refusal
from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED,
    BATTLEFIELD,
    CANNOT_BLOCK,
    CASTING,
    DECK,
    GROOVE,
    HAND,
    MUST_BE_BLOCKED,
    SPELL,
    TOWER,
    TRASH,
    UNBLOCKABLE,
    UNTARGETABLE,
    VAULT,
    Selector,
)
from orrery.games.five_spheres.rules.notation import running_selector
from orrery.games.five_spheres.rules.picking import owner_of, would_change
from orrery.games.five_spheres.rules.play_refusals import (
    blamed,
    no_hand_card,
    no_lord,
    no_piece,
    piece_facts,
    piece_kind,
    source_name,
    spell_name,
    spheres_of,
    why_not_host,
    why_not_own_creature,
)
from orrery.games.five_spheres.rules.reading import acting, fits, has, lords_of
from orrery.games.five_spheres.rules.sentences import FAR, Asked
from orrery.games.five_spheres.rules.state import (
    ASK_LORD,
    OPTION_NONE,
    Attack,
    Lord,
    Piece,
    Program,
    Situation,
    option_word,
)

ZONE_WORDS: Final = {
    BATTLEFIELD: "a creature",
    TOWER: "a tower",
    SPELL: "a spell",
    VAULT: "a crystal",
    ATTACHED: "an attached spell",
    CASTING: "a spell being cast",
    HAND: "a hand card",
    DECK: "a card of the deck",
    TRASH: "a card of the trash",
    GROOVE: "an energy",
}
SHOWN: Final = 12
"""So many options are listed in an answer."""


def why_not_answer(s: Situation, asked: Asked) -> Refusal | None:
    """FS-20.1: a word that answers what is asked."""
    name = asked.name
    if name == "target":
        return why_not_target(s, asked)
    attack = s.attack
    assert attack is not None
    if name == "block":
        return why_not_block(s, attack, asked)
    if name == "noblock":
        return why_not_noblock(s, attack)
    if name == "destroy":
        return why_not_destroy(s, attack, asked)
    if name == "retaliate":
        return why_not_retaliate(s, s.lords[s.asked], asked)
    if name == "pay":
        lord = s.lords[s.asked]
        return why_not_pay(lord, lord.hand[attack.hand], asked)
    return None


def options_of(s: Situation) -> JsonObject:
    """What may be named: how much there is of it, and the first of it."""
    shown = [option_word(value) for value in s.options if value != OPTION_NONE]
    more = " …" if len(shown) > SHOWN else ""
    if OPTION_NONE in s.options:
        shown = [*shown[:SHOWN], "none"]
    return {"choices": len(s.options), "options": ", ".join(shown[: SHOWN + 1]) + more}


# --- block and siege --------------------------------------------------------------------------------------------------


def why_not_block(s: Situation, attack: Attack, asked: Asked) -> Refusal | None:
    """FS-7.4: an own ready creature that is not the target, may block, and meets every `unblockable`."""
    refusal = why_not_own_creature(s, asked.left, asked.first, "FS-7.4")
    if refusal is not None:
        return refusal
    c, attacker = s.creature(asked.left), s.creature(attack.attacker)
    assert c is not None and attacker is not None
    facts = piece_facts(s, c)
    if c.uid == attack.target:
        return Refusal(NOT_ALLOWED, "target_cannot_block", "FS-7.4", facts)
    if c.engaged:
        return Refusal(NOT_ALLOWED, "is_engaged", "FS-7.4", facts)
    if has(s, c, CANNOT_BLOCK):
        facts["by"] = blamed(s, c, CANNOT_BLOCK)
        return Refusal(NOT_ALLOWED, "cannot_block", "FS-7.4", facts)
    return why_unblockable(s, attacker, c)


def why_unblockable(s: Situation, attacker: Piece, c: Piece) -> Refusal | None:
    """FS-12.7: the first `unblockable` that the creature does not meet. Where nobody can meet it, nobody is asked."""
    for holding in acting(s, attacker, UNBLOCKABLE):
        exception = holding.passive.exception
        if exception is not None and fits(s, holding.frame, exception, c.card, c, c.facedown):
            continue
        shown = piece_facts(s, attacker)
        facts = piece_facts(s, c)
        facts.update(attacker=shown["part"], other=shown["card"], by=source_name(s, holding))
        return Refusal(NOT_ALLOWED, "unblockable", "FS-7.4", facts)
    return None


def why_not_noblock(s: Situation, attack: Attack) -> Refusal | None:
    """FS-7.4: `must_be_blocked`."""
    attacker = s.creature(attack.attacker)
    assert attacker is not None
    if not has(s, attacker, MUST_BE_BLOCKED):
        return None
    facts = {**piece_facts(s, attacker), **options_of(s)}
    facts["by"] = blamed(s, attacker, MUST_BE_BLOCKED)
    return Refusal(NOT_ALLOWED, "must_be_blocked", "FS-7.4", facts)


def why_not_destroy(s: Situation, attack: Attack, asked: Asked) -> Refusal | None:
    """FS-8.3, FS-21.11: a tower or spell of the fortress under siege, or of the citadel."""
    piece = s.find(asked.left)
    if piece is None:
        return no_piece(s, asked.left, asked.first)
    if s.shares(attack.defender, piece.seat) and (piece.zone == TOWER or piece.zone == SPELL):
        return None
    facts: JsonObject = {"part": asked.first, "what": piece_kind(piece), "owner": piece.seat, **options_of(s)}
    if s.setting.is_citadel:
        facts["seats"] = seats_of_citadel(s, attack.defender)
        return Refusal(NOT_ALLOWED, "not_in_citadel", "FS-21.11", facts)
    return Refusal(NOT_ALLOWED, "not_in_fortress", "FS-8.3", {"seat": attack.defender, **facts})


def seats_of_citadel(s: Situation, seat: int) -> str:
    """FS-21.11: the seats of the lords who hold a citadel together."""
    return ", ".join([str(one) for one in sorted(s.kin[seat])])


# --- retaliation ------------------------------------------------------------------------------------------------------


def why_not_retaliate(s: Situation, lord: Lord, asked: Asked) -> Refusal | None:
    """FS-9.2, FS-9.4: a spell of the hand, its host, and energies to pay for it."""
    refusal = no_hand_card(lord, asked) or why_not_host(s, lord, asked, "FS-9.5")
    if refusal is not None:
        return refusal
    card = lord.hand[asked.left]
    have, need = len(lord.groove), card.spell_cost
    facts: JsonObject = {"card": spell_name(card), "cost": need, "energies": have}
    if have < need:
        return Refusal(NOT_ALLOWED, "energies_short", "FS-9.4", facts)
    missing = missing_spheres(lord, card, list(range(have)))
    if missing:
        facts.update(sphere=spheres_of(card.mask), missing=spheres_of(missing))
        return Refusal(NOT_ALLOWED, "energy_sphere", "FS-9.4", facts)
    if need == 1 and all(energy.mask & card.mask != card.mask for energy in lord.groove):
        facts["sphere"] = spheres_of(card.mask)
        return Refusal(NOT_ALLOWED, "energy_not_both", "FS-9.4", facts)
    return None


def missing_spheres(lord: Lord, card: Card, energies: list[int]) -> int:
    """FS-9.4: the spheres of a spell that none of these energies has; their backs are seen."""
    missing = card.mask
    for index in energies:
        missing &= ~lord.groove[index].mask
    return missing


def why_not_pay(lord: Lord, card: Card, asked: Asked) -> Refusal | None:
    """FS-9.4: as many energies as the spell costs, in order, of its spheres, of equal backs the oldest."""
    have, named = len(lord.groove), asked.numbers
    facts: JsonObject = {"card": spell_name(card), "cost": card.spell_cost, "named": len(named), "energies": have}
    for index in named:
        if index >= have:
            part = asked.first if index == FAR else f"e{index}"
            facts.update(part=part, last=f"e{have - 1}")
            return Refusal(NOT_ALLOWED, "no_such_energy", "FS-9.4", facts)
    right = sorted(set(named))
    if len(right) < len(named):
        return Refusal(NOT_ALLOWED, "energy_twice", "FS-9.4", facts)
    if right != named:
        shown = "pay " + ",".join([f"e{index}" for index in right])
        return Refusal(NOT_UNDERSTOOD, "energy_order", "FS-20.1", {"tried": asked.text, "right": shown})
    if len(named) != card.spell_cost:
        return Refusal(NOT_ALLOWED, "payment_size", "FS-9.4", facts)
    missing = missing_spheres(lord, card, named)
    if missing:
        facts.update(sphere=spheres_of(card.mask), missing=spheres_of(missing))
        return Refusal(NOT_ALLOWED, "payment_sphere", "FS-9.4", facts)
    for index in named:
        for older in range(index):
            if older not in named and lord.groove[older].back == lord.groove[index].back:
                facts.update(part=f"e{index}", older=f"e{older}", sphere=spheres_of(lord.groove[index].mask))
                return Refusal(NOT_ALLOWED, "energy_not_oldest", "FS-9.4", facts)
    return None


# --- targets ----------------------------------------------------------------------------------------------------------


def why_not_target(s: Situation, asked: Asked) -> Refusal | None:
    """FS-14.3: one of the options."""
    if asked.option >= 0 and asked.option in s.options:
        return None
    facts: JsonObject = {"part": asked.first, **options_of(s)}
    if asked.wants_none:
        return Refusal(NOT_ALLOWED, "none_not_allowed", "FS-14.3", {**facts, "need": s.need})
    is_lord = asked.left < 0
    if is_lord != (s.ask == ASK_LORD):
        return Refusal(NOT_ALLOWED, "card_wanted" if is_lord else "lord_wanted", "FS-14.3", facts)
    if asked.seat >= 0:
        refusal = no_lord(s, asked.seat, asked.first)
        if refusal is not None:
            return refusal
    if is_lord:
        return Refusal(NOT_ALLOWED, "lord_not_possible", "FS-14.3", {**facts, "seat": asked.seat})
    program = s.programs[-1]
    sel = running_selector(program)
    if asked.option >= 0 and asked.option in program.picked:
        return Refusal(NOT_ALLOWED, "target_twice", "FS-14.3", facts)
    if asked.seat < 0:
        piece = s.find(asked.left)
        if piece is None:
            return no_piece(s, asked.left, asked.first)
        facts["what"] = piece_kind(piece)
        return why_not_there(s, program, sel, piece.zone, piece.seat, facts) or why_not_piece(s, program, piece, facts)
    have = s.lords[asked.seat].size(asked.zone)
    facts["what"] = ZONE_WORDS[asked.zone]
    if asked.left >= have:
        return Refusal(NOT_ALLOWED, "no_such_card", "FS-20.1", {**facts, "seat": asked.seat, "have": have})
    refusal = why_not_there(s, program, sel, asked.zone, asked.seat, facts)
    return refusal or Refusal(NOT_ALLOWED, "target_unfit", "FS-12.5", facts)


def why_not_there(
    s: Situation, program: Program, sel: Selector | None, zone: int, seat: int, facts: JsonObject
) -> Refusal | None:
    """FS-12.5: another zone, or another lord's, than the effect asks for."""
    if sel is None:
        return None
    if zone != sel.zone:
        return Refusal(NOT_ALLOWED, "target_zone", "FS-12.5", {**facts, "wanted": ZONE_WORDS[sel.zone]})
    seats = lords_of(s, program.seat, sel.whose)
    if program.first >= 0:
        owner = owner_of(s, program.first)
        seats = [other for other in seats if other == owner]
    if seat not in seats:
        lords = ", ".join([str(other) for other in sorted(seats)])
        return Refusal(NOT_ALLOWED, "target_lord", "FS-12.5", {**facts, "seat": seat, "lords": lords})
    return None


def why_not_piece(s: Situation, program: Program, piece: Piece, facts: JsonObject) -> Refusal:
    """FS-12.5: a card in play at the right place that cannot be named all the same."""
    facts.update(piece_facts(s, piece))
    if piece.zone == BATTLEFIELD:
        if s.lords[piece.seat].team != s.lords[program.seat].team and has(s, piece, UNTARGETABLE):
            facts["by"] = blamed(s, piece, UNTARGETABLE)
            return Refusal(NOT_ALLOWED, "untargetable", "FS-12.7", facts)
        if not would_change(s, program.effects[0], piece):
            return Refusal(NOT_ALLOWED, "no_change", "FS-12.5", facts)
    return Refusal(NOT_ALLOWED, "target_unfit", "FS-12.5", facts)

"""Why a lord may not do this in his step: cure, crystals, playing cards, attacks and uses (FS-5 to FS-7).

The names of cards are here too: a card is called by its name where the seat to act sees its face, else by what it is.
"""

from __future__ import annotations

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, Refusal
from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards import vocabulary as v
from orrery.games.five_spheres.cards.card import GENERIC_COST, Card
from orrery.games.five_spheres.cards.language import (
    ATTACHED,
    ATTACHED_SPELL,
    BATTLEFIELD,
    CANNOT_ATTACK,
    CANNOT_SIEGE,
    CASTING,
    RANGED,
    TOWER,
    USED,
    VAULT,
)
from orrery.games.five_spheres.rules.notation import shown_back
from orrery.games.five_spheres.rules.reading import Holding, acting, cost_now, frame_of, has, holds, mana
from orrery.games.five_spheres.rules.sentences import Asked
from orrery.games.five_spheres.rules.state import Lord, Piece, Situation

# --- names ------------------------------------------------------------------------------------------------------------


def creature_name(card: Card) -> str:
    """The creature half by its name, if it has one."""
    return str(card.raw["creature"].get("name") or card.raw.get("name") or card.id)


def spell_name(card: Card) -> str:
    """The spell half by its name, if it has one."""
    return str(card.raw["spell"].get("name") or card.raw.get("name") or card.id)


def card_name(card: Card) -> str:
    """The whole card by its name, or by those of its halves, if it has any."""
    whole: str | None = card.raw.get("name")
    halves = [str(card.raw[half]["name"]) for half in ("creature", "spell") if card.raw[half].get("name")]
    return whole or " / ".join(halves) or card.id


def piece_kind(piece: Piece) -> str:
    """What a card in play is by its place, which everybody sees."""
    zone = piece.zone
    if zone == BATTLEFIELD:
        return "a face-down creature" if piece.facedown else "a creature"
    if zone == TOWER:
        return "a tower"
    if zone == VAULT:
        return "a crystal"
    if zone == ATTACHED:
        return "an attached spell"
    if zone == CASTING:
        return "a spell being cast"
    return "a hidden spell" if piece.facedown else "a spell"


def piece_name(piece: Piece, eye: int) -> str:
    """FS-19.6: a card in play as a seat may call it."""
    if shown_back(piece, eye):
        return piece_kind(piece)
    if piece.zone == BATTLEFIELD:
        return creature_name(piece.card)
    return card_name(piece.card) if piece.zone == VAULT else spell_name(piece.card)


def spheres_of(mask: int) -> str:
    """Spheres as one word, in the order of the rules."""
    return "/".join([sphere for i, sphere in enumerate(v.SPHERES) if mask >> i & 1])


def blamed(s: Situation, c: Piece, word: int) -> str:
    """FS-12.6, FS-12.7: where a word that acts on a creature comes from."""
    return "an effect of this turn" if c.words >> word & 1 else source_name(s, acting(s, c, word)[0])


def source_name(s: Situation, holding: Holding) -> str:
    """The card that has a passive: it lies face up."""
    card = holding.frame.card
    assert card is not None
    return spell_name(card) if s.creature(holding.frame.uid) is None else creature_name(card)


# --- cards that are named ---------------------------------------------------------------------------------------------


def no_hand_card(lord: Lord, asked: Asked) -> Refusal | None:
    """FS-20.1: the hand has so many cards."""
    have = len(lord.hand)
    if asked.left < have:
        return None
    facts: JsonObject = {"part": asked.first, "have": have, "last": f"h{have - 1}"}
    return Refusal(NOT_ALLOWED, "no_such_hand_card", "FS-20.1", facts)


def no_piece(s: Situation, uid: int, part: str) -> Refusal | None:
    """FS-3.3: a card in play has this number."""
    return Refusal(NOT_ALLOWED, "no_such_piece", "FS-3.3", {"part": part}) if s.find(uid) is None else None


def piece_facts(s: Situation, piece: Piece) -> JsonObject:
    """A card in play for people who may see it as the seat to act does."""
    eye = s.to_act()
    assert eye is not None
    return {"part": f"u{piece.uid}", "card": piece_name(piece, eye)}


def why_not_creature(s: Situation, uid: int, part: str, clause: str) -> Refusal | None:
    """A creature on a battlefield, whosever it is."""
    piece = s.find(uid)
    if piece is None:
        return no_piece(s, uid, part)
    if piece.zone != BATTLEFIELD:
        return Refusal(NOT_ALLOWED, "not_a_creature", clause, {"part": part, "what": piece_kind(piece)})
    return None


def why_not_own_creature(s: Situation, uid: int, part: str, clause: str) -> Refusal | None:
    """A creature of the seat to act. FS-21.7: in a citadel the partner's are his to command."""
    refusal = why_not_creature(s, uid, part, clause)
    if refusal is not None:
        return refusal
    c = s.creature(uid)
    actor = s.to_act()
    assert c is not None and actor is not None
    if c.seat == actor:
        return None
    facts = {**piece_facts(s, c), "seat": c.seat}
    if s.shares(actor, c.seat):
        return Refusal(NOT_ALLOWED, "partners_creature", "FS-21.7", facts)
    return Refusal(NOT_ALLOWED, "not_your_creature", clause, facts)


def why_not_host(s: Situation, lord: Lord, asked: Asked, clause: str) -> Refusal | None:
    """FS-6.7, FS-2.1: an attached spell names an own card of the right kind to lie under, another spell none."""
    card = lord.hand[asked.left]
    facts: JsonObject = {"card": spell_name(card)}
    if card.spell_type != ATTACHED_SPELL:
        if not asked.has_second:
            return None
        facts["right"] = f"{asked.name} h{asked.left}"
        return Refusal(NOT_ALLOWED, "host_needless", clause, facts)
    zone = TOWER if card.host_is_tower else BATTLEFIELD
    facts["host"] = "a tower" if card.host_is_tower else "a creature"
    hosts = [piece.uid for piece in lord.pieces(zone)]
    if not hosts:
        return Refusal(NOT_ALLOWED, "no_host", clause, facts)
    facts["hosts"] = ", ".join([f"u{uid}" for uid in hosts])
    if not asked.has_second:
        facts["right"] = f"{asked.name} h{asked.left} at u{hosts[0]}"
        return Refusal(NOT_ALLOWED, "host_needed", clause, facts)
    host = s.find(asked.right)
    facts["part"] = asked.second
    if host is None:
        return no_piece(s, asked.right, asked.second)
    facts["what"] = piece_kind(host)
    if host.zone != zone:
        return Refusal(NOT_ALLOWED, "wrong_host", clause, facts)
    if host.seat != lord.seat:
        facts["seat"] = host.seat
        return Refusal(NOT_ALLOWED, "not_your_host", "FS-2.1", facts)
    return None


# --- the steps --------------------------------------------------------------------------------------------------------


def why_not_in_step(s: Situation, asked: Asked) -> Refusal | None:
    """FS-5, FS-6, FS-7: a word that belongs to the step."""
    lord = s.lords[s.active]
    name = asked.name
    if name == "cure":
        return why_not_cure(s, asked)
    if name == "attack":
        return why_not_attack(s, asked)
    if name == "use":
        return why_not_use(s, asked)
    if name in ("end", "keep", "trashhand", "tag"):
        return None
    refusal = no_hand_card(lord, asked)
    if refusal is not None or name == "crystal":
        return refusal
    card = lord.hand[asked.left]
    if name == "crystal2":
        return why_not_second(s, lord, card)
    if name == "summon":
        return why_not_pay(s, lord, card, creature_name(card), cost_now(s, lord, card, True))
    if name == "generic":
        return why_not_generic(s, card) or why_not_pay(s, lord, card, card_name(card), GENERIC_COST)
    return why_not_host(s, lord, asked, "FS-6.7") or why_not_pay(
        s, lord, card, spell_name(card), cost_now(s, lord, card, False)
    )


def why_not_cure(s: Situation, asked: Asked) -> Refusal | None:
    """FS-5.4: an own afflicted creature and an own crystal that share a sphere; FS-21.10: or the partner's creature."""
    refusal = why_not_creature(s, asked.left, asked.first, "FS-5.4")
    if refusal is not None:
        return refusal
    c = s.creature(asked.left)
    assert c is not None
    if not s.shares(s.active, c.seat):
        return why_not_own_creature(s, asked.left, asked.first, "FS-5.4")
    if not c.afflicted:
        return Refusal(NOT_ALLOWED, "not_afflicted", "FS-5.4", piece_facts(s, c))
    crystal = s.find(asked.right)
    if crystal is None:
        return no_piece(s, asked.right, asked.second)
    if crystal.zone != VAULT:
        facts: JsonObject = {"part": asked.second, "what": piece_kind(crystal)}
        return Refusal(NOT_ALLOWED, "not_a_crystal", "FS-5.4", facts)
    if crystal.seat != s.active:
        facts = {"part": asked.second, "seat": crystal.seat}
        return Refusal(NOT_ALLOWED, "not_your_crystal", "FS-5.4", facts)
    if not crystal.card.mask & c.card.mask:
        facts = piece_facts(s, c)
        facts.update(sphere=spheres_of(c.card.mask), crystal=asked.second, other=spheres_of(crystal.card.mask))
        return Refusal(NOT_ALLOWED, "no_shared_sphere", "FS-5.4", facts)
    return None


def why_not_second(s: Situation, lord: Lord, card: Card) -> Refusal | None:
    """FS-6.2 to FS-6.4: after a first crystal of another sphere, before any card is played, not in the first turn."""
    if s.is_first_turn():
        return Refusal(NOT_NOW, "second_in_first_turn", "FS-6.4", {"turn": s.turn})
    placed = lord.placed
    if not placed:
        return Refusal(NOT_NOW, "no_first_crystal", "FS-6.2")
    if len(placed) > 1:
        return Refusal(NOT_NOW, "second_placed", "FS-6.2", {"placed": len(placed)})
    if lord.played:
        return Refusal(NOT_NOW, "second_after_play", "FS-6.2")
    facts: JsonObject = {"card": card_name(card), "sphere": spheres_of(card.mask)}
    if card.is_dual():
        return Refusal(NOT_ALLOWED, "second_dual", "FS-6.3", facts)
    return Refusal(NOT_ALLOWED, "second_same_sphere", "FS-6.3", facts) if card.spheres[0] in placed[0] else None


def why_not_generic(s: Situation, card: Card) -> Refusal | None:
    """FS-6.7: where the option allows it, a card that is not face down anyway."""
    if not s.setting.generic:
        return Refusal(NOT_ALLOWED, "generic_off", "FS-6.7")
    if card.inverted:
        return Refusal(NOT_ALLOWED, "generic_inverted", "FS-6.7", {"card": creature_name(card)})
    return None


def why_not_pay(s: Situation, lord: Lord, card: Card, name: str, cost: int) -> Refusal | None:
    """FS-6.5, FS-6.6: the mana of the cost, and a crystal for each sphere."""
    have = mana(s, lord)
    missing = card.mask
    for crystal in lord.vault:
        missing &= ~crystal.card.mask
    facts: JsonObject = {"card": name, "cost": cost, "mana": have}
    if missing:
        facts.update(sphere=spheres_of(card.mask), missing=spheres_of(missing))
        code = "no_mana_no_crystal" if have < cost else "no_crystal"
        return Refusal(NOT_ALLOWED, code, "FS-6.6", facts)
    return Refusal(NOT_ALLOWED, "no_mana", "FS-6.6", facts) if have < cost else None


# --- battle -----------------------------------------------------------------------------------------------------------


def why_not_fresh(s: Situation, asked: Asked, clause: str) -> Refusal | None:
    """FS-7.1, FS-3.7: an own creature, ready and not dizzy."""
    refusal = why_not_own_creature(s, asked.left, asked.first, clause)
    if refusal is not None:
        return refusal
    c = s.creature(asked.left)
    assert c is not None
    if c.engaged:
        return Refusal(NOT_ALLOWED, "is_engaged", clause, piece_facts(s, c))
    return Refusal(NOT_ALLOWED, "is_dizzy", "FS-3.7", piece_facts(s, c)) if c.dizzy else None


def why_not_use(s: Situation, asked: Asked) -> Refusal | None:
    """FS-7.12: face up, with a `used` ability, not afflicted, and a condition that holds."""
    refusal = why_not_fresh(s, asked, "FS-7.12")
    if refusal is not None:
        return refusal
    c = s.creature(asked.left)
    assert c is not None
    facts = piece_facts(s, c)
    if c.facedown:
        return Refusal(NOT_ALLOWED, "use_face_down", "FS-7.12", facts)
    abilities = [trigger for trigger in c.card.creature_triggers if trigger.event == USED]
    if not abilities:
        return Refusal(NOT_ALLOWED, "no_use", "FS-7.12", facts)
    if c.afflicted:
        return Refusal(NOT_ALLOWED, "use_afflicted", "FS-7.12", facts)
    frame = frame_of(c, None)
    frame.event = USED
    for trigger in abilities:
        if trigger.condition is None or holds(s, frame, trigger.condition):
            return None
    return Refusal(NOT_ALLOWED, "use_condition", "FS-7.12", facts)


def why_not_attack(s: Situation, asked: Asked) -> Refusal | None:
    """FS-7.1, FS-7.2: the attacker, the lord, the target."""
    refusal = why_not_fresh(s, asked, "FS-7.1")
    if refusal is not None:
        return refusal
    c = s.creature(asked.left)
    assert c is not None
    facts = piece_facts(s, c)
    if has(s, c, CANNOT_ATTACK):
        facts["by"] = blamed(s, c, CANNOT_ATTACK)
        return Refusal(NOT_ALLOWED, "cannot_attack", "FS-7.1", facts)
    if asked.seat >= 0:
        refusal = why_not_foe(s, asked.seat, asked.second) or why_not_gate(s, asked)
        if refusal is None and has(s, c, CANNOT_SIEGE):
            facts["by"] = blamed(s, c, CANNOT_SIEGE)
            return Refusal(NOT_ALLOWED, "cannot_siege", "FS-7.2", facts)
        return refusal
    refusal = why_not_creature(s, asked.right, asked.second, "FS-7.2")
    if refusal is not None:
        return refusal
    target = s.creature(asked.right)
    assert target is not None
    if target.seat == s.active:
        return Refusal(NOT_ALLOWED, "own_target", "FS-7.2", piece_facts(s, target))
    refusal = why_not_foe(s, target.seat, asked.second)
    if refusal is None and not target.engaged and not has(s, c, RANGED):
        shown = piece_facts(s, target)
        facts.update(target=shown["part"], other=shown["card"])
        return Refusal(NOT_ALLOWED, "target_ready", "FS-7.2", facts)
    return refusal


def why_not_foe(s: Situation, seat: int, part: str) -> Refusal | None:
    """FS-7.2, FS-15, FS-21.3, FS-21.4: a living lord in range who is an opponent."""
    refusal = no_lord(s, seat, part)
    if refusal is not None:
        return refusal
    foes = s.foes[s.active]
    if seat in foes:
        return None
    facts: JsonObject = {"seat": seat, "lords": ", ".join([str(foe) for foe in sorted(s.gates[s.active])])}
    if seat == s.active:
        return Refusal(NOT_ALLOWED, "own_fortress", "FS-7.2", facts)
    if s.lords[seat].team == s.lords[s.active].team:
        return Refusal(NOT_ALLOWED, "partner", "FS-21.3" if s.setting.turns_by_teams else "FS-15.5", facts)
    if not s.lords[seat].inside:
        return Refusal(NOT_ALLOWED, "lord_outside", "FS-21.4", facts)
    return Refusal(NOT_ALLOWED, "out_of_range", "FS-15.4", facts)


def why_not_gate(s: Situation, asked: Asked) -> Refusal | None:
    """FS-21.11: a citadel is attacked at the lower of its seats."""
    if asked.seat in s.gates[s.active]:
        return None
    gate = s.partners[asked.seat]
    facts: JsonObject = {"seat": asked.seat, "gate": gate, "right": f"attack u{asked.left} fortress {gate}"}
    return Refusal(NOT_ALLOWED, "citadel_gate", "FS-21.11", facts)


def no_lord(s: Situation, seat: int, part: str) -> Refusal | None:
    """FS-15.1, FS-8.5: there is such a lord, and he lives."""
    last = s.setting.lords - 1
    if seat > last:
        return Refusal(NOT_ALLOWED, "no_such_lord", "FS-15.1", {"part": part, "last": last})
    return Refusal(NOT_ALLOWED, "lord_destroyed", "FS-8.5", {"seat": seat}) if s.lords[seat].out else None

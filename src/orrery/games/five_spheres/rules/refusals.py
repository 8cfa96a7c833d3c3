"""Why an action is not allowed: the patient explainer beside the fast list of actions.

It tests the clauses one by one in the order in which a player would ask: are the words understood, is it the time for
them, do the rules allow it. It uses only what the seat to act can see (FS-19.6): never the face of a card that lies
hidden from it.
"""

from __future__ import annotations

from typing import Final

from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Refusal
from orrery.core.data import JsonObject
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.rules.answer_refusals import options_of, seats_of_citadel, why_not_answer
from orrery.games.five_spheres.rules.play_refusals import card_name, piece_name, spell_name, why_not_in_step
from orrery.games.five_spheres.rules.sentences import FORMS, Asked
from orrery.games.five_spheres.rules.state import (
    ASK_BLOCK,
    ASK_LORD,
    ASK_PAY,
    ASK_RETALIATE,
    ASK_SIEGE,
    ASK_TARGET,
    BATTLE,
    CASTING,
    CRYSTAL,
    CURE,
    DISCARD,
    NOTHING,
    OVER,
    STEPS,
    TAG,
    Draft,
    Situation,
)

STEP_WORDS: Final = {
    TAG: ("tag", "end"),
    CURE: ("cure", "end"),
    CRYSTAL: ("crystal", "end"),
    CASTING: ("crystal2", "summon", "generic", "cast", "end"),
    BATTLE: ("attack", "use", "end"),
    DISCARD: ("keep", "trashhand"),
}
"""FS-20.1: by step, the first words of its actions."""

STEP_OF: Final = {
    "tag": TAG,
    "cure": CURE,
    "crystal": CRYSTAL,
    "crystal2": CASTING,
    "summon": CASTING,
    "generic": CASTING,
    "cast": CASTING,
    "attack": BATTLE,
    "use": BATTLE,
    "keep": DISCARD,
    "trashhand": DISCARD,
}

ANSWERS: Final = {
    ASK_TARGET: ("target",),
    ASK_LORD: ("target",),
    ASK_BLOCK: ("block", "noblock"),
    ASK_SIEGE: ("destroy",),
    ASK_RETALIATE: ("retaliate", "noretaliate"),
    ASK_PAY: ("pay",),
}
"""FS-20.1: by what is asked, the first words of the answers."""

METHOD_CLAUSES: Final = {
    assembly.SETS: "FS-17.3",
    assembly.RANDOM: "FS-17.5",
    assembly.OPEN_DRAFT: "FS-17.6",
    assembly.BLIND_DRAFT: "FS-17.7",
    assembly.CLOSED_DRAFT: "FS-17.8",
}


def why_not(s: Situation, word: str) -> Refusal | None:
    """FS-20.2: the refusal of an action by the seat to act, or None if it is legal."""
    if s.step == OVER:
        return Refusal(NOT_NOW, "match_over", "FS-20.2")
    asked = Asked(word)
    now = words_now(s)
    if not asked.known:
        return Refusal(NOT_UNDERSTOOD, "unknown_word", "FS-20.1", {"tried": asked.text, "words": ", ".join(now)})
    if not asked.complete:
        return Refusal(NOT_UNDERSTOOD, "wrong_form", "FS-20.1", {"tried": asked.text, "form": FORMS[asked.name]})
    if asked.name not in now:
        return wrong_time(s, asked.name, now)
    if s.draft is not None:
        return why_not_in_assembly(s, s.draft, asked)
    if s.ask != NOTHING:
        return why_not_answer(s, asked)
    return why_not_in_step(s, asked)


def words_now(s: Situation) -> tuple[str, ...]:
    """FS-20.1: the first words that are in place now."""
    if s.draft is not None:
        if s.draft.method == assembly.SETS:
            return ("set",)
        return ("drop",) if s.draft.method == assembly.RANDOM else ("pick",)
    return STEP_WORDS[s.step] if s.ask == NOTHING else ANSWERS[s.ask]


# --- the time ---------------------------------------------------------------------------------------------------------


def wrong_time(s: Situation, name: str, now: tuple[str, ...]) -> Refusal:
    """FS-2.3, FS-5.1: the words are understood, but something else is to be done."""
    facts: JsonObject = {"tried": name, "expected": " / ".join([FORMS[word] for word in now])}
    if s.draft is not None:
        facts["method"] = assembly.METHODS[s.draft.method]
        return Refusal(NOT_NOW, "in_assembly", METHOD_CLAUSES[s.draft.method], facts)
    if name in ("pick", "set", "drop"):
        return Refusal(NOT_NOW, "assembly_over", "FS-17.9", facts)
    if s.ask != NOTHING:
        return asked_first(s, facts)
    refusal = not_asked(name, facts)
    if refusal is not None:
        return refusal
    if name == "tag":
        return why_no_tag(s, facts)
    if name == "end":
        return Refusal(NOT_NOW, "end_in_discard", "FS-10.1", {"hand": len(s.lords[s.active].hand), **facts})
    facts["step"] = step_word(s.step)
    facts["needs"] = step_word(STEP_OF[name])
    return Refusal(NOT_NOW, "wrong_step", "FS-5.1", facts)


def why_no_tag(s: Situation, facts: JsonObject) -> Refusal:
    """FS-21.1, FS-21.5: partners change places in tag team only, and only before the regroup step."""
    if not s.setting.is_tag:
        return Refusal(NOT_NOW, "no_tags", "FS-21.1", facts)
    facts["step"] = step_word(s.step)
    partner = s.partners[s.active]
    if s.lords[partner].out:
        return Refusal(NOT_NOW, "no_partner", "FS-21.5", {"seat": partner, **facts})
    return Refusal(NOT_NOW, "tag_too_late", "FS-21.5", facts)


def step_word(step: int) -> str:
    """A step, as a word that no action begins with."""
    return f"{STEPS[step]} step"


def asked_first(s: Situation, facts: JsonObject) -> Refusal:
    """FS-19.4: a decision inside the step comes first."""
    kind = s.ask
    if kind == ASK_TARGET or kind == ASK_LORD:
        card = s.programs[-1].card
        facts["by"] = "the draw" if card is None else card_name(card)
        facts.update(options_of(s))
        return Refusal(NOT_NOW, "lord_asked" if kind == ASK_LORD else "target_asked", "FS-14.3", facts)
    attack = s.attack
    assert attack is not None
    facts["seat"] = attack.defender
    if kind == ASK_BLOCK or kind == ASK_SIEGE:
        attacker = s.creature(attack.attacker)
        facts["part"] = f"u{attack.attacker}"
        facts["card"] = "a creature" if attacker is None else piece_name(attacker, s.asked)
        facts["choices"] = len(s.options)
        if s.setting.is_citadel:
            facts.update(seat=s.asked, seats=seats_of_citadel(s, attack.defender))
            code = "citadel_block_asked" if kind == ASK_BLOCK else "citadel_siege_asked"
            return Refusal(NOT_NOW, code, "FS-21.11", facts)
        if kind == ASK_BLOCK:
            return Refusal(NOT_NOW, "block_asked", "FS-7.4", facts)
        return Refusal(NOT_NOW, "siege_asked", "FS-8.3", facts)
    lord = s.lords[attack.defender]
    facts["energies"] = len(lord.groove)
    if kind == ASK_RETALIATE:
        facts["new"] = attack.energy
        return Refusal(NOT_NOW, "retaliation_asked", "FS-9.1", facts)
    card = lord.hand[attack.hand]
    facts["card"] = spell_name(card)
    facts["cost"] = card.spell_cost
    return Refusal(NOT_NOW, "payment_asked", "FS-9.4", facts)


def not_asked(name: str, facts: JsonObject) -> Refusal | None:
    """FS-2.3: an answer to a question that nobody has asked."""
    if name == "block" or name == "noblock":
        return Refusal(NOT_NOW, "no_block_now", "FS-7.4", facts)
    if name == "destroy":
        return Refusal(NOT_NOW, "no_siege_now", "FS-8.3", facts)
    if name == "retaliate" or name == "noretaliate":
        return Refusal(NOT_NOW, "no_retaliation_now", "FS-9.1", facts)
    if name == "pay":
        return Refusal(NOT_NOW, "no_payment_now", "FS-9.4", facts)
    return Refusal(NOT_NOW, "no_target_now", "FS-14.3", facts) if name == "target" else None


# --- assembly ---------------------------------------------------------------------------------------------------------


def why_not_in_assembly(s: Situation, draft: Draft, asked: Asked) -> Refusal | None:
    """FS-17: a set that is left, a card that lies there."""
    clause = METHOD_CLAUSES[draft.method]
    if draft.method == assembly.SETS:
        left = [letter.lower() for letter, n in draft.sets.items() if n]
        facts: JsonObject = {"set": asked.first, "left": ", ".join(left)}
        if chr(ord("A") + asked.left) not in draft.sets:
            return Refusal(NOT_ALLOWED, "no_such_set", clause, facts)
        return None if asked.first in left else Refusal(NOT_ALLOWED, "set_taken", clause, facts)
    have = assembly.choices(draft, s)
    if asked.left < have:
        return None
    facts = {"part": asked.first, "have": have, "last": f"m{have - 1}"}
    if draft.method == assembly.RANDOM:
        return Refusal(NOT_ALLOWED, "no_such_deck_card", clause, facts)
    code = "no_such_pack_card" if draft.method == assembly.CLOSED_DRAFT else "no_such_market_card"
    return Refusal(NOT_ALLOWED, code, clause, facts)

"""Positions and views as JSON (FS-19). Writing only; loading.py reads."""

from __future__ import annotations

from typing import Any

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import (
    DECK,
    EVENTS,
    GROOVE,
    HAND,
    NONE,
    SPELL,
    TOWER,
    VERBS,
    WORDS,
    Selector,
)
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.rules.picking import chooser, eligible, owner_of, zone_of
from orrery.games.five_spheres.rules.reading import lords_in, lords_of, mana, referred, strength
from orrery.games.five_spheres.rules.state import (
    ASK_PAY,
    ASK_RETALIATE,
    ASK_TARGET,
    KINDS,
    NOTHING,
    OPTION_DECK,
    OPTION_HAND,
    STAGES,
    STEPS,
    Attack,
    Draft,
    Lord,
    Piece,
    Program,
    Situation,
    Subject,
    first_of,
    option_word,
)

ALL_SEEING = -2
"""A reader from whom nothing is hidden: positions are written with it. A spectator is NONE."""


def write_position(s: Situation) -> JsonObject:
    """FS-19.1: the position with full information, normalised."""
    return write(s, ALL_SEEING)


def write_view(s: Situation, seat: int | None) -> JsonObject:
    """FS-19.6: what a seat may know; None is a spectator."""
    return write(s, NONE if seat is None else seat)


def write(s: Situation, eye: int) -> JsonObject:
    """The match as `eye` may see it."""
    return {
        "game": "five_spheres",
        "version": 1,
        "options": dict(s.setting.options),
        "cards": s.setting.table.raw,
        "to_act": s.to_act(),
        "pending": write_pending(s, eye),
        "turn": s.turn,
        "first": s.first,
        "active": s.active,
        "step": STEPS[s.step],
        "done": s.done,
        "placed": [] if s.setting.is_citadel else [list(spheres) for spheres in s.lords[s.active].placed],
        "played": not s.setting.is_citadel and s.lords[s.active].played,
        "acts": s.acts,
        "chain": s.chain,
        "next_uid": s.next_uid,
        "attack": None if s.attack is None else write_attack(s.attack, eye),
        "programs": [write_program(s, program, eye) for program in s.programs],
        "queue": [
            write_waiting(s, program, eye)
            for program in s.queue
            if not program.hidden or eye == ALL_SEEING or eye == program.seat
        ],
        "seats": [write_lord(s, lord, eye, searched_zone(s, lord, eye)) for lord in s.lords],
        "assembly": None if s.draft is None else write_draft(s.draft, eye),
        "result": {"winners": list(s.winners), "reason": s.reason} if s.reason else None,
        "fate": list(s.fate.queue) if eye == ALL_SEEING else None,
    }


def uid_or_null(uid: int) -> int | None:
    """A uid in notation."""
    return None if uid < 0 else uid


def write_attack(attack: Attack, eye: int) -> JsonObject:
    """FS-19.1; FS-19.6: the spell that waits for its payment is the defender's secret."""
    spell: JsonObject | None = None
    if attack.hand >= 0 and eye in (ALL_SEEING, attack.defender):
        spell = {"hand": attack.hand, "host": uid_or_null(attack.host)}
    return {
        "attacker": attack.attacker,
        "by": attack.by,
        "defender": attack.defender,
        "target": uid_or_null(attack.target),
        "blocker": uid_or_null(attack.blocker),
        "stage": STAGES[attack.stage],
        "energy": attack.energy,
        "spell": spell,
    }


# --- zones ------------------------------------------------------------------------------------------------------------


def searched_zone(s: Situation, lord: Lord, eye: int) -> int:
    """FS-19.6: the zone of this lord that the eye is looking through just now; NONE if there is none."""
    if s.ask != ASK_TARGET or s.asked != eye:
        return NONE
    program = s.programs[-1]
    sel = running_selector(program)
    if sel is None or not sel.search:
        return NONE
    return sel.zone if lord.seat in searched_lords(s, program, sel) else NONE


def searched_lords(s: Situation, program: Program, sel: Selector) -> list[int]:
    """FS-12.5.5, FS-21.9: the lords whose zone a selector searches; a replace looks at one lord's cards only."""
    if program.effects[0].a is not None:
        return lords_of(s, program.seat, sel.whose)
    return lords_in(s, program.seat, sel.whose, sel.zone)


def is_searching(s: Situation) -> bool:
    """FS-12.5.5: does the running effect pick by a search?"""
    sel = running_selector(s.programs[-1])
    return sel is not None and sel.search


def running_selector(program: Program) -> Selector | None:
    """The selector for which the running effect is picking."""
    effect = program.effects[0]
    if effect.a is not None:
        return effect.a if program.first < 0 else effect.b
    return effect.target


def shown_back(piece: Piece, eye: int) -> bool:
    """FS-19.6: does the eye see only the back of a card in play?"""
    if eye == ALL_SEEING:
        return False
    if piece.zone == TOWER:
        return True
    return piece.is_hidden() and piece.seat != eye


def name_of(piece: Piece, eye: int, searched: int) -> str:
    """A card in play, by its name or by its back."""
    if piece.zone != searched and shown_back(piece, eye):
        return piece.card.back
    return piece.card.id


def ids_of(cards: list[Card]) -> list[str]:
    """Cards by their names."""
    return [card.id for card in cards]


def write_lord(s: Situation, lord: Lord, eye: int, searched: int) -> JsonObject:
    """FS-19.2, FS-19.6; FS-21.13, FS-21.14: a partner is another seat, and what tag team and citadel add is public."""
    sees_all = eye == ALL_SEEING
    own = sees_all or eye == lord.seat
    deck: Any = len(lord.deck)
    if sees_all or searched == DECK or (s.draft is not None and sees_deck(s.draft, lord.seat, eye)):
        deck = ids_of(lord.deck)
    row: JsonObject = {
        "out": lord.out,
        "team": lord.team,
        "mana_spent": lord.spent,
        "deck": deck,
        "hand": ids_of(lord.hand) if own or searched == HAND else len(lord.hand),
        "trash": ids_of(lord.trash),
        "groove": ids_of(lord.groove) if sees_all or searched == GROOVE else [card.back for card in lord.groove],
        "battlefield": [write_creature(s, piece, eye) for piece in lord.battlefield],
        "fortress": [
            {
                "uid": piece.uid,
                "card": name_of(piece, eye, searched),
                "kind": "spell" if piece.zone == SPELL else "tower",
                "facedown": piece.facedown,
                "attached": [{"uid": below.uid, "card": below.card.id} for below in piece.attached],
            }
            for piece in lord.fortress
        ],
        "vault": [{"uid": piece.uid, "card": name_of(piece, eye, searched)} for piece in lord.vault],
        "casting": [{"uid": piece.uid, "card": piece.card.id} for piece in lord.casting],
        "removed": ids_of(lord.removed) if sees_all else len(lord.removed),
    }
    if s.setting.is_tag:
        row["in"] = lord.inside
    if s.setting.is_citadel:
        row["placed"] = [list(spheres) for spheres in lord.placed]
        row["played"] = lord.played
    if not sees_all:
        row["mana"] = mana(s, lord)
    return row


def write_creature(s: Situation, piece: Piece, eye: int) -> JsonObject:
    """FS-19.2, FS-19.6"""
    row: JsonObject = {
        "uid": piece.uid,
        "card": name_of(piece, eye, NONE),
        "engaged": piece.engaged,
        "afflicted": piece.afflicted,
        "dizzy": piece.dizzy,
        "facedown": piece.facedown,
        "bonus": piece.bonus,
        "granted": [WORDS[word] for word in piece.granted],
        "attached": [{"uid": below.uid, "card": below.card.id} for below in piece.attached],
    }
    if eye != ALL_SEEING:
        row["strength"] = strength(s, piece)
    return row


# --- programs ---------------------------------------------------------------------------------------------------------


def write_subject(s: Situation, subject: Subject | None, eye: int) -> JsonObject | None:
    """FS-19.3; FS-19.6: by its back, if the seat sees no more of it or it is gone."""
    if subject is None:
        return None
    card = subject.card.id
    if eye != ALL_SEEING:
        piece = s.find(subject.uid)
        if piece is None or shown_back(piece, eye):
            card = subject.card.back
    return {"uid": subject.uid, "seat": subject.seat, "card": card}


def write_waiting(s: Situation, program: Program, eye: int) -> JsonObject:
    """FS-19.3: an entry of the queue."""
    return {
        "seat": program.seat,
        "uid": uid_or_null(program.uid),
        "card": None if program.card is None else program.card.id,
        "bearer": uid_or_null(program.bearer),
        "subject": write_subject(s, program.subject, eye),
        "event": None if program.event < 0 else EVENTS[program.event],
        "do": [effect.raw for effect in program.effects],
        "hidden": program.hidden,
    }


def namer_of(s: Situation, program: Program, sel: Selector | None, picks: list[int]) -> int:
    """Who has named these cards; NONE if nobody has."""
    if sel is None or sel.ref >= 0 or not picks:
        return NONE
    return chooser(s, program, sel, picks[0] >> 3 & 7)


def first_namer(s: Situation, program: Program) -> int:
    """FS-19.6: who named the card of the first side of a replace; NONE if it was taken without asking."""
    effect = program.effects[0]
    sel = effect.a
    if sel is None or sel.ref >= 0:
        return NONE
    if not sel.search and not sel.upto:
        b = effect.b
        assert b is not None
        to = b.zone if b.ref < 0 else zone_of(s, first_of(referred(s, program, b.ref)))
        able = 0
        for seat in lords_of(s, program.seat, sel.whose):
            able += len(eligible(s, program, effect, sel, seat, to))
        if able < 2:
            return NONE
    return chooser(s, program, sel, owner_of(s, program.first))


def write_pick(value: int, namer: int, eye: int) -> str | None:
    """FS-19.6: cards of hands and decks are told to the one who named them."""
    kind = value & 7
    if eye != ALL_SEEING and (kind == OPTION_HAND or kind == OPTION_DECK) and (namer < 0 or namer != eye):
        return None
    return option_word(value)


def write_program(s: Situation, program: Program, eye: int) -> JsonObject:
    """FS-19.3: a running program."""
    row = write_waiting(s, program, eye)
    del row["hidden"]
    picked: list[str | None] = []
    first: str | None = None
    if program.picked:
        namer = namer_of(s, program, running_selector(program), program.picked)
        picked = [write_pick(value, namer, eye) for value in program.picked]
    if program.first >= 0:
        first = write_pick(program.first, first_namer(s, program), eye)
    row["last"] = list(program.last)
    row["did"] = program.did
    row["finish"] = program.finish
    row["picked"] = picked
    row["first"] = first
    row["stop"] = program.stop
    return row


def write_pending(s: Situation, eye: int) -> JsonObject | None:
    """FS-19.4: what is to be decided inside a step."""
    kind = s.ask
    if kind == NOTHING:
        return None
    row: JsonObject = {
        "kind": KINDS[kind],
        "seat": s.asked,
        "options": None,
        "verb": None,
        "source": None,
        "need": 1,
        "picked": [],
    }
    if kind != ASK_RETALIATE and (eye == ALL_SEEING or eye == s.asked):
        if kind == ASK_PAY:
            row["options"] = sorted([",".join([f"e{index}" for index in way]) for way in s.payments])
        else:
            options = sorted([option_word(value) for value in s.options])
            if "none" in options:
                options.remove("none")
                options.append("none")
            row["options"] = options
    if kind <= 2:
        program = s.programs[-1]
        row["verb"] = VERBS[program.effects[0].verb]
        if program.card is not None:
            row["source"] = {"uid": program.uid, "card": program.card.id}
        row["need"] = s.need
        row["picked"] = write_program(s, program, eye)["picked"]
    return row


# --- assembly ---------------------------------------------------------------------------------------------------------


def sees_deck(draft: Draft, seat: int, eye: int) -> bool:
    """FS-19.6: in assembly the own deck is seen, and in open draft and sets everybody's."""
    return eye in (ALL_SEEING, seat) or draft.method in (assembly.OPEN_DRAFT, assembly.SETS)


def write_draft(draft: Draft, eye: int) -> JsonObject:
    """FS-19.4, FS-19.6"""
    sees_all = eye == ALL_SEEING
    market = ids_of(draft.market)
    if draft.method == assembly.BLIND_DRAFT and not sees_all:
        market = [card.back for card in draft.market]
    return {
        "method": assembly.METHODS[draft.method],
        "pool": ids_of(draft.pool) if sees_all else len(draft.pool),
        "market": market,
        "packs": [ids_of(pack) if sees_all or eye == seat else len(pack) for seat, pack in enumerate(draft.packs)],
        "sets": dict(draft.sets),
        "round": draft.round,
        "first": draft.first,
        "to_pick": draft.to_pick,
        "left": draft.left,
        "taken": draft.taken,
    }


covers(write_pending, "FS-19.4")
covers(write_program, "FS-19.3")
covers(shown_back, "FS-1.6")

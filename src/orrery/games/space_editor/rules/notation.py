"""Positions and views as JSON (SE-12, SE-15). Writing only; loading.py reads."""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.games.space_editor.cards.card import FACE_DOWN
from orrery.games.space_editor.rules.state import NOBODY, PHASES, STAGES, Pending, Situation


def write_position(s: Situation) -> JsonObject:
    """SE-12.1: the position with full information, normalised."""
    ids = s.setting.cards.ids
    position = write_public(s)
    position["board"] = [write_card(s, slot) for slot in by_cell(s)]
    position["hands"] = [[ids[card] for card in hand] for hand in s.hands]
    position["decks"] = [[ids[card] for card in reversed(deck)] for deck in s.decks]
    position["fate"] = list(s.fate.queue)
    return position


def write_view(s: Situation, seat: int | None) -> JsonObject:
    """SE-15.1, SE-15.2: what a seat may know. It starts from what is public and adds what the seat holds."""
    ids = s.setting.cards.ids
    hides = s.setting.hides_face_down
    view = write_public(s)
    board: list[JsonObject] = []
    for slot in by_cell(s):
        if hides and s.universe.facing[slot] & FACE_DOWN:
            board.append(write_face_down(s, slot))
        else:
            board.append(write_card(s, slot))
    view["board"] = board
    hands: list[object] = [len(hand) for hand in s.hands]
    decks: list[object] = [len(deck) for deck in s.decks]
    if seat is not None:
        hands[seat] = [ids[card] for card in s.hands[seat]]
        decks[seat] = [ids[card] for card in sorted(s.decks[seat])]
    view["hands"] = hands
    view["decks"] = decks
    view["fate"] = None
    return view


def write_public(s: Situation) -> JsonObject:
    """SE-12.2, SE-15.4: what everybody may know, the board and the piles of the seats not included."""
    setting = s.setting
    ids = setting.cards.ids
    stones = s.universe.stones
    now = s.now
    pending: JsonObject | None = None
    if now is not None:
        pending = write_pending(s, now)
        pending["effect"] = now.effect
        pending["stage"] = STAGES[now.stage]
        pending["subject"] = None if now.subject == NOBODY else stones[now.subject].no
    return {
        "game": "space_editor",
        "version": 1,
        "options": dict(setting.options),
        "to_act": s.to_act(),
        "cards": setting.cards.source,
        "elements": [ELEMENT_NAMES[e] for e in setting.elements],
        "basepoint": None if s.basepoint == NOBODY else ids[s.basepoint],
        "phase": PHASES[s.phase],
        "turn": s.turn,
        "active": s.active,
        "final": s.final,
        "discards": [[ids[card] for card in pile] for pile in s.discards],
        "faces": [{"no": stones[slot].no, "seat": seat} for slot, seat in s.faces],
        "queue": [write_pending(s, entry) for entry in s.queue],
        "now": pending,
        "used": [[no, ability, None if event == NOBODY else event] for no, ability, event in sorted(s.used)],
    }


def write_pending(s: Situation, entry: Pending) -> JsonObject:
    """SE-12.2: an entry of the queue."""
    stones = s.universe.stones
    return {
        "no": stones[entry.slot].no,
        "ability": entry.ability,
        "event": None if entry.event == NOBODY else stones[entry.event].no,
        "actor": entry.actor,
        "decider": entry.decider,
    }


def by_cell(s: Situation) -> list[int]:
    """SE-3.5: the slots of all placed cards in cell order."""
    at = s.universe.at
    return [at[cell] for cell in sorted(at)]


def write_face_down(s: Situation, slot: int) -> JsonObject:
    """SE-2.6, SE-15.2: a face-down card, with what its back tells."""
    universe = s.universe
    cell = universe.cells[slot]
    stone = universe.stones[slot]
    return {
        "x": s.setting.grid.x(cell),
        "y": s.setting.grid.y(cell),
        "card": None,
        "r": None,
        "up": universe.is_up(slot),
        "placer": stone.placer,
        "turn": stone.turn,
        "no": stone.no,
        "guard": None,
        "silence": None,
        "void": None,
    }


def write_card(s: Situation, slot: int) -> JsonObject:
    """SE-12.2: a placed card with all that is true of it. Marks that have run out are 0."""
    universe = s.universe
    row = write_face_down(s, slot)
    guard, silence = universe.guard.get(slot, 0), universe.silence.get(slot, 0)
    row["card"] = s.setting.cards.ids[universe.stones[slot].card]
    row["r"] = universe.facing[slot] & 3
    row["guard"] = guard if guard >= s.turn else 0
    row["silence"] = silence if silence >= s.turn else 0
    row["void"] = universe.void >> slot & 1 == 1
    return row


ELEMENT_NAMES = ("water", "wind", "earth", "fire")

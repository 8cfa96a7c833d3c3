"""Refusals: every fault has its code, its clause, its kind and its sentence, and tells nothing that is hidden."""

from __future__ import annotations

import ast
import copy
import random
import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marks import clause
from orrery.core.clause import NOT_ALLOWED, NOT_NOW, NOT_UNDERSTOOD, Illegal, Over, Refusal, explain, rulebook
from orrery.core.fate import Fate
from orrery.core.match import Match
from orrery.core.notation import canonical
from orrery.games.five_spheres import GAME
from orrery.games.five_spheres.cards.collections import standard
from orrery.games.five_spheres.rules.loading import standard_cards as cards_for_tests
from orrery.games.five_spheres.rules.sentences import FORMS, LONGEST, shortened

Json = dict[str, Any]

PACKAGE = resources.files(GAME.package)
MODULES = ("refusals.py", "play_refusals.py", "answer_refusals.py")
SOURCE = "".join(PACKAGE.joinpath("rules", file).read_text(encoding="utf-8") for file in MODULES)
TEXTS: Json = tomllib.loads(PACKAGE.joinpath("data").joinpath("refusals.toml").read_text(encoding="utf-8"))
CODES = set(TEXTS) - {"words"}
FROM_CORE = {"bad_fate"}

TURNS = {
    "when": "used",
    "if": {"count": {"zone": "trash", "whose": "own"}, "min": 3},
    "do": [{"do": "draw", "whose": "own", "n": 1}],
}
CARDS: Json = cards_for_tests() | {
    "judge": {
        "spheres": ["nature"],
        "creature": {"cost": 2, "race": "beast", "strength": 3, "name": "Judge of Leaves", "abilities": [TURNS]},
        "spell": {"type": "instant", "cost": 1, "do": [{"do": "draw", "whose": "own", "n": 1}]},
    },
    "hush": {
        "spheres": ["spirit"],
        "creature": {"cost": 1, "race": "monk", "strength": 1},
        "spell": {
            "type": "active",
            "cost": 1,
            "name": "Hush",
            "abilities": [{"passive": "cannot_attack", "scope": "opponents"}, {"passive": "cannot_block"}],
        },
    },
    "both": {
        "spheres": ["chaos", "ether"],
        "creature": {"cost": 1, "race": "imp", "strength": 1},
        "spell": {"type": "instant", "cost": 1, "name": "Double Talk", "do": [{"do": "draw", "whose": "own", "n": 1}]},
    },
    "snipe": {
        "spheres": ["chaos"],
        "creature": {"cost": 1, "race": "imp", "strength": 1},
        "spell": {
            "type": "instant",
            "cost": 1,
            "do": [
                {"do": "destroy", "target": {"zone": "battlefield", "whose": "opponent", "filter": {"max_strength": 4}}}
            ],
        },
    },
}


# --- positions --------------------------------------------------------------------------------------------------------


def piece(text: str) -> Json:
    """`u7 sc1 engaged facedown +ranged`: a card in play."""
    uid, card, *marks = text.split()
    row: Json = {"uid": int(uid[1:]), "card": card}
    for mark in marks:
        if mark.startswith("+"):
            row.setdefault("granted", []).append(mark[1:])
        elif mark == "spell":
            row["kind"] = "spell"
        elif mark.startswith("/"):
            number, below = mark[1:].split(":")
            row.setdefault("attached", []).append({"uid": int(number[1:]), "card": below})
        else:
            row[mark] = True
    return row


def seat(**zones: str) -> Json:
    """A lord: piles as ids, cards in play separated by commas."""
    row: Json = {}
    for zone, text in zones.items():
        if zone in ("battlefield", "fortress", "vault"):
            row[zone] = [piece(part) for part in text.split(",") if part.strip()]
        else:
            row[zone] = text.split()
    return row


def table(step: str, *seats: Json, options: Json | None = None, **more: Any) -> Match:
    """A match that goes on from there."""
    position: Json = {
        "game": "five_spheres",
        "version": 1,
        "options": {"lords": len(seats), **(options or {})},
        "cards": CARDS,
        "step": step,
        "seats": list(seats),
        **more,
    }
    return Match.load(GAME, position)


TWO_TOWERS = "u90 na0, u91 na1"
FOE = seat(fortress=TWO_TOWERS, deck="na0 na1 na2", hand="et0")


def over() -> Match:
    return table("over", seat(), FOE, result={"winners": [1], "reason": "max_turns"})


def curing() -> Match:
    return table(
        "cure",
        seat(
            battlefield="u1 ch0 afflicted, u2 na0, u3 sc4 afflicted",
            vault="u10 na0, u11 ch0, u12 et0",
            fortress="u20 na0",
            deck="na0",
        ),
        seat(battlefield="u30 ch0 afflicted", vault="u40 ch0", fortress=TWO_TOWERS),
    )


def crystal() -> Match:
    return table("crystal", seat(hand="ch0 na0 sc0", fortress="u20 na0"), FOE)


def casting(
    hand: str = "ch0 et0 na3 sc2 na1 et1 sc4 ch2",
    vault: str = "u10 ch0, u11 ch0, u12 na0",
    field: str = "u1 ch0, u2 na1 engaged facedown",
    **more: Any,
) -> Match:
    mine = seat(hand=hand, vault=vault, fortress="u20 na0, u21 sc1 spell", deck="na0 na0", battlefield=field)
    return table("casting", mine, seat(battlefield="u30 ch0", fortress=TWO_TOWERS, hand="et0"), **more)


def battle(mine: str = "", theirs: str = "", spells: str = "", **more: Any) -> Match:
    field = "u1 sc1, u3 na0 dizzy, u4 na0 engaged, u5 na1, u6 sp2, u7 sp2 afflicted, u8 sp2 facedown, u9 judge"
    return table(
        "battle",
        seat(battlefield=mine or field, vault="u10 ch0", fortress="u20 na0", trash="na0", deck="na0"),
        seat(
            battlefield=theirs or "u30 na1, u31 na1 engaged, u32 et1 facedown, u33 ch4 engaged facedown",
            fortress=f"{TWO_TOWERS}{spells}",
            hand="et0",
            deck="na0 na0",
        ),
        **more,
    )


def lords(mode: str, *out: int, n: int = 4) -> Match:
    seats = [seat(battlefield=f"u{10 * i + 1} na1 engaged", fortress=f"u{10 * i + 5} na0") for i in range(n)]
    seats[0]["battlefield"] = [piece("u1 na1")]
    for gone in out:
        seats[gone] = {"out": True}
    return table("battle", *seats, options={"mode": mode})


def tagging(step: str = "tag", *out: int) -> Match:
    """Four lords in tag team."""
    seats = [seat(battlefield=f"u{10 * i + 1} na1", fortress=f"u{10 * i + 5} na0", hand="na0") for i in range(4)]
    for gone in out:
        seats[gone] = {"out": True}
    return table(step, *seats, options={"mode": "tag_team"})


def citadels(stage: str = "", **more: Any) -> Match:
    """Four lords in citadels; perhaps the seats 2 and 3 are attacked."""
    seats = [seat(battlefield=f"u{10 * i + 1} na1", fortress=f"u{10 * i + 5} na0", hand="na0") for i in range(4)]
    attacks = {"attack": attack(stage, defender=2, **more)} if stage else {}
    return table("battle", *seats, options={"mode": "citadel"}, **attacks)


def attack(stage: str, **more: Any) -> Json:
    row: Json = {"attacker": 1, "by": 0, "defender": 1, "target": None, "blocker": None, "stage": stage, "energy": 0}
    return row | more


BLOCKERS = "u30 na1, u31 na1 engaged, u32 ch0, u33 na1, u34 et0"


def blocking(attacker: str = "u1 na1 engaged", theirs: str = BLOCKERS, spells: str = "", **more: Any) -> Match:
    return table(
        "battle",
        seat(battlefield=f"{attacker}, u2 na0", fortress=f"u20 na0{spells}"),
        seat(battlefield=theirs, fortress=TWO_TOWERS, hand="et0"),
        attack=attack("block", **more),
    )


def siege() -> Match:
    return table(
        "battle",
        seat(battlefield="u1 na1 engaged, u2 na0", fortress="u20 na0"),
        seat(battlefield="u30 na1", fortress="u40 na0 /u43:sc2, u41 na1, u42 sc1 spell", vault="u50 na0"),
        attack=attack("siege"),
    )


def retaliation(groove: str = "ch0 ch1", hand: str = "ch0 ch2 et0 na1 sc2 both sc0", field: str = "u30 na1") -> Match:
    return table(
        "battle",
        seat(battlefield="u1 na1 engaged", fortress="u20 na0"),
        seat(battlefield=field, fortress=TWO_TOWERS, hand=hand, groove=groove),
        attack=attack("retaliate", energy=1),
    )


def payment(groove: str = "ch0 na0 ch1 et0 ch2") -> Match:
    return table(
        "battle",
        seat(battlefield="u1 na1 engaged", fortress="u20 na0"),
        seat(fortress=TWO_TOWERS, hand="ch0 na0", groove=groove),
        attack=attack("pay", energy=1, spell={"hand": 0, "host": None}),
    )


def spell(card: str, field: str = "u1 na1", theirs: str = "u30 na1, u31 ch0", *more: Json, **zones: str) -> Match:
    """The spell has been cast, and asks."""
    vault = ", ".join(f"u{40 + i} {id}" for i, id in enumerate(["ch0", "et0", "sp0", "na0", "sc0", "ch1"]))
    mine = seat(battlefield=field, vault=vault, fortress="u20 na0, u21 na0", hand=card, deck="na0 na1 na2 na3", **zones)
    match = table("casting", mine, seat(battlefield=theirs, fortress=TWO_TOWERS, hand="et0 et1", deck="na0"), *more)
    match.act("cast h0")
    return match


def mind_rot() -> Match:
    """Seat 0 chooses among 1 and 2 who loses a card; 3 is out."""
    return spell("ch1", "u1 na1", "u30 na1", seat(hand="na0", fortress="u60 na0"), {"out": True})


def trash_pick() -> Match:
    """Up to two cards of the trash; one is named."""
    match = spell("sp2", trash="na0 na1 na2")
    match.act("target p0.x1")
    return match


def conjure() -> Match:
    """A card of the hand is asked for, of cost 3 at most; the first choice is declined."""
    mine = seat(
        hand="et4 na3 sc1 na0", vault="u40 et0, u41 et0, u42 et0", fortress="u20 na0, u21 na0", battlefield="u1 na1"
    )
    match = table("casting", mine, FOE)
    match.act("cast h0")
    match.act("target none")
    return match


def deckout() -> Match:
    """Seat 0 must draw from an empty deck and loses a tower of his choice."""
    match = table("discard", seat(hand="na0", trash="na1 na2", fortress="u20 na0, u21 na1"), FOE)
    match.act("keep")
    return match


@cache
def assembled(method: str) -> Match:
    options: Json = {"assembly": method, "pool_copies": 9}
    if method == "random":
        options["random_extra"] = 2
    match = Match.new(GAME, options, 5)
    if method == "sets":
        for letter in "aabb":
            match.act(f"set {letter}")
        match.act("set a")
    return match


# --- the table --------------------------------------------------------------------------------------------------------

Row = tuple[Callable[[], Match], str, str, str, Json]
"""The position, what is tried, the code, the clause, and facts that both sentences tell."""

UNDERSTOOD: list[Row] = [
    (crystal, "dance h1", "unknown_word", "FS-20.1", {"tried": "dance h1", "words": "crystal, end"}),
    (crystal, "", "unknown_word", "FS-20.1", {"tried": ""}),
    (crystal, " crystal h1", "unknown_word", "FS-20.1", {}),
    (crystal, "End", "unknown_word", "FS-20.1", {}),
    (crystal, "crystal", "wrong_form", "FS-20.1", {"tried": "crystal", "form": "crystal hN"}),
    (crystal, "crystal h01", "wrong_form", "FS-20.1", {}),
    (crystal, "crystal h１", "wrong_form", "FS-20.1", {}),
    (crystal, "crystal h1 ", "wrong_form", "FS-20.1", {}),
    (crystal, "crystal u1", "wrong_form", "FS-20.1", {}),
    (crystal, "end now", "wrong_form", "FS-20.1", {"form": "end"}),
    (curing, "cure u1", "wrong_form", "FS-20.1", {"form": "cure uN with uN"}),
    (curing, "cure u1 at u10", "wrong_form", "FS-20.1", {}),
    (battle, "attack u5", "wrong_form", "FS-20.1", {}),
    (battle, "attack u5 fortress", "wrong_form", "FS-20.1", {}),
    (battle, "attack u5 fortress x", "wrong_form", "FS-20.1", {}),
    (payment, "pay e0, e1", "wrong_form", "FS-20.1", {"form": "pay eN,eN"}),
    (payment, "pay e0,,e1", "wrong_form", "FS-20.1", {}),
    (trash_pick, "target p0.z1", "wrong_form", "FS-20.1", {}),
    (trash_pick, "target nobody", "wrong_form", "FS-20.1", {}),
    (lambda: assembled("sets"), "set A", "wrong_form", "FS-20.1", {"form": "set a"}),
    (tagging, "tag 2", "wrong_form", "FS-20.1", {"form": "tag"}),
    (payment, "pay e2,e0", "energy_order", "FS-20.1", {"right": "pay e0,e2"}),
]
TIME: list[Row] = [
    (over, "end", "match_over", "FS-20.2", {}),
    (over, "nonsense", "match_over", "FS-20.2", {}),
    (
        lambda: assembled("open_draft"),
        "attack u1 u2",
        "in_assembly",
        "FS-17.6",
        {"method": "open_draft", "expected": "pick mN"},
    ),
    (lambda: assembled("blind_draft"), "drop m1", "in_assembly", "FS-17.7", {"expected": "pick mN"}),
    (lambda: assembled("closed_draft"), "set a", "in_assembly", "FS-17.8", {}),
    (lambda: assembled("random"), "pick m1", "in_assembly", "FS-17.5", {"expected": "drop mN"}),
    (lambda: assembled("sets"), "pick m1", "in_assembly", "FS-17.3", {"expected": "set a"}),
    (crystal, "tag", "no_tags", "FS-21.1", {"tried": "tag", "expected": "crystal hN / end"}),
    (lambda: tagging("crystal"), "tag", "tag_too_late", "FS-21.5", {"step": "crystal step"}),
    (lambda: tagging("crystal", 2), "tag", "no_partner", "FS-21.5", {"seat": 2}),
    (tagging, "crystal h0", "wrong_step", "FS-5.1", {"step": "tag step", "expected": "tag / end"}),
    (lambda: citadels("block"), "end", "citadel_block_asked", "FS-21.11", {"seats": "2, 3", "seat": 2}),
    (lambda: citadels("partner"), "end", "citadel_block_asked", "FS-21.11", {"seats": "2, 3", "seat": 3}),
    (lambda: citadels("siege"), "end", "citadel_siege_asked", "FS-21.11", {"seats": "2, 3", "choices": 2}),
    (crystal, "pick m0", "assembly_over", "FS-17.9", {"expected": "crystal hN / end"}),
    (crystal, "attack u1 fortress 1", "wrong_step", "FS-5.1", {"step": "crystal step", "needs": "battle step"}),
    (battle, "summon h0", "wrong_step", "FS-5.1", {"step": "battle step", "needs": "casting step"}),
    (crystal, "crystal2 h0", "wrong_step", "FS-5.1", {"needs": "casting step"}),
    (casting, "crystal h0", "wrong_step", "FS-5.1", {"needs": "crystal step"}),
    (casting, "cure u1 with u10", "wrong_step", "FS-5.1", {"needs": "cure step"}),
    (curing, "keep", "wrong_step", "FS-5.1", {"needs": "discard step"}),
    (
        lambda: table("discard", seat(hand="na0 na1", fortress="u20 na0"), FOE),
        "end",
        "end_in_discard",
        "FS-10.1",
        {"hand": 2, "expected": "keep / trashhand"},
    ),
    (blocking, "end", "block_asked", "FS-7.4", {"card": "Thorn Boar", "part": "u1", "seat": 1, "choices": 4}),
    (siege, "attack u2 fortress 1", "siege_asked", "FS-8.3", {"part": "u1", "seat": 1, "choices": 3}),
    (retaliation, "block u30", "retaliation_asked", "FS-9.1", {"energies": 2, "new": 1, "seat": 1}),
    (payment, "retaliate h0", "payment_asked", "FS-9.4", {"card": "Spite", "cost": 2, "energies": 5}),
    (
        trash_pick,
        "end",
        "target_asked",
        "FS-14.3",
        {"by": "Ash Oracle / Rekindle", "choices": 3, "options": "p0.x0, p0.x2, none"},
    ),
    (mind_rot, "cast h0", "lord_asked", "FS-14.3", {"by": "Plague Bearer / Mind Rot", "choices": 2}),
    (deckout, "keep", "target_asked", "FS-14.3", {"by": "the draw", "choices": 2}),
    (battle, "block u1", "no_block_now", "FS-7.4", {"tried": "block"}),
    (battle, "noblock", "no_block_now", "FS-7.4", {}),
    (battle, "destroy u90", "no_siege_now", "FS-8.3", {}),
    (battle, "retaliate h0", "no_retaliation_now", "FS-9.1", {}),
    (battle, "noretaliate", "no_retaliation_now", "FS-9.1", {}),
    (battle, "pay e0", "no_payment_now", "FS-9.4", {}),
    (battle, "target none", "no_target_now", "FS-14.3", {}),
    (lambda: casting(turn=1, placed=[["chaos"]]), "crystal2 h1", "second_in_first_turn", "FS-6.4", {}),
    (casting, "crystal2 h1", "no_first_crystal", "FS-6.2", {}),
    (lambda: casting(placed=[["chaos"], ["nature"]]), "crystal2 h1", "second_placed", "FS-6.2", {"placed": 2}),
    (lambda: casting(placed=[["chaos"]], played=True), "crystal2 h1", "second_after_play", "FS-6.2", {}),
]
ASSEMBLY: list[Row] = [
    (lambda: assembled("sets"), "set g", "no_such_set", "FS-17.3", {"set": "g", "left": "b, c, d, e, f"}),
    (lambda: assembled("sets"), "set z", "no_such_set", "FS-17.3", {}),
    (lambda: assembled("sets"), "set a", "set_taken", "FS-17.3", {"set": "a", "left": "b, c, d, e, f"}),
    (
        lambda: assembled("open_draft"),
        "pick m3",
        "no_such_market_card",
        "FS-17.6",
        {"part": "m3", "have": 3, "last": "m2"},
    ),
    (lambda: assembled("blind_draft"), "pick m9", "no_such_market_card", "FS-17.7", {"have": 3}),
    (lambda: assembled("closed_draft"), "pick m13", "no_such_pack_card", "FS-17.8", {"have": 13, "last": "m12"}),
    (lambda: assembled("random"), "drop m50", "no_such_deck_card", "FS-17.5", {"have": 50, "last": "m49"}),
]
CURE: list[Row] = [
    (curing, "cure u99 with u10", "no_such_piece", "FS-3.3", {"part": "u99"}),
    (curing, "cure u20 with u10", "not_a_creature", "FS-5.4", {"part": "u20", "what": "a tower"}),
    (curing, "cure u30 with u11", "not_your_creature", "FS-5.4", {"part": "u30", "card": "Snarling Imp", "seat": 1}),
    (curing, "cure u2 with u10", "not_afflicted", "FS-5.4", {"part": "u2", "card": "Sapling Tender"}),
    (curing, "cure u1 with u77", "no_such_piece", "FS-3.3", {"part": "u77"}),
    (curing, "cure u1 with u2", "not_a_crystal", "FS-5.4", {"part": "u2", "what": "a creature"}),
    (curing, "cure u1 with u40", "not_your_crystal", "FS-5.4", {"part": "u40", "seat": 1}),
    (
        curing,
        "cure u1 with u10",
        "no_shared_sphere",
        "FS-5.4",
        {"card": "Snarling Imp", "sphere": "chaos", "crystal": "u10", "other": "nature"},
    ),
    (curing, "cure u3 with u12", "no_shared_sphere", "FS-5.4", {"sphere": "science/chaos"}),
]
PLAYING: list[Row] = [
    (crystal, "crystal h3", "no_such_hand_card", "FS-20.1", {"part": "h3", "have": 3, "last": "h2"}),
    (crystal, "crystal h99999999999", "no_such_hand_card", "FS-20.1", {"part": "h99999999999"}),
    (casting, "summon h8", "no_such_hand_card", "FS-20.1", {"have": 8}),
    (casting, "summon h1", "no_crystal", "FS-6.6", {"card": "Mist Sprite", "cost": 1, "mana": 3, "missing": "ether"}),
    (casting, "summon h2", "no_mana", "FS-6.6", {"card": "Ancient Wurm", "cost": 6, "mana": 3}),
    (
        casting,
        "summon h6",
        "no_mana_no_crystal",
        "FS-6.6",
        {"card": "War Engineer", "cost": 4, "mana": 3, "sphere": "science/chaos", "missing": "science"},
    ),
    (lambda: casting(vault="u12 na0"), "summon h6", "no_mana_no_crystal", "FS-6.6", {"mana": 1}),
    (casting, "cast h7", "no_mana", "FS-6.6", {"card": "Ruin", "cost": 4, "mana": 3}),
    (casting, "cast h1", "no_crystal", "FS-6.6", {"card": "Recall", "cost": 2, "missing": "ether"}),
    (casting, "cast h5", "no_crystal", "FS-6.6", {"card": "Mirror Snare", "cost": 3}),
    (
        lambda: casting(hand="sc4 sc0", field="u1 sc3", vault="u10 sc0, u11 ch0"),
        "summon h0",
        "no_mana",
        "FS-6.6",
        {"cost": 3, "mana": 2},
    ),
    (lambda: casting(options={"generic": False}), "generic h0", "generic_off", "FS-6.7", {}),
    (casting, "generic h5", "generic_inverted", "FS-6.7", {"card": "Veiled Duelist"}),
    (casting, "generic h1", "no_crystal", "FS-6.6", {"card": "Mist Sprite / Recall", "cost": 3, "mana": 3}),
    (lambda: casting(vault="u10 ch0, u11 na0"), "generic h0", "no_mana", "FS-6.6", {"cost": 3, "mana": 2}),
    (
        casting,
        "cast h4",
        "host_needed",
        "FS-6.7",
        {"card": "Barkskin", "host": "a creature", "hosts": "u1, u2", "right": "cast h4 at u1"},
    ),
    (casting, "cast h0 at u1", "host_needless", "FS-6.7", {"card": "Spite", "right": "cast h0"}),
    (casting, "cast h4 at u99", "no_such_piece", "FS-3.3", {"part": "u99"}),
    (casting, "cast h4 at u20", "wrong_host", "FS-6.7", {"part": "u20", "what": "a tower"}),
    (casting, "cast h3 at u21", "wrong_host", "FS-6.7", {"host": "a tower", "what": "a spell", "hosts": "u20"}),
    (casting, "cast h4 at u30", "not_your_host", "FS-2.1", {"part": "u30", "seat": 1, "hosts": "u1, u2"}),
    (lambda: casting(field=""), "cast h4", "no_host", "FS-6.7", {"card": "Barkskin"}),
    (lambda: casting(field=""), "cast h4 at u20", "no_host", "FS-6.7", {"host": "a creature"}),
    (lambda: casting(placed=[["chaos"]]), "crystal2 h6", "second_dual", "FS-6.3", {"sphere": "science/chaos"}),
    (
        lambda: casting(placed=[["chaos"]]),
        "crystal2 h0",
        "second_same_sphere",
        "FS-6.3",
        {"card": "Snarling Imp / Spite", "sphere": "chaos"},
    ),
    (lambda: casting(placed=[["chaos"]]), "crystal2 h8", "no_such_hand_card", "FS-20.1", {"have": 8}),
]
FIGHTING: list[Row] = [
    (battle, "attack u99 fortress 1", "no_such_piece", "FS-3.3", {"part": "u99"}),
    (battle, "attack u10 fortress 1", "not_a_creature", "FS-7.1", {"what": "a crystal"}),
    (battle, "attack u31 u30", "not_your_creature", "FS-7.1", {"card": "Thorn Boar", "seat": 1}),
    (battle, "attack u32 u30", "not_your_creature", "FS-7.1", {"card": "a face-down creature"}),
    (battle, "attack u4 fortress 1", "is_engaged", "FS-7.1", {"part": "u4", "card": "Sapling Tender"}),
    (battle, "attack u3 fortress 1", "is_dizzy", "FS-3.7", {"part": "u3"}),
    (battle, "attack u1 fortress 1", "cannot_attack", "FS-7.1", {"by": "Clockwork Sentry"}),
    (
        lambda: battle(mine="u2 na1 +cannot_attack, u9 na0"),
        "attack u2 fortress 1",
        "cannot_attack",
        "FS-7.1",
        {"by": "an effect of this turn"},
    ),
    (
        lambda: battle(mine="u6 sp2", spells=", u95 hush spell"),
        "attack u6 fortress 1",
        "cannot_attack",
        "FS-7.1",
        {"card": "Ash Oracle", "by": "Hush"},
    ),
    (
        lambda: battle(mine="u2 ch4"),
        "attack u2 fortress 1",
        "cannot_siege",
        "FS-7.2",
        {"card": "Pit Fiend", "by": "Pit Fiend"},
    ),
    (battle, "attack u5 fortress 0", "own_fortress", "FS-7.2", {"seat": 0, "lords": "1"}),
    (battle, "attack u5 fortress 2", "no_such_lord", "FS-15.1", {"part": "2", "last": 1}),
    (battle, "attack u5 fortress 777", "no_such_lord", "FS-15.1", {"part": "777"}),
    (lambda: lords("limited_range"), "attack u1 fortress 2", "out_of_range", "FS-15.4", {"lords": "1, 3"}),
    (lambda: lords("limited_range"), "attack u1 u21", "out_of_range", "FS-15.4", {"seat": 2}),
    (lambda: lords("team_play"), "attack u1 fortress 2", "partner", "FS-15.5", {"seat": 2}),
    (lambda: lords("team_play"), "attack u1 u21", "partner", "FS-15.5", {"lords": "1, 3"}),
    (lambda: lords("free_for_all", 1), "attack u1 fortress 1", "lord_destroyed", "FS-8.5", {"seat": 1}),
    (battle, "attack u5 u98", "no_such_piece", "FS-3.3", {"part": "u98"}),
    (battle, "attack u5 u90", "not_a_creature", "FS-7.2", {"part": "u90", "what": "a tower"}),
    (battle, "attack u5 u1", "own_target", "FS-7.2", {"part": "u1", "card": "Clockwork Sentry"}),
    (
        battle,
        "attack u5 u30",
        "target_ready",
        "FS-7.2",
        {"part": "u5", "card": "Thorn Boar", "target": "u30", "other": "Thorn Boar"},
    ),
    (battle, "attack u5 u32", "target_ready", "FS-7.2", {"other": "a face-down creature"}),
    (battle, "use u31", "not_your_creature", "FS-7.12", {}),
    (battle, "use u4", "is_engaged", "FS-7.12", {"part": "u4"}),
    (battle, "use u3", "is_dizzy", "FS-3.7", {}),
    (battle, "use u8", "use_face_down", "FS-7.12", {"part": "u8", "card": "Ash Oracle"}),
    (battle, "use u5", "no_use", "FS-7.12", {"part": "u5"}),
    (battle, "use u7", "use_afflicted", "FS-7.12", {"part": "u7"}),
    (battle, "use u9", "use_condition", "FS-7.12", {"card": "Judge of Leaves"}),
]
ANSWERING: list[Row] = [
    (blocking, "block u99", "no_such_piece", "FS-3.3", {}),
    (blocking, "block u90", "not_a_creature", "FS-7.4", {"what": "a tower"}),
    (blocking, "block u2", "not_your_creature", "FS-7.4", {"seat": 0}),
    (blocking, "block u31", "is_engaged", "FS-7.4", {"part": "u31"}),
    (blocking, "block u32", "cannot_block", "FS-7.4", {"by": "Snarling Imp"}),
    (lambda: blocking(target=33), "block u33", "target_cannot_block", "FS-7.4", {"part": "u33"}),
    (
        lambda: blocking("u1 et0 engaged"),
        "block u30",
        "unblockable",
        "FS-7.4",
        {"attacker": "u1", "other": "Mist Sprite", "by": "Mist Sprite", "part": "u30"},
    ),
    (
        lambda: blocking("u1 na1 engaged +must_be_blocked"),
        "noblock",
        "must_be_blocked",
        "FS-7.4",
        {"by": "an effect of this turn", "choices": 3, "options": "u30, u33, u34"},
    ),
    (
        lambda: blocking("u1 ch2 engaged afflicted"),
        "noblock",
        "must_be_blocked",
        "FS-7.4",
        {"card": "Siege Ogre", "by": "Siege Ogre"},
    ),
    (
        lambda: blocking("u1 et3 engaged", "u30 na1, u35 et2"),
        "block u30",
        "unblockable",
        "FS-7.4",
        {"other": "Storm Roc"},
    ),
    (siege, "destroy u99", "no_such_piece", "FS-3.3", {}),
    (
        siege,
        "destroy u20",
        "not_in_fortress",
        "FS-8.3",
        {"part": "u20", "owner": 0, "seat": 1, "choices": 3, "options": "u40, u41, u42"},
    ),
    (siege, "destroy u43", "not_in_fortress", "FS-8.3", {"what": "an attached spell", "owner": 1}),
    (siege, "destroy u50", "not_in_fortress", "FS-8.3", {"what": "a crystal"}),
    (retaliation, "retaliate h7", "no_such_hand_card", "FS-20.1", {"have": 7}),
    (retaliation, "retaliate h1", "energies_short", "FS-9.4", {"card": "Ruin", "cost": 4, "energies": 2}),
    (
        retaliation,
        "retaliate h2",
        "energy_sphere",
        "FS-9.4",
        {"card": "Recall", "cost": 2, "energies": 2, "missing": "ether"},
    ),
    (retaliation, "retaliate h3", "host_needed", "FS-9.5", {"right": "retaliate h3 at u30"}),
    (retaliation, "retaliate h3 at u1", "not_your_host", "FS-2.1", {"seat": 0}),
    (retaliation, "retaliate h4 at u30", "wrong_host", "FS-9.5", {"hosts": "u90, u91"}),
    (retaliation, "retaliate h0 at u30", "host_needless", "FS-9.5", {"right": "retaliate h0"}),
    (lambda: retaliation(field=""), "retaliate h3", "no_host", "FS-9.5", {}),
    (retaliation, "retaliate h5", "energy_sphere", "FS-9.4", {"missing": "ether", "cost": 1}),
    (
        lambda: retaliation("ch0 et0"),
        "retaliate h5",
        "energy_not_both",
        "FS-9.4",
        {"card": "Double Talk", "cost": 1, "energies": 2, "sphere": "ether/chaos"},
    ),
    (payment, "pay e0,e5", "no_such_energy", "FS-9.4", {"part": "e5", "energies": 5, "last": "e4"}),
    (payment, "pay e0,e0", "energy_twice", "FS-9.4", {"cost": 2, "energies": 5}),
    (payment, "pay e0", "payment_size", "FS-9.4", {"card": "Spite", "cost": 2, "named": 1, "energies": 5}),
    (payment, "pay e0,e1,e2", "payment_size", "FS-9.4", {"named": 3}),
    (payment, "pay e1,e3", "payment_sphere", "FS-9.4", {"card": "Spite", "cost": 2, "missing": "chaos"}),
    (payment, "pay e0,e4", "energy_not_oldest", "FS-9.4", {"part": "e4", "older": "e2", "sphere": "chaos"}),
    (payment, "pay e1,e2", "energy_not_oldest", "FS-9.4", {"part": "e2", "older": "e0"}),
]
TARGETS: list[Row] = [
    (
        lambda: spell("ch2"),
        "target none",
        "none_not_allowed",
        "FS-14.3",
        {"need": 1, "choices": 2, "options": "u30, u31"},
    ),
    (lambda: spell("ch2"), "target p1", "card_wanted", "FS-14.3", {"part": "p1", "choices": 2}),
    (mind_rot, "target u30", "lord_wanted", "FS-14.3", {"choices": 2, "options": "p1, p2"}),
    (mind_rot, "target p1.h0", "lord_wanted", "FS-14.3", {}),
    (mind_rot, "target p0", "lord_not_possible", "FS-14.3", {"seat": 0, "choices": 2}),
    (mind_rot, "target none", "none_not_allowed", "FS-14.3", {}),
    (mind_rot, "target p3", "lord_destroyed", "FS-8.5", {"seat": 3}),
    (mind_rot, "target p4", "no_such_lord", "FS-15.1", {"part": "p4", "last": 3}),
    (mind_rot, "target p44444444444444", "no_such_lord", "FS-15.1", {"last": 3}),
    (trash_pick, "target p0.x1", "target_twice", "FS-14.3", {"part": "p0.x1", "choices": 3}),
    (trash_pick, "target p0.x4", "no_such_card", "FS-20.1", {"part": "p0.x4", "have": 3, "seat": 0}),
    (trash_pick, "target p0.c0", "target_zone", "FS-12.5", {"wanted": "a card of the trash"}),
    (trash_pick, "target u1", "target_zone", "FS-12.5", {"what": "a creature"}),
    (trash_pick, "target p5.x0", "no_such_lord", "FS-15.1", {"part": "p5.x0", "last": 1}),
    (lambda: spell("ch2"), "target u99", "no_such_piece", "FS-3.3", {}),
    (lambda: spell("ch2"), "target u90", "target_zone", "FS-12.5", {"what": "a tower"}),
    (
        lambda: spell("ch2"),
        "target u1",
        "target_lord",
        "FS-12.5",
        {"part": "u1", "seat": 0, "lords": "1", "choices": 2},
    ),
    (
        lambda: spell("ch2", "u1 na1", "u30 na1, u31 na1, u32 sp4"),
        "target u32",
        "untargetable",
        "FS-12.7",
        {"card": "Hermit Sage", "by": "Hermit Sage", "choices": 2},
    ),
    (
        lambda: spell("ch0", "u1 na1", "u30 na1, u31 na1, u32 na1 afflicted"),
        "target u32",
        "no_change",
        "FS-12.5",
        {"card": "Thorn Boar", "choices": 2, "options": "u30, u31"},
    ),
    (
        lambda: spell("snipe", "u1 na1", "u30 ch0, u31 na1, u32 na3"),
        "target u32",
        "target_unfit",
        "FS-12.5",
        {"part": "u32", "choices": 2, "options": "u30, u31"},
    ),
    (conjure, "target p0.h0", "target_unfit", "FS-12.5", {"what": "a hand card", "choices": 3}),
]
TEAMS: list[Row] = [
    (lambda: tagging("battle"), "attack u1 fortress 3", "lord_outside", "FS-21.4", {"seat": 3, "lords": "1"}),
    (lambda: tagging("battle"), "attack u1 fortress 2", "partner", "FS-21.3", {"seat": 2, "lords": "1"}),
    (citadels, "attack u1 fortress 3", "citadel_gate", "FS-21.11", {"gate": 2, "right": "attack u1 fortress 2"}),
    (citadels, "attack u1 fortress 1", "partner", "FS-21.3", {"seat": 1, "lords": "2"}),
    (citadels, "attack u11 fortress 2", "partners_creature", "FS-21.7", {"part": "u11", "seat": 1}),
    (lambda: citadels("partner"), "block u21", "partners_creature", "FS-21.7", {"part": "u21", "seat": 2}),
    (lambda: citadels("siege"), "destroy u15", "not_in_citadel", "FS-21.11", {"owner": 1, "seats": "2, 3"}),
]
KINDS = {
    NOT_UNDERSTOOD: UNDERSTOOD,
    NOT_NOW: TIME,
    NOT_ALLOWED: [*ASSEMBLY, *CURE, *PLAYING, *FIGHTING, *ANSWERING, *TARGETS, *TEAMS],
}
TABLE = [row for rows in KINDS.values() for row in rows]


def ids(rows: list[Row]) -> list[str]:
    return [f"{code} {word}" for _, word, code, _, _ in rows]


def check(row: Row, kind: str = NOT_ALLOWED) -> None:
    """The refusal is the one expected; both sentences hold its numbers."""
    arrange, word, code, clause_id, facts = row
    match = arrange()
    refusal = match.why_not(word)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.kind) == (code, clause_id, kind)
    assert {key: refusal.facts.get(key) for key in facts} == facts
    assert word not in match.actions()
    for lang in ("en", "ja"):
        text = explain(GAME.package, refusal, lang)
        assert not re.search(r"[{}]", text)
        for fact in facts.values():
            assert str(TEXTS["words"][lang].get(fact, fact)) in text
        assert clause_id in rulebook(GAME.package, lang).clauses


@clause("FS-20.1", "FS-20.2")
@pytest.mark.parametrize("row", UNDERSTOOD, ids=ids(UNDERSTOOD))
def test_what_is_not_understood(row: Row) -> None:
    check(row, NOT_UNDERSTOOD)


@clause("FS-2.3", "FS-5.1", "FS-10.1", "FS-6.2", "FS-6.4")
@pytest.mark.parametrize("row", TIME, ids=ids(TIME))
def test_what_comes_at_the_wrong_time(row: Row) -> None:
    check(row, NOT_NOW)


@clause("FS-17.3", "FS-17.5", "FS-17.6", "FS-17.7", "FS-17.8")
@pytest.mark.parametrize("row", ASSEMBLY, ids=ids(ASSEMBLY))
def test_what_cannot_be_taken_in_assembly(row: Row) -> None:
    check(row)


@clause("FS-5.4")
@pytest.mark.parametrize("row", CURE, ids=ids(CURE))
def test_what_cannot_be_cured(row: Row) -> None:
    check(row)


@clause("FS-6.3", "FS-6.6", "FS-6.7", "FS-6.9", "FS-2.1")
@pytest.mark.parametrize("row", PLAYING, ids=ids(PLAYING))
def test_what_cannot_be_played(row: Row) -> None:
    check(row)


@clause("FS-7.1", "FS-7.2", "FS-7.12", "FS-3.7", "FS-15.4", "FS-15.5")
@pytest.mark.parametrize("row", FIGHTING, ids=ids(FIGHTING))
def test_who_cannot_attack_or_be_used(row: Row) -> None:
    check(row)


@clause("FS-7.4", "FS-8.3", "FS-9.2", "FS-9.4", "FS-9.5")
@pytest.mark.parametrize("row", ANSWERING, ids=ids(ANSWERING))
def test_what_is_no_answer_to_an_attack(row: Row) -> None:
    check(row)


@clause("FS-14.3", "FS-12.5")
@pytest.mark.parametrize("row", TARGETS, ids=ids(TARGETS))
def test_what_cannot_be_named(row: Row) -> None:
    check(row)


@clause("FS-7.4")
def test_nobody_is_asked_to_block_what_nobody_can_block() -> None:
    """So the sentence about `unblockable` always speaks of an exception."""
    refusal = blocking("u1 na1 engaged +unblockable").why_not("noblock")
    assert refusal is not None
    assert refusal.code == "siege_asked"


# --- the sentences ----------------------------------------------------------------------------------------------------


def codes_in_source() -> set[str]:
    """The codes that the explainer can give, read from its source."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(SOURCE.replace("from __future__ import annotations", ""))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            parts = [node.args[1]]
            if isinstance(node.args[1], ast.IfExp):
                parts = [node.args[1].body, node.args[1].orelse]
            found |= {str(part.value) for part in parts if isinstance(part, ast.Constant)}
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
            if isinstance(node.targets[0], ast.Name) and node.targets[0].id == "code":
                found |= {
                    str(part.value) for part in (node.value.body, node.value.orelse) if isinstance(part, ast.Constant)
                }
    return found


def test_there_is_a_sentence_for_every_refusal_and_no_other() -> None:
    assert codes_in_source() | FROM_CORE == CODES


def test_every_refusal_can_be_provoked() -> None:
    assert {code for _, _, code, _, _ in TABLE} == CODES - FROM_CORE
    assert len(TABLE) >= 60


def test_the_kinds_are_never_mixed() -> None:
    kinds: dict[str, str] = {}
    for kind, rows in KINDS.items():
        for _, _, code, _, _ in rows:
            assert kinds.setdefault(code, kind) == kind


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_sentence_has_the_same_facts_in_both_languages(code: str) -> None:
    row = TEXTS[code]
    assert set(row) == {"en", "ja"}
    facts = {lang: set(re.findall(r"{(\w+)}", row[lang])) for lang in row}
    assert facts["en"] == facts["ja"]
    assert re.search("[぀-ヿ一-鿿]", row["ja"]) and row["en"].isprintable() and row["en"].endswith(".")
    assert row["ja"].endswith("。")


def test_the_words_are_the_same_in_both_languages_and_no_action_is_among_them() -> None:
    assert set(TEXTS["words"]["en"]) == set(TEXTS["words"]["ja"])
    assert not set(TEXTS["words"]["en"]) & set(FORMS)


def test_a_refusal_names_a_clause_that_the_rulebook_has() -> None:
    assert set(re.findall(r'"(FS-[0-9.]+)"', SOURCE)) <= set(rulebook(GAME.package, "en").clauses)


def test_the_sentences_tell_what_is_needed_and_what_there_is() -> None:
    refusal = casting().why_not("summon h6")
    assert refusal is not None
    english = explain(GAME.package, refusal, "en")
    assert english.startswith("War Engineer needs 4 mana and science and chaos among your crystals;")
    assert english.endswith(" you have 3 mana and no crystal of science.")
    assert (
        explain(GAME.package, refusal, "ja")
        == "War Engineerには4マナと、科学と混沌の結晶が必要です。マナは3しかなく、科学の結晶もありません。"
    )


def test_a_card_without_names_is_called_by_its_id() -> None:
    refusal = casting(hand="hush", vault="u10 ch0").why_not("summon h0")
    assert refusal is not None
    assert refusal.facts["card"] == "hush"
    for hand, name in (
        ("hush", "Hush"),
        ("judge", "Judge of Leaves"),
        ("snipe", "snipe"),
        ("sc0", "Brass Scout / Blueprint"),
    ):
        refusal = casting(hand=hand, vault="u10 et0").why_not("generic h0")
        assert refusal is not None
        assert refusal.facts["card"] == name


# --- always -----------------------------------------------------------------------------------------------------------


def started(seed: int, **options: Any) -> Match:
    rng = random.Random(f"start {seed}")
    cards = standard().cards if rng.random() < 0.7 else cards_for_tests()
    return Match.new(GAME, {"cards": cards, "first": 0, **options}, seed)


STARTS: list[Json] = [
    {},
    {"towers": 2},
    {"lords": 3, "mode": "limited_range", "towers": 2},
    {"lords": 4, "mode": "limited_range", "towers": 1},
    {"lords": 4, "mode": "team_play", "towers": 1, "ties": "none"},
    {"lords": 3, "towers": 1, "generic": False},
    {"assembly": "sets", "pool_copies": 9},
    {"assembly": "random", "random_extra": 3, "pool_copies": 9},
    {"assembly": "open_draft", "pool_copies": 9, "draft_batch": 2},
    {"assembly": "blind_draft", "pool_copies": 9},
    {"assembly": "closed_draft", "pool_copies": 9, "lords": 3},
]


def uids_of(match: Match) -> list[int]:
    """All cards in play, and a number that none of them has."""
    found: list[int] = []
    for row in match.position()["seats"]:
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for item in row[zone]:
                found += [item["uid"], *[below["uid"] for below in item.get("attached", [])]]
    return [*found, 9999]


def part(match: Match, letter: str, rng: random.Random) -> str:
    if letter == "u":
        return f"u{rng.choice(uids_of(match))}"
    return f"{letter}{rng.choice([0, 0, 1, 2, 3, 4, 5, 9, 60])}"


def every_word(match: Match) -> list[str]:
    """All that can be said with the first words that are in place now."""
    position = match.position()
    uids = [f"u{uid}" for uid in uids_of(match)]
    seats = range(position["options"]["lords"] + 1)
    longest = max(len(row[zone]) for row in position["seats"] for zone in ("hand", "trash", "groove"))
    hands = [f"h{i}" for i in range(longest + 1)]
    piles = [f"p{seat}.{pile}{i}" for seat in seats for pile in "hxec" for i in range(longest + 1)]
    halves = [f" {hand}" for hand in hands]
    hosts = [f" {hand} at {uid}" for hand in hands for uid in uids]
    parts = {
        "cure": [f" {one} with {other}" for one in uids for other in uids],
        "cast": halves + hosts,
        "retaliate": halves + hosts,
        "attack": [f" {one} {other}" for one in uids for other in uids]
        + [f" {one} fortress {seat}" for one in uids for seat in seats],
        "target": [f" {word}" for word in [*uids, *piles, *[f"p{seat}" for seat in seats], "none"]],
        "pay": [f" e{i},e{j}" for i in range(6) for j in range(6)] + [f" e{i}" for i in range(6)],
        "set": [f" {chr(ord('a') + i)}" for i in range(26)],
        "pick": [f" m{i}" for i in range(80)],
        "drop": [f" m{i}" for i in range(80)],
    }
    for name in ("crystal", "crystal2", "summon", "generic"):
        parts[name] = halves
    for name in ("use", "block", "destroy"):
        parts[name] = [f" {uid}" for uid in uids]
    refusal = match.why_not("nonsense")
    assert refusal is not None
    return [name + rest for name in refusal.facts["words"].split(", ") for rest in parts.get(name, [""])]


def tries(match: Match, rng: random.Random, n: int) -> list[str]:
    """Words near to what may be said."""
    found: list[str] = []
    legal = match.actions()
    for _ in range(n):
        if rng.random() < 0.4:
            word = rng.choice(legal)
        else:
            form = rng.choice(rng.choice(list(FORMS.values())).split(" / "))
            word = form.replace("S", str(rng.randrange(match.state.seats() + 1)))
        numbers = re.compile(r"([uhmexc])(N|[0-9]+)")
        word = numbers.sub(
            lambda found: (
                part(match, found.group(1), rng) if found.group(2) == "N" or rng.random() < 0.5 else found.group(0)
            ),
            word,
        )
        if rng.random() < 0.05:
            word = word.replace(rng.choice("uhe 0"), rng.choice(["", " ", "x", "00"]), 1)
        found.append(word)
    return found


def check_words(match: Match, words: list[str]) -> None:
    legal = set(match.actions())
    for word in words:
        refusal = match.why_not(word)
        assert (refusal is None) == (word in legal), (word, refusal and refusal.as_json())
        if refusal is not None:
            for lang in ("en", "ja"):
                assert not re.search("[{}]", explain(GAME.package, refusal, lang))
            assert refusal.code in CODES


def step_on(match: Match, rng: random.Random) -> None:
    """One action, mostly one that leads on."""
    words = match.actions()
    keen = [word for word in words if not word.startswith(("end", "trashhand", "noretaliate", "noblock"))]
    match.act(rng.choice(keen if keen and rng.random() < 0.9 else words))


@clause("FS-20.2")
@pytest.mark.parametrize("start", range(len(STARTS)))
@pytest.mark.parametrize("seed", range(2))
def test_what_is_not_refused_is_what_may_be_done(start: int, seed: int) -> None:
    rng = random.Random(f"{start} {seed}")
    match = started(seed, **STARTS[start])
    for turn in range(260):
        if match.to_act() is None:
            break
        if turn % 13 == 0:
            check_words(match, every_word(match))
        check_words(match, [*rng.sample(match.actions(), min(6, len(match.actions()))), *tries(match, rng, 12)])
        step_on(match, rng)


@pytest.mark.parametrize("arrange", list({id(row[0]): row[0] for row in TABLE}.values()))
def test_in_every_position_of_the_table_the_list_is_not_refused(arrange: Callable[[], Match]) -> None:
    match = arrange()
    rng = random.Random(1)
    check_words(match, match.actions())
    if match.to_act() is not None:
        check_words(match, [*every_word(match), *tries(match, rng, 40)])


JUNK = st.one_of(
    st.text(max_size=60),
    st.builds(
        " ".join,
        st.lists(
            st.one_of(
                st.sampled_from(
                    [*FORMS, "with", "at", "fortress", "none", "", "h0", "u1", "e0", "e0,e1", "p1", "p1.x0"]
                ),
                st.from_regex(r"[uhemp][0-9]{1,30}(\.[hxec][0-9]{1,20})?", fullmatch=True),
                st.text(max_size=4),
            ),
            max_size=5,
        ),
    ),
)
ASKING: list[Callable[[], Match]] = [
    crystal,
    curing,
    casting,
    battle,
    blocking,
    siege,
    retaliation,
    payment,
    trash_pick,
    mind_rot,
    lambda: assembled("sets"),
    lambda: assembled("closed_draft"),
]


@cache
def asking(index: int) -> Match:
    return ASKING[index]()


@clause("FS-20.1")
@given(JUNK, st.integers(0, len(ASKING) - 1))
@settings(max_examples=300, deadline=None)
def test_no_text_whatever_confuses_the_explainer(text: str, index: int) -> None:
    match = asking(index)
    refusal = match.why_not(text)
    assert (refusal is None) == (text in match.actions())
    if refusal is not None:
        for lang in ("en", "ja"):
            assert explain(GAME.package, refusal, lang)


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000,
        "crystal h" + "9" * 100_000,
        "pay " + ",".join(["e1"] * 50_000),
        "target p" + "1" * 5_000 + ".h" + "2" * 5_000,
        "attack u1 fortress " + "1" * 10_000,
        "cast h0 at u" + "1" * 10_000,
        "crystal h\u0661",
        "crystal h0\n",
        "\ud800",
        "{tried}",
        "%s {0} {}",
    ],
)
def test_long_and_odd_texts_are_refused_in_short_sentences(text: str) -> None:
    for index in range(len(ASKING)):
        refusal = asking(index).why_not(text)
        assert refusal is not None
        assert all(len(str(fact)) < 200 for fact in refusal.facts.values())
        for lang in ("en", "ja"):
            explain(GAME.package, refusal, lang).encode()


def test_a_text_is_repeated_up_to_a_length() -> None:
    assert shortened("a" * LONGEST) == "a" * LONGEST
    assert shortened("a" * (LONGEST + 1)) == "a" * LONGEST + "…"
    assert shortened("a\nb\ud800") == "a\ufffdb\ufffd"


def test_an_action_after_the_end_is_over_whatever_it_says() -> None:
    for word in ("end", "nonsense", ""):
        with pytest.raises(Over):
            over().act(word)


def test_a_wrong_forced_value_has_its_sentence() -> None:
    match = spell("et2")
    position = match.position() | {"fate": [99]}
    again = Match.load(GAME, position)
    with pytest.raises(Illegal) as caught:
        again.act(next(word for word in again.actions() if word != "target none"))
    assert caught.value.refusal.code == "bad_fate"
    assert "99" in explain(GAME.package, caught.value.refusal, "en")


# --- nothing hidden ---------------------------------------------------------------------------------------------------


def disguised(position: Json, eye: int, rng: random.Random) -> Json:
    """Another world with the same view: other cards with the same backs where the seat sees only backs, and any
    cards where it sees only numbers.
    """
    world = copy.deepcopy(position)
    cards: Json = world["cards"]
    kept = {row["uid"] for row in [*world["queue"], *world["programs"]]}

    def alike(id: str, hidden: bool = False) -> str:
        same = [
            other
            for other, card in cards.items()
            if card["spheres"] == cards[id]["spheres"] and (not hidden or card["spell"]["type"] == "hidden")
        ]
        return rng.choice(same)

    drafting = world["step"] == "assembly"
    for index, row in enumerate(world["seats"]):
        own = index == eye
        if not drafting:
            row["deck"] = [rng.choice(sorted(cards)) for _ in row["deck"]]
        if not own:
            row["hand"] = [rng.choice(sorted(cards)) for _ in row["hand"]]
        row["groove"] = [alike(id) for id in row["groove"]]
        for item in row["fortress"]:
            if item["kind"] == "tower":
                item["card"] = alike(item["card"])
            elif item["facedown"] and not own and item["uid"] not in kept:
                item["card"] = alike(item["card"], True)
        if not own:
            for item in row["vault"]:
                item["card"] = alike(item["card"])
            for item in row["battlefield"]:
                if item["facedown"] and item["uid"] not in kept:
                    item["card"] = alike(item["card"])
    if drafting:
        draft = world["assembly"]
        draft["pool"] = [rng.choice(sorted(cards)) for _ in draft["pool"]]
        for index, pack in enumerate(draft["packs"]):
            if index != eye:
                draft["packs"][index] = [rng.choice(sorted(cards)) for _ in pack]
        if draft["method"] == "blind_draft":
            draft["market"] = [alike(id) for id in draft["market"]]
    return world


def told(refusal: Refusal | None) -> str:
    return "" if refusal is None else canonical(refusal.as_json())


@clause("FS-19.6")
@pytest.mark.parametrize("start", range(len(STARTS)))
def test_two_worlds_with_one_view_are_refused_alike(start: int) -> None:
    rng = random.Random(f"worlds {start}")
    match = started(start, **STARTS[start])
    alike = others = 0
    for turn in range(220):
        eye = match.to_act()
        if eye is None:
            break
        if turn % 4 == 0:
            world = GAME.load(disguised(match.position(), eye, rng), Fate(0))
            if canonical(world.view(eye)) == canonical(match.view(eye)):
                alike += 1
                for word in tries(match, rng, 25):
                    assert told(world.why_not(word)) == told(match.why_not(word))
            else:
                others += 1
        step_on(match, rng)
    assert alike > 5 * others


@clause("FS-19.6")
def test_a_face_down_card_of_another_lord_is_never_named() -> None:
    for hidden in ("et1", "et0", "et3"):
        match = battle(theirs=f"u30 na1, u32 {hidden} facedown")
        for word in ("attack u5 u32", "use u32", "attack u32 u30"):
            refusal = match.why_not(word)
            assert refusal is not None
            assert "a face-down creature" in refusal.facts.values()
            assert not any(name in canonical(refusal.as_json()) for name in ("Duelist", "Sprite", "Roc"))

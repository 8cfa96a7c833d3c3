"""A slow and literal referee for Five Spheres, used as a test oracle.

The match is the position of FS-19.1 and nothing else; every answer is worked out afresh from it. The code follows the
order of the rules, and each docstring names the clause that it puts into code.

Readings (where the rules leave a choice, this is the way that was taken):

 R1  FS-14.2: the lord is determined before `n` is looked at, so he is asked for even where n is below 1.
 R2  FS-7.5: attacker, target and blocker are looked for at the block and before the battle (a blocked attack ends if
     its first target has gone); once the battle has begun only the two that fight matter (FS-7.7).
 R3  FS-7.4: a lord who must block is asked although only one block is possible; one who cannot block is not asked,
     and there is no event `noblock`.
 R4  FS-7.9: with `wins_ties` the outcome of the event `battle` is the winner, not `tie`.
 R5  FS-8.4: events `ward`, then the move (verb trash) of the ward. A ward may have an `if`: the first that holds counts
 R6  FS-20.3: `mana.spent` is the mana of this one play. `strengthen` is told for an amount of 0 too.
 R7  FS-12.6: `amount` is worked out once for an effect, before the first card is strengthened.
 R8  FS-13.6: a queue entry of a hidden spell that is gone counts in `chain`, and has no event `trigger`.
 R9  FS-19.3: `event` of the program of a used ability is "used"; of a spell just played null.
 R10 FS-12.5.1: `last` holds all cards picked (changed or not) that are in play; it is empty after a failed `if`, a
     draw, a shuffle. For `is`, `matching` and `var` of several cards the first counts.
 R11 FS-12.8: strength keys fail on towers, crystals and energies. A card is picked by `cast` or `evoke` when it is a
     candidate of the selector of such an effect; in conditions and counts beside it is not.
 R12 FS-12.5.4: `top` takes the first n of the eligible cards; a filter with `top` is not forbidden by FS-12.8.
 R13 FS-12.6 replace: `n` is ignored (one card); side b is looked for with the lord of side a only, who is then the
     lord that was determined (FS-14.4); a card that would come onto the battlefield or into the fortress against FS-2.4
     cannot be picked; both sides may name the same zone (then nothing happens); events of a fire before b moves.
 R14 FS-5.3: `stays_engaged` is looked up when the turn of the creature comes.
 R15 FS-9.4: backs are the same when their text is: science/chaos is another back than chaos/science.
 R16 FS-9.1: `energy` goes on counting until the attack is over.
 R17 FS-11, FS-19: in step `over` done is false, and the rest stays as it was.
 R18 FS-19.4: of `assembly` the rules name only the fields. Here: pool, market: ids; packs: a list of ids for each seat;
     sets: letter (capital) to copies left; round from 1; first: first picker of the round; left: what to_pick has still
     to take or put back now; taken: how many lords are through in this pass. What a method does not use is [], {} or 0.
     Before turn 1 `first` and `active` are the first picker, acts stays 0.
 R29 FS-4.2: a lord without a deck (a loaded assembly) splits nothing.
 R19 FS-17.2, FS-17.3: three copies of a card lie together in the deck list (a, a, a, b, b, b, ...).
 R20 FS-20.3: event `pick` of a set: what = the letter in lower case. Events of the setup after the last pick are part
     of the reply of `act`, and are left out for all seats.
 R21 FS-19.6: `first` of a replace was named by somebody if its pick has a chooser who was asked (search, upto, or more
     than one eligible card); otherwise it is null for all where it is a hand or deck card.
 R22 FS-12.10: `{"turn": "opponent"}` is: not the turn of the controller (a partner's turn too).
 R23 FS-12.6: evoking a spell half without `do` is told and counts as done.
 R24 FS-12.5.1: `this` of destroyed, tower_lost, spell_lost is the groove card whoever was the subject of the event.
 R25 FS-14.4: while the tower of FS-10.3 is chosen, `last` and `did` stand as before the draw.
 R26 FS-19.5: step over goes with a result and only with it; step assembly with the object assembly and turn 0; all
     fields of programs (but did), queue entries and attacks (but spell) are required.
 R27 FS-12.6: `destroy` by reference does nothing to a card in casting, attached or in the groove.
 R30 FS-21.3: `done` of a fallen active lord is as ever; the step tag is skipped for him. In a citadel he keeps the turn
     to himself: no part of his partner follows.
 R31 FS-21.13: in assembly a given `in` is taken as it is, if it passes the checks.
 R28 FS-12: true-only words (upto, search, other) cannot be written as false; an empty filter is a filter.

As a program it speaks the referee protocol on stdin and stdout:

    python five_spheres_naive.py
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.space_editor_naive import (
    BadPosition,
    BadRequest,
    Fault,
    IllegalAction,
    MatchOver,
    NoMatch,
    RefereeError,
    SplitMix,
    check_fields,
    is_int,
    is_word,
    need,
    parse_line,
)

Json = dict[str, Any]

GAME = "five_spheres"
TABLE = Path(__file__).resolve().parents[2] / "src/orrery/games/five_spheres/data/testset.json"
SPHERES = ("science", "ether", "spirit", "chaos", "nature")
STEPS = ("regroup", "cure", "crystal", "casting", "battle", "discard", "draw", "end")
STAGES = ("block", "resolve", "fight", "siege", "retaliate", "pay", "done")
SPELL_TYPES = ("instant", "active", "attached", "hidden")
MODES = ("free_for_all", "limited_range", "team_play", "tag_team", "citadel")
SHARED_ZONES = ("battlefield", "tower", "spell", "attached")
NOT_SHARED = ("regroup", "turn_end", "crystallised", "cast", "retaliates")
METHODS = ("custom", "mirror", "predesign", "sets", "random", "open_draft", "blind_draft", "closed_draft")
LORD_EVENTS = ("attacked", "tower_lost", "spell_lost", "regroup", "turn_end", "crystallised", "cast", "retaliates")
CREATURE_EVENTS = (
    *("summoned", "unveiled", "attacks", "targeted", "blocks", "blocked", "battle", "wins", "sieges"),
    *("destroyed", "afflicted", "cured"),
)
EVENTS = (*LORD_EVENTS, *CREATURE_EVENTS)
LOST = ("destroyed", "tower_lost", "spell_lost")
BYS = ("this", "own", "other", "opponent", "any")
REFS = ("this", "bearer", "subject", "attacker", "blocker", "foe", "last")
ZONES = ("battlefield", "vault", "groove", "hand", "trash", "deck", "tower", "spell")
SEARCHED = ("deck", "hand", "groove", "tower", "vault")
COUNT_WHOSE = ("own", "opponent", "any", "attacking", "defending")
WHOSE = (*COUNT_WHOSE, "each", "each_opponent")
PICKS = ("choose", "random", "all", "top", "owner", "opponent_choice")
STATUSES = ("engaged", "ready", "afflicted", "cured", "dizzy", "facedown", "attached")
GRANTS = (
    *("cannot_attack", "cannot_siege", "cannot_block", "must_be_blocked", "unblockable"),
    *("ranged", "untargetable", "immune_afflict", "wins_ties"),
)
PASSIVES = (*GRANTS, "strength", "swift", "stays_engaged", "cost", "mana", "ward")
STATUS_VERBS = ("afflict", "cure", "engage", "ready", "strengthen", "unveil", "grant", "evoke")
DESTINATIONS = {
    "return": "hand",
    "recover": "deck",
    "crystallise": "vault",
    "energise": "groove",
    "fortify": "tower",
    "summon": "battlefield",
    "cast": "spell",
    "trash": "trash",
}
TARGET_VERBS = (*DESTINATIONS, "destroy", *STATUS_VERBS)
VERBS = (*TARGET_VERBS, "draw", "shuffle", "replace")
LETTERS = {"h": "hand", "x": "trash", "e": "groove", "c": "deck"}
LETTER_OF = {zone: letter for letter, zone in LETTERS.items()}
BACK_KEYS = ("sphere", "status", "other", "max_strength", "min_strength")
FILTER_KEYS = (
    *("sphere", "race", "keyword", "spell_type", "max_cost", "min_cost", "max_spell_cost", "min_spell_cost"),
    *("max_strength", "min_strength", "status", "other", "matching"),
)
CARD_ID = re.compile(r"[a-z0-9_]+")
CODE = re.compile(r"[0-9]{4}-([1-5])[0-9A-F]-[0-9]([1-5])([A-T])")
OPTION = re.compile(r"u(?:0|[1-9][0-9]*)|p[0-5]\.[hxec](?:0|[1-9][0-9]*)")
OPTION_DEFAULTS: Json = {
    "lords": 2,
    "mode": "free_for_all",
    "assembly": "custom",
    "max_turns": 200,
    "ties": "both",
    "generic": True,
    "generic_creature": {"strength": 3, "afflicted": 1},
    "towers": 5,
    "hand": 5,
    "first": None,
    "draft_batch": 1,
    "pool_copies": 3,
    "random_extra": 0,
}
OPTION_RANGES = {
    "lords": (2, 6),
    "max_turns": (1, 100000),
    "towers": (1, 10),
    "hand": (0, 10),
    "draft_batch": (1, 3),
    "pool_copies": (1, 60),
    "random_extra": (0, 24),
}


class Marked(str):
    """The id of a card in a zone without uids, as an object that can be found again by identity."""


def copied(value: Any) -> Any:
    """A copy of a JSON value that shares no list and no object with it."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [copied(inner) for inner in value]
    return str(value) if isinstance(value, Marked) else value


# ------------------------------------------------------------------------------------------- FS-12 the card language


def is_text(value: Any) -> bool:
    """A text."""
    return isinstance(value, str)


def check_table(cards: Any) -> None:
    """FS-12.1: the table of all cards."""
    need(isinstance(cards, dict), "cards is no object")
    for card_id, card in cards.items():
        need(CARD_ID.fullmatch(card_id) is not None, f"card id {card_id!r}")
        try:
            check_card(card)
        except Fault as fault:
            raise Fault(f"card {card_id}: {fault}") from None


def check_card(card: Any) -> None:
    """FS-12.1, FS-18.3: one card."""
    check_fields(card, ("spheres", "creature", "spell"), ("name", "code"), "card")
    spheres = card["spheres"]
    need(isinstance(spheres, list) and 1 <= len(spheres) <= 2, "spheres")
    need(all(is_word(sphere, SPHERES) for sphere in spheres), "spheres")
    need(len(set(spheres)) == len(spheres), "one sphere twice")
    need(is_text(card.get("name", "")), "name")
    if "code" in card:
        code = card["code"]
        found = CODE.fullmatch(code) if is_text(code) else None
        need(found is not None, "code")
        assert found is not None
        need(SPHERES[int(found[1]) - 1] == spheres[0], "code of another sphere")
        need("ABCDEFGHIJKLMNOPQRST".index(found[3]) // 4 + 1 == int(found[2]), "set of another deck")
    check_creature(card["creature"])
    check_spell(card["spell"])


def check_creature(creature: Any) -> None:
    """FS-12.1: a creature half."""
    optional = ("afflicted", "keyword", "name", "inverted", "abilities")
    check_fields(creature, ("cost", "race", "strength"), optional, "creature")
    need(is_int(creature["cost"], 1, 9), "cost")
    need(is_text(creature["race"]) and is_text(creature.get("keyword", "")), "race, keyword")
    need(is_text(creature.get("name", "")), "name")
    need(is_int(creature["strength"], 0, 99), "strength")
    need(is_int(creature.get("afflicted", 0), 0, creature["strength"]), "afflicted")
    inverted = creature.get("inverted", False)
    need(isinstance(inverted, bool), "inverted")
    need(not inverted or creature["cost"] == 3, "an inverted creature costs 3")
    check_abilities(creature.get("abilities", []), "creature")


def check_spell(spell: Any) -> None:
    """FS-12.1: a spell half."""
    need(isinstance(spell, dict) and is_word(spell.get("type"), SPELL_TYPES), "spell type")
    kind = spell["type"]
    if kind == "instant":
        check_fields(spell, ("type", "cost", "do"), ("name",), "spell")
    elif kind == "active":
        check_fields(spell, ("type", "cost", "abilities"), ("do", "name"), "spell")
    elif kind == "attached":
        check_fields(spell, ("type", "cost", "abilities", "host"), ("do", "name"), "spell")
        need(is_word(spell["host"], ("creature", "tower")), "host")
    else:
        check_fields(spell, ("type", "cost", "when", "do"), ("by", "filter", "if", "name"), "spell")
        need(is_int(spell["cost"], 3, 3), "a hidden spell costs 3")
        trigger = {key: value for key, value in spell.items() if key in ("when", "do", "by", "filter", "if")}
        check_trigger(trigger, "hidden")
    need(is_int(spell["cost"], 1, 9), "cost")
    need(is_text(spell.get("name", "")), "name")
    if "do" in spell:
        check_effects(spell["do"], "spell")
    if "abilities" in spell:
        check_abilities(spell["abilities"], kind)


def check_abilities(abilities: Any, kind: str) -> None:
    """FS-12.2: abilities of a creature, an active or an attached spell."""
    need(isinstance(abilities, list), "abilities is no list")
    for ability in abilities:
        need(isinstance(ability, dict), "ability is no object")
        if "passive" in ability:
            check_passive(ability, kind)
        else:
            check_trigger(ability, kind)


def default_by(when: str, kind: str) -> str:
    """FS-12.4: the default of `by`."""
    return "own" if when in LORD_EVENTS or kind in ("active", "hidden") else "this"


def check_trigger(ability: Json, kind: str) -> None:
    """FS-12.2 to FS-12.4: a trigger."""
    check_fields(ability, ("when", "do"), ("by", "filter", "if"), "trigger")
    when = ability["when"]
    if is_word(when, ("used",)):
        need(kind == "creature", "only creatures are used")
        need("by" not in ability and "filter" not in ability, "used takes no by and no filter")
    else:
        need(is_word(when, EVENTS), "unknown event")
        by = ability.get("by", default_by(when, kind))
        need(is_word(by, BYS), "by")
        need(not (when == "afflicted" and kind == "creature" and by == "this"), "afflicted about itself")
        need(not (when == "attacked" and by == "this"), "attacked by this")
    if "filter" in ability:
        check_filter(ability["filter"])
    if "if" in ability:
        check_condition(ability["if"])
    check_effects(ability["do"], "creature" if kind == "creature" else "spell")


def check_passive(ability: Json, kind: str) -> None:
    """FS-12.7: a passive."""
    word = ability["passive"]
    need(is_word(word, PASSIVES), "unknown passive")
    if word == "cost":
        check_fields(ability, ("passive", "of", "n"), ("if", "filter"), "passive")
        need(is_word(ability["of"], ("creature", "spell", "both")), "of")
    elif word == "mana":
        check_fields(ability, ("passive", "n"), ("if",), "passive")
    elif word == "ward":
        check_fields(ability, ("passive",), ("if",), "passive")
        need(kind == "attached", "ward on another card than an attached spell")
    elif word == "strength":
        check_fields(ability, ("passive", "n"), ("if", "scope", "filter", "during"), "passive")
        need(is_word(ability.get("during", "always"), ("always", "attack", "block", "defend")), "during")
        need(not reads_strength(ability), "a strength that depends on strength")
    elif word == "unblockable":
        check_fields(ability, ("passive",), ("if", "scope", "filter", "except"), "passive")
        if "except" in ability:
            check_filter(ability["except"])
    else:
        check_fields(ability, ("passive",), ("if", "scope", "filter"), "passive")
    if "n" in ability:
        check_number(ability["n"])
    need(is_word(ability.get("scope", "this"), ("this", "own", "others", "opponents")), "scope")
    if "filter" in ability:
        check_filter(ability["filter"])
    if "if" in ability:
        check_condition(ability["if"])


def reads_strength(value: Any) -> bool:
    """FS-12.7: whether a strength is read anywhere in a passive."""
    if isinstance(value, list):
        return any(reads_strength(inner) for inner in value)
    if not isinstance(value, dict):
        return False
    if "max_strength" in value or "min_strength" in value or value.get("var") == "strength":
        return True
    return any(reads_strength(inner) for inner in value.values())


def check_effects(effects: Any, half: str, seat: int | None = None, lords: int = 0) -> None:
    """FS-12.6: a list of effects; with a seat (the controller) as they stand in positions (FS-14.4)."""
    need(isinstance(effects, list), "do is no list")
    for effect in effects:
        check_effect(effect, half, seat, lords)


def check_effect(effect: Any, half: str, seat: int | None, lords: int) -> None:
    """FS-12.6: one effect."""
    need(isinstance(effect, dict) and is_word(effect.get("do"), VERBS), "unknown verb")
    verb = effect["do"]
    if verb == "draw":
        optional = ("if",) if seat is None else ("if", "drawn")
        check_fields(effect, ("do", "whose", "n"), optional, "draw")
        check_whose(effect["whose"], seat, lords)
        if "drawn" in effect:
            need(is_int(effect["drawn"], 0) and is_int(effect["n"], 0), "drawn")
            need(is_int(effect["whose"]), "drawn without a seat")
        else:
            check_number(effect["n"])
    elif verb == "shuffle":
        check_fields(effect, ("do", "whose", "zone"), ("if",), "shuffle")
        check_whose(effect["whose"], seat, lords)
        need(is_word(effect["zone"], ("deck", "trash", "groove")), "zone")
    elif verb == "replace":
        check_fields(effect, ("do", "a", "b"), ("if",), "replace")
        for side in ("a", "b"):
            selector = effect[side]
            check_selector(selector, verb, seat, lords)
            if "zone" in selector:
                need(selector["whose"] not in ("each", "each_opponent"), "replace with each")
                need(selector.get("pick") != "all", "replace with all")
                need(selector["zone"] != "deck" or "search" not in selector, "replace with a searched deck")
    else:
        extra = {"recover": ("place",), "strengthen": ("amount",), "grant": ("passive",)}.get(verb, ())
        required = ["do", "target", *extra]
        optional = ("if",)
        if verb == "recover":
            required, optional = ["do", "target"], ("if", "place")
        if verb == "evoke":
            need(half != "spell", "evoke in a spell half")
            required, optional = ["do"], ("if", "target")
        check_fields(effect, required, optional, verb)
        if verb == "recover":
            need(is_word(effect.get("place", "top"), ("top", "bottom")), "place")
        if verb == "strengthen":
            check_number(effect["amount"])
        if verb == "grant":
            need(is_word(effect["passive"], GRANTS), "grant")
        if "target" in effect:
            check_selector(effect["target"], verb, seat, lords)
    if "if" in effect:
        check_condition(effect["if"])


def check_whose(whose: Any, seat: int | None, lords: int) -> None:
    """FS-12.5.3: a word; in positions also a seat number."""
    need(is_word(whose, WHOSE) or (seat is not None and is_int(whose, 0, lords - 1)), "whose")


def default_pick(selector: Json) -> str:
    """FS-12.5.4: the pick of a selector."""
    deck = selector["zone"] == "deck" and "search" not in selector
    pick: str = selector.get("pick", "top" if deck else "choose")
    return pick


def check_selector(selector: Any, verb: str, seat: int | None, lords: int) -> None:
    """FS-12.5, FS-12.6, FS-12.8: a selector with its verb."""
    need(isinstance(selector, dict), "selector is no object")
    if "ref" in selector:
        check_fields(selector, ("ref",), (), "selector")
        need(is_word(selector["ref"], REFS), "ref")
        return
    check_fields(selector, ("zone", "whose"), ("pick", "n", "upto", "filter", "search"), "selector")
    zone, whose = selector["zone"], selector["whose"]
    need(is_word(zone, (*ZONES, "attached")), "zone")
    check_whose(whose, seat, lords)
    need(selector.get("upto", True) is True and selector.get("search", True) is True, "upto, search")
    if "n" in selector:
        check_number(selector["n"])
    search = "search" in selector
    need(not search or zone in SEARCHED, "search of such a zone")
    if "pick" in selector:
        need(is_word(selector["pick"], PICKS), "pick")
    pick = default_pick(selector)
    # the zones of a verb
    need(DESTINATIONS.get(verb) != zone, "the zone is the destination")
    if zone == "attached":
        need(verb in ("return", "recover", "energise", "trash"), "verb for attached cards")
    if verb in STATUS_VERBS:
        need(zone == "battlefield", "verb outside the battlefield")
    if verb == "destroy":
        need(zone in ("battlefield", "tower", "spell", "vault"), "destroy in such a zone")
    if verb == "cast":
        need(zone in ("hand", "trash") or search, "cast from such a zone")
    # who names
    need(pick != "top" or zone == "deck", "top outside the deck")
    if zone == "deck":
        need(pick in ("top", "random", "all") or search, "choice from a deck without search")
    own = whose == "own" or (seat is not None and whose == seat)
    perhaps_own = own or whose in ("any", "each", "attacking", "defending")
    if zone == "hand" and not own and pick == "choose":
        need(search, "choice from another's hand without search")
    if zone == "hand" and perhaps_own and pick == "opponent_choice":
        need(search, "opponent's choice from the own hand without search")
    # what is read
    filtered = "filter" in selector
    if filtered:
        check_filter(selector["filter"])
        if zone in ("vault", "tower", "groove") and not search:
            need(reads_backs(selector["filter"]), "filter on the face of a face-down card")
    hidden = zone == "deck" or (zone == "hand" and not own)
    if hidden and pick in ("choose", "random", "all", "opponent_choice") and (filtered or verb == "cast"):
        need(search, "filter on hidden cards without search")


def reads_backs(filter_: Json) -> bool:
    """FS-12.8: whether a filter asks for nothing but what the back of a card tells."""
    return all(
        key in BACK_KEYS or (key == "matching" and value.get("by", "both") == "sphere")
        for key, value in filter_.items()
    )


def check_filter(filter_: Any) -> None:
    """FS-12.8: a filter."""
    check_fields(filter_, (), FILTER_KEYS, "filter")
    for key, value in filter_.items():
        if key == "sphere":
            words = value if isinstance(value, list) else [value]
            need(all(is_word(word, SPHERES) for word in words), "sphere")
        elif key in ("race", "keyword"):
            need(is_text(value), key)
        elif key == "spell_type":
            need(is_word(value, SPELL_TYPES), key)
        elif key == "status":
            need(isinstance(value, list) and all(is_word(word, STATUSES) for word in value), key)
        elif key == "other":
            need(value is True, key)
        elif key == "matching":
            check_fields(value, ("to",), ("by",), key)
            need(is_word(value["to"], REFS), key)
            need(is_word(value.get("by", "both"), ("sphere", "cost", "both", "race", "keyword")), key)
        else:
            need(is_int(value, 0, 99), key)


def check_count(count: Any) -> None:
    """FS-12.9, FS-12.8: a COUNT."""
    check_fields(count, ("zone", "whose"), ("filter",), "count")
    need(is_word(count["zone"], ZONES) and is_word(count["whose"], COUNT_WHOSE), "count")
    if "filter" in count:
        check_filter(count["filter"])
        need(count["zone"] not in ("hand", "deck"), "count of hidden cards with a filter")
        if count["zone"] in ("vault", "tower", "groove"):
            need(reads_backs(count["filter"]), "count of face-down cards by their face")


def check_number(number: Any) -> None:
    """FS-12.9: a NUMBER."""
    if isinstance(number, dict):
        if "count" in number:
            check_fields(number, ("count",), ("max",), "number")
            check_count(number["count"])
        else:
            check_fields(number, ("var", "of"), ("max",), "number")
            need(is_word(number["var"], ("creature_cost", "spell_cost", "strength")), "var")
            need(is_word(number["of"], REFS), "of")
        need(is_int(number.get("max", 0), 0, 99), "max")
    else:
        need(is_int(number, -99, 99), "number")


def check_condition(condition: Any) -> None:
    """FS-12.10: a CONDITION."""
    need(isinstance(condition, dict), "condition is no object")
    if "count" in condition:
        check_fields(condition, ("count",), ("min", "max"), "condition")
        check_count(condition["count"])
        need(all(is_int(condition.get(key, 0), 0, 99) for key in ("min", "max")), "min, max")
    elif "is" in condition:
        check_fields(condition, ("is", "of"), (), "condition")
        check_filter(condition["is"])
        need(is_word(condition["of"], REFS), "of")
    elif "turn" in condition:
        check_fields(condition, ("turn",), (), "condition")
        need(is_word(condition["turn"], ("own", "opponent")), "turn")
    elif "more" in condition:
        check_fields(condition, ("more",), (), "condition")
        need(isinstance(condition["more"], list) and len(condition["more"]) == 2, "more")
        for count in condition["more"]:
            check_count(count)
    elif "did" in condition:
        check_fields(condition, ("did",), (), "condition")
        need(is_int(condition["did"], 0, 99), "did")
    elif "not" in condition:
        check_fields(condition, ("not",), (), "condition")
        check_condition(condition["not"])
    else:
        need(len(condition) == 1 and ("all" in condition or "any" in condition), "unknown condition")
        inner = next(iter(condition.values()))
        need(isinstance(inner, list), "all, any")
        for one in inner:
            check_condition(one)


# ------------------------------------------------------------------------------------------------ options and chance


def read_options(options: Json) -> Json:
    """FS-19.1: all options, those that are missing by default."""
    tags = options.get("mode") == "tag_team" if isinstance(options, dict) else False
    check_fields(options, (), (*OPTION_DEFAULTS, *(("tag_loss",) if tags else ())), "options")
    full: Json = copied({**OPTION_DEFAULTS, **({"tag_loss": "both"} if tags else {}), **options})
    need(not tags or is_word(full["tag_loss"], ("both", "first")), "option tag_loss")
    for key, (low, high) in OPTION_RANGES.items():
        need(is_int(full[key], low, high), f"option {key}")
    need(is_word(full["mode"], MODES), "option mode")
    need(is_word(full["assembly"], METHODS), "option assembly")
    need(is_word(full["ties"], ("both", "none")), "option ties")
    need(isinstance(full["generic"], bool), "option generic")
    generic = full["generic_creature"]
    check_fields(generic, ("strength", "afflicted"), (), "generic_creature")
    need(is_int(generic["strength"], 0, 99) and is_int(generic["afflicted"], 0, generic["strength"]), "generic")
    need(full["first"] is None or is_int(full["first"], 0, full["lords"] - 1), "option first")
    teams = full["mode"] in ("team_play", "tag_team", "citadel")
    need(not teams or full["lords"] in (4, 6), "teams need 4 or 6 lords")
    if full["assembly"] in ("open_draft", "blind_draft"):
        need(full["draft_batch"] <= 2, "option draft_batch")
    return full


def default_team(options: Json, seat: int) -> int:
    """FS-19.2, FS-21.1: the team of a seat that does not say."""
    if options["mode"] == "citadel":
        return seat // 2
    return int(seat % (options["lords"] // 2) if options["mode"] in ("team_play", "tag_team") else seat)


def more_of_seat(options: Json) -> Json:
    """FS-21.13: what a seat has besides in this mode."""
    if options["mode"] == "tag_team":
        return {"in": False}
    return {"placed": [], "played": False} if options["mode"] == "citadel" else {}


def read_fate(fate: Any) -> list[int]:
    """Protocol: the next chance values."""
    need(isinstance(fate, list) and all(is_int(value, 0) for value in fate), "fate")
    return list(fate)


def option_order(option: str) -> tuple[bool, str]:
    """FS-19.4: options are sorted as text, `none` last."""
    return (option == "none", option)


class NaiveFiveSpheres:
    """One match of Five Spheres, held as the position itself."""

    def __init__(self) -> None:
        self.table: Json = json.loads(TABLE.read_text(encoding="utf-8"))
        self.p: Json = {}
        self.log: list[Json] = []
        self.generator = SplitMix(0, [])
        self.waiting = False

    # ------------------------------------------------------------------------------------------- the public questions

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """FS-20.6: a new match. A fault leaves the present match as it is."""
        kept = self.p, self.log, self.generator
        try:
            need(is_int(seed), "seed is no integer")
            self.log, self.generator = [], SplitMix(seed, [])
            self.begin(options, read_fate([] if fate is None else fate))
            self.advance()
        except Fault as fault:
            self.p, self.log, self.generator = kept
            raise BadRequest(str(fault)) from None
        self.log = [event for event in self.log if event["event"] == "split"]
        return self.position()

    def load(self, position: Any, seed: Any = 0) -> Json:
        """FS-19.5: takes over a position and carries it on; a fault leaves the present match as it is."""
        if not is_int(seed):
            raise BadRequest("seed is no integer")
        kept = self.p, self.log, self.generator
        try:
            self.log, self.generator = [], SplitMix(seed, [])
            self.p = self.read_position(position)
            self.check_position()
            self.advance()
        except Fault as fault:
            self.p, self.log, self.generator = kept
            raise BadPosition(str(fault)) from None
        self.log = []
        return self.position()

    def position(self) -> Json:
        """FS-19.1: the whole position; the table of cards, which never changes, is not copied."""
        self.need_match()
        return {key: value if key == "cards" else copied(value) for key, value in self.p.items()}

    def to_act(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        self.need_match()
        seat: int | None = self.p["to_act"]
        return seat

    def actions(self) -> list[str]:
        """FS-20.1: all actions, sorted by bytes, without duplicates."""
        self.need_match()
        return sorted(set(self.list_actions()))

    def act(self, text: Any) -> list[Json]:
        """FS-20.2: carries out one of the listed actions; a refusal changes nothing."""
        self.need_match()
        if self.p["step"] == "over":
            raise MatchOver("the game is over")
        if text not in self.actions():
            raise IllegalAction(f"{text!r} is not in the list of actions")
        kept = self.position(), self.log, self.generator.state
        self.log = []
        try:
            self.carry_out(text.split(" "))
            self.advance()
        except Fault as fault:  # FS-20.5: a value of `fate` that is too large
            self.p, self.log, self.generator.state = kept
            raise IllegalAction(str(fault)) from None
        return [self.told(event) for event in self.log]

    def events(self, seat: Any) -> list[Json]:
        """FS-20.7: the events of the last action as a seat, or with None a spectator, may see them."""
        self.need_seat(seat)
        return list(self.seen_events(seat))

    def result(self) -> tuple[bool, None, list[int]]:
        """FS-11.2: whether the game is over, no scores, the winners."""
        self.need_match()
        result = self.p["result"]
        return result is not None, None, [] if result is None else list(result["winners"])

    def need_match(self) -> None:
        """Protocol: there must be a match."""
        if not self.p:
            raise NoMatch("no match was started")

    def need_seat(self, seat: Any) -> None:
        """A seat of this match, or None for the spectator."""
        self.need_match()
        if seat is not None and not is_int(seat, 0, len(self.p["seats"]) - 1):
            raise BadRequest("no such seat")

    # ----------------------------------------------------------------------------------------------- events and chance

    def tell(self, event: str, **fields: Any) -> None:
        """FS-20.3: one more event. Fields that begin with _ are for FS-20.7 only."""
        self.log.append({"event": event, **fields})

    def told(self, event: Json) -> Json:
        """An event as `act` tells it."""
        public: Json = copied({key: value for key, value in event.items() if not key.startswith("_")})
        return public

    def chance(self, n: int) -> int:
        """FS-20.5: the next chance number below n."""
        self.generator.fate = self.p["fate"]
        value = self.generator.below(n)
        self.tell("random", n=n, v=value)
        return value

    def shuffle(self, cards: list[str]) -> None:
        """Protocol: Fisher-Yates from the last card down."""
        for i in range(len(cards) - 1, 0, -1):
            v = self.chance(i + 1)
            cards[i], cards[v] = cards[v], cards[i]

    # ------------------------------------------------------------------------------------------------- lords and range

    def option(self, name: str) -> Any:
        """FS-19.1: the value of an option."""
        return self.p["options"][name]

    def seat(self, seat: int) -> Json:
        """FS-19.2: what belongs to a lord."""
        lord: Json = self.p["seats"][seat]
        return lord

    def lords(self) -> int:
        """FS-15.1: the number of lords, destroyed ones too."""
        return len(self.p["seats"])

    def living(self) -> list[int]:
        """All lords who are not destroyed."""
        return [seat for seat in range(self.lords()) if not self.seat(seat)["out"]]

    def clockwise(self, start: int) -> list[int]:
        """All living lords, clockwise from a seat (he himself first)."""
        order = [(start + step) % self.lords() for step in range(self.lords())]
        return [seat for seat in order if not self.seat(seat)["out"]]

    def partners(self, one: int, other: int) -> bool:
        """FS-15.5: whether two lords are of one side."""
        return bool(self.seat(one)["team"] == self.seat(other)["team"])

    def is_in(self, seat: int) -> bool:
        """FS-21.4: whether a lord is in; in other modes than tag team everybody is."""
        return bool(self.seat(seat).get("in", True))

    def partner(self, seat: int) -> int:
        """FS-21.1: the other lord of a team of two."""
        return next(other for other in range(self.lords()) if other != seat and self.partners(seat, other))

    def sharing(self, seat: int) -> list[int]:
        """FS-21.9: those whose creatures, towers and spells are a lord's own, he himself first."""
        return [seat, self.partner(seat)] if self.option("mode") == "citadel" else [seat]

    def leader(self, team: int) -> int:
        """FS-21.2, FS-21.3: who begins a turn of a team that lives."""
        members = [seat for seat in self.living() if self.seat(seat)["team"] == team and self.is_in(seat)]
        return min(members)

    def let_in(self) -> None:
        """FS-21.4, FS-21.13: in tag team the first living lord of each team clockwise from the active one is in."""
        if self.option("mode") != "tag_team":
            return
        teams = []
        for seat in range(self.lords()):
            self.seat(seat)["in"] = False
        for seat in self.clockwise(self.p["active"]):
            if self.seat(seat)["team"] not in teams:
                teams.append(self.seat(seat)["team"])
                self.seat(seat)["in"] = True

    def in_range(self, seat: int) -> list[int]:
        """FS-15.3 to FS-15.5: the lords in range, clockwise; not the lord himself."""
        others = [other for other in self.clockwise(seat) if other != seat and self.is_in(other)]
        if not self.is_in(seat):
            return []
        if self.option("mode") not in ("limited_range", "team_play") or len(others) < 2:
            return others
        return [others[0], others[-1]]

    def opponents(self, seat: int) -> list[int]:
        """FS-12.5.3: the opponents in range, clockwise."""
        return [other for other in self.in_range(seat) if not self.partners(seat, other)]

    def lords_with(self, whose: Any, seat: int, zone: str) -> list[int]:
        """FS-21.9: the lords of `whose` for cards of a zone: in a citadel partners share some."""
        found = self.lords_meant(whose, seat)
        if whose in ("own", "attacking", "defending") and zone in SHARED_ZONES and found:
            return self.sharing(found[0])
        return found

    def lords_meant(self, whose: Any, seat: int) -> list[int]:
        """FS-12.5.3: the lords of `whose`, clockwise from the controller."""
        if is_int(whose):
            return [] if self.seat(whose)["out"] or not self.is_in(whose) else [whose]
        if whose == "own":
            return [seat]
        if whose in ("opponent", "each_opponent"):
            return self.opponents(seat)
        if whose in ("any", "each"):
            return [seat, *self.in_range(seat)]
        attack = self.p["attack"]
        if attack is None:
            return []
        meant = attack["by"] if whose == "attacking" else attack["defender"]
        return [] if self.seat(meant)["out"] else [meant]

    def may_enter(self, seat: int) -> bool:
        """FS-2.4: whether a card of this lord may come onto the battlefield or into the fortress as a spell."""
        attack = self.p["attack"]
        if self.p["active"] in self.sharing(seat):
            return True
        return attack is not None and attack["stage"] == "done" and attack["defender"] == seat

    # ------------------------------------------------------------------------------------------------ cards and places

    def card(self, card_id: str) -> Json:
        """FS-12.1: a card of the table."""
        card: Json = self.p["cards"][card_id]
        return card

    def back(self, card_id: str) -> str:
        """FS-19.6: the back of a card."""
        return "?" + "/".join(self.card(card_id)["spheres"])

    def in_play_of(self, seat: int) -> Iterator[Json]:
        """The cards of one lord with a uid: battlefield, fortress, vault (each followed by its attached), casting.

        A place has seat, place, uid, card, entry, host (the entry of the host).
        """
        lord = self.seat(seat)
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for entry in lord[zone]:
                place = entry["kind"] if zone == "fortress" else zone
                found = {"seat": seat, "place": place, "uid": entry["uid"], "card": entry["card"], "entry": entry}
                yield {**found, "host": None}
                for under in entry.get("attached", []):
                    found = {"seat": seat, "place": "attached", "uid": under["uid"], "card": under["card"]}
                    yield {**found, "entry": under, "host": entry}

    def find(self, uid: int | None) -> Json | None:
        """The card in play with this uid."""
        for seat, lord in enumerate(self.p["seats"]):
            for zone in ("battlefield", "fortress", "vault", "casting"):
                for entry in lord[zone]:
                    if entry["uid"] == uid or any(under["uid"] == uid for under in entry.get("attached", ())):
                        return next(place for place in self.in_play_of(seat) if place["uid"] == uid)
        return None

    def creature(self, uid: int | None) -> Json | None:
        """The creature on a battlefield with this uid, as a place."""
        place = self.find(uid)
        return place if place is not None and place["place"] == "battlefield" else None

    def places(self, seat: int, zone: str) -> list[Json]:
        """FS-12.5.2: the cards of one zone of one lord, in zone order."""
        if zone in LETTER_OF:
            cards = self.seat(seat)[zone]
            return [self.indexed(seat, zone, index) for index in range(len(cards))]
        return [place for place in self.in_play_of(seat) if place["place"] == zone]

    def indexed(self, seat: int, zone: str, index: int) -> Json:
        """A card in a zone without uids; it is marked, so that it can be found again."""
        cards = self.seat(seat)[zone]
        if not isinstance(cards[index], Marked):
            cards[index] = Marked(cards[index])
        return {"seat": seat, "place": zone, "uid": None, "card": str(cards[index]), "entry": cards[index]}

    def index_of(self, place: Json) -> int:
        """The index of a card in a zone without uids."""
        return next(i for i, card in enumerate(self.seat(place["seat"])[place["place"]]) if card is place["entry"])

    def option_of(self, place: Json) -> str:
        """FS-20.1: how a card is named."""
        if place["uid"] is not None:
            return f"u{place['uid']}"
        return f"p{place['seat']}.{LETTER_OF[place['place']]}{self.index_of(place)}"

    def place_of(self, option: str) -> Json | None:
        """FS-20.1: the card that an option names."""
        if option.startswith("u"):
            return self.find(int(option[1:]))
        seat, rest = option[1:].split(".")
        zone, index = LETTERS[rest[0]], int(rest[1:])
        if int(seat) >= self.lords() or index >= len(self.seat(int(seat))[zone]):
            return None
        return self.indexed(int(seat), zone, index)

    def lies_face_down(self, place: Json) -> bool:
        """FS-12.8: tower, crystal, energy, face-down creature, hidden spell."""
        if place["place"] in ("tower", "vault", "groove"):
            return True
        return place["place"] in ("battlefield", "spell") and bool(place["entry"]["facedown"])

    # ---------------------------------------------------------------------------------------------------- moving cards

    def fresh_uid(self) -> int:
        """FS-3.3: the next uid."""
        uid: int = self.p["next_uid"]
        self.p["next_uid"] += 1
        return uid

    def move(
        self,
        place: Json,
        verb: str,
        to: str,
        *,
        facedown: bool = False,
        host: int | None = None,
        bottom: bool = False,
        named_by: int | None = None,
        then: Callable[[], None] | None = None,
        attached_go: tuple[str, str] = ("trash", "trash"),
    ) -> Json:
        """FS-3.3, FS-3.5, FS-20.3: moves one card and then what is attached to it; gives its new place.

        then: what happens between the card and the cards attached to it (FS-8.2). attached_go: their verb and zone.
        """
        lord = self.seat(place["seat"])
        was_down = self.lies_face_down(place)
        self.take_away(place)
        new = None if to in LETTER_OF else self.fresh_uid()
        moved = {"seat": place["seat"], "place": to, "uid": new, "card": place["card"], "host": None}
        entry: Any = {"uid": new, "card": place["card"]}
        if to in LETTER_OF:
            entry = Marked(place["card"])
            lord[to].insert(0 if to == "deck" and not bottom else len(lord[to]), entry)
        elif to == "battlefield":
            flags = {"engaged": False, "afflicted": False, "dizzy": True, "facedown": facedown}
            entry |= {**flags, "bonus": 0, "granted": [], "attached": []}
            lord["battlefield"].append(entry)
            entry["dizzy"] = not self.has(self.find(new), "swift")
        elif to in ("tower", "spell"):
            entry |= {"kind": to, "facedown": to == "tower" or facedown, "attached": []}
            lord["fortress"].append(entry)
        elif to == "attached":
            found = self.find(host)
            assert found is not None
            found["entry"]["attached"].append(entry)
        else:
            lord[to].append(entry)
        moved["entry"] = entry
        is_down = to in ("battlefield", "tower", "spell") and bool(entry["facedown"])
        attack = self.p["attack"]
        if to == "groove" and attack is not None and attack["defender"] in self.sharing(place["seat"]):
            attack["energy"] += 1
        self.tell(
            "move",
            verb=verb,
            seat=place["seat"],
            card=place["card"],
            **{"from": place["place"]},
            to=to,
            uid=place["uid"],
            new=new,
            host=host,
            facedown=is_down,
            _from_down=was_down,
            _to_down=is_down or to in ("vault", "groove"),
            _named_by=named_by,
        )
        if then is not None:
            then()
        if place["place"] in ("battlefield", "tower", "spell"):
            for under in list(place["entry"]["attached"]):
                gone = {"seat": place["seat"], "place": "attached", "uid": under["uid"], "card": under["card"]}
                self.move({**gone, "entry": under, "host": place["entry"]}, *attached_go)
        return moved

    def take_away(self, place: Json) -> None:
        """Takes a card from where it lies."""
        lord = self.seat(place["seat"])
        if place["place"] in LETTER_OF:
            del lord[place["place"]][self.index_of(place)]
            return
        if place["place"] == "attached":
            cards = place["host"]["attached"]
        else:
            cards = lord["fortress" if place["place"] in ("tower", "spell") else place["place"]]
        del cards[next(i for i, entry in enumerate(cards) if entry is place["entry"])]

    def arrive(self, moved: Json) -> None:
        """FS-12.3: the events of a card that has come onto the battlefield or into the vault."""
        if moved["place"] == "battlefield":
            self.fire("summoned", moved["seat"], moved)
        elif moved["place"] == "vault":
            self.fire("crystallised", moved["seat"], moved)

    def destroy(self, place: Json, named_by: int | None = None) -> Json | None:
        """FS-8.1, FS-8.2, FS-8.4: destroys a creature, tower, spell or crystal; None if a ward held."""
        seat = place["seat"]
        for under in place["entry"].get("attached", []):
            context = self.source_context(seat, under["uid"], under["card"], place["uid"])
            for ability in self.card(under["card"])["spell"]["abilities"]:
                if ability.get("passive") == "ward" and self.holds(ability.get("if"), context):
                    self.tell("ward", uid=place["uid"], by=under["uid"])
                    found = self.find(under["uid"])
                    assert found is not None
                    self.move(found, "trash", "trash")
                    return None
        lost = {"battlefield": "destroyed", "tower": "tower_lost", "spell": "spell_lost"}.get(place["place"])
        if lost is not None:
            self.fire(lost, seat, place)
        if place["place"] != "tower":
            return self.move(place, "destroy", "groove", named_by=named_by)

        def extra() -> None:
            if self.seat(seat)["deck"]:
                self.move(self.indexed(seat, "deck", 0), "energise", "groove")

        return self.move(place, "destroy", "groove", named_by=named_by, then=extra, attached_go=("destroy", "groove"))

    # ---------------------------------------------------------------------------------------------- sources and events

    def source_context(
        self, seat: int, uid: int | None, card: str | None, bearer: int | None, subject: Json | None = None
    ) -> Json:
        """What references and conditions of an ability outside a list of effects are about."""
        about = None if subject is None else {key: subject[key] for key in ("uid", "seat", "card")}
        context = {"seat": seat, "uid": uid, "card": card, "bearer": bearer, "subject": about}
        return {**context, "event": None, "last": [], "did": 0}

    def sources(self) -> Iterator[Json]:
        """FS-13.2: all cards with abilities: seat, uid, card, bearer, kind, abilities, mute (FS-13.3)."""
        for seat in self.clockwise(self.p["active"]):
            if not self.is_in(seat):
                continue
            for zone in ("battlefield", "fortress"):
                for entry in self.seat(seat)[zone]:
                    mute = zone == "battlefield" and entry["afflicted"]
                    kind, abilities = self.abilities_of(zone, entry)
                    found = [(entry, None, kind, abilities)]
                    for under in entry["attached"]:
                        found.append((under, entry["uid"], "attached", self.card(under["card"])["spell"]["abilities"]))
                    for one, bearer, kind, abilities in found:
                        if abilities:
                            source = {"seat": seat, "uid": one["uid"], "card": one["card"], "bearer": bearer}
                            yield {**source, "kind": kind, "abilities": abilities, "mute": mute}

    def abilities_of(self, zone: str, entry: Json) -> tuple[str, list[Json]]:
        """FS-3.1, FS-3.8: the abilities that count of a card in its zone; a hidden spell has its trigger."""
        card = self.card(entry["card"])
        if zone == "battlefield":
            return "creature", [] if entry["facedown"] else card["creature"].get("abilities", [])
        if entry["kind"] == "tower":
            return "tower", []
        if entry["facedown"]:
            return "hidden", [card["spell"]]
        return "active", card["spell"]["abilities"]

    def fire(self, when: str, lord: int, subject: Json | None) -> None:
        """FS-13.1: an event; every ability that fits is appended to the queue."""
        about = None if subject is None else {key: subject[key] for key in ("uid", "seat", "card")}
        for source in list(self.sources()):
            if source["mute"]:
                continue
            if when in ("cast", "retaliates") and about is not None and source["uid"] == about["uid"]:
                continue  # FS-12.3: not the spell just played
            for ability in source["abilities"]:
                if ability.get("when") != when or not self.by_fits(ability, source, when, lord, about):
                    continue
                context = self.source_context(source["seat"], source["uid"], source["card"], source["bearer"], about)
                context["event"] = when
                if "filter" in ability and not (subject and self.fits(subject, ability["filter"], context)):
                    continue
                if not self.holds(ability.get("if"), context):
                    continue
                entry = {key: source[key] for key in ("seat", "uid", "card", "bearer")}
                entry |= {"subject": copied(about), "event": when, "do": copied(ability["do"])}
                self.p["queue"].append({**entry, "hidden": source["kind"] == "hidden"})

    def by_fits(self, ability: Json, source: Json, when: str, lord: int, subject: Json | None) -> bool:
        """FS-12.4: whether `by` fits."""
        by = ability.get("by", default_by(when, source["kind"]))
        itself = subject is not None and subject["uid"] in (source["uid"], source["bearer"])
        if by == "this":
            return itself
        own = lord == source["seat"] or (when not in NOT_SHARED and lord in self.sharing(source["seat"]))
        if by == "own":
            return own
        if by == "other":
            return own and not itself
        if by == "opponent":
            return lord in self.opponents(source["seat"])
        return lord == source["seat"] or lord in self.in_range(source["seat"])

    # -------------------------------------------------------------------------------------- FS-12.7 passives, strength

    def passives(self, word: str) -> Iterator[tuple[Json, Json]]:
        """FS-12.7: all passives with this word, with their sources, whatever their conditions."""
        for source in list(self.sources()):
            for ability in source["abilities"]:
                if ability.get("passive") == word:
                    yield source, ability

    def passives_on(self, creature: Json, word: str) -> Iterator[tuple[Json, Json]]:
        """FS-12.7: the passives with this word that act on a creature, with the contexts of their sources."""
        for source, ability in self.passives(word):
            scope = ability.get("scope", "own" if source["kind"] == "active" else "this")
            itself = creature["uid"] in (source["uid"], source["bearer"])
            if scope == "this":
                reached = itself
            elif scope == "own":
                reached = creature["seat"] in self.sharing(source["seat"])
            elif scope == "others":
                reached = creature["seat"] in self.sharing(source["seat"]) and not itself
            else:
                reached = creature["seat"] in self.opponents(source["seat"])
            if not reached:
                continue
            context = self.source_context(source["seat"], source["uid"], source["card"], source["bearer"], creature)
            if "filter" in ability and not self.fits(creature, ability["filter"], context):
                continue
            if self.holds(ability.get("if"), context):
                yield context, ability

    def has(self, creature: Json | None, word: str) -> bool:
        """FS-12.6 grant, FS-12.7: whether a creature has a word."""
        assert creature is not None
        return word in creature["entry"]["granted"] or any(True for _ in self.passives_on(creature, word))

    def strength(self, creature: Json) -> int:
        """FS-7.6: the strength of a creature on the battlefield."""
        entry = creature["entry"]
        if entry["facedown"]:
            printed = self.option("generic_creature")
        else:
            printed = self.card(entry["card"])["creature"]
        bonus: int = entry["bonus"]
        for context, ability in self.passives_on(creature, "strength"):
            if self.is_during(ability.get("during", "always"), entry["uid"]):
                bonus += self.number(ability["n"], context)
        strength: int = printed["strength"]
        if not entry["afflicted"]:
            return max(0, strength + bonus)
        afflicted: int = printed.get("afflicted", strength // 2)
        return max(0, afflicted + bonus // 2)

    def is_during(self, during: str, uid: int) -> bool:
        """FS-12.7: `during` of a strength passive."""
        attack = self.p["attack"]
        if during == "always":
            return True
        if attack is None:
            return False
        if during == "attack":
            return bool(attack["attacker"] == uid)
        if attack["blocker"] is not None:
            return bool(attack["blocker"] == uid)
        return during == "defend" and attack["target"] == uid

    def mana(self, seat: int) -> int:
        """FS-6.5: the mana of a lord."""
        mana: int = len(self.seat(seat)["vault"]) - self.seat(seat)["mana_spent"]
        for source, ability in self.passives("mana"):
            context = self.source_context(source["seat"], source["uid"], source["card"], source["bearer"])
            if source["seat"] == seat and self.holds(ability.get("if"), context):
                mana += self.number(ability["n"], context)
        return mana

    def mana_cost(self, seat: int, card_id: str, half: str) -> int:
        """FS-6.7, FS-6.9: what a play from the hand costs."""
        card = self.card(card_id)
        if half == "generic" or (half == "creature" and card["creature"].get("inverted", False)):
            return 3
        if half == "spell" and card["spell"]["type"] == "hidden":
            return 3
        cost: int = card[half]["cost"]
        for source, ability in self.passives("cost"):
            if source["seat"] not in self.sharing(seat) or ability["of"] not in (half, "both"):
                continue
            context = self.source_context(source["seat"], source["uid"], source["card"], source["bearer"])
            filter_ = {key: value for key, value in ability.get("filter", {}).items() if key != "other"}
            played = {"seat": seat, "place": "hand", "uid": None, "card": card_id, "entry": None}
            if "status" in filter_ or "matching" in filter_ or not self.fits(played, filter_, context):
                continue
            if self.holds(ability.get("if"), context):
                cost += self.number(ability["n"], context)
        return max(1, cost)

    # --------------------------------------------------------------------- references, filters, numbers and conditions

    def refer(self, ref: str, context: Json) -> list[Json]:
        """FS-12.5.1: the cards that a reference means."""
        attack = self.p["attack"]
        if ref == "last":
            return [place for uid in context["last"] if (place := self.find(uid)) is not None]
        uid: int | None = None
        if ref == "this":
            uid = context["uid"]
        elif ref == "bearer":
            uid = context["bearer"]
        elif ref == "subject":
            uid = None if context["subject"] is None else context["subject"]["uid"]
        elif attack is not None and ref in ("attacker", "blocker"):
            uid = attack[ref]
        elif attack is not None:  # foe
            own = [one for one in (context["uid"], context["bearer"]) if one is not None]
            if attack["attacker"] in own:
                uid = attack["target"] if attack["blocker"] is None else attack["blocker"]
            elif attack["blocker"] is not None:
                uid = attack["attacker"] if attack["blocker"] in own else None
            elif attack["target"] is not None and attack["target"] in own:
                uid = attack["attacker"]
        if uid is None:
            return []
        place = self.find(uid)
        if place is not None:
            return [place]
        if context["event"] in LOST and ref in ("this", "subject"):
            gone = context if ref == "this" else context["subject"]
            groove = self.seat(gone["seat"])["groove"]
            for index in reversed(range(len(groove))):
                if groove[index] == gone["card"]:
                    return [self.indexed(gone["seat"], "groove", index)]
        return []

    def fits(self, place: Json, filter_: Json, context: Json, searched: bool = False, verb: str | None = None) -> bool:
        """FS-12.8: whether a card fits a filter; searched: its face can be read wherever it lies; verb: picks it."""
        kept = {key: value for key, value in filter_.items() if key != "matching"}
        if not all(self.key_fits(place, key, value, context, searched) for key, value in kept.items()):
            return False
        return "matching" not in filter_ or self.matches(place, filter_["matching"], context, searched, verb)

    def key_fits(self, place: Json, key: str, value: Any, context: Json, searched: bool) -> bool:
        """FS-12.8: one key of a filter."""
        card = self.card(place["card"])
        creature, spell, entry = card["creature"], card["spell"], place["entry"]
        if key == "sphere":
            return any(word in card["spheres"] for word in (value if isinstance(value, list) else [value]))
        if key == "other":
            return place["uid"] is None or place["uid"] not in (context["uid"], context["bearer"])
        if key == "status":
            if place["place"] != "battlefield":
                return False
            holds = {word: bool(entry[word]) for word in ("engaged", "afflicted", "dizzy", "facedown", "attached")}
            holds |= {"ready": not entry["engaged"], "cured": not entry["afflicted"]}
            return all(holds[word] for word in value)
        if key in ("max_strength", "min_strength") and place["place"] == "battlefield":
            strength = self.strength(place)
        elif self.lies_face_down(place) and not searched:
            return False
        else:
            strength = creature["strength"]
        if key == "max_strength":
            return bool(strength <= value)
        if key == "min_strength":
            return bool(strength >= value)
        if key in ("race", "keyword"):
            return bool(creature.get(key) == value)
        if key == "spell_type":
            return bool(spell["type"] == value)
        if key == "max_cost":
            return bool(creature["cost"] <= value)
        if key == "min_cost":
            return bool(creature["cost"] >= value)
        if key == "max_spell_cost":
            return bool(spell["cost"] <= value)
        assert key == "min_spell_cost"
        return bool(spell["cost"] >= value)

    def matches(self, place: Json, matching: Json, context: Json, searched: bool, verb: str | None) -> bool:
        """FS-12.8: the key `matching`."""
        by = matching.get("by", "both")
        if by != "sphere" and self.lies_face_down(place) and not searched:
            return False
        found = self.refer(matching["to"], context)
        if not found:
            return False
        card, other = self.card(place["card"]), self.card(found[0]["card"])
        down = self.lies_face_down(found[0])
        if by in ("race", "keyword"):
            return not down and card["creature"].get(by) == other["creature"].get(by)
        shares = any(sphere in other["spheres"] for sphere in card["spheres"])
        if verb in ("cast", "evoke") or place["place"] in ("spell", "attached", "casting"):
            cheap = card["spell"]["cost"] <= (0 if down else other["spell"]["cost"])
        else:
            cheap = card["creature"]["cost"] <= (3 if down else other["creature"]["cost"])
        return bool({"sphere": shares, "cost": cheap, "both": shares and cheap}[by])

    def count(self, count: Json, context: Json) -> int:
        """FS-12.9: a COUNT."""
        return sum(
            self.fits(place, count.get("filter", {}), context)
            for lord in self.lords_with(count["whose"], context["seat"], count["zone"])
            for place in self.places(lord, count["zone"])
        )

    def number(self, number: Any, context: Json) -> int:
        """FS-12.9: a NUMBER."""
        if not isinstance(number, dict):
            return int(number)
        if "count" in number:
            value = self.count(number["count"], context)
        else:
            found = self.refer(number["of"], context)
            value = self.variable(number["var"], found[0]) if found else 0
        return min(value, number["max"]) if "max" in number else value

    def variable(self, var: str, place: Json) -> int:
        """FS-12.9, FS-12.8: a variable of a card."""
        card, down = self.card(place["card"]), self.lies_face_down(place)
        if var == "strength":
            if place["place"] == "battlefield":
                return self.strength(place)
            return 0 if down else int(card["creature"]["strength"])
        if var == "creature_cost":
            return 3 if down else int(card["creature"]["cost"])
        return 0 if down else int(card["spell"]["cost"])

    def holds(self, condition: Json | None, context: Json) -> bool:
        """FS-12.10: a CONDITION; none holds."""
        if condition is None:
            return True
        if "count" in condition:
            value = self.count(condition["count"], context)
            return condition.get("min", 0) <= value and ("max" not in condition or value <= condition["max"])
        if "is" in condition:
            found = self.refer(condition["of"], context)
            return bool(found) and self.fits(found[0], condition["is"], context)
        if "turn" in condition:
            own = self.p["active"] in self.sharing(context["seat"])
            return bool(own == (condition["turn"] == "own"))
        if "more" in condition:
            first, second = (self.count(count, context) for count in condition["more"])
            return first > second
        if "did" in condition:
            return bool(context["did"] >= condition["did"])
        if "not" in condition:
            return not self.holds(condition["not"], context)
        if "all" in condition:
            return all(self.holds(one, context) for one in condition["all"])
        return any(self.holds(one, context) for one in condition["any"])

    # ------------------------------------------------------------------------------------- the course: what comes next

    def advance(self) -> None:
        """FS-13.4: carries the game on to the next decision."""
        p = self.p
        p["pending"], p["to_act"] = None, None
        self.waiting = False
        while not self.waiting:
            if p["step"] == "over":
                return
            if p["programs"]:
                self.run_program()
            elif p["queue"]:
                self.take_from_queue()
            elif p["attack"] is not None:
                self.go_on_with_attack()
            elif p["step"] == "assembly":
                self.go_on_with_assembly()
            else:
                self.go_on_with_step()

    def ask(self, kind: str, seat: int, options: Iterable[str] | None, need_: int = 1) -> None:
        """FS-19.4: a decision is pending."""
        program = self.p["programs"][-1] if self.p["programs"] else None
        running = kind in ("target", "lord")
        source = None
        if program is not None and running and program["uid"] is not None:
            source = {"uid": program["uid"], "card": program["card"]}
        self.p["pending"] = {
            "kind": kind,
            "seat": seat,
            "options": None if options is None else sorted(options, key=option_order),
            "verb": program["do"][0]["do"] if program is not None and running else None,
            "source": source,
            "need": need_,
            "picked": list(program["picked"]) if program is not None and running else [],
        }
        self.p["to_act"] = seat
        self.waiting = True

    def take_from_queue(self) -> None:
        """FS-13.4 to FS-13.6: the head of the queue."""
        p = self.p
        if p["chain"] >= 30:
            p["queue"] = []
            self.tell("loop_cut")
            return
        entry = p["queue"].pop(0)
        p["chain"] += 1
        uid = entry["uid"]
        if entry["hidden"]:
            place = self.find(uid)
            if place is None or place["place"] != "spell" or not place["entry"]["facedown"]:
                return
            self.tell("trigger", seat=entry["seat"], uid=uid, card=entry["card"], when=entry["event"])
            uid = self.move(place, "reveal", "casting")["uid"]
        else:
            self.tell("trigger", seat=entry["seat"], uid=uid, card=entry["card"], when=entry["event"])
        self.start_program({**entry, "uid": uid}, entry["do"], entry["hidden"])

    def start_program(self, source: Json, effects: list[Json], finish: bool) -> None:
        """FS-14.1: a list of effects begins. source: seat, uid, card, bearer, subject, event."""
        program = {key: source[key] for key in ("seat", "uid", "card", "bearer", "subject", "event")}
        program |= {"last": [], "did": 0, "do": copied(effects), "finish": finish}
        self.p["programs"].append({**program, "picked": [], "first": None, "stop": False})

    # --------------------------------------------------------------------------------------- FS-14 carrying out effects

    def run_program(self) -> None:
        """FS-14.1, FS-14.2: the next bit of the running list."""
        program = self.p["programs"][-1]
        if not program["do"]:
            self.p["programs"].pop()
            if program["finish"]:
                place = self.find(program["uid"])
                if place is not None and place["place"] == "casting":
                    self.move(place, "trash", "trash")
            return
        effect = program["do"][0]
        if "if" in effect:
            if not self.holds(effect["if"], program):
                self.end_effect(program, [], 0)
                return
            del effect["if"]
        verb = effect["do"]
        holder = effect.get("target", {}) if verb in TARGET_VERBS else effect
        if holder.get("whose") in ("each", "each_opponent"):
            self.expand(program, effect, verb)
        elif verb == "draw":
            self.do_draw(program, effect)
        elif verb == "shuffle":
            self.do_shuffle(program, effect)
        elif verb == "replace":
            self.do_replace(program, effect)
        else:
            self.do_verb(program, effect, verb)

    def end_effect(self, program: Json, last: list[int], did: int) -> None:
        """FS-12.10: an effect is over."""
        del program["do"][0]
        program |= {"last": last, "did": did, "picked": [], "first": None, "stop": False}

    def expand(self, program: Json, effect: Json, verb: str) -> None:
        """FS-14.4: `each` becomes one effect for each lord."""
        holder = effect["target"] if verb in TARGET_VERBS else effect
        effects = []
        for lord in self.lords_meant(holder["whose"], program["seat"]):
            one = copied(effect)
            (one["target"] if verb in TARGET_VERBS else one)["whose"] = lord
            effects.append(one)
        program["do"][0:1] = effects
        program |= {"last": [], "did": 0}

    def one_lord(self, program: Json, holder: Json, lords: list[int]) -> bool:
        """FS-14.3: one of these lords is needed; False if he has first to be named."""
        if holder["whose"] not in ("opponent", "any"):
            return True
        if len(lords) > 1:
            self.ask("lord", program["seat"], [f"p{lord}" for lord in lords])
            return False
        if lords:
            holder["whose"] = lords[0]
        return True

    def do_draw(self, program: Json, effect: Json) -> None:
        """FS-12.6 draw, FS-10.3, FS-14.4."""
        lords = self.lords_meant(effect["whose"], program["seat"])
        if not self.one_lord(program, effect, lords):
            return
        if not lords:
            self.end_effect(program, [], 0)
            return
        lord = lords[0]
        owner = self.seat(lord)
        to_come, drawn = self.number(effect["n"], program), effect.get("drawn", 0)
        while to_come > 0:
            if not owner["deck"]:
                self.tell("deckout", seat=lord)
                if owner["trash"]:
                    owner["deck"], owner["trash"] = owner["trash"], []
                    self.shuffle(owner["deck"])
                else:
                    to_come = 0
                tower = {"zone": "tower", "whose": lord, "pick": "owner", "n": 1}
                rest = {"do": "draw", "whose": lord, "n": to_come, "drawn": drawn}
                program["do"][0:1] = [{"do": "destroy", "target": tower}, rest]
                return
            self.move(self.indexed(lord, "deck", 0), "draw", "hand")
            to_come, drawn = to_come - 1, drawn + 1
        self.end_effect(program, [], drawn)

    def do_shuffle(self, program: Json, effect: Json) -> None:
        """FS-12.6 shuffle."""
        lords = self.lords_meant(effect["whose"], program["seat"])
        if not self.one_lord(program, effect, lords):
            return
        for lord in lords[:1]:
            self.tell("shuffle", seat=lord, zone=effect["zone"])
            self.shuffle(self.seat(lord)[effect["zone"]])
        self.end_effect(program, [], 0)

    def chooser(self, selector: Json, seat: int, lord: int) -> int | None:
        """FS-12.5.4: who names cards of this lord's zone; None where nobody does."""
        pick = default_pick(selector)
        if pick == "choose":
            return seat
        if pick == "owner":
            return lord
        if pick == "opponent_choice":
            return next(iter(self.opponents(seat)), seat) if lord == seat else lord
        return None

    def eligible(
        self, selector: Json, program: Json, verb: str, effect: Json, lords: list[int], enters: str | None = None
    ) -> list[Json]:
        """FS-12.5.6: the eligible cards of these lords, in zone order. enters: where a replaced card would go."""
        found = []
        for lord in lords:
            for place in self.places(lord, selector["zone"]):
                searched = "search" in selector
                if "filter" in selector and not self.fits(place, selector["filter"], program, searched, verb):
                    continue
                if not self.would_do(place, verb, effect, enters):
                    continue
                if place["place"] == "battlefield" and default_pick(selector) != "all":
                    if not self.partners(lord, program["seat"]) and self.has(place, "untargetable"):
                        continue
                found.append(place)
        return found

    def would_do(self, place: Json, verb: str, effect: Json, enters: str | None) -> bool:
        """FS-12.5.6: whether the verb would do something with a card of its zone."""
        entry = place["entry"]
        if verb == "afflict":
            return not entry["afflicted"] and not self.has(place, "immune_afflict")
        if verb == "cure":
            return bool(entry["afflicted"])
        if verb == "engage":
            return not entry["engaged"]
        if verb == "ready":
            return bool(entry["engaged"])
        if verb == "unveil":
            return bool(entry["facedown"])
        if verb == "evoke":
            return not entry["facedown"]
        if verb == "grant":
            return effect["passive"] not in entry["granted"]
        if verb == "cast" and self.card(place["card"])["spell"]["type"] != "active":
            return False
        if verb in ("cast", "summon") or enters in ("battlefield", "spell"):
            return self.may_enter(place["seat"])
        return True

    def picked_places(self, program: Json) -> list[Json]:
        """The cards named so far."""
        return [place for option in program["picked"] if (place := self.place_of(option)) is not None]

    def pick(
        self, program: Json, selector: Json, effect: Json, only: int | None = None, enters: str | None = None
    ) -> list[Json] | None:
        """FS-14.3: the cards of a selector; None while somebody has to be asked. only: the lord of side a."""
        verb = effect["do"]
        if "ref" in selector:
            found = self.refer(selector["ref"], program)
            return [place for place in found if only in (None, place["seat"])]
        seat, zone, kind, search = program["seat"], selector["zone"], default_pick(selector), "search" in selector
        lords = self.lords_picked_from(program, selector)
        if only is not None:
            lords = [lord for lord in lords if lord == only]
        if selector["whose"] in ("opponent", "any") and kind != "all" and (search or kind != "choose"):
            if search:
                lords = [lord for lord in lords if self.places(lord, zone)]
            else:
                lords = [lord for lord in lords if self.eligible(selector, program, verb, effect, [lord], enters)]
            if not self.one_lord(program, selector, lords):
                return None
        eligible = self.eligible(selector, program, verb, effect, lords, enters)
        n = 1 if verb == "replace" else self.number(selector.get("n", 1), program)
        if kind == "all":
            return eligible
        if n < 1:
            return []
        if kind == "top":
            return eligible[:n]
        if kind == "random":
            if len(eligible) <= n:
                return eligible
            return [eligible.pop(self.chance(len(eligible))) for _ in range(n)]
        if not lords:
            return []
        picked = self.picked_places(program)
        left = n - len(picked)
        rest = [place for place in eligible if self.option_of(place) not in program["picked"]]
        if left <= 0 or program["stop"]:
            return picked
        options = [self.option_of(place) for place in rest]
        if search:
            if not any(self.places(lord, zone) for lord in lords) or (picked and not rest):
                return picked
            if "upto" in selector or not rest:
                options.append("none")
        elif not rest:
            return picked
        elif "upto" in selector:
            options.append("none")
        elif len(rest) <= left:
            return picked + rest
        chooser = self.chooser(selector, seat, lords[0])
        assert chooser is not None
        self.ask("target", chooser, options, left)
        return None

    def lords_picked_from(self, program: Json, selector: Json) -> list[int]:
        """FS-21.9: the lords whose cards a selector of the running effect is for; in a replace one lord only."""
        if program["do"][0]["do"] == "replace":
            return self.lords_meant(selector["whose"], program["seat"])
        return self.lords_with(selector["whose"], program["seat"], selector["zone"])

    def searches(self, program: Json, selector: Json, only: int | None = None) -> list[tuple[int, int, str]]:
        """FS-12.5.5: what a selector searches, as (who looks, lord, zone); to be asked before cards move."""
        if "search" not in selector:
            return []
        if only is None and self.number(selector.get("n", 1), program) < 1:
            return []
        zone = selector["zone"]
        lords = self.lords_picked_from(program, selector)
        if only is not None:
            lords = [lord for lord in lords if lord == only]
        elif selector["whose"] in ("opponent", "any") and default_pick(selector) != "all":
            return []  # no lord had a card
        found = []
        for lord in lords:
            if self.places(lord, zone):
                shared = self.shared_lord(program, selector)
                chooser = self.chooser(selector, program["seat"], lord if shared is None else shared)
                found.append((program["seat"] if chooser is None else chooser, lord, zone))
        return found

    def tell_searches(self, searches: list[tuple[int, int, str]]) -> None:
        """FS-20.4: after the moves."""
        for chooser, lord, zone in searches:
            self.tell("search", seat=chooser, lord=lord, zone=zone)
            if zone == "deck":
                self.tell("shuffle", seat=lord, zone="deck")
                self.shuffle(self.seat(lord)["deck"])

    def namer(self, program: Json, selector: Json, place: Json) -> int | None:
        """FS-20.7: the seat that has named this card in a search."""
        if "search" not in selector:
            return None
        shared = self.shared_lord(program, selector)
        return self.chooser(selector, program["seat"], place["seat"] if shared is None else shared)

    def shared_lord(self, program: Json, selector: Json) -> int | None:
        """FS-21.9: the lord who chooses for both where partners share a zone; None where each lord is for himself."""
        lords = self.lords_picked_from(program, selector)
        words = ("own", "attacking", "defending")
        return lords[0] if selector["whose"] in words and len(lords) == 2 else None

    def do_verb(self, program: Json, effect: Json, verb: str) -> None:
        """FS-12.6: an effect with a target."""
        selector = effect.get("target", {"ref": "this"})
        places = self.pick(program, selector, effect)
        if places is None:
            return
        searches = self.searches(program, selector)
        if verb == "evoke":
            self.do_evoke(program, selector, places[:1])
            return
        amount = self.number(effect["amount"], program) if verb == "strengthen" else 0
        last: list[int] = []
        did = 0
        for place in places:
            if place["uid"] is not None and self.find(place["uid"]) is None:
                continue  # `last` may hold a card twice, if both sides of a replace named it
            moved, changed = self.do_with_card(program, effect, verb, selector, place, amount)
            did += changed
            if moved is not None and moved["uid"] is not None and self.find(moved["uid"]) is not None:
                last.append(moved["uid"])
        self.tell_searches(searches)
        self.end_effect(program, last, did)

    def do_with_card(
        self, program: Json, effect: Json, verb: str, selector: Json, place: Json, amount: int
    ) -> tuple[Json | None, bool]:
        """FS-12.6: the verb with one card; gives where it is now, and whether it moved or changed."""
        named_by = self.namer(program, selector, place)
        if verb in DESTINATIONS:
            to = DESTINATIONS[verb]
            if place["place"] == to:
                return place, False
            if verb == "cast" and self.card(place["card"])["spell"]["type"] != "active":
                return place, False
            if verb in ("summon", "cast") and not self.may_enter(place["seat"]):
                return place, False
            bottom = effect.get("place") == "bottom"
            moved = self.move(place, verb, to, bottom=bottom, named_by=named_by)
            if verb in ("summon", "crystallise"):
                self.arrive(moved)
            return moved, True
        if verb == "destroy":
            if place["place"] not in ("battlefield", "tower", "spell", "vault"):
                return place, False
            gone = self.destroy(place, named_by)
            return (place, False) if gone is None else (gone, True)
        if place["place"] != "battlefield":
            return place, False
        entry = place["entry"]
        if verb in ("afflict", "cure"):
            if entry["afflicted"] == (verb == "afflict"):
                return place, False
            if verb == "afflict" and self.has(place, "immune_afflict"):
                return place, False
            entry["afflicted"] = verb == "afflict"
            self.tell("status", uid=place["uid"], status="afflicted", on=entry["afflicted"])
            self.fire("afflicted" if verb == "afflict" else "cured", place["seat"], place)
            return place, True
        if verb in ("engage", "ready"):
            return place, self.set_engaged(place, verb == "engage")
        if verb == "strengthen":
            entry["bonus"] += amount
            self.tell("strengthen", uid=place["uid"], n=amount)
            return place, amount != 0
        if verb == "grant":
            if effect["passive"] in entry["granted"]:
                return place, False
            entry["granted"].append(effect["passive"])
            self.tell("grant", uid=place["uid"], word=effect["passive"])
            return place, True
        return place, self.unveil(place)

    def set_engaged(self, place: Json, on: bool) -> bool:
        """FS-3.6: engages or readies a creature; False if it was so."""
        if place["entry"]["engaged"] == on:
            return False
        place["entry"]["engaged"] = on
        self.tell("status", uid=place["uid"], status="engaged", on=on)
        return True

    def unveil(self, place: Json) -> bool:
        """FS-3.9: turns an inverted creature face up."""
        entry = place["entry"]
        if not entry["facedown"] or not self.card(entry["card"])["creature"].get("inverted", False):
            return False
        entry["facedown"] = False
        self.tell("unveil", uid=place["uid"], card=entry["card"])
        self.fire("unveiled", place["seat"], place)
        return True

    def do_evoke(self, program: Json, selector: Json, places: list[Json]) -> None:
        """FS-12.6 evoke."""
        uid: int | None = None
        for place in places:
            if place["place"] == "battlefield" and not place["entry"]["facedown"]:
                uid = place["uid"]
            elif place["place"] == "groove" and selector.get("ref") == "this":
                uid = program["uid"]
        if uid is None:
            self.end_effect(program, [], 0)
            return
        card = places[0]["card"]
        self.end_effect(program, [uid] if self.find(uid) is not None else [], 1)
        self.tell("evoke", seat=program["seat"], uid=uid, card=card)
        source = {"seat": program["seat"], "uid": uid, "card": card, "bearer": None}
        source |= {"subject": copied(program["subject"]), "event": program["event"]}
        self.start_program(source, self.card(card)["spell"].get("do", []), False)

    def do_replace(self, program: Json, effect: Json) -> None:
        """FS-12.6 replace."""
        side_a, side_b = effect["a"], effect["b"]
        if program["first"] is None:
            enters = side_b.get("zone")
            if enters is None:
                found = self.refer(side_b["ref"], program)
                enters = found[0]["place"] if found else None
            places = self.pick(program, side_a, effect, enters=enters)
            if places is None:
                return
            if not places:
                self.tell_searches(self.searches(program, side_a))
                self.end_effect(program, [], 0)
                return
            program |= {"first": self.option_of(places[0]), "picked": [], "stop": False}
        first = self.place_of(program["first"])
        if first is None:
            self.end_effect(program, [], 0)
            return
        places = self.pick(program, side_b, effect, only=first["seat"], enters=first["place"])
        if places is None:
            return
        searches = [
            *self.searches(program, side_a, first["seat"]),
            *self.searches(program, side_b, first["seat"]),
        ]
        last: list[int] = []
        did = 0
        if places and self.can_replace(first, places[0]):
            second = places[0]
            to_a, to_b = second["place"], first["place"]
            moves = ((first, to_a, side_a), (second, to_b, side_b))
            for place, to, selector in moves:
                moved = self.move(place, "replace", to, named_by=self.namer(program, selector, place))
                self.arrive(moved)
                if moved["uid"] is not None:
                    last.append(moved["uid"])
            did = 2
        else:
            last = [place["uid"] for place in (first, *places[:1]) if place["uid"] is not None]
        self.tell_searches(searches)
        self.end_effect(program, last, did)

    def can_replace(self, first: Json, second: Json) -> bool:
        """FS-12.6: whether two cards can change zones."""
        if first["place"] == second["place"] or first["seat"] != second["seat"]:
            return False
        for card, to in ((first, second["place"]), (second, first["place"])):
            if to in ("casting", "attached"):
                return False
            if to in ("battlefield", "spell") and not self.may_enter(card["seat"]):
                return False
            if to == "spell" and self.card(card["card"])["spell"]["type"] != "active":
                return False
        return True

    # ------------------------------------------------------------------------------------------------- FS-5 the turn

    def begin_step(self, step: str) -> None:
        """FS-5.1: a step begins."""
        self.p |= {"step": step, "done": False}
        if self.option("mode") == "citadel":
            self.tell("step", step=step, seat=self.p["active"])
        else:
            self.tell("step", step=step)

    def begin_turn(self, turn: int, active: int) -> None:
        """FS-5.1: a turn begins."""
        self.p |= {"turn": turn, "active": active, "placed": [], "played": False, "acts": 0, "chain": 0}
        if self.option("mode") == "citadel":
            for lord in self.p["seats"]:
                lord |= {"placed": [], "played": False}
        self.tell("turn", turn=turn, seat=active)
        self.begin_step("tag" if self.option("mode") == "tag_team" else "regroup")

    def book(self) -> Json:
        """FS-21.8: where `placed` and `played` of the active lord are kept."""
        return self.seat(self.p["active"]) if self.option("mode") == "citadel" else self.p

    def close_part(self) -> None:
        """FS-5.1, FS-21.8: the step of the active lord is over."""
        p, step, active = self.p, self.p["step"], self.p["active"]
        together = self.option("mode") == "citadel" and not self.seat(active)["out"]
        if together and active < self.partner(active):
            p["active"] = self.partner(active)
            self.begin_step(step)
            return
        if step == "end":
            self.pass_turn()
            return
        if together:
            p["active"] = self.partner(active)
        self.begin_step("regroup" if step == "tag" else STEPS[STEPS.index(step) + 1])

    def go_on_with_step(self) -> None:
        """FS-5.1, FS-5.2, FS-5.7: nothing waits; the step is carried on, closed, or the active lord is asked."""
        p, step, active = self.p, self.p["step"], self.p["active"]
        if p["done"]:
            self.close_part()
            return
        if step == "regroup":
            for entry in list(self.seat(active)["battlefield"]):
                place = self.find(entry["uid"])
                assert place is not None
                if entry["engaged"] and not self.has(place, "stays_engaged"):
                    self.set_engaged(place, False)
            p["done"] = True
            self.fire("regroup", active, None)
        elif step == "draw":
            p["done"] = True
            n = 1 if self.seat(active)["hand"] else 5
            source = {"seat": active, "uid": None, "card": None, "bearer": None, "subject": None, "event": None}
            self.start_program(source, [{"do": "draw", "whose": "own", "n": n}], False)
        elif step == "end":
            p["done"] = True
            self.fire("turn_end", active, None)
        elif self.is_skipped(step):
            p["done"] = True
        else:
            p["to_act"] = active
            self.waiting = True

    def is_skipped(self, step: str) -> bool:
        """FS-5.2, FS-5.6, FS-5.7: a decision step that is closed without asking."""
        p, active = self.p, self.p["active"]
        if step == "tag":
            return bool(self.seat(active)["out"] or self.seat(self.partner(active))["out"])
        if step != "discard" and p["acts"] >= 200:
            return True
        if step in ("cure", "battle"):
            return set(self.list_actions()) == {"end"}
        if step == "casting" and any(len(spheres) == 2 for spheres in self.book()["placed"]):
            return True
        return not self.seat(active)["hand"]

    def pass_turn(self) -> None:
        """FS-10.5, FS-11.3: the end of the turn."""
        p = self.p
        for lord in p["seats"]:
            lord["mana_spent"] = 0
            for creature in lord["battlefield"]:
                creature |= {"bonus": 0, "granted": [], "dizzy": False}
        if p["turn"] >= self.option("max_turns"):
            self.end_by_limit()
        else:
            self.begin_turn(p["turn"] + 1, self.next_active())

    def next_active(self) -> int:
        """FS-5.1, FS-21.3: whose turn comes next."""
        active = self.p["active"]
        if self.option("mode") not in ("tag_team", "citadel"):
            return self.clockwise((active + 1) % self.lords())[0]
        teams = sorted({self.seat(seat)["team"] for seat in self.living()})
        own = self.seat(active)["team"]
        return self.leader(next((team for team in teams if team > own), teams[0]))

    def end_by_limit(self) -> None:
        """FS-11.3: the limit of turns is reached."""
        values = {}
        for team in sorted({self.seat(seat)["team"] for seat in self.living()}):
            members = [self.seat(seat) for seat in self.living() if self.seat(seat)["team"] == team]
            towers = sum(card["kind"] == "tower" for lord in members for card in lord["fortress"])
            others = [sum(len(lord[zone]) for lord in members) for zone in ("battlefield", "vault", "deck")]
            values[team] = [towers, *others]
        best = [team for team, value in values.items() if value == max(values.values())]
        self.end_match(best, "max_turns")

    def end_match(self, teams: list[int], reason: str) -> None:
        """FS-11.1: the game is over; all members of these sides have won."""
        winners = [seat for seat in range(self.lords()) if self.seat(seat)["team"] in teams]
        self.p |= {"step": "over", "done": False, "result": {"winners": winners, "reason": reason}}
        self.p |= {"programs": [], "queue": [], "attack": None}
        self.tell("over", winners=winners, reason=reason)

    # ---------------------------------------------------------------------------------------- FS-5, FS-6 the own plays

    def list_cures(self) -> Iterator[str]:
        """FS-5.4: cures."""
        lord = self.seat(self.p["active"])
        creatures = [one for seat in self.sharing(self.p["active"]) for one in self.seat(seat)["battlefield"]]
        for creature in creatures:
            for crystal in lord["vault"]:
                spheres = self.card(crystal["card"])["spheres"]
                shares = any(sphere in spheres for sphere in self.card(creature["card"])["spheres"])
                if creature["afflicted"] and shares:
                    yield f"cure u{creature['uid']} with u{crystal['uid']}"

    def do_cure(self, creature_uid: int, crystal_uid: int) -> None:
        """FS-5.4: a crystal is trashed and a creature cured."""
        crystal, creature = self.find(crystal_uid), self.find(creature_uid)
        assert crystal is not None and creature is not None
        self.move(crystal, "trash", "trash")
        creature["entry"]["afflicted"] = False
        self.tell("status", uid=creature_uid, status="afflicted", on=False)
        self.fire("cured", creature["seat"], creature)

    def do_crystal(self, index: int) -> None:
        """FS-5.5, FS-6.2: a crystal of step 3 or 4a; it ends the step."""
        place = self.indexed(self.p["active"], "hand", index)
        self.book()["placed"].append(list(self.card(place["card"])["spheres"]))
        self.p["done"] = True
        self.arrive(self.move(place, "crystallise", "vault"))

    def list_casting(self) -> Iterator[str]:
        """FS-6: the actions of the casting step."""
        p, active, book = self.p, self.p["active"], self.book()
        lord = self.seat(active)
        mana = self.mana(active)
        opening = p["turn"] == 1 and (active == p["first"] or self.option("mode") in ("tag_team", "citadel"))
        crystals = [sphere for crystal in lord["vault"] for sphere in self.card(crystal["card"])["spheres"]]
        for index, card_id in enumerate(lord["hand"]):
            card = self.card(card_id)
            if len(book["placed"]) == 1 and not book["played"] and not opening:
                if len(card["spheres"]) == 1 and card["spheres"][0] not in book["placed"][0]:
                    yield f"crystal2 h{index}"
            if not all(sphere in crystals for sphere in card["spheres"]):
                continue
            if mana >= self.mana_cost(active, card_id, "creature"):
                yield f"summon h{index}"
            if self.option("generic") and not card["creature"].get("inverted", False) and mana >= 3:
                yield f"generic h{index}"
            if mana >= self.mana_cost(active, card_id, "spell"):
                for host in self.hosts(active, card_id):
                    yield f"cast h{index}" + ("" if host is None else f" at u{host}")

    def hosts(self, seat: int, card_id: str) -> list[int | None]:
        """FS-6.7: the hosts that a spell can have; [None] if it needs none."""
        spell = self.card(card_id)["spell"]
        if spell["type"] != "attached":
            return [None]
        zone = "battlefield" if spell["host"] == "creature" else "tower"
        return [place["uid"] for place in self.places(seat, zone)]

    def spend(self, cost: int) -> None:
        """FS-6.5: mana is spent."""
        active = self.p["active"]
        self.seat(active)["mana_spent"] += cost
        self.book()["played"] = True
        self.tell("mana", seat=active, spent=cost)

    def do_summon(self, index: int, verb: str) -> None:
        """FS-6.7, FS-6.10: summon and generic."""
        active = self.p["active"]
        place = self.indexed(active, "hand", index)
        self.spend(self.mana_cost(active, place["card"], "creature" if verb == "summon" else "generic"))
        inverted = self.card(place["card"])["creature"].get("inverted", False)
        self.arrive(self.move(place, verb, "battlefield", facedown=verb == "generic" or inverted))

    def play_spell(self, place: Json, verb: str, host: int | None) -> None:
        """FS-1.10, FS-6.10: a spell half is played from the hand."""
        spell = self.card(place["card"])["spell"]
        to = {"instant": "casting", "active": "spell", "attached": "attached", "hidden": "spell"}[spell["type"]]
        moved = self.move(place, verb, to, facedown=spell["type"] == "hidden", host=host)
        if spell["type"] == "hidden":
            return
        seat = place["seat"]
        self.fire("cast", seat, moved)
        if verb == "retaliate":
            self.fire("retaliates", seat, moved)
        if "do" in spell:
            source = {"seat": seat, "uid": moved["uid"], "card": moved["card"], "bearer": host}
            source |= {"subject": None, "event": None}
            self.start_program(source, spell["do"], spell["type"] == "instant")

    # ------------------------------------------------------------------------------------------------- FS-7 the battle

    def list_battle(self) -> Iterator[str]:
        """FS-7.1, FS-7.2, FS-7.12: attacks and uses."""
        active = self.p["active"]
        for creature in self.places(active, "battlefield"):
            entry = creature["entry"]
            if entry["engaged"] or entry["dizzy"]:
                continue
            if self.used_ability(creature) is not None:
                yield f"use u{creature['uid']}"
            if self.has(creature, "cannot_attack"):
                continue
            for lord in self.opponents(active):
                if lord == min(self.sharing(lord)) and not self.has(creature, "cannot_siege"):
                    yield f"attack u{creature['uid']} fortress {lord}"
                for other in self.places(lord, "battlefield"):
                    if other["entry"]["engaged"] or self.has(creature, "ranged"):
                        yield f"attack u{creature['uid']} u{other['uid']}"

    def used_ability(self, creature: Json) -> Json | None:
        """FS-7.12: the `used` ability of a creature that can be carried out."""
        entry = creature["entry"]
        if entry["afflicted"] or entry["facedown"]:
            return None
        context = self.source_context(creature["seat"], creature["uid"], creature["card"], None)
        for ability in self.card(entry["card"])["creature"].get("abilities", []):
            if ability.get("when") == "used" and self.holds(ability.get("if"), context):
                found: Json = ability
                return found
        return None

    def do_use(self, uid: int) -> None:
        """FS-7.12: a creature is used."""
        creature = self.find(uid)
        assert creature is not None
        ability = self.used_ability(creature)
        assert ability is not None
        self.tell("use", seat=creature["seat"], uid=uid)
        self.set_engaged(creature, True)
        source = {"seat": creature["seat"], "uid": uid, "card": creature["card"], "bearer": None}
        self.start_program({**source, "subject": None, "event": "used"}, ability["do"], False)

    def do_attack(self, uid: int, lord: int, target: int | None) -> None:
        """FS-7.3: an attack is declared."""
        active = self.p["active"]
        attack = {"attacker": uid, "by": active, "defender": lord, "target": target, "blocker": None}
        self.p["attack"] = {**attack, "stage": "block", "energy": 0, "spell": None}
        self.tell("attack", seat=active, attacker=uid, lord=lord, target=target)
        attacker = self.find(uid)
        assert attacker is not None
        self.set_engaged(attacker, True)
        self.fire("attacks", active, attacker)
        self.fire("attacked", lord, attacker)
        if target is not None:
            self.fire("targeted", lord, self.find(target))

    def go_on_with_attack(self) -> None:
        """FS-7, FS-8.3, FS-9: the next bit of the attack; nothing waits."""
        attack = self.p["attack"]
        stage = attack["stage"]
        if stage in ("block", "partner"):
            self.go_on_with_block(attack)
        elif stage == "resolve":
            self.resolve(attack)
        elif stage == "fight":
            self.fight(attack)
        elif stage == "siege":
            self.go_on_with_siege(attack)
        elif stage == "retaliate":
            defender = self.seat(attack["defender"])
            if attack["energy"] > 0 and not defender["out"] and defender["hand"]:
                self.ask("retaliate", attack["defender"], None)
            else:
                attack["stage"] = "done"
        elif stage == "pay":
            hand = self.seat(attack["defender"])["hand"]
            payments = self.payments(attack["defender"], hand[attack["spell"]["hand"]])
            if len(payments) == 1:
                self.pay(payments[0])
            else:
                self.ask("pay", attack["defender"], [",".join(f"e{i}" for i in payment) for payment in payments])
        else:
            self.p["attack"] = None
            self.tell("attack_over", attacker=attack["attacker"])

    def is_broken(self, attack: Json) -> bool:
        """FS-7.5: attacker, target or blocker is no longer on the battlefield."""
        uids = [attack["attacker"], attack["target"], attack["blocker"]]
        return any(uid is not None and self.creature(uid) is None for uid in uids)

    def list_blockers(self, attack: Json) -> list[int]:
        """FS-7.4: the creatures that can block."""
        attacker = self.creature(attack["attacker"])
        assert attacker is not None
        found = []
        for blocker in self.places(self.asked_to_block(attack), "battlefield"):
            if blocker["entry"]["engaged"] or blocker["uid"] == attack["target"] or self.has(blocker, "cannot_block"):
                continue
            if "unblockable" in attacker["entry"]["granted"]:
                continue
            bars = self.passives_on(attacker, "unblockable")
            if all("except" in bar and self.fits(blocker, bar["except"], context) for context, bar in bars):
                found.append(blocker["uid"])
        return found

    def asked_to_block(self, attack: Json) -> int:
        """FS-7.4, FS-21.11: the defender, then in a citadel his partner."""
        defender: int = attack["defender"]
        return self.partner(defender) if attack["stage"] == "partner" else defender

    def leave_block(self, attack: Json) -> None:
        """FS-7.4, FS-21.11: the lord in question has not blocked."""
        more = self.option("mode") == "citadel" and attack["stage"] == "block"
        attack["stage"] = "partner" if more else "resolve"

    def go_on_with_block(self, attack: Json) -> None:
        """FS-7.4, FS-7.5: the defender is asked, if he can block."""
        if self.is_broken(attack):
            attack["stage"] = "retaliate"
            return
        blockers = self.list_blockers(attack)
        if not blockers:
            self.leave_block(attack)
            return
        must = self.has(self.creature(attack["attacker"]), "must_be_blocked")
        self.ask("block", self.asked_to_block(attack), [*(f"u{uid}" for uid in blockers), *([] if must else ["none"])])

    def do_block(self, uid: int) -> None:
        """FS-7.4: a block."""
        attack = self.p["attack"]
        attack |= {"defender": self.asked_to_block(attack), "blocker": uid, "stage": "resolve"}
        self.tell("block", seat=attack["defender"], uid=uid)
        blocker, attacker = self.find(uid), self.find(attack["attacker"])
        assert blocker is not None and attacker is not None
        self.set_engaged(blocker, True)
        self.fire("blocks", attack["defender"], blocker)
        self.fire("blocked", attack["by"], attacker)

    def resolve(self, attack: Json) -> None:
        """FS-7.5, FS-7.7, FS-7.10: the battle or the siege begins."""
        if self.is_broken(attack):
            attack["stage"] = "retaliate"
            return
        other_uid = attack["target"] if attack["blocker"] is None else attack["blocker"]
        if other_uid is None:
            self.tell("siege", attacker=attack["attacker"], lord=attack["defender"])
            attack["stage"] = "siege"
            return
        attacker, other = self.find(attack["attacker"]), self.find(other_uid)
        assert attacker is not None and other is not None
        self.unveil(attacker)
        self.unveil(other)
        self.fire("battle", attacker["seat"], attacker)
        self.fire("battle", other["seat"], other)
        attack["stage"] = "fight"

    def fight(self, attack: Json) -> None:
        """FS-7.7 to FS-7.9: strengths are compared."""
        attack["stage"] = "retaliate"
        other_uid = attack["target"] if attack["blocker"] is None else attack["blocker"]
        attacker, other = self.creature(attack["attacker"]), self.creature(other_uid)
        if attacker is None or other is None:
            return
        strengths = [self.strength(attacker), self.strength(other)]
        lead = strengths[0] - strengths[1]
        if lead == 0:
            lead = self.has(attacker, "wins_ties") - self.has(other, "wins_ties")
        outcome = "tie" if lead == 0 else "attacker" if lead > 0 else "defender"
        self.tell("battle", attacker=attacker["uid"], defender=other["uid"], strengths=strengths, outcome=outcome)
        if lead == 0:
            if self.option("ties") == "both":
                self.destroy(attacker)
                self.destroy(other)
            return
        winner, loser = (attacker, other) if lead > 0 else (other, attacker)
        if self.destroy(loser) is not None:
            self.fire("wins", winner["seat"], winner)

    def go_on_with_siege(self, attack: Json) -> None:
        """FS-8.3, FS-8.5: what is destroyed."""
        if self.is_broken(attack):
            attack["stage"] = "retaliate"
            return
        fortress = [card for seat in self.sharing(attack["defender"]) for card in self.seat(seat)["fortress"]]
        if not any(card["kind"] == "tower" for card in fortress):
            self.destroy_lord(attack)
        elif len(fortress) == 1:
            self.do_siege(fortress[0]["uid"])
        else:
            self.ask("siege", attack["by"], [f"u{card['uid']}" for card in fortress])

    def do_siege(self, uid: int) -> None:
        """FS-8.3: a tower or spell is destroyed."""
        attack = self.p["attack"]
        place = self.find(uid)
        assert place is not None
        attack["defender"] = place["seat"]
        self.destroy(place)
        attack["stage"] = "retaliate"
        attacker = self.creature(attack["attacker"])
        if attacker is not None:
            self.fire("sieges", attacker["seat"], attacker)

    def destroy_lord(self, attack: Json) -> None:
        """FS-8.5, FS-15.2, FS-11.1: a lord is destroyed."""
        p, lost, killer = self.p, attack["defender"], attack["by"]
        p["attack"] = None
        self.tell("attack_over", attacker=attack["attacker"])
        mode = self.option("mode")
        together = mode == "citadel" or (mode == "tag_team" and self.option("tag_loss") == "first")
        for seat in sorted([lost, self.partner(lost)]) if together else [lost]:
            self.tell("lord_destroyed", seat=seat, by=killer)
            self.remove_cards(seat)
        if mode == "tag_team" and not self.seat(self.partner(lost))["out"]:
            self.seat(self.partner(lost))["in"] = True
            self.tell("tag", seat=lost, partner=self.partner(lost))
        sides = sorted({self.seat(seat)["team"] for seat in self.living()})
        if len(sides) == 1:
            self.end_match(sides, "last_lord")
        elif self.seat(killer)["deck"]:
            self.move(self.indexed(killer, "deck", 0), "fortify", "tower")

    def remove_cards(self, lost: int) -> None:
        """FS-8.5: all cards of a lord are removed."""
        p, lord = self.p, self.seat(lost)
        removed = lord["removed"] + [place["card"] for place in self.in_play_of(lost)]
        for zone in ("groove", "hand", "deck", "trash"):
            removed += [str(card) for card in lord[zone]]
        for zone in ("battlefield", "fortress", "vault", "casting", "groove", "hand", "deck", "trash"):
            lord[zone] = []
        lord |= {"removed": removed, "out": True, "mana_spent": 0}
        if "in" in lord:
            lord["in"] = False
        p["queue"] = [entry for entry in p["queue"] if entry["seat"] != lost]

    # ------------------------------------------------------------------------------------------------ FS-9 retaliation

    def payments(self, seat: int, card_id: str) -> list[list[int]]:
        """FS-9.4: all payments of a spell, as indices of energies."""
        groove, card = self.seat(seat)["groove"], self.card(card_id)
        found: list[list[int]] = []
        by_back: dict[str, list[int]] = {}
        for index, energy in enumerate(groove):
            by_back.setdefault(self.back(energy), []).append(index)
        piles = list(by_back.values())

        def choose(pile: int, left: int, chosen: list[int]) -> None:
            """Takes some of this pile and of those after it."""
            if sum(len(one) for one in piles[pile:]) < left:
                return
            if left > 0:
                for n in range(min(left, len(piles[pile])) + 1):
                    choose(pile + 1, left - n, chosen + piles[pile][:n])
                return
            spheres = [sphere for i in chosen for sphere in self.card(groove[i])["spheres"]]
            if all(sphere in spheres for sphere in card["spheres"]):
                found.append(sorted(chosen))

        choose(0, card["spell"]["cost"], [])
        return sorted(found)

    def list_retaliations(self) -> Iterator[str]:
        """FS-9.1, FS-9.2, FS-9.5."""
        yield "noretaliate"
        defender = self.p["attack"]["defender"]
        for index, card_id in enumerate(self.seat(defender)["hand"]):
            if self.payments(defender, card_id):
                for host in self.hosts(defender, card_id):
                    yield f"retaliate h{index}" + ("" if host is None else f" at u{host}")

    def pay(self, payment: list[int]) -> None:
        """FS-9.5: the energies are trashed and the spell is played."""
        attack = self.p["attack"]
        seat, spell = attack["defender"], attack["spell"]
        attack |= {"stage": "done", "spell": None}
        played = self.indexed(seat, "hand", spell["hand"])
        hidden = self.card(played["card"])["spell"]["type"] == "hidden"
        self.tell("retaliate", seat=seat, card=played["card"], energy=list(payment), _hidden=hidden)
        for energy in [self.indexed(seat, "groove", index) for index in payment]:
            self.move(energy, "trash", "trash")
        self.play_spell(played, "retaliate", spell["host"])

    # ----------------------------------------------------------------------------------- FS-4, FS-17 assembly and setup

    def begin(self, options: Any, fate: list[int]) -> None:
        """FS-20.6, FS-17: the position before the first decision."""
        need(isinstance(options, dict), "options is no object")
        extra = ("cards", "decks", "deck_numbers")
        full = read_options({key: value for key, value in options.items() if key not in extra})
        cards = options.get("cards", self.table)
        check_table(cards)
        lords, method = full["lords"], full["assembly"]
        first = full["first"] or 0
        seats: list[Json] = []
        for seat in range(lords):
            lord: Json = {"out": False, "team": default_team(full, seat), "mana_spent": 0, **more_of_seat(full)}
            lord |= {zone: [] for zone in ("deck", "hand", "trash", "groove", "battlefield", "fortress", "vault")}
            seats.append(lord | {"casting": [], "removed": []})
        self.p = {
            "game": GAME,
            "version": 1,
            "options": full,
            "cards": copied(cards),
            "to_act": None,
            "pending": None,
            "turn": 0,
            "first": first,
            "active": first,
            "step": "assembly",
            "done": False,
            "placed": [],
            "played": False,
            "acts": 0,
            "chain": 0,
            "next_uid": 1,
            "attack": None,
            "programs": [],
            "queue": [],
            "seats": seats,
            "assembly": None,
            "result": None,
            "fate": fate,
        }
        self.let_in()
        if method in ("custom", "mirror"):
            self.assemble_lists(options, lords, method)
        elif method == "predesign":
            self.assemble_predesign(options, lords)
        else:
            need("decks" not in options and "deck_numbers" not in options, "decks for another method")
            self.begin_assembly(method, first)

    def assemble_lists(self, options: Json, lords: int, method: str) -> None:
        """FS-17.2: custom and mirror."""
        need("deck_numbers" not in options, "deck_numbers for another method")
        ids = sorted(self.p["cards"])
        if "decks" in options:
            decks = options["decks"]
            need(isinstance(decks, list) and len(decks) == (lords if method == "custom" else 1), "decks")
            for deck in decks:
                need(isinstance(deck, list) and len(deck) == 48, "a deck has 48 cards")
                need(all(is_word(card, ids) for card in deck), "unknown card in a deck")
                need(all(deck.count(card) <= 3 for card in deck), "more than three copies")
        else:
            need(len(ids) >= 16, "fewer than 16 cards")
            decks = [[ids[i % len(ids)] for i in range(48)]]
        for seat in range(lords):
            self.seat(seat)["deck"] = list(decks[seat % len(decks)])

    def assemble_predesign(self, options: Json, lords: int) -> None:
        """FS-17.2: predesign."""
        need("decks" not in options, "decks for another method")
        numbers = options.get("deck_numbers")
        need(isinstance(numbers, list) and len(numbers) == lords, "deck_numbers")
        for seat in range(lords):
            need(is_int(options["deck_numbers"][seat], 1, 5), "deck_numbers")
            number = str(options["deck_numbers"][seat])
            ids = [i for i in sorted(self.p["cards"]) if self.card(i).get("code", "0000-00-000")[9] == number]
            self.seat(seat)["deck"] = [card for card in ids for _ in range(3)]
            need(len(self.seat(seat)["deck"]) == 48, "the deck is not complete")

    def begin_assembly(self, method: str, first: int) -> None:
        """FS-17.3 to FS-17.9: sets, random decks and drafts."""
        lords, copies = self.lords(), self.option("pool_copies")
        ids = sorted(self.p["cards"])
        assembly: Json = {"method": method, "pool": [], "market": [], "packs": [], "sets": {}, "round": 1}
        assembly |= {"first": first, "to_pick": first, "left": 1, "taken": 0}
        self.p["assembly"] = assembly
        if method == "sets":
            for letter in "ABCDEFGHIJKLMNOPQRST":
                if len(self.cards_of_set(letter)) == 4:
                    assembly["sets"][letter] = max(1, copies // 3)
            need(sum(assembly["sets"].values()) >= 4 * lords, "too few sets")
            return
        extra = self.option("random_extra") if method == "random" else 0
        wanted = {"random": (48 + extra) * lords, "closed_draft": 52 * lords}.get(method, 48 * (lords + 1))
        pool = [card for card in ids for _ in range(copies)]
        need(len(pool) >= wanted, "the pool is too small")
        self.shuffle(pool)
        assembly["pool"] = pool
        if method == "random":
            for seat in range(lords):
                self.seat(seat)["deck"] = pool[: 48 + extra]
                del pool[: 48 + extra]
            assembly |= {"first": 0, "to_pick": 0, "left": extra}
            if extra == 0:
                self.p["assembly"] = None
            return
        self.lay_out()

    def cards_of_set(self, letter: str) -> list[str]:
        """FS-18.3: the cards whose code names this set."""
        return [i for i in sorted(self.p["cards"]) if self.card(i).get("code", "0000-00-000")[10] == letter]

    def lay_out(self) -> None:
        """FS-17.6 to FS-17.8: the cards of a round."""
        assembly, lords, batch = self.p["assembly"], self.lords(), self.option("draft_batch")
        pool = assembly["pool"]
        assembly |= {"to_pick": assembly["first"], "left": batch, "taken": 0}
        if assembly["method"] == "closed_draft":
            assembly["packs"] = [pool[13 * seat : 13 * seat + 13] for seat in range(lords)]
            del pool[: 13 * lords]
        else:
            assembly["market"] = pool[: (lords + 1) * batch]
            del pool[: (lords + 1) * batch]

    def go_on_with_assembly(self) -> None:
        """FS-17: the next picker is asked, or the setup follows."""
        if self.p["assembly"] is None:
            self.set_up()
        else:
            self.p["to_act"] = self.p["assembly"]["to_pick"]
            self.waiting = True

    def list_assembly(self) -> Iterator[str]:
        """FS-20.1: the actions of the assembly."""
        assembly = self.p["assembly"]
        method, seat = assembly["method"], assembly["to_pick"]
        if method == "sets":
            yield from (f"set {letter.lower()}" for letter, copies in assembly["sets"].items() if copies > 0)
        elif method == "random":
            yield from (f"drop m{index}" for index in range(len(self.seat(seat)["deck"])))
        else:
            cards = assembly["packs"][seat] if method == "closed_draft" else assembly["market"]
            yield from (f"pick m{index}" for index in range(len(cards)))

    def do_assembly(self, words: list[str]) -> None:
        """FS-17: a set, a card taken or a card put back."""
        assembly, lords = self.p["assembly"], self.lords()
        seat, method = assembly["to_pick"], assembly["method"]
        deck = self.seat(seat)["deck"]
        if words[0] == "set":
            assembly["sets"][words[1].upper()] -= 1
            deck += [card for card in self.cards_of_set(words[1].upper()) for _ in range(3)]
            self.tell("pick", seat=seat, what=words[1])
            self.next_picker()
            if assembly["taken"] == lords:
                assembly |= {"taken": 0, "round": assembly["round"] + 1, "left": 1}
                if assembly["round"] > 4:
                    self.p["assembly"] = None
            return
        index = int(words[1][1:])
        if words[0] == "drop":
            card = deck.pop(index)
            assembly["pool"].append(card)
            self.tell("drop", seat=seat, what=card)
            assembly["left"] -= 1
            if assembly["left"] == 0:
                assembly |= {"to_pick": seat + 1, "left": self.option("random_extra")}
                if seat + 1 == lords:
                    self.p["assembly"] = None
            return
        cards = assembly["packs"][seat] if method == "closed_draft" else assembly["market"]
        card = cards.pop(index)
        deck.append(card)
        self.tell("pick", seat=seat, what=card, _method=method)
        assembly["left"] -= 1
        if assembly["left"] > 0:
            return
        self.next_picker()
        if assembly["taken"] < lords:
            return
        assembly |= {"taken": 0, "to_pick": assembly["first"]}
        if method == "closed_draft" and len(assembly["packs"][0]) > 1:
            step = 1 if assembly["round"] in (1, 3) else -1
            assembly["packs"] = [assembly["packs"][(other - step) % lords] for other in range(lords)]
            return
        assembly |= {"round": assembly["round"] + 1, "first": (assembly["first"] + 1) % lords}
        if len(self.seat(0)["deck"]) == 48:
            self.p["assembly"] = None
        else:
            self.lay_out()

    def next_picker(self) -> None:
        """The next lord takes."""
        assembly = self.p["assembly"]
        assembly |= {"to_pick": (assembly["to_pick"] + 1) % self.lords(), "taken": assembly["taken"] + 1}
        assembly["left"] = 1 if assembly["method"] == "sets" else self.option("draft_batch")

    def set_up(self) -> None:
        """FS-4.2 to FS-4.4: the first lord, towers and hands."""
        before = len(self.log)
        wanted = max(1, self.option("towers") + self.option("hand"))
        need(all(len(lord["deck"]) >= wanted for lord in self.p["seats"]), "a deck is too small for the setup")
        first = self.option("first")
        if first is None:
            first = self.split()
        for seat in range(self.lords()):
            self.tell("shuffle", seat=seat, zone="deck")
            self.shuffle(self.seat(seat)["deck"])
        for seat in range(self.lords()):
            for _ in range(self.option("towers")):
                self.move(self.indexed(seat, "deck", 0), "fortify", "tower")
        for seat in range(self.lords()):
            for _ in range(self.option("hand")):
                self.move(self.indexed(seat, "deck", 0), "draw", "hand")
        for event in self.log[before:]:
            event["_setup"] = True
        self.p |= {"first": first, "active": first}
        self.let_in()
        by_teams = self.option("mode") in ("tag_team", "citadel")
        self.begin_turn(1, self.leader(self.seat(first)["team"]) if by_teams else first)

    def split(self) -> int:
        """FS-4.2: the lord with the highest split card."""
        tied = [seat for seat in range(self.lords()) if self.seat(seat)["deck"]]
        if not tied:
            return 0
        for _ in range(10):
            values = {}
            for seat in tied:
                deck = self.seat(seat)["deck"]
                card_id = deck[self.chance(len(deck))]
                self.tell("split", seat=seat, card=card_id)
                card = self.card(card_id)
                values[seat] = (card["creature"]["cost"], card["spell"]["cost"])
            tied = [seat for seat in tied if values[seat] == max(values.values())]
            if len(tied) == 1:
                break
        return tied[0]

    # ---------------------------------------------------------------------------------------- FS-20.1 notation: actions

    def list_actions(self) -> Iterator[str]:
        """FS-20.1: all actions, in no order."""
        p = self.p
        pending, step = p["pending"], p["step"]
        if step == "over":
            return
        if pending is not None:
            yield from self.list_pending(pending)
        elif step == "assembly":
            yield from self.list_assembly()
        elif step == "discard":
            yield from ("keep", "trashhand")
        else:
            yield "end"
            if step == "tag":
                yield "tag"
            elif step == "cure":
                yield from self.list_cures()
            elif step == "crystal":
                yield from (f"crystal h{index}" for index in range(len(self.seat(p["active"])["hand"])))
            elif step == "casting":
                yield from self.list_casting()
            elif step == "battle":
                yield from self.list_battle()

    def list_pending(self, pending: Json) -> Iterator[str]:
        """FS-20.1: the actions of a pending decision."""
        kind = pending["kind"]
        if kind == "retaliate":
            yield from self.list_retaliations()
            return
        for option in pending["options"]:
            if kind == "block":
                yield "noblock" if option == "none" else f"block {option}"
            else:
                yield {"siege": "destroy", "pay": "pay"}.get(kind, "target") + f" {option}"

    def carry_out(self, words: list[str]) -> None:
        """FS-20.1: a listed action."""
        p = self.p
        verb, seat = words[0], p["to_act"]
        if verb != "target":
            p["chain"] = 0
            if p["step"] != "assembly" and seat == p["active"]:
                p["acts"] += 1
        if verb == "target":
            self.do_target(words[1])
        elif verb in ("pick", "set", "drop"):
            self.do_assembly(words)
        elif verb == "cure":
            self.do_cure(int(words[1][1:]), int(words[3][1:]))
        elif verb in ("crystal", "crystal2"):
            self.do_crystal(int(words[1][1:]))
        elif verb in ("summon", "generic"):
            self.do_summon(int(words[1][1:]), verb)
        elif verb == "cast":
            place = self.indexed(p["active"], "hand", int(words[1][1:]))
            self.spend(self.mana_cost(p["active"], place["card"], "spell"))
            self.play_spell(place, "cast", int(words[3][1:]) if len(words) > 2 else None)
        elif verb == "attack":
            if words[2] == "fortress":
                self.do_attack(int(words[1][1:]), int(words[3]), None)
            else:
                target = self.find(int(words[2][1:]))
                assert target is not None
                self.do_attack(int(words[1][1:]), target["seat"], target["uid"])
        elif verb == "use":
            self.do_use(int(words[1][1:]))
        elif verb == "tag":
            partner = self.partner(seat)
            self.seat(seat)["in"], self.seat(partner)["in"] = False, True
            self.tell("tag", seat=seat, partner=partner)
            p |= {"active": partner, "done": True}
        elif verb in ("end", "keep"):
            p["done"] = True
        elif verb == "trashhand":
            p["done"] = True
            for place in self.places(p["active"], "hand"):
                self.move(place, "trash", "trash")
        elif verb == "block":
            self.do_block(int(words[1][1:]))
        elif verb == "noblock":
            self.tell("noblock", seat=seat)
            self.leave_block(p["attack"])
        elif verb == "destroy":
            self.do_siege(int(words[1][1:]))
        elif verb == "retaliate":
            host = int(words[3][1:]) if len(words) > 2 else None
            p["attack"] |= {"stage": "pay", "spell": {"hand": int(words[1][1:]), "host": host}}
        elif verb == "noretaliate":
            self.tell("noretaliate", seat=seat)
            p["attack"]["stage"] = "done"
        else:
            assert verb == "pay"
            self.pay([int(energy[1:]) for energy in words[1].split(",")])

    def do_target(self, choice: str) -> None:
        """FS-14.3: a card, a lord or nothing is named."""
        pending, program = self.p["pending"], self.p["programs"][-1]
        self.tell("target", seat=pending["seat"], choice=choice)
        if pending["kind"] == "lord":
            effect = program["do"][0]
            verb = effect["do"]
            holder = effect["a"] if verb == "replace" else effect["target"] if verb in TARGET_VERBS else effect
            holder["whose"] = int(choice[1:])
        elif choice == "none":
            program["stop"] = True
        else:
            program["picked"].append(choice)

    # ------------------------------------------------------------------------------------------- FS-19.6 what is shown

    def current_selector(self) -> Json | None:
        """The selector for which a card is being named."""
        pending = self.p["pending"]
        if pending is None or pending["kind"] != "target":
            return None
        program = self.p["programs"][-1]
        effect = program["do"][0]
        if effect["do"] == "replace":
            side: Json = effect["a"] if program["first"] is None else effect["b"]
            return side
        selector: Json = effect["target"]
        return selector

    def searched_zones(self, seat: int | None) -> list[tuple[int, str]]:
        """FS-19.6: the zones that a seat sees because it is choosing with `search`."""
        selector, pending = self.current_selector(), self.p["pending"]
        if selector is None or "search" not in selector or seat is None or pending["seat"] != seat:
            return []
        program = self.p["programs"][-1]
        lords = self.lords_picked_from(program, selector)
        if program["first"] is not None:
            first = self.place_of(program["first"])
            lords = [lord for lord in lords if first is not None and lord == first["seat"]]
        return [(lord, selector["zone"]) for lord in lords]

    def sees(self, place: Json, seat: int | None) -> bool:
        """FS-19.6: whether a seat sees the face of a card in play."""
        if not self.lies_face_down(place):
            return True
        return bool(place["place"] != "tower" and place["seat"] == seat)

    def view(self, seat: Any) -> Json:
        """FS-19.6: what a seat, or with None a spectator, may know."""
        self.need_seat(seat)
        view = self.position()
        searched = self.searched_zones(seat)
        view["fate"] = None
        for number, lord in enumerate(view["seats"]):
            self.hide_seat(lord, number, seat, searched)
        view["queue"] = [entry for entry in view["queue"] if not entry["hidden"] or entry["seat"] == seat]
        for entry in (*view["programs"], *view["queue"]):
            subject = entry["subject"]
            if subject is not None:
                place = self.find(subject["uid"])
                if place is None or not self.sees(place, seat):
                    subject["card"] = self.back(subject["card"])
        self.hide_picks(view, seat)
        pending, attack = view["pending"], view["attack"]
        if pending is not None and pending["seat"] != seat:
            pending["options"] = None
        if attack is not None and attack["defender"] != seat:
            attack["spell"] = None
        if view["assembly"] is not None:
            self.hide_assembly(view, seat)
        return view

    def hide_seat(self, lord: Json, number: int, seat: int | None, searched: list[tuple[int, str]]) -> None:
        """FS-19.6: the zones of one lord."""
        lord["mana"] = self.mana(number)
        if (number, "deck") not in searched:
            lord["deck"] = len(lord["deck"])
        if number != seat and (number, "hand") not in searched:
            lord["hand"] = len(lord["hand"])
        if (number, "groove") not in searched:
            lord["groove"] = [self.back(card) for card in lord["groove"]]
        lord["removed"] = len(lord["removed"])
        places = {place["uid"]: place for place in self.in_play_of(number)}
        for entry in (*lord["battlefield"], *lord["fortress"], *lord["vault"]):
            place = places[entry["uid"]]
            if place["place"] == "battlefield":
                entry["strength"] = self.strength(place)
            if not self.sees(place, seat) and (number, place["place"]) not in searched:
                entry["card"] = self.back(entry["card"])

    def hide_picks(self, view: Json, seat: int | None) -> None:
        """FS-19.6: hand and deck cards that were named are told only to the seat that named them."""

        def secret(option: str) -> bool:
            return option.startswith("p") and option.split(".")[1][0] in "hc"

        pending = view["pending"]
        for program in view["programs"]:
            running = program is view["programs"][-1]
            namer = pending["seat"] if pending is not None and running else None
            if namer is None or namer != seat:
                program["picked"] = [None if secret(option) else option for option in program["picked"]]
            if program["first"] is not None and secret(program["first"]):
                named_by = self.namer_of_first()
                if named_by is None or named_by != seat:
                    program["first"] = None
        if pending is not None and pending["seat"] != seat:
            pending["picked"] = [None if secret(option) else option for option in pending["picked"]]

    def namer_of_first(self) -> int | None:
        """FS-19.6: the seat that has named side a of a replace, if somebody did."""
        program = self.p["programs"][-1]
        effect = program["do"][0]
        selector = effect["a"]
        place = self.place_of(program["first"])
        if "ref" in selector or place is None:
            return None
        asked = "search" in selector or "upto" in selector
        if not asked:
            enters = effect["b"].get("zone")
            if enters is None:
                found = self.refer(effect["b"]["ref"], program)
                enters = found[0]["place"] if found else None
            lords = self.lords_meant(selector["whose"], program["seat"])
            asked = len(self.eligible(selector, program, "replace", effect, lords, enters)) > 1
        return self.chooser(selector, program["seat"], place["seat"]) if asked else None

    def hide_assembly(self, view: Json, seat: int | None) -> None:
        """FS-19.6: the assembly."""
        assembly = view["assembly"]
        method = assembly["method"]
        assembly["pool"] = len(assembly["pool"])
        if method == "blind_draft":
            assembly["market"] = [self.back(card) for card in assembly["market"]]
        assembly["packs"] = [pack if number == seat else len(pack) for number, pack in enumerate(assembly["packs"])]
        for number, lord in enumerate(view["seats"]):
            if number == seat or method in ("open_draft", "sets"):
                lord["deck"] = copied(self.seat(number)["deck"])

    def seen_events(self, seat: int | None) -> Iterator[Json]:
        """FS-20.7: the last events as a seat sees them."""
        for event in self.log:
            kind = event["event"]
            if kind == "random" or (event.get("_setup") and kind != "split"):
                continue
            seen = self.told(event)
            owner = seat is not None and event.get("seat") == seat
            if kind == "move":
                seen["card"] = self.seen_card(event, seat)
                if event["to"] == "battlefield" and event["facedown"] and not owner:
                    seen["verb"] = "generic"
            elif kind == "retaliate" and event["_hidden"] and not owner:
                seen["card"] = self.back(event["card"])
            elif kind == "target" and not owner:
                seen["choice"] = re.sub(r"^(p[0-9]+\.[hc])[0-9]+$", r"\1", event["choice"])
            elif kind == "pick" and not owner:
                if event.get("_method") == "closed_draft":
                    seen["what"] = None
                elif event.get("_method") == "blind_draft":
                    seen["what"] = self.back(event["what"])
            elif kind == "drop" and not owner:
                seen["what"] = None
            yield seen

    def seen_card(self, event: Json, seat: int | None) -> str | None:
        """FS-20.7: what a seat sees of a card that moves."""
        face_up = ("trash", "casting", "attached", "battlefield", "spell")
        ends = ((event["from"], event["_from_down"]), (event["to"], event["_to_down"]))
        card: str = event["card"]
        if any(place in face_up and not down for place, down in ends):
            return card
        if seat is not None and seat == event["seat"]:
            if any(place in ("hand", "vault", "battlefield", "spell") for place, _ in ends):
                return card
        if seat is not None and seat == event["_named_by"]:
            return card
        return self.back(card) if any(down for _, down in ends) else None

    # ----------------------------------------------------------------------------------------- FS-19 notation: position

    def read_position(self, given: Any) -> Json:
        """FS-19.1: the notation; defaults are filled in."""
        optional = (
            *(
                "options",
                "cards",
                "to_act",
                "pending",
                "turn",
                "first",
                "active",
                "step",
                "done",
                "placed",
                "played",
                "acts",
            ),
            *("chain", "next_uid", "attack", "programs", "queue", "assembly", "result", "fate"),
        )
        check_fields(given, ("game", "version", "seats"), optional, "position")
        need(is_word(given["game"], (GAME,)) and is_int(given["version"], 1, 1), "game, version")
        options = read_options(given.get("options", {}))
        lords, mode = options["lords"], options["mode"]
        cards = copied(given.get("cards", self.table))
        check_table(cards)
        step = given.get("step", "battle")
        tag = ("tag",) if mode == "tag_team" else ()
        need(is_word(step, ("assembly", *tag, *STEPS, "over")), "step")
        turn = given.get("turn", 0 if step == "assembly" else 2)
        need(is_int(turn, 0, 0) if step == "assembly" else is_int(turn, 1, options["max_turns"]), "turn")
        for key in ("first", "active"):
            need(is_int(given.get(key, 0), 0, lords - 1), key)
        for key in ("done", "played"):
            need(isinstance(given.get(key, False), bool), key)
        for key in ("acts", "chain"):
            need(is_int(given.get(key, 0), 0), key)
        placed = given.get("placed", [])
        self.check_placed(placed)
        need(mode != "citadel" or (not placed and not given.get("played", False)), "placed, played of a citadel")
        need(isinstance(given["seats"], list) and len(given["seats"]) == lords, "seats")
        seats = [self.read_seat(seat, number, options, cards) for number, seat in enumerate(given["seats"])]
        uids = [uid for seat in seats for uid in self.uids_of(seat)]
        need(len(set(uids)) == len(uids), "a uid twice")
        next_uid = given.get("next_uid", max(uids, default=0) + 1)
        need(is_int(next_uid, max(uids, default=0) + 1), "next_uid")
        return {
            "game": GAME,
            "version": 1,
            "options": options,
            "cards": cards,
            "to_act": None,
            "pending": None,
            "turn": turn,
            "first": given.get("first", 0),
            "active": given.get("active", 0),
            "step": step,
            "done": given.get("done", False),
            "placed": copied(placed),
            "played": given.get("played", False),
            "acts": given.get("acts", 0),
            "chain": given.get("chain", 0),
            "next_uid": next_uid,
            "attack": self.read_attack(given.get("attack"), lords, mode),
            "programs": self.read_programs(given.get("programs", []), lords, cards),
            "queue": self.read_queue(given.get("queue", []), lords, cards),
            "seats": seats,
            "assembly": self.read_assembly(given.get("assembly"), options, cards),
            "result": self.read_result(given.get("result"), lords),
            "fate": read_fate(given.get("fate", [])),
        }

    def check_placed(self, placed: Any) -> None:
        """FS-19.1: the spheres of the crystals of a turn."""
        need(isinstance(placed, list) and len(placed) <= 2, "placed")
        for spheres in placed:
            need(isinstance(spheres, list) and 1 <= len(spheres) <= 2, "placed")
            need(all(is_word(sphere, SPHERES) for sphere in spheres) and len(set(spheres)) == len(spheres), "placed")

    def uids_of(self, seat: Json) -> Iterator[int]:
        """All uids of a lord's cards."""
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for entry in seat[zone]:
                yield entry["uid"]
                for under in entry.get("attached", []):
                    yield under["uid"]

    def read_seat(self, given: Any, number: int, options: Json, cards: Json) -> Json:
        """FS-19.2: one lord."""
        lists = ("deck", "hand", "trash", "groove", "removed")
        fields = ("out", "team", "mana_spent", *lists, "battlefield", "fortress", "vault", "casting")
        more = more_of_seat(options)
        check_fields(given, (), (*fields, *more), "seat")
        seat: Json = {"out": given.get("out", False), "team": given.get("team", default_team(options, number))}
        seat["mana_spent"] = given.get("mana_spent", 0)
        for key, default in more.items():
            seat[key] = copied(given.get(key, None if key == "in" else default))
        if "placed" in more:
            self.check_placed(seat["placed"])
            need(isinstance(seat["played"], bool), "played")
        if "in" in more:
            need("in" not in given or isinstance(given["in"], bool), "in")
        need(isinstance(seat["out"], bool) and is_int(seat["mana_spent"], 0), "out, mana_spent")
        need(is_int(seat["team"], 0, options["lords"] - 1), "team")
        for zone in fields[3:]:
            need(isinstance(given.get(zone, []), list), f"{zone} is no list")
        for zone in lists:
            seat[zone] = list(given.get(zone, []))
            need(all(is_word(card, cards) for card in seat[zone]), f"unknown card in {zone}")
        seat["battlefield"] = [self.read_creature(entry, cards) for entry in given.get("battlefield", [])]
        seat["fortress"] = [self.read_fortress(entry, cards) for entry in given.get("fortress", [])]
        for zone in ("vault", "casting"):
            seat[zone] = [self.read_plain(entry, cards) for entry in given.get(zone, [])]
        if seat["out"]:
            held = [zone for zone in fields[3:] if zone != "removed" and seat[zone]]
            need(not held, "a destroyed lord holds cards")
        return seat

    def read_plain(self, entry: Any, cards: Json) -> Json:
        """A card with its uid."""
        check_fields(entry, ("uid", "card"), (), "card in play")
        need(is_int(entry["uid"], 1) and is_word(entry["card"], cards), "uid, card")
        return {"uid": entry["uid"], "card": entry["card"]}

    def read_attached(self, entry: Json, host: str | None, cards: Json) -> list[Json]:
        """FS-19.5: attached cards are of type attached, with the right host."""
        given = entry.get("attached", [])
        need(isinstance(given, list), "attached is no list")
        attached = [self.read_plain(one, cards) for one in given]
        for one in attached:
            spell = cards[one["card"]]["spell"]
            need(host is not None and spell["type"] == "attached" and spell["host"] == host, "attached to a wrong host")
        return attached

    def read_creature(self, entry: Any, cards: Json) -> Json:
        """FS-19.2: a creature."""
        flags = ("engaged", "afflicted", "dizzy", "facedown")
        check_fields(entry, ("uid", "card"), (*flags, "bonus", "granted", "attached"), "creature")
        creature = self.read_plain({"uid": entry["uid"], "card": entry["card"]}, cards)
        for flag in flags:
            creature[flag] = entry.get(flag, False)
            need(isinstance(creature[flag], bool), flag)
        creature["bonus"] = entry.get("bonus", 0)
        need(is_int(creature["bonus"]), "bonus")
        granted = entry.get("granted", [])
        need(isinstance(granted, list) and all(is_word(word, GRANTS) for word in granted), "granted")
        need(len(set(granted)) == len(granted), "a word granted twice")
        return {**creature, "granted": list(granted), "attached": self.read_attached(entry, "creature", cards)}

    def read_fortress(self, entry: Any, cards: Json) -> Json:
        """FS-19.2: a tower or spell."""
        check_fields(entry, ("uid", "card"), ("kind", "facedown", "attached"), "fortress")
        card = self.read_plain({"uid": entry["uid"], "card": entry["card"]}, cards)
        kind = entry.get("kind", "tower")
        need(is_word(kind, ("tower", "spell")), "kind")
        spell_type = cards[card["card"]]["spell"]["type"]
        need(kind == "tower" or spell_type in ("active", "hidden"), "such a spell does not lie in a fortress")
        down = kind == "tower" or spell_type == "hidden"
        need(entry.get("facedown", down) is down, "facedown")
        attached = self.read_attached(entry, "tower" if kind == "tower" else None, cards)
        return {**card, "kind": kind, "facedown": down, "attached": attached}

    def read_attack(self, given: Any, lords: int, mode: str) -> Json | None:
        """FS-19.1: the attack."""
        if given is None:
            return None
        fields = ("attacker", "by", "defender", "target", "blocker", "stage", "energy")
        check_fields(given, fields, ("spell",), "attack")
        need(is_int(given["attacker"], 1) and is_int(given["energy"], 0), "attack")
        for key in ("by", "defender"):
            need(is_int(given[key], 0, lords - 1), "attack")
        for key in ("target", "blocker"):
            need(given[key] is None or is_int(given[key], 1), "attack")
        need(is_word(given["stage"], (*STAGES, *(("partner",) if mode == "citadel" else ()))), "stage")
        spell = given.get("spell")
        need((spell is not None) == (given["stage"] == "pay"), "spell of an attack")
        if spell is not None:
            check_fields(spell, ("hand", "host"), (), "spell of an attack")
            need(is_int(spell["hand"], 0) and (spell["host"] is None or is_int(spell["host"], 1)), "spell")
        attack: Json = copied({**given, "spell": spell})
        return attack

    def check_source(self, entry: Json, lords: int, cards: Json) -> None:
        """FS-19.3: what programs and queue entries have in common."""
        need(is_int(entry["seat"], 0, lords - 1), "seat")
        need(entry["bearer"] is None or is_int(entry["bearer"], 1), "bearer")
        need(entry["event"] is None or is_word(entry["event"], (*EVENTS, "used")), "event")
        subject = entry["subject"]
        if subject is not None:
            check_fields(subject, ("uid", "seat", "card"), (), "subject")
            need(is_int(subject["uid"], 1) and is_int(subject["seat"], 0, lords - 1), "subject")
            need(is_word(subject["card"], cards), "subject")
        check_effects(entry["do"], "position", entry["seat"], lords)

    def read_programs(self, given: Any, lords: int, cards: Json) -> list[Json]:
        """FS-19.3: programs."""
        need(isinstance(given, list), "programs is no list")
        fields = (
            "seat",
            "uid",
            "card",
            "bearer",
            "subject",
            "event",
            "last",
            "do",
            "finish",
            "picked",
            "first",
            "stop",
        )
        for program in given:
            check_fields(program, fields, ("did",), "program")
            self.check_source(program, lords, cards)
            need((program["uid"] is None) == (program["card"] is None), "uid, card")
            need(program["uid"] is None or (is_int(program["uid"], 1) and is_word(program["card"], cards)), "uid, card")
            need(is_int(program.get("did", 0), 0), "did")
            need(isinstance(program["finish"], bool) and isinstance(program["stop"], bool), "finish, stop")
            for key in ("last", "picked"):
                need(isinstance(program[key], list), key)
            need(all(is_int(uid, 1) for uid in program["last"]), "last")
            options = [*program["picked"], *([] if program["first"] is None else [program["first"]])]
            need(all(is_text(option) and OPTION.fullmatch(option) is not None for option in options), "picked, first")
        return [copied({"did": 0, **program}) for program in given]

    def read_queue(self, given: Any, lords: int, cards: Json) -> list[Json]:
        """FS-19.3: the queue."""
        need(isinstance(given, list), "queue is no list")
        for entry in given:
            check_fields(entry, ("seat", "uid", "card", "bearer", "subject", "event", "do", "hidden"), (), "queue")
            self.check_source(entry, lords, cards)
            need(is_int(entry["uid"], 1) and is_word(entry["card"], cards), "uid, card")
            need(isinstance(entry["hidden"], bool), "hidden")
        return [copied(entry) for entry in given]

    def read_assembly(self, given: Any, options: Json, cards: Json) -> Json | None:
        """FS-19.4: the assembly."""
        if given is None:
            return None
        fields = ("method", "pool", "market", "packs", "sets", "round", "first", "to_pick", "left", "taken")
        check_fields(given, fields, (), "assembly")
        need(is_word(given["method"], METHODS[3:]) and given["method"] == options["assembly"], "method")
        need(isinstance(given["packs"], list), "packs")
        for pile in (given["pool"], given["market"], *given["packs"]):
            need(isinstance(pile, list) and all(is_word(card, cards) for card in pile), "pool, market, packs")
        for key in ("first", "to_pick"):
            need(is_int(given[key], 0, options["lords"] - 1), key)
        for key in ("round", "left"):
            need(is_int(given[key], 1), key)
        need(is_int(given["taken"], 0, options["lords"] - 1), "taken")
        need(isinstance(given["sets"], dict), "sets")
        need(len(given["packs"]) == (options["lords"] if given["method"] == "closed_draft" else 0), "packs")
        assembly: Json = copied(given)
        return assembly

    def read_result(self, given: Any, lords: int) -> Json | None:
        """FS-19.1: the result."""
        if given is None:
            return None
        check_fields(given, ("winners", "reason"), (), "result")
        winners = given["winners"]
        need(isinstance(winners, list) and all(is_int(seat, 0, lords - 1) for seat in winners), "winners")
        need(is_word(given["reason"], ("last_lord", "max_turns")), "reason")
        return {"winners": list(winners), "reason": given["reason"]}

    def check_position(self) -> None:
        """FS-19.5, FS-21.13: what must hold in a position besides the notation."""
        p = self.p
        if self.option("mode") == "tag_team":
            given = [lord["in"] for lord in p["seats"]]
            self.let_in()
            for lord, said in zip(p["seats"], given, strict=True):
                lord["in"] = lord["in"] if said is None else said
        need((p["step"] == "over") == (p["result"] is not None), "result")
        need((p["step"] == "assembly") == (p["assembly"] is not None), "assembly")
        need(not self.seat(p["active"])["out"], "the active lord is destroyed")
        need(p["step"] != "assembly" or len(self.living()) == self.lords(), "a lord is destroyed in assembly")
        sides = {self.seat(seat)["team"] for seat in self.living()}
        need(p["step"] == "over" or len(sides) >= 2, "one side only")
        attack = p["attack"]
        if attack is not None:
            need(not self.seat(attack["defender"])["out"] and not self.seat(attack["by"])["out"], "attack")
            if attack["stage"] == "pay":
                hand, spell = self.seat(attack["defender"])["hand"], attack["spell"]
                need(spell["hand"] < len(hand), "the spell that waits")
                card = hand[spell["hand"]]
                need(bool(self.payments(attack["defender"], card)), "the spell cannot be paid")
                need(spell["host"] in self.hosts(attack["defender"], card), "host of the spell")
        if self.option("mode") in ("tag_team", "citadel"):
            self.check_teams()

    def check_teams(self) -> None:
        """FS-21.13: teams of two, and who of them is in."""
        p, mode = self.p, self.option("mode")
        together = mode == "citadel" or self.option("tag_loss") == "first"
        for team in {lord["team"] for lord in p["seats"]}:
            members = [lord for lord in p["seats"] if lord["team"] == team]
            need(len(members) == 2, "a team has two lords")
            living = [lord for lord in members if not lord["out"]]
            need(not together or len(living) != 1, "partners fall together")
            if mode == "tag_team":
                need(sum(lord["in"] for lord in members) == bool(living), "one of a team is in")
                need(not any(lord["in"] and lord["out"] for lord in members), "a destroyed lord is in")
        if mode == "tag_team" and p["step"] != "over":
            seats = [p["active"], *(entry["seat"] for entry in (*p["programs"], *p["queue"]))]
            if p["attack"] is not None:
                seats += [p["attack"]["by"], p["attack"]["defender"]]
            need(all(self.is_in(seat) for seat in seats), "a lord outside acts")


# ------------------------------------------------------------------------------------------------------- the protocol


class Server:
    """Protocol: one match and the number of actions taken in it."""

    def __init__(self, match: NaiveFiveSpheres) -> None:
        self.match = match
        self.taken = 0

    def answer(self, line: bytes) -> Json:
        """One reply to one line."""
        try:
            return {"ok": True, **self.reply(parse_line(line))}
        except RefereeError as error:
            return {"ok": False, "error": {"code": error.code, "message": str(error)}}

    def field(self, request: Json, name: str) -> Any:
        """A field that must be there."""
        if name not in request:
            raise BadRequest(f"no {name}")
        return request[name]

    def reply(self, request: Json) -> Json:
        """The fields of a successful reply. The request's own fields are checked before the match is."""
        match = self.match
        op = self.field(request, "op")
        if op == "new":
            if self.field(request, "game") != GAME:
                raise BadRequest("unknown game")
            seed = self.field(request, "seed")
            fate = request.get("fate", [])
            if not isinstance(fate, list):
                raise BadRequest("fate is no list")
            position = match.new(self.field(request, "options"), seed, fate)
            self.taken = 0
            return {"position": position}
        if op == "load":
            sent = self.field(request, "position")
            if not isinstance(sent, dict):
                raise BadRequest("position is no object")
            position = match.load(sent, request.get("seed", 0))
            self.taken = 0
            return {"position": position}
        if op == "position":
            return {"position": match.position()}
        if op in ("view", "events"):
            seat = self.field(request, "seat")
            if seat is not None and not is_int(seat):
                raise BadRequest("seat")
            return {"view": match.view(seat)} if op == "view" else {"events": match.events(seat)}
        if op == "actions":
            return {"to_act": match.to_act(), "actions": match.actions()}
        if op == "act":
            action = self.field(request, "action")
            if not isinstance(action, str) or not is_int(request.get("at", 0)):
                raise BadRequest("action is no text, or at no integer")
            if match.to_act() is not None and request.get("at", self.taken) != self.taken:
                raise IllegalAction(f"{self.taken} actions were taken so far")
            events = match.act(action)
            self.taken += 1
            return {"events": events, "to_act": match.to_act()}
        if op == "result":
            over, scores, winners = match.result()
            return {"over": over, "scores": scores, "winners": winners}
        raise BadRequest("unknown op")


def main() -> None:
    """Reads requests from stdin and writes replies to stdout until the input ends."""
    server = Server(NaiveFiveSpheres())
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(server.answer(line)), flush=True)


if __name__ == "__main__":
    main()

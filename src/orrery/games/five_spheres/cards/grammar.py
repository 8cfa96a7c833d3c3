"""The grammar of the card language, FS-12: is a table of cards, a card, or a list of effects valid?

A pure validator: it reads the raw objects, changes nothing and builds nothing; what passes may be read without further
checks. What is refused raises a DataFault with the full path and the words allowed there. The rules are taken
literally: what they do not forbid is allowed, even where it can never do anything.
"""

from __future__ import annotations

import re
from typing import Final

from orrery.core.data import DataFault, Fields, JsonObject, is_integer, listed, named, shown, to_integer, to_word
from orrery.games.five_spheres.cards.vocabulary import (
    BACK_KEYS,
    BACK_ZONES,
    BY,
    CAST_ZONES,
    CONDITIONS,
    COST_OF,
    COUNT_WHOSE,
    DURING,
    EACH,
    EVENTS,
    FACE_DOWN_COST,
    FILTER_KEYS,
    FILTER_NUMBERS,
    GRANTABLE,
    HIGHEST,
    HIGHEST_COST,
    HOSTS,
    LOWEST_COST,
    MATCHINGS,
    MAYBE_OWN,
    NAMING_PICKS,
    NUMBER_KINDS,
    PASSIVES,
    PICKS,
    PLACES,
    READING_PICKS,
    REFS,
    SCOPES,
    SEARCHED_ZONES,
    SHUFFLED,
    SPELL_EVENTS,
    SPELL_TYPES,
    SPHERES,
    STATUSES,
    STRENGTH_KEYS,
    TURNS,
    UNFILTERED,
    UNSCOPED,
    VARS,
    VERB_ZONES,
    VERBS,
    WHOSE,
    ZONES,
    default_by,
    default_pick,
    reads_face,
)

CARD_ID: Final = re.compile("[a-z0-9_]+")
CODE: Final = re.compile("[0-9]{4}-([1-5])[0-9A-F]-[0-9]([1-5])([A-T])")
SETS_IN_A_DECK: Final = 4
"""FS-18.3: sets A to D make deck 1, E to H deck 2, ..."""

MOST_CARDS: Final = 1_000_000_000
"""FS-14.4: bounds the numbers of an interrupted draw."""

NO_SEATS: Final = 0


class Place:
    """Where the words stand: in a creature half (no spell type) or a spell half, in a card or in a running program.

    In a running program `lords` is the number of lords, so that a seat number may stand for `whose` (FS-14.4), and
    `seat` the controller's; in a card there are no seat numbers.
    """

    __slots__ = ("lords", "may_evoke", "seat", "spell_type")

    def __init__(self, spell_type: str | None, may_evoke: bool, lords: int = NO_SEATS, seat: int = 0) -> None:
        self.spell_type = spell_type
        self.may_evoke = may_evoke
        self.lords = lords
        self.seat = seat


# --- tables, cards and lists of effects -------------------------------------------------------------------------------


def check_table(cards: object, path: str) -> JsonObject:
    """FS-12.1: the table of cards, unchanged; raises DataFault. How many cards there are is the caller's matter."""
    if not isinstance(cards, dict):
        raise DataFault(path, f"{shown(cards)} is not an object that maps card ids to cards")
    for id, card in cards.items():
        if not isinstance(id, str) or not CARD_ID.fullmatch(id):
            raise DataFault(path, f"{shown(id)} is not a card id; allowed are small letters, digits and _")
        check_card(card, named(path, id))
    return cards


def check_card(card: object, path: str) -> None:
    """FS-12.1, FS-1.4: a card has one sphere or two different ones, a creature half and a spell half."""
    fields = Fields(card, path)
    spheres = fields.items("spheres")
    if len(spheres) not in (1, 2):
        raise DataFault(fields.at("spheres"), f"a card has one sphere or two, not {len(spheres)}")
    for i, sphere in enumerate(spheres):
        to_word(sphere, named(fields.at("spheres"), i), SPHERES)
    if len(spheres) == 2 and spheres[0] == spheres[1]:
        others = [sphere for sphere in SPHERES if sphere != spheres[0]]
        raise DataFault(
            named(fields.at("spheres"), 1),
            f"a dual-sphere card has two different spheres; with {spheres[0]} go {listed(others)}",
        )
    _check_creature(fields.raw("creature"), fields.at("creature"))
    _check_spell(fields.raw("spell"), fields.at("spell"))
    fields.text("name", "")
    if fields.has("code"):
        _check_code(fields.text("code"), fields.at("code"), spheres[0])
    fields.done()


def check_running(effects: object, path: str, seat: int, lords: int, spell_half: bool = False) -> None:
    """FS-14.4, FS-19.3: the effects left of a program whose controller is this seat; raises DataFault.

    What a card may say is allowed, and besides: `whose` of a selector, a `draw` or a `shuffle` may be a seat number
    (0 to lords - 1; never in a count), which stands for own or for another's as the seat is the controller's or not;
    and the rest of an interrupted draw, exactly `{"do": "draw", "whose": SEAT, "n": N, "drawn": M}` with N and M at
    least 0 (they may exceed 99, as a NUMBER can come to more). `evoke` is refused where the program is known to be that
    of a spell half.
    """
    _check_effects(effects, path, Place(None, not spell_half, lords, seat))


def _check_code(code: str, path: str, first_sphere: str) -> None:
    """FS-18.3: AAAA-BC-DEF, where B is the card's first sphere and E the deck of the set F."""
    found = CODE.fullmatch(code)
    if found is None:
        raise DataFault(
            path,
            f"{shown(code)} is not a code AAAA-BC-DEF: four digits, sphere 1-5, number 0-F; version 0-9, deck 1-5,"
            " set A-T, in capital letters",
        )
    sphere, deck, letter = found.group(1), found.group(2), found.group(3)
    right = SPHERES.index(first_sphere) + 1
    if int(sphere) != right:
        raise DataFault(
            path, f"{shown(code)} names sphere {sphere}; the card's first sphere is {first_sphere}: {right}"
        )
    right = (ord(letter) - ord("A")) // SETS_IN_A_DECK + 1
    if int(deck) != right:
        raise DataFault(path, f"{shown(code)} names deck {deck}; set {letter} is in deck {right}")


def _check_creature(value: object, path: str) -> None:
    """FS-12.1, FS-1.2, FS-1.5: a creature half; FS-1.8: the afflicted strength is at most the strength; FS-1.9: an
    inverted half costs 3.
    """
    fields = Fields(value, path)
    cost = fields.integer("cost", LOWEST_COST, HIGHEST_COST)
    fields.text("race")
    strength = fields.integer("strength", 0, HIGHEST)
    fields.integer("afflicted", 0, strength, 0)
    fields.text("keyword", "")
    fields.text("name", "")
    if fields.boolean("inverted", False) and cost != FACE_DOWN_COST:
        raise DataFault(fields.at("cost"), f"an inverted half costs {FACE_DOWN_COST}, not {cost}")
    _check_abilities(fields.items("abilities", []), fields.at("abilities"), Place(None, may_evoke=True))
    fields.done()


def _check_spell(value: object, path: str) -> None:
    """FS-12.1, FS-1.3, FS-1.10: a spell half of one of the four types; a hidden one costs 3."""
    fields = Fields(value, path)
    spell_type = fields.word("type", SPELL_TYPES)
    place = Place(spell_type, may_evoke=False)
    cost = fields.integer("cost", LOWEST_COST, HIGHEST_COST)
    fields.text("name", "")
    if spell_type == "hidden":
        if cost != FACE_DOWN_COST:
            raise DataFault(fields.at("cost"), f"a hidden spell costs {FACE_DOWN_COST}, not {cost}")
        _check_trigger(fields, place)
    elif spell_type == "instant":
        _check_effects(fields.raw("do"), fields.at("do"), place)
    else:
        if spell_type == "attached":
            fields.word("host", HOSTS)
        _check_abilities(fields.items("abilities"), fields.at("abilities"), place)
        if fields.has("do"):
            _check_effects(fields.raw("do"), fields.at("do"), place)
    fields.done()


# --- abilities --------------------------------------------------------------------------------------------------------


def _check_abilities(rows: list[object], path: str, place: Place) -> None:
    """FS-12.2: each ability is a trigger or a passive."""
    for i, row in enumerate(rows):
        fields = Fields(row, named(path, i))
        if "passive" in fields.value:
            _check_passive(fields, place)
        elif "when" in fields.value:
            _check_trigger(fields, place)
        else:
            raise DataFault(fields.path, "an ability is a trigger, with the field when, or a passive, with passive")
        fields.done()


def _check_trigger(fields: Fields, place: Place) -> None:
    """FS-12.2, FS-12.3, FS-12.4: the fields of a trigger, of an ability or of a hidden spell."""
    event = fields.word("when", EVENTS if place.spell_type is None else SPELL_EVENTS)
    if event == "used":
        for key in ("by", "filter"):
            if key in fields.value:
                raise DataFault(fields.at(key), f"`used` takes no {key}; allowed are when, if, do")
    else:
        said = fields.has("by")
        by = fields.word("by", BY, default_by(event, place.spell_type))
        if by == "this":
            _check_this(event, fields.at("by") if said else fields.at("when"), place)
        if fields.has("filter"):
            _check_filter(fields.raw("filter"), fields.at("filter"))
    if fields.has("if"):
        _check_condition(fields.raw("if"), fields.at("if"))
    _check_effects(fields.raw("do"), fields.at("do"), place)


def _check_this(event: str, path: str, place: Place) -> None:
    """FS-12.4: what could never fire about the source itself."""
    others = [word for word in BY if word != "this"]
    if event == "attacked":
        raise DataFault(path, f"`attacked` is about a lord, so not by this; allowed are {listed(others)}")
    if event == "afflicted" and place.spell_type is None:
        raise DataFault(
            path,
            "an afflicted creature fires nothing, so `afflicted` on a creature is not by this (its default);"
            f" allowed for by are {listed(others)}",
        )


def _check_passive(fields: Fields, place: Place) -> None:
    """FS-12.7: the fields of a passive."""
    word = fields.word("passive", PASSIVES)
    if word == "ward" and place.spell_type != "attached":
        others = [passive for passive in PASSIVES if passive != "ward"]
        raise DataFault(fields.at("passive"), f"ward is for attached spells only; allowed are {listed(others)}")
    steady = word == "strength"
    if fields.has("if"):
        _check_condition(fields.raw("if"), fields.at("if"), steady)
    if word not in UNSCOPED:
        fields.word("scope", SCOPES, SCOPES[0])
    if word not in UNFILTERED and fields.has("filter"):
        _check_filter(fields.raw("filter"), fields.at("filter"), FILTER_KEYS, "", steady)
    if word == "unblockable" and fields.has("except"):
        _check_filter(fields.raw("except"), fields.at("except"))
    if word in ("strength", "cost", "mana"):
        _check_number(fields.raw("n"), fields.at("n"), steady)
    if word == "strength":
        fields.word("during", DURING, DURING[0])
    if word == "cost":
        fields.word("of", COST_OF)


# --- effects ----------------------------------------------------------------------------------------------------------


def _check_effects(value: object, path: str, place: Place) -> None:
    """FS-12.6: a list of effects."""
    if not isinstance(value, list):
        raise DataFault(path, f"{shown(value)} is not a list of effects")
    for i, row in enumerate(value):
        _check_effect(Fields(row, named(path, i)), place)


def _check_effect(fields: Fields, place: Place) -> None:
    """FS-12.6: one effect."""
    verb = fields.word("do", VERBS)
    if verb == "evoke" and not place.may_evoke:
        others = [other for other in VERBS if other != "evoke"]
        raise DataFault(fields.at("do"), f"evoke is not allowed in a spell half; allowed are {listed(others)}")
    if verb == "draw" and place.lords and "drawn" in fields.value:
        _check_rest_of_draw(fields, place)
        return
    if fields.has("if"):
        _check_condition(fields.raw("if"), fields.at("if"))
    if verb == "draw":
        _check_whose(fields, WHOSE, place)
        _check_number(fields.raw("n"), fields.at("n"))
    elif verb == "shuffle":
        _check_whose(fields, WHOSE, place)
        fields.word("zone", SHUFFLED)
    elif verb == "replace":
        _check_selector(fields.raw("a"), fields.at("a"), verb, place)
        _check_selector(fields.raw("b"), fields.at("b"), verb, place)
    elif fields.has("target") or verb != "evoke":
        _check_selector(fields.raw("target"), fields.at("target"), verb, place)
    if verb == "recover":
        fields.word("place", PLACES, PLACES[0])
    elif verb == "strengthen":
        _check_number(fields.raw("amount"), fields.at("amount"))
    elif verb == "grant":
        fields.word("passive", GRANTABLE)
    fields.done()


def _check_rest_of_draw(fields: Fields, place: Place) -> None:
    """FS-14.4: what is left of an interrupted draw."""
    fields.integer("whose", 0, place.lords - 1)
    fields.integer("n", 0, MOST_CARDS)
    fields.integer("drawn", 0, MOST_CARDS)
    fields.done()


# --- selectors --------------------------------------------------------------------------------------------------------


def _check_selector(value: object, path: str, verb: str, place: Place) -> None:
    """FS-12.5: a reference, or a zone with what may be said about it."""
    fields = Fields(value, path)
    if "ref" in fields.value:
        fields.word("ref", REFS)
        fields.done()
        return
    zone = _check_zone(fields, verb)
    replaces = verb == "replace"
    whose = _check_whose(fields, tuple(word for word in WHOSE if word not in EACH) if replaces else WHOSE, place)
    search = _check_true(fields, "search")
    _check_true(fields, "upto")
    pick = fields.word("pick", PICKS, default_pick(zone, search))
    if fields.has("n"):
        _check_number(fields.raw("n"), fields.at("n"))
    fields.has("filter")
    if search and zone not in SEARCHED_ZONES:
        raise DataFault(fields.at("search"), f"no search of {zone}; allowed are {listed(SEARCHED_ZONES)}")
    if replaces:
        _check_one_card(fields, zone, pick, search)
    if not search and verb == "cast" and zone not in CAST_ZONES:
        raise DataFault(
            fields.at("zone"), f'cast takes a card of {zone} only with "search": true; without: {listed(CAST_ZONES)}'
        )
    _check_pick(fields, zone, whose, pick, search)
    _check_hidden(fields, verb, zone, whose, pick, search)
    fields.done()


def _check_zone(fields: Fields, verb: str) -> str:
    """FS-12.5, FS-12.6: the zone of a selector; a verb has its zones, its own destination never among them."""
    zone: object = fields.raw("zone")
    zones = VERB_ZONES[verb]
    if not isinstance(zone, str) or zone not in zones:
        raise DataFault(fields.at("zone"), f"{shown(zone)} is no zone for {verb}; allowed are {listed(zones)}")
    return zone


def _check_one_card(fields: Fields, zone: str, pick: str, search: bool) -> None:
    """FS-12.6: each side of a `replace` takes one card (`each` has been refused before)."""
    if pick == "all":
        others = [word for word in PICKS if word != "all"]
        raise DataFault(fields.at("pick"), f"replace takes one card, not all; allowed are {listed(others)}")
    if zone == "deck" and search:
        others = [word for word in SEARCHED_ZONES if word != "deck"]
        raise DataFault(fields.at("search"), f"replace does not search a deck; allowed are {listed(others)}")


def _check_pick(fields: Fields, zone: str, whose: str, pick: str, search: bool) -> None:
    """FS-12.5: nobody names a card that he does not see, unless he searches."""
    where = fields.at("pick") if "pick" in fields.value else fields.path
    if pick == "top" and zone != "deck":
        others = [word for word in PICKS if word != "top"]
        raise DataFault(where, f"top is for the deck only; allowed for {zone} are {listed(others)}")
    if search:
        return
    if zone == "deck" and pick in NAMING_PICKS:
        others = [word for word in PICKS if word not in NAMING_PICKS]
        raise DataFault(where, f'{pick} needs "search": true for a deck; allowed without are {listed(others)}')
    if zone == "hand":
        unseen = pick == "choose" and whose != "own"
        if unseen or (pick == "opponent_choice" and whose in MAYBE_OWN):
            others = [word for word in PICKS if word not in (pick, "top")]
            raise DataFault(
                where,
                f'{pick} needs "search": true for a hand that the chooser may not see ({whose});'
                f" allowed without it may be {listed(others)}",
            )


def _check_hidden(fields: Fields, verb: str, zone: str, whose: str, pick: str, search: bool) -> None:
    """FS-12.8: nothing reads what lies hidden: the filter of a selector, and `cast`, which counts as one."""
    keys: tuple[str, ...] = FILTER_KEYS
    why = ""
    if search:
        pass
    elif (zone == "deck" or (zone == "hand" and whose != "own")) and pick in READING_PICKS:
        what = "a deck" if zone == "deck" else "another lord's hand"
        if "filter" in fields.value:
            raise DataFault(fields.at("filter"), f'{what} takes a filter with {pick} only with "search": true')
        if verb == "cast":
            raise DataFault(fields.path, f'cast counts as a filter: from {what} with {pick} only with "search": true')
    elif zone in BACK_ZONES:
        keys, why = BACK_KEYS, f'cannot be read in {zone} without "search": true'
    if "filter" in fields.value:
        _check_filter(fields.value["filter"], fields.at("filter"), keys, why)


def _check_whose(fields: Fields, words: tuple[str, ...], place: Place) -> str:
    """FS-12.5: whose; FS-14.4: a seat number only in a running program, read as own or opponent."""
    value = fields.raw("whose")
    if place.lords and is_integer(value):
        return "own" if to_integer(value, fields.at("whose"), 0, place.lords - 1) == place.seat else "opponent"
    if is_integer(value):
        raise DataFault(fields.at("whose"), f"a seat number stands only in positions; allowed are {listed(words)}")
    return fields.word("whose", words)


def _check_true(fields: Fields, key: str) -> bool:
    """A field that says true or is left out."""
    if not fields.has(key):
        return False
    if fields.raw(key) is not True:
        raise DataFault(fields.at(key), f"{shown(fields.raw(key))} is not true; leave {key} out where it is not meant")
    return True


# --- filters, numbers, conditions -------------------------------------------------------------------------------------


def _check_filter(
    value: object, path: str, keys: tuple[str, ...] = FILTER_KEYS, why: str = "", steady: bool = False
) -> None:
    """FS-12.8: a filter of which only these keys may be written, and why; `steady` (FS-12.7): in a `strength` passive,
    which may not depend on strength.
    """
    fields = Fields(value, path)
    allowed = [key for key in keys if not (steady and key in STRENGTH_KEYS)]
    for key, part in fields.value.items():
        backs = key == "matching" and not reads_face(key, part)
        if key not in allowed and key in FILTER_KEYS and not backs:
            reason = why if key not in keys else "makes a strength depend on strength"
            words = [*allowed, "matching by sphere"] if "matching" not in keys else allowed
            raise DataFault(fields.at(key), f"{key} {reason}; allowed are {listed(words)}")
        if key not in allowed and not backs:
            raise DataFault(path, f"the field {shown(key)} is unknown; allowed are {listed(allowed)}")
        where = fields.at(key)
        if key in FILTER_NUMBERS:
            to_integer(part, where, 0, HIGHEST)
        elif key == "sphere":
            _check_spheres(part, where)
        elif key == "spell_type":
            fields.word(key, SPELL_TYPES)
        elif key == "status":
            for i, status in enumerate(fields.items(key)):
                to_word(status, named(where, i), STATUSES)
        elif key == "other":
            _check_true(fields, key)
        elif key == "matching":
            matching = Fields(part, where)
            matching.word("to", REFS)
            matching.word("by", MATCHINGS, MATCHINGS[0])
            matching.done()
        else:
            fields.text(key)


def _check_spheres(value: object, path: str) -> None:
    """FS-12.8: a sphere, or a list of which one must fit."""
    if isinstance(value, list):
        for i, sphere in enumerate(value):
            to_word(sphere, named(path, i), SPHERES)
    else:
        to_word(value, path, SPHERES)


def _check_number(value: object, path: str, steady: bool = False) -> None:
    """FS-12.9: an integer from -99 to 99, a count, or a number of a card; `steady`: without reading a strength."""
    if not isinstance(value, dict):
        if not is_integer(value):
            raise DataFault(
                path, f"{shown(value)} is neither a whole number nor an object with one of {listed(NUMBER_KINDS)}"
            )
        to_integer(value, path, -HIGHEST, HIGHEST)
        return
    fields = Fields(value, path)
    if "count" in value:
        _check_count(fields.raw("count"), fields.at("count"), steady)
    elif "var" in value:
        words = tuple(word for word in VARS if word != "strength") if steady else VARS
        if steady and value["var"] == "strength":
            raise DataFault(
                fields.at("var"), f"strength makes a strength depend on strength; allowed are {listed(words)}"
            )
        fields.word("var", words)
        fields.word("of", REFS)
    else:
        raise DataFault(path, f"a number that is an object has one of the fields {listed(NUMBER_KINDS)}")
    fields.integer("max", 0, HIGHEST, 0)
    fields.done()


def _check_count(value: object, path: str, steady: bool) -> None:
    """FS-12.9: cards of a zone that are counted; FS-12.8: none read what lies hidden."""
    fields = Fields(value, path)
    zone = fields.word("zone", ZONES)
    fields.word("whose", COUNT_WHOSE)
    if fields.has("filter"):
        if zone in ("hand", "deck"):
            raise DataFault(fields.at("filter"), f"a count over a {zone} takes no filter; allowed are zone, whose")
        if zone in BACK_ZONES:
            why = f"cannot be read by a count over {zone}"
            _check_filter(fields.raw("filter"), fields.at("filter"), BACK_KEYS, why, steady)
        else:
            _check_filter(fields.raw("filter"), fields.at("filter"), FILTER_KEYS, "", steady)
    fields.done()


def _check_condition(value: object, path: str, steady: bool = False) -> None:
    """FS-12.10: a condition. The conditions inside wait in a list, first to be read last, so that deep nesting costs
    no recursion.
    """
    waiting: list[tuple[object, str]] = [(value, path)]
    while waiting:
        part, where = waiting.pop()
        fields = Fields(part, where)
        kind = ""
        for word in CONDITIONS:
            if word in fields.value:
                kind = word
                break
        if kind in ("all", "any"):
            inner = fields.items(kind)
            for i in range(len(inner) - 1, -1, -1):
                waiting.append((inner[i], named(fields.at(kind), i)))
        elif kind == "not":
            waiting.append((fields.raw(kind), fields.at(kind)))
        else:
            _check_simple(fields, kind, steady)
        fields.done()


def _check_simple(fields: Fields, kind: str, steady: bool) -> None:
    """FS-12.10: a condition without conditions inside."""
    if kind == "count":
        _check_count(fields.raw("count"), fields.at("count"), steady)
        fields.integer("min", 0, HIGHEST, 0)
        fields.integer("max", 0, HIGHEST, 0)
    elif kind == "is":
        _check_filter(fields.raw("is"), fields.at("is"), FILTER_KEYS, "", steady)
        fields.word("of", REFS)
    elif kind == "turn":
        fields.word("turn", TURNS)
    elif kind == "more":
        counts = fields.items("more")
        if len(counts) != 2:
            raise DataFault(fields.at("more"), f"more compares two counts, not {len(counts)}")
        for i, count in enumerate(counts):
            _check_count(count, named(fields.at("more"), i), steady)
    elif kind == "did":
        fields.integer("did", 0, HIGHEST)
    else:
        raise DataFault(fields.path, f"a condition has one of the fields {listed(CONDITIONS)}")

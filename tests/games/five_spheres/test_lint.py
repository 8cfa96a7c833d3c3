"""Slips on valid cards: what no designer can have meant is found, with path and words; its good neighbour is not."""

from __future__ import annotations

import json
import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from oracle.random_five_spheres import CardMaker
from orrery.cli.app import app
from orrery.core.data import DataFault
from orrery.games.five_spheres.cards import checks, collections
from orrery.games.five_spheres.cards.collections import Collection
from orrery.games.five_spheres.cards.grammar import check_card
from orrery.games.five_spheres.cards.lint import Lore, Slip, lint_card, lint_cards

Json = dict[str, Any]

GENESIS = collections.standard()
SOURCE = resources.files("orrery.games.five_spheres").joinpath("data")

# --- arranging --------------------------------------------------------------------------------------------------------

DRAW: Json = {"do": "draw", "whose": "own", "n": 1}
PLAIN: Json = {"cost": 2, "race": "r", "strength": 3}
OWN: Json = {"zone": "battlefield", "whose": "own"}
CAST = "spell.do"
ABILITY = "creature.abilities[0]"
OF_SPELL = "spell.abilities[0]"


def drawing(**more: Any) -> Json:
    return DRAW | more


def verb(word: str, target: Json | str, **more: Any) -> Json:
    """An effect; a text is a reference."""
    return {"do": word, "target": {"ref": target} if isinstance(target, str) else target, **more}


def picked(zone: str = "battlefield", whose: str = "own", **more: Any) -> Json:
    return {"zone": zone, "whose": whose, **more}


def card(spell: Json | None = None, *abilities: Json, **creature: Any) -> Json:
    return {
        "spheres": ["chaos"],
        "creature": {**PLAIN, **creature, "abilities": list(abilities)},
        "spell": spell or {"type": "instant", "cost": 1, "do": [DRAW]},
    }


def instant(*effects: Json) -> Json:
    return card({"type": "instant", "cost": 1, "do": list(effects)})


def active(*abilities: Json) -> Json:
    return card({"type": "active", "cost": 1, "abilities": list(abilities)})


def attached(*abilities: Json, host: str = "creature", **more: Any) -> Json:
    return card({"type": "attached", "cost": 1, "host": host, "abilities": list(abilities), **more})


def hidden(event: str, *effects: Json, **more: Any) -> Json:
    return card({"type": "hidden", "cost": 3, "when": event, "do": list(effects), **more})


def having(*abilities: Json, **creature: Any) -> Json:
    return card(None, *abilities, **creature)


def when(event: str, *effects: Json, **more: Any) -> Json:
    return {"when": event, "do": list(effects), **more}


def passive(word: str, **more: Any) -> Json:
    return {"passive": word, **more}


def fitting(filter: Json, zone: str = "battlefield", **more: Any) -> Json:
    """A card that returns the cards that fit."""
    return instant(verb("return", picked(zone, filter=filter, **more)))


def where(condition: Json) -> Json:
    """A card with this condition on its effect."""
    return instant(drawing(**{"if": condition}))


def hands(**more: Any) -> Json:
    return {"count": {"zone": "hand", "whose": "own"}, **more}


def told(slips: list[Slip]) -> list[str]:
    return [f"{slip.path}: {slip.problem}; {slip.right}" for slip in slips]


# --- the kinds of slips -----------------------------------------------------------------------------------------------

STRONGER = passive("strength", n={"var": "spell_cost", "of": "subject"})
EVOKING = [when("wins", {"do": "evoke"})]
INSTANT_SUBJECT: Json = {"type": "instant", "cost": 1, "do": [verb("afflict", "subject")]}
INSTANT_FOE: Json = {"type": "instant", "cost": 1, "do": [verb("afflict", "foe")]}
CRYSTAL = verb("crystallise", picked("hand"))
SWAP: Json = {"do": "replace", "a": OWN, "b": picked("hand")}
MORE: Json = {"zone": "hand", "whose": "own"}

REFERENCES: list[tuple[str, Json, str, str, str, Json]] = [
    (
        "bearer on a creature",
        having(when("wins", verb("return", "bearer"))),
        f"{ABILITY}.do[0].target.ref",
        "only an attached spell has a host",
        "this, subject, attacker, blocker, foe",
        attached(when("wins", verb("return", "bearer"))),
    ),
    (
        "bearer in the passive of an active spell",
        active(passive("mana", n={"var": "strength", "of": "bearer"})),
        f"{OF_SPELL}.n.of",
        "`bearer` means nothing here",
        "this",
        attached(passive("mana", n={"var": "strength", "of": "bearer"})),
    ),
    *[
        (
            f"subject of {event}",
            having(when(event, verb("afflict", "subject"))),
            f"{ABILITY}.do[0].target.ref",
            f"`{event}` is about no card",
            "this",
            having(when("blocked", verb("afflict", "subject"))),
        )
        for event in ("regroup", "turn_end", "used")
    ],
    (
        "subject of an instant",
        card(INSTANT_SUBJECT),
        f"{CAST}[0].target.ref",
        "a spell that is played has no subject",
        "this, attacker, blocker",
        card(INSTANT_SUBJECT, *EVOKING),
    ),
    (
        "subject of an instant evoked without one",
        card(INSTANT_SUBJECT, when("used", {"do": "evoke"})),
        f"{CAST}[0].target.ref",
        "a spell that is played has no subject",
        "this, attacker, blocker",
        card(INSTANT_SUBJECT, when("used", {"do": "evoke"}), *EVOKING),
    ),
    (
        "subject in what an active spell does at once",
        card({"type": "active", "cost": 1, "abilities": [STRONGER], "do": [verb("cure", "subject")]}),
        f"{CAST}[0].target.ref",
        "a spell that is played has no subject",
        "this, attacker, blocker",
        card({"type": "active", "cost": 1, "abilities": [STRONGER], "do": [verb("cure", OWN)]}),
    ),
    (
        "subject of mana",
        having(passive("mana", n={"var": "strength", "of": "subject"})),
        f"{ABILITY}.n.of",
        "`mana` is about no creature",
        "this",
        having(STRONGER),
    ),
    (
        "subject in a condition of ward",
        attached(passive("ward", **{"if": {"is": {}, "of": "subject"}})),
        f"{OF_SPELL}.if.of",
        "`ward` is about no creature",
        "this, bearer, attacker, blocker, foe",
        attached(passive("ward", **{"if": {"is": {}, "of": "foe"}})),
    ),
    (
        "last in the first effect",
        instant(verb("cure", "last"), DRAW),
        f"{CAST}[0].target.ref",
        "there is no previous effect in the list",
        "this, attacker, blocker",
        instant(verb("strengthen", OWN, amount=2), verb("cure", "last")),
    ),
    (
        "last matched in the filter of the first effect",
        instant(verb("return", picked(filter={"matching": {"to": "last"}}))),
        f"{CAST}[0].target.filter.matching.to",
        "there is no previous effect in the list",
        "this, attacker, blocker",
        instant(verb("afflict", OWN), verb("return", picked(filter={"matching": {"to": "last"}}))),
    ),
    *[
        (
            f"last after {before['do']}",
            instant(before, verb("cure", "last")),
            f"{CAST}[1].target.ref",
            why,
            "this, attacker, blocker",
            instant(verb("ready", OWN), verb("cure", "last")),
        )
        for before, why in (
            (DRAW, "draw picks no cards"),
            ({"do": "shuffle", "whose": "own", "zone": "deck"}, "shuffle picks no cards"),
            (verb("return", OWN), "after return its cards are not in play"),
            (verb("trash", OWN), "after trash its cards are not in play"),
        )
    ],
    (
        "last in a passive",
        having(passive("strength", n={"var": "spell_cost", "of": "last"})),
        f"{ABILITY}.n.of",
        "there is no previous effect here",
        "this, subject",
        having(STRONGER),
    ),
    *[
        (
            f"{ref} in {event}",
            having(when(event, verb("return", ref))),
            f"{ABILITY}.do[0].target.ref",
            f"`{event}` never comes in an attack",
            "this",
            having(when("battle", verb("return", ref))),
        )
        for ref in ("attacker", "blocker", "foe")
        for event in ("regroup", "turn_end", "used")
    ],
    (
        "defending in regroup",
        having(when("regroup", verb("destroy", picked("tower", "defending", pick="random")))),
        f"{ABILITY}.do[0].target.whose",
        "`defending` is nobody here: `regroup` never comes in an attack",
        "own, opponent, any, each, each_opponent",
        having(when("wins", verb("destroy", picked("tower", "defending", pick="random")))),
    ),
    (
        "attacking draws in turn_end",
        having(when("turn_end", drawing(whose="attacking"))),
        f"{ABILITY}.do[0].whose",
        "`attacking` is nobody here",
        "own, opponent, any, each, each_opponent",
        having(when("attacked", drawing(whose="attacking"))),
    ),
    (
        "attacking counted for a cost",
        having(passive("cost", of="both", n={"count": {"zone": "hand", "whose": "attacking"}})),
        f"{ABILITY}.n.count.whose",
        "`cost` is never read in an attack",
        "own, opponent, any",
        having(passive("strength", n={"count": {"zone": "hand", "whose": "attacking"}})),
    ),
    *[
        (
            f"blocker in {event}",
            having(when(event, verb("return", "blocker"))),
            f"{ABILITY}.do[0].target.ref",
            why,
            "this, subject, attacker",
            having(when("blocked", verb("return", "blocker"))),
        )
        for event, why in (
            ("attacks", "`attacks` comes before any block"),
            ("attacked", "`attacked` comes before any block"),
            ("targeted", "`targeted` comes before any block"),
            ("sieges", "in a siege there is no other creature"),
        )
    ],
    (
        "foe of an active spell",
        active(when("wins", verb("return", "foe"))),
        f"{OF_SPELL}.do[0].target.ref",
        "neither this spell nor its host can fight",
        "this, subject, attacker, blocker",
        attached(when("wins", verb("return", "foe"))),
    ),
    (
        "foe of an instant",
        card(INSTANT_FOE),
        f"{CAST}[0].target.ref",
        "neither this spell nor its host can fight",
        "this, attacker, blocker",
        card(INSTANT_FOE, *EVOKING),
    ),
    (
        "an active spell afflicts itself",
        active(when("regroup", verb("engage", "this"))),
        f"{OF_SPELL}.do[0].target.ref",
        "engage does nothing to `this`: the spell itself is no creature",
        "a zone battlefield",
        attached(when("regroup", verb("engage", "bearer"))),
    ),
    (
        "a tower is cured",
        attached(when("regroup", verb("cure", "bearer")), host="tower"),
        f"{OF_SPELL}.do[0].target.ref",
        "cure does nothing to `bearer`: the host is a tower",
        "a zone battlefield",
        attached(when("regroup", verb("cure", OWN)), host="tower"),
    ),
    (
        "a destroyed creature becomes ready",
        having(when("destroyed", verb("ready", "this"))),
        f"{ABILITY}.do[0].target.ref",
        "ready does nothing to `this`: it has been destroyed",
        "attacker, blocker, foe, or a zone battlefield",
        having(when("destroyed", {"do": "evoke"}, verb("return", "this"))),
    ),
    (
        "a lost tower is afflicted",
        having(when("tower_lost", verb("afflict", "subject"))),
        f"{ABILITY}.do[0].target.ref",
        "afflict does nothing to `subject`: `tower_lost` is about a tower",
        "this, attacker, blocker, foe, or a zone battlefield",
        having(when("tower_lost", verb("afflict", "attacker"), verb("return", "subject"))),
    ),
    (
        "an attached spell destroys itself",
        attached(when("wins", verb("destroy", "this"))),
        f"{OF_SPELL}.do[0].target.ref",
        "destroy does nothing to `this`",
        "the verb trash",
        attached(when("wins", verb("trash", "this"))),
    ),
    (
        "a creature is summoned in another's turn",
        hidden("attacked", verb("summon", picked("hand"))),
        f"{CAST}[0].target.whose",
        "summon does nothing: `attacked` comes here only in another lord's turn",
        "an event of the own turn, or `retaliates`",
        hidden("tower_lost", verb("summon", picked("hand"))),
    ),
]

FIRING: list[tuple[str, Json, str, str, str, Json]] = [
    (
        "a creature crystallised by this",
        having(when("crystallised", DRAW, by="this")),
        f"{ABILITY}.by",
        "never fires: `crystallised` is about a crystal, which is never the source",
        "by own, other, opponent, any",
        having(when("crystallised", DRAW)),
    ),
    (
        "unveiled, but not inverted",
        having(when("unveiled", DRAW)),
        f"{ABILITY}.when",
        "never fires: only an inverted creature can be unveiled",
        "a creature with `inverted`",
        having(when("unveiled", DRAW), inverted=True, cost=3),
    ),
    (
        "a tower wins",
        attached(when("wins", DRAW), host="tower"),
        f"{OF_SPELL}.when",
        "never fires: `wins` is about a creature, and the host is a tower",
        "by own, other, opponent, any",
        attached(when("tower_lost", DRAW, by="this"), host="tower"),
    ),
    (
        "an active spell attacks",
        active(when("attacks", DRAW, by="this")),
        f"{OF_SPELL}.by",
        "never fires: `attacks` is about a creature, not about an active spell",
        "by own, other, opponent, any",
        active(when("spell_lost", DRAW, by="this")),
    ),
    (
        "the host is afflicted",
        attached(when("afflicted", DRAW)),
        f"{OF_SPELL}.when",
        "never fires: cards under an afflicted creature fire nothing",
        "by own, other, opponent, any",
        attached(when("cured", DRAW)),
    ),
    (
        "a filter on regroup",
        having(when("regroup", DRAW, filter={"race": "r"})),
        f"{ABILITY}.filter",
        "never fires: `regroup` is about no card, so none fits a filter",
        "no filter, or an `if`",
        having(when("wins", DRAW, filter={"race": "r"})),
    ),
    (
        "a crystal with a keyword",
        having(when("crystallised", DRAW, filter={"keyword": "k"})),
        f"{ABILITY}.filter.keyword",
        "no card fits: keyword cannot be read of a card that lies face down",
        "sphere",
        having(when("crystallised", DRAW, filter={"sphere": "chaos"})),
    ),
    (
        "is the lost tower a giant",
        having(when("tower_lost", drawing(**{"if": {"is": {"race": "r"}, "of": "subject"}}))),
        f"{ABILITY}.do[0].if.is.race",
        "no card fits: race cannot be read of a card that lies face down",
        "sphere",
        having(when("spell_lost", drawing(**{"if": {"is": {"race": "r"}, "of": "subject"}}))),
    ),
    (
        "a passive of an active spell on itself",
        active(passive("ranged", scope="this")),
        f"{OF_SPELL}.scope",
        "acts on nothing: an active spell is no creature",
        "scope own, others, opponents",
        active(passive("ranged")),
    ),
    (
        "a passive on a tower",
        attached(passive("ranged"), host="tower"),
        f"{OF_SPELL}.passive",
        "acts on nothing: a tower is no creature",
        "scope own, others, opponents",
        attached(passive("ward"), passive("ranged", scope="own"), host="tower"),
    ),
    (
        "a host that should have come sooner",
        attached(passive("swift")),
        f"{OF_SPELL}.passive",
        "acts on nothing: the host has come before the spell",
        "scope own, others, opponents",
        attached(passive("swift", scope="own")),
    ),
]

LOOPS: list[tuple[str, Json, str, str, str, Json]] = [
    (
        "a crystal for a crystal",
        having(when("crystallised", CRYSTAL)),
        f"{ABILITY}.do",
        "fires itself again, until no card is left: FS-13.6 cuts it after 30",
        "an `if`, an `upto`, or a `by` or `filter` without what it crystallises itself",
        having(when("crystallised", verb("crystallise", picked("hand", upto=True)))),
    ),
    (
        "a crystal for everybody",
        active(when("crystallised", verb("crystallise", picked("deck", "each")), by="opponent")),
        f"{OF_SPELL}.do",
        "fires itself again",
        "an `if`",
        active(when("crystallised", verb("crystallise", picked("deck")), by="opponent")),
    ),
    (
        "a crystal by a spell evoked",
        card({"type": "instant", "cost": 1, "do": [CRYSTAL]}, when("crystallised", {"do": "evoke"})),
        f"{ABILITY}.do",
        "fires itself again",
        "an `if`",
        card({"type": "instant", "cost": 1, "do": [CRYSTAL]}, when("summoned", {"do": "evoke"})),
    ),
    (
        "each creature brings another",
        having(when("summoned", verb("summon", picked("trash")), by="own")),
        f"{ABILITY}.do",
        "fires itself again",
        "without what it summons itself",
        having(when("summoned", verb("summon", picked("trash")))),
    ),
    (
        "each beast brings another",
        active(
            when("summoned", verb("summon", picked("trash", filter={"race": "r", "max_cost": 2})), filter={"race": "r"})
        ),
        f"{OF_SPELL}.do",
        "fires itself again",
        "without what it summons itself",
        active(when("summoned", verb("summon", picked("trash", filter={"race": "q"})), filter={"race": "r"})),
    ),
    (
        "creatures change places for ever",
        active(when("summoned", SWAP)),
        f"{OF_SPELL}.do",
        "fires itself again, for ever: FS-13.6 cuts it after 30",
        "an `if`",
        active(when("summoned", SWAP, **{"if": hands(min=3)})),
    ),
    (
        "a falling tower pulls down the next",
        having(when("tower_lost", verb("destroy", picked("tower", pick="random")))),
        f"{ABILITY}.do",
        "fires itself again, until no card is left",
        "without what it destroys itself",
        having(when("tower_lost", verb("destroy", picked("tower", "opponent", pick="random")))),
    ),
    (
        "afflicted and cured at once",
        having(when("cured", verb("afflict", "this"), verb("cure", "this"))),
        f"{ABILITY}.do",
        "fires itself again, for ever",
        "without what it cures itself",
        having(when("cured", verb("afflict", "this"), verb("cure", "this", **{"if": hands(max=2)}))),
    ),
    (
        "the subject cured and afflicted again",
        active(when("afflicted", verb("cure", "subject"), verb("afflict", "last"))),
        f"{OF_SPELL}.do",
        "fires itself again, for ever",
        "without what it afflicts itself",
        active(when("afflicted", verb("cure", "subject"), verb("engage", "last"))),
    ),
    (
        "one ability cures, the other afflicts",
        active(when("afflicted", verb("cure", "subject")), when("cured", verb("afflict", "subject"))),
        f"{OF_SPELL}.do",
        "fires x.spell.abilities[1], which fires this again, for ever: FS-13.6 cuts it after 30",
        "an `if` on one of the two",
        active(when("afflicted", verb("cure", "subject")), when("cured", verb("afflict", "subject"), by="opponent")),
    ),
]

CONDITIONS: list[tuple[str, Json, str, str, str, Json]] = [
    (
        "did in the first effect",
        where({"did": 1}),
        f"{CAST}[0].if.did",
        "never holds: there is no previous effect in the list",
        "no `did`, or an effect before it",
        instant(verb("trash", OWN), drawing(**{"if": {"did": 1}})),
    ),
    (
        "did of a trigger",
        having(when("wins", DRAW, **{"if": {"not": {"did": 1}}})),
        f"{ABILITY}.if.not.did",
        "never holds: there is no previous effect here",
        "no `did`",
        having(when("wins", DRAW, drawing(**{"if": {"not": {"did": 1}}}))),
    ),
    (
        "did after shuffle",
        instant({"do": "shuffle", "whose": "own", "zone": "deck"}, drawing(**{"if": {"did": 1}})),
        f"{CAST}[1].if.did",
        "never holds: the previous effect does nothing that counts",
        "an effect before it",
        instant(DRAW, drawing(**{"if": {"did": 1}})),
    ),
    (
        "did more than could be",
        instant(verb("trash", picked(n=2)), drawing(**{"if": {"did": 3}})),
        f"{CAST}[1].if.did",
        "never holds: the previous effect does at most 2",
        "at most 2",
        instant(verb("trash", picked(n=2)), drawing(**{"if": {"did": 2}})),
    ),
    ("did nothing", instant(DRAW, drawing(**{"if": {"did": 0}})), f"{CAST}[1].if.did", "always holds", "at least 1",
     instant(DRAW, drawing(**{"if": {"did": 1}}))),
    (
        "count min above max",
        where(hands(min=3, max=2)),
        f"{CAST}[0].if.min",
        "never holds: min 3 is above max 2",
        "at most 2",
        where(hands(min=2, max=2)),
    ),
    ("count without bounds", where(hands()), f"{CAST}[0].if", "always holds: there are at least 0 cards",
     "min at least 1, or a max", where(hands(max=0))),
    ("nothing of any", where({"any": []}), f"{CAST}[0].if.any", "an empty list never holds", "one condition at least",
     where({"any": [hands(min=1)]})),
    ("nothing of all", where({"not": {"all": []}}), f"{CAST}[0].if.not.all", "an empty list always holds",
     "one condition at least", where({"not": {"all": [hands(min=1)]}})),
    ("more than itself", where({"more": [MORE, MORE]}), f"{CAST}[0].if.more", "never holds: both counts are the same",
     "two counts that differ", where({"more": [MORE, MORE | {"whose": "opponent"}]})),
    (
        "regroup in another's turn",
        having(when("regroup", DRAW, **{"if": {"turn": "opponent"}})),
        f"{ABILITY}.if.turn",
        "never holds: `regroup` comes here only in the own turn",
        "another `by`",
        having(when("summoned", DRAW, **{"if": {"turn": "opponent"}})),
    ),
    (
        "attacked in another's turn",
        having(when("attacked", drawing(**{"if": {"turn": "opponent"}}))),
        f"{ABILITY}.do[0].if.turn",
        "always holds: `attacked` comes here only in the opponent turn",
        "no condition",
        having(when("attacked", drawing(**{"if": {"turn": "opponent"}}), by="any")),
    ),
    *[
        (
            f"{key} min above max",
            fitting({f"min_{key}": 4, f"max_{key}": 3}),
            f"{CAST}[0].target.filter.min_{key}",
            f"no card fits: min_{key} 4 is above max_{key} 3",
            "at most 3",
            fitting({f"min_{key}": 3, f"max_{key}": 3}),
        )
        for key in ("cost", "spell_cost", "strength")
    ],
    ("a cost of 0", fitting({"max_cost": 0}), f"{CAST}[0].target.filter.max_cost", "nothing costs 0", "at least 1",
     fitting({"max_strength": 0})),
    ("a cost of 10", fitting({"min_spell_cost": 10}), f"{CAST}[0].target.filter.min_spell_cost", "nothing costs 10",
     "at most 9", fitting({"min_strength": 10})),
    ("no sphere", fitting({"sphere": []}), f"{CAST}[0].target.filter.sphere", "no card fits an empty list",
     "one sphere at least", fitting({"sphere": ["ether"]})),
    ("an empty filter", fitting({}), f"{CAST}[0].target.filter", "an empty filter: every card fits", "a key of sphere",
     where({"is": {}, "of": "attacker"})),
    (
        "engaged and ready",
        fitting({"status": ["engaged", "dizzy", "ready"]}),
        f"{CAST}[0].target.filter.status",
        "no creature is engaged and ready",
        "engaged, or ready",
        fitting({"status": ["engaged", "dizzy", "cured"]}),
    ),
    (
        "afflicted and cured",
        having(passive("strength", n=1, filter={"status": ["afflicted", "cured"]})),
        f"{ABILITY}.filter.status",
        "no creature is afflicted and cured",
        "afflicted, or cured",
        having(passive("strength", n=1, filter={"status": ["afflicted"]})),
    ),
    (
        "face down, but of a race",
        fitting({"status": ["facedown"], "race": "r"}),
        f"{CAST}[0].target.filter.status",
        "of a face-down creature race cannot be read",
        "facedown only with sphere",
        fitting({"status": ["facedown"], "sphere": "ether"}),
    ),
    (
        "the status of a card in the trash",
        fitting({"status": ["ready"]}, "trash"),
        f"{CAST}[0].target.filter.status",
        "only creatures on the battlefield have a status",
        "no status",
        fitting({"max_strength": 2}, "trash"),
    ),
    (
        "a cost that matches",
        having(passive("cost", of="both", n=-1, filter={"matching": {"to": "this"}})),
        f"{ABILITY}.filter.matching",
        "no card fits: `cost` reads only what is printed",
        "another key",
        having(passive("cost", of="both", n=-1, filter={"race": "r"})),
    ),
    ("no cards", instant(verb("return", picked(n=0))), f"{CAST}[0].target.n", "0 cards: nothing is done", "at least 1",
     instant(verb("return", picked(n=0, pick="all")))),
    ("fewer than no cards", instant(drawing(n=-1)), f"{CAST}[0].n", "-1 cards: nothing is done", "at least 1",
     instant(drawing(n={"count": MORE, "max": 2}))),
    ("at most none", instant(drawing(n={"count": MORE, "max": 0})), f"{CAST}[0].n.max", "never above 0",
     "at least 1, or no max", instant(drawing(n={"count": MORE, "max": 1}))),
    ("strengthen by 0", instant(verb("strengthen", OWN, amount=0)), f"{CAST}[0].amount", "0 changes nothing",
     "a number above or below 0", instant(verb("strengthen", OWN, amount=-1))),
    ("a passive of 0", having(passive("mana", n=0)), f"{ABILITY}.n", "0 changes nothing", "a number above or below 0",
     having(passive("mana", n=1))),
    ("an empty spell", instant(), CAST, "an empty list: nothing is done", "at least one effect", instant(DRAW)),
    ("an empty trigger", having(when("wins")), f"{ABILITY}.do", "an empty list", "at least one effect",
     having(when("wins", DRAW))),
    ("a blank active spell", active(), "spell.abilities", "the spell does nothing", "an ability, or a `do`",
     card({"type": "active", "cost": 1, "abilities": [], "do": [DRAW]})),
    ("except everybody", having(passive("unblockable", **{"except": {}})), f"{ABILITY}.except",
     "every creature fits an empty filter", "or no except", having(passive("unblockable"))),
]  # fmt: skip

ALL = [*REFERENCES, *FIRING, *LOOPS, *CONDITIONS]


@pytest.mark.parametrize(("bad", "path", "problem", "right"), [row[1:5] for row in ALL], ids=[row[0] for row in ALL])
def test_a_slip_is_found_with_path_and_words(bad: Json, path: str, problem: str, right: str) -> None:
    check_card(bad, "x")
    slips = lint_card(bad, "x")
    assert len(slips) == 1, told(slips)
    assert slips[0].path == f"x.{path}"
    assert problem in slips[0].problem
    assert right in slips[0].right


@pytest.mark.parametrize("good", [row[5] for row in ALL], ids=[row[0] for row in ALL])
def test_its_good_neighbour_has_no_slip(good: Json) -> None:
    check_card(good, "x")
    assert told(lint_card(good, "x")) == []


# --- what the other cards tell ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "right"), [("race", "q, r"), ("keyword", "k")])
def test_a_word_that_no_card_of_the_collection_has_is_a_slip(key: str, right: str) -> None:
    table = {"a": fitting({key: "mistyped"}), "b": having(race="q", keyword="k")}
    assert told(lint_cards(table)) == [
        f"a.spell.do[0].target.filter.{key}: no card of the collection has the {key} mistyped; {right}"
    ]
    assert lint_card(table["a"], "a") == []
    assert lint_cards({"a": fitting({key: right[-1]}), "b": table["b"]}) == []


def test_a_spell_that_another_card_evokes_may_have_a_subject() -> None:
    alone = {"a": card(INSTANT_SUBJECT), "b": having(when("wins", {"do": "evoke"}))}
    assert [slip.path for slip in lint_cards(alone)] == ["a.spell.do[0].target.ref"]
    assert lint_cards({**alone, "c": having(when("wins", verb("evoke", OWN)))}) == []


# --- what must have none ----------------------------------------------------------------------------------------------


def test_the_cards_of_the_test_set_have_no_slips() -> None:
    table: Json = json.loads(SOURCE.joinpath("testset.json").read_text(encoding="utf-8"))
    assert len(table) == 24
    assert told(lint_cards(table)) == []


def test_genesis_has_no_slips() -> None:
    assert told(lint_cards(GENESIS.cards)) == []


def test_deep_nesting_is_no_trouble() -> None:
    condition = hands(min=1)
    for _ in range(3000):
        condition = {"not": condition}
    assert lint_card(where(condition), "x") == []


@pytest.mark.parametrize("seed", range(8))
def test_any_valid_card_can_be_read(seed: int) -> None:
    table = CardMaker(random.Random(seed)).table(100)
    lore = Lore(table)
    for id, made in table.items():
        for slip in [*lint_card(made, id), *lint_card(made, id, lore)]:
            assert slip.path.startswith((f"{id}.creature.", f"{id}.spell."))
            assert slip.problem and slip.right and slip.clause.startswith("FS-")
            found: Any = made
            for step in slip.path.replace("[", ".[").split(".")[1:]:
                found = found[int(step[1:-1])] if step.startswith("[") else found[step]
    assert lint_cards(table)


# --- for designers ----------------------------------------------------------------------------------------------------

BEFORE = '{ do = "draw", whose = "own", n = 1 }'


def spoiled(folder: Path, after: str) -> Path:
    """A copy of Genesis in which Tide Reckoner does something else when a spell is cast."""
    for file in SOURCE.joinpath("collections").joinpath("genesis").iterdir():
        text = file.read_text(encoding="utf-8")
        if file.name == "science.toml":
            assert BEFORE in text
            text = text.replace(BEFORE, after, 1)
        folder.joinpath(file.name).write_text(text, encoding="utf-8")
    return folder


def test_a_card_with_a_slip_can_be_played_but_fails_the_check(tmp_path: Path) -> None:
    folder = spoiled(tmp_path, '{ do = "return", target = { ref = "bearer" } }')
    assert len(Collection(folder, "mine").cards) == 80
    line = (
        "FS-12.5, sc_2.creature.abilities[0].do[0].target.ref: `bearer` means nothing here: only an attached spell has"
        " a host; right is this, subject, attacker, blocker, foe"
    )
    assert line in [finding.line() for finding in checks.check_collection(Collection(folder, "mine"))]
    result = CliRunner().invoke(app, ["cards", "five_spheres", "--set", str(folder), "--check"])
    assert result.exit_code == 1 and line in result.output


@pytest.mark.parametrize(
    ("effect", "path", "words"),
    [
        (
            '{ do = "trash", target = { zone = "hand", whose = "opponent", pick = "all", filter = { race = "x" } } }',
            "target.filter",
            'another lord\'s hand takes a filter with all only with "search": true',
        ),
        (
            '{ do = "trash", target = { zone = "vault", whose = "opponent", filter = { race = "x" } } }',
            "target.filter.race",
            'race cannot be read in vault without "search": true; allowed are sphere, max_strength, min_strength,'
            " status, other, matching by sphere",
        ),
        (
            '{ do = "draw", whose = "own", n = { count = { zone = "deck", whose = "own", filter = { race = "x" } } } }',
            "n.count.filter",
            "a count over a deck takes no filter; allowed are zone, whose",
        ),
        (
            '{ do = "trash", target = { zone = "hand", whose = "opponent" } }',
            "target",
            'choose needs "search": true for a hand that the chooser may not see (opponent); allowed without it may be'
            " random, all, owner, opponent_choice",
        ),
    ],
)
def test_a_text_that_would_read_hidden_cards_is_refused_by_name(
    tmp_path: Path, effect: str, path: str, words: str
) -> None:
    with pytest.raises(DataFault) as fault:
        Collection(spoiled(tmp_path, effect), "mine")
    assert str(fault.value) == f"science.toml.sc_2.creature.abilities[0].do[0].{path}: {words}"

"""Random material for tests of Five Spheres: card tables, starts, positions, and spoiled ones of all three.

Everything takes a `random.Random`, so that one seed gives the same material again. Tables, starts and positions are
valid; `mutations`, `spoiled_starts` and `spoiled_cards` make things of which many are not.
"""

import copy
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.five_spheres_naive import (
    BACK_KEYS,
    BYS,
    COUNT_WHOSE,
    DESTINATIONS,
    EVENTS,
    GRANTS,
    LORD_EVENTS,
    LOST,
    METHODS,
    MODES,
    OPTION_DEFAULTS,
    PASSIVES,
    PICKS,
    REFS,
    SEARCHED,
    SPELL_TYPES,
    SPHERES,
    STATUS_VERBS,
    STATUSES,
    STEPS,
    TARGET_VERBS,
    WHOSE,
    ZONES,
    NaiveFiveSpheres,
    check_card,
    default_by,
    default_team,
)
from oracle.random_space_editor import chance, junk
from oracle.space_editor_naive import Fault, RefereeError

Json = dict[str, Any]

TEAM_MODES = ("team_play", "tag_team", "citadel")
RACES = ("orc", "elf", "imp")
KEYWORDS = ("flyer", "machine")
DURING = ("always", "attack", "block", "defend")
SCOPES = ("this", "own", "others", "opponents")
MATCHING = ("sphere", "cost", "both", "race", "keyword")
VOCABULARY: tuple[tuple[str, ...], ...] = (
    (*ZONES, "attached"),
    WHOSE,
    PICKS,
    REFS,
    (*EVENTS, "used"),
    BYS,
    (*TARGET_VERBS, "draw", "shuffle", "replace"),
    PASSIVES,
    STATUSES,
    SCOPES,
    DURING,
    MATCHING,
    SPELL_TYPES,
    SPHERES,
    ("creature", "tower", "spell", "both"),
    ("creature_cost", "spell_cost", "strength"),
    ("top", "bottom"),
)


def some(rng: random.Random, words: Iterable[str], most: int) -> list[str]:
    """One or more of the words, each once."""
    words = list(words)
    return rng.sample(words, rng.randint(1, min(most, len(words))))


# -------------------------------------------------------------------------------------------------------------- cards


class CardMaker:
    """FS-12: random cards from the whole language; few spheres make the cards of a table playable together."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.spheres = tuple(rng.sample(SPHERES, rng.choice([1, 2, 2, 3, 5])))

    def table(self, size: int) -> Json:
        """A table of cards."""
        return {f"{self.rng.choice('abcxyz')}{i}": self.card() for i in range(size)}

    def coded_table(self, decks: int) -> Json:
        """FS-18: 16 cards with codes for each of these decks, as for predesign and sets."""
        table = {}
        for number in range(16 * decks):
            card = self.card()
            sphere = SPHERES.index(card["spheres"][0]) + 1
            letter = "ABCDEFGHIJKLMNOPQRST"[number // 4]
            card["code"] = f"0001-{sphere}{number % 16:X}-{self.rng.randrange(10)}{number // 16 + 1}{letter}"
            table[f"k{number}"] = card
        return table

    def card(self) -> Json:
        """A card that the checks of the naive referee accept."""
        while True:
            card = self.draft()
            try:
                check_card(card)
            except Fault:
                continue
            return card

    def draft(self) -> Json:
        """A card that is nearly always valid."""
        rng = self.rng
        spheres = [rng.choice(self.spheres)]
        if chance(rng, 0.2) and len(self.spheres) > 1:
            spheres = rng.sample(self.spheres, 2)
        card: Json = {"spheres": spheres, "creature": self.creature(), "spell": self.spell()}
        if chance(rng, 0.1):
            card["name"] = "Someone / Something"
        return card

    def creature(self) -> Json:
        """A creature half."""
        rng = self.rng
        strength = rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 7])
        creature: Json = {"cost": rng.choice([1, 1, 1, 2, 2, 3, 4]), "race": rng.choice(RACES), "strength": strength}
        if chance(rng, 0.3):
            creature["afflicted"] = rng.randint(0, strength)
        if chance(rng, 0.4):
            creature["keyword"] = rng.choice(KEYWORDS)
        if chance(rng, 0.3):
            creature |= {"inverted": True, "cost": 3}
        if chance(rng, 0.85):
            number = rng.choice([0, 1, 1, 1, 2, 2, 3])
            creature["abilities"] = [self.ability("creature") for _ in range(number)]
        return creature

    def spell(self) -> Json:
        """A spell half."""
        rng = self.rng
        kind = rng.choice(["instant", "instant", "active", "active", "attached", "attached", "hidden"])
        cost = rng.choice([1, 1, 1, 2, 2, 3])
        if kind == "instant":
            return {"type": kind, "cost": cost, "do": self.effects("spell")}
        if kind == "hidden":
            trigger = self.trigger("hidden")
            return {"type": kind, "cost": 3, **trigger}
        spell: Json = {"type": kind, "cost": cost}
        if kind == "attached":
            spell["host"] = rng.choice(["creature", "creature", "tower"])
        spell["abilities"] = [self.ability(kind) for _ in range(rng.choice([0, 1, 1, 2, 2]))]
        if kind == "active" and chance(rng, 0.1):  # FS-13.6: a chain without end
            for when, verb in (("cured", "afflict"), ("afflicted", "cure")):
                effect = {"do": verb, "target": {"ref": "subject"}}
                spell["abilities"].append({"when": when, "by": "any", "do": [effect]})
        if kind == "attached" and chance(rng, 0.25):
            spell["abilities"].append({"passive": "ward"})
        if chance(rng, 0.3):
            spell["do"] = self.effects("spell")
        return spell

    def ability(self, kind: str) -> Json:
        """A trigger or a passive."""
        return self.trigger(kind) if chance(self.rng, 0.6) else self.passive(kind)

    def trigger(self, kind: str) -> Json:
        """FS-12.2: a trigger."""
        rng = self.rng
        rare = ("afflicted", "cured", "unveiled", "spell_lost", "targeted", "destroyed")
        when = rng.choice([*EVENTS, *rare, *(("used", "used") if kind == "creature" else ())])
        trigger: Json = {"when": when}
        if when != "used":
            if chance(rng, 0.45):
                trigger["by"] = rng.choice([*BYS, "any", "own"])
            if (when == "attacked" and trigger.get("by") == "this") or (
                when == "afflicted" and kind == "creature" and trigger.get("by", default_by(when, kind)) == "this"
            ):
                trigger["by"] = rng.choice(["own", "other", "opponent", "any"])
            if chance(rng, 0.12) and when not in ("regroup", "turn_end"):
                trigger["filter"] = self.filter(BACK_KEYS if when in LORD_EVENTS else None)
        if chance(rng, 0.2):
            trigger["if"] = self.condition(outside=True)
        trigger["do"] = self.effects("creature" if kind == "creature" else "spell")
        if when in LOST and chance(rng, 0.4):  # FS-12.5.1: the card in the groove
            verbs = ["return", "recover", "crystallise", "fortify", "summon", "trash", "cast"]
            verbs += ["evoke", "evoke"] if kind == "creature" else []
            again = {"do": rng.choice(verbs), "target": {"ref": rng.choice(["this", "subject"])}}
            trigger["do"].insert(0, again)
        return trigger

    def passive(self, kind: str) -> Json:
        """FS-12.7: a passive."""
        rng = self.rng
        word = rng.choice(
            [*PASSIVES, "strength", "strength", "strength", "unblockable", "immune_afflict", "cost", "mana"]
        )
        if word == "ward" and kind != "attached":
            word = "strength"
        passive: Json = {"passive": word}
        plain = word == "strength"
        if chance(rng, 0.3):
            passive["if"] = self.condition(outside=True, plain=plain)
        if word in ("ward", "mana", "cost"):
            if word == "mana":
                passive["n"] = self.number([1, 1, 2, -1])
            elif word == "cost":
                passive |= {"of": rng.choice(["creature", "spell", "both"]), "n": self.number([-1, -1, -2, 1])}
                if chance(rng, 0.4):
                    passive["filter"] = self.filter()
            return passive
        if word == "strength":
            passive["n"] = self.number([1, 2, -1, 3, -2], plain=True)
            if chance(rng, 0.5):
                passive["during"] = rng.choice(DURING)
        if word == "unblockable" and chance(rng, 0.6):
            passive["except"] = self.filter()
        if chance(rng, 0.5):
            passive["scope"] = rng.choice(SCOPES)
        if chance(rng, 0.25):
            passive["filter"] = self.filter(plain=plain)
        return passive

    def effects(self, half: str) -> list[Json]:
        """A list of effects."""
        rng = self.rng
        number = rng.choice([0, 1, 1, 1, 1, 2, 2, 2, 3]) if chance(rng, 0.9) else 4
        effects: list[Json] = []
        for i in range(number):
            effect = self.effect(half)
            if chance(rng, 0.15):
                effect["if"] = self.condition(outside=i == 0)
            if i > 0 and chance(rng, 0.15):
                effect["if"] = {"did": rng.choice([1, 1, 2])}
            if i > 0 and "target" in effect and chance(rng, 0.15):
                effect["target"] = {"ref": "last"}
            effects.append(effect)
        return effects

    def effect(self, half: str) -> Json:
        """FS-12.6: one effect."""
        rng = self.rng
        often = (
            "draw",
            "draw",
            "shuffle",
            "replace",
            "replace",
            "summon",
            "afflict",
            "afflict",
            "cure",
            "unveil",
            "grant",
        )
        verb = rng.choice([*TARGET_VERBS, *often])
        if verb == "evoke" and half == "spell":
            verb = "cast"
        if verb == "draw":
            return {"do": verb, "whose": rng.choice([*WHOSE, "own", "own"]), "n": self.number([1, 1, 2, 3, 0])}
        if verb == "shuffle":
            return {"do": verb, "whose": rng.choice(WHOSE), "zone": rng.choice(["deck", "trash", "groove"])}
        if verb == "replace":
            return {"do": verb, "a": self.selector(verb), "b": self.selector(verb)}
        effect: Json = {"do": verb}
        if verb == "recover" and chance(rng, 0.5):
            effect["place"] = rng.choice(["top", "bottom"])
        if verb == "strengthen":
            effect["amount"] = self.number([1, 2, 3, -1, -2, 0])
        if verb == "grant":
            effect["passive"] = rng.choice(GRANTS)
        if verb != "evoke" or chance(rng, 0.6):
            effect["target"] = self.selector(verb)
        return effect

    def selector(self, verb: str) -> Json:
        """FS-12.5: a selector for a verb; what is not allowed is mended or left to the check of the whole card."""
        rng = self.rng
        if chance(rng, 0.3 if verb in (*STATUS_VERBS, "destroy") else 0.2):
            refs = REFS if verb != "summon" else ("this", "this", "subject", "last")
            return {"ref": rng.choice([*refs, "this", "subject"])}
        if verb in STATUS_VERBS:
            zone = "battlefield"
        elif verb == "destroy":
            zone = rng.choice(["battlefield", "battlefield", "tower", "spell", "vault"])
        elif verb == "cast":
            zone = rng.choice(["hand", "hand", "trash", "deck", "groove", "tower", "vault"])
        else:
            zones: list[str] = [zone for zone in ZONES if zone != DESTINATIONS.get(verb)]
            if verb in ("return", "recover", "energise", "trash"):
                zones += ["attached", "battlefield"]
            if verb == "summon":
                zones += ["hand", "trash"]
            zone = rng.choice([*zones, *(zone for zone in SEARCHED if zone in zones)])
        selector: Json = {"zone": zone, "whose": rng.choice([*WHOSE, "own", "own", "own", "opponent", "any"])}
        if verb == "replace":
            selector["whose"] = rng.choice([*COUNT_WHOSE, "own", "own", "own"])
        own = selector["whose"] == "own"
        if zone in SEARCHED and chance(rng, 0.5) and not (verb == "replace" and zone == "deck"):
            selector["search"] = True
        if verb == "cast" and zone not in ("hand", "trash"):
            selector["search"] = True
        search = "search" in selector
        picks = ["choose", "choose", "random", "all", "owner", "opponent_choice"]
        if verb == "replace":
            picks.remove("all")
        if zone == "deck" and not search:
            picks = ["random", "top", "top"] if verb == "replace" else ["random", "all", "top", "top"]
        if chance(rng, 0.6) or (zone == "hand" and not own):
            selector["pick"] = rng.choice(picks)
        pick = selector.get("pick", "top" if zone == "deck" and not search else "choose")
        if zone == "hand" and not search:
            if pick == "choose" and not own:
                selector["pick"] = pick = rng.choice(["random", "owner", "all"] if verb != "replace" else ["owner"])
            if pick == "opponent_choice" and selector["whose"] not in ("opponent", "each_opponent"):
                selector["pick"] = pick = "owner"
        if verb != "replace":
            if chance(rng, 0.35):
                selector["n"] = self.number([2, 2, 3, 1, 0])
            if chance(rng, 0.2) and pick != "all":
                selector["upto"] = True
        elif chance(rng, 0.1):
            selector["upto"] = True
        hidden = (zone == "deck" or (zone == "hand" and not own)) and not search
        if chance(rng, 0.25) and not (hidden and pick != "owner"):
            backs = zone in ("vault", "tower", "groove") and not search
            selector["filter"] = self.filter(BACK_KEYS if backs else None)
        return selector

    def filter(self, keys: Iterable[str] | None = None, plain: bool = False) -> Json:
        """FS-12.8: a filter with one or two keys, that often fits; keys: of the back, beside `matching` by sphere;
        plain: nothing about strength.
        """
        rng = self.rng
        makers: dict[str, Callable[[], Any]] = {
            "sphere": lambda: rng.choice([rng.choice(self.spheres), some(rng, SPHERES, 3)]),
            "race": lambda: rng.choice(RACES),
            "keyword": lambda: rng.choice(KEYWORDS),
            "spell_type": lambda: rng.choice(SPELL_TYPES),
            "max_cost": lambda: rng.choice([1, 2, 3]),
            "min_cost": lambda: rng.choice([1, 2, 3]),
            "max_spell_cost": lambda: rng.choice([1, 2, 3]),
            "min_spell_cost": lambda: rng.choice([0, 1, 2]),
            "max_strength": lambda: rng.choice([1, 2, 3, 5]),
            "min_strength": lambda: rng.choice([1, 2, 3]),
            "status": lambda: some(rng, STATUSES, 2),
            "other": lambda: True,
            "matching": self.matching,
        }
        if keys is not None:
            keys = [*keys, "matching"]
            makers["matching"] = lambda: {**self.matching(), "by": "sphere"}
        words = [key for key in (keys or makers) if not (plain and key in ("max_strength", "min_strength"))]
        found = {key: makers[key]() for key in some(rng, words, rng.choice([1, 1, 1, 2]))}
        for key in ("status", "matching"):
            if key in words and chance(rng, 0.12):
                return {key: makers[key]()}
        return found

    def matching(self) -> Json:
        """FS-12.8: the key matching."""
        matching: Json = {"to": self.rng.choice([*REFS, "this", "subject", "last"])}
        if chance(self.rng, 0.8):
            matching["by"] = self.rng.choice([*MATCHING, "race", "keyword"])
        return matching

    def count(self, plain: bool = False) -> Json:
        """FS-12.9: a COUNT."""
        rng = self.rng
        count: Json = {"zone": rng.choice(ZONES), "whose": rng.choice([*COUNT_WHOSE, "own", "opponent"])}
        if count["zone"] not in ("hand", "deck") and chance(rng, 0.35):
            backs = count["zone"] in ("vault", "tower", "groove")
            count["filter"] = self.filter(BACK_KEYS if backs else None, plain)
        return count

    def number(self, usual: list[int], plain: bool = False) -> Any:
        """FS-12.9: a NUMBER."""
        rng = self.rng
        if chance(rng, 0.75):
            return rng.choice(usual)
        number: Json
        if chance(rng, 0.5):
            number = {"count": self.count(plain)}
        else:
            names = ("creature_cost", "spell_cost") if plain else ("creature_cost", "spell_cost", "strength")
            number = {"var": rng.choice(names), "of": rng.choice([*REFS, "this", "subject"])}
        if chance(rng, 0.6):
            number["max"] = rng.choice([1, 2, 3, 0])
        return number

    def condition(self, outside: bool = False, plain: bool = False, depth: int = 0) -> Json:
        """FS-12.10: a CONDITION."""
        rng = self.rng
        way = rng.randrange(8 if depth < 2 else 5)
        if way == 0:
            condition: Json = {"count": self.count(plain)}
            for key in some(rng, ("min", "max"), 2):
                condition[key] = rng.choice([0, 1, 1, 2, 3])
            return condition
        if way == 1:
            return {"is": self.filter(None, plain) if chance(rng, 0.8) else {}, "of": rng.choice([*REFS, "subject"])}
        if way == 2:
            return {"turn": rng.choice(["own", "opponent"])}
        if way == 3:
            return {"more": [self.count(plain), self.count(plain)]}
        if way == 4:
            return {"did": rng.choice([0, 1, 2])} if not outside or chance(rng, 0.1) else {"turn": "own"}
        if way == 5:
            return {"not": self.condition(outside, plain, depth + 1)}
        word = "all" if way == 6 else "any"
        return {word: [self.condition(outside, plain, depth + 1) for _ in range(rng.choice([0, 1, 2, 2]))]}


# ------------------------------------------------------------------------------------------------- options and starts


def random_options(rng: random.Random) -> Json:
    """FS-19.1: the options that count in the game itself, each one often left out."""
    options: Json = {"lords": rng.choice([2, 2, 2, 2, 3, 3, 4, 4, 5, 6])}
    if chance(rng, 0.7):
        options["mode"] = rng.choice(MODES)
        if options["mode"] in TEAM_MODES:
            options["lords"] = rng.choice([4, 4, 6])
        if options["mode"] == "tag_team" and chance(rng, 0.6):
            options["tag_loss"] = rng.choice(["both", "first"])
    if chance(rng, 0.3):
        options["max_turns"] = rng.choice([1, 2, 3, 5, 8, 12, 20, 40])
    if chance(rng, 0.3):
        options["ties"] = rng.choice(["both", "none"])
    if chance(rng, 0.3):
        options["generic"] = rng.choice([True, False])
    if chance(rng, 0.2):
        strength = rng.choice([0, 1, 2, 4, 5])
        options["generic_creature"] = {"strength": strength, "afflicted": rng.randint(0, strength)}
    if chance(rng, 0.6):
        options["towers"] = rng.choice([1, 1, 2, 2, 3, 10])
    if chance(rng, 0.4):
        options["hand"] = rng.choice([0, 1, 3, 7, 10])
    if chance(rng, 0.4):
        options["first"] = rng.choice([None, rng.randrange(options["lords"])])
    return options


def random_start(rng: random.Random) -> Json:
    """The arguments of `new`: options, seed and sometimes fate; the options are valid."""
    seed = rng.choice([rng.randrange(2**32), rng.randrange(2**32), 0, -1, 2**64 + 5, -(2**70)])
    options = random_options(rng)
    maker = CardMaker(rng)
    lords = options["lords"]
    method = rng.choice(["custom", "custom", "custom", "mirror", "mirror", *METHODS])
    if method in ("open_draft", "blind_draft", "closed_draft") and lords > 3:
        method = "random"
    if method != "custom" or chance(rng, 0.3):
        options["assembly"] = method
    if method in ("predesign", "sets"):
        decks = rng.choice([1, 2, 3])
        options["cards"] = maker.coded_table(decks)
        if method == "predesign":
            options["deck_numbers"] = [rng.randint(1, decks) for _ in range(lords)]
        else:
            options["pool_copies"] = 3 * -(-lords // decks) + rng.choice([0, 1, 3])
    elif method in ("custom", "mirror"):
        if chance(rng, 0.9):
            options["cards"] = maker.table(rng.choice([16, 16, 18, 24, 30]))
            if chance(rng, 0.5):
                ids = sorted(options["cards"])
                lists: list[list[str]] = []
                for _ in range(lords if method == "custom" else 1):
                    deck = 3 * rng.sample(ids, 16)
                    rng.shuffle(deck)
                    lists.append(deck)
                options["decks"] = lists
    else:
        if chance(rng, 0.9):
            options["cards"] = maker.table(rng.choice([8, 12, 20]))
        size = len(options["cards"]) if "cards" in options else 24
        options["draft_batch"] = rng.choice([1, 2, 2] if method != "closed_draft" else [1, 2, 3, 3])
        extra = rng.choice([0, 0, 1, 3]) if method == "random" else 0
        if extra or chance(rng, 0.2):
            options["random_extra"] = extra
        wanted = {"random": (48 + extra) * lords, "closed_draft": 52 * lords}.get(method, 48 * (lords + 1))
        options["pool_copies"] = -(-wanted // size) + rng.choice([0, 0, 1])
    start: Json = {"options": options, "seed": seed}
    if chance(rng, 0.3):
        start["fate"] = [rng.randrange(rng.choice([1, 2, 5, 48])) for _ in range(rng.choice([0, 1, 2, 10]))]
    return start


def spoiled_starts(start: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
    """FS-20.6: changes to a `new`, each with a few words that say what was done; many are faults."""
    for _ in range(count):
        spoiled = copy.deepcopy(start)
        options = spoiled["options"]
        way = rng.randrange(8)
        if way == 0:
            key = rng.choice(sorted(OPTION_DEFAULTS))
            options[key] = rng.choice([junk(rng), 0, 1, 3, 6, 7, 10, 11, 24, 25, 60, 61, "tag_team", "citadel", None])
            word = f"option {key} = {options[key]!r}"
        elif way == 1:
            key = rng.choice(["wings", "Lords", "seed", "fate", "", "version"])
            options[key] = rng.choice([1, True, []])
            word = f"unknown option {key!r}"
        elif way == 2:
            spoiled["options"] = rng.choice([None, [], "", 4, True])
            word = f"options = {spoiled['options']!r}"
        elif way == 3:
            spoiled["seed"] = junk(rng)
            word = f"seed = {spoiled['seed']!r}"
        elif way == 4:
            spoiled["fate"] = rng.choice([[99], [-1], [0, "1"], {}, [True], [0.0], [None], "0", 12, [[]], [10**40]])
            word = f"fate = {spoiled['fate']!r}"
        elif way == 5 and "decks" in options:
            deck = rng.choice(options["decks"])
            kind = rng.randrange(4)
            if kind == 0:
                deck.append(deck[0])
            elif kind == 1:
                deck.pop()
            elif kind == 2:
                deck[0] = rng.choice(["nobody", junk(rng)])
            else:
                deck[:4] = deck[:1] * 4
            word = f"deck spoiled in way {kind}"
        elif way == 6 and "cards" in options:
            word = "card: " + spoil_card(options["cards"], rng)
        else:
            options["generic_creature"] = rng.choice(
                [
                    {"strength": 3, "afflicted": 4},
                    {"strength": 3},
                    {"strength": 99, "afflicted": 99},
                    {"strength": 100, "afflicted": 1},
                    {"strength": 3, "afflicted": 1, "cost": 3},
                    {"strength": 3, "afflicted": -1},
                    None,
                    {},
                ]
            )
            word = f"generic_creature {options['generic_creature']}"
        yield word, spoiled


# ------------------------------------------------------------------------------------------------------ spoiled cards


def boxes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """All objects and lists inside a value, with their paths."""
    if isinstance(value, dict | list):
        yield path, value
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in list(items):
            yield from boxes(inner, (*path, key))


def spoil_card(table: Json, rng: random.Random) -> str:
    """Changes one card of a table: mostly one word by another of the language, so that many stay valid."""
    name = rng.choice(sorted(table))
    if chance(rng, 0.04):
        table[rng.choice(["A", "a b", "", "ä", "x-1"])] = table[name]
        return "a bad id"
    found = list(boxes(table[name]))
    for _ in range(200):
        path, box = rng.choice(found)
        keys: list[Any] = list(box) if isinstance(box, dict) else list(range(len(box)))
        way = rng.randrange(10)
        if way < 6:  # another word
            words = [key for key in keys if isinstance(box[key], str)]
            if not words:
                continue
            key = rng.choice(words)
            same = [group for group in VOCABULARY if box[key] in group]
            group = rng.choice(same) if same and chance(rng, 0.9) else rng.choice(VOCABULARY)
            box[key] = rng.choice(group)
            return f"{name} {(*path, key)} = {box[key]!r}"
        if way < 7:  # another number
            numbers = [key for key in keys if isinstance(box[key], int) and not isinstance(box[key], bool)]
            if not numbers:
                continue
            key = rng.choice(numbers)
            box[key] = rng.choice([0, 1, 3, 9, 10, 99, 100, -1, -99, -100, 1.0, True])
            return f"{name} {(*path, key)} = {box[key]!r}"
        if way == 7 and keys:
            key = rng.choice(keys)
            del box[key]
            return f"{name} without {(*path, key)}"
        if way == 8 and keys:
            key = rng.choice(keys)
            box[key] = junk(rng)
            return f"{name} {(*path, key)} = {box[key]!r}"
        if way == 9 and isinstance(box, dict):
            extra: list[tuple[str, Any]] = [
                ("search", True),
                ("upto", True),
                ("filter", {"race": "orc"}),
                ("filter", {"sphere": "chaos"}),
                ("n", 2),
                ("pick", rng.choice(PICKS)),
                ("by", rng.choice(BYS)),
                ("if", {"did": 1}),
                ("scope", "own"),
                ("host", "tower"),
                ("place", "bottom"),
                ("drawn", 0),
                ("colour", 1),
                ("inverted", True),
                ("max", 3),
                ("during", "block"),
            ]
            key, value = rng.choice(extra)
            box[key] = value
            return f"{name} {(*path, key)} = {value!r}"
    return "nothing"


# ---------------------------------------------------------------------------------------------------------- positions


class PositionMaker:
    """FS-19: a random position in the middle of a game."""

    def __init__(self, rng: random.Random, table: Json) -> None:
        self.rng = rng
        self.table = table
        self.ids = sorted(table)
        self.uids: list[int] = []
        self.seats: list[Json] = []
        self.teams: list[int] = []
        self.inside: list[int] = []

    def uid(self) -> int:
        """A fresh uid."""
        self.uids.append((self.uids[-1] if self.uids else 0) + self.rng.choice([1, 1, 1, 2, 7]))
        return self.uids[-1]

    def cards(self, most: int) -> list[str]:
        """Some ids."""
        return [self.rng.choice(self.ids) for _ in range(self.rng.randint(0, most))]

    def of_type(self, *kinds: str, host: str | None = None) -> list[str]:
        """The ids of cards whose spell half is of these types."""
        found = [i for i in self.ids if self.table[i]["spell"]["type"] in kinds]
        return [i for i in found if host is None or self.table[i]["spell"].get("host") == host]

    def attached(self, host: str, share: float) -> list[Json]:
        """Attached cards for a host."""
        cards = self.of_type("attached", host=host)
        found = []
        while cards and chance(self.rng, share):
            found.append({"uid": self.uid(), "card": self.rng.choice(cards)})
        return found

    def seat(self) -> Json:
        """FS-19.2: one lord."""
        rng = self.rng
        seat: Json = {"battlefield": [], "fortress": []}
        for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4, 5])):
            creature: Json = {"uid": self.uid(), "card": rng.choice(self.ids)}
            for flag, share in (("engaged", 0.35), ("afflicted", 0.3), ("dizzy", 0.12), ("facedown", 0.25)):
                if chance(rng, share):
                    creature[flag] = True
            if chance(rng, 0.15):
                creature["bonus"] = rng.choice([1, 2, -1, -2, 3])
            if chance(rng, 0.15):
                creature["granted"] = some(rng, GRANTS, 2)
            creature["attached"] = self.attached("creature", 0.2)
            seat["battlefield"].append(creature)
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 5])):
            tower: Json = {"uid": self.uid(), "card": rng.choice(self.ids)}
            if chance(rng, 0.5):
                tower["kind"] = "tower"
            tower["attached"] = self.attached("tower", 0.25)
            seat["fortress"].append(tower)
        spells = self.of_type("active", "hidden")
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            if spells:
                spell = {"uid": self.uid(), "card": rng.choice(spells), "kind": "spell"}
                seat["fortress"].insert(rng.randint(0, len(seat["fortress"])), spell)
        seat["vault"] = [{"uid": self.uid(), "card": card} for card in self.cards(rng.choice([2, 5, 8]))]
        seat["deck"] = self.cards(rng.choice([0, 1, 2, 5, 15]))
        seat["hand"] = self.cards(rng.choice([0, 2, 4, 6]))
        seat["trash"] = self.cards(rng.choice([0, 1, 3, 6]))
        seat["groove"] = self.cards(rng.choice([0, 2, 4, 6]))
        return seat

    def position(self) -> Json:
        """A position for `load`; it may have a seat that is out, an attack, a queue or a program."""
        rng = self.rng
        options = random_options(rng)
        lords, mode = options["lords"], options.get("mode")
        self.seats = [self.seat() for _ in range(lords)]
        self.teams = [default_team({"lords": lords, "mode": mode}, seat) for seat in range(lords)]
        active = rng.randrange(lords)
        if lords > 2 and chance(rng, 0.25):
            out = rng.choice([seat for seat in range(lords) if seat != active])
            self.destroy(out, mode == "citadel" or options.get("tag_loss") == "first")
            if len({self.teams[seat] for seat in self.living()}) < 2 or active not in self.living():
                self.seats = [self.seat() for _ in range(lords)]
        self.inside = self.some_inside(active) if mode == "tag_team" else list(range(lords))
        max_turns = options.get("max_turns", 200)
        turn = rng.choice([1, 2, 2, 3, max_turns, max_turns - 1])
        position: Json = {
            "game": "five_spheres",
            "version": 1,
            "options": options,
            "cards": self.table,
            "turn": max(1, min(turn, max_turns)),
            "first": rng.randrange(lords),
            "active": active,
            "step": rng.choice([*STEPS, "casting", "casting", "casting", "battle", "battle", "battle", "battle"]),
            "seats": self.seats,
        }
        if mode == "tag_team" and chance(rng, 0.2):
            position["step"] = "tag"
        if position["step"] == "casting" and chance(rng, 0.4):
            book = self.seats[rng.choice(self.living())] if mode == "citadel" else position
            book["placed"] = [list(self.table[rng.choice(self.ids)]["spheres"])]
        if chance(rng, 0.1):
            position["chain"] = rng.choice([20, 28, 29, 30])
        if chance(rng, 0.05):
            position["acts"] = rng.choice([190, 198, 199, 200])
        if chance(rng, 0.15):
            position["done"] = True
        if chance(rng, 0.25):
            position["queue"] = self.queue(active)
        if position["step"] == "battle" and chance(rng, 0.35):
            position["attack"] = self.attack(options, active)
        if chance(rng, 0.2):
            position["programs"] = self.programs(active)
        if chance(rng, 0.3):
            position["fate"] = [rng.randrange(rng.choice([1, 2, 3, 5])) for _ in range(rng.choice([1, 3, 8]))]
        position["next_uid"] = (self.uids[-1] if self.uids else 0) + rng.choice([1, 1, 5])
        return position

    def living(self) -> list[int]:
        """The lords that are not out."""
        return [number for number, seat in enumerate(self.seats) if not seat.get("out")]

    def acting(self) -> list[int]:
        """FS-21.13: the living lords who may have attacks and abilities."""
        return [seat for seat in self.living() if seat in self.inside]

    def destroy(self, out: int, together: bool) -> None:
        """FS-8.5, FS-21.13: a lord is destroyed, perhaps with his partner."""
        for seat, team in enumerate(self.teams):
            if seat == out or (together and team == self.teams[out]):
                self.seats[seat] = {"out": True, "removed": self.cards(5)}

    def some_inside(self, active: int) -> list[int]:
        """FS-21.13: one living lord of each team, the active one among them; sometimes not said, then as by default."""
        lords = len(self.seats)
        order = [(active + step) % lords for step in range(lords)]
        if chance(self.rng, 0.5):
            order = [active, *self.rng.sample([seat for seat in order if seat != active], lords - 1)]
            said = True
        else:
            said = False
        found: list[int] = []
        for seat in order:
            if seat in self.living() and self.teams[seat] not in [self.teams[one] for one in found]:
                found.append(seat)
        if said:
            for seat in range(lords):
                self.seats[seat]["in"] = seat in found
        return found

    def triggers(self) -> list[tuple[int, Json, int | None, Json]]:
        """All triggers that lie in play: seat, card in play, host, ability."""
        found = []
        for seat in self.acting():
            for entry in (*self.seats[seat]["battlefield"], *self.seats[seat]["fortress"]):
                card = self.table[entry["card"]]
                abilities: list[Json] = []
                if entry in self.seats[seat]["battlefield"] and not entry.get("facedown"):
                    abilities = card["creature"].get("abilities", [])
                elif entry.get("kind") == "spell":
                    abilities = card["spell"].get("abilities", [card["spell"]])
                found += [(seat, entry, None, ability) for ability in abilities if ability.get("when")]
                for under in entry.get("attached", []):
                    abilities = self.table[under["card"]]["spell"]["abilities"]
                    found += [(seat, under, entry["uid"], ability) for ability in abilities if ability.get("when")]
        return [one for one in found if one[3]["when"] != "used"]

    def subject(self) -> Json | None:
        """Some creature, as the subject of an event."""
        creatures = [(seat, entry) for seat in self.living() for entry in self.seats[seat]["battlefield"]]
        if not creatures or chance(self.rng, 0.2):
            return None
        seat, entry = self.rng.choice(creatures)
        return {"uid": entry["uid"], "seat": seat, "card": entry["card"]}

    def queue(self, active: int) -> list[Json]:
        """FS-19.3: waiting abilities of cards in play."""
        triggers = self.triggers()
        found = []
        for _ in range(self.rng.choice([1, 1, 2, 3]) if triggers else 0):
            seat, entry, bearer, ability = self.rng.choice(triggers)
            one = {"seat": seat, "uid": entry["uid"], "card": entry["card"], "bearer": bearer}
            one |= {"subject": self.subject(), "event": ability["when"], "do": copy.deepcopy(ability["do"])}
            found.append({**one, "hidden": ability.get("type") == "hidden"})
        return found

    def programs(self, active: int) -> list[Json]:
        """FS-19.3: an instant spell of the active lord that is being carried out."""
        instants = self.of_type("instant")
        if not instants:
            return []
        uid, card = self.uid(), self.rng.choice(instants)
        self.seats[active]["casting"] = [{"uid": uid, "card": card}]
        program: Json = {"seat": active, "uid": uid, "card": card, "bearer": None, "subject": None, "event": None}
        program |= {"last": [], "do": copy.deepcopy(self.table[card]["spell"]["do"]), "finish": True}
        return [{**program, "picked": [], "first": None, "stop": False}]

    def attack(self, options: Json, active: int) -> Json | None:
        """FS-19.1: an attack of the active lord, in a stage that can be."""
        rng = self.rng
        mine = self.seats[active]["battlefield"]
        others = [seat for seat in self.acting() if self.teams[seat] != self.teams[active]]
        if not mine or not others:
            return None
        attacker, defender = rng.choice(mine), rng.choice(others)
        attacker |= {"engaged": True}
        theirs = self.seats[defender]["battlefield"]
        target = rng.choice(theirs)["uid"] if theirs and chance(rng, 0.4) else None
        partner = ["partner", "partner"] if options.get("mode") == "citadel" else []
        stage = rng.choice(
            [*partner, "block", "block", "resolve", "resolve", "fight", "siege", "retaliate", "retaliate", "done"]
        )
        blocker = None
        ready = [one for one in theirs if one["uid"] != target]
        if stage in ("resolve", "fight", "retaliate") and ready and chance(rng, 0.5):
            chosen = rng.choice(ready)
            chosen["engaged"] = True
            blocker = chosen["uid"]
        if stage == "siege":
            target = blocker = None
        if stage == "fight" and target is None and blocker is None:
            stage = "resolve"
        energy = rng.choice([0, 1, 2]) if stage in ("retaliate", "done") else 0
        attack = {"attacker": attacker["uid"], "by": active, "defender": defender, "target": target}
        return {**attack, "blocker": blocker, "stage": stage, "energy": energy}


def random_table(rng: random.Random) -> Json:
    """A random table, seldom the test set."""
    if chance(rng, 0.08):
        return copy.deepcopy(NaiveFiveSpheres().table)
    return CardMaker(rng).table(rng.choice([6, 10, 16, 24]))


def random_position(match: NaiveFiveSpheres, rng: random.Random) -> Json:
    """A random position that `load` accepts (not normalised)."""
    while True:
        position = PositionMaker(rng, random_table(rng)).position()
        try:
            match.load(copy.deepcopy(position))
        except RefereeError as error:
            if "fate" not in str(error):
                raise
            position["fate"] = []
        return position


def played_position(match: NaiveFiveSpheres, rng: random.Random) -> Json:
    """A position reached by a few random actions from a random position or start, often with something waiting."""
    if chance(rng, 0.3):
        start = random_start(rng)
        start["options"].pop("assembly", None)
        for key in ("deck_numbers", "decks"):
            start["options"].pop(key, None)
        if len(start["options"].get("cards", range(24))) < 16:
            del start["options"]["cards"]
        match.new(start["options"], start["seed"])
    else:
        match.load(random_position(match, rng), rng.randrange(99))
    match.p["fate"] = []
    best = match.position()
    for _ in range(rng.choice([3, 10, 25])):
        actions = match.actions()
        if not actions:
            break
        match.act(rng.choice(actions))
        if match.p["pending"] is not None and chance(rng, 0.4):
            return match.position()
        best = match.position()
    return best


# ------------------------------------------------------------------------------------------------- spoiled positions


def mutations(position: Json, rng: random.Random, count: int) -> Iterator[tuple[str, Json]]:
    """FS-19.5: changes to a position, each with a few words that say what was done; many are faults, some are not."""
    for _ in range(count):
        spoiled = copy.deepcopy(position)
        ways = WAYS if position.get("step") != "assembly" else (spoil_field, spoil_uids)
        yield rng.choice(ways)(spoiled, rng), spoiled


def some_seat(p: Json, rng: random.Random) -> Json:
    """One of the seats."""
    seat: Json = rng.choice(p["seats"])
    return seat


def spoil_field(p: Json, rng: random.Random) -> str:
    """A field of the position is left out, wrong or new."""
    way = rng.randrange(3)
    if way == 0:
        key = rng.choice(sorted(p))
        del p[key]
        return f"without {key}"
    if way == 1:
        p["colour"] = 1
        return "an unknown field"
    key = rng.choice(
        ["game", "version", "turn", "first", "active", "step", "done", "placed", "played", "acts", "chain"]
    )
    p[key] = junk(rng)
    return f"{key} = {p[key]!r}"


def spoil_seat(p: Json, rng: random.Random) -> str:
    """A field of a seat is left out, wrong or new."""
    seat = some_seat(p, rng)
    keys = ["mana_spent", "deck", "hand", "trash", "groove", "battlefield", "fortress", "vault", "casting", "removed"]
    key = rng.choice(keys)
    way = rng.randrange(4)
    if way == 0:
        seat.pop(key, None)
        return f"a seat without {key}"
    if way == 1:
        seat["colour"] = 1
        return "an unknown field of a seat"
    if way == 2 and key not in ("mana_spent", "battlefield", "fortress", "vault", "casting"):
        seat.setdefault(key, []).append(rng.choice(["nobody", 1, None, rng.choice(sorted(p["cards"]))]))
        return f"a card in {key}: {seat[key][-1]!r}"
    seat[key] = junk(rng)
    return f"{key} of a seat = {seat[key]!r}"


def spoil_card_in_play(p: Json, rng: random.Random) -> str:
    """A card in play is changed."""
    seat = some_seat(p, rng)
    zone = rng.choice(["battlefield", "battlefield", "fortress", "fortress", "vault", "casting"])
    if not seat.get(zone):
        return "nothing"
    entry = rng.choice(seat[zone])
    changes: list[tuple[str, Any]] = [
        ("uid", rng.choice([1, 2, 3, 10**6, -1, "1", None, 1.0, True])),
        ("card", rng.choice(["nobody", None, *sorted(p["cards"])])),
        ("engaged", rng.choice([True, False, 1, None])),
        ("afflicted", rng.choice([True, False, 0])),
        ("facedown", rng.choice([True, False])),
        ("kind", rng.choice(["tower", "spell", "creature"])),
        ("bonus", rng.choice([0, 5, -5, 200, "1", None])),
        (
            "granted",
            rng.choice([["ranged"], ["swift"], ["ranged", "ranged"], "ranged", [None], ["wins_ties", "ranged"]]),
        ),
        ("attached", rng.choice([[], [{"uid": 10**5, "card": rng.choice(sorted(p["cards"]))}], [{}], None])),
        ("colour", 1),
    ]
    key, value = rng.choice(changes)
    entry[key] = value
    return f"{zone} {key} = {value!r}"


def spoil_options(p: Json, rng: random.Random) -> str:
    """An option is changed."""
    key = rng.choice(sorted(OPTION_DEFAULTS))
    p["options"][key] = rng.choice([junk(rng), 0, 1, 3, 6, 7, 11, 61, "tag_team", "team_play", "limited_range", None])
    return f"option {key} = {p['options'][key]!r}"


def spoil_lord(p: Json, rng: random.Random) -> str:
    """A lord is destroyed, or holds cards although he is."""
    number = rng.randrange(len(p["seats"]))
    seat = p["seats"][number]
    if chance(rng, 0.5):
        seat["out"] = not seat.get("out", False)
        return f"seat {number} out = {seat['out']}"
    p["seats"][number] = {"out": True, "removed": list(seat.get("hand", []))}
    return f"seat {number} destroyed"


def spoil_running(p: Json, rng: random.Random) -> str:
    """Something in programs, queue or attack is changed."""
    places = [one for one in (*p.get("programs", []), *p.get("queue", [])) if isinstance(one, dict)]
    if p.get("attack") is not None and chance(rng, 0.5):
        attack = p["attack"]
        way = rng.randrange(3)
        if way == 0:
            key = rng.choice(sorted(attack))
            del attack[key]
            return f"attack without {key}"
        key, value = rng.choice(
            [
                ("stage", "nothing"),
                ("stage", "pay"),
                ("energy", -1),
                ("energy", "1"),
                ("energy", 5),
                ("colour", 1),
                ("by", 9),
                ("defender", -1),
                ("attacker", None),
                ("target", "u1"),
                ("spell", {"hand": 0, "host": None}),
                ("spell", {"hand": 99, "host": None}),
            ]
        )
        attack[key] = value
        return f"attack {key} = {value!r}"
    if not places:
        p["queue"] = rng.choice([None, {}, [1], [{}]])
        return f"queue = {p['queue']}"
    one = rng.choice(places)
    if chance(rng, 0.3):
        key = rng.choice(sorted(one))
        del one[key]
        return f"program or queue without {key}"
    if chance(rng, 0.5):
        key = rng.choice(["seat", "uid", "card", "bearer", "subject", "event", "do", "finish", "hidden", "stop", "did"])
        one[key] = junk(rng)
        return f"program or queue {key} = {one[key]!r}"
    holder = {"x": {"effects": one.get("do", [])}}
    return "effects: " + spoil_card(holder, rng)


def spoil_table(p: Json, rng: random.Random) -> str:
    """A card of the table is changed."""
    return "card: " + spoil_card(p["cards"], rng)


def spoil_uids(p: Json, rng: random.Random) -> str:
    """next_uid, fate, result and what load recomputes."""
    key, value = rng.choice(
        [
            ("next_uid", 1),
            ("next_uid", 10**6),
            ("next_uid", "9"),
            ("fate", [-1]),
            ("fate", [0, 0, 0, 0]),
            ("fate", [99]),
            ("fate", None),
            ("result", {"winners": [0], "reason": "last_lord"}),
            ("to_act", 77),
            ("pending", "whatever"),
            ("assembly", {}),
            ("step", "over"),
            ("turn", 10**6),
            ("acts", 200),
        ]
    )
    p[key] = value
    return f"{key} = {value!r}"


def swap_cards(p: Json, rng: random.Random) -> str:
    """Harmless: the cards of a hand, deck, trash and groove change places."""
    seat = some_seat(p, rng)
    if seat.get("out"):
        return "nothing"
    zones = ["hand", "deck", "trash", "groove"]
    old = [seat.get(zone, []) for zone in zones]
    rng.shuffle(old)
    p.pop("attack", None)
    p.pop("programs", None)
    p.pop("queue", None)
    for zone, cards in zip(zones, old, strict=True):
        seat[zone] = cards
    return "zones exchanged"


def toggle(p: Json, rng: random.Random) -> str:
    """Harmless: the flags of the creatures change."""
    for seat in p["seats"]:
        for creature in seat.get("battlefield", []):
            creature[rng.choice(["engaged", "afflicted", "dizzy", "facedown"])] = chance(rng, 0.5)
    p["step"] = rng.choice(STEPS) if p.get("step") not in ("assembly", "over") else p["step"]
    p["done"] = chance(rng, 0.3)
    for key in ("attack", "programs", "queue"):
        p.pop(key, None)
    return "flags and step"


WAYS: tuple[Callable[[Json, random.Random], str], ...] = (
    spoil_field,
    spoil_seat,
    spoil_card_in_play,
    spoil_card_in_play,
    spoil_options,
    spoil_lord,
    spoil_running,
    spoil_running,
    spoil_table,
    spoil_table,
    spoil_table,
    spoil_uids,
    swap_cards,
    toggle,
    toggle,
)

"""What you pay is what you get (FS-16): the value of each half of a card, reckoned from its JSON, against its budget.

For designers and for the check of a collection. The weights stand in data/balance.json; the few numbers that only the
text of FS-16 names are constants here. All numbers are exact, so that no verdict depends on how a machine rounds. A
verdict tells its parts, each with the reckoning in words, and the parts add up to the value.

The cards must have passed the grammar; a card that has not may raise any error here.
"""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import resources
from typing import Final

from orrery.core.data import DataFault, Fields, JsonObject, is_integer, named, shown, to_list

PACKAGE: Final = "orrery.games.five_spheres"
FILE: Final = "balance.json"

ZERO: Final = Fraction(0)
ONE: Final = Fraction(1)
MORE_CARDS: Final = Fraction(7, 10)
"""FS-16.3: each further card counts so much, except from the deck."""
LAST: Final = Fraction(1, 2)
STRENGTHEN: Final = Fraction(1, 2)
COUNTED: Final = Fraction(6, 10)
"""A number that is counted in play is worth so much of its greatest value."""
UNBOUNDED: Final = 2
"""The greatest value of a counted number without `max`."""
EXCEPT: Final = Fraction(2)
"""Unblockable with an exception."""
COST: Final = Fraction(-3, 2)
MANA: Final = Fraction(5, 2)
DURING: Final = {"always": ONE, "attack": Fraction(6, 10), "block": Fraction(6, 10), "defend": Fraction(7, 10)}
SCOPE: Final = {"this": ONE, "own": Fraction(2), "others": Fraction(7, 4), "opponents": Fraction(-2)}
WITHOUT_SCOPE: Final = ("cost", "mana", "ward")
OWN_REFERENCES: Final = ("this", "bearer")
OWN: Final = "own"
OPPONENT: Final = "opponent"
LARGER: Final = "any"
BOTH: Final = "each"


class Weights:
    """The weights of data/balance.json; one that is missing or no number is a fault that names it."""

    def __init__(self, table: JsonObject, name: str) -> None:
        rows = Fields(table, name)
        self.tolerance: Fraction = to_fraction(rows.raw("tolerance"), rows.at("tolerance"))
        self.condition: Fraction = to_fraction(rows.raw("condition"), rows.at("condition"))
        self.filter: Fraction = to_fraction(rows.raw("filter"), rows.at("filter"))
        self.grant: Fraction = to_fraction(rows.raw("grant"), rows.at("grant"))
        self.pick: dict[str, Fraction] = read_weights(rows.raw("pick"), rows.at("pick"))
        self.trigger: dict[str, Fraction] = read_weights(rows.raw("trigger"), rows.at("trigger"))
        self.passive: dict[str, Fraction] = read_weights(rows.raw("passive"), rows.at("passive"))
        self.base: dict[tuple[str, str], tuple[Fraction, Fraction]] = {}
        for i, raw in enumerate(to_list(rows.raw("base"), rows.at("base"))):
            row = Fields(raw, named(rows.at("base"), i))
            pair = (row.text("verb"), row.text("zone"))
            if pair in self.base:
                raise DataFault(row.path, f"{pair[0]} {pair[1]} stands here twice")
            own = to_fraction(row.raw("own"), row.at("own"))
            self.base[pair] = (own, to_fraction(row.raw("opponent"), row.at("opponent")))
            row.done()
        rows.done()

    def of(self, verb: str, zone: str, side: str) -> Fraction:
        """FS-16.3: the base of a verb for one side; a pair that is not in the table counts 0."""
        own, opponent = self.base.get((verb, zone), (ZERO, ZERO))
        return for_side(own, opponent, side)


def read_weights(value: object, path: str) -> dict[str, Fraction]:
    """A table of words and their weights."""
    return {word: to_fraction(weight, named(path, word)) for word, weight in Fields(value, path).value.items()}


def to_fraction(value: object, path: str) -> Fraction:
    """A weight, exactly as written."""
    if isinstance(value, Fraction):
        return value
    if is_integer(value) or isinstance(value, float):
        return Fraction(str(value))
    raise DataFault(path, f"{shown(value)} is not a number")


LOADED: list[Weights] = []


def load() -> Weights:
    """The weights that ship with the game."""
    if not LOADED:
        text = resources.files(PACKAGE).joinpath("data").joinpath(FILE).read_text(encoding="utf-8")
        LOADED.append(Weights(json.loads(text, parse_float=Fraction), FILE))
    return LOADED[0]


class Part:
    """A part of a value: where it stands in the half, how it was reckoned, and what it comes to."""

    __slots__ = ("path", "reckoning", "value")

    def __init__(self, path: str, reckoning: str, value: Fraction) -> None:
        self.path = path
        self.reckoning = reckoning
        self.value = value

    def line(self) -> str:
        """The part in one line."""
        return f"{self.path}: {self.reckoning} = {decimal(self.value)}"


class Half:
    """FS-16.2: one half of a card with its budget, its value and the parts of it."""

    __slots__ = ("budget", "cost", "difference", "half", "in_balance", "parts", "value")

    def __init__(self, half: str, cost: int, budget: int, parts: list[Part], tolerance: Fraction) -> None:
        self.half = half
        self.cost = cost
        self.budget = budget
        self.parts = parts
        self.value: Fraction = sum([part.value for part in parts], ZERO)
        self.difference: Fraction = self.value - budget
        self.in_balance: bool = abs(self.difference) <= tolerance

    def line(self) -> str:
        """The verdict in one line."""
        verdict = "in balance" if self.in_balance else "out of balance"
        difference = ("+" if self.difference > 0 else "") + decimal(self.difference)
        value = f"value {decimal(self.value)}, budget {self.budget}"
        return f"{self.half}, cost {self.cost}: {value}, difference {difference}, {verdict}"


class Judgement:
    """Both halves of a card, judged."""

    __slots__ = ("creature", "spell")

    def __init__(self, creature: Half, spell: Half) -> None:
        self.creature = creature
        self.spell = spell

    def halves(self) -> tuple[Half, Half]:
        """The creature and the spell."""
        return self.creature, self.spell

    @property
    def in_balance(self) -> bool:
        """FS-16.2: are both halves in balance?"""
        return self.creature.in_balance and self.spell.in_balance

    def lines(self) -> list[str]:
        """For designers: both verdicts, each followed by its parts."""
        found: list[str] = []
        for half in self.halves():
            found.append(half.line())
            found += ["  " + part.line() for part in half.parts]
        return found


def judge(card: JsonObject, weights: Weights | None = None) -> Judgement:
    """FS-2.5, FS-16.1, FS-16.2: what the halves of a card are worth; sphere, race and name play no part. Budget: a
    creature 2 * cost + 1, and 1 more if it is inverted; a spell 2 * cost.
    """
    weights = load() if weights is None else weights
    creature: JsonObject = card["creature"]
    spell: JsonObject = card["spell"]
    summon = int(creature["cost"])
    spell_parts = Reckoner(weights, "own", summon, ZERO).spell_parts(spell)
    evoked = sum([part.value for part in spell_parts], ZERO)
    creature_parts = Reckoner(weights, "this", summon, evoked).creature_parts(creature)
    budget = 2 * summon + (2 if creature.get("inverted", False) else 1)
    cost = int(spell["cost"])
    return Judgement(
        Half("creature", summon, budget, creature_parts, weights.tolerance),
        Half("spell", cost, 2 * cost, spell_parts, weights.tolerance),
    )


class Reckoner:
    """Reckons the parts of one half. `evoked` is what `evoke` is worth, the value of the spell half."""

    def __init__(self, weights: Weights, scope: str, summon: int, evoked: Fraction) -> None:
        self.weights = weights
        self.scope = scope
        self.summon = summon
        self.evoked = evoked

    # --- halves -------------------------------------------------------------------------------------------------------

    def creature_parts(self, creature: JsonObject) -> list[Part]:
        """FS-16.2: the strength and the abilities of a creature."""
        parts = [Part("strength", "strength", Fraction(int(creature["strength"])))]
        return parts + self.ability_parts(creature.get("abilities", []))

    def spell_parts(self, spell: JsonObject) -> list[Part]:
        """FS-16.2: the effects and abilities of a spell; a hidden spell is one trigger."""
        if spell["type"] == "hidden":
            return [self.trigger_part(spell, "do")]
        if spell["type"] == "attached":
            self.scope = "this"
        parts = [self.effect_part(effect, f"do[{i}]") for i, effect in enumerate(spell.get("do", []))]
        return parts + self.ability_parts(spell.get("abilities", []))

    def ability_parts(self, abilities: list[JsonObject]) -> list[Part]:
        """The triggers and passives of a half."""
        parts: list[Part] = []
        for i, ability in enumerate(abilities):
            path = f"abilities[{i}]"
            if "passive" in ability:
                parts.append(self.passive_part(ability, path))
            else:
                parts.append(self.trigger_part(ability, path))
        return parts

    # --- abilities ----------------------------------------------------------------------------------------------------

    def trigger_part(self, ability: JsonObject, path: str) -> Part:
        """FS-16.4: how often the trigger comes times its effects, narrowed by filter and condition."""
        effects = [self.effect_part(effect, f"{path}.do[{i}]") for i, effect in enumerate(ability["do"])]
        total = sum([effect.value for effect in effects], ZERO)
        sums = " + ".join([f"({effect.reckoning} = {decimal(effect.value)})" for effect in effects])
        reckoning = Reckoning(f"{ability['when']} of {sums}", total)
        reckoning.times(str(ability["when"]), self.weights.trigger[ability["when"]])
        self.narrow(reckoning, ability)
        return reckoning.part(path)

    def passive_part(self, ability: JsonObject, path: str) -> Part:
        """FS-16.4: a passive, by its scope, narrowed by filter and condition."""
        word = str(ability["passive"])
        if word == "strength":
            reckoning = Reckoning("strength", self.number(ability["n"]))
            during = str(ability.get("during", "always"))
            reckoning.times(during, DURING[during])
        elif word == "cost":
            reckoning = Reckoning(f"cost of {ability['of']}", COST * self.number(ability["n"]))
        elif word == "mana":
            reckoning = Reckoning("mana", MANA * self.number(ability["n"]))
        elif word == "unblockable" and "except" in ability:
            reckoning = Reckoning("unblockable with an exception", EXCEPT)
        else:
            reckoning = Reckoning(word, self.weights.passive[word])
        if word not in WITHOUT_SCOPE:
            scope = str(ability.get("scope", self.scope))
            reckoning.times(f"scope {scope}", SCOPE[scope])
        self.narrow(reckoning, ability)
        return reckoning.part(path)

    def narrow(self, reckoning: Reckoning, row: JsonObject) -> None:
        """FS-16.3: 0.8 with a filter (other than `other`), 0.7 with a condition."""
        if narrows(row.get("filter")):
            reckoning.times("filter", self.weights.filter)
        if "if" in row:
            reckoning.times("condition", self.weights.condition)

    # --- effects ------------------------------------------------------------------------------------------------------

    def effect_part(self, effect: JsonObject, path: str) -> Part:
        """FS-16.3: the value of one effect."""
        verb = str(effect["do"])
        if verb == "draw":
            reckoning = Reckoning(f"draw, {effect['whose']}", self.weights.of("draw", "deck", side_of(effect["whose"])))
            reckoning.times("number", self.number(effect.get("n", 1)))
        elif verb == "shuffle":
            base = self.weights.of("shuffle", str(effect["zone"]), side_of(effect["whose"]))
            reckoning = Reckoning(f"shuffle {effect['zone']}, {effect['whose']}", base)
        elif verb == "replace":
            reckoning = Reckoning("replace", ONE)
        else:
            reckoning = self.on_target(effect, verb, effect.get("target", {"ref": "this"}))
        if "if" in effect:
            reckoning.times("condition", self.weights.condition)
        return reckoning.part(path)

    def on_target(self, effect: JsonObject, verb: str, target: JsonObject) -> Reckoning:
        """A verb with a target: its base by zone and side, then pick, number and filter of the selector."""
        if "ref" in target:
            ref = str(target["ref"])
            if verb == "summon" and ref == "this":
                return Reckoning("summon this", Fraction(2 * self.summon + 2))
            side = OWN if ref in OWN_REFERENCES else LARGER if ref == "last" else OPPONENT
            zone = "groove" if verb == "return" and ref == "this" else "battlefield"
            reckoning = Reckoning(f"{verb} {ref}", self.base(effect, verb, zone, side))
            if ref == "last":
                reckoning.times("last", LAST)
            return reckoning
        zone = str(target["zone"])
        whose = str(target["whose"])
        reckoning = Reckoning(f"{verb} {zone}, {whose}", self.base(effect, verb, zone, side_of(whose)))
        pick = str(target.get("pick", "choose"))
        factor = self.weights.pick[pick]
        reckoning.times(pick, 2 - factor if reckoning.value < 0 and pick != "all" else factor)
        count = self.number(target.get("n", 1))
        reckoning.times("number", count if zone == "deck" else 1 + MORE_CARDS * (count - 1))
        if narrows(target.get("filter")):
            reckoning.times("filter", self.weights.filter)
        if target.get("upto", False):
            reckoning.at_least_nothing()
        return reckoning

    def base(self, effect: JsonObject, verb: str, zone: str, side: str) -> Fraction:
        """What a verb is worth for one side, before the words of the selector."""
        if verb == "strengthen":
            own = STRENGTHEN * self.number(effect["amount"])
            return for_side(own, -own, side)
        if verb == "grant":
            own = self.weights.grant * self.weights.passive[effect["passive"]]
            return for_side(own, -own, side)
        if verb == "evoke":
            return self.evoked
        return self.weights.of(verb, zone, side)

    def number(self, number: object) -> Fraction:
        """FS-16.3: a number that is counted in play is worth 0.6 of its `max`, of 2 without one."""
        if isinstance(number, dict):
            return COUNTED * int(number.get("max", UNBOUNDED))
        assert isinstance(number, int)
        return Fraction(number)


class Reckoning:
    """A value that is being reckoned, and how, in words; factors of 1 are not told."""

    def __init__(self, what: str, value: Fraction) -> None:
        self.words: str = f"{what} {decimal(value)}"
        self.value = value

    def times(self, why: str, factor: Fraction) -> None:
        """Multiplies the value."""
        self.value *= factor
        if factor != 1:
            self.words += f" * {decimal(factor)} {why}"

    def at_least_nothing(self) -> None:
        """FS-16.3: with `upto` a value is never below 0."""
        if self.value < 0:
            self.value = ZERO
            self.words += ", upto: never below 0"

    def part(self, path: str) -> Part:
        """The finished part."""
        return Part(path, self.words, self.value)


def side_of(whose: str) -> str:
    """FS-16.3: whose cards a selector means: own, the opponent's, the larger of the two, or the sum."""
    if whose == "own":
        return OWN
    if whose == "any":
        return LARGER
    return BOTH if whose == "each" else OPPONENT


def for_side(own: Fraction, opponent: Fraction, side: str) -> Fraction:
    """The value for a side."""
    if side == OWN:
        return own
    if side == LARGER:
        return max(own, opponent)
    return own + opponent if side == BOTH else opponent


def narrows(filter: object) -> bool:
    """Has a filter a key other than `other`?"""
    return isinstance(filter, dict) and any(key != "other" for key in filter)


def decimal(value: Fraction) -> str:
    """A value as a decimal with at most three places."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")

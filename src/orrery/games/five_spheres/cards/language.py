"""The card language as the engine reads it (FS-12): abilities, effects, selectors, filters, numbers and conditions as
small immutable objects.

They are built from data that grammar.py has found valid, and keep that data (`raw`), since a running effect is written
in positions as it then stands (FS-14.4). What they mean is in reading.py (questions) and effects.py (deeds).
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards import vocabulary as v

NONE: Final = -1

# Zones: those in play first.
BATTLEFIELD: Final = 0
TOWER: Final = 1
SPELL: Final = 2
VAULT: Final = 3
ATTACHED: Final = 4
CASTING: Final = 5
HAND: Final = 6
DECK: Final = 7
TRASH: Final = 8
GROOVE: Final = 9
ZONES: Final = ("battlefield", "tower", "spell", "vault", "attached", "casting", "hand", "deck", "trash", "groove")

# FS-12.3: what may happen, in the order of the vocabulary.
SUMMONED: Final = 0
UNVEILED: Final = 1
ATTACKS: Final = 2
ATTACKED: Final = 3
TARGETED: Final = 4
BLOCKS: Final = 5
BLOCKED: Final = 6
BATTLE: Final = 7
WINS: Final = 8
SIEGES: Final = 9
DESTROYED: Final = 10
TOWER_LOST: Final = 11
SPELL_LOST: Final = 12
AFFLICTED: Final = 13
CURED: Final = 14
REGROUP: Final = 15
TURN_END: Final = 16
CRYSTALLISED: Final = 17
CAST: Final = 18
RETALIATES: Final = 19
USED: Final = 20
EVENTS: Final = v.EVENTS

# FS-12.4
BY_THIS: Final = 0
BY_OWN: Final = 1
BY_OTHER: Final = 2
BY_OPPONENT: Final = 3
BY_ANY: Final = 4

# FS-12.5.1
THIS: Final = 0
BEARER: Final = 1
SUBJECT: Final = 2
ATTACKER: Final = 3
BLOCKER: Final = 4
FOE: Final = 5
LAST: Final = 6

# FS-12.5.3; a seat number is SEAT + seat
OWN: Final = 0
OPPONENT: Final = 1
ANY: Final = 2
EACH: Final = 3
EACH_OPPONENT: Final = 4
ATTACKING: Final = 5
DEFENDING: Final = 6
SEAT: Final = 8

# FS-12.5.4
CHOOSE: Final = 0
RANDOM: Final = 1
ALL: Final = 2
TOP: Final = 3
OWNER: Final = 4
OPPONENT_CHOICE: Final = 5

# FS-12.6, in the order of the vocabulary; then the further words of move events (FS-20.3)
RETURN: Final = 0
RECOVER: Final = 1
CRYSTALLISE: Final = 2
ENERGISE: Final = 3
FORTIFY: Final = 4
SUMMON: Final = 5
CAST_SPELL: Final = 6
TRASH_IT: Final = 7
DESTROY: Final = 8
AFFLICT: Final = 9
CURE: Final = 10
ENGAGE: Final = 11
READY: Final = 12
STRENGTHEN: Final = 13
UNVEIL: Final = 14
GRANT: Final = 15
EVOKE: Final = 16
DRAW: Final = 17
SHUFFLE: Final = 18
REPLACE: Final = 19
GENERIC: Final = 20
RETALIATE: Final = 21
REVEAL: Final = 22
VERBS: Final = (*v.VERBS, "generic", "retaliate", "reveal")

# FS-12.7
CANNOT_ATTACK: Final = 0
CANNOT_SIEGE: Final = 1
CANNOT_BLOCK: Final = 2
MUST_BE_BLOCKED: Final = 3
UNBLOCKABLE: Final = 4
STRENGTH: Final = 5
IMMUNE_AFFLICT: Final = 6
UNTARGETABLE: Final = 7
RANGED: Final = 8
SWIFT: Final = 9
STAYS_ENGAGED: Final = 10
WINS_TIES: Final = 11
COST: Final = 12
MANA: Final = 13
WARD: Final = 14
WORDS: Final = v.PASSIVES

SCOPE_THIS: Final = 0
SCOPE_OWN: Final = 1
SCOPE_OTHERS: Final = 2
SCOPE_OPPONENTS: Final = 3

ALWAYS: Final = 0
DURING_ATTACK: Final = 1
DURING_BLOCK: Final = 2
DURING_DEFEND: Final = 3

# FS-12.8
IS_ENGAGED: Final = 0
IS_READY: Final = 1
IS_AFFLICTED: Final = 2
IS_CURED: Final = 3
IS_DIZZY: Final = 4
IS_FACEDOWN: Final = 5
HAS_ATTACHED: Final = 6

BY_SPHERE: Final = 0
BY_COST: Final = 1
BY_BOTH: Final = 2
BY_RACE: Final = 3
BY_KEYWORD: Final = 4

# FS-12.9
CONSTANT: Final = 0
COUNTED: Final = 1
VAR_CREATURE_COST: Final = 2
VAR_SPELL_COST: Final = 3
VAR_STRENGTH: Final = 4

# FS-12.10
IF_COUNT: Final = 0
IF_IS: Final = 1
IF_TURN: Final = 2
IF_MORE: Final = 3
IF_DID: Final = 4
IF_NOT: Final = 5
IF_ALL: Final = 6
IF_ANY: Final = 7

# FS-1.10
INSTANT: Final = 0
ACTIVE: Final = 1
ATTACHED_SPELL: Final = 2
HIDDEN: Final = 3

NO_LIMIT: Final = 1000

assert EVENTS[USED] == "used" and EVENTS[CRYSTALLISED] == "crystallised" and EVENTS[DESTROYED] == "destroyed"
assert VERBS[EVOKE] == "evoke" and VERBS[REPLACE] == "replace" and VERBS[CAST_SPELL] == "cast"
assert WORDS[WARD] == "ward" and WORDS[RANGED] == "ranged" and WORDS[WINS_TIES] == "wins_ties"


def mask_of(spheres: list[str]) -> int:
    """Spheres as a bit set."""
    mask = 0
    for sphere in spheres:
        mask |= 1 << v.SPHERES.index(sphere)
    return mask


class Filter:
    """FS-12.8: every key that is given must hold."""

    __slots__ = (
        "keyword", "match_by", "match_to", "max_cost", "max_spell_cost", "max_strength", "min_cost", "min_spell_cost",
        "min_strength", "other", "race", "reads_face", "reads_strength", "spell_type", "spheres", "statuses",
    )  # fmt: skip

    def __init__(self, raw: JsonObject) -> None:
        sphere = raw.get("sphere")
        self.spheres: int = 0 if sphere is None else mask_of([sphere] if isinstance(sphere, str) else sphere)
        if sphere is not None and not self.spheres:
            self.spheres = 1 << 30
        self.race: str | None = raw.get("race")
        self.keyword: str | None = raw.get("keyword")
        self.spell_type: int = v.SPELL_TYPES.index(raw["spell_type"]) if "spell_type" in raw else NONE
        self.max_cost: int = raw.get("max_cost", NO_LIMIT)
        self.min_cost: int = raw.get("min_cost", NONE)
        self.max_spell_cost: int = raw.get("max_spell_cost", NO_LIMIT)
        self.min_spell_cost: int = raw.get("min_spell_cost", NONE)
        self.max_strength: int = raw.get("max_strength", NO_LIMIT)
        self.min_strength: int = raw.get("min_strength", NONE)
        self.statuses: list[int] | None = (
            [v.STATUSES.index(word) for word in raw["status"]] if "status" in raw else None
        )
        self.other: bool = raw.get("other", False)
        matching: JsonObject | None = raw.get("matching")
        self.match_to: int = NONE if matching is None else v.REFS.index(matching["to"])
        self.match_by: int = NONE if matching is None else v.MATCHINGS.index(matching.get("by", v.DEFAULT_MATCHING))
        self.reads_strength: bool = "max_strength" in raw or "min_strength" in raw
        self.reads_face: bool = False
        """Does a key, `matching` apart, ask for more than the back tells?"""
        for key in raw:
            if key not in v.BACK_KEYS and key != "matching":
                self.reads_face = True


class Count:
    """FS-12.9: how many cards lie there."""

    __slots__ = ("filter", "whose", "zone")

    def __init__(self, raw: JsonObject) -> None:
        self.zone: int = ZONES.index(raw["zone"])
        self.whose: int = whose_of(raw["whose"])
        self.filter: Filter | None = Filter(raw["filter"]) if "filter" in raw else None


class Number:
    """FS-12.9"""

    __slots__ = ("count", "kind", "most", "of", "value")

    def __init__(self, raw: object) -> None:
        self.kind: int = CONSTANT
        self.value: int = 0
        self.count: Count | None = None
        self.of: int = NONE
        self.most: int = NO_LIMIT
        if isinstance(raw, dict):
            self.most = raw.get("max", NO_LIMIT)
            if "count" in raw:
                self.kind = COUNTED
                self.count = Count(raw["count"])
            else:
                self.kind = VAR_CREATURE_COST + v.VARS.index(raw["var"])
                self.of = v.REFS.index(raw["of"])
        elif isinstance(raw, int):
            self.value = raw


ONE: Final = Number(1)
ZERO: Final = Number(0)


class Condition:
    """FS-12.10"""

    __slots__ = ("count", "filter", "kind", "least", "most", "of", "other", "own", "parts")

    def __init__(self, raw: JsonObject) -> None:
        self.count: Count | None = None
        self.other: Count | None = None
        self.filter: Filter | None = None
        self.of: int = NONE
        self.own: bool = False
        self.least: int = raw.get("min", 0)
        self.most: int = raw.get("max", NO_LIMIT)
        self.parts: list[Condition] = []
        if "count" in raw:
            self.kind: int = IF_COUNT
            self.count = Count(raw["count"])
        elif "is" in raw:
            self.kind = IF_IS
            self.filter = Filter(raw["is"])
            self.of = v.REFS.index(raw["of"])
        elif "turn" in raw:
            self.kind = IF_TURN
            self.own = raw["turn"] == "own"
        elif "more" in raw:
            self.kind = IF_MORE
            self.count = Count(raw["more"][0])
            self.other = Count(raw["more"][1])
        elif "did" in raw:
            self.kind = IF_DID
            self.least = raw["did"]
        elif "not" in raw:
            self.kind = IF_NOT
            self.parts = [Condition(raw["not"])]
        elif "all" in raw:
            self.kind = IF_ALL
            self.parts = [Condition(part) for part in raw["all"]]
        else:
            self.kind = IF_ANY
            self.parts = [Condition(part) for part in raw["any"]]


def condition_of(raw: JsonObject) -> Condition | None:
    """The condition of an ability or effect, if it has one."""
    return Condition(raw["if"]) if "if" in raw else None


def filter_of(raw: JsonObject) -> Filter | None:
    """The filter of an ability or selector, if it has one."""
    return Filter(raw["filter"]) if "filter" in raw else None


def whose_of(raw: object) -> int:
    """FS-12.5.3; in positions also a seat number."""
    if isinstance(raw, str):
        return v.WHOSE.index(raw)
    assert isinstance(raw, int)
    return SEAT + raw


class Selector:
    """FS-12.5"""

    __slots__ = ("filter", "n", "pick", "ref", "search", "upto", "whose", "zone")

    def __init__(self, raw: JsonObject) -> None:
        self.ref: int = v.REFS.index(raw["ref"]) if "ref" in raw else NONE
        self.zone: int = ZONES.index(raw["zone"]) if "zone" in raw else NONE
        self.whose: int = whose_of(raw["whose"]) if "whose" in raw else OWN
        self.search: bool = raw.get("search", False)
        self.pick: int = CHOOSE
        if "pick" in raw:
            self.pick = v.PICKS.index(raw["pick"])
        elif self.zone == DECK and not self.search:
            self.pick = TOP
        self.n: Number = Number(raw["n"]) if "n" in raw else ONE
        self.upto: bool = raw.get("upto", False)
        self.filter: Filter | None = filter_of(raw)

    def needs_lord(self) -> bool:
        """FS-14.3: must one lord be found first?"""
        return (
            self.ref < 0
            and (self.whose == OPPONENT or self.whose == ANY)
            and self.pick != ALL
            and (self.search or self.pick != CHOOSE)
        )


class Effect:
    """FS-12.6: one deed of a list."""

    __slots__ = (
        "a",
        "amount",
        "b",
        "bare_one",
        "bottom",
        "by_lord",
        "condition",
        "drawn",
        "n",
        "raw",
        "target",
        "verb",
        "whose",
        "word",
        "zone",
    )  # fmt: skip

    def __init__(self, raw: JsonObject) -> None:
        self.raw = raw
        self.verb: int = VERBS.index(raw["do"])
        self.condition: Condition | None = condition_of(raw)
        self.target: Selector | None = None
        if "target" in raw:
            self.target = Selector(raw["target"])
        elif self.verb == EVOKE:
            self.target = Selector({"ref": "this"})
        self.amount: Number = Number(raw["amount"]) if "amount" in raw else ZERO
        self.bottom: bool = raw.get("place") == "bottom"
        self.word: int = WORDS.index(raw["passive"]) if "passive" in raw else NONE
        self.whose: int = whose_of(raw["whose"]) if "whose" in raw else OWN
        self.n: Number = Number(raw["n"]) if "n" in raw else ONE
        self.drawn: int = raw.get("drawn", 0)
        self.zone: int = ZONES.index(raw["zone"]) if "zone" in raw else NONE
        self.a: Selector | None = Selector(raw["a"]) if "a" in raw else None
        self.b: Selector | None = Selector(raw["b"]) if "b" in raw else None
        self.bare_one: Effect | None = None
        self.by_lord: dict[str, Effect] = {}

    def bare(self) -> Effect:
        """FS-14.4: the effect when its condition has been found true."""
        if self.bare_one is None:
            self.bare_one = Effect({key: value for key, value in self.raw.items() if key != "if"})
        return self.bare_one

    def for_lord(self, seat: int, part: str = "target") -> Effect:
        """FS-14.4: the effect when the lord has been determined; of a replace the side `part`."""
        key = f"{part}{seat}"
        found = self.by_lord.get(key)
        if found is None:
            raw = dict(self.raw)
            if part in raw:
                raw[part] = dict(raw[part])
                raw[part]["whose"] = seat
            else:
                raw["whose"] = seat
            found = self.by_lord[key] = Effect(raw)
        return found

    def lords(self) -> int:
        """Whose: of the target's zone, or of the draw or shuffle."""
        if self.target is None:
            return self.whose
        return self.target.whose if self.target.ref < 0 else OWN


def effects_of(raw: list[JsonObject]) -> list[Effect]:
    """A list of effects."""
    return [Effect(item) for item in raw]


class Trigger:
    """FS-12.2: an ability that waits for an event."""

    __slots__ = ("by", "condition", "effects", "event", "filter")

    def __init__(self, raw: JsonObject, of_spell: bool) -> None:
        """FS-12.4: `of_spell` is true for active and hidden spells, whose events are by default those of their lord."""
        self.event: int = EVENTS.index(raw["when"])
        self.by: int = BY_OWN if of_spell or raw["when"] in v.LORD_EVENTS else BY_THIS
        if "by" in raw:
            self.by = v.BY.index(raw["by"])
        self.filter: Filter | None = filter_of(raw)
        self.condition: Condition | None = condition_of(raw)
        self.effects: list[Effect] = effects_of(raw["do"])


class Passive:
    """FS-12.7: an ability that is always there."""

    __slots__ = ("condition", "during", "exception", "filter", "for_creature", "for_spell", "n", "scope", "word")

    def __init__(self, raw: JsonObject, of_active: bool) -> None:
        self.word: int = WORDS.index(raw["passive"])
        self.scope: int = SCOPE_OWN if of_active else SCOPE_THIS
        if "scope" in raw:
            self.scope = v.SCOPES.index(raw["scope"])
        self.filter: Filter | None = filter_of(raw)
        self.condition: Condition | None = condition_of(raw)
        self.n: Number = Number(raw["n"]) if "n" in raw else ZERO
        self.during: int = v.DURING.index(raw["during"]) if "during" in raw else ALWAYS
        self.exception: Filter | None = Filter(raw["except"]) if "except" in raw else None
        self.for_creature: bool = raw.get("of") in ("creature", "both")
        self.for_spell: bool = raw.get("of") in ("spell", "both")

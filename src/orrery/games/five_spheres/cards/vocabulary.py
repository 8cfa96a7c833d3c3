"""The words of the card language, FS-12: every list in the order of the rules, with what the rules say about whole
words (which zones a verb takes, what is meant where a word is left out).

The validator, the engine, the printed texts, the tables and the fuzzer all read these lists; a word that stands in none
of them makes a card invalid.
"""

from __future__ import annotations

from typing import Final

SPHERES: Final = ("science", "ether", "spirit", "chaos", "nature")
"""FS-1.4: the spheres; a code (FS-18.3) numbers them from 1."""

SPELL_TYPES: Final = ("instant", "active", "attached", "hidden")
"""FS-1.10"""

HOSTS: Final = ("creature", "tower")
"""FS-12.1: what an attached spell lies under."""

LOWEST_COST: Final = 1
HIGHEST_COST: Final = 9
"""FS-1.5"""
FACE_DOWN_COST: Final = 3
"""FS-1.9: what an inverted half costs."""
HIGHEST: Final = 99
"""FS-12.1, FS-12.9: the highest strength, integer, bound and number of a filter; the lowest integer is its negative."""

EVENTS: Final = (
    "summoned",
    "unveiled",
    "attacks",
    "attacked",
    "targeted",
    "blocks",
    "blocked",
    "battle",
    "wins",
    "sieges",
    "destroyed",
    "tower_lost",
    "spell_lost",
    "afflicted",
    "cured",
    "regroup",
    "turn_end",
    "crystallised",
    "cast",
    "retaliates",
    "used",
)
"""FS-12.3: what `when` may say; `used` is no event and stands on creatures only."""

LORD_EVENTS: Final = (
    "attacked",
    "tower_lost",
    "spell_lost",
    "regroup",
    "turn_end",
    "crystallised",
    "cast",
    "retaliates",
)
"""FS-12.3: the others are creature events."""

SPELL_EVENTS: Final = tuple(event for event in EVENTS if event != "used")
"""FS-12.3: what `when` may say in a spell half."""

BY: Final = ("this", "own", "other", "opponent", "any")
"""FS-12.4"""

REFS: Final = ("this", "bearer", "subject", "attacker", "blocker", "foe", "last")
"""FS-12.5"""

ZONES: Final = ("battlefield", "vault", "groove", "hand", "trash", "deck", "tower", "spell")
"""FS-12.5: what a selector may name; `attached` comes to them for ATTACHED_VERBS only."""

ATTACHED: Final = "attached"
"""FS-12.5: the zone of the cards under a lord's creatures and towers."""

ATTACHED_VERBS: Final = ("return", "recover", "energise", "trash")
"""FS-12.5: the verbs that take cards from the zone attached."""

SEARCHED_ZONES: Final = ("deck", "hand", "groove", "tower", "vault")
"""FS-12.5: where `search` may stand."""

BACK_ZONES: Final = ("vault", "tower", "groove")
"""FS-12.8: the zones of which everybody sees the backs."""

EACH: Final = ("each", "each_opponent")
"""FS-12.5: the lords for each of whom an effect is carried out once."""

WHOSE: Final = ("own", "opponent", "any", "each", "each_opponent", "attacking", "defending")
"""FS-12.5"""

MAYBE_OWN: Final = ("own", "any", "each", "attacking", "defending")
"""FS-12.5: the words of WHOSE that may mean the controller himself."""

COUNT_WHOSE: Final = ("own", "opponent", "any", "attacking", "defending")
"""FS-12.9"""

PICKS: Final = ("choose", "random", "all", "top", "owner", "opponent_choice")
"""FS-12.5"""

NAMING_PICKS: Final = ("choose", "owner", "opponent_choice")
"""FS-12.5: somebody names the cards."""

READING_PICKS: Final = ("choose", "random", "all", "opponent_choice")
"""FS-12.8: with these picks a filter would betray what lies hidden."""

CREATURE_VERBS: Final = ("afflict", "cure", "engage", "ready", "strengthen", "unveil", "grant", "evoke")
"""FS-12.6: they change or use a creature where it lies, so they take cards from the battlefield only."""

TARGET_VERBS: Final = (
    "return",
    "recover",
    "crystallise",
    "energise",
    "fortify",
    "summon",
    "cast",
    "trash",
    "destroy",
    "afflict",
    "cure",
    "engage",
    "ready",
    "strengthen",
    "unveil",
    "grant",
    "evoke",
)
"""FS-12.6: the verbs with a target (that of `evoke` may be left out)."""

VERBS: Final = (*TARGET_VERBS, "draw", "shuffle", "replace")
"""FS-12.6"""

DESTINATIONS: Final = {
    "return": "hand",
    "recover": "deck",
    "crystallise": "vault",
    "energise": "groove",
    "fortify": "tower",
    "summon": "battlefield",
    "cast": "spell",
    "trash": "trash",
    "destroy": "groove",
}
"""FS-12.6: the zone to which a verb moves a card."""

DESTROYED_ZONES: Final = ("battlefield", "tower", "spell", "vault")
"""FS-12.6, FS-8.1: from where cards can be destroyed."""

CAST_ZONES: Final = ("hand", "trash")
"""FS-12.6: from where `cast` takes cards without search."""

PLACES: Final = ("top", "bottom")
"""FS-12.6: where in the deck `recover` puts a card; the first is the default."""

SHUFFLED: Final = ("deck", "trash", "groove")
"""FS-12.6"""

GRANTABLE: Final = (
    "cannot_attack",
    "cannot_siege",
    "cannot_block",
    "must_be_blocked",
    "unblockable",
    "ranged",
    "untargetable",
    "immune_afflict",
    "wins_ties",
)
"""FS-12.6: the passives that `grant` gives."""

PASSIVES: Final = (
    "cannot_attack",
    "cannot_siege",
    "cannot_block",
    "must_be_blocked",
    "unblockable",
    "strength",
    "immune_afflict",
    "untargetable",
    "ranged",
    "swift",
    "stays_engaged",
    "wins_ties",
    "cost",
    "mana",
    "ward",
)
"""FS-12.7"""

UNSCOPED: Final = ("cost", "mana", "ward")
"""FS-12.7: the passives about no creatures: they take no scope."""

UNFILTERED: Final = ("mana", "ward")
"""FS-12.7: the passives that take no filter."""

SCOPES: Final = ("this", "own", "others", "opponents")
"""FS-12.7"""

DURING: Final = ("always", "attack", "block", "defend")
"""FS-12.7: when a `strength` counts; the first is the default."""

COST_OF: Final = ("creature", "spell", "both")
"""FS-12.7: the halves whose cost a `cost` changes."""

FILTER_KEYS: Final = (
    "sphere",
    "race",
    "keyword",
    "spell_type",
    "max_cost",
    "min_cost",
    "max_spell_cost",
    "min_spell_cost",
    "max_strength",
    "min_strength",
    "status",
    "other",
    "matching",
)
"""FS-12.8"""

FILTER_NUMBERS: Final = (
    "max_cost",
    "min_cost",
    "max_spell_cost",
    "min_spell_cost",
    "max_strength",
    "min_strength",
)
"""FS-12.8: the keys that hold a number."""

STRENGTH_KEYS: Final = ("max_strength", "min_strength")
"""FS-12.7: the keys that a `strength` passive may not use."""

BACK_KEYS: Final = ("sphere", "max_strength", "min_strength", "status", "other")
"""FS-12.8: the keys that may be written for cards of which only the back is seen; beside them `matching` by sphere."""

STATUSES: Final = ("engaged", "ready", "afflicted", "cured", "dizzy", "facedown", "attached")
"""FS-12.8"""

MATCHINGS: Final = ("sphere", "cost", "both", "race", "keyword")
"""FS-12.8: what `matching` compares; the default is DEFAULT_MATCHING."""

DEFAULT_MATCHING: Final = "both"

VARS: Final = ("creature_cost", "spell_cost", "strength")
"""FS-12.9"""

NUMBER_KINDS: Final = ("count", "var")
"""FS-12.9: the keys that say which kind of number an object is."""

CONDITIONS: Final = ("count", "is", "turn", "more", "did", "not", "all", "any")
"""FS-12.10: the keys that say which kind of condition an object is."""

TURNS: Final = ("own", "opponent")
"""FS-12.10"""


def reads_face(key: str, value: object) -> bool:
    """FS-12.8: does a key of a filter ask for more than the back of a card tells? `matching` by sphere does not."""
    return key not in BACK_KEYS and not (key == "matching" and isinstance(value, dict) and value.get("by") == "sphere")


def zones_of(verb: str) -> tuple[str, ...]:
    """FS-12.5, FS-12.6: the zones that a selector of this verb may name; `cast` takes those outside CAST_ZONES only
    with search.
    """
    if verb in CREATURE_VERBS:
        return ("battlefield",)
    if verb == "destroy":
        return DESTROYED_ZONES
    if verb == "cast":
        return tuple(zone for zone in ZONES if zone in CAST_ZONES or zone in SEARCHED_ZONES)
    zones = tuple(zone for zone in ZONES if zone != DESTINATIONS.get(verb))
    return (*zones, ATTACHED) if verb in ATTACHED_VERBS else zones


VERB_ZONES: Final[dict[str, tuple[str, ...]]] = {verb: zones_of(verb) for verb in (*TARGET_VERBS, "replace")}
"""FS-12.6: the zones of each verb with selectors."""


def default_by(event: str, spell_type: str | None) -> str:
    """FS-12.4: what is meant where a trigger says no `by`; the spell type is None in a creature half."""
    return "own" if event in LORD_EVENTS or spell_type in ("active", "hidden") else "this"


def default_pick(zone: str, search: bool) -> str:
    """FS-12.5: what is meant where a selector says no `pick`."""
    return "top" if zone == "deck" and not search else "choose"


def default_scope(spell_type: str | None) -> str:
    """FS-12.7: what is meant where a passive says no `scope`; the spell type is None in a creature half."""
    return "own" if spell_type == "active" else "this"

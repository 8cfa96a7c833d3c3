"""Slips of the pen on valid cards: words that the rules allow although they can never do anything, or would never end.

For designers. The grammar takes the rules literally, and a match is played with whatever it accepts; here is what no
designer can have meant: references to cards that cannot be there, abilities that cannot fire, conditions and filters
that never or always hold, numbers that do nothing, chains that only the referee cuts. What might make sense on a table
is no slip. The cards have passed the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from orrery.core.data import JsonObject, is_integer, listed, named
from orrery.core.notation import canonical
from orrery.games.five_spheres.vocabulary import (
    BACK_KEYS,
    BY,
    CONDITIONS,
    CREATURE_VERBS,
    DESTINATIONS,
    FILTER_KEYS,
    HIGHEST_COST,
    LORD_EVENTS,
    LOWEST_COST,
    REFS,
    UNSCOPED,
    WHOSE,
    default_by,
    default_pick,
    default_scope,
)

CREATURE: Final = "creature"
"""The kind of a source; the others are the types of spells."""
CUT_AFTER: Final = 30
"""FS-13.6: so many abilities in a row are carried out."""

ATTACK_REFS: Final = ("attacker", "blocker", "foe")
ATTACK_WHOSE: Final = ("attacking", "defending")
OUTSIDE_ATTACKS: Final = ("regroup", "turn_end", "used")
"""FS-5, FS-7.12: these never come in the middle of an attack, and are about no card."""
BEFORE_BLOCKS: Final = ("attacks", "attacked", "targeted")
"""FS-7.3: what they fire is over when a block is declared."""
CALM_PASSIVES: Final = ("cost", "mana", "stays_engaged")
"""FS-6.5, FS-6.9, FS-5.3: these are never read in the middle of an attack."""
OF_ACTIVE_LORD: Final = ("attacks", "blocked", "sieges", "regroup", "turn_end")
OF_DEFENDER: Final = ("attacked", "targeted", "blocks", "retaliates")
"""FS-7: whose turn it is when the lord of the event is known."""
NO_CREATURES: Final = {
    "tower_lost": "a tower",
    "spell_lost": "a spell",
    "crystallised": "a crystal",
    "cast": "a spell",
    "retaliates": "a spell",
}
"""FS-12.3: what these events are about, and no creature."""
FACE_DOWN_SUBJECTS: Final = ("tower_lost", "crystallised")
"""FS-12.8: of a tower and a crystal only the back can be read."""
FACE_KEYS: Final = tuple(key for key in FILTER_KEYS if key not in BACK_KEYS)
LEAVING: Final = ("return", "recover", "energise", "trash")
"""FS-12.5.1: after these verbs no card picked is in play, so `last` is empty."""
STEADY_KEYS: Final = ("sphere", "race", "keyword", "spell_type", "max_cost", "min_cost", "max_spell_cost",
                      "min_spell_cost")  # fmt: skip
"""The keys of a filter that hold for a card wherever its face is seen."""
CHAINS: Final = {
    "crystallised": ("crystallise", ""),
    "summoned": ("summon", ""),
    "destroyed": ("destroy", "battlefield"),
    "tower_lost": ("destroy", "tower"),
    "spell_lost": ("destroy", "spell"),
}
"""The verb, and its zone, that fires an event about one more card."""
COMES_TO: Final = {"crystallised": "vault", "summoned": "battlefield"}
REACHED: Final = {
    "own": ("own", "other", "any"),
    "each": ("own", "other", "opponent", "any"),
    "opponent": ("opponent", "any"),
    "each_opponent": ("opponent", "any"),
    "any": ("any",),
}
"""FS-12.4: the words of `by` that a card of these lords surely fits."""
FLIPS: Final = {"afflict": "afflicted", "cure": "cured"}


class Slip:
    """Something that no designer can have meant: the clause that tells why, the place, the problem, what is right."""

    __slots__ = ("clause", "path", "problem", "right")

    def __init__(self, clause: str, path: str, problem: str, right: str) -> None:
        self.clause = clause
        self.path = path
        self.problem = problem
        self.right = right


class Scene:
    """One way in which words are read: the kind of the source, and for a trigger its event and `by`."""

    __slots__ = ("event", "inert", "kind", "missing", "turn")

    def __init__(self, kind: str, host: str = "", event: str = "", by: str = "") -> None:
        self.kind = kind
        self.event = event
        self.missing: dict[str, str] = {}
        """References and words of `whose` that mean nobody, and why."""
        self.inert: dict[str, str] = {}
        """References to cards that are no creatures on the battlefield, and why."""
        self.turn: str = turn_of(event, by)
        """Whose turn it surely is, as `turn` says it; empty where it may be any."""
        if kind != "attached":
            self.missing["bearer"] = "only an attached spell has a host"
        if not event or event in OUTSIDE_ATTACKS:
            self.missing["subject"] = (
                f"`{event}` is about no card" if event else "a spell that is played has no subject"
            )
        if event in OUTSIDE_ATTACKS:
            self._without_attack(f"`{event}` never comes in an attack")
        elif event in BEFORE_BLOCKS:
            self.missing["blocker"] = f"`{event}` comes before any block"
        elif event == "sieges":
            self.missing["blocker"] = self.missing["foe"] = "in a siege there is no other creature"
        if kind != CREATURE and (kind != "attached" or host == "tower"):
            self.missing["foe"] = "neither this spell nor its host can fight"
        if kind != CREATURE:
            self.inert["this"] = "the spell itself is no creature"
        elif event == "destroyed" and by == "this":
            self.inert["this"] = "it has been destroyed"
        if event == "destroyed":
            self.inert["subject"] = "it has been destroyed"
        elif event in NO_CREATURES:
            self.inert["subject"] = f"`{event}` is about {NO_CREATURES[event]}"
        if host == "tower":
            self.inert["bearer"] = "the host is a tower"

    def _without_attack(self, why: str) -> None:
        for word in (*ATTACK_REFS, *ATTACK_WHOSE):
            self.missing[word] = why

    @classmethod
    def of_passive(cls, kind: str, host: str, word: str) -> Scene:
        """How the words of a passive are read."""
        scene = cls(kind, host)
        del scene.missing["subject"]
        if word in UNSCOPED:
            scene.missing["subject"] = f"`{word}` is about no creature"
        if word in CALM_PASSIVES:
            scene._without_attack(f"`{word}` is never read in an attack")
        return scene

    @classmethod
    def of_evoking(cls, event: str, by: str, itself: bool) -> Scene:
        """How the words of a spell half are read that a creature evokes, `itself` or another one."""
        scene = cls(CREATURE, "", event, by)
        if not itself:
            scene.inert.pop("this", None)
        return scene


def turn_of(event: str, by: str) -> str:
    """Whose turn it is when such an ability fires, seen from its controller; empty: any lord's."""
    if event == "used":
        return "own"
    if event in OF_ACTIVE_LORD and by != "any":
        return "opponent" if by == "opponent" else "own"
    if event in OF_DEFENDER and by in ("this", "own", "other"):
        return "opponent"
    return ""


class Lore:
    """What the other cards of a collection tell about a card: the races and keywords there are, and how creatures
    evoke the spells of others.
    """

    __slots__ = ("evokings", "keywords", "races")

    def __init__(self, cards: JsonObject) -> None:
        creatures: list[JsonObject] = [cards[id]["creature"] for id in sorted(cards)]
        self.races: list[str] = sorted({creature["race"] for creature in creatures})
        self.keywords: list[str] = sorted({creature["keyword"] for creature in creatures if "keyword" in creature})
        self.evokings: list[Scene] = [
            scene for creature in creatures for scene, itself in evokings(creature) if not itself
        ]


def evokings(creature: JsonObject) -> Iterator[tuple[Scene, bool]]:
    """The scenes in which a creature half evokes, and whether it evokes its own spell."""
    for ability in creature.get("abilities", []):
        for effect in ability.get("do", []):
            if effect["do"] == "evoke":
                itself = is_this(effect)
                event = str(ability["when"])
                yield Scene.of_evoking(event, ability.get("by", default_by(event, None)), itself), itself


def is_this(effect: JsonObject) -> bool:
    """Does an effect act on `this`?"""
    return bool(effect.get("target", {"ref": "this"}) == {"ref": "this"})


def lint_cards(cards: JsonObject, path: str = "") -> list[Slip]:
    """The slips of all cards of a collection."""
    lore = Lore(cards)
    return [slip for id in sorted(cards) for slip in lint_card(cards[id], named(path, id), lore)]


def lint_card(card: JsonObject, path: str, lore: Lore | None = None) -> list[Slip]:
    """The slips of one valid card; with the lore of its collection also words that no card there has."""
    creature: JsonObject = card["creature"]
    spell: JsonObject = card["spell"]
    kind = str(spell["type"])
    host = str(spell.get("host", ""))
    linter = Linter(lore)
    half = named(path, "creature")
    linter.abilities(creature.get("abilities", []), named(half, "abilities"), CREATURE, "", creature)
    loops(linter, creature.get("abilities", []), named(half, "abilities"), CREATURE, spell.get("do", []))
    half = named(path, "spell")
    evoked = [scene for scene, _ in evokings(creature)] + (lore.evokings if lore else [])
    if kind == "hidden":
        linter.trigger(spell, half, kind, host, evoked)
    else:
        if "do" in spell:
            linter.effects(spell["do"], named(half, "do"), [Scene(kind, host), *evoked])
        linter.abilities(spell.get("abilities", []), named(half, "abilities"), kind, host)
        loops(linter, spell.get("abilities", []), named(half, "abilities"), kind, [])
        if kind != "instant" and not spell["abilities"] and "do" not in spell:
            linter.add("FS-12.1", named(half, "abilities"), "the spell does nothing", "an ability, or a `do`")
    return linter.slips


class Linter:
    """Goes through a card and collects its slips."""

    def __init__(self, lore: Lore | None) -> None:
        self.lore = lore
        self.slips: list[Slip] = []
        self.scenes: list[Scene] = []
        """The ways in which the words at hand are read: a slip is only what is wrong in all of them."""
        self.no_last: str = ""
        """Why `last` is empty here, if it surely is."""
        self.most: int | None = 0
        """How many cards the previous effect can have moved or changed; None: any number."""

    def add(self, clause: str, path: str, problem: str, right: str) -> None:
        """One slip."""
        self.slips.append(Slip(clause, path, problem, right))

    def outside_a_list(self, scenes: list[Scene]) -> None:
        """What comes now is read outside a list of effects, so that there is no previous one."""
        self.scenes = scenes
        self.no_last = "there is no previous effect here"
        self.most = 0

    # --- abilities ----------------------------------------------------------------------------------------------------

    def abilities(
        self, rows: list[JsonObject], path: str, kind: str, host: str, creature: JsonObject | None = None
    ) -> None:
        """The abilities of a half."""
        for i, row in enumerate(rows):
            where = named(path, i)
            if "passive" in row:
                self.passive(row, where, kind, host)
            else:
                self.trigger(row, where, kind, host, [], creature)

    def trigger(
        self,
        row: JsonObject,
        path: str,
        kind: str,
        host: str,
        evoked: list[Scene],
        creature: JsonObject | None = None,
    ) -> None:
        """A trigger; `evoked`: how else its effects may be carried out."""
        event = str(row["when"])
        by = str(row.get("by", default_by(event, None if kind == CREATURE else kind)))
        scene = Scene(kind, host, event, by)
        self.outside_a_list([scene])
        why = never_fires(event, by, kind, host, creature is None or creature.get("inverted", False))
        if why:
            right = "a creature with `inverted`" if event == "unveiled" and kind == CREATURE else f"by {others('this')}"
            self.add("FS-12.4", named(path, "by" if "by" in row else "when"), f"never fires: {why}", right)
        if "filter" in row:
            if event in OUTSIDE_ATTACKS:
                problem = f"never fires: `{event}` is about no card, so none fits a filter"
                self.add("FS-12.4", named(path, "filter"), problem, "no filter, or an `if`")
            else:
                self.filter(row["filter"], named(path, "filter"), subject_of(event))
        if "if" in row:
            self.condition(row["if"], named(path, "if"))
        self.effects(row["do"], named(path, "do"), [scene, *evoked])

    def passive(self, row: JsonObject, path: str, kind: str, host: str) -> None:
        """A passive."""
        word = str(row["passive"])
        self.outside_a_list([Scene.of_passive(kind, host, word)])
        if word not in UNSCOPED and row.get("scope", default_scope(None if kind == CREATURE else kind)) == "this":
            if kind == "active" or host == "tower":
                what = "an active spell" if kind == "active" else "a tower"
                where = named(path, "scope" if "scope" in row else "passive")
                self.add("FS-12.7", where, f"acts on nothing: {what} is no creature", "scope own, others, opponents")
            elif word == "swift" and kind == "attached":
                problem = "acts on nothing: the host has come before the spell"
                self.add("FS-12.7", named(path, "passive"), problem, "scope own, others, opponents")
        if "if" in row:
            self.condition(row["if"], named(path, "if"))
        if "filter" in row:
            self.filter(row["filter"], named(path, "filter"), word if word == "cost" else "battlefield")
        if "except" in row:
            if not row["except"]:
                problem = "does nothing: every creature fits an empty filter"
                self.add("FS-12.7", named(path, "except"), problem, f"a key of {listed(FILTER_KEYS)}; or no except")
            self.filter(row["except"], named(path, "except"), "battlefield", may_be_empty=True)
        if "n" in row:
            self.number(row["n"], named(path, "n"), changes=True)

    # --- effects ------------------------------------------------------------------------------------------------------

    def effects(self, rows: list[JsonObject], path: str, scenes: list[Scene]) -> None:
        """A list of effects."""
        if not rows:
            self.outside_a_list(scenes)
            self.add("FS-12.6", path, "an empty list: nothing is done", "at least one effect")
        previous: JsonObject | None = None
        for i, row in enumerate(rows):
            self.scenes = scenes
            self.no_last = why_no_last(previous)
            self.most = 0 if previous is None else most_done(previous)
            self.effect(row, named(path, i))
            previous = row

    def effect(self, row: JsonObject, path: str) -> None:
        """One effect."""
        verb = str(row["do"])
        if "if" in row:
            self.condition(row["if"], named(path, "if"))
        if "whose" in row:
            self.whose(row["whose"], named(path, "whose"), WHOSE)
        if "n" in row:
            self.number(row["n"], named(path, "n"))
        if "amount" in row:
            self.number(row["amount"], named(path, "amount"), changes=True)
        for key in ("target", "a", "b"):
            if key in row:
                self.selector(row[key], named(path, key), verb)

    def selector(self, row: JsonObject, path: str, verb: str) -> None:
        """The cards of an effect."""
        if "ref" in row:
            self.target_ref(str(row["ref"]), named(path, "ref"), verb)
            return
        zone = str(row["zone"])
        self.whose(row["whose"], named(path, "whose"), WHOSE)
        if row["whose"] == "own":
            self.coming(verb, named(path, "whose"))
        if "n" in row and row.get("pick", default_pick(zone, "search" in row)) != "all":
            self.number(row["n"], named(path, "n"))
        if "filter" in row:
            self.filter(row["filter"], named(path, "filter"), zone)

    def target_ref(self, ref: str, path: str, verb: str) -> None:
        """A reference on which a verb acts."""
        if self.ref(ref, path):
            return
        if verb in CREATURE_VERBS and not (verb == "evoke" and ref == "this"):
            why = common([scene.inert.get(ref, "") for scene in self.scenes])
            if why:
                inert = {word for scene in self.scenes for word in scene.inert}
                words = [word for word in self.refs() if word not in inert]
                right = f"{listed(words)}, or a zone battlefield" if words else "a zone battlefield"
                self.add("FS-12.6", path, f"{verb} does nothing to `{ref}`: {why}", right)
        elif verb == "destroy" and ref == "this":
            kinds = {scene.kind for scene in self.scenes}
            if not kinds & {CREATURE, "active"}:
                problem = "destroy does nothing to `this`: it lies neither on the battlefield nor in the fortress"
                self.add("FS-12.6", path, problem, "the verb trash")
        elif ref == "this":
            self.coming(verb, path)

    def coming(self, verb: str, path: str) -> None:
        """Creatures and spells of the controller come only in his turn, or by his retaliation."""
        if verb in ("summon", "cast") and all(
            scene.turn == "opponent" and scene.event != "retaliates" for scene in self.scenes
        ):
            problem = f"{verb} does nothing: `{self.scenes[0].event}` comes here only in another lord's turn"
            self.add("FS-2.4", path, problem, "an event of the own turn, or `retaliates`")

    # --- references and lords -----------------------------------------------------------------------------------------

    def refs(self) -> list[str]:
        """The references that may mean a card here."""
        found = [ref for ref in REFS if not common([scene.missing.get(ref, "") for scene in self.scenes])]
        return [ref for ref in found if ref != "last" or not self.no_last]

    def ref(self, ref: str, path: str) -> bool:
        """A reference; says whether it is surely empty."""
        if ref == "last":
            why = self.no_last
        else:
            why = common([scene.missing.get(ref, "") for scene in self.scenes])
        if why:
            self.add("FS-12.5", path, f"`{ref}` means nothing here: {why}", listed(self.refs()))
        return bool(why)

    def whose(self, word: str, path: str, words: tuple[str, ...]) -> None:
        """The lords of a zone."""
        why = common([scene.missing.get(word, "") for scene in self.scenes])
        if why:
            right = [other for other in words if other not in ATTACK_WHOSE]
            self.add("FS-12.5", path, f"`{word}` is nobody here: {why}", listed(right))

    # --- filters, numbers, conditions ---------------------------------------------------------------------------------

    def filter(self, row: JsonObject, path: str, about: str, may_be_empty: bool = False) -> None:
        """A filter on cards of a zone (`about`), `cost`: on cards that are played, empty: on any card."""
        if not row and not may_be_empty:
            self.add("FS-12.8", path, "an empty filter: every card fits", f"a key of {listed(FILTER_KEYS)}; or none")
        for key in ("cost", "spell_cost", "strength"):
            low, high = row.get(f"min_{key}", 0), row.get(f"max_{key}", 1000)
            if low > high:
                problem = f"no card fits: min_{key} {low} is above max_{key} {high}"
                self.add("FS-12.8", named(path, f"min_{key}"), problem, f"at most {high}")
            elif key != "strength" and low > HIGHEST_COST:
                problem = f"no card fits: nothing costs {low}"
                self.add("FS-12.8", named(path, f"min_{key}"), problem, f"at most {HIGHEST_COST}")
            elif key != "strength" and high < LOWEST_COST:
                problem = f"no card fits: nothing costs {high}"
                self.add("FS-12.8", named(path, f"max_{key}"), problem, f"at least {LOWEST_COST}")
        if row.get("sphere") == []:
            self.add("FS-12.8", named(path, "sphere"), "no card fits an empty list", "one sphere at least")
        self.statuses(row, path, about)
        if about == "back":
            for key in row:
                if key in FACE_KEYS or key.endswith("strength"):
                    problem = f"no card fits: {key} cannot be read of a card that lies face down"
                    self.add("FS-12.8", named(path, key), problem, "sphere")
        for key in ("race", "keyword"):
            if self.lore is not None and key in row:
                words = self.lore.races if key == "race" else self.lore.keywords
                if row[key] not in words:
                    problem = f"no card of the collection has the {key} {row[key]}"
                    self.add("FS-12.8", named(path, key), problem, listed(words) or f"no {key}")
        if "matching" in row:
            where = named(path, "matching")
            if about == "cost":
                self.add("FS-12.7", where, "no card fits: `cost` reads only what is printed", "another key")
            else:
                self.ref(str(row["matching"]["to"]), named(where, "to"))

    def statuses(self, row: JsonObject, path: str, about: str) -> None:
        """The statuses of a filter."""
        if "status" not in row:
            return
        found: list[str] = row["status"]
        where = named(path, "status")
        if about and about != "battlefield":
            self.add("FS-12.8", where, "no card fits: only creatures on the battlefield have a status", "no status")
        for one, other in (("engaged", "ready"), ("afflicted", "cured")):
            if one in found and other in found:
                self.add("FS-12.8", where, f"no creature is {one} and {other}", f"{one}, or {other}")
        keys = [key for key in row if key in FACE_KEYS]
        if "facedown" in found and keys:
            problem = f"no card fits: of a face-down creature {listed(keys)} cannot be read"
            self.add("FS-12.8", where, problem, f"facedown only with {listed(BACK_KEYS)}")

    def number(self, value: object, path: str, changes: bool = False) -> None:
        """A number of cards, or with `changes` an amount, which may be negative."""
        if isinstance(value, dict):
            if value.get("max", 1) == 0:
                self.add("FS-12.9", named(path, "max"), "the number is never above 0", "at least 1, or no max")
            if "count" in value:
                self.count(value["count"], named(path, "count"))
            else:
                self.ref(str(value["of"]), named(path, "of"))
        elif is_integer(value):
            assert isinstance(value, int)
            if changes and value == 0:
                self.add("FS-12.9", path, "0 changes nothing", "a number above or below 0")
            elif not changes and value < 1:
                self.add("FS-12.9", path, f"{value} cards: nothing is done", "at least 1")

    def count(self, row: JsonObject, path: str) -> None:
        """Cards that are counted."""
        self.whose(row["whose"], named(path, "whose"), ("own", "opponent", "any"))
        if "filter" in row:
            self.filter(row["filter"], named(path, "filter"), str(row["zone"]))

    def condition(self, row: JsonObject, path: str) -> None:
        """A condition; those inside wait in a list, so that deep nesting costs no recursion."""
        waiting: list[tuple[JsonObject, str]] = [(row, path)]
        while waiting:
            part, where = waiting.pop()
            kind = next(word for word in CONDITIONS if word in part)
            inner = named(where, kind)
            if kind == "not":
                waiting.append((part["not"], inner))
            elif kind in ("all", "any"):
                rows: list[JsonObject] = part[kind]
                if not rows:
                    says = "always" if kind == "all" else "never"
                    self.add("FS-12.10", inner, f"an empty list {says} holds", "one condition at least")
                for i in range(len(rows) - 1, -1, -1):
                    waiting.append((rows[i], named(inner, i)))
            else:
                self.simple(part, where, kind)

    def simple(self, row: JsonObject, path: str, kind: str) -> None:
        """A condition without conditions inside."""
        where = named(path, kind)
        if kind == "count":
            low, high = row.get("min", 0), row.get("max", 1000)
            if low > high:
                problem = f"never holds: min {low} is above max {high}"
                self.add("FS-12.10", named(path, "min"), problem, f"at most {high}")
            elif low == 0 and "max" not in row:
                problem = "always holds: there are at least 0 cards"
                self.add("FS-12.10", named(path, "min") if "min" in row else path, problem, "min at least 1, or a max")
            self.count(row["count"], where)
        elif kind == "is":
            ref = str(row["of"])
            if not self.ref(ref, named(path, "of")):
                about = subject_of(self.scenes[0].event) if ref == "subject" and len(self.scenes) == 1 else ""
                self.filter(row["is"], where, "" if about == "battlefield" else about, may_be_empty=True)
        elif kind == "turn":
            turns = {scene.turn for scene in self.scenes}
            if len(turns) == 1 and "" not in turns:
                says = "always" if row["turn"] in turns else "never"
                problem = f"{says} holds: `{self.scenes[0].event}` comes here only in the {turns.pop()} turn"
                self.add("FS-12.10", where, problem, "no condition" if says == "always" else "another `by`")
        elif kind == "more":
            for i, count in enumerate(row["more"]):
                self.count(count, named(where, i))
            if canonical({"count": row["more"][0]}) == canonical({"count": row["more"][1]}):
                self.add("FS-12.10", where, "never holds: both counts are the same", "two counts that differ")
        else:
            self.did(int(row["did"]), where)

    def did(self, n: int, path: str) -> None:
        """What the previous effect did."""
        if n == 0:
            self.add("FS-12.10", path, "always holds: every effect did at least 0", "at least 1")
        elif self.most == 0:
            why = self.no_last if "previous" in self.no_last else "the previous effect does nothing that counts"
            self.add("FS-12.10", path, f"never holds: {why}", "no `did`, or an effect before it")
        elif self.most is not None and n > self.most:
            problem = f"never holds: the previous effect does at most {self.most}"
            self.add("FS-12.10", path, problem, f"at most {self.most}")


def others(word: str) -> str:
    """The other words of `by`."""
    return listed([other for other in BY if other != word])


def common(reasons: list[str]) -> str:
    """The first reason, if there is one in every scene."""
    return reasons[0] if all(reasons) else ""


def subject_of(event: str) -> str:
    """Where the subject of an event lies; `back`: where only its back can be read."""
    if event in FACE_DOWN_SUBJECTS:
        return "back"
    if event in NO_CREATURES:
        return "spell"
    return "battlefield" if event else ""


def never_fires(event: str, by: str, kind: str, host: str, may_be_inverted: bool) -> str:
    """Why an event can never be about the source itself; empty if it can, or need not be."""
    if by != "this":
        return ""
    what = NO_CREATURES.get(event, "a creature")
    if event in ("regroup", "turn_end"):
        return f"`{event}` is about no card"
    if event in ("crystallised", "cast", "retaliates"):
        return f"`{event}` is about {what}, which is never the source"
    if kind == CREATURE:
        if event in LORD_EVENTS:
            return f"`{event}` is about {what}, not about a creature"
        return "only an inverted creature can be unveiled" if event == "unveiled" and not may_be_inverted else ""
    if kind == "hidden" and event == "spell_lost":
        return "a hidden spell that is destroyed lies in the fortress no more (FS-13.5)"
    if kind != "attached":
        return "" if event == "spell_lost" else f"`{event}` is about {what}, not about an {kind} spell"
    if host == "tower":
        return "" if event == "tower_lost" else f"`{event}` is about {what}, and the host is a tower"
    if event in LORD_EVENTS:
        return f"`{event}` is about {what}, and the host is a creature"
    if event == "afflicted":
        return "cards under an afflicted creature fire nothing (FS-13.3)"
    return "the host has come before the spell" if event == "summoned" else ""


def why_no_last(previous: JsonObject | None) -> str:
    """Why `last` is surely empty after an effect; empty if it need not be."""
    if previous is None:
        return "there is no previous effect in the list"
    verb = str(previous["do"])
    if verb in ("draw", "shuffle"):
        return f"{verb} picks no cards"
    return f"after {verb} its cards are not in play" if verb in LEAVING else ""


def most_done(effect: JsonObject) -> int | None:
    """How many cards an effect can move or change at most; None: any number."""
    verb = str(effect["do"])
    if verb == "shuffle":
        return 0
    if verb == "replace":
        return 2
    if verb == "evoke":
        return 1
    if verb == "draw":
        return highest(effect["n"])
    target: JsonObject = effect["target"]
    if "ref" in target:
        return None if target["ref"] == "last" else 1
    if target.get("pick", "") == "all":
        return None
    return highest(target.get("n", 1))


def highest(number: object) -> int | None:
    """The highest that a number can be; None if there is no limit."""
    if isinstance(number, dict):
        found: int | None = number.get("max")
        return found
    assert isinstance(number, int)
    return max(number, 0)


# --- loops ------------------------------------------------------------------------------------------------------------


def loops(linter: Linter, rows: list[JsonObject], path: str, kind: str, spell: list[JsonObject]) -> None:
    """Abilities without condition that surely fire themselves again; `spell`: what a creature evokes."""
    free: list[tuple[int, Firing]] = []
    for i, row in enumerate(rows):
        if "when" in row and "if" not in row:
            free.append((i, Firing(row, kind, spell)))
    for i, firing in free:
        where = named(named(path, i), "do")
        again = firing.fires_itself()
        if again:
            problem = f"fires itself again, {again}: FS-13.6 cuts it after {CUT_AFTER}"
            right = f"an `if`, an `upto`, or a `by` or `filter` without what it {firing.makes()} itself"
            linter.add("FS-13.6", where, problem, right)
            continue
        for j, other in free:
            if j > i and not other.fires_itself() and firing.feeds(other) and other.feeds(firing):
                problem = f"fires {named(path, j)}, which fires this again, for ever: FS-13.6 cuts it after {CUT_AFTER}"
                linter.add("FS-13.6", where, problem, "an `if` on one of the two")


class Firing:
    """A trigger without condition, and what it surely does."""

    __slots__ = ("by", "effects", "event", "filter", "kind")

    def __init__(self, row: JsonObject, kind: str, spell: list[JsonObject]) -> None:
        self.kind = kind
        self.event: str = row["when"]
        self.by: str = row.get("by", default_by(self.event, None if kind == CREATURE else kind))
        self.filter: JsonObject = row.get("filter", {})
        self.effects: list[JsonObject] = []
        """Those with a condition stand here as a gap."""
        for effect in row["do"]:
            if "if" in effect:
                self.effects.append({})
            elif effect["do"] == "evoke" and is_this(effect):
                self.effects += [{}, *[{} if "if" in inner else inner for inner in spell], {}]
            else:
                self.effects.append(effect)

    def makes(self) -> str:
        """What the ability does to fire itself, in a word."""
        words = {"crystallised": "crystallises", "summoned": "summons", "afflicted": "afflicts", "cured": "cures"}
        return words.get(self.event, "destroys")

    def fires_itself(self) -> str:
        """Until when the ability fires itself; empty if it surely does not."""
        if self.event in CHAINS:
            if any(self.exchanges(effect) for effect in self.effects if effect):
                return "for ever"
            if any(self.chains(effect) for effect in self.effects if effect):
                return "until no card is left"
            return ""
        if self.event in FLIPS.values() and (self.event, self.by) != ("afflicted", "this"):
            steady = all(key in STEADY_KEYS for key in self.filter)
            if steady and self.event in self.flips(self.subject_refs(), self.event == "afflicted"):
                return "for ever"
            if self.event == "cured" and not self.filter and self.by in ("this", "own", "any"):
                itself = {CREATURE: "this", "attached": "bearer"}.get(self.kind, "")
                if itself and "cured" in self.flips({itself}, False):
                    return "for ever"
        return ""

    def chains(self, effect: JsonObject) -> bool:
        """Does an effect surely do to one more card what the ability fires about?"""
        verb, zone = CHAINS[self.event]
        target: JsonObject = effect.get("target", {"ref": "this"})
        if effect["do"] != verb or "ref" in target or (zone and target["zone"] != zone):
            return False
        n = target.get("n", 1)
        if "upto" in target or target.get("pick", "") == "all" or not isinstance(n, int) or n < 1:
            return False
        return self.reaches(target)

    def exchanges(self, effect: JsonObject) -> bool:
        """Does a `replace` surely bring one more card to where the ability fires about?"""
        if effect["do"] != "replace" or self.event not in COMES_TO:
            return False
        sides: list[JsonObject] = [effect["a"], effect["b"]]
        if any("ref" in side or "upto" in side or side["whose"] != "own" for side in sides):
            return False
        zones = [side["zone"] for side in sides]
        if COMES_TO[self.event] not in zones or zones[0] == zones[1]:
            return False
        return self.reaches(sides[0] if zones[1] == COMES_TO[self.event] else sides[1])

    def reaches(self, target: JsonObject) -> bool:
        """Do the cards of a selector surely fit `by` and filter of the ability?"""
        allowed: JsonObject = target.get("filter", {})
        if self.by not in REACHED.get(str(target["whose"]), ()):
            return False
        if self.by == "other" and self.event in ("destroyed", "spell_lost") and "other" not in allowed:
            return False
        if self.event in FACE_DOWN_SUBJECTS and any(key != "sphere" for key in self.filter):
            return False
        return all(key in STEADY_KEYS and allowed.get(key) == self.filter[key] for key in self.filter)

    def subject_refs(self) -> set[str]:
        """The references that mean the subject."""
        if self.by != "this":
            return {"subject"}
        return {"subject", "bearer" if self.kind == "attached" else "this"}

    def flips(self, refs: set[str], afflicted: bool) -> set[str]:
        """The events that the effects surely fire about the creature of these references, which is afflicted or not."""
        found: set[str] = set()
        was_it = False
        for effect in self.effects:
            target: JsonObject = effect.get("target", {})
            ref = target.get("ref", "")
            it = ref in refs or (ref == "last" and was_it)
            was_it = it
            verb = str(effect.get("do", ""))
            if it and verb in DESTINATIONS:
                return set()
            if it and verb in FLIPS and (verb == "afflict") != afflicted:
                afflicted = not afflicted
                found.add(FLIPS[verb])
        return found

    def feeds(self, other: Firing) -> bool:
        """Does the ability surely fire another one of the card about the same creature, which is not the source?"""
        if self.event not in FLIPS.values() or "this" in (self.by, other.by) or self.filter != other.filter:
            return False
        if any(key not in STEADY_KEYS for key in self.filter):
            return False
        same = self.by == other.by or "any" in (self.by, other.by) or {self.by, other.by} == {"own", "other"}
        return same and other.event in self.flips({"subject"}, self.event == "afflicted")

"""The walk through a card: references, filters, numbers and conditions that can never do anything, or always hold."""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject, is_integer, listed, named
from orrery.core.notation import canonical
from orrery.games.five_spheres.cards.lint.chains import loops
from orrery.games.five_spheres.cards.lint.scenes import (
    ATTACK_WHOSE,
    CREATURE,
    OUTSIDE_ATTACKS,
    Lore,
    Scene,
    evokings,
    never_fires,
    subject_of,
)
from orrery.games.five_spheres.cards.lint.slips import Slip
from orrery.games.five_spheres.cards.vocabulary import (
    BACK_KEYS,
    BY,
    CONDITIONS,
    CREATURE_VERBS,
    FILTER_KEYS,
    HIGHEST_COST,
    LOWEST_COST,
    REFS,
    UNSCOPED,
    WHOSE,
    default_by,
    default_pick,
    default_scope,
    reads_face,
)

LEAVING: Final = ("return", "recover", "energise", "trash")
"""FS-12.5.1: after these verbs no card picked is in play, so `last` is empty."""


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
    linter.slips += loops(creature.get("abilities", []), named(half, "abilities"), CREATURE, spell.get("do", []))
    half = named(path, "spell")
    evoked = [scene for scene, _ in evokings(creature)] + (lore.evokings if lore else [])
    if kind == "hidden":
        linter.trigger(spell, half, kind, host, evoked)
    else:
        if "do" in spell:
            linter.effects(spell["do"], named(half, "do"), [Scene(kind, host), *evoked])
        linter.abilities(spell.get("abilities", []), named(half, "abilities"), kind, host)
        linter.slips += loops(spell.get("abilities", []), named(half, "abilities"), kind, [])
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
                if reads_face(key, row[key]) or key.endswith("strength"):
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
        keys = [key for key in row if reads_face(key, row[key])]
        if "facedown" in found and keys:
            problem = f"no card fits: of a face-down creature {listed(keys)} cannot be read"
            self.add("FS-12.8", where, problem, f"facedown only with {listed([*BACK_KEYS, 'matching by sphere'])}")

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

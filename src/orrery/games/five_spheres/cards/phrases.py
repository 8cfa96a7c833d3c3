"""The phrases of printed texts: references, filters, counts, numbers, conditions, selectors.

The words are all in data/ability_texts.toml, the same keys for each language; here is what a phrase must say. A phrase
speaks of one reader, the controller ("you"), and remembers which card was mentioned last, so that a pronoun never
stands for another card than the one that the reader has in mind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from orrery.core.cards.lexicon import Lexicon, tidy
from orrery.core.data import JsonObject, is_integer
from orrery.games.five_spheres.cards.vocabulary import DEFAULT_MATCHING, EACH, default_pick

DEEPEST: Final = 40
"""Conditions nested deeper than this are not spelled out."""

NOUNS: Final = {
    "battlefield": "creature",
    "vault": "crystal",
    "groove": "energy",
    "hand": "card",
    "trash": "card",
    "deck": "card",
    "tower": "tower",
    "spell": "spell",
    "attached": "attached_card",
}
"""What a card is called in each zone."""

SUBJECT_NOUNS: Final = {
    "tower_lost": "tower",
    "spell_lost": "spell",
    "crystallised": "crystal",
    "cast": "spell",
    "retaliates": "spell",
    "regroup": "card",
    "turn_end": "card",
    "used": "card",
    "": "card",
}
"""FS-12.3: what the subject of an event is called; of the others it is a creature."""

EVENT_VERBS: Final = {
    "summoned": "summon",
    "unveiled": "unveil",
    "destroyed": "destroy",
    "tower_lost": "destroy",
    "spell_lost": "destroy",
    "afflicted": "afflict",
    "cured": "cure",
    "crystallised": "crystallise",
    "cast": "cast",
}
"""After these verbs "the destroyed creature" and the like would no longer mean the subject alone."""

PLACED: Final = ("hand", "trash", "deck")
"""Zones that a phrase must name, as their cards are just called cards."""

PRONOUNS: Final = {"object": 0, "possessive": 2, "subject": 4, "topic": 4}
"""The place of the pronoun among the forms of a reference."""

ATTACKER_EVENTS: Final = ("attacks", "blocked", "sieges")
DEFENDER_EVENTS: Final = ("attacked", "targeted", "blocks")

SINGLE_LORD: Final = ("random", "top", "owner", "opponent_choice")
"""With these picks (and with search) opponent and any mean one lord."""


def distinct(words: list[str]) -> list[str]:
    """The words without repetition, in their order."""
    return list(dict.fromkeys(words))


class Chosen:
    """The cards of a selector in the pieces that a clause needs."""

    __slots__ = ("lead", "many", "may", "owner", "tail", "text")

    def __init__(self, text: str, many: bool, owner: str) -> None:
        self.lead = ""
        """What comes before the verb: a search, a choice."""
        self.text = text
        self.tail = ""
        self.many = many
        self.owner = owner
        """Whose zone they go to: own, its, their (one owner), theirs."""
        self.may = False


class Amount:
    """A number inside a clause: the figure, "for each ..." and what follows the clause (", where X is ...")."""

    __slots__ = ("each", "figure", "tail")

    def __init__(self, figure: str, each: str = "", tail: str = "") -> None:
        self.figure = figure
        self.each = each
        self.tail = tail


class FilterParts:
    """A filter in the pieces that a noun phrase needs."""

    __slots__ = ("adjectives", "matching", "other", "traits")

    def __init__(self) -> None:
        self.adjectives: list[str] = []
        self.traits: list[str] = []
        self.matching = ""
        """A path of templates: what the card shares with another."""
        self.other = False


class Phrases:
    """Writes phrases about cards. `source` is `creature` or the spell's type, `host` that of an attached one."""

    def __init__(self, words: Lexicon, names: Mapping[str, str] | None, source: str, host: str) -> None:
        self.words = words
        self.names: Mapping[str, str] = {} if names is None else names
        self.source = source
        self.host = host
        self.event = ""
        self.by = ""
        self.subject_is = ""
        """What the subject is besides: `this` or `bearer`, or nothing else."""
        self.near = ""
        """The reference that a pronoun would be taken for now."""
        self.last_is = ""
        """What `last` is besides, such as `this`, or nothing else."""
        self.last_form = "last_none"
        self.last_owner = "its"
        self.verbs: list[str] = []
        """What has been done to cards so far."""

    def name(self, word: str) -> str:
        """A race or keyword, as it is printed."""
        return self.names.get(word, word)

    # --- references (FS-12.5) -----------------------------------------------------------------------------------------

    def same(self, ref: str) -> str:
        """The plainest reference to the same card."""
        if ref == "subject" and self.subject_is:
            return self.subject_is
        if ref == "last" and self.last_is:
            return self.last_is
        return ref

    def ref_key(self, ref: str) -> str:
        """Where the forms of a reference stand."""
        if ref == "this":
            return "this_creature" if self.source == "creature" else "this_spell"
        if ref == "bearer":
            return f"bearer_{self.host}" if self.host else "bearer"
        if ref == "subject":
            told = self.event != "" and EVENT_VERBS.get(self.event, "") not in self.verbs
            return f"subject.{self.event if told else 'none'}"
        if ref == "last":
            return self.last_form
        return ref

    def ref(self, ref: str, form: str = "object") -> str:
        """FS-12.5: a card, by a pronoun if that can mean no other; from now on a pronoun means this card."""
        ref = self.same(ref)
        near = self.near == ref
        forms = self.words.forms(f"ref.{self.ref_key(ref)}")
        if form == "topic" and near and not self.words.text("passive.repeats"):
            return ""
        text = forms[PRONOUNS[form]] if near else forms[3 if form == "possessive" else 1]
        if "{whose}" in text:
            text = text.format_map({"whose": self.ref("bearer" if self.source == "attached" else "this", "possessive")})
        self.near = ref
        return text

    def ref_is_many(self, ref: str) -> bool:
        """May a reference mean several cards?"""
        return self.same(ref) == "last" and self.last_form == "last_many"

    def ref_noun(self, ref: str) -> str:
        """What the card of a reference is called."""
        ref = self.same(ref)
        if ref == "this":
            return "creature" if self.source == "creature" else "spell"
        if ref == "bearer":
            return self.host or "card"
        if ref == "subject":
            return SUBJECT_NOUNS.get(self.event, "creature")
        return "card" if ref == "last" else "creature"

    # --- filters (FS-12.8) --------------------------------------------------------------------------------------------

    def parts(self, row: JsonObject, noun: str, as_spell: bool = False) -> FilterParts:
        """The pieces of a filter; `as_spell`: the cards are picked for their spell halves."""
        words, found = self.words, FilterParts()
        found.other = bool(row.get("other", False))
        for status in distinct(row.get("status", [])):
            adjective = words.forms(f"status.{status}")[0]
            if adjective:
                found.adjectives.append(adjective)
            else:
                found.traits.append(words.text(f"trait.{status}"))
        if row.get("status") == []:
            found.traits.append(words.text("trait.any_status"))
        if "sphere" in row:
            given: list[str] = row["sphere"] if isinstance(row["sphere"], list) else [row["sphere"]]
            names = [words.text(f"sphere.{sphere}") for sphere in distinct(given)]
            path = "adjective.sphere" if names else "adjective.no_sphere"
            found.adjectives.append(words.fill(path, {"list": words.join(names, "or")}))
        for key in ("race", "keyword"):
            if key in row:
                found.adjectives.append(words.fill(f"adjective.{key}", {"name": self.name(str(row[key]))}))
        if "spell_type" in row and (noun, row["spell_type"]) != ("active_spell", "active"):
            kind = words.text(f"spell_type.{row['spell_type']}")
            if noun in ("spell", "active_spell"):
                found.adjectives.append(words.fill("adjective.spell_type", {"type": kind}))
            else:
                found.traits.append(words.articles(words.fill("trait.spell_type", {"type": kind})))
        for key in ("cost", "spell_cost", "strength"):
            if f"min_{key}" in row or f"max_{key}" in row:
                bounds = self.bounds(row.get(f"min_{key}"), row.get(f"max_{key}"))
                found.traits.append(words.fill(f"trait.{key}", {"bounds": bounds}))
        if "matching" in row:
            by = row["matching"].get("by", DEFAULT_MATCHING)
            spell = by in ("cost", "both") and (as_spell or noun in ("spell", "active_spell", "attached_card"))
            found.matching = f"matching.{by}_spell" if spell else f"matching.{by}"
        return found

    def bounds(self, low: int | None, high: int | None) -> str:
        """A number of a card: 3 or more, 3 or less, 3, 3 to 5."""
        key = "least" if high is None else "most" if low is None else "exactly" if low == high else "between"
        return self.words.fill(f"bounds.{key}", {"n": str(high if low is None else low), "m": str(high)})

    def slots(
        self, row: JsonObject, noun: str, many: bool, nouns: bool | None = None, as_spell: bool = False
    ) -> dict[str, str]:
        """The slots of a noun phrase; `nouns` where the noun has another number than the phrase."""
        words, found = self.words, self.parts(row, noun, as_spell)
        after = []
        if found.traits:
            after.append(words.fill("filter.traits", {"list": words.join(found.traits, "traits")}))
        if found.matching:
            to = self.ref(row["matching"]["to"])
            after.append(words.forms(found.matching)[1 if many else 0].format_map({"ref": to}))
        return {
            "noun": words.forms(f"noun.{noun}")[1 if (many if nouns is None else nouns) else 0],
            "other": words.text("filter.other") if found.other else "",
            "adjectives": words.text("filter.space").join(found.adjectives),
            "after": words.text("filter.space").join(after),
            "counter": words.forms(f"noun.{noun}")[2],
        }

    def counted(self, n: int, noun: str) -> str:
        """A number of cards, with its counter where the language has one."""
        return self.words.number(n) + self.words.forms(f"noun.{noun}")[2 if abs(n) < 10 else 5]

    # --- counts and numbers (FS-12.9) ---------------------------------------------------------------------------------

    def count(self, row: JsonObject, form: str) -> str:
        """FS-12.9: the cards counted, as `many`, or as `each` one of them."""
        zone, whose = str(row["zone"]), str(row["whose"])
        shared = whose in ("opponent", "any")
        style = "placed" if zone in PLACED else "shared" if shared else "lords"
        if style == "placed" and not row.get("filter"):
            style = "bare"
        slots = self.slots(row.get("filter", {}), NOUNS[zone], True, form == "many" or style == "lords")
        key = "whose" if not shared else "joint" if (form, style) == ("each", "shared") else "counted"
        slots["whose"] = self.words.text(f"lord.{whose}.{key}")
        slots["zone"] = self.words.form(f"zone.{zone}", shared)
        return self.words.fill(f"count.{form}_{style}", slots)

    def number(self, number: Any, most: str = "most") -> str:
        """FS-12.9: a number by itself; `most` is the form of its limit."""
        if not isinstance(number, dict):
            return self.words.figure(int(number))
        if "count" in number:
            text = self.words.fill("number.count", {"cards": self.count(number["count"], "many")})
        else:
            text = self.words.fill(f"number.{number['var']}", {"whose": self.ref(number["of"], "possessive")})
        return text + self.most(number, most)

    def most(self, number: JsonObject, form: str) -> str:
        """The `max` of a number, if it has one."""
        return self.words.text(f"number.{form}").format_map({"n": str(number["max"])}) if "max" in number else ""

    def bonus(self, number: Any, letter: str) -> Amount:
        """A number as a bonus: +2, +1 for each ..., +X, where X is ..."""
        words = self.words
        if not isinstance(number, dict):
            return Amount(words.signed(int(number)))
        if "count" in number:
            each = words.text("number.each").format_map({"each": self.count(number["count"], "each")})
            return Amount(words.signed(1), each, self.most(number, "most_bonus"))
        return Amount(f"{words.text('number.plus')}{letter}", "", self.where(number, letter))

    def where(self, number: JsonObject, letter: str) -> str:
        """What a letter stands for."""
        return self.words.text("number.where").format_map({"x": letter, "number": self.number(number, "most_where")})

    # --- conditions (FS-12.10) ----------------------------------------------------------------------------------------

    def condition(self, row: JsonObject, yes: bool = True, inside: str = "", depth: int = 0) -> str:
        """FS-12.10: a condition as a clause, or its contrary; `inside` says which list it is part of."""
        while "not" in row:
            row, yes = row["not"], not yes
        words = self.words
        if depth > DEEPEST:
            return words.text("condition.deep")
        for key in ("all", "any"):
            if key in row:
                rows: list[JsonObject] = row[key]
                joined = key if yes else "any" if key == "all" else "all"
                if not rows:
                    return words.form("condition.always", joined == "any")
                if len(rows) == 1:
                    return self.condition(rows[0], yes, inside, depth + 1)
                clauses = [self.condition(part, yes, joined, depth + 1) for part in rows]
                if joined == "all":
                    clauses = [words.linked(clause) for clause in clauses[:-1]] + clauses[-1:]
                text = words.join(clauses, joined)
                path = f"condition.{joined}{'_two' if len(rows) == 2 else '_more'}"
                return words.text(path).format_map({"list": text}) if inside not in ("", joined) else text
        if "count" in row:
            return self.how_many(row["count"], row.get("min"), row.get("max"), yes)
        if "is" in row:
            return self.is_a(row["of"], row["is"], yes)
        if "turn" in row:
            return words.form(f"condition.turn_{row['turn']}", not yes)
        if "more" in row:
            counts = {"a": self.count(row["more"][0], "many"), "b": self.count(row["more"][1], "many")}
            return words.form("condition.more", not yes).format_map(counts)
        least = int(row["did"])
        if not yes and least:
            return words.form("condition.did", False).format_map(self.range(0, least - 1, "card", True))
        slots = self.range(least, None, "card", yes)
        return words.form("condition.did", not yes).format_map(slots)

    def range(self, low: int | None, high: int | None, noun: str, yes: bool) -> dict[str, str]:
        """From `low` to `high` cards: the range in words, and the noun in the number that goes with it."""
        low = low or 0
        if high == 0 and low == 0:
            key = "none"
        elif high is None:
            key = "free" if low == 0 else "some" if low == 1 else "least"
        elif low > high:
            key = "never"
        else:
            key = "exactly" if low == high else "most" if low == 0 else "between"
        one = key == "some" or (high == 1 and key in ("exactly", "most"))
        nouns = self.words.forms(f"noun.{noun}")
        slots = {
            "n": self.counted(high if key == "most" and high is not None else low, noun),
            "m": self.counted(high or 0, noun),
            "counter": nouns[2],
            "are": nouns[3],
            "are_not": nouns[4],
        }
        text = self.words.form(f"range.{key}", not yes).format_map(slots)
        return {"range": text, "noun": nouns[0 if one else 1], "many": "" if one else "many"}

    def how_many(self, count: JsonObject, low: int | None, high: int | None, yes: bool) -> str:
        """FS-12.10: how many cards of a zone there are."""
        words = self.words
        if not yes and (high is None or not low) and (high is not None or low):
            low, high, yes = (high + 1, None, True) if high is not None else (0, (low or 1) - 1, True)
        zone, whose = str(count["zone"]), str(count["whose"])
        found = self.range(low, high, NOUNS[zone], yes)
        shared = whose in ("opponent", "any")
        style = "plain" if zone not in PLACED else "placed" if count.get("filter") else "bare"
        slots = self.slots(count.get("filter", {}), NOUNS[zone], bool(found["many"]))
        slots["noun"] = found["noun"]
        slots["range"] = found["range"]
        slots["whose"] = words.text(f"lord.{whose}.{'counted' if shared else 'whose'}")
        slots["their"] = slots["whose"] if shared or whose == "own" else words.text("lord.their")
        slots["zone"] = words.form(f"zone.{zone}", shared)
        slots["joint"] = words.text(f"lord.{whose}.joint") if shared else ""
        cards = words.fill(f"count.range_{style}", slots)
        verb = "own" if whose == "own" else "lord" if not shared else "many" if found["many"] else "one"
        clause = words.form(f"condition.has_{verb}", not yes)
        return tidy(clause.format_map({"lord": "" if shared else words.text(f"lord.{whose}.name"), "cards": cards}))

    def is_a(self, ref: str, row: JsonObject, yes: bool = True) -> str:
        """FS-12.10: does the card of a reference fit the filter? An empty filter asks whether it is there."""
        words, same = self.words, self.same(ref)
        if not row:
            key = same if same in ("attacker", "blocker", "foe") else "others"
            given = self.ref("bearer" if self.source == "attached" else "this", "subject") if key == "foe" else ""
            given = self.ref(ref, "subject") if key == "others" else given
            if key in ("attacker", "blocker"):
                self.near = ""
            return words.form(f"exists.{key}", not yes).format_map({"ref": given})
        noun = self.ref_noun(ref)
        found = self.parts(row, noun)
        many = self.ref_is_many(ref)
        given = self.ref(ref, "subject")
        slots = {"ref": given}
        form = "are" if many else "is"
        if list(row) == ["matching"]:
            slots = {"card": given, "ref": self.ref(row["matching"]["to"])}
            return words.forms(found.matching)[(2 if yes else 3) + (2 if many else 0)].format_map(slots)
        if row == {"status": ["attached"]}:
            return words.form("predicate.attached", not yes).format_map(slots)
        if found.traits and not (found.adjectives or found.matching or found.other):
            slots["list"] = self.together(found.traits, "traits", yes)
            return words.form(f"predicate.{form}_with", not yes).format_map(slots)
        if list(row) == ["status"] and not found.traits:
            statuses = [words.forms(f"status.{status}")[1] for status in distinct(row["status"])]
            slots["list"] = self.together(statuses, "statuses", yes)
            return words.form(f"predicate.{form}", not yes).format_map(slots)
        phrase = words.fill("count.one", self.slots(row, noun, many))
        slots["list"] = phrase if many else words.articles(words.text("article.mark") + phrase)
        return words.form(f"predicate.{form}", not yes).format_map(slots)

    def together(self, parts: list[str], path: str, yes: bool) -> str:
        """What a card is or has; bracketed where the whole of it is denied."""
        text = self.words.join(parts, path)
        if yes or len(parts) < 2:
            return text
        return self.words.text(f"condition.all_{'two' if len(parts) == 2 else 'more'}").format_map({"list": text})

    # --- selectors (FS-12.5) ------------------------------------------------------------------------------------------

    def lord(self, whose: Any, form: str) -> str:
        """FS-12.5: whose; a seat number has the name that it was given."""
        if is_integer(whose):
            default = self.words.text("lord.seat").format_map({"n": str(whose)})
            return self.words.text(f"lord.seat_{form}").format_map({"lord": self.names.get(f"lord {whose}", default)})
        return self.words.text(f"lord.{whose}.{form}")

    def place(self, zone: str) -> str:
        """The zone as a place to search."""
        return self.words.form(f"zone.{zone}", False)

    def selector(self, target: JsonObject, verb: str, subject: bool) -> Chosen:
        """FS-12.5: the cards that an effect is about; `subject`: they are the subject of the clause."""
        words = self.words
        if "ref" in target:
            ref = str(target["ref"])
            many, owner = self.ref_is_many(ref), self.owner_of(ref)
            return Chosen(self.ref(ref, "subject" if subject else "object"), many, owner)
        zone, whose, search = str(target["zone"]), target["whose"], bool(target.get("search", False))
        pick = str(target.get("pick", default_pick(zone, search)))
        upto = bool(target.get("upto", False)) and pick in ("choose", "owner", "opponent_choice")
        number: Any = target.get("n", 1)
        n = int(number) if not isinstance(number, dict) else 2
        many = pick == "all" or n != 1
        single = search or pick in SINGLE_LORD or whose in ("own", "attacking", "defending") or is_integer(whose)
        owner = "own" if whose == "own" else "its" if not many else "their" if single and pick != "all" else "theirs"
        chooser = self.chooser(pick, whose)
        taken = Chosen("", many, owner)
        taken.may = upto and n == 1 and not (search or subject or chooser or whose in EACH)
        form = "upto" if upto and not taken.may else ""
        text = self.cards(target, verb, pick, n, form, not search)
        pronoun = words.forms(f"ref.{'last_many' if many else 'last_one'}")[0]
        slots = {"np": text, "chooser": chooser, "random": words.text("pick.random") if pick == "random" else ""}
        stop = "_stop" if verb == "grant" else ""
        if search:
            joint = pick == "all" and whose in ("opponent", "any")
            slots["whose"] = self.lord(whose, "all" if joint else "single")
            slots["zone"] = words.form(f"zone.{zone}", joint)
            slots["place"] = words.fill("search.place", slots)
            taken.lead = words.text("search.lead").format_map(slots)
            taken.text = pronoun
        elif pick == "random":
            taken.lead = words.text(f"pick.random_lead{stop}").format_map(slots)
            taken.text = words.text("pick.random_object").format_map(slots) or pronoun
        elif chooser:
            taken.lead = words.text(f"pick.chooser_lead{stop}").format_map(slots)
            taken.text = words.text("pick.chooser_object").format_map(slots) or pronoun
        else:
            taken.text = text
        if chooser:
            taken.tail = words.text("pick.chooser_tail").format_map(slots)
        self.near = "chosen"
        if isinstance(number, dict):
            taken.tail += self.where(number, "X")
        return taken

    def owner_of(self, ref: str) -> str:
        """To whom the card of a reference belongs, as far as the text knows."""
        same = self.same(ref)
        if same in ("this", "bearer"):
            return "own"
        if same == "subject" and self.by in ("own", "other") and self.event != "attacked":
            return "own"
        if same == "last":
            return self.last_owner if self.last_form != "last_many" or self.last_owner != "its" else "theirs"
        return "its"

    def cards(self, target: JsonObject, verb: str, pick: str, n: int, form: str, placed: bool) -> str:
        """FS-12.5: n cards of a zone as a noun phrase; without the place where a search names it."""
        words, zone, whose = self.words, str(target["zone"]), target["whose"]
        noun = "active_spell" if verb == "cast" else NOUNS[zone]
        every = pick == "all"
        many = every or n != 1
        search = bool(target.get("search", False))
        joint = whose in ("opponent", "any") and not search and pick not in SINGLE_LORD and verb != "replace"
        bare = "" if target.get("filter") or noun != "card" else "_bare"
        if pick == "top":
            style = f"top{bare}" if placed else "top_found"
        elif not placed:
            style = "found"
        elif zone in PLACED:
            style = f"placed{bare}" if zone == "hand" else "placed"
        else:
            style = "shared" if joint else "lords"
        if every and verb == "grant":
            style = f"every_{style}"
        partitive = style == "lords"
        slots = self.slots(target.get("filter", {}), noun, many, True if partitive else None, verb == "evoke")
        figure = self.counted(n, noun)
        if isinstance(target.get("n"), dict):
            figure = f"X{words.forms(f'noun.{noun}')[5]}"
        key = "all" if every else form or ("one" if n == 1 and not partitive else "some")
        slots["n"] = words.text(f"pick.{key}").format_map({"n": figure})
        slots["top"] = "" if n == 1 else figure
        if style.endswith("shared"):
            slots["whose"] = words.text(f"lord.{whose}.joint")
        elif joint and style.startswith("placed"):
            slots["whose"] = words.text(f"lord.{whose}.{'all' if every else 'among' if many else 'whose'}")
        else:
            slots["whose"] = self.lord(whose, "single")
        slots["zone"] = words.form(f"zone.{zone}", joint and many)
        return words.fill(f"cards.{style}", slots)

    def chooser(self, pick: str, whose: Any) -> str:
        """FS-12.5: who chooses, if it is not the controller (or chance)."""
        if pick not in ("owner", "opponent_choice"):
            return ""
        known = str(whose)
        if pick == "opponent_choice" and whose in ("attacking", "defending") and self.by in ("this", "own", "other"):
            if self.event in ATTACKER_EVENTS:
                known = "own" if whose == "attacking" else "opponent"
            elif self.event in DEFENDER_EVENTS:
                known = "own" if whose == "defending" else "opponent"
        if known == "own":
            return self.words.text("chooser.next") if pick == "opponent_choice" else ""
        if known in ("opponent", "each_opponent"):
            return self.words.text("chooser.opponent")
        return self.words.text("chooser.lord" if pick == "owner" else "chooser.lord_or_next")

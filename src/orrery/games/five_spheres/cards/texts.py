"""The printed texts of cards, generated from their data (FS-12) in the words of data/ability_texts.toml.

The rules of the texts:

- The reader is the controller: "you", "your". Everything that he is told to do is an order.
- A condition of a whole ability stands before what is done ("When ..., if ..., draw a card."); a condition of its first
  effect alone stands after it ("When ..., draw a card if ...").
- What the rules say of a word in general (who may be picked, when a searched deck is shuffled) is not repeated.
- What can never happen is said as it stands in the data: no text hides a word of the vocabulary.

All functions take valid data (grammar.py); running effects of a position may be given as well: a seat number
for `whose` is printed as the name under "lord 0", "lord 1", ... in `names`, or as "lord 0".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from orrery.core.cards.lexicon import Lexicon, lexicon_of, tidy
from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.phrases import NOUNS, SUBJECT_NOUNS, Amount, Chosen, Phrases
from orrery.games.five_spheres.cards.vocabulary import default_by, default_pick, default_scope

PACKAGE: Final = "orrery.games.five_spheres"
CREATURE: Final = "creature"

BY_LORD: Final = ("attacked", "regroup", "turn_end", "cast", "retaliates")
"""Events that a text tells of a lord; the others it tells of a card."""

NAMELESS: Final = ("regroup", "turn_end", "used")
"""Events without a subject."""


def lexicon(lang: str) -> Lexicon:
    """The words of a language."""
    return lexicon_of(PACKAGE, lang)


def ability_text(
    ability: JsonObject, lang: str, source: str = CREATURE, host: str = "", names: Mapping[str, str] | None = None
) -> str:
    """FS-12.2: the text of one ability. `source` is `creature` or the type of the spell, `host` that of an attached
    one; `names` maps race and keyword words to printed names.
    """
    return Writer(lexicon(lang), names, source, host).ability(ability)


def creature_text(creature: JsonObject, lang: str, names: Mapping[str, str] | None = None) -> str:
    """All that is printed about the abilities of a creature half: a line for each, nothing for one without any."""
    return "\n".join(ability_text(row, lang, CREATURE, "", names) for row in creature.get("abilities", []))


def spell_text(spell: JsonObject, lang: str, names: Mapping[str, str] | None = None) -> str:
    """All that is printed about a spell half, a line for each ability; its type is not part of the text."""
    kind, host = str(spell["type"]), str(spell.get("host", ""))
    if kind == "hidden":
        return ability_text(spell, lang, kind, host, names)
    lines = []
    if "do" in spell and (spell["do"] or kind == "instant"):
        lines.append(Writer(lexicon(lang), names, kind, host).once(spell["do"]))
    lines += [ability_text(row, lang, kind, host, names) for row in spell.get("abilities", [])]
    return "\n".join(lines)


def effects_text(
    effects: list[JsonObject],
    lang: str,
    source: str = CREATURE,
    host: str = "",
    event: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """A list of effects by itself, such as what is left of a program or waits in the queue."""
    return Writer(lexicon(lang), names, source, host, event).running(effects)


def effect_text(
    effect: JsonObject,
    lang: str,
    source: str = CREATURE,
    host: str = "",
    event: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """FS-12.6: one effect as a sentence."""
    return effects_text([effect], lang, source, host, event, names)


def condition_text(
    condition: JsonObject, lang: str, source: str = CREATURE, host: str = "", names: Mapping[str, str] | None = None
) -> str:
    """FS-12.10: a condition as a clause, without "if"."""
    writer = Writer(lexicon(lang), names, source, host)
    return tidy(writer.words.articles(writer.condition(condition)))


def filter_text(
    row: JsonObject,
    lang: str,
    zone: str = "battlefield",
    many: bool = False,
    source: str = CREATURE,
    names: Mapping[str, str] | None = None,
) -> str:
    """FS-12.8: the cards of a zone that a filter means, as a noun without article."""
    writer = Writer(lexicon(lang), names, source, "")
    return writer.words.fill("count.one", writer.slots(row, NOUNS[zone], many))


def number_text(
    number: Any, lang: str, source: str = CREATURE, host: str = "", names: Mapping[str, str] | None = None
) -> str:
    """FS-12.9: a number."""
    return tidy(Writer(lexicon(lang), names, source, host).number(number))


class Writer(Phrases):
    """Writes the text of one ability or one list of effects."""

    def __init__(
        self, words: Lexicon, names: Mapping[str, str] | None, source: str, host: str, event: str = ""
    ) -> None:
        super().__init__(words, names, source, host)
        self.event = event

    # --- abilities (FS-12.2) ------------------------------------------------------------------------------------------

    def ability(self, row: JsonObject) -> str:
        """FS-12.2: a trigger or a passive."""
        return self.passive(row) if "passive" in row else self.trigger(row)

    def once(self, effects: list[JsonObject]) -> str:
        """FS-12.1: the `do` of a spell; that of a spell which stays is carried out when it is cast from the hand."""
        if self.source == "instant":
            return self.running(effects)
        return self.sentences(self.words.text("sentence.once"), effects)

    def running(self, effects: list[JsonObject]) -> str:
        """A list of effects without anything before it."""
        return self.sentences("", effects)

    def trigger(self, row: JsonObject) -> str:
        """FS-12.2: when, if, what."""
        words = self.words
        self.event = str(row["when"])
        conditions: list[JsonObject] = [row["if"]] if "if" in row else []
        if self.event == "used":
            path = "event.used_if" if conditions else "event.used"
            slots = {"if": self.condition(conditions[0]) if conditions else ""}
            start = words.sentence(words.text(path).format_map(slots)) + words.text("sentence.between")
            return start + self.sentences("", row["do"])
        spell_type = None if self.source == CREATURE else self.source
        self.by = str(row.get("by", default_by(self.event, spell_type)))
        match: JsonObject = row.get("filter", {})
        if self.by == "other" and self.event not in NAMELESS:
            match = {**match, "other": True}
        if self.by == "this" and self.event not in NAMELESS:
            self.subject_is = "bearer" if self.source == "attached" else "this"
        start = self.when(match)
        if match and (self.by == "this" or self.event in NAMELESS):
            conditions = [{"is": match, "of": "subject"}, *conditions]
        if conditions:
            clause = self.condition({"all": conditions})
            start += words.text("sentence.if").format_map({"if": clause})
        return self.sentences(start + words.text("sentence.comma"), row["do"])

    def when(self, match: JsonObject) -> str:
        """FS-12.3, FS-12.4: the event, of whom or of which cards."""
        words, event, by = self.words, self.event, self.by
        if self.subject_is:
            form = event
            if event in BY_LORD:
                form = f"{event}.this"
            elif event in ("destroyed", "tower_lost", "spell_lost"):
                usual = self.source == CREATURE or self.host == CREATURE
                if event == "tower_lost":
                    usual = self.host == "tower"
                elif event == "spell_lost":
                    usual = self.source in ("active", "hidden")
                form = event if usual else f"never_{event}"
            card = self.ref(self.subject_is, "subject")
            if self.subject_is == "this" and event in ("spell_lost", "cast", "retaliates") and self.source != CREATURE:
                card = words.text("event.this_spell")
            return words.fill(f"event.{form}", {"card": card})
        if event not in BY_LORD:
            noun = "card" if event == "crystallised" else SUBJECT_NOUNS.get(event, CREATURE)
            whose = "own" if by == "other" else by
            self.near = "subject"
            slots = self.slots(match, noun, False, whose == "own")
            slots["n"] = words.text(f"event.one_{whose}")
            slots["whose"] = words.text(f"lord.{whose}.{'whose' if whose == 'own' else 'joint'}")
            card = words.fill(f"event.{whose}", slots)
            self.near = "subject"
            return words.fill(f"event.{event}", {"card": card})
        lord = "own" if by == "other" else by
        by_card = ""
        if event == "cast" or (match and event not in NAMELESS):
            noun = CREATURE if event == "attacked" else "spell"
            card = words.fill("cards.found", {**self.slots(match, noun, False), "n": words.text("event.one_opponent")})
            by_card = words.text(f"event.{event}.by").format_map({"card": card})
            self.near = "subject"
        return words.fill(f"event.{event}.{lord}", {"by": by_card})

    # --- passives (FS-12.7) -------------------------------------------------------------------------------------------

    def passive(self, row: JsonObject) -> str:
        """FS-12.7"""
        words, word = self.words, str(row["passive"])
        conditions: list[JsonObject] = [row["if"]] if "if" in row else []
        if word in ("cost", "mana", "ward"):
            start = self.condition(conditions[0]) if conditions else ""
            text = self.ward() if word == "ward" else self.mana(row)
            return self.passive_sentence(start, text)
        scope = str(row.get("scope", default_scope(None if self.source == CREATURE else self.source)))
        match: JsonObject = row.get("filter", {})
        self.event = "passive"
        if scope == "this":
            self.subject_is = "bearer" if self.source == "attached" else "this"
            if match:
                conditions = [{"is": match, "of": "subject"}, *conditions]
            start = self.condition({"all": conditions}) if conditions else ""
            card = self.topic(self.ref("subject", "topic"))
            return self.passive_sentence(start, tidy(self.does(card, row, False)))
        one = mentions(row, "subject")
        start = self.condition(conditions[0]) if conditions and not one else ""
        if scope == "others":
            match = {**match, "other": True}
        slots = self.slots(match, CREATURE, True)
        whose = "opponent" if scope == "opponents" else "own"
        slots["whose"] = words.text(f"lord.{whose}.{'joint' if whose == 'opponent' else 'whose'}")
        card = words.fill(f"scope.{'one' if one else 'many'}_{whose}", slots)
        self.near = "subject" if one else ""
        text = self.does(self.topic(card), row, not one)
        if one and conditions:
            text = words.text("passive.while_after").format_map({"text": text, "if": self.condition(conditions[0])})
        return self.passive_sentence(start, tidy(text))

    def passive_sentence(self, condition: str, text: str) -> str:
        """A passive, perhaps only while something is so."""
        words = self.words
        before = words.text("passive.while").format_map({"if": condition}) if condition else ""
        return words.sentence(before + text + words.text("sentence.stop"))

    def does(self, card: str, row: JsonObject, many: bool) -> str:
        """FS-12.7: what a passive makes of creatures."""
        words, word = self.words, str(row["passive"])
        if word == "unblockable" and "except" in row:
            blockers = words.fill("count.one", self.slots(row["except"], CREATURE, True))
            return words.form("passive.unblockable_except", many).format_map({"card": card, "except": blockers})
        if word == "strength":
            amount = self.bonus(row["n"], "X")
            during = words.form(f"during.{row.get('during', 'always')}", many)
            slots = {"card": card, "plus": amount.figure, "each": amount.each, "during": during}
            return words.form("passive.strength", many).format_map(slots) + amount.tail
        does = self.word(word, many, row.get("scope") != "opponents", now=False)
        return words.text("passive.creature").format_map({"card": card, "does": does})

    def word(self, passive: str, many: bool, own: bool, now: bool) -> str:
        """FS-12.7: what a passive without numbers says, for this turn or for good; who an opponent is depends on whose
        creatures they are.
        """
        path = f"does.{passive}_theirs" if passive == "untargetable" and not own else f"does.{passive}"
        return self.words.form(path, many).format_map({"now": self.words.text("does.now") if now else ""})

    def topic(self, card: str) -> str:
        """The creatures of a passive as its topic; a language may leave out what has just been named."""
        return self.words.text("passive.topic").format_map({"card": card}) if card else ""

    def mana(self, row: JsonObject) -> str:
        """FS-12.7: what cards cost, or mana each turn."""
        words, number = self.words, row["n"]
        less = not isinstance(number, dict) and int(number) < 0
        amount = Amount(str(abs(int(number)))) if not isinstance(number, dict) else self.bonus(number, "X", "most")
        figure = amount.figure.removeprefix(words.text("number.plus"))
        slots = {"n": figure, "each": amount.each}
        if row["passive"] == "cost":
            noun = {"creature": CREATURE, "spell": "spell", "both": "card"}[row["of"]]
            match = {key: value for key, value in row.get("filter", {}).items() if key != "other"}
            slots["cards"] = words.fill(f"passive.played_{row['of']}", self.slots(match, noun, True))
        path = f"passive.{row['passive']}"
        return tidy(words.form(path, less).format_map(slots) + amount.tail)

    def ward(self) -> str:
        """FS-12.7: what is trashed in place of the host."""
        return self.words.text("passive.ward").format_map({"card": self.ref("bearer", "subject")})

    # --- lists of effects ---------------------------------------------------------------------------------------------

    def sentences(self, start: str, effects: list[JsonObject]) -> str:
        """A list of effects: two that are always carried out share a sentence, the others have their own."""
        words = self.words
        if not effects:
            return words.sentence(start + words.text("sentence.nothing") + words.text("sentence.stop"))
        done: list[str] = []
        text = start
        room = False
        for i, row in enumerate(effects):
            plain = "if" not in row
            if i and room and plain:
                text += words.text("sentence.then")
                room = False
            else:
                if i:
                    done.append(text)
                    text = words.text("sentence.then_next" if plain else "sentence.then_if")
                room = plain
            text += self.conditional(row, i == 0 and start != "")
        done.append(text)
        return words.text("sentence.between").join(words.sentence(part + words.text("sentence.stop")) for part in done)

    def conditional(self, row: JsonObject, after: bool) -> str:
        """FS-12.6: an effect with its condition, which stands after it where a whole ability's would stand before."""
        words = self.words
        if "if" not in row:
            return self.effect(row)
        if after and words.text("sentence.effect_after"):
            clause = self.effect(row)
            return words.text("sentence.effect_after").format_map({"do": clause, "if": self.condition(row["if"])})
        condition = self.condition(row["if"])
        return words.text("sentence.effect_if").format_map({"if": condition, "do": self.effect(row)})

    # --- effects (FS-12.6) --------------------------------------------------------------------------------------------

    def effect(self, row: JsonObject) -> str:
        """FS-12.6: one effect as a clause."""
        verb = str(row["do"])
        if verb == "draw":
            return self.draw(row)
        if verb == "shuffle":
            whose = row["whose"]
            slots = {"lord": self.lord(whose, "name"), "zone": self.words.form(f"zone.{row['zone']}", False)}
            self.no_last()
            return self.words.text(f"verb.shuffle_{'own' if whose == 'own' else 'lord'}").format_map(slots)
        if verb == "replace":
            return self.replace(row)
        target: JsonObject = row.get("target", {"ref": "this"})
        return self.on_cards(verb, row, target)

    def on_cards(self, verb: str, row: JsonObject, target: JsonObject) -> str:
        """FS-12.6: a verb with a target."""
        words = self.words
        subject = verb in ("strengthen", "grant")
        taken = self.selector(target, verb, subject)
        slots = {"card": taken.text, "plus": "", "each": "", "does": ""}
        tail = taken.tail
        if verb == "strengthen":
            letter = "Y" if isinstance(target.get("n"), dict) else "X"
            amount = self.bonus(row["amount"], letter)
            slots["plus"], slots["each"] = amount.figure, amount.each
            tail += amount.tail
        elif verb == "grant":
            slots["does"] = self.word(str(row["passive"]), taken.many, taken.owner == "own", now=True)
        elif verb == "return":
            slots["to"] = words.text(f"to.hand.{taken.owner}")
        elif verb == "recover":
            slots["to"] = words.text(f"to.{row.get('place', 'top')}.{taken.owner}")
        second = taken.many if subject else taken.may
        text = tidy(words.form(f"verb.{verb}", second).format_map({**slots, "lead": taken.lead})) + tail
        self.note_last(target, row, taken)
        self.verbs.append(verb)
        return text

    def note_last(self, target: JsonObject, row: JsonObject, taken: Chosen) -> None:
        """FS-12.5: what `last` means from now on."""
        self.last_is = ""
        if "ref" in target:
            same = self.same(target["ref"])
            if same != "last" and "if" not in row:
                self.last_is = same
            elif same != "last":
                self.last_form = "last_one"
        else:
            self.last_form = "last_many" if taken.many else "last_one"
            self.near = "last"
        self.last_owner = taken.owner

    def no_last(self) -> None:
        """An effect without cards in play: `last` is empty."""
        self.last_is, self.last_form, self.last_owner = "", "last_none", "its"
        if self.near == "last":
            self.near = ""

    def draw(self, row: JsonObject) -> str:
        """FS-12.6, FS-14.4: a draw, or what is left of one."""
        words, whose, number = self.words, row["whose"], row["n"]
        slots = {"lord": self.lord(whose, "name"), "each": "", "drawn": ""}
        tail = ""
        value = 1
        if not isinstance(number, dict):
            value = int(number)
            slots["n"] = words.number(value)
        elif "count" in number:
            slots["n"] = words.number(1)
            slots["each"] = words.text("number.each").format_map({"each": self.count(number["count"], "each")})
            tail = self.most(number, "most_cards")
        else:
            slots["n"], value = "X", 2
            tail = self.where(number, "X")
        slots["cards"] = words.form("draw.cards", value != 1).format_map({"n": slots["n"]})
        who = "own" if whose == "own" else "lord"
        if "drawn" in row:
            slots["drawn"] = words.number(int(row["drawn"]))
            slots["cards"] = words.text("draw.more").format_map({"n": slots["n"]})
            who = "rest"
        self.no_last()
        return tidy(words.text(f"draw.{who}").format_map(slots)) + tail

    def replace(self, row: JsonObject) -> str:
        """FS-12.6: two cards of one lord change zones."""
        words = self.words
        a, b = self.side(row["a"]), self.side(row["b"])
        sides = []
        for side in (row["a"], row["b"]):
            own = side.get("ref") in ("this", "bearer") or side.get("whose") == "own"
            sides.append("own" if own else str(side.get("whose", side.get("ref"))))
        sure = sides[0] == sides[1] and sides[0] not in ("opponent", "any")
        may = any(side.get("upto", False) and self.side_pick(side) == "choose" for side in (row["a"], row["b"]))
        self.no_last()
        self.last_form = "last_many"
        self.near = ""
        text = words.form("verb.replace", may).format_map({"a": a, "b": b})
        return tidy(text) + words.text("replace.places" if sure else "replace.same_lord")

    def side_pick(self, target: JsonObject) -> str:
        """How the card of one side of a `replace` is picked: an owner's choice among the own cards is a free one."""
        if "ref" in target:
            return ""
        pick = str(target.get("pick", default_pick(str(target["zone"]), bool(target.get("search", False)))))
        return "choose" if pick == "owner" and target["whose"] == "own" else pick

    def side(self, target: JsonObject) -> str:
        """One card of a `replace`."""
        words = self.words
        if "ref" in target:
            return self.ref(target["ref"])
        one: JsonObject = {key: value for key, value in target.items() if key != "n"}
        search = bool(target.get("search", False))
        zone, pick = str(one["zone"]), self.side_pick(target)
        chooser = self.chooser(pick, one["whose"])
        text = self.cards(one, "replace", pick, 1, "upto" if chooser and one.get("upto", False) else "", not search)
        if search:
            place = words.fill("search.place", {"whose": self.lord(one["whose"], "single"), "zone": self.place(zone)})
            text = words.fill("pick.search_side", {"np": text, "place": place})
        if pick == "random":
            return words.fill("pick.random_side", {"np": text})
        return words.fill("pick.chooser_side", {"np": text, "chooser": chooser}) if chooser else text


def mentions(value: Any, word: str) -> bool:
    """Does a word stand anywhere in this data, other than as the name of a race or keyword?"""
    waiting: list[Any] = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += [inner for key, inner in part.items() if key not in ("race", "keyword")]
        elif isinstance(part, list):
            waiting += part
        elif part == word:
            return True
    return False

"""The printed texts of abilities, generated from their data (SE-11) in the words of data/ability_texts.toml.

The language is all in that file; here is only what a text must say. The rules of the texts:

- A trigger that asks nothing of the decider but to carry it out is an order: "When this card is turned face down, turn
  up an adjacent face-down card." Who decides is then the player whose act it was (SE-8.5).
- As soon as it matters who that is (the effect is optional, speaks of a hand or of who placed a card, or the decider is
  not the player whom a reader would expect), the text names the decider: "that player", "its placer".
- An area never includes this card itself (SE-11.4); the text says "other" where this card would fit.
- What can never happen is said as it stands in the data: no text hides a word of the vocabulary.
"""

from __future__ import annotations

from typing import Final

from orrery.core.cards.lexicon import Lexicon, lexicon_of, tidy
from orrery.core.data import JsonObject

PACKAGE: Final = "orrery.games.space_editor"

MANY: Final = 999
"""SE-11.3: the highest bound of a condition, which stands for no bound."""

AREAS: Final = ("adjacent", "around", "line", "any")
REMINDED: Final = ("guard", "silence")
"""Effects whose names alone do not say what they do."""

OWN_EVENTS: Final = ("turned_down", "turned_up", "rotated", "relocated")
MATCH_WORDS: Final = ("kind", "element", "level", "binary", "placer")


def ability_texts(definition: JsonObject, lang: str) -> list[str]:
    """One printed text for each ability of a card, in the printed order; the definition is a valid one (SE-2.2)."""
    words = lexicon(lang)
    rows: list[JsonObject] = definition.get("abilities", [])
    return [AbilityWriter(words, definition).write(row) for row in rows]


def printed_lines(definition: JsonObject, lang: str) -> list[str]:
    """All that is printed on a card about its abilities: a line for each, then what their rarer words mean."""
    return [*ability_texts(definition, lang), *reminders(lexicon(lang), definition)]


def reminders(words: Lexicon, definition: JsonObject) -> list[str]:
    """SE-11.6g, SE-11.6h: what the rarer words in the abilities of a card mean."""
    rows: list[JsonObject] = definition.get("abilities", [])
    used = [str(effect["effect"]) for row in rows for effect in row.get("do", [])]
    return [words.text(f"reminder.{word}") for word in REMINDED if word in used]


def lexicon(lang: str) -> Lexicon:
    """The words of a language."""
    return lexicon_of(PACKAGE, lang)


def distinct(words: list[str]) -> list[str]:
    """The words without repetition, in their order."""
    return list(dict.fromkeys(words))


class AbilityWriter:
    """Writes the text of one ability; keeps in mind which cards the text has spoken of."""

    def __init__(self, words: Lexicon, definition: JsonObject) -> None:
        self.words = words
        self.own = definition
        self.event = ""
        self.decider = "actor"
        self.spoke_of_others = False
        """An area was spoken of, so that "that card" no longer means the card of the event."""
        self.spoke_of_event = False
        self.chosen: list[str] = []
        """What the word `chosen` may mean now, newest last: "picked 0", "oldest 0", "self", "event"."""

    def write(self, row: JsonObject) -> str:
        """The text of an ability."""
        if "static" in row:
            text = self.words.text("sentence.static").format_map({"static": self.static(row)})
        else:
            text = self.trigger(row)
        return self.words.sentence(text)

    # --- triggered abilities ------------------------------------------------------------------------------------------

    def trigger(self, row: JsonObject) -> str:
        """SE-11.1: when, if, who, what."""
        words = self.words
        when: JsonObject = row["when"]
        self.event = str(when["event"])
        by = str(when.get("by", "anyone"))
        self.decider = decider_of(row)
        named = is_decider_named(row)
        conditions: list[JsonObject] = row.get("if", [])
        effects: list[JsonObject] = row["do"]
        slots = {"when": self.when(when, by, named), "if": "", "subject": ""}
        if conditions:
            written = [self.condition(c, i == len(conditions) - 1) for i, c in enumerate(conditions)]
            slots["if"] = words.text("sentence.if").format_map({"conditions": words.join(written, "conditions")})
        if not effects:
            slots["effects"] = words.text("sentence.nothing")
        else:
            if named:
                slots["subject"] = words.text("sentence.subject").format_map({"decider": self.subject()})
            clauses = [self.effect(e, i, named) for i, e in enumerate(effects)]
            slots["effects"] = words.text("sentence.then").join(clauses)
        return words.text("sentence.trigger").format_map(slots)

    def when(self, when: JsonObject, by: str, named: bool) -> str:
        """SE-11.2: the event, who is behind it, and by which cause."""
        path = f"when.{self.event}.{when.get('cause', 'any')}"
        slots = {"by": "", "card": "", "comma": ""}
        if by != "anyone":
            slots["by"] = self.words.text(f"by.{'own' if self.event in OWN_EVENTS else 'neighbour'}.{by}")
        if self.event.startswith("neighbour"):
            where = "" if self.event == "neighbour_placed" else "adjacent"
            match: JsonObject = when.get("card", {})
            slots["card"] = self.card(match, "event", where, "", "fixed")
            if "placer" in match:
                slots["comma"] = self.words.text("card.comma")
        form = "by" if by != "anyone" else "active" if named and self.decider == "actor" else "plain"
        if self.event == "game_end":
            form = "plain"
        return self.words.text(f"{path}.{form}").format_map(slots)

    def subject(self) -> str:
        """SE-8.5: the decider, as the subject of the effects."""
        if self.decider == "placer" and self.event in OWN_EVENTS:
            return self.words.text("decider.own")
        return self.words.text(f"decider.{self.decider}")

    # --- conditions ---------------------------------------------------------------------------------------------------

    def condition(self, row: JsonObject, last: bool) -> str:
        """SE-11.3; `last` is the one that ends the list of conditions."""
        low, high = int(row.get("min", 0)), int(row.get("max", MANY))
        plural = not (low == high == 1 or (low == 1 and high == MANY) or (low == 0 and high <= 1))
        form = "many" if plural else "one"
        slots = {"decider": self.words.text(f"decider.{self.decider}")}
        if row["cond"] == "hand":
            slots["range"] = self.range(low, high, last)
            return self.words.text(f"condition.hand_{form}").format_map(slots)
        target: JsonObject = row["of"]
        where, face = str(target["where"]), str(row.get("face", "up"))
        if where not in AREAS:
            return self.lone_condition(target, where, face, low, high, last)
        slots["range"] = self.range(low, high, last)
        slots["card"] = self.card(target, "counts" if plural else "count", where, face, "condition")
        self.spoke_of_others = True
        return self.words.text(f"condition.count_{form}").format_map(slots)

    def lone_condition(self, target: JsonObject, where: str, face: str, low: int, high: int, last: bool) -> str:
        """SE-11.3 for `self` and `event`: one card at most can be counted, so the condition is what it is or is not."""
        words = self.words
        slots = {"given": self.given(where)}
        if (low == 1 and high >= 1) or (low == 0 and high == 0):
            slots["what"] = words.text(f"lies.{face}")
            if has_words(target):
                slots["what"] = self.card(target, "is", "", face, "condition")
            return words.form("condition.is" if low else "condition.is_not", not last).format_map(slots)
        free = low == 0 and high == MANY
        slots["range"] = words.form("range.free_number", not last) if free else self.range(low, high, last)
        slots["card"] = self.card(target, "counts", "", face, "condition")
        return words.text("condition.number").format_map(slots)

    def range(self, low: int, high: int, last: bool) -> str:
        """SE-11.3: from `low` to `high`, in words."""
        if low > high:
            key = "never"
        elif high == 0:
            key = "none"
        elif low == high:
            key = "exactly"
        elif high == MANY:
            key = "least" if low else "free"
        else:
            key = "between" if low else "most"
        bounds = {"n": self.words.number(high if key == "most" else low), "m": self.words.number(high)}
        return self.words.form(f"range.{key}", not last).format_map(bounds)

    # --- effects ------------------------------------------------------------------------------------------------------

    def effect(self, row: JsonObject, index: int, named: bool) -> str:
        """SE-11.5, SE-11.6: what the decider does, may do, or (no decider named) is told to do."""
        words = self.words
        verb = str(row["effect"])
        mood = "may" if row.get("may", False) else "act" if named else "order"
        to = str(row.get("to", "any"))
        if verb == "place":
            card = self.card(row.get("card", {}), "hand", "", "", "fixed")
            self.take(f"picked {index}")
            slots = {"card": card, "to": words.text(f"to.place.{to}")}
            return words.text(f"verb.place.{mood}").format_map(slots)
        target: JsonObject = row["target"]
        where = str(target["where"])
        slots = {"to": "", "turns": ""}
        if verb in ("guard", "silence"):
            slots["turns"] = self.turns(row.get("turns", "round"))
        if where in AREAS:
            every = row.get("pick", "one") == "all"
            face = "down" if verb == "turn_up" else "any" if verb == "turn_over" else "up"
            slots["to"] = words.text(f"to.relocate.{to}")
            slots["pause"] = words.text("placer.pause") if "placer" in target and slots["to"] + slots["turns"] else ""
            slots["card"] = self.card(target, "all" if every else "one", where, face, "effect")
            self.take(f"oldest {index}" if every else f"picked {index}")
            return words.text(f"verb.{verb}.{mood}").format_map(slots)
        return self.effect_on_given(target, where, f"verb.{verb}.{mood}_given", to, slots)

    def effect_on_given(self, target: JsonObject, where: str, path: str, to: str, slots: dict[str, str]) -> str:
        """SE-11.5: the subject is given; MATCH words say whether it suits."""
        words = self.words
        is_self = where == "self" or (where == "event" and self.event in OWN_EVENTS)
        given = slots["card"] = self.given(where)
        if has_words(target):
            slots["card"] = words.text("fits.object").format_map({"given": given})
        slots["to"] = words.text(f"to.{'self' if is_self else 'relocate'}.{to}")
        clause = words.text(path).format_map(slots)
        if where != "chosen":
            self.take("self" if is_self else "event")
        if not has_words(target):
            return clause
        suits = {"clause": clause, "given": given}
        if not has_words(target, placer=False):
            return words.text(f"fits.{target['placer']}").format_map(suits)
        suits["what"] = self.card(target, "is", "", "any", "effect")
        return words.text("fits.words").format_map(suits)

    def take(self, subject: str) -> None:
        """Notes the subject of an effect. If that effect finds none, `chosen` still means what it meant before."""
        if subject in self.chosen:
            self.chosen.remove(subject)
        self.chosen.append(subject)
        if subject not in ("self", "event"):
            self.spoke_of_others = True

    def given(self, where: str) -> str:
        """SE-11.4: this card, the card of the event, or the one chosen last, so that no other can be meant."""
        if where == "event" and self.event in OWN_EVENTS:
            where = "self"
        if where == "event":
            if self.spoke_of_others or self.event == "game_end":
                return self.words.text("given.event_far")
            self.spoke_of_event = True
        elif where == "chosen":
            if len(self.chosen) != 1 or self.chosen[0] in ("self", "event"):
                return self.words.text("given.latest")
            if self.chosen[0].startswith("oldest"):
                return self.words.text("given.oldest")
            if self.spoke_of_event:
                return self.words.text("given.chosen_far")
        return self.words.text(f"given.{where}")

    def turns(self, turns: object) -> str:
        """SE-11.6g: how long a guard or silence lasts."""
        if not isinstance(turns, int):
            return self.words.text("turns.round")
        key = "zero" if turns == 0 else "one" if turns == 1 else "many"
        return self.words.text(f"turns.{key}").format_map({"n": self.words.number(turns)})

    # --- static abilities ---------------------------------------------------------------------------------------------

    def static(self, row: JsonObject) -> str:
        """SE-11.7"""
        if row["static"] == "protect":
            return self.protect(row)
        if row["static"] == "forbid":
            return self.forbid(row)
        return self.worth(row)

    def protect(self, row: JsonObject) -> str:
        """SE-11.7a"""
        words = self.words
        target: JsonObject = row["target"]
        where = str(target["where"])
        against = distinct(row["against"])
        things = [words.form(f"protect.{thing}", i < len(against) - 1) for i, thing in enumerate(against)]
        slots = {"things": words.join(things, "things"), "cause": words.text(f"protect.{row.get('cause', 'any')}")}
        slots["card"] = words.text("given.self") if where == "self" else self.card(target, "static", where, "", "fixed")
        form = "nothing" if not against else "text_self" if where == "self" else "text"
        clause = words.text(f"protect.{form}").format_map(slots)
        if where != "self" or not has_words(target):
            return clause
        suits = {"clause": clause, "given": slots["card"], "what": self.card(target, "is", "", "", "fixed")}
        return words.text("fits.words").format_map(suits)

    def forbid(self, row: JsonObject) -> str:
        """SE-11.7b"""
        where = str(row["where"])
        form = f"{row.get('who', 'anyone')}{'_any' if where == 'any' else ''}"
        other = where if where in ("line", "any") else ""
        slots = {
            "card": self.card(row.get("card", {}), "forbid", "", "", "fixed", other),
            "to": self.words.text(f"to.forbid.{where}"),
        }
        return self.words.text(f"forbid.{form}").format_map(slots)

    def worth(self, row: JsonObject) -> str:
        """SE-11.7c: only stars have a value, so kinds beside them are left out."""
        target: JsonObject = dict(row["target"])
        if "star" in target.get("kind", ["star"]):
            target["kind"] = ["star"]
        else:
            target["not_stars"] = target.pop("kind")
        vp = int(row["vp"])
        slots = {"card": self.card(target, "worth", str(target["where"]), "", "fixed"), "n": str(abs(vp))}
        return self.words.form("worth.less" if vp < 0 else "worth.more", abs(vp) != 1).format_map(slots)

    # --- cards --------------------------------------------------------------------------------------------------------

    def card(self, match: JsonObject, form: str, where: str, face: str, voice: str, other: str = "") -> str:
        """SE-11.4: the cards that a MATCH means, in one of the forms of the language.

        `voice` says to whom `placer` relates: the decider of an effect or of a condition, or this card's placer.
        """
        words = self.words
        plural = form in ("all", "counts", "static", "worth")
        join = "and" if plural and form != "counts" else "or"
        path = "count" if form == "counts" else form
        area = "universe" if where == "any" and path in ("count", "static") else where
        if where in ("line", "any"):
            other = area
        slots = {
            "noun": self.noun(match, plural, join),
            "other": words.text(f"other.{path}_{other}") if other and self.fits_itself(match) else "",
            "face": words.text(f"face.{face}") if face else "",
            "binary": words.text(f"binary.{str(match['binary']).lower()}") if "binary" in match else "",
            "placer": "",
        }
        slots["where"] = words.text(f"where.{area}") if area else ""
        slots["place"] = words.text(f"place.{area}") if area else ""
        slots["comma"] = words.text("card.comma") if slots["place"] and "placer" in match else ""
        self.add_level_and_element(slots, match, plural, join)
        if "placer" in match:
            decider = words.text(f"decider.{self.decider}")
            slots["placer"] = words.text(f"placer.{voice}_{match['placer']}").format_map({"decider": decider})
        if form == "one" and where == "any":
            path = "any"
        elif form == "worth" and where == "any":
            path = "worth_any"
        return words.with_article(words.text(f"form.{path}"), tidy(words.text("card.phrase").format_map(slots)))

    def noun(self, match: JsonObject, plural: bool, join: str) -> str:
        """The kinds."""
        words = self.words
        if "not_stars" in match:
            kinds = [words.form(f"card.{kind}", plural) for kind in distinct(match["not_stars"]) or ["none"]]
            return words.form("worth.not_stars", plural).format_map({"list": words.join(kinds, "or")})
        if "kind" not in match:
            return words.form("card.any", plural)
        return words.join([words.form(f"card.{kind}", plural) for kind in distinct(match["kind"]) or ["none"]], join)

    def add_level_and_element(self, slots: dict[str, str], match: JsonObject, plural: bool, join: str) -> None:
        """The levels and elements; elements by name may stand elsewhere than those relative to this card."""
        words = self.words
        slots["level"] = slots["no_level"] = slots["named"] = slots["element"] = ""
        if match.get("level"):
            levels = [words.text(f"level.{level}") for level in distinct(match["level"])]
            slots["level"] = words.text("level.some").format_map({"list": words.join(levels, join)})
        elif "level" in match:
            slots["no_level"] = words.text("level.none")
        if match.get("element"):
            relative = "same" in match["element"] or "other" in match["element"]
            names = [self.element(element, plural) for element in distinct(match["element"])]
            if relative:
                slots["element"] = words.text("element.mixed").format_map({"list": words.join(names, join)})
            else:
                slots["named"] = words.text("element.named").format_map({"list": words.join(names, join)})
        elif "element" in match:
            slots["element"] = words.text("element.none")

    def element(self, word: str, plural: bool) -> str:
        """One element word; a basepoint has no element that others could share."""
        relative = word in ("same", "other") and self.own.get("element") is None
        return self.words.form(f"element{'_of_none' if relative else ''}.{word}", plural)

    def fits_itself(self, match: JsonObject) -> bool:
        """Would this card itself fit, did the area include it? Neither ability cards nor basepoints are binary."""
        own = self.own
        element: object = own.get("element")
        named: list[str] = match.get("element", [])
        return (
            "not_stars" not in match
            and not match.get("binary", False)
            and ("kind" not in match or own["kind"] in match["kind"])
            and ("level" not in match or own.get("level") in match["level"])
            and ("element" not in match or (element is not None and ("same" in named or element in named)))
        )


def has_words(target: JsonObject, placer: bool = True) -> bool:
    """Does a TARGET have MATCH words? `placer` counted or not."""
    return any(word in target and (placer or word != "placer") for word in MATCH_WORDS)


def decider_of(row: JsonObject) -> str:
    """SE-8.5, SE-11.2: `actor` or `placer`; where the actor is the placer himself both are the same."""
    when: JsonObject = row["when"]
    if when["event"] == "game_end":
        return "placer"
    return "actor" if when.get("by") == "placer" else str(row.get("decider", "actor"))


def is_decider_named(row: JsonObject) -> bool:
    """Must the text say who decides? Yes if the decider is not plainly the one whose act it is, may decline, or is
    spoken of.
    """
    if decider_of(row) == "placer" or row["when"].get("by") == "other":
        return True
    for condition in row.get("if", []):
        if condition["cond"] == "hand" or "placer" in condition["of"]:
            return True
    for effect in row["do"]:
        if effect.get("may", False) or effect["effect"] == "place" or "placer" in effect["target"]:
            return True
    return False

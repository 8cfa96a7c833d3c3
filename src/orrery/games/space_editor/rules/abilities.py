"""The ability vocabulary of SE-11: abilities are data, read here into small typed objects bound to a card set.

A word that is not listed makes the card invalid; the fault names the path and the words allowed there.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import DataFault, Fields, JsonObject, named, to_word

SELF: Final = 0
EVENT: Final = 1
CHOSEN: Final = 2
ADJACENT: Final = 3
AROUND: Final = 4
LINE: Final = 5
ANY: Final = 6
WHERE: Final = ("self", "event", "chosen", "adjacent", "around", "line", "any")
AREAS: Final = ("adjacent", "around", "line", "any")

TURNED_DOWN: Final = 0
TURNED_UP: Final = 1
ROTATED: Final = 2
RELOCATED: Final = 3
NEIGHBOUR_PLACED: Final = 4
NEIGHBOUR_TURNED_DOWN: Final = 5
NEIGHBOUR_TURNED_UP: Final = 6
GAME_END: Final = 7
TRIGGER_EVENTS: Final = (
    "turned_down",
    "turned_up",
    "rotated",
    "relocated",
    "neighbour_placed",
    "neighbour_turned_down",
    "neighbour_turned_up",
    "game_end",
)

ANYONE: Final = 0
PLACER: Final = 1
OTHER: Final = 2
WHO: Final = ("anyone", "placer", "other")
PLACER_WORDS: Final = ("me", "other")

ANY_CAUSE: Final = 0
BY_ENERGY: Final = 1
BY_ABILITY: Final = 2
FROM_HAND: Final = 3
BY_RELOCATION: Final = 4
TURNING_CAUSES: Final = {"any": ANY_CAUSE, "energy": BY_ENERGY, "ability": BY_ABILITY}
PLACING_CAUSES: Final = {"any": ANY_CAUSE, "hand": FROM_HAND, "relocation": BY_RELOCATION}

TURN_DOWN: Final = 0
TURN_UP: Final = 1
TURN_OVER: Final = 2
ROTATE: Final = 3
RELOCATE: Final = 4
PLACE: Final = 5
GUARD: Final = 6
SILENCE: Final = 7
VERBS: Final = ("turn_down", "turn_up", "turn_over", "rotate", "relocate", "place", "guard", "silence")
AGAINST: Final = ("turn_down", "turn_up", "rotate", "relocate")
ROUND: Final = -1

PROTECT: Final = 0
FORBID: Final = 1
WORTH: Final = 2
STATICS: Final = ("protect", "forbid", "worth")

UP: Final = 0
DOWN: Final = 1
EITHER: Final = 2
FACES: Final = ("up", "down", "any")

KIND_WORDS: Final = ("star", "planet", "ability", "basepoint")
ELEMENT_WORDS: Final = ("water", "wind", "earth", "fire", "same", "other")
LEVEL_WORDS: Final = ("bronze", "silver", "gold")
IDENTITY: Final = ("kind", "element", "level", "binary")


class CardFacts:
    """What MATCH words ask about a card."""

    __slots__ = ("binary", "element", "kind", "level")

    def __init__(self, kind: str, element: str | None, level: str | None, binary: bool) -> None:
        self.kind = kind
        self.element = element
        self.level = level
        self.binary = binary


class CardMatch:
    """SE-11.4: MATCH words, worked out for every card of the set; `placer` stays relative to *me*."""

    __slots__ = ("fits", "lists_basepoint", "placer")

    def __init__(self, fits: list[bool], placer: int, lists_basepoint: bool) -> None:
        self.fits = fits
        self.placer = placer
        self.lists_basepoint = lists_basepoint

    def admits(self, card: int, placer: int, me: int) -> bool:
        """Does a placed card fit?"""
        return self.fits[card] and self.admits_placer(placer, me)

    def admits_placer(self, placer: int, me: int) -> bool:
        """Does a card of this placer fit?"""
        return self.placer == ANYONE or (placer == me) == (self.placer == PLACER)


class Target:
    """SE-11.4: MATCH words and where to look; the area words leave the basepoint out of `fits` unless it is meant."""

    __slots__ = ("match", "where")

    def __init__(self, where: int, match: CardMatch) -> None:
        self.where = where
        self.match = match


class Condition:
    """SE-11.3: a number that must lie between two bounds: cards that fit a target, or (target None) the
    decider's hand.
    """

    __slots__ = ("face", "high", "low", "target")

    def __init__(self, target: Target | None, face: int, low: int, high: int) -> None:
        self.target = target
        self.face = face
        self.low = low
        self.high = high


class Effect:
    """SE-11.5, SE-11.6: one effect. A `place` has no target but a match for the hand."""

    __slots__ = ("every", "hand", "may", "target", "to", "turns", "verb")

    def __init__(
        self, verb: int, target: Target | None, may: bool, every: bool, to: int, hand: CardMatch | None, turns: int
    ) -> None:
        self.verb = verb
        self.target = target
        self.may = may
        self.every = every
        self.to = to
        self.hand = hand
        self.turns = turns


class Ability:
    """An ability of a card; `index` is its place in the printed order."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class Trigger(Ability):
    """SE-11.1, SE-11.2: when something happens, do these effects."""

    __slots__ = ("by", "card", "cause", "conditions", "effects", "event", "placer_decides")

    def __init__(
        self,
        index: int,
        event: int,
        by: int,
        cause: int,
        card: CardMatch | None,
        conditions: list[Condition],
        placer_decides: bool,
        effects: list[Effect],
    ) -> None:
        super().__init__(index)
        self.event = event
        self.by = by
        self.cause = cause
        self.card = card
        self.conditions = conditions
        self.placer_decides = placer_decides
        self.effects = effects


class Static(Ability):
    """SE-11.7: what holds while the card is awake: protect (against, cause), forbid (who, match) or worth (vp)."""

    __slots__ = ("against", "cause", "kind", "match", "vp", "where", "who")

    def __init__(self, index: int, kind: int, where: int, match: CardMatch) -> None:
        super().__init__(index)
        self.kind = kind
        self.where = where
        self.match = match
        self.against: int = 0
        self.cause: int = ANY_CAUSE
        self.who: int = ANYONE
        self.vp: int = 0


def read_ability(row: object, path: str, index: int, own: CardFacts, facts: list[CardFacts]) -> Ability:
    """SE-11.1: one ability of a card, static or triggered; raises DataFault."""
    fields = Fields(row, path)
    fields.has("text")
    reader = _Reader(own, facts)
    if fields.has("static"):
        return reader.static(fields, index)
    return reader.trigger(fields, index)


class _Reader:
    """Reads the parts of one card's abilities."""

    def __init__(self, own: CardFacts, facts: list[CardFacts]) -> None:
        self.own = own
        self.facts = facts

    def trigger(self, fields: Fields, index: int) -> Trigger:
        when = Fields(fields.raw("when"), fields.at("when"))
        event_word = when.word("event", TRIGGER_EVENTS)
        event = TRIGGER_EVENTS.index(event_word)
        by = ANYONE
        if when.has("by"):
            if event == GAME_END:
                raise DataFault(when.at("by"), "nobody causes the end of the game: `by` does not go with game_end")
            by = WHO.index(when.word("by", WHO))
        if event == NEIGHBOUR_PLACED:
            causes = PLACING_CAUSES
        elif event in (TURNED_DOWN, TURNED_UP, NEIGHBOUR_TURNED_DOWN, NEIGHBOUR_TURNED_UP):
            causes = TURNING_CAUSES
        else:
            causes = {"any": ANY_CAUSE}
        cause = causes[when.word("cause", causes, "any")]
        card: CardMatch | None = None
        if when.has("card"):
            if event not in (NEIGHBOUR_PLACED, NEIGHBOUR_TURNED_DOWN, NEIGHBOUR_TURNED_UP):
                raise DataFault(when.at("card"), f"`card` goes only with neighbour events, not with {event_word}")
            card = self.match(Fields(when.raw("card"), when.at("card")))
        when.done()
        conditions = [
            self.condition(Fields(raw, named(fields.at("if"), i))) for i, raw in enumerate(fields.items("if", []))
        ]
        placer_decides = fields.word("decider", ("actor", "placer"), "actor") == "placer"
        rows = fields.items("do")
        effects = [self.effect(Fields(raw, named(fields.at("do"), i)), event) for i, raw in enumerate(rows)]
        fields.done()
        return Trigger(index, event, by, cause, card, conditions, placer_decides or event == GAME_END, effects)

    def condition(self, fields: Fields) -> Condition:
        """SE-11.3"""
        target: Target | None = None
        face = UP
        if fields.word("cond", ("count", "hand")) == "count":
            face = FACES.index(fields.word("face", FACES, "up"))
            where = ("self", "event", "adjacent", "around", "line", "any")
            target = self.target(fields, "of", where, open_eyed=face == UP)
        low = fields.integer("min", 0, 999, 0)
        high = fields.integer("max", 0, 999, 999)
        fields.done()
        return Condition(target, face, low, high)

    def effect(self, fields: Fields, event: int) -> Effect:
        """SE-11.5, SE-11.6"""
        verb = VERBS.index(fields.word("effect", VERBS))
        may = fields.boolean("may", False)
        target: Target | None = None
        hand: CardMatch | None = None
        to, turns, every = ANY, ROUND, False
        if verb == PLACE:
            if event == GAME_END:
                raise DataFault(fields.at("effect"), "hands are not used at the end: place does not go with game_end")
            hand = (
                self.match(Fields(fields.raw("card"), fields.at("card")), placer=False)
                if fields.has("card")
                else self.anything()
            )
        else:
            face_known = verb not in (TURN_UP, TURN_OVER)
            target = self.target(fields, "target", WHERE, open_eyed=face_known, with_basepoint=not face_known)
        if verb in (PLACE, RELOCATE):
            to = WHERE.index(fields.word("to", AREAS, "any"))
        elif verb != ROTATE:
            every = fields.word("pick", ("one", "all"), "one") == "all"
        if verb in (GUARD, SILENCE) and fields.has("turns") and fields.raw("turns") != "round":
            turns = fields.integer("turns", 0, 99)
        fields.done()
        return Effect(verb, target, may, every, to, hand, turns)

    def static(self, fields: Fields, index: int) -> Static:
        """SE-11.7"""
        word = fields.word("static", STATICS)
        if word == "protect":
            against = [
                to_word(raw, named(fields.at("against"), i), AGAINST) for i, raw in enumerate(fields.items("against"))
            ]
            target = self.target(fields, "target", ("self", *AREAS), open_eyed="turn_up" not in against)
            static = Static(index, PROTECT, target.where, target.match)
            for thing in against:
                static.against |= 1 << AGAINST.index(thing)
            static.cause = TURNING_CAUSES[fields.word("cause", TURNING_CAUSES, "any")]
        elif word == "forbid":
            where = WHERE.index(fields.word("where", AREAS))
            match = (
                self.match(Fields(fields.raw("card"), fields.at("card")), placer=False)
                if fields.has("card")
                else self.anything()
            )
            static = Static(index, FORBID, where, match)
            static.who = WHO.index(fields.word("who", WHO, "anyone"))
        else:
            target = self.target(fields, "target", AREAS)
            static = Static(index, WORTH, target.where, target.match)
            static.vp = fields.integer("vp", -99, 99)
        fields.done()
        return static

    def target(
        self, fields: Fields, key: str, where: tuple[str, ...], open_eyed: bool = True, with_basepoint: bool = False
    ) -> Target:
        """SE-11.4: a TARGET. Not `open_eyed`: a face-down card could be meant, so identity words are refused."""
        row = Fields(fields.raw(key), fields.at(key))
        place = WHERE.index(row.word("where", where))
        if not open_eyed:
            for word in IDENTITY:
                if row.has(word):
                    raise DataFault(
                        row.at(word),
                        "a face-down card could be meant here, so only the word placer is allowed",
                    )
        match = self.match(row)
        if place >= ADJACENT and not with_basepoint and not match.lists_basepoint:
            match.fits = [fit and facts.kind != "basepoint" for fit, facts in zip(match.fits, self.facts, strict=True)]
        return Target(place, match)

    def match(self, row: Fields, placer: bool = True) -> CardMatch:
        """SE-11.4: MATCH words, the rest of the row having been read."""
        kinds = self._words(row, "kind", KIND_WORDS)
        elements = self._words(row, "element", ELEMENT_WORDS)
        levels = self._words(row, "level", LEVEL_WORDS)
        binary: bool | None = row.boolean("binary") if row.has("binary") else None
        relation = ANYONE
        if placer and row.has("placer"):
            relation = PLACER if row.word("placer", PLACER_WORDS) == "me" else OTHER
        row.done()
        fits = [
            (kinds is None or facts.kind in kinds)
            and (elements is None or self._element_fits(facts.element, elements))
            and (levels is None or facts.level in levels)
            and (binary is None or facts.binary == binary)
            for facts in self.facts
        ]
        return CardMatch(fits, relation, kinds is not None and "basepoint" in kinds)

    def anything(self) -> CardMatch:
        """The MATCH without words."""
        return CardMatch([True] * len(self.facts), ANYONE, False)

    def _words(self, row: Fields, key: str, allowed: tuple[str, ...]) -> list[str] | None:
        if not row.has(key):
            return None
        return [to_word(raw, named(row.at(key), i), allowed) for i, raw in enumerate(row.items(key))]

    def _element_fits(self, element: str | None, words: list[str]) -> bool:
        if element is None:
            return False
        own = self.own.element
        return element in words or ("same" in words and element == own) or ("other" in words and element != own)


def ability_words(row: JsonObject) -> set[str]:
    """All words of the vocabulary that an ability uses, for checks of a set and for searching cards."""
    words: set[str] = set()
    for key, value in row.items():
        words.add(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                words |= ability_words(item)
            elif isinstance(item, str) and key != "text":
                words.add(item)
    return words

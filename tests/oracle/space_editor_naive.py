"""A slow and literal referee for Space Editor, used as a test oracle.

Everything is worked out afresh from the position each time; nothing is remembered between two questions.
The code follows the order of the rules, and each docstring names the clause that it puts into code.
Where the rules leave a choice, a comment that starts with "Reading:" says which way was taken.

As a program it speaks the referee protocol on stdin and stdout:

    python space_editor_naive.py [--set CARD_SET.json]
"""

import argparse
import copy
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from oracle.protocol import (
    BadPosition,
    BadRequest,
    Fault,
    IllegalAction,
    Json,
    MatchOver,
    NoMatch,
    Server,
    SplitMix,
    check_fields,
    is_int,
    is_word,
    need,
)

Card = dict[str, Any]  # one placed card: x, y, card, r, up, placer, turn, no, guard, silence, void
Picture = dict[tuple[int, int], Card]  # the universe by cell

GAME = "space_editor"
ELEMENTS = ("water", "wind", "earth", "fire")
KINDS = ("star", "planet", "ability", "basepoint")
LEVELS = ("bronze", "silver", "gold")
PHASES = ("basepoint", "place", "resolve", "end", "over")
STAGES = ("use", "target", "rotate", "relocate", "place", "start")
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # SE-2.8: N, E, S, W
AREAS = ("adjacent", "around", "line", "any")
GIVEN = ("self", "event", "chosen")
IDENTITY_WORDS = ("kind", "element", "level", "binary")
OPTION_DEFAULTS: Json = {
    "mode": "half",
    "players": 2,
    "table": [21, 21],
    "final_star": "void",
    "face_down": "hidden",
    "half_end": "hands",
    "split": "allow",
    "deck_rules": "strict",
}
OPTION_WORDS = {
    "mode": ("half", "full"),
    "final_star": ("void", "forbid"),
    "face_down": ("hidden", "shown"),
    "half_end": ("hands", "decks"),
    "split": ("allow", "forbid"),
    "deck_rules": ("strict", "cost", "none"),
}
OPTIONAL_FIELDS = (
    *("options", "to_act", "basepoint", "final", "hands", "decks", "discards"),
    *("faces", "queue", "now", "used", "fate"),
)
OPTIONAL_CARD_FIELDS = ("r", "up", "placer", "turn", "no", "guard", "silence", "void")
SIDE_TEXT = re.compile(r"(?:[ng][1-9][0-9]?|k|-)\*?")
CARD_ID = re.compile(r"[0-9a-z_]+")


def check_words(value: Any, words: Iterable[str], what: str) -> None:
    """A list of words, all of them known. Reading: an empty list is allowed, and it fits nothing."""
    need(isinstance(value, list), f"{what} is no list")
    for word in value:
        need(is_word(word, words), f"{what}: unknown word {word!r}")


# ---------------------------------------------------------------------------------------------- SE-2 the card model


def check_cards(cards: Any) -> None:
    """SE-12.2: the object of all card definitions."""
    need(isinstance(cards, dict), "cards is no object")
    for card_id, definition in cards.items():
        need(isinstance(card_id, str) and CARD_ID.fullmatch(card_id) is not None, f"card id {card_id!r}")
        try:
            check_definition(definition)
        except Fault as fault:
            raise Fault(f"card {card_id}: {fault}") from None


def check_definition(card: Any) -> None:
    """SE-2.2, SE-2.4 to SE-2.7: one card definition. `text` and `set` may hold anything."""
    check_fields(
        card, ("kind", "sides"), ("name", "element", "level", "vp", "cost", "abilities", "text", "set"), "definition"
    )
    kind = card["kind"]
    need(is_word(kind, KINDS), "kind")
    need(isinstance(card.get("name", ""), str), "name")
    if kind == "basepoint":
        need(card.get("element") is None, "a basepoint has no element")
        need(card.get("level") is None, "a basepoint has no level")
    else:
        need(is_word(card.get("element"), ELEMENTS), "element")
        need(is_word(card.get("level"), LEVELS), "level")
    need(is_int(card.get("vp", 0), 0, 99), "vp")
    need(kind == "star" or card.get("vp", 0) == 0, "only stars have victory points")
    need(is_int(card.get("cost", 0), 0, 999), "cost")
    sides = card["sides"]
    need(isinstance(sides, list) and len(sides) == 4, "sides")
    for side in sides:
        need(isinstance(side, str) and SIDE_TEXT.fullmatch(side) is not None, f"side {side!r}")
        need(kind == "star" or not side.endswith("*"), "only stars carry binary marks")
    abilities = card.get("abilities", [])
    need(isinstance(abilities, list), "abilities is no list")
    need(kind in ("ability", "basepoint") or not abilities, "only ability cards and basepoints have abilities")
    need(kind != "ability" or len(abilities) > 0, "an ability card has an ability")
    for ability in abilities:
        check_ability(ability)


# ------------------------------------------------------------------------------- SE-11 the ability vocabulary: form


def check_ability(ability: Any) -> None:
    """SE-11.1: one ability, static or triggered. Reading: `text` may hold anything, and only stands here."""
    need(isinstance(ability, dict), "ability is no object")
    if "static" in ability:
        check_static(ability)
        return
    check_fields(ability, ("when", "do"), ("if", "decider", "text"), "ability")
    check_when(ability["when"])
    conditions = ability.get("if", [])
    need(isinstance(conditions, list), "if is no list")
    for condition in conditions:
        check_condition(condition)
    need(is_word(ability.get("decider", "actor"), ("actor", "placer")), "decider")
    need(isinstance(ability["do"], list), "do is no list")  # Reading: an empty list of effects is allowed
    for effect in ability["do"]:
        check_effect(effect)
        need(ability["when"]["event"] != "game_end" or effect["effect"] != "place", "no place at game_end")


def check_when(when: Any) -> None:
    """SE-11.2: the trigger."""
    check_fields(when, ("event",), ("by", "cause", "card"), "when")
    event = when["event"]
    turning = ("turned_down", "turned_up", "neighbour_turned_down", "neighbour_turned_up")
    need(is_word(event, (*turning, "rotated", "relocated", "neighbour_placed", "game_end")), "event")
    # Reading: with game_end the word `by` may not be given at all, not even as "anyone"
    need("by" not in when or event != "game_end", "no by with game_end")
    need(is_word(when.get("by", "anyone"), ("anyone", "placer", "other")), "by")
    causes: tuple[str, ...] = ("any",)
    if event in turning:
        causes = ("any", "energy", "ability")
    if event == "neighbour_placed":
        causes = ("any", "hand", "relocation")
    need(is_word(when.get("cause", "any"), causes), "cause")
    if "card" in when:
        need(event in ("neighbour_placed", "neighbour_turned_down", "neighbour_turned_up"), "no card with this event")
        check_match(when["card"], (*IDENTITY_WORDS, "placer"))


def check_condition(condition: Any) -> None:
    """SE-11.3: one condition. Reading: min above max is allowed and never holds."""
    need(isinstance(condition, dict) and is_word(condition.get("cond"), ("count", "hand")), "cond")
    if condition["cond"] == "count":
        check_fields(condition, ("cond", "of"), ("face", "min", "max"), "condition")
        need(is_word(condition.get("face", "up"), ("up", "down", "any")), "face")
        check_target(condition["of"], ("self", "event", *AREAS), condition.get("face", "up") == "up")
    else:
        check_fields(condition, ("cond",), ("min", "max"), "condition")
    need(is_int(condition.get("min", 0), 0, 999), "min")
    need(is_int(condition.get("max", 999), 0, 999), "max")


def check_match(match: Any, words: Iterable[str]) -> None:
    """SE-11.4: MATCH words, those that are allowed in this place."""
    check_fields(match, (), words, "match")
    check_match_words(match)


def check_match_words(match: Json) -> None:
    """SE-11.4: the values of the MATCH words that are given."""
    if "kind" in match:
        check_words(match["kind"], KINDS, "kind")
    if "element" in match:
        check_words(match["element"], (*ELEMENTS, "same", "other"), "element")
    if "level" in match:
        check_words(match["level"], LEVELS, "level")
    if "binary" in match:
        need(isinstance(match["binary"], bool), "binary")
    if "placer" in match:
        need(is_word(match["placer"], ("me", "other")), "placer")


def check_target(target: Any, wheres: Iterable[str], identity: bool) -> None:
    """SE-11.4: a TARGET; `where` must be given; identity words only where no face-down card can be meant."""
    check_fields(target, ("where",), (IDENTITY_WORDS if identity else ()) + ("placer",), "target")
    need(is_word(target["where"], wheres), "where")
    check_match_words(target)


def check_effect(effect: Any) -> None:
    """SE-11.5, SE-11.6: one effect; each verb takes its own words only."""
    need(isinstance(effect, dict), "effect is no object")
    verb = effect.get("effect")
    verbs = ("turn_down", "turn_up", "turn_over", "rotate", "relocate", "place", "guard", "silence")
    need(is_word(verb, verbs), "effect")
    required: tuple[str, ...] = ("effect", "target")
    optional: tuple[str, ...] = ("may",)
    if verb in ("turn_down", "turn_up", "turn_over", "guard", "silence"):
        optional += ("pick",)
    if verb in ("guard", "silence"):
        optional += ("turns",)
    if verb == "relocate":
        optional += ("to",)
    if verb == "place":
        required = ("effect",)
        optional += ("card", "to")
    check_fields(effect, required, optional, "effect")
    need(isinstance(effect.get("may", False), bool), "may")
    need(is_word(effect.get("pick", "one"), ("one", "all")), "pick")
    need(is_word(effect.get("to", "any"), AREAS), "to")
    turns = effect.get("turns", "round")
    need(is_int(turns, 0, 99) or is_word(turns, ("round",)), "turns")
    if verb == "place":
        check_match(effect.get("card", {}), IDENTITY_WORDS)
    else:
        check_target(effect["target"], GIVEN + AREAS, verb not in ("turn_up", "turn_over"))


def check_static(static: Any) -> None:
    """SE-11.7: one static ability."""
    word = static["static"]
    need(is_word(word, ("protect", "forbid", "worth")), "static")
    if word == "protect":
        check_fields(static, ("static", "target", "against"), ("cause", "text"), "protect")
        check_words(static["against"], ("turn_down", "turn_up", "rotate", "relocate"), "against")
        check_target(static["target"], ("self", *AREAS), "turn_up" not in static["against"])
        need(is_word(static.get("cause", "any"), ("any", "energy", "ability")), "cause")
    elif word == "forbid":
        check_fields(static, ("static", "where"), ("card", "who", "text"), "forbid")
        need(is_word(static["where"], AREAS), "where")
        check_match(static.get("card", {}), IDENTITY_WORDS)
        need(is_word(static.get("who", "anyone"), ("anyone", "placer", "other")), "who")
    else:
        check_fields(static, ("static", "target", "vp"), ("text",), "worth")
        check_target(static["target"], AREAS, True)
        need(is_int(static["vp"], -99, 99), "vp")


# ---------------------------------------------------------------------------------------------- SE-12.2 the options


def check_options(options: Json) -> None:
    """SE-12.2, SE-3.1, SE-3.6: the eight options, all of them present."""
    for key, words in OPTION_WORDS.items():
        need(is_word(options[key], words), f"option {key}")
    need(is_int(options["players"], 2, 4), "option players")
    need(options["mode"] == "half" or options["players"] == 2, "full mode is for two")
    table = options["table"]
    need(isinstance(table, list) and len(table) == 2, "option table")
    need(is_int(table[0], 1, 99) and is_int(table[1], 1, 99), "option table")
    need(table[0] * table[1] >= 2, "the table has at least two cells")


def check_elements(elements: Any, players: int) -> None:
    """SE-3.1: one element for each seat, no element twice."""
    check_words(elements, ELEMENTS, "elements")
    need(len(elements) == players, "elements and players")
    need(len(set(elements)) == players, "an element twice")


def used_key(entry: list[Any]) -> tuple[int, int, int]:
    """SE-12.2: the order of `used`, null before numbers."""
    return (entry[0], entry[1], -1 if entry[2] is None else entry[2])


class NaiveSpaceEditor:
    """One match of Space Editor, held as the position itself."""

    def __init__(self, card_set: Json | None = None) -> None:
        self.card_set: Json = card_set or {"cards": {}, "basic": {}, "basepoints": []}
        self.p: Json = {}
        self.log: list[Json] = []

    # ------------------------------------------------------------------------------------------ the public questions

    def new(self, options: Any, seed: Any, fate: Any = None) -> Json:
        """SE-12.4: a new match, in phase basepoint; a fault leaves the present match as it is."""
        try:
            position = self.make_new(options, seed, [] if fate is None else fate)
        except Fault as fault:
            raise BadRequest(str(fault)) from None
        self.p, self.log = position, []
        return self.position()

    def load(self, position: Any, seed: Any = 0) -> Json:
        """SE-12.2, SE-12.3: takes over a position; a fault leaves the present match as it is. There is no chance left
        for which the seed would be used.
        """
        if not is_int(seed):
            raise BadRequest("seed is no integer")
        old = self.p
        try:
            self.p = self.read_position(position)
            self.check_decision(position)
        except Fault as fault:
            self.p = old
            raise BadPosition(str(fault)) from None
        self.log = []
        return self.position()

    def position(self) -> Json:
        """SE-12.1: the whole position in its normal form. `cards` is not copied; nobody may change it."""
        self.need_match()
        p: Json = {key: value if key == "cards" else copy.deepcopy(value) for key, value in self.p.items()}
        p["board"].sort(key=lambda card: (card["x"], card["y"]))
        for card in p["board"]:
            for mark in ("guard", "silence"):
                if card[mark] < p["turn"]:
                    card[mark] = 0
        for hand in p["hands"]:
            hand.sort()
        p["used"].sort(key=used_key)
        p["to_act"] = self.to_act()
        return p

    def view(self, seat: Any) -> Json:
        """SE-15.1, SE-15.2: what a seat (or, with None, a spectator) may know."""
        self.need_match()
        self.need_seat(seat)
        p = self.position()
        for s in range(self.players()):
            if s == seat:
                p["decks"][s].sort()
            else:
                p["decks"][s] = len(p["decks"][s])
                p["hands"][s] = len(p["hands"][s])
        p["fate"] = None
        if p["options"]["face_down"] == "hidden":
            for card in p["board"]:
                if not card["up"]:
                    for field in ("card", "r", "guard", "silence", "void"):
                        card[field] = None
        return p

    def events(self, seat: Any) -> list[Json]:
        """SE-15.3: the events of the last action as a seat (or, with None, a spectator) may see them."""
        self.need_match()
        self.need_seat(seat)
        seen = copy.deepcopy(self.log)
        for event in seen:
            if event["event"] == "drawn" and event["seat"] != seat:
                event["cards"] = len(event["cards"])
        return seen

    def to_act(self) -> int | None:
        """SE-13.2: the seat that decides now."""
        self.need_match()
        p = self.p
        if p["phase"] == "basepoint":
            return self.players() - 1
        if p["phase"] == "place":
            return int(p["active"])
        if p["phase"] == "over":
            return None
        if p["faces"]:
            return int(p["faces"][0]["seat"])
        return int(p["now"]["decider"])

    def actions(self) -> list[str]:
        """SE-13.1: all legal actions, sorted, each once."""
        self.need_match()
        return sorted(set(self.list_actions()))

    def result(self) -> tuple[bool, list[int], list[int]]:
        """SE-9.8, SE-9.9: over or not, the scores of the present picture, the winners once it is over."""
        self.need_match()
        scores = self.scores()
        if self.p["phase"] != "over":
            return False, scores, []
        return True, scores, [seat for seat in range(self.players()) if scores[seat] == max(scores)]

    def act(self, action: Any) -> list[Json]:
        """SE-13: carries out one decision and all that follows without a choice; gives the events."""
        self.need_match()
        if self.p["phase"] == "over":
            raise MatchOver("the game has ended")
        if not isinstance(action, str) or action not in self.actions():
            raise IllegalAction(f"{action!r} is not in the list of actions")
        self.log = []
        self.decide(action.split(" "))
        self.go_on()
        return copy.deepcopy(self.log)

    def need_match(self) -> None:
        """Protocol: no question before `new` or `load`."""
        if not self.p:
            raise NoMatch("no match was started")

    def need_seat(self, seat: Any) -> None:
        """SE-12.4: a seat of this match, or None for a spectator."""
        if seat is not None and not is_int(seat, 0, self.players() - 1):
            raise BadRequest("no such seat")

    # ---------------------------------------------------------------------------------------------------- small words

    def players(self) -> int:
        """SE-1.2: the number of players."""
        return int(self.p["options"]["players"])

    def last_seat(self) -> int:
        """SE-1.2: the last player."""
        return self.players() - 1

    def definition(self, card: Card) -> Json:
        """The definition of a placed card."""
        found: Json = self.p["cards"][card["card"]]
        return found

    def kind(self, card: Card) -> str:
        """The kind of a placed card."""
        return str(self.definition(card)["kind"])

    def abilities(self, card: Card) -> list[Json]:
        """The abilities of a placed card."""
        found: list[Json] = self.definition(card).get("abilities", [])
        return found

    def by_age(self) -> list[Card]:
        """SE-3.5: the placed cards, oldest first."""
        return sorted(self.p["board"], key=lambda card: int(card["no"]))

    def card_no(self, no: int | None) -> Card | None:
        """The placed card with this serial number."""
        for card in self.p["board"]:
            if no is not None and card["no"] == no:
                found: Card = card
                return found
        return None

    def picture(self, without: Card | None = None) -> Picture:
        """SE-1.3: the universe by cell, perhaps with one card lifted."""
        return {(card["x"], card["y"]): card for card in self.p["board"] if card is not without}

    def cells(self) -> list[tuple[int, int]]:
        """SE-3.6: all cells of the table in cell order."""
        w, h = self.p["options"]["table"]
        return [(x, y) for x in range(-(w // 2), w - w // 2) for y in range(-(h // 2), h - h // 2)]

    def on_table(self, x: int, y: int) -> bool:
        """SE-3.6: does this cell belong to the table?"""
        w, h = self.p["options"]["table"]
        return bool(-(w // 2) <= x <= w - 1 - w // 2 and -(h // 2) <= y <= h - 1 - h // 2)

    def tell(self, event: str, **fields: Any) -> None:
        """SE-14: notes one event."""
        self.log.append({"event": event, **fields})

    # ------------------------------------------------------------------------------------------------- SE-2 the sides

    def side(self, card: Card, direction: int) -> str:
        """SE-2.6, SE-2.8: the side that a placed card turns to a direction, `f` for a face-down card."""
        if not card["up"]:
            return "f"
        return str(self.definition(card)["sides"][(direction - card["r"]) % 4])

    def energy(self, side: str) -> str:
        """SE-2.4, SE-2.5: the sort of a side: n, g, k, - or f."""
        return side[0]

    def value(self, side: str) -> int:
        """SE-2.4: the value of a nuclear or gravity side."""
        return int(side[1:].rstrip("*"))

    def marked(self, side: str) -> bool:
        """SE-2.5: whether the side carries the binary mark."""
        return side.endswith("*")

    def contacts(self, picture: Picture, card: Card) -> list[tuple[int, Card, str, str]]:
        """SE-1.4: (direction, touching card, own side, its side) for each card that touches this one."""
        found = []
        for direction, (dx, dy) in enumerate(STEPS):
            other = picture.get((card["x"] + dx, card["y"] + dy))
            if other is not None:
                found.append((direction, other, self.side(card, direction), self.side(other, (direction + 2) % 4)))
        return found

    def touch(self, one: Card, other: Card) -> bool:
        """SE-1.4: whether two placed cards share an edge."""
        return bool(abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]) == 1)

    # ------------------------------------------------------------------------------------ SE-4 where may a card lie

    def may_lie(self, others: Picture, card: Card, actor: int) -> bool:
        """SE-4.1: may this card be put down as it lies, among the other cards, by this seat?"""
        if not self.on_table(card["x"], card["y"]) or (card["x"], card["y"]) in others:  # SE-4.5
            return False
        contacts = self.contacts(others, card)
        if not contacts:  # SE-4.6
            return False
        for _, _, own, touched in contacts:  # SE-4.3
            if not self.connects(self.energy(own), self.energy(touched)):
                return False
        after = dict(others)
        after[(card["x"], card["y"])] = card
        # SE-4.4
        if self.fulfilled(after, card) and not self.is_protected(after, card, "turn_down", "energy"):
            return False
        return not self.is_forbidden(others, card, actor)  # SE-4.8

    def connects(self, put_down: str, touched: str) -> bool:
        """SE-4.2: the table of connections, row by row."""
        return touched in {"n": ("n", "g"), "g": ("n", "g", "-"), "-": ("g", "-", "f"), "k": ("-", "f")}[put_down]

    def legal_places(
        self, card: Card, others: Picture, actor: int, in_reach: Callable[[int, int], bool]
    ) -> Iterator[tuple[int, int, int]]:
        """SE-4.5 to SE-4.7: every cell and rotation where the card may be put down."""
        for x, y in self.cells():
            if (x, y) in others or not any((x + dx, y + dy) in others for dx, dy in STEPS) or not in_reach(x, y):
                continue
            for r in range(4):
                if self.may_lie(others, {**card, "x": x, "y": y, "r": r, "up": True}, actor):
                    yield x, y, r

    def placements(self, seat: int, match: Json, source: Card | None, to: str) -> Iterator[tuple[str, int, int, int]]:
        """SE-6.1, SE-11.6f: every way to place a hand card that fits; source and to name the reach of an ability."""
        for card_id in sorted(set(self.p["hands"][seat])):
            card = self.new_card(card_id, seat)
            if not self.fits(match, card, source, None):
                continue
            if self.p["final"] and seat == self.last_seat() and self.kind(card) == "star":  # SE-7.5
                if self.p["options"]["final_star"] == "forbid":
                    continue
            for x, y, r in self.legal_places(card, self.picture(), seat, lambda x, y: self.reaches(source, to, x, y)):
                yield card_id, x, y, r

    def new_card(self, card_id: str, seat: int) -> Card:
        """SE-12.2: a hand card as it will lie, but for its cell and rotation."""
        highest = max((int(card["no"]) for card in self.p["board"]), default=-1)
        return {
            "x": 0,
            "y": 0,
            "card": card_id,
            "r": 0,
            "up": True,
            "placer": seat,
            "turn": self.p["turn"],
            "no": highest + 1,
            "guard": 0,
            "silence": 0,
            "void": False,
        }

    # -------------------------------------------------------------------------------- SE-5 turning over by energies

    def fulfilled(self, picture: Picture, card: Card) -> list[tuple[str, list[int]]]:
        """SE-5.2: the conditions that hold for a face-up card, each with the directions of the contacts that fulfil
        it, in the order nn, ng, gg, kb."""
        touched = {direction: (own, other) for direction, _, own, other in self.contacts(picture, card)}
        found = []
        for code, energy in (("nn", "n"), ("ng", "g")):
            sides = [d for d in range(4) if self.energy(self.side(card, d)) == energy]
            beaten = [
                d
                for d in sides
                if d in touched
                and self.energy(touched[d][1]) == "n"
                and self.value(touched[d][1]) > self.value(touched[d][0])
            ]
            if sides and beaten == sides:
                found.append((code, beaten))
        pulled = [d for d, (own, other) in touched.items() if self.energy(own) == "-" and self.energy(other) == "g"]
        if len(pulled) >= 2:
            found.append(("gg", pulled))
        pushed = [d for d, (own, other) in touched.items() if self.energy(own) == "-" and self.energy(other) == "k"]
        if pushed:
            found.append(("kb", pushed))
        return found

    def energies(self, put: Card) -> list[tuple[Card, list[str]]]:
        """SE-5.1 to SE-5.4: the neighbours that the card just put down turns over, with the codes, oldest first."""
        picture = self.picture()
        turning = []
        for direction, other, own, _ in self.contacts(picture, put):
            if other["up"]:
                back = (direction + 2) % 4
                codes = [code for code, directions in self.fulfilled(picture, other) if back in directions]
                if codes and not self.is_protected(picture, other, "turn_down", "energy"):
                    turning.append((other, codes))
            elif self.energy(own) == "k" and not self.is_protected(picture, other, "turn_up", "energy"):
                turning.append((other, ["kf"]))
        return sorted(turning, key=lambda item: int(item[0]["no"]))

    def turn_cards(self, turning: list[tuple[Card, list[str]]], actor: int, cause: str) -> list[Json]:
        """SE-5.4, SE-5.7, SE-5.10: turns the cards over at once; gives what happened, for the triggers."""
        happened = []
        for card, codes in turning:
            card["up"] = not card["up"]
            word = "turned_up" if card["up"] else "turned_down"
            self.tell(word, seat=actor, no=card["no"], card=card["card"], x=card["x"], y=card["y"], rules=codes)
            if card["up"]:
                self.p["faces"].append({"no": card["no"], "seat": actor})
            happened.append({"what": word, "no": card["no"], "actor": actor, "cause": cause})
        return happened

    def put_down(self, put: Card, actor: int, what: str, cause: str, faced_up_before: list[int]) -> None:
        """SE-5, SE-8.3: the rest of the batch that a placement or relocation starts."""
        happened = [{"what": what, "no": put["no"], "actor": actor, "cause": cause}]
        happened += self.turn_cards(self.energies(put), actor, "energy")
        self.trigger(happened, faced_up_before)

    def place_card(self, card_id: str, x: int, y: int, r: int, seat: int) -> Card:
        """SE-1.5, SE-7.5, SE-9.6: a card goes from a hand into the universe."""
        before = self.faced_up()
        card = self.new_card(card_id, seat)
        card["x"], card["y"], card["r"] = x, y, r
        if self.p["final"] and seat == self.last_seat() and self.kind(card) == "star":
            card["void"] = self.p["options"]["final_star"] == "void"
        self.p["hands"][seat].remove(card_id)
        self.p["board"].append(card)
        self.tell("placed", seat=seat, no=card["no"], card=card_id, x=x, y=y, r=r, void=card["void"])
        self.put_down(card, seat, "placed", "hand", before)
        return card

    def faced_up(self) -> list[int]:
        """SE-8.3: the serial numbers of the face-up cards, asked for before a batch."""
        return [card["no"] for card in self.p["board"] if card["up"]]

    # ---------------------------------------------------------------------------------------------------- SE-6 turns

    def draw(self, seat: int, count: int) -> None:
        """SE-6.6: draws as many cards as there are, up to the count."""
        drawn = self.p["decks"][seat][:count]
        del self.p["decks"][seat][:count]
        self.p["hands"][seat] += drawn
        if drawn:
            self.tell("drawn", seat=seat, cards=drawn)

    def discard(self, seat: int, card_id: str) -> None:
        """SE-6.5: a hand card goes to the discard pile."""
        self.p["hands"][seat].remove(card_id)
        self.p["discards"][seat].append(card_id)
        self.tell("discarded", seat=seat, card=card_id)

    def discard_hand(self, seat: int) -> None:
        """SE-6.1, SE-6.4: the whole hand goes, in text order."""
        for card_id in sorted(self.p["hands"][seat]):
            self.discard(seat, card_id)

    def finish_turn(self) -> None:
        """SE-6.1, SE-6.2: the steps after the ability step, then the end of the game or the next turn."""
        if self.p["options"]["mode"] == "half":
            self.discard_hand(self.p["active"])
            self.draw(self.p["active"], 2)
        if self.game_ends():
            self.start_ending()
            return
        seat = self.p["active"]
        while True:
            seat = (seat + 1) % self.players()
            if self.p["hands"][seat] or self.p["decks"][seat]:
                break
            self.tell("skipped", seat=seat)  # SE-6.7
        self.start_turn(seat)

    def start_turn(self, seat: int) -> None:
        """SE-6.1, SE-6.2, SE-6.9: up to the place step. Phase `resolve` with nothing pending is a turn that only has
        its last steps left (SE-6.4 in half mode, SE-6.8)."""
        p = self.p
        p["turn"] += 1
        p["active"] = seat
        p["final"] = False
        p["used"] = []
        self.tell("turn", turn=p["turn"], seat=seat)
        if p["options"]["mode"] == "full":
            self.draw(seat, 1)
        if not p["hands"][seat]:  # SE-6.8
            # Reading: without a place step the turn is never marked final
            self.tell("skipped", seat=seat)
            p["phase"] = "resolve"
            return
        p["phase"] = "place"
        p["final"] = self.is_final()
        if p["final"]:
            self.tell("final", seat=seat)
        if p["options"]["mode"] == "half" and self.is_stuck():  # SE-6.4
            self.tell("stuck", seat=seat)
            self.discard_hand(seat)
            p["phase"] = "resolve"

    def is_stuck(self) -> bool:
        """SE-6.4: no card of the active hand can be placed."""
        return not any(True for _ in self.placements(self.p["active"], {}, None, "any"))

    # ------------------------------------------------------------------------------------------------ SE-7 the end

    def game_ends(self) -> bool:
        """SE-7.1, SE-7.2: does the game end after this turn?"""
        no_decks = not any(self.p["decks"])
        if self.p["options"]["mode"] == "half" and self.p["options"]["half_end"] == "decks":
            return no_decks
        return no_decks and not any(self.p["hands"])

    def is_final(self) -> bool:
        """SE-7.4: asked at the start of a place step, in full mode after the draw."""
        p = self.p
        own = p["active"]
        if own != self.last_seat():
            return False
        others = [seat for seat in range(self.players()) if seat != own]
        other_decks_empty = not any(p["decks"][seat] for seat in others)
        other_hands_empty = not any(p["hands"][seat] for seat in others)
        if p["options"]["mode"] == "full":
            return other_decks_empty and not p["decks"][own] and other_hands_empty and len(p["hands"][own]) == 1
        if p["options"]["half_end"] == "hands":
            return other_decks_empty and not p["decks"][own] and other_hands_empty
        return other_decks_empty and len(p["decks"][own]) <= 2

    def start_ending(self) -> None:
        """SE-7.5 (last paragraph), SE-7.6, SE-8.11: from the last turn to the game_end abilities."""
        p = self.p
        if p["active"] == self.last_seat() and not p["final"]:
            for card in p["board"]:
                if card["placer"] == p["active"] and card["turn"] == p["turn"] and self.kind(card) == "star":
                    card["void"] = True
        p["turn"] += 1
        p["phase"] = "end"
        p["final"] = False  # Reading: the flag ends with the turn, so phases end and over show false
        p["used"] = []
        self.tell("ending", turn=p["turn"])
        for card in self.by_age():
            if self.is_awake(card):
                for index, ability in enumerate(self.abilities(card)):
                    if "when" in ability and ability["when"]["event"] == "game_end":
                        self.enqueue(card, index, None, card["placer"], card["placer"])

    def finish_game(self) -> None:
        """SE-7.6: scores are final."""
        self.p["phase"] = "over"
        self.p["used"] = []
        _, scores, winners = self.result()
        self.tell("over", scores=scores, winners=winners)

    # -------------------------------------------------------------------------------------- SE-8 abilities in general

    def is_awake(self, card: Card) -> bool:
        """SE-8.2: do the card's abilities work?"""
        if self.kind(card) == "basepoint":
            return bool(self.p["turn"] >= 1)  # Reading: whatever its `turn` and `silence` say
        return bool(card["up"]) and self.is_rested(card)

    def is_rested(self, card: Card) -> bool:
        """SE-8.2 without the face: not placed in this turn, and not silenced."""
        return bool(card["turn"] < self.p["turn"] and card["silence"] < self.p["turn"])

    def trigger(self, happened: list[Json], faced_up_before: list[int]) -> None:
        """SE-8.3, SE-8.4: queues what one batch triggers: event by event, listener by age, ability as printed."""
        for event in happened:
            for card in self.by_age():
                for index, ability in enumerate(self.abilities(card)):
                    if "when" in ability and self.listens(card, ability["when"], event, card["no"] in faced_up_before):
                        placer = ability.get("decider", "actor") == "placer"
                        self.enqueue(card, index, event["no"], event["actor"], card["placer"] if placer else None)

    def listens(self, card: Card, when: Json, event: Json, was_up: bool) -> bool:
        """SE-8.3, SE-11.2: does this event trigger that ability (but for its conditions)?"""
        own = card["no"] == event["no"]
        subject = self.card_no(event["no"])
        assert subject is not None
        if own:
            word = {"placed": None}.get(event["what"], event["what"])
        elif self.touch(card, subject):  # the neighbours after the batch
            word = {
                "placed": "neighbour_placed",
                "relocated": "neighbour_placed",
                "turned_down": "neighbour_turned_down",
                "turned_up": "neighbour_turned_up",
            }.get(event["what"])
        else:
            word = None
        if word is None or when["event"] != word:
            return False
        if self.kind(card) == "basepoint":
            if not self.is_awake(card):
                return False
        else:
            if own and word == "turned_down":
                faces_right = was_up
            elif own:
                faces_right = card["up"]
            else:
                faces_right = was_up and card["up"]
            if not (faces_right and self.is_rested(card)):
                return False
        by = when.get("by", "anyone")
        if (by == "placer" and event["actor"] != card["placer"]) or (
            by == "other" and event["actor"] == card["placer"]
        ):
            return False
        if when.get("cause", "any") not in ("any", event["cause"]):
            return False
        return self.fits(when.get("card", {}), subject, card, card["placer"])

    def enqueue(self, card: Card, index: int, event: int | None, actor: int, decider: int | None) -> None:
        """SE-8.5, SE-8.8, SE-11.3: puts a triggered ability into the queue if it may be and its conditions hold;
        decider None stands for the actor."""
        decider = actor if decider is None else decider
        if [card["no"], index, event] in self.p["used"]:
            return
        for condition in self.abilities(card)[index].get("if", []):
            if not self.holds(condition, card, event, decider):
                return
        self.p["used"].append([card["no"], index, event])
        self.p["queue"].append({"no": card["no"], "ability": index, "event": event, "actor": actor, "decider": decider})
        self.tell("triggered", no=card["no"], card=card["card"], x=card["x"], y=card["y"], ability=index, seat=decider)

    def is_protected(self, picture: Picture, card: Card, thing: str, cause: str) -> bool:
        """SE-8.9, SE-11.7a: is the card, as it lies in this picture, kept from this thing by this cause?"""
        if thing == "turn_down" and card["guard"] >= self.p["turn"]:
            return True
        for keeper in picture.values():
            if not self.is_awake(keeper):
                continue
            for static in self.abilities(keeper):
                if static.get("static") != "protect" or thing not in static["against"]:
                    continue
                if static.get("cause", "any") not in ("any", cause):
                    continue
                if self.fits_target(static["target"], card, keeper, keeper["placer"], False):
                    return True
        return False

    def is_forbidden(self, others: Picture, card: Card, actor: int) -> bool:
        """SE-4.8, SE-11.7b: does another card bar this card from its cell for this seat?"""
        for keeper in others.values():
            if not self.is_awake(keeper):
                continue
            for static in self.abilities(keeper):
                if static.get("static") != "forbid":
                    continue
                who = static.get("who", "anyone")
                if who == "placer" and actor != keeper["placer"]:
                    continue
                if who == "other" and actor == keeper["placer"]:
                    continue
                if self.reaches(keeper, static["where"], card["x"], card["y"]):
                    if self.fits(static.get("card", {}), card, keeper, None):
                        return True
        return False

    def destinations(self, card: Card, source: Card, to: str, actor: int) -> Iterator[tuple[int, int, int]]:
        """SE-8.10, SE-11.6e: every cell and rotation to which the card may be relocated."""
        others = self.picture(without=card)

        def in_reach(x: int, y: int) -> bool:
            if (x, y) == (card["x"], card["y"]) or not self.reaches(source, to, x, y):
                return False
            return self.p["options"]["split"] == "allow" or self.one_piece({*others, (x, y)})

        return self.legal_places(card, others, actor, in_reach)

    def one_piece(self, cells: set[tuple[int, int]]) -> bool:
        """SE-8.10: do these cells form one group, side by side?"""
        rest = set(cells)
        reached = [rest.pop()]
        while reached:
            x, y = reached.pop()
            for dx, dy in STEPS:
                if (x + dx, y + dy) in rest:
                    rest.remove((x + dx, y + dy))
                    reached.append((x + dx, y + dy))
        return not rest

    # ---------------------------------------------------------------------------------------------------- SE-9 scoring

    def scores(self) -> list[int]:
        """SE-9.1 to SE-9.7: the scores of the present picture, by seat."""
        points = dict.fromkeys(ELEMENTS, 0)
        stars = {}
        for cell, card in self.picture().items():
            if card["up"] and not card["void"] and self.kind(card) == "star":  # SE-9.4, SE-9.6
                stars[cell] = card
        for star in stars.values():
            element = self.definition(star)["element"]
            paired = False
            for direction, other, own, touched in self.contacts(stars, star):
                if not (self.marked(own) and self.marked(touched)):
                    continue
                paired = True
                if self.definition(other)["element"] != element:  # SE-9.3: each of the two loses its own value
                    points[element] -= self.worth(star)
                elif direction in (0, 1):  # SE-9.2: the pair once, seen from its southern or western star
                    points[element] += self.worth(star) * self.worth(other)
            if not paired:
                points[element] += self.worth(star)
        return [points[element] for element in self.p["elements"]]

    def worth(self, star: Card) -> int:
        """SE-9.7, SE-11.7c: the value of a star. Reading: all changes are added up, then 0 is the least."""
        total = int(self.definition(star).get("vp", 0))
        for source in self.p["board"]:
            if self.is_awake(source):
                for static in self.abilities(source):
                    if static.get("static") == "worth":
                        if self.fits_target(static["target"], star, source, source["placer"], False):
                            total += int(static["vp"])
        return max(0, total)

    # -------------------------------------------------------------------------------------------- SE-10 deck building

    def check_deck(self, deck: list[str], element: str, cards: Json, rules: str) -> None:
        """SE-10.1, SE-10.2, SE-10.4: one deck of a new match."""
        for card_id in deck:
            need(isinstance(card_id, str) and card_id in cards, f"unknown card {card_id!r}")
            need(cards[card_id]["kind"] != "basepoint", "a basepoint in a deck")
        # Reading: a deck needs a card whatever the deck rules, because phase basepoint allows no empty deck (SE-12.3)
        need(len(deck) > 0, "an empty deck")
        if rules == "none":
            return
        need(len(deck) == 24, "a deck has 24 cards")
        for card_id in deck:
            need(cards[card_id]["element"] == element, "a card of another element")
            most = 2 if cards[card_id]["level"] == "bronze" else 1
            need(deck.count(card_id) <= most, f"{card_id} too often")
        for level, count in (("bronze", 13), ("silver", 7), ("gold", 4)):
            need(sum(1 for card_id in deck if cards[card_id]["level"] == level) == count, f"{count} {level} cards")
        if rules == "cost":
            need(380 <= sum(cards[card_id].get("cost", 0) for card_id in deck) <= 420, "cost 380 to 420")

    # ---------------------------------------------------------------------- SE-11 the ability vocabulary: its meaning

    def holds(self, condition: Json, card: Card, event: int | None, decider: int) -> bool:
        """SE-11.3: does a condition hold now?"""
        if condition["cond"] == "hand":
            number = len(self.p["hands"][decider])
        else:
            face = condition.get("face", "up")
            number = 0
            for other in self.candidates(condition["of"], card, event, None):
                if face == "any" or other["up"] == (face == "up"):
                    if self.fits_target(condition["of"], other, card, decider, False):
                        number += 1
        return bool(condition.get("min", 0) <= number <= condition.get("max", 999))

    def fits(self, match: Json, card: Card, source: Card | None, me: int | None) -> bool:
        """SE-11.4: does a card fit all MATCH words that are given? source: the ability's card; me: whose `placer`."""
        definition = self.definition(card)
        if "kind" in match and definition["kind"] not in match["kind"]:
            return False
        if "element" in match:
            element = definition.get("element")
            own = None if source is None else self.definition(source).get("element")
            words = [element]
            if element is not None and own is not None and element == own:
                words.append("same")
            if element is not None and element != own:
                words.append("other")
            if element is None or not any(word in match["element"] for word in words):
                return False
        if "level" in match and (definition.get("level") is None or definition["level"] not in match["level"]):
            return False
        if "binary" in match and any(self.marked(side) for side in definition["sides"]) != match["binary"]:
            return False
        return "placer" not in match or (card["placer"] == me) == (match["placer"] == "me")

    def candidates(self, target: Json, source: Card, event: int | None, chosen: int | None) -> list[Card]:
        """SE-11.4: the cards from which a TARGET picks, oldest first: one given card, or all cards of the board."""
        if target["where"] == "self":
            found: Card | None = source
        elif target["where"] == "event":
            found = self.card_no(event)
        elif target["where"] == "chosen":
            found = self.card_no(chosen)
        else:
            return self.by_age()
        return [] if found is None else [found]

    def fits_target(self, target: Json, card: Card, source: Card, me: int, with_basepoint: bool) -> bool:
        """SE-11.4: does a card fit a TARGET? For event and chosen, `candidates` has already picked the card."""
        where = target["where"]
        if where == "self" and card["no"] != source["no"]:
            return False
        if where in AREAS:
            if card["no"] == source["no"]:
                return False
            # Reading: only the effects turn_up and turn_over take the basepoint in unasked; conditions and statics
            # (a protect against turn_up included) do not
            if self.kind(card) == "basepoint" and not with_basepoint and "basepoint" not in target.get("kind", []):
                return False
            if not self.reaches(source, where, card["x"], card["y"]):
                return False
        return self.fits(target, card, source, me)

    def reaches(self, source: Card | None, area: str, x: int, y: int) -> bool:
        """SE-11.4: does a cell lie in an area as seen from a card? No source: the whole table."""
        if source is None or area == "any":
            return True
        dx, dy = abs(x - source["x"]), abs(y - source["y"])
        if area == "adjacent":
            return bool(dx + dy == 1)
        if area == "around":
            return bool(max(dx, dy) == 1)
        return bool((dx == 0) != (dy == 0))

    def now_ability(self) -> tuple[Card, Json]:
        """The card and the ability that are being resolved."""
        card = self.card_no(self.p["now"]["no"])
        assert card is not None
        return card, self.abilities(card)[self.p["now"]["ability"]]

    def now_effect(self) -> tuple[Card, Json]:
        """The card and the effect that are being resolved."""
        card, ability = self.now_ability()
        effect: Json = ability["do"][self.p["now"]["effect"]]
        return card, effect

    def subjects(self) -> list[Card]:
        """SE-11.6: the legal subjects of the present effect (not `place`), oldest first."""
        source, effect = self.now_effect()
        now = self.p["now"]
        hidden_too = effect["effect"] in ("turn_up", "turn_over")
        return [
            card
            for card in self.candidates(effect["target"], source, now["event"], now["subject"])
            if self.fits_target(effect["target"], card, source, now["decider"], hidden_too)
            and self.is_subject(card, source, effect)
        ]

    def is_subject(self, card: Card, source: Card, effect: Json) -> bool:
        """SE-11.6a to SE-11.6e, SE-11.6g, SE-11.6h: the verb's own demand on its subject."""
        picture = self.picture()
        verb = effect["effect"]
        if verb == "turn_over":
            verb = "turn_down" if card["up"] else "turn_up"
        if verb == "turn_up":
            return not card["up"] and not self.is_protected(picture, card, "turn_up", "ability")
        if not card["up"]:
            return False
        if verb in ("turn_down", "rotate"):
            return not self.is_protected(picture, card, verb, "ability")
        if verb == "relocate":
            if self.kind(card) == "basepoint" or self.is_protected(picture, card, "relocate", "ability"):
                return False
            decider = self.p["now"]["decider"]
            return any(True for _ in self.destinations(card, source, effect.get("to", "any"), decider))
        if verb == "silence":
            return self.kind(card) != "basepoint" and len(self.abilities(card)) > 0
        return True  # guard

    def effect_placements(self) -> Iterator[tuple[str, int, int, int]]:
        """SE-11.6f, SE-8.11: the legal placements of the present effect `place`."""
        source, effect = self.now_effect()
        if self.p["phase"] == "end":
            return iter(())
        return self.placements(self.p["now"]["decider"], effect.get("card", {}), source, effect.get("to", "any"))

    def can_be_asked(self) -> bool:
        """SE-11.5 (1) with its exception, SE-8.6: does the present effect not fizzle?"""
        _, effect = self.now_effect()
        if effect["effect"] != "place":
            return bool(self.subjects())
        if any(True for _ in self.effect_placements()):
            return True
        hand = self.p["hands"][self.p["now"]["decider"]]
        return bool(effect.get("may", False) and hand and self.p["phase"] != "end")

    def start_effect(self) -> None:
        """SE-11.5 (1), (2): the effect begins, or the resolution is at its end."""
        now = self.p["now"]
        _, ability = self.now_ability()
        if now["effect"] == len(ability["do"]):
            self.p["now"] = None
            return
        if not self.can_be_asked():
            self.tell("fizzled", no=now["no"], ability=now["ability"], effect=now["effect"])
            self.next_effect()
        elif ability["do"][now["effect"]].get("may", False):
            now["stage"] = "use"
        else:
            self.take_subject()

    def next_effect(self) -> None:
        """SE-8.4: effect by effect."""
        self.p["now"]["effect"] += 1
        self.p["now"]["stage"] = "start"

    def take_subject(self) -> None:
        """SE-11.5 (3): the subject is given, or all are taken, or the decider is asked."""
        _, effect = self.now_effect()
        if effect["effect"] == "place":
            self.p["now"]["stage"] = "place"
        elif effect["target"]["where"] in GIVEN or effect.get("pick", "one") == "all":
            self.carry_out(self.subjects())
        else:
            self.p["now"]["stage"] = "target"

    def carry_out(self, cards: list[Card]) -> None:
        """SE-11.5 (4), SE-11.6: the verb, on one or several cards in order of age."""
        now = self.p["now"]
        _, effect = self.now_effect()
        verb = effect["effect"]
        now["subject"] = cards[0]["no"]
        if verb in ("rotate", "relocate"):
            now["stage"] = verb
            return
        if verb in ("turn_down", "turn_up", "turn_over"):
            before = self.faced_up()
            self.trigger(self.turn_cards([(card, []) for card in cards], now["decider"], "ability"), before)
        else:
            mark, word = ("guard", "guarded") if verb == "guard" else ("silence", "silenced")
            turns = effect.get("turns", "round")
            until = self.p["turn"] + (self.players() if turns == "round" else turns)
            for card in cards:
                # Reading: the later one holds for silence as well, and the event tells the turn that holds
                card[mark] = max(card[mark], until)
                self.tell(word, seat=now["decider"], no=card["no"], x=card["x"], y=card["y"], until=card[mark])
        self.next_effect()

    # ---------------------------------------------------------------------------------------------- SE-12 positions

    def make_new(self, options: Any, seed: Any, fate: Any) -> Json:
        """SE-12.4, SE-3.1, SE-3.2: the position in which a new match starts."""
        check_fields(options, (), (*OPTION_DEFAULTS, "elements", "decks", "cards", "basepoint"), "options")
        need(is_int(seed), "seed")
        need(isinstance(fate, list) and all(is_int(value, 0) for value in fate), "fate")
        kept: Json = {key: copy.deepcopy(options.get(key, value)) for key, value in OPTION_DEFAULTS.items()}
        if "elements" in options:
            need(isinstance(options["elements"], list), "elements")
            if "players" not in options:
                kept["players"] = len(options["elements"])
        check_options(kept)
        elements = copy.deepcopy(options.get("elements", list(ELEMENTS[: kept["players"]])))
        check_elements(elements, kept["players"])
        cards = copy.deepcopy(options.get("cards", self.card_set["cards"]))
        check_cards(cards)
        if "basepoint" in options:
            basepoint = options["basepoint"]
        elif "cards" in options:
            basepoint = min((card_id for card_id in cards if cards[card_id]["kind"] == "basepoint"), default=None)
        else:
            basepoint = self.card_set["basepoints"][0] if self.card_set["basepoints"] else None
        need(isinstance(basepoint, str) and basepoint in cards, "basepoint")
        need(cards[basepoint]["kind"] == "basepoint", "basepoint")
        if "decks" in options:
            decks = copy.deepcopy(options["decks"])
        else:
            decks = [list(self.card_set["basic"].get(element, [])) for element in elements]
        need(isinstance(decks, list) and len(decks) == kept["players"], "decks")
        shuffler = SplitMix(seed, list(fate))
        for deck, element in zip(decks, elements, strict=True):
            need(isinstance(deck, list), "deck")
            self.check_deck(deck, element, cards, kept["deck_rules"])
        for deck in decks:
            shuffler.shuffle(deck)
        return {
            "game": GAME,
            "version": 1,
            "options": kept,
            "to_act": kept["players"] - 1,
            "cards": cards,
            "elements": elements,
            "basepoint": basepoint,
            "phase": "basepoint",
            "turn": 0,
            "active": kept["players"] - 1,
            "final": False,
            "board": [],
            "hands": [[] for _ in elements],
            "decks": decks,
            "discards": [[] for _ in elements],
            "faces": [],
            "queue": [],
            "now": None,
            "used": [],
            "fate": shuffler.fate,
        }

    def read_position(self, sent: Any) -> Json:
        """SE-12.2, SE-12.3: checks the fields one by one and fills in what is left out."""
        check_fields(
            sent,
            ("game", "version", "cards", "elements", "phase", "turn", "active", "board"),
            OPTIONAL_FIELDS,
            "position",
        )
        sent = copy.deepcopy(sent)
        need(is_word(sent["game"], (GAME,)), "game")
        need(is_int(sent["version"], 1, 1), "version")
        check_fields(sent.get("options", {}), (), OPTION_DEFAULTS, "options")
        options: Json = {**copy.deepcopy(OPTION_DEFAULTS), **sent.get("options", {})}
        check_options(options)
        n = options["players"]
        check_elements(sent["elements"], n)
        cards = sent["cards"]
        check_cards(cards)
        need(is_word(sent["phase"], PHASES), "phase")
        need(is_int(sent["turn"], 0), "turn")
        need(is_int(sent["active"], 0, n - 1), "active")
        basepoint = sent.get("basepoint")
        if basepoint is not None:
            need(isinstance(basepoint, str) and basepoint in cards, "basepoint")
            need(cards[basepoint]["kind"] == "basepoint", "basepoint")
        piles = {}
        for pile in ("hands", "decks", "discards"):
            piles[pile] = sent.get(pile, [[] for _ in range(n)])
            need(isinstance(piles[pile], list) and len(piles[pile]) == n, pile)
            for ids in piles[pile]:
                need(isinstance(ids, list), pile)
                for card_id in ids:
                    need(isinstance(card_id, str) and card_id in cards, f"{pile}: unknown card {card_id!r}")
                    need(cards[card_id]["kind"] != "basepoint", f"{pile}: a basepoint")
        board = self.read_board(sent["board"], options, cards, sent["turn"])
        position = {
            "game": GAME,
            "version": 1,
            "options": options,
            "to_act": None,
            "cards": cards,
            "elements": sent["elements"],
            "basepoint": basepoint,
            "phase": sent["phase"],
            "turn": sent["turn"],
            "active": sent["active"],
            "final": sent.get("final", False),
            "board": board,
            **piles,
            "faces": sent.get("faces", []),
            "queue": sent.get("queue", []),
            "now": sent.get("now"),
            "used": sent.get("used", []),
            "fate": sent.get("fate", []),
        }
        need(isinstance(position["final"], bool), "final")
        need(isinstance(position["used"], list), "used")
        for entry in position["used"]:
            need(isinstance(entry, list) and len(entry) == 3, "used")
            need(is_int(entry[0], 0) and is_int(entry[1], 0) and (entry[2] is None or is_int(entry[2], 0)), "used")
        need(isinstance(position["fate"], list) and all(is_int(value, 0) for value in position["fate"]), "fate")
        self.check_pending(position)
        return position

    def read_board(self, sent: Any, options: Json, cards: Json, turn: int) -> list[Card]:
        """SE-12.2, SE-12.3: the placed cards with their defaults, in cell order."""
        need(isinstance(sent, list), "board")
        w, h = options["table"]
        board: list[Card] = []
        for given in sent:
            check_fields(given, ("x", "y", "card"), OPTIONAL_CARD_FIELDS, "a card of the board")
            need(is_int(given["x"], -(w // 2), w - 1 - w // 2), "x")
            need(is_int(given["y"], -(h // 2), h - 1 - h // 2), "y")
            need(isinstance(given["card"], str) and given["card"] in cards, "card of the board")
            card = {
                "x": given["x"],
                "y": given["y"],
                "card": given["card"],
                "r": given.get("r", 0),
                "up": given.get("up", True),
                "placer": given.get("placer", 0),
                "turn": given.get("turn", 0),
                "no": given.get("no"),
                "guard": given.get("guard", 0),
                "silence": given.get("silence", 0),
                "void": given.get("void", False),
            }
            need(is_int(card["r"], 0, 3), "r")
            need(isinstance(card["up"], bool), "up")
            need(is_int(card["placer"], 0, options["players"] - 1), "placer")
            need(is_int(card["turn"], 0, turn), "turn of a card")
            need("no" not in given or is_int(card["no"], 0), "no")
            need(is_int(card["guard"], 0) and is_int(card["silence"], 0), "guard, silence")
            need(isinstance(card["void"], bool), "void")
            need(not card["void"] or cards[card["card"]]["kind"] == "star", "void on a card that is no star")
            board.append(card)
        board.sort(key=lambda card: (card["x"], card["y"]))
        need(len({(card["x"], card["y"]) for card in board}) == len(board), "two cards in a cell")
        need(sum(1 for card in board if cards[card["card"]]["kind"] == "basepoint") <= 1, "more than one basepoint")
        numbered = [card for card in board if card["no"] is not None]
        need(len(numbered) in (0, len(board)), "serial numbers on some cards only")
        if not numbered:
            for number, card in enumerate(board):
                card["no"] = number
        need(len({card["no"] for card in board}) == len(board), "a serial number twice")
        return board

    def check_pending(self, position: Json) -> None:
        """SE-12.2, SE-12.3: the form of faces, queue and now, and what can be seen in them without the rules."""
        serials = {card["no"]: card for card in position["board"]}
        n = position["options"]["players"]

        def check_entry(entry: Json) -> Json:
            need(is_int(entry["no"]) and entry["no"] in serials, "no of a pending ability")
            abilities = position["cards"][serials[entry["no"]]["card"]].get("abilities", [])
            need(is_int(entry["ability"], 0, len(abilities) - 1), "index of a pending ability")
            ability: Json = abilities[entry["ability"]]
            need("when" in ability, "a static ability is never pending")
            # Reading: whether event, actor and decider are those that this ability would have had is not checked
            event = entry["event"]
            need(event is None or (is_int(event) and event in serials), "event of a pending ability")
            need(is_int(entry["actor"], 0, n - 1) and is_int(entry["decider"], 0, n - 1), "actor, decider")
            return ability

        entry_fields = ("no", "ability", "event", "actor", "decider")
        need(isinstance(position["faces"], list) and isinstance(position["queue"], list), "faces, queue")
        for face in position["faces"]:
            check_fields(face, ("no", "seat"), (), "faces")
            need(is_int(face["no"]) and face["no"] in serials, "faces: no")
            need(serials[face["no"]]["up"], "faces: a face-down card")
            need(is_int(face["seat"], 0, n - 1), "faces: seat")
        # Reading: a card waits for its rotation at most once; the order of the entries is not checked
        need(len({face["no"] for face in position["faces"]}) == len(position["faces"]), "faces: a card twice")
        for entry in position["queue"]:
            check_fields(entry, entry_fields, (), "queue")
            check_entry(entry)
        now = position["now"]
        if now is not None:
            check_fields(now, (*entry_fields, "effect", "stage", "subject"), (), "now")
            ability = check_entry(now)
            need(is_word(now["stage"], STAGES), "stage")
            need(is_int(now["effect"], 0, len(ability["do"]) - (0 if now["stage"] == "start" else 1)), "effect")
            subject = now["subject"]
            need(subject is None or (is_int(subject) and subject in serials), "subject")
            # Reading: `start` is only seen while a rotation is awaited, the other stages only while none is
            need((now["stage"] == "start") == bool(position["faces"]), "stage and faces")
            if now["stage"] != "start":
                effect = ability["do"][now["effect"]]
                verb = effect["effect"]
                need(now["stage"] != "use" or effect.get("may", False), "use without may")
                need(now["stage"] not in ("rotate", "relocate", "place") or now["stage"] == verb, "stage and effect")
                if now["stage"] == "target":
                    need(verb != "place", "place has no target")
                    need(effect["target"]["where"] not in GIVEN, "the subject is given")
                    need(effect.get("pick", "one") == "one", "all subjects are taken")
        if position["phase"] not in ("resolve", "end"):
            need(not position["faces"] and not position["queue"] and now is None, "pending fields in this phase")
        else:
            need(bool(position["faces"]) or now is not None, "nobody to decide")

    def check_decision(self, sent: Json) -> None:
        """SE-12.3: the demands that need the rules; self.p is the position on trial."""
        p = self.p
        if p["phase"] == "basepoint":
            need(not p["board"] and not any(p["hands"]) and all(p["decks"]), "phase basepoint: board, hands or decks")
            need(p["basepoint"] is not None and p["turn"] == 0, "phase basepoint: basepoint or turn")
            need(p["active"] == self.last_seat(), "phase basepoint: active")
        else:
            need(bool(p["board"]), "an empty board")
        need(p["phase"] in ("basepoint", "over") or p["turn"] >= 1, "turn 0")
        if p["phase"] == "place":
            need(bool(p["hands"][p["active"]]), "nothing to place")
            if "final" not in sent:
                p["final"] = self.is_final()
            need(p["options"]["mode"] == "full" or not self.is_stuck(), "half mode: no legal placement")
        if p["now"] is not None and p["now"]["stage"] != "start":
            if p["now"]["stage"] == "use":
                need(self.can_be_asked(), "use without a subject")
            elif p["now"]["stage"] in ("rotate", "relocate"):
                need(p["now"]["subject"] in [card["no"] for card in self.subjects()], "no legal subject")
            else:
                need(any(True for _ in self.list_actions()), "no legal action")
        if "to_act" in sent:
            given, right = sent["to_act"], self.to_act()
            need(given is None if right is None else is_int(given, right, right), "to_act")

    # ------------------------------------------------------------------------------------------------- SE-13 actions

    def list_actions(self) -> Iterator[str]:
        """SE-13.1: every action of the present decision, in no order."""
        p = self.p
        if p["phase"] == "basepoint":
            for x, y in self.cells():
                yield f"basepoint {x},{y}"
        elif p["phase"] == "place":
            stuck = True
            for card_id, x, y, r in self.placements(p["active"], {}, None, "any"):
                stuck = False
                yield f"place {card_id} {x},{y} r{r}"
            if stuck:  # SE-6.4; in half mode never asked
                for card_id in p["hands"][p["active"]]:
                    yield f"discard {card_id}"
        elif p["phase"] == "over":
            return
        elif p["faces"]:
            card = self.card_no(p["faces"][0]["no"])
            assert card is not None
            for r in range(4):
                yield f"face {card['x']},{card['y']} r{r}"
        else:
            yield from self.list_ability_actions()

    def list_ability_actions(self) -> Iterator[str]:
        """SE-13.1: the actions of the stages of an effect."""
        now = self.p["now"]
        source, effect = self.now_effect()
        if now["stage"] == "use":
            yield "pass"
            if effect["effect"] != "place" or any(True for _ in self.effect_placements()):
                yield "use"
        elif now["stage"] == "target":
            for card in self.subjects():
                yield f"target {card['x']},{card['y']}"
        elif now["stage"] == "place":
            for card_id, x, y, r in self.effect_placements():
                yield f"place {card_id} {x},{y} r{r}"
        else:
            subject = self.card_no(now["subject"])
            assert subject is not None
            if now["stage"] == "rotate":
                for r in range(4):
                    yield f"rotate {subject['x']},{subject['y']} r{r}"
            else:
                for x, y, r in self.destinations(subject, source, effect.get("to", "any"), now["decider"]):
                    yield f"relocate {x},{y} r{r}"

    def decide(self, words: list[str]) -> None:
        """SE-13.1: carries out a legal action."""
        p = self.p
        word = words[0]
        x = y = r = 0
        for part in words[1:]:
            if "," in part:
                x, y = (int(number) for number in part.split(","))
        if words[-1] in ("r0", "r1", "r2", "r3"):
            r = int(words[-1][1])
        if word == "basepoint":
            self.place_basepoint(x, y)
        elif word == "discard":  # SE-6.4, full mode
            self.tell("stuck", seat=p["active"])
            self.discard(p["active"], words[1])
            p["phase"] = "resolve"
        elif word == "place" and p["phase"] == "place":
            p["phase"] = "resolve"
            self.place_card(words[1], x, y, r, p["active"])
        elif word == "place":
            placed = self.place_card(words[1], x, y, r, p["now"]["decider"])
            p["now"]["subject"] = placed["no"]
            self.next_effect()
        elif word == "face":  # SE-5.7
            face = p["faces"].pop(0)
            card = self.card_no(face["no"])
            assert card is not None
            card["r"] = r
            self.tell("faced", seat=face["seat"], no=card["no"], x=x, y=y, r=r)
        elif word == "use":
            self.take_subject()
        elif word == "pass":
            now = p["now"]
            self.tell("declined", seat=now["decider"], no=now["no"], ability=now["ability"], effect=now["effect"])
            self.next_effect()
        elif word == "target":  # SE-8.7
            card = self.picture()[(x, y)]
            now = p["now"]
            self.tell("targeted", seat=now["decider"], no=now["no"], subject=card["no"], x=x, y=y)
            self.carry_out([card])
        elif word == "rotate":
            self.rotate_card(r)
        else:
            self.relocate_card(x, y, r)

    def place_basepoint(self, x: int, y: int) -> None:
        """SE-3.4, SE-3.7: the basepoint, the first hands, the first turn."""
        p = self.p
        base = self.new_card(p["basepoint"], self.last_seat())
        base["x"], base["y"] = x, y
        p["board"].append(base)
        self.tell("basepoint", seat=self.last_seat(), card=base["card"], x=x, y=y)
        for seat in range(self.players()):
            self.draw(seat, 2 if p["options"]["mode"] == "half" else 4)
        self.start_turn(0)

    def rotate_card(self, r: int) -> None:
        """SE-11.6d, SE-5.5: the subject is rotated; its sides work on nobody."""
        now = self.p["now"]
        card = self.card_no(now["subject"])
        assert card is not None
        before = self.faced_up()
        card["r"] = r
        self.tell("rotated", seat=now["decider"], no=card["no"], x=card["x"], y=card["y"], r=r)
        self.trigger([{"what": "rotated", "no": card["no"], "actor": now["decider"], "cause": "ability"}], before)
        self.next_effect()

    def relocate_card(self, x: int, y: int, r: int) -> None:
        """SE-8.10, SE-11.6e: the subject is lifted and put down elsewhere; its sides act."""
        now = self.p["now"]
        card = self.card_no(now["subject"])
        assert card is not None
        before = self.faced_up()
        old = [card["x"], card["y"]]
        card["x"], card["y"], card["r"] = x, y, r
        seat = now["decider"]
        self.tell("relocated", seat=seat, no=card["no"], card=card["card"], **{"from": old}, x=x, y=y, r=r)
        self.put_down(card, seat, "relocated", "relocation", before)
        self.next_effect()

    def go_on(self) -> None:
        """SE-13.3, SE-8.4: runs all steps without a choice, up to the next decision or the end."""
        p = self.p
        while p["phase"] in ("resolve", "end") and not p["faces"]:
            if p["now"] is not None:
                if p["now"]["stage"] != "start":
                    return
                self.start_effect()
            elif p["queue"]:
                entry = p["queue"].pop(0)
                p["now"] = {**entry, "effect": 0, "stage": "start", "subject": None}
                self.tell("resolving", no=entry["no"], ability=entry["ability"], seat=entry["decider"])
            elif p["phase"] == "resolve":
                self.finish_turn()
            else:
                self.finish_game()


# ------------------------------------------------------------------------------------------------------ the protocol


def main() -> None:
    """Reads requests from stdin and writes replies to stdout until the input ends."""
    parser = argparse.ArgumentParser(description="A slow referee for Space Editor that speaks the protocol.")
    parser.add_argument("--set", help="a card set file, the default of `new`")
    arguments = parser.parse_args()
    card_set = None if arguments.set is None else json.loads(Path(arguments.set).read_text(encoding="utf-8"))
    Server(NaiveSpaceEditor(card_set), GAME).serve()


if __name__ == "__main__":
    main()

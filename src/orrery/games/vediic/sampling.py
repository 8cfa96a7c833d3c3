"""Worlds that a seat cannot tell from the true one: `sample(view, seen, fate)` for Vediic.

Hidden are only the hands of other seats (VE-17.1). All that goes into a hand or out of it is public, but for thefts
between two other seats, whose colour is not seen (VE-16.3). So a world is told by which card each such theft took.

Prior: each card of the victim's hand is as likely as any other (VE-11.15), and what players choose tells nothing beyond
what they show: who plays a card held it, and with `pass_rule` none who passes had no move (VE-11.11). Where the match
began from a position, each hidden card is as likely to lie in any place of the hidden hands then. The worlds are
weighted by the number of ways in which the thefts can have gone; so drawing by weight is uniform over those ways.

Bound: the hands are followed exactly through all events while no more than MOST different worlds are possible; beyond
that MOST of them are kept, picked evenly by weight. If the events do not fit the view, or no kept world fits an event,
the hidden cards are dealt out at random by the sizes of the view.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import comb
from operator import add
from typing import Any, Final

from orrery.core.clause import covers
from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Sampler
from orrery.core.notation import digest
from orrery.games.vediic.board import PROMOTED, UNPLACED
from orrery.games.vediic.cards import COLOR_INDEX, COLORS, ORANGE, PURPLE, WHOLE, YELLOW, counts_of, size_of
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.loading import load
from orrery.games.vediic.rules.moves import add_moves

MOST: Final = 1000

Worlds = dict[tuple[int, ...], int]
"""The hidden hands, in seat order, and the number of ways that lead to them."""


def to_pile(counts: JsonObject) -> int:
    """A map from colour to count as a pile; other keys do not matter."""
    return sum([counts[name] << 4 * color for color, name in enumerate(COLORS)])


def pile_of_names(names: list[str]) -> int:
    """A list of cards as a pile."""
    return sum([1 << 4 * COLOR_INDEX[name] for name in names])


class Change:
    """What an event did to a hand in the open: cards that left it and cards that came."""

    __slots__ = ("came", "left", "seat")

    def __init__(self, seat: int, left: int, came: int) -> None:
        self.seat = seat
        self.left = left
        self.came = came


def change_of(event: JsonObject, name: str) -> Change | None:
    """VE-16.1: the change of a hand that an event tells; None if it tells none, or is a theft."""
    if name == "reward":
        return Change(event["seat"], 0, event["count"] << 4 * COLOR_INDEX[event["planet"]])
    if name == "move":
        return Change(event["seat"], pile_of_names(event["cards"]), 0) if event["cards"] else None
    if name == "pay":
        return Change(event["seat"], pile_of_names([event["color"]]), 0)
    if name == "trade":
        return Change(event["seat"], pile_of_names(event["gave"]), pile_of_names([event["got"]]))
    if name == "take":
        return Change(event["seat"], 0, pile_of_names(event["cards"]))
    if name == "charity":
        return Change(event["seat"], 0, pile_of_names([event["color"]]))
    if name == "donate":
        return Change(event["seat"], pile_of_names(event["cards"]), 0)
    if name == "shield":
        return Change(event["seat"], 1 << 4 * ORANGE, 0)
    if name == "purple":
        return Change(event["seat"], 1 << 4 * PURPLE, 0)
    if name == "skip" or name == "again":
        return Change(event["seat"], 1 << 4 * YELLOW, 0)
    return None


SILENT: Final = frozenset(
    {"planet_move", "planet_roll", "turn", "end", "round", "owes", "spared", "shortage", "order_roll", "over"}
)
"""Events that tell nothing of hands and pawns: most of a match."""


def has_cards(hand: int, cards: int) -> bool:
    """Does the hand hold all these cards?"""
    return all(hand >> shift & 15 >= cards >> shift & 15 for shift in range(0, 28, 4))


class Tracker:
    """Follows the hidden hands through the events a seat has seen."""

    def __init__(self, template: VediicState, hidden: list[int], pool: list[int], sizes: list[int]) -> None:
        self.shadow = template.clone()
        self.slot: dict[int, int] = {seat: i for i, seat in enumerate(hidden)}
        self.pool = pool[:]
        """How many cards of each colour the hidden hands hold together."""
        self.sizes = sizes[:]
        self.worlds: Worlds = {}
        """With hands that lack what all worlds have in common: see `common`."""
        self.common: list[int] = [0] * len(hidden)
        """By hidden hand: what came in the open, less what left; the same in all worlds, of which there may be many."""
        self.fate = Fate()

    def follow(self, seen: list[JsonObject], seed: int) -> Worlds:
        """The worlds that fit; empty if the events do not fit the view."""
        self.fate = Fate(seed)
        steps: list[tuple[JsonObject, Change | None]] = []
        for event in seen:
            name = event["event"]
            if name not in SILENT:
                change = change_of(event, name)
                steps.append((event, change if change is not None and change.seat in self.slot else None))
        for event, change in reversed(steps):
            self._rewind(event, change)
        if min(self.pool) < 0 or min(self.sizes) < 0 or sum(self.pool) != sum(self.sizes):
            return {}
        self.worlds = self._deals()
        for event, change in steps:
            if not self.worlds:
                break
            self._apply(event, change)
            if len(self.worlds) > MOST:
                self._thin()
        return {tuple(map(add, hands, self.common)): weight for hands, weight in self.worlds.items()}

    def _rewind(self, event: JsonObject, change: Change | None) -> None:
        """Takes back what an event did in the open: to the sizes and the colours of the hidden hands and to pawns."""
        name = event["event"]
        if name == "steal":
            self._rewind_theft(event)
            return
        if name in ("move", "displace", "put", "promote"):
            place = event["from"] if "from" in event else event["circle"]
            index = 2 * event["seat"] + event["pawn"]
            self.shadow.pawns[index] = UNPLACED if name == "put" else self.shadow.board.index[place]
        if change is not None:
            self.sizes[self.slot[change.seat]] += size_of(change.left) - size_of(change.came)
            for color in range(7):
                self.pool[color] += (change.left >> 4 * color & 15) - (change.came >> 4 * color & 15)

    def _rewind_theft(self, event: JsonObject) -> None:
        thief, victim = event["seat"], event["victim"]
        for seat, step in ((thief, -1), (victim, 1)):
            if seat in self.slot:
                self.sizes[self.slot[seat]] += step
                if event["color"] is not None:
                    self.pool[COLOR_INDEX[event["color"]]] += step

    def _deals(self) -> Worlds:
        """All ways of dealing the pool to the hidden hands; if there are too many, some of them at random."""
        worlds: Worlds = {(0,) * len(self.sizes): 1}
        for color in range(7):
            if self.pool[color]:
                grown: Worlds = {}
                for hands, weight in worlds.items():
                    self._deal_color(hands, 0, color, self.pool[color], weight, grown)
                if len(grown) > MOST:
                    return self._random_deals()
                worlds = grown
        return {hands: weight for hands, weight in worlds.items() if [size_of(hand) for hand in hands] == self.sizes}

    def _deal_color(
        self, hands: tuple[int, ...], slot: int, color: int, count: int, weight: int, grown: Worlds
    ) -> None:
        """Deals so many cards of a colour to the hands from `slot` on, each way weighted by the choices of cards."""
        if slot == len(hands):
            if not count:
                grown[hands] = grown.get(hands, 0) + weight
            return
        room = self.sizes[slot] - size_of(hands[slot])
        for part in range(min(room, count) + 1):
            filled = (*hands[:slot], hands[slot] + (part << 4 * color), *hands[slot + 1 :])
            self._deal_color(filled, slot + 1, color, count - part, weight * comb(count, part), grown)

    def _random_deals(self) -> Worlds:
        worlds: Worlds = {}
        for _ in range(MOST):
            hands = deal(self.pool, self.sizes, self.fate)
            worlds[hands] = worlds.get(hands, 0) + 1
        return worlds

    def _apply(self, event: JsonObject, change: Change | None) -> None:
        """Goes on by one event: worlds that do not fit it are dropped."""
        name = event["event"]
        if name == "steal":
            self._steal(event)
            return
        if name in ("move", "displace", "put"):
            place = event["to"] if "to" in event else event["circle"]
            self.shadow.pawns[2 * event["seat"] + event["pawn"]] = self.shadow.board.index[place]
        elif name == "promote":
            self.shadow.pawns[2 * event["seat"] + event["pawn"]] = PROMOTED
        elif name == "pass" and self.shadow.setting.pass_needs_no_move and event["seat"] in self.slot:
            self._pass(event["seat"])
            return
        if change is not None:
            self._change(self.slot[change.seat], change.left, change.came)

    def _change(self, slot: int, left: int, came: int) -> None:
        common = self.common[slot]
        if left:
            lacking = {hand for hand in self._hands(slot) if not has_cards(hand + common, left)}
            if lacking:
                self.worlds = {hands: weight for hands, weight in self.worlds.items() if hands[slot] not in lacking}
        self.common[slot] = common - left + came

    def _hands(self, slot: int) -> set[int]:
        """What one hand is in all the worlds, less what they have in common."""
        return {hands[slot] for hands in self.worlds}

    def _steal(self, event: JsonObject) -> None:
        """VE-11.15: each card of the victim's hand is as likely as any other."""
        thief, victim = self.slot.get(event["seat"], -1), self.slot.get(event["victim"], -1)
        colors = range(7) if event["color"] is None else [COLOR_INDEX[event["color"]]]
        common = 0 if victim < 0 else self.common[victim]
        worlds: Worlds = {}
        for hands, weight in self.worlds.items():
            for color in colors:
                ways = 1 if victim < 0 else hands[victim] + common >> 4 * color & 15
                if ways:
                    after = list(hands)
                    if victim >= 0:
                        after[victim] -= 1 << 4 * color
                    if thief >= 0:
                        after[thief] += 1 << 4 * color
                    key = tuple(after)
                    worlds[key] = worlds.get(key, 0) + weight * ways
        if len(worlds) == 1:
            worlds = dict.fromkeys(worlds, 1)
        self.worlds = worlds

    def _pass(self, seat: int) -> None:
        """VE-11.11: by the option, who passes had no move with the cards in hand."""
        shadow, slot = self.shadow, self.slot[seat]
        shadow.moved = 0
        able: set[int] = set()
        for hand in self._hands(slot):
            shadow.hands[seat] = hand + self.common[slot]
            legal: list[int] = []
            add_moves(shadow, seat, legal)
            if legal:
                able.add(hand)
        self.worlds = {hands: weight for hands, weight in self.worlds.items() if hands[slot] not in able}

    def _thin(self) -> None:
        """Keeps at most MOST worlds, picked evenly by weight."""
        total = sum(self.worlds.values())
        point = self.fate.draw(total)
        worlds: Worlds = {}
        reached = 0
        for hands, weight in self.worlds.items():
            reached += weight * MOST
            hits = (reached - point + total - 1) // total if reached > point else 0
            if hits:
                worlds[hands] = hits
                point += hits * total
        self.worlds = worlds


def deal(pool: list[int], sizes: list[int], fate: Fate) -> tuple[int, ...]:
    """The cards of a pool dealt at random to hands of these sizes."""
    cards = [color for color in range(7) for _ in range(pool[color])]
    fate.shuffle(cards)
    hands: list[int] = []
    for size in sizes:
        hands.append(sum([1 << 4 * color for color in cards[:size]]))
        del cards[:size]
    return tuple(hands)


class VediicSampler(Sampler):
    """Draws worlds for the seat that a view belongs to; a spectator's view works as well."""

    def __init__(self, view: JsonObject, seen: list[JsonObject]) -> None:
        players: list[Any] = view["players"]
        self.hidden: list[int] = [seat for seat, row in enumerate(players) if isinstance(row["hand"], int)]
        self.sizes: list[int] = [players[seat]["hand"] for seat in self.hidden]
        known = to_pile(view["supply"]) + to_pile(view["charity"])
        known += sum([to_pile(row["hand"]) for row in players if not isinstance(row["hand"], int)])
        self.pool: list[int] = counts_of(WHOLE - known)
        self.template: VediicState = self._fill(view)
        worlds: Worlds = {}
        if len(self.hidden) == 1:
            worlds = {(WHOLE - known,): 1}
        elif self.hidden:
            tracker = Tracker(self.template, self.hidden, self.pool, self.sizes)
            worlds = tracker.follow(seen, int(digest(view)[:16], 16))
        self.worlds: list[tuple[int, ...]] = list(worlds)
        self.reached: list[int] = list(accumulate(worlds.values()))

    def _fill(self, view: JsonObject) -> VediicState:
        """The state of the view, the hidden cards dealt out anyhow."""
        left = [color for color in range(7) for _ in range(self.pool[color])]
        position = dict(view)
        position["players"] = players = [dict(row) for row in view["players"]]
        for seat in self.hidden:
            size = players[seat]["hand"]
            players[seat]["hand"] = {name: left[:size].count(color) for color, name in enumerate(COLORS)}
            del left[:size]
        position["fate"] = []
        return load(position, Fate())

    def draw(self, fate: Fate) -> VediicState:
        """VE-17.3: a world in which the hidden hands are as they may be."""
        world = self.template.clone()
        world.fate = Fate(fate.draw(1 << 32))
        world.legal = None
        if not self.hidden:
            return world
        if self.worlds:
            hands = self.worlds[bisect_right(self.reached, fate.draw(self.reached[-1]))]
        else:
            hands = deal(self.pool, self.sizes, fate)
        for seat, hand in zip(self.hidden, hands, strict=True):
            world.hands[seat] = hand
        return world


covers(Tracker, "VE-17.3")

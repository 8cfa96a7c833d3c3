"""A state of Space Editor as the mind sees it: every lying card studied once, and the features of the seats.

By which sides could a card still fall, and how likely is it that somebody has what it takes? That is its *hazard*.
Scores, stocks and hazards are worked out once for all seats.
"""

from __future__ import annotations

from typing import Final

from orrery.games.space_editor.cards.card import (
    BLANK,
    CODE_BITS,
    CODE_MASK,
    FACE_DOWN,
    GRAVITY,
    KINETIC,
    NUCLEAR,
    CardSet,
)
from orrery.games.space_editor.rules.abilities import BY_ENERGY, GAME_END, WORTH
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.placing import FROM_TURN_DOWN, is_protected
from orrery.games.space_editor.rules.scoring import pairs, values
from orrery.games.space_editor.rules.state import NOBODY
from orrery.games.space_editor.rules.state import PLACE as PLACE_PHASE

# There is no feature for stars still in hand and deck, on purpose. They foretell results of finished matches well (what
# is not placed cannot have fallen), but a value fitted with them lost to hand-made weights at the table.

FEATURES: Final = (
    # Points now. The weight of a lead grows as the cards run out: a little all the time, steeply at the very end.
    "score",
    "score_late",
    "score_end",
    # Points in danger: what stars are worth times their hazard, once flat and once times the share of cards left; what
    # the rivals' hands could turn down; the most that the next placement could turn down.
    "hazard",
    "hazard_left",
    "threat",
    "threat_next",
    # Points that may come back: stars lying face down times the kinetic energy left, what the own hand could turn up,
    # the most that the next placement could turn up.
    "hope",
    "revival",
    "revival_next",
    # Pairs: the best that the own hand could make at once, and what open marks promise with the marks left.
    "pair_now",
    "pair_hope",
    # Tools left in hand and deck: kinetic sides, and the strongest nuclear side of each card.
    "kinetic",
    "punch",
    # Own ability cards awake on the table: those that work at the end, and all others.
    "endings",
    "abilities",
    # The seat that places next, and the seat that places last.
    "turn",
    "last",
)

STRONGEST: Final = 24
"""Nuclear values above this are taken as this."""


class Facts:
    """What the mind asks of the cards of a set, worked out once."""

    __slots__ = (
        "binary",
        "cards",
        "code",
        "different",
        "gravity",
        "hurt",
        "kinetic",
        "mark",
        "planet",
        "rank",
        "revalues",
        "strongest",
        "twin",
        "wakes",
    )

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        sides = [card.sides for card in cards.cards]
        self.code: list[int] = [side.code for row in sides for side in row]
        """Four for each card, as printed: see cards.py."""
        self.hurt: list[int] = [NUCLEAR + side.value for row in sides for side in row]
        """A side is beaten by nuclear codes above this."""
        self.rank: list[int] = [min(side.value, STRONGEST) for row in sides for side in row]
        """The value of a side, for odds."""
        self.mark: list[bool] = [side.mark for row in sides for side in row]
        self.binary: list[bool] = [any(side.mark for side in row) for row in sides]
        self.kinetic: list[bool] = [any(side.code == KINETIC for side in row) for row in sides]
        self.gravity: list[bool] = [any(side.code == GRAVITY for side in row) for row in sides]
        self.strongest: list[int] = [max([side.value if side.code > GRAVITY else 0 for side in row]) for row in sides]
        """The highest nuclear value of each card."""
        self.planet: list[bool] = [card.kind == "planet" for card in cards.cards]
        self.wakes: list[int] = [0] * len(sides)
        """0: no triggered ability; 1: some; 2: one that works at the end of the game."""
        for card, triggers in enumerate(cards.triggers):
            for trigger in triggers:
                self.wakes[card] = 2 if trigger.event == GAME_END else max(1, self.wakes[card])
        self.revalues: list[bool] = [any(static.kind == WORTH for static in row) for row in cards.statics]
        """Does it change what stars are worth?"""
        self.twin: list[int] = []
        """Four for each card: the least rotation in which it looks the same as in this one."""
        for row in sides:
            texts = [(side.code, side.value, side.mark) for side in row]
            turned = [[texts[(d - r) & 3] for d in range(4)] for r in range(4)]
            self.twin += [turned.index(way) for way in turned]
        self.different: list[int] = []
        """For each card the rotations in which it looks different from all lesser ones, as bits."""
        for card in range(len(sides)):
            self.different.append(sum([1 << r for r in range(4) if self.twin[card * 4 + r] == r]))


class Odds:
    """How likely a card of the rivals has what it takes to turn a star down: a kinetic side, a gravity side, a nuclear
    side above a value.
    """

    __slots__ = ("gravity", "kinetic", "strong")

    def __init__(self) -> None:
        self.kinetic: float = 0.0
        self.gravity: float = 0.0
        self.strong: list[float] = [0.0] * (STRONGEST + 1)
        """By the value that must be exceeded."""


class Stock:
    """What a seat still has in hand and deck."""

    __slots__ = ("binary", "cards", "gravity", "kinetic", "punch", "strong")

    def __init__(self) -> None:
        self.cards: int = 0
        self.kinetic: int = 0
        self.gravity: int = 0
        self.binary: int = 0
        """Points of stars with marks."""
        self.punch: int = 0
        self.strong: list[int] = [0] * (STRONGEST + 1)
        """By their highest nuclear value."""

    def add(self, facts: Facts, card: int) -> None:
        """One more card."""
        self.cards += 1
        if facts.kinetic[card]:
            self.kinetic += 1
        if facts.gravity[card]:
            self.gravity += 1
        strongest = facts.strongest[card]
        if strongest:
            self.strong[min(strongest, STRONGEST)] += 1
        vp = facts.cards.vp[card]
        if vp:
            if facts.binary[card]:
                self.binary += vp
        else:
            self.punch += strongest


class Lying:
    """A placed card as the mind sees it."""

    __slots__ = (
        "card",
        "cell",
        "contacts",
        "hazard",
        "owner",
        "pairs",
        "placer",
        "pulled",
        "ready_g",
        "ready_n",
        "rotation",
        "safe",
        "slot",
        "up",
        "value",
        "worth",
    )

    def __init__(self, slot: int, card: int, facing: int, cell: int, contacts: int, placer: int) -> None:
        self.slot = slot
        self.card = card
        self.rotation: int = facing & 3
        self.up: bool = not facing & FACE_DOWN
        self.cell = cell
        self.contacts = contacts
        self.placer = placer
        self.owner: int = NOBODY
        """The seat that a star scores for; -1 for other cards and void stars."""
        self.value: int = 0
        """Points of a star: as they count if it lies face up, else as printed."""
        self.worth: float = 0.0
        """What the owner would lose if it were turned down: points, in pairs more than its own."""
        self.pairs: int = 0
        self.pulled: int = 0
        """Blank sides that touch gravity."""
        self.ready_n: bool = False
        """Would one more nuclear side beaten turn it down?"""
        self.ready_g: bool = False
        """Would one more gravity side beaten turn it down?"""
        self.hazard: float = 0.0
        """How likely one card of the rivals after the other could turn it down as it lies."""
        self.safe: bool = False
        """Is it protected or guarded against energies?"""


def study(facts: Facts, lying: Lying, odds: Odds | None) -> None:
    """Finds out by which sides a face-up card could fall (SE-5.2)."""
    code, hurt, rank = facts.code, facts.hurt, facts.rank
    base = lying.card * 4
    rotation, contacts = lying.rotation, lying.contacts
    n_open = g_open = n_held = g_held = blanks = pulled = 0
    n_odds = g_odds = 1.0
    for d in range(4):
        at = base + ((d - rotation) & 3)
        own = code[at]
        theirs = contacts >> (CODE_BITS * d) & CODE_MASK
        if own == BLANK:
            if theirs == 0:
                blanks += 1
            elif theirs == GRAVITY:
                pulled += 1
        elif own > GRAVITY:
            if theirs == 0:
                n_open += 1
                if odds is not None:
                    n_odds *= odds.strong[rank[at]]
            elif theirs <= hurt[at]:
                n_held += 1
        elif own == GRAVITY:
            if theirs == 0:
                g_open += 1
                if odds is not None:
                    g_odds *= odds.strong[rank[at]]
            elif theirs <= hurt[at]:
                g_held += 1
    lying.pulled = pulled
    lying.ready_n = n_held == 0 and n_open == 1
    lying.ready_g = g_held == 0 and g_open == 1
    if odds is None:
        return
    stands = 1.0
    if n_open and not n_held:
        stands *= 1.0 - n_odds
    if g_open and not g_held:
        stands *= 1.0 - g_odds
    if blanks:
        stands *= 1.0 - min(odds.kinetic * blanks, 1.0)
        if pulled:
            stands *= 1.0 - min(odds.gravity * blanks, 1.0)
        elif blanks > 1:
            stands *= 1.0 - odds.gravity * odds.gravity
    lying.hazard = 1.0 - stands


class Survey:
    """A state as the mind sees it: every lying card studied, the scores, what the seats have left."""

    __slots__ = ("facts", "left", "lying", "odds", "progress", "scores", "stars", "state", "stocks")

    def __init__(self, facts: Facts, state: SpaceEditorState) -> None:
        self.facts = facts
        self.state = state
        seats = state.setting.seats
        self.stocks: list[Stock] = []
        gone = 0
        self.left: int = 0
        for seat in range(seats):
            stock = Stock()
            for card in state.hands[seat]:
                stock.add(facts, card)
            for card in state.decks[seat]:
                stock.add(facts, card)
            self.stocks.append(stock)
            gone += len(state.discards[seat])
            self.left += stock.cards
        placed = len(state.universe.stones)
        self.progress: float = 1.0 - self.left / max(1, self.left + placed + gone)
        self.odds: list[Odds] = [self._odds(seat) for seat in range(seats)]
        self.scores: list[int] = [0] * seats
        self.lying: list[Lying] = []
        self.stars: dict[int, int] = {}
        """The stars that count, with their values."""
        self._lay()
        self._score()

    def _odds(self, seat: int) -> Odds:
        """What the rivals of a seat have."""
        odds = Odds()
        cards = kinetic = gravity = 0
        strong: list[int] = [0] * (STRONGEST + 1)
        for other, stock in enumerate(self.stocks):
            if other != seat:
                cards += stock.cards
                kinetic += stock.kinetic
                gravity += stock.gravity
                for value in range(1, STRONGEST + 1):
                    if stock.strong[value]:
                        strong[value] += stock.strong[value]
        if cards:
            odds.kinetic = kinetic / cards
            odds.gravity = gravity / cards
            count = 0
            for value in range(STRONGEST, -1, -1):
                odds.strong[value] = count / cards
                count += strong[value]
        return odds

    def _lay(self) -> None:
        """Studies the cards one by one."""
        state, facts = self.state, self.facts
        universe = state.universe
        cards = facts.cards
        owners = state.setting.owner
        changed = False
        for slot, stone in enumerate(universe.stones):
            card = stone.card
            if facts.revalues[card]:
                changed = True
            lying = Lying(
                slot, card, universe.facing[slot], universe.cells[slot], universe.contacts[slot], stone.placer
            )
            odds: Odds | None = None
            if cards.is_star[card] and not universe.void >> slot & 1:
                owner = owners[cards.element[card]]
                lying.owner = owner
                if lying.up:
                    self.stars[slot] = cards.vp[card]
                if owner != NOBODY:
                    lying.value = cards.vp[card]
                    odds = self.odds[owner]
            if lying.up:
                study(facts, lying, odds)
                if lying.hazard > 0.0 and is_protected(state, slot, FROM_TURN_DOWN, BY_ENERGY):
                    lying.safe = True
                    lying.hazard = 0.0
            self.lying.append(lying)
        if changed:
            self.stars = values(state)

    def _score(self) -> None:
        """SE-9: the scores, and what each star is worth to its owner."""
        state, lying, stars = self.state, self.lying, self.stars
        for slot, value in stars.items():
            lying[slot].value = value
        element = self.facts.cards.element
        found = pairs(state, stars)
        for one, two in found:
            lying[one].pairs += 1
            lying[two].pairs += 1
        for slot, value in stars.items():
            star = lying[slot]
            if not star.pairs and star.owner != NOBODY:
                star.worth = float(value)
                self.scores[star.owner] += value
        for one, two in found:
            first, second = lying[one], lying[two]
            if element[first.card] == element[second.card]:
                product = first.value * second.value
                if first.owner != NOBODY:
                    self.scores[first.owner] += product
                first.worth += product - (second.value if second.pairs == 1 else 0)
                second.worth += product - (first.value if first.pairs == 1 else 0)
            else:
                for star in (first, second):
                    if star.owner != NOBODY:
                        self.scores[star.owner] -= star.value
                    star.worth -= star.value

    def next_placer(self) -> int:
        """The seat that places the next card from its hand, abilities aside."""
        state = self.state
        if state.phase == PLACE_PHASE:
            return state.active
        return (state.active + 1) % state.setting.seats

    def rows(self) -> list[list[float]]:
        """The features of all seats."""
        state, facts = self.state, self.facts
        seats = state.setting.seats
        p = self.progress
        left = 1.0 - p
        steep = p * p * p
        steep *= steep
        placer = self.next_placer()
        share = 1.0 if state.setting.full else 0.5
        hazard = [0.0] * seats
        threat = [0.0] * seats
        threat_next = [0.0] * seats
        hope = [0.0] * seats
        revival = [0.0] * seats
        revival_next = [0.0] * seats
        pair_now = [0.0] * seats
        pair_hope = [0.0] * seats
        endings = [0.0] * seats
        listeners = [0.0] * seats
        for star in self.lying:
            owner = star.owner
            if owner == NOBODY:
                if star.up and facts.wakes[star.card]:
                    if facts.wakes[star.card] == 2:
                        endings[star.placer] += 1.0
                    else:
                        listeners[star.placer] += 1.0
                continue
            if not star.up:
                hope[owner] += star.value * min(1.0, self.stocks[owner].kinetic * 0.5)
                if self.stocks[owner].kinetic and self.may_rise(star, owner):
                    revival[owner] += star.value
                    if owner == placer:
                        revival_next[owner] = max(revival_next[owner], float(star.value))
                continue
            if facts.binary[star.card] and self.stocks[owner].binary:
                self._weigh_marks(star, pair_now, pair_hope)
            if star.hazard <= 0.0:
                continue
            hazard[owner] += star.worth * star.hazard
            for seat in range(seats):
                if seat != owner and self.may_fall(star, seat):
                    threat[owner] += star.worth
                    if seat == placer and star.worth > threat_next[owner]:
                        threat_next[owner] = star.worth
        found: list[list[float]] = []
        for seat in range(seats):
            stock = self.stocks[seat]
            score = self.scores[seat] / 10.0
            found.append(
                [
                    score,
                    score * p,
                    score * steep,
                    hazard[seat] / 10.0,
                    hazard[seat] * left / 10.0,
                    threat[seat] / 10.0,
                    threat_next[seat] / 5.0,
                    hope[seat] / 10.0,
                    revival[seat] / 10.0,
                    revival_next[seat] / 5.0,
                    pair_now[seat] / 10.0,
                    pair_hope[seat] / 10.0,
                    stock.kinetic * share / 4.0,
                    stock.punch * share / 30.0,
                    endings[seat],
                    listeners[seat] / 3.0,
                    1.0 if seat == placer else 0.0,
                    p if seat == state.setting.last else 0.0,
                ]
            )
        return found

    def may_fall(self, star: Lying, seat: int) -> bool:
        """Could a card in this hand turn the star down at once?"""
        state, facts = self.state, self.facts
        cards, code = facts.cards, facts.code
        hand = state.hands[seat]
        if not hand:
            return False
        open, steps = state.universe.open, state.setting.grid.steps
        for d in range(4):
            if star.contacts >> (CODE_BITS * d) & CODE_MASK:
                continue
            at = star.card * 4 + ((d - star.rotation) & 3)
            own = code[at]
            if own == KINETIC or (own > GRAVITY and not star.ready_n) or (own == GRAVITY and not star.ready_g):
                continue
            kind = open.get(star.cell + steps[d])
            if kind is None:
                continue
            need = facts.hurt[at]
            for card in hand:
                if own == BLANK:
                    if not facts.kinetic[card] and not (star.pulled and facts.gravity[card]):
                        continue
                elif NUCLEAR + facts.strongest[card] <= need:
                    continue
                mask = cards.mask_on(card, kind)
                for r in range(4):
                    if mask >> r & 1:
                        shown = code[card * 4 + ((d + 2 - r) & 3)]
                        if own != BLANK:
                            if shown > need:
                                return True
                        elif shown == KINETIC or (shown == GRAVITY and star.pulled):
                            return True
        return False

    def may_rise(self, star: Lying, seat: int) -> bool:
        """Could a card in this hand turn the face-down star up at once?"""
        state, facts = self.state, self.facts
        open, steps = state.universe.open, state.setting.grid.steps
        for card in state.hands[seat]:
            if not facts.kinetic[card]:
                continue
            for d in range(4):
                if star.contacts >> (CODE_BITS * d) & CODE_MASK:
                    continue
                kind = open.get(star.cell + steps[d])
                if kind is None:
                    continue
                mask = facts.cards.mask_on(card, kind)
                for r in range(4):
                    if mask >> r & 1 and facts.code[card * 4 + ((d + 2 - r) & 3)] == KINETIC:
                        return True
        return False

    def _weigh_marks(self, star: Lying, pair_now: list[float], pair_hope: list[float]) -> None:
        """What the open marks of a star promise its owner."""
        state, facts = self.state, self.facts
        owner = star.owner
        cards = facts.cards
        open, steps = state.universe.open, state.setting.grid.steps
        for d in range(4):
            if star.contacts >> (CODE_BITS * d) & CODE_MASK:
                continue
            if not facts.mark[star.card * 4 + ((d - star.rotation) & 3)]:
                continue
            kind = open.get(star.cell + steps[d])
            if kind is None:
                continue
            stock = self.stocks[owner]
            pair_hope[owner] += star.value * stock.binary / (8.0 + stock.cards)
            single = 0 if star.pairs else star.value
            for card in state.hands[owner]:
                if not facts.binary[card] or cards.element[card] != cards.element[star.card]:
                    continue
                gain = cards.vp[card] * star.value - single
                if gain <= pair_now[owner]:
                    continue
                mask = cards.mask_on(card, kind)
                for r in range(4):
                    if mask >> r & 1 and facts.mark[card * 4 + ((d + 2 - r) & 3)]:
                        pair_now[owner] = float(gain)

"""A decision of Space Editor at first sight: the traits of its actions, without carrying them out.

All of them come from one survey of the state and one pass over the cells that an action touches.
"""

from __future__ import annotations

from math import exp
from typing import Final

from orrery.bots.games.space_editor.features import Facts, Lying, Survey, study
from orrery.bots.mind import STEEPEST, Mind, Outlook
from orrery.core.game import Action
from orrery.games.space_editor.cards.card import (
    BLANK,
    CARD_SHIFT,
    CELL_MASK,
    CODE_BITS,
    CODE_MASK,
    GRAVITY,
    KINETIC,
)
from orrery.games.space_editor.rules import abilities
from orrery.games.space_editor.rules.abilities import NEIGHBOUR_PLACED, PLACER, TURNED_DOWN
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.state import NOBODY
from orrery.games.space_editor.rules.words import (
    BASEPOINT,
    DISCARD,
    FACE,
    PASS,
    PLACE,
    RELOCATE,
    ROTATE,
    TARGET,
    USE,
)

TRAITS: Final = (
    # The card: a star of one's own and its points (early and late), a star that is void, an ability card; kinetic
    # energy or a strong nuclear side spent without turning anything.
    "star",
    "points",
    "points_late",
    "void",
    "ability",
    "kinetic_idle",
    "punch_idle",
    # How many cards it touches beyond the first.
    "touches",
    # What it turns: stars by what they are worth, other cards by number.
    "down_rival",
    "down_own",
    "down_other",
    "up_own",
    "up_rival",
    # Stars that it hurts without turning them, and weak sides of stars that it covers for good.
    "wear_rival",
    "wear_own",
    "shield",
    "block",
    # Pairs that it makes: one's own, a rival's, and mixed ones (what rivals lose less what one loses).
    "pair",
    "pair_rival",
    "foreign",
    # The hazard of a star where it will lie, times its points: one's own (flat and late), a rival's.
    "exposed",
    "exposed_late",
    "exposed_rival",
    # Marks of one's own star that stay open for a pair.
    "marks",
    # Abilities that it sets off, by who decides.
    "calls",
    "calls_rival",
    # Decisions within abilities: using one at all; guarding, moving or silencing cards by whose they are.
    "use",
    "guard_own",
    "guard_rival",
    "target_own",
    "target_rival",
    "target_ability",
    # Discards: points and strength thrown away. The basepoint: in the middle of the table.
    "discard_points",
    "discard_punch",
    "middle",
)

STAR: Final = 0
POINTS: Final = 1
POINTS_LATE: Final = 2
VOID: Final = 3
ABILITY: Final = 4
KINETIC_IDLE: Final = 5
PUNCH_IDLE: Final = 6
TOUCHES: Final = 7
DOWN_RIVAL: Final = 8
DOWN_OWN: Final = 9
DOWN_OTHER: Final = 10
UP_OWN: Final = 11
UP_RIVAL: Final = 12
WEAR_RIVAL: Final = 13
WEAR_OWN: Final = 14
SHIELD: Final = 15
BLOCK: Final = 16
PAIR: Final = 17
PAIR_RIVAL: Final = 18
FOREIGN: Final = 19
EXPOSED: Final = 20
EXPOSED_LATE: Final = 21
EXPOSED_RIVAL: Final = 22
MARKS: Final = 23
CALLS: Final = 24
CALLS_RIVAL: Final = 25
USE_IT: Final = 26
GUARD_OWN: Final = 27
GUARD_RIVAL: Final = 28
TARGET_OWN: Final = 29
TARGET_RIVAL: Final = 30
TARGET_ABILITY: Final = 31
DISCARD_POINTS: Final = 32
DISCARD_PUNCH: Final = 33
MIDDLE: Final = 34


class ActionTraits(Outlook):
    """Looks at the actions of one decision, one after the other: adds up their weighted traits, or writes them down."""

    def __init__(self, mind: Mind, facts: Facts, state: SpaceEditorState, weights: list[float], seat: int) -> None:
        super().__init__(mind, state)
        self.known: Survey | None = None
        """Made when an action is looked at for which it counts: using an ability or not is judged without it."""
        self.facts = facts
        self.world = state
        self.weights = weights
        self.seat = seat
        self.total: float = 0.0
        self.row: list[float] | None = None
        """The figures by trait, where they are wanted."""
        self.beside: dict[int, list[int]] = {}
        """For each cell the cards beside it: slot << 2 | direction from there."""
        self.cell: int = -1
        """The cell that was last looked at, with its contacts and the cards beside it."""
        self.contacts: int = 0
        self.near: list[int] = []
        self.put_down = Lying(0, 0, 0, 0, 0, 0)
        """The card that is put down, as it would lie."""

    def survey(self) -> Survey:
        """The state as the mind sees it."""
        if self.known is None:
            self.known = Survey(self.facts, self.world)
        return self.known

    def add(self, trait: int, amount: float) -> None:
        """Adds that much to a trait."""
        self.total += self.weights[trait] * amount
        if self.row is not None:
            self.row[trait] += amount

    def priors(self, actions: list[Action]) -> list[float]:
        """As any mind's, without writing the traits down."""
        found: list[float] = []
        for action in actions:
            self.look(action)
            found.append(exp(max(min(self.total, STEEPEST), -STEEPEST)))
        return found

    def look(self, action: Action) -> None:
        """One action."""
        self.total = 0.0
        word = action >> 2 & 15
        cell = action & CELL_MASK
        if word == PLACE:
            self.put(action >> CARD_SHIFT, cell, action & 3, True)
        elif word == FACE or word == ROTATE:
            self._spin(self.world.universe.at[cell], action & 3)
        elif word == USE:
            self.add(USE_IT, 1.0)
        elif word == PASS:
            return
        elif word == TARGET:
            self._target(self.world.universe.at[cell])
        elif word == RELOCATE:
            now = self.world.now
            if now is not None:
                self.put(self.world.universe.stones[now.subject].card, cell, action & 3, False)
        elif word == DISCARD:
            card = action >> CARD_SHIFT
            self.add(DISCARD_POINTS, self.facts.cards.vp[card] / 5.0)
            self.add(DISCARD_PUNCH, self.facts.strongest[card] / 8.0 + (0.5 if self.facts.kinetic[card] else 0.0))
        elif word == BASEPOINT:
            grid = self.world.setting.grid
            self.add(MIDDLE, 1.0 if cell == grid.cell(0, 0) else 0.0)

    def neighbours(self, cell: int, contacts: int) -> list[int]:
        """The cards beside a cell with these contacts: slot << 2 | direction from there."""
        found = self.beside.get(cell)
        if found is None:
            found = []
            at = self.world.universe.at
            steps = self.world.setting.grid.steps
            for d in range(4):
                if contacts >> (CODE_BITS * d) & CODE_MASK:
                    found.append(at[cell + steps[d]] << 2 | d)
            self.beside[cell] = found
        return found

    def put(self, card: int, cell: int, rotation: int, placed: bool) -> None:
        """A card put down on a cell: what it is, what it turns, what it covers, how safe it is there."""
        facts, state, survey = self.facts, self.world, self.survey()
        cards = facts.cards
        base = card * 4
        star = cards.is_star[card]
        owner = state.setting.owner[cards.element[card]] if star else NOBODY
        void = star and placed and state.final and self.seat == state.setting.last
        if cell != self.cell:
            self.cell = cell
            self.contacts = cards.contacts(state.universe.open.get(cell, 0))
            self.near = self.neighbours(cell, self.contacts)
        beside = self.near
        if len(beside) > 1:
            self.add(TOUCHES, (len(beside) - 1) / 3.0)
        turned = False
        for near in beside:
            lying = survey.lying[near >> 2]
            d = near & 3
            at = base + ((d - rotation) & 3)
            felled = self._touch(lying, (d + 2) & 3, facts.code[at])
            if felled:
                turned = True
            elif star and not void and lying.up and lying.owner != NOBODY and facts.mark[at]:
                self._pair(lying, (d + 2) & 3, card, owner)
            if lying.up and facts.wakes[lying.card] == 1:
                self._call(lying, card, felled)
        if star:
            if void:
                self.add(VOID, 1.0)
            elif owner != NOBODY:
                if placed:
                    self.add(STAR, 1.0)
                    self.add(POINTS, cards.vp[card] / 5.0)
                    self.add(POINTS_LATE, cards.vp[card] * survey.progress / 5.0)
                self._expose(card, owner, rotation, self.contacts)
        elif placed:
            if not facts.planet[card]:
                self.add(ABILITY, 1.0)
            if not turned:
                if facts.kinetic[card]:
                    self.add(KINETIC_IDLE, 1.0)
                self.add(PUNCH_IDLE, facts.strongest[card] / 8.0)

    def _touch(self, lying: Lying, d: int, shown: int) -> bool:
        """A side put against a lying card, which it touches in direction d: what it does to it. Does the card turn?"""
        mine = lying.owner == self.seat
        if not lying.up:
            if shown != KINETIC:
                return False
            if lying.owner != NOBODY:
                self.add(UP_OWN if mine else UP_RIVAL, lying.value / 5.0)
            return True
        facts = self.facts
        at = lying.card * 4 + ((d - lying.rotation) & 3)
        own = facts.code[at]
        weak = felled = worn = False
        if own == BLANK:
            weak = True
            if shown == KINETIC:
                felled = True
            elif shown == GRAVITY:
                felled = lying.pulled > 0
                worn = not felled
        elif own > GRAVITY:
            weak = lying.ready_n
            if shown > facts.hurt[at]:
                felled = weak
                worn = not weak
        elif own == GRAVITY:
            weak = lying.ready_g
            if shown > facts.hurt[at]:
                felled = weak
                worn = not weak
        if lying.safe:
            return False
        if lying.owner == NOBODY:
            if felled and not self.facts.cards.is_basepoint[lying.card]:
                self.add(DOWN_OTHER, 1.0)
                return True
            return False
        if felled:
            self.add(DOWN_OWN if mine else DOWN_RIVAL, lying.worth / 5.0)
            return True
        if worn:
            self.add(WEAR_OWN if mine else WEAR_RIVAL, lying.worth / 5.0)
        elif weak:
            odds = self.survey().odds[lying.owner]
            risk = odds.kinetic if own == BLANK else odds.strong[facts.rank[at]]
            self.add(SHIELD if mine else BLOCK, lying.worth * risk / 5.0)
        return False

    def _pair(self, lying: Lying, d: int, card: int, owner: int) -> None:
        """A marked side against a star: do they pair?"""
        facts = self.facts
        if not facts.mark[lying.card * 4 + ((d - lying.rotation) & 3)]:
            return
        value = facts.cards.vp[card]
        if facts.cards.element[card] == facts.cards.element[lying.card]:
            gain = value * lying.value - (0 if lying.pairs else lying.value) - value
            self.add(PAIR if owner == self.seat else PAIR_RIVAL, gain / 10.0)
        else:
            loss = lying.value * (1 if lying.pairs else 2)
            other = value * 2
            if lying.owner == self.seat:
                self.add(FOREIGN, (other - loss) / 10.0)
            elif owner == self.seat:
                self.add(FOREIGN, (loss - other) / 10.0)

    def _call(self, lying: Lying, card: int, felled: bool) -> None:
        """Abilities of a neighbour that a placement sets off (SE-11.2), by who decides."""
        if not self.world.has_slept(lying.slot):
            return
        seat = self.seat
        for trigger in self.facts.cards.triggers[lying.card]:
            if trigger.event != (TURNED_DOWN if felled else NEIGHBOUR_PLACED):
                continue
            if trigger.by and (seat == lying.placer) != (trigger.by == PLACER):
                continue
            if trigger.card is not None and not trigger.card.admits(card, seat, lying.placer):
                continue
            decider = lying.placer if trigger.placer_decides else seat
            self.add(CALLS if decider == seat else CALLS_RIVAL, 1.0)

    def _expose(self, card: int, owner: int, rotation: int, contacts: int) -> None:
        """How safe a star will lie."""
        facts = self.facts
        lying = self.put_down
        lying.card, lying.rotation, lying.contacts, lying.hazard = card, rotation, contacts, 0.0
        study(facts, lying, self.survey().odds[owner])
        vp = facts.cards.vp[card]
        amount = vp * lying.hazard / 5.0
        if owner != self.seat:
            self.add(EXPOSED_RIVAL, amount)
            return
        self.add(EXPOSED, amount)
        self.add(EXPOSED_LATE, amount * self.survey().progress)
        if facts.binary[card]:
            for d in range(4):
                if facts.mark[card * 4 + ((d - rotation) & 3)] and not contacts >> (CODE_BITS * d) & CODE_MASK:
                    self.add(MARKS, vp / 5.0)

    def _spin(self, slot: int, rotation: int) -> None:
        """A lying card turned to a rotation: how safe it lies then, and what it pairs with."""
        universe = self.world.universe
        card = universe.stones[slot].card
        if not self.facts.cards.is_star[card] or universe.void >> slot & 1:
            return  # whichever way it lies, it scores for nobody
        lying = self.survey().lying[slot]
        if lying.owner == NOBODY:
            return
        self._expose(card, lying.owner, rotation, lying.contacts)
        for near in self.neighbours(lying.cell, lying.contacts):
            other = self.survey().lying[near >> 2]
            d = near & 3
            if other.up and other.owner != NOBODY and self.facts.mark[card * 4 + ((d - rotation) & 3)]:
                self._pair(other, (d + 2) & 3, card, lying.owner)

    def _target(self, slot: int) -> None:
        """A card chosen by an ability: what its verb does to it."""
        now = self.world.now
        if now is None:
            return
        lying = self.survey().lying[slot]
        verb = self.world.effect_of(now).verb
        mine = lying.owner == self.seat
        if verb <= abilities.TURN_OVER:
            if lying.owner == NOBODY:
                if lying.up:
                    self.add(DOWN_OTHER, 1.0)
            elif lying.up:
                self.add(DOWN_OWN if mine else DOWN_RIVAL, lying.worth / 5.0)
            else:
                self.add(UP_OWN if mine else UP_RIVAL, lying.value / 5.0)
        elif verb == abilities.GUARD:
            self.add(GUARD_OWN if mine else GUARD_RIVAL, lying.worth * lying.hazard / 5.0)
        elif lying.owner != NOBODY:
            self.add(TARGET_OWN if mine else TARGET_RIVAL, lying.worth / 5.0)
        elif self.facts.wakes[lying.card] and lying.placer != self.seat:
            self.add(TARGET_ABILITY, 1.0)

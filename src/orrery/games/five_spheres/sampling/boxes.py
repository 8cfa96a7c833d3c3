"""What is known of single cards: boxes, and groups of boxes that were mixed.

Every card that lies somewhere is a Box. A box is open (its card is known), or empty (nothing but perhaps its back is
known), or it belongs to a Group: cards that were mixed (a deck that was shuffled, a hand from which somebody took a
card that was not shown), so that each box of the group holds one of the group's items, nobody knows which. Whoever
learns what lies in a box takes the known item of that name out of the group, else one that may be that card. Equal
cards cannot be told apart, so nothing is lost by this, and no chance is needed: the groups that are left say what is
open, and a world is a way of putting the items of each group into its boxes.
"""

from __future__ import annotations

from typing import Final

from orrery.games.five_spheres.cards.card import Card, CardTable
from orrery.games.five_spheres.cards.language import (
    BY_ANY,
    BY_OPPONENT,
    BY_THIS,
    DECK,
    EVENTS,
    HIDDEN,
    RANDOM,
    RECOVER,
    TOP,
    Effect,
    Selector,
    Trigger,
)

MUST_BE_HIDDEN: Final = 1
MUST_BE_INVERTED: Final = 2
MUST_BE_UPRIGHT: Final = 4
"""What the place of a card tells besides its back: it is a hidden spell; its creature half is inverted, or is not."""

WAITED: Final = 8
"""From this bit on: it is no hidden spell that this event of its lord would surely have turned up; then the same for
events of his opponents."""

DEPTH: Final = 4
"""How far back groups of groups are followed where a card is looked for."""

COPIES: Final = 3
ON_TOP: Final = 1
AT_THE_BOTTOM: Final = 2


class Lore:
    """What the sampler asks of a table of cards, worked out once."""

    def __init__(self, table: CardTable) -> None:
        self.table = table
        self.cards: list[Card] = [table.cards[id] for id in table.ids]
        self.backs: dict[str, int] = {}
        for card in self.cards:
            if card.back not in self.backs:
                self.backs[card.back] = len(self.backs)
        self.loose: dict[str, set[str]] = {}
        """By card: the verbs by which it takes other cards from a deck than the topmost ones, if there are any."""
        self.recovers: dict[str, int] = {}
        """By card: does it put cards on top of a deck, at the bottom, or both?"""
        for card in self.cards:
            self.recovers[card.id] = 0
            self._read(card, card.effects)
            for trigger in card.creature_triggers + card.spell_triggers:
                self._read_trigger(card, trigger)
        self.has_bottom: bool = any(value & AT_THE_BOTTOM for value in self.recovers.values())

    def _read_trigger(self, card: Card, trigger: Trigger) -> None:
        self._read(card, trigger.effects)

    def _read(self, card: Card, effects: list[Effect]) -> None:
        for effect in effects:
            target = effect.target
            if target is not None and is_loose(target):
                self.loose.setdefault(card.id, set()).add(effect.raw["do"])
            if effect.verb == RECOVER:
                self.recovers[card.id] |= AT_THE_BOTTOM if effect.bottom else ON_TOP
            for side in (effect.a, effect.b):
                if side is not None and is_loose(side):
                    self.loose.setdefault(card.id, set()).add("replace")


def is_loose(sel: Selector) -> bool:
    """May the selector take a card from within a deck, without a search?"""
    if sel.ref >= 0 or sel.zone != DECK or sel.search:
        return False
    return sel.pick == RANDOM or (sel.pick == TOP and sel.filter is not None)


LORES: list[Lore] = []
MOST_LORES: Final = 8


def lore_of(table: CardTable) -> Lore:
    """The lore of a table; the last ones are kept."""
    for lore in LORES:
        if lore.table is table:
            return lore
    lore = Lore(table)
    if len(LORES) >= MOST_LORES:
        del LORES[0]
    LORES.append(lore)
    return lore


def suits(card: Card, back: str, needs: int) -> bool:
    """Can a card lie where this back is seen, and where it must be of that kind?"""
    if back and card.back != back:
        return False
    if needs:
        if needs & MUST_BE_HIDDEN and card.spell_type != HIDDEN:
            return False
        if needs & MUST_BE_INVERTED and not card.inverted:
            return False
        if needs & MUST_BE_UPRIGHT and card.inverted:
            return False
        if needs >= WAITED and needs & sure_events(card):
            return False
    return True


def bit_of(event: int, own: bool) -> int:
    """The bit of FS-12.3's events in what a place tells."""
    return WAITED << (event if own else event + len(EVENTS))


def sure_events(card: Card) -> int:
    """FS-1.10: the events by which a hidden spell is turned up whatever else is the case."""
    if card.spell_type != HIDDEN:
        return 0
    trigger = card.spell_triggers[0]
    if trigger.filter is not None or trigger.condition is not None:
        return 0
    found = 0
    if trigger.by != BY_OPPONENT and trigger.by != BY_THIS:
        found = bit_of(trigger.event, True)
    if trigger.by == BY_OPPONENT or trigger.by == BY_ANY:
        found |= bit_of(trigger.event, False)
    return found


IMPOSSIBLE: Final = 0
POSSIBLE: Final = 1
BACK_FITS: Final = 2
LIKELY: Final = 3
CERTAIN: Final = 4
"""Whether an item may be a card: no; it may be any card; it may be any of that back; it comes from a group in which
there is one; it is."""


class Box:
    """A card somewhere, as far as it is known."""

    __slots__ = ("back", "card", "group", "needs", "no", "seat")

    def __init__(self, seat: int, card: Card | None = None) -> None:
        self.seat = seat
        """Its owner."""
        self.card = card
        self.back: str = "" if card is None else card.back
        """Empty if not known."""
        self.needs: int = 0
        self.group: Group | None = None
        self.no: int = -1
        """Its number for the sampler."""

    def is_like(self, other: Box) -> bool:
        """Is the same known of both, and do they not differ otherwise?"""
        return (
            self.card is other.card
            and self.group is other.group
            and self.back == other.back
            and self.needs == other.needs
        )

    def may_be(self, card: Card | None, back: str) -> bool:
        """May it be this card, or one with this back? Groups are not looked into."""
        if self.card is not None:
            return (card is None or self.card is card) and (not back or self.card.back == back)
        if card is not None:
            return suits(card, self.back, self.needs)
        return not back or not self.back or self.back == back


class Group:
    """Cards that were mixed: each of the boxes holds another one of the items."""

    __slots__ = ("boxes", "items")

    def __init__(self, items: list[Box], boxes: list[Box]) -> None:
        self.items = items
        self.boxes = boxes

    def dissolve(self) -> None:
        """Forgets which cards were mixed: each box stands for itself."""
        for box in self.boxes:
            box.group = None
        self.boxes = []
        self.items = []

    def supplies(self, card: Card, asking: Box, depth: int) -> int:
        """How likely it is that this box of the group is that card: see `supplied`."""
        if depth <= 0:
            return POSSIBLE
        if self.room(card.back, asking, depth) <= 0:
            return IMPOSSIBLE
        best = IMPOSSIBLE
        before: list[Group] = []
        answers = Answers(card, depth - 1)
        for item in self.items:
            if item.group is not None and not item.back:
                if item.group in before:
                    continue
                before.append(item.group)
            found = answers.about(item)
            if found >= LIKELY:
                return LIKELY
            best = max(best, found)
        return best

    def room(self, back: str, asking: Box, depth: int) -> int:
        """How many items may have a back beyond those that the other boxes need."""
        free = 0
        before: list[Group] = []
        able: list[Group] = []
        for item in self.items:
            group = item.group
            if item.back:
                if item.back == back:
                    free += 1
            elif group is None or depth <= 1 or group in able:
                free += 1
            elif group not in before:
                before.append(group)
                if group.room(back, item, depth - 1) > 0:
                    able.append(group)
                    free += 1
        for box in self.boxes:
            if box is not asking and box.back == back:
                free -= 1
        return free


def supplied(item: Box, card: Card, depth: int = DEPTH) -> int:
    """May an item be that card? Groups are followed back so far."""
    if item.card is not None:
        return CERTAIN if item.card is card else IMPOSSIBLE
    if not suits(card, item.back, item.needs):
        return IMPOSSIBLE
    if item.group is None:
        return BACK_FITS if item.back else POSSIBLE
    return item.group.supplies(card, item, depth)


class Answers:
    """Whether each of many boxes may be a card: of which the same is known, they are asked about once."""

    __slots__ = ("boxes", "card", "depth", "found")

    def __init__(self, card: Card, depth: int = DEPTH) -> None:
        self.card = card
        self.depth = depth
        self.boxes: list[Box] = []
        self.found: list[int] = []

    def about(self, box: Box) -> int:
        """As `supplied`."""
        if box.group is None:
            return supplied(box, self.card, self.depth)
        for i in range(len(self.boxes)):
            if box.is_like(self.boxes[i]):
                return self.found[i]
        found = supplied(box, self.card, self.depth)
        self.boxes.append(box)
        self.found.append(found)
        return found


def has_room(box: Box, back: str) -> bool:
    """May a box have this back, as far as its group is concerned?"""
    return box.group is None or not back or box.back == back or box.group.room(back, box, DEPTH) > 0


def pin(box: Box, card: Card) -> None:
    """The box turns out to be that card."""
    group = box.group
    if box.card is None and group is not None:
        best: Box | None = None
        rank = IMPOSSIBLE
        answers = Answers(card)
        for item in group.items:
            found = answers.about(item)
            if found > rank:
                best = item
                rank = found
        if best is None:
            # An item was taken for another before: what is known of this group is not true.
            group.dissolve()
        else:
            group.boxes.remove(box)
            group.items.remove(best)
            box.group = None
            pin(best, card)
    box.card = card
    box.back = card.back

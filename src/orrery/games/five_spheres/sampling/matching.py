"""How the items of mixed groups (boxes.py) are put into their boxes at random.

The last group comes first: a box of which the back is known must hold an item with that back; if that item is itself a
box of an earlier group, it must then hold such a card, and so on. Of items that may have the back, one that is known to
have it is so much likelier than one that may have any. Groups seldom lead into a dead end; then all begins anew.
"""

from __future__ import annotations

from typing import Final

from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.sampling.boxes import DEPTH, Lore, suits
from orrery.games.five_spheres.sampling.dealing import Dice

WEIGHT: Final = 1000
TRIES: Final = 20


class Mixed:
    """A group in numbers: the boxes and items are places of the sampler."""

    __slots__ = ("boxes", "flexible", "items", "supply")

    def __init__(self, items: list[int], boxes: list[int]) -> None:
        self.items = items
        self.boxes = boxes
        self.supply: list[int] = []
        """By back: how many items are known to have it."""
        self.flexible: int = 0
        """How many items may have any back."""


class Matcher:
    """All groups of a sampler."""

    def __init__(self, lore: Lore, cards: list[Card | None], backs: list[str], needs: list[int]) -> None:
        self.lore = lore
        self.groups: list[Mixed] = []
        self.cards = cards
        """By place: the card, if it is known; its back; what else it must be."""
        self.first_backs = backs
        self.first_needs = needs
        self.home: list[int] = []
        """By place: the group that it is a box of; -1: none."""
        self.first_used: list[list[int]] = []
        self.backs: list[str] = []
        self.needs: list[int] = []
        self.links: list[int] = []
        """By box: the item in it."""
        self.used: list[list[int]] = []
        """By group and back: how many of its boxes must have that back."""
        self.stuck: int = -1
        """The group that was the last dead end."""

    def prepare(self) -> None:
        """To be called when all places are known and all groups are there."""
        backs = self.lore.backs
        self.first_used = []
        self.home = [-1] * len(self.cards)
        for i, group in enumerate(self.groups):
            for no in group.boxes:
                self.home[no] = i
        for group in self.groups:
            group.supply = [0] * len(backs)
            group.flexible = 0
            used = [0] * len(backs)
            for no in group.items:
                if self.first_backs[no]:
                    group.supply[backs[self.first_backs[no]]] += 1
                else:
                    group.flexible += 1
            for no in group.boxes:
                if self.first_backs[no]:
                    used[backs[self.first_backs[no]]] += 1
            self.first_used.append(used)

    def impossible(self, dice: Dice) -> int:
        """A group that cannot be filled, as far as trying can tell; -1 if all can."""
        for _ in range(TRIES):
            if self._try(dice, False):
                return -1
        return self.stuck

    def match(self, dice: Dice) -> None:
        """Finds an item for every box: `links`; `backs` and `needs` then say what the items must be."""
        for turn in range(TRIES):
            if self._try(dice, turn == TRIES - 1):
                return

    def _try(self, dice: Dice, lenient: bool) -> bool:
        self.backs = self.first_backs[:]
        self.needs = self.first_needs[:]
        self.links = [-1] * len(self.cards)
        self.used = [row[:] for row in self.first_used]
        for i in range(len(self.groups) - 1, -1, -1):
            if not self._fill(self.groups[i], dice, lenient):
                self.stuck = i
                break
        else:
            return True
        return False

    def _fill(self, group: Mixed, dice: Dice, lenient: bool) -> bool:
        """Fills the boxes of a group: first those of which something is known."""
        left = group.items[:]
        n = len(left)
        free: list[int] = []
        links = self.links
        shortage = self._shortage(group)
        for box in group.boxes:
            if not self.backs[box] and not self.needs[box]:
                free.append(box)
                continue
            chosen = self._choose(left, n, self.backs[box], self.needs[box], shortage, dice)
            if chosen < 0:
                if lenient:
                    continue
                return False
            item = left[chosen]
            n -= 1
            left[chosen] = left[n]
            links[box] = item
            if shortage:
                self._settle(shortage, self.backs[box], self.backs[item])
            if self.cards[item] is None:
                self._demand(item, self.backs[box], self.needs[box])
        for box in free:
            if n == 0:
                break
            chosen = dice.below(n)
            n -= 1
            links[box] = left[chosen]
            left[chosen] = left[n]
        return True

    def _shortage(self, group: Mixed) -> list[int]:
        """By back, how many boxes must have it more than items are known to have it; then how many items may have any.
        Empty where there is enough of all.
        """
        index = self.lore.backs
        found = [0] * (len(index) + 1)
        short = False
        for box in group.boxes:
            if self.backs[box]:
                found[index[self.backs[box]]] += 1
        for item in group.items:
            if self.backs[item]:
                found[index[self.backs[item]]] -= 1
            else:
                found[len(index)] += 1
        for i in range(len(index)):
            if found[i] > 0:
                short = True
        return found if short else []

    def _settle(self, shortage: list[int], back: str, known: str) -> None:
        """A box has got its item."""
        index = self.lore.backs
        if back:
            shortage[index[back]] -= 1
        if known:
            shortage[index[known]] += 1
        else:
            shortage[len(index)] -= 1

    def _demand(self, item: int, back: str, needs: int) -> None:
        """An item that is not known must be this."""
        self.needs[item] |= needs
        if back and not self.backs[item]:
            self.backs[item] = back
            home = self.home[item]
            if home >= 0:
                self.used[home][self.lore.backs[back]] += 1

    def _choose(self, left: list[int], n: int, back: str, needs: int, shortage: list[int], dice: Dice) -> int:
        """One of the first n items that may be this; -1 if there is none."""
        weights: list[int] = []
        total = 0
        spare = True
        if shortage and back and shortage[self.lore.backs[back]] <= 0:
            missing = 0
            for i in range(len(shortage) - 1):
                missing += max(0, shortage[i])
            spare = missing < shortage[len(shortage) - 1]
        for i in range(n):
            weight = 0
            if spare or self.backs[left[i]]:
                weight = self._weight(left[i], back, needs)
            weights.append(weight)
            total += weight
        if total == 0:
            return -1
        point = dice.below(total)
        for i in range(n):
            point -= weights[i]
            if point < 0:
                return i
        return -1

    def _weight(self, item: int, back: str, needs: int) -> int:
        """How likely it is that an item is this; 0: it cannot be."""
        card = self.cards[item]
        if card is not None:
            return WEIGHT if suits(card, back, needs) else 0
        known = self.backs[item]
        if back and known and known != back:
            return 0
        both = self.needs[item] | needs
        if both and not self._is_possible(back or known, both):
            return 0
        home = self.home[item]
        if both and home >= 0 and not self._has(home, back or known, both):
            return 0
        if known or not back:
            return WEIGHT
        if home < 0:
            return WEIGHT // len(self.lore.backs)
        return self._chance(home, self.lore.backs[back])

    def _has(self, home: int, back: str, needs: int, depth: int = DEPTH) -> bool:
        """Has a group an item that may be of this kind?"""
        before: list[int] = []
        for item in self.groups[home].items:
            card = self.cards[item]
            if card is not None:
                if suits(card, back, needs):
                    return True
            elif not back or not self.backs[item] or self.backs[item] == back:
                earlier = self.home[item]
                if earlier < 0 or depth == 0:
                    return True
                if earlier not in before:
                    before.append(earlier)
                    if self._has(earlier, back, needs, depth - 1):
                        return True
        return False

    def _chance(self, home: int, back: int, depth: int = DEPTH) -> int:
        """How likely it is that a box of a group has a back that no other box of it must have."""
        group = self.groups[home]
        used = self.used[home]
        left = group.supply[back] - used[back]
        if left > 0:
            return max(1, WEIGHT * left // len(group.boxes))
        over = 0
        for i in range(len(used)):
            over += max(0, used[i] - group.supply[i])
        if over >= group.flexible:
            return 0
        before: list[int] = []
        for item in group.items:
            if self.cards[item] is None and not self.backs[item]:
                earlier = self.home[item]
                if earlier < 0 or depth == 0:
                    return WEIGHT // len(used)
                if earlier not in before:
                    before.append(earlier)
                    chance = self._chance(earlier, back, depth - 1)
                    if chance:
                        return chance
        return 0

    def _is_possible(self, back: str, needs: int) -> bool:
        """Is there such a card at all?"""
        return any(suits(card, back, needs) for card in self.lore.cards)

    def spread(self, found: list[Card | None]) -> None:
        """The cards of the items come to the boxes; a box that got none stays empty."""
        links = self.links
        for group in self.groups:
            for box in group.boxes:
                if links[box] >= 0:
                    found[box] = found[links[box]]

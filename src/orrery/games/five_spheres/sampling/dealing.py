"""How the sampler deals cards to the places whose cards are not known.

The prior: where lords bring decks of their own (FS-17.2), the hidden cards of a lord are any choice among three copies
of every card, less what is known of his deck; with `mirror` one such deck for all, with `predesign` one of the decks of
the table, with `sets` whole sets. Where decks come from a common pool (FS-17.4), the hidden cards of all lords and what
is left in the pool are any choice among its copies. All choices that fit the backs are alike. Where the limits cannot
be kept (a position may have any decks) a card beyond them is taken.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import DataFault
from orrery.core.fate import Fate
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.sampling.boxes import COPIES, Lore, suits

DECK_NUMBERS: Final = range(1, 6)
TRIES: Final = 50
"""How many choices of sets are tried."""


class Dice:
    """Many small chance numbers, quickly: two combined congruential generators (L'Ecuyer 1988), seeded by a fate."""

    __slots__ = ("a", "b")

    def __init__(self, fate: Fate) -> None:
        self.a: int = 1 + fate.draw(2147483562)
        self.b: int = 1 + fate.draw(2147483398)

    def below(self, n: int) -> int:
        """A number in [0, n)."""
        self.a = a = 40014 * self.a % 2147483563
        self.b = b = 40692 * self.b % 2147483399
        return (a - b) % 2147483562 * n // 2147483562


class Party:
    """Places that are filled from one stock of cards: those of a lord, or all."""

    __slots__ = ("alternatives", "cut", "demand", "known", "leaves", "lore", "method", "seat")

    def __init__(self, seat: int, method: int, lore: Lore) -> None:
        self.seat = seat
        self.method = method
        self.lore = lore
        self.leaves: list[int] = []
        """The places to fill, by number."""
        self.known: dict[str, int] = {}
        """How many of each card are known to be elsewhere."""
        self.cut: set[str] = set()
        """FS-4.2: cards that a lord with a deck of his own has shown in the cut."""
        self.alternatives: list[list[list[Card]]] = []
        """Stocks by back, of which each is as likely as the others."""
        self.demand: list[int] = []

    def prepare(self, copies: int, demand: list[int]) -> None:
        """Works out the stock when all that is known is known; `copies` of each card are in a common pool, `demand` is
        how many cards of each back there are.
        """
        cards = self.lore.cards
        self.demand = demand
        if self.method == assembly.PREDESIGN:
            for number in DECK_NUMBERS:
                self._add_deck(number)
            if self.alternatives:
                return
        if self.method < assembly.RANDOM:
            copies = COPIES
        self.alternatives.append(self.stock([max(0, copies - self.known.get(card.id, 0)) for card in cards]))

    def _add_deck(self, number: int) -> None:
        """FS-17.2: one of the decks of the table, if nothing that is known contradicts it."""
        try:
            ids = assembly.numbered_deck(self.lore.table, number, "")
        except DataFault:
            return
        counts: list[int] = [ids.count(card.id) for card in self.lore.cards]
        if self.suffices(counts):
            known = self.known
            self.alternatives.append(
                self.stock([counts[i] - known.get(card.id, 0) for i, card in enumerate(self.lore.cards)])
            )

    def suffices(self, counts: list[int]) -> bool:
        """May a deck with so many of each card be his, as far as cards and backs are known?"""
        have = [0] * len(self.demand)
        for id in self.cut:
            if not counts[self.lore.table.ids.index(id)]:
                return False
        for i, card in enumerate(self.lore.cards):
            if counts[i] < self.known.get(card.id, 0):
                return False
            have[self.lore.backs[card.back]] += counts[i]
        return all(have[back] >= self.demand[back] for back in range(len(have)))

    def at_least(self, id: str) -> int:
        """How many of a card there must be in the deck."""
        return max(self.known.get(id, 0), int(id in self.cut))

    def stock(self, counts: list[int]) -> list[list[Card]]:
        """So many of each card, by back."""
        backs = self.lore.backs
        found: list[list[Card]] = [[] for _ in backs]
        for i, card in enumerate(self.lore.cards):
            if counts[i] > 0:
                found[backs[card.back]].extend([card] * counts[i])
        return found

    def some_stock(self, dice: Dice) -> list[list[Card]]:
        """One of the stocks that are possible, to be used up."""
        if self.method == assembly.SETS:
            counts: list[int] = []
            for _ in range(TRIES):
                counts = self._some_sets(dice)
                if not counts or self.suffices(counts):
                    break
            if counts:
                return self.stock(
                    [n - self.known.get(card.id, 0) for n, card in zip(counts, self.lore.cards, strict=True)]
                )
        chosen = self.alternatives[0]
        if len(self.alternatives) > 1:
            chosen = self.alternatives[dice.below(len(self.alternatives))]
        return [pile[:] for pile in chosen]

    def _some_sets(self, dice: Dice) -> list[int]:
        """FS-17.3: four sets, those of the known cards among them; empty if these are not from four sets."""
        table = self.lore.table
        wanted: dict[str, int] = {}
        for id in {*self.known, *self.cut}:
            letter = table.cards[id].letter
            wanted[letter] = max(wanted.get(letter, 0), -(-self.at_least(id) // COPIES))
        letters = table.complete_sets()
        left = assembly.SETS_A_DECK - sum(wanted.values())
        if left < 0 or not letters:
            return []
        free = [letter for letter in letters if letter not in wanted]
        for _ in range(left):
            if not free:
                free = letters[:]
            letter = free.pop(dice.below(len(free)))
            wanted[letter] = wanted.get(letter, 0) + 1
        return [COPIES * wanted.get(card.letter, 0) for card in self.lore.cards]

    def deal(
        self, stock: list[list[Card]], cards: list[Card | None], backs: list[str], needs: list[int], dice: Dice
    ) -> None:
        """Fills the places that are empty, those first of which most is known, so that every choice is as likely as any
        other.
        """
        index = self.lore.backs
        free: list[int] = []
        plain: list[int] = []
        for no in self.leaves:
            if cards[no] is not None:
                continue
            if needs[no]:
                cards[no] = self._special(stock, backs[no], needs[no], dice)
            elif backs[no]:
                plain.append(no)
            else:
                free.append(no)
        for no in plain:
            pile = stock[index[backs[no]]]
            n = len(pile)
            if n == 0:
                cards[no] = self.any_card(backs[no], 0, dice)
                continue
            i = dice.below(n)
            cards[no] = pile[i]
            pile[i] = pile[n - 1]
            pile.pop()
        if not free:
            return
        rest: list[Card] = []
        for pile in stock:
            rest.extend(pile)
        n = len(rest)
        for no in free:
            if n == 0:
                cards[no] = self.any_card("", 0, dice)
                continue
            i = dice.below(n)
            n -= 1
            cards[no] = rest[i]
            rest[i] = rest[n]

    def _special(self, stock: list[list[Card]], back: str, needs: int, dice: Dice) -> Card:
        """A card of a special kind out of the stock."""
        able: list[Card] = []
        for pile in stock:
            if pile and (not back or pile[0].back == back):
                for card in pile:
                    if suits(card, back, needs):
                        able.append(card)
        if not able:
            return self.any_card(back, needs, dice)
        card = able[dice.below(len(able))]
        stock[self.lore.backs[card.back]].remove(card)
        return card

    def any_card(self, back: str, needs: int, dice: Dice) -> Card:
        """Any card of the table that fits, without limit."""
        able = [card for card in self.lore.cards if suits(card, back, needs)]
        if not able:
            able = [card for card in self.lore.cards if suits(card, back, 0)]
        if not able:
            able = self.lore.cards
        return able[dice.below(len(able))]


class Cut:
    """FS-4.2: a card that a lord has shown in the cut, and the places in which it may lie; `party` is whose stock it
    comes from.
    """

    __slots__ = ("card", "party", "places")

    def __init__(self, card: Card, party: int, places: list[int]) -> None:
        self.card = card
        self.party = party
        self.places = places

    def lay(self, stock: list[list[Card]], cards: list[Card | None], backs: list[str], needs: list[int],
            lore: Lore, dice: Dice) -> None:  # fmt: skip
        """Puts the card into one of its places that is still empty and may have it; each is as likely as any other."""
        places = self.places
        if not places:
            return
        no = places[dice.below(len(places))]
        # Mostly the first that comes up will do.
        if cards[no] is not None or not suits(self.card, backs[no], needs[no]):
            places = [no for no in places if cards[no] is None and suits(self.card, backs[no], needs[no])]
            if not places:
                return
            no = places[dice.below(len(places))]
        cards[no] = self.card
        pile = stock[lore.backs[self.card.back]]
        if self.card in pile:
            pile.remove(self.card)


def mirror_stocks(parties: list[Party], demands: list[list[int]], dice: Dice) -> list[list[list[Card]]]:
    """FS-17.2: one deck for all lords; for each of them what it leaves beside what is known of him.

    `demands`: for each lord how many cards of each back are known to be his.
    """
    lore = parties[0].lore
    counts: list[int] = []
    have: list[int] = [0] * len(lore.backs)
    for card in lore.cards:
        n = max([party.at_least(card.id) for party in parties])
        counts.append(n)
        have[lore.backs[card.back]] += n
    total = sum(counts)
    for back in range(len(have)):
        wanted = max([row[back] for row in demands])
        able = _spare(lore, counts, back)
        while have[back] < wanted and able:
            counts[able.pop(dice.below(len(able)))] += 1
            have[back] += 1
            total += 1
    able = _spare(lore, counts, -1)
    while total < assembly.DECK_SIZE and able:
        i = dice.below(len(able))
        counts[able[i]] += 1
        able[i] = able[len(able) - 1]
        able.pop()
        total += 1
    return [
        party.stock([counts[i] - party.known.get(card.id, 0) for i, card in enumerate(lore.cards)]) for party in parties
    ]


def _spare(lore: Lore, counts: list[int], back: int) -> list[int]:
    """The copies that a deck has not got yet, by the numbers of their cards; of one back, or (-1) of all."""
    found: list[int] = []
    for i, card in enumerate(lore.cards):
        if back < 0 or lore.backs[card.back] == back:
            found.extend([i] * (COPIES - counts[i]))
    return found

"""The places of a view whose cards a seat does not know, joined with what it remembers, and cards for them.

Every card of the view gets a number. A draw gives every number a card: the known ones theirs, the boxes of groups
(matching.py) one of the items, the others what the stocks (dealing.py) have.
"""

from __future__ import annotations

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.cards.language import NONE
from orrery.games.five_spheres.rules import assembly
from orrery.games.five_spheres.sampling.boxes import (
    MUST_BE_HIDDEN,
    MUST_BE_INVERTED,
    MUST_BE_UPRIGHT,
    Box,
    Group,
    Lore,
    suits,
)
from orrery.games.five_spheres.sampling.dealing import Cut, Dice, Party, mirror_stocks
from orrery.games.five_spheres.sampling.matching import Matcher, Mixed
from orrery.games.five_spheres.sampling.memory import Memory, size_of


class Hidden:
    """The places of a lord whose cards are open, by their numbers; an empty list where the base has them right."""

    __slots__ = ("creatures", "creatures_at", "deck", "fortress", "fortress_at", "groove", "hand", "removed", "vault",
                 "vault_at")  # fmt: skip

    def __init__(self) -> None:
        self.deck: list[int] = []
        self.hand: list[int] = []
        self.groove: list[int] = []
        self.removed: list[int] = []
        self.creatures: list[int] = []
        self.creatures_at: list[int] = []
        self.fortress: list[int] = []
        self.fortress_at: list[int] = []
        self.vault: list[int] = []
        self.vault_at: list[int] = []


class Places:
    """The numbered places of a view."""

    def __init__(self, view: JsonObject, memory: Memory, lore: Lore) -> None:
        self.view = view
        self.memory = memory
        self.lore = lore
        self.method: int = assembly.METHODS.index(view["options"]["assembly"])
        # By number: the card if it is known, its back, what else it must be.
        self.cards: list[Card | None] = []
        self.backs: list[str] = []
        self.needs: list[int] = []
        self.owners: list[int] = []
        """The party that it belongs to."""
        self.seats: list[int] = []
        """The lord whose it is."""
        self.cuts: list[Cut] = []
        self.matcher = Matcher(lore, self.cards, self.backs, self.needs)
        self.parties: list[Party] = []
        self.hidden: list[Hidden] = []
        self.pool: list[int] = []
        self.market: list[int] = []
        self.packs: list[list[int]] = []
        self.subjects: list[int] = []
        """By program and then by entry of the queue: the number of its subject; -1 if the view has its name."""
        self.demands: list[list[int]] = []
        self._make_parties()
        self._join()
        self._settle()
        self._find_cuts()
        self._count()

    # --- joining memory and view --------------------------------------------------------------------------------------

    def _make_parties(self) -> None:
        seats = 1 if self.method >= assembly.RANDOM else len(self.view["seats"])
        self.parties = [Party(seat, self.method, self.lore) for seat in range(seats)]

    def party_of(self, seat: int) -> int:
        """Whose stock a card comes from."""
        return max(0, seat) if len(self.parties) > 1 else 0

    def number(self, box: Box) -> int:
        """The number of a place, given when it is first asked for."""
        if box.no < 0:
            box.no = len(self.cards)
            self.cards.append(box.card)
            self.backs.append(box.back)
            self.needs.append(box.needs)
            self.owners.append(self.party_of(box.seat))
            self.seats.append(box.seat)
            if box.group is None:
                party = self.parties[self.owners[box.no]]
                if box.card is None:
                    party.leaves.append(box.no)
                else:
                    party.known[box.card.id] = party.known.get(box.card.id, 0) + 1
        return box.no

    def _join(self) -> None:
        """Every card of the view gets its box, and the boxes learn what the view tells."""
        memory = self.memory
        for seat, row in enumerate(self.view["seats"]):
            self._join_pieces(seat, row)
        for seat, row in enumerate(self.view["seats"]):
            area = memory.areas[seat]
            for pile, zone in ((area.deck, "deck"), (area.groove, "groove"), (area.removed, "removed")):
                resize(pile, size_of(row[zone]), seat)
                if not isinstance(row[zone], int):
                    for i, text in enumerate(row[zone]):
                        pile[i] = self._agreed(pile[i], text)
            for pile, zone in ((area.hand, "hand"), (area.trash, "trash")):
                resize(pile, size_of(row[zone]), seat)
                if not isinstance(row[zone], int):
                    self._recognise(pile, row[zone])
        draft: JsonObject | None = self.view["assembly"]
        market: list[Box] = []
        packs: list[list[Box]] = []
        if draft is not None:
            missing = size_of(draft["pool"]) - len(memory.pool)
            memory.pool = [Box(-1) for _ in range(missing)] + memory.pool[max(0, -missing) :]
            market = [memory.told(-1, text) for text in draft["market"]]
            for pack in draft["packs"]:
                packs.append(
                    [Box(-1) for _ in range(pack)]
                    if isinstance(pack, int)
                    else [memory.told(-1, text) for text in pack]
                )
        subjects = self._join_subjects()
        # Only now is everything told that will ever be told.
        for group in memory.groups:
            self._number_group(group)
        for seat, row in enumerate(self.view["seats"]):
            self._number_lord(seat, row)
        pool = [self.number(box) for box in memory.pool]
        if draft is not None:
            self.pool = pool
            self.market = [self.number(box) for box in market]
            self.packs = [[self.number(box) for box in pack] for pack in packs]
        self.subjects = [-1 if box is None else self.number(box) for box in subjects]

    def _recognise(self, pile: list[Box], ids: list[str]) -> None:
        """The cards of a pile are all known: those that were known before are found first."""
        left = pile[:]
        pile.clear()
        later: list[int] = []
        for i, id in enumerate(ids):
            found: Box | None = None
            for box in left:
                if box.card is not None and box.card.id == id:
                    found = box
                    break
            if found is None:
                later.append(i)
                pile.append(Box(NONE))
            else:
                left.remove(found)
                pile.append(found)
        for i in later:
            box = left[0]
            for other in left:
                if other.card is None:
                    box = other
                    break
            left.remove(box)
            self.memory.tell(box, ids[i])
            pile[i] = box

    def _agreed(self, box: Box, text: str, needs: int = 0) -> Box:
        """The box, or another one if what is known of it is not what the view says of this place."""
        card = self.lore.table.cards.get(text)
        wrong = False
        if box.card is not None:
            wrong = box.card is not card if card is not None else not suits(box.card, text, needs)
        elif card is None:
            wrong = box.back not in ("", text)
        if wrong:
            box = Box(box.seat)
        self.memory.tell(box, text)
        if box.card is None:
            box.needs |= needs
        return box

    def _join_pieces(self, seat: int, row: JsonObject) -> None:
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for piece in row[zone]:
                needs = 0
                if zone == "fortress" and piece["kind"] == "spell":
                    needs = MUST_BE_HIDDEN
                elif zone == "battlefield" and not self.view["options"]["generic"]:
                    needs = MUST_BE_INVERTED
                elif zone == "battlefield" and piece["uid"] in self.memory.fought:
                    needs = MUST_BE_UPRIGHT
                self._join_piece(seat, piece, needs)
                for below in piece.get("attached", []):
                    self._join_piece(seat, below, 0)

    def _join_piece(self, seat: int, piece: JsonObject, needs: int) -> None:
        memory = self.memory
        uid: int = piece["uid"]
        box = memory.pieces.get(uid)
        if box is None:
            box = Box(seat)
        box.seat = seat
        memory.pieces[uid] = memory.were[uid] = self._agreed(box, piece["card"], needs)

    def _join_subjects(self) -> list[Box | None]:
        """FS-19.6: of subjects that are gone or face down only the back is shown."""
        found: list[Box | None] = []
        for row in [*self.view["programs"], *self.view["queue"]]:
            subject: JsonObject | None = row["subject"]
            if subject is None or subject["card"][0] != "?":
                found.append(None)
                continue
            box = self.memory.were.get(subject["uid"])
            if box is None:
                box = Box(subject["seat"])
                for energy in self.memory.areas[subject["seat"]].groove:
                    if energy.back == subject["card"]:
                        box = energy
            if box.card is None and not box.back:
                box.back = subject["card"]
            found.append(box)
        return found

    def _number_group(self, group: Group) -> None:
        items = [self.number(item) for item in group.items]
        boxes = [self.number(box) for box in group.boxes]
        self.matcher.groups.append(Mixed(items, boxes))

    def _number_lord(self, seat: int, row: JsonObject) -> None:
        area = self.memory.areas[seat]
        hidden = Hidden()
        self.hidden.append(hidden)
        hidden.deck = self._open(area.deck)
        hidden.hand = self._open(area.hand)
        hidden.groove = self._open(area.groove)
        hidden.removed = self._open(area.removed)
        self._open(area.trash)
        for zone in ("battlefield", "fortress", "vault", "casting"):
            for place, piece in enumerate(row[zone]):
                box = self.memory.pieces[piece["uid"]]
                no = self.number(box)
                for below in piece.get("attached", []):
                    self.number(self.memory.pieces[below["uid"]])
                if box.card is not None:
                    continue
                if zone == "battlefield":
                    hidden.creatures.append(no)
                    hidden.creatures_at.append(place)
                elif zone == "fortress":
                    hidden.fortress.append(no)
                    hidden.fortress_at.append(place)
                else:
                    hidden.vault.append(no)
                    hidden.vault_at.append(place)

    def _open(self, pile: list[Box]) -> list[int]:
        """The numbers of a pile; none if all of it is known."""
        numbers = [self.number(box) for box in pile]
        for box in pile:
            if box.card is None:
                return numbers
        return []

    def _settle(self) -> None:
        """Groups that cannot be (memory has taken one card for another) are forgotten."""
        matcher = self.matcher
        matcher.prepare()
        dice = Dice(Fate(1))
        while matcher.groups:
            wrong = matcher.impossible(dice)
            if wrong < 0:
                return
            group = matcher.groups.pop(wrong)
            for no in group.boxes:
                self.parties[self.owners[no]].leaves.append(no)
            for no in group.items:
                party = self.parties[self.owners[no]]
                card = self.cards[no]
                if card is not None:
                    party.known[card.id] -= 1
                elif matcher.home[no] < 0:
                    party.leaves.remove(no)
            matcher.prepare()

    def _find_cuts(self) -> None:
        """FS-4.2: what a lord showed in the cut lies in one of the places that nobody knows, unless it is known to be
        elsewhere among his cards.
        """
        found: set[tuple[int, str]] = set()
        for seat, card in self.memory.cuts:
            if (seat, card.id) in found or seat >= len(self.view["seats"]):
                continue
            found.add((seat, card.id))
            number = self.party_of(seat)
            party = self.parties[number]
            if len(self.parties) > 1:
                party.cut.add(card.id)
            known = [no for no, other in enumerate(self.cards) if other is card and self.seats[no] == seat]
            if not known:
                places = [no for no in party.leaves if self.seats[no] == seat]
                self.cuts.append(Cut(card, number, places))

    def _count(self) -> None:
        """What is known is taken from the stocks."""
        index = self.lore.backs
        for party in self.parties:
            demand = [0] * len(index)
            for id, n in party.known.items():
                demand[index[self.lore.table.cards[id].back]] += n
            for no in party.leaves:
                if self.backs[no]:
                    demand[index[self.backs[no]]] += 1
            self.demands.append(demand)
            party.prepare(int(self.view["options"]["pool_copies"]), demand)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _deal(self, number: int, stock: list[list[Card]], cards: list[Card | None], backs: list[str], needs: list[int],
              dice: Dice) -> None:  # fmt: skip
        """A stock is dealt to the places of a party, what was shown in the cut first."""
        for cut in self.cuts:
            if cut.party == number:
                cut.lay(stock, cards, backs, needs, self.lore, dice)
        self.parties[number].deal(stock, cards, backs, needs, dice)

    def assign(self, dice: Dice) -> list[Card]:
        """A card for every place."""
        cards = self.cards[:]
        backs = self.backs
        needs = self.needs
        matcher = self.matcher
        if matcher.groups:
            matcher.match(dice)
            backs = matcher.backs
            needs = matcher.needs
        if self.method == assembly.MIRROR:
            stocks = mirror_stocks(self.parties, self.demands, dice)
            for i in range(len(self.parties)):
                self._deal(i, stocks[i], cards, backs, needs, dice)
        else:
            for i, party in enumerate(self.parties):
                if party.leaves:
                    self._deal(i, party.some_stock(dice), cards, backs, needs, dice)
        if matcher.groups:
            matcher.spread(cards)
        found: list[Card] = []
        for no in range(len(cards)):
            card = cards[no]
            found.append(self.parties[0].any_card(self.backs[no], self.needs[no], dice) if card is None else card)
        return found


def resize(pile: list[Box], size: int, seat: int) -> None:
    """Makes a pile as long as the view says; events that fit the view leave nothing to do here."""
    while len(pile) > size:
        pile.pop()
    while len(pile) < size:
        pile.append(Box(seat))

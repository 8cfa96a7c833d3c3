"""What a careful player remembers: the events that a seat has seen (FS-20.7), followed card by card over boxes.

Not remembered, for no event tells it: what a seat saw in an earlier view only (a zone it searched, a market, a pack).
Where an event leaves open which card a random pick took from a deck or a groove, or where a card was put (`recover` by
a card that puts cards both on top and at the bottom), the deck or the groove counts as mixed.
"""

from __future__ import annotations

from typing import Any

from orrery.core.data import JsonObject
from orrery.games.five_spheres.cards.card import Card
from orrery.games.five_spheres.sampling.boxes import (
    AT_THE_BOTTOM,
    COPIES,
    MUST_BE_HIDDEN,
    MUST_BE_INVERTED,
    MUST_BE_UPRIGHT,
    ON_TOP,
    Answers,
    Box,
    Group,
    Lore,
    has_room,
    pin,
)
from orrery.games.five_spheres.sampling.vigil import Vigil


class Area:
    """A lord's zones in memory."""

    __slots__ = ("deck", "groove", "hand", "named", "removed", "seat", "trash")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.deck: list[Box] = []
        self.hand: list[Box] = []
        self.trash: list[Box] = []
        self.groove: list[Box] = []
        self.removed: list[Box] = []
        self.named: list[int] = []
        """The indices of the groove that were named for the effect now carried out."""

    def pile(self, zone: str) -> list[Box] | None:
        """Hand, deck, trash or groove; None for zones in play."""
        if zone == "deck":
            return self.deck
        if zone == "hand":
            return self.hand
        if zone == "trash":
            return self.trash
        return self.groove if zone == "groove" else None


class Memory:
    """Follows the events from the start of what was seen to the view."""

    def __init__(self, view: JsonObject, seen: list[JsonObject], lore: Lore) -> None:
        self.lore = lore
        self.cards: dict[str, Card] = lore.table.cards
        self.options: JsonObject = view["options"]
        self.groups: list[Group] = []
        """In the order in which they came to be: the items of a group may be boxes of earlier ones."""
        self.pieces: dict[int, Box] = {}
        """The cards in play by uid."""
        self.were: dict[int, Box] = {}
        """All cards that have been in play, by the uid they had."""
        self.down: set[int] = set()
        """Face-down creatures that came while it was seen."""
        self.fought: set[int] = set()
        self.pool: list[Box] = []
        """Of the pool of an assembly what was put back into it."""
        self.cuts: list[tuple[int, Card]] = []
        """FS-4.2: which lord showed which card of his deck; a cut does not tell where in it."""
        self.sources: list[Card] = []
        """Whose effects may be running, the last one last."""
        self.after_loss: bool = False
        """Was the last ability one about a loss?"""
        rows: list[JsonObject] = view["seats"]
        self.areas: list[Area] = [Area(seat) for seat in range(len(rows))]
        self.seen = seen
        self.searches: set[int] = set()
        """Which events move cards out of a deck that was searched."""
        self.vigil = Vigil(view, seen)
        self._begin(rows)
        for index in range(len(seen)):
            self._follow(seen[index], index)

    # --- the start ----------------------------------------------------------------------------------------------------

    def _begin(self, rows: list[JsonObject]) -> None:
        """How many cards lay where when the first event was seen: the view, taken back event by event."""
        sizes: list[dict[str, int]] = [
            {zone: size_of(row[zone]) for zone in ("deck", "hand", "trash", "groove")} for row in rows
        ]
        seen = self.seen
        for index in range(len(seen) - 1, -1, -1):
            event = seen[index]
            name: str = event["event"]
            if name == "move":
                row = sizes[event["seat"]]
                if event["from"] in row:
                    row[event["from"]] += 1
                if event["to"] in row:
                    row[event["to"]] -= 1
            elif name == "deckout":
                row = sizes[event["seat"]]
                row["trash"], row["deck"] = row["deck"], 0
            elif name == "pick":
                sizes[event["seat"]]["deck"] -= len(self._picked(event))
            elif name == "drop":
                sizes[event["seat"]]["deck"] += 1
            elif name == "search":
                self._mark_search(event, index)
            elif name == "turn" and event["turn"] == 1:
                for row in sizes:
                    row["deck"] += self.options["towers"] + row["hand"]
                    row["hand"] = 0
        for seat in range(len(rows)):
            if not rows[seat]["out"]:
                area = self.areas[seat]
                area.deck = [Box(seat) for _ in range(sizes[seat]["deck"])]
                area.hand = [Box(seat) for _ in range(sizes[seat]["hand"])]
                area.trash = [Box(seat) for _ in range(sizes[seat]["trash"])]
                area.groove = [Box(seat) for _ in range(sizes[seat]["groove"])]

    def _mark_search(self, event: JsonObject, index: int) -> None:
        """FS-20.4: the moves of a search come right before it."""
        if event["zone"] != "deck":
            return
        before = index - 1
        while before >= 0:
            moved = self.seen[before]
            if moved["event"] != "move" or moved["from"] != "deck" or moved["seat"] != event["lord"]:
                return
            if moved["verb"] == "draw":
                return
            self.searches.add(before)
            before -= 1

    def _picked(self, event: JsonObject) -> list[Box]:
        """FS-17: the cards that a `pick` brought."""
        seat: int = event["seat"]
        what: Any = event["what"]
        if self.options["assembly"] == "sets":
            ids = self.lore.table.sets[what.upper()]
            return [Box(seat, self.cards[id]) for id in ids for _ in range(COPIES)]
        return [self.told(seat, what)]

    def told(self, seat: int, text: str | None) -> Box:
        """A box of which an event or the view tells a name, a back or nothing."""
        box = Box(seat)
        self.tell(box, text)
        return box

    def tell(self, box: Box, text: str | None) -> None:
        """A name, a back or nothing is told of a box."""
        if text is None:
            return
        if text[0] == "?":
            if not box.back:
                box.back = text
        else:
            pin(box, self.cards[text])

    # --- mixing -------------------------------------------------------------------------------------------------------

    def mix(self, items: list[Box], back: str = "") -> list[Box]:
        """The same cards, nobody knows in which order. With `back` all have this back."""
        alike = True
        for item in items:
            if not item.is_like(items[0]):
                alike = False
                break
        if alike:
            return items
        boxes = [Box(item.seat) for item in items]
        group = Group(items[:], boxes[:])
        for box in boxes:
            box.group = group
            box.back = back
        self.groups.append(group)
        return boxes

    def take_some(self, pile: list[Box], card: Card | None, back: str, seat: int) -> Box:
        """One card of a pile, nobody knows which; perhaps its name or its back is known."""
        if card is not None:
            for index in range(len(pile)):
                if pile[index].card is card:
                    return pile.pop(index)
            back = card.back
        able: list[int] = [index for index in range(len(pile)) if pile[index].may_be(card, back)]
        if back:
            able = [index for index in able if has_room(pile[index], back)] or able
        if card is not None:
            answers = Answers(card)
            sure = [index for index in able if answers.about(pile[index]) > 0]
            able = sure or able
        if not able:
            if pile:
                pile.pop()
            return Box(seat)
        mixed = [pile[index] for index in able]
        same = back if all(box.back == back for box in mixed) else ""
        mixed = self.mix(mixed, same)
        for place in range(len(able)):
            pile[able[place]] = mixed[place]
        return pile.pop(able[len(able) - 1])

    def take_from_deck(self, area: Area, card: Card | None, back: str, index: int) -> Box:
        """The top card of a deck, unless a search or a random pick took another one."""
        deck = area.deck
        if not deck:
            return Box(area.seat)
        if index in self.searches:
            return self.take_some(deck, card, back, area.seat)
        if deck[0].may_be(card, back) and not self._is_loose(self.seen[index]["verb"]):
            return deck.pop(0)
        box = self.take_some(deck, card, back, area.seat)
        area.deck = self.mix(deck)
        return box

    def _is_loose(self, verb: str) -> bool:
        """May an effect be running by which this verb takes a card from within a deck?"""
        return any(verb in self.lore.loose.get(source.id, ()) for source in self.sources)

    def take_from_groove(self, area: Area, card: Card | None, back: str) -> Box:
        """An energy: the one that was named, or of an ability about a loss (FS-12.5.1) the last of that name. Otherwise
        nobody knows where in the groove it lay.
        """
        groove = area.groove
        if area.named:
            index = area.named.pop(0)
            area.named = [other - 1 if other > index else other for other in area.named]
            if index < len(groove):
                return groove.pop(index)
        able = [index for index in range(len(groove)) if groove[index].may_be(card, back)]
        if len(able) == 1:
            return groove.pop(able[0])
        if able and self.after_loss and card is not None and groove[able[-1]].card is card:
            return groove.pop(able[-1])
        box = self.take_some(groove, card, back, area.seat)
        area.groove = self.mix(groove)
        return box

    # --- events -------------------------------------------------------------------------------------------------------

    def _follow(self, event: JsonObject, index: int) -> None:
        name: str = event["event"]
        if name == "move":
            self.vigil.spells.pop(event["uid"], None)
        self.vigil.note(event, name, self.pieces)
        if name == "move":
            self._move(event, index)
            return
        if name == "target":
            self._target(event["choice"])
            return
        for area in self.areas:
            if area.named:
                area.named = []
        if name == "shuffle":
            area = self.areas[event["seat"]]
            if event["zone"] == "deck":
                area.deck = self.mix(area.deck)
            elif event["zone"] == "groove":
                area.groove = self.mix(area.groove)
        elif name == "retaliate":
            self.areas[event["seat"]].named = list(event["energy"])
        elif name == "deckout":
            area = self.areas[event["seat"]]
            area.deck = self.mix(area.trash)
            area.trash = []
        elif name == "unveil":
            self.down.discard(event["uid"])
            pin(self._piece(event["uid"]), self.cards[event["card"]])
        elif name == "battle":
            self._fought(event["attacker"])
            self._fought(event["defender"])
        elif name == "trigger" or name == "evoke":
            if name == "trigger":
                self.after_loss = event["when"] in ("destroyed", "tower_lost", "spell_lost")
            if event["card"] is not None:
                self.sources.append(self.cards[event["card"]])
        elif name == "use":
            used = self.pieces.get(event["uid"])
            if used is not None and used.card is not None:
                self.sources.append(used.card)
        else:
            self._follow_match(event, name)

    def _follow_match(self, event: JsonObject, name: str) -> None:
        """The assembly, the cut, the setup, and the end of a lord."""
        if name == "pick":
            self.areas[event["seat"]].deck.extend(self._picked(event))
        elif name == "drop":
            told = self.told(event["seat"], event["what"])
            box = self.take_some(self.areas[event["seat"]].deck, told.card, "", event["seat"])
            self.tell(box, event["what"])
            self.pool.append(box)
        elif name == "split":
            self.cuts.append((event["seat"], self.cards[event["card"]]))
        elif name == "lord_destroyed":
            self._destroy(self.areas[event["seat"]])
        elif name == "turn":
            self.sources = []
            if event["turn"] == 1:
                self._set_up()

    def _set_up(self) -> None:
        """FS-4.4: shuffled decks, towers, hands. No event tells of them."""
        uid = 1
        for area in self.areas:
            area.deck = self.mix(area.deck)
            for _ in range(int(self.options["towers"])):
                if area.deck:
                    self.pieces[uid] = self.were[uid] = area.deck.pop(0)
                    uid += 1
        for area in self.areas:
            n: int = self.options["hand"]
            area.hand.extend(area.deck[:n])
            del area.deck[:n]

    def _destroy(self, area: Area) -> None:
        """FS-8.5: all cards of a lord are removed."""
        gone = [uid for uid in self.pieces if self.pieces[uid].seat == area.seat]
        for uid in gone:
            area.removed.append(self.pieces.pop(uid))
        for pile in (area.groove, area.hand, area.deck, area.trash):
            area.removed.extend(pile)
            pile.clear()

    def _target(self, choice: str) -> None:
        """FS-20.1: energies are named by their index."""
        if choice[0] == "p" and ".e" in choice:
            self.areas[int(choice[1])].named.append(int(choice[4:]))

    def _piece(self, uid: int) -> Box:
        """The card in play with this uid; one that was there before anything was seen is found anew."""
        box = self.pieces.get(uid)
        if box is None:
            box = self.pieces[uid] = self.were[uid] = Box(-1)
        return box

    def _fought(self, uid: int) -> None:
        """FS-3.9: what is face down in a battle is not inverted."""
        self.fought.add(uid)
        if uid in self.down:
            box = self._piece(uid)
            if box.card is None:
                box.needs |= MUST_BE_UPRIGHT

    def _move(self, event: JsonObject, index: int) -> None:
        seat: int = event["seat"]
        area = self.areas[seat]
        text: str | None = event["card"]
        card = None if text is None else self.cards.get(text)
        back: str = "" if text is None else text if card is None else card.back
        origin: str = event["from"]
        to: str = event["to"]
        box: Box | None
        pile = area.pile(origin)
        if pile is None:
            box = self.pieces.pop(event["uid"], None)
            if box is None:
                box = self.were[event["uid"]] = Box(seat)
            box.seat = seat
        elif origin == "deck":
            box = self.take_from_deck(area, card, back, index)
        elif origin == "groove":
            box = self.take_from_groove(area, card, back)
        else:
            box = self.take_some(pile, card, back, seat)
        self.tell(box, text)
        if event["verb"] in ("cast", "retaliate") and box.card is not None and not event["facedown"]:
            self.sources.append(box.card)
        self._put(event, box, area, to)

    def _put(self, event: JsonObject, box: Box, area: Area, to: str) -> None:
        if to == "deck":
            self._put_on_deck(event, box, area)
            return
        pile = area.pile(to)
        if pile is not None:
            pile.append(box)
            return
        uid: int = event["new"]
        self.pieces[uid] = self.were[uid] = box
        if event["facedown"] and box.card is None:
            if to == "spell":
                box.needs |= MUST_BE_HIDDEN
                self.vigil.spells[uid] = area.seat
            elif to == "battlefield":
                self.down.add(uid)
                if not self.options["generic"]:
                    box.needs |= MUST_BE_INVERTED

    def _put_on_deck(self, event: JsonObject, box: Box, area: Area) -> None:
        """FS-3.4: on top, unless the card that does it says otherwise."""
        where = ON_TOP
        if self.lore.has_bottom and event["verb"] == "recover":
            where = ON_TOP | AT_THE_BOTTOM
            for source in reversed(self.sources):
                if self.lore.recovers[source.id]:
                    where = self.lore.recovers[source.id]
                    break
        if where == AT_THE_BOTTOM:
            area.deck.append(box)
        else:
            area.deck.insert(0, box)
            if where != ON_TOP:
                area.deck = self.mix(area.deck)


def size_of(value: Any) -> int:
    """How many cards a zone of a view has, whether they are named or counted."""
    return value if isinstance(value, int) else len(value)

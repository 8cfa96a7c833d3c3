"""Worlds that a seat cannot tell from the true one: `sample(view, seen, fate)` for Space Editor.

What a seat knows is its view and the events it has seen. Face-down cards are remembered from the events. Hidden hands
and
decks are drawn from a prior: where deck rules hold, every legal deck of the seat's element is a choice among the
physical
copies of the box (a bronze card twice, silver and gold once), all choices alike; every card that the seat has shown is
fixed. Without deck rules each hidden card is any card of the seat's element (of the whole set, once the seat has shown
another element).

What events imply is honoured by rejection: a seat that was `stuck`, or whose forced `place` effect fizzled, held
nothing
that fitted at that moment; a seat that is now asked to place holds something that fits. At most TRIES worlds are tried;
if none agrees, the last one is taken, mended so that the seat now asked has a legal answer.
"""

from __future__ import annotations

from typing import Final

from orrery.core.data import JsonObject
from orrery.core.fate import Fate
from orrery.core.game import Sampler
from orrery.games.space_editor.cards.card import FACE_DOWN, CardSet, card_set
from orrery.games.space_editor.cards.decks import COPIES, COST, SHARES, SIZE
from orrery.games.space_editor.rules import abilities
from orrery.games.space_editor.rules.abilities import ANY, CardMatch, Trigger
from orrery.games.space_editor.rules.engine import SpaceEditorState
from orrery.games.space_editor.rules.loading import load_unchecked
from orrery.games.space_editor.rules.placing import placements
from orrery.games.space_editor.rules.state import NOBODY, PLACE, PUT, Pending
from orrery.games.space_editor.rules.universe import Stone

TRIES: Final = 100


class Memory:
    """What the events said of one placed card: it holds while the card lies face down."""

    __slots__ = ("card", "guard", "rotation", "silence", "void")

    def __init__(self, card: str, rotation: int, void: bool) -> None:
        self.card = card
        self.rotation = rotation
        self.void = void
        self.guard: int = 0
        self.silence: int = 0


def remember(seen: list[JsonObject], cards: CardSet, last: int) -> dict[int, Memory]:
    """The placed cards by serial number, as the events told them.

    That the last player's stars of an unforeseen last turn are void (SE-7.5) is told by no event, but known to all.
    """
    known: dict[int, Memory] = {}
    foreseen = True
    stars: list[int] = []
    for event in seen:
        name = event["event"]
        if name == "placed":
            known[event["no"]] = Memory(event["card"], event["r"], event["void"])
            if event["seat"] == last and cards.is_star[cards.index[event["card"]]]:
                stars.append(event["no"])
        elif name == "turn":
            foreseen = event["seat"] != last
            stars = []
        elif name == "final":
            foreseen = True
        elif name == "ending":
            for no in [] if foreseen else stars:
                known[no].void = True
        elif name == "basepoint":
            known[0] = Memory(event["card"], 0, False)
        elif name in ("turned_down", "turned_up", "relocated", "triggered"):
            memory = known.setdefault(event["no"], Memory(event["card"], 0, False))
            if name == "relocated":
                memory.rotation = event["r"]
        elif name in ("faced", "rotated") and event["no"] in known:
            known[event["no"]].rotation = event["r"]
        elif name == "guarded" and event["no"] in known:
            known[event["no"]].guard = event["until"]
        elif name == "silenced" and event["no"] in known:
            known[event["no"]].silence = event["until"]
    return known


class Refused:
    """A moment at which a seat had nothing to place: the state then, and what could not be placed."""

    __slots__ = ("area", "centre", "known", "match", "state")

    def __init__(self, state: SpaceEditorState, match: CardMatch | None, area: int, centre: int) -> None:
        self.state = state
        self.match = match
        self.area = area
        self.centre = centre
        self.known: dict[int, bool] = {}

    def allows(self, seat: int, card: int) -> bool:
        """Could the seat have held this card then?"""
        answer = self.known.get(card)
        if answer is None:
            hands = self.state.hands
            hands[seat] = [card]
            answer = self.known[card] = not placements(self.state, seat, self.match, self.area, self.centre)
            hands[seat] = []
        return answer


class Step:
    """A step in the history of a hidden hand: so many cards came, a card left, or nothing could be placed."""

    __slots__ = ("card", "drawn", "refused")

    def __init__(self, drawn: int, card: int, refused: Refused | None) -> None:
        self.drawn = drawn
        self.card = card
        self.refused = refused


def names_of(view: JsonObject, seen: list[JsonObject]) -> dict[int, str]:
    """The ids of the placed cards that a seat has seen, by serial number: what a person with a good memory knows."""
    memories = remember(seen, card_set(view["cards"]), len(view["elements"]) - 1)
    return {no: memory.card for no, memory in memories.items()}


class History:
    """Follows the events on a shadow of the match, to know what each hidden hand went through."""

    def __init__(self, template: SpaceEditorState, seen: list[JsonObject]) -> None:
        self.setting = template.setting
        self.cards = template.setting.cards
        self.shadow = SpaceEditorState(template.setting, Fate())
        self.steps: list[list[Step]] = [[] for _ in range(self.setting.seats)]
        self.deciders: dict[tuple[int, int], int] = {}
        self.ended = False
        self.checks = 0
        if seen and seen[0]["event"] == "basepoint":
            for event in seen:
                self._follow(event)

    def _follow(self, event: JsonObject) -> None:
        name = event["event"]
        if name in ("placed", "basepoint"):
            self._placed(event)
        elif name == "drawn":
            cards = event["cards"]
            self.steps[event["seat"]].append(Step(cards if isinstance(cards, int) else len(cards), NOBODY, None))
        elif name == "discarded":
            self.steps[event["seat"]].append(Step(0, self.cards.index[event["card"]], None))
        elif name == "turn":
            self.shadow.turn = event["turn"]
            self.shadow.final = False
        elif name == "final":
            self.shadow.final = True
        elif name == "ending":
            self.ended = True
        elif name == "resolving":
            self.deciders[(event["no"], event["ability"])] = event["seat"]
        elif name == "stuck" and self.setting.full:
            self._refused(event["seat"], None, ANY, 0)
        elif name == "fizzled":
            self._fizzled(event)
        elif "no" in event:
            self._changed(name, event)

    def _placed(self, event: JsonObject) -> None:
        universe = self.shadow.universe
        card = self.cards.index[event["card"]]
        cell = self.setting.grid.cell(event["x"], event["y"])
        if event["event"] == "placed":
            self.steps[event["seat"]].append(Step(0, card, None))
            universe.add(Stone(event["no"], card, event["seat"], self.shadow.turn), cell, event["r"], True)
        else:
            universe.add(Stone(0, card, event["seat"], 0), cell, 0, True)

    def _changed(self, name: str, event: JsonObject) -> None:
        universe = self.shadow.universe
        slot = universe.slot_of(event["no"])
        facing = universe.facing[slot]
        if name == "turned_down":
            universe.reface(slot, facing | FACE_DOWN)
        elif name == "turned_up":
            universe.reface(slot, facing & ~FACE_DOWN)
        elif name in ("faced", "rotated"):
            universe.reface(slot, facing & ~3 | event["r"])
        elif name == "relocated":
            universe.lift(slot)
            universe.facing[slot] = facing & ~3 | event["r"]
            universe.settle(slot, self.setting.grid.cell(event["x"], event["y"]))
        elif name == "guarded":
            universe.guard[slot] = event["until"]
        elif name == "silenced":
            universe.silence[slot] = event["until"]

    def _fizzled(self, event: JsonObject) -> None:
        """A forced `place` that came to nothing tells about the decider's hand."""
        slot = self.shadow.universe.slot_of(event["no"])
        ability = self.cards.abilities[self.shadow.universe.stones[slot].card][event["ability"]]
        assert isinstance(ability, Trigger)
        effect = ability.effects[event["effect"]]
        if effect.verb == abilities.PLACE and not self.ended:
            seat = self.deciders[(event["no"], event["ability"])]
            self._refused(seat, effect.hand, effect.to, self.shadow.universe.cells[slot])

    def _refused(self, seat: int, match: CardMatch | None, area: int, centre: int) -> None:
        refused = Refused(self.shadow.clone(), match, area, centre)
        self.steps[seat].append(Step(0, NOBODY, refused))
        self.checks += 1


class HiddenSeat:
    """One seat whose hand and deck are hidden: how many cards, from which pool, with what history."""

    def __init__(self, seat: int, hand: int, deck: int, steps: list[Step]) -> None:
        self.seat = seat
        self.hand = hand
        self.deck = deck
        self.unknown: list[int] = []
        """Slots of face-down cards of this seat that no event has named."""
        self.candidates: list[list[int]] = []
        """The cards that each of them may be."""
        self.pools: list[tuple[list[int], int]] = []
        """Where deck rules hold: physical copies, and how many of them are hidden."""
        self.any: list[int] = []
        """Where they do not: the cards that any hidden card may be."""
        self.by_cost: int | None = None
        """With the cost rule: the cost that the seat has shown."""
        checked = any(step.refused is not None for step in steps)
        self.steps = steps if checked else []

    def draw(self, cards: CardSet, fate: Fate) -> list[int]:
        """All hidden cards of the seat, in random order: first the unknown ones of the board, then hand, then deck."""
        total = len(self.unknown) + self.hand + self.deck
        if not self.pools:
            return [fate.pick(self.any) for _ in range(total)]
        found: list[int] = []
        for _ in range(TRIES):
            found = []
            for pool, count in self.pools:
                copies = pool[:]
                for i in range(count):
                    j = i + fate.draw(len(copies) - i)
                    copies[i], copies[j] = copies[j], copies[i]
                found += copies[:count]
            cost = sum([cards.cards[card].cost for card in found])
            if self.by_cost is None or COST[0] <= self.by_cost + cost <= COST[1]:
                break
        fate.shuffle(found)
        return found

    def agrees(self, hand: list[int], fate: Fate) -> bool:
        """Could this hand have gone through the seat's history? Which card came when is drawn at random, each way
        alike.
        """
        held: list[int] = []
        names: list[int] = []
        moments: list[tuple[Refused, list[int]]] = []
        for step in self.steps:
            for _ in range(step.drawn):
                held.append(len(names))
                names.append(NOBODY)
            if step.refused is not None:
                moments.append((step.refused, held[:]))
            elif step.card != NOBODY and held:
                i = fate.draw(len(held))
                names[held[i]] = step.card
                held[i] = held[-1]
                held.pop()
        for token, card in zip(held, hand, strict=False):
            names[token] = card
        return all(
            r.allows(self.seat, names[token]) for r, tokens in moments for token in tokens if names[token] != NOBODY
        )


class SpaceEditorSampler(Sampler):
    """Draws worlds for the seat that a view belongs to; a spectator's view works as well."""

    def __init__(self, view: JsonObject, seen: list[JsonObject]) -> None:
        cards = card_set(view["cards"])
        self.view = view
        known = remember(seen, cards, len(view["elements"]) - 1)
        unknown: list[int] = []
        position = dict(view)
        position["board"] = [self._fill(row, view, cards, known, unknown) for row in view["board"]]
        position["hands"] = [hand if isinstance(hand, list) else [] for hand in view["hands"]]
        position["decks"] = [deck if isinstance(deck, list) else [] for deck in view["decks"]]
        position["fate"] = []
        self.template = load_unchecked(position)
        self.cards = cards
        history = History(self.template, seen)
        self.own: list[int] = []
        self.own_unknown: list[tuple[int, list[int]]] = []
        """Face-down cards of the viewer that no event has named, as without a past: the slot, and what it may be."""
        self.hidden: list[HiddenSeat] = []
        for seat in range(self.template.setting.seats):
            if isinstance(view["hands"][seat], int):
                hidden = HiddenSeat(seat, view["hands"][seat], view["decks"][seat], history.steps[seat])
                self._prepare(hidden, unknown)
                self.hidden.append(hidden)
            else:
                self.own.append(seat)
                self.own_unknown += self._forgotten(seat, unknown)

    def _forgotten(self, seat: int, unknown: list[int]) -> list[tuple[int, list[int]]]:
        """The slots of unknown face-down cards of a seat whose cards are seen, each with the cards that it may be: of
        the seat's element, if there are such.
        """
        element, found = self.template.setting.elements[seat], []
        for slot, stone in enumerate(self.template.universe.stones):
            if stone.placer == seat and stone.no in unknown:
                fits = self._candidates(stone.no, self.view, self.cards)
                own = [card for card in fits if self.cards.element[card] == element]
                found.append((slot, own or fits))
        return found

    def _fill(
        self, row: JsonObject, view: JsonObject, cards: CardSet, known: dict[int, Memory], unknown: list[int]
    ) -> JsonObject:
        """A board card with what is remembered of it; an unknown one gets any card for the time being."""
        if row["card"] is not None:
            return row
        row = dict(row)
        memory = known.get(row["no"])
        if memory is not None:
            row.update(
                card=memory.card, r=memory.rotation, guard=memory.guard, silence=memory.silence, void=memory.void
            )
            return row
        shown = any(
            other["card"] is not None and cards.is_basepoint[cards.index[other["card"]]] for other in view["board"]
        )
        row.update(r=0, guard=0, silence=0, void=False)
        if not shown and view["basepoint"] is not None and row["no"] == 0 and row["turn"] == 0:
            row["card"] = view["basepoint"]
        else:
            row["card"] = cards.ids[self._candidates(row["no"], view, cards)[0]]
            unknown.append(row["no"])
        return row

    @staticmethod
    def _candidates(no: int, view: JsonObject, cards: CardSet) -> list[int]:
        """The cards that an unknown face-down card may be: those that have the abilities of it which are pending."""
        entries = [*view["queue"], *([] if view["now"] is None else [view["now"]])]
        needed = [entry["ability"] for entry in entries if entry["no"] == no]
        return [
            card
            for card in range(len(cards.ids))
            if not cards.is_basepoint[card]
            and all(any(trigger.index == index for trigger in cards.triggers[card]) for index in needed)
        ]

    def _prepare(self, hidden: HiddenSeat, unknown: list[int]) -> None:
        """Works out the pools of a hidden seat from what it has shown."""
        state, cards = self.template, self.cards
        stones = state.universe.stones
        shown = list(state.discards[hidden.seat])
        for slot, stone in enumerate(stones):
            if stone.placer == hidden.seat and not cards.is_basepoint[stone.card]:
                if stone.no in unknown:
                    hidden.unknown.append(slot)
                    hidden.candidates.append(self._candidates(stone.no, self.view, cards))
                else:
                    shown.append(stone.card)
        element = state.setting.elements[hidden.seat]
        rules = state.setting.options["deck_rules"]
        if rules != "none" and self._share_out(hidden, shown, element):
            if rules == "cost":
                hidden.by_cost = sum([cards.cards[card].cost for card in shown])
            return
        hidden.pools = []
        own = [card for card in range(len(cards.ids)) if cards.element[card] == element]
        foreign = any(cards.element[card] != element for card in shown)
        hidden.any = own if own and not foreign else [card for card, e in enumerate(cards.element) if e >= 0]

    def _share_out(self, hidden: HiddenSeat, shown: list[int], element: int) -> bool:
        """The physical copies that are left for a deck by SE-10.1; False if what was shown fits no such deck."""
        cards = self.cards
        total = len(hidden.unknown) + hidden.hand + hidden.deck
        if total + len(shown) != SIZE or any(cards.element[card] != element for card in shown):
            return False
        for level, share in SHARES.items():
            copies: list[int] = []
            need = share
            for card in range(len(cards.ids)):
                if cards.element[card] == element and cards.cards[card].level == level:
                    gone = shown.count(card)
                    need -= gone
                    if gone > COPIES[level]:
                        return False
                    copies += [card] * (COPIES[level] - gone)
            if not 0 <= need <= len(copies):
                return False
            hidden.pools.append((copies, need))
        return True

    def draw(self, fate: Fate) -> SpaceEditorState:
        world = self.template.clone()
        world.fate = Fate(fate.draw(1 << 32))
        world.legal = None
        for seat in self.own:
            fate.shuffle(world.decks[seat])
        for slot, fits in self.own_unknown:
            put_card(world, slot, fate.pick(fits))
        for hidden in self.hidden:
            self._fill_seat(world, hidden, fate)
        if self.own_unknown or any(hidden.unknown for hidden in self.hidden):
            statics, universe = self.cards.statics, world.universe
            universe.statics = [slot for slot, stone in enumerate(universe.stones) if statics[stone.card]]
        return world

    def _fill_seat(self, world: SpaceEditorState, hidden: HiddenSeat, fate: Fate) -> None:
        asked = is_asked(world, hidden.seat)
        first, last = len(hidden.unknown), len(hidden.unknown) + hidden.hand
        found: list[int] = []
        for _ in range(TRIES):
            found = hidden.draw(self.cards, fate)
            world.hands[hidden.seat] = sorted(found[first:last])
            if hidden.steps and not hidden.agrees(found[first:last], fate):
                continue
            if not asked or can_answer(world, hidden.seat):
                break
        else:
            if asked:
                mend(world, hidden, found, first, last)
        world.hands[hidden.seat] = sorted(found[first:last])
        world.decks[hidden.seat] = found[last:]
        for i, slot in enumerate(hidden.unknown):
            card = found[i] if found[i] in hidden.candidates[i] else fate.pick(hidden.candidates[i])
            put_card(world, slot, card)


def put_card(world: SpaceEditorState, slot: int, card: int) -> None:
    """Lets the face-down card of a slot be that one."""
    universe = world.universe
    stone = universe.stones[slot]
    universe.stones[slot] = Stone(stone.no, card, stone.placer, stone.turn)
    universe.reface(slot, card << 3 | universe.facing[slot] & 7)


def is_asked(world: SpaceEditorState, seat: int) -> bool:
    """Is a seat now asked for something that tells of its hand: it has a legal placement?"""
    if world.phase == PLACE:
        return world.active == seat and not world.setting.full
    now = world.now
    return now is not None and now.stage == PUT and now.decider == seat and not world.faces


def can_answer(world: SpaceEditorState, seat: int) -> bool:
    """Does the seat that is asked to place hold something that fits?"""
    now: Pending | None = world.now
    if now is None:
        return bool(placements(world, seat))
    return bool(world.effect_placements(now, world.effect_of(now)))


def mend(world: SpaceEditorState, hidden: HiddenSeat, found: list[int], first: int, last: int) -> None:
    """No world agreed: makes the first hand card one that fits, from the hidden cards if there is one, else from the
    set.
    """
    likely = [*found[last:], *hidden.any, *[card for pool, _ in hidden.pools for card in pool]]
    for card in [*likely, *range(len(world.setting.cards.ids))]:
        if world.setting.cards.is_basepoint[card] or first >= last:
            continue
        before = found[first]
        found[first] = card
        world.hands[hidden.seat] = sorted(found[first:last])
        if can_answer(world, hidden.seat):
            if card in found[last:]:
                found[found.index(card, last)] = before
            return
        found[first] = before

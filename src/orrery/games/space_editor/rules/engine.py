"""The course of a match: setup, turns, energies, abilities, the end. In the order of the rulebook."""

from __future__ import annotations

from orrery.core.clause import Refusal, covers
from orrery.core.data import JsonObject
from orrery.core.game import Event, Result
from orrery.games.space_editor.cards.card import CODE_BITS, CODE_MASK, FACE_DOWN, KF, KINETIC
from orrery.games.space_editor.rules import abilities, refusals, words
from orrery.games.space_editor.rules.abilities import (
    ANY_CAUSE,
    BY_ABILITY,
    BY_ENERGY,
    BY_RELOCATION,
    CHOSEN,
    EITHER,
    EVENT,
    FROM_HAND,
    GAME_END,
    NEIGHBOUR_PLACED,
    NEIGHBOUR_TURNED_DOWN,
    NEIGHBOUR_TURNED_UP,
    PLACER,
    RELOCATED,
    ROTATED,
    ROUND,
    SELF,
    TURNED_DOWN,
    TURNED_UP,
    UP,
    Condition,
    Effect,
    Trigger,
)
from orrery.games.space_editor.rules.events import (
    BasepointPlaced,
    Declined,
    Discarded,
    Drawn,
    Ending,
    Fizzled,
    GameOver,
    Marked,
    Placed,
    Relocated,
    Resolving,
    SeatNote,
    Spun,
    Targeted,
    Triggered,
    Turned,
    TurnStarted,
)
from orrery.games.space_editor.rules.notation import write_position, write_view
from orrery.games.space_editor.rules.placing import (
    FROM_RELOCATE,
    FROM_ROTATE,
    FROM_TURN_DOWN,
    FROM_TURN_UP,
    destinations,
    is_protected,
    placements,
)
from orrery.games.space_editor.rules.scoring import scores, winners
from orrery.games.space_editor.rules.state import (
    BASEPOINT,
    END,
    NOBODY,
    OVER,
    PLACE,
    PUT,
    RELOCATE,
    RESOLVE,
    ROTATE,
    START,
    TARGET,
    USE,
    Pending,
    Situation,
)
from orrery.games.space_editor.rules.universe import Stone


class SpaceEditorState(Situation):
    """A match of Space Editor."""

    # --- the contract -------------------------------------------------------------------------------------------------

    def clone(self) -> SpaceEditorState:
        return SpaceEditorState(self.setting, self.fate.clone(), self)

    def position(self) -> JsonObject:
        return write_position(self)

    def view(self, seat: int | None) -> JsonObject:
        return write_view(self, seat)

    def word(self, action: int) -> str:
        return words.write(self.setting, action)

    def read(self, word: str) -> int | None:
        return words.Sentence(self.setting, word).action()

    def why_not(self, word: str) -> Refusal | None:
        return refusals.why_not(self, word)

    def turn_of(self, seat: int) -> int:
        return self.turn

    def result(self) -> Result:
        """SE-9.9: the scores of the present picture; winners only at the end."""
        totals = scores(self)
        return Result(self.phase == OVER, totals, winners(self, totals))

    def actions(self) -> list[int]:
        legal = self.legal
        if legal is None:
            legal = self.legal = self._work_out_actions()
        return legal

    def _work_out_actions(self) -> list[int]:
        """SE-13.1: the decisions there are, by phase and stage."""
        if self.phase == PLACE:
            return placements(self, self.active) or self._stuck_discards()
        if self.phase == BASEPOINT:
            grid = self.setting.grid
            if not grid.starts:
                tag = words.make(words.BASEPOINT)
                grid.starts = [cell | tag for cell in grid.cells]
            return grid.starts
        if self.phase == OVER:
            return []
        universe = self.universe
        if self.faces:
            cell = universe.cells[self.faces[0][0]]
            return [words.make(words.FACE, 0, cell, r) for r in range(4)]
        now = self.now
        assert now is not None
        effect = self.effect_of(now)
        if now.stage == USE:
            if effect.verb == abilities.PLACE and not self.effect_placements(now, effect):
                return [words.make(words.PASS)]
            return [words.make(words.USE), words.make(words.PASS)]
        if now.stage == TARGET:
            return self._targets(self.subjects(now, effect))
        if now.stage == ROTATE:
            return [words.make(words.ROTATE, 0, universe.cells[now.subject], r) for r in range(4)]
        if now.stage == RELOCATE:
            return [words.make(words.RELOCATE, 0, place) for place in self.destinations(now, effect, now.subject)]
        return self.effect_placements(now, effect)

    def _stuck_discards(self) -> list[int]:
        """SE-6.4: full mode, nothing can be placed: any card of the hand may be discarded instead."""
        hand = self.hands[self.active]
        return [words.make(words.DISCARD, card) for i, card in enumerate(hand) if i == 0 or hand[i - 1] != card]

    def act(self, action: int) -> list[Event]:
        """SE-13.3: carries out a decision and every step without a choice that follows it."""
        events: list[Event] = []
        word = words.word_of(action)
        self.legal = None
        if word == words.PLACE:
            self._act_place(words.card_of(action), words.cell_of(action), action & 3, events)
        elif word == words.FACE:
            self._act_face(action & 3, events)
        elif word == words.BASEPOINT:
            self._act_basepoint(words.cell_of(action), events)
        elif word == words.DISCARD:
            self._act_discard(words.card_of(action), events)
        else:
            self._act_in_ability(word, action, events)
        self._go_on(events)
        return events

    # --- SE-3 setup ---------------------------------------------------------------------------------------------------

    def _act_basepoint(self, cell: int, events: list[Event]) -> None:
        """SE-3.4, SE-3.7: the last player places the basepoint; then first hands, seat by seat; seat 0 takes turn 1."""
        last = self.setting.last
        self.universe.add(Stone(0, self.basepoint, last, 0), cell, 0, True)
        events.append(BasepointPlaced(self.setting.frame, last, self.basepoint, cell))
        for seat in range(self.setting.seats):
            self._draw(seat, 4 if self.setting.full else 2, events)
        self._next_turn(events)

    def _draw(self, seat: int, count: int, events: list[Event]) -> None:
        """SE-6.6: as many cards as there are."""
        deck = self.decks[seat]
        drawn: list[int] = []
        while deck and len(drawn) < count:
            drawn.append(deck.pop())
        if drawn:
            hand = self.hands[seat]
            hand += drawn
            hand.sort()
            events.append(Drawn(self.setting.frame, seat, drawn))

    # --- SE-4, SE-5 putting a card down, and what its energies do -----------------------------------------------------

    def _act_place(self, card: int, cell: int, rotation: int, events: list[Event]) -> None:
        """SE-6.1, SE-11.6f: a card from hand, in the place step or by an ability."""
        now = self.now
        if now is None:
            self.phase = RESOLVE
            self._place(self.active, card, cell, rotation, events)
        else:
            slot = self._place(now.decider, card, cell, rotation, events)
            now.subject = slot
            self._effect_done(now)

    def _place(self, seat: int, card: int, cell: int, rotation: int, events: list[Event]) -> int:
        """SE-1.5, SE-1.7, SE-7.5: the card lies with its placer, turn and next serial number; then its energies
        work.
        """
        universe = self.universe
        self.hands[seat].remove(card)
        no = universe.stones[-1].no + 1
        void = self.final and seat == self.setting.last and self.setting.cards.is_star[card]
        slot = universe.add(Stone(no, card, seat, self.turn), cell, rotation, True)
        if void:
            universe.void |= 1 << slot
        events.append(Placed(self.setting.frame, seat, no, card, cell, rotation, void))
        self._energies(slot, seat, NEIGHBOUR_PLACED, FROM_HAND, events)
        return slot

    def _energies(self, slot: int, actor: int, what: int, cause: int, events: list[Event]) -> None:
        """SE-5.1, SE-5.2, SE-5.3, SE-5.4, SE-5.5, SE-5.8: the energies of a card just put down.

        Its neighbours are tested on one picture and turned at once; then the listeners are told.
        """
        universe = self.universe
        at = universe.at
        facings = universe.facing
        cards = self.setting.cards
        triggers = cards.triggers
        steps = self.setting.grid.steps
        cell = universe.cells[slot]
        heard = len(triggers[facings[slot] >> 3]) > 0
        turned: list[tuple[int, int]] = []
        for d in range(4):
            other = at.get(cell + steps[d])
            if other is None:
                continue
            facing = facings[other]
            if triggers[facing >> 3]:
                heard = True
            back = (d + 2) & 3
            if facing & FACE_DOWN:
                touches = universe.contacts[other] >> (CODE_BITS * back) & CODE_MASK
                if touches == KINETIC and not is_protected(self, other, FROM_TURN_UP, BY_ENERGY):
                    turned.append((other, KF))
            else:
                rules = cards.falls_by(facing, universe.contacts[other], back)
                if rules and not is_protected(self, other, FROM_TURN_DOWN, BY_ENERGY):
                    turned.append((other, rules))
        over: list[int] = []
        if turned:
            turned.sort()
            over = [other for other, _ in turned]
            self._turn_over(turned, actor, events)
        if heard:
            self._tell(what, slot, cause, actor, over, events)
        for other, rules in turned:
            self._tell(TURNED_UP if rules == KF else TURNED_DOWN, other, BY_ENERGY, actor, over, events)

    def _turn_over(self, turned: list[tuple[int, int]], actor: int, events: list[Event]) -> None:
        """SE-5.7, SE-5.8, SE-5.10: turns cards at once; the actor will choose the rotation of those turned up, oldest
        first.
        """
        universe = self.universe
        for slot, rules in turned:
            facing = universe.facing[slot]
            up = facing & FACE_DOWN != 0
            universe.reface(slot, facing ^ FACE_DOWN)
            stone = universe.stones[slot]
            events.append(Turned(self.setting.frame, up, actor, stone.no, stone.card, universe.cells[slot], rules))
            if up:
                self.faces.append((slot, actor))

    def _act_face(self, rotation: int, events: list[Event]) -> None:
        """SE-5.7: the rotation of a card just turned up, any of the four."""
        slot, seat = self.faces.pop(0)
        self._spin("faced", slot, seat, rotation, events)

    def _spin(self, name: str, slot: int, seat: int, rotation: int, events: list[Event]) -> None:
        universe = self.universe
        universe.reface(slot, universe.facing[slot] & ~3 | rotation)
        events.append(Spun(self.setting.frame, name, seat, universe.stones[slot].no, universe.cells[slot], rotation))

    # --- SE-6 turns ---------------------------------------------------------------------------------------------------

    def _go_on(self, events: list[Event]) -> None:
        """SE-8.4, SE-13.3: runs until somebody must decide or the match is over. Rotations first, then abilities, then
        the turn's end.
        """
        while not self.faces and (self.phase == RESOLVE or self.phase == END):
            now = self.now
            if now is None:
                if self.queue:
                    now = self.now = self.queue.pop(0).clone()
                    stone = self.universe.stones[now.slot]
                    events.append(Resolving(stone.no, now.ability, now.decider))
                elif self.phase == END:
                    self._finish(events)
                else:
                    self._end_turn(events)
            elif now.stage != START:
                return
            elif now.effect == len(self.trigger_of(now).effects):
                self.now = None
            else:
                self._begin_effect(now, events)

    def _end_turn(self, events: list[Event]) -> None:
        """SE-6.1, SE-6.2: what follows the ability step. In half mode the rest of the hand goes and two cards come."""
        if not self.setting.full:
            self._discard_hand(events)
            self._draw(self.active, 2, events)
        if self.is_last_turn_over():
            self._ending(events)
        else:
            self._next_turn(events)

    def _discard_hand(self, events: list[Event]) -> None:
        seat = self.active
        for card in self.hands[seat]:
            self.discards[seat].append(card)
            events.append(Discarded(self.setting.frame, seat, card))
        self.hands[seat].clear()

    def _act_discard(self, card: int, events: list[Event]) -> None:
        """SE-6.4, SE-6.5: stuck in full mode: one card of the hand is discarded."""
        seat = self.active
        self.hands[seat].remove(card)
        self.discards[seat].append(card)
        events.append(SeatNote("stuck", seat))
        events.append(Discarded(self.setting.frame, seat, card))
        self.phase = RESOLVE

    def _next_turn(self, events: list[Event]) -> None:
        """SE-6.1, SE-6.8, SE-6.9, SE-7.3: turns start until a seat has something to place; those without choice
        run by themselves.
        """
        full = self.setting.full
        while True:
            seat = self._next_seat(events)
            self.turn += 1
            self.active = seat
            self.final = False
            self.used.clear()
            self.phase = PLACE
            events.append(TurnStarted(self.turn, seat))
            if full:
                self._draw(seat, 1, events)
            if not self.hands[seat]:
                events.append(SeatNote("skipped", seat))
            else:
                self.final = self.is_final()
                if self.final:
                    events.append(SeatNote("final", seat))
                if full:
                    return
                self.legal = placements(self, seat)
                if self.legal:
                    return
                self.legal = None
                events.append(SeatNote("stuck", seat))
                self._discard_hand(events)
            self._draw(seat, 2, events)
            if self.is_last_turn_over():
                self._ending(events)
                return

    def _next_seat(self, events: list[Event]) -> int:
        """SE-6.3, SE-6.7: the ring goes round; a seat without cards is passed over."""
        seat = self.active
        while True:
            seat = (seat + 1) % self.setting.seats
            if self.hands[seat] or self.decks[seat]:
                return seat
            events.append(SeatNote("skipped", seat))

    # --- SE-7 the end -------------------------------------------------------------------------------------------------

    def is_last_turn_over(self) -> bool:
        """SE-7.1, SE-7.2: does the game end with the turn that is over now?"""
        if any(self.decks):
            return False
        return (self.setting.ends_with_decks and not self.setting.full) or not any(self.hands)

    def is_final(self) -> bool:
        """SE-7.4: will the game end with the place step that starts now? Only the last player's turn can be final."""
        seat = self.active
        if seat != self.setting.last:
            return False
        for other in range(self.setting.last):
            if self.decks[other]:
                return False
        if not self.setting.full and self.setting.ends_with_decks:
            return len(self.decks[seat]) <= 2
        if self.decks[seat] or any(self.hands[: self.setting.last]):
            return False
        return not self.setting.full or len(self.hands[seat]) == 1

    def _ending(self, events: list[Event]) -> None:
        """SE-7.5, SE-7.6, SE-8.11: the last turn is over; game_end abilities are queued by age, decided by their
        placers.
        """
        universe = self.universe
        if self.active == self.setting.last and not self.final:
            for slot, stone in enumerate(universe.stones):
                if stone.turn == self.turn and stone.placer == self.active and self.setting.cards.is_star[stone.card]:
                    universe.void |= 1 << slot
        self.turn += 1
        self.final = False
        self.used.clear()
        self.phase = END
        events.append(Ending(self.turn))
        for slot, stone in enumerate(universe.stones):
            for trigger in self.setting.cards.triggers[stone.card]:
                if trigger.event == GAME_END and self.is_awake(slot):
                    self._trigger(slot, trigger, NOBODY, stone.placer, events)

    def _finish(self, events: list[Event]) -> None:
        """SE-7.6: scores are final and nobody acts."""
        self.phase = OVER
        self.used.clear()
        totals = scores(self)
        events.append(GameOver(totals, winners(self, totals)))

    # --- SE-8 triggers ------------------------------------------------------------------------------------------------

    def _tell(self, what: int, slot: int, cause: int, actor: int, over: list[int], events: list[Event]) -> None:
        """SE-8.3, SE-8.4: one event of a batch reaches its listeners: the card itself and its neighbours, oldest first.

        `what` is the card's own event, or NEIGHBOUR_PLACED for a placement; `over` are the slots that the batch turned.
        """
        universe = self.universe
        triggers = self.setting.cards.triggers
        listeners: list[int] = []
        if triggers[universe.stones[slot].card]:
            listeners.append(slot)
        if what != ROTATED:
            cell = universe.cells[slot]
            for step in self.setting.grid.steps:
                other = universe.at.get(cell + step)
                if other is not None and triggers[universe.stones[other].card]:
                    listeners.append(other)
        if len(listeners) > 1:
            listeners.sort()
        for listener in listeners:
            stone = universe.stones[listener]
            basepoint = self.setting.cards.is_basepoint[stone.card]
            if not basepoint and not self.has_slept(listener):
                continue
            if listener == slot:
                if what == NEIGHBOUR_PLACED:
                    continue
                heard = what
            elif basepoint or (universe.is_up(listener) and listener not in over):
                heard = _NEIGHBOURS[what]
            else:
                continue
            for trigger in triggers[stone.card]:
                if trigger.event == heard and trigger.cause in (ANY_CAUSE, cause):
                    if trigger.by and (actor == stone.placer) != (trigger.by == PLACER):
                        continue
                    if trigger.card is not None:
                        event = universe.stones[slot]
                        if not trigger.card.admits(event.card, event.placer, stone.placer):
                            continue
                    self._trigger(listener, trigger, slot, actor, events)

    def _trigger(self, slot: int, trigger: Trigger, event: int, actor: int, events: list[Event]) -> None:
        """SE-8.5, SE-8.8, SE-11.3: queues an ability if its conditions hold and this event card has not triggered it
        this turn.
        """
        universe = self.universe
        stone = universe.stones[slot]
        decider = stone.placer if trigger.placer_decides else actor
        for condition in trigger.conditions:
            if not self._holds(condition, slot, event, decider):
                return
        mark = (stone.no, trigger.index, NOBODY if event == NOBODY else universe.stones[event].no)
        if mark in self.used:
            return
        self.used.add(mark)
        self.queue.append(Pending(slot, trigger.index, event, actor, decider))
        events.append(Triggered(self.setting.frame, stone.no, stone.card, universe.cells[slot], trigger.index, decider))

    def _holds(self, condition: Condition, slot: int, event: int, decider: int) -> bool:
        """SE-11.3"""
        target = condition.target
        if target is None:
            return condition.low <= len(self.hands[decider]) <= condition.high
        found = self.fitting(target, slot, event, NOBODY, decider)
        if condition.face != EITHER:
            up = condition.face == UP
            found = [other for other in found if self.universe.is_up(other) == up]
        return condition.low <= len(found) <= condition.high

    # --- SE-11 effects ------------------------------------------------------------------------------------------------

    def trigger_of(self, now: Pending) -> Trigger:
        """The ability that is pending."""
        ability = self.setting.cards.abilities[self.universe.stones[now.slot].card][now.ability]
        assert isinstance(ability, Trigger)
        return ability

    def effect_of(self, now: Pending) -> Effect:
        """The effect that is being resolved."""
        return self.trigger_of(now).effects[now.effect]

    def fitting(self, target: abilities.Target, slot: int, event: int, chosen: int, me: int) -> list[int]:
        """SE-11.4: the placed cards that fit a TARGET of the ability card in this slot, oldest first."""
        universe = self.universe
        match = target.match
        where = target.where
        if where <= CHOSEN:
            candidates = [slot if where == SELF else event if where == EVENT else chosen]
            if candidates[0] == NOBODY:
                return []
        else:
            grid = self.setting.grid
            cells = universe.cells
            centre = cells[slot]
            candidates = [
                other for other in range(len(cells)) if other != slot and grid.within(where, centre, cells[other])
            ]
        stones = universe.stones
        return [other for other in candidates if match.admits(stones[other].card, stones[other].placer, me)]

    def subjects(self, now: Pending, effect: Effect) -> list[int]:
        """SE-11.6: the legal subjects of an effect: they fit its target and meet the verb's own demand. Oldest
        first.
        """
        target = effect.target
        assert target is not None
        found = self.fitting(target, now.slot, now.event, now.subject, now.decider)
        return [slot for slot in found if self.can_suffer(now, effect, slot)]

    def can_suffer(self, now: Pending, effect: Effect, slot: int) -> bool:
        """SE-11.6a, SE-11.6b, SE-11.6c, SE-11.6d: the demand that a verb makes of its subject."""
        verb = effect.verb
        if not self.universe.is_up(slot):
            if verb == abilities.TURN_UP or verb == abilities.TURN_OVER:
                return not is_protected(self, slot, FROM_TURN_UP, BY_ABILITY)
            return False
        card = self.universe.stones[slot].card
        if verb == abilities.TURN_DOWN or verb == abilities.TURN_OVER:
            return not is_protected(self, slot, FROM_TURN_DOWN, BY_ABILITY)
        if verb == abilities.ROTATE:
            return not is_protected(self, slot, FROM_ROTATE, BY_ABILITY)
        if verb == abilities.RELOCATE:
            return (
                not self.setting.cards.is_basepoint[card]
                and not is_protected(self, slot, FROM_RELOCATE, BY_ABILITY)
                and len(self.destinations(now, effect, slot, True)) > 0
            )
        if verb == abilities.SILENCE:
            return not self.setting.cards.is_basepoint[card] and len(self.setting.cards.abilities[card]) > 0
        return verb == abilities.GUARD

    def destinations(self, now: Pending, effect: Effect, slot: int, first: bool = False) -> list[int]:
        """SE-11.6e: measured from where the ability card lies before the move; with `first` one is enough."""
        return destinations(self, slot, now.decider, effect.to, self.universe.cells[now.slot], first)

    def effect_placements(self, now: Pending, effect: Effect) -> list[int]:
        """SE-11.6f, SE-8.11: what the decider may place by an effect; nothing after the last turn."""
        if self.phase == END:
            return []
        return placements(self, now.decider, effect.hand, effect.to, self.universe.cells[now.slot])

    def _begin_effect(self, now: Pending, events: list[Event]) -> None:
        """SE-11.5, SE-8.6: no subject, fizzled; optional, asked; else the subject is taken or asked for."""
        effect = self.effect_of(now)
        if effect.verb == abilities.PLACE:
            if effect.may and self.phase != END and self.hands[now.decider]:
                now.stage = USE
                return
            found = self.effect_placements(now, effect)
            if found:
                now.stage = PUT
                self.legal = found
                return
        else:
            found = self.subjects(now, effect)
            if found:
                if effect.may:
                    now.stage = USE
                else:
                    self._take(now, effect, found, events)
                return
        events.append(Fizzled(self.universe.stones[now.slot].no, now.ability, now.effect))
        self._effect_done(now)

    def _take(self, now: Pending, effect: Effect, found: list[int], events: list[Event]) -> None:
        """SE-11.5: given subjects are taken, `all` takes all, else the decider is asked."""
        target = effect.target
        assert target is not None
        if effect.every or target.where <= CHOSEN:
            self._carry_out(now, effect, found, events)
        else:
            now.stage = TARGET
            self.legal = self._targets(found)

    def _targets(self, slots: list[int]) -> list[int]:
        return [words.make(words.TARGET, 0, self.universe.cells[slot]) for slot in slots]

    def _carry_out(self, now: Pending, effect: Effect, subjects: list[int], events: list[Event]) -> None:
        """SE-11.6: the verb is carried out on its subjects; rotating and relocating ask one thing more."""
        verb = effect.verb
        now.subject = subjects[0]
        if verb == abilities.ROTATE:
            now.stage = ROTATE
            return
        if verb == abilities.RELOCATE:
            now.stage = RELOCATE
            return
        if verb == abilities.GUARD or verb == abilities.SILENCE:
            self._mark(now, effect, subjects, events)
        else:
            self._turn_over([(slot, 0) for slot in subjects], now.decider, events)
            for slot in subjects:
                what = TURNED_UP if self.universe.is_up(slot) else TURNED_DOWN
                self._tell(what, slot, BY_ABILITY, now.decider, subjects, events)
        self._effect_done(now)

    def _mark(self, now: Pending, effect: Effect, subjects: list[int], events: list[Event]) -> None:
        """SE-11.6g, SE-11.6h: guard or silence through a turn; the later of an old and a new mark holds."""
        universe = self.universe
        guards = effect.verb == abilities.GUARD
        marks = universe.guard if guards else universe.silence
        until = self.turn + (self.setting.seats if effect.turns == ROUND else effect.turns)
        for slot in subjects:
            marks[slot] = max(until, marks.get(slot, 0))
            name = "guarded" if guards else "silenced"
            no = universe.stones[slot].no
            events.append(Marked(self.setting.frame, name, now.decider, no, universe.cells[slot], marks[slot]))

    def _effect_done(self, now: Pending) -> None:
        now.effect += 1
        now.stage = START

    def _act_in_ability(self, word: int, action: int, events: list[Event]) -> None:
        """SE-8.7, SE-11.5: a decision within an ability: use, pass, target, rotate or relocate."""
        now = self.now
        assert now is not None
        effect = self.effect_of(now)
        universe = self.universe
        no = universe.stones[now.slot].no
        cell = words.cell_of(action)
        if word == words.USE:
            if effect.verb == abilities.PLACE:
                now.stage = PUT
            else:
                self._take(now, effect, self.subjects(now, effect), events)
        elif word == words.PASS:
            events.append(Declined(now.decider, no, now.ability, now.effect))
            self._effect_done(now)
        elif word == words.TARGET:
            slot = universe.at[cell]
            events.append(Targeted(self.setting.frame, now.decider, no, universe.stones[slot].no, cell))
            self._carry_out(now, effect, [slot], events)
        elif word == words.ROTATE:
            self._spin("rotated", now.subject, now.decider, action & 3, events)
            self._tell(ROTATED, now.subject, ANY_CAUSE, now.decider, [], events)
            self._effect_done(now)
        else:
            self._relocate(now, now.subject, cell, action & 3, events)
            self._effect_done(now)

    def _relocate(self, now: Pending, slot: int, cell: int, rotation: int, events: list[Event]) -> None:
        """SE-8.10, SE-5.10: the card is lifted and put on another cell; all it carries stays with it; its energies work
        there.
        """
        universe = self.universe
        stone = universe.stones[slot]
        origin = universe.cells[slot]
        universe.lift(slot)
        universe.facing[slot] = universe.facing[slot] & ~3 | rotation
        universe.settle(slot, cell)
        events.append(Relocated(self.setting.frame, now.decider, stone.no, stone.card, origin, cell, rotation))
        self._energies(slot, now.decider, RELOCATED, BY_RELOCATION, events)


_NEIGHBOURS = {
    NEIGHBOUR_PLACED: NEIGHBOUR_PLACED,
    RELOCATED: NEIGHBOUR_PLACED,
    TURNED_DOWN: NEIGHBOUR_TURNED_DOWN,
    TURNED_UP: NEIGHBOUR_TURNED_UP,
}

covers(SpaceEditorState, "SE-8.1")

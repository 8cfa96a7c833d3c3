"""The course of a match: setup, rounds, turns, the planets' turn, the end. In the order of the rulebook."""

from __future__ import annotations

from typing import Final

from orrery.core.clause import Refusal, covers
from orrery.core.data import JsonObject
from orrery.core.game import Event, Result
from orrery.games.vediic.board import HOUSES, PROMOTED, UNPLACED
from orrery.games.vediic.cards import ORANGE, PURPLE, YELLOW, card_at
from orrery.games.vediic.rules import refusals, words
from orrery.games.vediic.rules.events import (
    ColorNote,
    CountNote,
    Displaced,
    Donated,
    GameOver,
    Moved,
    OrderRolled,
    OrderTied,
    PawnNote,
    PlanetMoved,
    PlanetRolled,
    PurplePlayed,
    Rewarded,
    RoundStarted,
    SeatNote,
    Stolen,
    Taken,
    Traded,
)
from orrery.games.vediic.rules.exchanges import add_exchanges, add_steals, singles
from orrery.games.vediic.rules.moves import add_moves, taken_circles
from orrery.games.vediic.rules.notation import write_position, write_view
from orrery.games.vediic.rules.state import (
    AFTER,
    BEFORE,
    COLOR,
    ENLIGHTENMENT,
    ORDER,
    OVER,
    PENALTY,
    PLACE,
    STEALING,
    TAKE,
    TURN,
    UNROLLED,
    Situation,
    points,
)

FOR_ORDER: Final = 1
FOR_PLANETS: Final = 10
FOR_STEALS: Final = 20
"""What dice are thrown for: a seat's place in the order, a planet's way, the card that a seat loses."""


class VediicState(Situation):
    """A match of Vediic."""

    # --- the contract -------------------------------------------------------------------------------------------------

    def clone(self) -> VediicState:
        return VediicState(self.setting, self.fate.clone(), self)

    def position(self) -> JsonObject:
        return write_position(self)

    def view(self, seat: int | None) -> JsonObject:
        return write_view(self, seat)

    def word(self, action: int) -> str:
        return words.write(self.board, action)

    def read(self, word: str) -> int | None:
        return words.Sentence(self.board, word).action()

    def why_not(self, word: str) -> Refusal | None:
        return refusals.why_not(self, word)

    def turn_of(self, seat: int) -> int:
        """A round is enough: nobody else decides in a seat's turn."""
        return self.round if self.to_act() in (seat, None) else self.round + 1

    def result(self) -> Result:
        """VE-13.2: the points by seat; winners only at the end."""
        scores = [points(self.promoted(seat), lights) for seat, lights in enumerate(self.lights)]
        return Result(self.phase == OVER, scores, self.winners() if self.phase == OVER else [])

    def actions(self) -> list[int]:
        legal = self.legal
        if legal is None:
            if self.phase == TURN:
                legal = self._turn_actions()
            elif self.phase == PENALTY:
                legal = self._penalty_actions()
            else:
                legal = self._setup_actions()
            self.legal = legal
        return legal

    def act(self, action: int) -> list[Event]:
        """VE-15: carries out a decision and all that follows by itself."""
        events: list[Event] = []
        word = action & words.WORD_MASK
        self.legal = None
        if word == words.MOVE:
            self._act_move(action, events)
        elif word == words.END:
            events.append(SeatNote("end", self.active))
            self._end_turn(events)
        elif self.phase < TURN:
            self._act_in_setup(word, action, events)
        elif self.phase == PENALTY:
            self._act_penalty(word, action >> words.FIRST, events)
        else:
            self._act_in_turn(word, action, events)
        return events

    # --- VE-3 setup ---------------------------------------------------------------------------------------------------

    def _setup_actions(self) -> list[int]:
        """VE-3.1 to VE-3.5: what is asked in the setup; nothing after the end."""
        phase = self.phase
        if phase == PLACE:
            taken = taken_circles(self)
            return [words.make_put(circle) for circle in range(len(self.board.ids)) if not taken >> circle & 1]
        if phase == COLOR:
            return [words.make_color(words.COLOR, color) for color in range(7) if color not in self.colors]
        if phase == TAKE:
            counts = [self.supply >> 4 * color & 15 for color in range(7)]
            return [
                words.make_take(a, b)
                for a in range(7)
                for b in range(a, 7)
                if counts[a] and counts[b] and (a != b or counts[a] > 1)
            ]
        if phase == ENLIGHTENMENT:
            return [words.make_color(words.ENLIGHTENMENT, color) for color in range(7)]
        return [words.ROLL] if phase == ORDER else []

    def _act_in_setup(self, word: int, action: int, events: list[Event]) -> None:
        seat = self.active
        if word == words.ROLL:
            self._act_roll(events)
        elif word == words.COLOR:
            self.colors[seat] = action >> words.FIRST
            self.phase = TAKE
            events.append(ColorNote("color", seat, self.colors[seat]))
        elif word == words.TAKE:
            self._act_take(action >> words.FIRST & 7, action >> words.SECOND, events)
        elif word == words.ENLIGHTENMENT:
            self.stack = action >> words.FIRST
            self.phase = PLACE
            self.active = self.start
            events.append(ColorNote("enlightenment", seat, self.stack))
        else:
            self._act_put(action >> words.CIRCLE_SHIFT, events)

    def _act_roll(self, events: list[Event]) -> None:
        """VE-3.1: the highest sum starts; those who share it roll again."""
        seat = self.active
        first = self.fate.draw(6, FOR_ORDER + seat) + 1
        second = self.fate.draw(6, FOR_ORDER + seat) + 1
        rolls = self.rolls
        rolls[seat] = first + second
        events.append(OrderRolled(seat, first, second))
        if UNROLLED not in rolls:
            best = max(rolls)
            leaders = [other for other, roll in enumerate(rolls) if roll == best]
            if len(leaders) == 1:
                events.append(SeatNote("first", leaders[0]))
                self.rolls = []
                self.start = self.active = leaders[0]
                self.phase = COLOR
                return
            events.append(OrderTied(leaders))
            self.rolls = rolls = [UNROLLED if roll == best else 0 for roll in rolls]
        self.active = rolls.index(UNROLLED)

    def _act_take(self, a: int, b: int, events: list[Event]) -> None:
        """VE-3.2, VE-3.3, VE-3.4: two cards; then the next player picks, or the last one picks the planet of
        enlightenment.
        """
        seat = self.active
        cards = (1 << 4 * a) + (1 << 4 * b)
        self.hands[seat] += cards
        self.sizes[seat] += 2
        self.supply -= cards
        events.append(Taken(seat, a, b))
        following = (seat + 1) % self.setting.seats
        if following == self.start:
            self.phase = ENLIGHTENMENT
        else:
            self.phase = COLOR
            self.active = following

    def _act_put(self, circle: int, events: list[Event]) -> None:
        """VE-3.5 to VE-3.7: pawn 0, then pawn 1; after the last one the planets come and reward."""
        seat = self.active
        pawn = 0 if self.pawns[2 * seat] == UNPLACED else 1
        self.pawns[2 * seat + pawn] = circle
        events.append(PawnNote("put", self.board, seat, pawn, circle))
        if pawn:
            self.active = (seat + 1) % self.setting.seats
            if self.active == self.start:
                self._place_planets(events)
                self._ask_penalties(events)

    def _place_planets(self, events: list[Event]) -> None:
        """VE-3.6: from its R house each planet goes forward by the sum of two dice."""
        for color in range(7):
            first = self.fate.draw(6, FOR_PLANETS + color) + 1
            second = self.fate.draw(6, FOR_PLANETS + color) + 1
            origin = self.board.retrograde[color]
            house = (origin + first + second - 1) % HOUSES + 1
            self.houses[color] = house
            events.append(PlanetRolled(color, [first, second]))
            events.append(PlanetMoved(color, origin, house, house == origin))

    # --- VE-4 rounds --------------------------------------------------------------------------------------------------

    def _start_round(self, events: list[Event]) -> None:
        """VE-3.7, VE-4.2: round 1 begins with the start seat of the setup, each later one with the next seat."""
        if self.round:
            self.start = (self.start + 1) % self.setting.seats
        self.round += 1
        self.phase = TURN
        events.append(RoundStarted(self.round, self.start))
        self._start_turn(self.start, events)

    def _start_turn(self, seat: int, events: list[Event]) -> None:
        self.active = seat
        self.start_turn()
        events.append(SeatNote("turn", seat))

    def _end_turn(self, events: list[Event]) -> None:
        """VE-4.1, VE-4.2, VE-13.3: the next seat's turn, or the planets', or after the last round the end."""
        following = (self.active + 1) % self.setting.seats
        if following != self.start:
            self._start_turn(following, events)
        elif self.round >= self.setting.max_rounds:
            self._finish("max_rounds", events)
        else:
            self._move_planets(events)
            self._ask_penalties(events)

    # --- VE-5 a player's turn -----------------------------------------------------------------------------------------

    def _turn_actions(self) -> list[int]:
        """VE-5.1 to VE-5.5, VE-11.11 to VE-11.14: what is open in this stage of the turn."""
        legal: list[int] = []
        seat = self.active
        hand = self.hands[seat]
        stage = self.stage
        if self.fresh and self.pile and not (self.donated and self.setting.donor_waits):
            legal += singles(words.CHARITY, self.pile)
        if stage != STEALING and (hand or self.lights[seat]):
            add_exchanges(self, seat, legal)
        if stage != AFTER:
            free = add_moves(self, seat, legal)
            if self.leg == 1:
                if not (free or (self.setting.pass_needs_no_move and self._has_move(legal))):
                    legal.append(words.PASS)
                if hand >> 4 * YELLOW & 15:
                    legal.append(words.SKIP)
            else:
                legal.append(words.END)
            if hand >> 4 * PURPLE & 15:
                add_steals(self, seat, legal)
        else:
            legal.append(words.END)
            if self.leg == 1 and hand:
                if self.yellow:
                    if hand >> 4 * PURPLE & 15:
                        add_steals(self, seat, legal)
                elif hand >> 4 * YELLOW & 15:
                    legal.append(words.AGAIN)
        return legal

    def _has_move(self, legal: list[int]) -> bool:
        """VE-11.11: is there a move among these actions?"""
        return any(action & words.WORD_MASK == words.MOVE for action in legal)

    def _act_in_turn(self, word: int, action: int, events: list[Event]) -> None:
        """VE-5.3: whatever is done closes step 1 of the leg, but the two yellow cards open it again."""
        seat = self.active
        self.fresh = False
        if word == words.TRADE:
            self._act_trade(action, events)
        elif word == words.CHARITY:
            self._act_charity(action >> words.FIRST, events)
        elif word == words.STEAL:
            self._act_steal(action >> words.FIRST, events)
        elif word == words.DONATE:
            self._act_donate(action, events)
        elif word == words.PROMOTE:
            self._act_promote(action >> words.PAWN_SHIFT, events)
        elif word == words.PASS:
            self.stage = AFTER
            events.append(SeatNote("pass", seat))
        elif word == words.SKIP:
            self._play_yellow(seat)
            self.stage = AFTER
            events.append(SeatNote("skip", seat))
        else:
            self._play_yellow(seat)
            self.stage = BEFORE
            self.leg = 2
            if self.setting.pooja_per_leg:
                self.pooja = False
            events.append(SeatNote("again", seat))

    def _play_yellow(self, seat: int) -> None:
        """VE-11.12, VE-11.13, VE-11.14, VE-12.4: the one yellow card of the turn; it opens step 1 once more."""
        self._give(seat, 1 << 4 * YELLOW, 1)
        self.supply += 1 << 4 * YELLOW
        self.yellow = True
        self.fresh = True

    def _give(self, seat: int, cards: int, count: int) -> None:
        self.hands[seat] -= cards
        self.sizes[seat] -= count

    # --- VE-7 the planets' turn: movement and penalties ---------------------------------------------------------------

    def _move_planets(self, events: list[Event]) -> None:
        """VE-7.1, VE-10.1: one house each; a planet in retrograde leaps by a die."""
        houses = self.houses
        retrograde = self.board.retrograde
        for color in range(7):
            origin = houses[color]
            home = retrograde[color]
            house = origin + 1
            if origin == home:
                die = self.fate.draw(6, FOR_PLANETS + color) + 1
                house = origin + die
                events.append(PlanetRolled(color, [die]))
            if house > HOUSES:
                house -= HOUSES
            houses[color] = house
            events.append(PlanetMoved(color, origin, house, house == home))

    def _ask_penalties(self, events: list[Event]) -> None:
        """VE-7.2, VE-7.3: when all planets have moved, who owes what; first all penalties, then all rewards."""
        self.shine()
        self.shields = 0
        retrograde = self.board.retrograde
        for color in range(7):
            if self.houses[color] == retrograde[color]:
                break
        else:
            self._reward(events)
            return
        self.owed = [self.due(seat) for seat in range(self.setting.seats)]
        for seat in self.turn_order():
            if self.owed[seat]:
                events.append(CountNote("owes", seat, self.owed[seat]))
        self._next_payer(events)

    def _next_payer(self, events: list[Event]) -> None:
        """VE-7.4, VE-7.5: in turn order those who owe and have a card; then the rewards."""
        for seat in self.turn_order():
            owed = self.owed[seat]
            if owed:
                if self.sizes[seat]:
                    self.phase = PENALTY
                    self.active = seat
                    self.paid = owed < self.due(seat)
                    return
                self.owed[seat] = 0
                events.append(CountNote("spared", seat, owed))
        self._reward(events)

    def _penalty_actions(self) -> list[int]:
        """VE-7.4, VE-7.7: to pay a card of a colour held; before the first payment to play orange."""
        hand = self.hands[self.active]
        pays = singles(words.PAY, hand)
        if self.paid or not hand >> 4 * ORANGE & 15:
            return pays
        return [*pays, words.SHIELD]

    def _act_penalty(self, word: int, color: int, events: list[Event]) -> None:
        """VE-7.4, VE-7.5, VE-7.7, VE-1.5: a card is paid, or orange is played and nothing more is owed."""
        seat = self.active
        if word == words.SHIELD:
            card = 1 << 4 * ORANGE
            self._give(seat, card, 1)
            self.supply += card
            self.owed[seat] = 0
            self.shields |= 1 << seat
            events.append(SeatNote("shield", seat))
        else:
            card = 1 << 4 * color
            self._give(seat, card, 1)
            if self.setting.pays_to_charity:
                self.pile += card
            else:
                self.supply += card
            self.owed[seat] -= 1
            events.append(ColorNote("pay", seat, color))
            self.paid = True
            if self.owed[seat] and self.sizes[seat]:
                return
        self._next_payer(events)

    # --- VE-8 the planets' turn: rewards ------------------------------------------------------------------------------

    def _reward(self, events: list[Event]) -> None:
        """VE-8.1 to VE-8.6: planets by house, then canonical; each rewards the pawns on the circles it activates. Then
        a round begins.
        """
        taken = taken_circles(self)
        acts = self.setting.stack_acts
        for key in sorted([house << 3 | color for color, house in enumerate(self.houses)]):
            color = key & 7
            if self.lit[color] & taken and (acts or color != self.stack):
                self._reward_by(color, events)
        self._start_round(events)

    def _reward_by(self, color: int, events: list[Event]) -> None:
        """VE-8.2 to VE-8.4: one card for each pawn, two for the favourite's, as far as the supply goes."""
        lit = self.lit[color]
        bits = self.board.bits
        retrograde = self.is_retrograde(color)
        for seat in self.turn_order():
            favourite = self.colors[seat] == color
            if retrograde and not favourite and not self.shields >> seat & 1:
                continue
            for pawn in range(2):
                if not lit & bits[self.pawns[2 * seat + pawn]]:
                    continue
                due = 2 if favourite else 1
                count = min(due, self.supply >> 4 * color & 15)
                if count:
                    cards = count << 4 * color
                    self.supply -= cards
                    self.hands[seat] += cards
                    self.sizes[seat] += count
                    events.append(Rewarded("reward", seat, pawn, color, count))
                if count < due:
                    events.append(Rewarded("shortage", seat, pawn, color, due - count))

    # --- VE-9, VE-10 exchanges ----------------------------------------------------------------------------------------

    def _act_trade(self, action: int, events: list[Event]) -> None:
        """VE-9.2: two cards to the supply, one of the planet's colour from it."""
        seat = self.active
        a, b, got = action >> words.FIRST & 7, action >> words.SECOND & 7, action >> words.THIRD
        change = (1 << 4 * a) + (1 << 4 * b) - (1 << 4 * got)
        self._give(seat, change, 1)
        self.supply += change
        events.append(Traded(seat, a, b, got))

    def _act_donate(self, action: int, events: list[Event]) -> None:
        """VE-10.4, VE-12.2: three cards to the charity pile for an enlightenment card."""
        seat = self.active
        a, b, c = action >> words.FIRST & 7, action >> words.SECOND & 7, action >> words.THIRD
        cards = (1 << 4 * a) + (1 << 4 * b) + (1 << 4 * c)
        self._give(seat, cards, 3)
        self.pile += cards
        self.lights[seat] += 1
        self.spare -= 1
        self.pooja = True
        self.donated = True
        events.append(Donated(seat, cards))

    def _act_promote(self, pawn: int, events: list[Event]) -> None:
        """VE-10.7, VE-13.1: the pawn leaves the board for two enlightenment cards; the second one wins."""
        seat = self.active
        circle = self.pawns[2 * seat + pawn]
        self.pawns[2 * seat + pawn] = PROMOTED
        self.lights[seat] -= 2
        self.spare += 2
        self.pooja = True
        events.append(PawnNote("promote", self.board, seat, pawn, circle))
        if self.pawns[2 * seat + 1 - pawn] == PROMOTED:
            self._finish("promotion", events)

    # --- VE-11, VE-12 the pawn move and the powers of cards -----------------------------------------------------------

    def _act_move(self, action: int, events: list[Event]) -> None:
        """VE-11.1, VE-11.9: the pawn goes; with red the opposing pawns there go to where it came from."""
        seat = self.active
        pawn = action >> words.PAWN_SHIFT & 1
        circle = action >> words.CIRCLE_SHIFT
        pawns = self.pawns
        origin = pawns[2 * seat + pawn]
        cards = 0
        if action >> 6 & 0x3FF:
            cards = words.move_cards(action)
            self._give(seat, cards, (action >> 6 & 1) + (action >> 7 & 1) + (action >> 8 & 15) + (action >> 12 & 15))
            self.supply += cards
        pawns[2 * seat + pawn] = circle
        self.moved |= 1 << pawn
        self.stage = AFTER
        self.fresh = False
        events.append(Moved(self.board, seat, pawn, origin, circle, cards))
        if action >> words.RED_SHIFT & 15:
            for i, place in enumerate(pawns):
                if place == circle and i >> 1 != seat:
                    pawns[i] = origin
                    events.append(Displaced(self.board, i >> 1, i & 1, circle, origin))

    def _act_steal(self, victims: int, events: list[Event]) -> None:
        """VE-11.15: a purple card, then one card at random from each victim, in seat order."""
        seat = self.active
        self._give(seat, 1 << 4 * PURPLE, 1)
        self.supply += 1 << 4 * PURPLE
        self.stole = self.setting.steals_once
        if self.stage != AFTER:
            self.stage = STEALING
        events.append(PurplePlayed(seat, victims))
        for victim in range(self.setting.seats):
            if victims >> victim & 1:
                index = self.fate.draw(self.sizes[victim], FOR_STEALS + victim)
                color = card_at(self.hands[victim], index)
                self._give(victim, 1 << 4 * color, 1)
                self._give(seat, -(1 << 4 * color), -1)
                events.append(Stolen(self.setting.hides_hands, seat, victim, index, color))

    def _act_charity(self, color: int, events: list[Event]) -> None:
        """VE-12.3: a card from the charity pile."""
        seat = self.active
        self.pile -= 1 << 4 * color
        self._give(seat, -(1 << 4 * color), -1)
        events.append(ColorNote("charity", seat, color))

    # --- VE-13 the end ------------------------------------------------------------------------------------------------

    def _finish(self, reason: str, events: list[Event]) -> None:
        self.phase = OVER
        events.append(GameOver(reason, self.winners()))

    def winners(self) -> list[int]:
        """VE-13.1, VE-13.3: most promoted pawns, then most enlightenment cards, then fewest benefit cards, then
        shared.
        """
        keys = [(self.promoted(seat), self.lights[seat], -self.sizes[seat]) for seat in range(self.setting.seats)]
        best = max(keys)
        return [seat for seat, key in enumerate(keys) if key == best]


covers(VediicState._reward_by, "VE-6.4", "VE-8.3", "VE-8.5")
covers(VediicState._act_charity, "VE-12.1")
covers(VediicState._turn_actions, "VE-5.2", "VE-5.4", "VE-5.5")
covers(VediicState, "VE-13.4", "VE-14.5", "VE-17.4")

"""A match as its entries tell it: the game's own match, and around it resigning, proposals, pauses, bots and clocks.

Nothing here waits or writes. A request becomes an entry (or is refused), and an entry changes the match; the same
entries always give the same match, in whatever process. The dice cannot be tried again: after k drawn integers the
generator stands at seed + k * GOLDEN, undone ones counted.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from orrery.core.clause import Illegal, Over, in_words
from orrery.core.data import JsonObject
from orrery.core.fate import GOLDEN, MASK
from orrery.core.game import Event, Game, seen_of
from orrery.core.match import CannotUndo, Match
from orrery.core.notation import nearest
from orrery.server.access import Roster
from orrery.server.live.clocks import ClockRule, Clocks, LiveClock
from orrery.server.live.wire import Newcomer, Outcome, Proposal, Standing
from orrery.server.refusal import RequestRefused
from orrery.server.store.rows import HistoryRow

ACT: Final = "act"
SETUP: Final = "setup"
"""What everybody saw before the first entry; it has the number 0 and is not in the store."""
UNDO: Final = "undo"
OFFER: Final = "offer"
AGREE: Final = "agree"
DECLINE: Final = "decline"
RESIGN: Final = "resign"
FLAG: Final = "flag"
BOT: Final = "bot"
PERSON: Final = "person"
GO_ON: Final = "go_on"
NEWCOMER: Final = "newcomer"
"""Somebody asks for the seat of a bot; the words are their id and name."""
WELCOME: Final = "welcome"
UNWELCOME: Final = "unwelcome"
"""A newcomer is turned away; by the bot's own seat: they did not wait for the answer."""

STAND_IN_SEATS: Final = 3
"""From so many seats on a bot plays on for one who resigns or runs out of time."""


class Logged:
    """An entry with the events it caused, or (`back`) with how many actions stand since it took some back."""

    __slots__ = ("back", "entry", "events")

    def __init__(self, entry: HistoryRow, events: list[Event]) -> None:
        self.entry = entry
        self.events = events
        self.back: int | None = None

    def seen(self, seat: int | None) -> list[JsonObject]:
        """The events as a seat may see them."""
        return seen_of(self.events, seat)


class Start:
    """What a match starts from: its table's row."""

    __slots__ = (
        "bots",
        "clock",
        "game",
        "hands",
        "hints",
        "id",
        "opening",
        "options",
        "position",
        "roster",
        "seed",
        "setup",
        "stand_in",
        "time",
    )

    def __init__(
        self,
        id: str,
        game: Game,
        options: JsonObject,
        seed: int,
        position: JsonObject,
        setup: list[int],
        bots: list[str | None],
        time: int,
        clock: ClockRule | None = None,
        stand_in: str = "level2",
        roster: Roster | None = None,
        hints: bool = True,
        opening: list[JsonObject] | None = None,
    ) -> None:
        self.id = id
        self.game = game
        self.options = options
        self.seed = seed
        self.position = position
        """The packed position after the setup, so that a match outlives a change of the cards."""
        self.setup = setup
        self.opening = opening or []
        """The events of the setup that everybody saw."""
        self.bots = bots
        self.time = time
        self.clock = clock
        self.stand_in = stand_in
        self.roster = Roster.of_nobody(len(bots)) if roster is None else roster
        """Who sits where when the match starts. Later nobody gets up, and only a bot's seat may change hands."""
        self.hands = self.roster.hands()
        """Whose hand plays each seat: the first seat of the same person. Companions on one screen share one."""
        self.hints = hints
        """May one ask for hints while other people play?"""


class Session:
    """A match in the middle of its entries."""

    def __init__(self, start: Start, entries: list[HistoryRow]) -> None:
        self.start = start
        self.match = Match.load(start.game, start.game.unpack(start.position), start.seed)
        self.match.options = start.options
        self.match.setup = list(start.setup)
        self.match.opening = start.opening
        self.seats = self.match.state.seats()
        self.drawn = len(start.setup)
        self.log: list[Logged] = []
        self.bots: list[str | None] = list(start.bots)
        self.gone: set[int] = set()
        """Seats whose person resigned or lost on time: they do not come back."""
        self.proposal: tuple[int, str, list[int]] | None = None
        self.newcomer: Newcomer | None = None
        self.roster = start.roster
        """Who sits where now."""
        self.hand_of = start.hands
        """Whose hand plays each seat now."""
        self.sat: tuple[int, str, str] | None = None
        """By the last entry somebody took a bot's seat: which, who, and their name."""
        self.paused = False
        self.outcome: Outcome | None = None
        self.clocks = Clocks(start.clock, self.seats)
        self._set_fate()
        self._settle(start.time, earned=False)
        for entry in entries:
            self.apply(entry)

    # --- how it stands ------------------------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    def to_act(self) -> int | None:
        """The seat whose decision it is; None when the match is over."""
        return None if self.outcome is not None else self.match.to_act()

    def bot_to_act(self) -> str | None:
        """The bot that must decide now; None if none must."""
        seat = self.to_act()
        return None if seat is None or self.paused else self.bots[seat]

    def people(self) -> list[int]:
        """The seats that persons play now."""
        return [seat for seat in range(self.seats) if self.bots[seat] is None]

    def hands(self) -> set[int]:
        """Whose hands play now, each by its first seat: those who are to be asked."""
        return {self.hand_of[seat] for seat in self.people()}

    def others_play(self, seat: int) -> bool:
        """Does another person than that of this seat play?"""
        return bool(self.hands() - {self.hand_of[seat]})

    def actions_of(self, seat: int | None) -> list[str] | None:
        """The legal actions for the seat whose turn it is; None for others."""
        if seat is None or self.paused or self.to_act() != seat or self.bots[seat] is not None:
            return None
        return self.match.actions()

    def undo_to(self, seat: int | None) -> int | None:
        """How far back a seat may go alone; None if nowhere."""
        if seat is None or self.outcome is not None or self.paused or self.bots[seat] is not None:
            return None
        limit = self.match.undo_limit(seat)
        return limit if limit < self.match.taken else None

    def standing(self, now: int) -> Standing:
        """How it stands, for everybody."""
        timed = self.start.clock is not None
        return Standing(
            to_act=self.to_act(),
            bots=list(self.bots),
            paused=self.paused,
            proposal=None if self.proposal is None else Proposal(*self.proposal),
            clocks=[self.clocks.left_at(seat, now) for seat in range(self.seats)] if timed else None,
            running=self.clocks.running,
            outcome=self.outcome,
            newcomer=self.newcomer,
        )

    def due(self, grace: int) -> int | None:
        """When the server must do something by itself: a bot's turn that nobody took within the grace, or a flag."""
        if self.outcome is not None or self.paused:
            return None
        if self.bot_to_act() is not None:
            return (self.log[-1].entry.time if self.log else self.start.time) + grace
        return self.clocks.flag_at()

    # --- requests -----------------------------------------------------------------------------------------------------

    def act(self, seat: int, word: str, time: int, by_bot: bool = False) -> HistoryRow:
        """An action of the game, carried out; the entry is yet to be written. Raises RequestRefused."""
        self._turn_of(seat, by_bot)
        try:
            events = self.match.act(word, time)
        except Illegal as illegal:
            raise self.illegal(word, illegal) from None
        except Over:
            raise RequestRefused("over", "the match is over") from None
        entry = self._entry(ACT, seat, word, time, list(self.match.line[-1].draws))
        self._after_act(entry, events)
        return entry

    def check_act(self, seat: int, word: str) -> None:
        """May the seat do this now? Nothing is done. Raises RequestRefused."""
        self._turn_of(seat, False)
        try:
            self.match.read(word)
        except Illegal as illegal:
            raise self.illegal(word, illegal) from None

    def _turn_of(self, seat: int, by_bot: bool) -> None:
        self._going_on()
        if self.match.to_act() != seat:
            raise RequestRefused("not_your_turn", "it is not your turn")
        if (self.bots[seat] is not None) != by_bot:
            raise RequestRefused("not_your_turn", "a bot plays this seat now; take it back first")

    def illegal(self, word: str, illegal: Illegal) -> RequestRefused:
        """The rules' own reasons, as a refusal."""
        refusal = illegal.refusal
        said = in_words(self.start.game.package, refusal, "en")
        return RequestRefused(
            "illegal_action",
            said,
            {
                "kind": refusal.kind,
                "reason": refusal.code,
                "clause": refusal.clause,
                "facts": refusal.facts,
                "near": nearest(word, self.match.actions()),
            },
        )

    def undo(self, seat: int, to: int, time: int) -> HistoryRow:
        """Back, as far as the seat may go alone. Raises RequestRefused."""
        self._going_on()
        self._person(seat)
        limit = self.undo_to(seat)
        if limit is None or not limit <= to < self.match.taken:
            right = "nothing" if limit is None else f"back to {limit}..{self.match.taken - 1} actions"
            raise RequestRefused("cannot_undo", f"alone you may take back {right}; offer an undo to go further")
        return self.apply(self._entry(UNDO, seat, str(to), time))

    def offer(self, seat: int, what: Literal["draw", "pause", "undo"], to: int | None, time: int) -> HistoryRow:
        """A proposal. It is carried out at once if there is no other person to ask. Raises RequestRefused."""
        self._going_on()
        self._person(seat)
        if self.proposal is not None:
            raise RequestRefused("proposal_stands", "a proposal stands already; answer it first")
        word: str = what
        if what == "undo":
            if to is None or not 0 <= to < self.match.taken:
                raise RequestRefused("cannot_undo", f"to: one can go back to 0..{self.match.taken - 1} actions")
            word = f"undo {to}"
        elif to is not None:
            raise RequestRefused("bad_message", f"to: a {what} goes nowhere back; leave it out")
        if what == "draw" and len(self.people()) < 2:
            raise RequestRefused("nobody_to_ask", "bots agree to no draw")
        return self.apply(self._entry(OFFER, seat, word, time))

    def answer(self, seat: int, yes: bool, time: int) -> HistoryRow:
        """Yes or no to the proposal. Raises RequestRefused."""
        self._not_over()
        self._person(seat)
        if self.proposal is None:
            raise RequestRefused("no_proposal", "there is no proposal to answer")
        hands = self.hand_of
        if yes and hands[seat] in {hands[other] for other in (self.proposal[0], *self.proposal[2])}:
            raise RequestRefused("answered", "you have agreed already")
        return self.apply(self._entry(AGREE if yes else DECLINE, seat, "", time))

    def resign(self, seat: int, time: int) -> HistoryRow:
        """Gives up. Raises RequestRefused."""
        self._not_over()
        if seat in self.gone:
            raise RequestRefused("resigned", "you have resigned already")
        return self.apply(self._entry(RESIGN, seat, self._stand_in_word(), time))

    def go_on(self, seat: int, time: int) -> HistoryRow:
        """Ends a pause. Raises RequestRefused."""
        self._not_over()
        if not self.paused:
            raise RequestRefused("not_paused", "the match is not paused")
        return self.apply(self._entry(GO_ON, seat, "", time))

    def stand_in(self, seat: int, bot: str | None, time: int) -> HistoryRow:
        """A bot plays a seat from now on. The caller knows that it may. Raises RequestRefused."""
        self._not_over()
        if not 0 <= seat < self.seats:
            raise RequestRefused("no_such_seat", f"there is no seat {seat}; they are 0 to {self.seats - 1}")
        if self.seats < STAND_IN_SEATS and not self._was_bots(seat):
            raise RequestRefused(
                "too_few_seats", "bots stand in at tables of three or more; at a table of two one resigns"
            )
        if self.bots[seat] is not None:
            raise RequestRefused("bot_already", "a bot plays this seat already")
        return self.apply(self._entry(BOT, seat, bot or self.start.stand_in, time))

    def take_back(self, seat: int, time: int) -> HistoryRow:
        """A person plays the seat again. Raises RequestRefused."""
        self._not_over()
        if self.bots[seat] is None or (self.start.bots[seat] is not None and not self._was_bots(seat)):
            raise RequestRefused("no_stand_in", "no bot stands in for you")
        if seat in self.gone:
            raise RequestRefused("resigned", "one who resigned or lost on time does not come back")
        return self.apply(self._entry(PERSON, seat, "", time))

    def _was_bots(self, seat: int) -> bool:
        """Did somebody take this seat from a bot?"""
        return self.start.bots[seat] is not None and self.roster.players[seat] is not None

    def come(self, seat: int, person: str, name: str, time: int) -> HistoryRow:
        """A newcomer asks for the seat of a bot. The caller knows that they may. Raises RequestRefused."""
        self._going_on()
        if self.start.bots[seat] is None or self.roster.players[seat] is not None:
            raise RequestRefused("not_offered", "no bot plays that seat")
        if self.roster.seats_of(person):
            raise RequestRefused("seated", "you sit at this table already")
        if self.newcomer is not None:
            raise RequestRefused("not_offered", "somebody else asks for that seat already")
        return self.apply(self._entry(NEWCOMER, seat, f"{person} {name}", time))

    def welcome(self, seat: int, yes: bool, time: int) -> HistoryRow:
        """Yes or no to the newcomer. Raises RequestRefused."""
        self._not_over()
        self._person(seat)
        if self.newcomer is None:
            raise RequestRefused("no_newcomer", "nobody asks for a seat")
        if yes and self.hand_of[seat] in {self.hand_of[other] for other in self.newcomer.agreed}:
            raise RequestRefused("answered", "you have agreed already")
        return self.apply(self._entry(WELCOME if yes else UNWELCOME, seat, "", time))

    def go_away(self, person: str, time: int) -> HistoryRow:
        """A newcomer waits for the answer no longer. Raises RequestRefused."""
        self._not_over()
        if self.newcomer is None or self.newcomer.person != person:
            raise RequestRefused("no_newcomer", "nobody asks for a seat")
        return self.apply(self._entry(UNWELCOME, self.newcomer.seat, "gone", time))

    def is_flag_due(self, now: int) -> bool:
        """Has a clock run out?"""
        at = self.clocks.flag_at()
        return at is not None and now >= at and self.outcome is None and not self.paused

    def flag(self, now: int) -> HistoryRow | None:
        """The entry that says that a clock has run out; None if none has."""
        if not self.is_flag_due(now):
            return None
        seat = self.clocks.running
        assert seat is not None
        return self.apply(self._entry(FLAG, seat, self._stand_in_word(), now))

    def _stand_in_word(self) -> str:
        return self.start.stand_in if self.seats >= STAND_IN_SEATS else ""

    def _going_on(self) -> None:
        self._not_over()
        if self.paused:
            raise RequestRefused("paused", "the match is paused")

    def _not_over(self) -> None:
        if self.outcome is not None:
            raise RequestRefused("over", "the match is over")

    def _person(self, seat: int) -> None:
        if self.bots[seat] is not None:
            raise RequestRefused("bot_plays", "a bot plays this seat now; take it back first")

    def _entry(self, kind: str, seat: int, word: str, time: int, draws: list[int] | None = None) -> HistoryRow:
        # Times never go back, whatever the machine's clock does.
        last = self.log[-1].entry.time if self.log else self.start.time
        return HistoryRow(self.start.id, self.number + 1, kind, seat, word, draws or [], max(time, last))

    # --- entries ------------------------------------------------------------------------------------------------------

    def apply(self, entry: HistoryRow) -> HistoryRow:
        """Does what an entry says. An entry that does not fit is a broken store, and raises."""
        assert entry.number == self.number + 1, (entry, self.number)
        kind, seat = entry.kind, entry.seat
        if kind == ACT:
            self._after_act(entry, self.match.redo(entry.word, entry.draws, entry.time))
            return entry
        self.log.append(Logged(entry, []))
        self.sat = None
        earned = False
        if kind == UNDO:
            self._undo(int(entry.word), seat, entry.time)
        elif kind == OFFER:
            self.proposal = (seat, entry.word, [])
            self._carry_out(entry.time)
        elif kind == AGREE:
            assert self.proposal is not None
            self.proposal[2].append(seat)
            self._carry_out(entry.time)
        elif kind == DECLINE:
            self.proposal = None
        elif kind in (RESIGN, FLAG):
            self._drop_out(kind, seat, entry.word)
        elif kind == BOT:
            self.bots[seat] = entry.word
            self._forget(seat, entry.time)
        elif kind == PERSON:
            self.bots[seat] = None
        elif kind == NEWCOMER:
            person, _, name = entry.word.partition(" ")
            self.newcomer = Newcomer(seat, person, name, [])
        elif kind == WELCOME:
            assert self.newcomer is not None
            self.newcomer = msgspec.structs.replace(self.newcomer, agreed=[*self.newcomer.agreed, seat])
        elif kind == UNWELCOME:
            self.newcomer = None
        elif kind == GO_ON:
            self.paused = False
            self.clocks.go_on(self._timed(), entry.time)
        else:
            raise AssertionError(f"an entry of the unknown kind {kind!r}")
        if not self.paused:
            self._settle(entry.time, earned)
        return entry

    def _after_act(self, entry: HistoryRow, events: list[Event]) -> None:
        self.log.append(Logged(entry, events))
        self.sat = None
        self.drawn += len(entry.draws)
        self.proposal = None
        self._set_fate()
        self._settle(entry.time, earned=True)

    def _settle(self, time: int, earned: bool) -> None:
        """After every entry: is it over, and whose clock runs?"""
        if self.outcome is None and self.match.to_act() is None:
            result = self.match.result()
            self.outcome = Outcome("game", list(result.winners), result.scores)
        self._let_sit()
        self.clocks.turn_to(self._timed(), time, earned)

    def _let_sit(self) -> None:
        """Lets a newcomer sit down whom all people have welcomed: not while the bot is in the middle of its move."""
        new = self.newcomer
        if self.outcome is not None:
            self.newcomer = None
        elif new is not None and new.agreed and not self.hands() - {self.hand_of[seat] for seat in new.agreed}:
            acts = (logged.entry.seat for logged in reversed(self.log) if logged.entry.kind == ACT)
            if self.to_act() == new.seat == next(acts, None):
                return
            self.newcomer = None
            self.sat = (new.seat, new.person, new.name)
            self.bots[new.seat] = None
            self.roster = self.roster.with_player(*self.sat)
            self.hand_of = self.roster.hands()

    def _timed(self) -> int | None:
        seat = self.to_act()
        return None if seat is None or self.bots[seat] is not None else seat

    def _set_fate(self) -> None:
        fate = self.match.state.fate
        fate.state = (self.start.seed + GOLDEN * self.drawn) & MASK

    def _undo(self, to: int, seat: int, time: int) -> None:
        try:
            self.match.undo(to, None if seat < 0 else seat, time)
        except CannotUndo as fault:
            raise AssertionError(f"an undo in the store that is none: {fault}") from None
        self.log[-1].back = to
        self.proposal = None
        self._set_fate()

    def _forget(self, seat: int, time: int) -> None:
        """A person is gone: a proposal of his falls, and others do not wait for him."""
        if self.proposal is not None:
            if self.proposal[0] == seat:
                self.proposal = None
            else:
                self._carry_out(time)

    def _carry_out(self, time: int) -> None:
        """Does what was proposed when everybody who was to be asked has agreed."""
        if self.proposal is None:
            return
        by, what, agreed = self.proposal
        hands = self.hand_of
        if self.hands() - {hands[seat] for seat in (by, *agreed)}:
            return
        self.proposal = None
        if what == "draw":
            self.outcome = Outcome("draw", list(range(self.seats)), self.match.result().scores)
        elif what == "pause":
            self.paused = True
            self.clocks.stop(time)
        else:
            self._undo(int(what.removeprefix("undo ")), -1, time)

    def _drop_out(self, kind: str, seat: int, bot: str) -> None:
        by: Any = "resign" if kind == RESIGN else "time"
        if not bot:
            others = [other for other in range(self.seats) if other != seat]
            self.outcome = Outcome(by, others, self.match.result().scores)
            self.proposal = None
            return
        self.bots[seat] = bot
        if kind == RESIGN or isinstance(self.start.clock, LiveClock):
            self.gone.add(seat)
        self._forget(seat, self.log[-1].entry.time)

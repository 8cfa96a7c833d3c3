"""Starting matches (VE-3.1, VE-18.2) and reading positions (VE-14.2, VE-14.3). Faults name the place and what would be
right.
"""

from __future__ import annotations

from typing import Any, Final

from orrery.core.clause import covers
from orrery.core.data import DataFault, Fields, JsonObject, named, shown, to_integer, to_list
from orrery.core.fate import Fate
from orrery.core.options import FLAG, NUMBER, SEATS, WORD, options_of
from orrery.games.vediic import boards
from orrery.games.vediic.board import HOUSES, PROMOTED, UNPLACED, Board
from orrery.games.vediic.cards import CARDS, COLOR_INDEX, COLORS, LIGHTS, count_of, size_of
from orrery.games.vediic.rules.engine import VediicState
from orrery.games.vediic.rules.state import (
    AFTER,
    BEFORE,
    COLOR,
    ENLIGHTENMENT,
    NOBODY,
    ORDER,
    OVER,
    PENALTY,
    PHASES,
    PLACE,
    STAGES,
    STEALING,
    TAKE,
    TURN,
    UNROLLED,
    Setting,
)

PACKAGE: Final = "orrery.games.vediic"

BOARD: Final = "board"
"""The option by which a match brings a board of its own. Positions have the board beside their options."""

MOST_LIGHTS: Final = 3
"""VE-10.5: how many enlightenment cards a player may hold."""


def read_options(value: object) -> JsonObject:
    """VE-18.2: the options of a match, complete; raises DataFault."""
    fields = Fields(value, "options")
    rows = options_of(PACKAGE)
    found: JsonObject = {}
    for kind in (SEATS, WORD, FLAG, NUMBER):
        rows.read(fields, kind, found)
    fields.done()
    return rows.in_order(found)


def start(options: JsonObject, fate: Fate, board: Board) -> VediicState:
    """VE-3.1, VE-18.2: a match at its start, on this board unless its options bring another; nothing is drawn. Raises
    DataFault.
    """
    if isinstance(options, dict) and BOARD in options:
        board = boards.brought(options[BOARD], named("options", BOARD))
        options = {key: value for key, value in options.items() if key != BOARD}
    state = VediicState(Setting(read_options(options), board), fate)
    if state.setting.options["order"] == "dice":
        state.rolls = [UNROLLED] * state.setting.seats
    else:
        state.phase = COLOR
    return state


def load(position: JsonObject, fate: Fate) -> VediicState:
    """VE-14.2, VE-14.3: the state of a position; raises DataFault for anything that breaks the notation or its
    invariants.
    """
    fields = Fields(position, "position")
    fields.word("game", ("vediic",))
    fields.integer("version", 1, 1, 1)
    options = read_options(fields.raw("options") if fields.has("options") else {})
    board = boards.board_at(fields.raw("board") if fields.has("board") else boards.STANDARD, "board")
    fate.queue = [to_integer(value, named("fate", i), 0) for i, value in enumerate(fields.items("fate", []))]
    loader = _Loader(VediicState(Setting(options, board), fate), fields)
    loader.read_course()
    loader.read_planets()
    loader.read_players()
    loader.read_cards()
    loader.read_turn()
    loader.read_pending()
    fields.done()
    loader.check_phase()
    return loader.state


def to_flag(value: object, path: str) -> bool:
    """The value as true or false, or a fault at that path."""
    if not isinstance(value, bool):
        raise DataFault(path, f"{shown(value)} is neither true nor false")
    return value


class _Loader:
    """Fills a state from the fields of a position and checks it."""

    def __init__(self, state: VediicState, fields: Fields) -> None:
        self.state = state
        self.fields = fields
        self.seats = state.setting.seats
        self.setup = False

    # --- reading ------------------------------------------------------------------------------------------------------

    def read_course(self) -> None:
        """Phase, round, start, to_act, rolls."""
        state, fields = self.state, self.fields
        state.phase = PHASES.index(fields.word("phase", PHASES))
        self.setup = state.phase < TURN
        state.round = fields.integer("round", 0, state.setting.max_rounds, 0 if self.setup else 1)
        state.start = fields.integer("start", 0, self.seats - 1, 0)
        if state.phase == OVER:
            if not self._is_null("to_act"):
                raise DataFault("to_act", f"{shown(fields.raw('to_act'))}: after the end nobody acts, it is null")
        else:
            state.active = fields.integer("to_act", 0, self.seats - 1)
        if state.phase != ORDER:
            self._must_be_null("rolls")
            return
        for seat, roll in enumerate(self._by_seat(fields.items("rolls"), "rolls")):
            state.rolls.append(UNROLLED if roll is None else to_integer(roll, named("rolls", seat), 0, 12))
            if state.rolls[seat] == 1:
                raise DataFault(named("rolls", seat), "the sum of two dice is 2 to 12; 0 is out of a tie-break")

    def _is_null(self, key: str) -> bool:
        return not self.fields.has(key) or self.fields.raw(key) is None

    def _must_be_null(self, key: str) -> None:
        if not self._is_null(key):
            raise DataFault(key, f"in phase {PHASES[self.state.phase]} it is null")

    def _by_seat(self, rows: list[Any], path: str) -> list[Any]:
        if len(rows) != self.seats:
            raise DataFault(path, f"{self.seats} players have {self.seats} entries, not {len(rows)}")
        return rows

    def read_planets(self) -> None:
        """Planets and the planet of enlightenment."""
        state, fields = self.state, self.fields
        if self.setup:
            if not self._is_null("planets"):
                self._check_no_planets(Fields(fields.raw("planets"), "planets"))
        else:
            rows = Fields(fields.raw("planets"), "planets")
            for color, name in enumerate(COLORS):
                row = Fields(rows.raw(name), rows.at(name))
                state.houses[color] = row.integer("house", 1, HOUSES)
                if row.boolean("retrograde", state.is_retrograde(color)) != state.is_retrograde(color):
                    home = state.board.retrograde[color]
                    raise DataFault(row.at("retrograde"), f"true exactly in house {home}, the R house of {name}")
                row.done()
            rows.done()
            state.shine()
        if state.phase < PLACE:
            self._must_be_null("enlightenment")
        else:
            state.stack = COLOR_INDEX[fields.word("enlightenment", COLORS)]

    def _check_no_planets(self, rows: Fields) -> None:
        """VE-14.2: in setup exactly the map that `position` gives."""
        for name in COLORS:
            row = Fields(rows.raw(name), rows.at(name))
            if row.raw("house") is not None:
                raise DataFault(row.at("house"), "in setup the planets are in no house; it is null")
            if row.boolean("retrograde"):
                raise DataFault(row.at("retrograde"), "in setup it is false")
            row.done()
        rows.done()

    def read_players(self) -> None:
        """Colours, pawns, hands and enlightenment cards by seat."""
        state = self.state
        for seat, raw in enumerate(self._by_seat(self.fields.items("players"), "players")):
            row = Fields(raw, named("players", seat))
            if row.has("color") and row.raw("color") is not None:
                color = COLOR_INDEX[row.word("color", COLORS)]
                if color in state.colors:
                    raise DataFault(row.at("color"), f"seat {state.colors.index(color)} has {COLORS[color]} already")
                state.colors[seat] = color
            pawns = row.items("pawns", [None, None])
            if len(pawns) != 2:
                raise DataFault(row.at("pawns"), "a player has two pawns")
            for pawn, place in enumerate(pawns):
                state.pawns[2 * seat + pawn] = self._circle(place, named(row.at("pawns"), pawn))
            state.hands[seat] = self._pile(row.raw("hand") if row.has("hand") else {}, row.at("hand"))
            state.sizes[seat] = size_of(state.hands[seat])
            state.lights[seat] = row.integer("enlightenment", 0, MOST_LIGHTS, 0)
            row.done()

    def _circle(self, place: object, path: str) -> int:
        if place is None:
            return UNPLACED
        if place == "promoted":
            return PROMOTED
        circle = self.state.board.index.get(place, -1) if isinstance(place, str) else -1
        if circle < 0:
            board = self.state.board
            raise DataFault(
                path, f"{shown(place)} is neither a circle ({board.ids[0]} to {board.ids[-1]}) nor promoted nor null"
            )
        return circle

    def _pile(self, value: object, path: str) -> int:
        row = Fields(value, path)
        pile = self._counts(row)
        row.done()
        return pile

    def _counts(self, row: Fields) -> int:
        pile = 0
        for color, name in enumerate(COLORS):
            pile |= row.integer(name, 0, CARDS, 0) << 4 * color
        return pile

    def read_cards(self) -> None:
        """VE-1.2: charity pile and supply; every card is somewhere."""
        state, fields = self.state, self.fields
        state.pile = self._pile(fields.raw("charity") if fields.has("charity") else {}, "charity")
        left = 0
        for color, name in enumerate(COLORS):
            used = count_of(state.pile, color) + sum([count_of(hand, color) for hand in state.hands])
            if used > CARDS:
                raise DataFault("players", f"hands and charity pile hold {used} {name} cards; there are {CARDS}")
            left |= (CARDS - used) << 4 * color
        spare = LIGHTS - sum(state.lights)
        if spare < 0:
            raise DataFault("players", f"{LIGHTS - spare} enlightenment cards are held; there are {LIGHTS}")
        if not self._is_null("supply"):
            row = Fields(fields.raw("supply"), "supply")
            given = self._counts(row)
            lights = row.integer("enlightenment", 0, LIGHTS, 0)
            row.done()
            for color, name in enumerate(COLORS):
                if count_of(given, color) != count_of(left, color):
                    raise DataFault(
                        row.at(name),
                        f"{count_of(given, color)} does not fit; {count_of(left, color)} are left of {CARDS}",
                    )
            if lights != spare:
                raise DataFault(row.at("enlightenment"), f"{lights} does not fit; {spare} are left of {LIGHTS}")
        state.supply = left
        state.spare = spare

    def read_turn(self) -> None:
        """VE-14.1: the flags of the turn; a missing turn is a fresh one."""
        state = self.state
        if state.phase != TURN:
            self._must_be_null("turn")
            return
        if self._is_null("turn"):
            return
        row = Fields(self.fields.raw("turn"), "turn")
        state.stage = STAGES.index(row.word("stage", STAGES))
        state.leg = row.integer("leg", 1, 2)
        state.fresh = row.boolean("charity")
        state.yellow = row.boolean("yellow")
        state.pooja = row.boolean("pooja")
        state.donated = row.boolean("donated")
        if state.setting.steals_once:
            state.stole = row.boolean("stole")
        moved = row.items("moved")
        if len(moved) != 2:
            raise DataFault(row.at("moved"), "a player has two pawns")
        for pawn in range(2):
            state.moved |= to_flag(moved[pawn], named(row.at("moved"), pawn)) << pawn
        row.done()

    def read_pending(self) -> None:
        """VE-14.1: what is owed."""
        state = self.state
        if state.phase != PENALTY:
            self._must_be_null("pending")
            return
        row = Fields(self.fields.raw("pending"), "pending")
        for seat, count in enumerate(self._by_seat(row.items("owed"), row.at("owed"))):
            state.owed.append(to_integer(count, named(row.at("owed"), seat), 0))
        for seat, flag in enumerate(self._by_seat(to_list(row.raw("shield"), row.at("shield")), row.at("shield"))):
            state.shields |= to_flag(flag, named(row.at("shield"), seat)) << seat
        state.paid = row.boolean("paid")
        row.done()

    # --- checking (VE-14.3) -------------------------------------------------------------------------------------------

    def check_phase(self) -> None:
        """VE-14.3: what must be true in each phase."""
        state = self.state
        if self.setup:
            self._check_setup()
            return
        for seat in range(self.seats):
            path = named("players", seat)
            if state.colors[seat] == NOBODY:
                raise DataFault(named(path, "color"), "after the setup every player has a colour")
            if UNPLACED in state.pawns[2 * seat : 2 * seat + 2]:
                raise DataFault(named(path, "pawns"), "after the setup every pawn is on a circle or promoted")
            most = 2 * state.on_board(seat)
            if state.lights[seat] > most:
                raise DataFault(
                    named(path, "enlightenment"),
                    f"{state.lights[seat]} is too many; two for each pawn on the board: {most}",
                )
        self._check_round()
        if state.phase == TURN:
            self._check_turn()
        elif state.phase == PENALTY:
            self._check_penalty()

    def _check_round(self) -> None:
        state = self.state
        done = [seat for seat in range(self.seats) if not state.on_board(seat)]
        if state.phase == OVER:
            if len(done) > 1 or (done and state.sizes[done[0]]):
                raise DataFault("players", "one player wins by promoting both pawns, without benefit cards")
            if not done and state.round != state.setting.max_rounds:
                raise DataFault("round", f"nobody has won, so the game ends in round {state.setting.max_rounds}")
        elif done:
            raise DataFault(named("players", done[0]), "both pawns are promoted, so the game is over")
        if state.phase == PENALTY:
            if state.round >= state.setting.max_rounds:
                raise DataFault("round", f"after round {state.setting.max_rounds} the planets do not move")
        elif state.round == 0:
            raise DataFault("round", "rounds are numbered from 1")

    def _check_setup(self) -> None:
        state = self.state
        if state.round:
            raise DataFault("round", "in setup it is 0")
        if state.pile:
            raise DataFault("charity", "in setup it is empty")
        if any(state.lights):
            raise DataFault("players", "in setup nobody has enlightenment cards")
        if state.setting.options["order"] == "seat0":
            if state.phase == ORDER:
                raise DataFault("phase", "with order seat0 there is no phase order")
            if state.start:
                raise DataFault("start", "with order seat0 the first start seat is 0")
        if state.phase == ORDER:
            self._check_rolls()
        if state.phase == ENLIGHTENMENT and state.active != (state.start - 1) % self.seats:
            raise DataFault("to_act", f"the seat before the start seat picks: {(state.start - 1) % self.seats}")
        turn = (state.active - state.start) % self.seats
        for i, seat in enumerate(state.turn_order()):
            self._check_dealt(seat, i - turn)
            self._check_pawns(seat, i - turn)
        placed = [circle for circle in state.pawns if circle >= 0]
        if len(set(placed)) != len(placed):
            raise DataFault("players", "in setup two pawns never stand on one circle")

    def _check_rolls(self) -> None:
        state = self.state
        if state.start:
            raise DataFault("start", "in phase order it is 0")
        if UNROLLED not in state.rolls:
            raise DataFault("rolls", "somebody has to roll: his roll is null")
        first = state.rolls.index(UNROLLED)
        if state.active != first:
            raise DataFault("to_act", f"the first seat with null rolls: {first}")
        for seat in range(first + 1, self.seats):
            if state.rolls[seat] > 0:
                raise DataFault(named("rolls", seat), f"seat {first} rolls before seat {seat}; it is null or 0")

    def _check_dealt(self, seat: int, after: int) -> None:
        """Colour and first cards of a seat that comes so many seats after the one to act."""
        state = self.state
        path = named("players", seat)
        phase = state.phase
        colored = phase > TAKE or (phase != ORDER and after < 0) or (phase == TAKE and after == 0)
        dealt = phase > TAKE or (phase != ORDER and after < 0)
        if (state.colors[seat] != NOBODY) != colored:
            word = "has a colour already" if colored else "has no colour yet"
            raise DataFault(named(path, "color"), f"in phase {PHASES[phase]} seat {seat} {word}")
        if state.sizes[seat] != (2 if dealt else 0):
            word = "two cards" if dealt else "no cards yet"
            raise DataFault(named(path, "hand"), f"in phase {PHASES[phase]} seat {seat} has {word}")

    def _check_pawns(self, seat: int, after: int) -> None:
        """Pawns of a seat that comes so many seats after the one to act."""
        state = self.state
        first, second = state.pawns[2 * seat], state.pawns[2 * seat + 1]
        path = named(named("players", seat), "pawns")
        if PROMOTED in (first, second):
            raise DataFault(path, "in setup no pawn is promoted")
        if state.phase == PLACE and after < 0:
            if UNPLACED in (first, second):
                raise DataFault(path, f"seat {seat} has placed both pawns before seat {state.active}")
        elif second != UNPLACED or (first != UNPLACED and not (state.phase == PLACE and after == 0)):
            raise DataFault(path, f"seat {seat} has not placed that many pawns yet")

    def _check_turn(self) -> None:
        state = self.state
        if state.leg == 2:
            if not state.yellow:
                raise DataFault("turn.yellow", "a second leg needs a yellow card")
        elif state.stage != AFTER:
            if state.yellow:
                raise DataFault("turn.yellow", "before the move of the first leg no yellow card has been played")
            if state.moved:
                raise DataFault("turn.moved", "before the move of the first leg no pawn has moved")
        elif state.moved == 3:
            raise DataFault("turn.moved", "in the first leg one pawn moves")
        elif state.moved and state.yellow:
            raise DataFault("turn.moved", "who has skipped has not moved")
        if state.fresh and state.stage != BEFORE and not state.has_skipped():
            raise DataFault("turn.charity", "step 1 is open only before all else or after a skip")
        if state.setting.steals_once and state.leg == 1 and state.stage != AFTER:
            if state.stole != (state.stage == STEALING):
                raise DataFault(
                    "turn.stole", "before the move of the first leg it is true in stage steal and in no other"
                )
        elif state.setting.steals_once and state.stage == STEALING and not state.stole:
            raise DataFault("turn.stole", "in stage steal it is true")

    def _check_penalty(self) -> None:
        state = self.state
        payer = NOBODY
        for seat in state.turn_order():
            due, owed = state.due(seat), state.owed[seat]
            if owed > due:
                raise DataFault(named("pending.owed", seat), f"{owed} is too many; the planets ask for {due}")
            if state.shields >> seat & 1 and (owed or not due):
                raise DataFault(named("pending.shield", seat), "only one who owed plays orange, and then owes nothing")
            if owed and payer == NOBODY:
                payer = seat
        if payer == NOBODY:
            raise DataFault("pending.owed", "in phase penalty somebody owes")
        if state.active != payer:
            raise DataFault("to_act", f"the first seat in turn order that owes: {payer}")
        if not state.sizes[payer]:
            raise DataFault(named("players", payer), "who has no card owes nothing more")
        if state.paid != (state.owed[payer] < state.due(payer)):
            raise DataFault("pending.paid", "true exactly if less is owed than the planets ask for")


covers(load, "VE-14.1", "VE-14.4")

"""Tables as the database keeps them: made, joined, left, started, listed.

Who gets a seat, who starts a match and who makes a rematch is decided by the database in one statement each, so it does
not matter in which process the requests arrive.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.bots.bot import bot_names
from orrery.core.clause import BadOptions
from orrery.core.data import JsonObject
from orrery.core.match import Match
from orrery.server.access import AFTER, BEFORE, DURING, SENTENCES, Place, Roster, may_see, place
from orrery.server.http.library import match_options, the_game
from orrery.server.http.offers import Offers
from orrery.server.live.brought import bad_options, fitting_seats, moved_on, read_deck
from orrery.server.live.clocks import ClockRule, LiveClock, SlowClock
from orrery.server.live.session import Start
from orrery.server.live.wire import Outcome, SeatInfo, TableInfo, TableSettings, encode
from orrery.server.people.identity import NAME_LONGEST, Person, clean_name, is_id, is_program
from orrery.server.refusal import RequestRefused
from orrery.server.settings import World
from orrery.server.store.rows import SeatRow, TableRow
from orrery.server.store.schema import SEATS, TABLES
from orrery.server.store.store import Job, Store

LISTED: Final = 100
"""How many tables a list holds at most."""
LARGE: Final = ("cards", "decks", "board")
"""Options that are whole things, which nobody reads in the list of tables."""
MOST_SEATS: Final = 7
DECK_LONGEST: Final = 8000
"""A deck file with all its comments has so many letters at most."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a table. `seats` says who sits where: `me`, `open`, or a bot such as `level3`. Further `me` are
    companions at the same screen; `names` are what one's own seats are called, seat by seat. `own_decks`: may people
    bring decks, where the game and the options allow it? `deck` is that of the first `me`: a name, a code, or a deck
    file. `hints`: may one ask for hints while other people play?
    """

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    decks: Annotated[list[Annotated[str, Meta(max_length=2000)]], Meta(max_length=MOST_SEATS)] = []
    clock: LiveClock | SlowClock | None = None
    open: bool = True
    watch: bool = True
    delay: Annotated[int, Meta(ge=0, le=1000)] = 0
    stand_in: Annotated[str, Meta(max_length=32)] = "level2"
    own_decks: bool = True
    deck: Annotated[str, Meta(max_length=DECK_LONGEST)] | None = None
    names: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=MOST_SEATS)] = []
    hints: bool = True


class Wish(Struct, frozen=True):
    """What the options of a table were when it was made: as given, and the decks by name."""

    options: JsonObject
    decks: list[str]


class Table:
    """A table with its seats, as the database has it."""

    def __init__(self, row: TableRow, seats: list[SeatRow]) -> None:
        self.row = row
        self.seats = seats
        self.id = row.id
        self.state = row.state
        self.settings = msgspec.json.decode(row.settings, type=TableSettings)

    @functools.cached_property
    def wish(self) -> Wish:
        """The options as they were given: perhaps with a whole set of cards, so they are read when they are wanted."""
        return msgspec.json.decode(self.row.options, type=Wish)

    def roster(self) -> Roster:
        """Who sits where."""
        return Roster(
            tuple(None if seat.person is None else seat.keeper or seat.person for seat in self.seats),
            tuple(seat.name for seat in self.seats),
            self.row.owner,
            self.settings.watch,
        )

    def _first_roster(self) -> Roster:
        """Who sat where when the match began: whoever took a bot's seat since did so by an entry."""
        now = self.roster()
        bots = [seat.bot for seat in self.seats]
        return Roster(
            tuple(player if bot is None else None for player, bot in zip(now.players, bots, strict=True)),
            tuple(bot or name for name, bot in zip(now.names, bots, strict=True)),
            now.owner,
            now.watch,
        )

    def place(self, person: str | None, wanted: int | None = None) -> Place:
        """What somebody is at this table."""
        phase = {"open": BEFORE, "playing": DURING}.get(self.state, AFTER)
        return place(self.roster(), phase, person, wanted)

    def free(self, person: str) -> list[int]:
        """The seats that a person may take: those kept for this person, else those that are kept for nobody."""
        kept = self.kept(person)
        return kept or [one.seat for one in self.seats if one.is_empty and one.kept is None]

    def kept(self, person: str) -> list[int]:
        """The seats that are kept for a person at a rematch."""
        return [one.seat for one in self.seats if one.is_empty and one.kept == person]

    def brought(self) -> list[list[str] | None]:
        """The decks that people brought, seat by seat."""
        return [None if seat.deck is None else msgspec.json.decode(seat.deck, type=list[str]) for seat in self.seats]

    def clock(self) -> ClockRule | None:
        """The clock that was agreed."""
        found: ClockRule | None = msgspec.convert(self.settings.clock, ClockRule | None)
        return found

    def start(self) -> Start:
        """What the match starts from."""
        row = self.row
        assert row.start is not None and row.setup is not None and row.started is not None, "the match has begun"
        return Start(
            self.id,
            the_game(row.game).by_rules(row.rules),
            self.wish.options,
            int(row.seed, 16),
            msgspec.json.decode(row.start),
            msgspec.json.decode(row.setup, type=list[int]),
            [seat.bot for seat in self.seats],
            row.started,
            self.clock(),
            self.settings.stand_in,
            self._first_roster(),
            self.settings.hints,
            [] if row.opening is None else msgspec.json.decode(row.opening, type=list[JsonObject]),
        )

    def info(self, now: int, person: str | None, bots: list[str | None] | None = None) -> TableInfo:
        """The table as a person may know it; `bots` are who stands in by now."""
        row = self.row
        here = self.place(person)
        yours, you = list(here.own), here.seat
        return TableInfo(
            id=self.id,
            game=row.game,
            rules=row.rules,
            options={key: value for key, value in self.wish.options.items() if key not in LARGE},
            settings=self.settings,
            state=row.state,
            seats=[self._seat(seat, now, None if bots is None else bots[seat.seat]) for seat in self.seats],
            owner=row.owner,
            created=row.created,
            started=row.started,
            number=row.number if you is not None or not self.settings.delay else 0,
            turn=row.turn if you is not None or not self.settings.delay else None,
            outcome=None if row.result is None else msgspec.json.decode(row.result, type=Outcome),
            rematch=row.rematch,
            you=you,
            invite=row.invite if may_see("invite", here) else None,
            yours=yours,
        )

    @staticmethod
    def _seat(seat: SeatRow, now: int, stand_in: str | None) -> SeatInfo:
        bot = (seat.bot if seat.person is None else None) or stand_in
        kind: Any = "bot" if bot else "person" if seat.person else "open"
        return SeatInfo(
            seat.seat,
            kind,
            seat.name,
            seat.person,
            bot,
            seat.present > now,
            seat.deck is not None,
            seat.keeper,
            seat.kept,
            is_program(seat.person),
        )


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, world: World, most: int, offers: Offers) -> None:
        self.store = store
        self.world = world
        self.most = most
        self.offers = offers

    # --- reading ------------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> Table | None:
        """The table with that id."""
        if not is_id(id):
            return None
        row = await self.store.row(TableRow, sa.select(TABLES).where(TABLES.c.id == id))
        if row is None:
            return None
        seats = sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat)
        return Table(row, await self.store.rows(SeatRow, seats))

    async def the(self, id: str) -> Table:
        """The table with that id. Raises RequestRefused."""
        found = await self.find(id)
        if found is None:
            raise RequestRefused("no_such_table", "there is no such table")
        return found

    async def listed(self, state: str, game: str | None) -> list[Table]:
        """The newest tables that are open to all."""
        query = sa.select(TABLES).where(TABLES.c.state == state).order_by(TABLES.c.created.desc()).limit(3 * LISTED)
        if game is not None:
            the_game(game)
            query = query.where(TABLES.c.game == game)
        found = [table for table in await self._with_seats(query) if table.settings.open]
        # Where all free seats are kept for somebody, nobody else is waited for.
        return [each for each in found if state != "open" or each.free("")][:LISTED]

    async def of(self, person: str) -> list[Table]:
        """The newest tables at which a person sits."""
        mine = sa.select(SEATS.c.match).where(SEATS.c.person == person)
        query = sa.select(TABLES).where(TABLES.c.id.in_(mine)).order_by(TABLES.c.changed.desc()).limit(LISTED)
        return await self._with_seats(query)

    async def _with_seats(self, query: sa.Executable) -> list[Table]:
        rows = await self.store.rows(TableRow, query)
        theirs = sa.select(SEATS).where(SEATS.c.match.in_([row.id for row in rows])).order_by(SEATS.c.seat)
        seats: dict[str, list[SeatRow]] = {}
        for seat in await self.store.rows(SeatRow, theirs):
            seats.setdefault(seat.match, []).append(seat)
        return [Table(row, seats.get(row.id, [])) for row in rows]

    # --- making -------------------------------------------------------------------------------------------------------

    async def make(self, person: Person, wish: NewTable) -> str:
        """A new table; gives its id. Raises RequestRefused."""
        game = the_game(wish.game)
        try:
            offered = await asyncio.to_thread(self.offers.into, game, wish.options, len(wish.seats))
        except BadOptions as fault:
            raise bad_options(wish.game, fault) from None
        wish = msgspec.structs.replace(wish, options=offered)
        await asyncio.to_thread(match_options, game, wish.options, wish.decks, len(wish.seats))
        for name in [*wish.seats, wish.stand_in]:
            if name not in ("me", "open") and name not in bot_names(wish.game):
                names = ", ".join(bot_names(wish.game))
                raise RequestRefused("no_such_bot", f"seats: {name[:40]!r} is none of me, open, {names}")
        if wish.stand_in in ("me", "open"):
            raise RequestRefused("no_such_bot", "stand_in: name a bot")
        await self._check_count(person)
        clock = None if wish.clock is None else msgspec.to_builtins(wish.clock)
        settings = TableSettings(wish.open, wish.watch, wish.delay, wish.stand_in, clock, wish.own_decks, wish.hints)
        seats = self._places(wish, person)
        if wish.deck is not None:
            if "me" not in wish.seats:
                message = "deck: it is for your own seat, and you have none"
                raise RequestRefused.because("bad_seats", message, "deck_without_seat")
            mine_at = wish.seats.index("me")
            cards, fitting = self._deck(wish.game, wish.options, wish.decks, settings, wish.deck, len(wish.seats))
            fitting_seats(wish.game, fitting, [mine_at], wish.options, len(wish.seats))
            seats[mine_at]["deck"] = encode(cards).decode()
        kept = Wish(game.guide().in_rules_words(wish.options), wish.decks)
        return await self._insert(wish.game, game.version, kept, settings, person.id, seats)

    async def _check_count(self, person: Person) -> None:
        """May somebody make one more table? Raises RequestRefused."""
        mine = sa.select(sa.func.count()).select_from(TABLES)
        mine = mine.where(TABLES.c.owner == person.id, TABLES.c.state != "over")
        if (await self.store.values(int, mine))[0] >= self.most:
            raise RequestRefused(
                "too_many_tables", f"you have {self.most} tables open or running already; end some first"
            )

    async def lay_from(self, table: Table, person: Person, seat: int, bot: str, match: Match, grace: int) -> str:
        """A new table at which a match goes on from a moment of another table's: a person at one seat, a bot at each of
        the others. Its match has begun. Gives its id. Raises RequestRefused.
        """
        if bot not in bot_names():
            raise RequestRefused("no_such_bot", f"bot: {bot[:40]!r} is none of {', '.join(bot_names())}")
        await self._check_count(person)
        settings = TableSettings(False, True, 0, "level2", None, table.settings.own_decks, True)
        empty: JsonObject = {"person": None, "bot": bot, "name": bot, "deck": None, "keeper": None, "kept": None}
        seats = [dict(empty) for _ in table.seats]
        seats[seat] |= {"person": person.id, "bot": None, "name": person.name}
        id = await self._insert(table.row.game, match.game.version, table.wish, settings, person.id, seats)
        await self.start(await self.the(id), None, grace, match)
        return id

    @staticmethod
    def _deck(
        game: str, options: JsonObject, decks: list[str], settings: TableSettings, text: str, seats: int
    ) -> tuple[list[str], list[int]]:
        if not settings.own_decks:
            message = "deck: at this table one plays with the decks that the rules give"
            raise RequestRefused.because("no_own_decks", message, "decks_of_the_rules")
        return read_deck(game, options, decks, text, seats)

    def _places(self, wish: NewTable, person: Person) -> list[JsonObject]:
        """Who sits where at a new table. Raises RequestRefused."""
        if wish.names and len(wish.names) != len(wish.seats):
            message = f"names: one for each of the {len(wish.seats)} seats, empty but for your own"
            raise RequestRefused.because("bad_seats", message, "names_count", {"seats": len(wish.seats)})
        found: list[JsonObject] = []
        mine = 0
        for i, who in enumerate(wish.seats):
            name = wish.names[i] if wish.names else ""
            if name and who != "me":
                message = f"names: you name your own seats, and seat {i} is {who}"
                raise RequestRefused.because("bad_seats", message, "not_your_seat", {"number": i + 1})
            seat: JsonObject = {"person": None, "bot": None, "name": "", "deck": None, "keeper": None, "kept": None}
            if who == "me":
                mine += 1
                seat["name"] = clean_name(name) if name else own_name(person.name, mine)
                seat["person"] = person.id if mine == 1 else self.world.id()
                seat["keeper"] = None if mine == 1 else person.id
            elif who != "open":
                seat["bot"] = seat["name"] = who
            found.append(seat)
        return found

    async def _insert(
        self, game: str, rules: int, wish: Wish, settings: TableSettings, owner: str | None, seats: list[JsonObject]
    ) -> str:
        id, lay = self.laid(game, rules, wish, settings, owner, seats)
        await self.store.write(lay)
        return id

    def laid(
        self,
        game: str,
        rules: int,
        wish: Wish,
        settings: TableSettings,
        owner: str | None,
        seats: list[JsonObject],
        notices: bool = False,
    ) -> tuple[str, Job]:
        """The id of a new table, and the job that writes it. `notices`: who is away is told of their turn, although
        there are no days for it.
        """
        id, now = self.world.id(), self.world.now()
        row = {
            "id": id, "game": game, "rules": rules, "options": encode(wish).decode(),
            "settings": encode(settings).decode(), "seed": f"{self.world.seed():016x}", "owner": owner,
            "invite": self.world.id(16), "state": "open", "created": now, "changed": now, "number": 0,
            "slow": notices or (settings.clock is not None and settings.clock.get("type") == "slow"), "noticed": -1,
        }  # fmt: skip

        async def insert(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(TABLES), [row])
            places = [{"match": id, "seat": i, "present": 0, **seat} for i, seat in enumerate(seats)]
            await connection.execute(sa.insert(SEATS), places)

        return id, insert

    async def rematch(self, table: Table, person: Person, seen: Callable[[], Awaitable[JsonObject | None]]) -> str:
        """The same table again, seats moved on as the game wants it, each kept for who sat there; gives its id. Whoever
        asks first makes it. `seen` gives a spectator's view of the end, if it can be had. Raises RequestRefused.
        """
        here = table.place(person.id)
        if here.seat is None:
            raise RequestRefused("not_seated", "only those who sat at the table ask for a rematch")
        if table.state != "over" or table.row.started is None:
            raise RequestRefused("not_over", "the match is not over")
        new = table.row.rematch
        if new is None:
            count = len(table.seats)
            game, wish = table.row.game, table.wish
            again = the_game(game).guide().rematch(wish.options, await seen(), count)
            wish = Wish(again.options, wish.decks)
            seats: list[JsonObject] = []
            for i in range(count):
                old = table.seats[(i + again.shift) % count]
                kept = old.keeper or old.person
                bot = old.bot if old.person is None else None
                seat: JsonObject = {"bot": bot, "name": old.name, "deck": old.deck, "keeper": old.keeper}
                seats.append(seat | {"person": None, "kept": kept})
            if again.shift and any(seat.deck for seat in table.seats):
                wish = Wish(moved_on(game, wish.options, count), wish.decks)
            made = await self._insert(game, table.row.rules, wish, table.settings, person.id, seats)
            won = await self.store.execute(
                sa.update(TABLES).where(TABLES.c.id == table.id, TABLES.c.rematch.is_(None)).values(rematch=made)
            )
            if not won:
                await self.close(made)
            new = (await self.the(table.id)).row.rematch
        return str(new)

    # --- sitting down and getting up ----------------------------------------------------------------------------------

    async def join(
        self, table: Table, person: Person, seat: int | None, invite: str | None, deck: str | None = None
    ) -> None:
        """Takes a free seat, any or a certain one, perhaps with a deck of one's own; at a rematch those that are kept
        for this person, all of them. Raises RequestRefused.
        """
        if table.place(person.id).seat is not None:
            raise RequestRefused("seated", SENTENCES["seated"])
        if table.state != "open":
            raise _not_open(table, "the match has started; you may watch")
        kept, free = table.kept(person.id), table.free(person.id)
        if not kept and not table.settings.open and invite != table.row.invite and table.row.owner != person.id:
            raise RequestRefused("by_invitation", "this table is by invitation only; its link has the word")
        if seat is not None:
            if seat not in free:
                raise RequestRefused("seat_taken", f"the seat {seat} is not free; free are {free or 'none'}")
            free = [seat]
        cards: list[str] | None = None
        if deck is not None and free:
            game, wish, count = table.row.game, table.wish, len(table.seats)
            cards, fitting = self._deck(game, wish.options, wish.decks, table.settings, deck, count)
            free = fitting_seats(game, fitting, free, wish.options, count)
        if kept:
            await self.sit_kept(table, person, {free[0]: cards} if cards is not None else {})
            return
        for at in free:
            if await self.sit(table.id, at, person, {"name": person.name, "deck": _written(cards)}):
                return
        raise RequestRefused("seat_taken", "no seat is free")

    async def sit_kept(self, table: Table, person: Person, decks: dict[int, list[str]] | None = None) -> None:
        """Takes all seats that are kept for a person, with the decks, companions and names of the match before;
        `decks` are others, by seat.
        """
        for seat in table.kept(person.id):
            given = {} if decks is None or seat not in decks else {"deck": _written(decks[seat])}
            # A companion has an id for one table only.
            own = table.seats[seat].keeper is None
            await self.sit(table.id, seat, person if own else Person(self.world.id(), "", 0, False), given, person.id)

    async def sit(
        self, table: str, seat: int, person: Person, values: JsonObject | None = None, kept: str | None = None
    ) -> bool:
        """Takes this seat if it is free (and kept for nobody else) and the table open; False if not. Raises
        RequestRefused for a second seat.
        """
        is_open = sa.select(TABLES.c.id).where(TABLES.c.id == table, TABLES.c.state == "open").exists()
        statement = (
            sa.update(SEATS)
            .where(SEATS.c.match == table, SEATS.c.seat == seat, SEATS.c.person.is_(None), SEATS.c.bot.is_(None))
            .where(SEATS.c.kept.is_(None) if kept is None else SEATS.c.kept == kept)
            .where(is_open)
            .values(person=person.id, kept=None, **(values or {}))
        )

        async def take(connection: AsyncConnection) -> bool:
            if (await connection.execute(statement)).rowcount != 1:
                return False
            now = self.world.now()
            await connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(changed=now))
            return True

        try:
            return await self.store.write(take)
        except sa.exc.IntegrityError:
            raise RequestRefused("seated", SENTENCES["seated"]) from None

    async def leave(self, table: Table, person: Person) -> None:
        """Gets up before the start, or says of seats that are kept for one that they need not be; a table that nobody
        sits at is closed. Raises RequestRefused.
        """
        if table.place(person.id).seat is None and not table.kept(person.id):
            raise RequestRefused("not_seated", "you do not sit at this table")
        if table.state != "open":
            raise _not_open(table, "the match has started; one can resign, or let a bot stand in")

        async def get_up(connection: AsyncConnection) -> None:
            still_open = sa.select(TABLES.c.id).where(TABLES.c.id == table.id, TABLES.c.state == "open").exists()
            mine = sa.or_(*(column == person.id for column in (SEATS.c.person, SEATS.c.keeper, SEATS.c.kept)))
            free = {"person": None, "name": "", "deck": None, "keeper": None, "kept": None}
            await connection.execute(sa.update(SEATS).where(SEATS.c.match == table.id, mine, still_open).values(**free))
            others = sa.select(SEATS.c.seat).where(SEATS.c.match == table.id, SEATS.c.person.is_not(None)).exists()
            await connection.execute(
                sa.update(TABLES)
                .where(TABLES.c.id == table.id, TABLES.c.state == "open", ~others)
                .values(state="over", changed=self.world.now())
            )

        await self.store.write(get_up)

    async def close(self, table: str) -> None:
        """Ends a table that never started."""
        await self.store.execute(
            sa.update(TABLES).where(TABLES.c.id == table, TABLES.c.state == "open").values(state="over")
        )

    async def expire(self, before: int) -> list[str]:
        """Closes tables that still wait for people and at which nothing has changed since then; gives their ids."""
        late = sa.and_(TABLES.c.state == "open", TABLES.c.changed <= before)
        if not await self.store.values(str, sa.select(TABLES.c.id).where(late).limit(1)):
            return []

        async def end(connection: AsyncConnection) -> list[str]:
            statement = sa.update(TABLES).where(late).values(state="over").returning(TABLES.c.id)
            return [str(row[0]) for row in await connection.execute(statement)]

        return await self.store.write(end)

    async def start(self, table: Table, person: Person | None, grace: int, match: Match | None = None) -> None:
        """Starts the match, or one that stands already. `person` None: all who were asked for have come. Raises
        RequestRefused.
        """
        if person is not None and table.row.owner != person.id:
            raise RequestRefused("not_owner", "who made the table starts the match")
        if table.state != "open":
            raise _not_open(table, "the match has started already")
        if any(seat.is_empty for seat in table.seats):
            raise RequestRefused("seats_free", "not all seats are taken")
        game = the_game(table.row.game)
        wish = table.wish
        seed = int(table.row.seed, 16)

        def begun() -> Match:
            options = match_options(game, wish.options, wish.decks, len(table.seats), table.brought())
            return Match.new(game, options, seed)

        if match is None:
            match = await asyncio.to_thread(begun)  # with cards of one's own it takes a while
        game = match.game
        turn, now = match.to_act(), self.world.now()
        clock = table.clock()
        due: int | None = None
        if turn is not None and table.seats[turn].bot is not None:
            due = now + grace
        elif turn is not None and isinstance(clock, LiveClock):
            due = now + clock.seconds * 1000
        elif turn is not None and isinstance(clock, SlowClock):
            due = now + clock.days * 86_400_000
        full = sa.select(SEATS.c.seat).where(SEATS.c.match == table.id, SEATS.c.person.is_(None), SEATS.c.bot.is_(None))
        begin = (
            sa.update(TABLES)
            .where(TABLES.c.id == table.id, TABLES.c.state == "open", ~full.exists())
            .values(
                state="playing",
                rules=game.version,
                started=now,
                changed=now,
                turn=turn,
                due=due,
                start=encode(game.pack(match.position())).decode(),
                setup=encode(match.setup).decode(),
                opening=encode(match.opening).decode() if match.opening else None,
            )
        )

        async def go(connection: AsyncConnection) -> bool:
            won = (await connection.execute(begin)).rowcount == 1
            if won:
                # From the start everybody has time to come before counting as vanished.
                absent = sa.and_(SEATS.c.match == table.id, SEATS.c.present < now)
                await connection.execute(sa.update(SEATS).where(absent).values(present=now))
            return won

        if not await self.store.write(go):
            raise RequestRefused("not_open", "the match has started already, or somebody got up")

    async def present(self, people: list[tuple[str, str]], until: int) -> None:
        """These people are there, each at a table, until further notice: their seats say so, companions' too."""
        if people:
            theirs = sa.or_(SEATS.c.person == sa.bindparam("who"), SEATS.c.keeper == sa.bindparam("who"))
            statement = (
                sa.update(SEATS)
                .where(SEATS.c.match == sa.bindparam("of"), SEATS.c.person.is_not(None), theirs)
                .values(present=sa.bindparam("until"))
            )
            await self.store.execute(statement, [{"of": of, "who": who, "until": until} for of, who in people])

    async def vanished(self, table: str, seat: int, since: int) -> bool:
        """Has the person of a seat not been there since then?"""
        query = sa.select(SEATS.c.present).where(SEATS.c.match == table, SEATS.c.seat == seat)
        return any(present < since for present in await self.store.values(int, query))


def own_name(name: str, number: int) -> str:
    """What the seats of one person are called if nothing else was said: Ann, Ann 2, Ann 3."""
    return name if number == 1 else f"{name[: NAME_LONGEST - 2]} {number}"


def _written(deck: list[str] | None) -> str | None:
    return None if deck is None else encode(deck).decode()


def _not_open(table: Table, started: str) -> RequestRefused:
    """Why a table is not open: its match has started, or it was closed before that."""
    if table.row.started is not None:
        return RequestRefused("not_open", started)
    return RequestRefused.because("not_open", "the table was closed before a match began", "closed")

"""Tables as the database keeps them: made, joined, left, started, listed.

Who gets a seat, who starts a match and who makes a rematch is decided by the database in one statement each, so it does
not matter in which process the requests arrive.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery.bots.bot import bot_names
from orrery.core.data import JsonObject
from orrery.core.match import Match
from orrery.server.bringing import elements_of, moved_on, read_deck
from orrery.server.clocks import ClockRule, LiveClock, SlowClock
from orrery.server.identity import NAME_LONGEST, Person, clean_name, is_id
from orrery.server.library import match_options, the_game
from orrery.server.play import Refusal, Start
from orrery.server.schema import SEATS, TABLES
from orrery.server.settings import World
from orrery.server.store import Store
from orrery.server.wire import Outcome, SeatInfo, TableInfo, TableSettings, encode

LISTED: Final = 100
"""So many tables a list holds at most."""
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


class TableRow:
    """A table with its seats, as the database has it."""

    def __init__(self, row: Any, seats: list[Any]) -> None:
        self.row: Any = row
        self.seats = seats
        self.id: str = row["id"]
        self.state: str = row["state"]
        self.settings = msgspec.json.decode(row["settings"], type=TableSettings)
        self.wish = msgspec.json.decode(row["options"], type=Wish)

    def seats_of(self, person: str) -> list[int]:
        """All seats that a person plays, those of companions included."""
        return [int(seat["seat"]) for seat in self.seats if person in (seat["person"], seat["keeper"])]

    def seat_of(self, person: str) -> int | None:
        """The first seat that a person plays; None: none."""
        own = self.seats_of(person)
        return own[0] if own else None

    def hands(self) -> list[int]:
        """Whose hand plays each seat, by the first seat of the same person."""
        found: list[int] = []
        for seat in self.seats:
            who = seat["keeper"] or seat["person"]
            first = None if who is None else self.seat_of(who)
            found.append(int(seat["seat"]) if first is None else first)
        return found

    def brought(self) -> list[list[str] | None]:
        """The decks that people brought, seat by seat."""
        return [
            None if seat["deck"] is None else msgspec.json.decode(seat["deck"], type=list[str]) for seat in self.seats
        ]

    def clock(self) -> ClockRule | None:
        """The clock that was agreed."""
        found: ClockRule | None = msgspec.convert(self.settings.clock, ClockRule | None)
        return found

    def start(self) -> Start:
        """What the match starts from."""
        row = self.row
        return Start(
            self.id,
            the_game(row["game"]),
            self.wish.options,
            int(row["seed"], 16),
            msgspec.json.decode(row["start"]),
            msgspec.json.decode(row["setup"], type=list[int]),
            [seat["bot"] for seat in self.seats],
            row["started"],
            self.clock(),
            self.settings.stand_in,
            self.hands(),
            self.settings.hints,
        )

    def info(self, now: int, person: str | None, bots: list[str | None] | None = None) -> TableInfo:
        """The table as a person may know it; `bots` are who stands in by now."""
        row = self.row
        yours = [] if person is None else self.seats_of(person)
        you = yours[0] if yours else None
        member = you is not None or (person is not None and row["owner"] == person)
        return TableInfo(
            id=self.id,
            game=row["game"],
            rules=row["rules"],
            options={key: value for key, value in self.wish.options.items() if key not in ("cards", "decks")},
            settings=self.settings,
            state=row["state"],
            seats=[self._seat(seat, now, None if bots is None else bots[seat["seat"]]) for seat in self.seats],
            owner=row["owner"],
            created=row["created"],
            started=row["started"],
            number=row["number"] if you is not None or not self.settings.delay else 0,
            turn=row["turn"] if you is not None or not self.settings.delay else None,
            outcome=None if row["result"] is None else msgspec.json.decode(row["result"], type=Outcome),
            rematch=row["rematch"],
            you=you,
            invite=row["invite"] if member else None,
            yours=yours,
        )

    @staticmethod
    def _seat(seat: Any, now: int, stand_in: str | None) -> SeatInfo:
        bot = seat["bot"] or stand_in
        kind: Any = "bot" if bot else "person" if seat["person"] else "open"
        own_deck, keeper = seat["deck"] is not None, seat["keeper"]
        return SeatInfo(seat["seat"], kind, seat["name"], seat["person"], bot, seat["present"] > now, own_deck, keeper)


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, world: World, most: int) -> None:
        self.store = store
        self.world = world
        self.most = most

    # --- reading ------------------------------------------------------------------------------------------------------

    async def find(self, id: str) -> TableRow | None:
        """The table with that id."""
        if not is_id(id):
            return None
        row = await self.store.row(sa.select(TABLES).where(TABLES.c.id == id))
        if row is None:
            return None
        return TableRow(row, await self.store.rows(sa.select(SEATS).where(SEATS.c.match == id).order_by(SEATS.c.seat)))

    async def the(self, id: str) -> TableRow:
        """The table with that id. Raises Refusal."""
        found = await self.find(id)
        if found is None:
            raise Refusal("no_such_table", "there is no such table")
        return found

    async def listed(self, state: str, game: str | None) -> list[TableRow]:
        """The newest tables that are open to all."""
        query = sa.select(TABLES).where(TABLES.c.state == state).order_by(TABLES.c.created.desc()).limit(3 * LISTED)
        if game is not None:
            the_game(game)
            query = query.where(TABLES.c.game == game)
        rows = [row for row in await self.store.rows(query) if msgspec.json.decode(row["settings"])["open"]]
        return await self._with_seats(rows[:LISTED])

    async def of(self, person: str) -> list[TableRow]:
        """The newest tables at which a person sits."""
        mine = sa.select(SEATS.c.match).where(SEATS.c.person == person)
        query = sa.select(TABLES).where(TABLES.c.id.in_(mine)).order_by(TABLES.c.changed.desc()).limit(LISTED)
        return await self._with_seats(await self.store.rows(query))

    async def _with_seats(self, rows: list[Any]) -> list[TableRow]:
        ids = [row["id"] for row in rows]
        query = sa.select(SEATS).where(SEATS.c.match.in_(ids)).order_by(SEATS.c.seat)
        seats: dict[str, list[Any]] = {}
        for seat in await self.store.rows(query):
            seats.setdefault(seat["match"], []).append(seat)
        return [TableRow(row, seats.get(row["id"], [])) for row in rows]

    # --- making -------------------------------------------------------------------------------------------------------

    async def make(self, person: Person, wish: NewTable) -> str:
        """A new table; gives its id. Raises Refusal."""
        game = the_game(wish.game)
        match_options(game, wish.options, wish.decks, len(wish.seats))
        for name in [*wish.seats, wish.stand_in]:
            if name not in ("me", "open") and name not in bot_names():
                names = ", ".join(bot_names())
                raise Refusal("no_such_bot", f"seats: {name[:40]!r} is none of me, open, {names}")
        if wish.stand_in in ("me", "open"):
            raise Refusal("no_such_bot", "stand_in: name a bot")
        mine = sa.select(sa.func.count()).select_from(TABLES)
        mine = mine.where(TABLES.c.owner == person.id, TABLES.c.state != "over")
        if (await self.store.rows(mine))[0]["count_1"] >= self.most:
            raise Refusal("too_many_tables", f"you have {self.most} tables open or running already; end some first")
        clock = None if wish.clock is None else msgspec.to_builtins(wish.clock)
        settings = TableSettings(wish.open, wish.watch, wish.delay, wish.stand_in, clock, wish.own_decks, wish.hints)
        seats = self._places(wish, person)
        if wish.deck is not None:
            if "me" not in wish.seats:
                message = "deck: it is for your own seat, and you have none"
                raise Refusal.because("bad_seats", message, "deck_without_seat")
            mine_at = wish.seats.index("me")
            cards, fitting = self._deck(wish.game, wish.options, wish.decks, settings, wish.deck, len(wish.seats))
            self._check_place(fitting, [mine_at], wish.game, wish.options, len(wish.seats))
            seats[mine_at]["deck"] = encode(cards).decode()
        return await self._insert(wish.game, game.version, Wish(wish.options, wish.decks), settings, person.id, seats)

    @staticmethod
    def _deck(
        game: str, options: JsonObject, decks: list[str], settings: TableSettings, text: str, seats: int
    ) -> tuple[list[str], list[int]]:
        if not settings.own_decks:
            message = "deck: at this table one plays with the decks that the rules give"
            raise Refusal.because("no_own_decks", message, "decks_of_the_rules")
        return read_deck(game, options, decks, text, seats)

    @staticmethod
    def _check_place(fitting: list[int], free: list[int], game: str, options: JsonObject, seats: int) -> list[int]:
        """Those of the free seats at which a deck may be played. Raises Refusal."""
        found = [seat for seat in free if seat in fitting]
        if not found:
            elements = elements_of(options, seats) if game == "space_editor" else []
            shown = ", ".join(f"{seat} plays {elements[seat]}" for seat in free)
            message = f"deck: it is for seat {fitting[0]} ({elements[fitting[0]]}); {shown}"
            facts = {"element": elements[fitting[0]], "elements": [elements[seat] for seat in free]}
            raise Refusal.because("bad_deck", message, "other_element", facts)
        return found

    def _places(self, wish: NewTable, person: Person) -> list[JsonObject]:
        """Who sits where at a new table. Raises Refusal."""
        if wish.names and len(wish.names) != len(wish.seats):
            message = f"names: one for each of the {len(wish.seats)} seats, empty but for your own"
            raise Refusal.because("bad_seats", message, "names_count", {"seats": len(wish.seats)})
        found: list[JsonObject] = []
        mine = 0
        for i, who in enumerate(wish.seats):
            name = wish.names[i] if wish.names else ""
            if name and who != "me":
                message = f"names: you name your own seats, and seat {i} is {who}"
                raise Refusal.because("bad_seats", message, "not_your_seat", {"number": i + 1})
            place: JsonObject = {"person": None, "bot": None, "name": "", "deck": None, "keeper": None}
            if who == "me":
                mine += 1
                place["name"] = clean_name(name) if name else own_name(person.name, mine)
                place["person"] = person.id if mine == 1 else self.world.id()
                place["keeper"] = None if mine == 1 else person.id
            elif who != "open":
                place["bot"] = place["name"] = who
            found.append(place)
        return found

    async def _insert(
        self, game: str, rules: int, wish: Wish, settings: TableSettings, owner: str | None, seats: list[JsonObject]
    ) -> str:
        id, now = self.world.id(), self.world.now()
        row = {
            "id": id, "game": game, "rules": rules, "options": encode(wish).decode(),
            "settings": encode(settings).decode(), "seed": f"{self.world.seed():016x}", "owner": owner,
            "invite": self.world.id(16), "state": "open", "created": now, "changed": now, "number": 0,
            "slow": settings.clock is not None and settings.clock.get("type") == "slow", "noticed": -1,
        }  # fmt: skip

        async def insert(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(TABLES), [row])
            places = [{"match": id, "seat": i, "present": 0, **seat} for i, seat in enumerate(seats)]
            await connection.execute(sa.insert(SEATS), places)

        await self.store.write(insert)
        return id

    async def rematch(self, table: TableRow, person: Person) -> str:
        """The same table again, seats moved on by one; gives its id. Whoever asks first makes it. Raises Refusal."""
        seat = table.seat_of(person.id)
        if seat is None:
            raise Refusal("not_seated", "only those who sat at the table ask for a rematch")
        if table.state != "over" or table.row["started"] is None:
            raise Refusal("not_over", "the match is not over")
        new = table.row["rematch"]
        if new is None:
            count = len(table.seats)
            seats: list[JsonObject] = []
            for i in range(count):
                old = table.seats[(i + 1) % count]
                seats.append(
                    {"person": None, "bot": old["bot"], "name": old["bot"] or "", "deck": None, "keeper": None}
                )
            game, wish = table.row["game"], table.wish
            if any(seat["deck"] for seat in table.seats):
                wish = Wish(moved_on(game, wish.options, count), wish.decks)
            made = await self._insert(game, table.row["rules"], wish, table.settings, person.id, seats)
            won = await self.store.execute(
                sa.update(TABLES).where(TABLES.c.id == table.id, TABLES.c.rematch.is_(None)).values(rematch=made)
            )
            if not won:
                await self.close(made)
            new = (await self.the(table.id)).row["rematch"]
        return str(new)

    # --- sitting down and getting up ----------------------------------------------------------------------------------

    async def join(
        self, table: TableRow, person: Person, seat: int | None, invite: str | None, deck: str | None = None
    ) -> None:
        """Takes a free seat, any or a certain one, perhaps with a deck of one's own. Raises Refusal."""
        if table.seat_of(person.id) is not None:
            raise Refusal("seated", "you sit at this table already")
        if table.state != "open":
            raise _not_open(table, "the match has started; you may watch")
        if not table.settings.open and invite != table.row["invite"] and table.row["owner"] != person.id:
            raise Refusal("by_invitation", "this table is by invitation only; its link has the word")
        free = [one["seat"] for one in table.seats if one["person"] is None and one["bot"] is None]
        if seat is not None:
            if seat not in free:
                raise Refusal("seat_taken", f"the seat {seat} is not free; free are {free or 'none'}")
            free = [seat]
        cards: list[str] | None = None
        if deck is not None and free:
            game, wish, count = table.row["game"], table.wish, len(table.seats)
            cards, fitting = self._deck(game, wish.options, wish.decks, table.settings, deck, count)
            free = self._check_place(fitting, free, game, wish.options, count)
        for place in free:
            if await self.sit(table.id, place, person, cards):
                return
        raise Refusal("seat_taken", "no seat is free")

    async def sit_again(self, old: TableRow, new: str, person: Person) -> None:
        """Takes a person's seats at a rematch, all of them: one lower each, with decks and companions."""
        brought = old.brought()
        for seat in old.seats_of(person.id):
            row = old.seats[seat]
            # Who shares a screen keeps the name that was chosen for that.
            who, keeper = Person(person.id, row["name"], person.version, person.has_passphrase), None
            if row["keeper"] is not None:
                who, keeper = Person(self.world.id(), row["name"], 0, False), person.id
            await self.sit(new, (seat - 1) % len(old.seats), who, brought[seat], keeper)

    async def sit(
        self, table: str, seat: int, person: Person, deck: list[str] | None = None, keeper: str | None = None
    ) -> bool:
        """Takes this seat if it is free and the table open; False if not. A companion has a keeper. Raises Refusal for
        a second seat.
        """
        is_open = sa.select(TABLES.c.id).where(TABLES.c.id == table, TABLES.c.state == "open").exists()
        statement = (
            sa.update(SEATS)
            .where(SEATS.c.match == table, SEATS.c.seat == seat, SEATS.c.person.is_(None), SEATS.c.bot.is_(None))
            .where(is_open)
            .values(
                person=person.id,
                name=person.name,
                deck=None if deck is None else encode(deck).decode(),
                keeper=keeper,
            )
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
            raise Refusal("seated", "you sit at this table already") from None

    async def leave(self, table: TableRow, person: Person) -> None:
        """Gets up before the start; a table that nobody sits at is closed. Raises Refusal."""
        if table.seat_of(person.id) is None:
            raise Refusal("not_seated", "you do not sit at this table")
        if table.state != "open":
            raise _not_open(table, "the match has started; one can resign, or let a bot stand in")

        async def get_up(connection: AsyncConnection) -> None:
            still_open = sa.select(TABLES.c.id).where(TABLES.c.id == table.id, TABLES.c.state == "open").exists()
            mine = sa.or_(SEATS.c.person == person.id, SEATS.c.keeper == person.id)
            free = {"person": None, "name": "", "deck": None, "keeper": None}
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
        if not await self.store.rows(sa.select(TABLES.c.id).where(late).limit(1)):
            return []

        async def end(connection: AsyncConnection) -> list[str]:
            statement = sa.update(TABLES).where(late).values(state="over").returning(TABLES.c.id)
            return [str(row[0]) for row in await connection.execute(statement)]

        return await self.store.write(end)

    async def start(self, table: TableRow, person: Person | None, grace: int) -> None:
        """Starts the match. `person` None: all who were asked for have come. Raises Refusal."""
        if person is not None and table.row["owner"] != person.id:
            raise Refusal("not_owner", "who made the table starts the match")
        if table.state != "open":
            raise _not_open(table, "the match has started already")
        if any(seat["person"] is None and seat["bot"] is None for seat in table.seats):
            raise Refusal("seats_free", "not all seats are taken")
        game = the_game(table.row["game"])
        wish = table.wish
        match = Match.new(
            game,
            match_options(game, wish.options, wish.decks, len(table.seats), table.brought()),
            int(table.row["seed"], 16),
        )
        turn, now = match.to_act(), self.world.now()
        clock = table.clock()
        due: int | None = None
        if turn is not None and table.seats[turn]["bot"] is not None:
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
            raise Refusal("not_open", "the match has started already, or somebody got up")

    async def present(self, seats: list[tuple[str, int]], until: int) -> None:
        """These seats' people are there, until further notice."""
        if seats:
            statement = (
                sa.update(SEATS)
                .where(SEATS.c.match == sa.bindparam("of"), SEATS.c.seat == sa.bindparam("at"))
                .values(present=sa.bindparam("until"))
            )
            await self.store.execute(statement, [{"of": of, "at": at, "until": until} for of, at in seats])

    async def vanished(self, table: str, seat: int, since: int) -> bool:
        """Has the person of a seat not been there since then?"""
        row = await self.store.row(sa.select(SEATS).where(SEATS.c.match == table, SEATS.c.seat == seat))
        return row is not None and row["present"] < since


def own_name(name: str, number: int) -> str:
    """What the seats of one person are called if nothing else was said: Ann, Ann 2, Ann 3."""
    return name if number == 1 else f"{name[: NAME_LONGEST - 2]} {number}"


def _not_open(table: TableRow, started: str) -> Refusal:
    """Why a table is not open: its match has started, or it was closed before that."""
    if table.row["started"] is not None:
        return Refusal("not_open", started)
    return Refusal.because("not_open", "the table was closed before a match began", "closed")

"""The store: one writer, group commit, one winner for each number, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, get_args

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncTransaction, create_async_engine

from orrery.server.store.direct import Direct
from orrery.server.store.rows import BrowserRow, ChatRow, HistoryRow, PersonRow, SeatRow, TableRow, TableStatus
from orrery.server.store.schema import CHAT, ENTRIES, METADATA, PEOPLE, SEATS, SUBSCRIPTIONS, TABLES
from orrery.server.store.store import Store, StoreFault, Taken, migrate, read_url
from server.conftest import make_database


def with_store(url: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Opens a store, works, closes it."""

    async def run() -> Any:
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def entry(number: int, match: str = "m", word: str = "roll") -> HistoryRow:
    return HistoryRow(match, number, "act", 0, word, [3, 1], 1000 + number)


def table_row(match: str) -> dict[str, Any]:
    return {
        "id": match, "game": "vediic", "rules": 1, "options": "{}", "settings": "{}", "seed": "0", "owner": None,
        "invite": "i", "state": "playing", "created": 1, "changed": 1, "number": 0, "slow": False,
        "noticed": -1,
    }  # fmt: skip


PLAYING = TableStatus(turn=0, due=None)


def test_an_entry_that_was_acknowledged_is_there_after_reopening(database: str) -> None:
    async def write(store: Store) -> None:
        await store.append(entry(1), PLAYING)

    async def read(store: Store) -> list[HistoryRow]:
        return await store.entries("m")

    with_store(database, write)
    assert with_store(database, read) == [entry(1)]


def test_a_database_of_an_earlier_version_is_brought_up_to_date_with_what_is_in_it(database: str) -> None:
    async def before() -> None:
        engine = create_async_engine(read_url(database))
        async with engine.begin() as connection:
            await connection.run_sync(migrate, "first_tables")
            row = table_row("m")
            names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
            await connection.execute(sa.text(f"INSERT INTO tables ({names}) VALUES ({places})"), row)
            await connection.execute(
                sa.text("INSERT INTO seats (match, seat, name, present) VALUES ('m', 0, 'Ann', 5)")
            )
        await engine.dispose()

    async def work(store: Store) -> tuple[Any, list[int], Any]:
        noticed = await store.values(int, sa.select(TABLES.c.noticed))
        claimed = await store.values(int, sa.select(TABLES.c.claimed))
        table = await store.row(TableRow, sa.select(TABLES))
        return table, noticed + claimed, await store.row(SeatRow, sa.select(SEATS))

    asyncio.run(before())
    table, notices, seat = with_store(database, work)
    assert (table.id, notices) == ("m", [-1, 0])
    assert (seat.name, seat.present, seat.deck) == ("Ann", 5, None)


def test_of_two_entries_with_one_number_the_second_loses_and_the_others_of_the_batch_stand(database: str) -> None:
    async def work(store: Store) -> tuple[list[Any], list[HistoryRow]]:
        await store.append(entry(1), PLAYING)
        outcomes = await asyncio.gather(
            store.append(entry(1, word="other"), PLAYING),
            store.append(entry(2), PLAYING),
            store.append(entry(2, word="other"), PLAYING),
            store.append(entry(1, "n"), PLAYING),
            return_exceptions=True,
        )
        return outcomes, await store.entries("m")

    outcomes, found = with_store(database, work)
    assert [type(outcome) for outcome in outcomes] == [Taken, type(None), Taken, type(None)]
    assert found == [entry(1), entry(2)]


def test_two_processes_cannot_both_write_a_number(database: str) -> None:
    async def work(one: Store) -> int:
        two = Store(database)
        await two.open()
        try:
            wins = 0
            for number in range(1, 21):
                outcomes = await asyncio.gather(
                    one.append(entry(number), PLAYING), two.append(entry(number), PLAYING), return_exceptions=True
                )
                assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "Taken"]
                wins += 1
            return wins
        finally:
            await two.close()

    assert with_store(database, work) == 20


def test_appends_that_wait_share_a_transaction(database: str) -> None:
    async def work(store: Store) -> int:
        before = store.batches
        await asyncio.gather(*(store.append(entry(1, f"m{i}"), PLAYING) for i in range(400)))
        return store.batches - before

    assert with_store(database, work) <= 3


def test_histories_that_are_wanted_together_share_a_query_and_each_has_its_own(database: str) -> None:
    async def work(store: Store) -> tuple[int, list[list[HistoryRow]]]:
        for number in (1, 2, 3):
            await asyncio.gather(*(store.append(entry(number, f"m{i}"), PLAYING) for i in range(100)))
        before = store.reads
        wanted = [store.entries(f"m{i}", i % 4) for i in range(100)] + [store.entries("m7"), store.entries("none")]
        found = await asyncio.gather(*wanted)
        return store.reads - before, found

    reads, found = with_store(database, work)
    assert reads <= 2
    for i, one in enumerate(found[:100]):
        assert one == [entry(number, f"m{i}") for number in range(i % 4 + 1, 4)]
    assert [len(one) for one in found[100:]] == [3, 0]


def test_connections_that_the_database_cut_are_replaced_and_nobody_notices(postgres_server: str) -> None:
    url = make_database(postgres_server)

    async def work(store: Store) -> tuple[list[Any], list[HistoryRow], int]:
        await store.append(entry(1), PLAYING)
        assert len(await asyncio.gather(*(store.values(str, sa.select(TABLES)) for _ in range(4)))) == 4
        other = Store(url)
        await other.open()
        cut = sa.text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        # Through the other store, so that both of this one's kinds of connections are cut.
        gone = await other.values(bool, cut)
        outcomes = await asyncio.gather(
            store.append(entry(2), PLAYING),
            store.append(entry(1, word="other"), PLAYING),
            store.execute(sa.insert(TABLES), [table_row("m")]),
            return_exceptions=True,
        )
        found = await store.entries("m")
        await other.values(bool, cut)
        tables = await store.values(str, sa.select(TABLES))
        await other.close()
        return [len(gone) >= 2, *outcomes], found, len(tables)

    outcomes, found, tables = with_store(url, work)
    assert outcomes[0] is True and outcomes[1] is None and isinstance(outcomes[2], Taken) and outcomes[3] == 1
    assert found == [entry(1), entry(2)] and tables == 1


def test_a_commit_that_broke_off_is_not_tried_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> tuple[BaseException, list[HistoryRow]]:
        commit, write = AsyncTransaction.commit, type(store._direct).write  # type: ignore[union-attr]

        async def broken(self: AsyncTransaction) -> None:
            await commit(self)
            raise ConnectionResetError("cut while committing")

        async def broken_too(self: Any, *words: Any) -> Any:
            await write(self, *words)
            raise ConnectionResetError("cut while committing")

        assert store._direct is not None
        with monkeypatch.context() as patch:
            patch.setattr(AsyncTransaction, "commit", broken)
            patch.setattr(type(store._direct), "write", broken_too)
            (outcome,) = await asyncio.gather(store.append(entry(1), PLAYING), return_exceptions=True)
        await store.append(entry(2), PLAYING)
        assert outcome is not None
        return outcome, await store.entries("m")

    outcome, found = with_store(database, work)
    # It was written, as it happened; had it been tried again, the answer would be that another was faster.
    assert isinstance(outcome, ConnectionResetError) and found == [entry(1), entry(2)]


def test_a_job_that_fails_fails_alone(database: str) -> None:
    async def work(store: Store) -> tuple[list[Any], int]:
        async def bad(connection: Any) -> None:
            await connection.execute(sa.insert(TABLES), [table_row("lost")])
            raise ValueError("no")

        outcomes = await asyncio.gather(
            store.write(bad),
            store.execute(sa.insert(TABLES), [table_row("kept")]),
            store.append(entry(1), PLAYING),
            return_exceptions=True,
        )
        return outcomes, len(await store.values(str, sa.select(TABLES)))

    outcomes, count = with_store(database, work)
    assert isinstance(outcomes[0], ValueError)
    assert outcomes[1:] == [1, None]
    assert count == 1


def test_the_row_of_a_table_follows_its_entries_and_says_what_is_due(database: str) -> None:
    async def work(store: Store) -> tuple[Any, list[str], list[str]]:
        await store.execute(sa.insert(TABLES), [table_row("m")])
        await store.append(entry(1), TableStatus(turn=1, due=5000))
        early, late = await store.due(4999), await store.due(5000)
        assert await store.values(int, sa.select(TABLES.c.changed)) == [1001]
        return await store.row(TableRow, sa.select(TABLES)), early, late

    row, early, late = with_store(database, work)
    assert (row.number, row.turn, row.due) == (1, 1, 5000)
    assert (early, late) == ([], ["m"])


def test_a_lease_is_held_by_one_until_it_runs_out_or_is_given_back(database: str) -> None:
    async def work(store: Store) -> list[bool]:
        found = [await store.lease("m", "a", 0, 10), await store.lease("m", "b", 5, 15)]
        found.append(await store.lease("m", "b", 10, 20))
        await store.release("m", "b")
        found.append(await store.lease("m", "a", 11, 20))
        return found

    assert with_store(database, work) == [True, False, True, True]


def test_the_key_stays_the_same(database: str) -> None:
    async def work(store: Store) -> bytes:
        return await store.key(1)

    assert with_store(database, work) == with_store(database, work)


def test_the_migrations_make_the_tables_of_the_schema(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    async def work(store: Store) -> list[Any]:
        assert store._writer is not None
        async with store._writer.connect() as connection:
            return await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), METADATA))

    assert with_store(database, work) == []


def test_a_database_that_is_none_is_refused_with_a_sentence_and_without_its_password() -> None:
    with pytest.raises(StoreFault, match="mysql is not known"):
        read_url("mysql://u:p@h/d")
    with pytest.raises(StoreFault, match="cannot be opened") as fault:
        with_store("postgresql://user:hunter2@127.0.0.1:1/none", lambda store: store.is_well())
    assert "hunter2" not in str(fault.value)


@pytest.mark.parametrize(
    ("kind", "table"),
    [(TableRow, TABLES), (SeatRow, SEATS), (PersonRow, PEOPLE), (ChatRow, CHAT), (BrowserRow, SUBSCRIPTIONS),
     (HistoryRow, ENTRIES), (TableStatus, TABLES)],
)  # fmt: skip
def test_the_structs_of_rows_fit_the_tables_they_are_read_from(kind: type[msgspec.Struct], table: sa.Table) -> None:
    for field in msgspec.structs.fields(kind):
        column = table.c[field.name]
        may_be_missing = type(None) in get_args(field.type)
        assert may_be_missing == bool(column.nullable), field.name


def test_a_row_that_does_not_fit_says_which_field_it_is(database: str) -> None:
    async def work(store: Store) -> None:
        await store.execute(sa.insert(TABLES), [table_row("m") | {"state": "lost"}])
        with pytest.raises(msgspec.ValidationError, match=r"\$.state"):
            await store.rows(TableRow, sa.select(TABLES))

    with_store(database, work)


def test_a_direct_write_that_fails_leaves_nothing_and_the_next_one_goes_through(sqlite_database: str) -> None:
    async def work(store: Store) -> tuple[Any, list[HistoryRow]]:
        await store.append(entry(1), PLAYING)
        assert isinstance(store._direct, Direct)
        update, store._direct.update = store._direct.update, lambda rows: f"UPDATE nowhere SET x = 1 FROM {rows}"
        (outcome,) = await asyncio.gather(store.append(entry(2), PLAYING), return_exceptions=True)
        store._direct.update = update
        before = await store.entries("m")
        # Jobs and entries take turns on two connections.
        await asyncio.gather(store.append(entry(2), PLAYING), store.is_well(), store.append(entry(2), PLAYING),
                             return_exceptions=True)  # fmt: skip
        await store.append(entry(3), PLAYING)
        return (outcome, before), await store.entries("m")

    (outcome, before), found = with_store(sqlite_database, work)
    assert "nowhere" in str(outcome) and before == [entry(1)] and found == [entry(1), entry(2), entry(3)]


def test_whoever_fails_when_told_of_an_entry_harms_nobody_else(database: str, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Exception | None) -> None:
        raise ValueError("no ears")

    async def work(store: Store) -> list[HistoryRow]:
        store.append_soon(entry(1), PLAYING, None, fail)
        await store.append(entry(2), PLAYING)
        await store.append(entry(3), PLAYING)
        return await store.entries("m")

    assert with_store(database, work) == [entry(1), entry(2), entry(3)]
    assert "who waited for an entry failed" in caplog.text

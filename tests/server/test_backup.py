"""Backup and restore, settings and the command line."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from orrery.server.settings import SettingsFault, read_settings
from orrery.server.store.backup import BackupFault, backup, restore
from server.harness import ann_and_ben, open_table, people, play_on, running, seated, service


def test_a_backup_made_while_the_server_runs_restores_every_match_into_either_database(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.gz"

    async def run() -> None:
        async with running(database) as server, ann_and_ben(server) as two:
            ann, a, table = two.ann, two.a, two.table
            assert await play_on([a, two.b], 10) == 10
            await a.ask({"type": "chat", "text": "hm"})
            counts = await backup(database, file)
            assert counts["entries"] == 10 and counts["people"] == 2
            view, number = a.view, a.number
        new = f"sqlite:///{tmp_path / 'new.db'}"
        assert await restore(new, file) == counts
        with pytest.raises(BackupFault, match="not empty"):
            await restore(new, file)
        async with running(new) as server:
            ann.base = server.address
            async with seated(table, ann) as (again,):
                assert (again.view, again.number) == (view, number)
                await again.until("said", text="hm")

    asyncio.run(run())


def test_a_backup_from_sqlite_restores_into_postgresql_and_chat_goes_on(postgres_server: str, tmp_path: Path) -> None:
    from server.conftest import make_database

    old = f"sqlite:///{tmp_path / 'old.db'}"

    async def first() -> str:
        async with running(old) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben], "vediic")
            person = await service(server).identity.find(ann.id)
            hall = service(server).hall
            place = (await hall.tables.the(table)).place(ann.id)
            await hall.talk.say(await hall.room(table), person, place, "one")
            await backup(old, tmp_path / "backup.gz")
        return table

    table = asyncio.run(first())
    new = make_database(postgres_server)

    async def second() -> None:
        await restore(new, tmp_path / "backup.gz")
        async with running(new) as server:
            hall: Any = service(server).hall
            row = await hall.tables.the(table)
            person = await service(server).identity.find(row.row.owner)
            await hall.talk.say(await hall.room(table), person, row.place(person.id), "two")
            assert [line.text for line in await hall.talk.rows(table, 0)] == ["one", "two"]

    asyncio.run(second())


def test_what_is_no_backup_is_refused_and_leaves_the_database_empty(tmp_path: Path) -> None:
    async def run() -> None:
        new = f"sqlite:///{tmp_path / 'new.db'}"
        for content in (b"", b"hello", b"\x1f\x8b broken"):
            (tmp_path / "bad.gz").write_bytes(content)
            with pytest.raises(BackupFault, match=r"bad\.gz"):
                await restore(new, tmp_path / "bad.gz")
        with pytest.raises(BackupFault, match="No such file"):
            await backup(new, tmp_path / "nowhere" / "backup.gz")

    asyncio.run(run())


def test_settings_come_from_the_command_line_the_environment_and_a_file_in_this_order(tmp_path: Path) -> None:
    file = tmp_path / "orrery.toml"
    file.write_text('port = 1\nhost = "::1"\norigins = ["https://a.example"]\n')
    environment = {"ORRERY_PORT": "2", "ORRERY_THINK": "1.5", "ORRERY_SECURE": "yes", "XDG_DATA_HOME": str(tmp_path)}
    found = read_settings({"port": None}, environment, file)
    assert (found.port, found.host, found.think, found.secure) == (2, "::1", 1.5, True)
    assert found.origins == ["https://a.example"] and found.database == str(tmp_path / "orrery" / "orrery.db")
    assert read_settings({"port": 3}, environment, file).port == 3
    for bad in ({"ORRERY_PORT": "x"}, {"ORRERY_SECURE": "perhaps"}):
        with pytest.raises(SettingsFault, match="ORRERY_"):
            read_settings({}, bad)
    file.write_text("colour = 1\n")
    with pytest.raises(SettingsFault, match="colour"):
        read_settings({}, {}, file)

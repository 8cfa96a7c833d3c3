"""Reports: what people tell the host about others, the host can read."""

from __future__ import annotations

import asyncio
from pathlib import Path

from typer.testing import CliRunner

from orrery.cli.app import app
from server.harness import StillWorld, open_table, people, running


def print_reports(database: str, *more: str) -> tuple[int, list[str]]:
    """What the command says."""
    told = CliRunner().invoke(app, ["reports", "--database", database, *more])
    return told.exit_code, told.output.splitlines()


def test_the_host_reads_reports_the_newest_first_with_names_table_words_and_time(database: str) -> None:
    async def run() -> tuple[str, str, str]:
        world = StillWorld()
        async with running(database, world) as server:
            ann, ben = await people(server, "Ann", "Ben")
            table = await open_table([ann, ben])
            path = f"/api/tables/{table}/reports"
            assert (await ann.http.post(path, json={"person": ben.id, "text": "Cheats.\nTwice."})).status_code == 204
            world.time += 3_600_000
            # Nobody can write to the host's terminal what turns its words round.
            odd = {"person": "nobodyatall1", "text": "\u202eno"}
            assert (await ben.http.post(path, json=odd)).status_code == 204
            return table, ann.id, ben.id

    table, ann, ben = asyncio.run(run())
    code, lines = print_reports(database)
    assert code == 0
    assert lines == [
        f"2023-11-14 23:13:20 UTC  table {table}  Ben ({ben}) about ? (nobodyatall1)",
        "    \ufffdno",
        f"2023-11-14 22:13:20 UTC  table {table}  Ann ({ann}) about Ben ({ben})",
        "    Cheats.",
        "    Twice.",
    ]
    assert print_reports(database, "--most", "1") == (0, lines[:2])


def test_a_server_without_reports_says_so_and_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "orrery.db"
    code, lines = print_reports(str(file))
    assert code != 0 and "there is no database at" in lines[0] and not file.exists()

    async def run() -> None:
        async with running(str(file)):
            pass

    asyncio.run(run())
    assert print_reports(str(file)) == (0, ["there are no reports"])

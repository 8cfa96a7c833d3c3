"""The commands `orrery serve`, `orrery backup`, `orrery restore` and `orrery reports`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from orrery.cli.typed import echo_lines, fail

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="FILE", help="a SQLite file, or a URL such as postgresql://user@host/name"),
]
SettingsFile = Annotated[Path | None, typer.Option("--settings", help="a TOML file of settings (orrery docs operate)")]


ANYWHERE: Final = "0.0.0.0"
"""All addresses of this machine."""


def need_parts() -> None:
    """Ends the command if the server's parts are not installed."""
    missing = [name for name in ("litestar", "sqlalchemy", "uvicorn", "alembic", "argon2") if find_spec(name) is None]
    if missing:
        fail(
            f"the server's parts are not installed ({', '.join(missing)}): make setup, or pip install 'orrery[server]'"
        )


def ask_for_network(yes: bool) -> None:
    """Asks whether others may come in; ends the command if not, or if there is nobody to ask."""
    if yes:
        return
    if not sys.stdin.isatty():
        fail("--lan asks before it opens the table to your network, and there is no terminal here to ask at: add --yes")
    if not typer.confirm("Others in your network will be able to open this table. Go on?", default=False):
        typer.echo("The table stays closed. Without --lan it opens on this machine only.")
        raise typer.Exit(1)


def serve(
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="where to listen; 0.0.0.0 for everybody")] = None,
    port: Annotated[int | None, typer.Option(help="the port; 0 for any that is free")] = None,
    database: Database = None,
    redis: Annotated[
        str | None, typer.Option(metavar="URL", help="a Redis URL, when several processes share the database")
    ] = None,
    settings: SettingsFile = None,
    words: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE|FOLDER",
            help="any other setting (orrery docs operate), or a folder of cards that tables may be played with; "
            "may be repeated",
        ),
    ] = None,
    boards: Annotated[
        list[str] | None,
        typer.Option("--board", metavar="FILE", help="a board file that tables may be played on; may be repeated"),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="let others in your network open the table; asks first (--yes: does not)")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="with --lan: go on without asking")] = False,
    opens: Annotated[
        bool, typer.Option("--open/--no-open", help="open the page in a browser when the server is ready, or do not")
    ] = False,
) -> None:
    """Open a server: people and bots at one table over the network."""
    need_parts()
    from orrery.server.hosted import hosted_bots
    from orrery.server.http.offers import Offers
    from orrery.server.run import serve as run
    from orrery.server.settings import SettingsFault, read_settings, read_words
    from orrery.server.store.store import StoreFault, read_url

    if lan:
        ask_for_network(yes)
        host = ANYWHERE
    try:
        sets = [word for word in words or [] if is_folder(word)]
        offered = {name: places or None for name, places in (("sets", sets), ("boards", boards))}
        given = {"host": host, "port": port, "database": database, "redis": redis, **offered}
        named = {name: value for name, value in given.items() if value is not None}
        settled = read_words([word for word in words or [] if not is_folder(word)])
        found = read_settings({**settled, **named}, file=settings)
        read_url(found.database)
        Offers(found)  # says what is wrong with a set or a board before anything is opened
        hosted_bots(found)
    except (SettingsFault, StoreFault) as fault:
        fail(str(fault))
    if not run(found, opens):
        raise typer.Exit(1)


def is_folder(word: str) -> bool:
    """Does --set name a folder of cards? A setting is written with an equals sign."""
    return "=" not in word and ("/" in word or os.sep in word or Path(word).is_dir())


BackupFile = Annotated[Path, typer.Argument(help="the file of the backup")]


def backup(file: BackupFile, database: Database = None, settings: SettingsFile = None) -> None:
    """Write the server's whole database into one file; the server may keep running."""
    need_parts()
    from orrery.server.store.backup import backup as run

    _with_database(run, file, database, settings, f"{file} holds")


def restore(file: BackupFile, database: Database = None, settings: SettingsFile = None) -> None:
    """Fill a new, empty database from a backup."""
    need_parts()
    from orrery.server.store.backup import restore as run

    _with_database(run, file, database, settings, "restored")


def reports(
    database: Database = None,
    settings: SettingsFile = None,
    most: Annotated[int, typer.Option(min=1, help="how many to print at most")] = 100,
) -> None:
    """Print what people reported to the host, the newest first."""
    need_parts()
    from orrery.server.people.reports import reports as run
    from orrery.server.settings import SettingsFault, read_settings
    from orrery.server.store.store import StoreFault

    try:
        found = asyncio.run(run(read_settings({"database": database}, file=settings).database, most))
    except (SettingsFault, StoreFault) as fault:
        fail(str(fault))
    echo_lines([line for report in found for line in report.lines()] or ["there are no reports"])


def _with_database(
    run: Callable[[str, Path], Coroutine[Any, Any, dict[str, int]]],
    file: Path,
    database: str | None,
    settings: Path | None,
    said: str,
) -> None:
    from orrery.server.settings import SettingsFault, read_settings
    from orrery.server.store.backup import BackupFault
    from orrery.server.store.store import StoreFault

    try:
        counts = asyncio.run(run(read_settings({"database": database}, file=settings).database, file))
    except (SettingsFault, StoreFault, BackupFault) as fault:
        fail(str(fault))
    typer.echo(f"{said} {', '.join(f'{count} {name}' for name, count in counts.items() if count) or 'nothing'}")

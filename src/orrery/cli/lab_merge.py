"""`orrery lab merge`: adds up files of matches that were played in shares, in several places or bit by bit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from orrery.cli.typed import fail

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="files that --out of one lab command wrote")]
MergedFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="write all matches into this file, beside what it holds")
]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="write a page to look at into this file")]
AsJson = Annotated[bool, typer.Option("--json", help="print the figures as JSON")]


def merge(files: Files, out: MergedFile = None, html: Html = None, as_json: AsJson = False) -> None:
    """Add up files of matches of one experiment, nothing counted twice, and print the report that they were played for.

    The files come from --out of the same lab command: its shares (--share 3/16), or runs that were broken off.
    """
    from orrery.cli.lab_asked import check_page, show
    from orrery.lab.keeping import merge as added_up
    from orrery.lab.running import Run, UnknownQuestion, answer
    from orrery.lab.simulate import WrongFile

    check_page(html)
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        fail(f"{out}: {'this is a folder' if out.is_dir() else 'there is no such folder'}")
    # What a file that is to be written holds already is not thrown away.
    known = [*files, out] if out is not None and out.exists() and out not in files else files
    try:
        made = added_up(known)
        if out is not None:
            made.write(out)
    except WrongFile as fault:
        fail(str(fault))
    twice = f"; {made.twice:,} stood there twice and are counted once" if made.twice else ""
    typer.echo(f"{len(made.rows):,} matches in {len(known)} {'file' if len(known) == 1 else 'files'}{twice}", err=True)
    if not made.is_of_this_code:
        typer.echo("they were played by other rules or bots than those that are installed here", err=True)
    try:
        with Run(made.experiment, rows=made.rows) as run:
            sheet = answer(made.head.get("question"), run)
    except UnknownQuestion as fault:
        fail(f"there is no report: {fault}")
    show(sheet, html, as_json)
    lacking = made.what_is_missing(run.missing.values())
    if lacking is not None:
        typer.echo(f"orrery: {lacking}; the figures are those of the matches that are there", err=True)

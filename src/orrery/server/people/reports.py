"""Reports: what people told the host about others, for the host to read."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from msgspec import Struct

from orrery.server.store.backup import opened
from orrery.server.store.rows import ReportRow
from orrery.server.store.schema import PEOPLE, REPORTS
from orrery.server.store.store import StoreFault, read_url

GONE: Final = "?"
"""The name of somebody whom the database does not know."""


class Report(Struct, frozen=True):
    """Who reported whom, where, when and why."""

    time: int
    table: str
    person: str
    name: str
    about: str
    about_name: str
    text: str

    def lines(self) -> list[str]:
        """For the terminal: a line that says who and where, then the words themselves, set in."""
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(self.time / 1000))
        head = f"{when} UTC  table {self.table}  {self.name} ({self.person}) about {self.about_name} ({self.about})"
        return [shown(head), *(f"    {shown(line)}" for line in self.text.splitlines())]


def shown(text: str) -> str:
    """A text of strangers as a terminal may show it: nothing in it moves the cursor or turns the writing round."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


async def reports(url: str, most: int) -> list[Report]:
    """The newest reports first. Raises StoreFault."""
    where = read_url(url)
    if where.get_backend_name() == "sqlite" and not Path(where.database or "").is_file():
        raise StoreFault(f"there is no database at {where.database}")
    who, whom = PEOPLE.alias("who"), PEOPLE.alias("whom")
    query = (
        sa.select(
            REPORTS.c.time, REPORTS.c.match, REPORTS.c.person, who.c.name, REPORTS.c.about,
            whom.c.name.label("about_name"), REPORTS.c.text,
        )
        .outerjoin(who, who.c.id == REPORTS.c.person)
        .outerjoin(whom, whom.c.id == REPORTS.c.about)
        .order_by(REPORTS.c.id.desc())
        .limit(most)
    )  # fmt: skip
    async with opened(url) as store:
        return [
            Report(
                row.time, row.match, row.person, row.name or GONE, row.about, row.about_name or GONE, row.text,
            )
            for row in await store.rows(ReportRow, query)
        ]  # fmt: skip

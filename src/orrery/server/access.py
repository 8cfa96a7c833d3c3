"""Who may see and do what at a table: decided here and nowhere else, at every message, from what is true now.

Nothing about rights is remembered from when a socket connected. What counts is who sits where (a `Roster`: the row of a
table that still waits, or its match: who sat there at its start, and who took a bot's seat since) and which phase the
table is in. From these follows somebody's `Place`: seat, own seats and roles. What the roles may is written in
access.toml, row by row; what has no row is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, convert

from orrery.core.data import read_toml
from orrery.server.refusal import RequestRefused

BEFORE: Final = "before"
DURING: Final = "during"
AFTER: Final = "after"
PHASES: Final = (BEFORE, DURING, AFTER)

SENTENCES: Final = {
    "not_seated": "you watch; only those who sit at the table do this",
    "not_watched": "this table is not to be watched",
    "not_owner": "who made the table starts the match",
    "seated": "you sit at this table already",
}
UNTIMELY: Final = {
    BEFORE: ("not_started", "the match has not started"),
    DURING: ("running", "this is there when the match is over"),
    AFTER: ("over", "the match is over"),
}
"""What somebody is told who might do a thing in another phase."""


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the model: in each phase, the roles that may. `refusal` is what the others are told; without `identity`
    it is also for those who show none.
    """

    before: frozenset[str] = frozenset()
    during: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    refusal: str = "not_seated"
    note: str = ""
    path: str = ""
    identity: bool = True

    def allowed(self, phase: str) -> frozenset[str]:
        """The roles that may in a phase."""
        return self.before if phase == BEFORE else self.during if phase == DURING else self.after


class Model(Struct, frozen=True, forbid_unknown_fields=True):
    """access.toml."""

    roles: dict[str, str]
    phases: dict[str, str]
    sees: dict[str, Row]
    messages: dict[str, Row]
    requests: dict[str, Row]
    eyes: dict[str, Row]


MODEL: Final = convert(read_toml("orrery.server", "access.toml"), Model)


class Roster(Struct, frozen=True):
    """Who sits where: for each seat the person who plays it (None: a bot, or nobody yet) and the name it goes by. A
    companion's seat is played by somebody else at the same screen.
    """

    players: tuple[str | None, ...]
    names: tuple[str, ...]
    owner: str | None
    watch: bool

    @classmethod
    def of_nobody(cls, seats: int) -> Roster:
        """Seats that nobody plays: a match without a table."""
        return cls((None,) * seats, ("",) * seats, None, True)

    def with_player(self, seat: int, person: str, name: str) -> Roster:
        """The same, but for one seat that somebody plays now."""
        players, names = list(self.players), list(self.names)
        players[seat], names[seat] = person, name
        return Roster(tuple(players), tuple(names), self.owner, self.watch)

    def seats_of(self, person: str) -> list[int]:
        """All seats that a person plays, those of companions included."""
        return [seat for seat, player in enumerate(self.players) if player == person]

    def hands(self) -> list[int]:
        """Whose hand plays each seat, by the first seat of the same person."""
        players = self.players
        return [seat if players[seat] is None else players.index(players[seat]) for seat in range(len(players))]


class Place(Struct, frozen=True):
    """What somebody is at a table at this moment: through whose eyes one looks (None: a spectator's), all seats that
    one plays, and the roles that follow.
    """

    phase: str
    roles: frozenset[str]
    seat: int | None
    own: tuple[int, ...]


SEATED: Final = frozenset({"seat"})
SPECTATOR: Final = frozenset({"spectator"})
STRANGER: Final = frozenset({"stranger"})
HOST: Final = frozenset({"host"})


def place(roster: Roster, phase: str, person: str | None, wanted: int | None = None) -> Place:
    """Somebody's place; `wanted` is which of several own seats one looks through."""
    own = [] if person is None else roster.seats_of(person)
    roles = SEATED if own else SPECTATOR if roster.watch else STRANGER
    if person is not None and person == roster.owner:
        roles = roles | HOST
    seat = None if not own else wanted if wanted in own else own[0]
    return Place(phase, roles, seat, tuple(own))


def refusal(rows: Mapping[str, Row], what: str, here: Place) -> RequestRefused | None:
    """Why somebody at this place may not do that; None if it is allowed."""
    row = rows.get(what)
    if row is None:
        return RequestRefused("not_seated", f"nobody may do {what} here: there is no row for it in access.toml")
    if here.roles & row.allowed(here.phase):
        return None
    if not row.allowed(here.phase) and any(here.roles & row.allowed(phase) for phase in PHASES):
        return RequestRefused(*UNTIMELY[here.phase])
    if row.refusal == "not_watched":
        return RequestRefused.because("not_seated", SENTENCES["not_watched"], "not_watched")
    return RequestRefused(row.refusal, SENTENCES[row.refusal])


def check(rows: Mapping[str, Row], what: str, here: Place) -> None:
    """Refuses what is not allowed at this place. Raises RequestRefused."""
    found = refusal(rows, what, here)
    if found is not None:
        raise found


def may_see(what: str, here: Place) -> bool:
    """Is this sent to somebody at this place?"""
    return bool(here.roles & MODEL.sees[what].allowed(here.phase))


def eyes(here: Place, wanted: int | None, seats: int) -> int | None:
    """Through which eyes somebody looks who wants to look through a certain seat's. Raises RequestRefused."""
    if wanted is None or wanted == here.seat:
        return here.seat
    if not 0 <= wanted < seats:
        raise RequestRefused("no_such_seat", f"there is no seat {wanted}; they are 0 to {seats - 1}")
    if refusal(MODEL.eyes, "own" if wanted in here.own else "other", here) is not None:
        raise RequestRefused("running", "while a match runs one sees it through one's own eyes")
    return wanted


def printed() -> str:
    """The model as docs/server.md shows it."""
    lines = ["| | |", "| --- | --- |"]
    lines += [f"| **{role}** | {words} |" for role, words in MODEL.roles.items()]
    for title, rows in (
        ("the server sends", MODEL.sees),
        ("a socket may send", MODEL.messages),
        ("a request", MODEL.requests),
        ("through the eyes of a seat", MODEL.eyes),
    ):
        lines += ["", f"| {title} | before | during | after | |", "| --- | --- | --- | --- | --- |"]
        lines += [_line(name, row) for name, row in rows.items()]
    return "\n".join(lines) + "\n"


def _line(name: str, row: Row) -> str:
    def roles(allowed: frozenset[str]) -> str:
        return ", ".join(role for role in MODEL.roles if role in allowed) or "–"

    note = row.note if row.identity else "; ".join(filter(None, ("without an identity too", row.note)))
    shown = f"`{row.path or name}`"
    return f"| {shown} | {roles(row.before)} | {roles(row.during)} | {roles(row.after)} | {note} |"


if __name__ == "__main__":
    print(printed(), end="")

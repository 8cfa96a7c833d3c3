"""The tables of the database, as SQLAlchemy knows them. `migrations/` makes them; a test compares the two.

A match is its row in `tables` (game, options, secret seed, position after the setup) and its rows in `entries`, which
are only ever added: (match, number) is unique, so of two processes that want the same number one loses. Structured
parts are JSON in text columns, the same bytes on SQLite and PostgreSQL. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

SERIAL: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""A number that the database gives out."""

KEYS: Final = sa.Table(
    "keys",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
"""The keys of this server, hexadecimal: 1 signs identities, 2 is the one by which push services know us."""

PEOPLE: Final = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("passphrase", sa.Text),
    sa.Column("webhook", sa.Text),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
"""Who came by. `version` rises when somebody revokes the identities given out before."""

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("seed", sa.String(16), nullable=False),
    sa.Column("owner", sa.String(32)),
    sa.Column("invite", sa.String(32), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("started", sa.BigInteger),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("due", sa.BigInteger),
    sa.Column("start", sa.Text),
    sa.Column("setup", sa.Text),
    sa.Column("opening", sa.Text),
    sa.Column("result", sa.Text),
    sa.Column("rematch", sa.String(32)),
    sa.Column("slow", sa.Boolean, nullable=False),
    sa.Column("noticed", sa.Integer, nullable=False),
    sa.Column("claimed", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index(None, "state", "due"),
    sa.Index(None, "state", "created"),
)
"""A table and the match played at it. `due` is when the server must do something by itself: a bot's turn, a clock.
`opening` are the events of the setup that everybody saw, if there were any. `noticed` is the number up to which those
whose turn it is were told, in quick matches and at tables with days a turn (`slow`), and `claimed` until when some
process is about to tell.
"""

SEATS: Final = sa.Table(
    "seats",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32)),
    sa.Column("bot", sa.String(32)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("present", sa.BigInteger, nullable=False),
    sa.Column("deck", sa.Text),
    sa.Column("keeper", sa.String(32)),
    sa.Column("kept", sa.String(32)),
    sa.UniqueConstraint("match", "person"),
    sa.Index(None, "person"),
)
"""Who sits where: a person, a bot, or nobody yet. `present` is until when the person counts as being there, `deck` the
deck of their own, if they brought one: nobody else sees it before the match does. At a table on one screen somebody
plays several seats: the first as themselves, the others for companions, who are known by an id made for this table and
whose `keeper` that somebody is. At a rematch a seat is `kept` for who sat there: `name`, `deck` and `keeper` are those
of the match before, and nobody else can take it.
"""

ENTRIES: Final = sa.Table(
    "entries",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("word", sa.Text, nullable=False),
    sa.Column("draws", sa.Text, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
)
"""The history of every match, from number 1 on; nothing here is ever changed."""

LEASES: Final = sa.Table(
    "leases",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""Which process thinks for the bots of a match, and until when."""

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    sa.Column("id", SERIAL, primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Index(None, "match", "id"),
)

MUTES: Final = sa.Table(
    "mutes",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("other", sa.String(32), primary_key=True),
)
"""Who does not want to read whom."""

REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("id", SERIAL, primary_key=True),
    sa.Column("match", sa.String(32), nullable=False),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("about", sa.String(32), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
)
"""What people told the host about others."""

SUBSCRIPTIONS: Final = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(32), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index(None, "person"),
)
"""Browsers that want to be told by web push: where, and the keys that only they can read by. `id` is the hash of the
endpoint, so a browser has one row, that of the person who used it last.
"""

WAITS: Final = sa.Table(
    "waits",
    METADATA,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
    sa.Column("match", sa.String(32)),
    sa.Column("playing", sa.String(32)),
    sa.Column("asking", sa.String(32)),
    sa.Index(None, "game", "since"),
    sa.Index(None, "until"),
)
"""Who waits for somebody to play a game with: a person once for each game. `until` is how long they count as being
there without a further word. `match` is the table at which they were paired, and then they wait no longer. `playing` is
a table at which they play against a bot meanwhile, whose seat another may take; it is the table that says whether they
are there. `asking` is such a table of another, whose player is asked whether they may take the bot's seat.
"""

RECORDS: Final = sa.Table(
    "records",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index(None, "person"),
)
"""Records that people brought along; each was replayed before it was kept."""

JUDGEMENTS: Final = sa.Table(
    "judgements",
    METADATA,
    sa.Column("match", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("person", sa.String(32)),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("loss", sa.Float, nullable=False),
    sa.Column("made_by", sa.String(64), nullable=False),
    sa.Column("data", sa.Text),
    sa.Index(None, "person", "game"),
)
"""How good what was done at a decision was, by the number of the state before it: `data` is the judgement as JSON, null
where there was nothing to judge. `person` is who decided, if somebody we know did; `made_by` the release that judged.
"""

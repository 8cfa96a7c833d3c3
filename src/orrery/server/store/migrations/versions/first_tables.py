"""The first tables: people, tables with their seats and entries, leases, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first_tables"
down_revision = None
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Makes them."""
    op.create_table(
        "keys",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("passphrase", sa.Text),
        sa.Column("webhook", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
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
        sa.Column("result", sa.Text),
        sa.Column("rematch", sa.String(32)),
        sa.Column("slow", sa.Boolean, nullable=False),
        sa.Column("noticed", sa.Integer, nullable=False),
    )
    op.create_index("ix_tables_state_due", "tables", ["state", "due"])
    op.create_index("ix_tables_state_created", "tables", ["state", "created"])
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32)),
        sa.Column("bot", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("present", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("match", "person", name="uq_seats_match_person"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.Column("draws", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_chat_match_id", "chat", ["match", "id"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", SERIAL, primary_key=True),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_records_person", "records", ["person"])


def downgrade() -> None:
    """Takes everything away."""
    for table in ("records", "reports", "mutes", "chat", "leases", "entries", "seats", "tables", "people", "keys"):
        op.drop_table(table)

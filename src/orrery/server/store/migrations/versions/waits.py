"""Quick match: who waits for somebody to play with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "waits"
down_revision = "opening"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "waits",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("match", sa.String(32)),
        sa.Column("playing", sa.String(32)),
        sa.Column("asking", sa.String(32)),
    )
    op.create_index("ix_waits_game_since", "waits", ["game", "since"])
    op.create_index("ix_waits_until", "waits", ["until"])


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("waits")

"""Reviews: how good what people and bots did was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "judgements"
down_revision = "waits"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "judgements",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("loss", sa.Float, nullable=False),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("data", sa.Text),
    )
    op.create_index("ix_judgements_person_game", "judgements", ["person", "game"])


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("judgements")

"""Companions: seats at a table on one screen that somebody else plays for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "companions"
down_revision = "push_and_decks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the column."""
    op.add_column("seats", sa.Column("keeper", sa.String(32)))


def downgrade() -> None:
    """Takes it away."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("keeper")

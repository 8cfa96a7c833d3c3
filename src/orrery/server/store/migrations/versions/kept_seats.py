"""Seats of a rematch are kept for those who sat there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "kept_seats"
down_revision = "companions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the column. A rematch that waits already is as it was: its seats are kept for nobody."""
    op.add_column("seats", sa.Column("kept", sa.String(32)))


def downgrade() -> None:
    """Takes it away."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("kept")

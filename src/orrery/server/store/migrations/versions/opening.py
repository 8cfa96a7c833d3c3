"""What everybody saw of the setup of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "opening"
down_revision = "kept_seats"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the column. Of matches that were begun before, nobody saw anything."""
    op.add_column("tables", sa.Column("opening", sa.Text))


def downgrade() -> None:
    """Takes it away."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("opening")

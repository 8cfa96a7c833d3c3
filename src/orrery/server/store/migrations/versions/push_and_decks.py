"""Web push subscriptions, claims on notices, and decks that people bring to a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "push_and_decks"
down_revision = "first_tables"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes them."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.add_column("tables", sa.Column("claimed", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("deck", sa.Text))


def downgrade() -> None:
    """Takes them away."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("deck")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("claimed")
    op.drop_table("subscriptions")

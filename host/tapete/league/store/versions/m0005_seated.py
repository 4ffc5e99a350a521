"""Who says by phone that they sit where the round has them.

Frozen, as every revision is: it says the columns itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "seated",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("says", sa.String(length=8), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("says IN ('here', 'other')", name="known_says"),
        sa.ForeignKeyConstraint(["shop", "event", "entrant"], ["entrant.shop", "entrant.event", "entrant.entrant"]),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt", "entrant"),
    )

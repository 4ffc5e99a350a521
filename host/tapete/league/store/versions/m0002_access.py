"""Links that open an event, by the hash of their key; what players say of their matches, and who waits for a judge.

Frozen, as every revision is: it says the columns itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "access",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=True),
        sa.Column("entrant", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("role IN ('organiser', 'judge', 'wall', 'player', 'chain')", name="known_role"),
        sa.ForeignKeyConstraint(["shop"], ["shop.shop"]),
        sa.ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    of_entrant = ["entrant.shop", "entrant.event", "entrant.entrant"]
    op.create_table(
        "report",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["shop", "event", "entrant"], of_entrant),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt", "entrant"),
    )
    op.create_table(
        "call",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["shop", "event", "entrant"], of_entrant),
        sa.PrimaryKeyConstraint("shop", "event", "entrant"),
    )

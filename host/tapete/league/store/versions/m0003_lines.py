"""The tables' computers, and the lines of matches that they send.

Frozen, as every revision is: it says the columns itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

WAITING = sa.text("proof = 'waiting'")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "host",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("host", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("key_no", sa.Integer(), nullable=False),
        sa.Column("event", sa.String(length=64)),
        sa.Column("place", sa.Integer()),
        sa.Column("seen_ms", sa.BigInteger()),
        sa.Column("retired_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["shop"], ["shop.shop"]),
        sa.ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
        sa.PrimaryKeyConstraint("shop", "host"),
        sa.UniqueConstraint("shop", "event", "place"),
    )
    op.create_table(
        "match",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("match", sa.String(length=64), nullable=False),
        sa.Column("host", sa.String(length=64), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("event", sa.String(length=64)),
        sa.Column("round", sa.Integer()),
        sa.Column("attempt", sa.Integer()),
        sa.Column("pairing", sa.Integer()),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("changed_ms", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("proof", sa.String(length=16), nullable=False),
        sa.Column("asks", sa.String(length=24), nullable=False),
        sa.CheckConstraint("proof IN ('open', 'waiting', 'proved', 'differs', 'unprovable')", name="known_proof"),
        sa.ForeignKeyConstraint(["shop"], ["shop.shop"]),
        sa.PrimaryKeyConstraint("shop", "match"),
    )
    op.create_index("match_waiting", "match", ["shop", "match"], sqlite_where=WAITING, postgresql_where=WAITING)
    op.create_index("match_pairing", "match", ["shop", "event", "round", "attempt", "pairing"])
    op.create_table(
        "entry",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("match", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("shop", "match", "seq"),
    )

"""Seasons over shops, and what a shop's server relays to the server of a chain.

Frozen, as every revision is: it says the columns itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "season",
        sa.Column("season", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("season"),
    )
    op.create_table(
        "season_event",
        sa.Column("season", sa.String(length=64), nullable=False),
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["season"], ["season.season"]),
        sa.ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
        sa.PrimaryKeyConstraint("season", "shop", "event"),
    )
    op.create_table(
        "season_place",
        sa.Column("season", sa.String(length=64), nullable=False),
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["season", "shop", "event"], ["season_event.season", "season_event.shop", "season_event.event"]),
        sa.PrimaryKeyConstraint("season", "shop", "event", "person"),
    )
    op.create_table(
        "relay",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("host", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["shop", "host"], ["host.shop", "host.host"]),
        sa.PrimaryKeyConstraint("shop", "host"),
    )
    op.create_table(
        "mirror",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("host", sa.String(length=64), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["shop", "event"], ["event.shop", "event.event"]),
        sa.PrimaryKeyConstraint("shop", "event"),
    )
    op.create_table(
        "relayed",
        sa.Column("chain", sa.String(length=200), nullable=False),
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("acked", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("told", sa.String(length=64), nullable=False),
        sa.Column("refused", sa.String(length=64), nullable=False),
        sa.CheckConstraint("kind IN ('match', 'event')", name="known_kind_relayed"),
        sa.PrimaryKeyConstraint("chain", "shop", "kind", "name"),
    )

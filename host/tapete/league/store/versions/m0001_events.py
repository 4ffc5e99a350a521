"""Events, their log of decisions, and what follows from it.

Frozen: databases have gone through it. So it says the columns itself, and does not take them from `schema`, which goes on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

REFUSED = "the log of decisions only grows"

SQLITE = "CREATE TRIGGER decision_{verb} BEFORE {verb} ON decision BEGIN SELECT RAISE(ABORT, '{refused}'); END"

FUNCTION = """
CREATE FUNCTION decision_only_grows() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{refused}'; END $$
"""
POSTGRESQL = "CREATE TRIGGER decision_{verb} BEFORE {verb} ON decision FOR EACH STATEMENT EXECUTE FUNCTION decision_only_grows()"


def upgrade() -> None:
    """Make the tables, and let the log only grow."""
    op.create_table(
        "shop",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("shop"),
    )
    op.create_table(
        "event",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["shop"],
            ["shop.shop"],
        ),
        sa.PrimaryKeyConstraint("shop", "event"),
    )
    op.create_table(
        "person",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("forgotten_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["shop"],
            ["shop.shop"],
        ),
        sa.PrimaryKeyConstraint("shop", "person"),
    )
    op.create_table(
        "decision",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=80), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["shop", "event"],
            ["event.shop", "event.event"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "number"),
    )
    op.create_table(
        "entrant",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("playing", sa.Boolean(), nullable=False),
        sa.Column("from_round", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["shop", "event"],
            ["event.shop", "event.event"],
        ),
        sa.ForeignKeyConstraint(
            ["shop", "person"],
            ["person.shop", "person.person"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "entrant"),
        sa.UniqueConstraint("shop", "event", "person"),
    )
    op.create_table(
        "round",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("started_ms", sa.BigInteger(), nullable=True),
        sa.Column("paused_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("state IN ('paired', 'published', 'running', 'closed', 'taken_back')", name="known_state"),
        sa.ForeignKeyConstraint(
            ["shop", "event"],
            ["event.shop", "event.event"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt"),
    )
    op.create_table(
        "forbidden",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("a", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("b", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("a < b", name="lower_first"),
        sa.ForeignKeyConstraint(
            ["shop", "event", "a"],
            ["entrant.shop", "entrant.event", "entrant.entrant"],
        ),
        sa.ForeignKeyConstraint(
            ["shop", "event", "b"],
            ["entrant.shop", "entrant.event", "entrant.entrant"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "a", "b"),
    )
    op.create_table(
        "pairing",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("extra_ms", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('match', 'bye', 'absent')", name="known_kind"),
        sa.ForeignKeyConstraint(
            ["shop", "event", "round", "attempt"],
            ["round.shop", "round.event", "round.round", "round.attempt"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt", "pairing"),
    )
    op.create_table(
        "result",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["shop", "event", "round", "attempt", "pairing"],
            ["pairing.shop", "pairing.event", "pairing.round", "pairing.attempt", "pairing.pairing"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt", "pairing", "version"),
    )
    op.create_table(
        "seat",
        sa.Column("shop", sa.String(length=64), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("pairing", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=1), nullable=False),
        sa.ForeignKeyConstraint(
            ["shop", "event", "entrant"],
            ["entrant.shop", "entrant.event", "entrant.entrant"],
        ),
        sa.ForeignKeyConstraint(
            ["shop", "event", "round", "attempt", "pairing"],
            ["pairing.shop", "pairing.event", "pairing.round", "pairing.attempt", "pairing.pairing"],
        ),
        sa.PrimaryKeyConstraint("shop", "event", "round", "attempt", "entrant"),
        sa.UniqueConstraint("shop", "event", "round", "attempt", "pairing", "seat"),
    )
    postgresql = op.get_bind().dialect.name == "postgresql"
    if postgresql:
        op.execute(FUNCTION.format(refused=REFUSED))
    for verb in ("UPDATE", "DELETE"):
        op.execute((POSTGRESQL if postgresql else SQLITE).format(verb=verb, refused=REFUSED))

"""When a link was made and used last; the head of an event's record after each decision.

Frozen, as every revision is: it says the columns itself.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns; a server of the version before leaves them empty."""
    op.add_column("access", sa.Column("made_ms", sa.BigInteger(), nullable=True))
    op.add_column("access", sa.Column("used_ms", sa.BigInteger(), nullable=True))
    op.add_column("decision", sa.Column("head", sa.String(length=64), nullable=True))

"""Names of forty letters, as tables have them.

Frozen, as every revision is: it says the columns itself. SQLite keeps texts of any length, whatever a column says.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the column wider, where its width counts."""
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("person", "name", type_=sa.String(length=40), existing_type=sa.String(length=24), existing_nullable=False)

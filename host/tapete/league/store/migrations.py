"""Bring a database to the tables of this program, by Alembic's revisions in `versions`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from tapete.core.texts import Text, _

LOCK = 7_206_552
"""Number of PostgreSQL's advisory lock: one server migrates, the others wait for it."""


class StoreNewer(Exception):
    """The database was made by a later Tapete; `text` says what to do."""

    def __init__(self, found: str) -> None:
        self.text: Text = _("These events were kept by a newer Tapete (tables {found}). Update Tapete.").fill(found=found)
        super().__init__(self.text.in_("en"))


def scripts() -> ScriptDirectory:
    """The revisions of this program."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def migrate(connection: Connection) -> None:
    """Upgrade the tables within the transaction of a connection; nothing happens where they are current.

    Raises:
        StoreNewer: the tables are those of a later program; nothing was changed.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
    known = scripts()
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {script.revision for script in known.walk_revisions()}:
        raise StoreNewer(found)
    upgrade: Any = known._upgrade_revs  # as Alembic's own command does it
    with EnvironmentContext(Config(), known, fn=lambda revision, _context: upgrade("head", revision)) as environment:
        environment.configure(connection=connection, render_as_batch=connection.dialect.name == "sqlite", transactional_ddl=False)
        environment.run_migrations()

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


LOCK_MS = 2_000
"""How long PostgreSQL waits for a table that a person uses, before it lets everybody else go first."""

HEAD = "head"
"""Up to which revision this program knows the tables."""


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

    Servers of the version before may run meanwhile. PostgreSQL gives a lock up that it does not get within `LOCK_MS`: who waits behind it
    is a table that sends. Then the transaction failed, and is tried again (`EventStore.open`).

    Raises:
        StoreNewer: the tables are those of a later program; nothing was changed.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
    known = scripts()
    revisions = [script.revision for script in known.iterate_revisions(HEAD, "base")]
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in revisions:
        raise StoreNewer(found)
    if found == revisions[0]:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MS}"))
    upgrade: Any = known._upgrade_revs  # as Alembic's own command does it
    with EnvironmentContext(Config(), known, fn=lambda revision, _context: upgrade(HEAD, revision)) as environment:
        environment.configure(connection=connection, render_as_batch=connection.dialect.name == "sqlite", transactional_ddl=False)
        environment.run_migrations()

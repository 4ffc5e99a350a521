"""Where matches are kept on this computer, and the secret from which its pages make their keys."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

JOURNAL = "tapete.sqlite3"

SECRET = "page-keys"
SECRET_BYTES = 32


def folder(given: Path | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for the journal: `--data`, else `TAPETE_DATA`, else the system's place for a program's files.

    Args:
        given: the value of `--data`.
        environ: the environment (`TAPETE_DATA`, `XDG_DATA_HOME`, `LOCALAPPDATA`).
    """
    if given is not None:
        return given
    if named := environ.get("TAPETE_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Tapete"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Tapete"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tapete"


def journal_path(given: Path | None = None) -> Path:
    """The journal's file; see `folder`."""
    return folder(given) / JOURNAL


def page_secret(journal: Path) -> bytes:
    """The secret of this journal's pages, made at the first call: phones that joined a match find it again after a restart.

    Args:
        journal: its file; the secret lies beside it, readable by its owner alone.

    Raises:
        OSError: it can be neither read nor written.
    """
    path = journal.with_name(SECRET)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_bytes()
        if len(kept) == SECRET_BYTES:
            return kept
        path.unlink()  # cut off while it was written: nobody can have a key of it
        return page_secret(journal)
    with os.fdopen(descriptor, "wb") as file:
        made = secrets.token_bytes(SECRET_BYTES)
        file.write(made)
    return made

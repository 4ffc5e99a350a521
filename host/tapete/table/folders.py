"""Where matches are kept on this computer."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

JOURNAL = "tapete.sqlite3"


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

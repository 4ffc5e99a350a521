"""Where matches are kept on this computer, and the secret from which its pages make their keys."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path

import msgspec

JOURNAL = "tapete.sqlite3"

SECRET = "page-keys"
SECRET_BYTES = 32

RENEWED = "page-keys-renewed.json"
MOST_RENEWED = 2_000


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


class Renewals(MutableMapping[str, int]):
    """How often each seat's key was renewed, in a file beside the secret, so that a lost key stays worthless after a restart.

    The newest 2,000 are kept; each change is on the disk when the call returns. An unreadable file is an empty one: then the keys
    are those that every seat had first, and the table sees their number on the page where they are given out.

    Args:
        journal: its file; the renewals lie beside it.
    """

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(RENEWED)
        try:
            self._times = msgspec.json.decode(self._path.read_bytes(), type=dict[str, int])
        except (OSError, msgspec.DecodeError):
            self._times = {}

    def __getitem__(self, place: str) -> int:
        return self._times[place]

    def __setitem__(self, place: str, times: int) -> None:
        kept = {name: number for name, number in self._times.items() if name != place}
        self._keep(dict([*kept.items(), (place, times)][-MOST_RENEWED:]))

    def __delitem__(self, place: str) -> None:
        self._keep({name: number for name, number in self._times.items() if name != place})

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._times))

    def __len__(self) -> int:
        return len(self._times)

    def _keep(self, times: dict[str, int]) -> None:
        fresh = self._path.with_name(self._path.name + ".new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(times))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
        self._times = times

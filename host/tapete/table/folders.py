"""Where matches are kept on this computer, and the secret from which its pages make their keys."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import sys
import tempfile
import zlib
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path

import msgspec

from tapete.core.texts import Text, _
from tapete.table.alerts import Alerts

_log = logging.getLogger(__name__)

JOURNAL = "tapete.sqlite3"

SECRET = "page-keys"
SECRET_BYTES = 32
"""Bytes of chance in the secret; a checksum of four follows them, and is part of it."""


ADDRESS = "page-address"
"""The file with the address of the first page and the table's key, while pages are served to others than a terminal."""

RENEWED = "page-keys-renewed.json"
MOST_RENEWED = 2_000

EVERYBODY = "*"
"""Stands for all seats of all matches in the file of renewals: its number is part of every seat's key."""

KEYS_UNREADABLE = _(
    "The file of renewed keys could not be read, so every seat has a new key. Show the phones the QR codes of their seats again."
)
KEYS_NOT_KEPT = _("The keys of phones cannot be kept on the disk: after the next start they have to scan their codes again.")
HTTPS_OFF = _("{why} Until then no phone is let in.")
KEYS_MANY = _("Very many keys were renewed, so every seat has a new key. Show the phones the QR codes of their seats again.")


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


def private(path: Path) -> None:
    """Let the owner alone read a database, its log, and the folder that is made for it. A folder that is there keeps its mode.

    A new database is begun here: SQLite makes its log and its index with the mode of the file beside them. Nothing is said of what cannot
    be set: opening the file tells why it cannot be used.

    Args:
        path: of the database.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        for file in (path.with_name(path.name + end) for end in ("", "-wal", "-shm")):
            if file.is_file() and not file.is_symlink() and (mode := file.stat().st_mode) & 0o077:
                file.chmod(mode & 0o700)  # not by a descriptor: closing one drops every lock that this process has on the file


def page_secret(journal: Path) -> bytes:
    """Return the secret of this journal's pages, and make it at the first call. Phones that joined a match still fit after a restart.

    A file that is cut off or altered is replaced; no earlier key opens anything then.

    Args:
        journal: its file; the secret lies beside it, readable by its owner alone.

    Raises:
        OSError: it can be neither read nor written.
    """
    return kept_secret(journal.with_name(SECRET))


def kept_secret(path: Path) -> bytes:
    """Return the secret in a file that its owner alone can read, and make it at the first call; as `page_secret`."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        kept = path.read_bytes()
        if _is_whole(kept):
            return kept
        _log.error("%s is damaged: it is made anew, and every key of before is worthless", path.name)
        path.unlink()
        return kept_secret(path)
    chance = secrets.token_bytes(SECRET_BYTES)
    made = chance + zlib.crc32(chance).to_bytes(4, "big")
    with os.fdopen(descriptor, "wb") as file:
        file.write(made)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)
    return made


def _is_whole(kept: bytes) -> bool:
    """Say whether a file is a secret as it was made. One of an earlier version has no checksum at its end."""
    chance, checksum = kept[:SECRET_BYTES], kept[SECRET_BYTES:]
    return len(chance) == SECRET_BYTES and any(chance) and checksum in (b"", zlib.crc32(chance).to_bytes(4, "big"))


def sync_folder(folder: Path) -> None:
    """Let a folder's list of names reach the disk: without it a power cut may bring back the file from before a rename."""
    if os.name != "posix":  # Windows has no such call, and writes its list of names by itself
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, raw: bytes) -> None:
    """Put new bytes in the place of a file's, for its owner alone: a power cut leaves the file of before, or this one.

    Raises:
        OSError: it could not be written; the file of before stays.
    """
    descriptor, name = tempfile.mkstemp(prefix=path.name, dir=path.parent)  # mode 0600
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


class Renewals(MutableMapping[str, int]):
    """How often each seat's key was renewed, in a file beside the secret, so that a lost key stays worthless after a restart.

    Each change is on the disk when the call returns. It fails closed: where the file cannot be read, or more than 2,000 renewals would
    have to be kept, the number of `EVERYBODY` changes, by which the key of every seat does; the table gives them out again.

    Args:
        journal: its file; the renewals lie beside it.
        alerts: told when the keys of all seats have changed.
    """

    def __init__(self, journal: Path, alerts: Alerts | None = None) -> None:
        self._path, self._alerts = journal.with_name(RENEWED), alerts
        self._times: dict[str, int] = {}
        try:
            self._times = msgspec.json.decode(self._path.read_bytes(), type=dict[str, int])
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError) as fault:
            _log.error("%s cannot be read: %s", self._path.name, fault)
            self._renew_all(KEYS_UNREADABLE)

    def _renew_all(self, why: Text) -> None:
        self._times = {EVERYBODY: secrets.randbits(52) + 1}
        if self._alerts is not None:
            self._alerts.say("keys_renewed", why)
        try:
            self._keep(self._times)
        except OSError as fault:  # at the next start they change once more
            _log.error("%s cannot be written: %s", self._path.name, fault)

    def __getitem__(self, place: str) -> int:
        return self._times[place]

    def __setitem__(self, place: str, times: int) -> None:
        if len(self._times) >= MOST_RENEWED and place not in self._times:
            self._renew_all(KEYS_MANY)
            return
        self._keep({**self._times, place: times})

    def __delitem__(self, place: str) -> None:
        self._keep({name: number for name, number in self._times.items() if name != place})

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._times))

    def __len__(self) -> int:
        return len(self._times)

    def _keep(self, times: dict[str, int]) -> None:
        write_whole(self._path, msgspec.json.encode(times))
        self._times = times

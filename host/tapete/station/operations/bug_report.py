"""The bug report of a station, one anonymous file: versions, health, settings, the end of the log, the match on the table.

It can be shown to anybody: it holds no name of a player, no key, PIN or address, no bid that is still secret, no folder of this computer.
"""

from __future__ import annotations

import io
import platform
import zipfile
from collections.abc import Iterable
from importlib import metadata

import msgspec
from msgspec.structs import replace

from tapete import __version__
from tapete.core.texts import _
from tapete.station.operations.health import Health
from tapete.station.settings import Settings
from tapete.table import Table

PACKAGES = ("msgspec", "starlette", "uvicorn", "jinja2", "pyserial", "click", "segno", "python-multipart")
"""Packages whose versions it names."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file inside: it does not say when anybody was there."""

ABOUT = _(
    "Tapete bug report. Inside: versions, health and settings of the station, the end of the log, and the match that was on the table (if "
    "any).\nThere are no names, keys, PIN, addresses, bids still to be revealed or folders of this computer.\n"
    "The match is checked and shown by “tapete replay match.jsonl”.\n"
)


def versions() -> dict[str, str]:
    """Return the versions of Tapete, Python, the system and the packages it needs; `-` for one that is not installed."""
    found = {"tapete": __version__, "python": platform.python_version(), "system": f"{platform.system()} {platform.machine()}"}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "-"
    return found


def bug_report(health: Health, settings: Settings, table: Table | None, names: Iterable[str] = ()) -> bytes:
    """Return the file, a zip archive.

    Args:
        health: of the process.
        settings: of the station; an event's address in them, which holds a key, is left out.
        table: the match that it is about; None: no match.
        names: what people are called, to be taken out of the log.
    """
    called = {*names, *(name for seat, name in table.names.items() if name != seat)} if table is not None else set(names)
    files = {
        "README.txt": "\n".join(ABOUT.wire().values()).encode(),
        "versions.json": _json(versions()),
        "health.json": _json(health.report()),
        "settings.toml": msgspec.toml.encode(replace(settings, league="…" if settings.league else "")),
        "log.txt": health.log.text(called).encode(),
    }
    if table is not None:
        files["match.jsonl"] = table.export()
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _json(plain: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"

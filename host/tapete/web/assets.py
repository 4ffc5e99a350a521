"""Style sheets, scripts and signs of the pages, under a hash of all that is in them, so that a browser asks for each once.

The hash is a folder of the address: scripts name each other as they lie beside each other.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tapete.web.root import under

FOLDER = Path(__file__).parent / "static"

KEPT = "public, max-age=31536000, immutable"
"""For a year, the longest that browsers take (RFC 9111, RFC 8246): another content has another address."""


@functools.cache
def digest() -> str:
    """The first twelve hex digits of the SHA-256 of all files, with their names."""
    found = hashlib.sha256()
    for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(FOLDER).as_posix()}\0{len(content)}\0".encode() + content)
    return found.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file.

    Args:
        name: below the folder of assets.

    Raises:
        OSError: there is no such file.
    """
    return under(_named(name))


@functools.cache
def _named(name: str) -> str:
    (FOLDER / name).stat()
    return f"/static/{digest()}/{name}"


_HASHED = re.compile(r"([0-9a-f]{12})[/\\]")


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        named = _HASHED.match(path)
        answer = await super().get_response(path[named.end() :] if named else path, scope)
        kept = answer.status_code in (200, 304) and named is not None and named[1] == digest()
        answer.headers["cache-control"] = KEPT if kept else "no-cache"
        return answer


def mount() -> Mount:
    """The files, compressed. Pages are not: they carry tokens beside what people typed, and their length would tell of them (BREACH)."""
    return Mount("/static", GZipMiddleware(_Assets(directory=FOLDER), minimum_size=500))

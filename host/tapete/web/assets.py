"""Style sheets, scripts and signs of the pages: each under the hash of what is in it, so that a browser asks for it once."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"

KEPT = "public, max-age=31536000, immutable"
"""For a year, the longest that browsers take (RFC 9111, RFC 8246): another content has another address."""


@functools.cache
def digest(name: str) -> str:
    """The first twelve hex digits of a file's SHA-256.

    Args:
        name: below the folder of assets.

    Raises:
        OSError: there is no such file.
    """
    return hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a file with the hash of what is in it."""
    return f"/static/{name}?{digest(name)}"


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        kept = answer.status_code in (200, 304) and scope["query_string"].decode("latin-1") == digest(path)
        answer.headers["cache-control"] = KEPT if kept else "no-cache"
        return answer


def mount() -> Mount:
    """The files, compressed. Pages are not: they carry tokens beside what people typed, and their length would tell of them (BREACH)."""
    return Mount("/static", GZipMiddleware(_Assets(directory=FOLDER), minimum_size=500))

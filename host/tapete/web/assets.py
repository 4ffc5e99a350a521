"""Style sheets, scripts and signs of the pages, under a hash of all that is in them, so that a browser asks for each once.

The hash is a folder of the address: scripts name each other as they lie beside each other.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import zlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tapete.web.packing import GZIP, takes_gzip
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

_SIGN_IN_CSS = re.compile(r"\s*([{},;])\s*")
_NOTE_IN_JS = re.compile(r"(^|\s)//( .*)?$")
_NOTE_IN_CSS = re.compile(r"/\*.*?\*/", re.DOTALL)


def lean(name: str, text: str) -> str:
    """Return a script or style sheet of ours without notes and indents: what it says is the same.

    A script loses its notes, which stand alone on a line or behind a space at its end, and what its lines begin and end with; no text in
    our scripts goes over a line or looks like a note. A style sheet loses its notes and the space around signs.
    """
    if name.endswith(".js"):
        lines = (_NOTE_IN_JS.sub("", line).strip() for line in text.splitlines())
        return "".join(f"{line}\n" for line in lines if line)
    return _SIGN_IN_CSS.sub(r"\1", _NOTE_IN_CSS.sub("", text)).replace(";}", "}").strip()


@functools.cache
def _ready(name: str) -> tuple[bytes, bytes] | None:
    """Return a script or style sheet as it is sent, plain and packed as well as gzip can; None for what is sent as it lies there."""
    path = FOLDER / name
    if path.suffix not in (".js", ".css") or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    plain = (text if name.startswith("vendor/") else lean(name, text)).encode()
    packer = zlib.compressobj(9, wbits=GZIP, memLevel=9)
    return plain, packer.compress(plain) + packer.flush()


class _Assets(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        named = _HASHED.match(path)
        name = path[named.end() :] if named else path
        answer = await super().get_response(name, scope)
        kept = answer.status_code in (200, 304) and named is not None and named[1] == digest()
        if answer.status_code == 200 and (ready := _ready(name.replace(os.sep, "/"))) is not None:
            answer = self._sent(ready, Request(scope), answer)
        answer.headers["cache-control"] = KEPT if kept else "no-cache"
        return answer

    @staticmethod
    def _sent(ready: tuple[bytes, bytes], asked: Request, found: Response) -> Response:
        """Return a file that has been made ready, with what is said of the one that lies there."""
        packed = takes_gzip(asked)
        said = {name: found.headers[name] for name in ("etag", "last-modified", "content-type")}
        answer = Response(ready[packed], headers={**said, **({"content-encoding": "gzip"} if packed else {})})
        answer.headers.add_vary_header("Accept-Encoding")
        return answer


def mount() -> Mount:
    """The files, each made ready once: without notes, and compressed."""
    return Mount("/static", _Assets(directory=FOLDER))

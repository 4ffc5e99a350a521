"""Pages sent compressed, so that no length tells anything of what is secret on them (BREACH, https://www.breachattack.com).

A compressor writes what it has seen before by reference. Where somebody else's words and a token are packed together, the length says
whether the words repeat a part of the token. Here each secret is packed alone: what stands before it is forgotten for it, and it is
forgotten for what follows.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response

GZIP = 16 + zlib.MAX_WBITS
"""What makes zlib write a gzip stream (RFC 1952)."""

_KEYS = r"(?<=token=)[\w%-]+|<svg[^>]*segno.*?</svg>"
"""Keys in addresses (of a seat, of a record), and QR codes, which are such addresses."""


def packed(page: bytes, secrets: re.Pattern[bytes]) -> bytes:
    """Return a page as a gzip stream.

    Args:
        page: what is sent. secrets: finds each of them.
    """
    packer = zlib.compressobj(wbits=GZIP)
    sent, at = list[bytes](), 0
    for found in secrets.finditer(page):
        for piece in (page[at : found.start()], found[0]):
            sent += packer.compress(piece), packer.flush(zlib.Z_FULL_FLUSH)
        at = found.end()
    return b"".join((*sent, packer.compress(page[at:]), packer.flush()))


def takes_gzip(asked: Request) -> bool:
    """Say whether a browser takes answers that are packed with gzip; one that rates it 0 does not (RFC 9110, 12.5.3)."""
    for said in asked.headers.get("accept-encoding", "").lower().split(","):
        coding, _, rated = said.partition(";")
        if coding.strip() in ("gzip", "*"):
            return rated.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def pack(asked: Request, answer: Response, secrets: Iterable[str]) -> None:
    """Pack a page, where its browser takes that. What answers a form is sent as it is: what was typed may stand in it.

    Args:
        asked: the request. answer: the page. secrets: of it, beside the keys in addresses and QR codes.
    """
    answer.headers.add_vary_header("Accept-Encoding")
    if asked.method in ("GET", "HEAD") and takes_gzip(asked):
        answer.body = packed(bytes(answer.body), secret_on_page(secrets))
        answer.headers["content-encoding"], answer.headers["content-length"] = "gzip", str(len(answer.body))


def secret_on_page(secrets: Iterable[str]) -> re.Pattern[bytes]:
    """Return what finds each secret of a page.

    Args:
        secrets: words of the page that are some.
    """
    return re.compile("|".join([*(re.escape(one) for one in secrets if one), _KEYS]).encode(), re.DOTALL)

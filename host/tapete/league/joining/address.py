"""The address with which a table joins an event: the server, the table and its key."""

from __future__ import annotations

import base64
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from tapete.core.refusals import Illegal
from tapete.league import league_codes
from tapete.league.protocol import Id, host_key


class JoinAddress(Struct, frozen=True):
    """Where a table sends to. `server` ends without a slash; the key stands behind `#`, which no browser sends anywhere.

    With `pin`, the SHA-256 of its public key, a server over HTTPS is known without any authority.
    """

    server: str
    shop: str
    host: str
    key_no: int
    key: bytes
    pin: bytes = b""

    def __repr__(self) -> str:
        return f"<JoinAddress of {self.host} at {self.server}>"

    @property
    def path(self) -> str:
        """The path of this table at the server."""
        return f"/v1/shops/{self.shop}/hosts/{self.host}"

    @property
    def text(self) -> str:
        """As people copy it, or scan it."""
        secrets = ".".join(base64.urlsafe_b64encode(one).rstrip(b"=").decode() for one in (self.key, self.pin) if one)
        return f"{self.server}{self.path}#{self.key_no}.{secrets}"


def address_for(server: str, secret: bytes, shop: str, host: str, key_no: int, pin: bytes = b"") -> JoinAddress:
    """The address of a table, made by its server.

    Args:
        server: as tables reach it: `http://192.168.1.20:8770`. secret: of the server. shop, host, key_no: of the table's row.
        pin: of its certificate (`pin_of`), where no authority vouches for it.
    """
    return JoinAddress(server.rstrip("/"), shop, host, key_no, host_key(secret, shop, host, key_no), pin)


def read_address(text: str) -> JoinAddress:
    """Read an address.

    Raises:
        Illegal: it is no such address.
    """
    try:
        parts = urlsplit(text.strip())
        [empty, v1, shops, shop, hosts, host] = parts.path.split("/")
        number, key, *pinned = parts.fragment.split(".")
        if (empty, v1, shops, hosts) != ("", "v1", "shops", "hosts") or parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError
        named = [msgspec.convert(word, Id) for word in (shop, host)]
        if len(pinned) > (parts.scheme == "https"):
            raise ValueError
        raw, *pins = [_unpacked(one) for one in (key, *pinned)]
        if any(len(one) != 32 for one in (raw, *pins)) or not parts.netloc or (parts.port is not None and not parts.port):
            raise ValueError
        return JoinAddress(f"{parts.scheme}://{parts.netloc}", named[0], named[1], int(number), raw, *pins)
    except ValueError:
        raise Illegal((league_codes.NO_LEAGUE_ADDRESS(),)) from None


def _unpacked(told: str) -> bytes:
    return base64.b64decode(told.encode("ascii") + b"=" * (-len(told) % 4), altchars=b"-_", validate=True)

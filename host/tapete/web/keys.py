"""Keys: what a visitor may see and do. A visitor is the whole table, one seat of one match, or anybody.

On loopback every visitor sits at the computer and counts as the table. With `--lan` the table's own token is needed, and each
seat's opens that seat alone; both are words of a QR code once, and cookies from then on.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping, MutableMapping

from starlette.requests import HTTPConnection

from tapete.station.addresses import HERE, group
from tapete.table.folders import EVERYBODY


class Keys:
    """All tokens of one server, made from one secret.

    Args:
        lan: whether others than this computer reach the pages, so that tokens are asked for.
        secret: at least 16 random bytes; a new one when left out (then the QR codes of an earlier run do not fit any more).
        renewed: how often each seat of each match (`match/seat`) got a new key, and all of them together (`folders.EVERYBODY`).
    """

    def __init__(self, *, lan: bool = False, secret: bytes | None = None, renewed: MutableMapping[str, int] | None = None) -> None:
        self.lan = lan
        self._here = self._shut = False
        self._renewed = {} if renewed is None else renewed
        self._secret = secret if secret is not None else secrets.token_bytes(32)
        self._mark = hmac.new(self._secret, b"cookies", hashlib.sha256).hexdigest()[:8]

    def open(self) -> None:
        """Ask for keys from now on, because other devices reach the pages; the person at this computer stays the table."""
        self.lan = self._here = True
        self._shut = False

    def shut(self) -> None:
        """Let only this computer in, even against a right key, until pages are opened again. No key changes."""
        self._shut = True

    @property
    def reached(self) -> bool:
        """Whether others than this computer reach the pages."""
        return self.lan and not self._shut

    def _fits(self, asked: HTTPConnection, given: str, right: str) -> bool:
        """Say whether a token is the right one, and whether its visitor may come in now."""
        return _same(given, right) and not (self._shut and not is_here(asked))

    def cookie(self, kind: str) -> str:
        """The name of the cookie that keeps a key, of this server alone: browsers give cookies to every port of a computer.

        Args:
            kind: `table`, `record`, or `seat_A`, `seat_B` and so on.
        """
        return f"tapete_{kind}_{self._mark}"

    def _token(self, *purpose: str) -> str:
        digest = hmac.new(self._secret, "\0".join(purpose).encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    @property
    def table(self) -> str:
        """The token of the whole table."""
        return self._token("table")

    def seat(self, match: str, seat: str) -> str:
        """The token of one seat of one match."""
        times, everybody = self._renewed.get(f"{match}/{seat}", 0), self._renewed.get(EVERYBODY, 0)
        renewed = [str(times)] if times else []
        return self._token("seat", match, seat, *renewed, *([EVERYBODY, str(everybody)] if everybody else []))

    def renew(self, match: str, seat: str) -> None:
        """Give a seat a new key. The old one opens nothing from now on, wherever it is.

        Raises:
            OSError: what keeps the renewals could not be written; the old key still holds.
        """
        place = f"{match}/{seat}"
        self._renewed[place] = self._renewed.get(place, 0) + 1

    @property
    def renewed(self) -> Mapping[str, int]:
        """How often each seat got a new key."""
        return self._renewed

    @property
    def monitor(self) -> str:
        """The token for a program of staff: it reads /health and /metrics, and nothing else."""
        return self._token("monitor")

    def is_monitor(self, asked: HTTPConnection) -> bool:
        """Say whether a request carries that token."""
        return self._fits(asked, _shown(asked) or "", self.monitor)

    def record(self, match: str) -> str:
        """The token that opens the record of one match, to read and take home, and nothing else."""
        return self._token("record", match)

    def is_record_token(self, token: str, match: str) -> bool:
        """Say whether this is the key of that record."""
        return _same(token, self.record(match))

    def is_record(self, asked: HTTPConnection, match: str) -> bool:
        """Say whether this visitor may take a match home: with its token, or as the table."""
        return self.is_table(asked) or any(self._fits(asked, token, self.record(match)) for token in _tokens(asked, self.cookie("record")))

    def form_of(self, session: str) -> str:
        """What every form of one visit carries, so that neither a foreign page nor another visitor can post it in its name.

        Args:
            session: the visit's name (`tapete.web.visits.session_of`).
        """
        return self._token("form", session)

    @property
    def form(self) -> str:
        """Return the form token for a program that knows the secret and has no visit; no page shows it."""
        return self.form_of("")

    def is_form(self, token: str, session: str) -> bool:
        """Say whether a form is one of ours, of that visit."""
        return _same(token, self.form_of(session))

    def is_table_token(self, token: str) -> bool:
        """Say whether this is the table's key."""
        return _same(token, self.table)

    def is_seat_token(self, token: str, match: str, seat: str) -> bool:
        """Say whether this is the key of that seat."""
        return _same(token, self.seat(match, seat))

    def is_table(self, asked: HTTPConnection) -> bool:
        """Say whether this visitor may do what the table may."""
        if not self.lan or (self._here and is_here(asked)):
            return True
        return any(self._fits(asked, token, self.table) for token in _tokens(asked, self.cookie("table")))

    def shows_table(self, asked: HTTPConnection) -> bool:
        """Say whether the token that a request shows, before any cookie, is the table's."""
        return self._fits(asked, _shown(asked) or "", self.table)

    def is_seat(self, asked: HTTPConnection, match: str, seat: str) -> bool:
        """Say whether this visitor may act for the seat. The table may act for any, but a token that does not fit is refused."""
        if shown := _shown(asked):
            return self._fits(asked, shown, self.seat(match, seat)) or self._fits(asked, shown, self.table)
        return self.is_table(asked) or any(
            self._fits(asked, token, self.seat(match, seat)) for token in _tokens(asked, self.cookie(f"seat_{seat}"))
        )

    def is_guest(self, asked: HTTPConnection, match: str, seats: tuple[str, ...]) -> bool:
        """Say whether this visitor may look at a match: everybody who sits at it may."""
        return self.is_table(asked) or any(self.is_seat(asked, match, seat) for seat in seats)


def brings_key(asked: HTTPConnection) -> bool:
    """Say whether a visitor shows any key at all."""
    return bool(_shown(asked)) or any(name.startswith(("tapete_seat_", "tapete_table_")) for name in asked.cookies)


def is_here(asked: HTTPConnection) -> bool:
    """Say whether a visitor sits at this computer."""
    return asked.client is not None and group(asked.client.host) == HERE


def _shown(asked: HTTPConnection) -> str | None:
    """The token that came with the address or the authorization, before any cookie."""
    scheme, _, bearer = asked.headers.get("authorization", "").partition(" ")
    return asked.query_params.get("token") or (bearer.strip() if scheme.lower() == "bearer" else None) or None


def _tokens(asked: HTTPConnection, cookie: str) -> tuple[str, ...]:
    """What may be a key: shown, in our cookie, or in one without a mark (programs, phones that came to an earlier Tapete)."""
    return tuple(token for token in (_shown(asked), asked.cookies.get(cookie), asked.cookies.get(cookie.rpartition("_")[0])) if token)


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())

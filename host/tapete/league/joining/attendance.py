"""Let this computer's table join and leave an event, and remember over a restart which one it is in."""

from __future__ import annotations

import contextlib
import logging
import random
import secrets
import threading
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from tapete.core.refusals import Illegal
from tapete.core.texts import _
from tapete.league import league_codes
from tapete.league.joining.address import JoinAddress, read_address
from tapete.league.joining.membership import Membership
from tapete.league.joining.panel_light import PanelLight
from tapete.league.joining.pinned import NotTheServer
from tapete.league.joining.server_client import Client, NotLetIn, ServerAway
from tapete.league.protocol import read_letters, read_ticket
from tapete.table import Hub, Table
from tapete.table.folders import write_whole
from tapete.table.in_event import TableInEvent

_log = logging.getLogger(__name__)

FILE = "league-address"
"""The file beside the journal with the address of the event that was joined on the pages; its owner alone can read it."""

MOST_BYTES = 4_096
"""Longest address that is read."""

NOT_REMEMBERED = _("The event's address cannot be kept on the disk: after the next start this table has to join again.")


class Attendance:
    """One table's way into events and out of them, from `start` to `close`; use it in a `with` block. Any thread may call.

    Args:
        hub: the matches of this computer.
        kept: the file that remembers the address (`FILE` beside the journal); None: nothing is remembered.
        began: told each match of an event once it is there.
        rng: spreads the waits.
    """

    def __init__(
        self, hub: Hub, kept: Path | None = None, *, began: Callable[[Table], None] = lambda table: None, rng: random.Random | None = None
    ) -> None:
        self._hub, self._kept, self._began, self._rng = hub, kept, began, rng
        self._lock = threading.RLock()
        self._member: Membership | None = None
        self._computer = secrets.token_hex(8)
        self._light = PanelLight(hub, lambda: self._member)

    @property
    def member(self) -> Membership | None:
        """How the table takes part; None: it does not."""
        return self._member

    def start(self) -> None:
        """Take part again where it did before; an address that cannot be read any more is forgotten."""
        self._light.start()
        if self._kept is None:
            return
        try:
            told = self._kept.read_bytes()[:MOST_BYTES].decode("ascii", "replace")
        except FileNotFoundError:
            return
        except OSError as fault:
            _log.warning("%s cannot be read: %s", self._kept, fault)
            return
        with contextlib.suppress(Illegal):
            self._take_part(read_address(told))

    def close(self) -> None:
        """Stop; what is owed is sent after the next start."""
        self._light.close()
        with self._lock:
            member, self._member = self._member, None
        if member is not None:
            member.close()

    def __enter__(self) -> Attendance:
        self.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def now(self) -> TableInEvent | None:
        """What the table plays; None: it takes part in no event."""
        member = self._member
        return None if member is None else member.table_in_event()

    def join(self, told: str, *, anyway: bool = False) -> None:
        """Take part by an address, in the place of what it took part in before; once it does, a ticket begins the match of its words.

        Args:
            told: what was scanned or typed. anyway: without asking the server whether the address is good and free.

        Raises:
            Illegal: it is neither; a ticket without or of another event; or the server does not answer, does not know the address, has
                closed the event, or another computer takes part as this table. Nothing has changed then.
            NotWritten: the match of a ticket could not be written.
        """
        told = told.strip()
        try:
            address = read_address(told)
        except Illegal:
            if not _is_ticket(told):
                raise
            if (member := self._member) is None:
                raise Illegal((league_codes.TICKET_ALONE(),)) from None
            member.begin_by_ticket(told)
            return
        if not anyway:
            self._look(address)
        self._take_part(address)
        self._remember(address.text)

    def leave(self, *, anyway: bool = False) -> None:
        """Take part no more; what is owed stays in the journal.

        Args:
            anyway: although something is owed.

        Raises:
            Illegal: something is owed.
        """
        with self._lock:
            member = self._member
            if member is None:
                return
            if not anyway and (owed := member.owed()):
                raise Illegal((league_codes.STILL_OWED(matches=owed),))
            self._member = None
        member.close()
        for code in ("league_away", "league_key", "league_match"):
            self._hub.alerts.take_back(code)
        self._light.end()
        self._remember("")

    def _look(self, address: JoinAddress) -> None:
        server = urlsplit(address.server).netloc
        try:
            found = Client(address, self._computer).look()
        except NotLetIn as fault:
            known = fault.status == HTTPStatus.UNAUTHORIZED
            raise Illegal(((league_codes.ADDRESS_OVER() if known else league_codes.NO_EVENTS_THERE(server=server)),)) from fault
        except ServerAway as fault:
            stranger = isinstance(fault.__cause__, NotTheServer)
            raise Illegal(((league_codes.NOT_THE_SERVER(server=server) if stranger else league_codes.NO_ANSWER(server=server)),)) from fault
        if found.over:
            raise Illegal((league_codes.EVENT_IS_OVER(event=found.title),))
        if found.elsewhere:
            raise Illegal((league_codes.TABLE_TAKEN(table=found.table or address.host),))

    def _take_part(self, address: JoinAddress) -> None:
        with self._lock:
            before = self._member
            if before is not None and before.address == address:
                return
            self._member = Membership(self._hub, address, began=self._began, rng=self._rng, computer=self._computer)
            if before is not None:
                before.close()
            self._member.start()

    def _remember(self, text: str) -> None:
        """Keep the address for the next start, or forget it."""
        if self._kept is None:
            return
        try:
            if not text:
                self._kept.unlink(missing_ok=True)
            else:
                write_whole(self._kept, f"{text}\n".encode("ascii"))
        except OSError as fault:
            _log.warning("%s cannot be written: %s", self._kept, fault)
            self._hub.alerts.say("league_not_kept", NOT_REMEMBERED)
        else:
            self._hub.alerts.take_back("league_not_kept")


def _is_ticket(told: str) -> bool:
    if read_letters(told):
        return True
    try:
        read_ticket(told)
    except Illegal:
        return False
    return True

"""Send what this table wrote down, and repeat it until the server has it.

What is owed stands in the journal (`tapete.table.deliveries`), so a program that was killed goes on where it was. One request of a match
is under way at a time.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from tapete.console.clock import REAL_TIME, Clock
from tapete.core import codec
from tapete.core.codec import parse
from tapete.core.log import Entry, Header
from tapete.core.texts import Text, _
from tapete.league.heads import first_head, head_after
from tapete.league.joining.address import JoinAddress
from tapete.league.joining.server_client import Reply, Sender, ServerAway
from tapete.league.joining.waiting import Backoff
from tapete.league.protocol import MOST_BODY, MOST_LINES, NO_OPENING, MatchLines, PairingKey
from tapete.table import deliveries
from tapete.table.deliveries import Delivery, Undelivered
from tapete.table.journal import Journal
from tapete.table.journal_troubles import JournalTrouble
from tapete.table.match_file import FORMAT, Closing, Opening, anonymous

_log = logging.getLogger(__name__)

QUIET_S, LONGEST_S, ENOUGH = 0.5, 1.0, 50
"""Lines go once nothing has been added for so long, after so long in any case, or once so many wait."""

LOOK_S = 60.0
"""How often the journal is looked at without news: what a full disk held back is written later."""

FORKED = "forked"

REFUSED = _("The event did not take match {match} ({why}). Ask the staff; they can take it as a file.")
AWAY = _("The event's server does not answer. The table plays on, and sends what it owes as soon as the server is there.")
KEY_OVER = _("The event's server does not know this table any more: let it join again with a new address.")


class Addressee(Struct, frozen=True, omit_defaults=True):
    """To whom a match is owed, as the journal keeps it; `again_ms` tells the matches of one pairing apart (`NextMatch`)."""

    shop: str
    host: str
    pairing: PairingKey | None = None
    ticket: str = ""
    again_ms: int = 0


class Outbox:
    """Sends on a thread of its own, from `start` to `close`.

    Args:
        journal: what this table wrote down. sender: to the server. address: of this table.
        clock: whose time counts. rng: spreads the waits.
        tell: told how it stands, as a code and a sentence (an empty code: all is well), when that changes.
    """

    def __init__(
        self,
        journal: Journal,
        sender: Sender,
        address: JoinAddress,
        *,
        clock: Clock = REAL_TIME,
        rng: random.Random | None = None,
        tell: Callable[[str, Text | None], None] = lambda code, text: None,
    ) -> None:
        self._journal, self._sender, self._address, self._clock, self._tell = journal, sender, address, clock, tell
        self._backoff = Backoff(rng or random.Random())
        self._news = clock.condition()
        self._waiting: dict[str, tuple[float, float, int]] = {}
        """By match: when the first news came, when the last, and how many."""
        self._not_before, self._look_at, self._closed, self._trouble = 0.0, 0.0, False, ""
        self._heard_of = 0
        self._thread = clock.thread(self._run, "outbox")

    def start(self) -> None:
        """Begin to send, first what is owed from before."""
        self._journal.on_kept = self._kept
        self._thread.start()

    def close(self) -> None:
        """Stop; what is still owed stays in the journal."""
        self._journal.on_kept = lambda match: None
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def settle(self, timeout_s: float) -> bool:
        """Wait until nothing is owed; False if that takes too long."""
        with self._news:
            return self._news.wait_for(lambda: not self._waiting and not self.owed(), timeout_s)

    def owed(self) -> int:
        """How many matches are not yet whole at the server."""
        return len(self._journal.read(deliveries.owed_names))

    def _kept(self, match: str) -> None:
        with self._news:
            now = self._clock.now()
            first, _last, count = self._waiting.get(match, (now, now, 0))
            self._waiting[match] = (first, now, count + 1)
            self._heard_of += 1
            self._news.notify_all()

    # ---- the thread

    def _run(self) -> None:
        while self._rest():
            try:
                self._look()
                for match in self._due():
                    self._send(match)
            except JournalTrouble as trouble:
                _log.warning("what is owed cannot be read: %s", trouble)
                self._not_before = self._clock.now() + self._backoff.failed()
            with self._news:
                self._news.notify_all()

    def _rest(self) -> bool:
        """Wait for news, or until something is due. Return whether to go on."""
        with self._news:
            seen = self._heard_of
            self._news.wait_for(lambda: self._closed or self._heard_of != seen, self._until())
            return not self._closed

    def _until(self) -> float:
        """Seconds until something is due."""
        return max(0.0, min([self._look_at, *(self._when(one) for one in self._waiting.values())]) - self._clock.now())

    def _when(self, waiting: tuple[float, float, int]) -> float:
        first, last, count = waiting
        soon = last if count >= ENOUGH else min(last + QUIET_S, first + LONGEST_S)
        return max(soon, self._not_before)

    def _look(self) -> None:
        if self._clock.now() >= self._look_at:
            self._look_at = self._clock.now() + LOOK_S
            for match in self._journal.read(deliveries.owed_names):
                with self._news:
                    self._waiting.setdefault(match, (-LONGEST_S, -LONGEST_S, ENOUGH))

    def _due(self) -> list[str]:
        with self._news:
            now = self._clock.now()
            return [match for match, waiting in self._waiting.items() if self._when(waiting) <= now]

    def _send(self, match: str) -> None:
        """Send all that a match owes, request by request, until the server does not take the next one."""
        with self._news:
            waiting = self._waiting.pop(match, None)
        while (part := self._next_request(match)) is not None:
            try:
                reply = self._sender.post(*part.request)
            except ServerAway as fault:
                self._wait(None, "league_away", AWAY, str(fault))
            else:
                if self._heard(part, reply):
                    continue
            with self._news:
                if waiting is not None and self._not_before > self._clock.now():
                    self._waiting.setdefault(match, waiting)
            return

    def _wait(self, told_s: float | None, code: str, text: Text, why: str) -> None:
        self._not_before = self._clock.now() + self._backoff.failed(told_s)
        self._say(code, text, why)

    def _say(self, code: str, text: Text | None, why: str = "") -> None:
        if code != self._trouble:
            self._trouble = code
            _log.warning("%s %s", code or "the event's server answers again", why)
            self._tell(code, text)

    def _next_request(self, match: str) -> _PendingRequest | None:
        """The next request of a match; None: this server is owed nothing of it."""
        owed = self._journal.read(partial(deliveries.owed, match=match, most=MOST_LINES))
        if owed is None or (owed.delivery.refused and owed.delivery.refused != FORKED):
            return None
        addressee = parse(owed.delivery.addressee, Addressee)
        if (addressee.shop, addressee.host) != (self._address.shop, self._address.host):
            return None
        if owed.delivery.refused == FORKED:
            whole = self._journal.read(partial(deliveries.owed, match=match, most=-1, after=0))
            return None if whole is None or not whole.result or whole.result == owed.delivery.told else _file(whole, addressee)
        if not owed.entries and (not owed.result or owed.result == owed.delivery.told) and (owed.seq or owed.delivery.head):
            return None
        return _lines(self._address, owed, addressee)

    def _heard(self, part: _PendingRequest, reply: Reply) -> bool:
        """Note what the server said. Return whether the match may send its next request at once."""
        if reply.status in (429, 503) or reply.status >= 500:
            self._wait(reply.wait_s, "league_away", AWAY, str(reply.status))
            return False
        if reply.status == 401:
            self._wait(None, "league_key", KEY_OVER, "401")
            return False
        self._backoff.answered()
        self._say("", None)
        answer: Mapping[str, Any] = _read(reply.body)
        if reply.status == 200:
            self._note(replace(part.delivery, acked=part.end, head=part.head, told=part.result))
            return True
        if reply.status == 409 and "have" in answer:
            return self._apart(part, str(answer.get("error", "")), int(answer["have"]), str(answer.get("head", "")))
        why = next((str(one.get("code", "")) for one in answer.get("refusals", ())), str(reply.status))
        self._note(replace(part.delivery, refused=why or str(reply.status)))
        self._tell("league_refused", REFUSED.fill(match=part.delivery.match, why=why))
        return False

    def _apart(self, part: _PendingRequest, error: str, have: int, head: str) -> bool:
        """Go on from where the server is, if it tells the same match there; else the match goes as a file once it is over."""
        owed = self._journal.read(partial(deliveries.owed, match=part.delivery.match, most=have, after=0))
        if owed is None:
            return False
        if error != FORKED and have <= owed.seq:
            opening, lines = _opening(owed.header), _told(owed.entries)
            own = head_after(first_head(opening), lines[:have])
            if have == 0 or own == head or error == "gap":
                if have == part.delivery.acked:  # nothing would change
                    self._wait(None, "league_away", AWAY, f"{error} at {have}")
                    return False
                self._note(replace(part.delivery, acked=have, head=own if have else "", told=""))
                return True
        self._note(replace(part.delivery, refused=FORKED))
        return True

    def _note(self, delivery: Delivery) -> None:
        self._journal.write(lambda connection: deliveries.keep(connection, delivery))


class _PendingRequest(Struct, frozen=True):
    """A request of a match, and what is noted once it is taken."""

    request: tuple[str, bytes]
    delivery: Delivery
    end: int
    head: str
    result: str


def _lines(address: JoinAddress, owed: Undelivered, addressee: Addressee) -> _PendingRequest:
    """The next lines, as many as one request may hold."""
    found, opening = owed.delivery, _opening(owed.header)
    lines: list[str] = []
    size = 2 * len(opening) + 4_096
    for line in _told(owed.entries):
        size += 2 * len(line.encode()) + 3  # at worst each letter is escaped
        if lines and size > MOST_BODY:
            break
        lines.append(line)
    first = found.head or first_head(opening)
    head, end = head_after(first, lines), found.acked + len(lines)
    result = owed.result if len(lines) == len(owed.entries) else ""
    body = MatchLines(
        after=found.acked,
        head=first,
        lines=tuple(lines),
        opening=NO_OPENING if found.acked else msgspec.Raw(opening),
        closing=Closing(entries=end, result=result) if result else None,
        pairing=None if found.acked else addressee.pairing,
        ticket="" if found.acked else addressee.ticket,
    )
    return _PendingRequest((f"{address.path}/matches/{found.match}/lines", codec.encode(body)), found, end, head, result)


def _file(owed: Undelivered, addressee: Addressee) -> _PendingRequest:
    """The whole match as a file."""
    opening, lines = _opening(owed.header), _told(owed.entries)
    last = codec.encode(Closing(entries=len(lines), result=owed.result))
    raw = b"\n".join((opening, *(line.encode() for line in lines), last)) + b"\n"
    named = codec.builtins(addressee.pairing) if addressee.pairing is not None else {}
    query = urlencode({**named, **({"ticket": addressee.ticket} if addressee.ticket else {})})
    path = f"/v1/shops/{addressee.shop}/files" + (f"?{query}" if query else "")
    return _PendingRequest((path, raw), owed.delivery, owed.seq, owed.delivery.head, owed.result)


def _opening(header: bytes) -> bytes:
    return codec.encode(Opening(tapete_match=FORMAT, header=replace(parse(header, Header), cards=UNSET)))


def _told(entries: tuple[bytes, ...]) -> tuple[str, ...]:
    """Lines as they leave the table: without the names of consoles."""
    told = []
    for raw in entries:
        entry = parse(raw, Entry)
        place = anonymous(entry.source)
        told.append(raw.decode() if place == entry.source else codec.encode(replace(entry, source=place)).decode())
    return tuple(told)


def _read(body: bytes) -> Mapping[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}

"""A table in an event: the match of each round begins by itself, and what is played goes to the server by itself."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Callable
from http import HTTPStatus

from msgspec import DecodeError

from tapete.core import codec
from tapete.core.codec import parse
from tapete.core.names import fitted
from tapete.core.refusals import Code, Illegal, RefereeError
from tapete.core.seats import SEATS
from tapete.core.texts import Text, _
from tapete.league import league_codes
from tapete.league.joining.address import JoinAddress
from tapete.league.joining.follower import Follower
from tapete.league.joining.outbox import Addressee, Outbox
from tapete.league.joining.server_client import Client, ServerAway
from tapete.league.protocol import NextMatch, NextSeat, PairingKey, TicketWords, TypedCode, read_letters, read_ticket
from tapete.table import Hub, Table, deliveries
from tapete.table.house_rules import option_of
from tapete.table.in_event import TableInEvent

LETTERS_REFUSED: dict[int, Code] = {
    HTTPStatus.UNAUTHORIZED: league_codes.ADDRESS_OVER,
    HTTPStatus.UNPROCESSABLE_ENTITY: league_codes.NO_TABLE_LETTERS,
    HTTPStatus.TOO_MANY_REQUESTS: league_codes.LETTERS_TOO_OFTEN,
}
"""What the server's answer to the letters of a ticket means."""

CANNOT_BEGIN = _("The event's match cannot begin here: {why}")


class Membership:
    """Takes part in an event, from `start` to `close`; use it in a `with` block.

    Args:
        hub: the matches of this computer.
        address: the one with which it joined.
        began: told each match of the event once it is there, also one that goes on after a restart.
        rng: spreads the waits. computer: a word that tells this computer from another with the same address.
    """

    def __init__(
        self,
        hub: Hub,
        address: JoinAddress,
        *,
        began: Callable[[Table], None] = lambda table: None,
        rng: random.Random | None = None,
        computer: str = "",
    ) -> None:
        self._hub, self.address, self._began, self._computer = hub, address, began, computer
        self._lock = threading.RLock()
        self._client = Client(address)
        self.outbox = Outbox(hub.journal, self._client, address, clock=hub.clock, rng=rng, tell=self._told)
        self.follower = Follower(Client(address, computer), self._heard, clock=hub.clock, rng=rng)
        self.table: Table | None = None
        """The match of the round that is played, once it has begun."""
        self._pairing: PairingKey | None = None
        self._again_ms = 0

    def start(self) -> None:
        """Begin to take part."""
        self.outbox.start()
        self.follower.start()

    def close(self) -> None:
        """Stop; what is owed is sent after the next start."""
        self.follower.close()
        self.outbox.close()
        self._client.close()

    def __enter__(self) -> Membership:
        self.start()
        return self

    def __exit__(self, *_fault: object) -> None:
        self.close()

    def now(self) -> NextMatch | None:
        """What this table plays, with the time that is left; None: nothing was heard yet."""
        return self.follower.now()

    def begin_by_ticket(self, told: str) -> Table:
        """Begin the match of a ticket. Its words need no server, which judges them when the lines come; its four letters do.

        Args:
            told: the words, or the letters.

        Raises:
            Illegal: it is no ticket, one of another event or an older round, its match cannot be played here, or nobody knows its letters.
            NotWritten: the journal could not be written.
        """
        if letters := read_letters(told):
            told = self._words_of(letters)
        ticket = read_ticket(told)
        known = self.follower.now()
        if known is not None and known.pairing is not None and _is_older(ticket.pairing, known.pairing):
            raise Illegal((league_codes.OLD_TICKET(round=ticket.pairing.round),))
        seats = dict.fromkeys(SEATS[: ticket.seats], NextSeat(0, ""))
        told_of = NextMatch(pairing=ticket.pairing, seats=seats, game=ticket.game, options=ticket.options, catalogue=ticket.catalogue)
        return self._begin(ticket.pairing, told_of, told)

    def _words_of(self, letters: str) -> str:
        """The words of the ticket that has these letters, as the server knows it.

        Raises:
            Illegal: no table of this round has them, they were tried too often, or the server does not answer.
        """
        client = Client(self.address, self._computer)
        try:
            reply = client.post(f"{self.address.path}/ticket", codec.encode(TypedCode(letters)))
            if reply.status == HTTPStatus.OK:
                return parse(reply.body, TicketWords).ticket
        except (ServerAway, DecodeError) as fault:
            raise Illegal((league_codes.LETTERS_NEED_SERVER(),)) from fault
        finally:
            client.close()
        raise Illegal((LETTERS_REFUSED.get(reply.status, league_codes.LETTERS_NEED_SERVER)(),))

    def owed(self) -> int:
        """How many matches this address is owed yet."""
        return self._hub.journal.read(self._owed)

    def _owed(self, connection: sqlite3.Connection) -> int:
        owed = deliveries.owed_names(connection)
        own = (parse(one.addressee, Addressee) for one in deliveries.all_of(connection) if one.match in owed)
        return sum((to.shop, to.host) == (self.address.shop, self.address.host) for to in own)

    def table_in_event(self) -> TableInEvent:
        """What this table plays now, for its first page."""
        state, table = self.now() or NextMatch(), self.table
        key, left = state.pairing, state.remaining_ms
        return TableInEvent(
            title=state.title,
            table=state.table,
            round=key.round if key is not None else 0,
            rounds=state.rounds,
            players=tuple(one.name for one in state.seats.values() if one.name),
            minutes=None if left is None else max(0, minutes_of(left)),
            clock=minutes_of(state.clock_ms),
            match=table.id if table is not None and key in (None, self._pairing) else "",
            over=table is not None and table.result is not None,
            closed=state.over,
            away=not self.follower.connected,
            shut=self.follower.shut,
            elsewhere=state.elsewhere,
        )

    # ---- what the server says

    def _heard(self, state: NextMatch) -> None:
        if state.pairing is None or state.state == "closed" or state.result:
            return
        try:
            self._begin(state.pairing, state)
        except RefereeError as fault:
            self._hub.alerts.say("league_match", CANNOT_BEGIN.fill(why=fault.refusals[0].text()))
        else:
            self._hub.alerts.take_back("league_match")

    def _begin(self, pairing: PairingKey, state: NextMatch, ticket: str = "") -> Table:
        """The match of a pairing: the one that was begun before, else a new one; also where a judge lets it be played again."""
        with self._lock:
            if (self._pairing, self._again_ms) == (pairing, state.again_ms) and self.table is not None:
                return self.table
            table = self._begun_before(pairing, state.again_ms)
            if table is None:
                addressee = codec.encode(Addressee(self.address.shop, self.address.host, pairing, ticket, state.again_ms)).decode()
                table = self._hub.begin(
                    state.game,
                    {key: option_of(word) for key, word in state.options.items()},
                    fitted({seat: one.name for seat, one in state.seats.items() if one.name}),
                    len(state.seats),
                    state.catalogue,
                    addressee=addressee,
                    shown=not self._is_busy(),
                    hints_barred=not state.hints,
                )
            self._pairing, self._again_ms, self.table = pairing, state.again_ms, table
        self._began(table)
        return table

    def _is_busy(self) -> bool:
        """Whether the consoles serve a match that runs and is not one of an event: it keeps them."""
        shown = self._hub.shown_match()
        if shown is None or shown.result is not None:
            return False
        return all(one.match != shown.id for one in self._hub.journal.read(deliveries.all_of))

    def _begun_before(self, pairing: PairingKey, again_ms: int) -> Table | None:
        for one in reversed(self._hub.journal.read(deliveries.all_of)):
            to = parse(one.addressee, Addressee)
            if to == Addressee(self.address.shop, self.address.host, pairing, to.ticket, again_ms):
                return self._hub.table(one.match, plays=True)
        return None

    def _told(self, code: str, text: Text | None) -> None:
        for known in {"league_away", "league_key"} - {code}:
            self._hub.alerts.take_back(known)
        if text is not None:
            self._hub.alerts.say(code, text)


def minutes_of(ms: int) -> int:
    """Milliseconds as minutes, rounded up."""
    return -(-ms // 60_000)


def _is_older(one: PairingKey, known: PairingKey) -> bool:
    """Whether a pairing is of another event, or of an earlier round or an earlier pairing of it than the one that is known."""
    return one.event != known.event or (one.round, one.attempt) < (known.round, known.attempt)

"""A table whose lobby is open joins an event on its pages, and leaves it again; what does not hold is said with the next step."""

from __future__ import annotations

import queue
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tapete.core.refusals import Illegal
from tapete.league.decisions import CloseTournament, PlayAgain, TakeBackRound
from tapete.league.joining import attendance
from tapete.league.joining.address import address_for
from tapete.league.joining.attendance import Attendance
from tapete.league.protocol import PairingKey, Ticket, write_ticket
from tapete.league.server.code_pages import TRIES
from tapete.league.server.shared import League
from tapete.league.server.short_codes import table_codes
from tapete.league.store.hosts import HostStore
from tapete.league.store.lines import LineStore
from tapete.table import Hub, Journal, Table, deliveries
from tapete.web import Server, app
from tests.league.server.conftest import SECRET, Served, Visitor
from tests.league.server.two_tables import decide, evening, next_round, result_of

pytestmark = [pytest.mark.league]

TICKET = Ticket("shop", PairingKey("friday", 1, 1, 1), 2, "shazamm")


def address(served: Served, place: int = 1, key_no: int = 1) -> str:
    """The address of a table, as the organiser's page shows it."""
    return address_for(served.server.address, SECRET, "shop", f"table-{place}", key_no).text


class Computer:
    """A computer at a table.

    Args:
        folder: of its data.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.hub = Hub(Journal(folder / "tapete.sqlite3"))
        self.kept = folder / attendance.FILE
        self.begun: queue.SimpleQueue[Table] = queue.SimpleQueue()
        self.attends = Attendance(self.hub, self.kept, began=self.begun.put)

    def owed(self) -> list[str]:
        """The matches that an event is told of."""
        return [one.match for one in self.hub.journal.read(deliveries.all_of)]


@contextmanager
def running(folder: Path) -> Iterator[Computer]:
    """A computer that takes part in what it is let into."""
    computer = Computer(folder)
    try:
        with computer.attends:
            yield computer
    finally:
        computer.hub.close()


@contextmanager
def lobby(computer: Computer, language: str = "en") -> Iterator[Visitor]:
    """A browser at its lobby."""
    with ExitStack() as stack:
        server = stack.enter_context(Server(app(computer.hub, in_event=computer.attends)))
        wishes = {"accept-language": language}
        yield stack.enter_context(Visitor(base_url=server.address, headers=wishes, follow_redirects=True, trust_env=False))


def join(visitor: Visitor, told: str, **fields: str) -> httpx.Response:
    return visitor.enter("/?matches=all", "/event", do="join", address=told, **fields)


def test_a_lobby_joins_by_the_tables_address_and_the_rounds_match_begins_there(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        page = join(visitor, f"  {address(served)}\n")
        assert page.status_code == 200
        table = computer.begun.get()
        assert set(table.names.values()) <= {f"Name {number}" for number in range(1, 5)}
        assert visitor.get("/").url.path == f"/match/{table.id}", "the match of the round is the first page"
        lobby_page = visitor.get("/?matches=all").text
        assert "This computer is table 1." in lobby_page
        assert "Begin the match" in lobby_page, "other matches are begun as before"
        assert computer.kept.stat().st_mode & 0o077 == 0
        assert computer.kept.read_text("ascii").strip() == address(served)


def test_it_takes_part_again_after_a_restart_until_it_leaves(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        join(visitor, address(served))
        first = computer.begun.get().id
    with running(tmp_path) as again, lobby(again) as visitor:
        table = again.begun.get()
        assert table.id == first, "the match goes on"
        table.submit({"action": "concede", "seat": "A"})
        assert again.attends.member is not None
        assert again.attends.member.outbox.settle(60)
        left = visitor.enter("/?matches=all", "/event", do="leave")
        assert left.status_code == 200
        assert "Join the event" in left.text
        assert not again.kept.exists()
    with running(tmp_path) as later:
        assert later.attends.now() is None


def test_a_match_that_is_played_again_begins_anew_at_its_table_and_counts(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        join(visitor, address(served))
        first = computer.begun.get()
        first.submit({"action": "concede", "seat": "A"})
        assert result_of(served) == "B"
        heads = served.within(lambda league: LineStore(league.store.engine).tellings("shop", "friday"))
        served.within(lambda league: decide(league, PlayAgain(1, 1, tuple(one.head for one in heads))))
        second = computer.begun.get()
        assert (second.id != first.id, second.seq, second.names) == (True, 0, first.names)
    with running(tmp_path) as again:
        table = again.begun.get()
        assert table.id == second.id, "after a restart too"
        table.submit({"action": "concede", "seat": "B"})
        assert result_of(served) == "A"
        assert len(again.owed()) == 2, "both are kept"


@pytest.mark.parametrize("allowed", [False, True])
def test_hints_are_asked_for_in_an_event_where_its_organiser_allows_them(served: Served, tmp_path: Path, allowed: bool) -> None:
    evening(served, hints=allowed)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        join(visitor, address(served))
        table = computer.begun.get()
        place = f"/match/{table.id}/seat/A"
        assert ("Ask for hints" in visitor.get(f"{place}/seats").text) is allowed
        if allowed:
            table.ask_hints(True, "A")
            assert table.asked() is not None
        else:
            with pytest.raises(Illegal, match="hints_barred"):
                table.ask_hints(True, "A")
            refused = visitor.enter("/?matches=all", f"{place}/hint", hand="3")
            assert (refused.status_code, "only its organiser can allow them" in refused.text) == (409, True)
    with running(tmp_path) as again:
        assert again.begun.get().hints_barred is not allowed, "after a restart too"


def test_who_leaves_while_something_is_owed_is_asked_again(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        join(visitor, address(served))
        computer.begun.get()
        served.server.stop()
        table = computer.hub.table(computer.owed()[0])
        assert table is not None
        table.submit({"action": "concede", "seat": "A"})
        asked = visitor.enter("/?matches=all", "/event", do="leave")
        assert asked.status_code == 409
        assert "The event lacks 1 match of this table yet." in asked.text
        assert computer.attends.now() is not None
        member = computer.attends.member
        assert member is not None
        assert member.owed() == 1
        assert "Leave all the same" in asked.text
        assert visitor.enter("/?matches=all", "/event", do="leave", anyway="yes").status_code == 200
        assert computer.attends.now() is None
        assert computer.owed() == [table.id], "what is owed stays in the journal"


def test_a_match_that_runs_is_not_touched(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        other = computer.hub.begin("bhm", seats=2)
        before = other.seq
        join(visitor, address(served))
        table = computer.begun.get()
        assert computer.hub.shown_match() is other, "the consoles stay with it"
        assert (other.seq, other.result) == (before, None)
        assert computer.owed() == [table.id], "and the event hears nothing of it"
        assert visitor.get(f"/match/{other.id}").status_code == 200
        computer.attends.leave(anyway=True)
        assert computer.hub.shown_match() is other


def no_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"


@pytest.mark.parametrize(
    ("case", "english", "spanish"),
    [
        ("wrong", "This is no address of an event", "no es la dirección de un evento"),
        ("other server", "is no server of events", "no es un servidor de eventos"),
        ("no network", "does not answer. Bring this computer into the room", "no responde. Conecta este ordenador a la red"),
        ("old key", "This address holds no more", "Esta dirección ya no vale"),
        ("old event", "The event “Friday” is over", "El evento «Friday» ha terminado"),
        ("taken", "Another computer takes part as table 1 already", "Otro ordenador participa ya como mesa 1"),
        ("ticket", "This is the ticket of a match", "Esto es el vale de una partida"),
    ],
)
def test_what_cannot_be_joined_is_said_and_changes_nothing(served: Served, tmp_path: Path, case: str, english: str, spanish: str) -> None:
    evening(served)
    told = address(served)
    with running(tmp_path / "here") as computer, running(tmp_path / "there") as there, lobby(computer) as visitor:
        match case:
            case "wrong":
                told = "https://example.org/in/abc"
            case "other server":
                told = told.replace(served.server.address.rstrip("/"), str(visitor.base_url).rstrip("/"))
            case "no network":
                told = told.replace(served.server.address.rstrip("/"), no_port())
            case "old key":
                served.within(lambda league: HostStore(league.store.engine).renew("shop", "table-1"))
            case "old event":

                async def close(league: League) -> None:
                    await decide(league, TakeBackRound(1), CloseTournament())

                served.within(close)
            case "taken":
                there.attends.join(told)
                there.begun.get()
            case "ticket":
                told = write_ticket(SECRET, TICKET)
        refused = join(visitor, told)
        assert refused.status_code == 409
        assert english in refused.text
        assert computer.attends.now() is None
        assert not computer.kept.exists()
        assert ("Join all the same" in refused.text) == (case in ("no network", "taken"))
        visitor.headers["accept-language"] = "es"
        assert spanish in join(visitor, told).text
        if case == "taken":
            assert join(visitor, told, anyway="yes").status_code == 200
            computer.begun.get()
            state = computer.attends.now()
            assert state is not None
            assert state.elsewhere
            assert "Otro ordenador" in visitor.get("/?matches=all").text or "mesa 1" in visitor.get("/?matches=all").text


def test_a_ticket_begins_its_match_where_the_server_is_away_and_an_old_one_does_not(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        told = address(served).replace(served.server.address.rstrip("/"), no_port())
        assert join(visitor, told, anyway="yes").status_code == 200
        assert join(visitor, write_ticket(SECRET, TICKET)).status_code == 200
        assert computer.begun.get().rules.game.name == "shazamm"
        join(visitor, address(served))
        computer.begun.get()
        yesterday = Ticket("shop", PairingKey("thursday", 1, 1, 1), 2, "shazamm")
        refused = join(visitor, write_ticket(SECRET, yesterday))
        assert refused.status_code == 409
        assert "Round 1 was paired again, or is not there" in refused.text
        assert len(computer.owed()) == 1


def letters(served: Served, table: int) -> str:
    """The four letters on the ticket of a table of the newest round."""

    async def found(league: League) -> str:
        tournament = await league.store.load("shop", "friday")
        return table_codes(league, "shop", "friday", tournament.rounds[-1])[table]

    return str(served.within(found))


def test_the_four_letters_of_a_ticket_begin_its_match_at_a_table_without_a_camera(served: Served, tmp_path: Path) -> None:
    """The table takes part and has no place of its own, so that nothing begins by itself."""
    evening(served)
    served.within(lambda league: HostStore(league.store.engine).add("shop", "table-9", "Table 9", "friday", 9))
    with running(tmp_path) as computer, lobby(computer) as visitor:
        said = letters(served, 2)
        alone = join(visitor, said)
        assert (alone.status_code, "Let the table join first" in alone.text) == (409, True)
        join(visitor, address_for(served.server.address, SECRET, "shop", "table-9", 1).text)
        assert "I have a ticket" in visitor.get("/").text
        assert join(visitor, f" {said[:2].lower()}-{said[2:].lower()} ").status_code == 200
        assert computer.begun.get().rules.game.name == "shazamm"
        served.within(lambda league: decide(league, TakeBackRound(1)))
        served.within(next_round)
        old = join(visitor, said)
        assert (old.status_code, "Read them again from the ticket of this round" in old.text) == (409, True)
        visitor.headers["accept-language"] = "es"
        assert "Ninguna mesa de la ronda" in join(visitor, said).text
        assert len(computer.owed()) == 1


@pytest.mark.parametrize(
    ("case", "english"), [("no network", "four letters need it"), ("tried through", "Too many letters"), ("let go", "holds no more")]
)
def test_letters_that_begin_nothing_are_said(served: Served, tmp_path: Path, case: str, english: str) -> None:
    evening(served)
    with running(tmp_path) as computer, lobby(computer) as visitor:
        told = address(served)
        if case == "no network":
            told = told.replace(served.server.address.rstrip("/"), no_port())
        join(visitor, told, anyway="yes")
        if case == "tried through":
            while not TRIES.take("shop/table-1"):
                continue
        elif case == "let go":
            served.within(lambda league: HostStore(league.store.engine).renew("shop", "table-1"))
        refused = join(visitor, letters(served, 1))
        TRIES.forget("shop/table-1")
        assert (refused.status_code, english in refused.text) == (409, True), refused.text


def test_an_address_that_cannot_be_kept_is_said(served: Served, tmp_path: Path) -> None:
    evening(served)
    with running(tmp_path) as computer:
        computer.kept.mkdir()
        computer.attends.join(address(served))
        computer.begun.get()
        assert [alert.code for alert in computer.hub.alerts.standing] == ["league_not_kept"]


def test_a_lobby_without_events_has_no_such_form(tmp_path: Path) -> None:
    hub = Hub(Journal(tmp_path / "tapete.sqlite3"))
    try:
        with (
            Server(app(hub)) as server,
            Visitor(base_url=server.address, headers={"accept-language": "en"}, trust_env=False) as visitor,
        ):
            assert 'id="form-event"' not in visitor.get("/").text
            assert visitor.enter("/", "/event", do="join", address="x").status_code == 404
    finally:
        hub.close()


def test_a_waiting_page_says_table_and_how_it_stands(served: Served, tmp_path: Path) -> None:
    evening(served)
    served.within(lambda league: HostStore(league.store.engine).add("shop", "table-9", "Table 9", "friday", 9))
    with running(tmp_path) as computer, lobby(computer) as visitor:
        page = join(visitor, address_for(served.server.address, SECRET, "shop", "table-9", 1).text)
        assert page.headers["refresh"]
        assert re.search(r"<h1>(Table 9|Event)</h1>", page.text)
        assert "Wait here" in page.text
        assert visitor.enter("/?matches=all", "/event", do="fly").status_code == 400

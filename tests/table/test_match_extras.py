"""What is kept beside the journal: the turn clock and the bin; and matches that come out of a file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tapete.console.clock import RealClock
from tapete.core.refusals import Illegal
from tapete.table import Hub, Journal, Table
from tapete.table.match_extras import ENDING, days_left
from tapete.table.timekeeper import LEFT
from tapete.testing.contract import QUIET


class Hands(RealClock):
    """A clock that the test moves; `day` is what a calendar says."""

    def __init__(self) -> None:
        self.at, self.day = 1000.0, datetime(2026, 3, 1, tzinfo=UTC)

    def now(self) -> float:
        return self.at


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def hub(file: Path, hands: Hands) -> Iterator[Hub]:
    made = Hub(Journal(file, lambda: hands.day), clock=hands)
    yield made
    made.close()


def turn_of(table: Table) -> str:
    return "".join(sorted({owed.seat for owed in table.awaiting() if owed.seat}))


def test_a_turn_begins_with_whoever_is_newly_asked_and_goes_on_below_nothing(hub: Hub, hands: Hands) -> None:
    table = hub.begin("shazamm", turn_s=60)
    assert turn_of(table) == "AB"
    hands.at += 40
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    assert table.turn_left() == 20, "B is asked since both were"
    hands.at += 30
    assert table.turn_left() == -10
    assert table.result is None
    table.submit({"action": "unlock", "seat": "A"})
    assert table.turn_left() == 60, "A is asked anew"
    hands.at += 5
    table.notice(LEFT, minutes=1)
    assert table.turn_left() == 55, "what is only told begins no turn"
    table.submit({"action": "concede", "seat": "A"})
    assert table.turn_left() is None


def test_without_a_clock_there_is_none_and_with_one_it_is_kept(hub: Hub, file: Path, hands: Hands) -> None:
    assert hub.begin("shazamm").turn_left() is None
    timed = hub.begin("moriham", turn_s=120)
    hub.close()
    again = Hub(Journal(file), clock=hands)
    opened = again.table(timed.id)
    assert opened is not None
    assert opened.turn_left() == 120
    opened.submit({"action": "start_game", "first": "A"})
    opened.submit({"action": "concede", "seat": "A"})
    assert again.begin_again(opened).turn_left() == 120
    again.close()


def test_the_bin_gives_a_match_back_for_a_week(hub: Hub, file: Path, hands: Hands) -> None:
    kept, other = hub.begin("shazamm").id, hub.begin("shazamm").id
    hub.bin(kept)
    assert [listing.id for listing in hub.matches()] == [other]
    assert [listing.id for listing in hub.matches(binned=True)] == [kept]
    hands.day += timedelta(days=6, hours=23)
    hub.empty_bin()
    hub.unbin(kept)
    assert {listing.id for listing in hub.matches()} == {kept, other}
    hub.bin(kept)
    hub.close()
    hands.day += timedelta(days=7)
    again = Hub(Journal(file, lambda: hands.day))
    again.empty_bin()
    assert again.table(kept) is None
    assert again.extras.all() == {}
    assert again.journal.check_all() == ()
    again.close()
    assert Journal(file).gone is None, "it is not missed"


def test_a_match_that_somebody_plays_outlives_its_week(hub: Hub, hands: Hands) -> None:
    table = hub.begin("shazamm")
    hub.bin(table.id)
    hands.day += timedelta(days=8)
    hub.empty_bin()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    assert hub.journal.match(table.id) is not None


@pytest.mark.parametrize(("hours", "left"), [(0, 7), (1, 7), (24, 6), (7 * 24 - 1, 1), (7 * 24, 0), (900, 0), (-50, 7)])
def test_days_are_counted_up_so_that_the_last_one_is_whole(hours: int, left: int) -> None:
    since = datetime(2026, 3, 1, tzinfo=UTC)
    assert days_left(since.isoformat(), (since + timedelta(hours=hours)).isoformat()) == left


def test_a_file_that_cannot_be_read_is_said_and_stops_nothing(file: Path) -> None:
    Path(f"{file}{ENDING}").write_bytes(b"{torn")
    hub = Hub(Journal(file))
    assert [alert.code for alert in hub.alerts.standing] == ["beside_unreadable"]
    assert hub.begin("shazamm", turn_s=30).turn_left() is not None
    hub.close()


def test_a_file_that_cannot_be_written_is_said_and_holds_until_the_end(hub: Hub, file: Path) -> None:
    Path(f"{file}{ENDING}").mkdir()
    table = hub.begin("shazamm")
    hub.bin(table.id)
    assert [alert.code for alert in hub.alerts.standing] == ["beside_not_kept"]
    assert hub.matches() == []


# ---- out of a file


@pytest.mark.parametrize("game", ["shazamm", "bhm", "mamlejet"])
def test_a_match_goes_on_out_of_its_file(hub: Hub, game: str) -> None:
    table, rng = hub.begin(game, names={"A": "Ana", "B": "Bruno"}), random.Random(4)
    for _ in range(25):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    for names in (True, False):
        loaded = hub.load(table.export(names=names))
        assert loaded.id != table.id
        assert loaded.said_names == ({"A": "Ana", "B": "Bruno"} if names else {})
        assert loaded.events(1) == table.events(1)
        assert loaded.seq >= table.seq, "a lock whose secret no file has may be lifted"
        action = loaded.rules.sample(loaded.state, rng, avoid=QUIET)
        assert action is not None
        loaded.submit(action)
        kept = hub.journal.match(loaded.id)
        assert kept is not None
        assert [entry.seq for entry in kept.entries] == list(range(1, loaded.seq + 1))


def test_a_file_with_a_fault_is_refused_and_nothing_is_kept(hub: Hub) -> None:
    table = hub.begin("shazamm")
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    lines = table.export().splitlines()
    header = json.loads(lines[0])
    header["header"]["catalogue"] = "/etc/passwd"
    forged = json.loads(lines[1])
    forged["action"]["amount"] = 99
    for raw in (
        b"",
        b"no match",
        b"\n".join(lines[:-1]),
        b"\n".join([json.dumps(header).encode(), *lines[1:]]),
        b"\n".join([lines[0], json.dumps(forged).encode(), *lines[2:]]),
    ):
        with pytest.raises(Illegal):
            hub.load(raw)
    assert len(hub.matches()) == 1

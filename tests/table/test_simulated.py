"""Table and console together: the shipped firmware on the simulator, on a clock of the test."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tapete import cards
from tapete.console.client import Console
from tapete.console.clock import OwnedClock
from tapete.console.reports import ConsoleReport
from tapete.console.simulator import SimulatedConsole
from tapete.table import Changed, Hub, Journal, Table, resume
from tapete.table.binding import OpenConsole
from tapete.table.robots import number_on
from tests.console.late import late

pytestmark = pytest.mark.slow

PATIENCE_S = 30.0


class Evening:
    """A hub with one simulated console, and a match of Shazamm."""

    def __init__(
        self, journal: Journal, console: SimulatedConsole, table: Table | None = None, open_console: OpenConsole | None = None
    ) -> None:
        self.console, self.hub = console, Hub(journal, console, console.clock)
        self._news = console.clock.condition()
        self.table = table or self.hub.begin("shazamm")
        self.table.watch(self._heard)
        self.binding = self.hub.add_console(open_console or self._open)
        if table is not None:
            self.hub.show_on_console(table)
        if open_console is None:
            self.be_shown()

    def _open(self, on_report: Callable[[ConsoleReport], None], kept: Callable[[str], int]) -> Console:
        self.client = self.console.open(on_report, kept)
        return self.client

    def be_shown(self) -> None:
        """Wait until the panels show this match: hands that look before see the numbers of the one before."""
        self.console.wait_until(lambda _: self.client.current, PATIENCE_S)
        self.console.next_picture(self.console.pixels().picture, 100)

    def _heard(self, changed: Changed) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened at the table."""
        with self._news:
            assert self._news.wait_for(happened, PATIENCE_S), self.binding.console.state

    def wait_a_little(self, happened: Callable[[], bool]) -> bool:
        """Whether something happens before it is worth while to press again."""
        with self._news:
            return self._news.wait_for(happened, 2.0)

    def lock(self, panel: int) -> None:
        """Press LOCK when the sign of the one before has been read."""
        assert isinstance(self.console.clock, OwnedClock)
        self.console.clock.sleep(1.6)
        self.console.press(panel, "lock")

    def set(self, panel: int, bid: int) -> None:
        """PLUS and MINUS until the number is on the private display; one that came before the panel showed it is made again."""
        shown = None
        for _ in range(100):
            shown = self._number_after(panel, shown)
            if shown == bid:
                return
            if shown is not None:
                self.console.press(panel, "plus" if shown < bid else "minus", 40)
        raise AssertionError(f"panel {panel} shows {shown}, not {bid}")

    def _number_after(self, panel: int, before: int | None) -> int | None:
        try:
            pixels = self.console.wait_for(lambda pixels: number_on(pixels, panel) not in (None, before), 2.0)
        except TimeoutError:
            pixels = self.console.pixels()
        return number_on(pixels, panel)

    def ready(self) -> tuple[str, ...]:
        return tuple(getattr(self.table.state.agenda[-1], "ready", ()))

    def bids(self) -> dict[str, int] | None:
        return next((entry.action["bids"] for entry in self.table.entries if entry.action and "bids" in entry.action), None)


@pytest.fixture(scope="module", params=[1, 2, 3])
def simulator(request: pytest.FixtureRequest) -> Iterator[SimulatedConsole]:
    """Three schedules: each lets the threads go on in another order."""
    with OwnedClock(random.Random(request.param).randrange) as clock, SimulatedConsole(panels=2, clock=clock) as console:
        yield console


def test_a_cable_pulled_in_the_middle_of_a_bid_loses_nothing(journal: Journal, simulator: SimulatedConsole) -> None:
    evening = Evening(journal, simulator)
    evening.set(0, 3)
    evening.lock(0)
    evening.wait(lambda: evening.ready() == ("A",))
    simulator.unplug()
    evening.wait(lambda: bool(evening.table.notices))
    assert evening.table.notices[-1].text.in_("en").startswith("The console is away.")
    simulator.replug()
    evening.wait(lambda: evening.table.notices[-1].text.in_("en") == "The console is back.")
    evening.set(1, 2)
    evening.lock(1)
    evening.wait(lambda: evening.bids() is not None)
    assert evening.bids() == {"A": 3, "B": 2}
    assert evening.table.seq == 3
    evening.hub.close()


def test_a_program_that_was_killed_finds_the_bid_on_the_console(journal: Journal, simulator: SimulatedConsole) -> None:
    """Nothing is closed in order here: the first program just stops, as with kill -9."""
    first = Evening(journal, simulator)
    first.set(0, 4)
    first.lock(0)
    first.wait(lambda: first.ready() == ("A",))
    first.binding.console.close()

    second = Evening(journal, simulator, resume(journal, first.table.id, simulator.clock))
    second.set(1, 2)
    second.lock(1)
    second.wait(lambda: second.bids() is not None)
    assert second.bids() == {"A": 4, "B": 2}
    assert [(entry.action or {})["action"] for entry in second.table.entries] == ["lock_bid", "lock_bid", "reveal_bids"]
    second.hub.close()


def test_a_console_that_was_reset_is_asked_again(journal: Journal, simulator: SimulatedConsole) -> None:
    evening = Evening(journal, simulator)
    evening.set(0, 2)
    evening.lock(0)
    evening.wait(lambda: evening.ready() == ("A",))
    simulator.reset()
    evening.wait(lambda: any("no longer holds the bid of A" in notice.text.in_("en") for notice in evening.table.notices))
    assert (evening.table.seq, evening.ready()) == (2, ())
    evening.set(0, 5)
    evening.lock(0)
    evening.wait(lambda: evening.ready() == ("A",))
    evening.hub.close()


def test_panels_are_dark_when_the_program_has_ended(journal: Journal, simulator: SimulatedConsole) -> None:
    """Also where the picture before is still on its way: else people, and the next program, meet a question that nobody asks."""
    evening = Evening(journal, simulator)
    evening.set(0, 2)
    evening.table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    assert evening.table.settle()
    evening.hub.close()
    simulator.wait_for(lambda pixels: number_on(pixels, 0) is None, 1.0)  # by itself it would be alone after three seconds


def test_the_next_program_takes_no_number_of_the_one_before(journal: Journal, simulator: SimulatedConsole, tmp_path: Path) -> None:
    """Its first picture comes half a second late: until then hands would set and lock a bid that nobody asks for any more."""
    before = Evening(journal, simulator)
    before.set(0, 2)
    before.table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    assert before.table.settle()
    before.hub.close()
    clock = simulator.clock
    assert isinstance(clock, OwnedClock)
    open_port = late(clock, simulator.open_port, 0.5)
    evening = Evening(
        Journal(tmp_path / "next.sqlite3"),
        simulator,
        open_console=lambda on_report, kept: Console(simulator.url, on_report, kept=kept, clock=clock, open_port=open_port),
    )
    clock.sleep(0.1)
    evening.set(0, 2)
    evening.lock(0)
    evening.wait(lambda: evening.ready() == ("A",))
    evening.hub.close()


def test_what_is_pressed_while_the_program_ends_is_kept_for_the_next_one(journal: Journal, simulator: SimulatedConsole) -> None:
    first = Evening(journal, simulator)
    first.set(0, 4)
    first.lock(0)
    first.binding.console.close()
    second = Evening(journal, simulator, resume(journal, first.table.id, simulator.clock))
    second.wait(lambda: second.ready() == ("A",))
    second.set(1, 2)
    second.lock(1)
    second.wait(lambda: second.bids() == {"A": 4, "B": 2})
    second.hub.close()


def test_lock_ticks_one_by_one_what_hands_must_do(journal: Journal, simulator: SimulatedConsole) -> None:
    """In a free match that asks the panels for nothing else; at the end LOCK is dark again."""
    table = Table.begin(journal, cards.bind("moriham"), ("A", "B"), clock=simulator.clock)
    table.submit({"action": "start_game", "first": "A"})
    evening = Evening(journal, simulator, table)
    for panel, left in ((1, 1), (0, 0)):
        assert table.lock_means is not None
        evening.lock(panel)
        evening.wait(lambda left=left: table.steps_left == left)  # type: ignore[misc]  # the default binds `left`
        evening.be_shown()
    assert table.lock_means is None
    evening.lock(0)
    evening.be_shown()
    assert (table.seq, table.steps_ticked) == (1, 2), "none of it is a move, and a LOCK that is dark says nothing"
    evening.hub.close()


def test_who_bids_on_a_phone_lets_the_others_go_with_one_press_on_the_panel(journal: Journal, simulator: SimulatedConsole) -> None:
    """The console opens no bid before all panels that were asked with it have locked, or said so: the table waits and says why."""
    evening = Evening(journal, simulator)
    evening.set(1, 4)
    evening.lock(1)
    evening.wait(lambda: evening.ready() == ("B",))
    evening.table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    evening.wait(lambda: any("A has bid elsewhere: press LOCK" in notice.text.in_("en") for notice in evening.table.notices))
    assert evening.bids() is None
    evening.lock(0)
    evening.wait(lambda: evening.bids() is not None)
    assert evening.bids() == {"A": 3, "B": 4}
    evening.hub.close()

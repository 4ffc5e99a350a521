"""Hands at the simulated console: they press, wait for what the console tells of it, and know what became of it in the journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tapete.console import reports
from tapete.console.client import Console
from tapete.console.clock import OwnedClock
from tapete.console.simulator import Button, Pixels, SimulatedConsole
from tapete.core.log import Entry
from tapete.core.seats import Seat
from tapete.presentation import legend
from tapete.table import Hub, Journal, Table
from tapete.table.panel_telling import Teller
from tapete.table.robots import number_on

PURPOSES = ("initiative", "attack", "defence")

PATIENCE_S = 60.0
"""Waiting ends at the event; this is for a computer that is busy with other things."""

AGAIN_S = 3.0
"""A press that a busy board has missed is made again after so long."""

PRESS_MS = 120

TRIES = 20


class Outcome(Struct, frozen=True):
    """What the console told, which question was open then, and the entries that followed from it."""

    event: reports.Precious
    question: str
    entries: tuple[Entry, ...]

    @property
    def fits(self) -> bool:
        """Whether the panel showed the question that was open."""
        request = str(getattr(self.event, "request", ""))
        return self.question in (request, request[:-1])


class Hands:
    """A table whose panels are those of a simulated console.

    Args:
        journal: where the match is kept.
        console: the simulated one, whose panels are the first seats'.
        begun: what begins the match.
        teller: tells turns by light, as every program does that is a host.
    """

    def __init__(self, journal: Journal, console: SimulatedConsole, begun: Callable[[Hub], Table], teller: Teller | None = None) -> None:
        self.console, self.hub = console, Hub(journal, console, console.clock)
        self.hub.teller = teller
        self.heard: list[Outcome] = []
        self._news = console.clock.condition()
        self.table = begun(self.hub)
        self.binding = self.hub.add_console(self._open)
        self.wait(lambda: self.binding.console.state.connected and len(self.binding.panels) == min(2, len(self.table.seats)))

    def _open(self, on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> Console:
        def hear(event: reports.ConsoleReport) -> None:
            """The table takes it first: when it is told, what followed from it is in the journal. Hands rest until they hear it."""
            table = self.table
            question, seq = table.question, table.seq
            on_report(event)
            entries = tuple(table.entries[seq:])
            with self._news:
                if isinstance(event, reports.Precious):
                    self.heard.append(Outcome(event, question, entries))
                self._news.notify_all()

        self.client = self.console.open(hear, kept)
        return self.client

    def turn_to(self, begun: Callable[[Hub], Table]) -> None:
        """Play another match on the same console."""
        self.table = begun(self.hub)

    def close(self) -> None:
        self.hub.close()

    def rest(self) -> None:
        """Keep the hands off for as long as a panel takes no second LOCK, or still shows the sign of the first."""
        assert isinstance(self.console.clock, OwnedClock)
        self.console.clock.sleep(1.6)

    # ---- waiting

    def wait(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened that the console tells or a board's state shows."""
        self.console.wait_until(lambda _: happened(), PATIENCE_S)

    def is_shown(self) -> None:
        """Wait until the panels show how the match is now: a press of an earlier picture would answer nothing."""
        assert self.table.settle()
        self.wait(lambda: self.client.current)

    def nothing_waits(self, since: object) -> bool:
        """Whether a session is open in which the console has said, after the status `since`, that all it had to tell has arrived."""
        state = self.binding.console.state
        return state.connected and state.status is not None and state.status is not since and state.status.queue == 0

    def outcome(self, after: int, fits: Callable[[Outcome], bool], patience_s: float = PATIENCE_S) -> Outcome | None:
        """The first thing heard since `after` that fits; None if it does not come."""

        def found() -> Outcome | None:
            return next((one for one in self.heard[after:] if fits(one)), None)

        with self._news:
            self._news.wait_for(lambda: found() is not None, patience_s)
            return found()

    # ---- pressing

    def tell(self, panel: int, button: Button, *kinds: type[reports.Precious]) -> Outcome:
        """Press until the console tells of it."""
        kinds = kinds or (reports.Precious,)
        for _ in range(TRIES):
            after = len(self.heard)

            def ours(one: Outcome) -> bool:
                return isinstance(one.event, kinds) and getattr(one.event, "panel", -1) == panel and not getattr(one.event, "long", False)

            self.console.press(panel, button, PRESS_MS)
            if (found := self.outcome(after, ours, AGAIN_S)) is not None:
                return found
        raise AssertionError((panel, button, kinds, self.heard[-3:], self.binding.console.state))

    def answer(self, panel: int, button: Button, *kinds: type[reports.Precious]) -> Outcome:
        """Press until the press answers: one that was made before the panel showed the question answers nothing, and that is asserted."""
        for _ in range(TRIES):
            made = self.tell(panel, button, *kinds)
            if made.fits:
                return made
            assert not made.entries, f"a press of an earlier picture became an entry: {made}"
        raise AssertionError((panel, button, made, self.binding.console.state))

    def asks(self, panel: int, pattern: str) -> None:
        """Wait until a panel's die display shows the frame of a pattern that no other pattern has."""
        self.console.wait_for(lambda pixels: is_pattern(pixels.panels[panel].die, pattern), PATIENCE_S)

    def begins(self, panel: int, low: int, high: int) -> None:
        """Wait until a question for a number is on the private display: a bid begins anywhere, an open choice with the lowest."""
        self.console.wait_for(lambda pixels: (number := number_on(pixels, panel)) is not None and low <= number <= high, PATIENCE_S)

    def number(self, panel: int, number: int) -> None:
        """PLUS and MINUS until the number is on the private display."""
        before: int | None = None
        for _ in range(200):
            before = self._look(panel, before)
            if before == number:
                return
            if before is not None:
                self.console.press(panel, "plus" if before < number else "minus", 40)
        raise AssertionError(f"panel {panel} shows {before}, not {number}")

    def _look(self, panel: int, before: int | None) -> int | None:
        def changed(pixels: Pixels) -> bool:
            return number_on(pixels, panel) not in (None, before)

        try:
            return number_on(self.console.wait_for(changed, AGAIN_S), panel)
        except TimeoutError:
            return number_on(self.console.pixels(), panel)

    # ---- the table

    def panel_of(self, seat: Seat | None) -> int | None:
        """The panel at which a seat sits; None for the table and for a seat without one."""
        return next((panel for panel, sits in self.binding.panels.items() if sits == seat), None)

    def drafts(self) -> Mapping[Seat, Mapping[str, Any]]:
        return self.table.drafts


def is_pattern(die: list[int], pattern: str) -> bool:
    """Whether the ten pixels of a die display show a pattern of the card, at any moment of it."""
    lit = {place + 1 for place, colour in enumerate(die) if colour}
    return bool(lit) and (lit == set(legend.BY_LAMP[pattern].lit) if pattern not in PURPOSES else {9, 10} <= lit < set(range(1, 11)))

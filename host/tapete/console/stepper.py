"""Run a board whose time is owned, and carry its bytes: the other side of `stepped_board`."""

from __future__ import annotations

import logging
from collections.abc import Callable

from tapete.console.clock import OwnedClock
from tapete.console.port import PortTrouble
from tapete.console.simulated_channel import ControlChannel, SimulationFailed
from tapete.console.simulated_control import GoOn, Stood
from tapete.console.troubles import Finding

_log = logging.getLogger(__name__)


class OwnedEnd:
    """The host's end of the line."""

    def __init__(self, url: str, on_bytes: Callable[[bytes], None], on_end: Callable[[Exception], None]) -> None:
        self.url, self.on_bytes, self.on_end = url, on_bytes, on_end
        self.outgoing = b""
        self.gone = False

    def write(self, octets: bytes) -> None:
        if self.gone:
            raise OSError("the console was pulled out")
        self.outgoing += octets

    def close(self) -> None:
        self.gone = True


class Stepper:
    """Drive the clock: let the board run whenever no other thread has anything to do.

    Args:
        clock: the board's.
    """

    def __init__(self, clock: OwnedClock) -> None:
        self._clock = clock
        self._news = clock.condition()
        self._picture = 0
        self._plugged = False
        self._host: OwnedEnd | None = None
        self._began = 0
        self._control: ControlChannel | None = None
        self._ending = False
        self._thread = clock.thread(self._live, "board")

    def start(self, control: ControlChannel) -> None:
        """Let the board behind a control channel live from now on, until its port is there."""
        self._control, self._began = control, self._clock.now_us
        self._thread.start()
        with self._news:
            self._news.wait_for(lambda: self._plugged or self._ending)

    def stop(self) -> None:
        """End it."""
        if self._control is not None:
            self._ending = True
            self._clock.end_mover()
            self._thread.join()
            self._control.close()
            self._control = None

    def open_port(self, url: str, on_bytes: Callable[[bytes], None], on_end: Callable[[Exception], None]) -> OwnedEnd:
        """Open the board's port; as `tapete.console.port.Port`. Raises PortTrouble."""
        if not self._plugged:
            raise PortTrouble(Finding("port_gone", {"port": url}))
        if self._host is not None and not self._host.gone:
            raise PortTrouble(Finding("port_busy", {"port": url}))
        self._host = OwnedEnd(url, on_bytes, on_end)
        return self._host

    def wait_for_another_picture(self, than: int, seconds: float) -> None:
        """Wait until the board shows another picture than one, so long at most."""
        with self._news:
            self._news.wait_for(lambda: self._picture != than or self._ending, seconds)

    def _live(self) -> None:
        while not self._ending and (until := self._clock.wait_to_move()) is not None:
            try:
                self._step(until)
            except SimulationFailed as fault:
                _log.warning("%s", fault)
                self._ending = True
        with self._news:
            self._news.notify_all()

    def _step(self, until: int) -> None:
        host, control = self._host, self._control
        if control is None:
            return
        opened = host is not None and not host.gone
        octets = b""
        if host is not None:
            octets, host.outgoing = host.outgoing, b""
        stood = control.ask(GoOn(until - self._began, octets, opened), Stood)
        self._clock.move_to(self._began + stood.at_us)
        with self._news:
            self._picture, self._plugged = stood.picture, stood.plugged
            self._news.notify_all()
        if host is None or host.gone:
            return
        if not stood.plugged:
            host.gone = True
            host.on_end(OSError("the console was pulled out"))
        elif stood.octets:
            host.on_bytes(stood.octets)

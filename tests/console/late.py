"""A line that is slow in one direction: what the host sends reaches the console later, in order."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from tapete.console.clock import Mail, OwnedClock
from tapete.console.port import OpenedPort, OpenPort


class LatePort:
    """A port that takes at once and delivers later.

    Args:
        clock: whose time counts.
        port: what is opened.
        seconds: how long it takes.
    """

    def __init__(self, clock: OwnedClock, port: OpenedPort, seconds: float) -> None:
        self.url = port.url
        self._clock, self._port, self._seconds = clock, port, seconds
        self._under_way: Mail[tuple[float, bytes] | None] = clock.mail()
        clock.thread(self._deliver, "late port").start()

    def write(self, octets: bytes) -> None:
        self._under_way.put((self._clock.now() + self._seconds, octets))

    def close(self) -> None:
        self._under_way.put(None)
        self._port.close()

    def _deliver(self) -> None:
        while (sent := self._under_way.get()) is not None:
            self._clock.sleep(sent[0] - self._clock.now())
            with contextlib.suppress(OSError):  # the cable was pulled meanwhile
                self._port.write(sent[1])


def late(clock: OwnedClock, open_port: OpenPort, seconds: float) -> OpenPort:
    """What opens such ports."""

    def open_late(url: str, on_bytes: Callable[[bytes], None], on_end: Callable[[Exception], None]) -> OpenedPort:
        return LatePort(clock, open_port(url, on_bytes, on_end), seconds)

    return open_late

"""The process of a simulated console whose time its caller owns: the same board, but it runs only when it is told to.

Its port is no device: bytes come with each `GoOn` and leave with its answer. Between two of them no time goes by, however long that takes;
in one of them the board's time goes by as fast as this computer turns the firmware's loop.
"""

from __future__ import annotations

import math
import select
from pathlib import Path
from typing import Any

from tapete.console.simulated_board import SimulatedBoard, prepare, run
from tapete.console.simulated_control import Answer, GoOn, Request, Stood


class OwnedPort:
    """The end of a line that is carried by hand."""

    url = "simulator"

    def __init__(self) -> None:
        self.plugged = False
        self.host_there = False
        self.incoming = b""
        self.outgoing = b""

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = self.host_there = False
        self.incoming = self.outgoing = b""

    def opened(self) -> bool:
        return self.host_there

    def wait_on(self) -> list[int]:
        return []

    def receive(self) -> bytes:
        octets, self.incoming = self.incoming, b""
        return octets

    def send(self, octets: bytes) -> int:
        self.outgoing += octets
        return len(octets)


class SteppedBoard(SimulatedBoard):
    """A board that lives from one `GoOn` to the moment it names, or until it has something to say.

    It reckons in whole microseconds: a rest that is lost in rounding would never end.
    """

    def __init__(self, simhw: Any, port: OwnedPort, firmware: Path, settings: dict[str, object], nvm: Path | None = None) -> None:
        self._at_us = self._until_us = 0
        self._going = False
        self._carried = port
        self._told = (0, False)
        super().__init__(simhw, port, firmware, settings, nvm)

    def _now_s(self) -> float:
        return self._at_us / 1e6

    def _pause(self, ms: float) -> None:
        left = math.ceil(ms * 1000)
        self._stand()
        while left > 0 and not self._called():
            step = min(left, self._until_us - self._at_us)
            self._at_us += step
            left -= step
            self._stand()

    def _called(self) -> bool:
        """Say whether something has come that the firmware is to look at now."""
        return bool(self._carried.incoming) or self._wanted is not None

    def _stand(self) -> None:
        """Wait until the owner of the time lets the board go on."""
        while self._at_us >= self._until_us or self._carried.outgoing or self._told != (self._picture, self._carried.plugged):
            self._tell()
            select.select(self.control.wait_on(), [], [])
            self.control.serve()

    def _tell(self) -> None:
        """Answer the last `GoOn`, if that is still to be done."""
        if self._going:
            self._going = False
            self._told = self._picture, self._carried.plugged
            octets, self._carried.outgoing = self._carried.outgoing, b""
            self._until_us = self._at_us
            self.control.answer_later(Stood(self._at_us, octets, *self._told))

    def carry_out(self, request: Request) -> Answer | None:
        if not isinstance(request, GoOn):
            return super().carry_out(request)
        self._going = True
        self._until_us = max(self._at_us, request.until_us)
        if self._carried.plugged:
            self._carried.host_there = request.opened
            self._carried.incoming += request.octets
        return None


def main() -> None:
    """Run the board as long as the owner of the time says, behind a port that the owner carries."""
    chosen, simhw = prepare()
    port = OwnedPort()
    run(SteppedBoard(simhw, port, chosen.firmware, dict(chosen.set), chosen.nvm), port, chosen)


if __name__ == "__main__":
    main()

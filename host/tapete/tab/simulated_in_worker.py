"""The simulated console of a tab: the shipped firmware on the fakes, in a worker of its own, whose script has line and buttons."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tapete.console.firmware import firmware_path
from tapete.console.simulated_board import SimulatedBoard, hardware
from tapete.console.simulated_control import Answer, Control, Done, NoPort, Ready, Request

PANELS = 2
"""As the console that people build has."""


class Script(Protocol):
    """What the worker's script does for the board; nothing here waits but `rest`."""

    def plug(self) -> None:
        """The line is there."""

    def unplug(self) -> None:
        """It is not."""

    def opened(self) -> bool:
        """Whether the table has it open."""

    def receive(self) -> Any:
        """Bytes from the table; None: there are none."""

    def send(self, octets: Any) -> None:
        """Bytes to the table."""

    def asked(self) -> str:
        """A request for `SimulatedBoard.carry_out`, as JSON; empty: there is none."""

    def answer(self, text: str) -> None:
        """The answer to it."""

    def ready(self) -> None:
        """The board runs."""


class ScriptLine:
    """As `simulated_port.PortEnd`.

    Args:
        script: has the other end. for_script: makes of bytes what it takes.
    """

    url = "simulated"

    def __init__(self, script: Script, for_script: Callable[[bytes], Any]) -> None:
        self._script, self._for_script = script, for_script
        self.plug, self.unplug = script.plug, script.unplug

    def opened(self) -> bool:
        """As `PortEnd.opened`."""
        return bool(self._script.opened())

    def wait_on(self) -> list[int]:
        """Nothing that `select` knows."""
        return []

    def receive(self) -> bytes:
        """As `PortEnd.receive`."""
        octets = self._script.receive()
        return b"" if octets is None else bytes(octets.to_bytes() if hasattr(octets, "to_bytes") else octets)

    def send(self, octets: bytes) -> int:
        """As `PortEnd.send`: a message has room for all of them."""
        self._script.send(self._for_script(octets))
        return len(octets)


class ScriptControl:
    """As `simulated_control.Control`.

    Args:
        script: hands requests on. carry_out: does one.
    """

    port, token = 0, ""

    def __init__(self, script: Script, carry_out: Callable[[Request], Answer | None]) -> None:
        self._script, self._carry_out = script, carry_out
        self._decoder = msgspec.json.Decoder(Request)

    def wait_on(self) -> list[int]:
        """Nothing that `select` knows."""
        return []

    def serve(self) -> None:
        """Do whatever has been asked meanwhile."""
        while asked := str(self._script.asked()):
            try:
                answer = self._carry_out(self._decoder.decode(asked))
            except msgspec.MsgspecError as fault:
                answer = Done(str(fault))
            self.answer_later(Done("this board's time is its own") if answer is None else answer)

    def answer_later(self, answer: Answer) -> None:
        """Answer the oldest request."""
        self._script.answer(msgspec.json.encode(answer).decode())

    def close(self) -> None:
        """There is nothing to hang up."""


class BoardInTab(SimulatedBoard):
    """A board whose line, buttons and pixels are messages.

    Args:
        simhw: as of `SimulatedBoard`. script: of its worker. for_script: makes of bytes what that takes.
        rest: waits so many milliseconds, or until something comes. firmware: its folder.
    """

    def __init__(
        self, simhw: Any, script: Script, for_script: Callable[[bytes], Any], rest: Callable[[float], None], firmware: Path
    ) -> None:
        self._script, self._rests = script, rest
        super().__init__(simhw, ScriptLine(script, for_script), firmware, {"TAPETE_PANELS": PANELS})

    def controlled(self) -> Control:
        """As `SimulatedBoard.controlled`."""
        return ScriptControl(self._script, self.carry_out)

    def announce(self, told: Ready | NoPort) -> None:
        """As `SimulatedBoard.announce`."""
        self._script.ready()

    def be_watched(self) -> None:
        """Nobody can: a worker has one thread."""

    def _pause(self, ms: float) -> None:
        if ms > 0:
            self._rests(ms)
        self.control.serve()


def live(script: Any, for_script: Callable[[bytes], Any]) -> None:
    """Run the board for as long as its worker is there.

    Args:
        script: as `Script`; its `rest(ms)` is a promise. for_script: makes of bytes what it takes.
    """
    from pyodide.ffi import run_sync

    gc.disable()  # as in `strands`
    firmware = firmware_path()
    BoardInTab(hardware(firmware), script, for_script, lambda ms: run_sync(script.rest(ms)), firmware).live()

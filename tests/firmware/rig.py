"""A console on the desk: the real loop over the strict fakes, with a clock that the test moves and a host that the test plays."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from tapete_console import far_end, health, settings_keys, wire
from tapete_console.console import Console
from tapete_console.dice import Entropy
from tapete_console.settings_keys import Environment

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "host" / "tapete" / "console" / "fakes"

FAKED = (
    "analogio", "board", "busio", "digitalio", "expanders", "keypad", "microcontroller", "neopixel", "neopixel_write",
    "adafruit_pixelbuf", "nvm", "pn532", "pwmio", "rotaryio", "simhw", "storage", "supervisor", "usb_cdc", "usb_hid", "usb_midi",
    "watchdog",
)  # fmt: skip
"""Modules that belong to the board on the desk, and must not be left to (or taken from) other tests of this process."""


FREE = 98304
"""Bytes that a console on the desk says are free."""


class Workshop:
    """The modules of one imaginary Pico, imported side by side with whatever else this process has under the same names."""

    def __init__(self) -> None:
        ours = [*FAKED, "tapete_console.edge", "tapete_console.opening", "tapete_console.start"]
        others = {name: sys.modules.pop(name) for name in ours if name in sys.modules}
        sys.path.insert(0, str(FAKES))
        try:
            self.simhw: Any = importlib.import_module("simhw")
            self.supervisor: Any = importlib.import_module("supervisor")
            self.microcontroller: Any = importlib.import_module("microcontroller")
            self.storage: Any = importlib.import_module("storage")
            self.pn532: Any = importlib.import_module("pn532")
            for name in FAKED:  # those too that edge.py imports where a setting asks for it
                importlib.import_module(name)
            self.edge: Any = importlib.import_module("tapete_console.edge")
            self.opening: Any = importlib.import_module("tapete_console.opening")
            self.start: Any = importlib.import_module("tapete_console.start")
            self.modules: dict[str, ModuleType] = {name: sys.modules[name] for name in ours if name in sys.modules}
        finally:
            sys.path.remove(str(FAKES))
            for name in ours:
                sys.modules.pop(name, None)
            sys.modules.update(others)


WORKSHOP = Workshop()
simhw = WORKSHOP.simhw


@contextmanager
def on_the_board() -> Iterator[None]:
    """Let `import` find the modules of the imaginary Pico, as `boot.py` and `code.py` need it."""
    others = {name: sys.modules[name] for name in WORKSHOP.modules if name in sys.modules}
    sys.modules.update(WORKSHOP.modules)
    try:
        yield
    finally:
        for name in WORKSHOP.modules:
            sys.modules.pop(name, None)
        sys.modules.update(others)


class Written(Environment):
    """Settings as a test wants them."""

    def __init__(self, values: dict[str, str | int]) -> None:
        self.values = values

    def getenv(self, key: str) -> str | int | None:
        return self.values.get(key)


class ScriptedEntropy(Entropy):
    """Random bytes in the order that a test gives; then zeros."""

    def __init__(self, octets: bytes) -> None:
        self.octets = octets

    def urandom(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        given, self.octets = self.octets[:count], self.octets[count:]
        return given + bytes(count - len(given))


class LowestFirst(Entropy):
    """A bid begins at its low bound (a single byte is 0), so that a test can count from there; all the rest is random."""

    def urandom(self, count: int) -> bytes:
        """Return `count` bytes."""
        return bytes(1) if count == 1 else super().urandom(count)


class Desk:
    """A console, its buttons and pixels, and the host's end of the line.

    `sent` holds the lines of the console that the host has read, oldest first, as `wire.Line`; `send` and `greet` speak for the host.
    """

    def __init__(self, *, after: str = "power", entropy: bytes | None = None, plugged: bool = True, **settings: str | int) -> None:
        simhw.restart(after)
        self.settings = settings_keys.read(Written({f"TAPETE_{key.upper()}": value for key, value in settings.items()}))
        with on_the_board():
            self.board = WORKSHOP.edge.Board(self.settings)
        self.board.collect = lambda: None  # it takes CPython longer than a second of all the rest
        self.board.free = lambda: FREE
        self.board.entropy = LowestFirst() if entropy is None else ScriptedEntropy(entropy)
        breakdowns = health.Breakdowns(self.board.memory)
        breakdowns.begin(self.board.why)
        self.console = Console(self.board, self.settings, breakdowns, WORKSHOP.supervisor.ticks_ms())
        self.console.settle()
        self.sent: list[wire.Line] = []
        self._lines = wire.LineBuffer()
        self.boot = ""
        """Boot id of the last hello."""
        self.acknowledging = False
        if plugged:
            self.plug()

    # Time

    def wait(self, ms: int, step: int = 5) -> None:
        """Let the loop run for `ms`, one turn every `step` ms."""
        for _ in range(max(1, ms // step)):
            simhw.advance(step)
            self.console.turn(WORKSHOP.supervisor.ticks_ms())
            self.read()

    # Hands

    def press(self, panel: int, button: str) -> None:
        simhw.set_level(2 + 4 * panel + wire.BUTTONS.index(button), False)

    def release(self, panel: int, button: str) -> None:
        simhw.set_level(2 + 4 * panel + wire.BUTTONS.index(button), True)

    def tap(self, panel: int, button: str, times: int = 1) -> None:
        """Press, wait 25 ms, release, wait 25 ms."""
        for _ in range(times):
            self.press(panel, button)
            self.wait(25)
            self.release(panel, button)
            self.wait(25)

    # The host

    def plug(self) -> None:
        simhw.DATA.host_open()

    def unplug(self) -> None:
        simhw.DATA.host_close()
        self._lines.clear()

    def send(self, kind: str, *fields: str) -> None:
        simhw.DATA.host_write(wire.write(kind, list(fields)))

    def read(self) -> None:
        for raw in self._lines.feed(simhw.DATA.host_read()):
            line = far_end.read_console(raw)
            self.sent.append(line)
            if line.kind == "hello":
                self.boot = wire.keyed(line.fields[1:], wire.CONSOLE_HELLO)["boot"]
            elif line.boot and self.acknowledging:
                self.send("ack", f"{line.boot}.{line.number}")

    def greet(self, have: int = 0, *further: str) -> None:
        """Say hello as the host, and keep the session."""
        self.wait(10)
        self.send("hello", "host", f"proto={wire.PROTOCOL}", "sw=0", f"boot={self.boot}", f"have={have}", *further)
        self.wait(10)
        self.acknowledging = True

    def show(self, revision: int, *panels: str) -> None:
        """Send a scene and let it be shown."""
        self.send("scene", str(revision), *panels)
        self.wait(60)

    def stay(self, ms: int) -> None:
        """Let the loop run for `ms` with a host that is there."""
        while ms > 0:
            self.send("beat")
            self.wait(min(ms, 500))
            ms -= 500

    def told(self, *kinds: str) -> list[tuple[str, ...]]:
        """Return kind and fields of the precious messages, each number once, of these kinds (all of them if none is named)."""
        seen: dict[int, tuple[str, ...]] = {}
        for line in self.sent:
            if line.boot and line.boot == self.boot and (not kinds or line.kind in kinds):
                seen[line.number] = (line.kind, *line.fields)
        return [seen[number] for number in sorted(seen)]

    def answers(self, kind: str) -> list[tuple[str, ...]]:
        """Return the fields of the repeatable lines of this kind."""
        return [tuple(line.fields) for line in self.sent if not line.boot and line.kind == kind]

    def status(self) -> dict[str, str]:
        """Ask for the status and return it."""
        self.send("ask")
        self.wait(10)
        return wire.keyed(list(self.answers("status")[-1]), wire.STATUS)

    # Eyes

    def chain(self, panel: int) -> list[tuple[int, int, int]]:
        """Return what the pixels of a panel's chain show, as red, green, blue."""
        return rgb(simhw.LIT[18 + panel])

    def counter(self, panel: int) -> list[tuple[int, int, int]]:
        return self.chain(panel)[: self.settings.counter]

    def die(self, panel: int) -> list[tuple[int, int, int]]:
        return self.chain(panel)[self.settings.counter : self.settings.public]

    def private(self, panel: int) -> list[tuple[int, int, int]]:
        return self.chain(panel)[self.settings.public :]

    def number(self, panel: int) -> int | None:
        """Return the number on the private display, None if it is dark."""
        lit = [place for place, colour in enumerate(self.private(panel)) if any(colour)]
        if not lit:
            return None
        tens, units = lit
        assert tens < 10 <= units < 20
        return 10 * tens + units - 10

    def count(self, panel: int) -> int:
        """Return how many pixels of the counter are lit."""
        return sum(any(colour) for colour in self.counter(panel))


def rgb(grb: bytes) -> list[tuple[int, int, int]]:
    """Return the colours of a frame as it was on the wire."""
    return [(grb[at + 1], grb[at], grb[at + 2]) for at in range(0, len(grb), 3)]

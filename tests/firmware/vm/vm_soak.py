"""Run in MicroPython: hours of play on one console, and what they leave in the heap of a MicroPython and in the flash.

soak.txt beside this file says how many minutes (12 without it): `python -m benchmarks.firmware_soak` runs hours. Each minute has bids,
locks, reveals, picks, dice, free rolls, scenes of every kind and an idle time; in one of three the host stalls, in one it vanishes. At the
end the console's clock jumps past 2**30 ms, 12.4 days: from there on it is no small integer any more.
"""

import gc

import simhw  # type: ignore[import-not-found]  # found among the fakes, in there
import supervisor  # type: ignore[import-not-found]  # found among the fakes, in there

from tapete_console import far_end, settings_keys, wire
from tapete_console.console import Console
from tapete_console.edge import Board
from tapete_console.health import Breakdowns
from tapete_console.opening import Toml

STEP_MS = 5
IDLE_MS = 25
DRIFT_BYTES = 1024
LARGE_BYTES = 4096
"""What the times that the console keeps may take once they are no small integers: each is an object of its own then."""
SETTLED = 9
"""Minutes until every buffer and list has been as long as it gets: 64 dice are remembered."""

try:
    with open(__file__.rsplit("/", 1)[0] + "/soak.txt") as file:  # noqa: PTH123 - there is no pathlib here
        MINUTES = int(file.read())
except OSError:
    MINUTES = 12

simhw.restart("power")
simhw.KEEP_FRAMES = False
settings = settings_keys.read(Toml())
board = Board(settings)
console = Console(board, settings, Breakdowns(board.memory), supervisor.ticks_ms())


class Host:
    """The other end: reads, acknowledges, counts."""

    def __init__(self) -> None:
        self.buffer = wire.LineBuffer()
        self.boot = ""
        self.have = 0
        self.told = dict.fromkeys(far_end.PRECIOUS, 0)
        self.revision = 0
        self.reading = True

    def send(self, kind: str, *fields: str) -> None:
        simhw.DATA.host_write(wire.write(kind, list(fields)))

    def read(self) -> None:
        for raw in self.buffer.feed(simhw.DATA.host_read()):
            line = far_end.read_console(raw)
            if line.boot:
                if line.number > self.have:
                    self.have = line.number
                    self.told[line.kind] += 1
                self.send("ack", f"{line.boot}.{self.have}")
            elif line.kind == "hello":
                self.boot = wire.keyed(line.fields[1:], wire.CONSOLE_HELLO)["boot"]
                self.send("hello", "host", "proto=1", "sw=0", "boot=" + self.boot, f"have={self.have}")

    def scene(self, *panels: str) -> None:
        self.revision += 1
        self.send("scene", str(self.revision), *panels)


host = Host()


def wait(ms: int, step_ms: int = STEP_MS) -> None:
    for step in range(ms // step_ms):
        simhw.advance(step_ms)
        console.turn(supervisor.ticks_ms())
        if host.reading:
            host.read()
            if step % 40 == 39 and simhw.DATA.open:
                host.send("beat")


def tap(panel: int, button: str, ms: int = 40) -> None:
    pin = 2 + 4 * panel + wire.BUTTONS.index(button)
    simhw.set_level(pin, False)
    wait(ms)
    simhw.set_level(pin, True)
    wait(40)


def free() -> None:
    """Hold MINUS and PLUS of the first panel: its counter, whose computer is gone, is the player's own."""
    for level in (False, True):
        for button in ("minus", "plus"):
            simhw.set_level(2 + wire.BUTTONS.index(button), level)
        wait(2200)


def minute(number: int) -> None:
    """One minute of an evening."""
    ids = f"m{number % 99991}"
    host.scene(f"A,37,50,turn,bid={ids}:1:37", f"B,50,50,turn,bid={ids}:1:50", "bridge=0,-3,3,0")
    wait(500)
    tap(0, "plus", 900)
    tap(1, "plus")
    for panel in range(2):
        tap(panel, "lock")
    host.send("reveal", ids)
    wait(1600)
    host.scene(f"A,36,50,turn,pick={ids}p:0:14,show=5", "B,50,50,ready,show=9,lock=pass", "bridge=1,-3,3,1")
    wait(300)
    tap(0, "plus")
    tap(0, "lock")
    tap(0, "roll")
    dice = ":".join([f"{ids}.r{die}" for die in range(8)])
    host.scene(f"A,130,50,turn,dice={dice},for=attack", "B,0,50,waiting")
    for _ in range(8):
        tap(0, "roll")
        wait(650)
    tap(1, "roll")
    wait(1000)
    host.scene("A,30,50,won", "B,0,50,lost")
    if number % 3 == 1:
        host.reading = False
        simhw.DATA.host_stall(True)
        for _ in range(10):
            tap(0, "lock")
        wait(6000)
        simhw.DATA.host_stall(False)
        host.reading = True
    elif number % 3 == 2:
        simhw.DATA.host_close()
        wait(4000)
        for panel in range(2):
            tap(panel, "minus")
            tap(panel, "roll")
        free()
        tap(0, "minus")
        host.buffer.clear()
        simhw.DATA.host_open()
    wait(45000, IDLE_MS)
    host.send("sample", "100")
    host.send("clock", str(number % 1440))
    wait(500)


def check(what: str, least: int) -> None:
    for kind in ("locked", "revealed", "picked", "done", "rolled", "free", "press", "alone"):
        assert host.told[kind] >= least, (what, kind, host.told)
    assert host.told["report"] == 0, (what, host.told)
    assert console.link.bad == 0


def far_ahead() -> None:
    """Let the clock jump past 2**30 ms; the tick counter wraps twice on the way."""
    for _ in range(4):
        simhw.DATA.host_close()
        simhw.WATCHDOG_DUE = None
        simhw.advance(2**28 - 1000)
        console.turn(supervisor.ticks_ms())
    host.told = dict.fromkeys(far_end.PRECIOUS, 0)
    host.buffer.clear()
    simhw.DATA.host_open()
    wait(1000)


class Soak:
    """What has been played, and the bytes alive after it: `settled` when all was as long as it gets, `most` since then, and what
    that was `before` the jump."""

    def __init__(self) -> None:
        self.played = 0
        self.settled = 0
        self.most = 0
        self.before = 0

    def note(self) -> None:
        """Look at the heap: what the minute before left behind is collected by now."""
        alive = gc.mem_alloc()  # type: ignore[attr-defined]
        if self.played == SETTLED:
            self.settled = alive
        self.most = alive if self.played <= SETTLED else max(self.most, alive)
        print(f"minute {self.played} live {alive} nvm {simhw.NVM_WRITES}")


soak = Soak()
simhw.DATA.host_open()
wait(100)


def go_on() -> bool:
    """Play one minute more; False when it is over. Three come after the jump of the clock."""
    if soak.played:
        soak.note()
    if soak.played == MINUTES:
        check("play", MINUTES // 3)
        assert soak.most - soak.settled < DRIFT_BYTES, (soak.settled, soak.most)
        soak.before = soak.most
        far_ahead()
    if soak.played == MINUTES + 3:
        check("past 2**30 ms", 1)
        assert soak.most - soak.before < LARGE_BYTES, (soak.before, soak.most)
        assert simhw.NVM_WRITES == 0
        print(f"soak: {MINUTES} minutes, live {soak.settled}..{soak.before}, past 2**30 ms {soak.most}")
        return False
    minute(soak.played if soak.played < MINUTES else 50000 + soak.played)
    soak.played += 1
    gc.collect()
    return True

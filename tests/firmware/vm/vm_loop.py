"""Run in MicroPython: the whole loop over the fakes, from boot to a revealed bid, past the wrap of the tick counter."""

import simhw  # type: ignore[import-not-found]  # found among the fakes, in there
import supervisor  # type: ignore[import-not-found]  # found among the fakes, in there

from tapete_console import far_end, settings_keys, wire
from tapete_console.console import Console
from tapete_console.edge import Board
from tapete_console.health import Breakdowns
from tapete_console.opening import Toml

simhw.restart("power")
settings = settings_keys.read(Toml())
board = Board(settings)
console = Console(board, settings, Breakdowns(board.memory), supervisor.ticks_ms())
buffer = wire.LineBuffer()
lines: list[wire.Line] = []


def wait(ms: int) -> None:
    for _ in range(ms // 5):
        simhw.advance(5)
        console.turn(supervisor.ticks_ms())
        for raw in buffer.feed(simhw.DATA.host_read()):
            line = far_end.read_console(raw)
            lines.append(line)
            if line.boot:
                send("ack", f"{line.boot}.{line.number}")


def send(kind: str, *fields: str) -> None:
    simhw.DATA.host_write(wire.write(kind, list(fields)))


def tap(panel: int, button: str) -> None:
    pin = 2 + 4 * panel + wire.BUTTONS.index(button)
    simhw.set_level(pin, False)
    wait(25)
    simhw.set_level(pin, True)
    wait(25)


def told(kind: str) -> list[list[str]]:
    return [line.fields for line in lines if line.boot and line.kind == kind]


simhw.DATA.host_open()
wait(20)
boot = wire.keyed(lines[0].fields[1:], wire.CONSOLE_HELLO)["boot"]
send("hello", "host", "proto=1", "sw=0", "boot=" + boot, "have=0")
for _ in range(70):
    send("beat")
    wait(1000)
send("scene", "1", "A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")
wait(50)
for _ in range(4):
    tap(0, "plus")
tap(0, "lock")
tap(1, "lock")
send("reveal", "s1")
wait(50)
bids = [int(fields[2]) for fields in told("revealed")]
assert len(bids) == 2
assert 1 <= bids[0] <= 37
assert 1 <= bids[1] <= 50
send("scene", "2", "A,37,50,turn,dice=r1", "B,50,50,waiting,lock=pass")
send("beat")
wait(1500)
tap(0, "roll")
tap(1, "lock")
wait(700)
assert [fields[:2] for fields in told("rolled")] == [["0", "r1"]]
assert told("press") == [["1", "lock", "2"]]
assert 1 <= int(told("rolled")[0][2]) <= 10
print(f"loop: {len(lines)} lines")

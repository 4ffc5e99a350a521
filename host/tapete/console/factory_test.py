"""`tapete console factory-test`: a workshop's test of every console that it builds, in less than three minutes, with a log.

It is the self-test, held against what was ordered, with the supply measured by the Pico itself: VSYS over the divider on its board, the
rail at GP26 over a divider of two resistors of 10 kOhm that is clipped to +5V and GND for the test. Both are good to three percent, as the
Pico's 3.3 V are. A board without a shunt tells no current; how far the rail falls under light that the firmware has reckoned tells the
resistance before it.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import escape

import segno

from tapete.console import find
from tapete.console.client import Console
from tapete.console.doctor import shipped_firmware
from tapete.console.reports import Lost, Shown, Status
from tapete.console.self_test import ANSWER_S, BINDING, Person, Report, SelfTest
from tapete.core.scene import Panel, Scene

RAIL_MV, VSYS_MV, BRICK_MV = (4250, 5500), (4100, 5400), (4600, 5500)
"""A port of USB 2.0 gives 4.40 to 5.25 V, a brick 4.75 to 5.25 V; VSYS lies behind a Schottky diode. Three percent more."""
CLIPPED_MV = 1500
"""Below this there is no divider at GP26, rather than so bad a rail: the Pico would not run."""
MOST_OHM = 0.8
"""Cable, F2, Q4 and their joints; a bad joint has an ohm."""
LEAST_STEP_MA = 40
"""So much more must the pixels draw for the resistance to mean anything."""
SETTLED_S = 2.5
SERIAL = re.compile(r"^TP-(\d{4})-(\d{4})$")
SERIAL_FILE = "serial.txt"


class FactoryPerson(Person):
    """The one at the bench."""

    def supply(self, name: str) -> None:
        """Ask to throw SW1 to `BRICK` or `USB`."""


class FactoryTest(SelfTest):
    """One factory test. Arguments as for `SelfTest`, and what was ordered: `panels`, `pixels` of a panel; whether `brick` is tried too."""

    def __init__(
        self,
        port: str,
        person: FactoryPerson,
        *arguments: float,
        panels: int = 2,
        pixels: int = 80,
        brick: bool = False,
        **more: object,
    ) -> None:
        super().__init__(port, person, *arguments, **more)  # type: ignore[arg-type]  # handed on as they are
        self._bench = person
        self._panels, self._pixels, self._brick = panels, pixels, brick

    def _more(self, console: Console) -> None:
        state = console.state
        self._note("firmware", state.firmware == shipped_firmware(), state.firmware)
        self._note("pin map", not state.faults, ", ".join(state.faults))
        self._note("panels", state.panels == self._panels, f"{state.panels} of {self._panels}")
        self._note("pixels of a panel", sum(state.pixels) == self._pixels, f"{sum(state.pixels)} of {self._pixels}")
        self._try_supply(console)
        told = self._told(console, 0)
        self._note("lines damaged", told is not None and told.bad == 0, "" if told is None else str(told.bad))

    def _try_supply(self, console: Console) -> None:
        dark, lit = self._told(console, 0), self._told(console, 50)
        if dark is None or lit is None:
            self._note("supply", False, "no status")
            return
        self._within("vsys", dark.vsys, VSYS_MV)
        clipped = dark.rail >= CLIPPED_MV
        self._note("divider at GP26", clipped, f"{dark.rail} mV")
        if not clipped:
            return
        self._within("rail", dark.rail, RAIL_MV)
        step = lit.draw - dark.draw
        ohm = (dark.rail - lit.rail) / step if step >= LEAST_STEP_MA else None
        self._note(
            "resistance before the rail", None if ohm is None else ohm <= MOST_OHM, f"{step} mA more" if ohm is None else f"{ohm:.2f} Ohm"
        )
        self._note("current", None, "the board has no shunt")
        if self._brick:
            self._bench.supply("BRICK")
            there = self._told(console, 0)
            self._within("rail from the brick", 0 if there is None else there.rail, BRICK_MV)
            self._bench.supply("USB")

    def _within(self, name: str, measured: int, limits: tuple[int, int]) -> None:
        self._note(name, limits[0] <= measured <= limits[1], f"{measured} mV, {limits[0]} to {limits[1]}")

    def _told(self, console: Console, value: int) -> Status | None:
        """What the console says of itself a little after its counters show `value`."""
        panels = console.state.panels
        made = (Panel(seat=BINDING[place], value=value, largest=50, lamp="waiting") for place in range(panels))
        console.show(Scene(panels=tuple(made)), {place: BINDING[place] for place in range(panels)}, f"v{value}")
        self._wait(Shown, ANSWER_S)
        self._wait(Lost, SETTLED_S)
        return console.state.status


class BadLog(ValueError):
    """A log that cannot be read: its file and line."""


def board_of(port: str) -> str:
    """Return the serial number of the board at a port, which the maker of its chip gave it; "" for one that tells none."""
    return next((board.serial_number for board in find.consoles() if board.port == port), "")


def kept(log: Path) -> list[dict[str, object]]:
    """Return what a log holds, oldest first. Raises BadLog."""
    found: list[dict[str, object]] = []
    if log.is_file():
        for number, line in enumerate(log.read_text(encoding="utf-8").splitlines(), 1):
            try:
                entry = json.loads(line)
                if not SERIAL.match(entry["serial"]):
                    raise ValueError(entry["serial"])
            except (ValueError, KeyError, TypeError) as wrong:
                raise BadLog(f"{log}:{number}") from wrong
            found.append(entry)
    return found


def serial_for(log: Path, board: str, year: int) -> str:
    """Return the number of a console: the one that its board has in the log, else the next of the year. Raises BadLog."""
    entries = kept(log)
    for entry in reversed(entries):
        if board and entry["board"] == board:
            return str(entry["serial"])
    numbers = [int(found[2]) for entry in entries if (found := SERIAL.match(str(entry["serial"]))) and int(found[1]) == year]
    return f"TP-{year:04d}-{max(numbers, default=0) + 1:04d}"


def keep(log: Path, serial: str, board: str, when: datetime, report: Report) -> None:
    """Add a test to the log: one line of JSON with every part that was tried. Raises OSError."""
    entry = {
        "serial": serial,
        "board": board,
        "when": when.isoformat(timespec="seconds"),
        "good": report.good,
        "parts": {part.name: [part.verdict, part.note] for part in report.parts},
        "findings": [finding.code for finding in report.findings],
    }
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def number_drive(drives: list[Path], serial: str) -> Path | None:
    """Write the number on the console's drive and return its file; None where not exactly one drive is in reach. Raises OSError."""
    if len(drives) != 1:
        return None
    place = drives[0] / SERIAL_FILE
    place.write_text(serial + "\n", encoding="ascii")
    return place


def label(serial: str, panels: int, firmware: str, when: datetime) -> str:
    """Return the label of a console as SVG, 50 x 25 mm: number, what it is, supply and day, and the number as QR code."""
    code = segno.make(serial, error="m", micro=False)
    drawn, side = "".join(_modules(code)), code.symbol_size(border=0)[0]
    lines = (
        ("Tapete", 5.5, "bold"),
        (serial, 4.2, "bold"),
        (f"panels: {panels} · firmware {firmware}", 2.4, "normal"),
        ("5 V ⎓ 2.5 A max. · USB", 2.4, "normal"),
        (f"{when:%Y-%m-%d}", 2.4, "normal"),
    )
    ys = (6.5, 11.5, 15.5, 19, 22.5)
    words = "".join(
        f'<text x="21.5" y="{y}" font-size="{size}" font-weight="{weight}">{escape(text)}</text>'
        for (text, size, weight), y in zip(lines, ys, strict=True)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="25mm" viewBox="0 0 50 25" font-family="sans-serif">\n'
        f"<title>{escape(serial)}</title>\n"
        '<rect width="50" height="25" fill="#fff"/>\n'
        f'<path transform="translate(3 4.5) scale({16 / side:.5f})" d="{drawn}" fill="#000"/>\n'
        f"{words}\n</svg>\n"
    )


def _modules(code: segno.QRCode) -> list[str]:
    """The dark modules of a QR code as squares of one unit."""
    return [f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.matrix) for x, dark in enumerate(row) if dark]

"""Draw every light pattern of the console, in both palettes, as docs/lights-<palette>.svg.

The pictures come from the firmware's own functions. `--check` writes nothing and fails if a drawing in docs/ is not current.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

from tapete_console import lights, power

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing.files import finish  # the line above makes `tools` importable when this runs as a program

PITCH = 14
LEFT = 250
MOMENTS = 8

STAGES = (("open", 0), ("open", 400), ("locked", 0), ("shown", 0), ("shown", 1600))
"""Of an open and a shown number both moments: its light sways."""

COUNTERS = (0, 1, 12, 37, 50, 51, 73, 100)
LAMPS = (
    ("waiting", "others act"),
    ("turn", "your turn"),
    ("answer", "your turn, LOCK answers"),
    ("roll", "a die is owed"),
    ("initiative", "a die: who begins"),
    ("attack", "a die: attack"),
    ("defence", "a die: defence"),
    ("ready", "ready, or locked"),
    ("won", "won"),
    ("lost", "lost"),
    ("drawn", "drawn"),
    ("alone", "no computer"),
    ("refused", "versions do not fit"),
)


def on_screen(packed: int) -> str:
    """Return a pixel's colour (0xRRGGBB) as a screen should show it: LEDs are bright at a few per cent, a screen is not."""
    colour = (packed >> 16, packed >> 8 & 255, packed & 255)
    brightest = max(colour)
    if not brightest:
        return "#17171b"
    lift = (brightest / 120) ** 0.3 / brightest * 255
    return "#" + "".join(f"{min(255, round(channel * lift)):02x}" for channel in colour)


class Sheet:
    """A growing SVG: a line of text at the left, pixels at the right."""

    def __init__(self, palette: str) -> None:
        self._colours = [on_screen(colour) for colour in lights.palette(palette, 100)]
        self._parts: list[str] = []
        self._y = 16
        self.heading(f"Lights of the console, palette {palette}")

    def heading(self, text: str) -> None:
        """Write a heading."""
        self._y += 14
        self._parts.append(f'<text class="heading" x="12" y="{self._y + 4}">{escape(text)}</text>')
        self._y += 22

    def row(self, text: str, pictures: list[list[int]], width: int) -> None:
        """Draw pictures side by side, each in rows of `width` pixels."""
        self._parts.append(f'<text x="12" y="{self._y + 4}">{escape(text)}</text>')
        height = 0
        for place, picture in enumerate(pictures):
            left = LEFT + place * (width + 1) * PITCH
            for at, colour in enumerate(picture):
                x, y = left + at % width * PITCH, self._y + at // width * PITCH
                self._parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{self._colours[colour]}"/>')
            height = max(height, (len(picture) + width - 1) // width)
        self._y += max(1, height) * PITCH + 8

    def text(self) -> str:
        """Return the whole drawing."""
        width = LEFT + MOMENTS * 11 * PITCH
        style = "text{font:13px sans-serif;fill:#ddd}.heading{font-weight:bold;fill:#fff}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {self._y + 8}" role="img">\n<style>{style}</style>\n'
            f'<rect width="{width}" height="{self._y + 8}" fill="#101014"/>\n' + "\n".join(self._parts) + "\n</svg>\n"
        )


def moments(what: str) -> list[list[int]]:
    """Return a lamp at eight moments of two seconds."""
    return [lights.lamp(what, now, 10) for now in range(0, lights.PULSE_MS, lights.PULSE_MS // MOMENTS)]


def gallery(palette: str) -> str:
    """Return the drawing for one palette."""
    sheet = Sheet(palette)
    sheet.heading("Counter: five rows of ten, in fives of two shades; zero blinks; from 51 on the other hue counts and pixels wink")
    sheet.row(", ".join(map(str, COUNTERS)), [lights.counter(value, value, 500, 50) for value in COUNTERS], 10)
    sheet.row("51 and 101: one wink, two winks", [lights.counter(value, value, lights.WINK_MS, 50) for value in (51, 101)], 10)
    sheet.row("25 becomes 30: the gain blinks", [lights.counter(30, 25, since, 50) for since in (0, 150, 300)], 10)
    sheet.row("30 becomes 25: the loss blinks", [lights.counter(25, 30, since, 50) for since in (0, 150, 300)], 10)
    sheet.heading(f"Die display: a lamp at {MOMENTS} moments of two seconds")
    for what, note in LAMPS:
        sheet.row(f"{what}: {note}", moments(what), 10)
    sheet.row("rolling", [lights.running(now, 10) for now in range(0, 640, 80)], 10)
    sheet.row("faces 1, 5 and 10", [lights.face(value, 10) for value in (1, 5, 10)], 10)
    sheet.heading(f"Private display: tens, then units; always {power.PRIVATE_LIT} pixels of the same light")
    for number in (0, 7, 50):
        frames = [lights.digits(number, stage, now, 20) for stage, now in STAGES]
        sheet.row(f"{number}: open, open, locked, shown, shown", frames, 10)
    sheet.heading("Nobody plays: lights that attract")
    sheet.row("three moments", [lights.attract(now, 60) for now in (0, 400, 800)], 10)
    sheet.heading("Bridge strip: wall, wizards, broken slabs")
    sheet.row("start of a match", [lights.bridge(0, -3, 3, 0, 19)], 19)
    sheet.row("wall at 2, two slabs broken", [lights.bridge(2, -1, 5, 2, 19)], 19)
    return sheet.text()


if __name__ == "__main__":
    drawn = {f"lights-{palette}.svg": gallery(palette) for palette in lights.PALETTES}
    sys.exit(finish(drawn, sys.argv[1:], "tools/generate_light_gallery.py", "docs"))

"""Draw every light pattern of the console, in both palettes, as docs/lights-<palette>.svg, and fill the tables that say what they mean.

The pictures come from the firmware's own functions, the words from `tapete.presentation.legend`. `--check` writes nothing and fails if
a drawing or a table is not current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

from tapete.core.texts import LANGUAGES, Language
from tapete.presentation import legend, legend_card
from tapete_console import lights, power

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.drawing.circuit import ROOT
from tools.generated import finish  # the line above makes `tools` importable when this runs as a program

PITCH = 14
LEFT = 250
MOMENTS = 8

STAGES = (("open", 0), ("open", 400), ("locked", 0), ("shown", 0), ("shown", 1600), ("pick", 0))
"""Of an open and a shown number both moments: its light sways."""

COUNTERS = (0, 1, 12, 37, 50, 51, 73, 100)
LAMPS: dict[str, Callable[[int], list[int]]] = {
    state.lamp: lambda now, lamp=state.lamp: lights.lamp(lamp, now, 10) for state in (*legend.STATES, *legend.RARE)
} | {
    "not_now": lambda now: lights.not_now(now, 10),
    "running": lambda now: lights.running(now, 10),
    "face": lambda now: lights.face(7, 10),
    "pressed": lambda now: lights.pressed(2, 10),
    "alarm": lambda now: lights.alarm(now, 10),
}
"""Every state of the card and of the guide, and what the firmware draws for it."""


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
    return [LAMPS[what](now) for now in range(0, lights.PULSE_MS, lights.PULSE_MS // MOMENTS)]


def gallery(palette: str) -> str:
    """Return the drawing for one palette."""
    sheet = Sheet(palette)
    sheet.heading("Counter: five rows of ten, in fives of two shades; zero blinks; from 51 on the other hue counts and pixels wink")
    sheet.row(", ".join(map(str, COUNTERS)), [lights.counter(value, value, 500, 50) for value in COUNTERS], 10)
    sheet.row("51 and 101: one wink, two winks", [lights.counter(value, value, lights.WINK_MS, 50) for value in (51, 101)], 10)
    sheet.row("25 becomes 30: the gain blinks", [lights.counter(30, 25, since, 50) for since in (0, 150, 300)], 10)
    sheet.row("30 becomes 25: the loss blinks", [lights.counter(25, 30, since, 50) for since in (0, 150, 300)], 10)
    sheet.row("bids of 0, 7, 37 and 75, opened", [lights.bid(number, 50) for number in (0, 7, 37, 75)], 10)
    sheet.heading(f"Die display: a lamp at {MOMENTS} moments of two seconds")
    for state in (*legend.STATES, *legend.RARE):
        sheet.row(f"{state.title.in_('en')}: {state.moves.in_('en')}", moments(state.lamp), 10)
    sheet.heading(f"Private display: tens, then units; always {power.PRIVATE_LIT} pixels of the same light")
    for number in (0, 7, 50):
        frames = [lights.digits(number, stage, now, 20) for stage, now in STAGES]
        sheet.row(f"{number}: open, open, locked, shown, shown, pick", frames, 10)
    sheet.heading("Nobody plays: lights that attract")
    sheet.row("three moments", [lights.attract(now, 60) for now in (0, 400, 800)], 10)
    sheet.heading("Bridge strip: wall, wizards, broken slabs")
    sheet.row("start of a match", [lights.bridge(0, -3, 3, 0, 19)], 19)
    sheet.row("wall at 2, two slabs broken", [lights.bridge(2, -1, 5, 2, 19)], 19)
    return sheet.text()


HEADS: dict[Language, tuple[str, ...]] = {
    "en": ("lights of the strip (1 to 9, 0)", "how", "what it means", "what to do", "elsewhere on the panel"),
    "es": ("luces de la tira (1 a 9, 0)", "cómo", "qué significa", "qué hacer", "en otra parte del panel"),
}


def tables(language: Language) -> str:
    """Return what the die display and the other displays say, as two tables in Markdown."""
    lit, how, means, do, elsewhere = HEADS[language]
    rows = [f"| {lit} | {how} | {means} | {do} |", "|---|---|---|---|"]
    for state in (*legend.STATES, *legend.RARE):
        strip = "".join(str(place % 10) if place in state.lit else "·" for place in range(1, 11))
        rows.append(f"| `{strip}` | {state.moves.in_(language)} | {state.title.in_(language)} | {state.says.in_(language)} |")
    rows += ["", f"| {elsewhere} | {means} |", "|---|---|"]
    rows += [f"| {where.in_(language)} | {what.in_(language)} |" for where, what in legend.OTHER]
    return "\n".join(rows) + "\n"


def card(language: Language) -> str:
    """Return the card of the box as a drawing of its own."""
    return str(legend_card.card(language)).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"', 1) + "\n"


PAGES: dict[str, Language] = {"firmware/README.md": "en", "docs/lights.md": "en", "docs/es/lights.md": "es"}
BLOCK = re.compile(r"<!-- lights -->\n.*?<!-- /lights -->", re.S)


def filled(page: str, language: Language) -> str:
    """Return a page with its tables renewed."""
    return BLOCK.sub(lambda _: f"<!-- lights -->\n{tables(language)}<!-- /lights -->", (ROOT / page).read_text(encoding="utf-8"))


if __name__ == "__main__":
    made = {f"docs/lights-{palette}.svg": gallery(palette) for palette in lights.PALETTES}
    made |= {f"docs/lights-card-{language}.svg": card(language) for language in LANGUAGES}
    made |= {page: filled(page, language) for page, language in PAGES.items()}
    sys.exit(finish(made, "tools/generate_light_gallery.py"))

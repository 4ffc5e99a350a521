"""Wiring pictures: parts as they lie on the table, every signal a coloured wire with its name at both ends.

Supplies are drawn as flags, because every builder runs two rails: what says +5V goes to one, what says GND to the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from tapete_console import pins
from tools.drawing import circuit
from tools.drawing.symbols import HEADER, header_pin

COLOURS = {
    "+5V": "#c62828",
    "5V": "#c62828",
    "GND": "#111111",
    "DATA": "#00796b",
    "LOGIC": "#43a047",
    "MINUS": "#1565c0",
    "PLUS": "#ef6c00",
    "LOCK": "#8e24aa",
    "ROLL": "#795548",
    "SUPPLY": "#ad1457",
}
"""Colour of each kind of wire; the cable table names the same."""

STYLE = """text{font:11px sans-serif;fill:#111}
.part{fill:#f4f1e8;stroke:#555}.board{fill:#2e6b3f;stroke:#1b4026}.title{font-weight:bold;font-size:13px}
.head{font-weight:bold;font-size:20px}.pale{opacity:.13}.wire{fill:none;stroke-width:3}.pin{fill:#d9b64c;stroke:#6d5a1e}
.on{fill:#fff}.small{font-size:9.5px}
.halo{paint-order:stroke;stroke:#fff;stroke-width:3px}"""

SPANISH = {
    "Tapete: inside a panel": "Tapete: dentro de un panel",
    "Panel: strips": "Panel: tiras",
    "Panel: socket": "Panel: zócalo",
    "Tapete: the small build on a breadboard": "Tapete: el montaje pequeño en una protoboard",
    "J101: cable": "J101: cable",
    "counter": "contador",
    "die": "dado",
    "private: tens (the far row)": "privado: decenas (la fila lejana)",
    "private: units (the near row)": "privado: unidades (la fila cercana)",
    "5V and GND run along every strip: join neighbouring rows at their left end;": (
        "5V y GND recorren cada tira: une las filas vecinas por la izquierda;"
    ),
    "rows 1, 5 and 8 get a wire of each to the right end too. The arrow on the strip is the way of the data.": (
        "las filas 1, 5 y 8 llevan además un hilo de cada uno al extremo derecho. La flecha de la tira es el sentido de los datos."
    ),
    "R101 sits at the first pixel.": "R101 va en el primer píxel.",
}
"""Words of the pictures in Spanish. Names of signals, parts and marks on the board are the same in both languages."""

Point = tuple[float, float]


def said(words: str, lang: int) -> str:
    """Return words of a picture in English (0) or Spanish (1). Raises KeyError for words that have no Spanish."""
    return SPANISH[words] if lang else words


def kind(net: str) -> str:
    """Return which kind of wire a net is."""
    words = [word for word in net.split("_") if word not in ("IN", "ROW", "DRIVE")]
    if net in circuit.SUPPLY:
        return net
    if words[-1] in COLOURS and words[0] not in ("USB", "BRICK"):
        return words[-1]
    return "SUPPLY" if words[0] in ("USB", "BRICK", "VSYS", "3V3", "RUN", "LIGHT", "GATE", "CHOSEN", "CUT", "RISE") else "DATA"


@dataclass
class Picture:
    """A growing SVG. Only nets in `bright` are drawn strongly, if it is given."""

    width: float
    height: float
    title: str
    bright: frozenset[str] | None = None
    ends: dict[tuple[str, str], tuple[Point, int]] = field(default_factory=dict)
    drawn: set[tuple[str, str]] = field(default_factory=set)
    _parts: list[str] = field(default_factory=list)

    def add(self, svg: str) -> None:
        """Append a piece."""
        self._parts.append(svg)

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> None:
        """Write a line of text."""
        self.add(f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, kind: str = "part") -> None:
        """Draw the outline of a part."""
        self.add(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"/>')

    def pin(self, reference: str, number: str, x: float, y: float, side: int, words: str, kind: str = "small") -> None:
        """Draw a pin; `side` is where its wire leaves: -1 left, 1 right. Its name stands inside the part."""
        self.add(f'<rect class="pin" x="{x - 3:g}" y="{y - 3:g}" width="6" height="6"/>')
        self.text(x - side * 7, y + 3.5, words, kind, "start" if side < 0 else "end")
        self.ends[reference, number] = ((x, y), side)

    def pale(self, net: str) -> str:
        """Return the class of what is not the matter of this picture."""
        return " pale" if self.bright is not None and net not in self.bright else ""

    def flag(self, part: circuit.Part, number: str) -> None:
        """End a supply pin in a flag."""
        net = part.nets[number]
        (x, y), side = self.ends[part.reference, number]
        if net is None:
            return
        colour, words = COLOURS[kind(net)], net.split("_")[-1]
        far = x + side * 20
        left = far if side > 0 else far - 34
        self.add(
            f'<g class="flag{self.pale(net)}"><title>{part.reference} pin {number}: {net}</title>'
            f'<path class="wire" stroke="{colour}" d="M{x:g} {y:g}H{far:g}"/>'
            f'<rect x="{left:g}" y="{y - 7:g}" width="34" height="14" rx="3" fill="{colour}"/>'
            f'<text class="small on" x="{left + 17:g}" y="{y + 3.5:g}" text-anchor="middle">{words}</text></g>'
        )
        self.drawn.add((part.reference, number))

    def wire(
        self, net: str, start: tuple[str, str], end: tuple[str, str], path: Iterable[Point], labels: tuple[str, str] | None = None
    ) -> None:
        """Draw a wire of a net from one pin to another through points; `labels` stand at its ends in place of the net's name."""
        points = [self.ends[start][0], *path, self.ends[end][0]]
        line = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        colour = COLOURS[kind(net)]
        names = labels or (net.replace("_", " "),) * 2
        self.add(
            f'<g class="net{self.pale(net)}"><title>{net}: {start[0]} pin {start[1]} to {end[0]} pin {end[1]}</title>'
            f'<path d="{line}" fill="none" stroke="#fff" stroke-width="6"/>'
            f'<path class="wire" stroke="{colour}" stroke-linejoin="round" d="{line}"/>'
        )
        for at, name in zip((start, end), names, strict=True):
            (x, y), side = self.ends[at]
            self.text(x + side * 7, y - 3, name, "small halo", "start" if side > 0 else "end")
        self.add("</g>")
        self.drawn |= {start, end}

    def svg(self) -> str:
        """Return the picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" role="img">\n'
            f"<title>{escape(self.title)}</title>\n<style>{STYLE}</style>\n"
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="#fff"/>\n' + "\n".join(self._parts) + "\n</svg>\n"
        )


def _socket(picture: Picture, reference: str, title: str, names: Iterable[str], x: float, y: float, side: int) -> None:
    names = list(names)
    picture.box(x, y - 14, 92, 24 * len(names) + 4)
    picture.text(x + 46, y - 20, title, "title", "middle")
    for place, name in enumerate(names, 1):
        words = f"{name} {place}" if side > 0 else f"{place} {name}"
        picture.pin(reference, str(place), x + 92 if side > 0 else x, y + 24 * (place - 1), side, words)


def _pair(picture: Picture, reference: str, title: str, x: float, y: float, names: tuple[str, str] = ("", "")) -> None:
    """A part with two ends, lying."""
    picture.box(x, y - 12, 84, 24)
    picture.text(x + 42, y + 4, title, "small", "middle")
    picture.pin(reference, "1", x, y, -1, names[0])
    picture.pin(reference, "2", x + 84, y, 1, names[1])


def panel(bright: frozenset[str] | None = None, title: str = "Tapete: inside a panel", lang: int = 0) -> Picture:
    """Return the wiring inside panel 0: eight strips of ten pixels, four buttons, resistor, capacitor and socket; `lang` 1 is Spanish."""
    title = said(title, lang)
    picture = Picture(1180, 760, title, bright)
    parts = {part.reference: part for part in circuit.panel(0)}
    picture.text(24, 36, title, "head")
    _socket(picture, "J101", said("J101: cable", lang), circuit.CABLE, 40, 110, 1)
    _pair(picture, "R101", "R101 330 Ω", 330, 158)
    rows = [("DS101", f"{said('counter', lang)} {row + 1}") for row in range(5)] + [
        ("DS102", said("die", lang)),
        ("DS103", said("private: tens (the far row)", lang)),
        ("DS103", said("private: units (the near row)", lang)),
    ]
    for place, (reference, name) in enumerate(rows):
        y = 140 + 58 * place
        picture.box(580, y - 14, 440, 28)
        picture.text(800, y - 17, name, "small", "middle")
        for pixel in range(10):
            picture.add(f'<rect x="{604 + 42 * pixel}" y="{y - 7}" width="14" height="14" rx="2" fill="#fff" stroke="#888"/>')
        picture.add(f'<path d="M586 {y - 5}l8 5l-8 5z" fill="#555"/><path d="M1006 {y - 5}l8 5l-8 5z" fill="#555"/>')
        number = "2" if place in (0, 5, 6) else f"in{place}"
        picture.pin(reference, number, 580, y, -1, "")
        last = {4: "3", 5: "3", 7: "end"}.get(place, f"out{place}")
        picture.pin(reference, last, 1020, y, 1, "")
    picture.wire("P0_DATA", ("J101", "3"), ("R101", "1"), [], ("DATA", "DATA"))
    picture.wire("P0_COUNTER_IN", ("R101", "2"), ("DS101", "2"), [(500, 158), (500, 140)], ("", "DIN"))
    between = {4: "P0_DIE_IN", 5: "P0_PRIVATE_IN"}
    for place in range(7):
        reference, following = rows[place][0], rows[place + 1][0]
        start = (reference, {4: "3", 5: "3"}.get(place, f"out{place}"))
        end = (following, "2" if place + 1 in (5, 6) else f"in{place + 1}")
        y = 140 + 58 * place
        net = between.get(place, f"P0_{('COUNTER', 'PRIVATE')[place == 6]}_ROW")
        picture.wire(net, start, end, [(1050, y), (1050, y + 25), (540, y + 25), (540, y + 58)], ("DOUT", "DIN"))
    for order, name in enumerate(circuit.BUTTON_NAMES, 1):
        y = 420 + 62 * (order - 1)
        button = f"SW10{order}"
        picture.add(f'<circle class="part" cx="382" cy="{y}" r="25"/>')
        picture.text(382, y - 1, name, "small", "middle")
        picture.text(382, y + 11, button, "small", "middle")
        picture.pin(button, "1", 350, y, -1, "")
        picture.pin(button, "2", 414, y, 1, "")
        start, end = ("J101", str(4 + order)), (button, "1")
        x = 280 - 18 * (order - 1)
        picture.wire(f"P0_{name}", start, end, [(x, picture.ends[start][0][1]), (x, y)], (name, name))
    for reference in ("J101", *(f"SW10{order}" for order in range(1, 5))):
        for pin, joined in parts[reference].nets.items():
            if joined and kind(joined) in ("GND", "5V"):
                picture.flag(parts[reference], pin)
    notes = [words for words in SPANISH if words.startswith(("5V and", "rows 1", "R101 sits"))]
    for place, words in enumerate(notes):
        picture.text(580, 620 + 16 * place, said(words, lang), "small")
    return picture


SMALL_WIRES = (
    (("Pico 40 (VBUS)", "Pico 40 (VBUS)"), ("red rail", "carril rojo")),
    (("Pico 38 (GND)", "Pico 38 (GND)"), ("blue rail", "carril azul")),
    (("74AHCT125 14 (VCC), strip 5V", "74AHCT125 14 (VCC), 5V de la tira"), ("red rail", "carril rojo")),
    (("74AHCT125 4, 10, 13 (spare enables)", "74AHCT125 4, 10, 13 (puertas libres)"), ("red rail", "carril rojo")),
    (("74AHCT125 1, 5, 7, 9, 12, strip GND", "74AHCT125 1, 5, 7, 9, 12, GND de la tira"), ("blue rail", "carril azul")),
    (("100 nF", "100 nF"), ("between both rails, beside the 74AHCT125", "entre los dos carriles, junto al 74AHCT125")),
    ((f"Pico {header_pin(pins.CHAINS[0])} (GP{pins.CHAINS[0]})",) * 2, ("74AHCT125 2 (A)", "74AHCT125 2 (A)")),
    (("74AHCT125 3 (Y)", "74AHCT125 3 (Y)"), ("330 Ω, then DIN of the strip", "330 Ω y luego DIN de la tira")),
    *(
        (
            (f"Pico {header_pin(gpio)} (GP{gpio})",) * 2,
            (f"button {name}, its other side to the blue rail", f"botón {name}, su otro lado al carril azul"),
        )
        for gpio, name in zip(pins.BUTTONS[0], circuit.BUTTON_NAMES, strict=True)
    ),
)
"""Wires of the small build, each in English and Spanish."""


def _pico(picture: Picture, x: float, y: float) -> None:
    picture.box(x, y - 34, 150, 458, "board")
    picture.box(x + 55, y - 44, 40, 24)
    picture.text(x + 75, y - 4, "Pico", "title on", "middle")
    picture.text(x + 75, y - 28, "USB", "small", "middle")
    for place, name in enumerate(HEADER, 1):
        left = place <= 20
        row = place - 1 if left else 40 - place
        words = f"{place} {name}" if left else f"{name} {place}"
        picture.pin("U1", str(place), x if left else x + 150, y + 16 + 20 * row, -1 if left else 1, words, "small on")


STRIP_FEED = ((920, "+5V"), (940, "GND"))
"""Where the small build's strip is fed: all three wires at the end where the arrows begin, at the right of the picture."""


def small(lang: int = 0) -> Picture:
    """Return the small build: a Pico, one buffer, four buttons and twenty pixels on a breadboard, with two rails; `lang` 1 is Spanish."""
    picture = Picture(1000, 620, said("Tapete: the small build on a breadboard", lang))
    picture.text(24, 36, picture.title, "head")
    rails = {"+5V": (70, "#c62828"), "GND": (590, "#111111")}
    for net, (far, colour) in rails.items():
        picture.add(f'<path class="wire" stroke="{colour}" d="M40 {far}H960"/>')
        picture.text(44, far - 6, net, "title")
    _pico(picture, 330, 130)
    picture.box(640, 150, 100, 182)
    picture.add('<path d="M682 150a8 8 0 0 0 16 0" fill="#fff" stroke="#555"/>')
    picture.text(690, 142, "74AHCT125", "title", "middle")
    names = ("/OE", "A", "Y", "/OE", "A", "Y", "GND", "Y", "A", "/OE", "Y", "A", "/OE", "VCC")
    for place, name in enumerate(names, 1):
        left = place <= 7
        row = place - 1 if left else 14 - place
        x, y = (640.0, 178.0 + 22 * row) if left else (740.0, 178.0 + 22 * row)
        picture.pin("U2", str(place), x, y, -1 if left else 1, f"{place} {name}" if left else f"{name} {place}")
        net = "+5V" if place in (4, 10, 13, 14) else "GND" if place in (1, 5, 7, 9, 12) else ""
        if net:
            colour, away = rails[net][1], -14 if left else 14
            picture.add(f'<path class="wire" stroke="{colour}" d="M{x:g} {y:g}h{away}"/>')
            picture.text(x + 2 * away, y + 3.5, "+" if net == "+5V" else "-", "title", "middle")
    for number, rail in (("40", "+5V"), ("38", "GND")):
        (x, y), _ = picture.ends["U1", number]
        turn = 530 if rail == "+5V" else 545
        picture.add(f'<path class="wire" stroke="{rails[rail][1]}" fill="none" d="M{x:g} {y:g}H{turn}V{rails[rail][0]}"/>')
    for place, name in enumerate(circuit.BUTTON_NAMES):
        middle = 190.0 + 90 * place
        picture.add(f'<circle class="part" cx="130" cy="{middle:g}" r="25"/>')
        picture.text(130, middle + 4, name, "small", "middle")
        picture.pin(name, "1", 160, middle, 1, "")
        picture.pin(name, "2", 100, middle, -1, "")
        picture.add(f'<path class="wire" stroke="#111111" fill="none" d="M100 {middle:g}H60V590"/>')
        pin = str(header_pin(pins.BUTTONS[0][place]))
        lane = 270.0 - 20 * place
        picture.wire(f"P0_{name}", ("U1", pin), (name, "1"), [(lane, picture.ends["U1", pin][0][1]), (lane, middle)], (name, name))
    picture.box(800, 420, 84, 24)
    picture.text(842, 436, "330 Ω", "small", "middle")
    picture.pin("R", "1", 800, 432, -1, "")
    picture.pin("R", "2", 884, 432, 1, "")
    logic = str(header_pin(pins.CHAINS[0]))
    high = picture.ends["U1", logic][0][1]
    picture.wire("P0_LOGIC", ("U1", logic), ("U2", "2"), [(570, high), (570, 200)], (f"GP{pins.CHAINS[0]}", ""))
    picture.wire("P0_DATA", ("U2", "3"), ("R", "1"), [(600, 222), (600, 432)], ("", ""))
    picture.box(640, 490, 320, 30)
    for pixel in range(20):
        picture.add(f'<rect x="{648 + 15.4 * pixel:g}" y="500" width="10" height="10" rx="2" fill="#fff" stroke="#888"/>')
    picture.pin("S", "2", 960, 497, 1, "")
    picture.wire("P0_COUNTER_IN", ("R", "2"), ("S", "2"), [(980, 432), (980, 497)], ("", "DIN"))
    picture.text(800, 540, "WS2812B, 20 (10 + 10)", "small", "middle")
    for end, rail in STRIP_FEED:
        colour, far = rails[rail][1], rails[rail][0]
        way = f"M{end} 490V{far}" if rail == "+5V" else f"M{end} 520V{far}"
        picture.add(f'<path class="wire" stroke="{colour}" fill="none" d="{way}"><title>strip {rail}</title></path>')
    picture.add('<path class="wire" stroke="#c62828" d="M800 70v60"/><path class="wire" stroke="#111111" d="M840 130v20"/>')
    picture.box(790, 130, 60, 20)
    picture.text(820, 144, "100 nF", "small", "middle")
    picture.text(856, 158, "-", "title")
    return picture

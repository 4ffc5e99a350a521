"""Wiring pictures: parts as they lie on the table, every signal a coloured wire with its name at both ends.

Supplies are drawn as flags, because every builder runs two rails: what says +5V goes to one, what says GND to the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from tools.drawing import circuit
from tools.drawing.symbols import HEADER

COLOURS = {
    "+5V": "#c62828",
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

Point = tuple[float, float]


def kind(net: str) -> str:
    """Return which kind of wire a net is."""
    last = net.split("_")[-1]
    return (
        net if net in circuit.SUPPLY else last if last in COLOURS else "DATA" if last in ("IN", "ROW") and "BRICK" not in net else "SUPPLY"
    )


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
        colour = COLOURS[net]
        far = x + side * 20
        left = far if side > 0 else far - 34
        self.add(
            f'<g class="flag{self.pale(net)}"><title>{part.reference} pin {number}: {net}</title>'
            f'<path class="wire" stroke="{colour}" d="M{x:g} {y:g}H{far:g}"/>'
            f'<rect x="{left:g}" y="{y - 7:g}" width="34" height="14" rx="3" fill="{colour}"/>'
            f'<text class="small on" x="{left + 17:g}" y="{y + 3.5:g}" text-anchor="middle">{net}</text></g>'
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


def _chip(picture: Picture, reference: str, x: float, y: float) -> None:
    names = dict(enumerate(("/OE", "A", "Y", "/OE", "A", "Y", "GND", "Y", "A", "/OE", "Y", "A", "/OE", "VCC"), 1))
    picture.box(x, y - 26, 100, 182)
    picture.add(f'<path d="M{x + 42} {y - 26}a8 8 0 0 0 16 0" fill="#fff" stroke="#555"/>')
    picture.text(x + 50, y - 32, f"{reference}  74AHCT125", "title", "middle")
    for place in range(1, 15):
        left = place <= 7
        row = place - 1 if left else 14 - place
        words = f"{place} {names[place]}" if left else f"{names[place]} {place}"
        picture.pin(reference, str(place), x if left else x + 100, y + 2 + 22 * row, -1 if left else 1, words)


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


def _network(picture: Picture, x: float, y: float) -> None:
    """The five resistors, one end of each joined to pin 1."""
    picture.box(x, y - 12, 84, 106)
    picture.text(x + 96, y + 30, "RN1  5 × 10 kΩ", "title")
    for place in range(1, 7):
        picture.pin("RN1", str(place), x, y + 15 * (place - 1) + (6 if place > 1 else 0), -1, str(place) if place > 1 else "1 (dot)")


def parts_for(panels: int) -> dict[str, circuit.Part]:
    """Return the parts of a box with so many panels and the bridge; gates of absent panels are parked."""
    sockets = {f"J{panel + 1}" for panel in range(panels, circuit.PANELS)}
    found = {}
    for part in circuit.box():
        nets: dict[str, str | None] = {}
        for pin, net in part.nets.items():
            absent = net is not None and any(net.startswith(f"P{panel}_") for panel in range(panels, circuit.PANELS))
            nets[pin] = None if absent else net
        if part.reference == "U2":
            for gate, (enable, inward) in enumerate((("1", "2"), ("4", "5"), ("10", "9"), ("13", "12"))):
                if gate >= panels:
                    nets[enable], nets[inward] = "+5V", "GND"
        if part.reference not in sockets:
            found[part.reference] = circuit.Part(part.reference, part.kind, nets)
    return found


def box(bright: frozenset[str] | None = None, title: str = "Tapete: wiring of a box with two panels and the bridge") -> Picture:
    """Return the wiring of a two-panel box; `bright`, the nets to show strongly."""
    picture = Picture(1320, 860, title, bright)
    parts = parts_for(2)
    picture.text(24, 36, title, "head")
    _pico(picture, 480, 190)
    _socket(picture, "J1", "J1: panel 0", circuit.CABLE, 60, 210, 1)
    _socket(picture, "J2", "J2: panel 1", circuit.CABLE, 60, 470, 1)
    _chip(picture, "U2", 890, 200)
    _chip(picture, "U3", 890, 420)
    _socket(picture, "J5", "J5: bridge", ("+5V", "DATA", "GND"), 1180, 420, -1)
    _network(picture, 930, 24)
    _pair(picture, "C1", "C1 100 nF", 1130, 170)
    _pair(picture, "C2", "C2 100 nF", 1130, 560)
    _socket(picture, "J6", "J6: 5 V brick", ("+", "-"), 60, 770, 1)
    _pair(picture, "F1", "F1 fuse", 330, 770)
    _pair(picture, "F2", "F2 polyfuse", 820, 690)
    _pair(picture, "D1", "D1 band right", 820, 830)
    picture.box(1060, 676, 150, 106)
    picture.text(1135, 664, "JP1: one link, never two", "title", "middle")
    for number, name, y in (("1", "1 USB", 690), ("3", "3 BRICK", 770)):
        picture.pin("JP1", number, 1060, y, -1, name)
    picture.pin("JP1", "2", 1210, 730, 1, "RAIL 2")
    for part in parts.values():
        for number, net in part.nets.items():
            if net in circuit.SUPPLY and (part.reference, number) in picture.ends:
                picture.flag(part, number)
    lane = {"MINUS": 0, "PLUS": 1, "LOCK": 2, "ROLL": 3}
    for panel in range(2):
        for name, at in lane.items():
            net = f"P{panel}_{name}"
            start, end = ("U1", _pin_of(parts["U1"], net)), (f"J{panel + 1}", str(5 + at))
            x = 291 + 13 * at if panel == 0 else 343 + 13 * at
            y1, y2 = picture.ends[start][0][1], picture.ends[end][0][1]
            picture.wire(net, start, end, [(x, y1), (x, y2)])
        start, end = ("U1", _pin_of(parts["U1"], f"P{panel}_LOGIC")), ("U2", ("2", "5")[panel])
        x = 770 + 14 * panel
        picture.wire(f"P{panel}_LOGIC", start, end, [(x, picture.ends[start][0][1]), (x, picture.ends[end][0][1])])
        start, end = ("U2", ("3", "6")[panel]), (f"J{panel + 1}", "3")
        x1, top, x2 = 826 - 14 * panel, 100 - 16 * panel, 250 - 14 * panel
        y1, y2 = picture.ends[start][0][1], picture.ends[end][0][1]
        picture.wire(f"P{panel}_DATA", start, end, [(x1, y1), (x1, top), (x2, top), (x2, y2)])
    for at, net in enumerate(("P0_LOGIC", "P1_LOGIC", "BRIDGE_LOGIC")):
        start, end = ("U1", _pin_of(parts["U1"], net)), ("RN1", _pin_of(parts["RN1"], net))
        x = 692 + 9 * at
        picture.wire(net, start, end, [(x, picture.ends[start][0][1]), (x, picture.ends[end][0][1])], ("", net.replace("_", " ")))
    start, end = ("U1", _pin_of(parts["U1"], "BRIDGE_LOGIC")), ("U3", "2")
    picture.wire("BRIDGE_LOGIC", start, end, [(754, picture.ends[start][0][1]), (754, picture.ends[end][0][1])])
    y1, y2 = picture.ends["U3", "3"][0][1], picture.ends["J5", "2"][0][1]
    picture.wire("BRIDGE_DATA", ("U3", "3"), ("J5", "2"), [(812, y1), (812, 610), (1062, 610), (1062, y2)])
    picture.wire("BRICK_IN", ("J6", "1"), ("F1", "1"), [])
    picture.wire("BRICK_5V", ("F1", "2"), ("JP1", "3"), [])
    picture.wire("BRICK_5V", ("F1", "2"), ("D1", "1"), [(470, 770), (470, 830)])
    picture.wire("USB_5V", ("U1", "40"), ("F2", "1"), [(738, 206), (738, 690)])
    picture.wire("USB_FUSED", ("F2", "2"), ("JP1", "1"), [])
    picture.wire("VSYS", ("D1", "2"), ("U1", "39"), [(980, 830), (980, 800), (722, 800), (722, 226)])
    _legend(picture, 60, 700)
    return picture


def _pin_of(part: circuit.Part, net: str) -> str:
    return next(number for number, name in part.nets.items() if name == net)


def _legend(picture: Picture, x: float, y: float) -> None:
    for place, name in enumerate(("+5V", "GND", "DATA", "LOGIC", "MINUS", "PLUS", "LOCK", "ROLL", "SUPPLY")):
        left = x + place * 70
        picture.add(f'<path class="wire" stroke="{COLOURS[name]}" d="M{left} {y}h22"/>')
        picture.text(left + 26, y + 4, name, "small")


def panel(bright: frozenset[str] | None = None, title: str = "Tapete: inside a panel") -> Picture:
    """Return the wiring inside panel 0: eight strips of ten pixels, four buttons, resistor, capacitor and socket."""
    picture = Picture(1180, 760, title, bright)
    parts = {part.reference: part for part in circuit.panel(0)}
    picture.text(24, 36, title, "head")
    _socket(picture, "J101", "J101: cable", circuit.CABLE, 40, 110, 1)
    _pair(picture, "R101", "R101 330 Ω", 330, 158)
    _pair(picture, "C101", "C101 1000 µF", 330, 90, ("", ""))
    rows = [("DS101", f"counter {row + 1}") for row in range(5)] + [
        ("DS102", "die"),
        ("DS103", "private: tens"),
        ("DS103", "private: units"),
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
    for reference in ("J101", "C101", *(f"SW10{order}" for order in range(1, 5))):
        for pin, joined in parts[reference].nets.items():
            if joined in circuit.SUPPLY:
                picture.flag(parts[reference], pin)
    picture.text(580, 620, "+5V and GND run along every strip: join all rows to both rails at their left end,", "small")
    picture.text(580, 636, "and at the right end of rows 1, 5 and 8 too. The arrow on the strip is the way of the data.", "small")
    picture.text(580, 652, "R101 and C101 at the first pixel. C101 only with a brick; its striped side is GND.", "small")
    return picture

"""The project's own KiCad symbols."""

from __future__ import annotations

from dataclasses import dataclass, field

from tapete_console import pins as pin_map
from tools.drawing.sexpr import Node, Word

LIBRARY = "tapete"

# fmt: off
HEADER = (  # as it lies: the left row downwards, the right row upwards
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND",
    "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "GND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS",
)
# fmt: on
"""Names of the Pico's header pins 1..40 (Raspberry Pi Pico data sheet, section 2.1)."""


def header_pin(gpio: int) -> int:
    """Return the place 1..40 of a GPIO on the header. Raises ValueError if it is not led out."""
    return HEADER.index(f"GP{gpio}") + 1


@dataclass(frozen=True)
class Pin:
    """One pin: number, name, end of its line in mm (y upwards), direction it points from that end, and electrical kind for ERC."""

    number: str
    name: str
    x: float
    y: float
    angle: int
    kind: str
    length: float = 2.54


Strokes = tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True)
class Symbol:
    """One symbol: pins by unit and the strokes of its body; `names` and `numbers` tell whether these are shown."""

    name: str
    letter: str
    units: tuple[tuple[Pin, ...], ...]
    strokes: tuple[Strokes, ...]
    names: bool = False
    numbers: bool = False
    power: bool = False
    top: float = field(default=3.81)
    """Height of reference and value above the middle, in mm."""

    def pin(self, pin: str) -> tuple[int, Pin]:
        """Return unit (from 1) and pin of a number. Raises KeyError if there is none."""
        for unit, pins in enumerate(self.units, 1):
            for candidate in pins:
                if candidate.number == pin:
                    return unit, candidate
        raise KeyError(f"{self.name} has no pin {pin}")

    def node(self, library: bool) -> Node:
        """Return the symbol for a library, or as a sheet embeds it."""
        font: Node = [Word("effects"), [Word("font"), [Word("size"), 1.27, 1.27]]]
        hidden: Node = [Word("effects"), [Word("font"), [Word("size"), 1.27, 1.27]], [Word("hide"), Word("yes")]]
        out: list[Node] = [Word("symbol"), self.name if library else f"{LIBRARY}:{self.name}"]
        if self.power:
            out.append([Word("power")])
        if not self.numbers:
            out.append([Word("pin_numbers"), [Word("hide"), Word("yes")]])
        out.append([Word("pin_names"), [Word("offset"), 1.016], *([] if self.names else [[Word("hide"), Word("yes")]])])
        out += [[Word("exclude_from_sim"), Word("no")], [Word("in_bom"), Word("yes")], [Word("on_board"), Word("yes")]]
        out.append([Word("property"), "Reference", self.letter, [Word("at"), 0, self.top, 0], hidden if self.power else font])
        out.append([Word("property"), "Value", self.name, [Word("at"), 0, -self.top, 0], font])
        for unit in range(1, len(self.units) + 1):
            body: list[Node] = [Word("symbol"), f"{self.name}_{unit}_1"]
            for stroke in self.strokes[unit - 1]:
                points: list[Node] = [Word("pts")]
                points += [[Word("xy"), x, y] for x, y in stroke]
                filled = "background" if len(stroke) > 3 and stroke[0] == stroke[-1] else "none"
                line: Node = [Word("stroke"), [Word("width"), 0.254], [Word("type"), Word("default")]]
                body.append([Word("polyline"), points, line, [Word("fill"), [Word("type"), Word(filled)]]])
            for pin in self.units[unit - 1]:
                place: Node = [Word("at"), pin.x, pin.y, pin.angle]
                name: Node = [Word("name"), pin.name, font]
                body.append(
                    [
                        Word("pin"),
                        Word(pin.kind),
                        Word("line"),
                        place,
                        [Word("length"), pin.length],
                        name,
                        [Word("number"), pin.number, font],
                    ]
                )
            out.append(body)
        return out


def box(left: float, low: float, right: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return a rectangle as a closed line."""
    return ((left, low), (right, low), (right, high), (left, high), (left, low))


PICO_HALF, PICO_REACH = 132.08, 16.51
"""Half the height of the Pico's body, and where its pins end to both sides, in mm."""
PICO_ROW, PICO_FIRST = 60.96, 127.0
"""From the pins of a panel to those of the next, and where the first panel's data pin is above the middle."""
PICO_LEFT = ("VBUS", "VSYS", "3V3", "RUN", "3V3_EN", "ADC_VREF")
"""Pins at the left, from the top; free GPIOs follow, and the grounds."""


def _pico_places() -> dict[str, tuple[float, float]]:
    """Return where each pin of the Pico that is no ground ends: a panel's data pin, 17.78 mm below it its buttons; at last the bridge."""
    found = {}
    for panel, (chain, buttons) in enumerate(zip(pin_map.CHAINS, pin_map.BUTTONS, strict=True)):
        y = PICO_FIRST - PICO_ROW * panel
        found[f"GP{chain}"] = PICO_REACH, y
        found |= {f"GP{gpio}": (PICO_REACH, y - 17.78 - 2.54 * place) for place, gpio in enumerate(buttons)}
    found[f"GP{pin_map.BRIDGE}"] = PICO_REACH, -PICO_FIRST
    for place, name in enumerate(PICO_LEFT):
        found[name] = -PICO_REACH, 109.22 - 7.62 * place
    for place, gpio in enumerate(pin_map.FREE):
        found[f"GP{gpio}"] = -PICO_REACH, 60.96 - 5.08 * place
    return found


def _pico() -> Symbol:
    """The Pico as a block: supply and free pins at the left, at the right a group of pins for each panel, and the bridge's."""
    places, found, grounds = _pico_places(), [], 0
    for number, name in enumerate(HEADER, 1):
        kind = {"GND": "power_in", "VSYS": "power_in", "VBUS": "power_out", "3V3": "power_out", "ADC_VREF": "passive"}.get(name, "input")
        if name == "GND":
            x, y = -PICO_REACH, -2.54 * grounds - 101.6
            grounds += 1
        else:
            x, y = places[name]
        kind = "bidirectional" if name.startswith("GP") else kind
        found.append(Pin(str(number), name, x, y, 0 if x < 0 else 180, kind, 3.81))
    half, wide = PICO_HALF, PICO_REACH - 3.81
    return Symbol("Pico", "U", (tuple(found),), ((box(-wide, -half, wide, half),),), names=True, numbers=True, top=half + 3.81)


def _buffer() -> Symbol:
    triangle = ((-3.81, 3.81), (3.81, 0.0), (-3.81, -3.81), (-3.81, 3.81))
    units = []
    for enable, inward, outward in (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11")):
        pins = (
            Pin(enable, "~{OE}", 0, -5.08, 90, "input", 3.175),
            Pin(inward, "A", -7.62, 0, 0, "input", 3.81),
            Pin(outward, "Y", 7.62, 0, 180, "tri_state", 3.81),
        )
        units.append(pins)
    supply = (Pin("14", "VCC", 0, 7.62, 270, "power_in"), Pin("7", "GND", 0, -7.62, 90, "power_in"))
    return Symbol(
        "74AHCT125",
        "U",
        (*units, supply),
        ((triangle,), (triangle,), (triangle,), (triangle,), (box(-2.54, -5.08, 2.54, 5.08),)),
        numbers=True,
        top=5.08,
    )


def _row(name: str, count: int, letter: str) -> Symbol:
    """A connector with its pins at the left."""
    high = 1.27 * (count - 1)
    pins = tuple(Pin(str(place), str(place), -5.08, high - 2.54 * (place - 1), 0, "passive", 3.81) for place in range(1, count + 1))
    contacts = tuple(((-1.27, pin.y), (0.0, pin.y)) for pin in pins)
    return Symbol(name, letter, (pins,), ((box(-1.27, -high - 1.27, 1.27, high + 1.27), *contacts),), numbers=True, top=high + 4.445)


def _across(name: str, letter: str, strokes: Strokes, reach: float = 5.08, body: float = 2.54, top: float = 3.81) -> Symbol:
    """A part with two ends, lying."""
    pins = (Pin("1", "1", -reach, 0, 0, "passive", reach - body), Pin("2", "2", reach, 0, 180, "passive", reach - body))
    return Symbol(name, letter, (pins,), (strokes,), top=top)


def _diode(name: str, letter: str, more: Strokes) -> Symbol:
    """A diode, lying; pin 1 is the cathode, as KiCad's footprints have it."""
    pins = (Pin("2", "A", -5.08, 0, 0, "passive", 3.81), Pin("1", "K", 5.08, 0, 180, "passive", 3.81))
    body: Strokes = (((-1.27, 1.27), (1.27, 0), (-1.27, -1.27), (-1.27, 1.27)), ((1.27, 1.27), (1.27, -1.27)))
    return Symbol(name, letter, (pins,), ((*body, *more),))


def _upright(name: str, strokes: Strokes) -> Symbol:
    """A part with two ends, standing."""
    pins = (Pin("1", "1", 0, 3.81, 270, "passive", 3.048), Pin("2", "2", 0, -3.81, 90, "passive", 3.048))
    return Symbol(name, "C", (pins,), (strokes,))


def _network(count: int) -> Symbol:
    """Resistors with a common end, pin 1; an odd number, or its middle is off the grid."""
    rows = [(str(number), 5.08 - 2.54 * place) for place, number in enumerate(range(2, count + 2))]
    pins = (Pin("1", "1", 7.62, 0, 180, "passive", 3.81), *(Pin(number, number, -7.62, y, 0, "passive", 3.81) for number, y in rows))
    ends = tuple(((1.27, y), (2.54, y)) for _, y in rows)
    bodies = tuple(box(-2.54, y - 0.762, 1.27, y + 0.762) for _, y in rows)
    starts = tuple(((-3.81, y), (-2.54, y)) for _, y in rows)
    low = rows[-1][1]
    frame = (*box(-3.81, low - 1.27, 3.81, 6.35)[:-1], (-3.81, low - 1.27))
    return Symbol(
        f"Network_{count}",
        "RN",
        (pins,),
        ((frame, ((2.54, 5.08), (2.54, low)), ((2.54, 0), (3.81, 0)), *starts, *bodies, *ends),),
        numbers=True,
        top=9.0,
    )


def _isolated() -> Symbol:
    """Four separate resistors, pins 1-2, 3-4, 5-6 and 7-8; the odd ones at the right, where the cable is."""
    rows = [3.81 - 2.54 * place for place in range(4)]
    pins = tuple(
        pin
        for place, y in enumerate(rows)
        for pin in (
            Pin(str(2 * place + 1), str(2 * place + 1), 7.62, y, 180, "passive", 3.81),
            Pin(str(2 * place + 2), str(2 * place + 2), -7.62, y, 0, "passive", 3.81),
        )
    )
    lines = tuple(((-3.81, y), (-2.54, y)) for y in rows) + tuple(((2.54, y), (3.81, y)) for y in rows)
    bodies = tuple(box(-2.54, y - 0.762, 2.54, y + 0.762) for y in rows)
    return Symbol("Isolated_4", "RN", (pins,), ((box(-3.81, -5.08, 3.81, 5.08), *bodies, *lines),), numbers=True, top=8.0)


def _block(name: str, letter: str, high: float, *pins: Pin) -> Symbol:
    """A part drawn as a box with the names of its pins; `high`, half its height."""
    return Symbol(name, letter, (pins,), ((box(-5.08, -high, 5.08, high),),), names=True, numbers=True, top=high + 2.54)


def _pmos(name: str, side: int) -> Symbol:
    """A P-channel MOSFET, lying: gate below, body diode (from drain to source) above; drain at the left, `side` -1 at the right."""
    pins = (
        Pin("2", "D", -7.62 * side, 2.54, 0 if side > 0 else 180, "passive", 5.08),
        Pin("3", "S", 7.62 * side, 2.54, 180 if side > 0 else 0, "passive", 5.08),
        Pin("1", "G", 0, -5.08, 90, "passive", 5.08),
    )
    channel = (((-2.54, 0.762), (-1.27, 0.762)), ((-0.635, 0.762), (0.635, 0.762)), ((1.27, 0.762), (2.54, 0.762)))
    drain, source = ((-2.54, 2.54), (-1.905, 2.54), (-1.905, 0.762)), ((2.54, 2.54), (1.905, 2.54), (1.905, 0.762))
    substrate = (((0.0, 0.762), (0.0, 2.032), (0.762, 1.524)), ((0.0, 2.032), (-0.762, 1.524)), ((0.0, 2.032), (1.905, 2.032)))
    body = (
        ((-2.54, 2.54), (-2.54, 4.318), (-0.762, 4.318)),
        ((-0.762, 5.08), (-0.762, 3.556), (0.762, 4.318), (-0.762, 5.08)),
        ((0.762, 5.08), (0.762, 3.556)),
        ((0.762, 4.318), (2.54, 4.318), (2.54, 2.54)),
    )
    strokes = (((-2.54, 0.0), (2.54, 0.0)), *channel, drain, source, *substrate, *body)
    turned = tuple(tuple((side * x, y) for x, y in stroke) for stroke in strokes)
    return Symbol(name, "Q", (pins,), (turned,), names=True, numbers=True, top=8.89)


def _power(name: str, kind: str, strokes: Strokes) -> Symbol:
    return Symbol(name, "#PWR", ((Pin("1", name, 0, 0, 90, kind, 0),),), (strokes,), power=True)


PLATES: Strokes = (((-2.032, 0.762), (2.032, 0.762)), ((-2.032, -0.762), (2.032, -0.762)))

SYMBOLS = {
    symbol.name: symbol
    for symbol in (
        _pico(),
        _buffer(),
        _row("Connector_8", 8, "J"),
        _row("Connector_7", 7, "J"),
        _row("Connector_4", 4, "J"),
        _row("Connector_3", 3, "J"),
        _row("Terminal_2", 2, "J"),
        _row("Terminal_3", 3, "J"),
        _row("Jack_3", 3, "J"),
        _across("Resistor", "R", (box(-2.54, -1.016, 2.54, 1.016),)),
        _network(5),
        _network(4),
        _isolated(),
        _across("Fuse", "F", (box(-2.54, -1.016, 2.54, 1.016), ((-2.54, 0), (2.54, 0)))),
        _across("Polyfuse", "F", (box(-2.54, -1.016, 2.54, 1.016), ((-3.3, -1.8), (-2.3, -1.8), (2.3, 1.8)))),
        _diode("Diode", "D", ()),
        _diode("Zener", "D", (((1.27, 1.27), (0.762, 1.27)), ((1.27, -1.27), (1.778, -1.27)))),
        _diode("TVS", "D", (((1.27, 1.27), (0.762, 1.27)), ((1.27, -1.27), (1.778, -1.27)))),
        _diode("LED", "LED", (((0.0, 1.778), (1.27, 3.048)), ((1.016, 1.778), (2.286, 3.048)))),
        _pmos("PMOS", 1),
        _pmos("PMOS_turned", -1),
        Symbol(
            "PNP",
            "Q",
            (
                (
                    Pin("1", "B", 0, -5.08, 90, "passive", 5.08),
                    Pin("2", "E", -7.62, 2.54, 0, "passive", 5.08),
                    Pin("3", "C", 7.62, 2.54, 180, "passive", 5.08),
                ),
            ),
            ((((-2.54, 0), (2.54, 0)), ((-1.27, 0), (-2.54, 2.54)), ((1.27, 0), (2.54, 2.54)), ((-1.6, 1.6), (-1.5, 0.5), (-2.3, 1.1))),),
            names=True,
            numbers=True,
            top=7.62,
        ),
        # K, REF and A of TI's TL431 in SOT-23 (DBZ); a Zener diode whose gate compares.
        Symbol(
            "Shunt_reference",
            "U",
            (
                (
                    Pin("1", "K", 0, 5.08, 270, "passive", 3.81),
                    Pin("2", "REF", -7.62, 0, 0, "passive", 6.35),
                    Pin("3", "A", 0, -5.08, 90, "passive", 3.81),
                ),
            ),
            (
                (
                    ((-1.27, -1.27), (0, 1.27), (1.27, -1.27), (-1.27, -1.27)),
                    ((-1.27, 1.27), (1.27, 1.27)),
                    ((1.27, 1.27), (1.27, 0.762)),
                    ((-1.27, 1.27), (-1.27, 0)),
                ),
            ),
            names=True,
            numbers=True,
            top=7.62,
        ),
        _block(
            "Guard_4",
            "D",
            6.35,
            Pin("1", "IO1", -7.62, 3.81, 0, "passive"),
            Pin("3", "IO2", -7.62, 1.27, 0, "passive"),
            Pin("4", "IO3", -7.62, -1.27, 0, "passive"),
            Pin("6", "IO4", -7.62, -3.81, 0, "passive"),
            Pin("5", "VP", 7.62, 3.81, 180, "passive"),
            Pin("2", "GND", 7.62, -3.81, 180, "passive"),
        ),
        Symbol("Test_point", "TP", ((Pin("1", "1", 0, 0, 90, "passive", 1.27),),), ((box(-0.635, 1.27, 0.635, 2.54),),), top=4.0),
        _across(
            "Button",
            "SW",
            (((-2.54, 0), (-1.778, 0)), ((1.778, 0), (2.54, 0)), ((-2.54, 1.27), (2.54, 1.27)), ((0, 1.27), (0, 2.54))),
            top=5.08,
        ),
        _across("Button_4", "SW", (((-2.54, 0), (-1.778, 0)), ((1.778, 0), (2.54, 0)), ((-2.54, 1.27), (2.54, 1.27))), top=5.08),
        _across("Buzzer", "BZ", (box(-2.54, -2.54, 2.54, 2.54), ((-1.27, -1.27), (-1.27, 1.27)), ((1.27, -1.27), (1.27, 1.27))), top=5.08),
        # Alps EC11E with its switch: A, C, B in a row, S1 and S2 opposite, MP the lugs of its case.
        _block(
            "Knob",
            "SW",
            6.35,
            Pin("A", "A", -7.62, 3.81, 0, "passive"),
            Pin("B", "B", -7.62, 1.27, 0, "passive"),
            Pin("C", "C", -7.62, -3.81, 0, "passive"),
            Pin("S1", "S1", 7.62, 3.81, 180, "passive"),
            Pin("S2", "S2", 7.62, 1.27, 180, "passive"),
            Pin("MP", "MP", 7.62, -3.81, 180, "passive"),
        ),
        _upright("Capacitor", PLATES),
        _upright("Capacitor_Polarised", (*PLATES, ((-1.778, 2.286), (-0.762, 2.286)), ((-1.27, 2.794), (-1.27, 1.778)))),
        Symbol(
            "Selector",
            "SW",
            (
                (
                    Pin("1", "USB", -7.62, 5.08, 0, "passive"),
                    Pin("2", "RAIL", 7.62, 0, 180, "passive"),
                    Pin("3", "BRICK", -7.62, -5.08, 0, "passive"),
                ),
            ),
            ((box(-5.08, -7.62, 5.08, 7.62),),),
            names=True,
            numbers=True,
            top=10.16,
        ),
        Symbol(
            "Pixels",
            "DS",
            (
                (
                    Pin("1", "5V", 0, 10.16, 270, "power_in"),
                    Pin("2", "DIN", -12.7, 0, 0, "input"),
                    Pin("3", "DOUT", 12.7, 0, 180, "output"),
                    Pin("4", "GND", 0, -10.16, 90, "power_in"),
                ),
            ),
            ((box(-10.16, -7.62, 10.16, 7.62),),),
            names=True,
            numbers=True,
            top=12.7,
        ),
        # One WS2812B (Worldsemi data sheet: VDD, DOUT, VSS, DIN) and one gate in SOT-23-5 (Nexperia 74AHCT1G125).
        Symbol(
            "Pixel",
            "D",
            (
                (
                    Pin("1", "VDD", 0, 7.62, 270, "power_in"),
                    Pin("2", "DOUT", 10.16, 0, 180, "output", 3.81),
                    Pin("3", "VSS", 0, -7.62, 90, "power_in"),
                    Pin("4", "DIN", -10.16, 0, 0, "input", 3.81),
                ),
            ),
            ((box(-6.35, -5.08, 6.35, 5.08),),),
            names=True,
            numbers=True,
            top=9.0,
        ),
        Symbol(
            "74AHCT1G125",
            "U",
            (
                (
                    Pin("1", "~{OE}", 2.54, -5.08, 90, "input", 3.81),
                    Pin("2", "A", -7.62, 0, 0, "input", 3.81),
                    Pin("3", "GND", -2.54, -7.62, 90, "power_in", 4.0),
                    Pin("4", "Y", 7.62, 0, 180, "tri_state", 3.81),
                    Pin("5", "VCC", -2.54, 7.62, 270, "power_in", 4.0),
                ),
            ),
            ((((-3.81, 3.81), (3.81, 0.0), (-3.81, -3.81), (-3.81, 3.81)),),),
            numbers=True,
            top=11.43,
        ),
        _power("+5V", "power_in", (((0, 0), (0, 1.27)), ((-0.762, 1.27), (0, 2.54), (0.762, 1.27)))),
        _power("GND", "power_in", (((0, 0), (0, -1.27)), ((-1.27, -1.27), (1.27, -1.27), (0, -2.54), (-1.27, -1.27)))),
        _power("PWR_FLAG", "power_out", (((0, 0), (0, 1.27), (-1.016, 1.905), (0, 2.54), (1.016, 1.905), (0, 1.27)),)),
    )
}

"""The scene on the wire: what every panel is to show, written and read.

The host makes it from `tapete.core.scene.Scene`; the console draws it. Grammar: `docs/link.md`, "The scene".
"""

from __future__ import annotations

from tapete_console.wire import (
    LARGEST_BID,
    LARGEST_NUMBER,
    LARGEST_VALUE,
    MAX_DICE,
    MAX_PANELS,
    Malformed,
    hexadecimal,
    name,
    whole,
)

LAMPS = ("dark", "waiting", "turn", "ready", "won", "lost", "drawn")
LOCKS = ("pass", "ready")
PURPOSES = ("initiative", "attack", "defence")
"""What a die may be for, as far as the lights tell; any other purpose is left out."""
SIGNS = ("step", "acts", "wins", "loses", "void", "bid")
"""What a panel tells of something that happened (docs/link.md, section 5)."""
SEATS = "ABCD"
BINDING_DIGITS = 12
BRIDGE_END = 9
"""The bridge's slabs are numbered -9..9 (SHZ-R02)."""


class Request:
    """An open question for a number: its id and the bounds, both included (0..99).

    `binding` is empty or what a bid's nonce is to end with: 12 hexadecimal digits that stand for match and request.
    """

    def __init__(self, request: str, low: int, high: int, binding: str = "") -> None:
        self.id = request
        self.low = low
        self.high = high
        self.binding = binding


class Tell:
    """One moment of what happened: the lights move once for each `id`. `number`: the bid, or what was counted before; -1: none."""

    def __init__(self, moment: str, sign: str, number: int) -> None:
        self.id = moment
        self.sign = sign
        self.number = number


class PanelPicture:
    """What one panel shows; see `tapete.core.scene.Panel` for the meaning of each attribute."""

    def __init__(self, seat: str, value: int, largest: int, lamp: str) -> None:
        self.seat = seat
        self.value = value
        self.largest = largest
        self.lamp = lamp
        self.bid: Request | None = None
        self.pick: Request | None = None
        self.shown: int | None = None
        self.dice: list[str] = []
        self.purpose = ""
        """One of `PURPOSES` or empty: what the first of the dice is for."""
        self.lock = ""
        """`pass`, `ready` or empty: what LOCK answers."""
        self.tell: Tell | None = None


class Picture:
    """The whole scene: `panels[n]` is panel n or None where it stays dark; `bridge` is (wall, A, B, broken) or None."""

    def __init__(self, revision: int, panels: list[PanelPicture | None], bridge: tuple[int, int, int, int] | None) -> None:
        self.revision = revision
        self.panels = panels
        self.bridge = bridge


class PictureReader:
    """Reads the `fields` of a `scene` line, as much at a time as fits into one turn of the console's loop."""

    def __init__(self, fields: list[str]) -> None:
        self._revision = whole(fields[0], 1, LARGEST_NUMBER)
        self._fields = fields
        self._at = 1
        self._panels: list[PanelPicture | None] = []
        self._bridge: tuple[int, int, int, int] | None = None

    def read(self, letters: int) -> Picture | None:
        """Read on until so many letters are read; the picture when it is whole. `Malformed` names what does not fit."""
        while self._at < len(self._fields):
            if letters <= 0:
                return None
            field = self._fields[self._at]
            self._at += 1
            letters -= len(field)
            if self._bridge is not None:
                raise Malformed("fields")
            if field.startswith("bridge="):
                self._bridge = read_bridge(field[7:])
            elif field == "-":
                self._panels.append(None)
            else:
                self._panels.append(read_panel(field))
        if len(self._panels) > MAX_PANELS:
            raise Malformed("panels")
        seats = [panel.seat for panel in self._panels if panel is not None]
        if len(set(seats)) != len(seats):
            raise Malformed("seat")
        return Picture(self._revision, self._panels, self._bridge)


def read_bridge(text: str) -> tuple[int, int, int, int]:
    """Return wall, wizard A, wizard B and the number of broken slabs at each end."""
    parts = text.split(",")
    if len(parts) != 4:
        raise Malformed("bridge")
    wall = whole(parts[0], -BRIDGE_END, BRIDGE_END)
    wizard_a = whole(parts[1], -BRIDGE_END, BRIDGE_END)
    wizard_b = whole(parts[2], -BRIDGE_END, BRIDGE_END)
    return wall, wizard_a, wizard_b, whole(parts[3], 0, BRIDGE_END)


def read_panel(text: str) -> PanelPicture:
    """Return one panel of a `scene` line; `Malformed` if a part is unknown, doubled or out of range."""
    parts = text.split(",")
    if len(parts) < 4:
        raise Malformed("panel")
    seat, lamp = parts[0], parts[3]
    if len(seat) != 1 or seat not in SEATS:
        raise Malformed("seat")
    if lamp not in LAMPS:
        raise Malformed("lamp")
    panel = PanelPicture(seat, whole(parts[1], 0, LARGEST_VALUE), whole(parts[2], 1, LARGEST_VALUE), lamp)
    seen = []
    for part in parts[4:]:
        key, _, value = part.partition("=")
        if key in seen:
            raise Malformed("panel")
        seen.append(key)
        if key == "bid":
            panel.bid = read_request(value, 4)
        elif key == "pick":
            panel.pick = read_request(value, 3)
        elif key == "show":
            panel.shown = whole(value, 0, LARGEST_BID)
        elif key == "dice":
            panel.dice = [name(die) for die in value.split(":")]
            if len(panel.dice) > MAX_DICE or len(set(panel.dice)) != len(panel.dice):
                raise Malformed("dice")
        elif key == "for" and value in PURPOSES:
            panel.purpose = value
        elif key == "lock" and value in LOCKS:
            panel.lock = value
        elif key == "tell":
            panel.tell = read_tell(value)
        else:
            raise Malformed("panel")
    if (panel.bid is not None and panel.pick is not None) or (panel.purpose and not panel.dice):
        raise Malformed("panel")
    return panel


def read_tell(text: str) -> Tell:
    """Return what is told in `id:sign` or `id:sign:number`; `Malformed` if a part is unknown or missing: a bid has its number."""
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or parts[1] not in SIGNS or (parts[1] == "bid" and len(parts) < 3):
        raise Malformed("tell")
    return Tell(name(parts[0]), parts[1], whole(parts[2], 0, LARGEST_VALUE) if len(parts) > 2 else -1)


def read_request(text: str, most: int) -> Request:
    """Return the request in `id:low:high`, with a binding where there may be 4 parts.

    `Malformed` if the bounds are upside down or outside 0..99.
    """
    parts = text.split(":")
    if not 3 <= len(parts) <= most:
        raise Malformed("bounds")
    low = whole(parts[1], 0, LARGEST_BID)
    high = whole(parts[2], low, LARGEST_BID)
    return Request(name(parts[0]), low, high, hexadecimal(parts[3], BINDING_DIGITS) if len(parts) > 3 else "")

"""The host's end of a line: what the console sends, and scenes written. The console itself never imports this.

Source: `docs/link.md`; with `wire.py` and `picture.py` it is the whole grammar.
"""

from __future__ import annotations

from tapete_console import wire
from tapete_console.picture import PanelPicture, Picture, PictureReader, Request
from tapete_console.wire import (
    BUTTONS,
    DIGITS,
    LARGEST_BID,
    LARGEST_VALUE,
    MAX_DICE,
    MAX_LINE,
    MAX_PANELS,
    Line,
    Malformed,
    hexadecimal,
    whole,
)

PRECIOUS = {
    "press": "panel button revision long?",
    "locked": "panel id seal",
    "unlocked": "panel id",
    "revealed": "panel id bid nonce",
    "picked": "panel id bid",
    "done": "panel id",
    "rolled": "panel id face",
    "free": "panel face",
    "alone": "value*",
    "report": "id word*",
    "tag": "panel uid code?",
}
"""Console to host, numbered and kept until acknowledged: kind -> types of its fields (`?` optional last, `*` any number)."""

FROM_CONSOLE = {
    "hello": "role pair*",
    "status": "pair*",
    "shown": "revision",
    "sampled": "digits",
    "refuse": "id id word*",
    "stopped": "id word*",
    "tagged": "panel lying",
}
"""Console to host, repeatable."""


WORDS = {"button": BUTTONS, "long": ("long",), "lying": ("none", "one", "two")}
DIGITS_OF = {"seal": 64, "nonce": 32}
"""Types that are one of some words, and those of so many hexadecimal digits."""


def check_field(text: str, field_type: str) -> None:
    """Raise `Malformed` unless `text` is one field of this type."""
    if text and field_type == "panel":
        whole(text, 0, MAX_PANELS - 1)
    elif text and field_type == "bid":
        whole(text, 0, LARGEST_BID)
    elif text and field_type == "face":
        whole(text, 1, 10)
    elif text and field_type == "value":
        whole(text, 0, LARGEST_VALUE)
    elif field_type in WORDS:
        if text not in WORDS[field_type]:
            raise Malformed(field_type if text else "fields")
    elif text and field_type in DIGITS_OF:
        hexadecimal(text, DIGITS_OF[field_type])
    elif text and field_type == "digits":
        if text.strip(DIGITS):
            raise Malformed("digits")
    elif text and field_type == "uid":
        if len(text) not in (8, 14, 20):
            raise Malformed("hex")
        hexadecimal(text, len(text))
    elif text and field_type == "code":
        if len(text) > 40 or text.strip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789."):
            raise Malformed("code")
    else:
        wire.check_field(text, field_type)


def read_console(raw: bytes) -> Line:
    """Return a line sent by a console; raises `BadLine` and `Malformed` (`kind`: no such line in this direction)."""
    line = wire.unframe(raw)
    table = PRECIOUS if line.boot else FROM_CONSOLE
    if line.kind not in table:
        raise Malformed("kind")
    wire.check(line.fields, table[line.kind], check_field)
    return line


def read_host(raw: bytes) -> Line:
    """Return a line sent by a host; raises `BadLine` and `Malformed` (`kind`: no such line in this direction)."""
    line = wire.unframe(raw)
    if line.boot or line.kind not in wire.FROM_HOST:
        raise Malformed("kind")
    wire.check(line.fields, wire.FROM_HOST[line.kind])
    return line


def write_picture(picture: Picture) -> list[str]:
    """Return the fields of the `scene` line for this picture; dice beyond `MAX_DICE` a panel are left for a later scene."""
    fields = [str(picture.revision)]
    for panel in picture.panels:
        fields.append("-" if panel is None else write_panel(panel))
    if picture.bridge is not None:
        fields.append("bridge=%d,%d,%d,%d" % picture.bridge)
    return fields


def write_panel(panel: PanelPicture) -> str:
    """Return one panel's field."""
    parts = [panel.seat, str(panel.value), str(panel.largest), panel.lamp]
    if panel.bid is not None:
        parts.append("bid=" + write_request(panel.bid))
    if panel.pick is not None:
        parts.append("pick=" + write_request(panel.pick))
    if panel.shown is not None:
        parts.append("show=%d" % panel.shown)
    if panel.dice:
        parts.append("dice=" + ":".join(panel.dice[:MAX_DICE]))
        if panel.purpose:
            parts.append("for=" + panel.purpose)
    if panel.lock:
        parts.append("lock=" + panel.lock)
    if panel.tell is not None:
        parts.append("tell=%s:%s" % (panel.tell.id, panel.tell.sign) + (":%d" % panel.tell.number if panel.tell.number >= 0 else ""))
    return ",".join(parts)


def write_request(request: Request) -> str:
    """Return a request as the scene has it."""
    text = "%s:%d:%d" % (request.id, request.low, request.high)
    return text + ":" + request.binding if request.binding else text


def read_picture(fields: list[str]) -> Picture:
    """Return the picture that the fields of a `scene` line describe; `Malformed` names what does not fit."""
    picture = PictureReader(fields).read(MAX_LINE)
    if picture is None:
        raise Malformed("long")
    return picture

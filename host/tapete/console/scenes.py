"""Turn what panels show (`tapete.core.scene`) into the scene on the wire, and name its questions.

Every open question (a bid, a choice, dice) has an id on the wire by which a repeated picture is known from a new question. The table gives
one `request` for what is open now; it stays the same while the question is open and differs from every other of the match. A die's id on
the wire is made of the request and of its id in the scene.
"""

from __future__ import annotations

import hashlib
from binascii import crc32
from collections.abc import Mapping

from tapete.console.abilities import Abilities
from tapete.core.scene import Bounds, Scene
from tapete.core.scene import Panel as ScenePanel
from tapete.core.seats import Seat
from tapete_console import wire
from tapete_console.far_end import write_picture
from tapete_console.picture import BINDING_DIGITS, PanelPicture, Picture, Request, Tell

LONGEST_REQUEST = 7
"""Letters of a request: with a dot and eight digits it still makes an id of 16."""

FRAME = len("- scene ") + len(str(wire.LARGEST_NUMBER)) + len("*00000000\n")
"""What a scene's line has beside its fields."""

EVERYTHING = Abilities()

Binding = Mapping[int, Seat]
"""Which seat sits at which panel (0..3) of the console."""


def request_name(request: str) -> str:
    """The request, if it can be one: 1..7 letters, digits, `_` or `-`. Raises ValueError."""
    if len(request) > LONGEST_REQUEST or "." in request:
        raise ValueError(f"a request has 1..{LONGEST_REQUEST} letters, digits, _ or -: {request!r}")
    return wire.name(request)


def die_name(request: str, die: str) -> str:
    """The id on the wire of a die: `<request>.<die>`, or a checksum in the place of a die id that is too long or has other characters."""
    plain = f"{request}.{die}"
    try:
        return wire.name(plain)
    except wire.Malformed:
        return f"{request}.{crc32(die.encode()):08x}"


def seal_binding(match: str, request: str) -> str:
    """What the nonce of a bid ends with, so that its seal is one of this match and this question (docs/link.md, section 6)."""
    return hashlib.sha256(f"{match}:{request}".encode()).hexdigest()[:BINDING_DIGITS]


def write_scene(scene: Scene, binding: Binding, request: str, able: Abilities = EVERYTHING, bound: str = "") -> list[str]:
    """The fields of the `scene` line after its revision: what these panels can show of it.

    Args:
        scene: what to show; a seat that no panel is bound to is left out.
        binding: the seat at each panel.
        request: the id of what is asked for now (`request_name`).
        able: what the console has. A number is neither asked for nor shown where there is no display for it, panels and a strip that
            are not there get nothing, and of a line that would be too long for it the last dice are left for a later one.
        bound: what binds a bid's seal (`seal_binding`); empty for a console that knows nothing of it.

    Raises:
        ValueError: a bid or choice beyond 0..99 (two digits of the private display), or an impossible request.
    """
    request = request_name(request)
    by_seat = {panel.seat: panel for panel in scene.panels}
    last = min(max(binding, default=-1), able.panels - 1)
    panels = [_panel(by_seat.get(binding[place]) if place in binding else None, request, able, bound) for place in range(last + 1)]
    strip = scene.bridge if able.bridge else None
    bridge = None if strip is None else (strip.wall, strip.wizard_a, strip.wizard_b, strip.broken)
    picture = Picture(1, panels, bridge)
    for dice in range(wire.MAX_DICE, -1, -1):
        for panel in panels:
            if panel is not None and len(panel.dice) > dice:
                panel.dice = panel.dice[:dice]
                panel.purpose = panel.purpose if dice else ""
        words = write_picture(picture)[1:]
        if sum(len(word) + 1 for word in words) + FRAME <= able.window:
            break
    return words


def dice_names(scene: Scene, request: str) -> dict[str, tuple[str, str]]:
    """For each die that the scene asks for: its id on the wire -> (request, its id in the scene)."""
    return {die_name(request, die): (request, die) for panel in scene.panels for die in panel.dice}


def bids_asked(scene: Scene, binding: Binding, able: Abilities = EVERYTHING) -> dict[int, Seat]:
    """The panels whose bid the scene asks for, with their seats."""
    open_bids = {panel.seat for panel in scene.panels if panel.bid is not None and able.numbers}
    return {place: seat for place, seat in binding.items() if seat in open_bids and place < able.panels}


def _panel(panel: ScenePanel | None, request: str, able: Abilities, bound: str) -> PanelPicture | None:
    if panel is None:
        return None
    largest = min(max(panel.largest, 1), wire.LARGEST_VALUE)
    drawn = PanelPicture(panel.seat, min(max(panel.value, 0), wire.LARGEST_VALUE), largest, panel.lamp)
    bid, pick = _request(request, panel.bid, bound), _request(request, panel.pick)
    drawn.bid = bid if able.numbers else None
    drawn.pick = pick if able.choices else None
    if able.numbers and panel.shown is not None and 0 <= panel.shown <= wire.LARGEST_BID:  # a larger one does not fit; the page has it
        drawn.shown = panel.shown
    drawn.dice = [die_name(request, die) for die in panel.dice]
    if panel.dice:
        drawn.purpose = panel.purpose or ""
    drawn.lock = "ready" if panel.lock == "back" else panel.lock or ""
    if able.tell and panel.tell is not None:
        number = -1 if panel.tell.number is None else min(max(panel.tell.number, 0), wire.LARGEST_VALUE)
        drawn.tell = Tell(wire.name(panel.tell.id), panel.tell.sign, number)
    return drawn


def _request(request: str, bounds: Bounds | None, bound: str = "") -> Request | None:
    if bounds is None:
        return None
    if not 0 <= bounds.low <= bounds.high <= wire.LARGEST_BID:
        raise ValueError(f"a panel has two digits: {bounds.low}..{bounds.high} is not within 0..{wire.LARGEST_BID}")
    return Request(request, bounds.low, bounds.high, bound)

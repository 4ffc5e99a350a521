"""A press of a console's button that did nothing: whose it is. The screen then says what would do something."""

from __future__ import annotations

from msgspec import Struct

from tapete.console import reports
from tapete.core.scene import Panel
from tapete.core.seats import Seat
from tapete.lessons.tutor import Waits
from tapete.table import Table


class Stray(Struct, frozen=True):
    """The seat at the panel (None: nobody sits there), and the button."""

    seat: Seat | None
    button: reports.Button


def stray(table: Table, seat: Seat | None, event: reports.Precious, waits_for: Waits) -> Stray | None:
    """Return what to say of a report; None if the button did something, was held, or was meant for an earlier picture.

    A console keeps to itself what sets a number or rolls a die, so what it reports is LOCK, or no answer.

    Args:
        table: the match on the screen. seat: at the panel. event: the report. waits_for: what a lesson waits for.
    """
    if isinstance(event, reports.FreeRoll):
        button: reports.Button = "roll"
    elif isinstance(event, reports.Pressed) and not event.long and (waits_for or table.question in (event.request, event.request[:-1])):
        button = event.button
    else:
        return None
    if waits_for:
        meant = button == "lock" or (button == "roll" and waits_for == "end")
    else:
        panel = _panel(table, seat)
        meant = button == "lock" and panel is not None and panel.lock is not None
    return None if meant else Stray(seat, button)


def _panel(table: Table, seat: Seat | None) -> Panel | None:
    scene = table.rules.scene(table.state)
    return next((panel for panel in scene.panels if panel.seat == seat), None)

"""A table in an event: its first page with table, round and time, and the part of the lobby to join and leave."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tapete.core.refusals import Refusal
from tapete.table.in_event import InEvent, TableInEvent
from tapete.web.templating import page

AGAIN_S = 3
"""How often the page looks for news by itself, in seconds."""

LOBBY = "matches"
"""What the address of the lobby asks for (`/?matches=all`) while a table in an event has its first page there."""

MOST_TYPED = 4_096
"""Longest address or ticket that is looked at."""


def in_event_of(asked: Request) -> InEvent | None:
    """How the table of this server takes part in events; None: it cannot."""
    found: InEvent | None = asked.app.state.in_event
    return found


def shown(asked: Request, state: TableInEvent) -> Response:
    """The page of a table that waits; it looks for news by itself."""
    made = page(asked, "event_table.html", state=state)
    made.headers["refresh"] = str(AGAIN_S)
    return made


def in_lobby(asked: Request, typed: str = "", refused: tuple[Refusal, ...] = (), does: str = "") -> dict[str, Any] | None:
    """The lobby's part: what the table takes part in, or the field for an address; None: no event can be joined here.

    Args:
        asked: the request. typed: what stands in the field. refused: why it was not done. does: what was to be done, `join` or `leave`.
    """
    found = in_event_of(asked)
    if found is None:
        return None
    return {"now": found.now(), "typed": typed, "refused": refused, "does": does}

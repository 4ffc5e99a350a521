"""An event as a shop's server tells it to a chain's: its log as lines with heads, as those of a match, and the persons in it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from tapete.core import codec, names
from tapete.core.texts import _
from tapete.league.deciding import Decision
from tapete.league.heads import first_head
from tapete.league.protocol import MOST_LINES, NO_OPENING, Count, Head, Id, decoded
from tapete.league.tournament import TournamentSettings

MOST_PERSONS = 2_000
"""Persons of one event."""

Line = Annotated[str, Meta(max_length=200_000)]
PersonId = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(max_length=names.MOST)]


class EventLog(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Decisions of an event on their way to the chain's server.

    Args:
        after, head: how many decisions are before these, and their head.
        lines: decisions, each as JSON.
        opening: the settings, byte by byte, with `after` 0.
        persons: who is entered, by ids; an empty name: forgotten.
        seasons: in which the shop counts the event.
    """

    after: Count
    head: Head
    lines: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()
    opening: msgspec.Raw = NO_OPENING
    persons: Annotated[dict[PersonId, Name], Meta(max_length=MOST_PERSONS)] = {}
    seasons: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()


def line_of(entry: Decision) -> str:
    """A decision as a line."""
    return codec.encode(entry).decode()


def opening_of(settings: TournamentSettings) -> bytes:
    """The settings as the line before the first decision."""
    return codec.encode(settings)


def head_of_settings(settings: TournamentSettings) -> str:
    """The head of an event without decisions."""
    return first_head(opening_of(settings))


def read_log(body: bytes) -> tuple[EventLog, TournamentSettings | None, tuple[Decision, ...]]:
    """Read a request strictly: the log, the settings where they come with it, and the decisions of its lines.

    Raises:
        Malformed: it is not of that form.
    """
    found: EventLog = decoded(body, EventLog)
    settings = None if found.opening is NO_OPENING else decoded(bytes(found.opening), TournamentSettings, "opening")
    decisions = tuple(decoded(line.encode(), Decision, f"lines[{index}]") for index, line in enumerate(found.lines))
    for index, entry in enumerate(decisions):
        if entry.number != found.after + index + 1 or line_of(entry) != found.lines[index]:
            raise codec.malformed(_("not the line that is due"), f"lines[{index}]")
    if settings is not None and (found.after or found.head != head_of_settings(settings)):
        raise codec.malformed(_("not that of the opening"), "head")
    return found, settings, decisions

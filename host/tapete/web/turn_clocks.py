"""Turn clocks that people choose: in the lobby, and during a match on the page of the whole table, told to all."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, _
from tapete.table import Hub, Table
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.root import board

PAGES = Pages()

TURNS_S = (0, 30, 60, 120, 180, 300)
"""Turn clocks that are offered, in seconds; 0: none."""

TOURNAMENT, TOURNAMENT_S = "tournament", 180
"""The preset of house rules that brings a turn clock along, and which."""

NO_CLOCK, SECONDS, MINUTES = _("Off", "clock"), _("{n} s"), _("{n} min")


def offered(language: Language, chosen: str) -> tuple[tuple[int, str, bool], ...]:
    """The turn clocks that every game offers: a house rule of the table, which shows the time of each turn and punishes nobody.

    Args:
        language: the reader's. chosen: seconds, as a form says them.
    """
    here = int(chosen) if chosen.isdecimal() and len(chosen) <= 4 else 0  # a command may have set any other
    return tuple((seconds, said(seconds).in_(language), seconds == here) for seconds in sorted({*TURNS_S, here}))


def in_lobby(language: Language, chosen: str, presets: bool) -> tuple[tuple[int | str, str, bool], ...]:
    """What the lobby offers: first what goes with the preset that is chosen above, where a game has presets.

    Args:
        language: the reader's. chosen: as a form says it; empty: nobody has chosen. presets: whether the game has any.
    """
    if not presets:
        return offered(language, chosen or "0")
    by_preset = BY_PRESET.fill(time=said(TOURNAMENT_S)).in_(language)
    return (
        ("", by_preset, not chosen),
        *((seconds, label, bool(chosen) and here) for seconds, label, here in offered(language, chosen or "0")),
    )


def choices(hub: Hub, table: Table, seat: Seat | None, language: Language) -> tuple[tuple[int, str, bool], ...]:
    """What the page of everybody's seat offers: none on a seat's own, at a station, or after the end.

    Args:
        hub: where the match is. table: the match. seat: whose own page; None: the whole table's. language: the reader's.
    """
    if seat is not None or table.result is not None or not hub.shows_what_it_opens:
        return ()
    return offered(language, str(table.turn_s))


BY_PRESET = _("Off (tournament: {time})")
NOW, OFF_NOW = _("The turn clock shows {time} now."), _("The turn clock is off now.")


def said(seconds: int) -> Text:
    """How a turn clock is called."""
    return NO_CLOCK if not seconds else SECONDS.fill(n=seconds) if seconds % 60 else MINUTES.fill(n=seconds // 60)


def read(said: str, preset: str = "") -> int:
    """The seconds of a posted turn clock; 0: none.

    Args:
        said: seconds; empty: what goes with the preset. preset: of the house rules.

    Raises:
        PageError: none of those that are offered (400).
    """
    if said and said not in {str(seconds) for seconds in TURNS_S}:
        raise PageError(400, "malformed")
    if not said:
        return TOURNAMENT_S if preset == TOURNAMENT else 0
    return int(said)


@PAGES.at("/match/{match}/turn-clock", "table", methods=["POST"])
async def change(asked: Request) -> Response:
    """Let another turn clock run in this match, or none; everybody is told."""
    table, _own = await match_asked(asked)
    posted = word(await form_posted(asked), "turn")
    seconds = table.turn_s if posted == str(table.turn_s) else read(posted)
    if table.result is not None or not hub_of(asked).shows_what_it_opens:
        raise PageError(404, "not_found")

    def work() -> None:
        if seconds != table.turn_s:
            hub_of(asked).time_turns(table, seconds)
            table.say(NOW if seconds else OFF_NOW, None, time=said(seconds))

    await in_thread(work)
    return RedirectResponse(board(table.id), 303)

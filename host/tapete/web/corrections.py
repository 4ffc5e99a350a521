"""Put the record right: a counter by its number, anything else by a table ruling. Made once every seat has agreed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.core.codec import malformed
from tapete.core.refusals import RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import _, ours
from tapete.table import page
from tapete.web import templating
from tapete.web.accidents import Accidents, AskedAccident
from tapete.web.entrance import Pages, form_posted, in_thread, match_asked, word
from tapete.web.match_pages import MatchPages, page_cache
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

LARGEST = 999
"""Of any counter."""

COUNTED_WRONG = ours(_("A counter was wrong."))
"""The reason that the log keeps of a counter that is put right, by its English; each reader has it in their own language."""


class Counter(Struct, frozen=True, kw_only=True):
    """A seat's counter as a field: its name in the rules (empty: the only one), its label, how it stands, and what was entered."""

    seat: Seat
    name: str
    label: str
    now: int
    value: str

    @property
    def field(self) -> str:
        """Its name in the form."""
        return f"counter.{self.seat}" + (f".{self.name}" if self.name else "")


_OTHERWISE = _("{clause}: we play it otherwise")


@PAGES.each("/correct", "table", methods=["GET", "POST"])
async def correct(asked: Request) -> Response:
    """A ruling that puts the record right: entered, or begun and then asked change by change; every seat taps its consent to it."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked) if asked.method == "POST" else FormData()
    return await in_thread(_correct, asked, page_cache(asked).pages(table), seat, posted)


def _correct(asked: Request, pages: MatchPages, own: Seat | None, posted: FormData) -> Response:
    table = pages.table
    view = MatchView(table, Visit(asked).language, own)
    # Where a ruling speaks of "own" and "the opponent", it is said for whom.
    seats = view.state.seats if "seat" in view.rules.game.action("ruling").__struct_fields__ else ()
    whose: Seat | None = next((seat for seat in seats if seat == (word(posted, "seat") or own)), seats[0] if seats else None)
    counting = bool(word(posted, "counters"))
    disputed = next((one.id for one in view.rules.game.clauses if one.id == asked.query_params.get("clause")), "")
    reason = word(posted, "reason") or (_OTHERWISE.fill(clause=disputed).in_(view.language) if disputed else "")
    refusals: tuple[Refusal, ...] = ()
    happened: list[AskedAccident] = []
    reasons = view.rules.why_not(view.state, whose, "ruling")
    accidents = Accidents(view)
    mend = word(posted, "mend") or asked.query_params.get("mend", "")
    try:
        if not reasons and not disputed:
            if posted and mend:
                table.ask_ruling(accidents.ruling(mend, word(posted, "figure")), own)
                return RedirectResponse(view.place, 303)
            happened = [accidents.values(mend)] if mend else accidents.shown()
        if counting:
            table.ask_ruling({**_counted(view, posted), **({"seat": whose} if whose else {})}, own)
            return RedirectResponse(view.place, 303)
        if posted:  # anything else is asked change by change, as every action is
            if refused := pages.selections.begin_ruling(own, reason, page(own)):
                raise RefereeError(refused)
            pages.touched()
            return RedirectResponse(view.place, 303)
    except RefereeError as fault:
        refusals = fault.refusals
    context = {
        **view.context(),
        "happened": happened,
        "second": bool(mend and happened),
        "counters": [] if reasons else _counters(view, posted),
        "miscounted": refusals if counting else (),
        "may": not reasons,
        "reason": reason,
        "reasons": (*(() if counting else refusals), *reasons),
        "whose": whose,
    }
    return templating.page(asked, "correct.html", 409 if refusals else 200, **context)


def _counters(view: MatchView, posted: FormData) -> list[Counter]:
    """The counters that a number puts right, with what was entered before."""
    found = []
    for seat in view.state.seats:
        for name, label, now in view.page.counters(view.rules, view.state, seat, view.language, view.words):
            if view.page.put_right(seat, name, now, now) is not None:
                counter = Counter(seat=seat, name=name, label=label, now=now, value=str(now))
                found.append(replace(counter, value=word(posted, counter.field)[:8]) if word(posted, "counters") else counter)
    return found


def _counted(view: MatchView, posted: FormData) -> Mapping[str, Any]:
    """The ruling that puts counters right.

    Raises:
        Malformed: a number cannot be read, or no number differs from the record.
    """
    ops: list[Mapping[str, Any]] = []
    for counter in _counters(view, posted):
        if not counter.value.isdecimal() or int(counter.value) > LARGEST:
            raise malformed(_("{said} is not a whole number").fill(said=repr(counter.value)), counter.field)
        op = view.page.put_right(counter.seat, counter.name, counter.now, int(counter.value))
        if int(counter.value) != counter.now and op is not None:
            ops.append(op)
    if not ops:
        raise malformed(_("every counter stands as it was entered: change one first"), "counters")
    return {"action": "ruling", "reason": COUNTED_WRONG.english, "ops": ops}

"""A whole deck, scanned card by card: every line of the scanner is one copy more, with the count so far and the last scan to take back.

Each copy is an action of its own (`register_card`), so a deck that is half scanned when the power fails is still half scanned.
"""

from __future__ import annotations

from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.cards import tags
from tapete.core.refusals import Code, Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.table import Table
from tapete.web import templating
from tapete.web.entrance import Pages, form_posted, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.match_pages import MatchPages, page_cache
from tapete.web.scanning import card_read
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

SAME_STICKER = Code("sticker_again", "", _("This very card is in the list already. Lay the next one; two copies have a sticker each."))


@PAGES.at("/match/{match}/seat/{seat}/deck", "seat", methods=["GET", "POST"])
async def deck(asked: Request) -> Response:
    """The list so far, and the line for the scanner."""
    table, seat = await match_asked(asked)
    if seat is None:
        raise PageError(404, "not_found")
    posted = await form_posted(asked) if asked.method == "POST" else FormData()
    return await in_thread(_deck, asked, page_cache(asked).pages(table), seat, posted)


def _deck(asked: Request, pages: MatchPages, seat: Seat, posted: FormData) -> Response:
    table = pages.table
    refusals: tuple[Refusal, ...] = ()
    if "code" in posted or "back" in posted or "done" in posted:
        try:
            refusals = _entered(pages, seat, posted)
        except RefereeError as fault:
            refusals = fault.refusals
        if "back" in posted and pages.listing.get(seat):
            pages.listing[seat].pop()
        if "done" in posted and not refusals:
            pages.listing.pop(seat, None)
            return RedirectResponse(MatchView(table, Visit(asked).language, seat).place, 303)
    view = MatchView(table, Visit(asked).language, seat)
    listed = view.page.deck(view.rules, view.state, seat, view.language, view.words)
    if listed is None:
        raise PageError(404, "not_found")
    if listed.open:  # from now on cards that are laid on a reader are counted
        pages.listing.setdefault(seat, [])
    else:
        pages.listing.pop(seat, None)
    scans = scanned(table, seat)
    context = {
        **view.context(),
        "form_token": templating.form_token(asked),
        "is_table": False,
        "deck": listed,
        "reasons": refusals,
        "last": view.words.show(scans[-1][0], view.language, "card") if scans else "",
    }
    return templating.page(asked, "deck.html", 409 if refusals else 200, **context)


def _entered(pages: MatchPages, seat: Seat, posted: FormData) -> tuple[Refusal, ...]:
    """One scan, the last one taken back, or the end of the list.

    Raises:
        RefereeError: the referee does not take it.
    """
    table = pages.table
    if "done" in posted:
        table.submit({"action": "register_list", "seat": seat}, seat)
        return ()
    if "back" in posted:
        scans = scanned(table, seat)
        if scans:
            card, before = scans[-1]
            table.submit({"action": "register_card", "seat": seat, "card": card, "copies": before}, seat)
        return ()
    one_more(pages, seat, word(posted, "code"))
    return ()


def one_more(pages: MatchPages, seat: Seat, line: str) -> None:
    """Count the card of a line as one copy more.

    Raises:
        RefereeError: it is no card, the very same sticker is in the list already, or the referee does not take it.
    """
    table, listed = pages.table, pages.listing.setdefault(seat, [])
    card, number = card_read(table, line), line.strip().casefold().partition(" ")[0]
    sticker = number if tags.UID.fullmatch(number) else ""
    if sticker and sticker in listed:
        raise Illegal((SAME_STICKER(),))
    copies = next((before + 1 for one, before in reversed(scanned(table, seat)) if one == card), 0)
    table.submit({"action": "register_card", "seat": seat, "card": card, "copies": copies + 1}, seat)
    listed.append(sticker)


def scanned(table: Table, seat: Seat) -> list[tuple[str, int]]:
    """Return the cards that a seat has registered in this list, in order, each with the copies before it, without what was taken back."""
    counted = set(table.line())
    found: list[tuple[str, int]] = []
    copies: dict[str, int] = {}
    for entry in table.entries:
        action: Any = entry.action
        if entry.seq not in counted or action is None or action.get("seat") != seat:
            continue
        if action["action"] == "register_deck":
            found, copies = [], {}
        elif action["action"] == "register_card":
            card, n = str(action["card"]), int(action["copies"])
            if n > copies.get(card, 0):
                found.append((card, copies.get(card, 0)))
            else:
                found = [one for one in found if one[0] != card or one[1] < n]
            copies[card] = n
    return found

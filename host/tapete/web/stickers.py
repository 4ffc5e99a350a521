"""A card with a sticker: on a console's reader or held to a phone, it counts as a scanned line.

Nothing is entered by laying alone, but in a deck that is being listed: there each card is one copy more. The number of a sticker stands on
no page and in no match file; of one that nobody knows the page asks which card it is.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.cards import tags
from tapete.cards.label_codes import code
from tapete.console.reports import Tagged
from tapete.core.refusals import Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.table import Table
from tapete.table.sources import MessageMark, Source
from tapete.table.sources import page as page_source
from tapete.web import deck_scanning, templating
from tapete.web.entrance import Pages, form_posted, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.match_pages import MatchPages, PageCache, page_cache
from tapete.web.scanning import STRANGE_STICKER, card_read, knows
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()


def hears(shown: PageCache) -> Callable[[Table, Seat | None, Tagged], None]:
    """What a hub tells of each card that is laid on a reader."""

    def laid(table: Table, seat: Seat | None, event: Tagged) -> None:
        pages = shown.looked_at(table)
        if pages is None:  # nobody would see what it begins
            return
        number = ":".join(event.uid[at : at + 2] for at in range(0, len(event.uid), 2))
        take(pages, seat, f"{number} {event.code}".strip(), Source("console", seat, MessageMark(event.boot, event.number)))
        pages.touched()

    return laid


def take(pages: MatchPages, seat: Seat | None, line: str, source: Source) -> None:
    """Take a line of a reader: it counts in a deck that is being listed, else it points like a finger."""
    table, number = pages.table, line.partition(" ")[0]
    whose = pages.selections.acts_for(seat)
    try:
        if whose is not None and whose in pages.listing:
            deck_scanning.one_more(pages, whose, line)
        else:
            pages.selections.press(seat, "card", card_read(table, line), table.question, source)
    except RefereeError as fault:
        pages.selections.bar(seat, fault.refusals)
        if fault.refusals[0].of is STRANGE_STICKER:
            pages.selections.ask_which(seat, number)


@PAGES.each("/sticker", "table", methods=["GET", "POST"])
async def which(asked: Request) -> Response:
    """Ask which card a sticker belongs to, and remember it."""
    table, seat = await match_asked(asked)
    pages = page_cache(asked).pages(table)
    chosen = word(await form_posted(asked), "card") if asked.method == "POST" else ""
    return await in_thread(_which, asked, pages, seat, chosen)


def _which(asked: Request, pages: MatchPages, seat: Seat | None, chosen: str) -> Response:
    table, uid = pages.table, pages.selections.which(seat)
    view = MatchView(table, Visit(asked).language, seat)
    if view.rules.catalogue is None or (not uid and not chosen):
        raise PageError(404, "not_found")
    reasons: tuple[Refusal, ...] = ()
    if chosen and uid and knows(table, chosen):
        try:
            tags.learn(uid, code(view.rules.game.name, chosen))
        except Illegal as fault:
            reasons = fault.refusals
        else:
            pages.selections.ask_which(seat, "")
            take(pages, seat, uid, page_source(seat))
            pages.touched()
    if chosen and not reasons:
        return RedirectResponse(view.place, 303)
    names = sorted((view.words.show(card, view.language, "card"), card) for card in view.rules.catalogue.cards)
    return templating.page(
        asked,
        "sticker.html",
        409 if reasons else 200,
        **{**view.context(), "cards": names, "reasons": reasons, "form_token": templating.form_token(asked)},
    )

"""The page of a match's cards: typed-in cards can be kept for the next match, and sheets can be printed."""

from __future__ import annotations

import functools

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tapete import cards
from tapete.core.refusals import RefereeError, Refusal
from tapete.presentation import mats
from tapete.table import Table
from tapete.table.typed_in import typed_cards
from tapete.web import scanning, sheets, templating
from tapete.web.entrance import Pages, form_posted, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

MOST_COPIES = 20
"""Most copies of each label that the page prints; the command takes more."""


@PAGES.at("/match/{match}/cards", "table", methods=["GET", "POST"])
async def show(asked: Request) -> Response:
    """What was typed in, with a button that keeps it, and the sheets; a card that is posted is kept."""
    table, _ = await match_asked(asked)
    posted = await form_posted(asked) if asked.method == "POST" else FormData()
    return await in_thread(_show, asked, table, word(posted, "card"))


def _show(asked: Request, table: Table, card: str) -> Response:
    view = MatchView(table, Visit(asked).language)
    refusals: tuple[Refusal, ...] = ()
    saved = ""
    typed = typed_cards(table.state)
    if card:
        if card not in typed:
            raise PageError(400, "malformed")
        try:
            saved = str(cards.save_own(table.rules.catalogue, card, typed[card]))
        except RefereeError as fault:
            refusals = fault.refusals
    context = {
        **view.context(),
        "typed": [(one, view.words.show(one, view.language, "card")) for one in typed],
        "kept": cards.kept(table.rules.game.name),
        "saved": view.words.show(card, view.language, "card") if saved else "",
        "file": saved,
        "reasons": refusals,
        "has_labels": table.rules.catalogue is not None or bool(table.rules.game.deck),
        "has_mat": table.rules.game.name in mats.names(),
        "most_copies": MOST_COPIES,
    }
    return templating.page(asked, "cards.html", 409 if refusals else 200, **context)


@PAGES.at("/match/{match}/labels", "table")
async def labels(asked: Request) -> Response:
    """Labels for all cards of this match's catalogue, as a sheet for the browser's print dialog."""
    table, _ = await match_asked(asked)
    said = asked.query_params.get("copies", "1")
    copies = int(said) if said.isdecimal() and len(said) <= len(str(MOST_COPIES)) else 0
    rules, language = table.rules, Visit(asked).language
    if (rules.catalogue is None and not rules.game.deck) or not 1 <= copies <= MOST_COPIES:
        raise PageError(404, "not_found")
    if rules.catalogue is None:
        colours = [scanning.colours_of(asked, table)[seat] for seat in table.seats]
        made = functools.partial(sheets.deck_sheet, rules.game, language, colours, copies, served=True)
    else:
        made = functools.partial(sheets.label_sheet, rules.catalogue, language, copies=copies, served=True)
    return HTMLResponse(await in_thread(made))


@PAGES.at("/mat/{game}", "everybody")
async def mat(asked: Request) -> Response:
    """The play mat of a game, the same for every match."""
    game = asked.path_params["game"]
    if game not in mats.names():
        raise PageError(404, "not_found")
    return HTMLResponse(await in_thread(functools.partial(sheets.mat_sheet, game, Visit(asked).language, served=True)))

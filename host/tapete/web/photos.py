"""A card's photo: taken on its sheet, shown in the place of the drawn face on this match's pages, and seen by nobody without a key."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.cards import photos
from tapete.core.refusals import Illegal, RefereeError, Refusal
from tapete.presentation.faces import look_of
from tapete.presentation.svg import element
from tapete.table import Table
from tapete.web import scanning, templating
from tapete.web.entrance import Pages, form_posted, in_thread, match_asked, word
from tapete.web.errors import PageError
from tapete.web.match_pages import page_cache
from tapete.web.photographed import drawing
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

KEPT_S = 31_536_000
"""How long a browser keeps a photo, whose address changes with it."""


@PAGES.each("/photo/{card}")
async def show(asked: Request) -> Response:
    """The photo itself."""
    table, _seat = await match_asked(asked)
    found = photos.file(table.rules.game.name, asked.path_params["card"])
    if found is None:
        raise PageError(404, "not_found")
    headers = {"cache-control": f"private, max-age={KEPT_S}"}
    return Response(await in_thread(found.read_bytes), media_type="image/jpeg", headers=headers)


@PAGES.each("/photo/{card}/sheet", "table", methods=["GET", "POST"])
async def sheet(asked: Request) -> Response:
    """The card's sheet, with its face; a photo that is posted takes its place, and goes again."""
    table, _seat = await match_asked(asked)
    posted = await form_posted(asked) if asked.method == "POST" else FormData()
    return await in_thread(_sheet, asked, table, posted)


def _sheet(asked: Request, table: Table, posted: FormData) -> Response:
    view = MatchView(table, Visit(asked).language, asked.path_params.get("seat"))
    rules, card = table.rules, asked.path_params["card"]
    if rules.catalogue is None or card not in rules.catalogue.cards:
        raise PageError(404, "not_found")
    refusals: tuple[Refusal, ...] = ()
    if asked.method == "POST":
        try:
            _changed(rules.game.name, card, posted)
            page_cache(asked).pages(table).touched()
            return RedirectResponse(f"{view.place}/photo/{card}/sheet", 303)
        except RefereeError as fault:
            refusals = fault.refusals
    face = drawing(view.place, rules.game.name)(look_of(rules.catalogue, card), card, 0, 0, 320, 240)
    context: dict[str, Any] = {
        **view.context(),
        "card": card,
        "name": scanning.shown(view, card),
        "face": element("svg", face, viewBox="0 0 320 240", class_="photo", role="presentation"),
        "has_photo": photos.file(rules.game.name, card) is not None,
        "reasons": refusals,
        "most_bytes": photos.MOST_BYTES,
    }
    return templating.page(asked, "photo.html", 409 if refusals else 200, **context)


def _changed(game: str, card: str, posted: FormData) -> None:
    """Keep the photo that is posted, or take away the one that is there.

    Raises:
        Illegal: it is no photo, or cannot be kept.
    """
    if word(posted, "do") == "remove":
        photos.remove(game, card)
        return
    try:
        photo = base64.b64decode(word(posted, "photo"), validate=True)
    except (binascii.Error, ValueError):
        photo = b""
    if not photo:
        raise Illegal((photos.NOT_A_PHOTO(),))
    photos.keep(game, card, photo)

"""What people take home: the match as a file and its recap as a picture, by the record's own key."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.presentation import recap_picture
from tapete.presentation.recap import recap_of
from tapete.table import Table
from tapete.web import templating
from tapete.web.entrance import Pages, hub_of, in_thread
from tapete.web.errors import PageError
from tapete.web.root import under
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()


async def _record_asked(asked: Request) -> Table:
    """Return the match of the address.

    Raises:
        PageError: there is no such match (404).
    """
    table = await in_thread(hub_of(asked).table, asked.path_params["match"])
    if table is None:
        raise PageError(404, "no_such_match")
    return table


@PAGES.at("/record/{match}", "record")
async def show(asked: Request) -> Response:
    """Show the record on a phone: result, recap and what can be saved. The key in the QR code becomes a cookie, as a seat's does."""
    table = await _record_asked(asked)
    if token := asked.query_params.get("token"):
        rest = asked.url.remove_query_params("token")
        kept = RedirectResponse(rest.path + (f"?{rest.query}" if rest.query else ""), 303)
        if keys_of(asked).is_record_token(token, table.id):
            kept.set_cookie(keys_of(asked).cookie("record"), token, path=rest.path, httponly=True, samesite="lax")
            return kept
    language = Visit(asked).language

    def work() -> Response:
        view, recap = MatchView(table, language), recap_of(table)
        return templating.page(
            asked,
            "record.html",
            title=view.rules.game.title.in_(language),
            result=view.result(),
            seat_names=view.names,
            recap=recap_picture.draw(recap, language, recap_picture.NARROW),
            turning=recap_picture.turning_points(recap, language),
            place=under(f"/record/{table.id}"),
        )

    return await in_thread(work)


@PAGES.at("/record/{match}/picture", "record")
async def picture(asked: Request) -> Response:
    """Send the recap as a file."""
    table = await _record_asked(asked)
    drawn = await in_thread(lambda: recap_picture.draw(recap_of(table), Visit(asked).language))
    return _attachment(str(drawn).encode(), "image/svg+xml", f"{table.rules.game.name}-{table.id}.svg")


@PAGES.at("/record/{match}/log", "record")
async def log(asked: Request) -> Response:
    """Send the match as a file without names; `tapete replay` shows and checks it."""
    table = await _record_asked(asked)
    return _attachment(await in_thread(table.export), "application/jsonl", f"{table.rules.game.name}-{table.id}.jsonl")


def _attachment(body: bytes, kind: str, name: str) -> Response:
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})

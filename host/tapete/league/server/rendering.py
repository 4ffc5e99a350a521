"""Pages of an event in the visitor's language and theme, from the templates under `league/`."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from tapete.web.keys import Keys
from tapete.web.templating import as_answer, fingerprint, fragment
from tapete.web.visits import Visit


def page(asked: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page as an answer.

    Args:
        asked: the request. template: its file. status: of HTTP.
        context: what it shows.
    """
    visit = Visit(asked)
    keys: Keys = asked.app.state.keys
    given = {"visit": visit, "form_token": keys.form_of(visit.session), "seat_colours": {}, "at_station": False, "status_code": status}
    given |= {"fingerprint": fingerprint(asked), "lan": asked.app.state.lan}
    made = HTMLResponse(as_answer(asked, status, fragment(template, visit.language, **given, **context), context), status)
    visit.remember(made)
    return made

"""How a visitor reads: language and theme, from the address (`?lang=es`, `?theme=paper`), the page, a cookie, or the browser.

And which visit it is: the forms of a page carry a token that fits the browser that it was shown to, and no other (`Keys.form_of`).
"""

from __future__ import annotations

import re
import secrets
from typing import Literal
from urllib.parse import urlencode

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tapete.i18n import Language, language_of, preferred_language
from tapete.web.root import under

Theme = Literal["lamplight", "paper", ""]
"""Dark felt, light paper, or as the system says."""

PAGE_LANGUAGE = "page-language"
"""Header with which a page's script says the page's language: a station's screen has its own, whatever its browser wishes."""

PAGE_PART = "page-part"
"""Header with which a board's page asks for the inside of another page, to show it in a drawer."""

SESSION_COOKIE = "tapete_visit"

PHONES_SAY = "Mobi"
"""Stands in what a phone's browser calls itself (User-Agent), and in nothing that a tablet or a computer says."""

_SESSION = re.compile(r"[A-Za-z0-9_-]{24}")

_YEAR = 31_536_000


def session_of(asked: HTTPConnection) -> str:
    """The name of this browser's visit, out of its cookie; empty where it brought none."""
    kept = asked.cookies.get(SESSION_COOKIE, "")
    return kept if _SESSION.fullmatch(kept) else ""


class Visit:
    """One request's language and theme, whether a phone makes it, and the visit that it belongs to.

    Args:
        asked: the request.
    """

    def __init__(self, asked: HTTPConnection) -> None:
        self.path = str(asked.scope["path"])
        self.query = dict(asked.query_params)
        self.language = _language(asked)
        self.theme = _theme(asked)
        self.by_phone = PHONES_SAY in asked.headers.get("user-agent", "")
        self._came_with_session = bool(session_of(asked))
        # One request makes one visit, however often it is looked at.
        self.session: str = session_of(asked) or asked.scope.setdefault(SESSION_COOKIE, secrets.token_urlsafe(18))

    def turned(self, **changes: str) -> str:
        """The same page in another language or theme; a token that was in the address stays out of it."""
        kept = {name: value for name, value in self.query.items() if name not in {"token", "lang", "theme"}}
        return f"?{urlencode({**kept, **changes})}"

    def remember(self, response: Response) -> None:
        """Keep in cookies what the address said, and which visit this is until the browser is closed."""
        if not self._came_with_session:
            response.set_cookie(SESSION_COOKIE, self.session, path=under("/"), httponly=True, samesite="lax")
        if language_of(self.query.get("lang", "")):
            response.set_cookie("lang", self.language, max_age=_YEAR, path=under("/"), httponly=True, samesite="lax")
        if "theme" in self.query:
            response.set_cookie("theme", self.theme, max_age=_YEAR, path=under("/"), httponly=True, samesite="lax")


def _language(asked: HTTPConnection) -> Language:
    wished = [asked.query_params.get("lang", ""), asked.headers.get(PAGE_LANGUAGE, ""), asked.cookies.get("lang", "")]
    wished += [part.partition(";")[0] for part in asked.headers.get("accept-language", "").split(",")]
    return next((language for tag in wished if (language := language_of(tag))), None) or preferred_language()


def _theme(asked: HTTPConnection) -> Theme:
    wished = asked.query_params.get("theme", asked.cookies.get("theme", ""))
    if wished == "lamplight":
        return "lamplight"
    return "paper" if wished == "paper" else ""

"""What a visitor of tests needs to know about its own visit."""

from __future__ import annotations

import httpx

from tapete.web.keys import Keys
from tapete.web.visits import SESSION_COOKIE


def form_of(keys: Keys, visitor: httpx.Client | httpx.AsyncClient) -> str:
    """The token of the forms on this visitor's pages; before its first page, that of a program with the secret."""
    return keys.form_of(visitor.cookies.get(SESSION_COOKIE) or "")

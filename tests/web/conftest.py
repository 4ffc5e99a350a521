"""A server of its own for each test, over a journal of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.table import Hub, Journal, Table
from tapete.web import Server, app


class Visitor(httpx.Client):
    """A browser without scripts: it keeps cookies, follows redirects, posts forms with their token. It waits as long as an answer takes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"timeout": None, **settings})

    def token(self) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', self.get("/").text)
        assert found is not None
        return found[1]

    def enter(self, place: str, **fields: Any) -> httpx.Response:
        """Post a form; `n_amount` is the field `n:amount`."""
        named = {re.sub(r"^([nNjseortv])_", r"\1:", name): value for name, value in fields.items()}
        return self.post(place, data={"csrf": self.token(), **named})

    def press(self, place: str, says: str, **fields: str) -> httpx.Response:
        """Press a button of a match's plain page: `says` is the press, a colon and its value; a number or words are typed beside it."""
        page = self.get(f"{place}/list").text
        found = {name: re.search(rf'name="{name}" value="([^"]+)"', page) for name in ("csrf", "question")}
        sent = {name: one[1] if one is not None else "" for name, one in found.items()}
        return self.post(f"{place}/touch", data={**sent, "back": "list", "says": says, **fields})


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    yield hub
    hub.close()


@pytest.fixture
def server(hub: Hub) -> Iterator[Server]:
    with Server(app(hub)) as running:
        yield running


@pytest.fixture
def table(hub: Hub) -> Table:
    return hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(base_url=server.address, headers={"accept-language": "en"}, follow_redirects=True, trust_env=False) as client:
        yield client

"""Requests of a tab's pages as ASGI: cookies, origins, streams, and what is kept before an answer leaves."""

from __future__ import annotations

import asyncio
import gc
import json
import re
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.types import Receive, Scope, Send

from tapete.tab.begin import COOKIES, SPARE, TableInTab
from tapete.tab.page_requests import Jar, PageBridge
from tapete.table import Journal
from tapete.table.folders import JOURNAL
from tests.tab import stand_in

SITE = "https://example.org"
ROOT = "/tapete/table/app"


class Page:
    """A request as the worker's script hands it on, and what comes back."""

    def __init__(self, place: str, method: str = "GET", form: dict[str, str] | None = None, origin: str = SITE) -> None:
        self.method, self.url, self.origin = method, f"{SITE}{place}", origin
        self.body = urlencode(form or {}).encode()
        self.length = len(self.body)
        self.headers: Sequence[tuple[str, str]] = [("accept-language", "en"), ("content-type", "application/x-www-form-urlencoded")]
        self.gone: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.status, self.told, self.pieces = 0, dict[str, str](), list[bytes]()

    def start(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.status, self.told = status, dict(headers)

    def piece(self, piece: bytes) -> None:
        self.pieces.append(piece)

    def end(self) -> None:
        self.done.set_result(True)

    def fault(self) -> None:
        self.done.set_result(False)

    @property
    def text(self) -> str:
        return b"".join(self.pieces).decode()


class Files:
    """What the browser keeps."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.full = False

    async def write(self, changed: dict[str, bytes | None]) -> None:
        if self.full:
            raise RuntimeError("QuotaExceededError")
        for name, content in changed.items():
            if content is None:
                self.kept.pop(name, None)
            else:
                self.kept[name] = content


@pytest.fixture
def files() -> Files:
    return Files()


def at_table(folder: Path, files: Files, main: Callable[[TableInTab], Coroutine[Any, Any, None]]) -> None:
    """Open a table in a folder, do something there, and close it."""

    async def begun() -> None:
        table = TableInTab(folder, ROOT, "example.org", files.write)
        await table.open()
        try:
            await main(table)
        finally:
            for task in table._tasks:
                task.cancel()
            await asyncio.get_running_loop().run_in_executor(None, table.hub.close)

    stand_in.run(begun)


async def ask(table: TableInTab, page: Page) -> Page:
    await table.bridge.answer(page)
    return page


async def begin(table: TableInTab) -> str:
    """Begin a match out of the lobby; gives its address."""
    lobby = await ask(table, Page(f"{ROOT}/"))
    token = re.search(r'name="csrf" value="([^"]+)"', lobby.text)
    assert token is not None
    begun = await ask(table, Page(f"{ROOT}/new", "POST", {"csrf": token[1], "game": "shazamm"}, origin="null"))
    assert begun.status == 303
    return begun.told["location"]


def test_a_match_begins_and_is_kept_before_that_is_said(tmp_path: Path, files: Files) -> None:
    async def main(table: TableInTab) -> None:
        place = await begin(table)
        assert place.startswith(f"{ROOT}/match/")
        (tmp_path / "again").mkdir()
        (tmp_path / "again" / JOURNAL).write_bytes(files.kept[JOURNAL])  # as it would be after a browser was killed now
        with Journal(tmp_path / "again" / JOURNAL, alone=True) as journal:
            assert [row.id for row in journal.matches()] == [place.rpartition("/")[2]]
        page = await ask(table, Page(place))
        assert page.status == 200
        assert page.told["x-frame-options"] == "SAMEORIGIN"
        assert "set-cookie" not in page.told

    at_table(tmp_path / "data", files, main)


def test_matches_that_no_page_shows_leave_memory(tmp_path: Path, files: Files) -> None:
    """What Python takes in a browser is never given back, and one person looks here."""

    async def main(table: TableInTab) -> None:
        for _match in range(2 * SPARE + 6):
            assert (await ask(table, Page(await begin(table)))).status == 200
        gc.collect()  # tables and their pages refer to each other
        assert table.hub.open_tables <= 2 * SPARE + 2  # and the one on the consoles, and the last one

    at_table(tmp_path / "data", files, main)


def test_a_page_of_elsewhere_enters_nothing(tmp_path: Path, files: Files) -> None:
    async def main(table: TableInTab) -> None:
        for origin in ("https://example.com", "null"):  # the second one says nothing of itself: its form's token decides
            refused = await ask(table, Page(f"{ROOT}/new", "POST", {"csrf": "x", "game": "shazamm"}, origin=origin))
            assert refused.status == 403
        assert [listing.id for listing in table.hub.matches()] == []

    at_table(tmp_path, files, main)


def test_full_storage_is_said_and_forgotten_once_there_is_room(tmp_path: Path, files: Files) -> None:
    async def main(table: TableInTab) -> None:
        files.full = True
        await begin(table)
        lobby = await ask(table, Page(f"{ROOT}/"))
        assert "The browser keeps no more" in lobby.text
        files.full = False
        await begin(table)
        assert JOURNAL in files.kept
        assert "The browser keeps no more" not in (await ask(table, Page(f"{ROOT}/"))).text

    at_table(tmp_path, files, main)


def test_language_and_theme_outlast_the_tab(tmp_path: Path, files: Files) -> None:
    async def choose(table: TableInTab) -> None:
        assert "El árbitro" in (await ask(table, Page(f"{ROOT}/?lang=es"))).text

    async def come_back(table: TableInTab) -> None:
        assert "El árbitro" in (await ask(table, Page(f"{ROOT}/"))).text

    at_table(tmp_path, files, choose)
    assert "lang" in json.loads((tmp_path / COOKIES).read_text(encoding="utf-8"))
    at_table(tmp_path, files, come_back)
    (tmp_path / COOKIES).write_text("[torn", encoding="utf-8")

    async def begin_anew(table: TableInTab) -> None:
        assert await begin(table)

    at_table(tmp_path, files, begin_anew)


def test_a_stream_ends_when_its_page_is_gone(tmp_path: Path, files: Files) -> None:
    async def main(table: TableInTab) -> None:
        page = Page(f"{await begin(table)}/list/events")
        answering = asyncio.ensure_future(table.bridge.answer(page))
        while not page.pieces:
            await asyncio.sleep(0)
        assert page.told["content-type"].startswith("text/event-stream")
        page.gone.set_result(True)
        await answering

    at_table(tmp_path, files, main)


def test_what_fails_is_told_to_the_page() -> None:
    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("broken")

    async def kept() -> None:
        raise AssertionError("a question changes nothing")

    async def main() -> None:
        page = Page("/")
        await PageBridge(broken, kept).answer(page)
        assert await page.done is False

    stand_in.run(main)


def test_cookies_go_where_they_came_from() -> None:
    lasting = list[dict[str, str]]()
    jar = Jar(changed=lambda kept: lasting.append(dict(kept)))
    jar.keep("a=1; Path=/x; HttpOnly")
    jar.keep("b=2; Path=/")
    jar.keep("a=3; Path=/x/match; Max-Age=600")
    jar.keep("not a cookie")
    assert jar.of("/x") == "a=1; b=2"
    assert jar.of("/x/match/q") == "a=3; a=1; b=2"
    assert jar.of("/xy") == "b=2"
    jar.keep("a=; Path=/x; Max-Age=0")
    assert jar.of("/x/match") == "a=3; b=2"
    assert [list(kept) for kept in lasting] == [["a"]]
    assert Jar(lasting[0]).of("/x/match") == "a=3"

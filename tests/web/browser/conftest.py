"""The system's Chromium for the tests of pages, and what it asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tapete.web import Server
from tests.forms import by_form
from tests.web.browser import pieces

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

NewContext = Callable[..., "BrowserContext"]

ADDRESS_BAR = ("WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup")
"""What would unfold below a tab's address: for each context a page of its own, which costs ten times as much as an empty one of ours."""

PLAYWRIGHTS = ("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "MediaRouter", "PaintHolding")
"""Features that Playwright wants off; Chromium hears the last list alone."""


QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(ADDRESS_BAR + PLAYWRIGHTS)}",
    "--disable-gpu",
    "--disable-quic",
    "--disable-software-rasterizer",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def base_url() -> None:
    """There is none: every test has a server of its own."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's own Chromium; its sandbox does not work for root."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": os.environ["TAPETE_CHROMIUM"], "args": [*QUIET, *(["--no-sandbox"] if root else [])]}


@pytest.fixture(autouse=True)
def pages_in_pieces() -> Iterator[None]:
    """In the long forms no page of a test in a browser arrives at once; others weigh pages as they are sent, so it ends with the test."""
    with pieces.sent(by_form(0, 0, 30, 150) / 1000):
        yield


UNTOLD = "try { localStorage.pace ??= 'off'; } catch {}"
"""Tests of something else ask for no telling of turns: each touch is then for the match. Frames without an address keep nothing."""


@pytest.fixture
def new_context(new_context: NewContext) -> NewContext:
    """Makes a browser of its own, whose pages tell no turns unless a test lets them (`test_accounts`)."""

    def made(**settings: Any) -> BrowserContext:
        context = new_context(**settings)
        context.add_init_script(UNTOLD)
        return context

    return made


@pytest.fixture
def address(server: Server) -> str:
    return server.address.rstrip("/")


class Watched:
    """Everything that a browser asked for and complained about."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.complaints: list[str] = []

    def watch(self, page: Page) -> Page:
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page


def text_of(page: Page, where: str) -> str:
    return page.locator(where).inner_text()


def wait_for_text(page: Page, where: str, text: str) -> None:
    page.locator(where, has_text=text).first.wait_for(timeout=30_000)


def wait_for_number(page: Page, where: str, number: int) -> None:
    page.wait_for_function("one => document.querySelectorAll(one.where).length === one.number", arg={"where": where, "number": number})

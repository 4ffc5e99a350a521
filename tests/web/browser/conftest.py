"""The system's Chromium for the tests of pages, and what it asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tapete.web import Server
from tests.run_forms import by_form
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


class Complaints:
    """What every browser of a test says is wrong: faults of scripts, and errors on their consoles. A test with one of them fails.

    A refusal is an answer, and its status no fault (409). A test that breaks something on purpose names what may be said of it.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[str] = []

    def begin(self) -> None:
        """Forget what was said before, and what was expected."""
        self.found.clear()
        self._expected = [
            r"Failed to load resource: the server responded with a status of 409 ",
            r"Cross-Origin-Opener-Policy header has been ignored",  # over HTTP, where the rest of the policy holds all the same
        ]

    def expect(self, *patterns: str) -> None:
        """Let what fits one of these be said from now on, and earlier in this test."""
        self._expected += patterns

    def unexpected(self) -> list[str]:
        """What was said and not expected."""
        return [said for said in self.found if not any(re.search(pattern, said) for pattern in self._expected)]

    def watch(self, context: BrowserContext) -> BrowserContext:
        """Hear all pages of a browser's context, which tell no turns unless a test lets them (`test_accounts`)."""
        context.add_init_script(UNTOLD)
        context.on("console", lambda said: self.found.append(f"{said.text} ({said.location['url']})") if said.type == "error" else None)
        context.on("weberror", lambda fault: self.found.append(str(fault.error)))
        return context


COMPLAINTS = Complaints()

LOST_HOST = (
    "net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH"
    "|INTERNET_DISCONNECTED|FAILED|ABORTED)"
)
"""What a browser says of a server that is away."""


@pytest.fixture
def complaints() -> Complaints:
    """For tests whose browsers may complain."""
    return COMPLAINTS


@pytest.fixture(autouse=True)
def every_browser_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever opens a window in a test, its pages are heard."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="the extra `browser`")
    opened = sync_api.Browser.new_context
    monkeypatch.setattr(sync_api.Browser, "new_context", lambda self, **given: COMPLAINTS.watch(opened(self, **given)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Begin anew with each test, before its fixtures open windows."""
    COMPLAINTS.begin()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test in which a browser complained of something that was not to be."""
    result = yield
    assert COMPLAINTS.unexpected() == [], f"a browser complained in {item.name}"
    return result


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


def module(name: str) -> str:
    """Say in JavaScript which of its modules a page has loaded, or loads when it is touched: what it exports is then at hand."""
    return f"import(new URL('{name}', document.querySelector('script[type=module][src]').src))"


def text_of(page: Page, where: str) -> str:
    return page.locator(where).inner_text()


def wait_for_text(page: Page, where: str, text: str, timeout_ms: float = 30_000) -> None:
    page.locator(where, has_text=text).first.wait_for(timeout=timeout_ms)


def settled(page: Page) -> None:
    """Wait until a finger may touch what has come."""
    page.locator("body:not(.is-settling)").wait_for()


def follows(page: Page) -> None:
    """Wait until a page hears of what is new: what comes before is shown, and not told."""
    page.locator("body[data-follows]").wait_for(state="attached")


def wait_for_number(page: Page, where: str, number: int) -> None:
    page.wait_for_function("one => document.querySelectorAll(one.where).length === one.number", arg={"where": where, "number": number})

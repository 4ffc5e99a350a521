"""A console at the table in a tab: the simulated one behind a `navigator.serial` that is not the browser's."""

from __future__ import annotations

import base64
import select
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.console.simulator import SimulatedConsole
from tapete.table.robots import number_on
from tests.web.browser.conftest import NewContext
from tests.web.browser.test_tab import Tab, built  # noqa: F401 - a fixture
from tests.web.browser.test_touching import TABLE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.nightly]

FAKE = """
if (self === top) {
  class Port extends EventTarget {
    constructor(silent) { super(); this.silent = silent; }
    getInfo() { return { usbVendorId: 0x239a, usbProductId: 0x80f4 }; }
    async open() {
      if (this.gone) throw new DOMException("Failed to open serial port.", "NetworkError");
      this.readable = new ReadableStream({ start: (feed) => { this.feed = feed; } });
      const write = (octets) => (this.silent ? undefined : said("octets", btoa(String.fromCharCode(...octets))));
      this.writable = new WritableStream({ write });
      if (!this.silent) await said("open", "");
    }
    async setSignals() {}
    async close() { this.feed = null; if (!this.silent) await said("close", ""); }
  }
  const prompt = new Port(true), data = new Port(false), serial = new EventTarget(), given = [prompt, data];
  serial.getPorts = async () => [];
  serial.requestPort = async () => given.shift();
  Object.defineProperty(navigator, "serial", { value: serial });
  window.arrived = (text) => data.feed?.enqueue(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
  window.cable = (there) => {
    data.gone = !there;
    if (!there) { data.feed?.error(new DOMException("The device has been lost.", "NetworkError")); data.feed = null; }
    const event = new Event(there ? "connect" : "disconnect");
    Object.defineProperty(event, "target", { value: data });
    serial.dispatchEvent(event);
  };
}
"""
"""A Pico's two channels: the prompt says nothing, the other one is the simulated console."""

PATIENCE = 4_000
"""Looks of a hundredth of a second at the most."""


class Bridge:
    """Carries bytes between the page's port and a console's, by turns."""

    def __init__(self, context: BrowserContext, board: SimulatedConsole) -> None:
        self.board = board
        self._line: socket.socket | None = None
        context.add_init_script(FAKE)
        context.expose_function("said", self._said)

    def _said(self, what: str, text: str) -> None:
        host, _, port = self.board.url.removeprefix("socket://").partition(":")
        if what == "open":
            self._line = socket.create_connection((host, int(port)), timeout=30)
        elif what == "close" and self._line is not None:
            self._line.close()
            self._line = None
        elif self._line is not None:
            self._line.sendall(base64.b64decode(text))

    def until(self, tab: Tab, happened: Callable[[], bool]) -> None:
        """Carry bytes until something has happened."""
        for _ in range(PATIENCE):
            if happened():
                return
            if self._line is not None and select.select([self._line], [], [], 0.01)[0]:
                tab.page.evaluate("(text) => arrived(text)", base64.b64encode(self._line.recv(4096)).decode())
            else:
                tab.page.wait_for_timeout(5)
        raise AssertionError("it did not happen in time")

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


@pytest.fixture
def board() -> Iterator[SimulatedConsole]:
    with SimulatedConsole(panels=2, tcp=0) as made:
        yield made


def test_a_bid_locked_on_a_console_through_a_pulled_cable_and_garbage(
    built: Path,  # noqa: F811 - the fixture
    board: SimulatedConsole,
    new_context: NewContext,
) -> None:
    context = new_context(viewport=TABLE)
    bridge = Bridge(context, board)
    tab = Tab(context, built)
    frame = tab.open()
    for _channel in ("the prompt", "the console"):
        frame.locator("#connect").click()
    bridge.until(tab, lambda: board.state().opened)
    tab.page.frames[1].evaluate("location.reload()")
    frame.locator("#begin").click()
    frame.locator("body.has-script main[data-place]").wait_for()
    bridge.until(tab, lambda: None not in (number_on(board.pixels(), 0), number_on(board.pixels(), 1)))
    bids = [number_on(board.pixels(), panel) for panel in (0, 1)]
    board.press(0, "minus" if bids[0] != 1 else "plus")
    bridge.until(tab, lambda: number_on(board.pixels(), 0) != bids[0])
    bids[0] = number_on(board.pixels(), 0)
    board.press(0, "lock")
    tab.page.evaluate("cable(false)")  # A's bid is locked in the console; B's is not
    tab.page.evaluate("cable(true)")
    bridge.until(tab, lambda: board.state().opened)
    tab.page.evaluate("(text) => arrived(text)", base64.b64encode(bytes(range(256))).decode())  # no console says that
    board.press(1, "lock")
    revealed = f'"bids":{{"A":{bids[0]},"B":{bids[1]}}}'.encode()
    bridge.until(tab, lambda: revealed in tab.exported())
    bridge.close()
    tab.stop()

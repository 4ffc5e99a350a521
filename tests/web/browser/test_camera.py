"""A phone's camera and its screen in a real browser: labels are read where the page is secure, and the screen stays on everywhere."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from tapete.table import Hub, Table
from tapete.table.in_event import TableInEvent
from tapete.web import Server, app
from tests.web.browser.conftest import NewContext, Watched, module
from tests.web.browser.looking import violations
from tests.web.browser.test_touching import FITS, PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

pytestmark = pytest.mark.browser

SECRET = bytes(32)
SMALL: Any = PHONE
FILMED = (640, 480)
"""What the camera shows, in pixels."""

DETECTOR = """window.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect(video) { return video.videoWidth ? [{ rawValue: "MOR.MUDLING" }] : []; }
};"""
"""What Android's browser has of its own, and Chromium on a computer has not."""


@pytest.fixture
def duel(hub: Hub) -> Table:
    table = hub.begin("moriham", {}, {"A": "Ana", "B": "Bruno"})
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    return table


@pytest.fixture
def film(address: str, duel: Table, new_context: NewContext, tmp_path: Path) -> Path:
    """What a camera sees that looks at the printed label of Reed Scout."""
    page = new_context(locale="en", viewport={"width": 900, "height": 1100}, device_scale_factor=2).new_page()
    page.goto(f"{address}/match/{duel.id}/labels")
    label = page.locator("li.label", has_text="Reed Scout").locator("svg").first
    printed = Image.open(io.BytesIO(label.screenshot())).convert("RGB")
    printed = printed.resize((260, 260 * printed.height // printed.width))
    table = Image.new("RGB", FILMED, (120, 140, 90))
    table.paste(printed.rotate(7, expand=True, fillcolor=(120, 140, 90)), (150, 90))
    kept = tmp_path / "label.mjpeg"
    table.save(kept, "JPEG", quality=80)
    return kept


def launched(browser_type: BrowserType, wanted: dict[str, Any], *args: str) -> Browser:
    return browser_type.launch(**{**wanted, "args": [*wanted["args"], *args]})


@pytest.fixture
def filming(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], film: Path) -> Iterator[Browser]:
    """A browser whose camera shows the label."""
    fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}")
    browser = launched(browser_type, browser_type_launch_args, *fake)
    yield browser
    browser.close()


@pytest.fixture
def insecure(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A browser that finds this computer under a name in the room, to which it gives nothing that needs HTTPS."""
    browser = launched(browser_type, browser_type_launch_args, "--host-resolver-rules=MAP table.local 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture
def in_the_room(hub: Hub) -> Iterator[Callable[[Table], str]]:
    """Where a phone in the room finds Ana's page."""
    served = app(hub, lan=True, secret=SECRET)
    with Server(served) as running:
        port = urlsplit(running.address).port
        yield lambda table: f"http://table.local:{port}/match/{table.id}/seat/A?token={served.state.keys.seat(table.id, 'A')}"


def opened(page: Page, where: str) -> None:
    """A seat's page, on which a summon asks for its card."""
    page.goto(where)
    page.locator("body.has-script").wait_for()
    page.locator("[data-press=verb][data-value='\"normal_summon\"']").click()
    page.locator("#b-camera").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("own", [False, True], ids=["ZXing", "the browser's own"])
def test_a_camera_reads_a_label_as_a_scanner_does(own: bool, filming: Browser, address: str, duel: Table) -> None:
    watched = Watched()
    page = watched.watch(filming.new_context(locale="en", viewport=SMALL).new_page())
    if own:
        page.add_init_script(DETECTOR)
    opened(page, f"{address}/match/{duel.id}/seat/A")
    assert not [asked for asked in watched.asked if "zxing" in asked], "nobody has asked for it yet"
    page.locator("#b-camera").click()
    page.locator("#bar [data-press=enter]").first.wait_for()
    page.locator("#bar [data-press=enter]").first.click()
    page.wait_for_function("() => Number(document.querySelector('[data-seq-shown]').dataset.seqShown) >= 3")
    assert duel.state.A.monsters[0].card == ("mudling" if own else "reed_scout")
    assert bool([asked for asked in watched.asked if "zxing" in asked]) is not own
    assert page.locator("#camera").is_hidden()
    assert page.evaluate(f"async () => (await {module('camera.js')}).stream") is None, "the camera is off again"
    assert watched.complaints == []


@pytest.mark.long
def test_the_camera_is_shut_by_hand_and_by_another_question(filming: Browser, address: str, duel: Table) -> None:
    page = filming.new_context(locale="es", viewport=SMALL).new_page()
    page.add_init_script(DETECTOR.replace('[{ rawValue: "MOR.MUDLING" }]', "[]"))
    opened(page, f"{address}/match/{duel.id}/seat/A")
    page.locator("#b-camera").click()
    page.locator("#camera p", has_text="Pon la etiqueta").wait_for()
    assert max(page.evaluate(FITS)["over"]) <= 0
    assert violations(page) == []
    page.locator("#b-camera-shut").click()
    assert page.locator("#camera").is_hidden()
    page.locator("#b-camera").click()
    page.locator("#camera video").wait_for()
    tracks = page.evaluate_handle(f"async () => (await {module('camera.js')}).stream.getTracks()")
    duel.move("undo", None, "A")  # the question is gone, and nobody looks any more
    for seat in duel.seats:
        if duel.asked() is not None:
            duel.answer(seat, True)
    page.locator("#camera").wait_for(state="hidden")
    assert tracks.evaluate("all => all.map(track => track.readyState)") == ["ended"]


def test_a_camera_that_nobody_allows_is_told(address: str, duel: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=SMALL).new_page()
    opened(page, f"{address}/match/{duel.id}/seat/A")
    page.locator("#b-camera").click()
    page.locator("#camera p", has_text="lets this page use no camera").wait_for()


def test_a_page_without_https_says_so_instead_of_a_camera(insecure: Browser, in_the_room: Callable[[Table], str], duel: Table) -> None:
    page = insecure.new_context(locale="en", viewport=SMALL).new_page()
    opened(page, in_the_room(duel))
    page.locator("#b-camera").click()
    page.locator("#camera p", has_text="came without HTTPS").wait_for()
    assert page.locator("#camera video").is_hidden()
    assert violations(page) == []


class Event:
    """An event that a table joins; it says by what."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def now(self) -> TableInEvent | None:
        return TableInEvent(title="Friday", table=3) if self.told else None

    def join(self, told: str, *, anyway: bool = False) -> None:
        self.told.append(told)

    def leave(self, *, anyway: bool = False) -> None:
        self.told.clear()


@pytest.mark.long
def test_the_lobby_joins_an_event_by_the_code_of_a_table(filming: Browser, hub: Hub) -> None:
    """Its short sibling pastes the address, without a browser: tests/league/server/test_attendance.py."""
    event, address = Event(), "http://10.0.0.7:8770/v1/shops/shop/hosts/table-3#1.a_key"
    page = filming.new_context(locale="en", viewport=SMALL).new_page()
    page.add_init_script(DETECTOR.replace("MOR.MUDLING", address))
    with Server(app(hub, in_event=event)) as running:
        page.goto(running.address)
        page.locator("body.has-script").wait_for()
        assert violations(page) == []
        page.locator("#b-camera").click()
        page.locator("h1", has_text="Table 3").wait_for()
        assert event.told == [address]
        assert violations(page) == []
        page.goto(f"{running.address}?matches=all")
        page.locator("#event-leave").click()
        page.locator("#event-join").wait_for()


LABELS = """window.shown = ""; window.looks = 0; window.BarcodeDetector = class {
  static async getSupportedFormats() { return ["qr_code"]; }
  async detect(video) { window.looks += 1; return video.videoWidth && window.shown ? [{ rawValue: window.shown }] : []; }
};"""
"""A camera before which the test holds one label after the other."""


@pytest.fixture
def camp(hub: Hub) -> Table:
    """A match whose decks are registered, with small ones."""
    return hub.begin("mamlejet", {"deck_tactics": 3, "deck_enemies": 1, "opening_hand": 2, "mulligan_floor": 0}, {"A": "Ana", "B": "Bruno"})


@pytest.mark.long
def test_a_deck_is_registered_by_the_camera_one_label_after_the_other(filming: Browser, address: str, camp: Table) -> None:
    """The same label counts once until it was away; one that is no card is refused, and the camera goes on."""
    page = filming.new_context(locale="en", viewport=SMALL).new_page()
    page.add_init_script(LABELS)
    page.goto(f"{address}/match/{camp.id}/seat/A/deck")
    page.locator("body.has-script").wait_for()
    page.locator("#b-camera").click()
    page.locator("#camera p", has_text="one label after the other").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def holds(line: str, looks: int = 0) -> None:
        """Hold a label there (or none) until the camera has looked so many times."""
        before = page.evaluate("line => { window.shown = line; return window.looks; }", line)
        page.wait_for_function("looks => window.looks > looks", arg=before + looks)

    holds("MMK.RACION")
    page.locator("#deck [role=status]", has_text="Tactics: 1 / 3").wait_for()
    holds("MMK.RACION", 3)
    assert camp.state.players[0].listed == {"racion": 1}, "it is still held there"
    holds("", 5)
    holds("MMK.RACION")
    page.locator("#deck [role=status]", has_text="Tactics: 2 / 3").wait_for()
    holds("DAT.GLINT.LOOM")
    page.locator("#deck [role=alert]").wait_for()
    holds("MMK.E.GUERRERO")
    page.locator("#deck [role=status]", has_text="Enemies: 1 / 1").wait_for()
    assert page.locator("#deck [role=alert]").count() == 0
    assert camp.state.players[0].listed == {"e-guerrero": 1, "racion": 2}
    assert page.locator("#camera video").is_visible(), "the camera stays on"
    page.locator("#form-deck-back button").click()
    page.locator("#deck [role=status]", has_text="Enemies: 0 / 1").wait_for()
    page.wait_for_function("() => document.getElementById('camera').hidden")


@pytest.mark.long
def test_a_deck_says_that_a_page_without_https_has_no_camera(insecure: Browser, in_the_room: Callable[[Table], str], camp: Table) -> None:
    page = insecure.new_context(locale="en", viewport=SMALL).new_page()
    page.goto(in_the_room(camp))
    page.goto(page.url.partition("?")[0] + "/deck")
    page.locator("body.has-script").wait_for()
    page.locator("#b-camera").click()
    page.locator("#camera p", has_text="came without HTTPS").wait_for()
    assert page.locator("#camera video").is_hidden()
    assert violations(page) == []


@pytest.mark.long
def test_without_https_a_silent_film_keeps_the_screen_on(insecure: Browser, in_the_room: Callable[[Table], str], table: Table) -> None:
    watched = Watched()
    page = watched.watch(insecure.new_context(locale="en", viewport=SMALL).new_page())
    page.goto(in_the_room(table))
    page.locator("body.has-script").wait_for()
    assert page.evaluate("isSecureContext") is False
    assert page.locator("video.awake").count() == 0
    page.locator("#strip").click()
    page.wait_for_function("() => document.querySelector('video.awake')?.currentTime > 0")
    shown = page.locator("video.awake").evaluate("v => [v.paused, v.loop, v.muted, v.volume > 0, v.webkitAudioDecodedByteCount > 0]")
    assert shown == [False, True, False, True, True], "browsers keep the screen on for a film with sound that plays"
    page.wait_for_function("() => { const v = document.querySelector('video.awake'); return (v.was ??= v.currentTime) > v.currentTime; }")
    assert max(page.evaluate(FITS)["over"]) <= 0
    table.submit({"action": "concede", "seat": "A"})
    page.wait_for_function("() => document.querySelector('video.awake').paused")
    assert [said for said in watched.complaints if "Cross-Origin-Opener-Policy" not in said] == [], "but that it wants HTTPS"


LOCKS = """window.locks = []; WakeLock.prototype.request = async (kind) => {
    locks.push(kind);
    return { released: false, async release() { this.released = true; locks.push("released"); } };
}"""
"""Notes the wake locks that a page asks for and gives back."""


def test_a_secure_page_asks_for_a_wake_lock_and_for_no_film(address: str, table: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=SMALL).new_page()
    page.add_init_script(LOCKS)
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.locator("body.has-script").wait_for()
    page.locator("#strip").click()
    assert page.evaluate("locks") == ["screen"]
    assert page.locator("video.awake").count() == 0


def test_the_screen_may_sleep_once_the_match_is_over(address: str, table: Table, new_context: NewContext) -> None:
    page = new_context(locale="en", viewport=SMALL).new_page()
    page.add_init_script(LOCKS)
    page.goto(f"{address}/match/{table.id}/seat/A")
    page.wait_for_function("() => locks.length === 1")
    table.submit({"action": "concede", "seat": "A"})
    page.locator("#asked.over").wait_for()
    page.wait_for_function("() => locks.at(-1) === 'released'")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("locks") == ["screen", "released"]

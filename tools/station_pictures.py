"""Take pictures of every screen of a station at three sizes, docs/pictures/station/<screen>-<size>.webp.

    TAPETE_CHROMIUM=/usr/bin/chromium python tools/station_pictures.py [SCREEN ...]

Needs the extra `browser` and a Chromium. A real station is served for it, without a console; its matches are kept nowhere afterwards. The
television speaks Spanish by lamplight, the tablet English on paper, the phone Spanish on paper. Codes differ from run to run.
"""

from __future__ import annotations

import base64
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tapete.i18n import Language
from tapete.station import recall, settings
from tapete.station.settings import Settings
from tapete.station.show import STEP_S
from tapete.station.station import Station
from tapete.table import Hub, Journal, Table
from tapete.web import Server
from tapete.web.station import app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "station"
SIZES: dict[str, tuple[int, int, Language, str]] = {
    "television": (1920, 1080, "es", "lamplight"),
    "tablet": (1024, 768, "en", "paper"),
    "phone": (360, 740, "es", "paper"),
}
ADDRESS = "http://192.0.2.10:8765"
"""What the QR codes of the pictures name: an address that is kept for examples."""

QUALITY = 0.72
TO_WEBP = """async ([png, quality]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
}"""


class Stand:
    """A station whose clock the tool moves."""

    def __init__(self, folder: Path) -> None:
        self.now = 100.0
        self.language: Language = "es"
        settings.write(folder, Settings(games=("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")))
        self.hub = Hub(Journal(folder / "matches.sqlite3"))
        self.station = Station(self.hub, folder, clock=lambda: self.now, minute=lambda: 720, rng=random.Random(4))
        self.served = app(self.station, lan=True)
        self.served.state.address = lambda asked: ADDRESS

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
        self.station.tick()

    def choose(self, *values: str) -> None:
        """From the beginning through the questions."""
        self.station.reset()
        self.station.touch()
        self.station.set_language(self.language)
        for value in values:
            if not self.station.choose(value):
                raise RuntimeError(f"{value} cannot be chosen")

    @property
    def table(self) -> Table:
        """The match on the screen."""
        if self.station.table is None:
            raise RuntimeError("no match is on the screen")
        return self.station.table

    def turn(self, a: int, b: int, cards_of_a: list[int], cards_of_b: list[int]) -> None:
        """One turn of Shazamm."""
        for seat, amount in (("A", a), ("B", b)):
            self.table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
        for seat, numbers in (("A", cards_of_a), ("B", cards_of_b)):
            self.table.submit({"action": "declare_cards", "seat": seat, "numbers": numbers})


def attract(made: Stand) -> str:
    """Robots play."""
    made.station.change_settings(replace(made.station.settings, language=made.language))
    made.station.reset()
    for _ in range(24):
        made.wait(STEP_S)
    return "/station"


def choose(made: Stand) -> str:
    """The games."""
    made.choose()
    return "/station"


def players(made: Stand) -> str:
    """How many play."""
    made.choose("mamlejet")
    return "/station"


def lesson(made: Stand) -> str:
    """First match or free one."""
    made.choose("shazamm")
    return "/station"


def guided(made: Stand) -> str:
    """A deed of the guide, and what the one before has changed."""
    made.choose("shazamm", "guided")
    made.turn(9, 6, [], [0])
    return "/station"


def taken_back(made: Stand) -> str:
    """A legal deed that the lesson takes back."""
    guided(made)
    for seat, amount in (("A", 20), ("B", 8)):
        made.table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    made.table.settle()
    return "/station"


def play(made: Stand) -> str:
    """A free match."""
    made.choose("shazamm", "free")
    made.turn(9, 6, [7], [])
    made.turn(5, 8, [], [5])
    made.table.submit({"action": "lock_bid", "seat": "A", "amount": 4})
    return "/station"


def still_there(made: Stand) -> str:
    """Nobody has done anything for a while."""
    play(made)
    made.table.settle()
    made.wait(made.station.settings.idle_s)
    return "/station"


def code(made: Stand) -> str:
    """The code of a kept match."""
    play(made)
    made.choose("resume", "T", "7")
    return "/station"


def end(made: Stand) -> str:
    """The result and the story."""
    made.choose("shazamm", "free")
    rng = random.Random(8)
    while made.table.result is None:
        mana = made.table.state.mana
        made.turn(rng.randint(1, min(9, mana.A)), rng.randint(1, min(7, mana.B)), [], [])
    made.table.settle()
    return "/station"


def record(made: Stand) -> str:
    """What a phone takes home."""
    end(made)
    return f"/station/record/{made.table.id}"


def again(made: Stand) -> str:
    """A phone that brings a match back."""
    play(made)
    place = f"/station/again/{recall.code_of(made.table.id)}"
    made.station.reset()
    return place


SCREENS: dict[str, Callable[[Stand], str]] = {
    "attract": attract,
    "choose": choose,
    "players": players,
    "lesson": lesson,
    "guided": guided,
    "taken-back": taken_back,
    "play": play,
    "still-there": still_there,
    "code": code,
    "end": end,
    "record": record,
    "again": again,
}


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=os.environ["TAPETE_CHROMIUM"], args=["--disable-gpu", *(["--no-sandbox"] if root else [])]
        )
        yield browser
        browser.close()


def take(browser: Browser, server: Server, made: Stand, name: str) -> None:
    """Take the pictures of one screen."""
    for size, (width, height, language, theme) in SIZES.items():
        made.language = language
        place = SCREENS[name](made)
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/station?token={made.served.state.keys.table}")
        page.goto(f"http://127.0.0.1:{server.port}{place}?theme={theme}&lang={language}")
        page.locator("body.has-script").wait_for()
        taken = page.screenshot(full_page=size != "television" and name != "still-there")
        blank = context.new_page()
        packed = base64.b64decode(blank.evaluate(TO_WEBP, [base64.b64encode(taken).decode(), QUALITY]))
        path = FOLDER / f"{name}-{size}.webp"
        path.write_bytes(packed)
        print(path.name, len(packed))
        context.close()


def main() -> None:
    """Take the pictures that were asked for, or all."""
    names = sys.argv[1:] or list(SCREENS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder:
        made = Stand(Path(folder))
        try:
            with Server(made.served) as server, chromium() as browser:
                for name in names:
                    take(browser, server, made, name)
        finally:
            made.station.close()
            made.hub.close()


if __name__ == "__main__":
    main()

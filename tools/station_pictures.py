"""Take pictures of every screen of a station at three sizes, docs/pictures/station/<screen>-<size>.webp.

    TAPETE_CHROMIUM=/usr/bin/chromium python tools/station_pictures.py [SCREEN ...]

Needs the extra `browser` and a Chromium. A real station is served for it (`station_screens.py`), without a console; its matches are kept
nowhere afterwards. The television speaks Spanish by lamplight, the tablet English on paper, the phone Spanish on paper. Codes and staff's
figures of memory and disk differ from run to run.
"""

from __future__ import annotations

import argparse
import base64
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from tapete.i18n import Language
from tapete.web import Server
from tools.station_screens import (
    PIN,
    SCREENS,
    WRONG_PIN,
    Stand,
    stand,
)  # the line above makes `tools` importable when this runs as a program

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "station"
SIZES: dict[str, tuple[int, int, Language, str]] = {
    "television": (1920, 1080, "es", "lamplight"),
    "tablet": (1024, 768, "en", "paper"),
    "phone": (360, 740, "es", "paper"),
}

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


def enter(page: Page, address: str, given: str) -> None:
    """Answer staff's question for the PIN."""
    page.goto(f"{address}/staff")
    page.fill("#pin", given)
    page.press("#pin", "Enter")
    page.locator("#form-restart, [role=alert]").first.wait_for()


def take(browser: Browser, server: Server, made: Stand, name: str) -> None:
    """Take the pictures of one screen."""
    screen, address = SCREENS[name], f"http://127.0.0.1:{server.port}"
    for size, (width, height, language, theme) in SIZES.items():
        made.language = language
        made.afresh()
        place = screen.bring(made)
        context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{address}/station?token={made.served.state.keys.table}")
        page.goto(f"{address}{place}?theme={theme}&lang={language}")
        if screen.door == "inside":
            enter(page, address, PIN)
            page.goto(f"{address}{place}?theme={theme}&lang={language}")
        elif screen.door == "wrong":
            enter(page, address, WRONG_PIN)
        page.locator("body.has-script").wait_for()
        taken = page.screenshot(full_page=screen.whole and (size != "television" or screen.door == "inside"))
        blank = context.new_page()
        packed = base64.b64decode(blank.evaluate(TO_WEBP, [base64.b64encode(taken).decode(), QUALITY]))
        path = FOLDER / f"{name}-{size}.webp"
        path.write_bytes(packed)
        print(path.name, len(packed))
        context.close()


def main() -> None:
    """Take the pictures that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=f"one of {', '.join(SCREENS)}; all when left out")
    names = parser.parse_args().screens or list(SCREENS)
    if unknown := [name for name in names if name not in SCREENS]:
        parser.error(f"there is no screen {', '.join(unknown)}; there are {', '.join(SCREENS)}")
    if "TAPETE_CHROMIUM" not in os.environ:
        parser.error("name a Chromium: TAPETE_CHROMIUM=/usr/bin/chromium")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder,
        stand(Path(folder)) as made,
        Server(made.served) as server,
        chromium() as browser,
    ):
        for name in names:
            take(browser, server, made, name)


if __name__ == "__main__":
    main()

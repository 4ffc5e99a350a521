"""Make the film of the site's front page by playing a turn on real pages: docs/pictures/film-en.webm, film-es.webm, and a picture of each.

`tools/readme_pictures.py` makes it where it is older than the pages. In each language a match is begun with a simulated console. The
table's page, one player's phone and the page of the console are played and photographed together, one picture for each thing that happens.
Nothing is drawn by hand: only the sentences are the film's own. (Bruno's empty hand is entered without a page.)
"""

from __future__ import annotations

import base64
import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from tapete.console.client import Console
from tapete.console.simulator import SimulatedConsole
from tapete.core.texts import Language
from tapete.table import Hub, Journal
from tapete.table.robots import number_on
from tapete.web import Server, app
from tools.station_pictures import QUALITY, TO_WEBP

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
LIMIT = 1_000_000
"""Bytes of a film, at the most."""

WIDTH, HEIGHT = 960, 600
PAGES = {"table": (1280, 800), "phone": (360, 640), "console": (360, 900)}
"""How large each page is while it is played."""

TOLD: dict[str, tuple[str, str]] = {
    "begin": ("Your cards, your table. Tapete counts and judges.", "Tus cartas, tu mesa. Tapete cuenta y juzga."),
    "typed": ("Ana sets her bid on her phone. Nobody else sees it.", "Ana pone su apuesta en el móvil. Nadie más la ve."),
    "locked": ("Locked.", "Fijada."),
    "pressed": (
        "Bruno bids with the buttons of a console that you can build.",
        "Bruno apuesta con los botones de una consola que puedes construir.",
    ),
    "shown": ("Both are ready: the bids are shown.", "Listos los dos: se ven las apuestas."),
    "picked": ("Ana turns up her spell and touches it.", "Ana descubre su hechizo y lo toca."),
    "moved": (
        "The wall of fire moves: table, phone and console know it.",
        "El muro de fuego avanza: lo saben la mesa, el móvil y la consola.",
    ),
}
"""What is told beneath each picture, in English and Spanish."""

SECONDS = {"locked": 1.0, "moved": 2.5}
"""How long a picture stands; the others 1.5 s."""
RATE = 10
"""Pictures a second of the film; one that stands costs next to nothing."""

FRAME = """<!doctype html><html lang="{language}"><style>
body {{ margin: 0; width: 960px; height: 600px; background: #23493a; color: #fff;
  font: 700 24px/1.25 system-ui, sans-serif; position: relative; overflow: hidden; }}
img {{ position: absolute; border-radius: 10px; object-fit: cover; object-position: top; }}
#table {{ left: 16px; top: 16px; width: 640px; height: 400px; }}
#phone {{ right: 16px; top: 16px; width: 272px; height: 484px; }}
#console {{ left: 412px; top: 328px; width: 244px; height: 256px; object-fit: contain; box-shadow: 0 0 0 6px #23493a; }}
p {{ position: absolute; left: 20px; top: 436px; width: 356px; margin: 0; }}
</style><img id="table" src="{table}"><img id="phone" src="{phone}"><img id="console" src="{console}"><p>{told}</p></html>"""


class Stage:
    """The three pages of a match that is played for the film."""

    def __init__(self, browser: Browser, match: str, address: str, language: Language) -> None:
        self.language = language
        self.opened: list[Page] = []
        places = {"table": f"/match/{match}", "phone": f"/match/{match}/seat/A", "console": "/console"}
        for name, (width, height) in PAGES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce", color_scheme="light"
            )
            context.add_init_script("try { localStorage.pace = 'off'; } catch {}")  # the film tells by itself; frames keep nothing
            page = context.new_page()
            page.goto(f"{address}{places[name]}")
            page.locator("body.has-script").wait_for()
            if (spoken := page.locator("html").get_attribute("lang")) != language:
                raise RuntimeError(f"the page of the {name} speaks {spoken}, and the film {language}")
            self.opened.append(page)
        self.table, self.phone, self.console = self.opened
        self.frames = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()

    def close(self) -> None:
        """Close the pages, before the server that they follow."""
        for page in (*self.opened, self.frames):
            page.context.close()

    def caught_up(self, seq: int) -> None:
        """Wait until table and phone show so many entries."""
        for page in (self.table, self.phone):
            page.wait_for_function("seq => Number(document.querySelector('[data-seq-shown]')?.dataset.seqShown) >= seq", arg=seq)

    def taken(self, scene: str) -> bytes:
        """Photograph the three pages together, as a PNG."""
        shown = {}
        for name, page in zip(PAGES, self.opened, strict=True):
            part = page.locator("#presses .board").nth(1) if name == "console" else page
            shown[name] = "data:image/png;base64," + base64.b64encode(part.screenshot()).decode()
        self.frames.set_content(FRAME.format(language=self.language, told=TOLD[scene][self.language == "es"], **shown))
        return self.frames.screenshot()


def played(browser: Browser, language: Language, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Play a turn of Shazamm, and give each scene of TOLD with its picture.

    Args:
        browser: a Chromium.
        language: of every page.
        folder: for the journal.

    Raises:
        RuntimeError: a page speaks another language.
    """
    with SimulatedConsole(panels=2) as simulator:
        hub = Hub(Journal(folder / "film.sqlite3"), simulator)
        try:
            match = hub.begin("shazamm", {}, {"A": "Ana", "B": "Bruno"})
            hub.add_console(lambda on_report, kept: Console(simulator.url, on_report, kept=kept))
            with Server(app(hub)) as server, closing(Stage(browser, match.id, server.address.rstrip("/"), language)) as stage:
                simulator.wait_for(lambda now: None not in (number_on(now, 0), number_on(now, 1)))
                yield "begin", stage.taken("begin")
                press = stage.phone.locator
                press("button", has_text=re.compile("^9$")).click()
                yield "typed", stage.taken("typed")
                before = match.seq
                press("#bar [data-press=enter]").click()
                stage.caught_up(before + 1)
                stage.console.locator('[data-panel="0"][data-button="lock"]').click()  # its panel was asked too, and lets the other go
                yield "locked", stage.taken("locked")
                while (bid := number_on(simulator.pixels(), 1)) != 5:
                    button = "minus" if bid is not None and bid > 5 else "plus"
                    stage.console.locator(f'[data-panel="1"][data-button="{button}"]').click()
                    simulator.wait_for(lambda now, bid=bid: number_on(now, 1) != bid)  # type: ignore[misc]
                yield "pressed", stage.taken("pressed")
                stage.console.locator('[data-panel="1"][data-button="lock"]').click()
                press("#bar [data-press=done]").wait_for()
                stage.caught_up(match.seq)
                yield "shown", stage.taken("shown")
                press("[id='t-A.7']").click()
                press("#bar [data-press=done]", has_text="1").wait_for()
                yield "picked", stage.taken("picked")
                before = match.seq
                press("#bar [data-press=done]").click()
                stage.caught_up(before + 1)
                match.submit({"action": "declare_cards", "seat": "B", "numbers": []})
                stage.caught_up(match.seq)
                simulator.wait_for(lambda now: None not in (number_on(now, 0), number_on(now, 1)))
                yield "moved", stage.taken("moved")
        finally:
            hub.close()


def encoded(pictures: list[tuple[str, bytes]]) -> bytes:
    """Give the pictures, each as long as it stands, as a film (WebM, VP9)."""
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="webm") as film:
        stream = film.add_stream("libvpx-vp9", rate=RATE, options={"crf": "36", "b": "0", "row-mt": "0", "threads": "1"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        number = 0
        for scene, picture in pictures:
            with av.open(io.BytesIO(picture), "r") as opened:
                frame = next(opened.decode(video=0)).reformat(format="yuv420p")
            frame.pict_type = av.video.frame.PictureType.NONE  # else each would be whole, as the PNG was
            for _ in range(round(SECONDS.get(scene, 1.5) * RATE)):
                frame.pts, frame.time_base = number, Fraction(1, RATE)
                film.mux(stream.encode(frame))
                number += 1
        film.mux(stream.encode())
    return out.getvalue()


def make(browser: Browser, language: Language) -> int:
    """Write the film of a language, and its picture. Returns its bytes.

    Raises:
        RuntimeError: it is too large, or a page speaks another language.
    """
    with tempfile.TemporaryDirectory(prefix="tapete-", ignore_cleanup_errors=True) as folder:
        pictures = list(played(browser, language, Path(folder)))
    made = encoded(pictures)
    if len(made) > LIMIT:
        raise RuntimeError(f"the film has {len(made)} bytes and may have {LIMIT}")
    (PICTURES / f"film-{language}.webm").write_bytes(made)
    shown = base64.b64encode(dict(pictures)["shown"]).decode()
    packed = browser.new_page().evaluate(TO_WEBP, [shown, QUALITY])
    (PICTURES / f"film-{language}.webp").write_bytes(base64.b64decode(packed))
    return len(made)

"""The table that runs in a browser's tab, from static files alone: played by touches, its journal is that of the host's own table."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete import games
from tapete.table import Hub
from tapete.web import Server, app
from tests.made_once import made_once
from tests.web.browser.conftest import Complaints, NewContext, wait_for_text
from tests.web.browser.test_touching import TABLE
from tools import lighthouse, site_table

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, FrameLocator, Page

pytestmark = [pytest.mark.browser, pytest.mark.site]

START_MS = 240_000
"""How long a loaded computer may take to start Python in a browser."""

TOUCHES = 60
"""Of a match that is not played to its end."""

DRIVEN = """async ([seed, most, calm]) => {
  const main = document.querySelector("main");
  let state = seed >>> 0, last = "", made = 0;
  const draw = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 4294967296 * n); };
  const kind = (e) => e.dataset.press ?? "digit";
  const newest = () => document.querySelector("[data-seq-shown]")?.dataset.seqShown ?? main.dataset.seq;
  const meaning = (e) => [kind(e), e.dataset.value, e.dataset.digit, newest()].join();
  const open = () => [...document.querySelectorAll("[data-press], [data-digit]")].filter((e) => e.getClientRects().length && !e.disabled
    && !/^(peek|back|roll|undo|other|find|seat)$/.test(kind(e)) && !(calm && kind(e) === "thing")
    && !/concede|abandon|stop|ruling|more/.test(e.dataset.value ?? ""));
  while (made < most && !document.querySelector("#bar a[href$='/export']")) {
    const all = open(), kinds = [...new Set(all.map(kind))].sort();
    if (!all.length) break;
    const wish = kinds.includes("enter") && draw(2) ? "enter" : kinds.includes("done") && draw(2) ? "done" : kinds[draw(kinds.length)];
    const those = all.filter((e) => kind(e) === wish && meaning(e) !== last);
    last = "";
    if (!those.length) continue;
    const one = those[draw(those.length)];
    last = meaning(one);
    one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    made += 1;
    while (main.hasAttribute("aria-busy")) await new Promise((go) => setTimeout(go, 2));
  }
  return made;
}"""
"""A finger that is led by a seed touches what can be touched, until the match is over or so often; without `calm` things too.

It rolls nothing, for that is chance, and ends no match before its time."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table as the site has it."""
    try:
        site_table.prepared(site_table.PREPARED)
    except site_table.Unprepared as reason:
        if "site" in os.environ.get("TAPETE_REQUIRE", ""):
            raise
        pytest.skip(str(reason))
    return made_once(tmp_path_factory, "tab", site_table.write)


def altered(built: Path, target: Path, name: str, content: str) -> Path:
    """The same table with another content of one of its files: another version of the site."""
    if not target.exists():
        shutil.copytree(built, target, copy_function=os.link)
    for place in (name, "sw.js"):
        (target / "table" / place).unlink(missing_ok=True)  # the file itself is shared
    (target / "table" / name).write_text(content, encoding="utf-8")
    site_table.stamp(target / "table")
    return target


AT_ONCE = "try { for (const seat of ['', ' A', ' B', ' C', ' D']) localStorage[`pace${seat}`] = 'off'; } catch {}"
"""No turn is told beat by beat: how long that takes depends on the computer, and meanwhile a finger finds other buttons."""

CHANCE = re.compile(rb'"[0-9a-f]{64}"|"[0-9a-f]{32}"|"crc":[0-9]+')
"""What is another in every match: seals, what seals them, and the sums of lines with these."""


class Tab:
    """A tab with a table, served by a server that can be stopped, or by one that is there already (`site`)."""

    def __init__(self, context: BrowserContext, folder: Path, site: str = "") -> None:
        self._serving = ExitStack()
        self.site = site or self._serving.enter_context(lighthouse.served(folder))
        self.asked: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        context.add_init_script(AT_ONCE)
        self.page: Page = context.new_page()

    def stop(self) -> None:
        self._serving.close()

    def open(self, where: str = "") -> FrameLocator:
        """Start, and wait until a page of the table is shown."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.site}/table/index.html?lang=en{where}", wait_until="commit")
        self.page.locator("html[data-ready], #progress[hidden]").first.wait_for(state="attached", timeout=START_MS)
        assert not self.page.locator("#start").is_visible(), self.page.locator("#said").inner_text()
        return self.page.frame_locator("#table")

    def begin(self, game: str, robot: str = "", **chosen: str) -> None:
        """Begin a match out of the lobby's form; `robot` says how well one plays B."""
        frame = self.open()
        frame.locator(f"input[name=game][value={game}]").check(force=True)
        named = {f"rule.{game}.{name}": value for name, value in chosen.items()} | {f"plays.{game}.B": robot}
        for name, value in named.items():
            frame.locator(f"[name='{name}']").evaluate("(field, value) => { field.value = value; }", value)
        frame.locator("#begin").click()
        frame.locator("body.has-script main[data-place]").wait_for(timeout=START_MS)

    def drive(self, seed: int, most: int, *, calm: bool) -> int:
        made: int = self.page.frames[1].evaluate(DRIVEN, [seed, most, calm])
        return made

    @property
    def place(self) -> str:
        found: str = self.page.frames[1].evaluate("document.querySelector('main').dataset.place")
        return found

    def exported(self) -> bytes:
        told: str = self.page.frames[1].evaluate("(place) => fetch(`${place}/export`).then((answer) => answer.text())", self.place)
        return told.encode()


def without_chance(exported: bytes) -> bytes:
    """A match's file, byte for byte but for its seals."""
    return CHANCE.sub(b"-", exported)


def of_host(hub: Hub, context: BrowserContext, game: str, driven: Sequence[tuple[int, int, bool]], **chosen: Any) -> bytes:
    """What the host's own table writes of the same touches, with pages begun anew for each part of them."""
    table = hub.begin(game, chosen, seats=max(2, games.need(game).fewest))
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    for part in driven:
        with Server(app(hub)) as server:
            page.goto(f"{server.address}match/{table.id}")
            page.locator("body.has-script main[data-place]").wait_for()
            page.evaluate(DRIVEN, list(part))
            page.goto("about:blank")
    return without_chance(table.export())


@pytest.fixture
def tab(new_context: NewContext, built: Path) -> Iterator[Tab]:
    made = Tab(new_context(viewport=TABLE), built)
    yield made
    made.stop()


def play_on_without_a_server(tab: Tab, hub: Hub, context: BrowserContext) -> None:
    """A match by touches is the host's, and goes on out of what the browser has kept, in whatever form a tab runs."""
    tab.begin("shazamm", bridge_half="6")
    tab.drive(1, 20, calm=True)
    begun = tab.exported()
    tab.stop()
    tab.open(f"#{tab.place.partition('/app')[2]}")
    assert tab.exported() == begun
    tab.drive(2, 400, calm=True)
    played = tab.exported()
    assert json.loads(played.splitlines()[-1])["result"] in ("A", "B")
    assert without_chance(played) == of_host(hub, context, "shazamm", [(1, 20, True), (2, 400, True)], bridge_half=6)


@pytest.mark.long
def test_a_match_by_touches_is_the_hosts_and_goes_on_without_a_server(tab: Tab, hub: Hub, new_context: NewContext) -> None:
    play_on_without_a_server(tab, hub, new_context(viewport=TABLE))
    assert tab.asked
    assert [url for url in tab.asked if not url.startswith(tab.site)] == []


@pytest.mark.long
def test_a_second_tab_says_where_the_table_is_and_opens_when_that_is_closed(built: Path, new_context: NewContext) -> None:
    context = new_context()
    with lighthouse.served(built) as site:
        first, second = context.new_page(), context.new_page()
        first.goto(f"{site}/table/index.html?lang=en", wait_until="commit")
        wait_for_text(first, "#said", "Tapete comes into your browser", START_MS)
        second.goto(f"{site}/table/index.html?lang=es", wait_until="commit")
        wait_for_text(second, "#said", "La mesa está abierta en otra pestaña", START_MS)
        first.close()
        wait_for_text(second, "#said", "Arranca Python", START_MS)
        second.close()


@pytest.mark.long
def test_a_page_that_cannot_start_says_why(new_context: NewContext, complaints: Complaints) -> None:
    complaints.expect("unbuilt", "did not all arrive", "status of 404 ")
    with lighthouse.served(site_table.ROOT / "docs") as site:
        page = new_context().new_page()
        page.goto(f"{site}/table/index.html?lang=en")
        wait_for_text(page, "#said", "This copy of the site was built without the table.")
        wait_for_text(page, "#more", "python3 run.py play")
        private = new_context().new_page()
        private.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined });")
        private.goto(f"{site}/table/index.html?lang=en")
        wait_for_text(private, "#said", "This browser lets no page keep working here")


@pytest.mark.nightly
@pytest.mark.parametrize("game", games.names())
def test_every_game_is_the_hosts(tab: Tab, hub: Hub, new_context: NewContext, game: str) -> None:
    tab.begin(game)
    assert tab.drive(7, TOUCHES, calm=False) == TOUCHES
    assert without_chance(tab.exported()) == of_host(hub, new_context(viewport=TABLE), game, [(7, TOUCHES, False)])


@pytest.mark.long
def test_files_of_two_versions_are_never_one_table(built: Path, new_context: NewContext, complaints: Complaints, tmp_path: Path) -> None:
    complaints.expect("did not all arrive", "not of this version")
    site, worker = tmp_path / "site", built / "table" / "worker.mjs"
    altered(built, site, "worker.mjs", worker.read_text(encoding="utf-8"))
    other = worker.read_text(encoding="utf-8").replace("// Python", "// python", 1)  # as long as it was
    (site / "table" / "worker.mjs").unlink()
    (site / "table" / "worker.mjs").write_text(other, encoding="utf-8")  # the site is being replaced: its service worker is the old one
    with lighthouse.served(site) as address:
        page = new_context().new_page()
        page.goto(f"{address}/table/index.html?lang=en")
        wait_for_text(page, "#said", "The table does not start: its files did not all arrive", START_MS)


SERVED_BY = """() => fetch("worker.mjs").then((answer) => answer.text())"""
WAITS = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  while (!found.waiting) await new Promise((go) => setTimeout(go, 50));
}"""
"""Another version is here, whole, and waits for the next start."""


@pytest.mark.nightly
def test_a_match_ends_by_the_version_that_it_began_with(built: Path, new_context: NewContext, tmp_path: Path) -> None:
    old = (built / "table" / "worker.mjs").read_text(encoding="utf-8")
    site, context = altered(built, tmp_path / "site", "worker.mjs", old), new_context(viewport=TABLE)
    tab = Tab(context, site)
    tab.begin("shazamm", bridge_half="6")
    tab.drive(1, 20, calm=True)
    altered(built, site, "worker.mjs", f"{old}\n")  # the site is replaced
    second = context.new_page()
    second.goto(f"{tab.site}/table/index.html?lang=en")
    wait_for_text(second, "#said", "The table is open in another tab of this browser", START_MS)
    second.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    second.evaluate(WAITS)
    assert second.evaluate(SERVED_BY) == tab.page.evaluate(SERVED_BY) == old
    second.close()
    tab.drive(2, 400, calm=True)
    ended, place = tab.exported(), tab.place.partition("/app")[2]
    assert json.loads(ended.splitlines()[-1])["result"] in ("A", "B")
    assert tab.page.evaluate(SERVED_BY) == old
    tab.page.close()
    tab.page = context.new_page()
    tab.open(f"#{place}")
    assert tab.page.evaluate(SERVED_BY) == f"{old}\n"
    assert tab.exported() == ended
    tab.stop()

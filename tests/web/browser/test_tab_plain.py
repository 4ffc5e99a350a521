"""The table in a tab of a browser that switches no stacks (JSPI) and knows no `createWritable`, as Firefox and Safari once were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tapete.table import match_file
from tests.web.browser.test_tab import Tab, altered, built, play_on_without_a_server  # noqa: F401 - a fixture
from tests.web.browser.test_touching import TABLE

if TYPE_CHECKING:
    from tapete.table import Hub
    from tests.web.browser.conftest import NewContext

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.nightly]

TAKEN = """
delete WebAssembly.Suspending;
delete WebAssembly.promising;
delete FileSystemFileHandle.prototype.createWritable;
"""

GOES_ON = """(seq) => document.querySelector("#bar a[href$='/export']")
  || Number((document.querySelector("[data-seq-shown]") ?? document.querySelector("main")).dataset.seqShown ?? 0) > seq"""
"""The robot has answered, or the match is over."""


@pytest.fixture
def tab(built: Path, tmp_path: Path, new_context: NewContext) -> Tab:  # noqa: F811 - the fixture
    worker = (built / "table" / "worker.mjs").read_text(encoding="utf-8")
    return Tab(new_context(viewport=TABLE), altered(built, tmp_path / "site", "worker.mjs", worker + TAKEN))


def test_a_match_by_touches_is_the_hosts_and_goes_on_after_a_reload(tab: Tab, hub: Hub, new_context: NewContext) -> None:
    frame = tab.open()
    assert "This browser lets the table do one thing at a time" in frame.locator("#one-thing").inner_text()
    assert frame.locator("#try, #connect").count() == 0
    play_on_without_a_server(tab, hub, new_context(viewport=TABLE))


def test_a_robot_plays_against_touches(tab: Tab) -> None:
    tab.begin("shazamm", robot="medium", bridge_half="6")
    last: dict[str, Any] = {"entries": 0, "result": ""}
    for touch in range(1000):
        if tab.drive(touch, 6, calm=True) < 6:  # it is the robot's turn
            tab.page.frames[1].wait_for_function(GOES_ON, arg=last["entries"])
        last = json.loads(tab.exported().splitlines()[-1])
        if last["result"]:
            break
    match, differences = match_file.check(match_file.read(tab.exported()))
    assert (match.result is not None, differences) == (True, ())
    assert {"robot", "page"} <= {entry.source.partition(":")[0] for entry in match.log.entries}
    tab.stop()

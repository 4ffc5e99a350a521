"""Matches as files between the table in a tab and a host that is a process of its own; and files that are none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.browser.conftest import Complaints
from tests.web.browser.host_process import Host
from tests.web.browser.test_tab import START_MS, Tab, built, tab  # noqa: F401 - fixtures

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator

pytestmark = [pytest.mark.browser, pytest.mark.site, pytest.mark.nightly]

BOARD = re.compile(r"/match/[a-z0-9]+$")


def load(frame: FrameLocator, tab: Tab, name: str, content: bytes) -> None:  # noqa: F811 - the fixture
    """Give a file to the lobby's form, as a person does."""
    tab.page.frames[1].goto(f"{tab.site}/table/app/")
    frame.locator("#load-file").set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})
    frame.locator("#form-load button").click()


def entries(exported: bytes) -> list[bytes]:
    """The lines of a match's file between first and last."""
    return exported.splitlines()[1:-1]


def test_a_match_goes_from_the_tab_to_a_host_and_back(tab: Tab, tmp_path: Path) -> None:  # noqa: F811 - the fixture
    tab.begin("shazamm")
    tab.drive(1, 20, calm=True)
    frame = tab.page.frame_locator("#table")
    frame.locator("#b-more").click()
    frame.locator("a[data-drawer][href$='/end']").click()
    with tab.page.expect_download() as coming:
        frame.locator("a[download][href$='/export']").first.click()
    saved = tmp_path / coming.value.suggested_filename
    coming.value.save_as(saved)
    assert saved.name.startswith("shazamm-"), saved.name
    assert saved.read_bytes() == tab.exported()
    replayed = subprocess.run([sys.executable, "-m", "tapete", "replay", saved], capture_output=True, text=True, check=False)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    with Host(tmp_path / "host", "play", "--no-console") as host, httpx.Client(base_url=host.address, timeout=60) as visitor:
        csrf = visitor.get("/").text.partition('name="csrf" value="')[2].partition('"')[0]
        begun = visitor.post("/load", data={"csrf": csrf}, files={"file": (saved.name, saved.read_bytes())})
        match = begun.headers["location"].rpartition("/")[2]
        at_host = visitor.get(f"/match/{match}/export").content
        assert entries(at_host) == entries(saved.read_bytes())
        seq = host.post(match, {"action": "concede", "seat": "A"})
        ended = visitor.get(f"/match/{match}/export").content
    load(frame, tab, "from-the-host.jsonl", ended)
    frame.locator("body.has-script main[data-place]").wait_for(timeout=START_MS)
    assert tab.place.rpartition("/")[2] != match, "it is a match of the tab's own"
    back = tab.exported()
    assert (entries(back), len(entries(back))) == (entries(ended), seq)
    assert json.loads(back.splitlines()[-1])["result"] == "B"


def test_a_file_that_is_no_match_of_ours_says_so_and_harms_nothing(tab: Tab, complaints: Complaints) -> None:  # noqa: F811 - the fixture
    complaints.expect(r"status of 413 ")
    frame = tab.open()
    later = b'{"tapete_match":3,"header":{}}\n{"entries":0,"result":""}\n'
    for name, content, says in (
        ("empty.jsonl", b"", "the file is empty"),
        ("tomorrow.jsonl", later, "The file has format 3; this Tapete reads 2. Update Tapete."),
        ("garbage.jsonl", bytes(range(256)) * 64, "Line 1 does not belong to an exported match"),
        ("huge.jsonl", b"x" * (48 << 20), "That file is larger than 4 MiB"),
    ):
        load(frame, tab, name, content)
        frame.get_by_text(says).first.wait_for()
    tab.page.frames[1].goto(f"{tab.site}/table/app/")
    frame.locator("#begin").wait_for()

"""The example of a front end (sdk/js/examples/front-end) in a real browser."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tapete.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.node, pytest.mark.long]

SERVER = Path(__file__).resolve().parents[3] / "sdk" / "js" / "examples" / "front-end" / "server.mjs"


def test_a_page_of_its_own_shows_what_is_owed_and_declares(page: Page, address: str, table: Table) -> None:
    with subprocess.Popen(["node", SERVER, address], stdout=subprocess.PIPE, encoding="utf-8", env={**os.environ, "PORT": "0"}) as run:
        assert run.stdout is not None
        page.goto(run.stdout.readline().strip())
        page.get_by_title("amount").first.fill("51")
        page.get_by_role("button", name="A: lock_bid").click()
        page.get_by_role("status").get_by_text("You bid 51 but have 50 mana left").wait_for()
        page.get_by_title("amount").first.fill("9")
        page.get_by_role("button", name="A: lock_bid").click()
        page.get_by_role("status").get_by_text("bid_locked").wait_for()
        page.get_by_role("button", name="A: unlock").wait_for()
        page.goto("about:blank")  # its stream ends before the server does
        run.terminate()
    assert table.seq == 1

"""The table in a tab of Firefox, Debian's: as it is, and as one that switches no stacks (JSPI), as older ones do not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tapete.table import match_file
from tests.web.browser.test_tab import DRIVEN, built  # noqa: F401 - a fixture
from tools import lighthouse

pytestmark = [pytest.mark.firefox, pytest.mark.site, pytest.mark.nightly]


@pytest.mark.parametrize("jspi", ["on", "off"])
def test_a_match_is_played_by_touches_and_goes_on_after_a_reload(built: Path, tmp_path: Path, jspi: str) -> None:  # noqa: F811
    script = Path(__file__).with_name("in_firefox.mjs")
    surroundings = {**os.environ, "FIREFOX": shutil.which("firefox-esr") or "firefox", "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    with lighthouse.served(built) as site:
        program = ("node", script, site, jspi)
        done = subprocess.run(program, input=DRIVEN, env=surroundings, capture_output=True, text=True, check=False, start_new_session=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["switches"] == (jspi == "on"), told["version"]
    assert ("This browser lets the table do one thing at a time" in told["lobby"]) == (jspi == "off")
    assert told["touches"] == 20
    assert told["after"] == told["before"]
    assert told["played"].startswith(told["before"].partition("\n")[0]), "it is the same match"
    match, differences = match_file.check(match_file.read(told["played"].encode()))
    assert (match.result is not None, differences) == (True, ())
    assert told["faults"] == []
    assert [url for url in told["asked"] if not url.startswith((site, "about:", "blob:", "data:"))] == []

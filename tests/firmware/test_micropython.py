"""The firmware in a real MicroPython: its language, its dict order, its sort, its missing methods."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.firmware.rig import FAKES, ROOT

pytestmark = pytest.mark.micropython

HERE = Path(__file__).parent / "vm"


def run(folder: Path, module: str, *folders: Path) -> str:
    """Import a module of tests/firmware/vm in MicroPython; return what it printed, or fail with its error."""
    for source in HERE.glob("*.py"):
        shutil.copy(source, folder)
    finished = subprocess.run(
        ["node", str(HERE / "run_vm.mjs"), module, str(folder), str(ROOT / "firmware" / "lib"), *map(str, folders)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def test_the_examples_of_the_link_page(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "link.md").read_text(encoding="utf-8")
    for language in ("link", "link-bad", "link-malformed"):
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
        (tmp_path / f"{language}.txt").write_text("".join(blocks), encoding="ascii")
    assert run(tmp_path, "vm_link").startswith("link: ")


def test_the_pure_modules(tmp_path: Path) -> None:
    assert run(tmp_path, "vm_logic").endswith("logic: ok\n")


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """The pixel driver and what it needs."""
    folder = tmp_path / "libraries"
    folder.mkdir()
    for name in ("neopixel", "adafruit_pixelbuf"):
        found = importlib.util.find_spec(name)
        assert found is not None
        assert found.origin is not None
        shutil.copy(found.origin, folder)
    return folder


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Where the programs go, apart from what they import."""
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


@pytest.mark.slow
def test_the_whole_loop_over_the_fakes(programs: Path, libraries: Path) -> None:
    assert "loop: " in run(programs, "vm_loop", FAKES, libraries)


@pytest.mark.long
def test_minutes_of_play_leave_nothing_behind_and_the_clock_outlives_the_small_integers(programs: Path) -> None:
    assert "soak: 12 minutes" in run(programs, "vm_soak", FAKES, HERE.with_name("vm_pixels"))


def test_an_assertion_that_fails_in_there_fails_here(tmp_path: Path) -> None:
    (tmp_path / "vm_wrong.py").write_text("assert 1 == 2\n", encoding="ascii")
    with pytest.raises(AssertionError, match="AssertionError"):
        run(tmp_path, "vm_wrong")

"""Files of the drive that are missing, empty or cut short: the console says hello, or `stopped` with the reason; it is never mute.

On the interpreter itself: `python -m benchmarks.emulated_drives`.
"""

from __future__ import annotations

import importlib
import io
import runpy
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pytest

from tapete_console import far_end, pins, wire
from tests.firmware.rig import ROOT, WORKSHOP, on_the_board, simhw

FIRMWARE = ROOT / "firmware"
FILES = sorted(
    [path.relative_to(FIRMWARE).as_posix() for path in (*FIRMWARE.glob("*.py"), *(FIRMWARE / "lib").rglob("*.py"))] + ["settings.toml"]
)
MOST_RESETS = 5
LOOKS = 800
"""So often the program may look at its hardware in one run, 10 ms apart."""


@contextmanager
def modules_of(drive: Path) -> Iterator[None]:
    """Let `import` find what lies on this drive, read anew, above the imaginary Pico."""

    def ours(name: str) -> bool:
        return name.split(".")[0] in ("tapete_console", "tapete_stopped")

    others = {name: sys.modules.pop(name) for name in list(sys.modules) if ours(name)}
    sys.path[:0] = [str(drive / "lib")]
    importlib.invalidate_caches()
    try:
        with on_the_board():
            for name in [name for name in sys.modules if ours(name)]:
                del sys.modules[name]
            yield
    finally:
        sys.path.remove(str(drive / "lib"))
        for name in [name for name in sys.modules if ours(name)]:
            del sys.modules[name]
        sys.modules.update(others)


def run(drive: Path, name: str) -> bool:
    """Run one file as CircuitPython does; tell whether the board was reset."""
    left = [LOOKS]

    def look(spent: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        simhw.advance(10)

    simhw.ON_POLL = look if name != "boot.py" else None
    try:
        with redirect_stdout(io.StringIO()):
            runpy.run_path(str(drive / name), run_name="__main__")
    except simhw.BoardReset:
        return True
    except (Exception, KeyboardInterrupt):  # noqa: BLE001 - CircuitPython prints what ended a run, whatever it was
        return False
    finally:
        simhw.ON_POLL = None
    return False


def says(drive: Path) -> str:
    """Switch a board with this drive on; the first line that tells a host something, empty if none does."""
    simhw.restart("power", boot=True)
    with modules_of(drive):
        run(drive, "boot.py")
        program = (WORKSHOP.supervisor.next_code_file or {"filename": "code.py"})["filename"]
        for _ in range(MOST_RESETS):
            simhw.end_boot()
            simhw.DATA.host_open()
            simhw.CONSOLE.host_open()
            again = run(drive, program)
            for line in [*simhw.DATA.host_read().split(b"\n"), *simhw.CONSOLE.host_read().split(b"\n")]:
                try:
                    read = far_end.read_console(line)
                except (wire.BadLine, wire.Malformed):
                    continue
                if read.kind in ("hello", "stopped"):
                    return str(line, "ascii")
            if not again:
                break
            simhw.restart("software", boot=True)
            run(drive, "boot.py")
    return ""


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """The files of a console's drive."""
    copy = tmp_path / "drive"
    shutil.copytree(FIRMWARE, copy, ignore=shutil.ignore_patterns("*.pyi", "*.md", "typings", "__pycache__"))
    return copy


def test_a_drive_that_is_whole_says_hello(drive: Path) -> None:
    assert says(drive).startswith("- hello ")


@pytest.mark.long
@pytest.mark.parametrize("harm", ["away", "empty", "half"])
@pytest.mark.parametrize("name", FILES)
def test_no_file_that_is_harmed_makes_a_mute_console(drive: Path, name: str, harm: str) -> None:
    octets = (drive / name).read_bytes()
    if harm == "away":
        (drive / name).unlink()
    else:
        (drive / name).write_bytes(b"" if harm == "empty" else octets[: len(octets) // 2])
    said = says(drive)
    assert said, f"{name} {harm}: mute"
    if name in ("boot.py", "code.py"):
        assert said.startswith("- stopped 1 " + name)


def test_a_pixel_driver_that_is_missing_is_named_and_the_ends_of_each_chain_shine_red(drive: Path) -> None:
    driver = WORKSHOP.modules.pop("neopixel")
    sys.modules.pop("neopixel", None)
    try:
        (drive / "lib" / "neopixel.py").write_text("raise ImportError(\"no module named 'neopixel'\")\n", encoding="utf-8")
        said = says(drive)
    finally:
        WORKSHOP.modules["neopixel"] = driver
        sys.modules.pop("neopixel", None)
    assert said.startswith("- stopped 1 ImportError ")
    assert "no module named 'neopixel'" in said
    assert [simhw.LIT[chain][:3] for chain in pins.CHAINS] == [bytes((0, 40, 0))] * 4


def test_the_net_knows_the_chains_when_the_pin_map_cannot_be_read() -> None:
    with on_the_board():
        net = importlib.import_module("tapete_stopped")
    assert net.CHAINS == pins.CHAINS
    assert net.PIXELS == pins.COUNTER_PIXELS + pins.DIE_PIXELS + pins.PRIVATE_PIXELS
    assert net.SAY_MS == wire.HEARTBEAT_MS
    line = net.line(1, "Error \u00f1 * \r\n  " + "x" * 300)
    read = far_end.read_console(line.rstrip(b"\n"))
    assert (read.kind, read.fields[:3]) == ("stopped", ["1", "Error", "?"])
    assert len(line) < 256, "a channel takes no more at once"


def test_another_program_is_left_to_run_although_our_boot_py_is_there(drive: Path) -> None:
    (drive / "code.py").write_text('print("two years of work")\n', encoding="utf-8")
    simhw.restart("power", boot=True)
    with modules_of(drive):
        run(drive, "boot.py")
    assert WORKSHOP.supervisor.next_code_file is None
    assert tomllib.loads((drive / "settings.toml").read_text(encoding="utf-8"))["TAPETE_PANELS"] == 2

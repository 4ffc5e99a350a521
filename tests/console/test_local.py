"""`tapete console local` with the real Blinka on each Raspberry Pi, over stand-ins that refuse what the real libraries refuse.

It shows a picture, or says in a sentence why it cannot: never a traceback.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tapete.console.local import LocalConsole
from tapete.console.reports import Connected
from tapete.console.simulator import SimulationFailed
from tests.console.bench import BINDING, Heard, count, quiet

pytestmark = [
    pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="Blinka's pins of Linux"),
    pytest.mark.slow,
]
PI = Path(__file__).parent / "pi"
BOARDS = {"RASPBERRY_PI_3B_PLUS": "pinctrl-bcm2835", "RASPBERRY_PI_4B": "pinctrl-bcm2711", "RASPBERRY_PI_ZERO_2_W": "pinctrl-bcm2835"}
ALL_BOARDS = {**BOARDS, "RASPBERRY_PI_5": "pinctrl-rp1"}


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Programs that are started run on a Raspberry Pi 4 whose user is root, until the test says otherwise."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PI), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("BLINKA_FORCECHIP", "BCM2XXX")
    on(monkeypatch, "RASPBERRY_PI_4B")
    monkeypatch.setenv("PI_ROOT", "1")
    monkeypatch.setenv("PI_LOG", str(tmp_path / "log"))
    return monkeypatch


def on(pi: pytest.MonkeyPatch, board: str) -> None:
    pi.setenv("BLINKA_FORCEBOARD", board)
    pi.setenv("PI_LABEL", ALL_BOARDS.get(board, "?"))


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tapete", "console", "local", "--check", *arguments]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8", env={**os.environ, "LANGUAGE": "en"})


def refused(tried: subprocess.CompletedProcess[str]) -> str:
    """The words of a command that could not be done: two lines at most, and no traceback."""
    assert tried.returncode == 1
    said = tried.stderr.strip()
    assert "Traceback" not in said
    assert len(said.splitlines()) <= 2, said
    return said


@pytest.mark.parametrize("board", ALL_BOARDS)
def test_each_raspberry_pi_shows_a_picture_of_two_panels_and_the_bridge(pi: pytest.MonkeyPatch, board: str, tmp_path: Path) -> None:
    on(pi, board)
    tried = check()
    assert (tried.returncode, "Traceback" in tried.stderr) == (0, False), tried.stderr
    if board in BOARDS:
        log = (tmp_path / "log").read_text(encoding="ascii").splitlines()
        assert [line for line in log if line.startswith("init")] == ["init [(18, 179)]"], "one strip, set up once"
        assert log.count("render") > 3


@pytest.mark.parametrize("board", ["RASPBERRY_PI_4B", "RASPBERRY_PI_5"])
def test_a_host_plays_on_it_and_sees_what_was_written(pi: pytest.MonkeyPatch, board: str) -> None:
    on(pi, board)
    heard = Heard()
    with LocalConsole(panels=2) as console:
        host = console.open(heard)
        try:
            assert heard.next(Connected).panels == 2
            host.show(quiet(31, 12), BINDING)
            console.wait_for(lambda pixels: count(pixels, 0) == 31 and count(pixels, 1) == 12)
        finally:
            host.close()


@pytest.mark.parametrize("pin", [12, 10, 21, 13, 19])
def test_the_pixels_may_hang_on_another_pin(pi: pytest.MonkeyPatch, pin: int, tmp_path: Path) -> None:
    assert check("--panels", "1", "--pixel-pin", str(pin), "--set", "TAPETE_BRIDGE_PIXELS=0").returncode == 0
    assert (tmp_path / "log").read_text(encoding="ascii").startswith(f"init [({pin}, 80)]")


def test_without_root_spi_is_the_way_and_is_named(pi: pytest.MonkeyPatch) -> None:
    pi.delenv("PI_ROOT")
    said = refused(check())
    assert "Pixels on GPIO 18 need root" in said
    assert "--pixel-pin 10" in said
    assert check("--pixel-pin", "10").returncode == 0
    on(pi, "RASPBERRY_PI_5")
    assert check().returncode == 0, "its pixels need no root"


@pytest.mark.parametrize(
    ("board", "module", "package"),
    [
        ("RASPBERRY_PI_4B", "gpiod", "gpiod"),
        ("RASPBERRY_PI_4B", "_rpi_ws281x", "rpi-ws281x"),
        ("RASPBERRY_PI_5", "adafruit_raspberry_pi5_neopixel_write", "Adafruit-Blinka-Raspberry-Pi5-Neopixel"),
    ],
)
def test_a_package_that_is_missing_is_named(pi: pytest.MonkeyPatch, board: str, module: str, package: str, tmp_path: Path) -> None:
    on(pi, board)
    pi.setenv("PYTHONPATH", os.pathsep.join([str(without(tmp_path, module)), os.environ.get("PYTHONPATH", "").split(os.pathsep, 1)[1]]))
    said = refused(check())
    assert f"package {package} is missing" in said
    assert "[local]" in said


def without(folder: Path, module: str) -> Path:
    """The stand-ins but one."""
    copy = folder / "fewer"
    copy.mkdir()
    for path in PI.glob("*.py"):
        if path.stem != module:
            (copy / path.name).write_bytes(path.read_bytes())
    return copy


def test_a_pin_that_cannot_drive_pixels_or_is_taken_is_named(pi: pytest.MonkeyPatch) -> None:
    assert "GPIO 20 cannot drive pixels on this computer (RASPBERRY_PI_4B)" in refused(check("--pixel-pin", "20"))
    assert "18, 12, 10, 21, 13, 19" in refused(check("--pixel-pin", "20"))
    assert "The button on GP10 cannot use D10" in refused(check("--panels", "3", "--pixel-pin", "10")), "MINUS of the third panel"
    assert check("--panels", "3", "--pixel-pin", "10", "--pin", "GP10=D26").returncode == 0
    assert "D99" in refused(check("--pin", "GP2=D99"))
    pi.setenv("PI_BUSY", "3")
    assert "The button on GP3 cannot use D3" in refused(check())


@pytest.mark.parametrize(
    ("chip", "board"),
    [
        ("MCP2221", "MICROCHIP_MCP2221"),
        ("FT232H", "FTDI_FT232H"),
        ("RP2040_U2IF", "PICO_U2IF"),
        ("BCM2XXX", "GENERIC_LINUX_PC"),
    ],
)
def test_what_has_no_header_is_told_so(pi: pytest.MonkeyPatch, chip: str, board: str) -> None:
    pi.setenv("BLINKA_FORCECHIP", chip)
    on(pi, board)
    said = refused(check())
    assert "no header of a Raspberry Pi" in said
    assert "--rehearse" in said


def test_an_adapter_that_was_asked_for_and_is_not_there_is_no_traceback(pi: pytest.MonkeyPatch) -> None:
    for name in ("BLINKA_FORCECHIP", "BLINKA_FORCEBOARD"):
        pi.delenv(name)
    for name in ("BLINKA_MCP2221", "BLINKA_FT232H", "BLINKA_U2IF"):
        pi.setenv(name, "1")
        assert "no header of a Raspberry Pi" in refused(check())
        pi.delenv(name)


def test_options_that_are_no_pairs_are_refused() -> None:
    for arguments in (("--set", "TAPETE_PANELS"), ("--pin", "GP2=")):
        tried = check(*arguments, "--rehearse")
        assert tried.returncode == 2
        assert "is not" in tried.stderr


def test_blinka_itself_is_asked_and_no_stand_in_of_it() -> None:
    assert importlib.util.find_spec("adafruit_blinka"), "the extra `local` belongs to the tests"
    with pytest.raises(SimulationFailed) as failed, LocalConsole():
        pass
    assert failed.value.finding is not None
    assert failed.value.finding.code == "local_no_header"

"""`tapete console simulate` and `local` as a person types them, and the firmware on Blinka's agnostic board."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.console.client import Console
from tapete.console.local import LocalConsole
from tapete.console.reports import Connected, Lost, Pressed, Shown
from tapete.console.simulator import SimulatedConsole, SimulationFailed
from tests.console.bench import BINDING, Heard, count, private_number, quiet

posix = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")

TAPETE = (sys.executable, "-m", "tapete", "--lang", "en", "console")


def test_simulate_can_be_tried_in_one_go() -> None:
    tried = subprocess.run([*TAPETE, "simulate", "--panels", "3", "--check", "--json"], capture_output=True, check=True)
    assert json.loads(tried.stdout)["panels"] == 3


def test_simulate_presses_the_buttons_that_are_typed() -> None:
    heard = Heard()
    with subprocess.Popen(
        [*TAPETE, "simulate", "--tcp", "0", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        told = json.loads(b"".join(process.stdout.readline() for _ in range(4)))
        console = Console(told["url"], heard)
        try:
            heard.next(Connected)
            console.show(quiet(), BINDING)
            heard.next(Shown)  # until then the console is alone, and LOCK says nothing
            process.stdin.write(b"nonsense\n\n1 lock 100\n")
            process.stdin.flush()
            assert heard.next(Pressed).panel == 1
            assert b"Type a panel" in process.stderr.readline()
            process.terminate()
            heard.next(Lost)
        finally:
            console.close()
            process.kill()


NO_TERMINALS = """
import os


def openpty():
    raise OSError("out of pty devices")


os.openpty = openpty
"""


@posix
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Error: This computer gives the simulated console no pseudo-terminal: out of pty devices. "),
        ("es", "Error: Este ordenador no le da ningún pseudoterminal a la consola simulada: out of pty devices. "),
    ],
)
def test_a_computer_without_pseudo_terminals_is_told_of_the_form_that_needs_none(language: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_TERMINALS, encoding="utf-8")
    tried = subprocess.run(
        [sys.executable, "-m", "tapete", "--lang", language, "console", "simulate", "--check"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert tried.returncode == 1
    assert tried.stderr.startswith(said)
    assert "`tapete console simulate --tcp 0`" in tried.stderr
    assert "Traceback" not in tried.stderr


def test_a_tcp_port_that_is_taken_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SimulationFailed) as failed, SimulatedConsole(tcp=port):
            pass
    assert failed.value.finding is not None
    assert failed.value.finding.code == "no_tcp"
    assert f"TCP port {port}" in str(failed.value)


@posix
def test_a_link_that_cannot_be_left_is_named(tmp_path: Path) -> None:
    with pytest.raises(SimulationFailed) as failed, SimulatedConsole(link=tmp_path / "nowhere" / "console"):
        pass
    assert failed.value.finding is not None
    assert failed.value.finding.code == "no_link"
    assert str(tmp_path / "nowhere" / "console") in str(failed.value)


@pytest.fixture
def local() -> Iterator[LocalConsole]:
    assert importlib.util.find_spec("adafruit_blinka"), "the extra `local` belongs to the tests"
    with LocalConsole(panels=2, rehearse=True) as board:
        yield board


@posix
def test_through_blinka_it_says_hello_shows_a_scene_and_hears_a_press(local: LocalConsole) -> None:
    heard = Heard()
    console = Console(local.url, heard)
    try:
        assert heard.next(Connected).panels == 2
        console.show(quiet(31, 12), BINDING)
        shown = local.wait_for(lambda pixels: count(pixels, 0) == 31 and count(pixels, 1) == 12)
        assert private_number(shown, 0) is None
        local.press(1, "lock")
        pressed = heard.next(Pressed)
        assert (pressed.panel, pressed.button) == (1, "lock")
    finally:
        console.close()


@posix
def test_through_blinka_a_reset_is_a_new_process_and_the_same_port(local: LocalConsole) -> None:
    heard = Heard()
    console = Console(local.url, heard)
    try:
        heard.next(Connected)
        local.reset()
        assert heard.next(Connected).why == "reset"
    finally:
        console.close()


@posix
def test_a_computer_without_pins_is_told_to_rehearse() -> None:
    tried = subprocess.run([*TAPETE, "local", "--check"], capture_output=True, check=False, encoding="utf-8")
    assert tried.returncode == 1
    assert "Traceback" not in tried.stderr
    assert "--rehearse" in tried.stderr

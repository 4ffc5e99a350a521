"""The simulated board as a process: resets, watchdog, errors, its port and its control channel."""

from __future__ import annotations

import argparse
import os
import shutil
import socket
from pathlib import Path

import pytest
import serial

from tapete.console.client import Console
from tapete.console.clock import REAL_TIME, OwnedClock, RealClock
from tapete.console.firmware import firmware_path
from tapete.console.reports import Connected, Pressed
from tapete.console.simulated_board import colours, setting
from tapete.console.simulator import SimulatedConsole, SimulationFailed
from tests.console.bench import BINDING, Heard, count, quiet

PATIENCE_S = 30.0

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no pseudo-terminals; the TCP tests run there")

HEAD = "import supervisor, microcontroller, watchdog, usb_cdc, board, neopixel\nusb_cdc.data.timeout = usb_cdc.data.write_timeout = 0\n"


def board_with(folder: Path, code: str, clock: RealClock | OwnedClock = REAL_TIME) -> SimulatedConsole:
    """A board with another code.py than ours, to see what the simulator does with it."""
    shutil.copytree(firmware_path(), folder / "firmware", ignore=shutil.ignore_patterns("__pycache__", "README*", "typings"))
    (folder / "firmware" / "code.py").write_text(HEAD + code, encoding="utf-8")
    return SimulatedConsole(firmware=folder / "firmware", settings={"TAPETE_PANELS": 1}, clock=clock)


def test_wrong_code_stops_the_board_and_shows_its_traceback(tmp_path: Path, clock: OwnedClock) -> None:
    with board_with(tmp_path, "neopixel.NeoPixel(board.GP18, 1).fill(0x010203)\nboard.GP99\n", clock) as board:
        board.wait_for(lambda pixels: pixels.picture > 0)
        assert "GP99" in _stopped(board)
        assert board.pixels().panels[0].counter[0] == 0x010203, "pixels keep their light"
    assert "GP99" in board.output(), "what it printed is there for sure when it is switched off"


def test_a_blocking_call_is_an_error_here_as_it_is_a_hang_there(tmp_path: Path, clock: OwnedClock) -> None:
    with board_with(tmp_path, "usb_cdc.data.timeout = None\nusb_cdc.data.read(1)\n", clock) as board:
        assert "WouldBlock" in _stopped(board)


def test_a_loop_that_hangs_is_bitten_by_the_watchdog(tmp_path: Path) -> None:
    """In real time: what never gives the processor back lets nobody own its clock. The end of the wait is an event."""
    code = """
if microcontroller.cpu.reset_reason is microcontroller.ResetReason.WATCHDOG:
    while True:
        supervisor.ticks_ms()
microcontroller.watchdog.timeout = 0.3
microcontroller.watchdog.mode = watchdog.WatchDogMode.RESET
while True:
    pass
"""
    with board_with(tmp_path, code) as board:
        board.wait_until(lambda state: state.starts == 2 and state.doing == "running")
        assert board.state().reason == "watchdog"


def test_nvm_survives_a_reset_that_the_firmware_asks_for(tmp_path: Path, clock: OwnedClock) -> None:
    code = """
if microcontroller.nvm[0] == 255:
    microcontroller.nvm[0] = 7
    microcontroller.reset()
neopixel.NeoPixel(board.GP18, 1).fill(microcontroller.nvm[0])
while True:
    supervisor.ticks_ms()
"""
    with board_with(tmp_path, code, clock) as board:
        shown = board.wait_for(lambda pixels: any(pixels.panels[0].counter))
        assert shown.panels[0].counter[0] == 7
        assert (board.state().starts, board.state().reason) == (2, "software")


def _stopped(board: SimulatedConsole) -> str:
    return board.wait_until(lambda state: state.doing == "stopped").traceback or ""


def test_a_board_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(SimulationFailed, match=r"no code\.py"):
        SimulatedConsole(firmware=tmp_path).start()


@posix
def test_the_port_is_a_raw_terminal_that_echoes_nothing() -> None:
    with SimulatedConsole(panels=1) as board, serial.serial_for_url(board.url, timeout=30, exclusive=True) as port:
        port.write(b"\x03\r\x04- dance*00000000\n")
        first = port.readline() + port.readline()
        assert b"hello console" in first
        assert b"dance" not in first


@posix
def test_the_port_keeps_its_path_when_the_cable_is_pulled_and_leaves_nothing_behind(tmp_path: Path) -> None:
    link = tmp_path / "console"
    with SimulatedConsole(panels=1, link=link) as board:
        assert board.url == str(link)
        assert link.is_symlink()
        board.unplug()
        assert not link.exists()
        board.replug()
        assert link.exists()
    assert not link.is_symlink()


@pytest.mark.parametrize("panels", [1, 4])
def test_it_has_as_many_panels_as_asked_for(panels: int, clock: OwnedClock) -> None:
    with SimulatedConsole(panels=panels, settings={"TAPETE_BRIDGE_PIXELS": 0}, clock=clock) as board:
        shown = board.wait_for(lambda pixels: pixels.picture > 0)
        assert [(len(panel.counter), len(panel.die), len(panel.private)) for panel in shown.panels] == [(50, 10, 20)] * panels
        assert shown.bridge == []
        with pytest.raises(SimulationFailed, match="no panel 9"):
            board.press(9, "plus")


def test_over_tcp_it_plays_the_same_game_and_serves_one_host() -> None:
    heard = Heard()
    with SimulatedConsole(panels=2, tcp=0) as board:
        assert board.url.startswith("socket://127.0.0.1:")
        console = Console(board.url, heard)
        try:
            heard.next(Connected)
            console.show(quiet(), BINDING)
            board.wait_for(lambda pixels: count(pixels, 0) == 50)
            host, port = board.url.removeprefix("socket://").split(":")
            with socket.create_connection((host, int(port)), timeout=30) as second:
                assert second.recv(100) == b"", "a second host is turned away"
            board.press(0, "lock")
            assert heard.next(Pressed).panel == 0
            board.unplug()
            board.replug()
            heard.next(Connected)
        finally:
            console.close()


def test_broken_pixels_stop_neither_buttons_nor_link(clock: OwnedClock) -> None:
    with SimulatedConsole(panels=2, clock=clock) as board:
        heard = Heard(clock)
        console = board.open(heard)
        try:
            heard.next(Connected)
            board.break_pixels(0, True)
            console.show(quiet(17, 18), BINDING)
            board.wait_for(lambda pixels: count(pixels, 1) == 18)
            board.press(0, "lock")
            assert heard.next(Pressed).panel == 0
            board.break_pixels(0, False)
            console.show(quiet(19, 18), BINDING)
            board.wait_for(lambda pixels: count(pixels, 0) == 19)
        finally:
            console.close()


def test_a_finger_that_is_down_at_a_reset_is_lifted_in_its_time(clock: OwnedClock) -> None:
    """Else the button would be down for good, and no later press be noticed."""
    with SimulatedConsole(panels=2, clock=clock) as board:
        heard = Heard(clock)
        console = board.open(heard)
        try:
            console.show(quiet(17, 18), BINDING)
            board.wait_for(lambda pixels: count(pixels, 0) == 17, PATIENCE_S)
            board.press(0, "lock", 1500)
            boot = heard.next(Pressed).boot
            board.reset()
            board.press(0, "lock")
            while (pressed := heard.next(Pressed)).boot == boot:  # held for long, it is told a second time
                assert pressed.long
            assert (pressed.panel, pressed.button) == (0, "lock")
        finally:
            console.close()


def test_nobody_presses_buttons_without_the_token() -> None:
    with SimulatedConsole(panels=1) as board:
        assert board.control_port
        with socket.create_connection(("127.0.0.1", board.control_port), timeout=30) as stranger:
            stranger.sendall(b"0" * 32 + b'\n{"type":"state"}\n')
            assert stranger.recv(100) == b""


def test_wire_bytes_become_colours_in_the_order_of_the_chain() -> None:
    assert colours(bytes((1, 2, 3, 4, 5, 6)), "GRB", 3) == [0x020103, 0x050406, 0]
    assert colours(bytes((1, 2, 3)), "RGB", 1) == [0x010203]


def test_settings_on_the_command_line_are_numbers_or_words() -> None:
    assert setting("TAPETE_PANELS=3") == ("TAPETE_PANELS", 3)
    assert setting("TAPETE_PALETTE=warm") == ("TAPETE_PALETTE", "warm")
    with pytest.raises(argparse.ArgumentTypeError, match="KEY=VALUE"):
        setting("nonsense")

"""What can be wrong with a port: each with its words in both languages, and none of it ends the Console."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from tapete.console.client import Console
from tapete.console.firmware import firmware_path
from tapete.console.port import PortTrouble, open_serial, why_not
from tapete.console.reports import Connected, Pressed, ProtocolMismatch, Unreachable
from tapete.console.simulator import SimulatedConsole
from tests.console.bench import BINDING, Heard, count, quiet

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")


@pytest.fixture
def simulated() -> Iterator[SimulatedConsole]:
    with SimulatedConsole(panels=2) as board:
        yield board


def test_a_second_host_on_the_same_port_is_told_so_and_gets_in_when_the_first_leaves(simulated: SimulatedConsole) -> None:
    first, second = Heard(), Heard()
    one = Console(simulated.url, first)
    first.next(Connected)
    one.show(quiet(), BINDING)
    simulated.wait_for(lambda pixels: count(pixels, 0) == 50)
    two = Console(simulated.url, second)
    try:
        finding = second.next(Unreachable).finding
        assert finding.code == "port_busy"
        assert "Otro programa" in finding.what.in_("es")
        assert "Another program" in finding.what.in_("en")
        simulated.press(0, "lock")
        assert first.next(Pressed).number == 1, "the first host is not disturbed"
        one.close()
        second.next(Connected)
    finally:
        one.close()
        two.close()


def test_no_permission_is_told_with_the_command_that_gives_it(simulated: SimulatedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    really_open = os.open

    def forbid(path: str, *rest: int) -> int:
        if path == simulated.url:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return really_open(path, *rest)

    heard = Heard()
    monkeypatch.setattr("serial.serialposix.os.open", forbid)
    console = Console(simulated.url, heard)
    try:
        finding = heard.next(Unreachable).finding
        assert finding.code == "no_permission"
        for text in (finding.next.in_("es"), finding.next.in_("en")):
            assert f"usermod -aG {finding.params['group']} $USER" in text
            assert 'SUBSYSTEM=="tty"' in text
        monkeypatch.undo()
        heard.next(Connected)
        assert console.state.trouble is None
    finally:
        console.close()


def test_a_port_that_is_not_there_is_waited_for(tmp_path: Path) -> None:
    heard = Heard()
    link = tmp_path / "console"
    console = Console(str(link), heard)
    try:
        finding = heard.next(Unreachable).finding
        assert (finding.code, finding.params["port"]) == ("port_gone", str(link))
        with SimulatedConsole(panels=1, link=link):
            heard.next(Connected)
    finally:
        console.close()


def test_a_port_is_looked_for_again_by_whoever_finds_it(simulated: SimulatedConsole) -> None:
    heard = Heard()
    answers = [None, simulated.url]
    console = Console(lambda: answers.pop(0) if len(answers) > 1 else answers[0], heard)
    try:
        assert heard.next(Unreachable).finding.code == "no_console"
        assert heard.next(Connected).url == simulated.url
    finally:
        console.close()


def test_a_port_with_nobody_behind_it_is_named() -> None:
    heard = Heard()
    master, slave = os.openpty()
    console = Console(os.ttyname(slave), heard)
    try:
        assert heard.next(Unreachable).finding.code == "no_answer"
    finally:
        console.close()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize(("theirs", "code"), [(0, "console_older"), (2, "host_older")])
def test_a_firmware_of_another_protocol_is_refused_and_stays_a_counter(theirs: int, code: str, tmp_path: Path) -> None:
    other = tmp_path / "firmware"
    shutil.copytree(firmware_path(), other, ignore=shutil.ignore_patterns("__pycache__", "typings"))
    grammar = other / "lib" / "tapete_console" / "wire.py"
    grammar.write_text(grammar.read_text(encoding="utf-8").replace("PROTOCOL = 1\n", f"PROTOCOL = {theirs}\n"), encoding="utf-8")
    heard = Heard()
    with SimulatedConsole(panels=1, firmware=other) as board:
        console = Console(board.url, heard)
        try:
            refused = heard.next(ProtocolMismatch)
            assert (refused.protocol, refused.finding.code) == (theirs, code)
            console.show(quiet(), {0: "A"})
            before = count(board.wait_for(lambda pixels: count(pixels, 0) > 0), 0)
            board.press(0, "plus")
            board.wait_for(lambda pixels: count(pixels, 0) == before + 1)
            assert not console.state.connected
        finally:
            console.close()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (serial.SerialException(errno.EACCES, "could not open port"), "no_permission"),
        (serial.SerialException(errno.EBUSY, "could not open port"), "port_busy"),
        (serial.SerialException("could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)"), "port_busy"),
        (serial.SerialException("could not open port 'COM3': FileNotFoundError(2, 'No such file', None, 2)"), "port_gone"),
        (serial.SerialException(errno.EIO, "could not open port"), "port_fails"),
        (ValueError("invalid URL, protocol 'sokcet' not known"), "port_fails"),
    ],
)
def test_the_words_fit_the_error_on_every_system(error: Exception, code: str) -> None:
    assert why_not("COM3", error).code == code


def test_a_console_that_goes_while_its_port_is_set_up_is_tried_again(simulated: SimulatedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's error about a terminal is no OSError, and used to end the console's thread for good."""
    import termios

    opened = serial.serial_for_url
    failed: list[object] = []

    def once_gone(*arguments: object, **options: object) -> object:
        if not failed:
            failed.append(arguments)
            raise termios.error(errno.EIO, "Input/output error")
        return opened(*arguments, **options)

    monkeypatch.setattr(serial, "serial_for_url", once_gone)
    heard = Heard()
    console = Console(simulated.url, heard)
    try:
        assert heard.next(Unreachable).finding.code == "port_fails"
        assert heard.next(Connected).panels == 2
    finally:
        console.close()


def test_nobody_listening_on_a_tcp_port_is_a_port_that_is_gone() -> None:
    with pytest.raises(PortTrouble) as trouble:
        open_serial("socket://127.0.0.1:9")
    assert trouble.value.finding.code == "port_gone"

"""What can be wrong with a port: each with its words in both languages, and none of it ends the Console."""

from __future__ import annotations

import errno
import os
import select
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from tapete.console import find
from tapete.console.client import Console
from tapete.console.find import FoundConsole
from tapete.console.firmware import firmware_path
from tapete.console.port import Port, PortTrouble, open_serial, why_not
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
    answers = [[], [FoundConsole(simulated.url, "", find.PRODUCT)]]
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


class Stranger:
    """A device behind a pseudo-terminal that never speaks, and keeps what is written to it."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        self.port = os.ttyname(self._slave)
        self.got = b""

    def look(self) -> bytes:
        """Everything that was written to it so far."""
        while select.select([self._master], [], [], 0)[0]:
            self.got += os.read(self._master, 4096)
        return self.got

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    device = Stranger()
    yield device
    device.close()


@pytest.mark.slow
def test_a_device_with_another_name_gets_not_one_byte_and_the_console_behind_it_is_found(
    simulated: SimulatedConsole, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.console.client.NO_ANSWER_MS", 300)
    heard = Heard()
    places = [FoundConsole(stranger.port, "1", "KMK macropad"), FoundConsole(simulated.url, "2", "Pico")]
    console = Console(lambda: places, heard)
    try:
        finding = heard.next(Unreachable).finding
        assert (finding.code, finding.params["name"]) == ("other_device", "KMK macropad")
        assert heard.next(Connected).url == simulated.url, "it has another name, and said hello by itself"
    finally:
        console.close()
    assert stranger.look() == b""


@pytest.mark.slow
def test_a_console_that_is_silent_does_not_hide_the_next(
    simulated: SimulatedConsole, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.console.client.NO_ANSWER_MS", 300)
    heard = Heard()
    console = Console(lambda: [FoundConsole(port, "", find.PRODUCT) for port in (stranger.port, simulated.url)], heard)
    try:
        assert heard.next(Unreachable).finding.code == "no_answer"
        assert heard.next(Connected).url == simulated.url
    finally:
        console.close()


@pytest.mark.slow
def test_the_second_program_takes_the_second_console(simulated: SimulatedConsole) -> None:
    first, second = Heard(), Heard()
    with SimulatedConsole(panels=1) as other:
        places = [FoundConsole(port, "", find.PRODUCT) for port in (simulated.url, other.url)]
        one = Console(lambda: places, first)
        assert first.next(Connected).url == simulated.url
        two = Console(lambda: places, second)
        try:
            assert second.next(Connected).url == other.url
            assert [find.is_free(port) for port in (simulated.url, other.url, "/nowhere/console")] == [False, False, True]
        finally:
            one.close()
            two.close()


@pytest.mark.slow
def test_the_tools_take_the_console_that_is_free(simulated: SimulatedConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    with SimulatedConsole(panels=1) as other:
        places = [FoundConsole(port, "", find.PRODUCT) for port in (simulated.url, other.url)]
        monkeypatch.setattr(find, "consoles", lambda: places)
        assert find.any_console() == simulated.url
        console = Console(find.any_console, heard)
        try:
            assert heard.next(Connected).url == simulated.url
            assert find.any_console() == other.url
        finally:
            console.close()


def test_a_write_that_outlasts_its_limit_is_ended_by_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """As pyserial's does on Windows when the device takes nothing: nobody but another thread can end it."""

    class Stuck:
        in_waiting = 0

        def __init__(self) -> None:
            self.cancelled = threading.Event()

        def read(self, size: int) -> bytes:
            self.cancelled.wait(0.01)
            return b""

        def write(self, octets: bytes) -> int:
            assert self.cancelled.wait(60)
            return 3

        def cancel_write(self) -> None:
            self.cancelled.set()

        def close(self) -> None:
            pass

    monkeypatch.setattr("tapete.console.port.open_serial", lambda url: Stuck())
    monkeypatch.setattr("tapete.console.port.WRITE_S", 0.0)
    monkeypatch.setattr("tapete.console.port.GRACE_S", 0.0)
    port = Port("COM3", lambda octets: None, lambda error: None)
    try:
        with pytest.raises(serial.SerialTimeoutException, match="3 of 5"):
            port.write(b"hello")
    finally:
        port.close()


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

"""Finding a Pico by its USB interface, and the doctor's examination of a simulated one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from tapete import cli
from tapete.console import doctor, find
from tapete.console.client import ConsoleState
from tapete.console.clock import OwnedClock
from tapete.console.doctor import examine, shipped_firmware
from tapete.console.reports import BidLocked, Connected, LineRefused, LinkCounters, Reported, Status
from tapete.console.simulator import SimulatedConsole
from tapete.console.troubles import UDEV_RULE
from tapete.station.service.units import UDEV
from tests.console.altered import altered
from tests.console.bench import BINDING, Heard, duel, on_the_clock_of, private_number, quiet


def usb_port(device: str, interface: str, serial_number: str = "E6616408") -> SimpleNamespace:
    """A port as pyserial lists it on Linux."""
    return SimpleNamespace(
        device=device,
        interface=interface,
        serial_number=serial_number,
        product="Tapete console",
        description="Tapete",
        vid=0x239A,
        pid=0x80F4,
    )


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """The serial ports of this computer, as the operating system lists them to the board toolkit."""
    ports: list[SimpleNamespace] = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: list(ports))
    return ports


def test_the_data_channel_is_known_by_its_name_and_not_by_its_order(plugged: list[SimpleNamespace]) -> None:
    plugged += [
        usb_port("/dev/ttyACM1", "CircuitPython CDC2 control"),
        usb_port("/dev/ttyACM0", "CircuitPython CDC control"),
        SimpleNamespace(device="/dev/ttyS0", interface=None, serial_number=None, product=None, description="n/a", vid=None, pid=None),
    ]
    assert [(console.port, console.serial_number) for console in find.consoles()] == [("/dev/ttyACM1", "E6616408")]
    assert find.any_console() == "/dev/ttyACM1"


@pytest.mark.parametrize("board", find.PICOS)
def test_each_pico_is_found_whatever_its_usb_ids(plugged: list[SimpleNamespace], board: str) -> None:
    vendor, product = (int(number, 16) for number in find.PICOS[board])
    port = usb_port("/dev/ttyACM1", "CircuitPython CDC2 control")
    plugged.append(SimpleNamespace(**{**vars(port), "vid": vendor, "pid": product}))
    assert find.any_console() == "/dev/ttyACM1"
    for guide in ("build/index.md", "es/build/index.md"):
        rows = (Path(__file__).parents[2] / "docs" / guide).read_text(encoding="utf-8").splitlines()
        assert len([row for row in rows if row.startswith("|") and f"`{board}`" in row]) == 1, guide
    rules = [line for line in UDEV.splitlines() if f'ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}"' in line]
    assert len(rules) == 1


def test_any_board_with_our_name_belongs_to_the_station() -> None:
    boot = (Path(__file__).parents[2] / "firmware" / "boot.py").read_text(encoding="utf-8")
    assert f'"{find.PRODUCT}")' in boot
    assert f'ATTRS{{product}}=="{find.PRODUCT}"' in UDEV.splitlines()[-1]
    assert f'ATTRS{{product}}=="{find.PRODUCT}"' in UDEV_RULE


def test_a_board_is_found_again_under_another_port_by_its_serial_number(plugged: list[SimpleNamespace]) -> None:
    look = find.by_serial_number("E6616408")
    assert look() == []
    plugged.append(usb_port("/dev/ttyACM7", "CircuitPython CDC2 control"))
    plugged.append(usb_port("/dev/ttyACM2", "CircuitPython CDC2 control", "OTHER"))
    assert [console.port for console in look()] == ["/dev/ttyACM7"]


def test_consoles_come_before_other_boards_and_ports_are_counted(plugged: list[SimpleNamespace]) -> None:
    for device, product in (
        ("/dev/ttyACM0", "KMK"),
        ("/dev/ttyACM10", find.PRODUCT),
        ("/dev/ttyACM2", find.PRODUCT),
        ("/dev/ttyACM11", ""),
    ):
        port = usb_port(device, "CircuitPython CDC2 control", device)
        port.product = product or None
        plugged.append(port)
    assert [console.port[len("/dev/ttyACM") :] for console in find.consoles()] == ["2", "10", "0", "11"]
    assert [console.unnamed for console in find.consoles()] == [False, False, False, True]
    assert sorted(["COM10", "COM9", "COM1"], key=find.natural) == ["COM1", "COM9", "COM10"]
    plugged[:] = [port for port in plugged if port.product != find.PRODUCT]
    assert find.any_console() == "/dev/ttyACM11", "a system that does not say names"
    plugged.pop()
    assert find.any_console() is None
    assert (find.missing().code, find.missing().params) == ("other_device", {"port": "/dev/ttyACM0", "name": "KMK"})


def test_a_pico_in_its_boot_loader_is_told(plugged: list[SimpleNamespace], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.console.mounts.mounted", lambda: iter([tmp_path / "nothing", tmp_path]))
    assert find.missing().code == "no_console"
    for board in ("RPI-RP2", "RP2350"):
        text = f"UF2 Bootloader v1.0\r\nModel: Raspberry Pi\r\nBoard-ID: {board}\r\n"
        (tmp_path / "INFO_UF2.TXT").write_bytes(text.encode())
        assert (find.missing().code, find.missing().params) == ("boot_loader", {"drive": str(tmp_path)})
    told = CliRunner().invoke(cli.command_line("es"), ["console", "doctor"])
    assert told.exit_code == 1
    assert "espera en su cargador de arranque" in told.output


def test_no_console_and_a_board_without_data_channel_are_different_troubles(plugged: list[SimpleNamespace]) -> None:
    assert find.missing().code == "no_console"
    plugged.append(usb_port("/dev/ttyACM0", "CircuitPython CDC control"))
    assert find.missing().code == "only_prompt"
    assert "/dev/ttyACM0" in find.missing().what.in_("es")


def test_the_list_names_ports_and_says_what_to_check_when_it_is_empty(plugged: list[SimpleNamespace]) -> None:
    runner = CliRunner()
    empty = runner.invoke(cli.command_line("es"), ["console", "list"])
    assert empty.exit_code == 0
    assert "cable USB" in empty.output
    plugged.append(usb_port("/dev/ttyACM1", "CircuitPython CDC2 control"))
    listed = runner.invoke(cli.command_line("en"), ["console", "list", "--json"])
    assert json.loads(listed.output) == [{"port": "/dev/ttyACM1", "serial_number": "E6616408", "description": "Tapete console"}]


def test_the_doctor_finds_a_healthy_console_healthy(clock: OwnedClock) -> None:
    with SimulatedConsole(panels=2, clock=clock) as board:
        examination = examine(board.url, clock=clock, open_port=board.open_port)
    assert [finding.code for finding in examination.findings] == ["healthy"]
    assert examination.healthy
    assert examination.versions["firmware"] == shipped_firmware()
    assert examination.state.status is not None
    assert examination.state.status.rate > 0


def test_the_doctor_leaves_a_locked_bid_to_the_match(clock: OwnedClock) -> None:
    heard = Heard(clock)
    with SimulatedConsole(panels=2, clock=clock) as board:
        match = board.open(heard)
        heard.next(Connected)
        match.show(duel(), BINDING, request="s1")
        board.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        match.close()
        board.press(0, "lock")
        examine(board.url, clock=clock, open_port=board.open_port)
        later = Heard(clock)
        match = board.open(later)
        try:
            later.next(Connected)
            locked = later.next(BidLocked)
            assert (locked.number, locked.panel, locked.request) == (1, 0, "s1")
        finally:
            match.close()


def test_the_doctor_command_speaks_both_languages_and_json(clock: OwnedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    runner = CliRunner()
    with SimulatedConsole(panels=2, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        spanish = runner.invoke(cli.command_line("es"), ["console", "doctor", board.url])
        assert re.search(r"Memoria libre, bytes +—", spanish.output), "a simulated console does not know"
        assert "está bien" in spanish.output
        assert spanish.exit_code == 0
        machine = runner.invoke(cli.command_line("en"), ["console", "doctor", board.url, "--json"])
        told = json.loads(machine.stdout)
        assert told["healthy"] is True
        assert machine.exit_code == 0
        assert {"es", "en"} == set(told["findings"][0]["what"])
        assert told["state"]["status"]["draw"] >= 0


def test_the_doctor_prints_a_pin_map_that_cannot_be_built_even_after_a_host_has_heard_of_it(
    tmp_path: Path, clock: OwnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    firmware = altered(tmp_path, pins=("CHAINS = (18, 19, 20, 21)", "CHAINS = (18, 5, 20, 21)"))
    heard = Heard(clock)
    with SimulatedConsole(panels=2, firmware=firmware, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        match = board.open(heard)
        assert heard.next(Reported).finding.code == "wiring_wrong"
        match.show(quiet(), BINDING)
        assert heard.next(LineRefused).code == "wiring"
        match.close()
        spanish = CliRunner().invoke(cli.command_line("es"), ["console", "doctor", board.url])
        assert not any(any(panel.counter + panel.die + panel.private) for panel in board.pixels().panels)
    assert spanish.exit_code == 1
    assert "el panel 1, píxeles: GP5 ya lo usa el panel 0, botón 3" in spanish.output


def test_the_doctor_says_what_to_do_about_a_port_that_is_not_there(plugged: list[SimpleNamespace]) -> None:
    runner = CliRunner()
    gone = runner.invoke(cli.command_line("en"), ["console", "doctor", "/nowhere/console"])
    assert gone.exit_code == 1
    assert "is not there now" in gone.output
    nothing = runner.invoke(cli.command_line("es"), ["console", "doctor"])
    assert nothing.exit_code == 1
    assert "No hay ninguna consola conectada" in nothing.output


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ({"free": 12_000}, "memory_low"),
        ({"turn": 51}, "loop_slow"),
        ({"bad": 1}, "lines_damaged"),
        ({"resent": 1}, "lines_repeated"),
        ({"dropped": 1}, "presses_dropped"),
        ({"limited": 1}, "power_limited"),
    ],
)
def test_each_figure_out_of_bounds_has_its_finding(figures: dict[str, int], code: str) -> None:
    sound = {"free": 98_000, "turn": 12, "rate": 160, "queue": 0, "resent": 0, "bad": 0, "dropped": 0, "limited": 0, "draw": 100, "up": 60}
    state = ConsoleState(connected=True, url="p", firmware=shipped_firmware(), why="power", status=Status(**sound), counters=LinkCounters())
    assert doctor.judge(state) == []
    worse = ConsoleState(
        connected=True, url="p", firmware=shipped_firmware(), why="power", status=Status(**(sound | figures)), counters=LinkCounters()
    )
    assert [finding.code for finding in doctor.judge(worse)] == [code]


def test_the_turns_of_a_simulated_console_tell_how_busy_this_computer_is_and_are_no_fault() -> None:
    status = Status(free=0, turn=900, rate=3, queue=0, resent=0, bad=0, dropped=0, limited=0, draw=100, up=60)
    state = ConsoleState(connected=True, url="p", firmware=shipped_firmware(), why="power", status=status, counters=LinkCounters())
    assert doctor.judge(state) == []


def test_another_firmware_and_a_watchdog_start_are_told() -> None:
    state = ConsoleState(connected=True, url="p", firmware="0.0.1", why="watchdog")
    assert [finding.code for finding in doctor.judge(state)] == ["firmware_differs", "started_by_watchdog", "no_answer"]

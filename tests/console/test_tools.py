"""`dice-test`, `copy-firmware` and `self-test`: the tools of the one who builds or keeps a console."""

from __future__ import annotations

import errno
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tapete import cli
from tapete.console import copying, dice_test, doctor, troubles
from tapete.console.client import Console, ConsoleState
from tapete.console.clock import OwnedClock, RealClock
from tapete.console.copying import NotCopied
from tapete.console.firmware import firmware_path
from tapete.console.reports import BidLocked, Button, Connected, ConsoleReport, Reported, Status
from tapete.console.self_test import Person, Report, SelfTest
from tapete.console.simulator import SimulatedConsole
from tapete.console.troubles import Finding
from tests.console.bench import BINDING, Heard, duel, on_the_clock_of, private_number
from tests.console.late import late

BOOT_OUT = "Adafruit CircuitPython {} on 2026-02-20; Raspberry Pi Pico with rp2040\nBoard ID:{}\nUID:E661\nboot.py output:\n"


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """A Pico's drive as CircuitPython leaves it."""
    root = tmp_path / "CIRCUITPY"
    (root / "lib").mkdir(parents=True)
    (root / "boot_out.txt").write_text(BOOT_OUT.format("10.1.3", "raspberry_pi_pico"), encoding="utf-8")
    (root / "code.py").write_text('print("Hello World!")\n', encoding="utf-8")
    return root


# Dice


@pytest.mark.parametrize(
    ("chi_square", "p_value"),
    [(2.088, 0.99), (4.168, 0.90), (8.343, 0.50), (14.684, 0.10), (16.919, 0.05), (21.666, 0.01), (27.877, 0.001)],
)
def test_the_p_value_is_that_of_the_tables_for_nine_degrees(chi_square: float, p_value: float) -> None:
    """NIST/SEMATECH e-Handbook, 1.3.6.7.4, upper and lower tails."""
    assert dice_test.upper_tail(chi_square) == pytest.approx(p_value, rel=2e-3)


@given(st.floats(0, 200), st.floats(0, 200))
def test_the_p_value_falls_from_one_to_nothing(one: float, other: float) -> None:
    assert dice_test.upper_tail(0) == 1
    assert 0 <= dice_test.upper_tail(one) <= 1 + 1e-12
    if one < other:
        assert dice_test.upper_tail(one) >= dice_test.upper_tail(other) - 1e-12


def test_even_throws_are_even_and_loaded_ones_are_not() -> None:
    even = dice_test.judge([1 + throw % 10 for throw in range(1000)])
    assert (even.chi_square, even.p_value, even.finding.code) == (0, 1, "dice_even")
    loaded = dice_test.judge([10 if throw % 7 == 0 else 1 + throw % 10 for throw in range(1000)])
    assert loaded.finding.code == "dice_uneven"
    assert sum(loaded.counts) == 1000


@pytest.mark.parametrize("faces", [[1] * 99, [0] * 100, [11] * 100])
def test_too_few_throws_and_faces_that_a_die_has_not_are_refused(faces: list[int]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the two messages are for programmers
        dice_test.judge(faces)


def test_the_command_throws_as_often_as_asked_and_leaves_the_match_its_bid(clock: OwnedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard(clock)
    with SimulatedConsole(panels=2, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        match = board.open(heard)
        heard.next(Connected)
        match.show(duel(), BINDING, request="s1")
        board.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        match.close()
        board.press(0, "lock")
        tried = CliRunner().invoke(cli.command_line("en"), ["console", "dice-test", board.url, "--rolls", "250", "--json"])
        told = json.loads(tried.stdout)
        assert sum(told["counts"]) == 250
        assert told["code"] in ("dice_even", "dice_uneven")
        assert (tried.exit_code == 0) is (told["code"] == "dice_even")
        later = Heard(clock)
        match = board.open(later)
        try:
            assert later.next(BidLocked).request == "s1"
        finally:
            match.close()


def test_the_command_says_how_far_it_is_where_no_bar_can_be_drawn(clock: OwnedClock, monkeypatch: pytest.MonkeyPatch) -> None:
    with SimulatedConsole(panels=1, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        tried = CliRunner().invoke(cli.command_line("en"), ["console", "dice-test", board.url, "--rolls", "1000"])
    assert [f"{thrown} of 1000 throws" in tried.stderr for thrown in range(100, 1001, 100)] == [True] * 10


def test_a_die_that_is_not_there_is_said_with_what_to_do() -> None:
    tried = CliRunner().invoke(cli.command_line("es"), ["console", "dice-test", "/nowhere/console"])
    assert tried.exit_code == 1
    assert "no existe ahora" in tried.output


# Firmware


def test_a_new_drive_gets_everything_that_runs_and_nothing_else(drive: Path) -> None:
    done = copying.copy(drive)
    there = {path.relative_to(drive).as_posix() for path in drive.rglob("*") if path.is_file()}
    package = {f"lib/tapete_console/{path.name}" for path in (firmware_path() / "lib" / "tapete_console").glob("*.py")}
    root = {"boot.py", "safemode.py", "code.py", "settings.toml", "boot_out.txt"}
    assert there == package | root | {"lib/neopixel.py", "lib/tapete_stopped.py"}
    assert not [path for path in there if path.endswith(".pyi")]
    assert (drive / "code.py").read_bytes() == (firmware_path() / "code.py").read_bytes()
    found = importlib.util.find_spec("neopixel")
    assert found is not None
    assert found.origin is not None
    assert (drive / "lib" / "neopixel.py").read_bytes() == Path(found.origin).read_bytes()
    assert done[-1] == copying.Copied("code.py", "changed")
    assert copying.result(done).code == "firmware_copied_boot"


def test_the_second_time_nothing_is_written(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copying.copy(drive)
    monkeypatch.setattr(copying, "put", lambda target, octets: pytest.fail(f"{target} was written"))
    done = copying.copy(drive)
    assert {copied.what for copied in done} == {"same"}
    assert copying.result(done).code == "firmware_current"


def test_only_what_changed_is_copied_and_the_builders_settings_stay(drive: Path) -> None:
    copying.copy(drive)
    (drive / "settings.toml").write_text("TAPETE_PANELS = 4\n", encoding="utf-8")
    (drive / "lib" / "tapete_console" / "lights.py").write_text("old = 1\n", encoding="utf-8")
    (drive / "lib" / "tapete_console" / "gone.py").write_text("", encoding="utf-8")
    (drive / "lib" / "mine.py").write_text("", encoding="utf-8")
    done = copying.copy(drive)
    assert {copied.path: copied.what for copied in done if copied.what != "same"} == {
        "lib/tapete_console/gone.py": "removed",
        "lib/tapete_console/lights.py": "changed",
        "settings.toml": "kept",
    }
    assert (drive / "settings.toml").read_text(encoding="utf-8") == "TAPETE_PANELS = 4\n"
    assert (drive / "lib" / "mine.py").exists()
    assert "TAPETE_BUDGET_MA" in copying.new_settings(drive)
    assert copying.result(done).code == "firmware_copied"


@pytest.mark.parametrize(
    ("version", "board", "code"),
    [
        ("9.2.8", "raspberry_pi_pico", "interpreter_old"),
        ("10.0.0", "raspberry_pi_pico", None),
        ("10.2.0-beta.1", "raspberry_pi_pico2_w", None),
        ("11.0.0", "raspberry_pi_pico_w", None),
        ("10.1.3", "raspberry_pi_pico2", None),
        ("10.1.3", "adafruit_qtpy_rp2040", "other_board"),
        ("10.1.3", "raspberry_pi_picotown", "other_board"),
    ],
)
def test_the_drive_must_be_that_of_a_pico_with_an_interpreter_that_will_do(drive: Path, version: str, board: str, code: str | None) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(version, board), encoding="utf-8")
    if code is None:
        assert copying.check_drive(drive) == version
    else:
        with pytest.raises(NotCopied) as refused:
            copying.check_drive(drive)
        assert refused.value.finding.code == code


def test_another_board_is_taken_if_somebody_says_that_its_pins_are_the_same(drive: Path) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.format("10.1.3", "waveshare_rp2040_plus"), encoding="utf-8")
    refused = CliRunner().invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive)])
    assert refused.exit_code == 1
    assert "--board-is-compatible" in refused.output
    taken = CliRunner().invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--board-is-compatible"])
    assert taken.exit_code == 0, taken.output
    assert (drive / "code.py").read_bytes() == (firmware_path() / "code.py").read_bytes()


@pytest.mark.parametrize(("version", "warned"), [("10.0.0", False), ("10.9.1", False), ("11.0.0-alpha.2", True), ("12.1.0", True)])
def test_an_interpreter_that_nobody_has_tried_is_warned_of(drive: Path, version: str, warned: bool) -> None:
    (drive / "boot_out.txt").write_text(BOOT_OUT.format(version, "raspberry_pi_pico"), encoding="utf-8")
    tried = CliRunner().invoke(cli.command_line("es"), ["console", "copy-firmware", str(drive)])
    assert tried.exit_code == 0, tried.output
    assert (f"lleva CircuitPython {version}; este firmware solo se ha probado con 10.0, 10.1" in tried.output) is warned


def test_a_folder_without_circuitpython_is_refused_and_left_alone(tmp_path: Path) -> None:
    tried = CliRunner().invoke(cli.command_line("es"), ["console", "copy-firmware", str(tmp_path)])
    assert tried.exit_code == 1
    assert "falta boot_out.txt" in tried.output
    assert list(tmp_path.iterdir()) == []


def test_the_one_drive_is_found_and_none_or_two_are_not(drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "TAPETE"
    other.mkdir()
    monkeypatch.setattr(copying, "mounted", lambda: iter([tmp_path, other]))
    with pytest.raises(NotCopied) as none:
        copying.find_drive()
    assert none.value.finding.code == "no_drive"
    monkeypatch.setattr(copying, "mounted", lambda: iter([tmp_path, drive, other]))
    assert copying.find_drive() == drive
    (other / "boot_out.txt").write_text(BOOT_OUT.format("10.1.3", "raspberry_pi_pico"), encoding="utf-8")
    with pytest.raises(NotCopied) as two:
        copying.find_drive()
    assert two.value.finding.code == "several_drives"
    assert str(other) in two.value.finding.what.in_("es")


@pytest.mark.parametrize(("number", "code"), [(errno.EROFS, "drive_protected"), (errno.ENOSPC, "drive_full"), (errno.EIO, "drive_fails")])
def test_a_drive_that_cannot_be_written_is_named(drive: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str) -> None:
    def refuse(target: Path, octets: bytes) -> None:
        raise OSError(number, "no", str(target))

    monkeypatch.setattr(copying, "put", refuse)
    with pytest.raises(NotCopied) as refused:
        copying.copy(drive)
    assert refused.value.finding.code == code


def test_what_reads_back_otherwise_is_a_fault(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes on the drive are changed between writing and reading back, as worn flash would."""

    def worn(number: int) -> None:
        (drive / "lib" / "tapete_console" / "__init__.py").write_bytes(b"\xff")

    monkeypatch.setattr("tapete.console.copying.os.fsync", worn)
    with pytest.raises(NotCopied) as refused:
        copying.copy(drive)
    assert refused.value.finding.code == "copy_differs"
    assert (drive / "code.py").read_text(encoding="utf-8") == 'print("Hello World!")\n', "the start is the last that changes"


def test_without_the_pixel_driver_nothing_is_copied(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NotCopied) as refused:
        copying.copy(drive)
    assert refused.value.finding.code == "neopixel_missing"
    assert not (drive / "lib" / "tapete_console").exists()


def test_the_copy_command_shows_progress_and_says_what_to_press(drive: Path) -> None:
    runner = CliRunner()
    check = runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--dry-run"])
    assert check.exit_code == 1
    assert not (drive / "boot.py").exists()
    copied = runner.invoke(cli.command_line("es"), ["console", "copy-firmware", str(drive)])
    assert copied.exit_code == 0, copied.output
    assert "boot.py" in copied.output
    assert "vuelve a enchufarla" in copied.output
    again = runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--json"])
    told = json.loads(again.stdout)
    assert (told["code"], told["circuitpython"], told["new_settings"]) == ("firmware_current", "10.1.3", [])
    assert runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--dry-run"]).exit_code == 0


# Another project

WORK = b"# two years of work\r\nimport board\r\nwhile True: pass\r\n"


def everything(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", ["code.py", "boot.py", "main.py", "safemode.py", "settings.toml", "code.txt", "main.txt"])
def test_another_project_stops_the_copy_and_is_kept_beside_if_its_owner_wants_it(drive: Path, name: str) -> None:
    theirs = b'AIO_KEY = "secret"\n' if name == "settings.toml" else WORK
    (drive / name).write_bytes(theirs)
    before = everything(drive)
    runner = CliRunner()
    for arguments in ([], ["--dry-run"]):
        stopped = runner.invoke(cli.command_line("es"), ["console", "copy-firmware", str(drive), *arguments])
        assert stopped.exit_code == 1
        assert "lleva otro proyecto: " + name in stopped.output
        assert "--replace" in stopped.output
        assert everything(drive) == before
    told = json.loads(runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--json"]).stdout)
    assert told["code"] == "other_project"
    copied = runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--replace"])
    assert copied.exit_code == 0, copied.output
    assert f"{name}: moved aside, it is {name}.before-tapete now" in copied.output
    assert (drive / f"{name}.before-tapete").read_bytes() == theirs
    assert (drive / "code.py").read_bytes() == (firmware_path() / "code.py").read_bytes()
    assert not (drive / name).exists() or (drive / name).read_bytes() == (firmware_path() / name).read_bytes()
    again = runner.invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive), "--json"])
    assert (again.exit_code, json.loads(again.stdout)["code"]) == (0, "firmware_current")


def test_the_second_project_does_not_overwrite_the_first_one_that_was_kept(drive: Path) -> None:
    for text in (WORK, b"# another\n"):
        (drive / "code.py").write_bytes(text)
        copying.copy(drive, replace=True)
    assert (drive / "code.py.before-tapete").read_bytes() == WORK
    assert (drive / "code.py.before-tapete-2").read_bytes() == b"# another\n"


@pytest.mark.parametrize("name", ["code.txt", "main.py", "boot.txt", "neopixel.py", "tapete_console/panel.py"])
def test_what_circuitpython_would_take_before_our_files_is_named_and_moved(drive: Path, name: str) -> None:
    copying.copy(drive)
    (drive / name).parent.mkdir(exist_ok=True)
    (drive / name).write_bytes(WORK)
    top = name.split("/")[0]
    assert [finding.code for finding in doctor.drive_findings(lambda: [drive])] == ["files_in_the_way"]
    copied = CliRunner().invoke(cli.command_line("es"), ["console", "copy-firmware", str(drive)])
    assert copied.exit_code == 0, copied.output
    assert f"{top}: apartado, ahora es {top}.before-tapete" in copied.output
    assert (drive / name.replace(top, top + ".before-tapete", 1)).read_bytes() == WORK
    assert doctor.drive_findings(lambda: [drive]) == []


@pytest.mark.parametrize("text", [b"", b"\0" * 512, b'print("Hello World!")\r\n', b'"""The Tapete console: assemble'])
def test_a_blank_file_or_a_part_of_our_own_is_no_project(drive: Path, text: bytes) -> None:
    (drive / "code.py").write_bytes(text)
    (drive / "settings.toml").write_bytes(b"\n")
    copying.copy(drive)
    assert everything(drive)["settings.toml"] == (firmware_path() / "settings.toml").read_bytes(), "CircuitPython's own is empty"
    assert not [name for name in everything(drive) if "before" in name]


def test_a_project_that_cannot_be_moved_stays_where_it_is(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (drive / "code.py").write_bytes(WORK)

    def refuse(target: Path, octets: bytes) -> None:
        raise OSError(errno.ENOSPC, "no", str(target))

    monkeypatch.setattr(copying, "put", refuse)
    with pytest.raises(NotCopied):
        copying.copy(drive, replace=True)
    assert (drive / "code.py").read_bytes() == WORK


def test_the_doctor_names_files_that_are_missing_cut_or_changed(drive: Path) -> None:
    copying.copy(drive)
    assert doctor.drive_findings(lambda: [drive]) == []
    panel = drive / "lib" / "tapete_console" / "panel.py"
    panel.write_bytes(panel.read_bytes()[:700])
    (drive / "lib" / "neopixel.py").unlink()
    with (drive / "lib" / "tapete_console" / "pins.py").open("ab") as pin_map:
        pin_map.write(b"\nBRIDGE = 28\n")
    found = {finding.code: finding.params["files"] for finding in doctor.drive_findings(lambda: [drive])}
    assert found == {
        "drive_broken": "lib/tapete_console/panel.py, lib/neopixel.py",
        "drive_changed": "lib/tapete_console/pins.py",
    }
    version = drive / "lib" / "tapete_console" / "__init__.py"
    version.write_text(version.read_text(encoding="utf-8").replace("VERSION = ", "VERSION = 'x' + "), encoding="utf-8")
    older = {finding.code: finding.params["files"] for finding in doctor.drive_findings(lambda: [drive])}
    assert older == {"drive_broken": "lib/neopixel.py"}, "an older firmware that is whole is told by its version"


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("", None),
        ("\x1b]0;boot.py | 10.1.3\x1b\\", None),
        ("boot.py: [Errno 30] Read-only filesystem\r\n", "[Errno 30] Read-only filesystem"),
        (
            "Traceback (most recent call last):\r\n  File \"boot.py\", line 3\r\nImportError: no module named 'x'\r\n",
            "ImportError: no module",
        ),
    ],
)
def test_what_boot_py_said_at_the_last_start_is_told(drive: Path, printed: str, words: str | None) -> None:
    copying.copy(drive)
    (drive / "boot_out.txt").write_text(BOOT_OUT.format("10.1.3", "raspberry_pi_pico") + printed, encoding="utf-8")
    found = doctor.drive_findings(lambda: [drive])
    assert [finding.code for finding in found] == (["boot_failed"] if words else [])
    told = CliRunner().invoke(cli.command_line("en"), ["console", "copy-firmware", str(drive)])
    assert ("boot.py went wrong" in told.output) is (words is not None)
    assert words is None or words in told.output


def test_what_is_read_back_comes_from_the_drive_and_not_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    asked: list[tuple[int, ...]] = []
    monkeypatch.setattr(os, "posix_fadvise", lambda *words: asked.append(words))
    copying.put(tmp_path / "code.py", b"import tapete")
    assert [words[1:] for words in asked] == [(0, 0, os.POSIX_FADV_DONTNEED)]
    monkeypatch.delattr(os, "posix_fadvise")  # macOS has another way
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_NOCACHE", 48, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda *words: asked.append(words[1:]))
    copying.put(tmp_path / "code.py", b"import tapete")
    assert asked[1:] == [(48, 1)]


def test_the_line_for_udev_gives_the_port_to_who_sits_there_and_keeps_modem_manager_away() -> None:
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in troubles.UDEV_RULE
    assert 'TAG+="uaccess"' in troubles.UDEV_RULE


def test_the_copied_tree_is_what_the_simulator_runs(drive: Path, clock: OwnedClock) -> None:
    copying.copy(drive)
    with SimulatedConsole(panels=1, firmware=drive, clock=clock) as board:
        heard = Heard(clock)
        console = board.open(heard)
        try:
            assert heard.next(Connected).panels == 1
        finally:
            console.close()


# Self-test

SMALL = {"TAPETE_COUNTER_PIXELS": 5, "TAPETE_DIE_PIXELS": 0, "TAPETE_PRIVATE_PIXELS": 0}


class AtTheConsole(Person):
    """Presses what it is told, at once; a crossed wire makes another button of it."""

    def __init__(self, clock: OwnedClock, board: SimulatedConsole, crossed: dict[tuple[int, Button], Button] | None = None) -> None:
        self.clock, self.board = clock, board
        self.crossed = crossed or {}

    def press(self, panel: int, button: Button) -> None:
        """Press it; where that says another button, that one before."""
        if crossed := self.crossed.get((panel, button)):
            self.board.press(panel, crossed)
            self.clock.sleep(0.2)
        self.board.press(panel, button)

    def saw_pixels(self) -> bool:
        return True


def verdicts(report: Report, *verdicts: str) -> dict[str, str]:
    """The parts with such a verdict, and their notes. An even die fails its own test once in a thousand: no part of any wire."""
    return {part.name: part.note for part in report.parts if part.verdict in verdicts and part.name != "die"}


def test_a_sound_console_passes_every_part(clock: OwnedClock) -> None:
    with SimulatedConsole(panels=2, settings=SMALL, clock=clock) as board:
        report = SelfTest(board.url, AtTheConsole(clock, board), clock=clock, open_console=board.open).run()
    assert verdicts(report, "bad", "not tried") == {}
    assert [part.name for part in report.parts][:3] == ["link", "die", "pixels"]
    assert len(report.parts) == 3 + 8
    assert report.good == (report.parts[1].verdict == "good")


def test_nobody_is_asked_to_press_before_the_panel_has_its_picture(clock: OwnedClock) -> None:
    """While it is alone a panel counts for itself what is pressed, and tells nothing."""
    with SimulatedConsole(panels=1, settings=SMALL, clock=clock) as board:

        def open_console(on_report: Callable[[ConsoleReport], None]) -> Console:
            return Console(board.url, on_report, clock=clock, open_port=late(clock, board.open_port, 0.5))

        report = SelfTest(board.url, AtTheConsole(clock, board), clock=clock, open_console=open_console).run()
    assert verdicts(report, "bad") == {}


def test_crossed_wires_are_found(clock: OwnedClock) -> None:
    with SimulatedConsole(panels=1, settings=SMALL, clock=clock) as board:
        person = AtTheConsole(clock, board, {(0, "minus"): "plus", (0, "plus"): "minus"})
        report = SelfTest(board.url, person, clock=clock, open_console=board.open).run()
    assert verdicts(report, "bad") == {"panel 1: MINUS": "panel 1: PLUS", "panel 1: PLUS": "panel 1: MINUS"}
    assert not report.good


def test_buttons_that_say_nothing_are_found(clock: OwnedClock) -> None:
    with SimulatedConsole(panels=1, settings=SMALL, clock=clock) as board:
        report = SelfTest(board.url, Person(), clock=clock, open_console=board.open).run()
    assert verdicts(report, "bad") == dict.fromkeys(("panel 1: MINUS", "panel 1: PLUS", "panel 1: LOCK", "panel 1: ROLL"), "")
    assert not report.good


def test_unattended_the_command_writes_a_report_that_can_be_attached(
    tmp_path: Path, clock: OwnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "report.json"
    with SimulatedConsole(panels=1, settings=SMALL, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        began = clock.now()
        tried = CliRunner().invoke(cli.command_line("en"), ["console", "self-test", board.url, "--unattended", "-o", str(file)])
        took = clock.now() - began
    assert tried.exit_code == 0, tried.output
    assert took < 5, "seconds of the board's time: nobody is waited for, and the walk over 5 pixels takes 0.6"
    told = json.loads(file.read_text(encoding="utf-8"))
    assert [part["name"] for part in told["parts"]] == [
        "link",
        "die",
        "pixels",
        "panel 1: MINUS",
        "panel 1: PLUS",
        "panel 1: LOCK",
        "panel 1: ROLL",
    ]
    assert told["versions"]["firmware"] == told["versions"]["firmware_shipped"]
    assert told["state"]["status"]["rate"] > 0
    assert "Not tried: pixels, panel 1: MINUS" in tried.output


class Hands(RealClock):
    """A clock that a test moves by hand."""

    seconds = 0.0

    def now(self) -> float:
        return self.seconds


@pytest.mark.parametrize("ends", [True, False])
def test_the_walk_of_the_pixels_is_waited_for_by_the_consoles_own_clock(ends: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An emulated console lives several times more slowly than this computer: here a minute passes with each of its seconds."""
    clock = Hands()

    class SlowConsole:
        def __init__(self) -> None:
            self.up = 0

        def start_self_test(self) -> None:
            pass

        @property
        def state(self) -> ConsoleState:
            return ConsoleState(pixels=(50, 20, 10), status=Status(100_000, 12, 160, 0, 0, 0, 0, 0, 100, self.up))

    slow = SlowConsole()
    test = SelfTest("slow", None, clock=clock)

    def wait(kinds: object, seconds: float) -> Reported | None:
        slow.up += 1
        clock.seconds += 6.0
        done = Reported(boot="00000000", number=1, code="selftest", words=("done",), finding=Finding("self_test_done"))
        return done if ends and slow.up == 10 else None

    monkeypatch.setattr(test, "_wait", wait)
    assert test._walked(slow, 27.0) is ends  # type: ignore[arg-type]
    assert slow.up == (10 if ends else 28)


def test_a_console_that_says_nothing_more_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Hands()
    test = SelfTest("silent", None, clock=clock)

    def wait(kinds: object, seconds: float) -> None:
        clock.seconds += 1.0

    monkeypatch.setattr(test, "_wait", wait)
    assert not test._walked(SimpleNamespace(state=ConsoleState()), 27.0)  # type: ignore[arg-type]
    assert clock.seconds < 10


def test_a_console_that_holds_bids_is_left_alone(clock: OwnedClock) -> None:
    heard = Heard(clock)
    with SimulatedConsole(panels=2, clock=clock) as board:
        match = board.open(heard)
        heard.next(Connected)
        match.show(duel(), BINDING, request="s1")
        board.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        board.press(0, "lock")
        heard.next(BidLocked)
        match.close()
        report = SelfTest(board.url, None, clock=clock, open_console=board.open).run()
        assert [finding.code for finding in report.findings] == ["match_going_on"]
        match = board.open(heard)
        heard.next(Connected)
        try:
            board.wait_for(lambda pixels: private_number(pixels, 0) is not None)
        finally:
            match.close()


def test_a_console_that_is_not_there_makes_a_report_too() -> None:
    report = SelfTest("/nowhere/console", None).run()
    assert [(part.name, part.verdict) for part in report.parts] == [("link", "bad")]
    assert report.findings[0].code == "port_gone"

"""Start, breakdown and restart: boot.py and code.py as they lie on the Pico."""

from __future__ import annotations

import io
import runpy
import sys
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest

from tapete_console import VERSION, far_end, health, pins, settings_keys, wire, wiring
from tapete_console.console import Console
from tests.firmware.rig import ROOT, WORKSHOP, Desk, Written, on_the_board, simhw

FIRMWARE = ROOT / "firmware"
RED_ENDS = bytes([0, 40, 0]) + bytes(3 * 78) + bytes([0, 40, 0])


def run_code() -> str:
    """Run code.py until it ends; return what it printed at the Python prompt."""
    printed = io.StringIO()
    with on_the_board(), redirect_stdout(printed):
        runpy.run_path(str(FIRMWARE / "code.py"))
    return printed.getvalue()


def place(function: Callable[..., object], line: int) -> str:
    """The number of a function's line, the one with its name being 0."""
    return str(function.__code__.co_firstlineno + line)


def stopped_line(looks: int = 1000) -> list[str]:
    """Run code.py, which is to stand still, with a host at the link; the fields of the line that it gets. Ctrl-C ends it."""
    left = [looks]

    def look(spent: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        simhw.advance(10)

    simhw.DATA.host_open()
    simhw.ON_POLL = look
    try:
        run_code()
    finally:
        simhw.ON_POLL = None
    lines = [far_end.read_console(raw) for raw in wire.LineBuffer().feed(simhw.DATA.host_read())]
    assert 2 <= len(lines) <= looks // 100
    assert {line.kind for line in lines} == {"stopped"}
    return lines[-1].fields


def break_after(turns: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the console run some turns and then raise."""
    left = [turns]
    turn = Console.turn

    def broken(console: Console, ticks: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise error
        simhw.advance(5)
        turn(console, ticks)

    monkeypatch.setattr(Console, "turn", broken)


def test_boot_turns_the_data_channel_on_and_leaves_the_drive() -> None:
    simhw.restart("power", boot=True)
    with on_the_board():
        runpy.run_path(str(FIRMWARE / "boot.py"))
    assert simhw.DATA_ENABLED
    assert WORKSHOP.storage.usb_drive_enabled


@pytest.mark.parametrize("held", [False, True])
def test_boot_hides_the_drive_if_the_settings_say_so_and_lock_is_not_held(held: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power", boot=True)
    monkeypatch.setenv("TAPETE_HIDE_DRIVE", "1")
    simhw.LEVEL[4] = not held
    with on_the_board():
        runpy.run_path(str(FIRMWARE / "boot.py"))
    assert WORKSHOP.storage.usb_drive_enabled is held
    assert 4 not in simhw.CLAIMED


def test_boot_names_the_drive_once() -> None:
    simhw.restart("power", boot=True)
    with on_the_board():
        runpy.run_path(str(FIRMWARE / "boot.py"))
        drive = WORKSHOP.storage.getmount("/")
        assert (drive.label, drive.readonly) == ("TAPETE", True)
        written = WORKSHOP.storage.label_writes
        runpy.run_path(str(FIRMWARE / "boot.py"))
    assert (written, WORKSHOP.storage.label_writes) == (1, 1)


def test_a_boot_that_fails_half_way_still_has_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power", boot=True)

    def refuses(path: str) -> None:
        raise OSError(5, path)

    monkeypatch.setattr(WORKSHOP.storage, "getmount", refuses)
    printed = io.StringIO()
    with on_the_board(), redirect_stdout(printed):
        runpy.run_path(str(FIRMWARE / "boot.py"))
    assert simhw.DATA_ENABLED
    assert printed.getvalue().startswith("boot.py: ")


def test_an_exception_is_shown_kept_and_told_after_the_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    break_after(3, ValueError("a fault put in by the test"), monkeypatch)
    with pytest.raises(simhw.BoardReset) as restarted:
        run_code()
    monkeypatch.undo()
    assert restarted.value.reason == "software"
    assert simhw.LIT[18] == RED_ENDS
    desk = Desk(after="software")
    desk.greet()
    assert desk.told() == [("report", "error", "ValueError", desk.told()[0][3], VERSION)]
    assert desk.told()[0][3].startswith("test_start.py:")
    assert dict(field.split("=") for field in desk.answers("hello")[0][1:])["why"] == "software"
    desk.unplug()
    again = Desk(after="software")
    again.greet()
    assert again.told() == desk.told()
    again.stay(1500)
    at_last = Desk(after="software")
    at_last.greet()
    assert at_last.told() == []


def test_after_three_breakdowns_in_a_row_only_counters_and_dice_run() -> None:
    simhw.restart("power")
    memory = WORKSHOP.microcontroller.nvm
    for _ in range(3):
        health.Breakdowns(memory).note("ValueError panel.py:1 0")
    desk = Desk(after="software")
    desk.greet()
    assert desk.told("report")[-1] == ("report", "safe", "3")
    desk.send("scene", "1", "A,1,50,turn", "B,1,50,turn")
    desk.wait(50)
    assert desk.answers("refuse") == [("safe", "scene")]
    desk.tap(0, "plus")
    assert desk.console.panels[0].by_itself.first == 31
    cycled = Desk(after="power")
    assert not cycled.console.safe


def test_in_safe_mode_a_broken_link_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    for _ in range(3):
        health.Breakdowns(WORKSHOP.microcontroller.nvm).note("x")
    desk = Desk(after="software")

    def broken(now: int, read: bool) -> bool:
        raise ValueError(now)

    monkeypatch.setattr(desk.console.link, "turn", broken)
    desk.tap(0, "minus")
    desk.tap(0, "minus")
    assert desk.console.panels[0].by_itself.first == 28


def test_a_minute_without_breakdown_ends_the_row() -> None:
    simhw.restart("power")
    health.Breakdowns(WORKSHOP.microcontroller.nvm).note("ValueError panel.py:1 0")
    desk = Desk(after="software")
    written = simhw.NVM_WRITES
    desk.wait(62000, step=50)
    assert health.Breakdowns(WORKSHOP.microcontroller.nvm).count == 0
    assert written + 1 == simhw.NVM_WRITES


def test_a_start_by_the_watchdog_is_told() -> None:
    simhw.restart("power")
    desk = Desk(after="watchdog")
    desk.greet()
    assert desk.told() == [("report", "restart", "watchdog")]


def test_a_program_that_hangs_three_times_comes_to_safe_mode_and_still_counts() -> None:
    simhw.restart("power")
    for _ in range(2):
        Desk(after="watchdog")
    desk = Desk(after="watchdog")
    desk.greet()
    assert desk.told("report") == [("report", "restart", "watchdog"), ("report", "safe", "3")]
    desk.tap(0, "plus")
    desk.wait(1500)
    assert desk.count(0) == 31


def test_a_hang_does_not_wipe_the_exception_that_nobody_has_heard_of() -> None:
    simhw.restart("power")
    health.Breakdowns(WORKSHOP.microcontroller.nvm).note("ValueError panel.py:1 0")
    desk = Desk(after="watchdog")
    desk.greet()
    assert desk.told("report") == [("report", "error", "ValueError", "panel.py:1", "0"), ("report", "restart", "watchdog")]


def test_a_board_that_cannot_be_opened_starts_again_and_at_last_stops_with_its_drive_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")

    def refuse(*pins: object, **settings: object) -> None:
        raise KeyError("no keys")

    monkeypatch.setattr(WORKSHOP.opening.keypad, "Keys", refuse)
    for _ in range(3):
        with pytest.raises(simhw.BoardReset):
            run_code()
        simhw.restart("software")
    assert stopped_line() == ["4", "KeyError", "test_start.py:" + place(refuse, 1), VERSION]
    assert simhw.WATCHDOG_DUE is None
    assert simhw.LIT[18] == simhw.LIT[19] == RED_ENDS


def test_the_watchdog_bites_a_loop_that_stands_still_and_not_one_that_runs() -> None:
    desk = Desk()
    desk.wait(20000, step=50)
    simhw.advance(9000)
    with pytest.raises(simhw.BoardReset):
        desk.console.turn(simhw.ticks_ms())


def test_ctrl_c_stops_the_console_and_its_watchdog(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    break_after(3, KeyboardInterrupt(), monkeypatch)
    assert run_code() == ""
    assert simhw.WATCHDOG_DUE is None


def test_without_boot_py_the_console_still_counts() -> None:
    simhw.restart("power", boot=True)
    simhw.end_boot()
    desk = Desk.__new__(Desk)
    desk.settings = settings_keys.read(Written({}))
    with on_the_board():
        board = WORKSHOP.edge.Board(desk.settings)
    assert board.port is None
    console = Console(board, desk.settings, health.Breakdowns(None), simhw.ticks_ms())
    for _ in range(10):
        simhw.advance(5)
        console.turn(simhw.ticks_ms())
    assert console.link.alone(1)


def test_a_record_that_is_no_record_is_passed_over() -> None:
    class Octets:
        def __init__(self, octets: bytes) -> None:
            self.octets = octets

        def __getitem__(self, index: slice, /) -> bytes:
            return self.octets[index]

        def __setitem__(self, index: slice, octets: bytes, /) -> None:
            self.octets = octets

    blank = b"\x00" * health.TEXT_LENGTH
    for octets in (b"\xff" * 67, b"", bytes([health.MARK, 2, 200]) + b"----" + blank, bytes([health.MARK, 2, 3]) + b"----" + blank):
        breakdowns = health.Breakdowns(Octets(octets))
        assert (breakdowns.count, breakdowns.text) == (0, "")
    kept = Octets(b"\xff" * 67)
    health.Breakdowns(kept).note("ñandú " + "x" * 100)
    again = health.Breakdowns(kept)
    assert (again.count, again.text) == (1, ("and " + "x" * 100)[:60])


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ({"TAPETE_PANELS": "5"}, ["TAPETE_PANELS"]),
        ({"TAPETE_PANELS": "two"}, ["TAPETE_PANELS"]),
        ({"TAPETE_BUDGET_MA": 20001}, ["TAPETE_BUDGET_MA"]),
        ({"TAPETE_PALETTE": "pink"}, ["TAPETE_PALETTE"]),
        ({"TAPETE_PRIVATE_PIXELS": 10}, ["TAPETE_PRIVATE_PIXELS"]),
        ({"TAPETE_TURNED": "07"}, ["TAPETE_TURNED"]),
        ({"TAPETE_PANELS": 4, "TAPETE_TURNED": "02", "TAPETE_PALETTE": "green-red"}, []),
    ],
)
def test_a_setting_that_is_not_allowed_is_reported_and_its_default_used(written: dict[str, str | int], wrong: list[str]) -> None:
    settings = settings_keys.read(Written(written))
    assert [one.key for one in settings.wrong] == wrong
    if wrong:
        assert (settings.panels, settings.budget, settings.palette, settings.private) == (2, 400, "standard", 20)


def test_a_wrong_setting_is_told_to_the_host() -> None:
    desk = Desk(panels=9)
    desk.greet()
    assert desk.told() == [("report", "setting", "TAPETE_PANELS", "2", "9")]


def test_settings_toml_explains_every_key_and_holds_the_defaults() -> None:
    import tomllib

    from tapete_console import settings_keys as keys

    written = tomllib.loads((FIRMWARE / "settings.toml").read_text(encoding="utf-8"))
    known = {key for key, *_ in keys.WHOLE} | {key for key, *_ in keys.WORDS} | {keys.TURNED, keys.NIGHT}
    assert set(written) == known
    shipped = settings_keys.read(Written(written))
    assert shipped.wrong == []
    usual = settings_keys.read(Written({"TAPETE_BRIDGE_PIXELS": 19}))
    assert vars(shipped) == vars(usual)


SUPPLY = "400 mA do not cover 517 mA of dark pixels, private displays and the least light"


@pytest.mark.parametrize(
    ("panels", "bridge", "name", "value", "words"),
    [
        (4, 19, "CHAINS", (18, 19, 20, 2), "panel 3 pixels: GP2 is already panel 0 button 0"),
        (2, 0, "CHAINS", (18, 0, 20, 21), "panel 1 pixels: GP0 is reserved"),
        (4, 19, "BRIDGE", 25, "bridge: GP25 is not on the header"),
        (1, 0, "BUTTONS", ((2, 3, 4), *pins.BUTTONS[1:]), "panel 0 has 3 buttons, not 4"),
        (3, 0, "BUTTONS", pins.BUTTONS[:2], "3 panels are wanted, the pin map has pins for 2"),
        (1, 0, "BUTTONS", (), "1 panels are wanted, the pin map has pins for 0"),
    ],
)
def test_a_pin_map_that_cannot_be_built_is_refused_over_the_link_and_drives_no_pixel(
    panels: int, bridge: int, name: str, value: object, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, name, value)
    desk = Desk(panels=panels, bridge_pixels=bridge, budget_ma=2000)
    assert wiring.faults(pins.BUTTONS, pins.CHAINS, pins.BRIDGE if bridge else None, panels) == [words]
    desk.greet()
    assert dict(field.split("=") for field in desk.answers("hello")[0][1:])["faults"] == words.replace(" ", "_")
    assert desk.told() == [("report", "wiring", *words.split())]
    desk.show(1, "A,1,50,turn")
    assert desk.answers("refuse") == [("wiring", "scene")]
    assert simhw.LIT == {}


def test_buttons_that_have_their_pin_for_themselves_are_read_although_the_pin_map_has_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "CHAINS", (18, 2, 20, 21))
    desk = Desk()
    desk.tap(0, "minus")
    desk.tap(0, "plus")
    desk.tap(1, "plus")
    assert [panel.by_itself.first for panel in desk.console.panels] == [31, 31], "MINUS of the first panel shares its pin and is not read"


def test_a_supply_too_small_is_refused_in_the_drawings_words_and_everything_stays_dark() -> None:
    desk = Desk(panels=4, bridge_pixels=19, budget_ma=400)
    desk.greet()
    assert wiring.power_faults(400, 4, 19) == [SUPPLY]
    assert dict(field.split("=") for field in desk.answers("hello")[0][1:])["faults"] == SUPPLY.replace(" ", "_")
    assert desk.told() == [("report", "power", "517", "400")]
    desk.show(1, "A,50,50,turn", "B,50,50,turn")
    assert desk.answers("shown") == [("1",)], "the match goes on, without light"
    assert not any(any(octets) for octets in simhw.LIT.values())


def test_the_supply_is_judged_by_the_pixels_of_the_settings() -> None:
    few = Desk(panels=4, counter_pixels=10, private_pixels=0, budget_ma=400)
    few.greet()
    assert "faults" not in dict(field.split("=") for field in few.answers("hello")[0][1:])


def test_what_only_the_start_needs_is_let_go_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine kilobytes on the Pico: firmware/README.md, Measured."""
    left: list[set[str]] = []

    def look(console: Console, ticks: int) -> None:
        package = sys.modules["tapete_console"]
        names = ("opening", "profiles", "settings_keys", "wiring")
        left.append({name for name in names if "tapete_console." + name in sys.modules or hasattr(package, name)})
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "turn", look)
    simhw.restart("power")
    run_code()
    assert left == [set()]


def test_a_button_that_is_pressed_from_the_start_on_is_told_once() -> None:
    simhw.restart("power")
    try:
        desk = Desk.__new__(Desk)
        simhw.ON_RESTART.append(hold := lambda: [simhw.LEVEL.__setitem__(pin, False) for pin in (pins.BUTTONS[0][2], pins.BUTTONS[1][1])])
        desk.__init__()  # type: ignore[misc]
        desk.greet()
        desk.stay(5000)
        desk.release(0, "lock")  # a person wanted the drive
        desk.stay(20000)
        assert desk.told() == [("report", "stuck", "1", "plus")]
        assert desk.console.panels[1].by_itself.first == 30, "nothing runs away"
        desk.release(1, "plus")
        desk.stay(20000)
        assert desk.told("report") == [("report", "stuck", "1", "plus")]
    finally:
        simhw.ON_RESTART.remove(hold)
        simhw.restart("power")

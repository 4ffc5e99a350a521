"""A console that breaks down again and again: it plays, then it only counts, then it stands still, and its flash does not wear."""

from __future__ import annotations

import runpy

import pytest

from tapete_console import VERSION, health
from tapete_console.console import Console
from tests.firmware.rig import WORKSHOP, Desk, on_the_board, simhw
from tests.firmware.test_start import FIRMWARE, RED_ENDS, break_after, run_code, stopped_line

NVM = WORKSHOP.microcontroller.nvm


def count() -> int:
    """The breakdowns that the nvm holds, whatever they are of."""
    return int(NVM[1])


def test_a_crash_outside_the_link_ends_in_a_console_that_stands_still_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    break_after(3, ValueError("put in by the test"), monkeypatch)
    for start in range(3):
        with pytest.raises(simhw.BoardReset):
            run_code()
        assert count() == start + 1
        simhw.restart("software")
    told, kind, place, version = stopped_line()
    assert (told, kind, version) == ("4", "ValueError", VERSION)
    assert place.startswith("test_start.py:")
    assert simhw.LIT[18] == simhw.LIT[19] == RED_ENDS
    assert simhw.WATCHDOG_DUE is None
    written = simhw.NVM_WRITES
    for _ in range(10):
        simhw.restart("software")
        assert stopped_line()[0] == "4"
    assert (count(), simhw.NVM_WRITES) == (4, written)
    assert written == 4


def test_a_hang_ends_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    for _ in range(4):
        health.Breakdowns(NVM, WORKSHOP.start.mended(VERSION)).begin("watchdog")
    simhw.restart("watchdog")
    assert stopped_line() == ["4", "watchdog"]


def test_a_module_that_cannot_be_imported_ends_there_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No restart mends a drive: nothing is written, and the words say which file it is."""
    simhw.restart("power")
    monkeypatch.setitem(__import__("sys").modules, "tapete_console.console", None)
    written = simhw.NVM_WRITES
    told = stopped_line()
    assert told[:2] == ["1", "ModuleNotFoundError"]
    assert "tapete_console.console" in " ".join(told)
    assert simhw.LIT[18] == RED_ENDS, "although no board was opened"
    assert written == simhw.NVM_WRITES


@pytest.mark.parametrize("mend", ["settings", "firmware", "power"])
def test_what_was_mended_counts_no_more_at_the_next_reset(mend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    for _ in range(4):
        health.Breakdowns(NVM, WORKSHOP.start.mended(VERSION)).note("ValueError panel.py:1 0")
    simhw.restart("run pin")
    assert stopped_line()[0] == "4"
    runs = []
    monkeypatch.setattr(Console, "turn", lambda console, ticks: runs.append(console.safe) or stop())  # type: ignore[func-returns-value]
    if mend == "settings":
        monkeypatch.setattr(WORKSHOP.start, "settings_file", lambda: b"TAPETE_PANELS = 2\n")
    elif mend == "firmware":
        monkeypatch.setattr("tapete_console.VERSION", VERSION + "x")
    kept = bytes(NVM[0:67])
    simhw.restart(mend if mend == "power" else "run pin")
    NVM[0:67] = kept  # the fake's power-on is that of a new board
    run_code()
    assert runs == [False]


def stop() -> None:
    raise KeyboardInterrupt


def test_the_breakdown_is_noted_before_anything_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    break_after(3, ValueError("put in by the test"), monkeypatch)

    def hang(text: str) -> None:
        raise simhw.BoardReset("watchdog")

    monkeypatch.setattr(WORKSHOP.start, "say", hang)
    with pytest.raises(simhw.BoardReset) as bitten:
        run_code()
    assert bitten.value.reason == "watchdog"
    assert count() == 1
    assert b"ValueError test_start.py" in NVM[0:67]


@pytest.mark.parametrize("reading", [True, False])
def test_a_prompt_that_nobody_reads_costs_nothing(reading: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    simhw.restart("power")
    break_after(3, ValueError("x" * 500 + " put in by the test"), monkeypatch)
    simhw.CONSOLE.host_open()
    simhw.CONSOLE.host_stall(not reading)
    with pytest.raises(simhw.BoardReset) as again:
        run_code()
    assert again.value.reason == "software"
    said = simhw.CONSOLE.host_read() if reading else bytes(simhw.CONSOLE.transmit)
    assert said.startswith(VERSION.encode())
    assert (b" put in by the test" in said) is reading


@pytest.mark.slow
def test_safe_mode_keeps_its_text_for_the_next_host_and_writes_nothing() -> None:
    simhw.restart("power")
    for _ in range(3):
        health.Breakdowns(NVM).note("ValueError panel.py:1 0")
    for _ in range(2):
        written = simhw.NVM_WRITES
        desk = Desk(after="software")
        desk.greet()
        assert desk.told("report")[0] == ("report", "error", "ValueError", "panel.py:1", "0")
        desk.stay(70000)
        assert written == simhw.NVM_WRITES


def run_safemode(reason: str) -> str | None:
    """Run safemode.py after such a fault; the reset that it asked for."""
    simhw.restart("software")
    simhw.SAFE_MODE = reason
    try:
        with on_the_board():
            runpy.run_path(str(FIRMWARE / "safemode.py"))
    except simhw.BoardReset as reset:
        return str(reset.reason)
    return None


def test_after_a_brown_out_the_console_comes_back_as_often_as_it_takes() -> None:
    simhw.restart("power")
    for _ in range(10):
        assert run_safemode("BROWNOUT") == "software"
    assert simhw.NVM_WRITES == 0


def test_a_hard_fault_brings_the_console_back_and_counts_as_a_breakdown() -> None:
    simhw.restart("power")
    assert [run_safemode("HARD_FAULT") for _ in range(6)] == ["software"] * 4 + [None] * 2
    assert simhw.NVM_WRITES == 4
    assert b"HARD_FAULT safemode.py " + VERSION.encode() in NVM[0:67]


@pytest.mark.parametrize("reason", ["USER", "PROGRAMMATIC", "SAFE_MODE_PY_ERROR"])
def test_who_asked_for_safe_mode_gets_it(reason: str) -> None:
    simhw.restart("power")
    assert run_safemode(reason) is None
    assert simhw.NVM_WRITES == 0

"""The firmware breaks down in the middle of a match: red ends, a restart, one line to the host and onto the page, and play goes on."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from tapete import cli
from tapete.console.clock import OwnedClock
from tapete.console.reports import Unreachable
from tapete.console.simulator import BoardState, Pixels, SimulatedConsole
from tapete.table import Journal
from tapete.web import Server, app
from tests.console.altered import altered
from tests.console.bench import Heard, count, on_the_clock_of
from tests.table.test_simulated import PATIENCE_S, Evening

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as opened:
        yield opened


LINE = "frozen = button == pins.LOCK and self._frozen()"
ALARM = 0x280000
SETTINGS: dict[str, int | str] = {"TAPETE_RUNUP_MS": 50}


def breaking(condition: str) -> tuple[str, str]:
    """A fault put into the console's loop: ROLL breaks it while a condition holds."""
    return LINE, f"{LINE}\n                if button == pins.ROLL and {condition}:\n                    raise ValueError(place)"


def alarmed(pixels: Pixels) -> bool:
    """Red at both ends of every chain, all else dark."""
    chains = [panel.counter + panel.die + panel.private for panel in pixels.panels]
    return all(chain[0] == chain[-1] == ALARM and not any(chain[1:-1]) for chain in chains)


def console_page(evening: Evening, language: str) -> str:
    """The words of the console's page."""
    with Server(app(evening.hub)) as server, httpx.Client(base_url=server.address, trust_env=False, timeout=None) as visitor:
        page = visitor.get("/console", headers={"accept-language": language}).text
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def reported(evening: Evening, times: int, board: BoardState) -> bool:
    """Whether the board has started again so many times, and the host has heard why each time."""
    return board.starts == times + 1 and [finding.code for finding in evening.binding.findings].count("firmware_error") == times


def test_a_console_that_breaks_down_whatever_it_does_stands_still_and_the_doctor_says_why(
    tmp_path: Path, clock: OwnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = "        self._turns += 1\n"
    firmware = altered(tmp_path, console=(turn, turn + "        if now > 50:\n            raise ValueError(now)\n"))
    with SimulatedConsole(panels=2, firmware=firmware, clock=clock) as board:
        on_the_clock_of(board, monkeypatch)
        board.wait_for(lambda pixels: alarmed(pixels) and board.state().starts == 4)
        heard = Heard(clock)
        console = board.open(heard)
        try:
            finding = heard.next(Unreachable).finding
            assert not console.state.connected
            assert console.state.trouble == finding
        finally:
            console.close()
        spanish = CliRunner().invoke(cli.command_line("es"), ["console", "doctor", board.url])
        assert board.state().starts == 4, "it does not start again"
    assert finding.code == "console_stopped"
    assert re.fullmatch(
        r"The console broke down 4 times in a row and stands still: ValueError console.py:\d+ [\d.]+\.", finding.what.in_("en")
    )
    assert spanish.exit_code == 1
    assert "La consola falló 4 veces seguidas y está parada: ValueError console.py" in spanish.output


def test_a_breakdown_in_the_middle_of_a_match_is_shown_told_and_survived(journal: Journal, tmp_path: Path) -> None:
    firmware = altered(tmp_path, console=breaking("self.panels[place].locker.bid == 4"))
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings=SETTINGS, firmware=firmware, clock=clock) as board:
        evening = Evening(journal, board)
        try:
            evening.set(1, 2)
            evening.lock(1)
            evening.wait(lambda: evening.ready() == ("B",))
            evening.set(0, 4)
            board.press(0, "roll", 300)
            board.wait_for(alarmed, PATIENCE_S)
            evening.wait(lambda: any("no longer holds the bid of B" in notice.text.in_("en") for notice in evening.table.notices))
            board.wait_until(lambda state: state.doing == "running" and state.reason == "software", PATIENCE_S)
            evening.be_shown()
            evening.set(0, 3)
            evening.set(1, 1)
            evening.lock(0)
            evening.lock(1)
            evening.wait(lambda: evening.bids() is not None)
            assert evening.bids() == {"A": 3, "B": 1}
            spanish, english = console_page(evening, "es"), console_page(evening, "en")
        finally:
            evening.hub.close()
    assert re.search(r"Firmware \d+\.\d+\.\d+ failed: ValueError at console\.py:\d+\. It restarted by itself\.", english)
    assert re.search(r"El firmware \d+\.\d+\.\d+ falló: ValueError en console\.py:\d+\. Se reinició solo\.", spanish)
    assert "Memoria libre —" in spanish, "a simulated console does not know how much memory a Pico would have"


def test_after_three_breakdowns_the_console_counts_and_the_page_says_so(journal: Journal, tmp_path: Path) -> None:
    firmware = altered(tmp_path, console=breaking("not self.safe"))
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings=SETTINGS, firmware=firmware, clock=clock) as board:
        evening = Evening(journal, board)
        try:
            evening.set(0, 2)
            for times in (1, 2, 3):
                board.press(0, "roll", 300)
                assert board.wait_until(functools.partial(reported, evening, times), PATIENCE_S).reason == "software"
            board.wait_for(lambda pixels: count(pixels, 0) == 30, PATIENCE_S)
            board.press(0, "plus", 300)
            board.wait_for(lambda pixels: count(pixels, 0) == 31, PATIENCE_S)
            board.press(0, "roll", 300)
            board.wait_for(lambda pixels: sum(colour > 0 for colour in pixels.panels[0].die) == 1, PATIENCE_S)
            english = console_page(evening, "en")
        finally:
            evening.hub.close()
    assert "The console failed 3 times in a row and now only counts and rolls dice." in english

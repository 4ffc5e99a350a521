"""What happened is told by a console's lamps: when it holds up what is asked, how it goes on, and that each main event has its light."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.scenes import GOLDEN, replayed
from tapete.console.abilities import Abilities
from tapete.console.clock import OwnedClock
from tapete.core.rules import Rules
from tapete.core.scene import Panel, Tell
from tapete.presentation import find, lamps
from tapete.presentation.telling import Account, account
from tapete.table import Hub, Journal
from tapete.table.panel_telling import LAST_S
from tapete.testing.contract import QUIET
from tests.table.fake_console import FakeConsole


class Evening:
    """A table with a console that the test plays, on a clock of the test; its hub tells by light as that of a command does."""

    def __init__(self, hub: Hub, game: str = "shazamm", **able: Any) -> None:
        self.hub = hub
        self.made: list[FakeConsole] = []
        hub.teller = lamps.turn_told
        self.table = hub.begin(game, seats=2, catalogue=None if game == "shazamm" else "starter")
        self.binding = hub.add_console(self._open)
        self.console = self.made[0]
        self.console.state = replace(self.console.state, able=Abilities(**able))

    def _open(self, on_report: Any, kept: Any) -> FakeConsole:
        self.made.append(FakeConsole(on_report, kept))
        return self.made[-1]

    def panels(self) -> list[Panel]:
        assert self.table.settle()
        return [self.console.panel(0), self.console.panel(1)]

    def reveal(self) -> None:
        """Both bid on their panels, and the bids are opened."""
        for panel, bid in ((0, 9), (1, 6)):
            self.panels()
            self.console.lock(panel, bid)
        self.panels()
        request = self.console.request
        for panel, bid in ((0, 9), (1, 6)):
            self.console.open(panel, bid, request=request)

    def turn(self) -> None:
        """Both bid on their panels, and what follows by hand is declared until the next bids are asked for."""
        self.reveal()
        rng = random.Random(1)
        while type(self.table.state.agenda[-1]).__name__ != "Bidding":
            action = self.table.rules.sample(self.table.state, rng, avoid=QUIET)
            assert action is not None
            self.table.submit(action)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with OwnedClock() as clock, Journal(tmp_path / "journal.sqlite3") as journal:
        hub = Hub(journal, clock=clock)
        try:
            yield Evening(hub)
        finally:
            hub.close()


def test_at_the_reveal_each_counter_shows_its_bid_beside_what_is_asked(evening: Evening) -> None:
    evening.reveal()
    told = [panel.tell for panel in evening.panels()]
    assert [(one.sign, one.number) for one in told if one is not None] == [("bid", 9), ("bid", 6)]
    assert all(panel.pick is not None for panel in evening.panels())


def test_a_turn_is_told_moment_by_moment_lock_is_next_and_then_bids_are_asked(evening: Evening) -> None:
    evening.turn()
    seen = []
    while evening.panels()[0].bid is None:
        panels = evening.panels()
        assert all((panel.lamp, panel.lock, panel.pick) == ("turn", "pass", None) for panel in panels)
        seen.append(tuple(panel.tell.sign for panel in panels if panel.tell is not None))
        evening.console.press_lock(len(seen) % 2)
        assert len(seen) < 20
    assert ("wins", "loses") in seen
    lost = evening.panels()
    assert [panel.tell for panel in lost] == [None, None], "the last moment was touched"
    evening.console.lock(0, 3)
    assert evening.table.state.agenda[-1].ready == ("A",)


def test_what_was_lost_is_told_in_each_moment_after_it(evening: Evening) -> None:
    evening.turn()
    numbers = []
    while evening.panels()[0].bid is None:
        tell = evening.panels()[0].tell
        assert tell is not None
        numbers.append(tell.number if tell.sign != "bid" else None)
        evening.console.press_lock(0)
    assert numbers[-1] == 50
    first = numbers.index(50)
    assert numbers[first:] == [50] * (len(numbers) - first)


def test_a_moment_passes_by_itself_and_the_last_one_after_twenty_seconds(evening: Evening) -> None:
    evening.turn()
    assert evening.panels()[0].tell is not None
    begun = evening.hub.clock.now()
    news = evening.hub.clock.condition()
    with news:
        news.wait_for(lambda: False, 60)
    assert evening.panels()[0].bid is not None
    assert evening.hub.clock.now() - begun >= LAST_S


def test_a_lock_for_an_earlier_moment_or_held_goes_on_to_nothing(evening: Evening) -> None:
    evening.turn()
    evening.panels()
    first = evening.console.request
    evening.console.press_lock(0, long=True)
    evening.panels()
    assert evening.console.request == first
    evening.console.press_lock(0)
    second = evening.panels()[0].tell
    evening.console.press_lock(1, request=first)
    assert evening.panels()[0].tell == second


def test_what_was_taken_back_is_not_told_on(evening: Evening) -> None:
    evening.turn()
    assert evening.panels()[0].lock == "pass"
    evening.table.move("undo", None, None)
    assert all((panel.tell, panel.lock) == (None, None) for panel in evening.panels())


def test_a_console_that_cannot_tell_shows_how_it_ended(tmp_path: Path) -> None:
    with OwnedClock() as clock, Journal(tmp_path / "journal.sqlite3") as journal:
        hub = Hub(journal, clock=clock)
        evening = Evening(hub, tell=False)
        evening.turn()
        assert all(panel.bid is not None and panel.tell is None for panel in evening.panels())
        hub.close()


def test_a_bid_that_the_console_keeps_is_not_taken_away_for_a_telling(evening: Evening) -> None:
    """A locked bid that a scene does not ask for is forgotten."""
    evening.turn()
    while evening.panels()[0].bid is None:
        evening.console.press_lock(0)
    evening.console.lock(0, 3)
    evening.panels()
    made = lamps.turn_told(evening.table)
    assert made is not None
    evening.binding._teller = lambda table: replace(made, number=10_000, signs={"A": Tell(id="9.1", sign="acts")})
    evening.binding._tell()
    evening.binding._draw()
    assert evening.panels()[0].bid is not None
    assert evening.panels()[0].tell is not None, "it is said beside what is asked"


# ---- every game


def accounts(path: Path) -> Iterator[tuple[Rules[Any], Account]]:
    """The account of each declaration of a golden match."""
    for rules, state, action in replayed(path):
        pairs = rules.told(state, action) if action is not None else ()
        if pairs and (made := account(find(rules.game.name).account, rules, pairs, state, 7, "en")) is not None:
            yield rules, made


UNLIT: dict[str, str] = {}
"""Main events after which no light moves, and why."""


@pytest.mark.parametrize("game", ["bhm", "datamorphs", "mamlejet", "moriham", "shazamm"])
def test_each_main_event_of_each_game_has_its_light(game: str) -> None:
    dark: dict[str, str] = {}
    seen = 0
    for path in sorted((GOLDEN / game).glob("*.txt")):
        if not path.read_text(encoding="utf-8").startswith("game "):
            continue
        for rules, made in accounts(path):
            turn = lamps.told(rules, made)
            main = [beat for beat in made.beats if beat.weight >= lamps.FIGURE]
            seen += len(main)
            told = [[panel.tell for panel in one.scene.panels if panel.tell is not None] for one in turn.scenes]
            for beat, signs in zip(main, told or [list(turn.signs.values())] * len(main), strict=True):
                if all(one.sign == "step" and one.number is None for one in signs):
                    dark[beat.clause] = beat.says
    assert seen > 10
    assert set(dark) == set(UNLIT), dark

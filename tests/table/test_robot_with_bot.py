"""A robot that has a bot plays through the buttons of a simulated console."""

from __future__ import annotations

import random

import pytest

from tapete.bots import bot_of
from tapete.console.clock import OwnedClock
from tapete.console.simulator import SimulatedConsole
from tapete.table import Changed, Hub, Journal
from tapete.table.robots import FAST, Robot
from tests.run_forms import usually

pytestmark = pytest.mark.slow

PATIENCE_S = 600.0
"""Of the clock that stands still while anybody works: a match lasts seconds."""


@pytest.mark.parametrize("seed", usually((1, 2, 3), 1))
def test_mamlejet_is_played_through_the_buttons(journal: Journal, seed: int) -> None:
    """One player and a short aim: dice and LOCK travel the whole way."""
    with OwnedClock(random.Random(seed).randrange) as clock, SimulatedConsole(panels=2, clock=clock) as console:
        hub, over = Hub(journal, console, clock), clock.condition()
        table = hub.begin("mamlejet", {"level": "heroe", "threat_skip_rounds": 0, "win_emuna": 4, "loss_emuna": 4}, seats=1)

        def heard(changed: Changed) -> None:
            with over:
                over.notify_all()

        table.watch(heard)
        hub.add_console(console.open)
        robot = Robot(table, "A", console, 0, FAST, random.Random(seed), bot_of(table.rules, random.Random(seed)))
        robot.start()
        with over:
            assert over.wait_for(lambda: table.result is not None, PATIENCE_S), (table.seq, table.awaiting(), robot.failure)
        robot.stop()
        hub.close()
    assert robot.failure is None
    entries = [entry for entry in table.entries if entry.action is not None]
    dice = {entry.source for entry in entries if entry.action is not None and entry.action["action"] == "enter_roll"}
    assert dice
    assert all(source.startswith("console:A:") for source in dice)
    passes = [entry.source for entry in entries if entry.action is not None and entry.action["action"] == "pass"]
    assert any(source.startswith("console:A:") for source in passes)

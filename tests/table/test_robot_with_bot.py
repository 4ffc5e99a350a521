"""A robot that has a bot plays through the buttons of a simulated console."""

from __future__ import annotations

import random
import threading

from tapete.bots import bot_of
from tapete.console.client import Console
from tapete.console.simulator import SimulatedConsole
from tapete.table import Hub, Journal
from tapete.table.robots import FAST, Robot

PATIENCE_S = 240.0


def test_mamlejet_is_played_through_the_buttons(journal: Journal) -> None:
    """One player and a short aim: dice and LOCK travel the whole way."""
    over = threading.Event()
    with SimulatedConsole(panels=2) as console:
        hub = Hub(journal, console)
        table = hub.begin("mamlejet", {"level": "heroe", "threat_skip_rounds": 0, "win_emuna": 4, "loss_emuna": 4}, seats=1)
        table.watch(lambda changed: over.set() if table.result is not None else None)
        hub.add_console(lambda on_event, kept: Console(console.url, on_event, kept=kept))
        robot = Robot(table, "A", console, 0, FAST, random.Random(1), bot_of(table.rules, random.Random(1)))
        robot.start()
        try:
            assert over.wait(PATIENCE_S), (table.seq, table.awaiting(), robot.failure)
        finally:
            robot.stop()
            hub.close()
    assert robot.failure is None
    entries = [entry for entry in table.entries if entry.action is not None]
    dice = {entry.source for entry in entries if entry.action is not None and entry.action["action"] == "enter_roll"}
    assert dice
    assert all(source.startswith("console:A:") for source in dice)
    passes = [entry.source for entry in entries if entry.action is not None and entry.action["action"] == "pass"]
    assert any(source.startswith("console:A:") for source in passes)

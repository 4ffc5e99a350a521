"""The Tapete console: assemble the board and run.

An exception is noted in the nvm, shown as red ends on every chain, told to the host after the restart that follows. Ctrl-C on
the Python prompt stops the console and its watchdog.
"""

import traceback

import supervisor

from tapete_console import VERSION, health
from tapete_console.console import Console
from tapete_console.edge import Board, Toml
from tapete_console.settings import Settings


def run() -> None:
    """Run for ever; return only on Ctrl-C."""
    supervisor.runtime.autoreload = False
    settings = Settings(Toml())
    board = Board(settings)
    try:
        console = Console(board, settings, supervisor.ticks_ms())
        while True:
            console.turn(supervisor.ticks_ms())
    except KeyboardInterrupt:
        board.stop_watchdog()
    except Exception as error:  # noqa: BLE001 - whatever it was, the console must come back
        print(VERSION, "".join(traceback.format_exception(error)))
        board.alarm()
        breakdown = health.described(error, traceback.format_exception(error), VERSION)
        health.Breakdowns(board.memory).note(breakdown)
        board.restart()


run()

"""The Tapete console: assemble the board and run.

An exception is noted in the nvm, shown as red ends on every chain, told to the host after the restart that follows. Ctrl-C on
the Python prompt stops the console and its watchdog.
"""

import traceback

import microcontroller
import supervisor

from tapete_console import VERSION, health
from tapete_console.console import Console
from tapete_console.edge import Board, Toml
from tapete_console.settings import Settings


def run() -> None:
    """Run for ever; return only on Ctrl-C."""
    supervisor.runtime.autoreload = False
    board = None
    try:
        settings = Settings(Toml())
        board = Board(settings)
        console = Console(board, settings, supervisor.ticks_ms())
        while True:
            console.turn(supervisor.ticks_ms())
    except KeyboardInterrupt:
        if board is not None:
            board.stop_watchdog()
    except Exception as error:  # noqa: BLE001 - whatever it was, the console must come back
        print(VERSION, "".join(traceback.format_exception(error)))
        if board is not None:
            board.alarm()
        breakdown = health.described(error, traceback.format_exception(error), VERSION)
        breakdowns = health.Breakdowns(microcontroller.nvm)
        breakdowns.note(breakdown)
        if board is not None or breakdowns.count < health.TOO_MANY:
            microcontroller.reset()
        # A board that can not even be opened (too many pixels for its memory): stop, so that the drive stays within reach.


run()

"""The Tapete console: assemble the board and run.

A breakdown is noted in the nvm, shown as red ends on every chain, told to the host after the restart that follows. After three in a row
only counters and dice run, after one more nothing but `stopped.py`. Ctrl-C on the Python prompt stops the console and its watchdog.
"""

import sys
import traceback

import microcontroller
import supervisor

import tapete_console
from tapete_console import VERSION, health, stopped

START = ("settings_keys", "wiring")
"""Modules that are needed until the loop runs, and 6 KB of memory."""


def let_go() -> None:
    """Forget what only the start needed: the memory is better used in play."""
    for name in START:
        if sys.modules.pop("tapete_console." + name, None) is not None:
            delattr(tapete_console, name)


def run() -> None:
    """Run for ever; return only on Ctrl-C."""
    supervisor.runtime.autoreload = False
    breakdowns = health.Breakdowns(microcontroller.nvm, stopped.mended(VERSION))
    board = None
    try:
        breakdowns.begin(stopped.started_by())
        if not breakdowns.last:
            from tapete_console.console import Console
            from tapete_console.edge import Board, settings_in_use

            settings = settings_in_use()
            board = Board(settings)
            console = Console(board, settings, breakdowns, supervisor.ticks_ms())
            let_go()
            while True:
                console.turn(supervisor.ticks_ms())
    except KeyboardInterrupt:
        stopped.stop_watchdog()
        return
    except Exception as error:  # noqa: BLE001 - whatever it was, the console must come back
        if board is not None:
            board.alarm()
        trace = traceback.format_exception(error)
        restart = not breakdowns.safe
        breakdowns.note(health.described(error, trace, VERSION))  # first: nothing that follows may cost the report
        stopped.say(VERSION + " " + "".join(trace))
        if restart:
            microcontroller.reset()
    if board is None:
        stopped.alarm()
    stopped.stand_still(breakdowns)


run()

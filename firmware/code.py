"""The Tapete console: assemble the board and run.

A breakdown is noted in the nvm, shown as red ends on every chain, told to the host after the restart that follows. After three in a row
only counters and dice run, after one more nothing but `tapete_stopped.py`. That runs at once if a file of the console is missing, empty
or cut short, which no restart would mend. Ctrl-C on the Python prompt stops the console and its watchdog. The last line is the mark by
which boot.py sees that this file is whole.
"""

from __future__ import annotations

import sys
import traceback

import microcontroller
import supervisor
import usb_cdc

START = ("opening", "profiles", "settings_keys", "wiring")
"""Modules that are needed until the loop runs, and 9 KB of memory."""
BROKEN = (AttributeError, ImportError, NameError, SyntaxError)
"""What a file raises that is missing, empty or cut short."""
NO_CHANNEL = "boot.py has not turned the data channel on: is it on the drive? Then unplug the console and plug it in again"


def let_go() -> None:
    """Forget what only the start needed: the memory is better used in play."""
    package = sys.modules["tapete_console"]
    for name in START:
        if sys.modules.pop("tapete_console." + name, None) is not None and hasattr(package, name):
            delattr(package, name)


def rest(count: int, why: Exception | str, dark: bool) -> None:
    """Stand still after so many breakdowns and tell why; `dark`: no chain shows yet that something is wrong."""
    import tapete_stopped as stopped

    if dark:
        stopped.alarm()
    stopped.stand_still(count, why if isinstance(why, str) else stopped.reason(why))


def tell_prompt(said: int) -> int:
    """Tell the Python prompt once a second why no host is reached; take and return the ticks at which that was last said."""
    import tapete_stopped as stopped

    now = supervisor.ticks_ms()
    if (now - said) & stopped.TICKS < stopped.SAY_MS:
        return said
    stopped.tell(usb_cdc.console, stopped.line(1, NO_CHANNEL))
    return now


def run() -> None:
    """Run for ever; return only on Ctrl-C."""
    supervisor.runtime.autoreload = False
    try:
        from tapete_console import VERSION, health, start
        from tapete_console.console import Console
        from tapete_console.edge import Board, settings_in_use

        breakdowns = health.Breakdowns(microcontroller.nvm, start.mended(VERSION))
    except Exception as error:  # noqa: BLE001 - whichever file it is, and in whatever way it is broken
        rest(1, error, True)
        return
    board = console = None
    try:
        breakdowns.begin(start.started_by())
        if not breakdowns.last:
            settings = settings_in_use()
            board = Board(settings)
            console = Console(board, settings, breakdowns, supervisor.ticks_ms())
            let_go()
            console.settle()
            said = supervisor.ticks_ms()
            while usb_cdc.data is None:
                console.turn(supervisor.ticks_ms())
                said = tell_prompt(said)
            while True:
                console.turn(supervisor.ticks_ms())
    except KeyboardInterrupt:
        if microcontroller.watchdog is not None:
            microcontroller.watchdog.mode = None
        return
    except Exception as error:  # noqa: BLE001 - whatever it was, the console must come back
        if board is not None:
            board.alarm()
        if console is None and isinstance(error, BROKEN):
            rest(1, error, board is None)
            return
        trace = traceback.format_exception(error)
        restart = not breakdowns.safe
        breakdowns.note(health.described(error, trace, VERSION))  # first: nothing that follows may cost the report
        start.say(VERSION + " " + "".join(trace))
        if restart:
            microcontroller.reset()
    rest(breakdowns.count, breakdowns.text or "watchdog", board is None)


run()

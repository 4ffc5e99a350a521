"""After a fault below Python CircuitPython runs this file in place of code.py, with nothing else.

A brown-out is over when this runs: start again. Any other fault is a breakdown like an exception and counts as one (health.py), so that a
board that faults at once comes to rest here, with its drive in reach. Who asked for safe mode by hand gets it.
"""

import microcontroller
import supervisor

from tapete_console import VERSION, health, start

FAULTS = ("HARD_FAULT", "INTERRUPT_ERROR", "NLR_JUMP_FAIL", "GC_ALLOC_OUTSIDE_VM", "SDK_FATAL_ERROR", "STACK_OVERFLOW", "WATCHDOG")

reason = supervisor.runtime.safe_mode_reason
if reason == supervisor.SafeModeReason.BROWNOUT:
    microcontroller.reset()
for name in FAULTS:
    if reason == getattr(supervisor.SafeModeReason, name, None):
        breakdowns = health.Breakdowns(microcontroller.nvm, start.mended(VERSION))
        if not breakdowns.last:
            breakdowns.note(name + " safemode.py " + VERSION)
            microcontroller.reset()

"""Fake `supervisor`: the tick counter, the run's circumstances, reload."""

import simhw


class RunReason:
    STARTUP = "supervisor.RunReason.STARTUP"
    AUTO_RELOAD = "supervisor.RunReason.AUTO_RELOAD"
    SUPERVISOR_RELOAD = "supervisor.RunReason.SUPERVISOR_RELOAD"
    REPL_RELOAD = "supervisor.RunReason.REPL_RELOAD"


class SafeModeReason:
    """Why CircuitPython runs safemode.py instead of code.py; `simhw.SAFE_MODE` is the name of one."""

    NONE = "supervisor.SafeModeReason.NONE"
    BROWNOUT = "supervisor.SafeModeReason.BROWNOUT"
    GC_ALLOC_OUTSIDE_VM = "supervisor.SafeModeReason.GC_ALLOC_OUTSIDE_VM"
    HARD_FAULT = "supervisor.SafeModeReason.HARD_FAULT"
    INTERRUPT_ERROR = "supervisor.SafeModeReason.INTERRUPT_ERROR"
    NLR_JUMP_FAIL = "supervisor.SafeModeReason.NLR_JUMP_FAIL"
    PROGRAMMATIC = "supervisor.SafeModeReason.PROGRAMMATIC"
    SAFE_MODE_PY_ERROR = "supervisor.SafeModeReason.SAFE_MODE_PY_ERROR"
    SDK_FATAL_ERROR = "supervisor.SafeModeReason.SDK_FATAL_ERROR"
    STACK_OVERFLOW = "supervisor.SafeModeReason.STACK_OVERFLOW"
    USER = "supervisor.SafeModeReason.USER"
    WATCHDOG = "supervisor.SafeModeReason.WATCHDOG"


class Runtime:
    """`supervisor.runtime`."""

    __slots__ = ("autoreload",)

    def __init__(self) -> None:
        self.autoreload = True

    @property
    def usb_connected(self) -> bool:
        return True

    @property
    def serial_connected(self) -> bool:
        """Whether a terminal has the Python prompt open."""
        return simhw.CONSOLE.open

    @property
    def serial_bytes_available(self) -> int:
        return min(len(simhw.CONSOLE.waiting), simhw.BUFFER_BYTES)

    @property
    def run_reason(self) -> str:
        return RunReason.SUPERVISOR_RELOAD if simhw.RESET_REASON == "reload" else RunReason.STARTUP

    @property
    def safe_mode_reason(self) -> str:
        return getattr(SafeModeReason, simhw.SAFE_MODE)


class StatusBar:
    """`supervisor.status_bar`: the title sequences on the prompt."""

    __slots__ = ("console", "display")

    def __init__(self) -> None:
        self.console = True
        self.display = True


runtime = Runtime()
status_bar = StatusBar()

next_code_file: "dict[str, object] | None" = None
"""Not CircuitPython's: what `set_next_code_file` asked for, for the simulator and for tests."""


def ticks_ms() -> int:
    """Milliseconds, starting at 536805376 and wrapping at 2**29: 65.5 s after the start."""
    simhw.begin_turn()
    return simhw.ticks_ms()


def reload() -> None:
    """Run code.py again; does not return."""
    raise simhw.BoardReset("reload")


def set_next_code_file(
    filename: "str | None",
    *,
    reload_on_success: bool = False,
    reload_on_error: bool = False,
    sticky_on_success: bool = False,
    sticky_on_error: bool = False,
    sticky_on_reload: bool = False,
) -> None:
    """What to run next time; the options hold for that run, not for this one."""
    global next_code_file
    next_code_file = {
        "filename": filename,
        "reload_on_success": reload_on_success,
        "reload_on_error": reload_on_error,
        "sticky_on_success": sticky_on_success,
        "sticky_on_error": sticky_on_error,
        "sticky_on_reload": sticky_on_reload,
    }


def get_previous_traceback() -> "str | None":
    """The text of the error that ended the last run, or None."""
    return simhw.PREVIOUS_TRACEBACK


def set_usb_identification(manufacturer: "str | None" = None, product: "str | None" = None, vid: int = -1, pid: int = -1) -> None:
    """The names in the USB descriptor; in boot.py only."""
    simhw.require_boot("supervisor.set_usb_identification")
    for name in (manufacturer, product):
        if name is not None and len(name) > 126:
            raise ValueError("USB names have 126 characters at most")
    if vid != -1 or pid != -1:
        raise ValueError("Tapete has no USB ids of its own: leave vid and pid alone")


def _restart() -> None:
    global next_code_file
    runtime.autoreload = True
    status_bar.console = True
    status_bar.display = True
    next_code_file = None


simhw.ON_RESTART.append(_restart)

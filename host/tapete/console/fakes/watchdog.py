"""Fake `watchdog` of the RP2040: RESET only, 8.388 s at most; `WatchDogMode.RAISE` is not implemented there."""

import simhw


class WatchDogMode:
    """RESET: the chip starts again when it was not fed."""

    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimeout(Exception):
    """Exists on the RP2040, and is never raised there."""


class WatchDogTimer:
    """`microcontroller.watchdog`. Set `timeout` (seconds, up to 8.388) before `mode`."""

    __slots__ = ("_mode", "_timeout")

    def __init__(self) -> None:
        self._stop()
        simhw.ON_RESTART.append(self._stop)

    def _stop(self) -> None:
        self._timeout: "float | None" = None
        self._mode: "str | None" = None

    @property
    def timeout(self) -> "float | None":
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if seconds <= 0:
            raise ValueError("watchdog timeout must be greater than 0")
        if seconds > 8.388607:
            raise ValueError("watchdog timeout must be 0-8")
        self._timeout = seconds
        if self._mode is not None:
            self._arm()

    @property
    def mode(self) -> "str | None":
        return self._mode

    @mode.setter
    def mode(self, mode: "str | None") -> None:
        if mode is None:
            self._mode = None
            simhw.WATCHDOG_DUE = None
        elif mode == WatchDogMode.RESET:
            if self._timeout is None:
                raise ValueError("WatchDogTimer.timeout must be greater than 0")
            self._mode = mode
            self._arm()
        elif mode == WatchDogMode.RAISE:
            raise NotImplementedError("WatchDogMode.RAISE on the RP2040")
        else:
            raise TypeError("watchdog mode must be a WatchDogMode")

    def feed(self) -> None:
        """Start the time again. Raises ValueError when the watchdog does not run."""
        if self._mode is None:
            raise ValueError("WatchDogTimer is not currently running")
        simhw.poll()
        self._arm()

    def deinit(self) -> None:
        """Stop it."""
        self.mode = None

    def _arm(self) -> None:
        if self._timeout is not None:
            simhw.WATCHDOG_DUE = simhw.now_ms() + int(self._timeout * 1000)

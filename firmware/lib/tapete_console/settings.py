"""What a builder may change: settings.toml, checked (`settings_keys.py`)."""

from __future__ import annotations

from tapete_console.shapes import Wrong


class Settings:
    """The settings in use. `wrong` lists the values that were not usable; their defaults are in use (`settings_keys.py` reads them)."""

    panels: int
    counter: int
    private: int
    die: int
    bridge: int
    budget: int
    brightness: int
    alone_value: int
    run_up: int
    zigzag: bool
    watchdog: bool
    attract_ms: int
    night_brightness: int
    night: tuple[int, int]
    palette: str
    pixel_order: str
    turned: list[int]
    parts: list[str]

    def __init__(self) -> None:
        self.wrong: list[Wrong] = []

    def brightness_at(self, minute: int) -> int:
        """Return the brightness in percent at a minute of the day; that of the day if nobody has told the time (-1)."""
        start, end = self.night
        if minute < 0:
            night = False
        elif start <= end:
            night = start <= minute < end
        else:
            night = minute >= start or minute < end
        return min(self.brightness, self.night_brightness) if night else self.brightness

    @property
    def public(self) -> int:
        """Public pixels at the start of a panel's chain: counter, then die display."""
        return self.counter + self.die

    @property
    def chain(self) -> int:
        """Pixels of one panel's chain."""
        return self.counter + self.die + self.private

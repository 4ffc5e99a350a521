"""What a builder may change: the keys of settings.toml, checked."""

from __future__ import annotations

MOST_LETTERS = 40
"""So much of a value that cannot be used is told to the host."""


class Environment:
    """Where settings come from; the board's edge and tests derive from it."""

    def getenv(self, key: str) -> str | int | None:
        """Return the value of a key as `os.getenv` does: None if it is absent, ValueError if it is not one that the interpreter reads."""
        return None

    def stands(self, key: str) -> str:
        """Return what stands behind the key's equals sign, whatever it is; empty if nobody knows."""
        return ""


class Wrong:
    """A value that is not usable: its `key`, the value `used` in its place, and what `stands` in settings.toml."""

    def __init__(self, key: str, used: str, stands: str) -> None:
        self.key = key
        self.used = used
        self.stands = stands

    def words(self) -> list[str]:
        """Return the words of `report setting` (docs/link.md, section 9); an empty value is `-`, a letter that is not ASCII `?`."""
        letters = [letter if " " <= letter <= "~" else "?" for letter in self.stands.strip()[:MOST_LETTERS]]
        return [self.key, self.used or "-"] + "".join(letters).split()


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
    reader: bool
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

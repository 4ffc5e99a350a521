"""What a builder may change: the keys of settings.toml, checked."""

from __future__ import annotations

from tapete_console import lights, pins

WHOLE = (
    ("TAPETE_PANELS", 2, 1, 4),
    ("TAPETE_COUNTER_PIXELS", pins.COUNTER_PIXELS, 1, 200),
    ("TAPETE_PRIVATE_PIXELS", pins.PRIVATE_PIXELS, 0, 40),
    ("TAPETE_DIE_PIXELS", pins.DIE_PIXELS, 0, 40),
    ("TAPETE_BRIDGE_PIXELS", 0, 0, 60),
    ("TAPETE_BUDGET_MA", 400, 100, 20000),
    ("TAPETE_BRIGHTNESS", 100, 1, 100),
    ("TAPETE_ALONE_VALUE", 30, 0, 999),
    ("TAPETE_RUNUP_MS", 600, 0, 3000),
    ("TAPETE_ZIGZAG", 0, 0, 1),
    ("TAPETE_WATCHDOG", 1, 0, 1),
    ("TAPETE_ATTRACT_MINUTES", 10, 0, 1440),
    ("TAPETE_NIGHT_BRIGHTNESS", 30, 1, 100),
)
"""Whole numbers: key, value if absent or wrong, smallest, largest."""

WORDS = (
    ("TAPETE_PALETTE", "standard", lights.PALETTES),
    ("TAPETE_PIXEL_ORDER", "GRB", ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR")),
)
"""Words: key, value if absent or wrong, values allowed."""

NIGHT = "TAPETE_NIGHT"
"""From when to when it is night, `22:00-09:00`; empty: never."""

TURNED = "TAPETE_TURNED"
"""Panels whose counter is mounted upside down, as digits: `02` turns the first and the third."""


class Environment:
    """Where settings come from; the board's edge and tests derive from it."""

    def getenv(self, key: str) -> str | int | None:
        """Return the value of a key as `os.getenv` does, None if it is absent."""
        return None


class Settings:
    """The settings in use. `wrong` lists the keys whose value was not usable; their default is in use."""

    def __init__(self, environment: Environment) -> None:
        self.wrong: list[str] = []
        numbers = {}
        for key, default, low, high in WHOLE:
            numbers[key] = self._number(environment, key, default, low, high)
        words = {}
        for key, usual, allowed in WORDS:
            value = environment.getenv(key)
            if value is not None and value not in allowed:
                self.wrong.append(key)
                value = None
            words[key] = usual if value is None else str(value)
        self.panels = numbers["TAPETE_PANELS"]
        self.counter = numbers["TAPETE_COUNTER_PIXELS"]
        self.private = numbers["TAPETE_PRIVATE_PIXELS"]
        self.die = numbers["TAPETE_DIE_PIXELS"]
        self.bridge = numbers["TAPETE_BRIDGE_PIXELS"]
        self.budget = numbers["TAPETE_BUDGET_MA"]
        self.brightness = numbers["TAPETE_BRIGHTNESS"]
        self.alone_value = numbers["TAPETE_ALONE_VALUE"]
        self.run_up = numbers["TAPETE_RUNUP_MS"]
        self.zigzag = numbers["TAPETE_ZIGZAG"] == 1
        self.watchdog = numbers["TAPETE_WATCHDOG"] == 1
        self.attract_ms = numbers["TAPETE_ATTRACT_MINUTES"] * 60000
        self.night_brightness = numbers["TAPETE_NIGHT_BRIGHTNESS"]
        self.night = self._span(str(environment.getenv(NIGHT) or ""))
        self.palette = words["TAPETE_PALETTE"]
        self.pixel_order = words["TAPETE_PIXEL_ORDER"]
        if 0 < self.private < pins.PRIVATE_PIXELS:
            self.wrong.append("TAPETE_PRIVATE_PIXELS")
            self.private = pins.PRIVATE_PIXELS
        if 0 < self.die < pins.DIE_PIXELS:
            self.wrong.append("TAPETE_DIE_PIXELS")
            self.die = pins.DIE_PIXELS
        self.turned: list[int] = []
        for digit in str(environment.getenv(TURNED) or ""):
            if digit in "0123":
                self.turned.append(int(digit))
            elif TURNED not in self.wrong:
                self.wrong.append(TURNED)

    def _number(self, environment: Environment, key: str, default: int, low: int, high: int) -> int:
        value = environment.getenv(key)
        if value is None:
            return default
        try:
            number = int(value)
        except ValueError:
            number = low - 1
        if low <= number <= high:
            return number
        self.wrong.append(key)
        return default

    def _span(self, text: str) -> tuple[int, int]:
        """Return first and last minute of the day in `22:00-09:00`; twice the same where there is no night."""
        minutes = []
        for part in text.split("-"):
            hour, colon, minute = part.partition(":")
            if colon and len(hour) == len(minute) == 2 and hour < "24" and minute < "60":
                try:
                    minutes.append(60 * int(hour) + int(minute))
                except ValueError:
                    break
        if len(minutes) == 2 and text.count("-") == 1:
            return minutes[0], minutes[1]
        if text:
            self.wrong.append(NIGHT)
        return 0, 0

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

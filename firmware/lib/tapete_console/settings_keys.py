"""The keys of settings.toml and how they are checked. Needed at the start alone: code.py lets it go then, for 3 KB of memory."""

from __future__ import annotations

from tapete_console import lights, pins, profiles
from tapete_console.settings import Settings

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
    ("TAPETE_HIDE_DRIVE", 0, 0, 1),
    ("TAPETE_ATTRACT_MINUTES", 10, 0, 1440),
    ("TAPETE_NIGHT_BRIGHTNESS", 30, 1, 100),
    ("TAPETE_READER", 0, 0, 1),
    ("TAPETE_DIGITS", 0, 0, 1),
    ("TAPETE_ENCODER", 0, 0, 2),
    ("TAPETE_BUZZER", 0, 0, 1),
    ("TAPETE_KEYS", 0, 0, 1),
)
"""Whole numbers: key, value if absent or wrong, smallest, largest."""

WORDS = (
    ("TAPETE_PALETTE", "standard", lights.PALETTES),
    ("TAPETE_PIXEL_ORDER", "GRB", ("GRB", "RGB", "BRG", "BGR", "RBG", "GBR", "GRBW", "RGBW")),
)
"""Words: key, value if absent or wrong, values allowed."""

NIGHT = "TAPETE_NIGHT"
"""From when to when it is night, `22:00-09:00`; empty: never."""

TURNED = "TAPETE_TURNED"
"""Panels whose counter is mounted upside down, as digits: `02` turns the first and the third."""


DIGITS = "0123456789"

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


def read(environment: Environment) -> Settings:
    """Return the settings of an environment."""
    settings = Settings()
    Reader(environment, settings)
    return settings


class Reader:
    """Reads the settings of an environment into `settings`; its `wrong` lists what was not usable, and the default is in use there."""

    def __init__(self, environment: Environment, settings: Settings) -> None:
        self.wrong = settings.wrong
        numbers = {}
        for key, default, low, high in WHOLE:
            numbers[key] = self._number(environment, key, default, low, high)
        words = {}
        for key, usual, allowed in WORDS:
            value = self._read(environment, key, usual)
            if value not in allowed:
                self.wrong.append(Wrong(key, usual, str(value)))
                value = usual
            words[key] = str(value)
        settings.panels = numbers["TAPETE_PANELS"]
        settings.counter = numbers["TAPETE_COUNTER_PIXELS"]
        settings.private = numbers["TAPETE_PRIVATE_PIXELS"]
        settings.die = numbers["TAPETE_DIE_PIXELS"]
        settings.bridge = numbers["TAPETE_BRIDGE_PIXELS"]
        wanted = [part.word for part in profiles.PARTS if numbers[part.setting] == part.value]
        wires, left_out = profiles.fitted(wanted)
        settings.parts = [word for word in wanted if word in wires]
        for part in [profiles.by_word(word) for word in left_out]:
            self.wrong.append(Wrong(part.setting, "0", str(part.value)))
        settings.budget = numbers["TAPETE_BUDGET_MA"] - sum([profiles.by_word(word).ma for word in settings.parts])
        settings.brightness = numbers["TAPETE_BRIGHTNESS"]
        settings.alone_value = numbers["TAPETE_ALONE_VALUE"]
        settings.run_up = numbers["TAPETE_RUNUP_MS"]
        settings.zigzag = numbers["TAPETE_ZIGZAG"] == 1
        settings.watchdog = numbers["TAPETE_WATCHDOG"] == 1
        settings.attract_ms = numbers["TAPETE_ATTRACT_MINUTES"] * 60000
        settings.night_brightness = numbers["TAPETE_NIGHT_BRIGHTNESS"]
        settings.night = self._span(str(self._read(environment, NIGHT, "")))
        settings.palette = words["TAPETE_PALETTE"]
        settings.pixel_order = words["TAPETE_PIXEL_ORDER"]
        if 0 < settings.private < pins.PRIVATE_PIXELS:
            self.wrong.append(Wrong("TAPETE_PRIVATE_PIXELS", str(pins.PRIVATE_PIXELS), str(settings.private)))
            settings.private = pins.PRIVATE_PIXELS
        if 0 < settings.die < pins.DIE_PIXELS:
            self.wrong.append(Wrong("TAPETE_DIE_PIXELS", str(pins.DIE_PIXELS), str(settings.die)))
            settings.die = pins.DIE_PIXELS
        turned = str(self._read(environment, TURNED, ""))
        settings.turned = [int(digit) for digit in turned if digit in "0123"]
        if turned.strip("0123"):
            used = "".join([str(panel) for panel in settings.turned])
            self.wrong.append(Wrong(TURNED, used, turned))

    def _read(self, environment: Environment, key: str, usual: str | int) -> str | int:
        """Return what stands behind a key, `usual` if it is absent or nothing that the interpreter can read."""
        try:
            value = environment.getenv(key)
        except ValueError:
            stands = environment.stands(key)
            number = stands.partition("#")[0].strip()
            if number and not number.strip(DIGITS):
                return int(number)  # an interpreter that reads quoted values only, as CircuitPython 11 will
            self.wrong.append(Wrong(key, str(usual), stands))
            return usual
        return usual if value is None else value

    def _number(self, environment: Environment, key: str, default: int, low: int, high: int) -> int:
        value = self._read(environment, key, default)
        number = low - 1
        if not isinstance(value, str):
            number = value
        elif value.strip() and not value.strip().strip(DIGITS):
            number = int(value)
        if low <= number <= high:
            return number
        self.wrong.append(Wrong(key, str(default), str(value)))
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
            self.wrong.append(Wrong(NIGHT, "", text))
        return 0, 0

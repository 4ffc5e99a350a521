"""Stands for libgpiod 2 on a Raspberry Pi: one request a line, as the kernel has it; every line reads high. `PI_BUSY`: lines in use."""

from __future__ import annotations

import errno
import os
from types import SimpleNamespace
from typing import Any

__version__ = "2.3.0"
IN_USE: set[int] = {int(line) for line in os.environ.get("PI_BUSY", "").split(",") if line}


class line:  # noqa: N801 - libgpiod's name
    Direction = SimpleNamespace(INPUT=1, OUTPUT=2)
    Bias = SimpleNamespace(PULL_UP=1, PULL_DOWN=2, DISABLED=3, AS_IS=4)
    Drive = SimpleNamespace(PUSH_PULL=1, OPEN_DRAIN=2)
    Value = SimpleNamespace(ACTIVE=1, INACTIVE=0)


class LineSettings:
    def __init__(self, **wanted: Any) -> None:
        self.__dict__.update(wanted)


class LineRequest:
    def __init__(self, lines: list[int]) -> None:
        self._lines = lines
        for number in lines:
            if number in IN_USE:
                raise OSError(errno.EBUSY, "Device or resource busy")
            IN_USE.add(number)

    def get_value(self, number: int) -> int:
        return 1

    def get_values(self, *numbers: int) -> list[int]:
        return [1] * len(self._lines)

    def set_value(self, number: int, value: int) -> None:
        pass

    def set_values(self, values: dict[int, int]) -> None:
        pass

    def reconfigure_lines(self, config: Any) -> None:
        pass

    def release(self) -> None:
        IN_USE.difference_update(self._lines)


class Chip:
    def __init__(self, path: str) -> None:
        self.path = path

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=os.environ.get("PI_LABEL", "pinctrl-bcm2711"), num_lines=58, name="gpiochip0")

    def request_lines(self, consumer: str | None = None, config: dict[int, Any] | None = None, **more: Any) -> LineRequest:
        return LineRequest(list(config or {}))

    def close(self) -> None:
        pass


def request_lines(path: str, consumer: str | None = None, config: dict[int, Any] | None = None, **more: Any) -> LineRequest:
    return LineRequest(list(config or {}))

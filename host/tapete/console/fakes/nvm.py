"""Fake `nvm`: the type of `microcontroller.nvm`."""

from microcontroller import ByteArray

__all__ = ["ByteArray"]

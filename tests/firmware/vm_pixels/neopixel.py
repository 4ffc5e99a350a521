"""Stands for the pixel driver in a soak: in plain Python the real one takes most of the time, and it keeps nothing."""


class NeoPixel:
    """A chain that shows nothing."""

    def __init__(self, pin: object, length: int, **settings: object) -> None:
        self.length = length

    def __setitem__(self, index: object, colours: object) -> None:
        """Take colours."""

    def fill(self, colour: int) -> None:
        """Take one for all."""

    def show(self) -> None:
        """Write nothing."""

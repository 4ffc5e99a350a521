"""One chain of pixels: palette, power limit and a failure that stops nothing else."""

from __future__ import annotations

from tapete_console import lights, power
from tapete_console.shapes import Pixels

RETRY_MS = 5000
"""A chain that failed is tried again after this time."""


class Strip:
    """Draws pictures (places in the palette) on one chain.

    Arguments: the `pixels`; the `colours` of the palette; `allowed`, the levels that public pixels may use together; `private`, the same
    for the private ones; `places`, for each pixel of the chain the place in the picture that it shows. Attributes: `levels` now lit;
    `wanted` and `limited` of the last picture; `failure`, the type of the exception of the last write, empty if it went well.
    """

    def __init__(self, pixels: Pixels, colours: list[int], allowed: int, private: int, places: list[int]) -> None:
        self.levels = 0
        self.wanted = 0
        self.limited = False
        self.failure = ""
        self.allowed = allowed
        self._pixels = pixels
        self._private = private
        self._places = None if places == list(range(len(places))) else places
        self._shown = [0] * len(places)
        self._packed: list[int] = []
        self._failed_at = 0
        self.recolour(colours)

    def recolour(self, colours: list[int]) -> None:
        """Draw with these colours from the next picture on: another palette or brightness."""
        self._colours = colours
        self._sums = [(colour >> 16) + (colour >> 8 & 255) + (colour & 255) for colour in colours]
        self._dark_private = self._private < power.PRIVATE_LIT * self._sums[lights.LOCKED]
        self._scale = -1

    def show(self, picture: list[int], now: int) -> bool:
        """Write a picture; False if the chain failed, now or less than 5 s ago."""
        if self.failure and now - self._failed_at < RETRY_MS:
            return False
        wanted = 0
        private = 0
        for place in set(picture):
            if place in lights.PRIVATE:
                private += self._sums[place] * picture.count(place)
            else:
                wanted += self._sums[place] * picture.count(place)
        scale = power.scale(wanted, self.allowed)
        if scale != self._scale:
            self._scale = scale
            self._packed = self._pack(scale)
        packed = self._packed
        places = self._places
        colours = self._shown  # the same list each time: a new one leaves 1 KB behind as it grows
        for place in range(len(colours)):
            colours[place] = packed[picture[place if places is None else places[place]]]
        try:
            self._pixels[0 : len(colours)] = colours
            self._pixels.show()
        except (OSError, RuntimeError, ValueError, MemoryError) as error:
            self.failure = type(error).__name__
            self._failed_at = now
            return False
        self.failure = ""
        self.wanted = wanted
        self.limited = scale < power.FULL
        self.levels = min(wanted, self.allowed) + (0 if self._dark_private else private)
        return True

    def _pack(self, scale: int) -> list[int]:
        """Return the palette as 0xRRGGBB: public colours scaled, private ones as they are, or dark where the budget has no place."""
        if scale == power.FULL and not self._dark_private:
            return self._colours  # as they are, and of all chains the same
        packed = []
        for place in range(len(self._colours)):
            colour = self._colours[place]
            red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
            by = scale
            if place in lights.PRIVATE:
                by = 0 if self._dark_private else power.FULL
            packed.append(power.scaled(red, by) << 16 | power.scaled(green, by) << 8 | power.scaled(blue, by))
        return packed


def places(length: int, counter: int, row: int, zigzag: bool, turned: bool) -> list[int]:
    """Return which place of the picture each pixel of a panel's chain shows.

    Arguments: pixels of the chain and of its counter, pixels in a `row` of it; `zigzag`: every other row is wired backwards;
    `turned`: the counter is mounted upside down.
    """
    order = list(range(counter))
    if zigzag:
        order = []
        for start in range(0, counter, row):
            part = list(range(start, min(counter, start + row)))
            order += part if start // row % 2 == 0 else part[::-1]
    if turned:
        order = [counter - 1 - place for place in order]
    return order + list(range(counter, length))

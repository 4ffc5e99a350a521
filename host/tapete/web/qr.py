"""Addresses as QR codes."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(maxsize=16)
def symbol(address: str) -> Markup:
    """An address as a QR code with its quiet zone, sized by the style sheet.

    Drawn once: the big screen shows the same few addresses in every picture, and a mask is chosen by trying all eight.
    """
    import segno  # here: a start does not wait for it

    # A Micro QR is smaller, but not every phone knows it.
    return Markup(segno.make(address, error="m", micro=False).svg_inline(scale=4, border=4, omitsize=True))

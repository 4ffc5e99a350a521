"""Texts of games that exist in tests only: both languages side by side, without a catalogue."""

from __future__ import annotations

from tapete.core.texts import Given


def both(spanish: str, english: str) -> Given:
    """A sentence in both languages; it may have holes."""
    return Given({"es": spanish, "en": english})

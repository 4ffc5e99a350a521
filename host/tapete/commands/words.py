"""Words of the command line: which ones a shell asks for, and which one a mistyped word was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

from tapete.i18n import _

COMPLETING = "_TAPETE_COMPLETE"
"""The environment variable with which a shell asks click to complete a word."""


def nearest(word: str, among: Iterable[str]) -> str:
    """Say what may have been meant, as a sentence with a space before it; nothing where no name is near."""
    import difflib

    found = difflib.get_close_matches(word.lower(), list(among), 2, 0.6)
    return " " + _("Did you mean {names}?").format(names=_(" or ").join(found)) if found else ""

"""The buttons of an action bar, and what may lie over a board: plain data that templates draw."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Struct

from tapete.presentation.base import Stake


class Button(Struct, frozen=True, kw_only=True):
    """A button of the bar or of a sheet: what a press of it says, and how it looks; `source` is the field from which its value comes.

    Its id carries what it means and never its place, so that a picture which comes between press and release changes no meaning.
    """

    label: str
    press: str
    value: Any = None
    class_: str = ""
    note: str = ""
    names: str = ""
    source: str = ""

    @property
    def id(self) -> str:
        """By what it means."""
        return "b-" + "".join(c if c.isalnum() else "-" for c in f"{self.press}-{self.source or self.plain}")

    @property
    def plain(self) -> str:
        """The value as JSON."""
        return json.dumps(self.value, separators=(",", ":"), ensure_ascii=False)


class Pad(Struct, frozen=True, kw_only=True):
    """A number that is put together by fingers, and what it does; a `secret` one is masked, goes with its press, and begins empty."""

    low: int
    high: int
    value: int | None
    secret: bool
    stake: Stake | None = None


class Sheet(Struct, frozen=True, kw_only=True):
    """What lies over the board: buttons, a number, words, or links.

    Buttons may have a field to find one by name, an address where a card that nobody finds is typed in (`add`), and the camera.
    """

    title: str
    buttons: tuple[Button, ...] = ()
    find: bool = False
    add: str = ""
    camera: bool = False
    pad: Pad | None = None
    words: bool = False
    links: tuple[tuple[str, str], ...] = ()
    drawers: tuple[tuple[str, str], ...] = ()

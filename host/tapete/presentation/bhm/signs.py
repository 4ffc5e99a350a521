"""The signs on BHM's beings: one for each keyword and each state, always beside its word or in the legend under the fields."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.core.texts import Language, Text
from tapete.games.bhm.language import _

SIGNS: Mapping[str, str] = {
    "inmortal": "M-4 0C-7 -6 -13 -5 -13 0S-7 6 -4 0L4 0C7 -6 13 -5 13 0S7 6 4 0Z",
    "vinculo_de_poder": "M3 -13L-8 2H-1L-4 13L9 -3H1Z",
    "resistencia_magica": "M-10 -11H10V0C10 8 4 12 0 13C-4 12 -10 8 -10 0ZM0 -7V7M-6 0H6",
    "intangible": "M-9 12V-2A9 9 0 0 1 9 -2V12L5 8L2 12L-2 8L-5 12Z",
    "invisible": "M-13 0C-7 -9 7 -9 13 0C7 9 -7 9 -13 0ZM-10 11L10 -11",
    "eterno": "M-8 -12H8L1 0L8 12H-8L-1 0Z",
    "terror": "M0 -13L13 11H-13ZM0 -5V3M0 6V8",
    "inmune": "M-10 -11H10V0C10 8 4 12 0 13C-4 12 -10 8 -10 0Z",
    "frozen": "M0 -13V13M-11 -6.5L11 6.5M-11 6.5L11 -6.5",
    "inactive": "M5 -12A12 12 0 1 0 11 7A9 9 0 0 1 5 -12Z",
    "returned": "M10 9A10 10 0 1 0 0 12M0 12L6 7M0 12L6 17",
    "attacked": "M-11 11L8 -8L12 -12L11 -5L-7 12ZM-12 5L-5 12",
    "drained": "M0 -13C6 -4 9 0 9 4A9 9 0 0 1 -9 4C-9 0 -6 -4 0 -13Z",
    "fed": "M0 -13L3 -4H12L5 2L8 12L0 6L-8 12L-5 2L-12 -4H-3Z",
    "object": "M-11 -4H11V12H-11ZM-6 -4V-8A6 6 0 0 1 6 -8V-4",
    "power": "M3 -13L-8 2H-1L-4 13L9 -3H1ZM-12 -12H-6M-12 12H-8M8 -12H12M8 12H12",
    "beside": "M-9 -12H9V12H-9ZM0 -7L-4 1H0L-1 7L4 -1H0Z",
    "strikes": "M-12 12L6 -6M-2 -10L10 2M6 -12L12 -6",
    "struck": "M-12 0A12 12 0 1 0 12 0A12 12 0 1 0 -12 0ZM-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    "changed": "M-9 -2L0 -12L9 -2H4V12H-4V-2Z",
}
"""Outlines around a middle, 26 units across."""

WORDS: Mapping[str, Text] = {
    "inmortal": _("INMORTAL"),
    "vinculo_de_poder": _("VÍNCULO"),
    "resistencia_magica": _("RES. MÁGICA"),
    "intangible": _("INTANGIBLE"),
    "invisible": _("INVISIBLE"),
    "eterno": _("ETERNO"),
    "terror": _("TERROR"),
    "inmune": _("INMUNE"),
    "frozen": _("frozen"),
    "inactive": _("asleep"),
    "returned": _("returned"),
    "attacked": _("attacked"),
    "drained": _("summoned"),
    "fed": _("points"),
    "object": _("object", "label"),
    "power": _("power", "label"),
    "beside": _("executed"),
    "strikes": _("attacks"),
    "struck": _("target"),
    "changed": _("changed maximum"),
}
"""The word of each sign."""


class Mark:
    """One sign on a being: which, a figure with it (TERROR 120, the place of an attack), and what it names (a card carried)."""

    __slots__ = ("figure", "name", "sign")

    def __init__(self, sign: str, figure: str = "", name: str = "") -> None:
        self.sign, self.figure, self.name = sign, figure, name

    def words(self, language: Language) -> str:
        """The mark in words: the card carried, or its word with its figure."""
        return self.name or f"{WORDS[self.sign].in_(language)} {self.figure}".strip()

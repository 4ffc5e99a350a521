"""Shazamm's words: spells, slabs, the story of each event, and what each one at the table is asked to do."""

from typing import Any

from tapete.core.texts import Language, Text, Words, among, outcome, signed
from tapete.games.shazamm.language import _

TITLE = _("Shazamm")

SPELLS: tuple[Text, ...] = (
    _("Fake card"),
    _("Silence"),
    _("Clone"),
    _("Theft"),
    _("End of round"),
    _("Middle"),
    _("Recycle"),
    _("Attack boost"),
    _("Double dose"),
    _("Winner loses"),
    _("Inferno"),
    _("Resistance"),
    _("Sore loser"),
    _("Reserve boost"),
    _("Suction"),
)
"""The names of the cards by their number."""


def spell(number: Any, language: Language) -> str:
    """A card by name and number."""
    known = isinstance(number, int) and 0 <= number < len(SPELLS)
    return f"{SPELLS[number].in_(language)} ({number})" if known else str(number)


WORDS = Words(
    {
        "spell": spell,
        "slab": signed,
        "change": signed,
        "result": outcome(_("a draw"), _("{word} wins")),
        "source": among({"hand": _("the card"), "clone": _("the copy")}),
    }
)

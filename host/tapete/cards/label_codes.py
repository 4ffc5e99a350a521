"""The code on a card's label: what a QR or barcode scanner types, and how it is read back.

A scanner is a keyboard with a United States layout. On a Spanish one its `_`, `:` and `/` come out as other characters; letters, digits
and the full stop do not. So a code is `MOR.REED.SCOUT`: the three letters of the game's clauses, then the card's id with full stops for
its underscores (or hyphens, in a game that writes its ids with them: `Game.cards.joint`). A card of a fixed deck is its number, with the
colour of the one whose deck it is of: `SHZ.7.AMBER`; without a colour it is anybody's. All of it lies in the alphanumeric alphabet of QR
codes (ISO/IEC 18004, 7.4.4), which keeps the symbol small.
"""

from __future__ import annotations

import functools
import re

from tapete import games

_CODE = re.compile(r"^([a-z]{3})\.([a-z][a-z0-9.]{1,39})$")
_NUMBERED = re.compile(r"^([a-z]{3})\.(\d{1,2})(?:\.([a-z]{3,12}))?$")
_ID = re.compile(r"[a-z][a-z0-9_-]{1,39}")


def code(game: str, card: str, colour: str = "") -> str:
    """The code on the label of a card.

    Args:
        game: the game's name. card: the card's id, words of small letters and digits, at most 40 characters.
        colour: of the one whose deck it is of, where each has the same cards.
    """
    return f"{prefix(game)}.{card.replace(joint(game), '.')}{'.' if colour else ''}{colour}".upper()


def card_of(typed: str, game: str) -> str | None:
    """The card that a scanner's line, or a person, names; None where it is another game's label or no label at all.

    Args:
        typed: the line: a label's code in any case, or a card's id. game: the game that is played.
    """
    line = typed.strip().casefold()
    if (known := games.find(game)) is not None and known.deck:
        numbered = _NUMBERED.match(line)
        card = numbered[2] if numbered is not None and numbered[1] == prefix(game).casefold() else line
        return str(int(card)) if card.isascii() and card.isdecimal() and str(int(card)) in known.deck else None
    found = _CODE.match(line)
    if found is not None:
        return found[2].replace(".", joint(game)) if found[1] == prefix(game).casefold() else None
    return line if _ID.fullmatch(line) else None


def colour_of(typed: str) -> str:
    """The colour on the label of a card of a fixed deck; empty where it names none."""
    found = _NUMBERED.match(typed.strip().casefold())
    return (found[3] or "") if found is not None else ""


def joint(game: str) -> str:
    """What stands between the words of a card's id."""
    found = games.find(game)
    return "_" if found is None or found.cards is None else found.cards.joint


@functools.cache
def prefix(game: str) -> str:
    """The three letters at the start of a game's clause ids."""
    found = games.find(game)
    if found is None:
        raise LookupError(game)
    return found.clauses[0].id.partition("-")[0]

"""Decks as text, and what is wrong with one: a line for each card, how many copies before its id.

    # my deck
    3 reed_scout
    mudling

`check` judges it by the game: MORIHAM's deck is 50 cards (MOR-004, R01, R02), a DataMorphs player owns exactly five (DAT-004).
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Illegal, Refusal
from tapete.core.rules import Rules
from tapete.core.texts import _

MOST_BYTES = 65_536
"""Longest deck that is read."""

MOST_COPIES = 120
"""Most copies that one line may name."""

BAD_LINE = Code(
    "bad_deck_line",
    "",
    _("Line {line}: “{written}” is no card. Write how many copies, then the card's id: 3 reed_scout."),
)
TOO_LARGE = Code(
    "deck_too_large",
    "",
    _("The deck is longer than {most} bytes; that is no list of cards."),
)
NOT_TEXT = Code(
    "deck_not_text",
    "",
    _("The deck is not UTF-8 text (byte {byte}). Save it as text, one card a line."),
)
STRANGE_CARD = Code(
    "unknown_card",
    "DAT-R64",
    _("The catalogue has no “{card}”. Mend its id, or add the card to the catalogue."),
)
NOT_FIVE = Code(
    "deck_size",
    "DAT-004",
    _("In DataMorphs everybody owns exactly {due} cards; here are {number}."),
)
NO_DECKS = Code(
    "no_decks",
    "",
    _("Nobody builds a deck in {game}, so there is nothing to check."),
)

_LINE = re.compile(r"^(?:(\d{1,4})\s*[x×*]?\s+)?([a-z][a-z0-9_-]{0,39})$")


class Verdict(Struct, frozen=True):
    """What is wrong with a deck (`faults`; none: it may be played), and what the rulebook only advises."""

    faults: tuple[Refusal, ...]
    advice: tuple[Refusal, ...] = ()


def read(raw: bytes) -> dict[str, int]:
    """The copies of each card, by id, in the order written.

    Args:
        raw: the text, at most `MOST_BYTES`; `#` begins a comment.

    Raises:
        Illegal: too long, not UTF-8, or lines that name no card: all of them, each with its number.
    """
    if len(raw) > MOST_BYTES:
        raise Illegal((TOO_LARGE(most=MOST_BYTES),))
    try:
        lines = raw.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as fault:
        raise Illegal((NOT_TEXT(byte=fault.start),)) from None
    deck: dict[str, int] = {}
    faults: list[Refusal] = []
    for number, line in enumerate(lines, start=1):
        written = line.partition("#")[0].strip()
        if not written:
            continue
        found = _LINE.fullmatch(written)
        copies = int(found[1] or 1) if found is not None else 0
        if found is None or not 1 <= copies <= MOST_COPIES:
            faults.append(BAD_LINE(line=number, written=written[:60]))
        else:
            deck[found[2]] = deck.get(found[2], 0) + copies
    if faults:
        raise Illegal(tuple(faults))
    return deck


def check(rules: Rules[Any], deck: Mapping[str, int]) -> Verdict:
    """What is wrong with a deck under these house rules.

    Args:
        rules: the game with its options and catalogue. deck: copies of each card, by id.

    Raises:
        Illegal: nobody builds a deck in this game.
    """
    catalogue: Catalogue[Any] | None = rules.catalogue
    name = f"tapete.games.{rules.game.name}.deck"
    if catalogue is not None and importlib.util.find_spec(name) is not None:
        module = importlib.import_module(name)
        return Verdict(module.faults(catalogue, deck, rules.options), module.advice(catalogue, deck))
    if rules.game.name == "datamorphs" and catalogue is not None:
        return Verdict(tuple(_five(catalogue, deck)))
    raise Illegal((NO_DECKS(game=rules.game.title),))


def _five(catalogue: Catalogue[Any], deck: Mapping[str, int]) -> list[Refusal]:
    """DAT-004, R44: five cards, the same one twice if somebody won it in an exchange."""
    found = [STRANGE_CARD(card=card) for card in deck if card not in catalogue.cards]
    total = sum(deck.values())
    return [*found, NOT_FIVE(number=total, due=5)] if total != 5 else found

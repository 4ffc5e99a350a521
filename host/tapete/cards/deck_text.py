"""Decks as text, and what is wrong with one: a line for each card, how many copies before its id.

    # my deck
    3 reed_scout
    mudling

`check` asks the game (`Game.cards.deck`): MORIHAM's deck is 50 cards (MOR-004, R01, R02), a DataMorphs player owns exactly five (DAT-004).
"""

from __future__ import annotations

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

BAD_LINE = Code("bad_deck_line", "", _("Line {line}: “{written}” is no card. Write how many copies, then the card's id: 3 reed_scout."))
TOO_LARGE = Code("deck_too_large", "", _("The deck is longer than {most} bytes; that is no list of cards."))
NOT_TEXT = Code("deck_not_text", "", _("The deck is not UTF-8 text (byte {byte}). Save it as text, one card a line."))
NO_DECKS = Code("no_decks", "", _("Nobody builds a deck in {game}, so there is nothing to check."))

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
    reader = rules.game.cards
    if catalogue is None or reader is None or reader.deck is None:
        raise Illegal((NO_DECKS(game=rules.game.title),))
    return Verdict(reader.deck.faults(catalogue, deck, rules.options), reader.deck.advice(catalogue, deck))

"""Catalogues as files: found by name or path, read from TOML, and bound to the rules of their game.

catalogue = cards.starter("moriham")
rules = cards.bind("moriham", {"deck_size": 40}, "my_cards.toml")
"""

from tapete.cards.finding import (
    STARTER,
    bind,
    card_called,
    carried,
    kept,
    names,
    of_document,
    open,  # noqa: A004  # a catalogue is opened, as a file is
    own_file,
    read_file,
    save_own,
    starter,
)
from tapete.cards.toml import MOST_BYTES, document

__all__ = [
    "MOST_BYTES",
    "STARTER",
    "bind",
    "card_called",
    "carried",
    "document",
    "kept",
    "names",
    "of_document",
    "open",
    "own_file",
    "read_file",
    "save_own",
    "starter",
]

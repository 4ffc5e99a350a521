"""The user's own catalogue: cards that were typed in during a match, kept for the next one; it only ever grows.

`<folder of catalogues>/<game>/own.toml` is an ordinary catalogue. `starter+own` is the starter set with these cards, and `starter+own:7`
with the first seven of them: a match keeps that number, and goes on with the same cards after more were saved.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tapete.cards.toml import MOST_BYTES, document
from tapete.core.catalogue import CardError, Catalogue
from tapete.core.codec import builtins
from tapete.core.game import CardReader
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _

OWN = "own"
"""Its name."""

TITLE = "Mis cartas · My cards"
"""What a new one calls itself."""

_WITH_OWN = re.compile(r"^(.+)\+own(?::(\d{1,4}))?$")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

NO_FOLDER = Code(
    "no_card_folder",
    "",
    _("There is no folder of catalogues here to save “{card}” in. Name one with the variable TAPETE_CARDS and start again."),
)
SAVED_ALREADY = Code("card_saved_already", "", _("“{card}” is in your catalogue already; it stays as it was. Change it in {file}."))
PRINTED_ALREADY = Code("card_known", "", _("“{card}” is in the catalogue of this match already: it need not be saved."))
OWN_BROKEN = Code(
    "own_catalogue_broken",
    "",
    _("Your catalogue {file} has faults. Mend them (“tapete cards check” names them all), or play without it: --catalogue starter."),
)
NOT_SAVED = Code("card_not_saved", "", _("It could not be saved in {file}: {why}. Nothing has been changed."))
FEWER_NOW = Code(
    "own_cards_missing",
    "",
    _("The match uses {needed} {needed:card|cards} of yours, and {file} has {there}. Bring back the file as it was to go on."),
)


def parts(name: str) -> tuple[str, int | None] | None:
    """`starter+own:7` as the base's name and the number of own cards (None: all); None where nothing of one's own is asked for."""
    found = _WITH_OWN.fullmatch(name)
    return None if found is None else (found[1], None if found[2] is None else int(found[2]))


def merged(base: Mapping[str, Any], own: Mapping[str, Any], most: int | None, file: Path) -> tuple[dict[str, Any], int]:
    """The document of a base and of so many own cards, and how many these are.

    Args:
        base, own: documents. most: of the own cards; None: all. file: where the own ones are.

    Raises:
        Illegal: the match was begun with more cards than are there.
    """
    cards = own.get("card")
    there = cards if isinstance(cards, list) else []
    if most is not None and len(there) < most:
        raise Illegal((FEWER_NOW(needed=most, there=len(there), file=file.name),))
    taken = there[:most]
    if _format(base) != _format(own) and own:
        base, own = _raised(base), _raised(own)
    if "catalogue" not in base:  # its head is no table, and holds no lists
        return {**base, "card": [*base.get("card", []), *taken]}, len(taken)
    head, mine = dict(base["catalogue"]), own.get("catalogue")
    for key, value in (mine if isinstance(mine, Mapping) else {}).items():
        if isinstance(value, list) and isinstance(head.get(key), list):
            head[key] = [*head[key], *(word for word in value if word not in head[key])]
    return {**base, "catalogue": head, "card": [*base.get("card", []), *taken]}, len(taken)


def _format(plain: Mapping[str, Any]) -> Any:
    head = plain.get("catalogue")
    return head.get("schema") if isinstance(head, Mapping) else 1


def _raised(plain: Mapping[str, Any]) -> dict[str, Any]:
    """A document of either format as one of format 2: what is valid in format 1 is valid there too."""
    head = plain.get("catalogue", {key: plain[key] for key in ("game", "name") if key in plain})
    rest = {key: value for key, value in plain.items() if key not in ("catalogue", "format", "game", "name")}
    return {"catalogue": {**head, "schema": 2}, **rest}


def save(file: Path, reader: CardReader, catalogue: Catalogue[Any], card: str, typed: Any) -> None:
    """Put a card that was typed in into the user's own catalogue; what is there stays, byte for byte.

    Args:
        file: the own catalogue; it is begun if need be. reader: how the game reads its cards.
        catalogue: of the match, whose colours and types a new one begins with. card: its id. typed: what was typed in.

    Raises:
        Illegal: it is there already, something of it is not known yet, the file has faults, or cannot be written. Nothing has changed.
    """
    if card in catalogue.cards:
        raise Illegal((PRINTED_ALREADY(card=card),))
    entry = reader.entry(card, typed) if reader.entry is not None else builtins(typed)
    try:
        old = file.read_bytes() if file.exists() else b""
    except OSError as fault:
        raise Illegal((NOT_SAVED(file=file.name, why=fault.strerror or type(fault).__name__),)) from None
    if old and card in checked(reader, old, file).cards:
        raise Illegal((SAVED_ALREADY(card=card, file=file.name),))
    lists = {
        key: list(value) for key, value in catalogue.extras.items() if isinstance(value, tuple) and all(isinstance(x, str) for x in value)
    }
    if reader.opening is not None:
        begun = table("", reader.opening(TITLE))
    else:
        begun = table("[catalogue]", {"game": catalogue.game, "schema": 1, "name": TITLE, **lists})
    new = (old or begun).rstrip() + b"\n\n" + table("[[card]]", entry)
    reader.read(document(new, file.name))  # a card that could not be read back is not written
    replace_file(file, new)


def checked(reader: CardReader, raw: bytes, file: Path) -> Catalogue[Any]:
    """The own catalogue out of its bytes.

    Raises:
        Illegal: it has faults: all of them, after what to do about it.
    """
    try:
        return reader.read(document(raw[: MOST_BYTES + 1], file.name))
    except (CardError, Illegal) as fault:
        raise Illegal((OWN_BROKEN(file=file.name), *fault.refusals)) from None


def replace_file(file: Path, content: bytes) -> None:
    """Replace a file in one step, so that a power failure leaves the whole old or the whole new one.

    Raises:
        Illegal: it cannot be written.
    """
    fresh = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(file)
    except OSError as fault:
        raise Illegal((NOT_SAVED(file=file.name, why=fault.strerror or type(fault).__name__),)) from None


# ---- writing TOML: the few kinds of value that cards have


def table(heading: str, plain: Mapping[str, Any]) -> bytes:
    """A table of a document, with a line for each key; what is None is left out."""
    lines = [*([heading] if heading else []), *(f"{key} = {_value(value)}" for key, value in plain.items() if value is not None)]
    return ("\n".join(lines) + "\n").encode()


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(one)}" for key, one in value.items() if one is not None) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    # TOML's basic strings are JSON's, except one character that JSON lets stand.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)

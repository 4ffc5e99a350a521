"""Collections: the cards that each player owns after a match with an exchange, in a file from which the next match begins (DAT-R68).

[collection]
game = "datamorphs"
sum = "5f0c..."       # of the cards; a file that people write has none

[[player]]
name = "Ana"
cards = ["glint_loom", "rust_oracle", "moth_kernel", "brine_socket", "ash_router"]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from tapete.cards.toml import document
from tapete.core.catalogue import Catalogue
from tapete.core.refusals import Code, Illegal
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import _

GAME = "datamorphs"
MOST_BYTES = 16_384
"""Longest collection that is read."""

OWNED = 5
NAME = "collection"

TOO_LARGE = Code("collection_too_large", "", _("The collection is longer than {most} bytes; that is no list of five cards for two."))
NOT_ONE = Code(
    "not_a_collection",
    "",
    _("This is no collection: it needs [collection] with game = “{game}”, and [[player]] twice, with name and cards."),
)
OTHER_GAME = Code("other_game", "", _("This collection is of {other}; a match of {game} cannot begin from it."))
NOT_FIVE = Code("collection_size", "DAT-004", _("{name} has {number} {number:card|cards} in the collection; everybody owns exactly {due}."))
STRANGE = Code(
    "unknown_card", "DAT-R64", _("The catalogue has no “{card}”, which {name} owns. Mend its id, or choose the catalogue that has it.")
)
CHANGED = Code(
    "collection_changed",
    "",
    _("This collection was changed after it was written: its sum does not fit. If you meant to, take the line `sum` out and try again."),
)
NOT_OVER = Code("collection_open", "", _("The cards of both are known once the match is over, and was begun from a collection."))


class Owner(Struct, frozen=True):
    """A player and the five cards that are that player's."""

    name: str
    cards: tuple[str, ...]


def write(owners: Sequence[Owner]) -> str:
    """Write a collection as a file."""
    lines = [f"[{NAME}]", f'game = "{GAME}"', f'sum = "{_sum(owners)}"']
    for owner in owners:
        lines += ["", "[[player]]", f"name = {json.dumps(owner.name, ensure_ascii=False)}", f"cards = {json.dumps(list(owner.cards))}"]
    return "\n".join(lines) + "\n"


def _sum(owners: Sequence[Owner]) -> str:
    plain = [[owner.name, *sorted(owner.cards)] for owner in owners]
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode()).hexdigest()[:16]


def read(raw: bytes, catalogue: Catalogue[Any]) -> dict[Seat, Owner]:
    """Read a collection; the players sit in the order of the file.

    Args:
        raw: the file's bytes, at most `MOST_BYTES`. catalogue: that the cards must be in.

    Raises:
        Illegal: too long, not TOML, of another game, not five known cards for each of two, or changed after it was written.
    """
    if len(raw) > MOST_BYTES:
        raise Illegal((TOO_LARGE(most=MOST_BYTES),))
    plain = document(raw, NAME)
    head, players = plain.get(NAME), plain.get("player")
    if not isinstance(head, Mapping) or not isinstance(players, list) or not isinstance(head.get("game"), str):
        raise Illegal((NOT_ONE(game=GAME),))
    if head["game"] != GAME:
        raise Illegal((OTHER_GAME(other=head["game"][:40], game=GAME),))
    owners = [_owner(player) for player in players]
    if len(owners) != 2 or set(plain) != {NAME, "player"}:
        raise Illegal((NOT_ONE(game=GAME),))
    faults = [NOT_FIVE(name=one.name, number=len(one.cards), due=OWNED) for one in owners if len(one.cards) != OWNED]
    faults += [STRANGE(card=card, name=one.name) for one in owners for card in one.cards if card not in catalogue.cards]
    if not faults and "sum" in head and head["sum"] != _sum(owners):
        faults = [CHANGED()]
    if faults:
        raise Illegal(tuple(faults))
    return dict(zip(SEATS, owners, strict=False))


def _owner(plain: Any) -> Owner:
    found = (plain.get("name"), plain.get("cards")) if isinstance(plain, Mapping) else (None, None)
    name, cards = found
    if (
        not isinstance(name, str)
        or not 1 <= len(name) <= 40
        or not isinstance(cards, list)
        or not all(isinstance(one, str) for one in cards)
    ):
        raise Illegal((NOT_ONE(game=GAME),))
    return Owner(name, tuple(card[:40] for card in cards))


def is_one(raw: bytes) -> bool:
    """Say whether a file looks like a collection, and not like a match."""
    return raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"#")


def actions(owners: Mapping[Seat, Owner]) -> list[dict[str, Any]]:
    """The actions that a match begins with."""
    return [{"action": "show_collection", "seat": seat, "cards": list(owner.cards)} for seat, owner in owners.items()]


def of(state: Any, names: Mapping[Seat, str]) -> list[Owner]:
    """What each player owns after a match.

    Raises:
        Illegal: the match goes on, or was not begun from a collection.
    """
    owned = getattr(state, "owned", None)
    if type(state.agenda[-1]).__name__ != "Over" or not isinstance(owned, dict) or set(owned) != set(state.seats):
        raise Illegal((NOT_OVER(),))
    return [Owner(names.get(seat, seat), tuple(owned[seat])) for seat in state.seats]

"""The slots of a player's zones as things to choose from."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from tapete.core.choices import looked_up
from tapete.core.domains import one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SLOTS
from tapete.games.moriham.timing import NO_SLOT, NO_SPELL_SLOT


def _slots(
    zone: Literal["monsters", "spells"], board: Duel, seat: Seat, empty: Code, *tests: Callable[[int, Any], Refusal | None]
) -> one_of:
    """The slots of a zone in which a player has cards, and what else must hold of them.

    Args:
        zone: which. board: the table. seat: whose cards.
        empty: what is said of a slot without a card.
        tests: one clause each, asked of a slot and the card in it.
    """
    row = getattr(board.side(seat), zone)

    def there(slot: int) -> Refusal | None:
        return must(row[slot - 1] is not None, empty, zone=zone, slot=slot)

    return looked_up(SLOTS, lambda slot: row[slot - 1], *tests, empty=there, otherwise=NO_SLOT if zone == "monsters" else NO_SPELL_SLOT)


monster_slots = partial(_slots, "monsters")
spell_slots = partial(_slots, "spells")

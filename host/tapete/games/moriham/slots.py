"""The slots of a player's zones as things to choose from."""

from __future__ import annotations

from collections.abc import Callable

from tapete.core.choices import looked_up
from tapete.core.domains import one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SLOTS
from tapete.games.moriham.state import Monster, Spell
from tapete.games.moriham.timing import NO_SLOT, NO_SPELL_SLOT


def monster_slots(board: Duel, seat: Seat, empty: Code, *tests: Callable[[int, Monster], Refusal | None]) -> one_of:
    """The slots in which a player has monsters, and what else must hold of them.

    Args:
        board: the table. seat: whose monsters.
        empty: what is said of a slot without a monster.
        tests: one clause each, asked of a slot and the monster in it.
    """

    def there(slot: int) -> Refusal | None:
        return must(board.monster(seat, slot) is not None, empty, zone="monsters", slot=slot)

    return looked_up(SLOTS, lambda slot: board.monster(seat, slot), *tests, empty=there, otherwise=NO_SLOT)


def spell_slots(board: Duel, seat: Seat, empty: Code, *tests: Callable[[int, Spell], Refusal | None]) -> one_of:
    """The slots in which a player has magic and trap cards, and what else must hold of them; as `monster_slots`."""

    def there(slot: int) -> Refusal | None:
        return must(board.spell(seat, slot) is not None, empty, zone="spells", slot=slot)

    return looked_up(SLOTS, lambda slot: board.spell(seat, slot), *tests, empty=there, otherwise=NO_SPELL_SLOT)

"""The slots of a player's zones as things to choose from."""

from __future__ import annotations

from tapete.core.domains import Test, one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SLOTS


def monster_slots(board: Duel, seat: Seat, empty: Code, *tests: Test) -> one_of:
    """The slots in which a player has monsters, and what else must hold of them.

    Args:
        board: the table. seat: whose monsters.
        empty: what is said of a slot without a monster.
        tests: one clause each, asked of a slot; they leave empty slots alone.
    """

    def there(slot: int) -> Refusal | None:
        return must(board.monster(seat, slot) is not None, empty, zone="monsters", slot=slot)

    return one_of(SLOTS, there, *tests)


def spell_slots(board: Duel, seat: Seat, empty: Code, *tests: Test) -> one_of:
    """The slots in which a player has magic and trap cards, and what else must hold of them; as `monster_slots`."""

    def there(slot: int) -> Refusal | None:
        return must(board.spell(seat, slot) is not None, empty, zone="spells", slot=slot)

    return one_of(SLOTS, there, *tests)

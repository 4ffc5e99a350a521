"""How a guide follows a match: fast players, second thoughts, other legal actions, undo, giving up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tapete.lessons.guide import fits, where
from tapete.presentation import lessons
from tapete.presentation.lesson import Either, Guide, Instruction
from tapete.table import Table
from tests.lessons.walks import begun
from tests.two_languages import both

found = lessons.find("shazamm", 2)
assert found is not None
GUIDE: Guide = found

LAID_OUT = frozenset(range(3))
"""The instructions before the first bid."""


@pytest.fixture
def table() -> Iterator[Table]:
    made = begun(GUIDE)
    yield made
    made.close()


def lock(table: Table, **amounts: int) -> None:
    for seat, amount in amounts.items():
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount}, seat)  # type: ignore[arg-type]  # a seat's letter


def show(table: Table, seat: str, *numbers: int) -> None:
    table.submit({"action": "declare_cards", "seat": seat, "numbers": list(numbers)})


def test_a_pattern_asks_for_what_it_names_and_leaves_the_rest() -> None:
    action = {"action": "declare_cards", "seat": "A", "numbers": [0, 7]}
    assert fits({"action": "declare_cards"}, action)
    assert fits({"action": "declare_cards", "numbers": (0, 7)}, action)
    assert fits({"action": "declare_cards", "numbers": Either(((7,), (0, 7)))}, action)
    assert not fits({"action": "declare_cards", "numbers": (7,)}, action)
    assert not fits({"action": "declare_cards", "seat": "B"}, action)
    assert not fits({"action": "declare_cards", "card": 7}, action)


def test_one_instruction_at_a_time_and_a_touch_goes_on(table: Table) -> None:
    assert where(GUIDE, table).number == 0
    assert where(GUIDE, table, frozenset({0})).number == 1
    progress = where(GUIDE, table, LAID_OUT)
    assert (progress.number, progress.waits_for) == (3, ("A",))
    assert progress.explained is None


def test_both_may_bid_in_any_order_and_are_explained_together(table: Table) -> None:
    lock(table, B=6)
    progress = where(GUIDE, table, LAID_OUT)
    assert (progress.number, progress.waits_for) == (3, ("A",))
    assert progress.explained is None
    lock(table, A=9)
    progress = where(GUIDE, table, LAID_OUT)
    assert progress.number == 5
    assert progress.explained is not None
    assert "both pay" in progress.explained.in_("en")


def test_a_bid_thought_over_is_asked_for_again(table: Table) -> None:
    lock(table, A=50)
    table.submit({"action": "unlock", "seat": "A"})
    progress = where(GUIDE, table, LAID_OUT)
    assert (progress.number, progress.waits_for, progress.off_script) == (3, ("A",), None)
    lock(table, A=9, B=6)
    assert where(GUIDE, table, LAID_OUT).number == 5


def test_another_bid_is_taken_back_kindly_to_before_both_bids(table: Table) -> None:
    lock(table, A=12, B=6)
    off_script = where(GUIDE, table, LAID_OUT).off_script
    assert off_script is not None
    assert off_script.back_to == 0
    assert off_script.why.in_("en").startswith("A: that is legal too")
    assert "just these bids" in off_script.why.in_("en")


def test_another_card_is_taken_back_to_before_both_showed_theirs(table: Table) -> None:
    lock(table, A=9, B=6)
    revealed = table.seq
    show(table, "A")
    show(table, "B", 5)
    off_script = where(GUIDE, table, LAID_OUT).off_script
    assert off_script is not None
    assert off_script.back_to == revealed
    assert off_script.seq == table.seq


def test_the_fake_card_is_as_good_as_none(table: Table) -> None:
    lock(table, A=9, B=6)
    show(table, "B", 0)
    show(table, "A")
    progress = where(GUIDE, table, LAID_OUT)
    assert progress.off_script is None
    assert progress.number == 7
    assert progress.explained is not None
    assert "moves 1 slab towards B, to +1" in progress.explained.in_("en")
    assert "B pays 6 and has 44 left." in progress.explained.in_("en")
    assert "move your mana marker down to 41" in progress.says.in_("en")


def test_an_undo_leads_the_guide_back(table: Table) -> None:
    lock(table, A=9, B=6)
    show(table, "A")
    assert where(GUIDE, table, LAID_OUT).number == 6
    table.move("undo", None)
    progress = where(GUIDE, table, LAID_OUT)
    assert (progress.number, progress.off_script) == (5, None)


def test_giving_up_stands(table: Table) -> None:
    table.submit({"action": "concede", "seat": "A"})
    progress = where(GUIDE, table, LAID_OUT)
    assert table.result is not None
    assert progress.off_script is None


def test_after_the_last_instruction_people_are_free(table: Table) -> None:
    short = Guide(
        game="shazamm",
        title=both("Corta", "Short"),
        minutes=1,
        seats=2,
        instructions=(Instruction(says=both("Apuesta", "Bid"), whose=("A",), answers=({"action": "lock_bid", "seat": "A"},)),),
        ending=both("Libres", "Free"),
    )
    lock(table, A=3, B=9)
    progress = where(short, table)
    assert progress.instruction is None
    assert progress.says == short.ending
    assert progress.off_script is None
    assert progress.explained is not None
    assert progress.explained.in_("en") == "A has locked a bid."


def test_a_guide_without_a_word_of_its_own_says_that_it_was_legal(table: Table) -> None:
    bare = Guide(
        game="shazamm",
        title=both("Corta", "Short"),
        minutes=1,
        seats=2,
        instructions=(Instruction(says=both("Apuesta", "Bid"), answers=({"action": "lock_bid", "seat": "A"},)),),
        ending=both("Libres", "Free"),
    )
    lock(table, B=3)
    off_script = where(bare, table).off_script
    assert off_script is not None
    assert off_script.why.in_("es").endswith("volvemos atrás.")


def test_a_pass_that_nobody_was_asked_for_answers_no_instruction() -> None:
    """The table passes for the one who has nothing to play; the pass that a guide asks for is a person's own."""
    lesson = lessons.find("mamlejet", 2)
    assert lesson is not None
    short = Guide(
        game="mamlejet",
        title=both("Corta", "Short"),
        minutes=1,
        seats=2,
        options=lesson.options,
        catalogue=lesson.catalogue,
        position=lesson.position,
        instructions=(
            Instruction(says=both("Descubre", "Reveal"), answers=({"action": "reveal_enemy"},)),
            Instruction(says=both("Pasa", "Pass"), answers=({"action": "pass"},)),
        ),
        ending=both("Libres", "Free"),
    )
    played = begun(short)
    played.submit({"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"})
    assert played.seq > 1, "others have passed by themselves"
    assert where(short, played).number == 1
    played.submit({"action": "pass", "seat": "A"})
    assert where(short, played).instruction is None
    played.close()

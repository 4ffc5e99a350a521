"""Every guided first match, held to the same promises: real rules, one instruction at a time, both languages, no dead end."""

from __future__ import annotations

import pytest

from tapete import games
from tapete.core.seats import SEATS
from tapete.core.texts import LANGUAGES, Text
from tapete.lessons.guide import where
from tapete.presentation import lessons
from tapete.presentation.lesson import Guide
from tests.lessons.walks import begun, secrets_open, through

GUIDES = [guide for name in games.names() for guide in lessons.all_of(name)]


@pytest.fixture(params=GUIDES, ids=lambda guide: f"{guide.game}-{guide.seats}")
def guide(request: pytest.FixtureRequest) -> Guide:
    found: Guide = request.param
    return found


def test_the_guide_leads_through_a_real_match_to_its_end(guide: Guide) -> None:
    table = begun(guide)
    steps = [progress for progress, _ in through(guide, table)]
    assert [progress.number for progress in steps] == sorted({progress.number for progress in steps})
    assert steps[-1].number == len(guide.instructions)
    assert steps[-1].instruction is None
    assert all(progress.off_script is None for progress in steps)
    assert table.seq > 0
    table.close()


def test_every_instruction_is_said_in_both_languages_and_explained(guide: Guide) -> None:
    table = begun(guide)
    for progress, _ in through(guide, table):
        texts: list[Text | None] = [progress.says, progress.explained]
        texts += [progress.why, progress.instruction.else_] if progress.instruction is not None else []
        for text in texts:
            if text is None:
                continue
            for language in LANGUAGES:
                said = text.in_(language)
                assert said.strip()
                assert "{" not in said
            assert text.in_("es") != text.in_("en")
        if (
            progress.number
            and guide.instructions[progress.number - 1].answers
            and not (progress.instruction and progress.instruction.together)
        ):
            assert progress.explained is not None
    table.close()


def test_nobody_is_asked_for_a_touch_while_a_secret_is_locked(guide: Guide) -> None:
    """The console forgets a bid that it is not asked for any more."""
    table = begun(guide)
    for progress, _ in through(guide, table):
        if progress.instruction is not None and not progress.instruction.answers:
            assert not secrets_open(table), progress.says.in_("en")
    table.close()


def test_seats_that_are_named_are_at_the_table(guide: Guide) -> None:
    here = set(SEATS[: guide.seats])
    game = games.need(guide.game)
    assert game.fewest <= guide.seats <= game.most
    for instruction in guide.instructions:
        assert set(instruction.whose) <= here
        assert {pattern["seat"] for pattern in instruction.answers if "seat" in pattern} <= here


def test_whoever_plays_on_is_not_held_up_by_what_was_to_be_read(guide: Guide) -> None:
    table = begun(guide)
    for progress, actions in through(guide, table):
        hurried = where(guide, table)  # nobody has touched anything
        assert hurried.number <= progress.number
        if actions:
            assert hurried.off_script is None
    assert where(guide, table).number >= max(number for number, instruction in enumerate(guide.instructions) if instruction.answers) + 1
    table.close()


def test_what_is_taken_back_is_asked_for_again(guide: Guide) -> None:
    table = begun(guide)
    last: dict[int, int] = {}
    for progress, _ in through(guide, table):
        last[table.seq] = progress.number
        if table.seq > 6:
            break
    for seq, number in sorted(last.items(), reverse=True):
        table.move("jump", seq)
        for seat in table.seats if table.asked() is not None else ():
            table.answer(seat, True)
        assert where(guide, table).number <= number
    table.close()


@pytest.mark.slow
@pytest.mark.parametrize("face", range(1, 11))
def test_whatever_the_dice_say_the_guide_goes_on(guide: Guide, face: int) -> None:
    table = begun(guide)
    steps = [progress for progress, _ in through(guide, table, face=face)]
    assert steps[-1].instruction is None
    assert all(progress.off_script is None for progress in steps)
    table.close()

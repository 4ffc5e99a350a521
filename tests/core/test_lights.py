"""What the panels of every game say alike (`tapete.core.lights`)."""

from __future__ import annotations

from typing import Literal

import pytest

from tapete.core.lights import lamp, lit, lock
from tapete.core.scene import Lamp, Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Over, Owed, SealingStep, Step

SEAL = "5" * 64


class Waiting(Step):
    """A step like any other."""


def owes(seat: Seat | None, meaning: Literal["ready", "pass", "pick"] | None = None) -> Owed:
    return Owed(seat=seat, actions=("do",), what="do", meaning=meaning)


def test_who_owes_something_is_asked_and_nobody_else() -> None:
    owed = (owes("A"),)
    assert [lamp(Waiting(), seat, owed) for seat in ("A", "B")] == ["turn", "waiting"]
    assert lamp(Waiting(), "B", owed, "ready") == "ready", "the game says that B has done its part"
    assert lamp(Waiting(), "A", owed, "ready") == "turn"
    assert lamp(Waiting(), "B", owed, "turn") == "waiting", "a game asks nobody by its lamps"


def test_what_the_table_owes_is_everybodys_but_not_of_who_is_out() -> None:
    owed = (owes(None),)
    assert [lamp(Waiting(), "A", owed), lamp(Waiting(), "B", owed, "lost")] == ["turn", "lost"]


def test_who_left_a_secret_with_a_machine_has_nothing_to_turn_over() -> None:
    step = SealingStep(ready=("A", "B"), seals={"B": SEAL})
    assert [lamp(step, seat, (owes(None),)) for seat in ("A", "B")] == ["turn", "ready"]


@pytest.mark.parametrize(
    ("over", "lamps"),
    [
        (Over("win", ("B",)), ["lost", "won"]),
        (Over("draw"), ["drawn", "drawn"]),
        (Over("loss"), ["lost", "lost"]),
        (Over("stopped"), ["dark", "dark"]),
    ],
)
def test_every_ending_has_its_lamps(over: Over, lamps: list[Lamp]) -> None:
    assert [lamp(over, seat, ()) for seat in ("A", "B")] == lamps


def test_lock_says_ready_or_pass_and_takes_only_a_ready_back() -> None:
    step = SealingStep(ready=("A",))
    assert [lock(step, seat, (owes("B", "ready"),)) for seat in ("A", "B")] == ["back", "ready"]
    assert lock(step, "A", (owes("B", "pick"),)) is None, "a bid is taken back by the console itself"
    assert lock(SealingStep(ready=("A", "B")), "A", (owes(None),)) is None
    assert [lock(Waiting(), seat, (owes("B", "pass"),)) for seat in ("A", "B")] == [None, "pass"]


def test_what_a_game_lights_by_mistake_stays_dark() -> None:
    scene = Scene(panels=(Panel(seat="A", value=1, largest=2, lamp="turn", lock="pass", dice=("d1",), purpose="attack"),))
    (panel,) = lit(scene, Waiting(), (), {}).panels
    assert panel == Panel(seat="A", value=1, largest=2, lamp="waiting")


def test_the_dice_that_are_due_are_on_their_panels_and_the_first_says_what_for() -> None:
    dice = Dice((Die("d1", "A", "shot", value=4), Die("d2", "A", "parry"), Die("d3", "B", "luck"), Die("d4", "A", "shot")))
    scene = Scene(panels=tuple(Panel(seat=seat, value=1, largest=2) for seat in ("A", "B")))
    a, b = lit(scene, dice, (owes("A"), owes("B")), {"shot": "attack", "parry": "defence"}).panels
    assert (a.dice, a.purpose, b.dice, b.purpose) == (("d2", "d4"), "defence", ("d3",), None)

"""DataMorphs on panels: LOCK says that a card lies face down; phones and panels together; the cable pulled between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tapete import cards
from tapete.console.clock import OwnedClock
from tapete.console.simulator import SimulatedConsole
from tapete.core.refusals import RefereeError
from tapete.table import Journal, Table
from tests.table.test_binding import Desk
from tests.table.test_simulated import Evening

BIOS = {"A": "glint_loom", "B": "ash_router"}
"""Two Bios of the same memory: the first exchange is played together."""

SKIP: dict[str, dict[str, Any]] = {seat: {"action": "skip_program", "seat": seat} for seat in "AB"}


@pytest.fixture
def morphs(journal: Journal) -> Iterator[Table]:
    """A match of DataMorphs in which both choose a Bios."""
    table = Table.begin(journal, cards.bind("datamorphs"), ("A", "B"))
    table.submit({"action": "start_game"})
    yield table
    table.close()


@pytest.fixture
def desk(morphs: Table) -> Iterator[Desk]:
    made = Desk(morphs, patience_s=0.01, held_s=0.01)
    yield made
    made.binding.close()


def step(table: Table) -> str:
    return str(table.state.agenda[-1].__struct_config__.tag)


@pytest.mark.clause("DAT-026", "DAT-027", "DAT-058")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_both_press_lock_and_turn_their_cards_over(desk: Desk, order: tuple[int, int]) -> None:
    table = desk.table
    for reveal in (
        {"action": "reveal_bios", "bios": BIOS},
        {"action": "joint_play", "a": SKIP["A"], "b": SKIP["B"]},
    ):
        for number in order:
            assert desk.drawn().panel(number).lock == "ready"
            desk.console.press_lock(number)
            assert desk.drawn().panel(number).lock == ("back" if number == order[0] else "ready"), "then LOCK ticks what hands must do"
        assert (table.state.agenda[-1].ready, table.state.agenda[-1].seals) == (("A", "B"), {})
        assert [owed.seat for owed in table.awaiting()] == [None]
        table.submit(reveal)
    assert desk.actions() == ["start_game", *["lock_bios"] * 2, "reveal_bios", *["lock_move"] * 2, "joint_play"]
    assert desk.console.reveals == [], "a console that keeps nothing is not asked for it"


@pytest.mark.clause("DAT-058", "DAT-R24")
@pytest.mark.parametrize("phone", ["A", "B"])
@pytest.mark.parametrize("phone_first", [True, False])
def test_one_chooses_on_a_phone_and_the_other_on_the_table(desk: Desk, phone: str, phone_first: bool) -> None:
    table, panel = desk.table, 1 if phone == "A" else 0
    other = "B" if phone == "A" else "A"

    def on_phone() -> None:
        table.submit({"action": "lock_bios", "seat": phone, "card": BIOS[phone]})

    def on_panel() -> None:
        desk.drawn().press_lock(panel)

    for choose in (on_phone, on_panel) if phone_first else (on_panel, on_phone):
        choose()
    assert step(table) == "bios"
    with pytest.raises(RefereeError):
        table.submit({"action": "reveal_bios"})
    table.submit({"action": "reveal_bios", "bios": {other: BIOS[other]}})
    assert [bios.card for player in (table.state.players.A, table.state.players.B) if (bios := player.bios)] == list(BIOS.values())

    desk.drawn().press_lock(panel)
    table.submit({"action": "lock_move", "seat": phone, "move": SKIP[phone]})
    table.submit({"action": "joint_play", "a" if other == "A" else "b": SKIP[other]})
    assert (step(table), table.state.agenda[-1].exchange) == ("joint", 2)


@pytest.mark.clause("DAT-026")
@pytest.mark.parametrize("boot", [None, "1234abcd"])
def test_a_cable_pulled_between_two_locks_changes_nothing(desk: Desk, boot: str | None) -> None:
    """The cards lie on the table, not in the console: whether it was reset or not, nobody has to choose again."""
    desk.drawn().press_lock(0)
    desk.console.vanish()
    desk.console.connect(boot)
    assert desk.drawn().panel(0).lock == "back"
    assert desk.console.panel(1).lock == "ready"
    desk.console.press_lock(1)
    assert desk.table.state.agenda[-1].ready == ("A", "B")
    assert desk.binding.settle(30)
    desk.table.submit({"action": "reveal_bios", "bios": BIOS})
    assert desk.actions() == ["start_game", "lock_bios", "lock_bios", "reveal_bios"]


@pytest.mark.clause("DAT-058", "DAT-R24")
def test_after_the_choices_are_opened_again_lock_answers_the_new_question(desk: Desk) -> None:
    for number in (0, 1):
        desk.drawn().press_lock(number)
    old = desk.console.request
    desk.table.submit({"action": "reopen_choices"})
    assert desk.drawn().request != old
    assert [desk.console.panel(number).lock for number in (0, 1)] == ["ready", "ready"]
    desk.console.press_lock(0, request=old)
    assert desk.table.state.agenda[-1].ready == (), "a late press answers no other question"
    for number in (1, 0):
        desk.drawn().press_lock(number)
    desk.table.submit({"action": "reveal_bios", "bios": BIOS})
    assert step(desk.table) == "joint"


def test_who_takes_a_card_back_presses_lock_again(desk: Desk) -> None:
    desk.drawn().press_lock(0)
    desk.table.submit({"action": "unlock", "seat": "A"})
    assert desk.drawn().panel(0).lock == "ready"
    desk.console.press_lock(0)
    assert desk.table.state.agenda[-1].ready == ("A",)


@pytest.mark.clause("DAT-026", "DAT-058")
def test_lock_again_takes_it_back_while_the_other_is_not_ready(desk: Desk) -> None:
    """As the page of the game promises; it used to do nothing."""
    desk.drawn().press_lock(0)
    assert (desk.drawn().panel(0).lamp, desk.console.panel(0).lock) == ("ready", "back")
    desk.console.press_lock(0)
    assert desk.table.state.agenda[-1].ready == ()
    assert (desk.drawn().panel(0).lamp, desk.console.panel(0).lock) == ("turn", "ready")
    for number in (0, 1):
        desk.drawn().press_lock(number)
    assert desk.actions()[1:] == ["lock_bios", "unlock", "lock_bios", "lock_bios"]
    assert [desk.drawn().panel(number).lock for number in (0, 1)] == ["ready", "ready"], "nothing is taken back any more: LOCK ticks"
    desk.console.press_lock(0)
    assert desk.table.state.agenda[-1].ready == ("A", "B")


@pytest.mark.clause("DAT-026")
def test_two_presses_of_one_picture_are_one(desk: Desk) -> None:
    """An impatient second press, made before the panel could show the first, does not take it back."""
    desk.drawn().press_lock(0, revision=7)
    desk.drawn().press_lock(0, revision=7)
    assert desk.table.state.agenda[-1].ready == ("A",)
    desk.console.press_lock(1, revision=7)
    assert desk.table.state.agenda[-1].ready == ("A", "B"), "each panel has its own"


@pytest.mark.clause("DAT-027", "DAT-058")
def test_cards_that_lie_face_down_are_turned_over_by_both(desk: Desk) -> None:
    """Both panels pulse: the table waits for hands. A choice on a phone is turned over by the table itself."""
    for number in (0, 1):
        desk.drawn().press_lock(number)
    assert [desk.drawn().panel(number).lamp for number in (0, 1)] == ["turn", "turn"]
    desk.table.submit({"action": "reopen_choices"})
    desk.drawn().press_lock(0)
    desk.table.submit({"action": "lock_bios", "seat": "B", "card": BIOS["B"]})
    assert [desk.drawn().panel(number).lamp for number in (0, 1)] == ["turn", "ready"]


def press_until(evening: Evening, panel: int, ready: tuple[str, ...]) -> None:
    """Press LOCK until it was heard: a press before the panel has been asked counts for nothing."""
    for _ in range(20):
        evening.lock(panel)
        if evening.wait_a_little(lambda: evening.ready() == ready):
            return
    raise AssertionError((evening.ready(), evening.binding.console.state))


@pytest.mark.slow
@pytest.mark.clause("DAT-026", "DAT-027")
def test_the_shipped_firmware_says_that_cards_lie_face_down(journal: Journal) -> None:
    """Both panels, a cable pulled between the locks, and the whole thing twice: the second time after the choices were opened again."""
    with OwnedClock() as clock, SimulatedConsole(panels=2, clock=clock) as simulator:
        table = Table.begin(journal, cards.bind("datamorphs"), ("A", "B"), clock=clock)
        table.submit({"action": "start_game"})
        evening = Evening(journal, simulator, table)
        for again in (True, False):
            press_until(evening, 0, ("A",))
            seen = len(table.notices)
            simulator.unplug()
            evening.wait(lambda seen=seen: len(table.notices) > seen)  # type: ignore[misc]  # the number of now
            simulator.replug()
            evening.wait(lambda seen=seen: len(table.notices) > seen + 1)  # type: ignore[misc]  # the number of now
            press_until(evening, 1, ("A", "B"))
            table.submit({"action": "reopen_choices"} if again else {"action": "reveal_bios", "bios": BIOS})
        assert step(table) == "joint"
        evening.hub.close()

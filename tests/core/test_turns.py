"""Whose turn it is: the order of play without those who are out, and what everybody else is told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.board import State
from tapete.core.judge import failed_terms
from tapete.core.refusals import Code, First, Refusal
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Step
from tapete.core.texts import Words
from tapete.core.turns import SeatAction, TurnAction, TurnBoard, TurnCode, around, on_turn
from tests.two_languages import both

NOT_YOURS = TurnCode("not_yours", "FAIR-001", both("Le toca a {active:seat}.", "It is {active:seat}'s turn."))
ASKED = TurnCode(
    "asked", "FAIR-002", both("Se pregunta a {asked:seat}, no a {seat:seat}.", "{asked:seat} is asked, not {seat:seat}."), whose="asked"
)
OUT = Code("out", "FAIR-003", both("{seat:seat} ya no juega.", "{seat:seat} is out."))


class Riding(Step):
    """A player rides."""


class Fair(State, frozen=True):
    """Three visitors; some have gone home."""

    agenda: tuple[Riding, ...] = (Riding(),)
    active: Seat | None = None
    gone: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[:3]


class Ground(TurnBoard[Fair, Any]):
    """A fairground on which visitors take turns."""

    @property
    def living(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.state.seats if seat not in self.state.gone)


class Wave(SeatAction):
    """Anybody who is still there waves."""

    seat_out = OUT


class Ride(TurnAction):
    """The one whose turn it is rides."""

    seat_out = OUT
    not_your_turn = NOT_YOURS


class Answer(TurnAction):
    """B is asked, the one who rides; others learn it beside other reasons."""

    not_your_turn = ASKED
    alone = False

    @classmethod
    def whose(cls, board: Ground) -> Seat:
        return "B"


def ground(active: Seat | None = "A", *gone: Seat) -> Ground:
    return Ground(None, Fair(active=active, gone=gone))  # type: ignore[arg-type]  # nothing here asks the rules


def told(refusals: list[Refusal]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(refusal.code, refusal.clause, refusal.params) for refusal in refusals]


def test_seats_around_the_table_begin_with_any_of_them() -> None:
    assert [around(SEATS[:3], seat) for seat in SEATS[:3]] == [("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")]


@pytest.mark.parametrize(
    ("active", "gone", "order", "after", "following"),
    [
        ("B", (), ("B", "C", "A"), ("C", "A", "B"), "C"),
        ("C", ("A",), ("C", "B"), ("B", "C"), "B"),
        ("B", ("B",), ("C", "A"), ("C", "A"), "C"),
        ("A", ("B", "C"), ("A",), ("A",), "A"),
    ],
)
def test_the_order_of_play_leaves_out_who_is_out(
    active: Seat, gone: tuple[Seat, ...], order: tuple[Seat, ...], after: tuple[Seat, ...], following: Seat
) -> None:
    board = ground(active, *gone)
    assert (board.in_order, board.after(active), board.next_seat(active)) == (order, after, following)


def test_before_the_first_turn_the_first_who_is_in_counts_as_active() -> None:
    assert ground(None).active == "A"
    assert ground(None, "A").in_order == ("B", "C")


def test_a_board_on_which_nobody_is_ever_out_has_all_seats() -> None:
    assert TurnBoard[Fair, Any](None, Fair(active="C")).in_order == ("C", "A", "B")  # type: ignore[arg-type]  # as above


def test_others_are_told_whose_turn_it_is_under_the_ledgers_word() -> None:
    assert failed_terms(Ride("A"), ground()) == []
    assert told(failed_terms(Ride("B"), ground())) == [("not_yours", "FAIR-001", {"active": "A"})]
    assert told(failed_terms(Answer("C"), ground())) == [("asked", "FAIR-002", {"seat": "C", "asked": "B"})]


def test_who_is_out_is_told_so_and_nothing_else() -> None:
    assert told(failed_terms(Ride("B"), ground("A", "B"))) == [("out", "FAIR-003", {"seat": "B"})]
    assert told(failed_terms(Wave("B"), ground("A", "B"))) == [("out", "FAIR-003", {"seat": "B"})]
    assert failed_terms(Wave("C"), ground("A", "B")) == []


def test_a_demand_stands_alone_or_beside_others() -> None:
    alone, beside = on_turn("A", "B", NOT_YOURS), on_turn("A", "B", NOT_YOURS, alone=False, ride="wheel")
    assert isinstance(alone, First)
    assert alone.refusal.params == {"active": "B"}
    assert isinstance(beside, Refusal)
    assert beside.params == {"active": "B", "ride": "wheel"}
    assert on_turn("B", "B", NOT_YOURS) is None
    assert on_turn("B", None, NOT_YOURS) is not None


def test_another_clause_of_the_same_refusal_keeps_its_word() -> None:
    cited = ASKED.citing("FAIR-004")
    found = on_turn("A", "C", replace(cited, code="other"), alone=False)
    assert isinstance(found, Refusal)
    assert (found.code, found.clause, found.params) == ("other", "FAIR-004", {"seat": "A", "asked": "C"})
    assert found.text(Words({"seat": lambda seat, _: f"seat {seat}"})).in_("en") == "seat C is asked, not seat A."

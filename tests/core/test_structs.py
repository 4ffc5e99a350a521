"""Structs that are named by their class: what is derived, and that a match makes them as fast as msgspec can."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import StructMeta

from tapete import games
from tapete.core.actions import Action
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.rulings import Operation
from tapete.core.steps import Step
from tapete.core.texts import _


class LockBid(Action):
    seat: str


class BidLocked(Event, clause="XYZ-034"):
    seat: str
    high: bool = False


class OfSeat(Event):
    seat: str


class Raised(OfSeat, clause="XYZ-035"):
    by: int


class BidShown(Event, tag="shown"):
    seat: str
    clause: str


def test_names_are_derived_and_structs_are_frozen() -> None:
    assert msgspec.json.encode(LockBid(seat="A")) == b'{"action":"lock_bid","seat":"A"}'
    with pytest.raises(AttributeError):
        setattr(LockBid(seat="A"), "seat", "B")  # noqa: B010  # the type checker knows


def test_an_event_cites_the_clause_of_its_class_unless_it_is_given_another() -> None:
    assert msgspec.to_builtins(BidLocked(seat="A")) == {
        "event": "bid_locked", "clause": "XYZ-034", "by_ruling": False, "seat": "A", "high": False
    }  # fmt: skip
    assert BidLocked(seat="A", clause="XYZ-R1").clause == "XYZ-R1"
    with pytest.raises(TypeError):
        BidShown(seat="A")  # type: ignore[call-arg]


def test_events_are_made_of_what_several_have_in_common() -> None:
    assert msgspec.to_builtins(Raised(seat="A", by=2)) == {
        "event": "raised", "clause": "XYZ-035", "by_ruling": False, "seat": "A", "by": 2
    }  # fmt: skip
    assert type(Raised) is StructMeta
    assert isinstance(Raised(seat="A", by=2), OfSeat)
    assert issubclass(OfSeat, Event)
    assert not issubclass(BidLocked, OfSeat)


def test_an_event_that_adds_nothing_to_another_is_made_where_it_is_told() -> None:
    chapter = Chapter("raising")
    Passed = chapter.simple_event("Passed", OfSeat, "XYZ-036", _("That cannot be read: {problem}."), hands=_("{seat} wins."))  # noqa: N806
    assert msgspec.to_builtins(Passed(seat="A")) == {"event": "passed", "clause": "XYZ-036", "by_ruling": False, "seat": "A"}
    assert Passed(seat="A", clause="XYZ-R2").clause == "XYZ-R2"
    assert type(Passed) is StructMeta
    assert issubclass(Passed, OfSeat)
    assert Passed.__doc__ == "That cannot be read: {problem}."
    told = chapter.event_texts[Passed]
    assert (told.log.in_("es"), told.table is None) == ("No se entiende: {problem}.", False)


def test_every_event_is_one_of_the_root_and_nothing_else_is() -> None:
    assert isinstance(BidLocked(seat="A"), Event)
    assert issubclass(BidShown, Event)
    assert not issubclass(LockBid, Event)
    assert not isinstance(LockBid(seat="A"), Event)


@pytest.mark.parametrize("name", games.names())
def test_what_a_match_makes_is_of_the_type_whose_calls_are_fast(name: str) -> None:
    game = games.need(name)
    made = (*game.events, *game.actions, *game.runs, *game.owes, *Operation.__subclasses__(), *Step.__subclasses__())
    assert {type(kind) for kind in made} == {StructMeta}

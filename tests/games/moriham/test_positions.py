"""Positions of MORIHAM: strict on the way in, and whatever comes in can be played on (docs/inside/core.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.catalogue import gather
from tapete.core.refusals import Illegal
from tapete.core.steps import Over
from tapete.games import moriham
from tapete.games.moriham.figures import Instance, MonsterRef
from tapete.games.moriham.operations import Destroy, Discard, LifeLose, Recover, Search, SummonFromHand
from tapete.games.moriham.state import Item, Phase, Stack, State, Trigger, Triggers
from tests.contract.starter_cards import starter
from tests.games.moriham.scenario import Desk
from tests.positions import at, wrong_with

Change = Callable[[State], State]


def with_side(seat: str, **changes: Any) -> Change:
    return lambda state: replace(state, **{seat: replace(getattr(state, seat), **changes)})


def with_monster(**changes: Any) -> Change:
    """The same with A's first monster changed."""

    def change(state: State) -> State:
        first, *rest = state.A.monsters
        assert first is not None
        return with_side("A", monsters=(replace(first, **changes), *rest))(state)

    return change


def with_spell(**changes: Any) -> Change:
    """The same with A's first magic or trap card changed."""

    def change(state: State) -> State:
        first, *rest = state.A.spells
        assert first is not None
        return with_side("A", spells=(replace(first, **changes), *rest))(state)

    return change


@pytest.mark.clause("MOR-082", "MOR-083", "MOR-084")
@pytest.mark.parametrize(
    "over",
    [
        Over("win", ("A",), "life"),
        Over("win", ("B",), "deck"),
        Over("win", ("A", "B"), "concede"),
        Over("win", (), "concede"),
        Over("win", ("A",), "boredom"),
        Over("loss", ("A",), "concede"),
        Over("draw", (), "life"),
        Over("draw", ("A",), "concede"),
        Over("stopped"),
    ],
)
def test_a_result_is_one_that_a_duel_can_have(over: Over) -> None:
    assert wrong_with(Desk(), at(over)) == ["inv_agenda"]


def test_who_wins_plays() -> None:
    assert wrong_with(Desk(), at(Over("win", ("C",), "concede"))) == ["unknown_seat"]
    ended = Desk().do("concede", "B")
    assert positions.load(ended.rules, positions.dump(ended.rules, ended.state)) == ended.state


def waiting(*items: Item, phase: str = "main1", raised: tuple[Trigger, ...] = ()) -> Change:
    return at(Phase(phase), Triggers((), raised), Stack(items, "B"))  # type: ignore[arg-type]  # the tests name phases that exist


MOTH = Item("ability", "A", 1, "lamp_moth")
MAGIC = Item("magic", "A", 2, "second_wind", 1)


def answering() -> Desk:
    """Each has a face-down card; A has a moth, and may use its ability."""
    return Desk(a={"monsters": ("lamp_moth atk",), "spells": ("down",)}, b={"spells": ("down",)})


def test_an_ability_that_waits_is_taken() -> None:
    desk = answering().do("use_ability", "A", slot=1)
    assert desk.step == "stack"
    assert positions.load(desk.rules, positions.dump(desk.rules, desk.state)) == desk.state


@pytest.mark.clause("MOR-R40", "MOR-R43")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (waiting(replace(MOTH, controller="B")), "inv_stack"),
        (waiting(replace(MOTH, card="mudling")), "inv_stack"),
        (waiting(replace(MOTH, source=2)), "inv_stack"),
        (waiting(replace(MOTH, source=99)), "inv_instances"),
        (waiting(replace(MOTH, target=1)), "inv_stack"),
        (waiting(replace(MOTH, effect=1)), "inv_stack"),
        (waiting(replace(MOTH, ops=(LifeLose("own", 1),))), "inv_stack"),
        (waiting(replace(MOTH, targets=(Instance(1),))), "inv_stack"),
        (waiting(MOTH, MOTH), "inv_stack"),
        (waiting(MOTH, raised=(Trigger(1, "lamp_moth", "A", "summoned", 1),)), "inv_agenda"),
        (waiting(Item("attack", "A", 1, "lamp_moth")), "inv_stack"),
        (waiting(Item("attack", "A", 1, "lamp_moth"), phase="battle"), "inv_stack"),
        (waiting(MAGIC), "inv_stack"),
        (waiting(replace(MAGIC, effect=None)), "inv_stack"),
        (waiting(), "inv_agenda"),
        (at(Phase("main1"), Triggers((Trigger(1, "lamp_moth", "A", "summoned", 1),))), "inv_stack"),
        (at(Phase("battle", ending=True)), "nobody_asked"),
        (with_spell(on_stack=True), "inv_spell"),
        (with_spell(card="second_wind"), "inv_spell"),
        (with_spell(owner="B"), "inv_spell"),
        (with_spell(set_turn=9), "inv_spell"),
        (with_monster(attacks_used=1), "inv_attacks"),
        (with_monster(ability_uses=2), "inv_attacks"),
        (with_monster(card="dragon"), "inv_card"),
        (with_monster(owner="D"), "unknown_seat"),
    ],
)
def test_what_waits_was_activated(change: Change, code: str) -> None:
    assert code in wrong_with(answering(), change)


def test_operations_that_wait_were_declared() -> None:
    desk = answering().do("add_card", id="mire_rite", type="magic")

    def declared(*ops: Any, targets: tuple[Any, ...] = ()) -> Change:
        item = Item("magic", "A", 2, "mire_rite", 1, targets=targets, ops=ops)
        return lambda state: with_spell(card="mire_rite", on_stack=True)(waiting(item)(state))

    good = declared(LifeLose("own", 1), Destroy("chosen_monster"), targets=(Instance(1),))(desk.state)
    assert positions.load(desk.rules, positions.dump(desk.rules, good)) == good
    for change in (
        declared(Destroy("chosen_monster")),
        declared(LifeLose("own", 1), targets=(Instance(1),)),
        declared(Destroy(MonsterRef("A", 1))),
        declared(Destroy("self", ("mudling",))),
        declared(Discard("own", 1, ("mudling",))),
        declared(Search("own", 9)),
        declared(Recover("self")),
    ):
        assert wrong_with(desk, change) == ["inv_stack"]
    assert wrong_with(desk, declared(SummonFromHand("tangle_net", "attack"))) == ["inv_card"]


def test_nothing_lies_on_the_table_before_the_duel() -> None:
    desk = Desk()
    desk.state = desk.rules.start(("A", "B"))
    for change in (with_side("A", hand=1), with_side("B", life=29), lambda state: replace(state, next_iid=2)):
        assert wrong_with(desk, change) == ["inv_agenda"]


def test_typed_in_cards_travel_with_a_position() -> None:
    desk = Desk(a={"monsters": ("9/9 atk",)}).do("add_card", id="mire_rite", type="magic")
    position = positions.read(codec.encode(positions.dump(desk.rules, desk.state)))
    again = positions.load(desk.rules, position)
    assert again == desk.state
    assert sorted(again.typed_cards) == ["mire_rite", "plain_1_9_9"]
    assert codec.encode(again) == codec.encode(desk.state)


def test_a_position_belongs_to_its_cards() -> None:
    desk = Desk()
    position = positions.dump(desk.rules, desk.state)
    other = moriham.rules({}, starter("moriham").named("other"))
    assert positions.load(other, position) == desk.state
    fewer = gather("moriham", "Fewer", dict(list(starter("moriham").cards.items())[:-1]))
    with pytest.raises(Illegal) as fault:
        positions.load(moriham.rules({}, fewer), position)
    assert [refusal.code for refusal in fault.value.refusals] == ["other_catalogue"]

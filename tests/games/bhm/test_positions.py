"""Positions of BHM: what no match can have left so is refused, with what is wrong (docs/inside/rules/bhm.md#invariants)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Dice, Die, Over
from tapete.games.bhm.beings import Attr, Being, Executed, Held, Temp
from tapete.games.bhm.figures import TerritoryRef
from tapete.games.bhm.operations import CounterChange, DestroyTerritory, DiscardCards, Draw, RemoveKeyword
from tapete.games.bhm.state import (
    AbilityPlan,
    AttackPlan,
    CallPlan,
    Declaring,
    DrawPlan,
    Fighting,
    Final,
    Initial,
    ObjectPlan,
    Plan,
    Played,
    PowerPlan,
    SetupDie,
    SetupDraw,
    SetupExchange,
    State,
    Strategy,
    StrategyPlan,
    SummonPlan,
    TerritoryPlan,
    Terror,
    TerrorPlan,
    Window,
)
from tests.games.bhm.scenario import Desk
from tests.positions import at, wrong_with

Change = Callable[[State], State]


def table(**more: Any) -> Desk:
    """A's first strategy phase, with windows; A's beings are 1 (rank 4) and 2 (INVOCADOR), B's 3."""
    return Desk({"field": ("moss_bear", "bell_summoner")}, {"field": ("reed_archer",)}, windows=True, **more)


def with_player(seat: Seat, **changes: Any) -> Change:
    place = SEATS.index(seat)
    return lambda state: replace(
        state, players=(*state.players[:place], replace(state.players[place], **changes), *state.players[place + 1 :])
    )


def with_being(**changes: Any) -> Change:
    """The same with A's first being changed."""

    def change(state: State) -> State:
        first, *rest = state.players[0].field
        assert isinstance(first, Being)
        return with_player("A", field=(replace(first, **changes), *rest))(state)

    return change


def announced(plan: Plan, rank: int | None = None, *, seat: Seat = "A", bottom: Any = None, **more: Any) -> Change:
    """A window in which B is asked first; the card that is pending has left A's hand."""
    waiting: tuple[Seat, ...] = more.pop("waiting", ("B", "A") if seat == "A" else ("A", "B"))
    window = Window(seq=4, seat=seat, plan=plan, waiting=waiting, rank=rank)

    def change(state: State) -> State:
        hand = 5 if isinstance(plan, CallPlan | StrategyPlan | PowerPlan | ObjectPlan | TerritoryPlan) else 6
        return replace(with_player(seat, hand=hand, **more)(state), seq=4, agenda=(bottom or Strategy(1), window))

    return change


CALL = CallPlan("puddle_frog", 5)
SPARK = Played(4, "spark", 1, 2)


@pytest.mark.parametrize(
    "change",
    [
        announced(CALL, 0),
        announced(SummonPlan("salt_sprite", 5), 5, summons=2),
        announced(StrategyPlan("rally_call", ("A",)), 2),
        announced(StrategyPlan("sudden_hush", ("top",)), 4, seat="B"),
        announced(PowerPlan("spark", 2), 1, powers=(SPARK,)),
        announced(ObjectPlan("oak_lance", 1), 3),
        announced(TerritoryPlan("fog_fen", None), 2),
        announced(DrawPlan(True), bottom=Initial("return")),
        announced(DrawPlan(False), bottom=Final("F2")),
        announced(TerrorPlan(1, 3), 4),
        announced(AbilityPlan(1, (CounterChange("B", 1),), False), 4),
        at(Final("F1")),
    ],
)
def test_what_may_be_pending_is_taken(change: Change) -> None:
    desk = table()
    state = change(desk.state)
    assert positions.load(desk.rules, positions.dump(desk.rules, state)) == state


@pytest.mark.parametrize(
    "change",
    [
        at(Initial("return")),
        *(at(Final(step)) for step in ("F0", "F2", "F3", "F4", "F5", "F6")),
        at(Strategy(1), Terror("A", 1)),
        announced(CALL, 0, waiting=()),
    ],
)
def test_where_the_match_would_go_on_by_itself_it_does_not_begin(change: Change) -> None:
    assert wrong_with(table(), change) in (["nobody_asked"], ["inv_agenda"])


@pytest.mark.clause("BHM-029", "BHM-R08")
@pytest.mark.parametrize(
    "over",
    [
        Over("win", ("A",), "counter"),
        Over("win", ("B",), "counter"),
        Over("win", ("A", "B"), "concede"),
        Over("loss", (), "counter"),
        Over("draw", (), "counter"),
        Over("stopped", (), ""),
    ],
)
def test_a_result_is_that_of_whoever_is_left(over: Over) -> None:
    assert wrong_with(table(), at(over)) == ["inv_agenda"]
    ended = table().do("concede", "B")
    assert ended.result == ("win", ("A",), "concede")
    assert wrong_with(ended, at(over)) == ["inv_agenda"]
    assert positions.load(ended.rules, positions.dump(ended.rules, ended.state)) == ended.state


@pytest.mark.clause("BHM-010", "BHM-155")
@pytest.mark.parametrize(
    "change",
    [
        at(Strategy(1), Terror("A", 1), Terror("A", 1)),
        at(Terror("A", 1), Strategy(1)),
        at(Strategy(1), Strategy(2)),
        at(Final("F3", cut=True)),
        at(Declaring((AttackPlan(1, 3),))),
        at(Fighting((AttackPlan(1, 3, 5),))),
        lambda state: replace(state, turn=0),
        lambda state: replace(state, turn=1, starter="B"),
        lambda state: replace(state, starter=None),
        lambda state: replace(state, active=None),
        announced(CALL, 1),
        announced(CALL, None),
        announced(CallPlan("puddle_frog", 0), 0),
        announced(CallPlan("salt_sprite", 5), 5),
        announced(CALL, 0, seat="B"),
        announced(CALL, 0, bottom=Declaring()),
        announced(CALL, 0, waiting=("A", "B")),
        announced(CALL, 0, waiting=("B",)),
        announced(CALL, 0, waiting=("B", "A", "A")),
        announced(SummonPlan("puddle_frog", 5), 0),
        announced(StrategyPlan("spark", ()), 1),
        announced(StrategyPlan("rally_call", ()), 2),
        announced(StrategyPlan("rally_call", ("B",)), 2),
        announced(StrategyPlan("rally_call", (3,)), 2),
        announced(StrategyPlan("sudden_hush", (3,)), 4),
        announced(StrategyPlan("undermine", (TerritoryRef("B", 0),)), 6),
        announced(StrategyPlan("undermine", (TerritoryRef("A", 0, 3),)), 6),
        announced(PowerPlan("spark", 2), 1),
        announced(PowerPlan("spark", 1), 1, powers=(SPARK,)),
        announced(PowerPlan("spark", 2, ("A",)), 1, powers=(SPARK,)),
        announced(PowerPlan("tidal_lash", 2, ("B",)), 3, powers=(replace(SPARK, card="tidal_lash", rank=3),)),
        announced(ObjectPlan("spark", 1), 1),
        announced(TerritoryPlan("fog_fen", TerritoryRef("B", 0)), 2),
        announced(TerritoryPlan("fog_fen", TerritoryRef("A", 0, 3)), 2),
        announced(TerritoryPlan("fog_fen", None, 0, 3), 2),
        announced(DrawPlan(True), 0, bottom=Initial("return")),
        announced(DrawPlan(True)),
        announced(DrawPlan(False), bottom=Final("F1")),
        announced(AttackPlan(1, 3), 4, bottom=Declaring()),
        announced(AbilityPlan(1, (), False), 4),
        announced(AbilityPlan(1, (DestroyTerritory("B", 0),), False), 4),
        announced(AbilityPlan(1, (DestroyTerritory("B", 0),), False, (TerritoryRef("B", 0),)), 4),
        announced(AbilityPlan(1, (RemoveKeyword(1, "terror", 0, "permanent"),), False), 4),
        announced(AbilityPlan(1, (RemoveKeyword(1, "eterno", 5, "permanent"),), False), 4),
        announced(AbilityPlan(1, (DiscardCards("A", ("salt_sprite",)),), False), 4),
    ],
)
def test_steps_stand_on_what_they_need(change: Change) -> None:
    assert "inv_agenda" in wrong_with(table(), change)


def test_two_pending_calls_do_not_share_a_space() -> None:
    def twice(state: State) -> State:
        first = Window(4, "A", CallPlan("puddle_frog", 5), ("B", "A"), 0)
        second = Window(5, "A", CallPlan("puddle_frog", 5, instant=True), ("B", "A"), 0)
        return replace(with_player("A", hand=4)(state), seq=5, agenda=(Strategy(1), first, second))

    assert wrong_with(table(), twice) == ["inv_agenda"]


def test_no_window_stands_at_a_table_without_windows() -> None:
    desk = Desk({"field": ("moss_bear", "bell_summoner")}, {"field": ("reed_archer",)})
    assert wrong_with(desk, announced(CALL, 0)) == ["inv_agenda"]


def test_no_attack_waits_where_attacks_strike_at_once() -> None:
    desk = table(options={"combat_mode": "immediate"}, phase="combat")
    change = with_being(physical_used=True)
    assert wrong_with(desk, lambda state: replace(change(state), agenda=(Declaring((AttackPlan(1, 3),)),))) == ["inv_agenda"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda state: replace(state, active="C"), "unknown_seat"),
        (lambda state: replace(state, starter="D"), "unknown_seat"),
        (announced(AbilityPlan(1, (Draw("D", 1),), False), 4), "unknown_seat"),
        (announced(CALL, 0, waiting=("C",)), "unknown_seat"),
        (with_being(owner="C"), "unknown_seat"),
        (announced(TerrorPlan(1, 99), 4), "inv_instances"),
        (announced(TerrorPlan(1, 4), 4), "inv_instances"),
        (with_being(rank_base=55), "inv_being"),
        (with_player("A", powers=(Played(77, "spark", 1, 2),)), "inv_instances"),
        (with_being(objects=(Held("oak_lance", "A", 3, 1),)), "inv_instances"),
        (lambda state: replace(state, seq=999_999), "inv_instances"),
        (announced(CallPlan("nobody", 5), 0), "inv_card"),
        (announced(AbilityPlan(1, (DiscardCards("A", ("nobody",)),), False), 4), "inv_card"),
        (with_being(objects=(Held("oak_lance", "A", 9, 3),)), "inv_card"),
        (with_being(objects=(Held("oak_lance", "A", 3, 3, {"fue": 1}),)), "inv_card"),
        (with_being(objects=(Held("spark", "A", 1, 3),)), "inv_card"),
        (with_being(powers=(Held("spark", "A", 1, 3),)), "inv_card"),
        (with_being(beside=(Held("ember_brand", "A", 2, 3),)), "inv_card"),
        (with_being(kind="special"), "inv_card"),
        (with_player("A", known_summons=("spark",)), "inv_card"),
        (with_player("A", known_summons=("salt_sprite", "salt_sprite")), "inv_card"),
        (with_player("B", call_spent=1), "inv_turn"),
        (with_player("A", call_spent=40), "inv_turn"),
        (with_player("B", strategy_used=True), "inv_turn"),
        (with_player("A", call_snapshot=5), "inv_turn"),
        (with_player("A", powers=(Played(3, "spark", 2, 2),)), "inv_turn"),
        (with_player("A", powers=(Played(3, "spark", 1, 2, True, 2),)), "inv_turn"),
        (with_being(val=None), "inv_attr"),
        (with_being(keywords=("indestructible",)), "inv_attr"),
        (with_being(fue=Attr(320, 400, 320)), "inv_attr"),
        (with_being(fled_turn=2), "inv_being"),
        (with_being(fed=True), "inv_being"),
        (with_being(points=3), "inv_being"),
        (with_being(applied=(0,)), "inv_being"),
        (with_being(fresh=True), "inv_being"),
        (with_being(seq=3), "inv_being"),
        (with_being(executed=(Executed("spark", 2, 3, False),)), "inv_being"),
        (with_being(temp=(Temp("fue", keyword="eterno"),)), "inv_being"),
        (with_player("A", alive=False), "inv_out"),
        (with_player("A", out="counter"), "inv_out"),
    ],
)
def test_what_no_match_leaves_so_is_refused(change: Change, code: str) -> None:
    assert code in wrong_with(table(), change)


def test_a_deserter_lies_with_its_owner_since_a_turn_that_was() -> None:
    desk = Desk({"deserters": ("moss_bear",)}, {})
    (being,) = desk.player("A").deserters
    for spoiled in (
        replace(being, fled_turn=None),
        replace(being, fled_turn=9),
        replace(being, returned=True),
        replace(being, owner="B"),
        replace(being, temp=(Temp("rank", 1),)),
        replace(being, fue=Attr(1, 400, 320)),
    ):
        assert "inv_being" in wrong_with(desk, with_player("A", deserters=(spoiled,)))


def test_before_the_first_turn_there_are_opening_hands_only() -> None:
    desk = Desk({}, {})
    desk.state = desk.rules.start(SEATS[:2])
    assert wrong_with(desk, with_player("A", counter=5)) == ["inv_agenda"]
    assert wrong_with(desk, with_player("A", exchanged=True)) == ["inv_agenda"]
    desk.do("setup_player", "A", deck_size=40, summons=3)
    for change in ({"deck": 34, "hand": 6}, {"counter": 1}, {"deck_size": 39, "deck": 34}, {"strategy_used": True}):
        assert "inv_agenda" in wrong_with(desk, with_player("A", **change))
    assert "inv_agenda" in wrong_with(desk, at(SetupExchange()))
    desk.do("setup_player", "B", deck_size=40, summons=3).do("exchange", "A", n=0)
    assert wrong_with(desk, at(SetupDraw())) == ["inv_agenda"]
    desk.do("exchange", "B", n=0)
    assert desk.step == "dice"
    first, second = Die("start1", "A", "start"), Die("start2", "B", "start")
    spoiled: tuple[tuple[tuple[Seat, ...], tuple[Die, ...]], ...] = (
        (("A",), (first, second)),
        (("A", "B"), (first,)),
        (("A", "B"), (first, first)),
        (("A", "B"), (first, replace(second, panel="A"))),
        (("A", "B"), (first, replace(second, purpose="shoot"))),
        (("A", "B"), (first, replace(second, needs=3))),
        (("A", "B"), (first, replace(second, id="start9"))),
    )
    for tied, dice in spoiled:
        assert wrong_with(desk, at(SetupDie(tied), Dice(dice))) == ["inv_agenda"]
    assert wrong_with(desk, at(SetupDie(("A", "B")), Dice((replace(first, value=3), replace(second, value=4))))) == ["nobody_asked"]

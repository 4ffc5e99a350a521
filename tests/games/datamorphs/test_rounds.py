"""Between rounds and at the end: what stays out, who wins, the exchange (DAT-036..049, R33..R47; house rules)."""

from __future__ import annotations

import pytest

from tapete.core.steps import Over
from tapete.games import datamorphs
from tests.games.datamorphs.scenario import SKIP, STARTER, Desk


def won() -> Desk:
    """A has won round 1 with an attack of 3 against nothing; B laid an Interrupt and a Boost."""
    return Desk().bios("brine_socket", "velvet_stack").lay("A program cinder_port", "B interrupt function", "B boost_a moth_kernel").out()


@pytest.mark.clause("DAT-036", "DAT-037", "DAT-R33", "DAT-R34", "DAT-038")
def test_the_winner_names_one_card_of_each_that_lies_on_the_table() -> None:
    desk = won()
    offered = {name: domain.describe()["one_of"] for name, domain in desk.rules.legal(desk.state, "A")["leave_out"].arguments.items()}
    assert offered == {"own": ["bios", "program"], "rival": ["bios", "boost_a:0", "interrupt:function"]}
    assert "leave_out" not in desk.rules.legal(desk.state, "B")
    assert desk.codes("leave_out", "A", own="hand", rival="interrupt:boost_a") == ["bad_ref", "bad_ref"]


@pytest.mark.clause("DAT-038", "DAT-039", "DAT-040", "DAT-041", "DAT-042", "DAT-R36")
def test_the_others_are_picked_up_and_a_card_fewer_is_played() -> None:
    desk = won().do("leave_out", "A", own="program", rival="interrupt:function")
    assert (desk.player("A").out, desk.player("B").out) == (("cinder_port",), (None,))
    assert (desk.player("A").shown, desk.player("B").shown) == ((("brine_socket", "cinder_port"),), (("moth_kernel", "velvet_stack"),))
    for seat in ("A", "B"):
        player = desk.player(seat)
        assert (player.hand, player.bios, player.program, player.boost_a, player.function, player.stopped) == (
            4,
            None,
            None,
            (),
            None,
            False,
        )
    (unseen,) = desk.told("left_out_unseen")
    assert (unseen.seat, unseen.ref, unseen.clause) == ("B", "interrupt:function", "DAT-038")
    started = desk.told("round_started")
    assert [(event.round, event.cards) for event in started] == [(1, 5), (2, 4)]


@pytest.mark.clause("DAT-043", "DAT-R35")
def test_after_a_tie_each_chooses_an_own_card_in_any_order() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack").out()
    assert {owed.seat for owed in desk.rules.awaiting(desk.state)} == {"A", "B"}
    offered = desk.rules.legal(desk.state, "B")["leave_out_own"].arguments["ref"].describe()["one_of"]
    assert offered == ["bios", "hand"]
    desk.do("leave_out_own", "B", ref="hand")
    assert desk.codes("leave_out_own", "B", ref="bios") == ["already_chosen"]
    assert [panel.lamp for panel in desk.rules.scene(desk.state).panels] == ["turn", "ready"]
    desk.do("leave_out_own", "A", ref="bios")
    assert (desk.state.round, desk.player("A").hand, desk.player("B").hand) == (2, 4, 4)


@pytest.mark.clause("DAT-R35")
def test_who_has_played_every_card_has_none_in_hand_to_leave_out() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack")
    desk.lay("A interrupt boost_a", "A interrupt boost_b", "A interrupt function", "A program fern_cache").out()
    assert desk.step == "leave_out_tie"
    assert desk.codes("leave_out_own", "A", ref="hand") == ["bad_ref"]
    assert desk.codes("leave_out_own", "A", ref="interrupt:function") == []


@pytest.mark.clause("DAT-R47", "DAT-047")
@pytest.mark.parametrize("moves", [(), ("bios",), ("bios", "first"), ("bios", "first", "out")])
def test_whoever_concedes_gives_the_game_to_the_rival(moves: tuple[str, ...]) -> None:
    desk = Desk()
    for move in moves:
        {"bios": lambda: desk.bios("brine_socket", "fern_cache"), "first": lambda: desk.first("A"), "out": desk.out}[move]()
    desk.do("concede", "A")
    (game,) = desk.told("game_won")
    assert (game.seat, game.reason, game.clause, desk.step) == ("B", "concession", "DAT-R47", "exchange")
    assert [panel.lamp for panel in desk.rules.scene(desk.state).panels] == ["waiting", "turn"]


@pytest.mark.clause("DAT-R46", "DAT-049", "DAT-003")
def test_the_exchange_is_compulsory_unless_the_house_has_none() -> None:
    desk = Desk().do("concede", "B")
    assert set(desk.rules.legal(desk.state, "A")) == {"exchange_cards"}
    assert desk.rules.result(desk.state) is None
    none = Desk({"exchange": False}).do("concede", "B")
    assert none.rules.result(none.state) == Over("win", ("A",), "concession")
    assert [panel.lamp for panel in none.rules.scene(none.state).panels] == ["won", "lost"]


@pytest.mark.clause("DAT-R46", "DAT-R37", "DAT-R44")
def test_a_card_left_out_may_be_exchanged_and_an_impossible_one_not() -> None:
    desk = won().do("leave_out", "A", own="program", rival="bios").do("concede", "B")
    assert desk.codes("exchange_cards", "A", take="velvet_stack", give="cinder_port") == []
    assert desk.codes("exchange_cards", "A", take="nobody_s_card", give="cinder_port") == ["unknown_card"]
    full = Desk().bios("brine_socket", "velvet_stack")
    full.lay("A program cinder_port", "A boost_a hollow_thread", "A boost_b fern_cache", "A function ash_router").do("concede", "B")
    refusals = full.refusals("exchange_cards", "A", take="glint_loom", give="glint_loom")
    assert [(refusal.code, refusal.clause, refusal.at) for refusal in refusals] == [("not_owned", "DAT-R46", "give")]


@pytest.mark.clause("DAT-R43", "DAT-044")
def test_after_the_deciding_round_nothing_stays_out() -> None:
    desk = won().do("leave_out", "A", own="bios", rival="bios").bios("cinder_port", "moth_kernel").lay("A program glint_loom").out()
    assert desk.step == "exchange"
    assert desk.player("A").out == ("brine_socket",)
    assert desk.player("A").bios is not None, "the table of the last round stays until the exchange is done"


@pytest.mark.clause("DAT-R08")
@pytest.mark.parametrize(("cost", "spent"), [(0, 0), (1, 1)])
def test_the_house_may_let_interrupts_cost_one(cost: int, spent: int) -> None:
    desk = Desk({"interrupt_cost": cost}).bios("brine_socket", "velvet_stack").lay("A interrupt boost_a")
    assert desk.memory("A").spent == spent
    (told,) = desk.told("interrupted")
    assert told.cost == cost


@pytest.mark.clause("DAT-R08", "DAT-056")
def test_an_interrupt_that_costs_one_takes_memory() -> None:
    desk = Desk({"interrupt_cost": 1}).bios("quill_daemon", "velvet_stack").lay("A program rust_oracle").due("A")
    (refusal,) = desk.refusals("play", "A", part="interrupt", slot="boost_a", card=None)
    assert (refusal.code, refusal.at, refusal.params["cost"]) == ("memory_short", "part", 1)


@pytest.mark.clause("DAT-R63", "DAT-R42")
def test_the_fourth_round_is_a_bios_and_one_card() -> None:
    desk = won().do("leave_out", "A", own="bios", rival="bios")
    desk.bios("cinder_port", "moth_kernel").lay("B program ash_router").out().do("leave_out", "B", own="program", rival="bios")
    desk.bios("glint_loom", "glint_loom").out()
    desk.do("leave_out_own", "A", ref="bios").do("leave_out_own", "B", ref="bios")
    assert (desk.state.round, desk.player("A").hand) == (4, 2)
    desk.bios("hollow_thread", "hollow_thread").joint("program cinder_port", SKIP)
    assert (desk.player("A").hand, desk.player("A").stopped, desk.player("B").hand) == (0, True, 1)
    desk.plays("interrupt boost_b")
    assert desk.told("game_won")[0].reason == "tie_break"


@pytest.mark.clause("DAT-R01", "DAT-001")
def test_two_play() -> None:
    rules = datamorphs.rules({}, STARTER)
    assert rules.start(("A", "B")).seats == ("A", "B")
    assert (rules.game.fewest, rules.game.most) == (2, 2)


@pytest.mark.clause("DAT-R60")
def test_a_ruling_mends_the_table_and_the_referee_does_nothing_by_itself() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack")
    offered = desk.rules.legal(desk.state, None)["ruling"].arguments["ops"].describe()
    assert set(offered["ops"]) == {
        "adjust_attack",
        "adjust_defense",
        "adjust_memory",
        "correct_card",
        "change_sides",
        "add_laid",
        "peek",
        "note",
    }, "only the Bios lie there"

"""Playing cards: positions, costs, order, stops (DAT-005..031, 050..062, R03..R22, R48..R52, R57, R58)."""

from __future__ import annotations

import pytest

from tapete.core.refusals import Malformed
from tests.games.datamorphs.scenario import SKIP, STOP, Desk, printed


def table(**options: object) -> Desk:
    """Both have a Bios of 7, and it is the second exchange, with A to play alone."""
    return Desk(dict(options)).bios("brine_socket", "velvet_stack").due("A")


@pytest.mark.clause("DAT-015", "DAT-017", "DAT-018", "DAT-R03", "DAT-R52", "DAT-011")
def test_each_position_takes_its_own_element() -> None:
    offered = table().rules.legal(table().state, "A", {"action": "play", "part": "boost"})["play"].arguments["slot"].describe()
    assert offered["one_of"] == ["boost_a", "boost_b"]
    desk = table().lay("A program glint_loom", "A boost_a rust_oracle", "A function moth_kernel").due("A")
    assert desk.refused("A", "program moth_kernel") == ["slot_taken"]
    assert desk.refused("A", "boost_a hollow_thread") == ["slot_taken"]
    assert desk.refused("A", "function hollow_thread") == ["slot_taken"]
    assert desk.refused("A", "boost_b hollow_thread") == []
    with pytest.raises(Malformed):
        desk.action("play", "A", part="bios", slot="program", card="glint_loom")


@pytest.mark.clause("DAT-021", "DAT-022", "DAT-024", "DAT-R07", "DAT-R02", "DAT-006")
def test_three_interrupts_at_most_one_to_a_position() -> None:
    desk = table().lay("A interrupt boost_a", "A interrupt boost_b").due("A")
    assert desk.refused("A", "interrupt boost_a") == ["slot_taken"]
    assert desk.refused("A", "boost_b glint_loom") == ["slot_taken"]
    desk.plays("interrupt function").due("A")
    assert desk.codes("play", "A", part="interrupt", slot="program", card=None) == ["wrong_slot"]
    assert desk.refused("A", "function glint_loom") == ["slot_taken"]
    assert desk.player("A").hand == 1


@pytest.mark.clause("DAT-R07")
def test_an_interrupt_does_not_go_where_a_part_lies() -> None:
    desk = table().lay("A boost_a glint_loom", "A function moth_kernel").due("A")
    assert desk.refused("A", "interrupt boost_a") == ["slot_taken"]
    assert desk.refused("A", "interrupt function") == ["slot_taken"]


@pytest.mark.clause("DAT-021", "DAT-R25")
def test_an_interrupt_names_no_card_and_anything_else_does() -> None:
    desk = table()
    with pytest.raises(Malformed):
        desk.action("play", "A", part="interrupt", slot="boost_a", card="glint_loom")
    with pytest.raises(Malformed):
        desk.action("play", "A", part="boost", slot="boost_a", card=None)


@pytest.mark.clause("DAT-R06", "DAT-R04", "DAT-R49", "DAT-R51")
def test_interrupts_that_face_interrupts_or_nothing_do_nothing() -> None:
    desk = table().lay("A interrupt boost_a", "B interrupt boost_a", "B interrupt boost_b")
    assert desk.score().A[:2] == (0, 0)
    desk.lay("A boost_b glint_loom", "B function moth_kernel")
    assert desk.score().A[:2] == (0, 0), "played against an Interrupt: paid for and inactive"
    assert desk.memory("A") == (7, 2)
    assert desk.score().B.inflicted == 0


@pytest.mark.clause("DAT-051", "DAT-052", "DAT-055", "DAT-R09", "DAT-R12", "DAT-R57")
@pytest.mark.parametrize(
    ("words", "cost"),
    [
        ("program rust_oracle", 4),
        ("program tern_buffer", 2),
        ("boost_a glint_loom", 2),
        ("boost_a rust_oracle", 0),
        ("boost_a brine_socket", 1),
        ("boost_a hollow_thread", 1),
        ("function rust_oracle", 1),
        ("interrupt boost_a", 0),
    ],
)
def test_what_a_card_costs(words: str, cost: int) -> None:
    desk = table()
    assert desk.memory("A").spent == 0, "a Bios costs nothing"
    assert desk.plays(words).memory("A").spent == cost


@pytest.mark.clause("DAT-R57", "DAT-R58")
def test_changes_and_colours_alter_no_cost_and_bar_nothing() -> None:
    desk = table().lay("B boost_a quill_daemon rival", "A boost_a cinder_port", "A boost_b ash_router")
    assert desk.memory("A").spent == 1 + 2, "what is printed is paid, whatever becomes of it"
    parts = {use.face.color for use in desk.board.in_use("A")}
    assert parts == {"cyan", "amber"}, "any colour goes beside any other"


@pytest.mark.clause("DAT-R13", "DAT-R15", "DAT-R19", "DAT-030")
def test_without_memory_what_costs_nothing_is_still_played() -> None:
    empty = printed("empty", bios=("cyan", 0, 0, 0))
    desk = Desk(None, empty).bios("empty", "velvet_stack").due("A")
    assert not desk.player("A").stopped
    assert desk.refused("A", "boost_a hollow_thread") == ["memory_short"]
    desk.plays("boost_a rust_oracle").due("A").plays("interrupt boost_b")
    assert desk.memory("A") == (0, 0)
    desk.lay("B boost_a velvet_stack")
    assert desk.memory("A") == (-1, 0)
    assert desk.due("A").refused("A", "interrupt function") == []


@pytest.mark.clause("DAT-R17", "DAT-057")
def test_a_skipped_program_is_played_later() -> None:
    desk = Desk().bios("brine_socket", "fern_cache").first("A").plays(SKIP, SKIP).first("A").plays("program glint_loom")
    part = desk.player("A").program
    assert part is not None
    assert part.card == "glint_loom"


@pytest.mark.clause("DAT-R18", "DAT-R20", "DAT-031")
def test_a_stop_is_final_and_both_stops_end_the_round() -> None:
    desk = Desk().bios("brine_socket", "fern_cache").first("A").plays(SKIP, SKIP).first("A").plays(STOP)
    assert desk.player("A").stopped
    assert desk.refused("A", "interrupt boost_a") == ["already_stopped"]
    desk.plays(STOP)
    assert desk.told("round_scored")


@pytest.mark.clause("DAT-R19", "DAT-030")
def test_no_open_position_stops_though_cards_are_left() -> None:
    desk = table().lay("A program tern_buffer", "A boost_a fern_cache", "A interrupt boost_b")
    assert not desk.player("A").stopped
    desk.lay("A function glint_loom")
    assert desk.player("A").stopped, "the fifth card is played"
    desk = Desk().bios("brine_socket", "velvet_stack")
    desk.lay("A program tern_buffer", "A boost_a fern_cache", "A interrupt boost_b")
    assert desk.board.has_room("A")


@pytest.mark.clause("DAT-060", "DAT-R22", "DAT-029")
def test_the_order_is_decided_once_for_each_exchange() -> None:
    desk = Desk().bios("brine_socket", "fern_cache").first("A").plays("program cinder_port")
    assert desk.available() == (3, 6)
    assert desk.step == "play", "B's card of the same exchange is due though B leads by now"
    desk.plays(SKIP)
    (first, second) = desk.told("leader")
    assert (first.seat, first.clause, second.seat, second.clause) == ("A", "DAT-028", "B", "DAT-060")


@pytest.mark.clause("DAT-059")
def test_memory_is_told_after_every_card_that_changes_it() -> None:
    desk = Desk().bios("brine_socket", "fern_cache")
    assert [(event.seat, event.available) for event in desk.told("memory")] == [("A", 7), ("B", 6)]
    desk.first("A").plays("program tern_buffer")
    (last,) = desk.told("memory")[2:]
    assert (last.seat, last.total, last.spent, last.available) == ("A", 9, 2, 7)
    desk.lay("B boost_a velvet_stack")
    assert [event.seat for event in desk.told("memory")[3:]] == ["A", "B"]


@pytest.mark.clause("DAT-R61", "DAT-R66")
def test_more_memory_than_the_panel_has_pixels_is_shown_all_the_same() -> None:
    desk = Desk().bios("brine_socket", "fern_cache")
    for _ in range(2):
        desk.do("ruling", reason="much memory", ops=[{"op": "adjust_memory", "seat": "A", "n": 9}] * 4)
    panel = desk.rules.scene(desk.state).panels[0]
    assert (panel.value, panel.largest) == (79, 79)


@pytest.mark.clause("DAT-066", "DAT-067", "DAT-R48")
def test_extra_boosts_carry_the_icon_on() -> None:
    twin = printed("twin", abilities=({"kind": "memory_boost"},))
    desk = Desk(None, twin).bios("brine_socket", "velvet_stack")
    desk.lay("A boost_a fern_cache", "A boost_a twin", "A boost_a twin", "A boost_a moth_kernel")
    assert len([use for use in desk.board.in_use("A") if use.slot == "boost_a"]) == 4
    assert desk.memory("A") == (7 + 3, 1 + 0 + 0 + 2)


@pytest.mark.clause("DAT-R49", "DAT-R16")
def test_a_joint_interrupt_shuts_a_whole_column() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack").lay("A boost_a fern_cache", "A boost_a hollow_thread")
    assert desk.memory("A") == (7 + 1 + 1, 2)
    desk.lay("B interrupt boost_a")
    assert desk.memory("A") == (7, 2)
    assert [use.slot for use in desk.board.in_use("A")] == ["bios"]


@pytest.mark.clause("DAT-R26", "DAT-R54")
def test_boosts_and_functions_stand_without_a_program() -> None:
    desk = table().lay("A boost_a moth_kernel")
    assert desk.score().A.attack == 2
    desk.lay("A function glint_loom")
    assert desk.score().A[:2] == (2, 0), "no Program: the benefit has no type to go to"
    assert desk.lay("B boost_a ash_router").score().B.defense == 2, "nor the weakness"

"""The ledger's worked examples, 1 to 16 (docs/inside/rules/datamorphs.md#examples)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.steps import Over
from tests.games.datamorphs.scenario import NONCES, SKIP, STOP, Desk, printed

CHANGE = {"kind": "change_icons", "from": "defense", "to": "attack"}


@pytest.mark.clause("DAT-007", "DAT-008", "DAT-027", "DAT-028", "DAT-057")
def test_01_the_bios_with_more_memory_has_the_initiative() -> None:
    desk = Desk().bios("brine_socket", "fern_cache")
    assert desk.step == "order"
    assert desk.codes("choose_order", "B", first="B") == ["not_leader"]
    assert desk.rules.check(desk.state, desk.action("choose_order", "A", first="A")) == ()
    desk.first("B")
    assert desk.refused("A", "program glint_loom") == ["not_your_turn"]


@pytest.mark.clause("DAT-058", "DAT-059", "DAT-060", "DAT-R23")
def test_02_equal_bios_make_a_joint_play() -> None:
    desk = Desk().bios("glint_loom", "ash_router")
    assert desk.step == "joint"
    desk.joint("program rust_oracle", "program pebble_mux")
    assert desk.available() == (1, 2)
    (leader,) = desk.told("leader")
    assert (leader.seat, desk.step) == ("B", "order")


@pytest.mark.clause("DAT-R17", "DAT-R24", "DAT-R65")
def test_a_joint_play_declares_its_text_though_nobody_has_a_program() -> None:
    """Each half is judged as if its seat played before the other, which has laid no card of this exchange yet."""
    desk = Desk().bios("glint_loom", "glint_loom").joint(SKIP, SKIP)
    attack = {"op": "adjust_attack", "seat": "A", "n": 1}
    mine = {**desk.move("A", "interrupt boost_a"), "ops": [attack]}
    desk.do("joint_play", a=mine, b=desk.move("B", STOP), nonces=NONCES)
    assert [(event.seat, event.figure, event.n) for event in desk.told("adjusted")] == [("A", "attack", 1)]


@pytest.mark.clause("DAT-014", "DAT-050", "DAT-056", "DAT-061", "DAT-062", "DAT-053")
def test_03_the_memory_of_a_program_comes_after_it_is_paid() -> None:
    small = printed("small", bios=("cyan", 2, 0, 0))
    desk = Desk(None, small).bios("small", "small").joint("program tern_buffer", SKIP)
    assert desk.memory("A") == (4, 2)
    assert desk.available() == (2, 2)
    tiny = printed("tiny", bios=("cyan", 1, 0, 0))
    desk = Desk(None, tiny).bios("tiny", "brine_socket").first("A")
    (refusal,) = desk.refusals("play", "A", part="program", slot="program", card="tern_buffer")
    assert (refusal.code, refusal.clause, refusal.at) == ("memory_short", "DAT-056", "card")
    assert refusal.params == {"cost": 2, "available": 1, "total": 1, "spent": 0}


@pytest.mark.clause("DAT-052", "DAT-054", "DAT-R10", "DAT-R11")
@pytest.mark.parametrize(
    ("abilities", "cost"),
    [
        ([CHANGE], 1),
        ([{"kind": "swap_icons"}], 1),
        ([{"kind": "change_color", "from": "cyan", "to": "amber", "target": "own"}], 1),
        ([{"kind": "nullify_memory"}], 3),
        ([], 3),
    ],
)
def test_04_a_change_boost_costs_one(abilities: list[dict[str, Any]], cost: int) -> None:
    card = printed("turner", boost=("cyan", 2, 1), abilities=tuple(abilities))
    desk = Desk(None, card).bios("brine_socket", "velvet_stack").lay("A boost_a turner")
    (played,) = desk.told("played")
    assert (played.cost, desk.memory("A").spent) == (cost, cost)


@pytest.mark.clause("DAT-021", "DAT-022", "DAT-023", "DAT-R04", "DAT-R05", "DAT-R14", "DAT-R16")
def test_05_an_interrupt_takes_the_memory_of_what_it_faces() -> None:
    desk = Desk().bios("glint_loom", "velvet_stack").lay("A program pebble_mux")
    assert desk.available()[0] == 2
    desk.lay("A boost_b hollow_thread")
    assert desk.memory("A") == (6, 4)
    assert desk.score().A.attack == 1 + 2 + 1
    desk.lay("B interrupt boost_b")
    assert desk.memory("A") == (5, 4)
    assert desk.available()[0] == 1
    assert desk.score().A.attack == 1 + 2


@pytest.mark.clause("DAT-075", "DAT-R15", "DAT-R12", "DAT-R13")
def test_06_memory_lost_after_it_was_spent_is_filled_first() -> None:
    four = printed("four", bios=("cyan", 4, 0, 0), program=("cyan", "worm", 2, 2), boost_memory=2)
    desk = Desk(None, four).bios("four", "velvet_stack").lay("A program rust_oracle")
    assert desk.memory("A") == (4, 4)
    desk.lay("B boost_a velvet_stack")
    assert (desk.memory("A"), desk.available()[0]) == ((3, 4), 0)
    desk.lay("A boost_b four")
    assert (desk.memory("A"), desk.available()[0]) == ((5, 4), 1)


@pytest.mark.clause("DAT-071", "DAT-074", "DAT-R27")
def test_07_a_colour_sum_counts_its_own_boost() -> None:
    desk = Desk().bios("moth_kernel", "brine_socket").lay("A program pebble_mux")
    before = desk.score().A.attack
    assert desk.lay("A boost_a rust_oracle").score().A.attack == before + 2


@pytest.mark.clause("DAT-068", "DAT-069", "DAT-R32", "DAT-R67")
@pytest.mark.parametrize(
    ("first", "second", "attack", "defense"), [("cinder_port", "brine_socket", 0, 5), ("brine_socket", "cinder_port", 5, 0)]
)
def test_08_changes_and_swaps_act_in_the_order_played(first: str, second: str, attack: int, defense: int) -> None:
    base = printed("base", bios=("cyan", 9, 3, 2))
    desk = Desk(None, base).bios("base", "velvet_stack").lay(f"A boost_a {first}", f"A boost_b {second}")
    assert desk.score().A[:2] == (attack, defense)


@pytest.mark.clause("DAT-070", "DAT-073", "DAT-R29", "DAT-R59")
def test_09_colours_change_before_they_are_nullified() -> None:
    sums = {"kind": "color_sum", "icon": "attack", "color": "amber"}
    base = printed("base", bios=("cyan", 9, 1, 0), program=("cyan", "worm", 0, 0), program_abilities=(sums,))
    amber = printed("ambers", abilities=({"kind": "nullify_color", "color": "amber"},))

    def amber_parts(nullifier: str) -> int:
        desk = Desk(None, base, amber).bios("velvet_stack", "base")
        desk.lay("B program base", "B boost_a quill_daemon own", f"A boost_b {nullifier}")
        return desk.score().B.attack - 1

    assert amber_parts("tern_buffer") == 3, "cyan is nullified, and nothing is cyan any more"
    assert amber_parts("ambers") == 0, "three colourless parts, whose icons are kept"


@pytest.mark.clause("DAT-072", "DAT-R28")
@pytest.mark.parametrize(("counts", "attack"), [("own", 3), ("rival", 4)])
def test_10_icons_are_nullified_by_the_number_of_parts(counts: str, attack: int) -> None:
    five = printed("five", bios=("amber", 9, 5, 0), program=("amber", "worm", 0, 0), boost=("cyan", 0, 0))
    cyan = printed("cyans", bios=("cyan", 9, 0, 0), program=("amber", "worm", 0, 0))
    desk = Desk({"nullify_counts": counts}, five, cyan).bios("cyans", "five")
    desk.lay("B program five", "B boost_a five", "A program cyans")
    assert desk.score().B.attack == 5
    desk.lay("A boost_b pebble_mux")
    assert desk.score().B.attack == attack


@pytest.mark.clause("DAT-019", "DAT-020", "DAT-012", "DAT-R53", "DAT-R55")
def test_11_a_function_helps_its_own_type_and_harms_the_rivals() -> None:
    worm = {
        "color": "cyan",
        "benefits": [{"types": ["worm"], "attack": 1, "defense": 0}],
        "weaknesses": [{"types": ["shield"], "attack": 0, "defense": 1}],
    }
    helper = printed("helper", program=("cyan", "worm", 0, 0), function=worm)

    def scores(program: str) -> tuple[int, int]:
        desk = Desk(None, helper).bios("helper", "brine_socket").lay("A program helper", f"B program {program}")
        without = desk.score()
        now = desk.lay("A function helper").score()
        return now.A.attack - without.A.attack, now.B.defense - without.B.defense

    assert scores("rust_oracle") == (1, -1)
    assert scores("pebble_mux") == (1, 0)
    bare = printed("bare", program=("cyan", "shield", 0, 0))
    desk = Desk(None, helper, bare).bios("helper", "brine_socket").lay("A program helper", "B program bare", "A function helper")
    assert desk.score().B.defense == 0, "never below 0"


@pytest.mark.clause("DAT-066", "DAT-067", "DAT-R48", "DAT-R49", "DAT-R50", "DAT-R16")
def test_12_an_extra_boost_stands_by_the_icon_above_it() -> None:
    desk = Desk().bios("brine_socket", "velvet_stack").lay("A boost_a fern_cache")
    assert desk.memory("A") == (8, 1)
    desk.lay("A boost_a moth_kernel")
    assert desk.score().A.attack == 2
    assert desk.due("A").refused("A", "boost_a glint_loom") == ["slot_taken"]
    desk.lay("B interrupt boost_a")
    assert desk.memory("A").total == 7
    assert desk.score().A[:2] == (0, 0)
    (refusal,) = desk.due("A").refusals("play", "A", part="boost", slot="boost_a", card="glint_loom")
    assert (refusal.code, refusal.clause) == ("slot_taken", "DAT-R50")
    assert refusal.params == {"slot": "boost_a", "held": 2, "limit": 1}


def whole_round() -> Desk:
    """The round of example 13: A rust_oracle, B velvet_stack."""
    desk = Desk().bios("rust_oracle", "velvet_stack")
    desk.first("A").plays("program glint_loom", "program moth_kernel")
    assert desk.available() == (3, 6)
    desk.first("B").plays("boost_b ash_router", "boost_a cinder_port")
    assert desk.available() == (2, 4)
    desk.first("A").plays("boost_b hollow_thread", "interrupt boost_a")
    assert (desk.memory("A").total, desk.available()) == (7, (2, 4))
    desk.first("B").plays("function tern_buffer")
    assert (desk.available()[1], desk.player("B").hand) == (3, 0)
    return desk.plays("function pebble_mux")


@pytest.mark.clause(
    "DAT-001", "DAT-002", "DAT-005", "DAT-009", "DAT-010", "DAT-013", "DAT-016", "DAT-029", "DAT-030", "DAT-032", "DAT-033", "DAT-034"
)
@pytest.mark.clause("DAT-035", "DAT-055", "DAT-063", "DAT-064", "DAT-065", "DAT-R19", "DAT-R20", "DAT-R51")
def test_13_a_whole_round() -> None:
    desk = whole_round()
    (scored,) = desk.told("round_scored")
    assert (scored.attack.A, scored.attack.B) == (3, 2)
    assert (scored.defense.A, scored.defense.B) == (1, 3)
    assert (scored.inflicted.A, scored.inflicted.B) == (0, 1)
    (won,) = desk.told("round_won")
    assert (won.seat, won.wins) == ("B", 1)
    assert [event.seat for event in desk.told("stopped")] == ["B", "A"]
    assert desk.step == "leave_out"


@pytest.mark.clause("DAT-036", "DAT-037", "DAT-038", "DAT-039", "DAT-040", "DAT-041", "DAT-R33", "DAT-R45", "DAT-042", "DAT-R36", "DAT-R44")
def test_14_a_removal_and_what_it_proves() -> None:
    desk = whole_round().do("leave_out", "B", own="interrupt:boost_a", rival="boost_b:0")
    assert (desk.player("A").hand, desk.player("B").hand, desk.state.round, desk.step) == (4, 4, 2, "bios")
    assert (desk.player("A").out, desk.player("B").out) == (("hollow_thread",), (None,))
    refusals = desk.refusals("reveal_bios", bios={"A": "hollow_thread", "B": "velvet_stack"}, nonces=NONCES)
    assert [(refusal.code, refusal.at) for refusal in refusals] == [("not_owned", "bios.A")]
    shown = {"velvet_stack", "moth_kernel", "ash_router", "tern_buffer"}
    for card in desk.rules.catalogue.cards:
        bad = desk.codes("reveal_bios", bios={"A": "rust_oracle", "B": card}, nonces=NONCES)
        assert bad == ([] if card in shown else ["not_owned"]), card


@pytest.mark.clause("DAT-025", "DAT-044", "DAT-045", "DAT-046", "DAT-R40", "DAT-R41", "DAT-R42", "DAT-R43", "DAT-R63")
@pytest.mark.parametrize(
    ("mode", "results", "step", "winner", "reason"),
    [
        ("extra_round", "A B tie B", "exchange", "B", "tie_break"),
        ("extra_round", "A B tie A", "exchange", "A", "tie_break"),
        ("extra_round", "tie tie A B", "exchange", "B", "tie_break"),
        ("extra_round", "A tie tie tie", "exchange", "A", "more_wins"),
        ("extra_round", "A B tie tie", "over", None, "level"),
        ("extra_round", "tie tie tie", "over", None, "all_tied"),
        ("extra_round", "A A", "exchange", "A", "two_wins"),
        ("extra_round", "A B B", "exchange", "B", "two_wins"),
        ("sudden_death", "tie B", "exchange", "B", "tie_break"),
        ("sudden_death", "tie tie A", "exchange", "A", "tie_break"),
        ("sudden_death", "A tie B", "exchange", "B", "tie_break"),
        ("sudden_death", "A B tie", "over", None, "level"),
        ("sudden_death", "tie tie tie", "over", None, "all_tied"),
        ("sudden_death", "B B", "exchange", "B", "two_wins"),
    ],
)
def test_15_who_wins_the_game(mode: str, results: str, step: str, winner: str | None, reason: str) -> None:
    desk = Desk({"tie_mode": mode})
    for number, result in enumerate(results.split(), start=1):
        assert (desk.state.round, desk.step) == (number, "bios")
        assert {desk.player("A").hand, desk.player("B").hand} == {6 - number}
        play_round(desk, result)
    assert desk.step == step
    assert desk.state.results == tuple(results.split())
    top: Any = desk.state.agenda[-1]
    assert top.reason == reason
    assert (None if isinstance(top, Over) else top.winner) == winner


def play_round(desk: Desk, result: str) -> None:
    """One round with a new pair of cards in it, won by a ruling or tied; a card nobody saw stays out after a tie, the Bios else."""
    a, b = [("brine_socket", "ash_router"), ("rust_oracle", "moth_kernel"), ("fern_cache", "tern_buffer"), ("cinder_port", "glint_loom")][
        desk.state.round - 1
    ]
    desk.bios(a, b)
    ops = [{"op": f"adjust_{figure}", "seat": seat, "n": -9} for figure in ("attack", "defense") for seat in ("A", "B")]
    desk.do("ruling", reason="nothing counts", ops=ops)
    if result != "tie":
        desk.do("ruling", reason="but this", ops=[{"op": "adjust_attack", "seat": result, "n": 9}] * 3)
    desk.out()
    if desk.step == "leave_out":
        desk.do("leave_out", "A" if result == "A" else "B", own="bios", rival="bios")
    elif desk.step == "leave_out_tie":
        desk.do("leave_out_own", "B", ref="bios").do("leave_out_own", "A", ref="bios")


@pytest.mark.clause("DAT-003", "DAT-004", "DAT-047", "DAT-048", "DAT-049", "DAT-R37")
def test_16_the_winner_takes_a_card_and_gives_one() -> None:
    desk = Desk().bios("glint_loom", "rust_oracle").do("concede", "B")
    assert desk.step == "exchange"
    desk.do("exchange_cards", "A", take="rust_oracle", give="glint_loom")
    (exchanged,) = desk.told("cards_exchanged")
    assert (exchanged.take, exchanged.give) == ("rust_oracle", "glint_loom")
    assert {desk.player(seat).hand for seat in desk.state.seats} == {5}
    assert desk.rules.result(desk.state) == Over("win", ("A",), "concession")


@pytest.mark.clause("DAT-031", "DAT-R21", "DAT-R62")
def test_one_who_can_still_play_goes_on_alone() -> None:
    desk = Desk().bios("rust_oracle", "velvet_stack").first("A").plays("program glint_loom", "program moth_kernel")
    desk.first("A").plays(STOP, "boost_a glint_loom")
    assert desk.step == "play"
    assert desk.refused("A", "boost_a cinder_port") == ["already_stopped"]
    desk.plays("function ash_router", "interrupt boost_b")
    assert desk.player("B").hand == 0
    assert desk.told("round_scored")

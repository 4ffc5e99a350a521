"""A judge's questions: shortfalls, columns that close, what is simultaneous, how a game ends, and what a refusal says."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.datamorphs.scoring import ending
from tests.games.datamorphs.scenario import NONCES, SKIP, STOP, Desk, printed

BASE = printed("base", bios=("cyan", 12, 3, 2), program=("cyan", "worm", 0, 0))
ZERO = printed("zero", bios=("cyan", 0, 0, 0), program=("cyan", "worm", 0, 0))
GIVER = printed("giver", boost_memory=2)
EXTRA = printed("extra", abilities=({"kind": "memory_boost"},))
THIEF = printed("thief", abilities=({"kind": "nullify_memory", "n": 5},))


def desk(*lines: str, a: str = "base", b: str = "base", cards: tuple[dict[str, Any], ...] = (), **options: Any) -> Desk:
    """A table with these lines laid; Bios `base` has memory 12, attack 3, defense 2; `zero` has nothing and costs nothing."""
    return Desk(options, BASE, ZERO, GIVER, EXTRA, THIEF, *cards).bios(a, b).lay(*lines)


def cited(table: Desk, name: str, seat: Any = None, **arguments: Any) -> list[tuple[str, str]]:
    return [(refusal.code, refusal.clause) for refusal in table.refusals(name, seat, **arguments)]


# ---- memory


@pytest.mark.clause("DAT-R15", "DAT-R13", "DAT-R14", "DAT-075")
def test_a_shortfall_below_nothing_is_filled_first_and_bars_no_free_card() -> None:
    table = desk("B program zero", "A boost_a thief", b="zero")
    assert (table.memory("B").total, table.memory("B").available) == (-5, 0)
    table.due("B").plays("boost_a giver")
    assert (table.memory("B").total, table.memory("B").available) == (-3, 0)
    table.due("B")
    assert table.refused("B", "function zero") == ["memory_short"]
    assert table.refused("B", "boost_b zero") == []


@pytest.mark.clause("DAT-R15", "DAT-058", "DAT-R23")
def test_no_memory_and_less_than_none_are_the_same_at_the_next_exchange() -> None:
    table = Desk(None, ZERO, THIEF).bios("zero", "zero").joint(SKIP, SKIP).joint("boost_a thief", "boost_a zero")
    assert (table.memory("A").total, table.memory("B").total, table.available()) == (0, -5, (0, 0))
    assert table.step == "joint"


@pytest.mark.clause("DAT-R05", "DAT-R16", "DAT-R51")
@pytest.mark.parametrize("interrupt_first", [True, False])
@pytest.mark.parametrize("boost", ["giver", "thief", "extra"])
def test_an_interrupt_before_or_after_its_boost_leaves_the_same_memory(boost: str, interrupt_first: bool) -> None:
    lines = ("B interrupt boost_a", f"A boost_a {boost}")
    table = desk(*(lines if interrupt_first else reversed(lines)))
    assert (table.memory("A").total, table.memory("B").total) == (12, 12)
    table.due("A")
    assert cited(table, "play", "A", part="boost", slot="boost_a", card="zero") == [
        ("slot_taken", "DAT-R50" if boost == "extra" else "DAT-017")
    ]


@pytest.mark.clause("DAT-R48", "DAT-R49", "DAT-067", "DAT-R16")
def test_four_boosts_in_one_column_fall_silent_together() -> None:
    table = desk(*["A boost_a extra"] * 4)
    assert (table.memory("A").total, table.player("A").hand, len(table.player("A").boost_a)) == (16, 0, 4)  # type: ignore[arg-type]  # no Interrupt
    assert table.lay("B interrupt boost_a").memory("A").total == 12


@pytest.mark.clause("DAT-R66", "DAT-R65", "DAT-057")
def test_declared_memory_moves_the_lead_of_the_next_exchange_and_not_of_this_one() -> None:
    more = [{"op": "adjust_memory", "seat": "B", "n": 9}] * 2
    table = Desk(None, BASE, ZERO).bios("base", "zero").do("ruling", reason="a text says so", ops=more)
    assert cited(table, "choose_order", "B", first="B") == [("not_leader", "DAT-057")]
    table.first("B").plays("program glint_loom", SKIP)
    assert cited(table, "choose_order", "A", first="A") == [("not_leader", "DAT-060")]


# ---- together, and alone


@pytest.mark.clause("DAT-R24", "DAT-R25", "DAT-R05", "DAT-R67")
def test_a_boost_and_the_interrupt_that_meets_it_come_down_together() -> None:
    table = Desk(None, BASE, THIEF).bios("base", "base").joint(SKIP, SKIP).joint("boost_a thief", "interrupt boost_a")
    assert (table.memory("B").total, table.step) == (12, "joint")
    table.joint("interrupt boost_b", "interrupt boost_b")
    assert table.step == "joint"


@pytest.mark.clause("DAT-R24")
def test_each_illegal_half_is_refused_by_its_seat() -> None:
    table = Desk(None, ZERO).bios("zero", "zero")
    found = table.refusals("joint_play", a=table.move("A", "program glint_loom"), b=table.move("B", "boost_a zero"), nonces=NONCES)
    assert [(refusal.code, refusal.params["seat"]) for refusal in found] == [("memory_short", "A"), ("part_not_now", "B")]
    assert table.codes("joint_play", a=table.move("A", STOP), b=table.move("B", SKIP), nonces=NONCES) == ["part_not_now"]


@pytest.mark.clause("DAT-R21", "DAT-R62", "DAT-R19", "DAT-R20")
def test_the_one_who_goes_on_alone_ends_the_round_with_the_last_card() -> None:
    table = Desk(None, BASE, ZERO).bios("zero", "zero").joint(SKIP, SKIP).joint(STOP, "boost_a zero")
    assert cited(table, "play", "A", part="interrupt", slot="function") == [("already_stopped", "DAT-R18")]
    table.plays("boost_b zero", "program zero", "interrupt function")
    assert table.step == "leave_out_tie"
    assert [event.clause for event in table.told("stopped")] == ["DAT-R18", "DAT-R19"]


@pytest.mark.clause("DAT-R08", "DAT-060", "DAT-R23")
def test_an_interrupt_makes_a_tie_by_what_it_silences_and_breaks_one_by_what_it_costs() -> None:
    table = Desk(None, BASE, GIVER, ZERO).bios("base", "base").joint(SKIP, SKIP).joint("boost_a giver", "boost_b zero")
    table.first("B").plays("interrupt boost_a", "boost_b zero")
    assert table.step == "joint"
    table = Desk({"interrupt_cost": 1}, BASE, ZERO).bios("base", "base").joint(SKIP, SKIP).joint("interrupt boost_a", "boost_b zero")
    assert (table.step, table.available()) == ("order", (11, 12))


# ---- scoring


@pytest.mark.clause("DAT-R32", "DAT-R11", "DAT-068", "DAT-069")
@pytest.mark.parametrize(
    ("swap_first", "to", "icons"),
    [(True, "attack", (5, 0)), (False, "attack", (0, 5)), (True, "defense", (0, 5)), (False, "defense", (5, 0))],
)
def test_two_changes_on_one_card_act_in_their_printed_order(swap_first: bool, to: str, icons: tuple[int, int]) -> None:
    swap = {"kind": "swap_icons", "target": "own"}
    change = {"kind": "change_icons", "from": "attack" if to == "defense" else "defense", "to": to, "target": "own"}
    twice = printed("twice", abilities=(swap, change) if swap_first else (change, swap))
    assert desk("A boost_a twice", cards=(twice,)).score().A[:2] == icons


@pytest.mark.clause("DAT-070", "DAT-R32", "DAT-R59")
@pytest.mark.parametrize(("lines", "attack"), [(("B boost_b stain", "A boost_b bleach"), 5), (("A boost_b bleach", "B boost_b stain"), 3)])
def test_the_last_colour_change_played_decides_what_a_sum_counts(lines: tuple[str, ...], attack: int) -> None:
    stain = {"kind": "change_color", "from": "cyan", "to": "amber", "target": "rival"}
    bleach = {"kind": "change_color", "from": "amber", "to": "cyan", "target": "own"}
    cards = tuple(printed(name, boost=("none", 0, 0), abilities=(a,)) for name, a in (("stain", stain), ("bleach", bleach)))
    assert desk("A boost_a rust_oracle", *lines, cards=cards).score().A.attack == attack


@pytest.mark.clause("DAT-019", "DAT-069", "DAT-R32", "DAT-R55", "DAT-R66")
def test_benefits_are_swapped_weaknesses_are_not_and_what_is_declared_comes_after_both() -> None:
    help_worms = {"color": "cyan", "benefits": [{"types": ["worm"], "attack": 5, "defense": 0}], "weaknesses": []}
    harm_worms = {"color": "cyan", "benefits": [], "weaknesses": [{"types": ["worm"], "attack": 9, "defense": 0}]}
    cards = printed("helper", function=help_worms), printed("harmer", function=harm_worms)
    table = desk("A program zero", "A function helper", "A boost_a brine_socket", cards=cards)
    assert table.score().A[:2] == (2, 8)
    table.lay("B function harmer").due("A").do("ruling", reason="a text", ops=[{"op": "adjust_attack", "seat": "A", "n": 8}])
    assert table.score().A[:2] == (2 - 9 + 8, 8), "nothing is cut to zero before all of it is added up"
    table.lay("B interrupt boost_a")
    assert table.score().A[:2] == (8 - 9 + 8, 2)


@pytest.mark.clause("DAT-R28", "DAT-R29", "DAT-072", "DAT-074")
def test_icons_are_nullified_by_parts_that_are_in_use_and_still_have_their_colour() -> None:
    table = desk("A boost_a pebble_mux", "A boost_b moth_kernel")
    assert table.score().B.attack == 0
    assert table.lay("B interrupt boost_b").score().B.attack == 3 - 2
    rival = desk("A boost_a pebble_mux", "A boost_b tern_buffer", nullify_counts="rival")
    assert rival.score().B.attack == 3, "B's cyan Bios is colourless by then"


# ---- ends


@pytest.mark.clause("DAT-044", "DAT-045", "DAT-046", "DAT-R40", "DAT-R41")
@pytest.mark.parametrize(
    ("mode", "results", "winner", "why"),
    [
        ("extra_round", "A tie tie B", "B", "tie_break"),
        ("extra_round", "A tie tie tie", "A", "more_wins"),
        ("extra_round", "A B tie tie", None, "level"),
        ("extra_round", "tie A A", "A", "two_wins"),
        ("sudden_death", "A tie B", "B", "tie_break"),
        ("sudden_death", "A tie tie", "A", "more_wins"),
        ("sudden_death", "A B tie", None, "level"),
        ("sudden_death", "A tie A", "A", "two_wins"),
        ("sudden_death", "tie tie tie", None, "all_tied"),
    ],
)
def test_how_a_row_of_results_ends(mode: str, results: str, winner: str | None, why: str) -> None:
    row: Any = tuple(results.split())
    assert ending(row, mode) == (winner, why)
    assert ending(row[:-1], mode) is None


@pytest.mark.clause("DAT-R35", "DAT-R47", "DAT-043", "DAT-047")
def test_who_concedes_after_a_choice_was_noted_loses_and_the_winner_exchanges() -> None:
    table = Desk(None, ZERO).bios("zero", "zero").out().do("leave_out_own", "B", ref="hand").do("concede", "A")
    assert cited(table, "exchange_cards", "A", take="zero", give="zero") == [("not_winner", "DAT-047")]
    assert table.do("exchange_cards", "B", take="zero", give="zero").rules.result(table.state).seats == ("B",)  # type: ignore[union-attr]  # it is over


@pytest.mark.clause("DAT-R46", "DAT-R44", "DAT-R45", "DAT-R37")
def test_whoever_has_shown_five_cards_gives_one_of_them_also_one_that_stayed_out() -> None:
    table = Desk(None, BASE, ZERO, GIVER).bios("base", "zero").first("A").plays("program glint_loom", SKIP).first("A")
    table.plays("boost_a hollow_thread", STOP, "boost_b giver", "function ash_router").do("leave_out", "A", own="bios", rival="bios")
    assert table.codes("reveal_bios", bios={"A": "base", "B": "zero"}, nonces=NONCES) == ["not_owned"], "B may own a second one"
    table.do("concede", "B")
    assert cited(table, "exchange_cards", "A", take="zero", give="fern_cache") == [("not_owned", "DAT-R46")]
    assert cited(table, "exchange_cards", "A", take="fern_cache", give="base") == []


# ---- what is said


@pytest.mark.clause("DAT-056", "DAT-R17", "DAT-R47", "DAT-R65")
def test_a_refusal_advises_what_can_be_done_and_counts_as_people_do() -> None:
    def said(table: Desk, name: str, seat: Any = None, **arguments: Any) -> tuple[str, str]:
        text = table.refusals(name, seat, **arguments)[0].text(table.rules.words)
        return text.in_("es"), text.in_("en")

    dear: dict[str, Any] = {"part": "program", "slot": "program", "card": "glint_loom"}
    first = Desk(None, BASE, ZERO).bios("zero", "base").first("A")
    assert [text.rpartition(". ")[2] for text in said(first, "play", "A", **dear)] == [
        "Elige otro Programa, o sáltatelo.",
        "Choose another Program, or skip it.",
    ]
    later = first.plays(SKIP, SKIP).due("A")
    assert [text.rpartition(". ")[2] for text in said(later, "play", "A", **dear)] == [
        "Elige algo más barato, o para.",
        "Choose something cheaper, or stop.",
    ]
    much = [{"op": "adjust_memory", "seat": "A", "n": 10}]
    assert said(later, "play", "A", part="boost", slot="boost_a", card="zero", ops=much)[0].startswith("El efecto n.º 1 ")
    over = Desk({"exchange": False}).do("concede", "A")
    assert said(over, "concede", "B") == (
        "La partida ha terminado: gana B. Puedes deshacer la última jugada o empezar otra partida.",
        "The match is over: B wins. You can undo the last action or start a new match.",
    )

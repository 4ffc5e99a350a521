"""The ledger's worked examples (docs/inside/rules/mamlejet.md#examples), played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.games.mamlejet.cards import Deck
from tapete.games.mamlejet.deck import DECK
from tapete.games.mamlejet.figures import EPIC, Wealth
from tapete.games.mamlejet.state import Lying, Mod, Options
from tests.contract.starter_cards import starter
from tests.games.mamlejet.camp import Camp, opened

ACTED = {"dedicated": "acts"}


def paired(camp: Camp, *pairs: tuple[str, str]) -> Camp:
    """A plan, settled; then on to the dice of combat with nobody playing anything."""
    for soldier, enemy in pairs:
        camp.do("assign", camp.at(soldier).controller, soldier=soldier, enemy=enemy)
    camp.do("confirm_plan", camp.board.active)
    return camp


@pytest.mark.clause("MMK-179", "MMK-180", "MMK-181", "MMK-R08")
def test_ex01_initiative_with_ties() -> None:
    camp = opened(3)
    for seat in "ABC":
        camp.do("keep_hand", seat)
    assert [die.panel for die in camp.due()] == ["A", "B", "C"]
    camp.roll(7, 7, 9)
    assert [die.panel for die in camp.due()] == ["A", "B"]
    camp.roll(4, 4)
    camp.roll(2, 8)
    assert camp.state.order == ("C", "B", "A")


@pytest.mark.clause("MMK-038", "MMK-042", "MMK-169", "MMK-170", "MMK-171", "MMK-182", "MMK-191", "MMK-193", "MMK-R10", "MMK-R11")
def test_ex02_opening() -> None:
    camp = opened()
    camp.do("mulligan", "A").do("mulligan", "A").do("keep_hand", "A").do("keep_hand", "B")
    assert (camp.player("A").hand, camp.player("A").city) == (5, 55)
    assert (camp.player("B").hand, camp.player("B").city) == (7, 53)
    camp.roll(3, 8)
    assert camp.state.order == ("B", "A")
    assert camp.step == "2a"
    assert (camp.player("B").hand, camp.player("B").city) == (7, 53)
    camp.all_pass(3)
    assert (camp.step, camp.board.active) == ("2a", "A")
    assert (camp.player("A").hand, camp.player("A").city) == (6, 54)


@pytest.mark.clause("MMK-006", "MMK-007", "MMK-065", "MMK-069", "MMK-091", "MMK-225", "MMK-004")
def test_ex03_payment() -> None:
    camp = Camp(A={"in_play": ["racion", "racion", "mina"]})
    every = ["racion", "racion+", "mina"]
    assert camp.codes("play_tactic", "A", card="lancero", targets=[], dedicate=every) == ["cost_not_met"]
    assert all(p.dedicated is None for p in camp.state.permanents)
    camp.play("A", "capitan50", dedicate=("racion", "racion+", "mina"))
    assert camp.player("A").pool == Wealth()
    assert all(p.dedicated == "pays" for p in camp.state.permanents)


@pytest.mark.clause(
    "MMK-017", "MMK-077", "MMK-092", "MMK-093", "MMK-094", "MMK-096", "MMK-097", "MMK-098", "MMK-101", "MMK-103", "MMK-196", "MMK-R20",
    "MMK-018", "MMK-021", "MMK-050", "MMK-055", "MMK-056", "MMK-057", "MMK-095", "MMK-102", "MMK-134",
)  # fmt: skip
def test_ex04_stack() -> None:
    plenty = ["racion", "mina", "mina", "estudio", "estudio", "estudio"]
    camp = Camp(A={"in_play": ["centinela", *plenty]}, B={"in_play": plenty}, front=("e-guerrero",))
    camp.play("A", "forja", "centinela", dedicate=("mina",))
    assert camp.codes("play_tactic", "B", card="cosecha", targets=[], dedicate=["racion+"]) == ["not_active_player"]
    camp.play("B", "voz", "e-guerrero", dedicate=("estudio+++", "estudio++++"))
    assert [item.card for item in camp.state.stack] == ["forja", "voz"]
    assert camp.codes("play_tactic", "A", card="consejo", targets=[], dedicate=["estudio", "racion"]) == ["stack_not_empty"]
    camp.do("pass", "A").do("pass", "B")
    assert camp.index("centinela", "e-guerrero") == 3
    assert camp.player("B").guenizah[-1].card == "voz"
    assert [item.card for item in camp.state.stack] == ["forja"]
    camp.do("pass", "B").do("pass", "A")
    assert camp.player("A").guenizah[-1].card == "forja"
    assert camp.index("centinela", "e-guerrero") == 1
    assert camp.board.passes(2, 1)
    assert not camp.board.passes(1, 1)


@pytest.mark.clause("MMK-158", "MMK-159", "MMK-R13")
def test_ex05_escudero_cap() -> None:
    camp = Camp(options={"level": "escudero"}, at="4a", front=("e-guerrero",) * 4, round=5)
    camp.all_pass().roll(9, 2)
    assert camp.top == "entries"
    camp = Camp(options={"level": "escudero"}, at="4a", front=("e-guerrero",) * 5, round=6)
    camp.all_pass().roll(9, 2)
    assert (camp.top, camp.step) == ("window", "1c")


@pytest.mark.clause("MMK-184", "MMK-185", "MMK-186", "MMK-187", "MMK-188", "MMK-R04", "MMK-R05", "MMK-R06", "MMK-R18", "MMK-R17")
def test_ex06_enemy_shot() -> None:
    camp = Camp(options={"level": "custom", "custom_per_player": 0}, at="4a", round=3, front=("e-arquero",))
    camp.all_pass().roll(9, 2)
    assert camp.at("e-arquero").dedicated == "acts"
    camp.roll(8)
    assert camp.state.stack[0].targets == ("B",)
    camp.all_pass()
    assert camp.due()[0].needs == 7
    camp.roll(7).declare("centinela")
    assert camp.player("B").city == 19
    assert camp.player("B").guenizah[-1] == Lying("centinela", "B", "city")
    camp.until("3a_w1").all_pass()
    assert camp.step not in ("3a_defence", "3a_rolls")


@pytest.mark.clause("MMK-129", "MMK-131", "MMK-136", "MMK-139", "MMK-141", "MMK-052", "MMK-012", "MMK-211", "MMK-215", "MMK-002")
def test_ex07_simultaneous_kill() -> None:
    camp = Camp(1, at="2c_plan", A={"in_play": ["centinela"]}, front=("e-guerrero",))
    paired(camp, ("centinela", "e-guerrero")).until("3d")
    camp.rolls(centinela=5, e_guerrero=4)
    assert camp.there("centinela")
    camp.until("3g")
    assert camp.player("A").guenizah[-2:] == (Lying("centinela", "A", "battle"), Lying("e-guerrero", "A"))
    assert (camp.score("A"), camp.lost("A")) == (5, 4)


@pytest.mark.clause("MMK-135", "MMK-R27", "MMK-R29", "MMK-133")
@pytest.mark.parametrize(("timing", "lost"), [("batch_first", 6), ("after_batch", 0)])
def test_ex08_epic_failure_inside_a_batch(timing: str, lost: int) -> None:
    camp = Camp(1, {"epic_fail_timing": timing}, at="2c_plan", A={"in_play": ["capitan50"]}, front=("e-guerrero",))
    paired(camp, ("capitan50", "e-guerrero")).until("3d")
    camp.rolls(e_guerrero=5, capitan50=1)
    assert camp.told("epic_failure")
    camp.until("3g")
    assert camp.lost("A") == lost


@pytest.mark.clause("MMK-140", "MMK-142", "MMK-206", "MMK-207", "MMK-252", "MMK-R65")
def test_ex09_zerizut() -> None:
    camp = Camp(1, at="2c_plan", A={"in_play": ["mensajero"]}, front=("e-guerrero",))
    paired(camp, ("mensajero", "e-guerrero")).until("3b")
    assert len(camp.due()) == 1
    camp.rolls(mensajero=6).until("3g")
    assert camp.step == "3g"
    assert camp.score("A") == 5


@pytest.mark.clause("MMK-147", "MMK-209", "MMK-210", "MMK-227", "MMK-R52", "MMK-R53")
def test_ex10_healing_a_partners_soldier() -> None:
    camp = Camp(at="2c_plan", order="BA", A={"in_play": ["centinela"]}, B={"in_play": ["estudio"]}, front=("e-carruaje",))
    paired(camp, ("centinela", "e-carruaje")).until("3b")
    camp.rolls(e_carruaje=4)
    assert camp.at("centinela").hits
    assert camp.step == "3b"
    camp.all_pass()
    assert camp.step == "3c"
    camp.play("B", "sanacion", "centinela", dedicate=("estudio",)).do("pass_all").roll(5)
    assert not camp.at("centinela").hits
    camp.until("3d").rolls(centinela=6).until("3g")
    assert camp.there("centinela")
    assert camp.score("A") == 6


@pytest.mark.clause("MMK-127", "MMK-128", "MMK-203", "MMK-204", "MMK-228", "MMK-249", "MMK-R23", "MMK-R24", "MMK-R26", "MMK-R107")
def test_ex11_robustness_and_defenders() -> None:
    camp = Camp(at="2c_plan", order="BA", A={"in_play": ["centinela", "zapador", "muralla"]}, front=("e-ariete",))
    assert camp.codes("assign", "A", soldier="centinela", enemy="e-ariete") == ["invalid_opponent"]
    assert camp.legal("assign", "A", soldier="zapador", enemy="e-ariete")
    camp.change("centinela", entered=True)
    camp.do("confirm_plan", "A").until("3a_targets").roll(2)
    assert camp.step == "3a_defence"
    camp.do("defend", "A", enemy="e-ariete", soldier="centinela").until("3d")
    assert [die.needs for die in camp.due()] == [4]
    camp.roll(4).until("3g")
    assert camp.lost("A") == 4
    assert camp.player("A").city == 20
    assert camp.there("muralla")


@pytest.mark.clause("MMK-230", "MMK-231", "MMK-233", "MMK-245", "MMK-R51", "MMK-R54", "MMK-113", "MMK-132", "MMK-072")
def test_ex12_projectiles_and_fear() -> None:
    camp = Camp(1, A={"in_play": ["hondero"]}, front=("e-elefante",))
    camp.use("A", "hondero", "shoot", "e-elefante")
    assert camp.at("hondero").dedicated == "acts"
    camp.all_pass()
    assert camp.due()[0].needs == 10
    camp.roll(10)
    assert [item.kind for item in camp.state.stack] == ["damage"]
    camp.all_pass()
    assert camp.score("A") == 9


@pytest.mark.clause("MMK-143", "MMK-144", "MMK-145", "MMK-212", "MMK-239", "MMK-R44", "MMK-R46", "MMK-137")
def test_ex13_frenzy_while_already_hit() -> None:
    camp = Camp(1, at="2c_plan", A={"in_play": ["lancero"]}, front=("e-guerrero", ("e-arquero", ACTED)))
    paired(camp, ("lancero", "e-guerrero")).until("3d").rolls(lancero=6, e_guerrero=5)
    camp.do("assign_frenzy", "A", soldier="lancero", enemy="e-arquero")
    assert len(camp.due()) == 1
    camp.roll(4).until("3g")
    assert (camp.lost("A"), camp.score("A")) == (5, 9)


@pytest.mark.clause("MMK-028", "MMK-201", "MMK-202", "MMK-R43")
def test_ex14_catastrophic_hit_on_a_city() -> None:
    camp = Camp(at="3a_w1", B={"in_play": ["muralla", "muralla"]}, front=("e-ariete",))
    camp.all_pass().roll(7).until("3a_rolls")
    assert camp.due()[0].needs == 8
    camp.roll(8).declare("mina").roll(3)
    assert not camp.there("muralla")
    assert camp.there("muralla+")
    assert camp.player("B").city == 19


@pytest.mark.clause("MMK-236", "MMK-R37", "MMK-164", "MMK-167", "MMK-R38")
def test_ex15_draw() -> None:
    won = tuple(Lying(card, "A") for card in ("e-elefante",) * 4 + ("e-guerrero", "e-carruaje"))
    fallen = tuple(Lying(card, "B", "battle") for card in ("escudo",) * 6 + ("centinela",))
    camp = Camp(
        at="2c_plan",
        order="BA",
        A={"in_play": ["capitan50"], "guenizah": won},
        B={"in_play": [("centinela", {"dedicated": "fights", "opponent": 3})], "guenizah": fallen},
        front=("e-guerrero", ("e-guerrero", {"opponent": 2}))[::-1],
    )
    assert (camp.score("A"), camp.lost("B")) == (47, 46)
    paired(camp, ("capitan50", "e-guerrero+")).until("3d")
    for die in camp.due():
        number = int(die.id.rpartition("-")[2])
        card = camp.board.at_id(number).card
        camp.do("enter_roll", roll=die.id, value={"capitan50": 9, "centinela": 2}.get(card, 4))
    camp.until("3g")
    assert camp.result == ("draw", (), "both")


@pytest.mark.clause("MMK-248", "MMK-R49", "MMK-R50")
def test_ex16_freed_in_the_middle() -> None:
    camp = Camp(at="2c_plan", order="BA", A={"in_play": ["centinela", "estudio", "estudio"]}, front=("e-guerrero",))
    paired(camp, ("centinela", "e-guerrero")).until("3a_w1")
    camp.play("A", "manos", "centinela", dedicate=("estudio", "estudio+")).all_pass()
    assert camp.at("centinela").opponent is None
    camp.all_pass().roll(4)
    camp.do("defend", "A", enemy="e-guerrero", soldier="centinela")
    assert camp.at("centinela").opponent == camp.names["e-guerrero"]


@pytest.mark.clause("MMK-218", "MMK-219", "MMK-220", "MMK-068", "MMK-R34", "MMK-R56", "MMK-229")
def test_ex17_clean_up() -> None:
    weak = ("centinela", {"mods": (Mod("difficulty", "eot", EPIC, -1),)})
    camp = Camp(1, at="4a", A={"hand": 9, "pool": Wealth(blue=1), "in_play": [weak]})
    camp.all_pass()
    assert camp.codes("discard", "A", cards=["racion"]) == ["wrong_discard_count"]
    camp.declare("centinela", "racion")
    assert camp.player("A").hand == 7
    assert camp.player("A").pool == Wealth()
    assert camp.board.difficulty(camp.at("centinela")) == 4
    assert camp.lost("A") == 0


@pytest.mark.clause("MMK-148", "MMK-149", "MMK-R70")
def test_ex18_deck_check() -> None:
    cards = starter("mamlejet")
    four = dict.fromkeys(("centinela", "aguador", "hondero", "herrero", "zapador", "lancero", "mensajero"), 4)
    fifteen = {"e-guerrero": 4, "e-arquero": 4, "e-carruaje": 4, "e-ariete": 3}
    right = Deck(id="x", tactics={"racion": 32, **four}, enemies=fifteen)
    assert DECK.faults(cards, right, Options()) == ()
    five = replace(right, tactics={**right.tactics, "racion": 31, "centinela": 5})
    assert [r.code for r in DECK.faults(cards, five, Options())] == ["too_many_copies"]
    assert [r.code for r in DECK.faults(cards, replace(right, tactics={**right.tactics, "racion": 31}), Options())] == ["deck_size"]
    assert [r.code for r in DECK.faults(cards, replace(right, enemies={**fifteen, "e-ariete": 2}), Options())] == ["deck_size"]


@pytest.mark.clause("MMK-214", "MMK-R47", "MMK-R45")
def test_ex19_enemy_frenzy_with_three_players() -> None:
    camp = Camp(3, at="2c_plan", order="ABC", active="C", C={"in_play": ["capitan50"]}, front=("e-heroe-campeon",))
    paired(camp, ("capitan50", "e-heroe-campeon")).until("3d")
    camp.rolls(capitan50=9)
    camp.roll(6)
    camp.roll(10)
    camp.roll(4)
    assert [die.panel for die in camp.due()] == ["B"]
    camp.roll(6).declare("mina")
    assert camp.player("B").city == 19
    camp.until("3g")
    assert camp.lost("C") == 6


@pytest.mark.clause("MMK-246", "MMK-247", "MMK-R42", "MMK-R83")
def test_ex20_own_second_legend() -> None:
    camp = Camp(1, A={"in_play": ["estandarte"], "pool": Wealth(blue=4)})
    camp.play("A", "estandarte").all_pass()
    assert camp.state.permanents == ()
    assert camp.lost("A") == 0


@pytest.mark.clause("MMK-168", "MMK-R39", "MMK-R82")
def test_ex21_running_out() -> None:
    camp = Camp(at="4a", round=1, order="AB", B={"city": 1})
    camp.all_pass().roll(9, 2).all_pass(3)
    assert (camp.board.active, camp.player("B").city) == ("B", 0)
    assert camp.result is None
    camp = Camp(at="4a", round=1, B={"city": 0})
    camp.all_pass().roll(9, 2).all_pass(3)
    assert camp.result == ("loss", (), "empty_city")


@pytest.mark.clause("MMK-161", "MMK-183", "MMK-R12", "MMK-059")
def test_ex22_heroe_entries() -> None:
    camp = Camp(3, {"level": "heroe"}, at="4a", round=2, order="BCA")
    camp.all_pass().roll(1, 9, 5)
    for owner, card in (("B", "e-arquero"), ("C", "e-guerrero"), ("A", "e-sacerdote")):
        assert camp.codes("reveal_enemy", owner="C" if owner != "C" else "A", card=card) == ["not_pending"]
        camp.do("reveal_enemy", owner=owner, card=card).named(card, card)
    camp.roll(2)
    assert camp.state.stack[-1].card == "e-arquero"
    camp.all_pass().roll(2).all_pass()
    assert camp.state.stack[-1].card == "e-sacerdote"
    camp.all_pass().roll(6)
    assert [camp.board.difficulty(camp.at(card)) for card in ("e-arquero", "e-guerrero", "e-sacerdote")] == [5, 6, 4]
    assert [camp.at(card).dedicated is None for card in ("e-arquero", "e-guerrero", "e-sacerdote")] == [False, True, False]


@pytest.mark.clause("MMK-123", "MMK-234", "MMK-235", "MMK-R30", "MMK-R89")
@pytest.mark.parametrize(("face", "score"), [(6, 7), (1, 0)])
def test_ex23_trap_against_a_ram(face: int, score: int) -> None:
    camp = Camp(1, A={"pool": Wealth(red=2)}, front=("e-ariete",))
    camp.play("A", "trampa", "e-ariete").all_pass()
    camp.roll(face)
    if score:
        assert [item.kind for item in camp.state.stack] == ["damage"]
        camp.all_pass()
    assert camp.score("A") == score
    assert not camp.told("epic_failure")

"""A judge's questions: where two clauses meet, what has left in between, and what is said to the one who is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.steps import Dice
from tapete.games.mamlejet.figures import RULED, Wealth
from tapete.games.mamlejet.state import Hit, Mod
from tests.games.mamlejet.camp import Camp, with_cards

RICH = Wealth(9, 9, 9)
ACTED: dict[str, Any] = {"dedicated": "acts"}
FIGHTS: dict[str, Any] = {"dedicated": "fights"}
NO_ENTRIES: dict[str, Any] = {"level": "custom", "custom_per_player": 0}


def ruled(camp: Camp, *ops: dict[str, Any], cause: str = "none") -> Camp:
    return camp.do("ruling", reason="a card says so", agreed=[], cause=cause, ops=list(ops))


def gone(camp: Camp, *names: str, cause: str = "none") -> Camp:
    return ruled(camp, *({"op": "eliminate", "target": camp.names[name]} for name in names), cause=cause)


def worded(camp: Camp, name: str, keyword: str, *, op: str = "grant_keyword") -> Camp:
    return ruled(camp, {"op": op, "target": camp.names[name], "keyword": keyword, "duration": "eot"})


def asked(camp: Camp) -> dict[str, int | None]:
    top = camp.state.agenda[-1]
    return {die.id: die.needs for die in top.due} if isinstance(top, Dice) else {}


def duel(ally: str, enemy: str, *bystanders: Any, options: Any = None, allied: Any = None, hostile: Any = None) -> Camp:
    """One player's soldier 1 against enemy 2 since 2c; the opening window of 3a."""
    front = ((enemy, {"opponent": 1, **(hostile or {})}), *bystanders)
    return Camp(1, options, at="3a_w1", A={"in_play": [(ally, {**FIGHTS, "opponent": 2, **(allied or {})})]}, front=front)


def slinger(*front: Any) -> Camp:
    """A and B have a slinger each: 1 and 2."""
    return Camp(A={"in_play": ["hondero"]}, B={"in_play": ["hondero"]}, front=front)


# ---- shots


@pytest.mark.clause("MMK-088", "MMK-090", "MMK-R54", "MMK-249")
@pytest.mark.parametrize("robust_before", [True, False])
def test_a_shot_that_can_no_longer_harm_its_target_rolls_no_die(robust_before: bool) -> None:
    if robust_before:
        camp = worded(slinger("e-ariete"), "hondero", "dano_catastrofico")
        camp.use("A", "hondero", "shoot", "e-ariete")
        worded(camp, "hondero", "dano_catastrofico", op="lose_keyword")
    else:
        camp = worded(slinger("e-guerrero").use("A", "hondero", "shoot", "e-guerrero"), "e-guerrero", "robustez")
    camp.all_pass()
    assert camp.told("fizzled")
    assert (asked(camp), camp.state.stack) == ({}, ())


@pytest.mark.clause("MMK-117", "MMK-109", "MMK-R54")
def test_a_shot_whose_shooter_has_left_is_rolled_all_the_same() -> None:
    camp = worded(slinger("e-ariete"), "hondero", "dano_catastrofico").use("A", "hondero", "shoot", "e-ariete")
    gone(camp, "hondero").all_pass().roll(8).all_pass()
    assert camp.score("A") == 7


@pytest.mark.clause("MMK-097", "MMK-R55", "MMK-235")
def test_of_two_shots_at_one_enemy_the_later_scores_and_the_first_finds_nothing() -> None:
    camp = slinger("e-guerrero").use("A", "hondero", "shoot", "e-guerrero").use("B", "hondero+", "shoot", "e-guerrero")
    camp.all_pass().roll(6).all_pass()
    assert (camp.score("A"), camp.score("B")) == (0, 5)
    camp.all_pass()
    assert (camp.told("fizzled")[0].card, asked(camp)) == ("hondero", {})


@pytest.mark.clause("MMK-235", "MMK-R93", "MMK-R41")
def test_a_shot_scores_for_whoever_has_used_it_though_the_slinger_has_changed_sides() -> None:
    camp = slinger("e-guerrero").use("A", "hondero", "shoot", "e-guerrero")
    ruled(camp, {"op": "change_controller", "target": 1, "player": "B"}).all_pass()
    assert camp.due()[0].panel == "A"
    camp.roll(6).all_pass()
    assert (camp.score("A"), camp.score("B")) == (5, 0)


@pytest.mark.clause("MMK-R91", "MMK-R51")
def test_cancelled_damage_of_a_shot_leaves_its_target_unhurt() -> None:
    camp = slinger("e-guerrero").use("A", "hondero", "shoot", "e-guerrero").all_pass().roll(9)
    ruled(camp, {"op": "counter_item", "stack_item": camp.state.stack[-1].id}).all_pass()
    assert camp.at("e-guerrero").hits == ()
    assert camp.score("A") == 0


@pytest.mark.clause("MMK-086", "MMK-R54", "MMK-080")
def test_where_nothing_can_be_aimed_at_that_is_said_whatever_is_named() -> None:
    shot: dict[str, Any] = {"permanent": "hondero", "ability": "shoot", "dedicate": []}
    assert slinger().codes("play_ability", "A", **shot, targets=[]) == ["no_legal_target"]
    refusal = slinger("e-ariete", "e-guerrero").refused("play_ability", "A", **shot, targets=["e-ariete"])[0]
    assert (refusal.code, refusal.clause, refusal.params["lacks"]) == ("illegal_target", "MMK-R54", "dano_catastrofico")
    camp = Camp(A={"pool": RICH})
    assert camp.codes("play_tactic", "A", card="trampa", targets=[], dedicate=[]) == ["no_legal_target"]


@pytest.mark.clause("MMK-R77", "MMK-R95", "MMK-234")
def test_an_enemy_object_without_difficulty_is_no_target_of_fights_and_takes_no_damage() -> None:
    cards = with_cards({"id": "e-torre", "type": "enemigo", "kind": "objeto", "name": {"es": "Torre de asedio"}})
    camp = Camp(1, catalogue=cards, A={"in_play": ["hondero"], "pool": RICH}, front=("e-torre", "e-guerrero"))
    refusal = camp.refused("play_ability", "A", permanent="hondero", ability="shoot", targets=["e-torre"], dedicate=[])[0]
    assert (refusal.code, refusal.clause) == ("illegal_target", "MMK-R77")
    assert camp.play("A", "trampa", "e-torre").all_pass().roll(9).state.stack == ()
    ruled(camp, {"op": "eliminate", "target": camp.names["e-torre"]}, cause="A")
    assert (camp.there("e-torre"), camp.score("A")) == (False, 0)


# ---- enemies


@pytest.mark.clause("MMK-248", "MMK-R98", "MMK-R50", "MMK-R88")
def test_an_enemy_that_is_freed_keeps_its_opponent() -> None:
    """It was dedicated to its shot; the soldier that met it in 2c is still in combat."""
    camp = ruled(duel("centinela", "e-arquero", hostile=ACTED), {"op": "liberate", "target": 2})
    assert (camp.at("centinela").opponent, camp.at("e-arquero").opponent, camp.at("e-arquero").dedicated) == (2, 1, None)
    camp.until("3d")
    assert set(asked(camp)) == {"attack-1", "attack-2"}


@pytest.mark.clause("MMK-R17", "MMK-235", "MMK-109")
def test_the_necromancer_calls_though_it_fell_in_answer_and_whom_it_calls_acts_too() -> None:
    camp = Camp(1, NO_ENTRIES, at="4a", round=2, front=("e-necromante",)).all_pass()
    gone(camp, "e-necromante", cause="A").all_pass().roll(7)
    camp.do("reveal_enemy", owner="A", card="e-arquero").all_pass()
    assert (camp.score("A"), [item.kind for item in camp.state.stack]) == (6, ["shot"])


@pytest.mark.clause("MMK-R34", "MMK-R39")
def test_what_an_enemys_text_sends_from_a_city_counts_as_sent_by_the_enemy() -> None:
    raid = {"activation": {"effects": [{"op": "mill", "player": "each", "n": 1}]}}
    cards = with_cards({"id": "e-saqueador", "type": "enemigo", "difficulty": 5, "name": {"es": "Saqueador"}, **raid})
    options = {**NO_ENTRIES, "emuna_loss": "defeated_and_city"}
    camp = Camp(1, options, at="4a", round=2, catalogue=cards, front=("e-saqueador",)).all_pass(2).declare("centinela")
    assert camp.lost("A") == 4
    own = {"op": "mill", "player": "A", "n": 1, "cards": ["centinela"]}
    assert [ruled(camp, own, cause=cause).lost("A") for cause in ("A", "none", "enemy")] == [4, 4, 8]


@pytest.mark.clause("MMK-188", "MMK-202", "MMK-R38")
def test_a_card_falls_by_the_clause_of_what_hit_the_city() -> None:
    shot = Camp(1, NO_ENTRIES, at="4a", round=2, front=("e-arquero",)).all_pass(2).roll(7).declare("mina")
    assault = Camp(1, at="3a_w1", front=("e-guerrero",)).until("3a_rolls").roll(6).declare("mina")
    assert [camp.told("city_hit")[0].clause for camp in (shot, assault)] == ["MMK-188", "MMK-202"]


@pytest.mark.clause("MMK-R38", "MMK-R34", "MMK-202")
def test_cards_that_fall_together_are_one_unit() -> None:
    options = {"emuna_loss": "defeated_and_city", "loss_emuna": 4}
    camp = Camp(1, options, at="3a_w1", front=("e-guerrero", "e-carruaje")).until("3a_rolls").roll(9, 9).declare("centinela")
    assert camp.result is None
    assert camp.declare("mina").result == ("loss", (), "lost")


@pytest.mark.clause("MMK-R43", "MMK-028", "MMK-R79")
def test_two_catastrophic_hits_take_the_only_structure_once_and_count_it_for_both() -> None:
    camp = Camp(1, at="3a_w1", A={"in_play": ["muralla"], "city": 1}, front=("e-ariete", "e-guerrero", "e-elefante")).until("3a_rolls")
    assert list(asked(camp).values()) == [7, 7, 7]
    camp.roll(7, 6, 7)
    assert [event.hit for event in camp.told("attack_judged") or camp.told("city_attack_judged")] == [True, False, True]
    camp.declare("mina")
    assert not camp.there("muralla")
    assert camp.told("city_spared")
    assert camp.result is None


@pytest.mark.clause("MMK-R107", "MMK-R49", "MMK-203")
@pytest.mark.parametrize("how", ["eliminate", "liberate"])
def test_an_attack_that_was_met_rolls_for_no_city_though_its_defender_is_gone(how: str) -> None:
    camp = Camp(1, at="3a_w1", A={"in_play": ["centinela"]}, front=("e-guerrero",)).all_pass()
    camp.do("defend", "A", enemy="e-guerrero", soldier="centinela")
    ruled(camp, {"op": how, "target": 1}).all_pass()
    assert (camp.step, camp.player("A").city) == ("3g", 20)


@pytest.mark.clause("MMK-R107", "MMK-073")
def test_an_attacker_that_is_dedicated_on_its_way_attacks_all_the_same() -> None:
    camp = Camp(1, at="3a_w1", front=("e-guerrero",)).all_pass()
    ruled(camp, {"op": "dedicate", "target": 1}).all_pass()
    assert list(asked(camp).values()) == [6]


# ---- dice


@pytest.mark.clause("MMK-R27", "MMK-134", "MMK-135", "MMK-R29")
def test_two_ones_against_each_other_lower_both_and_hit_nobody() -> None:
    camp = duel("centinela", "e-guerrero", allied={"mods": (Mod("difficulty", "eot", RULED, -3),)}).until("3d")
    camp.rolls(centinela=1, e_guerrero=1)
    assert [event.hit for event in camp.told("attack_judged")] == [False, False]
    assert (camp.board.difficulty(camp.at("centinela")), camp.board.difficulty(camp.at("e-guerrero"))) == (0, 4)


@pytest.mark.clause("MMK-R27", "MMK-R29")
def test_after_the_batch_an_epic_failure_still_counts_for_the_next_one() -> None:
    camp = duel("mensajero", "e-guerrero", options={"epic_fail_timing": "after_batch"}).until("3b").roll(1).until("3d")
    assert asked(camp) == {"attack-2": 2}


@pytest.mark.clause("MMK-R24", "MMK-R25", "MMK-R65", "MMK-204")
def test_a_pair_in_which_neither_can_harm_the_other_rolls_nothing_and_opens_no_step() -> None:
    wall = {"id": "e-muro", "type": "enemigo", "difficulty": 5, "keywords": ["robustez"], "name": {"es": "Muro"}}
    camp = Camp(1, catalogue=with_cards(wall), at="3a_w1", A={"in_play": ["escudo"]}, front=("e-muro",)).all_pass()
    camp.do("defend", "A", enemy="e-muro", soldier="escudo").all_pass()
    assert camp.step == "3g"


@pytest.mark.clause("MMK-131", "MMK-132", "MMK-133", "MMK-134", "MMK-231")
@pytest.mark.parametrize(
    ("harder", "face", "hit", "clause"),
    [(2, 10, True, "MMK-132"), (1, 10, True, "MMK-131"), (1, 9, False, "MMK-133"), (-9, 1, False, "MMK-134"), (-9, 2, True, "MMK-131")],
)
def test_every_die_is_judged_by_the_clause_that_decides_it(harder: int, face: int, hit: bool, clause: str) -> None:
    """A champion (10), harder or easier; beyond 10 only the 10 itself succeeds, and below 1 a 1 still fails."""
    camp = duel("herrero", "e-heroe-campeon", hostile={"mods": (Mod("difficulty", "eot", RULED, harder),)}).until("3d")
    camp.rolls(herrero=face, e_heroe_campeon=2)
    event = camp.told("attack_judged")[0]
    assert (event.card, event.index, event.hit, event.clause) == ("herrero", 9 + harder, hit, clause)


# ---- keywords that come and go, frenzy


@pytest.mark.clause("MMK-R86", "MMK-211")
def test_zerizut_that_comes_too_late_or_goes_too_late_changes_nothing() -> None:
    late = worded(duel("centinela", "e-carruaje").until("3b").roll(2), "centinela", "zerizut").all_pass()
    assert set(asked(late)) == {"attack-1"}, "it rolls with the others in 3d"
    spent = worded(duel("mensajero", "e-guerrero").until("3b").roll(2), "mensajero", "zerizut", op="lose_keyword").all_pass()
    assert set(asked(spent)) == {"attack-2"}, "it has attacked already"


@pytest.mark.clause("MMK-R44", "MMK-R46", "MMK-212")
@pytest.mark.parametrize(("enemy", "face", "there"), [("e-guerrero", None, True), ("e-carruaje", 3, False)])
def test_the_frenzy_of_an_early_attack_comes_in_3d_if_the_soldier_lives(enemy: str, face: int | None, there: bool) -> None:
    camp = worded(duel("mensajero", enemy, ("e-arquero", ACTED)), "mensajero", "frenesi").until("3b").roll(6)
    camp = (camp if face is None else camp.roll(face)).until("3d_frenzy", "3g")
    assert (camp.step == "3d_frenzy", camp.there("mensajero")) == (there, there)
    if there:
        camp.do("assign_frenzy", "A", soldier="mensajero", enemy="e-arquero").roll(4).until("3g")
        assert camp.score("A") == 9


@pytest.mark.clause("MMK-R50", "MMK-208", "MMK-145")
def test_freed_after_its_hit_a_soldier_keeps_the_damage_and_loses_the_frenzy() -> None:
    camp = worded(duel("mensajero", "e-guerrero", ("e-arquero", ACTED)), "mensajero", "frenesi").until("3b").roll(6)
    ruled(camp, {"op": "liberate", "target": 1}).until("3g")
    assert (camp.score("A"), camp.step, camp.at("mensajero").dedicated) == (5, "3g", None)


@pytest.mark.clause("MMK-214", "MMK-R47", "MMK-R45", "MMK-R27")
def test_frenzied_ally_and_frenzied_enemy_roll_in_one_batch_though_they_are_opponents() -> None:
    camp = duel("lancero", "e-guerrero", "e-heroe-campeon").until("3a_rolls").roll(6).declare("mina")
    camp.rolls(lancero=5, e_guerrero=2).do("assign_frenzy", "A", soldier="lancero", enemy="e-heroe-campeon")
    assert asked(camp) == {"frenzy-1": 10, "frenzy-3": 6}
    camp.rolls(lancero=9, e_heroe_campeon=1).until("3g")
    assert (camp.step, camp.score("A"), camp.player("A").city) == ("3g", 15, 19), "its own 1 has made the champion a 9"


def relic(card: str, event: str | None = None) -> dict[str, Any]:
    """A relic whose ability helps a soldier, and its city, for as long as it stands itself."""
    held: dict[str, Any] = {"duration": "while_source", "n": 2}
    city = {"op": "mod_city", "player": "controller", **held}
    effects = [city] if event else [city, {"op": "mod_attack", "target": 1, **held}]
    ability = {"kind": "triggered", "on": event, "effects": effects} if event else {"kind": "action", "effects": effects}
    aim = {} if event else {"targets": [{"class": "ally"}]}
    return {"id": card, "type": "objeto", "subtype": "reliquia", "name": {"es": card}, "abilities": [{**ability, **aim}]}


@pytest.mark.clause("MMK-117", "MMK-250", "MMK-109")
def test_what_lasts_while_its_source_stands_never_begins_when_that_has_left_in_answer() -> None:
    cards = with_cards(relic("faro"), relic("eco", "leaves_self"))
    camp = Camp(1, catalogue=cards, A={"in_play": ["faro", "eco", "centinela"]}, front=("e-guerrero",))
    camp.use("A", "faro", 0, "centinela")
    gone(camp, "faro").all_pass()
    assert camp.told("resolved")
    gone(camp, "eco").all_pass()
    assert camp.told("resolved")
    assert camp.index("centinela", "e-guerrero") == 5
    assert camp.board.city_index(camp.at("e-guerrero"), "A") == 6


@pytest.mark.clause("MMK-073", "MMK-R22", "MMK-072", "MMK-R88")
def test_a_planned_soldier_that_is_dedicated_leaves_the_plan_and_a_met_enemy_stays_in_it() -> None:
    camp = Camp(at="2c_plan", A={"in_play": ["centinela", "herrero"]}, front=("e-guerrero", "e-carruaje"))
    camp.do("assign", "A", soldier="centinela", enemy="e-guerrero").do("assign", "A", soldier="herrero", enemy="e-carruaje")
    ruled(camp, {"op": "dedicate", "target": camp.names["centinela"]}, {"op": "dedicate", "target": camp.names["e-carruaje"]})
    camp.do("confirm_plan", "A")
    assert (camp.at("centinela").dedicated, camp.at("centinela").opponent, camp.at("e-guerrero").opponent) == ("ruling", None, None)
    assert (camp.at("herrero").dedicated, camp.at("herrero").opponent) == ("fights", camp.names["e-carruaje"])


# ---- who scores, and ends


@pytest.mark.clause("MMK-R93", "MMK-R78", "MMK-208")
@pytest.mark.parametrize(("before", "scores"), [(True, (0, 5)), (False, (5, 0))])
def test_whoever_commands_at_the_roll_scores_and_the_owner_loses(before: bool, scores: tuple[int, int]) -> None:
    pair: dict[str, Any] = {"A": {"in_play": [("centinela", {**FIGHTS, "opponent": 2})]}, "front": (("e-guerrero", {"opponent": 1}),)}
    camp = Camp(at="3a_w1", **pair)
    given = {"op": "change_controller", "target": 1, "player": "B"}
    if before:
        ruled(camp, given)
    camp.until("3d").rolls(centinela=6, e_guerrero=9)
    if not before:
        ruled(camp, given)
    camp.until("3g")
    assert (camp.score("A"), camp.score("B")) == scores
    assert (camp.lost("A"), camp.lost("B")) == (4, 0)


@pytest.mark.clause("MMK-R38", "MMK-R37", "MMK-236", "MMK-168")
def test_one_ruling_that_wins_and_empties_a_city_is_a_draw() -> None:
    camp = Camp(options={"win_emuna": 5}, front=("e-guerrero",))
    ruled(camp, {"op": "draw", "player": "B", "n": 21}, {"op": "eliminate", "target": 1}, cause="A")
    assert camp.result == ("draw", (), "both")


@pytest.mark.clause("MMK-168", "MMK-R39", "MMK-193")
def test_the_last_card_of_a_city_may_be_drawn_and_the_one_after_may_not() -> None:
    camp = Camp(1, {"threat_skip_rounds": 20}, at="4a", A={"city": 1}).all_pass()
    assert (camp.result, camp.player("A").city) == (None, 0)
    camp = Camp(A={"pool": RICH, "city": 1, "hand": 5}).play("A", "consejo").all_pass()
    assert (camp.result, camp.player("A").hand) == (("loss", (), "empty_city"), 5)


@pytest.mark.clause("MMK-246", "MMK-250", "MMK-R49", "MMK-201")
def test_a_legend_that_leaves_by_its_twin_leaves_its_enemy_free_to_attack_a_city() -> None:
    camp = Camp(at="3a_w1", A={"in_play": [("estandarte", {**FIGHTS, "opponent": 2})]}, front=(("e-guerrero", {"opponent": 1}),))
    twin = {"op": "move_card", "owner": "B", "card": "estandarte", "source": "hand", "to": "play"}
    ruled(camp, twin, cause="enemy")
    assert (camp.lost("A"), camp.lost("B"), camp.at("e-guerrero").opponent) == (0, 0, None)
    assert camp.all_pass().step == "3a_targets"


@pytest.mark.clause("MMK-R53", "MMK-210")
def test_one_healing_of_two_damages_does_not_save() -> None:
    hits = {"hits": (Hit(30, "enemy"), Hit(31, "enemy"))}
    camp = Camp(1, at="3d", A={"in_play": [("centinela", hits)], "pool": RICH})
    camp.play("A", "sanacion", "centinela").all_pass().roll(10).until("3g")
    assert (camp.there("centinela"), camp.lost("A")) == (False, 4)


# ---- what is said


@pytest.mark.clause("MMK-R73", "MMK-014", "MMK-082", "MMK-029", "MMK-072", "MMK-R66", "MMK-065")
def test_a_refusal_says_what_is_wrong_in_words_of_the_game() -> None:
    """No word of the program, no number of a card, and the clause of the thing that was asked."""

    def said(camp: Camp, name: str, seat: str | None, **arguments: Any) -> tuple[str, str, str]:
        refusal = camp.refused(name, seat, **arguments)[0]
        text = refusal.text(camp.rules.words)
        return refusal.clause, text.in_("es"), text.in_("en")

    plan = Camp(at="2c_plan", A={"in_play": ["centinela", "muralla"]}, front=("e-guerrero",))
    assert said(plan, "assign", "A", soldier="muralla", enemy="e-guerrero") == (
        "MMK-029",
        "Muralla de Piedra es de tipo objeto; aquí se elige un soldado.",
        "Stone Wall is of the type object; a soldier is chosen here.",
    )
    assert said(plan, "pass", "A")[1:] == (
        "Ahora no se juega nada: antes falta cerrar el plan de combate.",
        "Nothing is played now. Due first: the plan for combat.",
    )
    clean_up = Camp(at="4a", A={"hand": 8}).all_pass()
    assert said(clean_up, "discard", "A", cards=["e-guerrero"])[0] == "MMK-014"
    assert said(clean_up, "declare_card", "A", cards=["mina"])[1] == "Nadie lo ha preguntado. Ahora falta indicar las cartas descartadas."
    entry = Camp(at="4a", round=2).all_pass().roll(9, 2)
    assert said(entry, "reveal_enemy", None, owner="B", card="e-guerrero")[1] == "Ahora entra un enemigo del mazo de A, no del de B."
    poor = Camp(A={"pool": Wealth(white=1)})
    assert said(poor, "play_tactic", "A", card="lancero", targets=[], dedicate=[]) == (
        "MMK-065",
        "Lancero Impetuoso cuesta 2 Materiales y 1 de cualquier color; pagas 1 Sustento. Faltan 2 puntos de Materiales.",
        "Headlong Spearman costs 2 Materials and 1 of any colour; you pay 1 Sustenance. 2 points of Materials are missing.",
    )
    twice = Camp(A={"in_play": ["racion"]})
    assert said(twice, "play_tactic", "A", card="centinela", targets=[], dedicate=[1, 1])[0] == "MMK-072"


@pytest.mark.clause("MMK-153", "MMK-R75")
def test_a_refusal_that_a_printed_text_may_overrule_names_the_ruling() -> None:
    camp = Camp(A={"pool": RICH, "in_play": ["centinela"]}).play("A", "confianza", "centinela")
    plain: dict[str, Any] = {"targets": [], "dedicate": []}
    found = {
        refusal.code: refusal.of.ruling
        for seat, card in (("A", "cosecha"), ("B", "cosecha"), ("A", "centinela"))
        for refusal in camp.refused("play_tactic", seat, card=card, **plain)
    }
    assert found["stack_not_empty"] == found["not_active_player"] == "move_card"
    empty = Camp(A={"hand": 0, "in_play": ["trompeta", "centinela"]}).refused("play_resource", "A", card="mina")[0]
    assert (empty.code, empty.of.ruling) == ("hand_empty", "adjust_count")

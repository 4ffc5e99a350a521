"""The worked examples of the ledger (docs/inside/rules/bhm.md#examples), one by one."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core.seats import SEATS
from tapete.games import bhm
from tapete.games.bhm.beings import Orphans
from tapete.games.bhm.conflicts import prevails
from tapete.games.bhm.deck import DECK
from tapete.games.bhm.state import Options, Window
from tests.contract.starter_cards import starter
from tests.games.bhm.scenario import Desk


@pytest.mark.clause("BHM-001", "BHM-002", "BHM-003", "BHM-004", "BHM-007", "BHM-008", "BHM-009", "BHM-011", "BHM-R06", "BHM-R07", "BHM-R09")
def test_e01_opening() -> None:
    desk = Desk({}, {})
    desk.state = desk.rules.start(SEATS[:2])
    desk.do("setup_player", "A", deck_size=40, summons=3).do("setup_player", "B", deck_size=45, summons=0)
    assert [desk.player(seat).deck for seat in "AB"] == [35, 40]  # type: ignore[arg-type]  # both are seats
    desk.do("exchange", "A", n=3).do("exchange", "B", n=0)
    assert (desk.player("A").hand, desk.player("A").deck) == (5, 35)
    assert desk.codes("exchange", "A", n=1) == ["exchange_used"]

    def roll(*values: int) -> None:
        dice = [die.id for die in desk.state.agenda[-1].dice]  # type: ignore[union-attr]  # dice are asked for
        for die, value in zip(dice, values, strict=True):
            desk.do("enter_roll", None, roll=die, value=value)

    roll(4, 4)
    assert desk.step == "dice"
    roll(2, 9)
    assert (desk.state.active, desk.state.turn) == ("B", 1)
    desk.do("draw_mandatory", "B")
    assert (desk.player("B").hand, desk.player("B").deck) == (6, 39)


@pytest.mark.clause("BHM-017", "BHM-018", "BHM-019", "BHM-024", "BHM-032", "BHM-036", "BHM-037", "BHM-038", "BHM-039", "BHM-063")
@pytest.mark.clause("BHM-025", "BHM-099", "BHM-100", "BHM-144")
def test_e02_a_full_strategy_turn() -> None:
    desk = Desk({"counter": 10}, {"counter": 7, "field": ("reed_archer",), "territories": ("fog_fen",)})
    desk.call("veil_stalker").call("howl_hound")
    assert desk.step == "terror"
    desk.do("choose_terror", source=desk.iid("howl_hound"), target=desk.iid("reed_archer"))
    assert desk.counters == (10, 8)
    assert [being.card for being in desk.player("B").deserters] == ["reed_archer"]
    desk.call("puddle_frog")
    assert desk.player("A").call_spent == 10
    assert desk.codes("call_being", card="lantern_squire", slot=9) == ["budget_exceeded"]
    desk.do("play_strategy", card="undermine", targets=[{"seat": "B", "index": 0}])
    assert desk.counters == (10, 9)
    assert desk.codes("play_strategy", card="rally_call", targets=["A"]) == ["strategy_slot_used"]
    desk.do("end_phase").do("resolve_combat").do("play_strategy", card="rally_call", targets=["A"])
    assert (desk.player("A").hand, desk.counters[0]) == (2, 10)


@pytest.mark.clause("BHM-036", "BHM-038", "BHM-R19")
def test_e03_two_different_checks() -> None:
    desk = Desk({"counter": 3}, {})
    assert "rank_over_counter" in desk.codes("call_being", card="moss_bear", slot=0)
    desk.call("reed_archer")
    assert desk.codes("call_being", card="ember_goat", slot=5) == ["budget_exceeded"]
    desk.call("lantern_squire")
    assert desk.player("A").call_spent == 3


@pytest.mark.clause("BHM-033", "BHM-038", "BHM-R20")
@pytest.mark.parametrize("budget", ["live", "snapshot"])
def test_e04_the_budget_is_live(budget: str) -> None:
    side = {"counter": 6, "call_snapshot": 6 if budget == "snapshot" else None}
    desk = Desk(side, {}, options={"call_budget": budget})
    desk.call("ember_goat").call("moss_bear").rule({"op": "kill", "iid": desk.iid("ember_goat")})
    assert desk.counters[0] == 8
    if budget == "snapshot":
        assert desk.codes("call_being", card="reed_archer", slot=7) == ["budget_exceeded"]
    else:
        assert desk.call("reed_archer").player("A").call_spent == 8


@pytest.mark.clause("BHM-022", "BHM-047", "BHM-048", "BHM-061", "BHM-062", "BHM-071", "BHM-073", "BHM-R35", "BHM-R46")
def test_e05_accumulated_physical_damage() -> None:
    desk = Desk({"field": ("reed_archer", "ember_goat")}, {"field": ("moss_bear",)}, phase="combat")
    desk.hit("reed_archer", "moss_bear").hit("ember_goat", "moss_bear").do("resolve_combat").do("resolve_next_attack")
    assert (desk.now("moss_bear", "res"), desk.now("moss_bear", "salud")) == (70, 300)
    desk.do("resolve_next_attack")
    assert (desk.now("moss_bear", "res"), desk.now("moss_bear", "salud")) == (0, 170)
    desk.end_turn()
    assert (desk.now("moss_bear", "res"), desk.now("moss_bear", "salud")) == (250, 170)


@pytest.mark.clause("BHM-021", "BHM-023", "BHM-049", "BHM-050", "BHM-054", "BHM-055", "BHM-056", "BHM-057", "BHM-066", "BHM-067", "BHM-069")
@pytest.mark.parametrize(("pod", "left"), [(280, 1), (279, 1), (200, 80)])
def test_e06_power_attack_with_the_maximum(pod: int, left: int) -> None:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("reed_archer",)})
    desk.power("bell_summoner", "spark").do("end_phase")
    assert desk.now("bell_summoner", "pod") == 280
    given: dict[str, Any] = {"attacker": desk.iid("bell_summoner"), "target": desk.iid("reed_archer")}
    assert desk.codes("declare_power", **given, pod=281) == ["bad_amount"]
    desk.hit("bell_summoner", "reed_archer", pod)
    assert desk.now("bell_summoner", "pod") == left
    desk.fight()
    assert (desk.has("reed_archer"), desk.counters[1]) == (False, 12)
    assert desk.end_turn().now("bell_summoner", "pod") == 300


@pytest.mark.clause("BHM-035", "BHM-105", "BHM-124", "BHM-125", "BHM-126", "BHM-127", "BHM-R55")
@pytest.mark.parametrize(("op", "counter"), [("kill", 31), ("annihilate", 34), ("petrify", 30), ("force_flee", 29)])
def test_e07_gods(op: str, counter: int) -> None:
    desk = Desk({}, {"counter": 28, "field": ("dawn_mother",)})
    desk.rule({"op": op, "iid": desk.iid("dawn_mother")})
    assert desk.counters[1] == counter
    assert (desk.result is not None) == (counter >= 32)


@pytest.mark.clause("BHM-027", "BHM-042", "BHM-106", "BHM-128", "BHM-143", "BHM-R57", "BHM-R58")
def test_e08_what_counts() -> None:
    field = ("moss_bear", ("bell_summoner", {"frozen": True}), "veil_stalker", "silent_orbit", ("reed_archer", {"stone": True}))
    desk = Desk({"counter": 20, "field": field}, {"counter": 5, "field": ("puddle_frog",)}, phase="strategy_2")
    desk.end_turn()
    assert desk.counters == (21, 6)


@pytest.mark.clause("BHM-028", "BHM-029", "BHM-R28", "BHM-R29")
@pytest.mark.parametrize(("before", "after"), [(18, 21), (17, 21), (30, 33)])
def test_e09_inferiority_before_armagedon(before: int, after: int) -> None:
    field = ("puddle_frog", "reed_archer", "ember_goat", "tide_scribe")
    desk = Desk({"counter": before, "field": ("moss_bear",)}, {"field": field}, phase="strategy_2").end_turn()
    assert desk.counters[0] == after
    assert desk.result == (("win", ("B",), "counter") if after >= 32 else None)


@pytest.mark.clause("BHM-083", "BHM-084", "BHM-085", "BHM-086", "BHM-087", "BHM-R69")
def test_e10_territory_and_the_last_point() -> None:
    desk = Desk({"territories": ("fog_fen",)}, {"counter": 31, "territories": ("granite_keep", "fog_fen")})
    keep: dict[str, Any] = {"card": "wind_terrace", "destroy": {"seat": "B", "index": 0}, "replace": None}
    assert desk.codes("play_territory", **keep) == ["indestructible"]
    assert desk.codes("play_territory", **{**keep, "destroy": None}) == ["must_choose"]
    desk.do("play_territory", **{**keep, "destroy": {"seat": "B", "index": 1}})
    assert desk.counters[1] == 32
    assert desk.result == ("win", ("A",), "counter")


@pytest.mark.clause("BHM-088", "BHM-089", "BHM-090", "BHM-091", "BHM-092", "BHM-093", "BHM-094", "BHM-R73")
def test_e11_power_capacity() -> None:
    desk = Desk({"field": (("iron_cantor", {"powers": ("ember_brand",)}),)}, {"field": ("moss_bear",)})
    desk.power("iron_cantor", "slow_frost", None)
    assert desk.now("iron_cantor", "pod") == 350
    desk.power("iron_cantor", "tidal_lash", None)
    assert desk.now("iron_cantor", "pod") == 290
    assert desk.codes("play_power", executor=desk.iid("iron_cantor"), card="spark", targets=[]) == ["power_capacity"]


@pytest.mark.clause("BHM-068", "BHM-069", "BHM-R42", "BHM-R75")
def test_e12_paying_with_the_last_pod() -> None:
    desk = Desk({"field": (("bell_summoner", {"pod": 100}),)}, {"field": ("moss_bear",)})
    desk.power("bell_summoner", "slow_frost", desk.iid("moss_bear"))
    assert desk.being("moss_bear").frozen
    assert (desk.has("bell_summoner"), desk.counters[0]) == (False, 12)
    assert desk.player("A").dead == ("slow_frost", "bell_summoner")
    poor = Desk({"field": (("bell_summoner", {"pod": 99}),)}, {"field": ("moss_bear",)})
    assert poor.codes("play_power", executor=poor.iid("bell_summoner"), card="slow_frost", targets=[None]) == ["pod_short"]


@pytest.mark.clause("BHM-096", "BHM-097", "BHM-134", "BHM-135", "BHM-R15", "BHM-R78", "BHM-R79")
def test_e13_objects_and_an_orphan() -> None:
    desk = Desk({"field": ("howl_hound", "moss_bear")}, {})
    hound = desk.iid("howl_hound")
    desk.do("equip_object", being=hound, card="oak_lance").do("equip_object", being=hound, card="everbell")
    assert [(event.bearer, event.card, event.clause) for event in desk.told("equipped")] == [("howl_hound", "everbell", "BHM-096")]
    assert (desk.now("howl_hound", "fue"), desk.now("howl_hound", "val")) == (450, 300)
    assert desk.codes("equip_object", being=hound, card="tin_buckler") == ["object_capacity"]
    desk.rule({"op": "kill", "iid": hound})
    assert (desk.counters[0], set(desk.player("A").dead)) == (12, {"oak_lance", "howl_hound"})
    assert isinstance(desk.player("A").field[0], Orphans)
    desk.do("reattach_object", slot=0, index=0, being=desk.iid("moss_bear"))
    assert (desk.now("moss_bear", "val"), desk.player("A").field[0]) == (350, None)


@pytest.mark.clause("BHM-109", "BHM-113", "BHM-114", "BHM-115", "BHM-116", "BHM-R80", "BHM-R81", "BHM-R82")
def test_e14_summoning() -> None:
    desk = Desk({"field": ("bell_summoner",)}, {"field": ("moss_bear",)})
    bell = desk.iid("bell_summoner")
    desk.power("bell_summoner", "tidal_lash", None)
    lash = desk.player("A").powers[0].seq
    desk.do("assign_summon_points", summoner=bell, power=lash)
    assert desk.being("bell_summoner").points == 7
    desk.do("summon", card="salt_sprite", slot=5, sources=[bell])
    assert desk.being("bell_summoner").points == 2
    assert desk.codes("summon", card="storm_heron", slot=6, sources=[bell]) == ["points_short"]
    desk.power("bell_summoner", "spark")
    spark = desk.player("A").powers[1].seq
    assert desk.codes("assign_summon_points", summoner=bell, power=spark) == ["already_fed"]
    desk.do("end_phase")
    assert desk.codes("declare_power", attacker=bell, target=desk.iid("moss_bear"), pod=5) == ["summoned_this_turn"]


@pytest.mark.clause("BHM-012", "BHM-063", "BHM-064", "BHM-065", "BHM-074", "BHM-075", "BHM-076", "BHM-077", "BHM-R14", "BHM-R16")
def test_e15_two_flights() -> None:
    desk = Desk({"counter": 10}, {"counter": 8, "field": (("reed_archer", {"salud": 70}),)})
    desk.call("howl_hound").do("choose_terror", source=desk.iid("howl_hound"), target=desk.iid("reed_archer"))
    assert desk.counters[1] == 9
    desk.rule({"op": "kill", "iid": desk.iid("howl_hound")})
    desk.end_turn().do("draw_mandatory", "B")
    archer = desk.player("B").deserters[0].iid
    desk.do("return_deserter", "B", iid=archer, slot=3)
    assert (desk.now("reed_archer", "val"), desk.now("reed_archer", "salud")) == (120, 70)
    deck = desk.player("B").deck
    desk.rule({"op": "damage", "iid": archer, "attr": "val", "amount": 120})
    assert (desk.counters[1], desk.player("B").deck, desk.player("B").deserters) == (10, deck + 1, ())
    assert desk.told("went_to")[0].where == "shuffle"


@pytest.mark.clause("BHM-129", "BHM-130", "BHM-131", "BHM-132", "BHM-133", "BHM-R62", "BHM-R63", "BHM-R84")
def test_e16_frozen() -> None:
    field = ("bell_summoner", "ember_goat")
    desk = Desk({"field": ("ward_abbess",)}, {"field": field})
    desk.power("ward_abbess", "slow_frost", desk.iid("bell_summoner")).end_turn()
    desk.do("draw_mandatory", "B").power("bell_summoner", "spark", seat="B")
    bell = desk.iid("bell_summoner")
    spark = desk.player("B").powers[0].seq
    assert desk.codes("assign_summon_points", "B", summoner=bell, power=spark) == ["frozen"]
    desk.do("end_phase", "B")
    assert desk.codes("declare_power", "B", attacker=bell, target=desk.iid("ward_abbess"), pod=5) == ["frozen"]
    desk.do("resolve_combat", "B").do("end_phase", "B")
    assert not desk.being("bell_summoner").frozen
    goat = Desk({"field": ("ward_abbess",)}, {"field": field})
    goat.power("ward_abbess", "slow_frost", goat.iid("ember_goat"))
    assert [event.reason for event in goat.told("no_effect")] == ["fire"]
    assert not goat.being("ember_goat").frozen


@pytest.mark.clause("BHM-136", "BHM-137", "BHM-R50", "BHM-R51")
def test_e17_inmortal() -> None:
    desk = Desk({"field": ("dawn_mother",)}, {"field": ("iron_cantor",)})
    desk.rule({"op": "grant_power_attack", "iid": desk.iid("dawn_mother")}).do("end_phase")
    desk.hit("dawn_mother", "iron_cantor", 400).fight()
    assert (desk.now("iron_cantor", "salud"), desk.counters[1]) == (0, 10)
    desk.rule({"op": "kill", "iid": desk.iid("iron_cantor")})
    assert desk.has("iron_cantor")
    desk.rule({"op": "remove_keyword", "iid": desk.iid("iron_cantor"), "keyword": "inmortal", "figure": 0, "until": "permanent"})
    assert (desk.has("iron_cantor"), desk.counters[1]) == (False, 12)


@pytest.mark.clause("BHM-140", "BHM-R65")
def test_e18_resistencia_magica() -> None:
    desk = Desk({"field": ("tide_scribe", "reed_archer")}, {"field": ("ward_abbess",)}, phase="combat")
    desk.rule({"op": "attr_set", "iid": desk.iid("reed_archer"), "attr": "fue", "value": 200})
    desk.hit("tide_scribe", "ward_abbess", 250).hit("reed_archer", "ward_abbess").do("resolve_combat").do("resolve_next_attack")
    assert (desk.now("ward_abbess", "res"), desk.now("ward_abbess", "salud")) == (50, 280)
    desk.do("resolve_next_attack")
    assert (desk.now("ward_abbess", "res"), desk.now("ward_abbess", "salud")) == (0, 130)


@pytest.mark.clause("BHM-005", "BHM-026", "BHM-121", "BHM-122", "BHM-123", "BHM-R30")
@pytest.mark.parametrize(("hand", "due"), [(9, 2), (7, 0), (6, None)])
def test_e19_hand_limit(hand: int, due: int | None) -> None:
    desk = Desk({"hand": hand}, {}, phase="strategy_2").do("end_phase")
    if due is None:
        desk.do("draw_optional", take=True)
        assert desk.player("A").hand == 7
    elif due:
        assert desk.codes("discard", cards=["spark"]) == ["wrong_number"]
        desk.do("discard", cards=["spark", "moss_bear"])
        assert desk.player("A").dead == ("spark", "moss_bear")
    assert (desk.state.turn, desk.player("A").hand) == (6, 7)


@pytest.mark.clause("BHM-155", "BHM-156", "BHM-157", "BHM-R86", "BHM-R87", "BHM-R89")
def test_e20_reaction() -> None:
    desk = Desk({"counter": 6}, {"counter": 4}, windows=True)
    desk.call("moss_bear").do("play_reaction", "B", card="sudden_hush", targets=["top"], executor=None).passed()
    assert (desk.player("A").dead, desk.player("B").dead) == (("moss_bear",), ("sudden_hush",))
    assert (desk.counters, desk.player("A").call_spent) == ((6, 4), 4)
    low = Desk({"counter": 6}, {"counter": 3}, windows=True).call("moss_bear")
    assert low.codes("play_reaction", "B", card="sudden_hush", targets=["top"], executor=None) == ["rank_over_counter"]


@pytest.mark.clause("BHM-027", "BHM-028", "BHM-R59", "BHM-R60")
def test_e21_three_players() -> None:
    beings = ("puddle_frog", "reed_archer", "ember_goat", "tide_scribe")
    desk = Desk({"field": beings[:2]}, {"field": beings}, {}, options={"armagedon": "off"}, phase="strategy_2")
    assert desk.end_turn().counters == (12, 10, 10)
    desk.do("draw_mandatory", "B").end_turn("B")
    assert desk.counters == (12, 10, 14)
    desk.do("draw_mandatory", "C").end_turn("C")
    assert desk.counters == (12, 10, 16)


@pytest.mark.clause("BHM-104", "BHM-055")
def test_the_last_pod_attacks() -> None:
    desk = Desk({"field": (("tide_scribe", {"pod": 1}),)}, {"field": ("lantern_squire",)}, phase="combat")
    assert desk.hit("tide_scribe", "lantern_squire", 1).told("attack_queued")


@pytest.mark.clause("BHM-052", "BHM-062", "BHM-139", "BHM-R36", "BHM-R37")
def test_e22_a_wasted_attack() -> None:
    desk = Desk({"field": ("ember_goat", "tide_scribe")}, {"field": ("lantern_squire",)}, phase="combat")
    desk.hit("ember_goat", "lantern_squire").hit("tide_scribe", "lantern_squire", 100).fight()
    assert [(event.card, event.reason) for event in desk.told("attack_lost")] == [("tide_scribe", "gone")]
    assert (desk.counters[1], desk.now("tide_scribe", "pod")) == (12, 150)


@pytest.mark.clause("BHM-101", "BHM-102", "BHM-R90")
def test_e23_conflict() -> None:
    assert prevails((5, 11), (4, 20)) == 0
    assert prevails((4, 15), (4, 20)) == 1


@pytest.mark.clause("BHM-101", "BHM-102", "BHM-R88", "BHM-R90")
def test_e23_asked_at_the_table() -> None:
    """A power of rank 4 that lies beside rank 9 against a strategy of rank 6; equal ranks; an ability has its bearer's rank of now."""
    desk = Desk({"counter": 12, "field": ("iron_cantor",)}, {"field": ("bell_summoner", "moss_bear")})
    desk.power("iron_cantor", "slow_frost", desk.iid("moss_bear"))
    frost, bear = desk.being("iron_cantor").beside[0].seq, desk.iid("moss_bear")
    before = desk.state
    desk.do("judge_conflict", None, first=bear, second=frost)
    (said,) = desk.told("conflict_judged")
    assert (said.card, said.rank, said.over, said.other, said.clause) == ("slow_frost", 4, "moss_bear", 4, "BHM-102")
    assert desk.state == before, "a question changes nothing"
    desk.rule({"op": "rank_change", "iid": bear, "delta": 1, "until": "end_of_turn"})
    (said,) = desk.do("judge_conflict", None, first=frost, second=bear).told("conflict_judged")
    assert (said.card, said.rank, said.over, said.clause) == ("moss_bear", 5, "slow_frost", "BHM-101")
    assert desk.codes("judge_conflict", None, first=frost, second=frost) == ["no_such_card"]
    assert desk.codes("judge_conflict", None, first=777, second=frost) == ["no_such_card"]


@pytest.mark.clause("BHM-101", "BHM-R90")
def test_a_pending_card_is_in_play_too() -> None:
    desk = Desk({"counter": 12, "field": ("moss_bear",)}, {"counter": 9}, windows=True)
    desk.do("play_strategy", card="undermine", targets=[None])
    pending = desk.state.agenda[-1]
    assert isinstance(pending, Window)
    (said,) = desk.do("judge_conflict", None, first=pending.seq, second=desk.iid("moss_bear")).told("conflict_judged")
    assert (said.card, said.rank) == ("undermine", 6)
    assert desk.waiting == ["B", "A"]


@pytest.mark.clause("BHM-149", "BHM-150", "BHM-151", "BHM-152", "BHM-R93", "BHM-R94")
def test_e24_deck_check() -> None:
    catalogue = starter("bhm")
    demo = catalogue.extras["decks"]["demo_40"]
    deck = dict(demo.cards)
    assert DECK.faults(catalogue, {**deck, **demo.summons}, Options()) == ()

    def wrong(**copies: int) -> list[tuple[str, str]]:
        return [(refusal.code, refusal.clause) for refusal in DECK.faults(catalogue, {**deck, **copies}, Options())]

    assert wrong(moss_bear=3) == [("too_many_copies", "BHM-150")]
    assert wrong(iron_cantor=2) == [("too_many_copies", "BHM-151")]
    assert wrong(ember_goat=4) == [("too_many_copies", "BHM-152")]
    assert wrong(ember_goat=2) == [("deck_size", "BHM-149")]
    assert wrong(nobody=1) == [("unknown_card", "BHM-R94")]


@pytest.mark.clause("BHM-112", "BHM-144", "BHM-155", "BHM-R111", "BHM-R112")
def test_e25_who_answers_and_terror() -> None:
    desk = Desk({"counter": 6}, {"field": ("moss_bear",)}, windows=True).call("howl_hound")
    assert desk.waiting == ["B", "A"]
    assert desk.codes("no_reaction", "A") == ["not_your_answer"]
    desk.do("no_reaction", "B").do("no_reaction", "A")
    assert desk.codes("end_phase") == ["choice_owed"]
    desk.do("choose_terror", source=desk.iid("howl_hound"), target=desk.iid("moss_bear"))
    assert desk.waiting == ["B", "A"]
    assert desk.passed().now("moss_bear", "val") == 130


@pytest.mark.clause("BHM-060", "BHM-068", "BHM-069", "BHM-R42", "BHM-R89")
@pytest.mark.parametrize(("pod", "frozen"), [(120, False), (100, True)])
def test_e26_the_last_pod_and_a_reaction(pod: int, frozen: bool) -> None:
    desk = Desk({"field": (("bell_summoner", {"pod": pod}),)}, {"field": ("moss_bear",)}, windows=True)
    desk.power("bell_summoner", "slow_frost", desk.iid("moss_bear"))
    desk.rule({"op": "damage", "iid": desk.iid("bell_summoner"), "attr": "pod", "amount": 20})
    assert desk.has("bell_summoner") == frozen
    desk.passed()
    assert (desk.being("moss_bear").frozen, desk.has("bell_summoner"), desk.counters[0]) == (frozen, False, 12)
    assert "slow_frost" in desk.player("A").dead


@pytest.mark.clause("BHM-R79")
def test_e27_a_burden_lifted() -> None:
    desk = Desk({"field": ("howl_hound",)}, {})
    desk.do("add_card", None, id="yoke", kind="object", rank=1, fue=-100, salud=-50)
    desk.do("equip_object", being=desk.iid("howl_hound"), card="yoke")
    assert (desk.now("howl_hound", "fue"), desk.now("howl_hound", "salud")) == (200, 170)
    desk.rule({"op": "damage", "iid": desk.iid("howl_hound"), "attr": "salud", "amount": 40})
    desk.rule({"op": "destroy_object", "iid": desk.iid("howl_hound"), "card": "yoke"})
    salud = desk.being("howl_hound").salud
    assert salud is not None
    assert (desk.now("howl_hound", "fue"), salud.cur, salud.max) == (300, 180, 220)


def test_the_deck_to_begin_with_is_one() -> None:
    assert starter("bhm").extras["decks"]["demo_40"].id == "demo_40"
    assert bhm.GAME.fewest == 2

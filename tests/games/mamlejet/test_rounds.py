"""The round: who begins, who supplies the enemies, what is freed, who discards."""

from __future__ import annotations

import pytest

from tapete.games.mamlejet.state import Mod
from tests.games.mamlejet.camp import Camp, opened


@pytest.mark.clause("MMK-001", "MMK-037", "MMK-040", "MMK-041", "MMK-045", "MMK-054", "MMK-R09", "MMK-177")
def test_a_solo_match_begins_without_a_roll() -> None:
    camp = opened(1).do("keep_hand", "A")
    assert camp.state.permanents == ()
    assert (camp.step, camp.state.order) == ("2a", ("A",))
    assert (camp.player("A").hand, camp.player("A").city, camp.player("A").enemy_city) == (7, 53, 15)
    assert {place.name for place in camp.rules.layout(camp.state)} >= {"city_A", "enemy_city_A", "guenizah_A", "score_A"}


@pytest.mark.clause("MMK-070", "MMK-074", "MMK-176", "MMK-190", "MMK-R02", "MMK-217", "MMK-R96")
def test_everything_is_freed_and_each_draws_in_order() -> None:
    spent = {"dedicated": "pays"}
    camp = Camp(at="4a", round=1, A={"in_play": [("mina", spent)]}, front=(("e-guerrero", {"dedicated": "acts"}),)).all_pass()
    assert all(p.dedicated is None for p in camp.state.permanents)
    camp.roll(2, 9)
    assert (camp.board.leader, camp.board.active, camp.player("B").hand) == ("B", "B", 6)
    camp.all_pass(3)
    assert (camp.board.leader, camp.board.active, camp.player("A").hand) == ("B", "A", 6)


@pytest.mark.clause("MMK-060", "MMK-160", "MMK-162", "MMK-R12", "MMK-R14", "MMK-R87")
@pytest.mark.parametrize(
    ("options", "due"),
    [
        ({"level": "guerrero"}, ("B",)),
        ({"level": "guerrero", "enemy_source": "rotate"}, ("A",)),
        ({"level": "heroe"}, ("B", "A")),
        ({"level": "custom", "custom_fixed": 1, "custom_per_player": 1}, ("B", "B", "A")),
        ({"level": "custom", "custom_cap_per_player": 0}, ()),
    ],
)
def test_who_supplies_the_enemies(options: dict[str, object], due: tuple[str, ...]) -> None:
    camp = Camp(options=options, at="4a", round=2, front=("e-guerrero",)).all_pass().roll(2, 9)
    assert getattr(camp.state.agenda[-1], "due", ()) == due


@pytest.mark.clause("MMK-R15", "MMK-061")
def test_an_empty_enemy_city_lets_the_next_supply() -> None:
    camp = Camp(options={"deck_enemies": 1}, at="4a", round=2, B={"out": ("e-ariete",)}).all_pass().roll(2, 9)
    camp.do("reveal_enemy", owner="A", card="e-guerrero")
    assert camp.state.permanents[0].owner == "A"
    camp = Camp(options={"deck_enemies": 0}, at="4a", round=2).all_pass().roll(2, 9)
    assert camp.told("no_enemy")
    assert camp.top == "window"


@pytest.mark.clause("MMK-R68", "MMK-051", "MMK-019", "MMK-053")
def test_everybody_discards_down_to_the_limit() -> None:
    camp = Camp(at="4a", order="BA", A={"hand": 9}, B={"hand": 8}).all_pass()
    assert camp.codes("discard", "A", cards=["mina", "mina"]) == ["not_active_player"]
    camp.declare("mina").declare("estudio", "unknown")
    assert (camp.player("A").hand, camp.player("B").hand) == (7, 7)
    assert [lying.card for lying in camp.player("A").guenizah[-2:]] == ["estudio", "unknown"]


@pytest.mark.clause("MMK-010", "MMK-011", "MMK-R32", "MMK-R29")
def test_an_index_has_no_floor_and_no_ceiling() -> None:
    low, high = ({"mods": (Mod("difficulty", "eot", n),)} for n in (-9, 9))
    camp = Camp(1, A={"in_play": [("centinela", low), ("herrero", high)]}, front=("e-guerrero",))
    assert camp.index("e-guerrero", "centinela") == -5
    assert camp.index("e-guerrero", "herrero") == 13
    assert [camp.board.passes(face, 13) for face in (9, 10)] == [False, True]
    assert [camp.board.passes(face, -5) for face in (1, 2)] == [False, True]
    assert camp.board.passes(5, 5)


@pytest.mark.clause("MMK-R59", "MMK-R86")
def test_strategies_are_not_counted_and_keywords_are_looked_at_each_step() -> None:
    camp = Camp(
        1, at="2c", A={"in_play": [("centinela", {"opponent": 2, "dedicated": "fights"})]}, front=(("e-guerrero", {"opponent": 1}),)
    )
    camp.do(
        "ruling", reason="a horn", agreed=[], cause="A", ops=[{"op": "grant_keyword", "target": 1, "keyword": "zerizut", "duration": "eot"}]
    )
    camp.until("3b")
    assert [die.id for die in camp.due()] == ["attack-1"]
    camp.roll(2)
    camp.until("3d")
    assert [die.id for die in camp.due()] == ["attack-2"]


@pytest.mark.clause("MMK-R106", "MMK-146", "MMK-R48")
def test_a_defender_may_frenzy_and_the_leader_chooses_first() -> None:
    frenzied = {"frenzy_due": True, "attacked": True, "dedicated": "defends"}
    camp = Camp(
        at="3b",
        order="BA",
        A={"in_play": [("lancero", {**frenzied, "defending": True, "entered": True})]},
        B={"in_play": [("lancero", frenzied)]},
        front=("e-guerrero",),
    )
    camp.until()
    assert camp.codes("skip_frenzy", "A", soldier="lancero") == ["not_active_player"]
    camp.do("skip_frenzy", "B", soldier="lancero+").do("assign_frenzy", "A", soldier="lancero", enemy="e-guerrero")
    camp.roll(5).until("3g")
    assert camp.score("A") == 5

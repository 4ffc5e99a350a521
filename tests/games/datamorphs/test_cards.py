"""The catalogue and the cards typed in at the table (DAT-006, R64; docs/inside/rules/datamorphs.md#catalogue)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tapete.core.catalogue import CardError
from tapete.core.refusals import Illegal, Malformed
from tapete.games import datamorphs
from tapete.games.datamorphs.cards import cost_of, needs_choice
from tapete.presentation.datamorphs.face import face
from tests.games.datamorphs.scenario import DOCUMENT, NONCES, STARTER, Desk, printed


def faults(document: dict[str, Any]) -> list[str]:
    with pytest.raises(CardError) as fault:
        datamorphs.read(document)
    for one in fault.value.faults:
        assert one.problem.in_("es")
        assert one.problem.in_("en")
    return [one.place for one in fault.value.faults]


def document(*cards: dict[str, Any], **head: Any) -> dict[str, Any]:
    return {"catalogue": {**DOCUMENT["catalogue"], **head}, "card": list(cards)}


@pytest.mark.clause("DAT-006", "DAT-R02")
def test_the_starter_set_has_twelve_whole_cards() -> None:
    assert len(STARTER.cards) == 12
    assert (STARTER.title, STARTER.extras["colors"]) == ("First Boot", ("cyan", "amber"))
    assert cost_of(STARTER.cards["cinder_port"].boost) == 1
    assert [name for name, card in STARTER.cards.items() if needs_choice(card.boost)] == ["quill_daemon"]


def test_the_same_cards_have_the_same_hash_and_other_cards_another() -> None:
    again = datamorphs.read(copy.deepcopy(DOCUMENT))
    other = copy.deepcopy(DOCUMENT)
    other["card"][0]["bios"]["memory"] = 6
    assert again.hash == STARTER.hash
    assert datamorphs.read(other).hash != STARTER.hash


@pytest.mark.clause("DAT-006")
def test_every_fault_of_a_catalogue_is_named_at_once() -> None:
    broken = copy.deepcopy(DOCUMENT)
    cards = broken["card"]
    cards[0]["boost"]["abilities"] = [{"kind": "zap"}]
    cards[1]["program"]["color"] = "red"
    cards[2]["bios"]["memory"] = 13
    cards[3]["id"] = "glint_loom"
    del cards[4]["function"]
    cards[5]["name"]["es"] = ""
    cards[6]["power"] = 9
    broken["catalogue"]["types"] = ["worm", "worm", "shield", "probe", "swarm"]
    broken["extra"] = 1
    assert faults(broken) == [
        "extra",
        "catalogue.types",
        "glint_loom.boost.abilities[1].kind",
        "rust_oracle.program.color",
        "moth_kernel.bios.memory",
        "glint_loom.id",
        "ash_router.function",
        "fern_cache.name.es",
        "quill_daemon.power",
    ]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"program_abilities": ({"kind": "memory_boost"},)}, "odd.program.abilities[1].kind"),
        ({"abilities": ({"kind": "change_icons", "from": "attack", "to": "attack"},)}, "odd.boost.abilities[1].to"),
        ({"abilities": ({"kind": "change_color", "from": "cyan", "to": "none"},)}, "odd.boost.abilities[1].to"),
        ({"abilities": ({"kind": "color_sum", "icon": "attack", "color": "none"},)}, "odd.boost.abilities[1].color"),
        ({"abilities": ({"kind": "color_sum", "icon": "memory", "color": "cyan"},)}, "odd.boost.abilities[1].icon"),
        ({"abilities": ({"kind": "nullify_memory", "n": 6},)}, "odd.boost.abilities[1].n"),
        ({"program_abilities": ({"kind": "change_color", "from": "cyan", "to": "amber"},)}, "odd.program.abilities[1].target"),
        (
            {"abilities": ({"kind": "swap_icons", "target": "choice"}, {"kind": "change_color", "from": "cyan", "to": "amber"})},
            "odd.boost.abilities",
        ),
        ({"abilities": ({"kind": "memory_boost"},) * 3}, "odd.boost.abilities"),
        ({"program": ("cyan", "dragon", 1, 1)}, "odd.program.type"),
        ({"function": {"color": "cyan", "benefits": [], "weaknesses": []}}, "odd.function"),
        (
            {"function": {"color": "cyan", "benefits": [], "weaknesses": [{"types": ["dragon"], "attack": 1, "defense": 0}]}},
            "odd.function.weaknesses[1].types",
        ),
        ({"bios": ("cyan", 5, 10, 0)}, "odd.bios.attack"),
    ],
)
@pytest.mark.clause("DAT-R30", "DAT-R31", "DAT-067")
def test_a_card_is_read_strictly(change: dict[str, Any], place: str) -> None:
    assert faults(document(printed("odd", **change))) == [place]


@pytest.mark.parametrize(
    ("head", "places"),
    [
        ({"schema": 3}, ["catalogue.schema"]),
        ({"game": "shazamm"}, ["catalogue.game"]),
        ({"colors": ["cyan"]}, ["catalogue.colors"]),
        ({"colors": ["cyan", "none"]}, ["catalogue.colors"]),
        ({"name": ""}, ["catalogue.name"]),
        ({"author": "me"}, ["catalogue.author"]),
    ],
)
def test_the_head_is_read_strictly(head: dict[str, Any], places: list[str]) -> None:
    assert faults(document(printed("fine"), **head)) == places


def test_there_are_one_to_two_hundred_cards() -> None:
    assert faults(document()) == ["card"]
    assert faults(document(*(printed(f"card_{number}") for number in range(201)))) == ["card"]
    assert len(datamorphs.read(document(*(printed(f"card_{number}") for number in range(200)))).cards) == 200


def test_rules_are_bound_to_a_catalogue_of_this_game() -> None:
    for given in (None, "starter", 7):
        with pytest.raises(Illegal) as fault:
            datamorphs.rules({}, given)
        assert fault.value.refusals[0].code == "catalogue_needed"


BOOST: dict[str, Any] = {"id": "lost_card", "element": "boost", "color": "cyan", "memory": 0, "attack": 1, "defense": 0}
NOTHING = {"attack": 0, "defense": 0}


@pytest.mark.clause("DAT-R64")
def test_a_card_that_the_catalogue_lacks_is_typed_in_and_played() -> None:
    desk = Desk().do("add_card", id="lost_card", element="bios", color="amber", memory=9, attack=2, defense=0)
    desk.bios("lost_card", "velvet_stack")
    assert desk.memory("A").total == 9
    desk.due("A")
    assert desk.refused("A", "boost_a lost_card") == ["unknown_card"]
    desk.do("add_card", **BOOST)
    assert desk.plays("boost_a lost_card").score().A.attack == 3
    assert list(desk.state.typed_cards) == ["lost_card"]


@pytest.mark.clause("DAT-R64")
def test_every_element_can_be_typed_in() -> None:
    change = {"kind": "change_color", "from": "cyan", "to": "amber", "target": "rival"}
    none = dict.fromkeys(STARTER.extras["types"], NOTHING)
    desk = Desk().do("add_card", **{**BOOST, "element": "program", "type": "worm", "abilities": [change]})
    desk.do("add_card", **{**BOOST, "element": "bios"}).do("add_card", **BOOST)
    gains = {**none, "worm": {"attack": 2, "defense": 0}}
    desk.do("add_card", id="lost_card", element="function", color="none", benefits=gains, weaknesses=none)
    desk.do("add_card", id="other_card", element="function", color="none", benefits=none, weaknesses=none)
    desk.bios("lost_card", "velvet_stack").due("A")
    assert desk.refused("A", "program lost_card") == ["memory_short"]
    card = desk.state.typed_cards["lost_card"]
    assert card.function is not None
    assert [(gain.types, gain.attack) for gain in card.function.benefits] == [(("worm",), 2)]
    assert card.program is not None
    assert cost_of(card.program) == 1, "a Program that changes costs its icons all the same"
    assert desk.state.typed_cards["other_card"].function is not None


@pytest.mark.clause("DAT-R64", "DAT-R44")
def test_a_typed_in_card_is_an_ordinary_card() -> None:
    desk = Desk().do("add_card", **BOOST).bios("brine_socket", "velvet_stack")
    desk.lay("A program glint_loom", "A boost_a hollow_thread", "A boost_b fern_cache", "A function ash_router")
    desk.due("B").plays("stop")
    winner = desk.told("round_won")[0].seat
    desk.do("leave_out", winner, own="bios", rival="bios")
    assert desk.codes("reveal_bios", bios={"A": "glint_loom", "B": "moth_kernel"}, nonces=NONCES) == []
    desk.bios("glint_loom", "moth_kernel").due("A")
    assert desk.refused("A", "boost_a lost_card") == ["not_owned"]


@pytest.mark.parametrize(
    "change", [{"id": "Lost"}, {"id": "x"}, {"element": "interrupt"}, {"attack": 1.5}, {"abilities": [{"kind": "zap"}]}]
)
def test_what_is_no_card_at_all_is_malformed(change: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        Desk().action("add_card", **{**BOOST, **change})


@pytest.mark.clause("DAT-R64", "DAT-R31", "DAT-067")
@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"color": "red"}, "color"),
        ({"memory": 6}, "memory"),
        ({"memory": None}, "memory"),
        ({"attack": 10}, "attack"),
        ({"type": "worm"}, "type"),
        ({"abilities": [{"kind": "color_sum", "icon": "attack", "color": "red"}]}, "abilities.0"),
        ({"abilities": [{"kind": "change_icons", "from": "attack", "to": "attack"}]}, "abilities.0"),
        ({"element": "program", "type": "worm", "abilities": [{"kind": "memory_boost"}]}, "abilities.0"),
        ({"element": "program", "type": "worm", "abilities": [{"kind": "swap_icons", "target": "choice"}]}, "abilities.0"),
        ({"element": "program", "type": "dragon"}, "type"),
        ({"benefits": {"worm": NOTHING}}, "benefits"),
    ],
)
def test_a_typed_in_card_is_held_to_the_catalogues_bounds(change: dict[str, Any], at: str) -> None:
    (refusal,) = Desk().refusals("add_card", **{**BOOST, **change})
    assert (refusal.code, refusal.at, refusal.params["element"]) == ("bad_figure", at, {**BOOST, **change}["element"])


def test_a_starter_card_is_described_without_a_foreign_word() -> None:
    said = str(face(STARTER.cards["rust_oracle"], "es"))
    for word in ("cyan", "amber", "worm", "shield", "probe", "swarm"):
        assert word not in said
    assert "cian" in said
    assert "escudo" in said

"""How the grey part of a cost is paid: by what is said, or by the colour of which most is left (MMK-007, 065, R56)."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.core import answers, codec
from tapete.core.domains import Domain, maybe, one_of
from tapete.core.judge import Offer
from tapete.games.mamlejet.figures import Cost, Split, Wealth
from tests.games.mamlejet.camp import Camp, with_cards


def enlists(camp: Camp, card: str, **more: Any) -> Camp:
    return camp.do("play_tactic", "A", card=card, **{"targets": [], "dedicate": [], **more})


@pytest.mark.clause("MMK-R56", "MMK-065")
@pytest.mark.parametrize(
    ("spend", "left"),
    [(None, Wealth(1, 2, 1)), ({"white": 1}, Wealth(0, 3, 1)), ({"red": 1}, Wealth(1, 2, 1)), ({"blue": 1}, Wealth(1, 3, 0))],
)
def test_the_grey_part_is_paid_as_the_player_says(spend: dict[str, int] | None, left: Wealth) -> None:
    """A water-bearer costs one white and one of any colour."""
    camp = Camp(1, A={"pool": Wealth(2, 3, 1)})
    enlists(camp, "aguador", **({} if spend is None else {"spend": spend}))
    assert camp.player("A").pool == left


@pytest.mark.clause("MMK-R56", "MMK-007")
def test_a_resource_may_be_dedicated_for_what_is_said() -> None:
    camp = Camp(1, A={"in_play": ["racion", "estudio"], "pool": Wealth(0, 4, 0)})
    assert camp.codes("play_tactic", "A", card="aguador", targets=[], dedicate=["racion"], spend={"blue": 1}) == ["cost_not_met"]
    enlists(camp, "aguador", dedicate=["racion", "estudio"], spend={"blue": 1})
    assert camp.player("A").pool == Wealth(0, 4, 0)


@pytest.mark.clause("MMK-R56", "MMK-240", "MMK-114")
def test_weapons_and_abilities_are_paid_as_the_player_says_too() -> None:
    drum = {
        "id": "tambor", "type": "objeto", "subtype": "reliquia", "name": {"es": "Tambor"},
        "abilities": [{"kind": "action", "cost": {"generic": 2}, "effects": [{"op": "draw", "player": "controller", "n": 1}]}],
    }  # fmt: skip
    camp = Camp(1, catalogue=with_cards(drum), A={"in_play": ["lanza", "centinela", "tambor"], "pool": Wealth(3, 1, 1)})
    camp.do("equip", "A", weapon="lanza", soldier="centinela", dedicate=[], spend={"blue": 1}).all_pass()
    assert camp.player("A").pool == Wealth(3, 1, 0)
    camp.do("play_ability", "A", permanent="tambor", ability=0, targets=[], dedicate=[], spend={"white": 1, "red": 1})
    assert camp.player("A").pool == Wealth(2, 0, 0)


@pytest.mark.clause("MMK-R56")
def test_what_is_offered_is_what_could_be_paid_and_needs_no_second_step() -> None:
    camp = Camp(1, A={"in_play": ["racion"], "pool": Wealth(1, 0, 1)})
    offer = camp.rules.legal(camp.state, "A", {"action": "play_tactic", "seat": "A", "card": "aguador", "targets": []})["play_tactic"]
    assert isinstance(offer, Offer)
    assert set(offer.arguments) == {"spend", "dedicate"}
    assert offer.wait == ()
    split: Domain = offer.arguments["spend"]
    assert isinstance(split, maybe)
    assert isinstance(split.of, one_of)
    assert split.of.options() == (Split(white=1), Split(blue=1))
    assert not split.refusals(None)


@pytest.mark.clause("MMK-R56", "MMK-225")
def test_what_is_dedicated_already_decides_how_the_rest_can_be_paid() -> None:
    """A water-bearer, white and one of any colour, with a mine dedicated: blue cannot pay the grey part any more."""
    camp = Camp(1, A={"in_play": ["mina", "estudio"], "pool": Wealth(1, 0, 0)})
    draft = {"action": "play_tactic", "seat": "A", "card": "aguador", "targets": [], "dedicate": [camp.names["mina"]]}
    split = camp.rules.legal(camp.state, "A", draft)["play_tactic"].arguments["spend"]
    assert list(split.values()) == [None, Split(red=1)]
    assert split.describe()["maybe"]["one_of"] == [{"red": 1}]
    for way in split.values():
        assert camp.legal("play_tactic", "A", card="aguador", targets=[], dedicate=["mina"], **({} if way is None else {"spend": way}))
    assert camp.codes("play_tactic", "A", card="aguador", targets=[], dedicate=["mina"], spend={"blue": 1}) == ["cost_not_met"]


@pytest.mark.clause("MMK-072")
def test_what_is_dedicated_twice_is_refused_in_plain_figures() -> None:
    camp = Camp(1, A={"in_play": ["mina"]})
    refused = camp.refused("play_tactic", "A", card="aguador", targets=[], dedicate=["mina", "mina"])
    assert [refusal.code for refusal in refused][:2] == ["already_dedicated", "not_so_many"]
    plain = codec.builtins([refusal.wire(camp.rules.words) for refusal in refused])
    assert plain[0]["params"] == {"permanent": camp.names["mina"], "reason": "pays", "card": "mina"}


@pytest.mark.clause("MMK-R56")
def test_every_way_to_split_a_cost_adds_up_to_it() -> None:
    ways = Cost(white=1, generic=3).splits()
    assert len(ways) == len(set(ways)) == 10
    assert {way.total for way in ways} == {3}
    assert Cost(white=2).splits() == ()
    assert Cost(white=1, generic=2).coloured(Split(red=2)) == Cost(white=1, red=2)


@pytest.mark.clause("MMK-R56")
def test_an_action_that_says_nothing_is_written_as_before() -> None:
    camp = Camp(1, A={"pool": Wealth(2, 3, 1)})
    said = camp.action("play_tactic", "A", card="aguador", targets=[], dedicate=[])
    assert b"spend" not in codec.encode(said)
    said = camp.action("play_tactic", "A", card="aguador", targets=[], dedicate=[], spend={"blue": 1})
    assert b'"spend":{"blue":1}' in codec.encode(said)


@pytest.mark.clause("MMK-065", "MMK-225")
@pytest.mark.parametrize("pool", [False, True])
@pytest.mark.parametrize(
    ("card", "english", "spanish"),
    [
        (
            "muralla",
            (
                "Stone Wall costs 1 Sustenance and 1 Materials; you have 1 Sustenance and 1 Spirituality for it. "
                "1 point of Materials is missing."
            ),
            (
                "Muralla de Piedra cuesta 1 Sustento y 1 Materiales; para pagarla tienes en total: "
                "1 Sustento y 1 Espiritualidad. "
                "Falta 1 punto de Materiales."
            ),
        ),
        (
            "capitan50",
            (
                "Captain of Fifty costs 2 Sustenance and 1 of any colour; you have 1 Sustenance and 1 Spirituality for it. "
                "1 point of Sustenance is missing."
            ),
            (
                "Capitán de Cincuenta cuesta 2 Sustento y 1 de cualquier color; para pagarla tienes en total: "
                "1 Sustento y 1 Espiritualidad. "
                "Falta 1 punto de Sustento."
            ),
        ),
    ],
)
def test_a_card_beyond_all_means_names_what_they_lack(pool: bool, card: str, english: str, spanish: str) -> None:
    """One Sustenance and one Spirituality at hand: what they cover is not called missing, however they lie."""
    means: dict[str, Any] = {"pool": Wealth(1, 0, 1)} if pool else {"in_play": ["racion", "estudio"]}
    camp = Camp(1, A=means)
    cards = camp.rules.legal(camp.state, "A", {"action": "play_tactic", "seat": "A"})["play_tactic"].arguments["card"]
    why = next(why for value, why in answers.judged(cards) if value == card)
    assert [why[0].text(camp.rules.words).in_(language) for language in ("en", "es")] == [english, spanish]


@pytest.mark.clause("MMK-225")
def test_a_payment_that_could_be_larger_says_what_it_is_short_of() -> None:
    """Nothing is dedicated, and the resource that would do is at hand: the refusal tells to dedicate more."""
    camp = Camp(1, A={"in_play": ["racion"], "pool": Wealth(1, 0, 0)})
    refused = camp.refused("play_tactic", "A", card="aguador", targets=[], dedicate=[])
    assert refused[0].text(camp.rules.words).in_("en").endswith("you pay 1 Sustenance. 1 point is missing: dedicate more resources.")

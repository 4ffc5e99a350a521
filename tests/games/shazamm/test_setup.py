"""The set-up, the seats and the house rules that a match begins with (SHZ-001..021, 111..113)."""

from __future__ import annotations

import pytest

from tapete.core.refusals import Illegal
from tapete.games import shazamm
from tapete.games.shazamm.state import DECK, SEATS, Options
from tests.games.shazamm.duel import Duel


@pytest.mark.clause("SHZ-003", "SHZ-005", "SHZ-006", "SHZ-010", "SHZ-011", "SHZ-012", "SHZ-013", "SHZ-014", "SHZ-021", "SHZ-R01", "SHZ-R02")
def test_the_bridge_at_the_start() -> None:
    rules = shazamm.rules()
    lies = {place.name: place.value for place in rules.layout(rules.start(SEATS))}
    assert lies["wall"] == 0
    assert (lies["wizard_A"], lies["wizard_B"]) == (-3, 3)
    assert (lies["mana_A"], lies["mana_B"]) == (50, 50)
    assert lies["broken"] == []
    bridge = rules.scene(rules.start(SEATS)).bridge
    assert bridge is not None
    assert (bridge.wall, bridge.wizard_a, bridge.wizard_b, bridge.broken) == (0, -3, 3, 0)
    assert 9 - bridge.wizard_b == 6, "six slabs lie outside each wizard"


@pytest.mark.clause("SHZ-008", "SHZ-016", "SHZ-017", "SHZ-018", "SHZ-019", "SHZ-020", "SHZ-R14")
def test_hands_are_counted_and_never_seen() -> None:
    duel = Duel()
    assert len(DECK) == 14
    assert (duel.hands, duel.decks, duel.used) == ((5, 5), (9, 9), (set(), set()))
    lies = {place.name: place.value for place in duel.rules.layout(duel.state)}
    assert (lies["hand_A"], lies["deck_A"], lies["used_A"]) == (5, 9, [])
    duel.bids(3, 4)
    for number in DECK:
        assert duel.rules.check(duel.state, duel.action("declare_cards", "A", numbers=[0, number])) == (), "any unused spell may be in hand"


@pytest.mark.clause("SHZ-001")
@pytest.mark.parametrize("seats", [(), ("A",), ("A", "B", "C"), ("B", "A"), ("A", "C")])
def test_two_wizards_and_no_other_number(seats: tuple[str, ...]) -> None:
    with pytest.raises(Illegal) as refused:
        shazamm.rules().start(seats)  # type: ignore[arg-type]  # seats that are none, too
    assert [(r.code, r.params) for r in refused.value.refusals] == [("seats_not_two", {"seats": list(seats)})]


@pytest.mark.clause("SHZ-111", "SHZ-R63")
def test_variant_one_starts_with_the_whole_deck() -> None:
    for options in ({"full_hand": True}, {"full_hand": True, "ordered_deck": True}):
        duel = Duel(options, wall=2)
        assert (duel.hands, duel.decks) == ((14, 14), (0, 0))
        duel.turn(5, 3)
        assert (duel.state.round, duel.hands) == (2, (14, 14))
        assert not duel.told("drew")
        said = " ".join(place.text(duel.rules.game.words).in_("en") for place in duel.rules.layout(duel.state))
        assert "shuffled" in said, "the order of an empty pile is nobody's choice"


@pytest.mark.clause("SHZ-112", "SHZ-113")
def test_variant_two_only_changes_what_the_table_is_told() -> None:
    shuffled, ordered = Duel(), Duel({"ordered_deck": True})
    assert shuffled.state == ordered.state
    told = [" ".join(place.text(d.rules.game.words).in_("es") for place in d.rules.layout(d.state)) for d in (shuffled, ordered)]
    assert "barajado" in told[0]
    assert "en el orden que eligió" in told[1]
    for duel in (shuffled, ordered):
        duel.turn(9, 7)
    assert shuffled.state == ordered.state


@pytest.mark.clause("SHZ-S3")
def test_every_house_rule_is_checked_and_all_faults_are_named() -> None:
    with pytest.raises(Illegal) as refused:
        shazamm.rules({"full_hand": "yes", "speed": 9, "double_fall": "replay", "collapse_order": "never"})
    assert [(r.code, r.params["key"]) for r in refused.value.refusals] == [
        ("bad_option", "full_hand"),
        ("unknown_option", "speed"),
        ("bad_option", "collapse_order"),
    ]
    assert shazamm.rules().options == Options()
    assert shazamm.rules({"double_fall": "replay"}, "starter").options.double_fall == "replay"

"""Advice: a bot plays the hand that it is told, knows no other, and says what is wrong with what cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tapete
from tapete.bots import HeldCard, advice, bot_of, strengths_of
from tapete.bots.advice import LONGEST_S, Adviser, Suggestion
from tapete.bots.dealing import deal, held, unseen
from tapete.bots.shazamm.exact import cards_used_up
from tapete.cards import bind
from tapete.core import position
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.games import names
from tapete.games.shazamm.state import SEATS

STEPS = 12
"""So far a match is played by advice alone."""


def some_hand(match: Match[Any], seat: Seat, rng: random.Random) -> list[Any]:
    """A hand that the seat could hold."""
    there = unseen(match.rules, match.state, seat)
    copies = [card for card, number in sorted(there.items(), key=str) for _ in range(min(2, number))]
    return rng.sample(copies, held(match.rules, match.state, seat))


def asked(match: Match[Any], adviser: Adviser, hands: random.Random, strength: str = "medium") -> Suggestion:
    """Advice for the one who is to act first, with a hand drawn for this moment."""
    seat = match.awaiting()[0].seat or match.seats[0]
    return adviser.suggest(match.state, seat, strength, some_hand(match, seat, hands), vault=match.vault)


@pytest.mark.parametrize("game", names())
def test_a_match_goes_on_by_advice_with_any_hand(game: str) -> None:
    match, hands = Match(bind(game), SEATS), random.Random(1)
    adviser = Adviser(match.rules, random.Random(1))
    for _ in range(STEPS):
        match.do(asked(match, adviser, hands).alternatives[0].action)
        seat = match.seats[0]
        hand = some_hand(match, seat, hands)
        for strength in strengths_of(game):
            bot: Any = bot_of(match.rules, random.Random(2), strength)
            deal(bot, match.rules, match.state, seat, hand)
            players = getattr(getattr(bot, "bot", bot), "players", None)
            if players is not None:
                assert sorted(players[seat].hand(match.state)) == sorted(hand)


@pytest.mark.parametrize("game", ["shazamm", "moriham"])
def test_what_the_rival_holds_changes_no_advice(game: str) -> None:
    """The adviser is told two different hands of the rival's before it is asked for this seat's."""
    match = Match(bind(game), SEATS)
    seat = match.awaiting()[0].seat or "A"
    other: Seat = "B" if seat == "A" else "A"
    mine = some_hand(match, seat, random.Random(3))
    found = []
    for seed in (4, 5):
        adviser = Adviser(match.rules, random.Random(1))
        deal(adviser._bot(other, "medium"), match.rules, match.state, other, some_hand(match, other, random.Random(seed)))
        found.append(adviser.suggest(match.state, seat, "medium", mine))
    assert found[0] == found[1]


def without_spells() -> tapete.python_match.Match:
    rules = bind("shazamm")
    return tapete.play("shazamm", position=position.dump(rules, cards_used_up(rules.start(SEATS))))


def test_perfect_play_names_its_bids_with_what_they_are_worth_and_how_often_it_makes_them() -> None:
    found = without_spells().suggest("A", [], "exact")
    assert found.unit == "match"
    assert len(found.alternatives) == 5
    for one in found.alternatives:
        assert one.action["action"] == "lock_bid"
        assert one.worth == pytest.approx(0.5), "both begin alike"
        assert 0 < (one.share or 0) < 1
    shares = [one.share for one in found.alternatives[1:]]
    assert shares == sorted(shares, key=lambda share: -(share or 0))


def before_a_summon() -> tuple[tapete.Match, str, list[HeldCard]]:
    """A match of MORIHAM where a seat may summon, the seat, and a hand of its small monsters."""
    match, rng = tapete.play("moriham"), random.Random(1)
    for _ in range(20):
        seat = match.awaiting()[0].seat or "A"
        if "normal_summon" in match.legal(seat):
            break
        match.do(match.robot(seat, rng) or {})
    monsters: list[HeldCard] = [card.id for card in match.rules.catalogue.cards.values() if getattr(card, "level", 9) <= 2]
    return match, seat, (monsters * 9)[: held(match.rules, match.state, seat)]


def test_a_bot_that_weighs_tables_compares_with_doing_nothing() -> None:
    match, seat, hand = before_a_summon()
    found = match.suggest(seat, hand, seconds=LONGEST_S)
    assert found.unit == "table"
    first = found.alternatives[0]
    idle = next(one for one in found.alternatives if one.action["action"] in ("next_phase", "end_turn"))
    assert first.action["action"] == "normal_summon"
    assert first.worth > idle.worth + 0.2  # type: ignore[operator]  # both are weighed


def each_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every bot that is asked want another slot than those before it."""
    slots, made = iter(range(1, 6)), Adviser._made

    def elsewhere(self: Adviser, strength: str) -> Any:
        bot, slot = made(self, strength), next(slots)
        decide = bot.decide
        bot.decide = lambda *given: {**decide(*given), "slot": slot}
        return bot

    monkeypatch.setattr(Adviser, "_made", elsewhere)


def test_one_summon_is_named_once_whatever_its_place_and_beside_doing_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, hand = before_a_summon()
    each_elsewhere(monkeypatch)
    found = match.suggest(seat, hand, seconds=LONGEST_S).alternatives
    assert [one.action["action"] for one in found] == ["normal_summon", "next_phase"]
    assert found[0].action["slot"] == 1, "the bot's own answer"


def test_doing_nothing_is_named_beside_however_many_better_things(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat, hand = before_a_summon()
    each_elsewhere(monkeypatch)
    monkeypatch.setattr(advice, "_sameness", id)
    found = match.suggest(seat, hand, seconds=LONGEST_S).alternatives
    assert [one.action["action"] for one in found] == ["normal_summon"] * 4 + ["next_phase"]


def test_the_cards_that_go_with_a_bid_are_named_and_declared_afterwards() -> None:
    match = tapete.play("shazamm")
    hand = [3, 5, 7, 9, 11]
    laid = {}
    for seat in SEATS:
        found = match.suggest(seat, hand, "strong", 0.01).alternatives[0]
        laid[seat] = found.cards
        assert set(found.cards) <= set(hand)
        match.do(found.action)
    for seat in SEATS:
        assert tuple(match.suggest(seat, hand, "strong").alternatives[0].action["numbers"]) == laid[seat]


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"hand": [1, 2, 3, 4]}, "hand_size", "A holds 5 cards, and the hand names 4: name every card of the hand, and no other."),
        ({"hand": [1, 1, 2, 3, 99]}, "hand_cards", "A cannot hold 1 and 99: "),
        ({"hand": [True, 2, 3, 4, 5]}, "hand_cards", "A cannot hold True: "),
        ({}, "hand_left_out", "A holds 5 cards: name them in the hand."),
        ({"hand": [1, 2, 3, 4, 5], "strength": "perfect"}, "no_strength", "There is no bot of strength perfect for Shazamm"),
        ({"hand": [1, 2, 3, 4, 5], "seconds": 0}, "no_time", "A bot needs time to think: say more than 0 and at most 60 seconds."),
        ({"hand": [1, 2, 3, 4, 5], "seconds": float("nan")}, "no_time", "A bot needs time to think"),
    ],
)
def test_what_cannot_be_advised_is_said(given: dict[str, Any], code: str, said: str) -> None:
    match = tapete.play("shazamm")
    with pytest.raises(Illegal, match=said.replace(".", r"\.")) as refused:
        match.suggest("A", **given)
    assert [one.code for one in refused.value.refusals] == [code]
    assert refused.value.in_("es") != refused.value.in_("en")


def test_no_advice_for_who_owes_nothing_and_none_after_the_end() -> None:
    match = tapete.play("shazamm")
    match.lock_bid("A", amount=5)
    with pytest.raises(Illegal, match="A owes nothing now"):
        match.suggest("A", [1, 2, 3, 4, 5])
    match.concede("B")
    with pytest.raises(Illegal) as refused:
        match.suggest("A", [1, 2, 3, 4, 5])
    assert [one.code for one in refused.value.refusals] == ["match_over"]


def test_exact_play_is_not_offered_under_a_house_rule_that_was_not_solved() -> None:
    match = tapete.play("shazamm", options={"collapse_order": "collapse_first"})
    with pytest.raises(Illegal, match="there are: easy, medium and strong"):
        match.suggest("A", [1, 2, 3, 4, 5], "exact")

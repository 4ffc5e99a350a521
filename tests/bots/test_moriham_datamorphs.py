"""Robots that play MORIHAM and DataMorphs: whole matches with cards of their own, and never one that they cannot have."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count
from typing import Any

import pytest

from tapete.bots import Deadline, bot_of
from tapete.bots.datamorphs import MorphBot
from tapete.bots.moriham import MorihamBot
from tapete.bots.moriham_duelist import deck_for
from tapete.bots.moriham_planner import Planner, assault
from tapete.cards import bind
from tapete.core.codec import builtins
from tapete.core.match import Match
from tapete.core.rules import Rules
from tapete.games.moriham.deck import DECK
from tapete.games.moriham.figures import SEATS
from tapete.testing.contract import QUIET

MOST = 1_500
"""More declarations than any of these matches has."""


def played(rules: Rules[Any], seed: int) -> tuple[Match[Any], Any, Counter[str]]:
    """A match of two bots; what they leave open (who begins, what a die shows) is left to chance. Every wish is legal."""
    rng = random.Random(seed)
    bot = bot_of(rules, rng)
    assert bot is not None
    match, done = Match(rules, ("A", "B")), Counter[str]()
    for _ in range(MOST):
        if match.result is not None:
            return match, bot, done
        owed = match.awaiting()[0]
        wish = bot.decide(match.state, owed.seat or "A", owed)
        if wish is None:
            assert owed.seat is None or owed.meaning == "die", owed
            wish = builtins(rules.sample(match.state, rng, avoid=QUIET))
        (entry, *_) = match.do(wish)
        plain = entry.action or {}
        assert not plain.get("ops"), "what a text does is never made up"
        done[str(plain["action"])] += 1
    raise AssertionError("the match does not end")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_duel_is_fought_and_won_with_real_decks(seed: int) -> None:
    rules = bind("moriham", {"deck_size": 40} if seed else {})
    match, bot, done = played(rules, seed)
    assert match.result is not None
    assert match.result.reason == "life", "they attack: nobody has to wait for an empty deck"
    assert {"normal_summon", "declare_attack", "set_card", "activate_trap"} <= set(done)
    assert isinstance(bot, MorihamBot)
    for seat in SEATS:
        side = getattr(match.state, seat)
        shown = Counter((*side.graveyard, *side.removed))
        shown.update(m.card for s in (match.state.A, match.state.B) for m in s.monsters if m is not None and m.owner == seat)
        assert shown <= Counter(bot.players[seat]._deck), "every card that was shown was in its deck"
        assert len(bot.players[seat].hand(match.state)) <= side.hand


def test_a_robots_deck_is_one_that_may_be_played() -> None:
    for options in ({}, {"deck_size": 10}, {"deck_size": 30, "max_copies": 3}):
        rules = bind("moriham", options)
        assert DECK.faults(rules.catalogue, Counter(deck_for(rules, random.Random(5))), rules.options) == ()


def ruled(rules: Rules[Any], state: Any, seat: str, *ops: dict[str, Any]) -> Any:
    """The state after a table ruling."""
    ruling = {"action": "ruling", "seat": seat, "reason": "a table for a test", "agreed": ["A", "B"], "ops": list(ops)}
    return rules.apply(state, rules.read(ruling))[0]


@pytest.mark.parametrize(("own", "other", "attacks"), [("tide_colossus", "mudling", True), ("mudling", "tide_colossus", False)])
def test_an_attack_is_made_where_it_hurts_more_than_it_costs(own: str, other: str, attacks: bool) -> None:
    rules = bind("moriham")
    state = rules.start(("A", "B"))
    for plain in ({"action": "start_game", "first": "A"}, {"action": "next_phase", "seat": "A"}, {"action": "next_phase", "seat": "A"}):
        state, _ = rules.apply(state, rules.read(plain))
    for seat, card, position in (("A", own, "attack"), ("B", other, "defense")):
        state = ruled(rules, state, seat, {"op": "summon_from_hand", "card": card, "position": position})
    bot = bot_of(rules, random.Random(1))
    assert isinstance(bot, MorihamBot)
    wish = bot.decide(state, "A", rules.awaiting(state)[0])
    assert wish is not None
    assert (wish["action"] == "declare_attack") == attacks
    poorer = ruled(rules, state, "A", {"op": "set_life", "seat": "A", "n": 20})
    assert bot.players["A"].worth(poorer) == pytest.approx(bot.players["A"].worth(state) - 10)
    assert bot.players["B"].worth(poorer) == pytest.approx(-bot.players["A"].worth(poorer))


@pytest.mark.parametrize(
    ("attacks", "direct", "defenders", "lost"),
    [
        ((4, 7), 0, (), 11),
        ((4, 7), 0, (3,), 8),  # the weaker one clears the way
        ((4, 7), 5, (8,), 5),  # nobody passes but those that need not
        ((4, 4), 0, (3, 6), 1),
        ((), 0, (3,), 0),
    ],
)
def test_what_a_battle_would_take_about(attacks: tuple[int, ...], direct: int, defenders: tuple[int, ...], lost: int) -> None:
    assert assault(attacks, direct, defenders) == lost


def strong(rules: Rules[Any], state: Any, deadline: float, *hand: str) -> tuple[Planner, list[dict[str, Any]]]:
    """What a strong player does in the rest of its turn with a hand, and it afterwards."""
    bot = bot_of(rules, random.Random(1), "strong")
    assert isinstance(bot, MorihamBot)
    player = bot.players["A"]
    assert isinstance(player, Planner)
    player.told(state, hand)
    done: list[dict[str, Any]] = []
    while rules.result(state) is None and state.active == "A":
        owed = rules.awaiting(state)[0]
        wish = bot.decide(state, owed.seat or "A", owed, Deadline(deadline, count().__next__))
        assert wish is not None
        done.append(dict(wish))
        state, _ = rules.apply(state, rules.read(wish))
    return player, done


def test_a_strong_player_ends_a_match_that_a_battle_can_end() -> None:
    rules = bind("moriham")
    state = rules.start(("A", "B"))
    for plain in ({"action": "start_game", "first": "A"}, {"action": "next_phase", "seat": "A"}):
        state, _ = rules.apply(state, rules.read(plain))
    state = ruled(rules, state, "A", {"op": "set_life", "seat": "B", "n": 3})
    hand = ("second_wind", "mudling", "moss_warden", "tin_crab", "kiln_golem", "kiln_golem")[: state.A.hand]
    _, done = strong(rules, state, 400, *hand)
    assert done[-1]["action"] == "declare_attack"
    assert [(one.get("card"), one.get("position")) for one in done if "summon" in one["action"]] == [("mudling", "attack")]


def test_a_strong_player_knows_the_traps_that_it_has_set_by_its_plan() -> None:
    rules = bind("moriham")
    state = rules.start(("A", "B"))
    for plain in ({"action": "start_game", "first": "A"}, *({"action": "next_phase", "seat": "A"},) * 3):
        state, _ = rules.apply(state, rules.read(plain))
    player, done = strong(
        rules, state, 400, *("tangle_net", "silent_bell", "kiln_golem", "kiln_golem", "kiln_golem", "kiln_golem")[: state.A.hand]
    )
    assert [one["action"] for one in done] == ["set_card", "set_card", "end_turn"]
    assert sorted(player._down.values()) == ["silent_bell", "tangle_net"]


def test_a_strong_player_says_what_it_has_compared_and_only_there() -> None:
    rules = bind("moriham")
    state = rules.start(("A", "B"))
    for plain in ({"action": "start_game", "first": "A"}, {"action": "next_phase", "seat": "A"}):
        state, _ = rules.apply(state, rules.read(plain))
    bot = bot_of(rules, random.Random(1), "strong")
    assert isinstance(bot, MorihamBot)
    hand = ("mudling", "moss_warden", "tin_crab", "kiln_golem", "kiln_golem", "kiln_golem")[: state.A.hand]
    bot.players["A"].told(state, hand)
    assert bot.alternatives(state, "A") == []
    wish = bot.decide(state, "A", rules.awaiting(state)[0], Deadline(4_000, count().__next__))
    found = bot.alternatives(state, "A")
    assert found[0].action == wish
    assert len({repr(one.action) for one in found}) == len(found) > 1
    assert all(not rules.check(state, rules.read(one.action)) for one in found)
    worths = [one.worth for one in found if one.worth is not None]
    assert len(worths) > 1, "several were played on"
    assert max(worths) == worths[0]
    elsewhere, _ = rules.apply(state, rules.read(found[0].action))
    assert bot.alternatives(elsewhere, "A") == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_datamorphs_is_played_with_five_cards_each(seed: int) -> None:
    rules = bind("datamorphs", ({}, {"tie_mode": "sudden_death"}, {"interrupt_cost": 1}, {"exchange": False})[seed % 4])
    rng = random.Random(seed)
    owned = {seat: set(player.cards) for seat, player in MorphBot(rules, rng).players.items()}
    match, bot, done = played(rules, seed)
    assert isinstance(bot, MorphBot)
    assert {seat: set(player.cards) for seat, player in bot.players.items()} == owned
    for seat in ("A", "B"):
        player = match.state.players.of(seat)
        shown = {card for faces in player.shown for card in faces} | {card for card in player.out if card is not None}
        assert shown <= owned[seat]
    assert done["play"] + done["lock_move"] > done["stop"] + done["skip_program"], "they build something"


def test_a_robot_of_datamorphs_plays_the_five_cards_that_its_seat_has_shown() -> None:
    rules, rng = bind("datamorphs"), random.Random(4)
    bot, five = MorphBot(rules, rng), sorted(rules.catalogue.cards)[-5:]
    match = Match(rules, ("A", "B"))
    match.do({"action": "show_collection", "seat": "A", "cards": five})
    match.do({"action": "start_game"})
    assert sorted(bot.players["A"].hand(match.state)) == five
    wish = bot.decide(match.state, "A", match.awaiting()[0])
    assert wish is not None
    assert wish["card"] in five
    match.do(wish)  # it is legal
    guessing = MorphBot(rules, rng, strong=True).players["B"]
    assert sorted(guessing._guess(match.state)) == five  # type: ignore[attr-defined]  # a strong one guesses

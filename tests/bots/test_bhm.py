"""How robots play BHM: with a real deck each, by every chapter of the rules, to the end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tapete.bots import bot_of
from tapete.bots.bhm import BhmBot, open_cards
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.steps import Owed
from tapete.games import bhm
from tapete.games.bhm.state import State
from tests.contract.starter_cards import starter
from tests.games.bhm.scenario import Desk, with_effects
from tests.run_forms import usually


def played(seats: int, seed: int) -> tuple[Rules[State], State, BhmBot, Counter[str]]:
    """A whole match of bots; the dice are thrown by chance."""
    rules, rng = bhm.rules(None, starter("bhm")), random.Random(seed)
    bot = bot_of(rules, rng)
    assert isinstance(bot, BhmBot)
    state, done = rules.start(SEATS[:seats]), Counter[str]()
    for _ in range(4_000):
        if rules.result(state) is not None:
            return rules, state, bot, done
        owed = rules.awaiting(state)[0]
        state = answer(rules, state, bot, owed, rng, done)
    raise AssertionError("no result")


def answer(rules: Rules[State], state: State, bot: BhmBot, owed: Owed, rng: random.Random, done: Counter[str]) -> State:
    """One answer, and what must hold of every hand after it."""
    plain = bot.decide(state, owed.seat, owed) if owed.seat is not None else None
    if owed.meaning == "die":
        assert plain is None
        action: Any = rules.sample(state, rng, avoid=frozenset({"concede", "add_card", "exchange"}))
    else:
        assert plain is not None, owed
        action = rules.read(plain)
    done[action.__struct_config__.tag] += 1
    after, _ = rules.apply(state, action)
    board: Any = rules.asked_on(after)
    if action.__struct_config__.tag not in ("setup_player", "exchange"):
        for seat, side in zip(after.seats, after.players, strict=True):
            if side.alive:
                hand = bot.players[seat].hand(after)
                assert len(hand) == side.hand
                held = Counter(hand) + Counter(open_cards(board, seat))
                deck = Counter(bot.players[seat].order) + Counter(bot.players[seat].summons)
                assert not held - deck, (seat, held - deck)
    return after


@pytest.mark.slow
@pytest.mark.parametrize("seats", usually((2, 3, 4), 2))
def test_bots_play_whole_matches_with_the_cards_of_their_decks(seats: int) -> None:
    done: Counter[str] = Counter()
    for seed in range(3):
        _, _, _, some = played(seats, seed)
        done += some
    assert {"call_being", "equip_object", "play_power", "declare_physical", "play_territory", "play_strategy"} <= set(done)
    assert done["declare_physical"] > done["call_being"] / 2


@pytest.mark.slow
def test_the_same_whims_play_the_same_match() -> None:
    assert played(2, 7)[1] == played(2, 7)[1]
    assert played(2, 7)[1] != played(2, 8)[1]


def test_a_robot_says_no_more_of_its_hand_than_is_open() -> None:
    _, state, bot, _ = played(2, 1)
    loser = next(seat for seat in state.seats if not state.players[state.seats.index(seat)].alive)
    assert bot.players[loser].hand(state) == []
    owed = Owed(seat=loser, actions=("end_phase",), what="strategy_1", params={"left": 0})
    assert bot.decide(state, loser, owed) is None  # nothing is legal any more


def test_without_a_deck_in_the_catalogue_chance_decides() -> None:
    bare = starter("bhm")
    bare = type(bare)(game=bare.game, name=bare.name, title=bare.title, hash=bare.hash, cards=bare.cards)
    rules = bhm.rules(None, bare)
    bot = bot_of(rules, random.Random(1))
    assert bot is not None
    state = rules.start(SEATS[:2])
    assert bot.decide(state, "A", rules.awaiting(state)[0]) is None


def abilities(desk: Desk) -> list[tuple[int, Any]]:
    """What a robot uses in a strategy phase before it ends it: the place of each effect on its card, and at whom."""
    rng = random.Random(1)
    player, used = bot_of(desk.rules, rng), []
    assert isinstance(player, BhmBot)
    while (owed := desk.rules.awaiting(desk.state)[0]).what == "strategy_1":
        plain = player.decide(desk.state, "A", owed)
        assert plain is not None
        desk.do(**{("name" if key == "action" else key): value for key, value in plain.items()})
        if plain["action"] == "use_effect":
            used.append((plain["effect_index"], plain["target"]))
    return used


def test_abilities_are_used_once_a_turn_where_they_do_good() -> None:
    """The herald's effect of coming takes 1 off an enemy's counter, which only helps that enemy: it stays unused."""
    sides = {"hand": 0, "field": ("herald", ("moss_bear", {"salud": 100}))}, {"field": ("puddle_frog", "reed_archer", "veil_stalker")}
    desk = with_effects(*sides)
    bear, archer = desk.iid("moss_bear"), desk.iid("reed_archer")
    assert abilities(desk) == [(1, bear), (2, archer)]
    assert desk.now("moss_bear", "salud") == 150
    assert desk.now("reed_archer", "val") == 90


def test_nobody_is_healed_who_is_whole() -> None:
    assert abilities(with_effects({"hand": 0, "field": ("herald", "moss_bear")}, {})) == []

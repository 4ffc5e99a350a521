"""Simulated games: cards are dealt and hidden, nobody plays what is not held, and a guess differs only in what a seat does not see."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tapete
from tapete import games
from tapete.core.rules import bind
from tapete.core.seats import Both, Seat
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import Bidding, Revealing
from tapete.simulating import Dealer, Move, Simulation, simulate
from tapete.simulating import shazamm as dealing_shazamm

ROOT = Path(__file__).resolve().parents[2]
BUILT_IN = tuple(games.BUILT_IN)
MANY = (("bhm", 4), ("mamlejet", 3), ("mamlejet", 1))


def by_chance(game: Simulation, seed: int, most: int = 20_000) -> Iterator[str]:
    """Play a game to its end by chance, and yield each move."""
    rng = random.Random(seed)
    for _move in range(most):
        if game.turn is None:
            return
        moves = game.moves()
        move = moves[rng.randrange(len(moves))]
        game.play(move)
        yield str(move)


def hidden_cards_agree(game: Simulation, seat: Seat) -> None:
    """Every card of a seat lies in one place, and each place holds as many as the table counts."""
    if game.turn is None or not _alive(game, seat):
        return
    stock, lies = game._hidden.stocks[seat], game._dealer.lies(game.state, seat)
    assert len(stock.hand) == lies.hand
    assert lies.deck is None or len(stock.deck) == lies.deck
    assert set(stock.down) == set(lies.down)
    assert Counter(stock.hand) + Counter(stock.deck) + Counter(stock.down.values()) == stock.owned - lies.open


def _alive(game: Simulation, seat: Seat) -> bool:
    """Whether a seat still has cards (BHM: one that is out has none)."""
    players = getattr(game.state, "players", ())
    return not isinstance(players, tuple) or not players or getattr(players[game.seats.index(seat)], "alive", True)


@pytest.mark.parametrize(("name", "players"), [*((name, 2) for name in BUILT_IN), *MANY])
def test_a_game_ends_and_no_card_is_lost_or_made(name: str, players: int) -> None:
    game = simulate(name, seed=players, players=players)
    moves = 0
    for _move in by_chance(game, 1):
        moves += 1
        for seat in game.seats:
            hidden_cards_agree(game, seat)
    assert game.result is not None
    assert moves >= 10
    assert set(game.returns()) == set(game.seats)
    assert any(game.returns().values()) == (game.result.kind in ("win", "loss"))


def test_hands_that_are_followed_quickly_hold_what_the_general_way_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without the short way of `ShazammDealer.follow`, whole games go the same."""

    def games_of_chance() -> list[tuple[Any, ...]]:
        games = [simulate("shazamm", seed=seed) for seed in range(6)]
        told = [list(by_chance(game, seed)) for seed, game in enumerate(games)]
        return [(moves, game.state, [game.seen(seat) for seat in game.seats]) for moves, game in zip(told, games, strict=True)]

    quick = games_of_chance()
    monkeypatch.setattr(dealing_shazamm, "_quick", lambda before, state, hidden: False)
    general = games_of_chance()
    assert [moves for moves, *_ in quick] == [moves for moves, *_ in general]
    assert quick == general


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_seed_deals_the_same_and_another_one_does_not(name: str) -> None:
    told = [list(by_chance(simulate(name, seed=seed), 3, 60)) for seed in (5, 5, 6)]
    assert told[0] == told[1]
    assert told[0] != told[2]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_copy_goes_on_by_itself_with_the_same_chance(name: str) -> None:
    game = simulate(name, seed=2)
    list(by_chance(game, 2, 15))
    twin, sent = copy.deepcopy(game), pickle.loads(pickle.dumps(game))
    ends = [list(by_chance(one, 4, 40)) for one in (twin, sent, game)]
    assert ends[0] == ends[1] == ends[2]
    assert twin.state == game.state == sent.state


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_guess_cannot_be_told_from_the_game_by_its_seat(name: str) -> None:
    others = set()
    for seed in range(2):
        game, rng = simulate(name, seed=seed), random.Random(seed)
        while game.turn is not None:
            if rng.random() < 0.04:
                seat = game.turn
                guess = game.guess(seat, seed)
                assert guess.seen(seat) == game.seen(seat)
                assert guess.moves() == game.moves()
                others |= {guess.seen(other)[1:] == game.seen(other)[1:] for other in game.seats if other != seat}
                list(by_chance(guess, seed, 25))  # it can be played on
            moves = game.moves()
            game.play(rng.randrange(len(moves)))
    assert False in others  # what a seat does not see was dealt anew


def test_what_is_seen_of_a_rival_does_not_depend_on_the_rival_s_cards() -> None:
    game = simulate("moriham", seed=11)
    list(by_chance(game, 11, 30))
    seat: Seat = "A"
    for seed in range(5):
        assert game.guess(seat, seed).seen(seat) == game.seen(seat)


def test_given_decks_are_dealt() -> None:
    deck = ["ember_regent"] * 10
    game = simulate("moriham", {"A": deck}, options={"deck_size": 10})
    assert set(game.seen("A").hand) == {"ember_regent"}
    ordered = simulate("shazamm", {"A": range(1, 15), "B": range(1, 15)}, seed=1)
    assert sorted(ordered._hidden.stocks["B"].owned) == list(range(1, 15))


def test_spells_beside_a_bid_are_chosen_before_anything_is_open() -> None:
    game = simulate("shazamm", seed=4)
    first = [move for move in game.moves() if move.cards]
    assert {card for move in first for card in move.cards} == set(game.seen("A").hand)
    game.play(first[0])
    assert game.seen("A").laid == first[0].cards
    assert game.seen("B").laid == ()
    game.play(0)
    game.play(0)
    events = game.play(0)
    shown = {spell for event in events for spell in getattr(event, "spells", ())}
    assert shown == set(first[0].cards)


def test_the_spells_that_are_listed_are_those_that_the_rules_allow_one_by_one() -> None:
    """All that a hand may show is judged at once; the table may also hold a hand larger than its count, after a correction."""
    for count in (None, 2):
        game = simulate("shazamm", seed=9)
        for _move in range(12):
            seat, state = game.turn, game.state
            if seat is None or not isinstance(state.agenda[-1], Bidding) or seat in game._hidden.laid:
                game.play(0)
                continue
            counted = state if count is None else replace(state, hand=state.hand.giving(seat, count))
            revealed = replace(counted, agenda=(Revealing(Both(1, 1)),))
            hand: list[Any] = sorted(game.seen(seat).hand)
            parts = [cards for number in range(len(hand) + 1) for cards in combinations(hand, number)]
            legal = [cards for cards in parts if game.rules.allows(revealed, DeclareCards(seat=seat, numbers=cards))]
            listed: Any = game._dealer.moves(counted, seat, game.rules.awaiting(state)[0], game._hidden)
            assert [move.cards for move in listed] == legal
            assert [listed[place].cards for place in range(-1, len(listed) - 1)] == [legal[-1], *legal[:-1]]
            assert len(listed) == len(legal)
            assert all(move in listed for move in listed)
            assert Move(None, None, (max(set(range(1, 15)) - set(hand)),)) not in listed
            assert len(legal) < 2 ** len(hand) if count else len(legal) == 2 ** len(hand)
            game.play(1)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "moriham", "players": 3}, "not for 3"),
        ({"game": "moriham", "players": "2"}, "not for '2'"),
        ({"game": "moriham", "decks": {"C": []}}, "there is no seat 'C'"),
        ({"game": "moriham", "decks": {"A": ["no_such_card"]}}, "'no_such_card'"),
        ({"game": "moriham", "decks": {"A": ["mudling"] * 3}}, "are 50 here, and A gives 3"),
        ({"game": "datamorphs", "decks": {"B": []}}, "are 5 here"),
        ({"game": "shazamm", "decks": {"A": [1, 2]}}, "are 14 here"),
        ({"game": "mamlejet", "decks": {"A": ["x"]}}, "names what is no card"),
        ({"game": "bhm", "options": {"armagedon": 3}}, "armagedon"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], says: str) -> None:
    with pytest.raises((tapete.Malformed, tapete.Illegal)) as refused:
        tapete.simulate(**given)
    assert says in str(refused.value)


@pytest.mark.parametrize("game", ["bhm", "mamlejet"])
def test_a_catalogue_without_a_deck_is_refused(game: str, tmp_path: Path) -> None:
    starter = (ROOT / "host" / "tapete" / "games" / game / "starter.toml").read_text(encoding="utf-8")
    alone = tmp_path / "alone.toml"
    alone.write_text(re.sub(r"^\[\[deck\]\].*?(?=^\[\[card\]\]|\Z)", "", starter, flags=re.MULTILINE | re.DOTALL), encoding="utf-8")
    with pytest.raises(tapete.Malformed, match="no deck that may be played"):
        simulate(game, catalogue=alone)


def test_refusals_speak_spanish() -> None:
    with pytest.raises(tapete.Malformed) as refused:
        simulate("moriham", {"A": ["mudling"]}, language="es")
    assert "50" in str(refused.value)
    assert "A gives" not in str(refused.value)


@pytest.mark.parametrize("number", [-1, 10_000])
def test_no_such_move(number: int) -> None:
    with pytest.raises(ValueError, match="there is no move"):
        simulate("datamorphs").play(number)
    game = simulate("datamorphs")
    other = simulate("moriham").moves()[0]
    with pytest.raises(ValueError, match="cannot"):
        game.play(other)


def test_a_game_that_is_over_takes_no_move() -> None:
    game = simulate("datamorphs", seed=1)
    list(by_chance(game, 1))
    assert game.moves() == ()
    with pytest.raises(ValueError, match="there is no move 0"):
        game.play(0)


def test_a_game_without_hidden_cards_needs_no_dealer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "nim"))
    bound = bind(importlib.import_module("tapete_nim").GAME)
    game = Simulation(bound, Dealer(bound), ("A", "B"), {}, 1)
    assert len(list(by_chance(game, 1))) >= 2
    assert game.result is not None

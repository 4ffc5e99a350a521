"""Shazamm's bots: whole matches, nothing that they could not know, the exact one's equilibrium, and the purse's promise."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from tapete.bots import Deadline, Strength
from tapete.bots.random_answers import by_chance
from tapete.bots.shazamm import ShazammBot, bot, exact, spells
from tapete.bots.shazamm.exact import Guess, Moment, Purse, replies, restricted
from tapete.bots.shazamm.perfect_values import HIT, STARTS, Start, pushed, stored
from tapete.bots.shazamm.tableau import secured, solve
from tapete.bots.shazamm.turn import after
from tapete.cards import bind
from tapete.core import position
from tapete.core.match import Match
from tapete.core.seats import Both, Seat
from tapete.games.shazamm.constants import CLONE, RECYCLE, THEFT
from tapete.games.shazamm.state import DECK, SEATS, ChooseTheft, Revealing, State
from tests.bots.shazamm.by_hand import last_round, round_by_hand
from tests.games.shazamm.duel import Duel

FIRST_ANSWER = 0


def played(first: Strength, second: Strength, seed: int, *, without_spells: bool = False) -> tuple[Match[State], dict[Seat, ShazammBot]]:
    """A match of two bots that think for a fixed number of steps."""
    rules = bind("shazamm")
    start = rules.start(SEATS)
    if without_spells:
        start = exact.cards_used_up(start)
    match = Match(rules, SEATS, position.dump(rules, start))
    bots = {seat: bot(rules, random.Random(f"{seed}{seat}"), strength) for seat, strength in zip(SEATS, (first, second), strict=True)}
    while match.result is None:
        for owed in match.rules.awaiting(match.state):
            assert owed.seat is not None, "what both have locked is revealed at once"
            wish = bots[owed.seat].decide(match.state, owed.seat, owed, Deadline(FIRST_ANSWER, count().__next__))
            assert wish is not None
            match.do(wish)
            break
    return match, bots


@pytest.mark.parametrize(("first", "second"), [("easy", "medium"), pytest.param("medium", "strong", marks=pytest.mark.slow)])
def test_a_match_with_spells_is_played_to_its_end(first: Strength, second: Strength) -> None:
    match, bots = played(first, second, 4)
    state = match.state
    for seat in SEATS:
        deck = bots[seat].players[seat]._deck
        assert sorted(deck) == list(DECK)
        assert set(state.used.of(seat)) <= set(deck[: 14 - state.deck.of(seat)]), "only cards that it had drawn"
    assert state.used.A or state.used.B


@pytest.mark.parametrize("strength", get_args(Strength))
def test_what_is_shown_was_laid_down_before_the_bids_were_open(strength: Strength) -> None:
    """SHZ-R69: the rival's bid changes nothing about the cards."""
    for seed in range(4):
        rules = bind("shazamm")
        state: Any = rules.start(SEATS)
        one = bot(rules, random.Random(seed), strength)
        thought = Deadline(FIRST_ANSWER, count().__next__)
        bid = one.decide(state, "A", rules.awaiting(state)[0], thought)
        assert bid is not None
        shown = []
        for theirs in (1, 50):
            step = Revealing(Both(bid["amount"], theirs))
            open_state = replace(state, agenda=(step,))
            shown.append(one.decide(open_state, "A", rules.awaiting(open_state)[0], thought))
        assert shown[0] == shown[1]
        assert set(shown[0]["numbers"]) <= set(one.players["A"].hand(state))  # type: ignore[index]  # it is an answer


def test_a_bot_that_comes_after_the_bids_has_laid_nothing() -> None:
    duel = Duel()
    state = replace(duel.state, agenda=(Revealing(Both(9, 4)),))
    late = bot(duel.rules, random.Random(1), "strong")
    assert late.decide(state, "B", duel.rules.awaiting(state)[1]) == {"action": "declare_cards", "seat": "B", "numbers": []}


def test_asked_again_it_bids_the_same() -> None:
    rules = bind("shazamm")
    state = rules.start(SEATS)
    one, owed = bot(rules, random.Random(3), "medium"), rules.awaiting(state)[0]
    assert len({str(one.decide(state, "A", owed)) for _ in range(8)}) == 1


@pytest.mark.slow
def test_the_exact_bot_bids_what_no_rival_beats() -> None:
    """Bids drawn 400 times at the start of a match come as often as the equilibrium says, and none from outside of it."""
    rules = bind("shazamm")
    state = exact.cards_used_up(rules.start(SEATS))
    at = exact.moment(state, rules.options, "B")
    mix = exact.equilibrium(stored(), at).rows
    one, owed = bot(rules, random.Random(5), "exact"), rules.awaiting(state)[1]
    wizard, seen = one.players["B"], Counter[int]()
    for _ in range(400):
        wizard._laid = None
        seen[one.decide(state, "B", owed)["amount"]] += 1  # type: ignore[index]  # it is an answer
    assert all(mix[bid - 1] > 0 for bid in seen)
    spread = sum((seen[bid] - 400 * p) ** 2 / (400 * p) for bid, p in enumerate(mix, 1) if p)
    assert spread < 40, "chi square of 16 degrees of freedom; 39.3 is one in a thousand"


def test_a_match_without_spells_is_played_by_all_of_them() -> None:
    for first, second in (("exact", "strong"), ("strong", "easy")):
        match, _ = played(first, second, 2, without_spells=True)  # type: ignore[arg-type]  # strengths
        assert match.result is not None
        assert match.state.hand == Both(0, 0)


# ---- the dial


def corner(seed: int) -> tuple[list[list[float]], list[float]]:
    """A stage of the last round, and a guess of the rival's bid."""
    rng = random.Random(seed)
    matrix = stored().stage(Start(3, 0), 0, rng.randint(8, 20), rng.randint(8, 20))
    guess = [rng.random() ** 3 for _ in matrix[0]]
    return matrix, [p / sum(guess) for p in guess]


@pytest.mark.parametrize("seed", range(5))
def test_a_restricted_response_gains_more_and_secures_less_the_firmer_the_rival_is_bound(seed: int) -> None:
    matrix, guess = corner(seed)
    mixes = [restricted(matrix, guess, binding) for binding in (0.0, 0.3, 0.6, 0.9, 1.0)]
    gains = [sum(p * worth for p, worth in zip(guess, replies(matrix, rows), strict=True)) for rows in mixes]
    safety = [secured(matrix, rows) for rows in mixes]
    assert gains == pytest.approx(sorted(gains), abs=1e-9)
    assert safety == pytest.approx(sorted(safety, reverse=True), abs=1e-9)
    assert safety[0] == pytest.approx(solve(matrix).value, abs=1e-9)
    assert gains[-1] == pytest.approx(max(sum(p * e for p, e in zip(guess, row, strict=True)) for row in matrix), abs=1e-9)


COINS = 8
KNOWN = round_by_hand(STARTS[-1], last_round, COINS, 1.0)


def stage(place: int, a: int, b: int) -> list[list[float]]:
    """A stage of the last round with few coins."""

    def worth(place: int, a: int, b: int) -> float:
        return float(last_round(pushed(place, a, b))) if abs(place) == HIT or not (a and b) else KNOWN[place, a, b]

    return [[worth(place + (i > j) - (i < j), a - i, b - j) for j in range(1, b + 1)] for i in range(1, a + 1)]


def worst(place: int, a: int, b: int, left: float, seen: tuple[tuple[int, int], ...]) -> float:
    """The least that the player gets: the rival knows the player's guess and purse, and answers as well as he can."""
    if abs(place) == HIT or not (a and b):
        return float(last_round(pushed(place, a, b)))
    matrix, guess = stage(place, a, b), Guess()
    for bid, mana in seen:
        guess.see(bid, mana)
    rows = Purse(left).respond(matrix, guess.over(solve(matrix).columns))
    found = []
    for j in range(1, b + 1):
        purse = Purse(left)
        purse.settle(matrix, rows, j)
        after_it = [p * worst(place + (i > j) - (i < j), a - i, b - j, purse.left, (*seen, (j, b))) for i, p in enumerate(rows, 1) if p]
        found.append(sum(after_it))
    return min(found)


@pytest.mark.parametrize("allowance", [0.0, 0.05, 0.3])
@pytest.mark.parametrize(("place", "a", "b", "habit"), [(0, 6, 6, 2), (0, 8, 8, 1), (0, 7, 8, 4), (1, 6, 8, 5), (-1, 8, 6, 3)])
def test_no_rival_wins_more_than_the_purse_holds(place: int, a: int, b: int, habit: int, allowance: float) -> None:
    """Every reply of the rival to a player whose guess and purse follow from all that was bid before."""
    loss = KNOWN[place, a, b] - worst(place, a, b, allowance, ((habit, 8), (habit, 8)))
    assert loss <= allowance + 1e-9
    if allowance == 0:
        assert loss == pytest.approx(0, abs=1e-9)
    if allowance == 0.3 and place == 1:
        assert loss > 0.2, "it does risk something"


# ---- what a turn comes to


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_a_turn_reckoned_quickly_is_the_referees(seed: int) -> None:
    """Cards of both drawn by chance, all but Clone and Recycle; Theft applies what it takes."""
    rng = random.Random(seed)
    pool = [card for card in DECK if card not in (CLONE, RECYCLE)]
    cast = (rng.sample(pool, rng.randint(0, 2)), rng.sample(pool, rng.randint(0, 2)))
    place, mana = rng.randint(1 - HIT, HIT - 1), (rng.randint(1, 50), rng.randint(1, 50))
    bids = rng.randint(1, mana[0]), rng.randint(1, mana[1])
    duel = Duel(wall=place, mana=mana)
    state = replace(duel.state, hand=Both(5, 5), agenda=(Revealing(Both(*bids)),))
    for seat, numbers in zip(SEATS, cast, strict=True):
        state, _ = duel.rules.apply(state, duel.rules.read({"action": "declare_cards", "seat": seat, "numbers": numbers}))
    owed = duel.rules.awaiting(state)[0]
    if owed.what == "choose_theft":
        step = state.agenda[-1]
        assert isinstance(step, ChooseTheft)
        chosen = [{"number": prey.number, "source": prey.source, "use": "apply"} for prey in step.prey]
        if any(prey["number"] == THEFT for prey in chosen):
            return
        state, _ = duel.rules.apply(state, duel.rules.read({"action": "choose_theft", "seat": owed.seat, "choices": chosen}))
    found = after(place, mana, bids, cast)
    if found.over:
        assert (state.round, state.centre) == (2, found.place)
    else:
        assert (state.round, state.wall, state.mana) == (1, found.place, Both(found.own, found.other))


def test_a_winning_spell_is_found() -> None:
    """The wall stands next to the rival, who can outbid: Double dose wins the round, and with it the match."""
    at = Moment(Start(3, 0), 2, 10, 18)
    turn = spells.Turn(stored(), at, 1)
    hands = [spells.choices(18, 10, (), (), False)]
    rng = random.Random(1)
    with_it = spells.choices(10, 18, (8,), (), False)
    tables = [turn.table(with_it, hand) for hand in hands]
    mix = spells.mix(tables, lambda: False).shares
    assert sum(p for p, mine in zip(mix, with_it, strict=True) if mine.cards) > 0.5
    assert spells.plan(turn, with_it, hands, rng, lambda: False)[0].choice in with_it


@pytest.mark.parametrize("seed", range(12))
def test_a_table_of_choices_holds_what_each_pair_of_them_comes_to(seed: int) -> None:
    rng = random.Random(seed)
    at = Moment(Start(rng.choice((7, 9)), 0), rng.randint(1 - HIT, HIT - 1), rng.randint(1, 50), rng.randint(1, 50))
    own, other = (
        spells.choices(mana, rival, [RECYCLE, *rng.sample([card for card in DECK if card != RECYCLE], 4)], (4, 9), False)
        for mana, rival in ((at.own, at.other), (at.other, at.own))
    )
    table = spells.Turn(stored(), at, 1).table(own, other)  # in the last round, where no card is worth anything afterwards

    def ended(bid: int, answer: int) -> float:
        left = after(at.place, (at.own, at.other), (bid, answer), (mine.spells, his.spells))
        return stored().end(at.start, left.place) if left.over else stored().worth(at.start, *left[:3])

    def readjusted(choice: spells.Choice, mana: int) -> list[int]:
        return [bid for bid in (choice.bid + by for by in (-5, -2, 0, 2, 5)) if 1 <= bid <= mana]

    for mine, row in zip(own, table, strict=True):
        for his, worth in zip(other, row, strict=True):
            if (RECYCLE in mine.spells) == (RECYCLE in his.spells):
                assert worth == ended(mine.bid, his.bid)
            elif RECYCLE in mine.spells:
                assert worth == max(ended(bid, his.bid) for bid in readjusted(mine, at.own))
            else:
                assert worth == min(ended(mine.bid, bid) for bid in readjusted(his, at.other))


def test_silence_leaves_no_card_to_choose() -> None:
    assert {choice.cards for choice in spells.choices(20, 20, (7, 8, 2), (9,), True)} == {()}
    assert {choice.spells for choice in spells.choices(20, 20, (7, 2), (9,), False)} == {(), (7,), (9,)}


def test_a_rival_with_a_habit_is_outbid_by_little() -> None:
    """He has always bid a tenth of his mana: out of 50 that is 5, and 6 beats it."""
    at = Moment(Start(9, 0), 0, 50, 50)
    turn, own = spells.Turn(stored(), at, 7), spells.choices(50, 50, (), (), False)
    guess = Guess()
    assert spells.habit(turn, own, guess.bids(50), (7,), 0.5).binding == 0
    for mana in (50, 40, 30, 20, 50, 40, 30, 20, 50, 40, 30, 20, 10):
        guess.see(mana // 10, mana)
    assert guess.bids(50) == [5] * Guess.SEEN
    known = spells.habit(turn, own, guess.bids(50), (), 0.5)
    assert own[max(range(len(own)), key=lambda n: known.worth[n])].bid == 6
    mixes = [spells.mix([turn.table(own, own)], lambda: False, one).shares for one in (None, known)]
    assert mixes[1][own.index(spells.Choice(6, (), ()))] > mixes[0][own.index(spells.Choice(6, (), ()))]


def test_a_rival_is_expected_to_cast_as_often_as_he_has() -> None:
    """What one of his cards does to a bid counts by the part of his turns in which he casts."""
    at = Moment(Start(9, 0), 0, 50, 50)
    turn, own = spells.Turn(stored(), at, 7), spells.choices(50, 50, (), (), False)
    never, always, half = (spells.habit(turn, own, [10, 12], (7, 8), share).worth for share in (0.0, 1.0, 0.5))
    assert never == pytest.approx([sum(row) / 2 for row in turn.table(own, [spells.Choice(bid, (), ()) for bid in (10, 12)])])
    assert max(abs(one - other) for one, other in zip(never, always, strict=True)) > 0.01
    assert half == pytest.approx([(one + other) / 2 for one, other in zip(never, always, strict=True)])


def test_turns_in_which_a_rival_could_cast_are_counted() -> None:
    casts = spells.Casts()
    assert casts.share == 0.5
    for used in (0, 0, 0, 2, 2):  # he cast in the third of four turns
        casts.see(used, can=True)
    assert casts.share == pytest.approx(2 / 6)
    casts.see(2, can=False)  # a turn without, and one begins in which he cannot
    casts.see(2, can=True)
    assert casts.share == pytest.approx(2 / 7)
    casts.see(0, can=True)  # two spells were undone
    assert casts.share == pytest.approx(2 / 7)


def test_a_strong_bot_learns_that_its_rival_keeps_his_cards() -> None:
    rules, rng = bind("shazamm"), random.Random(3)
    one, match = bot(rules, rng, "strong"), Match(rules, SEATS)
    while match.result is None and match.state.round < 3:
        owed = match.awaiting()[0]
        wish: Any = {"action": "declare_cards", "seat": "B", "numbers": []}
        if owed.seat == "A":
            wish = one.decide(match.state, "A", owed, Deadline(FIRST_ANSWER, count().__next__))
        elif "lock_bid" in owed.actions:
            wish = {"action": "lock_bid", "seat": "B", "amount": min(7, match.state.mana.B)}
        elif "declare_cards" not in owed.actions:
            wish = by_chance(rules, match.state, "B", owed, rng)
        match.do(wish)
    assert not match.state.used.B
    assert one.players["A"]._casts.share < 0.3


@pytest.mark.parametrize("strength", get_args(Strength))
def test_the_rivals_hand_changes_nothing(strength: Strength) -> None:
    """The same state and own cards, another hand of the rival's: the same answer."""
    rules = bind("shazamm")
    state, answers = rules.start(SEATS), []
    for seed in (1, 2):
        one = bot(rules, random.Random(7), strength)
        random.Random(seed).shuffle(one.players["B"]._deck)
        wish = one.decide(state, "A", rules.awaiting(state)[0], Deadline(FIRST_ANSWER, count().__next__))
        answers.append((wish, one.players["A"]._laid))
    assert answers[0] == answers[1]


def test_more_time_is_used_and_no_more_than_there_is() -> None:
    rules = bind("shazamm")
    state = rules.start(SEATS)
    for steps in (1, 5):
        asked = count()
        bot(rules, random.Random(7), "strong").decide(state, "A", rules.awaiting(state)[0], Deadline(steps, asked.__next__))
        assert next(asked) == steps + 1, "the clock is read once to begin with, and after each betterment"

"""Which bots there are, and what is said of those that there are not."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tapete.bots import STRENGTHS, Deadline, Strength, Unplayable, bot_of, strengths_of
from tapete.bots.random_answers import by_chance
from tapete.cards import bind
from tapete.core.codec import builtins
from tapete.core.match import Match
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat, rival
from tapete.core.vault import Vault, take_secret
from tapete.games import BUILT_IN, names
from tapete.testing.contract import QUIET
from tests.table import auction


@pytest.mark.parametrize("game", names())
def test_every_game_has_a_medium_bot_and_names_its_strengths_in_order(game: str) -> None:
    known = strengths_of(game)
    assert "medium" in known
    assert sorted(known, key=STRENGTHS.index) == list(known)
    for strength in known:
        assert bot_of(bind(game), random.Random(1), strength) is not None


def test_a_game_without_a_bot_is_played_by_chance() -> None:
    assert bot_of(auction.rules(), random.Random(1)) is None
    assert strengths_of("auction") == ()


def test_a_strength_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Unplayable, match="bhm has no bot of strength exact; it has "):
        bot_of(bind("bhm"), random.Random(1), "exact")


def test_exact_play_is_refused_under_a_house_rule_that_was_not_solved() -> None:
    with pytest.raises(Unplayable, match="collapse_order"):
        bot_of(bind("shazamm", {"collapse_order": "collapse_first"}), random.Random(1), "exact")


def decisions(rules: Rules[Any], number: int) -> Iterator[tuple[Any, Any]]:
    """States of a match of medium bots in which a seat decides in its turn, and what is owed."""
    rng, match = random.Random(4), Match(rules, ("A", "B"))
    bot = bot_of(rules, rng)
    assert bot is not None
    while number and match.result is None:
        owed = match.awaiting()[0]
        if owed.seat is not None and owed.meaning != "die":
            number -= 1
            yield match.state, owed
        wish = bot.decide(match.state, owed.seat or "A", owed)
        if wish is None:
            wish = builtins(rules.sample(match.state, rng, avoid=QUIET))
        match.do(wish)


def give_the_rival_other_cards(bot: Any, rules: Rules[Any], state: Any, seat: Seat, strange: random.Random) -> None:
    """The rival of a seat holds other cards than before."""
    if rules.game.name == "mamlejet":
        stock = bot._stocks.get(rival(seat))
        if stock is not None:
            held, hidden = len(stock.hand), [*stock.hand, *stock.city]
            strange.shuffle(hidden)
            stock.hand[:], stock.city[:] = hidden[:held], hidden[held:]
        return
    of_rival = bot.players[rival(seat)]
    if rules.game.name == "shazamm":
        strange.shuffle(of_rival._deck)
        return
    known = list(rules.catalogue.cards)
    if rules.game.name == "bhm":
        strange.shuffle(of_rival.order)
    elif rules.game.name == "moriham":
        of_rival._deck[:] = strange.choices(known, k=len(of_rival._deck))
    else:
        of_rival.cards[:] = strange.choices(known, k=len(of_rival.cards))


@pytest.mark.parametrize("game", ["moriham", "datamorphs", "bhm"])
@pytest.mark.parametrize("thought", [0, pytest.param(40, marks=pytest.mark.slow)])
def test_a_strong_bot_answers_at_once_if_it_must_and_knows_nothing_of_the_rivals_hand(game: str, thought: int) -> None:
    rules, strange = bind(game), random.Random(9)
    for state, owed in decisions(rules, 12 if thought else 6):
        answers = []
        for other in (False, True):
            bot: Any = bot_of(rules, random.Random(7), "strong")
            if other:  # its rival holds other cards
                give_the_rival_other_cards(bot, rules, state, owed.seat, strange)
            answers.append(bot.decide(state, owed.seat, owed, Deadline(thought, count().__next__)))
        assert answers[0] == answers[1]
        legal = answers[0] is None or not rules.check(state, rules.read(take_secret(rules, state, answers[0], Vault())))
        assert legal


@pytest.mark.parametrize(("game", "strength"), [(game, strength) for game in BUILT_IN for strength in strengths_of(game)])
def test_no_answer_depends_on_what_another_seat_holds(game: str, strength: Strength) -> None:
    rules, strange, asked = bind(game), random.Random(9), 0
    match, rng = Match(rules, SEATS[:2]), random.Random(5)
    bot: Any = bot_of(rules, rng, strength)
    for _action in range(400):
        if match.result is not None or asked == 40:
            break
        owed = match.awaiting()[0]
        seat = owed.seat or "A"
        if owed.seat is not None and owed.meaning != "die" and owed.actions != ("exchange_cards",):  # the loser shows all five (DAT-047)
            asked += 1
            answers = []
            for other in (False, True):
                twin: Any = pickle.loads(pickle.dumps(bot))
                if other:
                    give_the_rival_other_cards(getattr(twin, "bot", twin), rules, match.state, seat, strange)
                answers.append(twin.decide(match.state, seat, owed, Deadline(1, count().__next__)))
            assert answers[0] == answers[1], owed
        wish = None if owed.meaning == "die" else bot.decide(match.state, seat, owed, Deadline(1, count().__next__))
        match.do(wish if wish is not None else by_chance(match.rules, match.state, seat, owed, rng))  # type: ignore[arg-type]  # there is one
    assert asked >= 20 or match.result is not None


SHARE = 4
"""How much longer a Raspberry Pi 4 takes for an action than the computer on which the budgets were set."""

AFTERWARDS = 150
"""So many actions a bot may apply once its time is up: it ends the line that it has begun."""


@pytest.mark.parametrize("game", ["moriham", "datamorphs", "bhm"])
def test_on_a_quarter_of_a_computer_a_strong_bot_has_an_answer_and_ends_in_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is counted in applied actions and not in seconds, so that the test says the same on every computer."""
    rules, apply, applied = bind(game), Rules.apply, list[int]()

    def counted(*given: Any, **named: Any) -> Any:
        applied.append(1)
        return apply(*given, **named)

    moments = list(decisions(rules, 12))
    monkeypatch.setattr(Rules, "apply", counted)
    used, answered = dict[int, int](), dict[int, list[bool]]()
    for budget in (0, 800, 8_000):
        used[budget], answered[budget] = 0, []
        for state, owed in moments:
            applied.clear()
            bot = bot_of(rules, random.Random(5), "strong")
            assert bot is not None
            answer = bot.decide(state, owed.seat, owed, Deadline(budget, lambda: SHARE * len(applied)))
            assert len(applied) <= budget / SHARE + AFTERWARDS
            used[budget] += len(applied)
            answered[budget].append(answer is not None)
    assert answered[0] == answered[800] == answered[8_000], "who thinks longer has no answer that was not there at once"
    assert used[8_000] >= used[800] > used[0], "it uses the time that it has"

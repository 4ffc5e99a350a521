"""What a table is worth: fitted weights that fit the figures, and clear words where they do not."""

from __future__ import annotations

import importlib
import random
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.bots import Deadline, Unplayable, bot_of, rollouts
from tapete.bots.advice import Adviser
from tapete.bots.dealing import held, unseen
from tapete.bots.driving import advance
from tapete.bots.worth import FOLDER, WON, Weights, Worth, of_end, weights_of
from tapete.cards import bind
from tapete.core.judge import complete
from tapete.core.match import Match
from tapete.core.refusals import Illegal
from tapete.core.steps import Over
from tapete.games import names

GAMES = ("bhm",)


def module(game: str) -> Any:
    return importlib.import_module(f"tapete.bots.worth.{game}")


def states(game: str, actions: int) -> list[Any]:
    """Every seventh state of a match of medium bots."""
    rules, rng = bind(game), random.Random(3)
    state, found = rules.start(("A", "B")), []
    bots = {seat: bot_of(rules, random.Random(rng.random())) for seat in state.seats}
    for number in range(actions):
        if rules.result(state) is not None:
            break
        if number % 7 == 0:
            found.append(state)
        state = advance(rules, state, bots, rng)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_weights_fit_the_figures_and_name_the_command_that_made_them(game: str) -> None:
    found = msgspec.json.decode((FOLDER / f"{game}.json").read_bytes(), type=Weights)
    assert tuple(found.figures) == module(game).FIGURES
    assert found.command == f"python tools/fit_weights.py {game} --matches {found.matches} --seed 1"
    assert any(found.figures.values())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_good_for_one_is_as_bad_for_the_rival(game: str) -> None:
    rules, made = bind(game), module(game)
    worth = Worth(rules, made.figures, weights_of(game, made.FIGURES))
    values = [(worth(state, "A"), worth(state, "B")) for state in states(game, 150)]
    assert all(one == pytest.approx(-other) for one, other in values)
    assert len({round(one, 6) for one, _ in values}) > 3


def test_an_end_is_worth_more_than_any_table() -> None:
    assert [of_end(Over("win", ("A",)), seat) for seat in ("A", "B")] == [WON, -WON]
    assert of_end(Over("loss"), "A") == -WON
    assert of_end(Over("draw"), "A") == 0


@pytest.mark.parametrize(
    ("written", "code", "said"),
    [
        (None, "weights_unreadable", "Fit them again"),
        ("{", "weights_unreadable", "Fit them again"),
        ('{"game": "bhm", "command": "", "matches": 1, "figures": {"counter": "much"}}', "weights_unreadable", "figures"),
        (
            '{"game": "bhm", "command": "", "matches": 1, "figures": {"counter": 1, "luck": 2}}',
            "weights_version",
            "they lack hand, and name luck",
        ),
        ('{"game": "moriham", "command": "", "matches": 1, "figures": {"counter": 1, "hand": 2}}', "weights_version", "another version"),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_both_languages(tmp_path: Path, written: str | None, code: str, said: str) -> None:
    path = tmp_path / "bhm.json"
    if written is not None:
        path.write_text(written)
    with pytest.raises(Unplayable, match=said) as refused:
        weights_of("bhm", ("counter", "hand"), path)
    assert refused.value.refusal is not None
    assert refused.value.refusal.code == code
    text = refused.value.refusal.text()
    assert text.in_("es") != text.in_("en")


@pytest.mark.parametrize("game", GAMES)
def test_a_strong_bot_without_fitting_weights_is_refused_and_medium_goes_on(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tapete.bots.worth.FOLDER", tmp_path)
    weights_of.cache_clear()
    try:
        rules = bind(game)
        with pytest.raises(Unplayable, match=f"The weights for {game} cannot be read"):
            bot_of(rules, random.Random(1), "strong")
        state = rules.start(("A", "B"))
        owed = rules.awaiting(state)[0]
        adviser = Adviser(rules, random.Random(1))
        with pytest.raises(Illegal) as refused:
            adviser.suggest(state, owed.seat or "A", "strong", [])
        assert [one.code for one in refused.value.refusals] == ["weights_unreadable"]
        assert adviser.suggest(state, owed.seat or "A", "medium", []).alternatives[0].worth is None
    finally:
        weights_of.cache_clear()


# ---- looks


def test_looks_go_to_the_better_half_and_end_with_the_time() -> None:
    seen = list[tuple[str, int]]()

    def look(choice: str, number: int) -> float:
        seen.append((choice, number))
        return {"a": 1.0, "b": 4.0, "c": 3.0, "d": 2.0}[choice]

    found = rollouts.ranked("abcd", look, Deadline(100, count().__next__), looks=2)
    assert [one.choice for one in found] == ["b", "c", "d", "a"]
    assert seen == [("a", 0), ("b", 0), ("c", 0), ("d", 0), ("b", 1), ("c", 1)]
    for time in (0, 3):  # none for a look at all of them
        assert [one.choice for one in rollouts.ranked("abcd", look, Deadline(time, count().__next__))] == ["a", "b", "c", "d"]
        assert rollouts.ranked("abcd", look, Deadline(time, count().__next__))[0].worth is None
    assert rollouts.ranked("a", look, Deadline(100, count().__next__)) == [("a", None)]


def test_what_was_dropped_is_compared_where_both_were_looked_at() -> None:
    """A first look that went well for all of them does not put the dropped ones above the best."""
    of = {("a", 0): 9.0, ("b", 0): 8.0, ("c", 0): 7.0, ("a", 1): 1.0, ("b", 1): 0.0}
    found = rollouts.ranked("abc", lambda choice, number: of[choice, number], Deadline(100, count().__next__), looks=2)
    assert found == [("a", 5.0), ("b", 4.0), ("c", 3.0)]


def test_a_round_of_looks_in_which_time_was_up_counts_for_nobody() -> None:
    def look(choice: str, number: int) -> float | None:
        return None if (choice, number) == ("b", 1) else {"a": 1.0, "b": 4.0}[choice]

    assert rollouts.ranked("ab", look, Deadline(100, count().__next__)) == [("b", 4.0), ("a", 1.0)]


@pytest.mark.parametrize("game", names())
def test_what_is_allowed_is_what_is_not_refused(game: str) -> None:
    rules, rng, match = bind(game), random.Random(5), Match(bind(game), ("A", "B"))
    tried, said = list[Any](), set[bool]()
    for _ in range(60):
        if match.result is not None:
            break
        for kind in rules.game.actions:
            board = rules.board(match.state)
            made = complete(kind, board, {}, rng, tries=1) if isinstance(board.top, kind.during) else None
            tried += [made] if made is not None else []
        for action in rng.sample(tried, min(len(tried), 12)):
            allowed = rules.allows(match.state, action)
            assert allowed == (not rules.check(match.state, action)), action
            said.add(allowed)
        action = rules.sample(match.state, rng, avoid=frozenset({"concede", "add_card", "ruling"}))
        assert action is not None
        match.do(action)
    assert said == {True, False}


# ---- advice with worths


@pytest.mark.parametrize(("game", "strength"), [("bhm", "strong"), ("bhm", "medium"), ("moriham", "strong")])
def test_advice_says_what_the_first_alternatives_are_worth(game: str, strength: str) -> None:
    """Somewhere in a match there is a choice; then the answer and the next best have figures, whatever the rival holds."""
    rules, rng = bind(game), random.Random(2)
    for state in states(game, 120):
        owed = rules.awaiting(state)[0]
        if owed.seat is None or owed.meaning == "die":
            continue
        there = unseen(rules, state, owed.seat)
        copies = [card for card, number in sorted(there.items(), key=str) for _ in range(min(2, number))]
        hand = rng.sample(copies, held(rules, state, owed.seat))
        found = Adviser(rules, random.Random(1)).suggest(state, owed.seat, strength, hand, 10.0)
        worths = [one.worth for one in found.alternatives]
        if len(worths) > 1 and None not in worths:
            assert found.unit == "table"
            assert worths[1:] == sorted(worths[1:], key=lambda worth: -(worth or 0))
            return
    pytest.fail("no advice had figures")


def test_advice_with_spells_weighs_bids_and_cards() -> None:
    rules = bind("shazamm")
    state = rules.start(("A", "B"))
    found = Adviser(rules, random.Random(1)).suggest(state, "A", "strong", [3, 5, 7, 9, 11], 0.2)
    assert found.unit == "table"
    assert len(found.alternatives) == 5
    worths = [one.worth for one in found.alternatives]
    assert all(worth is not None and -1.5 < worth < 1.5 for worth in worths)
    assert worths[1:] == sorted(worths[1:], key=lambda worth: -(worth or 0))

"""What never changes is its own copy, and rules, states, catalogues and bots go through a pickle: searches copy, workers are sent things.

What a copy costs is counted in calls, not timed.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import tapete
from tapete import bots, cards, games
from tapete.core import codec
from tapete.core.game import Game
from tapete.core.texts import _
from tapete.table import story
from tests.run_forms import by_form
from tools import generate_golden

GAMES = [*games.BUILT_IN]
BOTS = [(game, strength) for game in GAMES for strength in bots.strengths_of(game)]
MOST_CALLS = 5
"""Python and C calls of a copy that gives back what it was given."""


def again(value: Any) -> Any:
    """The value out of its pickle."""
    return pickle.loads(pickle.dumps(value))


def calls(do: Callable[[], object]) -> int:
    """How many functions are called."""
    counted = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        do()
    finally:
        sys.setprofile(before)
    return counted


def played(game: str, strength: bots.Strength = "medium", actions: int = 12) -> tuple[tapete.Match, Any]:
    """A match on which a bot has played, and the bot."""
    match, rng = tapete.play(game), random.Random(3)
    bot = bots.bot_of(match.rules, rng, strength)
    match._robot = (rng, strength, bot)
    for _action in range(actions):
        match.do(next(wish for seat in match.seats if (wish := match.robot(seat, rng, strength)) is not None))
    return match, bot


def unchanging(game: str) -> Iterator[tuple[str, Any]]:
    match, _bot = played(game)
    record = match._record
    yield from (("rules", match.rules), ("game", match.rules.game), ("options", match.rules.options), ("state", match.state))
    yield from (("position", match.position), ("header", record.header), ("entry", record.log.entries[-1]))
    yield from (
        ("event", next(event for entry in record.log.entries for event in record.events(entry))),
        ("action", match.rules.read(record.log.entries[0].action or {})),
    )
    yield "step", match.state.agenda[-1]
    if match.rules.catalogue is not None:
        yield from (("catalogue", match.rules.catalogue), ("card", next(iter(match.rules.catalogue.cards.values()))))


@pytest.mark.parametrize("game", GAMES)
def test_what_never_changes_is_its_own_copy(game: str) -> None:
    for name, value in unchanging(game):
        assert copy.copy(value) is value, name
        assert copy.deepcopy(value) is value, name
        assert copy.deepcopy({"in": [value]})["in"][0] is value, name
        assert calls(lambda value=value: copy.deepcopy(value)) <= calls(lambda: copy.deepcopy(7)) + MOST_CALLS, name  # type: ignore[misc]


@pytest.mark.parametrize("game", GAMES)
def test_what_never_changes_goes_through_a_pickle_and_stays_small(game: str) -> None:
    for name, value in unchanging(game):
        if name != "rules":
            assert again(value) == value, name
        assert len(pickle.dumps(value)) < 24_000, name
    assert again(games.need(game)) is games.need(game)


@pytest.mark.parametrize("game", GAMES)
def test_rules_out_of_a_pickle_play_the_same(game: str) -> None:
    match, _bot = played(game)
    rules = again(match.rules)
    assert (rules.game, rules.options, rules.catalogue) == (match.rules.game, match.rules.options, match.rules.catalogue)
    state = rules.start(match.seats)
    for entry in match._record.log.entries:
        state, _events = rules.apply(state, rules.read(entry.action or {}))
    assert state == match.state
    assert len(pickle.dumps(match.rules)) < len(pickle.dumps(match.rules.catalogue)) + len(pickle.dumps(match.rules.options)) + 500


def test_rules_with_names_leave_the_rules_as_they_are() -> None:
    match = tapete.play("shazamm", names=["Ana", "Bruno"])
    before = match.rules.words
    named = story.with_names(match.rules, match.names)
    assert named.words is not before
    assert match.rules.words is before
    assert [str(one) for one in named.prompts(match.awaiting()[0])] != [str(one) for one in match.rules.prompts(match.awaiting()[0])]


def test_a_catalogue_of_ones_own_goes_with_its_rules() -> None:
    own = cards.starter("moriham").named("mine")
    rules = tapete.rules("moriham", {"deck_size": 40})
    rules = type(rules)(rules.game, rules.options, own)
    assert again(rules).catalogue_name == "mine"
    assert again(rules).options.deck_size == 40


HOUSE = games.need("shazamm").variant("house", _("house"))


def test_a_game_is_pickled_by_the_place_where_it_stands() -> None:
    assert again(HOUSE) is HOUSE
    nowhere: list[Game[Any]] = [HOUSE.variant("nowhere", _("nowhere"))]
    with pytest.raises(pickle.PicklingError, match="the game nowhere stands in no module; give it a name in one"):
        pickle.dumps(nowhere[0])


@pytest.mark.parametrize(("game", "strength"), BOTS)
def test_a_bot_is_copied_with_what_it_remembers(game: str, strength: bots.Strength) -> None:
    match, bot = played(game, strength, 6)
    owed = next(one for one in match.awaiting() if one.meaning != "die")
    seat = owed.seat or match.seats[0]
    copied, sent = copy.deepcopy(bot), again(bot)
    assert copied is not bot
    answers = [one.decide(match.state, seat, owed, bots.Deadline(2, count().__next__)) for one in (bot, copied, sent)]
    assert answers[1:] == answers[:1] * 2
    assert len(pickle.dumps(bot)) < 100_000


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_a_match_goes_on_alone(game: str) -> None:
    match, _bot = played(game)
    before, seq, told = match.state, match.seq, match.story()
    for copied in (match.copy(), copy.copy(match), copy.deepcopy(match), again(match)):
        assert (copied.state, copied.seq, copied.story(), copied.names) == (before, seq, told, match.names)
        copied.undo()
        assert copied.seq == seq + 1
        wish = next(wish for seat in copied.seats if (wish := copied.robot(seat, random.Random(5))) is not None)
        copied.do(wish)
        assert copied.seq > seq
    assert (match.state, match.seq, match.story()) == (before, seq, told)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_copy_of_a_match_costs_does_not_grow(game: str) -> None:
    few, many = played(game, actions=2)[0], played(game, actions=14)[0]
    assert calls(few.copy) == calls(many.copy) <= 30


def test_a_copy_holds_what_is_locked_for_itself() -> None:
    match = tapete.play("shazamm", names=["Ana", "Bruno"], language="es")
    match.lock_bid("Ana", amount=9)
    copied, sent = match.copy(), again(match)
    assert str(copied.lock_bid("Bruno", amount=7)) == str(sent.lock_bid("Bruno", amount=7))
    assert (copied.state.agenda, match.seq) == (sent.state.agenda, 1)
    match.undo()
    assert str(copied.declare_cards("Ana", [])) == str(sent.declare_cards("Ana", []))


@pytest.mark.parametrize("game", GAMES)
def test_every_state_hashes_and_equal_ones_alike(game: str) -> None:
    match, _bot = played(game, actions=20)
    log = match._record.log
    states = [log.after(seq) for seq in range(log.seq + 1)]
    read = [match.rules.read_state(codec.encode(state)) for state in states]
    assert [hash(state) for state in read] == [hash(state) for state in states]
    assert len({*states, *read}) == len({codec.encode(state) for state in states})


GOLDEN = generate_golden.files()


@pytest.mark.slow
@pytest.mark.parametrize("path", GOLDEN[:: by_form(9, 9, 1, 1)], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_position_of_a_golden_match_hashes(path: Path) -> None:
    states = list(generate_golden.states(path.read_text(encoding="utf-8")))
    assert len(states) > 1
    assert len(set(states)) == len({codec.encode(state) for state in states})

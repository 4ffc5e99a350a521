"""Every whole number of every action of every game, nested ones too: one far out of range gets the game's own refusal, never `malformed`.

The numbers are found by the types of the actions; each is put into an action that is legal except it, where random play meets one.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from msgspec import Meta, Struct

from tapete import games
from tapete.core import codec, texts
from tapete.core import position as positions
from tapete.core.game import Game
from tapete.core.kinds import field_types, name_of
from tapete.core.rules import Rules
from tapete.referee import Referee
from tapete.testing.contract import SHARED, rules_of, walk
from tests.contract.test_contract import SUBJECTS
from tests.ground.test_refusals_page import PYTHON, QUOTED, RAW_ID
from tests.run_forms import by_form

FAR = (10**6, -(10**6), 10**18, -(10**18))
STRANGE = (True, 2.5, "x", None, 10**30)
HOLE = object()
"""Where the number goes that is tried."""

TRIED = by_form(6, 100, 100_000, 100_000)
"""How many numbers of a game are tried, each with every value: all of them in CI."""

WALKED = by_form(20, 200, 2_000, 10_000)
"""Actions of random play in which legal ones are looked for."""


def holed(hint: Any, game: Game[Any], lacking: bool, inside: tuple[Any, ...] = ()) -> Iterator[Any]:
    """Plain values of a type, each with one hole where a whole number stands; a position inside an action is read as positions are."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is int:
        yield HOLE
    elif origin is Annotated:
        least = max((note.min_length or 0 for note in parts[1:] if isinstance(note, Meta)), default=0)
        for value in holed(parts[0], game, lacking, inside):
            yield [*value, *(plain(get_args(parts[0])[0], game, lacking) for _ in range(least - 1))] if isinstance(value, list) else value
    elif origin in (Union, UnionType):
        for part in parts:
            yield from holed(part, game, lacking, inside)
    elif origin is tuple:
        yield from ([value] for value in holed(parts[0], game, lacking, inside))
    elif origin is dict:
        yield from ({plain(parts[0], game, lacking): value} for value in holed(parts[1], game, lacking, inside))
    elif isinstance(hint, type) and issubclass(hint, Struct) and hint is not game.state and hint not in inside:
        for name, kind in fields(hint).items():
            for value in holed(kind, game, lacking, (*inside, hint)):
                yield {**plain(hint, game, lacking), name: value}


def fields(kind: type[Struct]) -> dict[str, Any]:
    """The types of the fields of a struct by their names in JSON."""
    return dict(zip(kind.__struct_encode_fields__, field_types(kind).values(), strict=True))


def plain(hint: Any, game: Game[Any], lacking: bool) -> Any:
    """A plain value of a type, the least there is; `lacking`: without what may be left out."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return parts[0]
    if origin is Annotated:
        notes = [note for note in parts[1:] if isinstance(note, Meta)]
        least = max((note.min_length or 0 for note in notes), default=0)
        if parts[0] is str:
            pattern = next((note.pattern for note in notes if note.pattern), ".*")
            return next(word for word in ("ab", "moss_bear", "A", "MMK-02", "x" * max(least, 1)) if re.search(pattern, word))
        return [plain(get_args(parts[0])[0], game, lacking)] * least if get_origin(parts[0]) is tuple else plain(parts[0], game, lacking)
    if origin in (Union, UnionType):
        return None if NoneType in parts and lacking else plain(parts[0], game, lacking)
    if origin is tuple:
        return []
    if origin is dict:
        return {}
    if isinstance(hint, type) and issubclass(hint, Struct):
        config = hint.__struct_config__
        tag = {} if config.tag is None else {str(config.tag_field): config.tag}
        optional = len(hint.__struct_defaults__) if lacking else 0
        due = dict(list(fields(hint).items())[: len(fields(hint)) - optional])
        return {**tag, **{name: plain(kind, game, lacking) for name, kind in due.items()}}
    return {int: 1, str: "x", bool: False}[hint]


def filled(value: Any, number: Any) -> Any:
    """A value with its hole filled."""
    if isinstance(value, dict):
        return {name: filled(part, number) for name, part in value.items()}
    return [filled(part, number) for part in value] if isinstance(value, list) else number if value is HOLE else value


@functools.cache
def moments(game: str) -> tuple[Rules[Any], dict[str, tuple[Any, dict[str, Any]]], dict[type[Any], Any]]:
    """Where random play did each kind of action first, with that action; and a state of each step that it met."""
    subject = next(subject for subject in SUBJECTS if subject.name == game and subject.game is None)
    done: dict[str, tuple[Any, dict[str, Any]]] = {}
    met: dict[type[Any], Any] = {}
    for number, (match, action) in enumerate(walk(subject, SHARED[0])):
        met.setdefault(type(match.state.agenda[-1]), match.state)
        done.setdefault(name_of(type(action)), (match.state, codec.builtins(action)))
        if number == WALKED:
            break
    return rules_of(subject), done, met


def tried(game: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """A state, and an action with a hole for it, for each number of each action that the form tries."""
    rules, done, met = moments(game)
    every = []
    for kind in rules.game.actions:
        name = name_of(kind)
        timely = next((state for step, state in met.items() if step in kind.during), next(iter(met.values())))
        state, legal = done.get(name, (timely, {}))
        for field, hint in fields(kind).items():
            for values in zip(*(holed(hint, rules.game, lacking) for lacking in (True, False)), strict=True):
                forms = [{**plain(kind, rules.game, True), **legal, field: value} for value in values]
                every.append((state, next(form for form in forms if codec.problem(filled(form, 1), kind) is None)))
    rng = random.Random(16)
    yield from every if len(every) <= TRIED else rng.sample(every, TRIED)


@pytest.mark.parametrize("game", [pytest.param(game, marks=() if game == "shazamm" else pytest.mark.slow) for game in games.names()])
def test_a_number_that_cannot_be_is_refused_in_words(game: str) -> None:
    rules = moments(game)[0]
    referee, begun, number = Referee(), None, 0
    for state, action in tried(game):
        if state is not begun:
            position = codec.builtins(positions.dump(rules, state))
            assert referee.answer(codec.encode({"start": {"game": game, "position": position}}))["ok"]
            begun = state
        for value in (*FAR, *STRANGE):
            number += 1
            asked = filled(action, value)
            answer = referee.answer(json.dumps({"check": asked}).encode())
            if value is None and answer["ok"]:
                continue  # a number that may be left out
            assert not answer["ok"], asked
            codes = {refusal["code"] for refusal in answer["refusals"]}
            assert "internal" not in codes, asked
            assert value not in FAR or "malformed" not in codes, (asked, answer["refusals"])
            for refusal in answer["refusals"]:
                for language in texts.LANGUAGES:
                    said = QUOTED.sub("", refusal["text"][language])
                    assert said, refusal
                    assert not PYTHON.search(said), (asked, said)
                    assert not RAW_ID.search(said), (asked, said)
    assert number > 9

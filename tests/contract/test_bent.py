"""Positions of every game that were bent by type are refused, or played on without a fault."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
from typing import Any

import pytest

from tapete import games
from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Illegal
from tapete.core.steps import Over
from tapete.games import shazamm
from tapete.games.shazamm.state import SEATS
from tests.chance import seed
from tests.contract import bent
from tests.contract.bending import parts, put
from tests.run_forms import by_form, in_turn

GAMES = ("shazamm", "datamorphs", "bhm", "mamlejet", "moriham")

NUMBER = by_form(20, 20, 5_000, 1_000_000)
"""Bent positions of each game by form: five thousand in CI, at night a million."""

ACTIONS = by_form(15, 15, 20, 30)
"""How far each is played on."""

SPARING = by_form(0, 0, 1, 1) == 1
"""Where there are many, invariants are judged after every third action."""

FAR = by_form(0, 0, 250, 200)
"""Every so-many-th is played to its end, and judged after each action: all of them would take three days in BHM."""

PARTS = by_form(1, 1, 3, 20)
"""So many tests share the positions of a game: in CI each commit runs one of three, and a night's workers run them all."""

WALKS = by_form(1, 1, 1, 20)
"""Random matches of each house rules whose states are bent."""

SEED = seed(16)
"""The same positions each time, but at night."""

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.mark.halves
@pytest.mark.slow
@every_game
@pytest.mark.parametrize("part", in_turn(range(PARTS)))
def test_a_bent_position_is_refused_or_played_on(game: str, part: int) -> None:
    each = NUMBER // PARTS
    numbers = range(part * each, (part + 1) * each)
    accepted, finds = bent.hunt(game, SEED, numbers, actions=ACTIONS, walks=WALKS, sparing=SPARING, far=FAR)
    again = bent.command(game, SEED, bent.TO_ITS_END if FAR else ACTIONS, WALKS)
    assert not finds, f"{again} {finds[0].number}: {finds[0].problem} ({len(finds)} finds)"
    assert each * 0.1 < accepted < each * 0.9


@every_game
def test_what_was_found_once_is_refused_or_played_on(game: str) -> None:
    for number, case in enumerate(bent.cases(game)):
        rules = bent.rules_with(game, case["options"])
        state = codec.convert(case["state"], rules.game.state)
        for chance in range(5):
            through, fault = bent.judged(rules, state, random.Random(chance), 200)
            assert fault is None, f"case {number}, {case['about']}: {fault}"
            assert not through or case.get("sound"), f"case {number}, {case['about']}: let through"


@pytest.mark.slow
def test_what_is_let_through_wrongly_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its invariants Shazamm falls over; each find is repeated by its own number."""
    monkeypatch.setattr(games.need("shazamm"), "faults", lambda board: iter(()))
    accepted, finds = bent.hunt("shazamm", 1, range(250), actions=10, walks=1)
    assert accepted > 150
    assert len(finds) > 2
    number = finds[-1].number
    (again,) = bent.hunt("shazamm", 1, range(number, number + 1), actions=10, walks=1)[1]
    assert again == finds[-1]


def test_every_kind_of_part_is_bent() -> None:
    """Numbers, seats, rows, whole steps: all of them change, into what the types allow."""
    rules = shazamm.rules()
    source = bent.sources("shazamm", 1)[0]
    bender, rng = source.bender, random.Random(3)
    touched: set[str] = set()
    fit = 0
    for _ in range(400):
        state, changes = bender.bent(source.state(rng), rng)
        touched |= {str(change.path[0]) for change in changes}
        fit += codec.problem(codec.builtins(state), rules.game.state) is None
    assert touched == set(rules.game.state.__struct_fields__)
    assert fit > 360


def test_a_part_is_put_where_it_was_found() -> None:
    state = shazamm.rules().start(SEATS)
    for part in parts(type(state), state):
        assert put(state, part.path, part.value) == state
    assert {part.path for part in parts(type(state), state)} >= {(), ("wall",), ("mana", "A"), ("agenda", 0), ("agenda", 0, "ready")}


def test_a_position_in_which_nobody_is_asked_is_refused() -> None:
    """Core asks what no game's invariants have to: a player owes something, and what answers is legal."""
    rules = shazamm.rules()
    state = rules.start(SEATS)
    assert positions.unanswered(rules, state) == ()
    assert positions.unanswered(rules, codec.convert({**codec.builtins(state), "agenda": [over()]}, type(state))) == ()


def over() -> dict[str, Any]:
    plain: dict[str, Any] = codec.builtins(Over("win", ("A",), "concession"))
    return plain


@pytest.mark.parametrize("lost", ["owes", "actions"])
def test_a_dead_end_is_named(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = shazamm.rules()
    position = positions.dump(rules, rules.start(SEATS))
    if lost == "owes":
        monkeypatch.setattr(rules.game, "owes", {})
    else:
        monkeypatch.setattr(rules.game, "actions", ())
    with pytest.raises(Illegal) as refused:
        positions.load(rules, position)
    assert [fault.code for fault in refused.value.refusals[1:]] == (["nobody_asked"] if lost == "owes" else ["no_answer", "no_answer"])


@pytest.mark.slow
def test_the_command_repeats_what_it_prints() -> None:
    line = shlex.split(bent.command("shazamm", 1, 5, 1))
    assert line[:2] == ["python", "-m"]
    told = subprocess.run([sys.executable, *line[1:], "3"], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] in ("refused", "played on")

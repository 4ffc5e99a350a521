"""Bent positions are refused, or play goes on from them to the end: no exception, no dead end, no broken invariant.

    python -m tests.contract.bent GAME [--number N] [--seed S] [--only I] [--actions A] [--walks W] [--sparing] [--far N] [--keep]

Positions of golden matches and of random ones are bent (`tests.contract.bending`). What is found is printed with the command that repeats
it; `--keep` writes it down, so that it stays a case of the suite (`tests/contract/bent/<game>.jsonl`).
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from tapete import cards
from tapete.core import codec, notation
from tapete.core import position as positions
from tapete.core.refusals import Illegal, Malformed
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.vault import withdrawn
from tapete.testing.contract import QUIET, SHARED, walk
from tests.contract.bending import Bender, Change
from tests.contract.test_contract import SUBJECTS
from tools import generate_golden

CASES = Path(__file__).parent / "bent"

SELDOM = 25
"""Everything that can be asked is asked of a bent position itself, then after so many actions each, and at the end."""

TO_ITS_END = 5_000
"""Actions after which a match that is not over counts as endless; the longest by chance has a third of them."""

LOUD = frozenset({"concede", "abandon", "time_up"})
"""What random play does not do even when it is loud: it would end the match."""


class Broken(Exception):
    """What must not happen after a position was let through."""


class Source(Struct, frozen=True):
    """States of one game under one choice of house rules, by the steps of their agendas, and what bends them."""

    rules: Rules[Any]
    states: dict[tuple[type[Any], ...], list[Any]]
    bender: Bender

    def state(self, rng: random.Random) -> Any:
        """A state; seldom agendas come as often as common ones."""
        return rng.choice(self.states[rng.choice(list(self.states))])


class Find(Struct, frozen=True):
    """A bent position that was let through and ought not to have been, or that is played on wrongly."""

    number: int
    problem: str
    where: str
    changes: tuple[Change, ...]
    case: dict[str, Any]


def golden(game: str) -> Iterator[tuple[Rules[Any], Any]]:
    """Every state of the golden matches of a game."""
    for path in generate_golden.files():
        if path.parent.name != game:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        head = {word: rest for word, _, rest in (line.partition(" ") for line in lines) if word in generate_golden.HEAD}
        rules = _bound(game, head.get("options", "{}"), head.get("catalogue"))
        begun = "position" in head
        state = positions.load(rules, positions.read(head["position"])) if begun else rules.start(SEATS[: int(head.get("seats", "2"))])
        yield rules, state
        for line in lines:
            if line.startswith("> "):
                state, _ = rules.apply(state, notation.read(rules, line[2:]))
                yield rules, state


@functools.cache
def _bound(game: str, options: str, catalogue: str | None) -> Rules[Any]:
    return cards.bind(game, json.loads(options), catalogue)


@functools.cache
def sources(game: str, walks: int) -> tuple[Source, ...]:
    """The states of golden matches and of so many random ones for each subject of the contract suite; one source for each house rules."""
    found: dict[str, tuple[Rules[Any], list[Any]]] = {}

    def note(rules: Rules[Any], state: Any) -> None:
        found.setdefault(repr((rules.plain_options, rules.catalogue_hash)), (rules, []))[1].append(state)

    for rules, state in golden(game):
        note(rules, state)
    for subject in SUBJECTS:
        if subject.name == game and subject.game is None:
            for seed in range(walks):
                for match, _ in walk(subject, SHARED[seed], loud=0.05):
                    note(match.rules, match.state)
                note(match.rules, match.state)
    every = [state for _, states in found.values() for state in states]
    bender = Bender(next(iter(found.values()))[0].game.state, every)
    return tuple(Source(rules, _by_agenda(states), bender) for rules, states in found.values())


def _by_agenda(states: list[Any]) -> dict[tuple[type[Any], ...], list[Any]]:
    sorted_so: dict[tuple[type[Any], ...], list[Any]] = {}
    for state in states:
        sorted_so.setdefault(tuple(map(type, state.agenda)), []).append(state)
    return sorted_so


def rules_with(game: str, options: dict[str, Any]) -> Rules[Any]:
    """A game under house rules, with its starter set."""
    return _bound(game, json.dumps(options), None)


def command(game: str, seed: int, actions: int, walks: int) -> str:
    """The command that repeats one bent position, except its number."""
    return f"python -m tests.contract.bent {game} --seed {seed} --actions {actions} --walks {walks} --only"


def bent_positions(
    game: str, seed: int, numbers: range, walks: int
) -> Iterator[tuple[int, Rules[Any], Any, tuple[Change, ...], random.Random]]:
    """Bent states, each with its own chance, so that any can be had without those before it."""
    every = sources(game, walks)
    for number in numbers:
        rng = random.Random(f"{game} {seed} {number}")
        source = rng.choice(every)
        state, changes = source.bender.bent(source.state(rng), rng)
        yield number, source.rules, state, changes, rng


def let_through(rules: Rules[Any], state: Any) -> Any:
    """The state as a match begins with it; None where the position is refused.

    Raises:
        Broken: a refusal that says nothing.
    """
    try:
        return withdrawn(positions.load(rules, positions.dump(rules, state)))
    except Malformed:
        return None
    except Illegal as refused:
        if len(refused.refusals) < 2:
            raise Broken("a refused position without its faults") from None
        return None


def played_on(rules: Rules[Any], state: Any, rng: random.Random, actions: int, *, sparing: bool = False) -> int:
    """Play a position on at random, to the end or for so many actions.

    Args:
        rules, state, rng: where, and by what chance. actions: most of them.
        sparing: judge invariants after every third action and the last alone, since what breaks one mostly stays broken.

    Returns:
        How many actions were done.

    Raises:
        Broken: with what is wrong.
    """
    for number in range(actions):
        if (over := rules.result(state)) is None and (stuck := positions.unanswered(rules, state)):
            raise Broken(f"dead end after {number} actions: {[refusal.params for refusal in stuck]} in {state.agenda}")
        if over is not None and rules.awaiting(state):
            raise Broken(f"over, and something is asked: {state.agenda}")
        if number % SELDOM == 0 or over is not None:
            look_over(rules, state, rng)
        if over is not None:
            return number
        action = rules.sample(state, rng, avoid=LOUD if rng.random() < 0.05 else QUIET)
        if action is None and (action := rules.sample(state, rng, avoid=LOUD)) is None:
            raise Broken(f"nobody can do anything after {number} actions in {state.agenda}")
        before = state
        state, _ = rules.apply(state, action)
        judged_now = not sparing or number % 3 == 2 or number == actions - 1 or rules.result(state) is not None
        if judged_now and (faults := rules.faults(state)):
            raise Broken(f"{[(fault.code, fault.params) for fault in faults]} after {action} in {before.agenda}")
    return actions


def look_over(rules: Rules[Any], state: Any, rng: random.Random) -> None:
    """Ask all that a table asks: what a player may do (one by chance), what lies where, what the panels show, what is said of it."""
    for offer in rules.legal(state, rng.choice((*state.seats, None))).values():
        offer.describe()
    for owed in rules.awaiting(state):
        for said in rules.prompts(owed):
            said.wire()
    for place in rules.layout(state):
        place.text(rules.words).wire()
    rules.scene(state)


def judged(rules: Rules[Any], state: Any, rng: random.Random, actions: int, *, sparing: bool = False) -> tuple[bool, Exception | None]:
    """Whether a bent position is let through, and what goes wrong with it (`sparing`: see `played_on`)."""
    try:
        begun = let_through(rules, state)
        if begun is not None:
            played_on(rules, begun, rng, actions, sparing=sparing)
    except Exception as fault:  # noqa: BLE001  # whatever is raised is what is looked for
        return True, fault
    return begun is not None, None


def hunt(
    game: str,
    seed: int,
    numbers: range,
    *,
    actions: int,
    walks: int,
    sparing: bool = False,
    far: int = 0,
    progress: Callable[[str], None] | None = None,
) -> tuple[int, list[Find]]:
    """Judge bent positions.

    Args:
        game: its name. seed, numbers: which of them. actions: how far each is played on. walks: random matches that are bent.
        sparing: see `played_on`. far: every so-many-th is played to its end, and judged after each action; 0: none is.
        progress: told how far it has come.

    Returns:
        How many were let through, and what was found.
    """
    accepted, finds = 0, []
    for number, rules, state, changes, rng in bent_positions(game, seed, numbers, walks):
        whole = far > 0 and number % far == 0
        through, fault = judged(rules, state, rng, TO_ITS_END if whole else actions, sparing=sparing and not whole)
        accepted += through
        if fault is not None:
            case = {"options": rules.plain_options, "state": codec.builtins(state)}
            finds.append(Find(number, f"{type(fault).__name__}: {fault}", place_of(fault), changes, case))
        if progress is not None and (number + 1) % 500 == 0:
            progress(f"{number + 1 - numbers.start} of {len(numbers)}: {accepted} let through, {len(finds)} found")
    return accepted, finds


def place_of(fault: Exception) -> str:
    """Where in the program a fault arose, for telling finds apart."""
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if "tapete" in frame.filename]
    last = frames[-1] if frames else traceback.extract_tb(fault.__traceback__)[-1]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno} {last.name}"


def cases(game: str) -> list[dict[str, Any]]:
    """What was found before, and stays a case."""
    path = CASES / f"{game}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def keep(game: str, finds: list[Find]) -> None:
    """Write finds down, one of each kind."""
    CASES.mkdir(exist_ok=True)
    known = cases(game)
    fresh = {find.where: {"about": "; ".join(map(str, find.changes)), **find.case} for find in finds}
    lines = [json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in (*known, *fresh.values())]
    (CASES / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


def main() -> int:
    """Hunt from the command line; 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--number", type=int, default=1000, help="bent positions (1000)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (0)")
    parser.add_argument("--only", type=int, help="this one alone, with its traceback")
    parser.add_argument("--actions", type=int, default=60, help="most actions that each is played on (60)")
    parser.add_argument("--walks", type=int, default=1, help="random matches of each house rules that are bent (1)")
    parser.add_argument("--sparing", action="store_true", help="judge invariants after every third action only, as CI does")
    parser.add_argument("--far", type=int, default=0, help="play every so-many-th to its end, as the night does (0: none)")
    parser.add_argument("--keep", action="store_true", help="write one find of each kind to tests/contract/bent")
    asked = parser.parse_args()
    numbers = range(asked.number) if asked.only is None else range(asked.only, asked.only + 1)
    again = command(asked.game, asked.seed, TO_ITS_END if asked.far else asked.actions, asked.walks)
    if asked.only is not None:
        for _, rules, state, changes, rng in bent_positions(asked.game, asked.seed, numbers, asked.walks):
            print(*changes, sep="\n")
            print(codec.encode(state).decode())
            through, fault = judged(rules, state, rng, asked.actions)
            if fault is not None:
                traceback.print_exception(fault)
            else:
                print("played on" if through else "refused")
        return 0
    bounds = {"actions": asked.actions, "walks": asked.walks, "sparing": asked.sparing, "far": asked.far}
    accepted, finds = hunt(asked.game, asked.seed, numbers, **bounds, progress=_tell)
    kinds = Counter(find.where for find in finds)
    for where, times in kinds.most_common():
        first = next(find for find in finds if find.where == where)
        print(f"\n{times} times at {where}: {first.problem[:600]}")
        print(*(f"    {change}" for change in first.changes), sep="\n")
        print(f"    {again} {first.number}")
    print(f"\n{asked.game}, seed {asked.seed}: {len(numbers)} bent, {accepted} let through, {len(finds)} finds of {len(kinds)} kinds")
    if asked.keep:
        keep(asked.game, finds)
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())

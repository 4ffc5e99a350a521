"""How tests walk through a guide: every instruction answered by what it asks for, at a table of the real rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from tapete import cards
from tapete.core import codec, judge, position
from tapete.core.kinds import name_of
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import SealingStep
from tapete.lessons.guide import Progress, where
from tapete.presentation.lesson import Either, Guide, Instruction, Pattern
from tapete.table import Journal, Table


def begun(guide: Guide, journal: Journal | None = None, names: Mapping[Seat, str] | None = None) -> Table:
    """The prepared match."""
    rules = cards.bind(guide.game, guide.options, guide.catalogue)
    opening = None if guide.position is None else position.read(dict(guide.position))
    return Table.begin(journal, rules, SEATS[: guide.seats], names=names, position=opening)


Faces = int | random.Random | None
"""What dice show: the same face each, any by this source of chance, or whatever the referee would choose."""


def actions_of(guide: Guide, table: Table, instruction: Instruction, face: Faces = None) -> Iterator[dict[str, Any]]:
    """What people declare for an instruction: free arguments are chosen by the referee, secrets are those of the reveal to come."""
    revealing = {name_of(sealing.reveal): sealing for sealing in table.rules.game.sealings}
    locks = {name_of(sealing.lock) for sealing in revealing.values()}
    sealed = any(pattern["action"] in locks for pattern in instruction.answers)
    for pattern in instruction.answers:
        if pattern["action"] in revealing and sealed:
            continue  # the table makes it once all are ready
        action = {name: value.values[0] if isinstance(value, Either) else value for name, value in pattern.items()}
        free = action["action"] == "enter_roll" and "value" not in action
        whole = {**completed(table, action), **secret_of(guide, table, instruction, action)}
        yield {**whole, "value": shown(whole, face)} if free else whole


def shown(roll: Mapping[str, Any], face: Faces) -> int:
    """What a die shows. Dice that are rolled again while they are equal cannot all show the same face: B's initiative is one more."""
    if isinstance(face, random.Random):
        return face.randint(1, 10)
    found: int = roll["value"] if face is None else face
    return found % 10 + 1 if roll["roll"].startswith("initiative-B") else found


def completed(table: Table, pattern: Mapping[str, Any]) -> dict[str, Any]:
    """A pattern as a whole action; what it leaves free is any legal value, the same each time; whose it is, who owes it knows."""
    kind, _ = table.rules.read_draft(pattern)
    owing = [owed.seat for owed in table.awaiting() if owed.seat is not None and pattern["action"] in owed.actions]
    if "seat" in kind.__struct_fields__ and "seat" not in pattern and owing:
        pattern = {**pattern, "seat": owing[0]}
    kind, given = table.rules.read_draft(pattern)
    made = judge.complete(kind, table.rules.board(table.state), given, random.Random(1))
    assert made is not None, f"nothing completes {dict(pattern)}"
    return {"action": pattern["action"], **codec.builtins(made)}


def secret_of(guide: Guide, table: Table, instruction: Instruction, action: Mapping[str, Any]) -> dict[str, Any]:
    """The secret that goes with a lock: the one that the next reveal asks for, or any that is legal."""
    for sealing in table.rules.game.sealings:
        if action["action"] != name_of(sealing.lock):
            continue
        later = guide.instructions[guide.instructions.index(instruction) :]
        wanted = (p.get(sealing.argument, {}) for one in later for p in one.answers if p["action"] == name_of(sealing.reveal))
        value = next(wanted, {}).get(action["seat"])
        if value is None:
            domain = sealing.domain(table.rules.board(table.state), action["seat"])
            assert domain is not None
            value = next(iter(domain.values()))
        return {sealing.secret: value}
    return {}


def through(guide: Guide, table: Table, most: int = 200, face: Faces = None) -> Iterator[tuple[Progress, tuple[Pattern, ...]]]:
    """Walk through a guide: each progress with what people then declare; the last one has no instruction.

    Args:
        most: steps until the guide counts as endless. face: what the dice show.
    """
    touched: set[int] = set()
    for _ in range(most):
        progress = where(guide, table, frozenset(touched))
        if progress.instruction is None:
            yield progress, ()
            return
        yield progress, progress.instruction.answers
        if not progress.instruction.answers:
            touched.add(progress.number)
        for action in actions_of(guide, table, progress.instruction, face):
            table.submit(action)
    raise AssertionError(f"the guide of {guide.game} does not end")


def secrets_open(table: Table) -> bool:
    """Whether a person has locked a secret that is not revealed yet."""
    step = table.state.agenda[-1]
    return isinstance(step, SealingStep) and bool(step.ready)

"""Let LOCK enter an action when a guide leaves nothing of it open: a lesson then needs the console alone.

In a free match only a page can say which card is played: the console has no word for it. In a lesson the guide has said it already, and
people who have done it with their hands press LOCK, as they do after an instruction for hands alone. Dice, secrets and what a button
answers anyway stay with the match. Secrets that lie on the table are turned over together: if a guide names them all, LOCK says that too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from tapete.core import codec, judge
from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.steps import Owed
from tapete.lessons.guide import Progress, fits
from tapete.presentation.lesson import Either, Instruction, Pattern
from tapete.table import Table


def entered(table: Table, progress: Progress | None) -> Action | None:
    """Return what LOCK of any panel enters now; None if it enters nothing, or if the match itself gives LOCK a meaning.

    Args:
        table: the match. progress: where its guide stands.
    """
    if progress is None or progress.instruction is None or progress.off_script is not None or len(progress.instruction.answers) != 1:
        return None
    return _made(table, progress.instruction, progress.instruction.answers[0])


def _made(table: Table, instruction: Instruction, pattern: Pattern) -> Action | None:
    """Return the one action that a pattern leaves; None if there are several, or if a button of the match says it."""
    names = {name_of(kind) for sealing in table.rules.game.sealings for kind in (sealing.lock, sealing.reopen)}
    owing = [owed for owed in table.awaiting() if pattern["action"] in owed.actions and pattern.get("seat", owed.seat) == owed.seat]
    if pattern["action"] in names or not owing or any(_by_itself(table, owed, pattern) for owed in owing):
        return None
    if any(isinstance(value, Either) for value in pattern.values()):
        return None
    found = list(islice(_completions(table, {**pattern, **(instruction.lock or {})}, owing), 2))
    return found[0] if found and (len(found) == 1 or instruction.lock is not None) else None


def _by_itself(table: Table, owed: Owed, pattern: Pattern) -> bool:
    """Return whether a button of the match answers a pattern: with a number, a die, or a LOCK that says just this."""
    if owed.button is None:
        return False
    if owed.meaning not in ("ready", "pass"):
        return True
    says = single_touch(table.rules, owed)
    return says is not None and fits(pattern, {"action": name_of(type(says)), **codec.builtins(says)})


def _completions(table: Table, pattern: Pattern, owing: list[Owed]) -> Iterator[Any]:
    """Yield every legal action that a pattern leaves, for each seat that owes it."""
    kind, _ = table.rules.read_draft(pattern)
    board = table.rules.board(table.state)
    named = "seat" in kind.__struct_fields__
    for seat in dict.fromkeys(owed.seat if named else None for owed in owing):
        whose = {} if seat is None else {"seat": seat}
        _, given = table.rules.read_draft({**whose, **pattern})
        yield from judge.every(kind, board, given)

"""A light match for search: it keeps the state and what seats have locked, without log, seals, sources or plain data.

The rules judge every action as they do at a table. Play-outs, labs, ladders and learners go this way; who needs undo, entries or a match
file takes `tapete.core.match`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from tapete.core.actions import Action
from tapete.core.board import S
from tapete.core.events import Event
from tapete.core.kinds import name_of
from tapete.core.refusals import Illegal
from tapete.core.rules import Rules
from tapete.core.sealing import Locked
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed
from tapete.core.vault import withdrawn

Declared = Action | Locked | Mapping[str, Any]
"""What is declared: an action; a lock with its secret; or either as plain data."""


class Course(Generic[S]):
    """See the module.

    Args:
        rules: of the match. state: where it begins; locks that it brings along are lifted, as nobody can open them.
    """

    __slots__ = ("_secrets", "actions", "rules", "state")

    def __init__(self, rules: Rules[S], state: S) -> None:
        self.rules, self.state = rules, withdrawn(state)
        self.actions: list[Action] = []
        """What was declared, reveals included."""
        self._secrets: dict[Seat, Any] = {}

    def __repr__(self) -> str:
        return f"<Course of {self.rules.game.name}, {len(self.actions)} actions>"

    def copy(self) -> Course[S]:
        """Return a course of its own that goes on from here, with what is locked; what was declared before is not told again."""
        made: Course[S] = object.__new__(type(self))
        made.rules, made.state, made.actions, made._secrets = self.rules, self.state, [], self._secrets.copy()
        return made

    def __copy__(self) -> Course[S]:
        """Return `copy()`."""
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Course[S]:
        """Return `copy()`: all that is shared never changes."""
        return self.copy()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays."""
        return self.state.seats

    @property
    def result(self) -> Over | None:
        """The result, once there is one."""
        return self.rules.result(self.state)

    def awaiting(self) -> tuple[Owed, ...]:
        """Return who owes what."""
        return self.rules.awaiting(self.state)

    def do(self, declared: Declared) -> tuple[Event, ...]:
        """Declare something; once all have locked, what they have locked comes to light by itself.

        Returns:
            What happened.

        Raises:
            Malformed, Illegal: nothing has changed.
        """
        if not isinstance(declared, Action):
            return self._lock(declared) if isinstance(declared, Locked) else self.do(self._read(declared))
        self.state, events = self.rules.outcome(self.state, declared)
        self.actions.append(declared)
        return events

    def _read(self, plain: Mapping[str, Any]) -> Action | Locked:
        """Return plain data as it is declared."""
        name = plain.get("action")
        for sealing in self.rules.game.sealings:
            if name == name_of(sealing.lock) and sealing.secret in plain:
                lock = self.rules.read({key: value for key, value in plain.items() if key != sealing.secret})
                return Locked(lock, sealing.secret, sealing.read(_seat_of(lock, self.state), plain[sealing.secret]))
        return self.rules.read(plain)

    def _lock(self, locked: Locked) -> tuple[Event, ...]:
        """Lock a secret, and reveal all when it is the last one.

        Raises:
            Illegal: it may not be locked now, or lies outside what the reveal takes.
        """
        rules, before, lock = self.rules, self.state, locked.lock
        sealing = next(one for one in rules.game.sealings if one.lock is type(lock))
        seat = _seat_of(lock, before)
        after, events = rules.apply(before, lock)
        domain = sealing.domain(rules.asked_on(before), seat)
        if domain is not None and not domain.takes(locked.value):
            raise Illegal(tuple([refusal.under(sealing.secret) for refusal in domain.refusals(locked.value)]))
        secrets = {**self._secrets, seat: locked.value}
        step, made = after.agenda[-1], [lock]
        if isinstance(step, sealing.step) and len(step.ready) == len(after.seats) and secrets.keys() >= set(step.ready):
            reveal = sealing.opened({seat: secrets[seat] for seat in step.ready})
            after, more = rules.apply(after, reveal, checked=sealing.asks is not None)
            events, secrets = events + more, {}
            made.append(reveal)
        self.state, self._secrets = after, secrets
        self.actions += made
        return events


def _seat_of(lock: Action, state: Any) -> Seat:
    seat: Seat = getattr(lock, "seat", state.seats[0])
    return seat

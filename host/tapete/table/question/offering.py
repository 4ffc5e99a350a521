"""What touches can put together: actions of a seat, an action inside one, or the next of a list (`core.rulings.NextOperation`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from tapete.core.judge import Offer
from tapete.core.judge import action as whole_action
from tapete.core.kinds import name_of
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.table import rights


class Offering(Protocol):
    """Where something whole is put together."""

    tag: str
    """Under which word its name stands in plain data."""

    def kind(self, name: str) -> Any:
        """The class of an action or operation."""
        ...

    def offers(self) -> dict[str, Offer]:
        """What may be begun."""
        ...

    def left(self, name: str, draft: Mapping[str, Any]) -> Offer:
        """What is left to choose of a draft.

        Args:
            name: of what is begun. draft: its arguments so far, as plain data.

        Raises:
            RefereeError: it cannot be declared any more.
        """
        ...


class Actions:
    """What one seat may begin: its own actions, and of those that belong to nobody what it may declare.

    Args:
        rules, state: the position. seat: whose; None: nobody's in particular. shared: whether the page is the whole table's.
        kept: the seats whose secret the table itself can open.
    """

    tag = "action"

    def __init__(self, rules: Rules[Any], state: Any, seat: Seat | None, *, shared: bool, kept: frozenset[Seat] = frozenset()) -> None:
        self.rules, self.state, self.seat, self.shared, self.kept = rules, state, seat, shared, kept

    def kind(self, name: str) -> Any:
        """The class of an action."""
        return self.rules.game.action(name)

    def offers(self) -> dict[str, Offer]:
        """The actions on offer."""
        return dict(self._offered())

    def _offered(self) -> Iterator[tuple[str, Offer]]:
        if self.seat is not None:
            yield from self.rules.legal(self.state, self.seat).items()
        for action, offer in self.rules.legal(self.state, None).items():
            if self._sealed_elsewhere(action):
                continue
            if self.shared or self.seat is None or self._its_own(action):
                yield action, offer

    def _sealed_elsewhere(self, action: str) -> bool:
        """Say whether an action reveals what a console keeps: the console does that itself, and nobody can type it in."""
        sealing = next((one for one in self.rules.game.sealings if name_of(one.reveal) == action), None)
        step = self.state.agenda[-1]
        seals = step.seals if sealing is not None and isinstance(step, sealing.step) else {}
        return any(seal is not None and seat not in self.kept for seat, seal in seals.items())

    def _its_own(self, action: str) -> bool:
        """Say whether a seat may declare on its own page what belongs to nobody: of a reveal its part, once nothing else is to be said."""
        who = rights.SEATLESS.get(action, "table")
        return who != "table" and (who != "own part" or set(self.state.seats) - self.kept == {self.seat})

    def whose(self, action: str) -> Seat | None:
        """The seat that declares an action; None where it names none."""
        return self.seat if "seat" in self.kind(action).__struct_fields__ else None

    def left(self, name: str, draft: Mapping[str, Any]) -> Offer:
        """What is left to choose of an action."""
        return self.rules.legal(self.state, self.whose(name), {"action": name, **draft})[name]


class InnerAction:
    """An action inside an action, as half of a joint play, put together argument by argument.

    Args:
        domain: the argument that takes it.
    """

    tag = "action"

    def __init__(self, domain: whole_action) -> None:
        self.domain = domain

    def kind(self, name: str) -> Any:
        """The class of an action."""
        return next(kind for kind in self.domain.kinds if name_of(kind) == name)

    def offers(self) -> dict[str, Offer]:
        """The actions that may stand there."""
        return self.domain.offers()

    def left(self, name: str, draft: Mapping[str, Any]) -> Offer:
        """What is left to choose of an action."""
        return self.domain.drafted({"action": name, **draft}).offers()[name]

    def seated(self, made: Mapping[str, Any]) -> dict[str, Any]:
        """An action that was put together, with its seat, which nobody has to say."""
        whose = {"seat": self.domain.seat} if "seat" in self.kind(made["action"]).__struct_fields__ else {}
        return {"action": made["action"], **whose, **made}

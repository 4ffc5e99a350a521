"""Secrets that are chosen at the same time: locked by a seal, judged in a vault (`core.vault`), revealed together.

No state, action, event or log ever holds a secret. A seal is `sha256("<nonce>:<seat>:<value>")`; the one who keeps the value (a console, a
vault) opens it in one action for all seats.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from msgspec import Struct

from tapete.core import codec, plain_forms
from tapete.core.actions import Action
from tapete.core.board import Board
from tapete.core.domains import Domain, each
from tapete.core.judge import Survey
from tapete.core.kinds import field_types
from tapete.core.look_ahead import key
from tapete.core.refusals import SEAL_BROKEN, UNFIT, Code, Malformed, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep

_SEAL = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32}")


def seal_of(nonce: str, seat: Seat, value: Any) -> str:
    """Return the seal of a value: 64 lower-case hex digits (link protocol, "Seals").

    Args:
        nonce: 16 random bytes as 32 lower-case hex digits.
        seat: whose value it is.
        value: a number as its decimal digits, anything else as its JSON text.
    """
    return hashlib.sha256(f"{nonce}:{seat}:{key(value)}".encode()).hexdigest()


class Locked(NamedTuple):
    """A lock, with what it keeps secret: the word under which a session is told it, and the value as the reveal has it."""

    lock: Action
    secret: str
    value: Any

    def plain(self) -> dict[str, Any]:
        """Return it as a session declares it: the secret in the place of its seal."""
        lock = {name: value for name, value in codec.builtins(self.lock).items() if name != "seal"}
        return {**lock, self.secret: codec.builtins(self.value)}


class Sealing(Struct, frozen=True):
    """One secret choice of a game: the actions that lock, reveal and reopen it, and where the values stand.

    `secret` is the word under which a session may be told the value together with `lock`. In `reveal` the values of all seats are one
    map, the argument `argument`; or, where `parts` names one for each seat, every seat's value is an argument of its own.
    `asks` returns what the reveal will accept from a seat where that hangs on nothing that another locks, and changes only where locks
    are lifted: the reveal's own terms take it from there, and what was judged when it was locked need not be judged when it is revealed.
    """

    step: type[SealingStep]
    lock: type[Action]
    reveal: type[Action]
    reopen: type[Action]
    argument: str = "bids"
    secret: str = "amount"
    parts: Mapping[Seat, str] = {}
    asks: Callable[[Any, Seat], Domain] | None = None

    def domain(self, board: Board[Any], seat: Seat) -> Domain | None:
        """Return what the reveal will accept from this seat: the domain that judges a value before it is locked."""
        if self.asks is not None:
            return self.asks(board, seat)
        domains = Survey(self.reveal, board, {}, filled=self.reveal.__struct_fields__).domains  # the domains are not searched for a value
        if self.parts:
            return domains.get(self.parts[seat])
        domain = domains.get(self.argument)
        return domain.keys.get(seat) if isinstance(domain, each) else None

    def read(self, seat: Seat, value: Any) -> Any:
        """Return a plain value as the reveal has it.

        Raises:
            Malformed: not such a value at all.
        """
        try:
            return codec.convert(value, field_types(self.reveal)[self.parts[seat]] if self.parts else self.value_type)
        except Malformed as fault:
            raise Malformed(tuple(refusal.under(self.secret) for refusal in fault.refusals)) from None

    @property
    def value_type(self) -> Any:
        """The type of a value; where every seat's is an argument of its own, that of the first."""
        hints = field_types(self.reveal)
        return hints[next(iter(self.parts.values()))] if self.parts else get_args(hints[self.argument])[1]

    def arguments(self, values: Mapping[Seat, Any]) -> dict[str, Any]:
        """Return the values of all seats as plain arguments of the reveal."""
        plain = {seat: codec.builtins(value) for seat, value in values.items()}
        return {self.parts[seat]: value for seat, value in plain.items()} if self.parts else {self.argument: plain}

    def opened(self, values: Mapping[Seat, Any]) -> Action:
        """Return the reveal of values that nothing seals.

        Args:
            values: of every seat, as the reveal has them.
        """
        given = {self.parts[seat]: value for seat, value in values.items()} if self.parts else {self.argument: dict(values)}
        return self.reveal(**given, nonces=dict.fromkeys(values))

    def completed(self, raw: Mapping[str, Any], opened: Mapping[Seat, tuple[Any, str]], seats: tuple[Seat, ...]) -> dict[str, Any]:
        """Complete a typed-in reveal with what is open already, since nobody can type a value or nonce that a machine keeps.

        Args:
            raw: the plain reveal, with the values of the others. opened: value and nonce of some seats. seats: all of the match.
        """
        known = self.arguments({seat: value for seat, (value, _) in opened.items()}) if opened else {}
        nonces = raw.get("nonces")
        if not isinstance(nonces, Mapping | None):
            return dict(raw)
        if opened and not self.parts and isinstance(given := raw.get(self.argument), Mapping):
            known[self.argument] = {**given, **known[self.argument]}
        due: dict[str, str | None] = {**dict.fromkeys(seats), **(nonces or {})}
        return {**raw, **known, "nonces": {**due, **{seat: nonce for seat, (_, nonce) in opened.items()}}}


class sealed(Domain):
    """A seal, or nothing where no machine keeps the value."""

    __slots__ = ()

    def refusals(self, value: Any) -> list[Refusal]:
        return [] if self.takes(value) else [UNFIT(value=value)]

    def takes(self, value: Any) -> bool:
        return value is None or (isinstance(value, str) and _SEAL.fullmatch(value) is not None)

    def describe(self) -> plain_forms.Seal:
        return {"seal": 64}

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> None:
        return None

    def values(self) -> Iterator[None]:
        yield None


class opening(Domain):
    """The nonce that opens a seal on a value; nothing where nothing was sealed.

    `value` is asked only when a nonce is judged, so that a form can be shown before the value is there.
    """

    __slots__ = ("code", "seal", "seat", "value")

    def __init__(self, seal: str | None, seat: Seat, value: Callable[[], Any], code: Code = SEAL_BROKEN) -> None:
        self.seal, self.seat, self.value, self.code = seal, seat, value, code

    def refusals(self, value: Any) -> list[Refusal]:
        if self.takes(value):
            return []
        return [UNFIT(value=value) if self.seal is None else self.code(seat=self.seat)]

    def takes(self, value: Any) -> bool:
        if self.seal is None:
            return value is None
        return isinstance(value, str) and _NONCE.fullmatch(value) is not None and seal_of(value, self.seat, self.value()) == self.seal

    def describe(self) -> plain_forms.Opens:
        return {"opens": self.seal, "seat": self.seat}

    def empty(self) -> bool:
        return False

    def sample(self, rng: random.Random) -> None:
        return None

    def values(self) -> Iterator[None]:
        yield None

"""Steps: what the match is in the middle of. A state's agenda is a stack of them; the last is at hand, those below go on afterwards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tapete.core.seats import Seat
from tapete.core.structs import Named, Unchanging, snake

Button = Literal["lock", "roll"]
"""The panel button that answers: LOCK for ready or pass, ROLL for a die."""

ButtonMeaning = Literal["ready", "pass", "die", "bid", "pick"]


class Step(Unchanging, Struct, metaclass=Named, frozen=True, tag=snake, tag_field="step", forbid_unknown_fields=True):
    """One step, with exactly the fields that it needs."""

    def in_turn(self) -> tuple[Seat, ...]:
        """Return the seats that are asked the same one after the other, the one that is asked now first; none where nobody waits."""
        return ()


class Over(Step):
    """The match has a result; only undo and a new match are left."""

    kind: Literal["win", "draw", "loss", "stopped"]
    seats: tuple[Seat, ...] = ()
    reason: str = ""


class Die(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One D10 that is owed: who rolls (the panel's seat), for what, and the smallest face that succeeds (None: any face counts)."""

    id: str
    panel: Seat
    purpose: str
    needs: int | None = None
    value: Annotated[int, Meta(ge=1, le=10)] | None = None


class Dice(Step):
    """A batch of dice, entered in any order, judged by the step below when the last one is there."""

    dice: tuple[Die, ...]

    @property
    def due(self) -> tuple[Die, ...]:
        """Those that nobody has rolled yet."""
        return tuple(die for die in self.dice if die.value is None)


class Cards(Step):
    """Cards that become public: `number` of `seat`'s, out of the zone `source`; the step below goes on with them."""

    seat: Seat
    number: Annotated[int, Meta(ge=1, le=120)]
    source: str
    purpose: str = "show_cards"


class SealingStep(Step):
    """A secret choice of several seats at once: who has locked, and the seal of each where a machine keeps the value."""

    ready: tuple[Seat, ...] = ()
    seals: dict[Seat, str] = {}

    def locked(self, seat: Seat, seal: str | None) -> Any:
        """Return the step with one more seat ready."""
        seals = {**self.seals, seat: seal} if seal is not None else self.seals
        return replace(self, ready=tuple(sorted((*self.ready, seat))), seals=seals)

    def unlocked(self, seat: Seat) -> Any:
        """Return the step with one seat less."""
        return replace(self, ready=tuple(x for x in self.ready if x != seat), seals={x: s for x, s in self.seals.items() if x != seat})

    def sound(self, seats: tuple[Seat, ...]) -> bool:
        """Say whether those ready are seats of the match in their order, each once, and only they have a seal."""
        return self.ready == tuple(seat for seat in seats if seat in self.ready) and set(self.seals) <= set(self.ready)

    def reopened(self) -> Any:
        """Return the step with no seat ready."""
        return replace(self, ready=(), seals={})


class Owed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that holds the match up: who owes it (None: the table, anybody may enter it), which actions answer, and for what.

    `what` names the prompts: one for the one who acts, one for those who wait; `params` are their figures. `button` is the panel
    button that answers, `meaning` what a press of it means: ready or pass is the first of `actions` that needs nothing but the seat.
    """

    seat: Seat | None
    actions: tuple[str, ...]
    what: str
    params: dict[str, Any] = {}
    button: Button | None = None
    meaning: ButtonMeaning | None = None

    def __repr__(self) -> str:
        return f"{self.seat or 'table'}: {' or '.join(self.actions)}"

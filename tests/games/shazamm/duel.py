"""A duel written down as a scenario: a table, turns with their bids and spells, and what followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.events import Event
from tapete.core.refusals import Illegal, Refusal
from tapete.core.seats import Both, Seat
from tapete.core.steps import Over
from tapete.games import shazamm
from tapete.games.shazamm.state import SEATS, State


def pair(value: tuple[Any, Any]) -> Both[Any]:
    return Both(*value)


class Duel:
    """A match on the table.

    Args:
        options: house rules.
        wall, centre, round, turn: where it stands; the wizards and the broken slabs follow.
        mana, used, last_cast: of A and of B; hands and draw piles are made to add up.
        silence: whether it holds.
    """

    def __init__(
        self,
        options: dict[str, Any] | None = None,
        *,
        wall: int | None = None,
        centre: int = 0,
        round: int = 1,  # noqa: A002  # the ledger's word
        turn: int = 1,
        mana: tuple[int, int] = (50, 50),
        used: tuple[Iterable[int], Iterable[int]] = ((), ()),
        last_cast: tuple[Iterable[int], Iterable[int]] = ((), ()),
        silence: bool = False,
    ) -> None:
        self.rules = shazamm.rules(options)
        start = self.rules.start(SEATS)
        gone = [tuple(sorted(x)) for x in used]
        full = start.deck.A == 0
        drawn = 14 if full else min(14, 5 + 3 * (round - 1))
        hands = [max(0, drawn - len(x)) for x in gone]
        self.state: State = replace(
            start,
            round=round,
            turn=turn,
            broken=round - 1,
            wall=centre if wall is None else wall,
            centre=centre,
            wizard=Both(centre - 3, centre + 3),
            mana=Both(*mana),
            used=Both(*gone),
            hand=Both(*hands),
            deck=Both(*(14 - len(x) - hand for x, hand in zip(gone, hands, strict=True))),
            last_cast=Both(*(tuple(sorted(x)) for x in last_cast)),
            silence=silence,
        )
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        self.events: tuple[Event, ...] = ()
        """What followed from the last action."""
        self.story: list[Event] = []
        """What happened in the turn at hand."""

    # ---- acting

    def action(self, name: str, seat: Seat | None = None, **arguments: Any) -> Action:
        return self.rules.read({"action": name, **({"seat": seat} if seat else {}), **arguments})

    def do(self, name: str, seat: Seat | None = None, **arguments: Any) -> Duel:
        self.state, self.events = self.rules.apply(self.state, self.action(name, seat, **arguments))
        self.story += self.events
        return self

    def refused(self, name: str, seat: Seat | None = None, **arguments: Any) -> tuple[Refusal, ...]:
        """The refusals of an action; it must be illegal, and must leave everything as it is."""
        before = self.state
        action = self.action(name, seat, **arguments)
        refusals = self.rules.check(self.state, action)
        assert refusals, f"{name} is legal"
        with pytest.raises(Illegal) as illegal:
            self.rules.apply(self.state, action)
        assert illegal.value.refusals == refusals
        assert self.state is before
        return refusals

    def codes(self, name: str, seat: Seat | None = None, **arguments: Any) -> list[str]:
        return [refusal.code for refusal in self.refused(name, seat, **arguments)]

    def bids(self, a: int, b: int) -> Duel:
        self.story = []
        self.do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None)
        return self.do("reveal_bids", bids={"A": a, "B": b}, nonces={"A": None, "B": None})

    def cards(self, a: Iterable[int] = (), b: Iterable[int] = ()) -> Duel:
        return self.do("declare_cards", "A", numbers=list(a)).do("declare_cards", "B", numbers=list(b))

    def turn(self, a: int, b: int, spells_a: Iterable[int] = (), spells_b: Iterable[int] = ()) -> Duel:
        """A whole turn up to its first question, or to its end."""
        return self.bids(a, b).cards(spells_a, spells_b)

    def clone(self, seat: Seat, number: int | None) -> Duel:
        return self.do("choose_clone", seat, number=number)

    def theft(self, seat: Seat, *, apply: Iterable[Any] = (), discard: Iterable[Any] = ()) -> Duel:
        """What becomes of each stolen spell; a number stands for the printed card, (number, "clone") for a copy."""
        named = [(x, "apply") for x in apply] + [(x, "discard") for x in discard]
        choices = [
            {"number": x if isinstance(x, int) else x[0], "source": "hand" if isinstance(x, int) else x[1], "use": use} for x, use in named
        ]
        return self.do("choose_theft", seat, choices=choices)

    def recycle(self, seat: Seat, delta: int) -> Duel:
        return self.do("choose_recycle", seat, delta=delta)

    # ---- seeing

    @property
    def step(self) -> str:
        return str(self.state.agenda[-1].__struct_config__.tag)

    @property
    def wall(self) -> int:
        return self.state.wall

    @property
    def mana(self) -> tuple[int, int]:
        return self.state.mana.A, self.state.mana.B

    @property
    def wizards(self) -> tuple[int, int]:
        return self.state.wizard.A, self.state.wizard.B

    @property
    def used(self) -> tuple[set[int], set[int]]:
        return set(self.state.used.A), set(self.state.used.B)

    @property
    def hands(self) -> tuple[int, int]:
        return self.state.hand.A, self.state.hand.B

    @property
    def decks(self) -> tuple[int, int]:
        return self.state.deck.A, self.state.deck.B

    @property
    def result(self) -> Over | None:
        return self.rules.result(self.state)

    def told(self, tag: str) -> list[Any]:
        """The events of that name in the turn at hand."""
        return [event for event in self.story if event.__struct_config__.tag == tag]

    def clauses(self) -> set[str]:
        """The clauses cited in the turn at hand."""
        return {event.clause for event in self.story}

"""Robots without a panel: opponents on the pages, or in an empty chair of a real table.

They declare everything as a page would, at a person's pace. People move the cards for them. They answer for their
own seat alone, never for the whole table, and agree to whatever the others ask: a game goes on as people want it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tapete.bots import Bot, Strength, Unplayable, bot_of, strengths_of
from tapete.core.codec import builtins
from tapete.core.domains import whole
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.table.codes import NO_ROBOT_SEAT, NO_ROBOT_STRENGTH
from tapete.table.players import HUMAN, Pace, Player
from tapete.table.submitting import NotWritten
from tapete.table.table import Table


class Guest(Player):
    """One robot without a panel.

    Args:
        table: where it plays. seat: whose part it takes. pace: how fast it is. rng: its whims, and its dice.
        bot: what it thinks of the game; without one it chooses by chance among what is legal.
    """

    def _owed(self) -> Owed | None:
        """Return what the robot's own seat owes, including consent that a player asks for."""
        self._agree()
        return next((owed for owed in self._table.awaiting() if owed.seat == self.seat), None)

    def _agree(self) -> None:
        asked = self._table.asked()
        if asked is None or dict(asked.seats).get(self.seat, True):
            return
        try:
            self._table.agree(self.seat, self._source)
        except NotWritten:
            raise
        except RefereeError:
            return  # a player said no at the same moment: there is nothing to agree to any more

    def _do(self, owed: Owed) -> None:
        wish = self._wish(owed)
        if wish is not None:
            self._declare_plain(wish, owed)
        else:
            self._declare(owed)

    def _wish(self, owed: Owed) -> Mapping[str, Any] | None:
        """Return what the robot wants to declare; None for any legal action."""
        if owed.meaning == "die":
            return {"action": "enter_roll", "roll": owed.params["roll"], "value": self._rng.randint(1, 10)}
        if self._bot is not None and (wish := self._bot.decide(self._table.state, self.seat, owed)) is not None:
            return wish
        if (sealing := self._sealing()) is not None:
            domain = sealing.domain(self._table.rules.board(self._table.state), self.seat)
            if domain is None:
                return None
            secret = self._modest(domain) if isinstance(domain, whole) else builtins(domain.sample(self._rng))
            return {"action": name_of(sealing.lock), "seat": self.seat, sealing.secret: secret}
        touch = single_touch(self._table.rules, owed)
        return builtins(touch) if touch is not None and self._rng.random() < 0.7 else None


def seated(table: Table, robots: Iterable[tuple[Seat, Strength]]) -> dict[Seat, Strength]:
    """The seats that robots take, in their order, and how well each plays; a seat named twice counts as it was named last.

    Raises:
        Illegal: a seat that does not play here.
    """
    wanted = dict(robots)
    if absent := [seat for seat in wanted if seat not in table.seats]:
        raise Illegal((NO_ROBOT_SEAT(seats=list(table.seats), seat=absent),))
    return {seat: wanted[seat] for seat in table.seats if seat in wanted}


@contextmanager
def guests(table: Table, robots: Mapping[Seat, Strength], pace: Pace = HUMAN, seed: int | None = None) -> Iterator[tuple[Guest, ...]]:
    """Robots at these seats, for as long as the block lasts.

    Args:
        table: where. robots: whose parts they take, and how well they play. pace: how fast they are. seed: for the same whims again.

    Raises:
        Illegal: the game has no bot of such a strength, or not under these house rules.
    """
    rng, rules = random.Random(seed), table.rules
    bots: dict[Strength, Bot | None] = {}
    for strength in robots.values():
        try:
            bots[strength] = bots.get(strength) or bot_of(rules, rng, strength)
        except Unplayable:
            known = list(strengths_of(rules.game.name))
            raise Illegal((NO_ROBOT_STRENGTH(game=rules.game.title, strength=strength, strengths=known),)) from None
    made = tuple(Guest(table, seat, pace, random.Random(rng.random()), bots[strength]) for seat, strength in robots.items())
    for guest in made:
        guest.start()
    try:
        yield made
    finally:
        for guest in made:
            guest.stop()

"""The match that plays itself while nobody is here: real rules on a real table, by robots, kept nowhere and counted nowhere."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence

from tapete import cards, games
from tapete.core.codec import builtins
from tapete.core.domains import whole
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.core.sealing import Sealing
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Owed
from tapete.core.texts import Text
from tapete.table import Source, Table
from tapete.table.minds import mind_of
from tapete.table.story import with_names

MOST_DEEDS = 150
"""After so many the next game has its turn: a match that drags on shows nobody anything."""

MOST_CAPTIONS = 3
"""Sentences that are shown at a time."""

_log = logging.getLogger(__name__)


class Show:
    """One match that plays itself.

    Args:
        game: which one; bound to its own house rules.
        rng: the robots' whims.

    Raises:
        RefereeError: the game cannot be begun here.
    """

    def __init__(self, game: str, rng: random.Random) -> None:
        module = games.find(game)
        fewest = module.GAME.fewest if module is not None else 2
        rules = cards.bind(game)
        self.table = Table.begin(None, rules, SEATS[: max(fewest, min(2, module.GAME.most if module else 2))])
        self._rng, self._mind = rng, mind_of(rules, rng)
        self._deeds = 0
        self._captions: tuple[Text, ...] = ()

    @property
    def over(self) -> bool:
        """Whether there is nothing more to see."""
        return self.table.result is not None or self._deeds >= MOST_DEEDS

    @property
    def captions(self) -> Sequence[Text]:
        """What happened last, in sentences."""
        return self._captions

    def step(self) -> None:
        """One more deed of whoever owes one."""
        if self.over:
            return
        self._deeds += 1
        before = self.table.seq
        for owed in self.table.awaiting():
            if self._answer(owed):
                break
        else:
            self._deeds = MOST_DEEDS
        named = with_names(self.table.rules, self.table.names)
        told = [named.sentence(event) for seq in range(before + 1, self.table.seq + 1) for event in self.table.events(seq)]
        self._captions = tuple(told[-MOST_CAPTIONS:]) or self._captions

    def _answer(self, owed: Owed) -> bool:
        """Do one thing that is owed; False if there was nothing that could be done."""
        table, seat = self.table, owed.seat or self.table.seats[0]
        step = table.state.agenda[-1]
        sealing = next((one for one in table.rules.game.sealings if isinstance(step, one.step)), None)
        source = Source("robot", owed.seat)
        try:
            if sealing is not None and owed.seat is not None:
                return self._lock(sealing, owed.seat, source)
            if self._mind is not None and (wish := self._mind.decide(table.state, seat, owed)) is not None:
                table.submit(wish, source)
                return True
            others = frozenset(name_of(kind) for kind in table.rules.game.actions) - set(owed.actions)
            for whose in (owed.seat, None):
                action = table.rules.sample(table.state, self._rng, whose, avoid=others)
                if action is not None:
                    table.submit(action, Source("robot"))
                    return True
        except RefereeError as refused:
            _log.warning("the show of %s was refused: %s", table.rules.game.name, refused)
        return False

    def _lock(self, sealing: Sealing, seat: Seat, source: Source) -> bool:
        domain = sealing.domain(self.table.rules.board(self.table.state), seat)
        if domain is None or domain.empty():
            return False
        if isinstance(domain, whole):  # about a tenth of what is there: whoever bids all at once has seen the show in a minute
            secret = min(domain.high, domain.low + int(self._rng.triangular(0, max(2, domain.high // 3), max(1, domain.high // 10))))
        else:
            secret = builtins(domain.sample(self._rng))
        self.table.submit({"action": name_of(sealing.lock), "seat": seat, sealing.secret: secret}, source)
        return True

    def close(self) -> None:
        """The show is over."""
        self.table.close()

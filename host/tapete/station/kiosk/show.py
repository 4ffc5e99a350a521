"""A match that robots play while nobody is here: real rules on a real table, kept nowhere and counted nowhere."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence

from tapete import cards
from tapete.bots import bot_of
from tapete.core.codec import builtins
from tapete.core.domains import whole
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.core.sealing import Sealing
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Owed
from tapete.core.texts import Text
from tapete.table import Source, Table
from tapete.table.story import with_names

MOST_ACTIONS = 150
"""After so many actions the next game has its turn: a match that drags on attracts nobody."""

STEP_S = 3.0
"""How long each action is shown."""

BOW_S = 8.0
"""How long the end of a match is shown."""

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
        rules = cards.bind(game)
        self.table = Table.begin(None, rules, SEATS[: max(rules.game.fewest, min(2, rules.game.most))])
        self._rng, self._bot = rng, bot_of(rules, rng)
        self._actions = 0
        self._captions: tuple[Text, ...] = ()

    @property
    def over(self) -> bool:
        """Whether there is nothing more to see."""
        return self.table.result is not None or self._actions >= MOST_ACTIONS

    @property
    def captions(self) -> Sequence[Text]:
        """What happened last, in sentences."""
        return self._captions

    def step(self) -> None:
        """Let a seat that owes an action take it."""
        if self.over:
            return
        self._actions += 1
        before = self.table.seq
        for owed in self.table.awaiting():
            if self._answer(owed):
                break
        else:
            self._actions = MOST_ACTIONS
        named = with_names(self.table.rules, self.table.names)
        sentences = [named.sentence(event) for seq in range(before + 1, self.table.seq + 1) for event in self.table.events(seq)]
        self._captions = tuple(sentences[-MOST_CAPTIONS:]) or self._captions

    def _answer(self, owed: Owed) -> bool:
        """Do one thing that is owed. Return whether anything could be done."""
        table, seat = self.table, owed.seat or self.table.seats[0]
        step = table.state.agenda[-1]
        sealing = next((one for one in table.rules.game.sealings if isinstance(step, one.step)), None)
        source = Source("robot", owed.seat)
        try:
            if self._bot is not None and (wish := self._bot.decide(table.state, seat, owed)) is not None:
                table.submit(wish, source)
                return True
            if sealing is not None and owed.seat is not None:
                return self._lock(sealing, owed.seat, source)
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
        if isinstance(domain, whole):  # about a tenth of what is there: the one who bids all at once has seen the show in a minute
            secret = min(domain.high, domain.low + int(self._rng.triangular(0, max(2, domain.high // 3), max(1, domain.high // 10))))
        else:
            secret = builtins(domain.sample(self._rng))
        self.table.submit({"action": name_of(sealing.lock), "seat": seat, sealing.secret: secret}, source)
        return True

    def close(self) -> None:
        """End the match."""
        self.table.close()


class Playbill:
    """One show after the other, game by game.

    Args:
        rng: the robots' whims.
    """

    def __init__(self, rng: random.Random) -> None:
        self.show: Show | None = None
        self._rng = rng
        self._next = 0
        self._stepped = -BOW_S

    def step(self, now: float, offered: Sequence[str]) -> bool:
        """Take the next action if it is time for it. Return whether there is something new to see.

        Args:
            now: seconds that never go back. offered: the games whose turn it may be.
        """
        show = self.show
        if show is not None and now - self._stepped < (BOW_S if show.over else STEP_S):
            return False
        self._stepped = now
        if show is None or show.over:
            self.end()
            show = self.show = self._begin(offered)
        if show is not None:
            show.step()
        return True

    def _begin(self, offered: Sequence[str]) -> Show | None:
        """Return a show of the next game; None if none of them can be shown."""
        for _ in offered:
            game = offered[self._next % len(offered)]
            self._next += 1
            try:
                return Show(game, random.Random(self._rng.random()))
            except RefereeError as refused:
                _log.warning("%s cannot be shown: %s", game, refused)
        return None

    def end(self) -> bool:
        """End the show. Return whether there was one."""
        if self.show is None:
            return False
        self.show.close()
        self.show = None
        return True

"""Follow the matches that people play at a station, and count them (`statistics`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable

from tapete.core.refusals import Refusal
from tapete.station.kiosk.usage import Usage
from tapete.station.operations.statistics import How, Play, Statistics
from tapete.table import Changed, Table


class _FollowedMatch:
    """A match that is being played now."""

    def __init__(self, table: Table, guided: bool, since: float) -> None:
        self.table, self.guided, self.since = table, guided, since
        self.unwatch: Callable[[], None] = lambda: None


class Recorder:
    """Counts what people play.

    Args:
        statistics: where.
        clock: monotonic seconds: how long a match took does not depend on the clock on the wall.
    """

    def __init__(self, statistics: Statistics, clock: Callable[[], float] = time.monotonic) -> None:
        self.statistics, self._clock = statistics, clock
        self._lock = threading.Lock()
        self._playing: dict[str, _FollowedMatch] = {}

    def hear(self, usage: Usage, table: Table) -> None:
        """Count the usage of the match on the screen (a listener of `Station.on_usage`).

        Args:
            usage: of a match of people; there is not one of robots' matches.
            table: that match.
        """
        if usage.kind == "began":
            self.began(table, usage.guided)
        elif usage.kind == "resumed":
            self.resumed(table, usage.guided)
        elif usage.kind in ("left", "abandoned"):
            self.left(table)

    def goes_on(self, table: Table, guided: bool = False) -> None:
        """Follow a match that was on the screen before a restart: nobody had left."""
        if table.result is None:
            self._follow(table, guided)

    def began(self, table: Table, guided: bool = False) -> None:
        """Follow a match that people begin; its end is noticed without a call."""
        self._follow(table, guided)

    def resumed(self, table: Table, guided: bool = False) -> None:
        """Follow a match that people go on with after it had been left."""
        if table.result is None and self._follow(table, guided):
            self._count(table, guided, "resumed", 0)

    def left(self, table: Table, step: str = "") -> None:
        """Count that people have gone away in the middle.

        Args:
            table: the match.
            step: what was asked of them; the name of the rules' step at hand when left out.
        """
        followed = self._forget(table.id)
        if followed is not None:
            at_hand = step or str(type(table.state.agenda[-1]).__struct_config__.tag)
            self._count(table, followed.guided, "left", self._seconds(followed), at_hand)

    def refused(self, match: str, refusals: Iterable[Refusal]) -> None:
        """Count the refusals that people met, for a match that is followed."""
        with self._lock:
            followed = self._playing.get(match)
        if followed is not None:
            for refusal in refusals:
                self.statistics.refuse(followed.table.rules.game.name, refusal.code, refusal.of.clause)

    def is_following(self, match: str) -> bool:
        """Return whether a match is being followed."""
        return match in self._playing

    def close(self) -> None:
        """Follow nothing any more: the station stops, but nobody has left."""
        with self._lock:
            playing, self._playing = self._playing, {}
        for followed in playing.values():
            followed.unwatch()

    def _follow(self, table: Table, guided: bool) -> bool:
        followed = _FollowedMatch(table, guided, self._clock())
        with self._lock:
            if table.id in self._playing:
                return False
            self._playing[table.id] = followed

        def heard(changed: Changed) -> None:
            if table.result is not None:
                self._ended(table)

        followed.unwatch = table.watch(heard)
        if table.result is not None:
            self._ended(table)
        return True

    def _ended(self, table: Table) -> None:
        followed, over = self._forget(table.id), table.result
        if followed is not None and over is not None:
            play = Play(
                game=table.rules.game.name,
                guided=followed.guided,
                seats=len(table.seats),
                how="ended",
                seconds=self._seconds(followed),
                entries=table.seq,
                result=over.kind,
                reason=over.reason,
            )
            self.statistics.add(play)

    def _count(self, table: Table, guided: bool, how: How, seconds: int, step: str = "") -> None:
        play = Play(
            game=table.rules.game.name, guided=guided, seats=len(table.seats), how=how, seconds=seconds, entries=table.seq, step=step
        )
        self.statistics.add(play)

    def _seconds(self, followed: _FollowedMatch) -> int:
        return max(0, round(self._clock() - followed.since))

    def _forget(self, match: str) -> _FollowedMatch | None:
        with self._lock:
            followed = self._playing.pop(match, None)
        if followed is not None:
            followed.unwatch()
        return followed

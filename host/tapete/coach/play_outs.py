"""Play-outs: the value of a moment is the share of matches that the first seat wins when medium bots play on from it.

What nobody has seen (hands, decks) each play-out deals anew, as the bots suppose it.
"""

from __future__ import annotations

import functools
import itertools
import os
import random
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tapete import games
from tapete.bots import bot_of
from tapete.bots.driving import play_on
from tapete.cards import bind, carried
from tapete.core import codec, position
from tapete.core.course import Course
from tapete.core.odds import Odds, Z, difference, wilson
from tapete.core.rules import Rules
from tapete.core.rules import bind as bind_with
from tapete.core.seats import Seat, rival
from tapete.core.steps import Over

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

THOUGHTS = 1

AT_ONCE = 12
"""Matches that a process plays before it asks for more: so many at the most are waited for after Ctrl-C."""


EARLY = 2.8
"""Standard errors by which half of the matches decide at once; the whole is wrong in 5 of 100 all the same (O'Brien and Fleming 1979)."""

HOPELESS = 0.75
"""Standard errors of a difference after half of the matches, below which all of them would hardly show one (in one of ten)."""


class PlayOut(NamedTuple):
    """One match to be played on: from where, with which first action, and with which seed."""

    position: bytes
    first: bytes
    seat: Seat
    seed: str


class Count:
    """What is counted of one moment.

    Args:
        state: the moment. first: what is done before the bots play on. seat: whose points are counted. jobs: makes its nth match;
            None: the match is over. points: known already, of a match that is over.
    """

    __slots__ = ("_jobs", "cases", "first", "points", "seat", "state")

    def __init__(
        self, state: Any, first: Sequence[dict[str, Any]], seat: Seat, jobs: Callable[[int], PlayOut] | None, points: float = 0.0
    ) -> None:
        self.state, self.first, self.seat, self._jobs, self.points = state, first, seat, jobs, points
        self.cases = 0

    def of_rival(self) -> Count:
        """The same of the other of two players: what one wins, the other loses."""
        seat, jobs = rival(self.seat), self._jobs
        made = Count(self.state, self.first, seat, None if jobs is None else lambda n: jobs(n)._replace(seat=seat))
        made.points, made.cases = (1 if jobs is None else self.cases) - self.points, self.cases
        return made

    def missing(self, number: int) -> list[PlayOut]:
        """The matches that are still to be played, up to so many in all."""
        return [] if self._jobs is None else [self._jobs(n) for n in range(self.cases, number)]

    def odds(self, z: float = Z) -> Odds:
        """The chance of the seat; exact where the match is over.

        Args:
            z: standard errors of the interval.
        """
        return Odds(self.points, self.points, self.points) if self._jobs is None else wilson(self.points, self.cases, z)


class PlayOuts:
    """Counts moments of a match by play-outs, on several cores.

    Args:
        rules: of the match. seed: the same one plays the same. workers: processes; 1 plays here. tick: is called after each moment.
        apart: in fresh processes that give way to others, even a single one: for programs with threads, which wait for nothing.
    """

    def __init__(
        self, rules: Rules[Any], seed: int = 1, workers: int = 1, tick: Callable[[], None] = lambda: None, *, apart: bool = False
    ) -> None:
        self._rules, self._seed, self._tick, self._asked = rules, seed, tick, 0
        self._pool: ProcessPoolExecutor | None = None
        self._document = getattr(rules.catalogue, "document", b"")
        if apart or workers > 1:
            import multiprocessing  # here: pages that may ask the coach do not wait for it
            from concurrent.futures import ProcessPoolExecutor
        if apart:
            self._pool = ProcessPoolExecutor(
                workers, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(True, self._document)
            )
        elif workers > 1:
            self._pool = ProcessPoolExecutor(workers, initializer=_begin, initargs=(False, self._document))

    def close(self) -> None:
        """Let the processes go."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def begin(self, state: Any, first: Sequence[dict[str, Any]] = (), seat: Seat = "A") -> Count:
        """Begin to count a moment.

        Args:
            state: the moment. first: what is done before the bots play on. seat: whose chance.
        """
        over = self._rules.result(state)
        if over is not None and not first:
            return Count(state, first, seat, None, points(over, seat))
        self._asked += 1
        whence, begun = codec.encode(position.dump(self._rules, state).plain()), codec.encode(list(first))
        seed = f"{self._seed} {self._asked}"
        return Count(state, first, seat, lambda n: PlayOut(whence, begun, seat, f"{seed} {n}"))

    def count(self, number: int, *counts: Count) -> None:
        """Play matches on from moments, until there are so many of each.

        Raises:
            Illegal: nobody could play on from there.
        """
        due = [(count, count.missing(number)) for count in counts]
        jobs = [job for _, missing in due for job in missing]
        if self._pool is None:
            found = iter([play_out(self._rules, job) for job in jobs])
        else:
            parts = [jobs[n : n + AT_ONCE] for n in range(0, len(jobs), AT_ONCE)]
            found = itertools.chain.from_iterable(self._pool.map(_several, parts))
        for count, missing in due:
            count.points += sum(itertools.islice(found, len(missing)))
            if missing and not count.cases:
                self._tick()
            count.cases += len(missing)

    def worth(self, state: Any, number: int, first: Sequence[dict[str, Any]] = (), seat: Seat = "A") -> Odds:
        """The chance of a seat; exact where the match is over.

        Args:
            state: the moment. number: of matches. first: what is done before the bots play on. seat: whose chance.

        Raises:
            Illegal: nobody could play on from there.
        """
        count = self.begin(state, first, seat)
        self.count(number, count)
        return count.odds()

    def differ(self, one: Count, other: Count, number: int) -> Odds:
        """How much more one moment is worth than another, with its interval; half of the matches are enough where they decide.

        Args:
            one, other: are counted on. number: of matches at the most, of each.
        """
        self.count(number // 2, one, other)
        sure, change = difference(one.odds(EARLY), other.odds(EARLY)), difference(one.odds(), other.odds())
        decided = not sure.low <= 0 <= sure.high
        hopeless = abs(change.share) < HOPELESS / Z * (change.high - change.low) / 2
        if decided or hopeless:
            return change
        self.count(number, one, other)
        return difference(one.odds(), other.odds())


_carried: list[bytes] = []
"""In a process that plays matches on: the document of their cards, which no file here need hold."""


def _begin(gives_way: bool, document: bytes) -> None:
    """Prepare a process: it ends with the program that began it, and lets others of this computer go first if it is told to."""
    _carried[:] = [document] if document else []
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if gives_way and hasattr(os, "nice"):
        os.nice(10)


def _end_with_parent() -> None:
    """Wait until the program that began this process is gone, killed or not; then nobody wants its figures."""
    import multiprocessing.connection

    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def points(over: Over | None, seat: Seat) -> float:
    """A result in points for a seat: a draw, or no end at all, is half a match."""
    return 0.5 if over is None or over.kind in ("draw", "stopped") else float(seat in over.seats)


def play_out(rules: Rules[Any], job: PlayOut) -> float:
    """Play one match on, and return the points of the seat that asks."""
    rng = random.Random(job.seed)
    course = _begun(rules, job.position, job.first).copy()
    bot = bot_of(rules, random.Random(rng.random()), "medium")
    return points(play_on(course, dict.fromkeys(course.seats, bot), rng, THOUGHTS), job.seat)


@functools.lru_cache(maxsize=4)
def _begun(rules: Rules[Any], whence: bytes, first: bytes) -> Course[Any]:
    """The beginning of play-outs, for many of them the same.

    Raises:
        Illegal: nobody could play on from there.
    """
    course = Course(rules, position.load(rules, position.read(whence)))
    for plain in codec.decode(first, list[dict[str, Any]]):
        course.do(plain)
    return course


def _several(jobs: Sequence[PlayOut]) -> list[float]:
    found = position.read(jobs[0].position)
    rules = _bound(found.game, codec.encode(found.options), found.catalogue)
    return [play_out(rules, job) for job in jobs]


@functools.lru_cache(maxsize=4)
def _bound(game: str, options: bytes, catalogue: str | None) -> Rules[Any]:
    plain = codec.decode(options, dict[str, Any])
    if not _carried:
        return bind(game, plain, catalogue)
    document = codec.decode(_carried[0], dict[str, Any])
    return bind_with(games.need(game), plain, carried(game, document, catalogue or ""))

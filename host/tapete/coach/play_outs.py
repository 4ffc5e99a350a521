"""Play-outs: the value of a moment is the share of matches that the first seat wins when medium bots play on from it.

What nobody has seen (hands, decks) each play-out deals anew, as the bots suppose it.
"""

from __future__ import annotations

import functools
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
from tapete.core.odds import Odds, wilson
from tapete.core.rules import Rules
from tapete.core.rules import bind as bind_with
from tapete.core.seats import Seat
from tapete.core.steps import Over

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

THOUGHTS = 1

AT_ONCE = 12
"""Matches that a process plays before it asks for more: so many at the most are waited for after Ctrl-C."""


class PlayOut(NamedTuple):
    """One match to be played on: from where, with which first action, and with which seed."""

    position: bytes
    first: bytes
    seat: Seat
    seed: str


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

    def worth(self, state: Any, number: int, first: Sequence[dict[str, Any]] = (), seat: Seat = "A") -> Odds:
        """The chance of a seat; exact where the match is over.

        Args:
            state: the moment. number: of matches. first: what is done before the bots play on. seat: whose chance.

        Raises:
            Illegal: nobody could play on from there.
        """
        over = self._rules.result(state)
        if over is not None and not first:
            point = points(over, seat)
            return Odds(point, point, point)
        self._asked += 1
        whence, begun = codec.encode(position.dump(self._rules, state).plain()), codec.encode(list(first))
        jobs = [PlayOut(whence, begun, seat, f"{self._seed} {self._asked} {n}") for n in range(number)]
        if self._pool is None:
            total = sum(play_out(self._rules, job) for job in jobs)
        else:
            parts = [jobs[n : n + AT_ONCE] for n in range(0, number, AT_ONCE)]
            total = sum(self._pool.map(_several, parts))
        self._tick()
        return wilson(total, number)


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


def _several(jobs: Sequence[PlayOut]) -> float:
    found = position.read(jobs[0].position)
    rules = _bound(found.game, codec.encode(found.options), found.catalogue)
    return sum(play_out(rules, job) for job in jobs)


@functools.lru_cache(maxsize=4)
def _bound(game: str, options: bytes, catalogue: str | None) -> Rules[Any]:
    plain = codec.decode(options, dict[str, Any])
    if not _carried:
        return bind(game, plain, catalogue)
    document = codec.decode(_carried[0], dict[str, Any])
    return bind_with(games.need(game), plain, carried(game, document, catalogue or ""))

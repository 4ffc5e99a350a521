"""Play the matches of a lab, on all cores of this computer or on those that a Dask scheduler knows."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from tapete.lab.matches import LabMatch, Setup, played

M = TypeVar("M")
"""What is kept of a match."""

PART = 10
"""Matches of one task: what an interruption or the end of a worker can cost."""


def several(setup: Setup, numbers: Sequence[int]) -> list[LabMatch]:
    """Play some matches."""
    return [played(setup, number) for number in numbers]


def parts(numbers: Sequence[int]) -> list[Sequence[int]]:
    """Numbers in tasks."""
    return [numbers[start : start + PART] for start in range(0, len(numbers), PART)]


def on_this_computer(
    setup: Setup, numbers: Sequence[int], workers: int, play: Callable[[Setup, Sequence[int]], list[M]]
) -> Iterator[list[M]]:
    """Play matches in processes, and give each task as it is done.

    Args:
        setup: what is played. numbers: of the matches. workers: processes. play: plays some matches (`several`).
    """
    # Ctrl-C reaches every process of a terminal: only this one is to answer it.
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        asked: list[Future[list[M]]] = [pool.submit(play, setup, part) for part in parts(numbers)]
        for done in as_completed(asked):
            yield done.result()
    except (GeneratorExit, KeyboardInterrupt):  # ended early: a task under way, and those that wait at a worker, would take a minute more
        running = set(multiprocessing.active_children()) - others
        for worker in running:
            worker.terminate()
        for worker in running:
            worker.join()
        # One may have ended in the middle of a result: the pool waits for its rest, until nothing can write to it any more.
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # Python 3.14 has `terminate_workers`, earlier ones nothing
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def on_a_cluster(setup: Setup, numbers: Sequence[int], scheduler: str) -> Iterator[list[LabMatch]]:
    """Play matches on the workers of a Dask scheduler (extra `cluster`), and give each task as it is done.

    A task whose worker ends is given to another one; its matches are the same there.

    Args:
        setup: what is played. numbers: of the matches. scheduler: its address, such as `tcp://192.168.1.20:8786`.

    Raises:
        OSError: nothing answers there.
    """
    import distributed

    dask: Any = distributed  # its parts say no types
    with dask.Client(scheduler, timeout=10, set_as_default=False) as client:
        asked = client.map(several, [setup] * len(parts(numbers)), parts(numbers), pure=False, retries=5)
        for done in dask.as_completed(asked, loop=client.loop):
            yield done.result()

"""Strands: what threads do, by turns, on a Python that is given stack switching by a stand-in."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tapete.tab import strands
from tests.tab import stand_in
from tools import site_table


def together(*works: Callable[[], object]) -> None:
    """Run each on a strand, and wait for all."""

    async def main() -> None:
        def begin() -> None:
            for handle in [strands.start(work) for work in works]:
                handle.join()

        await strands.in_strand(begin)

    stand_in.run(main)


@pytest.fixture
def made_of_strands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what `threading` and `queue` build their own things of be strands, for one test."""
    for name, value in {"Lock": strands.Lock, "_allocate_lock": strands.Lock, "RLock": strands.RLock}.items():
        monkeypatch.setattr(threading, name, value)


def test_a_lock_goes_to_who_waited_longest() -> None:
    lock, told = strands.Lock(), list[int]()

    def work(number: int) -> None:
        with lock:
            strands.sleep(0)
            told.append(number)

    together(*(lambda number=number: work(number) for number in range(5)))
    assert told == [0, 1, 2, 3, 4]
    assert not lock.locked()


def test_a_lock_is_waited_for_no_longer_than_was_said() -> None:
    lock, told = strands.Lock(), list[bool]()

    def holds() -> None:
        with lock:
            strands.sleep(0.05)

    def waits() -> None:
        told.append(lock.acquire(blocking=False))
        told.append(lock.acquire(timeout=0.001))
        told.append(lock.acquire())
        lock.release()

    together(holds, waits)
    assert told == [False, False, True]
    with pytest.raises(RuntimeError, match="release unlocked lock"):
        lock.release()


def test_a_lock_that_may_be_taken_again_belongs_to_one_strand() -> None:
    lock, told = strands.RLock(), list[str]()

    def work(name: str) -> None:
        with lock:
            told.append(name)
            with lock:
                strands.sleep(0)
                told.append(name)

    def foreign() -> None:
        with pytest.raises(RuntimeError, match="un-acquired"):
            lock.release()

    together(lambda: work("a"), lambda: work("b"), foreign)
    assert told == ["a", "a", "b", "b"]


@pytest.mark.usefixtures("made_of_strands")
def test_conditions_events_and_queues_are_made_of_them() -> None:
    mail: Any = queue._PySimpleQueue()  # type: ignore[attr-defined]  # what a Python without threads has
    news, told, rung = threading.Condition(), list[Any](), threading.Event()

    def reads() -> None:
        while (one := mail.get()) is not None:
            told.append(one)
        with news:
            news.notify_all()

    def writes() -> None:
        for number in range(100):
            mail.put(number)
            if not number % 10:
                strands.sleep(0)
        mail.put(None)

    def hears() -> None:
        with news:
            assert news.wait_for(lambda: len(told) == 100, 30)
        rung.set()

    def late() -> None:
        assert not rung.wait(0.001)
        assert rung.wait(30)

    together(late, hears, reads, writes)
    assert told == list(range(100))


def test_a_fault_comes_to_who_waits_for_the_strand() -> None:
    async def main() -> None:
        with pytest.raises(ZeroDivisionError):
            await strands.in_strand(lambda: 1 // 0)
        assert await strands.in_strand(divmod, 7, 2) == (3, 1)
        assert strands.current() == strands.MAIN

    stand_in.run(main)


def test_who_computes_long_lets_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strands, "BREATH_S", -1.0)  # each breath is due
    told = list[str]()

    def long() -> None:
        for _ in range(3):
            told.append("long")
            strands.breathe()

    together(long, lambda: told.append("short"))
    assert told == ["long", "short", "long", "long"]


def test_garbage_is_never_collected_by_itself_on_this_pyodide() -> None:
    assert site_table.PYODIDE == "314.0.7"  # a later one has the mend (its change 6466): try whether `tidy` may go
    said = "import gc; from tapete.tab import strands; strands.install(); print(gc.isenabled())"
    assert subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout.strip() == "False"
    assert strands.YOUNG == 0

"""Where nothing can wait: tasks of the event loop in the place of threads, and a whole table that needs no others."""

from __future__ import annotations

import asyncio
import json
import queue
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tapete.console.clock import Mail, Steps, Timer
from tapete.tab import strands
from tapete.tab.loop_clock import LoopClock, LoopTask, MayNotWait
from tapete.table import match_file
from tapete.table.watchers import Watchers
from tests.tab import stand_in


def in_loop(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    stand_in.apart(lambda: asyncio.run(main()))


def test_a_course_goes_on_when_something_has_come_or_its_time_is_up() -> None:
    async def main() -> None:
        clock, told, over = LoopClock(), list[str](), asyncio.Event()
        news = clock.condition()
        mail: Mail[str] = clock.mail()
        there = False

        def waits() -> bool:
            with news:
                return news.wait_for(lambda: there, 0.001)

        def steps() -> Steps:
            told.append(f"{yield waits}")  # nobody says anything: None
            told.append(f"{yield waits}")
            told.append(f"{yield mail.get}")
            over.set()

        task = clock.task(steps, "waits")
        assert not task.is_alive()
        task.start()
        while not told:
            await asyncio.sleep(0)
        there = True
        news.notify_all()
        mail.put("letter")
        await over.wait()
        assert told == ["None", "True", "letter"]
        assert not task.is_alive()
        task.join()

    in_loop(main)


def test_a_wait_that_no_course_gives_out_is_refused() -> None:
    async def main() -> None:
        clock = LoopClock()
        mail: Mail[str] = clock.mail()
        with pytest.raises(MayNotWait):
            mail.get()
        with pytest.raises(queue.Empty):
            mail.get(timeout=0)
        with pytest.raises(RuntimeError, match="no thread"):
            clock.thread(lambda: None, "console")

        def steps() -> Steps:
            yield mail.get

        endless = LoopTask(steps)
        endless.start()
        endless.join(0)
        assert endless.is_alive()
        with pytest.raises(MayNotWait):
            endless.join()
        with pytest.raises(RuntimeError, match="nothing can wait"):
            strands.NoSwitching().wait(asyncio.get_running_loop().create_future())

    in_loop(main)


def test_timers_and_listeners_are_called_by_the_loop() -> None:
    async def main() -> None:
        clock, told, rung = LoopClock(), list[str](), asyncio.Event()
        cancelled = Timer(clock, 0.001, lambda: told.append("cancelled")).start()
        cancelled.cancel()
        rings = Timer(clock, 0.002, rung.set).start()
        assert not rings.settle(0)
        watchers = Watchers[str]("test", clock)

        def hears(change: str) -> None:
            told.append(change)
            watchers.rest()  # a listener may do what it likes

        forget = watchers.add(hears)
        watchers.tell("one")
        assert told == []  # soon, and never while it is told
        await rung.wait()
        assert (told, rings.settle(0)) == (["one"], True)
        watchers.tell("two")
        forget()
        watchers.close()
        assert told == ["one"]
        watchers.add(told.append)
        watchers.tell("three")
        watchers.close()
        assert told == ["one", "three"]

    in_loop(main)


def test_a_pool_without_threads_does_its_work_at_once() -> None:
    pool, told = strands.AtOnce(1, thread_name_prefix="coach"), list[int]()
    assert pool.submit(lambda: told.append(1)).done()
    assert told == [1]
    with pytest.raises(ZeroDivisionError):
        pool.submit(lambda: 1 // 0).result()
    pool.shutdown(wait=False, cancel_futures=True)


def test_a_whole_match_is_played_without_a_thread(tmp_path: Path) -> None:
    program = (sys.executable, "-m", "tests.tab.without_waiting", tmp_path)
    done = subprocess.run(program, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert "This browser lets the table do one thing at a time" in told["lobby"]["en"]
    assert "Este navegador deja que la mesa haga una sola cosa a la vez" in told["lobby"]["es"]
    assert 'id="try"' not in told["lobby"]["en"]
    match, differences = match_file.check(match_file.read(told["exported"].encode()))
    assert (match.result is not None, differences) == (True, ())
    assert told["heard"][-1] == match.log.seq
    assert {entry.source for entry in match.log.entries} <= {"robot:A", "robot:B", "robot"}
    assert told["may_look"] is False
    assert "Traceback" not in done.stderr, done.stderr

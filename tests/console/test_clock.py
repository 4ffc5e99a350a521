"""A clock that a person owns: time goes by only while all wait, one runs at a time, and the schedule decides who."""

from __future__ import annotations

import functools
import queue
import random
import threading
from collections.abc import Callable

import pytest

from tapete.console.clock import REAL_TIME, Clock, Mail, OwnedClock, Timer


def test_an_hour_goes_by_while_everybody_waits() -> None:
    with OwnedClock() as clock:
        told: list[tuple[str, float]] = []

        def nap(seconds: int) -> None:
            clock.sleep(seconds)
            told.append((f"{seconds}", clock.now()))

        threads = [clock.thread(functools.partial(nap, seconds), f"{seconds}") for seconds in (3600, 60, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert told == [("1", 1.0), ("60", 60.0), ("3600", 3600.0)]


def test_time_stands_still_while_somebody_works() -> None:
    with OwnedClock() as clock:
        other = clock.thread(lambda: clock.sleep(5), "other")
        other.start()
        assert clock.now() == 0
        assert sum(range(100_000)) > 0
        assert clock.now() == 0
        other.join(2)
        assert (clock.now(), other.is_alive()) == (2, True)
        other.join()
        assert (clock.now(), other.is_alive()) == (5, False)


@pytest.mark.parametrize("make", [lambda: REAL_TIME, OwnedClock])
def test_a_queue_gives_what_comes_in_time_and_a_condition_what_holds(make: Callable[[], Clock]) -> None:
    clock = make()
    mail: Mail[str] = clock.mail()
    with pytest.raises(queue.Empty):
        mail.get(timeout=0.01)
    with pytest.raises(queue.Empty):
        mail.get(block=False)
    thread = clock.thread(lambda: mail.put("letter"), "writer")
    thread.start()
    assert mail.get(timeout=30) == "letter"
    thread.join()
    condition, facts = clock.condition(), [""]

    def say() -> None:
        with condition:
            facts[0] = "so"
            condition.notify_all()

    with condition:
        assert condition.wait_for(lambda: facts[0], 0.01) == ""
    second = clock.thread(say, "second")
    second.start()
    with condition:
        assert condition.wait_for(lambda: facts[0], 30) == "so"
    second.join()


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_timer_calls_once_unless_it_is_cancelled(cancelled: bool) -> None:
    with OwnedClock() as clock:
        called: list[float] = []
        timer = Timer(clock, 4, lambda: called.append(clock.now())).start()
        assert not timer.settle(3)
        if cancelled:
            timer.cancel()
        assert timer.settle(100)
        assert called == ([] if cancelled else [4])
        assert clock.now() == (3 if cancelled else 4)


def ran(seed: int) -> list[int]:
    """In which order ten threads ran that all could."""
    order: list[int] = []
    with OwnedClock(random.Random(seed).randrange) as clock:
        threads = [clock.thread(functools.partial(order.append, n), f"{n}") for n in range(10)]
        for thread in threads:
            thread.start()
        assert order == [], "who starts them has not waited yet"
        for thread in threads:
            thread.join()
    return order


def test_the_owner_decides_who_goes_on_and_it_can_be_repeated() -> None:
    orders = [ran(seed) for seed in range(5)]
    assert len({tuple(order) for order in orders}) > 1
    assert orders == [ran(seed) for seed in range(5)]


def test_one_mover_lets_time_go_by_in_steps_of_its_own() -> None:
    """As a simulated board does: it stops where it has something to say, and never passes the moment that a person waits for."""
    with OwnedClock() as clock:
        said: list[float] = []
        news = clock.condition()

        def move() -> None:
            while (horizon := clock.wait_to_move()) is not None:
                clock.move_to(min(horizon, clock.now_us + 400_000))
                with news:
                    said.append(clock.now())
                    news.notify_all()

        board = clock.thread(move, "board")
        board.start()
        clock.sleep(1)
        assert said == [0.4, 0.8, 1.0]
        with news:
            assert news.wait_for(lambda: len(said) == 5, 10)
        assert clock.now() == pytest.approx(1.8)
        clock.end_mover()
        board.join()


def test_a_guest_is_woken_and_holds_nothing_up() -> None:
    """A thread of a web server that asks for something meanwhile."""
    woken = threading.Event()
    with OwnedClock() as clock:
        news, facts = clock.condition(), [False]

        def guest() -> None:
            with news:
                news.wait_for(lambda: facts[0])
            woken.set()

        thread = threading.Thread(target=guest, daemon=True)
        thread.start()
        clock.sleep(10)
        with news:
            facts[0] = True
            news.notify_all()
        assert woken.wait(60)
        assert clock.now() == 10
        thread.join()

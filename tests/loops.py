"""Run a coroutine beside whatever loop this thread has: a browser's test leaves one behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run it to its end in a thread of its own, and give what it returns."""
    return apart(lambda: asyncio.run(coroutine))


def apart(calls: Callable[[], T]) -> T:
    """Call what begins a loop by itself, such as a command, in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(calls).result()

"""A host as a process of its own, whose pages are open in a browser while it is killed and started again."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import httpx

from tapete.core.codec import builtins
from tapete.core.match import Match
from tapete.table import Journal
from tapete.table.folders import journal_path
from tapete.table.resuming import looked_at
from tapete.testing.contract import QUIET

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[3]

START_S = 120.0
"""How long a loaded computer may take to start a host, and to end it."""

PATIENCE_MS = 30_000

NEWEST = """() => Number(document.querySelector('[data-seq-shown]')?.dataset.seqShown ?? document.querySelector('main').dataset.seq)"""
"""The newest entry that a page of a match shows."""

IS_LOST = "document.body.classList.contains('is-lost')"


def free_port() -> int:
    """Give a port that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Host:
    """`tapete` as a process on this computer, killed and started again at the same port.

    Args:
        folder: its data. command: what it runs, with its arguments.
    """

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder, self._command, self.port = folder, command, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._client = httpx.Client(base_url=self.address, trust_env=False, timeout=60)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.end(signal.SIGKILL)
        self._client.close()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        paths = os.pathsep.join(str(ROOT / part) for part in ("host", "firmware/lib"))
        command = [sys.executable, "-m", "tapete", *self._command, "--no-browser", "--web-port", str(self.port), "--data", str(self.folder)]
        self._process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.DEVNULL)
        until = time.monotonic() + START_S
        while True:
            assert time.monotonic() < until, "the host does not start"
            assert self._process.poll() is None, "the host ended"
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)

    def end(self, by: signal.Signals) -> None:
        """End it by a signal, and wait until it is gone."""
        if self._process is not None:
            self._process.send_signal(by)
            self._process.wait(START_S)
            self._process = None

    def post(self, match: str, action: dict[str, Any]) -> int:
        """Enter an action, and return the newest entry."""
        answer = self._client.post(f"/api/match/{match}", json={"do": action}).json()
        assert answer["ok"], answer
        return int(answer["seq"])

    def stands(self, match: str) -> Match[Any]:
        """Read how a match stands in the journal, while a person plays it or nobody does."""
        with Journal(journal_path(self.folder)) as journal:
            return looked_at(journal, match)

    def play_on(self, match: str, steps: int, rng: random.Random) -> int:
        """Play a match on by chance as far as it goes, and return its newest entry."""
        for _ in range(steps):
            stands = self.stands(match)
            action = None if stands.result is not None else stands.rules.sample(stands.state, rng, avoid=QUIET)
            if action is None:
                break
            self.post(match, builtins(action))
        return self.stands(match).log.seq


def all_show(pages: Sequence[Page], seq: int) -> float:
    """Wait until every page shows an entry, without anything done to it. Return the seconds that the slowest took."""
    began = time.monotonic()
    for page in pages:
        page.wait_for_function(f"seq => ({NEWEST})() >= seq && !{IS_LOST}", arg=seq, timeout=PATIENCE_MS)
    return time.monotonic() - began


def keep(page: Page) -> Page:
    """Note on a page that it stays, so that a load of its own is seen."""
    page.evaluate("window.stayed = true")
    return page


def has_stayed(page: Page) -> bool:
    """Say whether a page was never loaded anew since `keep`."""
    return bool(page.evaluate("window.stayed === true"))

"""Journal and sealing as a state machine: whatever comes in whatever order, nothing acknowledged is lost unsaid and no seal opens early.

The model knows what was acknowledged and who has locked what. The machine declares, lies, kills, tears the write-ahead log, changes a bit
and writes from two places at once; each harm is done to a copy, as a power cut leaves it.

    python -m tests.table.journal_model --steps 1000000     with new chance, and says how many steps were taken
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import shutil
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from tapete.core.codec import encode
from tapete.core.refusals import RefereeError
from tapete.core.sealing import seal_of
from tapete.games.shazamm.state import Bidding
from tapete.table import Hub, Journal, JournalTrouble, NotWritten, Table
from tapete.table.journal_repair import open_journal

STEPS = 50
"""The most steps of a run: then another match begins, in another journal."""

MEMORY = Path("/dev/shm")
"""A file system that no disk is asked about, where there is one: the machine cuts no power, it copies what has been written."""

SEATS = st.sampled_from(("A", "B"))
AMOUNTS = st.integers(1, 8)

NAME = "matches.sqlite3"


class JournalAndSeals(RuleBasedStateMachine):
    """One match in one journal, and all that may happen to them."""

    opened: ClassVar[int] = 0
    """Copies that were opened."""
    steps: ClassVar[int] = 0
    """What was done so far, in all runs."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp(prefix="tapete-model-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
        self.folder, self.copies = self.root / "running", 0
        self.hub = Hub(Journal(self.folder / NAME))
        self.acknowledged: list[bytes] = []
        self.locked: dict[str, tuple[str, int]] = {}
        """What consoles have sealed: nonce and value by seat."""

    def teardown(self) -> None:
        self.hub.close()
        shutil.rmtree(self.root)

    @initialize()
    def begin(self) -> None:
        self.table = self.hub.begin("shazamm")

    # ---- what the model knows

    @property
    def bidding(self) -> bool:
        return isinstance(self.table.state.agenda[-1], Bidding)

    @property
    def ready(self) -> frozenset[str]:
        step = self.table.state.agenda[-1]
        return frozenset(step.ready) if isinstance(step, Bidding) else frozenset()

    def declare(self, raw: dict[str, Any]) -> bool:
        """Declare something; whether it was acknowledged."""
        before = self.table.seq
        try:
            self.table.submit(raw)
        except RefereeError:
            assert self.table.seq == before, "what was refused has left nothing"
            return False
        self.acknowledged = [encode(entry) for entry in self.table.entries]
        assert len(self.acknowledged) > before
        if not self.bidding or not self.ready:
            self.locked.clear()
        return True

    # ---- what people and consoles do

    @precondition(lambda self: self.bidding)
    @rule(seat=SEATS, amount=AMOUNTS)
    def lock_on_a_phone(self, seat: str, amount: int) -> None:
        waits = seat not in self.ready
        if self.declare({"action": "lock_bid", "seat": seat, "amount": amount}):
            assert waits
            self.locked.pop(seat, None)

    @precondition(lambda self: self.bidding)
    @rule(seat=SEATS, amount=AMOUNTS, nonce=st.integers(0, 2**128 - 1))
    def lock_on_a_console(self, seat: str, amount: int, nonce: int) -> None:
        said, waits = f"{nonce:032x}", seat not in self.ready
        if self.declare({"action": "lock_bid", "seat": seat, "seal": seal_of(said, seat, amount)}):  # type: ignore[arg-type]
            assert waits
            self.locked[seat] = said, amount

    @precondition(lambda self: self.bidding)
    @rule(seat=SEATS)
    def unlock(self, seat: str) -> None:
        was = seat in self.ready
        if self.declare({"action": "unlock", "seat": seat}):
            assert was
            self.locked.pop(seat, None)

    @precondition(lambda self: self.bidding)
    @rule(lie=st.sampled_from(("", "value", "nonce", "early")), by=st.integers(1, 5))
    def reveal(self, lie: str, by: int) -> None:
        """A host opens the seals; one that lies says another value or another nonce, or does it too early."""
        all_ready = self.ready == {"A", "B"}
        bids = {seat: value for seat, (_nonce, value) in self.locked.items()}
        nonces = {seat: nonce for seat, (nonce, _value) in self.locked.items()}
        lies = False
        for seat in list(bids)[:1]:
            if lie == "value":
                bids[seat], lies = bids[seat] + by, True
            elif lie == "nonce":
                nonces[seat], lies = f"{int(nonces[seat], 16) ^ by:032x}", True
        if self.declare({"action": "reveal_bids", "bids": bids, "nonces": nonces}):
            assert all_ready, "nothing opens before both have locked"
            assert not lies, "what was sealed is what counts"

    @precondition(lambda self: not self.bidding and self.table.result is None)
    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed: int) -> None:
        action = self.table.rules.sample(self.table.state, random.Random(seed), avoid=frozenset({"concede", "ruling", "stop_match"}))
        if action is not None:
            with suppress(RefereeError):
                self.table.submit(action)
            self.acknowledged = [encode(entry) for entry in self.table.entries]
            self.locked.clear()

    @precondition(lambda self: self.table.result is not None)
    @rule()
    def begin_again(self) -> None:
        self.table, self.acknowledged, self.locked = self.hub.begin("shazamm"), [], {}

    # ---- what happens to the file

    def copy(self) -> Path:
        """The folder as a power cut leaves it."""
        self.copies += 1
        made = self.root / f"copy-{self.copies}"
        shutil.copytree(self.folder, made)
        return made / NAME

    def found(self, path: Path, harmed: bool) -> None:
        """Open a copy: what is there is the beginning of what was acknowledged, and whatever is missing is said."""
        type(self).opened += 1
        journal, repaired = open_journal(path)
        with closing(journal):
            try:
                kept = journal.match(self.table.id)
            except JournalTrouble:
                kept = None
            there = [] if kept is None else [encode(entry) for entry in kept.entries]
            assert there == self.acknowledged[: len(there)]
            if len(there) < len(self.acknowledged) or kept is None:
                assert harmed, "nothing acknowledged is lost by a kill"
                told = repaired is not None or journal.gone is not None or self.table.id in journal.damaged
                assert told or any(lost.match == self.table.id for lost in journal.lost_tails), "what is missing is said"
        shutil.rmtree(path.parent)

    @precondition(lambda self: self.acknowledged)
    @rule()
    def kill(self) -> None:
        self.found(self.copy(), harmed=False)

    @precondition(lambda self: self.acknowledged)
    @rule(cut=st.integers(1, 20_000), behind=st.sampled_from(("-wal", "")))
    def tear(self, cut: int, behind: str) -> None:
        path = self.copy()
        torn = path.with_name(NAME + behind)
        raw = torn.read_bytes()
        torn.write_bytes(raw[: max(0, len(raw) - cut)])
        self.found(path, harmed=True)

    @precondition(lambda self: self.acknowledged)
    @rule(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), behind=st.sampled_from(("-wal", "-wal", "")))
    def change_a_bit(self, at: float, bit: int, behind: str) -> None:
        path = self.copy()
        file = path.with_name(NAME + behind)
        raw = bytearray(file.read_bytes())
        if raw:
            raw[int(at * len(raw))] ^= 1 << bit
            file.write_bytes(bytes(raw))
        self.found(path, harmed=True)

    @rule()
    def restart(self) -> None:
        match = self.table.id
        self.hub.close()
        self.hub = Hub(Journal(self.folder / NAME))
        assert self.hub.journal.lost_tails == ()
        found = self.hub.table(match)
        assert isinstance(found, Table)
        assert [encode(entry) for entry in found.entries][: len(self.acknowledged)] == self.acknowledged
        self.table, self.acknowledged = found, [encode(entry) for entry in found.entries]
        self.locked = {seat: known for seat, known in self.locked.items() if seat in self.ready}

    @precondition(lambda self: self.bidding and self.acknowledged)
    @rule(seat=SEATS)
    def write_from_two_places(self, seat: str) -> None:
        """A second host goes on with the same match; then the first one may not, for its match is not what is kept."""
        with closing(Hub(Journal(self.folder / NAME))) as other:
            theirs = other.table(self.table.id)
            assert theirs is not None
            before = theirs.seq
            with suppress(RefereeError):
                theirs.submit({"action": "unlock" if seat in self.ready else "lock_bid", "seat": seat, "seal": "ab" * 32})
            if theirs.seq > before:
                try:
                    self.table.submit({"action": "concede", "seat": "A"})
                except (NotWritten, RefereeError):
                    pass
                else:
                    raise AssertionError("two hosts have written the same entry")
            self.acknowledged = [encode(entry) for entry in theirs.entries]
        self.restart()

    # ---- what always holds

    @invariant()
    def no_entry_holds_a_secret(self) -> None:
        type(self).steps += 1
        if hasattr(self, "table"):
            assert all("amount" not in (entry.action or {}) for entry in self.table.entries[-3:])


def walk(runs: int, **more: Any) -> None:
    """So many runs of the machine, each of `STEPS` steps at the most; `more` are settings of hypothesis."""
    chosen = settings(max_examples=runs, stateful_step_count=STEPS, deadline=None, suppress_health_check=list(HealthCheck), **more)
    run_state_machine_as_test(JournalAndSeals, settings=chosen)


def main(arguments: list[str] | None = None) -> None:
    """Walk with new chance until so many steps are taken."""
    parser = argparse.ArgumentParser(prog="tests.table.journal_model", description="Walk through journal and sealing by chance.")
    parser.add_argument("--steps", type=int, default=1_000_000, help="how many at the least (a million)")
    asked = parser.parse_args(arguments)
    before = logging.root.manager.disable
    logging.disable(logging.ERROR)  # what is damaged is told each time
    try:
        while JournalAndSeals.steps < asked.steps:
            walk(min(200, 1 + asked.steps // STEPS), derandomize=False, database=None)
            print(f"{JournalAndSeals.steps:,} steps, {JournalAndSeals.opened:,} harmed copies opened, no counterexample", flush=True)
    finally:
        logging.disable(before)


if __name__ == "__main__":
    main()

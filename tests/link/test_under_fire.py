"""Both real ends of the link over a line that flips, loses, doubles, swaps, cuts, floods and stalls: the firmware's loop and HostLink.

What must hold: no message lost, none applied twice, none out of order; after the fire the last picture is on show and nothing waits. The
clock is the test's own. The form of the run sets the length of the long evening (nightly: a million lines).
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.console.host_link import HostLink
from tapete.console.reports import AloneCounters, BidLocked, BidRevealed, Connected, ConsoleReport, Precious
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.seats import Seat
from tapete_console import lights, wire
from tests.firmware.rig import WORKSHOP, Desk, simhw
from tests.run_forms import by_form

STEP_MS = 5
QUIET_MS = 2000
"""How soon after the fire everything must be right again."""

ENTROPY_BYTES = 1 << 18
"""Random bytes of one boot: more than any evening here uses up."""

BINDING: dict[int, Seat] = {0: "A", 1: "B"}

Damage = Callable[[bytes], bytes]
"""What the line does to a chunk on its way."""


def whole(chunk: bytes) -> bytes:
    return chunk


class Table:
    """Two people at a console, a host with a journal that survives it, and the line between."""

    def __init__(self) -> None:
        self._chance = random.Random(20260102)  # nonces and faces of dice change the length of lines, and so what the fire meets
        self.desk = Desk(panels=2, runup_ms=0, entropy=self._chance.randbytes(ENTROPY_BYTES))
        self.now = 0
        self.towards_host: Damage = whole
        self.towards_console: Damage = whole
        self.journal: list[tuple[str, int, str]] = []
        self.events: list[ConsoleReport] = []
        self.plugged = False
        self.value = 10
        self.scene: Scene | None = None
        self.request = ""
        self.link = self.fresh_host()
        self.plug()

    def fresh_host(self) -> HostLink:
        """A host that knows only its journal."""
        return HostLink("0.1.0", "line", lambda boot: max((number for at, number, _ in self.journal if at == boot), default=0))

    def plug(self) -> None:
        if not self.plugged:
            self.plugged = True
            simhw.DATA.host_open()
            self.link.open(self.now)

    def unplug(self) -> None:
        if self.plugged:
            self.plugged = False
            simhw.DATA.host_close()
            self.link.close()

    def kill_host(self) -> None:
        """The host dies (-9) and another one takes its place, with the same match."""
        self.unplug()
        self.link = self.fresh_host()
        if self.scene is not None:
            self.link.show(self.scene, BINDING, self.request, self.now)
        self.plug()

    def restart_console(self) -> None:
        """A person presses RUN: another boot, and what nobody had safe is gone with the old one."""
        was_plugged = self.plugged
        self.unplug()
        entropy = self._chance.randbytes(ENTROPY_BYTES)
        self.desk = Desk(panels=2, runup_ms=0, after="run pin", plugged=False, entropy=entropy)
        if was_plugged:
            self.plug()

    def show(self, *, bids: bool, fresh: bool) -> None:
        """The table shows another picture, with a new question if `fresh`."""
        self.value = self.value % 50 + 1
        if fresh or not self.request:
            self.request = f"s{int(self.request[1:] or 0) + 1}" if self.request else "s1"
        bid = Bounds(1, 50) if bids else None
        self.scene = Scene(panels=tuple(Panel(seat=seat, value=self.value, largest=50, lamp="turn", bid=bid) for seat in BINDING.values()))
        self.link.show(self.scene, BINDING, self.request, self.now)

    def tap(self, panel: int, button: str) -> None:
        self.desk.press(panel, button)
        self.run(30)
        self.desk.release(panel, button)
        self.run(30)

    def run(self, ms: int) -> None:
        """Let both ends work for a while."""
        for _ in range(ms // STEP_MS):
            self.now += STEP_MS
            simhw.advance(STEP_MS)
            self.desk.console.turn(WORKSHOP.supervisor.ticks_ms())
            from_console = simhw.DATA.host_read()
            if self.plugged:
                self.take(self.link.receive(self.towards_host(from_console), self.now) if from_console else [])
                if self.now % 50 == 0:
                    self.take(self.link.tick(self.now))
                if octets := self.link.output():
                    simhw.DATA.host_write(self.towards_console(octets))

    def take(self, events: list[ConsoleReport]) -> None:
        for event in events:
            self.events.append(event)
            if isinstance(event, Precious):
                self.journal.append((event.boot, event.number, type(event).__name__))
                self.link.keep(event, self.now)

    def prove(self, most_refused: int = 0) -> None:
        """The fire is over: all is right again within two seconds. A press that found the queue full was refused by a red blink: it was
        not lost, but more than `most_refused` would mean that the line hardly carries."""
        self.towards_host = self.towards_console = whole
        simhw.DATA.host_stall(False)
        self.plug()
        self.show(bids=False, fresh=True)
        self.run(QUIET_MS)
        taken = self.desk.console.link.shown
        self.run(lights.SETTLE_MS)  # a change is still being shown as a difference
        assert self.desk.console.link.shown == taken > 0, "the last picture was there within two seconds"
        for boot in {boot for boot, _, _ in self.journal}:
            numbers = [number for at, number, _ in self.journal if at == boot]
            assert numbers == list(range(1, len(numbers) + 1)), "none lost, none twice, in order"
        assert [self.desk.count(panel) for panel in BINDING] == [self.value] * 2, "both show the last picture"
        self.kill_host()
        self.run(QUIET_MS)
        assert self.link.hello is not None
        kept = sum(boot == self.link.hello.boot for boot, _, _ in self.journal)
        assert self.link.hello.first == kept + 1, "the console has nothing that is not in the journal"
        assert self.link.status is not None
        assert self.link.status.queue == 0
        assert self.link.status.dropped <= most_refused


def flip(chunk: bytes, place: int, bit: int) -> bytes:
    at = place % len(chunk)
    return chunk[:at] + bytes((chunk[at] ^ (1 << bit),)) + chunk[at + 1 :]


DAMAGES: dict[str, Callable[[bytes, int], bytes]] = {
    "flip": lambda chunk, place: flip(chunk, place, place % 8),
    "lose": lambda chunk, place: b"",
    "double": lambda chunk, place: chunk + chunk,
    "cut the end": lambda chunk, place: chunk[: place % len(chunk)],
    "cut the beginning": lambda chunk, place: chunk[place % len(chunk) :],
    "garbage before": lambda chunk, place: bytes(place * 7 % 256 for _ in range(place % 40)) + chunk,
    "flood": lambda chunk, place: chunk + b"\xff" * (3 * wire.MAX_LINE) + b"\n",
    "newline within": lambda chunk, place: chunk[: place % len(chunk)] + b"\n" + chunk[place % len(chunk) :],
}


class Fire:
    """Damages the n-th chunk as scripted, and lets all others through. `later`: the chunk comes after the next one."""

    def __init__(self, script: dict[int, tuple[str, int]]) -> None:
        self._script = script
        self._chunk = 0
        self._late = b""

    def __call__(self, chunk: bytes) -> bytes:
        self._chunk += 1
        kind, place = self._script.get(self._chunk, ("", 0))
        late, self._late = self._late, b""
        if kind == "later":
            self._late = late + chunk
            return b""
        if late:
            return chunk + late
        return DAMAGES[kind](chunk, place) if kind else chunk


SCRIPTS = st.dictionaries(st.integers(1, 40), st.tuples(st.sampled_from([*sorted(DAMAGES), "later"]), st.integers(0, 1000)), max_size=15)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), st.integers(0, 1), st.sampled_from(("minus", "plus", "lock", "roll"))),
        st.tuples(st.just("show"), st.booleans(), st.booleans()),
        st.tuples(st.just("run"), st.integers(1, 60), st.none()),
        st.tuples(st.just("unplug"), st.none(), st.none()),
        st.tuples(st.just("plug"), st.none(), st.none()),
        st.tuples(st.just("kill"), st.none(), st.none()),
        st.tuples(st.just("stall"), st.booleans(), st.none()),
        st.tuples(st.just("restart"), st.booleans(), st.none()),
        st.tuples(st.just("reveal"), st.none(), st.none()),
    ),
    min_size=1,
    max_size=25,
)


def do(table: Table, step: tuple[str, object, object]) -> None:
    """One thing that happens at a table."""
    match step:
        case ("tap", int(panel), str(button)):
            table.tap(panel, button)
        case ("show", bool(bids), bool(fresh)):
            table.show(bids=bids, fresh=fresh)
        case ("run", int(steps), _):
            table.run(steps * 20)
        case ("unplug", _, _):
            table.unplug()
        case ("plug", _, _):
            table.plug()
        case ("kill", _, _):
            table.kill_host()
        case ("stall", bool(stalled), _):
            simhw.DATA.host_stall(stalled)
        case ("restart", bool(both), _):
            table.restart_console()
            if both:
                table.kill_host()
        case ("reveal", _, _):
            table.link.reveal(table.now)


# A computer that is busy with other things is no fault of the link.
@settings(max_examples=by_form(quick=10, usual=10, long=100, nightly=1_000), suppress_health_check=[HealthCheck.too_slow])
@given(towards_host=SCRIPTS, towards_console=SCRIPTS, steps=STEPS)
def test_whatever_happens_on_the_line_nothing_is_lost_and_nothing_comes_twice(
    towards_host: dict[int, tuple[str, int]], towards_console: dict[int, tuple[str, int]], steps: list[tuple[str, object, object]]
) -> None:
    table = Table()
    table.towards_host, table.towards_console = Fire(towards_host), Fire(towards_console)
    for step in steps:
        do(table, step)
    table.prove()


@pytest.mark.slow
def test_a_long_evening_with_one_byte_in_a_hundred_damaged() -> None:
    """Continuous play under random damage, repeatable by its seed; so many lines as the form of the run says."""
    rng = random.Random(20260101)

    def damage(chunk: bytes) -> bytes:
        octets = bytearray(chunk)
        for at in range(len(octets)):
            if rng.random() < 0.01:
                octets[at] ^= 1 << rng.randrange(8)
        if rng.random() < 0.01:
            return b""
        return bytes(octets + octets) if rng.random() < 0.01 else bytes(octets)

    table = Table()
    table.towards_host = table.towards_console = damage
    lines = by_form(quick=1_000, usual=1_000, long=10_000, nightly=1_000_000)
    while table.link.counters.received + table.link.counters.bad < lines:
        table.show(bids=rng.random() < 0.5, fresh=rng.random() < 0.3)
        for _ in range(rng.randrange(1, 8)):
            table.tap(rng.randrange(2), rng.choice(("minus", "plus", "lock", "roll")))
        table.run(rng.randrange(50, 1500))
    assert table.link.counters.bad > lines / 20, "the line did burn"
    table.prove(most_refused=lines // 10_000)


class Cut:
    """Both wires break when so many bytes have passed over the two together; what was on its way is lost."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, chunk: bytes) -> bytes:
        passed = chunk[: max(0, self.left)]
        self.left -= len(chunk)
        return passed


EVERY_BYTE = range(0, 700, by_form(quick=53, usual=53, long=7, nightly=1))
"""The whole exchange is less than 700 bytes."""


@pytest.mark.parametrize("after", EVERY_BYTE)
def test_the_cable_is_pulled_at_any_point_while_only_one_has_locked_and_nothing_is_revealed(after: int) -> None:
    table = Table()
    table.run(1500)
    table.show(bids=True, fresh=True)
    table.run(500)
    seen = bytearray()
    cut = Cut(after)

    def listen(chunk: bytes) -> bytes:
        seen.extend(chunk)
        return cut(chunk)

    table.towards_host, table.towards_console = listen, cut
    for _ in range(16):
        table.tap(0, "plus")
    table.tap(0, "lock")
    bids = [table.desk.number(panel) for panel in (0, 1)]
    table.link.reveal(table.now)
    table.run(700)
    table.unplug()
    table.towards_console = whole
    cut.left = 1 << 30
    table.plug()
    table.link.reveal(table.now)
    table.run(QUIET_MS)
    assert [kind for _, _, kind in table.journal] == ["BidLocked"]
    assert b" revealed " not in seen
    table.tap(1, "lock")
    table.link.reveal(table.now)
    table.run(1000)
    assert [event.bid for event in table.events if isinstance(event, BidRevealed)] == bids


@pytest.mark.parametrize("after", EVERY_BYTE)
def test_the_cable_is_pulled_at_any_point_of_lock_and_reveal(after: int) -> None:
    table = Table()
    table.run(1500)
    table.show(bids=True, fresh=True)
    table.run(500)
    table.towards_host = table.towards_console = Cut(after)
    table.tap(0, "plus")
    table.tap(0, "lock")
    table.tap(1, "lock")
    bids = [table.desk.number(panel) for panel in (0, 1)]
    table.link.reveal(table.now)
    table.run(300)
    table.unplug()
    table.run(1000)
    table.towards_host = table.towards_console = whole
    table.plug()
    table.run(1500)
    if sum(isinstance(event, BidRevealed) for event in table.events) < 2:
        table.link.reveal(table.now)  # as the table does while a bid is missing; what it has may come again, under another number
    table.run(QUIET_MS)
    kinds = [kind for _, _, kind in table.journal]
    assert kinds[:2] == ["BidLocked", "BidLocked"]
    assert set(kinds[2:]) == {"BidRevealed"}
    revealed = {(event.panel, event.bid, event.fits) for event in table.events if isinstance(event, BidRevealed)}
    assert revealed == {(0, bids[0], True), (1, bids[1], True)}
    table.prove()


def test_a_host_killed_between_lock_and_reveal_finds_the_locked_bids_again() -> None:
    table = Table()
    table.run(1500)
    table.show(bids=True, fresh=True)
    table.run(500)
    table.tap(0, "lock")
    table.kill_host()
    table.run(1500)
    assert [(bid.panel, bid.state) for bid in table.link.held or ()] == [(0, "locked"), (1, "open")]
    table.tap(1, "lock")
    table.link.reveal(table.now)
    table.run(1000)
    assert [kind for _, _, kind in table.journal] == ["BidLocked", "BidLocked", "BidRevealed", "BidRevealed"]
    fits = [event.fits for event in table.events if isinstance(event, BidRevealed)]
    assert fits == [None, True], "the seal of the first one is in the journal of the host that died"


def test_no_bid_is_on_the_line_before_both_have_locked() -> None:
    table = Table()
    seen = bytearray()

    def listen(chunk: bytes) -> bytes:
        seen.extend(chunk)
        return chunk

    table.towards_host = listen
    table.run(1500)
    table.show(bids=True, fresh=True)
    table.run(500)
    for _ in range(16):
        table.tap(0, "plus")
    table.tap(0, "lock")
    table.link.reveal(table.now)
    table.run(1000)
    assert any(isinstance(event, BidLocked) for event in table.events)
    assert not any(isinstance(event, BidRevealed) for event in table.events)
    assert b" 17" not in seen
    assert b"revealed" not in seen.replace(b":revealed", b"")


def test_counters_kept_alone_are_told_once_when_the_host_is_back() -> None:
    table = Table()
    table.run(1500)
    table.show(bids=False, fresh=True)
    table.run(500)
    table.unplug()
    table.run(4000)
    for level in ("press", "release"):  # both held: the counter is its player's own
        for button in ("minus", "plus"):
            getattr(table.desk, level)(1, button)
        table.run(2100)
    for _ in range(3):
        table.tap(1, "minus")
    table.plug()
    table.run(QUIET_MS)
    alone = [event.values for event in table.events if isinstance(event, AloneCounters)]
    assert alone == [(11, 8)]
    assert sum(isinstance(event, Connected) for event in table.events) == 2
    table.prove()

"""Bind a console to the seats of a table: presses become actions, and the state of the match becomes the picture on the panels."""

from __future__ import annotations

import functools
import logging
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from tapete.console import reports
from tapete.console.client import ConsoleState
from tapete.console.clock import REAL_TIME, Clock, Timer
from tapete.console.troubles import Finding
from tapete.core.domains import whole
from tapete.core.kinds import name_of
from tapete.core.refusals import RefereeError
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.sealing import Sealing, seal_of
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep
from tapete.core.texts import Message, Text
from tapete.table import codes
from tapete.table.panel_telling import PanelTelling, Teller
from tapete.table.prompts import UNLOCK, LockMeans
from tapete.table.question.picks import Picks
from tapete.table.questions import AGAIN, asked_again
from tapete.table.sources import MessageMark, Source
from tapete.table.submitting import NotWritten
from tapete.table.table import Table
from tapete.table.watchers import Changed

_log = logging.getLogger(__name__)

LARGEST_NUMBER = 99
"""A panel shows two digits; what is asked beyond them is asked on the page."""

REVEAL_S = 4.0
"""How long a console that is there may take to reveal the bids it holds, before the seats are asked again."""

HELD_S = 2.5
"""How long after the begin of a session the console has told which bids it holds (it tells each second)."""

PANELS = 2
"""Panels of a console that nobody has met yet."""

MOST_FINDINGS = 8


class ConsoleLike(Protocol):
    """What the table asks of a console (`tapete.console.client.Console`)."""

    @property
    def state(self) -> ConsoleState:
        """How it is now."""

    def show(self, scene: Scene, binding: Mapping[int, Seat], request: str = "", answers: int = 0, match: str = "") -> None:
        """Show a scene; after one more answer it is another picture, even in the same words."""

    def show_nothing(self) -> None:
        """Go dark."""

    def dim(self, percent: int) -> None:
        """Shine with so much of its light."""

    def reveal(self) -> None:
        """Ask for the bids."""

    def close(self) -> None:
        """Let it go."""


OpenConsole = Callable[[Callable[[reports.ConsoleReport], None], Callable[[str], int]], ConsoleLike]
"""Makes a console, given what hears its events and what says how many messages of a boot are kept already."""


StickerListener = Callable[[Table, Seat | None, reports.Tagged], None]
"""Hears of each card that is laid on a reader: at which table, whose it is (None: not known)."""


class ConsoleBinding:
    """One console at a table.

    Args:
        open_console: makes the console.
        kept: for a boot, the number of the last message that the journal has.
        on_connected: called on the console's thread whenever a session has begun.
        patience_s: how long a reveal may take (`REVEAL_S`).
        held_s: how long it may take until the console has said which bids it holds (`HELD_S`).
        clock: whose time counts.
        teller: tells what happened by lights; None: the panels show how it ended.
    """

    def __init__(
        self,
        open_console: OpenConsole,
        kept: Callable[[str], int],
        on_connected: Callable[[], None] = lambda: None,
        patience_s: float = REVEAL_S,
        held_s: float = HELD_S,
        clock: Clock = REAL_TIME,
        teller: Teller | None = None,
    ) -> None:
        self.panels: dict[int, Seat] = {}
        self.findings: list[Finding] = []
        self._on_connected = on_connected
        self._patience_s, self._held_s = patience_s, held_s
        self._told_owing = False
        self._clock = clock
        self._asking_held: Timer | None = None
        self._drawing = threading.RLock()
        self._teller = teller
        self.telling = PanelTelling(clock, self._drawing, self._draw)
        self._table: Table | None = None
        self._unwatch: Callable[[], None] = lambda: None
        self._picks: Picks | None = None
        self._revealing: tuple[str, Timer] | None = None
        # Picks are kept in memory only: after a restart of this program their question has another name, and the panel begins anew.
        self._again = random.randrange(AGAIN) + 1
        self._away = False
        self._answered_on: dict[int, tuple[str, int]] = {}
        self._answers = 0
        self.on_person: Callable[[reports.Precious], None] | None = None
        self.on_sticker: StickerListener | None = None
        self._touched_last: Seat | None = None
        self._made = threading.Event()
        self.console = open_console(self.on_report, kept)
        self._made.set()

    def panels_there(self) -> int:
        """Return how many panels the console has; two until it has connected once."""
        return self.console.state.panels or PANELS

    def serve(self, table: Table, panels: Mapping[int, Seat]) -> None:
        """Serve a table from now on.

        Args:
            table: whose.
            panels: the seat at each panel.
        """
        with self._drawing:
            if table is not self._table:
                self._unwatch()
                self._table, self._picks = table, Picks(table)
                self._unwatch = table.watch(self._heard)
                self.telling.begin(self._teller(table) if self._teller is not None else None)
            self.panels = dict(panels)
            self._draw()

    def present(self, scene: Scene, panels: Mapping[int, Seat]) -> None:
        """Serve no table from now on. Show a scene that asks nothing, and report every press to `on_person`.

        Args:
            scene: what to show; what it asks for is left out.
            panels: the seat at each panel.
        """
        with self._drawing:
            self._leave_table()
            self.panels = dict(panels)
            asks_nothing = (replace(panel, bid=None, pick=None, dice=(), lock=None) for panel in scene.panels)
            self.console.show(replace(scene, panels=tuple(asks_nothing)), self.panels)

    def rest(self) -> None:
        """Serve no table from now on, and let the panels go dark."""
        with self._drawing:
            self._leave_table()
            self.console.show_nothing()

    def _leave_table(self) -> None:
        self._unwatch()
        self._unwatch = lambda: None
        self._stop_waiting()
        self.telling.stop()
        self._table, self._picks, self.panels = None, None, {}

    def close(self) -> None:
        """Let the panels go dark, and the console go."""
        with self._drawing:
            self._unwatch()
            self._table = None
            self._stop_waiting()
            self.telling.stop()
            if self._asking_held is not None:
                self._asking_held.cancel()
            self.console.show_nothing()
        self.console.close()

    def settle(self, timeout_s: float) -> bool:
        """Wait until the console that came last has been asked which bids it holds; False if that takes too long."""
        asking = self._asking_held
        return asking is None or asking.settle(timeout_s)

    # ---- from the table to the panels

    def _heard(self, changed: Changed) -> None:
        if changed.what in ("entries", "draft"):
            with self._drawing:
                if changed.what == "entries":
                    self._tell()
                self._draw()

    def _tell(self) -> None:
        """Tell what has just happened, if this console can; no bid that it keeps may be taken from its panels for that."""
        table, state = self._table, self.console.state
        if table is None or self._teller is None:
            return
        turn = self._teller(table)
        if state.connected and state.able.tell:
            self.telling.news(turn, tuple(self.panels.values()), hold=not self._sealed_here(table))
        else:
            self.telling.begin(turn)

    def _draw(self) -> None:
        """Show how the match is now; the newest picture wins."""
        table = self._table
        if table is None or not self.panels:
            return
        if (told := self.telling.scene) is not None and table.lock_means is None:
            self._stop_waiting()
            self.console.show(told, self.panels, self.telling.request, self._answers, table.id)
            return
        mine = frozenset(self.panels.values())
        able = self.console.state.able
        table.asked_on_page = table.asked_on_page - mine if able.numbers else table.asked_on_page | mine
        table.chosen_on_page = table.chosen_on_page - mine if able.choices else table.chosen_on_page | mine
        with table.still():
            scene, request, sealed = self.telling.beside(self._scene(table)), self._request(table), self._sealed_here(table)
            ready, answers = self._all_ready(table), self._answers
        self.console.show(scene, self.panels, request, answers, table.id)
        if ready and sealed:
            self._ask_reveal(request)
        else:
            self._stop_waiting()

    def _scene(self, table: Table) -> Scene:
        """Return the game's scene, asking for the bids that this console may hold: it would forget a locked bid that is no longer asked."""
        scene = table.rules.scene(table.state)
        if (means := table.lock_means) is not None:
            return means.lit(scene)
        sealing = self._sealing(table)
        panels = []
        for panel in scene.panels:
            made = replace(panel, bid=self._bounds(table, sealing, panel)) if sealing is not None else panel
            if made.bid is not None and made.bid.high > LARGEST_NUMBER:
                made = replace(made, bid=None)
            if made.pick is not None and made.pick.high > LARGEST_NUMBER:
                made = replace(made, pick=None)
            panels.append(made)
        return replace(scene, panels=tuple(panels))

    def _bounds(self, table: Table, sealing: Sealing, panel: Panel) -> Bounds | None:
        step = table.state.agenda[-1]
        if panel.seat in step.ready and table.holder(panel.seat) is None:
            return None
        if panel.bid is not None:
            return panel.bid
        domain = sealing.domain(table.rules.board(table.state), panel.seat)
        return Bounds(domain.low, domain.high) if isinstance(domain, whole) else None

    def _request(self, table: Table) -> str:
        """The name of what is asked now. A bid keeps it over restarts of this program; a choice of cards does not."""
        return table.question if self._sealing(table) is not None else asked_again(table.question, self._again)

    @staticmethod
    def _sealing(table: Table) -> Sealing | None:
        step = table.state.agenda[-1]
        return next((sealing for sealing in table.rules.game.sealings if isinstance(step, sealing.step)), None)

    def _sealed_here(self, table: Table) -> list[Seat]:
        """The seats at these panels whose bid a console holds."""
        step = table.state.agenda[-1]
        if not isinstance(step, SealingStep):
            return []
        return [seat for seat in self.panels.values() if seat in step.ready and table.holder(seat) is not None]

    @staticmethod
    def _all_ready(table: Table) -> bool:
        step = table.state.agenda[-1]
        return isinstance(step, SealingStep) and set(step.ready) == set(table.seats)

    # ---- the reveal

    def _ask_reveal(self, request: str) -> None:
        """Ask once for each question; the link repeats it until the answers are there."""
        if self._revealing is not None and self._revealing[0] == request:
            return
        self._stop_waiting()
        self.console.reveal()
        self._revealing = request, Timer(self._clock, self._patience_s, functools.partial(self._no_answer, request)).start()

    def _stop_waiting(self) -> None:
        self._told_owing = False
        if self._revealing is not None:
            self._revealing[1].cancel()
            self._revealing = None

    def _no_answer(self, request: str) -> None:
        """The console is connected and does not reveal: it has lost the bids (SHZ-R74). One that is away may still bring them back."""
        with self._drawing:
            table = self._table
            if table is None or self._revealing is None or self._revealing[0] != request:
                return
            if not self.console.state.connected:
                return
            if let_off := self._panels_that_owe(table, request):
                if not self._told_owing:
                    table.notice(codes.PRESS_LOCK, seat=let_off)
                self._told_owing = True
                self._revealing = request, Timer(self._clock, self._patience_s, functools.partial(self._no_answer, request)).start()
                return
            self._revealing = None
            self._reopen(table, codes.BID_GONE, self._sealed_here(table))

    def _panels_that_owe(self, table: Table, request: str) -> list[Seat]:
        """The seats that bid elsewhere, if the console has all it was asked for and opens nothing: their panels were asked too, and let the
        others go by their own LOCK (docs/link.md, section 6)."""
        sealed = self._sealed_here(table)
        held = {self.panels.get(bid.panel) for bid in self.console.state.held or () if bid.request == request and bid.state == "locked"}
        if not sealed or not set(sealed) <= held:
            return []
        return [seat for seat in self.panels.values() if seat not in sealed]

    def _reopen(self, table: Table, sentence: Message, seats: Sequence[Seat], why: Text | None = None) -> None:
        try:
            table.withdraw(seats, sentence, why, seat=list(seats))
        except NotWritten:
            _log.warning("the bidding could not be opened again: the journal cannot be written")

    # ---- from the panels to the table

    def on_report(self, event: reports.ConsoleReport) -> None:
        """Take what the console tells; on its own thread. When this returns, what a person did is in the journal, or was refused.

        Raises:
            NotWritten: the journal could not be written; the console says the same again.
        """
        self._made.wait()
        if isinstance(event, reports.Connected):
            self._on_connected()
            self._connected(event)
        elif isinstance(event, reports.Lost):
            self._lost()
        elif isinstance(event, reports.Reported):  # of what is unreachable or does not fit the console's own state tells
            self._find(event.finding)
        elif isinstance(event, reports.AloneCounters) and self._table is not None:
            self._table.notice(codes.COUNTERS_ALONE, values=list(event.values))
        elif isinstance(event, reports.Precious):
            if self.on_person is not None:
                self.on_person(event)
            table, seat = self._table, self.panels.get(getattr(event, "panel", -1))
            if table is not None and isinstance(event, reports.Tagged) and self.on_sticker is not None:
                self.on_sticker(table, self._whose(table), event)
            elif table is not None and seat is not None:
                self._touched_last = seat
                self._pressed(table, seat, event)

    def _whose(self, table: Table) -> Seat | None:
        """Whose card is laid on the reader: of the only seat asked, else of the last that pressed a button here; None: not known."""
        asked = {owed.seat for owed in table.awaiting()}
        only = next(iter(asked)) if len(asked) == 1 else None
        return only or (self._touched_last if self._touched_last in table.seats else None)

    def _find(self, finding: Finding) -> None:
        self.findings = [*self.findings, finding][-MOST_FINDINGS:]

    def _pressed(self, table: Table, seat: Seat, event: reports.Precious) -> None:
        if (means := table.lock_means) is not None:
            self._said_beside(table, means, seat, event)
            return
        with self._drawing:
            if self.telling.scene is not None and isinstance(event, reports.Pressed):
                if event.button == "lock" and not event.long and event.request == self.telling.request:
                    self.telling.go_on()
                    self._draw()
                return
        source = Source("console", seat, MessageMark(event.boot, event.number))
        changed = False
        try:
            with table.still():
                if isinstance(event, reports.Pressed):
                    self._touched(table, seat, event, source)
                elif isinstance(event, reports.Picked | reports.PickDone):
                    changed = self._picked(table, seat, event, source)
                elif getattr(event, "request", None) in (table.question, self._request(table)):
                    self._answered(table, seat, event, source)
        except NotWritten:
            raise
        except RefereeError as refused:
            # A player was faster (a page, an undo): the picture that is on its way shows how it is now.
            _log.info("panel of %s: %s", seat, refused)
            changed = True
        if changed:  # not under the table's lock: the one who draws takes that one second
            with self._drawing:
                self._draw()

    def _said_beside(self, table: Table, means: LockMeans, seat: Seat, event: reports.Precious) -> None:
        """LOCK while it says something beside the match; not under the table's lock, which the one who hears it takes after their own."""
        if isinstance(event, reports.Pressed) and self._is_fresh(table, event):
            self._counted(event)
            means.heard(seat)
            with self._drawing:
                self._draw()

    def _is_fresh(self, table: Table, event: reports.Pressed) -> bool:
        """Say whether a press is a LOCK, and the first for the picture that the panel showed."""
        if event.button != "lock" or event.long or table.question not in (event.request, event.request[:-1]):
            return False
        return self._answered_on.get(event.panel) != (event.boot, event.revision)

    def _counted(self, event: reports.Pressed) -> None:
        self._answered_on[event.panel] = event.boot, event.revision
        self._answers += 1

    def _touched(self, table: Table, seat: Seat, event: reports.Pressed, source: Source) -> None:
        """LOCK as ready or pass: once a press, and only for the question that the panel showed; a late or held one answers no other.

        Two presses of one picture are one: the second came before the panel could show what the first has done, and would take it back.
        So the panel must get another picture after an answer, even if it looks the same: else it would take no press any more.
        """
        if self._is_fresh(table, event) and table.touch(seat, source):
            self._counted(event)

    def _answered(self, table: Table, seat: Seat, event: reports.Precious, source: Source) -> None:
        """An answer to the question that is open now."""
        if isinstance(event, reports.Rolled):
            table.submit({"action": "enter_roll", "roll": event.die, "value": event.face}, source)
            return
        sealing = self._sealing(table)
        if sealing is None:
            return
        if isinstance(event, reports.BidLocked):
            table.submit({"action": name_of(sealing.lock), "seat": seat, "seal": event.seal}, source)
        elif isinstance(event, reports.BidUnlocked):
            table.submit({"action": UNLOCK, "seat": seat}, source)
        elif isinstance(event, reports.BidRevealed):
            self._revealed(table, seat, event, source)

    def _revealed(self, table: Table, seat: Seat, event: reports.BidRevealed, source: Source) -> None:
        if seal_of(event.nonce, seat, event.bid) != table.state.agenda[-1].seals.get(seat):
            self._reopen(table, codes.SEAL_DIFFERS, [seat])
            return
        try:
            table.open_bid(seat, event.bid, event.nonce, source)
        except NotWritten:
            raise
        except RefereeError as refused:
            self._reopen(table, codes.BID_OUT_OF_BOUNDS, [seat], refused.refusals[0].text(table.rules.words))

    def _picked(self, table: Table, seat: Seat, event: reports.Picked | reports.PickDone, source: Source) -> bool:
        """A number more, or all there are. A refused one is told to everybody; a refused choice is asked anew (then True)."""
        if self._picks is None or event.request[:-1] != table.question:
            return False
        if isinstance(event, reports.Picked):
            self._picks.add(seat, event.choice)
        elif not self._picks.finish(seat, source):
            self._again = self._again % AGAIN + 1
            return True
        return False

    # ---- coming and going

    def _lost(self) -> None:
        table = self._table
        self._away = True
        if table is None or table.result is not None:
            return
        with table.still():
            sealed = self._sealed_here(table)
            if sealed:
                table.notice(codes.CONSOLE_AWAY, seats=sealed)
            else:
                table.notice(codes.CONSOLE_AWAY_PLAIN)

    def _connected(self, event: reports.Connected) -> None:
        """Begin a session: forget bids that another boot held, and ask again for those of this boot if all are ready."""
        table = self._table
        if table is None:
            return
        if self._away:
            self._away = False
            table.notice(codes.CONSOLE_BACK)
        with table.still():
            gone = [seat for seat in self._sealed_here(table) if table.holder(seat) != event.boot]
            if gone:
                self._reopen(table, codes.BID_GONE, gone)
        with self._drawing:
            self._stop_waiting()
            self._draw()
            self._ask_held(table)

    def _ask_held(self, table: Table) -> None:
        """Look, as soon as the console has said what it holds, whether the bids that were sealed on it are there."""
        if self._asking_held is not None:
            self._asking_held.cancel()
        seals = self._seals_here(table)
        if seals:
            compare = functools.partial(self._compare_held, table, seals)
            self._asking_held = Timer(self._clock, self._held_s, compare).start()

    def _seals_here(self, table: Table) -> dict[Seat, str]:
        with table.still():
            return {seat: table.state.agenda[-1].seals[seat] for seat in self._sealed_here(table)}

    def _compare_held(self, table: Table, seals: Mapping[Seat, str]) -> None:
        """Another host may have shown the console other questions meanwhile: then it has forgotten these bids (SHZ-R74)."""
        with self._drawing:
            state = self.console.state
            if table is not self._table or not state.connected:
                return
            if state.held is None:  # a slow computer, a bad line: what it has not said cannot be judged yet
                self._ask_held(table)
                return
            held = {self.panels.get(bid.panel) for bid in state.held if bid.state != "open" and bid.request == table.question}
            gone = [seat for seat, seal in self._seals_here(table).items() if seals.get(seat) == seal and seat not in held]
            if gone:
                self._reopen(table, codes.BID_GONE, gone)

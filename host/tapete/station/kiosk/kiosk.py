"""What a station shows: the stage, the language and the match on the screen, and how one stage follows another.

Changes are made inside `transactions.begin()`; any thread may read. Time comes from the clock that was passed in: a computer's clock that
jumps changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tapete.i18n import Language
from tapete.lessons.tutor import Tutor
from tapete.station.kiosk import stage as stages
from tapete.station.kiosk.console_display import ConsoleDisplay
from tapete.station.kiosk.memory import Memory
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.openings import Openings
from tapete.station.kiosk.presence import Presence
from tapete.station.kiosk.show import Playbill, Show
from tapete.station.kiosk.stage import Attract, Choice, Choosing, Ended, Playing, Stage
from tapete.station.kiosk.stray import Stray
from tapete.station.kiosk.transactions import Transactions
from tapete.station.kiosk.usage import Usage, UsageKind, usage_of
from tapete.table import Changed, Hub, Table
from tapete.table.in_event import TableInEvent


class Kiosk:
    """One screen and its consoles.

    Args:
        hub: its matches and consoles.
        notebook: staff's settings, and what is kept over a power cut.
        tutor: follows lessons.
        clock: seconds that never go back.
        minute: the minute of the day, for quiet hours.
        rng: the robots' whims.
    """

    def __init__(
        self, hub: Hub, notebook: Notebook, tutor: Tutor, *, clock: Callable[[], float], minute: Callable[[], int], rng: random.Random
    ) -> None:
        self.transactions = Transactions(hub.let_go)
        self.presence = Presence(clock)
        self.openings = Openings(hub, clock, notebook)
        self.usage_listeners: list[Callable[[Usage], None]] = []
        self._notebook, self._tutor = notebook, tutor
        self._clock, self._minute = clock, minute
        self._playbill, self._display = Playbill(rng), ConsoleDisplay(hub)
        self._language: Language = notebook.memory.language or notebook.settings.language
        self._stage: Stage = Attract()
        self.stray: Stray | None = None
        """The last button of a console, if it did nothing."""
        self.event: TableInEvent | None = None
        """What the event says to this table; None: the station is not one of an event."""
        self._table: Table | None = None
        self._unwatch: Callable[[], None] = lambda: None

    # ---- reading

    @property
    def stage(self) -> Stage:
        """Where the station is."""
        return self._stage

    @property
    def language(self) -> Language:
        """The language of the screen."""
        return self._language

    @property
    def table(self) -> Table | None:
        """The match on the screen: the one that is played, or has just ended."""
        return self._table

    @property
    def show(self) -> Show | None:
        """The robots' match, while nobody is here."""
        return self._playbill.show

    @property
    def quiet(self) -> bool:
        """Whether it is a quiet hour."""
        return self._notebook.settings.is_quiet(self._minute())

    @property
    def light(self) -> tuple[int, int]:
        """How bright screen and consoles are, in percent."""
        return self._notebook.settings.light(self.quiet and isinstance(self._stage, Attract))

    @property
    def plays_for_event(self) -> bool:
        """Whether the match on the screen is that of the event's round."""
        return self.event is not None and isinstance(self._stage, Playing) and self._stage.match == self.event.match

    def offered(self) -> tuple[str, ...]:
        """The games that staff offers, by name."""
        return tuple(self._notebook.settings.offered())

    def choices(self) -> tuple[Choice, ...]:
        """What visitors can choose now; nothing unless they are choosing."""
        with self.transactions.lock:
            here = self._stage
            if not isinstance(here, Choosing):
                return ()
            return stages.choices(here, self._notebook.settings, self._language, can_resume=bool(self.openings.waiting()))

    def left_s(self) -> float | None:
        """Seconds until the station goes back by itself, while it counts them down on the screen; None while it does not."""
        with self.transactions.lock:
            return self.presence.left_s(self._stage, self._notebook.settings)

    # ---- from stage to stage

    def alive(self) -> None:
        """Note that a person has just done something: whatever people were asked, they go on."""
        self.presence.touch()
        if self.stray is not None:
            self.stray = None
            self.transactions.mark_visible()
        if isinstance(self._stage, Playing) and (self._stage.asked or self._stage.stopping):
            self.amend(Playing(match=self._stage.match))

    def go(self, to: Stage) -> None:
        """Begin another stage."""
        self.transactions.mark_visible()
        before = self._stage
        self._stage = to
        self.presence.begin()
        if isinstance(to, Attract | Choosing) and isinstance(before, Playing | Ended):
            self._let_go()
        if isinstance(to, Attract):
            self._language = self._notebook.settings.language
        else:
            self._playbill.end()
        self._tutor.rest()
        if isinstance(to, Playing):
            self.lead()
        self._redraw()
        self.remember()

    def strays(self, stray: Stray) -> None:
        """Say on the screen that a button of a console did nothing, until a person does something."""
        self.stray = stray
        self.transactions.mark_visible()

    def amend(self, to: Stage) -> None:
        """Change the stage a little; its time goes on."""
        self.transactions.mark_visible()
        self._stage = to
        if isinstance(to, Choosing):
            self._redraw()

    def expect(self, event: TableInEvent | None) -> None:
        """Show what an event says to this table from now on."""
        if event != self.event:
            self.event = event
            self.transactions.mark_visible()
            if isinstance(self._stage, Attract):
                if event is not None:
                    self._playbill.end()
                self._redraw()

    def speak(self, language: Language) -> None:
        """Let the screen speak a language until these people go."""
        self._language = language
        self.transactions.mark_visible()

    def remember(self) -> None:
        """Note where the station is, for after a power cut."""
        match = self._stage.match if isinstance(self._stage, Playing) else ""
        wanted = Memory(match=match, language=self._language if match else None, lessons=dict(self._tutor.lessons))
        self._notebook.remember(wanted)

    # ---- the match on the screen

    def play(self, table: Table, kind: UsageKind) -> None:
        """Put a match on the screen.

        Args:
            table: the match. kind: `began` or `resumed`.
        """
        self._unwatch()
        self._table, self._tutor.said = table, None
        self._unwatch = table.watch(self._heard)
        self.go(Playing(match=table.id))
        self.tell(kind)

    def resume(self, match: str) -> bool:
        """Put a kept match on the screen; False if it cannot go on here."""
        table = self.openings.again(match)
        if table is not None:
            self.play(table, "resumed")
        return table is not None

    def tell(self, kind: UsageKind) -> None:
        """Tell the statistics what has become of the match on the screen."""
        if self._table is not None:
            guided = self._tutor.progress(self._table) is not None
            usage = usage_of(kind, self._table, guided=guided, seconds=self.presence.stage_s)
            for listener in self.usage_listeners:
                listener(usage)

    def lead(self) -> None:
        """Let the guide follow the match, and the consoles ask for LOCK where it waits for that."""
        changed = self._tutor.lead(self._table)
        self.transactions.mark_visible()
        if changed:
            self._redraw()

    def _heard(self, changed: Changed) -> None:
        """Follow what happened at the match; called on its watchers' thread."""
        with self.transactions.begin():
            table = self._table
            if table is None or changed.match != table.id or not isinstance(self._stage, Playing):
                return
            self.alive()
            self.transactions.mark_visible()
            if changed.what == "entries":
                self._tutor.heard(table, changed)
                if table.result is not None:
                    self.tell("ended")
                    self.go(Ended(match=table.id))
                else:
                    self.lead()

    def _let_go(self) -> None:
        """Take the match off the screen; it is in the journal."""
        table, self._table, self._tutor.said = self._table, None, None
        self._unwatch()
        self._unwatch = lambda: None
        if table is not None:
            self.transactions.release(table.id)

    # ---- robots, consoles and light

    def perform(self) -> None:
        """Let the robots play on while nobody is here, or stop them in quiet hours; at a table of an event none play."""
        settings = self._notebook.settings
        plays = settings.attract and not self.quiet and self.event is None
        if self._playbill.step(self._clock(), settings.offered()) if plays else self._playbill.end():
            self._redraw()
            self.transactions.mark_visible()

    def dim(self) -> None:
        """Let screen and consoles shine as staff wants it now."""
        if self._display.dim(self.light):
            self.transactions.mark_visible()

    def _redraw(self) -> None:
        """Let the consoles show where the station is."""
        self.dim()
        show = None if self.show is None else self.show.table
        self._display.show(self._stage, self._table, show, len(self.choices()), bool(self._tutor.waits_for), self.event)

    def close(self) -> None:
        """End the robots' match, and hear no more of matches. What was on the screen is remembered."""
        with self.transactions.lock:
            self._unwatch()
            self._playbill.end()
            self.transactions.clear_listeners()

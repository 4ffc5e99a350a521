"""`Station`: one screen, one console, and whoever comes by. Stages, idle times, lessons; any thread may call anything.

    station = Station(hub, folder)
    station.press("plus") / station.choose("shazamm") / station.touch()      # by console, by finger, by key
    station.tick()                                                           # once a second, from a clock's thread

Time is asked of the clock that was passed in, never of the wall, so a wall clock that jumps changes nothing.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from tapete.console.client import minute_of_day
from tapete.core.refusals import RefereeError
from tapete.core.texts import Text, _
from tapete.i18n import Language
from tapete.presentation import lessons
from tapete.station.addresses import group
from tapete.station.kiosk import resume_code, stage
from tapete.station.kiosk.buttons import Button as Button  # others know it from here
from tapete.station.kiosk.buttons import Buttons
from tapete.station.kiosk.console_display import ConsoleDisplay
from tapete.station.kiosk.memory import Memory
from tapete.station.kiosk.notebook import Notebook
from tapete.station.kiosk.openings import Openings, not_begun
from tapete.station.kiosk.presence import DEAF_S as DEAF_S  # others know them from here
from tapete.station.kiosk.presence import STOP_S as STOP_S
from tapete.station.kiosk.presence import Presence
from tapete.station.kiosk.show import Playbill, Show
from tapete.station.kiosk.stage import Attract, Choice, Choosing, Ended, Playing, Stage
from tapete.station.kiosk.transactions import Transactions
from tapete.station.kiosk.usage import Usage, UsageKind, usage_of
from tapete.station.lessons.guide import Progress
from tapete.station.lessons.tutor import Tutor, Waits
from tapete.station.settings import Settings
from tapete.table import Changed, Hub, Table

_log = logging.getLogger(__name__)

NO_CODE = _("No match waits under that code. Look at the code again, or begin a new match.")


class Station:
    """One demo station.

    Args:
        hub: its matches and consoles; from now on the station decides what the consoles show.
        folder: where settings and memory are.
        clock: seconds that never go back.
        minute: the minute of the day, for quiet hours.
        rng: the robots' whims.
    """

    def __init__(
        self,
        hub: Hub,
        folder: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
        minute: Callable[[], int] = minute_of_day,
        rng: random.Random | None = None,
    ) -> None:
        self.hub = hub
        self._minute = minute
        self._transactions = Transactions(hub.let_go)
        self._lock, self._transaction = self._transactions.lock, self._transactions.one
        self._listeners: list[Callable[[Usage], None]] = []
        self._notebook = Notebook(folder)
        self._language: Language = self._notebook.memory.language or self.settings.language
        self._stage: Stage = Attract()
        self._presence = Presence(clock)
        self._playbill, self._clock = Playbill(rng or random.Random()), clock
        self._table: Table | None = None
        self._unwatch: Callable[[], None] = lambda: None
        self._tutor = Tutor(self._notebook.memory.lessons)
        self._waits_for: Waits = ""
        self._openings = Openings(hub, clock, self._notebook.trouble)
        self._display, self._buttons = ConsoleDisplay(hub), Buttons(self, self._presence, clock)
        hub.shows_what_it_opens = False
        hub.hear_people(self._buttons.hear)
        self._wake_up()

    def _wake_up(self) -> None:
        """After a power cut the match that was on the screen is there again; else nobody is here."""
        with self._lock:
            if self._notebook.memory.match and self._resume(self._notebook.memory.match):
                return
            self._go(Attract())

    # ---- reading

    @property
    def stage(self) -> Stage:
        """Where the station is."""
        return self._stage

    @property
    def language(self) -> Language:
        """Of the screen."""
        return self._language

    @property
    def settings(self) -> Settings:
        """What staff has decided."""
        return self._notebook.settings

    @property
    def troubles(self) -> tuple[Text, ...]:
        """What staff should know."""
        return self._notebook.troubles

    @property
    def quiet(self) -> bool:
        """Whether it is a quiet hour."""
        return self.settings.is_quiet(self._minute())

    @property
    def light(self) -> tuple[int, int]:
        """How bright screen and console are, in percent."""
        return self.settings.light(self.quiet and isinstance(self._stage, Attract))

    @property
    def table(self) -> Table | None:
        """The match on the screen: that which is played, or has just ended."""
        return self._table

    @property
    def show(self) -> Show | None:
        """The robots' match, while nobody is here."""
        return self._playbill.show

    @property
    def said(self) -> Text | None:
        """What people at a guided match were told last about an action that was taken back."""
        return self._tutor.said

    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen now; nothing unless somebody chooses."""
        with self._lock:
            here = self._stage
            if not isinstance(here, Choosing):
                return ()
            return stage.choices(here, self.settings, self._language, can_resume=bool(self._openings.waiting()))

    def guided(self) -> Progress | None:
        """Where the guide of the match on the screen stands; None without one."""
        with self._lock:
            return self._tutor.progress(self._table)

    def lesson_length(self) -> int:
        """How many instructions the guide of the match on the screen has; 0 without one."""
        with self._lock:
            return self._tutor.length(self._table)

    @property
    def waits_for(self) -> Waits:
        """What the guide waits for that people say by touch or LOCK; empty where it does not, or there is none."""
        return self._waits_for

    def asks_for_touch(self) -> bool:
        """Whether the guide waits for people to say that an instruction without an action is done."""
        return self._waits_for == "instruction"

    def left_s(self) -> float | None:
        """Seconds until the station goes back by itself, while it counts them down on the screen; None while it does not."""
        with self._lock:
            return self._presence.left_s(self._stage, self.settings)

    # ---- hearing

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring` whenever the screen changes, on any thread."""
        self._transactions.listen(ring)

    def on_usage(self, listener: Callable[[Usage], None]) -> None:
        """Tell this one of every match that begins, ends or stops, on any thread; it must not raise."""
        self._listeners.append(listener)

    def _tell(self, kind: UsageKind) -> None:
        if self._table is not None:
            told_of = usage_of(kind, self._table, guided=self.guided() is not None, seconds=self._presence.stage_s)
            for listener in self._listeners:
                listener(told_of)

    # ---- what people do

    def touch(self) -> None:
        """Somebody is here: a finger, a key, a button. Wakes the station up, and answers "still there?"."""
        with self._transaction():
            self._alive()
            if isinstance(self._stage, Attract):
                self._go(Choosing())

    def _alive(self) -> None:
        """Somebody has just done something: whatever they were asked, they go on."""
        self._presence.touch()
        if isinstance(self._stage, Playing) and (self._stage.asked or self._stage.stopping):
            self._go_on(Playing(match=self._stage.match))

    def hold(self) -> None:
        """MINUS and PLUS are held together: asks whether people stop here, once more says that they do; or says that they are there."""
        with self._transaction():
            here = self._stage
            if not isinstance(here, Playing) or here.stopping:
                self.stop()
            elif here.asked:
                self._alive()
            elif not self._presence.has_answered:  # the first touch of the buttons may have been the answer already
                self._presence.touch()
                self._go_on(replace(here, stopping=True))

    def press(self, button: Button) -> None:
        """A button that the stage gives a meaning (see `Buttons`)."""
        with self._transaction():
            self._buttons.press(button)

    def move(self, by: int) -> None:
        """The cursor so many places on, while people choose."""
        with self._transaction():
            self._alive()
            if isinstance(self._stage, Choosing):
                self._go_on(stage.moved(self._stage, by, len(self.choices())))

    def choose(self, value: str) -> bool:
        """Choose one of `choices` by its value; False if it cannot be chosen now."""
        with self._transaction():
            self._alive()
            here = self._stage
            if not isinstance(here, Choosing) or value not in {choice.value for choice in self.choices()}:
                return False
            self._choose(here, value)
            return True

    def back(self) -> None:
        """To the question before, from the result to the beginning."""
        with self._transaction():
            self._alive()
            here = self._stage
            if isinstance(here, Choosing):
                self._go(stage.back(here))
            elif isinstance(here, Ended):
                self._go(Attract())

    def done(self, number: int | None = None) -> None:
        """People say that the guide's instruction without an action is done; `number` is the instruction that they saw."""
        with self._transaction():
            self._alive()
            progress = self.guided()
            if self._waits_for == "instruction" and progress is not None and number in (None, progress.number):
                self._touch_instruction()

    def leave_lesson(self) -> None:
        """People want no guide any more: the match goes on as a free one."""
        with self._transaction():
            self._alive()
            if self._table is not None:
                self._tutor.leave(self._table)
                self._lead()
                self._remember()

    def stop(self) -> None:
        """People stop here: the match is kept, and its code is shown."""
        with self._transaction():
            self._alive()
            if isinstance(self._stage, Playing):
                self._tell("left")
                self._go(Ended(match=self._stage.match))

    def resume(self, code: str, address: str = "") -> bool:
        """Go on with a kept match by the code that a phone brings.

        False if there is none, if other people are at the station, or if so many wrong codes came lately from this phone, or from all
        together, that somebody may be guessing (the screen itself takes codes all the same).

        Args:
            code: as it was typed or scanned. address: of the phone.
        """
        with self._transaction():
            found = self._openings.guess(code, group(address)) if isinstance(self._stage, Attract | Choosing) else None
            if found is None:
                return False
            self._presence.touch()
            return self._resume(found.id)

    def set_language(self, language: Language) -> None:
        """Let the screen speak another language until these people go."""
        with self._transaction():
            self._alive()
            self._language = language
            self._transactions.seen()
            self._remember()

    def _choose(self, here: Choosing, value: str) -> None:
        to = stage.follows(here, value)
        if isinstance(to, Choosing) and to.question == "lesson" and not stage.has_lesson(to.game, to.seats):
            self._begin(to, guided=False)  # there is only one answer
        elif isinstance(to, Choosing):
            self._go(to)
        elif to is not None:
            self._language = to
            self._go(Choosing())
        elif here.question == "code":
            self._spell(here, value)
        else:
            self._begin(here, guided=value == "guided")

    def _spell(self, here: Choosing, letter: str) -> None:
        spelled = here.spelled + letter
        if len(spelled) < resume_code.LENGTH:
            self._go_on(replace(here, spelled=spelled, said=None))
            return
        found = self._openings.find(spelled)
        if found is None or not self._resume(found.id):
            self._go(Choosing(question="code", said=NO_CODE))

    def _begin(self, here: Choosing, *, guided: bool) -> None:
        """Begin the match that was chosen; what goes wrong is said, and the choice stands."""
        try:
            guide = lessons.find(here.game, here.seats) if guided else None
            table = self._openings.free(here.game, here.seats, self.settings) if guide is None else self._openings.led(guide)
        except RefereeError as refused:
            said = not_begun(refused)
            _log.warning("%s", said.in_("en"))
            self._go(Choosing(said=said))
            return
        if guide is not None:
            self._tutor.begin(table)
        self._play(table, "began")

    # ---- matches

    def _resume(self, match: str) -> bool:
        """Put a kept match on the screen; False if it cannot go on here."""
        table = self._openings.again(match)
        if table is not None:
            self._play(table, "resumed")
        return table is not None

    def _play(self, table: Table, kind: UsageKind) -> None:
        self._unwatch()
        self._table, self._tutor.said = table, None
        self._unwatch = table.watch(self._heard)
        self._go(Playing(match=table.id))
        self._tell(kind)

    def _heard(self, changed: Changed) -> None:
        """Something happened at the match; on its watchers' thread."""
        with self._transaction():
            table = self._table
            if table is None or changed.match != table.id or not isinstance(self._stage, Playing):
                return
            self._alive()
            self._transactions.seen()
            if changed.what == "entries":
                if self._waits_for == "end":
                    self._tutor.go_on(table, changed)
                self._tutor.heard(changed)
                if table.result is not None:
                    self._tell("ended")
                    self._go(Ended(match=table.id))
                else:
                    self._lead()

    # ---- lessons

    def _lead(self) -> None:
        """Let the guide follow: take back what it cannot go on from, and let the consoles wait for a touch where it does."""
        if self._table is not None:
            self._tutor.follow(self._table)
        was, self._waits_for = self._waits_for, self._tutor.waits_for(self._table)
        self._transactions.seen()
        if self._table is not None and self._waits_for == "end" != was:
            self._tutor.ends(self._table)
        if bool(was) != bool(self._waits_for):
            self._redraw_consoles()

    def _touch_instruction(self) -> None:
        if self._table is not None:
            self._tutor.touch(self._table)
            self._lead()
            self._remember()

    # ---- from stage to stage

    def _go(self, to: Stage) -> None:
        """Another stage begins."""
        self._transactions.seen()
        before = self._stage
        self._stage = to
        self._presence.begin()
        if isinstance(to, Attract | Choosing) and isinstance(before, Playing | Ended):
            self._let_go()
        if isinstance(to, Attract):
            self._language = self.settings.language
        if not isinstance(to, Attract):
            self._playbill.end()
        self._waits_for = ""
        if isinstance(to, Playing):
            self._lead()
        self._redraw_consoles()
        self._remember()

    def _go_on(self, to: Stage) -> None:
        """The same stage, a little otherwise: its time goes on."""
        self._transactions.seen()
        self._stage = to
        if isinstance(to, Choosing):
            self._redraw_consoles()

    def _let_go(self) -> None:
        """Nobody plays this match now; it is in the journal."""
        table, self._table, self._tutor.said = self._table, None, None
        self._unwatch()
        self._unwatch = lambda: None
        if table is not None:
            self._transactions.leaves(table.id)

    def _remember(self) -> None:
        match = self._stage.match if isinstance(self._stage, Playing) else ""
        wanted = Memory(match=match, language=self._language if match else None, lessons=dict(self._tutor.lessons))
        self._notebook.remember(wanted)

    # ---- time

    def tick(self) -> None:
        """Time goes by: idle people, results that were long enough on the screen, the robots' next action. Call it about once a second."""
        with self._transaction():
            self._dim()
            here = self._stage
            if isinstance(here, Attract) and self._perform():
                self._transactions.seen()
            match self._presence.due(here, self.settings):
                case "leave":
                    self._go(Attract())
                case "abandon":
                    self._tell("abandoned")
                    self._go(Attract())
                case "ask" if isinstance(here, Playing):
                    self._go_on(replace(here, asked=True))
                case "play on" if isinstance(here, Playing):
                    self._go_on(Playing(match=here.match))
                case "count down":
                    self._transactions.seen()

    def _perform(self) -> bool:
        """The robots' next instruction; True if there is something new to see."""
        plays = self.settings.attract and not self.quiet
        changed = self._playbill.step(self._clock(), self.settings.offered()) if plays else self._playbill.end()
        if changed:
            self._redraw_consoles()
        return changed

    # ---- consoles

    def _redraw_consoles(self) -> None:
        """Let the consoles show where the station is."""
        self._dim()
        show = None if self.show is None else self.show.table
        self._display.show(self._stage, self._table, show, len(self.choices()), bool(self._waits_for))

    def _dim(self) -> None:
        """Let screen and consoles shine as staff wants it now."""
        if self._display.dim(self.light):
            self._transactions.seen()

    # ---- staff

    def change_settings(self, changed: Settings) -> None:
        """Keep other settings, and go by them from now on.

        Raises:
            Illegal: they do not hold, or cannot be kept; then nothing has changed.
        """
        with self._transaction():
            self._notebook.change(changed)
            self._dim()
            if isinstance(self._stage, Attract):
                self._go(Attract())

    def reset(self) -> None:
        """Back to the beginning at once, whatever is on the screen; a match is kept."""
        with self._transaction():
            if isinstance(self._stage, Playing):
                self._tell("abandoned")
            self._go(Attract())

    def close(self) -> None:
        """End the robots' match, and hear no more of consoles and matches. What was on the screen is remembered."""
        with self._lock:
            self._unwatch()
            self._playbill.end()
            self._transactions.deaf()

"""`Station`: one screen, one console, and whoever comes by. Stages, idle times, lessons; any thread may call anything.

    station = Station(hub, folder)
    station.press("plus") / station.choose("shazamm") / station.touch()      # by console, by finger, by key
    station.tick()                                                           # once a second, from a clock's thread

Time is asked of the clock that was passed in, never of the wall, so a wall clock that jumps changes nothing.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from tapete.console import events as told
from tapete.console.client import minute_of_day
from tapete.core import position
from tapete.core.refusals import RefereeError
from tapete.core.texts import Text
from tapete.i18n import Language
from tapete.station import guides, lights, memory, recall, settings, stage
from tapete.station.chord import Chord
from tapete.station.guide import Place
from tapete.station.happenings import Happening, HappeningKind
from tapete.station.memory import Memory
from tapete.station.settings import Settings
from tapete.station.show import Playbill, Show
from tapete.station.stage import Attract, Choice, Choosing, Ended, Playing, Stage
from tapete.station.tutor import Tutor, Waits
from tapete.table import Changed, Hub, JournalTrouble, Listing, Table

_log = logging.getLogger(__name__)

Button = Literal["minus", "plus", "lock", "roll"]

DEAF_S = 2.0
"""For so long a press does not leave a new page: the hand was still busy with the one before."""

STOP_S = 20.0
"""For so long people are asked whether they stop here."""

NO_CODE = Text(
    "Con ese código no espera ninguna partida. Mira otra vez el código, o empieza una nueva.",
    "No match waits under that code. Look at the code again, or begin a new match.",
)
NOT_BEGUN = Text("La partida no se ha podido empezar: {why}", "The match could not be begun: {why}")


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
        self.hub, self.folder = hub, folder
        self.troubles: tuple[Text, ...] = ()
        self._clock, self._minute = clock, minute
        self._lock = threading.RLock()
        self._bells: list[Callable[[], None]] = []
        self._listeners: list[Callable[[Happening], None]] = []
        self._settings = self._read_settings()
        self._memory = memory.read(folder)
        self._language: Language = self._memory.language or self._settings.language
        self._stage: Stage = Attract()
        self._touched = self._since = clock()
        self._playbill = Playbill(rng or random.Random())
        self._table: Table | None = None
        self._unwatch: Callable[[], None] = lambda: None
        self._tutor = Tutor(self._memory.lessons)
        self._waits_for: Waits = ""
        self._depth = 0
        self._rings = False
        self._leaving: list[str] = []
        self._guesses = recall.Guesses(clock)
        self._shines = 0, 0
        self._chord, self._answered = Chord(clock), -DEAF_S
        hub.shows_what_it_opens = False
        hub.hear_people(self._person)
        self._wake_up()

    def _wake_up(self) -> None:
        """After a power cut the match that was on the screen is there again; else nobody is here."""
        with self._lock:
            if self._memory.match and self._resume(self._memory.match):
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
        return self._settings

    @property
    def quiet(self) -> bool:
        """Whether it is a quiet hour."""
        return self._settings.is_quiet(self._minute())

    @property
    def light(self) -> tuple[int, int]:
        """How bright screen and console are, in percent."""
        return self._settings.light(self.quiet and isinstance(self._stage, Attract))

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
        """What people at a guided match were told last about a deed that was taken back."""
        return self._tutor.said

    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen now; nothing unless somebody chooses."""
        with self._lock:
            here = self._stage
            if not isinstance(here, Choosing):
                return ()
            return stage.choices(here, self._settings, self._language, can_resume=bool(self._waiting()))

    def guided(self) -> Place | None:
        """Where the guide of the match on the screen stands; None without one."""
        with self._lock:
            return self._tutor.place(self._table)

    def lesson_length(self) -> int:
        """How many deeds the guide of the match on the screen has; 0 without one."""
        with self._lock:
            return self._tutor.length(self._table)

    def asks_for_touch(self) -> bool:
        """Whether the guide waits for people to say that a deed without an action is done."""
        return self._waits_for == "deed"

    def left_s(self) -> float | None:
        """Seconds until the station goes back by itself, while it counts them down on the screen; None while it does not."""
        with self._lock:
            here, idle = self._stage, self._clock() - self._touched
            if isinstance(here, Playing) and here.stopping:
                return max(0.0, STOP_S - idle)
            if isinstance(here, Playing) and here.asked:
                return max(0.0, self._settings.idle_s + self._settings.still_there_s - idle)
            if isinstance(here, Ended):
                return max(0.0, self._settings.end_s - (self._clock() - max(self._since, self._touched)))
            return None

    # ---- hearing

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring` whenever the screen changes, on any thread."""
        self._bells.append(ring)

    def on_happening(self, listener: Callable[[Happening], None]) -> None:
        """Tell this one of every match that begins, ends or stops, on any thread; it must not raise."""
        self._listeners.append(listener)

    def _ring(self) -> None:
        for ring in self._bells:
            ring()

    def _tell(self, kind: HappeningKind) -> None:
        table = self._table
        if table is None:
            return
        result = table.result
        happening = Happening(
            kind=kind,
            match=table.id,
            game=table.rules.game.name,
            seats=len(table.seats),
            guided=self.guided() is not None,
            seconds=self._clock() - self._since,
            seq=table.seq,
            result="" if result is None else result.kind,
        )
        for listener in self._listeners:
            listener(happening)

    # ---- what people do

    def touch(self) -> None:
        """Somebody is here: a finger, a key, a button. Wakes the station up, and answers "still there?"."""
        with self._changing():
            self._alive()
            if isinstance(self._stage, Attract):
                self._go(Choosing())

    def _alive(self) -> None:
        """Somebody has just done something: whatever they were asked, they go on."""
        self._touched = self._clock()
        if isinstance(self._stage, Playing) and (self._stage.asked or self._stage.stopping):
            self._go_on(Playing(match=self._stage.match))

    def hold(self) -> None:
        """MINUS and PLUS are held together: asks whether people stop here, once more says that they do; or says that they are there."""
        with self._changing():
            here, answered = self._stage, self._clock() - self._answered < DEAF_S
            if not isinstance(here, Playing) or here.stopping:
                self.stop()
            elif here.asked:
                self._alive()
            elif not answered:  # the first touch of the buttons may have been the answer already
                self._touched = self._clock()
                self._go_on(replace(here, stopping=True))

    def press(self, button: Button) -> None:
        """A button that the stage gives a meaning: PLUS and MINUS move, LOCK chooses, ROLL goes back; the keys of a keyboard alike."""
        with self._changing():
            here = self._stage
            self._alive()
            if isinstance(here, Choosing):
                self._press_choosing(here, button)
            elif isinstance(here, Ended):
                if self._clock() - self._since >= DEAF_S:
                    self._go(Attract())
            elif isinstance(here, Attract):
                self._go(Choosing())
            elif not here.asked and not here.stopping and self._waits_for:
                self._press_guided(button)

    def _press_guided(self, button: Button) -> None:
        """LOCK says that the deed is done; at the end of the lesson LOCK plays on, and ROLL stops."""
        if button == "lock" and self._waits_for == "end":
            self.leave_lesson()
        elif button == "lock":
            self._touch_deed()
        elif button == "roll" and self._waits_for == "end":
            self.stop()

    def _press_choosing(self, here: Choosing, button: Button) -> None:
        found = self.choices()
        if button == "roll":
            self._go(stage.back(here))
        elif button == "lock":
            self._choose(here, found[min(here.cursor, len(found) - 1)].value)
        else:
            self._go_on(stage.moved(here, 1 if button == "plus" else -1, len(found)))

    def choose(self, value: str) -> bool:
        """Choose one of `choices` by its value; False if it cannot be chosen now."""
        with self._changing():
            self._alive()
            here = self._stage
            if not isinstance(here, Choosing) or value not in {choice.value for choice in self.choices()}:
                return False
            self._choose(here, value)
            return True

    def back(self) -> None:
        """To the question before, from the result to the beginning."""
        with self._changing():
            self._alive()
            here = self._stage
            if isinstance(here, Choosing):
                self._go(stage.back(here))
            elif isinstance(here, Ended):
                self._go(Attract())

    def done(self, number: int | None = None) -> None:
        """People say that the guide's deed without an action is done; `number` is the deed that they saw."""
        with self._changing():
            self._alive()
            place = self.guided()
            if self._waits_for == "deed" and place is not None and number in (None, place.number):
                self._touch_deed()

    def leave_lesson(self) -> None:
        """People want no guide any more: the match goes on as a free one."""
        with self._changing():
            self._alive()
            if self._table is not None:
                self._tutor.leave(self._table)
                self._lead()
                self._remember()

    def stop(self) -> None:
        """People stop here: the match is kept, and its code is shown."""
        with self._changing():
            self._alive()
            if isinstance(self._stage, Playing):
                self._tell("left")
                self._go(Ended(match=self._stage.match))

    def resume(self, code: str) -> bool:
        """Go on with a kept match by the code that a phone brings.

        False if there is none, if other people are at the station, or if so many wrong codes came lately that somebody may be guessing
        (the screen itself takes codes all the same).
        """
        with self._changing():
            if not isinstance(self._stage, Attract | Choosing) or self._guesses.too_many:
                return False
            found = recall.find(self._waiting(), code)
            if found is None:
                self._guesses.wrong()
                return False
            self._touched = self._clock()
            return self._resume(found.id)

    def set_language(self, language: Language) -> None:
        """Let the screen speak another language until these people go."""
        with self._changing():
            self._alive()
            self._language, self._rings = language, True
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
        if len(spelled) < recall.LENGTH:
            self._go_on(replace(here, spelled=spelled, said=None))
            return
        found = recall.find(self._waiting(), spelled)
        if found is None or not self._resume(found.id):
            self._go(Choosing(question="code", said=NO_CODE))

    def _begin(self, here: Choosing, *, guided: bool) -> None:
        """Begin the match that was chosen; what goes wrong is said, and the choice stands."""
        try:
            guide = guides.find(here.game, here.seats) if guided else None
            if guide is not None:
                opening = None if guide.position is None else position.read(dict(guide.position))
                table = self.hub.begin(guide.game, guide.options, None, guide.seats, guide.catalogue, opening)
            else:
                kept = self._settings
                table = self.hub.begin(here.game, kept.house_rules.get(here.game), None, here.seats, kept.catalogues.get(here.game))
        except RefereeError as refused:
            why = refused.refusals[0].text()
            said = Text(NOT_BEGUN.es.format(why=why.es), NOT_BEGUN.en.format(why=why.en))
            _log.warning("%s", said.en)
            self._go(Choosing(said=said))
            return
        if guide is not None:
            self._tutor.begin(table)
        self._play(table, "began")

    # ---- matches

    def _waiting(self) -> Sequence[Listing]:
        try:
            return recall.waiting(self.hub.matches(unfinished=True))
        except JournalTrouble as trouble:
            self._trouble(trouble.text)
            return ()

    def _resume(self, match: str) -> bool:
        """Put a kept match on the screen; False if it cannot go on here."""
        try:
            table = self.hub.table(match)
        except (RefereeError, JournalTrouble) as fault:
            _log.warning("match %s cannot be gone on with: %s", match, fault)
            return False
        if table is None or table.result is not None:
            return False
        self._play(table, "resumed")
        return True

    def _play(self, table: Table, kind: HappeningKind) -> None:
        self._unwatch()
        self._table, self._tutor.said = table, None
        self._unwatch = table.watch(self._heard)
        self._go(Playing(match=table.id))
        self._tell(kind)

    def _heard(self, changed: Changed) -> None:
        """Something happened at the match; on its watchers' thread."""
        with self._changing():
            table = self._table
            if table is None or changed.match != table.id or not isinstance(self._stage, Playing):
                return
            self._alive()
            self._rings = True
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
        self._rings = True
        if self._table is not None and self._waits_for == "end" != was:
            self._tutor.ends(self._table)
        if bool(was) != bool(self._waits_for):
            self._light_up()

    def _touch_deed(self) -> None:
        if self._table is not None:
            self._tutor.touch(self._table)
            self._lead()
            self._remember()

    # ---- from stage to stage

    def _go(self, to: Stage) -> None:
        """Another stage begins."""
        self._rings = True
        before = self._stage
        self._stage = to
        self._since = self._clock()
        if isinstance(to, Attract | Choosing) and isinstance(before, Playing | Ended):
            self._let_go()
        if isinstance(to, Attract):
            self._language = self._settings.language
        if not isinstance(to, Attract):
            self._playbill.end()
        self._waits_for = ""
        if isinstance(to, Playing):
            self._lead()
        self._light_up()
        self._remember()

    def _go_on(self, to: Stage) -> None:
        """The same stage, a little otherwise: its time goes on."""
        self._rings = True
        self._stage = to
        if isinstance(to, Choosing):
            self._light_up()

    def _let_go(self) -> None:
        """Nobody plays this match now; it is in the journal."""
        table, self._table, self._tutor.said = self._table, None, None
        self._unwatch()
        self._unwatch = lambda: None
        if table is not None:
            self._leaving.append(table.id)

    def _remember(self) -> None:
        match = self._stage.match if isinstance(self._stage, Playing) else ""
        wanted = Memory(match=match, language=self._language if match else None, lessons=dict(self._tutor.lessons))
        if wanted == self._memory and (self.folder / memory.FILE).exists():
            return
        self._memory = wanted
        try:
            memory.write(self.folder, wanted)
        except OSError as fault:
            why, said = fault.strerror or str(fault), memory.NOT_NOTED
            self._trouble(Text(said.es.format(why=why), said.en.format(why=why)))

    # ---- time

    def tick(self) -> None:
        """Time goes by: idle people, results that were long enough on the screen, the robots' next deed. Call it about once a second."""
        with self._changing():
            self._dim()
            now, here, wanted = self._clock(), self._stage, self._settings
            idle = now - self._touched
            match here:
                case Attract():
                    self._rings |= self._perform(now)
                case Choosing() if idle >= wanted.choose_s:
                    self._go(Attract())
                case Playing(stopping=True) if idle >= STOP_S:
                    self._go_on(Playing(match=here.match))
                case Playing(asked=False, stopping=False) if idle >= wanted.idle_s:
                    self._go_on(replace(here, asked=True))
                case Playing(asked=True) if idle >= wanted.idle_s + wanted.still_there_s:
                    self._tell("abandoned")
                    self._go(Attract())
                case Ended() if now - max(self._since, self._touched) >= wanted.end_s:
                    self._go(Attract())
                case Playing(asked=True) | Playing(stopping=True) | Ended():
                    self._rings = True  # the seconds that are left

    def _perform(self, now: float) -> bool:
        """The robots' next deed; True if there is something new to see."""
        plays = self._settings.attract and not self.quiet
        changed = self._playbill.step(now, self._settings.offered()) if plays else self._playbill.end()
        if changed:
            self._light_up()
        return changed

    # ---- consoles

    def _light_up(self) -> None:
        """Let the consoles show where the station is."""
        self._dim()
        table, show = self._table, self.show
        scene = lights.at(self._stage, table, None if show is None else show.table, len(self.choices()), bool(self._waits_for))
        if scene is not None:
            self.hub.present(scene)
        elif table is not None:
            self.hub.show_on_console(table)

    def _dim(self) -> None:
        """Let screen and consoles shine as staff wants it now."""
        if self.light != self._shines:
            self._shines = self.light
            self._rings = True
            self.hub.dim(self._shines[1])

    def _person(self, event: told.Precious) -> None:
        """Something that somebody did at a console; on the console's thread, before the match hears of it."""
        here, moves = self._stage, isinstance(event, told.Pressed) and event.button in ("minus", "plus")
        if moves and isinstance(here, Playing) and here.asked:
            self._answered = self._clock()
        if self._chord.hear(event) and isinstance(here, Playing):
            self.hold()
        elif isinstance(here, Playing) and here.stopping and moves:
            pass  # the beginning of another chord
        elif isinstance(here, Playing) and not self._waits_for:
            self.touch()
        elif isinstance(event, told.Pressed) and not event.long:
            self.press(event.button)
        elif isinstance(event, told.FreeRoll):
            self.press("roll")

    # ---- staff

    def change_settings(self, changed: Settings) -> None:
        """Keep other settings, and go by them from now on.

        Raises:
            Illegal: they do not hold, or cannot be kept; then nothing has changed.
        """
        with self._changing():
            settings.write(self.folder, changed)
            self._settings = changed
            self._dim()
            if isinstance(self._stage, Attract):
                self._go(Attract())

    def reset(self) -> None:
        """Back to the beginning at once, whatever is on the screen; a match is kept."""
        with self._changing():
            if isinstance(self._stage, Playing):
                self._tell("abandoned")
            self._go(Attract())

    def _read_settings(self) -> Settings:
        try:
            return settings.read(self.folder)
        except RefereeError as refused:
            self._trouble(refused.refusals[0].text())
            return Settings()

    def _trouble(self, text: Text) -> None:
        """Keep what staff should know."""
        _log.warning("%s", text.en)
        if text not in self.troubles:
            self.troubles = (*self.troubles, text)[-10:]

    def close(self) -> None:
        """End the robots' match, and hear no more of consoles and matches. What was on the screen is remembered."""
        with self._lock:
            self._unwatch()
            self._playbill.end()
            self._bells.clear()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else changes anything in the block; when the outermost is left, the screen is told, and matches are let go.

        Neither happens under the lock: closing a match waits for the thread that tells us of it.
        """
        with self._lock:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                outermost = not self._depth
                rings, leaving = self._rings, self._leaving
                if outermost:
                    self._rings, self._leaving = False, []
        if outermost:
            for match in leaving:
                self.hub.let_go(match)
            if rings:
                self._ring()

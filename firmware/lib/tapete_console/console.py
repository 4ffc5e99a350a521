"""The console: panels, bridge strip and link in one polled loop.

`Console.turn` is the whole loop; `code.py` calls it for ever. It waits for nothing and writes at most one chain of pixels in a turn, so
that keys and link are looked at every few milliseconds.
"""

from __future__ import annotations

from tapete_console import VERSION, health, lights, pins, power, wire
from tapete_console.dice import throw, throws
from tapete_console.link import Link
from tapete_console.locker import LOCKED, NONE, REVEALED
from tapete_console.outbox import Outbox
from tapete_console.panel import Panel
from tapete_console.picture import PanelPicture, Picture
from tapete_console.settings import Settings
from tapete_console.shapes import Beside, Hardware
from tapete_console.strip import Strip
from tapete_console.ticks import Clock

BOOT_BYTES = 4
EVENTS_A_TURN = 4
"""Each press may be a bid to seal: four of these take 15 ms."""
SECOND_MS = 1000
SECOND_WAITS_MS = 200
"""So long at most what comes each second, a collection of 10 ms, waits for a turn without lines and presses."""
COLLECT_MS = 400
"""Between two collections of 6 ms, by the panels (2 at least, 4 with parts): pictures fill the memory, and one in mid-turn takes 11 ms."""
DARK = -1
DIGITS = "0123456789"
STUCK_MS = 15000
"""A button held for so long from the start on is stuck; LOCK held a few seconds asks for the drive."""
LIMITED_MS = 3000
"""A picture that is dimmed for so long is reported; a blink is not."""


class Console:
    """Arguments: the `hardware`; the `settings` it was opened with; the `breakdowns` so far; `ticks`, a reading of the wrapping counter."""

    def __init__(self, hardware: Hardware, settings: Settings, breakdowns: health.Breakdowns, ticks: int) -> None:
        self._hardware = hardware
        self._settings = settings
        self._clock = Clock(ticks)
        self._outbox = Outbox(hardware.entropy.urandom(BOOT_BYTES).hex())
        self.link: Link = Link(hardware.port, self._outbox, self)
        self.panels = [Panel(place, settings, self._outbox, hardware.entropy) for place in range(settings.panels)]
        self._alone = True
        self._held = list(hardware.held)
        self._beside: Beside | None = None
        if settings.parts:
            from tapete_console import beside

            self._beside = beside.Beside(hardware, self.panels, self._outbox)
        self._asked_as = [""] * settings.panels
        self._company = [0] * settings.panels
        """For each panel the id of the bid it is asked for, and a bit for each panel that was asked with it (itself too)."""
        self._bridge: tuple[int, int, int, int] | None = None
        self._bridge_drawn: list[int] = []
        self._bridge_shows: int | tuple[int, int, int, int] = DARK
        """The picture of the bridge strip, and what it shows: a step of a test, below DARK one of what attracts, or where its slabs are."""
        self._bridge_before: tuple[int, int, int, int] | None = None
        self._bridge_at = 0
        """From where a bridge moves whose change is told, and since when."""
        self._next_strip = 0
        self._waited = False
        self._test_since = -1
        self._measures = False
        self._limited_since = -1
        self._told_limited = False
        self._told_failures: list[str] = [""] * (settings.panels + 1)
        self._limited = 0
        self._turns = 0
        self._rate = 0
        self._longest = 0
        self._begun = False
        self._last = 0
        self._second = 0
        self._up = 0
        self._free = 0
        self._collected_at = 0
        self._collect_ms = COLLECT_MS // max(2, settings.panels, 4 if settings.parts else 0)
        self._drew = False
        self._recovered = False
        self._touched_at = 0
        self._clock_at = -1
        self._clock_since = 0
        self._percent = 100
        self._brightness = settings.brightness
        from tapete_console import wiring  # code.py lets it go after the start

        self._dark, self._gain, self._pins, self._faults = wiring.told_of(hardware, settings)
        self._breakdowns = breakdowns
        self.safe = breakdowns.safe
        for code, words in wiring.reports(hardware, settings, breakdowns):
            self._report(code, words)

    # The loop

    def settle(self) -> None:
        """Collect what the start left behind, before the first turn: its hello tells what is free."""
        self._hardware.collect()
        self._free = self._hardware.free()

    def turn(self, ticks: int) -> None:
        """Do one turn; `ticks` is `supervisor.ticks_ms()`."""
        now = self._clock.read(ticks)
        begun = self._begun
        if begun:  # before the first turn lies the making of this object
            self._longest = max(self._longest, now - self._last)
        self._begun = True
        self._last = now
        self._turns += 1
        waited = self._waited  # the turn before was long: this one is for the picture
        pressed, many = self._keys(now, 1 if waited else EVENTS_A_TURN)
        for panel in self.panels:
            panel.turn(now)
            if panel.asks_who_begins:
                panel.asks_who_begins = False
                self._draw_who_begins(now)
        talked = self._talk(now, not (pressed or waited))  # a seal takes 5 ms, a scene 13, a picture 6: no two of them in one turn
        beside = self._beside
        worked = beside is not None and beside.turn(self.link, talked or pressed or not begun or (waited and beside.pressed < 0), now)
        if not self._alone and self.link.alone(now):
            self._alone = True
            for panel in self.panels:
                panel.go_alone(now)
        if worked or ((talked or many) and not waited):
            self._waited = True  # a long turn already: the next one is for the rest
        else:
            self._waited = False
            late = now - self._second - SECOND_MS
            if late >= 0 and (late >= SECOND_WAITS_MS or not (talked or pressed)):
                self._every_second(now, not (talked or pressed))
            elif self._drew and now - self._collected_at >= self._collect_ms and not (talked or pressed):
                self._collect(now)
            else:
                self._drew = True
                self._draw(now)
        self._hardware.feed()

    def _keys(self, now: int, most: int) -> tuple[bool, bool]:
        """Let the panels have what was pressed, `most` of it; tell whether anything was, and whether that was work for a whole turn."""
        pressed = 0
        frozen = False
        for _ in range(most):
            event = self._hardware.next_key()
            if event is None:
                break
            place, button = event.key_number // 4, event.key_number % 4
            if event.pressed:
                self._touched_at = now
                pressed += 1
                self._next_strip = place  # its own pixels first
                frozen = button == pins.LOCK and self._frozen()
                owed = self.panels[place].owes
                self.panels[place].press(button, min(now, self._clock.at(event.timestamp)), frozen)
                if self._beside is not None:
                    self._beside.show_soon(place)
                if owed and not self.panels[place].owes:
                    self._let_off(place)
            else:
                self.panels[place].release(button)
                if event.key_number in self._held:
                    self._held.remove(event.key_number)
        if self._hardware.keys_lost():
            for panel in self.panels:
                for button in range(4):
                    panel.release(button)
            self._report("keys", [])
        return pressed > 0, pressed > 1

    def _talk(self, now: int, read: bool) -> bool:
        """Let the link have its turn; True if that was long enough for one."""
        if not self.safe:
            return self.link.turn(now, read)
        try:
            return self.link.turn(now, read)
        except Exception:  # noqa: BLE001 - in safe mode the link may be what is broken: go on without it, counters and dice must live
            self.link = Link(None, self._outbox, self)
            return True

    def _draw_who_begins(self, now: int) -> None:
        """One of the panels begins, each as likely as another; with a single one a coin is thrown: it, or not."""
        count = max(2, len(self.panels))
        chosen = throw(self._hardware.entropy, count) - 1
        for place in range(len(self.panels)):
            self.panels[place].begins(place == chosen, now)

    def _every_second(self, now: int, quiet: bool) -> None:
        self._up += (now - self._second) // SECOND_MS
        self._second = now - (now - self._second) % SECOND_MS
        self._rate = self._turns
        self._turns = 0
        self._collect(now)
        if quiet:  # to count takes 4 ms more
            self._free = self._hardware.free()
        self._follow_clock(now)
        if self._breakdowns.text and self._outbox.first > 1:
            self._breakdowns.told()  # it was the first message of this boot, and the host has it
        if self._held and now >= STUCK_MS:
            for key in self._held:
                self._report("stuck", [str(key // 4), wire.BUTTONS[key % 4]])
            self._held = []
        if not self._recovered and now >= health.HEALTHY_MS:
            self._recovered = True
            if not self.safe:
                self._breakdowns.forget()

    def _collect(self, now: int) -> None:
        """Collect what is free now, in a turn that has nothing else to do: else the interpreter does it in the middle of a long one."""
        self._hardware.collect()
        self._collected_at = now
        self._drew = False  # a picture comes before the next one

    def _follow_clock(self, now: int) -> None:
        """Dim at night, if the settings say when that is and a host has told the time; and as far as the host wants it."""
        minute = -1
        if self._clock_at >= 0:
            minute = (self._clock_at + (now - self._clock_since) // 60000) % wire.DAY_MINUTES
        brightness = max(1, self._settings.brightness_at(minute) * self._percent // 100)
        if brightness != self._brightness:
            self._brightness = brightness
            colours = lights.palette(self._settings.palette, brightness, self._gain)
            for strip in self._all_strips():
                strip.recolour(colours)
            self._redraw()

    def _redraw(self) -> None:
        for panel in self.panels:
            panel.redraw()
        self._bridge_drawn = []

    def _idle(self, now: int) -> bool:
        """Tell whether the console has rested long enough for its panels to attract people."""
        wait = self._settings.attract_ms
        return wait > 0 and now - self._touched_at >= wait and all([panel.idle for panel in self.panels])

    def _frozen(self) -> bool:
        """Tell whether two or more panels have bids and none of them is open (docs/link.md, section 6)."""
        bidding = [panel.locker.stage for panel in self.panels if panel.locker.stage != NONE]
        return len(bidding) > 1 and all([stage in (LOCKED, REVEALED) for stage in bidding])

    def _report(self, code: str, words: list[str]) -> None:
        self._outbox.accept("report", [code] + words)

    # What is drawn

    def _draw(self, now: int) -> None:
        """Write at most one chain, each in its turn."""
        count = len(self.panels) + 1
        for step in range(count):
            place = (self._next_strip + step) % count
            if place < len(self.panels):
                strip: Strip | None = self._hardware.strips[place]
                picture = self._panel_picture(place, now)
            else:
                strip = self._hardware.bridge
                picture = self._bridge_picture(now) if strip is not None else None
            if strip is not None and picture is not None:
                self._next_strip = place + 1
                self._show(place, strip, picture, now)
                return

    def _panel_picture(self, place: int, now: int) -> list[int] | None:
        if self._test_since >= 0:
            picture = lights.walk(now - self._test_since, self._settings.chain)
            if picture:
                return picture
            self._test_since = -1
            self._redraw()
            self._report("selftest", ["done"])
        return self.panels[place].draw(now, self._idle(now))

    def _bridge_picture(self, now: int) -> list[int] | None:
        """Return the picture of the bridge strip, or None if it is the one returned before."""
        length = self._settings.bridge
        shown: int | tuple[int, int, int, int] = DARK
        if self._test_since >= 0:
            shown = (now - self._test_since) // lights.FRAME_MS % (3 * length)
        elif self._idle(now):
            shown = DARK - 1 - now // lights.ATTRACT_MS
        elif self._bridge is not None and not (self._alone and self._all_free()):
            shown = self._bridge_shown(self._bridge, now)
        if shown == self._bridge_shows and self._bridge_drawn:
            return None
        self._bridge_shows = shown
        if shown == DARK:
            picture = [lights.BLACK] * length
        elif isinstance(shown, int):
            picture = lights.walk(shown * lights.FRAME_MS, length) if shown >= 0 else lights.attract(now, length)
        else:
            picture = lights.bridge(shown[0], shown[1], shown[2], shown[3], length)
        if picture == self._bridge_drawn:
            return None
        self._bridge_drawn = picture
        return picture

    def _all_free(self) -> bool:
        """Tell whether all counters are the players' own."""
        for panel in self.panels:
            if panel.frozen:
                return False
        return True

    def _bridge_shown(self, bridge: tuple[int, int, int, int], now: int) -> tuple[int, int, int, int]:
        """Where the slabs of a bridge are: on their way, if that is told."""
        if self._bridge_before is not None:
            shown = lights.moved(bridge, self._bridge_before, now - self._bridge_at)
            if shown != bridge:
                return shown
            self._bridge_before = None
        return bridge

    def _show(self, place: int, strip: Strip, picture: list[int], now: int) -> None:
        if not strip.show(picture, now):
            if place < len(self.panels):
                self.panels[place].redraw()
            else:
                self._bridge_drawn = []
        if strip.failure != self._told_failures[place]:
            self._told_failures[place] = strip.failure
            if strip.failure:
                self._report("pixels", [str(place), strip.failure])
        if strip.limited:
            self._limited += 1
        if not any([other.limited for other in self._all_strips()]):
            self._limited_since = -1
            self._told_limited = False
        elif self._limited_since < 0:
            self._limited_since = now
        elif strip.limited and not self._told_limited and now - self._limited_since >= LIMITED_MS:
            self._told_limited = True
            self._report("limited", [str(power.milliamperes(strip.wanted)), str(power.milliamperes(strip.allowed))])

    def _all_strips(self) -> list[Strip]:
        bridge = self._hardware.bridge
        return self._hardware.strips + ([bridge] if bridge is not None else [])

    # What the link asks

    def introduce(self) -> dict[str, str]:
        chosen = self._settings
        told = {
            "fw": VERSION,
            "panels": str(chosen.panels),
            "pixels": "%d,%d,%d" % (chosen.counter, chosen.private, chosen.die),
            "bridge": str(chosen.bridge),
            "pins": self._pins,
            "free": str(self._free),
            "why": self._hardware.why,
            "can": "bind,tell",
        }
        if chosen.parts:
            told["parts"] = ",".join(chosen.parts)
        if self._faults:
            told["faults"] = ";".join(self._faults).replace(" ", "_")
        return told

    def condition(self) -> dict[str, str]:
        bids = ["%d:%s:%s" % (panel.place, panel.locker.id, panel.locker.stage) for panel in self.panels if panel.locker.stage != NONE]
        longest = self._longest
        self._longest = 0
        told = {
            "bids": ",".join(bids) if bids else "-",
            "free": str(self._free),
            "turn": str(longest),
            "rate": str(self._rate),
            "limited": str(self._limited),
            "draw": str(self._dark + power.milliamperes(sum([strip.levels for strip in self._all_strips()]))),
            "up": str(self._up),
        }
        if self._measures:
            told["volts"] = "%d,%d" % self._hardware.millivolts()
        return told

    def session_opened(self) -> None:
        for panel in self.panels:
            panel.misfit = False
            if panel.locker.answer < self._outbox.first:
                panel.locker.answer = 0  # the one who had it may be gone, and ask again
        self._tell_alone()

    def _tell_alone(self) -> None:
        """Tell the counters that were kept while there was no host, if any was changed since the last time."""
        if not any([panel.by_itself.changed for panel in self.panels]):
            return
        if self._outbox.accept("alone", [str(panel.by_itself.first) for panel in self.panels]):
            for panel in self.panels:
                panel.by_itself.changed = False

    def take_scene(self, picture: Picture) -> list[str]:
        if self.safe:
            return ["safe"]
        if self._hardware.faults:
            return ["wiring"]
        if len(picture.panels) > len(self.panels):
            return ["panels", str(len(self.panels))]
        if self._alone:
            self._tell_alone()
            self._alone = False
        parts = picture.panels + [None] * (len(self.panels) - len(picture.panels))
        self._note_company(parts)
        for place in range(len(self.panels)):
            self.panels[place].show(parts[place], picture.revision, self._last)
        if picture.bridge != self._bridge:
            told = picture.bridge is not None and any([part is not None and part.tell is not None for part in parts])
            self._bridge_before = self._bridge_shown(self._bridge, self._last) if told and self._bridge is not None else None
            self._bridge_at = self._last
        self._bridge = picture.bridge
        if any([part is not None for part in picture.panels]):
            self._touched_at = self._last
        return []

    def _note_company(self, parts: list[PanelPicture | None]) -> None:
        """Remember with which panels each bid is asked. One that has locked owes the others nothing; an open one, taken away, does."""
        asked = 0
        for place in range(len(self.panels)):
            part, locker = parts[place], self.panels[place].locker
            bid = part.bid if part is not None else None
            if bid is not None:
                asked |= 1 << place
            request = bid.id if bid is not None else ""
            if request != locker.id and locker.stage in (LOCKED, REVEALED):
                self._let_off(place)
            if request != self._asked_as[place]:
                self._asked_as[place] = request
                self._company[place] = 0
        owed = 0
        for place in range(len(self.panels)):
            if asked >> place & 1:
                self._company[place] |= asked
                owed |= self._company[place]
        for place in range(len(self.panels)):
            self.panels[place].owes = bool(owed >> place & 1) and not asked >> place & 1

    def _let_off(self, place: int) -> None:
        """This panel owes the others nothing any more: it had locked, or its own LOCK says so."""
        self._company = [company & ~(1 << place) for company in self._company]

    def _company_locked(self, place: int) -> bool:
        """Tell whether all panels that were asked together with this one are locked, as far as they owe it that."""
        stages = [panel.locker.stage for panel in self.panels]
        return all([not self._company[place] >> other & 1 or stages[other] in (LOCKED, REVEALED) for other in range(len(stages))])

    def reveal(self, requests: list[str]) -> list[str]:
        bidding = [panel for panel in self.panels if panel.locker.stage != NONE]
        if not bidding:
            return ["notlocked"]
        for panel in bidding:
            if panel.locker.stage not in (LOCKED, REVEALED) or panel.locker.id not in requests:
                return ["notlocked"]
            if panel.locker.stage == LOCKED and not self._company_locked(panel.place):
                return ["notlocked"]
        if any([request not in [panel.locker.id for panel in bidding] for request in requests]):
            return ["notlocked"]
        untold = [panel for panel in bidding if not panel.locker.answer]
        if not self._outbox.room("revealed", len(untold)):
            return ["busy"]
        for panel in untold:
            bid, nonce = panel.locker.reveal()
            self._outbox.accept("revealed", [str(panel.place), panel.locker.id, str(bid), nonce], panel.place)
            panel.locker.answer = self._outbox.last
            panel.revealed(self._last)
        return []

    def heard(self, panel: int) -> None:
        self.panels[panel].heard(self._last)

    def refused_by_host(self) -> None:
        for panel in self.panels:
            panel.misfit = True

    def sample(self, count: int) -> str:
        return "".join([DIGITS[face % 10] for face in throws(self._hardware.entropy, count)])

    def set_clock(self, minute: int, percent: int) -> None:
        self._clock_at = minute
        self._percent = percent
        self._clock_since = self._last

    def start_test(self) -> None:
        self._test_since = self._last
        self._measures = True

"""`tapete console self-test`: walk through link, die, pixels and buttons of one console, and keep what was found for a report.

Link and die are judged by figures, buttons by their presses; whether the pixels shone in the right order only a person can say.
"""

from __future__ import annotations

import functools
import queue
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from tapete.console import dice_test, doctor
from tapete.console.client import Console, ConsoleState
from tapete.console.clock import REAL_TIME, Clock, Mail
from tapete.console.reports import (
    Button,
    Connected,
    ConsoleReport,
    FreeRoll,
    Lost,
    Pressed,
    ProtocolMismatch,
    Reported,
    Sampled,
    Shown,
    Unreachable,
)
from tapete.console.troubles import Finding
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat

E = TypeVar("E", bound=ConsoleReport)

Verdict = Literal["good", "bad", "not tried"]

THROWS = 100
ANSWER_S = 8.0
PRESS_S = 20.0
"""How long a person may take to find a button."""

FRAME_S = 0.04
"""The walk lights a pixel for so long (firmware: lights.FRAME_MS)."""

STATUS_S = 0.2
"""How often the console's clock is looked at."""

TO_THE_END = "to the end"
"""The part that is bad where a person has stopped."""
BUTTONS: tuple[Button, ...] = ("minus", "plus", "lock", "roll")
BINDING: Mapping[int, Seat] = {0: "A", 1: "B", 2: "C", 3: "D"}


class Part(Struct, frozen=True):
    """One thing that was tried: `link`, `die`, `pixels`, or a button such as `panel 1: PLUS`; `note` says more, in figures."""

    name: str
    verdict: Verdict
    note: str = ""


class Report(Struct, frozen=True):
    """What can be attached to a bug report."""

    port: str
    good: bool
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]
    versions: dict[str, str | int]
    state: ConsoleState

    def json(self) -> bytes:
        """The report as it lies in the file, the findings with their sentences."""
        plain = msgspec.to_builtins(self)
        plain["findings"] = [{"code": finding.code, "what": finding.what.in_("en"), "params": finding.params} for finding in self.findings]
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


class Stopped(Exception):
    """The person has had enough: what was tried until then is kept."""


class Person:
    """The one who stands at the console: the command asks at the terminal, tests answer by themselves."""

    def press(self, panel: int, button: Button) -> None:
        """Say that this button (of the panel 0..3) is to be pressed now."""

    def saw_pixels(self) -> bool | None:
        """Ask whether every pixel shone red, then green, then blue, one after the other; None: nobody looked."""
        return None


class SelfTest:
    """One self-test.

    Args:
        port: of the console; no match may be going on there.
        person: who presses and looks; None leaves pixels and buttons untried.
        patience_s: how long each button is waited for.
        say: gets "link", "die", "pixels" and "buttons" as each part begins.
        clock: whose time counts.
        open_console: makes the console, given what gets its events; by its port when left out.
    """

    def __init__(
        self,
        port: str,
        person: Person | None,
        patience_s: float = PRESS_S,
        say: Callable[[str], None] = lambda part: None,
        *,
        clock: Clock = REAL_TIME,
        open_console: Callable[[Callable[[ConsoleReport], None]], Console] | None = None,
    ) -> None:
        self._clock = clock
        self._open_console = open_console or functools.partial(Console, port, clock=clock)
        self._port = port
        self._person = person
        self._patience_s = patience_s
        self._say = say
        self._events: Mail[ConsoleReport] = clock.mail()
        self._parts: list[Part] = []
        self._findings: list[Finding] = []

    def run(self) -> Report:
        """Try everything; a console that does not answer makes a report too, and so does a person who stops (`Stopped`, or Ctrl-C)."""
        self._begin()
        console = self._open_console(self._events.put)
        try:
            if begun := self._try_link(console):
                try:
                    self._try_die(console)
                    self._try_pixels(console)
                    self._try_buttons(console)
                    self._more(console)
                except (Stopped, KeyboardInterrupt):
                    begun = self._note(TO_THE_END, False)
                console.ask_status()
                self._wait(Lost, doctor.STATUS_S)
                self._findings += [finding for finding in doctor.judge(console.state) if finding not in self._findings]
                console.show_nothing()
            state = console.state
        finally:
            console.close()
        if begun:
            try:
                self._end()
            except (Stopped, KeyboardInterrupt):
                self._note(TO_THE_END, False)
        good = not any(part.verdict == "bad" for part in self._parts)
        return Report(self._port, good, tuple(self._parts), tuple(self._findings), doctor.versions(state), state)

    def _begin(self) -> None:
        """What a longer test tries before the port is opened."""

    def _more(self, console: Console) -> None:
        """What a longer test tries while the console is there."""

    def _end(self) -> None:
        """What a longer test tries when this program has let the console go."""

    def _note(self, name: str, good: bool | None, note: str = "") -> bool:
        self._parts.append(Part(name, "not tried" if good is None else "good" if good else "bad", note))
        return bool(good)

    def _wait(self, kinds: type[E] | tuple[type[E], ...], seconds: float) -> E | None:
        """The next event of a kind; what the console reports meanwhile is kept."""
        until = self._clock.now() + seconds
        while (left := until - self._clock.now()) > 0:
            try:
                event = self._events.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(event, Reported) and event.code != "selftest" and event.finding not in self._findings:
                self._findings.append(event.finding)
            if isinstance(event, kinds):
                return event
        return None

    def _try_link(self, console: Console) -> bool:
        self._say("link")
        kinds: tuple[type[ConsoleReport], ...] = (Connected, Unreachable, ProtocolMismatch)
        event = self._wait(kinds, ANSWER_S)
        if not isinstance(event, Connected):
            self._findings.append(
                event.finding if isinstance(event, Unreachable | ProtocolMismatch) else Finding("no_answer", {"port": self._port})
            )
            return self._note("link", False)
        until = self._clock.now() + ANSWER_S
        while console.state.status is None and self._clock.now() < until:
            self._wait(Lost, 0.05)  # what it holds stands in its first status, just behind its hello
        if any(bid.state != "revealed" for bid in console.held_bids()):
            self._findings.append(Finding("match_going_on", {"port": self._port}))
            return self._note("link", False)
        return self._note("link", True, f"firmware {event.firmware}, {event.panels} panels, started by {event.why}")

    def _try_die(self, console: Console) -> None:
        self._say("die")
        console.sample(THROWS)
        sampled = self._wait(Sampled, ANSWER_S)
        if sampled is None:
            self._note("die", False)
            return
        evenness = dice_test.judge(sampled.faces)
        self._note("die", evenness.p_value >= dice_test.SUSPICIOUS, f"chi-square {evenness.chi_square:.2f}, p {evenness.p_value:.4f}")

    def _try_pixels(self, console: Console) -> None:
        self._say("pixels")
        console.start_self_test()
        walk_s = 3 * sum(console.state.pixels) * FRAME_S
        if not self._walked(console, 2 * walk_s + ANSWER_S):
            self._note("pixels", False, "the walk did not end")
            return
        self._note("pixels", self._person.saw_pixels() if self._person is not None else None, f"{sum(console.state.pixels)} a panel")

    def _walked(self, console: Console, seconds: float) -> bool:
        """Wait for the end of the walk, so many seconds of the console's own clock; a console that is simulated may live more slowly."""
        begun = now = running_for(console)
        told = self._clock.now()
        while now - begun <= seconds and self._clock.now() - told <= ANSWER_S:
            event = self._wait((Reported, Lost), STATUS_S)
            if isinstance(event, Reported) and event.code == "selftest":
                return True
            if isinstance(event, Lost):
                return False
            if running_for(console) != now:
                now = running_for(console)
                told = self._clock.now()
        return False

    def _try_buttons(self, console: Console) -> None:
        panels = console.state.panels
        if self._person is None:
            for panel in range(panels):
                for button in BUTTONS:
                    self._note(_named(panel, button), None)
            return
        self._say("buttons")
        for panel in range(panels):
            for button in BUTTONS:
                # Until the panels have the picture they may be alone still, and count for themselves what is pressed.
                console.show(_only(panel, panels), {place: BINDING[place] for place in range(panels)}, f"t{panel}{button}")
                self._wait(Shown, ANSWER_S)
                self._person.press(panel, button)
                self._note(_named(panel, button), *self._pressed(panel, button))

    def _pressed(self, panel: int, button: Button) -> tuple[bool, str]:
        """Whether the right button was pressed, and which others came first."""
        others: list[str] = []
        until = self._clock.now() + self._patience_s
        kinds: tuple[type[ConsoleReport], ...] = (Pressed, FreeRoll)
        while (left := until - self._clock.now()) > 0:
            event = self._wait(kinds, left)
            match event:
                case Pressed(long=True):
                    continue
                case Pressed() | FreeRoll():
                    came = (event.panel, event.button if isinstance(event, Pressed) else "roll")
                    if came == (panel, button):
                        return not others, ", ".join(others)
                    others.append(_named(*came))
        return False, ", ".join(others)


def _named(panel: int, button: str) -> str:
    """A button in the words of a report."""
    return f"panel {panel + 1}: {button.upper()}"


def running_for(console: Console) -> int:
    """The seconds that a console has been running, by its own clock."""
    return console.state.status.up if console.state.status is not None else 0


def _only(panel: int, panels: int) -> Scene:
    """Light the panel whose buttons are tried."""
    return Scene(
        panels=tuple(
            Panel(
                seat=BINDING[place],
                value=50 if place == panel else 0,
                largest=50,
                lamp="turn" if place == panel else "waiting",
                lock="ready",
            )
            for place in range(panels)
        )
    )


def untried(parts: Sequence[Part]) -> list[str]:
    """Return the parts that were not tried."""
    return [part.name for part in parts if part.verdict == "not tried"]

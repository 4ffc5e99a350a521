"""A console that a test plays by hand: it keeps what it was shown, and says what the test lets it say."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tapete.console import reports
from tapete.console.client import ConsoleState
from tapete.core.scene import Panel, Scene
from tapete.core.sealing import seal_of
from tapete.core.seats import Seat

NONCE = "00112233445566778899aabbccddeeff"


class FakeConsole:
    """What `tapete.console.client.Console` is to the table."""

    def __init__(self, on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int], boot: str = "7f3a91c2") -> None:
        self.say, self.kept = on_report, kept
        self.state = ConsoleState(connected=True, boot=boot, panels=2)
        self.scenes: list[tuple[Scene, dict[int, Seat], str]] = []
        self.reveals: list[str] = []
        self.numbers = itertools.count(1)
        self.dark = self.closed = False
        self.percent = 100
        self.answers = 0

    # What the table asks

    def show(self, scene: Scene, binding: Mapping[int, Seat], request: str = "", answers: int = 0, match: str = "") -> None:
        self.scenes.append((scene, dict(binding), request))
        self.answers = answers

    def show_nothing(self) -> None:
        self.dark = True

    def dim(self, percent: int) -> None:
        self.percent = percent

    def reveal(self) -> None:
        self.reveals.append(self.request)

    def close(self) -> None:
        self.closed = True

    # What the test looks at and does

    @property
    def request(self) -> str:
        """The name of the question that is shown."""
        return self.scenes[-1][2]

    def panel(self, number: int) -> Panel:
        """What a panel shows."""
        scene, binding, _ = self.scenes[-1]
        return next(panel for panel in scene.panels if panel.seat == binding[number])

    def connect(self, boot: str | None = None) -> None:
        """A session begins, with the same boot or another."""
        restarted = boot is not None and boot != self.state.boot
        self.state = replace(self.state, connected=True, boot=boot or self.state.boot)
        self.say(
            reports.Connected(
                url="fake",
                boot=self.state.boot,
                firmware="1",
                panels=2,
                pixels=(50, 20, 10),
                bridge=0,
                pins="",
                why="",
                restarted=restarted,
            )
        )

    def vanish(self) -> None:
        """The cable is pulled."""
        self.state = replace(self.state, connected=False, held=None)
        self.say(reports.Lost("fake"))

    def lock(self, number: int, bid: int, *, request: str | None = None, message: int | None = None) -> None:
        """A bid is set and LOCK pressed."""
        seat = self.scenes[-1][1][number]
        self.say(
            reports.BidLocked(
                boot=self.state.boot,
                number=message or next(self.numbers),
                panel=number,
                request=request or self.request,
                seal=seal_of(NONCE, seat, bid),
            )
        )

    def unlock(self, number: int) -> None:
        """LOCK is pressed again."""
        self.say(reports.BidUnlocked(boot=self.state.boot, number=next(self.numbers), panel=number, request=self.request))

    def open(self, number: int, bid: int, nonce: str = NONCE, request: str | None = None) -> None:
        """Bid and nonce come."""
        self.say(
            reports.BidRevealed(
                boot=self.state.boot,
                number=next(self.numbers),
                panel=number,
                request=request or self.request,
                bid=bid,
                nonce=nonce,
                fits=None,
            )
        )

    def pick(self, number: int, *choices: int) -> None:
        """Numbers are added one by one."""
        for choice in choices:
            self.say(reports.Picked(boot=self.state.boot, number=next(self.numbers), panel=number, request=self.request, choice=choice))

    def finish(self, number: int) -> None:
        """These are all."""
        self.say(reports.PickDone(boot=self.state.boot, number=next(self.numbers), panel=number, request=self.request))

    def press_lock(self, number: int, *, request: str | None = None, long: bool = False, revision: int = 0) -> None:
        """LOCK while no number is asked for; as the panel saw it, or an earlier question or picture (0: the newest)."""
        shown = self.request if request is None else request
        seen = revision or len(self.scenes)
        self.say(
            reports.Pressed(
                boot=self.state.boot, number=next(self.numbers), panel=number, button="lock", revision=seen, long=long, request=shown
            )
        )

    def roll(self, number: int, face: int, die: str | None = None, request: str | None = None) -> None:
        """The die comes to rest."""
        self.say(
            reports.Rolled(
                boot=self.state.boot,
                number=next(self.numbers),
                panel=number,
                request=request or self.request,
                die=die or self.panel(number).dice[0],
                face=face,
            )
        )

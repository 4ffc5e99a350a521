"""A dialogue with the host's end of the link, written down line by line; the test plays the console and moves the clock."""

from __future__ import annotations

from tapete.console.host_link import HostLink
from tapete.console.reports import ConsoleReport
from tapete.core.scene import Bounds, Panel, Scene
from tapete.core.seats import Seat
from tapete_console import far_end, wire

BOOT = "7f3a91c2"
HELLO = (
    "proto=1 fw=0.1.0 boot={boot} panels=2 pixels=50,20,10 bridge=19 pins=90c2aa51 "
    "window=1024 first={first} shown={shown} free=98304 why=power"
)
STATUS = "boot={boot} shown={shown} bids={bids} free=91234 turn=12 rate=160 queue=1 resent=3 bad=1 dropped=0 limited=7 draw=391 up=86"

DUEL = Scene(
    panels=(
        Panel(seat="A", value=37, largest=50, lamp="turn", bid=Bounds(1, 37)),
        Panel(seat="B", value=50, largest=50, lamp="turn", bid=Bounds(1, 50)),
    )
)
BINDING: dict[int, Seat] = {0: "A", 1: "B"}


class Dialogue:
    """Lines of the console go in with `says`, what the host answers is in `heard` (kind and fields), events come back."""

    def __init__(self, kept: dict[str, int] | None = None) -> None:
        known = kept or {}
        self.now = 1000
        self.link = HostLink("0.1.0", "port", lambda boot: known.get(boot, 0))
        self.heard: list[str] = []
        self._lines = wire.LineBuffer()

    def open(self) -> None:
        self.link.open(self.now)
        self._listen()

    def greet(self, boot: str = BOOT, first: int = 1, shown: int = 0) -> list[ConsoleReport]:
        """Open the port, let the console say hello, and forget what was heard until then."""
        self.open()
        events = self.says(f"- hello console {HELLO.format(boot=boot, first=first, shown=shown)}")
        self.heard.clear()
        return events

    def says(self, *lines: str, keep: bool = True) -> list[ConsoleReport]:
        """Let the console say lines (without checksums); the events are kept unless told otherwise."""
        return self.raw(b"".join(framed(line) for line in lines), keep=keep)

    def raw(self, octets: bytes, *, keep: bool = True) -> list[ConsoleReport]:
        events = self.link.receive(octets, self.now)
        for event in events:
            if keep:
                self.link.keep(event, self.now)
        self._listen()
        return events

    def wait(self, ms: int, step: int = 100) -> list[ConsoleReport]:
        """Let time pass, with a tick every `step` ms."""
        events: list[ConsoleReport] = []
        for _ in range(ms // step):
            self.now += step
            events += self.link.tick(self.now)
            self._listen()
        return events

    def show(self, scene: Scene = DUEL, request: str = "s12") -> None:
        self.link.show(scene, BINDING, request, self.now)
        self._listen()

    def reveal(self) -> None:
        self.link.reveal(self.now)
        self._listen()

    def close(self) -> list[ConsoleReport]:
        return self.link.close()

    def said(self, kind: str) -> list[str]:
        """The lines of one kind that the host has said."""
        return [line for line in self.heard if line.split(" ")[0] == kind]

    def _listen(self) -> None:
        for raw in self._lines.feed(self.link.output()):
            line = far_end.read_host(raw)
            self.heard.append(" ".join([line.kind, *line.fields]))


def framed(text: str) -> bytes:
    """A line as it goes over the wire: `- beat` becomes `- beat*3f8c41cf` and a newline."""
    return f"{text}*{wire.checksum(text.encode())}\n".encode()

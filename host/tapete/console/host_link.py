"""The host's end of the link: a state machine without a port or a clock of its own (docs/link.md).

Bytes and times go in, events and bytes come out, so that a dialogue with lost, doubled, cut and flipped lines can be written down:

    link.open(now)
    for event in link.receive(octets, now):
        ...                      # make it safe
        link.keep(event)         # only now is it acknowledged
    link.tick(now)
    port.write(link.output())

Times are milliseconds of any clock that does not go back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from tapete.console.abilities import Abilities
from tapete.console.pictures import Picture, Pictures, bound
from tapete.console.reports import (
    AloneCounters,
    BidLocked,
    BidRevealed,
    BidUnlocked,
    Connected,
    ConsoleReport,
    FreeRoll,
    HeldBid,
    LineRefused,
    LinkCounters,
    Lost,
    Lying,
    PickDone,
    Picked,
    Precious,
    Pressed,
    ProtocolMismatch,
    Reported,
    Rolled,
    Sampled,
    Shown,
    Status,
    Tagged,
    Unreachable,
)
from tapete.console.scenes import Binding, bids_asked, dice_names, seal_binding, write_scene
from tapete.console.troubles import Finding, reported
from tapete.core.scene import Scene
from tapete.core.sealing import seal_of
from tapete.core.seats import Seat
from tapete_console import far_end, wire

REVEAL_MS = 500
"""`reveal` is said again after this time until all answers are there."""

READS = "reads=tag,tagged"
"""Newer lines of a console that we read: it sends none of these to a host that does not say so."""

HIGHEST_CLAIM = 900_000_000
"""Largest revision that a console may say it has seen. The host goes on above it, and the wire ends at `wire.LARGEST_NUMBER`."""

MOST_OUTPUT = 65_536
"""Bytes that wait for the port; further lines are dropped, for both ends repeat what was not answered. A flood makes no more than this."""

Stage = Literal["closed", "greeting", "session", "refused"]


class Hello:
    """What the console said of itself when the session opened."""

    def __init__(self, values: dict[str, str]) -> None:
        self.boot = wire.hexadecimal(values["boot"], 8)
        self.firmware = values["fw"]
        self.panels = wire.whole(values["panels"], 1, wire.MAX_PANELS)
        self.pixels = tuple(wire.whole(count, 0, wire.LARGEST_NUMBER) for count in values["pixels"].split(","))
        if len(self.pixels) != 3:
            raise wire.Malformed("pixels")
        self.bridge = wire.whole(values["bridge"], 0, wire.LARGEST_NUMBER)
        self.pins = values["pins"]
        self.window = wire.whole(values["window"], 0, wire.LARGEST_NUMBER)
        self.first = wire.whole(values["first"], 1, wire.LARGEST_NUMBER)
        self.shown = wire.whole(values["shown"], 0, HIGHEST_CLAIM)
        self.free = wire.whole(values["free"], 0, wire.LARGEST_NUMBER)
        self.why = values["why"]
        self.can = frozenset(values.get("can", "").split(","))
        parts = frozenset(part for part in values.get("parts", "").split(",") if part)
        self.able = Abilities(self.panels, self.pixels[1], self.bridge, self.window, "tell" in self.can, parts)
        self.faults = tuple(fault.replace("_", " ") for fault in values.get("faults", "").split(";") if fault)


class HostLink:
    """One console, over as many sessions as there are.

    Args:
        software: our version, told in hello.
        url: how events name the port.
        kept: for a boot id, the number of its last message that is safe from an earlier life of this host; 0 if none.

    `held` are the bids that the console holds; None until it has said so in this session.
    """

    def __init__(self, software: str, url: str = "", kept: Callable[[str], int] = lambda boot: 0) -> None:
        self.stage: Stage = "closed"
        self.hello: Hello | None = None
        self.status: Status | None = None
        self.held: tuple[HeldBid, ...] | None = None
        self.counters = LinkCounters()
        self.url = url
        self._software = software.replace(" ", "_")
        self._kept = kept
        self._lines = wire.LineBuffer()
        self._output = b""
        self._safe: dict[str, int] = {}
        self._taken = 0
        self._sent_at = self._heard_at = self._asked_at = 0
        self._listening = False
        self._pictures = Pictures()
        self._able = Abilities()
        self._shown_last: tuple[Scene, Binding, str, int, str] | None = None
        self._ack_due = False
        self._acknowledged_at = 0
        self._request = ""
        self._dice: dict[str, tuple[str, str]] = {}
        self._seats: dict[int, Seat] = {}
        self._seals: dict[tuple[int, str], tuple[str, Seat | None]] = {}
        self._bound: dict[str, str] = {}
        """What each question's seals are bound to; decided when it is shown first."""
        self._reveal: set[int] = set()
        self._revealed_at = 0

    # What the table wants ------------------------------------------------------------------------------------------------------------

    def show(self, scene: Scene, binding: Binding, request: str, now: int, answers: int = 0, match: str = "") -> None:
        """Let the panels show a scene; only the newest one counts.

        Args:
            scene: the whole picture.
            binding: the seat at each panel.
            request: names what it asks for (`tapete.console.scenes`).
            now: milliseconds.
            answers: how many presses the table has answered so far. After one more, even the same words are shown under a new revision.
            match: the id of the match, to which the seals of its bids are bound where the console can.

        Raises:
            ValueError: a bid or choice beyond two digits, an impossible request.
        """
        write_scene(scene, binding, request)  # what no console could show is refused here and now
        self._shown_last = scene, binding, request, answers, match
        if request != self._request:
            self._reveal.clear()
        self._request = request
        bound(self._dice)
        self._dice.update(dice_names(scene, request))
        self._fit()
        self._send_scene(now)

    def _fit(self) -> None:
        """Want the scene that `show` was given last, reduced to what this console can show."""
        if self._shown_last is None:
            return
        scene, binding, request, answers, match = self._shown_last
        bound(self._bound)
        binds = bool(match) and self.hello is not None and "bind" in self.hello.can
        tied = self._bound.setdefault(request, seal_binding(match, request) if binds else "") if self.hello is not None else ""
        self._pictures.want(Picture(request, write_scene(scene, binding, request, self._able, tied), answers))
        self._seats = bids_asked(scene, binding, self._able)
        self._reveal &= self._seats.keys()

    def show_nothing(self, now: int) -> None:
        """Let all panels go dark: no match is bound to this console any more."""
        self._shown_last = None
        self._pictures.want(Picture("", []))
        self._request = ""
        self._seats = {}
        self._reveal.clear()
        self._send_scene(now)

    def show_at_once(self, now: int) -> None:
        """Send the newest picture at once, although an earlier one is unanswered: the program is about to end."""
        self._pictures.hurry()
        self._send_scene(now)

    def reveal(self, now: int) -> None:
        """Ask for the bids of the scene that `show` was given last, until all are there or another question is open."""
        self._reveal = set(self._seats)
        self._send_reveal(now)

    def ask(self, kind: Literal["ask", "test", "sample"], now: int, count: int = 0) -> bool:
        """Ask for status, self-test or so many throws (1..100) for statistics; False without a session, when nothing was sent."""
        if self.stage != "session":
            return False
        self._send(kind, [str(count)] if kind == "sample" else [], now)
        return True

    def tell_clock(self, minute: int, now: int, percent: int = 100) -> bool:
        """Tell the console how many minutes (0..1439) it is past midnight, and how bright (1..100) it is to be; False without a session."""
        if self.stage != "session":
            return False
        self._send("clock", [str(minute), *([str(percent)] if percent < 100 else [])], now)
        return True

    # Port ----------------------------------------------------------------------------------------------------------------------------

    def open(self, now: int, *, listening: bool = False) -> None:
        """The port is open: end what half line there may be. The console says hello by itself; one that does not is asked.

        Args:
            now: milliseconds.
            listening: write nothing before a sound line of a console has come, because this may be another device.
        """
        self.stage = "greeting"
        self._listening = listening
        self._lines.clear()
        self._output = b"\n"
        self._heard_at = now
        self._asked_at = now - wire.HEARTBEAT_MS + wire.RESEND_MS

    def close(self) -> list[ConsoleReport]:
        """The port is closed, or the console is gone."""
        was_open = self.stage == "session"
        self.stage = "closed"
        self._output = b""
        self._pictures.end()
        self.held = None
        if not was_open:
            return []
        self.counters.losses += 1
        return [Lost(self.url)]

    def output(self) -> bytes:
        """What is to be written to the port now; it is forgotten here."""
        if self._ack_due and self.stage == "session" and self.hello is not None:
            self._send("ack", [f"{self.hello.boot}.{self._safe.get(self.hello.boot, 0)}"], self._acknowledged_at)
        self._ack_due = False
        octets, self._output = self._output, b""
        return b"" if self._listening else octets

    @property
    def current(self) -> bool:
        """Whether the panels show the newest picture that was asked for."""
        return self.stage == "session" and self._pictures.current

    @property
    def settled(self) -> bool:
        """Whether no picture is to be sent or answered."""
        return self._pictures.settled

    def silent_for(self, now: int) -> int:
        """Milliseconds since the last sound line, or since the port was opened."""
        return now - self._heard_at

    def receive(self, octets: bytes, now: int) -> list[ConsoleReport]:
        """Take bytes from the port and return what they tell. A precious event is acknowledged when `keep` is called with it."""
        events: list[ConsoleReport] = []
        overlong = self._lines.overlong
        for raw in self._lines.feed(octets):
            try:
                line = far_end.read_console(raw)
            except wire.BadLine:
                self.counters.bad += 1
                continue
            except wire.Malformed as malformed:
                self._heard_at = now
                self._refuse_malformed(raw, str(malformed.args[0]), now)
                continue
            self._heard_at = now
            self._listening = False
            self.counters.received += 1
            try:
                events += self._handle(line, now)
            except wire.Malformed as malformed:
                self._refuse_malformed(raw, str(malformed.args[0]), now)
        self.counters.bad += self._lines.overlong - overlong
        return events

    def keep(self, event: ConsoleReport, now: int) -> None:
        """The event is safe: acknowledge it (and all before it). Others than precious ones need no keeping."""
        if isinstance(event, Precious):
            self._safe[event.boot] = max(self._safe.get(event.boot, 0), event.number)
            self._acknowledge(now)

    def tick(self, now: int) -> list[ConsoleReport]:
        """Do what time asks for: repeat, beat, notice that the console is gone. Call it about every 100 ms."""
        if self.stage == "session" and now - self._heard_at >= wire.ALONE_MS:
            events = self.close()
            self.open(now, listening=self._listening)
            return events
        if self.stage == "session":
            self.counters.scenes_repeated += self._pictures.overdue(now)
            self._send_scene(now)
            if self._reveal and now - self._revealed_at >= REVEAL_MS:
                self._send_reveal(now)
            if now - self._sent_at >= wire.HEARTBEAT_MS:
                self._send("beat", [], now)
        elif self.stage == "greeting" and now - self._asked_at >= wire.HEARTBEAT_MS:
            self._send("who", [], now)
            self._asked_at = now
        return []

    # Lines of the console ------------------------------------------------------------------------------------------------------------

    def _handle(self, line: wire.Line, now: int) -> list[ConsoleReport]:
        if line.kind == "hello":
            return self._greeted(line.fields, now)
        if line.kind == "refuse":
            return self._refused(line.fields, now)
        if line.kind == "stopped":
            return [Unreachable(reported("stopped", tuple(line.fields)))]
        if self.stage != "session" or self.hello is None:
            # A session of ours that we know nothing of any more (a host killed and restarted): begin anew.
            if self.stage == "greeting" and now - self._asked_at >= wire.RESEND_MS:
                self._send("who", [], now)
                self._asked_at = now
            return []
        if line.boot:
            return self._take(line, now)
        if line.kind == "status":
            self._take_status(wire.keyed(line.fields, wire.STATUS), now)
        elif line.kind == "shown":
            return self._shown(wire.whole(line.fields[0], 0, HIGHEST_CLAIM), now)
        elif line.kind == "tagged":
            return [Lying(int(line.fields[0]), cast("Literal['none', 'one', 'two']", line.fields[1]))]
        elif line.kind == "sampled":
            return [Sampled(tuple(int(digit) or 10 for digit in line.fields[0]))]
        return []

    def _greeted(self, fields: list[str], now: int) -> list[ConsoleReport]:
        if fields[0] != "console":
            raise wire.Malformed("role")
        values = wire.keyed(fields[1:], ("proto",))
        protocol = wire.whole(values["proto"], 0, wire.LARGEST_NUMBER)
        if protocol != wire.PROTOCOL:
            events = self._unfit(protocol, values.get("fw", "?"))
            self._send("refuse", ["protocol", "hello", str(wire.PROTOCOL)], now)
            return events
        hello = Hello(wire.keyed(fields[1:], wire.CONSOLE_HELLO))
        before = self.hello
        same_boot = before is not None and before.boot == hello.boot
        again = self.stage == "session" and same_boot
        self.hello = hello
        if hello.able != self._able:
            self._able = hello.able
            self._fit()
        self.stage = "session"
        have = max(self._safe.get(hello.boot, 0), self._kept(hello.boot))
        self._safe.pop(hello.boot, None)  # the newest boot is the last to be forgotten
        bound(self._safe)
        self._safe[hello.boot] = have
        self._taken = max(have, hello.first - 1)
        if not same_boot:
            self.held = None
            self._seals.clear()
        self._pictures.begin(hello.shown, same_boot=same_boot)
        self._send("hello", ["host", f"proto={wire.PROTOCOL}", f"sw={self._software}", f"boot={hello.boot}", f"have={have}", READS], now)
        self._send_scene(now)
        if self._reveal:
            self._send_reveal(now)
        if again:  # our hello was lost: for the table nothing has happened
            return []
        self.counters.sessions += 1
        connected = Connected(
            url=self.url,
            boot=hello.boot,
            firmware=hello.firmware,
            panels=hello.panels,
            pixels=hello.pixels,
            bridge=hello.bridge,
            pins=hello.pins,
            why=hello.why,
            restarted=before is not None and not same_boot,
        )
        return [connected]

    def _unfit(self, protocol: int, firmware: str) -> list[ConsoleReport]:
        """The other end speaks another protocol: tell it once for each opening of the port."""
        if self.stage == "refused":
            return []
        events = self.close()
        self.stage = "refused"
        code = "console_older" if protocol < wire.PROTOCOL else "host_older"
        finding = Finding(code, {"theirs": protocol, "firmware": firmware, "ours": wire.PROTOCOL})
        return [*events, ProtocolMismatch(protocol, firmware, finding)]

    def _refused(self, fields: list[str], now: int) -> list[ConsoleReport]:
        code, kind, *words = fields
        if code == "protocol" and words:
            return self._unfit(wire.whole(words[0], 0, wire.LARGEST_NUMBER), self.hello.firmware if self.hello else "?")
        if code == "session" and self.stage == "session":
            self._send("who", [], now)
            return []
        if kind == "scene":
            self._pictures.refused()
        return [LineRefused(code, kind, tuple(words))]

    def _take(self, line: wire.Line, now: int) -> list[ConsoleReport]:
        if self.hello is None or line.boot != self.hello.boot:
            self._send("who", [], now)
            return []
        if line.number != self._taken + 1:
            if line.number <= self._taken:
                self.counters.doubled += 1
            else:
                self.counters.gaps += 1
            self._acknowledge(now)
            return []
        event = self._event(line)
        self._taken = line.number
        return [event]

    def _event(self, line: wire.Line) -> Precious:
        """The event behind a precious line whose grammar is proved."""
        boot, number, fields = line.boot, line.number, line.fields
        match line.kind:
            case "alone":
                return AloneCounters(boot=boot, number=number, values=tuple(int(value) for value in fields))
            case "report":
                words = tuple(fields[1:])
                return Reported(boot=boot, number=number, code=fields[0], words=words, finding=reported(fields[0], words))
        panel = int(fields[0])
        match line.kind:
            case "tag":
                return Tagged(boot=boot, number=number, reader=panel, uid=fields[1], code=fields[2] if len(fields) > 2 else "")
            case "press":
                button, revision = _BUTTONS[fields[1]], int(fields[2])
                asked = self._pictures.asked_by(revision)
                return Pressed(boot=boot, number=number, panel=panel, button=button, revision=revision, long=len(fields) > 3, request=asked)
            case "locked":
                bound(self._seals)
                self._seals[panel, fields[1]] = fields[2], self._seats.get(panel)
                return BidLocked(boot=boot, number=number, panel=panel, request=fields[1], seal=fields[2])
            case "unlocked":
                self._seals.pop((panel, fields[1]), None)
                return BidUnlocked(boot=boot, number=number, panel=panel, request=fields[1])
            case "revealed":
                return self._opened(boot, number, panel, fields)
            case "picked":
                return Picked(boot=boot, number=number, panel=panel, request=fields[1], choice=int(fields[2]))
            case "done":
                return PickDone(boot=boot, number=number, panel=panel, request=fields[1])
            case "rolled":
                request, die = self._dice.get(fields[1]) or _asked(fields[1])
                return Rolled(boot=boot, number=number, panel=panel, request=request, die=die, face=int(fields[2]))
            case "free":
                return FreeRoll(boot=boot, number=number, panel=panel, face=int(fields[1]))
        raise wire.Malformed("kind")

    def _opened(self, boot: str, number: int, panel: int, fields: list[str]) -> BidRevealed:
        request, bid, nonce = fields[1], int(fields[2]), fields[3]
        seal, seat = self._seals.get((panel, request), (None, None))
        tied = self._bound.get(request, "")
        fits = None if seal is None or seat is None else seal_of(nonce, seat, bid) == seal and nonce.endswith(tied)
        if request == self._request:
            self._reveal.discard(panel)
        return BidRevealed(boot=boot, number=number, panel=panel, request=request, bid=bid, nonce=nonce, fits=fits)

    def _take_status(self, values: dict[str, str], now: int) -> None:
        if self.hello is None or values["boot"] != self.hello.boot:
            self._send("who", [], now)
            return
        figures = {name: wire.whole(values[name], 0, wire.LARGEST_NUMBER) for name in Status.__struct_fields__ if name in values}
        if "volts" in values:
            rail, _, vsys = values["volts"].partition(",")
            figures |= {"rail": wire.whole(rail, 0, wire.LARGEST_NUMBER), "vsys": wire.whole(vsys, 0, wire.LARGEST_NUMBER)}
        shown = wire.whole(values["shown"], 0, HIGHEST_CLAIM)
        self.held = _held(values["bids"])
        self.status = Status(**figures)
        self._pictures.go_above(shown)

    def _shown(self, revision: int, now: int) -> list[ConsoleReport]:
        newly = self._pictures.shown(revision)
        self._send_scene(now)
        return [Shown(self._request)] if newly and self.current else []

    # Lines of ours -------------------------------------------------------------------------------------------------------------------

    def _send_scene(self, now: int) -> None:
        """Send the newest picture unless it is shown, on its way, or was refused."""
        if self.stage == "session" and (sent := self._pictures.due(now)) is not None:
            self._send("scene", [str(sent.revision), *sent.picture.words], now)

    def _send_reveal(self, now: int) -> None:
        if self.stage == "session" and self._reveal:
            self._send("reveal", [self._request], now)
            self._revealed_at = now

    def _acknowledge(self, now: int) -> None:
        """Let the next output tell how far we are: one `ack` speaks for all."""
        self._ack_due = True
        self._acknowledged_at = now

    def _refuse_malformed(self, raw: bytes, word: str, now: int) -> None:
        self.counters.malformed += 1
        try:
            kind = wire.name(wire.unframe(raw).kind)
        except wire.Malformed:
            kind = "line"
        self._send("refuse", ["malformed", kind, word], now)

    def _send(self, kind: str, fields: list[str], now: int) -> None:
        if len(self._output) >= MOST_OUTPUT:
            return
        self._output += wire.write(kind, fields)
        self._sent_at = now
        self.counters.sent += 1


_BUTTONS: dict[str, Literal["minus", "plus", "lock", "roll"]] = {"minus": "minus", "plus": "plus", "lock": "lock", "roll": "roll"}


def _asked(wire_name: str) -> tuple[str, str]:
    """Request and die behind an id on the wire that an earlier life of this host gave."""
    request, _, die = wire_name.partition(".")
    return request, die


def _held(text: str) -> tuple[HeldBid, ...]:
    """The bids that `status` lists: `0:s12:locked,1:s12:open`, `-` for none."""
    if text == "-":
        return ()
    held = []
    for part in text.split(","):
        panel, _, rest = part.partition(":")
        request, _, state = rest.partition(":")
        if state not in ("open", "locked", "revealed"):
            raise wire.Malformed("bids")
        held.append(HeldBid(wire.whole(panel, 0, wire.MAX_PANELS - 1), wire.name(request), state))  # type: ignore[arg-type]  # proved above
    return tuple(held)

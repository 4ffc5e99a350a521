"""The console's end of the link: sessions, acknowledgements, scenes. docs/link.md says what and why.

Nothing here waits. The port is `usb_cdc.data` or whatever has its names, with both timeouts 0; what it does not take now is offered
again in the next turn.
"""

from __future__ import annotations

from tapete_console import wire
from tapete_console.outbox import Outbox
from tapete_console.picture import Picture, PictureReader
from tapete_console.shapes import Port, Receiver

OUTPUT_LIMIT = 1024
"""Bytes waiting for the port; answers that would make it more are left out, for the host asks again."""
PRECIOUS_LIMIT = 256
"""No precious line joins the output while more than this waits: a host that does not read makes nothing grow."""

STATUS_WAITS_MS = 100
"""So long at most status waits for a turn without lines and presses: with a seal and a picture it would take 22 ms."""
LETTERS_A_TURN = 110
"""So much of a scene is read in one turn, about 7 ms: most scenes of the games for two panels are shorter."""
PANELS_A_TURN = 2
"""A scene for more panels is shown in the turn after the one that read its end."""
SHORT_A_TURN = 4
"""So many short lines are handled in one turn, about 2 ms each: a host that was away acknowledges eight at once."""
LONG = ("hello", "who", "scene", "ask", "reveal", "sample", "test")
"""Lines that are work for a whole turn: what came behind one waits for the next."""
SCENE = b"- scene "


class Link:
    """The session with a host.

    Arguments: the `port` (None: this computer has no data channel, boot.py did not run), the `outbox`, the `receiver`.
    `session` tells whether there is one, `shown` is the newest revision taken, `bad` counts lines bad or malformed.
    """

    def __init__(self, port: Port | None, outbox: Outbox, receiver: Receiver) -> None:
        self.session = False
        self.shown = 0
        self.reads: list[str] = []
        """Kinds of newer lines that the host reads (its `reads`): no other line of these is sent to it."""
        self._port = port
        self._outbox = outbox
        self._receiver = receiver
        self._lines = wire.LineBuffer()
        self._waiting: list[bytes] = []
        self._scene: PictureReader | None = None
        self._picture: Picture | None = None
        """A scene that is being read; one that is read and not yet shown."""
        self._bad = 0
        self._output = b""
        self._connected = False
        self._ever = False
        self._heard_at = 0
        self._hello_at = 0
        self._status_at = 0
        self._greeting = False

    @property
    def bad(self) -> int:
        """Lines bad or malformed since the start."""
        return self._bad + self._lines.overlong

    def alone(self, now: int) -> bool:
        """Tell whether there has been no sound line of a session for 3 s, or none ever."""
        return not self._ever or now - self._heard_at >= wire.ALONE_MS

    def turn(self, now: int, read: bool = True) -> bool:
        """Read if told to, answer, send what is due at `now` (ms), write what the port takes; True if that was work for a whole turn."""
        if self._port is None:
            return False
        if not self._port.connected:
            self._connected = False
            self.session = False
            return False
        opening = not self._connected
        if opening:
            self._connected = True
            self._port.reset_output_buffer()
            self._lines.clear()
            self._waiting = []
            self._scene = self._picture = None
            self._output = b"\n"
            self._hello(now)
        # A hello takes 5 ms and more: what came before it waits for the next turn. Behind a scene everything waits until it is shown.
        worked = opening
        if read and not opening:
            worked = self._read(now) if self._scene is None and self._picture is None else self._read_scene()
        if self.session and self.alone(now):
            self.session = False
        if self._greeting:
            self._greeting = False
        elif self.session:
            late = now - self._status_at - wire.HEARTBEAT_MS
            if late >= 0 and ((read and not worked) or late >= STATUS_WAITS_MS):
                self._status(now)
                worked = True
            while len(self._output) <= PRECIOUS_LIMIT:
                line = self._outbox.due(now)
                if not line:
                    break
                self._output += line
        elif now - self._hello_at >= wire.HEARTBEAT_MS:
            self._hello(now)
            worked = True
        if self._output:
            taken = self._port.write(self._output)
            if taken:
                self._output = self._output[taken:]
        return worked

    def _read(self, now: int) -> bool:
        """Read what has arrived and handle it up to the first long line; True if that was long, or several lines."""
        if not self._waiting:
            port = self._port
            waiting = port.in_waiting if port is not None else 0
            received = port.read(waiting) if port is not None and waiting else None
            if not received:
                return False
            self._waiting = self._lines.feed(received)
        handled = 0
        kind = ""
        while handled < SHORT_A_TURN and self._waiting and kind not in LONG:
            if handled and self._waiting[0].startswith(SCENE):
                break  # the longest: a host that acknowledges sends it right behind, and it has a turn for itself
            handled += 1
            raw = self._waiting.pop(0)
            kind = "line"
            try:
                line = wire.unframe(raw)
                if line.boot or line.kind not in wire.FROM_HOST:
                    raise wire.Malformed("kind")
                kind = line.kind
                wire.check(line.fields, wire.FROM_HOST[kind])
                self._handle(line, now)
            except wire.BadLine:
                self._bad += 1
            except wire.Malformed as malformed:
                self._malformed(kind, malformed)
            else:
                if self.session:
                    self._heard_at = now
        return handled > 1 or kind in LONG

    def _malformed(self, kind: str, why: wire.Malformed) -> None:
        self._bad += 1
        self._send("refuse", ["malformed", kind, str(why.args[0])])

    def _read_scene(self) -> bool:
        """Show a scene that is whole, or read on in the one that has come."""
        scene, picture = self._scene, self._picture
        if picture is not None:
            self._picture = None
            self._show(picture)
        elif scene is not None:
            try:
                picture = scene.read(LETTERS_A_TURN)
            except wire.Malformed as malformed:
                self._scene = None
                self._malformed("scene", malformed)
            else:
                if picture is not None:
                    self._scene = None
                    if len(picture.panels) > PANELS_A_TURN:
                        self._picture = picture
                    else:
                        self._show(picture)
        return True

    def _handle(self, line: wire.Line, now: int) -> None:
        kind = line.kind
        if kind == "hello":
            self._greeted(line.fields, now)
        elif kind == "who":
            self.session = False
            self._hello(now)
        elif kind == "refuse":
            if line.fields[0] == "protocol":
                self.session = False
                self._receiver.refused_by_host()
        elif not self.session:
            if kind not in ("beat", "ack"):
                self._send("refuse", ["session", kind])
        elif kind == "ack":
            boot, number = wire.stamp(line.fields[0])
            if boot == self._outbox.boot:
                self._safe(number, now)
        elif kind == "scene":
            self._scene = PictureReader(line.fields)
            self._read_scene()
        elif kind == "ask":
            self._status(now)
        elif kind == "reveal":
            refusal = self._receiver.reveal(line.fields)
            if refusal:
                self._send("refuse", [refusal[0], kind] + refusal[1:])
        elif kind == "sample":
            self._send("sampled", [self._receiver.sample(int(line.fields[0]))])
        elif kind == "clock":
            self._receiver.set_clock(int(line.fields[0]), int(line.fields[1]) if len(line.fields) > 1 else 100)
        elif kind == "test":
            self._receiver.start_test()

    def _greeted(self, fields: list[str], now: int) -> None:
        if fields[0] != "host":
            raise wire.Malformed("role")
        values = wire.keyed(fields[1:], ("proto",))
        if values["proto"] != str(wire.PROTOCOL):
            self.session = False
            self._receiver.refused_by_host()
            self._send("refuse", ["protocol", "hello", str(wire.PROTOCOL)])
            return
        values = wire.keyed(fields[1:], wire.HOST_HELLO)
        have = wire.whole(values["have"], 0, wire.LARGEST_NUMBER)
        if wire.hexadecimal(values["boot"], 8) != self._outbox.boot:
            self.session = False
            self._hello(now)
            return
        self.session = True
        self.reads = values.get("reads", "").split(",")
        self._ever = True
        self._heard_at = now
        self._safe(have, now)
        self._receiver.session_opened()
        self._outbox.begin(now)
        self._status_at = now - wire.HEARTBEAT_MS  # due in the next turn: this one was long enough
        self._greeting = True

    def _show(self, picture: Picture) -> None:
        if picture.revision > self.shown:
            refusal = self._receiver.take_scene(picture)
            if refusal:
                self._send("refuse", [refusal[0], "scene"] + refusal[1:])
                return
            self.shown = picture.revision
        self._send("shown", [str(self.shown)])

    def _safe(self, number: int, now: int) -> None:
        for panel in self._outbox.acknowledge(number, now):
            if panel >= 0:
                self._receiver.heard(panel)

    def _hello(self, now: int) -> None:
        values = self._receiver.introduce()
        values["proto"] = str(wire.PROTOCOL)
        values["boot"] = self._outbox.boot
        values["window"] = str(wire.MAX_LINE)
        values["first"] = str(self._outbox.first)
        values["shown"] = str(self.shown)
        keys = list(wire.CONSOLE_HELLO) + [key for key in ("can", "parts", "faults") if key in values]
        self._send("hello", ["console"] + [key + "=" + values[key] for key in keys])
        self._hello_at = now

    def _status(self, now: int) -> None:
        values = self._receiver.condition()
        values["boot"] = self._outbox.boot
        values["shown"] = str(self.shown)
        values["queue"] = str(len(self._outbox))
        values["resent"] = str(self._outbox.resent)
        values["bad"] = str(self.bad)
        values["dropped"] = str(self._outbox.dropped)
        self._send("status", [key + "=" + values[key] for key in wire.STATUS + ("volts",) if key in values])
        self._status_at = now

    def tell(self, kind: str, fields: list[str]) -> None:
        """Send a repeatable line to a host that reads it."""
        if self.session and kind in self.reads:
            self._send(kind, fields)

    def _send(self, kind: str, fields: list[str]) -> None:
        line = wire.write(kind, fields)
        if len(self._output) + len(line) <= OUTPUT_LIMIT:
            self._output += line

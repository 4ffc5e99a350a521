"""The control channel of a simulated console: who presses its buttons and sees its pixels, beside the link and never on it.

JSON Lines over a socket that only this computer reaches; the first line is the token that the board printed when it started. One answer to
each line, in order. Used by `SimulatedConsole`; the requests are the structs below.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import socket
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

Button = Literal["minus", "plus", "lock", "roll"]


class Ready(msgspec.Struct, frozen=True):
    """What the board prints as its first line: where the host finds its port, and where the control channel is."""

    url: str
    control: int
    token: str


class NoPort(msgspec.Struct, frozen=True):
    """What the board prints instead where it cannot have its port: `finding` (a code of `tapete.console.troubles`) with its figures."""

    finding: str
    params: dict[str, str]


class Press(msgspec.Struct, frozen=True, tag="press"):
    """Press a button for `ms` milliseconds; None: until released."""

    panel: int
    button: Button
    ms: int | None = 80


class Release(msgspec.Struct, frozen=True, tag="release"):
    """Let a held button go."""

    panel: int
    button: Button


class LookAt(msgspec.Struct, frozen=True, tag="look"):
    """Ask for all pixels, at once or (`after`, a picture number) when they have changed, `ms` later at the latest."""

    after: int | None = None
    ms: int = 0


class Cable(msgspec.Struct, frozen=True, tag="cable"):
    """Pull the USB cable out or put it in; the board has a supply of its own and goes on."""

    plugged: bool


class Stall(msgspec.Struct, frozen=True, tag="stall"):
    """Let the host's end stop taking bytes, or take them again."""

    stalled: bool


class Reset(msgspec.Struct, frozen=True, tag="restart"):
    """Reset the board: press RUN (`power` False), or switch it off and on (True: nvm is kept, the clock starts anew)."""

    power: bool = False


class BreakPixels(msgspec.Struct, frozen=True, tag="break_pixels"):
    """Let writes to a panel's pixels fail, or work again."""

    panel: int
    broken: bool


class Supply(msgspec.Struct, frozen=True, tag="supply"):
    """Feed the board otherwise: rail without load and VSYS in mV, milliohm between port and rail, and the divider at GP26."""

    rail_mv: int = 5000
    vsys_mv: int = 4700
    rail_milliohm: int = 200
    divider: bool = True


class Lay(msgspec.Struct, frozen=True, tag="lay"):
    """Lay cards on the reader of stickers, each as number (hexadecimal) and text of its sticker, in the place of what lies there."""

    stickers: tuple[tuple[str, str], ...] = ()


class AskState(msgspec.Struct, frozen=True, tag="state"):
    """Ask how the board is."""


class GoOn(msgspec.Struct, frozen=True, tag="go_on"):
    """Let a board whose time is owned (`stepped_board`) live until a moment, or until it has something to say.

    `until_us` is a moment in microseconds since the board's process began, `octets` what the host has sent, `opened` whether the host has
    the port open.
    """

    until_us: int
    octets: bytes
    opened: bool


Request = Press | Release | LookAt | Cable | Stall | Reset | BreakPixels | Supply | Lay | AskState | GoOn


class PanelPixels(msgspec.Struct, frozen=True):
    """One panel's pixels, each 0xRRGGBB, in the order of the chain. `private` is what only its owner sees."""

    counter: list[int]
    die: list[int]
    private: list[int]


class Pixels(msgspec.Struct, frozen=True):
    """All that shines. `picture` counts the changes since the board was started."""

    picture: int
    panels: list[PanelPixels]
    bridge: list[int]


class BoardState(msgspec.Struct, frozen=True):
    """How the board is: what it does, why it started last and how often, whether a host has the port open, its last error."""

    doing: Literal["starting", "running", "stopped"]
    reason: str
    starts: int
    plugged: bool
    opened: bool
    traceback: str | None = None


class Done(msgspec.Struct, frozen=True):
    """The request was carried out; or why not."""

    error: str | None = None


class Stood(msgspec.Struct, frozen=True):
    """Where a board came to a stop after `GoOn`: the moment, what it has sent, its picture's number, whether its port is there."""

    at_us: int
    octets: bytes
    picture: int
    plugged: bool
    error: str | None = None


MAX_REQUEST = 100_000
"""Longest request in bytes; a client that sends more is cut off."""

Answer = Pixels | BoardState | Done | Stood


class Caller:
    """One connection: bytes not handled yet, and the look it waits for."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.pending = b""
        self.proved = False
        self.waiting: tuple[int, float] | None = None

    def answer(self, answer: Answer) -> None:
        """Send one answer. A caller that does not read is dropped by the caller of this method through OSError."""
        self.connection.setblocking(True)
        self.connection.settimeout(1.0)
        try:
            self.connection.sendall(msgspec.json.encode(answer) + b"\n")
        finally:
            self.connection.setblocking(False)


class Control(Protocol):
    """What carries wishes to a board, and answers back."""

    port: int
    token: str

    def wait_on(self) -> list[int]:
        """File descriptors that become readable when there is something to do."""

    def serve(self) -> None:
        """Do all that has been asked meanwhile; never wait."""

    def answer_later(self, answer: Answer) -> None:
        """Answer the request that was left open."""

    def close(self) -> None:
        """Hang up."""


class ControlServer:
    """The board's side: it serves the caller that knows the token.

    `carry_out` does a request; `picture` gives the number of the present picture.

    A request for which `carry_out` gives None is answered by `answer_later`.
    """

    def __init__(self, carry_out: Callable[[Request], Answer | None], picture: Callable[[], int], clock: Callable[[], float]) -> None:
        self.token = os.urandom(16).hex()
        self._carry_out = carry_out
        self._picture = picture
        self._clock = clock
        self._callers: list[Caller] = []
        self._owed: Caller | None = None
        self._decoder = msgspec.json.Decoder(Request)
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen()
        self._listener.setblocking(False)
        self.port: int = self._listener.getsockname()[1]

    def wait_on(self) -> list[int]:
        """File descriptors that become readable when there is something to do."""
        return [self._listener.fileno(), *(caller.connection.fileno() for caller in self._callers)]

    def serve(self) -> None:
        """Do all that has been asked meanwhile; never wait."""
        try:
            connection, _ = self._listener.accept()
        except BlockingIOError:
            pass  # nobody new: the ordinary case of a socket that must not wait
        else:
            connection.setblocking(False)
            self._callers.append(Caller(connection))
        for caller in list(self._callers):
            try:
                alive = self._serve(caller)
            except OSError:
                alive = False
            if not alive:
                caller.connection.close()
                self._callers.remove(caller)

    def answer_later(self, answer: Answer) -> None:
        """Answer the request that was left open, even if nobody waits for it any more."""
        owed, self._owed = self._owed, None
        if owed is not None:
            with contextlib.suppress(OSError):  # `serve` drops a caller that is gone
                owed.answer(answer)

    def close(self) -> None:
        """Hang up."""
        for caller in self._callers:
            caller.connection.close()
        self._listener.close()

    def _serve(self, caller: Caller) -> bool:
        """Serve one caller; False: hang up."""
        if caller.waiting is not None:
            after, until = caller.waiting
            if self._picture() != after or self._clock() >= until:
                caller.waiting = None
                self._do(caller, LookAt())
        try:
            received = caller.connection.recv(MAX_REQUEST)
        except BlockingIOError:
            received = None
        if received == b"":
            return False
        caller.pending += received or b""
        while caller.waiting is None and b"\n" in caller.pending:
            line, caller.pending = caller.pending.split(b"\n", 1)
            if not caller.proved:
                if not hmac.compare_digest(line, self.token.encode()):
                    return False
                caller.proved = True
                continue
            self._handle(caller, line)
        return len(caller.pending) <= MAX_REQUEST

    def _handle(self, caller: Caller, line: bytes) -> None:
        try:
            request = self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            caller.answer(Done(str(error)))
            return
        if isinstance(request, LookAt) and request.after is not None and request.after == self._picture():
            caller.waiting = (request.after, self._clock() + request.ms)
        else:
            self._do(caller, request)

    def _do(self, caller: Caller, request: Request) -> None:
        answer = self._carry_out(request)
        if answer is None:
            self._owed = caller
        else:
            caller.answer(answer)

"""The caller's end of a simulated board's control channel: one connection, one request at a time."""

from __future__ import annotations

import socket
import threading
from typing import TypeVar

import msgspec

from tapete.console.simulated_control import BoardState, Done, Pixels, Ready, Request, Stood
from tapete.console.troubles import Finding

A = TypeVar("A", Pixels, BoardState, Done, Stood)

ANSWER_S = 10.0
"""How long the board may take to answer; a loop that hangs is reset by its watchdog before that."""


class SimulationFailed(Exception):
    """The simulated board does not start, has ended or refuses.

    `args[0]` says why, in Spanish and English; `finding` the same with the next step, where there is one.
    """

    finding: Finding | None = None

    @classmethod
    def for_(cls, finding: Finding) -> SimulationFailed:
        """The error for what was found."""
        failed = cls(" / ".join(f"{finding.what.in_(language)} {finding.next.in_(language)}" for language in ("es", "en")))
        failed.finding = finding
        return failed


class Refused(msgspec.Struct, frozen=True):
    """What every answer has in common: `error` is there when the request was not carried out."""

    error: str | None = None


class ControlChannel:
    """One connection to the control channel; one request at a time."""

    def __init__(self, ready: Ready) -> None:
        self._lock = threading.Lock()
        self._socket = socket.create_connection(("127.0.0.1", ready.control), timeout=ANSWER_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(ready.token.encode() + b"\n")
        self._answers = self._socket.makefile("rb")

    def ask(self, request: Request, kind: type[A]) -> A:
        """Carry a request out and return its answer. Raises SimulationFailed."""
        with self._lock:
            try:
                self._socket.sendall(msgspec.json.encode(request) + b"\n")
                line = self._answers.readline()
            except (OSError, ValueError) as error:  # ValueError: hung up meanwhile
                raise gone(str(error)) from error
        if not line:
            raise gone("")
        return read_answer(line, kind)

    def close(self) -> None:
        """Hang up."""
        self._answers.close()
        self._socket.close()


def read_answer(line: bytes, kind: type[A]) -> A:
    """A board's answer as it came. Raises SimulationFailed where it is a refusal."""
    answer = msgspec.json.decode(line, type=Refused)
    if answer.error is not None:
        raise SimulationFailed(answer.error)
    return msgspec.json.decode(line, type=kind)


def gone(why: str) -> SimulationFailed:
    """The error for a board that does not answer."""
    return SimulationFailed(
        f"La consola simulada no responde; arráncala de nuevo. / The simulated console does not answer; start it again. {why}".strip()
    )

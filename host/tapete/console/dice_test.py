"""Are the console's dice even? Throws by the hundred, and Pearson's chi-square test with its p-value.

Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.15 (the test) and 1.3.6.6.6 (the distribution).
"""

from __future__ import annotations

import math
import queue
from collections.abc import Callable, Sequence

from msgspec import Struct

from tapete.console.client import Console
from tapete.console.clock import REAL_TIME, Clock, Mail
from tapete.console.port import OpenPort, Port
from tapete.console.reports import Connected, ConsoleReport, Lost, ProtocolMismatch, Sampled, Unreachable
from tapete.console.troubles import Finding
from tapete.core.texts import Text
from tapete_console import wire

FACES = 10
MAX_SAMPLE = wire.MAX_SAMPLE
"""Throws that are asked for at once."""
PATIENCE_S = 8.0
"""A hundred throws take the Pico 12 ms; a console that was just reset says hello within three seconds."""

SUSPICIOUS = 0.001
"""Even dice give a smaller p-value once in a thousand tests."""

LEAST = 100
"""With fewer than ten throws expected for each face the p-value means little."""


class Evenness(Struct, frozen=True):
    """How often each face 1..10 came up, and what that means."""

    counts: tuple[int, ...]
    chi_square: float
    p_value: float

    @property
    def finding(self) -> Finding:
        """The verdict in words."""
        figures: dict[str, str | int | Text] = {"rolls": sum(self.counts), "chi": f"{self.chi_square:.2f}", "p": f"{self.p_value:.4f}"}
        return Finding("dice_uneven" if self.p_value < SUSPICIOUS else "dice_even", figures)


class NoThrows(Exception):
    """The console could not be asked; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.what.in_("en"))
        self.finding = finding


def upper_tail(chi_square: float) -> float:
    """The p-value of a chi-square of nine degrees of freedom (0 or more): the chance of one as large from even dice.

    For an odd number of degrees the regularised incomplete gamma function is a finite sum, exact up to rounding:
    Q(9/2, y) = erfc(sqrt(y)) + exp(-y) * sum of y**(k + 1/2) / gamma(k + 3/2) for k = 0..3, with y half the chi-square.
    """
    half = chi_square / 2
    terms = (math.pow(half, k + 0.5) / math.gamma(k + 1.5) for k in range((FACES - 1) // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * math.fsum(terms)


def judge(faces: Sequence[int]) -> Evenness:
    """Test throws (1..10 each). Raises ValueError for fewer than 100, or a face that a D10 has not."""
    if len(faces) < LEAST:
        raise ValueError(f"at least {LEAST} throws, not {len(faces)}")
    if not set(faces) <= set(range(1, FACES + 1)):
        raise ValueError("a D10 shows 1 to 10")
    counts = tuple(faces.count(face) for face in range(1, FACES + 1))
    expected = len(faces) / FACES
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    return Evenness(counts, chi_square, upper_tail(chi_square))


def collect(
    port: str,
    rolls: int,
    progress: Callable[[int], None] = lambda thrown: None,
    *,
    clock: Clock = REAL_TIME,
    open_port: OpenPort = Port,
) -> list[int]:
    """Let the console at `port` throw its die `rolls` times; nothing of a match is touched.

    Args:
        port: any that `serial_for_url` takes.
        rolls: how many, 1 and more.
        progress: gets the number of throws so far.
        clock: whose time counts.
        open_port: opens the port.

    Raises:
        NoThrows: there is no console, or it went away.
    """
    events: Mail[ConsoleReport] = clock.mail()
    faces: list[int] = []
    console = Console(port, events.put, acknowledge=False, clock=clock, open_port=open_port)
    try:
        while len(faces) < rolls:
            try:
                event = events.get(timeout=PATIENCE_S)
            except queue.Empty:
                raise NoThrows(Finding("no_answer", {"port": port})) from None
            match event:
                case Unreachable(finding) | ProtocolMismatch(finding=finding):
                    raise NoThrows(finding)
                case Lost():
                    raise NoThrows(Finding("port_gone", {"port": port}))
                case Sampled(thrown):
                    faces += thrown
                    progress(len(faces))
                case Connected():
                    pass
                case _:
                    continue
            if len(faces) < rolls:
                console.sample(min(MAX_SAMPLE, rolls - len(faces)))
    finally:
        console.close()
    return faces

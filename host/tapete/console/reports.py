"""Reports of a console to the host: frozen structs, each with the panel (0..3) that it came from.

Precious events (what a person did) carry boot id and number. The pair names one message for ever: the one who keeps the pair with what
followed from it applies nothing twice. Source: docs/link.md, sections 2 to 9.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tapete.console.troubles import Finding

Button = Literal["minus", "plus", "lock", "roll"]


class ConsoleReport(Struct, frozen=True, tag=True):
    """Anything that `Console` reports through `on_report`."""


class Connected(ConsoleReport, frozen=True):
    """A session with a console is open.

    `pixels` counts those of counter, private display and die display; `bridge` those of the strip, 0 without one; `pins` is the digest of
    its pin map; `why` the reason of its last start; `restarted` whether it is another boot than the last one met here: then the console
    holds no bids any more.
    """

    url: str
    boot: str
    firmware: str
    panels: int
    pixels: tuple[int, ...]
    bridge: int
    pins: str
    why: str
    restarted: bool


class Lost(ConsoleReport, frozen=True):
    """The session is over: unplugged, reset or silent. `Console` goes on trying; what was pressed meanwhile comes when it is back."""

    url: str


class Unreachable(ConsoleReport, frozen=True):
    """There is no console to talk to, and why; told once for each new reason."""

    finding: Finding


class ProtocolMismatch(ConsoleReport, frozen=True):
    """Console and host speak different protocols; `finding` says which command mends it."""

    protocol: int
    firmware: str
    finding: Finding


class Shown(ConsoleReport, frozen=True):
    """The panels show the newest picture that was asked for; `request` names what it asks for, as it was given."""

    request: str


class LineRefused(ConsoleReport, frozen=True):
    """The console could not take a line of ours: code, kind of the line, more words (docs/link.md, section 9)."""

    code: str
    kind: str
    words: tuple[str, ...]


class Sampled(ConsoleReport, frozen=True):
    """Throws of the die that were asked for by `sample`, 1..10 each; no part of any match."""

    faces: tuple[int, ...]


class Precious(ConsoleReport, frozen=True, kw_only=True):
    """What a person did at the console: acknowledged once `on_report` has returned."""

    boot: str
    number: int


class Pressed(Precious, frozen=True, kw_only=True):
    """A button that the console does not handle by itself.

    `revision` is the scene that was on show, `request` the one under which this host had shown it (empty: an earlier host had, or none);
    `long` tells once more of a press, because the button is still held.
    """

    panel: int
    button: Button
    revision: int
    long: bool = False
    request: str = ""


class BidLocked(Precious, frozen=True, kw_only=True):
    """A bid is set and sealed; the number stays on the console."""

    panel: int
    request: str
    seal: str


class BidUnlocked(Precious, frozen=True, kw_only=True):
    """Its owner took the lock back."""

    panel: int
    request: str


class BidRevealed(Precious, frozen=True, kw_only=True):
    """Bid and nonce. `fits` tells whether they open the seal that this host was given; None: it was never given one."""

    panel: int
    request: str
    bid: int
    nonce: str
    fits: bool | None


class Picked(Precious, frozen=True, kw_only=True):
    """One number was added to an open choice."""

    panel: int
    request: str
    choice: int


class PickDone(Precious, frozen=True, kw_only=True):
    """The choice is finished."""

    panel: int
    request: str


class Rolled(Precious, frozen=True, kw_only=True):
    """A die that was asked for shows `face` (1..10). `die` is its id in the scene, `request` the one under which it was asked."""

    panel: int
    request: str
    die: str
    face: int


class FreeRoll(Precious, frozen=True, kw_only=True):
    """A person threw a die for fun."""

    panel: int
    face: int


class AloneCounters(Precious, frozen=True, kw_only=True):
    """What the counters were while there was no host, one a panel."""

    values: tuple[int, ...]


class Reported(Precious, frozen=True, kw_only=True):
    """The console reports about itself; `finding` says it in words (docs/link.md, section 9)."""

    code: str
    words: tuple[str, ...]
    finding: Finding


class Tagged(Precious, frozen=True, kw_only=True):
    """A card with a sticker was laid on a reader: the sticker's number (8, 14, 20 hexadecimal digits), its code; empty: none."""

    reader: int
    uid: str
    code: str = ""


class Lying(ConsoleReport, frozen=True):
    """What lies on a reader now: `two` say that one is to be taken away."""

    reader: int
    what: Literal["none", "one", "two"]


class HeldBid(Struct, frozen=True):
    """A bid that the console holds now: open, locked or revealed."""

    panel: int
    request: str
    state: Literal["open", "locked", "revealed"]


class Status(Struct, frozen=True):
    """How the console says it is (docs/link.md, section 8): bytes, milliseconds, turns a second, milliampere, seconds."""

    free: int
    turn: int
    rate: int
    queue: int
    resent: int
    bad: int
    dropped: int
    limited: int
    draw: int
    up: int
    rail: int = 0
    vsys: int = 0
    """What it measures of its supply in mV, since a self-test was asked for; 0: nothing."""


class LinkCounters(Struct):
    """What the host's end has counted since it was made."""

    received: int = 0
    sent: int = 0
    bad: int = 0
    malformed: int = 0
    doubled: int = 0
    gaps: int = 0
    scenes_repeated: int = 0
    sessions: int = 0
    losses: int = 0

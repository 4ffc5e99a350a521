"""What a phone needs to check seals itself: those that stand now, and what was opened last, with its nonces.

The phone keeps the seals as it first hears of them, so a bid that is opened is proved against what stood there when it was locked
(docs/link.md, section 6). Ten letters stand for a seal: people can write them down.
"""

from __future__ import annotations

from msgspec import Struct

from tapete.core.codec import encode
from tapete.core.kinds import name_of
from tapete.core.look_ahead import key
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep
from tapete.table import Table

LETTERS = "BCDFGHJKLMNPQRST"
"""One for each hexadecimal digit: no vowel, so no word."""

SHOWN = 10
"""Letters of a seal that are shown."""


class Seals(Struct, frozen=True):
    """Seals for a phone.

    Args:
        letters: of the reader's own seal, in two groups; empty where it has locked nothing.
        standing: the seal of each seat that has locked, as JSON.
        opened: seat, value and nonce of each that was opened last, as JSON; an empty list once something is locked again.
    """

    letters: str = ""
    standing: str = "{}"
    opened: str = "[]"


def letters(seal: str) -> str:
    """The letters of a seal, five and five."""
    said = "".join(LETTERS[int(digit, 16)] for digit in seal[:SHOWN])
    return f"{said[: SHOWN // 2]} {said[SHOWN // 2 :]}"


def seals(table: Table, seat: Seat) -> Seals:
    """The seals of a match, for the page of one seat."""
    with table.still():
        step = table.state.agenda[-1]
        standing = dict(step.seals) if isinstance(step, SealingStep) else {}
        opened = [] if standing else _opened(table)
    own = standing.get(seat)
    return Seals(letters(own) if own else "", encode(standing).decode(), encode(opened).decode())


def _opened(table: Table) -> list[tuple[Seat, str, str]]:
    """What the newest reveal opened, if nothing was locked after it."""
    reveals = {name_of(one.reveal): one for one in table.rules.game.sealings}
    locks = {name_of(one.lock) for one in table.rules.game.sealings}
    for seq in reversed(table.line()):
        action = table.entries[seq - 1].action or {}
        name = action.get("action")
        if name in locks:
            return []
        if (sealing := reveals.get(str(name))) is not None:
            values = {seat: action.get(sealing.parts[seat]) for seat in sealing.parts} or action.get(sealing.argument) or {}
            nonces = action.get("nonces") or {}
            return [(seat, key(values[seat]), nonce) for seat, nonce in nonces.items() if nonce and seat in values]
    return []

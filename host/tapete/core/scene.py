"""The scene: what the panels at the table show. A game makes it from a state; a console or a page draws it.

A scene is a whole picture, never a difference: the latest one wins (docs/inside/console.md). It holds public facts only.
"""

from __future__ import annotations

from typing import Literal, get_args

from tapete.core.seats import Seat
from tapete.core.structs import Strict

Lamp = Literal["dark", "waiting", "turn", "ready", "won", "lost", "drawn"]
"""What the seat is in: nobody plays; others act; something is owed; it has done its part; the three endings."""

DiePurpose = Literal["initiative", "attack", "defence"]
"""The purposes of a die that a panel's lights can tell."""

DIE_PURPOSES: tuple[DiePurpose, ...] = get_args(DiePurpose)

LockButton = Literal["pass", "ready", "back"]
"""What a press of LOCK answers while the panel asks for no number: pass; ready; or it takes the seat's own ready back."""

Showing = Literal["bid", "needed", "lost"]
"""What a public number on the private display is: a revealed bid, what the die has to reach, what is lost already."""


TellSign = Literal["step", "acts", "wins", "loses", "void", "bid"]
"""What a panel says of something that happened: nothing; an action, or something for all; won; lost; came to nothing; so much was bid."""

TELL_SIGNS: tuple[TellSign, ...] = get_args(TellSign)


class Tell(Strict):
    """One moment of what happened, as a panel tells it.

    Args:
        id: names the moment, 1..16 letters (`<entry>.<beat>`): the lights move once for each.
        sign: what the strip says.
        number: of a `bid` the bid; else what the counter counted before, None where it stays as it was (0..999).
    """

    id: str
    sign: TellSign
    number: int | None = None


class Bounds(Strict):
    """The smallest and largest whole number a panel may enter, both included."""

    low: int
    high: int


class Panel(Strict, kw_only=True, omit_defaults=True):
    """One seat's panel.

    `value` of `largest` fills the public counter (life, mana, emunah; 0..999, above 50 in a second hue); `largest` is what it begins with
    or what it ends at, and there are games in which it goes beyond. `bid` asks for a sealed number on the private display, and stays there
    while that question is open, locked or not: a console forgets a bid that the scene does not ask for any more (who draws leaves it
    out for a seat whose bid is kept elsewhere). `pick` asks for open numbers one by one (LOCK adds, ROLL ends); `shown` is a public number
    on the same display, and `shows` says what it is. `dice` names the D10s that this panel owes, in the order in which they are asked, and
    `purpose` what the first of them is for, where the panel's lights have a word for it. `tell` is what has just happened:
    `tapete.presentation.lamps` adds it to tell turns by lights, and a console that cannot tell shows the rest.

    What follows from what is owed is the same for every game, and core fills it in (`tapete.core.lights`): lamp, lock, dice and purpose.
    """

    seat: Seat
    value: int
    largest: int
    lamp: Lamp = "dark"
    bid: Bounds | None = None
    pick: Bounds | None = None
    shown: int | None = None
    shows: Showing | None = None
    dice: tuple[str, ...] = ()
    purpose: DiePurpose | None = None
    lock: LockButton | None = None
    tell: Tell | None = None


class Bridge(Strict):
    """Shazamm's bridge strip: slabs -9..9; `broken` slabs are gone at each end (SHZ-R02, R03)."""

    wall: int
    wizard_a: int
    wizard_b: int
    broken: int


class Scene(Strict, kw_only=True, omit_defaults=True):
    """All panels of the match, in seat order, and what a shared strip shows."""

    panels: tuple[Panel, ...]
    bridge: Bridge | None = None

"""What the lights of a panel say: the one table from which the card in the box, the pages and the guide are made.

The firmware draws the lights (`firmware/lib/tapete_console/lights.py`); a test holds this table against what it draws.
"""

from __future__ import annotations

from typing import NamedTuple

from tapete.core.scene import Panel
from tapete.core.texts import Text, _


class LampState(NamedTuple):
    """One thing that the die display says.

    Attributes:
        lamp: its name in the firmware.
        lit: which of its ten lights, from 1; those that move are all named.
        title: what it means.
        says: what to do.
        moves: its rhythm.
    """

    lamp: str
    lit: tuple[int, ...]
    title: Text
    says: Text
    moves: Text


ALL = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
_BREATHES, _STILL, _BLINKS = _("breathes"), _("still"), _("blinks")

STATES: tuple[LampState, ...] = (
    LampState("bid", (1, 2, 4, 7), _("Secret number"), _("Set it with − and + (hold for tens). LOCK keeps it."), _BREATHES),
    LampState("pick", (1, 2, 4, 7, 9, 10), _("Open numbers"), _("Choose with − and +. LOCK adds the number, ROLL ends."), _BREATHES),
    LampState("lock", (7,), _("Pass, or I am ready"), _("Press LOCK."), _BREATHES),
    LampState("roll", (9, 10), _("Roll"), _("Press ROLL; hold it for all dice."), _BLINKS),
    LampState("turn", ALL, _("Your turn, by hand"), _("Cards and page; no button is needed."), _BREATHES),
    LampState("locked", (6, 7, 8), _("Locked, or ready"), _("Kept. LOCK takes it back while others think."), _STILL),
    LampState("waiting", (5, 6), _("Others act"), _("Wait."), _STILL),
    LampState("not_now", (6, 7, 8), _("Not now"), _("That button does nothing here."), _("blinks three times")),
    LampState("gone", (1, 2, 3, 8, 9, 10), _("Computer gone"), _("Wait: all is kept. − and + held free the counter."), _("to and fro")),
    LampState("alone", (3, 8), _("Counter alone"), _("No match: − and + count, ROLL rolls."), _STILL),
    LampState("won", ALL, _("Won"), _("Half and half in turn: a draw."), _("runs outwards")),
    LampState("lost", (1, 3, 5, 7, 9), _("Lost"), _("The match is over."), _STILL),
)
"""The twelve states on the card, the commonest first."""

RARE: tuple[LampState, ...] = (
    LampState("drawn", ALL, _("A draw"), _("The match is over."), _("half and half, in turn")),
    LampState("initiative", ALL, _("Roll for initiative"), _("Press ROLL."), _("runs from the middle, then blinks")),
    LampState("attack", ALL, _("Roll for an attack"), _("Press ROLL."), _("runs from the left, then blinks")),
    LampState("defence", ALL, _("Roll for a defence"), _("Press ROLL."), _("runs from the right, then blinks")),
    LampState("running", ALL, _("The die rolls"), _("Wait."), _("runs to and fro")),
    LampState("face", (7,), _("The face of the die"), _("The light's digit; 0 is ten."), _STILL),
    LampState("pressed", (7,), _("Heard"), _("The light over the button that was pressed."), _("shines twice")),
    LampState("alarm", (1, 2, 9, 10), _("Not told"), _("The computer does not read: press again in a moment."), _("blinks three times")),
    LampState("refused", (2, 9), _("Versions do not fit"), _("Bring the console up to date: tapete console copy-firmware."), _BLINKS),
    LampState("broken", (1, 10), _("The program broke down"), _("It starts again by itself."), _STILL),
)
"""What is seen seldom: not on the card."""

OTHER: tuple[tuple[Text, Text], ...] = (
    (_("Counter: lights in fives of two shades"), _("the number; a change blinks in its difference, then settles")),
    (_("Counter: lit all over, a part in another hue"), _("more than 50: that part counts from 51 on; each light that winks is 50 more")),
    (_("Counter: every third light, blinking"), _("zero")),
    (_("Counter: lights in the second hue alone"), _("a bid that has just been opened")),
    (_("Counter: runs, and orange lights stay"), _("what was lost in the turn that is told, until a press")),
    (_("Strip: fills or empties once"), _("told: this player won, or lost")),
    (_("Strip: one light runs through once"), _("told: this player did something, or it concerns all")),
    (_("Strip: the light over LOCK goes out"), _("told: it came to nothing; LOCK is next, if it breathes then")),
    (_("Hood: one of ten tens (far), one of ten units (near)"), _("a number: sways, open; still, locked; sways slowly, public")),
    (_("Hood: two still white lights, others glow"), _("the number that LOCK would add; those that were added")),
    (_("Hood: one of ten units alone"), _("the face of a die")),
    (_("Everything slow in three colours"), _("nobody plays; any press ends it, and counts")),
    (_("Everything dimmer"), _("night, by the clock of the computer")),
)
"""What the other displays say: where and how, and what it means."""

BY_LAMP = {state.lamp: state for state in (*STATES, *RARE)}


def lamp_of(panel: Panel) -> str:
    """The lamp that a panel shows while nothing has been pressed, as the firmware chooses it; `dark` for a seat that is not in play."""
    if panel.bid is not None and panel.lamp != "ready":
        return "bid"
    if panel.pick is not None:
        return "pick"
    if panel.dice:
        return panel.purpose or "roll"
    if panel.lamp == "turn" and panel.lock is not None:
        return "lock"
    return "locked" if panel.lamp == "ready" else panel.lamp

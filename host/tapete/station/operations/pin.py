"""The PIN of staff: kept as a salted scrypt hash, and asked for at a pace that makes guessing hopeless.

A few digits are guessed in minutes if tries cost nothing. Here every wrong one makes the next wait longer: for its address and, since a
guesser may have many addresses, for all of the room together. The station's own screen waits for its own mistakes only, so that nobody in
the room can lock staff out of it.
"""

from __future__ import annotations

import base64
import collections
import hashlib
import hmac
import itertools
import secrets
import threading
from collections.abc import Callable
from pathlib import Path

from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.station.addresses import HERE, group
from tapete.table.folders import write_whole

FILE = "staff-pin"
"""The name of the file in the data folder; readable by its owner alone."""

SHORTEST, LONGEST = 6, 32
"""Digits of a PIN."""

COST, BLOCK, PARALLEL = 2**14, 8, 1
"""Of scrypt: 16 MiB and about 50 ms on a Raspberry Pi 4 (RFC 7914 names these for interactive logins)."""

SALT_BYTES, KEY_BYTES = 16, 32

FREE_TRIES = 3
"""Wrong PINs of one address after which the next must wait."""

FREE_TRIES_OF_ALL = 20
"""The same for all addresses together."""

LONGEST_WAIT_S, LONGEST_WAIT_OF_ALL_S = 300.0, 60.0

FORGET_S = 3600.0
"""After so long without a wrong PIN an address begins anew."""

MOST_ADDRESSES = 512
"""Addresses that are remembered; the one that tried longest ago makes room."""

NOT_A_PIN = Code(
    "not_a_pin", "", _("A PIN is {least} to {most} digits, and not one digit repeated nor counted up or down. Choose another.")
)
WRONG_PIN = Code("wrong_pin", "", _("That is not the PIN. Try again."))
WAIT = Code("wait", "", _("There were several tries with another PIN. Wait {seconds} s and try again."))
NO_PIN = Code("no_pin", "", _("This station has no PIN yet. Set one with “tapete station set-pin” on its computer."))
NOT_KEPT = Code(
    "pin_not_kept", "", _("The PIN could not be kept in {file}: {problem}. See whether the disk has room and the folder may be written.")
)


def is_fit(pin: str) -> bool:
    """Return whether this may be a PIN: enough digits, and not among the first that anybody tries."""
    if not (pin.isascii() and pin.isdecimal() and SHORTEST <= len(pin) <= LONGEST):
        return False
    steps = {int(later) - int(earlier) for earlier, later in itertools.pairwise(pin)}
    return steps not in ({0}, {1}, {-1})


def hashed(pin: str, salt: bytes | None = None) -> str:
    """Return a PIN as it is kept: `scrypt$cost$block$parallel$salt$key`, the last two in base64."""
    salt = secrets.token_bytes(SALT_BYTES) if salt is None else salt
    key = hashlib.scrypt(pin.encode(), salt=salt, n=COST, r=BLOCK, p=PARALLEL, dklen=KEY_BYTES)
    return "$".join(["scrypt", str(COST), str(BLOCK), str(PARALLEL), *(base64.b64encode(part).decode() for part in (salt, key))])


def fits(pin: str, kept: str) -> bool:
    """Return whether a PIN is the one that was kept; False for a line that is no such hash."""
    try:
        kind, cost, block, parallel, salt, key = kept.strip().split("$")
        expected = base64.b64decode(key, validate=True)
        found = hashlib.scrypt(
            pin.encode(), salt=base64.b64decode(salt, validate=True), n=int(cost), r=int(block), p=int(parallel), dklen=len(expected)
        )
    except (ValueError, MemoryError):
        return False
    return kind == "scrypt" and hmac.compare_digest(found, expected)


def keep(folder: Path, pin: str) -> None:
    """Set the PIN of a data folder; the file is replaced as a whole.

    Raises:
        Illegal: it is no fit PIN, or the file cannot be written.
    """
    if not is_fit(pin):
        raise Illegal((NOT_A_PIN(least=SHORTEST, most=LONGEST),))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / FILE, f"{hashed(pin)}\n".encode("ascii"))
    except OSError as fault:
        raise Illegal((NOT_KEPT(file=FILE, problem=fault.strerror or str(fault)),)) from fault


def kept_in(folder: Path) -> str | None:
    """Return what a data folder keeps; None if there is no PIN, or none that can be read."""
    try:
        return (folder / FILE).read_text(encoding="ascii").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


class Throttle:
    """Makes each wrong try wait longer.

    Args:
        clock: monotonic seconds; a clock on the wall that is put back would let guessers in.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong: collections.OrderedDict[str, tuple[int, float]] = collections.OrderedDict()
        self._wrong_of_all = (0, 0.0)

    def wait_s(self, address: str) -> float:
        """Return the seconds that an address must still wait; 0 when it may try."""
        with self._lock:
            return self._wait(group(address))

    def begin(self, address: str) -> float:
        """Return the seconds to wait; 0 if the try was taken, which counts as wrong until `right` is called.

        It counts before it is judged, so that a hundred tries at the same instant are not all judged.
        """
        whose = group(address)
        with self._lock:
            if (wait := self._wait(whose)) > 0:
                return wait
            now = self._clock()
            self._wrong[whose] = (self._count(self._wrong.get(whose, (0, now))) + 1, now)
            self._wrong.move_to_end(whose)
            while len(self._wrong) > MOST_ADDRESSES:
                self._wrong.popitem(last=False)
            if whose != HERE:
                self._wrong_of_all = (self._count(self._wrong_of_all) + 1, now)
            return 0.0

    def right(self, address: str) -> None:
        """Count the try of an address as right: it begins anew."""
        with self._lock:
            whose = group(address)
            self._wrong.pop(whose, None)
            if whose != HERE:
                count, last = self._wrong_of_all
                self._wrong_of_all = (max(0, count - 1), last)

    def _count(self, wrong: tuple[int, float]) -> int:
        count, last = wrong
        return 0 if self._clock() - last > FORGET_S else count

    def _wait(self, whose: str) -> float:
        own = self._left(self._wrong.get(whose, (0, 0.0)), FREE_TRIES, LONGEST_WAIT_S)
        return own if whose == HERE else max(own, self._left(self._wrong_of_all, FREE_TRIES_OF_ALL, LONGEST_WAIT_OF_ALL_S))

    def _left(self, wrong: tuple[int, float], free: int, longest_s: float) -> float:
        over = self._count(wrong) - free
        if over < 0:
            return 0.0
        return max(0.0, wrong[1] + min(longest_s, 2.0 ** min(over, 12)) - self._clock())


class PinCheck:
    """Asks for the PIN of a data folder.

    Args:
        folder: where the PIN is kept; it is read at every try, so that a new one holds at once.
        clock: monotonic seconds.
    """

    def __init__(self, folder: Path, clock: Callable[[], float]) -> None:
        self.folder = folder
        self.throttle = Throttle(clock)
        self._one_at_a_time = threading.Lock()

    def enter(self, pin: str, address: str) -> None:
        """Return if the PIN is right; raise otherwise.

        Args:
            pin: what was typed.
            address: where it came from.

        Raises:
            Illegal: there is no PIN yet, it is a wrong one, or this address must wait.
        """
        kept = kept_in(self.folder)
        if kept is None:
            raise Illegal((NO_PIN(),))
        if (wait := self.throttle.begin(address)) > 0:
            raise Illegal((WAIT(seconds=int(wait) + 1),))
        with self._one_at_a_time:  # each takes 16 MiB
            right = len(pin) <= LONGEST and fits(pin, kept)
        if not right:
            raise Illegal((WRONG_PIN(),))
        self.throttle.right(address)

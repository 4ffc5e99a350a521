"""The bid locker: a number that nobody learns before everybody has locked.

The bid and its nonce live in this object alone. What leaves it is the seal (`lock`) and, when the console was asked rightly, both
(`reveal`). docs/link.md, section 6.
"""

from __future__ import annotations

from tapete_console.dice import Entropy
from tapete_console.picture import Request
from tapete_console.sha256 import sha256

NONCE_BYTES = 16

NONE = "none"
OPEN = "open"
LOCKED = "locked"
REVEALED = "revealed"


def seal(nonce: str, seat: str, bid: int) -> str:
    """Return the seal of a bid: nonce in 32 hexadecimal digits, seat `A`..`D`, bid 0..99."""
    return sha256(("%s:%s:%d" % (nonce, seat, bid)).encode())


class BidLocker:
    """One panel's bid.

    `stage` is NONE, OPEN, LOCKED or REVEALED; `id` names the request (empty if there is none); `answer` is the number of the message
    that revealed it, 0 if there is none or it must be told again.
    """

    def __init__(self) -> None:
        self.withdraw()

    def withdraw(self) -> None:
        """Forget the request and the bid."""
        self.id = ""
        self.stage = NONE
        self.bid = 0
        self.seat = ""
        self.answer = 0
        self._low = 0
        self._high = 0
        self._nonce = ""

    def ask(self, request: Request | None, seat: str) -> None:
        """Take the request of a scene: the same id for the same seat goes on, another one begins anew, None withdraws."""
        if request is None:
            self.withdraw()
            return
        if request.id != self.id or seat != self.seat:
            self.withdraw()
            self.id = request.id
            self.seat = seat
            self.stage = OPEN
            self.bid = request.low
        self._low = request.low
        self._high = request.high
        if self.stage == OPEN:
            self.change(0)

    def change(self, by: int) -> None:
        """Move an open bid, within the bounds; a locked one stays."""
        if self.stage == OPEN:
            self.bid = max(self._low, min(self._high, self.bid + by))

    def lock(self, entropy: Entropy) -> str:
        """Lock an open bid with a fresh nonce and return its seal."""
        self._nonce = entropy.urandom(NONCE_BYTES).hex()
        self.stage = LOCKED
        return seal(self._nonce, self.seat, self.bid)

    def unlock(self) -> None:
        """Open a locked bid again; its nonce is thrown away."""
        if self.stage == LOCKED:
            self.stage = OPEN
            self._nonce = ""

    def reveal(self) -> tuple[int, str]:
        """Return bid and nonce of a bid that is locked or was revealed before; from now on it can't be unlocked."""
        self.stage = REVEALED
        return self.bid, self._nonce


class Picker:
    """Open numbers chosen one by one: `number` is the one that LOCK would add. `id` is empty if nothing is asked."""

    def __init__(self) -> None:
        self.id = ""
        self.number = 0
        self._low = 0
        self._high = 0
        self._finished = ""

    def ask(self, request: Request | None) -> None:
        """Take the request of a scene; one that was finished stays finished."""
        if request is None:
            self.id = ""
        elif request.id == self._finished:
            self.id = ""
        else:
            if request.id != self.id:
                self.id = request.id
                self.number = request.low
            self._low = request.low
            self._high = request.high
            self.change(0)

    def change(self, by: int) -> None:
        """Move the number, within the bounds."""
        self.number = max(self._low, min(self._high, self.number + by))

    def finish(self) -> None:
        """Ask nothing more under this id."""
        self._finished = self.id
        self.id = ""

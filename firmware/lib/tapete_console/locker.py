"""The bid locker: a number that nobody learns before all who were asked with it have locked.

The bid and its nonce live in this object alone. What leaves it is the seal (`lock`) and, when the console was asked rightly, both
(`reveal`). docs/link.md, section 6.
"""

from __future__ import annotations

from tapete_console.dice import Entropy
from tapete_console.picture import Request
from tapete_console.sha256 import sha256

NONCE_BYTES = 16
"""Of these the last ones are those that bind the seal to match and request, where the scene names them (docs/link.md, section 6)."""

NONE = "none"
OPEN = "open"
LOCKED = "locked"
REVEALED = "revealed"


def seal(nonce: str, seat: str, bid: int) -> str:
    """Return the seal of a bid: nonce in 32 hexadecimal digits, seat `A`..`D`, bid 0..99."""
    return sha256(("%s:%s:%d" % (nonce, seat, bid)).encode())


def anywhere(low: int, high: int, entropy: Entropy) -> int:
    """Return a random number within the bounds (both included, at most 256 numbers apart), each as likely as the others."""
    count = high - low + 1
    octet = 256
    while octet >= 256 - 256 % count:
        octet = entropy.urandom(1)[0]
    return low + octet % count


def moved(number: int, by: int, low: int, high: int) -> int:
    """Return a number moved within its bounds, from one end on to the other: it can be counted neither by ear nor from an end."""
    return low + (number - low + by) % (high - low + 1)


def leapt(number: int, direction: int, low: int, high: int) -> int:
    """Return where a held button brings a number: to the next full ten, past an end to the other; by ones where there are fewer than 20."""
    if high - low < 19:
        return moved(number, direction, low, high)
    if direction > 0:
        ten = number // 10 * 10 + 10
        return ten if ten <= high else low
    ten = (number - 1) // 10 * 10
    return ten if ten >= low else high


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
        self._binding = ""

    def ask(self, request: Request | None, seat: str, entropy: Entropy) -> None:
        """Take the request of a scene: the same id for the same seat goes on, another one begins anew at random, None withdraws."""
        if request is None:
            self.withdraw()
            return
        if request.id != self.id or seat != self.seat:
            self.withdraw()
            self.id = request.id
            self.seat = seat
            self.stage = OPEN
            self.bid = anywhere(request.low, request.high, entropy)
        self._low = request.low
        self._high = request.high
        self._binding = request.binding
        if self.stage == OPEN:
            self.bid = max(self._low, min(self._high, self.bid))

    def change(self, by: int) -> None:
        """Move an open bid; a locked one stays."""
        if self.stage == OPEN:
            self.bid = moved(self.bid, by, self._low, self._high)

    def leap(self, direction: int) -> None:
        """Bring an open bid to the next full ten, up (1) or down (-1)."""
        if self.stage == OPEN:
            self.bid = leapt(self.bid, direction, self._low, self._high)

    def lock(self, entropy: Entropy) -> str:
        """Lock an open bid with a fresh nonce and return its seal."""
        self._nonce = entropy.urandom(NONCE_BYTES - len(self._binding) // 2).hex() + self._binding
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
    """Open numbers chosen one by one: `number` is what LOCK would add, `chosen` those that were. `id` is empty if nothing is asked."""

    def __init__(self) -> None:
        self.id = ""
        self.number = 0
        self.chosen: list[int] = []
        self._low = 0
        self._high = 0
        self._finished = ""

    def ask(self, request: Request | None) -> None:
        """Take the request of a scene; one that was finished stays finished."""
        if request is None or request.id == self._finished:
            self.id = ""
            return
        if request.id != self.id:
            self.id = request.id
            self.number = request.low
            self.chosen = []
        self._low = request.low
        self._high = request.high
        self.number = max(self._low, min(self._high, self.number))

    def change(self, by: int) -> None:
        """Move the number, past an end to the other."""
        self.number = moved(self.number, by, self._low, self._high)

    def leap(self, direction: int) -> None:
        """Bring the number to the next full ten, up (1) or down (-1)."""
        self.number = leapt(self.number, direction, self._low, self._high)

    def add(self) -> None:
        """Remember that the number was added."""
        if self.number not in self.chosen:
            self.chosen.append(self.number)

    def finish(self) -> None:
        """Ask nothing more under this id."""
        self._finished = self.id
        self.id = ""

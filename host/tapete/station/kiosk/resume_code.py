"""The short code by which people find their match again: four letters that nobody mistakes for others.

The code is computed from the match's name: nothing is kept for it, and a restart does not change it. Two matches share one with a chance of
1 in 160,000: then the one that was played last is found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from tapete.table import Listing

LETTERS = "ACDEFHJKMNPRTWXY3479"
"""Without B and 8, G and 6, I, L and 1, O, Q and 0, S and 5, U and V, Z and 2."""

LENGTH = 4

LIKE = str.maketrans({"É": "E", "Á": "A"})
"""What people may write for one of our letters."""


MOST_WRONG, MOST_WRONG_OF_ALL, WRONG_S = 10, 60, 60.0
"""So many wrong codes are looked up within so many seconds: of one phone, and of all together. There are 160,000 codes."""


class GuessLimit:
    """Counts wrong codes, so that nobody finds a match by trying.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: list[tuple[float, str]] = []

    def too_many(self, phone: str) -> bool:
        """Return whether this phone may be guessing, or many together.

        Args:
            phone: its address (`tapete.station.addresses.group`).
        """
        self._wrong = [one for one in self._wrong if self._clock() - one[0] < WRONG_S]
        return len(self._wrong) >= MOST_WRONG_OF_ALL or sum(whose == phone for _, whose in self._wrong) >= MOST_WRONG

    def wrong(self, phone: str) -> None:
        """Count one more wrong code of this phone."""
        self._wrong.append((self._clock(), phone))


def code_of(match: str) -> str:
    """Return the code of a match.

    Args:
        match: its name in the journal.
    """
    number = int.from_bytes(hashlib.sha256(f"tapete station {match}".encode()).digest()[:8])
    letters = []
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def read_code(text: str) -> str | None:
    """Return the code in what people wrote, without regard to case, spaces and dashes; None if it cannot be one."""
    found = "".join(letter for letter in text.upper().translate(LIKE) if letter.isalnum())
    return found if len(found) == LENGTH and set(found) <= set(LETTERS) else None


def waiting(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """Return the matches that people may go on with: begun and not over, the one that changed last first."""
    return tuple(listing for listing in listings if not listing.over and listing.seq > 0)


def find(listings: Iterable[Listing], text: str) -> Listing | None:
    """Return the unfinished match of a code; None if no match has it.

    Args:
        listings: of the journal, the one that changed last first.
        text: what people wrote.
    """
    code = read_code(text)
    return next((listing for listing in waiting(listings) if code_of(listing.id) == code), None) if code else None

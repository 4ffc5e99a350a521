"""Matches for tests, played by chance: their lines as a table sends them."""

from __future__ import annotations

import functools
import random

import msgspec
from msgspec import Struct

from tapete import cards
from tapete.core.codec import encode
from tapete.core.log import Entry, Header
from tapete.core.match import Match
from tapete.core.rules import result_word
from tapete.core.seats import SEATS
from tapete.league.heads import first_head, head_after
from tapete.league.protocol import NO_OPENING, MatchLines, PairingKey
from tapete.table.match_file import FORMAT, Closing, Opening

RARE = frozenset({"ruling", "concede", "stop_match"})
"""What would end a match at once, or needs people."""


class Told(Struct, frozen=True):
    """A match that is over."""

    header: Header
    entries: tuple[Entry, ...]
    result: str

    @property
    def opening(self) -> bytes:
        """The first line."""
        return encode(Opening(tapete_match=FORMAT, header=self.header))

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines between the first and the last."""
        return tuple(encode(entry).decode() for entry in self.entries)

    @property
    def file(self) -> bytes:
        """As a match file."""
        last = encode(Closing(entries=len(self.entries), result=self.result))
        return b"\n".join((self.opening, *(line.encode() for line in self.lines), last)) + b"\n"

    def part(self, first: int, last: int | None = None, pairing: PairingKey | None = None) -> MatchLines:
        """Lines first + 1 to last as a request; the opening before the first, the closing after the last.

        Args:
            first, last: how many lines are before and after it; all, where no last one is named.
            pairing: whose match it is.
        """
        lines, every = self.lines, last is None or last >= len(self.lines)
        return MatchLines(
            after=first,
            head=head_after(first_head(self.opening), lines[:first]),
            lines=lines[first:last],
            opening=NO_OPENING if first else msgspec.Raw(self.opening),
            closing=Closing(entries=len(lines), result=self.result) if every else None,
            pairing=None if first else pairing,
        )


@functools.cache
def told(seed: int = 1, game: str = "shazamm", seats: int = 2) -> Told:
    """A match by chance until it is over."""
    rng, match = random.Random(seed), Match(cards.bind(game), SEATS[:seats])
    while match.result is None:
        action = match.rules.sample(match.state, rng, avoid=RARE)
        assert action is not None
        match.do(action, "robot:A")
    return Told(match.header, tuple(match.log.entries), result_word(match.result))

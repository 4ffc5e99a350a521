"""Codes in letters, for who has no camera: of the wall, the door, a table of the newest round, and the own page.

Each follows from the server's secret, so that it can be printed again. Four letters open what everybody in the room may see, the door at
which staff accept, or begin the match of a ticket at a table that takes part; never a page of staff or of a player. The own page has eight.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools

from tapete.league.protocol import LETTERS, SLIP_LETTERS, TABLE_LETTERS
from tapete.league.server.shared import League
from tapete.league.tournament import TournamentRound


def short_code(league: League, shop: str, event: str, what: str) -> str:
    """The four letters that open something of an event: `wall`, or `enter`."""
    return _letters(league, TABLE_LETTERS, what, shop, event)


def table_codes(league: League, shop: str, event: str, one: TournamentRound) -> dict[int, str]:
    """The four letters of each table of a round: no two are alike, and none is a code of the event."""
    used, found = {short_code(league, shop, event, what) for what in ("wall", "enter")}, dict[int, str]()
    for placed in one.placed:
        if placed.pairing.kind == "match":
            tried = (short_code(league, shop, event, f"{one.number}.{one.attempt}.{placed.number}.{n}") for n in itertools.count())
            found[placed.number] = next(code for code in tried if code not in used)
            used.add(found[placed.number])
    return found


def slip_code(league: League, key: str) -> str:
    """The eight letters of a slip, by the key of its link: another link has others."""
    return _letters(league, SLIP_LETTERS, "slip", key)


def _letters(league: League, count: int, *words: str) -> str:
    said = "\0".join(("code", *words)).encode()
    number = int.from_bytes(hmac.new(league.secret, said, hashlib.sha256).digest()[:8])
    found = ""
    for _place in range(count):
        number, letter = divmod(number, len(LETTERS))
        found += LETTERS[letter]
    return found

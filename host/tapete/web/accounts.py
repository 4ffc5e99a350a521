"""The telling of a turn for one page: each beat as the parts of the page that it replaces, and the ring as markup.

A page that hears of a new account asks for it and plays it at its own pace (`account.js`); what it shows meanwhile is made here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tapete.core.seats import Seat
from tapete.core.texts import Language
from tapete.presentation import find
from tapete.presentation.telling import BLOW, Account, Beat, since
from tapete.presentation.touch import Touch
from tapete.table import Table
from tapete.table.story import with_names
from tapete.web import photographed, templating
from tapete.web.root import board

_log = logging.getLogger(__name__)

MOST_ACCOUNTS = 6
"""Accounts that are told one after the other: a page that was away longer begins with the last ones."""

LONG, LONGISH = 90, 58
"""Letters of a sentence from which on the strip writes it smaller: on a table's page, on a phone."""


class ToldAccounts(Struct, frozen=True, kw_only=True):
    """Accounts as a page plays them: for each its number, its title, its weight, and the parts of each beat."""

    accounts: Sequence[dict[str, Any]]


def told(table: Table, language: Language, seat: Seat | None, *, wide: bool, after: int) -> ToldAccounts:
    """What happened after an entry, for a page.

    Args:
        table: the match. language: the reader's. seat: whose own page; None: the whole table's.
        wide: whether the picture has the shape of a television. after: the last account that the page has told.
    """
    found = since(table, find(table.rules.game.name).account, after, MOST_ACCOUNTS, language)
    return ToldAccounts(accounts=[_AccountRenderer(table, one, language, seat, wide).plain() for one in found])


class _AccountRenderer:
    """One account for one kind of page."""

    def __init__(self, table: Table, account: Account, language: Language, seat: Seat | None, wide: bool) -> None:
        self.table, self.account, self.language, self.seat, self.wide = table, account, language, seat, wide
        self.page = find(table.rules.game.name).page

    def plain(self) -> dict[str, Any]:
        """All that a page needs of it."""
        of = self.account
        blow = of.weight >= BLOW
        boards: dict[int, str] = {}
        beats = [self._beat(number, one, boards, drawn=blow) for number, one in enumerate(of.beats)]
        plain = {"number": of.number, "title": of.title, "blow": blow, "over": of.over, "robot": of.by_robot}
        return {**plain, "hands": of.hands, "beats": beats}

    def _beat(self, number: int, beat: Beat, boards: dict[int, str], *, drawn: bool) -> dict[str, Any]:
        last = number == len(self.account.beats) - 1
        place = {"number": number + 1, "of": len(self.account.beats)}
        context: dict[str, Any] = {
            "beat": beat,
            "ring": beat.ring,
            "place": place,
            "account": self.account,
        }
        context |= {
            "long": len(beat.says) > LONG,
            "longish": len(beat.says) > LONGISH,
            "is_seat": self.seat is not None,
            "last": last,
        }
        found = {"weight": beat.weight, "cue": beat.cue, "hold": beat.hold_ms, "says": beat.says}
        found |= {part: str(templating.fragment(f"play/told_{part}.html", self.language, **context)) for part in ("strip", "news")}
        if drawn:
            key = id(beat.state)
            if key not in boards:
                boards[key] = self._board(beat.state)
            if boards[key]:
                found["board"] = boards[key]
        return found

    def _board(self, state: Any) -> str:
        """The picture of a state, on which nothing is asked; empty where it cannot be drawn: the picture before stays then."""
        rules = with_names(self.table.rules, self.table.names, state)
        words = self.page.words_at(rules, state, rules.words)
        nearest = self.seat or (None if self.wide else "A")
        face = photographed.drawing(board(self.table.id, self.seat), rules.game.name)
        touch = Touch(seat=nearest, wide=self.wide, still=True, face=face)
        try:
            return str(self.page.drawn(rules, state, self.language, words, touch))
        except Exception:  # noqa: BLE001 - a game from elsewhere may have a fault here
            _log.exception("a picture of %s cannot be drawn", rules.game.name)
            return ""

"""One moment of a match for one reader: the basis of every part of a page."""

from __future__ import annotations

from typing import Any

from tapete.core.board import Board
from tapete.core.dice import EnterRoll
from tapete.core.events import Event
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.table import Table
from tapete.table.story import with_names
from tapete.web.root import board


class Glance:
    """One moment of a match for one reader.

    Args:
        table: the match.
        language: the reader's.
        seat: whose own page; None: the page of the whole table.
    """

    def __init__(self, table: Table, language: Language, seat: Seat | None = None) -> None:
        self.table, self.language, self.seat = table, language, seat
        self.names = table.names
        with table.still():  # one moment: other threads add entries
            self.seq, self.question, self.state = table.seq, table.question, table.state
            self.entries, self.line = table.entries, table.line()
            self.by_hand, self.ticked = table.by_hand(), table.steps_ticked
        self.rules = with_names(table.rules, self.names, self.state)
        self.page = page_of(self.rules.game.name)
        self.words: Words = self.page.words_at(self.rules, self.state, self.rules.words)
        self.voice = Voice(self.page, language, self.words)
        self.board: Board[Any] = self.rules.board(self.state)
        self.scene = self.rules.scene(self.state)

    @property
    def title(self) -> str:
        """The game's name."""
        return self.rules.game.title.in_(self.language)

    @property
    def place(self) -> str:
        """The address of the board, under which everything of the match lies."""
        return board(self.table.id, self.seat)

    def sentence(self, event: Event) -> tuple[str, str]:
        """An event's line and its clause."""
        return self.rules.sentence(event).in_(self.language), event.clause

    def rolls(self, action: str) -> bool:
        """Say whether an action enters a die."""
        return issubclass(self.rules.game.action(action), EnterRoll)

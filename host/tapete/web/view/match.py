"""What the pages of one match show, from the table's state. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.texts import Language, Text, _
from tapete.presentation import endings
from tapete.table import Table
from tapete.web import clocks, photographed, templating
from tapete.web.view import question
from tapete.web.view.glance import Glance
from tapete.web.view.previewing import shown_move, shown_preview
from tapete.web.view.seats import SeatsView
from tapete.web.view.story_view import StoryView

LAST_LINES = 12
"""Entries that the match page shows; the whole story has a page of its own."""

RESULTS: Mapping[str, Text] = {
    "win": _("wins the match"),
    "draw": _("A draw"),
    "loss": _("The match is lost"),
    "stopped": _("The match was stopped"),
}


class ResultBox(Struct, frozen=True):
    """Who won, in words."""

    seats: tuple[Seat, ...]
    text: str


class MatchView(Glance):
    """One match for one reader: the story, the seats and the question, and what they have in common.

    Args:
        table: the match.
        language: the reader's.
        seat: whose own page; None: the page of the whole table.
    """

    def __init__(self, table: Table, language: Language, seat: Seat | None = None) -> None:
        super().__init__(table, language, seat)
        self.story = StoryView(self)
        self.boxes = SeatsView(self, self.story)

    def die(self, owed: Owed) -> str:
        """What a die is for."""
        return question.die(self, owed)

    def context(self) -> dict[str, Any]:
        """Everything that the templates of a match's parts ask for."""
        boxes = [self.boxes.box(seat) for seat in self.state.seats]
        mine = [box for box in boxes if self.seat in (None, box.seat)]
        shown = LAST_LINES // (2 if self.seat else 1)
        lines = self.story.lines(shown + 1)
        put_right = [text.in_(self.language) for text in self.table.to_put_right()]
        return {
            "game": self.rules.game.name,
            "title": self.title,
            "headline": self.page.headline(self.rules, self.state, self.language),
            "drawing": self.drawing(),
            "told": self.story.told(),
            "seats": mine,
            "rivals": [self.boxes.rival(box) for box in boxes if box not in mine],
            "seat_names": self.names,
            "instructions": [] if put_right else self.story.instructions(),
            "instructions_were": self.story.instructions_were(),
            "put_right": put_right,
            "waiting": question.waiting(self),
            "result": self.result(),
            "ended": self.ended(),
            "show_seats": self.seat is None,
            "speech": self.voice,
            "words": self.words,
            "lines": lines[:shown],
            "more_lines": len(self.entries) if len(lines) > shown else 0,
            "seq": self.seq,
            "question": self.question,
            "match_id": self.table.id,
            "place": self.place,
            "consent": self.asked(),
            "clock": clocks.of_match(self.table, self.language),
            "notices": [notice.text.in_(self.language) for notice in self.table.notices if notice.seq >= self.seq],
            "drafts": question.picked(self),
            "can_undo": self.table.can_undo,
            "can_redo": self.table.can_redo,
            "move_refusals": (),
            "deck_seats": [seat for seat in self.state.seats if self.seat in (None, seat) and self._scans_deck(seat)],
            "has_cards": (self.table.rules.catalogue is not None or bool(self.rules.game.deck)) and self.result() is None,
        }

    def _scans_deck(self, seat: Seat) -> bool:
        """Say whether a seat may register its deck card by card now."""
        listed = self.page.deck(self.rules, self.state, seat, self.language, self.words)
        return listed is not None and listed.open

    def asked(self) -> dict[str, Any] | None:
        """The move that waits for consent; a seat's own page answers for that seat alone."""
        asked = self.table.asked()
        if asked is None:
            return None
        seats = [(seat, agreed) for seat, agreed in asked.seats if agreed or self.seat in (None, seat)]
        change = None
        if asked.ruling is not None:
            change = shown_preview(self, asked.ruling)
        elif asked.to is not None:
            change = shown_move(self, self.table.after(asked.to))
        withdraws = asked.by == self.seat
        head = asked.head.in_(self.language)
        return {
            "text": asked.text.in_(self.language),
            "head": head,
            "name": asked.name,
            "seats": seats,
            "preview": change,
            "withdraws": withdraws,
        }

    def drawing(self) -> Markup:
        """The picture of the board."""
        wide, face = self.seat is None, photographed.drawing(self.place, self.rules.game.name)
        return self.page.still(self.rules, self.state, self.language, self.words, seat=self.seat, wide=wide, face=face)

    def result(self) -> ResultBox | None:
        """The end of the match, once it is there."""
        over = self.rules.result(self.state)
        if over is None:
            return None
        return ResultBox(over.seats if over.kind == "win" else (), RESULTS[over.kind].in_(self.language))

    def ended(self) -> str:
        """Who won and why, in one sentence; empty while there is no result."""
        over = self.rules.result(self.state)
        return "" if over is None else endings.sentence(self.rules, over, self.names, self.language)

    def fragments(self, parts: Sequence[str], **context: Any) -> dict[str, str]:
        """The parts of the page, rendered."""
        shown = {**self.context(), **context}
        return {part: templating.fragment(f"parts/{part}.html", self.language, **shown) for part in parts}

"""How each seat is doing: its figures, its lamp in words, its next step, what its buttons do."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tapete.core.kinds import name_of
from tapete.core.seats import Seat
from tapete.core.steps import SealingStep
from tapete.core.texts import Text, _
from tapete.presentation import panel as panels
from tapete.presentation.base import SeatFigures
from tapete.table.prompts import lock_says, prompts
from tapete.web.view.glance import Glance
from tapete.web.view.story_view import StoryView

STATUS: Mapping[str, tuple[str, Text]] = {
    "turn": ("▸", _("Your turn")),
    "ready": ("✓", _("Ready")),
    "waiting": ("…", _("Waiting")),
    "won": ("★", _("Wins")),
    "lost": ("–", _("Loses")),
    "drawn": ("=", _("Draw")),
    "dark": ("–", _("Stopped", "console")),
}
"""How a seat is doing: a sign and a word, never a colour alone."""

THEIR_TURN = _("Their turn")
"""What a seat's own page says of another whose turn it is."""


class SeatBox(Struct, frozen=True, kw_only=True):
    """One seat on a page; `change` says what moved its counter last, and the clause; `presses` what the buttons of its panel do now."""

    seat: Seat
    figures: SeatFigures
    status: str
    status_mark: str
    status_text: str
    step: str
    change: tuple[str, str] | None = None
    presses: str = ""


class SeatsView:
    """The seats of a match, for one reader."""

    def __init__(self, glance: Glance, story: StoryView) -> None:
        self._now, self._story = glance, story

    def box(self, seat: Seat) -> SeatBox:
        """One seat's figures, how it is doing, and its next step."""
        now = self._now
        status = self.status(seat)
        mark, text = STATUS[status]
        said = text.in_(now.language)
        return SeatBox(
            seat=seat,
            figures=now.page.figures(now.rules, now.state, seat, now.language, now.words),
            status=status,
            status_mark=mark,
            status_text=said,
            step=self.step(seat),
            change=now.sentence(self._story.changes[seat]) if seat in self._story.changes else None,
            presses=self.presses(seat),
        )

    def rival(self, box: SeatBox) -> SeatBox:
        """Another seat as a seat's own page tells of it: not as if the reader were meant."""
        return replace(box, status_text=THEIR_TURN.in_(self._now.language)) if box.status == "turn" else box

    def presses(self, seat: Seat) -> str:
        """What the buttons of a seat's panel do at this moment."""
        if (means := self._now.table.lock_means) is not None:
            return means.says.in_(self._now.language)
        panel = next(panel for panel in self._now.scene.panels if panel.seat == seat)
        if seat in self._now.table.asked_on_page:
            panel = replace(panel, bid=None)
        if seat in self._now.table.chosen_on_page:
            panel = replace(panel, pick=None)
        says = lock_says(self._now.rules, self._now.state, seat)
        does = self._now.voice.button(name_of(type(says))) if says is not None else ""
        return panels.presses(panel, does, self._now.language, self._now.words, bid=self._bid(seat))

    def _bid(self, seat: Seat) -> panels.BidState:
        """Where a seat's bid is: a panel opens only what lies on it, and while a person has not locked yet."""
        step = self._now.state.agenda[-1]
        if not isinstance(step, SealingStep) or seat not in step.ready:
            return "open"
        return "locked" if self._now.table.holder(seat) is not None and len(step.ready) < len(self._now.state.seats) else "away"

    def step(self, seat: Seat) -> str:
        """The one next step of a seat; empty once there is a result."""
        prompt = prompts(self._now.rules, self._now.state).get(seat)
        return prompt.text.in_(self._now.language) if prompt is not None else ""

    def status(self, seat: Seat) -> str:
        """A key of `STATUS`: what the lamp of its panel says."""
        return next(panel.lamp for panel in self._now.scene.panels if panel.seat == seat)

"""Renders the big screen from the station, one set of parts for each stage. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from tapete.core.rules import Rules
from tapete.presentation import page_of, recap_picture
from tapete.presentation.recap import recap_of
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.show import Show
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing
from tapete.station.station import Station
from tapete.table import Table
from tapete.table.buffered_journal import FULL
from tapete.web import templating
from tapete.web.keys import Keys
from tapete.web.live import Picture
from tapete.web.qr import symbol
from tapete.web.station.lessons import forms
from tapete.web.views import MatchView

PLAY_COLUMNS = (
    (("still", "guide", "asked"),),
    (("board",),),
    (("seats", "next"), ("actions", "phones"), ("moves",)),
    (("keys",),),
)
"""The parts of a match on the big screen: columns, those in a group beside the board on a television that shows a guide."""

LONG_GUIDE = 330
"""Letters of what a guide says and explains from which on they are written smaller on a television."""

SELDOM = frozenset({"add_card"})
"""Actions that are one touch further away on the big screen, so that what is due is seen at once."""

BRIGHTNESS_STEP = 10
"""Percent: the style sheet knows the brightness in such steps."""


class Screen:
    """The big screen at one moment.

    Args:
        station: what it shows.
        keys: of this server.
        address: by which phones reach it, without a slash at the end.
        form_token: what its forms carry.
        fingerprint: of the certificate of HTTPS; empty without.
    """

    def __init__(self, station: Station, keys: Keys, address: str, form_token: str, fingerprint: str = "") -> None:
        self.station, self.keys, self.address, self.form_token, self.fingerprint = station, keys, address, form_token, fingerprint
        self.stage, self.language, self.table = station.kiosk.stage, station.kiosk.language, station.kiosk.table

    @property
    def kind(self) -> str:
        """The name of the stage."""
        return {Attract: "attract", Choosing: "choose", Playing: "play", Ended: "end"}[type(self.stage)]

    @property
    def key(self) -> str:
        """What a page was made for: when it changes, another page takes its place."""
        match = self.table.id if self.table is not None and self.kind in ("play", "end") else ""
        return f"{self.kind}-{match}-{self.language}-{self.brightness}{'-quiet' if self.rests else ''}"

    @property
    def brightness(self) -> int:
        """The brightness in steps, for the style sheet."""
        return round(self.station.kiosk.light[0] / BRIGHTNESS_STEP) * BRIGHTNESS_STEP

    @property
    def rests(self) -> bool:
        """Whether it is a quiet hour and nobody is here."""
        return self.station.kiosk.quiet and self.kind == "attract"

    def picture(self) -> Picture:
        """Return all parts, rendered, and the number of the newest entry."""
        parts = {"stage-key": self.key, "trouble": self._render("trouble", told=self._trouble()), **self._parts()}
        return (self.table.seq if self.table is not None else 0), parts

    def _trouble(self) -> str:
        """Return what is wrong with the station, as far as visitors should know: they can call somebody."""
        return FULL.in_(self.language) if getattr(self.station.hub.journal, "behind", 0) else ""

    def _parts(self) -> Mapping[str, str]:
        match self.stage:
            case Attract():
                return {"stage": self._attract()}
            case Choosing() as here:
                return {"stage": self._choose(here)}
            case Playing() as here if self.table is not None:
                return self._play(here, self.table)
            case Ended() if self.table is not None:
                return {"stage": self._end(self.table), "count": self._render("count", left=self._left())}
            case _:
                return {}

    def _render(self, name: str, **context: Any) -> Markup:
        return templating.fragment(f"station/{name}.html", self.language, form_token=self.form_token, **context)

    # ---- nobody is here

    def _attract(self) -> Markup:
        show = self.station.kiosk.show
        return self._render("attract", show=None if show is None else self._show(show), quiet=self.station.kiosk.quiet)

    def _show(self, show: Show) -> dict[str, Any]:
        rules: Rules[Any] = show.table.rules
        page, state = page_of(rules.game.name), show.table.state
        return {
            "title": rules.game.title.in_(self.language),
            "headline": page.headline(rules, state, self.language),
            "drawing": page.board(rules, state, self.language, rules.words),
            "figures": [(seat, page.figures(rules, state, seat, self.language, rules.words)) for seat in state.seats],
            "captions": [caption.in_(self.language) for caption in show.captions],
        }

    # ---- somebody chooses

    def _choose(self, here: Choosing) -> Markup:
        return self._render(
            "choose",
            question=here.question,
            choices=[(number == here.cursor, choice) for number, choice in enumerate(self.station.kiosk.choices())],
            spelled=here.spelled,
            length=resume_code.LENGTH,
            said=here.said.in_(self.language) if here.said is not None else "",
        )

    # ---- a match

    def _play(self, here: Playing, table: Table) -> Mapping[str, str]:
        view = MatchView(table, self.language)
        shown = view.context()
        due, rest = forms.asked(shown["forms"], self.station.lesson.progress())
        seldom = [form for form in due if form.action in SELDOM]
        context = {
            **shown,
            "forms": [form for form in due if form.action not in SELDOM],
            "more_forms": [*seldom, *rest, *shown["more_forms"]],
            "form_token": self.form_token,
            "is_table": False,
            "code": resume_code.code_of(table.id),
            "hands": self.station.lesson.asks_for_touch(),
            "notices": [notice for notice in shown["notices"] if notice != self._trouble()],
        }
        found = {name: templating.fragment(f"parts/{name}.html", self.language, **context) for name in ("asked", "board", "seats", "next")}
        found["actions"] = templating.fragment("station/can.html", self.language, **context)
        found["moves"] = templating.fragment("station/moves.html", self.language, **context)
        found["guide"] = self._guide(table)
        found["phones"] = self._phones(table)
        found["still"] = self._still(here, table)
        console = any(state.connected for state in self.station.hub.console_states())
        found["keys"] = self._render("keys", console=console, code=resume_code.code_of(table.id))
        return found

    def _guide(self, table: Table) -> Markup:
        progress = self.station.lesson.progress()
        if progress is None:
            return Markup("")
        instruction, said = progress.instruction, self.station.lesson.said
        return self._render(
            "guide",
            wanted=progress.says.in_(self.language),
            why=instruction.why.in_(self.language) if instruction is not None and instruction.why is not None else "",
            explained=progress.explained.in_(self.language) if progress.explained is not None else "",
            said=said.in_(self.language) if said is not None else "",
            whose=progress.waits_for,
            seat_names=table.names,
            touch=instruction is not None and not instruction.answers,
            over=instruction is None,
            long=sum(len(text.in_(self.language)) for text in (progress.says, progress.explained) if text is not None) > LONG_GUIDE,
            number=progress.number,
            steps=self.station.lesson.length(),
        )

    def _phones(self, table: Table) -> Markup:
        base = f"{self.address}/match/{table.id}/seat"
        seats = [(seat, symbol(f"{base}/{seat}?token={self.keys.seat(table.id, seat)}")) for seat in table.seats] if self.keys.lan else []
        return self._render(
            "phones",
            lan=self.keys.lan,
            fingerprint=self.fingerprint,
            seats=seats,
            seat_names=table.names,
            code=resume_code.code_of(table.id),
        )

    def _still(self, here: Playing, table: Table) -> Markup:
        if not here.asked and not here.stopping:
            return Markup("")
        code = resume_code.code_of(table.id)
        again = symbol(f"{self.address}/station/again/{code}") if self.keys.lan else ""
        return self._render("still", left=self._left(), code=code, symbol=again, stopping=here.stopping)

    def _left(self) -> int:
        left = self.station.kiosk.left_s()
        return 0 if left is None else round(left)

    # ---- the end

    def _end(self, table: Table) -> Markup:
        view, recap = MatchView(table, self.language), recap_of(table)
        take = f"{self.address}/record/{table.id}?token={self.keys.record(table.id)}"
        return self._render(
            "end",
            title=view.rules.game.title.in_(self.language),
            result=view.result(),
            seat_names=view.names,
            recap=recap_picture.draw(recap, self.language) if recap_picture.is_worth_it(recap) else "",
            turning=recap_picture.turning_points(recap, self.language),
            symbol=symbol(take) if self.keys.lan else "",
            take=take,
            code="" if table.result is not None else resume_code.code_of(table.id),
            left=self._left(),
        )

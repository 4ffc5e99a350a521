"""Renders the big screen from the station, one set of parts for each stage. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from tapete import games
from tapete.core.rules import Rules
from tapete.presentation import art, page_of, recap_picture
from tapete.presentation.panel import hood
from tapete.presentation.recap import recap_of
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.show import Show
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing
from tapete.station.station import Station
from tapete.table import Table
from tapete.web import templating
from tapete.web.keys import Keys
from tapete.web.live import Picture
from tapete.web.match_pages import MatchPages, PageCache
from tapete.web.qr import symbol
from tapete.web.root import root
from tapete.web.station.kiosk.hosting import Host, trouble
from tapete.web.view import MatchView

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
        page_cache: the boards of this server. A screen is made in the event loop, as these are.
    """

    def __init__(self, station: Station, keys: Keys, address: str, form_token: str, fingerprint: str, page_cache: PageCache) -> None:
        self.station, self.keys, self.address, self.form_token, self.fingerprint = station, keys, address, form_token, fingerprint
        self.stage, self.language, self.table = station.kiosk.stage, station.kiosk.language, station.kiosk.table
        self.pages = page_cache.pages(self.table) if self.table is not None and isinstance(self.stage, Playing) else None
        self.version = 0

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
        """Return all parts, rendered, and which picture of the match's board is among them."""
        parts = {"stage-key": self.key, "trouble": self._render("trouble", told=trouble(self.station, self.language)), **self._parts()}
        return self.version, parts

    def _parts(self) -> Mapping[str, str]:
        match self.stage:
            case Attract():
                return {"stage": self._attract()}
            case Choosing() as here:
                return {"stage": self._choose(here)}
            case Playing() as here if self.table is not None and self.pages is not None:
                return self._play(here, self.table, self.pages)
            case Ended() if self.table is not None:
                return {"stage": self._end(self.table), "count": self._render("count", left=self._left())}
            case _:
                return {}

    def _render(self, name: str, **context: Any) -> Markup:
        return templating.fragment(f"station/{name}.html", self.language, form_token=self.form_token, **context)

    # ---- nobody is here

    def _attract(self) -> Markup:
        show = self.station.kiosk.show
        kiosk = self.station.kiosk
        learn = f"{self.address}/rules/{show.table.rules.game.name}" if show is not None and self.keys.lan else ""
        return self._render(
            "attract",
            show=None if show is None else self._show(show),
            quiet=kiosk.quiet,
            event=kiosk.event,
            posters=[game for name in kiosk.offered() if (game := games.find(name)) is not None],
            symbol=symbol(learn) if learn else "",
        )

    def _show(self, show: Show) -> dict[str, Any]:
        rules: Rules[Any] = show.table.rules
        page, state = page_of(rules.game.name), show.table.state
        return {
            "title": rules.game.title.in_(self.language),
            "headline": page.headline(rules, state, self.language),
            "drawing": page.still(rules, state, self.language, page.words_at(rules, state, rules.words), face=art.linked(root())),
            "captions": [caption.in_(self.language) for caption in show.captions],
        }

    # ---- a person chooses

    def _choose(self, here: Choosing) -> Markup:
        return self._render(
            "choose",
            question=here.question,
            pictured=frozenset(self.station.kiosk.offered()) if here.question == "game" else frozenset(),
            choices=[(number == here.cursor, choice) for number, choice in enumerate(self.station.kiosk.choices())],
            spelled=here.spelled,
            length=resume_code.LENGTH,
            said=here.said.in_(self.language) if here.said is not None else "",
        )

    # ---- a match

    def _play(self, here: Playing, table: Table, pages: MatchPages) -> Mapping[str, str]:
        self.version, zones = pages.zones(self.language, None)
        host = Host(self.station, table, self.language)
        parts = {"hood": self._hood(host), "phones": self._phones(host), "foot": self._foot(host)}
        return {**zones, **parts, "still": self._still(here, table)}

    def _hood(self, host: Host) -> Markup:
        panel = host.panel()
        if panel is None:
            return Markup("")
        drawing = hood(panel.number, self.language) if panel.hood else ""
        return self._render("hood", panel=panel, drawing=drawing)

    def _foot(self, host: Host) -> Markup:
        over, code = host.waits_for == "end", resume_code.code_of(host.table.id)
        game = host.table.rules.game.name
        return self._render("foot", console=host.console, game=game, code=code, led=host.progress is not None, over=over)

    def _phones(self, host: Host) -> Markup:
        """The codes by which phones join; a lesson has its place, and its codes are found under *More*."""
        if not self.keys.lan or host.progress is not None:
            return Markup("")
        table, base = host.table, f"{self.address}/match/{host.table.id}/seat"
        seats = [(seat, symbol(f"{base}/{seat}?token={self.keys.seat(table.id, seat)}")) for seat in table.seats]
        return self._render("phones", fingerprint=self.fingerprint, seats=seats, seat_names=table.names)

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

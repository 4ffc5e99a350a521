"""The pages of one match: the whole table's, and each seat's own; what is posted from them, and the pictures that keep them current."""

from __future__ import annotations

import collections
import secrets
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Mapping
from typing import Any, cast

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.core.refusals import Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.i18n import Language
from tapete.lessons.led_match import LedMatch
from tapete.presentation import page_of
from tapete.table import MoveName, Table, codes
from tapete.table.question.selection import Question
from tapete.table.question.selections import Selections
from tapete.web import accounts, guided, history, live, templating
from tapete.web.board_view import BoardView
from tapete.web.entrance import (
    Pages,
    form_posted,
    hub_of,
    in_thread,
    key_to_cookie,
    match_asked,
    may_see,
    seq_posted,
    wants_json,
    word,
)
from tapete.web.errors import PageError
from tapete.web.hosted import ALONE, Hosted
from tapete.web.plain_view import PlainView
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.visits import PAGE_PART, Visit

PAGES = Pages()

TABLE_COLUMNS = (("result", "lesson", "asked", "board"), ("seats", "next"), ("actions", "log"), ("moves",))
SEAT_COLUMNS = (("result", "lesson", "asked"), ("you", "actions"), ("board", "next", "log"), ("moves",))
"""The parts of a page: above, on the left, on the right, below; each part is pushed whole when it has changed."""


ANY_VISIT = secrets.token_urlsafe(18)
"""Stands for the token of a visit's forms in pictures that all visits share; nobody can write it into a match."""


def _columns(seat: Seat | None) -> tuple[tuple[str, ...], ...]:
    return SEAT_COLUMNS if seat else TABLE_COLUMNS


def _parts(seat: Seat | None) -> tuple[str, ...]:
    return tuple(part for column in _columns(seat) for part in column)


def _shared(asked: Request) -> dict[str, Any]:
    keys = keys_of(asked)
    return {"form_token": templating.form_token(asked), "is_table": keys.is_table(asked) and asked.path_params.get("seat") is None}


def _panels(asked: Request, table: Table) -> dict[str, Any]:
    """Which seats have a panel now, and which number it has."""
    return {"panel_numbers": hub_of(asked).panels_at(table)}


@PAGES.each("/list")
async def show(asked: Request) -> Response:
    """The page of a match, or of one seat of it."""
    if (to_cookie := key_to_cookie(asked)) is not None:
        return to_cookie
    table, seat = await match_asked(asked)
    return await in_thread(listed, asked, page_cache(asked).pages(table), seat)


def listed(asked: Request, pages: MatchPages, seat: Seat | None, status: int = 200, **context: Any) -> Response:
    """The page of plain forms, as it is now."""
    table, plain = pages.table, pages.plain(Visit(asked).language, seat)
    view = plain.match
    shown = {**view.context(), **plain.plain, **_shared(asked), **_panels(asked, table), "hosted": plain.hosted, **context}
    parts = _parts(seat)
    fragments = {part: templating.fragment(f"parts/{part}.html", view.language, **shown) for part in parts}
    wrong = [alert.text.in_(view.language) for alert in hub_of(asked).alerts.about(table.id)]
    return templating.page(asked, "match.html", status, wrong=wrong, columns=_columns(seat), fragments=fragments, **shown)


@PAGES.each("/list/events")
async def events(asked: Request) -> Response:
    """The pictures of a match for one page."""
    table, seat = await match_asked(asked)
    language, token = Visit(asked).language, templating.form_token(asked)
    shared = {**_shared(asked), "form_token": ANY_VISIT}
    pages = page_cache(asked).pages(table)

    async def render() -> live.Picture:
        now = {**shared, **_panels(asked, table)}
        alike = "list", language, seat, shared["is_table"], *now["panel_numbers"].items()
        seq, parts = await pages.turns.drawn(alike, lambda: pages.picture(language, seat, now))
        return seq, {name: html.replace(ANY_VISIT, token) for name, html in parts.items()}

    pictures = live.pictures(pages.signal, asked.app.state.stream_limit, render, lambda: may_see(asked))
    return live.stream(asked, pages.watched(seat, Visit(asked).session, pictures))


def page_cache(asked: Request) -> PageCache:
    """The pages of this server."""
    found: PageCache = asked.app.state.page_cache
    return found


MOST_TOLD = 16
"""Answers to pages that ask for what happened, which are kept: phones and table ask for the same at once."""

MOST_PICTURES = 3
"""The most pictures kept of one kind of page: an answer to a press says what has changed since one of them."""

MOST_KEPT = 16
"""Matches whose pages are kept ready, unless a server says otherwise (`PageCache.most`); those that a person looks at always are."""


Panels = Callable[[Table], Mapping[Seat, int]]
"""The seats of a match that have a console's panel now."""

Robots = Callable[[Table], Collection[Seat]]
"""The seats that robots take."""

Hosts = Callable[[Table, Language, Seat | None], Hosted]
"""What a station adds to a page of a match."""

Leads = Callable[[Table, Callable[[], None]], LedMatch]
"""Follows the lesson of a match; what is passed is called whenever its pages are to be drawn anew."""


class PageHooks(Struct, frozen=True, kw_only=True):
    """What stands beside the pages of a server's matches.

    Args:
        again: whether a match that is over may be played once more from its own pages.
        panels: which seats have a panel.
        hosted: what a station adds to the pages of a match; None: there is none.
        leads: follows the lesson of a match where no station does; None: nothing does.
        robots: which seats robots take: the table's page shows no button of theirs.
    """

    again: bool = True
    panels: Panels = lambda table: {}
    hosted: Hosts | None = None
    leads: Leads | None = None
    robots: Robots = lambda table: ()


NO_HOOKS = PageHooks()


class MatchPages:
    """The pictures of one match, and the signal that is sent when something of it changed."""

    def __init__(self, table: Table, hooks: PageHooks = NO_HOOKS) -> None:
        self.table, self.signal, self._hooks = table, live.ChangeSignal(), hooks
        self.turns = live.Turns()
        self._first: tuple[Seat, ...] = ()
        self.selections = Selections(table, page_of(table.rules.game.name), lambda: self._first, lambda: hooks.robots(table))
        self.run = secrets.token_hex(4)
        """Names these pages in their messages: their pictures are numbered anew with each of them, and with each run of the program."""
        self._touches, self._touch_lock = 0, threading.Lock()
        self._drawing, self._telling = threading.Lock(), threading.Lock()
        self._told_cache: dict[tuple[Any, ...], accounts.ToldAccounts] = {}
        self._drawn: dict[tuple[Any, ...], tuple[int, live.Picture]] = {}
        self._history: dict[tuple[Any, ...], dict[int, Mapping[str, str]]] = {}
        """The last pictures of each kind of page, by their numbers: what pages may have now."""
        self._looking: dict[Seat | None, collections.Counter[str]] = {}
        self._unwatch = table.watch(lambda changed: self.signal.send())
        self.led = None if hooks.leads is None else hooks.leads(table, self.touched)
        self.listing: dict[Seat, list[str]] = {}
        """For each seat whose deck is being listed the stickers that were laid down for it; nothing keeps them."""

    def close(self) -> None:
        """Follow the match no more."""
        self._unwatch()
        if self.led is not None:
            self.led.close()

    def touched(self) -> None:
        """The selection has changed: redraw the boards."""
        self.outdate()
        self.signal.send()

    def outdate(self) -> None:
        """Mark all pictures as outdated; the pages learn it when the signal is sent."""
        with self._touch_lock:
            self._touches += 1

    def looking(self, seat: Seat | None) -> int:
        """How many phones have a seat open now: the pages of one browser count once."""
        return len(self._looking.get(seat, ()))

    async def watched(self, seat: Seat | None, visit: str, events: AsyncIterator[bytes]) -> AsyncGenerator[bytes, None]:
        """The events of one page, which counts as open while they last. Where a second phone takes a seat, both are told."""
        here = self._looking.setdefault(seat, collections.Counter())
        here[visit] += 1
        self._told(seat, here[visit] == 1)
        try:
            async for event in events:
                yield event
        finally:
            here[visit] -= 1
            if not here[visit]:
                del here[visit]
            self._told(seat, visit not in here)

    def _told(self, seat: Seat | None, changed: bool) -> None:
        """Redraw a seat's page when a phone came or went."""
        if seat is not None and changed:
            self.touched()

    def picture(self, language: Language, seat: Seat | None, shared: Mapping[str, Any]) -> live.Picture:
        """What a page of this kind shows now, rendered once for all pages of the kind.

        What was rendered counts until the table says that it changed, not until a listener's turn comes: a page that was away is right.
        """
        alike = (language, seat, bool(shared["is_table"]), tuple(shared["panel_numbers"].items()))

        def draw(version: int) -> live.Picture:
            view = self.plain(language, seat)
            return view.match.seq, view.match.fragments(_parts(seat), hosted=view.hosted, **view.plain, **shared)

        return self._cached(alike, draw)

    def _cached(self, alike: tuple[Any, ...], draw: Callable[[int], live.Picture]) -> live.Picture:
        """The drawing for pages of one kind, while it is current; else it is drawn for all of them.

        One picture is drawn at a time: several would share the same processor, and all of them would be late.
        """
        if (there := self._fresh(alike)) is not None:
            return there
        with self._drawing:
            if (there := self._fresh(alike)) is not None:
                return there
            version = self._version
            made = draw(version)
            self._drawn[alike] = version, made
            return made

    def _fresh(self, alike: tuple[Any, ...]) -> live.Picture | None:
        kept = self._drawn.get(alike)
        return kept[1] if kept is not None and kept[0] == self._version else None

    @property
    def _version(self) -> int:
        return self.table.changes + self._touches

    def view(self, language: Language, seat: Seat | None, by_phone: bool = False) -> BoardView:
        """The board of a page of this kind as it is now; a table's page on a phone is drawn as narrow as a seat's."""
        panels, hosted = frozenset(self._hooks.panels(self.table)), self.beside(language, seat)
        if seat is None:
            self._first = hosted.seats
        here = self.looking(seat)
        wide = seat is None and not by_phone
        return BoardView(
            self.table, self.selections, language, seat, may_begin=self._hooks.again, phones=here, panels=panels, hosted=hosted, wide=wide
        )

    def plain(self, language: Language, seat: Seat | None) -> PlainView:
        """The same question in plain forms, as it is now."""
        return PlainView(self.table, self.selections, language, seat, may_begin=self._hooks.again, hosted=self.beside(language, seat))

    def beside(self, language: Language, seat: Seat | None) -> Hosted:
        """What a station or a lesson adds; asked before the table is held still, for both hold themselves first."""
        if self._hooks.hosted is not None:
            return self._hooks.hosted(self.table, language, seat)
        return (
            ALONE if self.led is None else guided.hosted(self.led, self.table, language, seat, console=bool(self._hooks.panels(self.table)))
        )

    def may_roll(self, seat: Seat | None, asks: Question) -> bool:
        """Say whether a page rolls the die that it is asked for: where no console's panel does."""
        return asks.kind == "die" and self.selections.acts_for(seat) not in self._hooks.panels(self.table)

    def told(self, language: Language, seat: Seat | None, by_phone: bool, after: int) -> accounts.ToldAccounts:
        """What happened after an entry, for a page of this kind; kept for all that ask for the same."""
        key = (language, seat, by_phone, after, self.table.seq, tuple(self.table.names.values()))
        with self._telling:
            if key not in self._told_cache:
                while len(self._told_cache) >= MOST_TOLD:
                    self._told_cache.pop(next(iter(self._told_cache)))
                self._told_cache[key] = accounts.told(self.table, language, seat, wide=seat is None and not by_phone, after=after)
            return self._told_cache[key]

    def zones(self, language: Language, seat: Seat | None, by_phone: bool = False) -> tuple[int, Mapping[str, str]]:
        """The zones of the board for a page of this kind, and the number of the picture; drawn once for all pages of the kind."""
        alike = self._cache_key(language, seat, by_phone)
        made = self._cached(alike, lambda version: (version, self.view(language, seat, by_phone).zones()))
        known = self._history.get(alike, {})
        if made[0] not in known:  # a new one in its place, as other threads may look into this
            self._history[alike] = dict([*list(known.items())[1 - MOST_PICTURES :], made])
        return made

    def zones_of(self, picture: str, language: Language, seat: Seat | None, by_phone: bool) -> Mapping[str, str]:
        """The zones of an earlier picture that a page names (`run:version`); empty if it is not kept any more."""
        run, _, version = picture.partition(":")
        known = self._history.get(self._cache_key(language, seat, by_phone), {}) if run == self.run and version.isdecimal() else {}
        return known.get(int(version[:18]), {}) if known else {}

    def _cache_key(self, language: Language, seat: Seat | None, by_phone: bool) -> tuple[Any, ...]:
        return "board", language, seat, seat is None and by_phone, tuple(self._hooks.panels(self.table))


class PageCache:
    """The pages of all matches that a person looks at.

    Args:
        hooks: what stands beside the pages of this server.
    """

    def __init__(self, hooks: PageHooks = NO_HOOKS) -> None:
        self._hooks, self.most = hooks, MOST_KEPT
        self._pages: dict[str, MatchPages] = {}

    def beside(self, table: Table, language: Language, seat: Seat | None) -> Hosted:
        """What a lesson or a station adds to a page of a match that has pages; on any thread."""
        pages = self._pages.get(table.id)
        return ALONE if pages is None or pages.table is not table else pages.beside(language, seat)

    def touched(self, match: str) -> None:
        """Something beside a match has changed; on any thread. Its boards are redrawn if a page is open."""
        if (pages := self._pages.get(match)) is not None:
            pages.touched()

    def looked_at(self, table: Table) -> MatchPages | None:
        """The pages of a match, if there are any; on any thread."""
        pages = self._pages.get(table.id)
        return pages if pages is not None and pages.table is table else None

    def pages(self, table: Table) -> MatchPages:
        """The pages of a match; called in the event loop. Pages that nobody looks at make room when there are many."""
        pages = self._pages.pop(table.id, None)
        if pages is None or pages.table is not table:
            pages = MatchPages(table, self._hooks)
        self._pages[table.id] = pages
        for name in [name for name, old in self._pages.items() if not old.signal.listeners][: max(0, len(self._pages) - self.most)]:
            if name != table.id:
                self._pages.pop(name).close()
        return pages


# ---- entering


def done(asked: Request, table: Table, seat: Seat | None) -> Response:
    """The answer to what was entered: the script hears it, the browser goes back to the page."""
    if wants_json(asked):
        return JSONResponse({"ok": True, "seq": table.seq})
    return RedirectResponse(f"{MatchView(table, Visit(asked).language, seat).place}/list", 303)


@PAGES.each("/move", "table", methods=["POST"])
async def move(asked: Request) -> Response:
    """Undo, redo or jump; past what all have seen, it is asked for."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked)
    pages = page_cache(asked).pages(table)
    kind, to = word(posted, "move"), word(posted, "to").strip()
    if kind not in {"undo", "redo", "jump"} or (kind == "jump" and not (to.isdecimal() and len(to) <= 9)):
        raise PageError(400, "malformed")

    def work() -> Response:
        try:
            table.move(cast("MoveName", kind), int(to) if kind == "jump" else None, seat, seq_posted(posted))
        except RefereeError as fault:
            return _move_refused(asked, pages, seat, fault.refusals, to)
        return done(asked, table, seat)

    return await in_thread(work)


@PAGES.each("/consent", "table", methods=["POST"])
async def consent(asked: Request) -> Response:
    """One seat's tap: it agrees to the move that waits, or not."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked)
    whose, said = cast("Seat", seat or word(posted, "seat")), word(posted, "answer")
    if said not in {"yes", "no", "withdraw"} or (said != "withdraw" and whose not in table.state.seats):
        raise PageError(400, "malformed")

    shown, pages = word(posted, "asked"), page_cache(asked).pages(table)

    def work() -> Response:
        try:
            if (waits := table.asked()) is not None and shown not in ("", waits.name):
                raise Illegal((codes.WENT_ON(),))
            if said == "withdraw":
                table.withdraw_request(seat)
            else:
                table.answer(whose, said == "yes", seat)
        except RefereeError as fault:
            return _move_refused(asked, pages, seat, fault.refusals)
        return done(asked, table, seat)

    return await in_thread(work)


def _move_refused(asked: Request, pages: MatchPages, seat: Seat | None, refusals: tuple[Refusal, ...], to: str = "") -> Response:
    table = pages.table
    if asked.headers.get(PAGE_PART) == "drawer" and to:
        return history.moment(asked, table, seat, min(int(to), table.seq), refusals)
    if wants_json(asked):
        words = MatchView(table, Visit(asked).language, seat).words
        return JSONResponse({"ok": False, "refusals": [refusal.wire(words) for refusal in refusals], "seq": table.seq}, 409)
    return listed(asked, pages, seat, 409, move_refusals=refusals)


# ---- pages beside the match

LINES_A_PAGE = 200
"""Lines of the story on one page."""


@PAGES.each("/log")
async def story(asked: Request) -> Response:
    """The whole log, so many lines a page: the newest, or those before an entry (`?before=`)."""
    table, seat = await match_asked(asked)
    before = history.entry_asked(asked, table, "before") if "before" in asked.query_params else None

    def work() -> Response:
        view = MatchView(table, Visit(asked).language, seat)
        lines = view.story.lines(LINES_A_PAGE + 1, before)
        older = lines[LINES_A_PAGE - 1].seq if len(lines) > LINES_A_PAGE else None
        shown = {"lines": lines[:LINES_A_PAGE], "more_lines": 0, "older": older, "newer": before is not None}
        return templating.page(asked, "log.html", **{**view.context(), **shown})

    return await in_thread(work)


@PAGES.each("/export", "table")
async def export(asked: Request) -> Response:
    """The match as one file of JSON Lines."""
    table, _ = await match_asked(asked)
    lines = await in_thread(table.export)
    name = f'attachment; filename="{table.rules.game.name}-{table.id}.jsonl"'
    return Response(lines, media_type="application/jsonl", headers={"content-disposition": name})

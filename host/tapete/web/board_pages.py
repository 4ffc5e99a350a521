"""Requests of the page whose board is the form: shown, touched, kept current. `.../list` asks the same question in plain forms."""

from __future__ import annotations

import json
from typing import Any, cast, get_args

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete.core.codec import encode, malformed
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import _
from tapete.table import Table, codes
from tapete.table import page as page_source
from tapete.table.question.selection import Press
from tapete.web import differing, live, templating
from tapete.web.action_bar import Button
from tapete.web.entrance import Pages, form_posted, in_thread, key_to_cookie, match_asked, may_see, wants_json, word
from tapete.web.errors import PageError
from tapete.web.forms import number
from tapete.web.match_pages import MatchPages, listed, page_cache
from tapete.web.request_checks import policy
from tapete.web.root import board
from tapete.web.scanning import STRANGE_STICKER, card_read, wizard_of
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

LONGEST_NUMBER = 9
"""Digits of the number of an entry."""

NO_DIE_HERE = Code("no_die_here", "", _("No die is to be rolled here now. Look at what is asked."))

NOTHING_LOCKED = Code("nothing_locked", "", _("This seat has locked nothing that is kept here."))

LONGEST_VALUE = 4_096
"""Longest value of one press, in characters of JSON: a choice of several is pressed one by one."""


@PAGES.each("")
async def show(asked: Request) -> Response:
    """The board of a match, as the whole table's page or as a seat's own."""
    if (to_cookie := key_to_cookie(asked)) is not None:
        return to_cookie
    table, seat = await match_asked(asked)
    pages = page_cache(asked).pages(table)

    def work() -> Response:
        visit = Visit(asked)
        view = pages.view(visit.language, seat, visit.by_phone)
        answer = templating.page(asked, "board.html", zones=view.zones(), title=view.match.title, **view.context)
        if seat is not None:  # one tablet shows two of them (`comfort.facing`)
            answer.headers["content-security-policy"] = policy(framed=True)
            answer.headers["x-frame-options"] = "SAMEORIGIN"
        return answer

    return await in_thread(work)


@PAGES.each("/events")
async def events(asked: Request) -> Response:
    """The zones of a board as they change."""
    table, seat = await match_asked(asked)
    pages = page_cache(asked).pages(table)
    visit = Visit(asked)

    async def render() -> live.Picture:
        alike = "board", visit.language, seat, visit.by_phone
        return await pages.turns.drawn(alike, lambda: pages.zones(visit.language, seat, visit.by_phone))

    edits, limit = "edits" in asked.query_params, asked.app.state.stream_limit
    pictures = live.pictures(pages.signal, limit, render, lambda: may_see(asked), run=pages.run, edits=edits)
    return live.stream(asked, pages.watched(seat, visit.session, pictures))


@PAGES.each("/account")
async def account(asked: Request) -> Response:
    """What happened after an entry, as the pages play it."""
    table, seat = await match_asked(asked)
    after = asked.query_params.get("after", "0")
    if not after.isdecimal() or len(after) > LONGEST_NUMBER:
        raise PageError(400, "malformed")
    pages, visit = page_cache(asked).pages(table), Visit(asked)
    made = await in_thread(pages.told, visit.language, seat, visit.by_phone, int(after))
    return Response(encode(made), media_type="application/json", headers={"cache-control": "no-store"})


@PAGES.each("/touch", "table", methods=["POST"])
async def touch(asked: Request) -> Response:
    """One press: of a thing, a verb, a value, or of what takes a move back or agrees to it."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked)
    pages = page_cache(asked).pages(table)
    return await in_thread(_touched, asked, pages, seat, posted)


def _touched(asked: Request, pages: MatchPages, seat: Seat | None, posted: FormData) -> Response:
    if word(posted, "press") == "peek":
        return _peeked(asked, pages, seat)
    plain = word(posted, "back") == "list"
    if plain and (named := _named(asked, pages, seat, posted)):
        return listed(asked, pages, seat, answers=named)
    refusals = _pressed(asked, pages, seat, posted, looks=plain)
    pages.outdate()
    try:  # the one who touched sees it before the other pages are drawn
        if plain and refusals:
            return listed(asked, pages, seat, 409, refused=refusals)
        return _answered(asked, pages, seat, refusals, had=word(posted, "had"), back="/list#actions" if plain else "")
    finally:
        pages.signal.send()


def _named(asked: Request, pages: MatchPages, seat: Seat | None, posted: FormData) -> list[Button]:
    """The buttons that lock a card that was scanned where a secret is asked: it goes with their press, and stays nowhere."""
    if word(posted, "says") != "card:":
        return []
    try:
        card = card_read(pages.table, word(posted, "words"))
    except RefereeError:
        return []  # it is said where the press is taken
    return pages.plain(Visit(asked).language, seat).naming(card)


def _peeked(asked: Request, pages: MatchPages, seat: Seat | None) -> Response:
    """What a seat has locked, for the one who holds the button on its own page: in no picture, and kept by nobody."""
    table = pages.table
    with table.still():
        secret = None if seat is None else table.own_secret(seat)
        step = table.state.agenda[-1]
        sealing = next((one for one in table.rules.game.sealings if isinstance(step, one.step)), None)
        view = MatchView(table, Visit(asked).language, seat)
    if secret is None or sealing is None:
        refusals = (NOTHING_LOCKED(),)
        return Response(
            encode({"ok": False, "refusals": [one.wire(table.rules.words) for one in refusals]}), 409, media_type="application/json"
        )
    said = view.voice.option(name_of(sealing.lock), sealing.secret, secret)
    headers = {"cache-control": "no-store"}
    return Response(encode({"ok": True, "peek": said}), media_type="application/json", headers=headers)


def _answered(asked: Request, pages: MatchPages, seat: Seat | None, refusals: tuple[Refusal, ...], had: str, back: str) -> Response:
    """The answer to a press: for the script the board as it is now, else the way back to the page.

    A script that says which picture it has (`had`) gets edits of that one, where it is still known.
    """
    if not wants_json(asked):
        return RedirectResponse(board(pages.table.id, seat) + back, 303)
    visit = Visit(asked)
    version, zones = pages.zones(visit.language, seat, visit.by_phone)
    before = pages.zones_of(had, visit.language, seat, visit.by_phone)
    shown = differing.changes(before, {zone: str(html) for zone, html in zones.items()})
    answer: dict[str, Any] = {
        "ok": not refusals,
        "run": pages.run,
        "version": version,
        "fragments": shown,
        "seq": pages.table.seq,
    }
    if refusals:
        answer["refusals"] = [refusal.wire(pages.table.rules.words) for refusal in refusals]
    return Response(encode(answer), 409 if refusals else 200, media_type="application/json")


def _said(posted: FormData) -> tuple[str, Any]:
    """The press and its value: a script says them in two fields, a plain form in its button, or the value in the field beside it.

    Raises:
        Malformed: what was typed is no number. PageError: the value is no JSON (400).
    """
    press, _colon, value = word(posted, "says").partition(":")
    if not press:
        press, value = word(posted, "press"), word(posted, "value")
    if "number" in posted:
        return press, number(word(posted, "number"))
    if "words" in posted:
        return press, word(posted, "words").strip()
    try:
        return press, json.loads(value or "null") if len(value) <= LONGEST_VALUE else None
    except (ValueError, RecursionError):
        raise PageError(400, "malformed") from None


def _pressed(asked: Request, pages: MatchPages, seat: Seat | None, posted: FormData, *, looks: bool) -> tuple[Refusal, ...]:
    """Take one press, and return why it was barred."""
    table: Table = pages.table
    question = word(posted, "question")
    try:
        press, value = _said(posted)
    except RefereeError as fault:
        return pages.selections.bar(seat, fault.refusals)
    if press in get_args(Press):
        try:
            card = _scanned(asked, pages, seat, str(value)) if press == "card" else value
        except RefereeError as fault:
            if fault.refusals[0].of is STRANGE_STICKER:
                pages.selections.ask_which(seat, str(value).partition(" ")[0])
            return pages.selections.bar(seat, fault.refusals)
        said = pages.selections.press(seat, cast("Press", press), card, question, page_source(seat), looks=looks)
        if said:
            asked.app.state.hear_refusals(table.id, said)
        return said
    if press in ("followed", "free"):
        return _led(pages, seat, press, value)
    if press == "roll":
        return _rolled(asked, pages, seat, question)
    if _is_old(table, press, question):
        return pages.selections.bar(seat, (codes.WENT_ON(),))
    try:
        if press == "undo":
            table.move("undo", value if isinstance(value, int) and not isinstance(value, bool) else None, seat)
        elif press == "early":
            if seat is None:
                raise PageError(400, "malformed")
            table.pass_early(seat)
        elif press == "withdraw":
            table.withdraw_request(seat)
        elif press in ("agree", "disagree"):
            whose = seat or value
            if whose not in table.seats:
                raise PageError(400, "malformed")
            table.answer(cast("Seat", whose), press == "agree", seat)
        else:
            raise malformed(_("there is no press “{name}”").fill(name=press[:40]), "press")
    except RefereeError as fault:
        return pages.selections.bar(seat, fault.refusals)
    return pages.selections.bar(seat, ())


def _scanned(asked: Request, pages: MatchPages, seat: Seat | None, typed: str) -> str:
    """The card that a scanner's line names; the table's page acts for the one whose deck it is of.

    Raises:
        Illegal: it is no card of this match, or another wizard's.
    """
    card, whose = card_read(pages.table, typed), wizard_of(asked, pages.table, typed)
    if whose is not None and seat not in (None, whose):
        raise Illegal((codes.NOTHING_TAKES_IT(),))
    if seat is None and any(owed.seat == whose for owed in pages.table.awaiting()):
        pages.selections.press(seat, "seat", whose, "", page_source(seat))
    return card


def _is_old(table: Table, press: str, question: str) -> bool:
    """Say whether a page shows an earlier moment: what it would take back, or agree to, is not what its reader means."""
    if press in ("undo", "early"):
        return question.partition(".")[0] not in ("", table.question)
    asked = table.asked()
    return press in ("agree", "disagree", "withdraw") and asked is not None and question not in ("", asked.name)


def _led(pages: MatchPages, seat: Seat | None, press: str, value: Any) -> tuple[Refusal, ...]:
    """Say to the guide of a match that its instruction is followed, or go on without it."""
    if pages.led is not None and press == "free":
        pages.led.leave()
    elif pages.led is not None and isinstance(value, int):
        pages.led.followed(value)
    pages.selections.fold(seat)
    return pages.selections.bar(seat, ())


def _rolled(asked: Request, pages: MatchPages, seat: Seat | None, question: str) -> tuple[Refusal, ...]:
    """Roll the die that is asked for, where no console's panel rolls it."""
    with pages.table.still():
        asks = pages.selections.pointer(seat).ask()
        if not pages.may_roll(seat, asks):
            return pages.selections.bar(seat, (NO_DIE_HERE(),))
        face = asked.app.state.roll([value for value, why in asks.values if not why])
        return pages.selections.press(seat, "value", face, question, page_source(seat))

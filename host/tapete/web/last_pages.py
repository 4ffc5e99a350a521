"""The last page of a match: who won and why, the match as a picture, what can be taken home; and the next match, with the sides changed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.cards import collections
from tapete.coach import PlayedOn, Review
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.presentation import coach_picture, coach_words, recap_picture
from tapete.presentation.recap import recap_of
from tapete.table import Table, match_file
from tapete.table.hub import moved_on
from tapete.web import templating
from tapete.web.coaching import Coaches
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, match_asked, phones_address, wants_json
from tapete.web.errors import PageError
from tapete.web.qr import symbol
from tapete.web.root import board
from tapete.web.templating import keys_of
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()


def _collected(table: Table) -> str:
    """The collections that a match leaves, as a file; empty where it leaves none."""
    try:
        return collections.write(collections.of(table.state, table.names))
    except Illegal:
        return ""


@PAGES.each("/collection", "table")
async def collection(asked: Request) -> Response:
    """The cards that each player owns after the match, as a file that the next one begins from."""
    table, _seat = await match_asked(asked)
    written = await in_thread(_collected, table)
    if not written:
        raise PageError(404, "not_found")
    name = f'attachment; filename="collection-{table.id}.toml"'
    return Response(written, media_type="application/toml", headers={"content-disposition": name})


@PAGES.each("/end")
async def show(asked: Request) -> Response:
    """How the match went: to its end, or so far."""
    table, seat = await match_asked(asked)
    base, keys = phones_address(asked), keys_of(asked)
    home = f"{base}/record/{table.id}?token={keys.record(table.id)}" if base is not None and seat is None else ""

    def work() -> Response:
        view, recap, coach = MatchView(table, Visit(asked).language, seat), recap_of(table), _coach(table)
        return templating.page(
            asked,
            "end.html",
            title=view.title,
            game=view.rules.game.name,
            ended=view.ended(),
            result=view.result(),
            place=view.place,
            seat_names=view.names,
            pictures=[recap_picture.draw(recap, view.language, width) for width in (recap_picture.WIDTH, recap_picture.NARROW)]
            if recap_picture.is_worth_it(recap)
            else [],
            turning=recap_picture.turning_points(recap, view.language),
            curve=coach_picture.draw(coach, view.names["A"], view.language) if coach is not None else "",
            worth=coach_picture.told(coach, view.names, view.language) if coach is not None else [],
            **_sampled(asked, table, view, exactly=coach is not None and not coach.as_if),
            home=home,
            home_symbol=symbol(home) if home else "",
            may_begin=hub_of(asked).shows_what_it_opens and table.result is not None,
            again=table.again,
            collected=bool(_collected(table)),
        )

    return await in_thread(work)


def _coach(table: Table) -> Review | None:
    """What the bids of a match that is over were worth, where that is known exactly: no page waits for play-outs."""
    if table.result is None or table.rules.game.name != "shazamm":
        return None
    from tapete.coach import exact  # here: the pages of other games do not wait for it

    found = exact.review(match_file.check(match_file.read(table.export()))[0])
    return None if isinstance(found, str) else found


def _sampled(asked: Request, table: Table, view: MatchView, *, exactly: bool) -> dict[str, Any]:
    """What the coach that plays on tells of a match that is over, or how far it is; nothing where more is known."""
    coaches: Coaches = asked.app.state.coaches
    reviewed = coaches.of(table)
    told: dict[str, Any] = {"may_ask_coach": not exactly and reviewed is None and coaches.may_look(table), "reviewed": reviewed}
    told |= dict.fromkeys(("coach_how", "coach_curve", "coach_moments", "coach_nothing", "coach_silent", "coach_left_out"), "")
    if reviewed is None or reviewed.found is None:
        return told
    told["coach_left_out"] = coach_words.left_out(reviewed.read, reviewed.entries, view.language)
    if isinstance(reviewed.found, PlayedOn):
        return told | {
            "coach_how": coach_words.HOW.fill(matches=reviewed.found.play_outs, name=view.names["A"]).in_(view.language),
            "coach_curve": coach_picture.draw(reviewed.found, view.names["A"], view.language),
            "coach_moments": coach_words.moments(reviewed.found, view.names, view.language, view.rules),
            "coach_nothing": coach_words.NOTHING_DECIDED.in_(view.language),
        }
    return told | {"coach_silent": coach_words.silence(reviewed.found, view.language) if isinstance(reviewed.found, str) else ""}


@PAGES.each("/coach", "table", methods=["POST"])
async def coach(asked: Request) -> Response:
    """Let the coach look at a match that is over.

    Raises:
        PageError: it is not over, or nothing can play on from its moments (409).
    """
    table, seat = await match_asked(asked)
    await form_posted(asked)
    coaches: Coaches = asked.app.state.coaches
    if not coaches.may_look(table):
        raise PageError(409, "no_coach_yet")
    coaches.ask(table)
    place = board(table.id, seat) + "/end"
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


@PAGES.each("/again", "table", methods=["POST"])
async def again(asked: Request) -> Response:
    """Play once more with the sides changed; a seat's own page goes on at the seat where its player sits now."""
    table, seat = await match_asked(asked)
    await form_posted(asked)
    made = await in_thread(hub_of(asked).begin_again, table)
    return _led_on(asked, table, made, seat)


def _led_on(asked: Request, table: Table, made: Table, seat: Seat | None) -> Response:
    sits = moved_on(table.seats, seat) if seat is not None else None
    place = board(made.id, sits)
    answer = JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)
    keys = keys_of(asked)
    if sits is not None and keys.lan:
        answer.set_cookie(keys.cookie(f"seat_{sits}"), keys.seat(made.id, sits), path=board(made.id), httponly=True, samesite="lax")
    return answer

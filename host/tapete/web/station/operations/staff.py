"""What staff sees and does: settings, figures, health, restart, a bug report; behind a PIN, on the station's screen or on a phone."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tapete import games
from tapete.core.codec import builtins
from tapete.core.refusals import Illegal, RefereeError
from tapete.core.texts import Language
from tapete.i18n import translator
from tapete.presentation import distributions
from tapete.station import settings as kept_settings
from tapete.station.operations import pin
from tapete.station.operations.bug_report import bug_report
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.sessions import Session
from tapete.station.settings import Settings
from tapete.web import house_rules, lobby, templating
from tapete.web.entrance import Pages, fields, form_posted, in_thread, word
from tapete.web.errors import PageError
from tapete.web.refused_keys import refused as refused_visitor
from tapete.web.root import under
from tapete.web.station.operations import monitoring, plots, wording
from tapete.web.templating import keys_of
from tapete.web.visits import Visit

PAGES = Pages(monitoring.PAGES)

SPANS = (7, 30, 365)
"""Days that the figures can be looked at over."""

NUMBERS = ("idle_s", "still_there_s", "choose_s", "end_s", "brightness")
TICKS = ("first_match", "attract", "https")


def desk_of(asked: Request) -> StaffDesk:
    """Return the desk of this server."""
    desk: StaffDesk = asked.app.state.staff
    return desk


def _session(asked: Request) -> Session | None:
    token = asked.cookies.get(keys_of(asked).cookie("staff"), "")
    return desk_of(asked).sessions.find(token) if token else None


async def _posted(asked: Request) -> tuple[Session, FormData]:
    """Return the session and the fields of one of its forms.

    Raises:
        PageError: nobody is logged in, or it is no form of this session (403).
    """
    session = _session(asked)
    if session is None:
        raise PageError(403, "forbidden_staff")
    posted = await form_posted(asked)
    if word(posted, "session") != session.form:
        raise PageError(403, "old_form")
    return session, posted


def _page(asked: Request, template: str, status: int = 200, **context: Any) -> Response:
    session = _session(asked)
    form, monitor = session.form if session else "", keys_of(asked).monitor
    return templating.page(asked, f"staff/{template}.html", status, secrets=[form, monitor], session_form=form, monitor=monitor, **context)


def _note(asked: Request, fault: Illegal) -> None:
    """Let the log say who tried a wrong PIN, and not which."""
    if fault.refusals[0].code == pin.WRONG_PIN.code:
        refused_visitor(asked, "a PIN")


def _refused(fault: RefereeError, language: Language) -> tuple[str, ...]:
    return tuple(refusal.text().in_(language) for refusal in fault.refusals)


# ---- in and out


@PAGES.at("/staff", "everybody")
async def front(asked: Request) -> Response:
    """Ask for the PIN, or show how the station is."""
    if _session(asked) is None:
        return _page(asked, "enter", said=())
    return await in_thread(_overview, asked)


def _overview(asked: Request) -> Response:
    desk, language = desk_of(asked), Visit(asked).language
    texts = (*(alert.text for alert in desk.health.hub.alerts.standing), *(fault.text() for fault in distributions.faults()))
    alerts = [text.in_(language) for text in texts]
    return _page(asked, "overview", report=desk.health.report(), alerts=alerts, restarting=False)


@PAGES.at("/staff/enter", "everybody", methods=["POST"])
async def enter(asked: Request) -> Response:
    """Judge a PIN that was typed."""
    posted = await form_posted(asked)
    desk, address = desk_of(asked), asked.client.host if asked.client else ""
    try:
        await in_thread(desk.pin_check.enter, word(posted, "pin").strip(), address)
    except Illegal as fault:
        _note(asked, fault)
        status = 429 if fault.refusals[0].code == pin.WAIT.code else 403
        refused = _page(asked, "enter", status, said=_refused(fault, Visit(asked).language))
        if status == 429:
            refused.headers["retry-after"] = str(fault.refusals[0].params["seconds"])
        return refused
    response = RedirectResponse(under("/staff"), 303)
    response.set_cookie(keys_of(asked).cookie("staff"), desk.sessions.begin().token, path=under("/staff"), httponly=True, samesite="strict")
    return response


@PAGES.at("/staff/leave", "staff", methods=["POST"])
async def leave(asked: Request) -> Response:
    """Log out."""
    session, _ = await _posted(asked)
    desk_of(asked).sessions.end(session.token)
    response = RedirectResponse(under("/staff"), 303)
    response.delete_cookie(keys_of(asked).cookie("staff"), path=under("/staff"))
    return response


@PAGES.at("/staff/pin", "staff", methods=["POST"])
async def new_pin(asked: Request) -> Response:
    """Set another PIN for a person who knows the present one; it logs everybody out."""
    _, posted = await _posted(asked)
    desk, address = desk_of(asked), asked.client.host if asked.client else ""

    def work() -> Response:
        try:
            desk.pin_check.enter(word(posted, "pin").strip(), address)
            pin.keep(desk.folder, word(posted, "new").strip())
        except Illegal as fault:
            _note(asked, fault)
            return _settings_page(asked, desk.settings(), {}, (), 403, pin_said=_refused(fault, Visit(asked).language))
        desk.sessions.end_all()
        return RedirectResponse(under("/staff"), 303)

    return await in_thread(work)


# ---- settings


@PAGES.at("/staff/settings", "staff asked")
@PAGES.at("/staff/settings", "staff", methods=["POST"])
async def settings(asked: Request) -> Response:
    """Show or change the settings: games, times, language, brightness, quiet hours."""
    if asked.method == "GET":
        return await in_thread(_settings_page, asked, desk_of(asked).settings(), {}, ())
    _, posted = await _posted(asked)
    return await in_thread(_change, asked, posted)


def _settings_page(
    asked: Request, shown: Settings, chosen: dict[str, str], said: tuple[str, ...], status: int = 200, pin_said: tuple[str, ...] = ()
) -> Response:
    language = Visit(asked).language
    if not chosen:
        chosen = {
            f"rule.{game}.{key}": {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
            for game, rules in shown.house_rules.items()
            for key, value in rules.items()
        }
        numbers = {name: said for name, said in chosen.items() if said.isdecimal()}
        chosen |= {f"{name}{house_rules.NUMBER}": said for name, said in numbers.items()}  # where it has a field beside other values
    offered = shown.games or tuple(game.name for game in lobby.offered(language, {}))
    return _page(
        asked,
        "settings",
        status,
        settings=shown,
        least_brightness=kept_settings.LEAST_BRIGHTNESS,
        games=lobby.offered(language, chosen),
        offered=offered,
        said=said,
        pin_said=pin_said,
    )


def _change(asked: Request, posted: FormData) -> Response:
    given, desk, language = dict(fields(posted)), desk_of(asked), Visit(asked).language
    try:
        wanted = kept_settings.made(_values(given, posted.getlist("games")))
        desk.change(wanted)
    except RefereeError as fault:
        return _settings_page(asked, desk.settings(), given, _refused(fault, language), 409)
    return RedirectResponse(under("/staff/settings"), 303)


def _values(given: dict[str, str], offered: list[Any]) -> dict[str, Any]:
    """Return the form as plain values; the settings judge them."""
    values: dict[str, Any] = {
        "games": [str(game) for game in offered],
        "language": given.get("language", ""),
        "league": given.get("league", "").strip(),
        "quiet_from": given.get("quiet_from", ""),
        "quiet_to": given.get("quiet_to", ""),
        "house_rules": {},
        "catalogues": {},
    }
    values |= {name: name in given for name in TICKS}
    values |= {name: int(given[name]) if given.get(name, "").isdecimal() and len(given[name]) < 7 else -1 for name in NUMBERS}
    for name in values["games"]:
        game = games.find(name)
        if game is None:
            continue
        plain = builtins(game.options())
        changed = {key: value for key, value in house_rules.options_posted(game, given).items() if plain.get(key) != value}
        if changed:
            values["house_rules"][name] = changed
        if catalogue := given.get(f"catalogue.{name}", "").strip():
            values["catalogues"][name] = catalogue
    return values


# ---- figures


@PAGES.at("/staff/figures", "staff asked")
async def figures(asked: Request) -> Response:
    """Show what was played, with plots."""
    said = asked.query_params.get("days", "30")
    days = int(said) if said in {str(span) for span in SPANS} else 30
    return await in_thread(_figures, asked, days)


def _figures(asked: Request, days: int) -> Response:
    desk, language = desk_of(asked), Visit(asked).language
    try:
        found = desk.statistics.summary(days)
    except sqlite3.Error as fault:
        raise PageError(503, "no_journal") from fault
    today = desk.statistics.today()
    span = [(today - timedelta(days=back)).isoformat() for back in reversed(range(min(days, 60)))]
    titles = {game.name: game.title for game in lobby.offered(language, {})}

    def game(name: str) -> str:
        return titles.get(name, name)

    words = translator(language).gettext
    drawn = {
        "days": plots.days(words("Matches by day"), found.by_day, span),
        "games": plots.bars(words("Matches by game"), [(game(name), float(number)) for name, number in found.by_game]),
        "minutes": plots.bars(words("Minutes of a match"), [(game(name), minutes) for name, minutes in found.minutes], " min"),
        "refusals": plots.bars(
            words("Refusals most met"),
            [
                (f"{game(name)} · {wording.refused(name, code, clause, language)} {clause}", float(n))
                for name, code, clause, n in found.refusals
            ],
        ),
        "gave_up": plots.bars(
            words("Where people gave up"),
            [(f"{game(name)} · {wording.asked(name, step, language)}", float(n)) for name, step, n in found.gave_up],
        ),
    }
    ends = [(game(name), wording.ended(name, result, reason, language), number) for name, result, reason, number in found.results]
    return _page(asked, "figures", found=found, drawn=drawn, days=days, spans=SPANS, ends=ends)


@PAGES.at("/staff/figures/{which}.csv", "staff")
async def csv(asked: Request) -> Response:
    """Send all rows as a file for a spreadsheet."""
    kept, which = desk_of(asked).statistics, asked.path_params["which"]
    if which not in {"plays", "refusals"}:
        raise PageError(404, "not_found")
    text = await in_thread(kept.plays_csv if which == "plays" else kept.refusals_csv)
    headers = {"content-disposition": f'attachment; filename="tapete-{which}.csv"'}
    return Response(text.encode(), media_type="text/csv; charset=utf-8", headers=headers)


# ---- when something is wrong


@PAGES.at("/staff/report.zip", "staff")
async def report(asked: Request) -> Response:
    """Send the bug report."""
    desk = desk_of(asked)
    made = await in_thread(bug_report, desk.health, desk.settings(), desk.hub.shown_match())
    headers = {"content-disposition": 'attachment; filename="tapete-report.zip"'}
    return Response(made, media_type="application/zip", headers=headers)


@PAGES.at("/staff/restart", "staff", methods=["POST"])
async def restart(asked: Request) -> Response:
    """Restart: the program ends in order and starts again; the match on the screen comes back."""
    await _posted(asked)
    desk_of(asked).restart.set()
    return _page(asked, "restarting")


def install(app: Any, desk: StaffDesk) -> None:
    """Give an application (made with `PAGES` among its routes) its desk.

    Args:
        app: of `tapete.web.app`.
        desk: what the pages work on.
    """
    app.state.staff, app.state.health = desk, desk.health
    app.state.is_staff = lambda asked: _session(asked) is not None
    app.state.hear_refusals = desk.recorder.refused
    desk.health.count_pages(lambda: app.state.stream_limit.places.taken)

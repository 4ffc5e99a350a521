"""The page of an event for its staff: the whole evening on one screen, and every decision shown with what it changes before it counts."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete.core.codec import builtins, malformed
from tapete.core.names import MOST, tidy
from tapete.core.names import fault as fault_of
from tapete.core.refusals import Illegal, Malformed, RefereeError, Refusal, Stale
from tapete.core.texts import Text, _
from tapete.i18n import Language
from tapete.league import league_codes
from tapete.league.brackets import round_title, rounds_due
from tapete.league.deciding import changes, judge, opened
from tapete.league.decisions import AnyDecision, Deciding, EnterEntrant, PairRound, SeatLate
from tapete.league.joining.address import address_for
from tapete.league.ladder import rule
from tapete.league.matters import words_of
from tapete.league.pairing import propose
from tapete.league.server import entry_forms, server_codes, views
from tapete.league.server.access import ORGANISER, STAFF, league_of, new_link, place_of, route
from tapete.league.server.api import may_decide
from tapete.league.server.entering import enter_one, with_file
from tapete.league.server.errors import status_of
from tapete.league.server.inbox import asking
from tapete.league.server.rendering import page
from tapete.league.server.sentences import INFRACTIONS, SANCTIONS, SYSTEMS, decision_text, named
from tapete.league.server.shared import League, days_of
from tapete.league.server.short_codes import short_code
from tapete.league.server.watching import message, see, stream
from tapete.league.store import links, said
from tapete.league.store.doctor import FUTURE_MS
from tapete.league.store.hosts import HostStore
from tapete.league.store.links import Link, Role
from tapete.league.tournament import Tournament
from tapete.web import refilled
from tapete.web.entrance import fields, form_posted
from tapete.web.qr import symbol
from tapete.web.visits import Visit

LOG_SHOWN = 40
"""So many of the newest decisions stand on the page; the rest is in the exports."""


async def event_page(asked: Request, link: Link) -> Response:
    """The event for the organiser."""
    return await _shown(asked, link)


async def judge_page(asked: Request, link: Link) -> Response:
    """The event for a judge: calls, tables, results, penalties."""
    return await _shown(asked, link)


NOTHING_LEFT: Mapping[str, Any] = {"left": (), "entered": 0}
"""Of a list of names: no line is still to be put right."""


async def _shown(
    asked: Request, link: Link, status: int = 200, refused: tuple[Refusal, ...] = (), left: Mapping[str, Any] = NOTHING_LEFT
) -> Response:
    """The page of an event; `left` names the lines of a list that could not be entered."""
    league = league_of(asked)
    shop, event, place = place_of(asked)
    trouble = None if league.trouble is None else await league.examined()
    refused = refused if trouble is None else (*refused, trouble)
    context = await event_context(league, shop, event, place, link, Visit(asked))
    refused = (*refused, *clock_faults(league, context["log"]))
    return page(asked, "league/event.html", status, **context, refused=refused, kept=left)


def clock_faults(league: League, log: Sequence[views.LogView]) -> Iterator[Refusal]:
    """What is wrong with the computer's clock, as far as an event shows it.

    Args:
        log: its decisions, the newest first.
    """
    if league.time.off_ms:
        yield server_codes.CLOCK_SET(days=days_of(league.time.off_ms))
    if log and (ahead := log[0].at_ms - league.now_ms()) > FUTURE_MS:
        yield server_codes.CLOCK_BEHIND(minutes=ahead // 60_000)


async def event_context(league: League, shop: str, event: str, place: str, link: Link, visit: Visit) -> dict[str, Any]:
    """Everything that the page of an event shows."""
    seen, language = await see(league, shop, event), visit.language
    tournament, names = seen.tournament, seen.names
    word, sentence = views.next_step(tournament)
    reports = words_of(tournament, seen.reports)
    now_ms = league.now_ms()
    rounds = [views.round_view(tournament, names, one, language, now_ms, reports, seen.calls, seen.seated) for one in tournament.rounds]
    log = await league.store.log(shop, event)
    elsewhere = await league.store.mirrored(shop, event)
    joined = await HostStore(league.store.engine).of_event(shop, event)
    return {
        "t": tournament,
        "place": place,
        "staff": link.role,
        "version": tournament.version,
        "mark": seen.sign,
        "step": word,
        "next": sentence.in_(language),
        "system": SYSTEMS[tournament.settings.system].in_(language),
        "due": rounds_due(tournament),
        "more": len(tournament.rounds) < rounds_due(tournament),
        "next_title": round_title(tournament, tournament.next_round).in_(language),
        "rule": rule(tournament).in_(language) if tournament.settings.system == "ladder" else "",
        "rounds": rounds[::-1],
        "entrants": [(one, names.get(one.person, "")) for one in tournament.entrants],
        "apart": [(kept, named(tournament, names, kept.a), named(tournament, names, kept.b)) for kept in tournament.apart],
        "penalties": [(one, named(tournament, names, one.entrant)) for one in tournament.penalties],
        "sanctions": [
            (one, named(tournament, names, one.entrant), SANCTIONS[one.sanction].in_(language), INFRACTIONS[one.infraction].in_(language))
            for one in tournament.sanctions
        ],
        "infractions": [(word, said.in_(language)) for word, said in INFRACTIONS.items()],
        "sanctions_known": [(word, said.in_(language)) for word, said in SANCTIONS.items()],
        "groups": views.groups_of(tournament, names, language),
        "bracket": views.bracket_view(tournament, names, language),
        "log": views.log_view(opened(tournament.settings), names, log, language)[:LOG_SHOWN],
        "calls": [(number, named(tournament, names, number), at_ms) for number, at_ms in seen.calls.items()],
        "hosts": [(host, None if host.seen_ms is None else max(0, league.now_ms() - host.seen_ms) // 1000) for host in joined],
        "free_place": 1 + max((host.place or 0 for host in joined), default=0),
        "longest_name": MOST,
        "applicants": [(person, names.get(person, "")) for person in tournament.applicants],
        "codes": {what: short_code(league, shop, event, what) for what in ("wall", "enter")},
        "late": _late(tournament),
        "other_game": tournament.settings.game == entry_forms.OTHER_GAME,
        "elsewhere": elsewhere,
        "links": await _links(league, shop, event, link, language) if link.role == "organiser" else [],
        "asking": [] if elsewhere else await asking(league, shop, event, seen, language),
    }


def _late(tournament: Tournament) -> frozenset[int]:
    """Who could be seated against the bye of the newest round: entered since it was paired."""
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or last.state == "closed":
        return frozenset()
    return frozenset(
        one.number for one in tournament.entrants if one.playing and not tuple(SeatLate(last.number, one.number).faults(tournament))
    )


AGO = (
    (2 * 86_400_000, 86_400_000, _("{count} {count:day|days} ago")),
    (2 * 3_600_000, 3_600_000, _("{count} {count:hour|hours} ago")),
    (60_000, 60_000, _("{count} {count:minute|minutes} ago")),
)
"""How long ago: from so many milliseconds on, in this unit."""


def ago(now_ms: int, at_ms: int | None, never: Text) -> Text:
    """How long ago something was; `never` where it was not."""
    if at_ms is None:
        return never
    since = max(0, now_ms - at_ms)
    return next((words.fill(count=since // unit) for least, unit, words in AGO if since >= least), JUST_NOW)


JUST_NOW, NOT_KNOWN, NOT_YET = _("just now"), _("by an earlier version"), _("not yet")


async def _links(league: League, shop: str, event: str, own: Link, language: Language) -> list[tuple[Link, str, str, bool]]:
    """The links that open an event: each with its age and its last use, and whether it is the visitor's own."""
    now_ms = league.now_ms()
    found = await links.listed(league.store.engine, shop, event, now_ms)
    return [
        (one, ago(now_ms, one.made_ms, NOT_KNOWN).in_(language), ago(now_ms, one.used_ms, NOT_YET).in_(language), one.hash == own.hash)
        for one in found
    ]


async def news(asked: Request, link: Link) -> Response:
    """Tell an open page of staff that it is out of date."""
    return await stream(asked, league_of(asked), link, "news", lambda seen: message("news", seen.tournament.version, {"mark": seen.sign}))


async def decide(asked: Request, link: Link) -> Response:
    """Show what a decision would change, or decide it (`go`)."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    home = place if link.role == "organiser" else f"{place}/judge"
    proposes = posted.get("do") == "propose"
    try:
        what: Deciding = await _proposed(league, shop, event) if proposes else entry_forms.decision_posted(posted)
    except Malformed as fault:
        return await _shown(asked, link, status_of(fault), fault.refusals)
    may_decide(link, what)
    if posted.get("go") == "do":
        try:
            expected = entry_forms.whole(posted.get("expected_version", ""), "expected_version")
            await league.decide(shop, event, _any(what), who=link.label, why=posted.get("why", "").strip()[:500], expected=expected)
        except (Illegal, Stale) as fault:
            return await _look(asked, home, what, posted, status_of(fault), fault)
        return RedirectResponse(home, 303)
    if "go" not in posted and not proposes:  # straight from a form of the event's page, which says what is wrong with it
        found = judge(await league.store.load(shop, event), what, posted.get("why", ""))
        if against := [one for one in found if one.of is not league_codes.REASON_NEEDED]:
            return await _shown(asked, link, 422, tuple(against))
    return await _look(asked, home, what, posted)


async def _proposed(league: League, shop: str, event: str) -> PairRound:
    return propose(await league.store.load(shop, event)).what


async def _look(
    asked: Request, home: str, what: Deciding, posted: Mapping[str, str], status: int = 200, fault: RefereeError | None = None
) -> Response:
    """What a decision would change, with the reason to be written and the button that decides."""
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    tournament, names = seen.tournament, seen.names
    why = posted.get("why", "")
    refused = list(fault.refusals) if fault is not None and not isinstance(fault, Illegal) else []
    found = judge(tournament, what, why)
    reason = what.needs_reason(tournament)
    against = [one for one in found if one.of is not league_codes.REASON_NEEDED]
    empty = any(one.of is league_codes.REASON_NEEDED for one in found) and fault is not None
    refused += [*against, *([league_codes.REASON_NEEDED()] if empty else [])]
    moved = [] if against else changes(tournament, _any(what), why or "…")
    tables = []
    if isinstance(what, PairRound):
        tables = [(one.kind, [(n, named(tournament, names, n)) for n in one.entrants if tournament.entrant(n)]) for one in what.pairings]
    plain = {
        name: "yes" if value is True else value
        for name, value in builtins(what).items()
        if name not in ("do", "pairings", "repeats") and value is not False
    }
    if "seen" in plain:
        plain["seen"] = " ".join(plain["seen"])
    return page(
        asked,
        "league/look.html",
        status,
        place=place,
        home=home,
        version=tournament.version,
        what=decision_text(tournament, names, what).in_(language),
        do=type(what).__struct_config__.tag,
        plain=plain,
        pairs=entry_forms.pairs_shown(what.pairings) if isinstance(what, PairRound) else None,
        repeats=isinstance(what, PairRound) and what.repeats,
        tables=tables,
        written=tournament.settings.written,
        reason=reason,
        why=why,
        barred=bool(against) and not isinstance(what, PairRound),
        refused=refused,
        moved=[(named(tournament, names, one.entrant), one) for one in moved if one.place_before],
        unmoved=not against and not any(one.place_before for one in moved),
        name=tournament.settings.name,
    )


def _any(what: Deciding) -> AnyDecision:
    """A decision as one of those there are."""
    made: AnyDecision = what  # type: ignore[assignment]  # `forms` makes no other
    return made


async def enter(asked: Request, link: Link) -> Response:
    """Enter those of a list: names that were typed or pasted, a file, or persons' own codes."""
    given = asked.headers.get("content-type", "").partition(";")[0].strip().lower()
    posted = await with_file(asked) if given == "multipart/form-data" else dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament, names = await league.store.load(shop, event), await league.store.names(shop)
    said, why = posted.get("names", ""), posted.get("why", "").strip()[:500]
    try:
        if "file" in posted:
            raise malformed(server_codes.NOT_TEXT, "file")
        lines = entry_forms.list_typed(said, [names.get(one.person, "") for one in tournament.entrants], tournament.settings.divisions)
        if tournament.rounds and not why:
            raise Illegal((league_codes.REASON_NEEDED(),))
    except (Illegal, Malformed) as fault:
        refilled.keep(asked, {**posted, "names": said}.items())
        return await _shown(asked, link, status_of(fault), fault.refusals)
    left = list[tuple[str, Refusal]]()
    for line in lines:
        wrong = line.fault or next(iter(judge(tournament, EnterEntrant("", line.named.strength, line.named.division), why)), None)
        wrong = wrong or await enter_one(league, shop, event, line.named, link.label, why)
        if wrong is not None:
            left.append((line.text, wrong))
    if left:  # the others are entered; these lines stay in the form, each with what is wrong with it
        refilled.keep(asked, {**posted, "names": "\n".join(text for text, _fault in left)}.items())
        return await _shown(asked, link, 422, left={"left": left, "entered": len(lines) - len(left)})
    return RedirectResponse(f"{place}#entrants", 303)


async def person(asked: Request, link: Link) -> Response:
    """Put a name right, or forget it."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    tournament = await league.store.load(shop, event)
    one = tournament.entrant(entry_forms.whole(posted.get("entrant", ""), "entrant"))
    if one is None:
        raise Illegal((league_codes.UNKNOWN_ENTRANT(entrant=posted["entrant"]),))
    if posted.get("forget") == "yes":
        await league.store.forget(one.person, league.now_ms())
    else:
        name = tidy(posted.get("name", ""))
        names = await league.store.names(shop)
        others = [names.get(other.person, "") for other in tournament.entrants if other != one]
        fault = fault_of(name) or next(entry_forms.doubles([entry_forms.Named(name)], others), None)
        if fault is not None:
            return await _shown(asked, link, 422, (fault.under("name"),))
        await league.store.name_person(shop, one.person, name)
    league.notify(shop, event)
    return RedirectResponse(f"{place}#entrants", 303)


LINKED: tuple[Role, ...] = ("judge", "wall", "organiser")
"""The links that an organiser gives away."""


async def link_made(asked: Request, link: Link) -> Response:
    """Make a link and show it once, as a code and in letters; or end one (`end`: the hash of its key)."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    await league.store.load(shop, event)
    if ends := posted.get("end"):
        if ends == link.hash or not await links.end(league.store.engine, shop, event, ends):
            raise malformed(server_codes.NO_SUCH_ROLE, "end")
        league.end_streams(ends)
        return RedirectResponse(f"{place}#h-links", 303)
    role = next((role for role in LINKED if role == posted.get("role")), None)
    if role is None:
        raise malformed(server_codes.NO_SUCH_ROLE, "role")
    label = " ".join(posted.get("label", "").split())[:40]
    key = await new_link(league, role, shop, event, f"{role} {label}".strip())
    address = f"{outward(asked)}/in/{key}"
    return page(asked, "league/link.html", place=place, role=role, address=address, code=symbol(address))


def outward(asked: Request) -> str:
    """The address by which others reach this server, without a slash at its end."""
    found: str = asked.app.state.address(asked)
    return found


async def called(asked: Request, link: Link) -> Response:
    """A judge has been where one was called to."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    await said.answer_call(league.store.engine, shop, event, entry_forms.whole(posted.get("entrant", ""), "entrant"))
    league.notify(shop, event)
    return RedirectResponse(place if link.role == "organiser" else f"{place}/judge", 303)


async def tables(asked: Request, link: Link) -> Response:
    """Let a computer join at a table, give it a new key, or let it go; its address is shown once."""
    posted = dict(fields(await form_posted(asked)))
    league = league_of(asked)
    shop, event, place = place_of(asked)
    hosts, word = HostStore(league.store.engine), posted.get("task", "")
    try:
        tournament = await league.store.load(shop, event)
        if word == "add":
            if tournament.settings.game == entry_forms.OTHER_GAME:
                raise Illegal((league_codes.NO_TABLE_OF_OTHER(),))
            number = entry_forms.whole(posted.get("place", ""), "place")
            name = f"{event}-{number}-{secrets.token_hex(2)}"
            row = await hosts.add(shop, name, str(number), event, number)
        else:
            found = await hosts.find(shop, posted.get("host", ""))
            if found is None or found.event != event:
                raise Illegal((league_codes.NO_SUCH_HOST(host=posted.get("host", "")[:64]),))
            if word == "retire":
                await hosts.retire(shop, found.host, league.now_ms())
                return RedirectResponse(place, 303)
            await hosts.renew(shop, found.host)
            row = await hosts.find(shop, found.host) or found
    except (Illegal, Malformed) as fault:
        return await _shown(asked, link, status_of(fault), fault.refusals)
    address = address_for(outward(asked), league.secret, shop, row.host, row.key_no, asked.app.state.pin).text
    return page(asked, "league/link.html", place=place, role="table", address=address, code=symbol(address), number=row.place)


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    return [
        route(event, event_page, ORGANISER),
        route(f"{event}/judge", judge_page, STAFF),
        route(f"{event}/news", news, STAFF),
        route(f"{event}/decide", decide, STAFF, ("POST",)),
        route(f"{event}/entrants", enter, ORGANISER, ("POST",)),
        route(f"{event}/person", person, ORGANISER, ("POST",)),
        route(f"{event}/tables", tables, ORGANISER, ("POST",)),
        route(f"{event}/links", link_made, ORGANISER, ("POST",)),
        route(f"{event}/called", called, STAFF, ("POST",)),
    ]

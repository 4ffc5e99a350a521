"""What asks for a judge, on the page of staff and on one of each table: what is known, what can be done, a file from a stick."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from msgspec import Struct
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tapete import games
from tapete.core import codec
from tapete.core.codec import builtins, convert
from tapete.core.names import looks
from tapete.core.refusals import Illegal, Refusal
from tapete.core.texts import Text, _
from tapete.i18n import Language
from tapete.league import league_codes
from tapete.league.heads import first_head, head_after
from tapete.league.matters import Matter, Question, Telling, known_of, matters, words_of
from tapete.league.protocol import PairingKey
from tapete.league.results import result_faults
from tapete.league.server import server_codes, views
from tapete.league.server.access import STAFF, league_of, place_of, route
from tapete.league.server.errors import Denied, status_of
from tapete.league.server.incoming import file_sent, intake_of
from tapete.league.server.intake import DatabaseTrouble, TooManyWaiting
from tapete.league.server.rendering import page
from tapete.league.server.sentences import SOURCES, named, plain_name, result_text
from tapete.league.server.shared import League
from tapete.league.server.watching import Seen, see
from tapete.league.store.lines import LineStore, SentLines
from tapete.league.store.links import Link
from tapete.league.store.proven import fault_of, proof_of
from tapete.league.tournament import Placed, Tournament
from tapete.table import match_file
from tapete.table.house_rules import option_of
from tapete.web.errors import PageError
from tapete.web.keys import Keys
from tapete.web.visits import Visit, session_of

LARGEST_FILE = 4 * 1024 * 1024
"""Bytes of a match file from a stick, with the form around it."""

STAFF_HOST = "staff"
"""In the place of a table: a person of the staff brought the file."""

QUESTIONS: Mapping[Question, Text] = {
    "two_histories": _("Two histories of this match were told. Choose one, or let it be played again."),
    "told_late": _("A result came after the round was closed."),
    "told_otherwise": _("The table told another result than the one that was decided."),
    "not_taken": _("The table told a result that does not fit this event."),
    "not_paired": _("A result came for a match whose round was taken back."),
    "differs": _("The lines of the table are no match by the rules, or come to another result. It counts as told."),
    "unprovable": _("The result cannot be proved here: other rules or cards. It counts as told."),
    "players": _("Players said something else than the table."),
    "disagree": _("The players say different things."),
}
"""Why something asks, in a sentence."""

PROOFS: Mapping[str, Text] = {
    "open": _("not over"),
    "waiting": _("is being proved"),
    "proved": _("proved: played again by the rules"),
    "differs": _("not proved: no match by the rules"),
    "unprovable": _("cannot be proved here"),
}
"""What the replay said of a telling."""

FROM: Mapping[str, Text] = {"table": _("from the table"), "file": _("from a match file")}
TAKE, LEAVE = _("Take it: {said}"), _("Leave it as it is: {said}")


class TellingView(Struct, frozen=True, kw_only=True):
    """A telling as staff see it; `agree` counts the moves that it shares with the first one (None: it is the first)."""

    match: str
    says: str
    moves: int
    proof: str
    comes: str
    new: bool
    agree: int | None


class Settling(Struct, frozen=True):
    """Something that can be decided about a matter, as a form with these fields."""

    label: str
    do: str
    fields: Mapping[str, str]


class MatterView(Struct, frozen=True, kw_only=True):
    """A match that asks, or of which staff want to know all."""

    round: int
    table: int
    paired: bool
    who: str
    asks: tuple[str, ...]
    counts: str
    tellings: tuple[TellingView, ...]
    said: tuple[tuple[str, str], ...]
    choices: tuple[Settling, ...]
    others: tuple[tuple[str, str], ...]
    seen: str


async def asking(league: League, shop: str, event: str, seen: Seen, language: Language) -> list[MatterView]:
    """Everything that asks for a judge, the newest round first."""
    lines = LineStore(league.store.engine)
    told = await lines.tellings(shop, event)
    found = matters(seen.tournament, told, words_of(seen.tournament, seen.reports))
    return [await _view(lines, shop, seen, one, language) for one in found]


async def _view(lines: LineStore, shop: str, seen: Seen, matter: Matter, language: Language) -> MatterView:
    tournament, names, placed = seen.tournament, seen.names, matter.placed
    agreed = await _agreed(lines, shop, matter.tellings) if "two_histories" in matter.questions else {}

    def says(word: str) -> str:
        return result_text(tournament, names, matter.round, matter.pairing, word or None).in_(language)

    counts = ""
    if placed is not None:
        counts = says(placed.result.said if placed.result is not None else "")
        if placed.result is not None:
            counts += f" ({SOURCES[placed.result.source].in_(language)})"
    return MatterView(
        round=matter.round,
        table=matter.pairing,
        paired=placed is not None,
        who="" if placed is None else " – ".join(named(tournament, names, one) for one in placed.pairing.entrants),
        asks=tuple(QUESTIONS[one].in_(language) for one in matter.questions),
        counts=counts,
        tellings=tuple(
            TellingView(
                match=one.match,
                says=says(one.result) if placed is not None else one.result,
                moves=one.moves,
                proof=PROOFS[one.proof].in_(language),
                comes=FROM[one.source].in_(language),
                new=one.head not in tournament.seen,
                agree=agreed.get(one.match),
            )
            for one in matter.tellings
        ),
        said=tuple((named(tournament, names, one), says(word)) for one, word in matter.said.items()),
        choices=tuple(_choices(tournament, matter, language, says)),
        others=() if placed is None else tuple(_others(tournament, names, matter.round, placed, language)),
        seen=" ".join(matter.heads),
    )


async def _agreed(lines: LineStore, shop: str, told: Iterable[Telling]) -> dict[str, int]:
    """Up to which move each telling but the first is the same as the first."""
    first: tuple[str, ...] | None = None
    found = {}
    for one in told:
        _opening, here = await lines.lines(shop, one.match)
        if first is None:
            first = here
        else:
            found[one.match] = sum(1 for _same in takewhile(lambda both: both[0] == both[1], zip(first, here, strict=False)))
    return found


def _choices(tournament: Tournament, matter: Matter, language: Language, says: Any) -> Iterator[Settling]:
    """What one press can decide: each result that was told or counts now, and to play again."""
    placed, seen = matter.placed, " ".join(matter.heads)
    if placed is None:
        yield Settling(_("Leave it aside").in_(language), "leave_aside", {"seen": seen})
        return
    where = {"round": str(matter.round), "pairing": str(matter.pairing)}
    now = placed.result.said if placed.result is not None else ""
    for word in dict.fromkeys([*([now] if now else []), *(one.result for one in matter.tellings), *matter.said.values()]):
        if word and not any(result_faults(tournament, matter.round, placed, word)):
            label = (LEAVE if word == now else TAKE).in_(language).format(said=says(word))
            yield Settling(label, "set_result", {**where, "result": word, "seen": seen})
    if tournament.rounds[matter.round - 1].state != "closed" and (now or seen):
        yield Settling(_("Let it be played again").in_(language), "play_again", {**where, "seen": seen})


def _others(
    tournament: Tournament, names: Mapping[str, str], round_number: int, placed: Placed, language: Language
) -> Iterator[tuple[str, str]]:
    """Every result that the match may have."""
    found = dict(views.result_choices(tournament, names, round_number, placed))
    if not tournament.is_bracket(round_number):
        found.setdefault("loss", views.NOBODY)
    found.update(views.rarer_results(tournament, names, round_number, placed))
    return ((word, said.in_(language)) for word, said in found.items())


# ---- the page of a table


async def table_page(asked: Request, _link: Link) -> Response:
    """All that is known of a table of a round."""
    return await _shown(asked)


async def _shown(asked: Request, status: int = 200, refused: tuple[Refusal, ...] = (), confirm: bool = False) -> Response:
    league, language = league_of(asked), Visit(asked).language
    shop, event, place = place_of(asked)
    seen = await see(league, shop, event)
    lines, (round_number, table) = LineStore(league.store.engine), _numbers(asked)
    told = await lines.tellings(shop, event)
    known = known_of(seen.tournament, told, words_of(seen.tournament, seen.reports), round_number, table)
    if known is None:
        raise Illegal((league_codes.NO_SUCH_PAIRING(round=round_number, pairing=table),))
    return page(
        asked,
        "league/known.html",
        status,
        t=seen.tournament,
        place=place,
        here=f"{place}/rounds/{round_number}/tables/{table}",
        version=seen.tournament.version,
        mark=seen.sign,
        one=await _view(lines, shop, seen, known, language),
        refused=refused,
        confirm=confirm,
        taken=asked.query_params.get("taken", "") if status == 200 else "",
        elsewhere=await league.store.mirrored(shop, event),
    )


def _numbers(asked: Request) -> tuple[int, int]:
    return int(asked.path_params["round"]), int(asked.path_params["table"])


async def telling(asked: Request, _link: Link) -> Response:
    """What was told of a match, as a file that `tapete replay` shows."""
    league = league_of(asked)
    shop, event, _place = place_of(asked)
    lines = LineStore(league.store.engine)
    one = next((one for one in await lines.tellings(shop, event) if one.match == asked.path_params["match"]), None)
    if one is None:
        raise Denied(404, server_codes.NOTHING_HERE())
    opening, entries = await lines.lines(shop, one.match)
    last = codec.encode(match_file.Closing(entries=len(entries), result=one.result)).decode()
    body = "\n".join((opening, *entries, last)) + "\n"
    headers = {"content-disposition": f'attachment; filename="{event}-r{one.round}-t{one.pairing}-{one.match[:12]}.jsonl"'}
    return Response(body, media_type="application/x-ndjson", headers=headers)


async def file_brought(asked: Request, link: Link) -> Response:
    """Take a match file for a table, after everything that can be wrong with it was looked at."""
    league = league_of(asked)
    shop, event, place = place_of(asked)
    round_number, table = _numbers(asked)
    raw, confirmed = await _file_posted(asked)
    if await league.store.mirrored(shop, event):
        raise Illegal((league_codes.DECIDED_ELSEWHERE(),))
    tournament, names = await league.store.load(shop, event), await league.store.names(shop)
    known = known_of(tournament, (), {}, round_number, table)
    if known is None or known.placed is None:
        raise Illegal((league_codes.NO_SUCH_PAIRING(round=round_number, pairing=table),))
    key = PairingKey(event, round_number, known.attempt, table)
    try:
        if not raw:
            raise Illegal((server_codes.FILE_MISSING(),))
        exported = await asyncio.to_thread(match_file.read, raw)
        if found := tuple(file_faults(tournament, known.placed, exported)):
            raise Illegal(found)
        sent = await asyncio.to_thread(file_sent, shop, STAFF_HOST, raw, key)
        await _must_be_new(league, sent, key)
        proof = await asyncio.to_thread(_proved, sent)
        if proof == "differs":
            raise Illegal((server_codes.FILE_ALTERED(line=await asyncio.to_thread(_altered_at, sent)),))
        ours = [plain_name(tournament, names, one) for one in known.placed.pairing.entrants]
        theirs = [exported.names[seat] for seat in exported.header.seats if exported.names.get(seat)]
        if theirs and not confirmed and not any(looks(one) & looks(other) for one in theirs for other in ours):
            return await _shown(asked, 422, (server_codes.FILE_OTHER_NAMES(theirs=theirs, ours=ours),), confirm=True)
    except Illegal as fault:
        return await _shown(asked, status_of(fault), fault.refusals)
    try:
        await intake_of(asked).take(sent)
    except TooManyWaiting:
        raise Denied(429, server_codes.TOO_FAST()) from None
    except DatabaseTrouble as trouble:
        raise Denied(503, trouble.refusal) from None
    return RedirectResponse(f"{place}/rounds/{round_number}/tables/{table}?taken={proof}", 303)


async def _file_posted(asked: Request) -> tuple[bytes, bool]:
    """The file of the form, and whether the names in it were looked at.

    Raises:
        PageError: not one of our forms.
    """
    if asked.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise PageError(415, "wrong_type")
    async with asked.form(max_files=1, max_fields=10) as posted:
        keys: Keys = asked.app.state.keys
        if not keys.is_form(str(posted.get("csrf", "")), session_of(asked)):
            raise PageError(403, "old_form")
        file = posted.get("file")
        return (await file.read() if isinstance(file, UploadFile) else b""), posted.get("names") == "yes"


def file_faults(tournament: Tournament, placed: Placed, exported: match_file.Exported) -> Iterator[Refusal]:
    """Say why a file is not that of a table's match.

    Args:
        tournament: the event. placed: the match. exported: what the file holds.
    """
    settings, header = tournament.settings, exported.header
    if header.game != settings.game:
        theirs, ours = games.find(header.game), games.find(settings.game)
        title = theirs.title if theirs is not None else header.game[:40]
        yield server_codes.FILE_OF_OTHER_GAME(game=title, ours=settings.game if ours is None else ours.title)
        return
    if len(header.seats) != len(placed.pairing.entrants):
        yield server_codes.FILE_OTHER_SEATS(found=len(header.seats), due=len(placed.pairing.entrants))
    game = games.find(settings.game)
    if game is not None:
        due = builtins(convert({key: option_of(word) for key, word in settings.options.items()}, game.options))
        usual = builtins(game.options())
        if {**usual, **header.options} != due:
            yield server_codes.FILE_OTHER_HOUSE_RULES()
    if not exported.result:
        yield server_codes.FILE_UNFINISHED()


async def _must_be_new(league: League, sent: SentLines, key: PairingKey) -> None:
    """See to it that the match of a file was not told for another table.

    Raises:
        Illegal: it was.
    """
    head = head_after(first_head(bytes(sent.lines.opening)), sent.lines.lines)
    before = await LineStore(league.store.engine).told_before(sent.shop, head)
    if before is not None and before != key:
        raise Illegal((server_codes.FILE_TOLD_BEFORE(round=before.round, table=before.pairing, event=before.event),))


def _proved(sent: SentLines) -> str:
    closing = sent.lines.closing
    return proof_of(bytes(sent.lines.opening).decode(), sent.lines.lines, "" if closing is None else closing.result)


def _altered_at(sent: SentLines) -> int:
    """The first line of a file that does not follow by the rules, the opening being line 1."""
    closing = sent.lines.closing
    return fault_of(bytes(sent.lines.opening).decode(), sent.lines.lines, "" if closing is None else closing.result)


def routes() -> list[Route]:
    """The addresses of this module."""
    event = "/events/{shop}/{event}"
    table = f"{event}/rounds/{{round:int}}/tables/{{table:int}}"
    return [
        route(table, table_page, STAFF),
        route(f"{table}/file", file_brought, STAFF, ("POST",)),
        route(f"{event}/tellings/{{match}}", telling, STAFF),
    ]

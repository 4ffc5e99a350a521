"""Hints in a match: where both sides want them, the phone of the one who is to act asks a bot what it would do.

The bot hears of hidden cards what the phone names, and nothing else; its answer goes to that phone alone, and nothing keeps either. The
whole table is told that a hint was taken. It thinks on a thread of its own, one hint after the other.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tapete.bots import STRENGTHS, Alternative, HeldCard, Strength, strengths_of
from tapete.bots.advice import USUAL_S, Adviser, Suggestion
from tapete.bots.dealing import held, unseen
from tapete.coach.review import percent
from tapete.core.refusals import Code, Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import Text, _
from tapete.table import Hub, Table, codes
from tapete.web import templating
from tapete.web.entrance import form_posted, hub_of, in_thread, match_asked, route, wants_json, word
from tapete.web.errors import Wrong
from tapete.web.root import board
from tapete.web.view import MatchView
from tapete.web.view.glance import Glance
from tapete.web.visits import Visit

HINT = _("Hint")
TAKEN = _("{seat:seat} has asked the robot for a hint.")
UNDER_WAY = Code("hint_under_way", "", _("The robot is thinking about a hint for {seat:seat} already: wait for it."))
NOTHING_TO_HINT = Code("nothing_to_hint", "", _("There is nothing to choose for {seat:seat} now: ask when it is to decide."))

IT_WOULD = _("The robot would do this: {what}; {why}.")
NO_OPINION = _("The robot has no opinion here: whatever is allowed will do.")
BY_PERFECT = _("against perfect play that wins {chance} of the match, and perfect play does so {share} of the time")
BY_WORTH = _("it holds the table after it for better than after this: {other}")
BY_DEPTH = _("it has played on from there and prefers that to this: {other}")
BY_ITSELF = _("it is the robot's own choice, which it does not count in figures")


class HintGiver:
    """The robot's hints, one after the other; any thread may call.

    Args:
        seconds: of thought for a hint.
    """

    def __init__(self, seconds: float = USUAL_S) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting: set[tuple[str, Seat]] = set()
        self._one = ThreadPoolExecutor(1, thread_name_prefix="hints")

    def of(self, table: Table, seat: Seat, hand: Sequence[HeldCard]) -> Suggestion:
        """What a bot would do for a seat, told to the table as a hint.

        Args:
            table: the match. seat: that is to act. hand: the cards it holds, all of them.

        Raises:
            Illegal: hints are off, nothing is to be decided, the hand cannot be, or a hint for this seat is under way.
        """
        if not table.hints:
            raise Illegal((_not_allowed(table),))
        if not may_be_given(table, seat):
            raise Illegal((NOTHING_TO_HINT(seat=seat),))
        asked = table.id, seat
        with self._lock:
            if asked in self._waiting:
                raise Illegal((UNDER_WAY(seat=seat),))
            self._waiting.add(asked)
        try:
            found = self._one.submit(self._thought, table, seat, hand).result()
        finally:
            with self._lock:
                self._waiting.discard(asked)
        table.notice(TAKEN, seat=seat)
        return found

    def _thought(self, table: Table, seat: Seat, hand: Sequence[HeldCard]) -> Suggestion:
        state, seq = table.state, table.seq
        adviser = Adviser(table.rules, random.Random(f"{table.id} {seq} {seat}"))
        found = adviser.suggest(state, seat, strength(table), hand, self._seconds)
        if table.state is not state:
            raise Illegal((codes.WENT_ON(),))
        return found

    def close(self) -> None:
        """Give no more hints."""
        self._one.shutdown(wait=False, cancel_futures=True)


def strength(table: Table) -> Strength:
    """How well the bot plays that gives hints: the strongest that knows the whole game."""
    return max((one for one in strengths_of(table.rules.game.name) if one != "exact"), key=STRENGTHS.index)


def _not_allowed(table: Table) -> Refusal:
    return codes.HINTS_BARRED() if table.hints_barred else codes.NO_HINTS()


def may_be_given(table: Table, seat: Seat) -> bool:
    """Say whether a seat is to decide something of which a bot could think: a die is not."""
    asked = any(owed.seat == seat and owed.meaning != "die" for owed in table.awaiting())
    return asked and bool(strengths_of(table.rules.game.name))


def offered(hub: Hub, table: Table) -> bool | None:
    """Whether hints are allowed. None: nobody can change it (no bots, a station, after the end, barred by an event)."""
    may = hub.shows_what_it_opens and not table.hints_barred and table.result is None and strengths_of(table.rules.game.name)
    return table.hints if may else None


# ---- in words


def told(view: Glance, found: Suggestion) -> str:
    """A hint in one sentence, with its reason.

    Args:
        view: the match, for one reader. found: what the bot would do.
    """
    if found.by == "chance":
        return NO_OPINION.in_(view.language)
    first = found.alternatives[0]
    return IT_WOULD.fill(what=_said(view, first), why=_why(view, found).in_(view.language)).in_(view.language)


def _why(view: Glance, found: Suggestion) -> Text:
    first, others = found.alternatives[0], [one for one in found.alternatives[1:] if one.worth is not None]
    if first.worth is None or not others:
        return BY_ITSELF
    if found.unit == "match":
        return BY_PERFECT.fill(chance=percent(first.worth), share=percent(first.share or 0.0))
    best = max(others, key=lambda one: one.worth or 0.0)
    if first.worth == best.worth:
        return BY_ITSELF
    return (BY_WORTH if first.worth > (best.worth or 0.0) else BY_DEPTH).fill(other=_said(view, best))


def _said(view: Glance, one: Alternative) -> str:
    """What would be done, in the words of the page; with the cards that go face down beside it."""
    said = _action(view, one.action)
    return f"{said} + {', '.join(_card(view, card) for card in one.cards)}" if one.cards else said


def _action(view: Glance, plain: Mapping[str, Any]) -> str:
    name = str(plain["action"])
    parts = [
        _labelled(view.voice.argument(name, path), ", ".join(values))
        for path, value in plain.items()
        if path not in ("action", "seat") and (values := list(_values(view, name, path, value)))
    ]
    return f"{view.voice.title(name)} ({'; '.join(parts)})" if parts else view.voice.title(name)


def _labelled(label: str, said: str) -> str:
    """A value after its label, which stays away where the value says it already: “space 1”, not “Space: space 1”."""
    return said if said.casefold().startswith(f"{label} ".casefold()) else f"{label}: {said}"


def _values(view: Glance, action: str, path: str, value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _values(view, action, path, one)
    elif isinstance(value, Mapping) and "action" in value:
        yield _action(view, value)
    elif isinstance(value, Mapping) and "op" in value:
        yield view.voice.variant(action, path, str(value["op"]))
    elif value is not None:
        yield view.voice.option(action, path, value)


def _card(view: Glance, card: HeldCard) -> str:
    return view.words.show(card, view.language, "card" if isinstance(card, str) else "spell")


# ---- the pages


async def show(asked: Request) -> Response:
    """Where a phone names its cards and asks."""
    table, seat = await match_asked(asked)
    return await in_thread(_page, asked, table, seat, (), "", _refusals(table, seat))


async def hint(asked: Request) -> Response:
    """A hint for the one who is to act; refused, the page comes back with the reasons."""
    table, seat = await match_asked(asked)
    posted = await form_posted(asked)

    def work() -> Response:
        hand = _hand(table, seat, posted)
        try:
            found = asked.app.state.hints.of(table, seat, hand)
        except RefereeError as fault:
            return _page(asked, table, seat, hand, "", fault.refusals)
        return _page(asked, table, seat, hand, told(MatchView(table, Visit(asked).language, seat), found), ())

    return await in_thread(work)


def _refusals(table: Table, seat: Seat | None) -> tuple[Refusal, ...]:
    if not table.hints:
        return (_not_allowed(table),)
    return () if seat is not None and may_be_given(table, seat) else (NOTHING_TO_HINT(seat=seat),)


def _hand(table: Table, seat: Seat | None, posted: FormData) -> list[HeldCard]:
    """The cards that a form names; what is no card here stays as it was said, and is refused as such."""
    known: dict[str, HeldCard] = {str(card): card for card in unseen(table.rules, table.state, seat)} if seat is not None else {}
    return [known.get(said, said) for said in map(str, posted.getlist("hand")) if said]


def _page(
    asked: Request, table: Table, seat: Seat | None, hand: Sequence[HeldCard], sentence: str, refusals: tuple[Refusal, ...]
) -> Response:
    view = MatchView(table, Visit(asked).language, seat)
    asks = seat if seat is not None and table.hints and may_be_given(table, seat) else None
    there = (
        {} if asks is None else {card: _card(view, card) for card, number in unseen(table.rules, view.state, asks).items() if number > 0}
    )
    count = 0 if asks is None else held(table.rules, view.state, asks)
    context = {
        **view.context(),
        "form_token": templating.form_token(asked),
        "is_table": False,
        "asks": asks,
        "hand": [*map(str, hand[:count]), *[""] * (count - len(hand))],
        "there": sorted(((str(card), label) for card, label in there.items()), key=lambda pair: pair[1]),
        "hint": sentence,
        "reasons": refusals,
    }
    return templating.page(asked, "hint.html", 409 if refusals else 200, **context)


async def change(asked: Request) -> Response:
    """Ask for hints in this match, or for none: the others agree on their own pages.

    Raises:
        Wrong: neither yes nor no (400), or not for people to say here (404).
    """
    table, own = await match_asked(asked)
    said = word(await form_posted(asked), "hints")
    if said not in ("yes", "no"):
        raise Wrong(400, "malformed")
    if offered(hub_of(asked), table) is None:
        raise Wrong(404, "not_found")
    await in_thread(table.ask_hints, said == "yes", own)
    place = board(table.id, own)
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)


def routes() -> list[Route]:
    """The addresses of hints."""
    seat = "/match/{match}/seat/{seat}"
    return [
        route(f"{seat}/hint", show),
        route(f"{seat}/hint", hint, methods=["POST"]),
        *(route(f"{place}/hints", change, methods=["POST"]) for place in ("/match/{match}", seat)),
    ]

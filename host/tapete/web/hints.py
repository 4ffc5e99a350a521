"""Hints in a match: if both sides want them, the phone of the seat that must act asks a bot what it would do.

The bot hears of hidden cards what the phone names, and nothing else; its answer goes to that phone alone. The hand is remembered for the
phone's next question: in memory, until the match ends or the program does, and for no other browser. The whole table is told that a hint
was taken. The bot thinks on a thread of its own, one hint after the other.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tapete.bots import STRENGTHS, HeldCard, Strength, strengths_of
from tapete.bots.advice import USUAL_S, Adviser, Suggestion
from tapete.bots.dealing import held, unseen
from tapete.core.refusals import Code, Illegal, RefereeError, Refusal
from tapete.core.seats import Seat
from tapete.core.texts import _, plain_letters
from tapete.table import Hub, Table, codes
from tapete.web import templating
from tapete.web.entrance import Pages, form_posted, hub_of, in_thread, match_asked, wants_json, word
from tapete.web.errors import PageError
from tapete.web.hint_words import shown_card, told
from tapete.web.root import board
from tapete.web.view import MatchView
from tapete.web.visits import Visit

PAGES = Pages()

HINT = _("Hint")
TAKEN = _("{seat:seat} has asked the robot for a hint.")
UNDER_WAY = Code("hint_under_way", "", _("The robot is thinking about a hint for {seat:seat} already: wait for it."))
NOTHING_TO_HINT = Code("nothing_to_hint", "", _("There is nothing to choose for {seat:seat} now: ask when it is to decide."))

MOST_KEPT = 256
"""So many hands are remembered; the one that was asked about longest ago goes first."""


class KeptHand(NamedTuple):
    """A hand that a page has named, and how many copies of each card could be in it then."""

    cards: tuple[HeldCard, ...]
    there: Mapping[HeldCard, int]


class HintGiver:
    """The robot's hints, one after the other; any thread may call.

    Args:
        seconds: of thought for a hint.
    """

    def __init__(self, seconds: float = USUAL_S) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._waiting: set[tuple[str, Seat]] = set()
        self._hands: dict[tuple[str, Seat, str], KeptHand] = {}
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

    def keep(self, table: Table, seat: Seat, session: str, hand: Sequence[HeldCard]) -> None:
        """Remember a hand for the next question.

        Args:
            table: the match. seat: whose hand. session: of the browser that named it. hand: the cards, as far as they are named.
        """
        with self._lock:
            self._hands.pop((table.id, seat, session), None)
            self._hands[table.id, seat, session] = KeptHand(tuple(hand), dict(unseen(table.rules, table.state, seat)))
            while len(self._hands) > MOST_KEPT:
                del self._hands[next(iter(self._hands))]

    def kept(self, table: Table, seat: Seat, session: str) -> list[HeldCard]:
        """The hand that this browser has named for a seat, without what has come to lie open since; forgotten when the match is over."""
        with self._lock:
            if table.result is not None:
                for one in [key for key in self._hands if key[0] == table.id]:
                    del self._hands[one]
            found = self._hands.get((table.id, seat, session))
        if found is None:
            return []
        hand, there = list(found.cards), unseen(table.rules, table.state, seat)
        for card, number in found.there.items():
            for _seen in range(min(number - there.get(card, 0), hand.count(card))):
                hand.remove(card)
        return hand

    def close(self) -> None:
        """Give no more hints, and forget every hand."""
        with self._lock:
            self._hands.clear()
        self._one.shutdown(wait=False, cancel_futures=True)


def strength(table: Table) -> Strength:
    """How well the bot plays that gives hints: the strongest that knows the whole game."""
    return max((one for one in strengths_of(table.rules.game.name) if one != "exact"), key=STRENGTHS.index)


def _not_allowed(table: Table) -> Refusal:
    return codes.HINTS_BARRED() if table.hints_barred else codes.NO_HINTS()


def may_be_given(table: Table, seat: Seat) -> bool:
    """Say whether a seat must decide something that a bot can think about: a die is not."""
    asked = any(owed.seat == seat and owed.meaning != "die" for owed in table.awaiting())
    return asked and bool(strengths_of(table.rules.game.name))


def offered(hub: Hub, table: Table) -> bool | None:
    """Whether hints are allowed. None: nobody can change it (no bots, a station, after the end, barred by an event)."""
    may = hub.shows_what_it_opens and not table.hints_barred and table.result is None and strengths_of(table.rules.game.name)
    return table.hints if may else None


# ---- the pages


@PAGES.at("/match/{match}/seat/{seat}/hint", "seat")
async def show(asked: Request) -> Response:
    """Where a phone names its cards and asks."""
    table, seat = await match_asked(asked)

    def work() -> Response:
        hand = () if seat is None else giver_of(asked).kept(table, seat, Visit(asked).session)
        return _page(asked, table, seat, hand, "", _refusals(table, seat))

    return await in_thread(work)


@PAGES.at("/match/{match}/seat/{seat}/hint", "seat", methods=["POST"])
async def hint(asked: Request) -> Response:
    """Add or remove a card of the hand, or give a hint to the seat that must act; a refusal shows the page with its reasons and the hand.

    Raises:
        PageError: no such match or seat (404).
    """
    table, seat = await match_asked(asked)
    if seat is None:
        raise PageError(404, "not_found")
    posted = await form_posted(asked)

    def work() -> Response:
        giver, hand = giver_of(asked), _hand(table, seat, posted)
        if table.hints:
            giver.keep(table, seat, Visit(asked).session, hand)
        if any(name in posted for name in ("with", "without", "look")):
            return _page(asked, table, seat, hand, "", _refusals(table, seat), find=word(posted, "find") if "look" in posted else "")
        try:
            found = giver.of(table, seat, hand)
        except RefereeError as fault:
            return _page(asked, table, seat, hand, "", fault.refusals)
        return _page(asked, table, seat, hand, told(MatchView(table, Visit(asked).language, seat), found), ())

    return await in_thread(work)


def giver_of(asked: Request) -> HintGiver:
    """The robot's hints of this server."""
    giver: HintGiver = asked.app.state.hints
    return giver


def _refusals(table: Table, seat: Seat | None) -> tuple[Refusal, ...]:
    if not table.hints:
        return (_not_allowed(table),)
    return () if seat is not None and may_be_given(table, seat) else (NOTHING_TO_HINT(seat=seat),)


def _hand(table: Table, seat: Seat | None, posted: FormData) -> list[HeldCard]:
    """The cards that a form names, with the one that is added and without the one that is put back.

    What is no card here stays as it was said, and is refused as such; one card more than the hand holds is not taken.
    """
    known: dict[str, HeldCard] = {str(card): card for card in unseen(table.rules, table.state, seat)} if seat is not None else {}
    hand = [known.get(said, said) for said in map(str, posted.getlist("hand")) if said]
    back, more = word(posted, "without"), word(posted, "with")
    if back.isdecimal() and len(back) <= 3 and int(back) < len(hand):
        del hand[int(back)]
    if more in known and seat is not None and len(hand) < held(table.rules, table.state, seat):
        hand.append(known[more])
    return hand


def _page(
    asked: Request,
    table: Table,
    seat: Seat | None,
    hand: Sequence[HeldCard],
    sentence: str,
    refusals: tuple[Refusal, ...],
    find: str = "",
) -> Response:
    view = MatchView(table, Visit(asked).language, seat)
    asks = seat if seat is not None and table.hints and may_be_given(table, seat) else None
    left = {} if asks is None else {card: number - hand.count(card) for card, number in unseen(table.rules, view.state, asks).items()}
    there = sorted(((str(card), shown_card(view, card)) for card, number in left.items() if number > 0), key=lambda pair: pair[1])
    context = {
        **view.context(),
        "form_token": templating.form_token(asked),
        "is_table": False,
        "asks": asks,
        "held": 0 if asks is None else held(table.rules, view.state, asks),
        "hand": [(str(card), shown_card(view, card) if card in left else str(card)) for card in hand],
        "there": [(card, label, names) for card, label in there if plain_letters(find) in (names := plain_letters(label))],
        "find": find,
        "hint": sentence,
        "reasons": refusals,
    }
    return templating.page(asked, "hint.html", 409 if refusals else 200, **context)


@PAGES.each("/hints", "table", methods=["POST"])
async def change(asked: Request) -> Response:
    """Ask for hints in this match, or for none: the others agree on their own pages.

    Raises:
        PageError: neither yes nor no (400), or not for people to say here (404).
    """
    table, own = await match_asked(asked)
    said = word(await form_posted(asked), "hints")
    if said not in ("yes", "no"):
        raise PageError(400, "malformed")
    if offered(hub_of(asked), table) is None:
        raise PageError(404, "not_found")
    await in_thread(table.ask_hints, said == "yes", own)
    place = board(table.id, own)
    return JSONResponse({"ok": True, "go": place}) if wants_json(asked) else RedirectResponse(place, 303)

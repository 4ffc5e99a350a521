"""The sampled coach: values any game with bots moment by moment, with the intervals that play-outs allow.

It counts a coarse curve, looks for the single entries behind its three steepest pieces, and counts each of them anew. What is said of a
moment or of something better comes from matches that were not used to choose it, and is left out where its interval holds 0.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from tapete.bots import strengths_of
from tapete.bots.forgetful import NOTHING
from tapete.bots.weighing import completed
from tapete.coach.play_outs import Count, PlayOuts
from tapete.coach.review import MOMENTS, Silence
from tapete.core import position
from tapete.core.codec import builtins
from tapete.core.domains import whole
from tapete.core.events import Event
from tapete.core.kinds import name_of
from tapete.core.match import Match
from tapete.core.odds import Odds
from tapete.core.refusals import RefereeError
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat

POINTS = 16
"""Moments of the coarse curve."""

AGAIN = 4
"""So many times as many matches are played for what is said in the end."""

CANDIDATES = 5
"""So many other answers are tried at a moment."""

FIRST_LOOK = 3
"""One of so many matches is played with each of them, the others with the two that look best then."""

USUAL_PLAY_OUTS = 24
"""Matches for each point of the curve, unless another number is given."""


class CurvePoint(Struct, frozen=True):
    """A point of the curve: the chance of the first seat after an entry (0: at the start), and its interval; a draw is half a match."""

    seq: int
    chance: float
    low: float
    high: float


class Better(Struct, frozen=True):
    """What would have been better at a moment, for the seat that decided: its gain with its interval, and what would have happened."""

    action: dict[str, Any]
    gain: float
    low: float
    high: float
    events: tuple[Event, ...]


class DecisiveEntry(Struct, frozen=True):
    """An entry that decided: who acted (None: a die, or all at once), how the chance of the first seat changed, and what was better."""

    seq: int
    seat: Seat | None
    before: CurvePoint
    after: CurvePoint
    change: float
    low: float
    high: float
    events: tuple[Event, ...]
    better: Better | None = None


class PlayedOn(Struct, frozen=True):
    """A match as play-outs see it."""

    play_outs: int
    curve: tuple[CurvePoint, ...]
    moments: tuple[DecisiveEntry, ...]


def review(match: Match[Any], play_outs: PlayOuts, number: int = USUAL_PLAY_OUTS) -> PlayedOn | Silence:
    """What the moments of a match were worth, of the line that counts.

    Args:
        match: with a log. play_outs: count its moments. number: of matches for each point of the curve, 2 and more.
    """
    if not strengths_of(match.rules.game.name):
        return "game"
    try:
        return _Reviewer(match, play_outs, number).sampled()
    except RefereeError:
        return "corrected"


def most_moments(match: Match[Any]) -> int:
    """How many moments `review` counts at the most: the coarse curve, its halvings, and what is counted anew and tried for what is told."""
    places = _coarse(len(_line(match)) - 1)
    gaps = sorted((high - low for low, high in pairwise(places)), reverse=True)[:MOMENTS]
    deciding = len(match.seats) if match.rules.game.sealings else 1
    return len(places) + sum((gap - 1).bit_length() for gap in gaps) + len(gaps) * (2 + deciding * (CANDIDATES + 2))


def _line(match: Match[Any]) -> list[int]:
    """The start and the entries that count, without those that only lock a secret or open it again."""
    silent = {name_of(kind) for sealing in match.rules.game.sealings for kind in (sealing.lock, sealing.reopen)}
    return [0, *(seq for seq in match.log.line() if (match.log.entries[seq - 1].action or {}).get("action") not in silent)]


def _coarse(last: int) -> list[int]:
    """The places of the coarse curve, from 0 to the last one."""
    return sorted({round(last * n / (POINTS - 1)) for n in range(POINTS)})


class _Reviewer:
    def __init__(self, match: Match[Any], play_outs: PlayOuts, number: int) -> None:
        self._match, self._play_outs, self._number = match, play_outs, number
        self._rules = match.rules
        self._rng = random.Random(1)
        self._known: dict[int, Odds] = {}
        self._line = _line(match)

    def sampled(self) -> PlayedOn | Silence:
        """The curve, and the moments in the order in which they came."""
        if len(self._line) < 2:
            return "nothing"
        coarse = _coarse(len(self._line) - 1)
        for place in coarse:
            self._at(place)
        steep = sorted(pairwise(coarse), key=lambda pair: -self._step(*pair))[:MOMENTS]
        places = sorted({self._narrowed(*pair) for pair in steep})
        turned = [found for place in places if (found := self._turned(place)) is not None]
        curve = tuple(self._point(place, self._known[place]) for place in sorted(self._known))
        return PlayedOn(self._number, curve, tuple(turned))

    # ---- the curve

    def _plain(self, seq: int) -> dict[str, Any]:
        return self._match.log.entries[seq - 1].action or {}

    def _state(self, place: int) -> Any:
        return self._match.log.after(self._line[place])

    def _at(self, place: int) -> Odds:
        if place not in self._known:
            self._known[place] = self._play_outs.worth(self._state(place), self._number)
        return self._known[place]

    def _step(self, place: int, other: int) -> float:
        return abs(self._at(other).share - self._at(place).share)

    def _point(self, place: int, odds: Odds) -> CurvePoint:
        return CurvePoint(self._line[place], *odds)

    def _narrowed(self, low: int, high: int) -> int:
        """The place of the one entry, between two places, that changes most: halved towards the steeper side."""
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._step(low, middle) >= self._step(middle, high) else (middle, high)
        return high

    # ---- moments

    def _turned(self, place: int) -> DecisiveEntry | None:
        """What an entry has changed, counted anew; None where its interval holds 0."""
        counted, played = (self._play_outs.begin(self._state(at)) for at in (place - 1, place))
        change = self._play_outs.differ(played, counted, AGAIN * self._number)
        if change.low <= 0 <= change.high:
            return None
        before, after = self._known[place - 1], self._known[place] = counted.odds(), played.odds()
        seq = self._line[place]
        events = self._match.log.events(seq)
        better = max(self._all_better(place, played), key=lambda one: one.gain, default=None)
        seat = better.action["seat"] if better is not None else self._plain(seq).get("seat")
        return DecisiveEntry(seq, seat, self._point(place - 1, before), self._point(place, after), *change, events, better)

    def _all_better(self, place: int, after: Count) -> Iterator[Better]:
        """For each seat that decided something in an entry, what would have been better; `after`: what the entry has led to."""
        for plain, others in self._decisions(place):
            if (found := self._better(place, plain, list(others), after)) is not None:
                yield found

    def _decisions(self, place: int) -> Iterator[tuple[dict[str, Any], Iterable[dict[str, Any]]]]:
        """Each decision of an entry, with other answers to it; a die decides nothing, and hidden cards stay hidden."""
        plain, state = self._plain(self._line[place]), self._state(place - 1)
        sealing = next((one for one in self._rules.game.sealings if name_of(one.reveal) == plain.get("action")), None)
        if sealing is not None:
            for seat, value in _revealed(sealing, plain).items():
                lock = {"action": name_of(sealing.lock), "seat": seat, sealing.secret: value}
                yield lock, self._other_values(sealing, state, lock)
        elif plain.get("seat") is not None:
            yield plain, self._other_answers(state, plain)

    def _other_values(self, sealing: Sealing, state: Any, lock: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Other numbers to lock, spread over those that there are."""
        domain = sealing.domain(self._rules.board(state), lock["seat"])
        if isinstance(domain, whole):
            near = {max(domain.low, min(domain.high, round(lock[sealing.secret] * part))) for part in (0.3, 0.6, 1.4, 1.8, 2.5)}
            yield from ({**lock, sealing.secret: value} for value in sorted(near - {lock[sealing.secret]}))

    def _other_answers(self, state: Any, plain: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """To do nothing, to show no cards, and the same with the same cards in other places and at other aims."""
        owed = {name for one in self._rules.awaiting(state) if one.seat == plain["seat"] for name in one.actions}
        seen = {repr(sorted(plain.items()))}
        idle = [{"action": name, "seat": plain["seat"]} for name in NOTHING if name in owed]
        bare = [{**plain, name: []} for name, value in plain.items() if isinstance(value, list) and value]
        cards = getattr(self._rules.catalogue, "cards", {})
        kept = {name: value for name, value in plain.items() if name == "seat" or _names_cards(value, cards)}
        made = completed(self._rules, state, plain["action"], [kept], self._rng, CANDIDATES)
        for other in (*idle, *bare, *map(builtins, made)):
            key = repr(sorted(other.items()))
            if key not in seen and not self._refused(state, other):
                seen.add(key)
                yield other

    def _refused(self, state: Any, plain: dict[str, Any]) -> bool:
        try:
            return bool(self._rules.check(state, self._rules.read(plain)))
        except RefereeError:
            return True

    def _better(self, place: int, played: dict[str, Any], others: Sequence[dict[str, Any]], after: Count) -> Better | None:
        """The best of some other answers, if it is better for sure; most matches are played with the two that look best."""
        state, seat = self._state(place - 1), played["seat"]
        if not others:
            return None
        tried = [self._play_outs.begin(state, [other], seat) for other in others[:CANDIDATES]]
        self._play_outs.count(max(1, self._number // FIRST_LOOK), *tried)
        ahead = sorted(tried, key=lambda one: -one.odds().share)[:2]
        self._play_outs.count(self._number, *ahead)
        best = max(ahead, key=lambda one: one.odds().share).first[0]
        if played["action"] == self._plain(self._line[place]).get("action") and len(self._match.seats) == 2:
            mine = after if seat == after.seat else after.of_rival()
        else:  # what the others chose in secret is chosen anew, and where there are more than two, their points are not known
            mine = self._play_outs.begin(state, [played], seat)
        gain = self._play_outs.differ(self._play_outs.begin(state, [best], seat), mine, AGAIN * self._number)
        return Better(best, *gain, self._would_happen(place, best)) if gain.low > 0 else None

    def _would_happen(self, place: int, best: dict[str, Any]) -> tuple[Event, ...]:
        """What would have come of another answer at once; of a secret one, beside what the others had locked."""
        plain, state = dict(self._plain(self._line[place])), self._state(place - 1)
        sealing = next((one for one in self._rules.game.sealings if name_of(one.lock) == best["action"]), None)
        if sealing is None:
            return self._rules.apply(state, self._rules.read(best))[1]
        trial = Match(self._rules, (), position.dump(self._rules, state))
        events: tuple[Event, ...] = ()
        for seat, value in {**_revealed(sealing, plain), best["seat"]: best[sealing.secret]}.items():
            entries = trial.do({"action": best["action"], "seat": seat, sealing.secret: value})
            events = trial.events(entries[-1])
        return events


def _revealed(sealing: Sealing, plain: dict[str, Any]) -> dict[Seat, Any]:
    """The values that a reveal has opened, by seat."""
    if sealing.parts:
        return {seat: plain[name] for seat, name in sealing.parts.items() if plain.get(name) is not None}
    return dict(plain.get(sealing.argument, {}))


def _names_cards(value: Any, cards: Any) -> bool:
    """Say whether an argument names cards of the catalogue."""
    named = value if isinstance(value, list) else [value]
    return bool(named) and all(isinstance(one, str) and one in cards for one in named)

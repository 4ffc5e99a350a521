"""What asks for a judge: results that the replay does not prove, two histories of one match, what players say otherwise. Nothing of it is a
decision; the tellings that a judge has looked at are in the log (`Tournament.seen`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal

from msgspec import Struct

from tapete.league.decisions import MOST_SEEN
from tapete.league.tournament import Placed, ResultSource, Tournament

Question = Literal[
    "two_histories", "told_late", "told_otherwise", "not_taken", "not_paired", "differs", "unprovable", "players", "disagree"
]
"""Why a match asks for a judge.

Two histories of it were told; its result came after the round was closed, or says something else than people decided, or does not fit the
event; its round was taken back; the lines are no match by these rules, or cannot be played again here; players said something else than
the table, or each something else.
"""

OF_ASKS: Mapping[str, Question] = {
    "forked": "two_histories",
    "round_closed": "told_late",
    "decided_already": "told_otherwise",
    "event_over": "told_late",
}
"""Texts by the word that kept a result out of the event; any other word: it does not fit the event."""

TOLD: frozenset[str] = frozenset({"table", "file"})
"""Sources of results that lines stand behind."""


class Telling(Struct, frozen=True, kw_only=True):
    """What a table or a file told of a match.

    Args:
        match: its id. source: who told it. round, attempt, pairing: whose it is. moves: how many lines. head: of the last line.
        changed_ms: milliseconds UTC at which it grew last. result: in one word, empty while it is not over. proof: of the result.
        asks: why the result does not count by itself; empty: nothing stands against it.
    """

    match: str
    source: ResultSource
    round: int
    attempt: int
    pairing: int
    moves: int
    head: str
    changed_ms: int
    result: str
    proof: str
    asks: str

    @property
    def place(self) -> tuple[int, int, int]:
        """Round, attempt and pairing."""
        return self.round, self.attempt, self.pairing


class PlayersWord(Struct, frozen=True):
    """What a player says came of a match, and when (milliseconds UTC)."""

    round: int
    attempt: int
    entrant: int
    result: str
    at_ms: int


class Matter(Struct, frozen=True, kw_only=True):
    """A match that asks for a judge, with all that is known of it.

    Args:
        round, attempt, pairing: which one. placed: as it stands now; None: it is not paired now.
        questions: why it asks. tellings: of tables and files. said: the words of players by their numbers.
    """

    round: int
    attempt: int
    pairing: int
    placed: Placed | None
    questions: tuple[Question, ...]
    tellings: tuple[Telling, ...] = ()
    said: Mapping[int, str] = {}

    @property
    def heads(self) -> tuple[str, ...]:
        """What a decision about it has seen."""
        return tuple(sorted({one.head for one in self.tellings}))[:MOST_SEEN]


def placed_at(tournament: Tournament, round_number: int, attempt: int, pairing: int) -> Placed | None:
    """A match as it is paired now; None if it is not paired, its round was taken back, or only staff sees it yet."""
    if not 1 <= round_number <= len(tournament.rounds):
        return None
    one = tournament.rounds[round_number - 1]
    if one.attempt != attempt or not one.counts or not 1 <= pairing <= len(one.placed):
        return None
    placed = one.placed[pairing - 1]
    return placed if placed.pairing.kind == "match" else None


def words_of(tournament: Tournament, said: Iterable[PlayersWord]) -> dict[tuple[int, int, int], str]:
    """What players say that still holds, by round, attempt and entrant: a match that is played again begins without words."""
    again = {
        (one.number, one.attempt, entrant): placed.again_ms
        for one in tournament.rounds
        for placed in one.placed
        for entrant in placed.pairing.entrants
    }
    return {
        (word.round, word.attempt, word.entrant): word.result
        for word in said
        if word.at_ms > again.get((word.round, word.attempt, word.entrant), -1)
    }


def known_of(
    tournament: Tournament, told: Iterable[Telling], words: Mapping[tuple[int, int, int], str], round_number: int, pairing: int
) -> Matter | None:
    """All that is known of a match as it is paired now, whether it asks or not; None: there is no such match."""
    attempt = tournament.rounds[round_number - 1].attempt if 1 <= round_number <= len(tournament.rounds) else 0
    placed = placed_at(tournament, round_number, attempt, pairing)
    if placed is None:
        return None
    place = (round_number, attempt, pairing)
    return _matter(tournament, place, placed, tuple(one for one in told if one.place == place), words)


def matters(tournament: Tournament, told: Iterable[Telling], words: Mapping[tuple[int, int, int], str]) -> Iterator[Matter]:
    """Everything that asks for a judge.

    Args:
        tournament: as it stands. told: of its matches, in any order. words: of players (`words_of`).

    Yields:
        The newest round first, each match once.
    """
    by_place = {place: tuple(group) for place, group in groupby(sorted(told, key=_order), key=lambda one: one.place)}
    for one in tournament.rounds if words else ():
        for placed in one.placed:
            by_place.setdefault((one.number, one.attempt, placed.number), ())
    for place in sorted(by_place, key=lambda place: (-place[0], -place[1], place[2])):
        found = _matter(tournament, place, placed_at(tournament, *place), by_place[place], words)
        if found.questions:
            yield found


def _order(one: Telling) -> tuple[tuple[int, int, int], int, str]:
    return one.place, one.changed_ms, one.match


def _matter(
    tournament: Tournament,
    place: tuple[int, int, int],
    placed: Placed | None,
    told: tuple[Telling, ...],
    words: Mapping[tuple[int, int, int], str],
) -> Matter:
    round_number, attempt, pairing = place
    fresh = [one for one in told if one.head not in tournament.seen]
    if placed is None:
        asks: tuple[Question, ...] = ("not_paired",) if any(one.asks for one in fresh) else ()
        return Matter(round=round_number, attempt=attempt, pairing=pairing, placed=None, questions=asks, tellings=tuple(fresh))
    said = {n: words[round_number, attempt, n] for n in placed.pairing.entrants if (round_number, attempt, n) in words}
    found = dict.fromkeys((*_of_tellings(placed, fresh), *_of_players(placed, said)))
    return Matter(
        round=round_number, attempt=attempt, pairing=pairing, placed=placed, questions=tuple(found), tellings=tuple(told), said=said
    )


def _of_tellings(placed: Placed, fresh: Iterable[Telling]) -> Iterator[Question]:
    """Why tellings that no judge has looked at ask."""
    for one in fresh:
        if one.asks:
            yield OF_ASKS.get(one.asks, "not_taken")
        elif one.result and placed.result is not None and placed.result.source in TOLD:
            if one.proof == "differs":
                yield "differs"
            elif one.proof == "unprovable":
                yield "unprovable"


def _of_players(placed: Placed, said: Mapping[int, str]) -> Iterator[Question]:
    """Why the words of players ask: a judge's result stands above them."""
    if placed.result is None:
        if len(set(said.values())) > 1:
            yield "disagree"
    elif placed.result.source in TOLD and any(word.partition(" ")[0] != placed.result.word for word in said.values()):
        yield "players"

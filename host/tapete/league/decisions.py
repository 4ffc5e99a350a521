"""Decisions of organisers and judges: each is judged, has its effect, and stays in the log with its author, time and reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tapete.core.refusals import Refusal
from tapete.core.structs import Named, snake
from tapete.league import league_codes
from tapete.league.brackets import rounds_due, seeds_of
from tapete.league.results import result_faults, split
from tapete.league.seating import faults
from tapete.league.tournament import (
    Entrant,
    EntrantNumber,
    KeptApart,
    Pairing,
    PairingResult,
    PenaltyGiven,
    Placed,
    ResultSource,
    Sanction,
    SanctionGiven,
    Tournament,
    TournamentRound,
)

RoundNumber = Annotated[int, Meta(ge=1)]

MOST_SEEN = 32
"""So many tellings one decision may have seen."""

Tellings = Annotated[tuple[Annotated[str, Meta(pattern="^[0-9a-f]{64}$")], ...], Meta(max_length=MOST_SEEN)]
"""The heads of the tellings that a judge has seen. Each further line changes the head, so it asks anew."""


class Deciding(Struct, metaclass=Named, frozen=True, tag=snake, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """One thing that can be decided about an event."""

    def needs_reason(self, tournament: Tournament) -> bool:
        """Whether it needs a reason that all may read."""
        return True

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        """Why it cannot be decided now."""
        raise NotImplementedError  # each subclass says

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        """The event after it.

        Args:
            tournament: before it; nothing was wrong with the decision there.
            number: of the decision in the log.
            at_ms: milliseconds UTC of the server's clock.
            why: the reason.
        """
        raise NotImplementedError  # each subclass says


def _known(tournament: Tournament, entrant: int) -> Iterator[Refusal]:
    if tournament.entrant(entrant) is None:
        yield league_codes.UNKNOWN_ENTRANT(entrant=entrant)


def _without(tournament: Tournament, entrant: int) -> Tournament:
    """Nothing is noted of an entrant for the next round."""
    return replace(tournament, absent=tournament.absent - {entrant}, halves=tournament.halves - {entrant})


def _with_entrant(tournament: Tournament, changed: Entrant) -> tuple[Entrant, ...]:
    return tuple(changed if one.number == changed.number else one for one in tournament.entrants)


class EnterEntrant(Deciding):
    """Take a person into the event, before the first round or later; the number follows from the order.

    `person` is an id: the name stands elsewhere, so that it can be forgotten. `strength` seeds a bracket.
    """

    person: Annotated[str, Meta(min_length=1, max_length=64)]
    strength: Annotated[int, Meta(ge=0, le=10_000)] = 0
    division: Annotated[str, Meta(max_length=24)] = ""

    def needs_reason(self, tournament: Tournament) -> bool:
        return bool(tournament.rounds)

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        for one in tournament.entrants:
            if one.person == self.person:
                yield league_codes.ENTERED_ALREADY(entrant=one.number)
        late = tournament.is_bracket(tournament.next_round) or tournament.settings.system == "round_robin"
        if tournament.rounds and late:
            yield league_codes.ENTRIES_CLOSED()
        if self.division and self.division not in tournament.settings.divisions:
            yield league_codes.NO_SUCH_DIVISION(division=self.division)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        one = Entrant(len(tournament.entrants) + 1, self.person, self.strength, tournament.next_round, division=self.division)
        return _answered(replace(tournament, entrants=(*tournament.entrants, one)), self.person)


def _answered(tournament: Tournament, person: str) -> Tournament:
    """A person who asked to come in waits no more."""
    return replace(tournament, applicants=tuple(one for one in tournament.applicants if one != person))


class AskToEnter(Deciding):
    """Ask to come in: nobody is entered by it until staff accept."""

    person: Annotated[str, Meta(min_length=1, max_length=64)]

    def needs_reason(self, tournament: Tournament) -> bool:
        return False

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if self.person in tournament.applicants:
            yield league_codes.ASKED_ALREADY()
        yield from EnterEntrant(self.person).faults(tournament)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, applicants=(*tournament.applicants, self.person))


class TurnAway(Deciding):
    """Do not take in a person who asked."""

    person: Annotated[str, Meta(min_length=1, max_length=64)]

    def needs_reason(self, tournament: Tournament) -> bool:
        return False

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if self.person not in tournament.applicants:
            yield league_codes.NOBODY_ASKED()

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return _answered(tournament, self.person)


class OfEntrant(Deciding):
    """A decision about one entrant."""

    entrant: EntrantNumber

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        one = tournament.entrant(self.entrant)
        if one is None:
            yield league_codes.UNKNOWN_ENTRANT(entrant=self.entrant)
        else:
            yield from self.faults_of(tournament, one)

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        """Why it cannot be decided about this entrant."""
        raise NotImplementedError  # each subclass says


class MoveDivision(OfEntrant):
    """Count an entrant in another division, or in none."""

    division: Annotated[str, Meta(max_length=24)] = ""

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if self.division and self.division not in tournament.settings.divisions:
            yield league_codes.NO_SUCH_DIVISION(division=self.division)

    def needs_reason(self, tournament: Tournament) -> bool:
        return bool(tournament.rounds)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        moved = replace(tournament.entrants[self.entrant - 1], division=self.division)
        return replace(tournament, entrants=_with_entrant(tournament, moved))


class DropEntrant(OfEntrant):
    """Let a person go from the next round on; a match that has been paired still counts, and number and results stay."""

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if not one.playing:
            yield league_codes.NOT_PLAYING(entrant=one.number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        gone = replace(tournament.entrants[self.entrant - 1], playing=False)
        return _without(replace(tournament, entrants=_with_entrant(tournament, gone)), self.entrant)


class ReturnEntrant(OfEntrant):
    """Let a person play again who had dropped, from the next round on."""

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if one.playing:
            yield league_codes.PLAYING_ALREADY(entrant=one.number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, entrants=_with_entrant(tournament, replace(tournament.entrants[self.entrant - 1], playing=True)))


class MarkAbsent(OfEntrant):
    """Leave a person out of the next round without a drop; `half`: the round gives what a draw does, as chess grants once or twice."""

    half: bool = False

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if not one.playing:
            yield league_codes.NOT_PLAYING(entrant=one.number)
        elif one.number in tournament.absent:
            yield league_codes.ABSENT_ALREADY(entrant=one.number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        halves = tournament.halves | {self.entrant} if self.half else tournament.halves
        return replace(tournament, absent=tournament.absent | {self.entrant}, halves=halves)


class MarkPresent(OfEntrant):
    """Take back that a person is absent from the next round."""

    def needs_reason(self, tournament: Tournament) -> bool:
        return False

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if one.number not in tournament.absent:
            yield league_codes.NOT_ABSENT(entrant=one.number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return _without(tournament, self.entrant)


class OfTwo(Deciding):
    """A decision about two entrants."""

    a: EntrantNumber
    b: EntrantNumber

    def both(self) -> tuple[int, int]:
        """The two, the lower number first."""
        return min(self.a, self.b), max(self.a, self.b)

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if tournament.settings.system not in ("swiss", "ladder"):
            yield league_codes.NOBODY_APART()
        for number in self.both():
            yield from _known(tournament, number)
        a, b = self.both()
        if a == b:
            yield league_codes.WITH_ONESELF()
        apart = any((kept.a, kept.b) == (a, b) for kept in tournament.apart)
        if apart == isinstance(self, ForbidPair):
            yield league_codes.FORBIDDEN_ALREADY(a=a, b=b) if apart else league_codes.NOT_FORBIDDEN(a=a, b=b)


class ForbidPair(OfTwo):
    """Keep two apart from the next round on: siblings, a couple, a team."""

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, apart=(*tournament.apart, KeptApart(*self.both(), why)))


class AllowPair(OfTwo):
    """Let two meet again who were kept apart."""

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, apart=tuple(kept for kept in tournament.apart if (kept.a, kept.b) != self.both()))


class Penalize(OfEntrant):
    """Take points from an entrant. They are missing from the total; what opponents' points are worth in tie-breaks stays."""

    points: Annotated[int, Meta(ge=1, le=100)]

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        return iter(())

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, penalties=(*tournament.penalties, PenaltyGiven(number, self.entrant, self.points)))


class LiftPenalty(Deciding):
    """Lift a penalty; `decision` is its number in the log. A match that was lost by it is put right by its own decision."""

    decision: Annotated[int, Meta(ge=1)]

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        given = {*(one.decision for one in tournament.penalties), *(one.decision for one in tournament.sanctions)}
        if self.decision not in given:
            yield league_codes.NO_SUCH_PENALTY(number=self.decision)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        penalties = tuple(one for one in tournament.penalties if one.decision != self.decision)
        return replace(
            tournament, penalties=penalties, sanctions=tuple(one for one in tournament.sanctions if one.decision != self.decision)
        )


Infraction = Literal["late", "slow", "deck", "play", "conduct", "other"]
"""What went wrong; the reason says more."""


class PenalizeInfraction(OfEntrant):
    """Give what an infraction brings. A match that is lost by it is over; who is disqualified plays no more.

    A game that is lost by it is counted by the players when they tell the games of their match.
    """

    sanction: Sanction
    infraction: Infraction = "other"

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if self.sanction in ("game_loss", "match_loss") and _match_of(tournament, one.number) is None:
            yield league_codes.NO_OPEN_MATCH(entrant=one.number)
        elif self.sanction == "disqualification" and not one.playing:
            yield league_codes.NOT_PLAYING(entrant=one.number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        found = _match_of(tournament, self.entrant)
        given = SanctionGiven(number, self.entrant, self.sanction, self.infraction, 0 if found is None else found[0])
        after = replace(tournament, sanctions=(*tournament.sanctions, given))
        if self.sanction in ("match_loss", "disqualification") and found is not None and len(found[1].pairing.entrants) == 2:
            other = next(found[1].seat_of(n) for n in found[1].pairing.entrants if n != self.entrant)
            lost = SetResult(found[0], found[1].number, other)
            after = lost.effect(after, number, at_ms, why)
        if self.sanction == "disqualification":
            after = DropEntrant(self.entrant).effect(after, number, at_ms, why)
        return after


def _match_of(tournament: Tournament, entrant: int) -> tuple[int, Placed] | None:
    """The open match of an entrant and its round; None if it has none."""
    last = tournament.rounds[-1] if tournament.rounds else None
    if last is None or not last.counts or last.state == "closed":
        return None
    return next(((last.number, one) for one in last.placed if one.open and entrant in one.pairing.entrants), None)


class PairRound(Deciding):
    """Pair the next round. The pairs are part of the decision, so the log is played again without any matching.

    `repeats` allows rematches and further byes for once.
    """

    round: RoundNumber
    pairings: Annotated[tuple[Pairing, ...], Meta(max_length=1_000)]
    repeats: bool = False

    def needs_reason(self, tournament: Tournament) -> bool:
        return self.repeats

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if self.round != tournament.next_round:
            yield league_codes.OTHER_ROUND(round=self.round, due=tournament.next_round)
        elif refusal := barred(tournament):
            yield refusal
        else:
            yield from faults(tournament, self.pairings, repeats=self.repeats)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        attempt = 1 + tournament.taken_back.count(self.round)
        placed = tuple(Placed(table, pairing) for table, pairing in enumerate(self.pairings, 1))
        begins = tournament.is_bracket(self.round) and tournament.settings.system != "elimination" and not tournament.cut_rounds
        made = TournamentRound(self.round, attempt, "paired", placed, seeds=tuple(seeds_of(tournament)) if begins else ())
        return replace(tournament, rounds=(*tournament.rounds, made), absent=frozenset(), halves=frozenset())


def barred(tournament: Tournament) -> Refusal | None:
    """Why no round can be paired at all now; None: one can."""
    if tournament.rounds and tournament.rounds[-1].state != "closed":
        return league_codes.ROUND_OPEN(round=tournament.rounds[-1].number)
    if tournament.rounds and len(tournament.rounds) >= rounds_due(tournament):
        return league_codes.NO_MORE_ROUNDS(rounds=len(tournament.rounds))
    if len(tournament.playing()) < 2:
        return league_codes.TOO_FEW(playing=len(tournament.playing()))
    return None


class OfRound(Deciding):
    """A decision about one round."""

    round: RoundNumber

    def needs_reason(self, tournament: Tournament) -> bool:
        return False

    def states(self) -> tuple[str, ...]:
        """How the round must stand."""
        raise NotImplementedError  # each subclass says

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if self.round > len(tournament.rounds):
            yield league_codes.NO_SUCH_ROUND(round=self.round)
        else:
            one = tournament.rounds[self.round - 1]
            if one.state not in self.states():
                yield league_codes.ROUND_IS(round=self.round, state=league_codes.STATES[one.state])
            else:
                yield from self.faults_of(tournament, one)

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        """What else stands against it."""
        return iter(())

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        changed = self.changed(tournament.rounds[self.round - 1], number, at_ms)
        return replace(tournament, rounds=tuple(changed if one.number == self.round else one for one in tournament.rounds))

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        """The round after it."""
        raise NotImplementedError  # each subclass says


class PublishRound(OfRound):
    """Show the pairs to everybody."""

    def states(self) -> tuple[str, ...]:
        return ("paired",)

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, state="published")


class StartRound(OfRound):
    """Let the clock run."""

    def states(self) -> tuple[str, ...]:
        return ("published",)

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, state="running", started_ms=at_ms)


class PauseRound(OfRound):
    """Stop the clock for everybody."""

    def states(self) -> tuple[str, ...]:
        return ("running",)

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        if one.paused_ms is not None:
            yield league_codes.ROUND_IS(round=one.number, state=league_codes.PAUSED)

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, paused_ms=at_ms)


class ResumeRound(OfRound):
    """Let a stopped clock go on."""

    def states(self) -> tuple[str, ...]:
        return ("running",)

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        if one.paused_ms is None:
            yield league_codes.ROUND_IS(round=one.number, state=league_codes.STATES[one.state])

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, started_ms=(one.started_ms or 0) + at_ms - (one.paused_ms or 0), paused_ms=None)


class CloseRound(OfRound):
    """End a round whose results are all there."""

    def states(self) -> tuple[str, ...]:
        return ("published", "running")

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        if missing := [placed.number for placed in one.placed if placed.open]:
            yield league_codes.RESULTS_MISSING(round=one.number, missing=missing)

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, state="closed", paused_ms=None)


class TakeBackRound(OfRound):
    """Take the last round back with its results; it can be paired anew. The log keeps what was."""

    def needs_reason(self, tournament: Tournament) -> bool:
        return True

    def states(self) -> tuple[str, ...]:
        return ("paired", "published", "running", "closed")

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        if self.round != len(tournament.rounds):
            yield league_codes.NOT_THE_LAST(last=len(tournament.rounds))

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        absent = {n: one.pairing.half for one in tournament.rounds[-1].placed if one.pairing.kind == "absent" for n in one.pairing.entrants}
        still = frozenset(n for n in absent if tournament.entrants[n - 1].playing)
        halves = tournament.halves | {n for n in still if absent[n]}
        back = (*tournament.taken_back, self.round)
        return replace(tournament, rounds=tournament.rounds[:-1], taken_back=back, absent=tournament.absent | still, halves=halves)


class OfMatch(OfRound):
    """A decision about one match of a round."""

    pairing: Annotated[int, Meta(ge=1)]

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        if self.pairing > len(one.placed) or one.placed[self.pairing - 1].pairing.kind != "match":
            yield league_codes.NO_SUCH_PAIRING(round=self.round, pairing=self.pairing)
        else:
            yield from self.faults_at(tournament, one.placed[self.pairing - 1])

    def faults_at(self, tournament: Tournament, placed: Placed) -> Iterator[Refusal]:
        """What stands against it at this match."""
        return iter(())

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        return replace(one, placed=tuple(self.at(placed, number) if placed.number == self.pairing else placed for placed in one.placed))

    def at(self, placed: Placed, number: int) -> Placed:
        """The match after it."""
        raise NotImplementedError  # each subclass says


class SeatLate(OfRound):
    """Seat a late player against the player with the bye of a round that is not closed."""

    entrant: EntrantNumber

    def states(self) -> tuple[str, ...]:
        return ("paired", "published", "running")

    def faults_of(self, tournament: Tournament, one: TournamentRound) -> Iterator[Refusal]:
        entrant = tournament.entrant(self.entrant)
        free = _bye_of(one)
        if entrant is None:
            yield league_codes.UNKNOWN_ENTRANT(entrant=self.entrant)
        elif not entrant.playing:
            yield league_codes.NOT_PLAYING(entrant=self.entrant)
        elif free is None or tournament.settings.seats != 2 or tournament.is_bracket(self.round):
            yield league_codes.NO_BYE_HERE(round=self.round)
        elif any(self.entrant in placed.pairing.entrants for placed in one.placed):
            yield league_codes.TWICE_IN_ROUND(entrant=self.entrant)
        else:
            other = free.pairing.entrants[0]
            a, b = min(other, self.entrant), max(other, self.entrant)
            if kept := next((kept for kept in tournament.apart if (kept.a, kept.b) == (a, b)), None):
                yield league_codes.FORBIDDEN_PAIR(a=a, b=b, why=kept.why)
            elif (a, b) in tournament.met():
                yield league_codes.REMATCH(a=a, b=b)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        entrant = tournament.entrants[self.entrant - 1]
        after = super().effect(tournament, number, at_ms, why)
        return replace(after, entrants=_with_entrant(after, replace(entrant, from_round=min(entrant.from_round, self.round))))

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        free = _bye_of(one)
        if free is None:
            return one
        seated = replace(free, pairing=Pairing("match", (*free.pairing.entrants, self.entrant)))
        return replace(one, placed=tuple(seated if placed is free else placed for placed in one.placed))


def _bye_of(one: TournamentRound) -> Placed | None:
    """The bye of a round; None: it has none."""
    return next((placed for placed in one.placed if placed.pairing.kind == "bye"), None)


class FixTable(OfEntrant):
    """Let an entrant sit at the same table in every round that is paired from now on; 0: at any."""

    table: Annotated[int, Meta(ge=0, le=1_000)]

    def needs_reason(self, tournament: Tournament) -> bool:
        return False

    def faults_of(self, tournament: Tournament, one: Entrant) -> Iterator[Refusal]:
        if self.table and any(other.table == self.table and other.number != one.number for other in tournament.entrants):
            yield league_codes.TABLE_FIXED(table=self.table)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        fixed = replace(tournament.entrants[self.entrant - 1], table=self.table)
        return replace(tournament, entrants=_with_entrant(tournament, fixed))


class GiveTime(OfMatch):
    """Give one table more time than the others have."""

    extra_ms: Annotated[int, Meta(ge=1, le=3_600_000)]

    def needs_reason(self, tournament: Tournament) -> bool:
        return True

    def states(self) -> tuple[str, ...]:
        return ("published", "running")

    def at(self, placed: Placed, number: int) -> Placed:
        return replace(placed, extra_ms=placed.extra_ms + self.extra_ms)


class SetResult(OfMatch):
    """Say what came of a match, for the first time or in place of what was said, also in a round that is closed.

    `seen` are the tellings of the match that a judge looked at: they ask no more.
    """

    result: Annotated[str, Meta(min_length=1, max_length=16)]
    source: ResultSource = "judge"
    seen: Tellings = ()

    def needs_reason(self, tournament: Tournament) -> bool:
        if self.round > len(tournament.rounds) or self.pairing > len(tournament.rounds[self.round - 1].placed):
            return False
        return bool(self.seen) or tournament.rounds[self.round - 1].placed[self.pairing - 1].result is not None

    def states(self) -> tuple[str, ...]:
        return ("published", "running", "closed")

    def faults_at(self, tournament: Tournament, placed: Placed) -> Iterator[Refusal]:
        yield from result_faults(tournament, self.round, placed, self.result)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return _having_seen(super().effect(tournament, number, at_ms, why), self.seen)

    def at(self, placed: Placed, number: int) -> Placed:
        word, games = split(self.result)
        return replace(placed, result=PairingResult(number, word, self.source, games))


class PlayAgain(OfMatch):
    """Let a match of an open round be played again: what was said and told of it counts no more, and all of it is kept."""

    seen: Tellings = ()

    def needs_reason(self, tournament: Tournament) -> bool:
        return True

    def states(self) -> tuple[str, ...]:
        return ("published", "running")

    def faults_at(self, tournament: Tournament, placed: Placed) -> Iterator[Refusal]:
        if placed.result is None and not self.seen:
            yield league_codes.NOTHING_TOLD(pairing=self.pairing)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return _having_seen(super().effect(tournament, number, at_ms, why), self.seen)

    def changed(self, one: TournamentRound, number: int, at_ms: int) -> TournamentRound:
        placed = replace(one.placed[self.pairing - 1], result=None, again_ms=at_ms)
        return replace(one, placed=(*one.placed[: self.pairing - 1], placed, *one.placed[self.pairing :]))


class LeaveAside(Deciding):
    """Leave aside what was told of a match that belongs to no round now: its round was taken back."""

    seen: Tellings

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if tournament.seen.issuperset(self.seen):
            yield league_codes.ASIDE_ALREADY()

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return _having_seen(tournament, self.seen)


def _having_seen(tournament: Tournament, seen: tuple[str, ...]) -> Tournament:
    return replace(tournament, seen=tournament.seen.union(seen)) if seen else tournament


class CloseTournament(Deciding):
    """End the event: the places are final. What was wrong is put right after it was opened again."""

    def needs_reason(self, tournament: Tournament) -> bool:
        return len(tournament.rounds) < rounds_due(tournament)

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if tournament.rounds and tournament.rounds[-1].state != "closed":
            yield league_codes.ROUND_OPEN(round=tournament.rounds[-1].number)

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, closed=True)


class ReopenTournament(Deciding):
    """Open a closed event again."""

    def faults(self, tournament: Tournament) -> Iterator[Refusal]:
        if not tournament.closed:
            yield league_codes.NOT_OVER()

    def effect(self, tournament: Tournament, number: int, at_ms: int, why: str) -> Tournament:
        return replace(tournament, closed=False)


AnyDecision = (
    EnterEntrant
    | AskToEnter
    | TurnAway
    | MoveDivision
    | DropEntrant
    | ReturnEntrant
    | MarkAbsent
    | MarkPresent
    | ForbidPair
    | AllowPair
    | Penalize
    | LiftPenalty
    | PenalizeInfraction
    | PairRound
    | PublishRound
    | StartRound
    | PauseRound
    | ResumeRound
    | CloseRound
    | TakeBackRound
    | SeatLate
    | FixTable
    | GiveTime
    | SetResult
    | PlayAgain
    | LeaveAside
    | CloseTournament
    | ReopenTournament
)
"""Everything that can be decided, as JSON by its word under `do`."""

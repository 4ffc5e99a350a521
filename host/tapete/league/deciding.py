"""The log of an event: decide, play the log again, and see beforehand what a decision would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tapete.core.refusals import Illegal, Refusal, Stale
from tapete.league import league_codes
from tapete.league.decisions import AnyDecision, Deciding, ReopenTournament
from tapete.league.standings import standings
from tapete.league.tournament import Tournament, TournamentSettings

Why = Annotated[str, Meta(max_length=500)]


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the log.

    Args:
        number: 1 for the first; the log has no gap.
        at_ms: milliseconds UTC of the server's clock.
        who: a role's label, not a name.
        what: the decision.
        why: the reason, empty where none is needed.
    """

    number: int
    at_ms: int
    who: str
    what: AnyDecision
    why: Why = ""


class PlaceChange(Struct, frozen=True):
    """What a decision changes for one entrant; 0 as a place: not there before."""

    entrant: int
    place_before: int
    place_after: int
    points_before: int
    points_after: int


def opened(settings: TournamentSettings) -> Tournament:
    """Begin an event.

    Raises:
        Illegal: the settings do not go together.
    """
    if found := tuple(setting_faults(settings)):
        raise Illegal(found)
    return Tournament(settings=settings)


def setting_faults(settings: TournamentSettings) -> Iterator[Refusal]:
    """Say what does not go together in the settings."""
    if settings.fewest > settings.seats:
        yield league_codes.BAD_SETTING(problem=league_codes.FEWEST_OVER_SEATS)
    if settings.system != "swiss" and (settings.seats != 2 or settings.fewest != 2):
        yield league_codes.BAD_SETTING(problem=league_codes.TWO_TO_A_MATCH)
    if not settings.together and settings.fewest < 2:
        yield league_codes.BAD_SETTING(problem=league_codes.NOBODY_TO_PLAY)
    if len(set(settings.tiebreaks)) != len(settings.tiebreaks):
        yield league_codes.BAD_SETTING(problem=league_codes.TIEBREAK_TWICE)
    if settings.cut and (settings.system != "swiss" or settings.seats != 2):
        yield league_codes.BAD_SETTING(problem=league_codes.CUT_NEEDS_SWISS)
    if len({name.casefold() for name in settings.divisions}) != len(settings.divisions):
        yield league_codes.BAD_SETTING(problem=league_codes.DIVISION_TWICE)
    if not settings.points.loss <= settings.points.draw <= settings.points.win:
        yield league_codes.BAD_SETTING(problem=league_codes.POINTS_ORDER)


def judge(tournament: Tournament, what: Deciding, why: str = "") -> tuple[Refusal, ...]:
    """Say everything that stands against a decision; empty: nothing does."""
    if tournament.closed and not isinstance(what, ReopenTournament):
        return (league_codes.EVENT_OVER(),)
    found = tuple(what.faults(tournament))
    if what.needs_reason(tournament) and not why.strip():
        return (*found, league_codes.REASON_NEEDED())
    return found


def decide(
    tournament: Tournament, what: AnyDecision, *, who: str, at_ms: int, why: str = "", expected: int | None = None
) -> tuple[Tournament, Decision]:
    """Decide something.

    Args:
        tournament: as it stands.
        what: is decided.
        who: decides, by the label of a role.
        at_ms: milliseconds UTC of the server's clock.
        why: the reason.
        expected: the version that the decider has seen; None: any.

    Returns:
        The event after it, and the entry for the log.

    Raises:
        Stale: another person has decided something since.
        Illegal: with every reason why not; the event is as it was.
    """
    if expected is not None and expected != tournament.version:
        raise Stale((league_codes.BEHIND(expected=expected, version=tournament.version),))
    if found := judge(tournament, what, why):
        raise Illegal(found)
    entry = Decision(tournament.version + 1, at_ms, who, what, why)
    return _after(tournament, entry), entry


def _after(tournament: Tournament, entry: Decision) -> Tournament:
    return replace(entry.what.effect(tournament, entry.number, entry.at_ms, entry.why), version=entry.number)


def replay(settings: TournamentSettings, log: Iterable[Decision]) -> Tournament:
    """Play a log again.

    Raises:
        Illegal: a decision could not have been made there: the log was altered.
        ValueError: the log has a gap.
    """
    return replay_from(opened(settings), log)


def replay_from(tournament: Tournament, log: Iterable[Decision]) -> Tournament:
    """Play the rest of a log; as `replay`."""
    for entry in log:
        if entry.number != tournament.version + 1:
            raise ValueError(f"decision {entry.number} follows decision {tournament.version}")
        tournament, _entry = decide(tournament, entry.what, who=entry.who, at_ms=entry.at_ms, why=entry.why)
    return tournament


def changes(tournament: Tournament, what: AnyDecision, why: str = "") -> tuple[PlaceChange, ...]:
    """Show what a decision would change in the standings, before it counts.

    Raises:
        Illegal: it cannot be decided.
    """
    after, _entry = decide(tournament, what, who="", at_ms=0, why=why)
    before = _places(tournament)
    return tuple(
        PlaceChange(number, before.get(number, (0, 0))[0], place, before.get(number, (0, 0))[1], points)
        for number, (place, points) in _places(after).items()
        if before.get(number) != (place, points)
    )


def _places(tournament: Tournament) -> Mapping[int, tuple[int, int]]:
    return {one.entrant: (one.place, one.points) for one in standings(tournament)}

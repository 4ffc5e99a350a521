"""Judge a round before it is paired, made by the matching, a bracket or an organiser. No code of the matching is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tapete.core.refusals import Refusal
from tapete.league import league_codes
from tapete.league.brackets import bracket, still_in
from tapete.league.ladder import standing
from tapete.league.tournament import Pairing, Tournament


def due(tournament: Tournament) -> set[int]:
    """Who must have a place in the next round, as player, with a bye or as absent."""
    able = {one.number for one in tournament.entrants if tournament.may_play(one.number)}
    return able & still_in(tournament) if tournament.is_bracket(tournament.next_round) else able


def faults(tournament: Tournament, pairings: Iterable[Pairing], *, repeats: bool = False) -> Iterator[Refusal]:
    """Say what is wrong with a round.

    Args:
        tournament: before the round is paired.
        pairings: of the round.
        repeats: rematches, second byes and further byes are allowed for once; two who are kept apart never are.
    """
    pairings = tuple(pairings)
    yield from _everybody_once(tournament, pairings)
    for number, pairing in enumerate(pairings, 1):
        least, most = (tournament.settings.fewest, tournament.settings.seats) if pairing.kind == "match" else (1, 1)
        if not least <= len(pairing.entrants) <= most:
            yield league_codes.WRONG_SIZE(pairing=number, found=len(pairing.entrants), least=least, most=most)
    why = {(kept.a, kept.b): kept.why for kept in tournament.apart}
    for pairing in pairings:
        for a, b in pairing.pairs():
            if (a, b) in why:
                yield league_codes.FORBIDDEN_PAIR(a=a, b=b, why=why[a, b])
    if tournament.is_bracket(tournament.next_round):
        yield from _of_the_bracket(tournament, pairings)
    elif tournament.settings.system == "ladder":
        yield from _of_the_ladder(tournament, pairings)
    elif not repeats:
        yield from _repeats(tournament, pairings)


def _everybody_once(tournament: Tournament, pairings: tuple[Pairing, ...]) -> Iterator[Refusal]:
    times = Counter(number for pairing in pairings for number in pairing.entrants)
    absent = {number for pairing in pairings if pairing.kind == "absent" for number in pairing.entrants}
    wanted = due(tournament)
    for number in sorted({n for one in pairings if one.half for n in one.entrants} - (absent & tournament.halves)):
        yield league_codes.NOT_DUE(entrant=number)
    for number in sorted(wanted | set(times)):
        if times[number] > 1:
            yield league_codes.TWICE_IN_ROUND(entrant=number)
        elif number not in times:
            if tournament.settings.system == "ladder" and number not in tournament.absent:
                continue  # who has no challenge waits
            yield league_codes.NOT_SEATED(entrant=number)
        elif number not in wanted or (number in absent) != (number in tournament.absent):
            yield league_codes.NOT_DUE(entrant=number)


def _of_the_bracket(tournament: Tournament, pairings: tuple[Pairing, ...]) -> Iterator[Refusal]:
    wanted = {frozenset(number for number in pair if number is not None) for pair in bracket(tournament)}
    for pairing in pairings:
        if pairing.kind != "absent" and frozenset(pairing.entrants) not in wanted:
            yield league_codes.NOT_OF_THE_BRACKET(pairing=list(pairing.entrants))


def _of_the_ladder(tournament: Tournament, pairings: tuple[Pairing, ...]) -> Iterator[Refusal]:
    places, reach = {number: place for place, number in enumerate(standing(tournament))}, tournament.settings.reach
    if not any(pairing.kind == "match" for pairing in pairings):
        yield league_codes.NO_CHALLENGE()
    for pairing in pairings:
        if pairing.kind == "bye":
            yield league_codes.NO_BYE_IN_LADDER(entrant=pairing.entrants[0])
        for a, b in pairing.pairs():
            if a in places and b in places and abs(places[a] - places[b]) > reach:
                yield league_codes.TOO_FAR(a=a, b=b, apart=abs(places[a] - places[b]), reach=reach)


def _repeats(tournament: Tournament, pairings: tuple[Pairing, ...]) -> Iterator[Refusal]:
    """Rematches of two, and in a Swiss event byes; at larger tables some always meet again."""
    if tournament.settings.seats == 2:
        met = tournament.met()
        for pairing in pairings:
            for a, b in pairing.pairs():
                if (a, b) in met:
                    yield league_codes.REMATCH(a=a, b=b)
    if tournament.settings.system == "swiss":
        byes = [number for pairing in pairings if pairing.kind == "bye" for number in pairing.entrants]
        needed = byes_needed(len(tournament.playing()), tournament.settings.fewest, tournament.settings.seats)
        if len(byes) > needed:
            yield league_codes.TOO_MANY_BYES(found=len(byes), due=needed)
        for number in sorted(set(byes) & tournament.byes().keys()):
            yield league_codes.SECOND_BYE(entrant=number)


def byes_needed(playing: int, fewest: int, seats: int) -> int:
    """How many players cannot sit when tables take between `fewest` and `seats`."""
    return next(free for free in range(playing + 1) if any(n * fewest <= playing - free <= n * seats for n in range(playing + 1)))

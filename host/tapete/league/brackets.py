"""The systems in which nothing has to be searched for: Berger's tables for round robin, the bracket of an elimination."""

from __future__ import annotations

from tapete.core.texts import Text, Words, _
from tapete.league.ranking import ranked
from tapete.league.tournament import Pairing, Placed, Tournament, TournamentRound

ROUND = _("Round {round}")
STAGES: dict[int, Text] = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals"), 8: _("Round of sixteen")}
"""What people call a round of a bracket, by its matches."""


def berger(count: int, round_number: int) -> list[tuple[int, int]]:
    """The pairs of one round of Berger's tables, the first of each begins.

    Args:
        count: of the players, 2 or more; an odd one is filled up, and who meets number `count + 1` is free.
        round_number: 1 to the even number of players less one.

    Returns:
        Pairs of places in the list of players, from 1 on. Source: the tables in FIDE's handbook (C.05, annex 1).
    """
    last = count + count % 2
    turns = last - 1
    fixed = next(place for place in range(1, last) if (2 * place - round_number - 1) % turns == 0)
    pairs = [(fixed, last) if round_number % 2 else (last, fixed)]
    return pairs + [((fixed + step - 1) % turns + 1, (fixed - step - 1) % turns + 1) for step in range(1, last // 2)]


def begun_with(tournament: Tournament) -> list[int]:
    """Who belongs to an event without late entries: those of round 1, before it those who would be paired; the strongest first."""
    if tournament.rounds:
        numbers = [number for placed in tournament.rounds[0].placed for number in placed.pairing.entrants]
    else:
        numbers = [one.number for one in tournament.entrants if one.playing]
    return sorted(numbers, key=lambda number: (-tournament.entrants[number - 1].strength, number))


def rounds_due(tournament: Tournament) -> int:
    """How many rounds the event has in all."""
    settings = tournament.settings
    if settings.system == "swiss" and settings.cut:
        seeds = len(seeds_of(tournament)) if tournament.rounds[settings.rounds - 1 :] else settings.cut
        return settings.rounds + (seeds - 1).bit_length() if seeds > 1 else settings.rounds
    if settings.system in ("swiss", "ladder"):
        return settings.rounds
    count = len(begun_with(tournament))
    if tournament.settings.system == "elimination":
        return (count - 1).bit_length() if count > 1 else 0
    return count - 1 + count % 2 if count > 1 else 0


def round_title(tournament: Tournament, number: int) -> Text:
    """What people call a round: its number, or its stage in a bracket."""
    matches = 1 << max(0, rounds_due(tournament) - number)
    if tournament.is_bracket(number) and matches in STAGES:
        return STAGES[matches]
    return Words().say(ROUND, {"round": number})


def seeds_of(tournament: Tournament) -> list[int]:
    """Who plays for a bracket, the first seed first: in a cut the best of those who still play, as they stood when it was paired."""
    if tournament.settings.system == "elimination":
        return begun_with(tournament)
    if tournament.cut_rounds:
        return list(tournament.cut_rounds[0].seeds)
    playing = [line.entrant for line in ranked(tournament) if tournament.may_play(line.entrant)]
    return playing[: tournament.settings.cut]


def rounds_of(tournament: Tournament) -> tuple[TournamentRound, ...]:
    """The rounds of the bracket."""
    return tournament.rounds if tournament.settings.system == "elimination" else tournament.cut_rounds


def survived(tournament: Tournament) -> dict[int, int]:
    """How many rounds of the bracket each has got over."""
    found: dict[int, int] = {}
    for one in rounds_of(tournament):
        for placed in one.placed:
            for number in placed.winners() if placed.pairing.kind == "match" else placed.pairing.entrants:
                found[number] = found.get(number, 0) + (placed.pairing.kind != "absent")
    return found


def round_robin(tournament: Tournament) -> tuple[Pairing, ...]:
    """The next round by Berger's tables; who meets nobody, or a person who has dropped or is absent, is free."""
    order, there = begun_with(tournament), set(tournament.playing())
    pairings = []
    for places in berger(len(order), tournament.next_round):
        both = [order[place - 1] for place in places if place <= len(order)]
        here = [number for number in both if number in there]
        if len(here) == 2:
            pairings.append(Pairing("match", tuple(here)))
        elif here:
            pairings.append(Pairing("bye", tuple(here)))
    return (*pairings, *absences(tournament))


def absences(tournament: Tournament) -> tuple[Pairing, ...]:
    """The places of entrants noted as absent."""
    return tuple(
        Pairing("absent", (number,), number in tournament.halves) for number in sorted(tournament.absent) if tournament.may_play(number)
    )


def seeded(count: int) -> list[int]:
    """The places of a bracket from top to bottom, by strength: 1 meets the last, and 1 and 2 can meet in the final only.

    Args:
        count: of places, a power of two.
    """
    order = [1]
    while len(order) < count:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def bracket(tournament: Tournament) -> list[tuple[int | None, int | None]]:
    """Who would meet whom in the next round of an elimination, from top to bottom; None: the place is empty."""
    line = lines_of(tournament)[-1]
    there = set(tournament.playing())
    line = [number if number in there else None for number in line]
    return list(zip(line[::2], line[1::2], strict=True)) if len(line) > 1 else []


def lines_of(tournament: Tournament) -> list[list[int | None]]:
    """Who stands in the bracket from top to bottom, before its first round and after each; None: the place is empty, or not decided."""
    seeds = seeds_of(tournament)
    size = 1 << (len(seeds) - 1).bit_length() if seeds else 0
    line: list[int | None] = [seeds[place - 1] if place <= len(seeds) else None for place in seeded(size)] if size else []
    found = [line]
    for one in rounds_of(tournament):
        sat = {number: placed for placed in one.placed for number in placed.pairing.entrants}
        line = [_goes_on(above, below, sat) for above, below in zip(line[::2], line[1::2], strict=True)]
        found.append(line)
    return found


def _goes_on(above: int | None, below: int | None, sat: dict[int, Placed]) -> int | None:
    """Who of the two went on to the next round: the winner, or who had no opponent."""
    for number in (above, below):
        if number is not None and (placed := sat.get(number)) is not None:
            if placed.pairing.kind == "bye":
                return number
            if placed.pairing.kind == "match":
                return next(iter(placed.winners()), None)
    return None


def elimination(tournament: Tournament) -> tuple[Pairing, ...]:
    """The next round of the bracket; the strongest have the byes, and who is absent is out."""
    pairings = []
    for pair in bracket(tournament):
        here = tuple(number for number in pair if number is not None)
        if here:
            pairings.append(Pairing("match" if len(here) == 2 else "bye", here))
    return (*pairings, *(one for one in absences(tournament) if set(one.entrants) <= still_in(tournament)))


def still_in(tournament: Tournament) -> set[int]:
    """Who has not lost in a bracket, those noted as absent with them."""
    out = {
        number
        for one in rounds_of(tournament)
        for placed in one.placed
        for number in placed.pairing.entrants
        if placed.pairing.kind == "absent" or (placed.pairing.kind == "match" and number not in placed.winners())
    }
    return set(seeds_of(tournament)) - out

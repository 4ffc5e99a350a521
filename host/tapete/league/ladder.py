"""A ladder: a player challenges another a few places above; a challenger who wins changes places with the loser."""

from __future__ import annotations

from tapete.core.texts import Text, _
from tapete.league.tournament import Pairing, Tournament

RULE = _(
    "Challenge anybody up to {reach} {reach:place|places} above you; who is absent or has dropped is passed over. "
    "If you win, you two change places; if not, all stays as it is."
)
"""Who may challenge whom, and what for."""


def rule(tournament: Tournament) -> Text:
    """Who may challenge whom in an event, in a sentence."""
    return RULE.fill(reach=tournament.settings.reach)


def order(tournament: Tournament) -> list[int]:
    """All entrants from the top of the ladder to its bottom, dropped ones included.

    It begins with the strongest; who enters later begins at the bottom. Of equal strength the lower number stands above.
    """
    entrants = sorted(tournament.entrants, key=lambda one: (one.from_round, -one.strength, one.number))
    places = [one.number for one in entrants]
    for _round, placed in tournament.counted():
        winners = placed.winners()
        if placed.pairing.kind == "match" and len(winners) == 1 and len(placed.pairing.entrants) == 2:
            loser = next(number for number in placed.pairing.entrants if number != winners[0])
            below, above = places.index(winners[0]), places.index(loser)
            if below > above:
                places[above], places[below] = winners[0], loser
    return places


def standing(tournament: Tournament) -> list[int]:
    """Who plays in the wave that is paired next, from the top to the bottom."""
    there = set(tournament.playing())
    return [number for number in order(tournament) if number in there]


def challenged_by(tournament: Tournament, entrant: int) -> list[int]:
    """Return whom an entrant may challenge now, the nearest first; empty if the entrant does not play."""
    places = standing(tournament)
    if entrant not in places:
        return []
    at = places.index(entrant)
    barred = {kept.b if kept.a == entrant else kept.a for kept in tournament.apart if entrant in (kept.a, kept.b)}
    return [number for number in reversed(places[max(0, at - tournament.settings.reach) : at]) if number not in barred]


def challenges(tournament: Tournament) -> tuple[Pairing, ...]:
    """Propose a wave: the nearest below challenges each place, from the top; those who met in the wave before meet last.

    The first of the ladder rests in every second wave, so everybody meets those above and those below in turn. The one who has no challenge
    waits: a wave has no byes.
    """
    places, last = standing(tournament), tournament.rounds[-1] if tournament.rounds else None
    before = {frozenset(placed.pairing.entrants) for placed in last.placed} if last is not None else set()
    free, found = set(places), []
    for number in places[1 - tournament.next_round % 2 if len(places) > 2 else 0 :]:
        if number not in free:
            continue
        able = [one for one in places[places.index(number) + 1 :] if one in free and number in challenged_by(tournament, one)]
        challenger = next((one for one in able if frozenset((one, number)) not in before), next(iter(able), None))
        if challenger is not None:
            found.append(Pairing("match", (challenger, number)))
            free -= {challenger, number}
    return tuple(found)

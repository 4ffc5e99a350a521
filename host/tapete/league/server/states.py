"""What everybody in the room may see of an event, as plain data: pairings, standings and the whole state of the wall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.names import shown as name_shown
from tapete.core.seats import SEATS
from tapete.league.standings import standings
from tapete.league.tiebreaks import figure
from tapete.league.tournament import Tournament, TournamentRound


def shown_round(tournament: Tournament) -> TournamentRound | None:
    """The newest round that everybody may see; None: there is none."""
    return next((one for one in reversed(tournament.rounds) if one.counts), None)


def name_of(tournament: Tournament, names: Mapping[str, str], entrant: int) -> str:
    """The name of an entrant; the number where the name was forgotten."""
    return name_shown(names.get(tournament.entrants[entrant - 1].person, "")) or f"#{entrant}"


def pairings_of(tournament: Tournament, names: Mapping[str, str], now_ms: int) -> dict[str, Any]:
    """The newest published round."""
    one = shown_round(tournament)
    said: dict[str, Any] = {"version": tournament.version, "round": None, "pairings": []}
    if one is None:
        return said
    said |= {
        "round": one.number,
        "state": one.state,
        "paused": one.paused_ms is not None,
        "remaining_ms": one.remaining_ms(now_ms, tournament.settings.round_ms),
    }
    said["pairings"] = [
        {
            "pairing": placed.number,
            "kind": placed.pairing.kind,
            "seats": {
                seat: {"entrant": entrant, "name": name_of(tournament, names, entrant)}
                for seat, entrant in zip(SEATS, placed.pairing.entrants, strict=False)
            },
            "result": placed.result.word if placed.result else None,
            "games": placed.result.games if placed.result else "",
            "remaining_ms": one.remaining_ms(now_ms, tournament.settings.round_ms, placed.extra_ms),
        }
        for placed in one.placed
    ]
    return said


def standings_of(tournament: Tournament, names: Mapping[str, str]) -> dict[str, Any]:
    """The standings, each tie-break with the sum that leads to it."""
    return {
        "version": tournament.version,
        "closed": tournament.closed,
        "standings": [
            {
                "place": line.place,
                "entrant": line.entrant,
                "name": name_of(tournament, names, line.entrant),
                "points": line.points,
                "penalty": line.penalty,
                "drawn": line.drawn,
                "playing": tournament.entrants[line.entrant - 1].playing,
                "tiebreaks": {value.name: {"value": figure(value.name, value.value), "sum": value.sum} for value in line.breaks},
            }
            for line in standings(tournament)
        ],
    }

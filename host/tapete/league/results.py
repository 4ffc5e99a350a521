"""Check whether a word is a result of a match, and whether it may still be set there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tapete.core.refusals import Refusal
from tapete.core.seats import SEATS
from tapete.league import league_codes
from tapete.league.tournament import FORFEIT, Placed, Tournament, TournamentSettings, games_of

GAMES = re.compile(r"[0-9]-[0-9](-[0-9])?")
"""Games of a match: won by A, by B, and drawn."""


def split(said: str) -> tuple[str, str]:
    """A result as it is said: its word, and its games (`A 2-1`)."""
    word, _, games = said.partition(" ")
    return word, games


def match_of(settings: TournamentSettings, games: Iterable[str], *, decisive: bool = False) -> str:
    """What the games of a match of two come to, as it is said (`A 2-1`); empty: the match goes on.

    Args:
        settings: say how many games decide. games: the result of each in one word, in their order; what nobody won counts as drawn.
        decisive: of a bracket, where a match goes on until it is won.
    """
    won = Counter[str]()
    for one in games:
        if one == "stopped":
            return one
        won[one if one in ("A", "B") else "drawn"] += 1
        a, b, drawn = won["A"], won["B"], won["drawn"]
        if max(a, b) == settings.needed or (won.total() >= settings.best_of and (a != b or not decisive)):
            word = "A" if a > b else "B" if b > a else "draw"
            return f"{word} {a}-{b}" + (f"-{drawn}" if drawn else "")
    return ""


def result_faults(tournament: Tournament, round_number: int, placed: Placed, said: str) -> Iterator[Refusal]:
    """Say what stands against a result.

    Args:
        tournament: as it stands.
        round_number: of the match.
        placed: the match.
        said: the word as in a match file: winners by their seats in order (`A`, `A,C`), `draw`, `loss`, or `stopped`; then perhaps games.
    """
    word, games = split(said)
    seats, elimination = SEATS[: len(placed.pairing.entrants)], tournament.is_bracket(round_number)
    winners = word.split(",")
    won = winners == [seat for seat in seats if seat in winners]
    if not won and word not in ("draw", "loss", "stopped"):
        yield league_codes.BAD_RESULT(result=said)
    elif games and not _fit(tournament.settings, len(seats), word, games):
        yield league_codes.BAD_GAMES(games=games, best_of=tournament.settings.best_of)
    elif elimination and (word in ("draw", "loss") or (won and len(winners) != 1)):
        yield league_codes.NEEDS_WINNER()
    elif elimination and len(tournament.rounds) > round_number and placed.result is not None and placed.result.word != word:
        yield league_codes.NOT_THE_LAST(last=len(tournament.rounds))


def _fit(settings: TournamentSettings, seats: int, word: str, games: str) -> bool:
    """Whether games of two lead to a result; a match that was cut off by time may have fewer than it needs."""
    if seats != 2 or word == "stopped":
        return False
    if games == FORFEIT:
        return word != "draw"
    if not GAMES.fullmatch(games) or word == "loss":
        return False
    a, b, _drawn = games_of(word, games, settings.needed)
    return max(a, b) <= settings.needed > min(a, b) and word == ("A" if a > b else "B" if b > a else "draw")

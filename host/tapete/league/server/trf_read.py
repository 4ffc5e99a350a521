"""FIDE's Tournament TrfReport File read as an event: names, ratings, pairings and results of every round, as its log would have them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from tapete.core import names
from tapete.core.codec import convert
from tapete.core.refusals import Code, Illegal
from tapete.core.texts import _
from tapete.league.deciding import decide, opened
from tapete.league.decisions import AnyDecision, CloseRound, EnterEntrant, MarkAbsent, PairRound, PublishRound, SetResult
from tapete.league.presets import PRESETS
from tapete.league.server import entry_forms
from tapete.league.tournament import FORFEIT, Pairing, TournamentSettings

BAD_TRF = Code("bad_trf", "", _("Line {line} of the report cannot be read as TRF: {said}. Put it right, or write the file anew."))
NO_PLAYERS = Code("no_players", "", _("This file has no line of a player (001): choose a report of a tournament (TRF)."))
TWO_TELL = Code("two_tell", "", _("Round {round}: players {a} and {b} do not tell the same of their game. Put the report right."))
NOT_FOUND = _("its columns are not those of a player")

MOST_PLAYERS = 500
"""Most players of a report."""

WON, DRAWN, LOST = frozenset("1W+"), frozenset("=D"), frozenset("0L-")
"""Results of a game as a report writes them; `+` and `-` without a game."""


class TrfGame(Struct, frozen=True):
    """A round of one player: the opponent (0: none), the colour, and what came of it."""

    opponent: int
    colour: str
    result: str


class TrfPlayer(Struct, frozen=True):
    """A line of a player."""

    number: int
    name: str
    rating: int
    rounds: tuple[TrfGame, ...]


class TrfReport(Struct, frozen=True):
    """An event as a report tells it: its settings, the names by persons, and what was decided, each with its reason."""

    settings: TournamentSettings
    names: dict[str, str]
    log: tuple[tuple[AnyDecision, str], ...]


def read(text: str) -> TrfReport:
    """Read a report.

    Raises:
        Illegal: a line cannot be read, or two lines tell otherwise of one game; with the line or the round.
    """
    said: dict[str, str] = {}
    players: list[TrfPlayer] = []
    for number, line in enumerate(text.replace("\ufeff", "").splitlines(), 1):
        code, rest = line[:3], line[4:].strip()
        if code == "001":
            players.append(_player(number, line))
        elif code and code not in said:
            said[code] = rest
    if not players:
        raise Illegal((NO_PLAYERS(),))
    if len(players) > MOST_PLAYERS:
        raise Illegal((entry_forms.TOO_MANY_NAMES(most=MOST_PLAYERS),))
    players.sort(key=lambda one: one.number)
    rounds = max(len(one.rounds) for one in players)
    settings = _settings(said, rounds)
    persons = {one.number: entry_forms.new_person() for one in players}
    log = tuple(_log(players, persons, rounds))
    now = opened(settings)
    for what, why in log:  # nothing is begun that could not have been decided
        now, _entry = decide(now, what, who="", at_ms=0, why=why)
    return TrfReport(settings, {persons[one.number]: one.name for one in players}, log)


def _player(number: int, line: str) -> TrfPlayer:
    rank, rating, name = line[4:8].strip(), line[48:52].strip(), names.tidy(line[14:47])
    if not rank.isdecimal() or not name or (rating and not rating.isdecimal()):
        raise Illegal((BAD_TRF(line=number, said=NOT_FOUND),))
    cells = [line[at : at + 10] for at in range(89, len(line.rstrip()), 10)]
    return TrfPlayer(int(rank), name, int(rating or 0), tuple(_told(number, cell) for cell in cells))


def _told(number: int, cell: str) -> TrfGame:
    opponent, colour, result = cell[2:6].strip(), cell[7:8], cell[9:10].strip().upper() if len(cell) > 9 else ""
    if not re.fullmatch(r"\d{0,4}", opponent) or (result and result not in "1W+=D0L-FUHZ"):
        raise Illegal((BAD_TRF(line=number, said=NOT_FOUND),))
    return TrfGame(int(opponent or 0), colour, result or "Z")


def _settings(said: Mapping[str, str], rounds: int) -> TournamentSettings:
    worth = {name: said.get(code, "") for name, code in (("win", "BBW"), ("draw", "BBD"), ("bye", "BBU"))}
    given: dict[str, Any] = {**PRESETS["chess"], "reckoning": "chess"}
    if worth["win"]:
        points = {name: int(float(value)) for name, value in worth.items() if re.fullmatch(r"\d{1,2}(\.0)?", value)}
        given = {"points": {"win": 3, "draw": 1, "bye": points.get("win", 3), **points}}
    planned = next((int(said[code]) for code in ("XXR", "142") if re.fullmatch("[0-9]{1,3}", said.get(code, ""))), rounds)
    return convert(
        {
            "name": " ".join(said.get("012", "").split())[:80] or "TRF",
            "game": entry_forms.OTHER_GAME,
            "seed": secrets.token_hex(8),
            "rounds": max(1, planned, rounds),
            **given,
        },
        TournamentSettings,
    )


def _log(players: list[TrfPlayer], persons: Mapping[int, str], rounds: int) -> Iterator[tuple[AnyDecision, str]]:
    """The decisions that lead to what the report tells."""
    entrant = {one.number: number for number, one in enumerate(players, 1)}
    for one in players:
        yield EnterEntrant(persons[one.number], min(one.rating, 10_000)), ""
    for index in range(rounds):
        told = {one.number: one.rounds[index] if index < len(one.rounds) else TrfGame(0, "", "Z") for one in players}
        pairings, results = list[Pairing](), list[str]()
        free, away = list[Pairing](), list[Pairing]()
        for number, here in told.items():
            if here.opponent == 0:
                kind = "bye" if here.result in "FU1+" else "absent"
                half = kind == "absent" and here.result in "H="
                if kind == "absent":
                    yield MarkAbsent(entrant[number], half), "TRF"
                (free if kind == "bye" else away).append(Pairing(kind, (entrant[number],), half))  # type: ignore[arg-type]
                continue
            there = told.get(here.opponent)
            if there is None or there.opponent != number:
                raise Illegal((TWO_TELL(round=index + 1, a=number, b=here.opponent),))
            if here.colour == "b" or (here.colour not in "wb" and number > here.opponent) or (there.colour == "w" and here.colour != "w"):
                continue  # told once, from the side that has white
            pairings.append(Pairing("match", (entrant[number], entrant[here.opponent])))
            results.append(_result(index + 1, number, here, there))
        yield PairRound(index + 1, (*pairings, *free, *away), repeats=True), "TRF"
        yield PublishRound(index + 1), ""
        for table, result in enumerate(results, 1):
            yield SetResult(index + 1, table, result, "file"), ""
        yield CloseRound(index + 1), ""


def _result(round_number: int, number: int, here: TrfGame, there: TrfGame) -> str:
    """What came of a game, by the lines of both."""
    forfeit = f" {FORFEIT}" if {here.result, there.result} <= {"+", "-"} else ""
    if here.result in WON and there.result in LOST:
        return f"A{forfeit}"
    if here.result in LOST and there.result in WON:
        return f"B{forfeit}"
    if here.result in DRAWN and there.result in DRAWN:
        return "draw"
    if here.result in LOST and there.result in LOST:
        return f"loss{forfeit}"
    raise Illegal((TWO_TELL(round=round_number, a=number, b=here.opponent),))

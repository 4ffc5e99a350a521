"""Decisions, results and settings as sentences: for the log, for what is about to be decided, and for the wall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tapete.core.names import shown
from tapete.core.texts import Given, Text, Words, _
from tapete.league import decisions as of
from tapete.league.results import split
from tapete.league.tournament import FORFEIT, Placed, ResultSource, Sanction, System, Tournament

_WORDS = Words()

SYSTEMS: dict[System, Text] = {
    "swiss": _("Swiss"),
    "round_robin": _("Round robin"),
    "elimination": _("Elimination"),
    "ladder": _("Ladder"),
}

RESULTS: dict[str, Text] = {"draw": _("draw"), "loss": _("nobody won"), "stopped": _("stopped")}

AGREED = _("draw by agreement")
NOBODY_CAME = _("nobody came")
WON = _("{who} {who:wins|win}")
WON_GAMES = _("{who} {who:wins|win} {games}")
DRAWN_GAMES = _("draw {games}")
WON_WITHOUT = _("{who} {who:wins|win}: the other one did not come")
NO_RESULT = _("no result yet")

SOURCES: dict[ResultSource, Text] = {
    "table": _("by the table"),
    "file": _("by a match file"),
    "players": _("by the players"),
    "judge": _("by a judge"),
}

ANY_TABLE = _("{name} sits at any table.")

SANCTIONS: dict[Sanction, Text] = {
    "warning": _("warning"),
    "game_loss": _("loss of a game"),
    "match_loss": _("loss of the match"),
    "disqualification": _("disqualification"),
}

INFRACTIONS: dict[str, Text] = {
    "late": _("late or gone"),
    "slow": _("slow play"),
    "deck": _("deck or list"),
    "play": _("rules of the game"),
    "conduct": _("conduct"),
    "other": _("something else"),
}
"""What went wrong, as staff choose it."""

SENTENCES: dict[type[of.Deciding], Text] = {
    of.EnterEntrant: _("{name} enters."),
    of.AskToEnter: _("{name} asks to come in."),
    of.TurnAway: _("{name} is not taken in."),
    of.MoveDivision: _("{name} plays in the division “{division}”."),
    of.DropEntrant: _("{name} drops."),
    of.ReturnEntrant: _("{name} returns."),
    of.MarkAbsent: _("{name} is absent from the next round."),
    of.MarkPresent: _("{name} is not absent after all."),
    of.ForbidPair: _("{a} and {b} are kept apart."),
    of.AllowPair: _("{a} and {b} may meet again."),
    of.Penalize: _("{name} loses {said} {points:point|points}."),
    of.LiftPenalty: _("The penalty of decision {decision} is lifted."),
    of.PenalizeInfraction: _("{name}: {sanction} ({infraction})."),
    of.PairRound: _("Round {round} is paired."),
    of.PublishRound: _("Round {round} is published."),
    of.StartRound: _("The clock of round {round} starts."),
    of.PauseRound: _("The clock of round {round} stops."),
    of.ResumeRound: _("The clock of round {round} goes on."),
    of.CloseRound: _("Round {round} is closed."),
    of.TakeBackRound: _("Round {round} is taken back."),
    of.SeatLate: _("Round {round}: {name} is seated against the bye."),
    of.FixTable: _("{name} always sits at table {table}."),
    of.GiveTime: _("Round {round}, table {pairing}: {minutes} {minutes:minute|minutes} more."),
    of.SetResult: _("Round {round}, table {pairing}: {said} ({source})."),
    of.PlayAgain: _("Round {round}, table {pairing} is played again."),
    of.LeaveAside: _("What was told of a match that is not paired now is left aside."),
    of.CloseTournament: _("The event is closed."),
    of.ReopenTournament: _("The event is open again."),
}
"""What is decided, by its kind."""

NameOf = Callable[[int], str]
"""The name of an entrant by the number."""


def numbered(tournament: Tournament, names: Mapping[str, str], entrant: int) -> str:
    """An entrant as lists show them: the number and the name, which may be forgotten."""
    one = tournament.entrant(entrant)
    name = names.get(one.person, "") if one is not None else ""
    return f"{entrant} {shown(name)}".rstrip()


def plain_name(tournament: Tournament, names: Mapping[str, str], entrant: int) -> str:
    """The name of an entrant as it is kept, for files and comparisons; the number where the name was forgotten."""
    one = tournament.entrant(entrant)
    return (names.get(one.person, "") if one is not None else "") or f"#{entrant}"


def named(tournament: Tournament, names: Mapping[str, str], entrant: int) -> str:
    """The name of an entrant as sentences show it (`core.names.shown`)."""
    return shown(plain_name(tournament, names, entrant))


def result_text(tournament: Tournament, names: Mapping[str, str], round_number: int, pairing: int, word: str | None) -> Text:
    """What came of a match, with the names of those who won."""
    placed = next((one for one in tournament.rounds[round_number - 1].placed if one.number == pairing), None)
    return NO_RESULT if word is None else said_result(tournament, names, placed, word)


def said_result(tournament: Tournament, names: Mapping[str, str], placed: Placed | None, said: str) -> Text:
    """A result of a match as it is said, with its games; without the match its word alone."""
    word, games = split(said)
    if word in RESULTS and not games:
        return RESULTS[word]
    if word == "draw":
        return AGREED if games.startswith("0-0-") else _WORDS.say(DRAWN_GAMES, {"games": dashed(games)})
    if word == "loss":
        return NOBODY_CAME
    if placed is None:
        return Given(said)
    won = [named(tournament, names, one) for one in placed.pairing.entrants if placed.seat_of(one) in word.split(",")]
    if not games:
        return _WORDS.say(WON, {"who": won})
    if games == FORFEIT:
        return _WORDS.say(WON_WITHOUT, {"who": won})
    a, b, *drawn = games.split("-")
    mine = "-".join((a, b, *drawn) if word == "A" else (b, a, *drawn))
    return _WORDS.say(WON_GAMES, {"who": won, "games": dashed(mine)})


def dashed(games: str) -> Text:
    """Games as people print them: 2–1."""
    return Given(games.replace("-", "–"))


def decision_text(tournament: Tournament, names: Mapping[str, str], what: of.Deciding) -> Text:
    """A decision as a sentence.

    Args:
        tournament: in which its rounds and entrants are.
        names: of persons.
        what: was or is to be decided.
    """
    given: dict[str, Any] = {name: getattr(what, name) for name in what.__struct_fields__}
    if isinstance(what, of.EnterEntrant | of.AskToEnter | of.TurnAway):
        given["name"] = names.get(what.person) or "…"
    if isinstance(what, of.OfEntrant):
        given["name"] = named(tournament, names, what.entrant)
    if isinstance(what, of.SeatLate):
        given["name"] = named(tournament, names, what.entrant)
    if isinstance(what, of.FixTable) and not what.table:
        return _WORDS.say(ANY_TABLE, given)
    if isinstance(what, of.PenalizeInfraction):
        given |= {"sanction": SANCTIONS[what.sanction], "infraction": INFRACTIONS[what.infraction]}
    if isinstance(what, of.Penalize):
        given["said"] = Given(tournament.settings.written(what.points))
    if isinstance(what, of.OfTwo):
        given |= {"a": named(tournament, names, what.a), "b": named(tournament, names, what.b)}
    if isinstance(what, of.GiveTime):
        given["minutes"] = what.extra_ms // 60_000
    if isinstance(what, of.SetResult):
        known = what.round <= len(tournament.rounds)
        said = result_text(tournament, names, what.round, what.pairing, what.result) if known else Given(what.result)
        given |= {"said": said, "source": SOURCES[what.source]}
    return _WORDS.say(SENTENCES[type(what)], given)

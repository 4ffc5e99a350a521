"""Put what the coach says of a sampled match into sentences, for the terminal and the last page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tapete.coach import PlayedOn, Silence
from tapete.coach.review import percent, signed
from tapete.coach.sampled import DecisiveEntry
from tapete.core import notation
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, _

SENTENCES = 4
"""So many sentences tell what happened in an entry."""

HOW = _("The coach: medium bots played {matches} matches on from each moment. Chances are {name}'s; a draw is half a match.")
NOTHING_SURE = _("No single move decided for sure. More matches see smaller changes: --play-outs.")
NOTHING_DECIDED = _("No single move decided for sure.")
_DECIDED = _("Move {seq} decided: {before} → {after}, a change of {change} (from {low} to {high}).")
_BETTER = _("Better for {name} by {gain} (from {low} to {high}):")

LEFT_OUT = _(
    "The coach looks at the match up to move {read} of {all}: these rules do not come to the state after that, and the rest is left out. "
    "The Tapete that played the match can read all of it."
)

SILENCES = {
    "game": _("The coach is silent: this game has no bots that could play on from its moments."),
    "corrected": _("The coach is silent: the record was put where no match comes to."),
    "nothing": _("The coach is silent: no turn was played to its end."),
}


def silence(why: Silence, language: Language) -> str:
    """Say why the coach is silent."""
    return SILENCES[why].in_(language)


def left_out(read: int, entries: int, language: Language) -> str:
    """Say that the coach sees a part of a match alone, where these rules replay no more of it; empty where they replay all.

    Args:
        read: entries that were replayed. entries: of the match. language: of the sentence.
    """
    return "" if read >= entries else LEFT_OUT.fill(read=read, all=entries).in_(language)


class EntryTold(NamedTuple):
    """A moment that decided: how the chance changed, what happened, and what would have been better with what would have come of it."""

    decided: str
    happened: list[str]
    better: str
    instead: list[str]


def moments(found: PlayedOn, names: Mapping[Seat, str], language: Language, rules: Rules[Any]) -> list[EntryTold]:
    """The moments of a match in words.

    Args:
        names: what the players are called. language: of the sentences. rules: of the match, whose sentences call players by names.
    """
    return [
        EntryTold(
            _DECIDED.fill(
                seq=one.seq,
                before=percent(one.before.chance),
                after=percent(one.after.chance),
                change=signed(one.change),
                low=signed(one.low),
                high=signed(one.high),
            ).in_(language),
            [rules.sentence(event).in_(language) for event in one.events[:SENTENCES]],
            _better(one, names, language),
            _instead(one, language, rules),
        )
        for one in found.moments
    ]


def _better(one: DecisiveEntry, names: Mapping[Seat, str], language: Language) -> str:
    if one.better is None:
        return ""
    figures = {name: signed(getattr(one.better, name)) for name in ("gain", "low", "high")}
    return _BETTER.fill(name=names.get(one.better.action["seat"], ""), **figures).in_(language)


def _instead(one: DecisiveEntry, language: Language, rules: Rules[Any]) -> list[str]:
    """What would have come of the better answer; where nothing is told of it, the answer itself."""
    if one.better is None:
        return []
    told = [rules.sentence(event).in_(language) for event in one.better.events[:SENTENCES]]
    return told or [notation.write(rules.read(one.better.action))]

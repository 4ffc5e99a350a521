"""Print what the coach says of a match in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tapete.coach.review import percent, signed
from tapete.i18n import _

if TYPE_CHECKING:
    from tapete.coach import Bid, PlayedOn, Review, Silence
    from tapete.coach.sampled import DecisiveEntry
    from tapete.core.match import Match
    from tapete.core.rules import Rules
    from tapete.core.seats import Seat
    from tapete.core.texts import Language

BAR = 30
"""Blocks of the longest bar."""

LEAST_SHOWN = 0.005
"""Bids that perfect play makes less often than this have no bar."""


def plain(found: Review | PlayedOn | Silence) -> dict[str, Any]:
    """A review as plain data: figures of each turn, and the sums, or the sampled curve; or why there is no review."""
    from tapete.coach import PlayedOn
    from tapete.core.codec import builtins

    if isinstance(found, str):
        return {"silent": found}
    if isinstance(found, PlayedOn):
        return {
            "play_outs": found.play_outs,
            "curve": builtins(found.curve),
            "moments": [_moment(one) for one in found.moments],
        }
    seats: tuple[Seat, Seat] = ("A", "B")
    return {
        "as_if_no_cards": found.as_if,
        "turns": [{**builtins(turn), "costs": {bid.seat: bid.cost for bid in turn.bids}} for turn in found.turns],
        "cost": {seat: found.cost(seat) for seat in seats},
        "luck": {seat: found.luck(seat) for seat in seats},
        "moments": [{"seq": turn.seq, "seat": bid.seat, "cost": bid.cost} for turn, bid in found.moments()],
    }


def _moment(one: DecisiveEntry) -> dict[str, Any]:
    better = None if one.better is None else {**_figures(one.better), "action": one.better.action}
    return {**_figures(one), "seat": one.seat, "better": better}


def told(found: Review | PlayedOn | Silence, names: Mapping[Seat, str], match: Match[Any]) -> Iterator[str]:
    """What the coach says of a match, line by line, in the language spoken."""
    from tapete.coach import PlayedOn
    from tapete.commands import hosting
    from tapete.table import story

    if not isinstance(found, PlayedOn):
        return lines(found, names)
    return sampled_lines(found, names, hosting.language(), story.with_names(match.rules, names, match.state))


def _figures(one: Any) -> dict[str, Any]:
    """The fields of a struct that are numbers or points."""
    from tapete.core.codec import builtins

    return {name: builtins(getattr(one, name)) for name in one.__struct_fields__ if name not in ("events", "better", "action", "seat")}


def sampled_lines(found: PlayedOn, names: Mapping[Seat, str], language: Language, rules: Rules[Any]) -> Iterator[str]:
    """What the sampled coach says, line by line.

    Args:
        names: what the players are called. language: of the sentences. rules: of the match, whose sentences call players by names.
    """
    from tapete.presentation import coach_words as words

    yield words.HOW.fill(matches=found.play_outs, name=names["A"]).in_(language)
    for point in found.curve:
        yield _("Move {seq}: {chance} (from {low} to {high})").format(
            seq=point.seq, chance=percent(point.chance), low=percent(point.low), high=percent(point.high)
        )
    if not found.moments:
        yield words.NOTHING_SURE.in_(language)
    for one in words.moments(found, names, language, rules):
        yield ""
        yield one.decided
        yield from ("  " + line for line in one.happened)
        if one.better:
            yield "  " + one.better
            yield from ("    " + line for line in one.instead)


def lines(found: Review | Silence, names: Mapping[Seat, str]) -> Iterator[str]:
    """What the coach says, line by line.

    Args:
        names: what the players are called.
    """
    if isinstance(found, str):
        yield silence(found)
        return
    if found.as_if:
        yield _("The coach counts as if no cards existed: no spell was cast, though players held some.")
        yield _("Chances are {name}'s, and a draw is half a match.").format(name=names["A"])
    else:
        yield _("The coach: no card was left, so this is exact. Chances are {name}'s, and a draw is half a match.").format(name=names["A"])
    for turn in found.turns:
        bids = ", ".join(
            _("{name} bids {bid} of {mana} (costs {cost})").format(name=names[bid.seat], bid=bid.bid, mana=bid.mana, cost=percent(bid.cost))
            for bid in turn.bids
        )
        yield _("Round {round}, turn {turn}: {before} → {after}. {bids}. Luck: {luck}.").format(
            round=turn.round, turn=turn.turn, before=percent(turn.before), after=percent(turn.after), bids=bids, luck=signed(turn.luck)
        )
    for turn, bid in found.moments():
        yield ""
        dear = _("Round {round}, turn {turn}: the {bid} of {name} has cost {cost}. Perfect play bids:")
        if found.as_if:
            dear = _("Round {round}, turn {turn}: the {bid} of {name} has cost {cost}. Perfect play without cards bids:")
        yield dear.format(round=turn.round, turn=turn.turn, bid=bid.bid, name=names[bid.seat], cost=percent(bid.cost))
        yield from chart(bid)
    yield ""
    for seat in ("A", "B"):
        yield _("{name}: the bids have cost {cost} in all, and luck has brought {luck}.").format(
            name=names[seat], cost=percent(found.cost(seat)), luck=signed(found.luck(seat))
        )


def chart(bid: Bid) -> Iterator[str]:
    """Perfect play's bids as bars; the bid that was made is marked, even where its bar is empty."""
    most = max(bid.mix)
    for amount, p in enumerate(bid.mix, 1):
        if p >= LEAST_SHOWN or amount == bid.bid:
            mark = "◀" if amount == bid.bid else ""
            yield f"  {amount:>2} {'█' * round(BAR * p / most):<{BAR}} {percent(p):>7} {mark}".rstrip()


def silence(why: Silence) -> str:
    """Say why the coach is silent, and what would help."""
    from tapete.commands import hosting
    from tapete.presentation import coach_words

    return coach_words.silence(why, hosting.language())

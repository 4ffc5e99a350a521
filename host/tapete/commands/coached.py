"""What the coach says of a match, in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tapete.i18n import _

if TYPE_CHECKING:
    from tapete.coach import Bid, Review, Silence
    from tapete.core.seats import Seat

BAR = 30
"""Blocks of the longest bar."""

LEAST_SHOWN = 0.005
"""Bids that perfect play makes less often than this have no bar."""


def plain(found: Review | Silence) -> dict[str, Any]:
    """A review as plain data: figures of each turn, and the sums; or why there is none."""
    from tapete.core.codec import builtins

    if isinstance(found, str):
        return {"silent": found}
    seats: tuple[Seat, Seat] = ("A", "B")
    return {
        "turns": [{**builtins(turn), "costs": {bid.seat: bid.cost for bid in turn.bids}} for turn in found.turns],
        "cost": {seat: found.cost(seat) for seat in seats},
        "luck": {seat: found.luck(seat) for seat in seats},
        "moments": [{"seq": turn.seq, "seat": bid.seat, "cost": bid.cost} for turn, bid in found.moments()],
    }


def lines(found: Review | Silence, names: Mapping[Seat, str]) -> Iterator[str]:
    """What the coach says, line by line.

    Args:
        names: what the players are called.
    """
    if isinstance(found, str):
        yield silence(found)
        return
    yield _("The coach: without spells this is exact. Chances are {name}'s, and a draw is half a match.").format(name=names["A"])
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
        yield _("Round {round}, turn {turn}: the {bid} of {name} has cost {cost}. Perfect play bids:").format(
            round=turn.round, turn=turn.turn, bid=bid.bid, name=names[bid.seat], cost=percent(bid.cost)
        )
        yield from chart(bid)
    yield ""
    for seat in ("A", "B"):
        yield _("{name}: the bids have cost {cost} in all, and luck has brought {luck}.").format(
            name=names[seat], cost=percent(found.cost(seat)), luck=signed(found.luck(seat))
        )


def chart(bid: Bid) -> Iterator[str]:
    """Perfect play's bids as bars; the bid that was made is marked, whatever its bar."""
    most = max(bid.mix)
    for amount, p in enumerate(bid.mix, 1):
        if p >= LEAST_SHOWN or amount == bid.bid:
            mark = "◀" if amount == bid.bid else ""
            yield f"  {amount:>2} {'█' * round(BAR * p / most):<{BAR}} {percent(p):>7} {mark}".rstrip()


def silence(why: Silence) -> str:
    """Say why the coach is silent, and what would help."""
    return {
        "game": _("The coach knows Shazamm only."),
        "spells": _("The coach is silent: spells were cast. It is exact only for a match in which nobody casts any."),
        "house_rule": _("The coach is silent: the house rule collapse_order makes another game. It knows `final`."),
        "corrected": _("The coach is silent: the record was put where no match comes to."),
        "nothing": _("The coach is silent: no turn was played to its end."),
    }[why]


def percent(part: float) -> str:
    """A part of a match, in percent."""
    return f"{100 * part:.1f} %"


def signed(part: float) -> str:
    """Return the number with its sign; none where it rounds to zero."""
    told = f"{100 * part:+.1f} %"
    return "0.0 %" if told in ("+0.0 %", "-0.0 %") else told

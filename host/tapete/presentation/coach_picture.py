"""The curve of a match as a picture to take home: the first seat's chance over the match, its interval, and the moments that decided.

It needs no style sheet, no font and no other file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from tapete.coach import PlayedOn, Review
from tapete.coach.review import percent, signed
from tapete.core.seats import Seat
from tapete.core.texts import Language, _
from tapete.presentation.svg import element, group

WIDTH, HEIGHT = 1200, 560
LEFT, RIGHT, TOP, BOTTOM = 130, 60, 110, 90
"""In units of the picture, whose letters are 34 high."""

INK, PAPER, FAINT, BAND, LINE = "#24201a", "#fffdf8", "#b9ad96", "#ead9ae", "#8a5f00"

_TITLE = _("The chance of {name} over the match")
_EXACT = _("exact; a draw is half a match")
_AS_IF = _("as if no cards existed; a draw is half a match")
_SAMPLED = _("from {matches} matches played on from each point; the band holds the true chance 95 times of 100")
_FROM_TO = _("{first} % at the start, {last} % at the end")


_DEAR = _("Round {round}, turn {turn}: the {bid} of {name} has cost {cost}; perfect play bids {often} most often.")
_DEAR_AS_IF = _("Round {round}, turn {turn}: the {bid} of {name} has cost {cost}; without cards, perfect play bids {often} most often.")
_SUPPOSED = _("No spell was cast, though players held some: these figures are those of the same bids as if no cards existed.")
_SUM = _("{name}: the bids have cost {cost} in all, and luck has brought {luck}.")


def told(found: Review, names: Mapping[Seat, str], language: Language) -> list[str]:
    """The costliest bids in the order of their numbers in the picture, then what bids and luck have brought each seat.

    Args:
        found: an exact review. names: what the players are called. language: of the words.
    """
    dear = [
        (_DEAR_AS_IF if found.as_if else _DEAR).fill(
            round=turn.round,
            turn=turn.turn,
            bid=bid.bid,
            name=names[bid.seat],
            cost=percent(bid.cost),
            often=max(range(len(bid.mix)), key=bid.mix.__getitem__) + 1,
        )
        for turn, bid in found.moments()
    ]
    sums = [
        _SUM.fill(name=names[bid.seat], cost=percent(found.cost(bid.seat)), luck=signed(found.luck(bid.seat)))
        for bid in found.turns[0].bids
    ]
    return [text.in_(language) for text in (*dear, *sums, *([_SUPPOSED] if found.as_if else []))]


class Spot(NamedTuple):
    """A point of the curve: how far the match was (0..1), and the chance with its interval."""

    at: float
    chance: float
    low: float
    high: float


def draw(found: Review | PlayedOn, name: str, language: Language) -> Markup:
    """Draw the curve of a review; numbers stand where the match was decided, in the order of the words.

    Args:
        found: what the coach says. name: of the first seat's player. language: of the words.
    """
    spots, marks = _spots(found)
    if isinstance(found, Review):
        subtitle = (_AS_IF if found.as_if else _EXACT).in_(language)
    else:
        subtitle = _SAMPLED.fill(matches=found.play_outs).in_(language)
    told = _FROM_TO.fill(first=round(100 * spots[0].chance), last=round(100 * spots[-1].chance)).in_(language)
    edge = [*((spot.at, spot.high) for spot in spots), *((spot.at, spot.low) for spot in reversed(spots))]
    return element(
        "svg",
        element("title", _TITLE.fill(name=name).in_(language), id="coach-title"),
        element("desc", f"{told}; {subtitle}", id="coach-told"),
        element("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=PAPER),
        element("text", _TITLE.fill(name=name).in_(language), x=LEFT, y=44, font_weight="bold"),
        element("text", subtitle, x=LEFT, y=HEIGHT - 24, font_size=22),
        *(_scale(chance) for chance in (0.0, 0.5, 1.0)),
        element("polygon", points=_points(edge), fill=BAND),
        element(
            "polyline",
            points=_points([(spot.at, spot.chance) for spot in spots]),
            fill="none",
            stroke=LINE,
            stroke_width=5,
            stroke_linejoin="round",
        ),
        *(_mark(number, at) for number, at in enumerate(marks, 1)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby="coach-title coach-told",
        class_="recap",
        font_family="system-ui, 'DejaVu Sans', sans-serif",
        font_size=30,
        fill=INK,
    )


def _spots(found: Review | PlayedOn) -> tuple[list[Spot], list[float]]:
    """The points of the curve, and how far the match was at each moment."""
    if isinstance(found, PlayedOn):
        last = max(1, found.curve[-1].seq)
        return (
            [Spot(point.seq / last, point.chance, point.low, point.high) for point in found.curve],
            [one.seq / last for one in found.moments],
        )
    chances = [found.turns[0].before, *(turn.after for turn in found.turns)]
    last = len(chances) - 1
    places = {turn.seq: place for place, turn in enumerate(found.turns, 1)}
    return [Spot(n / last, one, one, one) for n, one in enumerate(chances)], [places[turn.seq] / last for turn, _bid in found.moments()]


def _x(at: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * at


def _y(chance: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * chance


def _points(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{_x(at):.1f},{_y(chance):.1f}" for at, chance in places)


def _scale(chance: float) -> Markup:
    """A line across, with its percents."""
    y = _y(chance)
    line = element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=FAINT, stroke_width=2)
    return group(line, element("text", f"{100 * chance:.0f} %", x=LEFT - 14, y=y + 10, text_anchor="end"))


def _mark(number: int, at: float) -> Markup:
    """A numbered line where a moment decided."""
    x = _x(at)
    return group(
        element("line", x1=x, x2=x, y1=TOP - 16, y2=HEIGHT - BOTTOM, stroke=INK, stroke_width=2, stroke_dasharray="3 7"),
        element("circle", cx=x, cy=TOP - 32, r=21, fill=INK),
        element("text", str(number), x=x, y=TOP - 21, text_anchor="middle", fill=PAPER, font_weight="bold"),
    )

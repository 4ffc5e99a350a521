"""The recap of a match as a picture to take home: it needs no style sheet, no font and no other file.

Seats differ in colour, in the pattern of their line and in their shape; the wall has a band of its own.
"""

from __future__ import annotations

from markupsafe import Markup

from tapete.core.seats import Seat
from tapete.core.texts import Language, _, figure
from tapete.presentation.recap import Recap
from tapete.presentation.svg import element, group

WIDTH, NARROW, CHART = 1200, 680, 480
LEFT, RIGHT, TOP, BAND = 110, 190, 70, 150
"""In units of the picture, whose letters are 34 high; on a phone the narrow one can be read."""
INK, PAPER, FAINT, FIRE = "#24201a", "#fffdf8", "#b9ad96", "#a33f00"

LINES: dict[Seat, tuple[str, str | None]] = {
    "A": ("#8a5f00", None),
    "B": ("#1d6fa5", "18 8"),
    "C": ("#00694d", "4 8"),
    "D": ("#8f3d6b", "20 6 4 6"),
}
"""Each seat's colour, dark enough for paper, and the pattern of its line."""

_TITLE = _("The story of the match")
_WALL = _("Wall")


def is_worth_it(recap: Recap) -> bool:
    """Return whether anything has changed that a picture could show."""
    return len(recap.moments) > 1


def draw(recap: Recap, language: Language, width: int = WIDTH) -> Markup:
    """Return the recap of a match as a picture.

    Args:
        recap: the match in figures. language: of the picture's words. width: `WIDTH` or `NARROW`.
    """
    walls = any(moment.wall is not None for moment in recap.moments)
    height = CHART + (BAND if walls else 0)
    parts = [
        element("rect", x=0, y=0, width=width, height=height, fill=PAPER),
        *_scale(recap, width),
        *(_turning(recap, place, height, width) for place in range(len(recap.turning))),
        *(_line(recap, seat, width) for seat in recap.seats),
        *(_wall(recap, language, width) if walls else ()),
    ]
    return element(
        "svg",
        element("title", _TITLE.in_(language), id=f"recap-title-{width}"),
        element("desc", _described(recap, language), id=f"recap-told-{width}"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_labelledby=f"recap-title-{width} recap-told-{width}",
        class_="recap narrow" if width == NARROW else "recap",
        font_family="system-ui, 'DejaVu Sans', sans-serif",
        font_size=34,
        fill=INK,
    )


def turning_points(recap: Recap, language: Language) -> list[str]:
    """Return the turning points in words, in the order of their numbers in the picture."""
    return [point.text.in_(language) for point in recap.turning]


def _described(recap: Recap, language: Language) -> str:
    first, last = recap.moments[0], recap.moments[-1]
    words = [f"{seat}: {first.values[place]} → {last.values[place]}" for place, seat in enumerate(recap.seats)]
    return ". ".join([*words, *(point.text.in_(language) for point in recap.turning)])


def _x(recap: Recap, moment: float, width: int) -> float:
    return LEFT + (width - LEFT - RIGHT) * moment / max(1, len(recap.moments) - 1)


def _y(recap: Recap, value: float) -> float:
    return CHART - 50 - (CHART - 50 - TOP) * value / recap.largest


def _scale(recap: Recap, width: int) -> list[Markup]:
    """Three lines across, with their values."""
    found = []
    for value in dict.fromkeys((0, recap.largest // 2, recap.largest)):
        y = _y(recap, value)
        found.append(element("line", x1=LEFT, x2=width - RIGHT, y1=y, y2=y, stroke=FAINT, stroke_width=2))
        found.append(element("text", str(value), x=LEFT - 16, y=y + 12, text_anchor="end"))
    return found


def _line(recap: Recap, seat: Seat, width: int) -> Markup:
    """A seat's counter over the match, with its shape and value at the end."""
    place = recap.seats.index(seat)
    colour, pattern = LINES[seat]
    points = [(_x(recap, number, width), _y(recap, moment.values[place])) for number, moment in enumerate(recap.moments)]
    end_x, end_y = points[-1]
    line = element(
        "polyline",
        points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points),
        fill="none",
        stroke=colour,
        stroke_width=6,
        stroke_dasharray=pattern,
        stroke_linejoin="round",
    )
    label = element("text", f"{seat} {recap.moments[-1].values[place]}", x=end_x + 34, y=_label_y(recap, place))
    return group(line, _sign(seat, end_x + 14, end_y), label)


def _label_y(recap: Recap, place: int) -> float:
    """Return where a seat's last value is written: beside its line, but clear of the labels above it."""
    last = recap.moments[-1].values
    y = -1.0e9
    for other in sorted(range(len(last)), key=lambda one: (-last[one], one)):
        y = max(y + 38, _y(recap, last[other]) + 12)
        if other == place:
            break
    return y


def _sign(seat: Seat, x: float, y: float) -> Markup:
    """A seat's shape."""
    colour = LINES[seat][0]
    match seat:
        case "A":
            shape = element("circle", r=12, fill=colour)
        case "B":
            shape = element("polygon", points="0,-13 14,11 -14,11", fill=colour)
        case "C":
            shape = element("rect", x=-11, y=-11, width=22, height=22, fill=colour)
        case _:
            shape = element("polygon", points="0,-14 14,0 0,14 -14,0", fill=colour)
    return group(shape, x=x, y=y)


def _turning(recap: Recap, place: int, height: float, width: int) -> Markup:
    """A numbered line where the match turned; neighbours stand beside each other."""
    x = _x(recap, recap.turning[place].moment, width)
    before = [_x(recap, point.moment, width) for point in recap.turning[:place]]
    centre = x if all(abs(x - other) >= 48 for other in before) else max(before) + 48
    return group(
        element("line", x1=x, x2=x, y1=TOP, y2=height - 24, stroke=INK, stroke_width=2, stroke_dasharray="3 7"),
        element("circle", cx=centre, cy=TOP / 2, r=23, fill=INK),
        element("text", str(place + 1), x=centre, y=TOP / 2 + 12, text_anchor="middle", fill=PAPER, font_weight="bold"),
    )


def _wall(recap: Recap, language: Language, width: int) -> list[Markup]:
    """The wall's way across the bridge: above the middle it stands nearer to B's side, below nearer to A's."""
    middle = CHART + BAND / 2 - 10
    furthest = max(3, *(abs(moment.wall or 0) for moment in recap.moments))

    def y(wall: int) -> float:
        return middle - (BAND / 2 - 30) * wall / furthest

    points = [(_x(recap, number, width), y(moment.wall or 0)) for number, moment in enumerate(recap.moments)]
    last = recap.moments[-1].wall or 0
    return [
        element("line", x1=LEFT, x2=width - RIGHT, y1=middle, y2=middle, stroke=FAINT, stroke_width=2),
        element("text", "B", x=LEFT - 16, y=middle - 24, text_anchor="end"),
        element("text", "A", x=LEFT - 16, y=middle + 48, text_anchor="end"),
        element(
            "polyline",
            points=" ".join(f"{x:.1f},{at:.1f}" for x, at in points),
            fill="none",
            stroke=FIRE,
            stroke_width=8,
            stroke_linejoin="round",
        ),
        element("text", f"{_WALL.in_(language)} {figure(last, signed=True)}", x=points[-1][0] + 10, y=points[-1][1] + 12, fill=FIRE),
    ]

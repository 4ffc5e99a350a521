"""The shapes that the boards of all games are drawn with: flat SVG, few lines, exact places.

Colours are classes of the style sheet, so that both themes and print draw the same picture. Nothing is told by colour alone: seats have
their shape, what is broken is cracked, what burns has flames.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from markupsafe import Markup, escape

from tapete.core.seats import Seat

SEAT_SHAPES: dict[Seat, str] = {"A": "●", "B": "▲", "C": "■", "D": "◆"}
"""The shape of each seat as a character, the same on page, panel, enclosure and print."""

_kept = functools.lru_cache(maxsize=1024, typed=True)
"""Of a shape that is the same from picture to picture: it is drawn once."""


def element(tag: str, *children: str | Markup, **attributes: str | float | None) -> Markup:
    """One SVG or HTML element.

    Args:
        tag: its name.
        children: markup, or text that is escaped.
        attributes: `class_` is written `class`, `_` as `-`; None leaves an attribute out; numbers lose needless zeros.
    """
    # Boards have hundreds of elements: they are written without Markup's own formatting, which takes ten times as long.
    made = [f"<{tag}"]
    made += [_attribute(name, value) for name, value in attributes.items() if value is not None]
    made.append(">")
    made += [child if isinstance(child, Markup) else escape(child) for child in children]
    made.append(f"</{tag}>")
    return str.__new__(Markup, "".join(made))


@functools.lru_cache(maxsize=8192, typed=True)
def _attribute(name: str, value: str | float) -> str:
    """One attribute as markup has it; kept, for most of a picture is as it was in the picture before."""
    said = f"{value:g}" if isinstance(value, float) else escape(value)
    return f' {name.rstrip("_").replace("_", "-")}="{said}"'


def group(*children: Markup, x: float = 0, y: float = 0, scale: float = 1, flip: bool = False, **attributes: str | float | None) -> Markup:
    """Children moved to a place, scaled, and mirrored left to right where said."""
    moved = f"translate({x:g} {y:g})" + (f" scale({-scale if flip else scale:g} {scale:g})" if flip or scale != 1 else "")
    return element("g", *children, transform=moved, **attributes)


def picture(name: str, title: str, description: str, width: float, height: float, *children: Markup, class_: str = "board") -> Markup:
    """A whole picture that a screen reader can tell.

    Args:
        name: its id; unique on the page.
        title, description: what it is, and what can be seen on it now.
        width, height: of its own units.
        children: what is drawn, back to front.
        class_: its class; `board wide` may take more of the page's height.
    """
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", description, id=f"{name}-told"),
        *children,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_labelledby=f"{name}-title {name}-told",
        class_=class_,
    )


@_kept
def seat_sign(seat: Seat, size: float = 20, x: float = 0, y: float = 0) -> Markup:
    """The shape of a seat in its colour, centred on a place; `size` is its width."""
    half = size / 2
    if seat == "A":
        shape = element("circle", r=half * 0.95)
    elif seat == "B":
        shape = element("polygon", points=_points(((0, -half), (half * 1.08, half * 0.86), (-half * 1.08, half * 0.86))))
    elif seat == "C":
        shape = element("rect", x=-half * 0.86, y=-half * 0.86, width=half * 1.72, height=half * 1.72)
    else:
        shape = element("polygon", points=_points(((0, -half * 1.1), (half * 1.1, 0), (0, half * 1.1), (-half * 1.1, 0))))
    return group(shape, x=x, y=y, class_=f"sign seat-{seat}")


def moving(name: str, x: float, y: float, *children: Markup) -> Markup:
    """A group at a place that pages slide from where it was: `name` says which one it is from picture to picture."""
    return group(element("g", *children, data_move=name, data_x=float(x), data_y=float(y)), x=x, y=y)


@_kept
def slab(label: str, width: float, depth: float, class_: str = "slab") -> Markup:
    """One whole slab of stone seen from the front, its number on it; its top edge lies on the x axis, centred."""
    half = width / 2
    return Markup("").join(
        (
            element("path", d=f"M{-half + 1:g} 0H{half - 1:g}V{depth:g}H{-half + 1:g}Z", class_=class_),
            element("path", d=f"M{-half + 1:g} 0H{half - 1:g}V7H{-half + 1:g}Z", class_="slab-edge"),
            element("text", label, x=0, y=depth * 0.76, class_="slab-number"),
        )
    )


@_kept
def broken_slab(label: str, width: float, depth: float, tilt: float) -> Markup:
    """Where a slab was: a dashed gap with its number, and two pieces on their way down."""
    half = width / 2
    left = _points(((-half + 3, 0), (-2, 2), (-8, 16), (2, 26), (-half + 6, 30)))
    right = _points(((2, 0), (half - 4, 3), (half - 7, 25), (6, 28), (-3, 14)))
    return Markup("").join(
        (
            element("path", d=f"M{-half + 3:g} 2H{half - 3:g}V{depth - 2:g}H{-half + 3:g}Z", class_="gap"),
            element("text", label, x=0, y=depth * 0.76, class_="gap-number"),
            element("g", element("polygon", points=left), class_="rubble", transform=f"translate(-4 {depth + 26:g}) rotate({tilt:g})"),
            element(
                "g", element("polygon", points=right), class_="rubble", transform=f"translate(6 {depth + 52:g}) rotate({-1.6 * tilt:g})"
            ),
        )
    )


@_kept
def flames(height: float) -> Markup:
    """A wall of fire standing on the x axis, centred: three tongues, one in the other."""
    tongues = []
    for share, class_ in ((1.0, "fire-outer"), (0.72, "fire-middle"), (0.42, "fire-inner")):
        tall, wide = height * share, 23 * (0.35 + 0.65 * share)
        tongues.append(
            element(
                "path",
                d=(
                    f"M{-wide:g} 0C{-wide * 1.5:g} {-tall * 0.34:g} {-wide * 0.2:g} {-tall * 0.42:g} {-wide * 0.62:g} {-tall * 0.78:g}"
                    f"C{-wide * 0.1:g} {-tall * 0.66:g} {-wide * 0.05:g} {-tall * 0.84:g} {wide * 0.08:g} {-tall:g}"
                    f"C{wide * 0.28:g} {-tall * 0.8:g} {wide * 0.2:g} {-tall * 0.6:g} {wide * 0.66:g} {-tall * 0.7:g}"
                    f"C{wide * 0.42:g} {-tall * 0.42:g} {wide * 1.5:g} {-tall * 0.3:g} {wide:g} 0Z"
                ),
                class_=class_,
            )
        )
    return Markup("").join(tongues)


@_kept
def wizard(seat: Seat, *, faces_left: bool = False, named: bool = True) -> Markup:
    """A wizard on the x axis, centred: its letter unless it has no name, hat, face, robe with the seat's shape, staff; 140 units tall."""
    figure = group(
        element("path", d="M25 -74V0", class_="staff"),
        element("circle", cx=25, cy=-80, r=6, class_=f"staff-stone seat-{seat}"),
        element("path", d="M-21 0C-17 -30 -13 -50 -9 -62H9C13 -50 17 -30 21 0Z", class_=f"robe seat-{seat}"),
        element("path", d="M8 -56L25 -42L23 -35L9 -42Z", class_=f"robe seat-{seat}"),
        element("circle", cx=0, cy=-68, r=11, class_="face"),
        element("path", d="M-7 -63Q0 -44 9 -63Q4 -58 0 -58Q-4 -58 -7 -63Z", class_="beard"),
        element("path", d="M-18 -74Q0 -82 18 -74L4 -112Q-4 -106 -8 -94Z", class_=f"robe seat-{seat}"),
        flip=faces_left,
    )
    badge = element("g", seat_sign(seat, 24, 0, -20), class_="badge")
    return Markup("").join((figure, badge, element("text", seat, x=0, y=-119, class_="wizard-name") if named else ""))


@_kept
def fallen_wizard(seat: Seat) -> Markup:
    """A wizard who has dropped: only hat and staff still show, tilted."""
    return group(
        element("path", d="M-20 -4L30 -26", class_="staff"),
        element("g", element("path", d="M-18 0Q0 -8 18 0L4 -38Q-4 -32 -8 -20Z", class_=f"robe seat-{seat}"), transform="rotate(-24)"),
        seat_sign(seat, 16, -4, -10),
        element("text", seat, x=0, y=-46, class_="wizard-name"),
    )


@_kept
def lava(width: float, top: float, bottom: float, waves: int = 12) -> Markup:
    """A river of lava from one edge to the other, with two lines of waves."""
    step = width / waves
    edge = f"M0 {top:g}" + "".join(f"q{step / 4:g} -9 {step / 2:g} 0t{step / 2:g} 0" for _ in range(waves))
    crest = f"M0 {top + 24:g}" + "".join(f"q{step / 4:g} 7 {step / 2:g} 0t{step / 2:g} 0" for _ in range(waves))
    return Markup("").join((element("path", d=f"{edge}V{bottom:g}H0Z", class_="lava"), element("path", d=crest, class_="lava-crest")))


def _points(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in corners)

"""What can be touched on a picture: things in a frame that says whether they answer the open question, and what is about to lie there."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Literal

from markupsafe import Markup
from msgspec import Struct

from tapete.presentation import art, letters, svg
from tapete.presentation.art import DrawFace

Mark = Literal["can", "lit", "wanted", "barred", "picked", "held"]
"""Something may be begun with it; it answers the open question; a lesson waits for it; it is barred; it is chosen; it was touched first."""


class Touch(Struct, frozen=True, kw_only=True):
    """How a picture is drawn for a person who may touch it.

    Args:
        marks: the things that answer something, by name; all others are drawn as they are.
        ghosts: what is about to lie on a thing, in words.
        seat: whose own page it is, so that its side lies nearest; None: the page of the whole table.
        wide: whether it has the shape of a table or television; else that of a phone, 360 units wide and about as high.
        still: whether it is only looked at: nothing on it is a button, and it may stand on a page more than once.
        told: what lies where, in words, of one that is only looked at.
        face: draws a card's face in a place; left alone it stands within the picture, whose browser need not ask for it.
    """

    marks: Mapping[str, Mark] = {}
    ghosts: Mapping[str, str] = {}
    seat: str | None = None
    wide: bool = False
    still: bool = False
    told: str = ""
    face: DrawFace = art.within

    def thing(self, name: str, label: str, *parts: Markup) -> Markup:
        """A place, card or number that can be touched. It keeps its id from picture to picture, so that no press is lost.

        Args:
            name: its word (`A.m3`). label: what it is called by a screen reader. parts: its picture; the first shows its mark.
        """
        return _thing(name, label, self.marks.get(name), self.ghosts.get(name), self.still, parts)

    def frame(
        self, name: str, label: str, box: tuple[float, float, float, float], class_: str, *inside: Markup, size: float = 13
    ) -> Markup:
        """A thing with a rectangle as its frame, and what is about to lie on it.

        Args:
            name, label: as for `thing`. box: x, y, width, height. class_: of the rectangle. inside: what lies there. size: of the letters
                of what is about to.
        """
        return _framed(name, label, self.marks.get(name), self.ghosts.get(name), self.still, box, class_, inside, size)


def _thing(name: str, label: str, mark: Mark | None, ghost: str | None, still: bool, parts: Sequence[Markup]) -> Markup:
    class_ = f"thing {mark}" if mark else "thing"
    if still:
        return svg.element("g", *parts, class_=class_, data_thing=name)
    return svg.element(
        "g",
        *parts,
        id=f"t-{name}",
        class_=class_,
        role="button",
        tabindex="0",
        aria_label=label if ghost is None else f"{label}: {ghost}",
        aria_disabled="true" if mark == "barred" else None,
        aria_pressed="true" if mark == "picked" else None,
        data_press="thing",
        data_value=name,
        data_thing=name,
    )


@functools.lru_cache(maxsize=1024, typed=True)
def _framed(
    name: str,
    label: str,
    mark: Mark | None,
    ghost: str | None,
    still: bool,
    box: tuple[float, float, float, float],
    class_: str,
    inside: tuple[Markup, ...],
    size: float,
) -> Markup:
    """A thing in its frame. Kept: most of them stand in the next picture too. One takes 2 KB, and a match has 500."""
    x, y, width, height = box
    parts = [svg.element("rect", x=x, y=y, width=width, height=height, rx=7, class_=class_), *inside]
    if ghost is not None:
        parts.append(svg.element("rect", x=x + 3, y=y + 3, width=width - 6, height=height - 6, rx=6, class_="ghost"))
        parts.append(fitted(ghost, x + width / 2, y + height / 2 + size * 0.4, width - 10, size, "ghost-name"))
    if mark == "picked":  # not told by colour alone
        badge = (svg.element("circle", r=9, class_="badge"), svg.element("path", d="M-5 0L-1.5 4L5 -4", class_="badge-tick"))
        parts.append(svg.group(*badge, x=x + width - 10, y=y + height - 9))
    if mark == "wanted":  # the lesson's hand points at it
        parts.append(svg.group(svg.element("path", d="M-9 -8H9L0 7Z", class_="pointer"), x=x + width / 2, y=y + 9))
    return _thing(name, label, mark, ghost, still, parts)


@functools.lru_cache(maxsize=2048, typed=True)
def fitted(said: str, x: float, y: float, most: float, size: float, class_: str = "", counts: str | None = None) -> Markup:
    """A line of text in its place (`letters.line`). Kept: most lines stand in the next picture too.

    `counts`: the name of a figure that pages count up or down to from one picture to the next.
    """
    share = letters.HEAVY if "card-change" in class_ else 1
    return letters.line(said, most, size, share, x=float(x), y=float(y), class_=class_ or None, data_num=counts)


def played(touch: Touch, width: float, height: float, *parts: Markup) -> Markup:
    """A whole picture, which fills its place; a screen reader goes through its things, or is told one that is only looked at."""
    box = f"-3 -3 {width + 6:g} {height + 6:g}"
    role, class_ = "img" if touch.told else "group", "board wide" if touch.wide else "board"
    return svg.element("svg", *parts, viewBox=box, class_=class_, role=role, aria_label=touch.told or None)

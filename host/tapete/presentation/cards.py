"""What lies on a board of cards: lines of a card, its back, and the signs of its figures."""

from __future__ import annotations

from markupsafe import Markup

from tapete.presentation import letters, svg


def line(text: str, x: float, y: float, most: float, size: float, class_: str = "card-text", anchor: str | None = None) -> Markup:
    """One line of text that is never wider than `most` units; `anchor` is `start` or `end` where it does not stand on its middle."""
    share = letters.LIGHT if class_ == "card-text" else letters.HEAVY if "card-change" in class_ else 1
    return letters.line(text, most, size, share, x=float(x), y=float(y), class_=f"{class_} {anchor}" if anchor else class_)


def wrapped(text: str, most: int) -> tuple[str, ...]:
    """A name in one line or two, parted between words so that the longer one is as short as can be; `most` letters fit a line."""
    words = text.split()
    if len(text) <= most or len(words) < 2:
        return (text,)
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(len, lines)))


def back(box: tuple[float, float, float, float]) -> tuple[Markup, ...]:
    """What the back of a card shows within its edge: x, y, width, height of the card."""
    x, y, w, h = box
    return (svg.element("rect", x=x + 5, y=y + 5, width=w - 10, height=h - 10, rx=3, class_="back-frame"),)


def diamond(x: float, y: float) -> Markup:
    """The sign on a back that has no room for words."""
    return svg.group(svg.element("path", d="M-13 0L0 -7L13 0L0 7Z", class_="back-frame"), x=x, y=y)


def crossed(x: float, y: float, width: float, height: float) -> Markup:
    """A card that does not count: two lines across it."""
    d = f"M{x + 6:g} {y + 6:g}L{x + width - 6:g} {y + height - 6:g}M{x + width - 6:g} {y + 6:g}L{x + 6:g} {y + height - 6:g}"
    return svg.element("path", d=d, class_="crossed")


def turned(position: str, x: float, y: float, seat: str) -> Markup:
    """How a card is turned, as a small card: upright to attack, sideways to defend."""
    wide, tall = (22, 34) if position == "attack" else (34, 22)
    return svg.element(
        "rect", x=x - wide / 2, y=y - tall / 2, width=float(wide), height=float(tall), rx=4, class_=f"turned seat-fill-{seat}"
    )


SIGNS = {
    "attack": "M0 -13L6 -2V8H-6V-2ZM-10 8H10V12H-10Z",
    "defense": "M-11 -12H11V0C11 8 4 12 0 14C-4 12 -11 8 -11 0Z",
    "memory": "M-12 -8H12V8H-12ZM-7 -12V12M0 -12V12M7 -12V12",
}
"""The icons as outlines around a middle: a blade, a shield, a chip."""

"""A drawn face for every card: flat shapes, chosen and coloured by the card's id and by what it is.

The same card has the same face on every screen, on a label and on a play mat, in either language: only its id is asked, never its name.
A drawing is no wider or higher than a hundred units around what matters, and has its own colours, for a card is paper in lamplight too.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping
from typing import Literal
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from tapete.presentation.svg import element

Shape = Literal["creature", "person", "enemy", "sigil", "trap", "pixels", "object", "land"]
"""What a card shows: a beast, somebody of ours, somebody who comes against us, a sign, a snare, a figure of squares, a thing, a place."""

Palette = Literal["marsh", "dusk", "clay", "tide", "moss", "rose", "slate", "sand"]

PALETTES: Mapping[Palette, tuple[str, str, str, str, str]] = {
    "marsh": ("#2f5d50", "#43806d", "#d9b65d", "#f3dc97", "#e4572e"),
    "dusk": ("#3d3a66", "#57538c", "#e78f5f", "#ffd0a1", "#f7e27a"),
    "clay": ("#7a3b2e", "#a05543", "#f0d9a8", "#fff3d4", "#3fa796"),
    "tide": ("#1f4e6b", "#2f7195", "#9fd8cf", "#e3f7ef", "#ffb347"),
    "moss": ("#4a5a23", "#6d8135", "#f0e6c0", "#fffbe6", "#b3402a"),
    "rose": ("#6d2f4b", "#93466a", "#f2b8a0", "#ffe3d3", "#7fd1ae"),
    "slate": ("#37474f", "#54686f", "#cfd8dc", "#f4f8f9", "#ef9a3d"),
    "sand": ("#8a6a33", "#b18d4d", "#3b3f4a", "#626979", "#f5e6c4"),
}
"""Colours by name: ground, its light, body, its light, and one that stands out."""

LINE = "#1b1713"
BOX = (-18, 4, 136, 106)
"""The part of a drawing that is always seen: x, y, width, height."""


class CardLook(Struct, frozen=True):
    """What a card shows, and in which colours; without any, its id chooses among all."""

    shape: Shape = "sigil"
    palettes: tuple[Palette, ...] = ()


PLAIN = CardLook()


class _Dice:
    """Numbers that follow from a word, the same on every computer (FNV-1a, xorshift)."""

    def __init__(self, word: str) -> None:
        said = 2_166_136_261
        for letter in word.encode():
            said = (said ^ letter) * 16_777_619 & 0xFFFFFFFF
        self._state = said or 1

    def __call__(self, below: int) -> int:
        state = self._state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self._state = state
        return state % below


Draw = Callable[[str, tuple[str, str, str, str, str], _Dice], Markup]


def address(look: CardLook, card: str) -> str:
    """Where the pages find a card's face as a picture of its own.

    Args:
        look: of the card. card: its id.
    """
    return f"/art/{'-'.join((look.shape, *look.palettes))}/{quote(card, safe='')}"


def read(said: str) -> CardLook | None:
    """Return the look that an address says; None: it says none."""
    shape, *palettes = said.split("-")
    known = next((one for one in DRAWERS if one == shape), None)
    chosen = tuple(one for name in palettes for one in PALETTES if one == name)
    return None if known is None or len(chosen) != len(palettes) else CardLook(known, chosen)


@functools.lru_cache(maxsize=512)
def face(look: CardLook, card: str) -> Markup:
    """A card's face as a drawing of its own, which fills whatever place it is given.

    Args:
        look: what it shows. card: its id.
    """
    dice = _Dice(f"{look.shape}:{card}")
    names = look.palettes or tuple(PALETTES)
    colours = PALETTES[names[dice(len(names))]]
    ground = element("g", _field(colours, dice), transform="translate(-20 0) scale(1.4 1)")
    return element(
        "svg",
        ground,
        DRAWERS[look.shape](card, colours, dice),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(str, BOX)),
        preserveAspectRatio="xMidYMid slice",
        stroke=LINE,
        stroke_width=3.4,
        stroke_linejoin="round",
        stroke_linecap="round",
        aria_hidden="true",
    )


DrawFace = Callable[[CardLook, str, float, float, float, float], Markup]
"""Draws the face of a card, by its look and id, in a place of a board: x, y, width, height in the board's units."""


@functools.lru_cache(maxsize=512)
def within(look: CardLook, card: str, x: float, y: float, width: float, height: float) -> Markup:
    """A card's face as a part of the board's own picture, wherever that is shown."""
    box = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="art" '
    return Markup(str(face(look, card)).replace("<svg ", box, 1))


@functools.cache
def linked(root: str) -> DrawFace:
    """Draw faces as pictures of their own, for a page: its browser asks for each once and keeps it.

    Args:
        root: the address under which all pages lie.
    """

    def image(look: CardLook, card: str, x: float, y: float, width: float, height: float) -> Markup:
        box = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
        where = root + address(look, card)
        return element("image", href=where, preserveAspectRatio="xMidYMid slice", class_="art", aria_hidden="true", **box)

    return image


# ---- parts


def _path(d: str, fill: str = "none", width: float | None = None) -> Markup:
    return element("path", d=d, fill=fill, stroke_width=width)


def _disc(x: float, y: float, r: float, fill: str, width: float | None = None) -> Markup:
    return element("circle", cx=x, cy=y, r=r, fill=fill, stroke_width=width, stroke="none" if width == 0 else None)


def _both(*parts: Markup) -> Markup:
    """What stands on the left, on the right too."""
    drawn = Markup("").join(parts)
    return drawn + element("g", drawn, transform="matrix(-1 0 0 1 100 0)")


def _star(points: int, step: int, outer: float, inner: float | None = None) -> str:
    """A star around the middle: every `step`-th of so many points, or with an inner radius between them."""
    corners = []
    for at in range(points if inner is None else 2 * points):
        radius = outer if inner is None or at % 2 == 0 else inner
        turn = at * (step * 2 * math.pi / points if inner is None else math.pi / points) - math.pi / 2
        corners.append(f"{50 + radius * math.cos(turn):.1f} {54 + radius * math.sin(turn):.1f}")
    return f"M{'L'.join(corners)}Z"


def _field(colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    """What lies behind: rays, waves, hills, rings or two halves."""
    ground, light = colours[:2]
    kind = dice(5)
    parts = [element("rect", width=100, height=120, fill=ground, stroke="none")]
    flat: dict[str, str] = {"fill": light, "stroke": "none"}
    if kind == 0:
        for at in range(12):
            ends = [(50 + 90 * math.cos(turn), 56 + 90 * math.sin(turn)) for turn in (at * 0.5236, at * 0.5236 + 0.26)]
            parts.append(element("path", d="M50 56" + "".join(f"L{x:.1f} {y:.1f}" for x, y in ends) + "Z", **flat))
    elif kind == 1:
        parts.append(element("path", d="M0 70q12-9 25 0t25 0 25 0 25 0V120H0Z", **flat))
        parts.append(element("circle", cx=76, cy=22, r=13, **flat))
    elif kind == 2:
        parts.append(element("path", d="M0 66L22 40L40 62L66 30L100 68V120H0Z", **flat))
    elif kind == 3:
        parts += [element("circle", cx=50, cy=54, r=58 - at * 11, fill=(light, ground)[at % 2], stroke="none") for at in range(5)]
    else:
        parts.append(element("path", d="M0 0H50V120H0Z", **flat))
    return Markup("").join(parts)


_HINTS: tuple[tuple[re.Pattern[str], Mapping[str, int]], ...] = tuple(
    (re.compile(stem), parts)
    for stem, parts in (
        ("frog|rana|mudl", {"head": 1, "ears": 0, "eyes": 2, "mouth": 3}),
        ("bear|oso", {"head": 0, "ears": 1, "eyes": 0, "mouth": 1}),
        ("hound|sabueso|stalker|wolf|lobo", {"head": 2, "ears": 3, "eyes": 1, "mouth": 4}),
        ("heron|garza|_tern|bird", {"head": 4, "ears": 7, "eyes": 0, "mouth": 2}),
        ("moth|polilla", {"head": 4, "ears": 5, "eyes": 2, "mouth": 0, "wings": 1}),
        ("crab|cangrej", {"head": 1, "ears": 6, "eyes": 2, "mouth": 5}),
        ("golem|coloss|keep|iron", {"head": 3, "ears": 0, "eyes": 1, "mouth": 1}),
        ("goat|cabra", {"head": 2, "ears": 4, "eyes": 1, "mouth": 0}),
        ("widow|wraith|veil|ghost", {"head": 5, "ears": 0, "eyes": 1, "mouth": 0}),
        ("squire|ward|regent|abbess|scout|piper|scribe|cantor|summoner|mother|archer", {"head": 5, "ears": 0, "eyes": 0, "mouth": 0}),
    )
)
"""What an id says of a beast, before chance does."""

_HEADS = (
    "M22 56A28 28 0 0 1 78 56A28 26 0 0 1 22 56Z",
    "M14 60C14 40 34 34 50 34S86 40 86 60S68 82 50 82S14 78 14 60Z",
    "M28 36H72C74 60 64 86 50 86S26 60 28 36Z",
    "M24 32H76V80H24Z",
    "M50 28C68 28 76 44 74 58C70 78 60 82 50 82S30 78 26 58C24 44 32 28 50 28Z",
    "M50 22C76 24 78 60 74 84C64 78 60 88 50 82S36 78 26 84C22 60 24 24 50 22Z",
)


def _ears(kind: int, body: str, light: str, spot: str) -> Markup:
    match kind:
        case 1:
            return _both(_disc(27, 32, 10, body), _disc(27, 32, 4, spot, 0))
        case 2:
            return _both(_path("M28 46L20 14L44 34Z", body))
        case 3:
            return _both(_path("M30 40C14 34 12 58 20 68C26 60 30 52 32 46Z", light))
        case 4:
            return _both(_path("M34 36C18 34 10 22 20 10C22 22 32 24 42 30Z", spot))
        case 5:
            return _both(_path("M44 34C40 18 34 10 24 8"), _disc(23, 8, 4.5, spot))
        case 6:
            return _both(_path("M30 46C10 50 4 34 12 20C14 30 20 32 22 24C30 32 30 40 34 42Z", spot))
        case 7:
            return _path("M50 34C44 18 50 8 66 6C58 14 62 20 58 34Z", spot)
        case _:
            return Markup("")


def _eyes(kind: int, y: float, spot: str) -> Markup:
    match kind:
        case 0:
            return _both(_disc(39, y, 5, LINE, 0), _disc(40.5, y - 1.6, 1.6, "#fff", 0))
        case 1:
            return _both(_path(f"M32 {y - 3:g}L46 {y + 2:g}L34 {y + 5:g}Z", spot, 2.4))
        case _:
            return _both(_disc(35, y - 6, 11, "#fffbe9"), _disc(37, y - 5, 4.6, LINE, 0))


def _mouth(kind: int, light: str, spot: str) -> Markup:
    match kind:
        case 1:
            return _path("M42 68H58M42 68L45 73L48 68L51 73L54 68", light, 2.4)
        case 2:
            return _path("M50 56L62 66L50 76L38 66Z", spot) + _path("M38 66H62", width=2.4)
        case 3:
            return _path("M26 64Q50 82 74 64")
        case 4:
            return _path("M42 62Q50 56 58 62L54 70H46Z", LINE, 2) + _path("M50 70V76M40 78Q50 84 60 78", width=2.6)
        case 5:
            return _path("M36 68Q50 78 64 68Q50 86 36 68Z", "#fff", 2.6)
        case _:
            return Markup("")


def _creature(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    """A beast from the front: head, ears, eyes, mouth, a mark of its own."""
    _ground, _light, body, light, spot = colours
    said = {"wings": 0, "head": dice(6), "ears": dice(8), "eyes": dice(3), "mouth": dice(6), "mark": dice(5)}
    said |= next((parts for stem, parts in _HINTS if stem.search(card)), {})
    parts = []
    if said["wings"]:
        parts.append(_both(_path("M46 62C20 20 2 28 6 58C8 84 34 86 47 74Z", light), _disc(22, 56, 6, spot, 2.6)))
    else:
        parts.append(_path("M20 122C22 84 40 76 50 76S78 84 80 122Z", body))
    parts += [_ears(said["ears"], body, light, spot), _path(_HEADS[said["head"]], body)]
    if said["head"] == 5:
        parts.append(_path("M50 38C66 38 68 54 64 66C58 76 42 76 36 66C32 54 34 38 50 38Z", light, 2.6))
    if said["mark"] == 1:
        parts.append(_path("M50 34L56 46H44Z", spot, 2.4))
    elif said["mark"] == 2:
        parts.append(_both(_disc(31, 68, 3.4, spot, 0)))
    elif said["mark"] == 3:
        parts.append(_both(_path("M28 50H36M28 56H34", width=2.6)))
    parts += [_eyes(said["eyes"], 46 if said["head"] == 1 else 54, spot), _mouth(said["mouth"], light, spot)]
    return Markup("").join(parts)


_SKINS = ("#e8b98f", "#c98d5f", "#8d5a3b", "#f0cda8")
_HAIR = "#3a2a20"


def _bears(kind: int, spot: str) -> Markup:
    """What a person bears: spear, sling, shield or hammer."""
    match kind:
        case 0:
            return _path("M82 96L70 12L74 4L79 12Z", spot, 3)
        case 1:
            return _path("M70 96V22M70 22C84 26 84 40 70 44", width=4)
        case 2:
            return _path("M64 60A18 20 0 0 1 96 60A18 24 0 0 1 80 86A18 24 0 0 1 64 60Z", spot)
        case _:
            return _path("M76 96V30M66 30H86V18H66Z", spot, 3)


def _person(card: str, colours: tuple[str, str, str, str, str], dice: _Dice, *, dark: bool = False) -> Markup:
    _ground, _light, body, light, spot = colours
    skin, hat, bears, beard = _SKINS[dice(4)], dice(4), dice(4), bool(dice(2))
    parts = [_bears(bears, spot), _path("M12 122C14 82 34 74 46 74S78 82 80 122Z", "#4c2f2f" if dark else body)]
    parts.append(_path("M26 52A20 22 0 0 1 66 52A20 24 0 0 1 26 52Z", skin))
    if dark:
        parts.append(_path("M22 50C22 26 34 22 46 22S70 26 70 50L60 46L46 50L32 46Z", spot) + _path("M36 22L46 2L56 22Z", "#d9483b"))
    else:
        hats = (
            ("M22 48C22 26 34 22 46 22S70 26 70 48Z", body),
            ("M24 44C26 24 66 24 68 44L74 48H18Z", spot),
            ("M24 46C20 24 40 16 46 26C54 16 72 24 68 46C60 36 32 36 24 46Z", _HAIR),
            ("M22 46L46 18L70 46Z", light),
        )
        parts.append(_path(*hats[hat]))
    parts += [_disc(38, 56, 2.8, LINE, 0), _disc(54, 56, 2.8, LINE, 0)]
    parts.append(
        _path("M32 62C36 78 56 78 60 62C52 68 40 68 32 62Z", _HAIR, 2.6) if beard or dark else _path("M41 66Q46 70 51 66", width=2.6)
    )
    return Markup("").join(parts)


def _enemy(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    if "elefante" not in card and "elephant" not in card:
        return _person(card, colours, dice, dark=True)
    _ground, _light, body, light, spot = colours
    trunk = "M28 52A22 24 0 0 1 72 52C72 70 62 74 59 78C57 92 60 100 68 98C62 112 42 108 43 90C43 80 28 74 28 52Z"
    ears, tusks = _both(_path("M40 34C20 16 0 30 6 58C10 76 30 76 38 64Z", light)), _path("M38 78Q30 88 22 84", width=6)
    return Markup("").join(
        (ears, _path(trunk, body), _both(_disc(40, 52, 3.4, LINE, 0), tusks), _path("M34 38Q50 26 66 38L60 44H40Z", spot))
    )


def _sigil(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    _ground, _light, body, light, spot = colours
    points = 5 + dice(5)
    step = 2 + dice(max(1, (points - 1) // 2 - 1))
    parts = [_disc(50, 54, 44, "none", 3), _path(_star(points, step, 38), body, 3.2), _disc(50, 54, 12 + dice(5), light)]
    middle = (
        _disc(50, 54, 5, spot, 0),
        _path("M50 46L56 58H44Z", spot, 2),
        _path("M44 54H56M50 48V60", width=4),
        _path("M42 54Q50 44 58 54Q50 64 42 54Z", spot, 2),
    )
    return Markup("").join((*parts, middle[dice(4)]))


def _trap(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    _ground, _light, body, light, spot = colours
    jaws = _path(_star(8 + 2 * dice(3), 1, 43, 27), body) + _disc(50, 54, 20, LINE)
    return jaws + _path("M32 54Q50 34 68 54Q50 74 32 54Z", light, 2.6) + _disc(50, 54, 7, spot, 2.4)


def _pixels(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    """A figure of eight times eight squares, the same on both sides."""
    _ground, _light, body, light, spot = colours
    rows: dict[str, list[str]] = {}
    for y in range(8):
        for x in range(4):
            value, is_eye = dice(7), (x, y) == (2, 3)
            if value > 2 or is_eye:
                fill = "#fff" if is_eye else spot if value == 6 else light if value > 4 else body
                rows.setdefault(fill, []).extend(f"M{14 + at * 9} {18 + y * 9}h9.2v9.2h-9.2Z" for at in (x, 7 - x))
    return Markup("").join(element("path", d="".join(squares), fill=fill, stroke="none") for fill, squares in rows.items())


_THINGS = ("buckler|escud|shield", "bell|campana", "lanc|lanz|sword|blade", "keep|tower|mural")


def _object(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    """A shield, a bell, a blade or a tower; an id that names one gets it."""
    _ground, _light, body, light, spot = colours
    chance = dice(4)
    match next((kind for kind, stem in enumerate(_THINGS) if re.search(stem, card)), chance):
        case 0:
            drawn = _path("M50 12L82 24V50C82 70 66 84 50 90C34 84 18 70 18 50V24Z", body)
            return drawn + _path("M50 12V90M18 42H82", width=3) + _disc(50, 42, 9, spot)
        case 1:
            drawn = _path("M50 14C66 14 70 34 72 60L80 74H20L28 60C30 34 34 14 50 14Z", body)
            return drawn + _disc(50, 82, 7, spot) + _path("M30 58H70", width=3)
        case 2:
            return _path("M20 92L70 30L64 20L84 12L80 34L72 32Z", body) + _path("M26 76L38 88", width=4) + _disc(20, 92, 6, spot)
        case _:
            drawn = _path("M14 92V50L30 40V58L50 30V58L70 40V58L86 50V92Z", body)
            return drawn + _path("M44 92V72H56V92", spot, 3) + _disc(30, 72, 4, light, 2.4) + _disc(70, 72, 4, light, 2.4)


def _land(card: str, colours: tuple[str, str, str, str, str], dice: _Dice) -> Markup:
    """A place: hills one behind the other, and what stands on them."""
    _ground, _light, body, light, spot = colours
    parts = [_disc(22 + dice(50), 28, 13, spot)]
    parts.append(_path(f"M-22 78L{10 + dice(20)} 36L{44 + dice(12)} 70L{72 + dice(16)} {32 + dice(14)}L122 80V124H-22Z", light))
    parts.append(_path("M-22 92Q20 64 54 86T122 78V124H-22Z", body))
    stands = dice(3)
    if stands == 0:
        parts.append(_path("M38 88V60H46V66H54V60H62V88Z", light, 2.8) + _path("M47 88V76H53V88", LINE, 2))
    elif stands == 1:
        parts += [_path(f"M{x} 92V76", width=3.4) + _disc(x, 70, 9, spot, 2.8) for x in (26, 46, 74)]
    else:
        parts += [_path(f"M{-10 + 8 * at} {96 + 6 * at}q10 -5 20 0t20 0 20 0 20 0 20 0", width=2.8) for at in range(2)]
    return Markup("").join(parts)


DRAWERS: Mapping[Shape, Draw] = {
    "creature": _creature,
    "person": _person,
    "enemy": _enemy,
    "sigil": _sigil,
    "trap": _trap,
    "pixels": _pixels,
    "object": _object,
    "land": _land,
}

"""What the lights of a panel say: a card for the box, on paper, and the same as a list on a page; strips of digits for the windows,
stickers for the buttons.

Measures of what is printed are millimetres, so that a strip lies under its windows as it is printed (scale 100 %). Black only: it is
copied, too.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from markupsafe import Markup

from tapete.core.texts import Language, Text, _
from tapete.presentation import svg
from tapete.presentation.legend import STATES, LampState

WIDTH, HEIGHT = 148, 210
"""A5, upright."""

LETTERS = 52
"""Of a line beside the lights."""

PITCH, WINDOW = 16.67, 10.0
"""Of the pixels of a panel and of its windows (hardware/enclosure/dimensions.scad); a test compares them."""

STICKERS: tuple[tuple[str, Text], ...] = (("−", _("MINUS")), ("+", _("PLUS")), ("■", _("LOCK")), ("◆", _("ROLL")))

GAME_WORDS: Mapping[str, tuple[tuple[str, Text], ...]] = {
    "shazamm": (("counter", _("mana")), ("bid", _("your bid of mana")), ("pick", _("your spells, by number"))),
    "moriham": (("counter", _("life")), ("lock", _("nobody answers: pass")), ("roll", _("who begins"))),
    "datamorphs": (("counter", _("memory left")), ("lock", _("BIOS or move chosen"))),
    "bhm": (("counter", _("call counter, of 32")), ("lock", _("no reaction")), ("roll", _("who begins"))),
    "mamlejet": (("counter", _("emuná won, of 50")), ("lock", _("pass; keep the hand")), ("roll", _("the die that is asked for"))),
}
"""What counter and states are called in a game."""

_TITLE = _("What your panel says")
_RULE = _("The light stands over its button: 1–2 −, 4 +, 7 LOCK, 9–0 ROLL.")
_HOOD = _("Number under the hood")
_TENS, _UNITS = _("tens (far)"), _("units (near)")
_THIRTY_SEVEN = _("= 37. Sways: open. Still: locked.")
_COUNTER = _("Counter")
_COUNTS = _("One light is one, in fives of two shades. More than 50: the other hue counts on.")
_STRIPS = _("Strips for the windows: print at 100 %, cut, lay under the paper of the windows")
_DIE_STRIP, _HOOD_STRIP = _("die display"), _("hood, each of the two rows")
_BUTTONS = _("Stickers for the buttons")


def card(language: Language, game: str = "") -> Markup:
    """The card, A5, as SVG in millimetres.

    Args:
        language: of its words.
        game: whose own words stand on it; empty: none's.
    """
    words = dict(GAME_WORDS.get(game, ()))
    y, drawn = 24.0, [_text(_TITLE.in_(language), 6, 11, 5.6, bold=True), _text(_RULE.in_(language), 6, 17.5, 3.1)]
    for state in STATES:
        drawn += _row(state, language, words.get(state.lamp), y)
        y += 11.2
    drawn.append(_text(_HOOD.in_(language), 6, y + 3, 3.6, bold=True))
    for row, (label, digit) in enumerate(((_TENS, 3), (_UNITS, 7))):
        top = y + 6 + row * 8
        drawn.append(_text(label.in_(language), 6, top + 4.4, 2.9))
        for place in range(10):
            drawn += _window(33 + place * 6.4, top, 5.2, place == digit, str(place))
    drawn.append(_text(_THIRTY_SEVEN.in_(language), 33, y + 24.5, 2.9))
    drawn += [_text(_counter(language, words), 6, y + 31, 3.6, bold=True)]
    drawn += [_text(line, 6, y + 35.4 + 3.6 * n, 2.7) for n, line in enumerate(textwrap.wrap(_COUNTS.in_(language), 80))]
    picture = svg.picture(f"legend-{language}", _TITLE.in_(language), "", WIDTH, HEIGHT, *drawn, class_="legend")
    return Markup(str(picture).replace("<svg", f'<svg lang="{language}"', 1))


def listed(language: Language, game: str = "") -> Markup:
    """The same as a list for a screen of any width: letters are those of the page, and only the lights are drawn.

    Args:
        language, game: as for `card`.
    """
    words = dict(GAME_WORDS.get(game, ()))
    rows = [_item(_lights(state.lit), _meaning(state, language, words.get(state.lamp)), state, language) for state in STATES]
    hood = [
        Markup("<p>{}</p>{}").format(label.in_(language), _lights((digit + 1,), "0123456789")) for label, digit in ((_TENS, 3), (_UNITS, 7))
    ]
    counter = Markup("<h3>{}</h3><p>{}</p>").format(_counter(language, words), _COUNTS.in_(language))
    number = Markup("<h3>{}</h3>{}<p>{}</p>").format(_HOOD.in_(language), Markup("").join(hood), _THIRTY_SEVEN.in_(language))
    return Markup('<div class="lights stack"><p>{}</p><ul class="stack">{}</ul>{}{}</div>').format(
        _RULE.in_(language), Markup("").join(rows), number, counter
    )


def _item(lights: Markup, meaning: str, state: LampState, language: Language) -> Markup:
    says, moves = state.says.in_(language), state.moves.in_(language)
    return Markup('<li>{}<p><strong>{}</strong> <span class="fact">({})</span></p><p>{}</p></li>').format(lights, meaning, moves, says)


def _lights(lit: Iterable[int], digits: str = "          ") -> Markup:
    """Ten windows in a row, some of them lit, as a picture of its own."""
    shining = set(lit)
    drawn = [part for place in range(10) for part in _window(1 + place * 10, 1, 8, place + 1 in shining, digits[place].strip())]
    return svg.element("svg", *drawn, viewBox="0 0 101 10", aria_hidden="true", focusable="false")


def _meaning(state: LampState, language: Language, own: Text | None) -> str:
    return state.title.in_(language) + (f": {own.in_(language)}" if own is not None else "")


def _counter(language: Language, words: Mapping[str, Text]) -> str:
    return _COUNTER.in_(language) + (f": {words['counter'].in_(language)}" if "counter" in words else "")


def _row(state: LampState, language: Language, own: Text | None, y: float) -> Iterable[Markup]:
    for place in range(10):
        yield from _window(6 + place * 5.4, y, 4.4, place + 1 in state.lit)
    yield _text(_meaning(state, language, own), 63, y + 2.4, 3.2, bold=True)
    for line, words in enumerate(textwrap.wrap(state.says.in_(language), LETTERS)):
        yield _text(words, 63, y + 5.9 + 3.1 * line, 2.55)
    yield _text(state.moves.in_(language), 6, y + 7.4, 2.4)


def _window(x: float, y: float, size: float, lit: bool, digit: str = "") -> Iterable[Markup]:
    yield svg.element("rect", x=x, y=y, width=size, height=size, fill="#000" if lit else "#fff", stroke="#000", stroke_width=0.25)
    if digit:
        fill = "#fff" if lit else "#000"
        yield svg.element("text", digit, x=x + size / 2, y=y + size * 0.72, font_size=size * 0.6, text_anchor="middle", fill=fill)


def _text(said: str, x: float, y: float, size: float, *, bold: bool = False) -> Markup:
    return svg.element("text", said, x=x, y=y, font_size=size, fill="#000", font_weight="700" if bold else None)


def strips(language: Language) -> Markup:
    """Strips of digits for the windows of two panels, and stickers for their buttons, on A4 lying on its side."""
    y, drawn = 16.0, [_text(_STRIPS.in_(language), 10, 10, 4, bold=True)]
    for panel in range(2):
        for label, digits in ((_DIE_STRIP, "1234567890"), (_HOOD_STRIP, "0123456789"), (_HOOD_STRIP, "0123456789")):
            drawn.append(svg.element("rect", x=10, y=y, width=10 * PITCH + 6, height=13, fill="none", stroke="#999", stroke_width=0.2))
            for place, digit in enumerate(digits):
                x = 13 + (place + 0.5) * PITCH
                drawn.append(svg.element("text", digit, x=x, y=y + 11.6, font_size=5, text_anchor="middle", fill="#000"))
            drawn.append(_text(f"{label.in_(language)} · {panel + 1}", 188, y + 8, 3))
            y += 15
    drawn.append(_text(_BUTTONS.in_(language), 10, y + 6, 4, bold=True))
    for panel in range(2):
        for place, (sign, name) in enumerate(STICKERS):
            x, top = 24 + place * 26 + panel * 112, y + 22
            drawn.append(svg.element("circle", cx=x, cy=top, r=10, fill="none", stroke="#999", stroke_width=0.2))
            drawn.append(svg.element("text", sign, x=x, y=top + 2, font_size=8, text_anchor="middle", fill="#000"))
            drawn.append(svg.element("text", name.in_(language), x=x, y=top + 7, font_size=2.8, text_anchor="middle", fill="#000"))
    return svg.picture("strips", _STRIPS.in_(language), "", 297, 210, *drawn, class_="legend")


_STYLE = """@page { size: A4 landscape; margin: 0 }
html, body { margin: 0; background: #fff; color: #000; font-family: "DejaVu Sans", sans-serif }
.sheet { width: 297mm; height: 209mm; display: flex; page-break-after: always } .legend { height: 209mm; background: #fff }"""


def sheet(languages: Iterable[Language], game: str = "") -> str:
    """A page to be printed on A4: a card in each language (at most two), then strips and stickers.

    Args:
        languages: of the cards; the first one is that of the rest.
        game: whose own words stand on the cards; empty: none's.
    """
    spoken = list(languages)
    title = _TITLE.in_(spoken[0])
    pages = [Markup("").join(card(language, game) for language in spoken), strips(spoken[0])]
    body = Markup("").join(svg.element("div", page, class_="sheet") for page in pages)
    return (
        f'<!doctype html>\n<html lang="{spoken[0]}"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head>'
        f"<body>{body}</body></html>\n"
    )

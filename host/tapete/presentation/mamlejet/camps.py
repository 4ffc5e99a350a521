"""Mamlejet's camps: score and loss on their way to fifty, piles, wealth by colour, and what is in play out of combat (MMK-040, 163)."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import COLOURS, Wealth
from tapete.games.mamlejet.language import _
from tapete.presentation import cards, shapes
from tapete.presentation.mamlejet import sentences
from tapete.presentation.mamlejet.front import LETTERS, opponent, text

LINE = 38.0
HEAD = 136.0
"""Height of a camp's heading: who it is, its two bars, its piles and wealth."""

CAMP = 492.0
MANY_LINES = 7
"""More lines than these stand in two columns."""

_TITLE = _("Camps")
_PILES = _("City {city} · Hand {hand}")
_FOES = _("Foes {n}")
_TAKEN = _("Emuná")
_LOST = _("Lost")
WEALTH = {
    "white": _("Sust."),
    "red": _("Mat."),
    "blue": _("Spir."),
}


def draw(board: Front, language: Language, words: Words, name: str) -> Markup:
    """The picture of all camps, two in a row.

    Args:
        board: the match. language: of its words. words: how seats and cards are called. name: the id of the picture on its page.
    """
    seats = board.state.seats
    wide = float(cards.WIDTH) if len(seats) == 1 else CAMP
    parts: list[Markup] = []
    height = 0.0
    for row in range(0, len(seats), 2):
        made = [_camp(board, seat, wide, language, words) for seat in seats[row : row + 2]]
        parts += [shapes.group(camp, x=place * (cards.WIDTH - CAMP), y=height) for place, (camp, _) in enumerate(made)]
        height += max(tall for _, tall in made) + 10
    return shapes.picture(
        name,
        _TITLE.in_(language),
        sentences.camps(board, language, words),
        cards.WIDTH + 4,
        height,
        shapes.group(*parts, x=2, y=2),
        class_="board half",
    )


def _camp(board: Front, seat: Seat, width: float, language: Language, words: Words) -> tuple[Markup, float]:
    """One player's camp, and how tall it is."""
    player, options = board.player(seat), board.options
    right = width - 8
    foes = _FOES.in_(language).format(n=player.enemy_city)
    half = (width - 40) / 2
    lines = list(_lines(board, seat, language, words))
    columns = 2 if len(lines) > MANY_LINES or (width > CAMP and len(lines) > 3) else 1
    deep = -(-len(lines) // columns)
    tall = HEAD + deep * LINE + 6
    part = (width - 16) / columns
    parts = [
        shapes.element("rect", x=0.0, y=0.0, width=width, height=tall, rx=8, class_=f"camp edge-{seat}"),
        shapes.seat_sign(seat, 30, 26, 26),
        text(words.show(seat, language, "seat"), 50, 36, width - 370, class_="card-name", anchor="start"),
        text(piles(board, seat, language), right, 36, 310, anchor="end"),
        _bar(_TAKEN.in_(language), board.score(seat), options.win_emuna, 12, 70, half, f"bar-{seat}"),
        _bar(_LOST.in_(language), board.lost(seat), options.loss_emuna, 28 + half, 70, half, "bar-lost"),
        text(wealth(board, seat, language), 12, 122, right - 150, class_="card-name", anchor="start"),
        text(foes, right, 122, 132, anchor="end"),
    ]
    for place, (pair, mark) in enumerate(lines):
        x, y = 8 + (place // deep) * part, HEAD + (place % deep) * LINE
        parts.append(shapes.group(_line(pair, mark, part, seat), x=x, y=y))
    return shapes.element("g", *parts), tall


def piles(board: Front, seat: Seat, language: Language) -> str:
    """How many cards a player has in city and hand."""
    player = board.player(seat)
    return _PILES.in_(language).format(city=player.city, hand=player.hand)


def wealth(board: Front, seat: Seat, language: Language) -> str:
    """The wealth that a player can still use, by colour."""
    return "  ".join(f"{WEALTH[colour].in_(language)} {getattr(available(board, seat), colour)}" for colour in COLOURS)


def available(board: Front, seat: Seat) -> Wealth:
    """The wealth that a player can still use in this round: the pool, and what free resources make."""
    have = board.player(seat).pool
    for p in board.of(seat):
        if p.dedicated is None:
            have = have.plus(board.yields(p.id))
    return have


def _bar(label: str, value: int, largest: int, x: float, y: float, width: float, class_: str) -> Markup:
    """A figure on its way to a bound: in words, and as a bar."""
    full = width * min(1.0, value / largest)
    return shapes.element(
        "g",
        text(f"{label} {value}/{largest}", x, y, width, class_="card-name", anchor="start"),
        shapes.element("rect", x=x, y=y + 9, width=width, height=12.0, class_="bar-ground"),
        shapes.element("rect", x=x, y=y + 9, width=full, height=12.0, class_=class_),
        shapes.element("rect", x=x, y=y + 9, width=width, height=12.0, class_="bar-back"),
    )


def _lines(board: Front, seat: Seat, language: Language, words: Words) -> Iterator[tuple[tuple[str, str], str]]:
    """What is in a camp and not in combat: soldiers, then objects and strategies, equal ones together; resources are in the wealth."""
    own = [p for p in board.of(seat) if board.card(p.card).type != "recurso" and (opponent(board, p) is None)]
    own.sort(key=lambda p: not board.soldier(p))
    counted: dict[tuple[str, str, str], int] = {}
    for p in own:
        label, figure = sentences.in_camp(board, p, language, words)
        mark = "turned" if p.dedicated is not None else "new" if p.entered and board.soldier(p) else "free"
        counted[label, figure, mark] = counted.get((label, figure, mark), 0) + 1
    for (label, figure, mark), n in counted.items():
        yield ((f"{label} ×{n}" if n > 1 else label), figure), mark


def _line(pair: tuple[str, str], mark: str, width: float, seat: Seat) -> Markup:
    """One line of a camp: how the card lies, its name, its index."""
    label, figure = pair
    turned = cards.turned("defense" if mark == "turned" else "attack", 20, 16, seat)
    new = shapes.element("text", "+", x=20, y=26, font_size=LETTERS, class_="new-mark") if mark == "new" else Markup("")
    taken = 14 + 17 * len(figure)
    return shapes.element(
        "g",
        turned,
        new,
        text(label, 44, 27, width - 56 - taken, anchor="start"),
        text(figure, width - 10, 27, taken, class_="card-figure", anchor="end") if figure else Markup(""),
    )

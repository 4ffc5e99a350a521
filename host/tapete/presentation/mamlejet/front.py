"""Mamlejet's battle front: who faces whom, what each has to roll, which city an enemy goes for, and the stack (MMK-048, 055, 059).

A cell is a card at the front or in combat. Indices are those of now, with the printed one and what changed it beside.
"""

from __future__ import annotations

from markupsafe import Markup

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, figure
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Permanent
from tapete.presentation import cards, shapes
from tapete.presentation.mamlejet import sentences

CELL, GAP, TALL, BETWEEN = 160.0, 8.0, 148.0, 44.0
"""A cell's width, the space beside it, its height, and the space between two who face each other."""

COLUMNS = 6
LETTERS = 30.0
"""Smallest type, so that half a television's width is enough for a picture."""

_BOLD = 0.68
"""Width of an average bold letter, in ems."""

_TITLE = _("Battle front")
_EMPTY = _("Battle front: nobody")
_STACK = _("Stack")
_WHY = _("Why")
_CITY = _("city")

KEYWORD_SIGNS = {
    "coraje": "M0 11L-10 0C-14 -9 -4 -13 0 -5C4 -13 14 -9 10 0Z",
    "curar": "M-4 -11H4V-4H11V4H4V11H-4V4H-11V-4H-4Z",
    "dano_catastrofico": "M0 -13L3 -5L11 -9L6 -1L13 3L5 4L6 12L0 6L-6 12L-5 4L-13 3L-6 -1L-11 -9L-3 -5Z",
    "disparar_proyectiles": "M-11 11L8 -8M-2 -10H10V2",
    "frenesi": "M3 -13L-9 2H-1L-4 13L9 -3H1Z",
    "infundir_miedo": "M0 -12L12 10H-12ZM0 -4V3M0 6V8",
    "robustez": "M-11 -10H11V10H-11ZM-11 0H11M0 -10V0M-5 0V10M5 0V10",
    "zerizut": "M-11 -10L-1 0L-11 10M1 -10L11 0L1 10",
}
"""A sign for each special ability, around a middle; the list under the picture says each in words."""


def sign(keyword: str, x: float, y: float) -> Markup:
    """The sign of a special ability at a place."""
    return shapes.group(shapes.element("path", d=KEYWORD_SIGNS[keyword], class_=f"keyword keyword-{keyword}"), x=x, y=y)


def draw(board: Front, language: Language, words: Words, name: str) -> Markup:
    """The picture of the front and the stack.

    Args:
        board: the match. language: of its words. words: how seats and cards are called. name: the id of the picture on its page.
    """
    enemies, height = _front(board, language, words)
    parts = [enemies]
    lines = ((_WHY, sentences.changes(board, language, words)), (_STACK, sentences.stack(board, language, words)))
    for heading, said in lines:
        for place, line in enumerate(said):
            height += 40
            label = text(heading.in_(language), 4, height - 8, 140, anchor="start") if place == 0 else Markup("")
            parts += [label, text(line, 156, height - 8, cards.WIDTH - 160, anchor="start")]
    return shapes.picture(
        name,
        _TITLE.in_(language),
        sentences.front(board, language, words),
        cards.WIDTH + 4,
        height + 18,
        shapes.group(*parts, x=2, y=16),  # above the first row there is room for a mark of pending damage
        class_="board half",
    )


def text(said: str, x: float, y: float, most: float, size: float = LETTERS, class_: str = "card-text", anchor: str | None = None) -> Markup:
    """One line that is never wider than `most` units."""
    return cards.line(said, x, y, most, size, class_, anchor)


def named(said: str, x: float, y: float, width: float) -> Markup:
    """A card's name in one line or two, centred; `y` is its first line."""
    lines = cards.wrapped(said, int(width / (LETTERS * _BOLD)))
    return Markup("").join(text(part, x, y + place * 31, width, class_="card-name") for place, part in enumerate(lines))


# ---- the front


def _front(board: Front, language: Language, words: Words) -> tuple[Markup, float]:
    """The enemies in rows, those in combat first, with who faces them beneath; and how tall that is."""
    enemies = sorted(board.enemies, key=lambda e: opponent(board, e) is None)
    if not enemies:
        nobody = text(_EMPTY.in_(language), cards.WIDTH / 2, 40, cards.WIDTH, class_="place-name")
        return shapes.element("g", cards.empty(0, 0, cards.WIDTH, 58), nobody), 62.0
    parts, y = [], 0.0
    for row in range(0, len(enemies), COLUMNS):
        shown = enemies[row : row + COLUMNS]
        left = (cards.WIDTH - len(shown) * (CELL + GAP) + GAP) / 2
        beneath = 0.0
        for place, enemy in enumerate(shown):
            x = left + place * (CELL + GAP)
            parts.append(_cell(board, enemy, x, y, language, words))
            facing = opponent(board, enemy)
            target = sentences.under_way(board).get(enemy.id)
            if facing is not None:
                parts.append(_clash(board, enemy, facing, x, y + TALL))
                parts.append(_cell(board, facing, x, y + TALL + BETWEEN, language, words))
                beneath = max(beneath, BETWEEN + TALL)
            elif target is not None:
                parts.append(_towards(board, enemy, target, x, y + TALL, language))
                beneath = max(beneath, BETWEEN)
        y += TALL + beneath + 10
    return shapes.element("g", *parts), y


def opponent(board: Front, p: Permanent) -> Permanent | None:
    """Who faces a permanent now, by its plan, its defence or its frenzy."""
    found = next((pid for pid in (p.opponent, p.frenzy_opponent) if pid is not None and board.in_play(pid)), None)
    return None if found is None else board.at_id(found)


def needs(board: Front, who: Permanent, against: Permanent) -> str:
    """What a permanent has to roll against another; a dash where it cannot harm it and does not roll (MMK-R24)."""
    return "–" if board.lacking(who, against) is not None else f"{board.index(who, against)}+"


def _clash(board: Front, enemy: Permanent, ally: Permanent, x: float, y: float) -> Markup:
    """Between two who face each other: up what the ally has to roll, down what the enemy has to."""
    middle = x + CELL / 2
    return shapes.element(
        "g",
        shapes.element("path", d=f"M{middle:g} {y}V{y + BETWEEN:g}", class_="facing"),
        text(f"↑{needs(board, ally, enemy)}", middle - 8, y + 33, 70, 32, class_="card-figure", anchor="end"),
        text(f"↓{needs(board, enemy, ally)}", middle + 8, y + 33, 70, 32, class_="card-figure", anchor="start"),
    )


def _towards(board: Front, enemy: Permanent, city: Seat, x: float, y: float, language: Language) -> Markup:
    """An enemy on its way to a city, and what it has to roll."""
    said = f"↓{board.city_index(enemy, city)}+"
    return shapes.element(
        "g",
        text(said, x + 4, y + 33, 70, 32, class_="card-figure", anchor="start"),
        shapes.seat_sign(city, 22, x + 84, y + 23),
        text(_CITY.in_(language), x + CELL, y + 33, 62, anchor="end"),
    )


def _cell(board: Front, p: Permanent, x: float, y: float, language: Language, words: Words) -> Markup:
    """One card in combat or at the front."""
    edge = f"edge-{p.controller}" if p.controller is not None else "edge-enemy"
    turned = "defense" if p.dedicated is not None else "attack"
    parts = [
        cards.up(x, y, CELL, TALL, f"{edge} {turned}"),
        named(words.show(p.card, language, "card"), x + CELL / 2, y + 32, CELL - 12),
    ]
    figures = sentences.index_of(board, p)
    if figures is not None:
        now, base = figures
        parts.append(shapes.group(shapes.element("path", d=cards.SIGNS["defense"], class_="icon icon-defense"), x=x + 22, y=y + 94))
        parts.append(shapes.element("text", str(now), x=x + 40, y=y + 109, font_size=44.0, class_="card-figure start"))
        if now != base:
            changed = f"{base}{figure(now - base, signed=True)}"
            parts.append(text(changed, x + CELL - 8, y + 106, 66, class_="card-change", anchor="end"))
    signs = [word for word in KEYWORD_SIGNS if board.has(p, word)]
    parts += [sign(word, x + 20 + 29 * place, y + 131) for place, word in enumerate(signs)]
    at = x + CELL - 22
    if p.controller is not None:
        parts.append(shapes.seat_sign(p.controller, 24, at, y + 130))
        at -= 34
    if p.dedicated is not None:
        parts.append(cards.turned("defense", at, y + 130, p.controller or "enemy"))
        at -= 36
    if p.hits:
        parts.append(burst(len(p.hits), x + CELL - 16, y + 6))
    return shapes.element("g", *parts, class_="face-up")


def burst(hits: int, x: float, y: float) -> Markup:
    """Pending damage: it will fall when damage takes effect."""
    star = shapes.element("path", d=KEYWORD_SIGNS["dano_catastrofico"], class_="burst", transform="scale(1.7)")
    return shapes.group(star, shapes.element("text", str(hits), x=0, y=10, font_size=LETTERS, class_="burst-number"), x=x, y=y)

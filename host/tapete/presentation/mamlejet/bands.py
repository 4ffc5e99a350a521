"""Mamlejet's front and camps drawn to be touched: bands of cards whose height gives way where there is much to show.

A phone's picture is 360 units wide and `TALL` high: the front, the rivals, and the own camp nearest. A table's has the front above and
the camps side by side beneath.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, figure
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import KEYWORDS
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Item, Permanent
from tapete.presentation import cards, faced, svg
from tapete.presentation.base import GamePage
from tapete.presentation.mamlejet import camps, front, sentences
from tapete.presentation.mamlejet.face import look
from tapete.presentation.touch import Touch, fitted, played

PHONE, TALL = 360.0, 372.0
TABLE, WIDE = 1000.0, 384.0
GAP = 3.0

SMALL, LARGE = 15.0, 17.0
"""Smallest letters on a phone and on a table, in units."""

MOST_GROWN = 1.5
"""How many times taller cards become where there is room."""


_NOBODY = _("Nobody is at the front.")
_SCORES = _("{score}/{goal} · {lost} lost")
_LOST = _("emuná · {lost}/{most} lost")

Draw = Callable[[float, float], Iterable[Markup]]


class Band(Struct, frozen=True):
    """A row of the picture.

    Args:
        high: how tall it would be. least: how low it may become. draw: makes it, from its place and height.
    """

    high: float
    least: float
    draw: Draw


def needed(bands: Sequence[Band]) -> float:
    """How much room bands would take."""
    return sum(band.high + GAP for band in bands)


def stacked(bands: Sequence[Band], room: float, grown: float = MOST_GROWN) -> tuple[list[Markup], float]:
    """Bands under each other, and where they end: as low as the room asks for, or taller where there is more of it.

    Args:
        bands: from above. room: the height for all. grown: how many times taller than they would be, at most.
    """
    over = needed(bands) - room
    slack = sum(band.high - band.least for band in bands)
    share = 0.0 if over <= 0 or slack <= 0 else min(1.0, over / slack)
    more = min(grown, room / needed(bands)) if over < 0 else 1.0
    parts: list[Markup] = []
    y = 0.0
    for band in bands:
        tall = (band.high - (band.high - band.least) * share) * more
        parts += band.draw(y, tall)
        y += tall + GAP
    return parts, y - GAP


class Drawing:
    """One picture of a match whose things can be touched."""

    def __init__(self, page: GamePage, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> None:
        self.page, self.rules, self.state, self.language, self.words, self.touch = page, rules, state, language, words, touch
        self.board = Front(rules, state)
        self.cities = sentences.under_way(self.board)
        self.facing = {one.id: met for one in self.board.enemies if (met := front.opponent(self.board, one)) is not None}

    def tall(self, own: Seat) -> Markup:
        """For a phone: the front, what waits, the rivals in a few lines, and the own camp below."""
        enemies = len(self.board.enemies)
        bands = [*self._front(PHONE, 3 if enemies < 4 else 4 if enemies < 9 else 5, SMALL), *self._stack(PHONE, SMALL)]
        rivals = [seat for seat in self.state.seats if seat != own]
        if rivals:
            bands.append(Band(40, 37, lambda y, h: self._heads(rivals, y, h)))
            bands += self._grid([p for seat in rivals for p in self._camp(seat)], 0, PHONE, 4, SMALL, 30, whose=True)
        bands.append(Band(42, 38, lambda y, h: [self._head(own, 0, y, PHONE, h, SMALL, whole=True)]))
        camp = self._camp(own)
        bands += self._grid([p for p in camp if not self._resource(p)], 0, PHONE, 4, SMALL, 72)
        bands += self._grid([p for p in camp if self._resource(p)], 0, PHONE, 4, SMALL, 56)
        parts, y = stacked(bands, TALL)
        return played(self.touch, PHONE, y if self.touch.still else max(y, TALL), *parts)

    def wide(self) -> Markup:
        """For a table or a television: the front over the camps, one beside the other."""
        seats = self.state.seats
        above = [*self._front(TABLE, max(6, min(8, len(self.board.enemies))), LARGE), *self._stack(TABLE, LARGE)]
        across = (TABLE - GAP * 2 * (len(seats) - 1)) / len(seats)
        columns = max(1, int(across // 116))
        below = [self._camp_bands(seat, at * (across + GAP * 2), across, columns) for at, seat in enumerate(seats)]
        deepest = max(map(needed, below))
        grown = max(1.0, min(MOST_GROWN, (WIDE - 9) / (needed(above) + deepest)))
        parts, y = stacked(above, max((WIDE - 9 - deepest), WIDE * 0.45) if grown == 1.0 else WIDE, grown)
        y += 9
        bottom = y
        for bands in below:
            made, deep = stacked(bands, WIDE - y, grown)
            parts += [svg.group(part, y=y) for part in made]
            bottom = max(bottom, y + deep)
        return played(self.touch, TABLE, max(bottom, WIDE), *parts)

    def _camp_bands(self, seat: Seat, x: float, width: float, columns: int) -> list[Band]:
        head = Band(58, 48, lambda y, h: [self._head(seat, x, y, width, h, LARGE, whole=True)])
        camp = self._camp(seat)
        fighters, rest = [p for p in camp if not self._resource(p)], [p for p in camp if self._resource(p)]
        return [head, *self._grid(fighters, x, width, columns, LARGE, 84), *self._grid(rest, x, width, columns, LARGE, 64)]

    # ---- what lies where

    def _resource(self, p: Permanent) -> bool:
        return self.board.card(p.card).type == "recurso"

    def _camp(self, seat: Seat) -> list[Permanent]:
        """What a player has in play and not in combat, soldiers first."""
        own = [p for p in self.board.of(seat) if front.opponent(self.board, p) is None]
        return sorted(own, key=lambda p: (self._resource(p), not self.board.soldier(p)))

    def _front(self, width: float, columns: int, size: float) -> list[Band]:
        """The enemies in rows, and beneath each row who faces them or where they go."""
        enemies = self.board.enemies
        if not enemies:
            size_, middle = size, width / 2
            said = _NOBODY.in_(self.language)
            return [Band(size * 3, size * 1.8, lambda y, h: [fitted(said, middle, y + h / 2 + size_ * 0.36, width, size_, "place-name")])]
        cell = (width - GAP * (columns - 1)) / columns
        bands: list[Band] = []
        for at in range(0, len(enemies), columns):
            row = enemies[at : at + columns]
            left = (width - len(row) * (cell + GAP) + GAP) / 2
            places = [(left + n * (cell + GAP), enemy) for n, enemy in enumerate(row)]
            bands.append(self._cells(places, cell, size, size * 6))
            met = [(x, self.facing[enemy.id]) for x, enemy in places if enemy.id in self.facing]
            if met or any(enemy.id in self.cities for enemy in row):
                bands.append(self._between(places, cell, size))
            if met:
                bands.append(self._cells(met, cell, size, size * 4.8, whose=True))
        return bands

    def _between(self, places: Sequence[tuple[float, Permanent]], cell: float, size: float) -> Band:
        """Under each enemy what has to be rolled: by who faces it, and by the enemy, against whom or whose city."""

        def draw(y: float, h: float) -> Iterable[Markup]:
            line = y + h / 2 + size * 0.36
            for x, enemy in places:
                met, city = self.facing.get(enemy.id), self.cities.get(enemy.id)
                if met is not None:
                    said = f"↑{front.needs(self.board, met, enemy)} ↓{front.needs(self.board, enemy, met)}"
                    yield fitted(said, x + cell / 2, line, cell, size * 1.15, "number")
                elif city is not None:
                    yield svg.seat_sign(city, size, x + size * 0.7, y + h / 2)
                    said = f"↓{self.board.city_index(enemy, city)}+ {self.words.show(city, self.language, 'seat')}"
                    yield fitted(said, x + size * 0.8 + cell / 2, line, cell - size * 1.6, size)

        return Band(size * 1.35, size * 1.15, draw)

    def _stack(self, width: float, size: float) -> list[Band]:
        """What waits, the top first."""
        items = list(reversed(self.state.stack))
        columns = 1 if len(items) < 3 else 2
        cell = (width - GAP * (columns - 1)) / columns

        def band(row: Sequence[Item]) -> Band:
            def draw(y: float, h: float) -> Iterable[Markup]:
                for n, item in enumerate(row):
                    x, said = n * (cell + GAP), sentences.item_text(self.board, item, self.language, self.words)
                    text = fitted(said, x + cell / 2, y + h / 2 + size * 0.36, cell - 12, size)
                    yield self.touch.frame(f"p{item.id}", said, (x, y, cell, h), "seat-box", text, size=size)

            return Band(size * 1.9, size * 1.5, draw)

        return [band(items[at : at + columns]) for at in range(0, len(items), columns)]

    def _grid(
        self, shown: Sequence[Permanent], x: float, width: float, columns: int, size: float, high: float, *, whose: bool = False
    ) -> list[Band]:
        """Cards side by side in rows that fill a width."""
        cell = (width - GAP * (columns - 1)) / columns
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        return [self._cells([(x + n * (cell + GAP), p) for n, p in enumerate(row)], cell, size, high, whose=whose) for row in rows]

    def _cells(self, places: Sequence[tuple[float, Permanent]], cell: float, size: float, high: float, *, whose: bool = False) -> Band:
        return Band(high, size * 1.5, lambda y, h: [self._cell(p, x, y, cell, h, size, whose=whose) for x, p in places])

    # ---- cards

    def _cell(self, p: Permanent, x: float, y: float, w: float, h: float, least: float, *, whose: bool) -> Markup:
        """One card: its name, its index now with the printed one, the signs of its abilities, how it lies, and whose it is."""
        size = least * max(1.0, min(MOST_GROWN, h / (least * 4.8), w / (least * 6.4)))
        name = f"p{p.id}"
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        edge = f"edge-{p.controller}" if p.controller is not None else "edge-enemy"
        class_ = f"card {edge} {'defense' if p.dedicated is not None else 'attack'}"
        shown = self.words.show(p.card, self.language, "card")
        marks = self._marks(p, whose=whose)
        drawing = self._low if h < size * 3.4 else self._high
        inside = drawing(p, marks, shown, (x, y, w, h), size)
        if p.hits:
            inside.append(svg.group(front.burst(len(p.hits), 0, 0), x=x + w - size, y=y + size * 0.7, scale=size / 30))
        said = f"{label}, {self.words.show(p.controller, self.language, 'seat')}" if p.controller is not None else label
        return self.touch.frame(name, said, (x, y, w, h), class_, svg.element("g", *inside, class_="face-up"), size=size)

    def _marks(self, p: Permanent, *, whose: bool) -> list[Markup]:
        """Whose it is, that it is dedicated, and the signs of its abilities, around a middle and 30 units wide each."""
        found = []
        if whose and p.controller is not None:
            found.append(svg.seat_sign(p.controller, 24))
        if p.dedicated is not None:
            found.append(cards.turned("defense", 0, 0, p.controller or "enemy"))
        return [*found, *(front.sign(word, 0, 0) for word in KEYWORDS if self.board.has(p, word))]

    def _low(self, p: Permanent, marks: list[Markup], shown: str, box: tuple[float, float, float, float], size: float) -> list[Markup]:
        """A low cell has one line: whose it is, its name, its index."""
        (x, y, w, h), marks, figures = box, marks[:2], sentences.index_of(self.board, p)
        k = size / 32
        parts = [svg.group(mark, x=x + (14 + 32 * n) * k + 2, y=y + h / 2, scale=k) for n, mark in enumerate(marks)]
        left = 32 * k * len(marks) + 4
        right = 0.0 if figures is None else size * (0.8 if figures[0] < 10 else 1.5)
        line = y + h / 2 + size * 0.36
        parts.append(fitted(shown, x + left + (w - left - right - 4) / 2, line, w - left - right - 8, size, "card-name"))
        if figures is not None:
            parts.append(fitted(str(figures[0]), x + w - right / 2 - 3, line, right, size * 1.15, "card-figure"))
        return parts

    def _high(self, p: Permanent, marks: list[Markup], shown: str, box: tuple[float, float, float, float], size: float) -> list[Markup]:
        """A high cell has the card's face with its index, or what it makes; the signs stand at the top on the right."""
        x, y, w, _h = box
        index, k = sentences.index_of(self.board, p), size / 34
        figures = []
        if index is not None:
            now, base = index
            said = str(now) if now == base or w <= size * 7 else f"{now} ({base}{figure(now - base, signed=True)})"
            figures.append(faced.Figure("", said, counts=True, changed=now != base))
        elif self._resource(p):
            made = self.board.yields(p.id)
            told = " ".join(f"{camps.WEALTH[colour].in_(self.language)} {n}" for colour in camps.WEALTH if (n := getattr(made, colour)))
            figures.append(faced.Figure("", told)) if told else None
        parts = [faced.card(self.touch, look(self.board.card(p.card)), p.card, shown, box, size, figures)]
        shown_marks = marks[: max(1, int((w - 8) / (33 * k)))]
        if shown_marks:
            wide = 33 * k * len(shown_marks) + 2
            parts.append(svg.element("rect", x=x + w - wide - 3, y=y + 3, width=wide, height=32 * k, rx=6, class_="pill"))
            parts += [svg.group(mark, x=x + w - 4 - (16 + 33 * n) * k, y=y + 3 + 16 * k, scale=k) for n, mark in enumerate(shown_marks)]
        return parts

    # ---- players

    def _heads(self, seats: Sequence[Seat], y: float, h: float) -> list[Markup]:
        """The rivals side by side."""
        width = (PHONE - GAP * (len(seats) - 1)) / len(seats)
        return [self._head(seat, n * (width + GAP), y, width, h, SMALL, whole=len(seats) == 1) for n, seat in enumerate(seats)]

    def _head(self, seat: Seat, x: float, y: float, w: float, h: float, size: float, *, whole: bool) -> Markup:
        """A player's city: who it is, emuná taken and lost; where there is room, wealth and piles."""
        label = self.page.label(self.rules, self.state, f"{seat}.city", self.language, self.words)
        score, lost, options = self.board.score(seat), self.board.lost(seat), self.rules.options
        named = self.words.show(seat, self.language, "seat")
        box = (x, y, w, h)
        if whole:
            wealth, piles = camps.wealth(self.board, seat, self.language), camps.piles(self.board, seat, self.language)
            notes = [_LOST.fill(lost=lost, most=options.loss_emuna).in_(self.language), f"{wealth} · {piles}"]
            goal = f"/{options.win_emuna}"
            inside = faced.plate(seat, box, size, named, str(score), goal, notes, f"{seat}.emuna", score / options.win_emuna)
            return self.touch.frame(f"{seat}.city", label, box, "seat-box", *inside, size=size)
        scores = _SCORES.fill(score=score, goal=options.win_emuna, lost=lost).in_(self.language)
        sign, line, under = size * 1.2, y + h * 0.27 + size * 0.36, y + h * 0.75 + size * 0.36
        left = sign * 1.6
        inside = [
            svg.seat_sign(seat, sign, x + sign * 0.8, y + h * 0.27),
            fitted(named, x + left + (w - left) / 2, line, w - left - 6, size),
            fitted(scores, x + w / 2, under, w - 8, size, "number"),
        ]
        return self.touch.frame(f"{seat}.city", label, box, "seat-box", *inside, size=size)

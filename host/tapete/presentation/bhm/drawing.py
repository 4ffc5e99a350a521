"""The picture of a war whose things can be touched, in two shapes: a phone's, with one's own field nearest, and a television's.

What stands in a space is drawn in lines, as many as there is room for: rank and name, the figures that count most, the signs of its
states; the rest is one touch away, and a screen reader is told all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Language, Words
from tapete.games.bhm.beings import Attr, Being, Orphans, Petrified
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.constants import LOSING
from tapete.games.bhm.figures import SLOTS, AttrName
from tapete.games.bhm.language import _
from tapete.games.bhm.layout import space as place_of
from tapete.games.bhm.seen import carried_by
from tapete.games.bhm.state import Declaring, Fighting, Window
from tapete.games.bhm.windows import shown_card
from tapete.presentation import cards, letters, svg
from tapete.presentation.base import GamePage
from tapete.presentation.bhm import field
from tapete.presentation.bhm.face import look
from tapete.presentation.bhm.pending import ANSWER, aims
from tapete.presentation.bhm.signs import SIGNS, WORDS, Mark
from tapete.presentation.touch import Touch, fitted, played

COUNTING: tuple[AttrName, ...] = ("fue", "salud", "res", "pod", "val")
"""Attributes by how often one looks for them: what strikes and what falls first."""

_ACROSS = 5
_FACE = 1.45
"""How high a face is at least, in heights of a letter."""
_NARROW = 0.6
"""Width of a letter that is pressed together as far as it may be (`letters.NARROWEST`), in ems."""
_QUEUE = _("{number} {number:attack|attacks} declared")
_LEGEND = _("F is FUE, S Salud, R RES, P POD, V VAL.")


_MOST_STACKED = 3
"""Pending actions that are drawn; what lies deeper is a number."""

_MOST_KEPT = 2_000
_KEPT: dict[tuple[Any, ...], tuple[Being, Markup, str, tuple[str, ...]]] = {}
"""Beings as they were drawn; each is kept with its drawing, so that no other being can have its id meanwhile."""


class _Size(Struct, frozen=True):
    """How a field is written.

    Args:
        letters: their size. columns: figures in a line. wordy: figures and signs have their words beside them.
    """

    letters: float
    columns: int = 2
    wordy: bool = False

    @property
    def pitch(self) -> float:
        """From line to line."""
        return self.letters * 1.008

    def room(self, height: float) -> int:
        """Lines in a space of this height."""
        return max(1, int((height - 1.5) / self.pitch))


_PHONE = _Size(14.6)
_TALL, _STRIP, _GAP, _LEAST, _MOST, _FREE = 370.0, 20.0, 1.5, 28.0, 90.0, 33.0
"""A phone's picture: its height, that of its line in the middle, between rows, of a row at least and at most, of one that is free."""

_ACROSS_WIDE, _HIGH_WIDE, _EDGE = 1272.0, 476.0, 4.0
"""A table's picture: its width and height, and what is left free below, so that the frame of what is pending is whole when it is lit."""


class WarPicture:
    """One picture of the war.

    Args:
        page: what things are called. rules, state: the position. language, words: of the reader. touch: who touches it, and how.
    """

    def __init__(self, page: GamePage, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> None:
        self.page, self.rules, self.state, self.language, self.words, self.touch = page, rules, state, language, words, touch
        board: Any = rules.board(state)
        self.board: War = board
        self.roles = field.Roles(board)
        self._seats = {seat: words.show(seat, language, "seat") for seat in state.seats}
        self._drawn: dict[int, tuple[str, ...]] = {}
        """The signs of the beings that are drawn so far, by their numbers."""

    # ---- the two shapes

    def tall(self, own: Seat) -> Markup:
        """For a phone: of the others what stands on their fields, in the middle what is pending, below it one's own whole field."""
        seats = self.state.seats
        place = seats.index(own) + 1
        order = (*seats[place:], *seats[:place])
        rows = {seat: self._rows(seat, whole=seat == own) for seat in order}
        all_rows = [row for seat in order for row in rows[seat]]
        head = 26.0 if len(all_rows) <= 6 else 20.5
        free = sum(1 for seat in order for row in rows[seat] if not self._filled(seat, row))
        filled = len(all_rows) - free
        strip = _STRIP * max(1, self._stacked() if len(all_rows) <= 6 else 1)
        left = _TALL - strip - 2 - len(order) * (head + _GAP) - len(all_rows) * _GAP
        high = min(_MOST, (left - free * _FREE) / filled) if filled else _FREE
        low = _FREE if high >= _LEAST else _LEAST
        if free:
            low = min(48.0, max(low, (left - filled * high) / free))
        y, parts = 0.0, []
        for seat in order:
            if seat == own:
                parts.append(self._middle(0, y, 360, strip, _PHONE))
                y += strip + 2
            parts.append(self._head(seat, 0, y, 360, head, _PHONE.letters))
            y += head + _GAP
            for row in rows[seat]:
                tall = high if self._filled(seat, row) else low
                parts += [self._cell(seat, slot, at * 72.4, y, 70.4, tall, _PHONE) for at, slot in enumerate(row)]
                y += tall + _GAP
        lines = min(int((_TALL - y) / 18), 3 if self.touch.still else 99)
        parts.append(self._key(0, y, 360, lines, _PHONE))
        return played(self.touch, 360, y + lines * 18, *parts)

    def _rows(self, seat: Seat, *, whole: bool) -> list[Sequence[int]]:
        """The spaces of a field that are drawn, five in a row: all of them, or those in which something lies."""
        if not self.board.player(seat).alive:
            return []
        shown = [slot for slot in SLOTS if whole or self.board.space(seat, slot) is not None or (seat, slot) in self.roles.coming]
        return [shown[at : at + _ACROSS] for at in range(0, len(shown), _ACROSS)]

    def _filled(self, seat: Seat, row: Sequence[int]) -> bool:
        return any(self.board.space(seat, slot) is not None or (seat, slot) in self.roles.coming for slot in row)

    def wide(self) -> Markup:
        """For a table or a television: everybody's whole field, and below what is pending."""
        seats = self.state.seats
        many, gap, strip = len(seats) > 2, 8.0, 34.0
        down = 2 if many else 1
        across, high = (_ACROSS_WIDE - gap) / 2, (_HIGH_WIDE - strip - _EDGE - gap * down) / down
        head = 30.0 if many else 40.0
        size = _Size(17, columns=3) if many else _Size(20, columns=1, wordy=True)
        tall = (high - head - 8) / 2
        cell = (across - 4 * 4) / _ACROSS
        parts = []
        for at, seat in enumerate(seats):
            x, y = at % 2 * (across + gap), at // 2 * (high + gap)
            parts.append(self._head(seat, x, y, across, head, size.letters))
            for row in self._rows(seat, whole=True):
                top = y + head + 4 + row[0] // _ACROSS * (tall + 4)
                parts += [self._cell(seat, slot, x + slot % _ACROSS * (cell + 4), top, cell, tall, size) for slot in row]
        y = _HIGH_WIDE - _EDGE - strip
        parts.append(self._middle(0, y, 820 if many else _ACROSS_WIDE, strip, _Size(19)))
        if len(seats) == 3:
            parts.append(self._key(across + gap, high + gap + 8, across, 9, size))
        elif many:
            parts.append(self._key(832, y + 8, _ACROSS_WIDE - 832, 1, size))
        return played(self.touch, _ACROSS_WIDE, _HIGH_WIDE, *parts)

    def _key(self, x: float, y: float, w: float, lines: int, size: _Size) -> Markup:
        """What the initials mean, and the signs that stand on the fields with their words, as many as there is room for."""
        if lines < 1:
            return Markup("")
        pitch = size.letters * 1.25
        parts = [fitted(_LEGEND.in_(self.language), x + w / 2, y + size.letters, w - 4, size.letters, "dim")]
        used = dict.fromkeys(sign for _seat, being in self.board.every() for sign in self._drawn.get(being.iid, ()))
        at, line = x, 1
        for name in used:
            said = WORDS[name].in_(self.language)
            wide = size.letters * (1.6 + len(said) * 0.62)
            if at + wide > x + w:
                at, line = x, line + 1
            if line >= lines:
                break
            low = y + size.letters + line * pitch
            path = svg.element("path", d=SIGNS[name], class_="war-sign on-felt")
            parts.append(svg.group(path, x=at + size.letters / 2, y=low - size.letters * 0.36, scale=size.letters / 31))
            parts.append(fitted(said, at + size.letters * 1.2, low, wide - size.letters * 1.5, size.letters, "start dim"))
            at += wide
        return svg.element("g", *parts)

    # ---- what is pending, else where the match stands

    def _middle(self, x: float, y: float, w: float, h: float, size: _Size) -> Markup:
        """The pending action that is on top with who is asked; with nothing pending the phase, and how many attacks are declared."""
        windows, bottom, letters = self.board.windows(), self.state.agenda[0], size.letters
        baseline = y + h / 2 + letters * 0.36
        if windows:
            return self._chain(x, y, w, h, letters)
        said = [self.page.headline(self.rules, self.state, self.language)]
        if isinstance(bottom, Declaring | Fighting) and bottom.queue:
            said.append(self.words.say(_QUEUE, {"number": len(bottom.queue)}).in_(self.language))
        line = " · ".join(part for part in said if part)
        return fitted(line, x + w / 2, baseline, w - 8, letters, "dim")

    def _stacked(self) -> int:
        """How many pending actions are drawn: the top of the stack, and what it lies on."""
        return min(_MOST_STACKED, len(self.board.windows()))

    def _chain(self, x: float, y: float, w: float, h: float, letters: float) -> Markup:
        """What is pending as a stack, each with the sign of its owner: the top one first, the others below it, or beside it on a table."""
        windows, parts = self.board.windows()[::-1], []
        shown = self._stacked() if self.touch.wide else round(h / _STRIP)
        beside = self.touch.wide and shown > 1
        for place, window in enumerate(windows[:shown]):
            last = place == shown - 1
            told = self._pending(window, len(windows) - shown if last else 0, top=place == 0)
            if beside:
                left, wide = (
                    (x, w * 0.5) if place == 0 else (x + w * (0.5 + 0.5 * (place - 1) / (shown - 1)) + 4, w * 0.5 / (shown - 1) - 4)
                )
                box = (left, y, wide, h)
            else:
                box = (x + 12 * place, y + h / shown * place, w - 12 * place, h / shown - (0 if last else 1))
            left, low, wide, high = box
            line = next((one for one in told if len(one) * letters * _NARROW <= wide - 34), told[-1])
            class_ = "card-name start" if place == 0 else "start dim"
            text = fitted(line, left + 26, low + high / 2 + letters * 0.36, wide - 34, letters, class_)
            sign = svg.seat_sign(window.seat, letters, left + 14, low + high / 2)
            if place == 0:
                parts.append(self.touch.frame("top", told[0], box, "seat-box", sign, text))
            else:
                rect = svg.element("rect", x=left, y=low, width=wide, height=high, rx=7, class_="seat-box")
                parts.append(svg.element("g", rect, sign, text))
        return svg.element("g", *parts)

    def _pending(self, window: Window, under: int, *, top: bool) -> tuple[str, ...]:
        """What is pending and at what it is aimed; the first says most, the later ones leave out what the page says elsewhere too.

        Args:
            window: the pending action. under: how many more lie under it that are not drawn. top: whether it is the one that is answered.
        """
        card = shown_card(self.board, window.plan)
        word = self.words.show(word_of(window.plan), self.language, "what")
        named = word if card is None else self._named(card)
        at = "; ".join(aims(self.board, window.plan, self.language, self.words))
        aimed = f" → {at}" if at else ""
        whole = named + aimed if card is None else f"{word}: {named}{aimed}"
        more = f" (+{under})" if under else ""
        asked = ", ".join(self._seat(seat) for seat in window.waiting[: int(top)])
        answer = f" · {ANSWER.fill(seats=asked).in_(self.language)}" if asked else ""
        return f"{whole}{answer}{more}", f"{whole}{more}", f"{named}{aimed}{more}"

    # ---- a player

    def _seat(self, seat: Seat) -> str:
        return self._seats[seat]

    def _named(self, card: str) -> str:
        return self.words.show(card, self.language, "card")

    def _head(self, seat: Seat, x: float, y: float, w: float, h: float, size: float) -> Markup:
        """Name, call counter with a bar of it, piles; territories as things of their own."""
        player, middle = self.board.player(seat), y + h / 2 - 1
        chip, low = w * 0.2, y + h / 2 + size * 0.34
        territories = player.territories if player.alive else ()
        end = x + w - len(territories) * (chip + 2)
        name, figure = x + h * 0.95, size * 1.35
        counter = x + w * 0.345
        inside = [
            svg.seat_sign(seat, h * 0.62, x + h * 0.5, middle),
            fitted(self._seat(seat), name, low, w * 0.2, size, "start"),
            fitted(
                str(player.counter),
                counter + figure * 0.7,
                y + h / 2 + figure * 0.36,
                figure * 1.4,
                figure,
                "number end",
                f"{seat}.counter",
            ),
            fitted(f"/{LOSING}", counter + figure * 0.75, low, size * 2, size, "start dim"),
        ]
        at = counter + figure * 0.75 + size * 2.4
        inside.append(fitted(self._piles(seat, end - at - 8, size), at, low, end - at - 8, size, "start dim"))
        full = min(player.counter, LOSING) / LOSING * (end - x - 8)
        inside.append(svg.element("rect", x=x + 4, y=y + h - 3.5, width=full, height=2.5, class_=f"bar-{seat}"))
        box = (x, y, end - x - 2, h) if territories else (x, y, w, h)
        label = self.page.label(self.rules, self.state, f"{seat}.player", self.language, self.words)
        parts = [self.touch.frame(f"{seat}.player", label, box, "seat-box", *inside)]
        for place, held in enumerate(territories):
            left, named = end + place * (chip + 2), self._named(held.card)
            text = cards.line(named, left + chip / 2, low, chip - 6, size, "card-name")
            shown = svg.element("g", text, class_="face-up")
            parts.append(self.touch.frame(f"{seat}.t{place}", named, (left, y, chip, h), f"card edge-{seat}", shown))
        return svg.element("g", *parts)

    def _piles(self, seat: Seat, most: float, size: float) -> str:
        """The piles on which the others count, as many as there is room for."""
        player = self.board.player(seat)
        if not player.alive:
            return field.OUT.in_(self.language)
        counted = (
            (field.HAND, player.hand),
            (field.DECK, player.deck),
            (field.SUMMONS, player.summons),
            (field.DESERTERS, len(player.deserters)),
            (field.DEAD, len(player.dead)),
        )
        said = [text.in_(self.language).format(n=n) for text, n in counted if n or text is field.HAND]
        said += [self._named(held.card) for held in player.strategies]
        while len(said) > 1 and len(" · ".join(said)) * size * _NARROW > most:
            said.pop()
        return " · ".join(said)

    # ---- a space

    def _cell(self, seat: Seat, slot: int, x: float, y: float, w: float, h: float, size: _Size) -> Markup:
        name, space = f"{seat}.{slot}", self.board.space(seat, slot)
        inside: list[Markup] = []
        coming = self.roles.coming.get((seat, slot))
        if isinstance(space, Being):
            class_ = f"card edge-{seat}{' acted' if space.physical_used or space.power_used else ''}"
            drawn, told = self._kept(seat, slot, space, (x, y, w, h), size)
            return self.touch.frame(name, told, (x, y, w, h), class_, drawn, size=size.letters)
        if isinstance(space, Petrified | Orphans):
            class_, inside = f"card stone edge-{seat}", list(self._stone(space, x, y, w, h, size))
        elif coming is not None:
            class_, lines = "place", [self._named(coming), f"{field.COMING.in_(self.language)} …"]
            inside = list(self._lines(lines, x, y, w, h, size, "place-name"))
        else:
            class_, inside = "place", [fitted(str(slot), x + w / 2, y + h / 2 + size.letters * 0.36, w, size.letters, "place-name")]
        if class_ != "place":
            inside = [svg.element("g", *inside, class_="face-up")]
        return self.touch.frame(name, self._told(seat, slot), (x, y, w, h), class_, *inside, size=size.letters)

    def _told(self, seat: Seat, slot: int) -> str:
        return place_of(self.board, seat, slot).text(self.words).in_(self.language)

    def _kept(self, seat: Seat, slot: int, being: Being, box: tuple[float, float, float, float], size: _Size) -> tuple[Markup, str]:
        """A being as it is drawn, and told: what has not changed since an earlier picture is not drawn again."""
        names = (self._named(being.card), *(self._named(held.card) for held in carried_by(being)))
        alike = (id(being), box, size, self.touch.face, self.language, self._seat(seat), slot, names, self.roles.of(being.iid))
        kept = _KEPT.get(alike)
        if kept is None:
            if len(_KEPT) >= _MOST_KEPT:
                _KEPT.clear()
            signs = field.marks_of(being, self.roles, self.language, self.words)
            inside = svg.element("g", *self._being(being, signs, *box, size), class_="face-up")
            _KEPT[alike] = kept = (being, inside, self._told(seat, slot), tuple(mark.sign for mark in signs))
        _being, drawn, told, self._drawn[being.iid] = kept
        return drawn, told

    def _stone(self, space: Petrified | Orphans, x: float, y: float, w: float, h: float, size: _Size) -> Iterator[Markup]:
        """A petrified being, or objects without a bearer."""
        if isinstance(space, Petrified):
            lines = [self._named(space.card), field.STONE.in_(self.language), *(self._named(held.card) for held in space.orphans)]
        else:
            lines = [*(self._named(held.card) for held in space.objects), field.LOOSE.in_(self.language)]
        return self._lines(lines, x, y, w, h, size, "card-name")

    def _lines(self, lines: Sequence[str], x: float, y: float, w: float, h: float, size: _Size, class_: str) -> Iterator[Markup]:
        most = int((w - 6) / (size.letters * _NARROW))
        parted = [part for line in lines for part in cards.wrapped(line, most)]
        for at, line in enumerate(parted[: size.room(h)]):
            yield cards.line(line, x + w / 2, _baseline(y, at, size), w - 6, size.letters, class_)

    def _being(self, being: Being, signs: Sequence[Mark], x: float, y: float, w: float, h: float, size: _Size) -> Iterator[Markup]:
        """Its face with rank and signs over its name and the figures that count; where there is no room for a face, lines alone."""
        there = [(name, attr) for name in COUNTING if (attr := being.attr(name)) is not None]
        drawn = self._faced(being, signs, there, x, y, w, h, size)
        if drawn:
            yield from drawn
            return
        if size.room(h) < 3:
            yield from self._stub(being, signs, there, x, y, w, size)
            return
        figures = [there[at : at + size.columns] for at in range(0, len(there), size.columns)]
        plate = size.letters * (0.35 + 0.6 * len(str(being.rank)))
        wide, whole = w - plate - 7, self._named(being.card)
        parts = cards.wrapped(whole, int(wide / (size.letters * _NARROW)))
        rest = max(0, size.room(h) - 1 - min(1, len(figures)))
        sign_lines = min(1, rest, len(signs))
        rest -= sign_lines
        shown = figures[: 1 + max(0, rest)]
        rest -= max(0, len(shown) - 1)
        name = parts if rest > 0 and len(parts) > 1 else (whole,)
        if size.wordy:
            sign_lines = min(len(signs), sign_lines + rest - len(name) + 1)
        beside = [] if sign_lines else signs[: int(w / 60)]
        badges = sum(self._sign_width(mark, size) for mark in beside)
        ranked = len(name) - 1 if len(name[-1]) < len(name[0]) else 0  # the plate stands before the shorter part
        for line, part in enumerate(name):
            before, after = (plate + 5 if line == ranked else 4), (badges if line == 0 else 0)
            room, low = w - before - after - 2, _baseline(y, line, size)
            yield cards.line(part, x + before, low, room, size.letters, "card-name", "start")
        low = _baseline(y, ranked, size)
        yield svg.element("rect", x=x + 2, y=low - size.letters * 0.86, width=plate, height=size.letters, rx=3, class_="war-rank")
        yield fitted(str(being.rank), x + 2 + plate / 2, low, plate, size.letters, "war-rank-figure")
        yield from self._signs(beside, x + w - badges, y, badges, 0, size)
        line = len(name)
        for row in shown:
            yield from self._figures(row, x, w, _baseline(y, line, size), size)
            line += 1
        if not size.wordy:
            if sign_lines:
                yield from self._signs(signs, x + 2, y, w - 4, line, size)
            return
        for at, mark in enumerate(signs[:sign_lines]):
            if at == sign_lines - 1 and at < len(signs) - 1:  # the last line takes all that are left, as signs alone
                yield from self._signs(signs[at:], x + 2, y, w - 4, line + at, size)
                return
            yield self._sign(mark, x + 4 + size.letters / 2, _baseline(y, line + at, size), size)
            text = mark.words(self.language)
            yield fitted(text, x + size.letters + 8, _baseline(y, line + at, size), w - size.letters - 12, size.letters, "card-text start")

    def _faced(
        self,
        being: Being,
        signs: Sequence[Mark],
        there: Sequence[tuple[AttrName, Attr]],
        x: float,
        y: float,
        w: float,
        h: float,
        size: _Size,
    ) -> list[Markup]:
        """A being with its face; nothing where its lines leave no room for one. What is not shown is one touch away."""
        letter, whole = size.letters, self._named(being.card)
        rows = [there[at : at + size.columns] for at in range(0, len(there), size.columns)]
        names = cards.wrapped(whole, int((w - 6) / (letter * _NARROW)))
        for parts, shown in ((names, rows), (names, rows[:1]), ((whole,), rows[:1])):
            face = h - (len(parts) + len(shown)) * size.pitch - 5.0
            if face >= letter * _FACE:
                break
        else:
            return []
        drawn = [self.touch.face(look(self.board.card(being.card)), being.card, x + 2.5, y + 2.5, w - 5, face)]
        edge = y + 2.5 + face
        drawn.append(svg.element("path", d=f"M{x + 2.5:g} {edge:g}H{x + w - 2.5:g}", class_="face-edge"))
        rank, r = str(being.rank), letter * 0.6
        drawn.append(svg.element("circle", cx=x + r + 3, cy=y + r + 3, r=r, class_="pill"))
        drawn.append(fitted(rank, x + r + 3, y + r + 3 + letter * 0.34, r * 2 - 2, letter * 0.95, "card-figure"))
        kept: list[Mark] = []
        for mark in signs:
            if sum(self._sign_width(one, size) for one in (*kept, mark)) <= w - 10:
                kept.append(mark)
        if kept:
            wide = sum(self._sign_width(mark, size) for mark in kept) + 3
            left, top = x + w - wide - 3, edge - letter * 1.12
            drawn.append(svg.element("rect", x=left, y=top, width=wide, height=letter * 1.15, rx=5, class_="pill"))
            drawn += self._signs(kept, left + 1.5, top, wide, 0, size)
        first = edge - y - 1
        for line, part in enumerate(parts):
            drawn.append(fitted(part, x + w / 2, _baseline(y + first, line, size), w - 6, letter, "card-name"))
        for line, row in enumerate(shown):
            drawn += self._figures(row, x, w, _baseline(y + first, len(parts) + line, size), size)
        return drawn

    def _stub(
        self,
        being: Being,
        signs: Sequence[Mark],
        there: Sequence[tuple[AttrName, Attr]],
        x: float,
        y: float,
        w: float,
        size: _Size,
    ) -> Iterator[Markup]:
        """A being in two lines: the first words of its name, with a sign where there is room, and the figures that count most."""
        room, named = w - 5, self._named(being.card)
        said = letters.whole_words(named, room, size.letters)
        beside = [Mark(mark.sign) for mark in signs[:1] if letters.whole_words(named, room - size.letters, size.letters) == said]
        left = room - size.letters * len(beside)
        yield cards.line(said, x + 3, _baseline(y, 0, size), left, size.letters, "card-name", "start")
        yield from self._signs(beside, x + w - size.letters - 1, y, size.letters, 0, size)
        yield from self._figures(there[: size.columns], x, w, _baseline(y, 1, size), size)

    def _figures(self, row: Sequence[tuple[AttrName, Attr]], x: float, w: float, y: float, size: _Size) -> Iterator[Markup]:
        """A row of attributes, each in its column."""
        each = (w - 6) / size.columns
        for at, (name, attr) in enumerate(row):
            yield from self._figure(name, attr, x + 3 + at * each, each, y, size)

    def _figure(self, name: AttrName, attr: Attr, x: float, w: float, y: float, size: _Size) -> Iterator[Markup]:
        """One attribute: with its word and what it can be, or by its initial; one that is less than whole stands out."""
        label = self.words.show(name, self.language, "attr")
        class_ = "card-text" if attr.cur == attr.max else "card-figure card-change"
        if size.wordy:
            figure = str(attr.cur) if attr.cur == attr.max else f"{attr.cur}/{attr.max}"
            yield fitted(label, x + 2, y, w * 0.4, size.letters, "card-text start")
            yield fitted(figure, x + w - 2, y, w * 0.54, size.letters, f"{class_} end")
        else:
            yield fitted(f"{label[0]}{attr.cur}", x + 1, y, w - 3, size.letters, f"{class_} start")

    def _sign_width(self, mark: Mark, size: _Size) -> float:
        return size.letters + len(mark.figure) * size.letters * 0.6 + 1

    def _sign(self, mark: Mark, x: float, y: float, size: _Size) -> Markup:
        """A sign centred over a baseline."""
        path = svg.element("path", d=SIGNS[mark.sign], class_=f"war-sign war-{mark.sign}")
        return svg.group(path, x=x, y=y - size.letters * 0.36, scale=size.letters / 31)

    def _signs(self, found: Sequence[Mark], x: float, y: float, w: float, line: int, size: _Size) -> Iterator[Markup]:
        """Signs in a line with their figures, as many as there is room for."""
        at = x
        for mark in found:
            wide = self._sign_width(mark, size)
            if at + wide > x + w + 1:
                return
            yield self._sign(mark, at + size.letters / 2, _baseline(y, line, size), size)
            if mark.figure:
                yield fitted(
                    mark.figure, at + size.letters, _baseline(y, line, size), wide - size.letters, size.letters, "card-figure start"
                )
            at += wide


def _baseline(y: float, line: int, size: _Size) -> float:
    return y + 1 + (line + 1) * size.pitch - size.letters * 0.2

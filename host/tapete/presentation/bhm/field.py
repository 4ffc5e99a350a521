"""One player's field of BHM as a picture: the call counter, the zones in figures, and the ten spaces with all that stands in them.

A being is drawn in lines: rank and name, one line for each attribute with what it is and what it can be, then its signs, each with its
word. On a crowded table attributes stand in pairs, by their initial, and one that is whole has a single figure; the signs stand in one
row, and the legend under the fields says what initials and signs mean; the head of a field is a single line then, and names no territories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from tapete.core.seats import Seat
from tapete.core.texts import Language, Text, Words
from tapete.games.bhm.beings import Attr, Being, Orphans, Petrified
from tapete.games.bhm.board import War
from tapete.games.bhm.figures import ATTRS, LOSING, SLOTS, AttrName
from tapete.games.bhm.language import _
from tapete.games.bhm.layout import layout, marks
from tapete.games.bhm.seen import carried_by
from tapete.games.bhm.state import AttackPlan, CallPlan, Declaring, Fighting, SummonPlan, TerrorPlan
from tapete.presentation import cards, shapes
from tapete.presentation.bhm.signs import SIZE, Mark, sign

LETTERS = 30.0
"""Smallest type, in units of a field 1000 wide: a fortieth of a television's height where two fields stand side by side."""

_LINE = 32.0
_COLUMNS = 5
_GAP = 5.0
_CELL = (cards.WIDTH - 4 * _GAP) / _COLUMNS
_HEAD = 84.0
_LOW_HEAD = 48.0
"""Of a field on a crowded table: four of them share a television's height."""

_FREE = 40.0
_PAD = 8.0
_DIGIT, _SPACE = 20.0, 10.0
"""Widths of the bold letters beside a sign."""

ROOMY = 14
"""With so many beings on the table or fewer every sign has its word beside it."""

_TITLE = _("{seat}'s field")
HAND = _("hand {n}")
DECK = _("deck {n}")
DEAD = _("dead {n}")
DESERTERS = _("deserters {n}")
SUMMONS = _("summons {n}")
_TERRITORIES = _("territories {n}")
OUT = _("out of the match")
STONE = _("stone")
LOOSE = _("no bearer")
COMING = _("coming")


class Roles:
    """What beings are about to do or to suffer: the places of attacks in their order, and what pending actions aim at."""

    def __init__(self, board: War) -> None:
        self.marks: dict[int, list[Mark]] = {}
        self.coming: dict[tuple[Seat, int], str] = {}
        bottom = board.state.agenda[0]
        queue = bottom.queue if isinstance(bottom, Declaring | Fighting) else ()
        self.striking: set[int] = set()
        for place, attack in enumerate(queue, start=1):
            self._attack(attack, str(place))
        for window in board.windows():
            plan = window.plan
            if isinstance(plan, AttackPlan):
                self._attack(plan, "?")
            elif isinstance(plan, TerrorPlan):
                self._add(plan.target, Mark("struck", "?"))
            elif isinstance(plan, CallPlan | SummonPlan):
                self.coming[window.seat, plan.slot] = plan.card
            for target in getattr(plan, "targets", ()):
                if isinstance(target, int):
                    self._add(target, Mark("struck", "?"))

    def of(self, iid: int) -> tuple[object, ...]:
        """All that is said here of a being, to be compared with what was said of it in an earlier picture."""
        return (iid in self.striking, *((mark.sign, mark.figure) for mark in self.marks.get(iid, ())))

    def _attack(self, attack: AttackPlan, place: str) -> None:
        self.striking.add(attack.attacker)
        self._add(attack.attacker, Mark("strikes", place))
        self._add(attack.target, Mark("struck", place))

    def _add(self, iid: int, mark: Mark) -> None:
        """One mark of a kind, with all its figures."""
        mine = self.marks.setdefault(iid, [])
        alike = next((one for one in mine if one.sign == mark.sign), None)
        if alike is None:
            mine.append(mark)
        else:
            alike.figure += f" {mark.figure}"


def marks_of(being: Being, roles: Roles, language: Language, words: Words) -> list[Mark]:
    """The signs of a being: what it is about to do, its keywords and states, what it carries."""
    found = list(roles.marks.get(being.iid, ()))
    for word in marks(being):
        name, _, figure = word.partition(":")
        if name != "attacked" or being.iid not in roles.striking:
            found.append(Mark(name, figure))
    if being.points:
        found.append(Mark("fed", str(being.points)))
    for name, held in (("object", being.objects), ("power", being.powers), ("beside", being.beside)):
        found += [Mark(name, name=words.show(one.card, language, "card")) for one in held]
    return found


def crowded(board: War) -> bool:
    """Say whether there is no room for words beside the signs."""
    return sum(1 for _ in board.every()) > ROOMY


class Field:
    """Draws one player's field.

    Args:
        board: the war. seat: whose field. roles: what is about to happen. change: was and now of the counter's last change.
        language: of its words. words: how seats and cards are called.
    """

    def __init__(
        self, board: War, seat: Seat, roles: Roles, language: Language, words: Words, change: tuple[int, int] | None = None
    ) -> None:
        self.board, self.seat, self.roles, self.language, self.words = board, seat, roles, language, words
        self.change = change
        self.wordy = not crowded(board)
        self.used: dict[str, None] = {}
        """The signs that were drawn, in order, for the legend."""

    def draw(self, name: str) -> Markup:
        """The picture; `name` is its id on the page."""
        parts, y = [self._head() if self.wordy else self._low_head()], _HEAD if self.wordy else _LOW_HEAD
        if self.board.player(self.seat).alive:
            for row in (SLOTS[:_COLUMNS], SLOTS[_COLUMNS:]):
                drawn, height = self._row(row, y)
                parts.append(drawn)
                y += height + _GAP
        description = " ".join(self._description())
        title = _TITLE.in_(self.language).format(seat=self._name())
        return shapes.picture(
            name, title, description, cards.WIDTH + 4, y + 2, shapes.group(*parts, x=2, y=2), class_=f"board field field-{self.seat}"
        )

    def _name(self) -> str:
        return self.words.show(self.seat, self.language, "seat")

    def _description(self) -> Iterable[str]:
        """What lies where, as the referee's layout says it; free spaces are not named."""
        for place in layout(self.board):
            mine = place.name.endswith(f"_{self.seat}") or place.name.startswith(f"space_{self.seat}")
            if mine and place.value not in (None, []):
                yield place.text(self.words).in_(self.language)

    # ---- the head: who, the call counter, the zones

    def _head(self) -> Markup:
        player = self.board.player(self.seat)
        parts = [
            shapes.seat_sign(self.seat, 34, 22, 24),
            cards.line(self._name(), 48, 34, 250, LETTERS, "card-name", "start"),
            shapes.element("text", str(player.counter), x=366, y=38, font_size=44.0, class_="card-figure end"),
            cards.line(f"/ {LOSING}", 372, 36, 80, LETTERS, "card-text", "start"),
            self._bar(450.0, 10.0, cards.WIDTH - 450.0, 28.0, player.counter),
        ]
        return shapes.element("g", *parts, cards.line(self._zones(), 4, 74, cards.WIDTH - 8, LETTERS, "card-text", "start"))

    def _low_head(self) -> Markup:
        """The same in one line: of the zones only what adversaries count on."""
        player = self.board.player(self.seat)
        counted = [(HAND, player.hand), (DECK, player.deck), (_TERRITORIES, len(player.territories))]
        zones = " · ".join(text.in_(self.language).format(n=n) for text, n in counted if n) if player.alive else OUT.in_(self.language)
        parts = [
            shapes.seat_sign(self.seat, 34, 22, 22),
            cards.line(self._name(), 48, 33, 180, LETTERS, "card-name", "start"),
            shapes.element("text", str(player.counter), x=296, y=37, font_size=44.0, class_="card-figure end"),
            cards.line(f"/ {LOSING}", 302, 35, 70, LETTERS, "card-text", "start"),
            self._bar(378.0, 8.0, 160.0, 28.0, player.counter),
            cards.line(zones, 548, 33, cards.WIDTH - 552, LETTERS, "card-text", "start"),
        ]
        return shapes.element("g", *parts)

    def _bar(self, x: float, y: float, width: float, height: float, counter: int) -> Markup:
        """Thirty-two places; those of the last change are hatched, every eighth has a longer line."""
        step = width / LOSING
        full = min(counter, LOSING)
        parts = [
            shapes.element("rect", x=x, y=y, width=width, height=height, class_="war-bar"),
            shapes.element("rect", x=x, y=y, width=step * full, height=height, class_=f"seat-fill-{self.seat}"),
        ]
        if self.change is not None:
            low, high = sorted(min(one, LOSING) for one in self.change)
            lines = "".join(f"M{x + step * at + 2:g} {y + height - 2:g}L{x + step * (at + 1) - 2:g} {y + 2:g}" for at in range(low, high))
            if lines:
                parts.append(shapes.element("path", d=lines, class_="war-change"))
        ticks = "".join(f"M{x + step * at:g} {y + height:g}v{-height if at % 8 == 0 else -8:g}" for at in range(1, LOSING))
        return shapes.element("g", *parts, shapes.element("path", d=ticks, class_="war-tick"))

    def _zones(self) -> str:
        player = self.board.player(self.seat)
        if not player.alive:
            return OUT.in_(self.language)
        counted = [(HAND, player.hand), (DECK, player.deck), (DEAD, len(player.dead)), (SUMMONS, player.summons)]
        if player.deserters:
            counted.append((DESERTERS, len(player.deserters)))
        said = [text.in_(self.language).format(n=n) for text, n in counted]
        said += [self._card(held.card) for held in (*player.territories, *player.strategies)]
        return " · ".join(said)

    def _card(self, card: str) -> str:
        return self.words.show(card, self.language, "card")

    # ---- spaces

    def _row(self, slots: Sequence[int], y: float) -> tuple[Markup, float]:
        """Five spaces, as high as the fullest; a row in which nothing lies is a narrow one."""
        lines = {slot: self._lines(slot) for slot in slots}
        tallest = max(len(found) for found in lines.values())
        if any(len(found) == tallest and not self._signed_at_the_end(slot) for slot, found in lines.items()) and tallest:
            tallest += 1  # the space's number wants a place of its own
        height = tallest * _LINE + 2 * _PAD if tallest else _FREE
        cells = [self._cell(slot, (slot % _COLUMNS) * (_CELL + _GAP), y, height, lines[slot]) for slot in slots]
        return Markup("").join(cells), height

    def _signed_at_the_end(self, slot: int) -> bool:
        """Say whether the last line of a space leaves room for its number, as lines of signs do."""
        space = self.board.space(self.seat, slot)
        return isinstance(space, Being) and bool(marks_of(space, self.roles, self.language, self.words))

    def _lines(self, slot: int) -> list[Markup]:
        """What is written in a space, line by line, each drawn at a place of its own."""
        space = self.board.space(self.seat, slot)
        if isinstance(space, Being):
            return [self._title(space), *self._attrs(space), *self._signs(marks_of(space, self.roles, self.language, self.words))]
        if isinstance(space, Petrified | Orphans):
            told = [self._text(self._card(held.card)) for held in carried_by(space)]
            if isinstance(space, Orphans):
                return [self._text(LOOSE.in_(self.language), "card-text"), *told]
            return [self._text(self._card(space.card), "card-name"), self._text(STONE.in_(self.language), "card-text"), *told]
        coming = self.roles.coming.get((self.seat, slot))
        return [] if coming is None else [self._text(self._card(coming)), self._text(f"{COMING.in_(self.language)} …", "card-text")]

    def _text(self, text: str, class_: str = "card-name") -> Markup:
        return cards.line(text, _CELL / 2, 24, _CELL - 10, LETTERS, class_)

    def _title(self, being: Being) -> Markup:
        """The rank in a plate of the seat's colour, and the name."""
        wide = 20.0 + 18 * len(str(being.rank))
        plate = shapes.element("rect", x=4.0, y=0.0, width=wide, height=_LINE - 1, rx=5, class_="war-rank")
        rank = shapes.element("text", str(being.rank), x=4 + wide / 2, y=25, font_size=LETTERS, class_="war-rank-figure")
        name = cards.line(self._card(being.card), wide + 9, 24, _CELL - wide - 14, LETTERS, "card-name", "start")
        return shapes.element("g", plate, rank, name)

    def _attrs(self, being: Being) -> Iterator[Markup]:
        there = [(name, attr) for name in ATTRS if (attr := being.attr(name)) is not None]
        if self.wordy:
            yield from (self._attr(name, attr, 0.0, _CELL) for name, attr in there)
            return
        half: Markup | None = None
        for name, attr in sorted(there, key=lambda pair: pair[1].cur != pair[1].max):  # the whole ones in pairs, then the others
            if attr.cur != attr.max:
                if half is not None:
                    yield half
                    half = None
                yield self._attr(name, attr, 0.0, _CELL)
            elif half is None:
                half = self._attr(name, attr, 0.0, _CELL / 2)
            else:
                yield shapes.element("g", half, self._attr(name, attr, _CELL / 2 - 2, _CELL / 2))
                half = None
        if half is not None:
            yield half

    def _attr(self, name: AttrName, attr: Attr, x: float, wide: float) -> Markup:
        """One attribute: what it is and what it can be; its initial and a single figure on a crowded table where it is whole."""
        whole = attr.cur == attr.max
        label = self.words.show(name, self.language, "attr")
        room = 74.0 if self.wordy else 22.0
        parts = [cards.line(label if self.wordy else label[0], x + 8, 25, room, LETTERS, "card-text", "start")]
        if attr.max != attr.base:
            self.used.setdefault("changed")
            turned = "" if attr.max > attr.base else " rotate(180)"
            parts.append(shapes.element("g", sign("changed", 0, 0), transform=f"translate({x + room + 12:g} 15){turned} scale(.6)"))
            room += 14
        figure = str(attr.cur) if whole and not self.wordy else f"{attr.cur}/{attr.max}"
        class_ = "card-text" if whole else "card-figure card-change"
        parts.append(cards.line(figure, x + wide - 7, 25, wide - room - 16, LETTERS, class_, "end"))
        return shapes.element("g", *parts)

    def _signs(self, found: Sequence[Mark]) -> list[Markup]:
        """Each sign with its word on a line, or all signs in as few rows as they take."""
        self.used.update(dict.fromkeys(mark.sign for mark in found))
        if self.wordy:
            return [self._signed(mark) for mark in found]
        rows: list[Markup] = []
        parts: list[Markup] = []
        x = 6.0
        for mark in found:
            wide = SIZE + sum(_SPACE if letter == " " else _DIGIT for letter in mark.figure)
            if x + wide > _CELL - 32 and parts:
                rows.append(shapes.element("g", *parts))
                parts, x = [], 6.0
            parts.append(sign(mark.sign, x + 14, 14))
            if mark.figure:
                parts.append(cards.line(mark.figure, x + SIZE - 4, 24, wide - SIZE + 2, LETTERS, "card-figure", "start"))
            x += wide
        return [*rows, shapes.element("g", *parts)] if parts else rows

    def _signed(self, mark: Mark) -> Markup:
        text = cards.line(mark.words(self.language), 6 + SIZE, 25, _CELL - SIZE - 36, LETTERS, "card-text", "start")
        return shapes.element("g", sign(mark.sign, 20, 14), text)

    def _cell(self, slot: int, x: float, y: float, height: float, lines: Sequence[Markup]) -> Markup:
        space = self.board.space(self.seat, slot)
        if space is None:
            free = _empty(x, y, height, str(slot) if not lines else "")
            return Markup("").join((free, *self._written(x, y, lines)))
        still = "acted" if isinstance(space, Being) and (space.physical_used or space.power_used) else ""
        stone = "stone" if isinstance(space, Petrified | Orphans) else ""
        ground = cards.up(x, y, _CELL, height, " ".join(word for word in (f"edge-{self.seat}", still, stone) if word))
        number = cards.line(str(slot), x + _CELL - 7, y + height - 7, 30, LETTERS, "war-slot", "end")
        return shapes.element("g", ground, *self._written(x, y, lines), number, class_="face-up")

    @staticmethod
    def _written(x: float, y: float, lines: Sequence[Markup]) -> list[Markup]:
        return [shapes.group(line, x=x, y=y + _PAD + place * _LINE) for place, line in enumerate(lines)]


def _empty(x: float, y: float, height: float, label: str) -> Markup:
    """A space in which nothing lies, with its number."""
    text = cards.line(label, x + _CELL / 2, y + height / 2 + 11, 60, LETTERS, "place-name") if label else Markup("")
    return Markup("").join((cards.empty(x, y, _CELL, height), text))


def legend(used: Iterable[str], language: Language, texts: Mapping[str, Text], initials: str = "") -> Markup:
    """The signs that stand on the fields, each with its word; `initials` says those of the attributes where they are used."""
    items = [
        Markup("<li>{}{}</li>").format(
            shapes.element("svg", sign(name, 17, 17), viewBox="0 0 34 34", class_="war-key", aria_hidden="true"), texts[name].in_(language)
        )
        for name in used
    ]
    if initials:
        items.append(Markup("<li>{}</li>").format(initials))
    return Markup('<ul class="war-legend">{}</ul>').format(Markup("").join(items)) if items else Markup("")

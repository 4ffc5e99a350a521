"""DataMorphs' board to be touched: the columns of both sides, the Bios, and memory and score beside them, in two shapes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from tapete.core.judge import Offer
from tapete.core.rules import Rules
from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words, figure
from tapete.games.datamorphs.board import MorphBoard, boosts_of, element_of
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.scoring import score
from tapete.games.datamorphs.state import COLUMNS, SEATS, Interrupt, Part
from tapete.presentation import cards, shapes
from tapete.presentation.base import GamePage
from tapete.presentation.datamorphs.table import DOWN, LABELS
from tapete.presentation.touch import Touch, fitted, played

_FRONT = ("boost_a", "program", "boost_b", "function")
_SLOTS = (*_FRONT, "bios")

_PLACE = _("{seat}: {slot}, empty")
_LYING = _("{seat}: {slot}, {cards}")
_PLAYER = _("{seat}: memory {available} of {total}")
_MEMORY = _("memory {available} of {total}")
_SCORE = _("attack {attack} · defense {defense}")
_COUNTS = _("hand {hand} · out {out} · got through {through}")


class TouchedMorphs(GamePage):
    """Things: `A.program` and the other places of a side, `A.player` a player."""

    reach = frozenset({"play.slot"})
    told_first = frozenset({"exchange_cards", "leave_out", "leave_out_own"})
    opens = frozenset({"play.ops"})
    asks = {
        "choose_order.first": _("Who plays first? Touch the player."),
        "play.part": _("Play a card: as what?"),
        "play.card": _("Which card do you play?"),
        "play.ops": _("What does the text add?"),
        "play.slot": _("Touch the place it goes to."),
        "leave_out.own": _("Touch your card that stays out."),
        "leave_out.rival": _("Touch your rival's card that stays out."),
        "lock_bios.card": _("Which Bios do you lock?"),
        "reveal_bios.bios": _("Which Bios do the two of you show?"),
        "joint_play.a": _("Which play does the first player show?"),
        "joint_play.b": _("Which play does the second player show?"),
        "leave_out_own.ref": _("Touch your card that stays out."),
    }
    short = {
        "play": _("Play", "button"),
        "stop": _("Stop", "button"),
        "skip_program": _("No Program", "button"),
        "unlock": _("Change it", "button"),
        "reopen_choices": _("Choose anew", "button"),
        "lock_move": _("Lock it", "button"),
        "reveal_bios": _("Reveal", "button"),
        "joint_play": _("Reveal", "button"),
    }

    def things(self, rules: Rules[Any], state: Any) -> Collection[str]:
        return {f"{seat}.{what}" for seat in SEATS for what in (*_SLOTS, "player")}

    def thing(self, rules: Rules[Any], state: Any, action: str, path: str, value: Any, seat: Seat | None) -> str | None:
        if action == "choose_order" and path == "first":
            return f"{value}.player"
        if seat is None or not isinstance(value, str):
            return None
        whose = rival(seat) if path == "rival" else seat
        if action == "play" and path == "slot":
            return f"{seat}.{value}" if value in _SLOTS else None
        if action in ("leave_out", "leave_out_own"):
            slot = value.removeprefix("interrupt:")
            return f"{whose}.{slot.removesuffix(':0')}" if slot.removesuffix(":0") in _SLOTS else None
        return None

    def reached(self, rules: Rules[Any], state: Any, action: str, path: str, thing: str, seat: Seat | None) -> Any:
        whose, _dot, what = thing.partition(".")
        return what if whose == seat and what in _FRONT else None

    def verbs(self, rules: Rules[Any], state: Any, seat: Seat | None, offers: Mapping[str, Offer]) -> Sequence[str]:
        due = [name for owed in rules.awaiting(state) if owed.seat in (seat, None) for name in owed.actions]
        return [*due, "unlock", "reopen_choices"]

    def card_at(self, rules: Rules[Any], state: Any, thing: str) -> str | None:
        whose, _dot, what = thing.partition(".")
        lying = () if what == "player" else _lying(_board(rules, state), cast("Seat", whose), what)
        return lying[0].card if lying else None

    def would(self, rules: Rules[Any], state: Any, thing: str, seat: Seat | None) -> Sequence[str]:
        whose, _dot, what = thing.partition(".")
        return ("play",) if whose == seat and what != "player" else ()

    def label(self, rules: Rules[Any], state: Any, thing: str, language: Language, words: Words) -> str:
        whose, _dot, what = thing.partition(".")
        seat, board = cast("Seat", whose), _board(rules, state)
        named = words.show(seat, language, "seat")
        if what == "player":
            memory = board.memory(seat)
            return _PLAYER.fill(seat=named, available=memory.available, total=figure(memory.total)).in_(language)
        slot, lying = LABELS[what].in_(language), _names(board, seat, what, language, words)
        if not lying:
            return _PLACE.fill(seat=named, slot=slot).in_(language)
        return _LYING.fill(seat=named, slot=slot, cards=", ".join(lying)).in_(language)

    def drawn(self, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> Markup:
        drawing = _Drawing(self, rules, state, language, words, touch)
        own = cast("Seat", touch.seat or SEATS[0])
        return drawing.both(own, 172.0, 84.0, 58.0) if touch.wide else drawing.both(own, 88.5, 104.0, 66.0)


def _board(rules: Rules[Any], state: Any) -> MorphBoard:
    board: Any = rules.board(state)
    return board  # type: ignore[no-any-return]  # DataMorphs' rules make its own board


def _lying(board: MorphBoard, seat: Seat, slot: str) -> tuple[Part, ...]:
    there: Any = getattr(board.player(seat), slot)
    return boosts_of(there) if slot in COLUMNS else (there,) if isinstance(there, Part) else ()


def _names(board: MorphBoard, seat: Seat, slot: str, language: Language, words: Words) -> list[str]:
    if isinstance(getattr(board.player(seat), slot), Interrupt):
        return [DOWN.in_(language)]
    return [words.show(part.card, language, "card") for part in _lying(board, seat, slot)]


class _Drawing:
    """One picture of both DataMorphs whose places can be touched."""

    def __init__(self, page: GamePage, rules: Rules[Any], state: Any, language: Language, words: Words, touch: Touch) -> None:
        self.page, self.rules, self.state, self.language, self.words, self.touch = page, rules, state, language, words, touch
        self.board = _board(rules, state)
        self.scores = score(self.board)

    def both(self, own: Seat, cell: float, front: float, back: float) -> Markup:
        """Both sides, the own one below; the rows that face each other lie in the middle.

        Args:
            own: whose side is below. cell, front, back: width of a column, heights of the row in front and of the one behind.
        """
        gap, far = 2.0, rival(own)
        parts = [*self._behind(far, 0.0, cell, gap, back), *self._front(far, back + gap, cell, gap, front)]
        middle = back + front + 2 * gap + 6
        parts += [*self._front(own, middle, cell, gap, front), *self._behind(own, middle + front + gap, cell, gap, back)]
        return played(4 * cell + 3 * gap, middle + front + gap + back, *parts)

    def _front(self, seat: Seat, y: float, cell: float, gap: float, tall: float) -> list[Markup]:
        return [self._place(seat, slot, at * (cell + gap), y, cell, tall) for at, slot in enumerate(_FRONT)]

    def _behind(self, seat: Seat, y: float, cell: float, gap: float, tall: float) -> list[Markup]:
        """The player with the memory, the Bios behind the Program, and the score."""
        memory, player, now = self.board.memory(seat), self.board.player(seat), self.scores.of(seat)
        name = f"{seat}.player"
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        said = _MEMORY.fill(available=memory.available, total=figure(memory.total)).in_(self.language)
        inside = [
            shapes.seat_sign(seat, 18, 14, y + 17),
            fitted(self.words.show(seat, self.language, "seat"), 14 + cell / 2, y + 23, cell - 32, 16),
            fitted(said, cell / 2, y + tall - 12, cell - 8, 14, "dim"),
        ]
        x, wide = 2 * (cell + gap), 2 * cell + gap
        counts = _COUNTS.fill(hand=player.hand, out=len(player.out), through=now.inflicted).in_(self.language)
        scored = _SCORE.fill(attack=figure(now.attack), defense=figure(now.defense)).in_(self.language)
        return [
            self.touch.frame(name, label, (0.0, y, cell, tall), "seat-box", *inside),
            self._place(seat, "bios", cell + gap, y, cell, tall),
            shapes.element("rect", x=x, y=y, width=wide, height=tall, rx=7, class_="seat-box"),
            fitted(scored, x + wide / 2, y + tall / 2 - 4, wide - 12, 17),
            fitted(counts, x + wide / 2, y + tall - 12, wide - 12, 14, "dim"),
        ]

    def _place(self, seat: Seat, slot: str, x: float, y: float, w: float, h: float) -> Markup:
        name, middle = f"{seat}.{slot}", x + w / 2
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        called = LABELS[slot].in_(self.language)
        if isinstance(getattr(self.board.player(seat), slot), Interrupt):
            return self.touch.frame(name, label, (x, y, w, h), "card back", self._light(DOWN.in_(self.language), middle, y + h / 2 + 5, w))
        lying = _lying(self.board, seat, slot)
        if not lying:
            return self.touch.frame(name, label, (x, y, w, h), "place", fitted(called, middle, y + h / 2 + 5, w - 6, 14, "place-name"))
        shown = [self.words.show(part.card, self.language, "card") for part in lying]
        lines = cards.wrapped(shown[0], int(w / 8.4)) if len(shown) == 1 else (*shown[:1], f"+{len(shown) - 1}")
        inside = [fitted(line, middle, y + 18 + 16 * at, w - 6, 14, "card-name") for at, line in enumerate(lines)]
        inside += self._icons(lying, slot, middle, y + h - 12, w - 6)
        if self.board.interrupted(seat, slot):
            inside.append(cards.crossed(x, y, w, h))
        return self.touch.frame(name, label, (x, y, w, h), f"card edge-{seat}", shapes.element("g", *inside, class_="face-up"))

    @staticmethod
    def _light(said: str, x: float, y: float, w: float) -> Markup:
        return shapes.element("g", fitted(said, x, y, w - 8, 14, "on-back"), class_="face-up")

    def _icons(self, lying: tuple[Part, ...], slot: str, middle: float, y: float, most: float) -> list[Markup]:
        """What the cards of a place add up to, as signs with numbers, pressed together where they would be wider than `most`."""
        faces = [self.board.face(part.card, element_of(slot)) for part in lying]
        sums = {sign: sum(getattr(face, sign, 0) for face in faces) for sign in cards.SIGNS}
        shown = [(sign, number) for sign, number in sums.items() if number]
        each = min(34.0, most / max(1, len(shown)))
        parts, x, k = [], middle - each / 2 * len(shown), each / 34
        for sign, number in shown:
            icon = shapes.element("path", d=cards.SIGNS[sign], class_=f"icon icon-{sign}")
            parts.append(shapes.group(icon, x=x + 9 * k, y=y - 5, scale=0.6 * k))
            parts.append(fitted(str(number), x + 25 * k, y, 16 * k, 16, "card-figure"))
            x += each
        return parts

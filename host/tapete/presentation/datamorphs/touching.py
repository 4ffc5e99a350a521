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
from tapete.games.datamorphs.cards import Card
from tapete.games.datamorphs.constants import WINS_NEEDED
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.scoring import score
from tapete.games.datamorphs.state import COLUMNS, SEATS, Interrupt, Part
from tapete.presentation import cards, faced, svg
from tapete.presentation.art import CardLook
from tapete.presentation.base import GamePage
from tapete.presentation.datamorphs.face import look
from tapete.presentation.datamorphs.places import DOWN, LABELS
from tapete.presentation.touch import Touch, fitted, played
from tapete.table.question.selection import Argument, Verb

_FRONT = ("boost_a", "program", "boost_b", "function")
_SLOTS = (*_FRONT, "bios")

_PLACE = _("{seat}: {slot}, empty")
_LYING = _("{seat}: {slot}, {cards}")
_PLAYER = _("{seat}: memory {available} of {total}")
_MEMORY = _("memory {available} of {total}")
_ROUNDS = _("{won} of {needed} rounds")
_COUNTS = _("hand {hand} · out {out} · got through {through}")


class TouchedMorphs(GamePage):
    """Things: `A.program` and the other places of a side, `A.player` a player."""

    by_touch = {
        **dict.fromkeys(("unlock", "reopen_choices"), Verb(weight="secondary")),
        "show_collection": Verb(weight="seldom"),
        **dict.fromkeys(("exchange_cards", "leave_out", "leave_out_own"), Verb(told_first=True)),
        "play.slot": Argument(reach=True),
        "play.ops": Argument(opens=True),
    }
    asks = {
        "show_collection.cards": _("Which {OWNED:words} cards are yours?"),
        "choose_order.first": _("Who plays first? Touch the player."),
        "play.part": _("Play a card: as what?"),
        "play.card": _("Which card do you play?"),
        "play.ops": _("What does the text add?"),
        "play.slot": _("Touch the place it goes to."),
        "play.choice": _("What does the card act on?"),
        "exchange_cards.give": _("Exchange a card: which one do you give?"),
        "exchange_cards.take": _("Exchange a card: which one do you keep?"),
        "lock_move.move": _("Which play do you lock?"),
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
        return drawing.wide(own) if touch.wide else drawing.tall(own)


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
        self.size = 14.0

    def tall(self, own: Seat) -> Markup:
        """For a phone: the own side below; the rows that face each other lie in the middle, each Bios behind its Program."""
        cell, front, back, gap, far = 88.5, 99.0, 70.0, 2.0, rival(own)
        parts: list[Markup] = []
        y = 0.0
        for seat in (far, own):
            near, behind = (y + back + gap, y) if seat == far else (y, y + front + gap)
            parts += [self._place(seat, slot, at * (cell + gap), near, cell, front) for at, slot in enumerate(_FRONT)]
            parts.append(self._player(seat, (0.0, behind, cell, back), self._lines(seat, 0.0, behind, cell, back)))
            parts.append(self._place(seat, "bios", cell + gap, behind, cell, back))
            x, wide = 2 * (cell + gap), 2 * cell + gap
            parts.append(svg.element("rect", x=x, y=behind, width=wide, height=back, rx=7, class_="seat-box"))
            parts += self._sums(seat, x, behind, wide, back * 0.68)
            parts.append(fitted(self._counts(seat), x + wide / 2, behind + back - self.size * 0.7, wide - 12, self.size, "dim"))
            y += front + back + 2 * gap + 6
        return played(self.touch, 4 * cell + 3 * gap, y - 6 - gap, *parts)

    def wide(self, own: Seat) -> Markup:
        """For a table or a television: five columns face to face, the players on the left."""
        plate, cell, high, gap = 232.0, 192.0, 218.0, 8.0
        self.size = 19.0
        parts: list[Markup] = []
        for place, seat in enumerate((rival(own), own)):
            y = place * (high + 16)
            lines = [*self._lines(seat, 0.0, y, plate, high * 0.52), *self._sums(seat, 0.0, y + high * 0.5, plate, high * 0.34)]
            lines.append(fitted(self._counts(seat), plate / 2, y + high - 12, plate - 12, 18, "dim"))
            parts.append(self._player(seat, (0.0, y, plate, high), lines))
            parts += [self._place(seat, slot, plate + gap + at * (cell + gap), y, cell, high) for at, slot in enumerate(_SLOTS)]
        return played(self.touch, plate + 5 * (cell + gap), 2 * high + 16, *parts)

    def _player(self, seat: Seat, box: tuple[float, float, float, float], inside: list[Markup]) -> Markup:
        name = f"{seat}.player"
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        return self.touch.frame(name, label, box, "seat-box", *inside)

    def _lines(self, seat: Seat, x: float, y: float, w: float, h: float) -> list[Markup]:
        """Who it is, rounds won of those that win, memory."""
        memory, size, line, won = self.board.memory(seat), self.size, h / 4, self.state.wins(seat)
        said = _MEMORY.fill(available=memory.available, total=figure(memory.total)).in_(self.language)
        rounds = _ROUNDS.fill(won=won, needed=WINS_NEEDED).in_(self.language) if self.touch.wide else f"{won}/{WINS_NEEDED}"
        at = x + size * 2.9
        return [
            svg.seat_sign(seat, size * 1.25, x + size, y + line),
            fitted(
                self.words.show(seat, self.language, "seat"), x + size * 1.9, y + line + size * 0.38, w - size * 2.2, size * 1.15, "start"
            ),
            *(self._pip(n < won, x + size * (0.95 + 1.1 * n), y + 2 * line + 2) for n in range(WINS_NEEDED)),
            fitted(rounds, at, y + 2 * line + 2 + size * 0.36, x + w - at - 4, size, "start"),
            fitted(said, x + size * 0.5, y + 3 * line + 2 + size * 0.5, w - size, size, "start dim"),
        ]

    def _sums(self, seat: Seat, x: float, y: float, w: float, h: float) -> list[Markup]:
        """What attacks and what defends now, as large figures with their signs."""
        now, size, half, parts = self.scores.of(seat), self.size, w / 2, []
        for at, (sign, number) in enumerate((("attack", now.attack), ("defense", now.defense))):
            icon = svg.element("path", d=cards.SIGNS[sign], class_=f"icon icon-{sign}")
            parts.append(svg.group(icon, x=x + at * half + half * 0.32, y=y + h / 2, scale=size / 15))
            middle = x + at * half + half * 0.66
            parts.append(fitted(str(number), middle, y + h / 2 + size * 0.74, half * 0.5, size * 2.1, "number", f"{seat}.{sign}"))
        return parts

    def _counts(self, seat: Seat) -> str:
        player = self.board.player(seat)
        through = self.scores.of(seat).inflicted
        return _COUNTS.fill(hand=player.hand, out=len(player.out), through=through).in_(self.language)

    def _pip(self, won: bool, x: float, y: float) -> Markup:
        """A round that is won is full, and has a tick."""
        k = self.size
        disc = svg.element("circle", cx=x, cy=y, r=k * 0.45, class_="pip won" if won else "pip")
        d = f"M{x - k * 0.2:g} {y:g}l{k * 0.15:g} {k * 0.16:g}l{k * 0.26:g} {-k * 0.32:g}"
        return svg.element("g", disc, svg.element("path", d=d, class_="pip-tick") if won else "")

    def _place(self, seat: Seat, slot: str, x: float, y: float, w: float, h: float) -> Markup:
        name, middle, size = f"{seat}.{slot}", x + w / 2, self.size
        label = self.page.label(self.rules, self.state, name, self.language, self.words)
        called = LABELS[slot].in_(self.language)
        box = (x, y, w, h)
        if isinstance(getattr(self.board.player(seat), slot), Interrupt):
            text = fitted(DOWN.in_(self.language), middle, y + h / 2 + size * 0.36, w - 18, size, "on-back")
            said = svg.element("g", *cards.back(box), text, class_="face-up")
            return self.touch.frame(name, label, box, "card back", said)
        lying = _lying(self.board, seat, slot)
        if not lying:
            return self.touch.frame(name, label, box, "place", fitted(called, middle, y + h / 2 + size * 0.36, w - 6, size, "place-name"))
        shown = self.words.show(lying[0].card, self.language, "card") + (f" +{len(lying) - 1}" if len(lying) > 1 else "")
        strip = size * 1.55
        face = faced.card(self.touch, self._look(lying[0].card), lying[0].card, shown, (x, y, w, h - strip), size)
        inside = [svg.element("g", face, *self._icons(lying, slot, middle, y + h - size * 0.5, w - 6), class_="face-up")]
        if self.board.interrupted(seat, slot):
            inside.append(cards.crossed(x, y, w, h))
        return self.touch.frame(name, label, box, f"card edge-{seat}", *inside)

    def _look(self, card: str) -> CardLook:
        printed = self.board.card(card)
        return look(printed) if isinstance(printed, Card) else CardLook("pixels")

    def _icons(self, lying: tuple[Part, ...], slot: str, middle: float, y: float, most: float) -> list[Markup]:
        """What the cards of a place add up to, as signs with numbers, pressed together where they would be wider than `most`."""
        faces = [self.board.face(part.card, element_of(slot)) for part in lying]
        sums = {sign: sum(getattr(face, sign, 0) for face in faces) for sign in cards.SIGNS}
        shown = [(sign, number) for sign, number in sums.items() if number]
        each = min(self.size * 2.4, most / max(1, len(shown)))
        parts, x, k = [], middle - each / 2 * len(shown), each / 34
        for sign, number in shown:
            icon = svg.element("path", d=cards.SIGNS[sign], class_=f"icon icon-{sign}")
            parts.append(svg.group(icon, x=x + 9 * k, y=y - 5, scale=0.6 * k))
            parts.append(fitted(str(number), x + 25 * k, y, 16 * k, 16, "card-figure"))
            x += each
        return parts

"""DataMorphs' board: both DataMorphs face to face, memory and the running score beside them (DAT-015, 018, 022, R04)."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from tapete.core.seats import Seat, rival
from tapete.core.texts import Language, Words, figure
from tapete.games.datamorphs.board import MorphBoard, boosts_of, element_of
from tapete.games.datamorphs.cards import COLOURLESS
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.scoring import Score, score
from tapete.games.datamorphs.state import COLUMNS, SEATS, Interrupt, Part
from tapete.presentation import cards, shapes

_CELL, _GAP = 196.0, 6.0
_FRONT, _BACK, _ROW = 152.0, 124.0, 8.0
_SIDE = _FRONT + _BACK + _ROW
_LEFT = 4 * (_CELL + _GAP) + 6
_MIDDLE = 20.0

_FRONT_ROW = ("boost_a", "program", "boost_b", "function")
LABELS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost_a": _("Boost A", "label"),
    "boost_b": _("Boost B", "label"),
    "function": _("Function"),
}
_TITLE = _("Both DataMorphs")
_SIDE_TEXT = _(
    "{seat}: memory {available} of {total}; {hand} in hand. {parts} Now: attack {attack}, defense {defense}; {inflicted} get through."
)
_NOTHING = _("Nothing on the table.")
_VOID = _("nullified")
DOWN = _("Interrupt", "label")
_DOWN_TEXT = _("an Interrupt face down")
_NO_COLOUR = _("colourless")
_HAND = _("Hand {n}")
_OUT = _("Out {n}")
_OF = _("of {n}")
_GETS = _("{n} got through")


def draw(board: MorphBoard, language: Language, words: Words, name: str, own: Seat = "A") -> Markup:
    """The picture of a round.

    Args:
        board: the table. language: of its words. words: how seats and cards are called. name: the id of the picture on its page.
        own: whose side lies below, nearest to the reader.
    """
    scores = score(board)
    near = _SIDE + _MIDDLE
    return shapes.picture(
        name,
        _TITLE.in_(language),
        " ".join(_description(board, seat, scores.of(seat), language, words) for seat in SEATS),
        cards.WIDTH + 4,
        near + _SIDE + 4,
        shapes.group(
            _side(board, rival(own), 0.0, scores.of(rival(own)), language, words, mirrored=True),
            shapes.element("path", d=f"M0 {_SIDE + _MIDDLE / 2:g}H{cards.WIDTH}", class_="midline"),
            _side(board, own, near, scores.of(own), language, words, mirrored=False),
            x=2,
            y=2,
        ),
        class_="board wide",
    )


def _description(board: MorphBoard, seat: Seat, now: Score, language: Language, words: Words) -> str:
    memory, player = board.memory(seat), board.player(seat)
    parts = []
    for slot in ("bios", *_FRONT_ROW):
        there = getattr(player, slot)
        lying = boosts_of(there) if slot in COLUMNS else (there,) if isinstance(there, Part) else ()
        names = [words.show(part.card, language, "card") for part in lying]
        if isinstance(there, Interrupt):
            names = [_DOWN_TEXT.in_(language)]
        if names:
            void = f" ({_VOID.in_(language)})" if lying and board.interrupted(seat, slot) else ""
            parts.append(f"{LABELS[slot].in_(language)}: {', '.join(names)}{void}.")
    return _SIDE_TEXT.in_(language).format(
        seat=words.show(seat, language, "seat"),
        available=memory.available,
        total=figure(memory.total),
        hand=player.hand,
        parts=" ".join(parts) or _NOTHING.in_(language),
        attack=figure(now.attack),
        defense=figure(now.defense),
        inflicted=now.inflicted,
    )


def _side(board: MorphBoard, seat: Seat, y: float, now: Score, language: Language, words: Words, *, mirrored: bool) -> Markup:
    """One DataMorph; the row that faces the rival lies towards the middle, the Bios behind the Program."""
    back, front = (y, y + _BACK + _ROW) if mirrored else (y + _FRONT + _ROW, y)
    player, memory = board.player(seat), board.memory(seat)
    parts = [_slot(board, seat, slot, place * (_CELL + _GAP), front, _FRONT, language, words) for place, slot in enumerate(_FRONT_ROW)]
    parts.append(_slot(board, seat, "bios", _CELL + _GAP, back, _BACK, language, words))
    counts = (_HAND.in_(language).format(n=player.hand), _OUT.in_(language).format(n=len(player.out)))
    beside = 2 * (_CELL + _GAP)
    parts += [
        shapes.seat_sign(seat, 44, 32, back + 62),
        cards.line(words.show(seat, language, "seat"), 64, back + 72, _CELL - 70, class_="card-name", anchor="start"),
        shapes.group(shapes.element("path", d=cards.SIGNS["memory"], class_="icon icon-memory"), x=beside + 24, y=back + 58, scale=1.5),
        shapes.element("text", str(memory.available), x=beside + 54, y=back + 78, font_size=60.0, class_="card-figure start"),
        cards.line(_OF.in_(language).format(n=figure(memory.total)), beside + 130, back + 76, 72, anchor="start"),
        cards.rows(counts, beside + _CELL + _GAP + 8, back + 54, _CELL - 16),
    ]
    middle = y + _SIDE / 2
    for place, (sign, value) in enumerate((("attack", now.attack), ("defense", now.defense))):
        at = middle - 78 + 66 * place
        parts.append(shapes.group(shapes.element("path", d=cards.SIGNS[sign], class_=f"icon icon-{sign}"), x=_LEFT + 32, y=at, scale=1.6))
        parts.append(shapes.element("text", figure(value), x=_LEFT + 64, y=at + 20, font_size=56.0, class_="card-figure start"))
    through = _GETS.in_(language).format(n=now.inflicted)
    parts.append(cards.line(through, _LEFT + 8, middle + 66, cards.WIDTH - _LEFT - 10, size=32, class_="card-name", anchor="start"))
    return shapes.element("g", *parts)


def _slot(board: MorphBoard, seat: Seat, slot: str, x: float, y: float, height: float, language: Language, words: Words) -> Markup:
    there: Any = getattr(board.player(seat), slot)
    label = LABELS[slot].in_(language)
    if isinstance(there, Interrupt):
        return cards.down(x, y, _CELL, height, DOWN.in_(language))
    lying: tuple[Part, ...] = boosts_of(there) if slot in COLUMNS else (there,) if there is not None else ()
    if not lying:
        return cards.empty(x, y, _CELL, height, label)
    faces = [board.face(part.card, element_of(slot)) for part in lying]
    icons = {sign: sum(getattr(face, sign, 0) for face in faces) for sign in cards.SIGNS}
    colours = list(dict.fromkeys(_NO_COLOUR.in_(language) if face.color == COLOURLESS else face.color for face in faces))
    interrupted = board.interrupted(seat, slot)
    parts = [cards.up(x, y, _CELL, height, f"edge-{seat}"), cards.line(label, x + _CELL / 2, y + 28, _CELL - 12, class_="place-name")]
    if len(lying) == 1:
        parts.append(cards.name(words.show(lying[0].card, language, "card"), x + _CELL / 2, y + 58, _CELL - 12))
    else:
        for place, part in enumerate(lying[:2]):
            shown = words.show(part.card, language, "card") + (f" +{len(lying) - 2}" if place and len(lying) > 2 else "")
            parts.append(cards.line(shown, x + _CELL / 2, y + 58 + 30 * place, _CELL - 12, class_="card-name"))
    shown_icons = [(sign, str(number)) for sign, number in icons.items() if number]
    if shown_icons:
        parts.append(cards.icons(shown_icons, x + _CELL / 2, y + 118))
    if height > _BACK:
        parts.append(cards.line(", ".join(colours), x + _CELL / 2, y + 145, _CELL - 12))
    if interrupted:
        parts.append(cards.crossed(x, y, _CELL, height))
    return shapes.element("g", *parts, class_="face-up void" if interrupted else "face-up")

"""DataMorphs' board in words: the places of a side, and what lies there with memory and the running score (DAT-015, 018, 022, R04)."""

from __future__ import annotations

from tapete.core.seats import Seat
from tapete.core.texts import Language, Words, figure
from tapete.games.datamorphs.board import MorphBoard, boosts_of
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.scoring import Score, score
from tapete.games.datamorphs.state import COLUMNS, SEATS, Interrupt, Part

_FRONT_ROW = ("boost_a", "program", "boost_b", "function")
LABELS = {
    "bios": _("Bios"),
    "program": _("Program"),
    "boost_a": _("Boost A", "label"),
    "boost_b": _("Boost B", "label"),
    "function": _("Function"),
}
_SIDE_TEXT = _(
    "{seat}: memory {available} of {total}; {hand} in hand. {parts} Now: attack {attack}, defense {defense}; {inflicted} get through."
)
_NOTHING = _("Nothing on the table.")
_VOID = _("nullified")
DOWN = _("Interrupt", "label")
_DOWN_TEXT = _("an Interrupt face down")


def told(board: MorphBoard, language: Language, words: Words) -> list[str]:
    """What lies on either side, and how the round stands now, in sentences."""
    scores = score(board)
    return [_description(board, seat, scores.of(seat), language, words) for seat in SEATS]


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

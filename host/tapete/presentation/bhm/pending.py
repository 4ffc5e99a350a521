"""What is pending in words: beings by card, player and space, at what an action is aimed, with what an attack strikes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tapete.core.texts import Language, Words
from tapete.games.bhm.board import War
from tapete.games.bhm.figures import SLOTS
from tapete.games.bhm.language import _
from tapete.games.bhm.state import AttackPlan

ANSWER = _("to answer: {seats}")
SLOT = _("space {slot}")
_AT = _("{card}, {seat} {slot}")


def being_told(board: War, iid: Any, language: Language, words: Words) -> str:
    """A being by its card, its player and its space."""
    spot = board.spot(iid) if isinstance(iid, int) else None
    if spot is None:
        gone = next((x for p in board.state.players for x in p.deserters if x.iid == iid), None)
        return words.show(gone.card, language, "card") if gone is not None else str(iid)
    space = board.space(*spot)
    card = getattr(space, "card", "")
    return _AT.in_(language).format(card=words.show(card, language, "card"), seat=words.show(spot.seat, language, "seat"), slot=spot.slot)


def aims(board: War, plan: Any, language: Language, words: Words) -> Iterator[str]:
    """At what a pending action is aimed."""
    if isinstance(slot := getattr(plan, "slot", None), int) and slot in SLOTS:
        yield SLOT.in_(language).format(slot=slot)
    for at in (getattr(plan, "target", None), getattr(plan, "being", None), *getattr(plan, "targets", ())):
        if isinstance(at, int):
            yield being_told(board, at, language, words)
        elif isinstance(at, str) and at != "top":
            yield words.show(at, language, "seat")
    if (ref := getattr(plan, "destroy", None)) is not None:
        held = next((one for one in board.player(ref.seat).territories if one.seq == ref.seq), None)
        if held is not None:
            yield words.show(held.card, language, "card")
    if isinstance(plan, AttackPlan):
        yield strength(board, plan, language, words)


def strength(board: War, attack: AttackPlan, language: Language, words: Words) -> str:
    """With what an attack strikes, as it stands now."""
    by = board.find(attack.attacker)
    name, value = ("pod", attack.pod) if attack.pod is not None else ("fue", 0 if by is None else by.now("fue"))
    return f"{words.show(name, language, 'attr')} {value}"

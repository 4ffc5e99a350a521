"""A table ruling in the middle of a question: what it has made void is withdrawn, and what was rolled stays (MMK-R49, R103).

A die that is still asked for gets the figures of now; one whose roller or opponent has gone is not asked any more. Cards and orders
that nobody has given yet are asked for anew by the step below.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.steps import Cards, Dice, Die
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.lots import DICE, subject
from tapete.games.mamlejet.state import Falls, Ordering, Resolving, Selecting, Window


def look_again(board: Front) -> None:
    """The question at hand, as it has to be asked after a ruling.

    Args:
        board: just after the ruling's operations; its match is not over.
    """
    top = board.top
    if isinstance(top, Window):
        board.become(Window())
    elif isinstance(top, Ordering | Cards):
        board.done()
        if isinstance(below := board.top, Falls):
            board.become(Falls((replace(below.left[0], fallen=False), *below.left[1:])))
    elif isinstance(top, Dice):
        board.done()
        if isinstance(below := board.top, Selecting):
            _select_again(board, below, top)
        elif not isinstance(below, Resolving):  # the die of a card is asked for anew by its step
            board.put(_asked(DICE.asked(board, below), top))


def _asked(dice: tuple[Die, ...], before: Dice) -> Dice:
    """Return the dice that are asked for now, with the faces that are there already."""
    shown = {die.id: die.value for die in before.dice}
    return Dice(tuple(replace(die, value=shown.get(die.id)) for die in dice))


def _select_again(board: Front, step: Selecting, before: Dice) -> None:
    board.done()
    asker = board.top
    if isinstance(asker, Falls):  # the structures are others now: which one falls is asked for anew
        board.become(Falls((replace(asker.left[0], catastrophic=True), *asker.left[1:])))
        return
    void = [lot.purpose == "city" and subject(board, lot) is None for lot in step.lots]  # the enemy has left play
    step = replace(step, lots=tuple(replace(lot, chosen=0) if gone else lot for lot, gone in zip(step.lots, void, strict=True)))
    board.put(step, _asked(DICE.asked(board, step), before))

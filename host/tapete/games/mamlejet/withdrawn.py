"""A table ruling in the middle of a question: what it has made void is withdrawn, and what was rolled stays (MMK-R49, R103).

A die that is still asked for gets the figures of now; one whose roller or opponent has gone is not asked any more. Cards and orders
that nobody has given yet are asked for anew by the step below.
"""

from __future__ import annotations

from msgspec.structs import replace

from tapete.core.steps import Cards, Dice, Die
from tapete.games.mamlejet.attack import volley_dice
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.lots import lot_dice
from tapete.games.mamlejet.state import Activations, Assaults, Falls, FrenzyChoice, Ordering, Resolving, Selecting, Volley, Window


def look_again(board: Front) -> None:
    """The question at hand, as it has to be asked after a ruling.

    Args:
        board: just after the ruling's operations; its match is not over.
    """
    top = board.top
    if isinstance(top, Window):
        board.become(Window())
    elif isinstance(top, Ordering):
        board.done()
    elif isinstance(top, Cards):
        board.done()
        below = board.top
        if isinstance(below, Falls):
            board.become(Falls((replace(below.left[0], fallen=False), *below.left[1:])))
    elif isinstance(top, Dice):
        _dice_again(board, top)


def _dice_again(board: Front, dice: Dice) -> None:
    board.done()
    below = board.top
    if isinstance(below, Volley):
        _ask(board, volley_dice(board, below), dice)
    elif isinstance(below, Selecting):
        _select_again(board, below, dice)
    elif not isinstance(below, Resolving):
        board.put(dice)  # initiative hangs on nothing that a ruling changes; the die of a card is asked for anew by its step


def _ask(board: Front, asked: tuple[Die, ...], before: Dice) -> None:
    """The dice that are asked for now, with the faces that are there already."""
    shown = {die.id: die.value for die in before.dice}
    board.put(Dice(tuple(replace(die, value=shown.get(die.id)) for die in asked)))


def _select_again(board: Front, step: Selecting, before: Dice) -> None:
    board.done()
    asker = board.top
    if isinstance(asker, Falls):  # the structures are others now: which one falls is asked for anew
        board.become(Falls((replace(asker.left[0], catastrophic=True), *asker.left[1:])))
        return
    gone = _gone(board, asker, len(step.lots))
    lots = tuple(replace(lot, chosen=0) if out else lot for lot, out in zip(step.lots, gone, strict=True))
    board.put(replace(step, lots=lots))
    _ask(board, tuple(die for lot in lots if lot.chosen is None for die in lot_dice(lot, step.times)), before)


def _gone(board: Front, asker: object, number: int) -> tuple[bool, ...]:
    """For each lot whether the enemy it was drawn for has left play."""
    if isinstance(asker, Assaults):
        return tuple(not board.in_play(attack.enemy) for attack in asker.attacks)
    if isinstance(asker, FrenzyChoice):
        return tuple(not board.in_play(pid) for pid in asker.enemies)
    if isinstance(asker, Activations):
        return (not board.in_play(asker.now),)
    return (False,) * number

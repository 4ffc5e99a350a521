"""Whether a resolution can have come about: the turn is played again by the rules themselves, from its bids to the question (invariant 16).

What was cast says almost all: who printed what, and hence what is pending. What it leaves open is tried: a number may have come by Clone
or Theft although its caster had used it before, and what Clone copied or Theft took may leave no trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.seats import Both, Seat, rival
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.choices import Choice, ChosenClone, ChosenRecycle, ChosenTheft
from tapete.games.shazamm.resolution import CLONE, RECYCLE, THEFT, cloneable
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, SEATS, ChooseClone, ChooseRecycle, ChooseTheft, Prey, Resolving, Revealing, Spells, State


def unexplained(board: ShazammBoard, cast: Both[Spells]) -> tuple[Seat, ...]:
    """The seats that cannot have cast this: not every number is used up, was copied by Clone, or was stolen (SHZ-R25..R27)."""
    used, options = board.state.used, board.options
    printed = {seat: {number for number in cast.of(seat) if number in used.of(seat)} for seat in SEATS}
    strange = {seat: set(cast.of(seat)) - printed[seat] for seat in SEATS}
    if not strange["A"] and not strange["B"]:
        return ()
    cloners = [seat for seat in SEATS if CLONE in printed[seat]]
    copies: list[dict[Seat, int]] = [{}]
    if len(cloners) == 1:  # two cancel each other
        copies += [{cloners[0]: number} for number in DECK if number != CLONE]
    return min((tuple(seat for seat in SEATS if strange[seat] - _gained(options, printed, copy, seat)) for copy in copies), key=len)


def _gained(options: Any, printed: dict[Seat, set[int]], copy: dict[Seat, int], seat: Seat) -> set[int]:
    """What counts as cast by a seat without having been in its hand, if Clone copied this."""
    gained = {copy[seat]} if seat in copy and options.clone_of_clone else set()
    if options.clone_stolen and (THEFT in printed[seat] or copy.get(seat) == THEFT):
        other = rival(seat)
        gained |= printed[other] | ({copy[other]} if other in copy else set())
    return gained


def came_about(board: ShazammBoard, asked: Resolving) -> bool:
    """Say whether the question at hand, and the resolution below it, are what some way to play this turn leads to."""
    return any(_leads_to(board, asked, printed) for printed in _printed(board, asked))


def _printed(board: ShazammBoard, asked: Resolving) -> Iterator[Both[Spells]]:
    """What both can have cast out of their hands: what is used up, less what came by Clone or Theft although it had been used before."""
    ways: list[list[Spells]] = []
    for seat in SEATS:
        mine = [number for number in asked.cast.of(seat) if number in board.state.used.of(seat)]
        kept = []
        for gone in _perhaps_stolen(board, asked, seat, mine):
            left = tuple(number for number in mine if number not in gone)
            kept.append(left)
            if CLONE in mine and board.options.clone_of_clone:
                kept += [tuple(n for n in left if n != copied) for copied in cloneable(board, seat) if copied in left]
        ways.append(kept)
    return (Both(a, b) for a, b in product(*ways))


def _perhaps_stolen(board: ShazammBoard, asked: Resolving, seat: Seat, mine: list[int]) -> Iterator[set[int]]:
    """Sets of numbers that count as cast only because they were stolen (house rule `clone_stolen`).

    Of those that are resolved already nothing tells. One that comes later is pending for the thief; it was in his hand as well only if that
    card is pending too, or was cancelled and the rival had a copy besides.
    """
    if not board.options.clone_stolen:
        yield set()
        return
    from_hand = {spell.number for spell in asked.pending if (spell.owner, spell.source) == (seat, "hand")}
    stolen = {spell.number for spell in asked.pending if (spell.owner, spell.source) == (seat, "theft")}
    later = {number for number in mine if number > RECYCLE and number in stolen - from_hand}
    before = [number for number in mine if THEFT <= number <= RECYCLE]
    cancelled = [{number} for number in later] if CLONE in asked.cast.of(rival(seat)) else []
    for many in range(len(before) + 1):
        for gone in combinations(before, many):
            yield from (later - both | set(gone) for both in (set[int](), *cancelled))


def _leads_to(board: ShazammBoard, asked: Resolving, printed: Both[Spells]) -> bool:
    """Play the turn with these spells, and look whether one of its questions is the one asked."""
    state: State = board.state
    begun = replace(
        state,
        agenda=(Revealing(asked.bids),),
        used=Both(*(tuple(n for n in state.used.of(seat) if n not in printed.of(seat)) for seat in SEATS)),
        silence=False,
    )
    for seat in SEATS:
        begun, _ = board.rules.apply(begun, DeclareCards(seat=seat, numbers=printed.of(seat)), checked=True)
    open_states = [begun]
    while open_states:
        now = open_states.pop()
        below = now.agenda[0]
        if not isinstance(below, Resolving) or len(now.agenda) < 2:
            continue  # nothing was asked, or the turn is over
        if now.agenda[1] == state.agenda[1] and (below.cast, below.pending) == (asked.cast, asked.pending):
            return True
        for action in _answers(now.agenda[1], asked):
            after, _ = board.rules.apply(now, action, checked=True)
            open_states.append(after)
    return False


def _answers(question: Any, asked: Resolving) -> Iterator[Action]:
    """Every answer that can lead to what is asked; by how much a bid is readjusted is told by the bid itself."""
    match question:
        case ChooseClone():
            yield from (ChosenClone(seat=question.seat, number=number) for number in (None, *question.options))
        case ChooseTheft():
            decided = [_decided(prey, question, asked) for prey in question.prey]
            yield from (ChosenTheft(seat=question.seat, choices=choices) for choices in product(*decided))
        case ChooseRecycle():
            yield ChosenRecycle(seat=question.seat, delta=0)


def _decided(prey: Prey, question: ChooseTheft, asked: Resolving) -> tuple[Choice, ...]:
    """What the thief can have decided about a spell; one that comes later is pending for him exactly if he has applied it."""
    apply, discard = Choice(prey.number, prey.source, "apply"), Choice(prey.number, prey.source, "discard")
    if prey.number <= RECYCLE:
        return apply, discard
    kept = sum((spell.number, spell.owner, spell.source) == (prey.number, question.seat, "theft") for spell in asked.pending)
    taken = sum(other.number == prey.number for other in question.prey)
    return (discard,) if not kept else (apply,) if kept >= taken else (apply, discard)

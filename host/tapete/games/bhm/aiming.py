"""What a card or an effect is aimed at, from when it is announced until it works (section 6; BHM-107, 142; R33, R89, R107, R108)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.domains import Domain, Test, one_of, row, some
from tapete.core.refusals import Code
from tapete.core.seats import Seat
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import AT_BEINGS, TargetWord, controller_word
from tapete.games.bhm.effects import take_effect
from tapete.games.bhm.figures import Target, Targets, TerritoryRef
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import BAD_TARGET


def candidates(board: War, seat: Seat, word: TargetWord, executor: int | None) -> Iterator[Target]:
    """Return what a target word allows, seen from a seat."""
    if word == "self":
        if executor is not None:
            yield executor
    elif word in AT_BEINGS:
        yield from (being.iid for other, being in board.every() if controller_word(word, seat, other))
    elif word == "top":
        yield "top"
    elif word == "enemy_territory":
        yield from (ref for ref in board.territories() if ref.seat != seat)
    else:
        yield from (other for other in board.living if controller_word(word, seat, other))


TARGET_COUNT = Code("bad_target", "BHM-R108", _("{the_card:card} asks for {most} {most:target|targets}; there are {value}."))


def targets_for(board: War, seat: Seat, card: str, executor: int | None) -> Domain:
    """One target (or nothing) for each structured effect of a card, in order; a free list of beings for a card without (section 6)."""
    effects, seen = board.card(card).on_play, board.seen_by(seat)
    if not effects:
        return some(board.iids(seen), 0, 8)
    each = (aimed_at(board, seat, effect.target, executor, seen, None) for effect in effects)
    return row(*each, count_code=TARGET_COUNT.knowing(the_card=card))


def aimed_at(board: War, seat: Seat, word: TargetWord, executor: int | None, seen: Test, *more: None) -> one_of:
    """Return what a target word allows that its player may choose, and what else is allowed there."""
    choices = (*candidates(board, seat, word, executor), *more)
    return one_of(choices, seen, otherwise=BAD_TARGET, the_target=board.called, the_word=word)


def numbered(board: War, ref: TerritoryRef) -> TerritoryRef:
    """A territory that a pending action is aimed at, by its own number: another may leave before it resolves."""
    return TerritoryRef(ref.seat, ref.index, board.player(ref.seat).territories[ref.index].seq)


def all_numbered(board: War, targets: Targets) -> Targets:
    """The targets of a pending action, its territories by their numbers."""
    return tuple(numbered(board, target) if isinstance(target, TerritoryRef) else target for target in targets)


def still_there(board: War, ref: TerritoryRef) -> TerritoryRef | None:
    """Return where the target territory of a pending action lies now; None once it has left (BHM-R89, R107)."""
    held = board.player(ref.seat).territories
    return next((TerritoryRef(ref.seat, index) for index, one in enumerate(held) if one.seq == ref.seq), None)


def work(board: War, seat: Seat, card: str, targets: Targets, executor: int | None) -> None:
    """The structured effects of a card, in order; none without a target, or at one that may not be it any more (section 6, R89)."""
    for effect, target in zip(board.card(card).on_play, targets, strict=False):
        now = still_there(board, target) if isinstance(target, TerritoryRef) else target
        if isinstance(target, int) and (being := board.find(target)) is not None:
            if target not in candidates(board, seat, effect.target, executor):
                board.no_effect(board.controller(target), being.card, "illegal", "BHM-R89")
                continue
            if not board.still_seen(seat, target):
                continue
        if now is not None:
            take_effect(board, effect.aimed(now))
        elif isinstance(target, TerritoryRef):
            board.no_effect(target.seat, card, "gone", "BHM-R107")

"""What a sound position has: the invariants that the ledger demands of one (section 7: 1 to 4, 16 to 18) and the bounds of section 4."""

from __future__ import annotations

from typing import Any

from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import Both, Seat, rival
from tapete.core.steps import Over
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.language import _
from tapete.games.shazamm.reachable import came_about, unexplained
from tapete.games.shazamm.resolution import CLONE, RECYCLE, THEFT, cloneable, prey_of
from tapete.games.shazamm.rounds import longest_push
from tapete.games.shazamm.state import (
    DECK,
    REACH,
    SEATS,
    Bidding,
    ChooseClone,
    ChoosePush,
    ChooseRecycle,
    ChooseTheft,
    EndingTurn,
    Resolving,
    Revealing,
    Spells,
)


def faults(board: ShazammBoard) -> Faults:
    """Every broken invariant of a position."""
    for seat in SEATS:
        yield from _cards(board, seat)
    yield from _bridge(board)
    yield from _agenda(board)
    yield from _cast(board, board.state.last_cast)


INV_COUNTS = Code("inv_1", "SHZ-R14", _("{seat:seat}: hand ({hand}), deck ({deck}) and used spells ({used}) must add up to 14."))
INV_SORTED = Code("inv_1", "SHZ-047", _("{seat:seat}: used spells stand in order, each once."))
INV_CAST = Code("inv_17", "SHZ-R26", _("{seat:seat}: what was cast ({numbers:spell}) must be used up, but for what Clone copied."))


def _cards(board: ShazammBoard, seat: Seat) -> Faults:
    """1: hand, draw pile and used spells are the fourteen."""
    state = board.state
    hand, deck, used = state.hand.of(seat), state.deck.of(seat), state.used.of(seat)
    yield must(hand + deck + len(used) == len(DECK), INV_COUNTS, seat=seat, hand=hand, deck=deck, used=len(used))
    yield must(_ordered(used), INV_SORTED, seat=seat)


def _ordered(numbers: Any) -> bool:
    return list(numbers) == sorted(set(numbers))


INV_WIZARDS = Code("inv_2", "SHZ-013", _("Each wizard stands three steps from where the wall began ({centre:slab})."))
INV_BETWEEN = Code("inv_2", "SHZ-R10", _("The wall ({wall:slab}) must stand between the two wizards."))
INV_BROKEN = Code("inv_2", "SHZ-030", _("In round {round} there must be {due} broken {due:slab|slabs} at each end, not {broken}."))
INV_INTACT = Code("inv_2", "SHZ-032", _("{seat:seat} stands on a broken slab."))
INV_CENTRE = Code("inv_3", "SHZ-R07", _("In round {round} the wall cannot have begun on {centre:slab}."))
INV_ROUND = Code("inv_4", "SHZ-R07", _("On this bridge there is no round {round}, nor {broken} broken {broken:slab|slabs} at each end."))


def _bridge(board: ShazammBoard) -> Faults:
    """2, 3, 4: where everything stands during a round, and after the last one."""
    state, over = board.state, isinstance(board.top, Over)
    ended = over and state.broken == state.round
    last = board.options.bridge_half - 2
    yield must(state.round <= last and state.broken <= last, INV_ROUND, round=state.round, broken=state.broken)
    yield must(state.broken == state.round - 1 or ended, INV_BROKEN, round=state.round, due=state.round - 1, broken=state.broken)
    beside = state.centre - REACH == state.wizard.A and state.centre + REACH == state.wizard.B
    yield must(beside, INV_WIZARDS, centre=state.centre)
    if ended:
        yield must(state.wizard.A <= state.wall <= state.wizard.B, INV_BETWEEN, wall=state.wall)
        return
    yield must(state.wizard.A < state.wall < state.wizard.B, INV_BETWEEN, wall=state.wall)
    reach = last - state.round if state.round != 2 else min(REACH, last - state.round)
    yield must(abs(state.centre) <= (reach if state.round > 1 else 0), INV_CENTRE, round=state.round, centre=state.centre)
    for seat in SEATS:
        yield must(abs(state.wizard.of(seat)) <= board.edge(state.broken), INV_INTACT, seat=seat)


INV_AGENDA = Code("inv_16", "SHZ-R71", _("The steps of this turn cannot stand like this on such a table."))


def _agenda(board: ShazammBoard) -> Faults:
    """16: the steps fit each other and the board."""
    agenda = board.state.agenda
    kinds = tuple(type(step) for step in agenda)
    if kinds not in _SHAPES:
        yield INV_AGENDA(steps=[name_of(kind) for kind in kinds])
        return
    for step in agenda:
        yield from _STEPS[type(step)](board, step)


INV_MANA = Code("inv_2", "SHZ-036", _("{seat:seat} has no mana to bid."))
INV_READY = Code("inv_16", "SHZ-R74", _("Those ready are A or B, each once, and only they have a seal."))


def _bidding(board: ShazammBoard, step: Bidding) -> Faults:
    ready = [seat for seat in SEATS if seat in step.ready]
    yield must(list(step.ready) == ready and set(step.seals) <= set(ready), INV_READY)
    for seat in SEATS:
        yield must(board.state.mana.of(seat) >= 1, INV_MANA, seat=seat)


INV_BID = Code("inv_16", "SHZ-035", _("The bid of {seat:seat} ({bid}) is over the mana ({mana})."))


def _bids(board: ShazammBoard, bids: Both[int]) -> Faults:
    for seat in SEATS:
        bid, mana = bids.of(seat), board.state.mana.of(seat)
        yield must(bid <= mana, INV_BID, seat=seat, bid=bid, mana=mana)


INV_DECLARED = Code("inv_16", "SHZ-R69", _("The cards shown by {seat:seat} cannot be: {numbers}."))


def _revealing(board: ShazammBoard, step: Revealing) -> Faults:
    yield from _bids(board, step.bids)
    yield must(step.declared.A is None or step.declared.B is None, INV_AGENDA, steps=[name_of(Revealing)])
    for seat in SEATS:
        shown = step.declared.of(seat) or ()
        spells = [number for number in shown if number]
        possible = _ordered(shown) and not set(spells) & set(board.state.used.of(seat)) and len(spells) <= board.state.hand.of(seat)
        yield must(possible, INV_DECLARED, seat=seat, numbers=shown)


INV_PENDING = Code("inv_16", "SHZ-052", _("The pending spells are not in order, or not of this turn."))
INV_SAME_NUMBER = Code("inv_18", "SHZ-R71", _("Both wizards have {numbers:spell} pending."))


def _resolving(board: ShazammBoard, step: Resolving) -> Faults:
    """16, 17, 18: what is pending is what the rules lead to from what was cast in this turn."""
    yield from _bids(board, step.bids)
    yield from _cast(board, step.cast)
    yield must(not board.state.silence, INV_AGENDA, steps=[name_of(Resolving)])
    top = board.top
    questioned = isinstance(top, ChooseClone | ChooseTheft | ChooseRecycle) and top.seat in SEATS
    owned = questioned and all(spell.owner in SEATS for spell in step.pending)
    yield must(owned and not unexplained(board, step.cast) and came_about(board, step), INV_PENDING)
    same = {x.number for x in step.pending if x.owner == "A"} & {x.number for x in step.pending if x.owner == "B"}
    yield must(not same or not board.options.clone_copy_cancels, INV_SAME_NUMBER, numbers=sorted(same))


INV_QUESTION = Code("inv_16", "SHZ-R71", _("The question is not the one that the spell at hand asks."))


def _question(board: ShazammBoard, step: ChooseClone | ChooseTheft | ChooseRecycle) -> Faults:
    """The first pending spell is the one that asks, of this seat, and it asks about all that it can."""
    below = board.state.agenda[0]
    first = below.pending[0] if isinstance(below, Resolving) and below.pending else None
    asks = {ChooseClone: CLONE, ChooseTheft: THEFT, ChooseRecycle: RECYCLE}[type(step)]
    fits = first is not None and (first.number, first.owner) == (asks, step.seat)
    if isinstance(step, ChooseClone):
        fits = fits and bool(step.options) and step.options == cloneable(board, step.seat)
    elif isinstance(step, ChooseTheft) and isinstance(below, Resolving):
        fits = fits and bool(step.prey) and step.prey == prey_of(below, step.seat)
    yield must(fits, INV_QUESTION, step=name_of(type(step)))


def _ending(board: ShazammBoard, step: EndingTurn) -> Faults:
    yield must(list(step.resisting) == [seat for seat in SEATS if seat in step.resisting], INV_AGENDA, steps=[name_of(EndingTurn)])


def _push(board: ShazammBoard, step: ChoosePush) -> Faults:
    mana = board.state.mana
    fits = step.seat in SEATS and mana.of(step.seat) > 0 and not mana.of(rival(step.seat)) and board.options.exhaustion_push == "ask"
    yield must(fits and step.most == longest_push(board, step.seat), INV_QUESTION, step=name_of(ChoosePush))


INV_RESULT = Code("inv_16", "SHZ-R67", _("A duel is won by one wizard, or drawn."))


def _over(board: ShazammBoard, step: Over) -> Faults:
    """Whoever stands on no intact slab has fallen, both at once in a draw; or the loser has conceded during a round."""
    state = board.state
    fallen = tuple(seat for seat in SEATS if abs(state.wizard.of(seat)) > board.edge(state.broken))
    if state.broken == state.round:
        over = ("draw", (), "fall") if len(fallen) == len(SEATS) else ("win", tuple(map(rival, fallen)), "fall")
        yield must(fallen and (step.kind, step.seats, step.reason) == over, INV_RESULT)
        return
    won = step.kind == "win" and len(step.seats) == 1 and step.seats[0] in SEATS
    yield must(won and step.reason == "concession", INV_RESULT)


def _cast(board: ShazammBoard, cast: Both[Spells]) -> Faults:
    """17: what was cast is used up, except at most one spell got by Clone (and, by house rule, what was stolen)."""
    strange = unexplained(board, cast)
    for seat in SEATS:
        yield must(_ordered(cast.of(seat)) and seat not in strange, INV_CAST, seat=seat, numbers=cast.of(seat))


_SHAPES: tuple[tuple[type[Any], ...], ...] = (
    (Bidding,),
    (Revealing,),
    (Resolving, ChooseClone),
    (Resolving, ChooseTheft),
    (Resolving, ChooseRecycle),
    (EndingTurn, ChoosePush),
    (Over,),
)

_STEPS: dict[type[Any], Any] = {
    Bidding: _bidding,
    Revealing: _revealing,
    Resolving: _resolving,
    ChooseClone: _question,
    ChooseTheft: _question,
    ChooseRecycle: _question,
    EndingTurn: _ending,
    ChoosePush: _push,
    Over: _over,
}

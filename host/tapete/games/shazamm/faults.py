"""Find the faults of a position: invariants 1 to 4 and 16 to 18, and the bounds of a state.

Source: docs/inside/rules/shazamm.md#invariants, #state.

Whether a resolution can have come about is found by the rules themselves: the turn is played again, from its bids to the question. What was
cast says almost all: who printed what, and hence what is pending. What it leaves open is tried: a number may have come by Clone or Theft
although its caster had used it before, and what Clone copied or Theft took may leave no trace.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import Both, Seat, rival
from tapete.core.steps import Over
from tapete.games.shazamm import state as steps
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.constants import CLONE, REACH, RECYCLE, SILENCE, THEFT
from tapete.games.shazamm.language import _
from tapete.games.shazamm.resolution import Choice, ChosenClone, ChosenRecycle, ChosenTheft, cloneable, prey_of
from tapete.games.shazamm.rounds import longest_push
from tapete.games.shazamm.showing import DeclareCards
from tapete.games.shazamm.state import DECK, QUESTIONS, SEATS, ChooseClone, ChooseRecycle, ChooseTheft, Prey, Resolving, Spells


def faults(board: ShazammBoard) -> Faults:
    """Every broken invariant of a position."""
    for seat in SEATS:
        yield from _cards(board, seat)
        mana, most = board.state.mana.of(seat), board.options.mana
        yield must(mana <= most, INV_MANA_OVER, seat=seat, mana=mana, most=most)
    yield from _bridge(board)
    yield from _silence(board)
    yield from _agenda(board)
    yield from _cast(board, board.state.last_cast)


INV_COUNTS = Code("inv_1", "SHZ-R14", _("{seat:seat}: hand ({hand}), deck ({deck}) and used spells ({used}) must add up to {SPELLS}."))
INV_SORTED = Code("inv_1", "SHZ-047", _("{seat:seat}: used spells stand in order, each once."))
INV_CAST = Code("inv_17", "SHZ-R26", _("{seat:seat}: what was cast ({numbers:spell}) must be used up, except what Clone copied."))


def _cards(board: ShazammBoard, seat: Seat) -> Faults:
    """1: hand, draw pile and used spells are the fourteen."""
    state = board.state
    hand, deck, used = state.hand.of(seat), state.deck.of(seat), state.used.of(seat)
    yield must(hand + deck + len(used) == len(DECK), INV_COUNTS, seat=seat, hand=hand, deck=deck, used=len(used))
    yield must(_ordered(used), INV_SORTED, seat=seat)


def _ordered(numbers: Any) -> bool:
    return list(numbers) == sorted(set(numbers))


INV_WIZARDS = Code("inv_2", "SHZ-013", _("Each wizard stands {REACH:words} steps from where the wall began ({centre:slab})."))
INV_BETWEEN = Code("inv_2", "SHZ-R10", _("The wall ({wall:slab}) must stand between the two wizards."))
INV_BROKEN = Code("inv_2", "SHZ-030", _("In round {round} there must be {due} broken {due:slab|slabs} at each end, not {broken}."))
INV_INTACT = Code("inv_2", "SHZ-032", _("{seat:seat} stands on a broken slab."))
INV_CENTRE = Code("inv_3", "SHZ-R07", _("In round {round} the wall cannot have begun on {centre:slab}."))
INV_ROUND = Code("inv_4", "SHZ-R07", _("On this bridge there is no round {round}, nor {broken} broken {broken:slab|slabs} at each end."))


def _bridge(board: ShazammBoard) -> Faults:
    """2, 3, 4: where everything stands during a round, and after the last one."""
    state, over = board.state, isinstance(board.top, Over)
    ended = over and state.broken == state.round
    last = board.options.bridge_half - REACH + 1
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


INV_SILENCE = Code("inv_17", "SHZ-066", _("Silence holds, and nobody can have cast it in this round."))


def _silence(board: ShazammBoard) -> Faults:
    """17: it was cast in this round, before the cards of this turn are shown, and so it is used up (SHZ-064..066)."""
    state, open_turn = board.state, isinstance(board.top, steps.Bidding | steps.Revealing)
    cast = any(SILENCE in state.used.of(seat) for seat in SEATS) and not (open_turn and state.turn == 1)
    yield must(cast or not state.silence, INV_SILENCE)


INV_AGENDA = Code("inv_16", "SHZ-R71", _("The steps of this turn cannot stand like this on such a table."))


def _agenda(board: ShazammBoard) -> Faults:
    """16: the steps fit each other and the board."""
    agenda = board.state.agenda
    kinds = tuple(type(step) for step in agenda)
    if kinds not in _SHAPES:
        yield INV_AGENDA(steps=[name_of(kind) for kind in kinds])
        return
    for judge, step in zip(_SHAPES[kinds], agenda, strict=True):
        yield from judge(board, step)


INV_MANA = Code("inv_2", "SHZ-036", _("{seat:seat} has no mana to bid."))
INV_MANA_OVER = Code("inv_2", "SHZ-R75", _("{seat:seat} has {mana} mana; in this match {most} is the most."))
INV_READY = Code("inv_16", "SHZ-R74", _("Those ready are A or B, each once, and only they have a seal."))


def _bidding(board: ShazammBoard, step: steps.Bidding) -> Faults:
    yield must(step.sound(SEATS), INV_READY)
    for seat in SEATS:
        yield must(board.state.mana.of(seat) >= 1, INV_MANA, seat=seat)


INV_BID = Code("inv_16", "SHZ-035", _("The bid of {seat:seat} ({bid}) is over the mana ({mana})."))


def _bids(board: ShazammBoard, bids: Both[int]) -> Faults:
    for seat in SEATS:
        bid, mana = bids.of(seat), board.state.mana.of(seat)
        yield must(bid <= mana, INV_BID, seat=seat, bid=bid, mana=mana)


INV_DECLARED = Code("inv_16", "SHZ-R69", _("The cards shown by {seat:seat} cannot be: {numbers}."))


def _revealing(board: ShazammBoard, step: steps.Revealing) -> Faults:
    yield from _bids(board, step.bids)
    yield must(step.declared.A is None or step.declared.B is None, INV_AGENDA, steps=[name_of(steps.Revealing)])
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
    yield must(not _unexplained(board, step.cast) and _came_about(board, step), INV_PENDING)
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


def _ending(board: ShazammBoard, step: steps.EndingTurn) -> Faults:
    yield must(list(step.resisting) == [seat for seat in SEATS if seat in step.resisting], INV_AGENDA, steps=[name_of(steps.EndingTurn)])


def _push(board: ShazammBoard, step: steps.ChoosePush) -> Faults:
    mana = board.state.mana
    fits = mana.of(step.seat) > 0 and not mana.of(rival(step.seat)) and board.options.exhaustion_push == "ask"
    yield must(fits and step.most == longest_push(board, step.seat), INV_QUESTION, step=name_of(steps.ChoosePush))


INV_RESULT = Code("inv_16", "SHZ-R67", _("A duel is won by one wizard, or drawn."))


def _over(board: ShazammBoard, step: Over) -> Faults:
    """The one who stands on no intact slab has fallen, both at once in a draw; or the loser has conceded during a round."""
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
    strange = _unexplained(board, cast)
    for seat in SEATS:
        yield must(_ordered(cast.of(seat)) and seat not in strange, INV_CAST, seat=seat, numbers=cast.of(seat))


# ---- how a turn came about


def _unexplained(board: ShazammBoard, cast: Both[Spells]) -> tuple[Seat, ...]:
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


def _came_about(board: ShazammBoard, asked: Resolving) -> bool:
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
    state = board.state
    begun = replace(
        state,
        agenda=(steps.Revealing(asked.bids),),
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


_SHAPES: dict[tuple[type[Any], ...], tuple[Any, ...]] = {
    (steps.Bidding,): (_bidding,),
    (steps.Revealing,): (_revealing,),
    **{(Resolving, question): (_resolving, _question) for question in QUESTIONS},
    (steps.EndingTurn, steps.ChoosePush): (_ending, _push),
    (Over,): (_over,),
}
"""The agendas that there are, each with what judges its steps."""

"""Find the faults of a position (docs/inside/rules/datamorphs.md#invariants); the numbers are those of its invariants."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Faults, Refusal, must
from tapete.core.seats import Seat, more, rival
from tapete.core.steps import Over, SealingStep
from tapete.core.texts import Message
from tapete.games.datamorphs import state as steps
from tapete.games.datamorphs.board import MorphBoard, boosts_of, element_of, faces_of, laid_of, parts_of
from tapete.games.datamorphs.cards import ELEMENTS, MemoryBoost, cost_of, needs_choice, problems
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.evidence import possible
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.rounds import own_refs
from tapete.games.datamorphs.scoring import ending, score, winner_of
from tapete.games.datamorphs.state import COLUMNS, SEATS, Interrupt, Player


def faults(board: MorphBoard) -> Faults:
    """Every broken invariant of a position."""
    yield from _typed_cards(board)
    strangers = [stranger for seat in SEATS for stranger in _strangers(board, seat)]
    yield from strangers
    for seat in SEATS:
        yield from _cards(board, seat)
    yield from _owned(board)
    if strangers:
        return  # what nobody knows has no memory and no room, so the rest cannot be judged
    for seat in SEATS:
        yield from _printed(board, seat)
        yield from _columns(board, seat)
    yield from _order_of_play(board)
    yield from _agenda(board)


def _invariant(number: int, clause: str, says: Message) -> Code:
    return Code(f"inv_{number}", clause, says)


INV_TYPED = _invariant(9, "DAT-R64", _("The card typed in as “{card:card}” cannot be: impossible figures, or it is in the catalogue."))


def _typed_cards(board: MorphBoard) -> Faults:
    """9: what was typed in is a card, and not one of the catalogue's."""
    cards, extras = board.rules.catalogue.cards, board.rules.catalogue.extras
    for name, card in board.state.typed_cards.items():
        some = any(getattr(card, element) is not None for element in ELEMENTS)
        sound = name == card.id and name not in cards and some and not any(problems(card, extras["colors"], extras["types"]))
        yield must(sound, INV_TYPED, card=name)


INV_CARDS = _invariant(
    1, "DAT-004", _("{seat:seat} must have {OWNED:words} cards in hand ({hand}), on the table ({table}) and out ({out}).")
)
INV_BIOS = _invariant(2, "DAT-011", _("{seat:seat} must have a Bios, or no card."))
INV_EVIDENCE = _invariant(9, "DAT-R44", _("{seat:seat} would have shown more than {OWNED:words} different cards."))


def _cards(board: MorphBoard, seat: Seat) -> Faults:
    """1, 2, 9: five cards each, a Bios under every DataMorph, and nothing that public knowledge refutes."""
    player = board.player(seat)
    table, out = sum(1 for _ in laid_of(player)), len(player.out)
    yield must(player.hand + table + out == OWNED, INV_CARDS, seat=seat, hand=player.hand, table=table, out=out)
    yield must(player.bios is not None or not table, INV_BIOS, seat=seat)
    sound = len(player.shown) == out and possible((*player.shown, faces_of(player)), player.out)
    yield must(sound and all(faces == tuple(sorted(faces)) for faces in player.shown), INV_EVIDENCE, seat=seat)


INV_OWNED = _invariant(
    9, "DAT-R68", _("{seat:seat} shows cards that are not among the {OWNED:words} that were shown before the match: {cards:card}.")
)


def _owned(board: MorphBoard) -> Faults:
    """9: of who has shown five cards only these lie on the table and are out; they stand in order, and are cards."""
    for seat in () if board.state.owned is UNSET else board.state.owned:
        player, five = board.player(seat), board.five(seat) or ()
        known = seat in SEATS and five == tuple(sorted(five)) and all(board.card(card) is not None for card in five)
        rounds = [*player.shown, faces_of(player)]
        seen = [
            Counter((*faces, *(out for out in player.out[:place] if out is not None))) - Counter(five) for place, faces in enumerate(rounds)
        ]
        strange = tuple(sorted(set().union(*seen)))
        yield must(known and not strange, INV_OWNED, seat=seat, cards=strange or five)


INV_UNKNOWN = _invariant(9, "DAT-R64", _("{seat:seat}: nothing is known of “{card:card}” as {element:element}."))


def _strangers(board: MorphBoard, seat: Seat) -> Iterator[Refusal]:
    """9: every open card is known as what it lies for, and so is every card that was seen before."""
    player = board.player(seat)
    for slot, _place, part in parts_of(player):
        if board.face(part.card, element_of(slot)) is None:
            yield INV_UNKNOWN(seat=seat, card=part.card, element=element_of(slot))
    seen = {card for faces in player.shown for card in faces} | {card for card in player.out if card is not None}
    yield from (INV_UNKNOWN(seat=seat, card=card, element="bios") for card in sorted(seen) if board.card(card) is None)


INV_COST = _invariant(3, "DAT-051", _("{seat:seat}: “{card:card}” does not cost {cost} but {due}."))
INV_INTERRUPT_COST = _invariant(3, "DAT-R08", _("An Interrupt costs {due}, not {cost}."))
INV_CHOICE = _invariant(6, "DAT-R30", _("{seat:seat}: “{card:card}” lacks on whom it acts, or says it needlessly."))


def _printed(board: MorphBoard, seat: Seat) -> Faults:
    """3, 6: every card cost what it costs, and says on whom it acts exactly where that is open."""
    player = board.player(seat)
    for slot, _place, part in parts_of(player):
        face = board.face(part.card, element_of(slot))
        yield must(part.cost == cost_of(face), INV_COST, seat=seat, card=part.card, cost=part.cost, due=cost_of(face))
        yield must(needs_choice(face) == (part.choice is not None), INV_CHOICE, seat=seat, card=part.card)
    due = board.options.interrupt_cost
    for laid in laid_of(player):
        yield must(not isinstance(laid, Interrupt) or laid.cost == due, INV_INTERRUPT_COST, cost=laid.cost, due=due)


INV_COLUMN = _invariant(2, "DAT-067", _("{seat:seat}: {slot:slot} has more Boosts than there was room for."))


def _columns(board: MorphBoard, seat: Seat) -> Faults:
    """2: each extra Boost was played while an active icon above it made room (DAT-067, R48, R50)."""
    for column in COLUMNS:
        boosts = boosts_of(getattr(board.player(seat), column))
        facing = getattr(board.player(rival(seat)), column)
        room = 1
        for place, part in enumerate(boosts):
            shut = place > 0 and isinstance(facing, Interrupt) and facing.seq < part.seq
            yield must(place < room and not shut, INV_COLUMN, seat=seat, slot=column)
            room += sum(isinstance(ability, MemoryBoost) for ability in board.face(part.card, "boost").abilities)


INV_SEQ = _invariant(6, "DAT-R67", _("The cards cannot have been played in that order."))


def _order_of_play(board: MorphBoard) -> Faults:
    """6: Bios first, then one card after the other; the two of a joint play share a number, and no number is left out."""
    numbers: set[int] = set()
    for seat in SEATS:
        player = board.player(seat)
        played = [laid.seq for laid in laid_of(player) if laid is not player.bios]
        columns = [[part.seq for part in boosts_of(getattr(player, column))] for column in COLUMNS]
        once = len(set(played)) == len(played) and 0 not in played and all(seqs == sorted(seqs) for seqs in columns)
        yield must(once and (player.bios is None or player.bios.seq == 0), INV_SEQ)
        numbers |= set(played)
    yield must(numbers == set(range(1, len(numbers) + 1)), INV_SEQ)


INV_AGENDA = _invariant(10, "DAT-029", _("The table is not as this step asks: {step:step}."))


def _agenda(board: MorphBoard) -> Faults:
    """8, 9, 10: one step, and a table that fits it."""
    step: Any = board.top
    if len(board.state.agenda) != 1:
        yield _fits(False, step)
        return
    yield from _STEPS[type(step)](board, step)
    yield _fits(not isinstance(step, SealingStep) or step.sound(SEATS), step)


def _fits(holds: object, step: Any) -> Refusal | None:
    return must(holds, INV_AGENDA, step=name_of(type(step)))


INV_RESULTS = _invariant(8, "DAT-R40", _("The results ({results:result}) do not lead to round {round}."))


def _round(board: MorphBoard, finished: int) -> Faults:
    """8: as many results as finished rounds, none of which ended the game before; as many cards out as rounds before this one."""
    state, mode = board.state, board.options.tie_mode
    early = any(ending(state.results[:count], mode) is not None for count in range(1, min(finished, len(state.results)) + 1))
    fits = len(state.results) == finished and state.round >= 1 and not early
    yield must(fits, INV_RESULTS, results=state.results, round=state.round)
    for seat in SEATS:
        out, hand = len(board.player(seat).out), board.player(seat).hand
        table = sum(1 for _ in laid_of(board.player(seat)))
        yield must(out == state.round - 1, INV_CARDS, seat=seat, hand=hand, table=table, out=out)


def _setup(board: MorphBoard, step: steps.Setup) -> Faults:
    state = board.state
    yield _fits(state.round == 0 and not state.results and _fresh(board), step)


def _fresh(board: MorphBoard) -> bool:
    return all(board.player(seat) == Player() for seat in SEATS)


def _choosing_bios(board: MorphBoard, step: steps.ChoosingBios) -> Faults:
    yield from _round(board, board.state.round - 1)
    for seat in SEATS:
        player = board.player(seat)
        yield _fits(player == Player(player.hand, out=player.out, shown=player.shown), step)


INV_LEAD = _invariant(9, "DAT-R22", _("Who leads this exchange has more memory; with equal memory both play together."))


def _ordering(board: MorphBoard, step: steps.Ordering | steps.Joint) -> Faults:
    """Both still play, and the one with more memory leads; rulings count for the lead from the next exchange on (DAT-R66)."""
    yield from _in_play(board, step)
    yield _fits(not any(board.player(seat).stopped for seat in SEATS), step)
    leader = more(board.memory("A").available, board.memory("B").available)
    yield must(step.ruled is True or leader == getattr(step, "leader", None), INV_LEAD)
    for seat in SEATS:
        yield from _exchange(board, seat, step.exchange, least=step.exchange - 2, most=step.exchange - 1)


def _playing(board: MorphBoard, step: steps.Playing) -> Faults:
    yield from _in_play(board, step)
    active = not any(board.player(seat).stopped for seat in step.left)
    yield _fits(active and len(set(step.left)) == len(step.left), step)
    for seat in SEATS:
        done = step.exchange - (seat in step.left)
        yield from _exchange(board, seat, step.exchange, least=0 if board.player(seat).stopped else done - 1, most=done)


INV_EXCHANGE = _invariant(9, "DAT-029", _("{seat:seat} cannot have {cards} {cards:card|cards} on the Bios in exchange {exchange}."))


def _exchange(board: MorphBoard, seat: Seat, exchange: int, least: int, most: int) -> Faults:
    """9: who still plays has laid a card in every exchange but the first, where the Program may be skipped (DAT-029, R17, R22)."""
    player = board.player(seat)
    cards = sum(1 for laid in laid_of(player) if laid is not player.bios)
    early = exchange == 1 and player.stopped and player.hand > 0 and board.has_room(seat)
    yield must(least <= cards <= most and not early, INV_EXCHANGE, seat=seat, cards=cards, exchange=exchange)


INV_STOPPED = _invariant(9, "DAT-R19", _("{seat:seat} cannot play on: no hand or no room means stopped."))


def _in_play(board: MorphBoard, step: Any) -> Faults:
    """9: cards are on the table, and who cannot play has stopped (DAT-R19)."""
    yield from _round(board, board.state.round - 1)
    for seat in SEATS:
        player = board.player(seat)
        yield _fits(player.bios is not None, step)
        unable = player.hand == 0 or not board.has_room(seat)
        yield must(player.stopped or not unable, INV_STOPPED, seat=seat)


def _leaving_out(board: MorphBoard, step: steps.LeavingOut | steps.LeavingOutTied) -> Faults:
    """10: everybody has stopped, and the last round ended so; of a tied one a choice is open, and each names a card that is there."""
    yield from _round(board, board.state.round)
    for seat in SEATS:
        player = board.player(seat)
        yield _fits(player.stopped and player.bios is not None, step)
        ref = step.chosen.of(seat) if isinstance(step, steps.LeavingOutTied) else None
        yield _fits(ref is None or ref in own_refs(player), step)
    yield _fits(board.state.results[-1:] == ("tie" if isinstance(step, steps.LeavingOutTied) else step.winner,), step)
    yield _fits(not isinstance(step, steps.LeavingOutTied) or step.chosen.A is None or step.chosen.B is None, step)
    yield from _scored(board)


INV_SCORED = _invariant(8, "DAT-032", _("By the cards on the table the last round did not end so: {result:result}."))


def _scored(board: MorphBoard) -> Faults:
    """8: the cards of the round that was scored still lie there, so its result can be told (DAT-032..035)."""
    if all(board.player(seat).bios is not None for seat in SEATS) and board.state.results:
        result = board.state.results[-1]
        yield must((winner_of(score(board)) or "tie") == result, INV_SCORED, result=result)


def _exchanging(board: MorphBoard, step: steps.Exchanging) -> Faults:
    yield _fits(board.options.exchange, step)
    yield from _ended(board, step.winner, step.reason, step.reason == "concession")


def _ended(board: MorphBoard, winner: Seat | None, reason: str, conceded: bool) -> Faults:
    """8, 10: the results say who has won, and why, unless a player conceded."""
    state = board.state
    if conceded:
        played = state.round >= 1 and state.round - 1 <= len(state.results) <= state.round
        yield must(played, INV_RESULTS, results=state.results, round=state.round)
        return
    end = ending(state.results, board.options.tie_mode) if state.results else None
    yield must(end == (winner, reason) and len(state.results) == state.round, INV_RESULTS, results=state.results, round=state.round)
    yield from _scored(board)


def _over(board: MorphBoard, step: Over) -> Faults:
    won = step.kind == "win" and len(step.seats) == 1
    yield _fits(won or (step.kind == "draw" and not step.seats), step)
    if won and board.options.exchange:
        yield _fits(_fresh(board), step)
    yield from _ended(board, step.seats[0] if won else None, step.reason, won and step.reason == "concession")


_STEPS: dict[type[Any], Any] = {
    steps.Setup: _setup,
    steps.ChoosingBios: _choosing_bios,
    steps.Ordering: _ordering,
    steps.Playing: _playing,
    steps.Joint: _ordering,
    steps.LeavingOut: _leaving_out,
    steps.LeavingOutTied: _leaving_out,
    steps.Exchanging: _exchanging,
    Over: _over,
}

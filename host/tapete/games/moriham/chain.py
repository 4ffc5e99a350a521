"""The stack: who may answer, and how it resolves from the last to the first; abilities that are set off; cards asked for in between
(MOR-054, 055, 082; R32, R33, R38..R48, R57, R58, R69, R73, R89)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.cards import CardsChapter, ShowCards
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import must_first
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Owed
from tapete.games.moriham import codes, events
from tapete.games.moriham.battle import fight
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MonsterCard
from tapete.games.moriham.figures import CardId, rival
from tapete.games.moriham.operations import Change
from tapete.games.moriham.state import Item, Resolving, Stack, Trigger, Triggers, Unit
from tapete.games.moriham.timing import Timed

CHAIN = Chapter("chain")
CARDS = CardsChapter()


# ---- while the stack waits


@CHAIN.runs(Stack)
def ask(board: Duel, step: Stack) -> None:
    """MOR-R41: nobody is asked who has no face-down card to use; two passes in a row seal the stack."""
    if step.passes >= 2:
        board.become(Resolving(step.items))
    elif not board.usable(step.priority):
        board.become(replace(step, priority=rival(step.priority), passes=step.passes + 1))


@CHAIN.owes(Stack)
def stack_owed(board: Duel, step: Stack) -> Iterator[Owed]:
    """Whoever has priority answers with a trap, or passes."""
    top = step.items[-1]
    yield Owed(
        seat=step.priority,
        actions=("pass_priority", "activate_trap"),
        what="answer_attack" if top.kind == "attack" else "answer",
        params={"by": top.controller, "card": top.card},
        button="lock",
        meaning="pass",
    )


@CHAIN.action
class PassPriority(Timed):
    """MOR-R41: no trap in answer."""

    seat: Seat
    during = (Stack,)
    on_trigger = otherwise = codes.NOTHING_TO_PASS

    def terms(self, board: Duel) -> Terms:
        priority = board.at(Stack).priority
        yield must_first(priority == self.seat, codes.NOT_YOUR_PRIORITY, priority=priority)

    def effect(self, board: Duel) -> None:
        step = board.at(Stack)
        board.become(replace(step, priority=rival(step.priority), passes=step.passes + 1))


# ---- while it resolves


@CHAIN.runs(Resolving)
def unwind(board: Duel, step: Resolving) -> None:
    """MOR-055; R42, R44, R45, R77: last to first; what was negated does nothing, and its card goes all the same."""
    if not step.items:
        board.done()
        return
    item = step.items[-1]
    board.become(Resolving(step.items[:-1]))
    if item.negated:
        if item.kind == "attack":
            board.tell(events.AttackCancelled(seat=item.controller, card=item.card, clause="MOR-R77"))
        leave(board, item)
        return
    if item.kind == "attack":
        fight(board, item)
        board.judge_life()
        return
    board.tell(events.LinkResolved(seat=item.controller, kind=item.kind, card=item.card))
    board.put(Unit(item))


@CHAIN.runs(Unit)
def operate(board: Duel, step: Unit) -> None:
    """R32, R43, R89, R90: the operations of an effect in order; one may ask for cards, and goes on after the answer."""
    if step.place >= len(board.effect_of(step.item)):
        board.done()
        leave(board, step.item)
        board.judge_life()
        return
    op = board.unit(step)
    questions = op.asks(board) if isinstance(op, Change) else ()
    for question in questions:
        if question.seat not in step.asked:
            board.become(replace(step, asked=(*step.asked, question.seat)))
            board.put(Cards(question.seat, question.number, question.source, f"show_{name_of(type(op))}"))
            board.tell(events.ChoiceWaiting(seat=question.seat, op=name_of(type(op)), n=question.number))
            return
    board.become(replace(step, place=step.place + 1, asked=()))
    if not step.asked:
        op.effect(board)


def leave(board: Duel, item: Item) -> None:
    """R33, R75: a used card goes to its owner's graveyard, unless it stays or has been moved already."""
    at = board.locate(item.source) if item.kind in ("magic", "trap") else None
    if at is None or at.zone != "spells":
        return
    spell, printed = board.lying(at), board.card(item.card)
    if not isinstance(printed, MonsterCard) and printed.stays and not item.negated:
        board.put_spell(at.seat, at.slot, replace(spell, on_stack=False))
        return
    board.put_spell(at.seat, at.slot, None)
    board.bury(spell.owner, (item.card,), "field", "MOR-R33")


# ---- cards that are asked for


@CARDS.action
class Provide(ShowCards, Timed):
    """MOR-R61, R65, R73, R89: the cards that an effect makes somebody show; nothing public can contradict them (R83)."""

    seat: Seat
    cards: tuple[CardId, ...]
    not_asked = codes.NOT_ASKED_CARDS
    wrong_count = codes.WRONG_COUNT
    on_trigger = on_stack = otherwise = codes.NO_CARDS_ASKED

    def candidates(self, board: Duel) -> one_of:
        if board.at(Cards).source == "field":
            return one_of(board.card_ids, board.must_be_spell, otherwise=codes.UNKNOWN_CARD)
        return one_of(board.card_ids, otherwise=codes.UNKNOWN_CARD)


@CARDS.shown(Unit)
def shown(board: Duel, step: Unit, cards: tuple[str, ...]) -> None:
    """The operation goes on with what its player has shown."""
    op = board.unit(step)
    if isinstance(op, Change):
        op.given(board, step.asked[-1], cards)


# ---- abilities that were set off


@CHAIN.runs(Triggers)
def line_up(board: Duel, step: Triggers) -> None:
    """R58: the stack or summon is done: what it has set off joins the queue, the active player's first, then by slot."""
    if step.raised:

        def order(trigger: Trigger) -> tuple[bool, int]:
            return trigger.controller != board.active, trigger.slot

        joining = sorted(step.raised, key=order)
        board.become(Triggers((*step.waiting, *joining)))
        for trigger in joining:  # said here: a duel that ended in between left nothing to wait for
            board.tell(events.TriggerWaiting(seat=trigger.controller, card=trigger.card, slot=trigger.slot))
    elif not step.waiting:
        board.done()


@CHAIN.owes(Triggers)
def trigger_owed(board: Duel, step: Triggers) -> Iterator[Owed]:
    """The controller of the first one uses it or lets it go."""
    first = step.waiting[0]
    yield Owed(
        seat=first.controller,
        actions=("skip_trigger", "use_trigger"),
        what="trigger",
        params={"card": first.card},
        button="lock",
        meaning="pass",
    )

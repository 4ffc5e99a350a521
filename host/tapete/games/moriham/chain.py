"""The stack: who may answer, and how it resolves from the last to the first; abilities that are set off; cards asked for in between
(MOR-054, 055, 082; R32, R33, R38..R48, R57, R58, R69, R73, R89)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.cards import CardsChapter, ShowCards
from tapete.core.domains import one_of
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import Code
from tapete.core.seats import Seat, rival
from tapete.core.steps import Cards, Owed
from tapete.core.texts import Joined
from tapete.core.turns import AskedAction, TurnCode
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import UNKNOWN_CARD, MonsterCard
from tapete.games.moriham.changes import OfCard, OfItem
from tapete.games.moriham.effects import asks, given
from tapete.games.moriham.figures import CardId, Count, Slot, SpellRef
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Attack, Item, Resolving, Stack, Trigger, Triggers, Unit
from tapete.games.moriham.timing import NOT_YOUR_PRIORITY, NOTHING_TO_PASS, Timed

CHAIN = Chapter("chain")
CARDS = CardsChapter()


# ---- while the stack waits


def wait(board: Duel, item: Item) -> None:
    """An item comes to wait: on the stack there is, or as the bottom of a new one; the opponent may answer first (MOR-054, R41)."""
    step = board.top
    if isinstance(step, Stack):
        board.become(Stack((*step.items, item), rival(item.controller)))
        return
    if not isinstance(step, Triggers):
        board.put(Triggers())
    board.put(Stack((item,), rival(item.controller)))


@CHAIN.runs(Stack)
def ask(board: Duel, step: Stack) -> None:
    """Nobody is asked who has no face-down card to use; two passes in a row seal the stack (MOR-R41)."""
    priority, passes = step.priority, step.passes
    while passes < 2 and not board.usable(priority):
        priority, passes = rival(priority), passes + 1
    if passes >= 2:
        board.become(Resolving(step.items))
    elif passes != step.passes:
        board.become(Stack(step.items, priority, passes))


TRAP_OR_PASS, THINKS = _("Activate a trap, or pass."), _("{seat:seat} is thinking about a trap in answer.")
CHAIN.prompt("answer_attack", Joined((_("{by:seat} attacks with {card:card}."), TRAP_OR_PASS)), THINKS)
CHAIN.prompt("answer", Joined((_("{by:seat} has activated {card:card}."), TRAP_OR_PASS)), THINKS)


@CHAIN.owes(Stack)
def stack_owed(board: Duel, step: Stack) -> Iterator[Owed]:
    """The one who has priority answers with a trap, or passes."""
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
class PassPriority(AskedAction, Timed):
    """No trap in answer (MOR-R41)."""

    during = (Stack,)
    of = "priority"
    not_your_turn = NOT_YOUR_PRIORITY
    alone = False
    on_trigger = otherwise = NOTHING_TO_PASS

    def effect(self, board: Duel) -> None:
        step = board.at(Stack)
        board.become(replace(step, priority=rival(step.priority), passes=step.passes + 1))


# ---- while it resolves


@CHAIN.event(_("{seat}'s {card}: {kind} takes effect."))
class LinkResolved(OfItem, clause="MOR-055"):
    """An item of the stack takes effect."""


@CHAIN.runs(Resolving)
def unwind(board: Duel, step: Resolving) -> None:
    """Last to first; what was negated does nothing, and its card goes all the same (MOR-055; R42, R44, R45, R77)."""
    if not step.items:
        board.done()
        return
    item = step.items[-1]
    board.become(Resolving(step.items[:-1]))
    if item.kind == "attack":
        board.put(Attack(item))
    elif item.negated:
        leave(board, item)
    else:
        board.tell(LinkResolved(seat=item.controller, kind=item.kind, card=item.card))
        board.put(Unit(item))


@CHAIN.event(_("{seat} has to show {n} {n:card|cards}."))
class ChoiceWaiting(OfSeat, clause="MOR-R89"):
    """Cards are to be named before the effect goes on."""

    op: Annotated[str, Meta(extra={"kind": "op"})]
    n: Count


SHOWING = {
    "discard": _("Discard {number} {number:card|cards} from your hand, and name {number:it|them}."),
    "mill": _("Put the top {number:card|cards} of your deck ({number}) on your graveyard, and name {number:it|them}."),
    "search": _("Look for {number} {number:card|cards} in your deck, show {number:it|them} to your rival, and name {number:it|them}."),
    "destroy": _("Your face-down card is destroyed: turn it over and name it."),
    "remove_from_game": _("Your face-down card leaves the game: turn it over and name it."),
}
"""What is said to a player of whom an operation asks cards."""

for operation, act in SHOWING.items():
    CHAIN.prompt(f"show_{operation}", act, _("{seat:seat} is showing {number} {number:card|cards}."))


@CHAIN.runs(Unit)
def operate(board: Duel, step: Unit) -> None:
    """R32, R43, R89, R90: the operations of an effect in order; one may ask for cards, and goes on after the answer."""
    ops = board.effect_of(step.item)
    if step.place >= len(ops):
        board.done()
        leave(board, step.item)
        board.settle()
        return
    op = ops[step.place]
    with board.working_on(step):
        for question in asks(board, op):
            if question.seat not in step.asked:
                board.become(replace(step, asked=(*step.asked, question.seat)))
                board.put(question)
                board.tell(ChoiceWaiting(seat=question.seat, op=name_of(type(op)), n=question.number))
                return
        board.become(replace(step, place=step.place + 1, asked=()))
        if not step.asked:
            op.effect(board)


def leave(board: Duel, item: Item) -> None:
    """R33, R75: a used card goes to its owner's graveyard, unless it stays or has been moved already."""
    at = board.locate(item.source) if item.kind in ("magic", "trap") else None
    if not isinstance(at, SpellRef):
        return
    spell, printed = board.lying(at), board.card(item.card)
    if not isinstance(printed, MonsterCard) and printed.stays and not item.negated:
        board.fill(at, replace(spell, on_stack=False))
        return
    board.fill(at, None)
    board.bury(spell.owner, (item.card,), "field", "MOR-R33")


# ---- cards that are asked for


NO_CARDS_ASKED = Code("nothing_waits", "MOR-R73", _("No cards are asked for now."), figures={})
NOT_ASKED_CARDS = TurnCode("not_asked", "MOR-R89", _("It is {seat:seat} who shows the cards."), whose="seat")
WRONG_COUNT = Code(
    "wrong_count",
    "MOR-R65",
    _("{needed} {needed:card has|cards have} to be shown; there are {given}."),
    figures={"needed": "least", "given": "value"},
)


@CARDS.action
class Provide(ShowCards, Timed):
    """The cards that an effect makes a player show; nothing public can contradict them (MOR-R61, R65, R73, R89; R83)."""

    seat: Seat
    cards: tuple[CardId, ...]
    not_asked = NOT_ASKED_CARDS
    alone = False
    wrong_count = WRONG_COUNT
    on_trigger = on_stack = otherwise = NO_CARDS_ASKED

    def candidates(self, board: Duel) -> one_of:
        if board.at(Cards).source == "field":
            return board.cards_of("spell")
        return one_of(board.card_ids, otherwise=UNKNOWN_CARD)


@CARDS.shown(Unit)
def shown(board: Duel, step: Unit, cards: tuple[str, ...]) -> None:
    """The operation goes on with what its player has shown."""
    with board.working_on(step):
        given(board, board.effect_of(step.item)[step.place], step.asked[-1], cards)


# ---- abilities that were set off


@CHAIN.event(_("{card} offers its ability to {seat}."))
class TriggerWaiting(OfCard, clause="MOR-R58"):
    """An ability is set off; its controller may use it when its turn comes."""

    slot: Slot

    def owners(self) -> Mapping[str, Seat]:
        return {"card": self.seat}


@CHAIN.runs(Triggers)
def line_up(board: Duel, step: Triggers) -> None:
    """R58: the stack or summon is done: what it has set off joins the queue, the active player's first, then by slot."""
    if step.raised:

        def order(trigger: Trigger) -> tuple[bool, int]:
            return trigger.controller != board.active, trigger.slot

        joining = sorted(step.raised, key=order)
        board.become(Triggers((*step.waiting, *joining)))
        for trigger in joining:  # said here: a duel that ended in between left nothing to wait for
            board.tell(TriggerWaiting(seat=trigger.controller, card=trigger.card, slot=trigger.slot))
    elif not step.waiting:
        board.done()


CHAIN.question(
    Triggers,
    "trigger",
    _("You may use the ability of {card:card}, or let it go by."),
    _("{seat:seat} is deciding about the ability of {card:card}."),
    "skip_trigger",
    "use_trigger",
    of="controller",
    params=lambda board, step: {"card": step.first.card},
    button="lock",
    meaning="pass",
)

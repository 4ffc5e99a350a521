"""The stack: who may answer, and how it resolves from the last to the first; abilities that are set off; cards asked for in between
(MOR-054, 055, 082; R32, R33, R38..R48, R57, R58, R69, R73, R89)."""

from collections.abc import Callable, Iterator
from typing import Annotated, TypeVar

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
from tapete.games.moriham.changes import ItemKind, OfCard
from tapete.games.moriham.effects import asks, given
from tapete.games.moriham.figures import CardId, Count, Slot
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Item, Resolving, Stack, Trigger, Triggers, Unit
from tapete.games.moriham.timing import NOT_YOUR_PRIORITY, NOTHING_TO_PASS, Timed

CHAIN = Chapter("chain")
CARDS = CardsChapter()


# ---- while the stack waits


@CHAIN.runs(Stack)
def ask(board: Duel, step: Stack) -> None:
    """Nobody is asked who has no face-down card to use; two passes in a row seal the stack (MOR-R41)."""
    if step.passes >= 2:
        board.become(Resolving(step.items))
    elif not board.usable(step.priority):
        board.become(replace(step, priority=rival(step.priority), passes=step.passes + 1))


CHAIN.prompt(
    "answer_attack",
    Joined((_("{by:seat} attacks with {card:card}."), _("Activate a trap, or pass."))),
    _("{seat:seat} is thinking about a trap in answer."),
)
CHAIN.prompt(
    "answer",
    Joined((_("{by:seat} has activated {card:card}."), _("Activate a trap, or pass."))),
    _("{seat:seat} is thinking about a trap in answer."),
)
CHAIN.prompt(
    "show_discard",
    _("Discard {number} {number:card|cards} from your hand, and name {number:it|them}."),
    _("{seat:seat} is showing {number} {number:card|cards}."),
)
CHAIN.prompt(
    "show_mill",
    _("Put the top {number:card|cards} of your deck ({number}) on your graveyard, and name {number:it|them}."),
    _("{seat:seat} is showing {number} {number:card|cards}."),
)
CHAIN.prompt(
    "show_search",
    _("Look for {number} {number:card|cards} in your deck, show {number:it|them} to your rival, and name {number:it|them}."),
    _("{seat:seat} is showing {number} {number:card|cards}."),
)
CHAIN.prompt(
    "show_destroy",
    _("Your face-down card is destroyed: turn it over and name it."),
    _("{seat:seat} is showing {number} {number:card|cards}."),
)
CHAIN.prompt(
    "show_remove_from_game",
    _("Your face-down card leaves the game: turn it over and name it."),
    _("{seat:seat} is showing {number} {number:card|cards}."),
)


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


F = TypeVar("F", bound=Callable[[Duel, Item], None])
_RESOLVERS: dict[ItemKind, Callable[[Duel, Item], None]] = {}


def resolves(kind: ItemKind) -> Callable[[F], F]:
    """Decorator: what items of a kind do when they resolve, negated or not, `f(board, item)`; the others do what their card says."""

    def note(resolve: F) -> F:
        _RESOLVERS[kind] = resolve
        return resolve

    return note


@CHAIN.event(_("Takes effect: {kind} of {seat}'s {card}."))
class LinkResolved(OfSeat, clause="MOR-055"):
    """An item of the stack takes effect."""

    kind: ItemKind
    card: CardId


@CHAIN.runs(Resolving)
def unwind(board: Duel, step: Resolving) -> None:
    """Last to first; what was negated does nothing, and its card goes all the same (MOR-055; R42, R44, R45, R77)."""
    if not step.items:
        board.done()
        return
    item = step.items[-1]
    board.become(Resolving(step.items[:-1]))
    if (resolve := _RESOLVERS.get(item.kind)) is not None:
        resolve(board, item)
        return
    if item.negated:
        leave(board, item)
        return
    board.tell(LinkResolved(seat=item.controller, kind=item.kind, card=item.card))
    board.put(Unit(item))


@CHAIN.event(_("{seat} has to show {n} {n:card|cards}."))
class ChoiceWaiting(OfSeat, clause="MOR-R89"):
    """Cards are to be named before the effect goes on."""

    op: Annotated[str, Meta(extra={"kind": "op"})]
    n: Count


@CHAIN.runs(Unit)
def operate(board: Duel, step: Unit) -> None:
    """R32, R43, R89, R90: the operations of an effect in order; one may ask for cards, and goes on after the answer."""
    if step.place >= len(board.effect_of(step.item)):
        board.done()
        leave(board, step.item)
        board.settle()
        return
    op = board.effect_of(step.item)[step.place]
    with board.working_on(step):
        for question in asks(board, op):
            if question.seat not in step.asked:
                board.become(replace(step, asked=(*step.asked, question.seat)))
                board.put(Cards(question.seat, question.number, question.source, f"show_{name_of(type(op))}"))
                board.tell(ChoiceWaiting(seat=question.seat, op=name_of(type(op)), n=question.number))
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
    """The cards that an effect makes somebody show; nothing public can contradict them (MOR-R61, R65, R73, R89; R83)."""

    seat: Seat
    cards: tuple[CardId, ...]
    not_asked = NOT_ASKED_CARDS
    alone = False
    wrong_count = WRONG_COUNT
    on_trigger = on_stack = otherwise = NO_CARDS_ASKED

    def candidates(self, board: Duel) -> one_of:
        if board.at(Cards).source == "field":
            return one_of(board.card_ids, board.must_be_spell, otherwise=UNKNOWN_CARD)
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


CHAIN.prompt(
    "trigger", _("You may use the ability of {card:card}, or let it go by."), _("{seat:seat} is deciding about the ability of {card:card}.")
)


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

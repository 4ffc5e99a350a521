"""What is announced, who may react, and how it resolves, last in first out (BHM-155..157; R86..R89, R111..R114)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.domains import Test
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.turns import TurnAction, TurnCode
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.changes import What
from tapete.games.bhm.figures import CardId, PhaseName
from tapete.games.bhm.language import _
from tapete.games.bhm.state import AbilityPlan, AttackPlan, FromHand, Plan, PowerPlan, StrategyPlan, TerrorPlan, Window
from tapete.games.bhm.timing import SEAT_OUT

WINDOWS = Chapter("windows")

RANK_OVER_COUNTER = Code("rank_over_counter", "BHM-036", _("{the_card:card} is of rank {rank}, and the counter shows {counter}."))
FROZEN = Code(
    "frozen",
    "BHM-129",
    _("{the_being:card} is frozen until the final phase of its controller: it neither attacks nor summons nor uses its abilities."),
)


def thawed(board: War, clause: str = FROZEN.clause) -> Test:
    """What is not frozen (BHM-129, 131)."""
    return board.being_must(lambda being: not being.frozen, FROZEN.citing(clause))


@WINDOWS.event(_("{seat}: {phase}."))
class PhaseChanged(OfSeat, clause="BHM-010"):
    """The turn goes on to another phase."""

    phase: PhaseName


F = TypeVar("F", bound=Callable[..., None])
_RESOLVERS: dict[type[Any], Callable[..., None]] = {}


def resolves(plan: type[Any]) -> Callable[[F], F]:
    """Decorator: what a pending action does when it resolves, `f(board, window, plan)`."""

    def note(resolve: F) -> F:
        _RESOLVERS[plan] = resolve
        return resolve

    return note


@WINDOWS.event(_("{seat} announces {what}: {card}."))
class Announced(OfSeat, clause="BHM-155"):
    """A player has announced something; it waits for reactions."""

    what: What
    card: CardId


DrawAnnounced = WINDOWS.simple_event("DrawAnnounced", OfSeat, "BHM-155", _("{seat} is about to draw."))


def announce(board: War, seat: Seat, plan: Plan, rank: int | None = None, seq: int | None = None) -> None:
    """Something is announced: everybody may react, next in turn order first, the announcer last (BHM-155, R86, R111).

    Args:
        board: where. seat: who announces. plan: what. rank: of the card it comes from. seq: its activation number, where it has one.
    """
    if board.player(seat).alive:
        window = Window(seq or board.next_seq(), seat, plan, board.after(seat), rank)
        card, waits = shown_card(board, plan), board.options.reaction_windows == "ask"
        if card is None:
            if waits:
                board.tell(DrawAnnounced(seat=seat))
        elif waits or isinstance(plan, StrategyPlan | PowerPlan | AbilityPlan):  # of the others what follows tells it all
            board.tell(Announced(seat=seat, what=word_of(plan), card=card))
        if not waits:
            resolve(board, window)
            return
        below = board.top
        if type(below) is Window:
            board.become(replace(below, waiting=board.after(below.seat)))
        board.put(window)
    board.settle()


def play(board: War, seat: Seat, plan: FromHand, seq: int | None = None) -> None:
    """A card leaves the hand, and is announced at its rank (BHM-155)."""
    board.count(seat, "hand", -1)
    announce(board, seat, plan, board.card(plan.card).rank, seq)


_BEARERS: dict[type[Any], str] = {AttackPlan: "attacker", TerrorPlan: "source", AbilityPlan: "source"}
"""The field of a plan that says which being's it is."""


def shown_card(board: War, plan: Plan) -> str | None:
    """The card that names a pending action at the table."""
    bearer = _BEARERS.get(type(plan))
    if bearer is None:
        return getattr(plan, "card", None)  # a draw has none
    being = board.find(getattr(plan, bearer))
    return None if being is None else being.card


def resolve(board: War, window: Window) -> None:
    """A pending action takes effect; one atomic action (BHM-157, R08)."""
    before = board.by, board.rank, board.card_at_work
    board.by, board.rank, board.card_at_work = window.seat, window.rank, shown_card(board, window.plan)
    try:
        _RESOLVERS[type(window.plan)](board, window, window.plan)
    finally:
        board.by, board.rank, board.card_at_work = before
    board.settle()


@WINDOWS.runs(Window)
def run(board: War, step: Window) -> None:
    """With nobody left to ask, the top resolves (BHM-R111)."""
    if not step.waiting:
        board.done()
        resolve(board, step)


WINDOWS.prompt("react", _("{by:seat} announces {action:what}. React, or let it pass."), _("{seat:seat} is deciding whether to react."))
WINDOWS.prompt(
    "react_card",
    _("{by:seat} announces {action:what} ({card:card}). React, or let it pass."),
    _("{seat:seat} is deciding whether to react."),
)


@WINDOWS.owes(Window)
def owed(board: War, step: Window) -> Iterator[Owed]:
    """The first in order answers; the table may say that nobody does."""
    params = {"by": step.seat, "action": word_of(step.plan), "card": shown_card(board, step.plan)}
    what, actions = "react" if params["card"] is None else "react_card", ("no_reaction", "pass_all", "play_reaction")
    yield Owed(seat=step.waiting[0], actions=actions, what=what, params=params, button="lock", meaning="pass")


NO_WINDOW = Code("no_window", "BHM-156", _("Nothing has been announced to react to."), figures={})
WINDOWS_OFF = Code("no_window", "BHM-R113", _("This table opens no reaction windows; enter the effect as a table ruling."), figures={})
NOT_YOUR_ANSWER = TurnCode("not_your_answer", "BHM-R111", _("It is {first:seat}'s turn to answer."), whose="first")


class Answer(Action):
    """An answer to what is pending."""

    during = (Window,)

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Nothing waits for an answer."""
        war: War = board
        return WINDOWS_OFF() if war.options.reaction_windows == "off" else NO_WINDOW()


class Reply(TurnAction, Answer):
    """What only the first in order answers (BHM-R111)."""

    seat_out = SEAT_OUT
    not_your_turn = NOT_YOUR_ANSWER

    @classmethod
    def whose(cls, board: War) -> Seat:
        return board.at(Window).waiting[0]


@WINDOWS.action
class NoReaction(Reply):
    """No reaction (BHM-156, R111)."""

    def effect(self, board: War) -> None:
        step = board.at(Window)
        board.become(replace(step, waiting=step.waiting[1:]))


@WINDOWS.action
class PassAll(Answer):
    """The table says that nobody reacts to what is on top (BHM-R111)."""

    def effect(self, board: War) -> None:
        board.become(replace(board.at(Window), waiting=()))

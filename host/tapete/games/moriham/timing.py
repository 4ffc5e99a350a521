"""Refusals of actions at the wrong time or place: they name what comes first or which slots there are, with the ledger's codes.

Source: docs/inside/rules/moriham.md#actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, ClassVar, Literal

from tapete.core.actions import Action
from tapete.core.choices import looked_up
from tapete.core.domains import one_of
from tapete.core.judge import failed_terms
from tapete.core.listing import Choices
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Step
from tapete.core.turns import TurnAction, TurnCode
from tapete.games.moriham.board import Duel
from tapete.games.moriham.constants import ZONE
from tapete.games.moriham.figures import PHASES, SLOTS, PhaseName
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Phase, Setup, Stack, Triggers

NOT_STARTED = Code(
    "not_started", "MOR-027", _("The duel has not started: shuffle, draw {START_HAND:words} cards and say who goes first."), figures={}
)
CHOICE_WAITS = Code("choice_waits", "MOR-R89", _("First {seat:seat} has to show {n} {n:card|cards}."))
CHOICE_WAITS_SHOWN = CHOICE_WAITS.citing("MOR-R73")
TRIGGER_WAITS = Code("trigger_waits", "MOR-R58", _("First {seat:seat} decides whether to use the ability of {card:card}."))
STACK_WAITS = Code(
    "stack_waits", "MOR-R40", _("Something waits to be resolved, and {priority:seat} may answer: only traps fit in now, or a pass.")
)
NOTHING_TO_PASS = Code("nothing_waits", "MOR-R41", _("Nothing waits to be resolved, so there is nothing to pass on."), figures={})
NOT_YOUR_PRIORITY = TurnCode("not_your_priority", "MOR-R41", _("It is for {priority:seat} to answer. Wait for that."), whose="priority")
NOT_YOUR_TURN = TurnCode("not_your_turn", "MOR-048", _("It is {active:seat}'s turn. Wait for yours."))
HAND_EMPTY = Code("hand_empty", "MOR-R07", _("That takes {needed} {needed:card|cards} in hand, and there are {hand}."))
ZONE_FULL = Code("zone_full", "MOR-049", _("The zone holds {limit} cards already: a place has to be free first."))
ZONE_FULL_SPELLS = ZONE_FULL.citing("MOR-050")
SLOT_EMPTY = Code("slot_empty", "MOR-R11", _("You have no card in slot {slot}."))
NO_SLOT = Code("no_such_slot", "MOR-049", _("There is no slot {slot}: a zone has slots 1 to {limit}."), figures={"slot": "value"}).knowing(
    limit=ZONE
)
NO_SPELL_SLOT = NO_SLOT.citing("MOR-050")


class Timed(Action):
    """An action of a duel that has begun; the codes say what comes first where another step is at hand."""

    on_trigger: ClassVar[Code] = TRIGGER_WAITS
    on_stack: ClassVar[Code] = STACK_WAITS
    otherwise: ClassVar[Code] = NOTHING_TO_PASS

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """What comes first: the start, cards that are asked for, an ability, the stack; else there is nothing to answer."""
        step: Step = board.top
        if isinstance(board.state.agenda[0], Setup):
            return NOT_STARTED()
        if isinstance(step, Cards):
            code = CHOICE_WAITS_SHOWN if step.source == "field" else CHOICE_WAITS
            return code(seat=step.seat, op=step.purpose.removeprefix("show_"), n=step.number)
        if isinstance(step, Triggers):
            return cls.on_trigger(seat=step.controller, card=step.first.card)
        if isinstance(step, Stack):
            return cls.on_stack(priority=step.priority)
        return cls.otherwise()

    def beside(self, refusal: Refusal, board: Duel) -> list[Refusal]:
        """All that would stand against it if nothing waited; that it is not one's turn comes before what waits."""
        bottom = board.state.agenda[0]
        if not isinstance(bottom, self.during) or not isinstance(bottom, Phase):
            return [refusal]
        calm = board.scratch()
        calm.set(agenda=(bottom,))
        found = failed_terms(self, calm)
        late = refusal.code != CHOICE_WAITS.code and found and found[0].code == NOT_YOUR_TURN.code
        return [found[0], refusal, *found[1:]] if late else [refusal, *found]


class OnTurn(TurnAction, Timed):
    """An action of the player whose turn it is, in one of the phases, while nothing waits (MOR-048)."""

    during = (Phase,)
    not_your_turn = NOT_YOUR_TURN
    alone = False


def in_phase(board: Duel, code: Code, *allowed: PhaseName) -> Refusal | None:
    """One of these phases."""
    now = board.at(Phase).name
    return None if now in allowed else _wrong_phase(code, now, allowed)


@cache
def _wrong_phase(code: Code, now: PhaseName, allowed: tuple[PhaseName, ...]) -> Refusal:
    """Return the refusal of one phase; each rule asks first, so it is made once."""
    ahead = [phase for phase in allowed if PHASES.index(phase) > PHASES.index(now)] if now in PHASES else list(allowed)
    return code(phase=now, allowed=list(allowed), the_next=Choices(tuple(ahead or allowed), "phase", either=True))


def _slots(
    zone: Literal["monsters", "spells"], board: Duel, seat: Seat, empty: Code, *tests: Callable[[int, Any], Refusal | None]
) -> one_of:
    """The slots of a zone in which a player has cards, and what else must hold of them.

    Args:
        zone: which. board: the table. seat: whose cards.
        empty: what is said of a slot without a card.
        tests: one clause each, asked of a slot and the card in it.
    """

    def nothing(slot: int) -> Refusal:
        return empty(zone=zone, slot=slot)

    otherwise = NO_SLOT if zone == "monsters" else NO_SPELL_SLOT
    return looked_up(SLOTS, getattr(board.side(seat), zone), *tests, empty=nothing, otherwise=otherwise)


monster_slots = partial(_slots, "monsters")
spell_slots = partial(_slots, "spells")

"""The turn: its start, its phases in order, its end; and giving up (MOR-033..048, 082..084)."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat, rival
from tapete.core.steps import Cards, Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.changes import ControlChanged
from tapete.games.moriham.constants import FULL_HAND
from tapete.games.moriham.figures import PHASES, SEATS, Count, MonsterRef, PhaseName, Until
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Monster, Phase, Stack, Triggers, TurnEnd, TurnStart
from tapete.games.moriham.timing import STACK_WAITS, TRIGGER_WAITS, OnTurn, Timed

TURN = Chapter("turn")


@TURN.event(_("Turn {turn}: {seat}."))
class TurnStarted(OfSeat, clause="MOR-048"):
    """A player's turn begins."""

    turn: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"turn": board.state.turn}


@TURN.event(_("{seat} goes on to {phase}."))
class PhaseChanged(OfSeat, clause="MOR-047"):
    """The turn goes on to another phase."""

    phase: PhaseName


@TURN.runs(TurnStart)
def start_turn(board: Duel, step: TurnStart) -> None:
    """What has run out, an empty deck, new counters, then the draw (MOR-034..036, 083; R20, R22..R24, R60)."""
    seat = board.active
    board.tell(TurnStarted(seat=seat, turn=board.state.turn))
    expire(board, "until_my_next_turn", seat)
    if board.side(seat).deck == 0:
        board.finish(rival(seat), "deck", "MOR-083")
        return
    for side in SEATS:
        board.change(side, monsters=tuple(monster and rested(monster) for monster in board.side(side).monsters))
    board.change(seat, normal_used=0, normal_allowed=1)
    due = max(0, FULL_HAND - board.side(seat).hand)
    if board.options.deck_out == "incomplete_draw" and board.side(seat).deck < due:
        board.finish(rival(seat), "deck", "MOR-R23")
        return
    board.draw(seat, due, "MOR-035")
    board.become(Phase("initial"))
    board.tell(PhaseChanged(seat=seat, phase="initial", clause="MOR-037"))


def rested(monster: Monster) -> Monster:
    """A monster whose counters begin anew (MOR-056, 068, R56)."""
    return replace(monster, attacks_used=0, extra_attacks=0, direct_ok=False, position_changed=False, ability_uses=0)


def expire(board: Duel, until: Until, by: Seat | None) -> None:
    """What lasted until now is over, all at one time; `by`: only what this player's effects have done (MOR-R60, R88)."""
    leaving: list[Monster] = []
    for seat in (board.active, rival(board.active)):
        for slot, monster in enumerate(board.side(seat).monsters, start=1):
            if monster is None or not (monster.mods or monster.control):
                continue
            spot, loan = MonsterRef(seat, slot), monster.control
            mods = tuple(mod for mod in monster.mods if mod.until != until or by not in (None, mod.by))
            lasting = monster if mods == monster.mods else board.alter(spot, mods=mods)
            if loan is not None and loan.until == until and by in (None, loan.by):
                board.fill(spot, None)
                leaving.append(lasting)
    for monster in leaving:  # two that change places make room for each other
        go_home(board, monster)


def go_home(board: Duel, monster: Monster) -> None:
    """A monster that was on loan goes back to its owner; to the graveyard where no place is free (MOR-R88)."""
    if free := board.free(monster.owner):
        board.fill(MonsterRef(monster.owner, free[0]), replace(monster, control=None))
        board.tell(ControlChanged(seat=monster.owner, slot=free[0], card=monster.card, clause="MOR-R88"))
    else:
        board.bury(monster.owner, (monster.card,), "field", "MOR-R88")


@TURN.runs(Phase)
def phase(board: Duel, step: Phase) -> None:
    """A battle that an effect has ended goes on to phase 2 once nothing waits (MOR-R78)."""
    if step.ending:
        board.become(Phase("main2"))
        board.tell(PhaseChanged(seat=board.active, phase="main2", clause="MOR-R78"))


_PLAYS = _("{seat:seat} is playing.")
TURN.prompt("initial", _("Initial phase: use the effects you want, then go on to phase 1."), _PLAYS)
TURN.prompt("main1", _("Phase 1: summon, set or activate cards, then go on to battle."), _PLAYS)
TURN.prompt("battle", _("Battle: choose who attacks and whom, or go on."), _PLAYS)
TURN.prompt("main2", _("Phase 2: you can still summon, set or activate; then end your turn."), _PLAYS)

_SUMMONS = ("normal_summon", "special_summon", "set_card", "activate_magic", "use_ability", "change_position")
IN_PHASE: dict[PhaseName, tuple[str, ...]] = {
    "initial": ("use_ability", "activate_magic", "change_position"),
    "main1": _SUMMONS,
    "battle": ("declare_attack", "change_position"),
    "main2": _SUMMONS,
}
"""What can be done in each phase beside going on."""


@TURN.owes(Phase)
def phase_owed(board: Duel, step: Phase) -> Iterator[Owed]:
    """The active player goes on."""
    actions = ("next_phase", "end_turn", *IN_PHASE[step.name])
    yield Owed(seat=board.active, actions=actions, what=step.name, params={"turn": board.state.turn})


TRIGGER_WAITS_PHASE = TRIGGER_WAITS.citing("MOR-R82")
STACK_WAITS_PHASE = STACK_WAITS.citing("MOR-R82")


class _LeavePhaseAction(OnTurn):
    """Leaving a phase; nothing may wait (MOR-R67, R82)."""

    on_trigger = TRIGGER_WAITS_PHASE
    on_stack = STACK_WAITS_PHASE


@TURN.action
class NextPhase(_LeavePhaseAction):
    """One phase forward; after phase 2 the turn ends (MOR-042, 047; R67, R68, R85)."""

    def effect(self, board: Duel) -> None:
        place = PHASES.index(board.at(Phase).name) + 1
        if place == len(PHASES):
            board.become(TurnEnd())
        else:
            board.become(Phase(PHASES[place]))
            board.tell(PhaseChanged(seat=self.seat, phase=PHASES[place]))


@TURN.action
class EndTurn(_LeavePhaseAction):
    """Straight to the final phase (MOR-046; R67)."""

    def effect(self, board: Duel) -> None:
        board.become(TurnEnd())


@TURN.event(_("{seat}'s turn {turn} ends."))
class TurnEnded(OfSeat, clause="MOR-046"):
    """The final phase: what lasts until the end of the turn is over."""

    turn: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"turn": board.state.turn}


@TURN.runs(TurnEnd)
def end_turn(board: Duel, step: TurnEnd) -> None:
    """What lasts until the end of the turn is over, and the other player begins (MOR-046, 048; R60, R66)."""
    board.tell(TurnEnded(seat=board.active, turn=board.state.turn))
    expire(board, "end_of_turn", None)
    board.set(turn=board.state.turn + 1, active=board.next_seat(board.active))
    board.become(TurnStart())


@TURN.event(_("{seat} concedes."))
class Conceded(OfSeat, clause="MOR-084"):
    """A player gives up."""


@TURN.action
class Concede(Timed):
    """Giving up, at any time from turn 1 on (MOR-084)."""

    seat: Seat
    during = (Phase, Triggers, Stack, Cards)

    def effect(self, board: Duel) -> None:
        board.tell(Conceded(seat=self.seat))
        board.finish(rival(self.seat), "concede", "MOR-084")

"""The round, step by step: freeing, initiative, draws, clean-up; each step puts on the agenda what belongs to it (section 6)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Die
from tapete.games.mamlejet.board import NOTHING, Front
from tapete.games.mamlejet.chain import CARDS
from tapete.games.mamlejet.changes import OfRound, StepBegun
from tapete.games.mamlejet.figures import StepName
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import DICE
from tapete.games.mamlejet.state import Initiative, Mod, Round, Window
from tapete.games.mamlejet.timing import BEGINS, begins, unsettled

ROUNDS = Chapter("rounds")


@ROUNDS.runs(Round)
def run_round(board: Front, step: Round) -> None:
    """A step begins, and when nothing of it is left the next one does (MMK-172, 175, R92)."""
    if unsettled(board):
        return
    if not step.begun:
        board.become(replace(step, begun=True))
        if (begin := BEGINS.get(step.at)) is not None:
            begin(board)
    else:
        NEXT[step.at](board)


def go(at: StepName) -> Callable[[Front], None]:
    """Return what ends a step by going on to the next."""
    return lambda board: on_to(board, at)


def on_to(board: Front, at: StepName, active: Seat | None = None) -> None:
    """The round is at another step, perhaps of somebody else's main phase."""
    base = board.at(Round)
    board.become(replace(base, at=at, begun=False, active=active or base.active))


# ---- phase 1


@ROUNDS.event(_("Round {round}."), hands=_("Free every dedicated card, the enemies' too."))
class RoundStarted(OfRound, clause="MMK-176"):
    """A round begins; everything dedicated is freed."""


@begins("1a")
def free(board: Front) -> None:
    """Everything dedicated is freed, enemies too; who has just entered may act from now on (MMK-074, 176, R18)."""
    board.set(round=board.state.round + 1)
    board.tell(RoundStarted(round=board.state.round))
    board.set(
        permanents=tuple(
            replace(p, dedicated=None, entered=False) if p.dedicated is not None or p.entered else p for p in board.state.permanents
        ),
        players=tuple(replace(p, resource_played=False) for p in board.state.players),
    )


@begins("1b")
def initiative(board: Front) -> None:
    """Everybody rolls, all against all (MMK-179)."""
    board.put(Initiative((board.state.seats,)))


@ROUNDS.event(_("Order of this round: {order}."))
class OrderSet(Event, clause="MMK-181"):
    """The order of play of this round."""

    order: tuple[Seat, ...]


@ROUNDS.runs(Initiative)
def put_in_order(board: Front, step: Initiative) -> None:
    """Everybody rolls, but not one player alone; ties roll again among themselves, and keep their place (MMK-179..181, R08, R09)."""
    dice = initiative_dice(board, step)
    if dice:
        board.put(Dice(dice))
        return
    board.done()
    board.set(order=tuple(seat for group in step.groups for seat in group))
    board.tell(OrderSet(order=board.state.order))


@DICE.asks(Initiative)
def initiative_dice(board: Front, step: Initiative) -> tuple[Die, ...]:
    """Return a die for everybody who is tied with somebody (MMK-R08)."""
    tied = (group for group in step.groups if len(group) > 1)
    return tuple(Die(f"initiative-{seat}.{step.times}", seat, "initiative") for group in tied for seat in group)


@DICE.rolled(Initiative)
def initiative_rolled(board: Front, step: Initiative, dice: tuple[Die, ...]) -> None:
    """The higher face plays first (MMK-179)."""
    faces = {die.panel: die.value or 0 for die in dice}
    groups: list[tuple[Seat, ...]] = []
    for group in step.groups:
        if len(group) == 1:
            groups.append(group)
        else:
            shown = sorted({faces[seat] for seat in group}, reverse=True)
            groups += [tuple(seat for seat in group if faces[seat] == face) for face in shown]
    board.become(Initiative(tuple(groups), step.times + 1))


def after_initiative(board: Front) -> None:
    """No threat in the first rounds (MMK-182, R11)."""
    on_to(board, "2a" if board.state.round <= board.options.threat_skip_rounds else "1c", board.leader)


# ---- phase 2


@begins("2a")
def draw(board: Front) -> None:
    """One card, but for whoever starts the game (MMK-191, 193, R10, R96)."""
    seat = board.active
    board.tell(StepBegun(step="2a", seat=seat))
    board.fire_all("step_draw_self", seat)
    starts = board.state.round == 1 and seat == board.leader
    if not (starts and (len(board.state.seats) > 1 or board.options.solo_skip_first_draw)):
        board.draw(seat, 1, "MMK-191")
        if board.settle():
            return
    board.put(Window())


@begins("2b")
def enlist(board: Front) -> None:
    """The active player plays what can be paid for (MMK-194)."""
    board.tell(StepBegun(step="2b", seat=board.active, clause="MMK-194"))
    board.put(Window())


@begins("2c", "3g")
def window(board: Front) -> None:
    """A step that is a window and nothing else."""
    board.put(Window())


def next_player(board: Front) -> None:
    """The next in initiative; after the last one, combat (MMK-190, 200, 253)."""
    order = board.state.order
    place = order.index(board.active) + 1
    if place < len(order):
        on_to(board, "2a", order[place])
    else:
        on_to(board, "3a_w1", board.leader)


# ---- phase 3


@begins("3a_w1")
def combat_begins(board: Front) -> None:
    """What triggers when combat begins, and the opening window (MMK-201, 205)."""
    board.tell(StepBegun(step="3a_w1", seat=board.leader, clause="MMK-201"))
    board.fire_all("combat_start")
    board.put(Window())


def combat_ends(board: Front) -> None:
    """Pairs dissolve, and what belonged to this combat is forgotten (MMK-216)."""
    board.set(
        permanents=tuple(
            replace(p, opponent=None, frenzy_opponent=None, hits=(), attacked=False, frenzy_due=False, frenzy_used=False, defending=False)
            for p in board.state.permanents
        )
    )
    go("4a")(board)


# ---- phase 4


@begins("4a")
def turn_ends(board: Front) -> None:
    """What triggers at the end of the turn, and its window (MMK-217)."""
    board.fire_all("end_of_turn")
    board.put(Window())


@ROUNDS.event(_("No enemies are left anywhere."))
class EnemiesExhausted(OfRound, clause="MMK-R16"):
    """No enemy is left anywhere."""


def clean_up(board: Front) -> None:
    """Hands down to the limit, then everything that lasted until now ends; then the next round (MMK-218..221, R67, R68)."""
    if cards := too_many(board, board.at(Round)):
        board.put(cards)
        return
    if board.settle():  # under one house rule discarded soldiers are lost (R34)
        return

    def kept(mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        return tuple(m for m in mods if m.until != "eot") if mods else mods

    board.set(
        permanents=tuple(replace(p, mods=kept(p.mods)) if p.mods else p for p in board.state.permanents),
        players=tuple(
            replace(p, pool=NOTHING, city_mods=kept(p.city_mods), guenizah=tuple(replace(x, was=None) if x.was else x for x in p.guenizah))
            for p in board.state.players
        ),
    )
    if board.options.mode == "clock" and board.state.clock_expired:
        board.best_score("clock", "MMK-R40")
        return
    if not board.enemies and not any(player.enemy_city for player in board.state.players):
        board.tell(EnemiesExhausted(round=board.state.round))
        if board.options.exhausted_enemies == "draw":
            board.end("draw", (), "exhausted", "MMK-R16")
            return
        if board.options.exhausted_enemies == "best_score":
            board.best_score("exhausted", "MMK-R16")
            return
    board.become(Round("1a", active=board.leader))


@CARDS.asks(Round)
def too_many(board: Front, step: Round) -> Cards | None:
    """Return what the first in initiative holds above the limit; None where nobody does (MMK-218, 220, R68)."""
    limit = board.options.hand_limit
    over = ((seat, board.player(seat).hand - limit) for seat in board.state.order)
    return next((Cards(seat, number, "hand", "clean_up") for seat, number in over if number > 0), None)


ORDER: tuple[StepName, ...] = (
    "1a", "1b", "1c", "2a", "2b", "2c_plan", "2c", "2d", "3a_w1", "3a_targets", "3b", "3c", "3d", "3e", "3g", "4a", "4b"
)  # fmt: skip
"""The steps of a round (MMK-172); 3a and 3d go on from wherever they are, and 2a to 2d are each player's."""

NEXT: dict[StepName, Callable[[Front], None]] = {
    **{at: go(then) for at, then in pairwise(ORDER)},
    **dict.fromkeys(("3a_defence", "3a_w2", "3a_rolls"), go("3b")),
    "1b": after_initiative,
    "2d": next_player,
    "3d_frenzy": go("3e"),
    "3g": combat_ends,
    "4b": clean_up,
}
"""What follows when nothing of a step is left."""


ROUNDS.prompt(
    "clean_up",
    _("You hold too many cards: discard {number} and name {number:it|them}."),
    _("{seat:seat} names {number} {number:card|cards}."),
)
ROUNDS.prompt("roll_initiative", _("Roll a D10 for initiative."), _("{seat:seat} rolls a die."))

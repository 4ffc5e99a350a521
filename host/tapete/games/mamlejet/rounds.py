"""The round, step by step: freeing, initiative, enemies, draws, clean-up; each step puts on the agenda what belongs to it.

Source: docs/inside/rules/mamlejet.md#turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Die, Owed
from tapete.core.turns import around
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.chain import CARDS
from tapete.games.mamlejet.changes import OfKept, OfRound, StepBegun
from tapete.games.mamlejet.choosing import named
from tapete.games.mamlejet.constants import SQUIRE_MOST
from tapete.games.mamlejet.figures import CardId, StepName, Wealth
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import DICE, NAMES, ROLLS, CityChosen, chosen, city_lot, draw_lots
from tapete.games.mamlejet.state import Activations, Entries, Initiative, Lot, Permanent, Round, Window
from tapete.games.mamlejet.timing import BEGINS, Timed, begins, unsettled

ROUNDS = Chapter("rounds")
RoundStarted = ROUNDS.simple_event(
    "RoundStarted", OfRound, "MMK-176", _("Round {round}."), hands=_("Free every dedicated card, the enemies' too.")
)
NoEnemy = ROUNDS.simple_event("NoEnemy", OfRound, "MMK-R15", _("No enemy enters."))
EnemyActs = ROUNDS.simple_event("EnemyActs", OfKept, "MMK-184", _("{card} acts."), hands=_("{keeper}: turn {card}; it is dedicated."))
EnemiesExhausted = ROUNDS.simple_event("EnemiesExhausted", OfRound, "MMK-R16", _("No enemies are left anywhere."))


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
    """The round is at another step, perhaps of another player's main phase."""
    base = board.at(Round)
    board.become(replace(base, at=at, begun=False, active=active or base.active))


# ---- phase 1


@begins("1a")
def free(board: Front) -> None:
    """Everything dedicated is freed, enemies too; who has just entered may act from now on (MMK-074, 176, R18)."""
    board.set(round=board.state.round + 1)
    board.tell(RoundStarted(round=board.state.round))
    board.set(
        permanents=tuple(replace(p, dedicated=None, entered=False) for p in board.state.permanents),
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
    if dice := initiative_dice(board, step):
        board.put(Dice(dice))
    else:
        board.done()
        board.set(order=tuple(seat for group in step.groups for seat in group))
        board.tell(OrderSet(order=board.state.order))


@DICE.asks(Initiative)
def initiative_dice(board: Front, step: Initiative) -> tuple[Die, ...]:
    """Return a die for everybody who is tied (MMK-R08)."""
    tied = (group for group in step.groups if len(group) > 1)
    return tuple(Die(f"initiative-{seat}.{step.times}", seat, "initiative") for group in tied for seat in group)


@DICE.rolled(Initiative)
def initiative_rolled(board: Front, step: Initiative, dice: tuple[Die, ...]) -> None:
    """The higher face plays first (MMK-179)."""
    faces = {**dict.fromkeys(board.state.seats, 0), **{die.panel: die.value or 0 for die in dice}}
    shown = ((group, face) for group in step.groups for face in sorted({faces[seat] for seat in group}, reverse=True))
    groups = tuple(tuple(seat for seat in group if faces[seat] == face) for group, face in shown)
    board.become(Initiative(groups, step.times + 1))


def after_initiative(board: Front) -> None:
    """No threat in the first rounds (MMK-182, R11)."""
    on_to(board, "2a" if board.state.round <= board.options.threat_skip_rounds else "1c", board.leader)


# ---- 1c: the threat


def entries_due(board: Front) -> tuple[Seat, ...]:
    """Return whose enemy cities supply an enemy in this round, fixed when 1c begins (MMK-158..162, R11..R13, R87)."""
    options, seats = board.options, board.state.seats
    rotated = seats[(board.state.round - 1 - options.threat_skip_rounds) % len(seats)]
    source = rotated if options.enemy_source == "rotate" else board.leader
    fixed, each, cap = {
        "escudero": (1, 0, SQUIRE_MOST),
        "guerrero": (1, 0, None),
        "heroe": (0, 1, None),
        "custom": (options.custom_fixed, options.custom_per_player, options.custom_cap_per_player),
    }[options.level]
    if cap is not None and len(board.enemies) > cap * len(seats):
        return ()
    return (source,) * fixed + board.state.order * each


@begins("1c")
def threat(board: Front) -> None:
    """Enemies enter, then those that shoot or have a dice ability use it (MMK-183, 184)."""
    due = entries_due(board)
    board.tell(StepBegun(step="1c", seat=board.leader))
    board.put(Activations(), *((Entries(due),) if due else ()))


@ROUNDS.runs(Entries)
def supply(board: Front, step: Entries) -> None:
    """Where an enemy city is empty, the next in initiative order supplies; when all are, nothing enters (MMK-R15)."""
    if not step.due:
        board.done()
        return
    stocked = [seat for seat in around(board.in_order, step.due[0]) if board.player(seat).enemy_city]
    if not stocked:
        board.tell(NoEnemy(round=board.state.round))
        board.done()
    elif stocked[0] != step.due[0]:
        board.become(Entries((stocked[0], *step.due[1:])))


ROUNDS.prompt("reveal_enemy", _("{owner:seat}: an enemy enters from your deck; turn it over and name it."), _("An enemy enters."))
ROUNDS.prompt("roll_city", _("Roll a D10: it chooses the city that {card:card} goes for."), ROLLS)


@ROUNDS.owes(Entries)
def entries_owed(board: Front, step: Entries) -> Iterator[Owed]:
    """The top card of an enemy city is turned over and named."""
    yield Owed(seat=None, actions=("reveal_enemy",), what="reveal_enemy", params={"owner": step.due[0]})


OTHER_OWNER = Code(
    "not_pending",
    "MMK-082",
    _("Now an enemy of {due:seat}'s deck enters, not of {value:seat}'s."),
    figures={"action": "action", "expect": "expect", "due": "owner"},
    known={"action": "reveal_enemy", "expect": "entries"},
)
WRONG_TYPE_ENEMY = Code("wrong_card_type", "MMK-062", _("{card:card} is of the type {type:type}; an enemy card is revealed here."))


@ROUNDS.action
class RevealEnemy(Timed):
    """The enemy that enters, as its card says; anybody may enter it (MMK-059, 061, 183, R70, R73)."""

    owner: Seat
    card: CardId
    during = (Entries,)

    def terms(self, board: Front) -> Terms:
        due = board.at(Entries).due[0]
        yield "owner", one_of((due,), otherwise=OTHER_OWNER, owner=due)

        def red(card: str) -> Refusal | None:
            return must(board.is_enemy(card), WRONG_TYPE_ENEMY, card=card, type=board.card(card).type, action="reveal_enemy")

        yield "card", named(board, due, red)

    def effect(self, board: Front) -> None:
        board.become(Entries(board.at(Entries).due[1:]))
        board.enemy(self.owner, self.card)
        board.settle()


def acts(board: Front, p: Permanent) -> bool:
    """An enemy that shoots or has a dice ability, and is not dedicated (MMK-184, R17, R18)."""
    return p.dedicated is None and (board.has(p, "disparar_proyectiles") or board.card(p.card).activation is not None)


@ROUNDS.runs(Activations)
def activate(board: Front, step: Activations) -> None:
    """Oldest first, one at a time; a last window when no activation has opened one (MMK-184, 185, 187, 189, R17, R102)."""
    if unsettled(board):
        return
    enemy = next((p for p in board.enemies if p.id not in step.acted and acts(board, p)), None)
    if enemy is None and step.closed:
        board.done()
    elif enemy is None:
        board.become(replace(step, closed=True))
        board.put(Window())
    else:
        board.tell(EnemyActs(card=enemy.card, whose=None, keeper=enemy.keeper))
        board.alter(enemy.id, dedicated="acts")
        board.become(Activations((*step.acted, enemy.id), enemy.id, closed=True))
        if board.has(enemy, "disparar_proyectiles"):
            draw_lots(board)
        else:
            board.push(board.used(enemy, "activation"))


@chosen(Activations, lambda board, step: (city_lot(board, "aim", step.now),))
def aim_at_city(board: Front, step: Activations, lots: tuple[Lot, ...]) -> None:
    """The dice have chosen a city; the shot waits on the stack (MMK-185)."""
    if step.now is None or not board.in_play(step.now):  # a ruling has removed the shooter before its shot was on its way
        return
    seat = board.state.seats[lots[0].chosen or 0]
    enemy = board.at_id(step.now)
    board.tell(CityChosen(card=enemy.card, seat=seat, clause="MMK-185"))
    board.push(board.used(enemy, "shot", targets=(seat,)))


# ---- phase 2


@begins("2a")
def draw(board: Front) -> None:
    """One card, and none for the one who starts the game (MMK-191, 193, R10, R96)."""
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
    if later := board.state.order[board.state.order.index(board.active) + 1 :]:
        on_to(board, "2a", later[0])
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


def clean_up(board: Front) -> None:
    """Hands down to the limit, then everything that lasted until now ends; then the next round (MMK-218..221, R67, R68)."""
    if cards := too_many(board, board.at(Round)):
        board.put(cards)
        return
    if board.settle():  # under one house rule discarded soldiers are lost (R34)
        return
    board.lapse(lambda mod: mod.until == "eot")
    lie = {p.seat: tuple([x if x.was is None else replace(x, was=None) for x in p.guenizah]) for p in board.state.players}
    board.set(players=tuple([replace(p, pool=Wealth(), guenizah=lie[p.seat]) for p in board.state.players]))
    if board.options.mode == "clock" and board.state.clock_expired:
        board.best_score("clock", "MMK-R40")
        return
    exhausted = not board.enemies and not any(player.enemy_city for player in board.state.players)
    if exhausted:
        board.tell(EnemiesExhausted(round=board.state.round))
    if exhausted and board.options.exhausted_enemies == "draw":
        board.end("draw", (), "exhausted", "MMK-R16")
    elif exhausted and board.options.exhausted_enemies == "best_score":
        board.best_score("exhausted", "MMK-R16")
    else:
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


ROUNDS.prompt("clean_up", _("You hold too many cards: discard {number} and name {number:it|them}."), NAMES)
ROUNDS.prompt("roll_initiative", _("Roll a D10 for initiative."), ROLLS)

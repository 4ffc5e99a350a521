"""1c: which enemies enter, and what they do at once (MMK-158..162, 182..189; R12..R17, R73, R87)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.turns import around
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.changes import OfCard, OfRound, StepBegun
from tapete.games.mamlejet.choosing import named
from tapete.games.mamlejet.figures import CardId
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import CityChosen, chosen, city_lot, draw_lots
from tapete.games.mamlejet.state import Activations, Entries, Lot, Permanent, Window
from tapete.games.mamlejet.timing import Timed, begins, unsettled

THREAT = Chapter("threat")


def entries_due(board: Front) -> tuple[Seat, ...]:
    """Return whose enemy cities supply an enemy in this round, fixed when 1c begins (MMK-158..162, R11..R13, R87)."""
    options, seats, enemies = board.options, board.state.seats, len(board.enemies)
    order = board.state.order
    source = board.leader
    if options.enemy_source == "rotate":
        source = seats[(board.state.round - 1 - options.threat_skip_rounds) % len(seats)]
    if options.level == "escudero":
        return (source,) if enemies <= 2 * len(seats) else ()
    if options.level == "guerrero":
        return (source,)
    if options.level == "heroe":
        return order
    cap = options.custom_cap_per_player
    if cap is not None and enemies > cap * len(seats):
        return ()
    return (source,) * options.custom_fixed + order * options.custom_per_player


@begins("1c")
def threat(board: Front) -> None:
    """Enemies enter, then those that shoot or have a dice ability use it (MMK-183, 184)."""
    due = entries_due(board)
    board.tell(StepBegun(step="1c", seat=board.leader))
    board.put(Activations(), *((Entries(due),) if due else ()))


@THREAT.event(_("No enemy enters."))
class NoEnemy(OfRound, clause="MMK-R15"):
    """No enemy enters in this round."""


@THREAT.runs(Entries)
def supply(board: Front, step: Entries) -> None:
    """Where an enemy city is empty, the next in initiative order supplies; when all are, nothing enters (MMK-R15)."""
    if not step.due:
        board.done()
        return
    first = step.due[0]
    if board.player(first).enemy_city:
        return
    stocked = [seat for seat in around(board.in_order, first) if board.player(seat).enemy_city]
    if stocked:
        board.become(Entries((stocked[0], *step.due[1:])))
    else:
        board.tell(NoEnemy(round=board.state.round))
        board.done()


THREAT.prompt("reveal_enemy", _("{owner:seat}: an enemy enters from your deck; turn it over and name it."), _("An enemy enters."))
THREAT.prompt("roll_city", _("Roll a D10: it chooses the city that {card:card} goes for."), _("{seat:seat} rolls a die."))


@THREAT.owes(Entries)
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


@THREAT.action
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


@THREAT.event(_("{card} acts."), hands=_("{keeper}: turn {card}; it is dedicated."))
class EnemyActs(OfCard, clause="MMK-184"):
    """An enemy uses what it can do in 1c; `keeper` moves its card: the one from whose deck it came."""

    keeper: Seat


@THREAT.runs(Activations)
def activate(board: Front, step: Activations) -> None:
    """Oldest first, one at a time; a last window when no activation has opened one (MMK-184, 185, 187, 189, R17, R102)."""
    if unsettled(board):
        return
    waiting = [p for p in board.enemies if p.id not in step.acted and acts(board, p)]
    if not waiting:
        if step.closed:
            board.done()
        else:
            board.become(replace(step, closed=True))
            board.put(Window())
        return
    enemy = waiting[0]
    board.tell(EnemyActs(card=enemy.card, keeper=enemy.keeper))
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

"""Who meets whom: plans, attacks on cities and their defence (MMK-125..128, 197, 199, 201..205; R18, R21..R23, R88)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tapete.core.actions import Terms, kind_of
from tapete.core.domains import Test, maybe, one_of
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.turns import TurnAction, on_turn
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.choosing import alone, commanded, foe, harmed_by, standing, undedicated, waited
from tapete.games.mamlejet.figures import AnyPid, CardId, Count
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ALREADY_DEDICATED, CityChosen, called, chosen, city_lot, draw_lots
from tapete.games.mamlejet.state import Assault, Assaults, Lot, Permanent, Plan, Shot, Volley, Window
from tapete.games.mamlejet.timing import NOT_ACTIVE, Timed, begins, unsettled

COMBAT = Chapter("combat")


# ---- 2c: the plan


def ready(board: Front, p: Permanent) -> bool:
    """Say whether a soldier may be assigned (MMK-072, 126, 199)."""
    return board.soldier(p) and board.at_hand(p) and p.opponent is None


def available(board: Front, enemy: Permanent) -> bool:
    """Say whether a soldier may be assigned to an enemy (MMK-125, R77, R88)."""
    return board.free_enemy(enemy) and (board.options.dedicated_enemy_attackable or enemy.dedicated is None)


def plannable(board: Front) -> bool:
    """Say whether the active player could assign anybody to anything (MMK-R65)."""
    soldiers = [p for p in board.of(board.active) if ready(board, p)]
    return any(available(board, e) and any(board.lacking(s, e) is None for s in soldiers) for e in board.enemies)


@begins("2c_plan")
def plan(board: Front) -> None:
    """Without a soldier to assign the plan is empty and no question is asked (MMK-197, R65)."""
    if plannable(board):
        board.put(Plan())


COMBAT.prompt("plan", _("Assign your soldiers to free enemies, then confirm the plan."), _("{seat:seat} is planning combat."))


@COMBAT.owes(Plan)
def plan_owed(board: Front, step: Plan) -> Iterator[Owed]:
    """The active player assigns, and then settles the plan."""
    yield Owed(seat=board.active, actions=("confirm_plan", "assign", "unassign"), what="plan", button="lock", meaning="ready")


WRONG_STEP_PLAN = Code(
    "wrong_step",
    "MMK-197",
    _("A plan is made when your dedication (2c) begins, until it is confirmed; the round is at: {step:step}. Due now: {expect:expected}."),
)


class _PlanAction(TurnAction, Timed):
    """What the active player does with the own plan."""

    during = (Plan,)
    elsewhere = WRONG_STEP_PLAN
    not_your_turn = NOT_ACTIVE


def of_enemies(test: Test) -> Test:
    """A test that is put to enemies alone: what is no enemy at all is refused as such, and for nothing else."""
    return lambda p: test(p) if p.controller is None else None


ALREADY_DEDICATED_ENEMY = ALREADY_DEDICATED.citing("MMK-R88")


@COMBAT.event(_("{seat} assigns {soldier} to {enemy}."), hands=_("{seat}: put {soldier} opposite {enemy}."))
class Assigned(OfSeat, clause="MMK-125"):
    """A soldier is assigned to an enemy."""

    soldier: CardId
    enemy: CardId


@COMBAT.action
class Assign(_PlanAction):
    """An own soldier against an enemy without opponent; a table that has passed settles a full plan (MMK-125..128, 197, 199, R22, R84)."""

    soldier: AnyPid
    enemy: AnyPid

    def terms(self, board: Front) -> Terms:
        def awake(p: Permanent) -> Refusal | None:
            return None if board.options.dedicated_enemy_attackable else undedicated(p, ALREADY_DEDICATED_ENEMY)

        yield "soldier", standing(board, commanded(board, self.seat, "assign"), undedicated, waited(board), alone(board))
        met = map(of_enemies, (awake, alone(board), harmed_by(board, self.soldier)))
        yield "enemy", standing(board, foe(board, self.soldier), *met)

    def effect(self, board: Front) -> None:
        board.pair(self.soldier, self.enemy)
        board.tell(Assigned(seat=self.seat, soldier=board.card_of(self.soldier), enemy=board.card_of(self.enemy)))
        if board.quiet and not plannable(board):  # nobody is left to assign, and the table has asked for few touches
            settle(board, self.seat)


NO_OPPONENT = Code("no_opponent_to_remove", "MMK-125", _("{card:card} is not in your plan."))


@COMBAT.event(_("{seat} takes {soldier} out of the plan."))
class Unassigned(OfSeat, clause="MMK-R22"):
    """A soldier is taken back before the plan is final."""

    soldier: CardId


@COMBAT.action
class Unassign(_PlanAction):
    """Until the plan is settled a soldier may be taken back (MMK-R22)."""

    soldier: AnyPid

    def terms(self, board: Front) -> Terms:
        def planned(p: Permanent) -> Refusal | None:
            return must(p.opponent is not None and p.dedicated is None, NO_OPPONENT, soldier=p.id, card=p.card)

        yield "soldier", standing(board, commanded(board, self.seat, "unassign"), planned)

    def effect(self, board: Front) -> None:
        board.part(self.soldier)
        board.tell(Unassigned(seat=self.seat, soldier=board.card_of(self.soldier)))


@COMBAT.action
class ConfirmPlan(_PlanAction):
    """The plan is final; the assigned soldiers are dedicated (MMK-071, 197, 200, R22)."""

    def effect(self, board: Front) -> None:
        settle(board, self.seat)


@COMBAT.event(_("{seat} settles the plan: {n} {n:soldier|soldiers} to combat."))
class PlanConfirmed(OfSeat, clause="MMK-R22"):
    """A plan is final."""

    n: Count


def settle(board: Front, seat: Seat) -> None:
    """A plan is final, and the assigned soldiers are dedicated (MMK-071, 197, 200, R22)."""
    planned = [p for p in board.state.permanents if p.controller is not None and p.opponent is not None and p.dedicated is None]
    for p in planned:
        board.dedicate(p.id, "fights", "MMK-071")
    board.tell(PlanConfirmed(seat=seat, n=len(planned)))
    board.done()


# ---- 3a: attacks on cities


@begins("3a_targets")
def assault(board: Front) -> None:
    """Every enemy that is free attacks the city of a random player (MMK-201, R18, R21, R77)."""
    strict = not board.options.dedicated_enemy_attacks_city
    attackers = [e for e in board.enemies if board.free_enemy(e) and not (strict and e.dedicated is not None)]
    if attackers:
        board.put(Assaults(tuple(Assault(e.id) for e in attackers)))
        draw_lots(board)


@chosen(Assaults, lambda board, step: tuple(city_lot(board, "city", attack.enemy) for attack in step.attacks))
def cities_chosen(board: Front, step: Assaults, lots: tuple[Lot, ...]) -> None:
    """The dice have chosen a city for each."""
    there = [(attack, lot) for attack, lot in zip(step.attacks, lots, strict=True) if board.in_play(attack.enemy)]
    attacks = tuple(replace(attack, city=board.state.seats[lot.chosen or 0]) for attack, lot in there)
    board.become(replace(step, attacks=attacks))
    for attack in attacks:
        board.tell(CityChosen(card=board.card_of(attack.enemy), seat=attack.city))
    board.go_on(at="3a_defence")


def asked(board: Front, step: Assaults) -> tuple[Assault, Seat] | None:
    """Return the first attack that a player may answer, by a soldier just entered too, and who: the city's owner first (MMK-204, R23)."""
    others = board.state.order if board.options.defend_others else ()
    for attack in (attack for attack in step.attacks if not attack.defended and board.in_play(attack.enemy)):
        for seat in dict.fromkeys((attack.city, *others)):
            able = (p for p in board.of(seat) if board.soldier(p) and p.dedicated is None and p.opponent is None)
            if seat not in attack.declined and any(able):
                return attack, seat
    return None


@COMBAT.runs(Assaults)
def advance(board: Front, step: Assaults) -> None:
    """Defence, then a window, then the dice of the attacks that nobody met (MMK-R21)."""
    if unsettled(board) or (step.stage == "defence" and asked(board, step) is not None):
        return
    if step.stage == "defence":
        board.become(replace(step, stage="window"))
        board.go_on(at="3a_w2")
        board.put(Window())
    elif step.stage == "window":
        board.become(replace(step, stage="rolls"))
        board.go_on(at="3a_rolls")
        unmet = (attack for attack in step.attacks if not attack.defended and board.in_play(attack.enemy))
        if shots := tuple(Shot(f"assault-{attack.enemy}", attack.enemy, None, attack.city) for attack in unmet):
            board.put(Volley("city", shots))
    else:
        board.done()


COMBAT.prompt(
    "defence",
    _("{enemy:card} goes for {city:seat}'s city: choose who defends it, or send nobody."),
    _("{seat:seat} is deciding about the defence."),
)


@COMBAT.owes(Assaults)
def defence_owed(board: Front, step: Assaults) -> Iterator[Owed]:
    """Say that the asked player sends a soldier, or nobody."""
    if (found := asked(board, step)) is not None:
        params = {"enemy": board.card_of(found[0].enemy), "city": found[0].city}
        yield Owed(seat=found[1], actions=("defend", "decline_defence"), what="defence", params=params, button="lock", meaning="pass")


WRONG_STEP_DEFENCE = Code(
    "wrong_step", "MMK-203", _("A city is defended when an enemy goes for it; the round is at: {step:step}. Due now: {expect:expected}.")
)
OTHER_ATTACKER = Code(
    "not_pending",
    "MMK-082",
    _("Now it is decided who stops {enemy:card}, not {met:thing}; the other attacks come one after the other."),
    figures={"action": "action", "expect": "expect", "value": "value"},
    known={"expect": "assaults"},
)
NOT_ACTIVE_DEFENCE = NOT_ACTIVE.citing("MMK-R23")
CANNOT_DEFEND = Code(
    "cannot_defend", "MMK-R23", _("Under this house rule {seat:seat} does not defend {city:seat}'s city; only {city:seat} does.")
)


def now_asked(board: Front) -> tuple[Assault, Seat]:
    """Return the attack that a player is asked about, and who; the step waits only while there is one."""
    return next(filter(None, [asked(board, board.at(Assaults))]))


class _DefenceAction(Timed):
    """What is answered to the attack that a player is asked about."""

    seat: Seat
    during = (Assaults,)
    elsewhere = WRONG_STEP_DEFENCE

    def bars(self, board: Front) -> Terms:
        """Say that only the asked player answers, and under one house rule only for the own city."""
        attack, seat = now_asked(board)
        barred = self.seat != attack.city and not board.options.defend_others
        yield must_first(not barred, CANNOT_DEFEND, seat=self.seat, city=attack.city)
        yield on_turn(self.seat, seat, NOT_ACTIVE_DEFENCE)

    def due(self, board: Front) -> one_of:
        """Return the enemy that is asked about."""
        enemy = now_asked(board)[0].enemy
        figures = {"action": name_of(kind_of(self)), "enemy": board.card_of(enemy)}
        return one_of((enemy,), otherwise=OTHER_ATTACKER, **figures, met=partial(called, board))


def answered(board: Front, enemy: int, **fields: object) -> None:
    """One attack goes on otherwise."""
    step = board.at(Assaults)
    board.become(replace(step, attacks=tuple(replace(a, **fields) if a.enemy == enemy else a for a in step.attacks)))


@COMBAT.event(_("{seat}'s {soldier} defends {city}'s city against {enemy}."), hands=_("{seat}: put {soldier} opposite {enemy}."))
class Defended(OfSeat, clause="MMK-203"):
    """A soldier stands between an enemy and a city."""

    soldier: CardId
    enemy: CardId
    city: Seat


@COMBAT.action
class Defend(_DefenceAction):
    """A soldier meets the attacker, even an opponent it cannot harm, even just entered; no city roll (MMK-126, 203, 204, R23, R107)."""

    enemy: AnyPid
    soldier: AnyPid

    def terms(self, board: Front) -> Terms:
        yield "enemy", self.due(board)
        yield "soldier", standing(board, commanded(board, self.seat, "defend"), undedicated, alone(board))

    def effect(self, board: Front) -> None:
        city = next(a.city for a in board.at(Assaults).attacks if a.enemy == self.enemy)
        answered(board, self.enemy, defended=True)
        board.pair(self.soldier, self.enemy)
        board.alter(self.soldier, defending=True, dedicated="defends")
        board.tell(Defended(seat=self.seat, soldier=board.card_of(self.soldier), enemy=board.card_of(self.enemy), city=city))


@COMBAT.event(_("{seat} does not defend against {enemy}."))
class Undefended(OfSeat, clause="MMK-203"):
    """A player sends nobody."""

    enemy: CardId


@COMBAT.action
class DeclineDefence(_DefenceAction):
    """Nobody is sent against the enemy that is asked about; it may be named (MMK-203, R23)."""

    enemy: AnyPid | None = None

    def terms(self, board: Front) -> Terms:
        yield "enemy", maybe(self.due(board))

    def effect(self, board: Front) -> None:
        attack, _seat = now_asked(board)
        answered(board, attack.enemy, declined=(*attack.declined, self.seat))
        board.tell(Undefended(seat=self.seat, enemy=board.card_of(attack.enemy)))

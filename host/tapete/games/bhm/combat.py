"""Combat: attacks are declared, then resolve in the declared order (BHM-020..023, 046..062, 066, 071, 103, 104, 129, 139..142)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import cache
from typing import Any

from tapete.core.actions import Terms
from tapete.core.domains import Test, one_of, whole
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Owed, Step
from tapete.games.bhm.beings import Attr, Being
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import OfCard, Reason
from tapete.games.bhm.figures import CardId, Points, SaidIid
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import INVISIBLE, NO_BEING, NOT_CONTROLLER, NOT_THERE, Demand, Demanded, Seen
from tapete.games.bhm.state import AttackPlan, Declaring, Fighting, Strategy, Window
from tapete.games.bhm.timing import InTurn
from tapete.games.bhm.windows import FROZEN, PhaseChanged, announce, resolves

COMBAT = Chapter("combat")

BEINGS = ["being", "special", "summon"]
"""The kinds that attack without leave of their card (BHM-R54)."""

PETRIFIED = Code("petrified", "BHM-128", _("{the_being:card} is petrified: it counts for nothing."))
ENTITY_WONT_ATTACK = Code(
    "wrong_kind",
    "BHM-R54",
    _("{card:card} is a celestial entity that does not attack."),
    figures={"card": "the_being", "kind": "kind", "expected": "expected"},
)
NO_POD_ATTACK = Code("no_pod", "BHM-104", _("{the_being:card} has no POD to attack with."))
NO_FUE = Code("no_fue", "BHM-020", _("{the_being:card} has no FUE: it makes no physical attacks."))
NO_SALUD = Code("no_salud", "BHM-103", _("{the_being:card} has no Salud: it cannot be attacked."))
ATTACK_USED = Code("attack_used", "BHM-R31", _("{the_being:card} has declared its attack of this turn."))
SUMMONED_THIS_TURN = Code("summoned_this_turn", "BHM-116", _("{the_being:card} has summoned this turn, so it does not attack."))
NO_POWER_CONDITION = Code(
    "no_power_condition",
    "BHM-050",
    _("{the_being:card} makes no power attack: that takes a power executed this turn, an equipped one, or VÍNCULO DE PODER."),
)
BAD_AMOUNT = Code(
    "bad_amount", "BHM-054", _("{the_being:card} may put in 1 to {pod} POD; {given} cannot be."), figures={"pod": "high", "given": "value"}
)
DECLARATIONS_CLOSED = Code("declarations_closed", "BHM-R36", _("Attacks are being resolved already; no more are declared."), figures={})


@cache
def _of_attackers(power: bool, one: bool) -> tuple[Demand, ...]:
    """What must hold of who attacks; `one`: each makes one attack (BHM-020, 050..053, 104, 116, 129, 131, 139; R31, R40, R54)."""

    def willing(board: Seen, being: Being) -> bool:
        return being.kind != "entity" or board.card(being.card).can_attack

    frozen: Demand = (lambda board, being: not being.frozen), FROZEN.citing("BHM-131" if power else "BHM-129"), {}
    drained: Demand = (lambda board, being: not being.drained), SUMMONED_THIS_TURN, {}
    if not power:
        return (
            (willing, ENTITY_WONT_ATTACK, {"kind": "entity", "expected": BEINGS}),
            (lambda board, being: being.fue is not None, NO_FUE, {}),
            frozen,
            (lambda board, being: not (being.physical_used or (one and being.power_used)), ATTACK_USED, {}),
            drained,
        )
    return (
        (willing, ENTITY_WONT_ATTACK, {"kind": "entity", "expected": BEINGS}),
        (lambda board, being: being.now("pod") > 0, NO_POD_ATTACK, {}),
        (lambda board, being: may_use_power(being), NO_POWER_CONDITION, {}),
        frozen,
        (lambda board, being: being.power_used or not (one and being.physical_used), ATTACK_USED, {}),  # a second one: the next clause
        (lambda board, being: not being.power_used, ATTACK_USED.citing("BHM-053"), {}),
        drained,
    )


def attackers(board: War, seat: Seat, power: bool) -> one_of:
    """Return who may attack."""
    demands = _of_attackers(power, board.options.attacks_per_being == "one")

    def own(iid: int) -> Refusal | None:
        return board.own(seat, NOT_CONTROLLER.citing("BHM-020"))(iid)

    return in_combat(board, (seat,), own, demands, NOT_THERE)


def in_combat(board: War, seats: Collection[Seat], whose: Test, demands: tuple[Demand, ...], otherwise: Code) -> one_of:
    """What can be pointed at in combat: beings, entities, and stones, which are refused (BHM-128, R61)."""

    def stone(iid: int) -> Refusal | None:
        return None if board.find(iid) is not None else PETRIFIED(iid=iid, the_being=board.called(iid))

    return Demanded(board, seats, (whose, stone), demands, otherwise)


def may_use_power(being: Being) -> bool:
    """A power executed this turn, one equipped, VÍNCULO DE PODER, or leave given (BHM-050..052, 139; R40)."""
    executed = any(not power.cancelled for power in being.executed) if being.executed else False
    return executed or bool(being.powers) or being.power_granted or being.has("vinculo_de_poder")


@cache
def _of_targets(seat: Seat) -> tuple[Demand, ...]:
    """What must hold of what a player attacks (BHM-103, 142)."""

    def seen(board: Seen, being: Being) -> bool:
        return not being.has("invisible") or board.controller(being.iid) == seat

    return (lambda board, being: being.salud is not None, NO_SALUD, {}), (seen, INVISIBLE, {})


def targets(board: War, seat: Seat) -> one_of:
    """Return what may be attacked (BHM-103, 108, 128, 142; R33, R56)."""
    direct = (board.direct_adversary(seat),) if board.options.attack_scope == "direct" else None
    enemies = direct or tuple([other for other in board.living if other != seat])
    return in_combat(board, enemies, board.enemy(seat, direct), _of_targets(seat), NO_BEING)


class _Declaration(InTurn):
    """An attack is declared."""

    attacker: SaidIid
    target: SaidIid
    during = (Declaring,)
    clause = "BHM-020"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.living, board.fields_for(seat)

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """Nothing more is declared once attacks resolve (BHM-R36)."""
        step: Step = board.top
        return DECLARATIONS_CLOSED() if isinstance(step, Fighting) else super().untimely(board)


@COMBAT.action
class DeclarePhysical(_Declaration):
    """A normal attack (BHM-020, 046, 061, 103, 129, 142; R31..R34, R64)."""

    def terms(self, board: War) -> Terms:
        yield "attacker", board.kept(attackers, self.seat, False)
        yield "target", board.kept(targets, self.seat)

    def effect(self, board: War) -> None:
        being = board.alter(self.attacker, physical_used=True)
        announce(board, self.seat, AttackPlan(self.attacker, self.target), being.rank)


@COMBAT.action
class DeclarePower(_Declaration):
    """A power attack, with the POD that is put into it (BHM-021, 046, 050..057, 061, 103, 131, 142; R31, R38..R40)."""

    pod: AnyNumber

    def terms(self, board: War) -> Terms:
        yield "attacker", board.kept(attackers, self.seat, True)
        yield "target", board.kept(targets, self.seat)
        being = board.standing(self.attacker)
        yield "pod", whole(1, being.now("pod"), BAD_AMOUNT, BAD_AMOUNT, the_being=being.card)

    def effect(self, board: War) -> None:
        being = board.standing(self.attacker)
        pod = being.pod or Attr(0, 0, 0)
        board.alter(self.attacker, power_used=True, pod=pod.at(max(1, pod.cur - self.pod)))
        board.tell_attr(self.attacker, "pod", "BHM-055" if self.pod == pod.cur else "BHM-056")
        announce(board, self.seat, AttackPlan(self.attacker, self.target, self.pod), being.rank)


@COMBAT.event(_("{seat}'s {card} is to attack {whose}'s {target}."))
class AttackQueued(OfCard, clause="BHM-062"):
    """An attack stands, and waits for its turn."""

    whose: Seat
    target: CardId
    pod: Points | None


@COMBAT.event(_("An attack of {seat}'s is lost: {reason}."))
class AttackLost(OfSeat, clause="BHM-R37"):
    """An attack comes to nothing."""

    card: CardId | None
    reason: Reason


@resolves(AttackPlan)
def declared(board: War, window: Window, plan: AttackPlan) -> None:
    """What still may attack joins the queue, or strikes at once by a house rule (BHM-062, R36, R89)."""
    by, at, bottom = board.find(plan.attacker), board.find(plan.target), board.state.agenda[0]
    whose = window.seat if at is None else board.controller(plan.target)
    if by is None or at is None or board.controller(plan.attacker) != window.seat or whose == window.seat:
        board.tell(AttackLost(seat=window.seat, card=None if by is None else by.card, reason="gone"))
    elif by.frozen:
        board.tell(AttackLost(seat=window.seat, card=by.card, reason="frozen", clause="BHM-R89"))
    elif at.has("invisible"):
        board.tell(AttackLost(seat=window.seat, card=by.card, reason="invisible", clause="BHM-R89"))
    elif at.salud is None or not isinstance(bottom, Declaring):
        board.tell(AttackLost(seat=window.seat, card=by.card, reason="illegal", clause="BHM-R89"))
    elif board.options.combat_mode == "immediate":
        fight(board, plan, window.seat)
    else:
        board.set(agenda=(Declaring((*bottom.queue, plan)), *board.state.agenda[1:]))
        board.tell(AttackQueued(seat=window.seat, card=by.card, whose=whose, target=at.card, pod=plan.pod))


COMBAT.prompt("declare", _("Combat: declare your attacks, then resolve them. Declared: {number}."), _("{seat:seat} plays."))


@COMBAT.owes(Declaring)
def declaring_owed(board: War, step: Declaring) -> Iterator[Owed]:
    """The active player attacks, or lets the attacks resolve."""
    params = {"number": len(step.queue)}
    yield Owed(seat=board.active, actions=("declare_physical", "declare_power", "resolve_combat"), what="declare", params=params)


@COMBAT.action
class ResolveCombat(InTurn):
    """No more declarations; with nothing declared the phase is over (BHM-062, R36, R108)."""

    during = (Declaring,)
    clause = "BHM-020"

    def effect(self, board: War) -> None:
        go_on(board, board.at(Declaring).queue)
        tell_phase(board)


def go_on(board: War, queue: tuple[AttackPlan, ...]) -> None:
    """The next attack waits, or the second strategy phase begins (BHM-010)."""
    board.become(Fighting(queue) if queue else Strategy(2))


def tell_phase(board: War) -> None:
    """Say that the second strategy phase has begun, if combat is over and the one who is active still plays."""
    if isinstance(board.state.agenda[0], Strategy):
        board.tell(PhaseChanged(seat=board.active, phase="strategy_2"))


COMBAT.prompt("fight", _("Resolve the next attack; {number} left."), _("{seat:seat} plays."))


@COMBAT.owes(Fighting)
def fighting_owed(board: War, step: Fighting) -> Iterator[Owed]:
    """The next attack in order."""
    yield Owed(seat=board.active, actions=("resolve_next_attack",), what="fight", params={"number": len(step.queue)})


@COMBAT.action
class ResolveNextAttack(InTurn):
    """The attack that was declared first of those left (BHM-062, R36)."""

    during = (Fighting,)
    clause = "BHM-020"

    def effect(self, board: War) -> None:
        first, *rest = board.at(Fighting).queue
        go_on(board, tuple(rest))
        fight(board, first, self.seat)
        board.settle()
        tell_phase(board)  # what the last attack did is told as part of combat


@COMBAT.event(_("{seat}'s {card} strikes {whose}'s {target}, left with RES {res} and Salud {salud}."))
class AttackResolved(OfCard, clause="BHM-047"):
    """An attack has struck; what its target has left."""

    whose: Seat
    target: CardId
    pod: Points | None
    res: Points
    salud: Points


def fight(board: War, plan: AttackPlan, seat: Seat) -> None:
    """One attack strikes (BHM-022, 023, 047..049, 066, 071, 140, 141; R34, R35, R37, R64, R65)."""
    by, at = board.find(plan.attacker), board.find(plan.target)
    if by is None or at is None:
        board.tell(AttackLost(seat=seat, card=None if by is None else by.card, reason="gone"))
        return
    if plan.pod is None and at.has("intangible"):
        board.tell(AttackLost(seat=seat, card=by.card, reason="intangible", clause="BHM-141"))
        return
    physical = plan.pod is None or at.has("resistencia_magica")
    strength = by.now("fue") if plan.pod is None else plan.pod
    hurt = max(0, strength - at.now("res")) if physical else strength
    res = at.res if at.res is None or not physical else at.res.at(at.res.cur - strength)
    at = board.alter(plan.target, res=res, salud=at.salud and at.salud.at(at.salud.cur - hurt))
    clause = "BHM-047" if plan.pod is None else "BHM-140" if physical else "BHM-049"
    told = AttackResolved(
        seat=seat,
        card=by.card,
        whose=board.controller(plan.target),
        target=at.card,
        pod=plan.pod,
        res=at.now("res"),
        salud=at.now("salud"),
        clause=clause,
    )
    board.tell(told)

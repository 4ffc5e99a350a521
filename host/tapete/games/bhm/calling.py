"""How beings come: calls, instant calls, summons, and TERROR on coming (BHM-017..019, 024, 036..041, 109..116, 144)."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import Test, maybe, one_of, some
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.sums import Sum
from tapete.core.turns import on_turn
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.changes import How, OfCard
from tapete.games.bhm.figures import CardId, Count, Points, SaidIid
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import GrantFilter
from tapete.games.bhm.seen import NOT_CONTROLLER, NOT_THERE
from tapete.games.bhm.state import CallPlan, Player, Strategy, SummonPlan, Terror, TerrorPlan, Window
from tapete.games.bhm.timing import CHOICE_OWED, IN_TURN, InStrategy, InTurn, Seated, wrong_phase
from tapete.games.bhm.windows import RANK_OVER_COUNTER, announce, play, resolves, thawed

CALLING = Chapter("calling")

FIELD_FULL = Code("field_full", "BHM-119", _("{seat:seat} has no free space."))
BUDGET_EXCEEDED = Code(
    "budget_exceeded",
    "BHM-038",
    _("{left} call {left:point is|points are} left this turn ({spent} used of {counter}); {the_card:card} is of rank {rank}."),
)
NO_GRANT = Code("no_grant", "BHM-R27", _("Nothing allows an instant call of {card:card} now."))
NO_SUCH_GRANT = Code("no_grant", "BHM-R27", _("You hold no leave number {grant} for an instant call."), figures={"grant": "value"})


COMES: dict[str, tuple[How, str]] = {
    "call": ("call", "BHM-018"),
    "instant_call": ("instant_call", "BHM-040"),
    "summon": ("summon", "BHM-109"),
}
"""How what was announced comes to the field, with the clause."""


@resolves(CallPlan)
@resolves(SummonPlan)
def come(board: War, window: Window, plan: CallPlan | SummonPlan) -> None:
    """What was called or summoned comes to its space, and may owe TERROR (BHM-018, 040, 109, R114)."""
    how, clause = COMES[word_of(plan)]
    board.owe_terror(board.enter(window.seat, plan.slot, plan.card, window.seat, how, clause).iid)


def room(board: War, seat: Seat) -> Terms:
    """A card in hand, and a free space (BHM-018, 119)."""
    yield board.in_hand(seat)
    yield must(board.free_slots(seat), FIELD_FULL, seat=seat)


def budget_of(player: Player) -> int:
    """The points of this turn's calls (BHM-038, R19)."""
    return player.counter if player.call_snapshot is None else player.call_snapshot


def within(board: War, counter: int, clause: str = RANK_OVER_COUNTER.clause) -> Test:
    """What is of a rank within a counter (BHM-036)."""
    return board.card_must(lambda card: card.rank <= counter, RANK_OVER_COUNTER.citing(clause), counter=counter)


def called_for(board: War, counter: int, budget: int, spent: int) -> one_of:
    """A card that is called within the counter and within the turn's budget (BHM-036, 038)."""
    left = max(0, budget - spent)
    figures = {"counter": budget, "spent": spent, "left": left}
    within_budget = board.card_must(lambda card: card.rank <= left, BUDGET_EXCEEDED, **figures)
    return board.cards(board.must_be_called, within(board, counter), within_budget)


@CALLING.action
class CallBeing(InTurn):
    """A war call, within the counter and within the turn's budget (BHM-017..019, 024, 036, 038, 039; R19..R22, R104)."""

    card: CardId
    slot: AnyNumber
    during = (Strategy,)
    clause = "BHM-017"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        player = board.player(seat)
        return (
            player.hand > 0,
            tuple(board.free_slots(seat)),
            board.rank_within(player.counter),
            board.rank_within(budget_of(player) - player.call_spent),
        )

    def terms(self, board: War) -> Terms:
        yield from room(board, self.seat)
        player = board.player(self.seat)
        yield "card", board.of_cards(called_for, player.counter, budget_of(player), player.call_spent)
        yield "slot", board.spaces_for(self.seat)

    def effect(self, board: War) -> None:
        board.change(self.seat, call_spent=board.player(self.seat).call_spent + board.card(self.card).rank)
        play(board, self.seat, CallPlan(self.card, self.slot))


def allows(board: War, card: str, grant: GrantFilter) -> bool:
    """Say whether a grant allows a card to be called instantly (BHM-R27)."""
    printed = board.card(card)
    ranked = grant.rank_max is None or printed.rank <= grant.rank_max
    typed = not grant.types or bool(set(grant.types) & set(printed.types))
    return ranked and typed and (not grant.elements or bool(set(grant.elements) & set(printed.elements)))


@lru_cache(maxsize=4096)
def no_grant(card: str) -> Refusal:
    """No card allows this one; kept, since it is said of nearly every card at every moment (BHM-R27)."""
    return NO_GRANT(card=card)


def at_once(board: War, grant: GrantFilter | None, counter: int | None) -> one_of:
    """A card that is called instantly by a grant, or by itself; `counter` bounds its rank by a house rule (BHM-R26, R27)."""

    def allowed(card: str) -> Refusal | None:
        return None if (board.card(card).instant if grant is None else allows(board, card, grant)) else no_grant(card)

    if counter is None:
        return board.cards(board.must_be_called, allowed)
    return board.cards(board.must_be_called, allowed, within(board, counter, "BHM-R26"))


@CALLING.action
class InstantCall(Seated):
    """In any phase, by any player, because a card allows it; no points are spent (BHM-040, 041; R26, R27, R111).

    `grant` is the place of the grant that allows it; None: the card itself does.
    """

    card: CardId
    slot: AnyNumber
    grant: AnyNumber | None
    during = IN_TURN
    clause = "BHM-040"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        player = board.player(seat)
        if not (player.hand and board.free_slots(seat)):
            return ()
        return player.grants, player.counter if board.options.instant_call_rank_limit else None

    def terms(self, board: War) -> Terms:
        yield from room(board, self.seat)
        player = board.player(self.seat)
        yield "grant", one_of((None, *range(len(player.grants))), otherwise=NO_SUCH_GRANT)
        grant = None if self.grant is None else player.grants[self.grant]
        yield "card", board.of_cards(at_once, grant, player.counter if board.options.instant_call_rank_limit else None)
        yield "slot", board.spaces_for(self.seat)

    def effect(self, board: War) -> None:
        player = board.player(self.seat)
        if self.grant is not None:
            board.change(self.seat, grants=(*player.grants[: self.grant], *player.grants[self.grant + 1 :]))
        play(board, self.seat, CallPlan(self.card, self.slot, instant=True))


# ---- TERROR


@CALLING.runs(Terror)
def terror(board: War, step: Terror) -> None:
    """Nothing is owed any more once the bearer or every victim has left, or the bearer can use it no longer (BHM-129; R108, R112)."""
    being = board.find(step.source)
    if being is None or board.controller(step.source) != step.seat or not being.has("terror") or board.victims(step.seat).empty():
        board.done()
    elif being.frozen:
        board.done()
        board.no_effect(step.seat, being.card, "frozen", "BHM-129")


CALLING.question(
    Terror,
    "terror",
    _("{card:card} brings TERROR {figure}: choose an enemy being, or nobody."),
    _("{seat:seat} is choosing whom TERROR strikes."),
    "choose_terror",
    params=lambda board, step: {"card": board.called(step.source), "figure": board.standing(step.source).figure("terror")},
)


@CALLING.action
class ChooseTerror(Seated):
    """Choose the enemy being that TERROR strikes, or nobody (BHM-144; R66, R67, R112)."""

    source: SaidIid
    target: SaidIid | None
    during = (Terror,)
    clause = "BHM-R112"

    @classmethod
    def untimely(cls, board: Any) -> Refusal:
        """No victim is owed."""
        return wrong_phase(board, cls.clause, Terror)

    def terms(self, board: War) -> Terms:
        step = board.at(Terror)
        yield on_turn(self.seat, step.seat, CHOICE_OWED, source=step.source, the_being=board.called(step.source))
        yield "source", one_of((step.source,), otherwise=NOT_THERE)
        yield "target", maybe(board.victims(self.seat))

    def effect(self, board: War) -> None:
        board.done()
        if self.target is not None:
            announce(board, self.seat, TerrorPlan(self.source, self.target), board.standing(self.source).rank)


@CALLING.event(_("TERROR {figure}: {seat}'s {card} strikes {whose}'s {victim}."))
class TerrorChosen(OfCard, tag="terror", clause="BHM-144"):
    """TERROR strikes."""

    whose: Seat
    victim: CardId
    figure: Points


@resolves(TerrorPlan)
def strike(board: War, window: Window, plan: TerrorPlan) -> None:
    """The victim loses VAL, if its bearer may still use TERROR and choose it (BHM-144, R67, R89)."""
    bearer, victim = board.find(plan.source), board.find(plan.target)
    figure = bearer.figure("terror") if bearer is not None and board.controller(plan.source) == window.seat else None
    if bearer is None or figure is None:
        board.no_effect(window.seat, None, "gone", "BHM-R89")
    elif victim is None or board.controller(plan.target) == window.seat:
        board.no_effect(window.seat, bearer.card, "gone", "BHM-R107")
    elif bearer.frozen:
        board.no_effect(window.seat, bearer.card, "frozen", "BHM-R89")
    elif board.still_seen(window.seat, plan.target) and board.affected(plan.target, beings_only=True):
        whose = board.controller(plan.target)
        board.tell(TerrorChosen(seat=window.seat, card=bearer.card, whose=whose, victim=victim.card, figure=figure))
        board.shift(plan.target, "val", -figure, "BHM-144")


# ---- summons


NOT_A_SUMMONER = Code("not_a_summoner", "BHM-113", _("{the_being:card} is no INVOCADOR."))
ALREADY_FED = Code("already_fed", "BHM-115", _("{the_being:card} has accumulated points this turn already."))
POWER_ALREADY_ASSIGNED = Code("power_already_assigned", "BHM-R80", _("{the_power:card} has fed {the_being:card} already."))
POWER_NOT_THIS_TURN = Code(
    "power_not_this_turn", "BHM-R80", _("No power that you played this turn has the number {power}."), figures={"power": "value"}
)
POWER_CANCELLED = Code("power_cancelled", "BHM-R80", _("{the_power:card} was cancelled and gives no points."))
SUMMONER_CAME_LATER = Code("summoner_came_later", "BHM-R80", _("{the_being:card} came after {the_power:card} was played."))


def summoners(board: War, seat: Seat, *tests: Test) -> one_of:
    """Return one's own summoner, not frozen (BHM-113, 131; R74)."""
    summoner = board.being_must(lambda being: board.card(being.card).summoner, NOT_A_SUMMONER)
    return board.iids(board.own(seat, NOT_CONTROLLER.citing("BHM-113")), summoner, thawed(board, "BHM-131"), *tests)


@CALLING.event(_("{card} accumulates {points} summon {points:point|points} with {power}."))
class PointsAssigned(OfCard, clause="BHM-114"):
    """A summoner has the points of a power."""

    power: CardId
    points: Count


@CALLING.action
class AssignSummonPoints(InStrategy):
    """A power played this turn feeds one summoner, once per turn; `power` is its activation number (BHM-113..115, 131; R80, R84)."""

    summoner: SaidIid
    power: SaidIid
    clause = "BHM-113"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.fields_for(seat), board.player(seat).powers

    def terms(self, board: War) -> Terms:
        yield "summoner", summoners(board, self.seat, board.being_must(lambda being: not being.fed, ALREADY_FED))
        played, since = {power.seq: power for power in board.player(self.seat).powers}, board.standing(self.summoner).since

        def usable(seq: int) -> Refusal | None:
            power = played[seq]
            named = {"power": seq, "the_power": power.card}
            if power.cancelled:
                return POWER_CANCELLED(**named)
            if power.fed is not None:
                return POWER_ALREADY_ASSIGNED(**named, the_being=board.called(power.fed))
            return must(since < seq, SUMMONER_CAME_LATER, **named, iid=self.summoner, the_being=board.called(self.summoner))

        yield "power", one_of(played, usable, otherwise=POWER_NOT_THIS_TURN)

    def effect(self, board: War) -> None:
        powers, being = board.player(self.seat).powers, board.standing(self.summoner)
        power = next(power for power in powers if power.seq == self.power)
        points = power.rank + being.rank
        board.alter(self.summoner, fed=True, points=points)
        board.change(self.seat, powers=tuple(replace(p, fed=self.summoner) if p.seq == self.power else p for p in powers))
        board.tell(PointsAssigned(seat=self.seat, card=being.card, power=power.card, points=points))


POINTS_SHORT = Code(
    "points_short",
    "BHM-114",
    _("{the_card:card} takes {needed} summon {needed:point|points}; those named have {points}."),
    figures={"needed": "low", "points": "sum"},
)
NOT_FED = Code(
    "points_short", "BHM-113", _("{the_being:card} has accumulated no points this turn: a power has to be played and assigned to it first.")
)
NO_SOURCE = Code("points_short", "BHM-113", _("Say which INVOCADOR of yours gives the points; it takes at least one."), figures={})
SOURCE_ATTACKED = Code("source_attacked", "BHM-R82", _("{the_being:card} has declared an attack this turn, so it gives no points."))
SUMMON_ZONE_EMPTY = Code("summon_zone_empty", "BHM-110", _("{seat:seat} has no summons left."))


@CALLING.event(_("{card} spends {points} summon {points:point|points}; {left} left."))
class PointsDrained(OfCard, clause="BHM-114"):
    """Points of a summoner were spent."""

    points: Count
    left: Count


@CALLING.action
class Summon(InStrategy):
    """A summon comes for the points of summoners, drained in the order in which they are named (BHM-109..116; R81, R82, R84)."""

    card: CardId
    slot: AnyNumber
    sources: tuple[SaidIid, ...]
    clause = "BHM-113"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.player(seat).summons > 0, tuple(board.free_slots(seat)), board.fields_for(seat)

    def terms(self, board: War) -> Terms:
        yield must(board.player(self.seat).summons > 0, SUMMON_ZONE_EMPTY, seat=self.seat)
        yield must(board.free_slots(self.seat), FIELD_FULL, seat=self.seat)
        yield "card", board.cards(lambda card: board.must_be(card, "summon"))
        yield "slot", board.spaces_for(self.seat)

        rank = board.card(self.card).rank
        fresh = board.being_must(lambda being: not (being.physical_used or being.power_used), SOURCE_ATTACKED)
        fed = board.being_must(lambda being: rank > 0 or being.fed, NOT_FED)  # no sum asks for a power where none is due

        def points(iid: int) -> int:
            being = board.find(iid)
            return 0 if being is None else being.points

        needed = Sum("points", points, rank, None, POINTS_SHORT, the_card=self.card)
        yield "sources", some(summoners(board, self.seat, fresh, fed), 1, None, needed, ordered=True, count_code=NO_SOURCE)

    def effect(self, board: War) -> None:
        due = rank = board.card(self.card).rank
        for iid in self.sources:
            being = board.standing(iid)
            spent = min(due, being.points)
            due -= spent
            if spent or (iid == self.sources[0] and not rank):  # the one who summons for nothing has summoned too
                left = board.alter(iid, points=being.points - spent, drained=True).points
                board.tell(PointsDrained(seat=self.seat, card=being.card, points=spent, left=left))
        board.count(self.seat, "summons", -1)
        announce(board, self.seat, SummonPlan(self.card, self.slot), rank)

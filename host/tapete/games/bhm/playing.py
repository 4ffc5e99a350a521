"""Cards that are played: strategies, reactions, powers, objects, territories (BHM-013..016, 037, 069, 083..100, 135, 156)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import Domain, Test, one_of, row, some
from tapete.core.game import Chapter
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import AT_BEINGS, TargetWord, controller_word
from tapete.games.bhm.changes import OfCard, WentTo
from tapete.games.bhm.effects import take_effect
from tapete.games.bhm.figures import MOST_TERRITORIES, SLOTS, CardId, CardKind, Iid, Slot, Target, Targets, TerritoryRef
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import BAD_TARGET, HAND_EMPTY, NO_SUCH_CARD, NOT_CONTROLLER
from tapete.games.bhm.state import (
    Executed,
    Held,
    ObjectPlan,
    Orphans,
    Petrified,
    Played,
    PowerPlan,
    Strategy,
    StrategyPlan,
    TerritoryPlan,
    Window,
)
from tapete.games.bhm.timing import Timed, fully, on_turn, phase_of
from tapete.games.bhm.windows import RANK_OVER_COUNTER, Answer, announce, asked, resolves

PLAYING = Chapter("playing")

PileIndex = Annotated[int, Meta(ge=0, le=99)]
TerritoryIndex = Annotated[int, Meta(ge=0, le=MOST_TERRITORIES - 1)]


# ---- what a card is aimed at


def candidates(board: War, seat: Seat, word: TargetWord, executor: int | None) -> Iterator[Target]:
    """Return what a target word allows, seen from a seat."""
    if word == "self":
        if executor is not None:
            yield executor
    elif word in AT_BEINGS:
        yield from (being.iid for other, being in board.every() if controller_word(word, seat, other))
    elif word == "top":
        yield "top"
    elif word == "enemy_territory":
        yield from (ref for ref in board.territories() if ref.seat != seat)
    else:
        yield from (other for other in board.living if controller_word(word, seat, other))


TARGET_COUNT = Code(
    "bad_target",
    "BHM-R108",
    _("The text asks for {most} {most:target|targets}; there are {value}."),
)


def targets_for(board: War, seat: Seat, card: str, executor: int | None) -> Domain:
    """One target (or nothing) for each structured effect of a card, in order; a free list of beings for a card without (section 6)."""

    effects, seen = board.card(card).on_play, board.seen_by(seat)
    if not effects:
        return some(board.iids(seen), 0, 8)
    each = (one_of((*candidates(board, seat, effect.target, executor), None), seen, otherwise=BAD_TARGET) for effect in effects)
    return row(*each, count_code=TARGET_COUNT)


def bound(board: War, ref: TerritoryRef) -> TerritoryRef:
    """A territory that a pending action is aimed at, by its own number: another may leave before it resolves."""
    return TerritoryRef(ref.seat, ref.index, board.player(ref.seat).territories[ref.index].seq)


def bound_targets(board: War, targets: Targets) -> Targets:
    """The targets of a pending action, its territories by their numbers."""
    return tuple(bound(board, target) if isinstance(target, TerritoryRef) else target for target in targets)


def still_there(board: War, ref: TerritoryRef) -> TerritoryRef | None:
    """Return where the target territory of a pending action lies now; None once it has left (BHM-R89, R107)."""
    held = board.player(ref.seat).territories
    return next((TerritoryRef(ref.seat, index) for index, one in enumerate(held) if one.seq == ref.seq), None)


def work(board: War, seat: Seat, card: str, targets: Targets, executor: int | None) -> None:
    """The structured effects of a card, in order; none without a target, or at one that may not be it any more (section 6, R89)."""
    for effect, target in zip(board.card(card).on_play, targets, strict=False):
        now = still_there(board, target) if isinstance(target, TerritoryRef) else target
        if isinstance(target, int) and (being := board.find(target)) is not None:
            if target not in candidates(board, seat, effect.target, executor):
                board.no_effect(board.controller(target), being.card, "illegal", "BHM-R89")
                continue
            if not board.still_seen(seat, target):
                continue
        if now is not None:
            take_effect(board, effect.aimed(now))
        elif isinstance(target, TerritoryRef):
            board.no_effect(target.seat, card, "gone", "BHM-R107")


class FromHand(Timed):
    """A card of one kind, played from the hand in a strategy phase; `clause` says that it may be (BHM-013..016)."""

    during = (Strategy,)
    kind: ClassVar[CardKind]

    def playable(self, board: War, *tests: Test) -> one_of:
        """The cards of this kind, and what else must hold of them."""
        return one_of(board.card_ids, lambda card: board.must_be(card, self.kind), *tests, otherwise=NO_SUCH_CARD)

    def in_time(self, board: War, seat: Seat, *, always: bool = False) -> Terms:
        """One's own turn, a phase in which such cards are played (`always`: in any strategy phase), and a card to play."""
        yield from on_turn(board, seat)
        if not always:
            yield fully(board, self.clause)
        yield board.in_hand(seat, HAND_EMPTY.citing(self.clause))


# ---- strategies


def strategy_rank(board: War, seat: Seat, card: str, clause: str) -> Refusal | None:
    """A strategy's rank is within the counter (BHM-037, 098; R87)."""
    rank, counter = board.card(card).rank, board.player(seat).counter
    return must(rank <= counter, RANK_OVER_COUNTER.citing(clause), rank=rank, counter=counter)


STRATEGY_SLOT_USED = Code("strategy_slot_used", "BHM-099", _("A strategy has been played in this phase already."))

STRATEGY_POOL_EXCEEDED = Code(
    "strategy_pool_exceeded", "BHM-R24", _("This turn's strategies would add to {sum} and the counter shows {counter}.")
)


@PLAYING.action
class PlayStrategy(FromHand):
    """One in each of one's own strategy phases (BHM-015, 025, 037, 098..100; R23..R25)."""

    seat: Seat
    card: CardId
    targets: Targets
    clause = "BHM-015"
    kind = "strategy"

    def terms(self, board: War) -> Terms:
        yield from self.in_time(board, self.seat, always=True)
        player = board.player(self.seat)
        yield must(not player.strategy_used, STRATEGY_SLOT_USED, phase=phase_of(board))

        def pool(card: str) -> Refusal | None:
            rank = board.card(card).rank
            total = player.strategy_sum + rank
            fits = board.options.strategy_pool == "per_card" or total <= player.counter
            return must(fits, STRATEGY_POOL_EXCEEDED, rank=rank, sum=total, counter=player.counter)

        yield "card", self.playable(board, lambda card: strategy_rank(board, self.seat, card, "BHM-037"), pool)
        yield "targets", targets_for(board, self.seat, self.card, None)

    def effect(self, board: War) -> None:
        player, rank = board.player(self.seat), board.card(self.card).rank
        board.change(self.seat, hand=player.hand - 1, strategy_used=True, strategy_sum=player.strategy_sum + rank)
        announce(board, self.seat, StrategyPlan(self.card, bound_targets(board, self.targets)), rank)


@resolves(StrategyPlan)
def strategy(board: War, window: Window, plan: StrategyPlan) -> None:
    """Its effects, then the dead zone; one whose text stays in play lies in the strategy zone (BHM-100, R96)."""
    work(board, window.seat, plan.card, plan.targets, None)
    printed = board.card(plan.card)
    if printed.stays:
        board.lay(window.seat, "strategies", Held(plan.card, window.seat, printed.rank, window.seq))
        board.tell(WentTo(seat=window.seat, card=plan.card, zone="strategy", where=None, clause="BHM-R96"))
    else:
        board.home(window.seat, plan.card, "BHM-100")


# ---- powers


BAD_EXECUTOR = Code(
    "bad_executor",
    "BHM-R74",
    _("That cannot execute powers: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)


def executors(board: War, seat: Seat) -> one_of:
    """Return one's own being on the field; frozen is fine (BHM-089, 130; R54, R74)."""
    return board.iids(board.own(seat), board.no_entity(BAD_EXECUTOR), otherwise=BAD_EXECUTOR)


def used_capacity(board: War, iid: int) -> int:
    """Return the ranks executed this turn, and those equipped before that are still there (BHM-090, 091, 093; R73)."""
    being = board.standing(iid)
    return sum(x.rank for x in being.executed) + sum(held.rank for held in being.powers if held.turn < board.state.turn)


RANK_OVER_BEING = Code("rank_over_being", "BHM-089", _("The card's rank is {rank} and the being's {being_rank}."))

POWER_CAPACITY = Code(
    "power_capacity", "BHM-090", _("The being, of rank {being_rank}, uses {used} already; a power of rank {rank} does not fit.")
)

POD_SHORT = Code("pod_short", "BHM-069", _("The power costs {cost} POD and the being has {pod}."))

NO_POD = Code("no_pod", "BHM-R44", _("That being has no POD to pay with."))


def power_refusal(board: War, iid: int, card: str) -> Refusal | None:
    """The first reason why a being cannot execute a power (BHM-069, 089, 090, 094; R42..R44, R73)."""
    being, printed = board.standing(iid), board.card(card)
    if printed.kind != "power":
        return None
    if being.rank < printed.rank:
        return RANK_OVER_BEING(rank=printed.rank, being_rank=being.rank)
    used = used_capacity(board, iid)
    if used + printed.rank > being.rank:
        code = POWER_CAPACITY.citing("BHM-094") if being.powers else POWER_CAPACITY
        return code(used=used, rank=printed.rank, being_rank=being.rank)
    cost = printed.pod_cost if printed.pod_cost_when == "now" else 0
    if printed.pod_cost and being.pod is None:
        return NO_POD(iid=iid)
    return must(being.now("pod") >= cost, POD_SHORT, cost=cost, pod=being.now("pod"))


def executors_of(board: War, seat: Seat, card: str) -> one_of:
    """One's own beings that can execute this power now."""
    able = executors(board, seat)

    def strong(iid: int) -> Refusal | None:
        return None if able.refusals(iid) else power_refusal(board, iid, card)

    return one_of(able.all, *able.tests, strong, otherwise=able.otherwise)


def execute(board: War, seat: Seat, executor: int, card: str, targets: Targets) -> None:
    """A power is paid as it is announced (BHM-050, 055, 068, 069; R42, R43, R89)."""
    printed, being, seq = board.card(card), board.standing(executor), board.next_seq()
    board.from_hand(seat)
    if printed.pod_cost and printed.pod_cost_when == "now":
        board.shift(executor, "pod", -printed.pod_cost, "BHM-069")
    last = being.now("pod") > 0 and board.standing(executor).now("pod") == 0
    done = Executed(card, printed.rank, seq, printed.equips)
    board.alter(executor, executed=(*being.executed, done))
    played = Played(seq, card, printed.rank, executor)
    board.lay(seat, "powers", played)
    announce(board, seat, PowerPlan(card, executor, bound_targets(board, targets), last), printed.rank, seq)


@PLAYING.action
class PlayPower(FromHand):
    """A being executes a power; it stays equipped exactly if the card says so (BHM-013, 050, 069, 088..094, 130; R41..R44, R73, R74)."""

    seat: Seat
    executor: Iid
    card: CardId
    targets: Targets
    clause = "BHM-013"
    kind = "power"

    def terms(self, board: War) -> Terms:
        yield from self.in_time(board, self.seat)
        yield "card", self.playable(board)
        yield "executor", executors_of(board, self.seat, self.card)
        yield "targets", targets_for(board, self.seat, self.card, self.executor)

    def effect(self, board: War) -> None:
        execute(board, self.seat, self.executor, self.card, self.targets)


@resolves(PowerPlan)
def power(board: War, window: Window, plan: PowerPlan) -> None:
    """It lies beside its being or stays equipped, and works; without its executor it does nothing (BHM-092, 093; R75, R89)."""
    being, seat, printed = board.find(plan.executor), window.seat, board.card(plan.card)
    gone = being is None or board.controller(plan.executor) != seat
    if being is None or gone or being.rank < printed.rank:
        board.fizzle(seat, plan.card, "gone" if gone else "illegal")
        return
    held = Held(plan.card, seat, printed.rank, window.seq, turn=board.state.turn)
    if printed.equips:
        board.attach(plan.executor, held, "powers")
    else:
        board.alter(plan.executor, beside=(*being.beside, held))
    work(board, seat, plan.card, plan.targets, plan.executor)


# ---- reactions


NOT_A_REACTION = Code("not_a_reaction", "BHM-156", _("{card:card} is no REACTION."))

NO_EXECUTOR = Code("bad_executor", "BHM-156", _("No being executes a strategy card: leave that empty."), figures={"iid": "value"})


@PLAYING.action
class PlayReaction(Answer):
    """A reaction goes before what it answers; a power needs its executor, a strategy has none (BHM-156, 157; R86..R88, R111)."""

    seat: Seat
    card: CardId
    targets: Targets
    executor: Iid | None

    def terms(self, board: War) -> Terms:
        yield from asked(board, self.seat)
        yield board.in_hand(self.seat, HAND_EMPTY.citing("BHM-156"))
        player = board.player(self.seat)
        bottom = board.state.agenda[0]
        slot_due = board.options.reaction_uses_slot and isinstance(bottom, Strategy) and board.active == self.seat

        def reaction(card: str) -> Refusal | None:
            return must(board.card(card).reaction, NOT_A_REACTION, card=card)

        def ranked(card: str) -> Refusal | None:
            return strategy_rank(board, self.seat, card, "BHM-R87") if board.card(card).kind == "strategy" else None

        def slot(card: str) -> Refusal | None:
            barred = slot_due and player.strategy_used and board.card(card).kind == "strategy"
            return must(not barred, STRATEGY_SLOT_USED.citing("BHM-R87"), phase=phase_of(board))

        yield "card", one_of(board.card_ids, reaction, ranked, slot, otherwise=NO_SUCH_CARD)
        if board.card(self.card).kind == "power":
            yield "executor", executors_of(board, self.seat, self.card)
        else:
            yield "executor", one_of((None,), otherwise=NO_EXECUTOR)
        yield "targets", targets_for(board, self.seat, self.card, self.executor)

    def effect(self, board: War) -> None:
        if self.executor is not None:
            execute(board, self.seat, self.executor, self.card, self.targets)
            return
        board.from_hand(self.seat)
        if board.options.reaction_uses_slot and isinstance(board.state.agenda[0], Strategy) and board.active == self.seat:
            board.change(self.seat, strategy_used=True)
        announce(board, self.seat, StrategyPlan(self.card, bound_targets(board, self.targets)), board.card(self.card).rank)


# ---- objects


OBJECT_CAPACITY = Code(
    "object_capacity", "BHM-097", _("The being, of rank {being_rank}, carries {used} already; an object of rank {rank} does not fit.")
)

BAD_BEARER = Code(
    "bad_bearer",
    "BHM-R76",
    _("That cannot carry objects: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)


def bearers(board: War, seat: Seat, due: int, clause: str) -> one_of:
    """Return one's own being that can carry an object of this rank more (BHM-096, 097; R54, R76, R77)."""

    def high(iid: int) -> Refusal | None:
        has = board.standing(iid).rank
        return must(due <= has, RANK_OVER_BEING.citing("BHM-096"), rank=due, being_rank=has)

    def able(iid: int) -> Refusal | None:
        being = board.standing(iid)
        used = sum(held.rank for held in being.objects)
        fits = due > being.rank or used + due <= being.rank
        return must(fits, OBJECT_CAPACITY, used=used, rank=due, being_rank=being.rank)

    mine, a_being = board.own(seat, NOT_CONTROLLER.citing(clause)), board.no_entity(BAD_BEARER.citing("BHM-R54"))
    return board.iids(mine, a_being, high, able, otherwise=BAD_BEARER)


@PLAYING.action
class EquipObject(FromHand):
    """An object for a being (BHM-014, 096, 097; R76)."""

    seat: Seat
    being: Iid
    card: CardId
    clause = "BHM-014"
    kind = "object"

    def terms(self, board: War) -> Terms:
        yield from self.in_time(board, self.seat)
        yield "card", self.playable(board)
        yield "being", bearers(board, self.seat, board.card(self.card).rank, "BHM-096")

    def effect(self, board: War) -> None:
        board.from_hand(self.seat)
        announce(board, self.seat, ObjectPlan(self.card, self.being), board.card(self.card).rank)


def pile(board: War, seat: Seat, slot: int) -> tuple[Held, ...]:
    """The objects that lie in a space without a bearer (BHM-135, R78)."""
    space = board.space(seat, slot)
    return space.objects if isinstance(space, Orphans) else space.orphans if isinstance(space, Petrified) else ()


@PLAYING.action
class ReattachObject(Timed):
    """An object that could not be destroyed goes to another being (BHM-135, R78)."""

    seat: Seat
    slot: Slot
    index: PileIndex
    being: Iid
    during = (Strategy,)
    clause = "BHM-014"

    def terms(self, board: War) -> Terms:
        yield from on_turn(board, self.seat)
        yield fully(board, "BHM-014")
        yield "slot", one_of((slot for slot in SLOTS if pile(board, self.seat, slot)), otherwise=NO_SUCH_CARD)
        yield "index", one_of(range(len(pile(board, self.seat, self.slot))), otherwise=NO_SUCH_CARD)
        yield "being", bearers(board, self.seat, pile(board, self.seat, self.slot)[self.index].rank, "BHM-134")

    def effect(self, board: War) -> None:
        held = pile(board, self.seat, self.slot)[self.index]
        announce(board, self.seat, ObjectPlan(held.card, self.being, held.seq), held.rank)


@resolves(ObjectPlan)
def equip(board: War, window: Window, plan: ObjectPlan) -> None:
    """The object is attached, if its bearer is still there (BHM-096, 135; R78, R79, R89)."""
    seat, being = window.seat, board.find(plan.being)
    there = being is not None and board.controller(plan.being) == seat
    due = window.rank or 0
    if being is not None and there and sum(held.rank for held in being.objects) + due > being.rank:  # its rank fell in between (R77)
        board.fizzle(seat, plan.card, "illegal", home=plan.orphan is None)
        return
    if plan.orphan is None:
        if there:
            board.attach(plan.being, Held(plan.card, seat, board.card(plan.card).rank, window.seq), "objects")
        else:
            board.fizzle(seat, plan.card, "gone")
        return
    for slot in SLOTS:
        space, lying = board.space(seat, slot), pile(board, seat, slot)
        found = next((held for held in lying if held.seq == plan.orphan), None)
        if found is None or not there:
            continue
        rest = tuple(held for held in lying if held != found)
        left = replace(space, orphans=rest) if isinstance(space, Petrified) else Orphans(rest) if rest else None
        board.put_space(seat, slot, left)
        board.attach(plan.being, found, "objects")
        return
    board.fizzle(seat, plan.card, "gone", home=False)


# ---- territories


TERRITORY_LIMIT = Code("territory_limit", "BHM-085", _("You have {count} {count:territory|territories} already; the most is {max}."))

MUST_CHOOSE = Code("must_choose", "BHM-R69", _("An enemy territory must be chosen and destroyed."))

REPLACE_ONE = Code(
    "must_choose", "BHM-R70", _("You have two territories already: choose which of them gives way to the new one."), figures={}
)

NOTHING_REPLACED = Code("bad_target", "BHM-R70", _("No territory of one's own is replaced here."), figures={"target": "value"})

INDESTRUCTIBLE = Code("indestructible", "BHM-084", _("That territory is INDESTRUCTIBLE."))


@PLAYING.action
class PlayTerritory(FromHand):
    """A territory comes, and destroys an enemy's where there is one that can be destroyed (BHM-016, 083..087; R69..R71)."""

    seat: Seat
    card: CardId
    destroy: TerritoryRef | None
    replace: TerritoryIndex | None
    clause = "BHM-016"
    kind = "territory"

    def terms(self, board: War) -> Terms:
        yield from self.in_time(board, self.seat)
        count = len(board.player(self.seat).territories)
        own = [index for index, held in enumerate(board.player(self.seat).territories) if not board.card(held.card).indestructible]
        replacing = count >= MOST_TERRITORIES and board.options.third_territory == "replace" and bool(own)
        yield must(count < MOST_TERRITORIES or replacing, TERRITORY_LIMIT, count=count, max=MOST_TERRITORIES)
        yield "card", self.playable(board)
        enemies = [ref for ref in board.territories() if ref.seat != self.seat]

        def lasting(ref: TerritoryRef | None) -> bool:
            return ref is not None and board.card(board.player(ref.seat).territories[ref.index].card).indestructible

        choices = [ref for ref in enemies if not lasting(ref)]

        def destructible(ref: TerritoryRef | None) -> Refusal | None:
            if ref is None or not lasting(ref):
                return None
            return INDESTRUCTIBLE(seat=ref.seat, index=ref.index)

        def chosen(ref: TerritoryRef | None) -> Refusal | None:
            bound = board.options.territory_destroys == "mandatory" and bool(choices)
            return must(ref is not None or not bound, MUST_CHOOSE, choices=[[x.seat, x.index] for x in choices])

        yield "destroy", one_of((*enemies, None), destructible, chosen, otherwise=BAD_TARGET)

        def gives_way(index: int | None) -> Refusal | None:
            return must(index is None or index in own, INDESTRUCTIBLE, seat=self.seat, index=index)

        if replacing:
            yield "replace", one_of(range(count), gives_way, otherwise=REPLACE_ONE)
        else:
            yield "replace", one_of((None,), otherwise=NOTHING_REPLACED)

    def effect(self, board: War) -> None:
        board.from_hand(self.seat)
        destroy = None if self.destroy is None else bound(board, self.destroy)
        gone = None if self.replace is None else board.player(self.seat).territories[self.replace].seq
        announce(board, self.seat, TerritoryPlan(self.card, destroy, self.replace, gone), board.card(self.card).rank)


@PLAYING.event(_("{seat} plays the territory {card}."), hands=_("Put {card} in {seat}'s territory zone."))
class TerritoryEntered(OfCard, clause="BHM-083"):
    """A territory comes into play."""


@resolves(TerritoryPlan)
def territory(board: War, window: Window, plan: TerritoryPlan) -> None:
    """One's own goes where it is replaced, the new one comes, the enemy's is destroyed (BHM-083, 086, 087; R70)."""
    seat = window.seat
    if plan.replace is not None and (old := still_there(board, TerritoryRef(seat, plan.replace, plan.replaced))) is not None:
        board.lose_territory(seat, old.index, "BHM-R70")
    if len(board.player(seat).territories) >= MOST_TERRITORIES:
        board.fizzle(seat, plan.card, "no_space")
        return
    board.lay(seat, "territories", Held(plan.card, seat, board.card(plan.card).rank, window.seq))
    board.tell(TerritoryEntered(seat=seat, card=plan.card))
    if plan.destroy is None:
        return
    if (ref := still_there(board, plan.destroy)) is None:
        board.no_effect(plan.destroy.seat, plan.card, "gone", "BHM-R107")
    else:
        board.destroy_territory(ref.seat, ref.index)

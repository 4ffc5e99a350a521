"""Cards that are played: strategies, reactions, powers, objects, territories (BHM-013..016, 037, 069, 083..100, 135, 156)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import Test, one_of
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.bhm.beings import Being, Executed, Held, Orphans, Petrified
from tapete.games.bhm.board import War
from tapete.games.bhm.changes import OfCard, WentTo
from tapete.games.bhm.constants import MOST_TERRITORIES
from tapete.games.bhm.effects import all_numbered, destroy, numbered, place_of, targets_for, work
from tapete.games.bhm.figures import SLOTS, CardId, CardKind, CardSource, PhaseName, SaidIid, Targets, TerritoryRef
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import HAND_EMPTY, NO_BEING, NO_SUCH_CARD, NOT_CONTROLLER, carried_by
from tapete.games.bhm.state import ObjectPlan, Played, PowerPlan, Strategy, StrategyPlan, TerritoryPlan, Window
from tapete.games.bhm.timing import InStrategy, phase_of
from tapete.games.bhm.windows import RANK_OVER_COUNTER, Reply, announce, play, resolves

PLAYING = Chapter("playing")


def cards_of(board: War, kind: CardKind) -> one_of:
    """The cards of a kind."""
    return board.cards(lambda card: board.must_be(card, kind))


class CardPlayed(InStrategy):
    """A card of one kind, played from the hand in a strategy phase; `clause` says that it may be (BHM-013..016)."""

    kind: ClassVar[CardKind]

    @classmethod
    def acts(cls, board: War, seat: Seat) -> bool:
        return super().acts(board, seat) and board.player(seat).hand > 0

    def bars(self, board: War) -> Terms:
        """Refuse an empty hand too."""
        yield from InStrategy.bars(self, board)
        yield board.in_hand(self.seat, HAND_EMPTY.citing(self.clause))

    def playable(self, board: War) -> one_of:
        """The cards of this kind."""
        return board.of_cards(cards_of, self.kind)


# ---- strategies


STRATEGY_SLOT_USED = Code("strategy_slot_used", "BHM-099", _("A strategy has been played in this phase already."))
STRATEGY_POOL_EXCEEDED = Code(
    "strategy_pool_exceeded",
    "BHM-R24",
    _("With {the_card:card}, of rank {rank}, this turn's strategies would add to {sum}; the counter shows {counter}."),
)


def strategy_rank(board: War, counter: int, clause: str) -> Test:
    """A strategy's rank is within the counter (BHM-037, 098; R87)."""
    return board.card_must(lambda card: card.kind != "strategy" or card.rank <= counter, RANK_OVER_COUNTER.citing(clause), counter=counter)


def strategies(board: War, counter: int, pool: int | None) -> one_of:
    """A strategy whose rank is within the counter, by a house rule together with the `pool` of those played this turn (R24)."""

    def pooled(card: str) -> Refusal | None:
        rank = board.card(card).rank
        total = rank if pool is None else pool + rank
        fits = pool is None or total <= counter
        return must(fits, STRATEGY_POOL_EXCEEDED, rank=rank, sum=total, counter=counter, the_card=card)

    return board.cards(lambda card: board.must_be(card, "strategy"), strategy_rank(board, counter, "BHM-037"), pooled)


@PLAYING.action
class PlayStrategy(CardPlayed):
    """One in each of one's own strategy phases (BHM-015, 025, 037, 098..100; R23..R25)."""

    card: CardId
    targets: Targets
    clause, kind, in_both = "BHM-015", "strategy", True

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        player = board.player(seat)
        pool = None if board.options.strategy_pool == "per_card" else (player.strategy_sum, player.counter)
        return player.strategy_used, board.rank_within(player.counter), pool

    def terms(self, board: War) -> Terms:
        player = board.player(self.seat)
        yield must(not player.strategy_used, STRATEGY_SLOT_USED, phase=phase_of(board))

        yield "card", board.of_cards(strategies, player.counter, None if board.options.strategy_pool == "per_card" else player.strategy_sum)
        yield "targets", targets_for(board, self.seat, self.card, None)

    def effect(self, board: War) -> None:
        total = board.player(self.seat).strategy_sum + board.card(self.card).rank
        board.change(self.seat, strategy_used=True, strategy_sum=total)
        play(board, self.seat, StrategyPlan(self.card, all_numbered(board, self.targets)))


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
    _("{the_being:ref} cannot execute powers: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)
NO_EXECUTOR = BAD_EXECUTOR.citing("BHM-156").saying(
    _("{the_card:card} is a strategy, which {the_being:ref} does not execute: leave the executor empty.")
)
RANK_OVER_BEING = Code(
    "rank_over_being", "BHM-089", _("{the_card:card} is of rank {rank}, and {the_being:card} only of rank {being_rank}.")
)
POWER_CAPACITY = Code(
    "power_capacity",
    "BHM-090",
    _("{the_being:card}, of rank {being_rank}, uses {used} already; {the_card:card}, of rank {rank}, does not fit."),
)
POD_SHORT = Code("pod_short", "BHM-069", _("{the_card:card} costs {cost} POD, and {the_being:card} has {pod}."))
NO_POD = Code("no_pod", "BHM-R44", _("{the_being:card} has no POD to pay {the_card:card} with."))


def power_refusal(board: War, iid: int, card: str) -> Refusal | None:
    """The first reason why a being cannot execute a power: rank, capacity, POD (BHM-069, 089..091, 093, 094; R42..R44, R73)."""
    being, printed = board.standing(iid), board.card(card)
    if printed.kind != "power":
        return None
    named = {"the_being": being.card, "the_card": card}
    if being.rank < printed.rank:
        return RANK_OVER_BEING(rank=printed.rank, being_rank=being.rank, **named)
    used = sum(x.rank for x in being.executed) + sum(held.rank for held in being.powers if held.turn < board.state.turn)
    if used + printed.rank > being.rank:
        code = POWER_CAPACITY.citing("BHM-094") if being.powers else POWER_CAPACITY
        return code(used=used, rank=printed.rank, being_rank=being.rank, **named)
    cost = printed.pod_cost if printed.pod_cost_when == "now" else 0
    if printed.pod_cost and being.pod is None:
        return NO_POD(iid=iid, **named)
    return must(being.now("pod") >= cost, POD_SHORT, cost=cost, pod=being.now("pod"), **named)


def executors_of(board: War, seat: Seat, card: str) -> one_of:
    """One's own beings that can execute this power now; frozen is fine (BHM-089, 130; R54, R74)."""
    own, a_being = board.own(seat), board.no_entity(BAD_EXECUTOR)

    def strong(iid: int) -> Refusal | None:
        return None if own(iid) or a_being(iid) else power_refusal(board, iid, card)

    return board.iids(own, a_being, strong, otherwise=BAD_EXECUTOR)


def execute(board: War, seat: Seat, executor: int, card: str, targets: Targets) -> None:
    """A power is paid as it is announced (BHM-050, 055, 068, 069; R42, R43, R89)."""
    printed, being, seq = board.card(card), board.standing(executor), board.next_seq()
    if printed.pod_cost and printed.pod_cost_when == "now":
        board.shift(executor, "pod", -printed.pod_cost, "BHM-069")
    last = being.now("pod") > 0 and board.standing(executor).now("pod") == 0
    board.alter(executor, executed=(*being.executed, Executed(card, printed.rank, seq, printed.equips)))
    board.lay(seat, "powers", Played(seq, card, printed.rank, executor))
    play(board, seat, PowerPlan(card, executor, all_numbered(board, targets), last), seq)


@PLAYING.action
class PlayPower(CardPlayed):
    """A being executes a power; it stays equipped exactly if the card says so (BHM-013, 050, 069, 088..094, 130; R41..R44, R73, R74)."""

    executor: SaidIid
    card: CardId
    targets: Targets
    clause, kind = "BHM-013", "power"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.state.turn, board.fields_for(seat)

    def terms(self, board: War) -> Terms:
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


NOT_A_REACTION = Code("not_a_reaction", "BHM-156", _("{card:card} is no REACTION."), figures={"card": "the_card"})


def takes_slot(board: War, seat: Seat) -> bool:
    """Say whether a reaction would be the strategy of this phase, by a house rule (BHM-R87)."""
    return bool(board.options.reaction_uses_slot and isinstance(board.state.agenda[0], Strategy) and board.active == seat)


def reactions(board: War, counter: int, used_in: PhaseName | None) -> one_of:
    """A reaction, if a strategy of a rank within the counter; `used_in`: the phase of which the strategy has been played (R87)."""

    def slot(card: str) -> Refusal | None:
        barred = used_in is not None and board.card(card).kind == "strategy"
        return must(not barred, STRATEGY_SLOT_USED.citing("BHM-R87"), phase=used_in)

    reaction = board.card_must(lambda card: card.reaction, NOT_A_REACTION)
    return board.cards(reaction, strategy_rank(board, counter, "BHM-R87"), slot)


def react_by_power(board: War) -> bool:
    """Say whether a power is among the reactions: those have an executor."""
    return any(card.reaction and card.kind == "power" for card in map(board.card, board.card_ids))


@PLAYING.action
class PlayReaction(Reply):
    """A reaction goes before what it answers; a power needs its executor, a strategy has none (BHM-156, 157; R86..R88, R111)."""

    card: CardId
    targets: Targets
    executor: SaidIid | None

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        player = board.player(seat)
        executed = (board.state.turn, board.fields_now) if board.of_cards(react_by_power) else None
        return player.hand > 0, player.strategy_used and takes_slot(board, seat), board.rank_within(player.counter), executed

    def terms(self, board: War) -> Terms:
        yield board.in_hand(self.seat, HAND_EMPTY.citing("BHM-156"))
        used = takes_slot(board, self.seat) and board.player(self.seat).strategy_used
        yield "card", board.of_cards(reactions, board.player(self.seat).counter, phase_of(board) if used else None)
        if board.card(self.card).kind == "power":
            yield "executor", executors_of(board, self.seat, self.card)
        else:
            yield "executor", one_of((None,), otherwise=NO_EXECUTOR, the_card=self.card, the_being=board.called)
        yield "targets", targets_for(board, self.seat, self.card, self.executor)

    def effect(self, board: War) -> None:
        if self.executor is not None:
            execute(board, self.seat, self.executor, self.card, self.targets)
            return
        if takes_slot(board, self.seat):
            board.change(self.seat, strategy_used=True)
        play(board, self.seat, StrategyPlan(self.card, all_numbered(board, self.targets)))


# ---- objects


OBJECT_CAPACITY = Code(
    "object_capacity",
    "BHM-097",
    _("{the_being:card}, of rank {being_rank}, carries {used} already; {the_card:card}, of rank {rank}, does not fit."),
)
BAD_BEARER = Code(
    "bad_bearer",
    "BHM-R76",
    _("{the_being:ref} cannot carry objects: a being on the field does, neither stone nor celestial entity."),
    figures={"iid": "value"},
)
NO_PILE = NO_SUCH_CARD.saying(_("No objects lie without a bearer in your space {ref}."))
NOT_IN_PILE = NO_SUCH_CARD.saying(_("That space holds {the_number} {the_number:object|objects}; none has the place {ref}."))


def bearers(board: War, seat: Seat, card: str, due: int, clause: str) -> one_of:
    """Return one's own being that can carry an object of this rank more (BHM-096, 097; R54, R76, R77)."""

    def able(iid: int) -> Refusal | None:
        being = board.standing(iid)
        used = sum(held.rank for held in being.objects)
        figures = {"rank": due, "being_rank": being.rank, "the_being": being.card, "the_card": card}
        if due > being.rank:
            return RANK_OVER_BEING.citing("BHM-096")(**figures)
        return must(used + due <= being.rank, OBJECT_CAPACITY, used=used, **figures)

    mine, a_being = board.own(seat, NOT_CONTROLLER.citing(clause)), board.no_entity(BAD_BEARER.citing("BHM-R54"))
    return board.iids(mine, a_being, able, otherwise=BAD_BEARER)


@PLAYING.action
class EquipObject(CardPlayed):
    """An object for a being (BHM-014, 096, 097; R76)."""

    being: SaidIid
    card: CardId
    clause, kind = "BHM-014", "object"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.fields_for(seat)

    def terms(self, board: War) -> Terms:
        yield "card", self.playable(board)
        yield "being", bearers(board, self.seat, self.card, board.card(self.card).rank, "BHM-096")

    def effect(self, board: War) -> None:
        play(board, self.seat, ObjectPlan(self.card, self.being))


def pile(board: War, seat: Seat, slot: int) -> tuple[Held, ...]:
    """The objects that lie in a space without a bearer (BHM-135, R78)."""
    space = board.space(seat, slot)
    return () if type(space) is Being else carried_by(space)


@PLAYING.action
class ReattachObject(InStrategy):
    """An object that could not be destroyed goes to another being (BHM-135, R78)."""

    slot: AnyNumber
    index: AnyNumber
    being: SaidIid
    clause = "BHM-014"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.fields_for(seat)

    def terms(self, board: War) -> Terms:
        yield "slot", one_of((slot for slot in SLOTS if pile(board, self.seat, slot)), otherwise=NO_PILE)
        lying = pile(board, self.seat, self.slot)
        yield "index", one_of(range(len(lying)), otherwise=NOT_IN_PILE, the_number=len(lying))
        held = lying[self.index]
        yield "being", bearers(board, self.seat, held.card, held.rank, "BHM-134")

    def effect(self, board: War) -> None:
        held = pile(board, self.seat, self.slot)[self.index]
        announce(board, self.seat, ObjectPlan(held.card, self.being, held.seq), held.rank)


@resolves(ObjectPlan)
def equip(board: War, window: Window, plan: ObjectPlan) -> None:
    """The object is attached, if its bearer is still there (BHM-096, 135; R78, R79, R89)."""
    seat, being = window.seat, board.find(plan.being)
    there = being is not None and board.controller(plan.being) == seat
    if being is None or not there or sum(held.rank for held in being.objects) + (window.rank or 0) > being.rank:  # its rank fell (R77)
        board.fizzle(seat, plan.card, "illegal" if there else "gone", home=plan.orphan is None)
        return
    if plan.orphan is None:
        board.attach(plan.being, Held(plan.card, seat, board.card(plan.card).rank, window.seq), "objects")
        return
    for slot in SLOTS:
        space, lying = board.space(seat, slot), pile(board, seat, slot)
        found = next((held for held in lying if held.seq == plan.orphan), None)
        if found is not None:
            rest = tuple(held for held in lying if held != found)
            left = replace(space, orphans=rest) if isinstance(space, Petrified) else Orphans(rest) if rest else None
            board.put_space(seat, slot, left)
            board.attach(plan.being, found, "objects")
            return
    board.fizzle(seat, plan.card, "gone", home=False)


# ---- territories


TERRITORY_LIMIT = Code("territory_limit", "BHM-085", _("You have {count} {count:territory|territories} already; the most is {max}."))
MUST_CHOOSE = Code("must_choose", "BHM-R69", _("Choose the enemy territory that is destroyed: {the_choices:ref}."))
REPLACE_ONE = Code(
    "must_choose",
    "BHM-R70",
    _("You have {MOST_TERRITORIES:words} territories already: choose which of them gives way ({the_choices:card})."),
    figures={},
)
NO_TERRITORY = NO_BEING.saying(_("No enemy territory lies there: {target:ref}."))
NOTHING_REPLACED = NO_TERRITORY.citing("BHM-R70").saying(
    _("You have {the_count} {the_count:territory|territories}: none gives way to the new one.")
)
INDESTRUCTIBLE = Code("indestructible", "BHM-084", _("{seat:seat}'s {the_territory:card} is INDESTRUCTIBLE: choose another territory."))


@PLAYING.action
class PlayTerritory(CardPlayed):
    """A territory comes, and destroys an enemy's where there is one that can be destroyed (BHM-016, 083..087; R69..R71)."""

    card: CardId
    destroy: TerritoryRef | None
    replace: AnyNumber | None
    clause, kind = "BHM-016", "territory"

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return board.territories_now

    def terms(self, board: War) -> Terms:
        here = board.player(self.seat).territories
        own = [index for index, held in enumerate(here) if not board.card(held.card).indestructible]
        replacing = len(here) >= MOST_TERRITORIES and board.options.third_territory == "replace" and bool(own)
        yield must(len(here) < MOST_TERRITORIES or replacing, TERRITORY_LIMIT, count=len(here), max=MOST_TERRITORIES)
        yield "card", self.playable(board)
        enemies = [ref for ref in board.territories() if ref.seat != self.seat]
        choices = [ref for ref in enemies if not board.card(board.called(ref)).indestructible]
        named = [CardSource(board.called(ref), ref.seat) for ref in choices]
        bound = board.options.territory_destroys == "mandatory" and bool(choices)

        def destructible(ref: TerritoryRef | None) -> Refusal | None:
            if ref is None:
                return must(not bound, MUST_CHOOSE, choices=[[x.seat, x.index] for x in choices], the_choices=named)
            return must(ref in choices, INDESTRUCTIBLE, seat=ref.seat, index=ref.index, the_territory=board.called(ref))

        yield "destroy", one_of((*enemies, None), destructible, otherwise=NO_TERRITORY)

        def gives_way(index: int) -> Refusal | None:
            return must(index in own, INDESTRUCTIBLE, seat=self.seat, index=index, the_territory=here[index].card)

        if replacing:
            yield "replace", one_of(range(len(here)), gives_way, otherwise=REPLACE_ONE, the_choices=[here[index].card for index in own])
        else:
            yield "replace", one_of((None,), otherwise=NOTHING_REPLACED, the_count=len(here))

    def effect(self, board: War) -> None:
        aim = None if self.destroy is None else numbered(board, self.destroy.seat, self.destroy.index)
        gone = None if self.replace is None else board.player(self.seat).territories[self.replace].seq
        play(board, self.seat, TerritoryPlan(self.card, aim, self.replace, gone))


TerritoryEntered = PLAYING.simple_event(
    "TerritoryEntered", OfCard, "BHM-083", _("{seat} plays the territory {card}."), hands=_("Put {card} in {seat}'s territory zone.")
)


@resolves(TerritoryPlan)
def territory(board: War, window: Window, plan: TerritoryPlan) -> None:
    """One's own goes where it is replaced, the new one comes, the enemy's is destroyed (BHM-083, 086, 087; R70)."""
    seat = window.seat
    if plan.replaced is not None and (old := place_of(board, seat, plan.replaced)) is not None:
        board.lose_territory(seat, old, "BHM-R70")
    if len(board.player(seat).territories) >= MOST_TERRITORIES:
        board.fizzle(seat, plan.card, "no_space")
        return
    board.lay(seat, "territories", Held(plan.card, seat, board.card(plan.card).rank, window.seq))
    board.tell(TerritoryEntered(seat=seat, card=plan.card))
    if plan.destroy is not None:
        destroy(board, plan.destroy, plan.card)

"""The effects of the ledger's operations: which arguments each takes, what a card or an effect is aimed at, and what each does.

Source: docs/inside/rules/bhm.md#actions.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tapete.core.domains import Domain, Test, one_of, row, some, whole
from tapete.core.game import Chapter
from tapete.core.kinds import mentioned
from tapete.core.refusals import Code
from tapete.core.rulings import Operation
from tapete.core.seats import Seat
from tapete.games.bhm import changes, operations
from tapete.games.bhm.beings import Attr, Being, Held, Orphans, Petrified, Temp, added_to, refitted, rested, without_temp
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.cards import AT_BEINGS, TargetWord, controller_word
from tapete.games.bhm.constants import ANNIHILATED, MOST_RANK, PETRIFIED
from tapete.games.bhm.figures import FIGURES, KEYWORDS, SLOTS, ZONES, PlaceRef, Target, Targets, TerritoryRef, written
from tapete.games.bhm.language import _
from tapete.games.bhm.seen import BAD_TARGET, carried_by
from tapete.games.bhm.state import PowerPlan

EFFECTS = Chapter("effects")

# ---- what may be chosen


def places(board: War) -> list[PlaceRef]:
    """Every zone of those who are in."""
    return [PlaceRef(seat, zone) for seat in board.living for zone in ZONES]


@EFFECTS.chooses(operations.OnAttached, "card")
def attached(board: War, op: operations.OnAttached) -> one_of:
    """A card that the being carries; any, where the being has left (BHM-R107)."""
    carried = [held.card for held in board.carried(op.iid, op.where)]
    return one_of(dict.fromkeys(carried) if board.find(op.iid) is not None else board.card_ids)


@EFFECTS.chooses(operations.DiscardCards, "cards")
def discarded(board: War, op: operations.DiscardCards) -> some:
    """As many cards as the hand has, at most twenty."""
    return some(board.main_cards(), 0, min(20, board.player(op.seat).hand), ordered=True, repeat=True)


EFFECTS.chooses(operations.OnBeing, "iid")(lambda board, op: board.aimed())
EFFECTS.chooses(operations.OnPlayer, "seat")(lambda board, op: board.living_seats())
EFFECTS.chooses(operations.TakeControl, "seat")(lambda board, op: board.living_seats())
EFFECTS.chooses(operations.TakeControl, "slot")(lambda board, op: one_of(SLOTS))  # free or not is seen when it works (BHM-R103)
EFFECTS.chooses(operations.Unpetrify, "slot")(
    lambda board, op: one_of(slot for slot in SLOTS if isinstance(board.space(op.seat, slot), Petrified))
)
EFFECTS.chooses(operations.OnKeyword, "keyword")(lambda board, op: one_of(KEYWORDS))
EFFECTS.chooses(operations.OnKeyword, "figure")(lambda board, op: whole(*FIGURES.get(op.keyword, (0, 0))))
EFFECTS.chooses(operations.DestroyTerritory, "index")(lambda board, op: one_of(range(len(board.player(op.seat).territories))))
EFFECTS.chooses(operations.GrantInstantCall, "types")(
    lambda board, op: some(one_of(sorted({word for card in board.card_ids for word in board.card(card).types})), 0, 6)
)
EFFECTS.chooses(operations.MoveCard, "origin")(lambda board, op: one_of(places(board)))
EFFECTS.chooses(operations.MoveCard, "what")(lambda board, op: one_of(board.movable(op.origin)))
EFFECTS.chooses(operations.MoveCard, "to")(lambda board, op: one_of(places(board), lambda place: board.may_move(op.origin, op.what, place)))
EFFECTS.chooses(operations.MoveCard, "slot")(lambda board, op: one_of(board.free_slots(op.to.seat) if op.to.zone == "field" else (None,)))


# ---- whether it works


def struck(board: War, op: operations.OnBeing) -> Iterator[int]:
    """The being, if the effect reaches it and nothing protects it."""
    if board.affected(op.iid, beings_only=op.beings_only) and not board.protected(op.iid, op.protected):
        yield op.iid


def take_effect(board: War, operation: Operation) -> None:
    """An operation that has waited does what it says; nothing, if a player whom it names is out meanwhile (BHM-R107, R110)."""
    out = next((seat for seat in mentioned(operation, "seat") if not board.player(seat).alive), None)
    if out is None:
        operation.effect(board)
    else:
        board.no_effect(out, board.card_at_work, "out", "BHM-R110")


# ---- players


EFFECTS.does(operations.CounterChange)(
    lambda board, op: board.raise_counter(op.seat, op.delta, "ruling" if board.ruled else "effect", "BHM-R03")
)
EFFECTS.does(operations.Draw)(lambda board, op: board.draw(op.seat, op.n, mandatory=op.mandatory, clause="BHM-R05"))
EFFECTS.does(operations.DiscardCards)(lambda board, op: board.discard(op.seat, op.cards, "BHM-R85"))
EFFECTS.does(operations.DestroyTerritory)(lambda board, op: board.destroy_territory(op.seat, op.index))


@EFFECTS.does(operations.GrantInstantCall)
def grant_call(board: War, op: operations.GrantInstantCall) -> None:
    """One instant call more this turn (BHM-R27, R105)."""
    board.lay(op.seat, "grants", operations.GrantFilter(op.rank_max, op.types, op.elements))
    board.tell(changes.Granted(seat=op.seat, card=board.card_at_work, what="instant_call"))


# ---- attributes, rank, keywords


@EFFECTS.does(operations.AttrChange, struck)
def modify(board: War, op: operations.AttrChange, iid: int) -> None:
    """Maximum and current value change together (BHM-R18, R79)."""
    being = board.standing(iid)
    attr = being.attr(op.attr)
    if attr is None:
        board.fails(iid, "no_attribute", "BHM-R109")
        return
    if op.until == "end_of_turn":
        being = replace(being, temp=(*being.temp, Temp(op.attr, op.delta)))
    else:
        base = min(999_999, max(-999_999, attr.base + op.delta))
        being = replace(being, **{op.attr: Attr(base, attr.max, attr.cur)})
    board.put_being(refitted(being, ending=False))
    board.tell_attr(iid, op.attr)


@EFFECTS.does(operations.AttrSet, struck)
def set_attr(board: War, op: operations.AttrSet, iid: int) -> None:
    """Maximum and current value become this, even of an attribute that was lacking (BHM-R109)."""
    board.alter(iid, **{op.attr: Attr(op.value - added_to(board.standing(iid), op.attr), op.value, op.value)})
    board.tell_attr(iid, op.attr, "BHM-R109")


@EFFECTS.does(operations.RankChange, struck)
def change_rank(board: War, op: operations.RankChange, iid: int) -> None:
    """What counts stays from 0 to 40, and all that lasts changes the printed rank by no more than 40 (BHM-R18)."""
    being = board.standing(iid)
    printed = board.card(being.card).rank
    if op.until == "end_of_turn":
        being = board.alter(iid, temp=(*being.temp, Temp("rank", op.delta)))
    else:
        being = board.alter(iid, rank_base=min(printed + MOST_RANK, max(printed - MOST_RANK, being.rank_base + op.delta)))
    board.tell_of(changes.AttributeChanged, iid, attr="rank", now=being.rank, most=being.rank)


@EFFECTS.does(operations.OnKeyword, struck)
def change_keyword(board: War, op: operations.OnKeyword, iid: int) -> None:
    """A keyword comes or goes (BHM-R51, R101, R105)."""
    being, word, added = board.standing(iid), written(op.keyword, op.figure), isinstance(op, operations.AddKeyword)
    without = tuple(k for k in being.keywords if k != word)
    if op.until == "end_of_turn":
        board.alter(iid, temp=(*being.temp, Temp("keyword", keyword=word, added=added)))
    elif added:
        board.alter(iid, keywords=(*without, word))
    else:
        board.alter(iid, keywords=without, temp=tuple(t for t in being.temp if not (t.keyword == word and t.added)))
    board.tell_of(changes.KeywordChanged, iid, keyword=word, added=added)


@EFFECTS.does(operations.GrantPowerAttack, struck)
def grant_power_attack(board: War, op: operations.GrantPowerAttack, iid: int) -> None:
    """One power attack this turn, without a power (BHM-R40)."""
    board.alter(iid, power_granted=True)
    board.tell_of(changes.Granted, iid, what="power_attack", clause="BHM-R40")


@EFFECTS.does(operations.RemoveName, struck)
def remove_name(board: War, op: operations.RemoveName, iid: int) -> None:
    """A card loses its name (BHM-147)."""
    board.alter(iid, name_lost=True)
    board.tell_of(changes.NameLost, iid)


EFFECTS.does(operations.Heal, struck)(lambda board, op, iid: board.shift(iid, op.attr, op.amount))
EFFECTS.does(operations.Damage, struck)(lambda board, op, iid: board.shift(iid, op.attr, -op.amount))


# ---- the fate of beings


EFFECTS.does(operations.Kill, struck)(lambda board, op, iid: board.kill(iid, "BHM-125"))
EFFECTS.does(operations.Unfreeze, struck)(lambda board, op, iid: board.thaw(iid, "BHM-R62"))
EFFECTS.does(operations.ForceFlee, struck)(lambda board, op, iid: board.flee(iid, "BHM-R17"))


@EFFECTS.does(operations.Annihilate, struck)
def annihilate(board: War, op: operations.Annihilate, iid: int) -> None:
    """Its controller's counter rises by 5, instead of the 2 (BHM-035, 105, 126)."""
    seat, being = board.controller(iid), board.lift(iid)
    board.tell(changes.Annihilated(seat=seat, card=being.card))
    board.home(being.owner, being.card, "BHM-126")
    board.count_death(seat, being, ANNIHILATED, "annihilated", "BHM-035")


@EFFECTS.does(operations.Petrify, struck)
def petrify(board: War, op: operations.Petrify, iid: int) -> None:
    """A being turns to stone in its space, and its controller's counter rises by 2 (BHM-127, 128, R55, R61)."""
    seat, slot = board.where(iid)
    being = board.lift(iid)
    board.put_space(seat, slot, Petrified(iid, being.card, being.owner, carried_by(board.space(seat, slot))))
    board.tell(changes.PetrifiedEvent(seat=seat, card=being.card, stone=True))
    board.raise_counter(seat, PETRIFIED, "petrified", "BHM-127")


@EFFECTS.does(operations.Unpetrify)
def unpetrify(board: War, op: operations.Unpetrify) -> None:
    """A petrified being comes back as it is printed; the objects that lie there attach to it (BHM-R61)."""
    stone = board.space(op.seat, op.slot)
    if not isinstance(stone, Petrified):
        board.no_effect(op.seat, None, "gone", "BHM-R107")
        return
    board.put_space(op.seat, op.slot, replace(board.printed_being(stone.card, stone.owner, board.next_seq()), iid=stone.iid))
    board.tell(changes.PetrifiedEvent(seat=op.seat, card=stone.card, stone=False, clause="BHM-R61"))
    for held in stone.orphans:
        board.attach(stone.iid, held, "objects")


@EFFECTS.does(operations.Freeze, struck)
def freeze(board: War, op: operations.Freeze, iid: int) -> None:
    """Beings of fire stay as they are (BHM-129, 133, R63)."""
    if "fuego" in board.card(board.standing(iid).card).elements:
        board.fails(iid, "fire", "BHM-133")
    else:
        board.alter(iid, frozen=True)
        board.tell_of(changes.Frozen, iid)


@EFFECTS.does(operations.TakeControl, struck)
def take_control(board: War, op: operations.TakeControl, iid: int) -> None:
    """A being changes sides with all it carries, where there is a free space (BHM-R103)."""
    (seat, slot), being = board.where(iid), board.standing(iid)
    if op.slot not in board.free_slots(op.seat) or seat == op.seat:
        board.no_effect(op.seat, being.card, "no_space", "BHM-R103")
        return
    board.put_space(seat, slot, None)
    board.put_space(op.seat, op.slot, replace(being, since=board.next_seq()))
    board.tell(changes.ControlChanged(seat=op.seat, card=being.card, slot=op.slot, was=seat))


@EFFECTS.does(operations.OnAttached, struck)
def destroy_attached(board: War, op: operations.OnAttached, iid: int) -> None:
    """A card that a being carries is destroyed, unless nothing can; the capacity of a power is free again (BHM-134, R73)."""
    held = next((held for held in board.carried(iid, op.where) if held.card == op.card), None)
    if held is None:
        board.no_effect(board.controller(iid), op.card, "gone", "BHM-R107")
    elif op.where == "objects" and board.card(op.card).indestructible:
        board.no_effect(board.controller(iid), op.card, "indestructible", "BHM-134")
    else:
        board.detach(iid, held, op.where)
        board.home(held.owner, op.card, "BHM-R79" if op.where == "objects" else "BHM-R73")


# ---- declared moves


@EFFECTS.does(operations.MoveCard)
def move(board: War, op: operations.MoveCard) -> None:
    """A card goes where the table says (BHM-R72, R83, R91)."""
    origin, what = op.origin, op.what
    if what not in board.movable(origin) or board.may_move(origin, what, op.to) is not None:
        board.no_effect(origin.seat, None, "gone", "BHM-R107")
    elif op.to.zone == "field" and op.slot not in board.free_slots(op.to.seat):  # it was free when that was announced
        board.no_effect(op.to.seat, board.what_is(origin, what)[0], "no_space", "BHM-R114")
    elif origin.zone == "territories" and op.to.zone == "dead" and isinstance(what, str) and board.card(what).indestructible:
        board.no_effect(origin.seat, what, "indestructible", "BHM-134")
    elif not (isinstance(what, int) and board.find(what) is not None and board.protected(what, {"eterno": "BHM-145"})):
        card, owner = board.what_is(origin, what)
        being = taken(board, origin, what)
        laid(board, card, owner, being, op)


def taken(board: War, origin: PlaceRef, what: int | str) -> Being | None:
    """A card leaves its zone; the being that it is."""
    seat, player = origin.seat, board.player(origin.seat)
    if isinstance(what, int):
        return off_field(board, what) if origin.zone == "field" else out_of_deserters(board, seat, what)
    if origin.zone in ("hand", "deck", "summons"):
        board.count(seat, origin.zone, -1)
    elif origin.zone == "dead":
        board.take(seat, "dead", what)
    elif origin.zone == "territories":
        index = next(i for i, held in enumerate(player.territories) if held.card == what)
        board.lose_territory(seat, index, "BHM-R72", home=False)
    else:
        held = next(held for held in player.strategies if held.card == what)
        board.change(seat, strategies=tuple(other for other in player.strategies if other != held))
    return None


def out_of_deserters(board: War, seat: Seat, iid: int) -> Being:
    """Part a deserter from the others and send home what it carried."""
    being = board.pick_deserter(seat, iid)
    for held in (*being.powers, *being.objects):
        board.home(held.owner, held.card, "BHM-R15")
    return replace(being, powers=(), objects=())


def off_field(board: War, iid: int) -> Being | None:
    """What stands on the field leaves it, a petrified one as a mere card."""
    seat, slot = board.where(iid)
    space = board.space(seat, slot)
    if isinstance(space, Petrified):
        board.put_space(seat, slot, Orphans(space.orphans) if space.orphans else None)
        return None
    return board.lift(iid)


def laid(board: War, card: str, owner: Seat, being: Being | None, op: operations.MoveCard) -> None:
    """The card comes to its new zone."""
    seat, zone = op.to.seat, op.to.zone
    if zone == "field":
        board.enter(seat, op.slot or 0, card, owner, "moved", "BHM-R112")
        return
    if zone in ("dead", "summons") or (zone in ("hand", "deck") and board.is_summon(card)):  # R83: a summon is in neither
        board.home(owner, card, "BHM-R91")
        return
    if zone in ("hand", "deck"):
        board.count(owner, zone, 1)
    elif zone == "deserters" and being is not None:
        board.lay(owner, "deserters", replace(rested(without_temp(being)), fled_turn=board.state.turn))
    else:
        held = Held(card, owner, board.card(card).rank, board.next_seq())
        board.lay(seat, "territories" if zone == "territories" else "strategies", held)
    board.tell(changes.WentTo(seat=seat, card=card, zone=zone, where=None, clause="BHM-R91"))


# ---- what is pending


@EFFECTS.does(operations.CancelTop)
def cancel_top(board: War, op: operations.CancelTop) -> None:
    """The pending action on top comes to nothing; its card goes home (BHM-157, R89)."""
    windows = board.windows()
    if not windows:
        board.no_effect(board.by or board.active, board.card_at_work, "nothing_pending", "BHM-R107")
        return
    window, plan = windows[-1], windows[-1].plan
    board.set(agenda=tuple(step for step in board.state.agenda if step is not window))
    card = board.pending_card(plan)
    board.tell(changes.Cancelled(seat=window.seat, what=word_of(plan), card=card))
    if card is not None:
        board.home(window.seat, card, "BHM-R89")
    if isinstance(plan, PowerPlan):  # it enables no attack and feeds nobody (BHM-R40, R80)
        powers = board.player(window.seat).powers
        board.change(window.seat, powers=tuple(replace(p, cancelled=True) if p.seq == window.seq else p for p in powers))
        if (being := board.find(plan.executor)) is not None:
            executed = tuple(replace(x, cancelled=True) if x.seq == window.seq else x for x in being.executed)
            board.alter(being.iid, executed=executed)


# ---- what is aimed at, from when it is announced until it works (BHM-107, 142; R33, R89, R107, R108)


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


TARGET_COUNT = Code("bad_target", "BHM-R108", _("{the_card:card} asks for {most} {most:target|targets}; there are {value}."))


def targets_for(board: War, seat: Seat, card: str, executor: int | None) -> Domain:
    """One target (or nothing) for each structured effect of a card, in order; a free list of beings for a card without.

    Source: docs/inside/rules/bhm.md#actions.
    """
    effects, seen = board.card(card).on_play, board.seen_by(seat)
    if not effects:
        return some(board.iids(seen), 0, 8)
    each = (aimed_at(board, seat, effect.target, executor, seen, None) for effect in effects)
    return row(*each, count_code=TARGET_COUNT.knowing(the_card=card))


def aimed_at(board: War, seat: Seat, word: TargetWord, executor: int | None, seen: Test, *more: None) -> one_of:
    """Return what a target word allows that its player may choose, and what else is allowed there."""
    choices = (*candidates(board, seat, word, executor), *more)
    return one_of(choices, seen, otherwise=BAD_TARGET, the_target=board.called, the_word=word)


def numbered(board: War, seat: Seat, index: int) -> TerritoryRef:
    """A territory that a pending action is aimed at, by its own number: another may leave before it resolves."""
    return TerritoryRef(seat, index, board.player(seat).territories[index].seq)


def all_numbered(board: War, targets: Targets) -> Targets:
    """The targets of a pending action, its territories by their numbers."""
    return tuple(numbered(board, aim.seat, aim.index) if isinstance(aim, TerritoryRef) else aim for aim in targets)


def place_of(board: War, seat: Seat, seq: int | None) -> int | None:
    """Return where the target territory of a pending action lies now; None once it has left (BHM-R89, R107)."""
    return next((index for index, held in enumerate(board.player(seat).territories) if held.seq == seq), None)


def destroy(board: War, aim: TerritoryRef, card: str) -> None:
    """The territory that a card was aimed at is destroyed, if it is still there (BHM-R89, R107)."""
    index = place_of(board, aim.seat, aim.seq)
    if index is None:
        board.no_effect(aim.seat, card, "gone", "BHM-R107")
    else:
        board.destroy_territory(aim.seat, index)


def work(board: War, seat: Seat, card: str, targets: Targets, executor: int | None) -> None:
    """The structured effects of a card, in order; none without a target, or at one that may not be it any more (BHM-R89)."""
    for effect, target in zip(board.card(card).on_play, targets, strict=False):
        if isinstance(target, TerritoryRef):
            destroy(board, target, card)
        elif isinstance(target, int) and board.find(target) and target not in candidates(board, seat, effect.target, executor):
            board.fails(target, "illegal", "BHM-R89")
        elif target is not None and (not isinstance(target, int) or board.still_seen(seat, target)):
            take_effect(board, effect.aimed(target))

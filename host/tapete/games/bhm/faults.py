"""Find the faults of a position: the invariants that the ledger demands (docs/inside/rules/bhm.md#invariants).

What is pending lies on the step that it needs, each plan as a player could have announced it (BHM-155..157).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from tapete.core.kinds import beyond, mentioned, name_of
from tapete.core.refusals import Code, Faults, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Over, Step
from tapete.core.typed_cards import mistyped
from tapete.games.bhm import figures
from tapete.games.bhm import state as steps
from tapete.games.bhm.beings import EMPTY_FIELD, STANDING, Being, Held, Space, added_to, clamped, rested
from tapete.games.bhm.board import War, word_of
from tapete.games.bhm.cards import AT_BEINGS, TargetWord, controller_word
from tapete.games.bhm.constants import LARGEST_DECK, LOSING, MOST_RANK, MOST_TERRITORIES, SMALLEST_DECK
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import DestroyTerritory, DiscardCards, OnKeyword
from tapete.games.bhm.rulings import AddCard
from tapete.games.bhm.seen import carried_by

INV_AGENDA = Code("inv_agenda", "BHM-010", _("The match cannot be at this step: {step:moment}."))
AMISS = _("{card:card} cannot be so: {the_what:amiss}.")
INV_CARD = Code("inv_card", "BHM-R106", AMISS)
UNKNOWN_CARD = INV_CARD.saying(_("Nobody knows the card {card:card}: it is neither of the catalogue nor typed in."))
MISTYPED = INV_CARD.saying(
    _("{card:card} cannot have been typed in: its figures are not those of a card of its kind, or it is of the catalogue already.")
)
INV_COUNTS = Code("inv_counts", "BHM-R91", _("{seat:seat} has {have} main-deck {have:card|cards}, and there must be {due}."))
INV_SUMMONS = Code("inv_summons", "BHM-R83", _("{seat:seat} has {have} {have:summon|summons}, and there must be {due}."))
INV_COUNTER = Code("inv_counter", "BHM-029", _("{seat:seat}'s counter cannot be at {counter}: who has reached {the_most} has lost."))
INV_TURN = Code("inv_turn", "BHM-R98", _("{seat:seat}'s {the_what:done} cannot be so in this turn."))
INV_INSTANCES = Code("inv_instances", "BHM-102", _("The number {the_number} is there twice, or has not been given out yet."), figures={})
INV_AIM = INV_INSTANCES.saying(_("Something is aimed at the number {the_number}, and no being has ever had it."))
INV_OUT = Code("inv_out", "BHM-R110", _("{seat:seat} is out, and still has cards or no reason to be out."))
INV_IN = INV_OUT.saying(_("{seat:seat} plays on with a reason to be out: {the_reason:out_reason}."))
INV_LACKS = Code("inv_attr", "BHM-R18", _("{card:card} lacks {the_attr:attr}, which is printed on it."))
INV_ATTR = INV_LACKS.saying(_("{the_attr:attr} of {card:card} is {the_now} of {the_most}; by what changes it, it is {the_due} at most."))
INV_KEYWORD = INV_LACKS.saying(_("{card:card} has a keyword that no being has."))
INV_ZERO = Code("inv_zero", "BHM-R47", _("{card:card} is still on the field with {the_attr:attr} at 0."))
INV_ATTACKS = Code("inv_attacks", "BHM-R31", AMISS)
INV_BEING = Code("inv_being", "BHM-R98", AMISS)


class Part(NamedTuple):
    """What a part of a position comes to by itself, whatever the rest is.

    `strange` are cards that nobody knows: where there are any, no law is judged. `numbers` are those of things in play; `low` and `high`
    the least and the greatest number that is named. `lie` has each card outside hands, decks and dead zones: whose, and whether a summon.
    """

    strange: tuple[str, ...] = ()
    faults: tuple[Refusal, ...] = ()
    numbers: tuple[int, ...] = ()
    low: int = 0
    high: int = 0
    lie: tuple[tuple[Seat, bool], ...] = ()


class Pending(NamedTuple):
    """What a step comes to by itself; whether a player can have announced it; and the numbers by which it names beings."""

    part: Part
    plausible: bool
    aims: list[tuple[int, int | None]]
    """Each with the number of the announcement; None: the next one."""


def faults(board: War) -> Faults:
    """Every broken invariant of a position. What a part comes to is kept: an effect changes few of them."""
    state, whole = board.state, board.once(_whole)
    yield from [INV_AGENDA(step=name_of(type(step))) for step in misplaced(board)]
    typed = [kept.id for kept in state.typed_cards.values() if not board.knows(kept.id)]
    strange = [UNKNOWN_CARD(card=card) for card in dict.fromkeys((*whole.strange, *typed))]
    if state.typed_cards:
        strange += [MISTYPED(card=card) for card in mistyped(board, AddCard)]
    if strange:
        yield from strange
        return
    yield from whole.faults
    for seat, player in zip(state.seats, state.players, strict=True):
        if player.ready and player.alive and player.out is None:
            main, summons = owned(board, seat)
            if main != player.deck_size:
                yield INV_COUNTS(seat=seat, have=main, due=player.deck_size)
            if summons != player.summons_size:
                yield INV_SUMMONS(seat=seat, have=summons, due=player.summons_size)
    if board.exposed and not isinstance(board.top, Over):
        yield from (INV_ZERO(card=being.card, the_attr=name) for _, being in board.every() for name in board.fatal(being))
    yield from [INV_INSTANCES(the_number=number) for number in _misnumbered(board, whole)]
    yield from [INV_AIM(the_number=number) for number in dict.fromkeys(_aimed_at_nothing(board, whole))]


def owned(board: War, seat: Seat) -> tuple[int, int]:
    """2: how many main-deck cards and summons of an owner there are, wherever they lie."""
    own, lie = board.player(seat), board.once(_whole).lie
    return own.deck + own.hand + len(own.dead) + lie.count((seat, False)), own.summons + lie.count((seat, True))


# ---- the parts

flat = chain.from_iterable


def _together(parts: Sequence[Part]) -> Part:
    """What several parts, one at least, come to together."""
    strange, found, numbers, low, high, lie = zip(*parts, strict=True)
    return Part(tuple(flat(strange)), tuple(flat(found)), tuple(flat(numbers)), min(low), max(high), tuple(flat(lie)))


def _whole(board: War) -> Part:
    """What all parts come to: what is pending, and each player's side."""
    state = board.state
    bottom = type(state.agenda[0])
    own = None if bottom is steps.Initial else state.active
    moment = board.living, state.turn, state.typed_cards, bottom in (steps.Strategy, Over), type(board.top) is Over
    sides = [board.of_values((player, seat == own, *moment), _side, seat) for seat, player in zip(state.seats, state.players, strict=True)]
    return _together([*(pending.part for pending in board.once(_agenda)), *sides])


_announced = attrgetter("plan", "seq", "seat", "rank")
_laid = attrgetter(*(name for name in steps.LAID if name not in ("field", "dead")))


def _agenda(board: War) -> list[Pending]:
    """What each step comes to."""
    agenda, typed = board.state.agenda, board.state.typed_cards
    said = (_announced(step) if type(step) is steps.Window else step for step in agenda)  # the same whichever seat is asked
    return [board.of_values((what, typed), _pending, place) for place, what in enumerate(said)]


def _pending(board: War, place: int) -> Pending:
    """What a step comes to."""
    step = board.state.agenda[place]
    if not isinstance(step, steps.Window):
        return Pending(_part(board, step), True, [(number, None) for plan in getattr(step, "queue", ()) for number in _named_beings(plan)])
    card = board.pending_card(step.plan)
    part = _part(board, step, (step.seq,), () if card is None else ((card, step.seat),))
    return Pending(part, _plausible(board, step), [(number, step.seq) for number in _named_beings(step.plan)])


def _side(board: War, seat: Seat) -> Part:
    """What a player's side comes to."""
    player, typed = board.player(seat), board.state.typed_cards
    field = board.of_values((player.field, board.living, board.state.turn, typed), _spaces, seat)
    zones = board.of_values((_laid(player), board.living, board.state.turn, typed), _zones, seat)
    strange = (*field.strange, *zones.strange, *sorted(set(player.dead).difference(board.rules.catalogue.cards, typed)))
    found = () if strange else tuple([fault for fault in _of_player(board, seat, field.faults + zones.faults) if fault is not None])
    low, high = min(field.low, zones.low), max(field.high, zones.high)
    return Part(strange, found, field.numbers + zones.numbers, low, high, field.lie + zones.lie)


def _of_player(board: War, seat: Seat, lying: tuple[Refusal, ...]) -> Faults:
    """Who is out has nothing; who is in has a sound side, a counter below what loses, and the marks of this turn."""
    player = board.player(seat)
    if not player.alive or player.out is not None:
        yield must(not player.alive, INV_IN, seat=seat, the_reason=player.out)
        yield must(player.alive or (player.out is not None and player == player.without_all(player.out)), INV_OUT, seat=seat)
        return
    yield from lying
    if not board.of_cards(_summons).isdisjoint(player.dead):
        yield from (INV_CARD(card=card, the_what="dead") for card in player.dead if board.is_summon(card))
    if player.counter >= LOSING and not isinstance(board.top, Over):
        yield INV_COUNTER(seat=seat, counter=player.counter, the_most=LOSING)
    yield from [INV_TURN(seat=seat, the_what=what) for what in _misdone(board, seat)]


def _summons(board: War) -> frozenset[str]:
    return frozenset(filter(board.is_summon, board.card_ids))


def _spaces(board: War, seat: Seat) -> Part:
    """What a field comes to."""
    moment, field = (board.living, board.state.turn, board.state.typed_cards), board.player(seat).field
    parts = [board.of_values((space, *moment), _space, seat, slot) for slot, space in enumerate(field) if space is not None]
    return _together(parts) if parts else Part()


def _space(board: War, seat: Seat, slot: int) -> Part:
    """What lies in a space comes to."""
    space = board.player(seat).field[slot]
    return _lying(board, space, _in_space(board, space), space)


def _zones(board: War, seat: Seat) -> Part:
    """What lies in a player's other open zones comes to."""
    player, moment = board.player(seat), (board.living, board.state.turn, board.state.typed_cards)
    rest = replace(player, field=EMPTY_FIELD, dead=(), deserters=())
    zones = _lying(board, rest, _in_zones(board, seat), None, (*player.territories, *player.strategies))
    fled = [board.of_values((being, *moment), _deserter, seat, place) for place, being in enumerate(player.deserters)]
    return _together((zones, *fled)) if fled else zones


def _deserter(board: War, seat: Seat, place: int) -> Part:
    """What a deserter comes to."""
    being = board.player(seat).deserters[place]
    return _lying(board, being, _fled(board, seat, being), being)


def _lying(board: War, named: Any, laws: Faults, space: Space, held: tuple[Held, ...] = ()) -> Part:
    """What lies open comes to, in a space or without one.

    Args:
        named: all of it. laws: what is wrong with it, asked where all cards are known. space, held: what has an owner there.
    """
    cards = (*held, *carried_by(space), space) if isinstance(space, STANDING) else (*held, *carried_by(space))
    numbers = tuple([card.iid if isinstance(card, STANDING) else card.seq for card in cards])
    part = _part(board, named, numbers, [(card.card, card.owner) for card in cards])
    return part if part.strange else part._replace(faults=tuple([fault for fault in laws if fault is not None]))


def _part(board: War, named: Any, numbers: tuple[int, ...] = (), cards: Iterable[tuple[str, Seat]] = ()) -> Part:
    """A part of which no law is judged.

    Args:
        named: all of it. numbers: of things in play. cards: that lie there, each with its owner.
    """
    said = [*mentioned(named, "card")]
    unknown = set(said).difference(board.rules.catalogue.cards, board.state.typed_cards)
    strange = tuple([card for card in said if isinstance(card, str) and card in unknown]) if unknown else ()
    given = [number for number in mentioned(named, "number") if isinstance(number, int)]
    lie = () if strange else tuple([(owner, board.is_summon(card)) for card, owner in cards])
    return Part(strange, (), numbers, min(given, default=0), max(given, default=0), lie)


# ---- what holds of them


def _in_zones(board: War, seat: Seat) -> Faults:
    """Each zone holds cards of its kind, as they are printed."""
    player = board.player(seat)
    known = Counter(player.known_summons)
    yield from (INV_CARD(card=card, the_what="known") for card in known if known[card] > 1 or not board.is_summon(card))
    for kind, held in (("territory", player.territories), ("strategy", player.strategies)):
        yield from (INV_CARD(card=one.card, the_what=kind) for one in held if not _as_printed(board, one, kind))


def _in_space(board: War, space: Space) -> Faults:
    """What is in a space is of a kind that takes one, with cards that lie with it; a being has its figures and marks."""
    yield from _out_of_place(board, space)
    if isinstance(space, Being):
        yield from _being(board, space)


def _out_of_place(board: War, space: Space) -> Faults:
    """Name cards of a kind that does not belong there, or whose owner is out (invariant 3; BHM-002, R83, R110)."""
    if isinstance(space, STANDING):
        kind = board.card(space.card).kind
        sound = kind in figures.BEING_KINDS and kind == getattr(space, "kind", kind) and space.owner in board.living
        yield must(sound, INV_CARD, card=space.card, the_what="being")
    yield from (INV_CARD(card=card, the_what="carried") for card in _badly_carried(board, space))


def _misdone(board: War, seat: Seat) -> Iterator[str]:
    """8, 9: only the active player calls and plays strategies, in strategy phases, within what the counter can have been (BHM-R98)."""
    player, bottom = board.player(seat), board.state.agenda[0]
    snapshot = board.options.call_budget == "snapshot"
    most = player.call_snapshot if snapshot and player.call_snapshot is not None else LOSING - 1
    own = board.state.active == seat and not isinstance(bottom, steps.Initial)
    sound = {
        "calls": (own or not player.call_spent) and player.call_spent <= most,
        "budget": (snapshot or player.call_snapshot is None) and (player.call_snapshot or 0) < LOSING,
        "strategies": (own or not player.strategy_sum)
        and (not player.strategy_used or (own and isinstance(bottom, steps.Strategy | Over))),
        "powers": all(board.card(p.card).kind == "power" and board.card(p.card).rank == p.rank for p in player.powers)
        and not any(p.cancelled and p.fed is not None for p in player.powers),
    }
    yield from (what for what, holds in sound.items() if not holds)


def _badly_carried(board: War, space: Space) -> Iterator[str]:
    """Cards that do not lie with what is in a space: objects and equipped powers as printed, without a bearer only what lasts."""
    if isinstance(space, Being):
        yield from (held.card for held in space.objects if not _as_printed(board, held, "object"))
        for powers, equips in ((space.powers, True), (space.beside, False)):
            yield from (held.card for held in powers if not _as_printed(board, held, "power") or board.card(held.card).equips != equips)
        yield from (held.card for held in space.beside if held.mods)
    else:
        yield from (held.card for held in carried_by(space) if held.mods or not board.card(held.card).indestructible)


def _as_printed(board: War, held: Held, kind: str) -> bool:
    """Say whether a card in play has the kind, rank and changes that are printed on it, and an owner who is in."""
    printed = board.card(held.card)
    mods = all(printed.mods.get(name) == delta for name, delta in held.mods.items())
    return printed.kind == kind and printed.rank == held.rank and mods and held.owner in board.living and held.turn <= board.state.turn


def _figures(board: War, being: Being) -> Faults:
    """6: attributes inside their bounds and as their changes make them; none that is printed is missing."""
    printed, changed = board.card(being.card), being.powers or being.objects or being.temp
    for name in figures.ATTRS:
        attr = being.attr(name)
        if attr is not None:
            due = clamped(attr.base + added_to(being, name) if changed else attr.base)
            if not attr.cur <= attr.max == due:
                yield INV_ATTR(card=being.card, the_attr=name, the_now=attr.cur, the_most=attr.max, the_due=due)
        elif getattr(printed, name) is not None:
            yield INV_LACKS(card=being.card, the_attr=name)
    words = (*being.keywords, *(temp.keyword for temp in being.temp if temp.what == "keyword"))
    if not all(word is not None and figures.named(word) in figures.KEYWORDS for word in words):
        yield INV_KEYWORD(card=being.card)


def _being(board: War, being: Being) -> Faults:
    """6, 10: a being's figures, attacks within measure, and what it has done this turn."""
    yield from _figures(board, being)
    both = being.physical_used and being.power_used
    yield must(not (both and board.options.attacks_per_being == "one"), INV_ATTACKS, card=being.card, the_what="attacks")
    yield must(not (being.drained and (being.physical_used or being.power_used)), INV_ATTACKS, card=being.card, the_what="drained")
    yield from (INV_BEING(card=being.card, the_what=what) for what in _undone(board, being))


def _undone(board: War, being: Being) -> Iterator[str]:
    """What cannot be of how a being has come, fed, summoned and executed (BHM-090, 114, R80, R105)."""
    printed = board.card(being.card)
    entering = {place for place, effect in enumerate(printed.effects) if effect.when == "on_enter"}
    executed = ((board.card(power.card), power) for power in being.executed)
    sound = {
        "rank": abs(being.rank_base - printed.rank) <= MOST_RANK,
        "fled": being.fled_turn is None,
        "numbers": being.iid <= being.seq <= being.since,
        "fresh": (not being.fresh or bool(entering)) and (being.fresh or not being.applied),
        "applied": len(set(being.applied)) == len(being.applied) and set(being.applied) <= entering,
        "fed": (printed.summoner or not (being.fed or being.drained)) and (being.fed or not being.points),
        "executed": all(card.kind == "power" and (card.rank, card.equips) == (power.rank, power.equipped) for card, power in executed),
        "temp": all((temp.keyword is None) == (temp.what != "keyword") for temp in being.temp),
    }
    yield from (what for what, holds in sound.items() if not holds)


def _fled(board: War, seat: Seat, being: Being) -> Faults:
    """A deserter lies with its owner since a turn that has begun; what lasted for a turn is over (BHM-R14, R98)."""
    yield from _out_of_place(board, being)
    fled = being.fled_turn is not None and being.fled_turn <= board.state.turn
    sound = fled and being.owner == seat and being == rested(being) and not being.temp and not being.beside
    yield must(sound and not any(_figures(board, being)), INV_BEING, card=being.card, the_what="deserter")


def _misnumbered(board: War, whole: Part) -> Iterator[int]:
    """Yield numbers that two things in play have, and numbers that have not been given out (BHM-102)."""
    if len(set(whole.numbers)) < len(whole.numbers):
        yield from (number for number, times in Counter(whole.numbers).items() if times > 1)
    given = min(board.state.seq, figures.MOST_NUMBERS)
    if whole.low < 0 or max(whole.high, board.state.seq) > given:
        said = dict.fromkeys(mentioned(board.state, "number"))
        yield from (number for number in said if isinstance(number, int) and not 0 <= number <= given)


def _aimed_at_nothing(board: War, whole: Part) -> Iterator[int]:
    """Yield numbers at which a plan is aimed, or from which it comes, and that no being can have had when it was announced (BHM-102).

    A being that has left leaves no trace but its number: no card, power or action has that too, and it is lower than the plan's own.
    """
    state = board.state
    for number, announced in [aim for pending in board.once(_agenda) for aim in pending.aims]:
        if board.spot(number) is not None or any(number == being.iid for player in state.players for being in player.deserters):
            continue
        powers = (power.seq for player in state.players for power in player.powers)
        if number >= (state.seq + 1 if announced is None else announced) or number in whole.numbers or number in powers:
            yield number


def _named_beings(plan: steps.Plan) -> Iterator[int]:
    """Yield the numbers by which a plan names beings."""
    for field in ("attacker", "target", "source", "executor", "being"):
        if (number := getattr(plan, field, None)) is not None:
            yield number
    yield from (target for target in getattr(plan, "targets", ()) if isinstance(target, int))
    yield from (number for operation in getattr(plan, "ops", ()) for number in mentioned(operation, "number") if isinstance(number, int))


# ---- what is pending

SETUP = (steps.SetupDraw, steps.SetupExchange, steps.SetupDie)
COMBAT = (steps.Declaring, steps.Fighting)
UNASKED = (steps.TerrorPlan, steps.AbilityPlan)
REACTIONS = (steps.StrategyPlan, steps.PowerPlan)
OF_BEINGS = (steps.AttackPlan, *UNASKED)


def misplaced(board: War) -> Iterator[Step]:
    """Return the steps that do not fit the match, or what lies below them."""
    bottom, *above = board.state.agenda
    if isinstance(bottom, Over):
        sound = not above and _ended(board, bottom)
    elif isinstance(bottom, SETUP):
        sound = len(board.living) > 1 and _before_the_first_turn(board, bottom, above)
    else:
        sound = len(board.living) > 1 and _in_turn(board, bottom, above)
    if not sound:
        yield bottom
    elif not isinstance(bottom, steps.SetupDie):
        below: tuple[Step, ...] = ()
        for step, pending in zip(above, board.once(_agenda)[1:], strict=True):
            if not (pending.plausible and _interrupts(board, step, below, last=len(below) + 1 == len(above))):
                yield step
            below = (*below, step)


def _ended(board: War, over: Over) -> bool:
    """The one who is left has won, for the reason that a player is out; nobody is left in a draw (BHM-029, R08)."""
    kind = "win" if board.living else "draw"
    fits = over.kind == kind and over.seats == board.living and len(board.living) < 2
    return fits and over.reason in {player.out for player in board.state.players}


def _before_the_first_turn(board: War, bottom: Step, above: Sequence[Step]) -> bool:
    """Nobody has more than an opening hand, and dice lie there exactly while they decide (BHM-001..009)."""
    state, players = board.state, [board.player(seat) for seat in board.living]
    if state.turn or state.active is not None or state.starter is not None or not all(_opening(board, player) for player in players):
        return False
    if isinstance(bottom, steps.SetupDraw):
        return not above and not any(player.exchanged for player in players)
    if not isinstance(bottom, steps.SetupDie):
        return not above and all(player.ready for player in players)
    if len(above) != 1 or not isinstance(above[0], Dice) or not all(player.ready and player.exchanged for player in players):
        return False
    dice, tied = above[0].dice, bottom.tied
    ids = {die.id for die in dice} & {f"start{number}" for number in range(1, state.seq + 1)}
    asked = [replace(die, value=None) for die in dice] == [Die(die.id, seat, "start") for die, seat in zip(dice, tied, strict=False)]
    return asked and len(dice) == len(tied) == len(ids) and set(tied) <= set(board.living)


def _opening(board: War, player: steps.Player) -> bool:
    """Nothing yet, or an opening hand with what is left of deck and summons."""
    if not player.ready:
        return player == steps.Player()
    begun = steps.Player(exchanged=player.exchanged, **steps.set_up(player.deck_size, player.summons_size, board.options))
    return SMALLEST_DECK <= player.deck_size <= LARGEST_DECK and player == begun


def _in_turn(board: War, bottom: Step, above: Sequence[Step]) -> bool:
    """A part of the turn of a player who is in; what interrupts the final phase does so where that waits (BHM-010, R10, R29)."""
    state, active = board.state, board.state.active
    if state.turn < 1 or active is None or state.starter is None or (state.turn == 1 and active != state.starter):
        return False
    cut = isinstance(bottom, steps.Final) and bottom.cut
    if board.player(active).alive == cut or not all(board.player(seat).ready for seat in board.living):
        return False
    if isinstance(bottom, steps.Final):
        drawing = bool(above) and isinstance(above[0], steps.Window) and isinstance(above[0].plan, steps.DrawPlan)
        return not above or bottom.at in (("F3",) if cut else ("F1", "F5", "F2") if drawing else ("F1", "F5"))
    if isinstance(bottom, COMBAT):
        attacks = [(plan.attacker, plan.pod is None) for plan in bottom.queue]
        at_once = board.options.combat_mode == "immediate"
        return len(attacks) == len(set(attacks)) and all(_attacks(board, plan) for plan in bottom.queue) and not (at_once and attacks)
    return isinstance(bottom, steps.Initial | steps.Strategy)


def _attacks(board: War, plan: steps.AttackPlan) -> bool:
    """The one who still stands there has used the attack that is declared."""
    being = board.find(plan.attacker)
    return being is None or (being.physical_used if plan.pod is None else being.power_used)


def _interrupts(board: War, step: Step, below: Sequence[Step], *, last: bool) -> bool:
    """A choice that is owed now, or a window in which the living answer in order, the last one opened first (BHM-155, R111, R112)."""
    if isinstance(step, steps.Terror):
        return step.seat in board.living and last
    if not isinstance(step, steps.Window) or step.seat not in board.living or board.options.reaction_windows == "off":
        return False
    asked = board.after(step.seat)
    waits = len(step.waiting) > 0 and step.waiting == asked[-len(step.waiting) :] if last else asked == step.waiting
    return waits and _in_time(board, step, first=not below) and _fitting(board, step, below)


def _in_time(board: War, window: steps.Window, *, first: bool) -> bool:
    """What is not announced at any moment was announced on an empty stack, by whose turn it is, in its phase."""
    plan, bottom = window.plan, board.state.agenda[0]
    if isinstance(plan, UNASKED) or (isinstance(plan, steps.CallPlan) and plan.instant):
        return True
    if isinstance(plan, REACTIONS) and board.knows(plan.card) and board.card(plan.card).reaction:
        return True
    if isinstance(plan, steps.DrawPlan):
        fits = bottom == (steps.Initial("return") if plan.mandatory else steps.Final("F2"))
    else:
        fits = isinstance(bottom, steps.Declaring if isinstance(plan, steps.AttackPlan) else steps.Strategy)
    return first and fits and window.seat == board.active


def _fitting(board: War, window: steps.Window, below: Sequence[Step]) -> bool:
    """A plan that goes with what stands on the table: an attack that is used, a space that is free, a power that is noted."""
    plan, seat = window.plan, window.seat
    if isinstance(plan, steps.AttackPlan):
        return _attacks(board, plan)
    if isinstance(plan, steps.ComingPlan):
        mine = (step.plan for step in below if isinstance(step, steps.Window) and step.seat == seat)
        meant = {other.slot for other in mine if isinstance(other, steps.ComingPlan)}
        return not board.knows(plan.card) or (board.space(seat, plan.slot) is None and plan.slot not in meant)
    if isinstance(plan, steps.PowerPlan):
        played = (power for power in board.player(seat).powers if power.seq == window.seq and not power.cancelled and power.fed is None)
        return not board.knows(plan.card) or [(power.card, power.executor) for power in played] == [(plan.card, plan.executor)]
    return True


def _plausible(board: War, window: steps.Window) -> bool:
    """A plan with a card of its kind and of its rank, and what else a player who announces it must have named."""
    plan = window.plan
    if isinstance(plan, steps.DrawPlan):
        return window.rank is None
    if isinstance(plan, OF_BEINGS):
        return window.rank is not None and (not isinstance(plan, steps.AbilityPlan) or _usable(board, plan))
    if not board.knows(plan.card):
        return True  # said of the card itself
    printed = board.card(plan.card)
    if window.rank != printed.rank or printed.kind not in (figures.CALLED_KINDS if isinstance(plan, steps.CallPlan) else (word_of(plan),)):
        return False
    if isinstance(plan, steps.TerritoryPlan):
        gives = (plan.replace is None) == (plan.replaced is None) and (plan.replace is None or board.options.third_territory == "replace")
        return gives and (plan.destroy is None or _fits("enemy_territory", plan.destroy, window))
    if not isinstance(plan, REACTIONS):
        return True
    words = [effect.target for effect in printed.on_play]
    if not words:
        return all(isinstance(target, int) for target in plan.targets)
    return len(words) == len(plan.targets) and all(_fits(word, target, window) for word, target in zip(words, plan.targets, strict=True))


def _fits(word: TargetWord, target: figures.Target, window: steps.Window) -> bool:
    """Say whether a target is of the sort that a word asks for, seen from who announced it."""
    if target is None:
        return True
    if word in AT_BEINGS:
        return isinstance(target, int)
    if word == "enemy_territory":
        if not isinstance(target, figures.TerritoryRef):
            return False
        return target.index in range(MOST_TERRITORIES) and target.seat != window.seat and target.seq is not None
    if word == "top":
        return target == "top"
    return target in ("A", "B", "C", "D") and controller_word(word, window.seat, target)


def _usable(board: War, plan: steps.AbilityPlan) -> bool:
    """Operations that a player could have declared, and every territory that they destroy by its number."""
    for operation in plan.ops:
        if any(beyond(operation)):
            return False
        if isinstance(operation, OnKeyword):
            low, high = figures.FIGURES.get(operation.keyword, (0, 0))
            if operation.keyword not in figures.KEYWORDS or not low <= operation.figure <= high:
                return False
        if isinstance(operation, DiscardCards) and any(board.knows(card) and board.is_summon(card) for card in operation.cards):
            return False
    doomed = [(one.seat, one.index) for one in plan.ops if isinstance(one, DestroyTerritory)]
    return bool(plan.ops) and doomed == [(aim.seat, aim.index) for aim in plan.aims] and all(aim.seq is not None for aim in plan.aims)

"""What a sound position has: the invariants that the ledger demands of one (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tapete.core.kinds import mentioned, name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.typed_cards import mistyped
from tapete.games.bhm.beings import STANDING, Being, Held, Orphans, Space
from tapete.games.bhm.board import War, rested
from tapete.games.bhm.changing import added_to, clamped
from tapete.games.bhm.figures import ATTRS, BEING_KINDS, KEYWORDS, LOSING, MOST_NUMBERS, named
from tapete.games.bhm.language import _
from tapete.games.bhm.pending import misplaced
from tapete.games.bhm.rulings import AddCard
from tapete.games.bhm.seen import carried_by
from tapete.games.bhm.state import Initial, Player, Strategy

INV_AGENDA = Code("inv_agenda", "BHM-010", _("The match cannot be at this step: {step:moment}."))
AMISS = _("{card:card} cannot be so: {the_what:amiss}.")
UNKNOWN_CARD = Code("inv_card", "BHM-R106", _("Nobody knows the card {card:card}: it is neither of the catalogue nor typed in."))
MISTYPED = Code(
    "inv_card",
    "BHM-R106",
    _("{card:card} cannot have been typed in: its figures are not those of a card of its kind, or it is of the catalogue already."),
)
INV_CARD = Code("inv_card", "BHM-R106", AMISS)
INV_COUNTS = Code("inv_counts", "BHM-R91", _("{seat:seat} has {have} main-deck {have:card|cards}, and there must be {due}."))
INV_SUMMONS = Code("inv_summons", "BHM-R83", _("{seat:seat} has {have} {have:summon|summons}, and there must be {due}."))
INV_COUNTER = Code("inv_counter", "BHM-029", _("{seat:seat}'s counter cannot be at {counter}: who has reached {the_most} has lost."))
INV_TURN = Code("inv_turn", "BHM-R98", _("{seat:seat}'s {the_what:done} cannot be so in this turn."))
INV_INSTANCES = Code("inv_instances", "BHM-102", _("The number {the_number} is there twice, or has not been given out yet."), figures={})
INV_OUT = Code("inv_out", "BHM-R110", _("{seat:seat} is out, and still has cards or no reason to be out."))
INV_IN = Code("inv_out", "BHM-R110", _("{seat:seat} plays on with a reason to be out: {the_reason:out_reason}."))
INV_ATTR = Code(
    "inv_attr", "BHM-R18", _("{the_attr:attr} of {card:card} is {the_now} of {the_most}; by what changes it, it is {the_due} at most.")
)
INV_LACKS = Code("inv_attr", "BHM-R18", _("{card:card} lacks {the_attr:attr}, which is printed on it."))
INV_KEYWORD = Code("inv_attr", "BHM-R18", _("{card:card} has a keyword that no being has."))
INV_ZERO = Code("inv_zero", "BHM-R47", _("{card:card} is still on the field with {the_attr:attr} at 0."))
INV_ATTACKS = Code("inv_attacks", "BHM-R31", AMISS)
INV_BEING = Code("inv_being", "BHM-R98", AMISS)


def faults(board: War) -> Faults:
    """Every broken invariant of a position."""
    state = board.state
    yield from (INV_AGENDA(step=name_of(type(step))) for step in misplaced(board))
    strange = [card for card in dict.fromkeys(mentioned(state, "card")) if isinstance(card, str) and not board.knows(card)]
    yield from (UNKNOWN_CARD(card=card) for card in strange)
    false = [MISTYPED(card=card) for card in mistyped(board, AddCard)]
    yield from false
    if strange or false:
        return
    for seat in state.seats:
        player = board.player(seat)
        if not player.alive or player.out is not None:
            yield must(not player.alive, INV_IN, seat=seat, the_reason=player.out)
            yield must(player.alive or (player.out is not None and _empty(player)), INV_OUT, seat=seat)
            continue
        yield from (INV_CARD(card=card, the_what=what) for card, what in _out_of_place(board, seat))
        over = isinstance(board.top, Over)
        yield must(player.counter < LOSING or over, INV_COUNTER, seat=seat, counter=player.counter, the_most=LOSING)
        yield from (INV_TURN(seat=seat, the_what=what) for what in _misdone(board, seat))
        if player.ready:
            main, summons = owned(board, seat)
            yield must(main == player.deck_size, INV_COUNTS, seat=seat, have=main, due=player.deck_size)
            yield must(summons == player.summons_size, INV_SUMMONS, seat=seat, have=summons, due=player.summons_size)
        for being in board.beings(seat):
            yield from _being(board, being)
        for being in player.deserters:
            yield from _deserter(board, seat, being)
    yield from (INV_INSTANCES(the_number=number) for number in _misnumbered(board))


def _empty(player: Player) -> bool:
    """Whoever is out has nothing left (BHM-R110)."""
    left = Player(counter=player.counter, alive=False, out=player.out, deck_size=player.deck_size, summons_size=player.summons_size)
    return player == left


def _misdone(board: War, seat: Seat) -> Iterator[str]:
    """8, 9: only the active player calls and plays strategies, in strategy phases, within what the counter can have been (BHM-R98)."""
    player, bottom = board.player(seat), board.state.agenda[0]
    snapshot = board.options.call_budget == "snapshot"
    most = (player.call_snapshot or 0) if snapshot and player.call_snapshot is not None else LOSING - 1
    own = board.state.active == seat and not isinstance(bottom, Initial)
    sound = {
        "calls": (own or not player.call_spent) and player.call_spent <= most,
        "budget": (snapshot or player.call_snapshot is None) and (player.call_snapshot or 0) < LOSING,
        "strategies": (own or not player.strategy_sum) and (not player.strategy_used or (own and isinstance(bottom, Strategy | Over))),
        "powers": all(board.card(p.card).kind == "power" and board.card(p.card).rank == p.rank for p in player.powers)
        and not any(p.cancelled and p.fed is not None for p in player.powers),
    }
    yield from (what for what, holds in sound.items() if not holds)


def _out_of_place(board: War, seat: Seat) -> Iterator[tuple[str, str]]:
    """Yield cards, each with what is wrong, in a zone that is not their kind's, or whose owner is out (invariant 3; BHM-002, R83, R110)."""
    player = board.player(seat)
    yield from ((card, "dead") for card in player.dead if board.is_summon(card))
    known = Counter(player.known_summons)
    yield from ((card, "known") for card in known if known[card] > 1 or not board.is_summon(card))
    yield from ((held.card, "territory") for held in player.territories if not _as_printed(board, held, "territory"))
    yield from ((held.card, "strategy") for held in player.strategies if not _as_printed(board, held, "strategy"))
    for space in (*player.field, *player.deserters):
        if space is None:
            continue
        if isinstance(space, STANDING):
            kind = space.kind if isinstance(space, Being) else board.card(space.card).kind
            if kind not in BEING_KINDS or kind != board.card(space.card).kind or space.owner not in board.living:
                yield space.card, "being"
        yield from ((card, "carried") for card in _badly_carried(board, space))


def _badly_carried(board: War, space: Space) -> Iterator[str]:
    """Cards that do not lie with what is in a space: objects and equipped powers as printed, without a bearer only what lasts."""
    if isinstance(space, Being):
        yield from (held.card for held in space.objects if not _as_printed(board, held, "object"))
        for powers, equips in ((space.powers, True), (space.beside, False)):
            yield from (held.card for held in powers if not _as_printed(board, held, "power") or board.card(held.card).equips != equips)
        yield from (held.card for held in space.beside if held.mods)
    else:
        orphans = (held for held in carried_by(space) if held.mods or not board.card(held.card).indestructible)
        yield from (held.card for held in orphans)


def _as_printed(board: War, held: Held, kind: str) -> bool:
    """Say whether a card in play has the kind, rank and changes that are printed on it, and an owner who is in."""
    printed = board.card(held.card)
    mods = all(printed.mods.get(name) == delta for name, delta in held.mods.items())
    return printed.kind == kind and printed.rank == held.rank and mods and held.owner in board.living and held.turn <= board.state.turn


def owned(board: War, seat: Seat) -> tuple[int, int]:
    """2: how many main-deck cards and summons of an owner there are, wherever they lie."""
    own = board.player(seat)
    lie: list[str] = []
    for player in board.state.players:
        spaces = [space for space in (*player.field, *player.deserters) if space is not None]
        held = (*player.territories, *player.strategies, *(held for space in spaces for held in carried_by(space)))
        lie += [card.card for card in (*held, *spaces) if not isinstance(card, Orphans) and card.owner == seat]
    lie += [card for window in board.windows() if window.seat == seat and (card := board.pending_card(window.plan)) is not None]
    summons = sum(map(board.is_summon, lie))
    return own.deck + own.hand + len(own.dead) + len(lie) - summons, own.summons + summons


def _figures(board: War, being: Being) -> Faults:
    """6: attributes inside their bounds and as their changes make them; none that is printed is missing."""
    printed = board.card(being.card)
    words = {*being.keywords, *(temp.keyword for temp in being.temp if temp.what == "keyword")}
    known = all(word is not None and named(word) in KEYWORDS for word in words)
    for name in ATTRS:
        attr = being.attr(name)
        if attr is not None:
            due = clamped(attr.base + added_to(being, name))
            if not attr.cur <= attr.max == due:
                yield INV_ATTR(card=being.card, the_attr=name, the_now=attr.cur, the_most=attr.max, the_due=due)
        elif getattr(printed, name) is not None:
            yield INV_LACKS(card=being.card, the_attr=name)
    yield must(known, INV_KEYWORD, card=being.card)


def _being(board: War, being: Being) -> Faults:
    """6, 7, 10: a being's figures, nothing left at zero, attacks within measure, and what it has done this turn."""
    yield from _figures(board, being)
    if being.exposed and not isinstance(board.top, Over):
        yield from (INV_ZERO(card=being.card, the_attr=name) for name in board.fatal(being))
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
        "fled": being.fled_turn is None,
        "numbers": being.iid <= being.seq <= being.since,
        "fresh": (not being.fresh or bool(entering)) and (being.fresh or not being.applied),
        "applied": len(set(being.applied)) == len(being.applied) and set(being.applied) <= entering,
        "fed": (printed.summoner or not (being.fed or being.drained)) and (being.fed or not being.points),
        "executed": all(card.kind == "power" and (card.rank, card.equips) == (power.rank, power.equipped) for card, power in executed),
        "temp": all((temp.keyword is None) == (temp.what != "keyword") for temp in being.temp),
    }
    yield from (what for what, holds in sound.items() if not holds)


def _deserter(board: War, seat: Seat, being: Being) -> Faults:
    """A deserter lies with its owner since a turn that has begun; what lasted for a turn is over (BHM-R14, R98)."""
    fled = being.fled_turn is not None and being.fled_turn <= board.state.turn
    sound = fled and being.owner == seat and being == rested(being) and not being.temp and not being.beside
    yield must(sound and not any(_figures(board, being)), INV_BEING, card=being.card, the_what="deserter")


def _misnumbered(board: War) -> Iterator[int]:
    """Yield numbers that two things in play have, and numbers that have not been given out (BHM-102)."""
    beings = (being.iid for player in board.state.players for being in player.deserters)
    yield from (number for number, times in Counter([*board.numbers(), *beings]).items() if times > 1)
    given, named = min(board.state.seq, MOST_NUMBERS), dict.fromkeys(mentioned(board.state, "number"))
    yield from (number for number in named if isinstance(number, int) and not 0 <= number <= given)

"""What a sound position has: the invariants that the ledger demands of one (section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Over, Step
from tapete.games.bhm.board import War, carried_by
from tapete.games.bhm.changing import added_to, clamped
from tapete.games.bhm.figures import ATTRS, BEING_KINDS, LOSING
from tapete.games.bhm.language import _
from tapete.games.bhm.state import (
    Being,
    Declaring,
    Fighting,
    Final,
    Initial,
    ObjectPlan,
    Orphans,
    Petrified,
    Player,
    SetupDie,
    SetupDraw,
    SetupExchange,
    Strategy,
    Terror,
    Window,
)

Faults = Iterator[Refusal | None]

SETUP_STEPS = (SetupDraw, SetupExchange, SetupDie)
TURN_STEPS = (Initial, Strategy, Declaring, Fighting, Final)


INV_AGENDA = Code("inv_agenda", "BHM-010", _("The steps of the match do not fit together."), figures={})

INV_CARD = Code("inv_card", "BHM-R106", _("A card does not exist or does not belong where it lies."), figures={})

INV_COUNTS = Code("inv_counts", "BHM-R91", _("A player has too many or too few cards."), figures={})

INV_SUMMONS = Code("inv_summons", "BHM-R83", _("A player has too many or too few summons."), figures={})

INV_COUNTER = Code("inv_counter", "BHM-029", _("A counter cannot be there."), figures={})

INV_INSTANCES = Code("inv_instances", "BHM-102", _("Two things share an activation number, or have one that is not there yet."), figures={})

INV_OUT = Code("inv_out", "BHM-R110", _("A player who is out still has cards."), figures={})


def faults(board: War) -> Faults:
    """Every broken invariant of a position."""
    yield must(_agenda(board), INV_AGENDA)
    unknown = not all(map(board.knows, _cards(board))) or any(key != card.id for key, card in board.state.typed_cards.items())
    yield must(not unknown and not set(board.state.typed_cards) & set(board.rules.catalogue.cards), INV_CARD)
    if unknown:
        return
    for seat in board.state.seats:
        player = board.player(seat)
        if not player.alive:
            yield must(_empty(player), INV_OUT)
            continue
        yield must(_places(board, player), INV_CARD)
        yield must(player.counter < LOSING or isinstance(board.top, Over), INV_COUNTER)
        if player.ready:
            main, summons = owned(board, seat)
            yield must(main == player.deck_size, INV_COUNTS)
            yield must(summons == player.summons_size, INV_SUMMONS)
        for being in board.beings(seat):
            yield from _being(board, being)
    yield must(_numbers(board), INV_INSTANCES)


def _agenda(board: War) -> bool:
    """A part of setup or of the turn, then what interrupts it; whoever is named is in."""
    state = board.state
    bottom, *above = state.agenda
    if isinstance(bottom, Over):
        return not above
    if len(board.living) < 2:
        return False
    if isinstance(bottom, SETUP_STEPS):
        dice: list[Step] = list(above)
        fits = len(dice) == 1 and isinstance(dice[0], Dice) if isinstance(bottom, SetupDie) else not dice
        return fits and state.turn == 0 and state.active is None
    if not isinstance(bottom, TURN_STEPS) or state.turn < 1 or state.active is None or state.starter is None:
        return False
    cut = isinstance(bottom, Final) and bottom.cut
    if not (board.player(state.active).alive or cut) or not all(player.ready or not player.alive for player in state.players):
        return False
    return all(_asked(board, step) for step in above)


def _asked(board: War, step: Step) -> bool:
    """A window or an owed choice of players who are in."""
    if isinstance(step, Window):
        sound = bool(step.waiting) and set(step.waiting) <= set(board.living) and len(set(step.waiting)) == len(step.waiting)
        return sound and step.seat in board.living
    return isinstance(step, Terror) and step.seat in board.living


def _cards(board: War) -> Iterator[str]:
    """Every card that is named somewhere."""
    for player in board.state.players:
        yield from (*player.dead, *player.known_summons)
        yield from (held.card for held in (*player.territories, *player.strategies))
        for space in (*player.field, *player.deserters):
            if isinstance(space, Being | Petrified):
                yield space.card
            yield from (held.card for held in carried_by(space))
    for window in board.windows():
        if (card := board.pending_card(window.plan)) is not None:
            yield card


def _empty(player: Player) -> bool:
    """Whoever is out has nothing left (BHM-R110)."""
    counts = player.deck + player.hand + player.summons
    cards = (player.dead, player.deserters, player.territories, player.strategies)
    return not counts and not any(cards) and all(space is None for space in player.field)


def _places(board: War, player: Player) -> bool:
    """3: summons and main-deck cards lie where each belongs."""
    dead = not any(board.is_summon(card) for card in player.dead)
    known = all(board.is_summon(card) for card in player.known_summons)
    lands = all(board.card(held.card).kind == "territory" for held in player.territories)
    plans = all(board.card(held.card).kind == "strategy" for held in player.strategies)
    stand = (*player.field, *player.deserters)
    kinds = all(board.card(x.card).kind in BEING_KINDS for x in stand if isinstance(x, Being | Petrified))
    own = all(being.kind == board.card(being.card).kind for being in stand if isinstance(being, Being))
    return dead and known and lands and plans and kinds and own


def owned(board: War, seat: Seat) -> tuple[int, int]:
    """2: how many main-deck cards and summons of an owner there are, wherever they lie."""
    own = board.player(seat)
    main, summons = own.deck + own.hand + len(own.dead), own.summons

    def count(card: str) -> None:
        nonlocal main, summons
        if board.is_summon(card):
            summons += 1
        else:
            main += 1

    for player in board.state.players:
        for held in (*player.territories, *player.strategies):
            if held.owner == seat:
                count(held.card)
        for space in (*player.field, *player.deserters):
            if isinstance(space, Being | Petrified) and space.owner == seat:
                count(space.card)
            for held in carried_by(space):
                if held.owner == seat:
                    count(held.card)
    for window in board.windows():
        card = board.pending_card(window.plan)
        if window.seat == seat and card is not None:
            count(card)
    return main, summons


INV_ATTR = Code("inv_attr", "BHM-R18", _("An attribute does not fit what changes it."), figures={})

INV_ZERO = Code("inv_zero", "BHM-R47", _("A being is still on the field with an attribute at zero."), figures={})

INV_ATTACKS = Code("inv_attacks", "BHM-R31", _("A being has attacked more than it may."), figures={})


def _being(board: War, being: Being) -> Faults:
    """6, 7, 10: attributes inside their bounds and as their changes make them, nothing left at zero, attacks within measure."""
    for name in ATTRS:
        attr = being.attr(name)
        if attr is not None:
            sound = attr.cur <= attr.max == clamped(attr.base + added_to(being, name))
            yield must(sound, INV_ATTR)
    if being.exposed and not isinstance(board.top, Over):
        yield must(_may_stand(board, being), INV_ZERO)
    both = being.physical_used and being.power_used
    measured = not (both and board.options.attacks_per_being == "one") and not (being.drained and (being.physical_used or being.power_used))
    yield must(measured, INV_ATTACKS)


def _may_stand(board: War, being: Being) -> bool:
    """7: what is at zero and stays has its reason (BHM-R42, R47..R50)."""
    survives = board.card(being.card).survives_zero
    eternal = being.has("eterno")
    pod = not being.inactive or being.is_entity or "pod" in survives or board.paying(being.iid)
    salud = being.salud is None or being.salud.cur > 0 or "salud" in survives or eternal or being.has("inmortal")
    val = being.val is None or being.val.cur > 0 or eternal or being.is_entity
    return pod and salud and val


def _numbers(board: War) -> bool:
    """Everything on the field has a number of its own that has been given out (BHM-102)."""
    beings = [x.iid for p in board.state.players for x in (*p.field, *p.deserters) if isinstance(x, Being | Petrified)]
    objects = [h.seq for p in board.state.players for x in p.field if isinstance(x, Being | Orphans | Petrified) for h in carried_by(x)]
    pending = [w.seq for w in board.windows() if not isinstance(w.plan, ObjectPlan) or w.plan.orphan is None]
    counted = Counter([*beings, *objects, *pending])
    return all(number == 1 for number in counted.values()) and all(seq <= board.state.seq for seq in counted)

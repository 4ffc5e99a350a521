"""What a sound position has: the invariants that the ledger demands of one (section 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Over, Step
from tapete.games.moriham.beginning import start_dice
from tapete.games.moriham.board import Duel
from tapete.games.moriham.effects import Question, asks
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Item, Phase, Resolving, Setup, Stack, Triggers, Unit

Faults = Iterator[Refusal | None]

BELOW: dict[type[Step], tuple[type[Step], ...]] = {
    Triggers: (Phase,),
    Stack: (Triggers,),
    Resolving: (Triggers,),
    Unit: (Resolving,),
    Cards: (Unit,),
}
"""What each step stands on."""


INV_STACK = Code("inv_stack", "MOR-R40", _("What waits to be resolved does not fit together."))

INV_AGENDA = Code("inv_agenda", "MOR-047", _("A duel cannot be at this point."))

INV_QUESTION = Code("inv_question", "MOR-R89", _("Cards are asked for that no effect asks for now."))


def faults(board: Duel) -> Faults:
    """Every broken invariant of a position."""
    yield from _typed(board)
    known = list(_unknown_cards(board))
    yield from known
    yield must(_agenda(board), INV_AGENDA)
    if known or isinstance(board.state.agenda[0], Setup):
        return
    for seat in SEATS:
        yield from _side(board, seat)
    yield from _instances(board)
    sound = _stack(board)
    yield must(sound, INV_STACK)
    yield must(not sound or _question(board), INV_QUESTION)


INV_TYPED = Code("inv_typed", "MOR-R86", _("The typed-in figures of “{card}” do not fit together."))


def _typed(board: Duel) -> Faults:
    """MOR-R86: monsters have all three figures, other cards none; no id twice."""
    for card, typed in board.state.typed_cards.items():
        figures = [figure is not None for figure in (typed.level, typed.attack, typed.defense)]
        right = all(figures) if typed.type == "monster" else not any(figures)
        yield must(right and card not in board.rules.catalogue.cards, INV_TYPED, card=card)


INV_CARD = Code("inv_card", "MOR-R86", _("“{card}” is no such card of the catalogue, nor typed in."))


def _unknown_cards(board: Duel) -> Iterator[Refusal]:
    """8: cards that lie open are known, and of the type that lies there."""
    for seat in SEATS:
        side = board.side(seat)
        for monster in side.monsters:
            if monster is not None and not (board.knows(monster.card) and board.is_a(monster.card, "monster")):
                yield INV_CARD(card=monster.card)
        for spell in side.spells:
            if spell is not None and spell.card is not None and not (board.knows(spell.card) and not board.is_a(spell.card, "monster")):
                yield INV_CARD(card=spell.card)
        for card in (*side.graveyard, *side.removed):
            if not board.knows(card):
                yield INV_CARD(card=card)
    for item in _items(board):
        kind = item.kind if item.kind in ("magic", "trap") else "monster"
        if not (board.knows(item.card) and board.is_a(item.card, kind)):
            yield INV_CARD(card=item.card)
    for step in board.state.agenda:
        for trigger in (*step.waiting, *step.raised) if isinstance(step, Triggers) else ():
            if not (board.knows(trigger.card) and board.is_a(trigger.card, "monster")):
                yield INV_CARD(card=trigger.card)


def _items(board: Duel) -> Iterator[Item]:
    for step in board.state.agenda:
        if isinstance(step, Stack | Resolving):
            yield from step.items
        elif isinstance(step, Unit):
            yield step.item


def _agenda(board: Duel) -> bool:
    """A phase, then what interrupts it, each step on the one it needs; players are there from the first turn on."""
    state = board.state
    agenda = state.agenda
    if isinstance(agenda[0], Setup):
        return state.turn == 0 and state.active is None and _beginning(agenda[0], agenda[1:])
    if state.turn < 1 or state.active is None or not isinstance(agenda[0], Phase | Over):
        return False
    if isinstance(agenda[0], Phase) and agenda[0].ending and agenda[0].name != "battle":
        return False
    if not all(isinstance(under, BELOW.get(type(step), ())) for under, step in pairwise(agenda)):
        return False
    top = agenda[-1]
    if isinstance(top, Triggers):
        return bool(top.waiting) and not top.raised
    return isinstance(top, Phase | Over | Cards) or (isinstance(top, Stack) and bool(top.items) and top.passes < 2)


def _beginning(step: Setup, above: tuple[Step, ...]) -> bool:
    """Nothing lies on the set-up but the dice that were asked for last, one of them due at least (MOR-R21)."""
    if not above:
        return True
    dice = above[0]
    if len(above) > 1 or not isinstance(dice, Dice) or not dice.due:
        return False
    return step.rolls > 0 and tuple(replace(die, value=None) for die in dice.dice) == start_dice(step.rolls)


def _question(board: Duel) -> bool:
    """Cards are asked for by the operation at hand, and of whom it asks them (MOR-R89)."""
    agenda = board.state.agenda
    step, unit = agenda[-1], agenda[-2] if len(agenda) > 1 else None
    if not isinstance(step, Cards) or not isinstance(unit, Unit):
        return not isinstance(step, Cards)
    if unit.place >= len(board.effect_of(unit.item)) or not unit.asked or unit.asked[-1] != step.seat:
        return False
    op = board.effect_of(unit.item)[unit.place]
    with board.working_on(unit):
        fits = Question(step.seat, step.number, step.source) in asks(board, op)
    return fits and step.purpose == f"show_{name_of(type(op))}"


INV_COUNTS = Code(
    "inv_cards", "MOR-004", _("{seat:seat}'s cards add to {sum} and must be {due}: look at hand, deck, field, graveyard and removed cards.")
)

INV_LIFE = Code("inv_life", "MOR-082", _("{seat:seat} cannot go on with {life} life."))

INV_SUMMONS = Code("inv_summons", "MOR-058", _("{seat:seat} has summoned more often than allowed."))

INV_ATTACKS = Code("inv_attacks", "MOR-068", _("The monster in {seat:seat}'s slot {slot} has attacked more often than allowed."))

INV_CONTROL = Code("inv_control", "MOR-R88", _("The monster in {seat:seat}'s slot {slot} is not on loan."))


def _side(board: Duel, seat: Seat) -> Faults:
    """1, 3, 5, 6: all cards are somewhere, life, and what is counted in a turn."""
    side, state = board.side(seat), board.state
    field = (card for other in SEATS for card in (*board.side(other).monsters, *board.side(other).spells))
    owned = sum(card is not None and card.owner == seat for card in field)
    total = side.deck + side.hand + owned + len(side.graveyard) + len(side.removed)
    yield must(total == board.options.deck_size, INV_COUNTS, seat=seat, sum=total, due=board.options.deck_size)
    inside = any(isinstance(step, Unit) for step in state.agenda)
    over = isinstance(board.top, Over)
    yield must(inside or side.life > 0 or (over and side.life == 0), INV_LIFE, seat=seat, life=side.life)
    yield must(side.normal_used <= side.normal_allowed, INV_SUMMONS, seat=seat)
    for slot in SLOTS:
        monster = board.monster(seat, slot)
        if monster is not None:
            yield must(monster.attacks_used <= 1 + monster.extra_attacks, INV_ATTACKS, seat=seat, slot=slot)
            yield must(monster.control is None or monster.owner != seat, INV_CONTROL, seat=seat, slot=slot)


INV_INSTANCES = Code("inv_instances", "MOR-R55", _("Two cards on the field bear the same number, or one that is too high."))


def _instances(board: Duel) -> Faults:
    """15: every card on the field has a number of its own."""
    on_field = [card.iid for seat in SEATS for card in (*board.side(seat).monsters, *board.side(seat).spells) if card is not None]
    sound = len(set(on_field)) == len(on_field) and all(iid < board.state.next_iid for iid in on_field)
    yield must(sound and all(item.source < board.state.next_iid for item in _items(board)), INV_INSTANCES)


def _stack(board: Duel) -> bool:
    """9: only traps above the bottom, and exactly the cards of the stack wait face up in their slots."""
    stacks = [step for step in board.state.agenda if isinstance(step, Stack | Resolving)]
    items = list(_items(board))
    waiting = {item.source for item in items if item.kind in ("magic", "trap")}
    for seat in SEATS:
        for spell in board.side(seat).spells:
            if spell is not None and spell.on_stack and (spell.card is None or spell.iid not in waiting):
                return False
    above = [item for step in stacks for item in step.items[1:]]
    shaped = all(_shaped(board, item) for item in items)
    return shaped and all(item.kind == "trap" for item in above)


def _shaped(board: Duel, item: Item) -> bool:
    """An attack has a target and nothing else; a card has the effect that was chosen; a place inside its effect."""
    if item.kind == "attack":
        return item.effect is None and not item.targets and not item.ops
    return (item.effect is not None) == (item.kind in ("magic", "trap")) and item.target is None

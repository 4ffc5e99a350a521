"""Find the faults of a position: the invariants that the ledger demands, and what may be at hand in it.

Source: docs/inside/rules/moriham.md#invariants.

Each step stands on the one that it needs, and each item is as it was activated (MOR-R40..R43, R89).
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from tapete.core.kinds import beyond, mentioned, name_of
from tapete.core.refusals import Code, Faults, must
from tapete.core.seats import Seat, rival
from tapete.core.steps import Cards, Dice, Over, Step
from tapete.core.typed_cards import mistyped
from tapete.games.moriham.beginning import start_dice
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MonsterCard, chosen_words, ops_of
from tapete.games.moriham.constants import FULL_HAND
from tapete.games.moriham.effects import asks
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Asking, OnCards, Operations, SummonByEffect
from tapete.games.moriham.rulings import AddCard
from tapete.games.moriham.state import Item, Monster, Phase, Resolving, Setup, Side, Spell, Stack, Trigger, Triggers, Unit

INV_TYPED = Code("inv_typed", "MOR-R86", _("The typed-in figures of “{card}” do not fit together."))
INV_STACK = Code("inv_stack", "MOR-R40", _("{card:card} cannot wait to be resolved like this."))
INV_AGENDA = Code("inv_agenda", "MOR-047", _("A duel cannot be at this point: {step:moment}."))
INV_QUESTION = Code("inv_question", "MOR-R89", _("Cards are asked for that no effect asks for now."))


def faults(board: Duel) -> Faults:
    """Every broken invariant of a position."""
    yield from (INV_TYPED(card=card) for card in mistyped(board, AddCard))
    known = [INV_CARD(card=card) for card in dict.fromkeys(_strange_cards(board))]
    yield from known
    yield must(_stands(board), INV_AGENDA, step=name_of(type(board.top)))
    if known or isinstance(board.state.agenda[0], Setup):
        return
    for seat in SEATS:
        yield from _side(board, seat)
    yield from _instances(board)
    stuck = [INV_STACK(card=card) for card in _misfits(board)]
    yield from stuck
    yield must(stuck or _question(board), INV_QUESTION)


INV_CARD = Code("inv_card", "MOR-R86", _("“{card}” is no card that can be there: not of the catalogue, nor typed in, or of another type."))


def _strange_cards(board: Duel) -> Iterator[str]:
    """8: cards that lie open or wait are known, and of the type that lies there."""
    strange = [card for card in mentioned(board.state, "card") if not board.knows(card)]
    yield from strange
    if strange:
        return
    for side in map(board.side, SEATS):
        yield from (monster.card for monster in side.monsters if monster is not None and not board.is_a(monster.card, "monster"))
        yield from (spell.card for spell in side.spells if spell is not None and spell.card and board.is_a(spell.card, "monster"))
    for item in items(board):
        if not board.is_a(item.card, item.kind if item.kind in ("magic", "trap") else "monster"):
            yield item.card
    summoned = (op.card for item in items(board) for op in item.ops if isinstance(op, SummonByEffect))
    yield from (card for card in (*(trigger.card for trigger in triggers(board)), *summoned) if not board.is_a(card, "monster"))


INV_COUNTS = Code(
    "inv_cards", "MOR-004", _("{seat:seat}'s cards add to {sum} and must be {due}: look at hand, deck, field, graveyard and removed cards.")
)
INV_LIFE = Code("inv_life", "MOR-082", _("{seat:seat} cannot go on with {life} life."))
INV_SUMMONS = Code(
    "inv_summons",
    "MOR-058",
    _("{seat:seat} has made {used} normal {used:summon|summons} this turn, and {allowed} {allowed:is|are} allowed."),
)
INV_ATTACKS = Code(
    "inv_attacks", "MOR-068", _("The monster in {seat:seat}'s slot {slot} has attacked or used its ability more often than it can have.")
)
INV_CONTROL = Code("inv_control", "MOR-R88", _("The monster in {seat:seat}'s slot {slot} is not on loan."))
INV_SPELL = Code("inv_spell", "MOR-R33", _("The card in {seat:seat}'s magic and trap slot {slot} cannot lie there like this."))


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
    yield must(side.normal_used <= side.normal_allowed, INV_SUMMONS, seat=seat, used=side.normal_used, allowed=side.normal_allowed)
    for slot in SLOTS:
        monster, spell = board.monster(seat, slot), board.spell(seat, slot)
        if monster is not None:
            yield must(_idle(board, monster), INV_ATTACKS, seat=seat, slot=slot)
            yield must(monster.control is None or monster.owner != seat, INV_CONTROL, seat=seat, slot=slot)
        if spell is not None:
            yield must(spell.owner == seat and spell.set_turn <= state.turn and _lies(board, spell), INV_SPELL, seat=seat, slot=slot)


def _lies(board: Duel, spell: Spell) -> bool:
    """9: face up lie the cards that wait, and those whose text stays; where the duel has ended, any (MOR-R33, R69)."""
    if spell.on_stack:
        return not spell.face_down and any(item.source == spell.iid and item.kind in ("magic", "trap") for item in items(board))
    if spell.card is None:
        return True
    printed = board.card(spell.card)
    return isinstance(board.top, Over) or (not isinstance(printed, MonsterCard) and printed.stays)


def _idle(board: Duel, monster: Monster) -> bool:
    """6: a monster has attacked and used its ability no more than it may, and not before its time."""
    bottom, ability = board.state.agenda[0], board.printed(monster.card).ability
    early = isinstance(bottom, Phase) and bottom.name in ("initial", "main1")
    uses = ability.uses_per_turn if ability.timing in ("main", "initial") else 0
    return monster.attacks_used <= (0 if early else 1 + monster.extra_attacks) and monster.ability_uses <= uses


INV_INSTANCES = Code(
    "inv_instances", "MOR-R55", _("Cards on the field bear the same number, or one that has not been given out: {numbers}.")
)


def _instances(board: Duel) -> Faults:
    """15: every card on the field has a number of its own, and no number is named that has not been given out."""
    on_field = [card.iid for seat in SEATS for card in (*board.side(seat).monsters, *board.side(seat).spells) if card is not None]
    twice = {number for number in on_field if on_field.count(number) > 1}
    wrong = sorted(twice | {number for number in mentioned(board.state, "number") if number >= board.state.next_iid})
    yield must(not wrong, INV_INSTANCES, numbers=wrong)


# ---- what may be at hand

BELOW: dict[type[Step], type[Step]] = {Triggers: Phase, Stack: Triggers, Resolving: Triggers, Unit: Resolving, Cards: Unit}
"""What each step stands on."""


def items(board: Duel) -> list[Item]:
    """What waits or resolves, bottom first; the item at work stands above those below it."""
    steps = board.state.agenda
    waiting = [item for step in steps if isinstance(step, Stack | Resolving) for item in step.items]
    return [*waiting, *(step.item for step in steps if isinstance(step, Unit))]


def triggers(board: Duel) -> list[Trigger]:
    """The abilities that are set off."""
    return [trigger for step in board.state.agenda if isinstance(step, Triggers) for trigger in (*step.waiting, *step.raised)]


def _stands(board: Duel) -> bool:
    """A phase, then what interrupts it, each step on the one it needs; players are there from the first turn on."""
    state = board.state
    bottom, *above = state.agenda
    if isinstance(bottom, Setup):
        bare = state.turn == 0 and state.active is None and state.next_iid == 1 and state.A == state.B == Side()
        return bare and (not above or _dice_due(bottom, tuple(above)))
    if state.turn < 1 or state.active is None:
        return False
    if isinstance(bottom, Over):
        return not above and _ended(board, bottom)
    if not isinstance(bottom, Phase) or (bottom.ending and bottom.name != "battle"):
        return False
    if not all(isinstance(under, BELOW.get(type(step), ())) for under, step in pairwise(state.agenda)):
        return False
    if any(isinstance(under, Triggers) and under.raised for under, step in pairwise(state.agenda) if isinstance(step, Stack)):
        return False  # nothing is set off while players may still answer
    top = state.agenda[-1]
    if isinstance(top, Triggers):
        return bool(top.waiting) and not top.raised
    return isinstance(top, Phase | Cards) or (isinstance(top, Stack) and bool(top.items) and top.passes < 2)


def _dice_due(step: Setup, above: tuple[Step, ...]) -> bool:
    """Nothing lies on the set-up but the dice that were asked for last, one of them due at least (MOR-R21)."""
    dice = above[0]
    if len(above) > 1 or not isinstance(dice, Dice) or not dice.due:
        return False
    return step.rolls > 0 and tuple(replace(die, value=None) for die in dice.dice) == start_dice(step.rolls)


def _ended(board: Duel, over: Over) -> bool:
    """One has won, or both have nothing left: by life, by a deck, or because the other gave up (MOR-082..084, R23, R31)."""
    out = [seat for seat in SEATS if board.side(seat).life == 0]
    if over.kind == "draw":
        return over.seats == () and over.reason == "life" and len(out) == len(SEATS)
    if over.kind != "win" or len(over.seats) != 1:
        return False
    loser = rival(over.seats[0])
    if over.reason == "life":
        return out == [loser]
    side = board.side(loser)
    short = side.deck == 0 or (board.options.deck_out == "incomplete_draw" and side.deck < FULL_HAND - side.hand)
    return over.reason == "concede" or (over.reason == "deck" and loser == board.active and short and not out)


def _question(board: Duel) -> bool:
    """Cards are asked for by the operation at hand, and of whom it asks them (MOR-R89)."""
    unit, step = (None, *board.state.agenda)[-2:]
    if not isinstance(step, Cards):
        return True
    if not isinstance(unit, Unit) or unit.place >= len(ops := board.effect_of(unit.item)) or unit.asked[-1:] != (step.seat,):
        return False
    with board.working_on(unit):
        return step in asks(board, ops[unit.place])


def _misfits(board: Duel) -> Iterator[str]:
    """9: the cards of items and abilities that cannot wait like this; only traps lie above the bottom, and no card waits twice."""
    waiting = items(board)
    for place, item in enumerate(waiting):
        alone = all(other.source != item.source for other in waiting[:place])
        if not (alone and (place == 0 or item.kind == "trap") and _activated(board, item)):
            yield item.card
    for place, trigger in enumerate(set_off := triggers(board)):
        at, ability = board.locate(trigger.iid), board.printed(trigger.card).ability
        same = at is None or getattr(board.there(at), "card", None) == trigger.card
        if not same or ability.mode == "none" or ability.timing != trigger.timing or trigger in set_off[:place]:
            yield trigger.card


def _activated(board: Duel, item: Item) -> bool:
    """Say whether an item is as its action leaves it: an attack has a target at most, a card the effect that was chosen of its two."""
    at = board.locate(item.source)
    card = None if at is None else board.there(at)
    if item.kind in ("magic", "trap"):
        lies = card is None or (isinstance(card, Spell) and card.on_stack and card.card == item.card and card.owner == item.controller)
        mine = item.kind == "trap" or item.controller == board.active
        return lies and mine and item.effect is not None and item.target is None and _aimed(board, item)
    if item.effect is not None or not (card is None or (isinstance(card, Monster) and card.card == item.card)):
        return False
    mine = item.controller == board.active
    if item.kind == "attack":
        bottom = board.state.agenda[0]
        declared = not isinstance(card, Monster) or card.declared
        return mine and declared and isinstance(bottom, Phase) and bottom.name == "battle" and not (item.targets or item.ops)
    timing = board.printed(item.card).ability.timing
    return item.target is None and (timing in ("summoned", "destroyed") or (mine and timing is not None)) and _aimed(board, item)


def _aimed(board: Duel, item: Item) -> bool:
    """As many targets as the effect has chosen words; its operations are the catalogue's, or such as can be declared (MOR-R43)."""
    ops, structured = board.effect_of(item), ops_of(board.card(item.card), item.effect) is not None
    return len(item.targets) == len(chosen_words(ops)) and (not item.ops if structured else all(map(_declared, ops)))


def _declared(op: Operations) -> bool:
    """Say whether an operation names by words what it is done to, and no cards yet."""
    if any(beyond(op)) or (isinstance(op, OnCards) and op.target not in op.words):
        return False
    return not getattr(op, "cards", ()) and not (isinstance(op, Asking) and op.n > op.most)

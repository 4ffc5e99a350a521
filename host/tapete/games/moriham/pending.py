"""What may be at hand in a sound position: each step on the one it needs, each item as it was activated (MOR-R40..R43, R89)."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from tapete.core.kinds import beyond, name_of
from tapete.core.seats import rival
from tapete.core.steps import Cards, Dice, Over, Step
from tapete.games.moriham.beginning import start_dice
from tapete.games.moriham.board import Duel, Spot
from tapete.games.moriham.cards import MonsterCard, chosen_words
from tapete.games.moriham.effects import Question, asks
from tapete.games.moriham.figures import FULL_HAND, SEATS
from tapete.games.moriham.operations import Asking, OnCards, Operations, Showing, SummonByEffect
from tapete.games.moriham.state import Item, Monster, Phase, Resolving, Setup, Side, Spell, Stack, Trigger, Triggers, Unit

BELOW: dict[type[Step], tuple[type[Step], ...]] = {
    Triggers: (Phase,),
    Stack: (Triggers,),
    Resolving: (Triggers,),
    Unit: (Resolving,),
    Cards: (Unit,),
}
"""What each step stands on."""


def items(board: Duel) -> list[Item]:
    """What waits or resolves, bottom first; the item at work stands above those below it."""
    steps = board.state.agenda
    waiting = [item for step in steps if isinstance(step, Stack | Resolving) for item in step.items]
    return [*waiting, *(step.item for step in steps if isinstance(step, Unit))]


def triggers(board: Duel) -> list[Trigger]:
    """The abilities that are set off."""
    return [trigger for step in board.state.agenda if isinstance(step, Triggers) for trigger in (*step.waiting, *step.raised)]


def stands(board: Duel) -> bool:
    """A phase, then what interrupts it, each step on the one it needs; players are there from the first turn on."""
    state = board.state
    bottom, *above = state.agenda
    if isinstance(bottom, Setup):
        bare = state.turn == 0 and state.active is None and state.next_iid == 1 and state.A == state.B == Side()
        return bare and _beginning(bottom, tuple(above))
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


def _beginning(step: Setup, above: tuple[Step, ...]) -> bool:
    """Nothing lies on the set-up but the dice that were asked for last, one of them due at least (MOR-R21)."""
    if not above:
        return True
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


def question(board: Duel) -> bool:
    """Cards are asked for by the operation at hand, and of whom it asks them (MOR-R89)."""
    step, unit = board.state.agenda[-1], board.state.agenda[-2] if len(board.state.agenda) > 1 else None
    if not isinstance(step, Cards) or not isinstance(unit, Unit):
        return not isinstance(step, Cards)
    if unit.place >= len(board.effect_of(unit.item)) or not unit.asked or unit.asked[-1] != step.seat:
        return False
    op = board.effect_of(unit.item)[unit.place]
    with board.working_on(unit):
        fits = Question(step.seat, step.number, step.source) in asks(board, op)
    return fits and step.purpose == f"show_{name_of(type(op))}"


def misfits(board: Duel) -> Iterator[str]:
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
    printed, ops = board.card(item.card), board.effect_of(item)
    structured = printed.ability.ops if isinstance(printed, MonsterCard) else printed.effect[(item.effect or 1) - 1].ops
    return len(item.targets) == len(chosen_words(ops)) and (not item.ops if structured is not None else all(map(_declared, ops)))


def _declared(op: Operations) -> bool:
    """Say whether an operation names by words what it is done to, and no cards yet."""
    if any(beyond(op)) or (isinstance(op, OnCards) and op.target not in op.words):
        return False
    return not (isinstance(op, Asking) and op.n > op.most) and not (isinstance(op, Asking | Showing) and op.cards)


def summoned_cards(board: Duel) -> Iterator[str]:
    """The cards that operations which wait are to bring to the field: monsters, all of them."""
    yield from (op.card for item in items(board) for op in item.ops if isinstance(op, SummonByEffect))


def idle(board: Duel, spot: Spot, monster: Monster) -> bool:
    """6: a monster has attacked and used its ability no more than it may, and not before its time."""
    bottom, ability = board.state.agenda[0], board.printed(monster.card).ability
    early = isinstance(bottom, Phase) and bottom.name in ("initial", "main1")
    uses = ability.uses_per_turn if ability.timing in ("main", "initial") else 0
    return monster.attacks_used <= (0 if early else 1 + monster.extra_attacks) and monster.ability_uses <= uses

"""What may be pending in a sound position: each step on the one it needs, each plan as somebody could have announced it (BHM-155..157)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tapete.core.kinds import beyond
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Die, Over, Step
from tapete.games.bhm import plans
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import AT_BEINGS, TargetWord, controller_word
from tapete.games.bhm.effects import FIGURES
from tapete.games.bhm.figures import (
    CALLED_KINDS,
    KEYWORDS,
    LARGEST_DECK,
    MOST_TERRITORIES,
    OPENING_HAND,
    SMALLEST_DECK,
    CardKind,
    Target,
    TerritoryRef,
)
from tapete.games.bhm.operations import DestroyTerritory, DiscardCards, OnKeyword
from tapete.games.bhm.state import Declaring, Fighting, Final, Initial, Player, SetupDie, SetupDraw, SetupExchange, Strategy, Terror, Window

HOLDS: dict[type[plans.Plan], tuple[CardKind, ...]] = {
    plans.CallPlan: CALLED_KINDS,
    plans.SummonPlan: ("summon",),
    plans.StrategyPlan: ("strategy",),
    plans.PowerPlan: ("power",),
    plans.ObjectPlan: ("object",),
    plans.TerritoryPlan: ("territory",),
}
"""The kinds of card that a plan can hold."""


def misplaced(board: War) -> Iterator[Step]:
    """Return the steps that do not fit the match, or what lies below them."""
    bottom, *above = board.state.agenda
    if isinstance(bottom, Over):
        sound = not above and _ended(board, bottom)
    elif isinstance(bottom, SetupDraw | SetupExchange | SetupDie):
        sound = len(board.living) > 1 and _before_the_first_turn(board, bottom, above)
    else:
        sound = len(board.living) > 1 and _in_turn(board, bottom, above)
    if not sound:
        yield bottom
    elif not isinstance(bottom, SetupDie):
        yield from (step for place, step in enumerate(above) if not _interrupts(board, step, above[:place], above[place + 1 :]))


def _ended(board: War, over: Over) -> bool:
    """Whoever is left has won, for the reason that somebody is out; nobody is left in a draw (BHM-029, R08)."""
    kind = "win" if board.living else "draw"
    fits = over.kind == kind and over.seats == board.living and len(board.living) < 2
    return fits and over.reason in {player.out for player in board.state.players}


def _before_the_first_turn(board: War, bottom: Step, above: Sequence[Step]) -> bool:
    """Nobody has more than an opening hand, and dice lie there exactly while they decide (BHM-001..009)."""
    state, players = board.state, [board.player(seat) for seat in board.living]
    if state.turn or state.active is not None or state.starter is not None or not all(_opening(board, player) for player in players):
        return False
    if not isinstance(bottom, SetupDie):
        return not above and (not any(p.exchanged for p in players) if isinstance(bottom, SetupDraw) else all(p.ready for p in players))
    if len(above) != 1 or not isinstance(above[0], Dice) or not all(player.ready and player.exchanged for player in players):
        return False
    dice, tied = above[0].dice, bottom.tied
    ids = {die.id for die in dice} & {f"start{number}" for number in range(1, state.seq + 1)}
    asked = [replace(die, value=None) for die in dice] == [Die(die.id, seat, "start") for die, seat in zip(dice, tied, strict=False)]
    return asked and len(dice) == len(tied) == len(ids) and set(tied) <= set(board.living)


def _opening(board: War, player: Player) -> bool:
    """Nothing yet, or an opening hand with what is left of deck and summons."""
    if not player.ready:
        return player == Player()
    size, summons = player.deck_size, player.summons_size
    begun = Player(
        counter=board.options.starting_counter,
        ready=True,
        exchanged=player.exchanged,
        deck_size=size,
        summons_size=summons,
        deck=max(0, size - OPENING_HAND),
        hand=OPENING_HAND,
        summons=summons,
    )
    return SMALLEST_DECK <= size <= LARGEST_DECK and player == begun


def _in_turn(board: War, bottom: Step, above: Sequence[Step]) -> bool:
    """A part of the turn of somebody who is in; what interrupts the final phase does so where that waits (BHM-010, R10, R29)."""
    state, active = board.state, board.state.active
    if state.turn < 1 or active is None or state.starter is None or (state.turn == 1 and active != state.starter):
        return False
    if not all(board.player(seat).ready for seat in board.living):
        return False
    cut = isinstance(bottom, Final) and bottom.cut
    if board.player(active).alive == cut:
        return False
    if isinstance(bottom, Final):
        drawing = bool(above) and isinstance(above[0], Window) and isinstance(above[0].plan, plans.DrawPlan)
        return not above or bottom.at in (("F3",) if cut else ("F1", "F5", "F2") if drawing else ("F1", "F5"))
    if isinstance(bottom, Declaring | Fighting):
        attacks = [(plan.attacker, plan.pod is None) for plan in bottom.queue]
        at_once = board.options.combat_mode == "immediate"
        return len(attacks) == len(set(attacks)) and all(_attacks(board, plan) for plan in bottom.queue) and not (at_once and attacks)
    return isinstance(bottom, Initial | Strategy)


def _attacks(board: War, plan: plans.AttackPlan) -> bool:
    """Whoever still stands there has used the attack that is declared."""
    being = board.find(plan.attacker)
    return being is None or (being.physical_used if plan.pod is None else being.power_used)


def _interrupts(board: War, step: Step, below: Sequence[Step], above: Sequence[Step]) -> bool:
    """A choice that is owed now, or a window in which the living answer in order, the last one opened first (BHM-155, R111, R112)."""
    if isinstance(step, Terror):
        return step.seat in board.living and not above
    if not isinstance(step, Window) or step.seat not in board.living or board.options.reaction_windows == "off":
        return False
    asked = board.after(step.seat)
    waits = asked == step.waiting if above else len(step.waiting) > 0 and step.waiting == asked[-len(step.waiting) :]
    return waits and _in_time(board, step, first=not below) and _plausible(board, step, below)


def _in_time(board: War, window: Window, *, first: bool) -> bool:
    """What is not announced at any moment was announced on an empty stack, by whose turn it is, in its phase."""
    plan, bottom = window.plan, board.state.agenda[0]
    if isinstance(plan, plans.TerrorPlan | plans.AbilityPlan) or (isinstance(plan, plans.CallPlan) and plan.instant):
        return True
    if isinstance(plan, plans.StrategyPlan | plans.PowerPlan) and board.knows(plan.card) and board.card(plan.card).reaction:
        return True
    if isinstance(plan, plans.DrawPlan):
        fits = isinstance(bottom, Initial) and bottom.at == "return" if plan.mandatory else isinstance(bottom, Final) and bottom.at == "F2"
    else:
        fits = isinstance(bottom, Declaring if isinstance(plan, plans.AttackPlan) else Strategy)
    return first and fits and window.seat == board.active


def _plausible(board: War, window: Window, below: Sequence[Step]) -> bool:
    """A plan with a card of its kind and of its rank, and what else somebody who announces it must have named."""
    plan, seat = window.plan, window.seat
    if isinstance(plan, plans.DrawPlan):
        return window.rank is None
    if isinstance(plan, plans.AttackPlan):
        return window.rank is not None and _attacks(board, plan)
    if isinstance(plan, plans.AbilityPlan):
        return window.rank is not None and _usable(board, plan)
    if isinstance(plan, plans.TerrorPlan):
        return window.rank is not None
    if not board.knows(plan.card):
        return True  # said of the card itself
    printed = board.card(plan.card)
    if printed.kind not in HOLDS[type(plan)] or window.rank != printed.rank:
        return False
    if isinstance(plan, plans.CallPlan | plans.SummonPlan):
        meant = {plan.slot for plan in _coming(below, seat)}
        return board.space(seat, plan.slot) is None and plan.slot not in meant
    if isinstance(plan, plans.TerritoryPlan):
        gives = (plan.replace is None) == (plan.replaced is None) and (plan.replace is None or board.options.third_territory == "replace")
        return gives and (plan.destroy is None or _fits("enemy_territory", plan.destroy, window))
    if isinstance(plan, plans.ObjectPlan):
        return True
    words = [effect.target for effect in printed.on_play]
    aimed = all(_fits(word, target, window) for word, target in zip(words, plan.targets, strict=False))
    aimed = aimed and len(words) == len(plan.targets) if words else all(isinstance(target, int) for target in plan.targets)
    if isinstance(plan, plans.StrategyPlan):
        return aimed
    played = (power for power in board.player(seat).powers if power.seq == window.seq and not power.cancelled and power.fed is None)
    return aimed and [(power.card, power.executor) for power in played] == [(plan.card, plan.executor)]


def _coming(steps: Sequence[Step], seat: Seat) -> Iterator[plans.CallPlan | plans.SummonPlan]:
    """Return what is to come to a player's field."""
    for step in steps:
        if isinstance(step, Window) and step.seat == seat and isinstance(step.plan, plans.CallPlan | plans.SummonPlan):
            yield step.plan


def _fits(word: TargetWord, target: Target, window: Window) -> bool:
    """Say whether a target is of the sort that a word asks for, seen from who announced it."""
    if target is None:
        return True
    if word in AT_BEINGS:
        return isinstance(target, int)
    if word == "enemy_territory":
        if not isinstance(target, TerritoryRef):
            return False
        return target.index in range(MOST_TERRITORIES) and target.seat != window.seat and target.seq is not None
    if word == "top":
        return target == "top"
    return target in ("A", "B", "C", "D") and controller_word(word, window.seat, target)


def _usable(board: War, plan: plans.AbilityPlan) -> bool:
    """Operations that somebody could have declared, and every territory that they destroy by its number."""
    for operation in plan.ops:
        if any(beyond(operation)):
            return False
        if isinstance(operation, OnKeyword):
            low, high = FIGURES.get(operation.keyword, (0, 0))
            if operation.keyword not in KEYWORDS or not low <= operation.figure <= high:
                return False
        if isinstance(operation, DiscardCards) and any(board.knows(card) and board.is_summon(card) for card in operation.cards):
            return False
    doomed = [(one.seat, one.index) for one in plan.ops if isinstance(one, DestroyTerritory)]
    return bool(plan.ops) and doomed == [(aim.seat, aim.index) for aim in plan.aims] and all(aim.seq is not None for aim in plan.aims)

"""How the steps that are due have to fit together: each with the one below it, with the round, and with what it asks for (ledger, 6, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tapete.core.steps import Cards, Dice, Over, Step
from tapete.games.mamlejet.attack import frenzied
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.chain import CARDS, remainders
from tapete.games.mamlejet.items import ended, whole
from tapete.games.mamlejet.lots import DICE, lots_of
from tapete.games.mamlejet.state import (
    Activations,
    Assaults,
    Entries,
    Falls,
    FrenzyChoice,
    Hero,
    Initiative,
    Ordering,
    Plan,
    Resolving,
    Round,
    Selecting,
    Setup,
    Volley,
    Window,
)
from tapete.games.mamlejet.timing import stack_triggers

ABOVE: dict[type[Step], tuple[type[Step], ...]] = {
    Setup: (Hero,),
    Hero: (Selecting,),
    Round: (Initiative, Activations, Window, Ordering, Plan, Assaults, Cards),
    Initiative: (Dice,),
    Activations: (Entries, Selecting, Window, Ordering),
    Window: (Ordering, Resolving, Volley, Falls, FrenzyChoice),
    Resolving: (Dice, Cards, Entries),
    Volley: (Dice,),
    Falls: (Cards, Selecting),
    Assaults: (Selecting, Window, Ordering, Volley, Falls),
    FrenzyChoice: (Selecting, Window, Ordering, Volley),
    Selecting: (Dice,),
}
"""What may lie directly on a step."""

WAITING = (Setup, Window, Ordering, Plan, Assaults, FrenzyChoice, Entries, Dice, Cards, Over)
"""The steps that wait for somebody (MMK-R66; ledger, invariant 22)."""

AT: dict[type[Step], tuple[str, ...]] = {
    Initiative: ("1b",),
    Activations: ("1c",),
    Plan: ("2c_plan",),
    Assaults: ("3a_targets", "3a_defence", "3a_w2", "3a_rolls"),
    FrenzyChoice: ("3d", "3d_frenzy"),
    Falls: ("1c", "3a_rolls", "3d_frenzy"),
}
"""Where in the round a step belongs that does not belong everywhere."""

STAGES = {
    "defence": (("3a_targets", Selecting), ("3a_defence", Window), ("3a_defence", Ordering), ("3a_defence", None)),
    "window": (("3a_w2", Window), ("3a_w2", Ordering)),
    "rolls": tuple(("3a_rolls", kind) for kind in (Window, Ordering, Volley, Falls)),
}
"""Where the round is, and what lies on the attacks of 3a, at each of their stages (MMK-R21)."""

VOLLEYS: dict[str, tuple[type[Step], str | None, str]] = {
    "early": (Window, "3b", "attack"),
    "main": (FrenzyChoice, "3d", "attack"),
    "frenzy": (Window, "3d_frenzy", "frenzy"),
    "city": (Assaults, "3a_rolls", "assault"),
    "shot": (Window, None, "shot"),
}
"""What each volley lies on, where in the round, and how its dice are called."""


def misfit(board: Front) -> Step | None:
    """Return the first step of the agenda that cannot be due where it stands; None when all fit and the last one waits."""
    agenda = board.state.agenda
    for place, step in enumerate(agenda):
        below = agenda[place - 1] if place else None
        above = agenda[place + 1] if place + 1 < len(agenda) else None
        if not (isinstance(step, Setup | Round | Over) if below is None else isinstance(step, ABOVE.get(type(below), ()))):
            return step
        if above is None and not isinstance(step, WAITING):
            return step
        if board.at_step not in AT.get(type(step), (board.at_step,)):
            return step
        if (test := TESTS.get(type(step))) is not None and not test(board, step, below, above):
            return step
    return None if _waits(board) and _stacked(board) else agenda[-1]


def _waits(board: Front) -> bool:
    """Say whether the step at hand leaves everything as it is: it waits indeed."""
    run = board.rules.game.runs.get(type(board.top))
    if run is not None:
        scratch = board.scratch()
        run(scratch, scratch.top)
        return scratch.state is board.state
    return True


def _stacked(board: Front) -> bool:
    """Say whether what is on the stack can be answered, or resolves, before anything else goes on (MMK-R92)."""
    agenda = board.state.agenda
    if not board.state.stack or isinstance(board.top, Ordering):
        return True
    last = max((place for place, step in enumerate(agenda) if isinstance(step, Window)), default=None)
    if last is None:
        return False
    return not any(isinstance(step, FrenzyChoice) or (isinstance(step, Volley) and step.kind != "shot") for step in agenda[last + 1 :])


# ---- each step


def _setup(board: Front, step: Setup, _below: Step | None, _above: Step | None) -> bool:
    state = board.state
    return state.round == 0 and not state.order and not all(player.kept for player in state.players)


def _round(board: Front, step: Round, _below: Step | None, above: Step | None) -> bool:
    state, seats = board.state, board.state.seats
    if step.at in ("setup", "over"):
        return False
    first = state.round == 1 and step.at == "1b"
    ordered = sorted(state.order) == sorted(seats) or (first and not state.order)
    turn = step.at[0] == "2" or step.at in ("1a", "1b") or step.active == board.leader
    begun = step.begun or isinstance(above, Window | Ordering)
    return state.round >= 1 and all(p.kept for p in state.players) and ordered and turn and begun and (step.quiet or not step.mains)


def _initiative(board: Front, step: Initiative, _below: Step | None, _above: Step | None) -> bool:
    return all(step.groups) and sorted(seat for group in step.groups for seat in group) == sorted(board.state.seats)


def _selecting(board: Front, step: Selecting, below: Step | None, _above: Step | None) -> bool:
    assert below is not None, "lots are drawn for a step below"
    drawn = all(lot.chosen is None or lot.chosen < lot.number for lot in step.lots)
    return drawn and tuple(replace(lot, chosen=None) for lot in step.lots) == lots_of(board, below)


def _hero(board: Front, step: Hero, _below: Step | None, _above: Step | None) -> bool:
    player, decks = board.player(step.seat), board.rules.catalogue.extras["decks"]
    return not player.kept and player.hero is None and player.deck in decks and decks[player.deck].random_hero


def _entries(board: Front, step: Entries, _below: Step | None, _above: Step | None) -> bool:
    return bool(step.due)


def _activations(board: Front, step: Activations, _below: Step | None, above: Step | None) -> bool:
    known = _numbers(board, step.acted) and (step.now is None or step.now in step.acted)
    return known and (not isinstance(above, Selecting) or step.now is not None)


def _ordering(board: Front, step: Ordering, _below: Step | None, _above: Step | None) -> bool:
    again = board.scratch()
    again.done()
    stack_triggers(again)
    return again.state == board.state


def _resolving(board: Front, step: Resolving, _below: Step | None, above: Step | None) -> bool:
    if not whole(board, step.item, resolving=True):
        return False
    asks = isinstance(above, Entries) or bool(step.left)
    return asks and step.left in remainders(board, step.item)


def _volley(board: Front, step: Volley, below: Step | None, _above: Step | None) -> bool:
    kind, at, name = VOLLEYS[step.kind]
    alone = step.kind == "shot" or isinstance(below, Assaults | FrenzyChoice) or below is board.state.agenda[1]
    placed = isinstance(below, kind) and board.at_step == (at or board.at_step) and alone
    return placed and bool(step.shots) and all(_shot(board, step, shot, name) for shot in step.shots)


def _shot(board: Front, step: Volley, shot: Any, name: str) -> bool:
    free = step.kind == "shot"
    target = shot.against is None if step.kind == "city" or (free and shot.controller is None) else shot.city is None
    one = (shot.against is None) != (shot.city is None) and (step.kind == "frenzy" or target)
    named = shot.id.startswith("shot-") if free else shot.id == f"{name}-{shot.roller}"
    whose = shot.card is not None and board.knows(shot.card) if free else (shot.card, shot.controller) == (None, None)
    return one and named and whose and _numbers(board, (shot.roller,))


def _falls(board: Front, step: Falls, below: Step | None, above: Step | None) -> bool:
    if not step.left or any(fall.fallen for fall in step.left[1:]):
        return False
    first = step.left[0]
    placed = isinstance(below, Assaults) or board.at_step == "1c" or below is board.state.agenda[1]
    return placed and first.fallen and not (isinstance(above, Selecting) and first.catastrophic)


def _assaults(board: Front, step: Assaults, _below: Step | None, above: Step | None) -> bool:
    placed = (board.at_step, None if above is None else type(above)) in STAGES[step.stage]
    attacks = [attack for attack in step.attacks if board.in_play(attack.enemy)]
    enemies = [(attack, board.at_id(attack.enemy)) for attack in attacks]
    return (
        placed
        and _numbers(board, [attack.enemy for attack in step.attacks])
        and all(_once(attack.declined) for attack in step.attacks)
        and all(enemy.controller is None and board.figure(enemy.id) is not None for _, enemy in enemies)
        and all(attack.defended or enemy.opponent is None for attack, enemy in enemies)
    )


def _frenzy(board: Front, step: FrenzyChoice, below: Step | None, above: Step | None) -> bool:
    drawn = isinstance(above, Selecting)
    at = {"3d": above is not None and not drawn, "3d_frenzy": not isinstance(above, Volley)}[board.at_step]
    going = all(board.at_id(pid).controller is None for pid in step.enemies if board.in_play(pid))
    asked = above is not None or bool(frenzied(board))
    sent = bool(step.enemies) == drawn == step.allies_done
    return below is board.state.agenda[1] and at and sent and going and asked and _numbers(board, step.enemies)


def _dice(board: Front, step: Dice, below: Step | None, _above: Step | None) -> bool:
    assert below is not None, "a step below asks for dice"
    return bool(step.due) and tuple(replace(die, value=None) for die in step.dice) == DICE.asked(board, below)


def _cards(board: Front, step: Cards, below: Step | None, _above: Step | None) -> bool:
    assert below is not None, "a step below asks for cards"
    tidy = not isinstance(below, Round) or (below.at == "4b" and not board.state.triggers)
    return tidy and step == CARDS.asked(board, below)


def _over(board: Front, step: Over, _below: Step | None, _above: Step | None) -> bool:
    return ended(board, step)


TESTS: dict[type[Step], Callable[[Front, Any, Step | None, Step | None], bool]] = {
    Setup: _setup,
    Round: _round,
    Initiative: _initiative,
    Selecting: _selecting,
    Hero: _hero,
    Entries: _entries,
    Activations: _activations,
    Ordering: _ordering,
    Resolving: _resolving,
    Volley: _volley,
    Falls: _falls,
    Assaults: _assaults,
    FrenzyChoice: _frenzy,
    Dice: _dice,
    Cards: _cards,
    Over: _over,
}
"""What a step must be besides, of board, step, and the steps below and above it."""


def _numbers(board: Front, pids: Iterable[int]) -> bool:
    """Say whether these are numbers that something has had, each once."""
    found = list(pids)
    return _once(found) and all(pid < board.state.next_id for pid in found)


def _once(things: Iterable[Any]) -> bool:
    found = list(things)
    return len(set(found)) == len(found)

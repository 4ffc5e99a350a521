"""Check the steps on the agenda: they must fit each other, the round and what they ask for (docs/inside/rules/mamlejet.md#turn)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from tapete.core.steps import Cards, Dice, Over, Step
from tapete.games.mamlejet import state as due
from tapete.games.mamlejet.attack import frenzied
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Aim, Card
from tapete.games.mamlejet.chain import CARDS, aims_of, remainders
from tapete.games.mamlejet.figures import TACTICS
from tapete.games.mamlejet.lots import DICE, lots_of
from tapete.games.mamlejet.timing import stack_triggers

ABOVE: dict[type[Step], tuple[type[Step], ...]] = {
    due.Setup: (due.Hero,),
    due.Hero: (due.Selecting,),
    due.Round: (due.Initiative, due.Activations, due.Window, due.Ordering, due.Plan, due.Assaults, Cards),
    due.Initiative: (Dice,),
    due.Activations: (due.Entries, due.Selecting, due.Window, due.Ordering),
    due.Window: (due.Ordering, due.Resolving, due.Volley, due.Falls, due.FrenzyChoice),
    due.Resolving: (Dice, Cards, due.Entries),
    due.Volley: (Dice,),
    due.Falls: (Cards, due.Selecting),
    due.Assaults: (due.Selecting, due.Window, due.Ordering, due.Volley, due.Falls),
    due.FrenzyChoice: (due.Selecting, due.Window, due.Ordering, due.Volley),
    due.Selecting: (Dice,),
}
"""What may lie directly on a step."""

WAITING = (due.Setup, due.Window, due.Ordering, due.Plan, due.Assaults, due.FrenzyChoice, due.Entries, Dice, Cards, Over)
"""The steps that wait for a player (MMK-R66; invariant 22)."""

AT: dict[type[Step], tuple[str, ...]] = {
    due.Initiative: ("1b",),
    due.Activations: ("1c",),
    due.Plan: ("2c_plan",),
    due.Assaults: ("3a_targets", "3a_defence", "3a_w2", "3a_rolls"),
    due.FrenzyChoice: ("3d", "3d_frenzy"),
    due.Falls: ("1c", "3a_rolls", "3d_frenzy"),
}
"""Where in the round a step belongs that does not belong everywhere."""

STAGES = {
    "defence": (("3a_targets", due.Selecting), ("3a_defence", due.Window), ("3a_defence", due.Ordering), ("3a_defence", None)),
    "window": (("3a_w2", due.Window), ("3a_w2", due.Ordering)),
    "rolls": tuple(("3a_rolls", kind) for kind in (due.Window, due.Ordering, due.Volley, due.Falls)),
}
"""Where the round is, and what lies on the attacks of 3a, at each of their stages (MMK-R21)."""

VOLLEYS: dict[str, tuple[type[Step], str | None, str]] = {
    "early": (due.Window, "3b", "attack"),
    "main": (due.FrenzyChoice, "3d", "attack"),
    "frenzy": (due.Window, "3d_frenzy", "frenzy"),
    "city": (due.Assaults, "3a_rolls", "assault"),
    "shot": (due.Window, None, "shot"),
}
"""What each volley lies on, where in the round, and how its dice are called."""


def misfit(board: Front) -> Step | None:
    """Return the first step of the agenda that cannot be due where it stands; None when all fit and the last one waits."""
    agenda, at = board.state.agenda, board.at_step
    for below, step, above in zip((None, *agenda[:-1]), agenda, (*agenda[1:], None), strict=True):
        based = isinstance(step, (due.Setup, due.Round, Over) if below is None else ABOVE.get(type(below), ()))
        waits = above is not None or isinstance(step, WAITING)
        if not (based and waits and at in AT.get(type(step), (at,))):
            return step
        if (test := TESTS.get(type(step))) is not None and not test(board, step, below, above):
            return step
    return None if _waits(board) and _stacked(board) else agenda[-1]


def _waits(board: Front) -> bool:
    """Say whether the step at hand leaves everything as it is: it waits indeed."""
    scratch = board.scratch()
    if (run := board.rules.game.runs.get(type(board.top))) is not None:
        run(scratch, scratch.top)
    return scratch.state is board.state


def _stacked(board: Front) -> bool:
    """Say whether what is on the stack can be answered, or resolves, before anything else goes on (MMK-R92)."""
    agenda = board.state.agenda
    if not board.state.stack or isinstance(board.top, due.Ordering):
        return True
    last = max((place for place, step in enumerate(agenda) if isinstance(step, due.Window)), default=None)
    if last is None:
        return False
    return not any(
        isinstance(step, due.FrenzyChoice) or (isinstance(step, due.Volley) and step.kind != "shot") for step in agenda[last + 1 :]
    )


# ---- each step


def _round(board: Front, step: due.Round, _below: Step | None, above: Step | None) -> bool:
    state, seats = board.state, board.state.seats
    if step.at in ("setup", "over"):
        return False
    first = state.round == 1 and step.at == "1b"
    ordered = sorted(state.order) == sorted(seats) or (first and not state.order)
    turn = step.at[0] == "2" or step.at in ("1a", "1b") or step.active == board.leader
    begun = step.begun or isinstance(above, due.Window | due.Ordering)
    return state.round >= 1 and all(p.kept for p in state.players) and ordered and turn and begun and (step.quiet or not step.mains)


def _selecting(board: Front, step: due.Selecting, below: Step, _above: Step | None) -> bool:
    drawn = all(lot.chosen is None or lot.chosen < lot.number for lot in step.lots)
    return drawn and tuple(replace(lot, chosen=None) for lot in step.lots) == lots_of(board, below)


def _hero(board: Front, step: due.Hero, _below: Step | None, _above: Step | None) -> bool:
    player, decks = board.player(step.seat), board.rules.catalogue.extras["decks"]
    return not player.kept and player.hero is None and player.deck in decks and decks[player.deck].random_hero


def _activations(board: Front, step: due.Activations, _below: Step | None, above: Step | None) -> bool:
    known = _numbers(board, step.acted) and (step.now is None or step.now in step.acted)
    return known and (not isinstance(above, due.Selecting) or step.now is not None)


def _ordering(board: Front, step: due.Ordering, _below: Step | None, _above: Step | None) -> bool:
    again = board.scratch()
    again.done()
    stack_triggers(again)
    return again.state == board.state


def _resolving(board: Front, step: due.Resolving, _below: Step | None, above: Step | None) -> bool:
    asks = isinstance(above, due.Entries) or bool(step.left)
    return asks and whole(board, step.item, resolving=True) and step.left in remainders(board, step.item)


def _volley(board: Front, step: due.Volley, below: Step | None, _above: Step | None) -> bool:
    kind, at, name = VOLLEYS[step.kind]
    alone = step.kind == "shot" or isinstance(below, due.Assaults | due.FrenzyChoice) or below is board.state.agenda[1]
    placed = isinstance(below, kind) and board.at_step == (at or board.at_step) and alone
    return placed and bool(step.shots) and all(_shot(board, step, shot, name) for shot in step.shots)


def _shot(board: Front, step: due.Volley, shot: Any, name: str) -> bool:
    free = step.kind == "shot"
    target = shot.against is None if step.kind == "city" or (free and shot.controller is None) else shot.city is None
    one = (shot.against is None) != (shot.city is None) and (step.kind == "frenzy" or target)
    named = shot.id.startswith("shot-") if free else shot.id == f"{name}-{shot.roller}"
    whose = shot.card is not None and board.knows(shot.card) if free else (shot.card, shot.controller) == (None, None)
    return one and named and whose and _numbers(board, (shot.roller,))


def _falls(board: Front, step: due.Falls, below: Step | None, above: Step | None) -> bool:
    if not step.left or any(fall.fallen for fall in step.left[1:]):
        return False
    first = step.left[0]
    placed = isinstance(below, due.Assaults) or board.at_step == "1c" or below is board.state.agenda[1]
    return placed and first.fallen and not (isinstance(above, due.Selecting) and first.catastrophic)


def _assaults(board: Front, step: due.Assaults, _below: Step | None, above: Step | None) -> bool:
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


def _frenzy(board: Front, step: due.FrenzyChoice, below: Step | None, above: Step | None) -> bool:
    drawn = isinstance(above, due.Selecting)
    at = {"3d": above is not None and not drawn, "3d_frenzy": not isinstance(above, due.Volley)}[board.at_step]
    going = all(board.at_id(pid).controller is None for pid in step.enemies if board.in_play(pid))
    asked = above is not None or bool(frenzied(board))
    sent = bool(step.enemies) == drawn == step.allies_done
    return below is board.state.agenda[1] and at and sent and going and asked and _numbers(board, step.enemies)


def _dice(board: Front, step: Dice, below: Step, _above: Step | None) -> bool:
    return bool(step.due) and tuple(replace(die, value=None) for die in step.dice) == DICE.asked(board, below)


def _cards(board: Front, step: Cards, below: Step, _above: Step | None) -> bool:
    tidy = not isinstance(below, due.Round) or (below.at == "4b" and not board.state.triggers)
    return tidy and step == CARDS.asked(board, below)


TESTS: dict[type[Step], Callable[[Front, Any, Any, Step | None], bool]] = {
    due.Setup: lambda board, step, below, above: (
        board.state.round == 0 and not board.state.order and not all(player.kept for player in board.state.players)
    ),
    due.Round: _round,
    due.Initiative: lambda board, step, below, above: (
        all(step.groups) and sorted(seat for group in step.groups for seat in group) == sorted(board.state.seats)
    ),
    due.Selecting: _selecting,
    due.Hero: _hero,
    due.Entries: lambda board, step, below, above: bool(step.due),
    due.Activations: _activations,
    due.Ordering: _ordering,
    due.Resolving: _resolving,
    due.Volley: _volley,
    due.Falls: _falls,
    due.Assaults: _assaults,
    due.FrenzyChoice: _frenzy,
    Dice: _dice,
    Cards: _cards,
    Over: lambda board, step, below, above: ended(board, step),
}
"""What a step must be besides, of board, step, and the steps below and above it; where it may lie is known by then (`ABOVE`)."""


def _numbers(board: Front, pids: Collection[int]) -> bool:
    """Say whether these are numbers that something has had, each once."""
    return _once(pids) and all(pid < board.state.next_id for pid in pids)


def _once(things: Collection[Any]) -> bool:
    return len(set(things)) == len(things)


# ---- what waits, and what has ended


def _does(card: Card, place: int | None, kind: str) -> bool:
    return place is not None and place < len(card.abilities) and card.abilities[place].kind == kind


PRINTED: dict[str, Callable[[Card, due.Item], bool]] = {
    "tactic": lambda card, item: card.type in TACTICS,
    "ability": lambda card, item: card.heal_difficulty is not None if item.ability is None else _does(card, item.ability, "action"),
    "trigger": lambda card, item: _does(card, item.ability, "triggered"),
    "equip": lambda card, item: card.subtype == "arma",
    "activation": lambda card, item: card.activation is not None,
    "shot": lambda card, item: True,
}
"""What must be printed on the card of an item of each kind; damage has no card."""


def seated(board: Front, card: str, owner: Any, controller: Any) -> bool:
    """Say whether a card is known, has an owner, and a player commands it exactly where it is no enemy."""
    return board.knows(card) and owner is not None and (controller is None) == board.is_enemy(card)


def whole(board: Front, item: due.Item, *, resolving: bool = False) -> bool:
    """Say whether an item has all that its kind needs, and nothing besides; while it is `resolving`, illegal targets are gone (MMK-109)."""
    if item.kind in ("damage", "batch"):
        bare = (item.card, item.source, item.ability, item.targets, item.owner) == (None, None, None, (), None)
        return bare and bool(item.hits) and (item.kind == "damage" or item.controller is None) and not resolving
    if item.card is None or not seated(board, item.card, item.owner, item.controller) or item.hits:
        return False
    sourced = (item.source is None) == (item.kind == "tactic")
    return sourced and PRINTED[item.kind](board.card(item.card), item) and _aimed(board, item, resolving)


def _aimed(board: Front, item: due.Item, resolving: bool) -> bool:
    """Say whether an item is aimed at as many things as its card asks for, each of its kind."""
    if item.kind == "shot":
        return len(item.targets) == 1 and (
            item.targets[0] in board.state.seats if item.controller is None else isinstance(item.targets[0], int)
        )
    wanted = aims_of(board, item)

    def meant(aim: Aim, target: Any) -> bool:
        if target is None:
            return aim.optional or resolving
        return target in board.state.seats if aim.kind in ("city", "player") else isinstance(target, int)

    return len(item.targets) == len(wanted) and all(map(meant, wanted, item.targets))


REASONS: dict[str, tuple[str, ...]] = {
    "win": ("emuna", "clock", "exhausted", "card"),
    "loss": ("lost", "empty_city", "card"),
    "draw": ("both", "emuna", "clock", "exhausted", "card"),
    "stopped": ("abandoned",),
}
"""For which reasons a match may end in each way."""


def ended(board: Front, over: Over) -> bool:
    """Say whether a match can have ended like that: the one who won plays, nothing waits, and scores and losses say the same (MMK-R38)."""
    state = board.state
    won = _once(over.seats) and bool(over.seats) == (over.kind == "win")
    if not won or over.reason not in REASONS[over.kind] or state.stack or state.triggers:
        return False
    if over.reason in ("card", "abandoned"):
        return True
    judged = board.scratch()
    if over.reason in ("clock", "exhausted"):
        judged.best_score(over.reason, "")
    else:
        judged.set(agenda=(due.Setup(),))
        judged.settle()
    return judged.top == over or (over.reason, over.kind) == ("exhausted", "draw")

"""What lies where on the table, and what the panels show (MMK-040, 048, 053, 163; R97)."""

from collections.abc import Iterator
from typing import Any

from tapete.core.codec import builtins
from tapete.core.layout import Place
from tapete.core.scene import Panel, Scene
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Owed
from tapete.core.texts import Joined, Text
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Permanent

CHANGED = _(" Its index is {now}, and {base} is printed: {why:shift}.")


def layout(board: Front) -> Iterator[Place]:
    """Counters and piles of every player, everything in play, and what waits."""
    state = board.state
    yield Place("round", state.round, _("Round {value}."))
    if board.options.clock_minutes is not None:
        yield Place("clock", board.options.clock_minutes, _("Against the clock: {value} {value:minute|minutes}."))
    yield Place("order", list(state.order), _("Order of this round: {value:seat}."))
    for player in state.players:
        seat, whose = player.seat, {"seat": player.seat}
        yield Place(f"score_{seat}", board.score(seat), _("{seat:seat} has taken {value} emuná."), whose)
        yield Place(f"lost_{seat}", board.lost(seat), _("{seat:seat} has lost {value} emuná."), whose)
        yield Place(f"hand_{seat}", player.hand, _("{seat:seat} holds {value} {value:card|cards}."), whose)
        yield Place(f"city_{seat}", player.city, _("{seat:seat}'s city has {value} {value:card|cards}."), whose)
        yield Place(f"enemy_city_{seat}", player.enemy_city, _("{seat:seat}'s enemy city has {value} {value:card|cards}."), whose)
        yield Place(
            f"guenizah_{seat}", [lying.card for lying in player.guenizah], _("{seat:seat}'s guenizá, in order: {value:card}."), whose
        )
        yield Place(f"enemy_out_{seat}", list(player.enemy_out), _("{seat:seat}'s enemies out of the game: {value:card}."), whose)
    for p in state.permanents:
        yield _lying(board, p)
    yield Place(
        "stack", [item.card for item in state.stack if item.card is not None], _("Waiting on the stack, from the bottom up: {value:card}.")
    )


def _lying(board: Front, p: Permanent) -> Place:
    """Return a permanent as it lies; of one that fights, its index too: the printed one, that of now, and why (MMK-011, 130)."""
    said: Text = _("{card:card} (number {id}), turned: it is dedicated.") if p.dedicated else _("{card:card} (number {id}), upright.")
    params: dict[str, Any] = {"card": p.card, "id": p.id}
    value: dict[str, Any] = {"card": p.card, "dedicated": p.dedicated is not None, "opponent": p.opponent}
    base = board.card(p.card).difficulty
    if base is not None:
        why = list(board.shifts(p))
        index = {"base": base, "now": board.difficulty(p), "why": builtins(why)}
        value["index"] = index
        if why:
            said, params = Joined((said, CHANGED), between=""), {**params, **index, "why": why}
    return Place(f"{p.controller or 'front'}_{p.id}", value, said, params)


def scene(board: Front, owed: tuple[Owed, ...]) -> Scene:
    """On every panel the score toward the aim; on its own display what its die has to reach, else the emuná that is lost (R97)."""
    return Scene(panels=tuple(_panel(board, seat) for seat in board.state.seats))


def _panel(board: Front, seat: Seat) -> Panel:
    needed = _needed(board, seat)
    return Panel(
        seat=seat,
        value=min(999, board.score(seat)),
        largest=board.options.win_emuna,
        shown=max(0, min(99, board.lost(seat) if needed is None else needed)),
        shows="lost" if needed is None else "needed",
    )


def _needed(board: Front, seat: Seat) -> int | None:
    """Return what the first die that a panel owes has to reach; an index has no floor, and a display has one (R29)."""
    step = board.top
    return next((die.needs for die in step.due if die.panel == seat), None) if isinstance(step, Dice) else None

"""What the panels of a console tell of a turn: each beat of its account (`tapete.presentation.telling`) as lights.

The counters show what was bid, the strip of a panel what became of its player, and what a counter has lost glows on. Games declare nothing
for that: it follows from cue, ring and seat of a beat and from the scene of its state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tapete.core.rules import Rules
from tapete.core.scene import Panel, Scene, Tell, TellSign
from tapete.core.seats import Seat
from tapete.core.steps import Dice
from tapete.presentation import find
from tapete.presentation.telling import BLOW, Account, Beat, Ring, RingDice, Versus, newest
from tapete.table import Table
from tapete.table.panel_telling import ToldScene, ToldTurn

FIGURE = 2
"""The weight from which on a beat has lights: a step has its sentence on the pages alone."""

_RANK: tuple[TellSign, ...] = ("step", "acts", "void", "bid", "loses", "wins")
"""Where several beats are told at once the last of these that a seat had is its sign."""


def turn_told(table: Table) -> ToldTurn | None:
    """What happened last at a table, for its consoles; None: nothing that is told."""
    account = newest(table, find(table.rules.game.name).account)
    return None if account is None else told(table.rules, account)


def told(rules: Rules[Any], account: Account) -> ToldTurn:
    """An account as panels tell it.

    What decides something holds up what is asked until LOCK is pressed, unless the match is over, dice are owed (they are rolled one after
    another) or more belongs to the same thing. All else is said beside what is asked.

    Args:
        rules: of the match. account: what happened.
    """
    counted = _counted(rules.scene(account.before if account.before is not None else account.beats[0].state, asked=False))
    held: list[ToldScene] = []
    beside: dict[Seat, Tell] = {}
    ring: Ring | None = None
    for number, beat in enumerate(account.beats):
        fresh, ring = None if beat.ring is ring else beat.ring, beat.ring
        if beat.weight < FIGURE:
            continue
        scene = rules.scene(beat.state, asked=False)
        values = _counted(scene)
        signs: dict[Seat, Tell] = {}
        for seat, value in values.items():
            sign, bid = _sign(beat, fresh, seat, tuple(values))
            was = counted.get(seat, value)
            signs[seat] = Tell(id=f"{account.number}.{number}", sign=sign, number=bid if bid is not None else was if was != value else None)
            if seat not in beside or _RANK.index(sign) >= _RANK.index(beside[seat].sign):
                beside[seat] = signs[seat]
        over = account.over and beat is account.beats[-1]
        held.append(ToldScene(_asking_next(scene, signs, over=over), beat.hold_ms / 1000))
    holds = account.weight >= BLOW and not account.goes_on and not isinstance(account.beats[-1].state.agenda[-1], Dice)
    now = _counted(rules.scene(account.beats[-1].state, asked=False))
    lost = {seat: counted[seat] for seat in beside if counted.get(seat, now[seat]) != now[seat]}
    riding = {seat: one if one.sign == "bid" else replace(one, number=lost.get(seat)) for seat, one in beside.items()}
    return ToldTurn(number=account.number, scenes=tuple(held) if holds else (), signs=riding, waits=not account.over)


def _counted(scene: Scene) -> dict[Seat, int]:
    return {panel.seat: panel.value for panel in scene.panels}


def _asking_next(scene: Scene, signs: Mapping[Seat, Tell], *, over: bool) -> Scene:
    """A moment's picture: nothing is asked but to go on; at the end of a match its lamps say who won."""

    def panel(of: Panel) -> Panel:
        bare = replace(of, bid=None, pick=None, dice=(), purpose=None, lock=None, tell=signs[of.seat])
        return bare if over else replace(bare, lamp="turn", lock="pass")

    return replace(scene, panels=tuple(panel(of) for of in scene.panels))


def _sign(beat: Beat, ring: Ring | None, seat: Seat, seats: Sequence[Seat]) -> tuple[TellSign, int | None]:
    """What a beat is for a seat, and its bid, where that is shown.

    Args:
        beat: what happened. ring: what it has brought to the ring; None: nothing. seat: whose panel. seats: of all panels.
    """
    mine = beat.seat in (seat, None)
    if beat.cue == "void":
        return ("void" if mine else "step"), None
    if isinstance(ring, Versus):
        side = next((side for side in (ring.left, ring.right) if side.seat == seat), None)
        if ring.sign == "v" and side is not None and side.figure.isdecimal():
            return "bid", int(side.figure)
        if side is None and len(seats) == 2:  # what stood there belongs to the other one
            side = next((side for side in (ring.left, ring.right) if side.seat is None), None)
        if side is not None and side.wins is not None:
            return ("wins" if side.wins else "loses"), None
        return ("acts" if side is not None else "step"), None
    if isinstance(ring, RingDice) and (hit := ring.dice[-1].hit) is not None and mine:
        return ("wins" if hit else "loses"), None
    if not mine:
        return "step", None
    if beat.cue == "fall":
        return "loses", None
    return ("wins" if beat.cue == "win" and beat.seat is not None else "acts"), None

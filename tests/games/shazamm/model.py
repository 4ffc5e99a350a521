"""A second Shazamm, written from the ledger alone and as plainly as possible: one function, numbers and sets, default rulings.

It judges nothing and tells nothing; it only says how a turn ends. The referee is compared with it, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

FOE = {"A": "B", "B": "A"}


@dataclass(frozen=True)
class Board:
    wall: int = 0
    centre: int = 0
    round: int = 1
    mana: dict[str, int] = field(default_factory=lambda: {"A": 50, "B": 50})
    hand: dict[str, int] = field(default_factory=lambda: {"A": 5, "B": 5})
    used: dict[str, frozenset[int]] = field(default_factory=lambda: {"A": frozenset(), "B": frozenset()})
    silence: bool = False
    last: dict[str, frozenset[int]] = field(default_factory=lambda: {"A": frozenset(), "B": frozenset()})
    result: str | None = None


@dataclass
class Answers:
    """What the casters choose: a number or None out of what may be cloned, the prey that is applied, and the change of the bid."""

    clone: Callable[[str, list[int]], int | None]
    theft: Callable[[str, list[tuple[int, str]]], set[tuple[int, str]]]
    recycle: Callable[[str, int, int], int]


def turn(board: Board, bids: dict[str, int], cast: dict[str, set[int]], answers: Answers) -> Board:
    bids = dict(bids)
    wall, silence = board.wall, board.silence
    remembered = {seat: set(cast[seat]) for seat in "AB"}
    pending = [] if silence else [(n, seat, "hand") for seat in "AB" for n in cast[seat] if n not in cast[FOE[seat]]]
    sums: dict[str, list[int]] = {"A": [], "B": []}
    flips, steps, shielded, sore = 0, 1, set(), set()
    gains: dict[str, list[int]] = {"A": [], "B": []}
    cut = False
    while pending:
        spell = min(pending)
        pending.remove(spell)
        number, me, _ = spell
        foe = FOE[me]
        if number == 1:
            silence, pending = True, []
        elif number == 2:
            options = sorted(board.last[foe] - {2})
            taken = answers.clone(me, options) if options else None
            if taken is not None:
                remembered[me].add(taken)
                twins = [x for x in pending if x[:2] == (taken, foe)]
                if twins:
                    pending = [x for x in pending if x not in twins]
                else:
                    pending.append((taken, me, "clone"))
        elif number == 3:
            prey = sorted((n, source) for n, seat, source in pending if seat == foe)
            kept = answers.theft(me, prey) if prey else set()
            pending = [x for x in pending if x[1] == me] + [(n, me, "theft") for n, source in prey if (n, source) in kept]
        elif number == 4:
            cut, pending = True, []
        elif number == 5:
            wall = board.centre
        elif number == 6:
            bids[me] += answers.recycle(me, bids[me], board.mana[me])
        elif number in (7, 8):
            sums[me].append(number)
        elif number == 9:
            flips += 1
        elif number == 10:
            steps = 2
        elif number == 11:
            shielded.add(me)
        elif number == 12:
            sore.add(me)
        else:
            gains[me].append(number)
    mana = dict(board.mana)
    if not cut:
        power = {}
        for seat in "AB":
            power[seat] = bids[seat]
            for number in sums[seat]:
                power[seat] = power[seat] + 7 if number == 7 else 2 * power[seat]
        direction = (power["A"] > power["B"]) - (power["A"] < power["B"])
        if flips % 2:
            direction = -direction
        victim = {1: "B", -1: "A", 0: ""}[direction]
        if victim in shielded:
            direction, victim = 0, ""
        for _ in range(steps):
            if abs(wall - board.centre) < 3:
                wall += direction
        for seat in "AB":
            mana[seat] -= 0 if seat in sore and seat == victim else bids[seat]
            for number in gains[seat]:
                mana[seat] = min(50, mana[seat] + (13 if number == 13 else bids[FOE[seat]]))
    after = replace(
        board,
        wall=wall,
        mana=mana,
        silence=silence,
        hand={seat: board.hand[seat] - len(cast[seat]) for seat in "AB"},
        used={seat: board.used[seat] | cast[seat] for seat in "AB"},
        last={seat: frozenset(remembered[seat]) for seat in "AB"},
    )
    if cut or abs(wall - board.centre) == 3:
        return next_round(after)
    if 0 not in mana.values():
        return after
    for seat, way in (("A", 1), ("B", -1)):
        for _ in range(mana[seat]):
            if mana[FOE[seat]] == 0 and abs(wall - board.centre) < 3:
                wall += way
    return next_round(replace(after, wall=wall))


def next_round(board: Board) -> Board:
    edge = 9 - board.round
    fallen = [seat for seat, place in (("A", board.wall - 3), ("B", board.wall + 3)) if abs(place) > edge]
    moved = replace(board, centre=board.wall)
    if fallen:
        return replace(moved, result="draw" if len(fallen) == 2 else FOE[fallen[0]])
    drawn = {seat: min(3, 14 - board.hand[seat] - len(board.used[seat])) for seat in "AB"}
    return replace(
        moved,
        round=board.round + 1,
        mana={"A": 50, "B": 50},
        silence=False,
        hand={seat: board.hand[seat] + drawn[seat] for seat in "AB"},
    )


def board_of(state: Any) -> Board:
    """The referee's state in the model's words."""
    top = state.agenda[-1]
    over = type(top).__name__ == "Over"

    def both(of: Any) -> dict[str, Any]:
        return {"A": of.A, "B": of.B}

    return Board(
        wall=state.wall,
        centre=state.centre,
        round=state.round,
        mana=both(state.mana),
        hand=both(state.hand),
        used={seat: frozenset(spells) for seat, spells in both(state.used).items()},
        silence=state.silence,
        last={seat: frozenset(spells) for seat, spells in both(state.last_cast).items()},
        result=None if not over else (top.seats[0] if top.kind == "win" else top.kind),
    )

"""A second Shazamm, written from the ledger alone and as plainly as possible: one function, numbers and sets, every house rule.

It judges nothing and tells nothing; it only says how a turn ends. The referee is compared with it, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

FOE = {"A": "B", "B": "A"}


@dataclass(frozen=True)
class House:
    """House rules by the names of docs/inside/rules/shazamm.md#rulings; an order of the deck changes nothing that a model sees."""

    full_hand: bool = False
    reserve_gain: str = "after_payment"
    exhaustion_push: str = "auto"
    resistance_blocks_push: bool = False
    clone_across_rounds: bool = True
    clone_of_clone: bool = True
    clone_copy_cancels: bool = True
    clone_stolen: bool = False
    collapse_order: str = "final"
    double_fall: str = "draw"
    bridge_half: int = 9
    mana: int = 50


@dataclass(frozen=True)
class Board:
    wall: int = 0
    centre: int = 0
    round: int = 1
    turn: int = 1
    mana: dict[str, int] = field(default_factory=lambda: {"A": 50, "B": 50})
    hand: dict[str, int] = field(default_factory=lambda: {"A": 5, "B": 5})
    used: dict[str, frozenset[int]] = field(default_factory=lambda: {"A": frozenset(), "B": frozenset()})
    silence: bool = False
    last: dict[str, frozenset[int]] = field(default_factory=lambda: {"A": frozenset(), "B": frozenset()})
    result: str | None = None


@dataclass
class Answers:
    """What is chosen: a number or None to clone, the prey that is applied, the new bid's change, the slabs of a push out of so many."""

    clone: Callable[[str, list[int]], int | None]
    theft: Callable[[str, list[tuple[int, str]]], set[tuple[int, str]]]
    recycle: Callable[[str, int, int], int]
    push: Callable[[str, int], int] = lambda seat, most: most


SOURCES = ("hand", "clone", "theft")


def _place(spell: tuple[int, str, str]) -> tuple[int, int]:
    """By number; a printed card comes before a copy (R20)."""
    return spell[0], SOURCES.index(spell[2])


def turn(board: Board, bids: dict[str, int], cast: dict[str, set[int]], answers: Answers, house: House = House()) -> Board:
    bids = dict(bids)
    wall, silence = board.wall, board.silence
    remembered = {seat: set(cast[seat]) for seat in "AB"}
    pending = [] if silence else [(n, seat, "hand") for seat in "AB" for n in cast[seat] if n not in cast[FOE[seat]]]
    sums: dict[str, list[int]] = {"A": [], "B": []}
    flips, steps, shielded, sore = 0, 1, set(), set()
    gains: dict[str, list[int]] = {"A": [], "B": []}
    cut = False
    while pending:
        spell = min(pending, key=_place)
        pending.remove(spell)
        number, me, _ = spell
        foe = FOE[me]
        if number == 1:
            silence, pending = True, []
        elif number == 2:
            options = sorted(board.last[foe] - {2}) if house.clone_across_rounds or board.turn > 1 else []
            taken = answers.clone(me, options) if options else None
            if taken is not None:
                if house.clone_of_clone:
                    remembered[me].add(taken)
                twins = [x for x in pending if x[:2] == (taken, foe)] if house.clone_copy_cancels else []
                if twins:
                    pending = [x for x in pending if x not in twins]
                else:
                    pending.append((taken, me, "clone"))
        elif number == 3:
            prey = sorted((n, source) for n, seat, source in pending if seat == foe)
            kept = answers.theft(me, prey) if prey else set()
            if house.clone_stolen:
                remembered[me] |= {n for n, _ in kept}
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
            paid = 0 if seat in sore and seat == victim else bids[seat]
            first, then = (paid, 0) if house.reserve_gain == "after_payment" else (0, paid)
            mana[seat] -= first
            for number in gains[seat]:
                mana[seat] = min(house.mana, mana[seat] + (13 if number == 13 else bids[FOE[seat]]))
            mana[seat] -= then
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
        return next_round(after, house)
    if 0 not in mana.values():
        return replace(after, turn=board.turn + 1)
    for seat, way in (("A", 1), ("B", -1)):
        most = min(mana[seat], 3 - way * (wall - board.centre)) if mana[FOE[seat]] == 0 else 0
        if most and not (house.resistance_blocks_push and FOE[seat] in shielded):
            wall += way * (answers.push(seat, most) if house.exhaustion_push == "ask" else most)
    return next_round(replace(after, wall=wall), house)


def next_round(board: Board, house: House) -> Board:
    edge = house.bridge_half - board.round
    places = [board.centre, board.wall] if house.collapse_order == "collapse_first" else [board.wall]
    moved = replace(board, centre=board.wall)
    for place, ended in zip(places, [board, moved][-len(places) :], strict=True):  # who falls before the move leaves nobody to move
        fallen = [seat for seat, way in (("A", -3), ("B", 3)) if abs(place + way) > edge]
        if fallen:
            return replace(ended, result="draw" if len(fallen) == 2 else FOE[fallen[0]])
    drawn = {seat: min(3, 14 - board.hand[seat] - len(board.used[seat])) for seat in "AB"}
    return replace(
        moved,
        round=board.round + 1,
        turn=1,
        mana={"A": house.mana, "B": house.mana},
        silence=False,
        hand={seat: board.hand[seat] + drawn[seat] for seat in "AB"},
    )


def first_board(house: House) -> Board:
    """The table before the first turn (SHZ-011 to 021, 112)."""
    hand = 14 if house.full_hand else 5
    return Board(mana={"A": house.mana, "B": house.mana}, hand={"A": hand, "B": hand})


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
        turn=state.turn,
        mana=both(state.mana),
        hand=both(state.hand),
        used={seat: frozenset(spells) for seat, spells in both(state.used).items()},
        silence=state.silence,
        last={seat: frozenset(spells) for seat, spells in both(state.last_cast).items()},
        result=None if not over else (top.seats[0] if top.kind == "win" else top.kind),
    )

"""The scoring procedure: colours, icons, changes, nullification (DAT-009, 010, 013, 016, 019, 020, 032..035, 063..074)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tapete.core.seats import Seat
from tapete.games.datamorphs.board import MorphBoard, Use, rival
from tapete.games.datamorphs.cards import (
    CHANGES,
    COLOURLESS,
    Affinity,
    Bios,
    Boost,
    ChangeColor,
    ChangeIcons,
    ColorSum,
    Function,
    NullifyColor,
    NullifyIcons,
    Program,
    SwapIcons,
)
from tapete.games.datamorphs.state import SEATS, Both, Part


class Score(NamedTuple):
    """Icons of a DataMorph after all modifiers, and the attack that gets through."""

    attack: int
    defense: int
    inflicted: int = 0


class _Morph(NamedTuple):
    """A DataMorph being scored: its active parts, and the colour that each has by now."""

    uses: list[Use]
    colours: list[str]

    def count(self, colour: str) -> int:
        """Active parts of a colour (DAT-074, R27)."""
        return self.colours.count(colour)


def score(board: MorphBoard) -> Both[Score]:
    """What both DataMorphs are worth now (ledger, scoring procedure 1..7; R32). Reads the table only."""
    uses = {seat: board.in_use(seat) for seat in SEATS}
    morphs = {seat: _Morph(uses[seat], _colours(uses, seat)) for seat in SEATS}
    a, b = (_icons(board, morphs, seat) for seat in SEATS)
    return Both(a._replace(inflicted=max(0, a.attack - b.defense)), b._replace(inflicted=max(0, b.attack - a.defense)))


def winner_of(scores: Both[Score]) -> Seat | None:
    """Who inflicted more; None when both did as much (DAT-034, 064, R38, R39)."""
    a, b = scores.A.inflicted, scores.B.inflicted
    if a == b:
        return None
    return "A" if a > b else "B"


def _abilities(uses: list[Use], kind: type[Any]) -> Iterator[tuple[Part, Any]]:
    for use in uses:
        if isinstance(use.face, Program | Boost):
            for ability in use.face.abilities:
                if isinstance(ability, kind):
                    yield use.part, ability


def _changes(uses: dict[Seat, list[Use]], seat: Seat) -> list[Any]:
    """The changes that act on a DataMorph, in the order played; in one joint play the rival's come first (R30, R32, R56, R67)."""
    acting: list[tuple[int, int, Any]] = []
    for owner, aim in ((rival(seat), "rival"), (seat, "own")):
        for part, ability in _abilities(uses[owner], object):
            if isinstance(ability, CHANGES) and (part.choice if ability.target == "choice" else ability.target) == aim:
                acting.append((part.seq, int(owner == seat), ability))
    return [ability for _, _, ability in sorted(acting, key=lambda change: change[:2])]


def _colours(uses: dict[Seat, list[Use]], seat: Seat) -> list[str]:
    """1, 2: the colour of each active part, after changes of colour and nullified colours (DAT-070, 073, R29, R59)."""
    colours = [use.face.color for use in uses[seat]]
    for change in _changes(uses, seat):
        if isinstance(change, ChangeColor):
            colours = [change.after if colour == change.before else colour for colour in colours]
    for _, ability in _abilities(uses[rival(seat)], NullifyColor):
        colours = [COLOURLESS if colour == ability.color else colour for colour in colours]
    return colours


def _icons(board: MorphBoard, morphs: dict[Seat, _Morph], seat: Seat) -> Score:
    """3 to 6: attack and defense of one DataMorph."""
    own, other = morphs[seat], morphs[rival(seat)]
    icons = {"attack": 0, "defense": 0}
    for use in own.uses:
        if isinstance(use.face, Bios | Program | Boost):
            icons["attack"] += use.face.attack
            icons["defense"] += use.face.defense
    for gain in _affinities(own, own, "benefits"):
        icons["attack"] += gain.attack
        icons["defense"] += gain.defense
    for _, ability in _abilities(own.uses, ColorSum):
        icons[ability.icon] += own.count(ability.color)
    for change in _changes({seat: own.uses, rival(seat): other.uses}, seat):
        if isinstance(change, ChangeIcons):
            icons[change.after] += icons[change.before]
            icons[change.before] = 0
        elif isinstance(change, SwapIcons):
            icons["attack"], icons["defense"] = icons["defense"], icons["attack"]
    counted = other if board.options.nullify_counts == "own" else own
    for _, ability in _abilities(other.uses, NullifyIcons):
        icons[ability.icon] -= counted.count(ability.color)
    for loss in _affinities(other, own, "weaknesses"):
        icons["attack"] -= loss.attack
        icons["defense"] -= loss.defense
    adjust = board.player(seat).adjust
    return Score(max(0, icons["attack"] + adjust.attack), max(0, icons["defense"] + adjust.defense))


def _affinities(owner: _Morph, on: _Morph, key: str) -> Iterator[Affinity]:
    """What the owner's Function gives to, or takes from, a DataMorph by the type of its Program (DAT-012, 019, 020, R26, R53, R54)."""
    kind = next((use.face.type for use in on.uses if isinstance(use.face, Program)), None)
    for use in owner.uses:
        if isinstance(use.face, Function):
            yield from (affinity for affinity in getattr(use.face, key) if kind in affinity.types)

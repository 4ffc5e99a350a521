"""The scoring procedure: colours, icons, changes, nullification (DAT-009, 010, 013, 016, 019, 020, 032..035, 063..074).

Every step that changes something is told with its clause and the figures it leaves, so that the table can follow it with a finger on the
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from tapete.core.events import Event, OfSeat
from tapete.core.seats import Both, Seat, rival
from tapete.games.datamorphs.board import MorphBoard, Use
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
from tapete.games.datamorphs.state import SEATS, Part

Tell = Callable[[Event], None]
"""Hears what each step of the procedure does."""

Tallied = Annotated[
    Literal["icons", "benefits", "color_sum", "change_icons", "swap_icons", "nullify_icons", "weaknesses", "adjustment", "no_less"],
    Meta(extra={"kind": "tallied"}),
]
Painted = Annotated[str, Meta(extra={"kind": "color"})]

CLAUSE: dict[str, str] = {
    "icons": "DAT-032",
    "benefits": "DAT-019",
    "color_sum": "DAT-071",
    "change_icons": "DAT-068",
    "swap_icons": "DAT-069",
    "nullify_icons": "DAT-072",
    "weaknesses": "DAT-020",
    "adjustment": "DAT-R66",
    "no_less": "DAT-R55",
}
"""The clause of each step."""


class Recolored(OfSeat, clause="DAT-070"):
    """Steps 1 and 2: so many active parts of a DataMorph count as another colour, or as none."""

    before: Painted
    after: Painted
    parts: int


class Tally(OfSeat, clause="DAT-032"):
    """Steps 3 to 6: the icons of a DataMorph after one of them."""

    step: Tallied
    attack: int
    defense: int


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


def _silent(event: Event) -> None:
    """Nobody listens."""


def score(board: MorphBoard, tell: Tell = _silent) -> Both[Score]:
    """What both DataMorphs are worth now (ledger, scoring procedure 1..7; R32). Reads the table only.

    Args:
        board: the table. tell: hears each step that changes something, in the order of the procedure.
    """
    uses = {seat: board.in_use(seat) for seat in SEATS}
    morphs = {seat: _Morph(uses[seat], _colours(uses, seat, tell)) for seat in SEATS}
    a, b = (_icons(board, morphs, seat, tell) for seat in SEATS)
    return Both(a._replace(inflicted=max(0, a.attack - b.defense)), b._replace(inflicted=max(0, b.attack - a.defense)))


def winner_of(scores: Both[Score]) -> Seat | None:
    """Return who inflicted more; None when both did as much (DAT-034, 064, R38, R39)."""
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


def _colours(uses: dict[Seat, list[Use]], seat: Seat, tell: Tell) -> list[str]:
    """1, 2: the colour of each active part, after changes of colour and nullified colours (DAT-070, 073, R29, R59)."""
    colours = [use.face.color for use in uses[seat]]

    def paint(before: str, after: str, clause: str) -> None:
        if parts := colours.count(before):
            colours[:] = [after if colour == before else colour for colour in colours]
            tell(Recolored(seat=seat, before=before, after=after, parts=parts, clause=clause))

    for change in _changes(uses, seat):
        if isinstance(change, ChangeColor):
            paint(change.before, change.after, "DAT-070")
    for _, ability in _abilities(uses[rival(seat)], NullifyColor):
        paint(ability.color, COLOURLESS, "DAT-073")
    return colours


class _Tally:
    """The icons of one DataMorph while they are added up; each step that changes them is told."""

    def __init__(self, seat: Seat, tell: Tell) -> None:
        self.seat, self.tell = seat, tell
        self.icons = {"attack": 0, "defense": 0}

    def put(self, step: Tallied, attack: int, defense: int, *, told: bool = False) -> None:
        """So many after this step; told if it changes anything, or must be told anyway."""
        if told or (attack, defense) != (self.icons["attack"], self.icons["defense"]):
            self.icons = {"attack": attack, "defense": defense}
            self.tell(Tally(seat=self.seat, step=step, attack=attack, defense=defense, clause=CLAUSE[step]))

    def add(self, step: Tallied, attack: int, defense: int, *, told: bool = False) -> None:
        """So many more, or fewer."""
        self.put(step, self.icons["attack"] + attack, self.icons["defense"] + defense, told=told)

    def add_to(self, step: Tallied, icon: str, n: int) -> None:
        """So many more of one icon."""
        self.add(step, n if icon == "attack" else 0, n if icon == "defense" else 0)


def _icons(board: MorphBoard, morphs: dict[Seat, _Morph], seat: Seat, tell: Tell) -> Score:
    """3 to 6: attack and defense of one DataMorph."""
    own, other = morphs[seat], morphs[rival(seat)]
    tally = _Tally(seat, tell)
    printed = [use.face for use in own.uses if isinstance(use.face, Bios | Program | Boost)]
    tally.add("icons", sum(face.attack for face in printed), sum(face.defense for face in printed), told=True)
    for gain in _affinities(own, own, "benefits"):
        tally.add("benefits", gain.attack, gain.defense)
    for _, ability in _abilities(own.uses, ColorSum):
        tally.add_to("color_sum", ability.icon, own.count(ability.color))
    for change in _changes({seat: own.uses, rival(seat): other.uses}, seat):
        attack, defense = tally.icons["attack"], tally.icons["defense"]
        if isinstance(change, ChangeIcons):
            tally.put("change_icons", *((attack + defense, 0) if change.after == "attack" else (0, attack + defense)))
        elif isinstance(change, SwapIcons):
            tally.put("swap_icons", defense, attack)
    counted = other if board.options.nullify_counts == "own" else own
    for _, ability in _abilities(other.uses, NullifyIcons):
        tally.add_to("nullify_icons", ability.icon, -counted.count(ability.color))
    for loss in _affinities(other, own, "weaknesses"):
        tally.add("weaknesses", -loss.attack, -loss.defense)
    adjust = board.player(seat).adjust
    tally.add("adjustment", adjust.attack, adjust.defense)
    tally.put("no_less", max(0, tally.icons["attack"]), max(0, tally.icons["defense"]))
    return Score(tally.icons["attack"], tally.icons["defense"])


def _affinities(owner: _Morph, on: _Morph, key: str) -> Iterator[Affinity]:
    """What the owner's Function gives to, or takes from, a DataMorph by the type of its Program (DAT-012, 019, 020, R26, R53, R54)."""
    kind = next((use.face.type for use in on.uses if isinstance(use.face, Program)), None)
    for use in owner.uses:
        if isinstance(use.face, Function):
            yield from (affinity for affinity in getattr(use.face, key) if kind in affinity.types)

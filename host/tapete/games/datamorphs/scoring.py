"""The scoring procedure: colours, icons, changes, nullification (DAT-009, 010, 013, 016, 019, 020, 032..035, 063..074).

Every step that changes something is told with its clause and the figures it leaves, so that the table can follow it with a finger on the
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from tapete.core.events import Event, OfSeat
from tapete.core.seats import Both, Seat, more, rival
from tapete.games.datamorphs import cards
from tapete.games.datamorphs.board import MorphBoard, Use
from tapete.games.datamorphs.constants import ROUNDS, WINS_NEEDED
from tapete.games.datamorphs.state import SEATS, Part, Result

Tell = Callable[[Event], None] | None
"""Hears what each step of the procedure does; None: no event is made."""

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


def score(board: MorphBoard, tell: Tell = None) -> Both[Score]:
    """What both DataMorphs are worth now (ledger, scoring procedure 1..7; R32). Reads the table only.

    Args:
        board: the table. tell: hears each step that changes something, in the order of the procedure.
    """
    uses = {seat: board.in_use(seat) for seat in SEATS}
    acting = {seat: [(use.part, ability) for use in uses[seat] for ability in use.face.abilities] for seat in SEATS}
    changes = {seat: _changes(acting, seat) for seat in SEATS}
    colours = {seat: _colours(uses[seat], acting, changes[seat], seat, tell) for seat in SEATS}
    a, b = [_icons(board, uses, acting, changes[seat], colours, seat, tell) for seat in SEATS]
    return Both(a._replace(inflicted=max(0, a.attack - b.defense)), b._replace(inflicted=max(0, b.attack - a.defense)))


def winner_of(scores: Both[Score]) -> Seat | None:
    """Return who inflicted more; None when both did as much (DAT-034, 064, R38, R39)."""
    return more(scores.A.inflicted, scores.B.inflicted)


class Ending(NamedTuple):
    """How the match ends: its winner (None: a draw), and why, by a word of `ENDS`."""

    winner: Seat | None
    reason: Any


ENDS = {
    "two_wins": "DAT-044",
    "tie_break": "DAT-045",
    "all_tied": "DAT-046",
    "more_wins": "DAT-R40",
    "level": "DAT-R40",
    "concession": "DAT-R47",
}
"""Why a game ends, each with its clause."""


def ending(results: tuple[Result, ...], tie_mode: str) -> Ending | None:
    """Whether a game with these round results is over (DAT-044..046, R40, R41); None: another round is played."""
    last, winner = results[-1], more(results.count("A"), results.count("B"))
    by_wins = Ending(winner, "more_wins" if winner else "level")
    if len(results) > ROUNDS:
        return by_wins if last == "tie" else Ending(last, "tie_break")
    if last != "tie":
        if results.count(last) == WINS_NEEDED:
            return Ending(last, "two_wins")
        if tie_mode == "sudden_death" and "tie" in results:
            return Ending(last, "tie_break")
    if len(results) == ROUNDS:
        if results.count("tie") == ROUNDS:
            return Ending(None, "all_tied")
        if tie_mode == "sudden_death":
            return by_wins
    return None


_Acting = dict[Seat, list[tuple[Part, Any]]]
"""The abilities of each DataMorph's active parts, in the order in which these lie."""


def _changes(acting: _Acting, seat: Seat) -> list[Any]:
    """The changes that act on a DataMorph, in the order played; in one joint play the rival's come first (R30, R32, R56, R67)."""
    found: list[tuple[int, int, Any]] = []
    for owner, aim in ((rival(seat), "rival"), (seat, "own")):
        for part, ability in acting[owner]:
            if isinstance(ability, cards.CHANGES) and (part.choice if ability.target == "choice" else ability.target) == aim:
                found.append((part.seq, int(owner == seat), ability))
    return [ability for _, _, ability in sorted(found, key=lambda change: change[:2])]


def _colours(uses: tuple[Use, ...], acting: _Acting, changes: list[Any], seat: Seat, tell: Tell) -> list[str]:
    """1, 2: the colour of each active part, after changes of colour and nullified colours (DAT-070, 073, R29, R59)."""
    colours = [use.face.color for use in uses]

    def paint(before: str, after: str, clause: str) -> None:
        if parts := colours.count(before):
            colours[:] = [after if colour == before else colour for colour in colours]
            if tell is not None:
                tell(Recolored(seat=seat, before=before, after=after, parts=parts, clause=clause))

    for change in changes:
        if isinstance(change, cards.ChangeColor):
            paint(change.before, change.after, "DAT-070")
    for _, ability in acting[rival(seat)]:
        if isinstance(ability, cards.NullifyColor):
            paint(ability.color, cards.COLOURLESS, "DAT-073")
    return colours


class _Tally:
    """The icons of one DataMorph while they are added up; each step that changes them is told."""

    def __init__(self, seat: Seat, tell: Tell) -> None:
        self.seat, self.tell, self.attack, self.defense = seat, tell, 0, 0

    def put(self, step: Tallied, attack: int, defense: int, *, told: bool = False) -> None:
        """So many after this step; told if it changes anything, or must be told anyway."""
        if told or attack != self.attack or defense != self.defense:
            self.attack, self.defense = attack, defense
            if self.tell is not None:
                self.tell(Tally(seat=self.seat, step=step, attack=attack, defense=defense, clause=CLAUSE[step]))

    def add(self, step: Tallied, attack: int, defense: int, *, told: bool = False) -> None:
        """So many more, or fewer."""
        self.put(step, self.attack + attack, self.defense + defense, told=told)

    def add_to(self, step: Tallied, icon: str, n: int) -> None:
        """So many more of one icon."""
        self.add(step, n if icon == "attack" else 0, n if icon == "defense" else 0)


def _icons(
    board: MorphBoard,
    uses: dict[Seat, tuple[Use, ...]],
    acting: _Acting,
    changes: list[Any],
    colours: dict[Seat, list[str]],
    seat: Seat,
    tell: Tell,
) -> Score:
    """3 to 6: attack and defense of one DataMorph, by its active parts and the colours that they have by now (DAT-074, R27)."""
    own, other = uses[seat], uses[rival(seat)]
    tally = _Tally(seat, tell)
    tally.add("icons", sum([use.face.attack for use in own]), sum([use.face.defense for use in own]), told=True)
    for gain in _affinities(own, own, "benefits"):
        tally.add("benefits", gain.attack, gain.defense)
    for _, ability in acting[seat]:
        if isinstance(ability, cards.ColorSum):
            tally.add_to("color_sum", ability.icon, colours[seat].count(ability.color))
    for change in changes:
        attack, defense = tally.attack, tally.defense
        if isinstance(change, cards.ChangeIcons):
            tally.put("change_icons", *((attack + defense, 0) if change.after == "attack" else (0, attack + defense)))
        elif isinstance(change, cards.SwapIcons):
            tally.put("swap_icons", defense, attack)
    counted = colours[rival(seat) if board.options.nullify_counts == "own" else seat]
    for _, ability in acting[rival(seat)]:
        if isinstance(ability, cards.NullifyIcons):
            tally.add_to("nullify_icons", ability.icon, -counted.count(ability.color))
    for loss in _affinities(other, own, "weaknesses"):
        tally.add("weaknesses", -loss.attack, -loss.defense)
    adjust = board.player(seat).adjust
    tally.add("adjustment", adjust.attack, adjust.defense)
    tally.put("no_less", max(0, tally.attack), max(0, tally.defense))
    return Score(tally.attack, tally.defense)


def _affinities(owner: tuple[Use, ...], on: tuple[Use, ...], key: str) -> Iterator[cards.Affinity]:
    """What the owner's Function gives to, or takes from, a DataMorph by the type of its Program (DAT-012, 019, 020, R26, R53, R54)."""
    functions = [use.face for use in owner if isinstance(use.face, cards.Function)]
    kind = next((use.face.type for use in on if isinstance(use.face, cards.Program)), None) if functions else None
    for function in functions:
        yield from (affinity for affinity in getattr(function, key) if kind in affinity.types)

"""What a table is worth to a seat: figures of the ledger, each with a weight that `tools/fit_weights.py` has fitted to self-play.

One module for each game names its figures; the weights lie beside it as data, with the command that made them. A worth is the logarithm
of the odds of winning between medium bots, so that only differences count.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct, ValidationError

from tapete.bots.strength import Unplayable
from tapete.core.codec import parse
from tapete.core.refusals import Code
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.texts import _

FOLDER = Path(__file__).parent

WON = 1_000.0
"""What a match is worth that is won, more than any table."""

Figures = Callable[[Rules[Any], Any, Seat], Mapping[str, float]]
"""The figures of a side, by name; those of the rivals are taken from it in the mean."""

LACKING = Code(
    "weights_unreadable",
    "",
    _("The weights for {game} cannot be read ({place}): {problem}. Fit them again (tools/fit_weights.py), or choose another strength."),
)
OTHER = Code(
    "weights_version",
    "",
    _(
        "The weights for {game} are of another version ({place}): they lack {lacks}, and name {strange} that this version does not have."
        " Fit them again (tools/fit_weights.py), or choose another strength."
    ),
)


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights as they lie in a file.

    Args:
        game: whose. command: what made them. matches: how many were played for them. figures: a weight for each figure.
    """

    game: str
    command: str
    matches: int
    figures: dict[str, float]


@functools.lru_cache(maxsize=16)
def weights_of(game: str, figures: tuple[str, ...], place: Path | None = None) -> Mapping[str, float]:
    """The weights of a game.

    Args:
        game: by its name. figures: those that this version knows. place: the file; None: the one that lies here.

    Raises:
        Unplayable: there are none, or they were fitted to other figures.
    """
    path = place or FOLDER / f"{game}.json"
    try:
        found = parse(path.read_bytes(), Weights)
    except (OSError, DecodeError, ValidationError) as fault:
        raise Unplayable(LACKING(game=game, place=path.name, problem=str(fault))) from None
    lacks, strange = sorted(set(figures) - set(found.figures)), sorted(set(found.figures) - set(figures))
    if lacks or strange or found.game != game:
        raise Unplayable(OTHER(game=game, place=path.name, lacks=lacks or "-", strange=strange or "-"))
    return found.figures


class Worth:
    """What tables of one match are worth.

    Args:
        rules: of the match. figures: of a side. weights: one for each.
    """

    def __init__(self, rules: Rules[Any], figures: Figures, weights: Mapping[str, float]) -> None:
        self._rules, self._figures, self._weights = rules, figures, weights

    def __call__(self, state: Any, seat: Seat) -> float:
        """How good a table is for a seat."""
        over = self._rules.result(state)
        if over is not None:
            return of_end(over, seat)
        return sum(self._weights[name] * value for name, value in compared(self._rules, self._figures, state, seat).items())


def of_end(over: Over, seat: Seat) -> float:
    """What a result is worth; one that everybody has lost counts as lost."""
    return 0.0 if over.kind in ("draw", "stopped") else WON if seat in over.seats else -WON


def compared(rules: Rules[Any], figures: Figures, state: Any, seat: Seat) -> dict[str, float]:
    """The figures of a seat, less the mean of its rivals'."""
    own = dict(figures(rules, state, seat))
    others = [figures(rules, state, other) for other in state.seats if other != seat]
    if others:
        for name in own:
            own[name] -= sum(side[name] for side in others) / len(others)
    return own

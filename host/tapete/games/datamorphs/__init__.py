"""DataMorphs: five cards each, one DataMorph a round, three rounds (ledger: rules/datamorphs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.board import Bound
from tapete.core.catalogue import Catalogue, of_game
from tapete.core.clauses import ledger
from tapete.core.game import Game
from tapete.core.rules import Rules, bind
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.games.datamorphs import codes, texts
from tapete.games.datamorphs.bios import BIOS, LockBios, ReopenChoices, RevealBios
from tapete.games.datamorphs.board import MorphBoard
from tapete.games.datamorphs.cards import Card, read
from tapete.games.datamorphs.exchanges import EXCHANGES
from tapete.games.datamorphs.faults import faults
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.layout import layout, scene
from tapete.games.datamorphs.plays import PLAYS, JointPlay, LockMove
from tapete.games.datamorphs.rounds import ROUNDS_CHAPTER
from tapete.games.datamorphs.state import SEATS, ChoosingBios, Joint, Options, State
from tapete.games.datamorphs.table import TABLE

__all__ = ["CLAUSES", "GAME", "read", "rules"]

CLAUSES = ledger(__name__, _)
"""Its clauses and rulings."""


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Two players with five cards each (DAT-001, 004)."""
    return State()


def catalogue(given: Any) -> Catalogue[Card]:
    """The cards, read by `cards.read` (DAT-006).

    Raises:
        Illegal: nothing, or the cards of another game.
    """
    cards: Catalogue[Card] = of_game(given, "datamorphs", texts.TITLE.english)
    return cards


GAME: Game[State] = Game(
    name="datamorphs",
    title=texts.TITLE,
    version="1.0",
    fewest=len(SEATS),
    most=len(SEATS),
    state=State,
    board=MorphBoard,
    options=Options,
    chapters=(BIOS, EXCHANGES, PLAYS, ROUNDS_CHAPTER, TABLE),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    sentences=texts.SENTENCES,
    prompts=texts.PROMPTS,
    words=texts.WORDS,
    naming=texts.naming,
    sealings=(
        Sealing(step=ChoosingBios, lock=LockBios, reveal=RevealBios, reopen=ReopenChoices, argument="bios", secret="card"),
        Sealing(step=Joint, lock=LockMove, reveal=JointPlay, reopen=ReopenChoices, secret="move", parts={"A": "a", "B": "b"}),
    ),
    seats_code=codes.SEATS_NOT_TWO,
    no_seat_code=codes.UNKNOWN_SEAT,
    over_code=codes.GAME_OVER,
    unknown_option=codes.UNKNOWN_OPTION,
    bad_option=codes.BAD_OPTION,
    position_code=codes.BAD_POSITION,
    catalogue=catalogue,
)
"""DataMorphs as core needs it."""


def rules(options: Mapping[str, Any] | None = None, catalogue: Any = None) -> Rules[State]:
    """DataMorphs under these house rules, with these cards.

    Args:
        options: house rules by key (`state.Options`); left-out keys take the ledger's default.
        catalogue: a `Catalogue` that `cards.read` made.

    Raises:
        Illegal: with every fault of the options, or no cards of this game.
    """
    return bind(GAME, options, catalogue)

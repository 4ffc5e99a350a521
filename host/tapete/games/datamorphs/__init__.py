"""DataMorphs: five cards each, one DataMorph a round, three rounds (ledger: rules/datamorphs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.rules import Rules, bind
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.games.datamorphs import codes, deck, texts
from tapete.games.datamorphs.bios import BIOS, LockBios, ReopenChoices, RevealBios
from tapete.games.datamorphs.board import MorphBoard
from tapete.games.datamorphs.cards import entry, read
from tapete.games.datamorphs.exchanges import EXCHANGES
from tapete.games.datamorphs.faults import faults
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.layout import layout, scene
from tapete.games.datamorphs.plays import PLAYS, JointPlay, LockMove
from tapete.games.datamorphs.rounds import ROUNDS_CHAPTER
from tapete.games.datamorphs.state import SEATS, ChoosingBios, Joint, Options, State
from tapete.games.datamorphs.table import TABLE

__all__ = ["GAME", "read", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Two players with five cards each (DAT-001, 004)."""
    return State()


GAME: Game[State] = Game(
    name="datamorphs",
    title=texts.TITLE,
    blurb=_("Five cards each: build your DataMorph, and win two rounds."),
    minutes=20,
    version="1.0",
    players=(len(SEATS), len(SEATS)),
    clauses=ledger(__name__, _),
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
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", entry=entry, deck=deck),
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

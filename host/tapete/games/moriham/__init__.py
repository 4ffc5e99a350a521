"""MORIHAM: a duel of monsters, magic and traps, with decks that each player builds (ledger: rules/moriham.md)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.rules import Rules, bind
from tapete.core.seats import Seat
from tapete.games.moriham import codes, deck, texts
from tapete.games.moriham.activation import ACTIVATION
from tapete.games.moriham.battle import BATTLE
from tapete.games.moriham.beginning import BEGINNING, DICE
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import entry, read
from tapete.games.moriham.chain import CARDS, CHAIN
from tapete.games.moriham.events import EVENTS
from tapete.games.moriham.faults import faults
from tapete.games.moriham.figures import SEATS
from tapete.games.moriham.language import _
from tapete.games.moriham.layout import layout, scene
from tapete.games.moriham.rulings import RULINGS
from tapete.games.moriham.state import Options, State
from tapete.games.moriham.summoning import SUMMONING
from tapete.games.moriham.turn import TURN

__all__ = ["GAME", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Nobody has begun: MOR-027."""
    return State()


GAME: Game[State] = Game(
    name="moriham",
    title=texts.TITLE,
    blurb=_("Summon monsters, set traps, wear your rival's life down."),
    minutes=30,
    version="1.0",
    players=(len(SEATS), len(SEATS)),
    clauses=ledger(__name__, _),
    state=State,
    board=Duel,
    options=Options,
    chapters=(EVENTS, BEGINNING, DICE, TURN, SUMMONING, ACTIVATION, BATTLE, CHAIN, CARDS, RULINGS),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    sentences=texts.SENTENCES,
    prompts=texts.PROMPTS,
    words=texts.WORDS,
    naming=texts.naming,
    seats_code=codes.BAD_SEATS,
    no_seat_code=codes.UNKNOWN_SEAT,
    over_code=codes.GAME_OVER,
    unknown_option=codes.UNKNOWN_OPTION,
    bad_option=codes.BAD_OPTION,
    position_code=codes.BAD_POSITION,
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", entry=entry, deck=deck),
    dice={"start": "initiative"},
)
"""MORIHAM as core needs it."""


def rules(options: Mapping[str, Any] | None = None, catalogue: Any = None) -> Rules[State]:
    """MORIHAM under these house rules, with these cards.

    Args:
        options: house rules by key (`state.Options`); left-out keys take the ledger's default.
        catalogue: its cards, already read (`cards.read`).

    Raises:
        Illegal: with every fault of the options, or no catalogue of this game.
    """
    return bind(GAME, options, catalogue)

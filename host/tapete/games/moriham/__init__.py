"""MORIHAM: a duel of monsters, magic and traps, with decks that each player builds (docs/inside/rules/moriham.md)."""

from functools import partial
from importlib.resources import files
from typing import Any

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.refusals import Code, Refusal
from tapete.core.rules import bind
from tapete.core.seats import Seat
from tapete.games.moriham import values
from tapete.games.moriham.activation import ACTIVATION
from tapete.games.moriham.battle import BATTLE
from tapete.games.moriham.beginning import BEGINNING, DICE
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import Document, entry, read
from tapete.games.moriham.chain import CARDS, CHAIN
from tapete.games.moriham.changes import CHANGES
from tapete.games.moriham.deck import DECK
from tapete.games.moriham.effects import EFFECTS
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


class _GameOver(Code, frozen=True):
    """`game_over` cites what ended the duel: life (MOR-082), deck (MOR-083) or a concession (MOR-084)."""

    def __call__(self, **params: Any) -> Refusal:
        clause = {"deck": "MOR-083", "concede": "MOR-084"}.get(params["reason"], "MOR-082")
        return Refusal(self.citing(clause), {"winner": params["result"], "reason": params["reason"]})


GAME_OVER = _GameOver("game_over", "MOR-082", _("The duel is over ({winner:winner}). You can undo the last action or start a new duel."))
UNKNOWN_SEAT = Code("unknown_seat", "MOR-001", _("There is no seat {seat} in this duel, only A and B."))
BAD_SEATS = Code("bad_seats", "MOR-001", _("MORIHAM is played one against one, in the seats A and B; named here: {seats}."))
UNKNOWN_OPTION = Code("unknown_option", "MOR-R01", _("MORIHAM has no house rule “{key}”."))
BAD_OPTION = Code("bad_option", "MOR-R01", _("The house rule “{key}” cannot be {value}; choose from: {allowed}."))
BAD_POSITION = Code("bad_position", "MOR-R87", _("Play cannot go on from this position; what is wrong with it stands below."))

GAME: Game[State] = Game(
    name="moriham",
    title=values.TITLE,
    blurb=_("Summon monsters, set traps, wear your rival's life down."),
    minutes=40,  # our estimate: the rulebook names none
    version="1.0",
    players=(len(SEATS), len(SEATS)),
    clauses=ledger(__name__, _),
    state=State,
    board=Duel,
    options=Options,
    chapters=(CHANGES, EFFECTS, BEGINNING, DICE, TURN, SUMMONING, ACTIVATION, BATTLE, CHAIN, CARDS, RULINGS),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    words=values.WORDS,
    naming=values.naming,
    seats_code=BAD_SEATS,
    no_seat_code=UNKNOWN_SEAT,
    over_code=GAME_OVER,
    unknown_option=UNKNOWN_OPTION,
    bad_option=BAD_OPTION,
    position_code=BAD_POSITION,
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", entry=entry, deck=DECK, document=Document),
    dice={"start": "initiative"},
)
"""MORIHAM as core needs it."""

rules = partial(bind, GAME)
"""MORIHAM under these house rules, with these cards: `core.rules.bind`, of this game."""

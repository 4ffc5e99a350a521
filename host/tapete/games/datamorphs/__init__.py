"""DataMorphs: five cards each, one DataMorph a round, three rounds (docs/inside/rules/datamorphs.md)."""

from functools import partial
from importlib.resources import files

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.refusals import Code, Late
from tapete.core.rules import bind
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.games.datamorphs import values
from tapete.games.datamorphs.bios import BIOS, LockBios, ReopenChoices, RevealBios
from tapete.games.datamorphs.board import MorphBoard
from tapete.games.datamorphs.cards import Document, entry, read
from tapete.games.datamorphs.deck import DECK
from tapete.games.datamorphs.faults import faults
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.layout import layout, scene
from tapete.games.datamorphs.plays import PLAYS, UNKNOWN_SEAT, JointPlay, LockMove
from tapete.games.datamorphs.rounds import ROUNDS_CHAPTER
from tapete.games.datamorphs.rulings import TABLE
from tapete.games.datamorphs.scoring import ENDS
from tapete.games.datamorphs.state import SEATS, ChoosingBios, Joint, Options, State

__all__ = ["GAME", "read", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Two players with five cards each (DAT-001, 004)."""
    return State()


GAME_OVER = Late(
    "game_over",
    "DAT-044",
    _("The match is over: {winner:winner}. You can undo the last action or start a new match."),
    figures={"winner": "result"},
    ends=ENDS,
)
SEATS_NOT_TWO = Code("seats_not_two", "DAT-R01", _("DataMorphs is for two, in the seats A and B; named here: {seats}."))
UNKNOWN_OPTION = Code("unknown_option", "CORE", _("DataMorphs has no house rule “{key}”."))
BAD_OPTION = Code("bad_option", "CORE", _("The house rule “{key}” cannot be {value}; choose from: {allowed}."))
BAD_POSITION = Code("bad_position", "DAT-R60", _("Play cannot go on from this position; what is wrong with it stands below."))

GAME: Game[State] = Game(
    name="datamorphs",
    title=values.TITLE,
    blurb=_("{OWNED:words} cards each: build your DataMorph, and win {WINS_NEEDED:words} rounds."),
    minutes=20,  # our estimate: the rulebook names none
    version="1.0",
    players=(len(SEATS), len(SEATS)),
    clauses=ledger(__name__, _),
    state=State,
    board=MorphBoard,
    options=Options,
    chapters=(BIOS, PLAYS, ROUNDS_CHAPTER, TABLE),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    words=values.WORDS,
    naming=values.naming,
    sealings=(
        Sealing(step=ChoosingBios, lock=LockBios, reveal=RevealBios, reopen=ReopenChoices, argument="bios", secret="card"),
        Sealing(step=Joint, lock=LockMove, reveal=JointPlay, reopen=ReopenChoices, secret="move", parts={"A": "a", "B": "b"}),
    ),
    seats_code=SEATS_NOT_TWO,
    no_seat_code=UNKNOWN_SEAT,
    over_code=GAME_OVER,
    unknown_option=UNKNOWN_OPTION,
    bad_option=BAD_OPTION,
    position_code=BAD_POSITION,
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", entry=entry, deck=DECK, document=Document),
)
"""DataMorphs as core needs it."""

rules = partial(bind, GAME)
"""DataMorphs under these house rules, with these cards: `core.rules.bind`, of this game."""

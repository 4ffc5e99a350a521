"""BHM: a war of beings, called within the counter that may also lose the match, for two to four (docs/inside/rules/bhm.md)."""

from functools import partial
from importlib.resources import files

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.refusals import BAD_OPTION as CORE_BAD_OPTION
from tapete.core.refusals import BAD_POSITION as CORE_BAD_POSITION
from tapete.core.refusals import NO_SUCH_SEAT, Code
from tapete.core.rules import bind
from tapete.core.seats import SEATS, Seat
from tapete.games.bhm import values
from tapete.games.bhm.board import War
from tapete.games.bhm.calling import CALLING
from tapete.games.bhm.cards import Document, opening, read
from tapete.games.bhm.changes import CHANGES
from tapete.games.bhm.combat import COMBAT
from tapete.games.bhm.conflicts import CONFLICTS
from tapete.games.bhm.deck import DECK
from tapete.games.bhm.effects import EFFECTS
from tapete.games.bhm.faults import faults
from tapete.games.bhm.language import _
from tapete.games.bhm.layout import layout, scene
from tapete.games.bhm.playing import PLAYING
from tapete.games.bhm.rulings import RULINGS
from tapete.games.bhm.setup import DICE, SETUP
from tapete.games.bhm.state import Options, Player, State
from tapete.games.bhm.turn import TURN
from tapete.games.bhm.values import naming
from tapete.games.bhm.windows import WINDOWS

__all__ = ["GAME", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Nobody has begun: BHM-001."""
    return State(players=tuple(Player() for _ in seats))


GAME_OVER = Code(
    "game_over", "BHM-029", _("The match is over. You can undo the last action or start another."), figures={"result": "result"}
)
UNKNOWN_SEAT = NO_SUCH_SEAT.citing("BHM-R01")
BAD_OPTION = CORE_BAD_OPTION.citing("BHM-R01")
BAD_POSITION = CORE_BAD_POSITION.citing("BHM-R107")
BAD_SEATS = Code("bad_seats", "BHM-R01", _("BHM is for two, three or four, and the seats are filled in order from A; named here: {seats}."))
UNKNOWN_OPTION = Code("unknown_option", "BHM-R01", _("BHM has no house rule “{key}”."))

GAME: Game[State] = Game(
    name="bhm",
    title=values.TITLE,
    blurb=_("Call beings to the field and let them fight: a call counter of {LOSING} loses."),
    minutes=60,  # our estimate: the rulebook names none
    version="1.0",
    players=(2, len(SEATS)),
    clauses=ledger(__name__, _),
    state=State,
    board=War,
    options=Options,
    chapters=(CHANGES, EFFECTS, SETUP, DICE, TURN, CALLING, PLAYING, COMBAT, WINDOWS, RULINGS, CONFLICTS),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    words=values.WORDS,
    naming=naming,
    dice={"start": "initiative"},
    seats_code=BAD_SEATS,
    no_seat_code=UNKNOWN_SEAT,
    over_code=GAME_OVER,
    unknown_option=UNKNOWN_OPTION,
    bad_option=BAD_OPTION,
    position_code=BAD_POSITION,
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", opening=opening, deck=DECK, document=Document),
)
"""BHM as core needs it."""

rules = partial(bind, GAME)
"""BHM under these house rules, with these cards: `core.rules.bind`, of this game."""

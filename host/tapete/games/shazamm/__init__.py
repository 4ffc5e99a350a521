"""Shazamm: two wizards, a wall of fire, a bridge that falls apart (docs/inside/rules/shazamm.md)."""

from functools import partial
from typing import Any

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import Game
from tapete.core.refusals import Code, Illegal
from tapete.core.rules import bind
from tapete.core.seats import Both, Seat
from tapete.games.shazamm import values
from tapete.games.shazamm.bidding import BIDDING, SEALING
from tapete.games.shazamm.board import ShazammBoard
from tapete.games.shazamm.corrections import CORRECTIONS, UNKNOWN_SEAT
from tapete.games.shazamm.faults import faults
from tapete.games.shazamm.language import _
from tapete.games.shazamm.layout import layout, scene
from tapete.games.shazamm.movement import MOVEMENT
from tapete.games.shazamm.resolution import RESOLUTION
from tapete.games.shazamm.rounds import ROUNDS
from tapete.games.shazamm.showing import SHOWING
from tapete.games.shazamm.state import DECK, SEATS, Options, State

__all__ = ["GAME", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """The set-up: SHZ-010..021; with `full_hand` the whole deck in hand (SHZ-111)."""
    mana = Both(rules.options.mana, rules.options.mana)
    if rules.options.full_hand:
        return State(mana=mana, hand=Both(len(DECK), len(DECK)), deck=Both(0, 0))
    return State(mana=mana)


BAD_CATALOGUE = Code(
    "unknown_catalogue",
    "SHZ-008",
    _("Shazamm is always played with the same {DECK_CARDS:words} cards; it takes no catalogue “{catalogue}”. Leave it out."),
)


def catalogue(given: Any) -> None:
    """The deck is fixed (SHZ-008): no catalogue, or the word `starter`, means the same.

    Raises:
        Illegal: anything else.
    """
    if given not in (None, "starter"):
        raise Illegal((BAD_CATALOGUE(catalogue=str(given)),))


MATCH_OVER = Code(
    "match_over", "SHZ-R70", _("The match is over: {result:result}. You can undo the last action or start a new match."), figures={}
)
SEATS_NOT_TWO = Code("seats_not_two", "SHZ-001", _("Shazamm is for two, in the seats A and B; named here: {seats}."))
UNKNOWN_OPTION = Code("unknown_option", "SHZ-S3", _("Shazamm has no house rule “{key}”."))
BAD_OPTION = Code("bad_option", "SHZ-S3", _("The house rule “{key}” cannot be {value}; choose from: {allowed}."))
BAD_POSITION = Code("bad_position", "SHZ-S7", _("Play cannot go on from this position; what is wrong with it stands below."))

GAME: Game[State] = Game(
    name="shazamm",
    title=values.TITLE,
    blurb=_("Two wizards, a bridge and a wall of fire: bid mana in secret, and push."),
    minutes=30,  # our estimate: the rulebook names none
    version="1.0",
    players=(len(SEATS), len(SEATS)),
    clauses=ledger(__name__, _),
    state=State,
    board=ShazammBoard,
    options=Options,
    chapters=(BIDDING, SHOWING, RESOLUTION, MOVEMENT, ROUNDS, CORRECTIONS),
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    words=values.WORDS,
    sealings=(SEALING,),
    seats_code=SEATS_NOT_TWO,
    no_seat_code=UNKNOWN_SEAT,
    over_code=MATCH_OVER,
    unknown_option=UNKNOWN_OPTION,
    bad_option=BAD_OPTION,
    position_code=BAD_POSITION,
    catalogue=catalogue,
    deck={str(number): number for number in range(len(values.SPELLS))},
)
"""Shazamm as core needs it."""

rules = partial(bind, GAME)
"""Shazamm under these house rules: `core.rules.bind`, of this game."""

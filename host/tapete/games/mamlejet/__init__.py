"""Mamlejet Kohanim: one to four divisions together against an army that the referee drives (docs/inside/rules/mamlejet.md)."""

from functools import partial
from importlib.resources import files

from tapete.core.board import Bound
from tapete.core.clauses import ledger
from tapete.core.game import CardReader, Game
from tapete.core.refusals import Code
from tapete.core.rules import bind
from tapete.core.seats import Seat
from tapete.core.time_limit import TimeLimit
from tapete.games.mamlejet import attack, chain, changes, combat, effects, lots, plays, rounds, rulings, setup, values
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Document, entry, read
from tapete.games.mamlejet.constants import MOST_PLAYERS
from tapete.games.mamlejet.deck import DECK
from tapete.games.mamlejet.faults import faults
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.layout import layout, scene
from tapete.games.mamlejet.state import Options, Player, State, clashes

__all__ = ["GAME", "rules"]


def start(rules: Bound, seats: tuple[Seat, ...]) -> State:
    """Hands are drawn, nothing is in play (MMK-038, 041, 045, 169)."""
    options: Options = rules.options
    hand, enemies = options.opening_hand, options.deck_enemies
    city = options.deck_tactics - hand
    return State(players=tuple(Player(seat=seat, hand=hand, city=city, enemy_city=enemies) for seat in seats))


GAME_OVER = Code(
    "game_over", "MMK-R38", _("The match is over: {result:outcome}. You can undo the last action or start another."), figures={}
)
UNKNOWN_SEAT = Code("unknown_seat", "MMK-155", _("There is no seat {seat} in this match."))
BAD_SEATS = Code(
    "bad_seats", "MMK-155", _("Mamlejet Kohanim is for 1 to {MOST_PLAYERS}, and the seats are filled in order from A; named here: {seats}.")
)
UNKNOWN_OPTION = Code("unknown_option", "MMK-157", _("Mamlejet Kohanim has no house rule “{key}”."))
BAD_CONFIG = Code(
    "bad_config", "MMK-157", _("The house rule “{key}” cannot be {value}; choose from: {allowed}."), figures={"bounds": "allowed"}
)
BAD_POSITION = Code("bad_position", "MMK-R103", _("Play cannot go on from this position; what is wrong with it stands below."))

CHAPTERS = (
    changes.CHANGES, setup.SETUP, lots.LOTS, lots.DICE, rounds.ROUNDS, plays.PLAYS, effects.EFFECTS, chain.CHAIN, chain.CARDS,
    combat.COMBAT, attack.ATTACK, rulings.RULINGS,
)  # fmt: skip

GAME: Game[State] = Game(
    name="mamlejet",
    title=values.TITLE,
    blurb=_("One to {MOST_PLAYERS:words} defend their camps against an army that moves by itself."),
    minutes=90,  # our estimate: the rulebook names none
    version="1.0",
    players=(1, MOST_PLAYERS),
    clauses=ledger(__name__, _),
    state=State,
    board=Front,
    options=Options,
    chapters=CHAPTERS,
    start=start,
    layout=layout,
    scene=scene,
    faults=faults,
    words=values.WORDS,
    naming=values.naming,
    time_limit=TimeLimit(minutes=lambda options: options.clock_minutes, running=lambda state: state.round > 0 and not state.clock_expired),
    dice={"shot": "attack", "city_attack": "defence", "city_shot": "defence"},
    seats_code=BAD_SEATS,
    no_seat_code=UNKNOWN_SEAT,
    over_code=GAME_OVER,
    unknown_option=UNKNOWN_OPTION,
    bad_option=BAD_CONFIG,
    clashes=clashes,
    position_code=BAD_POSITION,
    cards=CardReader(read=read, starter=files(__name__) / "starter.toml", entry=entry, joint="-", deck=DECK, document=Document),
)
"""Mamlejet Kohanim as core needs it."""

rules = partial(bind, GAME)
"""Mamlejet Kohanim under these house rules, with these cards: `core.rules.bind`, of this game."""

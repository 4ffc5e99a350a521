"""Before the first round: decks, hands, and hands drawn again (MMK-038, 148..157, 169..171; R69, R70)."""

from collections.abc import Iterator, Mapping
from typing import Any

from tapete.core import decks
from tapete.core.actions import Terms
from tapete.core.decks import Listed
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.turns import SeatAction
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.changes import OfRound, OfSeatAndCard
from tapete.games.mamlejet.deck import DECK, DECK_SIZE, TOO_MANY_COPIES
from tapete.games.mamlejet.figures import CardId, Count, Side
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ROLLS, chosen, draw_lots
from tapete.games.mamlejet.state import Hero, Lot, Round, Setup
from tapete.games.mamlejet.timing import Timed

SETUP = Chapter("setup")
HeroDrawn = SETUP.simple_event(
    "HeroDrawn", OfSeatAndCard, "MMK-154", _("{seat}'s enemy hero is {card}."), hands=_("{seat}: put {card} among your enemies.")
)
FirstRound = SETUP.simple_event("FirstRound", OfRound, "MMK-177", _("Round {round}."))

SETUP.prompt(
    "setup",
    _("Shuffle and draw {hand}; keep them, or draw one fewer. Enemies need {attack} against a city, {shot} to shoot."),
    _("{seat:seat} is looking at a hand."),
)
SETUP.prompt("roll_hero", _("Roll a D10: it chooses the enemy hero."), ROLLS)


@SETUP.owes(Setup)
def setup_owed(board: Front, step: Setup) -> Iterator[Owed]:
    """Everybody keeps a hand, or draws one card fewer; the notice says which two numbers are ours (MMK-R04)."""
    ours = {"attack": board.options.city_attack_difficulty, "shot": board.options.projectile_city_difficulty}
    actions = ("keep_hand", "mulligan", "register_deck", "register_card", "register_list")
    for player in board.state.players:
        if not player.kept:
            params = {"hand": player.hand, **ours}
            yield Owed(seat=player.seat, actions=actions, what="setup", params=params, button="lock", meaning="ready")


ALREADY_KEPT = Code("already_kept", "MMK-171", _("{seat:seat} has kept a hand of {hand} already."), ruling="adjust_count")


class _SetupAction(SeatAction, Timed):
    """What a player does before the own hand is kept."""

    during = (Setup,)

    def bars(self, board: Front) -> Terms:
        """Say that a hand that is kept stays as it is."""
        player = board.player(self.seat)
        yield must_first(not player.kept, ALREADY_KEPT, seat=self.seat, hand=player.hand)


@SETUP.event(_("{seat}'s {side:family} deck should have {expected} {expected:card|cards} and has {given}."))
class DeckSizeWarned(OfSeat, clause="MMK-148"):
    """A deck has another size, and the house rule only warns."""

    side: Side
    expected: Count
    given: Count


@SETUP.event(_("{seat}'s deck has {copies} of {card}, and {limit} {limit:fits|fit}."))
class CopiesWarned(OfSeatAndCard, clause="MMK-149"):
    """A deck has more copies of a card, and the house rule only warns."""

    copies: Count
    limit: Count


@SETUP.event(
    _(
        "Of {seat}'s {given} tactic cards {resources} are resources; {ADVISED_PARTS:words} in "
        "{ADVISED_OF:words} ({advised}) are advised. It is advice only."
    )
)
class ResourcesAdvised(OfSeat, clause="MMK-150"):
    """A deck has another share of resources than the rulebook advises."""

    given: Count
    resources: Count
    advised: Count


def warn(board: Front, seat: Seat, listed: Listed) -> None:
    """What is wrong with a registered deck, where the house rule only warns of it, and what is advised (MMK-148..150, R70)."""
    if board.options.deck_check == "off":
        return
    for fault in DECK.faults(board.rules.catalogue, listed, board.options, board.state.typed_cards):  # none where the deck check is strict
        figures = dict(fault.params)
        if fault.code == DECK_SIZE.code:
            board.tell(DeckSizeWarned(seat=seat, side=figures.pop("deck"), **figures))
        elif fault.of is TOO_MANY_COPIES:
            board.tell(CopiesWarned(seat=seat, **figures))
    for advised in DECK.advice(board.rules.catalogue, listed, board.state.typed_cards):
        board.tell(ResourcesAdvised(seat=seat, **advised.params))


UNKNOWN_DECK = Code("unknown_deck", "MMK-156", _("This catalogue has no deck “{deck}”."), figures={"deck": "value"})


@SETUP.event(_("{seat} registers the deck {deck:deck}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class DeckRegistered(OfSeat, clause="MMK-148"):
    """A player's deck is known to the referee."""

    deck: CardId
    hero: CardId | None


@SETUP.action
class RegisterDeck(decks.RegisterDeck, _SetupAction):
    """A deck of the catalogue, so that copies can be counted; its random hero is drawn by a die (MMK-148, 149, 154, 156, R70)."""

    deck: CardId
    check, unknown_deck = DECK, UNKNOWN_DECK

    def effect(self, board: Front) -> None:
        super().effect(board)
        deck = board.rules.catalogue.extras["decks"][self.deck]
        drawn = board.player(self.seat).hero  # registering again draws no other
        if deck.random_hero and drawn is None:
            board.put(Hero(self.seat))
            draw_lots(board)
        else:
            board.tell(DeckRegistered(seat=self.seat, deck=self.deck, hero=drawn if deck.random_hero else None))
        warn(board, self.seat, deck)


@SETUP.event(_("{seat} registers {copies} of {card}; that makes {tactics} {tactics:tactic|tactics} and {enemies} {enemies:enemy|enemies}."))
class CardListed(OfSeatAndCard, clause="MMK-R70"):
    """A card of a player's deck is registered; how many of each side there are so far."""

    copies: Count
    tactics: Count
    enemies: Count


@SETUP.action
class RegisterCard(decks.RegisterCard, _SetupAction):
    """How many copies of a card the own deck has, one card after the other, as their labels are scanned (MMK-148, 149, R70)."""

    card: CardId
    copies: AnyNumber
    check = DECK
    too_many = TOO_MANY_COPIES

    def effect(self, board: Front) -> None:
        super().effect(board)
        listed = board.player(self.seat).listed
        tactics, enemies = (sum(part.values()) for part in DECK.parts(board.rules.catalogue, listed, board.state.typed_cards))
        board.tell(CardListed(seat=self.seat, card=self.card, copies=self.copies, tactics=tactics, enemies=enemies))


NOTHING_LISTED = Code(
    "nothing_listed", "MMK-156", _("{seat:seat} has registered no card yet. Scan those of your deck, or choose a deck of the catalogue.")
)


@SETUP.event(_("{seat}'s deck: {kept:listed}."), hands=_("{seat}: shuffle your tactics and your enemies, apart."))
class ListClosed(OfSeat, clause="MMK-148"):
    """A deck registered card by card is complete, or was given up."""

    kept: bool


@SETUP.action
class RegisterList(decks.RegisterList, _SetupAction):
    """The list is the whole deck; from now on no card may be seen more often than it says (MMK-148, 149, 156, R70)."""

    check, nothing_listed = DECK, NOTHING_LISTED

    def effect(self, board: Front) -> None:
        super().effect(board)
        board.tell(ListClosed(seat=self.seat, kept=True))
        warn(board, self.seat, board.player(self.seat).listed)


def heroes(board: Front) -> list[str]:
    """Return the enemies; a random one of them leads (MMK-154)."""
    return [card for card in board.enemy_ids if board.card(card).hero]


@chosen(Hero, lambda board, step: (Lot(f"hero-{step.seat}", step.seat, "hero", len(heroes(board))),))
def hero_drawn(board: Front, step: Hero, lots: tuple[Lot, ...]) -> None:
    """The die has chosen."""
    hero = heroes(board)[lots[0].chosen or 0]
    board.done()
    board.change(step.seat, hero=hero)
    board.tell(HeroDrawn(seat=step.seat, card=hero))
    board.tell(DeckRegistered(seat=step.seat, deck=board.player(step.seat).deck or "", hero=hero))


MULLIGAN_FLOOR = Code(
    "mulligan_floor",
    "MMK-R69",
    _("That makes {mulligans} {mulligans:mulligan|mulligans}, and no hand goes below {floor} {floor:card|cards}. Keep it."),
    ruling="adjust_count",
)


@SETUP.event(_("{seat} takes a mulligan: {hand} {hand:card|cards}."), hands=_("{seat}: shuffle your hand into your city and draw {hand}."))
class HandDrawnAgain(OfSeat, clause="MMK-170"):
    """A hand was shuffled back for one card fewer."""

    draws = True

    hand: Count
    city: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand, "city": board.player(self.seat).city}


@SETUP.action
class Mulligan(_SetupAction):
    """The hand is shuffled back, and one card fewer is drawn (MMK-170, 171, R69)."""

    def terms(self, board: Front) -> Terms:
        player, floor = board.player(self.seat), board.options.mulligan_floor
        yield must(player.hand - 1 >= floor, MULLIGAN_FLOOR, mulligans=player.mulligans, floor=floor)

    def effect(self, board: Front) -> None:
        board.pass_on(self.seat, "hand", "city", 1)
        player = board.change(self.seat, mulligans=board.player(self.seat).mulligans + 1)
        board.tell(HandDrawnAgain(seat=self.seat, hand=player.hand, city=player.city))


@SETUP.event(_("{seat} keeps a hand of {hand}."))
class HandKept(OfSeat, clause="MMK-171"):
    """A player keeps the opening hand."""

    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand}


@SETUP.action
class KeepHand(_SetupAction):
    """The hand is kept; the last one begins round 1, in which there is nothing to free (MMK-177). An open list is dropped (MMK-171)."""

    def effect(self, board: Front) -> None:
        if board.player(self.seat).listing:
            board.change(self.seat, listed={}, listing=False)
            board.tell(ListClosed(seat=self.seat, kept=False))
        board.change(self.seat, kept=True)
        board.tell(HandKept(seat=self.seat, hand=board.player(self.seat).hand))
        if all(player.kept for player in board.state.players):
            board.set(round=1)
            board.tell(FirstRound(round=1))
            board.become(Round("1b"))

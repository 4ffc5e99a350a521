"""Before the first round: decks, hands, and hands drawn again (MMK-038, 148..157, 169..171; R69, R70)."""

from __future__ import annotations

from collections.abc import Iterator

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.refusals import Refusal, must, must_first
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.mamlejet import codes, events
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.deck import faults
from tapete.games.mamlejet.figures import CardId
from tapete.games.mamlejet.lots import chosen
from tapete.games.mamlejet.state import Hero, Lot, Round, Selecting, Setup
from tapete.games.mamlejet.timing import Timed

SETUP = Chapter("setup")


@SETUP.owes(Setup)
def setup_owed(board: Front, step: Setup) -> Iterator[Owed]:
    """Everybody keeps a hand, or draws one card fewer; the notice says which two numbers are ours (MMK-R04)."""
    options = board.options
    for player in board.state.players:
        if not player.kept:
            params = {"hand": player.hand, "attack": options.city_attack_difficulty, "shot": options.projectile_city_difficulty}
            yield Owed(seat=player.seat, actions=("keep_hand", "mulligan", "register_deck"), what="setup", params=params)


class _Opening(Timed, frozen=True):
    seat: Seat
    during = (Setup,)


@SETUP.action
class RegisterDeck(_Opening, frozen=True, tag="register_deck"):
    """MMK-148, 149, 154, 156, R70: a deck of the catalogue, so that copies can be counted; its random hero is drawn by a die."""

    deck: CardId

    def terms(self, board: Front) -> Terms:
        yield must_first(not board.player(self.seat).kept, codes.ALREADY_KEPT, seat=self.seat)

        def sound(deck: str) -> Refusal | None:
            if board.options.deck_check != "strict":
                return None
            found = faults(board.rules.catalogue, board.rules.catalogue.extras["decks"][deck], board.options)
            return found[0] if found else None

        yield "deck", one_of(board.rules.catalogue.extras["decks"], sound, otherwise=codes.UNKNOWN_DECK)

    def effect(self, board: Front) -> None:
        deck = board.rules.catalogue.extras["decks"][self.deck]
        hero = board.player(self.seat).hero if deck.random_hero else None  # registering again draws no other
        board.change_player(self.seat, deck=self.deck, hero=hero)
        if deck.random_hero and hero is None:
            board.put(Hero(self.seat), Selecting((Lot(f"hero-{self.seat}", self.seat, "hero", len(heroes(board))),)))
        else:
            board.tell(events.DeckRegistered(seat=self.seat, deck=self.deck, hero=hero))


def heroes(board: Front) -> list[str]:
    """The enemies of which a random one leads (MMK-154)."""
    return [card for card in board.enemy_ids if board.card(card).hero]


@chosen(Hero)
def hero_drawn(board: Front, step: Hero, lots: tuple[Lot, ...]) -> None:
    """The die has chosen."""
    hero = heroes(board)[lots[0].chosen or 0]
    board.done()
    board.change_player(step.seat, hero=hero)
    board.tell(events.DeckRegistered(seat=step.seat, deck=board.player(step.seat).deck or "", hero=hero))


@SETUP.action
class Mulligan(_Opening, frozen=True, tag="mulligan"):
    """MMK-170, 171, R69: the hand is shuffled back, and one card fewer is drawn."""

    def terms(self, board: Front) -> Terms:
        player, floor = board.player(self.seat), board.options.mulligan_floor
        yield must_first(not player.kept, codes.ALREADY_KEPT, seat=self.seat)
        yield must(player.hand - 1 >= floor, codes.MULLIGAN_FLOOR, mulligans=player.mulligans, floor=floor)

    def effect(self, board: Front) -> None:
        player = board.player(self.seat)
        board.change_player(self.seat, hand=player.hand - 1, city=player.city + 1, mulligans=player.mulligans + 1)
        board.tell(events.HandDrawnAgain(seat=self.seat, hand=player.hand - 1, city=player.city + 1))


@SETUP.action
class KeepHand(_Opening, frozen=True, tag="keep_hand"):
    """MMK-171: the hand is kept; the last one begins round 1, in which there is nothing to free (MMK-177)."""

    def terms(self, board: Front) -> Terms:
        yield must_first(not board.player(self.seat).kept, codes.ALREADY_KEPT, seat=self.seat)

    def effect(self, board: Front) -> None:
        board.change_player(self.seat, kept=True)
        board.tell(events.HandKept(seat=self.seat, hand=board.player(self.seat).hand))
        if all(player.kept for player in board.state.players):
            board.set(round=1)
            board.tell(events.RoundStarted(round=1, clause="MMK-177"))
            board.become(Round("1b"))

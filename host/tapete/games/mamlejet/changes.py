"""Changes that several chapters cause: cards, wealth and permanents, as the board's verbs tell them."""

from collections.abc import Mapping
from typing import Any

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import UNKNOWN, CardId, Count, EndReason, Reason, Result, StepName, Where
from tapete.games.mamlejet.language import _

CHANGES = Chapter("changes")


class OfCard(Event):
    """Something that happened to a card."""

    card: CardId


class OfTheirs(OfCard):
    """Something that happened to a player's card; `whose` None: to an enemy at the front."""

    whose: Seat | None

    def owners(self) -> Mapping[str, Seat]:
        return {} if self.whose is None or self.card == UNKNOWN else {"card": self.whose}


class OfCardAndSeat(OfCard):
    """Something that happened to a card, by a player or to a player's harm."""

    seat: Seat


class OfSeatAndCard(OfSeat):
    """Something that a player did with a card."""

    card: CardId


class OfHand(OfSeatAndCard):
    """Something that a player did with a card of the own hand; so many are left."""

    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand}


class OfKept(OfTheirs):
    """Something that happened to a card in play; `keeper` moves it: its controller, or the one from whose deck an enemy came."""

    keeper: Seat


class OfRound(Event):
    """Something that happened to the round."""

    round: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"round": board.state.round}


CityEmpty = CHANGES.simple_event("CityEmpty", OfSeat, "MMK-168", _("{seat} has to draw and has no cards left."))
Triggered = CHANGES.simple_event("Triggered", OfTheirs, "MMK-107", _("The ability of {card} triggers."))
EnteredPlay = CHANGES.simple_event("EnteredPlay", OfSeatAndCard, "MMK-099", _("{card} enters play with {seat}."))
Healed = CHANGES.simple_event("Healed", OfTheirs, "MMK-227", _("One damage to {card} is healed."))


@CHANGES.event(_("{card} enters, from {owner}'s deck."), hands=_("{owner}: put {card} at the battle front."))
class EnemyEntered(OfCard, clause="MMK-059"):
    """An enemy enters at the front."""

    owner: Seat


@CHANGES.event(_("{seat} draws {n}."), hands=_("{seat}: draw {n} {n:card|cards}."))
class CardsDrawn(OfSeat, clause="MMK-191"):
    """Cards went from a city to its owner's hand."""

    draws = True

    n: Count
    hand: Count
    city: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand, "city": board.player(self.seat).city}


@CHANGES.event(_("{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality."), hands=_("{seat}: turn {card}."))
class Produced(OfSeatAndCard, clause="MMK-004"):
    """A resource was dedicated; the figures are the wealth now at hand."""

    white: Count
    red: Count
    blue: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {colour: getattr(board.player(self.seat).pool, colour) for colour in ("white", "red", "blue")}


@CHANGES.event(_("{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality."))
class Paid(OfSeat, clause="MMK-091"):
    """A cost was paid; the figures are the wealth that is left."""

    white: Count
    red: Count
    blue: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {colour: getattr(board.player(self.seat).pool, colour) for colour in ("white", "red", "blue")}


@CHANGES.event(_("{card} leaves play: {to} of {owner}."), hands=_("{owner}: put {card} in {to}, on your side."))
class LeftPlay(OfCard, clause="MMK-250"):
    """A permanent leaves play."""

    owner: Seat
    to: Where


@CHANGES.event(_("{card} is now with: {to}."))
class Attached(OfTheirs, clause="MMK-240"):
    """A weapon or strategy goes to a permanent, or to none."""

    to: CardId | None


@CHANGES.event(_("Damage waiting: {n}."))
class DamageWaits(Event, clause="MMK-208"):
    """Damage goes on the stack."""

    n: Count


@CHANGES.event(_("{owner}'s {card} falls; {lost} emuná lost."), hands=_("{owner}: lay {card} sideways in your guenizá."))
class AllyFell(OfCard, clause="MMK-139"):
    """A soldier is defeated."""

    owner: Seat
    lost: Count


@CHANGES.event(_("{seat} defeats {card}: {score} emuná."), hands=_("{seat}: put {card} in your guenizá."))
class EnemyDefeated(OfCardAndSeat, clause="MMK-141"):
    """An enemy is defeated; its emuná goes to a player."""

    score: Count


@CHANGES.event(
    _("A card falls from {seat}'s city: {card}; {city} left."), hands=_("{seat}: put the top card of your city in your guenizá.")
)
class CityHit(OfSeatAndCard, clause="MMK-188"):
    """The top card of a city falls."""

    city: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"city": board.player(self.seat).city}


@CHANGES.event(_("What waited is cancelled ({card})."))
class Countered(Event, clause="MMK-R91"):
    """Something that waited is cancelled."""

    card: CardId | None


@CHANGES.event(_("{card} is dedicated ({reason})."), hands=_("{keeper}: turn {card}."))
class Dedicated(OfKept, clause="MMK-070"):
    """A permanent is dedicated."""

    reason: Reason


@CHANGES.event(_("{seat} discards {cards}."))
class Discarded(OfSeat, clause="MMK-229"):
    """Cards went from a hand to the guenizá."""

    cards: tuple[CardId, ...]
    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.player(self.seat).hand}


@CHANGES.event(_("{owner}'s {card}: from {source} to {to}."), hands=_("Move {card} to {to} of {owner}."))
class CardMoved(Event, clause="MMK-R75"):
    """A ruling, or a healing from the guenizá, moved a card."""

    owner: Seat
    card: CardId
    source: Where
    to: Where


@CHANGES.event(_("{seat}: {step}."))
class StepBegun(Event, clause="MMK-172"):
    """A step of the round begins."""

    step: StepName
    seat: Seat


@CHANGES.event(_("The match ends: {result} ({reason}). Winners: {winners}."))
class MatchEnded(Event, clause="MMK-R38"):
    """The match has a result."""

    result: Result
    winners: tuple[Seat, ...]
    reason: EndReason

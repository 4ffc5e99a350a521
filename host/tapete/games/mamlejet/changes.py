"""Changes that several chapters cause: cards, wealth and permanents, as the board's verbs tell them."""

from __future__ import annotations

from tapete.core.events import Event, OfSeat
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count, EndReason, Reason, Result, StepName, Where
from tapete.games.mamlejet.language import _

CHANGES = Chapter("changes")


class OfCard(Event):
    """Something that happened to a card."""

    card: CardId


class OfSeatAndCard(OfSeat):
    """Something that a player did with a card."""

    card: CardId


class OfRound(Event):
    """Something that happened to the round."""

    round: Count


@CHANGES.event(_("{card} enters, from {owner}'s deck."), hands=_("{owner}: put {card} at the battle front."))
class EnemyEntered(OfCard, clause="MMK-059"):
    """An enemy enters at the front."""

    owner: Seat


@CHANGES.event(_("{seat} draws {n}."), hands=_("{seat}: draw {n} {n:card|cards}."))
class CardsDrawn(OfSeat, clause="MMK-191"):
    """Cards went from a city to its owner's hand."""

    n: Count
    hand: Count
    city: Count


@CHANGES.event(_("{seat} has to draw and has no cards left."))
class CityEmpty(OfSeat, clause="MMK-168"):
    """Somebody had to draw from an empty city."""


@CHANGES.event(_("{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality."), hands=_("{seat}: turn {card}."))
class Produced(OfSeatAndCard, clause="MMK-004"):
    """A resource was dedicated; the figures are the wealth now at hand."""

    white: Count
    red: Count
    blue: Count


@CHANGES.event(_("{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality."))
class Paid(OfSeat, clause="MMK-091"):
    """A cost was paid; the figures are the wealth that is left."""

    white: Count
    red: Count
    blue: Count


@CHANGES.event(_("The ability of {card} triggers."))
class Triggered(OfCard, clause="MMK-107"):
    """An ability triggers by itself."""


@CHANGES.event(_("{card} enters play with {seat}."))
class EnteredPlay(OfSeatAndCard, clause="MMK-099"):
    """A permanent enters play."""


@CHANGES.event(_("{card} leaves play: {to} of {owner}."), hands=_("{owner}: put {card} in {to}, on your side."))
class LeftPlay(OfCard, clause="MMK-250"):
    """A permanent leaves play."""

    owner: Seat
    to: Where


@CHANGES.event(_("{card} is now with: {to}."))
class Attached(OfCard, clause="MMK-240"):
    """A weapon or strategy goes to a permanent, or to none."""

    to: CardId | None


@CHANGES.event(_("Damage waiting: {n}."))
class DamageWaits(Event, clause="MMK-208"):
    """Damage goes on the stack."""

    n: Count


@CHANGES.event(_("One damage to {card} is healed."))
class Healed(OfCard, clause="MMK-227"):
    """A pending damage is cancelled."""


@CHANGES.event(_("{owner}'s {card} falls; {lost} emuná lost."), hands=_("{owner}: lay {card} sideways in your guenizá."))
class AllyFell(OfCard, clause="MMK-139"):
    """A soldier is defeated."""

    owner: Seat
    lost: Count


@CHANGES.event(_("{seat} defeats {card}: {score} emuná."), hands=_("{seat}: put {card} in your guenizá."))
class EnemyDefeated(OfCard, clause="MMK-141"):
    """An enemy is defeated; its emuná goes to a player."""

    seat: Seat
    score: Count


@CHANGES.event(
    _("A card falls from {seat}'s city: {card}; {city} left."), hands=_("{seat}: put the top card of your city in your guenizá.")
)
class CityHit(OfSeatAndCard, clause="MMK-188"):
    """The top card of a city falls."""

    city: Count


@CHANGES.event(_("{card} is dedicated ({reason})."), hands=_("{keeper}: turn {card}."))
class Dedicated(OfCard, clause="MMK-070"):
    """A permanent is dedicated; `keeper` turns the card: its controller, or the one from whose deck an enemy came."""

    keeper: Seat
    reason: Reason


@CHANGES.event(_("{seat} discards {cards}."))
class Discarded(OfSeat, clause="MMK-229"):
    """Cards went from a hand to the guenizá."""

    cards: tuple[CardId, ...]
    hand: Count


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


@CHANGES.event(_("The match ends: {result} ({reason}). {winners}"))
class MatchEnded(Event, clause="MMK-R38"):
    """The match has a result."""

    result: Result
    winners: tuple[Seat, ...]
    reason: EndReason

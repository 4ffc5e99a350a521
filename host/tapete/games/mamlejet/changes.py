"""Changes that several chapters cause: cards, wealth and permanents, as the board's verbs tell them."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import CardId, Count, EndReason, Reason, Result, Where
from tapete.games.mamlejet.language import _

CHANGES = Chapter("changes")


@CHANGES.event(_("{card} enters, from {owner}'s deck."), hands=_("{owner}: put {card} at the battle front."))
class EnemyEntered(Event, clause="MMK-059"):
    """An enemy enters at the front."""

    card: CardId
    owner: Seat


@CHANGES.event(_("{seat} draws {n}."), hands=_("{seat}: draw {n} {n:card|cards}."))
class CardsDrawn(Event, clause="MMK-191"):
    """Cards went from a city to its owner's hand."""

    seat: Seat
    n: Count
    hand: Count
    city: Count


@CHANGES.event(_("{seat} has to draw and has no cards left."))
class CityEmpty(Event, clause="MMK-168"):
    """Somebody had to draw from an empty city."""

    seat: Seat


@CHANGES.event(_("{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality."), hands=_("{seat}: turn {card}."))
class Produced(Event, clause="MMK-004"):
    """A resource was dedicated; the figures are the wealth now at hand."""

    seat: Seat
    card: CardId
    white: Count
    red: Count
    blue: Count


@CHANGES.event(_("{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality."))
class Paid(Event, clause="MMK-091"):
    """A cost was paid; the figures are the wealth that is left."""

    seat: Seat
    white: Count
    red: Count
    blue: Count


@CHANGES.event(_("The ability of {card} triggers."))
class Triggered(Event, clause="MMK-107"):
    """An ability triggers by itself."""

    card: CardId


@CHANGES.event(_("{card} enters play with {seat}."))
class EnteredPlay(Event, clause="MMK-099"):
    """A permanent enters play."""

    seat: Seat
    card: CardId


@CHANGES.event(_("{card} leaves play: {to} of {owner}."), hands=_("{owner}: put {card} in {to}, on your side."))
class LeftPlay(Event, clause="MMK-250"):
    """A permanent leaves play."""

    card: CardId
    owner: Seat
    to: Where


@CHANGES.event(_("{card} is now with: {to}."))
class Attached(Event, clause="MMK-240"):
    """A weapon or strategy goes to a permanent, or to none."""

    card: CardId
    to: CardId | None


@CHANGES.event(_("Damage waiting: {n}."))
class DamageWaits(Event, clause="MMK-208"):
    """Damage goes on the stack."""

    n: Count


@CHANGES.event(_("One damage to {card} is healed."))
class Healed(Event, clause="MMK-227"):
    """A pending damage is cancelled."""

    card: CardId


@CHANGES.event(_("{owner}'s {card} falls; {lost} emuná lost."), hands=_("{owner}: lay {card} sideways in your guenizá."))
class AllyFell(Event, clause="MMK-139"):
    """A soldier is defeated."""

    card: CardId
    owner: Seat
    lost: Count


@CHANGES.event(_("{seat} defeats {card}: {score} emuná."), hands=_("{seat}: put {card} in your guenizá."))
class EnemyDefeated(Event, clause="MMK-141"):
    """An enemy is defeated; its emuná goes to a player."""

    card: CardId
    seat: Seat
    score: Count


@CHANGES.event(
    _("A card falls from {seat}'s city: {card}; {city} left."), hands=_("{seat}: put the top card of your city in your guenizá.")
)
class CityHit(Event, clause="MMK-188"):
    """The top card of a city falls."""

    seat: Seat
    card: CardId
    city: Count


@CHANGES.event(_("{card} is dedicated ({reason})."), hands=_("{keeper}: turn {card}."))
class Dedicated(Event, clause="MMK-070"):
    """A permanent is dedicated; `keeper` turns the card: its controller, or the one from whose deck an enemy came."""

    card: CardId
    keeper: Seat
    reason: Reason


@CHANGES.event(_("{seat} discards {cards}."))
class Discarded(Event, clause="MMK-229"):
    """Cards went from a hand to the guenizá."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Count


@CHANGES.event(_("{owner}'s {card}: from {source} to {to}."), hands=_("Move {card} to {to} of {owner}."))
class CardMoved(Event, clause="MMK-R75"):
    """A ruling, or a healing from the guenizá, moved a card."""

    owner: Seat
    card: CardId
    source: Where
    to: Where


@CHANGES.event(_("The match ends: {result} ({reason}). {winners}"))
class MatchEnded(Event, clause="MMK-R38"):
    """The match has a result."""

    result: Result
    winners: tuple[Seat, ...]
    reason: EndReason

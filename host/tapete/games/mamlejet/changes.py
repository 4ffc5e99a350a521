"""Changes that several chapters cause: cards, wealth and permanents, as the board's verbs tell them."""

from __future__ import annotations

from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import (
    CardId,
    Cause,
    Colour,
    Count,
    Duration,
    EndReason,
    Fallen,
    Gained,
    Keyword,
    Result,
    Signed,
    What,
    Where,
)
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.state import Reason

CHANGES = Chapter("changes")


@CHANGES.event(_("{card} enters, from {owner}'s deck."), hands=_("{owner}: put {card} at the battle front."))
class EnemyEntered(Event):
    """An enemy enters at the front."""

    card: CardId
    owner: Seat
    clause: str = "MMK-059"


@CHANGES.event(_("{seat} draws {n}."), hands=_("{seat}: draw {n} {n:card|cards}."))
class CardsDrawn(Event):
    """Cards went from a city to its owner's hand."""

    seat: Seat
    n: Count
    hand: Count
    city: Count
    clause: str = "MMK-191"


@CHANGES.event(_("{seat} has to draw and has no cards left."))
class CityEmpty(Event):
    """Somebody had to draw from an empty city."""

    seat: Seat
    clause: str = "MMK-168"


@CHANGES.event(_("{seat} dedicates {card}: {white} Sustenance, {red} Materials, {blue} Spirituality."), hands=_("{seat}: turn {card}."))
class Produced(Event):
    """A resource was dedicated; the figures are the wealth now at hand."""

    seat: Seat
    card: CardId
    white: Count
    red: Count
    blue: Count
    clause: str = "MMK-004"


@CHANGES.event(_("{seat} pays; left are {white} Sustenance, {red} Materials and {blue} Spirituality."))
class Paid(Event):
    """A cost was paid; the figures are the wealth that is left."""

    seat: Seat
    white: Count
    red: Count
    blue: Count
    clause: str = "MMK-091"


@CHANGES.event(_("{seat} has {n} more {colour}."))
class WealthGained(Event):
    """Wealth is at a player's disposal."""

    seat: Seat
    colour: Colour
    n: Count
    clause: str = "MMK-066"


@CHANGES.event(_("The ability of {card} triggers."))
class Triggered(Event):
    """An ability triggers by itself."""

    card: CardId
    clause: str = "MMK-107"


@CHANGES.event(_("What waited is cancelled ({card})."))
class Countered(Event):
    """Something that waited is cancelled."""

    card: CardId | None
    clause: str = "MMK-R91"


@CHANGES.event(_("{card} enters play with {seat}."))
class EnteredPlay(Event):
    """A permanent enters play."""

    seat: Seat
    card: CardId
    clause: str = "MMK-099"


@CHANGES.event(_("{card} leaves play: {to} of {owner}."), hands=_("{owner}: put {card} in {to}, on your side."))
class LeftPlay(Event):
    """A permanent leaves play."""

    card: CardId
    owner: Seat
    to: Where
    clause: str = "MMK-250"


@CHANGES.event(_("{card} is now with: {to}."))
class Attached(Event):
    """A weapon or strategy goes to a permanent, or to none."""

    card: CardId
    to: CardId | None
    clause: str = "MMK-240"


@CHANGES.event(_("Damage waiting: {n}."))
class DamageWaits(Event):
    """Damage goes on the stack."""

    n: Count
    clause: str = "MMK-208"


@CHANGES.event(_("One damage to {card} is healed."))
class Healed(Event):
    """A pending damage is cancelled."""

    card: CardId
    clause: str = "MMK-227"


@CHANGES.event(_("{owner}'s {card} falls; {lost} emuná lost."), hands=_("{owner}: lay {card} sideways in your guenizá."))
class AllyFell(Event):
    """A soldier is defeated."""

    card: CardId
    owner: Seat
    lost: Count
    clause: str = "MMK-139"


@CHANGES.event(_("{seat} defeats {card}: {score} emuná."), hands=_("{seat}: put {card} in your guenizá."))
class EnemyDefeated(Event):
    """An enemy is defeated; its emuná goes to a player."""

    card: CardId
    seat: Seat
    score: Count
    clause: str = "MMK-141"


@CHANGES.event(
    _("A card falls from {seat}'s city: {card}; {city} left."), hands=_("{seat}: put the top card of your city in your guenizá.")
)
class CityHit(Event):
    """The top card of a city falls."""

    seat: Seat
    card: CardId
    city: Count
    clause: str = "MMK-188"


@CHANGES.event(_("{card}: {what} {n} by {cause}, {until}."))
class Modified(Event):
    """Something about a permanent counts differently for a while."""

    card: CardId
    what: What
    n: Signed
    until: Duration
    cause: Cause
    clause: str = "MMK-011"


@CHANGES.event(_("{card} {gained} {keyword} by {cause}, {until}."))
class KeywordChanged(Event):
    """A permanent gains or loses a keyword."""

    card: CardId
    keyword: Keyword
    gained: Gained
    until: Duration
    cause: Cause
    clause: str = "MMK-120"


@CHANGES.event(_("{seat}'s city: difficulty {n} by {cause}, {until}."))
class CityModified(Event):
    """A city is harder or easier to hit."""

    seat: Seat
    n: Signed
    until: Duration
    cause: Cause
    clause: str = "MMK-R26"


@CHANGES.event(_("{card} is dedicated ({reason})."), hands=_("{keeper}: turn {card}."))
class Dedicated(Event):
    """A permanent is dedicated; `keeper` turns the card: its controller, or the one from whose deck an enemy came."""

    card: CardId
    keeper: Seat
    reason: Reason
    clause: str = "MMK-070"


@CHANGES.event(_("{card} is freed."), hands=_("{keeper}: turn {card} back."))
class Freed(Event):
    """A permanent is freed; `keeper` turns the card back."""

    card: CardId
    keeper: Seat
    clause: str = "MMK-248"


@CHANGES.event(_("{seat} discards {cards}."))
class Discarded(Event):
    """Cards went from a hand to the guenizá."""

    seat: Seat
    cards: tuple[CardId, ...]
    hand: Count
    clause: str = "MMK-229"


@CHANGES.event(_("{seat} commands {card} now."))
class Commanded(Event):
    """Somebody else commands an ally."""

    card: CardId
    seat: Seat
    clause: str = "MMK-R93"


@CHANGES.event(_("{card} may act now."))
class Readied(Event):
    """A soldier that has just entered may act."""

    card: CardId
    clause: str = "MMK-199"


@CHANGES.event(_("{owner}'s {card}: from {source} to {to}."), hands=_("Move {card} to {to} of {owner}."))
class CardMoved(Event):
    """A ruling, or a healing from the guenizá, moved a card."""

    owner: Seat
    card: CardId
    source: Where
    to: Where
    clause: str = "MMK-R75"


@CHANGES.event(_("{seat}: {n} in {pile}."))
class CountAdjusted(Event):
    """A pile was counted again."""

    seat: Seat
    pile: Where
    n: Count
    clause: str = "MMK-R75"


@CHANGES.event(_("The unnamed card in {seat}'s guenizá is {card}."))
class CardIdentified(Event):
    """An unknown card of a guenizá has a name."""

    seat: Seat
    card: CardId
    clause: str = "MMK-R73"


@CHANGES.event(_("{card}, in {seat}'s guenizá: {mark}."))
class FallenMarked(Event):
    """How a card came to a guenizá was corrected."""

    seat: Seat
    card: CardId
    mark: Fallen
    clause: str = "MMK-R34"


@CHANGES.event(_("The match ends: {result} ({reason}). {winners}"))
class MatchEnded(Event):
    """The match has a result."""

    result: Result
    winners: tuple[Seat, ...]
    reason: EndReason
    clause: str = "MMK-R38"

"""Bots: each knows one game and says which of the legal actions a seat takes. A robot without a bot plays by chance.

One module for each game that has one, announced in the entry-point group `tapete.bots`; `bot_of` finds it, and `hands_of` what tells its
bots a hand. All robots of a match share
one bot, because robots that play with cards have to know together what lies where. A bot proposes; the referee judges its actions as
anybody's.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from tapete import games
from tapete.bots.deadline import Deadline
from tapete.bots.strength import STRENGTHS, Strength, Unplayable
from tapete.core.announced import Announced
from tapete.core.course import Declared
from tapete.core.refusals import Code, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.texts import _

__all__ = [
    "STRENGTHS",
    "Alternative",
    "Bot",
    "Deadline",
    "Declaring",
    "Hands",
    "HeldCard",
    "Strength",
    "Thoughtful",
    "Unplayable",
    "bot_of",
    "faults",
    "hands_of",
    "strengths_of",
]


GROUP = "tapete.bots"
"""The entry-point group in which a distribution announces the module with the bots of its game: `nim = "tapete_nim.robot"`."""

RAISES = Code(
    "bots_raise",
    "",
    _("The bots of “{game}” cannot be used ({place}): {problem}. Mend or remove their distribution; robots play this game by chance."),
)
NO_BOTS = Code(
    "no_bots",
    "",
    _("Bots for “{game}” are announced, but {place} lacks {lacks}. Announce a module that has them; robots play this game by chance."),
)
TWICE = Code(
    "bots_twice",
    "",
    _("The bots of “{game}” are announced twice: {places}. Remove one of the distributions; robots play this game by chance."),
)


class Bot(Protocol):
    """Decides for robots; may be asked by several threads at once."""

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """The plain action by which a seat answers what is owed; None: it has no opinion, and chance decides.

        Args:
            state: where the match stands.
            seat: who answers; the first seat answers for the table.
            owed: what is asked.
            deadline: until when it may think; None: for as long as bots usually do.
        """


class Declaring(Protocol):
    """A bot that says its answer as it is declared, so that play-outs need not read plain data."""

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Declared | None:
        """What `Bot.decide` says in plain data."""


HeldCard = str | int
"""A card by its id; in Shazamm by its number."""


class Alternative(Struct, frozen=True):
    """One thing that could be done.

    `action` is plain, and a lock carries its secret. `cards` are laid face down with it (Shazamm). `worth` is None where the bot does not
    know it, and `share` is how often perfect play does this (0..1), known to the exact bot only.
    """

    action: dict[str, Any]
    cards: tuple[HeldCard, ...] = ()
    worth: float | None = None
    share: float | None = None


class Thoughtful(Protocol):
    """A bot that tells what it has thought of for its last answer."""

    def alternatives(self, state: Any, seat: Seat) -> Sequence[Alternative]:
        """What it has weighed here, what it has chosen first; empty where it did not weigh."""


class Hands(Protocol):
    """Tells bots of one game what a seat holds: a person's cards, for advice, or cards that a play-out has dealt."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        """How many cards a seat holds."""

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        """How many copies of each card it can hold, as far as the table shows."""

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[Any]) -> None:
        """Let a bot that `bot` has made hold these cards; the rest of its deck stays a guess."""


class _BotModule(Protocol):
    """`HANDS` may be missing: then the bots hear of no hand, and advise without one."""

    STRENGTHS: tuple[Strength, ...]

    def bot(self, rules: Rules[Any], rng: random.Random, strength: Strength) -> Bot:
        """The bot of a match."""


def _judged(game: str, place: str, found: Any) -> Refusal | None:
    lacks = [name for name in ("STRENGTHS", "bot") if not hasattr(found, name)]
    return NO_BOTS(game=game, place=place, lacks=lacks) if lacks else None


_MODULES: Announced[_BotModule] = Announced(
    GROUP, {name: f"{__name__}.{name}" for name in games.BUILT_IN}, _judged, raises=RAISES, twice=TWICE
)

faults = _MODULES.faults


def bot_of(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> Bot | None:
    """The bot for a match of this game: what its module `bot` makes; None where it has none, or none that can be used (`faults`).

    Args:
        rules: of the match. rng: its whims. strength: how well it plays.

    Raises:
        Unplayable: the game has bots, but none of this strength, or not under these house rules.
    """
    module = _MODULES.find(rules.game.name)
    if module is None:
        return None
    if strength not in module.STRENGTHS:
        raise Unplayable(f"{rules.game.name} has no bot of strength {strength}; it has {', '.join(module.STRENGTHS)}")
    return module.bot(rules, rng, strength)


def hands_of(game: str) -> Hands | None:
    """What tells the bots of a game a hand; None where none can be told."""
    found: Hands | None = getattr(_MODULES.find(game), "HANDS", None)
    return found


def strengths_of(game: str) -> tuple[Strength, ...]:
    """The strengths of a game's bots, the weakest first; empty where it has no bots."""
    module = _MODULES.find(game)
    return module.STRENGTHS if module is not None else ()

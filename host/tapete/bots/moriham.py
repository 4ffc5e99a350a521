"""The bots of MORIHAM: easy and medium are duelists (`tapete.bots.moriham_duelist`), strong plans whole turns (`moriham_planner`)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tapete.bots import Alternative, HeldCard
from tapete.bots.deadline import Deadline
from tapete.bots.forgetful import Forgetful
from tapete.bots.moriham_duelist import Duelist, open_cards
from tapete.bots.moriham_planner import Planner
from tapete.bots.random_answers import plain_of
from tapete.bots.strength import Strength
from tapete.core.actions import Action
from tapete.core.codec import builtins
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.games.moriham.board import Duel
from tapete.games.moriham.figures import SEATS

STRENGTHS: tuple[Strength, ...] = ("easy", "medium", "strong")


def bot(rules: Rules[Any], rng: random.Random, strength: Strength = "medium") -> MorihamBot | Forgetful:
    """The bot of a match."""
    made = MorihamBot(rules, rng, strong=strength == "strong")
    return Forgetful(made, rules, rng) if strength == "easy" else made


class MorihamBot:
    """See the module.

    Args:
        rules: of the match. rng: shuffles, and fills in what does not matter. strong: it looks through whole turns.
    """

    def __init__(self, rules: Rules[Any], rng: random.Random, *, strong: bool = False) -> None:
        made = Planner if strong else Duelist
        self.players = {seat: made(rules, seat, random.Random(rng.random())) for seat in SEATS}

    def decide(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Mapping[str, Any] | None:
        """See `tapete.bots.Bot`; each player thinks alone, on the one thread of its robot."""
        plain: Mapping[str, Any] | None = plain_of(self.declare(state, seat, owed, deadline))
        return plain

    def declare(self, state: Any, seat: Seat, owed: Owed, deadline: Deadline | None = None) -> Action | None:
        """See `tapete.bots.Declaring`."""
        if owed.seat != seat or owed.meaning == "die":
            return None
        return self.players[seat].choose(state, owed, deadline or Deadline())

    def alternatives(self, state: Any, seat: Seat) -> list[Alternative]:
        """See `tapete.bots.Thoughtful`: what the lines begin with that a strong player has compared."""
        player = self.players[seat]
        of, looked = player.looked if isinstance(player, Planner) else (None, [])
        return [Alternative(builtins(one.choice), (), one.worth) for one in looked] if of == state else []


class _Hands:
    """Who holds which cards of MORIHAM, as far as the table shows. See `tapete.bots.Hands`."""

    def held(self, rules: Rules[Any], state: Any, seat: Seat) -> int:
        return Duel(rules, state).side(seat).hand

    def there(self, rules: Rules[Any], state: Any, seat: Seat) -> Mapping[HeldCard, int]:
        most, seen = rules.options.max_copies or rules.options.deck_size, open_cards(rules, state, seat)
        return {card: most - seen[card] for card in rules.catalogue.cards}

    def deal(self, bot: Any, rules: Rules[Any], state: Any, seat: Seat, hand: Sequence[str]) -> None:
        bot.players[seat].told(state, hand)


HANDS = _Hands()

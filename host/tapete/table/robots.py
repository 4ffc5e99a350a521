"""Robot players: they press the buttons of a simulated console and declare the rest, at human pace or as fast as it goes.

A robot sits at one panel. It reads the numbers off its own private display, as a person would, presses PLUS and MINUS until the one
it wants is there, and LOCK. What a panel does not ask for it declares as a page would.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping
from typing import Any

from tapete.bots import Bot
from tapete.console.simulator import Button, Pixels, SimulatedConsole
from tapete.core.answers import bare
from tapete.core.codec import builtins
from tapete.core.domains import Domain, some, whole
from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.table.players import FAST, HUMAN, PATIENCE_S, Pace, Player
from tapete.table.question.picks import wanted
from tapete.table.table import Table

__all__ = ["FAST", "HUMAN", "Pace", "Robot", "number_on"]

GLANCE_S = 0.25
"""How long it waits after a press before it presses again: a panel that does not show the question yet takes no answer to it."""

LARGEST_PICK = 3
"""Most cards that a robot shows at once."""


def number_on(pixels: Pixels, panel: int) -> int | None:
    """The number that a private display asks for: of its tens and of its units one shines most, in white.

    None while it asks for nothing: a locked or public number is green, and of the face of a die no tens shine.
    """
    private = pixels.panels[panel].private
    rows = [[min(colour >> 16, colour >> 8 & 255, colour & 255) for colour in private[start : start + 10]] for start in (0, 10)]
    return 10 * rows[0].index(max(rows[0])) + rows[1].index(max(rows[1])) if all(map(any, rows)) else None


class Robot(Player):
    """One robot player at a panel.

    Args:
        table: where it plays.
        seat: whose part it takes.
        console: the simulated console.
        panel: the one it sits at, 0..3.
        pace: how fast it is.
        rng: its whims.
        bot: what it thinks of the game; without one it chooses by chance among what is legal.
    """

    def __init__(
        self,
        table: Table,
        seat: Seat,
        console: SimulatedConsole,
        panel: int,
        pace: Pace,
        rng: random.Random,
        bot: Bot | None = None,
    ) -> None:
        super().__init__(table, seat, pace, rng, bot)
        self._console, self._panel = console, panel

    # ---- playing

    def _owed(self) -> Owed | None:
        """Return what this robot owes. The first seat enters what the table owes.

        The machine that holds the secrets makes the reveal; cards that only lie face down are turned over by hand and named.
        """
        held = bool(getattr(self._table.state.agenda[-1], "seals", None))
        reveals = {name for sealing in self._table.rules.game.sealings for name in _names(sealing)} if held else frozenset()
        for owed in self._table.awaiting():
            if owed.seat == self.seat or (owed.seat is None and self.seat == self._table.seats[0] and not set(owed.actions) & reveals):
                return owed
        return None

    def _do(self, owed: Owed) -> None:
        if owed.meaning == "die":
            self._press_until("roll", lambda: owed not in self._table.awaiting())
            return
        wish = self._bot.decide(self._table.state, self.seat, owed) if self._bot is not None else None
        if owed.meaning == "bid":
            self._bid(wish)
        elif owed.meaning == "pick":
            self._pick(owed, wish)
        elif wish is not None:
            self._carry_out(wish, owed)
        elif (sealing := self._sealing()) is not None and owed.seat is not None:
            self._choose(sealing)
        elif owed.meaning in ("ready", "pass") and self._rng.random() < 0.7:
            self._press_until("lock", lambda: owed not in self._table.awaiting())
        else:
            self._declare(owed)

    def _choose(self, sealing: Sealing) -> None:
        """Choose a secret that is no number, as on a phone: the table keeps it until everybody is ready."""
        with self._table.still():
            domain = sealing.domain(self._table.rules.board(self._table.state), self.seat)
        if domain is None:
            return
        secret = builtins(domain.sample(self._rng))
        self._submit({"action": name_of(sealing.lock), "seat": self.seat, sealing.secret: secret})

    def _carry_out(self, wish: Mapping[str, Any], owed: Owed) -> None:
        """Do what the bot wants: a pass by pressing LOCK, anything else as a page would; refused, it is left to chance."""
        touch = single_touch(self._table.rules, owed)
        if touch is not None and wish["action"] == touch.__struct_config__.tag:
            self._press_until("lock", lambda: owed not in self._table.awaiting())
            return
        self._declare_plain(wish, owed)

    def _press_until(self, button: Button, happened: Callable[[], bool]) -> bool:
        """Press a button and wait for its effect. Press again if nothing happens, as a person who was too fast for the panel would."""
        until = self._clock.now() + PATIENCE_S
        while not self._stopping.is_set() and not happened() and self._clock.now() < until:
            self._console.press(self._panel, button, self._pace.press_ms)
            self._wait(happened, GLANCE_S)
        return happened()

    # ---- numbers on the panel

    def _bid(self, wish: Mapping[str, Any] | None) -> None:
        """Set a bid and lock it: the one that the bot wants, else a modest one."""
        sealing = self._sealing()
        domain = sealing.domain(self._table.rules.board(self._table.state), self.seat) if sealing is not None else None
        if not isinstance(domain, whole):
            return
        asked = self._table.question
        bid = self._modest(domain) if wish is None or sealing is None else wish[sealing.secret]
        self._set(bid, lambda: self._table.question == asked)
        self._press_until("lock", lambda: self._ready() or self._table.question != asked)

    def _ready(self) -> bool:
        return self.seat in getattr(self._table.state.agenda[-1], "ready", (self.seat,))

    def _pick(self, owed: Owed, wish: Mapping[str, Any] | None) -> None:
        """Choose cards one by one, then say that these are all: those that the bot wants, else a few."""
        found = wanted(self._table, self.seat)
        if found is None:
            return
        action, argument, _ = found
        offer = self._table.legal(self.seat).get(action)
        domain = offer.arguments.get(argument) if offer is not None else None
        asked = self._table.question
        for number in self._choice(domain) if wish is None else wish[argument]:
            self._set(number, lambda: self._table.question == asked)
            chosen = functools.partial(self._has_picked, argument, number)
            if not chosen():
                self._press_until("lock", chosen)
            if self._table.question != asked:
                return
        self._press_until("roll", lambda: owed not in self._table.awaiting())

    def _has_picked(self, argument: str, number: int) -> bool:
        return number in self._table.drafts.get(self.seat, {}).get(argument, ())

    def _choice(self, domain: Domain | None) -> list[int]:
        """Which numbers: a few that are legal together."""
        several = None if domain is None else bare(domain)
        if domain is not None and isinstance(several, some):
            numbers = [number for number in several.of.options() if isinstance(number, int)]
            self._rng.shuffle(numbers)
            for count in sorted({self._rng.randint(0, LARGEST_PICK), 1, 0, LARGEST_PICK}, key=lambda n: self._rng.random()):
                if not domain.refusals(tuple(numbers[:count])):
                    return numbers[:count]
        value: Any = domain.sample(self._rng) if domain is not None else ()
        return [value] if isinstance(value, int) else list(value)

    def _set(self, number: int, still: Callable[[], bool]) -> None:
        """Press PLUS and MINUS until the number is on the private display, or the question is another one."""
        shown: int | None = None
        until = self._clock.now() + 10 * PATIENCE_S
        while still() and not self._stopping.is_set() and self._clock.now() < until:
            shown = self._look_for_another_than(shown)
            if shown == number:
                return
            if shown is not None:
                self._console.press(self._panel, "plus" if shown < number else "minus", self._pace.press_ms)

    def _look_for_another_than(self, before: int | None) -> int | None:
        """The number on the private display, once it is another one than before; or after a while."""
        try:
            pixels = self._console.wait_for(lambda pixels: number_on(pixels, self._panel) not in (None, before), PATIENCE_S / 3)
        except TimeoutError:
            pixels = self._console.pixels()
        return number_on(pixels, self._panel)


def _names(sealing: Sealing) -> tuple[str, str]:
    return str(sealing.reveal.__struct_config__.tag), str(sealing.reopen.__struct_config__.tag)

"""Two players who see nothing but lights and know nothing but the printed card end whole matches: the language is enough.

They look at the pixels for 1.2 s, find the row of the card whose windows are lit, and do what it says; of the match they know nothing. What
is done by hand (cards that are laid) a third person declares, who sees the page alone and acts when no panel asks for a button.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tapete.console.clock import OwnedClock
from tapete.console.simulator import Button, PanelPixels, SimulatedConsole
from tapete.presentation import legend
from tapete.presentation.lamps import turn_told
from tapete.table import Hub, Journal, Table
from tests.contract.test_contract import QUIET
from tests.run_forms import by_form
from tests.table.by_buttons import Hands

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")]

LOOK_S, GLIMPSE_S = 1.2, 0.12
MOST_LOOKS = 3000
SETTLES_S = 1.0
MODEST = 12
"""They bid this much or a little less."""
PATIENT = 2
"""After so many looks at panels that ask for no button the third person does what hands do."""
MOST_NEEDLESS = 0.03
"""Presses of LOCK and ROLL that did nothing: no entry of the match, no step of the hands ticked."""
SEEDS = range(by_form(quick=1, usual=2, long=3, nightly=20))

STEADY = {(frozenset(state.lit), moves): state.lamp for state in legend.STATES if (moves := state.moves.in_("en")) in ("breathes", "still")}
"""Rows of the card whose windows are all lit at any moment, with their rhythm: those that tell what to press, and those that let you rest.
A face of 7 stands still where LOCK breathes.
"""

GAMES: dict[str, dict[str, Any]] = {"shazamm": {}, "mamlejet": {"deck_tactics": 12, "deck_check": "off", "win_emuna": 20}}


@contextmanager
def board(seed: int) -> Iterator[SimulatedConsole]:
    """A console on a clock of its own, whose dice and bids follow from a seed: no computer is too slow for these players."""
    settings: dict[str, str | int] = {"TAPETE_BRIDGE_PIXELS": 19}
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings=settings, clock=clock, seed=seed) as console:
        yield console


def read(film: list[PanelPixels]) -> str:
    """The row of the card that fits a film of one panel; empty where none does: then look again."""
    frames = [frozenset(at + 1 for at, pixel in enumerate(one.die) if pixel) for one in film]
    moves = "breathes" if len({tuple(one.die) for one in film}) > 1 else "still"
    if all({9, 10} <= frame for frame in frames) and len({one.die[8] for one in film}) > 1 and (frames[0], moves) not in STEADY:
        return "roll"  # the lights over ROLL blink, whatever runs beside them
    return STEADY.get((frames[0], moves), "") if len(set(frames)) == 1 else ""


def number(panel: PanelPixels) -> int | None:
    """The number under the hood: in each row the digit at the window that shines most."""
    light = [(pixel >> 16) + (pixel >> 8 & 255) + (pixel & 255) for pixel in panel.private]
    if not any(light[:10]) or not any(light[10:]):
        return None
    return 10 * light.index(max(light[:10])) + light[10:].index(max(light[10:]))


class Blind:
    """Eyes on both panels, a card in each hand, fingers on the buttons; and beside them the third person."""

    def __init__(self, hands: Hands, rng: random.Random) -> None:
        self.hands, self.rng = hands, rng
        self.needless = 0
        self.log: list[tuple[int, Button, int]] = []
        """Each press: panel, button, milliseconds."""
        assert isinstance(hands.console.clock, OwnedClock)
        self.clock = hands.console.clock

    def press(self, panel: int, button: Button, ms: int = 60) -> None:
        self.log.append((panel, button, ms))
        before = self.state()
        self.hands.console.press(panel, button, ms)
        self.clock.sleep(ms / 1000 + SETTLES_S)
        self.needless += button in ("lock", "roll") and self.state() == before

    @property
    def presses(self) -> int:
        return len(self.log)

    def state(self) -> tuple[int, ...]:
        """What a press may change: the match, the hands' steps, what is entered, the moment that is told."""
        table, hands = self.hands.table, self.hands
        return table.seq, table.steps_ticked, len(hands.drafts()), hands.binding.telling.gone_on

    def answer(self, panel: int, lamp: str, pixels: PanelPixels) -> bool:
        """Do what the row of the card says; False if it says to wait."""
        if lamp == "bid":
            shown = number(pixels)
            if shown is not None and shown > MODEST:
                self.press(panel, "minus", 120 + 350 * ((shown - 2) // 10))  # held: by full tens
            elif shown is not None:
                self.press(panel, "lock")
        elif lamp in ("pick", "roll"):
            self.press(panel, "roll")
        elif lamp == "lock":
            self.press(panel, "lock")
        else:
            return False
        return True

    def look(self) -> list[list[PanelPixels]]:
        """A film of each panel."""
        film = []
        for _ in range(round(LOOK_S / GLIMPSE_S)):
            film.append(self.hands.console.pixels().panels)
            self.clock.sleep(GLIMPSE_S)
        return [[one[panel] for one in film] for panel in (0, 1)]

    def play(self, table: Table) -> None:
        """Look and press until the match has a result."""
        idle = 0
        for _ in range(MOST_LOOKS):
            if table.result is not None:
                return
            films = self.look()
            rows = [read(film) for film in films]
            first = self.rng.randrange(2)  # two people do not press in the same instant
            pressed = any(self.answer(panel, rows[panel], films[panel][-1]) for panel in (first, 1 - first))
            idle = 0 if pressed else idle + 1
            if idle >= PATIENT:
                self.by_hand(table)
        lit = [number(film[-1]) for film in films]
        raise AssertionError(f"no end: {rows}, {lit}, {table.state.agenda[-1]}, {table.awaiting()}")

    def by_hand(self, table: Table) -> None:
        """What no button answers is declared by chance, as on a page."""
        if table.result is None and any(due.button is None for due in table.awaiting()):
            action = table.rules.sample(table.state, self.rng, avoid=QUIET)
            if action is not None:
                table.submit(action)


def played(folder: Path, game: str, seed: int) -> Blind:
    """Let two blind players end a match; returns them with what they have pressed."""

    def begun(hub: Hub) -> Table:
        return hub.begin(game, GAMES[game], seats=2, catalogue=None if game == "shazamm" else "starter")

    with board(seed) as simulator, Journal(folder / "journal.sqlite3") as journal:
        hands = Hands(journal, simulator, begun, turn_told)
        try:
            players = Blind(hands, random.Random(seed))
            players.play(hands.table)
        finally:
            hands.close()
    return players


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_who_sees_only_lights_and_the_card_ends_the_match(tmp_path: Path, game: str, seed: int) -> None:
    players = played(tmp_path, game, seed)
    print(f"{game}, seed {seed}: {players.presses} presses, {players.needless} of them needless")
    assert players.presses >= 20
    assert players.needless <= MOST_NEEDLESS * players.presses


@pytest.mark.long
def test_blind_players_do_the_same_again(tmp_path: Path) -> None:
    for name in ("first", "again"):
        (tmp_path / name).mkdir()
    first, again = [played(tmp_path / name, "mamlejet", 7) for name in ("first", "again")]
    assert first.log == again.log
    assert first.needless == again.needless

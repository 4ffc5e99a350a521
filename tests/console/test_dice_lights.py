"""What a game's dice are for reaches the panel by colour and rhythm and the page in words: from the step of the rules to the pixels."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tapete.console.clock import OwnedClock
from tapete.console.reports import Connected, Rolled
from tapete.console.simulator import Pixels, SimulatedConsole
from tapete.core.rules import Rules
from tapete.core.scene import DiePurpose
from tapete.core.seats import SEATS
from tapete.core.steps import Dice
from tapete.games import bhm, mamlejet
from tapete.presentation import panel as page
from tapete_console import lights
from tests.console.bench import PATIENCE_S, Heard
from tests.contract.starter_cards import starter

GAMES: dict[str, Callable[[], Rules[Any]]] = {
    "bhm": functools.partial(bhm.rules, {}, starter("bhm")),
    "mamlejet": functools.partial(mamlejet.rules, {"deck_tactics": 20, "deck_check": "off"}, starter("mamlejet")),
}
COLOURS: dict[DiePurpose, int] = {"initiative": lights.FIRST, "attack": lights.ATTACK, "defence": lights.DEFENCE}
SETTLED = frozenset({"abandon", "concede", "time_up", "ruling", "add_card"})


def asked(game: str, word: str) -> tuple[Rules[Any], Any]:
    """The rules of a game, and a state in which the first die that is due is for `word`: found by playing at random."""
    rules = GAMES[game]()
    for seed in range(20):
        rng, state = random.Random(seed), rules.start(SEATS[:2])
        for _ in range(4000):
            top = state.agenda[-1]
            if isinstance(top, Dice) and top.due[0].purpose == word:
                return rules, state
            if rules.result(state) is not None:
                break
            action = rules.sample(state, rng, avoid=SETTLED)
            assert action is not None
            state, _ = rules.apply(state, action)
    raise AssertionError(f"no match of {game} asked for a die for {word}")


@pytest.fixture(scope="module")
def simulated() -> Iterator[SimulatedConsole]:
    settings: dict[str, str | int] = {"TAPETE_BUDGET_MA": 400, "TAPETE_RUNUP_MS": 50}
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings=settings, clock=clock) as board:
        yield board


@pytest.mark.parametrize(
    ("game", "word", "purpose", "spanish"),
    [
        ("bhm", "start", "initiative", "Tira la iniciativa"),
        ("mamlejet", "initiative", "initiative", "Tira la iniciativa"),
        ("mamlejet", "attack", "attack", "Tira un ataque"),
        ("mamlejet", "city_attack", "defence", "Tira una defensa"),
    ],
)
def test_what_a_die_is_for_is_seen_on_its_panel_and_read_on_the_page(
    simulated: SimulatedConsole, game: str, word: str, purpose: DiePurpose, spanish: str
) -> None:
    rules, state = asked(game, word)
    die = state.agenda[-1].due[0]
    scene = rules.scene(state)
    panel = next(one for one in scene.panels if one.seat == die.panel)
    assert (panel.dice[0], panel.purpose) == (die.id, purpose)
    assert spanish in page.description(panel, "", "es", rules.words)
    place = SEATS.index(die.panel)
    heard, request = Heard(simulated.clock), f"{game[0]}{len(word)}"
    console = simulated.open(heard)
    try:
        heard.next(Connected)
        console.show(scene, dict(enumerate(SEATS[:2])), request=request)
        simulated.wait_until(lambda _: console.current)  # until then its panels show, and roll, the dice of the test before
        simulated.next_picture(simulated.pixels().picture, 100)
        colour = lights.STANDARD[COLOURS[purpose]]
        seen = simulated.wait_for(lambda pixels: lit(pixels, place, colour) is not None, PATIENCE_S)
        first = lit(seen, place, colour)
        later = simulated.wait_for(lambda pixels: lit(pixels, place, colour) not in (first, None), PATIENCE_S)
        second = lit(later, place, colour)
        assert first is not None
        assert second is not None
        if purpose == "initiative":
            assert {sum(first), sum(second)} == {7}, "from the middle of the eight beside ROLL"
        else:
            assert (first[1] - first[0], second[1] - second[0]) == (1, 1), "two side by side"
        simulated.press(place, "roll")
        rolled = heard.next(Rolled)
        while rolled.request != request:  # of the test before, whose host had gone before the console heard that it was kept
            rolled = heard.next(Rolled)
        assert rolled.die == die.id
    finally:
        console.close()


def lit(pixels: Pixels, panel: int, colour: int) -> tuple[int, int] | None:
    """Which two pixels of a die display run in this colour while those over ROLL blink; None while it shows something else."""
    die = pixels.panels[panel].die
    shining = [place for place in range(8) if die[place]]
    if len(shining) != 2 or any(die[place] != colour for place in shining) or not all(die[8:]):
        return None
    return shining[0], shining[1]


def test_a_purpose_without_lights_of_its_own_is_a_plain_roll() -> None:
    rules, state = asked("mamlejet", "hero")
    owing = [panel for panel in rules.scene(state).panels if panel.dice]
    assert owing
    assert {panel.purpose for panel in owing} == {None}
    assert "Tira: parpadea." in page.description(owing[0], "", "es", rules.words)
    assert page.presses(owing[0], "", "es", rules.words).startswith("ROLL tira")

"""Every kind of roll travels the whole way: asked by the rules, shown on the panel that owes it, rolled by its ROLL, judged by the rules.

The console is the shipped firmware on the simulator, on a clock of the test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tapete.console.clock import OwnedClock
from tapete.console.simulator import Pixels, SimulatedConsole
from tapete.core import position as positions
from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS
from tapete.core.steps import Dice
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.state import Options, State
from tapete.table import Changed, Hub, Journal
from tests.games.mamlejet.camp import Camp, opened

PATIENCE_S = 60.0
AGAIN_S = 2.0
PRESS_MS = 80
FIGHTS: dict[str, Any] = {"dedicated": "fights"}
DUE: dict[str, Any] = {"frenzy_due": True, "attacked": True}


@pytest.fixture(scope="module")
def simulator() -> Iterator[SimulatedConsole]:
    with OwnedClock() as clock, SimulatedConsole(panels=2, clock=clock) as console:
        yield console


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3", lambda: datetime(2026, 1, 1, 12, tzinfo=UTC)) as made:
        yield made


class Evening:
    """A match that goes on from a scenario, with its panels on the simulated console."""

    def __init__(self, journal: Journal, console: SimulatedConsole, camp: Camp) -> None:
        self.console, self.hub = console, Hub(journal, console, console.clock)
        self._news = console.clock.condition()
        house = camp.rules.options
        given = {key: getattr(house, key) for key in house.__struct_fields__ if getattr(house, key) != getattr(Options(), key)}
        self.table = self.hub.begin(
            "mamlejet", given, seats=len(camp.state.seats), catalogue="starter", position=positions.dump(camp.rules, camp.state)
        )
        self.table.watch(self._heard)
        self.hub.add_console(console.open)

    def _heard(self, changed: Changed) -> None:
        with self._news:
            self._news.notify_all()

    def wait(self, happened: Callable[[], bool], seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(happened, seconds)

    def due(self) -> tuple[Any, ...]:
        state = self.table.state
        assert isinstance(state, State)
        top = state.agenda[-1]
        return top.due if isinstance(top, Dice) else ()

    def rolled(self) -> dict[str, str]:
        """The dice that have come, and from where."""
        entered = [entry for entry in self.table.entries if (entry.action or {}).get("action") == "enter_roll"]
        return {str((entry.action or {})["roll"]): str(entry.source) for entry in entered}

    def press_roll(self, panel: int, roll: str) -> None:
        """Press ROLL until this die has come; a panel that does not show the question yet takes no answer to it."""
        self._press(panel, lambda: self.wait(lambda: roll in self.rolled(), AGAIN_S))

    def press_roll_for_nothing(self, panel: int) -> None:
        """Press ROLL on a panel that nobody asks, until one light runs over its die display or a face is there."""

        def one_light(pixels: Pixels) -> bool:
            return sum(colour > 0 for colour in pixels.panels[panel].die) == 1

        def rolls() -> bool:
            try:
                self.console.wait_for(one_light, AGAIN_S)
            except TimeoutError:
                return False
            return True

        self.console.wait_for(lambda pixels: not one_light(pixels), PATIENCE_S)  # a face of the match before goes out by itself
        self._press(panel, rolls)

    def _press(self, panel: int, did_anything: Callable[[], bool]) -> None:
        """As a player who looks whether it did anything, and presses again after a while if it did not."""
        until = self.console.clock.now() + PATIENCE_S
        while self.console.clock.now() < until:
            self.console.press(panel, "roll", PRESS_MS)
            if did_anything():
                return
        raise AssertionError(f"ROLL on panel {panel} does nothing; {self.rolled()}")

    def asks(self, panel: int, needs: int) -> None:
        """Wait until a panel shows what its die has to reach."""
        lit = [needs // 10, 10 + needs % 10]
        self.console.wait_for(lambda pixels: [at for at, pixel in enumerate(pixels.panels[panel].private) if pixel] == lit, PATIENCE_S)


def initiative() -> Camp:
    return Camp(at="4a").all_pass()


def hero() -> Camp:
    return opened().do("register_deck", "B", deck="demo")


def aim() -> Camp:
    return Camp(options={"level": "custom", "custom_per_player": 0}, at="4a", round=2, front=("e-arquero",)).all_pass().roll(9, 2)


def shot_at_city() -> Camp:
    return aim().roll(7).do("pass_all")


def activation() -> Camp:
    options = {"level": "custom", "custom_per_player": 0}
    return Camp(options=options, at="4a", round=2, front=("e-sacerdote",)).all_pass().roll(9, 2).do("pass_all")


def assault() -> Camp:
    return Camp(at="3a_w1", order="BA", front=("e-guerrero",)).all_pass()


def city_attack() -> Camp:
    return assault().roll(2).until()


def structure() -> Camp:
    return Camp(at="3a_w1", B={"in_play": ["muralla", "muralla"]}, front=("e-ariete",)).all_pass().roll(7).until().roll(8).declare("mina")


def melee() -> Camp:
    return Camp(at="3a_w1", B={"in_play": [("centinela", {**FIGHTS, "opponent": 2})]}, front=(("e-guerrero", {"opponent": 1}),)).until()


def one_each() -> Camp:
    """A die on either panel: the enemies have acted, and do not strike back."""
    acted = {"dedicated": "acts"}
    return Camp(
        at="3a_w1",
        options={"dedicated_enemy_strikes_back": False},
        A={"in_play": [("centinela", {**FIGHTS, "opponent": 3})]},
        B={"in_play": [("herrero", {**FIGHTS, "opponent": 4})]},
        front=(("e-guerrero", {**acted, "opponent": 1}), ("e-guerrero", {**acted, "opponent": 2})),
    ).until()


def early() -> Camp:
    return Camp(at="3a_w1", B={"in_play": [("centinela", {**FIGHTS, "opponent": 2})]}, front=(("e-carruaje", {"opponent": 1}),)).until()


def frenzy() -> Camp:
    camp = Camp(at="3b", B={"in_play": [("lancero", {**DUE, **FIGHTS})]}, front=("e-guerrero",)).all_pass()
    return camp.do("assign_frenzy", "B", soldier="lancero", enemy="e-guerrero")


def frenzy_city() -> Camp:
    return Camp(at="3b", order="BA", front=(("e-heroe-campeon", DUE),)).all_pass()


def shot() -> Camp:
    return Camp(active="B", B={"in_play": ["hondero"]}, front=("e-elefante",)).use("B", "hondero", "shoot", "e-elefante").all_pass()


def trap() -> Camp:
    camp = Camp(active="B", B={"in_play": ["mina", "estudio"]}, front=("e-ariete",))
    return camp.play("B", "trampa", "e-ariete", dedicate=("mina", "estudio")).all_pass()


def healing() -> Camp:
    camp = Camp(at="3c", B={"in_play": ["aguador", "centinela"]}, front=("e-guerrero",))
    board = camp.board
    board.set(next_id=50)
    board.hurt(camp.names["centinela"], "enemy")
    camp.state = board.state
    return camp.use("B", "aguador", "heal", "centinela").all_pass()


KINDS: tuple[tuple[Callable[[], Camp], str, int, str, int | None, str | None], ...] = (
    (initiative, "initiative-B.0", 1, "initiative", None, "initiative"),
    (hero, "hero-B.0", 1, "hero", None, None),
    (aim, "aim-1.0", 0, "city", None, None),
    (shot_at_city, "shot-2", 1, "city_shot", 7, "defence"),
    (activation, "check-2", 0, "check", 6, None),
    (assault, "city-1.0", 1, "city", None, None),
    (city_attack, "assault-1", 0, "city_attack", 6, "defence"),
    (structure, "structure-3.0", 1, "structure", None, None),
    (melee, "attack-1", 1, "attack", 5, "attack"),
    (early, "attack-2", 1, "attack", 4, "attack"),
    (frenzy, "frenzy-1", 1, "attack", 5, "attack"),
    (frenzy_city, "frenzy-1.0", 1, "city", None, None),
    (shot, "shot-3", 1, "shot", 10, "attack"),
    (trap, "check-4", 1, "check_on", 6, None),
    (healing, "check-51", 1, "heal", 6, None),
)
"""The scenario, the die, its panel, what it is for, what it needs, and what the panel's lights say."""


@pytest.mark.slow
@pytest.mark.clause("MMK-R07", "MMK-010", "MMK-129", "MMK-179", "MMK-R06")
@pytest.mark.parametrize(("make", "roll", "panel", "purpose", "needs", "light"), KINDS, ids=[kind[0].__name__ for kind in KINDS])
def test_a_die_is_asked_on_its_panel_and_rolled_there(
    journal: Journal,
    simulator: SimulatedConsole,
    make: Callable[[], Camp],
    roll: str,
    panel: int,
    purpose: str,
    needs: int | None,
    light: Any,
) -> None:
    evening = Evening(journal, simulator, make())
    try:
        mine = next(die for die in evening.due() if die.id == roll)
        assert (mine.panel, mine.purpose, mine.needs) == (SEATS[panel], purpose, needs)
        shown = evening.table.rules.scene(evening.table.state).panels[panel]
        first = next(die for die in evening.due() if die.panel == mine.panel)
        assert (shown.dice[0], shown.purpose) == (first.id, light)
        lost = Front(evening.table.rules, evening.table.state).lost(SEATS[panel])
        assert shown.shown == (lost if first.needs is None else first.needs), "its own display says what the die has to reach"
        owed = next(owed for owed in evening.table.awaiting() if owed.params.get("roll") == roll)
        said = evening.table.rules.prompts(owed)[0]
        assert needs is None or (str(needs) in said.in_("es") and str(needs) in said.in_("en"))
        if first.id != roll:  # an enemy's die on the same panel comes first
            evening.press_roll(panel, first.id)
        evening.press_roll(panel, roll)
        assert evening.rolled()[roll].startswith(f"console:{SEATS[panel]}:")
        assert all(die.id != roll for die in evening.due())
    finally:
        evening.hub.close()


@pytest.mark.clause("MMK-136", "MMK-R07")
def test_a_panel_that_goes_dark_in_the_middle_of_a_batch_leaves_the_rest_to_be_typed(journal: Journal, simulator: SimulatedConsole) -> None:
    """What was rolled stays, the rest is typed in, and the panel that is back rolls nothing a second time."""
    evening = Evening(journal, simulator, one_each())
    try:
        first, second = [die.id for die in evening.due()]
        evening.press_roll(0, first)
        simulator.unplug()
        assert evening.wait(lambda: any("away" in notice.text.in_("en") for notice in evening.table.notices), PATIENCE_S)
        assert [die.id for die in evening.due()] == [second]
        with pytest.raises(Illegal) as refused:
            evening.table.submit({"action": "enter_roll", "roll": first, "value": 5})
        assert [refusal.code for refusal in refused.value.refusals] == ["unexpected_roll"]
        evening.table.submit({"action": "enter_roll", "roll": second, "value": 2})
        simulator.replug()
        assert evening.wait(lambda: evening.table.notices[-1].text.in_("en") == "The console is back.", PATIENCE_S)
        assert sorted(evening.rolled()) == sorted((first, second))
        entered = [entry for entry in evening.table.entries if (entry.action or {}).get("action") == "enter_roll"]
        assert len(entered) == 2
    finally:
        evening.hub.close()


@pytest.mark.clause("MMK-010", "MMK-R07")
def test_a_die_of_another_panel_or_out_of_range_is_not_taken(journal: Journal, simulator: SimulatedConsole) -> None:
    """A's ROLL does not answer B's die; a typed face beyond a D10, and a die that nobody asks for, are refused by name."""
    evening = Evening(journal, simulator, trap())
    try:
        evening.asks(1, 6)
        evening.press_roll_for_nothing(0)
        assert evening.rolled() == {}
        for value, roll, code in ((0, "check-4", "bad_roll_value"), (11, "check-4", "bad_roll_value"), (5, "attack-1", "unexpected_roll")):
            with pytest.raises(Illegal) as refused:
                evening.table.submit({"action": "enter_roll", "roll": roll, "value": value})
            assert [refusal.code for refusal in refused.value.refusals] == [code]
        evening.press_roll(1, "check-4")
        assert evening.rolled()["check-4"].startswith("console:B:")
        assert len(evening.rolled()) == 1
    finally:
        evening.hub.close()

"""Whole matches of every game, by the buttons of the console wherever a button can answer.

The firmware's own files run on the simulator, behind a real pseudo-terminal. After each press the journal is looked at: what was declared
stands there, with the panel as its source; and nothing stands there that nobody has declared.
"""

from __future__ import annotations

import contextlib
import functools
import os
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tapete.console import reports
from tapete.console.clock import OwnedClock
from tapete.console.simulator import Button, SimulatedConsole
from tapete.core.domains import one_of, some
from tapete.core.lights import lock
from tapete.core.lock_press import single_touch
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep
from tapete.presentation import legend
from tapete.table import Hub, Journal, Table
from tapete.table.question.picks import wanted
from tests.contract.test_contract import QUIET
from tests.table.by_buttons import PRESS_MS, Hands, Outcome

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals; Windows has the TCP tests")]

ANSWERS = 40
"""Answers by buttons in one match; what comes after them is typed, so that a long war ends too."""

BUTTONS_WHILE_IT_RUNS: tuple[Button, ...] = ("roll", "lock", "plus")

MOST = 4000
"""Declarations in one match at most."""

GAMES: Mapping[str, tuple[str, int, dict[str, Any]]] = {
    "shazamm": ("shazamm", 2, {}),
    "moriham": ("moriham", 2, {"deck_size": 20}),
    "datamorphs": ("datamorphs", 2, {}),
    "bhm": ("bhm", 2, {}),
    "bhm with more seats than panels": ("bhm", 3, {}),
    "mamlejet": ("mamlejet", 2, {"deck_tactics": 12, "deck_check": "off", "win_emuna": 20}),
    "mamlejet alone": ("mamlejet", 1, {"deck_tactics": 24, "loss_emuna": 30}),
}


@pytest.fixture(scope="module")
def simulator() -> Iterator[SimulatedConsole]:
    settings: dict[str, str | int] = {"TAPETE_BRIDGE_PIXELS": 19, "TAPETE_RUNUP_MS": 300}
    with OwnedClock() as clock, SimulatedConsole(panels=2, settings=settings, clock=clock) as console:
        yield console


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as made:
        yield made


def begun(name: str) -> Callable[[Hub], Table]:
    game, seats, options = GAMES[name]
    catalogue = None if game == "shazamm" else "starter"
    return lambda hub: hub.begin(game, options, seats=seats, catalogue=catalogue)


class Play:
    """A match by chance: every answer that a button can give is given by a button."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.hands, self.rng = hands, random.Random(seed)
        self.pressed: dict[str, int] = {}

    @property
    def table(self) -> Table:
        return self.hands.table

    def to_its_end(self) -> None:
        """Play on until there is a result."""
        for _ in range(MOST):
            if self.table.result is not None:
                return
            due = next(iter(self.by_button()), None)
            if due is None or sum(self.pressed.values()) >= ANSWERS:
                self.type()
            else:
                self.press(due)
        raise AssertionError(f"no end: {self.table.state.agenda}")

    def by_button(self, *meanings: str) -> list[Owed]:
        """What is owed by seats with a panel, and answered by its buttons."""
        return [
            due
            for due in self.table.awaiting()
            if due.button is not None and self.hands.panel_of(due.seat) is not None and (not meanings or due.meaning in meanings)
        ]

    def until(self, *meanings: str, panels: int = 1) -> list[Owed]:
        """Play by typed actions until as many panels are asked for one of these."""
        for _ in range(MOST):
            if len({due.seat for due in self.by_button(*meanings)}) >= panels:
                return self.by_button(*meanings)
            assert self.table.result is None
            self.type()
        raise AssertionError(f"nobody is asked for {meanings}")

    def type(self) -> None:
        """Declare something by chance, as a page would; secrets that nobody holds are turned over at once."""
        rules, state = self.table.rules, self.table.state
        action = rules.sample(state, self.rng, avoid=QUIET)
        assert action is not None
        self.table.submit(action)

    def panels_ask(self, *meanings: str) -> None:
        """Wait until every panel that is asked shows it: what it pulses or runs is there, and nothing that came before."""
        self.hands.is_shown()
        shown = {panel.seat: panel for panel in self.table.rules.scene(self.table.state).panels}
        for due in self.by_button(*meanings):
            panel = self.hands.panel_of(due.seat)
            assert panel is not None
            assert due.seat is not None
            self.hands.asks(panel, legend.lamp_of(shown[due.seat]))

    # ---- what a button says

    def press(self, due: Owed) -> None:
        """Answer by the button, and find the answer in the journal."""
        assert due.seat is not None
        panel = self.hands.panel_of(due.seat)
        assert panel is not None
        meaning = str(due.meaning)
        self.pressed[meaning] = self.pressed.get(meaning, 0) + 1
        match meaning:
            case "pass" | "ready":
                self.lock(due, panel)
            case "die":
                self.roll(due, panel)
            case "bid":
                self.bid(due.seat, panel)
            case "pick":
                self.pick(due.seat, panel)

    def lock(self, due: Owed, panel: int) -> None:
        says = single_touch(self.table.rules, due)
        assert says is not None
        made = self.hands.answer(panel, "lock", reports.Pressed)
        self.declared(made.entries, str(says.__struct_config__.tag), due.seat)

    def roll(self, due: Owed, panel: int) -> None:
        """A throw before the panel was asked for the die is one for fun: then again."""
        asked = due.params["roll"]
        for _ in range(10):
            made = self.hands.tell(panel, "roll", reports.Rolled, reports.FreeRoll)
            if isinstance(made.event, reports.Rolled):
                break
            assert not made.entries
        assert isinstance(made.event, reports.Rolled)
        assert made.event.die == asked
        self.declared(made.entries, "enter_roll", due.seat)
        assert made.entries[0].action == {"action": "enter_roll", "roll": asked, "value": made.event.face}

    def bid(self, seat: Seat, panel: int) -> None:
        bounds = next(one.bid for one in self.table.rules.scene(self.table.state).panels if one.seat == seat)
        assert bounds is not None
        bid = self.rng.randint(bounds.low, min(bounds.low + 4, bounds.high))
        self.hands.begins(panel, bounds.low, bounds.high)
        self.hands.number(panel, bid)
        made = self.hands.answer(panel, "lock", reports.BidLocked)
        self.declared(made.entries, "lock_bid", seat)
        if None in {one.seat for one in self.table.awaiting()}:  # the console opens both
            self.hands.wait(lambda: not isinstance(self.table.state.agenda[-1], SealingStep))
            reveal = next(entry for entry in reversed(self.table.entries) if (entry.action or {}).get("action") == "reveal_bids")
            assert (reveal.action or {})["bids"][seat] == bid

    def pick(self, seat: Seat, panel: int) -> None:
        found = wanted(self.table, seat)
        assert found is not None
        action, argument, _ = found
        domain = self.table.legal(seat)[action].arguments[argument]
        assert isinstance(domain, some)
        assert isinstance(domain.of, one_of)
        numbers = [number for number in domain.of.options() if not domain.refusals((number,))]
        chosen = self.rng.sample(numbers, k=min(len(numbers), self.rng.randint(0, 1)))
        if not chosen and domain.refusals(()):
            chosen = numbers[:1]
        self.hands.begins(panel, 0, 0)
        for number in chosen:
            self.hands.number(panel, number)
            made = self.hands.answer(panel, "lock", reports.Picked)
            assert isinstance(made.event, reports.Picked)
            assert (made.event.choice, made.entries) == (number, ())
            assert list(self.hands.drafts()[seat][argument]) == [number]
        made = self.hands.answer(panel, "roll", reports.PickDone, reports.FreeRoll)
        self.declared(made.entries, action, seat)
        assert list((made.entries[0].action or {})[argument]) == chosen

    def declared(self, entries: Any, action: str, seat: Seat | None) -> None:
        """One entry of this panel, and perhaps what follows by itself."""
        assert entries, f"{action} of {seat} is waited for, and its button says nothing"
        first, *more = entries
        assert (first.action or {})["action"] == action
        assert first.source == f"console:{seat}:{self.hands.binding.console.state.boot}"
        assert {entry.source for entry in more} <= {"automatic"}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_by_buttons(journal: Journal, simulator: SimulatedConsole, name: str) -> None:
    with contextlib.closing(Hands(journal, simulator, begun(name))) as hands:
        play = Play(hands, seed=len(name))
        play.to_its_end()
        assert sum(play.pressed.values()) >= 3, play.pressed


@pytest.fixture
def at_lock(journal: Journal, simulator: SimulatedConsole, request: pytest.FixtureRequest) -> Iterator[tuple[Play, Owed, int]]:
    """A match in which a player is asked for LOCK, who it is, and at which panel."""
    with contextlib.closing(Hands(journal, simulator, begun(getattr(request, "param", "bhm")))) as hands:
        play = Play(hands, seed=3)
        due = play.until("pass", "ready")[0]
        panel = hands.panel_of(due.seat)
        assert panel is not None
        yield play, due, panel


WITH_LOCK = pytest.mark.parametrize("at_lock", ["moriham", "datamorphs", "bhm", "mamlejet"], indirect=True)


@WITH_LOCK
def test_a_long_press_of_lock_answers_once(at_lock: tuple[Play, Owed, int]) -> None:
    play, due, panel = at_lock
    hands, seq = play.hands, play.table.seq
    play.lock(due, panel)
    answered, after = play.table.seq, len(hands.heard)
    assert answered > seq
    hands.rest()
    hands.console.hold(panel, "lock")
    held = hands.outcome(after, lambda one: isinstance(one.event, reports.Pressed) and one.event.long)
    hands.console.release(panel, "lock")
    assert held is not None
    assert held.entries == (), "held, it answers no other question"


@WITH_LOCK
def test_a_press_at_the_wrong_panel_says_nothing(at_lock: tuple[Play, Owed, int]) -> None:
    """Its lock is dark, or it is its own to answer; MINUS, PLUS and ROLL of a panel that asks for no number say nothing anywhere."""
    play, due, panel = at_lock
    hands, table = play.hands, play.table
    other = next(number for number in hands.binding.panels if number != panel)
    seq = table.seq
    for button in ("minus", "plus"):
        assert hands.tell(other, button, reports.Pressed).entries == ()
    assert hands.tell(panel, "roll", reports.FreeRoll).entries == ()
    assert table.seq == seq
    if lock(table.state.agenda[-1], hands.binding.panels[other], table.awaiting()) is None:
        assert hands.tell(other, "lock", reports.Pressed).entries == ()
        assert table.seq == seq
    play.lock(due, panel)


@pytest.mark.parametrize(
    ("name", "meaning", "button"), [("mamlejet", "pass", "lock"), ("datamorphs", "ready", "lock"), ("bhm", "die", "roll")]
)
def test_two_panels_in_the_same_instant_answer_each_for_itself(
    journal: Journal, simulator: SimulatedConsole, name: str, meaning: str, button: Button
) -> None:
    with contextlib.closing(Hands(journal, simulator, begun(name))) as hands:
        play = Play(hands, seed=4)
        seats = {due.seat for due in play.until(meaning, panels=2)}
        assert seats == {"A", "B"}
        play.panels_ask(meaning)
        after, seq = len(hands.heard), hands.table.seq
        hands.rest()
        for panel in (0, 1):
            simulator.press(panel, button, PRESS_MS)
        made = [hands.outcome(after, functools.partial(of_panel, panel)) for panel in (0, 1)]
        assert [len(one.entries) >= 1 for one in made if one is not None] == [True, True]
        new = [entry for entry in hands.table.entries[seq:] if entry.source.startswith("console:")]
        assert sorted(entry.source.split(":")[1] for entry in new) == ["A", "B"]


def of_panel(panel: int, one: Outcome) -> bool:
    return getattr(one.event, "panel", -1) == panel and not getattr(one.event, "long", False)


def test_while_a_die_runs_other_buttons_say_nothing_and_it_falls_once(journal: Journal, simulator: SimulatedConsole) -> None:
    with contextlib.closing(Hands(journal, simulator, begun("bhm"))) as hands:
        play = Play(hands, seed=4)
        due = play.until("die")[0]
        panel = hands.panel_of(due.seat)
        assert panel is not None
        play.panels_ask("die")
        after = len(hands.heard)
        for button in BUTTONS_WHILE_IT_RUNS:
            simulator.press(panel, button, 40)
        rolled = hands.outcome(after, lambda one: isinstance(one.event, reports.Rolled))
        assert rolled is not None
        play.declared(rolled.entries, "enter_roll", due.seat)
        told_of = {"lock", "plus"}
        for name in sorted(told_of):
            pressed = hands.outcome(after, lambda one, name=name: getattr(one.event, "button", "") == name)  # type: ignore[misc]  # a default
            assert pressed is not None
            assert pressed.entries == ()
        rolls = [entry.action for entry in hands.table.entries if (entry.action or {}).get("action") == "enter_roll"]
        assert [roll["roll"] for roll in rolls if roll] == [due.params["roll"]]


@WITH_LOCK
def test_after_an_undo_the_panel_asks_for_what_is_open_now(at_lock: tuple[Play, Owed, int]) -> None:
    """LOCK is pressed the moment after: what it declares was owed, and a press of the picture before declares nothing (`Hands.answer`)."""
    play, due, panel = at_lock
    table = play.table
    play.lock(due, panel)
    table.move("undo", None)
    for seat in table.seats if table.asked() is not None else ():
        table.agree(seat)
    assert table.entries[-1].move == "undo"
    made = play.hands.tell(panel, "lock", reports.Pressed)
    assert all((entry.action or {}).get("action") in {*TOUCHES, "unlock"} for entry in made.entries if entry.source != "automatic")
    again = play.until("pass", "ready")[0]
    asked = play.hands.panel_of(again.seat)
    assert asked is not None
    play.lock(again, asked)


TOUCHES = frozenset({"pass", "pass_priority", "skip_trigger", "no_reaction", "lock_bios", "lock_move", "keep_hand"})
"""What LOCK can say in the five games."""


@WITH_LOCK
def test_a_press_while_the_cable_is_out_counts_once_or_not_at_all(at_lock: tuple[Play, Owed, int]) -> None:
    play, due, panel = at_lock
    hands, seq = play.hands, play.table.seq
    play.panels_ask("pass", "ready")
    hands.console.unplug()
    hands.wait(lambda: not hands.binding.console.state.connected)
    before = hands.binding.console.state.status
    hands.console.press(panel, "lock", PRESS_MS)
    hands.console.replug()
    hands.wait(lambda: hands.nothing_waits(since=before))
    if due in play.table.awaiting():
        play.lock(due, panel)
    new = [entry for entry in play.table.entries[seq:] if entry.source.startswith("console:")]
    assert [entry.source.split(":")[1] for entry in new][:1] == [due.seat]
    assert len(new) == len({entry.seq for entry in new})


def test_two_games_one_after_another_on_one_console(journal: Journal, simulator: SimulatedConsole) -> None:
    """A press that was meant for the match before is none in the next."""
    with contextlib.closing(Hands(journal, simulator, begun("moriham"))) as hands:
        first = Play(hands, seed=3)
        due = first.until("pass")[0]
        panel = hands.panel_of(due.seat)
        assert panel is not None
        first.panels_ask("pass")
        old, seq, after = hands.table, hands.table.seq, len(hands.heard)
        hands.turn_to(begun("datamorphs"))
        simulator.press(panel, "lock", PRESS_MS)
        late = hands.outcome(after, functools.partial(of_panel, panel))
        assert late is not None
        assert (late.entries, old.seq, hands.table.seq) == ((), seq, 0)
        second = Play(hands, seed=1)
        second.to_its_end()
        assert second.pressed
        assert old.seq == seq

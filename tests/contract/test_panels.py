"""Between what is owed, what the panels show and what the console makes of a press: what must hold for every game.

Each panel of these tests is the firmware's own, shown the scene of every state of a random match as the wire has it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tapete.console.scenes import die_name, write_scene
from tapete.core.domains import Domain, one_of, some, whole
from tapete.core.lock_press import single_touch
from tapete.core.log import Log
from tapete.core.match import Match
from tapete.core.scene import Bounds
from tapete.core.scene import Panel as ScenePanel
from tapete.core.seats import Seat
from tapete.core.steps import Dice, Owed, SealingStep
from tapete.presentation import legend
from tapete.table.prompts import UNLOCK
from tapete.table.sources import Source
from tapete.table.table import Table
from tapete_console import far_end, lights, pins, settings_keys, wire
from tapete_console.dice import Entropy
from tapete_console.far_end import read_picture
from tapete_console.outbox import Outbox
from tapete_console.panel import Panel
from tapete_console.picture import PanelPicture
from tapete_console.settings_keys import Environment
from tests.contract.test_contract import Subject, subjects, walk

REQUEST = "abc12"
SETTINGS = settings_keys.read(Environment())
LATE = 100_500
"""A time in ms of the panel's clock: everything that blinks after a change has settled, and a counter above fifty does not wink."""

WINKS = 100_000
"""A later time at which it does."""

PLAIN, TABLE = "plain", "table"
"""A pulse that no button answers: by a seat's hands or page; by anybody's."""

ANSWERS: Mapping[str, Mapping[str, str]] = {
    "shazamm": {
        **dict.fromkeys(("bid", "bid_under_silence"), "bid"),
        "declare": "pick",
        **dict.fromkeys(("choose_clone", "choose_push", "choose_recycle", "choose_theft"), PLAIN),
        "reveal": TABLE,
    },
    "moriham": {
        "roll_start": "initiative",
        **dict.fromkeys(("answer", "answer_attack"), "pass_priority"),
        "trigger": "skip_trigger",
        **dict.fromkeys(("initial", "main1", "battle", "main2"), PLAIN),
        **dict.fromkeys(("show_destroy", "show_discard", "show_mill", "show_remove_from_game", "show_search"), PLAIN),
        "setup": TABLE,
    },
    "datamorphs": {
        "bios": "lock_bios",
        **dict.fromkeys(("joint", "joint_program"), "lock_move"),
        **dict.fromkeys(("order", "program", "play", "leave_out", "leave_out_tie", "exchange"), PLAIN),
        **dict.fromkeys(("start", "reveal_bios", "joint_play"), TABLE),
    },
    "bhm": {
        "roll_start": "initiative",
        **dict.fromkeys(("react", "react_card"), "no_reaction"),
        **dict.fromkeys(("setup_draw", "setup_exchange", "draw", "return", "strategy_1", "declare", "fight", "strategy_2"), PLAIN),
        **dict.fromkeys(("draw_optional", "discard", "terror"), PLAIN),
    },
    "mamlejet": {
        "setup": "keep_hand",
        "roll_initiative": "initiative",
        **dict.fromkeys(("main", "window", "answer", "answer_ability", "answer_damage", "answer_damage_to_many", "answer_trigger"), "pass"),
        "plan": "confirm_plan",
        "defence": "decline_defence",
        "frenzy": "skip_frenzy",
        **dict.fromkeys(("roll_attack", "roll_shot"), "attack"),
        **dict.fromkeys(("roll_city_attack", "roll_city_shot"), "defence"),
        **dict.fromkeys(("roll_check", "roll_check_on", "roll_city", "roll_heal", "roll_hero", "roll_structure"), "roll"),
        **dict.fromkeys(("clean_up", "discard", "fall", "mill", "order_triggers"), PLAIN),
        "reveal_enemy": TABLE,
    },
}
"""What answers each thing that a game's players can owe (the word of its prompts): the action that LOCK declares, the light of a die, a
number set on the panel, or no button at all."""

SEEDS = (100, 101)
EVERY = 3
"""So many entries lie between two states that are looked at."""


class Told(Outbox):
    """What a panel tells, in order."""

    def __init__(self) -> None:
        super().__init__("7f3a91c2")
        self.said: list[tuple[str, ...]] = []

    def accept(self, kind: str, fields: list[str], panel: int = -1) -> bool:
        """Take everything."""
        self.said.append((kind, *fields))
        return True


class Seen:
    """One panel on which a picture has settled."""

    def __init__(self, picture: PanelPicture | None) -> None:
        self.told = Told()
        self.panel = Panel(0, SETTINGS, self.told, Entropy())
        self.panel.show(picture, 7, 0)

    def pixels(self, now: int = LATE) -> tuple[list[int], list[int], list[int]]:
        """Counter, die display and private display."""
        drawn = self.panel.draw(now)
        assert drawn is not None
        die, private = SETTINGS.counter, SETTINGS.counter + SETTINGS.die
        return drawn[:die], drawn[die:private], drawn[private:]

    def press(self, button: int, now: int = LATE) -> list[tuple[str, ...]]:
        """Press and release, and let a die fall; what is told of it."""
        self.told.said.clear()
        self.panel.press(button, now, False)
        self.panel.release(button)
        self.panel.turn(now + SETTINGS.run_up)
        return list(self.told.said)


def states(subject: Subject) -> Iterator[Match[Any]]:
    """Many states of random matches, each at the moment before its next action, and each end."""
    for seed in SEEDS:
        match = None
        for number, (match, _) in enumerate(walk(subject, seed, loud=0.06)):
            if number % EVERY == seed % EVERY or isinstance(match.state.agenda[-1], SealingStep):
                yield match
        assert match is not None
        assert match.result is not None
        yield match


def shown(match: Match[Any]) -> dict[Seat, tuple[ScenePanel, PanelPicture]]:
    """For each seat its panel in the scene, and what comes out of the wire at the other end."""
    scene, seats = match.rules.scene(match.state), match.state.seats
    line = far_end.read_host(wire.write("scene", ["7", *write_scene(scene, dict(enumerate(seats)), REQUEST)]).rstrip(b"\n"))
    pictures = read_picture(line.fields).panels
    found = {}
    for panel, picture in zip(scene.panels, pictures, strict=True):
        assert picture is not None
        found[panel.seat] = panel, picture
    return found


def of(match: Match[Any], seat: Seat, *meanings: str) -> list[Owed]:
    return [due for due in match.awaiting() if due.seat == seat and due.meaning in meanings]


@pytest.mark.slow
@subjects
def test_the_panels_that_pulse_are_those_that_are_waited_for(subject: Subject) -> None:
    for match in states(subject):
        step = match.state.agenda[-1]
        owing = {due.seat for due in match.awaiting()}
        for seat, (panel, picture) in shown(match).items():
            sealed = isinstance(step, SealingStep) and seat in step.seals
            asked = seat in owing or (None in owing and panel.lamp != "lost" and not sealed)
            assert (panel.lamp == "turn") == asked, (seat, panel, owing)
            assert (panel.lamp in ("won", "lost", "drawn", "dark")) or match.result is None
            dice = of(match, seat, "die")
            assert bool(dice) == bool(panel.dice)
            lamp = "bid" if panel.bid else legend.lamp_of(panel)
            assert Seen(picture).pixels()[1] == lights.lamp(lamp, LATE, SETTINGS.die), (seat, panel)


@pytest.mark.slow
@subjects
def test_a_button_that_is_waited_for_is_asked_for_and_says_what_is_owed(subject: Subject) -> None:
    """And none is asked for that says nothing."""
    for match in states(subject):
        step = match.state.agenda[-1]
        for seat, (panel, picture) in shown(match).items():
            seen = Seen(picture)
            touches = [due for due in of(match, seat, "pass", "ready") if single_touch(match.rules, due) is not None]
            if touches:
                assert panel.lock == touches[0].meaning, (seat, panel)
                assert seen.press(pins.LOCK) == [("press", "0", "lock", "7")]
            elif panel.lock == "back":
                back = match.rules.read({"action": "unlock", "seat": seat})
                assert not match.rules.check(match.state, back), (seat, panel)
                assert seen.press(pins.LOCK) == [("press", "0", "lock", "7")]
            else:
                assert panel.lock is None, (seat, panel)
            dice = [die.id for die in step.due if die.panel == seat] if isinstance(step, Dice) else []
            assert list(panel.dice) == dice == [due.params["roll"] for due in of(match, seat, "die")]
            if panel.bid:
                assert seen.press(pins.ROLL) == [], "a bid is no moment for a stray die"
                continue
            ((kind, *fields),) = seen.press(pins.ROLL)
            if dice:
                assert (kind, fields[:2]) == ("rolled", ["0", die_name(REQUEST, dice[0])])
                assert 1 <= int(fields[2]) <= 10
            else:
                assert kind == ("done" if panel.pick else "free")
            for due in match.awaiting():
                assert (due.button is None) == (due.meaning is None), due
                assert due.button == ("roll" if due.meaning == "die" else "lock") or due.meaning is None, due


@subjects
def test_a_panel_asks_for_the_very_numbers_that_are_accepted(subject: Subject) -> None:
    for match in states(subject):
        rules, state, step = match.rules, match.state, match.state.agenda[-1]
        sealing = next((one for one in rules.game.sealings if isinstance(step, one.step)), None)
        for seat, (panel, picture) in shown(match).items():
            seen = Seen(picture)
            assert panel.bid is None or panel.pick is None, panel
            if of(match, seat, "bid"):
                domain = sealing.domain(rules.board(state), seat) if sealing is not None else None
                assert isinstance(domain, whole)
                assert panel.bid == Bounds(domain.low, domain.high), (seat, panel)
                assert seen.press(pins.LOCK)[0][:3] == ("locked", "0", REQUEST)
            elif panel.bid is not None:
                assert isinstance(step, SealingStep), "a bid is asked for only while bids are secret"
                assert seat in step.ready, "a console forgets a bid that nobody asks for"
            picks = of(match, seat, "pick")
            assert (panel.pick is not None) == bool(picks), (seat, panel)
            if panel.pick is not None:
                numbers = wanted_numbers(match, seat, picks[0])
                assert numbers <= set(range(panel.pick.low, panel.pick.high + 1)), (panel.pick, numbers)
                assert seen.press(pins.LOCK) == [("picked", "0", REQUEST, str(panel.pick.low))]
                assert seen.press(pins.ROLL) == [("done", "0", REQUEST)]


def wanted_numbers(match: Match[Any], seat: Seat, owed: Owed) -> set[int]:
    """The numbers that may be in what a pick makes."""
    offer = match.legal(seat)[owed.actions[0]]
    (domain,) = [one for name, one in offer.arguments.items() if name != "seat"]
    within: Domain = domain.of if isinstance(domain, some) else domain
    assert isinstance(within, one_of | whole)
    numbers = within.options() if isinstance(within, one_of) else (within.low, within.high)
    return {number for number in numbers if isinstance(number, int)}


FIRST, SECOND = (lights.COUNTER, lights.COUNTER_SOFT), (lights.SECOND, lights.SECOND_SOFT)


def counts(counter: list[int], value: int) -> bool:
    """Whether a counter of fifty pixels says a value: up to fifty one pixel each; above, all are lit and the second hue counts on."""
    if value > 50:
        begun = (value - 1) % 50 + 1
        return [pixel in SECOND for pixel in counter] == [place < begun for place in range(50)] and lights.BLACK not in counter
    if value:
        return [pixel in FIRST for pixel in counter] == [place < value for place in range(50)] and set(counter[value:]) <= {lights.BLACK}
    return set(counter) <= {lights.ZERO, lights.BLACK}


@pytest.mark.parametrize("value", [0, 1, 49, 50, 51, 75, 100, 101, 661, 999])
def test_a_panel_counts_as_far_as_a_scene_may(value: int) -> None:
    """And above fifty one pixel at the start winks for each whole fifty below (firmware/README.md)."""
    picture = PanelPicture("A", value, 999, "idle")
    counter = Seen(picture).pixels()[0]
    assert counts(counter, value)
    assert not any(counts(counter, other) for other in (value - 1, value + 1) if other >= 0)
    if value > 50:
        turns = (value - 1) // 50
        assert [place for place, pixel in enumerate(Seen(picture).pixels(WINKS)[0]) if pixel == lights.BLACK] == list(range(turns))


@subjects
def test_the_pixels_say_the_numbers_of_the_scene(subject: Subject) -> None:
    for match in states(subject):
        for panel, picture in shown(match).values():
            counter, _, private = Seen(picture).pixels()
            value = panel.value
            assert 0 <= value <= 999
            assert 1 <= panel.largest <= 999
            assert counts(counter, value)
            request = picture.bid or picture.pick
            number = panel.shown
            if picture.bid is not None:
                tens, units = [place for place, pixel in enumerate(private) if pixel]
                assert picture.bid.low <= 10 * tens + units - 10 <= picture.bid.high, "a bid begins anywhere"
                continue
            if request is not None:
                number = request.low
            assert (panel.shown is None) == (panel.shows is None)
            if number is None:
                assert not any(private)
            else:
                lit = [place for place, pixel in enumerate(private) if pixel]
                assert lit == [number // 10, 10 + number % 10]


@subjects
def test_a_lock_that_is_dark_does_nothing(subject: Subject) -> None:
    """The table takes nothing from a panel whose LOCK answers nothing, and one entry from every other, whichever else is asked."""
    rng = random.Random(5)
    for match in states(subject):
        if rng.random() < 0.8:
            continue
        for seat, (panel, _) in shown(match).items():
            here = Match(match.rules, match.seats)
            here.log = Log(match.rules, match.state)
            table = Table(here, passes_by_itself=False)
            entries = table.touch(seat, Source("console", seat))
            assert len(entries) == (panel.lock is not None), (seat, panel, entries)
            if panel.lock == "back":
                assert (entries[0].action or {})["action"] == UNLOCK
            elif panel.lock is not None:
                assert (entries[0].action or {})["action"] in of(match, seat, panel.lock)[0].actions


@subjects
def test_every_step_is_answered_as_its_table_says(subject: Subject) -> None:
    if subject.name not in ANSWERS:
        assert subject.name == "fairground", "a game without a table of what its panels answer"
        return
    answers, met = ANSWERS[subject.name], set()
    for match in states(subject):
        assert set(answers) == set(match.rules.game.prompts), "a step without an answer, or an answer without a step"
        panels = {panel.seat: panel for panel in match.rules.scene(match.state).panels}
        for due in match.awaiting():
            met.add(due.what)
            if due.seat is None:
                assert answers[due.what] == TABLE, due
                continue
            says, panel = single_touch(match.rules, due), panels[due.seat]
            number = "bid" if panel.bid else "pick" if panel.pick else None
            first = bool(panel.dice) and due.params.get("roll") == panel.dice[0]
            found = str(says.__struct_config__.tag) if says else (panel.purpose or "roll") if first else number or PLAIN
            assert due.meaning == "die" or answers[due.what] == found, (due, found)
            assert not first or answers[due.what] == found, (due, found)
    assert len(met) >= 5, met

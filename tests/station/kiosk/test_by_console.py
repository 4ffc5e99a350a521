"""A station by the four buttons of its console alone: stop in the middle, say that a person is there, go on after a lesson."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tapete import games
from tapete.console import reports
from tapete.core.scene import Bounds
from tapete.core.sealing import seal_of
from tapete.lessons import lock_shortcut
from tapete.lessons.guide import Progress, where
from tapete.presentation import lessons
from tapete.presentation.lesson import Either, Guide, Instruction, Pattern
from tapete.station.kiosk.buttons import BOTH_S
from tapete.station.kiosk.chord import TOGETHER_S
from tapete.station.kiosk.presence import DEAF_S, STOP_S
from tapete.station.kiosk.stage import Ended, Playing
from tapete.station.settings import QUIET_BRIGHTNESS, QUIET_CONSOLE, Settings
from tapete.table import Table
from tapete.web.station.kiosk.hosting import Host
from tests.lessons.walks import actions_of, begun, secret_of, through
from tests.station.hall import Hall, lesson
from tests.table.fake_console import NONCE, FakeConsole
from tests.two_languages import both


def test_minus_and_plus_held_twice_finish_a_match(hall: Hall) -> None:
    table = hall.free_match()
    hall.hold()
    assert hall.is_at(Playing(match=table.id, stopping=True))
    assert hall.console.panel(0).bid == Bounds(1, 50), "what was asked is asked still"
    hall.press("minus", "plus")  # where they are told, the short presses come first
    assert hall.is_at(Playing(match=table.id, stopping=True))
    hall.hold()
    assert hall.is_at(Ended(match=table.id))
    assert [one.kind for one in hall.happened] == ["began", "left"]


@pytest.mark.parametrize("on", ["press", "time", "page"])
def test_whoever_plays_on_is_not_asked_any_more(hall: Hall, on: str) -> None:
    table = hall.free_match()
    hall.hold()
    if on == "press":
        hall.press("roll")
    elif on == "time":
        hall.wait(STOP_S)
    else:
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
        hall.settle(table)
    assert hall.is_at(Playing(match=table.id))
    hall.wait(DEAF_S)
    hall.hold()
    assert hall.is_at(Playing(match=table.id, stopping=True))


@pytest.mark.parametrize(
    "presses",
    [
        [("minus", 0), ("minus", 0)],
        [("minus", 0), ("plus", 1)],
        [("plus", 0), ("lock", 0)],
        [("lock", 0), ("roll", 0)],
        [("minus", 0), None, ("plus", 0)],
        [("minus", 0), ("later", 0), ("plus", 0)],
    ],
)
def test_nothing_else_is_a_chord(hall: Hall, presses: list[tuple[str, int] | None]) -> None:
    table = hall.free_match()
    for press in presses:
        if press is None:
            hall.press("roll")
        elif press[0] == "later":
            hall.now += TOGETHER_S + 0.1
        elif press[0] == "roll":
            hall.press("roll")
        else:
            hall.hold(press[0], panel=press[1])
    assert hall.is_at(Playing(match=table.id))


@pytest.mark.parametrize("told_first", [False, True])
def test_the_same_chord_says_still_here(hall: Hall, told_first: bool) -> None:
    table = hall.free_match()
    hall.wait(hall.station.staff.settings.idle_s)
    assert hall.is_at(Playing(match=table.id, asked=True))
    if told_first:
        hall.press("minus", "plus")
    hall.hold()
    assert hall.is_at(Playing(match=table.id))


def test_a_button_that_does_nothing_is_answered_by_what_would(hall: Hall) -> None:
    hall.station.visitors.touch()
    for value in ("shazamm", "guided"):
        hall.station.visitors.choose(value)
    table = hall.on_screen()

    def said() -> str:
        return Host(hall.station, table, "en").hosted().no

    hall.press("plus", panel=1)
    assert said() == "B: PLUS does nothing now. LOCK says that it is done."
    hall.press("lock")
    assert said() == ""
    hall.now += 1  # the second LOCK of two players is no other
    hall.press("lock")
    hall.now += 1
    hall.press("lock")
    hall.press("roll")
    assert said() == "A: ROLL does nothing now. MINUS and PLUS set the bid, 1 to 50; LOCK keeps it secret."
    table.submit({"action": "lock_bid", "seat": "A", "amount": 9})
    hall.settle(table)
    assert said() == ""


@pytest.mark.parametrize("button", ["lock", "roll", ""])
def test_at_the_end_of_a_lesson_lock_plays_on_and_roll_finishes(hall: Hall, button: str) -> None:
    table = lesson(hall)
    guide = lessons.find("shazamm", 2)
    assert guide is not None
    progress = hall.station.lesson.progress()
    while progress is not None and progress.instruction is not None:
        if not progress.instruction.answers:
            hall.press("lock")
        for action in actions_of(guide, table, progress.instruction):
            table.submit(action)
        hall.settle(table)
        progress = hall.station.lesson.progress()
    assert hall.is_at(Playing(match=table.id))
    assert hall.console.panel(0).bid is None
    assert not hall.station.lesson.asks_for_touch()
    if button:
        hall.press(button)
    else:  # on a page they do not wait to be asked
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
        hall.settle(table)
    if button == "roll":
        assert hall.is_at(Ended(match=table.id))
    else:
        assert hall.is_at(Playing(match=table.id))
        assert hall.station.lesson.progress() is None
        assert hall.console.panel(1).bid is not None


@pytest.mark.slow
def test_the_last_two_dice_of_a_lesson_are_no_wish_to_play_on(hall: Hall) -> None:
    """Both are in the journal before the first is heard of: only what is declared after the end says that people play on."""
    hall.station.visitors.touch()
    for value in ("mamlejet", "2", "guided"):
        hall.station.visitors.choose(value)
    table, guide = hall.on_screen(), lessons.find("mamlejet", 2)
    assert guide is not None
    progress = hall.station.lesson.progress()
    while progress is not None and progress.instruction is not None:
        if not progress.instruction.answers:
            hall.press("lock")
        for action in actions_of(guide, table, progress.instruction, face=6):
            table.submit(action)
        hall.settle(table)
        progress = hall.station.lesson.progress()
    assert progress is not None
    assert progress.instruction is None


LESSONS = [guide for name in games.names() for guide in lessons.all_of(name)]


def faces_of(guide: Guide) -> tuple[int, ...]:
    """What dice show: blows that miss and blows that hit; one face where nobody rolls."""
    return (
        (2, 4, 6, 8)
        if any(pattern["action"] == "enter_roll" for instruction in guide.instructions for pattern in instruction.answers)
        else (6,)
    )


def begun_at(hall: Hall, guide: Guide) -> Table:
    """A lesson, chosen at the station."""
    hall.station.visitors.touch()
    for value in (guide.game, str(guide.seats), "guided"):
        hall.station.visitors.choose(value)
    assert hall.station.lesson.progress() is not None
    return hall.on_screen()


def do_by_buttons(hall: Hall, guide: Guide, instruction: Instruction, sealed: dict[int, int], face: int) -> None:
    """An instruction by whatever its players' panels ask for now: a bid, numbers, a die, LOCK; nothing where they ask for nothing.

    Args:
        sealed: the bids that lie locked, by panel. face: what the first die shows; each after it, one more.
    """
    table, console = hall.on_screen(), hall.console
    for n, pattern in enumerate(instruction.answers):
        owing = [owed.seat for owed in table.awaiting() if pattern["action"] in owed.actions and owed.seat in table.seats]
        seat = pattern.get("seat", owing[0] if owing else None)
        if seat not in owing:
            continue  # the table does it, or nobody can
        panel = table.seats.index(seat)
        asked = console.panel(panel)
        if asked.dice:
            console.roll(panel, face + n)
        elif asked.bid is not None:
            sealed[panel] = next(iter(secret_of(guide, table, instruction, pattern).values()))
            console.lock(panel, sealed[panel])
            for each in sorted(sealed) if len(sealed) == guide.seats else ():
                console.open(each, sealed.pop(each))
        elif asked.pick is not None:
            numbers = pattern["numbers"]
            console.pick(panel, *(numbers.values[0] if isinstance(numbers, Either) else numbers))
            console.finish(panel)
        elif asked.lock is not None:
            console.press_lock(panel)
        hall.settle(table)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("guide", "face"),
    [
        pytest.param(guide, face, id=f"{guide.game}-{guide.seats}-{face}", marks=pytest.mark.long if number else ())
        for guide in LESSONS
        for number, face in enumerate(faces_of(guide))
    ],
)
def test_a_lesson_needs_the_console_alone(hall: Hall, guide: Guide, face: int) -> None:
    """LOCK enters what the guide names whole, and what it says by itself; ROLL throws the dice. Nobody touches the screen."""
    table = begun_at(hall, guide)
    reached, sealed = -1, dict[int, int]()
    while (progress := hall.station.lesson.progress()) is not None and progress.instruction is not None:
        assert progress.number > reached, f"the console has no way on: {progress.says.in_('en')}"
        reached = progress.number
        if hall.station.lesson.asks_for_touch():
            hall.press("lock")
        else:
            do_by_buttons(hall, guide, progress.instruction, sealed, face)
        hall.settle(table)
        assert hall.station.lesson.said is None, "nothing is taken back"
    assert progress is not None
    assert progress.instruction is None
    assert reached == len(guide.instructions) - 1
    entered = {entry.action["action"] for entry in table.entries if entry.action is not None}
    assert entered >= {
        pattern["action"] for instruction in guide.instructions if not instruction.if_owed for pattern in instruction.answers
    }


@pytest.mark.parametrize("guide", LESSONS, ids=lambda guide: f"{guide.game}-{guide.seats}")
def test_what_lock_says_of_its_own_is_said_and_a_page_may_say_otherwise(guide: Guide) -> None:
    table = begun(guide)
    for progress, _ in through(guide, table):
        assert progress.off_script is None, "what chance has chosen is as good as what LOCK says"
        if progress.instruction is None or progress.instruction.lock is None:
            continue
        assert not set(progress.instruction.lock) & set(progress.instruction.answers[0])
        if not progress.instruction.if_owed:
            assert "(en la consola, LOCK: " in progress.says.in_("es")
            assert "(LOCK on the console: " in progress.says.in_("en")
    table.close()


def test_lock_enters_nothing_that_the_guide_leaves_open_nor_what_has_buttons_of_its_own(hall: Hall) -> None:
    table = lesson(hall)
    assert lock_shortcut.entered(table, hall.station.lesson.progress()) is None, "a bid is set and locked"
    hall.console.lock(0, 9)
    hall.console.lock(1, 6)
    hall.console.open(0, 9)
    hall.console.open(1, 6)
    hall.settle(table)
    progress = hall.station.lesson.progress()
    assert progress is not None
    assert progress.instruction is not None
    assert progress.instruction.answers[0]["action"] == "declare_cards"
    assert lock_shortcut.entered(table, progress) is None, "cards are picked by their numbers"
    assert not hall.station.lesson.asks_for_touch()


@pytest.mark.parametrize("kept", [False, True])
def test_cards_that_lie_on_the_table_are_turned_over_by_lock_and_no_card_that_a_machine_keeps(kept: bool) -> None:
    guide = lessons.find("datamorphs", 2)
    assert guide is not None
    table = begun(guide)
    table.submit({"action": "start_game"})
    table.submit({"action": "lock_bios", "seat": "A", "seal": seal_of(NONCE, "A", "rust_oracle") if kept else None})
    progress = where(guide, table, frozenset(range(2)))
    assert progress.instruction is not None
    assert progress.instruction.answers[0]["action"] == "reveal_bios"
    made = lock_shortcut.entered(table, progress)
    assert (made is None) == kept
    assert made is None or not table.rules.check(table.state, made)
    table.close()


def test_lock_enters_the_instruction_at_hand_and_no_other(hall: Hall) -> None:
    hall.station.visitors.touch()
    for value in ("mamlejet", "1", "guided"):
        hall.station.visitors.choose(value)
    table = hall.on_screen()
    hall.press("lock", "lock", "lock")
    hall.settle(table)
    hall.console.press_lock(0)
    hall.settle(table)
    assert hall.station.lesson.asks_for_touch(), "the enemy is turned over, and LOCK says so"
    table.submit({"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"})
    hall.settle(table)
    before = table.seq
    hall.press("lock")
    hall.settle(table)
    assert [entry.action["action"] for entry in table.entries[before:] if entry.action is not None] == ["play_resource"]


def test_two_who_press_lock_for_the_same_instruction_are_one(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("shazamm")
    hall.station.visitors.choose("guided")

    def reached() -> int:
        progress = hall.station.lesson.progress()
        assert progress is not None
        return progress.number

    hall.press("lock")
    hall.press("lock", panel=1)
    assert reached() == 1
    hall.now += BOTH_S
    hall.press("lock", panel=1)
    assert reached() == 2
    hall.press("lock", panel=1)
    assert reached() == 3, "one person may be quick"


@pytest.mark.parametrize(
    ("answer", "lock", "enters"),
    [
        ({"action": "play_resource", "card": "mina"}, None, "mina"),
        ({"action": "play_resource"}, None, None),
        ({"action": "play_resource"}, {}, "racion"),
        ({"action": "play_resource"}, {"card": "estudio"}, "estudio"),
        ({"action": "play_resource", "card": Either(("mina", "estudio"))}, None, None),
        ({"action": "play_resource", "seat": "B", "card": "mina"}, None, None),
        ({"action": "assign"}, None, None),
    ],
)
def test_what_lock_enters_is_legal_and_the_only_thing_left(answer: Pattern, lock: Pattern | None, enters: str | None) -> None:
    guide = lessons.find("mamlejet", 2)
    assert guide is not None
    table = begun(guide)
    table.submit({"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"})
    says = both("Juega", "Play")
    made = lock_shortcut.entered(table, Progress(number=0, says=says, instruction=Instruction(says=says, answers=(answer,), lock=lock)))
    assert getattr(made, "card", None) == enters
    assert made is None or not table.rules.check(table.state, made)
    table.close()


# ---- its light


def test_staffs_brightness_and_the_quiet_hours_dim_the_console_too(hall: Hall) -> None:
    assert hall.console.percent == 100
    hall.station.staff.change_settings(Settings(brightness=80))
    assert (hall.station.kiosk.light, hall.console.percent) == ((80, 80), 80)
    hall.station.staff.change_settings(Settings(brightness=80, quiet_from="11:00", quiet_to="13:00"))
    assert (hall.station.kiosk.light, hall.console.percent) == ((QUIET_BRIGHTNESS, QUIET_CONSOLE), QUIET_CONSOLE)
    hall.station.visitors.touch()
    assert (hall.station.kiosk.light, hall.console.percent) == ((80, 80), 80)
    hall.station.staff.reset()
    assert hall.console.percent == QUIET_CONSOLE
    hall.minute = 13 * 60
    hall.rung.clear()
    hall.wait(1)
    assert hall.rung.is_set()
    assert hall.console.percent == 80


def test_a_console_that_is_plugged_in_later_shines_alike(hall: Hall) -> None:
    hall.station.staff.change_settings(Settings(brightness=70))
    made: list[FakeConsole] = []

    def open_console(on_report: Callable[[reports.ConsoleReport], None], kept: Callable[[str], int]) -> FakeConsole:
        made.append(FakeConsole(on_report, kept))
        return made[-1]

    hall.hub.add_console(open_console)
    assert made[0].percent == 70

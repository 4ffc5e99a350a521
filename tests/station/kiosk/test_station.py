"""The stages of a station, by finger and by button, with a clock that the test moves."""

from __future__ import annotations

import threading

import pytest

from tapete.console import reports
from tapete.core.scene import Bounds
from tapete.station import settings as kept_settings
from tapete.station.kiosk import memory, resume_code
from tapete.station.kiosk.buttons import BOTH_S
from tapete.station.kiosk.resume_code import MOST_WRONG, WRONG_S
from tapete.station.kiosk.show import BOW_S, STEP_S
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing
from tapete.station.settings import Settings
from tests.station.hall import Hall, lesson


def test_nobody_is_here_and_robots_play_a_match_that_is_kept_nowhere(hall: Hall) -> None:
    assert isinstance(hall.station.kiosk.stage, Attract)
    for _ in range(8):
        hall.wait(STEP_S)
    show = hall.station.kiosk.show
    assert show is not None
    assert show.table.seq > 0
    assert show.captions
    assert hall.hub.matches() == []
    assert hall.happened == []
    assert hall.console.panel(0).value == show.table.rules.scene(show.table.state).panels[0].value
    assert hall.console.panel(0).bid is None


def test_one_show_follows_another_game_by_game(hall: Hall) -> None:
    seen: list[str] = []
    for _ in range(400):
        hall.wait(BOW_S)
        show = hall.station.kiosk.show
        assert show is not None
        if not seen or seen[-1] != show.table.rules.game.name:
            seen.append(show.table.rules.game.name)
        if len(seen) > 2:
            break
    assert seen[:3] == list(hall.station.staff.settings.offered()[:3])


def test_a_touch_or_any_button_begins_to_choose(hall: Hall) -> None:
    hall.wait(STEP_S)
    hall.station.visitors.touch()
    assert hall.station.kiosk.stage == Choosing()
    assert hall.station.kiosk.show is None
    hall.press("roll")
    assert isinstance(hall.station.kiosk.stage, Attract)
    hall.press("minus", panel=1)
    assert isinstance(hall.station.kiosk.stage, Choosing)


def test_console_buttons_alone_begin_a_match(hall: Hall) -> None:
    hall.press("lock")
    assert hall.console.panel(0).value == 1
    hall.press("plus", "plus")
    assert hall.console.panel(1).value == 3
    hall.press("minus", "minus", "lock")
    assert hall.values() == ["guided", "free"]
    hall.press("roll")
    assert hall.values()[0] == "shazamm"
    hall.press("lock", "plus", "lock")
    assert isinstance(hall.station.kiosk.stage, Playing)
    assert hall.console.panel(0).bid == Bounds(1, 50)
    assert [one.kind for one in hall.happened] == ["began"]
    assert not hall.happened[0].guided


def test_a_button_that_is_held_is_one_press(hall: Hall) -> None:
    hall.press("lock")
    number = next(hall.console.numbers)
    hall.console.say(reports.Pressed(boot="7f3a91c2", number=number, panel=0, button="lock", revision=1, long=True))
    assert hall.station.kiosk.stage == Choosing()


def test_the_cursor_goes_round(hall: Hall) -> None:
    hall.station.visitors.touch()
    number = len(hall.values())
    hall.press("minus")
    assert isinstance(hall.station.kiosk.stage, Choosing)
    assert hall.station.kiosk.stage.cursor == number - 1
    hall.press("plus")
    assert hall.station.kiosk.stage.cursor == 0


def test_a_game_for_several_asks_how_many(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("mamlejet")
    assert hall.values() == ["1", "2", "3", "4"]
    hall.station.visitors.back()
    assert hall.values()[0] == "shazamm"
    hall.station.visitors.choose("mamlejet")
    hall.station.visitors.choose("3")
    if not isinstance(hall.station.kiosk.stage, Playing):
        hall.station.visitors.choose("free")
    assert len(hall.on_screen().seats) == 3


def test_what_is_not_offered_cannot_be_chosen(hall: Hall) -> None:
    hall.station.visitors.touch()
    assert not hall.station.visitors.choose("chess")
    assert not hall.station.visitors.choose("free")
    assert hall.station.kiosk.stage == Choosing()


def test_the_language_is_chosen_for_a_visit(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("language-es")
    spoken = [hall.station.kiosk.language]
    assert "language-en" in hall.values()
    hall.wait(hall.station.staff.settings.choose_s)
    assert isinstance(hall.station.kiosk.stage, Attract)
    spoken.append(hall.station.kiosk.language)
    assert spoken == ["es", "en"]


def test_house_rules_and_games_are_those_of_staff(hall: Hall) -> None:
    hall.station.staff.change_settings(Settings(games=("shazamm",), house_rules={"shazamm": {"full_hand": True}}, first_match=False))
    hall.station.visitors.touch()
    assert hall.values() == ["shazamm", "language-en"]
    hall.station.visitors.choose("shazamm")
    assert hall.values() == ["free", "guided"]
    hall.station.visitors.choose("free")
    assert hall.on_screen().header.options["full_hand"] is True


def test_a_match_ends_on_the_screen_and_nobody_is_here_again(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "concede", "seat": "A"})
    hall.settle(table)
    assert hall.station.kiosk.stage == Ended(match=table.id)
    assert hall.station.kiosk.table is table
    assert hall.console.panel(0).lamp == "lost"
    hall.press("lock")
    assert isinstance(hall.station.kiosk.stage, Ended), "the hand was still busy with the match"
    hall.wait(hall.station.staff.settings.end_s)
    assert isinstance(hall.station.kiosk.stage, Attract)
    assert [(one.kind, one.result) for one in hall.happened] == [("began", ""), ("ended", "win")]


def test_a_press_leaves_the_result(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "concede", "seat": "A"})
    hall.settle(table)
    hall.wait(10)
    hall.press("plus")
    assert isinstance(hall.station.kiosk.stage, Attract)


def test_idle_people_are_asked_and_then_the_station_is_free_again(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.settle(table)
    hall.wait(hall.station.staff.settings.idle_s - 1)
    assert hall.station.kiosk.stage == Playing(match=table.id)
    hall.wait(1)
    assert hall.station.kiosk.stage == Playing(match=table.id, asked=True)
    assert hall.station.kiosk.left_s() == hall.station.staff.settings.still_there_s
    hall.wait(hall.station.staff.settings.still_there_s)
    assert isinstance(hall.station.kiosk.stage, Attract)
    assert [one.kind for one in hall.happened] == ["began", "abandoned"]
    other = hall.free_match()
    assert other.id != table.id


@pytest.mark.parametrize("how", ["touch", "console", "declared", "draft", "language"])
def test_any_sign_of_life_is_an_answer(hall: Hall, how: str) -> None:
    table = hall.free_match()
    hall.wait(hall.station.staff.settings.idle_s)
    assert hall.station.kiosk.stage == Playing(match=table.id, asked=True)
    if how == "touch":
        hall.station.visitors.touch()
    elif how == "console":
        hall.press("roll")
    elif how == "declared":
        table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    elif how == "language":
        hall.station.visitors.set_language("es")
    else:
        table.draft("A", {"action": "declare_cards", "numbers": [1]})
    hall.settle(table)
    assert hall.station.kiosk.stage == Playing(match=table.id)
    hall.wait(hall.station.staff.settings.idle_s - 1)
    assert hall.station.kiosk.stage == Playing(match=table.id)


def test_a_match_is_found_again_by_its_code_letter_by_letter(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.station.staff.reset()
    match, code = table.id, resume_code.code_of(table.id)
    del table  # as at a station: nobody has it any more
    hall.press("lock")
    assert hall.station.visitors.choose("resume")
    for letter in code:
        place = hall.values().index(letter)
        assert isinstance(hall.station.kiosk.stage, Choosing)
        hall.press(*["plus"] * ((place - hall.station.kiosk.stage.cursor) % len(hall.values())), "lock")
    assert hall.station.kiosk.stage == Playing(match=match)
    again = hall.on_screen()
    assert again.state.agenda[-1].ready == ()  # a bid of a phone is kept nowhere
    assert [one.kind for one in hall.happened] == ["began", "abandoned", "resumed"]


def test_a_wrong_code_is_said_and_asked_again(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.station.visitors.stop()
    hall.station.visitors.back()
    wrong = "AAAA" if resume_code.code_of(table.id) != "AAAA" else "CCCC"
    hall.station.visitors.touch()
    hall.station.visitors.choose("resume")
    for letter in wrong:
        hall.station.visitors.choose(letter)
    assert isinstance(hall.station.kiosk.stage, Choosing)
    assert hall.station.kiosk.stage.said is not None
    assert hall.station.kiosk.stage.spelled == ""
    hall.station.visitors.choose("A")
    hall.station.visitors.back()
    assert hall.station.kiosk.stage == Choosing(question="code")
    hall.station.visitors.back()
    assert hall.station.kiosk.stage == Choosing()


def test_a_phone_with_the_code_does_not_drive_other_people_away(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.station.staff.reset()
    other = hall.free_match()
    assert not hall.station.visitors.resume(resume_code.code_of(table.id))
    assert hall.station.kiosk.stage == Playing(match=other.id)
    hall.station.staff.reset()
    assert hall.station.visitors.resume(resume_code.code_of(table.id).lower())
    assert hall.station.kiosk.stage == Playing(match=table.id)


def test_codes_cannot_be_guessed_at_by_the_thousand(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.station.staff.reset()
    code = resume_code.code_of(table.id)
    for letter in resume_code.LETTERS[:MOST_WRONG]:
        wrong = letter * 4
        assert wrong == code or not hall.station.visitors.resume(wrong)
    assert not hall.station.visitors.resume(code)
    hall.now += WRONG_S
    assert hall.station.visitors.resume(code)


def test_one_phone_that_guesses_shuts_no_other_out(hall: Hall) -> None:
    table = hall.free_match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    hall.station.staff.reset()
    code = resume_code.code_of(table.id)
    wrong = [letter * 4 for letter in resume_code.LETTERS if letter * 4 != code][:MOST_WRONG]
    assert not any(hall.station.visitors.resume(guess, "192.168.1.5") for guess in wrong)
    assert not hall.station.visitors.resume(code, "192.168.1.5"), "the right code of a phone that guesses is not looked up"
    assert hall.station.visitors.resume(code, "192.168.1.6")


def test_after_a_power_cut_the_same_match_is_there(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("language-es")
    hall.station.visitors.choose("shazamm")
    hall.station.visitors.choose("free")
    table = hall.on_screen()
    table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    hall.again()
    assert hall.station.kiosk.stage == Playing(match=table.id)
    assert hall.on_screen().seq >= 1
    assert hall.station.kiosk.language == "es"
    assert hall.console.panel(0).bid == Bounds(1, 50)


def test_after_a_power_cut_a_lesson_goes_on_where_it_was(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("shazamm")
    hall.station.visitors.choose("guided")
    hall.station.lesson.done()
    hall.station.lesson.done()
    before = hall.station.lesson.progress()
    hall.again()
    after = hall.station.lesson.progress()
    assert before is not None
    assert after is not None
    assert after.number == before.number == 2


def test_a_memory_that_is_torn_is_no_obstacle(hall: Hall) -> None:
    table = hall.free_match()
    (hall.folder / memory.FILE).write_bytes(b'{"match": "' + table.id.encode())
    hall.again()
    assert isinstance(hall.station.kiosk.stage, Attract)


def test_a_match_that_is_gone_is_no_obstacle(hall: Hall) -> None:
    (hall.folder / memory.FILE).write_text('{"match": "nowhere1"}')
    hall.again()
    assert isinstance(hall.station.kiosk.stage, Attract)


def test_settings_that_cannot_be_read_are_told_to_staff_and_the_station_runs(hall: Hall) -> None:
    (hall.folder / kept_settings.FILE).write_text("idle_s = 1")
    hall.again()
    assert hall.station.staff.settings == Settings()
    assert [kept_settings.FILE in text.in_("es") for text in hall.station.staff.troubles] == [True]


def test_it_is_quiet_at_night_and_people_can_play_all_the_same(hall: Hall) -> None:
    hall.station.staff.change_settings(Settings(quiet_from="11:00", quiet_to="13:00"))
    hall.wait(STEP_S)
    assert hall.station.kiosk.quiet
    assert not hall.robots_play()
    hall.free_match()
    hall.station.staff.reset()
    hall.minute = 14 * 60
    hall.wait(STEP_S)
    assert hall.robots_play()
    hall.minute = 12 * 60
    hall.wait(STEP_S)
    assert not hall.robots_play()
    assert hall.console.panel(0).lamp == "waiting"


# ---- lessons


def test_lock_on_any_panel_says_that_an_instruction_is_done(hall: Hall) -> None:
    hall.press("lock", "lock", "lock")
    progress = hall.station.lesson.progress()
    assert progress is not None
    assert progress.number == 0
    assert hall.station.lesson.asks_for_touch()
    assert hall.console.panel(0).bid is None
    hall.press("lock", panel=1)
    hall.now += BOTH_S
    hall.press("lock", "lock")
    assert not hall.station.lesson.asks_for_touch()
    assert hall.console.panel(0).bid == Bounds(1, 50)
    assert hall.happened[0].guided


def test_a_touch_for_an_instruction_that_is_past_does_nothing(hall: Hall) -> None:
    hall.station.visitors.touch()
    hall.station.visitors.choose("shazamm")
    hall.station.visitors.choose("guided")
    hall.station.lesson.done(0)
    hall.station.lesson.done(0)
    progress = hall.station.lesson.progress()
    assert progress is not None
    assert progress.number == 1


def test_another_legal_action_is_taken_back_and_said(hall: Hall) -> None:
    table = lesson(hall)
    table.submit({"action": "lock_bid", "seat": "A", "amount": 20})
    table.submit({"action": "lock_bid", "seat": "B", "amount": 6})
    hall.until(lambda: hall.station.lesson.said is not None)
    assert "just these bids" in hall.station.lesson.said.in_("en")  # type: ignore[union-attr]  # waited for
    progress = hall.station.lesson.progress()
    assert progress is not None
    assert progress.number == 3
    assert table.state.agenda[-1].ready == ()
    assert table.asked() is None
    hall.settle(table)
    table.submit({"action": "lock_bid", "seat": "A", "amount": 9})
    hall.settle(table)
    assert hall.station.lesson.said is None


def test_people_may_leave_the_guide_and_play_on(hall: Hall) -> None:
    table = lesson(hall)
    hall.station.lesson.leave()
    assert hall.station.lesson.progress() is None
    table.submit({"action": "lock_bid", "seat": "A", "amount": 20})
    table.submit({"action": "lock_bid", "seat": "B", "amount": 6})
    hall.settle(table)
    assert table.line() == (1, 2, 3)
    assert hall.station.kiosk.stage == Playing(match=table.id)


def test_many_matches_leave_nothing_open(hall: Hall) -> None:
    threads = threading.active_count()
    for _ in range(20):
        table = hall.free_match()
        table.submit({"action": "concede", "seat": "A"})
        hall.settle(table)
        hall.until(lambda: isinstance(hall.station.kiosk.stage, Ended))
        hall.station.visitors.back()
    assert threading.active_count() <= threads + 1


# ---- codes


def test_a_code_has_no_letter_that_is_mistaken_for_another() -> None:
    assert not set(resume_code.LETTERS) & set("0O1ILB8G6S5Z2UVQ")
    assert len(set(resume_code.LETTERS)) == len(resume_code.LETTERS) == 20
    codes = {resume_code.code_of(f"match{number}") for number in range(500)}
    assert len(codes) > 490
    assert all(resume_code.read_code(code) == code for code in codes)


@pytest.mark.parametrize(
    ("written", "read"),
    [(" ac-de ", "ACDE"), ("k7pm", "K7PM"), ("K8PM", None), ("ACD", None), ("ACDEF", None), ("", None), ("ÁCDÉ", "ACDE")],
)
def test_codes_are_read_as_people_write_them(written: str, read: str | None) -> None:
    assert resume_code.read_code(written) == read

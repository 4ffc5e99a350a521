"""Parts that a builder may add: what they say, what goes together, and that none of them holds anything up."""

from __future__ import annotations

import itertools

import pytest

from tapete_console import bus, parts, pins, profiles
from tests.firmware.rig import WORKSHOP, Desk, simhw

BID = ("A,37,50,turn,bid=s1:1:37", "B,50,50,turn,bid=s1:1:50")


def built(part: str) -> Desk:
    desk = Desk(**{part: 1})  # type: ignore[arg-type]  # a setting by name
    desk.greet()
    return desk


def shown(panel: int) -> str:
    """What four digits show, read back from the last bytes that they were sent."""
    octets = next(one for one in reversed(simhw.DISPLAYS[parts.FIRST_DISPLAY + panel]) if len(one) == 17)
    letters = {value: letter for letter, value in reversed(parts.SEGMENTS.items())}
    return "".join(letters[octets[1 + place]] for place in parts.PLACES)


def test_digits_show_the_counter_dashes_for_a_secret_number_and_the_sign_of_a_lock() -> None:
    desk = Desk(digits=1)
    simhw.DISPLAYS.update({0x70: [], 0x71: []})
    desk.greet()
    desk.show(1, "A,37,50,waiting", "B,128,50,waiting")
    desk.stay(300)
    assert (shown(0), shown(1)) == ("  37", " 128")
    desk.show(2, *BID)
    desk.stay(300)
    assert shown(0) == "- - "
    desk.tap(0, "lock")
    desk.stay(300)
    assert (shown(0), shown(1)) == ("L0C ", "- - ")
    desk.stay(2000)
    assert shown(0) == "  37"
    assert desk.told("report") == []
    written = len(simhw.DISPLAYS[0x70])
    desk.stay(2000)
    assert len(simhw.DISPLAYS[0x70]) == written, "what has not changed is not written again"


def test_a_press_or_a_turned_knob_shows_at_its_own_digits_before_the_others_have_their_turn() -> None:
    desk = Desk(panels=4, budget_ma=2500, digits=1, encoder=2, keys=1)
    simhw.DISPLAYS.update({address: [] for address in range(0x70, 0x74)})
    desk.greet()
    desk.show(1, *[f"{seat},37,50,turn,pick=p1:0:99" for seat in "ABCD"])
    desk.stay(500)
    begun = shown(0)
    late = []
    for press in range(12):
        panel = press % 4
        before = shown(panel)
        desk.press(panel, "plus")
        desk.wait(30)
        late += [(press, panel)] if shown(panel) == before else []
        desk.release(panel, "plus")
        desk.stay(60 + 7 * press)
    simhw.KNOB += 1
    before = shown(0)
    desk.wait(30)
    assert (late, begun, before) == ([], "P 00", "P 03")
    assert shown(0) == "P 04"


def test_a_panel_without_a_private_display_chooses_open_numbers_on_its_digits() -> None:
    desk = Desk(panels=1, counter_pixels=10, private_pixels=0, digits=1)
    simhw.DISPLAYS[0x70] = []
    desk.greet()
    desk.show(1, "A,7,10,turn,pick=p1:1:14")
    desk.stay(300)
    desk.tap(0, "plus", 3)
    desk.stay(100)
    assert shown(0) == "P 04"
    desk.tap(0, "lock")
    desk.tap(0, "roll")
    desk.stay(300)
    assert desk.told() == [("picked", "0", "p1", "4"), ("done", "0", "p1")]
    assert shown(0) == "   7"


def test_digits_tell_no_more_of_a_bid_than_the_hood_lets_out() -> None:
    seen = []
    for presses in (1, 7):
        desk = Desk(digits=1)
        simhw.DISPLAYS.update({0x70: [], 0x71: []})
        desk.greet()
        desk.show(1, *BID)
        desk.tap(0, "plus", presses)
        desk.stay(300)
        seen.append((shown(0), desk.number(0)))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1]


def test_a_display_that_is_not_there_is_reported_once_and_found_when_it_comes() -> None:
    desk = Desk(digits=1)
    simhw.DISPLAYS[0x71] = []
    desk.greet()
    desk.show(1, "A,37,50,waiting", "B,50,50,waiting")
    desk.stay(12000)
    assert desk.told("report") == [("report", "digits", "0")]
    simhw.DISPLAYS[0x70] = []
    desk.stay(6000)
    assert shown(0) == "  37"
    assert [len(one) for one in simhw.DISPLAYS[0x70][:4]] == [1, 1, 1, 17]


def test_a_knob_is_minus_and_plus_of_the_first_panel() -> None:
    desk = built("encoder")
    desk.show(1, *BID)
    before = desk.number(0)
    assert before is not None
    simhw.KNOB += 5
    desk.wait(30)
    assert desk.number(0) == before + 5
    simhw.KNOB -= 2
    desk.wait(30)
    assert desk.number(0) == before + 3
    assert desk.told() == []


def test_what_a_pressed_knob_is_turned_does_not_count() -> None:
    desk = built("encoder")
    desk.show(1, *BID)
    before = desk.number(0)
    desk.press(0, "lock")
    desk.wait(20)
    simhw.KNOB += 1
    desk.wait(20)
    desk.release(0, "lock")
    simhw.KNOB += 1
    desk.wait(60)
    desk.stay(500)
    desk.tap(0, "lock")
    desk.stay(100)
    assert desk.number(0) == before


def sounds() -> list[int]:
    return [hertz for _, hertz in simhw.TONES if hertz]


def test_a_buzzer_says_turn_tick_locked_and_wrong_and_falls_silent() -> None:
    desk = built("buzzer")
    desk.show(1, *BID)
    desk.stay(400)
    assert sounds() == [880, 880]
    desk.tap(0, "plus")
    desk.tap(0, "minus")
    assert sounds()[2:] == [2000, 2000]
    desk.tap(0, "lock")
    desk.stay(400)
    assert sounds()[4:] == [660, 990]
    desk.tap(0, "plus")
    desk.stay(400)
    assert sounds()[6:] == [150]
    assert simhw.TONES[-1][1] == 0


def test_every_step_of_a_bid_sounds_the_same_also_from_one_end_to_the_other() -> None:
    desk = built("buzzer")
    desk.show(1, "A,3,50,turn,bid=s1:1:3")
    desk.stay(400)
    heard = []
    for _ in range(6):
        begun = len(simhw.TONES)
        desk.tap(0, "plus")
        desk.wait(30)
        heard.append([hertz for _, hertz in simhw.TONES[begun:]])
    assert len({tuple(one) for one in heard}) == 1


@pytest.mark.parametrize("chosen", [one for n in range(5) for one in itertools.combinations(("reader", "digits", "encoder", "buzzer"), n)])
def test_every_choice_of_parts_starts_and_what_cannot_go_together_is_told(chosen: tuple[str, ...]) -> None:
    desk = Desk(budget_ma=600, **dict.fromkeys(chosen, 1))  # type: ignore[arg-type]  # settings by name
    simhw.DISPLAYS.update({0x70: [], 0x71: []})
    if "reader" in chosen:
        simhw.PEER = WORKSHOP.pn532.PN532()
    desk.greet()
    desk.show(1, *BID)
    desk.stay(500)
    hello = dict(field.split("=", 1) for field in desk.answers("hello")[0][1:])
    too_many = {"reader", "digits", "encoder"} <= set(chosen)
    told = [part for part in chosen if not (too_many and part == "encoder")]
    assert hello.get("parts", "") == ",".join(told)
    assert desk.told("report") == ([("report", "setting", "TAPETE_ENCODER", "0", "1")] if too_many else [])
    assert desk.number(0) is not None


def test_strips_with_a_white_light_of_their_own_get_four_bytes_a_pixel() -> None:
    desk = Desk(pixel_order="GRBW")
    desk.greet()
    desk.show(1, "A,37,50,waiting")
    desk.stay(300)
    assert len(simhw.LIT[18]) == 4 * 80
    assert any(simhw.LIT[18][3::4]), "the grey of a waiting lamp is white light"


# ---- over two wires


def test_buttons_over_two_wires_do_what_buttons_on_pins_do() -> None:
    told = []
    for keys in (0, 1):
        desk = Desk(keys=keys)
        desk.greet()
        desk.show(1, *BID)
        desk.tap(0, "plus", 3)
        desk.tap(1, "minus")
        assert desk.number(0) == 4
        desk.tap(0, "lock")
        desk.tap(1, "lock")
        desk.stay(2000)
        told.append([words[:3] for words in desk.told()])
        assert ("I2C" in simhw.CLAIMED.values()) == bool(keys)
    assert told[0] == told[1] == [("locked", "0", "s1"), ("locked", "1", "s1")]


def test_a_contact_that_bounces_over_two_wires_is_one_press() -> None:
    desk = Desk(keys=1)
    desk.greet()
    desk.show(1, "A,37,50,turn")
    for at in range(20):
        (desk.press if at % 2 else desk.release)(0, "plus")
        desk.wait(2, step=1)
    desk.wait(60)
    desk.release(0, "plus")
    desk.wait(60)
    desk.press(1, "minus")
    desk.wait(3, step=1)
    desk.release(1, "minus")
    desk.wait(60)
    assert [words[1:3] for words in desk.told("press")] == [("0", "plus")], "and what lasts 3 ms is none"


def test_buttons_over_two_wires_that_fall_silent_are_reported_once_and_found_again() -> None:
    desk = Desk(keys=1)
    desk.greet()
    desk.show(1, "A,37,50,turn")
    simhw.AWAY.add(bus.EXPANDER)
    desk.stay(12000)
    assert desk.told("report") == [("report", "bus", "keys")]
    simhw.AWAY.clear()
    desk.stay(6000)
    desk.tap(0, "plus")
    assert desk.told("press") == [("press", "0", "plus", "1")]


def test_a_button_over_two_wires_that_is_down_from_the_start_is_stuck() -> None:
    simhw.restart("power")
    hold = lambda: simhw.LEVEL.__setitem__(pins.BUTTONS[0][pins.LOCK], False)  # noqa: E731
    simhw.ON_RESTART.append(hold)
    try:
        desk = Desk(keys=1)
        desk.greet()
        desk.stay(20000)
        assert desk.told("report") == [("report", "stuck", "0", "lock")]
    finally:
        simhw.ON_RESTART.remove(hold)


def test_a_knob_over_two_wires_turns_as_one_on_pins_and_may_come_late() -> None:
    desk = Desk(encoder=2)
    desk.greet()
    desk.show(1, "A,37,50,turn,bid=s1:1:37")
    begun = desk.number(0)
    assert begun is not None
    simhw.KNOB += 2
    desk.stay(200)
    after = desk.number(0)
    assert after == (begun + 2 - 1) % 37 + 1
    simhw.AWAY.add(bus.SEESAW)
    desk.stay(11000)
    assert desk.told("report") == [("report", "bus", "knob")]
    simhw.KNOB += 5
    simhw.AWAY.clear()
    desk.stay(6000)
    assert desk.number(0) == after, "what was turned meanwhile does not count"


@pytest.mark.parametrize("words", [c for n in range(7) for c in itertools.combinations([part.word for part in profiles.PARTS], n)])
def test_no_pin_serves_two_parts_but_the_two_wires_do(words: tuple[str, ...]) -> None:
    wires, left_out = profiles.fitted(list(words))
    taken = [pin for way in wires.values() if way != profiles.BUS for pin in way]
    on_bus = [word for word, way in wires.items() if way == profiles.BUS]
    assert sorted([*wires, *left_out]) == sorted(words)
    assert len(set(taken)) == len(taken)
    assert set(taken) <= set(pins.FREE)
    assert not (on_bus and set(profiles.BUS) & set(taken))
    addresses = [address for word in on_bus for address in profiles.by_word(word).addresses]
    assert len(set(addresses)) == len(addresses)


def test_without_settings_for_parts_no_pin_of_theirs_is_touched_and_no_module_loaded() -> None:
    traces = []
    for settings in ({}, dict.fromkeys(("reader", "digits", "encoder", "buzzer", "keys"), 0)):
        desk = Desk(entropy=bytes(range(256)), **settings)  # type: ignore[arg-type]  # settings by name
        desk.greet()
        desk.show(1, *BID)
        desk.tap(0, "plus", 4)
        desk.tap(0, "lock")
        desk.stay(3000)
        assert not set(simhw.CLAIMED) & set(pins.FREE)
        assert (desk.board.reader, desk.board.digits, desk.board.encoder, desk.board.buzzer, desk.board.bus_keys) == (None,) * 5
        assert desk.console._beside is None
        traces.append(([(line.kind, line.fields) for line in desk.sent], dict(simhw.LIT)))
    assert traces[0] == traces[1]

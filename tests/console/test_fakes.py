"""The fakes refuse and behave as the Pico does (measurements on CircuitPython 10.1.3)."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.usefixtures("board")


def fake(name: str) -> ModuleType:
    """Import a fake by CircuitPython's name, and prove that it is ours and not Blinka's."""
    module = importlib.import_module(name)
    assert Path(str(module.__file__)).parent.name == "fakes", f"{name} comes from {module.__file__}"
    return module


def test_the_real_pixel_driver_writes_frames_in_wire_order() -> None:
    simhw, board, neopixel = fake("simhw"), fake("board"), importlib.import_module("neopixel")
    strip = neopixel.NeoPixel(board.GP16, 2, brightness=0.5, auto_write=False)
    strip[0] = (1, 2, 255)
    strip.show()
    assert [(0, 16, bytes((1, 0, 127, 0, 0, 0)))] == simhw.FRAMES
    assert {16: bytes((1, 0, 127, 0, 0, 0))} == simhw.LIT


def test_a_pixel_write_fails_only_on_the_pin_that_is_broken() -> None:
    simhw, board, neopixel = fake("simhw"), fake("board"), importlib.import_module("neopixel")
    good, broken = neopixel.NeoPixel(board.GP16, 1), neopixel.NeoPixel(board.GP17, 1)
    simhw.PIXEL_FAULTS.add(17)
    good.fill(0xFF0000)
    with pytest.raises(OSError, match="GP17"):
        broken.fill(0xFF0000)
    assert {16: bytes((0, 255, 0))} == simhw.LIT


def test_a_pin_cannot_be_taken_twice_until_it_is_given_back() -> None:
    board, digitalio, keypad = fake("board"), fake("digitalio"), fake("keypad")
    pin = digitalio.DigitalInOut(board.GP2)
    with pytest.raises(ValueError, match="GP2 in use"):
        keypad.Keys((board.GP2,), value_when_pressed=False)
    pin.deinit()
    assert keypad.Keys((board.GP2,), value_when_pressed=False).key_count == 1


def test_a_floating_input_is_refused() -> None:
    board, digitalio, simhw = fake("board"), fake("digitalio"), fake("simhw")
    with digitalio.DigitalInOut(board.GP2) as pin, pytest.raises(simhw.WouldBlock):
        assert pin.value
    with digitalio.DigitalInOut(board.GP2) as pin:
        pin.switch_to_input(pull=digitalio.Pull.UP)
        assert pin.value is True


def test_keys_are_scanned_every_interval_with_the_time_of_the_scan() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2, board.GP3), value_when_pressed=False)
    simhw.advance(7)
    simhw.set_level(3, False)
    simhw.advance(12)
    assert keys.events.get() is None, "no scan before 20 ms"
    simhw.advance(1)
    event = keys.events.get()
    assert (event.key_number, event.pressed, event.timestamp) == (1, True, simhw.TICKS_START + 20)
    assert keys.events.get() is None


def test_a_press_between_two_scans_is_missed_and_bounce_is_swallowed() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2,), value_when_pressed=False)
    simhw.advance(21)
    simhw.set_level(2, False)
    simhw.advance(10)
    simhw.set_level(2, True)
    simhw.advance(200)
    assert not keys.events
    for level in (False, True, False):
        simhw.set_level(2, level)
        simhw.advance(2)
    simhw.advance(100)
    assert len(keys.events) == 1


def test_a_scan_that_disagrees_takes_back_one_of_those_before() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2,), value_when_pressed=False, interval=0.001, debounce_threshold=3)
    for level in (False, False, True, False):
        simhw.set_level(2, level)
        simhw.advance(1)
    assert keys.events.get() is None
    simhw.advance(1)
    assert keys.events.get().timestamp == simhw.TICKS_START + 5, "four of five"
    simhw.set_level(2, True)
    simhw.advance(2)
    simhw.set_level(2, False)
    simhw.advance(50)
    simhw.set_level(2, True)
    simhw.advance(2)
    assert keys.events.get() is None, "what was long ago counts no more"


def test_a_press_that_nobody_fetched_is_not_overtaken_by_its_release() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2,), value_when_pressed=False)
    simhw.set_level(2, False)
    simhw.advance(70000)
    simhw.set_level(2, True)
    simhw.advance(70000)
    down, up = keys.events.get(), keys.events.get()
    assert down.pressed
    assert up.released
    assert down.timestamp == simhw.TICKS_START + 20
    assert up.timestamp == (simhw.TICKS_START + 70020) % 2**29


def test_the_debounce_threshold_wants_so_many_equal_scans() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2,), value_when_pressed=False, debounce_threshold=3)
    simhw.set_level(2, False)
    simhw.advance(59)
    assert keys.events.get() is None
    simhw.advance(1)
    assert keys.events.get().timestamp == simhw.TICKS_START + 60


def test_a_full_key_queue_says_that_events_were_lost() -> None:
    simhw, board, keypad = fake("simhw"), fake("board"), fake("keypad")
    keys = keypad.Keys((board.GP2,), value_when_pressed=False, max_events=2)
    for level in (False, True, False):
        simhw.set_level(2, level)
        simhw.advance(20)
    assert len(keys.events) == 2
    assert keys.events.overflowed
    keys.events.clear()
    assert not keys.events.overflowed


def test_ticks_start_near_the_wrap_and_wrap_after_65_seconds() -> None:
    simhw, supervisor = fake("simhw"), fake("supervisor")
    assert supervisor.ticks_ms() == 536805376
    simhw.advance(65535)
    assert supervisor.ticks_ms() == 2**29 - 1
    simhw.advance(1)
    assert supervisor.ticks_ms() == 0


def test_serial_refuses_every_call_that_would_block() -> None:
    simhw, usb_cdc = fake("simhw"), fake("usb_cdc")
    port = usb_cdc.data
    with pytest.raises(simhw.WouldBlock):
        port.read(1)
    with pytest.raises(simhw.WouldBlock):
        port.readline()
    simhw.DATA.host_open()
    simhw.DATA.host_stall(True)
    with pytest.raises(simhw.WouldBlock):
        port.write(b"x" * 300)
    with pytest.raises(simhw.WouldBlock):
        port.flush()


def test_serial_shows_256_bytes_at_most_and_loses_none() -> None:
    simhw, usb_cdc = fake("simhw"), fake("usb_cdc")
    port = usb_cdc.data
    port.timeout = 0
    simhw.DATA.host_open()
    sent = bytes(range(256)) * 3
    simhw.DATA.host_write(sent)
    assert port.in_waiting == 256
    received = b""
    while port.in_waiting:
        received += port.read(port.in_waiting)
    assert received == sent


def test_a_stalled_host_gets_short_writes_and_later_everything_that_was_taken() -> None:
    simhw, usb_cdc = fake("simhw"), fake("usb_cdc")
    port = usb_cdc.data
    port.write_timeout = 0
    simhw.DATA.host_open()
    simhw.DATA.host_stall(True)
    assert port.write(b"a" * 200) == 200
    assert port.write(b"b" * 200) == 56
    assert port.write(b"c") == 0
    assert port.out_waiting == 256
    simhw.DATA.host_stall(False)
    assert simhw.DATA.host_read() == b"a" * 200 + b"b" * 56


def test_a_write_timeout_above_zero_costs_its_time() -> None:
    simhw, usb_cdc = fake("simhw"), fake("usb_cdc")
    usb_cdc.data.write_timeout = 0.2
    simhw.DATA.host_open()
    simhw.DATA.host_stall(True)
    assert usb_cdc.data.write(b"x" * 300) == 256
    assert simhw.now_ms() == 200


def test_stale_bytes_wait_for_the_next_host_unless_they_are_thrown_away() -> None:
    simhw, usb_cdc = fake("simhw"), fake("usb_cdc")
    assert usb_cdc.data.write(b"old" * 100) == 300
    simhw.DATA.host_open()
    assert len(simhw.DATA.host_read()) == 256
    simhw.DATA.host_close()
    usb_cdc.data.write(b"old")
    usb_cdc.data.reset_output_buffer()
    simhw.DATA.host_open()
    assert simhw.DATA.host_read() == b""


def test_without_boot_py_there_is_no_data_channel() -> None:
    simhw, usb_cdc, storage = fake("simhw"), fake("usb_cdc"), fake("storage")
    simhw.restart(boot=True)
    channels = [usb_cdc.data]
    usb_cdc.enable(console=True, data=True)
    simhw.end_boot()
    channels.append(usb_cdc.data)
    assert [channel is None for channel in channels] == [True, False]
    with pytest.raises(RuntimeError, match=r"boot\.py"):
        usb_cdc.enable(console=True, data=False)
    with pytest.raises(RuntimeError, match=r"boot\.py"):
        storage.disable_usb_drive()


def test_the_watchdog_bites_when_it_is_not_fed_and_cannot_raise() -> None:
    simhw, microcontroller, watchdog, supervisor = fake("simhw"), fake("microcontroller"), fake("watchdog"), fake("supervisor")
    dog = microcontroller.watchdog
    with pytest.raises(ValueError, match="timeout"):
        dog.timeout = 9
    dog.timeout = 5
    with pytest.raises(NotImplementedError):
        dog.mode = watchdog.WatchDogMode.RAISE
    dog.mode = watchdog.WatchDogMode.RESET
    simhw.advance(4999)
    dog.feed()
    simhw.advance(4999)
    assert supervisor.ticks_ms()
    simhw.advance(1)
    with pytest.raises(simhw.BoardReset) as reset:
        supervisor.ticks_ms()
    assert reset.value.reason == "watchdog"
    simhw.restart("watchdog")
    assert dog.mode is None
    assert microcontroller.cpu.reset_reason is microcontroller.ResetReason.WATCHDOG


def test_nvm_starts_blank_survives_a_reset_and_counts_its_writes() -> None:
    simhw, microcontroller = fake("simhw"), fake("microcontroller")
    assert len(microcontroller.nvm) == 4096
    assert microcontroller.nvm[0] == 0xFF
    microcontroller.nvm[4:8] = b"life"
    with pytest.raises(ValueError, match="different lengths"):
        microcontroller.nvm[0:2] = b"abc"
    with pytest.raises(simhw.BoardReset):
        microcontroller.reset()
    simhw.restart("software")
    assert microcontroller.nvm[4:8] == b"life"
    assert simhw.NVM_WRITES == 1


def test_names_that_circuitpython_lacks_do_not_exist() -> None:
    board, supervisor, usb_cdc = fake("board"), fake("supervisor"), fake("usb_cdc")
    for thing, name in ((board, "GP29"), (board, "NEOPIXEL"), (supervisor, "ticks_us"), (usb_cdc.data, "readable")):
        with pytest.raises(AttributeError):
            getattr(thing, name)
    with pytest.raises(AttributeError):
        usb_cdc.data.tiemout = 0


def test_every_fake_is_in_the_folder_that_is_put_on_the_path() -> None:
    folder = Path(str(sys.modules["simhw"].__file__)).parent
    names = {path.stem for path in folder.glob("*.py")}
    assert {
        "board",
        "digitalio",
        "keypad",
        "microcontroller",
        "neopixel_write",
        "nvm",
        "storage",
        "supervisor",
        "usb_cdc",
        "watchdog",
    } <= names
    assert "__init__" not in names, "the fakes are top-level modules of CircuitPython, no package of ours"

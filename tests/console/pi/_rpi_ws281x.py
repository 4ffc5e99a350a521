"""Stands for rpi_ws281x: it refuses the pins that its README does not name, and everything without root (`PI_ROOT`) but SPI on GPIO 10.

`PI_LOG` names a file that gets a line for each strip that is set up and each picture.
"""

from __future__ import annotations

import os
from pathlib import Path

WS2811_SUCCESS = 0
WS2811_STRIP_RGB, SK6812_STRIP_RGBW = 0x00100800, 0x18100800
NO_ROOT, NOT_POSSIBLE = -5, -11
CHANNELS = ({12, 18, 21, 31, 10, 40}, {13, 19, 41, 45})


class Channel:
    count = gpionum = strip_type = 0


class Strip:
    def __init__(self) -> None:
        self.channels = [Channel(), Channel()]


def log(text: str) -> None:
    if "PI_LOG" in os.environ:
        with Path(os.environ["PI_LOG"]).open("a", encoding="ascii") as file:
            file.write(text + "\n")


def new_ws2811_t() -> Strip:
    return Strip()


def delete_ws2811_t(strip: Strip) -> None:
    pass


def ws2811_channel_get(strip: Strip, number: int) -> Channel:
    return strip.channels[number]


def ws2811_channel_t_count_set(channel: Channel, value: int) -> None:
    channel.count = value


def ws2811_channel_t_gpionum_set(channel: Channel, value: int) -> None:
    channel.gpionum = value


def ws2811_channel_t_gpionum_get(channel: Channel) -> int:
    return channel.gpionum


def ws2811_channel_t_strip_type_set(channel: Channel, value: int) -> None:
    channel.strip_type = value


def ws2811_channel_t_strip_type_get(channel: Channel) -> int:
    return channel.strip_type


def ws2811_channel_t_invert_set(channel: Channel, value: int) -> None:
    pass


def ws2811_channel_t_brightness_set(channel: Channel, value: int) -> None:
    pass


def ws2811_t_freq_set(strip: Strip, value: int) -> None:
    pass


def ws2811_t_dmanum_set(strip: Strip, value: int) -> None:
    pass


def ws2811_init(strip: Strip) -> int:
    used = [(number, channel) for number, channel in enumerate(strip.channels) if channel.count]
    if any(channel.gpionum not in CHANNELS[number] for number, channel in used):
        return NOT_POSSIBLE
    if "PI_ROOT" not in os.environ and any(channel.gpionum != 10 for _, channel in used):
        return NO_ROOT
    log("init %s" % [(channel.gpionum, channel.count) for _, channel in used])
    return WS2811_SUCCESS


def ws2811_get_return_t_str(code: int) -> str:
    return {NOT_POSSIBLE: "Selected GPIO not possible"}.get(code, "?")


def ws2811_led_set(channel: Channel, place: int, colour: int) -> None:
    if not 0 <= place < channel.count:
        raise IndexError(place)


def ws2811_render(strip: Strip) -> int:
    log("render")
    return WS2811_SUCCESS


def ws2811_fini(strip: Strip) -> None:
    pass

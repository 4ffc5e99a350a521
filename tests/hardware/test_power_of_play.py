"""What the pixels draw, picture by picture: every scene of the golden matches, shown by the firmware, in mA as people measured them."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.scenes import every_scene
from tapete import games
from tests.firmware.rig import Desk, simhw
from tests.run_forms import by_form
from tools.drawing import power_table

MOVES_MS, FRAME_MS = 1600, 20
"""The slowest pattern is over in that time; no picture is shown for less than a frame."""

scenes = cache(every_scene)
"""By game, what its golden matches show."""

SUPPLIES = {"usb": 400, "brick": 2000}
"""TAPETE_BUDGET_MA of settings.toml, as it is and with a brick for four panels."""


def drawn(desk: Desk) -> float:
    """Current in mA of what is lit now: each channel as blue and green were measured, each pixel that is dark too."""
    lit = sum(sum(frame) for frame in simhw.LIT.values())
    pixels = sum(len(frame) // 3 for frame in simhw.LIT.values())
    assert pixels == len(desk.console.panels) * desk.settings.chain + desk.settings.bridge
    return pixels * power_table.DARK_MEASURED_MA + lit * power_table.CHANNEL_MEASURED_MA / 255


@pytest.mark.parametrize("supply", SUPPLIES)
@pytest.mark.parametrize("game", sorted(games.BUILT_IN))
def test_no_picture_of_a_game_draws_more_than_its_budget(game: str, supply: str) -> None:
    """Bids set and locked, dice that roll, lamps that pulse: the most that any picture draws, and that light is drawn at all."""
    most: dict[int, float] = {}
    for number, fields in list(enumerate(scenes()[game]))[:: by_form(24, 24, 1, 1)]:
        panels = max(2, sum("=" not in field.split(",")[0] for field in fields))
        desk = Desk(panels=panels, bridge_pixels=19, budget_ma=SUPPLIES[supply])
        desk.greet()
        desk.send("scene", str(number + 1), *fields)
        for moment in range(MOVES_MS // FRAME_MS):
            desk.wait(FRAME_MS, step=10)
            if moment == 30:
                for panel in range(panels):
                    desk.press(panel, "roll")
            if moment == 60:
                for panel in range(panels):
                    desk.press(panel, "lock")
            most[panels] = max(most.get(panels, 0.0), drawn(desk))
        assert desk.console.link.shown == number + 1, fields
    for panels, milliampere in most.items():
        dark = (panels * 80 + 19) * power_table.DARK_MEASURED_MA
        assert dark < milliampere <= SUPPLIES[supply], (panels, milliampere)

"""A clock that is two years off: set while the server runs, behind what was decided, or wrong when slips were printed."""

from __future__ import annotations

import logging

import pytest

from tapete.league.decisions import PublishRound, StartRound
from tapete.league.pairing import propose
from tapete.league.server.shared import League, SteadyTime
from tests.league.server.conftest import FRIDAY, Served
from tests.league.server.two_tables import decide

pytestmark = [pytest.mark.league]

DAY_MS = 86_400_000
TWO_YEARS_MS = 730 * DAY_MS


class Clocks:
    """The computer's clock, and what runs since its start."""

    def __init__(self) -> None:
        self.utc, self.run = 1_800_000_000_000, 5_000

    def passes(self, ms: int, set_by: int = 0) -> None:
        self.utc, self.run = self.utc + ms + set_by, self.run + ms


@pytest.mark.parametrize("years_ms", [TWO_YEARS_MS, -TWO_YEARS_MS])
def test_time_goes_on_where_the_clock_is_set_by_years(caplog: pytest.LogCaptureFixture, years_ms: int) -> None:
    clocks = Clocks()
    time = SteadyTime(lambda: clocks.utc, lambda: clocks.run)
    begun = time.now_ms()
    clocks.passes(60_000)
    with caplog.at_level(logging.ERROR):
        clocks.passes(60_000, years_ms)
        assert time.now_ms() - begun == 120_000
        clocks.passes(60_000)
        assert time.now_ms() - begun == 180_000
    assert caplog.text.count("set by 730 days") == 1
    clocks.passes(0, -years_ms)
    assert (time.now_ms() - begun, time.off_ms) == (180_000, 0), "it was put right again"


def test_an_hour_of_summer_or_a_week_of_sleep_is_believed() -> None:
    clocks = Clocks()
    time = SteadyTime(lambda: clocks.utc, lambda: clocks.run)
    begun = time.now_ms()
    for ahead in (3_600_000, -3_600_000, 7 * DAY_MS):
        clocks.passes(0, ahead)
    assert (time.now_ms() - begun, time.off_ms) == (7 * DAY_MS, 0)


def test_staff_read_that_the_clock_was_set_and_that_it_is_behind(served: Served) -> None:
    served.friday(4, round_ms=1_800_000)

    async def begin(league: League) -> None:
        await decide(league, propose(await league.store.load("shop", "friday")).what, PublishRound(1), StartRound(1))

    served.within(begin)
    with served.visitor("organiser") as page:
        assert "clock of this computer" not in page.get(FRIDAY).text
        served.league.time.off_ms = TWO_YEARS_MS
        assert "set by 730 days while the server runs" in page.get(FRIDAY).text
        served.league.time.off_ms = 0
        served.league.now -= 600_000
        assert "10 minutes ahead of this computer" in page.get(FRIDAY).text
        page.headers["accept-language"] = "es"
        assert "10 minutos por delante del reloj" in page.get(FRIDAY).text


def test_slips_that_were_printed_two_years_ago_by_the_clock_hold_again_once_they_are_shown(served: Served) -> None:
    """The board began with an old date, and the network put it right: what hangs on the wall need not be printed anew."""
    served.friday(2)
    key = served.player(1)
    served.league.now += TWO_YEARS_MS
    with served.visitor() as player, served.visitor("organiser") as page:
        late = player.get(f"/in/{key}")
        assert (late.status_code, "Ask the organiser" in late.text) == (403, True)
        assert f"/in/{key}" in page.get(f"{FRIDAY}/slips").text
        assert "Name 1" in player.get(f"/in/{key}").text

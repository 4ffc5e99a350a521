"""A station as a table of an event: between matches it says what comes, the round's match comes by itself, visitors play in peace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tapete.core.refusals import Illegal
from tapete.league import league_codes
from tapete.station import settings as kept_settings
from tapete.station.kiosk.stage import Attract, Ended, Playing
from tapete.station.settings import Settings
from tapete.table.in_event import TableInEvent, waiting_scene
from tapete.web import Server
from tapete.web.station import app
from tests.station.hall import Hall

WAITS = TableInEvent(title="Friday", table=3, round=2, rounds=5, players=("Ana", "Bruno"), minutes=41, clock=50)
ADDRESS = "http://here/v1/shops/shop/hosts/table-3#1.key"


class Event:
    """What a league says to a station, in the test's hands."""

    def __init__(self) -> None:
        self.state: TableInEvent | None = WAITS
        self.told: list[str] = []

    def now(self) -> TableInEvent | None:
        return self.state

    def join(self, told: str, *, anyway: bool = False) -> None:
        if told == "wrong":
            raise Illegal((league_codes.NO_LEAGUE_ADDRESS(),))
        self.told.append(told)

    def leave(self, *, anyway: bool = False) -> None:
        self.told.append("left")


@pytest.fixture
def event() -> Event:
    return Event()


@pytest.fixture
def hall(tmp_path: Path, event: Event) -> Iterator[Hall]:
    made = Hall(tmp_path, in_event=event)
    yield made
    made.close()


def begun(hall: Hall, event: Event) -> str:
    """The league lets the match of the round begin."""
    match = hall.hub.begin("shazamm", names={"A": "Ana", "B": "Bruno"}).id
    event.state = replace(WAITS, match=match)
    return match


def test_between_matches_panels_and_screen_say_table_round_and_time(hall: Hall, event: Event) -> None:
    hall.wait(1)
    assert hall.is_at(Attract())
    hall.wait(10)
    assert not hall.robots_play()
    panels = [hall.console.panel(number) for number in (0, 1)]
    assert [(panel.value, panel.largest, panel.shown) for panel in panels] == [(41, 50, 3), (41, 50, 2)]
    with Server(app(hall.station)) as server:
        for language, words in (("en", ("Table 3", "Round 2 of 5", "41 minutes left")), ("es", ("Mesa 3", "Ronda 2 de 5", "41 minutos"))):
            hall.station.staff.change_settings(Settings(language=language))
            page = httpx.get(f"{server.address}station", trust_env=False, timeout=None).text
            assert all(word in page for word in (*words, "Ana – Bruno", "Friday"))


def test_the_match_of_the_round_comes_by_itself_and_is_not_left_for_silence(hall: Hall, event: Event) -> None:
    match = begun(hall, event)
    hall.wait(1)
    assert hall.is_at(Playing(match=match))
    assert [usage.kind for usage in hall.happened] == ["began"]
    hall.wait(hall.station.staff.settings.idle_s + 1)
    hall.wait(hall.station.staff.settings.still_there_s + 1)
    assert hall.is_at(Playing(match=match))
    hall.on_screen().submit({"action": "concede", "seat": "A"})
    hall.settle(hall.on_screen())
    event.state = replace(WAITS, match=match, over=True)
    assert hall.is_at(Ended(match=match))
    hall.wait(hall.station.staff.settings.end_s + 1)
    assert hall.is_at(Attract())
    again = begun(hall, event)
    hall.wait(1)
    assert hall.is_at(Playing(match=again)), "the next round"


def test_who_finishes_before_there_is_a_result_finds_the_match_again(hall: Hall, event: Event) -> None:
    match = begun(hall, event)
    hall.wait(1)
    hall.station.visitors.stop()
    hall.wait(1)
    assert hall.is_at(Ended(match=match))
    hall.wait(hall.station.staff.settings.end_s + 1)
    hall.wait(1)
    assert hall.is_at(Playing(match=match))
    hall.again()
    assert hall.is_at(Playing(match=match)), "a power cut changes nothing"


def test_a_match_of_visitors_is_not_touched_and_told_what_waits(hall: Hall, event: Event) -> None:
    hall.wait(1)
    free = hall.free_match()
    match = begun(hall, event)
    hall.wait(1)
    assert hall.is_at(Playing(match=free.id))
    with Server(app(hall.station)) as server:
        page = httpx.get(f"{server.address}station", trust_env=False, timeout=None).text
    assert "Round 2 of the event has begun at this table." in page
    hall.station.visitors.stop()
    hall.wait(1)
    assert hall.is_at(Playing(match=match))


def test_a_league_that_is_away_is_said_and_the_table_plays_on(hall: Hall, event: Event) -> None:
    match = begun(hall, event)
    hall.wait(1)
    assert event.state is not None
    event.state = replace(event.state, away=True)
    hall.wait(1)
    assert hall.is_at(Playing(match=match))
    with Server(app(hall.station)) as server:
        assert "The event&#39;s server does not answer." in httpx.get(f"{server.address}station", trust_env=False, timeout=None).text


def test_without_a_league_nothing_changes(hall: Hall, event: Event) -> None:
    event.state = None
    hall.wait(1)
    hall.wait(10)
    assert hall.robots_play()


def test_staff_let_the_station_join_and_leave_and_a_wrong_address_changes_nothing(hall: Hall, event: Event, tmp_path: Path) -> None:
    staff = hall.station.staff
    staff.change_settings(Settings(league=ADDRESS))
    staff.change_settings(Settings(league=ADDRESS, idle_s=99))
    assert event.told == [ADDRESS], "other settings do not join anew"
    with pytest.raises(Illegal, match="no_league_address"):
        staff.change_settings(Settings(league="wrong"))
    assert kept_settings.read(tmp_path) == Settings(league=ADDRESS, idle_s=99)
    hall.again()
    hall.station.staff.attend()
    hall.station.staff.change_settings(Settings())
    assert event.told == [ADDRESS, ADDRESS, "left"]


def test_an_address_in_the_file_that_is_none_is_told_to_staff(hall: Hall, tmp_path: Path) -> None:
    kept_settings.write(tmp_path, Settings(league="wrong"))
    hall.again()
    hall.station.staff.attend()
    assert ["no address of an event" in text.in_("en") for text in hall.station.staff.troubles] == [True]


@pytest.mark.parametrize(
    ("state", "panels"),
    [
        (TableInEvent(), [(0, 1, None), (0, 1, None)]),
        (replace(WAITS, minutes=None), [(0, 50, 3), (0, 50, 2)]),
        (replace(WAITS, minutes=55), [(55, 55, 3), (55, 55, 2)]),
        (replace(WAITS, round=0, minutes=0), [(0, 50, 3), (0, 50, None)]),
    ],
)
def test_the_panels_of_a_waiting_table(state: TableInEvent, panels: list[tuple[int, int, int | None]]) -> None:
    found = waiting_scene(state).panels
    assert [(panel.value, panel.largest, panel.shown) for panel in found] == panels * 2
    assert {panel.lamp for panel in found} == {"waiting"}

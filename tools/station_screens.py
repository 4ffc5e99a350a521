"""The screens of a station, each brought about with the station's own means; `station_pictures.py` takes their pictures.

    with stand(folder) as made, Server(made.served) as server: place = SCREENS["guided"].bring(made)

Nothing is played by hand: the clock is the tool's own, and what people choose and bid is written here.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from tapete.commands import station_run
from tapete.i18n import Language
from tapete.station import settings
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.show import STEP_S
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import FILE, Play, Statistics
from tapete.station.settings import Settings
from tapete.station.station import Station
from tapete.table import Hub, Table
from tapete.table.buffered_journal import BufferedJournal

ADDRESS = "http://192.0.2.10:8765"
"""What the QR codes of the pictures name: an address that is kept for examples."""

NOON, MIDNIGHT = 720, 0
"""Minutes of the day."""

PIN, WRONG_PIN = "274951", "000000"

DAY = date(2026, 11, 21)
"""The day of the pictures."""

REST_S = 600.0
"""Time enough for a wrong PIN to be forgotten, and for nobody to be logged in any more."""

MOST_PAGES = 1_000_000_000
"""Of the journal, while the disk has room."""

Door = Literal["open", "outside", "wrong", "inside"]
"""Whether a screen is behind the PIN: no, the question itself, after a wrong answer, or beyond it."""


class Stand:
    """A station whose clock the tool moves."""

    def __init__(self, folder: Path, hub: Hub) -> None:
        self.now, self.minute = 100.0, NOON
        self.language: Language = "es"
        settings.write(folder, Settings(games=("shazamm", "moriham", "datamorphs", "bhm", "mamlejet")))
        self.hub = hub
        self.station = Station(hub, folder, clock=lambda: self.now, minute=lambda: self.minute, rng=random.Random(4))
        self.day = DAY
        self.statistics = Statistics(folder / FILE, lambda: self.day)
        self.desk = StaffDesk(
            folder,
            hub,
            self.statistics,
            clock=lambda: self.now,
            apply=self.station.staff.change_settings,
            read=lambda: self.station.staff.settings,
        )
        pin.keep(folder, PIN)
        self.served = station_run.build(self.station, self.desk, folder, True, b"the tool's own secret, for nobody")
        self.served.state.address = lambda asked: ADDRESS
        self._count()

    def _count(self) -> None:
        """Some weeks of visitors, the same each time."""
        rng = random.Random(2)
        ends = {
            "shazamm": (("win", "fall"), ("win", "concession"), ("draw", "fall")),
            "moriham": (("win", "life"), ("win", "deck")),
            "datamorphs": (("win", "two_wins"), ("win", "more_wins")),
            "bhm": (("win", "counter"), ("win", "concede")),
            "mamlejet": (("loss", "lost"), ("win", "emuna")),
        }
        steps = {"shazamm": "bidding", "moriham": "phase", "datamorphs": "bios", "bhm": "strategy", "mamlejet": "window"}
        refusals = (("shazamm", "bid_over_mana", "SHZ-035"), ("moriham", "zone_full", "MOR-013"), ("bhm", "rank_over_counter", "BHM-036"))
        for back in range(29, -1, -1):
            self.day = DAY - timedelta(days=back)
            for _ in range(rng.choice((0, 1, 2, 2, 3, 5))):
                game = rng.choices(tuple(ends), weights=(9, 4, 5, 2, 3))[0]
                left = rng.random() < 0.25
                result, reason = ("", "") if left else rng.choice(ends[game])
                self.statistics.add(
                    Play(
                        game=game,
                        guided=rng.random() < 0.5,
                        seats=2,
                        how="left" if left else "ended",
                        seconds=rng.randint(200, 2400),
                        entries=rng.randint(10, 90),
                        result=result,
                        reason=reason,
                        step=steps[game] if left else "",
                    )
                )
                if rng.random() < 0.5:
                    self.statistics.refuse(*rng.choice(refusals))
        self.day = DAY

    @property
    def journal(self) -> BufferedJournal:
        """Of the station: one that waits for room."""
        return cast("BufferedJournal", self.hub.journal)

    def grow_to(self, pages: int) -> None:
        """Let the journal's file grow to so many pages at most: a disk that is full, or has room again."""

        def limit(connection: sqlite3.Connection) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages}")

        self.journal.write(limit)

    def afresh(self) -> None:
        """As if nobody had been here: daylight, room on the disk, nobody logged in."""
        self.minute = NOON
        self.grow_to(MOST_PAGES)
        self.journal.catch_up()
        self.station.staff.change_settings(replace(self.station.staff.settings, language=self.language, quiet_from="", quiet_to=""))
        self.station.staff.reset()
        self.desk.sessions.end_all()
        self.wait(REST_S)

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.now += seconds
        self.station.tick()

    def choose(self, *values: str) -> None:
        """From the beginning through the questions."""
        self.station.staff.reset()
        self.station.visitors.touch()
        self.station.visitors.set_language(self.language)
        for value in values:
            if not self.station.visitors.choose(value):
                raise RuntimeError(f"{value} cannot be chosen")

    @property
    def table(self) -> Table:
        """The match on the screen."""
        if self.station.kiosk.table is None:
            raise RuntimeError("no match is on the screen")
        return self.station.kiosk.table

    def turn(self, a: int, b: int, cards_of_a: list[int], cards_of_b: list[int]) -> None:
        """One turn of Shazamm."""
        for seat, amount in (("A", a), ("B", b)):
            self.table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
        for seat, numbers in (("A", cards_of_a), ("B", cards_of_b)):
            self.table.submit({"action": "declare_cards", "seat": seat, "numbers": numbers})


def attract(made: Stand) -> str:
    """Robots play."""
    made.station.staff.change_settings(replace(made.station.staff.settings, language=made.language))
    made.station.staff.reset()
    for _ in range(24):
        made.wait(STEP_S)
    return "/station"


def choose(made: Stand) -> str:
    """The games."""
    made.choose()
    return "/station"


def players(made: Stand) -> str:
    """How many play."""
    made.choose("mamlejet")
    return "/station"


def lesson(made: Stand) -> str:
    """First match or free one."""
    made.choose("shazamm")
    return "/station"


def guided(made: Stand) -> str:
    """An instruction of the guide, and what the one before has changed."""
    made.choose("shazamm", "guided")
    made.turn(9, 6, [], [0])
    return "/station"


def taken_back(made: Stand) -> str:
    """A legal instruction that the lesson takes back."""
    guided(made)
    for seat, amount in (("A", 20), ("B", 8)):
        made.table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    made.table.settle()
    return "/station"


def play(made: Stand) -> str:
    """A free match."""
    made.choose("shazamm", "free")
    made.turn(9, 6, [7], [])
    made.turn(5, 8, [], [5])
    made.table.submit({"action": "lock_bid", "seat": "A", "amount": 4})
    return "/station"


def still_there(made: Stand) -> str:
    """Nobody has done anything for a while."""
    play(made)
    made.table.settle()
    made.wait(made.station.staff.settings.idle_s)
    return "/station"


def code(made: Stand) -> str:
    """The code of a kept match."""
    play(made)
    made.choose("resume", "T", "7")
    return "/station"


def end(made: Stand) -> str:
    """The result and the recap."""
    made.choose("shazamm", "free")
    rng = random.Random(8)
    while made.table.result is None:
        mana = made.table.state.mana
        made.turn(rng.randint(1, min(9, mana.A)), rng.randint(1, min(7, mana.B)), [], [])
    made.table.settle()
    return "/station"


def record(made: Stand) -> str:
    """What a phone takes home."""
    end(made)
    return f"/record/{made.table.id}"


def again(made: Stand) -> str:
    """A phone that brings a match back."""
    play(made)
    place = f"/station/again/{resume_code.code_of(made.table.id)}"
    made.station.staff.reset()
    return place


def quiet(made: Stand) -> str:
    """Nobody is here in the quiet hours: no robots, and less light."""
    made.minute = MIDNIGHT
    made.station.staff.change_settings(replace(made.station.staff.settings, language=made.language, quiet_from="22:00", quiet_to="09:00"))
    made.station.staff.reset()
    made.wait(STEP_S)
    return "/station"


def disk_full(made: Stand) -> str:
    """The disk is full: people at the table are told, and go on."""
    made.choose("shazamm", "free")
    made.turn(9, 6, [7], [])
    made.grow_to(1)
    while not made.journal.behind:
        made.table.submit({"action": "lock_bid", "seat": "A", "amount": 4})
        made.table.submit({"action": "unlock", "seat": "A"})
    return "/station"


def staff_pin(made: Stand) -> str:
    """The question for the PIN."""
    return "/staff"


def staff_overview(made: Stand) -> str:
    """How the station is."""
    play(made)
    return "/staff"


def staff_disk_full(made: Stand) -> str:
    """How it is while the disk is full."""
    disk_full(made)
    return "/staff"


def staff_settings(made: Stand) -> str:
    """What staff decides."""
    return "/staff/settings"


def staff_figures(made: Stand) -> str:
    """What was played in the last month."""
    return "/staff/figures"


class Screen(Struct, frozen=True):
    """One of them.

    Args:
        bring: brings the station there; returns the address of the page.
        door: where it is, seen from staff's PIN.
        whole: whether a small screen's picture shows the page to its end.
    """

    bring: Callable[[Stand], str]
    door: Door = "open"
    whole: bool = True


SCREENS: dict[str, Screen] = {
    "attract": Screen(attract),
    "attract-quiet": Screen(quiet),
    "choose": Screen(choose),
    "players": Screen(players),
    "lesson": Screen(lesson),
    "guided": Screen(guided),
    "taken-back": Screen(taken_back),
    "play": Screen(play),
    "still-there": Screen(still_there, whole=False),
    "disk-full": Screen(disk_full),
    "code": Screen(code),
    "end": Screen(end),
    "record": Screen(record),
    "again": Screen(again),
    "staff-pin": Screen(staff_pin, "outside"),
    "staff-wrong-pin": Screen(staff_pin, "wrong"),
    "staff-overview": Screen(staff_overview, "inside"),
    "staff-disk-full": Screen(staff_disk_full, "inside"),
    "staff-settings": Screen(staff_settings, "inside"),
    "staff-figures": Screen(staff_figures, "inside"),
}


@contextmanager
def stand(folder: Path) -> Iterator[Stand]:
    """A station as `tapete station` serves it, without a console.

    Args:
        folder: of its data.
    """
    with station_run.hub_of(folder) as hub:
        made = Stand(folder, hub)
        try:
            yield made
        finally:
            made.grow_to(MOST_PAGES)
            made.station.close()
            station_run.close(made.desk)

"""The pictures of a station's screens: one for every screen and size, small, shown in both languages; each screen can be brought about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tapete import games
from tapete.table.buffered_journal import FULL
from tapete.web import Server
from tapete.web.station.operations import wording
from tools.station_pictures import FOLDER, SIZES
from tools.station_screens import PIN, SCREENS, Stand, stand

DOCS = FOLDER.parents[1]
PAGES = {"en": DOCS / "station-screens.md", "es": DOCS / "es" / "station-screens.md"}
MOST_BYTES = 150_000

SAYS = {
    "attract": "Two robots play",
    "attract-quiet": "any button of the console",
    "choose": "What do you want to play?",
    "players": "How many play?",
    "lesson": "Do you know this game?",
    "guided": "First match, step by step",
    "taken-back": "that is legal too",
    "play": "Lock the bid",
    "still-there": "Still there?",
    "disk-full": "The disk is full",
    "code": "What is your match's code?",
    "end": "Where it turned",
    "record": "Save the match as a file",
    "again": "Put it on the screen",
    "staff-pin": "The PIN, please",
    "staff-wrong-pin": "The PIN, please",
    "staff-overview": "All is well.",
    "staff-disk-full": "The disk is full",
    "staff-settings": "Quiet hours",
    "staff-figures": "Where people gave up",
}
"""Words by which each screen is known; on staff's pages those behind the PIN."""


def size_of(path: Path) -> tuple[int, int]:
    """Width and height of the canvas in an extended WebP, which is what the browser writes (RFC 9649, section 2.7)."""
    head = path.read_bytes()[:30]
    assert (head[:4], head[8:16]) == (b"RIFF", b"WEBPVP8X"), path.name
    return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_has_a_small_picture_at_every_size(name: str) -> None:
    for size, (width, height, _, _) in SIZES.items():
        path = FOLDER / f"{name}-{size}.webp"
        assert path.stat().st_size <= MOST_BYTES, path.name
        wide, high = size_of(path)
        assert wide == width, path.name
        assert high >= height, path.name


@pytest.mark.parametrize("language", PAGES)
def test_both_pages_show_every_picture_and_no_other(language: str) -> None:
    shown = re.findall(r"!\[[^\]]+\]\((?:\.\./)?pictures/station/([^)]+)\)", PAGES[language].read_text(encoding="utf-8"))
    assert shown == [f"{name}-{size}.webp" for name in SCREENS for size in SIZES]
    assert sorted(shown) == sorted(path.name for path in FOLDER.iterdir())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with stand(tmp_path_factory.mktemp("station")) as made:
        made.language = "en"
        yield made


@pytest.fixture(scope="module")
def visitor(made: Stand) -> Iterator[httpx.Client]:
    with (
        Server(made.served) as server,
        httpx.Client(base_url=f"http://127.0.0.1:{server.port}", follow_redirects=True, trust_env=False, timeout=None) as client,
    ):
        client.get("/station", params={"token": made.served.state.keys.table})
        yield client


def test_every_screen_is_known_by_its_words() -> None:
    assert list(SAYS) == list(SCREENS)


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_what_it_is_called(name: str, made: Stand, visitor: httpx.Client) -> None:
    made.afresh()
    place = SCREENS[name].bring(made)
    if SCREENS[name].door == "inside":
        token = re.search(r'name="csrf" value="([^"]+)"', visitor.get("/staff").text)
        assert token is not None
        visitor.post("/staff/enter", data={"csrf": token[1], "pin": PIN})
    assert SAYS[name] in visitor.get(place, params={"lang": "en"}).text


def test_the_figures_of_the_pictures_are_of_steps_that_there_are(made: Stand) -> None:
    made.afresh()
    given_up = made.statistics.summary(365).gave_up
    assert {game for game, _, _ in given_up} == set(games.names())
    for game, step, _ in given_up:
        assert wording.asked(game, step, "en") != step


def test_a_full_disk_is_told_as_long_as_it_lasts(made: Stand, visitor: httpx.Client) -> None:
    made.afresh()
    SCREENS["disk-full"].bring(made)
    told = f"▲ {FULL.in_('en')}"
    for action in ("lock_bid", "unlock"):
        made.table.submit({"action": action, "seat": "A", **({"amount": 3} if action == "lock_bid" else {})})
        assert visitor.get("/station").text.count(FULL.in_("en")) == visitor.get("/station").text.count(told) == 1
    made.station.staff.reset()
    assert told in visitor.get("/station").text
    made.afresh()
    assert FULL.in_("en") not in visitor.get("/station").text

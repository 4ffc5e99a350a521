"""The station's pages as HTTP sees them: who may see and press what, what is refused, what stands on the screen."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tapete.core.texts import LANGUAGES, Language
from tapete.presentation import lessons
from tapete.station import settings as kept_settings
from tapete.station.kiosk import resume_code
from tapete.station.kiosk.show import STEP_S
from tapete.station.kiosk.stage import Attract, Choosing, Ended, Playing
from tapete.station.settings import Settings
from tapete.station.station import Station
from tapete.table import Hub, Journal, Table
from tapete.web import Server
from tapete.web.station import app
from tapete.web.visits import PAGE_LANGUAGE
from tests import loops
from tests.visits import form_of
from tests.web.test_assets import MOST_BYTES, first_load


class Booth:
    """A served station; `screen` is its own browser, `stranger` a phone without any key."""

    def __init__(self, folder: Path, *, lan: bool) -> None:
        self.now = 500.0
        kept_settings.write(folder, Settings(language="en"))
        self.hub = Hub(Journal(folder / "matches.sqlite3"))
        self.station = Station(self.hub, folder, clock=lambda: self.now, minute=lambda: 720)
        self.server = Server(app(self.station, lan=lan)).start()
        self.keys = self.server.app.state.keys
        base = f"http://127.0.0.1:{self.server.port}"
        self.screen = httpx.Client(base_url=base, trust_env=False, follow_redirects=True, timeout=None)
        self.stranger = httpx.Client(base_url=base, trust_env=False, timeout=None)
        if lan:
            self.screen.get(f"/station?token={self.keys.table}")

    def close(self) -> None:
        self.screen.close()
        self.stranger.close()
        self.server.stop()
        self.station.close()
        self.hub.close()

    def do(self, **fields: str) -> httpx.Response:
        found = re.search(r'name="csrf" value="([^"]+)"', self.screen.get("/station").text)
        assert found is not None
        return self.screen.post("/station/do", data={"csrf": found[1], **fields}, headers={"accept": "application/json"})

    def text(self) -> str:
        answer = self.screen.get("/station")
        assert answer.status_code == 200
        return answer.text

    def on_screen(self) -> str:
        """The name of the match that is played, empty while there is none."""
        return self.station.kiosk.stage.match if isinstance(self.station.kiosk.stage, Playing) else ""

    def match(self) -> Table:
        table = self.station.kiosk.table
        assert table is not None
        return table


@pytest.fixture
def booth(tmp_path: Path) -> Iterator[Booth]:
    made = Booth(tmp_path, lan=False)
    yield made
    made.close()


@pytest.fixture
def open_booth(tmp_path: Path) -> Iterator[Booth]:
    made = Booth(tmp_path, lan=True)
    yield made
    made.close()


def test_the_first_page_of_a_station_is_its_screen(booth: Booth) -> None:
    assert booth.stranger.get("/").headers["location"] == "/station"
    booth.now += STEP_S
    booth.station.tick()
    assert "Two robots play" in booth.text()
    assert "Toca la pantalla" in booth.text()


def test_the_screen_at_rest_shows_a_living_board_and_a_poster_of_every_game(open_booth: Booth) -> None:
    booth = open_booth
    booth.now += STEP_S
    booth.station.tick()
    text = booth.text()
    for name in booth.station.kiosk.offered():
        assert f'src="/picture/{name}"' in text
    assert 'class="board wide"' in text
    assert 'data-press="thing"' not in text, "the board is looked at"
    assert 'class="qr"' in text
    assert "animat" not in text, "what moves is the match alone"
    assert booth.do(do="here", game="bhm").json() == {"ok": True}
    stage = booth.station.kiosk.stage
    assert isinstance(stage, Choosing)
    assert (stage.game, stage.question) == ("bhm", "players"), "a poster chooses its game"
    assert booth.do(do="here", game="chess").status_code == 409


def test_without_phones_the_screen_at_rest_shows_no_code(booth: Booth) -> None:
    booth.now += STEP_S
    booth.station.tick()
    assert 'class="qr"' not in booth.text()


def test_a_touch_goes_from_stage_to_stage(booth: Booth) -> None:
    assert booth.do(do="here").json() == {"ok": True}
    assert isinstance(booth.station.kiosk.stage, Choosing)
    assert booth.do(choose="shazamm").status_code == 200
    assert booth.do(press="roll").status_code == 200
    assert booth.do(press="lock").status_code == 200
    assert booth.do(choose="guided").status_code == 200
    assert isinstance(booth.station.kiosk.stage, Playing)
    text = booth.text()
    assert "step 1 of" in text
    assert "Do it with your hands." in text
    assert 'data-do="done" data-number="0"' in text
    assert booth.do(do="done", number="0").status_code == 200
    assert "step 2 of" in booth.text()
    assert booth.do(do="free").status_code == 200
    assert "step 2 of" not in booth.text()
    assert booth.do(do="stop").status_code == 200
    assert isinstance(booth.station.kiosk.stage, Ended)
    assert resume_code.code_of(booth.match().id) in booth.text()
    assert booth.do(do="back").status_code == 200
    assert isinstance(booth.station.kiosk.stage, Attract)


def test_without_scripts_a_form_leads_back_to_the_screen(booth: Booth) -> None:
    found = re.search(r'name="csrf" value="([^"]+)"', booth.stranger.get("/station").text)
    assert found is not None
    answer = booth.stranger.post("/station/do", data={"csrf": found[1], "do": "here"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/station")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 400),
        ({"do": "dance"}, 400),
        ({"press": "power"}, 400),
        ({"do": "done"}, 400),
        ({"do": "done", "number": "-1"}, 400),
        ({"do": "done", "number": "99999"}, 400),
        ({"do": "language", "language": "fr"}, 400),
        ({"choose": "chess"}, 409),
    ],
)
def test_what_no_button_of_ours_says_is_refused(booth: Booth, fields: dict[str, str], status: int) -> None:
    booth.station.visitors.touch()
    answer = booth.do(**fields)
    assert answer.status_code == status
    assert answer.json()["ok"] is False
    assert booth.station.kiosk.stage == Choosing()


def test_the_screen_speaks_its_own_language_whatever_the_browser_wants(booth: Booth) -> None:
    booth.station.visitors.touch()
    spanish = {"accept-language": "es"}
    assert "What do you want to play?" in booth.screen.get("/station", headers=spanish).text
    assert booth.do(do="language", language="es").status_code == 200
    assert '<html lang="es"' in booth.text()
    assert 'content="notranslate"' in booth.text(), "no bubble of the browser lies on the screen"
    assert "¿A qué quieres jugar?" in booth.text()


def test_only_the_table_sees_and_presses_the_screen(open_booth: Booth) -> None:
    for place in ("/station", "/station/events"):
        assert open_booth.stranger.get(place).status_code == 403
    form = {"csrf": form_of(open_booth.keys, open_booth.stranger), "do": "here"}
    assert open_booth.stranger.post("/station/do", data=form).status_code == 403
    assert isinstance(open_booth.station.kiosk.stage, Attract)
    assert open_booth.screen.post("/station/do", data={"csrf": "wrong", "do": "here"}).status_code == 403


def test_a_seat_does_not_press_the_screen(open_booth: Booth) -> None:
    open_booth.do(do="here")
    open_booth.do(choose="shazamm")
    open_booth.do(choose="free")
    match = open_booth.match().id
    seat = f"?token={open_booth.keys.seat(match, 'A')}"
    assert open_booth.stranger.get(f"/match/{match}/seat/A{seat}", follow_redirects=True).status_code == 200
    assert open_booth.stranger.get("/station").status_code == 403
    assert open_booth.stranger.get(f"/station{seat}").status_code == 403
    assert open_booth.stranger.get(f"/record/{match}{seat}").status_code == 403


def test_seats_join_by_qr_only_where_phones_are_let_in(booth: Booth) -> None:
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="free")
    assert "Join with a phone" not in booth.text()


def test_a_record_is_taken_home_with_its_key_alone(open_booth: Booth) -> None:
    open_booth.do(do="here")
    open_booth.do(choose="shazamm")
    open_booth.do(choose="free")
    table = open_booth.match()
    table.submit({"action": "concede", "seat": "A"})
    key = f"?token={open_booth.keys.record(table.id)}"
    with httpx.Client(base_url=open_booth.stranger.base_url, trust_env=False, follow_redirects=True, timeout=None) as phone:
        page = phone.get(f"/record/{table.id}{key}&lang=es")
        assert page.status_code == 200
        assert "<svg" in page.text
        assert "token" not in str(page.url)
        assert phone.get(f"/record/{table.id}?lang=en").status_code == 200
        assert phone.get(f"/record/{table.id}/log").content == table.export()
        assert phone.get("/station").status_code == 403
    log = open_booth.stranger.get(f"/record/{table.id}/log{key}")
    assert log.content == table.export()
    assert log.headers["content-disposition"].startswith("attachment")
    picture = open_booth.stranger.get(f"/record/{table.id}/picture{key}")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    for place in ("", "/log", "/picture"):
        assert open_booth.stranger.get(f"/record/{table.id}{place}").status_code == 403
        assert open_booth.stranger.get(f"/record/other{place}{key}").status_code == 403
    assert open_booth.stranger.get(f"/match/{table.id}{key}").status_code == 403


def test_a_phone_brings_a_match_back_by_its_code(open_booth: Booth) -> None:
    open_booth.do(do="here")
    open_booth.do(choose="shazamm")
    open_booth.do(choose="free")
    table = open_booth.match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    open_booth.station.staff.reset()
    place = f"/station/again/{resume_code.code_of(table.id)}"
    assert open_booth.stranger.get(place).status_code == 200
    assert open_booth.stranger.post(place, data={"csrf": "wrong"}).status_code == 403
    assert open_booth.on_screen() == ""
    assert open_booth.stranger.post(place, data={"csrf": form_of(open_booth.keys, open_booth.stranger)}).status_code == 200
    assert open_booth.on_screen() == table.id
    assert open_booth.stranger.post(place, data={"csrf": form_of(open_booth.keys, open_booth.stranger)}).status_code == 409
    assert open_booth.stranger.get("/station/again/nowhere").status_code == 404


def test_wrong_codes_are_counted_by_phone(open_booth: Booth) -> None:
    """Over the pages: one phone tries code after code, and another still brings its match back."""
    open_booth.do(do="here")
    open_booth.do(choose="shazamm")
    open_booth.do(choose="free")
    table = open_booth.match()
    table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    open_booth.station.staff.reset()
    right = resume_code.code_of(table.id)
    wrong = [letter * 4 for letter in resume_code.LETTERS if letter * 4 != right][: resume_code.MOST_WRONG]

    async def said(address: str, codes: list[str]) -> list[int]:
        transport = httpx.ASGITransport(open_booth.server.app, client=(address, 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as phone:
            tries = [(await phone.post(f"/station/again/{code}", data={"csrf": form_of(open_booth.keys, phone)})) for code in codes]
        return [answer.status_code for answer in tries]

    guessed = loops.run(said("192.168.1.5", [*wrong, right]))
    assert guessed == [409] * (resume_code.MOST_WRONG + 1)
    assert open_booth.on_screen() == ""
    assert loops.run(said("192.168.1.6", [right])) == [200]
    assert open_booth.on_screen() == table.id


def test_still_there_is_asked_with_the_code(booth: Booth) -> None:
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="free")
    booth.now += booth.station.staff.settings.idle_s
    booth.station.tick()
    text = booth.text()
    assert "Still there?" in text
    assert resume_code.code_of(booth.match().id) in text
    booth.do(do="here")
    assert "Still there?" not in booth.text()


def test_the_screen_is_as_bright_as_staff_wants(booth: Booth) -> None:
    booth.station.staff.change_settings(replace(booth.station.staff.settings, brightness=74))
    assert "bright-70" in booth.text()
    booth.station.staff.change_settings(replace(booth.station.staff.settings, brightness=100, quiet_from="11:00", quiet_to="13:00"))
    assert "bright-70 rests" in booth.text()


def test_a_page_that_is_opened_on_the_screen_knows_its_way_home(open_booth: Booth) -> None:
    assert 'data-home="/station"' in open_booth.screen.get("/rules/shazamm").text
    assert "data-home" not in open_booth.stranger.get("/rules/shazamm").text


def test_every_guide_can_be_shown(booth: Booth) -> None:
    for guide in (guide for game in booth.station.staff.settings.offered() for guide in lessons.all_of(game)):
        game = guide.game
        booth.station.staff.reset()
        booth.do(do="here")
        booth.do(choose=game)
        if isinstance(booth.station.kiosk.stage, Choosing) and booth.station.kiosk.stage.question == "players":
            booth.do(choose=str(guide.seats))
        assert booth.do(choose="guided").status_code == 200, game
        assert f"step 1 of {len(guide.instructions)}" in booth.text()


def test_a_match_that_had_only_begun_has_no_empty_picture(booth: Booth) -> None:
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="free")
    booth.do(do="stop")
    assert "<polyline" not in booth.text()
    assert "It had only begun" in booth.text()


def test_a_touch_of_the_board_is_answered_with_what_the_lesson_says(booth: Booth) -> None:
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="guided")
    for number in range(3):
        booth.do(do="done", number=str(number))
    pressed = {"csrf": form_of(booth.keys, booth.screen), "press": "sheet", "value": '"more"', "question": booth.match().question}
    answer = booth.screen.post(f"/match/{booth.match().id}/touch", data=pressed, headers={"accept": "application/json"}).json()
    assert "A: Set your bid" in answer["fragments"]["strip"]
    assert booth.screen.get(f"/match/{booth.match().id}", follow_redirects=False).headers["location"] == "/station"
    assert booth.do(do="free").status_code == 200
    assert "A: Set your bid" not in booth.text()


def test_an_answer_comes_in_the_language_of_the_screen(booth: Booth) -> None:
    """A browser that wishes Spanish shows an English screen; what the script posts is answered in English."""
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="free")
    wrong = {"csrf": form_of(booth.keys, booth.screen), "says": "enter:", "number": "60", "question": booth.match().question}
    spanish = {"accept": "application/json", "accept-language": "es"}
    place = f"/match/{booth.match().id}/touch"
    assert "Apuestas 60" in booth.screen.post(place, data=wrong, headers=spanish).json()["fragments"]["strip"]
    assert "You bid 60" in booth.screen.post(place, data=wrong, headers={**spanish, PAGE_LANGUAGE: "en"}).json()["fragments"]["strip"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_load_of_a_station_is_small(open_booth: Booth, language: Language) -> None:
    """At rest, while people choose, and at a match; beside it each phone beyond two finds a code of some 400 bytes more."""
    booth, loads = open_booth, [first_load(open_booth.screen, "/station")]
    booth.do(do="here")
    booth.do(do="language", language=language)
    loads.append(first_load(booth.screen, "/station"))
    booth.do(choose="bhm")
    booth.do(choose="4")
    booth.do(choose="free")
    assert booth.text().count("segno") == 4
    loads.append(first_load(booth.screen, "/station") - 800)
    assert max(loads) < MOST_BYTES


SENT_ALONE = b"\0\0\xff\xff"
"""Where a packer has forgotten what was before (RFC 1951, 3.2.4: an empty block)."""


def pieces_of(browser: httpx.Client, place: str) -> list[str]:
    """Return what of a page is packed together."""
    with browser.stream("GET", place, headers={"accept-encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())[10:]  # RFC 1952, 2.3: the head of the stream
    return [zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece + SENT_ALONE).decode() for piece in raw.split(SENT_ALONE)]


def test_what_is_secret_on_a_page_is_packed_alone(open_booth: Booth) -> None:
    """The token of forms, keys of seats in addresses and in QR codes, and the code of the match: nothing else is packed with them."""
    booth = open_booth
    booth.do(do="here")
    booth.do(choose="shazamm")
    booth.do(choose="free")
    match = booth.on_screen()
    keys = [form_of(booth.keys, booth.screen), resume_code.code_of(match), *(booth.keys.seat(match, seat) for seat in ("A", "B"))]
    secret = re.compile("|".join([*map(re.escape, keys), "<svg[^>]*segno.*?</svg>"]), re.DOTALL)
    for place, least in (("/station", 4), (f"/match/{match}/seat/A", 1), (f"/join/{match}", 6)):
        found = [piece for piece in pieces_of(booth.screen, place) if secret.search(piece)]
        assert len(found) >= least, place
        assert all(secret.fullmatch(piece) for piece in found), place

"""Every form of every page, altered by chance: no answer is a 5xx, nothing raises, and a form without a change is judged like any other."""

from __future__ import annotations

import asyncio
import html.parser
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette

from tapete import games
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Statistics
from tapete.station.station import Station
from tapete.table import Hub, Table
from tapete.web import app
from tapete.web.station import app as station_app
from tapete.web.station.operations import staff
from tests.run_forms import by_form, usually
from tests.station.clock import Clock
from tests.visits import form_of

WALKS = by_form(1, 1, 20, 200)
STEPS = 6
"""Forms that one walk sends, each on the page as the ones before have left it."""

Fields = list[tuple[str, str]]

STRANGE = [
    *(
        "A",
        "B",
        "C",
        "D",
        "Z",
        "a",
        "",
        " ",
        "\0",
        "é",
        "¿?",
        "-1",
        "0",
        "1",
        "7",
        "50",
        "99999999999",
        "1.5",
        "1e9",
        "−3",
        "null",
        "true",
        "9" * 5_000,
    ),
    *("[]", "{}", "concede", "ruling", "lock_bid", "abandon", "add_card", "enter_roll", "nosuch", "undo", "jump", "yes", "no", "on"),
    *("../x", "<b>", "x" * 300, "a/b", "own:1", "\ud7ff", "😀"),
]
NAMES = [
    *(
        "seat",
        "says",
        "press",
        "value",
        "number",
        "words",
        "back",
        "question",
        "expected_seq",
        "answer",
        "move",
        "to",
        "whose",
        "game",
        "text",
    ),
    *(
        "n:amount",
        "s:card",
        "j:ops",
        "e:position",
        "o:ops",
        "r:tributes",
        "t:reason",
        "v:value",
        "n:a/b/c",
        "s:",
        ":",
        "n:ops/0/kind",
        "pin",
    ),
]


class Asker:
    """A browser without a network: what the application raises is raised here, where a page of status 500 would hide it."""

    def __init__(self, asked: Starlette) -> None:
        self.app = asked
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        transport = httpx.ASGITransport(asked, client=("127.0.0.1", 5000))
        self._client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", follow_redirects=True)

    def ask(self, method: str, place: str, **more: Any) -> httpx.Response:
        return asyncio.run_coroutine_threadsafe(self._client.request(method, place, **more), self._loop).result(60)

    def token(self) -> str:
        return form_of(self.app.state.keys, self._client)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Forms(html.parser.HTMLParser):
    """The forms of a page: where each goes, and what it would send as it stands; every button is a form of its own."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, Fields]] = []
        self._form: tuple[str, str, Fields] | None = None
        self._buttons: Fields = []
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form, self._buttons = (given.get("method", "get").lower(), given.get("action", ""), []), []
        if self._form is None:
            return
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            self._form[2].append((self._select, value))
            self._select = "" if "selected" in given else self._select
        elif tag == "button" and name:
            self._buttons.append((name, value))
        elif tag == "textarea" and name:
            self._form[2].append((name, ""))
        elif tag == "input" and name and (given.get("type") not in ("radio", "checkbox") or "checked" in given or len(value) % 2):
            self._form[2].append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form is not None:
            method, place, fields = self._form
            self.found += [(method, place, [*fields, button]) for button in self._buttons] or [(method, place, fields)]
            self._form = None


NUMBER = st.integers(0, 9_999)
"""Chooses one of as many as there are then: what is drawn does not depend on where the match stands."""

CHANGE = st.tuples(
    st.sampled_from(("drop", "double", "value", "name", "add", "swap")), NUMBER, st.sampled_from(NAMES), st.sampled_from(STRANGE)
)
STEP = st.tuples(NUMBER, NUMBER, st.booleans(), st.lists(CHANGE, max_size=3))
WALK = st.lists(STEP, min_size=STEPS, max_size=STEPS)


def altered(fields: Fields, changes: list[tuple[str, int, str, str]]) -> Fields:
    """The fields after some changes; none is a change too. The form's own token stays, so that the form is read."""
    found = list(fields)
    for kind, number, name, value in changes:
        free = [at for at, (field, _) in enumerate(found) if field != "csrf"]
        if kind == "add" or not free:
            found.append((name, value))
            continue
        at, other = free[number % len(free)], free[number // 7 % len(free)]
        match kind:
            case "drop":
                del found[at]
            case "double":
                found.append((found[at][0], value))
            case "value":
                found[at] = (found[at][0], value)
            case "name":
                found[at] = (name, found[at][1])
            case "swap":
                found[at], found[other] = (found[at][0], found[other][1]), (found[other][0], found[at][1])
    return found


def search(pages: list[str], visitor: Asker) -> None:
    """Look at a page, send one of its forms altered, and so on."""

    @given(walk=WALK)
    @settings(max_examples=WALKS, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def walked(walk: list[Any]) -> None:
        for page_number, form_number, by_script, changes in walk:
            page = visitor.ask("GET", pages[page_number % len(pages)])
            assert page.status_code < 500, page.url
            forms = Forms(page.text).found
            if not forms:
                continue
            method, place, fields = forms[form_number % len(forms)]
            sent, body = altered(fields, changes), dict[str, list[str]]()
            for name, value in sent:
                body.setdefault(name, []).append(value)
            where, script = place or page.url.path, {"accept": "application/json"} if by_script else {}
            answer = visitor.ask(method.upper(), where, headers=script, **{"data" if method == "post" else "params": body})
            assert answer.status_code < 500, (where, sent, answer.text[:300])
            assert "Traceback" not in answer.text

    walked()


@pytest.fixture
def visitor(hub: Hub) -> Iterator[Asker]:
    asker = Asker(app(hub))
    yield asker
    asker.close()


def begun(hub: Hub, game: str) -> Table:
    return hub.begin(game, seats=games.need(game).fewest)


@pytest.mark.slow
@pytest.mark.parametrize("game", usually(games.names(), "shazamm", "bhm"))
def test_no_form_of_a_match_breaks_anything(hub: Hub, visitor: Asker, game: str) -> None:
    table = begun(hub, game)
    place = f"/match/{table.id}"
    pages = ["/", f"{place}/list", f"{place}/list", *(f"{place}/seat/{seat}/list" for seat in table.seats for _ in (0, 1))]
    pages += [f"{place}/correct", f"/join/{table.id}", f"{place}/cards", f"{place}/seat/A/deck", f"{place}/log", "/console"]
    search([page for page in pages if visitor.ask("GET", page).status_code < 400], visitor)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_a_seat_that_does_not_play_is_refused_and_nothing_happens(hub: Hub, visitor: Asker, game: str) -> None:
    table = begun(hub, game)
    tries = itertools.product(("D", "Z"), ("concede", "nosuch", "ruling"), ("", "/seat/A"), ("text/html", "application/json"))
    for seat, action, whose, accept in tries:
        for says in (f'seat:"{seat}"', f'verb:"{action}"', "enter:"):
            fields = {"csrf": visitor.token(), "says": says, "back": "list" if accept == "text/html" else ""}
            answer = visitor.ask("POST", f"/match/{table.id}{whose}/touch", data=fields, headers={"accept": accept}, follow_redirects=False)
            assert answer.status_code in (200, 303, 400, 409), (fields, answer.text[:200])
        assert visitor.ask("POST", f"/match/{table.id}/seat/{seat}/touch", data=fields).status_code == 404
    assert table.seq == 0


def test_no_form_of_a_station_or_its_staff_breaks_anything(hub: Hub, tmp_path: Path) -> None:
    pin.keep(tmp_path, "274951")
    station = Station(hub, tmp_path, clock=Clock())
    statistics = Statistics(tmp_path / "statistics.sqlite3")
    desk = StaffDesk(tmp_path, hub, statistics, apply=station.staff.change_settings, read=lambda: station.staff.settings)
    made = station_app(station, routes=staff.PAGES)
    staff.install(made, desk)
    visitor = Asker(made)
    entered = visitor.ask("POST", "/staff/enter", data={"csrf": visitor.token(), "pin": "274951"})
    assert entered.status_code == 200
    pages = ["/", "/station", "/station", "/station", "/staff", "/staff/settings", "/staff/settings", "/staff/figures"]
    search(pages, visitor)
    visitor.close()
    station.close()
    statistics.close()

"""The whole product, walked with every kind of key alone and every two together: nobody does or sees what is another's (`rights`)."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlencode

import pytest
from markupsafe import escape
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.types import Message

from tapete import games
from tapete.core.kinds import name_of
from tapete.station.operations import pin
from tapete.station.operations.desk import StaffDesk
from tapete.station.operations.statistics import Statistics
from tapete.station.station import Station
from tapete.table import Hub, Journal, MoveName, Table, codes, rights
from tapete.web import app
from tapete.web.entrance import PageRoute
from tapete.web.keys import Keys
from tapete.web.station import app as station_app
from tapete.web.station.operations import staff
from tests import loops
from tests.run_forms import by_form, usually
from tests.station.clock import Clock

KINDS = ("wrong", "A", "B", "another match", "table", "record", "monitor", "staff")

PAIRS = list(itertools.combinations(KINDS, 2))[:: by_form(quick=24, usual=24, long=1, nightly=1)]

KEYRINGS = (frozenset[str](), *(frozenset({kind}) for kind in KINDS), *map(frozenset[str], PAIRS))
"""No key, each alone, two together. A monitor's is shown as a bearer, the others are cookies."""

Keyring = frozenset[str]
Answer = tuple[int, bytes]
Tries = list[tuple[str, bool, dict[str, Any] | None]]
"""Addresses, whether they are to be open, and what is said over the API."""


class Room:
    """A station with staff and two matches, asked without a network; everybody asks from another address."""

    def __init__(self, folder: Path, game: str) -> None:
        pin.keep(folder, "274951")
        self.hub = Hub(Journal(folder / "matches.sqlite3"))
        self.station = Station(self.hub, folder, clock=Clock())
        self.statistics = Statistics(folder / "statistics.sqlite3")
        self.desk = StaffDesk(
            folder, self.hub, self.statistics, apply=self.station.staff.change_settings, read=lambda: self.station.staff.settings
        )
        self.app: Starlette = station_app(self.station, lan=True, secret=b"a secret of sixteen bytes or more", routes=staff.PAGES)
        staff.install(self.app, self.desk)
        self.app.state.stream_limit.closing = True  # streams end at once
        self.keys: Keys = self.app.state.keys
        self.game = game
        self.table: Table = self.hub.begin(game, seats=max(2, games.need(game).fewest))
        self.other: Table = self.hub.begin("shazamm")
        self._number = 0

    def close(self) -> None:
        self.station.close()
        self.statistics.close()
        self.hub.close()

    def headers(self, ring: Keyring) -> tuple[dict[str, str], str]:
        """What a visitor with these keys sends, and the token of its staff's forms."""
        session = self.desk.sessions.begin() if "staff" in ring else None
        cookies = {
            "wrong": (self.keys.cookie("seat_C"), "x" * 24),
            "A": (self.keys.cookie("seat_A"), self.keys.seat(self.table.id, "A")),
            "B": (self.keys.cookie("seat_B"), self.keys.seat(self.table.id, "B")),
            "another match": (self.keys.cookie("seat_D"), self.keys.seat(self.other.id, "A")),
            "table": (self.keys.cookie("table"), self.keys.table),
            "record": (self.keys.cookie("record"), self.keys.record(self.table.id)),
            "staff": (self.keys.cookie("staff"), session.token if session is not None else ""),
        }
        sent = {"cookie": "; ".join("=".join(cookies[kind]) for kind in sorted(ring) if kind in cookies)}
        if "monitor" in ring:
            sent["authorization"] = f"Bearer {self.keys.monitor}"
        return sent, session.form if session is not None else ""

    async def ask(self, method: str, place: str, ring: Keyring, *, form: dict[str, str] | None = None, body: Any = None) -> Answer:
        """One request."""
        sent, session = self.headers(ring)
        raw, kind = b"", ""
        if body is not None:
            raw, kind = json.dumps(body).encode(), "application/json"
        elif method == "POST":
            raw, kind = (
                urlencode({"csrf": self.keys.form, "session": session, **(form or {})}).encode(),
                "application/x-www-form-urlencoded",
            )
        sent |= {
            "host": "192.168.1.2",
            "accept": "application/json",
            "accept-language": "en",
            "content-type": kind,
            "content-length": str(len(raw)),
        }
        self._number += 1
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": place,
            "raw_path": place.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": (f"10.{self._number >> 16 & 255}.{self._number >> 8 & 255}.{self._number & 255}", 5000),
            "server": ("192.168.1.2", 80),
        }
        told: list[Message] = []

        bodies = [raw]

        async def receive() -> Message:
            if not bodies:
                await asyncio.Event().wait()  # the visitor stays and says no more
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}

        async def send(message: Message) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        return told[0]["status"], b"".join(message.get("body", b"") for message in told)


@pytest.fixture
def room(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Room]:
    made = Room(tmp_path, getattr(request, "param", "shazamm"))
    yield made
    made.close()


# ---- what the table of rights means, said a second time


def holds(ring: Keyring, seat: str) -> bool:
    """Whether these keys open a seat's own page. A key that is shown and fits nothing is refused, whatever cookies come with it."""
    return "monitor" not in ring and bool({"table", seat} & ring)


OPENS: dict[rights.Visitor, Callable[[Keyring], bool]] = {
    "everybody": lambda ring: True,
    "table": lambda ring: "table" in ring,
    "seat": lambda ring: holds(ring, "A"),
    "guest": lambda ring: "table" in ring or holds(ring, "A") or holds(ring, "B"),
    "record": lambda ring: bool({"table", "record"} & ring),
    "staff": lambda ring: "staff" in ring,
    "staff asked": lambda ring: "staff" in ring,
    "monitor": lambda ring: "monitor" in ring,
    "here": lambda ring: False,  # everybody in this walk comes over the network
}


def shut_out(answer: Answer) -> bool:
    """Whether a page was refused for want of a key."""
    status, body = answer
    return status == 403 and body.startswith(b"{") and json.loads(body)["refusals"][0]["code"] in {"forbidden", "forbidden_staff"}


REFUSED = (codes.NOT_YOUR_SEAT, codes.FOR_THE_TABLE, codes.ASK_FIRST)
NOT_FOR_YOU = tuple(str(escape(code.says.in_("en").partition("{")[0])).encode() for code in REFUSED)
NOT_YOURS = tuple(f'"{code.code}"'.encode() for code in REFUSED)


def not_admitted(answer: Answer) -> bool:
    """Whether an action or a move was refused because of who wanted it; what the rules of the game say is no matter here."""
    return answer[0] == 403 or any(said in answer[1] for said in (*NOT_FOR_YOU, *NOT_YOURS))


def may_declare(name: str, seat: str | None, own: str | None) -> bool:
    """Whether a page of `own` (None: of the whole table) may declare an action of `seat`."""
    if own is None:
        return True
    if name == "ruling":
        return False  # it is asked for, and each seat agrees
    if seat is not None:
        return seat == own
    return rights.SEATLESS.get(name, "table") != "table"  # without a die or a part it is nobody's in particular


# ---- pages


def pages(*applications: Starlette) -> dict[str, rights.Visitor]:
    """To whom each page opens, by its method and address; the folder of assets is open to all."""
    found = dict[str, rights.Visitor]()
    for route in (route for application in applications for route in application.routes):
        if isinstance(route, Mount):
            assert route.path == "/static"
            found["GET /static"] = "everybody"
            continue
        assert isinstance(route, PageRoute), f"{route} does not say to whom it opens"
        for line in (f"{method} {route.path}" for method in route.methods or () if method != "HEAD"):
            assert found.setdefault(line, route.to) == route.to, f"{line} says it twice, and not alike"
    return found


@pytest.mark.slow
def test_every_page_opens_to_those_keys_that_its_line_names(room: Room) -> None:
    given = {"match": room.table.id, "seat": "A", "game": "shazamm", "code": "ACDE", "which": "plays", "look": "sigil", "card": "spark"}

    async def walk() -> list[tuple[str, list[str], Answer]]:
        wrong = []
        for line, to in pages(room.app, app(room.hub)).items():
            method, _, path = line.partition(" ")
            place = path.format(**given) + ("/tapete.css" if path == "/static" else "")
            for ring in KEYRINGS if to != "everybody" else KEYRINGS[: len(KINDS) + 1]:
                body = {"undo": 1} if place.startswith("/api/") and method == "POST" else None
                answer = await room.ask(method, place, ring, body=body)
                opened = not shut_out(answer) and not (to == "staff asked" and answer[0] == 303)
                # The API takes a key that is shown for the one that is meant, and asks for no cookie beside it.
                may = OPENS[to](ring) and not (place.startswith("/api/match/") and "monitor" in ring)
                if opened != may or answer[0] >= 500:
                    wrong.append((line, sorted(ring), answer))
        return wrong

    assert loops.run(walk()) == []


# ---- actions and moves


@pytest.mark.halves
@pytest.mark.slow
@pytest.mark.parametrize("room", usually(games.BUILT_IN, "shazamm", "bhm"), indirect=True)
def test_every_action_is_declared_by_those_keys_that_may(room: Room) -> None:
    """Of each action: for seat A where it has one; on the pages of the table, of A and of B, and over the API, as `do` and as `check`."""
    place = f"/match/{room.table.id}"

    async def walk() -> list[tuple[str, str, list[str], Answer]]:
        wrong = []
        for kind in games.need(room.game).actions:
            name, seat = name_of(kind), "A" if "seat" in kind.__struct_fields__ else None
            action = {"action": name, **({"seat": seat} if seat else {})}
            for ring in KEYRINGS:
                mine = [whose for whose in ("A", "B") if whose in ring and "monitor" not in ring]
                whole = "table" in ring and "monitor" not in ring
                named = seat if seat in mine else next(iter(mine), None)
                api = whole or (named is not None and may_declare(name, seat, named))
                tried: Tries = [(f"/api{place}", api, {verb: action}) for verb in ("check", "do")]
                for where, may, body in tried:
                    answer = await room.ask("POST", where, ring, form=action, body=body)
                    if not_admitted(answer) == may or answer[0] >= 500:
                        wrong.append((where, name, sorted(ring), answer))
        return wrong

    assert loops.run(walk()) == []


@pytest.mark.slow
def test_every_move_is_made_by_those_keys_that_may(room: Room) -> None:
    place = f"/match/{room.table.id}"
    known = {*get_args(MoveName), "agree", "hints", "refuse", "ruling", "withdraw"}
    assert known == set(rights.MOVES), "a move without a line is the whole table's"

    async def walk() -> list[tuple[str, str, list[str], Answer]]:
        wrong = []
        for ring in KEYRINGS:
            mine = "monitor" not in ring and bool({"table", "A", "B"} & ring)
            for name in get_args(MoveName):
                tried: Tries = [(f"{place}/move", "table" in ring, None)]
                tried += [(f"{place}/seat/{own}/move", holds(ring, own), None) for own in ("A", "B")]
                tried.append((f"/api{place}", mine, {name: 0 if name == "jump" else True}))
                for where, may, body in tried:
                    answer = await room.ask("POST", where, ring, form={"move": name, "to": "0"}, body=body)
                    if not_admitted(answer) == may or answer[0] >= 500:
                        wrong.append((where, name, sorted(ring), answer))
        return wrong

    assert loops.run(walk()) == []


def test_nobody_agrees_for_another(room: Room) -> None:
    """Over a seat's page the seat is the page's own, whatever the form says."""
    room.table.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    room.table.submit({"action": "lock_bid", "seat": "B", "amount": 3})
    assert room.table.move("undo", None, "A") == ()
    asked = {"answer": "yes", "seat": "B"}
    loops.run(room.ask("POST", f"/match/{room.table.id}/seat/A/consent", frozenset({"A"}), form=asked))
    request = room.table.asked()
    assert request is not None
    assert dict(request.seats) == {"A": True, "B": False}
    loops.run(room.ask("POST", f"/match/{room.table.id}/seat/B/consent", frozenset({"B"}), form=asked))
    assert room.table.asked() is None

"""Requests by the thousand out of the description that the server gives of itself, with the key of every role and of tables that sign.

Never a 5xx or a trace, never an answer that the description does not say, and nothing that a role may not: the log shows it.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from tapete.core.codec import builtins, encode
from tapete.league.deciding import Decision
from tapete.league.decisions import CloseRound, EnterEntrant, PublishRound, SetResult
from tapete.league.joining.event_log import EventLog, head_of_settings, line_of, opening_of
from tapete.league.pairing import propose
from tapete.league.protocol import (
    STREAM_TYPE,
    MatchLines,
    PairingKey,
    Stamp,
    StreamedAnswer,
    host_key,
    signed_headers,
    streamed,
)
from tapete.league.server import openapi
from tapete.league.server.code_pages import TRIES
from tapete.league.server.shared import League
from tapete.league.server.short_codes import table_codes
from tapete.league.store.hosts import HostStore
from tapete.league.store.mirrors import RelayStore
from tapete.league.tournament import TournamentSettings
from tests.league import matches
from tests.league.server.chains import begun, with_season
from tests.league.server.conftest import SECRET, Served
from tests.run_forms import by_form, form

if TYPE_CHECKING:
    from schemathesis import Case

pytestmark = pytest.mark.league

LINKS = ("organiser", "shop", "judge", "player", "wall", "chain", "foreign", "wrong", "none")
"""Who shows the key of a link, or none: `shop` is the organiser of all events, `foreign` that of another shop."""

TABLES = {"table": "table-1", "other table": "table-2", "relay": "relay-1"}
"""Who signs, and as which host."""

WHOSE = (*LINKS, *TABLES, "forged")

NAMED = {"shop": "shop", "event": "friday", "host": "table-1", "match": "match1", "season": "winter"}
"""What is there, by its place in an address."""

SETTINGS = TournamentSettings(name="Relayed", game="shazamm", seed="seed")


def described() -> dict[str, Any]:
    """The description as a reader of its JSON has it."""
    return dict(builtins(openapi.described()))


def operations() -> dict[str, dict[str, Any]]:
    """Every operation, by its name."""
    return {one["operationId"]: one for ways in described()["paths"].values() for one in ways.values()}


def references(of: Any) -> Iterator[str]:
    """Every shape that is named in a part of the description."""
    if isinstance(of, dict):
        for name, value in of.items():
            yield from [value] if name == "$ref" else references(value)
    elif isinstance(of, list):
        for one in of:
            yield from references(one)


def test_the_description_names_every_address_of_the_interface_and_is_served(served: Served) -> None:
    taken = {
        (route.path, method.lower())
        for route in served.server.app.routes
        if isinstance(route, Route) and route.path.startswith("/v1/")
        for method in set(route.methods or ()) - {"HEAD"}
    }
    told = httpx.get(f"{served.server.address}{openapi.PATH[1:]}", trust_env=False, timeout=None).json()
    assert told == described()
    assert {(path, method) for path, ways in told["paths"].items() for method in ways} == taken
    named = set(references(told))
    assert {name.rpartition("/")[2] for name in named} <= set(told["components"]["schemas"])
    for path, ways in told["paths"].items():
        for one in ways.values():
            within = [given["name"] for given in one.get("parameters", ()) if given["in"] == "path"]
            assert "".join(f"{{{name}}}" for name in within) == "".join(part for part in path.split("/") if part.startswith("{"))


def test_a_decision_is_described_as_it_is_read() -> None:
    """What the server takes beside the decision stands in its shape, and who may decide it."""
    shapes = described()["components"]["schemas"]
    assert shapes["SetResult"]["x-tapete-roles"] == ["judge", "organiser"]
    assert shapes["PairRound"]["x-tapete-roles"] == ["organiser"]
    assert {"do", "round", "pairings", "expected_version"} == set(shapes["PairRound"]["required"])
    assert shapes["MatchLines"]["properties"]["opening"] == {"$ref": "#/components/schemas/Opening"}


# ---- by chance


class Room:
    """A server with an event of five whose first round is published, two tables, a relay, a season and keys of everybody.

    Args:
        served: the server.
    """

    def __init__(self, served: Served) -> None:
        self.served, self.number = served, 0
        served.league.intake.known_s = 0.0
        served.friday(5, round_ms=1_000_000)

        async def begin(league: League) -> None:
            hosts = HostStore(league.store.engine)
            for place in (1, 2):
                await hosts.add("shop", f"table-{place}", f"Table {place}", "friday", place)
            await hosts.add("shop", "relay-1", "relay")
            await RelayStore(league.store).allow("shop", "relay-1")
            await begun(league, "north", "friday", ("ana", "bea"))
            await with_season(league, "shop", "friday")
            for what in (propose(await league.store.load("shop", "friday")).what, PublishRound(1)):
                await league.decide("shop", "friday", what, who="organiser")
            tournament = await league.store.load("shop", "friday")
            self.letters = table_codes(league, "shop", "friday", tournament.rounds[0])[1]

        self.letters = ""
        served.within(begin)
        self.keys = {role: served.link(role) for role in ("organiser", "judge", "wall", "chain")}
        self.keys |= {"shop": served.link("organiser", None), "player": served.player(1), "wrong": "x" * 24}

        async def abroad(league: League) -> str:
            from tapete.league.server.access import new_link

            return await new_link(league, "organiser", "north", None)

        self.keys["foreign"] = str(served.within(abroad))

    def headers(self, whose: str, method: str, path: str, body: bytes) -> dict[str, str]:
        """What a sender adds to a request: the key of a link, or a signature."""
        if whose in self.keys:
            return {"authorization": f"Bearer {self.keys[whose]}"}
        if whose == "none":
            return {}
        host = TABLES.get(whose, "table-1")
        key = host_key(SECRET if whose in TABLES else b"a secret of somebody else's ......", "shop", host, 1)
        return signed_headers(host, 1, key, method, path, body, self.stamp())

    def stamp(self) -> Stamp:
        """The stamp of the next request."""
        self.number += 1
        return Stamp(self.served.league.now_ms(), self.number, "0" * 16)

    def log(self) -> list[str]:
        """What has been decided, in its order."""

        with closing(sqlite3.connect(self.served.url.partition("///")[2])) as connection:
            rows = connection.execute("SELECT what FROM decision WHERE shop = 'shop' AND event = 'friday' ORDER BY number")
            return [str(msgspec.json.decode(what)["do"]) for (what,) in rows]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    served = Served(f"sqlite:///{tmp_path}/events.sqlite3")
    with served.server:
        yield Room(served)


def decided(room: Room) -> list[Any]:
    """Decisions that could be taken now."""
    chosen = (SetResult(1, 1, "A"), SetResult(1, 2, "draw"), CloseRound(1), EnterEntrant("person 9"))
    return [{"expected_version": len(room.log()), "why": "said so", **builtins(what)} for what in chosen]


def lines_of_a_match(_room: Room) -> list[Any]:
    """Requests of a table that plays its pairing."""
    told, key = matches.told(), PairingKey("friday", 1, 1, 1)
    return [by_fields(part) for part in (told.part(0, 9, key), told.part(0, 9), told.part(9, 20), told.part(9), told.part(3, 5))]


def by_fields(request: MatchLines | EventLog) -> dict[str, Any]:
    """A request by its fields; its opening stays byte by byte, since the head is that of the bytes."""
    fields = {name: getattr(request, name) for name in request.__struct_fields__}
    return {name: value if isinstance(value, msgspec.Raw) else builtins(value) for name, value in fields.items() if value != msgspec.Raw()}


def stream_of_lines(room: Room) -> list[Any]:
    """Streams of requests, of the first table: two of a match and one that is signed by nobody."""
    told, whole = matches.told(), b""
    for part in (told.part(0, 9, PairingKey("friday", 1, 1, 1)), told.part(9, 20)):
        body, path = encode(part), "/v1/shops/shop/hosts/table-1/matches/match1/lines"
        whole += streamed("match1", host_key(SECRET, "shop", "table-1", 1), path, body, room.stamp())
    return [whole, whole.replace(b'"signature":"', b'"signature":"0')]


def log_of_an_event(_room: Room) -> list[Any]:
    """Requests of a shop's server."""
    entry, opening = Decision(1, 1_000, "organiser", EnterEntrant("ana")), msgspec.Raw(opening_of(SETTINGS))
    head = head_of_settings(SETTINGS)
    return [
        by_fields(EventLog(0, head, (line_of(entry),), opening, {"ana": "Ana"})),
        by_fields(EventLog(0, head, (line_of(entry),), opening)),
        by_fields(EventLog(1, head)),
    ]


def events_begun(room: Room) -> list[Any]:
    """Events that can be begun, each once."""
    room.number += 1
    return [{"event": f"new-{room.number}", "settings": builtins(SETTINGS)}, {"event": "friday", "settings": builtins(SETTINGS)}]


def entered(room: Room) -> list[Any]:
    """Names that can be entered, each once."""
    room.number += 1
    return [{"name": f"Nora {room.number}", "strength": 900, "why": "late"}, {"name": "Name 1"}]


def letters_typed(room: Room) -> list[Any]:
    """The letters of a ticket; the tables may try as often as they like."""
    for host in TABLES.values():
        TRIES.forget(f"shop/{host}")
    return [{"code": room.letters}, {"code": "QQQQ"}]


VALID: dict[str, Callable[[Room], list[Any]]] = {
    "begin": events_begun,
    "enter": entered,
    "decide": decided,
    "lines": lines_of_a_match,
    "stream": stream_of_lines,
    "log": log_of_an_event,
    "ticket": letters_typed,
    "file": lambda room: [matches.told().file, matches.told().file[:-9], matches.told(2).file],
}
"""By operation, bodies that mean something."""


def bent(valid: Any, chance: Any, drawn: st.DataObject) -> Any:
    """A body that means something, with something of one that does not."""
    if isinstance(valid, bytes):
        return valid.replace(b'"', drawn.draw(st.sampled_from((b'"', b"", b"\xff", b"\0"))), drawn.draw(st.integers(0, 3)))
    made = dict(valid)
    if isinstance(chance, dict) and chance:
        name = drawn.draw(st.sampled_from(sorted(chance)))
        made[name] = chance[name]
    return made


JUDGED = frozenset(
    shape["properties"]["do"]["enum"][0]
    for shape in described()["components"]["schemas"].values()
    if "judge" in shape.get("x-tapete-roles", ())
)
"""What a judge may decide, by the description."""

OPERATIONS = sorted(set(operations()) - {"description"})


@pytest.mark.long
@pytest.mark.halves
@pytest.mark.api
@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_request_of_any_role_breaks_the_interface(room: Room, operation: str) -> None:
    import requests
    import schemathesis
    from jsonschema_rs import validator_for
    from schemathesis.core.result import Ok

    whole, said = described(), operations()[operation]
    every = [one.ok() for one in schemathesis.openapi.from_dict(whole).get_all_operations() if isinstance(one, Ok)]
    found = {one.definition.raw["operationId"]: one for one in every}
    shapes = {
        status: (kind, validator_for({**shape["schema"], "components": whole["components"]}))
        for status, answer in said["responses"].items()
        for kind, shape in answer["content"].items()
    }
    places = [one["name"] for one in said.get("parameters", ()) if one["in"] == "path"]
    answered: defaultdict[str, set[int]] = defaultdict(set)
    may = ["relay"] if operation == "log" else [role for role in WHOSE if role in said["x-tapete-roles"]]
    if operation == "season":
        may.append("foreign")  # a season is of many shops: the one who reads an event of any may read it
    senders = st.sampled_from((*WHOSE, *may * (len(WHOSE) // len(may))))
    session = requests.Session()

    @given(case=found[operation].as_strategy(), whose=senders, named=st.sampled_from((True, True, True, False)), drawn=st.data())
    @settings(max_examples=by_form(40, 60, 400, 10_000), deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: Case[Any], whose: str, named: bool, drawn: st.DataObject) -> None:
        if named:
            case.path_parameters |= {place: NAMED[place] for place in places}
            if whose in TABLES and "host" in places:
                case.path_parameters["host"] = TABLES[whose]
            if operation == "log":
                case.path_parameters["event"] = "relayed"
        raw: bytes | None = None
        if operation in VALID and (how := drawn.draw(st.sampled_from(("by chance", "bent", "as it is", "as it is")))) != "by chance":
            body = drawn.draw(st.sampled_from(VALID[operation](room)))
            if how == "as it is":
                case.query = {}
            else:
                body = bent(body, case.body, drawn)
            raw = body if isinstance(body, bytes) else encode(body)
        before = room.log()
        sent = requests.Request(
            **{
                name: value
                for name, value in case.as_transport_kwargs(base_url=room.served.server.address.rstrip("/")).items()
                if name in ("method", "url", "params", "headers", "cookies", "data", "json")
            }
        ).prepare()
        if raw is not None:
            sent.prepare_body(raw, None)
            sent.headers["content-type"] = "application/json"
        plain = sent.body if isinstance(sent.body, bytes) else str(sent.body or "").encode()
        signed = b"" if operation == "stream" else plain
        sent.headers.update({"host": "127.0.0.1", **room.headers(whose, sent.method or "", sent.path_url, signed)})
        answer = session.send(sent, stream=True, allow_redirects=False)
        try:
            status, kind = answer.status_code, answer.headers.get("content-type", "").partition(";")[0]
            answered[whose].add(status)
            assert status < 500, answer.content
            assert f"{status}" in said["responses"], (status, sent.url)
            expected, shape = shapes[f"{status}"]
            assert kind == expected, (status, kind)
            if kind == "text/event-stream":
                assert next(answer.iter_lines()).startswith((b"retry: ", b"event: "))
                return
            if kind == STREAM_TYPE:
                told = [msgspec.json.decode(line, type=StreamedAnswer) for line in answer.iter_lines()]
                assert all(one.status < 500 for one in told)
                return
            assert b"Traceback" not in answer.content
            assert str(room.served.url).partition("///")[2].encode() not in answer.content
            shape.validate(answer.json())
        finally:
            answer.close()
        after = room.log()
        new = after[len(before) :]
        assert after[: len(before)] == before
        if named and whose not in (*TABLES, "shop", *may):
            assert status in (400, 401, 403, 413, 415), "what a role may not is refused"
        if operation == "decide":
            assert not new or whose in ("organiser", "shop", "judge")
            assert whose != "judge" or all(one in JUDGED for one in new), "a judge decides what is a judge's"

    ask()
    session.close()
    good = {role for role, statuses in answered.items() if 200 in statuses}
    if form() in ("long", "nightly"):
        assert good & set(may), (dict(answered), "nothing came as far as an answer: the description does not say what is taken")
    assert not good & ({"foreign", "wrong", "none", "forged"} - set(may))

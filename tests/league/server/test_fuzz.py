"""Whatever is sent to any address with any role's key: no trace, no 500, nothing lost; the answer says what to do."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from tapete.league.server.entry_forms import KINDS
from tests.league.server.chains import with_season
from tests.league.server.conftest import API, FRIDAY, Served
from tests.run_forms import by_form

pytestmark = [pytest.mark.league, pytest.mark.slow]

WORDS: tuple[Any, ...] = (
    *("", "0", "1", "-1", "99999999999", "1e9", "A", "B", "draw", "stopped", "yes", "look", "do", "\x00", "ñ", "😀" * 40, "x" * 600),
    *("1 2\n3 4", "1 1", "bye 1", "swiss", "elimination", "shazamm", "../../etc", "<script>", "' OR 1=1 --", "٣", "²"),
)
KEYS = ("organiser", "shop", "judge", "wall", "player")
FIELDS = (
    *("do", "go", "why", "round", "pairing", "pairings", "result", "entrant", "a", "b", "points", "extra_ms", "minutes", "decision"),
    *("person", "names", "name", "role", "label", "task", "place", "host", "game", "system", "rounds"),
    *("best_of", "others", "finalists", "shop", "id", "seen"),
)
DOS = (*KINDS, "propose", "sing")


@pytest.fixture
def served(url: str) -> Iterator[Served]:
    """A server over each kind of database: one takes what the other refuses."""
    made = Served(url)
    with made.server:
        yield made


def addresses(served: Served) -> list[tuple[str, str]]:
    """Every address of the server that answers and ends, with a method that it takes."""
    found = []
    for route in served.server.app.routes:
        if isinstance(route, Route):
            path = route.path.replace("{shop}", "shop").replace("{event}", "friday").replace("{key}", "x").replace("{host}", "h")
            path = path.replace("{season}", "winter")
            path = path.replace("{match}", "m").replace("{round:int}", "1").replace("{table:int}", "1")
            if not path.endswith(("/wall", "/stream", "/news", "/next")) or path == f"{FRIDAY}/wall":
                found += [(method, path) for method in sorted(route.methods or ()) if method != "HEAD"]
    return found


def well(answer: httpx.Response, sent: object) -> None:
    assert answer.status_code < 500, (sent, answer.status_code, answer.text[:300])
    assert "Traceback" not in answer.text, sent
    if answer.status_code >= 400 and "json" in answer.headers["content-type"] and "refusals" in answer.text:
        assert all(set(one["text"]) == {"en", "es"} for one in answer.json()["refusals"]), sent


@pytest.mark.halves
def test_no_form_of_any_role_breaks_anything(served: Served) -> None:
    served.friday(5)
    rng = random.Random(21)
    keys = {role: served.link(role) for role in ("organiser", "judge", "wall")} | {"player": served.player(1)}
    keys["shop"] = served.link("organiser", None)
    served.within(lambda league: with_season(league, "shop", "friday"))
    places = addresses(served)
    assert len(places) > 20
    visitors = {role: served.visitor(key=key) for role, key in keys.items()}
    csrf = {
        role: visitor.get(
            {"organiser": FRIDAY, "shop": FRIDAY, "judge": f"{FRIDAY}/judge", "player": f"{FRIDAY}/player"}.get(role, f"{FRIDAY}/standings")
        ).text
        for role, visitor in visitors.items()
    }
    tokens = {role: text.partition('name="csrf" value="')[2].partition('"')[0] for role, text in csrf.items()}
    for number in range(by_form(quick=60, usual=200, long=2_000, nightly=20_000)):
        role = rng.choice(KEYS)
        method, path = rng.choice(places)
        form = {name: str(rng.choice(WORDS)) for name in rng.sample(FIELDS, rng.randint(0, 6))}
        form |= {"do": rng.choice(DOS)} if rng.random() < 0.7 else {}
        form |= {"csrf": tokens[role], "expected_version": str(rng.choice((5, 6, 7, number, "x")))}
        answer = visitors[role].post(path, data=form) if method == "POST" else visitors[role].get(path, params=form)
        well(answer, (role, method, path, form))
    for visitor in visitors.values():
        visitor.close()
    from tapete.league.deciding import replay

    async def again(league: Any) -> bool:
        now = await league.store.load("shop", "friday")
        return bool(replay(now.settings, await league.store.log("shop", "friday")) == now)

    assert served.within(again), "the log can be played again"


def test_no_body_of_the_interface_breaks_anything(served: Served) -> None:
    served.friday(5)
    rng = random.Random(22)
    with served.program("organiser") as organiser:
        for _number in range(by_form(quick=60, usual=200, long=2_000, nightly=20_000)):
            body: Any = {
                "do": rng.choice(DOS),
                "expected_version": rng.choice((5, 0, -1, 2**70, "5", None, 5.5)),
                "why": rng.choice(("x", "", 5)),
            }
            for name in rng.sample(FIELDS, rng.randint(0, 4)):
                body[name] = rng.choice((1, 2, -1, 2**40, "A", "\x00", None, [], {}, [{"kind": "match", "entrants": [1, 2]}], True))
            if rng.random() < 0.1:
                body = rng.choice(([], 1, "x", None, [[[]]] * 3))
            well(organiser.post(f"{API}/decisions", json=body), body)
        for raw in (b"", b"{", b'{"do":', b"\xff\xfe", b"[" * 5_000, string.printable.encode(), b'{"a":1}' * 20_000):
            well(organiser.post(f"{API}/decisions", content=raw, headers={"content-type": "application/json"}), raw[:40])


def test_a_character_that_no_database_holds_is_refused_everywhere(served: Served) -> None:
    served.friday(4)
    with served.program("organiser", None) as program, served.visitor("organiser") as page:
        body = {"do": "drop_entrant", "entrant": 1, "expected_version": 4, "why": "goes\x00home"}
        assert program.post(f"{API}/decisions", json=body).status_code == 200
        enter = {"do": "enter_entrant", "person": "a\x00b", "expected_version": 5, "why": "x"}
        assert program.post(f"{API}/decisions", json=enter).status_code in (400, 422)
        assert page.enter(FRIDAY, f"{FRIDAY}/entrants", names="A\x00B").status_code == 422
        assert program.get("/v1/shops/shop/events/a%00b/standings").status_code in (400, 404)
        assert page.get("/in/%00").status_code in (400, 403)
        log = program.get(f"{FRIDAY}/export.json").json()["log"]
    assert log[-1]["why"] == "goeshome"

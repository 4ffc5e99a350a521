"""Parts of a page that come as what has changed of them: they are right again, few bytes, and whole wherever a page has nothing yet."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from benchmarks.rules_bhm import crowded
from tapete.cards import bind
from tapete.core.codec import encode
from tapete.core.position import dump
from tapete.core.seats import SEATS
from tapete.table import Hub, Table
from tapete.web.differing import Change, changed, changes
from tests.web.conftest import Visitor
from tests.web.test_live import Stream

MOST_BYTES = 2048


def edited(before: str, change: Change) -> str:
    """Return a part as it is after a change; `board.js` does the same."""
    if isinstance(change, str):
        return change
    made, at = "", 0
    for start, end, text in change:
        made += before[at:start] + text
        at = end
    return made + before[at:]


@pytest.fixture
def war(hub: Hub) -> Table:
    """A combat phase of BHM for four with forty beings."""
    rules = bind("bhm")
    names = dict(zip(SEATS, ("Ana", "Bruno", "Clara", "Diego"), strict=False))
    return hub.begin("bhm", {}, names, 4, None, dump(rules, crowded(rules, 10)))


def attack(table: Table, number: int) -> None:
    board: Any = table.rules.board(table.state)
    attacker, target = list(board.beings("A"))[number], board.beings("B")[0]
    table.submit({"action": "declare_physical", "seat": "A", "attacker": attacker.iid, "target": target.iid})


def picture(rng: random.Random) -> str:
    """Something like a board: things with names, with a few parts each; some letters are wide."""
    things = [f'<g id="t-{rng.randrange(30)}" class="{rng.choice("ab")}"><text>{rng.choice(LETTERS)}</text></g>' for _ in range(40)]
    return "<svg>" + "".join(things) + "</svg>"


LETTERS = ("Ana's", "Ñandú", "→", "", "9 of 9")


@pytest.mark.parametrize("seed", range(20))
def test_edits_give_what_they_were_made_of(seed: int) -> None:
    rng = random.Random(seed)
    before = after = picture(rng)
    for _ in range(rng.randrange(6)):
        start = rng.randrange(len(after))
        after = after[:start] + rng.choice(("", '<g id="t-1">', "x<y", "</g>")) + after[start + rng.randrange(40) :]
    assert edited(before, changed(before, after)) == after
    assert edited(before, changed(before, picture(rng))) != before


def test_what_a_browser_counts_as_two_letters_goes_whole() -> None:
    before = picture(random.Random(1))
    assert changed(before, before.replace("<svg>", "<svg>🂡")) == before.replace("<svg>", "<svg>🂡")
    assert isinstance(changed(before, before.replace("<svg>", "<svg>+")), list)


@pytest.mark.parametrize("page", ["", "/seat/B"])
def test_an_attack_sends_two_kilobytes_at_most(visitor: Visitor, war: Table, page: str) -> None:
    visitor.get(f"/match/{war.id}{page}")
    with visitor.stream("GET", f"/match/{war.id}{page}/events?edits", timeout=30) as answer:
        stream = Stream(answer.iter_lines())
        has: dict[str, str] = stream.next()["data"]["fragments"]
        assert len(has["board"]) > 20_000
        for number in range(3):
            attack(war, number)
            event = stream.next()["data"]
            assert len(encode(event)) < MOST_BYTES
            has |= {zone: edited(has[zone], change) for zone, change in event["fragments"].items()}
    with visitor.stream("GET", f"/match/{war.id}{page}/events?edits", timeout=30) as answer:  # one that was away
        whole = Stream(answer.iter_lines()).next()["data"]["fragments"]
    assert whole == has
    with visitor.stream("GET", f"/match/{war.id}{page}/events", timeout=30) as answer:  # one that asks for no edits
        assert Stream(answer.iter_lines()).next()["data"]["fragments"] == has


def test_the_answer_to_a_press_says_what_is_new_to_the_page(visitor: Visitor, war: Table) -> None:
    place = f"/match/{war.id}/seat/A"
    page = visitor.get(place).text
    token, question = (re.findall(rf'data-{name}="([^"]*)"', page)[0] for name in ("token", "question"))

    def touched(had: str, press: str = "thing") -> dict[str, Any]:
        data = {"csrf": token, "press": press, "value": json.dumps("A.0"), "question": question, "had": had}
        answer: dict[str, Any] = visitor.post(f"{place}/touch", data=data, headers={"accept": "application/json"}).json()
        return answer

    first = touched("")
    assert all(isinstance(html, str) for html in first["fragments"].values())
    second = touched(f"{first['run']}:{first['version']}", "back")
    assert 3 * len(encode(second)) < len(encode(first))
    now = {**first["fragments"], **{zone: edited(first["fragments"][zone], change) for zone, change in second["fragments"].items()}}
    with visitor.stream("GET", f"{place}/events", timeout=30) as opened:
        assert now == Stream(opened.iter_lines()).next()["data"]["fragments"]
    for strange in (f"{first['run']}:{9**30}", f"{first['run']}:-1", "x", f"{first['run']}:٣"):
        assert isinstance(touched(strange, "back")["fragments"]["board"], str)


def test_nothing_new_is_nothing_sent() -> None:
    assert changes({"board": "x"}, {"board": "x"}) == {}
    assert changes({}, {"board": ""}) == {"board": ""}

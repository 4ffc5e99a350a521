"""Twenty disputes, tried as players would on a phone: one touch from the refusal to the argument, and one to playing it otherwise."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.table import Hub, Table, arguing, worked
from tapete.web import Server, house_rules
from tests.web.conftest import Visitor

DISPUTES: list[dict[str, str]] = tomllib.loads((Path(__file__).parent / "disputes.toml").read_text(encoding="utf-8"))["dispute"]


def named(dispute: dict[str, str]) -> str:
    return dispute["shown"]


def sat(hub: Hub, dispute: dict[str, str]) -> tuple[Table, Any, str]:
    """A match at the worked position, what is tried, and whose phone it is."""
    example = worked.example(dispute["game"], dispute["shown"])
    assert example.refused
    assert example.action is not None
    options = builtins(example.rules.options)
    names = dict(zip(example.state.seats, ("Ana", "Bruno", "Carla", "David"), strict=False))
    table = hub.begin(dispute["game"], options, names, position=example.position)
    return table, example.action, getattr(example.action, "seat", None) or "A"


MOST_PRESSES = 20

NOT_ASKED = frozenset({"DAT-017", "DAT-056", "DAT-066", "BHM-050", "MMK-016", "MMK-029"})
"""What no page lets a player say, for one value is left or none: there the clause is opened in the rules."""


def tried(visitor: Visitor, server: Server, table: Table, place: str, action: Any) -> httpx.Response | None:
    """Press on the plain page what an action says, until the page refuses it; None: it does not ask for what bars it."""
    plain, seat, name = builtins(action), getattr(action, "seat", None), name_of(type(action))
    visitor.get(f"{place}/list")
    pages = server.app.state.page_cache.looked_at(table)
    answer = None
    for _press in range(MOST_PRESSES):
        if answer is not None and answer.status_code == 409:
            return answer
        pointer = pages.selections.pointer(seat)
        asked = pointer.ask()
        if pointer.selection.action != name:
            answer = visitor.press(place, f"verb:{json.dumps(name)}")
            continue
        if any(
            plain[path] != value
            for path, value in pointer.selection.draft.items()
            if path in plain and path not in pointer.selection.by_hand
        ):
            return None
        if asked.ready:
            answer = visitor.press(place, "enter:")
        elif asked.kind in ("number", "secret"):
            answer = visitor.press(place, "enter:" if asked.kind == "secret" else "value:", number=str(plain[asked.path]))
        elif asked.several is not None:
            missing = [one for one in plain[asked.path] if one not in pointer.selection.picked]
            answer = visitor.press(place, f"value:{json.dumps(missing[0])}" if missing else "done:")
        else:
            wanted = plain[asked.path]
            answer = visitor.press(place, f"value:{json.dumps(wanted[int(asked.at)] if asked.at.isdecimal() else wanted)}")
    raise AssertionError(f"{plain} is not refused")


def test_there_are_twenty_of_all_games() -> None:
    assert len(DISPUTES) == 20
    assert set(Counter(one["game"] for one in DISPUTES).values()) == {4}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("dispute", DISPUTES, ids=named)
def test_it_is_settled_by_phone_alone(hub: Hub, visitor: Visitor, server: Server, dispute: dict[str, str], language: str) -> None:
    table, action, seat = sat(hub, dispute)
    visitor.headers["accept-language"] = language
    place = f"/match/{table.id}/seat/{seat}"
    refused = tried(visitor, server, table, place, action)
    assert table.seq == 0
    cites = dispute["cites"]
    address = f"/rules/{dispute['game']}/clauses/{cites}?at={place}"
    if dispute["shown"] not in NOT_ASKED:
        assert refused is not None
        told = r'<li><strong>[^<]*</strong>[^<]* <a class="why" href="([^"]*/rules/\w+/clauses/[^"]*\?at=[^"]*)"'
        assert address in map(unescape, re.findall(told, refused.text)), (cites, re.findall(told, refused.text))

    page = unescape(visitor.get(address).text)
    clause = next(one for one in games.need(dispute["game"]).clauses if one.id == cites)
    assert clause.question is not None
    for heading, text in arguing.points(dispute["game"], clause, "es" if language == "es" else "en"):
        assert heading in page
        assert text in page
    if "option" in dispute:
        (lobby, *_more) = re.findall(r'href="([^"]*rule=[^"]*)"', page)
        rule = next(one for one in house_rules.house_rules(games.need(dispute["game"]), "en", {}) if one.key == dispute["option"])
        value = next(value for value, _label, _usual, now in rule.values if not now)
        chosen = visitor.get(lobby).text
        assert re.search(rf'name="rule\.{dispute["game"]}\.{dispute["option"]}" value="{value}" checked', chosen)

    otherwise = re.search(rf'href="({place}/correct\?clause={cites})"', page)
    assert otherwise
    form = unescape(visitor.get(otherwise[1]).text)
    if 'name="reason"' in form:
        assert cites in form.partition('name="reason"')[2].partition(">")[0], "its reason is filled in"
    else:
        assert 'class="refusals"' in form, "why no ruling is possible at this moment"

"""Twenty disputes, tried as players would on a phone: one touch from the refusal to the argument, and one to playing it otherwise."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.core.kinds import name_of
from tapete.table import Hub, Table, arguing, worked
from tapete.web import house_rules
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


def fields(plain: dict[str, Any]) -> dict[str, Any]:
    """An action as the form of a page of lists posts it."""
    found: dict[str, Any] = {}
    for name, value in plain.items():
        if isinstance(value, list):
            found[f"e:{name}"] = ""
            found[f"s:{name}"] = [json.dumps(one) for one in value]
        elif name not in ("action", "seat"):
            found[f"j:{name}"] = json.dumps(value)
    return found


def test_there_are_twenty_of_all_games() -> None:
    assert len(DISPUTES) == 20
    assert set(Counter(one["game"] for one in DISPUTES).values()) == {4}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("dispute", DISPUTES, ids=named)
def test_it_is_settled_by_phone_alone(hub: Hub, visitor: Visitor, dispute: dict[str, str], language: str) -> None:
    table, action, seat = sat(hub, dispute)
    visitor.headers["accept-language"] = language
    place = f"/match/{table.id}/seat/{seat}"
    posted = {"csrf": visitor.token(), "action": name_of(type(action)), "seat": seat, "expected_seq": "0", **fields(builtins(action))}
    refused = visitor.post(f"{place}/do", data=posted)
    assert refused.status_code == 409, refused.text
    assert table.seq == 0
    cites = dispute["cites"]
    link = re.search(
        rf'<li><strong>[^<]*</strong>[^<]* <a class="why" href="([^"]*/rules/{dispute["game"]}/clauses/{cites}\?at=[^"]*)"', refused.text
    )
    assert link, (cites, re.findall(r"clauses/([A-Z]+-\w+)", refused.text))

    page = unescape(visitor.get(unescape(link[1])).text)
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
    if 'name="t:reason"' in form:
        assert cites in form.partition('name="t:reason"')[2].partition("</div>")[0], "its reason is filled in"
        assert "o:ops" in form or "j:cause" in form, "and what is put right is asked, or first by whose cause"
    else:
        assert 'class="refusals"' in form, "why no ruling is possible at this moment"

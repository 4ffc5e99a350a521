"""Accidents that are noticed plays later: each is mended in four touches at most, told with its reason, and play goes on from there."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote_plus

import pytest

from tapete import games
from tapete.core.codec import builtins
from tapete.core.position import dump
from tapete.core.refusals import Malformed, RefereeError
from tapete.core.texts import written
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.table import Hub
from tapete.web.accidents import Accidents
from tests.web.accidents import HAPPENINGS, Happening, Played, mended, played
from tests.web.conftest import Visitor
from tests.web.test_board_page import Reader

MOST_TOUCHES = 4


def desk(match: Played) -> Accidents:
    """What the page of corrections offers, without a page."""
    rules, state = match.rules, match.state
    page = page_of(rules.game.name)
    words = page.words_at(rules, state, rules.words)
    seen: Any = SimpleNamespace(rules=rules, state=state, page=page, words=words, language="en", voice=Voice(page, "en", words))
    return Accidents(seen)


def by_name(one: Happening) -> str:
    return f"{one.game}-{one.after}-{(one.mend or ['counter'])[0]}"


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_at_least_six(name: str) -> None:
    assert Counter(one.game for one in HAPPENINGS)[name] >= 6
    assert len(HAPPENINGS) >= 30


@pytest.mark.parametrize("one", HAPPENINGS, ids=by_name)
def test_a_ruling_mends_it_and_leaves_the_rest(one: Happening) -> None:
    match = played(one)
    if one.counter:
        ((seat, value),) = one.counter.items()
        page = page_of(one.game)
        raw: dict[str, Any] = {"action": "ruling", "reason": "counted", "ops": [page.put_right(seat, "", 0, value)]}  # type: ignore[arg-type]  # a seat
    else:
        raw = desk(match).ruling(json.dumps(one.key), "" if one.figure is None else str(one.figure))
    state, events = match.rules.apply(match.state, match.rules.read(raw))
    mended(one, match.state, state)
    assert not match.rules.faults(state)
    assert events[0].by_ruling
    told = match.rules.sentence(events[0])
    assert raw["reason"] in told.in_("en")
    if not one.counter:
        assert written(raw["reason"], "es") != raw["reason"]
    for action in match.left[: one.goes_on]:
        state, _events = match.rules.apply(state, action)


@pytest.mark.slow
@pytest.mark.parametrize("one", HAPPENINGS, ids=by_name)
def test_it_takes_four_touches_on_the_page(one: Happening, hub: Hub, visitor: Visitor) -> None:
    match = played(one)
    names = dict(zip(match.state.seats, ("Ana", "Bruno", "Carla", "David"), strict=False))
    table = hub.begin(one.game, builtins(match.rules.options), names, position=dump(match.rules, match.state))
    before, place = table.state, f"/match/{table.id}"
    touches = 2
    assert f'href="{place}/correct"' in Reader(visitor, table).zones("sheet", "more")["sheet"], "More, then Correct the record"
    page = visitor.get(f"{place}/correct").text
    token = re.search(r'name="csrf" value="([^"]+)"', page)
    assert token
    fields = {"csrf": token[1]}
    if one.counter:
        ((seat, value),) = one.counter.items()
        for name, now in re.findall(r'name="(counter\.[^"]+)"[^>]* value="(\d+)"', page):
            fields[name] = str(value) if name == f"counter.{seat}" else now
        fields["counters"] = "1"
        touches += 2  # the field, and Put right
    else:
        key = json.dumps(one.key, separators=(",", ":"), ensure_ascii=False)
        if key not in buttons(page):
            thing = next(link for link in links(page, place) if key.startswith(link[:-1] + ",") or key == link)
            touches += 1
            page = visitor.get(f"{place}/correct", params={"mend": thing}).text
            if one.figure is not None:
                fields["figure"] = str(one.figure)
                assert 'name="figure"' in page
                assert "autofocus" in page
        assert key in buttons(page), (one.what, buttons(page))
        fields["mend"] = key
        touches += 1
    assert touches <= MOST_TOUCHES
    answer = visitor.post(f"{place}/correct", data=fields)
    assert answer.status_code == 200, answer.text
    for seat in table.state.seats:
        if (asked := table.asked()) is not None and (seat, False) in asked.seats:
            table.agree(seat)
    mended(one, before, table.state)
    (entry,) = table.entries
    ruling: Any = entry.action
    assert (entry.move, ruling["action"]) == (None, "ruling"), "it was entered, and nothing was undone"
    told = unescape(visitor.get(f"{place}/log", headers={"accept-language": "es"}).text)
    assert written(ruling["reason"], "es") in told


def buttons(page: str) -> list[str]:
    """The keys of the buttons that mend something, and of what a number is typed for."""
    return [unescape(key) for key in re.findall(r'name="mend" value="([^"]+)"', page)]


def links(page: str, place: str) -> list[str]:
    """The keys of things that a second touch says more of."""
    return [unquote_plus(unescape(key)) for key in re.findall(rf'href="{place}/correct\?mend=([^"]+)"', page)]


@pytest.mark.parametrize(
    "key", ["", "[]", '["draw"]', '["nothing","A"]', '["draw","Z"]', '["draw","A",1,2,3]', "{", "[" * 3000, '[["draw"]]']
)
def test_a_key_that_no_page_showed_is_refused(key: str) -> None:
    match = played(next(one for one in HAPPENINGS if one.game == "moriham"))
    with pytest.raises(RefereeError):
        desk(match).ruling(key)


@pytest.mark.parametrize("number", ["", "x", "1e3", "9" * 40, "-"])
def test_a_number_that_is_none_is_refused(number: str) -> None:
    one = next(one for one in HAPPENINGS if one.figure is not None)
    with pytest.raises(Malformed):
        desk(played(one)).ruling(json.dumps(one.key), number)

"""The board after any entry and the way back to it, what every seat has, and counters that are put right by a number. Without scripts."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator

import pytest

from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tapete.web.match_pages import MatchPages
from tests import loops
from tests.web.conftest import Visitor

IN_DRAWER = {"page-part": "drawer"}


@pytest.fixture
def going(table: Table) -> Table:
    """One turn of Shazamm is played: Ana has 41 mana, Bruno 44, and the wall stands on +1."""
    for seat, amount in (("A", 9), ("B", 6)):
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    for seat in ("A", "B"):
        table.submit({"action": "declare_cards", "seat": seat, "numbers": []})
    return table


@pytest.mark.parametrize("place", ["", "/seat/B"])
def test_each_line_of_the_story_leads_to_its_board(visitor: Visitor, going: Table, place: str) -> None:
    story = visitor.get(f"/match/{going.id}{place}/log").text
    assert f'href="/match/{going.id}{place}/at?entry={going.seq}"' in story
    before, after = (visitor.get(f"/match/{going.id}{place}/at?entry={n}").text for n in (0, going.seq))
    assert ">50<" in before.partition('class="was"')[2]
    assert ">41<" in after.partition('class="was"')[2]
    assert "The match begins." in before
    assert "Go back to here" in before
    assert "Go back to here" not in after


def test_one_can_go_back_to_a_moment(visitor: Visitor, going: Table) -> None:
    going.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    to = going.seq - 1
    answer = visitor.enter(f"/match/{going.id}/move", move="jump", to=str(to), expected_seq=str(going.seq))
    assert answer.status_code == 200
    assert going.asked() is None
    assert len(going.line()) == to


def test_a_refused_way_back_says_why_in_its_drawer(visitor: Visitor, going: Table) -> None:
    old = going.seq
    going.submit({"action": "lock_bid", "seat": "A", "amount": 3})
    answer = visitor.post(
        f"/match/{going.id}/move",
        data={"csrf": visitor.token(), "move": "jump", "to": "1", "expected_seq": str(old)},
        headers=IN_DRAWER,
    )
    assert answer.status_code == 409
    assert answer.text.startswith('<div class="drawer-page"')
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("entry", ["99", "-1", "x", "9" * 12])
def test_a_moment_that_never_was_is_not_there(visitor: Visitor, going: Table, entry: str) -> None:
    assert visitor.get(f"/match/{going.id}/at?entry={entry}").status_code == 404


def test_everybodys_seat_shows_all_and_ones_own_first(visitor: Visitor, going: Table) -> None:
    page = visitor.get(f"/match/{going.id}/seat/B/seats").text
    assert page.index('id="seat-B-name"') < page.index('id="seat-A-name"')
    assert f'href="/match/{going.id}/seat/B"' in page


def test_a_page_comes_whole_or_as_the_inside_of_a_drawer(visitor: Visitor, going: Table) -> None:
    for page in ("log", "at", "seats", "end", "correct", "join"):
        address = f"/join/{going.id}" if page == "join" else f"/match/{going.id}/{page}"
        whole = visitor.get(address)
        part = visitor.get(address, headers=IN_DRAWER)
        assert whole.text.startswith("<!doctype html>"), page
        assert f'class="back" href="/match/{going.id}"' in whole.text
        assert part.text.startswith('<div class="drawer-page"'), page
        assert "<html" not in part.text


def test_the_list_leads_back_to_the_board(visitor: Visitor, going: Table) -> None:
    for place in ("", "/seat/A"):
        page = visitor.get(f"/match/{going.id}{place}/list").text
        assert f'<a href="/match/{going.id}{place}">Back to the board</a>' in page


# ---- counters


def test_a_counter_is_put_right_once_all_agree(visitor: Visitor, going: Table) -> None:
    page = visitor.get(f"/match/{going.id}/correct").text
    assert 'name="counter.A" min="0" max="999" value="41"' in page
    answer = visitor.enter(f"/match/{going.id}/correct", counters="1", **{"counter.A": "43", "counter.B": "44"})
    assert answer.url.path.startswith(f"/match/{going.id}")
    asked = going.asked()
    assert asked is not None
    assert "A counter was wrong." in asked.text.in_("en")
    for seat in going.seats:
        going.agree(seat)
    assert (going.state.mana.A, going.state.mana.B) == (43, 44)


@pytest.mark.parametrize(("said", "why"), [("60", "50"), ("many", "not a whole number"), ("41", "change one first")])
def test_a_refused_correction_keeps_what_was_entered(visitor: Visitor, going: Table, said: str, why: str) -> None:
    answer = visitor.enter(f"/match/{going.id}/correct", counters="1", **{"counter.A": said, "counter.B": "44"})
    assert answer.status_code == 409
    assert f'value="{said}"' in answer.text
    refused = answer.text.partition('role="alert"')[2].partition("</ul>")[0]
    assert why in refused
    assert going.asked() is None


@pytest.mark.parametrize(("game", "each"), [("moriham", 1), ("bhm", 1), ("datamorphs", 1), ("mamlejet", 3)])
def test_every_game_puts_its_counters_right(visitor: Visitor, hub: Hub, game: str, each: int) -> None:
    table = started(hub, game)
    now = counters(visitor, table)
    assert len(now) == 2 * each
    wrong = next(name for name, value in now.items() if name.startswith("counter.B") and (value or game != "mamlejet"))
    right = {**now, wrong: now[wrong] + (-1 if game == "mamlejet" else 2)}
    answer = visitor.enter(f"/match/{table.id}/correct", counters="1", **{name: str(value) for name, value in right.items()})
    assert answer.status_code == 200, answer.text
    for seat in table.seats:
        table.agree(seat)
    assert counters(visitor, table) == right


def counters(visitor: Visitor, table: Table) -> dict[str, int]:
    """What the page of corrections has a field for, and how it stands."""
    page = visitor.get(f"/match/{table.id}/correct").text
    return {name: int(value) for name, value in re.findall(r'name="(counter\.[\w.]+)"[^>]*value="(\d+)"', page)}


def counted(table: Table) -> bool:
    """Say whether anybody has a counter yet: without a Bios there is no memory."""
    return table.rules.game.name != "datamorphs" or table.state.players.A.bios is not None


def started(hub: Hub, game: str) -> Table:
    table, rng = hub.begin(game, {}, {"A": "Ana", "B": "Bruno"}), random.Random(4)
    while table.rules.why_not(table.state, "A" if game == "moriham" else None, "ruling") or not counted(table):
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    return table


# ---- two phones at one seat


def test_both_phones_are_told_that_a_seat_is_taken_twice(table: Table) -> None:
    pages = MatchPages(table)

    async def endless() -> AsyncIterator[bytes]:
        yield b"first"
        await asyncio.Event().wait()

    async def story() -> list[bool]:
        async def says() -> bool:
            return "Another phone has this seat open too." in pages.zones("en", "A")[1]["news"]

        seen = []
        opened = [pages.watched("A", visit, endless()) for visit in ("one", "one", "two")]
        for page in opened:
            await anext(page)
            seen.append(await says())
        await opened[2].aclose()
        seen.append(await says())
        for page in opened[:2]:
            await page.aclose()
        return seen

    assert loops.run(story()) == [False, False, True, False]
    pages.close()

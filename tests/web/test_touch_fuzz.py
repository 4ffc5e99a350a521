"""Whatever is posted as a press, the board of every game answers with a sentence, and never with a failure of ours or a dead page."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tapete.core.seats import SEATS, Seat
from tapete.presentation import page_of
from tapete.table import Table
from tapete.table.question.selections import Selections
from tapete.table.sources import page as page_source
from tapete.testing.contract import QUIET
from tapete.web.board_view import BoardView
from tests.run_forms import by_form
from tests.web.conftest import Visitor

GAMES = (("shazamm", 2), ("moriham", 2), ("datamorphs", 2), ("bhm", 4), ("mamlejet", 3))
MOST = 600
"""Presses after which something has been entered, whatever chance does."""

ODD: tuple[Any, ...] = (None, True, -1, 10**9, 0.5, "", "player", "Z", [], [1], {}, {"zone": "x"}, "A.m99", "slab.x", ".", "9", "more")
PRESSES = ("thing", "verb", "value", "enter", "done", "back", "sheet", "seat")


def on_the_page(view: BoardView, rng: random.Random) -> list[tuple[str, Any]]:
    """The presses that a page offers; a number goes with the button that takes it."""
    shown = "".join(view.zones().values())
    found = re.findall(r'data-press="(\w+)" data-value="([^"]*)"', shown)
    presses = [(press, _value(press, value.replace("&#34;", '"').replace("&quot;", '"'))) for press, value in found if press in PRESSES]
    pad = None if (sheet := view.sheet) is None else sheet.pad
    return presses if pad is None else [*presses, ("enter", rng.randint(pad.low, pad.high)), ("value", rng.randint(pad.low, pad.high))]


def by_chance(offered: list[tuple[str, Any]], rng: random.Random) -> tuple[str, Any]:
    """One of the presses, each kind as often: a board has more things than buttons; now and then nonsense."""
    kinds = sorted({press for press, _ in offered})
    if not kinds or rng.random() < 0.15:
        return rng.choice(PRESSES), rng.choice(ODD)
    kind = rng.choice(kinds)
    return kind, rng.choice([value for press, value in offered if press == kind])


def _value(press: str, written: str) -> Any:
    return written if press == "thing" else json.loads(written)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_presses_by_chance_never_break_a_page(game: str, seats: int) -> None:
    """Mostly what the page offers, some of it for another page or moment, some of it nonsense; after each press both pages can be drawn."""
    from tapete import cards

    for seed in range(by_form(1, 1, 6, 60)):
        rng = random.Random(seed)
        table = Table.begin(None, cards.bind(game), SEATS[:seats])
        selections = Selections(table, page_of(game))
        for _ in range(rng.randrange(40)):
            action = table.rules.sample(table.state, rng, avoid=QUIET)
            if action is not None:
                table.submit(action)
        began = table.seq
        for number in range(MOST):
            if number >= by_form(40, 80, 150, 300) and (table.seq > began or table.result is not None):
                break
            seat: Seat | None = rng.choice((None, *SEATS[:seats]))
            press, value = by_chance(on_the_page(BoardView(table, selections, "en", seat), rng), rng)
            seat = rng.choice((None, *SEATS[:seats])) if rng.random() < 0.1 else seat
            if value == "concede":
                continue
            selections.press(seat, press, value, table.question if rng.random() < 0.95 else "0", page_source(seat))  # type: ignore[arg-type]
        assert table.seq > began or table.result is not None, "presses by chance got somewhere"


@pytest.mark.slow
@settings(max_examples=by_form(20, 30, 100, 1_000), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    press=st.text(max_size=12) | st.sampled_from(PRESSES), value=st.text(max_size=40) | st.sampled_from([json.dumps(odd) for odd in ODD])
)
def test_no_press_is_answered_by_a_failure(visitor: Visitor, table: Table, press: str, value: str) -> None:
    place = f"/match/{table.id}/seat/A"
    token = re.search(r'data-token="([^"]+)"', visitor.get(place).text)
    assert token is not None
    data = {"csrf": token[1], "press": press, "value": value, "question": table.question}
    answer = visitor.post(f"{place}/touch", data=data, headers={"accept": "application/json"})
    assert answer.status_code in {200, 400, 409}, answer.text

"""How a turn is told when a game says nothing of it, says it badly, or takes it back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.games.shazamm.movement import Paid
from tapete.presentation import find, telling
from tapete.table import Hub, Table
from tapete.testing.contract import QUIET
from tapete.web import accounts
from tests.web.browser.screens import bid
from tests.web.browser.test_every_state import golden
from tools import generate_golden


def turn_of(table: Table) -> tuple[int, ...]:
    """One turn is played; gives its last declaration."""
    bid(table, A=9, B=6)
    rng = random.Random(1)
    while type(table.state.agenda[-1]).__name__ != "Bidding":
        action = table.rules.sample(table.state, rng, avoid=QUIET)
        assert action is not None
        table.submit(action)
    return telling.groups_now(table)[-1]


def test_an_event_that_nobody_names_is_a_step_with_its_sentence(table: Table) -> None:
    """A sixth game has accounts without a line."""
    group = turn_of(table)
    told = telling.of_group(table, telling.GameTelling(), group, "en")
    assert told is not None
    assert "the wall" in " ".join(beat.says for beat in told.beats).lower()
    assert {beat.weight for beat in told.beats} == {1}
    assert len(told.beats) == sum(len(table.events(seq)) for seq in group)


def test_a_ring_that_raises_leaves_the_sentences(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    def broken(m: telling.ToldMoment) -> None:
        raise ValueError(m.event)

    group = turn_of(table)
    told = telling.of_group(table, telling.GameTelling(beats=(telling.beat(Paid, ring=broken),)), group, "es")
    assert told is not None
    assert told.beats
    assert "cannot be made" in caplog.text


def test_a_beat_whose_picture_cannot_be_drawn_keeps_its_sentence(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    turn_of(table)
    page, tried = find("shazamm").page, []
    drawn = page.drawn

    def draw(*given: Any) -> Any:
        tried.append(given[1])
        return drawn(*given) if len(tried) > 1 else tried[-1].nothing

    monkeypatch.setattr(type(page), "drawn", lambda _page, *given: draw(*given))
    (told,) = accounts.told(table, "en", "A", wide=False, after=0).accounts[-1:]
    assert all(beat["says"] and beat["strip"] for beat in told["beats"])
    assert "board" not in told["beats"][0], "the picture before stays"
    assert "board" in told["beats"][-1]
    assert "cannot be drawn" in caplog.text


def test_what_was_taken_back_is_no_longer_the_newest(hub: Hub) -> None:
    table = hub.begin("moriham")
    made = find("moriham").account
    table.submit({"action": "start_game", "first": "A"})
    table.submit({"action": "next_phase", "seat": "A"})
    newest = telling.newest(table, made)
    assert newest is not None
    assert newest.number == 2
    table.move("undo", None, None)
    before = telling.newest(table, made)
    assert before is not None
    assert before.number == 1


def test_a_beat_stands_as_long_as_it_takes_to_read() -> None:
    assert telling.hold_ms("Ana 9.", 1) == telling.FLOOR_MS[1]
    assert telling.hold_ms("Ana 9.", 3) == telling.FLOOR_MS[3]
    assert telling.hold_ms("Ana pays 9 and has 41 left. Bo pays 6 and has 44 left.", 2) == 400 + 190 * 14 + 200 * 4


MATCHES = {"shazamm": "fall_by_hit", "moriham": "life", "datamorphs": "two_wins_in_three", "bhm": "counter", "mamlejet": "win_emuna"}

TWO_LINES, THREE_LINES = 58, 90
"""Letters that a phone's strip has room for, in Spanish, which is the longer language."""


@pytest.mark.parametrize("game", MATCHES)
def test_sentences_of_beats_and_headlines_fit_two_lines_of_a_phone(game: str, hub: Hub) -> None:
    """Most fit two lines; those with long names of cards are written smaller, in three."""
    titles, sentences = set[str](), set[str]()
    path = next(path for path in generate_golden.files() if (path.parent.name, path.stem) == (game, MATCHES[game]))
    for table in golden(hub, path):
        groups = telling.groups_now(table)
        made = telling.of_group(table, find(game).account, groups[-1], "es") if groups else None
        if made is not None:
            titles.add(made.title)
            sentences |= {beat.says for beat in made.beats}
    assert len(titles) >= 10
    for said in (titles, sentences):
        assert [one for one in said if len(one) > THREE_LINES] == []
        assert sum(len(one) <= TWO_LINES for one in said) >= 0.7 * len(said), sorted(said, key=len)[-5:]

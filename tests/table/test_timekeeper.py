"""The time of a match against the clock: kept by the table, told as it runs out, and ended by the match's own action (MMK-166, R40)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tapete import cards
from tapete.core.seats import SEATS
from tapete.table import Hub, Journal, Table
from tapete.table.resuming import resume
from tapete.table.timekeeper import LONG_PAUSE, Timekeeper, look_at, timekeeper

CLOCK: dict[str, Any] = {"mode": "clock", "clock_minutes": 12}


class Hands:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def begun(journal: Journal | None = None, seats: int = 1, **options: Any) -> Table:
    return Table.begin(journal, cards.bind("mamlejet", {**CLOCK, **options}), SEATS[:seats])


def kept(table: Table, hands: Hands) -> Timekeeper:
    keeper = timekeeper(table, now=hands)
    assert keeper is not None
    return keeper


def wait(keeper: Timekeeper, hands: Hands, seconds: float) -> None:
    hands.at += seconds
    keeper.look()


def said(table: Table) -> list[str]:
    return [notice.text.in_("es") for notice in table.notices]


@pytest.mark.clause("MMK-166", "MMK-R40")
def test_time_counts_from_the_first_round_and_ends_by_itself() -> None:
    table, hands = begun(clock_finish_round=False), Hands()
    keeper = kept(table, hands)
    wait(keeper, hands, 3_000)
    assert table.time_left() == 720, "decks and hands take no time of play"
    table.submit({"action": "keep_hand", "seat": "A"})
    wait(keeper, hands, 719)
    assert table.time_left() == 1
    assert table.result is None
    wait(keeper, hands, 1)
    over = table.rules.result(table.state)
    assert over is not None
    assert (over.reason, table.entries[-1].source) == ("clock", "automatic")
    assert table.time_left() is None
    seq = table.seq
    wait(keeper, hands, 60)
    assert table.seq == seq


@pytest.mark.clause("MMK-R40")
def test_the_round_is_finished_where_the_house_rule_says_so() -> None:
    table, hands = begun(), Hands()
    keeper = kept(table, hands)
    table.submit({"action": "keep_hand", "seat": "A"})
    wait(keeper, hands, 720)
    assert table.state.clock_expired
    assert table.result is None
    assert table.time_left() is None
    assert said(table)[-1] == "Se acabó el tiempo."
    seq = table.seq
    wait(keeper, hands, 60)
    assert table.seq == seq, "the end is said once"


def test_everybody_is_told_as_time_runs_out() -> None:
    table, hands = begun(), Hands()
    keeper = kept(table, hands)
    table.submit({"action": "keep_hand", "seat": "A"})
    for _ in range(719):
        wait(keeper, hands, 1)
    assert said(table) == [
        "Quedan 10 minutos de juego.",
        "Quedan 5 minutos de juego.",
        "Queda 1 minuto de juego.",
    ]
    assert [notice.text.in_("en") for notice in table.notices][-1] == "1 minute of play is left."


def test_after_a_long_wait_only_the_last_figure_is_told() -> None:
    table, hands = begun(), Hands()
    keeper = kept(table, hands)
    table.submit({"action": "keep_hand", "seat": "A"})
    wait(keeper, hands, 690)
    assert said(table) == ["Queda 1 minuto de juego."]


def test_time_that_is_up_is_said_again_when_it_was_undone() -> None:
    table, hands = begun(), Hands()
    keeper = kept(table, hands)
    table.submit({"action": "keep_hand", "seat": "A"})
    wait(keeper, hands, 720)
    table.move("jump", table.seq - 1)
    if table.asked() is not None:
        table.agree("A")
    assert not table.state.clock_expired
    assert table.time_left() == 0
    wait(keeper, hands, 1)
    assert table.state.clock_expired


def test_a_match_without_minutes_has_nobody_who_keeps_its_time() -> None:
    for rules in (cards.bind("mamlejet", {"mode": "clock"}), cards.bind("mamlejet"), cards.bind("shazamm")):
        table = Table.begin(None, rules, SEATS[: rules.game.fewest])
        assert timekeeper(table) is None
        assert table.time_left() is None


def test_a_match_that_is_opened_again_goes_on_from_the_time_that_was_played(tmp_path: Path) -> None:
    clock = [datetime(2026, 5, 1, 18, 0, tzinfo=UTC)]
    with Journal(tmp_path / "matches.sqlite", now=lambda: clock[0]) as journal:
        table = begun(journal, hand_limit=30, threat_skip_rounds=20)
        for action, minutes in (("keep_hand", 4), ("pass", 60), ("pass", 3), ("pass", 0)):
            clock[0] += timedelta(minutes=1)
            table.submit({"action": action, "seat": "A"})
            clock[0] += timedelta(minutes=minutes)
        assert timedelta(minutes=60) > LONG_PAUSE
        again, found = resume(journal, table.id), journal.match(table.id)
        assert found is not None
        keeper = timekeeper(again, found.times, Hands())
        assert keeper is not None
        assert keeper.left() == 60 * (12 - (4 + 1) - (3 + 1)), "the hour of silence was no play"


def test_a_fault_at_one_table_leaves_the_other_clocks_going() -> None:
    hands = Hands()
    broken, sound = kept(begun(), hands), begun()
    other = kept(sound, hands)
    sound.submit({"action": "keep_hand", "seat": "A"})
    broken._limit = None  # type: ignore[assignment]  # a fault that nobody foresaw
    hands.at += 100
    look_at([broken, other])
    assert sound.time_left() == 620


def test_the_hub_keeps_the_time_of_what_it_opens(tmp_path: Path) -> None:
    hub = Hub(Journal(tmp_path / "matches.sqlite"))
    try:
        table = hub.begin("mamlejet", CLOCK, seats=1)
        assert table.time_left() == 720
        hub.let_go(table.id)
        assert table.time_left() is None  # nobody keeps it
        opened = hub.table(table.id)
        assert opened is not None
        assert opened.time_left() == 720
        assert opened.time_runs() == table.time_runs()
        assert hub.begin("mamlejet", seats=1).time_left() is None
    finally:
        hub.close()

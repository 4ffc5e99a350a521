"""Best of three at connected tables: each game is told by its lines, the next one begins by itself, and what they come to counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.league.decisions import PlayAgain
from tapete.league.protocol import PairingKey
from tapete.league.results import match_of
from tapete.league.server.shared import League
from tapete.league.store.lines import LineStore
from tapete.league.tournament import PairingResult, TournamentSettings
from tests.league import matches
from tests.league.server.conftest import FRIDAY, Served
from tests.league.server.test_attendance import address, running
from tests.league.server.two_tables import KEY, Table, decide, evening, result_of, stream

pytestmark = [pytest.mark.league]

WON_BY_A, WON_BY_B = matches.told(3), matches.told(1)


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("", ""),
        ("A", ""),
        ("A A", "A 2-0"),
        ("A B", ""),
        ("A B B", "B 1-2"),
        ("A draw", ""),
        ("A draw draw", "A 1-0-2"),
        ("A B draw", "draw 1-1-1"),
        ("A B loss", "draw 1-1-1"),
        ("A stopped", "stopped"),
        ("A A B", "A 2-0"),
    ],
)
def test_what_games_come_to(games: str, said: str) -> None:
    settings = TournamentSettings(name="x", game="shazamm", seed="x", best_of=3)
    assert match_of(settings, games.split()) == said


def test_a_match_of_a_bracket_goes_on_until_somebody_has_won_it() -> None:
    settings = TournamentSettings(name="x", game="shazamm", seed="x", best_of=3)
    assert match_of(settings, ("A", "B", "draw"), decisive=True) == ""
    assert match_of(settings, ("A", "B", "draw", "B"), decisive=True) == "B 1-2-1"


def result(served: Served) -> PairingResult | None:
    """What stands at table 1."""

    async def placed(league: League) -> PairingResult | None:
        return (await league.store.load("shop", "friday")).rounds[0].placed[0].result

    found: PairingResult | None = served.within(placed)
    return found


def send(table: Table, match: matches.Told, name: str) -> None:
    """Tell a game, whole."""
    for first in range(0, len(match.lines), 190):
        assert table.lines(match.part(first, first + 190, KEY), name)[0] == 200


def test_a_table_tells_two_to_one(served: Served) -> None:
    table = evening(served, best_of=3)(1)
    with stream(table) as states:
        assert next(states).again_ms == 0
        for number, match in enumerate((WON_BY_A, WON_BY_B), 1):
            send(table, match, f"game{number}")
            state = next(one for one in states if one.again_ms)
            assert (state.again_ms, state.result) == (number, ""), "the next game begins"
            assert result(served) is None
        send(table, WON_BY_A, "game3")
        assert next(one.result for one in states if one.result) == "A"
    found = result(served)
    assert found is not None
    assert (found.word, found.games, found.source) == ("A", "2-1", "table")
    with served.visitor("organiser") as page:
        shown = page.get(FRIDAY).text
        assert "2–1" in shown
        assert "Asks for you" not in shown, "three games are no three histories of one match"


def test_the_wall_shows_the_game_that_is_played(served: Served) -> None:
    table = evening(served, best_of=3)(1)
    send(table, WON_BY_B, "game1")
    table.lines(WON_BY_A.part(0, 5, KEY), "game2")

    async def shown(league: League) -> tuple[object, object]:
        lines = LineStore(league.store.engine)
        return (await lines.at_tables("shop", "friday", 1, 1))[1], await lines.moves("shop", "friday", 1, 1)

    assert served.within(shown) == (("game2", 5), {1: 5}), "though the game before was longer"


def test_games_before_a_judges_word_count_no_more(served: Served) -> None:
    table = evening(served, best_of=3)(1)
    send(table, WON_BY_A, "game1")

    async def again(league: League) -> None:
        heads = [one.head for one in await LineStore(league.store.engine).tellings("shop", "friday")]
        await decide(league, PlayAgain(1, 1, tuple(heads)))

    served.within(again)
    for number in (2, 3):
        assert result(served) is None
        send(table, WON_BY_B, f"game{number}")
    assert result_of(served) == "B"
    found = result(served)
    assert found is not None
    assert found.games == "0-2"


def test_the_next_game_begins_at_the_table_by_itself_also_after_a_restart(served: Served, tmp_path: Path) -> None:
    evening(served, best_of=3)
    with running(tmp_path) as computer:
        computer.attends.join(address(served))
        first = computer.begun.get()
        first.submit({"action": "concede", "seat": "B"})
        second = computer.begun.get()
        assert (second.id != first.id, second.seq, second.names) == (True, 0, first.names)
    with running(tmp_path) as again:
        there = again.begun.get()
        assert there.id == second.id
        there.submit({"action": "concede", "seat": "B"})
        assert result_of(served) == "A"
    found = result(served)
    assert found is not None
    assert (found.games, found.source) == ("2-0", "table")
    assert PairingKey("friday", 1, 1, 1) == KEY

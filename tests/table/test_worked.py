"""Every clause has a worked position: it opens as a match, and its action leads to what the text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete import games
from tapete.core import position
from tapete.core.texts import LANGUAGES
from tapete.table import Hub, Journal, arguing, page, worked

GAMES = ("shazamm", "datamorphs", "bhm", "mamlejet", "moriham")


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_position_opens_and_leads_to_what_its_text_says(game: str) -> None:
    ledger = games.need(game)
    kept = worked.kept(game)
    assert set(kept) <= {clause.id for clause in ledger.clauses}
    citing = 0
    for clause in kept:
        example = worked.example(game, clause)
        assert position.load(example.rules, example.position) == example.state
        assert example.action is not None
        assert example.told, clause
        assert example.refused == bool(example.rules.check(example.state, example.action))
        citing += clause in {cited for _text, cited in example.told}
    assert citing > len(kept) / 4, "many examples cite what they are for; the others are what a test of theirs does last"
    assert len(kept) > len(ledger.clauses) / 2


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_said_with_its_points(game: str) -> None:
    for clause in games.need(game).clauses:
        for language in LANGUAGES:
            said = arguing.said(game, clause, language)
            assert clause.says.in_(language) in said
            assert f"--worked {clause.id}" in said
            if clause.argument is not None:
                points = dict(arguing.points(game, clause, language))
                headings = (arguing.ASKS, arguing.ANSWER, arguing.OTHERS, arguing.WHY, arguing.PRINTED)
                assert all(points[heading.in_(language)] for heading in headings), clause.id


def test_a_clause_of_the_set_up_is_shown_by_the_beginning() -> None:
    example = worked.example("shazamm", "SHZ-011")
    assert (example.action, example.told, example.declared) == (None, (), "")
    assert example.state == example.rules.start(("A", "B"))


def test_a_worked_position_begins_a_match_that_goes_on(tmp_path: Path) -> None:
    hub = Hub(Journal(tmp_path / "matches.sqlite3"))
    example = worked.example("shazamm", "SHZ-R16")
    table = hub.begin("shazamm", example.rules.plain_options, position=example.position)
    assert table.state == example.state
    assert example.action is not None
    table.submit(example.action, page())
    assert table.state == example.rules.apply(example.state, example.action)[0]
    hub.close()

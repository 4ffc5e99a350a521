"""A page shows one moment of a match, however much other threads declare while it is drawn."""

from __future__ import annotations

from tapete.table import Table
from tapete.web.view import MatchView


def test_what_is_declared_meanwhile_belongs_to_the_next_picture(table: Table) -> None:
    table.submit({"action": "lock_bid", "seat": "A", "amount": 5})
    view = MatchView(table, "en")
    before = view.context()
    for seat, amount in (("A", 6), ("A", 7)):
        table.submit({"action": "unlock", "seat": seat})
        table.submit({"action": "lock_bid", "seat": seat, "amount": amount})
    again = view.context()
    assert [line.seq for line in again["lines"]] == [line.seq for line in before["lines"]] == [1]
    assert again["instructions"] == before["instructions"]
    assert MatchView(table, "en").seq == 5

"""Who may declare what from whose page: every action of every game has its line, and a page of another seat is refused."""

from __future__ import annotations

import pytest

from tapete import cards, games
from tapete.core.kinds import name_of
from tapete.core.refusals import Illegal
from tapete.core.seats import SEATS
from tapete.table import Journal, Table, rights


def seatless() -> dict[str, set[str]]:
    """The games whose action of this name has no seat."""
    found: dict[str, set[str]] = {}
    for game in games.BUILT_IN:
        known = games.find(game)
        assert known is not None
        for kind in known.actions:
            if "seat" not in kind.__struct_fields__:
                found.setdefault(name_of(kind), set()).add(game)
    return found


def begun(journal: Journal, game: str) -> Table:
    known = games.find(game)
    assert known is not None
    return Table.begin(journal, cards.bind(game), SEATS[: known.most])


def test_every_action_without_a_seat_has_its_line() -> None:
    """A new one fails here until a player says who may declare it; without a line it is the table's."""
    assert rights.SEATLESS.keys() == seatless().keys()


@pytest.mark.parametrize("game", games.BUILT_IN)
def test_a_seats_page_declares_for_no_other_seat(journal: Journal, game: str) -> None:
    table = begun(journal, game)
    known = games.find(game)
    assert known is not None
    for kind in known.actions:
        if "seat" in kind.__struct_fields__:
            with pytest.raises(Illegal) as refused:
                table.submit({"action": name_of(kind), "seat": "B"}, "A")
            assert refused.value.refusals[0].code == "not_your_seat", name_of(kind)
    assert table.seq == 0


def test_what_is_the_tables_is_refused_on_a_seats_page(journal: Journal) -> None:
    table = begun(journal, "mamlejet")
    for action, code in (("abandon", "for_the_table"), ("time_up", "for_the_table"), ("ruling", "ask_first")):
        with pytest.raises(Illegal) as refused:
            table.submit({"action": action}, "A")
        assert refused.value.refusals[0].code == code


def test_nobody_names_the_bid_of_another(journal: Journal) -> None:
    table = begun(journal, "shazamm")
    table.submit({"action": "lock_bid", "seat": "B"}, "B")
    table.submit({"action": "lock_bid", "seat": "A", "amount": 9}, "A")
    with pytest.raises(Illegal, match="not_your_seat"):
        table.submit({"action": "reveal_bids", "bids": {"B": 50}}, "A")
    assert table.submit({"action": "reveal_bids", "bids": {"B": 5}}, "B")


def test_nobody_enters_the_die_of_another(journal: Journal) -> None:
    table = begun(journal, "moriham")
    table.submit({"action": "roll_for_start"}, "B")
    with pytest.raises(Illegal, match="not_your_seat"):
        table.submit({"action": "enter_roll", "roll": "start1B", "value": 1}, "A")
    assert table.submit({"action": "enter_roll", "roll": "start1A", "value": 1}, "A")
    assert table.submit({"action": "enter_roll", "roll": "start1B", "value": 2}), "the page of the table may"

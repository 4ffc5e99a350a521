"""The page of a simulated console with a reader of stickers: a card is laid by its code, and lifted."""

from __future__ import annotations

from tapete.console.clock import OwnedClock
from tapete.console.simulator import SimulatedConsole
from tapete.table import Hub
from tests.web.conftest import Visitor


def test_a_card_is_laid_and_lifted_on_the_page_and_a_code_that_is_none_is_refused(visitor: Visitor, hub: Hub) -> None:
    with OwnedClock() as clock, SimulatedConsole(panels=1, settings={"TAPETE_READER": 1}, clock=clock) as board:
        laid: list[tuple[str, ...]] = []
        board.lay = lambda *stickers: laid.append(tuple(text for _, text in stickers))  # type: ignore[method-assign]
        hub.simulator = board
        try:
            assert "Reader of stickers" in visitor.get("/console").text
            assert visitor.enter("/console/lay", code=" mor.reed.scout ", lay="1").status_code == 200
            visitor.enter("/console/lay", code="", lay="1")
            visitor.enter("/console/lay", code="MOR.REED.SCOUT", lift="1")
            assert laid == [("MOR.REED.SCOUT",), ("",), ()]
            assert visitor.enter("/console/lay", code="no code!", lay="1").status_code == 400
        finally:
            hub.simulator = None


def test_without_a_reader_the_page_offers_none(visitor: Visitor, hub: Hub) -> None:
    with OwnedClock() as clock, SimulatedConsole(panels=1, clock=clock) as board:
        hub.simulator = board
        try:
            assert "Reader of stickers" not in visitor.get("/console").text
            refused = visitor.enter("/console/lay", code="", lay="1")
            assert refused.status_code == 404
        finally:
            hub.simulator = None

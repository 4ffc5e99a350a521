"""What Inferno (10) pushes is one constant: changed there, rules, events, sentences, the preview and the bots' own reckoning follow."""

from __future__ import annotations

import pytest

from tapete.bots.shazamm import turn
from tapete.core.preview import preview
from tapete.games.shazamm import GAME, movement
from tests.games.shazamm.duel import Duel

INFERNO = 10


@pytest.mark.clause("SHZ-091", "SHZ-092")
@pytest.mark.parametrize(
    ("push", "wall", "by", "clause"),
    [
        (2, -2, 2, "SHZ-091"),
        (3, -2, 3, "SHZ-091"),
        (4, -2, 4, "SHZ-091"),
        (3, 1, 2, "SHZ-092"),
        (4, -1, 4, "SHZ-091"),
        (5, -1, 4, "SHZ-092"),
    ],
)
def test_everything_follows_the_constant(monkeypatch: pytest.MonkeyPatch, push: int, wall: int, by: int, clause: str) -> None:
    monkeypatch.setattr(movement, "INFERNO_PUSH", push)
    monkeypatch.setattr(turn, "INFERNO_PUSH", push)
    duel = Duel(wall=wall).bids(9, 5).do("declare_cards", "B", numbers=[])
    shown = preview(duel.rules, duel.state, duel.action("declare_cards", "A", numbers=[INFERNO]))
    duel.do("declare_cards", "A", numbers=[INFERNO])
    (moved,) = duel.told("wall_moved")
    assert (moved.by, moved.wall, moved.clause) == (by, wall + by, clause)
    assert (duel.wall, shown.state.wall) == (wall + by, wall + by)
    assert [event for event in shown.events if isinstance(event, movement.WallMoved)] == [moved]
    assert [place.value for place in shown.changed if place.name == "wall"] == [wall + by]
    said = GAME.words.say(GAME.sentences[movement.WallMoved].log, {"wall": moved.wall}, movement.WallMoved)
    slab = GAME.words.show(wall + by, "en", "slab")
    assert (said.in_("en"), said.in_("es")) == (f"The wall moves to slab {slab}.", f"El muro avanza a la losa {slab}.")
    assert turn.after(wall, (50, 50), (9, 5), ((INFERNO,), ())).place == wall + by

"""The match of the page that teaches Mamlejet Kohanim: two rounds of two camps (`teaching`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def _pass(times: int) -> tuple[Mapping[str, Any], ...]:
    """Everybody passes, so many times."""
    return ({"action": "pass", "seat": "A"}, {"action": "pass", "seat": "B"}) * times


def _roll(roll: str, value: int) -> Mapping[str, Any]:
    """A die that shows a number."""
    return {"action": "enter_roll", "roll": roll, "value": value}


FIRST, MINE, SMITH, STUDY, MESSENGER, SECOND = 1, 2, 4, 5, 7, 8
"""What is in play by its number on the table: two Philistine Warriors, resources and soldiers."""

SCRIPT: tuple[Mapping[str, Any], ...] = (
    {"action": "keep_hand", "seat": "A"},
    {"action": "keep_hand", "seat": "B"},
    _roll("initiative-A.0", 9),
    _roll("initiative-B.0", 4),
    {"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"},
    *_pass(2),
    {"action": "play_resource", "seat": "A", "card": "mina"},
    {"action": "produce", "seat": "A", "permanent": MINE},
    {"action": "play_tactic", "seat": "A", "card": "herrero", "targets": [], "dedicate": []},
    *_pass(4),
    {"action": "play_resource", "seat": "B", "card": "estudio"},
    {"action": "produce", "seat": "B", "permanent": STUDY},
    {"action": "play_tactic", "seat": "B", "card": "mensajero", "targets": [], "dedicate": []},
    *_pass(4),
    _roll("city-1.0", 3),
    {"action": "decline_defence", "seat": "A", "enemy": FIRST},
    {"action": "decline_defence", "seat": "B", "enemy": FIRST},
    *_pass(1),
    _roll("assault-1", 4),
    *_pass(2),
    _roll("initiative-A.0", 8),
    _roll("initiative-B.0", 5),
    {"action": "reveal_enemy", "owner": "A", "card": "e-guerrero"},
    *_pass(3),
    {"action": "assign", "seat": "A", "soldier": SMITH, "enemy": FIRST},
    {"action": "confirm_plan", "seat": "A"},
    *_pass(3),
    {"action": "assign", "seat": "B", "soldier": MESSENGER, "enemy": SECOND},
    {"action": "confirm_plan", "seat": "B"},
    *_pass(2),
    _roll("attack-7", 8),
    *_pass(3),
    _roll("attack-1", 7),
    _roll("attack-4", 2),
    *_pass(2),
)
"""The second round ends in blood: one warrior and one soldier fall."""

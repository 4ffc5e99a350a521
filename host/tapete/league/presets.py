"""The rules that shops know by a name: points, games of a match, tie-breaks and turns after time, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tapete.core.texts import Text, _
from tapete.league.tournament import Reckoning

PRESETS: Mapping[Reckoning, Mapping[str, Any]] = {
    "friday": {
        "points": {"win": 3, "draw": 1, "loss": 0, "bye": 3, "absent": 0},
        "best_of": 3,
        "turns": 5,
        "tiebreaks": ("opponents_wins", "games", "opponents_games"),
    },
    "pokemon": {
        "points": {"win": 3, "draw": 1, "loss": 0, "bye": 3, "absent": 0},
        "best_of": 3,
        "turns": 3,
        "tiebreaks": ("opponents_wins", "opponents_opponents_wins", "direct"),
    },
    "chess": {
        "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2, "absent": 0},
        "best_of": 1,
        "turns": 0,
        "tiebreaks": ("buchholz", "sonneborn_berger", "direct"),
    },
}
"""What each sets; chess counts in halves, so a win is two of them."""

NAMES: Mapping[Reckoning, Text] = {
    "house": _("As the house has it"),
    "friday": _("Friday"),
    "pokemon": _("Pokémon"),
    "chess": _("Chess"),
}

SAYS: Mapping[Reckoning, Text] = {
    "house": _("One game a match; points and tie-breaks as chosen below."),
    "friday": _("Best of three, 3-1-0; opponents' matches, games and their games in percent; five turns after time."),
    "pokemon": _("Best of three, 3-1-0; opponents' wins and their opponents' wins in percent, direct encounter; three turns after time."),
    "chess": _("One game, 1-½-0; Buchholz, Sonneborn-Berger, direct encounter by FIDE's rules of 2026."),
}
"""What people read beside each."""

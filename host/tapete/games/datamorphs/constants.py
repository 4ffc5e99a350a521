"""DataMorphs' numbers: what the rules count with, and what every text says of it by a hole in capitals (`{OWNED}`).

Source: docs/inside/rules/datamorphs.md#constants.
"""

OWNED = 5
"""Cards that each player owns, always, and the hand of the first round (DAT-004, 042, 049, R36, R37, R42, R44, R45, R46, R68)."""

ROUND_2, ROUND_3, ROUND_4 = OWNED - 1, OWNED - 2, OWNED - 3
"""Cards of the later rounds: one stays out after each (DAT-042, R36, R42, R63)."""

WINS_NEEDED = 2
"""Round wins that win the match (DAT-044, R40)."""

ROUNDS = 3
"""Rounds of a game (DAT-025, 044, 046, R40, R41)."""

LAST_ROUND = ROUNDS + 1
"""The round of the tie-break (DAT-045, R40)."""

BOOSTS = 2
"""Positions for Boosts, one on each side of the Program (DAT-017, R03)."""

INTERRUPTS = BOOSTS + 1
"""Positions for Interrupts: those of the Boosts, and that of the Function (DAT-024, R03)."""

CHANGE_COST = 1
"""Memory that a Boost costs which changes icons or colours (DAT-054, R10)."""

FUNCTION_COST = 1
"""Memory that a Function costs (DAT-055)."""

MOST_AFFINITIES = 3
"""Types that the benefits, and the weaknesses, of a printed element name at most (DAT-019, 020)."""

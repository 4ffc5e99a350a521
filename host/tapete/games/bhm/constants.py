"""BHM's numbers: what the rules count with, and what every text says of it by a hole in capitals (`{LOSING}`).

Source: docs/inside/rules/bhm.md#constants.
"""

LOSING = 32
"""So many counter points lose the match (BHM-029, R03, R08, R10)."""

MOST_COUNTER = LOSING - 1
"""The highest counter of a player who goes on (BHM-R28)."""

OPENING_HAND = 5
"""Cards drawn for the first turn, and most that may be exchanged (BHM-003, 007, R07)."""

HAND_LIMIT = 7
"""Most cards in hand at the end of one's turn; from so many on the optional draw is forfeited (BHM-121..123, R29, R30, R85)."""

BELOW_LIMIT = HAND_LIMIT - 1
"""Most cards in a hand that is offered the optional draw (BHM-R30)."""

SMALLEST_DECK, LARGEST_DECK = 40, 65
"""Cards of a main deck (BHM-149)."""

MOST_SUMMONS = 10
"""Cards of a summon zone (BHM-110)."""

MOST_TERRITORIES = 2
"""Territories that a player may have (BHM-085, R70)."""

SPACES = 10
"""Spaces of a field (BHM-119)."""

MOST_RANK = 40
"""Ranks go from 0 to here (BHM-R18, R100)."""

FLED, TERRITORY_LOST = 1, 1
"""Counter points for a being that flees, and for a territory lost (BHM-031, 032, 065, 075, 086, R72)."""

KILLED, PETRIFIED = 2, 2
"""Counter points for a being that is killed or petrified (BHM-033, 125, 127)."""

ANNIHILATED = 5
"""Counter points for a being that is annihilated (BHM-035, 126)."""

DIVINE = 1
"""Counter points that a divine being adds when it dies (BHM-105)."""

DIVINE_SUMMON = KILLED + DIVINE
"""Counter points for a divine summon that dies (BHM-105, R97)."""

DIVINE_ANNIHILATED = ANNIHILATED + DIVINE
"""Counter points for a divine being that is annihilated (BHM-105)."""

ARMAGEDON_UP_TO = 20
"""Up to this counter one's own turn's end adds points (BHM-042, R28)."""

ARMAGEDON_ADDS = 1
"""Counter points that ARMAGEDON adds (BHM-042)."""

LEAST_ARMAGEDON, MOST_ARMAGEDON = 5, 30
"""What the threshold of ARMAGEDON may be by agreement (BHM-044)."""

START_COUNTER = 0
"""The counter at the start (BHM-R02)."""

MOST_START = 10
"""The highest counter that a house rule may begin with (BHM-R02)."""

MOST_ENTITY_POINTS = 5
"""The most that a house may give for an entity that dies (BHM-R53)."""

COPIES = 2
"""Copies of a card in a deck (BHM-150)."""

COMMON_COPIES = 3
"""Copies of an ordinary or basic card (BHM-152, R92)."""

MOST_COPIES = 4
"""The most copies that a card may name (BHM-154, R92)."""

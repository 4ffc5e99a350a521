"""Shazamm's numbers: what the rules count with, and what every text says of it by a hole in capitals (`{MOST_MANA}`).

Source: docs/inside/rules/shazamm.md#constants.
"""

MOST_MANA = 50
"""Mana at the start of every round, and never more (SHZ-014, 023, 031, 096, 099, 106, R40, R50, R52, R75); a house rule may give less."""

LEAST_MANA = 10
"""The least mana that a house rule may give (SHZ-R75)."""

LEAST_BID = 1
"""The smallest bid (SHZ-036, R43, R64)."""

SPELLS = 14
"""The spells of each wizard, numbered from 1 (SHZ-008, 017, 047, 111, R14, R30, R32, R62)."""

DECK_CARDS = SPELLS + 1
"""The cards of a deck: the spells and the fake card (SHZ-008, 015)."""

FAKE = 0
"""The number of the fake card (SHZ-060..063)."""

OPENING_HAND = 5
"""Spells drawn before the first turn (SHZ-018, 113)."""

PILE = SPELLS - OPENING_HAND
"""Spells of the draw pile when the opening hand is drawn (SHZ-018)."""

DRAWN_EACH_ROUND = 3
"""Spells drawn at every new round, or what is left (SHZ-107, 109, 113, R60)."""

HALF = 9
"""Slabs of the bridge on each side of the central one (SHZ-R01)."""

SLABS = 2 * HALF + 1
"""Slabs of the whole bridge (SHZ-R01)."""

REACH = 3
"""Steps between the wall and each wizard when a round begins (SHZ-012, 013, 027..029, 075, 105, R01, R40, R57)."""

BETWEEN = REACH - 1
"""Free slabs between the wall and each wizard when a round begins (SHZ-013, 029)."""

APART = 2 * REACH
"""Steps between the wizards (SHZ-R07, R11)."""

BEHIND = HALF - REACH
"""Slabs behind each wizard at the start (SHZ-R01)."""

LAST_ROUND = HALF - REACH + 1
"""After so many rounds one of the wizards has fallen (SHZ-R07)."""

FARTHEST = LAST_ROUND
"""The outermost slab on which the wall can ever stand (SHZ-R07)."""

SLABS_LEFT = SLABS - 2 * LAST_ROUND
"""Slabs that are left after the last round (SHZ-R07)."""

SILENCE, CLONE, THEFT, END_ROUND, MIDDLE, RECYCLE = 1, 2, 3, 4, 5, 6
"""The numbers of the spells that work before the powers are compared (SHZ-064..084)."""

ATTACK_BOOST, DOUBLE_DOSE, WINNER_LOSES, INFERNO, RESISTANCE, SORE_LOSER, RESERVE_BOOST, SUCTION = 7, 8, 9, 10, 11, 12, 13, 14
"""The numbers of the spells that work on power, movement and payment (SHZ-085..099)."""

BOOST = 7
"""What Attack boost adds to the power (SHZ-085, R19, R45)."""

BOOST_TWICE = 2 * BOOST
"""What two of them add (SHZ-R19)."""

DOUBLE = 2
"""By what Double dose multiplies the power (SHZ-087, R45)."""

INFERNO_PUSH = 2
"""How many slabs the wall moves with Inferno (SHZ-091, R47)."""

MOST_RECYCLED = 5
"""By how much Recycle may change a bid, up or down (SHZ-082, R43)."""

RESERVE = 13
"""What Reserve boost adds to the mana (SHZ-095)."""

RESERVE_TWICE = 2 * RESERVE
"""What two of them add (SHZ-R19)."""

TILES_A_SIDE = 8
"""Broken-slab tiles for each end of the bridge, more than are ever needed (SHZ-007)."""

TILES = 2 * TILES_A_SIDE
"""Broken-slab tiles in the box (SHZ-007, R01)."""

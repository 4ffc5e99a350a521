"""MORIHAM's numbers: what the rules count with, and what every text says of it by a hole in capitals (`{START_LIFE}`).

Source: docs/inside/rules/moriham.md#constants.
"""

DECK_CARDS = 50
"""Cards of a deck (MOR-004, R01, R02); a house rule may say another number."""

START_LIFE = 30
"""Life points at the start (MOR-028, R30)."""

START_HAND = 5
"""Cards of the opening hand (MOR-031)."""

FULL_HAND = 6
"""The draw phase fills the hand up to so many (MOR-035, R20, R22)."""

ZONE = 5
"""Most monsters on a side, and most magic and trap cards together (MOR-049, 050, R10, R33, R62, R63, R88)."""

CARD_EFFECTS = 2
"""Effects of a magic or a trap, of which one is used (MOR-009, 017, 018)."""

ADVISED_1, ADVISED_2, ADVISED_3, ADVISED_4 = 10, 8, 6, 4
"""Monsters of each level that the rulebook advises (MOR-021..024)."""

ADVISED_MAGIC, ADVISED_TRAPS = 12, 12
"""Magic cards and traps that the rulebook advises (MOR-025, 026)."""

ADVISED = ADVISED_1 + ADVISED_2 + ADVISED_3 + ADVISED_4 + ADVISED_MAGIC + ADVISED_TRAPS
"""Cards that the rulebook advises in all (MOR-R01)."""

OVER = ADVISED - DECK_CARDS
"""Cards by which the advice is over a deck (MOR-R01)."""

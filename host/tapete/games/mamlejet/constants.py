"""Mamlejet Kohanim's numbers: what the rules count with, and what every text says of it by a hole in capitals (`{WIN_EMUNA}`).

Source: docs/inside/rules/mamlejet.md#constants.
"""

MOST_PLAYERS = 4
"""Players of a campaign (MMK-155, R03)."""

WIN_EMUNA = 50
"""Emuná that wins (MMK-164, R36, R40)."""

LOSS_EMUNA = 50
"""Emuná lost that loses (MMK-167)."""

ALWAYS = 10
"""The face of a die that always succeeds (MMK-132, R26, R29, R30)."""

NEVER = 1
"""The face of a die that always fails, and is an epic failure (MMK-134, 135, R26, R29, R30)."""

EPIC_LOSS = 1
"""By how much an epic failure lowers one's own index (MMK-135, R27, R29)."""

LEAST_DIFFICULTY, MOST_DIFFICULTY = 2, 10
"""What a die may have to reach (MMK-115, R04)."""

CITY_DIFFICULTY = 6
"""What an enemy's attack on a city has to reach; ours, as the rulebook has lost the number (MMK-202, R04)."""

SHOT_DIFFICULTY = 6
"""What an enemy's shot at a city has to reach; ours too (MMK-186, R04)."""

SHOT_PENALTY = 1
"""What a projectile adds to the index that is rolled against (MMK-186, 231, R05)."""

QUIET_ROUNDS = 2
"""Rounds without a threat (MMK-182, R11)."""

FIRST_THREAT = QUIET_ROUNDS + 1
"""The round from which enemies enter (MMK-183)."""

SQUIRE_MOST = 2
"""With more enemies than so many for each player none enters at the easiest level (MMK-159, R13)."""

OPENING_HAND = 7
"""Cards of the opening hand (MMK-169)."""

HAND_LIMIT = 7
"""Most cards in hand at the end of a round (MMK-218, 220)."""

DECK_TACTICS = 60
"""Tactic cards of a deck (MMK-148, R70)."""

DECK_ENEMIES = 15
"""Enemy cards of a deck (MMK-148, R70)."""

CITY_START = DECK_TACTICS - OPENING_HAND
"""Tactic cards that are left when the opening hand is drawn (MMK-169)."""

MOST_COPIES = 4
"""Most copies of a card that is no basic resource (MMK-149)."""

ADVISED_OF, ADVISED_PARTS = 5, 2
"""Of so many parts of a deck so many are advised to be resources (MMK-150)."""

ADVISED_RESOURCES = DECK_TACTICS * ADVISED_PARTS // ADVISED_OF
"""Resources that are advised for a deck (MMK-150)."""

MOST_WEALTH = 5
"""The most points that a resource gives (MMK-036)."""

MOST_COLOUR = 9
"""The most points of one colour that a card costs (MMK-006)."""

MOST_POINTS = 20
"""The most points that a card costs in all (MMK-006)."""

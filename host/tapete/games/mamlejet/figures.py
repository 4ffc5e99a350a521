"""Mamlejet's small words: colours, keywords, ids, and the figures that cards and dice have.

Source: docs/inside/rules/mamlejet.md#constants, #state, #catalogue.
"""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from tapete.core.kinds import AnyNumber
from tapete.core.seats import Seat
from tapete.core.structs import Strict
from tapete.games.mamlejet.constants import LEAST_DIFFICULTY, MOST_COLOUR, MOST_DIFFICULTY

CardId = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]{0,39}$", extra={"kind": "card"})]
Pid = Annotated[int, Meta(ge=1, le=99_999)]
"""The number of a permanent or of something that waits on the stack; never used twice in a match (MMK-R76)."""

AnyPid = AnyNumber
"""Whatever number a player says; the rules judge it, so that the refusal is the game's own."""

Count = Annotated[int, Meta(ge=0, le=9_999)]
Change = Annotated[int, Meta(ge=-30, le=30)]
Signed = Annotated[int, Meta(ge=-30, le=30, extra={"kind": "signed"})]
"""A change that is shown with its sign."""

Difficulty = Annotated[int, Meta(ge=LEAST_DIFFICULTY, le=MOST_DIFFICULTY)]
Bonus = Annotated[int, Meta(ge=-5, le=5)]

Colour = Annotated[Literal["white", "red", "blue"], Meta(extra={"kind": "colour"})]
COLOURS: tuple[Literal["white", "red", "blue"], ...] = ("white", "red", "blue")
"""Sustento, Materiales, Espiritualidad (MMK-003)."""

CardType = Annotated[Literal["soldado", "objeto", "estrategia", "hishtadlut", "tefila", "recurso", "enemigo"], Meta(extra={"kind": "type"})]
TACTICS: tuple[str, ...] = ("soldado", "objeto", "estrategia", "hishtadlut", "tefila")
"""The types that are played as tactics (MMK-076)."""

Keyword = Annotated[
    Literal["coraje", "curar", "dano_catastrofico", "disparar_proyectiles", "frenesi", "infundir_miedo", "robustez", "zerizut"],
    Meta(extra={"kind": "keyword"}),
]
KEYWORDS: tuple[str, ...] = get_args(get_args(Keyword)[0])

Duration = Annotated[Literal["eot", "in_play", "while_source"], Meta(extra={"kind": "duration"})]

EPIC, RULED = "MMK-135", "MMK-R75"
"""What changes a figure without a card: an epic failure, and the table."""

Cause = Annotated[str, Meta(pattern="^(MMK-R?[0-9]{2,3}|[a-z0-9][a-z0-9-]{0,39})$", extra={"kind": "cause"})]
"""What changes a figure: a card by its id, or a clause where no card does."""

Lasts = Annotated[Literal["eot", "in_play", "while_source", "attached", "defending", "printed"], Meta(extra={"kind": "lasts"})]
"""As long as what a change counts: as an effect says, or by itself while cards lie as they lie."""

TargetClass = Annotated[
    Literal[
        "ally", "own_ally", "enemy", "soldier", "permanent", "structure", "city", "player", "stack_item", "damaged_ally", "dedicated_ally"
    ],
    Meta(extra={"kind": "target"}),
]

Event10 = Literal[
    "enters_self", "leaves_self", "enters_ally", "enters_enemy", "step_draw_self", "combat_start", "hits_self", "defeated_self",
    "city_hit_self", "end_of_turn",
]  # fmt: skip
"""What a triggered ability waits for (docs/inside/rules/mamlejet.md#catalogue)."""

Side = Annotated[Literal["tactics", "enemies"], Meta(extra={"kind": "family"})]
Fallen = Annotated[Literal["none", "battle", "city"], Meta(extra={"kind": "fallen"})]
By = Annotated[Seat | Literal["enemy", "none"], Meta(extra={"kind": "by"})]
"""Whose doing something is: a player's, the enemy's, nobody's (MMK-R103)."""

Reason = Annotated[Literal["pays", "acts", "fights", "defends", "effect", "ruling"], Meta(extra={"kind": "reason"})]
"""What a permanent is dedicated to (MMK-070, 071)."""

StepName = Annotated[
    Literal[
        "setup", "1a", "1b", "1c", "2a", "2b", "2c_plan", "2c", "2d", "3a_w1", "3a_targets", "3a_defence", "3a_w2", "3a_rolls", "3b", "3c",
        "3d", "3d_frenzy", "3e", "3g", "4a", "4b", "over",
    ],
    Meta(extra={"kind": "step"}),
]  # fmt: skip

Where = Annotated[Literal["hand", "city", "guenizah", "play", "enemy_city", "enemy_out"], Meta(extra={"kind": "where"})]
Hit = Annotated[bool, Meta(extra={"kind": "hit"})]
Gained = Annotated[bool, Meta(extra={"kind": "gained"})]
Mains = Annotated[bool, Meta(extra={"kind": "mains"})]
What = Annotated[Literal["difficulty", "attack"], Meta(extra={"kind": "what"})]
Result = Annotated[Literal["win", "loss", "draw", "stopped"], Meta(extra={"kind": "result"})]
EndReason = Annotated[
    Literal["emuna", "lost", "empty_city", "both", "clock", "exhausted", "card", "abandoned"], Meta(extra={"kind": "end"})
]
"""What events tell beside cards and figures; each is shown by its kind."""

Target = Annotated[int, Meta(ge=1, le=99_999)] | Seat | None
"""What a target is: a permanent or an item of the stack by its number, a seat, or nothing where it may be left out."""

AnyTarget = AnyPid | Seat | None
"""What a player aims at, whether it is one or not."""

AbilityName = AnyPid | Literal["shoot", "heal"]
UNKNOWN = "unknown"
"""The name of a tactic card in a guenizá that nobody has named (MMK-R73)."""


class Cost(Strict, omit_defaults=True):
    """What a tactic or an ability costs (MMK-006, 064, 224)."""

    white: Annotated[int, Meta(ge=0, le=MOST_COLOUR)] = 0
    red: Annotated[int, Meta(ge=0, le=MOST_COLOUR)] = 0
    blue: Annotated[int, Meta(ge=0, le=MOST_COLOUR)] = 0
    generic: Annotated[int, Meta(ge=0, le=MOST_COLOUR)] = 0

    @property
    def total(self) -> int:
        """Return all points that have to be paid."""
        return self.white + self.red + self.blue + self.generic

    def coloured(self, spend: "Wealth | None") -> "Cost":
        """Return the same cost with its grey part in colours, where a player has said which (MMK-R56)."""
        if spend is None:
            return self
        return Cost(self.white + spend.white, self.red + spend.red, self.blue + spend.blue, self.generic - spend.total)

    def splits(self) -> "tuple[Split, ...]":
        """Return every way to pay the grey part in colours; none where there is no grey part."""
        n = self.generic
        return tuple(Split(white, red, n - white - red) for white in range(n, -1, -1) for red in range(n - white, -1, -1)) if n else ()


class Wealth(Strict, omit_defaults=True):
    """Points of wealth by colour: what a resource yields, or what a player has at hand (MMK-063, 068)."""

    white: Count = 0
    red: Count = 0
    blue: Count = 0

    @property
    def total(self) -> int:
        """Return all points."""
        return self.white + self.red + self.blue

    def plus(self, other: "Wealth") -> "Wealth":
        """Both together."""
        return Wealth(self.white + other.white, self.red + other.red, self.blue + other.blue)

    def paid(self, cost: Cost) -> "Wealth":
        """Return what is left after paying; the generic part from the colour with most points left (MMK-R56)."""
        left = [self.white - cost.white, self.red - cost.red, self.blue - cost.blue]
        for _ in range(cost.generic):
            left[left.index(max(left))] -= 1
        return Wealth(*left)


class Split(Wealth, omit_defaults=True):
    """How a player says that a grey part is paid, by colour; the rules judge it, so that the refusal is the game's own (MMK-R56)."""

    white: AnyNumber = 0
    red: AnyNumber = 0
    blue: AnyNumber = 0


def plain(points: Cost | Wealth) -> dict[str, Any]:
    """Return points as plain data, without empty colours."""
    return {name: n for name in (*COLOURS, "generic") if (n := getattr(points, name, 0))}


class Shift(Struct, frozen=True):
    """One reason why a figure is not the printed one: by how much, because of what, and as long as what (MMK-011, 130)."""

    n: int
    cause: Cause
    lasts: Lasts


def lot_value(faces: tuple[int, ...], number: int) -> int | None:
    """Return which of `number` things these faces choose, from 0; None: roll again. One die up to ten things, two beyond (MMK-R06)."""
    sides, value = (10, faces[0]) if len(faces) == 1 else (100, (faces[0] - 1) * 10 + faces[1])
    chosen = (value - 1) // (sides // number)
    return chosen if chosen < number else None

"""What card effects and table rulings are made of: the ledger's fixed list; `effects` says what each does.

Source: docs/inside/rules/mamlejet.md#actions.

On a card, `target` is the number of one of its targets (or a word) and `player` a word or such a number; in a ruling, where the board is
`ruled`, they are a permanent's number and a seat, and the cards that an effect would ask for are named at once (MMK-R75, R103).
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, field

from tapete.core.kinds import AnyNumber, said
from tapete.core.rulings import Note, Operation, Peek
from tapete.core.seats import Seat
from tapete.games.mamlejet.constants import LEAST_DIFFICULTY, MOST_DIFFICULTY
from tapete.games.mamlejet.figures import AnyPid, CardId, Colour, Difficulty, Duration, Fallen, Keyword

At = AnyPid | Literal["self", "other_enemies"]
Who = Seat | AnyNumber | Literal["controller", "owner", "each"]

SoMany = Annotated[int, said(1, 60)]
ChangeSaid = Annotated[int, said(-30, 30)]
DifficultySaid = Annotated[int, said(LEAST_DIFFICULTY, MOST_DIFFICULTY)]

Pile = Literal["hand", "city", "enemy_city"]
Zone = Literal["hand", "city", "guenizah", "play", "enemy_city", "enemy_out"]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]


class OnPermanents(Operation):
    """An operation done to permanents."""

    target: At


class OnPlayers(Operation):
    """An operation done to players."""

    player: Who


class GainWealth(OnPlayers, tag="wealth"):
    """Points of one colour are at a player's disposal (MMK-066, 119)."""

    colour: Colour
    n: SoMany


class Draw(OnPlayers):
    """Cards from the city to the hand; with too few left, everybody loses (MMK-168, R39)."""

    n: SoMany


class Asking(OnPlayers, omit_defaults=True):
    """An operation after which cards of a pile lie open, so that they have to be named; as many as there are (MMK-R73, R104)."""

    n: SoMany
    cards: Cards = ()
    pile: ClassVar[Literal["hand", "city"]]


class Discard(Asking):
    """Cards from the hand to the own guenizá, of their owner's choice (MMK-229)."""

    pile = "hand"


class Mill(Asking):
    """Cards from the top of a city to its owner's guenizá; this is no draw (MMK-R39), and an enemy's doing is marked as such (R34)."""

    pile = "city"


class Damage(OnPermanents):
    """Damage that waits on the stack, to be answered; in a ruling it takes effect at once (MMK-R51, R95, R103)."""


class Heal(OnPermanents, omit_defaults=True):
    """One pending damage is cancelled by a healing roll (MMK-227, R53); a ruling gives the die that was rolled."""

    difficulty: DifficultySaid
    value: AnyNumber | None = None


class Eliminate(OnPermanents):
    """A permanent goes to its owner's guenizá; an enemy to that of the one who did it (MMK-232, 235, R41)."""


class Figured(OnPermanents):
    """A figure of a permanent counts differently for a while."""

    n: ChangeSaid
    duration: Duration
    what: ClassVar[Literal["difficulty", "attack"]]


class ModDifficulty(Figured):
    """A soldier is harder or easier to defeat (MMK-011, 130)."""

    what = "difficulty"


class ModAttack(Figured):
    """A bonus lowers the index that a soldier rolls against (MMK-130, R31)."""

    what = "attack"


class ModCity(OnPlayers):
    """A city is harder or easier to hit (MMK-R26)."""

    n: ChangeSaid
    duration: Duration


class Worded(OnPermanents):
    """A permanent has or lacks a keyword for a while (MMK-120)."""

    keyword: Keyword
    duration: Duration
    kind: ClassVar[Literal["grant", "lose"]]


class GrantKeyword(Worded):
    """It has the keyword."""

    kind = "grant"


class LoseKeyword(Worded):
    """It lacks the keyword."""

    kind = "lose"


class Dedicate(OnPermanents):
    """A permanent takes no other action until it is freed (MMK-073); a soldier that was only planned for combat does not fight (R22)."""


class Liberate(OnPermanents):
    """What a permanent is dedicated to ends; a soldier leaves combat (MMK-248, R50)."""


class Attach(Operation):
    """A weapon or a strategy goes to a permanent (MMK-026, 081)."""

    card: At
    target: At


class Detach(Operation):
    """A weapon is attached to nothing any more (MMK-027)."""

    card: At


class MoveCard(Operation, omit_defaults=True):
    """A card goes from one zone of its owner to another; out of play it is named by its permanent (MMK-R75, R76)."""

    owner: Seat
    card: CardId
    source: Zone
    to: Zone
    permanent: AnyPid | None = None


class ChangeController(OnPermanents):
    """Another player commands an ally; its marks and its pair stay (MMK-R78, R93)."""

    player: Who


class CounterItem(Operation):
    """Something that waits is cancelled; the payment stays spent (MMK-R91)."""

    stack_item: AnyPid


class EnemyEnters(Operation, omit_defaults=True):
    """The top card of an enemy city enters at the front (MMK-059, R15); a ruling names it."""

    owner: Seat | Literal["leader", "owner"]
    card: CardId | None = None


class Roll(Operation, omit_defaults=True):
    """A die against a printed difficulty decides what follows (MMK-115, 123). Cards only: a table rolls, then rules what came of it."""

    difficulty: Difficulty
    then: "Annotated[tuple[Operations, ...], Meta(max_length=6)]" = ()
    otherwise: "Annotated[tuple[Operations, ...], Meta(max_length=6)]" = field(default=(), name="else")


class AdjustCount(Operation):
    """A pile is counted again (MMK-R75)."""

    player: Seat
    pile: Pile
    delta: AnyNumber


class OnBuried(Operation):
    """An operation on a card of a guenizá, by its place there."""

    seat: Seat
    index: AnyNumber


class Identify(OnBuried):
    """An unknown card of a guenizá is named (MMK-R73)."""

    card: CardId


class MarkFallen(OnBuried):
    """How a card came to a guenizá counts for what its owner has lost (MMK-R34)."""

    mark: Fallen


class Ready(OnPermanents):
    """A soldier that has just entered may act (MMK-199)."""


class EndGame(Operation, omit_defaults=True):
    """The game ends as a card or the table says (MMK-153)."""

    result: Literal["win", "draw", "loss"]
    winners: Annotated[tuple[Seat, ...], Meta(max_length=4)] = ()


Common = (
    GainWealth | Draw | Discard | Mill | Damage | Heal | Eliminate | ModDifficulty | ModAttack | ModCity | GrantKeyword | LoseKeyword
    | Dedicate | Liberate | Attach | Detach
)  # fmt: skip
"""What both may do."""

Operations = Common | ChangeController | CounterItem | EnemyEnters | Roll
"""What a card may do (docs/inside/rules/mamlejet.md#catalogue)."""

Corrections = (
    Common | MoveCard | ChangeController | CounterItem | EnemyEnters | AdjustCount | Identify | MarkFallen | Ready | EndGame | Peek | Note
)
"""What a table ruling may do (docs/inside/rules/mamlejet.md#actions)."""

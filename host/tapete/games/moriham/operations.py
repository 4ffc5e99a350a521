"""What card effects, declared texts and table rulings are made of: the ledger's fixed list; `effects` says what each does.

Source: docs/inside/rules/moriham.md#actions.

`who` is seen from the effect's controller, in a ruling from the seat that rules. An operation with nothing to act on is skipped (MOR-R90).
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from tapete.core.kinds import said
from tapete.core.rulings import Note, Operation, Peek
from tapete.core.seats import Seat
from tapete.games.moriham.figures import WORDS, Battle, CardId, Target, TargetWord, Turned, Until, Where, Who, Zone

CardIds = Annotated[tuple[CardId, ...], Meta(max_length=20)]
Draws = Annotated[int, said(1, 10)]
Change = Annotated[int, said(-30, 30)]
Pile = Literal["hand", "deck"]
Attr = Literal["attack", "defense", "level"]
Counted = Literal["life", "hand", "deck"]

MONSTER_WORDS: tuple[TargetWord, ...] = tuple(word for word in WORDS if word not in ("chosen_opp_facedown", "chosen_own_graveyard_monster"))


class OnPlayers(Operation):
    """An operation done to players."""

    who: Who


class Lives(OnPlayers):
    """An operation on life."""

    n: Annotated[int, said(1, 99)]


class LifeLose(Lives):
    """Life is lost; who is out is judged after the whole unit (MOR-R32)."""


class LifeGain(Lives):
    """Life is gained, without a cap (MOR-R30)."""


class Draw(OnPlayers):
    """As many cards as there are (MOR-R25)."""

    n: Draws


class Asking(OnPlayers, omit_defaults=True):
    """An operation for which players name cards of a pile that nobody else sees, as many as there are (MOR-R65)."""

    n: Draws
    cards: CardIds = ()
    pile: ClassVar[Pile] = "hand"
    most: ClassVar[int] = 10


class Discard(Asking):
    """Cards go from hand to graveyard; their owner names them (MOR-R65, R89)."""


class Mill(Asking):
    """Cards go from the top of a deck to the graveyard; their owner names them (MOR-R73)."""

    pile = "deck"


class Search(Asking):
    """Cards are looked for in a deck, shown and taken to hand; the deck is shuffled (MOR-R89)."""

    pile = "deck"
    most = 3


class OnCards(Operation):
    """An operation done to cards. `words` are the target words that fit it, `zones` where a card pointed at may lie."""

    target: Target
    words: ClassVar[tuple[TargetWord, ...]] = (*MONSTER_WORDS, "chosen_opp_facedown")
    zones: ClassVar[tuple[Zone, ...]] = ("monsters", "spells")


class Showing(OnCards, omit_defaults=True):
    """An operation that takes cards off the field, for good and to where everybody sees them: a face-down one is named (MOR-R73)."""

    cards: CardIds = ()


class Destroy(Showing):
    """A card goes from the field to its owner's graveyard; a monster's ability may be set off (MOR-R57)."""


class RemoveFromGame(Showing):
    """A card leaves the game."""

    words = WORDS
    zones = ("monsters", "spells", "graveyard")


class GiveBack(OnCards):
    """An operation that takes cards back from the field."""


class ReturnToHand(GiveBack):
    """A card goes from the field to its owner's hand; a face-down one stays unknown (MOR-R64, R73)."""


class ReturnToDeck(GiveBack):
    """A card goes from the field to its owner's deck (MOR-R64)."""

    where: Where


class Recover(OnCards):
    """A card goes from a graveyard to its owner's hand."""

    words = ("chosen_own_graveyard_monster",)
    zones = ("graveyard",)


class Revive(Recover):
    """A monster goes from a graveyard to the controller's zone: a special summon; skipped where the zone is full (MOR-R63)."""

    position: Battle


class SummonByEffect(Operation):
    """A special summon by an effect; skipped where the zone is full or the pile empty (MOR-R63, R90)."""

    card: CardId
    position: Battle
    pile: ClassVar[Pile] = "hand"


class SummonFromHand(SummonByEffect):
    """Out of the hand."""


class SummonFromDeck(SummonByEffect):
    """Out of the deck."""

    pile = "deck"


class OnMonsters(OnCards):
    """An operation done to monsters on the field."""

    words = MONSTER_WORDS
    zones = ("monsters",)


class Modify(OnMonsters):
    """A figure of a monster counts differently for a while (MOR-R60, R79)."""

    delta: Change
    until: Until
    attr: ClassVar[Attr] = "attack"


class ModifyAttack(Modify):
    """Attack, never below 0 (MOR-R51)."""


class ModifyDefense(Modify):
    """Defense, never below 0 (MOR-R51)."""

    attr = "defense"


class ModifyLevel(Modify):
    """Level, never below 1 (MOR-R09)."""

    attr = "level"


class SetPosition(OnMonsters):
    """A monster is turned; its own change of this turn stays unused (MOR-R29)."""

    position: Turned


class ExtraAttacks(OnMonsters):
    """A monster may attack more often in this turn; gifts add up (MOR-R54, R79)."""

    n: Annotated[int, said(1, 4)]


class ForbidAttack(OnMonsters):
    """A monster may not declare attacks; one that waits goes on (MOR-069, R76)."""

    until: Until


class AllowDirectAttack(OnMonsters):
    """A monster may attack the player in this turn, whatever stands there (MOR-069)."""


class NegateAttack(Operation):
    """The attack that waits does nothing; it was declared all the same (MOR-R77)."""


class NegateLink(Operation):
    """The item directly below the one at work does nothing (MOR-R44)."""


class EndBattle(Operation):
    """The battle phase ends as soon as nothing waits; skipped in another phase (MOR-R78)."""


class ExtraNormalSummon(OnPlayers):
    """More normal summons in this turn (MOR-R71, R79)."""

    n: Annotated[int, said(1, 3)]


class TakeControl(OnMonsters):
    """A monster moves to the controller's zone for a while; skipped where that is full (MOR-R62, R88)."""

    until: Until


class SetCount(Operation):
    """A ruling puts a count right; what has to add up is judged after the whole ruling."""

    seat: Seat
    n: Annotated[int, said(0, 999)]
    what: ClassVar[Counted] = "life"


class SetLife(SetCount):
    """Life as it should be; 0 loses (MOR-082)."""


class SetHand(SetCount):
    """Cards in hand as counted."""

    what = "hand"


class SetDeck(SetCount):
    """Cards in the deck as counted."""

    what = "deck"


_Players = LifeLose | LifeGain | Draw | Discard | Mill | Search
_Cards = Destroy | ReturnToHand | ReturnToDeck | Recover | Revive | SummonFromHand | SummonFromDeck | RemoveFromGame
_Monsters = ModifyAttack | ModifyDefense | ModifyLevel | SetPosition | ExtraAttacks | ForbidAttack | AllowDirectAttack
_Turn = NegateAttack | NegateLink | EndBattle | ExtraNormalSummon | TakeControl
Operations = _Players | _Cards | _Monsters | _Turn | Note
"""What an effect may be made of."""

Corrections = Operations | SetLife | SetHand | SetDeck | Peek
"""What a ruling may be made of."""

"""What card effects, declared texts and table rulings are made of: the ledger's fixed list (section 7), each with its terms and effect.

`who` is seen from the effect's controller, in a ruling from the seat that rules. An operation with nothing to act on is skipped (MOR-R90).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from tapete.core.actions import Terms
from tapete.core.domains import one_of, some, whole
from tapete.core.rulings import Note, Operation
from tapete.core.seats import Seat
from tapete.games.moriham.figures import (
    CHOSEN,
    POSITIONS,
    SEATS,
    UNTILS,
    WORDS,
    Battle,
    CardId,
    Delta,
    GraveRef,
    MonsterRef,
    Ref,
    SpellRef,
    Target,
    TargetWord,
    Turned,
    Until,
    Where,
    Who,
    Zone,
)

if TYPE_CHECKING:
    from tapete.games.moriham.board import Duel

CardIds = Annotated[tuple[CardId, ...], Meta(max_length=20)]
Lives = Annotated[int, Meta(ge=1, le=99)]
Draws = Annotated[int, Meta(ge=1, le=10)]
Gifts = Annotated[int, Meta(ge=1, le=3)]
Attacks = Annotated[int, Meta(ge=1, le=4)]
Pile = Literal["hand", "deck"]
Attr = Literal["attack", "defense", "level"]
Counted = Literal["life", "hand", "deck"]

MONSTER_WORDS: tuple[TargetWord, ...] = tuple(word for word in WORDS if word not in ("chosen_opp_facedown", "chosen_own_graveyard_monster"))
FIELD_WORDS: tuple[TargetWord, ...] = (*MONSTER_WORDS, "chosen_opp_facedown")
GRAVE_WORDS: tuple[TargetWord, ...] = ("chosen_own_graveyard_monster",)


class Question(Struct, frozen=True):
    """Cards that have to be named before an operation can go on: whose, how many, out of what."""

    seat: Seat
    number: int
    source: str


class Change(Operation):
    """An operation of MORIHAM. `words` are the target words that fit it, `zones` where a card pointed at may lie."""

    words: ClassVar[tuple[TargetWord, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = ()

    def asks(self, board: Duel) -> tuple[Question, ...]:
        """The cards that must be named first, the active player's first (MOR-R73, R89)."""
        return ()

    def given(self, board: Duel, seat: Seat, cards: tuple[str, ...]) -> None:
        """Go on with the cards that a player has named."""
        raise NotImplementedError

    def answered(self, board: Duel, cards: tuple[str, ...]) -> None:
        """Go on with the cards that a ruling names for all who would be asked (MOR-R87)."""
        for question in self.asks(board):
            self.given(board, question.seat, cards[: question.number])
            cards = cards[question.number :]


def refs(board: Duel, zones: tuple[Zone, ...]) -> Iterator[Ref]:
    """Every card on the table that can be pointed at, in these zones; each card of a graveyard once."""
    for seat in SEATS:
        side = board.side(seat)
        if "monsters" in zones:
            yield from (MonsterRef(seat, slot) for slot, monster in enumerate(side.monsters, start=1) if monster is not None)
        if "spells" in zones:
            yield from (SpellRef(seat, slot) for slot, spell in enumerate(side.spells, start=1) if spell is not None)
        if "graveyard" in zones:
            yield from (GraveRef(seat, card) for card in dict.fromkeys(side.graveyard))


def aim(board: Duel, words: tuple[TargetWord, ...], zones: tuple[Zone, ...]) -> one_of:
    """What a target may be: a word that fits, or a card; a ruling chooses by pointing only (MOR-R87)."""
    if board.ruled:
        words = tuple(word for word in words if word != "self" and word not in CHOSEN)
    return one_of((*words, *refs(board, zones)))


def beast(board: Duel) -> one_of:
    """A monster card that is known."""
    return one_of(board.card_ids, board.must_be_monster)


def named(board: Duel, number: int, *, of_field: bool = False) -> some:
    """The cards that a ruling names where an effect would ask for them; nowhere else are there any."""
    due = number if board.ruled else 0
    cards = one_of(board.card_ids, board.must_be_spell) if of_field else one_of(board.card_ids)
    return some(cards, due, due, ordered=True, repeat=True)


class _Owners(Change):
    """An operation done to players."""

    who: Who

    def seats(self, board: Duel) -> tuple[Seat, ...]:
        """Who is meant, the active player first."""
        return board.who(self.who)


class LifeLose(_Owners):
    """Life is lost; who is out is judged after the whole unit (MOR-R32)."""

    n: Lives

    def terms(self, board: Duel) -> Terms:
        yield "who", one_of(("own", "opponent", "both"))
        yield "n", whole(1, 99)

    def effect(self, board: Duel) -> None:
        for seat in self.seats(board):
            board.change_life(seat, -self.n, "MOR-R32")


class LifeGain(_Owners):
    """Life is gained, without a cap (MOR-R30)."""

    n: Lives

    def terms(self, board: Duel) -> Terms:
        yield "who", one_of(("own", "opponent", "both"))
        yield "n", whole(1, 99)

    def effect(self, board: Duel) -> None:
        for seat in self.seats(board):
            board.change_life(seat, self.n, "MOR-R30")


class Draw(_Owners):
    """As many cards as there are (MOR-R25)."""

    n: Draws

    def terms(self, board: Duel) -> Terms:
        yield "who", one_of(("own", "opponent", "both"))
        yield "n", whole(1, 10)

    def effect(self, board: Duel) -> None:
        for seat in self.seats(board):
            board.draw(seat, self.n, "MOR-R25")


class _Asking(_Owners, omit_defaults=True):
    """An operation for which players name cards of a pile that nobody else sees, as many as there are (MOR-R65)."""

    n: Draws
    cards: CardIds = ()
    pile: ClassVar[Pile] = "hand"
    most: ClassVar[int] = 10

    def terms(self, board: Duel) -> Terms:
        yield "who", one_of(("own", "opponent", "both"))
        yield "n", whole(1, self.most)
        yield "cards", named(board, sum(question.number for question in self.asks(board)))

    def asks(self, board: Duel) -> tuple[Question, ...]:
        counts = ((seat, min(self.n, board.pile(seat, self.pile))) for seat in self.seats(board))
        return tuple(Question(seat, number, self.pile) for seat, number in counts if number)

    def effect(self, board: Duel) -> None:
        self.answered(board, self.cards)


class Discard(_Asking):
    """Cards go from hand to graveyard; their owner names them (MOR-R65, R89)."""

    def given(self, board: Duel, seat: Seat, cards: tuple[str, ...]) -> None:
        board.discard(seat, cards, "MOR-R65")


class Mill(_Asking):
    """Cards go from the top of a deck to the graveyard; their owner names them (MOR-R73)."""

    pile = "deck"

    def given(self, board: Duel, seat: Seat, cards: tuple[str, ...]) -> None:
        board.mill(seat, cards, "MOR-R73")


class Search(_Asking):
    """Cards are looked for in a deck, shown and taken to hand; the deck is shuffled (MOR-R89)."""

    pile = "deck"
    most = 3

    def given(self, board: Duel, seat: Seat, cards: tuple[str, ...]) -> None:
        board.search(seat, cards)


class _Showing(Change, omit_defaults=True):
    """An operation that takes cards off the field, for good and to where everybody sees them: a face-down one is named (MOR-R73)."""

    target: Target
    cards: CardIds = ()

    def asks(self, board: Duel) -> tuple[Question, ...]:
        hidden = (spot for spot in board.spots(self.target, self.zones) if spot.zone == "spells" and board.hidden(spot))
        return tuple(Question(spot.seat, 1, "field") for spot in hidden)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "cards", named(board, len(self.asks(board)), of_field=True)

    def take(self, board: Duel, card: str | None) -> None:
        """Take every target; `card` is what a face-down one has turned out to be."""
        raise NotImplementedError

    def given(self, board: Duel, seat: Seat, cards: tuple[str, ...]) -> None:
        self.take(board, cards[0])

    def effect(self, board: Duel) -> None:
        if self.cards:
            self.answered(board, self.cards)
        else:
            self.take(board, None)


class Destroy(_Showing):
    """A card goes from the field to its owner's graveyard; a monster's ability may be set off (MOR-R57)."""

    words = FIELD_WORDS
    zones = ("monsters", "spells")

    def take(self, board: Duel, card: str | None) -> None:
        for spot in board.spots(self.target, self.zones):
            board.destroy(spot, card, "MOR-R57")


class RemoveFromGame(_Showing):
    """A card leaves the game."""

    words = WORDS
    zones = ("monsters", "spells", "graveyard")

    def take(self, board: Duel, card: str | None) -> None:
        for spot in board.spots(self.target, self.zones):
            board.remove(spot, card)


class ReturnToHand(Change):
    """A card goes from the field to its owner's hand; a face-down one stays unknown (MOR-R64, R73)."""

    target: Target
    words = FIELD_WORDS
    zones = ("monsters", "spells")

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.give_back(spot, "hand")


class ReturnToDeck(Change):
    """A card goes from the field to its owner's deck (MOR-R64)."""

    target: Target
    where: Where
    words = FIELD_WORDS
    zones = ("monsters", "spells")

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "where", one_of(("top", "bottom", "shuffle"))

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.give_back(spot, self.where)


class Recover(Change):
    """A card goes from a graveyard to its owner's hand."""

    target: Target
    words = GRAVE_WORDS
    zones = ("graveyard",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.recover(spot)


class Revive(Change):
    """A monster goes from a graveyard to the controller's zone: a special summon; skipped where the zone is full (MOR-R63)."""

    target: Target
    position: Battle
    words = GRAVE_WORDS
    zones = ("graveyard",)

    def terms(self, board: Duel) -> Terms:
        buried = tuple(ref for ref in refs(board, self.zones) if isinstance(ref, GraveRef) and board.is_a(ref.card, "monster"))
        yield "target", one_of(buried if board.ruled else (*self.words, *buried))
        yield "position", one_of(POSITIONS)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.revive(spot, self.position)


class SummonFromHand(Change):
    """A special summon by an effect; skipped where the zone is full or the hand empty (MOR-R63, R90)."""

    card: CardId
    position: Battle

    def terms(self, board: Duel) -> Terms:
        yield "card", beast(board)
        yield "position", one_of(POSITIONS)

    def effect(self, board: Duel) -> None:
        board.summon_from("hand", self.card, self.position)


class SummonFromDeck(Change):
    """A special summon by an effect, out of the deck (MOR-R63, R90)."""

    card: CardId
    position: Battle

    def terms(self, board: Duel) -> Terms:
        yield "card", beast(board)
        yield "position", one_of(POSITIONS)

    def effect(self, board: Duel) -> None:
        board.summon_from("deck", self.card, self.position)


class _Modify(Change):
    """A figure of a monster counts differently for a while (MOR-R60, R79)."""

    target: Target
    delta: Delta
    until: Until
    words = MONSTER_WORDS
    zones = ("monsters",)
    attr: ClassVar[Attr] = "attack"

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "delta", whole(-30, 30)
        yield "until", one_of(UNTILS)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.modify(spot, self.attr, self.delta, self.until)


class ModifyAttack(_Modify):
    """Attack, never below 0 (MOR-R51)."""

    attr = "attack"


class ModifyDefense(_Modify):
    """Defense, never below 0 (MOR-R51)."""

    attr = "defense"


class ModifyLevel(_Modify):
    """Level, never below 1 (MOR-R09)."""

    attr = "level"


class SetPosition(Change):
    """A monster is turned; its own change of this turn stays unused (MOR-R29)."""

    target: Target
    position: Turned
    words = MONSTER_WORDS
    zones = ("monsters",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "position", one_of((*POSITIONS, "toggle"))

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.turn(spot, self.position, "MOR-R29")


class ExtraAttacks(Change):
    """A monster may attack more often in this turn; gifts add up (MOR-R54, R79)."""

    target: Target
    n: Attacks
    words = MONSTER_WORDS
    zones = ("monsters",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "n", whole(1, 4)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.grant_attacks(spot, self.n)


class ForbidAttack(Change):
    """A monster may not declare attacks; one that waits goes on (MOR-069, R76)."""

    target: Target
    until: Until
    words = MONSTER_WORDS
    zones = ("monsters",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "until", one_of(UNTILS)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.forbid_attack(spot, self.until)


class AllowDirectAttack(Change):
    """A monster may attack the player in this turn, whatever stands there (MOR-069)."""

    target: Target
    words = MONSTER_WORDS
    zones = ("monsters",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.allow_direct(spot)


class NegateAttack(Change):
    """The attack that waits does nothing; it was declared all the same (MOR-R77)."""

    def terms(self, board: Duel) -> Terms:
        yield None

    def effect(self, board: Duel) -> None:
        board.negate_attack()


class NegateLink(Change):
    """The item directly below does nothing (MOR-R44)."""

    def terms(self, board: Duel) -> Terms:
        yield None

    def effect(self, board: Duel) -> None:
        board.negate_link()


class EndBattle(Change):
    """The battle phase ends as soon as nothing waits; skipped in another phase (MOR-R78)."""

    def terms(self, board: Duel) -> Terms:
        yield None

    def effect(self, board: Duel) -> None:
        board.end_battle()


class ExtraNormalSummon(_Owners):
    """More normal summons in this turn (MOR-R71, R79)."""

    n: Gifts

    def terms(self, board: Duel) -> Terms:
        yield "who", one_of(("own", "opponent", "both"))
        yield "n", whole(1, 3)

    def effect(self, board: Duel) -> None:
        for seat in self.seats(board):
            board.grant_summons(seat, self.n)


class TakeControl(Change):
    """A monster moves to the controller's zone for a while; skipped where that is full (MOR-R62, R88)."""

    target: Target
    until: Until
    words = MONSTER_WORDS
    zones = ("monsters",)

    def terms(self, board: Duel) -> Terms:
        yield "target", aim(board, self.words, self.zones)
        yield "until", one_of(UNTILS)

    def effect(self, board: Duel) -> None:
        for spot in board.spots(self.target, self.zones):
            board.take_control(spot, self.until)


class _SetCount(Operation):
    """A ruling puts a count right; what has to add up is judged after the whole ruling."""

    seat: Seat
    n: Annotated[int, Meta(ge=0, le=999)]
    what: ClassVar[Counted] = "life"

    def terms(self, board: Duel) -> Terms:
        yield "seat", one_of(SEATS)
        yield "n", whole(0, 999)

    def effect(self, board: Duel) -> None:
        board.set_count(self.seat, self.what, self.n)


class SetLife(_SetCount):
    """Life as it should be; 0 loses (MOR-082)."""

    what = "life"


class SetHand(_SetCount):
    """Cards in hand as counted."""

    what = "hand"


class SetDeck(_SetCount):
    """Cards in the deck as counted."""

    what = "deck"


Operations = (
    LifeLose
    | LifeGain
    | Draw
    | Discard
    | Mill
    | Search
    | Destroy
    | ReturnToHand
    | ReturnToDeck
    | Recover
    | Revive
    | SummonFromHand
    | SummonFromDeck
    | RemoveFromGame
    | ModifyAttack
    | ModifyDefense
    | ModifyLevel
    | SetPosition
    | ExtraAttacks
    | ForbidAttack
    | AllowDirectAttack
    | NegateAttack
    | NegateLink
    | EndBattle
    | ExtraNormalSummon
    | TakeControl
    | Note
)
"""What an effect may be made of."""

Corrections = Operations | SetLife | SetHand | SetDeck
"""What a ruling may be made of."""

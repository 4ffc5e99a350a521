"""What card effects and table rulings are made of: the ledger's fixed list (section 7), each with its terms and its effect.

On a card, `target` is the number of one of its targets (or a word) and `player` a word or such a number; in a ruling, where the board is
`ruled`, they are a permanent's number and a seat, and the cards that an effect would ask for are named at once (MMK-R75, R103).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, field

from tapete.core.actions import Said, Terms
from tapete.core.domains import one_of, some, whole
from tapete.core.refusals import Code
from tapete.core.rulings import Note, Operation
from tapete.core.seats import Seat
from tapete.games.mamlejet.figures import (
    COLOURS,
    KEYWORDS,
    UNKNOWN,
    CardId,
    Change,
    Colour,
    Difficulty,
    Duration,
    Face,
    Fallen,
    Keyword,
    Pid,
)
from tapete.games.mamlejet.language import _

UNKNOWN_CARD = Code(
    "unknown_card", "MMK-R73", _("The card “{card}” is not in the catalogue. Type it in from its print."), figures={"card": "value"}
)

if TYPE_CHECKING:
    from tapete.games.mamlejet.board import Front

At = Pid | Literal["self", "other_enemies"]
Who = Seat | Annotated[int, Meta(ge=1, le=4)] | Literal["controller", "owner", "each"]
Number = Annotated[int, Meta(ge=1, le=60)]
Pile = Literal["hand", "city", "enemy_city"]
Zone = Literal["hand", "city", "guenizah", "play", "enemy_city", "enemy_out"]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=60)]


RULED_DURATIONS = ("eot", "in_play")
"""How long a ruling's change lasts: it has no source that could leave play."""


NO_SUCH_PERMANENT = Code(
    "no_such_permanent", "MMK-251", _("No card in play has the number {id}."),
    figures={"id": "value"},
)  # fmt: skip


def standing(board: Front) -> one_of:
    """Any permanent in play."""
    return one_of((p.id for p in board.state.permanents), otherwise=NO_SUCH_PERMANENT)


def seated(board: Front) -> one_of:
    """Any player."""
    return one_of(board.state.seats)


def named(board: Front, number: int) -> some:
    """The cards that a ruling names where an effect would ask for them."""
    return some(one_of((*board.tactic_ids, UNKNOWN)), number, number, ordered=True, repeat=True)


class _Aimed(Operation):
    """An operation done to permanents."""

    target: At

    def terms(self, board: Front) -> Terms:
        yield "target", standing(board)
        yield from self.more(board)

    def more(self, board: Front) -> Iterator[Said]:
        """The arguments beside the target."""
        return iter(())

    def effect(self, board: Front) -> None:
        for pid in board.aimed(self.target):
            self.on(board, pid)

    def on(self, board: Front, pid: int) -> None:
        """What happens to one of them."""
        raise NotImplementedError


class _Given(Operation):
    """An operation done to players."""

    player: Who

    def terms(self, board: Front) -> Terms:
        yield "player", seated(board)
        yield from self.more(board)

    def more(self, board: Front) -> Iterator[Said]:
        """The arguments beside the player."""
        return iter(())

    def effect(self, board: Front) -> None:
        for seat in board.whose(self.player):
            self.to(board, seat)

    def to(self, board: Front, seat: Seat) -> None:
        """What happens to one of them."""
        raise NotImplementedError


class GainWealth(_Given, tag="wealth"):
    """Points of one colour are at a player's disposal (MMK-066, 119)."""

    colour: Colour
    n: Number

    def more(self, board: Front) -> Iterator[Said]:
        yield "colour", one_of(COLOURS)
        yield "n", whole(1, 60)

    def to(self, board: Front, seat: Seat) -> None:
        board.gain(seat, self.colour, self.n)


class Draw(_Given):
    """Cards from the city to the hand; with too few left, everybody loses (MMK-168, R39)."""

    n: Number

    def more(self, board: Front) -> Iterator[Said]:
        yield "n", whole(1, 60)

    def to(self, board: Front, seat: Seat) -> None:
        board.draw(seat, self.n)


class _Asking(_Given, omit_defaults=True):
    """An operation after which cards lie open, so that they have to be named; as many as there are (MMK-R73, R104)."""

    n: Number
    cards: Cards = ()

    def more(self, board: Front) -> Iterator[Said]:
        yield "n", whole(1, 60)
        yield "cards", named(board, min(self.n, self.pile(board, self.player)))

    def pile(self, board: Front, seat: Any) -> int:
        """How many cards there are to take."""
        raise NotImplementedError

    def effect(self, board: Front) -> None:
        if board.ruled:
            for seat in board.whose(self.player):
                self.take(board, seat, self.cards)

    def take(self, board: Front, seat: Seat, cards: tuple[str, ...]) -> None:
        """Go on with the named cards."""
        raise NotImplementedError


class Discard(_Asking):
    """Cards from the hand to the own guenizá, of their owner's choice (MMK-229)."""

    def pile(self, board: Front, seat: Any) -> int:
        return board.player(seat).hand

    def take(self, board: Front, seat: Seat, cards: tuple[str, ...]) -> None:
        board.discard(seat, cards, "MMK-229")


class Mill(_Asking):
    """Cards from the top of a city to its owner's guenizá; this is no draw (MMK-R39), and an enemy's doing is marked as such (R34)."""

    def pile(self, board: Front, seat: Any) -> int:
        return board.player(seat).city

    def take(self, board: Front, seat: Seat, cards: tuple[str, ...]) -> None:
        for card in cards:
            board.fall(seat, card, "city" if board.by == "enemy" else "none", "MMK-R39")


class Damage(_Aimed):
    """Damage that waits on the stack, to be answered; in a ruling it takes effect at once (MMK-R51, R95, R103)."""

    def on(self, board: Front, pid: int) -> None:
        if board.figure(pid) is None:
            return
        if board.ruled:
            board.strike(pid, board.by)
        else:
            board.hurt_by_effect(pid)


class Heal(_Aimed, omit_defaults=True):
    """One pending damage is cancelled by a healing roll (MMK-227, R53); a ruling gives the die that was rolled."""

    difficulty: Difficulty
    value: Face | None = None

    def more(self, board: Front) -> Iterator[Said]:
        yield "difficulty", whole(2, 10)
        yield "value", one_of(range(1, 11))

    def on(self, board: Front, pid: int) -> None:
        if self.value is not None and board.passes(self.value, self.difficulty):
            board.cure(pid)


class Eliminate(_Aimed):
    """A permanent goes to its owner's guenizá; an enemy to that of whoever did it (MMK-232, 235, R41)."""

    def on(self, board: Front, pid: int) -> None:
        board.remove(pid, board.by, "MMK-232")


class _Modify(_Aimed):
    n: Change
    duration: Duration

    def more(self, board: Front) -> Iterator[Said]:
        yield "n", whole(-30, 30)
        yield "duration", one_of(RULED_DURATIONS)


class ModDifficulty(_Modify):
    """A soldier is harder or easier to defeat (MMK-011, 130)."""

    def on(self, board: Front, pid: int) -> None:
        board.modify(pid, "difficulty", self.n, None, self.duration)


class ModAttack(_Modify):
    """A bonus lowers the index that a soldier rolls against (MMK-130, R31)."""

    def on(self, board: Front, pid: int) -> None:
        board.modify(pid, "attack", self.n, None, self.duration)


class ModCity(_Given):
    """A city is harder or easier to hit (MMK-R26)."""

    n: Change
    duration: Duration

    def more(self, board: Front) -> Iterator[Said]:
        yield "n", whole(-30, 30)
        yield "duration", one_of(RULED_DURATIONS)

    def to(self, board: Front, seat: Seat) -> None:
        board.modify_city(seat, self.n, self.duration)


class _Worded(_Aimed):
    keyword: Keyword
    duration: Duration

    def more(self, board: Front) -> Iterator[Said]:
        yield "keyword", one_of(KEYWORDS)
        yield "duration", one_of(RULED_DURATIONS)


class GrantKeyword(_Worded):
    """A permanent has a keyword for a while (MMK-120)."""

    def on(self, board: Front, pid: int) -> None:
        board.modify(pid, "grant", 0, self.keyword, self.duration)


class LoseKeyword(_Worded):
    """A permanent lacks a keyword for a while (MMK-120)."""

    def on(self, board: Front, pid: int) -> None:
        board.modify(pid, "lose", 0, self.keyword, self.duration)


class Dedicate(_Aimed):
    """A permanent takes no other action until it is freed (MMK-073); a soldier that was only planned for combat does not fight (R22)."""

    def on(self, board: Front, pid: int) -> None:
        p = board.at_id(pid)
        if board.at_step == "2c_plan" and p.controller is not None and p.dedicated is None:
            board.part(pid)
        board.dedicate(pid, "effect", "MMK-073")


class Liberate(_Aimed):
    """What a permanent is dedicated to ends; a soldier leaves combat (MMK-248, R50)."""

    def on(self, board: Front, pid: int) -> None:
        board.liberate(pid)


class Attach(Operation):
    """A weapon or a strategy goes to a permanent (MMK-026, 081)."""

    card: At
    target: At

    def terms(self, board: Front) -> Terms:
        yield "card", one_of((p.id for p in board.state.permanents), board.must_attach)
        yield "target", standing(board)

    def effect(self, board: Front) -> None:
        for card in board.aimed(self.card):
            for pid in board.aimed(self.target):
                board.attach(card, pid)


class Detach(Operation):
    """A weapon is attached to nothing any more (MMK-027)."""

    card: At

    def terms(self, board: Front) -> Terms:
        yield "card", one_of(p.id for p in board.state.permanents if p.attached_to is not None)

    def effect(self, board: Front) -> None:
        for card in board.aimed(self.card):
            board.attach(card, None)


class MoveCard(Operation, omit_defaults=True):
    """A card goes from one zone of its owner to another; out of play it is named by its permanent (MMK-R75, R76)."""

    owner: Seat
    card: CardId
    source: Zone
    to: Zone
    permanent: Pid | None = None

    def terms(self, board: Front) -> Terms:
        yield "owner", seated(board)
        yield "card", one_of((*board.card_ids, UNKNOWN))
        yield "source", one_of(board.zones_with(self.owner, self.card))
        yield "to", one_of(board.zones_for(self.card, self.source))
        yield "permanent", one_of(board.copies_in_play(self.owner, self.card) if self.source == "play" else (None,))

    def effect(self, board: Front) -> None:
        board.move(self.owner, self.card, self.source, self.to, self.permanent)


class ChangeController(_Aimed):
    """Somebody else commands an ally; its marks and its pair stay (MMK-R78, R93)."""

    player: Who

    def more(self, board: Front) -> Iterator[Said]:
        yield "player", seated(board)

    def on(self, board: Front, pid: int) -> None:
        for seat in board.whose(self.player):
            if board.at_id(pid).controller is not None:
                board.command(pid, seat)


class CounterItem(Operation):
    """Something that waits is cancelled; the payment stays spent (MMK-R91)."""

    stack_item: Pid

    def terms(self, board: Front) -> Terms:
        yield "stack_item", one_of(item.id for item in board.state.stack)

    def effect(self, board: Front) -> None:
        board.counter(self.stack_item)


class EnemyEnters(Operation, omit_defaults=True):
    """The top card of an enemy city enters at the front (MMK-059, R15); a ruling names it."""

    owner: Seat | Literal["leader", "owner"]
    card: CardId | None = None

    def terms(self, board: Front) -> Terms:
        yield "owner", one_of(seat for seat in board.state.seats if board.player(seat).enemy_city)
        yield "card", one_of(board.enemy_ids)

    def effect(self, board: Front) -> None:
        if self.card is not None and self.owner in board.state.seats:
            board.enemy(board.whose(self.owner)[0], self.card)


class Roll(Operation, omit_defaults=True):
    """A die against a printed difficulty decides what follows (MMK-115, 123). Cards only: a table rolls, then rules what came of it."""

    difficulty: Difficulty
    then: Annotated[tuple[Operations, ...], Meta(max_length=6)] = ()
    otherwise: Annotated[tuple[Operations, ...], Meta(max_length=6)] = field(default=(), name="else")

    def effect(self, board: Front) -> None:
        raise TypeError("a roll is asked for by the step that resolves it")


class AdjustCount(Operation):
    """A pile is counted again (MMK-R75)."""

    player: Seat
    pile: Pile
    delta: Change

    def terms(self, board: Front) -> Terms:
        yield "player", seated(board)
        yield "pile", one_of(("hand", "city", "enemy_city"))
        have = getattr(board.player(self.player), self.pile)
        yield "delta", whole(-min(30, have), 30)

    def effect(self, board: Front) -> None:
        board.adjust(self.player, self.pile, self.delta)


class Identify(Operation):
    """An unknown card of a guenizá is named (MMK-R73)."""

    seat: Seat
    index: Annotated[int, Meta(ge=0, le=999)]
    card: CardId

    def terms(self, board: Front) -> Terms:
        yield "seat", seated(board)
        yield "index", one_of(place for place, lying in enumerate(board.player(self.seat).guenizah) if lying.card == UNKNOWN)
        yield "card", one_of(board.tactic_ids)

    def effect(self, board: Front) -> None:
        board.identify(self.seat, self.index, self.card)


class MarkFallen(Operation):
    """How a card came to a guenizá counts for what its owner has lost (MMK-R34)."""

    seat: Seat
    index: Annotated[int, Meta(ge=0, le=999)]
    mark: Fallen

    def terms(self, board: Front) -> Terms:
        yield "seat", seated(board)
        yield "index", one_of(place for place, lying in enumerate(board.player(self.seat).guenizah) if not board.is_enemy(lying.card))
        yield "mark", one_of(("none", "battle", "city"))

    def effect(self, board: Front) -> None:
        board.mark(self.seat, self.index, self.mark)


class Ready(_Aimed):
    """A soldier that has just entered may act (MMK-199)."""

    def on(self, board: Front, pid: int) -> None:
        board.ready(pid)


class EndGame(Operation, omit_defaults=True):
    """The game ends as a card or the table says (MMK-153)."""

    result: Literal["win", "draw", "loss"]
    winners: Annotated[tuple[Seat, ...], Meta(max_length=4)] = ()

    def terms(self, board: Front) -> Terms:
        yield "result", one_of(("win", "draw", "loss"))
        most = len(board.state.seats) if self.result == "win" else 0
        yield "winners", some(one_of(board.state.seats), min(1, most), most)

    def effect(self, board: Front) -> None:
        board.decide(self.result, self.winners)


Operations = (
    GainWealth
    | Draw
    | Discard
    | Mill
    | Damage
    | Heal
    | Eliminate
    | ModDifficulty
    | ModAttack
    | ModCity
    | GrantKeyword
    | LoseKeyword
    | Dedicate
    | Liberate
    | Attach
    | Detach
    | ChangeController
    | CounterItem
    | EnemyEnters
    | Roll
)
"""What a card may do (ledger, section 10)."""

Corrections = (
    GainWealth
    | Draw
    | Discard
    | Mill
    | Damage
    | Heal
    | Eliminate
    | ModDifficulty
    | ModAttack
    | ModCity
    | GrantKeyword
    | LoseKeyword
    | Dedicate
    | Liberate
    | Attach
    | Detach
    | MoveCard
    | ChangeController
    | CounterItem
    | EnemyEnters
    | AdjustCount
    | Identify
    | MarkFallen
    | Ready
    | EndGame
    | Note
)
"""What a table ruling may do (ledger, section 7)."""

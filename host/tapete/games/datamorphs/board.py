"""The board that a chapter reads and changes: the words of DataMorphs, and the memory of each player (DAT-R14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.domains import one_of
from tapete.core.events import OfSeat
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat, rival
from tapete.core.zones import CardBoard
from tapete.games.datamorphs.cards import Card, Face, MemoryBoost, NullifyMemory, TypedCard
from tapete.games.datamorphs.constants import OWNED
from tapete.games.datamorphs.evidence import possible
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.state import COLUMNS, FACED, SEATS, Column, Interrupt, Options, Part, Player, Playing, Ref, State

ALREADY_LOCKED = Code("already_locked", "DAT-026", _("{seat:seat} is ready already. To change the card, take back what you laid."))
BOTH_AT_ONCE = Code("both_at_once", "DAT-027", _("Both are revealed at once: give A's and B's."), figures={})
SEAL_BROKEN = Code("seal_broken", "DAT-027", _("What {seat:seat} reveals is not what was sealed. Both choose again."))


class Use(NamedTuple):
    """A part on the table: where it lies, the card that lies there, what is printed on it, and the memory that it gives and takes."""

    slot: str
    part: Part
    face: Face
    gives: int
    takes: int


class Laid(NamedTuple):
    """What a player has on the table: what lies face up, the positions with an Interrupt, and the last number in the order of play.

    `gives` and `takes` are sums over all uses, `spent` is what all of it has cost.
    """

    uses: tuple[Use, ...]
    down: tuple[str, ...]
    gives: int
    takes: int
    spent: int
    last: int


class Memory(NamedTuple):
    """A player's memory: in all, spent, and left; `total` may be below `spent` (DAT-R15)."""

    total: int
    spent: int

    @property
    def available(self) -> int:
        """What is left to pay with (DAT-R14)."""
        return max(0, self.total - self.spent)


class MemoryNow(OfSeat, tag="memory", clause="DAT-059"):
    """A player's memory after what happened."""

    total: int
    spent: int
    available: int

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {name: getattr(board.memory(self.seat), name) for name in ("total", "spent", "available")}


WRONG_STEP = {
    "setup": Code("wrong_step", "DAT-026", _("The match has not begun yet: start it.")),
    "bios": Code("wrong_step", "DAT-026", _("Now each lays a Bios face down, and both are turned over together.")),
    "order": Code("wrong_step", "DAT-057", _("First the player with more memory says who plays first.")),
    "play": Code("wrong_step", "DAT-029", _("Now a card is played, or a player stops.")),
    "joint": Code("wrong_step", "DAT-058", _("With equal memory both play face down and reveal together.")),
    "leave_out": Code("wrong_step", "DAT-036", _("First the winner of the round says which card of each stays out.")),
    "leave_out_tie": Code("wrong_step", "DAT-043", _("The round was tied: each leaves out one own card.")),
    "exchange": Code("wrong_step", "DAT-047", _("Only the exchange is left: the winner takes a card and gives one.")),
}


class MorphAction(Action):
    """An action of this game; out of its step it is told which one is due, by its clause."""

    @classmethod
    def untimely(cls, board: MorphBoard) -> Refusal:
        step = name_of(type(board.top))
        return WRONG_STEP[step](step=step)


UNKNOWN_CARD = Code(
    "unknown_card",
    "DAT-R64",
    _("{seat:seat}: it is not known what “{card:card}” says for this use. Type in the card's figures first."),
    figures={"card": "value"},
)
NOT_OWNED = Code(
    "not_owned",
    "DAT-R45",
    _("{seat:seat} cannot have “{card:card}” now: with all that has been seen it would be more than {OWNED:words} cards."),
)
NOT_OWNED_AT_ALL = Code(
    "not_owned",
    "DAT-R46",
    _("“{card:card}” cannot be {seat:seat}'s: with all that has been seen it would be more than {OWNED:words} cards."),
)


NOT_IN_COLLECTION = Code("not_owned", "DAT-R68", _("“{card:card}” is not among the {OWNED:words} cards of {seat:seat} that are left."))


class MorphBoard(CardBoard[State, Player]):
    """A state of the game being read or changed."""

    __slots__ = ()
    options: Options

    # ---- cards

    def card(self, card: str) -> Card | TypedCard | None:
        """What is printed on a card: of the catalogue, or typed in at the table (DAT-R64)."""
        found: Card | None = self.rules.catalogue.cards.get(card)
        return found or self.state.typed_cards.get(card)

    def face(self, card: str, element: str) -> Any:
        """One element of a card; None where nobody has typed it in."""
        printed = self.card(card)
        return None if printed is None else getattr(printed, element)

    def cards_for(self, seat: Seat, element: str | None = None, *, anywhere: bool = False) -> one_of:
        """The cards that a seat may name: known ones whose element is known, and that public knowledge does not refute (DAT-R44, R64).

        Args:
            seat: whose card it is. element: as what it is played; None: any.
            anywhere: the card may have been left out before (the final exchange), so it need not be new on the table.
        """
        player = self.player(seat)
        shown, table = player.shown, faces_of(player)

        def printed(card: str) -> Any:
            return must(element is None or self.face(card, element) is not None, UNKNOWN_CARD, seat=seat, value=card)

        def owned(card: str) -> Any:
            if (five := self.five(seat)) is not None:
                gone = () if anywhere else (*table, *(one for one in player.out if one is not None))
                if Counter((*gone, card)) - Counter(five):
                    return NOT_IN_COLLECTION(seat=seat, card=card)
            if anywhere:
                return must(possible((*shown, table), player.out, card), NOT_OWNED_AT_ALL, seat=seat, card=card)
            return must(possible((*shown, tuple(sorted((*table, card)))), player.out), NOT_OWNED, seat=seat, card=card)

        return one_of(self.card_ids, printed, owned, otherwise=UNKNOWN_CARD, seat=seat)

    def five(self, seat: Seat) -> tuple[str, ...] | None:
        """The five cards of a player who has shown them (DAT-R68); None: nobody has seen them all."""
        owned = self.state.owned
        return None if owned is UNSET else owned.get(seat)

    # ---- players

    def player(self, seat: Seat) -> Player:
        return self.state.players.of(seat)

    def change(self, seat: Seat, **fields: Any) -> Player:
        player = replace(self.player(seat), **fields)
        self.set(players=self.state.players.giving(seat, player))
        return player

    def interrupted(self, seat: Seat, slot: str) -> bool:
        """Say whether the rival's facing card nullifies what this seat has there (DAT-023, R04, R05)."""
        return isinstance(getattr(self.player(rival(seat)), slot), Interrupt)

    def laid(self, seat: Seat) -> Laid:
        """What a player has on the table; kept as long as that player stays the same."""
        return self._laid(seat) if self.state.typed_cards else self.of_part(self.player(seat), MorphBoard._laid, seat)

    def _laid(self, seat: Seat) -> Laid:
        player = self.player(seat)
        uses = tuple([self._use(slot, part) for slot, _, part in parts_of(player)])
        there = list(laid_of(player))
        down = tuple([slot for slot in FACED if isinstance(getattr(player, slot), Interrupt)])
        gives, takes = sum([use.gives for use in uses]), sum([use.takes for use in uses])
        return Laid(uses, down, gives, takes, sum([laid.cost for laid in there]), max([laid.seq for laid in there], default=0))

    def _use(self, slot: str, part: Part) -> Use:
        return Use(slot, part, *self.of_cards(MorphBoard._printed, part.card, element_of(slot)))

    def _printed(self, card: str, element: str) -> tuple[Face, int, int]:
        """What is printed on an element of a card, and the memory that it gives and takes."""
        face = self.face(card, element)
        gives = face.memory + sum([isinstance(ability, MemoryBoost) for ability in face.abilities])
        return face, gives, sum([ability.n for ability in face.abilities if isinstance(ability, NullifyMemory)])

    def in_use(self, seat: Seat) -> tuple[Use, ...]:
        """The active parts of a DataMorph: all that face no Interrupt (DAT-074, R49)."""
        uses, down = self.laid(seat).uses, self.laid(rival(seat)).down
        return tuple([use for use in uses if use.slot not in down]) if down else uses

    def next_seq(self) -> int:
        """The number of the next play of this round (DAT-R67)."""
        return 1 + max(self.laid("A").last, self.laid("B").last)

    # ---- memory

    def memory(self, seat: Seat) -> Memory:
        """A player's memory, from the table alone (DAT-059, 061, 062, 066, 075, R14..R16)."""
        return self._memory(seat) if self.state.typed_cards else self.of_part(self.state.players, MorphBoard._memory, seat)

    def _memory(self, seat: Seat) -> Memory:
        own, other = self.laid(seat), self.laid(rival(seat))
        gives = sum([use.gives for use in self.in_use(seat)]) if other.down else own.gives
        takes = sum([use.takes for use in self.in_use(rival(seat))]) if own.down else other.takes
        return Memory(self.player(seat).adjust.memory + gives - takes, own.spent)

    def room(self, seat: Seat, column: str) -> int:
        """How many Boosts a column holds at most now: one, and one more for each active icon in it (DAT-017, 067, R48, R50)."""
        if self.interrupted(seat, column):
            return 1
        boosts = boosts_of(getattr(self.player(seat), column))
        return 1 + sum(isinstance(ability, MemoryBoost) for part in boosts for ability in self.face(part.card, "boost").abilities)

    def has_room(self, seat: Seat) -> bool:
        """Say whether any position is open (DAT-R19)."""
        player = self.player(seat)
        if player.program is None or player.function is None:
            return True
        columns = ((column, getattr(player, column)) for column in COLUMNS)
        return any(not isinstance(there, Interrupt) and len(there) < self.room(seat, column) for column, there in columns)

    # ---- verbs

    def tell_memory(self, before: dict[Seat, Memory]) -> None:
        """Say whose memory is another now (DAT-059)."""
        for seat in SEATS:
            now = self.memory(seat)
            if before.get(seat) != now:
                self.tell(MemoryNow(seat=seat, total=now.total, spent=now.spent, available=now.available))

    def memories(self) -> dict[Seat, Memory]:
        """The memory of both."""
        return {seat: self.memory(seat) for seat in SEATS}

    def alone(self, seat: Seat, exchange: int) -> MorphBoard:
        """A copy on which this seat plays as if it were alone, before the other (DAT-R24)."""
        copy = self.scratch()
        copy.become(Playing(exchange, (seat, rival(seat))))
        return copy

    def pick_up(self, seat: Seat, left_out: str | None) -> None:
        """Clear a player's table and put one card aside for good (DAT-039, R36)."""
        player = self.player(seat)
        out = (*player.out, left_out)
        clean = Player(hand=OWNED - len(out), out=out, shown=(*player.shown, faces_of(player)))
        self.set(players=self.state.players.giving(seat, clean))


def element_of(slot: str) -> str:
    """The element as which a face-up card lies there."""
    return "boost" if slot in COLUMNS else slot


def boosts_of(column: Column) -> tuple[Part, ...]:
    """The Boosts of a column; none where an Interrupt lies."""
    return () if isinstance(column, Interrupt) else column


def parts_of(player: Player) -> Iterator[tuple[str, int | None, Part]]:
    """Every card that lies face up, with its position, and its place in a column."""
    for slot in ("bios", "program"):
        if (part := getattr(player, slot)) is not None:
            yield slot, None, part
    for column in COLUMNS:
        for place, part in enumerate(boosts_of(getattr(player, column))):
            yield column, place, part
    if isinstance(player.function, Part):
        yield "function", None, player.function


def refs_of(player: Player) -> dict[Ref, str | None]:
    """Return where a player's cards of this round lie on the table, each with its card; None where nobody sees it (DAT-037, 038)."""
    up = {slot if place is None else f"{slot}:{place}": part.card for slot, place, part in parts_of(player)}
    down = dict.fromkeys(f"interrupt:{slot}" for slot in FACED if isinstance(getattr(player, slot), Interrupt))
    return dict(sorted({**up, **down}.items(), key=lambda lying: lying[0] == "function"))  # the Function comes last


def laid_of(player: Player) -> Iterator[Part | Interrupt]:
    """Every card on the table, face up or down."""
    for _slot, _place, part in parts_of(player):
        yield part
    for there in (player.boost_a, player.boost_b, player.function):
        if isinstance(there, Interrupt):
            yield there


def faces_of(player: Player) -> tuple[str, ...]:
    """The ids of the cards that lie face up, in order."""
    return tuple(sorted(part.card for _, _, part in parts_of(player)))

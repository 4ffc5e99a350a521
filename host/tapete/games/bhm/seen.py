"""Read the board: seats, cards, spaces, and what may be pointed at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tapete.core import codec
from tapete.core.choices import fitting
from tapete.core.domains import Test, one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import SEATS, Seat
from tapete.core.turns import TurnBoard
from tapete.core.zones import PLACES
from tapete.games.bhm.beings import STANDING, Being, Held, Petrified, Space
from tapete.games.bhm.cards import Card
from tapete.games.bhm.constants import MOST_TERRITORIES
from tapete.games.bhm.figures import CALLED_KINDS, SLOTS, PlaceRef, TerritoryRef
from tapete.games.bhm.language import _
from tapete.games.bhm.state import CallPlan, Options, Player, State, SummonPlan, Window


class Spot(NamedTuple):
    """A space of a player's field."""

    seat: Seat
    slot: int


WRONG_KIND = Code("wrong_kind", "BHM-080", _("{card:card} ({kind:card_kind}) will not do here; asked for: {expected:card_kind}."))
NOT_A_BEING = Code(
    "not_a_being", "BHM-018", _("{card:card} ({kind:card_kind}) is not called: only beings, special cards and celestial entities are.")
)
NOT_THERE = Code("no_such_card", "BHM-R107", _("Nothing that can be named here has the number {ref}."), figures={"ref": "value"})
NO_SUCH_CARD = NOT_THERE.saying(_("There is no card “{ref}”: the catalogue has none of that name, and none was typed in."))
NOT_MAIN = NOT_THERE.saying(_("“{ref:ref}” is in no hand: it is no card of a main deck."))
SLOT_TAKEN = Code("slot_taken", "BHM-119", _("Space {slot} is taken; free are: {the_free}."))
NO_SUCH_SPACE = Code("outside", "CORE", _("There is no space {value}: they go from {low} to {high}."))
INVISIBLE = Code("invisible", "BHM-142", _("{the_being:card} is INVISIBLE: an adversary cannot choose it."))
NOT_CONTROLLER = Code("not_controller", "BHM-R74", _("{controller:seat} controls {the_being:card}: choose one of your own."))
NOT_ENEMY = Code("not_enemy", "BHM-R33", _("{the_being:card} is {the_seat:seat}'s; choose what {the_seats:seat} controls."))
HAND_EMPTY = Code("hand_empty", "BHM-018", _("{seat:seat} has no cards in hand."))
NO_BEING = Code("bad_target", "BHM-R33", _("No being on the field has the number {target}."), figures={"target": "value"})
NO_PLAYER = NO_BEING.saying(_("{target} is not in the match; {the_seats:seat} are."))
BAD_TARGET = NO_BEING.saying(_("“{the_target:ref}” cannot be the target; asked for: {the_word:target_word}."))
BAD_VICTIM = NO_BEING.citing("BHM-R67").saying(_("TERROR strikes an enemy being on the field; {the_being:ref} is none."))
NO_WAY = NO_BEING.saying(_("{the_card:card} cannot go to {the_seat:seat}'s {the_zone:zone}: there is no room, or no such card lies there."))


@lru_cache(maxsize=4096)
def of_kind(code: Code, card: str, kind: str, kinds: tuple[str, ...]) -> Refusal:
    """What is said of a card for its kind; kept, since every list of cards says it of nearly all of them (BHM-018, 080)."""
    return code(card=card, kind=kind, expected=list(kinds)) if kinds else code(card=card, kind=kind)


def carried_by(space: Space) -> tuple[Held, ...]:
    """The cards that lie with what is in a space."""
    if space is None:
        return ()
    if type(space) is Being:
        return (*space.powers, *space.objects, *space.beside)
    return space.orphans if isinstance(space, Petrified) else space.objects


Demand = tuple[Callable[["Seen", Being], object], Code, dict[str, Any]]
"""What must hold of a being, and what is said where it does not, with further figures."""


class Demanded(one_of):
    """Something on the field by its number: whose it is, and what must hold of the being. A reason is put together where one is asked for.

    Args:
        seats: whose may be chosen. tests: say why another one's may not, and why what is no being may not. demands: of the being.
    """

    __slots__ = ("_board", "_demands", "_seats", "_there")

    def __init__(self, board: Seen, seats: Collection[Seat], tests: tuple[Test, ...], demands: tuple[Demand, ...], otherwise: Code) -> None:
        self._there: tuple[int, ...] | None = None
        super().__init__((), *tests, otherwise=otherwise)
        self._board, self._seats, self._demands = board, seats, demands

    def _all(self) -> tuple[int, ...]:
        """All that stands on the fields; the board is asked for it once."""
        if self._there is None:
            self._there = tuple(self._board.on_fields)
        return self._there

    def _no(self, _candidates: tuple[Any, ...]) -> None:
        """Nothing is named beforehand."""

    all = property(_all, _no)

    def takes(self, value: Any) -> bool:
        return type(value) is int and self._passes(value)

    def _why_not(self, value: int) -> list[Refusal]:
        said, being = super()._why_not(value), self._board.find(value)
        if being is None:
            return said
        failed = (demand for demand in self._demands if not demand[0](self._board, being))
        return said + [code(iid=value, value=value, the_being=being.card, **more) for _holds, code, more in failed]

    def _passes(self, value: int) -> bool:
        spot, being = self._board.numbered.get(value, (None, None))
        if spot is None or spot.seat not in self._seats or not isinstance(being, Being):
            return False
        for holds, _code, _more in self._demands:  # noqa: SIM110  # `all` with a generator takes twice as long
            if not holds(self._board, being):
                return False
        return True

    def _passing(self) -> tuple[int, ...]:
        return tuple(filter(self._passes, self.all))


class Named(one_of):
    """A being by its number; one that has left is not offered, and not refused either (BHM-R107)."""

    __slots__ = ("board",)

    def __init__(self, board: Seen, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.board = board

    def refusals(self, value: Any) -> list[Refusal]:
        found = super().refusals(value)
        return [] if found and self._has_left(value) else found

    def takes(self, value: Any) -> bool:
        return super().takes(value) or self._has_left(value)

    def _has_left(self, value: Any) -> bool:
        """Say whether a number was given out, and nothing in play has it."""
        return type(value) is int and 1 <= value <= self.board.state.seq and value not in self.board.numbers()


class Seen(TurnBoard[State, Player]):
    """A state of the war being read.

    `by`, `rank` and `card_at_work` say whose effect is at work, from a card of which rank; `targeted` whether it chooses; `doomed` are
    those who cannot make a mandatory draw, judged when the atomic action ends.
    """

    __slots__ = ("_alive", "_players", "_printed", "_there", "by", "card_at_work", "doomed", "rank", "targeted")
    at_work = ("by", "rank", "card_at_work", "targeted", "doomed")
    options: Options

    def __init__(self, rules: Any, state: State) -> None:
        super().__init__(rules, state)
        self._printed: Mapping[str, Card] = rules.catalogue.cards
        self._players: tuple[Player, ...] | None = None
        """The players of whom `_alive` and `_there` tell: who is in, and what stands on the fields, once it was asked for."""
        self._alive: tuple[Seat, ...] = ()
        self._there: Mapping[int, tuple[Spot, Being | Petrified]] | None = None
        self.by: Seat | None = None
        self.rank: int | None = None
        self.card_at_work: str | None = None
        self.targeted = False
        self.doomed: tuple[Seat, ...] = ()

    def learn(self, of: Seen) -> None:
        self._players, self._alive, self._there = of._players, of._alive, of._there

    def change(self, seat: Seat, **fields: Any) -> Player:
        known = self._players is self.state.players
        player = super().change(seat, **fields)
        if known and "field" not in fields and "alive" not in fields:
            self._players = self.state.players  # it stands there as before
        return player

    @property
    def at_rest(self) -> bool:
        return self.by is None and not (self.ruled or self.targeted or self.doomed)

    # ---- seats

    @property
    def living(self) -> tuple[Seat, ...]:
        """Return who is still in, in seat order."""
        players = self.state.players
        if self._players is not players:
            self._look(players)
        return self._alive

    def _look(self, players: tuple[Player, ...]) -> None:
        """Ask anew of players who have changed."""
        seats = self.state.seats
        self._players, self._there, self._alive = players, None, seats
        for player in players:
            if not player.alive:
                self._alive = tuple([seat for seat, player in zip(seats, players, strict=True) if player.alive])
                break

    def direct_adversary(self, seat: Seat) -> Seat:
        """The one with whom fields are compared (BHM-R60)."""
        others = [x for x in self.after(seat) if x != seat]
        return others[0] if self.options.direct_adversary == "next" else others[-1]

    def living_seats(self) -> one_of:
        """Any player who is still in."""
        return one_of(self.living, otherwise=NO_PLAYER, the_seats=self.living)

    # ---- cards

    def card(self, card: str) -> Card:
        """Return what is printed on a card."""
        found: Card | None = self._printed.get(card)
        return self.state.typed_cards[card] if found is None else found

    def is_summon(self, card: str) -> bool:
        """Say whether a card belongs to the summon zone (BHM-002, R83)."""
        return self.card(card).kind == "summon"

    def must_be(self, card: str, *kinds: str) -> Refusal | None:
        """A card of one of these kinds (BHM-080)."""
        kind = self.card(card).kind
        return None if kind in kinds else of_kind(WRONG_KIND, card, kind, kinds)

    def must_be_called(self, card: str) -> Refusal | None:
        """A card that is called from the hand (BHM-018, R54, R95)."""
        kind = self.card(card).kind
        return None if kind in CALLED_KINDS else of_kind(NOT_A_BEING, card, kind, ())

    def card_must(self, holds: Callable[[Card], object], code: Code, **more: Any) -> Test:
        """What must hold of a card as it is printed; the refusal names it, with its rank."""

        def judge(card: str) -> Refusal | None:
            printed = self.card(card)
            return None if holds(printed) else code(the_card=card, rank=printed.rank, **more)

        return judge

    def cards(self, *tests: Test) -> one_of:
        """A card that can be named, and what must hold of it."""
        return one_of(self.card_ids, *tests, otherwise=NO_SUCH_CARD)

    def main_cards(self) -> one_of:
        """The cards of main decks, which hands and dead zones hold."""
        return one_of(self.once(_main_ids), otherwise=NOT_MAIN)

    @property
    def unseen(self) -> tuple[tuple[str, ...], ...]:
        """The lists from which a card is named that nobody else sees."""
        return (self.card_ids, self.once(_main_ids))

    # ---- spaces and beings

    def space(self, seat: Seat, slot: int) -> Space:
        """What lies in a space."""
        return self.player(seat).field[slot]

    def beings(self, seat: Seat) -> tuple[Being, ...]:
        """What stands on a player's field, entities included, in order of spaces."""
        return self.of_part(self.state.players[PLACES[seat]].field, _beings, seat)

    def every(self) -> Iterator[tuple[Seat, Being]]:
        """Everything that stands on any field, the active player's first (BHM-R47)."""
        for seat in self.in_order:
            for being in self.beings(seat):
                yield seat, being

    @property
    def numbered(self) -> Mapping[int, tuple[Spot, Being | Petrified]]:
        """What stands on the fields by its number, and where: one walk over them for all lookups until something changes."""
        players = self.state.players
        if self._players is not players:
            self._look(players)
        if self._there is not None:
            return self._there
        there = self._there = self.of_values(tuple([player.field for player in players]), _all_numbered)
        return there

    @property
    def on_fields(self) -> list[int]:
        """The numbers of what stands on the fields, stones included, the active player's first."""
        return [number for seat in self.in_order for number in self.of_part(self.player(seat).field, _numbered, seat)]

    def spot(self, iid: int) -> Spot | None:
        """Return where a being, entity or petrified one is; None once it has left the field."""
        found = self.numbered.get(iid)
        return None if found is None else found[0]

    def where(self, iid: int) -> Spot:
        """Return where something is that is known to be on the field."""
        spot = self.spot(iid)
        if spot is None:
            raise LookupError(f"nothing {iid} on the field")
        return spot

    def find(self, iid: int) -> Being | None:
        """A being or entity on the field; None where it has left or is petrified."""
        there = self._there if self._players is self.state.players else None  # asked more often than anything else
        found = (self.numbered if there is None else there).get(iid)
        return found[1] if found is not None and type(found[1]) is Being else None

    def standing(self, iid: int) -> Being:
        """A being or entity that is known to be on the field."""
        being = self.find(iid)
        if being is None:
            raise LookupError(f"no being {iid} on the field")
        return being

    def controller(self, iid: int) -> Seat:
        """Return who controls something that is known to be on the field."""
        found = self.numbered.get(iid)
        if found is None:
            raise LookupError(f"nothing {iid} on the field")
        return found[0].seat

    def windows(self) -> list[Window]:
        """The pending actions, bottom first."""
        return [step for step in self.state.agenda if type(step) is Window]

    def free_slots(self, seat: Seat) -> list[int]:
        """Spaces in which nothing lies and for which nothing pending is meant (BHM-119, R114)."""
        free = self.of_part(self.player(seat).field, _free, seat)
        meant = {w.plan.slot for w in self.windows() if w.seat == seat and isinstance(w.plan, CallPlan | SummonPlan)}
        return [slot for slot in free if slot not in meant] if meant else free

    def spaces_for(self, seat: Seat) -> one_of:
        """A space to come to (BHM-119, R114)."""
        free, bounds = self.free_slots(seat), {"low": SLOTS[0], "high": SLOTS[-1]}
        return fitting(SLOTS, free.__contains__, lambda slot: SLOT_TAKEN(slot=slot, the_free=free), otherwise=NO_SUCH_SPACE, **bounds)

    def carried(self, iid: int, what: str) -> tuple[Held, ...]:
        """The objects or equipped powers of a being on the field."""
        being = self.find(iid)
        held: tuple[Held, ...] = () if being is None else getattr(being, what)
        return held

    # ---- what lists hang on (`Action.shown_by`)

    @property
    def fields_now(self) -> Hashable:
        """Return all that stands and lies on the fields, and whose is looked at first."""
        return self.active, self.of_part(self.state.players, _fields)

    def fields_for(self, seat: Seat) -> Hashable:
        """Return the same for what a player's own being does; nothing where that player has none."""
        return self.fields_now if self.beings(seat) else None

    def rank_within(self, counter: int) -> int | None:
        """Return the highest rank of a card that is within a counter: among cards two counters differ by no more."""
        return self.of_cards(_rank_within, counter)

    @property
    def territories_now(self) -> Hashable:
        """Return the territories of all."""
        return self.of_part(self.state.players, _territories)

    # ---- pointing

    def iids(self, *tests: Test, otherwise: Code = NO_BEING) -> one_of:
        """A being or entity on the field, by its number; `otherwise` is said of what is none."""
        return one_of((being.iid for _, being in self.every()), *tests, otherwise=otherwise, the_being=self.called)

    def called(self, target: Any) -> Any:
        """The card by which the table calls what has a number on the field, or a territory; whatever else as it is."""
        if isinstance(target, TerritoryRef) and target in self.territories():
            return self.player(target.seat).territories[target.index].card
        found = self.numbered.get(target) if isinstance(target, int) else None
        return target if found is None else found[1].card

    def being_must(self, holds: Callable[[Being], object], code: Code, **more: Any) -> Test:
        """What must hold of what stands on the field; the refusal names it. What does not stand there is judged by others."""

        def judge(iid: int) -> Refusal | None:
            being = self.find(iid)
            return None if being is None or holds(being) else code(iid=iid, value=iid, the_being=being.card, **more)

        return judge

    def own(self, seat: Seat, code: Code = NOT_CONTROLLER) -> Test:
        """One's own being or entity, or stone (BHM-R74)."""

        def judge(iid: int) -> Refusal | None:
            controller = self.controller(iid)
            return None if controller == seat else code(iid=iid, controller=controller, the_being=self.called(iid))

        return judge

    def enemy(self, seat: Seat, others: Sequence[Seat] | None = None) -> Test:
        """What an adversary controls, one of these others where they are said (BHM-R33, R56)."""
        enemies = [other for other in self.living if other != seat] if others is None else others

        def judge(iid: int) -> Refusal | None:
            controller = self.controller(iid)
            if controller in enemies:
                return None
            return NOT_ENEMY(iid=iid, the_being=self.called(iid), the_seat=controller, the_seats=enemies)

        return judge

    def no_entity(self, code: Code) -> Test:
        """No celestial entity (BHM-R54)."""
        return self.being_must(lambda being: not being.is_entity, code)

    def seen_by(self, seat: Seat | None) -> Test:
        """What a player may choose: nothing INVISIBLE of an adversary's (BHM-142, R66)."""

        def judge(target: Any) -> Refusal | None:
            being = self.find(target) if isinstance(target, int) else None
            hidden = being is not None and self.controller(being.iid) != seat and being.has("invisible")
            return INVISIBLE(iid=target, the_being=self.called(target)) if hidden else None

        return judge

    def victims(self, seat: Seat) -> one_of:
        """Return an enemy being that TERROR of this player's may strike (BHM-142, 144; R66, R67)."""
        return self.iids(self.enemy(seat), self.no_entity(BAD_VICTIM), self.seen_by(seat), otherwise=BAD_VICTIM)

    def in_hand(self, seat: Seat, code: Code = HAND_EMPTY) -> Refusal | None:
        """A card to play (BHM-013..018)."""
        return must(self.player(seat).hand > 0, code, seat=seat)

    def aimed(self) -> one_of:
        """What an operation may name: anything on the field, less what an adversary's choice cannot reach (BHM-142, R66).

        An effect may name in vain what has left: that operation does nothing (BHM-R107). The table, in a ruling, may not.
        """
        beings, tests = [being.iid for _, being in self.every()], (self.seen_by(self.by),) if self.targeted else ()
        return one_of(beings, *tests, otherwise=NO_BEING) if self.by is None else Named(self, beings, *tests, otherwise=NO_BEING)

    def numbers(self) -> list[int]:
        """The activation number of everything in play: what stands on the field, what is carried, territories, strategies, windows."""
        found = [window.seq for window in self.windows()]
        for player in self.state.players:
            there = [space for space in player.field if space is not None]
            found += [space.iid for space in there if isinstance(space, STANDING)]
            found += [held.seq for held in (*player.territories, *player.strategies)]
            found += [held.seq for space in (*there, *player.deserters) for held in carried_by(space)]
        return found

    def territories(self) -> list[TerritoryRef]:
        """Every territory in play."""
        return [TerritoryRef(seat, index) for seat in self.living for index in range(len(self.player(seat).territories))]

    def movable(self, origin: PlaceRef) -> list[int | str]:
        """What may be taken out of a zone by a declared move (docs/inside/rules/bhm.md#actions)."""
        player, zone = self.player(origin.seat), origin.zone
        if zone == "field":
            return [space.iid for space in player.field if isinstance(space, STANDING)]
        if zone == "deserters":
            return [being.iid for being in player.deserters]
        if zone == "summons":
            return [card for card in self.card_ids if self.is_summon(card)] if player.summons else []
        if zone in ("hand", "deck"):
            return [card for card in self.card_ids if not self.is_summon(card)] if getattr(player, zone) else []
        if zone == "dead":
            return list(dict.fromkeys(player.dead))
        return list(dict.fromkeys(held.card for held in self.held(origin)))

    def held(self, place: PlaceRef) -> tuple[Held, ...]:
        """The cards that lie with their numbers in a territory or strategy zone; none in another."""
        player = self.player(place.seat)
        return {"territories": player.territories, "strategy": player.strategies}.get(place.zone, ())

    def what_is(self, origin: PlaceRef, what: int | str) -> tuple[str, Seat]:
        """The card that a declared move names, and whose it is (BHM-R91)."""
        player = self.player(origin.seat)
        if isinstance(what, int):
            there = (*player.field, *player.deserters)
            found = next(x for x in there if isinstance(x, STANDING) and x.iid == what)
            return found.card, found.owner
        return what, next((held.owner for held in self.held(origin) if held.card == what), origin.seat)

    def may_move(self, origin: PlaceRef, what: int | str, to: PlaceRef) -> Refusal | None:
        """Where a card may go by a declared move: home, or where cards of its kind are played (BHM-002, 018, 085, R83, R91)."""
        card, owner = self.what_is(origin, what)
        kind, zone = self.card(card).kind, to.zone
        fits = {
            "field": kind in (*CALLED_KINDS, "summon") and bool(self.free_slots(to.seat)),
            "territories": kind == "territory" and len(self.player(to.seat).territories) < MOST_TERRITORIES,
            "strategy": kind == "strategy",
            "summons": kind == "summon" and to.seat == owner,
            "deserters": origin.zone == "field" and isinstance(what, int) and self.find(what) is not None and to.seat == owner,
        }.get(zone, to.seat == owner and origin.zone != "summons")
        fits = fits and origin != to and not (zone == "field" == origin.zone)
        return must(fits, NO_WAY, value=to, the_card=card, the_seat=to.seat, the_zone=zone)


def _main_ids(board: Seen) -> tuple[str, ...]:
    return tuple(card for card in board.card_ids if not board.is_summon(card))


_SPOTS = {seat: tuple([Spot(seat, slot) for slot in SLOTS]) for seat in SEATS}


def _beings(board: Seen, seat: Seat) -> tuple[Being, ...]:
    return tuple([space for space in board.player(seat).field if type(space) is Being])


def _free(board: Seen, seat: Seat) -> list[int]:
    return [slot for slot, space in enumerate(board.player(seat).field) if space is None]


def _all_numbered(board: Seen) -> Mapping[int, tuple[Spot, Being | Petrified]]:
    fields = [board.of_part(player.field, _numbered, seat) for seat, player in zip(SEATS, board.state.players, strict=False)]
    return {number: found for field in fields for number, found in field.items()}


def _numbered(board: Seen, seat: Seat) -> Mapping[int, tuple[Spot, Being | Petrified]]:
    field = zip(_SPOTS[seat], board.player(seat).field, strict=False)
    return {space.iid: (spot, space) for spot, space in field if space is not None and isinstance(space, STANDING)}


def _fields(board: Seen) -> tuple[bytes, ...]:
    return tuple([board.of_part(board.player(seat).field, _field, seat) for seat in board.state.seats])


def _field(board: Seen, seat: Seat) -> bytes:
    return codec.encode(board.player(seat).field)


def _territories(board: Seen) -> bytes:
    return codec.encode([player.territories for player in board.state.players])


def _rank_within(board: Seen, counter: int) -> int | None:
    return max((rank for card in board.card_ids if (rank := board.card(card).rank) <= counter), default=None)

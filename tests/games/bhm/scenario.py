"""A war written down as a scenario: fields, counters and piles, what was declared, and what followed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.catalogue import gather
from tapete.core.events import Event
from tapete.core.refusals import Illegal, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over, Step
from tapete.games import bhm
from tapete.games.bhm.beings import Attr, Being, Held, Orphans, Petrified, Space
from tapete.games.bhm.cards import Card, Effect
from tapete.games.bhm.faults import owned
from tapete.games.bhm.figures import ATTRS
from tapete.games.bhm.state import Declaring, Final, Initial, Player, State, Strategy, Window
from tests.contract.starter_cards import starter

STEPS: dict[str, Step] = {
    "initial": Initial(),
    "return": Initial("return"),
    "strategy_1": Strategy(1),
    "combat": Declaring(),
    "strategy_2": Strategy(2),
    "final": Final(),
}


class Desk:
    """A match in the middle of A's turn; windows are off unless asked for.

    Args:
        options: house rules. phase, turn, active: where it stands. catalogue: the cards; the starter set when left out.
        players: a side each: `counter`, `hand`, `deck`, `summons`, `dead`, `territories` and `field`: a card's id, or the id and what
            differs from its print (`pod=100` is what it has now; `objects`, `powers` by id; `stone`, `pile`), None for a free space.
    """

    def __init__(
        self,
        *players: dict[str, Any],
        options: dict[str, Any] | None = None,
        phase: str = "strategy_1",
        turn: int = 5,
        active: Seat = "A",
        windows: bool = False,
        catalogue: Any = None,
    ) -> None:
        given = {"reaction_windows": "ask" if windows else "off", **(options or {})}
        self.rules: Rules[State] = bhm.rules(given, catalogue or starter("bhm"))
        self.seq = 0
        self.cards = self.rules.catalogue.cards
        sides = tuple(self._player(seat, **side) for seat, side in zip(SEATS, players, strict=False))
        self.state = State(
            agenda=(STEPS[phase],),  # type: ignore[arg-type]  # the steps above are those of a match
            turn=turn,
            active=active,
            starter="A",
            seq=self.seq,
            players=sides,
        )
        board = self.board()
        for seat in self.state.seats:
            main, summons = owned(board, seat)
            board.change(seat, deck_size=main, summons_size=summons)
        self.state = board.state
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        self.events: tuple[Event, ...] = ()
        """What followed from the last action."""

    def board(self) -> Any:
        return self.rules.board(self.state)

    def _next(self) -> int:
        self.seq += 1
        return self.seq

    def _held(self, card: str, seat: Seat, turn: int = 1) -> Held:
        return Held(card, seat, self.cards[card].rank, self._next(), dict(self.cards[card].mods), turn)

    def _player(
        self,
        seat: Seat,
        *,
        counter: int = 10,
        hand: int = 6,
        deck: int = 20,
        summons: int = 3,
        dead: tuple[str, ...] = (),
        territories: tuple[str, ...] = (),
        field: tuple[Any, ...] = (),
        deserters: tuple[Any, ...] = (),
        **more: Any,
    ) -> Player:
        spaces = [self._space(seat, spec) for spec in field]
        gone = tuple(replace(being, fled_turn=1) for being in (self._space(seat, spec) for spec in deserters) if isinstance(being, Being))
        return Player(
            counter=counter,
            ready=True,
            exchanged=True,
            deck=deck,
            hand=hand,
            summons=summons,
            dead=dead,
            territories=tuple(self._held(card, seat) for card in territories),
            field=tuple([*spaces, *[None] * 10][:10]),
            deserters=gone,
            **more,
        )

    def _space(self, seat: Seat, spec: Any) -> Space:
        if spec is None:
            return None
        card, changes = (spec, {}) if isinstance(spec, str) else spec
        changes = dict(changes)
        if changes.pop("pile", False):
            return Orphans((replace(self._held(card, seat), mods={}),))
        if changes.pop("stone", False):
            return Petrified(self._next(), card, seat)
        printed, iid = self.cards[card], self._next()
        objects = tuple(self._held(x, seat) for x in changes.pop("objects", ()))
        powers = tuple(self._held(x, seat) for x in changes.pop("powers", ()))
        attrs: dict[str, Any] = {}
        for name in ATTRS:
            base = getattr(printed, name)
            if base is None:
                continue
            most = max(0, base + sum(held.mods.get(name, 0) for held in (*objects, *powers)))
            attrs[name] = Attr(base, most, changes.pop(name, most))
        return Being(
            iid=iid,
            card=card,
            owner=changes.pop("owner", seat),
            kind=printed.kind,
            rank_base=printed.rank,
            seq=iid,
            since=iid,
            keywords=printed.keywords,
            objects=objects,
            powers=powers,
            **attrs,
            **changes,
        )

    # ---- acting

    def action(self, name: str, seat: Seat | None = None, **arguments: Any) -> Action:
        return self.rules.read({"action": name, **({"seat": seat} if seat else {}), **arguments})

    def do(self, name: str, seat: Seat | None = "A", **arguments: Any) -> Desk:
        action = self.action(name, seat, **arguments)
        refusals = self.rules.check(self.state, action)
        assert not refusals, refusals
        self.state, self.events = self.rules.apply(self.state, action)
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        return self

    def refused(self, name: str, seat: Seat | None = "A", **arguments: Any) -> tuple[Refusal, ...]:
        """The refusals of an action; it must be illegal, and must leave everything as it is."""
        before, action = self.state, self.action(name, seat, **arguments)
        refusals = self.rules.check(self.state, action)
        assert refusals, f"{name} is legal"
        with pytest.raises(Illegal) as illegal:
            self.rules.apply(self.state, action)
        assert illegal.value.refusals == refusals
        assert self.state is before
        return refusals

    def codes(self, name: str, seat: Seat | None = "A", **arguments: Any) -> list[str]:
        return [refusal.code for refusal in self.refused(name, seat, **arguments)]

    def call(self, card: str, seat: Seat = "A") -> Desk:
        return self.do("call_being", seat, card=card, slot=self.board().free_slots(seat)[0])

    def power(self, executor: str, card: str, *targets: Any, seat: Seat = "A") -> Desk:
        return self.do("play_power", seat, executor=self.iid(executor), card=card, targets=list(targets))

    def rule(self, *ops: dict[str, Any]) -> Desk:
        return self.do("ruling", None, reason="the table says so", ops=list(ops))

    def hit(self, attacker: str, target: str, pod: int | None = None, seat: Seat = "A") -> Desk:
        given = {"attacker": self.iid(attacker), "target": self.iid(target)}
        return self.do("declare_physical", seat, **given) if pod is None else self.do("declare_power", seat, **given, pod=pod)

    def fight(self) -> Desk:
        """The declared attacks resolve, all of them."""
        self.do("resolve_combat")
        while self.step == "fighting":
            self.do("resolve_next_attack")
        return self

    def passed(self) -> Desk:
        """Nobody reacts until nothing is pending."""
        while self.step == "window":
            self.do("pass_all", None)
        return self

    def end_turn(self, seat: Seat = "A") -> Desk:
        """The rest of the turn, without attacks and without the optional draw, up to the next turn or to a discard."""
        while self.step in ("strategy", "declaring"):
            self.do("end_phase", seat) if self.step == "strategy" else self.do("resolve_combat", seat)
        top = self.state.agenda[-1]
        if isinstance(top, Final) and top.at == "F1":
            self.do("draw_optional", seat, take=False)
        return self

    # ---- looking

    @property
    def step(self) -> str:
        return str(self.state.agenda[-1].__struct_config__.tag)

    @property
    def counters(self) -> tuple[int, ...]:
        return tuple(player.counter for player in self.state.players)

    @property
    def waiting(self) -> list[Seat]:
        top = self.state.agenda[-1]
        return list(top.waiting) if isinstance(top, Window) else []

    @property
    def result(self) -> tuple[str, tuple[Seat, ...], str] | None:
        over = self.state.agenda[-1]
        return (over.kind, over.seats, over.reason) if isinstance(over, Over) else None

    def player(self, seat: Seat) -> Player:
        return self.state.players[SEATS.index(seat)]

    def being(self, card: str, seat: Seat | None = None) -> Being:
        """The first being of this card on the field (of one player)."""
        for where in (seat,) if seat else self.state.seats:
            for space in self.player(where).field:
                if isinstance(space, Being) and space.card == card:
                    return space
        raise LookupError(card)

    def iid(self, card: str, seat: Seat | None = None) -> int:
        return self.being(card, seat).iid

    def has(self, card: str) -> bool:
        return any(isinstance(x, Being) and x.card == card for p in self.state.players for x in p.field)

    def now(self, card: str, attr: str) -> int:
        return self.being(card).now(attr)  # type: ignore[arg-type]  # the tests name attributes that exist

    def told(self, name: str) -> list[Any]:
        """The events of this name that the last action brought about."""
        return [event for event in self.events if event.__struct_config__.tag == name]


def with_effects(*players: dict[str, Any], **more: Any) -> Desk:
    """A desk whose catalogue has a herald: on coming it takes 1 off an enemy's counter, and it may heal one's own beings."""
    bare = starter("bhm")
    effects = (
        Effect("counter_change", "on_enter", "enemy_player", {"delta": -1}),
        Effect("heal", "declared", "own_being", {"attr": "salud", "amount": 50}),
        Effect("damage", "declared", "enemy_being", {"attr": "val", "amount": 30}),
    )
    herald = Card(id="herald", name="Herald", kind="being", rank=2, pod=50, fue=50, val=90, salud=90, effects=effects)
    catalogue = gather("bhm", "With a herald", {**bare.cards, "herald": herald}, dict(bare.extras))
    return Desk(*(players or ({}, {})), catalogue=catalogue, **more)

"""A duel written down as a scenario: two sides of a table, what was declared, and what followed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.core.actions import Action
from tapete.core.catalogue import gather
from tapete.core.events import Event
from tapete.core.refusals import Illegal, Refusal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.games import moriham
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.figures import SEATS, SLOTS
from tapete.games.moriham.state import Monster, Phase, Side, Spell, State
from tests.contract.starter_cards import starter

FILLER = "mudling"
"""What lies out of the game so that all cards are somewhere."""

_SHAPE = re.compile(r"(?:L(\d) )?(?:(\d+)/(\d+)|([a-z_0-9]+)) (atk|def)")


class Desk:
    """A match in the middle of A's turn.

    Args:
        options: house rules. phase, turn: where it stands. catalogue: the cards; the starter set when left out.
        a, b: each side: `life`, `hand`, `deck`, `monsters` (`"L2 7/3 atk"` or `"mudling def"`, None for a free slot),
            `spells` (`"down"` for a face-down card, or the card that stays there), `graveyard`.
    """

    def __init__(
        self,
        options: dict[str, Any] | None = None,
        *,
        phase: str = "main1",
        turn: int = 3,
        a: dict[str, Any] | None = None,
        b: dict[str, Any] | None = None,
        catalogue: Any = None,
    ) -> None:
        self.rules: Rules[State] = moriham.rules(options, catalogue or starter("moriham"))
        self.typed: dict[str, Typed] = {}
        self.iid = 0
        sides = {"A": self._side("A", **(a or {})), "B": self._side("B", **(b or {}))}
        self.state = State(
            agenda=(Phase(phase),),  # type: ignore[arg-type]  # the tests name phases that exist
            turn=turn,
            active="A",
            next_iid=self.iid + 1,
            typed_cards=self.typed,
            **sides,
        )
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        self.events: tuple[Event, ...] = ()
        """What followed from the last action."""
        self.story: list[Event] = []
        """All that has happened."""

    def _side(
        self,
        seat: Seat,
        *,
        life: int = 30,
        hand: int = 3,
        deck: int = 20,
        monsters: tuple[str | Monster | None, ...] = (),
        spells: tuple[str | None, ...] = (),
        graveyard: tuple[str, ...] = (),
    ) -> Side:
        placed = [self._monster(seat, shape) for shape in monsters]
        laid = [self._spell(seat, card) for card in spells]
        on_field = sum(card is not None for card in (*placed, *laid))
        size = self.rules.options.deck_size
        return Side(
            life=life,
            hand=hand,
            deck=deck,
            monsters=tuple([*placed, *[None] * 5][:5]),
            spells=tuple([*laid, *[None] * 5][:5]),
            graveyard=graveyard,
            removed=(FILLER,) * (size - hand - deck - on_field - len(graveyard)),
        )

    def _monster(self, seat: Seat, shape: str | Monster | None) -> Monster | None:
        if shape is None:
            return None
        self.iid += 1
        if isinstance(shape, Monster):
            return replace(shape, iid=self.iid)
        found = _SHAPE.fullmatch(shape)
        assert found is not None, shape
        level, attack, defense, card, position = found.groups()
        if card is None:
            card = f"plain_{level or 1}_{attack}_{defense}"
            self.typed[card] = Typed("monster", int(level or 1), int(attack), int(defense))
        return Monster(iid=self.iid, card=card, owner=seat, position="attack" if position == "atk" else "defense")

    def _spell(self, seat: Seat, card: str | None) -> Spell | None:
        if card is None:
            return None
        self.iid += 1
        return Spell(iid=self.iid, owner=seat, set_turn=1, card=None if card == "down" else card)

    # ---- acting

    def action(self, name: str, seat: Seat | None = None, **arguments: Any) -> Action:
        return self.rules.read({"action": name, **({"seat": seat} if seat else {}), **arguments})

    def do(self, name: str, seat: Seat | None = None, **arguments: Any) -> Desk:
        self.state, self.events = self.rules.apply(self.state, self.action(name, seat, **arguments))
        self.story += self.events
        assert not self.rules.faults(self.state), self.rules.faults(self.state)
        return self

    def refused(self, name: str, seat: Seat | None = None, **arguments: Any) -> tuple[Refusal, ...]:
        """The refusals of an action; it must be illegal, and must leave everything as it is."""
        before, action = self.state, self.action(name, seat, **arguments)
        refusals = self.rules.check(self.state, action)
        assert refusals, f"{name} is legal"
        with pytest.raises(Illegal) as illegal:
            self.rules.apply(self.state, action)
        assert illegal.value.refusals == refusals
        assert self.state is before
        return refusals

    def codes(self, name: str, seat: Seat | None = None, **arguments: Any) -> list[str]:
        return [refusal.code for refusal in self.refused(name, seat, **arguments)]

    def legal(self, name: str, seat: Seat | None = None, **arguments: Any) -> bool:
        return not self.rules.check(self.state, self.action(name, seat, **arguments))

    def attack(self, slot: int, target: int | str) -> Desk:
        return self.do("declare_attack", "A", slot=slot, target=target)

    def trap(self, seat: Seat, card: str, option: int, slot: int = 1, **arguments: Any) -> Desk:
        return self.do("activate_trap", seat, slot=slot, card=card, option=option, **arguments)

    def magic(self, card: str, option: int, source: int | str = "hand", **arguments: Any) -> Desk:
        return self.do("activate_magic", "A", source=source, card=card, option=option, **arguments)

    def rule(self, *ops: dict[str, Any], seat: Seat = "A") -> Desk:
        return self.do("ruling", seat, reason="the table says so", ops=list(ops))

    def passed(self) -> Desk:
        """Everybody passes until nothing waits on the stack."""
        while self.step == "stack":
            self.do("pass_priority", self.state.agenda[-1].priority)  # type: ignore[union-attr]  # a stack has one
        return self

    # ---- looking

    @property
    def step(self) -> str:
        return str(self.state.agenda[-1].__struct_config__.tag)

    @property
    def phase(self) -> str:
        bottom = self.state.agenda[0]
        return bottom.name if isinstance(bottom, Phase) else "over"

    @property
    def life(self) -> tuple[int, int]:
        return self.state.A.life, self.state.B.life

    @property
    def hands(self) -> tuple[int, int]:
        return self.state.A.hand, self.state.B.hand

    @property
    def decks(self) -> tuple[int, int]:
        return self.state.A.deck, self.state.B.deck

    @property
    def result(self) -> tuple[str, tuple[Seat, ...], str] | None:
        over = self.state.agenda[-1]
        return (over.kind, over.seats, over.reason) if isinstance(over, Over) else None

    def side(self, seat: Seat) -> Side:
        return self.state.A if seat == "A" else self.state.B

    def monsters(self, seat: Seat) -> list[int]:
        """The slots that hold monsters."""
        return [slot for slot in SLOTS if self.side(seat).monsters[slot - 1] is not None]

    def monster(self, seat: Seat, slot: int) -> Monster:
        found = self.side(seat).monsters[slot - 1]
        assert found is not None
        return found

    def spell(self, seat: Seat, slot: int) -> Spell | None:
        return self.side(seat).spells[slot - 1]

    def grave(self, seat: Seat) -> tuple[str, ...]:
        return self.side(seat).graveyard

    def told(self, name: str) -> list[Any]:
        """The events of this name that the last action brought about."""
        return [event for event in self.events if event.__struct_config__.tag == name]

    def clauses(self) -> set[str]:
        """Every clause that the last action's events cite."""
        return {event.clause for event in self.events}


def monster_ref(seat: Seat, slot: int) -> dict[str, Any]:
    return {"zone": "monsters", "seat": seat, "slot": slot}


def spell_ref(seat: Seat, slot: int) -> dict[str, Any]:
    return {"zone": "spells", "seat": seat, "slot": slot}


def grave_ref(seat: Seat, card: str) -> dict[str, Any]:
    return {"zone": "graveyard", "seat": seat, "card": card}


def opened(options: dict[str, Any] | None = None, first: Seat = "A") -> Desk:
    """A duel that has just begun."""
    desk = Desk(options, a={"hand": 0, "deck": 0}, b={"hand": 0, "deck": 0})
    desk.state = desk.rules.start(SEATS)
    return desk.do("start_game", first=first)


def with_staying(*cards: str) -> Any:
    """The starter set with cards whose text says that they stay on the field."""
    bare = starter("moriham")
    return gather("moriham", "Staying", {**bare.cards, **{card: replace(bare.cards[card], stays=True) for card in cards}})

"""Every fault of a position (docs/inside/rules/moriham.md#invariants)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.refusals import Refusal
from tapete.core.steps import Cards, Over
from tapete.games.moriham.cards import Typed
from tapete.games.moriham.state import Item, Loan, Monster, Phase, Spell, Stack, State, Triggers
from tests.contract.refused import Given, Refused, case, illegal
from tests.games.moriham.refusals.situations import Make, asked
from tests.games.moriham.scenario import Desk


def broken(code: str, clause: str, params: dict[str, Any], make: Callable[[State], State], desk: Make = Desk) -> Refused:
    """A position that cannot be: a table with a change."""

    def faults() -> tuple[Refusal, ...]:
        at = desk()
        return at.rules.faults(make(at.state))

    return case("position", code, clause, params, faults, alone=False)


def loaded(make: Callable[[State], State]) -> Given:
    def load() -> tuple[Refusal, ...]:
        desk = Desk()
        return illegal(lambda: positions.load(desk.rules, positions.dump(desk.rules, make(desk.state))))()

    return load


def with_monster(state: State, monster: Monster) -> State:
    return replace(state, A=replace(state.A, monsters=(monster, *state.A.monsters[1:])))


def one_monster() -> Desk:
    return Desk(a={"monsters": ("6/4 atk",)})


def changed(**changes: Any) -> Callable[[State], State]:
    def make(state: State) -> State:
        monster = state.A.monsters[0]
        assert monster is not None
        return with_monster(state, replace(monster, **changes))

    return make


ITEM = Item("attack", "A", 1, "mudling")


def waiting_twice(state: State) -> State:
    return replace(state, agenda=(*state.agenda, Triggers(), Stack((ITEM, ITEM), "B")))


POSITIONS: tuple[Refused, ...] = (
    case(
        "position",
        "bad_position",
        "MOR-R87",
        {"broken": ["inv_summons"]},
        loaded(lambda s: replace(s, A=replace(s.A, normal_used=2))),
        alone=False,
    ),
    broken("inv_cards", "MOR-004", {"seat": "B", "sum": 51, "due": 50}, lambda s: replace(s, B=replace(s.B, hand=4))),
    broken("inv_life", "MOR-082", {"seat": "A", "life": 0}, lambda s: replace(s, A=replace(s.A, life=0))),
    broken("inv_summons", "MOR-058", {"seat": "A", "used": 2, "allowed": 1}, lambda s: replace(s, A=replace(s.A, normal_used=2))),
    broken("inv_attacks", "MOR-068", {"seat": "A", "slot": 1}, changed(attacks_used=2), one_monster),
    broken("inv_card", "MOR-R86", {"card": "dragon"}, changed(card="dragon"), one_monster),
    broken("inv_card", "MOR-R86", {"card": "tangle_net"}, changed(card="tangle_net"), one_monster),
    broken("inv_control", "MOR-R88", {"seat": "A", "slot": 1}, changed(control=Loan("end_of_turn", "A")), one_monster),
    broken("inv_instances", "MOR-R55", {"numbers": [2]}, changed(iid=2), one_monster),
    broken(
        "inv_instances",
        "MOR-R55",
        {"numbers": [1]},
        lambda s: replace(s, B=replace(s.B, spells=(Spell(1, "B", 1), *s.B.spells[1:]))),
        one_monster,
    ),
    broken(
        "inv_stack",
        "MOR-R40",
        {"card": "mudling"},
        lambda s: replace(s, agenda=(*s.agenda, Triggers(), Stack((ITEM, ITEM), "B"))),
        one_monster,
    ),
    broken(
        "inv_spell",
        "MOR-R33",
        {"seat": "A", "slot": 1},
        lambda s: replace(s, A=replace(s.A, spells=(Spell(1, "A", 1, "tangle_net", True), *s.A.spells[1:]))),
    ),
    broken("inv_agenda", "MOR-047", {"step": "stack"}, lambda s: replace(s, agenda=(*s.agenda, Stack((ITEM,), "B"))), one_monster),
    broken("inv_agenda", "MOR-047", {"step": "triggers"}, lambda s: replace(s, agenda=(*s.agenda, Triggers()))),
    broken("inv_agenda", "MOR-047", {"step": "phase"}, lambda s: replace(s, agenda=(Phase("main1", ending=True),))),
    broken("inv_agenda", "MOR-047", {"step": "cards"}, lambda s: replace(s, agenda=(Over("draw"), Cards("A", 1, "hand")))),
    broken("inv_agenda", "MOR-047", {"step": "phase"}, lambda s: replace(s, active=None)),
    broken("inv_question", "MOR-R89", {}, lambda s: replace(s, agenda=(*s.agenda[:-1], Cards("B", 1, "hand", "show_discard"))), asked),
    broken("inv_question", "MOR-R89", {}, lambda s: replace(s, agenda=(*s.agenda[:-1], Cards("A", 3, "hand", "show_discard"))), asked),
    broken("inv_typed", "MOR-R86", {"card": "dragon"}, lambda s: replace(s, typed_cards={"dragon": Typed("monster", 3)})),
    broken("inv_typed", "MOR-R86", {"card": "mudling"}, lambda s: replace(s, typed_cards={"mudling": Typed("trap")})),
)

"""Every refusal of the ledger's table at work, and every fault of a position.

Source: docs/inside/rules/shazamm.md#actions, #invariants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core import codec
from tapete.core import position as positions
from tapete.core.refusals import Refusal
from tapete.core.sealing import seal_of
from tapete.core.seats import Both
from tapete.core.steps import Over
from tapete.games import shazamm
from tapete.games.shazamm.state import Bidding, ChooseClone, ChoosePush, ChooseRecycle, EndingTurn, Pending, Resolving, Revealing, State
from tests.contract.refused import Refused, case, illegal
from tests.games.shazamm.duel import Duel

NONCES = {"A": None, "B": None}
REASON: dict[str, Any] = {"reason": "we miscounted", "agreed": ["A", "B"]}


# ---- tables at each step


def ready() -> Duel:
    return Duel().do("lock_bid", "A", seal=None).do("lock_bid", "B", seal=None)


def revealed(**place: Any) -> Duel:
    return Duel(**place).bids(6, 5)


def cloning() -> Duel:
    """A is to choose between 2 (barred), 7 and 8."""
    return Duel(turn=2, used=((), (2, 7, 8)), last_cast=((), (2, 7, 8))).turn(6, 5, [2])


def stealing() -> Duel:
    """A is to decide on B's 7 and 13."""
    return Duel().turn(6, 5, [3], [7, 13])


def recycling() -> Duel:
    """A bid 6 of 10."""
    return Duel(mana=(10, 30)).turn(6, 5, [6])


def pushing() -> Duel:
    """B has 4 mana left and 4 slabs to push."""
    return Duel({"exhaustion_push": "ask"}, mana=(5, 7)).turn(5, 3)


def over() -> Duel:
    return Duel().do("concede", "B")


def sealed() -> Duel:
    """A's bid of 9 is sealed, B's is not."""
    duel = Duel()
    return duel.do("lock_bid", "A", seal=seal_of("0" * 32, "A", 9)).do("lock_bid", "B", seal=None)


# ---- cases


def act(
    duel: Callable[[], Duel], what: str, code: str, clause: str, params: dict[str, Any], *, alone: bool = True, **arguments: Any
) -> Refused:
    seat = arguments.pop("seat", None)
    return case(what, code, clause, params, lambda: duel().refused(what, seat, **arguments), alone=alone)


def broken(code: str, clause: str, params: dict[str, Any], options: dict[str, Any] | None = None, **changes: Any) -> Refused:
    """A position that cannot be: the start with these changes."""
    rules = shazamm.rules(options)

    def load() -> tuple[Refusal, ...]:
        return rules.faults(replace(rules.start(("A", "B")), **changes))

    return case("position", code, clause, params, load, alone=False)


def loaded(state: State) -> Any:
    rules = shazamm.rules()
    return positions.load(rules, positions.dump(rules, state))


SET_MATCH: tuple[Refused, ...] = (
    case("seats", "seats_not_two", "SHZ-001", {"seats": ["A"]}, illegal(lambda: shazamm.rules().start(("A",)))),
    case("options", "unknown_option", "SHZ-S3", {"key": "wild"}, illegal(lambda: shazamm.rules({"wild": True}))),
    case(
        "options",
        "bad_option",
        "SHZ-S3",
        {"key": "reserve_gain", "value": "never", "allowed": ["after_payment", "before_payment"]},
        illegal(lambda: shazamm.rules({"reserve_gain": "never"})),
    ),
    case(
        "options",
        "bad_option",
        "SHZ-S3",
        {"key": "full_hand", "value": 1, "allowed": [True, False]},
        illegal(lambda: shazamm.rules({"full_hand": 1})),
    ),
    case(
        "options",
        "bad_option",
        "SHZ-S3",
        {"key": "bridge_half", "value": 12, "allowed": [4, 9]},
        illegal(lambda: shazamm.rules({"bridge_half": 12})),
    ),
    case("catalogue", "unknown_catalogue", "SHZ-008", {"catalogue": "mine"}, illegal(lambda: shazamm.rules({}, "mine"))),
    case(
        "position",
        "bad_position",
        "SHZ-S7",
        {"broken": ["inv_1", "inv_2"]},
        illegal(lambda: loaded(State(hand=Both(6, 5), wall=3))),
        alone=False,
    ),
)

ANYTIME: tuple[Refused, ...] = (
    act(over, "concede", "match_over", "SHZ-R70", {"result": "A"}, seat="A"),
    act(over, "lock_bid", "match_over", "SHZ-R70", {"result": "A"}, seat="A", seal=None),
    act(Duel, "lock_bid", "unknown_seat", "SHZ-001", {"seat": "C"}, seat="C", seal=None),
    act(revealed, "concede", "reveal_pending", "SHZ-R67", {}, seat="A"),
)

BIDDING: tuple[Refused, ...] = (
    act(revealed, "lock_bid", "wrong_phase", "SHZ-039", {"phase": "reveal"}, seat="A", seal=None),
    act(recycling, "lock_bid", "wrong_phase", "SHZ-039", {"phase": "choose_recycle"}, seat="A", seal=None),
    act(revealed, "reveal_bids", "wrong_phase", "SHZ-039", {"phase": "reveal"}, bids={"A": 1, "B": 1}, nonces=NONCES),
    act(revealed, "reopen_bids", "wrong_phase", "SHZ-039", {"phase": "reveal"}),
    act(ready, "lock_bid", "already_locked", "SHZ-R68", {}, seat="A", seal=None),
    act(revealed, "unlock", "wrong_phase", "SHZ-R68", {"phase": "reveal"}, seat="A"),
    act(ready, "unlock", "wrong_phase", "SHZ-R68", {"phase": "bidding"}, seat="A"),
    act(Duel, "unlock", "not_locked", "SHZ-R68", {}, seat="A"),
    act(Duel, "reopen_bids", "not_both_ready", "SHZ-039", {"waiting": ["A", "B"]}),
    act(
        lambda: Duel().do("lock_bid", "A", seal=None),
        "reveal_bids",
        "not_both_ready",
        "SHZ-039",
        {"waiting": ["B"]},
        bids={"A": 1, "B": 1},
        nonces=NONCES,
    ),
    act(ready, "reveal_bids", "bids_of_both", "SHZ-039", {}, bids={"A": 1}, nonces=NONCES),
    act(ready, "reveal_bids", "bid_below_one", "SHZ-036", {"bid": 0, "min": 1}, bids={"A": 0, "B": 5}, nonces=NONCES),
    act(ready, "reveal_bids", "bid_over_mana", "SHZ-035", {"bid": 51, "mana": 50}, bids={"A": 5, "B": 51}, nonces=NONCES),
    act(sealed, "reveal_bids", "seal_broken", "SHZ-R68", {"seat": "A"}, bids={"A": 8, "B": 5}, nonces={"A": "0" * 32, "B": None}),
    act(sealed, "reveal_bids", "seal_broken", "SHZ-R68", {"seat": "A"}, bids={"A": 9, "B": 5}, nonces={"A": "1" * 32, "B": None}),
)

SHOWING: tuple[Refused, ...] = (
    act(Duel, "declare_cards", "wrong_phase", "SHZ-039", {"phase": "bidding"}, seat="A", numbers=[]),
    act(recycling, "declare_cards", "wrong_phase", "SHZ-R69", {"phase": "choose_recycle"}, seat="A", numbers=[]),
    act(
        lambda: revealed().do("declare_cards", "A", numbers=[]),
        "declare_cards",
        "already_declared",
        "SHZ-R69",
        {},
        seat="A",
        numbers=[7],
    ),
    act(revealed, "declare_cards", "unknown_card", "SHZ-008", {"numbers": [15, -1]}, seat="A", numbers=[15, 3, -1]),
    act(revealed, "declare_cards", "card_twice", "SHZ-R12", {"numbers": [3, 0]}, seat="A", numbers=[3, 0, 3, 0]),
    act(
        lambda: revealed(used=((7, 8), ())),
        "declare_cards",
        "spell_already_used",
        "SHZ-047",
        {"numbers": [8, 7]},
        seat="A",
        numbers=[8, 7, 5],
    ),
    act(
        revealed,
        "declare_cards",
        "more_spells_than_hand",
        "SHZ-R13",
        {"spells": 6, "hand": 5},
        seat="A",
        numbers=[0, 1, 2, 3, 4, 5, 6],
    ),
)

CHOICES: tuple[Refused, ...] = (
    act(recycling, "choose_clone", "no_choice_owed", "SHZ-068", {"phase": "choose_recycle"}, seat="A", number=None),
    act(Duel, "choose_theft", "no_choice_owed", "SHZ-071", {"phase": "bidding"}, seat="A", choices=[]),
    act(revealed, "choose_recycle", "no_choice_owed", "SHZ-080", {"phase": "reveal"}, seat="A", delta=0),
    act(Duel, "choose_push", "no_choice_owed", "SHZ-R54", {"phase": "bidding"}, seat="A", steps=0),
    act(cloning, "choose_clone", "not_your_choice", "SHZ-R71", {"owed_by": "A"}, seat="B", number=99),
    act(stealing, "choose_theft", "not_your_choice", "SHZ-R71", {"owed_by": "A"}, seat="B", choices=[]),
    act(recycling, "choose_recycle", "not_your_choice", "SHZ-R71", {"owed_by": "A"}, seat="B", delta=9),
    act(pushing, "choose_push", "not_your_choice", "SHZ-R71", {"owed_by": "B"}, seat="A", steps=9),
    act(cloning, "choose_clone", "clone_itself", "SHZ-R26", {}, seat="A", number=2),
    act(cloning, "choose_clone", "not_cloneable", "SHZ-R25", {"number": 5, "options": [7, 8]}, seat="A", number=5),
    act(
        stealing,
        "choose_theft",
        "not_prey",
        "SHZ-R32",
        {"number": 9, "source": "hand"},
        alone=False,
        seat="A",
        choices=[
            {"number": 7, "source": "hand", "use": "apply"},
            {"number": 13, "source": "hand", "use": "apply"},
            {"number": 9, "source": "hand", "use": "apply"},
        ],
    ),
    act(
        stealing,
        "choose_theft",
        "not_prey",
        "SHZ-R32",
        {"number": 7, "source": "hand"},
        seat="A",
        choices=[
            {"number": 7, "source": "hand", "use": "apply"},
            {"number": 13, "source": "hand", "use": "apply"},
            {"number": 7, "source": "hand", "use": "discard"},
        ],
    ),
    act(
        stealing,
        "choose_theft",
        "prey_missing",
        "SHZ-R34",
        {"number": 13, "source": "hand"},
        seat="A",
        choices=[{"number": 7, "source": "hand", "use": "apply"}],
    ),
    act(recycling, "choose_recycle", "recycle_over_five", "SHZ-082", {"delta": -6, "limit": 5}, alone=False, seat="A", delta=-6),
    act(recycling, "choose_recycle", "bid_below_one", "SHZ-R43", {"bid": 0, "min": 1}, alone=False, seat="A", delta=-6),
    act(recycling, "choose_recycle", "bid_over_mana", "SHZ-R43", {"bid": 11, "mana": 10}, seat="A", delta=5),
    act(pushing, "choose_push", "push_out_of_range", "SHZ-057", {"steps": 5, "max": 4}, seat="B", steps=5),
    act(pushing, "choose_push", "push_out_of_range", "SHZ-057", {"steps": -1, "max": 4}, seat="B", steps=-1),
)


def ruling(code: str, clause: str, params: dict[str, Any], *ops: dict[str, Any], alone: bool = True) -> Refused:
    return act(Duel, "ruling", code, clause, params, alone=alone, ops=list(ops), **REASON)


CORRECTIONS: tuple[Refused, ...] = (
    act(revealed, "ruling", "wrong_phase", "SHZ-R73", {"phase": "reveal"}, ops=[{"op": "set_wall", "wall": 1}], **REASON),
    act(Duel, "ruling", "reason_missing", "SHZ-R73", {}, ops=[{"op": "set_wall", "wall": 1}], reason=" ", agreed=[]),
    ruling("breaks_invariant", "SHZ-R73", {"broken": ["inv_1"]}, {"op": "set_hand", "seat": "A", "hand": 4}, alone=False),
    ruling(
        "breaks_invariant",
        "SHZ-R73",
        {"broken": ["inv_1", "inv_2"]},
        {"op": "set_used", "seat": "B", "spells": [3]},
        {"op": "set_wall", "wall": 3},
        alone=False,
    ),
    ruling("out_of_bounds", "SHZ-R73", {"value": 51, "low": 1, "high": 50}, {"op": "set_mana", "seat": "A", "mana": 51}),
    ruling("not_spells", "SHZ-R73", {"numbers": [15]}, {"op": "set_used", "seat": "A", "spells": [15]}),
    ruling("not_spells", "SHZ-R73", {}, {"op": "set_last_cast", "seat": "A", "spells": [3, 3]}),
    ruling(
        "position_not_bidding",
        "SHZ-R73",
        {},
        {"op": "set_position", "position": codec.whole(State(agenda=(Over("draw", (), "fall"),)))},
    ),
    ruling("unknown_seat", "SHZ-001", {"seat": "C"}, {"op": "set_mana", "seat": "C", "mana": 3}),
)

SIX_FIVE = Both(6, 5)

POSITIONS: tuple[Refused, ...] = (
    broken("inv_1", "SHZ-R14", {"seat": "A", "hand": 6, "deck": 9, "used": 0}, hand=Both(6, 5)),
    broken("inv_1", "SHZ-047", {"seat": "B"}, used=Both((), (8, 7)), hand=Both(5, 3)),
    broken("inv_2", "SHZ-013", {"centre": 0}, wizard=Both(-3, 4)),
    broken("inv_2", "SHZ-R10", {"wall": 3}, wall=3),
    broken("inv_2", "SHZ-030", {"round": 1, "due": 0, "broken": 2}, broken=2),
    broken("inv_2", "SHZ-032", {"seat": "B"}, round=7, broken=6, wall=1, centre=1, wizard=Both(-2, 4)),
    broken("inv_2", "SHZ-036", {"seat": "A"}, mana=Both(0, 50)),
    broken("inv_2", "SHZ-R75", {"seat": "A", "mana": 50, "most": 40}, {"mana": 40}, mana=Both(50, 40)),
    broken("inv_3", "SHZ-R07", {"round": 2, "centre": 4}, round=2, broken=1, wall=4, centre=4, wizard=Both(1, 7)),
    broken("inv_4", "SHZ-R07", {"round": 3, "broken": 2}, {"bridge_half": 4}, round=3, broken=2),
    broken("inv_17", "SHZ-066", {}, silence=True, turn=2),
    broken("inv_17", "SHZ-066", {}, silence=True, used=Both((1,), ()), hand=Both(4, 5)),
    broken("inv_16", "SHZ-R71", {"steps": ["choose_recycle"]}, agenda=(ChooseRecycle("A"),)),
    broken("inv_16", "SHZ-R74", {}, agenda=(Bidding(("B", "A")),)),
    broken("inv_16", "SHZ-R74", {}, agenda=(Bidding(("A",), {"B": "0" * 64}),)),
    broken("inv_16", "SHZ-035", {"seat": "A", "bid": 6, "mana": 4}, mana=Both(4, 50), agenda=(Revealing(SIX_FIVE),)),
    broken("inv_16", "SHZ-R69", {"seat": "A", "numbers": (3, 3)}, agenda=(Revealing(SIX_FIVE, Both((3, 3), None)),)),
    broken("inv_16", "SHZ-R71", {"steps": ["reveal"]}, agenda=(Revealing(SIX_FIVE, Both((), ())),)),
    broken(
        "inv_16",
        "SHZ-052",
        {},
        used=Both((6, 7), ()),
        hand=Both(3, 5),
        agenda=(Resolving(SIX_FIVE, Both((6, 7), ()), (Pending(7, "A"), Pending(6, "A"))), ChooseRecycle("A")),
    ),
    broken(
        "inv_16",
        "SHZ-R71",
        {"step": "choose_clone"},
        used=Both((2,), ()),
        hand=Both(4, 5),
        agenda=(Resolving(SIX_FIVE, Both((2,), ()), (Pending(2, "A"),)), ChooseClone("A", (7,))),
    ),
    broken("inv_16", "SHZ-R71", {"step": "choose_push"}, mana=Both(0, 3), agenda=(EndingTurn(SIX_FIVE), ChoosePush("B", 3))),
    broken("inv_16", "SHZ-R67", {}, agenda=(Over("win", ("A", "B"), "fall"),)),
    broken("inv_17", "SHZ-R26", {"seat": "A", "numbers": (7,)}, last_cast=Both((7,), ())),
    broken(
        "inv_18",
        "SHZ-R71",
        {"numbers": [7]},
        used=Both((6, 7), (7,)),
        hand=Both(3, 4),
        agenda=(Resolving(SIX_FIVE, Both((6, 7), (7,)), (Pending(6, "A"), Pending(7, "A"), Pending(7, "B"))), ChooseRecycle("A")),
    ),
)

CASES: tuple[Refused, ...] = SET_MATCH + ANYTIME + BIDDING + SHOWING + CHOICES + CORRECTIONS + POSITIONS

"""Every refusal of the ledger's table at work, and every fault of a position.

Source: docs/inside/rules/datamorphs.md#actions, #invariants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tapete.core import position as positions
from tapete.core.refusals import Illegal, Refusal
from tapete.core.sealing import seal_of
from tapete.core.seats import Both, Seat
from tapete.core.steps import Over
from tapete.games import datamorphs
from tapete.games.datamorphs.cards import ELEMENTS, TypedCard, entry
from tapete.games.datamorphs.deck import DECK
from tapete.games.datamorphs.state import Interrupt, LeavingOut, Options, Ordering, Part, Player, Playing, State
from tests.contract import refused
from tests.contract.refused import Refused
from tests.games.datamorphs.scenario import NONCES, SKIP, STARTER, STOP, Desk, printed

Given = Callable[[], tuple[Refusal, ...]]

SEAL = "0" * 64
CARD: dict[str, Any] = {"id": "lost_card", "element": "boost", "color": "cyan", "memory": 0, "attack": 1, "defense": 0}
FIVE = ("ash_router", "brine_socket", "cinder_port", "fern_cache", "glint_loom")
MESS: dict[Any, Any] = {"A": ("glint_loom", "glint_loom", "glint_loom", "moth_kernel", "ash_router")}
"""Five cards that stand in no order."""

OPEN: dict[str, Any] = {"kind": "swap_icons", "target": "choice"}
RULING: dict[str, Any] = {"reason": "a printed text", "agreed": ["A", "B"]}


# ---- tables at each step


def setup() -> Desk:
    return Desk(started=False)


def order() -> Desk:
    """A leads the first exchange."""
    return Desk().bios("brine_socket", "fern_cache")


def first() -> Desk:
    """A plays the first card of the round."""
    return order().first("A")


def later() -> Desk:
    """A plays first in the second exchange: 4 memory left, a Program on the table."""
    return first().plays("program glint_loom", SKIP).first("A")


def joint() -> Desk:
    return Desk().bios("glint_loom", "ash_router")


def won() -> Desk:
    """A has won round 1 with a Program, B has a Bios and an Interrupt."""
    desk = Desk().bios("brine_socket", "velvet_stack").lay("A program cinder_port", "B interrupt function")
    return desk.out()


def tied() -> Desk:
    """Round 1 is tied, B has said which card stays out."""
    return Desk().bios("brine_socket", "velvet_stack").out().do("leave_out_own", "B", ref="bios")


def exchange() -> Desk:
    return Desk().bios("brine_socket", "velvet_stack").do("concede", "B")


def over() -> Desk:
    return Desk({"exchange": False}).do("concede", "B")


def all_tied() -> Desk:
    """Three rounds with nothing but a Bios in each."""
    desk = Desk()
    for a, b in (("brine_socket", "velvet_stack"),) * 3:
        desk.bios(a, b).out()
        if desk.step != "over":
            desk.do("leave_out_own", "A", ref="hand").do("leave_out_own", "B", ref="hand")
    return desk


def twice_won() -> Desk:
    """A has won two rounds; the house has no exchange."""
    desk = Desk({"exchange": False})
    for a in ("moth_kernel", "quill_daemon"):
        desk.bios(a, "velvet_stack").out()
        if desk.step != "over":
            desk.do("leave_out", "A", own="bios", rival="bios")
    return desk


def shown_five() -> Desk:
    """A has shown five cards in round 1 and left brine_socket out; round 2 begins."""
    desk = Desk().bios("brine_socket", "velvet_stack")
    desk.lay("A program glint_loom", "A boost_a hollow_thread", "A boost_b fern_cache", "A function ash_router").due("B").plays(STOP)
    return desk.do("leave_out", "A", own="bios", rival="bios")


# ---- cases


def act(
    desk: Callable[[], Desk],
    what: str,
    code: str,
    clause: str,
    params: dict[str, Any],
    seat: Seat | None = None,
    *,
    alone: bool = True,
    **arguments: Any,
) -> Refused:
    return Refused(what, code, clause, params, lambda: desk().refusals(what, seat, **arguments), alone)


def play(
    desk: Callable[[], Desk], words: str, code: str, clause: str, params: dict[str, Any], seat: Seat = "A", *, alone: bool = True
) -> Refused:
    def given() -> tuple[Refusal, ...]:
        table = desk()
        move = table.move(seat, words)
        return table.refusals(move.pop("action"), **move)

    return Refused(str(Desk.move(seat, words)["action"]), code, clause, params, given, alone)


def illegal(what: str, code: str, clause: str, params: dict[str, Any], make: Callable[[], Any], *, alone: bool = True) -> Refused:
    return Refused(what, code, clause, params, refused.illegal(make), alone)


def broken(code: str, clause: str, params: dict[str, Any], state: Callable[[], State]) -> Refused:
    """A position that cannot be."""
    return Refused("position", code, clause, params, lambda: datamorphs.rules({}, STARTER).faults(state()), alone=False)


RULES = datamorphs.rules({}, STARTER)

THE_GAME: tuple[Refused, ...] = (
    illegal("seats", "seats_not_two", "DAT-R01", {"seats": ["A", "B", "C"]}, lambda: RULES.start(("A", "B", "C"))),
    illegal("options", "unknown_option", "CORE", {"key": "dragons"}, lambda: datamorphs.rules({"dragons": True}, STARTER)),
    illegal(
        "options",
        "bad_option",
        "CORE",
        {"key": "tie_mode", "value": "coin", "allowed": ["extra_round", "sudden_death"]},
        lambda: datamorphs.rules({"tie_mode": "coin"}, STARTER),
    ),
    illegal(
        "options",
        "bad_option",
        "CORE",
        {"key": "interrupt_cost", "value": 2, "allowed": [0, 1]},
        lambda: datamorphs.rules({"interrupt_cost": 2}, STARTER),
    ),
    act(order, "choose_order", "unknown_seat", "DAT-R01", {"seat": "D"}, "D", first="A"),
    act(order, "choose_order", "unknown_seat", "DAT-R01", {"seat": "C"}, "A", first="C"),
    act(over, "start_game", "game_over", "DAT-R47", {"winner": "A"}),
    act(twice_won, "add_card", "game_over", "DAT-044", {"winner": "A"}, **CARD),
    act(all_tied, "concede", "game_over", "DAT-046", {"winner": "draw"}, "A"),
    act(over, "add_card", "game_over", "DAT-R47", {"winner": "A"}, **CARD),
)

STEPS: tuple[Refused, ...] = (
    act(setup, "concede", "wrong_step", "DAT-026", {"step": "setup"}, "A"),
    act(setup, "ruling", "wrong_step", "DAT-026", {"step": "setup"}, ops=[{"op": "note", "text": "hello"}], **RULING),
    act(Desk, "start_game", "wrong_step", "DAT-026", {"step": "bios"}),
    act(Desk, "skip_program", "wrong_step", "DAT-026", {"step": "bios"}, "A"),
    act(order, "reveal_bios", "wrong_step", "DAT-057", {"step": "order"}, bios={"A": "glint_loom", "B": "glint_loom"}, nonces=NONCES),
    act(order, "unlock", "wrong_step", "DAT-057", {"step": "order"}, "A"),
    act(first, "choose_order", "wrong_step", "DAT-029", {"step": "play"}, "A", first="A"),
    act(first, "lock_bios", "wrong_step", "DAT-029", {"step": "play"}, "A"),
    act(joint, "stop", "wrong_step", "DAT-058", {"step": "joint"}, "A"),
    act(won, "lock_move", "wrong_step", "DAT-036", {"step": "leave_out"}, "A"),
    act(tied, "leave_out", "wrong_step", "DAT-043", {"step": "leave_out_tie"}, "A", own="bios", rival="bios"),
    act(exchange, "concede", "wrong_step", "DAT-047", {"step": "exchange"}, "A"),
)

SECRETS: tuple[Refused, ...] = (
    act(lambda: Desk().do("lock_bios", "A"), "lock_bios", "already_locked", "DAT-026", {"seat": "A"}, "A"),
    act(lambda: joint().do("lock_move", "B"), "lock_move", "already_locked", "DAT-058", {"seat": "B"}, "B"),
    act(lambda: joint().do("lock_move", "B"), "unlock", "not_locked", "DAT-026", {"seat": "A"}, "A"),
    act(lambda: Desk().do("lock_bios", "A").do("lock_bios", "B"), "unlock", "unlock_late", "DAT-027", {}, "A"),
    act(lambda: Desk().do("lock_bios", "A"), "reopen_choices", "not_both_ready", "DAT-027", {"waiting": ["B"]}),
    act(Desk, "reveal_bios", "both_at_once", "DAT-027", {}, bios={"A": "glint_loom"}, nonces=NONCES),
    act(
        lambda: Desk().do("lock_bios", "A", seal=seal_of("1" * 32, "A", "glint_loom")),
        "reveal_bios",
        "seal_broken",
        "DAT-027",
        {"seat": "A"},
        bios={"A": "fern_cache", "B": "glint_loom"},
        nonces={"A": "1" * 32, "B": None},
    ),
    act(
        lambda: joint().do("lock_move", "B", seal=SEAL),
        "joint_play",
        "seal_broken",
        "DAT-058",
        {"seat": "B"},
        a=Desk.move("A", SKIP),
        b=Desk.move("B", SKIP),
        nonces={"A": None, "B": "1" * 32},
    ),
)

PLAYING: tuple[Refused, ...] = (
    act(order, "choose_order", "not_leader", "DAT-057", {"leader": "A"}, "B", first="B"),
    act(lambda: first().plays(SKIP, SKIP), "choose_order", "not_leader", "DAT-060", {"leader": "A"}, "B", first="A"),
    play(first, SKIP, "not_your_turn", "DAT-029", {"to_play": "A"}, "B"),
    play(lambda: later().plays(STOP), STOP, "already_stopped", "DAT-R18", {"seat": "A"}),
    play(first, "function glint_loom", "part_not_now", "DAT-057", {"part": "function", "exchange": 1}),
    play(first, STOP, "part_not_now", "DAT-R18", {"part": "stop", "exchange": 1}),
    play(later, SKIP, "part_not_now", "DAT-R17", {"part": "skip", "exchange": 2}),
    play(later, "boost_a no_such_card", "unknown_card", "DAT-R64", {"seat": "A", "card": "no_such_card"}),
    act(
        lambda: Desk().do("add_card", **CARD),
        "reveal_bios",
        "unknown_card",
        "DAT-R64",
        {"seat": "B", "card": "lost_card"},
        bios={"A": "glint_loom", "B": "lost_card"},
        nonces=NONCES,
    ),
    act(
        shown_five,
        "reveal_bios",
        "not_owned",
        "DAT-R45",
        {"seat": "A", "card": "tern_buffer"},
        bios={"A": "tern_buffer", "B": "glint_loom"},
        nonces=NONCES,
    ),
    act(
        lambda: Desk(started=False).do("show_collection", "A", cards=FIVE).do("start_game"),
        "reveal_bios",
        "not_owned",
        "DAT-R68",
        {"seat": "A", "card": "tern_buffer"},
        bios={"A": "tern_buffer", "B": "glint_loom"},
        nonces=NONCES,
    ),
    act(setup, "show_collection", "unknown_card", "DAT-R64", {"card": "no_such_card"}, "A", cards=["no_such_card", *FIVE[1:]]),
    act(
        lambda: shown_five().do("concede", "A"),
        "exchange_cards",
        "not_owned",
        "DAT-R46",
        {"seat": "A", "card": "tern_buffer"},
        "B",
        take="tern_buffer",
        give="glint_loom",
    ),
    act(
        later,
        "play",
        "wrong_slot",
        "DAT-018",
        {"part": "program", "slot": "boost_a"},
        "A",
        part="program",
        slot="boost_a",
        card="moth_kernel",
    ),
    act(
        later, "play", "wrong_slot", "DAT-018", {"part": "boost", "slot": "program"}, "A", part="boost", slot="program", card="moth_kernel"
    ),
    act(
        later,
        "play",
        "wrong_slot",
        "DAT-022",
        {"part": "function", "slot": "boost_b"},
        "A",
        part="function",
        slot="boost_b",
        card="moth_kernel",
    ),
    act(later, "play", "wrong_slot", "DAT-R52", {"part": "interrupt", "slot": "program"}, "A", part="interrupt", slot="program"),
    play(later, "program moth_kernel", "slot_taken", "DAT-015", {"slot": "program", "held": 1, "limit": 1}),
    play(
        lambda: later().lay("A function ash_router").due("A"),
        "function moth_kernel",
        "slot_taken",
        "DAT-R03",
        {"slot": "function", "held": 1, "limit": 1},
    ),
    play(
        lambda: later().lay("A boost_a ash_router").due("A"),
        "boost_a moth_kernel",
        "slot_taken",
        "DAT-017",
        {"slot": "boost_a", "held": 1, "limit": 1},
    ),
    play(
        lambda: later().lay("A boost_a fern_cache", "B interrupt boost_a").due("A"),
        "boost_a moth_kernel",
        "slot_taken",
        "DAT-R50",
        {"slot": "boost_a", "held": 1, "limit": 1},
    ),
    play(
        lambda: later().lay("A interrupt boost_a").due("A"),
        "boost_a moth_kernel",
        "slot_taken",
        "DAT-R07",
        {"slot": "boost_a", "held": 1, "limit": 1},
    ),
    play(
        lambda: Desk(None, printed("narrow", bios=("cyan", 2, 0, 0))).bios("narrow", "velvet_stack").due("A", 1),
        "program glint_loom",
        "memory_short",
        "DAT-056",
        {"cost": 3, "available": 2, "total": 2, "spent": 0},
    ),
    play(later, "boost_a quill_daemon", "bad_choice", "DAT-R30", {"needed": True}),
    play(later, "boost_a moth_kernel own", "bad_choice", "DAT-R30", {"needed": False}),
    act(
        later,
        "play",
        "bad_operation",
        "DAT-R65",
        {"index": 1, "op": "adjust_attack", "problem": "n"},
        "A",
        part="boost",
        slot="boost_a",
        card="moth_kernel",
        ops=[{"op": "note", "text": "as printed"}, {"op": "adjust_attack", "seat": "A", "n": 10}],
    ),
    act(
        joint,
        "joint_play",
        "part_not_now",
        "DAT-R18",
        {"seat": "B", "part": "stop", "exchange": 1},
        a=Desk.move("A", SKIP),
        b=Desk.move("B", STOP),
        nonces=NONCES,
    ),
)

AFTERWARDS: tuple[Refused, ...] = (
    act(won, "leave_out", "not_winner", "DAT-036", {"winner": "A"}, "B", own="bios", rival="bios"),
    act(won, "leave_out", "bad_ref", "DAT-037", {"seat": "B", "ref": "program"}, "A", own="bios", rival="program"),
    act(won, "leave_out", "bad_ref", "DAT-R34", {"seat": "A", "ref": "hand"}, "A", own="hand", rival="bios"),
    act(tied, "leave_out_own", "already_chosen", "DAT-043", {"seat": "B"}, "B", ref="bios"),
    act(tied, "leave_out_own", "bad_ref", "DAT-R35", {"seat": "A", "ref": "function"}, "A", ref="function"),
    act(exchange, "exchange_cards", "not_winner", "DAT-047", {"winner": "A"}, "B", take="glint_loom", give="fern_cache"),
)

THE_TABLE: tuple[Refused, ...] = (
    act(Desk, "add_card", "card_known", "DAT-R64", {"card": "glint_loom"}, **{**CARD, "id": "glint_loom"}),
    act(
        lambda: Desk().do("add_card", **CARD),
        "add_card",
        "element_known",
        "DAT-R64",
        {"card": "lost_card", "element": "boost"},
        **CARD,
    ),
    act(Desk, "add_card", "bad_figure", "DAT-R64", {"value": "red", "element": "boost"}, **{**CARD, "color": "red"}),
    act(Desk, "add_card", "one_choice", "DAT-R30", {}, **{**CARD, "abilities": [OPEN, OPEN]}),
    act(
        order,
        "ruling",
        "bad_operation",
        "DAT-R66",
        {"index": 0, "op": "adjust_memory", "problem": "seat"},
        ops=[{"op": "adjust_memory", "seat": "C", "n": 1}],
        **RULING,
    ),
    act(order, "ruling", "reason_missing", "DAT-R66", {}, reason=" ", agreed=[], ops=[{"op": "note", "text": "hello"}]),
)


# ---- positions


def side(seat: Seat, desk: Desk | None = None, **changes: Any) -> Callable[[], State]:
    """A table with other fields of one player."""

    def made() -> State:
        state = (desk or later()).state
        return replace(state, players=state.players.giving(seat, replace(state.players.of(seat), **changes)))

    return made


def table(**changes: Any) -> Callable[[], State]:
    return lambda: replace(later().state, **changes)


POSITIONS: tuple[Refused, ...] = (
    illegal("position", "bad_position", "DAT-R60", {"broken": ["inv_1"]}, lambda: _load(side("A", hand=5)()), alone=False),
    broken("inv_1", "DAT-004", {"seat": "A", "hand": 4, "table": 2, "out": 0}, side("A", hand=4)),
    broken("inv_2", "DAT-011", {"seat": "B"}, side("B", bios=None, function=Interrupt(1, 0))),
    broken("inv_2", "DAT-067", {"seat": "A", "slot": "boost_a"}, side("A", boost_a=(Part("moth_kernel", 2, 2), Part("ash_router", 3, 2)))),
    broken("inv_3", "DAT-051", {"seat": "A", "card": "glint_loom", "cost": 1, "due": 3}, side("A", program=Part("glint_loom", 1, 1))),
    broken("inv_3", "DAT-R08", {"cost": 1, "due": 0}, side("A", function=Interrupt(2, 1))),
    broken("inv_6", "DAT-R30", {"seat": "A", "card": "glint_loom"}, side("A", program=Part("glint_loom", 1, 3, "own"))),
    broken("inv_6", "DAT-R67", {}, side("A", program=Part("glint_loom", 4, 3))),
    broken("inv_8", "DAT-R40", {"results": ("A", "A"), "round": 1}, table(results=("A", "A"))),
    broken("inv_9", "DAT-R64", {"seat": "A", "card": "nobody", "element": "program"}, side("A", program=Part("nobody", 1, 3))),
    broken(
        "inv_9",
        "DAT-R44",
        {"seat": "A"},
        lambda: replace(
            shown_five().state,
            players=Both(replace(shown_five().player("A"), out=("tern_buffer",)), shown_five().player("B")),
        ),
    ),
    broken("inv_8", "DAT-032", {"result": "B"}, lambda: replace(won().state, results=("B",), agenda=(LeavingOut("B"),))),
    broken(
        "inv_9",
        "DAT-R68",
        {"seat": "A", "cards": ("brine_socket",)},
        table(owned=MESS),
    ),
    broken("inv_9", "DAT-R22", {}, lambda: replace(order().state, agenda=(Ordering(1, "B"),))),
    broken("inv_9", "DAT-029", {"seat": "A", "cards": 0, "exchange": 9}, lambda: replace(order().state, agenda=(Playing(9, ("A",)),))),
    broken("inv_9", "DAT-R19", {"seat": "A"}, lambda: replace(joint().state, agenda=(Playing(2, ("B",)),), players=_emptied())),
    broken("inv_9", "DAT-R64", {"card": "lost_card"}, table(typed_cards={"lost_card": TypedCard("lost_card")})),
    broken("inv_10", "DAT-029", {"step": "leave_out"}, lambda: replace(joint().state, agenda=(LeavingOut("A"),))),
    broken("inv_10", "DAT-029", {"step": "order"}, table(agenda=(Ordering(2, "A"), Ordering(2, "A")))),
    broken("inv_10", "DAT-029", {"step": "over"}, table(agenda=(Over("win", ("A", "B"), "two_wins"),))),
)


def _emptied() -> Both[Player]:
    """A has played every card and has not stopped."""
    desk = Desk().bios("brine_socket", "velvet_stack")
    desk.lay("A program glint_loom", "A boost_a hollow_thread", "A boost_b fern_cache", "A function ash_router")
    return Both(replace(desk.player("A"), stopped=False), desk.player("B"))


def _load(state: State) -> None:
    positions.load(RULES, positions.dump(RULES, state))


def half_typed() -> tuple[Refusal, ...]:
    """A card of which only the Bios has been typed in."""
    try:
        entry("half", TypedCard(id="half"))
    except Illegal as fault:
        return fault.refusals
    return ()


def four_cards() -> Refused:
    """A deck that lacks a card."""
    four = dict.fromkeys(list(STARTER.cards)[:4], 1)
    return Refused("deck", "deck_size", "DAT-004", {"number": 4, "due": 5}, lambda: DECK.faults(STARTER, four, Options()))


SAVING = (Refused("cards", "card_incomplete", "DAT-R64", {"card": "half", "missing": list(ELEMENTS)}, half_typed), four_cards())

CASES: tuple[Refused, ...] = SAVING + THE_GAME + STEPS + SECRETS + PLAYING + AFTERWARDS + THE_TABLE + POSITIONS

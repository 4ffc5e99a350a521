"""Choosing among permanents and cards: what may be named, and the tests that bar it, one clause each (MMK-072, 125..127, 199, 244, 249)."""

from __future__ import annotations

from collections.abc import Callable

from tapete.core.domains import one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import UNKNOWN_CARD
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ALREADY_DEDICATED, ILLEGAL_TARGET, NO_FIGHTER, NOT_CONTROLLER
from tapete.games.mamlejet.state import Permanent

Test = Callable[[Permanent], Refusal | None]
"""One clause, asked of one permanent."""

NO_SUCH_PERMANENT = Code("no_such_permanent", "MMK-251", _("No card in play has the number {id}."), figures={"id": "value"})

NOT_WEAPON = Code("not_weapon", "MMK-026", _("{card:card} is not a weapon."), ruling="attach")

NOT_SOLDIER = Code("wrong_card_type", "MMK-029", _("{card:card} is of the type {type:type}; a soldier is chosen here."))

CANNOT_PRODUCE = Code("cannot_produce", "MMK-066", _("{card:card} makes no wealth."), ruling="wealth")

HAS_OPPONENT = Code(
    "already_has_opponent", "MMK-126", _("{card:card} has an opponent already: all combat is one against one."), ruling="liberate"
)

INVALID_ROBUST = Code(
    "invalid_opponent", "MMK-249", _("{soldier:card} cannot damage {enemy:card}: it lacks {lacks:keyword}."), ruling="grant_keyword"
)

INVALID_FEAR = INVALID_ROBUST.citing("MMK-244")


def standing(board: Front, *tests: Test) -> one_of:
    """Return any permanent in play that no test bars."""

    there = {p.id: p for p in board.state.permanents}

    def asked(test: Test) -> Callable[[int], Refusal | None]:
        return lambda pid: test(there[pid])

    return one_of(there, *map(asked, tests), otherwise=NO_SUCH_PERMANENT)


def named(board: Front, owner: Seat, *tests: Callable[[str], Refusal | None]) -> one_of:
    """Return any known card of which the owner's registered deck has another copy (MMK-R70), and that no test bars."""
    return one_of(board.card_ids, *tests, lambda card: board.within_list(owner, card), otherwise=UNKNOWN_CARD)


def own(seat: Seat, code: Code = NOT_CONTROLLER) -> Test:
    """One that a player commands."""
    return lambda p: must(p.controller == seat, code, permanent=p.id, card=p.card, seat=seat, controller=p.controller)


def undedicated(p: Permanent) -> Refusal | None:
    """One that does nothing else (MMK-072)."""
    return must(p.dedicated is None, ALREADY_DEDICATED, card=p.card, reason=p.dedicated)


def makes_wealth(board: Front, but: int | None = None) -> Test:
    """A resource, or what else makes wealth (MMK-066); not the one that is to be paid for."""
    return lambda p: must(board.yields(p.id).total and p.id != but, CANNOT_PRODUCE, card=p.card)


def commanded(board: Front, seat: Seat) -> Test:
    """An own soldier."""

    def test(p: Permanent) -> Refusal | None:
        return own(seat)(p) or must(board.soldier(p), NOT_SOLDIER, card=p.card, type=board.card(p.card).type)

    return test


def alone(p: Permanent) -> Refusal | None:
    """One without an opponent (MMK-126)."""
    return must(p.opponent is None and p.frenzy_opponent is None, HAS_OPPONENT, card=p.card)


def foe(board: Front) -> Test:
    """An enemy that fights."""

    def test(p: Permanent) -> Refusal | None:
        if p.controller is not None:
            return ILLEGAL_TARGET(needed="enemy")
        return must(board.card(p.card).difficulty is not None, NO_FIGHTER, enemy=p.card)

    return test


def harmed_by(board: Front, soldier: int) -> Test:
    """An opponent that the soldier can damage (MMK-127, 244, 249)."""

    def test(p: Permanent) -> Refusal | None:
        mine = board.at_id(soldier)
        lacks = board.lacking(mine, p)
        code = INVALID_FEAR if lacks == "coraje" else INVALID_ROBUST
        return must(lacks is None, code, soldier=mine.card, enemy=p.card, lacks=lacks)

    return test

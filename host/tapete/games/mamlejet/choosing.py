"""Choosing among permanents and cards: what may be named, and the tests that bar it, one clause each (MMK-072, 125..127, 199, 244, 249)."""

from __future__ import annotations

from collections.abc import Callable

from tapete.core.domains import one_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import UNKNOWN_CARD
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ALREADY_DEDICATED, ENTERED, ILLEGAL_TARGET, NO_FIGHTER, NOT_CONTROLLER
from tapete.games.mamlejet.state import Permanent

Test = Callable[[Permanent], Refusal | None]
"""One clause, asked of one permanent."""

NO_SUCH_PERMANENT = Code(
    "no_such_permanent",
    "MMK-251",
    _("No card in play has the number {id}; in play are {number} {number:card|cards}."),
    figures={"id": "value"},
)
NOT_WEAPON = Code("not_weapon", "MMK-026", _("{card:card} is not a weapon."), ruling="attach")
NOT_SOLDIER = Code("wrong_card_type", "MMK-029", _("{card:card} is of the type {type:type}; a soldier is chosen here."))
WRONG_TYPE = Code(
    "wrong_card_type",
    "MMK-076",
    _("{card:card} is of the type {type:type}; soldiers, objects, strategies, hishtadluyot and tefilot are played as tactics."),
)
NO_RESOURCE = Code("wrong_card_type", "MMK-076", _("{card:card} is of the type {type:type}; a resource is put into play here."))
CANNOT_PRODUCE = Code("cannot_produce", "MMK-066", _("{card:card} makes no wealth; dedicate a resource."), ruling="wealth")
PAYS_ITSELF = Code(
    "cannot_produce",
    "MMK-113",
    _("{card:card} is dedicated for its own ability and does not pay for it too; dedicate others."),
    ruling="wealth",
)
HAS_OPPONENT = Code(
    "already_has_opponent",
    "MMK-126",
    _("{card:card} has an opponent already, {against:card}: all combat is one against one."),
    ruling="liberate",
)
INVALID_ROBUST = Code(
    "invalid_opponent", "MMK-249", _("{card:card} cannot damage {against:card}: it lacks {lacks:keyword}."), ruling="grant_keyword"
)
INVALID_FEAR = INVALID_ROBUST.citing("MMK-244")


def standing(board: Front, *tests: Test) -> one_of:
    """Return any permanent in play that no test bars."""

    there = {p.id: p for p in board.state.permanents}

    def asked(test: Test) -> Callable[[int], Refusal | None]:
        return lambda pid: test(there[pid])

    return one_of(there, *map(asked, tests), otherwise=NO_SUCH_PERMANENT, number=len(there))


def named(board: Front, owner: Seat, *tests: Callable[[str], Refusal | None]) -> one_of:
    """Return any known card of which the owner's registered deck has another copy (MMK-R70), and that no test bars."""
    return one_of(board.card_ids, *tests, lambda card: board.within_list(owner, card), otherwise=UNKNOWN_CARD)


def own(seat: Seat, code: Code = NOT_CONTROLLER) -> Test:
    """One that a player commands."""
    return lambda p: must(p.controller == seat, code, permanent=p.id, card=p.card, seat=seat, controller=p.controller or "enemy")


def undedicated(p: Permanent, code: Code = ALREADY_DEDICATED) -> Refusal | None:
    """One that does nothing else (MMK-072)."""
    return must(p.dedicated is None, code, permanent=p.id, card=p.card, reason=p.dedicated)


def waited(board: Front) -> Test:
    """No soldier that has just entered (MMK-199)."""
    return lambda p: must(not board.waits(p), ENTERED, permanent=p.id, card=p.card)


def makes_wealth(board: Front, but: int | None = None) -> Test:
    """A resource, or what else makes wealth (MMK-066); not the one that is to be paid for (MMK-113)."""

    def test(p: Permanent) -> Refusal | None:
        if board.yields(p.id).total:
            return must(p.id != but, PAYS_ITSELF, permanent=p.id, card=p.card)
        return CANNOT_PRODUCE(permanent=p.id, card=p.card)

    return test


def commanded(board: Front, seat: Seat, action: str) -> Test:
    """An own soldier, for an action."""

    def test(p: Permanent) -> Refusal | None:
        return own(seat)(p) or must(board.soldier(p), NOT_SOLDIER, card=p.card, type=board.card(p.card).type, action=action)

    return test


def alone(board: Front) -> Test:
    """One without an opponent (MMK-126)."""

    def test(p: Permanent) -> Refusal | None:
        met = p.frenzy_opponent if p.opponent is None else p.opponent
        return None if met is None else HAS_OPPONENT(permanent=p.id, opponent=met, card=p.card, against=board.card_of(met))

    return test


def foe(board: Front, soldier: int) -> Test:
    """An enemy that fights (MMK-084, R77)."""

    def test(p: Permanent) -> Refusal | None:
        if p.controller is not None:
            return ILLEGAL_TARGET(value=p.id, needed="enemy", card=board.card_of(soldier), met=p.card)
        return must(board.card(p.card).difficulty is not None, NO_FIGHTER, target=p.id, met=p.card)

    return test


def harmed_by(board: Front, soldier: int) -> Test:
    """An opponent that the soldier can damage (MMK-127, 244, 249)."""

    def test(p: Permanent) -> Refusal | None:
        mine = board.at_id(soldier)
        lacks = board.lacking(mine, p)
        code = INVALID_FEAR if lacks == "coraje" else INVALID_ROBUST
        return must(lacks is None, code, soldier=mine.id, enemy=p.id, card=mine.card, against=p.card, lacks=lacks)

    return test

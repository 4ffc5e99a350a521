"""Choosing, paying, aiming: what may be named, and the tests that bar it, one clause each (MMK-065..087, 125..127, 199, 225, 244, 249)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec import Struct

from tapete.core.actions import Terms, so_far
from tapete.core.domains import Domain, maybe, one_of, row, some
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.sums import Sum
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import UNKNOWN_CARD, Aim
from tapete.games.mamlejet.figures import COLOURS, Colour, Cost, Split, Wealth, plain
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ALREADY_DEDICATED, ENTERED, ILLEGAL_TARGET, NO_FIGHTER, NOT_CONTROLLER, called
from tapete.games.mamlejet.state import Permanent
from tapete.games.mamlejet.timing import Play

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
    return lambda p: (
        must(board.yields(p.id).total, CANNOT_PRODUCE, permanent=p.id, card=p.card)
        or must(p.id != but, PAYS_ITSELF, permanent=p.id, card=p.card)
    )


def commanded(board: Front, seat: Seat, action: str) -> Test:
    """An own soldier, for an action."""
    mine = own(seat)
    return lambda p: mine(p) or must(board.soldier(p), NOT_SOLDIER, card=p.card, type=board.card(p.card).type, action=action)


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


# ---- paying


PAID_TWICE = Code(
    "already_dedicated",
    "MMK-072",
    _("{card:card} is named twice and pays once only; name another resource."),
    figures={"permanent": "permanent", "reason": "reason"},
    known={"reason": "pays", "permanent": lambda given: given["twice"][0]},
    ruling="liberate",
)
COST_NOT_MET = Code(
    "cost_not_met",
    "MMK-225",
    _("{card:card} costs {cost:cost}; you pay {paid:cost}. {missing} {missing:point is|points are} missing: dedicate more resources."),
    ruling="wealth",
)
COST_COLOUR = Code(
    "cost_not_met",
    "MMK-065",
    _("{card:card} costs {cost:cost}; you pay {paid:cost}. {missing} {missing:point|points} of {colour:colour} {missing:is|are} missing."),
    ruling="wealth",
)
BEYOND_MEANS = COST_NOT_MET.saying(
    _("{card:card} costs {cost:cost}; you have {paid:cost} for it. {missing} {missing:point is|points are} missing.")
)
BEYOND_COLOUR = COST_COLOUR.saying(
    _(
        "{card:card} costs {cost:cost}; you have {paid:cost} for it. "
        "{missing} {missing:point|points} of {colour:colour} {missing:is|are} missing."
    )
)
"""The same of a cost that the pool and all free resources together do not cover: it names what they lack."""


class Due(Struct, frozen=True):
    """What has to be paid: for which card, and how much."""

    card: str
    cost: Cost

    def split(self, spend: Wealth | None) -> Due:
        """Return the same with its grey part in colours, where a player has said which (MMK-R56)."""
        return Due(self.card, self.cost.coloured(spend))

    def short(self, code: Code, available: int, low: int, paid: Wealth, colour: str | None) -> Refusal:
        """Say what is short: the cost, what is paid of it, and what is missing, of one colour or altogether."""
        figures = {"card": self.card, "cost": plain(self.cost), "paid": plain(paid), "available": available, "missing": low - available}
        return Refusal(code, figures if colour is None else {**figures, "colour": colour})


class Purse(Sum):
    """What pool and dedicated resources come to, of one colour or of all (None); what is short says what is paid, by colour."""

    __slots__ = ("board", "colour", "due", "pool")

    def __init__(self, board: Front, pool: Wealth, due: Due, colour: Colour | None = None) -> None:
        self.board, self.pool, self.due, self.colour = board, pool, due, colour
        low = due.cost.total if colour is None else getattr(due.cost, colour)
        code = COST_NOT_MET if colour is None else COST_COLOUR
        super().__init__(colour or "points", lambda pid: self.of(board.yields(pid)), low, None, code, have=self.of(pool))

    def of(self, wealth: Wealth) -> int:
        """Return the points that count."""
        points: int = wealth.total if self.colour is None else getattr(wealth, self.colour)
        return points

    def refusal(self, chosen: Iterable[Any]) -> Refusal:
        return self._short(self.code, chosen)

    def beyond(self, options: Iterable[Any]) -> Refusal:
        return self._short(BEYOND_MEANS if self.colour is None else BEYOND_COLOUR, options)

    def _short(self, code: Code, chosen: Iterable[Any]) -> Refusal:
        paid = self.pool
        for pid in chosen:
            paid = paid.plus(self.board.yields(pid))
        return self.due.short(code, self.of(paid), self.low or 0, paid, self.colour)


def twice(board: Front) -> Callable[[Any], Any]:
    """Return what tells how that is called which is named twice."""
    return lambda given: called(board, given["twice"][0])


def payment(board: Front, seat: Seat, due: Due, but: int | None = None) -> some:
    """Pool and own free resources cover each colour, and the whole (MMK-007, 065, 069, 091, 225)."""
    pool, cost = board.player(seat).pool, due.cost
    resources = standing(board, own(seat), makes_wealth(board, but), undedicated)
    asked: list[Colour | None] = [colour for colour in COLOURS if getattr(cost, colour)]
    if cost.generic:  # without a grey part the colours are the whole cost
        asked.append(None)
    sums = (Purse(board, pool, due, colour) for colour in asked)
    return some(resources, 0, None, *sums, twice_code=PAID_TWICE.knowing(card=twice(board)))


class _CostNotMet(Code, frozen=True):
    """`cost_not_met` of a split that does not add up, or the colour that one which adds up is short of."""

    def __call__(self, **params: Any) -> Refusal:
        short: Refusal | None = params["short"]
        return super().__call__(**params) if short is None else short


SPEND = _CostNotMet(
    "cost_not_met",
    "MMK-R56",
    _("Of the cost of {card:card} {due} may be of any colour, and you share out {given} ({split:cost}). Share out {due}, or leave it out."),
    figures={"cost": "cost", "due": "grey"},
)


def spending(board: Front, seat: Seat, due: Due, but: int | None = None) -> maybe:
    """How the grey part is paid, by colour; left out, it comes from the colour of which most is left (MMK-007, 065, R56).

    Every way is there that pool and free resources could pay; which of them are dedicated is judged with `dedicate`.
    """
    have = board.means(seat, but)

    def short(split: Split) -> Refusal | None:
        parted = due.split(split)
        for colour in COLOURS:
            points, low = getattr(have, colour), getattr(parted.cost, colour)
            if parted.cost.generic == 0 and getattr(split, colour) and low > points:
                return parted.short(COST_COLOUR, points, low, have, colour)
        return None

    ways = (split for split in due.cost.splits() if short(split) is None)
    figures = {"card": due.card, "cost": lambda _split: plain(due.cost), "grey": due.cost.generic}
    return maybe(one_of(ways, otherwise=SPEND, **figures, given=lambda split: split.total if split else 0, split=plain, short=short))


class Spending(Play, kw_only=True, omit_defaults=True):
    """A play that costs wealth; `spend` says how its grey part is paid, where the player wants to say so (MMK-R56)."""

    spend: Split | None = None

    def paid(self, board: Front, card: str, cost: Cost, but: int | None = None) -> Terms:
        """How a cost is paid: its grey part by colour, as if nothing were said of it until a player does, and what is dedicated for it."""
        due = Due(card, cost)
        yield "spend", spending(board, self.seat, due, but)
        yield "dedicate", payment(board, self.seat, due.split(so_far(self, "spend")), but)


# ---- aiming


NO_LEGAL_TARGET = Code(
    "no_legal_target",
    "MMK-086",
    _("{card:card} needs a target, and there is none; asked for: {class:target}."),
    figures={"class": "needed"},
)
TARGET_TWICE = Code(
    "illegal_target",
    "MMK-R90",
    _("{card:card} asks for different targets, and {met:thing} is named twice."),
    figures={"target": "target", "reason": "reason"},
    known={"reason": "twice", "target": lambda given: given["twice"][0]},
)
TARGET_COUNT = Code(
    "illegal_target",
    "MMK-080",
    _("{card:card} asks for {least} {least:target|targets}; given: {value}."),
    figures={"most": "most", "reason": "reason"},
    known={"reason": "count"},
)


def aims(board: Front, seat: Seat, card: str, wanted: Iterable[Aim]) -> row:
    """One target for each that a card asks for; the optional ones may be left out (MMK-080, 083..086, R90)."""
    places: list[Domain] = []
    count = TARGET_COUNT
    for aim in wanted:
        found = board.targets_of(aim, seat)
        if not found and not aim.optional:  # whatever is named, or nothing: there is none
            count = NO_LEGAL_TARGET.knowing(needed=aim.kind)
        code = ILLEGAL_TARGET if found else NO_LEGAL_TARGET
        place = one_of(found, otherwise=code, needed=aim.kind, card=card, met=partial(called, board))
        places.append(maybe(place) if aim.optional else place)
    return row(*places, different=True, count_code=count, twice_code=TARGET_TWICE.knowing(met=twice(board)), told={"card": card})


ILLEGAL_TARGET_SHOT = ILLEGAL_TARGET.citing("MMK-R54")
ILLEGAL_TARGET_ROBUST = Code(
    "illegal_target",
    "MMK-R54",
    _("The shot of {card:card} cannot damage {met:card}: it lacks {lacks:keyword}."),
    known={"class": "enemy", "reason": "protected"},
    ruling="grant_keyword",
)


def within_shot(board: Front, shooter: Permanent) -> row:
    """Return an enemy that the shot can harm; one that it cannot is named with what the shooter lacks (MMK-086, 245, 249, R54)."""
    if not board.shootable(shooter):
        none = NO_LEGAL_TARGET.knowing(needed="enemy", card=shooter.card)
        return row(one_of((), otherwise=none), count_code=none)

    def harmed(pid: int) -> Refusal | None:
        enemy = board.at_id(pid)
        if board.card(enemy.card).difficulty is None:
            return NO_FIGHTER(target=pid, met=enemy.card)
        lacks = board.lacking(shooter, enemy, projectile=True)
        return must(lacks is None, ILLEGAL_TARGET_ROBUST, target=pid, card=shooter.card, met=enemy.card, lacks=lacks)

    figures = {"needed": "enemy", "card": shooter.card, "met": partial(called, board)}
    enemies = one_of([e.id for e in board.enemies], harmed, otherwise=ILLEGAL_TARGET_SHOT, **figures)
    return row(enemies, count_code=TARGET_COUNT, told={"card": shooter.card})

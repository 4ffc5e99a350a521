"""Paying for what is played, and aiming it (MMK-065..087, 225; R54, R56, R90)."""

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
from tapete.games.mamlejet.cards import Aim
from tapete.games.mamlejet.choosing import makes_wealth, own, standing, undedicated
from tapete.games.mamlejet.figures import COLOURS, Colour, Cost, Split, Wealth, plain
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import ILLEGAL_TARGET, NO_FIGHTER, called
from tapete.games.mamlejet.state import Permanent
from tapete.games.mamlejet.timing import Play

PAID_TWICE = Code(
    "already_dedicated",
    "MMK-072",
    _("{card:card} is named twice and pays once only; name another resource."),
    figures={"permanent": "permanent", "reason": "reason"},
    known={
        "reason": "pays",
        "permanent": lambda given: given["twice"][0],
    },
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
        paid = self.pool
        for pid in chosen:
            paid = paid.plus(self.board.yields(pid))
        return self.due.short(self.code, self.of(paid), self.low or 0, paid, self.colour)


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


class _Split(Code, frozen=True):
    """`cost_not_met` of a split that does not add up, or the colour that one which adds up is short of."""

    def __call__(self, **params: Any) -> Refusal:
        short: Refusal | None = params["short"]
        return super().__call__(**params) if short is None else short


SPEND = _Split(
    "cost_not_met",
    "MMK-R56",
    _("Of the cost of {card:card} {due} may be of any colour, and you share out {given} ({split:cost}). Share out {due}, or leave it out."),
    figures={"cost": "cost", "due": "grey"},
)


def total(split: Wealth | None) -> int:
    """Return how many points a split shares out."""
    return 0 if split is None else split.total


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
    return maybe(one_of(ways, otherwise=SPEND, **figures, given=total, split=plain, short=short))


class Spending(Play, kw_only=True, omit_defaults=True):
    """A play that costs wealth; `spend` says how its grey part is paid, where the player wants to say so (MMK-R56)."""

    spend: Split | None = None

    def paid(self, board: Front, card: str, cost: Cost, but: int | None = None) -> Terms:
        """How the cost of a card, or of what it does, is paid: the grey part by colour, and the resources that are dedicated for it."""
        due = Due(card, cost)
        yield "spend", spending(board, self.seat, due, but)
        yield "dedicate", payment(board, self.seat, due.split(stated(self)), but)


def stated(play: Any) -> Split | None:
    """Return what is said of the grey part so far; a form on which nobody has said it yet pays as if nothing were said."""
    said: Split | None = so_far(play, "spend")
    return said


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
    known={
        "reason": "twice",
        "target": lambda given: given["twice"][0],
    },
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

"""What the table decides or adds: rulings, cards typed in, the clock, and giving up (MMK-153, 166; R40, R73, R75, R80, R103)."""

from functools import partial
from operator import add
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms, so_far
from tapete.core.domains import one_of, some, text, whole
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.listing import Choices
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.rulings import RULING_EVENTS, Operation, bad_operation, unit
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.steps import Cards, Dice, Die
from tapete.core.typed_cards import TypedCard
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import Card
from tapete.games.mamlejet.changes import OfCard, OfRound
from tapete.games.mamlejet.constants import LEAST_DIFFICULTY, MOST_COLOUR, MOST_DIFFICULTY, MOST_POINTS, MOST_WEALTH
from tapete.games.mamlejet.figures import COLOURS, KEYWORDS, TACTICS, UNKNOWN, By, CardId, CardType, Cost, Keyword, Wealth
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import DICE, subject
from tapete.games.mamlejet.operations import Corrections
from tapete.games.mamlejet.state import Assaults, Entries, Falls, FrenzyChoice, Ordering, Plan, Resolving, Selecting, Setup, Window
from tapete.games.mamlejet.timing import Timed

RULINGS = Chapter("rulings")
RULINGS.tells_each(RULING_EVENTS)

KINDS: tuple[type[Operation], ...] = get_args(Corrections)
OPEN = (Setup, Window, Plan, Assaults, FrenzyChoice)
"""The steps at which a player decides."""

ASKING = (Entries, Cards, Ordering, Dice)
"""Those at which the table is asked for a die, a card or an order; a ruling withdraws what it makes void (MMK-R103)."""


BAD_RULING = Code(
    "bad_ruling",
    "MMK-R75",
    _("Point {place} of the ruling, “{op:op}”, cannot be done like that; why stands below."),
    figures={"place": "index", "argument": "argument", "reason": "problem"},
)


class ruling_ops(unit):  # noqa: N801  # domains are named as values are described
    """A ruling's operations: judged in order, each on what the one before left; no question behind, no invariant broken (MMK-R103)."""

    __slots__ = ()

    def conclude(self, board: Any) -> None:
        """What is void is withdrawn, and what follows by itself is done, as it will be when the ruling is applied."""
        if not board.settle():
            look_again(board)
            board.rules.settle(board)

    def reasons(self, place: int, operation: Operation, failed: list[Refusal]) -> list[Refusal]:
        first = bad_operation(self.bad.knowing(argument=failed[0].at), place, operation, failed[0])
        return [refusal.under(str(place)) for refusal in (first, *failed)]


REASON_MISSING = Code("bad_ruling", "MMK-R103", _("Say why it is decided so, in {least} to {most} characters."))


@RULINGS.action
class Ruling(CoreRuling, Timed, kw_only=True):
    """What the table decides, with its cause: a seat whose card says so, the enemy, or nobody; one unit, at once (MMK-153, R75, R103)."""

    ops: Annotated[tuple[Corrections, ...], Meta(min_length=1, max_length=8)]
    cause: By = "none"
    during = (*OPEN, *ASKING)
    kinds = KINDS
    cites = "MMK-R103"
    reason_missing = REASON_MISSING

    def terms(self, board: Front) -> Terms:
        yield "reason", text(200, 1, self.reason_missing)
        yield "agreed", some(one_of(board.state.seats))
        yield "cause", one_of((*board.state.seats, "enemy", "none"))
        yield "ops", self.operations(board)

    def operations(self, board: Front) -> unit:
        with board.working(by=self.cause, item=None, ruled=True):
            return ruling_ops(board.scratch(), KINDS, BAD_RULING)

    def effect(self, board: Front) -> None:
        with board.working(by=self.cause, item=None, ruled=True):
            super().effect(board)
            over = board.settle()
        if not over:
            look_again(board)


NO_WEALTH = Code("bad_card", "MMK-036", _("A resource gives 1 to {MOST_WEALTH} points; say how many {card} gives."), figures={})
TOO_DEAR = Code("bad_card", "MMK-006", _("A card costs {most} {most:point|points} at most; {card} would cost {total}."))
NO_POINTS = Code("bad_card", "MMK-006", _("A card costs 0 to {MOST_COLOUR} points of a colour; {card} cannot cost {value}."), figures={})
TOO_MANY_TYPED = Code("too_many_typed", "MMK-R73", _("There are {number} typed-in cards already; there is no room for more."))
CARD_KNOWN = Code("card_known", "MMK-005", _("There is a card “{card}” already."))
NOT_PRINTED = Code("bad_card", "MMK-R73", _("No such number is on {card}; leave out {value}."), figures={})
NOT_SO_PRINTED = Code("bad_card", "MMK-R73", _("This number of {card} goes from {low} to {high}; it cannot be {the_value}."), figures={})

DIFFICULTIES = range(LEAST_DIFFICULTY, MOST_DIFFICULTY + 1)
AS_PRINTED = ("type", "difficulty", "keywords", "heal_difficulty", "subtype", "legendary")
"""What is typed in as the card has it."""


def printed(card: CardId, numbers: range, there: bool, may_lack: bool = False) -> one_of:
    """Return what a printed number may be: one of these where the card has it, and nothing where it may lack it or has none."""
    if not there:
        return one_of((None,), otherwise=NOT_PRINTED, card=card)
    bounds = {"low": numbers[0], "high": numbers[-1], "the_value": lambda value: Choices((value,))}
    return one_of((*((None,) if may_lack else ()), *numbers), otherwise=NOT_SO_PRINTED, card=card, **bounds)


CardAdded = RULINGS.simple_event("CardAdded", OfCard, "MMK-R73", _("New card: {card}."))


@RULINGS.action
class AddCard(TypedCard, Timed, kw_only=True):
    """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (MMK-R73).

    The three colours and `generic` are what it costs, for a resource what it makes; `equip` is what it costs to equip a weapon. What
    its text says is ruled when it is played (MMK-R103).
    """

    id: CardId
    type: CardType
    white: AnyNumber = 0
    red: AnyNumber = 0
    blue: AnyNumber = 0
    generic: AnyNumber = 0
    difficulty: AnyNumber | None = None
    keywords: tuple[Keyword, ...] = ()
    heal_difficulty: AnyNumber | None = None
    subtype: Literal["arma", "estructura", "reliquia"] | None = None
    equip: AnyNumber | None = None
    legendary: bool = False
    during = (*OPEN, Entries, Cards, Ordering)
    too_many, known = TOO_MANY_TYPED, CARD_KNOWN

    def figures(self, board: Front) -> Terms:
        yield must(self.id != UNKNOWN, CARD_KNOWN, card=self.id)
        yield "type", one_of((*TACTICS, "recurso", "enemigo"))
        kind = self.type
        yield from self.points(kind == "recurso", {"recurso": MOST_WEALTH, "enemigo": 0}.get(kind, MOST_POINTS))
        yield "difficulty", printed(self.id, DIFFICULTIES, kind in ("soldado", "enemigo"), kind == "enemigo")
        worded = kind in ("soldado", "objeto", "enemigo")
        yield "keywords", some(one_of(KEYWORDS if worded else ()))
        yield "subtype", one_of(("arma", "estructura", "reliquia") if kind == "objeto" else (None,))
        yield "legendary", one_of((True, False) if kind not in ("hishtadlut", "tefila") else (False,))
        yield "heal_difficulty", printed(self.id, DIFFICULTIES, "curar" in self.keywords and kind != "enemigo")
        yield "equip", printed(self.id, range(MOST_COLOUR + 1), self.subtype == "arma")

    def points(self, resource: bool, most: int) -> Terms:
        """The points of each colour, and grey ones where it is no resource: as many as the colours before it leave."""
        named = (*COLOURS, "generic")
        for place, colour in enumerate(named):
            before = [so_far(self, other) for other in named[:place]]
            spent = sum(min(MOST_COLOUR, max(0, points or 0)) for points in before)
            high = 0 if resource and colour == "generic" else min(MOST_COLOUR, most - spent)
            low = 1 if resource and colour == COLOURS[-1] and not spent and None not in before else 0
            over = NO_WEALTH if resource else TOO_DEAR if high < MOST_COLOUR else NO_POINTS
            yield colour, whole(low, high, NO_WEALTH if resource else NO_POINTS, over, card=self.id, total=partial(add, spent), most=most)

    def made(self) -> tuple[Card, OfCard]:
        resource = self.type == "recurso"
        made = Card(
            id=self.id,
            cost=Cost() if resource else Cost(self.white, self.red, self.blue, self.generic),
            produces=Wealth(self.white, self.red, self.blue) if resource else None,
            kind="objeto" if self.type == "enemigo" and self.difficulty is None else None,
            equip_cost=None if self.equip is None else Cost(generic=self.equip),
            **{name: getattr(self, name) for name in AS_PRINTED},
        )
        return made, CardAdded(card=self.id)

    @classmethod
    def again(cls, card: str, kept: Card) -> "AddCard":
        points: dict[str, Any] = {name: getattr(kept.produces or kept.cost, name, 0) for name in (*COLOURS, "generic")}
        equip = None if kept.equip_cost is None else kept.equip_cost.generic
        return cls(id=card, equip=equip, **points, **{name: getattr(kept, name) for name in AS_PRINTED})


NOT_CLOCK = Code("wrong_step", "MMK-R40", _("This match is not against the clock: the first to take {win} emuná wins."))
TIME_UP_BEFORE = Code("wrong_step", "MMK-166", _("Time was up already; the match ends with round {round}."))
TimeIsUp = RULINGS.simple_event("TimeIsUp", OfRound, "MMK-166", _("Time is up in round {round}."), tag="time_up")


@RULINGS.action
class TimeUp(Timed):
    """The time of a clock game has run out; the round is finished, then the best score wins (MMK-166, R40)."""

    during = (*OPEN, *ASKING)

    def terms(self, board: Front) -> Terms:
        state, figures = board.state, {"action": "time_up", "step": board.at_step}
        yield must_first(board.options.mode == "clock", NOT_CLOCK, win=board.options.win_emuna, **figures)
        yield must_first(not state.clock_expired, TIME_UP_BEFORE, round=state.round, **figures)

    def effect(self, board: Front) -> None:
        board.set(clock_expired=True)
        board.tell(TimeIsUp(round=board.state.round))
        if not board.options.clock_finish_round:
            board.best_score("clock", "MMK-R40")


@RULINGS.action
class Abandon(Timed):
    """The table stops; there is no result (MMK-R80)."""

    during = (*OPEN, *ASKING)

    def effect(self, board: Front) -> None:
        board.end("stopped", (), "abandoned", "MMK-R80")


# ---- a ruling in the middle of a question


def look_again(board: Front) -> None:
    """Ask the question at hand as it has to be asked after a ruling: what is void is withdrawn, and what was rolled stays (MMK-R49, R103).

    A die that is still asked for gets the figures of now; one whose roller or opponent has gone is not asked any more. Cards and orders
    that nobody has given yet are asked for anew by the step below. The board is just after the ruling's operations, its match not over.
    """
    top = board.top
    if isinstance(top, Window):
        board.become(Window())
    elif isinstance(top, Ordering | Cards):
        board.done()
        if isinstance(below := board.top, Falls):
            board.become(Falls((replace(below.left[0], fallen=False), *below.left[1:])))
    elif isinstance(top, Dice):
        board.done()
        if isinstance(below := board.top, Selecting):
            _select_again(board, below, top)
        elif not isinstance(below, Resolving):  # the die of a card is asked for anew by its step
            board.put(_asked(DICE.asked(board, below), top))


def _asked(dice: tuple[Die, ...], before: Dice) -> Dice:
    """Return the dice that are asked for now, with the faces that are there already."""
    shown = {die.id: die.value for die in before.dice}
    return Dice(tuple(replace(die, value=shown.get(die.id)) for die in dice))


def _select_again(board: Front, step: Selecting, before: Dice) -> None:
    board.done()
    asker = board.top
    if isinstance(asker, Falls):  # the structures are others now: which one falls is asked for anew
        board.become(Falls((replace(asker.left[0], catastrophic=True), *asker.left[1:])))
        return
    void = [lot.purpose == "city" and subject(board, lot) is None for lot in step.lots]  # the enemy has left play
    step = replace(step, lots=tuple(replace(lot, chosen=0) if gone else lot for lot, gone in zip(step.lots, void, strict=True)))
    board.put(step, _asked(DICE.asked(board, step), before))

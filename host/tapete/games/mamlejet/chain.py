"""The stack resolves: targets are looked at again, effects run in order, dice and cards are asked for (MMK-055..058, 088..111)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.core.actions import Terms, kind_of
from tapete.core.cards import CardsChapter, ShowCards
from tapete.core.domains import one_of, some
from tapete.core.game import Chapter
from tapete.core.kinds import name_of
from tapete.core.refusals import Code, First, Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Cards, Dice, Die
from tapete.core.turns import AskedAction
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.cards import UNKNOWN_CARD, Aim, steps
from tapete.games.mamlejet.changes import OfTheirs
from tapete.games.mamlejet.effects import given
from tapete.games.mamlejet.figures import EPIC, UNKNOWN, AnyPid, CardId, Count, Hit
from tapete.games.mamlejet.language import _
from tapete.games.mamlejet.lots import DICE, NAMES, ROLLS
from tapete.games.mamlejet.operations import Asking, EnemyEnters, Heal, Operations, Roll
from tapete.games.mamlejet.state import Entries, Falls, Item, Mod, Ordering, Resolving, Round, Shot, Volley
from tapete.games.mamlejet.timing import NOT_ACTIVE, Timed, push_triggers

CHAIN = Chapter("chain")
CARDS = CardsChapter()

HEALING = (Aim("damaged_ally"),)
EQUIPPING = (Aim("own_ally"),)


# ---- triggers on their way to the stack


CHAIN.question(
    Ordering,
    "order_triggers",
    _("Put your triggered abilities in order: {cards:card}."),
    _("{seat:seat} is ordering abilities."),
    "choose",
    params=lambda board, step: {"cards": triggered_cards(board, step)},
)
CHAIN.prompt("discard", _("Discard {number} {number:card|cards}, and name {number:it|them}."), NAMES)
CHAIN.prompt("mill", _("Put the top {number:card|cards} of your city ({number}) in your guenizá, and name {number:it|them}."), NAMES)
CHAIN.prompt("roll_check", _("Roll of {card:card}: {needs:reach}."), ROLLS)
CHAIN.prompt("roll_check_on", _("Roll of {card:card} on {against:card}: {needs:reach}."), ROLLS)
CHAIN.prompt("roll_heal", _("{card:card} heals {against:card}: {needs:reach}."), ROLLS)


def triggered_cards(board: Front, step: Ordering) -> list[CardId]:
    """Return the cards whose triggered abilities their player puts in order."""
    return [trigger.card for trigger in board.state.triggers if trigger.id in step.triggers]


NOT_PENDING = Code("not_pending", "MMK-082", _("Nobody has asked for that. Due now: {expect:expected}."))
NOT_ACTIVE_ORDER = NOT_ACTIVE.citing("MMK-R64")
BAD_CHOICE = Code(
    "bad_choice",
    "MMK-082",
    _("Order exactly the abilities that wait, {number} of them, each once: {cards:card}."),
    figures={"choice_id": "choice_id", "value": "value"},
    known={"choice_id": "order_triggers"},
)


@CHAIN.action
class Choose(AskedAction, Timed):
    """The order in which own triggered abilities resolve, the first one first (MMK-R64)."""

    value: tuple[AnyPid, ...]
    during = (Ordering,)
    elsewhere = NOT_PENDING
    not_your_turn = NOT_ACTIVE_ORDER

    def terms(self, board: Front) -> Terms:
        step = board.at(Ordering)
        due = len(step.triggers)
        bad = BAD_CHOICE.knowing(number=due, cards=triggered_cards(board, step))
        yield "value", some(one_of(step.triggers, otherwise=bad), due, due, ordered=True, count_code=bad, twice_code=bad)

    def effect(self, board: Front) -> None:
        board.done()
        by_id = {trigger.id: trigger for trigger in board.state.triggers}
        push_triggers(board, [by_id[number] for number in reversed(self.value)])


# ---- an item resolves


def aims_of(board: Front, item: Item) -> tuple[Aim, ...]:
    """Return what an item's targets have to be."""
    if item.kind == "equip":
        return EQUIPPING
    if item.card is None or item.kind not in ("tactic", "ability"):
        return ()
    card = board.card(item.card)
    if item.kind == "tactic":
        return card.targets
    return HEALING if item.ability is None else card.abilities[item.ability].targets


Resolved = CHAIN.simple_event("Resolved", OfTheirs, "MMK-098", _("{card} resolves."))
Fizzled = CHAIN.simple_event("Fizzled", OfTheirs, "MMK-090", _("{card} has no legal target any more and does nothing."))


def begin(board: Front, item: Item) -> None:
    """The top item resolves, with the targets that are legal still; without any left it does nothing (MMK-056, 088..090, 097, 099, R74)."""
    if item.kind in ("damage", "batch"):
        take_damage(board, item)
        return
    if item.kind == "shot":
        shoot(board, item)
        return
    if wanted := aims_of(board, item):
        seat = item.controller or board.leader
        legal = tuple(target if board.fits(aim, seat, target) else None for aim, target in zip(wanted, item.targets, strict=False))
        if any(target is not None for target in item.targets) and not any(target is not None for target in legal):
            board.tell(Fizzled(card=item.card or UNKNOWN, whose=item.controller))
            board.use_up(item)
            return
        item = replace(item, targets=legal)
    board.tell(Resolved(card=item.card or UNKNOWN, whose=item.controller))
    if item.kind == "equip":
        if board.in_play(item.source) and item.source is not None and isinstance(item.targets[0], int):
            board.attach(item.source, item.targets[0])
    elif item.kind == "tactic" and item.card and item.owner and board.card(item.card).type in ("soldado", "objeto", "estrategia"):
        place(board, item, item.card, item.owner)
    else:
        board.put(Resolving(item, operations(board, item)))


def place(board: Front, item: Item, card: str, owner: Seat) -> None:
    """A soldier, object or strategy enters play, a strategy with the one it affects (MMK-022, 025, 047, 081, 099, 237)."""
    target = item.targets[0] if item.targets and board.card(card).type == "estrategia" else None
    board.enter(card, owner, item.controller, target if isinstance(target, int) else None)
    board.settle()


def operations(board: Front, item: Item) -> tuple[Operations, ...]:
    """Return what an item does, in order; a die of its own comes first (MMK-115)."""
    card = board.card(item.card or "")
    if item.kind == "tactic":
        return card.effects
    if item.kind == "activation":
        return () if card.activation is None else steps(card.activation)
    return (Heal(1, card.heal_difficulty or 10),) if item.ability is None else steps(card.abilities[item.ability])


def remainders(board: Front, item: Item) -> Iterator[tuple[Operations, ...]]:
    """Whatever may be left of what an item does, at any point of it: after either outcome of a die, and of asking several players."""

    def left(ops: tuple[Operations, ...]) -> Iterator[tuple[Operations, ...]]:
        yield ops
        if ops:
            op, rest = ops[0], ops[1:]
            branches: tuple[tuple[Operations, ...], ...] = (op.then, op.otherwise) if isinstance(op, Roll) else ()
            if isinstance(op, Asking):
                asked = tuple(replace(op, player=seat) for seat in board.whose(op.player))
                yield from ((*asked[number:], *rest) for number in range(len(asked)))
            for branch in branches:
                yield from left((*branch, *rest))
            yield from left(rest)

    with board.working_on(item):
        yield from left(operations(board, item))


def take_damage(board: Front, item: Item) -> None:
    """All damage of a batch takes effect at once; on one enemy the earlier roll scores (MMK-139, 141, 210, 233, R55)."""
    struck = [(p.id, by[0]) for p in board.state.permanents if (by := [hit.by for hit in p.hits if hit.id in item.hits])]
    for pid, first in struck:
        board.strike(pid, first)
    board.settle()


def shoot(board: Front, item: Item) -> None:
    """A shot at an enemy, or an enemy's at a city (MMK-088, 117, 185, 230, 231, R54).

    It has to be able to harm the enemy still; for a shooter that has left play what it could harm then counts.
    """
    target, source = item.targets[0], item.source
    harmed = board.shootable(board.at_id(source)) if source is not None and board.in_play(source) else [target]
    if isinstance(target, int) and not (board.in_play(target) and target in harmed):
        board.tell(Fizzled(card=item.card or UNKNOWN, whose=item.controller))
        return
    against, city = (target, None) if isinstance(target, int) else (None, target)
    board.put(Volley("shot", (Shot(f"shot-{item.id}", item.source or 1, against, city, item.card, item.controller),)))


@CHAIN.runs(Resolving)
def operate(board: Front, step: Resolving) -> None:
    """One operation after the other; what decides the match is looked at when the last one is done (MMK-082, 098, R38)."""
    if not step.left:
        board.done()
        board.use_up(step.item)
        board.settle()
        return
    op, after = step.left[0], replace(step, left=step.left[1:])
    if dice := effect_dice(board, step):
        board.put(Dice(dice))
        return
    with board.working_on(step.item):
        if isinstance(op, Asking):
            _ask_cards(board, after, op)
        elif isinstance(op, EnemyEnters):
            board.become(after)
            board.put(Entries(board.whose(op.owner) or (board.leader,)))
        else:
            board.become(after)
            op.effect(board)


@DICE.asks(Resolving)
def effect_dice(board: Front, step: Resolving) -> tuple[Die, ...]:
    """Return the die of a card or of a healing; none where there is nothing to heal (MMK-115, R52, R53)."""
    item, op = step.item, step.left[0]
    if isinstance(op, Roll):
        purpose = "check_on" if any(board.in_play(target) for target in item.targets) else "check"
    elif isinstance(op, Heal) and _heals(board, item, op):
        purpose = "heal"
    else:
        return ()
    return (Die(f"check-{item.id}", item.controller or board.leader, purpose, op.difficulty),)


def _heals(board: Front, item: Item, op: Heal) -> bool:
    """Say whether there is anything to heal (MMK-R52, R53)."""
    with board.working_on(item):
        return any(board.at_id(pid).hits for pid in board.aimed(op.target)) or board.cured(op.target) is not None


@DICE.about(Resolving)
def about_check(board: Front, step: Resolving, die: Die) -> Mapping[str, Any]:
    """Return whose card rolls, and whom it is aimed at."""
    op = step.left[0]
    aims = (op.target,) if isinstance(op, Heal) else range(1, len(step.item.targets) + 1)
    with board.working_on(step.item):
        met = [board.card_of(pid) for aim in aims for pid in board.aimed(aim)]
        fallen = [board.curable[number][1].card for aim in aims if (number := board.cured(aim)) is not None]
    return {"card": step.item.card, "against": [*met, *fallen]}


def _ask_cards(board: Front, after: Resolving, op: Asking) -> None:
    """Ask who has to name cards, one after the other, for as many as there are (MMK-082, 229, R73, R104)."""
    seats = board.whose(op.player)
    if len(seats) != 1:
        board.become(replace(after, left=(*(replace(op, player=seat) for seat in seats), *after.left)))
    elif cards := effect_cards(board, board.at(Resolving)):
        board.put(cards)
    else:
        board.become(after)


@CARDS.asks(Resolving)
def effect_cards(board: Front, step: Resolving) -> Cards | None:
    """Return the cards of the one whom an effect asks; none where there are none left (MMK-R73, R104)."""
    op = step.left[0]
    if not isinstance(op, Asking):
        return None
    with board.working_on(step.item):
        seats = board.whose(op.player)
    if len(seats) == 1 and (number := min(op.n, getattr(board.player(seats[0]), op.pile))):
        return Cards(seats[0], number, op.pile, name_of(type(op)))
    return None


@CHAIN.event(_("{card}: {value} against {index}, {hit}."))
class DieJudged(OfTheirs, clause="MMK-123"):
    """A die of a card is judged."""

    value: Count
    index: Count
    hit: Hit


@DICE.rolled(Resolving)
def checked(board: Front, step: Resolving, dice: tuple[Die, ...]) -> None:
    """The die of a card or of a healing; a 1 fails, and under one house rule it is an epic failure (MMK-115, 123, 227, R28, R30, R52)."""
    item, op, value = step.item, step.left[0], dice[0].value or 0
    needs = op.difficulty if isinstance(op, Roll | Heal) else 0
    success = board.passes(value, needs)
    board.tell(DieJudged(card=item.card or UNKNOWN, whose=item.controller, value=value, index=needs, hit=success))
    if value == 1 and board.options.epic_fail_scope == "all_rolls" and item.source is not None and board.figure(item.source) is not None:
        epic_failure(board, item.source)
    more = (op.then if success else op.otherwise) if isinstance(op, Roll) else ()
    board.become(replace(step, left=(*more, *step.left[1:])))
    if isinstance(op, Heal) and success:
        with board.working_on(item):
            for pid in board.aimed(op.target):
                board.cure(pid)
            if (fallen := board.cured(op.target)) is not None:
                board.revive(fallen)


@CHAIN.event(_("Epic failure of {card}: its index is {n} lower until the end of the turn."))
class EpicFailure(OfTheirs, clause="MMK-135"):
    """A 1: the roller is easier to defeat until the end of the turn."""

    n: Count


def epic_failure(board: Front, pid: int) -> None:
    """A 1 lowers the roller's own index until the end of the turn; several add up (MMK-135, R29)."""
    penalty = board.options.epic_fail_penalty
    if penalty:
        p = board.alter(pid, mods=(*board.at_id(pid).mods, Mod("difficulty", "eot", EPIC, -penalty)))
        board.tell(EpicFailure(card=p.card, whose=p.controller, n=penalty))


# ---- cards that become public


NOT_ACTIVE_DISCARD = NOT_ACTIVE.citing("MMK-218")
NOT_ACTIVE_SHOWN = NOT_ACTIVE.citing("MMK-R73")
WRONG_BACK = Code("wrong_card_type", "MMK-014", _("{card:card} is an enemy card; a tactic card is named here."))
WRONG_DISCARD = Code(
    "wrong_discard_count",
    "MMK-218",
    _("Exactly {owed} {owed:card is|cards are} discarded; given: {given}."),
    figures={"owed": "least", "given": "value"},
)
WRONG_SHOWN = Code(
    "wrong_discard_count",
    "MMK-188",
    _("Exactly {owed} {owed:card is|cards are} asked for; given: {given}."),
    figures={"owed": "least", "given": "value"},
)


class _OpenCardsAction(ShowCards, Timed):
    """Cards of one's own that lie open from now on."""

    cards: tuple[CardId, ...]
    elsewhere = NOT_PENDING

    def terms(self, board: Front) -> Terms:
        if (step := board.at(Cards)).source != self.source:
            yield First(NOT_PENDING(action=name_of(kind_of(self)), expect=step.purpose))
        yield from ShowCards.terms(self, board)

    def candidates(self, board: Any) -> one_of:
        step = board.at(Cards)

        def blue(card: str) -> Refusal | None:
            return WRONG_BACK(card=card, type="enemigo", action=name_of(kind_of(self))) if board.is_enemy(card) else None

        return one_of(
            (*board.card_ids, UNKNOWN),
            blue,
            lambda card: board.within_list(step.seat, card),
            otherwise=UNKNOWN_CARD,
        )


@CARDS.action
class DiscardCards(_OpenCardsAction, tag="discard"):
    """The cards that a player chooses to discard; they are named because the guenizá is public (MMK-218, 229, R68)."""

    source = "hand"
    not_asked = NOT_ACTIVE_DISCARD
    wrong_count = WRONG_DISCARD


@CARDS.action
class DeclareCard(_OpenCardsAction):
    """The card that has fallen from a city; a card nobody could name is `unknown` (MMK-053, 188, 202, R73)."""

    source = "city"
    not_asked = NOT_ACTIVE_SHOWN
    wrong_count = WRONG_SHOWN


@CARDS.shown(Resolving)
def cards_of_effect(board: Front, step: Resolving, cards: tuple[str, ...]) -> None:
    """The effect goes on with what was named."""
    op = step.left[0]
    board.become(replace(step, left=step.left[1:]))
    if isinstance(op, Asking):
        with board.working_on(step.item):
            for seat in board.whose(op.player):
                given(board, op, seat, cards)


@CARDS.shown(Round)
def cards_of_clean_up(board: Front, step: Round, cards: tuple[str, ...]) -> None:
    """The first in initiative who holds too many has discarded (MMK-218, 220, R68)."""
    limit = board.options.hand_limit
    seat = next(seat for seat in board.state.order if board.player(seat).hand > limit)
    board.discard(seat, cards, "MMK-218")


@CARDS.shown(Falls)
def card_fallen(board: Front, step: Falls, cards: tuple[str, ...]) -> None:
    """The top card of the city lies in its owner's guenizá (MMK-188, 202)."""
    seat = step.left[0].seat
    board.fall(seat, cards[0], "city", "MMK-188" if board.at_step == "1c" else "MMK-202")
    board.fire_all("city_hit_self", seat)

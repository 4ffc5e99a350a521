"""Summoning monsters and setting cards (MOR-013..015, 038, 040, 043, 049, 050, 058..066)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tapete.core.actions import Terms
from tapete.core.choices import fitting
from tapete.core.domains import Domain, one_of, row, some
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat, rival
from tapete.core.sums import Sum
from tapete.core.texts import Message
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import UNKNOWN_CARD, Condition, Cost
from tapete.games.moriham.constants import ZONE
from tapete.games.moriham.figures import POSITIONS, SLOTS, Battle, CardId, Count, Slot, SpellRef
from tapete.games.moriham.language import _
from tapete.games.moriham.state import Monster, Spell, Triggers
from tapete.games.moriham.timing import (
    HAND_EMPTY,
    NO_SLOT,
    NO_SPELL_SLOT,
    SLOT_EMPTY,
    ZONE_FULL,
    ZONE_FULL_SPELLS,
    OnTurn,
    in_phase,
    monster_slots,
)

SUMMONING = Chapter("summoning")
EITHER_WAY = one_of(POSITIONS)


def _tribute(problem: str, says: Message, **known_as: str) -> Code:
    """A tribute that cannot be; the sentence may name further figures than the ledger's."""
    return Code(
        "bad_tribute",
        "MOR-064",
        says,
        "summon_from_hand",
        figures={name: name for name in ("level", "needed", "sum", "problem")} | known_as,
        known={"problem": problem, "sum": None},
    )


TRIBUTE_SUM = _tribute("sum", _("For level {level} the tributes must add to {needed}; they add to {sum}."))
TRIBUTE_LEAST = _tribute("sum", _("For level {level} the tributes must add to {needed} or more; they add to {sum}."))
TRIBUTE_NOT_LOWER = _tribute(
    "not_lower",
    _("{card:card} in slot {slot} has level {have}; only monsters of a level below {level} can be offered."),
)
TRIBUTE_SPARE = _tribute("superfluous", _("The tributes add to {sum}, and fewer of them reach {needed} too: keep one."))
TRIBUTE_TWICE = _tribute("twice", _("Each monster can be offered only once; named twice: slot {slots}."), slots="twice")


@cache
def _tribute_codes(level: int, exact: bool) -> tuple[Code, Code, Code, Code]:
    """What is said of tributes for a level: of their sum, of a level that is not lower, of a superfluous one, of one named twice."""
    clause = {1: "MOR-062", 2: "MOR-063"}.get(level, "MOR-064") if exact else "MOR-R08"
    codes = (TRIBUTE_SUM if exact else TRIBUTE_LEAST, TRIBUTE_NOT_LOWER, TRIBUTE_SPARE, TRIBUTE_TWICE)
    sums, low, spare, twice = (code.citing(clause).knowing(level=level, needed=level - 1) for code in codes)
    return sums, low, spare, twice


def tributes_for(board: Duel, seat: Seat, level: int) -> some:
    """Return own monsters whose levels add to one less than the level to be summoned (MOR-062..066; R08, R09, R11, R12)."""
    needed, exact = level - 1, board.options.tribute_rule == "exact"
    sums, low, spare, twice = _tribute_codes(level, exact)

    def lower(slot: int, monster: Monster) -> Refusal | None:
        have = board.figure(monster, "level")
        return must(exact or have < level, low, card=monster.card, slot=slot, have=have)

    def worth(slot: int) -> int:
        monster = board.monster(seat, slot)
        return 0 if monster is None else board.figure(monster, "level")

    sum_ = Sum("levels", worth, needed, needed if exact else None, sums, spare=spare, lean=not exact)
    return some(monster_slots(board, seat, SLOT_EMPTY, lower), 0, None, sum_, twice_code=twice)


SLOT_TAKEN = Code("slot_taken", "MOR-049", _("Slot {slot} is taken; choose another."))


def free_slots(board: Duel, seat: Seat, leaving: tuple[int, ...]) -> one_of:
    """Return the slots that are free once those that leave are gone."""
    free = (*board.free(seat), *leaving)
    return fitting(SLOTS, free.__contains__, lambda slot: SLOT_TAKEN(zone="monsters", slot=slot), otherwise=NO_SLOT)


def place(board: Duel, seat: Seat, leaving: tuple[int, ...], full: Code) -> Terms:
    """A free slot, so that fewer than five monsters stay (MOR-049; R10, R15)."""
    slots = board.kept(free_slots, seat, leaving)
    yield must(slots.options(), full, zone="monsters", limit=ZONE)
    yield "slot", slots


_SUMMON = _("Monsters are summoned in phase 1 or phase 2; this is {phase:phase}.")
SUMMON_PHASE = Code("wrong_phase", "MOR-038", _SUMMON, "summon_from_hand")
NORMAL_USED = Code(
    "normal_summon_used",
    "MOR-058",
    _("You have made {used} of {allowed} normal {allowed:summon|summons} this turn."),
    "extra_normal_summon",
)


@SUMMONING.action
class NormalSummon(OnTurn, kw_only=True):
    """Once a turn, with tributes from level 2 on (MOR-038, 043, 058, 060..066; R07..R12)."""

    card: CardId
    position: Battle
    tributes: tuple[AnyNumber, ...] = ()
    slot: AnyNumber

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, SUMMON_PHASE, "main1", "main2")
        side = board.side(self.seat)
        yield must(side.hand > 0, HAND_EMPTY, hand=side.hand, needed=1)
        yield "card", board.cards_of("monster")
        yield must(side.normal_used < side.normal_allowed, NORMAL_USED, used=side.normal_used, allowed=side.normal_allowed)
        yield "position", EITHER_WAY
        yield "tributes", board.kept(tributes_for, self.seat, board.printed(self.card).level)
        yield from place(board, self.seat, self.tributes, ZONE_FULL)

    def effect(self, board: Duel) -> None:
        side = board.side(self.seat)
        board.put(Triggers())
        for slot in self.tributes:
            board.tribute(self.seat, slot, "MOR-R11")
        board.change(self.seat, hand=side.hand - 1, normal_used=side.normal_used + 1)
        board.summon(self.seat, self.card, self.position, self.slot, "normal", "MOR-058")


def means(board: Duel, seat: Seat) -> dict[str, int]:
    """What a player has to show or to pay with, with the card that is to be summoned no longer in hand."""
    side = board.side(seat)
    return {"monsters": len(board.own(seat)), "graveyard": len(side.graveyard), "hand": max(0, side.hand - 1), "life": side.life}


ASKED_FOR = {
    "own_monsters_at_most": _("To summon {card:card} specially you may have {n} {n:monster|monsters} at most; you have {have}."),
    "own_monsters_at_least": _("To summon {card:card} specially you need {n} {n:monster|monsters} on the field; you have {have}."),
    "opp_monsters_at_least": _(
        "To summon {card:card} specially your rival must have {n} {n:monster|monsters} or more; there {have:is|are} {have}."
    ),
    "own_graveyard_at_least": _(
        "To summon {card:card} specially you need {n} {n:card|cards} in your graveyard; there {have:is|are} {have}."
    ),
    "own_hand_at_least": _("To summon {card:card} specially you need {n} {n:card|cards} in hand besides it; you have {have}."),
    "own_life_at_most": _("To summon {card:card} specially you may have {n} life at most; you have {have}."),
    "own_life_below_opp": _("To summon {card:card} specially you need less life than your rival's {n}; you have {have}."),
}
REQUIREMENTS = {kind: Code("requirement_not_met", "MOR-013", says, "summon_from_hand") for kind, says in ASKED_FOR.items()}
"""What is said where a condition of each kind does not hold."""


def met(board: Duel, seat: Seat, card: str, condition: Condition) -> Refusal | None:
    """One condition of a special summon (MOR-013)."""
    kind, bound = condition.kind, condition.n
    whose, what = kind.split("_")[:2]
    have = means(board, seat if whose == "own" else rival(seat))[what]
    if kind == "own_life_below_opp":
        bound = board.side(rival(seat)).life
        holds = have < bound
    else:
        holds = have <= bound if kind.endswith("at_most") else have >= bound
    return must(holds, REQUIREMENTS[kind], card=card, kind=kind, n=bound, have=have)


def _cost(says: Message, clause: str = "MOR-013") -> Code:
    return Code("cost_not_payable", clause, says, "summon_from_hand")


COSTS: dict[str, Code] = {
    "discard": _cost(_("{card:card} costs {n} other {n:card|cards} of your hand, and you have {have}.")),
    "pay_life": _cost(_("{card:card} costs {n} life, and you have {have}: some must be left after paying."), "MOR-R80"),
    "tribute": _cost(_("{card:card} costs {n} of your monsters, and you have {have}.")),
    "banish_graveyard": _cost(_("{card:card} costs {n} {n:card|cards} of your graveyard, and there {have:is|are} {have}.")),
}
"""What is said of each kind of cost that cannot be paid."""

PAID_WITH = {"discard": "hand", "pay_life": "life", "tribute": "monsters", "banish_graveyard": "graveyard"}
"""What each kind of cost takes of a player's means."""


def payable(board: Duel, seat: Seat, card: str, costs: tuple[Cost, ...]) -> Iterator[Refusal | None]:
    """Enough of everything to pay with, so that some life is left (MOR-013; R80)."""
    left = means(board, seat) if costs else {}
    for cost in costs:
        have = left[PAID_WITH[cost.kind]]
        enough = have > cost.n if cost.kind == "pay_life" else have >= cost.n
        yield must(enough, COSTS[cost.kind], card=card, kind=cost.kind, n=cost.n, have=have)
        left[PAID_WITH[cost.kind]] -= cost.n


def _bad_cost(says: Message, kind: str | None = None, **given_as: str) -> Code:
    figures = {name: name for name in ("card", "kind", "n", "given")} | given_as
    return Code("bad_cost", "MOR-R81", says, figures=figures, known=None if kind is None else {"kind": kind})


NAMED_FOR = {
    "discard": _("{card:card} costs {n} {n:card|cards} of your hand; {given} {given:is|are} named."),
    "tribute": _("{card:card} costs {n} of your {n:monster|monsters}; {given} {given:is|are} offered."),
    "banish_graveyard": _("{card:card} costs {n} {n:card|cards} of your graveyard; {given} {given:is|are} named."),
    "both": _("{card:card} costs {n} {n:card|cards} of your hand and graveyard; {given} {given:is|are} named."),
}
COST_COUNTS = {kind: _bad_cost(says, n="least", given="value") for kind, says in NAMED_FOR.items()}
"""What is said where not as many are named as each kind of cost takes."""

COST_NOT_BURIED = _bad_cost(
    _("{card:card} costs {n} {n:card|cards} of your graveyard, and {given:card} is not there. Name those that are."),
    "banish_graveyard",
    given="value",
)
COST_COPIES = _bad_cost(
    _("{buried:card} lies in your graveyard {n} {n:time|times}, and is named {given} times as the cost of {card:card}."),
    "banish_graveyard",
    n="high",
    given="sum",
)
COST_TOO_OFTEN = _bad_cost(
    _("{card:card} costs {n} {n:card|cards} of your graveyard; not all of these are there: {given:card}."),
    "banish_graveyard",
    given="value",
)
COST_TWICE = _bad_cost(_("{card:card} costs {n} different monsters; offered are those in slots {given}."), "tribute", given="value")


def cost_slots(board: Duel, seat: Seat, card: str) -> some:
    """Return as many own monsters as the cost of a card takes, of any level (MOR-R81)."""
    number = sum([cost.n for cost in board.printed(card).special.costs if cost.kind == "tribute"])
    told = {"card": card, "kind": "tribute", "n": number}
    return some(monster_slots(board, seat, SLOT_EMPTY), number, number, count_code=COST_COUNTS["tribute"], twice_code=COST_TWICE, told=told)


def cost_cards(board: Duel, seat: Seat, card: str) -> Domain:
    """Return cards to discard, cards out of the graveyard, in the order of a card's costs; each copy once (MOR-R81)."""
    bought = [cost for cost in board.printed(card).special.costs if cost.kind in ("discard", "banish_graveyard")]
    number, kinds = sum([cost.n for cost in bought]), {cost.kind for cost in bought}
    kind = bought[0].kind if bought else "discard"
    count, told = COST_COUNTS["both" if len(kinds) > 1 else kind], {"card": card, "kind": kind}
    known = one_of(board.card_ids, otherwise=UNKNOWN_CARD)
    if "banish_graveyard" not in kinds:
        return some(known, number, number, ordered=True, repeat=True, count_code=count, told=told)
    grave = board.side(seat).graveyard
    buried = one_of(dict.fromkeys(grave), otherwise=COST_NOT_BURIED, card=card, n=number)
    if len(kinds) > 1:
        places = (known if cost.kind == "discard" else buried for cost in bought for _ in range(cost.n))
        return row(*places, count_code=count, told=told)
    copies = (Sum(one, one.__eq__, None, grave.count(one), COST_COPIES, card=card, buried=one) for one in dict.fromkeys(grave))
    return some(buried, number, number, *copies, ordered=True, repeat=True, count_code=count, told=told)


def paid(
    costs: tuple[Cost, ...], slots: tuple[int, ...], cards: tuple[str, ...]
) -> Iterator[tuple[Cost, tuple[int, ...], tuple[str, ...]]]:
    """Each cost in order, with the slots and cards that are named for it."""
    for cost in costs:
        slots_due = cost.n if cost.kind == "tribute" else 0
        cards_due = cost.n if cost.kind in ("discard", "banish_graveyard") else 0
        yield cost, slots[:slots_due], cards[:cards_due]
        slots, cards = slots[slots_due:], cards[cards_due:]


SPECIAL_PHASE = Code("wrong_phase", "MOR-R14", _SUMMON, "summon_from_hand")
HAND_EMPTY_SPECIAL = HAND_EMPTY.citing("MOR-014")
ZONE_FULL_SPECIAL = ZONE_FULL.citing("MOR-R15")
NO_SPECIAL = Code("no_special_summon", "MOR-013", _("{card:card} cannot be summoned specially."), "summon_from_hand")


@SUMMONING.action
class SpecialSummon(OnTurn, kw_only=True):
    """By a monster's own first effect, as often as it can be done (MOR-013, 014, 059; R14..R16, R80, R81)."""

    card: CardId
    position: Battle
    cost_slots: tuple[AnyNumber, ...] = ()
    cost_cards: tuple[CardId, ...] = ()
    slot: AnyNumber

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, SPECIAL_PHASE, "main1", "main2")
        side = board.side(self.seat)
        yield must(side.hand > 0, HAND_EMPTY_SPECIAL, hand=side.hand, needed=1)
        yield "card", board.cards_of("monster")
        special = board.printed(self.card).special
        yield must(special.mode != "never", NO_SPECIAL, card=self.card)
        for condition in special.conditions:
            yield met(board, self.seat, self.card, condition)
        yield from payable(board, self.seat, self.card, special.costs)
        yield "position", EITHER_WAY
        yield "cost_cards", board.kept(cost_cards, self.seat, self.card)
        yield "cost_slots", board.kept(cost_slots, self.seat, self.card)
        if len({cost.kind for cost in special.costs} & {"discard", "banish_graveyard"}) == 2:
            named = paid(special.costs, (), self.cost_cards)
            taken = [card for cost, _slots, cards in named if cost.kind == "banish_graveyard" for card in cards]
            enough = all(taken.count(card) <= side.graveyard.count(card) for card in taken)
            yield must(enough, COST_TOO_OFTEN, card=self.card, n=len(taken), value=taken)
        yield from place(board, self.seat, self.cost_slots, ZONE_FULL_SPECIAL)

    def effect(self, board: Duel) -> None:
        board.put(Triggers())
        board.change(self.seat, hand=board.side(self.seat).hand - 1)
        for cost, slots, cards in paid(board.printed(self.card).special.costs, self.cost_slots, self.cost_cards):
            if cost.kind == "pay_life":
                board.change_life(self.seat, -cost.n, "MOR-R80")
            elif cost.kind == "discard":
                board.bury(self.seat, cards, "hand", "MOR-R81")
            for slot in slots:
                board.tribute(self.seat, slot, "MOR-R81")
            for card in cards if cost.kind == "banish_graveyard" else ():
                board.banish(self.seat, card)
        board.summon(self.seat, self.card, self.position, self.slot, "special", "MOR-059")


SET_PHASE = Code("wrong_phase", "MOR-040", _("Cards are set in phase 1 or phase 2; this is {phase:phase}."))
HAND_EMPTY_SET = HAND_EMPTY.citing("MOR-040")
SLOT_TAKEN_SPELLS = SLOT_TAKEN.citing("MOR-050")


@SUMMONING.event(_("{seat} sets a card face down."), hands=_("{seat}: lay the card face down in slot {slot}."))
class CardSet(OfSeat, clause="MOR-040"):
    """A magic or trap card is laid face down."""

    slot: Slot
    hand: Count

    def stands(self, board: Any) -> Mapping[str, Any]:
        return {"hand": board.side(self.seat).hand}


@SUMMONING.action
class SetCard(OnTurn):
    """A magic or trap card face down; nobody asks which (MOR-020, 040, 045, 050; R61)."""

    slot: AnyNumber

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, SET_PHASE, "main1", "main2")
        side = board.side(self.seat)
        yield must(side.hand > 0, HAND_EMPTY_SET, hand=side.hand, needed=1)
        free = board.free(self.seat, "spells")
        yield must(free, ZONE_FULL_SPELLS, zone="spells", limit=ZONE)
        yield "slot", fitting(SLOTS, free.__contains__, lambda slot: SLOT_TAKEN_SPELLS(zone="spells", slot=slot), otherwise=NO_SPELL_SLOT)

    def effect(self, board: Duel) -> None:
        hand = board.side(self.seat).hand - 1
        board.change(self.seat, hand=hand)
        board.fill(SpellRef(self.seat, self.slot), Spell(iid=board.next_iid(), owner=self.seat, set_turn=board.state.turn))
        board.tell(CardSet(seat=self.seat, slot=self.slot, hand=hand))

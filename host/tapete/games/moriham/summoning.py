"""Summoning monsters and setting cards (MOR-013..015, 038, 040, 043, 049, 050, 058..066)."""

from collections.abc import Iterator

from tapete.core.actions import Terms
from tapete.core.domains import Domain, one_of, row, some
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat, rival
from tapete.core.sums import Sum
from tapete.core.texts import Message
from tapete.games.moriham.board import Duel, Spot
from tapete.games.moriham.cards import UNKNOWN_CARD, Condition, Cost
from tapete.games.moriham.figures import POSITIONS, SLOTS, ZONE, Battle, CardId, Count, Slot
from tapete.games.moriham.language import _
from tapete.games.moriham.slots import monster_slots
from tapete.games.moriham.state import Monster, Spell, Triggers
from tapete.games.moriham.timing import (
    HAND_EMPTY,
    NO_SLOT,
    NO_SPELL_SLOT,
    SLOT_EMPTY,
    ZONE_FULL,
    ZONE_FULL_SPELLS,
    OnTurn,
    _phase,
    in_phase,
)

SUMMONING = Chapter("summoning")


def _tribute(problem: str, says: Message, *beside: str, **known_as: str) -> Code:
    """A tribute that cannot be; the sentence may name further figures than the ledger's."""
    return Code(
        "bad_tribute",
        "MOR-064",
        says,
        "summon_from_hand",
        figures={name: name for name in ("level", "needed", "sum", "problem", *beside)} | known_as,
        known={"problem": problem, "sum": None},
    )


TRIBUTE_SUM = _tribute("sum", _("For level {level} the tributes must add to {needed}; they add to {sum}."))
TRIBUTE_LEAST = _tribute("sum", _("For level {level} the tributes must add to {needed} or more; they add to {sum}."))
TRIBUTE_NOT_LOWER = _tribute(
    "not_lower",
    _("{card:card} in slot {slot} has level {have}; only monsters of a level below {level} can be offered."),
    "card",
    "slot",
    "have",
)
TRIBUTE_SPARE = _tribute("superfluous", _("The tributes add to {sum}, and fewer of them reach {needed} too: keep one."))
TRIBUTE_TWICE = _tribute("twice", _("Each monster can be offered only once; named twice: slot {slots}."), slots="twice")


def tributes_for(board: Duel, seat: Seat, level: int) -> some:
    """Return own monsters whose levels add to one less than the level to be summoned (MOR-062..066; R08, R09, R11, R12)."""
    needed, exact = level - 1, board.options.tribute_rule == "exact"
    clause = {1: "MOR-062", 2: "MOR-063"}.get(level, "MOR-064") if exact else "MOR-R08"
    sums, low, spare, twice = (
        code.citing(clause).knowing(level=level, needed=needed)
        for code in (TRIBUTE_SUM if exact else TRIBUTE_LEAST, TRIBUTE_NOT_LOWER, TRIBUTE_SPARE, TRIBUTE_TWICE)
    )

    def lower(slot: int, monster: Monster) -> Refusal | None:
        have = board.level(monster)
        return must(exact or have < level, low, card=monster.card, slot=slot, have=have)

    def worth(slot: int) -> int:
        monster = board.monster(seat, slot)
        return 0 if monster is None else board.level(monster)

    sum_ = Sum("levels", worth, needed, needed if exact else None, sums, spare=spare, lean=not exact)
    return some(monster_slots(board, seat, SLOT_EMPTY, lower), 0, None, sum_, twice_code=twice)


SLOT_TAKEN = Code("slot_taken", "MOR-049", _("Slot {slot} is taken; choose another."))


def places(board: Duel, seat: Seat, leaving: tuple[int, ...]) -> one_of:
    """Return a free slot, once those that leave are gone (MOR-049; R10, R15)."""

    def free(slot: int) -> Refusal | None:
        return must(board.monster(seat, slot) is None or slot in leaving, SLOT_TAKEN, zone="monsters", slot=slot)

    return one_of(SLOTS, free, otherwise=NO_SLOT)


def room(board: Duel, seat: Seat, leaving: tuple[int, ...], code: Code) -> Refusal | None:
    """Fewer than five monsters once those that leave are gone."""
    staying = [slot for slot in board.own(seat) if slot not in leaving]
    return must(len(staying) < ZONE, code, zone="monsters", limit=ZONE)


_SUMMON = _("Monsters are summoned in phase 1 or phase 2; this is {phase:phase}.")
SUMMON_PHASE = _phase("MOR-038", _SUMMON, "summon_from_hand")
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
        yield "card", one_of(board.card_ids, board.must_be_monster, otherwise=UNKNOWN_CARD)
        yield must(side.normal_used < side.normal_allowed, NORMAL_USED, used=side.normal_used, allowed=side.normal_allowed)
        yield "position", one_of(POSITIONS)
        yield "tributes", tributes_for(board, self.seat, board.printed(self.card).level)
        yield room(board, self.seat, self.tributes, ZONE_FULL)
        yield "slot", places(board, self.seat, self.tributes)

    def effect(self, board: Duel) -> None:
        side = board.side(self.seat)
        board.put(Triggers())
        for slot in self.tributes:
            board.tribute(self.seat, slot, "MOR-R11")
        board.change(self.seat, hand=side.hand - 1, normal_used=side.normal_used + 1)
        board.summon(self.seat, self.card, self.position, self.slot, "normal", "MOR-058")


def have(board: Duel, seat: Seat, kind: str) -> int:
    """Return what a condition counts, with this card no longer in hand."""
    own = board.side(seat)
    if kind == "own_graveyard_at_least":
        return len(own.graveyard)
    if kind == "own_hand_at_least":
        return max(0, own.hand - 1)
    if kind == "opp_monsters_at_least":
        return len(board.own(rival(seat)))
    if kind in ("own_life_at_most", "own_life_below_opp"):
        return own.life
    return len(board.own(seat))


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
"""What is said where a condition of each kind does not hold."""

REQUIREMENTS = {kind: Code("requirement_not_met", "MOR-013", says, "summon_from_hand") for kind, says in ASKED_FOR.items()}


def met(board: Duel, seat: Seat, card: str, condition: Condition) -> Refusal | None:
    """One condition of a special summon (MOR-013)."""
    count, bound = have(board, seat, condition.kind), condition.n
    if condition.kind == "own_life_below_opp":
        bound = board.side(rival(seat)).life
        holds = count < bound
    else:
        holds = count <= bound if condition.kind.endswith("at_most") else count >= bound
    return must(holds, REQUIREMENTS[condition.kind], card=card, kind=condition.kind, n=bound, have=count)


def _cost(says: Message, clause: str = "MOR-013") -> Code:
    return Code("cost_not_payable", clause, says, "summon_from_hand")


COSTS: dict[str, Code] = {
    "discard": _cost(_("{card:card} costs {n} other {n:card|cards} of your hand, and you have {have}.")),
    "pay_life": _cost(_("{card:card} costs {n} life, and you have {have}: some must be left after paying."), "MOR-R80"),
    "tribute": _cost(_("{card:card} costs {n} of your monsters, and you have {have}.")),
    "banish_graveyard": _cost(_("{card:card} costs {n} {n:card|cards} of your graveyard, and there {have:is|are} {have}.")),
}
"""What is said of each kind of cost that cannot be paid."""


def payable(board: Duel, seat: Seat, card: str, costs: tuple[Cost, ...]) -> Iterator[Refusal | None]:
    """Enough of everything to pay with, this card no longer in hand (MOR-013; R80)."""
    side = board.side(seat)
    left = {
        "discard": max(0, side.hand - 1),
        "pay_life": side.life,
        "tribute": len(board.own(seat)),
        "banish_graveyard": len(side.graveyard),
    }
    for cost in costs:
        enough = left[cost.kind] > cost.n if cost.kind == "pay_life" else left[cost.kind] >= cost.n
        yield must(enough, COSTS[cost.kind], card=card, kind=cost.kind, n=cost.n, have=left[cost.kind])
        left[cost.kind] -= cost.n


def _bad_cost(says: Message, kind: str | None = None, **given_as: str) -> Code:
    figures = {name: name for name in ("card", "kind", "n", "given")} | given_as
    return Code("bad_cost", "MOR-R81", says, figures=figures, known=None if kind is None else {"kind": kind})


COST_COUNTS = {
    "discard": _bad_cost(_("{card:card} costs {n} {n:card|cards} of your hand; {given} {given:is|are} named."), n="least", given="value"),
    "tribute": _bad_cost(
        _("{card:card} costs {n} of your {n:monster|monsters}; {given} {given:is|are} offered."), n="least", given="value"
    ),
    "banish_graveyard": _bad_cost(
        _("{card:card} costs {n} {n:card|cards} of your graveyard; {given} {given:is|are} named."), n="least", given="value"
    ),
    "both": _bad_cost(
        _("{card:card} costs {n} {n:card|cards} of your hand and graveyard; {given} {given:is|are} named."), n="least", given="value"
    ),
}
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
    buried="buried",
)
COST_TOO_OFTEN = _bad_cost(
    _("{card:card} costs {n} {n:card|cards} of your graveyard; not all of these are there: {given:card}."),
    "banish_graveyard",
    given="value",
)
COST_TWICE = _bad_cost(_("{card:card} costs {n} different monsters; offered are those in slots {given}."), "tribute", given="value")


def cost_slots(board: Duel, seat: Seat, card: str, costs: tuple[Cost, ...]) -> some:
    """Return as many own monsters as the cost takes, of any level (MOR-R81)."""
    number = sum(cost.n for cost in costs if cost.kind == "tribute")
    count, twice = COST_COUNTS["tribute"].knowing(card=card, kind="tribute"), COST_TWICE.knowing(card=card, n=number)
    return some(monster_slots(board, seat, SLOT_EMPTY), number, number, count_code=count, twice_code=twice)


def cost_cards(board: Duel, seat: Seat, card: str, costs: tuple[Cost, ...]) -> Domain:
    """Return cards to discard, cards out of the graveyard, in the order of the costs; each copy once (MOR-R81)."""
    grave = board.side(seat).graveyard
    bought = [cost for cost in costs if cost.kind in ("discard", "banish_graveyard")]
    number, kind = sum(cost.n for cost in bought), bought[0].kind if bought else "discard"
    mixed = len({cost.kind for cost in bought}) > 1
    count = COST_COUNTS["both" if mixed else kind].knowing(card=card, kind=kind)
    buried = one_of(dict.fromkeys(grave), otherwise=COST_NOT_BURIED.knowing(card=card, n=number))
    known = one_of(board.card_ids, otherwise=UNKNOWN_CARD)
    if mixed:
        return row(*(known if cost.kind == "discard" else buried for cost in bought for _ in range(cost.n)), count_code=count)
    if kind == "discard":
        return some(known, number, number, ordered=True, repeat=True, count_code=count)
    return some(buried, number, number, *copies(card, grave), ordered=True, repeat=True, count_code=count)


def copies(card: str, grave: tuple[str, ...]) -> Iterator[Sum]:
    """No card of a graveyard oftener than it lies there."""
    for buried in dict.fromkeys(grave):
        yield Sum(buried, buried.__eq__, None, grave.count(buried), COST_COPIES.knowing(card=card, buried=buried))


def taken_from_graveyard(costs: tuple[Cost, ...], cards: tuple[str, ...]) -> list[str]:
    """Which of the named cards leave the graveyard."""
    taken: list[str] = []
    for cost in costs:
        if cost.kind in ("discard", "banish_graveyard"):
            part, cards = cards[: cost.n], cards[cost.n :]
            taken += part if cost.kind == "banish_graveyard" else ()
    return taken


SPECIAL_PHASE = _phase("MOR-R14", _SUMMON, "summon_from_hand")
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
        yield "card", one_of(board.card_ids, board.must_be_monster, otherwise=UNKNOWN_CARD)
        special = board.printed(self.card).special
        yield must(special.mode != "never", NO_SPECIAL, card=self.card)
        for condition in special.conditions:
            yield met(board, self.seat, self.card, condition)
        yield from payable(board, self.seat, self.card, special.costs)
        yield "position", one_of(POSITIONS)
        yield "cost_cards", cost_cards(board, self.seat, self.card, special.costs)
        yield "cost_slots", cost_slots(board, self.seat, self.card, special.costs)
        if len({cost.kind for cost in special.costs} & {"discard", "banish_graveyard"}) == 2:
            taken = taken_from_graveyard(special.costs, self.cost_cards)
            enough = all(taken.count(card) <= side.graveyard.count(card) for card in taken)
            yield must(enough, COST_TOO_OFTEN, card=self.card, n=len(taken), value=taken)
        yield room(board, self.seat, self.cost_slots, ZONE_FULL_SPECIAL)
        yield "slot", places(board, self.seat, self.cost_slots)

    def effect(self, board: Duel) -> None:
        board.put(Triggers())
        cards, slots = self.cost_cards, self.cost_slots
        board.change(self.seat, hand=board.side(self.seat).hand - 1)
        for cost in board.printed(self.card).special.costs:
            if cost.kind == "pay_life":
                board.change_life(self.seat, -cost.n, "MOR-R80")
            elif cost.kind == "tribute":
                for slot in slots[: cost.n]:
                    board.tribute(self.seat, slot, "MOR-R81")
                slots = slots[cost.n :]
            elif cost.kind == "discard":
                board.bury(self.seat, cards[: cost.n], "hand", "MOR-R81")
                cards = cards[cost.n :]
            else:
                for card in cards[: cost.n]:
                    board.banish(self.seat, card)
                cards = cards[cost.n :]
        board.summon(self.seat, self.card, self.position, self.slot, "special", "MOR-059")


SET_PHASE = _phase("MOR-040", _("Cards are set in phase 1 or phase 2; this is {phase:phase}."))
HAND_EMPTY_SET = HAND_EMPTY.citing("MOR-040")
SLOT_TAKEN_SPELLS = SLOT_TAKEN.citing("MOR-050")


@SUMMONING.event(_("{seat} sets a card face down."), hands=_("{seat}: lay the card face down in slot {slot}."))
class CardSet(OfSeat, clause="MOR-040"):
    """A magic or trap card is laid face down."""

    slot: Slot
    hand: Count


@SUMMONING.action
class SetCard(OnTurn):
    """A magic or trap card face down; nobody asks which (MOR-020, 040, 045, 050; R61)."""

    slot: AnyNumber

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, SET_PHASE, "main1", "main2")
        side = board.side(self.seat)
        yield must(side.hand > 0, HAND_EMPTY_SET, hand=side.hand, needed=1)
        yield must(board.free_spells(self.seat), ZONE_FULL_SPELLS, zone="spells", limit=ZONE)

        def free(slot: int) -> Refusal | None:
            return must(board.spell(self.seat, slot) is None, SLOT_TAKEN_SPELLS, zone="spells", slot=slot)

        yield "slot", one_of(SLOTS, free, otherwise=NO_SPELL_SLOT)

    def effect(self, board: Duel) -> None:
        hand = board.side(self.seat).hand - 1
        board.change(self.seat, hand=hand)
        board.fill(Spot(self.seat, "spells", self.slot), Spell(iid=board.next_iid(), owner=self.seat, set_turn=board.state.turn))
        board.tell(CardSet(seat=self.seat, slot=self.slot, hand=hand))

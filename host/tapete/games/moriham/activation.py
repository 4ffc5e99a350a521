"""Activating magic, traps and abilities: each waits on the stack (MOR-016..020, 037, 039, 040, 051..054)."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import one_of
from tapete.core.events import OfSeat
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat, rival
from tapete.core.turns import TurnAction, TurnCode, on_turn
from tapete.games.moriham.board import Duel, Spot
from tapete.games.moriham.cards import UNKNOWN_CARD, MagicCard, MonsterCard, TrapCard
from tapete.games.moriham.changes import ItemKind, OfCard
from tapete.games.moriham.declaring import bound_effect, declared_terms
from tapete.games.moriham.figures import SLOTS, ZONE, CardId, PhaseName, Ref, Slot
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Operations
from tapete.games.moriham.slots import monster_slots, spell_slots
from tapete.games.moriham.state import Item, Monster, Phase, Spell, Stack, Trigger, Triggers
from tapete.games.moriham.timing import (
    HAND_EMPTY,
    NO_SPELL_SLOT,
    NOT_YOUR_PRIORITY,
    SLOT_EMPTY,
    STACK_WAITS,
    TRIGGER_WAITS,
    ZONE_FULL_SPELLS,
    OnTurn,
    Timed,
    _phase,
    in_phase,
)

ACTIVATION = Chapter("activation")
Source = Literal["hand"] | AnyNumber
Targets = Annotated[tuple[Ref, ...], Meta(max_length=4)]
Ops = Annotated[tuple[Operations, ...], Meta(max_length=4)]


def add(board: Duel, item: Item) -> None:
    """An item comes to wait: on the stack there is, or as the bottom of a new one; the opponent may answer first (MOR-054, R41)."""
    step = board.top
    if isinstance(step, Stack):
        board.become(Stack((*step.items, item), rival(item.controller)))
    elif isinstance(step, Triggers):
        board.put(Stack((item,), rival(item.controller)))
    else:
        board.put(Triggers(), Stack((item,), rival(item.controller)))


NOT_YOUR_TURN_MAGIC = TurnCode("not_your_turn", "MOR-051", _("Magic is activated in your own turn only, and it is {active:seat}'s."))
BAD_EFFECT = Code(
    "bad_effect", "MOR-018", _("A card has two effects and one is used: choose 1 or 2, not {effect}."), figures={"effect": "value"}
)
OPS_NOT_ALLOWED = Code(
    "ops_not_allowed",
    "MOR-018",
    _("The catalogue says what this effect of {card:card} does: declare no operations; here {given:is|are} {given}."),
    figures={"given": "value"},
)


@ACTIVATION.action
class ActivateMagic(OnTurn, kw_only=True):
    """From the field, or from hand through a free slot (MOR-018..020, 037, 040, 045, 050, 051; R33..R35, R37, R43).

    `option` is the effect chosen of the card's two.
    """

    source: Source
    card: CardId
    option: AnyNumber
    targets: Targets = ()
    ops: Ops = ()
    not_your_turn = NOT_YOUR_TURN_MAGIC

    def terms(self, board: Duel) -> Terms:
        yield "source", magic_sources(board, self.seat)
        yield "card", one_of(board.card_ids, lambda card: board.must_be(card, "magic"), otherwise=UNKNOWN_CARD)
        yield "option", one_of((1, 2), otherwise=BAD_EFFECT)
        card = board.card(self.card)
        if isinstance(card, MagicCard):
            yield from declared_terms(board, self.seat, card.effect[self.option - 1].ops, self, OPS_NOT_ALLOWED.knowing(card=self.card))

    def effect(self, board: Duel) -> None:
        seat, turn = self.seat, board.state.turn
        if self.source == "hand":
            slot = board.free_spells(seat)[0]
            board.change(seat, hand=board.side(seat).hand - 1)
            spell = Spell(iid=board.next_iid(), owner=seat, set_turn=turn, card=self.card, on_stack=True)
        else:
            slot = self.source
            spell = replace(board.lying(Spot(seat, "spells", slot)), card=self.card, on_stack=True)
        show(board, "magic", seat, slot, spell, self.option, self.targets, self.ops)


MAGIC_HAND_PHASE = _phase("MOR-R34", _("Magic is activated from the hand in phase 1 or phase 2; this is {phase:phase}."))
MAGIC_PHASE = _phase("MOR-R35", _("No magic is activated in {phase:phase}; wait for {allowed:phase}."))
HAND_EMPTY_MAGIC = HAND_EMPTY.citing("MOR-R34")
SLOT_EMPTY_MAGIC = SLOT_EMPTY.citing("MOR-051")
NOT_FACE_DOWN = Code("not_face_down", "MOR-R33", _("The card in slot {slot} is face up already: it is not activated again."))


def magic_sources(board: Duel, seat: Seat) -> one_of:
    """Return the hand, through a free slot; or a face-down card on the field, in more phases (MOR-050, 051; R33..R35)."""
    field: tuple[PhaseName, ...] = (
        ("initial", "main1", "battle", "main2") if board.options.magic_in_battle else ("initial", "main1", "main2")
    )
    hand = board.side(seat).hand

    def phase(source: Source) -> Refusal | None:
        return in_phase(board, MAGIC_HAND_PHASE, "main1", "main2") if source == "hand" else in_phase(board, MAGIC_PHASE, *field)

    def in_hand(source: Source) -> Refusal | None:
        return must(source != "hand" or hand > 0, HAND_EMPTY_MAGIC, hand=hand, needed=1)

    def has_room(source: Source) -> Refusal | None:
        return must(source != "hand" or board.free_spells(seat), ZONE_FULL_SPELLS, zone="spells", limit=ZONE)

    def there(source: Source) -> Refusal | None:
        return must(source == "hand" or board.spell(seat, source) is not None, SLOT_EMPTY_MAGIC, zone="spells", slot=source)

    def face_down(source: Source) -> Refusal | None:
        spell = None if source == "hand" else board.spell(seat, source)
        return must(spell is None or spell.face_down, NOT_FACE_DOWN, slot=source)

    return one_of(("hand", *SLOTS), phase, in_hand, has_room, there, face_down, otherwise=NO_SPELL_SLOT)


@ACTIVATION.event(_("{seat} turns up {card}."), hands=_("{seat}: lay {card} face up in slot {slot}."))
class CardShown(OfCard, clause="MOR-R61"):
    """A magic or trap card lies face up from now on."""

    slot: Slot


@ACTIVATION.event(_("{seat} activates {kind}: {card}."))
class Activated(OfSeat):
    """A magic card, a trap or an ability begins to work; `effect` is the one chosen of a card's two."""

    kind: ItemKind
    card: CardId
    slot: Slot
    effect: int | None
    clause: str


def show(
    board: Duel,
    kind: Literal["magic", "trap"],
    seat: Seat,
    slot: int,
    spell: Spell,
    option: int,
    targets: tuple[Ref, ...],
    ops: tuple[Operations, ...],
) -> None:
    """A card lies face up in its slot and comes to wait on the stack."""
    printed = board.card(spell.card or "")
    structured = None if isinstance(printed, MonsterCard) else printed.effect[option - 1].ops
    bound, declared = bound_effect(board, structured, targets, ops)
    board.fill(Spot(seat, "spells", slot), spell)
    board.tell(CardShown(seat=seat, card=printed.id, slot=slot))
    clause = "MOR-051" if kind == "magic" else "MOR-052"
    board.tell(Activated(seat=seat, kind=kind, card=printed.id, slot=slot, effect=option, clause=clause))
    add(board, Item(kind, seat, spell.iid, printed.id, option, targets=bound, ops=declared))


TRIGGER_WAITS_TRAP = TRIGGER_WAITS.citing("MOR-R38")


@ACTIVATION.action
class ActivateTrap(Timed, kw_only=True):
    """From one's field, in any turn, also on top of what waits (MOR-018..020, 052..054; R36, R38..R41, R43)."""

    seat: Seat
    slot: AnyNumber
    card: CardId
    option: AnyNumber
    targets: Targets = ()
    ops: Ops = ()
    during = (Phase, Stack)
    on_trigger = TRIGGER_WAITS_TRAP

    def terms(self, board: Duel) -> Terms:
        step = board.top
        if isinstance(step, Stack):
            yield on_turn(self.seat, step.priority, NOT_YOUR_PRIORITY, alone=False)
        yield "slot", trap_slots(board, self.seat)
        yield "card", one_of(board.card_ids, lambda card: board.must_be(card, "trap"), otherwise=UNKNOWN_CARD)
        card = board.card(self.card)
        if isinstance(card, TrapCard):
            yield "option", one_of((1, 2), lambda option: timely(board, self.seat, card, option), otherwise=BAD_EFFECT)
            yield from declared_terms(board, self.seat, card.effect[self.option - 1].ops, self, OPS_NOT_ALLOWED.knowing(card=self.card))

    def effect(self, board: Duel) -> None:
        spell = replace(board.lying(Spot(self.seat, "spells", self.slot)), card=self.card, on_stack=True)
        show(board, "trap", self.seat, self.slot, spell, self.option, self.targets, self.ops)


SLOT_EMPTY_TRAP = SLOT_EMPTY.citing("MOR-053")
SET_THIS_TURN = Code(
    "set_this_turn",
    "MOR-R36",
    _("The trap in slot {slot} was set in this turn ({turn}); under this house rule it has to wait for the next."),
)


def trap_slots(board: Duel, seat: Seat) -> one_of:
    """Return a face-down card, not set in this turn where the house rule says so (MOR-053; R33, R36)."""

    def face_down(slot: int, spell: Spell) -> Refusal | None:
        return must(spell.face_down, NOT_FACE_DOWN, slot=slot)

    def ripe(slot: int, spell: Spell) -> Refusal | None:
        return must(not board.fresh(spell), SET_THIS_TURN, slot=slot, turn=board.state.turn)

    return spell_slots(board, seat, SLOT_EMPTY_TRAP, face_down, ripe)


TIMING = Code("timing_not_met", "MOR-R38", _("Effect {effect} is activated only {when:when}."))
TIMING_STACK = TIMING.citing("MOR-R39")


def timely(board: Duel, seat: Seat, card: TrapCard, option: int) -> Refusal | None:
    """R38, R39: whether what an effect answers is there: the opponent's attack at the bottom, or his item on top."""
    when, items = card.effect[option - 1].when, board.stack()
    if when == "any":
        return None
    if when == "attack_declared":
        fits = bool(items) and items[0].kind == "attack" and items[0].controller != seat
    else:
        fits = bool(items) and items[-1].kind == when.removesuffix("_on_stack") and items[-1].controller != seat
    return must(fits, TIMING_STACK if items else TIMING, effect=option, when=when)


ABILITY_PHASE = _phase("MOR-039", _("No abilities are used in {phase:phase}; wait for {allowed:phase}."))
ABILITY_OPS_NOT_ALLOWED = OPS_NOT_ALLOWED.citing("MOR-016")


@ACTIVATION.action
class UseAbility(OnTurn, kw_only=True):
    """A monster's own ability, in the phase it is meant for (MOR-016, 037, 039, 044; R43, R56, R57)."""

    slot: AnyNumber
    targets: Targets = ()
    ops: Ops = ()

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, ABILITY_PHASE, "initial", "main1", "main2")
        yield "slot", ability_slots(board, self.seat)
        monster = board.monster(self.seat, self.slot)
        if monster is not None:
            no_ops = ABILITY_OPS_NOT_ALLOWED.knowing(card=monster.card)
            yield from declared_terms(board, self.seat, board.printed(monster.card).ability.ops, self, no_ops)

    def effect(self, board: Duel) -> None:
        spot = Spot(self.seat, "monsters", self.slot)
        monster = board.standing(spot)
        bound, declared = bound_effect(board, board.printed(monster.card).ability.ops, self.targets, self.ops)
        board.alter(spot, ability_uses=monster.ability_uses + 1)
        told = Activated(seat=self.seat, kind="ability", card=monster.card, slot=self.slot, effect=None, clause="MOR-016")
        board.tell(told)
        add(board, Item("ability", self.seat, monster.iid, monster.card, targets=bound, ops=declared))


ABILITY_TIMING = _phase("MOR-R57", _("That ability is used in {allowed:phase}; this is {phase:phase}."))
SLOT_EMPTY_ABILITY = SLOT_EMPTY.citing("MOR-R57")
NO_ABILITY = Code("no_ability", "MOR-016", _("The monster in slot {slot} has no ability to use in this way."))
ABILITY_USED = Code(
    "ability_used", "MOR-R56", _("The ability in slot {slot} has been used {used} of {allowed} {allowed:time|times} this turn.")
)


def ability_slots(board: Duel, seat: Seat) -> one_of:
    """R56, R57: a monster with an ability for this phase that is not used up."""

    def has_one(slot: int, monster: Monster) -> Refusal | None:
        timing = board.printed(monster.card).ability.timing
        return must(timing in ("main", "initial"), NO_ABILITY, slot=slot, timing=timing)

    def in_time(slot: int, monster: Monster) -> Refusal | None:
        timing = board.printed(monster.card).ability.timing
        if timing == "main":
            return in_phase(board, ABILITY_TIMING, "main1", "main2")
        return in_phase(board, ABILITY_TIMING, "initial") if timing == "initial" else None

    def left(slot: int, monster: Monster) -> Refusal | None:
        used, allowed = monster.ability_uses, board.printed(monster.card).ability.uses_per_turn
        return must(used < allowed, ABILITY_USED, slot=slot, used=used, allowed=allowed)

    return monster_slots(board, seat, SLOT_EMPTY_ABILITY, has_one, in_time, left)


STACK_WAITS_TRIGGER = STACK_WAITS.citing("MOR-R58")
NO_TRIGGER = Code("nothing_waits", "MOR-R58", _("No ability waits now."))


NOT_ASKED = TurnCode("not_asked", "MOR-R58", _("This is for {seat:seat} to decide."), whose="seat")


class _OnTrigger(TurnAction, Timed):
    """An answer to an ability that was set off (MOR-R58)."""

    during = (Triggers,)
    not_your_turn = NOT_ASKED
    alone = False
    on_stack = STACK_WAITS_TRIGGER
    otherwise = NO_TRIGGER

    def whose(self, board: Duel) -> Seat:
        return first_trigger(board).controller


def first_trigger(board: Duel) -> Trigger:
    """The ability that waits for an answer now."""
    return board.at(Triggers).waiting[0]


def answered(board: Duel) -> None:
    """The first of the waiting abilities waits no more."""
    step = board.at(Triggers)
    board.become(replace(step, waiting=step.waiting[1:]))


@ACTIVATION.action
class UseTrigger(_OnTrigger, kw_only=True):
    """R57, R58, R74: the ability is used; it opens a stack of its own."""

    targets: Targets = ()
    ops: Ops = ()

    def terms(self, board: Duel) -> Terms:
        trigger = first_trigger(board)
        ability = board.printed(trigger.card).ability
        yield from declared_terms(board, self.seat, ability.ops, self, ABILITY_OPS_NOT_ALLOWED.knowing(card=trigger.card))

    def effect(self, board: Duel) -> None:
        trigger = first_trigger(board)
        bound, declared = bound_effect(board, board.printed(trigger.card).ability.ops, self.targets, self.ops)
        answered(board)
        told = Activated(seat=self.seat, kind="ability", card=trigger.card, slot=trigger.slot, effect=None, clause="MOR-R57")
        board.tell(told)
        add(board, Item("ability", self.seat, trigger.iid, trigger.card, targets=bound, ops=declared))


@ACTIVATION.event(_("{seat} does not use the ability of {card}."))
class TriggerSkipped(OfCard, clause="MOR-R58"):
    """Its controller lets an ability go by."""


@ACTIVATION.action
class SkipTrigger(_OnTrigger):
    """R58: every ability that is set off is optional."""

    def effect(self, board: Duel) -> None:
        trigger = first_trigger(board)
        answered(board)
        board.tell(TriggerSkipped(seat=self.seat, card=trigger.card))

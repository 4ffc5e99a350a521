"""Activating magic, traps and abilities: each waits on the stack (MOR-016..020, 037, 039, 040, 051..054)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.choices import looked_up
from tapete.core.domains import one_of
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.seats import Seat
from tapete.core.turns import AskedAction, TurnCode, on_turn
from tapete.games.moriham.board import Duel
from tapete.games.moriham.cards import MagicCard, TrapCard, ops_of
from tapete.games.moriham.chain import wait
from tapete.games.moriham.changes import ItemKind, OfCard, OfItem
from tapete.games.moriham.constants import CARD_EFFECTS, ZONE
from tapete.games.moriham.declaring import bound_effect, declared_terms
from tapete.games.moriham.figures import PHASES, SLOTS, CardId, MonsterRef, PhaseName, Ref, Slot, SpellRef
from tapete.games.moriham.language import _
from tapete.games.moriham.operations import Operations
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
    in_phase,
    monster_slots,
    spell_slots,
)

ACTIVATION = Chapter("activation")
Source = Literal["hand"] | AnyNumber
Targets = Annotated[tuple[Ref, ...], Meta(max_length=4)]
Ops = Annotated[tuple[Operations, ...], Meta(max_length=4)]

NOT_YOUR_TURN_MAGIC = TurnCode("not_your_turn", "MOR-051", _("Magic is activated in your own turn only, and it is {active:seat}'s."))
BAD_EFFECT = Code(
    "bad_effect",
    "MOR-018",
    _("A card has {CARD_EFFECTS:words} effects and one is used: choose 1 or {CARD_EFFECTS}, not {effect}."),
    figures={"effect": "value"},
)
OPTIONS = tuple(range(1, CARD_EFFECTS + 1))
"""The effects of a card, as players count them (MOR-017)."""

OF_TWO = one_of(OPTIONS, otherwise=BAD_EFFECT)
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
        yield "source", board.kept(magic_sources, self.seat)
        yield "card", board.cards_of("magic")
        yield "option", OF_TWO
        card = board.card(self.card)
        if isinstance(card, MagicCard):
            yield from declared_terms(board, self, card, self.option, OPS_NOT_ALLOWED)

    def effect(self, board: Duel) -> None:
        seat, turn = self.seat, board.state.turn
        if self.source == "hand":
            slot = board.free(seat, "spells")[0]
            board.change(seat, hand=board.side(seat).hand - 1)
            spell = Spell(iid=board.next_iid(), owner=seat, set_turn=turn, card=self.card, on_stack=True)
        else:
            slot = self.source
            spell = replace(board.lying(SpellRef(seat, slot)), card=self.card, on_stack=True)
        show(board, self, "magic", slot, spell, "MOR-051")


MAGIC_HAND_PHASE = Code("wrong_phase", "MOR-R34", _("Magic is activated from the hand in phase 1 or phase 2; this is {phase:phase}."))
MAGIC_PHASE = Code("wrong_phase", "MOR-R35", _("No magic is activated in {phase:phase}; wait for {the_next}."))
HAND_EMPTY_MAGIC = HAND_EMPTY.citing("MOR-R34")
SLOT_EMPTY_MAGIC = SLOT_EMPTY.citing("MOR-051")
NOT_FACE_DOWN = Code("not_face_down", "MOR-R33", _("The card in slot {slot} is face up already: it is not activated again."))


_Found = Spell | Source | None
"""The card in a slot, none, or the hand."""


def magic_sources(board: Duel, seat: Seat) -> one_of:
    """Return the hand, through a free slot; or a face-down card on the field, in more phases (MOR-050, 051; R33..R35)."""
    field: tuple[PhaseName, ...] = PHASES if board.options.magic_in_battle else ("initial", "main1", "main2")
    from_hand, from_field = in_phase(board, MAGIC_HAND_PHASE, "main1", "main2"), in_phase(board, MAGIC_PHASE, *field)
    side = board.side(seat)

    def phase(source: Source) -> Refusal | None:
        return from_hand if source == "hand" else from_field

    def nothing(source: Source) -> Refusal:
        return SLOT_EMPTY_MAGIC(zone="spells", slot=source)

    def in_hand(source: Source, found: _Found) -> Refusal | None:
        return must(source != "hand" or side.hand > 0, HAND_EMPTY_MAGIC, hand=side.hand, needed=1)

    def has_room(source: Source, found: _Found) -> Refusal | None:
        return must(source != "hand" or board.free(seat, "spells"), ZONE_FULL_SPELLS, zone="spells", limit=ZONE)

    def closed(source: Source, found: _Found) -> Refusal | None:
        return face_down(source, found) if isinstance(found, Spell) else None

    sources: tuple[Source, ...] = ("hand", *SLOTS)
    lying: tuple[_Found, ...] = ("hand", *side.spells)
    found: looked_up[Source, _Found] = looked_up(
        sources, lying, in_hand, has_room, closed, first=(phase,), empty=nothing, otherwise=NO_SPELL_SLOT
    )
    return found


def face_down(slot: Source, spell: Spell) -> Refusal | None:
    """A card that is not face up already (MOR-R33)."""
    return must(spell.face_down, NOT_FACE_DOWN, slot=slot)


@ACTIVATION.event(_("{seat} turns up {card}."), hands=_("{seat}: lay {card} face up in slot {slot}."))
class CardShown(OfCard, clause="MOR-R61"):
    """A magic or trap card lies face up from now on."""

    slot: Slot


@ACTIVATION.event(_("{seat} activates {kind}: {card}."))
class Activated(OfItem):
    """A magic card, a trap or an ability begins to work; `effect` is the one chosen of a card's two."""

    slot: Slot
    effect: int | None
    clause: str


def show(board: Duel, draft: ActivateMagic | ActivateTrap, kind: Literal["magic", "trap"], slot: int, spell: Spell, clause: str) -> None:
    """A card lies face up in its slot and comes to wait on the stack."""
    board.fill(SpellRef(draft.seat, slot), spell)
    board.tell(CardShown(seat=draft.seat, card=draft.card, slot=slot))
    activate(board, draft, kind, spell.iid, draft.card, slot, draft.option, clause)


def activate(board: Duel, draft: Any, kind: ItemKind, iid: int, card: str, slot: int, option: int | None, clause: str) -> None:
    """An effect is told, and comes to wait with its targets: on the stack there is, or as the bottom of a new one (MOR-054)."""
    targets, ops = bound_effect(board, ops_of(board.card(card), option), draft.targets, draft.ops)
    board.tell(Activated(seat=draft.seat, kind=kind, card=card, slot=slot, effect=option, clause=clause))
    wait(board, Item(kind, draft.seat, iid, card, option, targets=targets, ops=ops))


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
        yield "slot", board.kept(trap_slots, self.seat)
        yield "card", board.cards_of("trap")
        card = board.card(self.card)
        if isinstance(card, TrapCard):
            yield "option", board.kept(trap_effects, self.seat, self.card)
            yield from declared_terms(board, self, card, self.option, OPS_NOT_ALLOWED)

    def effect(self, board: Duel) -> None:
        spell = replace(board.lying(SpellRef(self.seat, self.slot)), card=self.card, on_stack=True)
        show(board, self, "trap", self.slot, spell, "MOR-052")


SLOT_EMPTY_TRAP = SLOT_EMPTY.citing("MOR-053")
SET_THIS_TURN = Code(
    "set_this_turn",
    "MOR-R36",
    _("The trap in slot {slot} was set in this turn ({turn}); under this house rule it has to wait for the next."),
)


def trap_slots(board: Duel, seat: Seat) -> one_of:
    """Return a face-down card, not set in this turn where the house rule says so (MOR-053; R33, R36)."""

    def ripe(slot: int, spell: Spell) -> Refusal | None:
        return must(not board.fresh(spell), SET_THIS_TURN, slot=slot, turn=board.state.turn)

    return spell_slots(board, seat, SLOT_EMPTY_TRAP, face_down, ripe)


TIMING = Code("timing_not_met", "MOR-R38", _("Effect {effect} is activated only {when:when}."))
TIMING_STACK = TIMING.citing("MOR-R39")


def trap_effects(board: Duel, seat: Seat, card: str) -> one_of:
    """Return one of the two effects of a card that is known to be a trap, where what it answers is there."""
    trap = board.card(card)
    if not isinstance(trap, TrapCard):
        raise LookupError(f"{card} is no trap")
    return one_of(OPTIONS, lambda option: timely(board, seat, trap, option), otherwise=BAD_EFFECT)


def timely(board: Duel, seat: Seat, card: TrapCard, option: int) -> Refusal | None:
    """R38, R39: whether what an effect answers is there: the opponent's attack at the bottom, or his item on top."""
    when, items = card.effect[option - 1].when, board.stack()
    if when == "any":
        return None
    place, kind = (0, "attack") if when == "attack_declared" else (-1, when.removesuffix("_on_stack"))
    fits = items and items[place].kind == kind and items[place].controller != seat
    return must(fits, TIMING_STACK if items else TIMING, effect=option, when=when)


ABILITY_PHASE = Code("wrong_phase", "MOR-039", _("No abilities are used in {phase:phase}; wait for {the_next}."))
ABILITY_OPS_NOT_ALLOWED = OPS_NOT_ALLOWED.citing("MOR-016")


@ACTIVATION.action
class UseAbility(OnTurn, kw_only=True):
    """A monster's own ability, in the phase it is meant for (MOR-016, 037, 039, 044; R43, R56, R57)."""

    slot: AnyNumber
    targets: Targets = ()
    ops: Ops = ()

    def terms(self, board: Duel) -> Terms:
        yield in_phase(board, ABILITY_PHASE, "initial", "main1", "main2")
        yield "slot", board.kept(ability_slots, self.seat)
        monster = board.monster(self.seat, self.slot)
        if monster is not None:
            yield from declared_terms(board, self, board.printed(monster.card), None, ABILITY_OPS_NOT_ALLOWED)

    def effect(self, board: Duel) -> None:
        spot = MonsterRef(self.seat, self.slot)
        monster = board.alter(spot, ability_uses=board.standing(spot).ability_uses + 1)
        activate(board, self, "ability", monster.iid, monster.card, self.slot, None, "MOR-016")


ABILITY_TIMING = Code("wrong_phase", "MOR-R57", _("That ability is used in {allowed:phase}; this is {phase:phase}."))
SLOT_EMPTY_ABILITY = SLOT_EMPTY.citing("MOR-R57")
NO_ABILITY = Code("no_ability", "MOR-016", _("The monster in slot {slot} has no ability to use in this way."))
ABILITY_USED = Code(
    "ability_used", "MOR-R56", _("The ability in slot {slot} has been used {used} of {allowed} {allowed:time|times} this turn.")
)


ABILITY_PHASES: dict[str | None, tuple[PhaseName, ...]] = {"main": ("main1", "main2"), "initial": ("initial",)}
"""When abilities of each timing are used; those of the other timings are set off (MOR-R57)."""


def ability_slots(board: Duel, seat: Seat) -> one_of:
    """R56, R57: a monster with an ability for this phase that is not used up."""

    def in_time(slot: int, monster: Monster) -> Refusal | None:
        timing = board.printed(monster.card).ability.timing
        phases = ABILITY_PHASES.get(timing)
        return NO_ABILITY(slot=slot, timing=timing) if phases is None else in_phase(board, ABILITY_TIMING, *phases)

    def left(slot: int, monster: Monster) -> Refusal | None:
        used, allowed = monster.ability_uses, board.printed(monster.card).ability.uses_per_turn
        return must(used < allowed, ABILITY_USED, slot=slot, used=used, allowed=allowed)

    return monster_slots(board, seat, SLOT_EMPTY_ABILITY, in_time, left)


STACK_WAITS_TRIGGER = STACK_WAITS.citing("MOR-R58")
NO_TRIGGER = Code("nothing_waits", "MOR-R58", _("No ability waits now."))
NOT_ASKED = TurnCode("not_asked", "MOR-R58", _("This is for {seat:seat} to decide."), whose="seat")


class _OnTrigger(AskedAction, Timed):
    """An answer to the first of the abilities that were set off (MOR-R58)."""

    during = (Triggers,)
    of = "controller"
    not_your_turn = NOT_ASKED
    alone = False
    on_stack = STACK_WAITS_TRIGGER
    otherwise = NO_TRIGGER


def answered(board: Duel) -> Trigger:
    """The first of the waiting abilities waits no more; return it."""
    step = board.at(Triggers)
    board.become(replace(step, waiting=step.waiting[1:]))
    return step.first


@ACTIVATION.action
class UseTrigger(_OnTrigger, kw_only=True):
    """R57, R58, R74: the ability is used; it opens a stack of its own."""

    targets: Targets = ()
    ops: Ops = ()

    def terms(self, board: Duel) -> Terms:
        yield from declared_terms(board, self, board.printed(board.at(Triggers).first.card), None, ABILITY_OPS_NOT_ALLOWED)

    def effect(self, board: Duel) -> None:
        trigger = answered(board)
        activate(board, self, "ability", trigger.iid, trigger.card, trigger.slot, None, "MOR-R57")


@ACTIVATION.event(_("{seat} does not use the ability of {card}."))
class TriggerSkipped(OfCard, clause="MOR-R58"):
    """Its controller lets an ability go by."""


@ACTIVATION.action
class SkipTrigger(_OnTrigger):
    """R58: every ability that is set off is optional."""

    def effect(self, board: Duel) -> None:
        board.tell(TriggerSkipped(seat=self.seat, card=answered(board).card))

"""What the table declares: texts of cards, abilities, rulings, cards typed in from their print (BHM-102, 155; R105..R107).

Effects that stand on the card of a being need no typing: they are declared effects that the catalogue has filled in already
(docs/inside/rules/bhm.md#catalogue).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Annotated, Any, Self

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import Test, maybe, one_of, some, whole
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber, words_of
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import BREAKS, RULING_EVENTS, Operation, Peek, unit
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.seats import Seat
from tapete.core.typed_cards import TypedCard
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import Card, Effect
from tapete.games.bhm.constants import MOST_RANK
from tapete.games.bhm.effects import aimed_at, destroy, numbered, take_effect
from tapete.games.bhm.figures import ATTRS, BEING_KINDS, FIGURES, KEYWORDS, CardId, CardKind, CardSource, Rank, SaidIid, Target
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import KINDS, DestroyTerritory, Element, Operations
from tapete.games.bhm.seen import INVISIBLE, NO_SUCH_CARD, NOT_THERE
from tapete.games.bhm.state import AbilityPlan, Terror, Window
from tapete.games.bhm.timing import ALWAYS, IN_TURN, Seated, Timed
from tapete.games.bhm.windows import announce, resolves, thawed

RULINGS = Chapter("rulings")
RULINGS.tells_each(RULING_EVENTS)

OpList = Annotated[tuple[Operations, ...], Meta(min_length=1, max_length=8)]
RULED: tuple[type[Operation], ...] = (*KINDS, Peek)
Source = SaidIid | CardSource

ABILITIES_INACTIVE = Code("abilities_inactive", "BHM-060", _("Without POD the abilities of {the_being:card} are inactive."))
BAD_OPERATION = Code("bad_operation", "BHM-R105", _("Operation {index}, “{op:op}”, cannot be. {the_problem}"))
NO_SOURCE = NO_SUCH_CARD.saying(
    _("{ref:ref} is no source: an ability is used by a being of yours on the field, and a text is that of a card of yours.")
)
REASON_MISSING = Code("reason_missing", "BHM-R105", _("Say why it is decided so."), figures={})
TOO_MANY_TYPED = Code("too_many_typed", "BHM-R106", _("There are {number} typed-in cards already; there is no room for more."))
CARD_KNOWN = Code("card_known", "BHM-R106", _("{card:card} is called “{card}” already: choose another name for the new card."))
NO_FIGURE = Code("no_figure", "BHM-080", _("A card of this kind ({the_kind:card_kind}) cannot have {value} here: leave it out."))
FIGURE_BOUNDS = NO_FIGURE.saying(_("{value} cannot be here: it goes from {low} to {high}."))


class war_ops(unit):  # noqa: N801  # domains are named as values are described
    """Operations that are done together as one atomic action; whom an adversary cannot see is said so."""

    __slots__ = ()

    def reasons(self, place: int, operation: Operation, failed: list[Refusal]) -> list[Refusal]:
        hidden = [refusal.under(str(place)) for refusal in failed if refusal.of is INVISIBLE]
        return hidden[:1] or super().reasons(place, operation, failed)


# ---- texts and abilities


def able(board: War) -> tuple[Test, Test]:
    """What uses an ability is not frozen, and has its abilities (BHM-060, 129)."""
    return thawed(board), board.being_must(lambda being: not being.inactive, ABILITIES_INACTIVE)


def at_work(board: War, seat: Seat, source: Source, targeted: bool) -> dict[str, Any]:
    """What says that an effect is at work: whose, from which card, of which rank (BHM-148, R68)."""
    if isinstance(source, CardSource):
        return {"by": seat, "targeted": targeted, "rank": board.card(source.card).rank, "card_at_work": source.card}
    being = board.standing(source)
    return {"by": seat, "targeted": targeted, "rank": being.rank, "card_at_work": being.card}


EITHER = one_of((False, True))


def use(board: War, seat: Seat, source: int, operations: tuple[Operations, ...], targeted: bool) -> None:
    """Announce an ability; the territories that it destroys are kept by their numbers, as another may leave before it works."""
    doomed = (operation for operation in operations if isinstance(operation, DestroyTerritory))
    aims = tuple(numbered(board, one.seat, one.index) for one in doomed)
    announce(board, seat, AbilityPlan(source, operations, targeted, aims), board.standing(source).rank)


@lru_cache(maxsize=16)  # every list of what may be declared has them all
def _cards_of(seat: Seat, cards: tuple[str, ...]) -> tuple[CardSource, ...]:
    return tuple(CardSource(card, seat) for card in cards)


@RULINGS.action
class DeclareEffect(Seated):
    """What the text of a card does, in operations (BHM-040, 060, 129, 142, 148, 155; R27, R62, R68, R105).

    `source` is a being on the field, or a card and who controls it. `activates`: an own ability of that being, which waits for reactions;
    else the text of a card that has resolved, at once. `targeted`: the text chooses whom it reaches.
    """

    source: Source
    activates: bool
    ops: OpList
    targeted: bool
    during = IN_TURN

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        return tuple([(being.frozen, being.inactive) for being in board.beings(seat)])

    def terms(self, board: War) -> Terms:
        yield "activates", EITHER
        yield "targeted", EITHER
        activates = self.activates

        def on_field(source: Source) -> Refusal | None:
            return must(not activates or isinstance(source, int), NO_SOURCE, value=source)

        own: list[Source] = [being.iid for being in board.beings(self.seat)]
        own += _cards_of(self.seat, board.card_ids)
        yield "source", one_of(own, on_field, *(able(board) if activates else ()), otherwise=NO_SOURCE)
        scratch = board.scratch(**at_work(board, self.seat, self.source, self.targeted))
        yield "ops", war_ops(scratch, KINDS, BAD_OPERATION, BREAKS, at_once=not activates)

    def effect(self, board: War) -> None:
        if self.activates and isinstance(self.source, int):
            use(board, self.seat, self.source, self.ops, self.targeted)
            return
        with board.working(**at_work(board, self.seat, self.source, self.targeted)):
            if board.takes_over(self.ops):
                return
            for operation in self.ops:
                operation.effect(board)
        board.settle()


@resolves(AbilityPlan)
def ability(board: War, window: Window, plan: AbilityPlan) -> None:
    """The ability works, if its being may still use it; a territory that has left is not struck (BHM-060, 129; R89, R107)."""
    being = board.find(plan.source)
    if being is None or board.controller(plan.source) != window.seat or being.frozen or being.inactive:
        board.no_effect(window.seat, None if being is None else being.card, "gone" if being is None else "illegal", "BHM-R89")
        return
    aims = iter(plan.aims)
    for operation in plan.ops:
        iid = getattr(operation, "iid", None)
        if isinstance(operation, DestroyTerritory):
            destroy(board, next(aims), being.card)
        elif iid is None or not plan.targeted or board.still_seen(window.seat, iid):
            take_effect(board, operation)


@RULINGS.action
class Ruling(CoreRuling, Timed, kw_only=True):
    """What the table decides; one atomic action, applied at once (BHM-R105)."""

    ops: Annotated[tuple[Operations | Peek, ...], Meta(min_length=1, max_length=8)]
    during = (*IN_TURN, Terror)
    kinds = RULED
    cites = "BHM-R105"
    reason_missing = REASON_MISSING

    def operations(self, board: War) -> war_ops:
        with board.working(ruled=True):
            return war_ops(board.scratch(), RULED, BAD_OPERATION, BREAKS)

    def effect(self, board: War) -> None:
        with board.working(ruled=True):
            super().effect(board)
            board.settle()


# ---- cards typed in


TRAITS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("being", "special"), ("summoner", "god", "demigod", "instant", "survives_pod", "survives_salud")),
    "summon": ("summoner", "god", "demigod", "survives_pod", "survives_salud"),
    "entity": ("can_attack", "instant", "survives_salud"),
    "strategy": ("reaction", "stays"),
    "power": ("reaction", "equips", "later"),
    "object": ("indestructible",),
    "territory": ("indestructible",),
}
"""What may be ticked for a card of each kind that is typed in."""

FLAGS = ("summoner", "can_attack", "instant", "reaction", "stays", "equips")
"""Traits that a card has under their own names."""


@RULINGS.event(_("A new card is noted: {card}, of rank {rank}."))
class CardAdded(Event, clause="BHM-R106"):
    """A card was typed in from its print."""

    card: CardId
    kind: CardKind
    rank: Rank


@RULINGS.action
class AddCard(TypedCard, Timed, kw_only=True):
    """The printed figures of a card that the catalogue lacks; from now on it is a card like the others (BHM-079..082, R106).

    The five figures are the attributes of a being, and what an object or an equipped power adds to them.
    """

    id: CardId
    kind: CardKind
    rank: AnyNumber
    pod: AnyNumber | None = None
    fue: AnyNumber | None = None
    res: AnyNumber | None = None
    val: AnyNumber | None = None
    salud: AnyNumber | None = None
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    terror: AnyNumber | None = None
    inmune: AnyNumber | None = None
    elements: tuple[str, ...] = ()
    pod_cost: AnyNumber = 0
    during = ALWAYS
    too_many, known = TOO_MANY_TYPED, CARD_KNOWN

    def figures(self, board: War) -> Terms:
        yield "kind", one_of(TRAITS)
        yield "rank", whole(0, MOST_RANK)
        no_figure = NO_FIGURE.knowing(the_kind=self.kind)
        nothing = one_of((None,), otherwise=no_figure)
        yield "traits", some(one_of(TRAITS[self.kind], otherwise=no_figure))
        being, adds = self.kind in BEING_KINDS, self.kind == "object" or (self.kind == "power" and "equips" in self.traits)
        for name in ATTRS:
            low = 1 if name in ("pod", "val", "salud") else 0
            bounds = whole(low, 9_999, FIGURE_BOUNDS, FIGURE_BOUNDS) if being else whole(-9_999, 9_999)
            yield name, maybe(bounds) if being or adds else nothing
        words = tuple(word for word in KEYWORDS if word not in FIGURES)
        yield "keywords", some(one_of(words if being else (), otherwise=no_figure))
        for word, (low, high) in FIGURES.items():
            yield word, maybe(whole(low, high)) if being else nothing
        yield "elements", some(one_of(words_of(Element)))
        costs = self.kind == "power"
        yield "pod_cost", whole(0, 9_999, FIGURE_BOUNDS, FIGURE_BOUNDS) if costs else one_of((0,), otherwise=no_figure)

    def made(self) -> tuple[Card, CardAdded]:
        traits = set(self.traits)
        given: dict[str, Any] = {name: value for name in ATTRS if (value := getattr(self, name)) is not None}
        words = [*self.keywords, *(["indestructible"] if "indestructible" in traits else [])]
        words += [f"{name}:{figure}" for name in FIGURES if (figure := getattr(self, name)) is not None]
        printed: dict[str, Any] = {name: getattr(self, name) for name in ("id", "kind", "rank", "elements", "pod_cost")}
        printed |= given if self.kind in BEING_KINDS else {"mods": given}
        printed |= {trait: trait in traits for trait in FLAGS}
        card = Card(
            name=self.id.replace("_", " ").capitalize(),
            marks=("ente",) if self.kind == "entity" else (),
            divine="god" if "god" in traits else "demigod" if "demigod" in traits else "none",
            keywords=tuple(words),
            survives_zero=tuple(zero for zero in ("pod", "salud") if f"survives_{zero}" in traits),
            pod_cost_when="later" if "later" in traits else "now",
            **printed,
        )
        return card, CardAdded(card=self.id, kind=self.kind, rank=self.rank)

    @classmethod
    def again(cls, card: str, kept: Card) -> Self:
        being = kept.kind in BEING_KINDS
        figures: dict[str, Any] = {str(name): getattr(kept, name) if being else kept.mods.get(name) for name in ATTRS}
        figures |= {name: int(figure) for name, colon, figure in (word.partition(":") for word in kept.keywords) if colon}
        hardy = kept.indestructible and not being
        traits = {
            **{trait: getattr(kept, trait) for trait in FLAGS},
            kept.divine: kept.is_divine,
            **{f"survives_{zero}": True for zero in kept.survives_zero},
            "later": kept.pod_cost_when == "later",
            "indestructible": hardy,
        }
        return cls(
            id=card,
            kind=kept.kind,
            rank=kept.rank,
            traits=tuple(trait for trait, there in traits.items() if there),
            keywords=tuple(word for word in kept.keywords if ":" not in word and not (hardy and word == "indestructible")),
            elements=kept.elements,
            pod_cost=kept.pod_cost,
            **figures,
        )


# ---- effects that stand on the card of a being


ENTERED_EARLIER = Code(
    "entered_earlier", "BHM-R105", _("That effect belongs to {card:card} coming into play: it is applied in that turn, once.")
)
NO_EFFECT_READY = NO_SUCH_CARD.saying(_("{the_being:card} has no effect number {ref} to use."))


def effects_of(board: War, iid: int) -> dict[int, Effect]:
    """The ready-made effects of what stands on the field, by their place on its card; those of playing it are no longer any."""
    return board.of_cards(_ready_on, board.standing(iid).card)


def _ready_on(board: War, card: str) -> dict[int, Effect]:
    return {index: effect for index, effect in enumerate(board.card(card).effects) if effect.when != "on_play"}


@RULINGS.action
class UseEffect(Seated):
    """An effect out of the catalogue, declared with its target and nothing else (BHM-060, 129, 155; R62, R105, R107).

    One of its coming is applied at once, in the turn in which the being came, each once; one that is used is an activated ability, which
    opens a window and may be refused.
    """

    source: SaidIid
    effect_index: AnyNumber
    target: Target
    during = IN_TURN

    @classmethod
    def shown_by(cls, board: War, seat: Seat) -> Hashable:
        ready = any(effects_of(board, being.iid) for being in board.beings(seat))
        return (board.living, board.fields_now, board.territories_now) if ready else ()

    def terms(self, board: War) -> Terms:
        ready = [being.iid for being in board.beings(self.seat) if effects_of(board, being.iid)]
        yield "source", one_of(ready, otherwise=NOT_THERE)
        being, effects = board.standing(self.source), effects_of(board, self.source)

        def fresh(index: int) -> Refusal | None:
            due = effects[index].when != "on_enter" or (being.fresh and index not in being.applied)
            return must(due, ENTERED_EARLIER, card=being.card)

        def using(test: Test) -> Test:
            """What is asked of a being that uses an ability, and not of an effect of its coming."""
            return lambda index: None if effects[index].when == "on_enter" else test(being.iid)

        yield "effect_index", one_of(effects, *map(using, able(board)), fresh, otherwise=NO_EFFECT_READY, the_being=being.card)
        word = effects[self.effect_index].target
        yield "target", aimed_at(board, self.seat, word, self.source, board.seen_by(self.seat))

    def effect(self, board: War) -> None:
        being, effect = board.standing(self.source), effects_of(board, self.source)[self.effect_index]
        operation = effect.aimed(self.target)
        if effect.when == "declared":
            use(board, self.seat, self.source, (operation,), True)
            return
        board.alter(self.source, applied=(*being.applied, self.effect_index))
        with board.working(**at_work(board, self.seat, self.source, True)):
            operation.effect(board)
        board.settle()

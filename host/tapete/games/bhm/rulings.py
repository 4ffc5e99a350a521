"""What the table declares: texts of cards, abilities, rulings, cards typed in from their print (BHM-102, 155; R105..R107)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from tapete.core.actions import Terms
from tapete.core.domains import maybe, one_of, some, whole
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.refusals import Code, Refusal, must
from tapete.core.rulings import BREAKS, RULING_EVENTS, Operation, unit
from tapete.core.rulings import Ruling as CoreRuling
from tapete.core.steps import Dice
from tapete.core.typed_cards import TypedCard
from tapete.games.bhm.abilities import Source, ability_plan, at_work, awake
from tapete.games.bhm.aiming import still_there
from tapete.games.bhm.board import War
from tapete.games.bhm.cards import Card
from tapete.games.bhm.effects import take_effect
from tapete.games.bhm.figures import (
    ATTRS,
    BEING_KINDS,
    KEYWORDS,
    MOST_RANK,
    AttrName,
    CardId,
    CardKind,
    CardSource,
    Rank,
    written,
)
from tapete.games.bhm.language import _
from tapete.games.bhm.operations import KINDS, DestroyTerritory, Operations
from tapete.games.bhm.plans import AbilityPlan
from tapete.games.bhm.seen import INVISIBLE
from tapete.games.bhm.state import SetupDie, SetupDraw, SetupExchange, Terror, Window
from tapete.games.bhm.timing import IN_TURN, Seated, Timed
from tapete.games.bhm.windows import announce, resolves, thawed

RULINGS = Chapter("rulings")
RULINGS.tells_each(RULING_EVENTS)

OpList = Annotated[tuple[Operations, ...], Meta(min_length=1, max_length=8)]


BAD_OPERATION = Code("bad_operation", "BHM-R105", _("Operation {index}, “{op:op}”, cannot be. {the_problem}"))
NO_SOURCE = Code(
    "no_such_card",
    "BHM-R107",
    _("{ref:ref} is no source: an ability is used by a being of yours on the field, and a text is that of a card of yours."),
    figures={"ref": "value"},
)
REASON_MISSING = Code("reason_missing", "BHM-R105", _("Say why it is decided so."), figures={})
TOO_MANY_TYPED = Code("too_many_typed", "BHM-R106", _("There are {number} typed-in cards already; there is no room for more."))
CARD_KNOWN = Code("card_known", "BHM-R106", _("{card:card} is called “{card}” already: choose another name for the new card."))
NO_FIGURE = Code("no_figure", "BHM-080", _("A card of this kind ({the_kind:card_kind}) cannot have {value} here: leave it out."))
FIGURE_BOUNDS = Code("no_figure", "BHM-080", _("{value} cannot be here: it goes from {low} to {high}."))


class war_ops(unit):  # noqa: N801  # domains are named as values are described
    """Operations that are done together as one atomic action; whom an adversary cannot see is said so."""

    __slots__ = ()

    def reasons(self, place: int, operation: Operation, failed: list[Refusal]) -> list[Refusal]:
        hidden = [refusal.under(str(place)) for refusal in failed if refusal.of is INVISIBLE]
        return hidden[:1] or super().reasons(place, operation, failed)


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

    def terms(self, board: War) -> Terms:
        yield "activates", one_of((False, True))
        yield "targeted", one_of((False, True))
        activates = self.activates

        able = (thawed(board), awake(board)) if activates else ()

        def on_field(source: Source) -> Refusal | None:
            return must(not activates or isinstance(source, int), NO_SOURCE, value=source)

        own: list[Source] = [being.iid for being in board.beings(self.seat)]
        own += [CardSource(card, self.seat) for card in board.card_ids]
        yield "source", one_of(own, on_field, *able, otherwise=NO_SOURCE)
        with at_work(board, self.seat, self.source, self.targeted):
            scratch = board.scratch()
        yield "ops", war_ops(scratch, KINDS, BAD_OPERATION, BREAKS, at_once=not activates)

    def effect(self, board: War) -> None:
        if self.activates and isinstance(self.source, int):
            announce(board, self.seat, ability_plan(board, self.source, self.ops, self.targeted), board.standing(self.source).rank)
            return
        with at_work(board, self.seat, self.source, self.targeted):
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
        aim = next(aims, None) if isinstance(operation, DestroyTerritory) else None
        iid = getattr(operation, "iid", None)
        if plan.targeted and iid is not None and not board.still_seen(window.seat, iid):
            continue
        if aim is None:
            take_effect(board, operation)
        elif (now := still_there(board, aim)) is not None:
            board.destroy_territory(now.seat, now.index)
        else:
            board.no_effect(aim.seat, being.card, "gone", "BHM-R107")


@RULINGS.action
class Ruling(CoreRuling, Timed, kw_only=True):
    """What the table decides; one atomic action, applied at once (BHM-R105)."""

    ops: OpList
    during = (*IN_TURN, Terror)
    kinds = KINDS
    cites = "BHM-R105"
    reason_missing = REASON_MISSING

    def operations(self, board: War) -> war_ops:
        with board.working(ruled=True):
            return war_ops(board.scratch(), KINDS, BAD_OPERATION, BREAKS)

    def effect(self, board: War) -> None:
        with board.working(ruled=True):
            super().effect(board)
            board.settle()


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

ELEMENTS = ("rayo", "fuego", "tierra", "agua", "aire")
KEYWORD_WORDS = tuple(word for word in KEYWORDS if word not in ("terror", "inmune"))


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
    during = (SetupDraw, SetupExchange, SetupDie, Dice, *IN_TURN, Terror)
    too_many, known = TOO_MANY_TYPED, CARD_KNOWN

    def figures(self, board: War) -> Terms:
        yield "kind", one_of(TRAITS)
        yield "rank", whole(0, MOST_RANK)
        nothing = one_of((None,), otherwise=NO_FIGURE.knowing(the_kind=self.kind))
        yield "traits", some(one_of(TRAITS[self.kind], otherwise=nothing.otherwise))
        being, adds = self.kind in BEING_KINDS, self.kind == "object" or (self.kind == "power" and "equips" in self.traits)
        for name in ATTRS:
            low = 1 if name in ("pod", "val", "salud") else 0
            bounds = whole(low, 9_999, FIGURE_BOUNDS, FIGURE_BOUNDS) if being else whole(-9_999, 9_999)
            yield name, maybe(bounds) if being or adds else nothing
        yield "keywords", some(one_of(KEYWORD_WORDS if being else (), otherwise=nothing.otherwise))
        yield "terror", maybe(whole(1, 9_999)) if being else nothing
        yield "inmune", maybe(whole(0, MOST_RANK)) if being else nothing
        yield "elements", some(one_of(ELEMENTS))
        yield (
            "pod_cost",
            whole(0, 9_999, FIGURE_BOUNDS, FIGURE_BOUNDS) if self.kind == "power" else one_of((0,), otherwise=nothing.otherwise),
        )

    def made(self) -> tuple[Card, CardAdded]:
        return typed_card(self), CardAdded(card=self.id, kind=self.kind, rank=self.rank)

    @classmethod
    def again(cls, card: str, kept: Card) -> AddCard:
        being = kept.kind in BEING_KINDS
        figures: dict[str, Any] = {str(name): getattr(kept, name) if being else kept.mods.get(name) for name in ATTRS}
        hardy = kept.indestructible and not being
        words = dict(word.split(":", 1) for word in kept.keywords if ":" in word)
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
            **figures,
            traits=tuple(trait for trait, there in traits.items() if there),
            keywords=tuple(word for word in kept.keywords if ":" not in word and not (hardy and word == "indestructible")),
            **{name: int(figure) for name, figure in words.items()},
            elements=kept.elements,
            pod_cost=kept.pod_cost,
        )


def typed_card(typed: AddCard) -> Card:
    """The card that was typed in."""
    traits = set(typed.traits)
    given: dict[AttrName, int] = {name: value for name in ATTRS if (value := getattr(typed, name)) is not None}
    being = typed.kind in BEING_KINDS
    words = [*typed.keywords, *(["indestructible"] if "indestructible" in traits else [])]
    words += [written("terror", typed.terror)] if typed.terror is not None else []
    words += [written("inmune", typed.inmune)] if typed.inmune is not None else []
    printed: dict[str, Any] = {str(name): value for name, value in given.items()} if being else {"mods": given}
    printed |= {trait: trait in traits for trait in FLAGS}
    return Card(
        id=typed.id,
        name=typed.id.replace("_", " ").capitalize(),
        kind=typed.kind,
        rank=typed.rank,
        marks=("ente",) if typed.kind == "entity" else (),
        elements=typed.elements,  # type: ignore[arg-type]  # its terms allow the five only
        divine="god" if "god" in traits else "demigod" if "demigod" in traits else "none",
        keywords=tuple(words),
        survives_zero=tuple(zero for zero in ("pod", "salud") if f"survives_{zero}" in traits),
        pod_cost=typed.pod_cost,
        pod_cost_when="later" if "later" in traits else "now",
        **printed,
    )

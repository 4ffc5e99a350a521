"""What the table adds to the record: cards that the catalogue lacks, and rulings (DAT-R60, R64..R66)."""

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta
from msgspec.structs import replace

from tapete.core.actions import Terms
from tapete.core.domains import each, one_of, some, text, whole
from tapete.core.events import Event
from tapete.core.game import Chapter
from tapete.core.kinds import AnyNumber
from tapete.core.listing import Choices
from tapete.core.refusals import Code, Refusal, must, must_first
from tapete.core.rulings import RULING_EVENTS, Ruling
from tapete.core.sums import Sum
from tapete.games.datamorphs import cards, operations
from tapete.games.datamorphs.board import MorphAction, MorphBoard
from tapete.games.datamorphs.cards import Affinity, CardId, CardName, Word
from tapete.games.datamorphs.language import _
from tapete.games.datamorphs.operations import BAD_OPERATION, AnyMending, declared
from tapete.games.datamorphs.state import IN_ROUND, ChoosingBios, Exchanging, Joint, ScoringAgain, Setup

TABLE = Chapter("table")
TABLE.tells_each(RULING_EVENTS)
TABLE.tells(
    operations.CardCorrected,
    _("The record is put right: what {seat} has in {slot} is {card:card}."),
    _("{seat}: see that {slot} holds {card:card}."),
)
TABLE.tells(
    operations.LaidMoved,
    _("The record is put right: {seat}'s {slot} and {to} change places."),
    _("{seat}: exchange what lies in {slot} and {to}."),
)
TABLE.tells(
    operations.TakenBack,
    _("The record is put right: {seat} takes the card of {slot} back."),
    _("{seat}: take the card of {slot} back into your hand."),
)
TABLE.tells(
    operations.SidesChanged,
    _("The record is put right: what was noted for {seat} in {slot} is the rival's, and the other way round."),
    _("Each: see that your own card lies in {slot}."),
)
TABLE.tells(
    operations.LaidAdded,
    _("The record is put right: {card:card} lies in {seat}'s {slot}."),
    _("{seat}: see that {slot} holds {card:card}."),
)
TABLE.tells(operations.ResultCorrected, _("The record is put right: round {round} ended so: {result}."))
TABLE.tells(operations.SeenCorrected, _("The record is put right: in round {round} what {seat} showed as {card:card} was {now:card}."))

Printed = Annotated[Literal["bios", "program", "boost", "function"], Meta(extra={"kind": "element"})]
Gain = dict[cards.Icon, AnyNumber]
"""What a Function gives to Programs of a type, or takes from them: a number for each icon."""


@TABLE.event(_("What {card} says as a {element} is noted."))
class CardAdded(Event, clause="DAT-R64"):
    """The printed figures of an element of a card were typed in; from now on it is an ordinary card."""

    card: CardId
    element: Printed
    name: CardName = ""


NO_FIGURE = Code(
    "bad_figure",
    "DAT-R64",
    _("That figure does not belong to this element ({element:element}), or it cannot be {value}. See what the card says."),
)
FIGURE_BOUNDS = Code(
    "bad_figure",
    "DAT-R64",
    _("This figure of the element ({element:element}) goes from 0 to {the_most}; it cannot be {the_value}. See what the card says."),
    figures={"value": "value"},
)


def figure(element: str, has: tuple[str, ...], most: int) -> one_of:
    """A figure from 0 on that some elements have, and the others do not."""
    if element not in has:
        return one_of((None,), otherwise=NO_FIGURE, element=element)
    return one_of(range(most + 1), otherwise=FIGURE_BOUNDS, element=element, the_most=most, the_value=lambda value: Choices((value,)))


CARD_KNOWN = Code("card_known", "DAT-R64", _("“{card:card}” is in the catalogue already: use it without typing its figures."))


@TABLE.action
class AddCard(MorphAction, kw_only=True):
    """DAT-R64: the printed figures of a card that the catalogue lacks, one element at a time.

    `type` is a Program's. `benefits` and `weaknesses` are a Function's, added up for each type of the catalogue.
    """

    id: CardId
    element: Printed
    color: Word
    type: Word | None = None
    memory: AnyNumber | None = None
    attack: AnyNumber | None = None
    defense: AnyNumber | None = None
    abilities: cards.Abilities = ()
    benefits: dict[Word, Gain] = {}
    weaknesses: dict[Word, Gain] = {}
    name: CardName = ""
    during = (Setup, *IN_ROUND, Exchanging)

    def terms(self, board: MorphBoard) -> Terms:
        colors, types = board.rules.catalogue.extras["colors"], board.rules.catalogue.extras["types"]
        yield "id", text(32, 2)
        yield must_first(self.id not in board.rules.catalogue.cards, CARD_KNOWN, card=self.id)
        yield "element", one_of(cards.ELEMENTS, lambda element: _new(board, self.id, element))
        yield "color", one_of((*colors, cards.COLOURLESS), otherwise=NO_FIGURE, element=self.element)
        yield "type", one_of(types if self.element == "program" else (None,), otherwise=NO_FIGURE, element=self.element)
        yield "memory", figure(self.element, ("bios", "program", "boost"), 12 if self.element == "bios" else 5)
        for key in ("attack", "defense"):
            yield key, figure(self.element, ("bios", "program", "boost"), 9)
        yield "abilities", _abilities(self.element, colors)
        gains = {kind: each({"attack": whole(0, 9), "defense": whole(0, 9)}) for kind in (types if self.element == "function" else ())}
        for key in ("benefits", "weaknesses"):
            yield key, each(gains, NO_FIGURE.knowing(element=self.element))
        yield "name", text(40)

    def effect(self, board: MorphBoard) -> None:
        typed = board.state.typed_cards
        known = typed.get(self.id, cards.TypedCard(self.id))
        card = replace(known, name=self.name.strip() or known.name, **{self.element: self.face()})
        board.set(typed_cards=dict(sorted({**typed, self.id: card}.items())))
        board.tell(CardAdded(card=self.id, element=self.element, name=card.name))

    def face(self) -> cards.Face:
        """The element as it is printed; only ever called when the terms hold."""
        memory, attack, defense = self.memory or 0, self.attack or 0, self.defense or 0
        match self.element:
            case "bios":
                return cards.Bios(self.color, memory, attack, defense)
            case "program":
                return cards.Program(self.color, self.type or "", attack, defense, memory, self.abilities)
            case "boost":
                return cards.Boost(self.color, attack, defense, memory, self.abilities)
            case "function":
                benefits, weaknesses = _affinities(self.benefits), _affinities(self.weaknesses)
                nothing = () if benefits or weaknesses else (Affinity(tuple(sorted(self.benefits)), 0, 0),)
                return cards.Function(self.color, benefits or nothing, weaknesses)


ELEMENT_KNOWN = Code(
    "element_known", "DAT-R64", _("Of “{card:card}” this is typed in already: {element:element}. If those figures are wrong, undo.")
)


def _new(board: MorphBoard, card: str, element: str) -> Refusal | None:
    """What was typed in once stays as it is."""
    known = board.state.typed_cards.get(card)
    return must(known is None or getattr(known, element) is None, ELEMENT_KNOWN, card=card, element=element)


ONE_CHOICE = Code("one_choice", "DAT-R30", _("Only one ability of a Boost may leave open on whom it acts."), figures={})


def _abilities(element: str, colors: tuple[str, ...]) -> some:
    """Up to two in their printed order; one at most leaves open on whom it acts (DAT-R30)."""
    fitting = cards.every_ability(element, colors) if element in ("program", "boost") else ()
    open_ones = Sum("choice", lambda ability: int(getattr(ability, "target", None) == "choice"), None, 1, ONE_CHOICE)
    return some(one_of(fitting, otherwise=NO_FIGURE, element=element), 0, 2, open_ones, ordered=True, repeat=True)


def _affinities(gains: dict[str, Gain]) -> tuple[Affinity, ...]:
    """What each type gains or loses, as a Function has it."""
    return tuple(Affinity((kind,), gain["attack"], gain["defense"]) for kind, gain in sorted(gains.items()) if any(gain.values()))


RULING_BAD_OPERATION = BAD_OPERATION.citing("DAT-R66")
REASON_MISSING = Code("reason_missing", "DAT-R66", _("Say in a few words why the table decides so."), figures={})


class mended(declared):  # noqa: N801  # a domain
    """What a ruling may hold; judged with the score that the round has after it."""

    __slots__ = ()

    def conclude(self, board: Any) -> None:
        board.put(ScoringAgain())
        board.rules.settle(board)


@TABLE.action
class TableRuling(Ruling, MorphAction, kw_only=True, tag="ruling"):
    """DAT-R60, R65, R66: what a printed text adds that the catalogue does not cover, or what was declared wrongly.

    Sealed choices are lifted. A round that was scored is scored again while its cards lie there.
    """

    ops: Annotated[tuple[AnyMending, ...], Meta(min_length=1, max_length=4)]
    during = (*IN_ROUND, Exchanging)
    kinds = get_args(AnyMending)
    reason_missing = REASON_MISSING

    def operations(self, board: MorphBoard) -> declared:
        return mended(board, 1, RULING_BAD_OPERATION, self.kinds)

    def effect(self, board: Any) -> None:
        before = board.memories()
        super().effect(board)
        board.tell_memory(before)
        if isinstance(board.top, Joint | ChoosingBios) and board.top.ready:
            board.become(board.top.reopened())
        board.put(ScoringAgain())

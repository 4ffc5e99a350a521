"""The answers of the referee protocol: their types, of which the JSON Schema is made, and the functions that fill them in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from tapete.bots.advice import Suggestion
from tapete.core import codec
from tapete.core import position as positions
from tapete.core.board import S
from tapete.core.judge import Offer
from tapete.core.layout import Place
from tapete.core.log import Entry, Header
from tapete.core.plain_forms import OfferForm, RefusalForm, Sentence
from tapete.core.position import Position
from tapete.core.refusals import RefereeError
from tapete.core.rules import Rules
from tapete.core.scene import Scene
from tapete.core.seats import Seat
from tapete.core.steps import Button, ButtonMeaning, Over, Owed
from tapete.core.texts import PLAIN, Words
from tapete.core.vault import Vault, take_secret
from tapete.declared import sealing_of, with_secret
from tapete.protocol.requests import ActionForm, Seq

Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]
No = Annotated[bool, Meta(extra_json_schema={"const": False})]

EventForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Event"})]
StateForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/State"})]


class PlaceForm(TypedDict):
    """What lies at a place of the table, and the sentence that tells hands how to make it so."""

    name: str
    value: Any
    text: Sentence


class OwedForm(TypedDict):
    """Who owes what, with the sentences for the seat that acts and for the seats that wait."""

    seat: Seat | None
    actions: Sequence[str]
    what: str
    params: Mapping[str, Any]
    button: Button | None
    meaning: ButtonMeaning | None
    acting: Sentence
    waiting: Sentence


class ResultForm(TypedDict):
    """How the match ended."""

    result: Literal["win", "draw", "loss", "stopped"]
    seats: Sequence[Seat]
    reason: str


class GameForm(TypedDict):
    """A game that can be begun: its name, the version of its rules, and the fewest and the most seats."""

    name: str
    version: str
    seats: Annotated[list[int], Meta(min_length=2, max_length=2)]


class Greeting(TypedDict):
    """Who answers, the words with the fields that each takes besides, and what can be asked."""

    program: str
    version: str
    games: list[GameForm]
    words: Mapping[str, list[str]]
    ask: list[str]


class ViewForm(TypedDict):
    """Layout, awaiting and legal of one seat together."""

    layout: list[PlaceForm]
    awaiting: list[OwedForm]
    legal: Mapping[str, OfferForm]


class LogForm(TypedDict):
    """The log: what it begins with, every entry, and the numbers of those that count now."""

    header: Header
    entries: Sequence[Entry]
    line: Sequence[Seq]


class RefusedAnswer(TypedDict):
    """An answer that says no, and why; over HTTP with the number of the newest entry."""

    ok: No
    refusals: Annotated[list[RefusalForm], Meta(min_length=1)]
    seq: NotRequired[Seq]


class StoppedAnswer(TypedDict):
    """The session ends."""

    ok: Yes


class Greeted(TypedDict):
    """Who answers."""

    ok: Yes
    hello: Greeting


class Judged(TypedDict):
    """It would be legal; or the cards are dealt. Nothing has happened."""

    ok: Yes
    seq: Seq


class DoneAnswer(TypedDict):
    """What was done: the number of the newest entry, and every event."""

    ok: Yes
    seq: Seq
    events: list[EventForm]


class PlayedAnswer(DoneAnswer):
    """What a bot has done: its action too, without its secret."""

    action: ActionForm


class MovedAnswer(DoneAnswer):
    """Gone back, or forward: the entry whose position counts again, what hands must do, and whether what people have seen is taken back."""

    to: Seq
    put_right: list[PlaceForm]
    reveals: NotRequired[Yes]


class Answered(TypedDict):
    """An answer to a question; over HTTP with the number of the newest entry."""

    ok: Yes
    seq: NotRequired[Seq]


class StateAnswer(Answered):
    """The state alone."""

    state: StateForm


class PositionAnswer(Answered):
    """The state with all that is needed to go on from it."""

    position: Position


class AwaitingAnswer(Answered):
    """Who owes what; empty exactly when there is a result."""

    awaiting: list[OwedForm]


class LayoutAnswer(Answered):
    """What lies where."""

    layout: list[PlaceForm]


class SceneAnswer(Answered):
    """What each panel shows."""

    scene: Scene


class ViewAnswer(Answered):
    """Everything that one seat needs."""

    view: ViewForm


class ResultAnswer(Answered):
    """The result; null while the match goes on."""

    result: ResultForm | None


class LogAnswer(Answered):
    """The log."""

    log: LogForm


class SchemaAnswer(Answered):
    """This schema."""

    schema: dict[str, Any]


class CardsAnswer(Answered):
    """The cards of the catalogue by id; null for a game without one."""

    cards: dict[str, dict[str, Any]] | None


class LegalAnswer(Answered):
    """What may be declared."""

    legal: Mapping[str, OfferForm]


class SuggestAnswer(Answered):
    """What a bot would do."""

    suggest: Suggestion


TOLD: tuple[Any, ...] = (
    StateAnswer,
    PositionAnswer,
    AwaitingAnswer,
    LayoutAnswer,
    SceneAnswer,
    ViewAnswer,
    ResultAnswer,
    LogAnswer,
    LegalAnswer,
    CardsAnswer,
)
"""The answers to what can be asked over HTTP as well."""

ANSWERS: tuple[Any, ...] = (
    RefusedAnswer,
    StoppedAnswer,
    Greeted,
    Judged,
    DoneAnswer,
    PlayedAnswer,
    MovedAnswer,
    *TOLD,
    SchemaAnswer,
    SuggestAnswer,
)
"""Every line that comes back; it has the `id` of its request."""


def refused(fault: RefereeError, words: Words = PLAIN) -> RefusedAnswer:
    """The answer to what was refused."""
    return {"ok": False, "refusals": [reason.wire(words) for reason in fault.refusals]}


def place_form(place: Place, words: Words) -> PlaceForm:
    """A place of the layout, with the sentence that tells hands how to make it so."""
    return {"name": place.name, "value": codec.builtins(place.value), "text": place.text(words).wire()}


def owed_form(rules: Rules[Any], owed: Owed) -> OwedForm:
    """Who owes what, with both prompts."""
    acting, waiting = rules.prompts(owed)
    return {
        "seat": owed.seat,
        "actions": list(owed.actions),
        "what": owed.what,
        "params": codec.builtins(owed.params),
        "button": owed.button,
        "meaning": owed.meaning,
        "acting": acting.wire(),
        "waiting": waiting.wire(),
    }


def result_form(over: Over | None) -> ResultForm | None:
    """The result, once there is one."""
    return None if over is None else {"result": over.kind, "seats": list(over.seats), "reason": over.reason}


def told(rules: Rules[S], state: S, asked: str, seat: Seat | None, draft: Mapping[str, Any] | None = None) -> Any:
    """What a question about a position is answered with.

    Args:
        rules, state: the position.
        asked: one of `WHAT_IS_TOLD`.
        seat: for whom. draft: of `legal` only, an action with the arguments so far.

    Raises:
        Malformed, Illegal: see `offers`.
    """
    match asked:
        case "state":
            return codec.builtins(state)
        case "position":
            return positions.dump(rules, state).plain()
        case "awaiting":
            return [owed_form(rules, owed) for owed in rules.awaiting(state)]
        case "layout":
            return [place_form(place, rules.words) for place in rules.layout(state)]
        case "scene":
            return codec.builtins(rules.scene(state))
        case "result":
            return result_form(rules.result(state))
        case "cards":
            return None if rules.catalogue is None else {card.id: codec.builtins(card) for card in rules.catalogue.cards.values()}
        case "legal":
            return {name: offer.describe() for name, offer in offers(rules, state, seat, draft).items()}
        case _:
            view: ViewForm = {part: told(rules, state, part, seat) for part in ("layout", "awaiting", "legal")}  # type: ignore[assignment]  # its very keys
            return view


WHAT_IS_TOLD = ("state", "position", "awaiting", "layout", "scene", "view", "result", "legal", "cards")
"""The questions that a position alone answers."""


def log_form(header: Header, entries: Iterable[Entry], line: Iterable[int]) -> Any:
    """The log as plain data."""
    return {"header": codec.builtins(header), "entries": codec.builtins(tuple(entries)), "line": list(line)}


def offers(rules: Rules[S], state: S, seat: Seat | None, draft: Mapping[str, Any] | None) -> dict[str, Offer]:
    """What a seat may do; a lock shows, and in a draft takes, its secret in the place of the seal.

    Raises:
        Malformed, Illegal: see `Rules.legal`; the secret is judged as any argument.
    """
    if draft is None:
        return {name: with_secret(rules, state, seat, name, offer) for name, offer in rules.open_to(state, seat).items()}
    sealing = sealing_of(rules, draft.get("action"))
    if sealing is None or sealing.secret not in draft:
        return {name: with_secret(rules, state, seat, name, offer) for name, offer in rules.legal(state, seat, draft).items()}
    take_secret(rules, state, {"seat": seat, **draft} if seat is not None else dict(draft), Vault())
    found = rules.legal(state, seat, {name: value for name, value in draft.items() if name != sealing.secret})
    return {name: _without_seal(offer) for name, offer in found.items()}


def _without_seal(offer: Offer) -> Offer:
    return Offer({key: one for key, one in offer.arguments.items() if key != "seal"}, offer.wait, lambda: offer.together)

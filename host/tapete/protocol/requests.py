"""The requests of the referee protocol (docs/referee-protocol.md): pipe and HTTP API read them, and the schema is made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, UnsetType

from tapete.bots.deadline import ADVICE_S
from tapete.core.position import Position
from tapete.core.seats import Seat
from tapete.core.structs import Strict

Steps = Annotated[int, Meta(ge=1, le=100_000)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
RequestId: TypeAlias = Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None

ActionForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Action"})]
"""An action of the game; a lock may carry its secret."""

DraftForm = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Draft"})]
"""An action with the arguments that are chosen so far."""

Hand = Annotated[list[Annotated[str, Meta(max_length=200)] | Annotated[int, Meta(ge=0, le=1_000)]], Meta(max_length=1_000)]
Seconds = Annotated[float, Meta(ge=-1_000_000, le=1_000_000)]

Question = Literal["state", "position", "awaiting", "layout", "scene", "view", "result", "log", "schema", "cards"]
"""What is asked without anything besides but a seat."""

Asked: TypeAlias = Question | Literal["legal", "suggest"]


class ProtocolRequest(Strict):
    """One line that goes in, or one body."""


class Nothing(ProtocolRequest):
    """What a word carries that needs nothing: `{}`."""


class Deal(ProtocolRequest):
    """The cards of a seat that a bot is to play."""

    seat: Seat
    hand: Hand


class PlayedSeat(ProtocolRequest):
    """Who plays by itself: a seat by a bot, or the table (null) by chance."""

    seat: Seat | None
    strength: str = "medium"
    seconds: Seconds = ADVICE_S


class Start(ProtocolRequest):
    """How a match begins: at the start of a game, or in the middle, out of a position (which brings its own options and cards)."""

    game: str
    seats: tuple[Seat, ...] | None = None
    options: dict[str, Any] | None = None
    catalogue: str | None = None
    position: Position | None = None


class Timely(ProtocolRequest):
    """A request that may be meant for one moment only: the number of the newest entry that its sender has seen."""

    expected_seq: Seq | None = None


class HelloRequest(ProtocolRequest):
    """Who answers?"""

    hello: Nothing


class StopRequest(ProtocolRequest):
    """End the session."""

    stop: Nothing


class StartRequest(ProtocolRequest):
    """Begin a match."""

    start: Start


class DoRequest(Timely, kw_only=True):
    """Declare an action."""

    do: ActionForm


class CheckRequest(Timely, kw_only=True):
    """Judge an action and change nothing."""

    check: ActionForm


class UndoRequest(Timely, kw_only=True):
    """Go back by so many actions."""

    undo: Steps


class RedoRequest(Timely, kw_only=True):
    """Go forward again by so many actions."""

    redo: Steps


class UndoOnceRequest(Timely, kw_only=True):
    """Go back by one action."""

    undo: Literal[1]


class RedoOnceRequest(Timely, kw_only=True):
    """Go forward again by one action."""

    redo: Literal[1]


class JumpRequest(Timely, kw_only=True):
    """Go to the position after an entry."""

    jump: Seq


class DealRequest(Timely, kw_only=True):
    """Give a bot the cards of the seat that it plays."""

    deal: Deal


class PlayRequest(Timely, kw_only=True):
    """Let a bot answer what a seat owes."""

    play: PlayedSeat


class AskRequest(ProtocolRequest):
    """Ask one question about the match."""

    ask: Question
    seat: Seat | None = None


class LegalRequest(ProtocolRequest):
    """Ask what a seat may do, or with a draft what can be chosen next."""

    ask: Literal["legal"]
    seat: Seat | None = None
    draft: DraftForm | UnsetType = UNSET


class SuggestRequest(ProtocolRequest):
    """Ask what a bot would do in the place of a seat."""

    ask: Literal["suggest"]
    seat: Seat
    strength: str = "medium"
    hand: Hand | UnsetType = UNSET
    seconds: Seconds = ADVICE_S


OVER_HTTP: Mapping[str, type[ProtocolRequest]] = {
    "do": DoRequest,
    "check": CheckRequest,
    "undo": UndoOnceRequest,
    "redo": RedoOnceRequest,
    "jump": JumpRequest,
}
"""The bodies that a match on a table takes, by their word: one undo or redo at a time."""

REQUESTS: tuple[type[ProtocolRequest], ...] = (
    HelloRequest,
    StopRequest,
    StartRequest,
    DoRequest,
    CheckRequest,
    UndoRequest,
    RedoRequest,
    JumpRequest,
    DealRequest,
    PlayRequest,
    AskRequest,
    LegalRequest,
    SuggestRequest,
)
"""Every line of the pipe; each may carry an `id` besides."""


_BESIDE = frozenset({"expected_seq", "seat", "draft", "strength", "hand", "seconds"})


def _words() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for kind in REQUESTS:
        word, *others = sorted(kind.__struct_fields__, key=lambda name: name in _BESIDE)
        found[word] = found.get(word, frozenset()) | set(others)
    return found


WORDS: dict[str, frozenset[str]] = _words()
"""Each word of the protocol, with the fields that it takes besides."""

ASKED: tuple[str, ...] = tuple(word for words in get_args(Asked) for word in get_args(words))
"""Everything that can be asked."""

"""What the pages ask of the table: the side of `tapete.table` that they see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from tapete.console.simulator import SimulatedConsole
from tapete.core.events import Event
from tapete.core.log import Entry
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Text

MoveName = Literal["undo", "redo", "jump"]


class Listing(Struct, frozen=True, kw_only=True):
    """A match as the lobby lists it."""

    id: str
    game: str
    names: Mapping[Seat, str]
    seats: tuple[Seat, ...]
    when: str
    seq: int
    over: bool
    result: str = ""


class Asked(Struct, frozen=True, kw_only=True):
    """A move that waits for consent: what it is, and who has agreed."""

    text: Text
    seats: tuple[tuple[Seat, bool], ...]


class ConsoleFace(Struct, frozen=True, kw_only=True):
    """A console as pages tell of it."""

    connected: bool
    text: Text
    figures: tuple[tuple[Text, str], ...] = ()


class NoticeFace(Protocol):
    """Something that everybody is told beside the log."""

    @property
    def seq(self) -> int:
        """The entry after which it was said."""

    @property
    def text(self) -> Text:
        """What is said."""


class TableFace(Protocol):
    """A match in progress; may be asked from any thread."""

    @property
    def id(self) -> str:
        """Its name in addresses."""

    @property
    def rules(self) -> Rules[Any]:
        """By which it is played."""

    @property
    def state(self) -> Any:
        """Where it stands."""

    @property
    def seq(self) -> int:
        """The number of the newest entry."""

    @property
    def names(self) -> Mapping[Seat, str]:
        """What the players are called."""

    @property
    def entries(self) -> Sequence[Entry]:
        """The log, oldest first."""

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back last."""

    def line(self) -> Sequence[int]:
        """The entries that count."""

    def events(self, seq: int) -> Sequence[Event]:
        """What happened in an entry."""

    def newest_events(self) -> Sequence[Event]:
        """What happened since hands were last told."""

    def prompt(self, seat: Seat) -> Text | None:
        """The one next step of a seat."""

    def to_put_right(self) -> Sequence[Text]:
        """What hands must put back after a move."""

    @property
    def notices(self) -> Sequence[NoticeFace]:
        """What everybody was told beside the log."""

    @property
    def drafts(self) -> Mapping[Seat, Mapping[str, Any]]:
        """What seats are putting together on their panels."""

    def asked(self) -> Asked | None:
        """The move that waits for consent."""

    def submit(self, action: Mapping[str, Any], source: Seat | None = None, expected_seq: int | None = None) -> Any:
        """Declare an action, for one seat or for the whole table; raises RefereeError."""

    def ask_ruling(self, ruling: Mapping[str, Any], source: Seat | None = None) -> Any:
        """Propose a table ruling; raises RefereeError."""

    def move(self, kind: MoveName, to: int | None, source: Seat | None = None, expected_seq: int | None = None) -> Any:
        """Undo, redo or jump, or ask for it where all must agree; raises RefereeError."""

    def answer(self, seat: Seat, yes: bool) -> None:
        """Agree to the move that waits, or not; raises RefereeError."""

    def listen(self, ring: Callable[[], None]) -> None:
        """Call `ring` whenever something changed, from any thread."""

    def export(self) -> bytes:
        """The match as a file."""


class HubFace(Protocol):
    """All matches of this computer, and its consoles."""

    def matches(self) -> Sequence[Listing]:
        """Every match that is kept, newest first."""

    def table(self, match: str) -> TableFace | None:
        """A match by its name, resumed if need be."""

    def begin(self, game: str, options: Mapping[str, Any], names: Mapping[Seat, str]) -> TableFace:
        """Begin a match; raises RefereeError."""

    def consoles(self) -> Sequence[ConsoleFace]:
        """The consoles that are known."""

    @property
    def simulator(self) -> SimulatedConsole | None:
        """The console that runs on this computer, where one does."""

    def shown_match(self) -> TableFace | None:
        """The match that the consoles show."""

    def panel_seats(self) -> Mapping[int, Seat]:
        """Who sits at which panel."""

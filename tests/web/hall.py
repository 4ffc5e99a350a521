"""Matches in memory for the tests of pages: the very referee and vault, without journal and consoles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapete import games
from tapete.console.simulator import SimulatedConsole
from tapete.core.events import Event
from tapete.core.log import Entry
from tapete.core.match import Match
from tapete.core.refusals import Code, Illegal
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Text
from tapete.web.table_face import Asked, ConsoleFace, Listing, MoveName, NoticeFace

NOT_YOUR_SEAT = Code("not_your_seat", "", "Este asiento no es el tuyo.", "This seat is not yours.")


class MemoryTable:
    """One match."""

    def __init__(self, name: str, match: Match[Any], names: Mapping[Seat, str]) -> None:
        self.id, self.match, self.names = name, match, {seat: names.get(seat, seat) for seat in match.seats}
        self._bells: list[Callable[[], None]] = []
        self._asked: Asked | None = None
        self._ruling: Mapping[str, Any] = {}
        self.notices: tuple[NoticeFace, ...] = ()
        self.drafts: Mapping[Seat, Mapping[str, Any]] = {}

    @property
    def rules(self) -> Rules[Any]:
        return self.match.rules

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def seq(self) -> int:
        return self.match.log.seq

    @property
    def entries(self) -> Sequence[Entry]:
        return self.match.log.entries

    @property
    def can_undo(self) -> bool:
        return self.match.log.head > 0

    @property
    def can_redo(self) -> bool:
        return self.match.log.redoable > 0

    def line(self) -> Sequence[int]:
        return self.match.log.line()

    def events(self, seq: int) -> Sequence[Event]:
        return self.match.log.events(seq)

    def newest_events(self) -> Sequence[Event]:
        return self.match.log.events(self.seq)

    def prompt(self, seat: Seat) -> Text | None:
        owing = self.match.awaiting()
        mine = next((owed for owed in owing if owed.seat == seat), None)
        if mine is not None:
            return self.rules.prompts(mine)[0]
        return self.rules.prompts(owing[0])[1] if owing else None

    def to_put_right(self) -> Sequence[Text]:
        return ()

    def asked(self) -> Asked | None:
        return self._asked

    def ask(self, asked: Asked | None) -> None:
        self._asked = asked
        self._ring()

    def submit(self, action: Mapping[str, Any], source: Seat | None = None, expected_seq: int | None = None) -> None:
        if source is not None and action.get("seat") != source:
            raise Illegal((NOT_YOUR_SEAT(),))
        self.match.do(action, "page", expected_seq)
        self._ring()

    def ask_ruling(self, ruling: Mapping[str, Any], source: Seat | None = None) -> None:
        self._ruling = {**ruling, "agreed": ["A", "B"]}
        if refusals := self.match.check(self.rules.read(self._ruling)):
            raise Illegal(refusals)
        self.ask(Asked(text=Text("Corregir", "Correct"), seats=(("A", False), ("B", False))))

    def move(self, kind: MoveName, to: int | None, source: Seat | None = None, expected_seq: int | None = None) -> None:
        self.match.log.expect(expected_seq)
        if kind == "undo":
            self.match.undo()
        elif kind == "redo":
            self.match.redo()
        else:
            self.match.jump(to or 0)
        self._ring()

    def answer(self, seat: Seat, yes: bool) -> None:
        assert self._asked is not None
        seats = tuple((one, agreed or one == seat) for one, agreed in self._asked.seats)
        self.ask(Asked(text=self._asked.text, seats=seats) if yes else None)
        if self._ruling and all(agreed for _, agreed in seats):
            self.submit(self._ruling)
            self.ask(None)

    def listen(self, ring: Callable[[], None]) -> None:
        self._bells.append(ring)

    def export(self) -> bytes:
        return b'{"header":{}}\n'

    def _ring(self) -> None:
        for bell in self._bells:
            bell()


class MemoryHub:
    """All matches of a test."""

    def __init__(self, simulator: SimulatedConsole | None = None) -> None:
        self.simulator = simulator
        self.tables: dict[str, MemoryTable] = {}

    def matches(self) -> Sequence[Listing]:
        return [
            Listing(
                id=table.id,
                game=table.rules.game.name,
                names=table.names,
                seats=table.match.seats,
                when="2026-11-21 12:00",
                seq=table.seq,
                over=table.match.result is not None,
            )
            for table in self.tables.values()
        ]

    def table(self, match: str) -> MemoryTable | None:
        return self.tables.get(match)

    def begin(self, game: str, options: Mapping[str, Any], names: Mapping[Seat, str]) -> MemoryTable:
        module = games.find(game)
        assert module is not None
        table = MemoryTable(f"m{len(self.tables) + 1}", Match(module.rules(options), ("A", "B")), names)
        self.tables[table.id] = table
        return table

    def consoles(self) -> Sequence[ConsoleFace]:
        return ()

    def shown_match(self) -> MemoryTable | None:
        return next(iter(self.tables.values()), None)

    def panel_seats(self) -> Mapping[int, Seat]:
        return {0: "A", 1: "B"}

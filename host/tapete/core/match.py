"""A match as a program meets it: rules, log and vault in one, with the plain verbs `do`, `undo`, `legal`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic

from msgspec import UNSET, UnsetType

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.board import S
from tapete.core.catalogue import Catalogue
from tapete.core.events import Event
from tapete.core.judge import Offer
from tapete.core.log import Entry, Header, Log
from tapete.core.position import Position, load
from tapete.core.refusals import Refusal
from tapete.core.rules import Rules
from tapete.core.sealing import Locked
from tapete.core.seats import Seat
from tapete.core.steps import Over, Owed
from tapete.core.vault import Vault, revealed, take_secret, withdrawn


class Match(Generic[S]):
    """One match, in memory. The table adds a journal, consoles and people to it.

    Args:
        rules: bound to options and catalogue.
        seats: who plays; a position says it itself.
        position: where it begins; the start of the game when left out.
    """

    def __init__(self, rules: Rules[S], seats: tuple[Seat, ...], position: Position | None = None) -> None:
        self.rules = rules
        start = rules.start(seats) if position is None else withdrawn(load(rules, position))
        self.seats: tuple[Seat, ...] = start.seats
        self.header = Header(
            game=rules.game.name,
            rules_version=rules.game.version,
            seats=start.seats,
            options=rules.plain_options,
            catalogue=rules.catalogue_name,
            catalogue_hash=rules.catalogue_hash,
            position=None if position is None else position.plain(),
            cards=_carried(rules.catalogue),
        )
        self.log: Log[S] = Log(rules, start)
        self.vault = Vault()

    def __repr__(self) -> str:
        return f"<Match of {self.header.game}, seats {', '.join(self.seats)}, entry {self.log.seq}>"

    def copy(self) -> Match[S]:
        """Return a match of its own that goes on from here, with what its seats have locked."""
        made: Match[S] = object.__new__(type(self))
        made.rules, made.seats, made.header = self.rules, self.seats, self.header
        made.log, made.vault = self.log.copy(), self.vault.copy()
        return made

    def __copy__(self) -> Match[S]:
        """Return `copy()`."""
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Match[S]:
        """Return `copy()`: all that is shared never changes."""
        return self.copy()

    @property
    def state(self) -> S:
        """Where the match stands."""
        return self.log.state

    @property
    def result(self) -> Over | None:
        """The result, once there is one."""
        return self.rules.result(self.state)

    def read(self, raw: Mapping[str, Any] | Locked) -> Action:
        """Return an action that is plain or carries its secret, which is judged and put into the vault.

        Raises:
            Malformed, Illegal: see `Rules.read` and `take_secret`.
        """
        return self.rules.read(take_secret(self.rules, self.state, raw.plain() if isinstance(raw, Locked) else raw, self.vault))

    def check(self, action: Action) -> tuple[Refusal, ...]:
        """Return why an action is not legal now; empty if it is."""
        return self.rules.check(self.state, action)

    def legal(self, seat: Seat | None, draft: Mapping[str, Any] | None = None) -> dict[str, Offer]:
        """Return what a seat (None: the table) may do; see `Rules.legal`."""
        return self.rules.open_to(self.state, seat) if draft is None else self.rules.legal(self.state, seat, draft)

    def awaiting(self) -> tuple[Owed, ...]:
        """Return who owes what."""
        return self.rules.awaiting(self.state)

    def do(
        self, action: Action | Locked | Mapping[str, Any], source: str = "program", expected_seq: int | None = None
    ) -> tuple[Entry, ...]:
        """Declare an action; a reveal that the vault can make follows by itself.

        Returns:
            The new entries: the action's, and the reveal's where one follows.

        Raises:
            Malformed, Illegal, Stale: nothing has changed; nor has it where the program itself fails.
        """
        self.log.expect(expected_seq)
        with self.unit():
            made = action if isinstance(action, Action) else self.read(action)
            entries = [self.log.do(made, source)]
            if (reveal := revealed(self.rules, self.state, self.vault)) is not None:
                self.vault.drop()
                entries.append(self.log.do(reveal, source))
        return tuple(entries)

    @contextmanager
    def unit(self) -> Iterator[None]:
        """Let what the block does count together or not at all: if it raises, log and vault are as they were before."""
        vault = self.vault.copy()
        try:
            with self.log.unit():
                yield
        except BaseException:
            self.vault = vault
            raise

    def undo(self, steps: int = 1, source: str = "program") -> Entry:
        """Go back by so many actions, and forget what the vault holds."""
        entry = self.log.undo(source, steps)
        self.vault.drop()
        return entry

    def redo(self, steps: int = 1, source: str = "program") -> Entry:
        """Go forward again."""
        entry = self.log.redo(source, steps)
        self.vault.drop()
        return entry

    def jump(self, to: int, source: str = "program") -> Entry:
        """Go back (or over) to the position after an entry."""
        entry = self.log.jump(to, source)
        self.vault.drop()
        return entry

    def events(self, entry: Entry) -> tuple[Event, ...]:
        """Return what happened in an entry."""
        return self.log.events(entry.seq)


def _carried(catalogue: Any) -> dict[str, Any] | UnsetType:
    """Return the document of cards that came with a match, which every header of theirs keeps."""
    if not isinstance(catalogue, Catalogue) or not catalogue.carried:
        return UNSET
    return codec.decode(catalogue.document, dict[str, Any])

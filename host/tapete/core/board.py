"""The board that an action reads and changes: a cursor over frozen states, with the verbs that all games share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tapete.core import codec
from tapete.core.events import Event
from tapete.core.refusals import Refusal
from tapete.core.seats import Seat
from tapete.core.steps import Over, Step
from tapete.core.structs import Unchanging


class State(Unchanging, Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a state that every game has: the agenda, a stack of steps. The last step is at hand.

    Games add their own fields, give `agenda` its exact type, and say who plays.
    """

    agenda: tuple[Step, ...]

    def __hash__(self) -> int:
        """Return the same for states that are equal; where one holds mappings, by its encoded form."""
        try:
            return Struct.__hash__(self)
        except TypeError:
            return hash(codec.encode(self))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this match, in order."""
        raise NotImplementedError


class Bound(Protocol):
    """The part of the rules that a board reads (`core.rules.Rules`): one match's game, house rules and cards."""

    game: Any
    options: Any
    catalogue: Any
    of_cards: dict[tuple[Any, ...], Any]
    of_parts: dict[Any, tuple[Any, Any, Any, Any]]
    tried: tuple[Any, Any, tuple[Any, ...], Any]

    def faults(self, state: Any) -> tuple[Refusal, ...]:
        """Return every broken invariant; empty when the state is sound."""

    def apply(self, state: Any, action: Any, *, checked: bool = False) -> tuple[Any, tuple[Event, ...]]:
        """Return the state after an action and everything that follows by itself, and what happened."""

    def settle(self, board: Any) -> None:
        """Run steps until one waits."""


S = TypeVar("S", bound=State)
K = TypeVar("K", bound=Step)
T = TypeVar("T")


_NO_PART: tuple[Any, Any, Any, Any] = object(), None, object(), None


class Working:
    """A context in which an effect is at work on a board (`Board.working`); written out, as a generator would take three times as long."""

    __slots__ = ("before", "board", "fields")

    def __init__(self, board: Board[Any], fields: dict[str, Any]) -> None:
        self.board, self.fields = board, fields

    def __enter__(self) -> None:
        self.before = {name: getattr(self.board, name) for name in self.fields}
        for name, value in self.fields.items():
            setattr(self.board, name, value)

    def __exit__(self, *_fault: object) -> None:
        for name, value in self.before.items():
            setattr(self.board, name, value)


class Board(Generic[S]):
    """A state being read by a rule or changed by an effect; the frozen states themselves are never touched.

    `at_work` names the fields of a game's board that say whose effect is at work (`working`).
    """

    __slots__ = ("_kept", "_read", "_read_in", "events", "pictures", "ruled", "rules", "state")
    at_work: ClassVar[tuple[str, ...]] = ()

    def __init__(self, rules: Bound, state: S) -> None:
        self.rules, self.state = rules, state
        self.events: list[Event] = []
        self.pictures: list[S] = []
        """The state that each event was told in."""
        self.ruled = False
        self._read: dict[Callable[[Any], Any], Any]
        self._kept: dict[tuple[Any, ...], Any]
        self._read_in: S | None = None

    def once(self, read: Callable[[Self], T]) -> T:
        """Return what `read` makes of this board; in one state it is read once. For what many rules ask of a whole field."""
        if self._read_in is not self.state:
            self.forget()
        if read not in self._read:
            self._read[read] = read(self)
        found: T = self._read[read]
        return found

    def kept(self, make: Callable[..., T], *arguments: Hashable) -> T:
        """Return what `make` makes of this board and of arguments, in one state once: a domain that a rule names each time it is run.

        It may refer to this board, so that a copy (`scratch`) makes its own.
        """
        if self._read_in is not self.state:
            self.forget()
        key = (make, *arguments)
        found: T | None = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make(self, *arguments)
        return found

    def of_part(self, part: Any, make: Callable[..., T], *arguments: Hashable) -> T:
        """Return what `make` makes of this board and of arguments; kept, for all boards of these rules, while that very part is there.

        The answers for the two parts that were asked about last are kept.

        Args:
            part: all of the state that it reads; a part never changes, so that the same one says the same.
            make: what it makes must not refer to the board.
        """
        key = (make, *arguments) if arguments else make
        of, found, before, left = self.rules.of_parts.get(key, _NO_PART)
        if of is not part:
            # who looks ahead goes back and forth between a state and what comes of it: what was asked last but one is kept too
            made = left if before is part else make(self, *arguments)
            self.rules.of_parts[key] = part, made, of, found
            return made
        return found  # type: ignore[no-any-return]  # what `make` makes

    def of_values(self, values: tuple[Any, ...], make: Callable[..., T], *arguments: Hashable) -> T:
        """Return the same of several parts and figures together; kept while all of them are equal.

        Args:
            values: all of the state that it reads. make: what it makes must not refer to the board.
        """
        key = (make, *arguments)
        of, found, before, left = self.rules.of_parts.get(key, _NO_PART)
        if of != values:
            made = left if before == values else make(self, *arguments)
            self.rules.of_parts[key] = values, made, of, found
            return made
        return found  # type: ignore[no-any-return]  # what `make` makes

    def forget(self) -> None:
        """Forget what was read of an earlier state."""
        self._read, self._kept, self._read_in = {}, {}, self.state

    def learn(self, of: Self) -> None:
        """Take over what another board has read of the same state; games say what is worth it."""

    def shut(self) -> None:
        """Be done with: what it keeps may refer to it."""
        if self._read_in is not None:
            self.forget()

    @property
    def options(self) -> Any:
        """The house rules of this match; games say their type."""
        return self.rules.options

    @property
    def typed_in(self) -> Hashable:
        """The cards that were typed in, as far as answers hang on them (`Rules.legal`); a game without cards has none."""
        return None

    @property
    def top(self) -> Step:
        """The step at hand."""
        return self.state.agenda[-1]

    def at(self, kind: type[K]) -> K:
        """Return the step at hand, known to be of this kind.

        Raises:
            TypeError: it is not; a rule asked for a step outside its `during`.
        """
        top = self.state.agenda[-1]
        if not isinstance(top, kind):
            raise TypeError(f"{kind.__name__} is not at hand but {type(top).__name__}")
        return top

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def become(self, step: Step) -> None:
        """Replace the step at hand by another, or change its fields."""
        self.state = replace(self.state, agenda=(*self.state.agenda[:-1], step))

    def put(self, *steps: Step) -> None:
        """Put steps on top of the one at hand; the last one given comes first."""
        self.state = replace(self.state, agenda=self.state.agenda + steps)

    def done(self) -> None:
        """Finish the step at hand; the one below goes on."""
        self.state = replace(self.state, agenda=self.state.agenda[:-1])

    def swap(self, old: Step, new: Step) -> None:
        """Replace a step on the agenda, wherever it is."""
        self.state = replace(self.state, agenda=tuple(new if step is old else step for step in self.state.agenda))

    def over(self, over: Over) -> None:
        """End the match with a result and drop all that waited."""
        self.state = replace(self.state, agenda=(over,))

    def tell(self, *events: Event) -> None:
        """Say what happened, once the state is what it led to; under a table ruling every event is marked so."""
        state = self.state
        for event in events:
            self.events.append(replace(event, by_ruling=True) if self.ruled else event)
            self.pictures.append(state)

    def settle(self) -> Any:
        """Judge what a unit of changes has led to, such as who is out. Games override it."""

    @property
    def at_rest(self) -> bool:
        """Say whether an action has left nothing on this board but its state, so that it may be asked about that; games know it."""
        return False

    def scratch(self: B, **fields: Any) -> B:
        """Return a copy to try something on, with the same effect at work. What was read of this state serves both.

        Args:
            fields: of those in `at_work`, where another effect is at work there.
        """
        copy = type(self)(self.rules, self.state)
        copy.learn(self)
        copy.ruled = self.ruled
        if self._read_in is self.state:
            copy._read, copy._kept, copy._read_in = self._read, {}, self._read_in
        for name in self.at_work:
            setattr(copy, name, fields[name] if name in fields else getattr(self, name))
        return copy

    def has_tried(self, value: Any, tried: Board[Any]) -> None:
        """Keep what came of a value on a copy of this board, so that it is done once where it has been judged (`takes_over`)."""
        self.rules.tried = self.state, value, self._at_work(), (tried.state, tried.events, tried.pictures, tried._at_work())

    def takes_over(self, value: Any) -> bool:
        """Become what came of a value, where that very one was tried last, on this very state and with the same effect at work."""
        before, tried, at_work, came = self.rules.tried
        if tried is not value or before is not self.state or at_work != self._at_work():
            return False
        self.state, events, pictures, now = came
        self.events += events
        self.pictures += pictures
        for name, field in zip(("ruled", *self.at_work), now, strict=True):
            setattr(self, name, field)
        return True

    def _at_work(self) -> tuple[Any, ...]:
        """Return whose effect is at work."""
        return self.ruled, *[getattr(self, name) for name in self.at_work]

    def working(self, **fields: Any) -> Working:
        """Let an effect be at work: these fields are set, and afterwards they are as they were before.

        Args:
            fields: of those in `at_work`, and `ruled` for a table ruling.
        """
        return Working(self, fields)


B = TypeVar("B", bound=Board[Any])

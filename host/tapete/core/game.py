"""A game's own description: its chapters, its state, its words. `Rules` binds it to house rules and a catalogue."""

from __future__ import annotations

import functools
import importlib
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from msgspec import Struct

from tapete.core import codec
from tapete.core.actions import Action
from tapete.core.board import Board, Bound, S
from tapete.core.catalogue import FIXED_DECK, Catalogue, of_game
from tapete.core.choices import Chooser, by_type
from tapete.core.clauses import Clause
from tapete.core.domains import Domain
from tapete.core.events import Event
from tapete.core.kinds import allowed_values, field_types, name_of, shown_as, union_of
from tapete.core.layout import Place
from tapete.core.refusals import (
    BAD_OPTION,
    BAD_POSITION,
    BAD_SEATS,
    MATCH_OVER,
    NO_SUCH_SEAT,
    UNKNOWN_OPTION,
    Code,
    Illegal,
    Malformed,
    Refusal,
)
from tapete.core.scene import DIE_PURPOSES, DiePurpose, Scene
from tapete.core.sealing import Sealing
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep, Step
from tapete.core.structs import Citing, Strict, Unchanging
from tapete.core.texts import NOTHING, PLAIN, Show, Text, Words, _
from tapete.core.time_limit import TimeLimit

A = TypeVar("A", bound=type[Action])
E = TypeVar("E", bound=type[Event])
F = TypeVar("F", bound=Callable[..., Any])
B = TypeVar("B")
Done = TypeVar("Done", bound=Struct)
T = TypeVar("T")
D = TypeVar("D", bound=Domain)


class NoOptions(Strict):
    """A game without house rules."""


class EventTexts(Struct, frozen=True):
    """The texts of an event: its line in the log and, where hands must act, the instruction for the table."""

    log: Text
    table: Text | None = None


class Chapter:
    """One chapter of a rulebook: its actions, its events, what its steps run and owe.

    Chapters do not import each other: an effect leaves the next step on the agenda, and core finds who runs it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: list[type[Action]] = []
        self.event_texts: dict[type[Event], EventTexts] = {}
        self.prompts: dict[str, tuple[Text, Text]] = {}
        self.run_by: dict[type[Step], Callable[..., None]] = {}
        self.owed_by: dict[type[Step], Callable[..., Iterable[Owed]]] = {}
        self.done_by: dict[type[Struct], Callable[[Any, Any], None]] = {}
        self.chosen_by: dict[tuple[type[Struct], str], Chooser] = {}

    def action(self, kind: A) -> A:
        """Class decorator: this chapter has this action."""
        self.actions.append(kind)
        return kind

    def event(self, log: Text, hands: Text | None = None) -> Callable[[E], E]:
        """Class decorator: this chapter tells this event.

        Args:
            log: its sentence in the log; its holes are the event's fields, and every seat by its letter.
            hands: what hands must do because of it; None: nothing.
        """

        def note(kind: E) -> E:
            self.tells(kind, log, hands)
            return kind

        return note

    def simple_event(self, name: str, of: E, clause: str, log: Text, hands: Text | None = None, **config: Any) -> E:
        """Make and tell an event that has no field but those of another.

        Args:
            name: of its class, as that is called where this stands.
            of: what it is made of, which cites nothing itself. clause: what it cites.
            log, hands: see `event`; what it says is its description too.
            config: what stands besides in the head of a class (`tag=`, where the ledger has another name for it).
        """
        place = sys._getframe(1).f_globals["__name__"]  # as `namedtuple` does: there a pickle finds the class
        made: E = cast("E", Citing(name, (of,), {"__module__": place, "__doc__": log.in_("en")}, clause=clause, **config))
        self.tells(made, log, hands)
        return made

    def tells(self, kind: type[Event], log: Text, hands: Text | None = None) -> None:
        """Say that this chapter tells an event of another module; as `event`."""
        self.event_texts[kind] = EventTexts(log, hands)

    def tells_each(self, logs: Mapping[type[Event], Text]) -> None:
        """Say that this chapter tells these events, each with its sentence in the log."""
        for kind, log in logs.items():
            self.tells(kind, log)

    def prompt(self, what: str, act: Text, wait: Text) -> None:
        """Say how a purpose is asked for (`Owed.what`).

        Args:
            what: the purpose.
            act: the sentence for the seat that acts; its holes are the params of what is owed, and `seat`.
            wait: the sentence for the seats that wait.
        """
        self.prompts[what] = act, wait

    def runs(self, step: type[Step]) -> Callable[[F], F]:
        """Decorator: what a step does by itself, `f(board, step)`; leaving the agenda as it is means that it waits."""

        def note(run: F) -> F:
            self.run_by[step] = run
            return run

        return note

    def owes(self, step: type[Step]) -> Callable[[F], F]:
        """Decorator: who owes what while a step waits, `f(board, step)` yields `Owed`."""

        def note(owes: F) -> F:
            self.owed_by[step] = owes
            return owes

        return note

    def question(
        self,
        step: type[Step],
        what: str,
        act: Text,
        wait: Text,
        *actions: str,
        of: str = "seat",
        params: Callable[[Any, Any], dict[str, Any]] | None = None,
        **button: Any,
    ) -> None:
        """Say what a step asks of one seat: how it is asked for, and who owes it.

        Args:
            step: which.
            what, act, wait: see `prompt`.
            actions: those that answer; where none is named, the one that is called like the purpose.
            of: the field of the step that says whose answer is due.
            params: the figures of the sentences, of board and step.
            button: the `button` that answers, and its `meaning` (`Owed`).
        """
        self.prompt(what, act, wait)

        def owes(board: Any, at: Any) -> Iterator[Owed]:
            figures = {} if params is None else params(board, at)
            yield Owed(seat=getattr(at, of), actions=actions or (what,), what=what, params=figures, **button)

        self.owes(step)(owes)

    @overload
    def does(self, operation: type[Done]) -> Callable[[Callable[[Any, Done], None]], Callable[[Any, Done], None]]: ...

    @overload
    def does(
        self, operation: type[Done], to: Callable[[B, Done], Iterable[T]]
    ) -> Callable[[Callable[[B, Done, T], None]], Callable[[B, Done, T], None]]: ...

    def does(self, operation: type[Any], to: Callable[[Any, Any], Iterable[Any]] | None = None) -> Callable[[F], F]:
        """Decorator: what an operation does, and those that are made of it, `f(board, operation)`.

        Args:
            operation: which.
            to: whom or what it is done to, of board and operation; the function is then called for each, `f(board, operation, one)`.
        """

        def note(do: F) -> F:
            def to_each(board: Any, made: Any) -> None:
                for one in to(board, made) if to is not None else ():
                    do(board, made, one)

            self.done_by[operation] = do if to is None else to_each
            return do

        return note

    def chooses(self, operation: type[Done], *names: str) -> Callable[[Callable[[Any, Done], D]], Callable[[Any, Done], D]]:
        """Decorator: the domain of arguments of an operation and of those that are made of it, `f(board, operation)`.

        The function reads arguments of what may be a draft, so it must not ask for its class. Of an argument that no chapter speaks of, the
        type says what it may be (`core.choices.by_type`).
        """

        def note(choose: Callable[[Any, Done], D]) -> Callable[[Any, Done], D]:
            self.chosen_by |= {(operation, name): choose for name in names}
            return choose

        return note


class DeckChecker(Protocol):
    """Judges the deck that a player builds: a module `deck` of the game, or an object."""

    def faults(self, catalogue: Any, deck: Mapping[str, int], options: Any) -> tuple[Refusal, ...]:
        """Return everything that is wrong with a deck under these house rules.

        Args:
            catalogue: the cards. deck: copies of each card, by id. options: the house rules.
        """

    def advice(self, catalogue: Any, deck: Mapping[str, int]) -> tuple[Refusal, ...]:
        """Return what the rulebook only advises."""


class CardReader(Struct, frozen=True, kw_only=True):
    """The way in which a game reads the catalogue of the cards that its players bring.

    Args:
        read: makes a catalogue of a parsed TOML document; raises CardError with every fault.
        starter: the file of the cards that come with the game.
        entry: the entry of a card (its id, what was typed in) in a catalogue; None: as it was typed.
        opening: what a catalogue of this title begins with, instead of a table `[catalogue]`.
        joint: what stands between the words of a card's id; labels write a full stop in its place.
        deck: what is wrong with a deck; None: nobody builds one.
        document: the type of a whole document as `read` takes it, with a field `card`, for schemas and spreadsheets; None: they know none.
    """

    read: Callable[[Any], Catalogue[Any]]
    starter: Traversable
    entry: Callable[[str, Any], Mapping[str, Any]] | None = None
    opening: Callable[[str], Mapping[str, Any]] | None = None
    joint: str = "_"
    deck: DeckChecker | None = None
    document: type[Struct] | None = None


class Game(Unchanging, Generic[S]):
    """All that belongs to a game's rules; plain data and functions of it. `core.rules.bind` binds it to house rules and cards.

    Args:
        name: its name in commands and positions. title: as people say it.
        version: of these rules; a log of another version is replayed with care.
        blurb: what it is, in a sentence, for people who have never seen it. minutes: about how long a match takes; None: unknown.
        players: the fewest and the most who play.
        clauses: its ledger (`core.clauses.ledger`).
        state, board, options: its types. chapters: its actions, events and steps.
        start, layout, scene, faults: see the referee contract.
        words: how its values are shown, by kind.
        dice: what the panels' lights say of its words for what a die is for (`Die.purpose`); those that are the same need no entry.
        time_limit: the time that a match may be given by house rules; the table keeps it.
        naming: how values are shown whose names stand in the catalogue, by kind.
        sealings: its secret simultaneous choices. seats_code, no_seat_code, over_code: its refusals of core's own questions.
        unknown_option, bad_option: its refusals of house rules; held_options may stay at their default only.
        clashes: the refusals of house rules that do not go together.
        cards: how it reads cards; None: its deck is fixed.
        deck: the cards of a fixed deck, each id on a label with the value that rules know it by.
        catalogue: takes the cards, or raises Illegal; None: takes a catalogue of its own cards, and none where its deck is fixed.
    """

    def __init__(
        self,
        *,
        name: str,
        title: Text,
        version: str,
        players: tuple[int, int],
        clauses: tuple[Clause, ...],
        state: type[S],
        board: type[Board[S]],
        options: type[Struct] = NoOptions,
        chapters: tuple[Chapter, ...],
        start: Callable[[Bound, tuple[Seat, ...]], S],
        layout: Callable[[Any], Iterable[Place]],
        scene: Callable[[Any, tuple[Owed, ...]], Scene],
        faults: Callable[[Any], Iterator[Refusal | None]],
        words: Words = PLAIN,
        dice: Mapping[str, DiePurpose] | None = None,
        time_limit: TimeLimit | None = None,
        naming: Callable[[Any], Mapping[str, Show]] | None = None,
        sealings: tuple[Sealing, ...] = (),
        seats_code: Code = BAD_SEATS,
        no_seat_code: Code = NO_SUCH_SEAT,
        over_code: Code = MATCH_OVER,
        unknown_option: Code = UNKNOWN_OPTION,
        bad_option: Code = BAD_OPTION,
        position_code: Code = BAD_POSITION,
        held_options: frozenset[str] = frozenset(),
        clashes: Callable[[Any], tuple[Refusal, ...]] | None = None,
        catalogue: Callable[[Any], Any] | None = None,
        cards: CardReader | None = None,
        deck: Mapping[str, Any] | None = None,
        blurb: Text = NOTHING,
        minutes: int | None = None,
    ) -> None:
        self._made_of = {key: value for key, value in locals().items() if key not in ("self", "__class__")}
        self.name, self.title, self.version, self.blurb, self.minutes = name, title, version, blurb, minutes
        self.fewest, self.most = players
        self.clauses, self.cards, self.clashes = clauses, cards, clashes
        self.deck: Mapping[str, Any] = deck or {}
        self.state, self.board, self.options, self.chapters = state, board, options, chapters
        self.start, self.layout, self.scene, self.faults = start, layout, scene, faults
        self.sealings = sealings
        self.seats_code, self.no_seat_code, self.over_code = seats_code, no_seat_code, over_code
        self.unknown_option, self.bad_option, self.held_options = unknown_option, bad_option, held_options
        self.catalogue: Callable[[Any], Any] = catalogue or self._own_catalogue
        self.position_code, self.naming = position_code, naming
        self.time_limit = time_limit
        self.dice: dict[str, DiePurpose] = {**{purpose: purpose for purpose in DIE_PURPOSES}, **(dice or {})}
        self.actions = tuple(kind for chapter in chapters for kind in chapter.actions)
        self.sentences = {kind: texts for chapter in chapters for kind, texts in chapter.event_texts.items()}
        self.prompts = {what: both for chapter in chapters for what, both in chapter.prompts.items()}
        self.events = tuple(self.sentences)
        self.words = words.with_fields({kind: shown_as(kind) for kind in self.events})
        self.runs = {step: run for chapter in chapters for step, run in chapter.run_by.items()}
        self.owes = {step: owes for chapter in chapters for step, owes in chapter.owed_by.items()}
        self._done_by = {operation: do for chapter in chapters for operation, do in chapter.done_by.items()}
        self._choosers = {argument: choose for chapter in chapters for argument, choose in chapter.chosen_by.items()}
        self._arguments: dict[type[Struct], dict[str, Chooser]] = {}
        self._by_name = {name_of(kind): kind for kind in self.actions}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the place where it stands, since it is made of functions.

        Raises:
            pickle.PicklingError: it stands in no module.
        """
        return _standing, self._place

    @functools.cached_property
    def _place(self) -> tuple[str, str]:
        """The module in which it stands, and its name there; its own package is looked through first."""
        for module in sorted(sys.modules, key=lambda name: (name != self.package, name)):
            for name, value in list(getattr(sys.modules[module], "__dict__", {}).items()):
                if value is self:
                    return module, name
        raise pickle.PicklingError(f"the game {self.name} stands in no module; give it a name in one, as in: GAME = ...")

    def variant(self, name: str, title: Text, **changes: Any) -> Game[S]:
        """Return a game of its own that is this one with changes; this one stays as it is.

        Args:
            name: in commands, logs and match files. title: as people say it.
            changes: arguments of `Game`; those that are not named are this game's. `options` is most often a class of house rules with
                other defaults.

        Raises:
            TypeError: `Game` has no such argument.
        """
        return Game(**{**self._made_of, **changes, "name": name, "title": title})

    def action(self, name: Any) -> type[Action]:
        """Return the action of this name.

        Raises:
            Malformed: the game has none.
        """
        if not isinstance(name, str) or name not in self._by_name:
            raise codec.malformed(_("there is no action “{name}”").fill(name=name if isinstance(name, str) else ""), "action")
        return self._by_name[name]

    def converted(self, plain: Mapping[str, Any]) -> Any:
        """Return plain data as the action that it names.

        Raises:
            Malformed: it is no action of this game; the refusal's `at` is the path.
        """
        name = plain.get("action")
        kind = self._by_name.get(name) if isinstance(name, str) else None
        # One type is read in a tenth of the time that the union of all takes; what is wrong is said of the union.
        if kind is not None and (made := codec.fitting(dict(plain), kind)) is not None:
            return made
        return codec.convert(dict(plain), self.action_union, judged=True)

    def doer(self, operation: type[Struct]) -> Callable[[Any, Any], None]:
        """Return the function that carries out an operation, `f(board, operation)`."""
        found = self._done_by.get(operation)
        if found is None:
            found = self._done_by[operation] = next(self._done_by[kind] for kind in operation.__mro__ if kind in self._done_by)
        return found

    def arguments(self, operation: type[Struct]) -> Mapping[str, Chooser]:
        """Return what tells the domain of each argument of an operation: what a chapter says of it, else its type."""
        found = self._arguments.get(operation)
        if found is None:
            kinds = operation.__mro__
            found = self._arguments[operation] = {
                name: next((self._choosers[kind, name] for kind in kinds if (kind, name) in self._choosers), None) or by_type(hint)
                for name, hint in field_types(operation).items()
            }
        return found

    def _own_catalogue(self, given: Any) -> Catalogue[Any] | None:
        if self.cards is not None:
            return of_game(given, self.name, self.title.in_("en"))
        if given not in (None, "starter"):
            raise Illegal((FIXED_DECK(game=self.title),))
        return None

    @property
    def package(self) -> str:
        """The package of the game, or its module where it has no package: that of its state."""
        module = self.state.__module__
        return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0] or module

    @functools.cached_property
    def refusals(self) -> tuple[Code, ...]:
        """Every refusal that the game declares: the codes that stand in the modules of its package, in the order of their names.

        Codes that are looked up (one for each kind of condition) stand there as the values of a mapping.
        """
        modules = [sys.modules[name] for name in sorted(sys.modules) if name == self.package or name.startswith(f"{self.package}.")]
        named = [value for one in modules for value in vars(one).values()]
        looked_up = [code for value in named if isinstance(value, dict) for code in value.values()]
        found = dict.fromkeys(value for value in (*named, *looked_up) if isinstance(value, Code))
        return tuple(code for code in found if code.clause not in ("", "CORE"))

    @property
    def action_union(self) -> Any:
        """One type for all actions."""
        return union_of(self.actions)

    @property
    def event_union(self) -> Any:
        """One type for all events."""
        return union_of(self.events)

    def bad_position(self, faults: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """Return the refusals of a position that cannot be: one that lists its broken invariants and impossible figures, then each."""
        return (self.position_code(broken=list(dict.fromkeys(fault.at or fault.code for fault in faults))), *faults)

    def sealing_open(self, state: S) -> bool:
        """Say whether a player has locked a secret that is not revealed yet."""
        step = state.agenda[-1]
        return isinstance(step, SealingStep) and bool(step.ready)

    def read_options(self, given: Mapping[str, Any] | None) -> Any:
        """Return the house rules, every fault named at once.

        Raises:
            Illegal: unknown keys, values outside their bounds, keys that are offered at their default only.
        """
        types, defaults = field_types(self.options), self.options()
        faults: list[Refusal] = []
        taken: dict[str, Any] = {}
        for key, value in (given or {}).items():
            if key not in types:
                faults.append(self.unknown_option(key=key).under(key))
                continue
            try:
                taken[key] = codec.convert(value, types[key])
            except Malformed:
                faults.append(self.bad_option(key=key, value=value, allowed=allowed_values(types[key])).under(key))
                continue
            if key in self.held_options and taken[key] != getattr(defaults, key):
                faults.append(self.bad_option(key=key, value=value, allowed=[getattr(defaults, key)]).under(key))
        if faults:
            raise Illegal(tuple(faults))
        return self.options(**taken)


def _standing(module: str, name: str) -> Any:
    """Return the game that stands in a module under a name, for a pickle."""
    return getattr(importlib.import_module(module), name)

"""The rules of a game as a value, bound once to house rules and a catalogue: the referee contract (docs/inside/core.md)."""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Generic, Self

from msgspec import Struct

from tapete.core import codec, judge
from tapete.core.actions import Action
from tapete.core.board import Board, S
from tapete.core.catalogue import Catalogue, gender_of
from tapete.core.domains import Less
from tapete.core.events import Event
from tapete.core.game import Game
from tapete.core.in_full import holds_states, states_cut
from tapete.core.kinds import field_types, name_of
from tapete.core.layout import Place
from tapete.core.lights import lit
from tapete.core.moves import MOST_VALUES, Hand, moves
from tapete.core.refusals import ENDLESS, Illegal, Malformed, Refusal
from tapete.core.scene import Scene
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over, Owed, Step
from tapete.core.structs import Unchanging
from tapete.core.texts import Owned, Text, Words, _
from tapete.core.unreadable import missing

MOST_JUDGED = 64
"""Most actions of one state of which it is kept that they are legal; then they are judged anew."""

MOST_SHOWN = 1_024
"""Most actions of lists that are kept; then they are made anew."""

STEP_BOUND = 10_000
"""Most automatic steps after one action; more means that they never end."""


class View(Struct, frozen=True):
    """What lies where, who owes what, and what one seat may do."""

    layout: tuple[Place, ...]
    awaiting: tuple[Owed, ...]
    legal: Mapping[str, judge.Offer]


class Rules(Unchanging, Generic[S]):
    """A game bound to its options and catalogue. Pure: no clock, no chance, no files; states go in and come out.

    Args:
        game: the game's own description.
        options: its house rules, already checked (see `Game.rules`).
        catalogue: its cards; None for a game whose deck is fixed.

    `words` shows its values, with the names that stand in the catalogue.
    """

    def __init__(self, game: Game[S], options: Any, catalogue: Any = None) -> None:
        self.game, self.options, self.catalogue = game, options, catalogue
        self.words = game.words if game.naming is None else game.words.with_kinds(game.naming(catalogue))
        if isinstance(catalogue, Catalogue):
            self.words = self.words.with_kinds({"gender": gender_of(catalogue.cards)})
        self._kinds_at: dict[tuple[type[Step], bool], tuple[type[Action], ...]] = {}
        """The actions that belong to a step, with a seat or without: looking ahead asks for them without end."""
        self.of_cards: dict[tuple[Any, ...], Any] = {}
        """What boards make of the catalogue alone (`CardBoard.of_cards`)."""
        self.of_parts: dict[Any, tuple[Any, Any, Any, Any]] = {}
        """What boards make of one part of a state alone, with that very part, for the last two parts (`Board.of_part`)."""
        self.tried: tuple[Any, Any, tuple[Any, ...], Any] = None, None, (), None
        """The state, and what was tried there last with which effect at work, and what came of it (`Board.has_tried`)."""
        self._offered: tuple[Any, dict[Seat | None, dict[str, judge.Offer]]] = None, {}
        """What was offered in the state that was asked about last: a page asks for it in many places."""
        self._shown: dict[tuple[Any, ...], judge.KeptOffer] = {}
        """What lists show of actions, by all that decides it (`Action.shown_by`)."""
        self._judged: tuple[Any, dict[int, tuple[Action, tuple[S, tuple[Event, ...]] | None]]] = None, {}
        """The state that was judged last, and the actions that are legal there, by identity, each with what came of it where that was
        asked: none of them is judged again.
        """
        self._asked = threading.local()
        """The board on which a thread was answered last: what it has read of a state serves the next question about that state."""

    def __repr__(self) -> str:
        cards = "" if self.catalogue is None else f", catalogue {self.catalogue_name}"
        return f"<Rules of {self.game.name} {self.game.version}{cards}>"

    def asked_on(self, state: S) -> Board[S]:
        """Return a board on which questions about a state are answered; nothing is done on it. Each thread has its own."""
        board: Board[S] | None = getattr(self._asked, "board", None)
        if board is None or board.state is not state:
            if board is not None:
                board.shut()
            after: Board[S] | None = getattr(self._asked, "after", None)
            board = self._asked.board = self.board(state) if after is None or after.state is not state else after
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it is made of: the rest follows."""
        return type(self), (self.game, self.options, self.catalogue)

    def with_words(self, words: Words) -> Self:
        """Return the same rules, whose sentences show values by these words."""
        made = object.__new__(type(self))
        vars(made).update(vars(self), words=words, _asked=threading.local())
        return made

    @property
    def plain_options(self) -> dict[str, Any]:
        """The house rules as plain data."""
        plain: dict[str, Any] = codec.builtins(self.options)
        return plain

    @property
    def catalogue_name(self) -> str | None:
        """The name of the catalogue; None where the deck is fixed."""
        return getattr(self.catalogue, "name", None)

    @property
    def catalogue_hash(self) -> str | None:
        """The hash of the catalogue; None where the deck is fixed."""
        return getattr(self.catalogue, "hash", None)

    def start(self, seats: tuple[Seat, ...]) -> S:
        """Return the state before the first action.

        Raises:
            Illegal: the game is not played by so many, or by these seats.
        """
        if not self.game.fewest <= len(seats) <= self.game.most or seats != SEATS[: len(seats)]:
            raise Illegal((self.game.seats_code(seats=list(seats), fewest=self.game.fewest, most=self.game.most),))
        board = self.board(self.game.start(self, seats))
        self.settle(board)
        return board.state

    def board(self, state: S) -> Board[S]:
        """Return a cursor over a state."""
        return self.game.board(self, state)

    # ---- judging

    def check(self, state: S, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why this action is not legal now, in the ledger's order of checks; empty when it is legal."""
        refusals = tuple(self._check(self.asked_on(state), action))
        if not refusals:
            self.judged(state, action)
        return refusals

    def allows(self, state: S, action: Action) -> bool:
        """Say whether an action is legal now: what `check` says, without the reasons, for search."""
        holds = self._holds(state, action)
        if holds:
            self.judged(state, action)
        return holds

    def _holds(self, state: S, action: Action) -> bool:
        """Say whether an action is legal; nothing is noted."""
        board, seat = self.asked_on(state), getattr(action, "seat", None)
        if self._untimely(board, type(action)) is not None or (seat is not None and seat not in state.seats):
            return False
        return judge.holds(action, board)

    def among(self, state: S, actions: Iterable[Action]) -> Iterator[Action]:
        """Yield those of some seats' actions that `allows` allows, in their order, for search.

        Once one of a kind is refused, what the rule says of its seat alone is asked once for all others.
        """
        refused = set[tuple[type[Action], Any]]()
        for action in actions:
            of = kind, seat = type(action), getattr(action, "seat", None)
            if of in refused:
                board = self.asked_on(state)
                holds = board.kept(judge.Beforehand, kind, seat).holds(action, board)
            else:
                holds = self._holds(state, action)
                if not holds and seat in state.seats and isinstance(state.agenda[-1], kind.during):
                    refused.add(of)
            if holds:
                self.judged(state, action)
                yield action

    def judged(self, state: S, action: Action) -> None:
        """Note that the rules have found an action legal in a state: applying this very one there needs no second judgement."""
        of, known = self._judged
        if of is not state or len(known) >= MOST_JUDGED:
            known = {}
            self._judged = state, known
        known[id(action)] = action, None

    def _was_judged(self, state: S, action: Action) -> bool:
        """Say whether an action was found legal in a state lately."""
        of, known = self._judged
        return of is state and id(action) in known

    def _check(self, board: Board[S], action: Action) -> list[Refusal]:
        seat = getattr(action, "seat", None)
        strange = seat is not None and seat not in board.state.seats
        if (refusal := self._untimely(board, type(action))) is not None:
            return [refusal] if strange else action.beside(refusal, board)
        if strange:
            return [self.game.no_seat_code(seat=seat)]
        return judge.failed_terms(action, board)

    def _untimely(self, board: Board[S], kind: type[Action]) -> Refusal | None:
        """Return the refusal of an action that does not belong to the step at hand, so that no rule meets an impossible step."""
        top = board.top
        if isinstance(top, kind.during):
            return None
        if isinstance(top, Over):
            return self.game.over_code(result=result_word(top), reason=top.reason)
        return kind.untimely(board)

    def legal(self, state: S, seat: Seat | None, draft: Mapping[str, Any] | None = None) -> dict[str, judge.Offer]:
        """Return what a seat (None: the table) may do, with the domain of each argument.

        Args:
            state: where the match stands.
            seat: whose actions; None for those without a seat.
            draft: `{"action": name, argument: value, ...}` asks for the next arguments of one action only. An argument that is itself an
                action may be half filled in too: what can be chosen next of it is shown in its place.

        Raises:
            Malformed: the draft names no such action or argument, or a value of a wrong type.
            Illegal: there is no such seat, an argument of the draft lies outside its domain, or nothing completes it.
        """
        board = self.asked_on(state)
        self._expect_seat(state, seat)
        if draft is not None:
            halves = {name: value for name, value in draft.items() if self._is_half(draft.get("action"), name, value)}
            kind, given = self.read_draft({name: value for name, value in draft.items() if name not in halves})
            if "seat" in kind.__struct_fields__ and seat is not None:
                given.setdefault("seat", seat)
            if (refusal := self._untimely(board, kind)) is not None:
                raise Illegal((refusal,))
            self._expect_seat(state, given.get("seat"))
            if "seat" in kind.__struct_fields__ and "seat" not in given:
                raise codec.malformed(missing("seat"), "seat")
            made = judge.offer(kind, board, given)
            if isinstance(made, list):
                raise Illegal(tuple(made))
            for name, half in halves.items():
                _fill_in(made, name, half)
            return {name_of(kind): made}
        of, offered = self._offered
        if of is not state:
            offered = {}
            self._offered = state, offered
        if seat not in offered:
            offered[seat] = dict(self._listed(board, seat))
        return dict(offered[seat])

    def _listed(self, board: Board[S], seat: Seat | None) -> Iterator[tuple[str, judge.Offer]]:
        """Yield what is offered before anything is chosen; the rule is asked where nothing is kept that decides the same."""
        state, cards = board.state, board.typed_in
        for kind in self._kinds_of(board, seat):
            if not kind.acts(board, seat):
                continue
            by = kind.shown_by(board, seat)
            if by is None:
                if (made := self._offer(state, kind, seat)) is not None:
                    yield name_of(kind), made
                continue
            made, key = None, (kind, seat, cards, by)
            shown = self._shown.get(key)
            if shown is None:
                made = self._offer(state, kind, seat)
                if len(self._shown) >= MOST_SHOWN:
                    self._shown.clear()
                shown = self._shown[key] = judge.KeptOffer(name_of(kind), made is not None)
            if shown.offered:
                yield shown.name, judge.ShownOffer(shown, partial(self._offer, state, kind, seat), made)

    def _offer(self, state: S, kind: type[Action], seat: Seat | None) -> judge.Offer | None:
        """Return what a rule offers a seat before anything is chosen; None: nothing."""
        made = judge.offer(kind, self.asked_on(state), {} if seat is None else {"seat": seat}, explain=False)
        return made if isinstance(made, judge.Offer) else None

    def open_to(self, state: S, seat: Seat | None) -> dict[str, judge.Offer]:
        """Return what `legal` does, and what a seat owes though it has no seat: a die that any player may enter."""
        found = self.legal(state, seat)
        owed = {name for one in self.awaiting(state) if seat is not None and one.seat == seat for name in one.actions} - set(found)
        return found | {name: made for name, made in self.legal(state, None).items() if name in owed} if owed else found

    def possible(self, state: S, seat: Seat | None, names: Collection[str]) -> Iterator[str]:
        """Yield those of these actions that `legal` would offer the seat, one by one: taking the first ones costs no more than they do.

        Raises:
            Illegal: there is no such seat.
        """
        board = self.asked_on(state)
        self._expect_seat(state, seat)
        for kind, given in self._kinds(board, seat):
            if name_of(kind) in names and judge.possible(kind, board, given):
                yield name_of(kind)

    def _expect_seat(self, state: S, seat: Seat | None) -> None:
        if seat is not None and seat not in state.seats:
            raise Illegal((self.game.no_seat_code(seat=seat),))

    def _is_half(self, action: Any, name: str, value: Any) -> bool:
        """Say whether an argument of a draft is an action that is itself only half filled in."""
        hint = field_types(self.game.action(action)).get(name)
        if hint is None or not isinstance(value, Mapping) or "action" not in value:
            return False
        try:
            codec.convert(value, hint)
        except Malformed:
            return True
        return False

    def why_not(self, state: S, seat: Seat | None, name: str) -> tuple[Refusal, ...]:
        """Return why a seat cannot do an action at all now; empty when something of it is legal."""
        board, kind = self.asked_on(state), self.game.action(name)
        if (refusal := self._untimely(board, kind)) is not None:
            return (refusal,)
        made = judge.offer(kind, board, {"seat": seat} if "seat" in kind.__struct_fields__ else {})
        return tuple(made) if isinstance(made, list) else ()

    def _kinds(self, board: Board[S], seat: Seat | None) -> Iterator[tuple[type[Action], dict[str, Any]]]:
        """Yield the actions of the current step that this seat, or the table, can take."""
        for kind in self._kinds_of(board, seat):
            yield kind, {} if seat is None else {"seat": seat}

    def _kinds_of(self, board: Board[S], seat: Seat | None) -> tuple[type[Action], ...]:
        """Return the types of these actions."""
        step, seated = type(board.top), seat is not None
        kinds = self._kinds_at.get((step, seated))
        if kinds is None:
            kinds = tuple(k for k in self.game.actions if ("seat" in k.__struct_fields__) == seated and issubclass(step, k.during))
            self._kinds_at[step, seated] = kinds
        return kinds

    def sample(self, state: S, rng: random.Random, seat: Seat | None = None, *, avoid: frozenset[str] = frozenset()) -> Action | None:
        """Return a legal action by chance, of one seat or of any; None if all legal actions are in `avoid`."""
        board = self.asked_on(state)
        who: tuple[Seat | None, ...] = (seat,) if seat is not None else (*state.seats, None)
        choices = [pair for x in who for pair in self._kinds(board, x) if name_of(pair[0]) not in avoid]
        rng.shuffle(choices)
        for kind, given in choices:
            if (made := judge.complete(kind, board, given, rng)) is not None:
                return made  # type: ignore[no-any-return]  # an instance of `kind`, which mypy knows only as a Struct
        return None

    def moves(
        self,
        state: S,
        seat: Seat | None,
        cards: Collection[str] | None = None,
        *,
        most: int = MOST_VALUES,
        names: Collection[str] | None = None,
    ) -> Iterator[Action]:
        """Return every whole legal action of a seat, for search: nothing looks ahead, no reason is told (`tapete.core.moves`).

        Args:
            state: where the match stands. seat: whose actions; None for those without a seat.
            cards: what the seat holds and may name, a copy as often as it is there; None: any card.
            most: values of one argument that are looked at. names: of these actions only.
        """
        board = self.asked_on(state)
        kinds = self._kinds_of(board, seat)
        if names is not None:
            kinds = tuple([kind for kind in kinds if name_of(kind) in names])
        return moves(kinds, board, seat, Hand(board, cards), most)

    def every(self, state: S) -> Iterator[Action]:
        """Yield every legal action of everybody, in a fixed order; for counting reachable states."""
        board = self.asked_on(state)
        for seat in (*state.seats, None):
            for kind, given in self._kinds(board, seat):
                yield from judge.every(kind, board, given)

    # ---- applying

    def apply(self, state: S, action: Action, *, checked: bool = False) -> tuple[S, tuple[Event, ...]]:
        """Return the state after an action and everything that follows by itself, and what happened.

        Args:
            state: where the match stands; it is not changed.
            action: what is declared.
            checked: the caller has asked `check` on this very state.

        Raises:
            Illegal: with every refusal; nothing has changed.
        """
        if not checked and not self._was_judged(state, action) and not self._holds(state, action):
            raise Illegal(tuple(self._check(self.asked_on(state), action)))
        board, asked = self.board(state), getattr(self._asked, "board", None)
        if asked is not None and asked.state is state:
            board.learn(asked)
        action.effect(board)
        self.settle(board)
        if board.at_rest:
            self._asked.after = board
        return board.state, tuple(board.events)

    def outcome(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """Return what `apply` does; of an action that was judged lately it is kept, for those who look at a choice and then make it.

        Raises:
            Illegal: with every refusal; nothing has changed.
        """
        of, known = self._judged
        if of is not state or id(action) not in known:
            return self.apply(state, action)
        _, found = known[id(action)]
        if found is None:
            found = self.apply(state, action, checked=True)
            known[id(action)] = action, found
        return found

    def told(self, state: S, action: Action) -> tuple[tuple[Event, S], ...]:
        """Return what a legal action leads to, each event with the state that it was told in."""
        board = self.board(state)
        action.effect(board)
        self.settle(board)
        return tuple(zip(board.events, board.pictures, strict=True))

    def settle(self, board: Board[S]) -> None:
        """Run steps until one waits; a step whose run leaves the agenda as it was waits.

        Raises:
            Illegal: they never end.
        """
        runs = self.game.runs
        for _step in range(STEP_BOUND):
            agenda = board.state.agenda
            run = runs.get(type(agenda[-1]))
            if run is None:
                return
            run(board, agenda[-1])
            if board.state.agenda is agenda:
                return
        names = sorted({name_of(type(step)) for step in board.state.agenda})
        raise Illegal((ENDLESS(steps=names),))

    # ---- asking

    def awaiting(self, state: S) -> tuple[Owed, ...]:
        """Return who owes what; empty exactly when there is a result."""
        top = state.agenda[-1]
        if type(top) is Over:
            return ()
        owes = self.game.owes.get(type(top))
        return tuple(owes(self.asked_on(state), top)) if owes is not None else ()

    def prompts(self, owed: Owed) -> tuple[Text, Text]:
        """Return two sentences: for the seat that acts, and for the seats that wait."""
        acting, waiting = self.game.prompts[owed.what]
        values = {"seat": owed.seat, **owed.params}
        return self.words.say(acting, values), self.words.say(waiting, values)

    def layout(self, state: S) -> tuple[Place, ...]:
        """Return what lies where, in the table's words; two layouts differ by what hands must do."""
        return tuple(self.game.layout(self.board(state)))

    def scene(self, state: S, *, asked: bool = True) -> Scene:
        """Return what each panel has to show; what follows from what is owed is the same for every game (`tapete.core.lights`).

        Args:
            state: where the match stands. asked: False for a state in which an event was told: what it asks for is not settled yet.
        """
        owed = self.awaiting(state) if asked else ()
        return lit(self.game.scene(self.board(state), owed), state.agenda[-1], owed, self.game.dice)

    def faults(self, state: S) -> tuple[Refusal, ...]:
        """Return every broken invariant; empty when the state is sound."""
        return tuple(fault for fault in self.game.faults(self.board(state)) if fault is not None)

    def runs_on(self, state: S) -> bool:
        """Say whether the step at hand would do something by itself, so that no match ever stands there."""
        board, agenda = self.board(state), state.agenda
        if (run := self.game.runs.get(type(agenda[-1]))) is not None:
            run(board, agenda[-1])
        return board.state.agenda is not agenda

    def result(self, state: S) -> Over | None:
        """Return the result, once there is one."""
        top = state.agenda[-1]
        return top if type(top) is Over else None

    def view(self, state: S, seat: Seat | None) -> View:
        """Return layout, awaiting and legal of one seat together; there is nothing to hide."""
        return View(self.layout(state), self.awaiting(state), self.open_to(state, seat))

    def sentence(self, event: Event) -> Text:
        """Return an event as a line of the log, in both languages."""
        told = self.game.sentences[type(event)]
        return self.words.say(told.log, values_of(event), type(event))

    def instruction(self, event: Event) -> Text | None:
        """Return what hands must do because of an event, in both languages; None if nothing."""
        told = self.game.sentences[type(event)]
        if told.table is None:
            return None
        return self.words.say(told.table, _figures(event), type(event))

    # ---- reading

    def read(self, raw: bytes | str | Mapping[str, Any]) -> Action:
        """Return an action out of JSON or plain data.

        Raises:
            Malformed: not such an action at all; the refusal's `at` is the path.
        """
        made = self.game.converted(raw) if isinstance(raw, Mapping) else codec.decode(raw, self.game.action_union, judged=True)
        if not isinstance(made, Action):
            raise codec.malformed(_("not an action"))
        if holds_states(type(made)):
            given = raw if isinstance(raw, Mapping) else codec.decode(raw, dict[str, Any])
            if cut := tuple(states_cut(given, made)):
                raise Malformed(cut)
        return made

    def read_draft(self, draft: Mapping[str, Any]) -> tuple[type[Action], dict[str, Any]]:
        """Return the action and the arguments given so far.

        Raises:
            Malformed: unknown action or argument, or a value of a wrong type.
        """
        plain = dict(draft)
        kind = self.game.action(plain.pop("action", None))
        return kind, judge.read_arguments(kind, plain)

    def read_state(self, raw: bytes | str) -> S:
        """Return a state out of JSON, strictly.

        Raises:
            Malformed: unknown fields, wrong types or bounds.
        """
        return codec.decode(raw, self.game.state)


_EACH_SEAT: dict[str, Any] = {seat: seat for seat in SEATS}
"""So that a sentence may speak of a seat that no field names: `{A:seat}` is shown by the name of who sits there."""


def _figures(event: Event) -> dict[str, Any]:
    """What fills the holes of an event's sentences: its fields, and every seat by its letter."""
    return {**_EACH_SEAT, **{name: getattr(event, name) for name in event.__struct_fields__}}


def values_of(event: Event) -> dict[str, Any]:
    """What fills the holes of a sentence that tells an event: its fields, each card with its owner, and every seat by its letter."""
    values = _figures(event)
    return {**values, **{name: Owned(values[name], seat) for name, seat in event.owners().items()}}


def _fill_in(offer: judge.Offer, name: str, half: Mapping[str, Any]) -> None:
    """Show in an offer what can be chosen next of a nested action.

    Raises:
        Malformed, Illegal: see `judge.action.drafted`; the refusals say which argument.
    """
    domain = offer.arguments.get(name)
    while isinstance(domain, Less):
        domain = domain.of
    try:
        if not isinstance(domain, judge.action):
            raise codec.malformed(_("not a whole action"))
        offer.arguments[name] = domain.drafted(half)
    except (Malformed, Illegal) as fault:
        raise type(fault)(tuple(refusal.under(name) for refusal in fault.refusals)) from None


def result_word(over: Over) -> str:
    """Return a result in one word: `A`, `A,B`, `draw` or `stopped`."""
    return ",".join(over.seats) if over.kind == "win" else over.kind


def bind(game: Game[S], options: Mapping[str, Any] | None = None, catalogue: Any = None) -> Rules[S]:
    """Return a game bound to house rules and a catalogue, both checked.

    Raises:
        Illegal: with every fault of the options or the catalogue, or with house rules that do not go together.
    """
    bound = Rules(game, game.read_options(options), game.catalogue(catalogue))
    if game.clashes is not None and (found := game.clashes(bound.options)):
        raise Illegal(found)
    return bound


def step_name(step: Step) -> str:
    """Return a step's name in JSON."""
    return name_of(type(step))

"""Guided matches as plain data: the instructions of a lesson and what they say; `tapete.lessons.guide` follows a match in one.

A guide has no rules, no journal and no state of its own: the match is an ordinary one on an ordinary table.

    bid = Instruction(whose=("A",), says=..., answers=({"action": "lock_bid", "seat": "A"},))
    guide = Guide(game="shazamm", ..., instructions=(bid, ...))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from tapete.core.events import Event
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.texts import PLAIN, Joined, Language, Message, Text, _

Pattern = Mapping[str, Any]
"""An action as far as it matters: each key must be in the declared action with this value (or one of an `Either`); the rest is free."""


SEATED: Mapping[str, Any] = {**{seat: seat for seat in SEATS}, "both": SEATS[:2]}
"""What every sentence of a guide may name: `{A:seat}`, and `{both:seat}` where two play."""


class Either(Struct, frozen=True):
    """Values: any of them is accepted."""

    values: tuple[Any, ...]


class Outcome(Struct, frozen=True, kw_only=True):
    """What following an instruction has brought about: all its entries together, automatic ones included."""

    rules: Rules[Any]
    before: Any
    after: Any
    events: tuple[Event, ...]

    def first(self, kind: type[Event]) -> Any:
        """Return the first event of a kind; None if no such event happened."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def all(self, kind: type[Event]) -> tuple[Any, ...]:
        """Return every event of a kind, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))

    def say(self, sentence: Text, **values: Any) -> Text:
        """Return a sentence with figures in the game's words, and with the players' names: `{A:seat}`, or `{both:seat}` for A and B."""
        return self.rules.words.say(sentence, {**SEATED, **values})

    def spoken(self, text: Text) -> Text:
        """Return a text of a guide with the players' names."""
        if isinstance(text, WithLock):
            return WithLock(self.spoken(text.text), None if text.enters is None else self.spoken(text.enters))
        if isinstance(text, Addressed):
            named = {name: self.spoken(value) if isinstance(value, Text) else value for name, value in text.values.items()}
            return self.say(text.sentence, **named)
        return self.say(text) if isinstance(text, Message) else text


Explain = Callable[[Outcome], Text]
"""Says something of what was done last."""


def always(text: Text) -> Explain:
    """Return an explanation that is the same after every outcome."""
    return lambda outcome: text


def hands(outcome: Outcome) -> Text:
    """Return what hands must do because of what was done last, in the game's own words: pawns to move, cards to discard."""
    found = [instruction for event in outcome.events if (instruction := outcome.rules.instruction(event)) is not None]
    return Joined(found)


class Instruction(Struct, frozen=True, kw_only=True):
    """One thing that hands are asked to do, waited for and explained afterwards.

    Args:
        says: the instruction, in one sentence or two: second person, present tense, the game's own words; or made from what was done last
            (`hands`).
        whose: who does it; nobody named: everybody at the table, or the one seat that owes what answers it.
        answers: the actions that answer it, all of them, in any order; none: a touch or LOCK says that it is done (laying out cards,
            reading). A machine's own part (the reveal of sealed bids) belongs to the last instruction before it.
        why: what it is good for, in a sentence; shown small. Sentences name seats by `{A:seat}`, and players read their names.
        after: what it has changed, made from the events; None: the log's own sentences. Of instructions that go together the last one's
            counts.
        else_: why this lesson needs exactly this, told when people did something else that is legal.
        together: may be done before the instructions above it (both bid at once); a run of such instructions is taken back as one.
        if_owed: asked only while the match waits for one of these (`Owed.what`): a die that nobody can foretell may call for it or not.
        again: with `if_owed`: asked as often as the match goes on waiting for it, as dice that are rolled until they differ.
        lock: what LOCK on a console says of what the answer leaves open, where several things are legal (the lock shortcut); the first of
            those that are left. None: LOCK enters nothing that is still open.
    """

    says: Text | Explain
    whose: tuple[Seat, ...] = ()
    answers: tuple[Pattern, ...] = ()
    why: Text | None = None
    after: Explain | None = None
    else_: Text | None = None
    together: bool = False
    if_owed: tuple[str, ...] = ()
    again: bool = False
    lock: Pattern | None = None


class Guide(Struct, frozen=True, kw_only=True):
    """A prepared match and the instructions that lead through it.

    Args:
        game: its name. seats: how many play. options: its house rules. catalogue: its cards, where it has catalogues.
        position: where it begins, as plain data (`Position.plain`); None: the start of the game.
        title: of the lesson. minutes: how long it takes.
        instructions: in order.
        ending: said when the last instruction is done and the match goes on: people are free from here.
    """

    game: str
    title: Text
    minutes: int
    seats: int
    instructions: tuple[Instruction, ...]
    ending: Text
    options: Mapping[str, Any] = {}
    catalogue: str | None = None
    position: Mapping[str, Any] | None = None


class Addressed(Text):
    """A sentence of a guide with values; who the players are is said when it is told (`Outcome.spoken`)."""

    __slots__ = ("sentence", "values")

    def __init__(self, sentence: Message, values: Mapping[str, Any]) -> None:
        self.sentence, self.values = sentence, values

    def in_(self, language: Language) -> str:
        return PLAIN.say(self.sentence, {**SEATED, **self.values}).in_(language)


def told(sentence: Message, **values: Any) -> Addressed:
    """Return a sentence with what fills its holes; seats are named when it is told."""
    return Addressed(sentence, values)


class Unended(Text):
    """A sentence without its full stop, to go on."""

    __slots__ = ("sentence",)

    def __init__(self, sentence: Text) -> None:
        self.sentence = sentence

    def in_(self, language: Language) -> str:
        return self.sentence.in_(language).removesuffix(".")


class WithLock(Text):
    """A sentence with the button of a console that says that it is done; `text` is the sentence alone, for a table without a console."""

    __slots__ = ("enters", "text")

    def __init__(self, text: Text, enters: Text | None) -> None:
        self.text, self.enters = text, enters

    def in_(self, language: Language) -> str:
        if self.enters is None:
            return _("{text} (LOCK on the console).").fill(text=Unended(self.text)).in_(language)
        return _("{text} (LOCK on the console: {enters}).").fill(text=Unended(self.text), enters=self.enters).in_(language)


def with_lock(says: Text | Explain, enters: Text | None = None) -> Text | Explain:
    """Return an instruction's sentence with the button of a console that says that it is done.

    Args:
        says: as in `Instruction`.
        enters: what LOCK then says of what the guide has left open (`Instruction.lock`); None: nothing was.
    """
    return WithLock(says, enters) if isinstance(says, Text) else lambda outcome: WithLock(says(outcome), enters)


def without_lock(says: Text) -> Text:
    """Return an instruction's sentence as it is said at a table whose console does not follow the lesson."""
    return says.text if isinstance(says, WithLock) else says

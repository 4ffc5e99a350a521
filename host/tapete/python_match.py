"""A match in Python: what `import tapete` offers to programs, notebooks and people at a prompt.

    match = tapete.play("shazamm", names=["Ana", "Bruno"])
    match.legal("Ana")                 # what she may do, with the range of each argument
    match.lock_bid("Ana", amount=9)    # every action of the game is a call; what happened comes back
    print(match)                       # the table in text; a notebook shows the board

Whatever is refused is a `Malformed`, an `Illegal` or a `Stale`; printed, each says why, and cites the clause.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar

from tapete import bots, cards, games
from tapete.bots.deadline import ADVICE_S
from tapete.bots.random_answers import by_chance
from tapete.core import codec, position
from tapete.core.actions import Action
from tapete.core.events import Event
from tapete.core.game import Game
from tapete.core.judge import Offer
from tapete.core.kinds import name_of
from tapete.core.match import Match as Record
from tapete.core.position import Position
from tapete.core.ranges import offer_written
from tapete.core.refusals import DIFFERS, Illegal, RefereeError
from tapete.core.rules import Rules
from tapete.core.seats import SEATS, Seat
from tapete.core.steps import Over, Owed
from tapete.core.texts import LANGUAGES, Language, Words, _
from tapete.core.vault import take_secret
from tapete.declared import NOT_PLAIN, arguments_of, counted, declared, known, names_of, plain, position_of, sealing_of, with_secret
from tapete.presentation import page_of
from tapete.presentation.base import GamePage
from tapete.table import match_file, match_text, story
from tapete.web import standalone

if TYPE_CHECKING:
    from tapete.bots.advice import Adviser, Suggestion
    from tapete.coach import PlayedOn, Review, Silence

P = ParamSpec("P")
T = TypeVar("T")

__all__ = ["Happened", "Legal", "Match", "load", "play", "rules"]

_NO_GAME = _("there is no game {game}; there are: {games}")
_NO_SEAT = _("there is no seat {seat}; the seats are {seats}")
_NO_LANGUAGE = _("there is no language {language}; there are: {languages}")
_NO_STRENGTH = _("there is no robot of strength {strength} for these house rules; there are: {strengths}")
_ENDED = _("the match does not end as the file says")


def rules(
    game: str,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    *,
    language: Language = "en",
) -> Rules[Any]:
    """The rules of a game as pure functions, for programs that keep their own state: `start`, `check`, `apply`, `legal`, `awaiting`.

    Args:
        game: its name: `shazamm`, `moriham`, `datamorphs`, `bhm`, `mamlejet`, or that of an installed distribution.
        options: house rules by their keys; left out, those of the rulebook.
        catalogue: `starter`, a name, or a path, for a game with cards of its own; left out, the starter set.
        language: in which their refusals are printed.

    Raises:
        Malformed: there is no such game or language.
        Illegal: house rules or a catalogue with faults, all of them named.
    """
    _known_language(language)
    if not isinstance(game, str) or game not in games.names():
        raise in_sentences(codec.malformed(_NO_GAME.fill(game=repr(game), games=", ".join(games.names())), "game"), language)
    if options is not None and not isinstance(options, Mapping):
        raise in_sentences(codec.malformed(NOT_PLAIN.fill(value=repr(options)), "options"), language)
    try:
        bound = cards.bind(game, options, None if catalogue is None else str(catalogue))
    except RefereeError as fault:
        raise in_sentences(fault, language) from None
    return SpokenRules(bound.game, bound.options, bound.catalogue, language)


def play(
    game: str,
    names: Sequence[str] | Mapping[str, str] | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    catalogue: str | os.PathLike[str] | None = None,
    position: Position | Mapping[str, Any] | None = None,
    language: Language = "en",
) -> Match:
    """Begin a match.

    Args:
        game: its name (see `rules`).
        names: what the players are called, in the order of the seats, or by seat; as many as play. Left out, the fewest play, by letter.
        options: house rules by their keys.
        catalogue: the cards (see `rules`).
        position: where it begins, as `Match.position` gives it; it brings its own house rules and cards.
        language: of what is printed.

    Raises:
        Malformed: no such game, names or language, or no such position at all.
        Illegal: faults of house rules, cards or position, or a game for fewer or more players.
    """
    _known_language(language)
    try:
        begins = None if position is None else position_of(position)
        if begins is not None:
            options, catalogue = begins.options if options is None else options, begins.catalogue if catalogue is None else catalogue
        bound = rules(game, options, catalogue, language=language)
        given = names_of(names, bound.game.fewest if begins is None else 0)
        seats: tuple[Seat, ...] = SEATS[: len(given)] if len(given) <= len(SEATS) else (*SEATS, *SEATS)
        record = Record(bound, seats if begins is None else SEATS[: len(begins.state.get("seats", ()))], begins)
    except RefereeError as fault:
        raise in_sentences(fault, language) from None
    record.seats = record.state.seats
    return Match(record, {seat: given.get(seat, seat) for seat in record.seats}, language)


def load(file: str | os.PathLike[str], *, language: Language = "en") -> Match:
    """Read a match from a file that `Match.save`, a page or `tapete play` has written; every state in it is compared.

    A secret is never written, so a bid that was locked and not yet revealed is lifted: its seat locks again.

    Args:
        file: its path. language: of what is printed.

    Raises:
        OSError: the file cannot be read.
        Malformed: there is no such language.
        Illegal: it is no match, or these rules do not replay it; it says where.
    """
    _known_language(language)
    try:
        exported = match_file.read(Path(file).read_bytes())
        record, differences = match_file.check(exported)
        for one in differences:
            raise Illegal((DIFFERS(seq=one.seq), *one.refusals)) if one.seq else codec.malformed(_ENDED)
    except RefereeError as fault:
        raise in_sentences(fault, language) from None
    bound = record.rules
    record.rules = record.log.rules = SpokenRules(bound.game, bound.options, bound.catalogue, language)
    if record.rules.game.sealing_open(record.state):
        record.jump(record.log.seq)
    return Match(record, {seat: exported.names.get(seat, seat) for seat in record.seats}, language)


def _speaking(method: Callable[P, T]) -> Callable[P, T]:
    """A method of rules whose refusals are printed as sentences."""

    @wraps(method)
    def spoken(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except RefereeError as fault:
            ruled: Any = arguments[0]
            raise in_sentences(fault, ruled.language, ruled.words)  # noqa: B904  # the same error goes on

    return spoken


class SpokenRules(Rules[Any]):
    """Rules for a program: what they refuse is printed as sentences in one language. Made by `rules`."""

    def __init__(self, game: Game[Any], options: Any, catalogue: Any = None, language: Language = "en") -> None:
        super().__init__(game, options, catalogue)
        self.language = language

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.options, self.catalogue, self.language)

    start = _speaking(Rules.start)
    apply = _speaking(Rules.apply)
    legal = _speaking(Rules.legal)
    why_not = _speaking(Rules.why_not)
    read = _speaking(Rules.read)
    read_draft = _speaking(Rules.read_draft)
    read_state = _speaking(Rules.read_state)


class Happened(tuple[Event, ...]):
    """What an action led to, event by event; printed, it is the sentences."""

    sentences: list[str]

    def __new__(cls, events: Sequence[Event], sentences: Sequence[str]) -> Happened:
        """Events with their sentences."""
        made = super().__new__(cls, events)
        made.sentences = list(sentences)
        return made

    def __repr__(self) -> str:
        return "\n".join(self.sentences) or "Nothing happened."

    __str__ = __repr__


class Legal(dict[str, Offer]):
    """What a seat may do, by the action's name; printed, one call a line with the range of each argument."""

    def __repr__(self) -> str:
        return "\n".join(offer_written(name, offer.describe()) for name, offer in self.items()) or "nothing"

    __str__ = __repr__


class Call:
    """One action of a match as a call: the seat first, where the action has one, then its arguments, in order or by name."""

    def __init__(self, match: Match, name: str, arguments: tuple[str, ...]) -> None:
        self._match, self._name, self._arguments = match, name, arguments

    def __call__(self, *given: Any, **arguments: Any) -> Happened:
        """Declare it; see `Match.do`."""
        return self._match.do(self._name, *given, **arguments)

    def __repr__(self) -> str:
        return f"<{self._name}({', '.join(self._arguments)}) of {self._match!r}>"


class Match:
    """One match. Every action of its game is a call of it: `match.lock_bid("Ana", amount=9)`.

    Seats are letters or names. Made by `play` and `load`; `names` are the players' names by seat, `language` is that of what is printed.
    """

    def __init__(self, record: Record[Any], names: Mapping[Seat, str], language: Language) -> None:
        self._record, self.names, self.language = record, dict(names), language
        self._robot: tuple[random.Random | None, bots.Strength, bots.Bot | None] = (None, "medium", None)

    def copy(self) -> Self:
        """Return a match of its own that goes on from here, for search; its robots begin anew, with cards of their own."""
        return type(self)(self._record.copy(), self.names, self.language)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as it is copied: with what is locked, which no saved file holds."""
        return Match, (self._record, self.names, self.language)

    # ---- what there is

    @property
    def rules(self) -> Rules[Any]:
        """The rules it is played by."""
        return self._record.rules

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, by letter."""
        return self._record.seats

    @property
    def state(self) -> Any:
        """Where it stands: a frozen value with the words of the rulebook."""
        return self._record.state

    @property
    def result(self) -> Over | None:
        """The result, once there is one."""
        return self._record.result

    @property
    def position(self) -> Position:
        """This moment as a document; `play(game, position=...)` goes on from it."""
        return position.dump(self.rules, self.state)

    @property
    def seq(self) -> int:
        """The number of the newest entry, for `do(..., expected_seq=...)`."""
        return self._record.log.seq

    @property
    def actions(self) -> dict[str, tuple[str, ...]]:
        """Every action of the game with its arguments, in order."""
        return {name_of(kind): arguments_of(self.rules, kind) for kind in self.rules.game.actions}

    def awaiting(self) -> list[Owed]:
        """Who holds the match up, and with which actions; empty once there is a result."""
        return list(self._record.awaiting())

    def legal(self, seat: str | None = None, action: str | None = None, **given: Any) -> Legal:
        """What a seat may do now, with the range of each argument.

        Args:
            seat: letter or name; None for what belongs to nobody (what the table may enter).
            action: only this one, with the arguments `given` so far: the ranges are those of what comes next.

        Raises:
            Malformed: no such seat, action or argument.
            Illegal: the action is not to be had now; it says why.
        """
        with self._spoken():
            who = None if seat is None else self.seat(seat)
            draft = None if action is None else {"action": action, **plain(given)}
            if draft is not None:
                known(self.rules, action, given)
                if (sealing := sealing_of(self.rules, action)) is not None:
                    draft.pop(sealing.secret, None)
            offers = Legal(self._record.legal(who, draft))
            return Legal({name: with_secret(self.rules, self.state, who, name, offer) for name, offer in offers.items()})

    def why_not(self, action: str | Mapping[str, Any] | Action, /, *given: Any, **arguments: Any) -> list[str]:
        """Why an action is not legal now, each reason in a sentence with its clause; empty: it is legal. Arguments as for `do`."""
        try:
            self._judged(action, given, arguments)
        except RefereeError as fault:
            fault.words = self._words
            return fault.in_(self.language).splitlines()
        return []

    # ---- what is done

    def do(self, action: str | Mapping[str, Any] | Action, /, *given: Any, expected_seq: int | None = None, **arguments: Any) -> Happened:
        """Declare an action. Bids that are locked by all are revealed by themselves.

        Args:
            action: its name, with the arguments in order or by name; its text form (`"A declare_cards 7,13"`); plain data
                (`{"action": "lock_bid", "seat": "A", "amount": 9}`); or an action out of `tapete.games`.
            given: seat and arguments in their order.
            expected_seq: refuse where the match is further by now.
            arguments: by name.

        Returns:
            What happened.

        Raises:
            Malformed: no such action, seat or argument, or a value of a wrong type.
            Illegal: not now; it says why. Nothing has changed.
            Stale: `expected_seq` is not the current one.
        """
        with self._spoken():
            entries = self._record.do(declared(self.rules, action, given, arguments, self.seat), expected_seq=expected_seq)
        events = [event for entry in entries for event in self._record.events(entry)]
        return Happened(events, self._sentences(events, self.language))

    def undo(self, steps: int = 1) -> Self:
        """Go back by so many actions. Bids that were locked and not revealed are forgotten.

        Raises:
            Malformed: not a number of 1 or more. Illegal: there is nothing left to undo.
        """
        with self._spoken():
            self._record.undo(counted(steps))
        return self

    def redo(self, steps: int = 1) -> Self:
        """Go forward again by so many actions.

        Raises:
            Malformed: not a number of 1 or more. Illegal: there is nothing to redo.
        """
        with self._spoken():
            self._record.redo(counted(steps))
        return self

    def robot(self, seat: str, rng: random.Random | None = None, strength: bots.Strength = "medium") -> dict[str, Any] | None:
        """Return the action with which a robot would answer what a seat owes, for `do`; None if it owes nothing.

        The game's bot decides, and chance where it has none or does not care. The first seat answers for the table.

        Args:
            seat: letter or name.
            rng: the source of chance, the same one at each call of a match; left out, one of its own.
            strength: of the bot; `tapete.bots.strengths_of` says which a game has.

        Raises:
            Malformed: no such seat, or no bot of that strength.
        """
        with self._spoken():
            who, source = self.seat(seat), rng or random.Random()
            bot = self._bot(source, strength)
        for owed in self._record.awaiting():
            if owed.seat == who or (owed.seat is None and who == self.seats[0]):
                wish = bot.decide(self.state, who, owed) if bot is not None else None
                if wish is not None and not self.why_not(wish):
                    return dict(wish)
                return by_chance(self.rules, self.state, who, owed, source)
        return None

    def suggest(
        self, seat: str, hand: Sequence[int | str] | None = None, strength: str = "medium", seconds: float = ADVICE_S
    ) -> Suggestion:
        """Return what a bot would do with the cards of a seat, and what its first alternatives are worth.

        Args:
            seat: letter or name; the first seat asks for the table too.
            hand: its cards by id (Shazamm: by number), all of them; left out, it holds none.
            strength: of the bot. seconds: of thought, above 0 and up to 60.

        Raises:
            Malformed: no such seat. Illegal: the match is over, the seat owes nothing, or there is no such hand, strength or time.
        """
        with self._spoken():
            return self._adviser.suggest(self.state, self.seat(seat), strength, hand, seconds, self._record.vault)

    def coach(self, play_outs: int | None = None, workers: int = 1) -> Review | PlayedOn | Silence:
        """What the decisions so far were worth: exact in Shazamm without spells, else sampled; or a word for why nothing can be said.

        Args:
            play_outs: matches for each point of a sampled curve, 2 and more; None: 24. workers: processes that play them.
        """
        from tapete.coach import USUAL_PLAY_OUTS, review  # as the adviser: who asks for it pays for it

        return review(self._record, play_outs or USUAL_PLAY_OUTS, workers=workers)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write the match with its whole history, as `tapete replay` and `load` read it. No secret is written.

        Raises:
            OSError: the file cannot be written.
        """
        log = self._record.log
        Path(file).write_bytes(match_file.export(self._record.header, log.entries, self.names, self.result, self._record.rules.catalogue))

    def notation(self) -> str:
        """The moves that count as a text, as PGN is for chess; `load` and `tapete replay` read it. It has no seals, and nothing undone."""
        named = {seat: name for seat, name in self.names.items() if name != seat}
        return match_text.write(self._record, named)

    # ---- what is shown

    def story(self, language: Language | None = None) -> list[str]:
        """What has happened, a sentence an event; what was undone is left out.

        Raises:
            Malformed: there is no such language.
        """
        speech = self._speech(language)
        log = self._record.log
        return [line for seq in log.line() for line in self._sentences(log.events(seq), speech)]

    def text(self, language: Language | None = None) -> str:
        """The table in text: where the match stands, each seat's figures and cards, what lies where, and what is due.

        Raises:
            Malformed: there is no such language.
        """
        speech = self._speech(language)
        page, words, ruled = self._page(), self._board_words(), self.rules
        headline = page.headline(ruled, self.state, speech)
        title = ruled.game.title if isinstance(ruled.game.title, str) else ruled.game.title.in_(speech)
        lines = [" · ".join(part for part in (title, headline) if part)]
        width = max(len(self._named(seat)) for seat in self.seats)
        for seat in self.seats:
            shown = page.figures(ruled, self.state, seat, speech, words)
            facts = [f"{shown.counter} {shown.value}".strip(), *(f"{name} {value}" for name, value in shown.facts)]
            lines.append(f"{self._named(seat):{width}}  {'   '.join(facts)}".replace("\xa0", ""))
            lines += [f"{'':{width}}  {row}: {', '.join(card.label for card in held)}" for row, held in shown.cards]
        lines += page.told(ruled, self.state, speech, words)
        if self.result is not None:
            return "\n".join([*lines, story.ending(ruled, self.result, speech, self.names)])
        named = story.with_names(ruled, self.names, self.state)
        for owed in self._record.awaiting():
            asked = named.prompts(owed)[0].in_(speech)
            lines.append(f"{self.names[owed.seat]}: {asked}" if owed.seat is not None else asked)
        return "\n".join(lines)

    def svg(self, language: Language | None = None) -> str | None:
        """The picture of the board as an SVG file; None for a game that draws none.

        Raises:
            Malformed: there is no such language.
        """
        speech = self._speech(language)
        return standalone.picture(str(self._page().still(self.rules, self.state, speech, self._board_words())))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        title = self.rules.game.title if isinstance(self.rules.game.title, str) else self.rules.game.title.in_("en")
        return f"<Match of {title}: {', '.join(map(self._named, self.seats))}; entry {self.seq}>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.svg()

    def seat(self, given: str) -> Seat:
        """The letter of a seat that is given by letter or name.

        Raises:
            Malformed: there is no such seat.
        """
        for seat, name in self.names.items():
            if given in (seat, name):
                return seat
        raise in_sentences(
            codec.malformed(_NO_SEAT.fill(seat=repr(given), seats=", ".join(map(self._named, self.seats))), "seat"), self.language
        )

    # ---- calls by name

    if not TYPE_CHECKING:  # a type checker knows the actions of each game (`tapete.typed`), and finds those that are none

        def __getattr__(self, name: str) -> Call:
            if not name.startswith("_"):
                for kind in self.rules.game.actions:
                    if name_of(kind) == name:
                        return Call(self, name, arguments_of(self.rules, kind))
            raise AttributeError(f"a match has no {name!r}; dir(match) says what it has", name=name, obj=self)

    def __dir__(self) -> list[str]:
        return sorted({*(name for name in super().__dir__()), *map(name_of, self.rules.game.actions)})

    # ---- inside

    @cached_property
    def _adviser(self) -> Adviser:
        from tapete.bots.advice import Adviser  # knows how hands of every game are held; a match that nobody asks needs one game

        return Adviser(self.rules, random.Random())

    def _judged(self, action: str | Mapping[str, Any] | Action, given: tuple[Any, ...], arguments: dict[str, Any]) -> None:
        """Read and check a declaration without keeping it.

        Raises:
            Malformed, Illegal: see `do`.
        """
        raw = declared(self.rules, action, given, arguments, self.seat)
        made = raw if isinstance(raw, Action) else self.rules.read(take_secret(self.rules, self.state, raw, self._record.vault.copy()))
        if refusals := self._record.check(made):
            raise Illegal(refusals)

    def _bot(self, rng: random.Random, strength: bots.Strength) -> bots.Bot | None:
        """The bot of this match, for this source of chance.

        Raises:
            Malformed: the game has none of this strength, or not under these house rules.
        """
        if self._robot[:2] != (rng, strength):
            try:
                self._robot = (rng, strength, bots.bot_of(self.rules, rng, strength))
            except bots.Unplayable:
                there = ", ".join(bots.strengths_of(self.rules.game.name))
                raise codec.malformed(_NO_STRENGTH.fill(strength=repr(strength), strengths=there), "strength") from None
        return self._robot[2]

    @property
    def _words(self) -> Words:
        return story.with_names(self.rules, self.names, self.state).words

    def _board_words(self) -> Words:
        return self._page().words_at(self.rules, self.state, self._words)

    def _page(self) -> GamePage:
        return page_of(self.rules.game.name)

    def _named(self, seat: Seat) -> str:
        name = self.names[seat]
        return seat if name == seat else f"{name} ({seat})"

    def _sentences(self, events: Sequence[Event], language: Language) -> list[str]:
        named = story.with_names(self.rules, self.names, self.state)
        return [named.sentence(event).in_(language) for event in events]

    def _speech(self, language: Language | None) -> Language:
        return self.language if language is None else _known_language(language, self.language)

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        """Let refusals speak of the players and cards of this match."""
        try:
            yield
        except RefereeError as fault:
            raise in_sentences(fault, self.language, self._words)  # noqa: B904  # the same error goes on


def in_sentences(fault: RefereeError, language: Language = "en", words: Words | None = None) -> RefereeError:
    """An error that says its sentences in this language when it is printed."""
    fault.words, fault.language = words or fault.words or Words(), language
    return fault


def _known_language(language: Language, spoken: Language = "en") -> Language:
    """The language, where there is such a one.

    Raises:
        Malformed: there is no such language.
    """
    if language not in LANGUAGES:
        raise in_sentences(codec.malformed(_NO_LANGUAGE.fill(language=repr(language), languages=", ".join(LANGUAGES)), "language"), spoken)
    return language

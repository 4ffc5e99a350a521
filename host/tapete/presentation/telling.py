"""The telling of a turn: what one declaration led to, event by event, as pictures that a page plays and a console's lamps follow.

An `Account` is a row of beats. A beat is the picture after one event (a state, `Beat.state`), the event's sentence, and the ring: where the
figures are counted. A game declares in its `account.py` which events count how much, and what the ring shows; it writes no motion, as a
page compares two pictures by itself. An event that nobody names is a beat of weight 1 with its sentence.

Lamps follow the same row: `newest(table)` gives the last account, whose beats say how long each stands (`hold_ms`), what it is
(`cue`: tick, reveal, slam, slide, count, fall, win, void) and the state that the panels show meanwhile. Accounts are numbered by their
last entry, beats by their place.
"""

from __future__ import annotations

import logging
import re
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from tapete.core import steps
from tapete.core.dice import Rolled
from tapete.core.events import Event
from tapete.core.log import Entry
from tapete.core.rules import Rules, values_of
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.texts import LANGUAGES, Language, Text
from tapete.table.sources import AUTOMATIC
from tapete.table.story import with_names

if TYPE_CHECKING:
    from tapete.table import Table  # a match in a browser has no table

_log = logging.getLogger(__name__)

Cue = Literal["tick", "reveal", "slam", "slide", "count", "fall", "win", "void"]
"""What a beat sounds like."""

FLOOR_MS = {1: 1100, 2: 1500, 3: 2200}
"""How long a beat of each weight stands at least: a step, a figure, a blow."""

BASE_MS, WORD_MS, FIGURE_MS = 400, 190, 200
"""Reading time of a beat's sentence: for itself, each word, and each figure besides."""

BLOW = 3
"""The weight of what decides something: an account with such a beat stays until a player goes on."""


# ---- rings


class Term(Struct, frozen=True):
    """One part of a sum: its figure, what it is of, and whether this beat has brought it."""

    figure: str
    of: str = ""
    new: bool = False


class Side(Struct, frozen=True, kw_only=True):
    """One of two that are compared."""

    name: str
    figure: str
    seat: Seat | None = None
    terms: tuple[Term, ...] = ()
    wins: bool | None = None


class Versus(Struct, frozen=True, tag="versus"):
    """Two totals; `sign` is v while they are not compared, then >, < or =."""

    left: Side
    right: Side
    sign: Literal["v", ">", "<", "="] = "v"


class ChainLink(Struct, frozen=True, kw_only=True):
    """One of a chain: whose, its name, how it stands, in a word too."""

    name: str
    word: str
    stands: Literal["waits", "now", "done", "void"]
    seat: Seat | None = None


class Chain(Struct, frozen=True, tag="chain"):
    """What waits in order, first laid first."""

    links: tuple[ChainLink, ...]


class RingDie(Struct, frozen=True, kw_only=True):
    """One die: what it shows, who rolled it, what was needed, how it went."""

    figure: str
    name: str
    seat: Seat | None = None
    need: str = ""
    word: str = ""
    hit: bool | None = None


class RingDice(Struct, frozen=True, tag="dice"):
    """Dice side by side."""

    dice: tuple[RingDie, ...]


class SumsRow(Struct, frozen=True, kw_only=True):
    """One seat's sum, and what comes of it."""

    name: str
    seat: Seat | None
    terms: tuple[Term, ...]
    figure: str
    of: str = ""


class Sums(Struct, frozen=True, tag="sums"):
    """A row for each seat."""

    rows: tuple[SumsRow, ...]


class Banner(Struct, frozen=True, tag="banner"):
    """One large phrase, with a line of why."""

    big: str
    why: str = ""
    seat: Seat | None = None


Ring = Versus | Chain | RingDice | Sums | Banner


# ---- what a game declares


class ToldMoment:
    """What a ring is made of.

    Args:
        rules: of the match, with the players' names. language: the reader's.
        event, state: what happened, and the state after it. before: the state before it.
        told: what this account has told before, oldest first. start: the state before all of it.
    """

    def __init__(
        self, rules: Rules[Any], language: Language, event: Event, state: Any, before: Any, told: Sequence[Event], start: Any
    ) -> None:
        self.rules, self.language, self.event, self.told = rules, language, event, told
        self.state, self.before, self.start = state, before, start

    def name(self, seat: Seat) -> str:
        """What a player is called."""
        return self.show(seat, "seat")

    def show(self, value: Any, kind: str) -> str:
        """A value in the game's words."""
        return self.rules.words.show(value, self.language, kind)

    def say(self, text: Text, **values: Any) -> str:
        """A text in the game's words; a hole of an event's field is shown by its kind."""
        return self.rules.words.say(text, {**values_of(self.event), **values}, type(self.event)).in_(self.language)

    def last(self, kind: type[Event]) -> Any:
        """The newest event of a kind that this account has told before; None if there was no such event."""
        return next((event for event in reversed(self.told) if isinstance(event, kind)), None)


RingOf = Callable[[ToldMoment], Ring | None]


class BeatRule(Struct, frozen=True, kw_only=True):
    """How an event is told.

    Args:
        kinds: the events. weight: 1 a step, 2 a figure, 3 a blow. cue: what it sounds like.
        ring: what the ring shows; None: it stays as it was.
        says: its sentence, where that of the log is too long; None: that.
        joins: events that are told in the same beat when they come directly after it.
        joined: its sentence in the beat of another, where what led to it has just been said; None: the same.
        when: which of the events this is for.
    """

    kinds: tuple[type[Event], ...]
    weight: int = 1
    cue: Cue = "tick"
    ring: RingOf | None = None
    says: Text | None = None
    joins: tuple[type[Event], ...] = ()
    joined: Text | None = None
    when: Callable[[Event], bool] | None = None

    def fits(self, event: Event) -> bool:
        """Say whether an event is told by this."""
        return isinstance(event, self.kinds) and (self.when is None or self.when(event))


def beat(
    *kinds: type[Event],
    weight: int = 1,
    cue: Cue = "tick",
    ring: RingOf | None = None,
    says: Text | None = None,
    joins: tuple[type[Event], ...] = (),
    joined: Text | None = None,
    when: Callable[[Any], bool] | None = None,
) -> BeatRule:
    """Declare how events are told; see `BeatRule`."""
    return BeatRule(kinds=kinds, weight=weight, cue=cue, ring=ring, says=says, joins=joins, joined=joined, when=when)


class GameTelling(Struct, frozen=True):
    """How a game's turns are told.

    Args:
        beats: for each event that counts more than a step; the first that fits counts.
        headlines: the one line that stays, by the event that decides: the first whose event was told and whose holes are all filled. Its
            holes are the event's fields, then those of the other events of the account, and every seat by its letter.
        silent: events that stand in the story alone.
        goes_on: whether what follows belongs to the same thing (bids are shown, spells are still to come): nothing is held up for it.
    """

    beats: tuple[BeatRule, ...] = ()
    headlines: tuple[tuple[type[Event], Text], ...] = ()
    silent: frozenset[type[Event]] = frozenset()
    goes_on: Callable[[Any], bool] = lambda state: False


# ---- rings that games share


def phrase(text: Text, why: Text | None = None) -> RingOf:
    """A large phrase, its holes filled by the event; `why` is the line beside it."""
    return lambda m: Banner(m.say(text), "" if why is None else m.say(why), cast("Seat | None", getattr(m.event, "seat", None)))


def dice_so_far(m: ToldMoment) -> RingDice:
    """The dice of a batch that have come to rest, this one too."""
    batch = next((step.dice for step in reversed(m.before.agenda) if isinstance(step, steps.Dice)), ())
    shown = [(die.panel, die.value) for die in batch if die.value is not None]
    shown += [(event.seat, event.value) for event in (*m.told, m.event) if isinstance(event, Rolled)]
    return RingDice(tuple(RingDie(figure=str(value), name=m.name(seat), seat=seat) for seat, value in shown))


ROLLED = beat(Rolled, weight=2, cue="reveal", ring=dice_so_far)
"""A die came to rest, in every game."""


# ---- accounts


class Beat(Struct, frozen=True, kw_only=True):
    """The picture after one event.

    Args:
        says: the sentence. clause: of the event. seat: whose sign stands beside it. state: the picture. ring: what is counted.
        weight: 1 a step, 2 a figure, 3 a blow. cue: what it sounds like. hold_ms: how long it stands. events: how many it tells.
    """

    says: str
    clause: str
    seat: Seat | None
    state: Any
    ring: Ring | None
    weight: int
    cue: Cue
    hold_ms: int


class Account(Struct, frozen=True, kw_only=True):
    """What one declaration led to.

    Args:
        number: of its last entry. title: the line that stays. beats: in order. hands: what hands do because of it, in order.
        goes_on: whether what follows belongs to it. over: whether the match ended with it. before: the state that it found.
        by_robot: whether a robot declared it.
    """

    number: int
    title: str
    beats: tuple[Beat, ...]
    before: Any = None
    hands: tuple[str, ...] = ()
    goes_on: bool = False
    over: bool = False
    by_robot: bool = False

    @property
    def weight(self) -> int:
        """That of its heaviest beat; 0 where there is nothing to tell."""
        return max((one.weight for one in self.beats), default=0)


_FIGURE = re.compile(r"\d+")


def hold_ms(says: str, weight: int) -> int:
    """How long a beat stands: as long as its sentence takes to read, and no shorter than its weight asks for."""
    return max(FLOOR_MS[weight], BASE_MS + WORD_MS * len(says.split()) + FIGURE_MS * len(_FIGURE.findall(says)))


def account(
    telling: GameTelling, rules: Rules[Any], told: Sequence[tuple[Event, Any]], before: Any, number: int, language: Language
) -> Account | None:
    """The account of what was told; None where nothing is to be told.

    Args:
        telling: of the game. rules: of the match, with the players' names.
        told: each event with its state, in order. before: the state before the first.
        number: of the last entry. language: the reader's.
    """
    beats: list[Beat] = []
    heard: list[Event] = []
    was, ring = before, None
    joining: tuple[type[Event], ...] = ()
    for event, state in told:
        if type(event) not in telling.silent:
            rule = _rule(telling, event)
            moment = ToldMoment(rules, language, event, state, was, tuple(heard), before)
            made = rule.ring(moment) if rule.ring is not None else None
            ring = made or ring
            joins = bool(isinstance(event, joining) and beats)
            text = (joins and rule.joined) or rule.says
            says = moment.say(text) if text is not None else rules.sentence(event).in_(language)
            one = Beat(
                says=says,
                clause=event.clause,
                seat=cast("Seat | None", getattr(event, "seat", None)),
                state=state,
                ring=ring,
                weight=rule.weight,
                cue=rule.cue,
                hold_ms=hold_ms(says, rule.weight),
            )
            beats.append(_joined(beats.pop(), one) if joins else one)
            joining = rule.joins
        heard.append(event)
        was = state
    if not beats:
        return None
    return Account(
        number=number,
        title=_title(telling, rules, heard, beats, language),
        beats=tuple(beats),
        before=before,
        hands=tuple(said.in_(language) for event in heard if (said := rules.instruction(event)) is not None),
        goes_on=telling.goes_on(told[-1][1]),
        over=isinstance(told[-1][1].agenda[-1], Over),
    )


def _joined(first: Beat, one: Beat) -> Beat:
    """Join two events in one beat: the second is told in that of the first."""
    says, weight = f"{first.says} {one.says}", max(first.weight, one.weight)
    return replace(
        one,
        says=says,
        clause=first.clause,
        seat=first.seat if one.seat in (None, first.seat) else None,
        ring=one.ring or first.ring,
        weight=weight,
        cue=one.cue if one.weight >= first.weight else first.cue,
        hold_ms=hold_ms(says, weight),
    )


def _rule(telling: GameTelling, event: Event) -> BeatRule:
    """How an event is told; one that nobody names is a step."""
    return next((rule for rule in telling.beats if rule.fits(event)), BeatRule(kinds=(type(event),)))


def _title(telling: GameTelling, rules: Rules[Any], heard: Sequence[Event], beats: Sequence[Beat], language: Language) -> str:
    """The line that stays: the game's headline, else the sentence of the heaviest beat, of several the last.

    What fills a headline is of the event that decides, then of the heaviest others, of several the last.
    """
    values: dict[str, Any] = {}
    for event in sorted(heard, key=lambda event: _rule(telling, event).weight):
        values |= values_of(event)
    for kind, text in telling.headlines:
        of = next((event for event in reversed(heard) if isinstance(event, kind)), None)
        if of is None or not set(text.holes(language)) <= {*values}:
            continue
        try:
            return rules.words.say(text, {**values, **values_of(of)}, type(of)).in_(language)
        except (AttributeError, KeyError, IndexError):
            continue  # a hole of another event's field that happens to be called the same
    heaviest = max(one.weight for one in beats)
    return next(one.says for one in reversed(beats) if one.weight == heaviest)


# ---- of a table


def groups(entries: Sequence[Entry], line: Sequence[int], after: int = 0, most: int | None = None) -> list[tuple[int, ...]]:
    """The entries that count, a declaration with what followed by itself together; those whose last is after an entry.

    Args:
        entries: of the log, oldest first. line: the numbers of those that count. after: the number of an entry.
        most: of them, the last ones; None: all.
    """
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    for place in range(len(line) - 1, -1, -1):
        if (not group and line[place] <= after) or len(found) == most:
            break
        group.append(line[place])
        if place == 0 or entries[line[place] - 1].source != AUTOMATIC.text:
            found.append(tuple(reversed(group)))
            group = []
    return found[::-1]


def groups_now(table: Table, after: int = 0, most: int | None = None) -> list[tuple[int, ...]]:
    """The same of a match as it is now."""
    with table.still():
        return groups(table.entries, table.line(), after, most)


_KEPT: weakref.WeakKeyDictionary[Table, dict[tuple[Any, ...], Account | None]] = weakref.WeakKeyDictionary()
"""Of each match the accounts that were made, by their entries: what happened stays as it was."""

MOST_KEPT = 64
"""So far back the newest account is looked for: an older one is no news. Twice as many are kept in each language."""


def of_group(table: Table, telling: GameTelling, group: tuple[int, ...], language: Language) -> Account | None:
    """The account of one declaration; None where nothing of it is to be told, or the state before it is not known any more."""
    kept = _KEPT.setdefault(table, {})
    key = (group, language, tuple(table.names.values()))
    if key not in kept:
        with table.still():
            told = [pair for seq in group for pair in table.told(seq)]
            before = table.before(group[0])
        named = with_names(table.rules, table.names, told[-1][1]) if told else table.rules
        while len(kept) >= len(LANGUAGES) * 2 * MOST_KEPT:
            kept.pop(next(iter(kept)), None)
        try:
            kept[key] = account(telling, named, told, before, group[-1], language) if told else None
        except Exception:  # noqa: BLE001 - a game from elsewhere may have a fault here: its sentences tell its turns then
            _log.exception("the account of %s cannot be made; its events are told by their sentences", table.rules.game.name)
            kept[key] = account(GameTelling(), named, told, before, group[-1], language)
        made = kept[key]
        if made is not None and table.entries[group[0] - 1].source.startswith("robot"):
            kept[key] = replace(made, by_robot=True)
    return kept[key]


def newest(table: Table, telling: GameTelling, language: Language = "en", found: Sequence[tuple[int, ...]] | None = None) -> Account | None:
    """The account of the last declaration that has one and was not taken back; None: there is none.

    Args:
        table: the match. telling: of its game (`presentation.find(game).account`). language: of its texts.
        found: the declarations of the moment that is meant (`groups`); None: of now.
    """
    last = groups_now(table, most=MOST_KEPT) if found is None else found[-MOST_KEPT:]
    made = (of_group(table, telling, group, language) for group in reversed(last))
    return next((one for one in made if one is not None), None)


def since(table: Table, telling: GameTelling, after: int, most: int, language: Language) -> list[Account]:
    """The accounts after an entry, oldest first; of more than `most` the last ones."""
    made = (of_group(table, telling, group, language) for group in groups_now(table, after, 2 * most))
    return [found for found in made if found is not None][-most:]

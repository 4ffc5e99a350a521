"""A game as it is taught: the passages of its page with their boards, drawn from a match that the referee plays."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tapete import cards, presentation
from tapete.core.events import Event, OfSeat
from tapete.core.game import Game
from tapete.core.refusals import RefereeError
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.texts import Language, Text
from tapete.presentation.base import GamePage
from tapete.presentation.teaching import Chart, Passage, Teaching
from tapete.presentation.touch import Touch

MOST_GAMES = 64
"""Pages that are kept as they were drawn: they change with nothing but the program."""


class TaughtPassage(Struct, frozen=True):
    """A passage in one language, and its board; no board where nothing is to be seen."""

    title: str
    says: str
    clauses: tuple[str, ...]
    look: str
    board: Markup | None


def charts(game: str) -> tuple[Chart, ...]:
    """The reference sheet of a game; empty where it brings none."""
    teaching = presentation.find(game).teaching
    return () if teaching is None else teaching.sheet


@functools.lru_cache(MOST_GAMES)
def passages(game: Game[Any], language: Language) -> tuple[TaughtPassage, ...]:
    """The page that teaches a game.

    A game that brings none is shown by its sentence and its board at the start.

    Args:
        game: its rules. language: the reader's.
    """
    shown = presentation.find(game.name)
    teaching = shown.teaching
    if teaching is None:
        start = Teaching(passages=(), seats=SEATS[: max(2, game.fewest)])
        try:
            told = played(game.name, start, 0)
        except RefereeError:  # a game without cards here
            return ()
        board = _drawn(shown.page, told.rules, told.states[0], start, Passage(title=game.title, says=shown.says, clauses=()), language)
        says = shown.says.in_(language) or game.blurb.in_(language)
        return (TaughtPassage(game.title.in_(language), says, (), "", board),)
    told = played(game.name, teaching, max((one.after or 0 for one in teaching.passages), default=0))
    return tuple(
        TaughtPassage(
            one.title.in_(language),
            one.says.in_(language),
            one.clauses,
            told.say(one.look, one.after or 0).in_(language),
            None if one.after is None else _drawn(shown.page, told.rules, told.states[one.after], teaching, one, language),
        )
        for one in teaching.passages
    )


class PlayedScript(Struct, frozen=True):
    """The match of a page: its rules, its states from the start, and the events that each action told."""

    rules: Rules[Any]
    states: tuple[Any, ...]
    events: tuple[tuple[Event, ...], ...]

    def say(self, sentence: Text, after: int) -> Text:
        """Return what is to be seen after so many actions, with figures from the match itself.

        Args:
            sentence: its holes are paths: `{now.wall}` into the state, `{power.power.A}` into the last event of that kind,
                `{paid_B.bid}` into the last one of that seat.
            after: how many actions are done.
        """
        events = [(str(event.__struct_config__.tag), event) for told in self.events[:after] for event in told]
        last = dict(events) | {f"{tag}_{event.seat}": event for tag, event in events if isinstance(event, OfSeat)}
        return self.rules.words.say(sentence, {**last, "now": self.states[after]})


def played(game: str, teaching: Teaching, actions: int) -> PlayedScript:
    """Play the match of a page from the start until so many actions are done.

    Raises:
        Illegal: an action is against the rules.
        Malformed: it is no action.
    """
    rules = cards.bind(game, teaching.options, teaching.catalogue)
    states, events = [rules.start(teaching.seats)], []
    for action in teaching.script[:actions]:
        state, told = rules.apply(states[-1], rules.read(action))
        states.append(state)
        events.append(tuple(told))
    return PlayedScript(rules, tuple(states), tuple(events))


def still(rules: Rules[Any], state: Any, language: Language) -> Markup:
    """Draw the board of any moment, to look at, in the shape of a phone."""
    page = presentation.page_of(rules.game.name)
    return page.still(rules, state, language, page.words_at(rules, state, rules.words), wide=False)


def _drawn(page: GamePage, rules: Rules[Any], state: Any, teaching: Teaching, one: Passage, language: Language) -> Markup:
    """The board of a passage, in the shape of a phone: what is to be seen on it, its caption says."""
    words = page.words_at(rules, state, rules.words)
    marks: Mapping[str, Any] = dict.fromkeys(one.lit, "lit")
    return page.drawn(rules, state, language, words, Touch(marks=marks, seat=teaching.own, still=True))

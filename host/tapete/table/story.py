"""A match told in sentences, with the clauses: for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tapete.core.events import Event
from tapete.core.log import Entry
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Over
from tapete.core.taking_back import Seen
from tapete.core.texts import Language, Message, Text, _
from tapete.table import codes
from tapete.table.typed_in import with_typed

_MOVES: Mapping[str, Text] = {
    "undo": _("Undone, back to move {to}."),
    "redo": _("Redone up to move {to}."),
    "jump": _("On to move {to}."),
}

RESULTS: Mapping[str, Message] = {
    "win": _("{seats:seat} {seats:wins|win}."),
    "draw": _("A draw."),
    "loss": _("The match is lost."),
    "stopped": _("The match was stopped."),
}


def with_names(rules: Rules[Any], names: Mapping[Seat, str], state: Any = None) -> Rules[Any]:
    """The same rules, whose sentences call the players by their names, and (given a state) the cards that were typed in by theirs."""
    return rules.with_words(with_typed(rules.words.with_seats(dict(names.items())), state))


def lines(
    rules: Rules[Any],
    entry: Entry,
    events: tuple[Event, ...],
    language: Language,
    names: Mapping[Seat, str],
    state: Any = None,
    seen: Iterable[Seen] = (),
) -> Iterator[str]:
    """What an entry says: its number, then each event with its clause.

    Args:
        rules: whose words.
        entry: of the log.
        events: what happened in it.
        language: the reader's.
        names: what the players are called.
        state: where the match stands by then, for the names of cards that were typed in.
        seen: what had been seen of what the entry takes back.
    """
    if entry.move is not None:
        after = (codes.TAKEN_BACK_AFTER[kind].in_(language) for kind in seen)
        yield f"{entry.seq:4}  " + " ".join((_MOVES[entry.move].in_(language).format(to=entry.to), *after))
        return
    named = with_names(rules, names, state)
    place = f"{entry.seq:4}"
    for event in events:
        told = named.sentence(event).in_(language)
        yield f"{place}  {told}" + (f" [{event.clause}]" if event.clause != "CORE" else "")
        place = " " * 4
    if not events and set(entry.action or {}) - {"action", "seat"}:  # a bare pass without events has nothing to say
        yield f"{place}  {(entry.action or {}).get('action', '')}"


def ending(rules: Rules[Any], over: Over, language: Language, names: Mapping[Seat, str]) -> str:
    """The result in a sentence."""
    words = with_names(rules, names).words
    return words.say(RESULTS[over.kind], {"seats": list(over.seats)}).in_(language)

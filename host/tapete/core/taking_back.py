"""What a move takes back or brings back, and what had been seen by then: a secret, a die, or cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from tapete.core.actions import Action
from tapete.core.cards import ShowCards
from tapete.core.dice import EnterRoll
from tapete.core.kinds import name_of
from tapete.core.log import Entry, Log
from tapete.core.seats import Seat

Seen = Literal["secret", "die", "cards"]
"""What nobody can forget again: secrets that were opened, a die that lay there, cards that were drawn or shown."""


def between(log: Log[Any], target: int, since: int | None = None) -> tuple[Entry, ...]:
    """Return the actions that a move to the position after an entry takes back or brings back, those that are left first.

    Args:
        log: of the match. target: the entry. since: where the move begins; None: at the position that counts now.
    """
    here, there = log.back_from(log.head if since is None else since), log.back_from(target)
    shared = set(here) & set(there)
    return tuple(log.entries[seq - 1] for seq in (*here, *there) if seq not in shared)


def moved(log: Log[Any], entry: Entry) -> tuple[Entry, ...]:
    """Return the actions that a move in the log took back or brought back; empty for an action."""
    return () if entry.move is None or entry.to is None else between(log, entry.to, entry.seq - 1)


def seen(log: Log[Any], entries: Iterable[Entry]) -> tuple[Seen, ...]:
    """Return what had been seen in these actions, each kind once."""
    return tuple(dict.fromkeys(kind for entry in entries for kind in _seen_in(log, entry)))


def seen_before(log: Log[Any], entry: Entry) -> tuple[Seen, ...]:
    """Return what had been seen when an undo took it back; empty for any other entry."""
    return seen(log, moved(log, entry)) if entry.move == "undo" else ()


def locks(log: Log[Any], entries: Iterable[Entry], but: Seat | None = None) -> tuple[Seat, ...]:
    """Return the seats whose locked secret goes with these actions.

    Args:
        log, entries: as for `seen`. but: the seat that knows it anyway.
    """
    ours = {name_of(sealing.lock) for sealing in log.rules.game.sealings}
    found = ((entry.action or {}).get("seat") for entry in entries if (entry.action or {}).get("action") in ours)
    return tuple(dict.fromkeys(seat for seat in found if seat is not None and seat != but))


def turn_began(log: Log[Any]) -> int | None:
    """Return the entry after which the newest turn (else the round) with a declaration began; None if nothing is declared."""
    turn = None
    for seq in log.walk_back(log.head):
        state = log.state_before(seq)
        if turn is None:
            if state is None:
                return None
            turn = _turn(state)
        elif state is None or _turn(state) != turn:
            return log.landing(seq)
    return None if turn is None else 0


def _turn(state: Any) -> tuple[Any, ...]:
    return tuple(getattr(state, name, None) for name in ("round", "turn", "active"))


def _seen_in(log: Log[Any], entry: Entry) -> Iterator[Seen]:
    game = log.rules.game
    name = (entry.action or {}).get("action", "")
    kind: type[Action] = game.action(name)
    if name in {name_of(sealing.reveal) for sealing in game.sealings}:
        yield "secret"
    if issubclass(kind, EnterRoll):
        yield "die"
    drawn = {name_of(event) for event in game.events if event.draws}
    if issubclass(kind, ShowCards) or any(event.get("event") in drawn for event in entry.events):
        yield "cards"

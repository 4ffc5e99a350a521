"""Which question is open, so that a console can tell a repeated picture from a new question (docs/link.md, section 5)."""

from __future__ import annotations

from typing import Any

from tapete.core.kinds import name_of
from tapete.core.lock_press import single_touch
from tapete.core.log import Entry, Log
from tapete.core.refusals import Illegal
from tapete.core.seats import Seat
from tapete.core.steps import Owed, SealingStep
from tapete.table.sources import console_boot

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def holder(log: Log[Any], seq: int, seat: Seat) -> str | None:
    """The boot id of the console that holds the bid which a seat had locked after entry `seq`.

    None if it was not locked, was locked elsewhere, or LOCK only said that a card lies face down, so that the console holds nothing.
    """
    locks = {name_of(sealing.lock) for sealing in log.rules.game.sealings}
    for back in log.walk_back(seq):
        entry = log.entries[back - 1]
        if entry.action is not None and entry.action["action"] in locks and entry.action.get("seat") == seat:
            return console_boot(entry.source) if entry.action.get("seal") is not None else None
    return None


def continues(log: Log[Any], entry: Entry) -> bool:
    """Say whether the question that was open before an entry is still the same after it.

    It is while its step stays and what is owed only grows less; while seats lock, and take a lock back where the bid is held. A lock that
    was made on a panel and taken back elsewhere opens another question: the panel must forget what it holds. Who has passed and is asked
    again, be it in the same words, is asked something else: LOCK counts once for each question.
    """
    if entry.action is None:
        return False
    try:
        before, after = log.after(entry.seq - 1), log.after(entry.seq)
    except Illegal:  # older than the snapshot from which the match went on
        return False
    if len(before.agenda) != len(after.agenda) or before.agenda[:-1] != after.agenda[:-1]:
        return False
    old, new = before.agenda[-1], after.agenda[-1]
    if type(old) is not type(new):
        return False
    if isinstance(old, SealingStep) and isinstance(new, SealingStep):
        taken_back = set(old.ready) - set(new.ready)
        if len(taken_back) > 1:
            return False
        return all(holder(log, entry.seq - 1, seat) == console_boot(entry.source) for seat in taken_back)
    owed, left = log.rules.awaiting(before), log.rules.awaiting(after)
    passed = any(_declares(log, one, entry) and any(again.seat == one.seat for again in left) for one in owed)
    return not passed and set(map(repr, left)) <= set(map(repr, owed))


def _declares(log: Log[Any], owed: Owed, entry: Entry) -> bool:
    """Say whether an entry declares what LOCK would have declared for something owed; optional arguments may be present."""
    touch, action = single_touch(log.rules, owed), entry.action or {}
    return touch is not None and (action.get("action"), action.get("seat")) == (name_of(type(touch)), owed.seat)


AGAIN = 26
"""Names that a question can have beside its own."""


def request_of(match: str, question: int) -> str:
    """The name of a question on the link: three letters of the match, and up to three digits (base 36) of the entry that began it."""
    digits = ""
    while question or not digits:
        digits, question = _DIGITS[question % 36] + digits, question // 36
    return match[:3] + digits[-3:]


def asked_again(question: str, again: int) -> str:
    """Another name for the same question: a panel begins it anew; `again` is 1..26."""
    return question + chr(ord("A") + (again - 1) % AGAIN)

"""Find what has changed in a part of a page, to send that alone: one attack changes 1 KB of a board of 50."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from functools import lru_cache

from tapete.core.codec import encode

Edit = tuple[int, int, str]
"""Put this in place of the characters from the first number up to the second, as a browser counts them, in the part as it was before."""

Change = str | list[Edit]
"""A part whole, or what to put in its places."""

_NAMED = re.compile(r'(?=<[a-z]+ id=")')
"""Where something begins that has a name of its own: a being, a card, a button."""
_TAG = re.compile(r"(?=<)")
_WIDE = re.compile("[\U00010000-\U0010ffff]")
"""A character that browsers count as two."""

LEAST = 512
"""A shorter part goes whole."""

MOST_COMPARED = 200
"""Tags of one thing that are compared with each other; where there are more, it goes whole."""


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, Change]:
    """Return every part that is another now: whole, or its edits where those are half as long at most.

    Args:
        before: the parts that the page has, by name. after: those that it shall have.
    """
    return {name: changed(before.get(name, ""), html) for name, html in after.items() if before.get(name) != html}


@lru_cache(maxsize=8)
def changed(before: str, after: str) -> Change:
    """Return a part whole or as edits of what it was before; kept, since several pages get the same."""
    if len(before) < LEAST or len(after) < LEAST or _WIDE.search(before) or _WIDE.search(after):
        return after
    edits = [_trimmed(before, edit) for edit in _edits(before, after)]
    return edits if 2 * len(encode(edits)) < len(encode(after)) else after


def _edits(before: str, after: str) -> Iterator[Edit]:
    """Yield what differs: named things are found by their names, and within each its tags are compared."""
    old, new = _NAMED.split(before), _NAMED.split(after)
    start = at = 0
    for low, high, new_low, new_high in _compared([_name(one) for one in old], [_name(one) for one in new], alike=False):
        start += sum(map(len, old[at:low]))
        at = low
        if high - low != new_high - new_low or [_name(one) for one in old[low:high]] != [_name(one) for one in new[new_low:new_high]]:
            yield start, start + sum(map(len, old[low:high])), "".join(new[new_low:new_high])
            continue
        for one, other in zip(old[low:high], new[new_low:new_high], strict=True):
            if one != other:
                yield from _within(one, other, start)
            start += len(one)
            at += 1


def _trimmed(before: str, edit: Edit) -> Edit:
    """Return an edit without what it begins and ends with as before."""
    start, end, text = edit
    was = before[start:end]
    head = _alike(was, text)
    tail = _alike(was[head:][::-1], text[head:][::-1])
    return start + head, end - tail, text[head : len(text) - tail]


def _alike(one: str, other: str) -> int:
    """Return with how many characters two texts begin alike."""
    most = min(len(one), len(other))
    return next((place for place in range(most) if one[place] != other[place]), most)


def _name(part: str) -> str:
    """Return the beginning of a part, up to the end of its name."""
    return part.partition('" ')[0]


def _within(one: str, other: str, start: int) -> Iterator[Edit]:
    """Yield what differs between two states of one thing, which begins at a place of the whole."""
    old, new = _TAG.split(one), _TAG.split(other)
    if max(len(old), len(new)) > MOST_COMPARED:
        yield start, start + len(one), other
        return
    at = 0
    for low, high, new_low, new_high in _compared(old, new):
        start += sum(map(len, old[at:low]))
        yield start, start + sum(map(len, old[low:high])), "".join(new[new_low:new_high])
        start += sum(map(len, old[low:high]))
        at = high


def _compared(old: list[str], new: list[str], *, alike: bool = True) -> Iterator[tuple[int, int, int, int]]:
    """Yield where two sequences differ, and where they are alike unless that is left out; each from a place up to behind another."""
    for kind, low, high, new_low, new_high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal" or not alike:
            yield low, high, new_low, new_high

"""Use public knowledge: which five cards a player can still own, after all that was face up and left out (DAT-R44, R45)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tapete.games.datamorphs.constants import OWNED

Shown = tuple[tuple[str, ...], ...]
Out = tuple[str | None, ...]
KEPT = 256
"""Answers that are remembered: a list of cards asks the same of every card, several times in one state; an old state is not asked again."""


@lru_cache(maxsize=KEPT)
def possible(shown: Shown, out: Out, also: str | None = None) -> bool:
    """Say whether five cards exist that hold, for every round, all cards face up in it together with those left out before it.

    A card that was left out unseen after a round was none of those face up in it, so it counts in that round too. Two cards may have
    the same id.

    Args:
        shown: the cards face up in each round, the present one last.
        out: the card left out after each finished round; None where nobody saw it.
        also: a card that must be among the five besides, whether it was left out or not.
    """
    needs = [Counter(faces) for faces in shown]
    unseen = [place for place, card in enumerate(out) if card is None]
    for place, card in enumerate(out):
        if card is not None:
            for need in needs[place + 1 :]:
                need[card] += 1
    if also is not None:
        needs.append(Counter((also,)))
    rounds = len(shown)
    return _fits(needs, unseen, rounds, sorted(set().union(*needs)))


def _fits(needs: Sequence[Counter[str]], unseen: Sequence[int], rounds: int, ids: Sequence[str]) -> bool:
    """Say whether the unseen cards can be named so that five cards hold every need; an unseen card may be one that nobody ever saw."""
    if _owned(needs) > OWNED:
        return False
    if not unseen:
        return True
    place, rest = unseen[0], unseen[1:]
    for name in (*ids, f"unseen {place}"):
        for need in needs[place:rounds]:
            need[name] += 1
        found = _fits(needs, rest, rounds, ids)
        for need in needs[place:rounds]:
            need[name] -= 1
        if found:
            return True
    return False


def _owned(needs: Sequence[Counter[str]]) -> int:
    """How many cards hold every need: of each card as many as the round that needs most of it."""
    most: Counter[str] = Counter()
    for need in needs:
        most |= need
    return most.total()

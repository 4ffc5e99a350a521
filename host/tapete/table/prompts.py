"""Prompts: what each seat has to do next, and which passes nobody needs to be asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from tapete.core.actions import Action
from tapete.core.lights import lock, lock_alone, lock_too
from tapete.core.lock_press import single_touch
from tapete.core.rules import Rules
from tapete.core.scene import Scene
from tapete.core.seats import Seat
from tapete.core.steps import Owed
from tapete.core.texts import Text, _

UNLOCK = "unlock"
"""The action that takes a seat's lock back, in every game with secrets."""


class Prompt(Struct, frozen=True, kw_only=True):
    """The one next step of a seat. `acts`: it is this seat's to do; `waits_for`: the seats that hold the match up (None: the table)."""

    seat: Seat
    text: Text
    acts: bool
    waits_for: tuple[Seat | None, ...]
    owed: Owed


LOCK_DONE = _("LOCK says that it is done.")


class LockMeans(Struct, frozen=True):
    """What LOCK says beside the match, in words for its players, and who hears from whose panel it came (never under the table's lock).

    `alone`: nothing else is asked of the panels meanwhile, and everybody is waited for.
    """

    says: Text
    heard: Callable[[Seat], None]
    alone: bool = True

    def lit(self, scene: Scene) -> Scene:
        """Return the scene of the match with LOCK asked for."""
        return lock_alone(scene) if self.alone else lock_too(scene)


def prompts(rules: Rules[Any], state: Any) -> Mapping[Seat, Prompt]:
    """For every seat its next physical step and what it waits for; empty once there is a result."""
    owing = rules.awaiting(state)
    if not owing:
        return {}
    waits_for = tuple(dict.fromkeys(owed.seat for owed in owing))
    found: dict[Seat, Prompt] = {}
    for seat in state.seats:
        mine = next((owed for owed in owing if owed.seat == seat), None) or next((owed for owed in owing if owed.seat is None), None)
        owed = mine or owing[0]
        acting, waiting = rules.prompts(owed)
        found[seat] = Prompt(seat=seat, text=acting if mine is not None else waiting, acts=mine is not None, waits_for=waits_for, owed=owed)
    return found


def lock_says(rules: Rules[Any], state: Any, seat: Seat) -> Action | None:
    """What LOCK on a seat's panel declares now, while no number is asked for: ready, a pass, or that a ready is taken back."""
    owing = rules.awaiting(state)
    if lock(state.agenda[-1], seat, owing) == "back":
        return rules.read({"action": UNLOCK, "seat": seat})
    return next((says for owed in owing if owed.seat == seat and (says := single_touch(rules, owed)) is not None), None)


def needless_pass(rules: Rules[Any], state: Any) -> Action | None:
    """Return the pass of a seat that, by public knowledge, can do nothing else; None where there is a choice."""
    for owed in rules.awaiting(state):
        if owed.meaning != "pass" or (passing := single_touch(rules, owed)) is None:
            continue
        offered = set(islice(rules.possible(state, owed.seat, owed.actions), 2))  # two are a choice already
        if offered == {passing.__struct_config__.tag}:
            return passing
    return None

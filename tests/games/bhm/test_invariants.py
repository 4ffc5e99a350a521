"""What holds in every match, in random matches of two, three and four: of each as many as the form of the run says.

Source: docs/inside/rules/bhm.md#invariants.
"""

from __future__ import annotations

import random
from collections import ChainMap, Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.core.seats import SEATS
from tapete.games import bhm
from tapete.games.bhm.beings import Being, Orphans, Petrified
from tapete.games.bhm.combat import DeclarePower
from tapete.games.bhm.state import Final, State
from tests.contract.starter_cards import starter
from tests.run_forms import matches, usually

MATCHES = matches(quick=4, usual=4, long=4, nightly=3_400)
CLOSELY = 50
"""So many matches of each number of seats or fewer are looked at after every action; of more, the whole position at every fourth."""

QUIET = frozenset({"concede", "ruling", "declare_effect", "add_card", "judge_conflict"})
HOUSE: tuple[dict[str, Any], ...] = (
    {"reaction_windows": "off"},
    {},
    {"reaction_windows": "off", "flee_attachments": "travel", "deserters_return": "controllers_turn", "terror_on_return": True},
    {"reaction_windows": "off", "combat_mode": "immediate", "attacks_per_being": "one_of_each", "petrified_counts": True},
)

POINTS = {"killed": 2, "annihilated": 5, "petrified": 2, "fled": 1, "territory_destroyed": 1}
CAUSES = {"killed", "annihilated", "petrified", "fled", "territory"}


def walk(seats: int, seed: int) -> Iterator[tuple[State, Any, State, tuple[Any, ...]]]:
    """A random match: before, action, after, what happened. What is broken stays broken, so that it is seen a few actions later too."""
    rng, looks = random.Random(seed), random.Random(seed)
    rules = bhm.rules(HOUSE[seed % len(HOUSE)], starter("bhm"))
    state = rules.start(SEATS[:seats])
    for _ in range(4_000):
        if rules.result(state) is not None:
            return
        avoid = QUIET if rng.random() > 0.05 else frozenset({"concede"})
        action = rules.sample(state, rng, avoid=avoid | hopeless(state))
        assert action is not None
        after, events = rules.apply(state, action, checked=True)
        if MATCHES <= CLOSELY or name(action) in QUIET or looks.random() < 0.25 or rules.result(after) is not None:
            assert rules.faults(after) == ()
        yield state, action, after, events
        state = after
    raise AssertionError("no result")


def hopeless(state: State) -> frozenset[str]:
    """Actions that cannot be legal now, at a glance: trying them takes time. No card of the starter set is instant or has ready effects."""
    found = {"use_effect"}
    if not any(player.grants for player in state.players):
        found.add("instant_call")
    if not any(player.powers for player in state.players):
        found.add("assign_summon_points")
    spaces = [space for player in state.players for space in player.field if space is not None]
    if not any(isinstance(space, Being) and space.points for space in spaces):
        found.add("summon")
    if not any(isinstance(space, Orphans) or (isinstance(space, Petrified) and space.orphans) for space in spaces):
        found.add("reattach_object")
    return frozenset(found)


def name(event: Any) -> str:
    return str(event.__struct_config__.tag)


def due(events: tuple[Any, ...], state: State) -> Counter[str]:
    """What the fates of beings and territories add to each counter."""
    cards = ChainMap(state.typed_cards, starter("bhm").cards)
    found: Counter[str] = Counter()
    for event in events:
        if name(event) == "petrified" and not event.stone:
            continue
        if name(event) in POINTS:
            printed = cards.get(event.card)
            divine = name(event) in ("killed", "annihilated") and printed is not None and printed.is_divine
            found[event.seat] += POINTS[name(event)] + divine
    return found


def holds(seats: int, seed: int) -> Counter[str]:
    """One random match in which everything holds; what happened in it, counted by name."""
    seen: Counter[str] = Counter()
    for before, action, after, events in walk(seats, seed):
        seen.update(map(name, events))
        raised: Counter[str] = Counter()
        for event in events:
            if name(event) == "counter_changed":
                if event.cause in CAUSES:
                    raised[event.seat] += event.now - event.was
                if event.cause == "armagedon":  # 15: by 1, for the active player, and it never loses
                    assert (event.now - event.was, event.seat) == (1, before.active)
                    assert event.now <= 31
                if event.cause in ("superiority", "inferiority"):  # 14
                    assert 1 <= event.now - event.was <= 10
        assert raised == due(events, after)  # 17: each fate counts once, for its controller
        if isinstance(action, DeclarePower) and isinstance(attacker := _being(before, action.attacker), Being):  # 16
            left = attacker.now("pod") - action.pod
            now = _being(after, action.attacker)
            assert (
                now is None
                or any(name(e) not in ("announced", "attribute_changed", "attack_queued") for e in events)
                or (now.now("pod") == max(1, left))
            )
        if after.turn > before.turn > 0 and before.active is not None:  # 18, and 12 for the one whose turn it was
            last = after.players[SEATS.index(before.active)]
            assert last.hand <= 7
            for space in last.field:
                if isinstance(space, Being) and not isinstance(before.agenda[-1], Final):
                    assert all(attr is None or attr.cur == attr.max for attr in (space.pod, space.res))
    return seen


@pytest.mark.slow
@pytest.mark.clause("BHM-029", "BHM-033", "BHM-035", "BHM-042", "BHM-055", "BHM-073", "BHM-105", "BHM-121", "BHM-R08", "BHM-R59")
@pytest.mark.parametrize("seats", usually((2, 3, 4), 2, 3))
def test_what_holds_in_every_match(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        seen += holds(seats, seed)
    assert {"entered", "killed", "attack_resolved", "counter_changed", "compared"} <= set(seen)


def _being(state: State, iid: int) -> Being | None:
    found = (x for player in state.players for x in player.field if isinstance(x, Being) and x.iid == iid)
    return next(found, None)

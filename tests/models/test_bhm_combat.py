"""Combat phases of BHM by chance: what may be declared, and what comes of it, is what the second model says."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib.resources import files

from tapete.core import codec
from tests.games.bhm.scenario import Desk
from tests.models.bhm_combat import Combat, seen
from tests.run_forms import by_form

PHASES = by_form(8, 15, 60, 3000)

TRIED = 8
"""Declarations that are judged by both before each that is made."""
CARDS = tomllib.loads((files("tapete.games.bhm") / "starter.toml").read_text(encoding="utf-8"))["card"]
DIVINE = frozenset(card["id"] for card in CARDS if card.get("divine"))
FIELD = [card for card in CARDS if card["kind"] in ("being", "summon", "entity")]


def field(rng: random.Random) -> tuple[object, ...]:
    """A side by chance, some of it worn already."""
    found: list[object] = []
    for card in rng.sample(FIELD, rng.randint(1, 6)):
        worn = {name: rng.randint(1, card[name]) for name in ("res", "salud", "pod") if name in card and rng.random() < 0.5}
        found.append((card["id"], worn) if worn else card["id"])
    return tuple(found)


def trial(rng: random.Random) -> Counter[str]:
    """A combat phase beside the model; what was compared, by its name."""
    found: Counter[str] = Counter()
    desk = Desk({"field": field(rng), "counter": 3}, {"field": field(rng), "counter": 3}, phase="combat")
    plain = codec.whole(desk.state)
    combat = Combat(seen(plain, DIVINE), {"A": 3, "B": 3}, [])
    before = len(combat.fighters)
    numbers = list(combat.fighters)
    while True:
        for _try in range(TRIED):
            attacker, target = rng.choice(numbers), rng.choice(numbers)
            physical = not desk.rules.check(desk.state, desk.action("declare_physical", "A", attacker=attacker, target=target))
            assert physical == combat.may_strike(attacker, target, None), (attacker, target)
            left = combat.fighters[attacker].pod or 0
            some = rng.choice((1, max(1, left), left + 1))
            action = desk.action("declare_power", "A", attacker=attacker, target=target, pod=some)
            assert (not desk.rules.check(desk.state, action)) == combat.may_strike(attacker, target, some), (attacker, some)
        legal = [
            (attacker, target, pod)
            for attacker in numbers
            for target in numbers
            for pod in (None, rng.randint(1, combat.fighters[attacker].pod or 1), combat.fighters[attacker].pod)
            if combat.may_strike(attacker, target, pod)
        ]
        if not legal or rng.random() < 0.1:
            break
        attacker, target, pod = rng.choice(legal)
        combat.declare(attacker, target, pod)
        more = {} if pod is None else {"pod": pod}
        desk.do("declare_physical" if pod is None else "declare_power", "A", attacker=attacker, target=target, **more)
        found["attacks"] += 1
    combat.resolve()
    desk.do("resolve_combat", "A")
    while "resolve_next_attack" in desk.rules.legal(desk.state, None) | desk.rules.legal(desk.state, "A"):
        desk.do("resolve_next_attack", "A")
    after = codec.whole(desk.state)
    assert seen(after, DIVINE) == combat.fighters
    assert {seat: player["counter"] for seat, player in zip("AB", after["players"], strict=True)} == combat.counter
    found["fallen"] += before - len(combat.fighters)
    return found


def test_combats_go_as_the_model_says() -> None:
    found = sum((trial(random.Random(seed)) for seed in range(PHASES)), Counter[str]())
    assert found["attacks"] > PHASES
    assert found["fallen"] > PHASES / 4

"""Battle phases of MORIHAM by chance: what may be declared, and what comes of it, is what the second model says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tapete.core import codec
from tests.games.moriham.scenario import Desk
from tests.models.moriham_battle import Battle, Fighter
from tests.run_forms import by_form

PHASES = by_form(15, 40, 150, 4000)


def side(rng: random.Random) -> dict[int, Fighter]:
    return {slot: Fighter(rng.randint(0, 9), rng.randint(0, 9), rng.random() < 0.6) for slot in range(1, 1 + rng.randint(0, 5))}


def words(fighters: dict[int, Fighter]) -> tuple[str, ...]:
    return tuple(f"{one.attack}/{one.defense} {'atk' if one.attacking else 'def'}" for one in fighters.values())


def seen(desk: Desk, seat: str) -> dict[int, tuple[int, int, bool]]:
    """What stands on a side of the referee's table."""
    plain = codec.whole(desk.state)
    figures = {name: (card["attack"], card["defense"]) for name, card in plain["typed_cards"].items()}
    found: dict[int, tuple[int, int, bool]] = {}
    for slot, monster in enumerate(plain[seat]["monsters"], 1):
        if monster is not None:
            printed: Any = desk.rules.catalogue.cards.get(monster["card"])
            attack, defense = figures.get(monster["card"]) or (printed.attack, printed.defense)
            found[slot] = (attack, defense, monster["position"] == "attack")
    return found


def trial(rng: random.Random) -> Counter[str]:
    """A battle phase beside the model; what was compared, by its name."""
    found: Counter[str] = Counter()
    battle = Battle(side(rng), side(rng), {"A": rng.randint(1, 20), "B": rng.randint(1, 20)})
    desk = Desk(
        phase="battle",
        turn=3,
        a={"monsters": words(battle.mine), "life": battle.life["A"]},
        b={"monsters": words(battle.theirs), "life": battle.life["B"]},
    )
    for _step in range(12):
        for seat, fighters in (("A", battle.mine), ("B", battle.theirs)):
            assert seen(desk, seat) == {slot: (one.attack, one.defense, one.attacking) for slot, one in fighters.items()}
            assert codec.whole(desk.state)[seat]["life"] == battle.life[seat]
        targets: list[int | str] = ["player", *range(1, 6)]
        pairs = [(slot, target) for slot in range(1, 6) for target in targets]
        for slot, target in pairs:
            assert desk.legal("declare_attack", "A", slot=slot, target=target) == battle.may_attack(slot, target), (slot, target)
        for slot in range(1, 6):
            assert desk.legal("change_position", "A", slot=slot) == battle.may_change(slot), slot
        legal = [pair for pair in pairs if battle.may_attack(*pair)]
        changes = [slot for slot in range(1, 6) if battle.may_change(slot)]
        if changes and rng.random() < 0.25:
            slot = rng.choice(changes)
            battle.change(slot)
            desk.do("change_position", "A", slot=slot)
        elif legal:
            slot, target = rng.choice(legal)
            battle.attack(slot, target)
            desk.do("declare_attack", "A", slot=slot, target=target)
            found["attacks"] += 1
        else:
            break
    found["ended"] += battle.over
    assert (desk.rules.result(desk.state) is not None) == battle.over
    return found


def test_battles_go_as_the_model_says() -> None:
    found = sum((trial(random.Random(seed)) for seed in range(PHASES)), Counter[str]())
    assert found["attacks"] > PHASES
    assert found["ended"]

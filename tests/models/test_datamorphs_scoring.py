"""DataMorphs' rounds by chance, with random cards and all abilities: the referee's result is the second model's."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from tapete.core import codec
from tapete.games import datamorphs
from tests.models.datamorphs_scoring import FOE, scored, winner
from tests.run_forms import by_form

MATCHES = by_form(6, 12, 40, 600)
COLOURS, TYPES, ICONS = ("cyan", "amber"), ("worm", "probe"), ("attack", "defense")

NEVER, STOPPING = frozenset({"concede", "ruling", "add_card"}), frozenset({"stop"})


def ability(rng: random.Random, element: str) -> dict[str, Any]:
    kind = rng.choice(("change_icons", "swap_icons", "change_color", "color_sum", "nullify_icons", "nullify_color", "nullify_memory"))
    target = rng.choice(("own", "rival"))
    one, other = rng.sample(COLOURS, 2)
    icon, to = rng.sample(ICONS, 2)
    more: dict[str, dict[str, Any]] = {
        "change_icons": {"from": icon, "to": to, "target": target},
        "swap_icons": {"target": target},
        "change_color": {"from": one, "to": other, "target": rng.choice((target, "choice")) if element == "boost" else target},
        "color_sum": {"icon": icon, "color": one},
        "nullify_icons": {"icon": icon, "color": one},
        "nullify_color": {"color": one},
        "nullify_memory": {"n": 1},
    }
    return {"kind": kind, **more[kind]}


def card(rng: random.Random, number: int) -> dict[str, Any]:
    def printed(element: str, **more: Any) -> dict[str, Any]:
        return {"color": rng.choice(COLOURS), "attack": rng.randint(0, 2), "defense": rng.randint(0, 2), **more}

    def rows() -> list[dict[str, Any]]:
        return [{"types": [rng.choice(TYPES)], "attack": rng.randint(0, 2), "defense": rng.randint(1, 2)}]

    name = f"card_{number}"
    return {
        "id": name,
        "name": {"es": name, "en": name},
        "bios": printed("bios", memory=rng.randint(4, 12)),
        "program": printed("program", type=rng.choice(TYPES), abilities=[ability(rng, "program")] if rng.random() < 0.4 else []),
        "boost": printed("boost", abilities=[ability(rng, "boost")] if rng.random() < 0.8 else []),
        "function": {"color": rng.choice(COLOURS), "benefits": rows(), "weaknesses": rows()},
    }


def trial(rng: random.Random, counts: str = "") -> Counter[str]:
    """A match beside the model; what was compared, by its name."""
    counts = counts or rng.choice(("own", "rival"))
    found: Counter[str] = Counter()
    document: dict[str, Any] = {
        "catalogue": {"game": "datamorphs", "schema": 1, "name": "chance", "colors": list(COLOURS), "types": list(TYPES)},
        "card": [card(rng, number) for number in range(12)],
    }
    rules = datamorphs.rules({"nullify_counts": counts}, datamorphs.read(document))
    printed = {one["id"]: one for one in document["card"]}
    state = rules.start(("A", "B"))
    while rules.result(state) is None:
        action = rules.sample(state, rng, avoid=NEVER | STOPPING if rng.random() < 0.7 else NEVER) or rules.sample(state, rng, avoid=NEVER)
        assert action is not None
        before = len(codec.builtins(state)["results"])
        state, _ = rules.apply(state, action)
        plain = codec.whole(state)
        if len(plain["results"]) > before and all(plain["players"][seat]["bios"] for seat in "AB"):
            expected = winner(scored(copy.deepcopy(plain["players"]), printed, counts))
            assert plain["results"][-1] == expected, plain["players"]
            found["rounds"] += 1
            found["decided"] += expected in FOE
    return found


@pytest.mark.parametrize("counts", ["own", "rival"])
def test_every_round_ends_as_the_model_says(counts: str) -> None:
    found = sum((trial(random.Random(f"{counts} {seed}"), counts) for seed in range(MATCHES)), Counter[str]())
    assert found["rounds"] > MATCHES
    assert found["decided"] > MATCHES / 2

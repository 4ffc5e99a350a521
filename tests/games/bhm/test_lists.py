"""What is kept of lists is what the rules say: on crowded fields, under any house rules, with effects on cards and cards typed in."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.core.kinds import allowed_values, field_types
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.texts import Range
from tapete.games.bhm.operations import GrantFilter
from tapete.games.bhm.state import Options
from tests.games.bhm.scenario import STEPS, Desk, with_effects
from tests.run_forms import by_form


def house_rules(rng: random.Random) -> dict[str, Any]:
    """Half of the house rules as they are, the others by chance."""
    allowed = {name: allowed_values(hint) for name, hint in field_types(Options).items() if rng.random() < 0.5}
    return {name: rng.randint(*of) if isinstance(of, Range) else rng.choice(of) for name, of in allowed.items() if name != "armagedon"}


def side(rng: random.Random, cards: Any) -> dict[str, Any]:
    """One player's side by chance: what stands and lies there, hand and counters."""
    called = [card.id for card in cards.values() if card.kind in ("being", "special", "entity", "summon") and card.salud]
    carried = {kind: [card.id for card in cards.values() if card.kind == kind] for kind in ("object", "territory")}
    field, frozen = list[Any](), rng.random() < 0.4
    for card in rng.sample(called, rng.randint(0, 4)):
        marked: dict[str, Any] = {"frozen": frozen}
        if rng.random() < 0.3:
            marked["objects"] = (rng.choice(carried["object"]),)
        field.append((card, {"stone": True} if rng.random() < 0.15 else marked))
    rng.shuffle(field)
    numbers = {"counter": rng.randint(0, 20), "hand": rng.choice((0, 1, 5, 7)), "deck": 25, "summons": rng.randint(0, 3)}
    territories = tuple(rng.sample(carried["territory"], rng.randint(0, 2)))
    grants = tuple(GrantFilter(rng.choice((None, 0, 2, 5))) for _grant in range(rng.choice((0, 0, 1, 2))))
    return {"field": tuple(field), "territories": territories, "grants": grants, **numbers}


def listed(rules: Rules[Any], state: Any) -> dict[Seat | None, Any]:
    """Every list, written out; and every domain of it, asked by itself."""
    offers = {seat: rules.legal(state, seat) for seat in (*state.seats, None)}
    return {
        seat: {name: (o.describe(), o.wait, {key: domain.describe() for key, domain in o.arguments.items()}) for name, o in of.items()}
        for seat, of in offers.items()
    }


def same(seed: int, positions: int, actions: int) -> int:
    """Play on by chance from positions made by chance, and list after each action by rules that keep and by rules that know nothing.

    Returns how many lists there were.
    """
    rng = random.Random(seed)
    options = house_rules(rng)
    warm: Rules[Any] | None = None
    done = 0
    for _ in range(positions):
        windows = options.get("reaction_windows", "ask") == "ask"
        bare = with_effects(options=options, windows=windows).rules
        sides = [side(rng, bare.catalogue.cards) for _seat in range(rng.randint(2, 4))]
        desk = with_effects(*sides, options=options, windows=windows, phase=rng.choice(list(STEPS)))
        warm = warm or desk.rules
        state: Any = desk.state
        tedious = frozenset({"declare_effect", "ruling", "judge_conflict", "concede"} if rng.random() < 0.7 else {"concede"})
        for _action in range(actions):
            new = Rules(warm.game, warm.options, warm.catalogue)
            assert listed(warm, state) == listed(new, state), (seed, state)
            done += 1
            action = warm.sample(state, rng, avoid=tedious)
            if action is None:
                break
            state, _events = warm.apply(state, action)
    return done


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(by_form(1, 2, 3, 60)))
def test_a_kept_list_is_the_one_that_the_rules_make_anew(seed: int) -> None:
    assert same(seed, positions=by_form(2, 4, 6, 40), actions=by_form(6, 10, 15, 60)) > 5


def test_a_list_is_kept_while_a_window_is_answered() -> None:
    """The rule of an action is asked once, though the state is another after each answer."""
    desk = Desk({}, {}, {}, windows=True).do("call_being", card="moss_bear", slot=0)
    rules, asked = desk.rules, list[str]()
    ask = rules._offer
    rules._offer = lambda state, kind, seat: (asked.append(kind.__name__), ask(state, kind, seat))[1]  # type: ignore[method-assign,func-returns-value]
    rules.legal(desk.state, "A")
    assert "InstantCall" in asked
    desk.do("no_reaction", "B")
    asked.clear()
    assert set(rules.legal(desk.state, "A")) == {"concede", "declare_effect"}
    assert not asked

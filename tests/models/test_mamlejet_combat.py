"""Combat phases of Mamlejet by chance, for one to four: who is asked, each index, and what is left are as the second model says."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from tapete.core.steps import Cards, Dice
from tapete.games.mamlejet.state import Window
from tests.games.mamlejet.camp import Camp
from tests.models.mamlejet_combat import Card, Combat, House, lot
from tests.run_forms import by_form

PHASES = by_form(10, 60, 200, 2000)
STARTER = (files("tapete.games.mamlejet") / "starter.toml").read_text(encoding="utf-8")
PRINTED = {card["id"]: card for card in tomllib.loads(STARTER)["card"]}
ENEMIES = [name for name, card in PRINTED.items() if card["type"] == "enemigo"]
SOLDIERS = [name for name, card in PRINTED.items() if card["type"] == "soldado"]
RAGING = [name for name in SOLDIERS if "frenesi" in PRINTED[name].get("keywords", ())] * 3
"""More than their share: a frenzied soldier needs a success and an enemy that nobody meets."""
BESIDE = ["muralla", "muralla", "vigilia", "trompeta"]
EMUNA = {name: PRINTED[name]["difficulty"] for name in SOLDIERS}


def house_rules(rng: random.Random) -> dict[str, Any]:
    chosen = {
        "city_attack_difficulty": rng.randint(2, 10),
        "defend_others": rng.random() < 0.5,
        "epic_fail_penalty": rng.randint(0, 5),
        "epic_fail_timing": rng.choice(("batch_first", "after_batch")),
        "dedicated_enemy_strikes_back": rng.random() < 0.5,
        "dedicated_enemy_attacks_city": rng.random() < 0.5,
        "dedicated_enemy_attackable": rng.random() < 0.5,
        "enemy_frenzy_after_city": rng.random() < 0.5,
        "emuna_loss": rng.choice(("defeated", "defeated_and_city", "guenizah_all")),
        "win_emuna": rng.choice((6, 12, 50)),
        "loss_emuna": rng.choice((6, 12, 50)),
    }
    return {key: value for key, value in chosen.items() if rng.random() < 0.4}


def laid_out(rng: random.Random) -> tuple[Camp, Combat]:
    """A table at the first seat's plan, the other seats' plans made already, and the same in the model's words."""
    seats = "ABCD"[: rng.choice((1, 2, 2, 2, 3, 4))]
    options = house_rules(rng)
    house = House(**options)
    heroes, front = set(), []
    for name in rng.choices(ENEMIES, k=rng.randint(1, 6)):
        if not PRINTED[name].get("legendary") or name not in heroes:
            heroes.add(name)
            front.append(name)
    cards: dict[int, Card] = {}
    shapes: dict[str, list[tuple[str, dict[str, Any]]]] = {seat: [] for seat in seats}
    legends: set[str] = set()
    for seat in seats:
        for name in (*rng.choices([*SOLDIERS, *RAGING], k=rng.randint(0, 4)), *rng.choices(BESIDE, k=rng.randint(0, 2))):
            if not PRINTED[name].get("legendary") or name not in legends:
                legends.add(name)
                shapes[seat].append((name, {"dedicated": "acts"} if rng.random() < 0.1 else {}))
    number = 0
    for seat in seats:
        for name, fields in shapes[seat]:
            number += 1
            cards[number] = known(number, name, seat, dedicated=bool(fields))
    foes: list[tuple[str, dict[str, Any]]] = []
    for name in front:
        number += 1
        worn = {"dedicated": "acts"} if rng.random() < 0.25 else {}
        foes.append((name, worn))
        cards[number] = known(number, name, None, dedicated=bool(worn))
    combat = Combat(house, seats[1:] + seats[0], cards, {}, EMUNA)
    for soldier in [card for card in cards.values() if card.controller not in (None, "A")]:
        may = [foe for foe in combat.enemies() if combat.plannable(str(soldier.controller), soldier, foe)]
        if may and rng.random() < 0.6:
            combat.pair(soldier.number, rng.choice(may).number)
    at = iter(sorted(cards))
    for shape, fields in [one for seat in seats for one in shapes[seat]] + foes:
        card = cards[next(at)]
        assert shape == card.name
        if card.opponent is not None:
            fields["opponent"] = card.opponent
            if card.controller is not None:
                fields["dedicated"] = "fights"
    camps: dict[str, Any] = {seat: {"in_play": shapes[seat], "city": rng.choice((0, 1, 20)), "hand": 5} for seat in seats}
    combat.city = {seat: camps[seat]["city"] for seat in seats}
    camp = Camp(len(seats), options, at="2c_plan", active="A", order=combat.order, front=tuple(foes), **camps)
    return camp, combat


def known(number: int, name: str, seat: str | None, *, dedicated: bool) -> Card:
    """A card as its print says."""
    card = PRINTED[name]
    return Card(
        number,
        name,
        seat,
        card.get("difficulty"),
        frozenset(card.get("keywords", ())),
        card.get("attack_bonus", 0),
        card.get("difficulty", 0),
        card.get("subtype") == "estructura",
        card.get("city_difficulty", 0),
        card.get("defender_bonus", 0),
        dedicated,
    )


def planned(rng: random.Random, camp: Camp, combat: Combat, seen: Counter[str]) -> None:
    """Both judge every assignment of the first seat; some are made."""
    mine = [card for card in combat.in_order() if card.controller is not None]
    pairs = [(one, foe) for one in mine for foe in combat.enemies()]
    for one, foe in rng.sample(pairs, len(pairs)):
        may = combat.plannable("A", one, foe)
        assert camp.legal("assign", "A", soldier=one.number, enemy=foe.number) == may, (one, foe)
        seen["assignments judged"] += 1
        if may and rng.random() < 0.5:
            camp.do("assign", "A", soldier=one.number, enemy=foe.number)
            combat.pair(one.number, foe.number)
    camp.do("confirm_plan", "A")


def answered(rng: random.Random, camp: Camp, ask: tuple[Any, ...], seen: Counter[str]) -> Any:
    """Bring the referee to what the model asks, and answer both alike."""
    while isinstance(camp.state.agenda[-1], Window):
        camp.do("pass_all")
    owed = camp.rules.awaiting(camp.state)[0]
    match ask:
        case ("lot" | "lots", number):
            numbers = number if isinstance(number, dict) else {0: number}
            if isinstance(number, dict):
                assert {of(die) for die in camp.due()} == set(numbers)
            thrown: dict[int, list[int]] = {which: [] for which in numbers}
            while any(lot(thrown[which], many) is None for which, many in numbers.items()):
                die = next(die for die in camp.due() if die.value is None)
                face = rng.randint(1, 10)
                thrown[of(die) if isinstance(number, dict) else 0].append(face)
                camp.do("enter_roll", roll=die.id, value=face)
                seen["dice"] += 1
            found = {which: lot(thrown[which], many) for which, many in numbers.items()}
            return found if isinstance(number, dict) else found[0]
        case ("defence", seat, enemy, able):
            assert (owed.seat, "defend" in owed.actions) == (seat, True), (owed, ask)
            offered = camp.rules.legal(camp.state, seat)["defend"].describe()["arguments"]
            assert (offered["enemy"]["one_of"], set(offered["soldier"]["one_of"])) == ([enemy], able)
            seen["defences"] += 1
            soldier = rng.choice([None, *sorted(able)])
            if soldier is None:
                camp.do("decline_defence", seat, enemy=enemy)
            else:
                camp.do("defend", seat, enemy=enemy, soldier=soldier)
            return soldier
        case ("frenzy", seat, may):
            assert (owed.seat, "assign_frenzy" in owed.actions) == (seat, True), (owed, ask)
            both = {(one, foe) for one in camp.state.permanents for foe in camp.state.permanents}
            legal = {(a.id, b.id) for a, b in both if camp.legal("assign_frenzy", seat, soldier=a.id, enemy=b.id)}
            assert legal == may
            seen["frenzies"] += 1
            soldier, enemy = rng.choice(sorted(may))
            if rng.random() < 0.3:
                camp.do("skip_frenzy", seat, soldier=soldier)
                return soldier, None
            camp.do("assign_frenzy", seat, soldier=soldier, enemy=enemy)
            return soldier, enemy
        case ("dice", needs):
            assert {of(die): die.needs for die in camp.due()} == needs
            faces = {number: rng.choice((1, 10, rng.randint(1, 10), rng.randint(1, 10))) for number in needs}
            for die in rng.sample(camp.due(), len(needs)):
                camp.do("enter_roll", roll=die.id, value=faces[of(die)])
                seen["dice"] += 1
            return faces
        case ("fall", seat):
            top = camp.state.agenda[-1]
            assert isinstance(top, Cards)
            assert (top.seat, top.number) == (seat, 1)
            card = rng.choice([*SOLDIERS, "racion"])
            camp.declare(card)
            seen["cards fallen"] += 1
            return card
    raise AssertionError(ask)


def of(die: Any) -> int:
    """The permanent that a die belongs to."""
    return int(die.id.rpartition("-")[2].partition(".")[0])


def trial(rng: random.Random) -> Counter[str]:
    """A combat phase beside the model; what was compared, by its name."""
    seen: Counter[str] = Counter()
    camp, combat = laid_out(rng)
    planned(rng, camp, combat, seen)
    talk, answer = combat.run(), None
    while True:
        try:
            ask = talk.send(answer)
        except StopIteration:
            break
        answer = None if ask == ("nothing",) else answered(rng, camp, ask, seen)
    while camp.result is None and isinstance(camp.state.agenda[-1], Window) and camp.step != "4a":
        camp.do("pass_all")
    assert camp.result is not None or camp.step == "4a", (camp.step, camp.state.agenda[-1])
    assert not isinstance(camp.state.agenda[-1], Dice)
    assert (camp.result and camp.result[:2]) == combat.result
    assert {one.id for one in camp.state.permanents} == set(combat.cards)
    assert {one.seat: one.city for one in camp.state.players} == combat.city
    for seat in combat.order:
        assert camp.score(seat) == combat.taken.get(seat, 0)  # type: ignore[arg-type]  # a letter of the table
        assert camp.lost(seat) == combat.lost_by(seat)  # type: ignore[arg-type]
    seen["over"] += combat.result is not None
    return seen


@pytest.mark.slow
@pytest.mark.clause("MMK-125", "MMK-127", "MMK-129", "MMK-140", "MMK-143", "MMK-201", "MMK-R21", "MMK-R23", "MMK-R27", "MMK-R46", "MMK-R55")
def test_combats_go_as_the_model_says() -> None:
    seen = sum((trial(random.Random(f"combat {seed}")) for seed in range(PHASES)), Counter[str]())
    assert seen["dice"] > PHASES
    assert min(seen["defences"], seen["cards fallen"], seen["assignments judged"]) > PHASES / 4
    assert seen["frenzies"]

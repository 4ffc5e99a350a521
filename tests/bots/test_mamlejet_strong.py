"""What Mamlejet's strong bot reckons, and what it does at a table because of that."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count, product
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots import Deadline, bot_of, hands_of
from tapete.bots.advice import Adviser
from tapete.bots.dealing import deal
from tapete.bots.mamlejet_odds import Judge, best_pairs, fight
from tapete.bots.mamlejet_outlook import Outlook, Playable
from tapete.cards import bind
from tapete.core.course import Course
from tapete.core.match import Match
from tapete.core.rules import Rules
from tapete.core.seats import Seat
from tapete.core.steps import Dice
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import Wealth
from tapete.games.mamlejet.state import Hit, Item, Lying
from tests.bots.campaigns import play
from tests.games.mamlejet.camp import Camp
from tests.run_forms import usually


def registered(camp: Camp) -> Camp:
    """Everybody has registered the demo deck."""
    camp.state = replace(camp.state, players=tuple(replace(player, deck="demo") for player in camp.state.players))
    return camp


def answer(camp: Camp, seat: Seat = "A", hand: tuple[str, ...] = (), strength: Any = "strong") -> dict[str, Any]:
    """What a bot does for a seat that holds these cards, with the camp's names for what is in play."""
    registered(camp)
    bot: Any = bot_of(camp.rules, random.Random(1), strength)
    deal(bot, camp.rules, camp.state, seat, hand)
    owed = next(owed for owed in camp.rules.awaiting(camp.state) if owed.seat == seat)
    wish = bot.decide(camp.state, seat, owed)
    assert wish is not None
    assert not camp.rules.check(camp.state, camp.rules.read(wish))
    names = {number: name for name, number in camp.names.items()}

    def named(value: Any) -> Any:
        return [named(one) for one in value] if isinstance(value, list) else names.get(value, value)

    return {key: value if key in ("action", "seat", "ability") else named(value) for key, value in wish.items()}


def pile(seat: Seat) -> tuple[Lying, ...]:
    """The enemies that a player has defeated who needs one more: 49 emuná."""
    return (*(Lying("e-elefante", seat) for _ in range(5)), Lying("e-arquero", seat))


# ---- the odds


def fought(soldier: str, enemy: str, faces: dict[str, int]) -> tuple[bool, bool]:
    """Who has fallen after a fight in which these faces are rolled: the enemy, the soldier."""
    at = {"dedicated": "fights"}
    camp = Camp(1, at="3a_w1", front=((enemy, {"opponent": 1}),), A={"in_play": ((soldier, {"opponent": 2, **at}),), "hand": 1})
    camp.until("3b", "3d", "3g", "4a")
    while camp.step in ("3b", "3c", "3d", "3d_frenzy", "3e"):
        if isinstance(top := camp.state.agenda[-1], Dice):
            die = top.due[0]
            camp.do("enter_roll", roll=die.id, value=faces["soldier" if die.id.startswith("attack-1") else "enemy"])
        else:
            camp.all_pass()
    return not camp.there(enemy), not camp.there(soldier)


@pytest.mark.slow
@pytest.mark.clause("MMK-135", "MMK-140", "MMK-R24")
@pytest.mark.parametrize(
    ("soldier", "enemy"),
    [("centinela", "e-guerrero"), ("mensajero", "e-guerrero"), ("herrero", "e-carruaje"), ("vigia", "e-carruaje"), ("zapador", "e-ariete"),
     ("escudo", "e-arquero"), ("centinela", "e-elefante")],
)  # fmt: skip
def test_the_odds_of_a_fight_are_those_of_all_hundred_pairs_of_dice(soldier: str, enemy: str) -> None:
    results = [fought(soldier, enemy, {"soldier": a, "enemy": b}) for a, b in product(range(1, 11), repeat=2)]
    camp = Camp(1, front=(enemy,), A={"in_play": (soldier,)})
    odds = fight(camp.board, camp.board.at_id(1), camp.board.at_id(2))
    assert odds.kills == pytest.approx(sum(kill for kill, _ in results) / 100)
    assert odds.falls == pytest.approx(sum(fall for _, fall in results) / 100)


def test_a_soldier_that_no_enemy_harms_is_worth_more_than_its_emuna() -> None:
    camp = registered(Camp(2, front=("e-guerrero", "e-arquero"), A={"in_play": ("escudo", "centinela", "hondero")}))
    judge = Judge(camp.board, "A")
    shield, guard, slinger = (judge.future(camp.board.at_id(number), 5.0) for number in (1, 2, 3))
    assert shield > slinger > guard, "the slinger shoots from afar, the guard falls early"


def test_nothing_in_the_future_counts_where_a_rival_is_about_to_win() -> None:
    near = pile("B")
    for guenizah, more in ((near, False), ((), True)):
        camp = registered(Camp(2, front=("e-guerrero",), A={"in_play": ("centinela",)}, B={"guenizah": guenizah}))
        judge = Judge(camp.board, "A")
        assert (judge.loss(camp.board.at_id(1)) > 2) == more


@pytest.mark.parametrize(
    ("options", "pairs"),
    [
        ([{1: 3.0, 2: 2.9}, {1: 2.8, 2: 0.1}], {0: 2, 1: 1}),
        ([{1: 3.0}, {1: 2.0}], {0: 1}),
        ([{1: -1.0}, {}], {}),
        ([{1: 1.0, 2: 1.0}, {1: 1.0, 2: 0.9}, {2: 3.0}], {0: 1, 2: 2}),
    ],
)
def test_pairs_are_chosen_together_and_not_one_after_the_other(options: list[dict[int, float]], pairs: dict[int, int]) -> None:
    assert best_pairs(options) == pairs


def test_an_army_is_paired_without_looking_at_every_pairing() -> None:
    """12 soldiers that suit the same 12 enemies, so that too many pairings are as good: six are paired now, the others after them."""
    same = [{enemy: 2.0 - 0.1 * enemy for enemy in range(12)} for _soldier in range(12)]
    pairs = best_pairs(same)
    assert len(set(pairs.values())) == len(pairs) == 6


# ---- the plan and the defence


def planned(front: tuple[Any, ...], soldiers: tuple[Any, ...], strength: str = "strong", **camps: Any) -> dict[str, Any]:
    return answer(Camp(2, at="2c_plan", front=front, A={"in_play": soldiers, "hand": 0}, **camps), strength=strength)


def test_a_soldier_that_would_fall_before_it_strikes_is_not_sent() -> None:
    """A chariot strikes first (MMK-140): medium sends the guard, strong does not."""
    assert planned(("e-carruaje",), ("centinela",), "medium")["action"] == "assign"
    assert planned(("e-carruaje",), ("centinela",)) == {"action": "confirm_plan", "seat": "A"}


def test_whom_the_enemy_cannot_harm_meets_the_dangerous_one_and_the_other_the_rest() -> None:
    found = planned(("e-carruaje", "e-guerrero"), ("escudo", "centinela"))
    assert (found["soldier"], found["enemy"]) == ("escudo", "e-carruaje")


def test_advice_says_what_each_fight_brings_with_the_best_of_the_others() -> None:
    front, soldiers = ("e-carruaje", "e-guerrero"), ("escudo", "centinela")
    camp = registered(Camp(2, at="2c_plan", front=front, A={"in_play": soldiers, "hand": 0}))
    found = Adviser(camp.rules, random.Random(1)).suggest(camp.state, "A", "strong", ())
    first, *others = found.alternatives
    at = camp.names
    plan = {(at["escudo"], at["e-carruaje"]), (at["centinela"], at["e-guerrero"])}
    of = {(one.action.get("soldier"), one.action.get("enemy")): one.worth or 0.0 for one in found.alternatives}
    assert found.unit == "table"
    assert (first.action["soldier"], first.action["enemy"]) in plan
    assert len(plan & of.keys()) == 1, "the other fight of the plan is no other plan"
    assert [one.worth for one in others if one.action["action"] == "confirm_plan"] == [0.0]
    assert max(worth for pair, worth in of.items() if pair not in plan) < (first.worth or 0.0)


def test_all_is_risked_where_the_rival_needs_one_more_enemy() -> None:
    near = pile("B")
    assert planned(("e-carruaje",), ("centinela",), B={"guenizah": near})["action"] == "assign"


def test_a_slinger_is_kept_out_of_the_fight_for_its_shot() -> None:
    assert planned(("e-guerrero",), ("hondero",))["action"] == "confirm_plan"


# ---- windows


def after_the_dice(*, hit_by: Seat) -> Camp:
    """Damage waits: an enemy is hit; another is unhurt, and A's slinger is free."""
    camp = Camp(
        2,
        at="3e",
        front=(("e-guerrero", {"hits": (Hit(90, hit_by),)}), "e-arquero"),
        A={"in_play": ("hondero",), "hand": 0},
        B={"hand": 0},
    )
    camp.state = replace(camp.state, stack=(Item(id=91, kind="batch", hits=(90,)),), next_id=92)
    return camp


@pytest.mark.clause("MMK-R55")
def test_a_shot_after_the_dice_takes_the_enemy_that_a_rival_has_hit() -> None:
    found = answer(after_the_dice(hit_by="B"))
    assert found == {
        "action": "play_ability",
        "seat": "A",
        "permanent": "hondero",
        "ability": "shoot",
        "targets": ["e-guerrero"],
        "dedicate": [],
    }


def test_no_shot_goes_to_an_enemy_that_falls_anyway() -> None:
    assert answer(after_the_dice(hit_by="A")) == {"action": "pass", "seat": "A"}


def test_a_slinger_that_is_still_free_shoots_at_the_end_of_combat() -> None:
    found = answer(Camp(2, at="3g", front=("e-guerrero", "e-elefante"), A={"in_play": ("hondero",), "hand": 0}))
    assert (found["ability"], found["targets"]) == ("shoot", ["e-guerrero"])


@pytest.mark.parametrize(("guenizah", "action"), [(pile("A"), "play_ability"), ((), "pass")])
def test_a_shot_that_wins_the_match_is_not_put_off(guenizah: tuple[Lying, ...], action: str) -> None:
    camp = Camp(2, at="2a", front=("e-guerrero",), A={"in_play": ("hondero",), "hand": 0, "guenizah": guenizah})
    assert answer(camp)["action"] == action


@pytest.mark.parametrize(("owner", "heals"), [("A", True), ("B", False)])
def test_healing_is_for_the_own_soldiers(owner: str, heals: bool) -> None:
    hurt = ("centinela", {"hits": (Hit(90, "enemy"),)})
    in_play: dict[str, tuple[Any, ...]] = {"A": ("aguador",), "B": ()}
    in_play[owner] += (hurt,)
    camp = Camp(2, at="3e", A={"in_play": in_play["A"], "hand": 0}, B={"in_play": in_play["B"], "hand": 0})
    camp.state = replace(camp.state, stack=(Item(id=91, kind="batch", hits=(90,)),), next_id=92)
    assert (answer(camp)["action"] == "play_ability") == heals


def test_a_prayer_weakens_the_own_opponent_and_not_the_rivals_greater_one() -> None:
    fights = {"dedicated": "fights"}
    camp = Camp(
        2,
        at="3a_w1",
        front=(("e-guerrero", {"opponent": 1}), ("e-carruaje", {"opponent": 4})),
        A={"in_play": (("centinela", {"opponent": 5, **fights}), "estudio", "estudio"), "hand": 1},
        B={"in_play": (("escudo", {"opponent": 6, **fights}),), "hand": 0},
    )
    found = answer(camp, hand=("voz",))
    assert (found["card"], found["targets"]) == ("voz", ["e-guerrero"])


# ---- the main phase


def test_the_resource_is_chosen_with_which_a_soldier_can_be_paid_for() -> None:
    for soldier, resource in (("centinela", "racion"), ("herrero", "mina"), ("mensajero", "estudio")):
        hand = (soldier, "racion", "mina", "estudio")
        assert answer(Camp(2, front=("e-guerrero",), A={"hand": 4, "city": 56}), hand=hand)["card"] == resource


def test_a_grey_part_is_paid_with_what_the_other_cards_do_not_need() -> None:
    """The singer costs blue and anything, the guard white: the red mine pays the grey part."""
    player = {"in_play": ("racion", "estudio", "mina"), "hand": 2, "city": 55}
    camp = registered(Camp(2, front=("e-guerrero",), A=player))
    found = answer(camp, hand=("cantor", "centinela"))
    if found["card"] == "cantor":
        assert sorted(found["dedicate"]) == ["estudio", "mina"]
    else:
        assert (found["card"], found["dedicate"]) == ("centinela", ["racion"])


def held(costs: tuple[int, int, int] = (0, 0, 0), grey: int = 0, worth: float = 1.0, draws: int = 0) -> Playable:
    """A card that brings so much in each round that is left."""
    return Playable(None, costs, sum(costs) + grey, tuple(worth * left for left in range(5)), draws)


WHITE, BLUE = (Playable(makes, (0, 0, 0), 0, (0.0,) * 5, 0) for makes in ((1, 0, 0), (0, 0, 1)))


@pytest.mark.parametrize(
    ("hand", "unseen", "made", "brings"),
    [
        ([held((1, 0, 0))], [], Wealth(), 0.0),
        ([held((1, 0, 0)), WHITE], [], Wealth(), 4.0),
        ([held((1, 0, 0)), BLUE], [], Wealth(), 0.0),
        ([held((1, 0, 0), 1), WHITE, BLUE], [], Wealth(), 3.0),
        ([held((1, 0, 0), worth=2.0), held((1, 0, 0)), WHITE], [], Wealth(), 8.0 + 3.0),
        ([], [held((0, 0, 1))], Wealth(blue=1), 3.0),
        ([held((0, 0, 1), worth=0.0, draws=1)], [held((0, 0, 1))] * 2, Wealth(blue=1), 3.0 + 2.0),
    ],
    ids=["unpaid", "at once", "wrong colour", "a round later", "one each round", "drawn later", "drawn by a card"],
)
def test_a_hand_is_played_ahead_as_it_can_be_paid(hand: list[Playable], unseen: list[Playable], made: Wealth, brings: float) -> None:
    assert Outlook(unseen, made, 4, 3).of(hand) == pytest.approx(brings)


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        (("hondero", "estandarte", "racion", "estudio", "mina", "racion", "aguador"), "keep_hand"),
        (("racion",) * 5 + ("turnos", "emboscada"), "mulligan"),
        (("muralla", "emboscada", "manos", "trampa", "forja", "voz", "vigilia"), "mulligan"),
    ],
)
def test_a_hand_is_kept_that_will_bring_more_than_a_new_one_with_one_card_less(hand: tuple[str, ...], action: str) -> None:
    rules = bind("mamlejet", {"level": "heroe"})
    course = Course(rules, rules.start(("A", "B")))
    course.do({"action": "register_deck", "seat": "A", "deck": "demo"})
    course.do({"action": "enter_roll", "roll": course.awaiting()[0].params["roll"], "value": 1})
    bot: Any = bot_of(rules, random.Random(1), "strong")
    deal(bot, rules, course.state, "A", hand)
    owed = next(one for one in course.awaiting() if one.seat == "A")
    assert bot.decide(course.state, "A", owed)["action"] == action


@pytest.mark.clause("MMK-247")
def test_a_legend_that_a_rival_has_in_play_is_played_to_take_both_away() -> None:
    own = {"in_play": ("estudio", "estudio", "mina", "mina"), "hand": 1, "city": 55}
    camp = Camp(2, front=("e-guerrero",), A=own, B={"in_play": ("estandarte",), "city": 54})
    assert answer(camp, hand=("estandarte",))["card"] == "estandarte"


# ---- whole matches


def moments(number: int) -> Any:
    """States of a match in which a seat decides, with what it holds."""
    rules, rng = bind("mamlejet", {"level": "heroe"}), random.Random(4)
    match = Match(rules, ("A", "B"))
    bot: Any = bot_of(rules, rng, "strong")
    while number and match.result is None:
        owed = match.awaiting()[0]
        if owed.meaning == "die":
            match.do({"action": "enter_roll", "roll": owed.params["roll"], "value": rng.randint(1, 10)})
            continue
        wish = bot.decide(match.state, owed.seat or "A", owed)
        if owed.seat is not None and match.state.round >= 2 and wish["action"] != "pass":
            number -= 1
            yield rules, match.state, owed, list(bot._stocks[owed.seat].hand)
        match.do(wish)


@pytest.mark.slow
def test_it_answers_at_once_and_knows_nothing_of_the_rivals_hand() -> None:
    strange, acted = random.Random(9), Counter[str]()
    for rules, state, owed, hand in moments(40):
        rival: Seat = "B" if owed.seat == "A" else "A"
        hands, answers = hands_of("mamlejet"), []
        assert hands is not None
        for _other in range(2):
            there = Counter({card: n for card, n in hands.there(rules, state, rival).items() if n > 0})
            held = strange.sample(sorted(there.elements(), key=str), hands.held(rules, state, rival))
            bot: Any = bot_of(rules, random.Random(7), "strong")
            hands.deal(bot, rules, state, rival, held)
            hands.deal(bot, rules, state, owed.seat, hand)
            answers.append(bot.decide(state, owed.seat, owed, Deadline(0, count().__next__)))
        assert answers[0] == answers[1]
        assert not rules.check(state, rules.read(answers[0]))
        acted[answers[0]["action"]] += 1
    assert {"play_resource", "play_tactic", "assign"} <= set(acted)


@pytest.mark.slow
@pytest.mark.parametrize("level", usually(("heroe", "guerrero", "escudero"), "guerrero"))
@pytest.mark.parametrize("number", usually((1, 2, 3, 4), 1, 3))
def test_a_match_at_every_level_is_played_to_its_end_without_a_refusal(number: int, level: str) -> None:
    rules: Rules[Any] = bind("mamlejet", {"level": level})
    state, _, _ = play(rules, number, number, "strong")
    over = rules.result(state)
    assert over is not None
    assert over.kind in ("win", "loss", "draw")
    board = Front(rules, state)
    deck = rules.catalogue.extras["decks"]["demo"]
    for player in state.players:
        assert all(board.seen(player.seat, card) <= copies for card, copies in deck.tactics.items())

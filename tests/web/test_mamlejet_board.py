"""Mamlejet's pictures and labels: what is in play is drawn and told, who faces whom and what each has to roll, and no inner word shows."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest

from tapete import cards
from tapete.bots import bot_of
from tapete.core import position as positions
from tapete.core.codec import builtins
from tapete.core.kinds import field_types, name_of
from tapete.core.rules import Rules
from tapete.core.seats import SEATS
from tapete.core.steps import Dice, Die
from tapete.core.texts import LANGUAGES, Language
from tapete.games.mamlejet.board import Front
from tapete.games.mamlejet.figures import EPIC, Wealth
from tapete.games.mamlejet.rulings import KINDS as CORRECTIONS
from tapete.games.mamlejet.state import Hit, Lying, Mod, Round, Window
from tapete.games.mamlejet.values import VALUES
from tapete.presentation import page_of
from tapete.presentation.base import Voice
from tapete.presentation.mamlejet import dice, sentences
from tapete.presentation.mamlejet.front import KEYWORD_SIGNS
from tapete.table import Hub, Table
from tapete.table.question.asking import Asking
from tapete.table.question.selection import Selection
from tapete.web import clocks
from tapete.web.clocks import ClockBox
from tapete.web.view import MatchView
from tests.games.mamlejet.camp import Camp
from tests.run_forms import usually
from tests.web.conftest import Visitor

PAGE = page_of("mamlejet")


def played(number: int, seed: int, most: int = 400) -> Iterator[tuple[Rules[Any], Any]]:
    """The states of a match that robots play."""
    rules = cards.bind("mamlejet", {"level": "heroe"})
    rng = random.Random(seed)
    bot, state = bot_of(rules, rng), rules.start(SEATS[:number])
    assert bot is not None
    for _ in range(most):
        yield rules, state
        owing = rules.awaiting(state)
        if not owing:
            return
        owed = owing[0]
        roll = {"action": "enter_roll", "roll": owed.params.get("roll"), "value": rng.randint(1, 10)}
        plain: Any = roll if owed.meaning == "die" else bot.decide(state, owed.seat or "A", owed)
        state, _ = rules.apply(state, rules.read(plain))


def pictured(rules: Rules[Any], state: Any, language: Language) -> tuple[str, list[str]]:
    """What a picture tells a screen reader, and every text in it."""
    picture = ET.fromstring(str(PAGE.still(rules, state, language, rules.words)))
    return picture.attrib["aria-label"], [text.text or "" for text in picture.iter("text")]


@pytest.mark.slow
@pytest.mark.parametrize("number", usually((1, 2, 3, 4), 2))
def test_everything_in_play_is_drawn_and_told(number: int) -> None:
    seen: set[str] = set()
    for place, (rules, state) in enumerate(played(number, seed=number)):
        if place % 9:
            continue
        board = Front(rules, state)
        for language in LANGUAGES:
            told, texts = pictured(rules, state, language)
            drawn = " ".join(texts)
            for p in state.permanents:
                name = rules.words.show(p.card, language, "card")
                assert name in told, name
                if board.card(p.card).type != "recurso":
                    begun = tuple(re.findall(r"(\w+)…", drawn))  # a long name ends with a sign
                    assert name.split()[0] in drawn or any(name.startswith(one) for one in begun), name
                seen.add(board.card(p.card).type)
    assert {"soldado", "recurso", "enemigo"} <= seen


def duel() -> Camp:
    """A soldier with a spear against a warrior that it does not fear; a ram that it cannot harm."""
    return Camp(
        2,
        at="3a_w2",
        front=(
            ("e-guerrero", {"opponent": 2, "mods": (Mod("difficulty", "eot", "voz", -2),)}),
            ("e-ariete", {"dedicated": "acts", "hits": (Hit(90, "A"),)}),
        ),
        A={
            "in_play": (
                ("lanza", {"attached_to": 2}),
                ("centinela", {"opponent": 4, "dedicated": "fights"}),
                "mina",
            )
        },
    )


def test_who_faces_whom_and_what_each_has_to_roll() -> None:
    camp = duel()
    told, texts = pictured(camp.rules, camp.state, "en")
    assert "↑2+ ↓4+" in texts  # 5 printed, less 2 by an effect, less 1 of the spear
    assert "Philistine Warrior, index 3, printed 5: −2 by Breaking Voice (until the end of the turn), facing A's Gate Sentinel" in told
    assert "Philistine Ram, index 7, dedicated, with 1 damage pending" in told


def test_a_soldier_that_cannot_harm_its_opponent_has_nothing_to_roll() -> None:
    camp = Camp(
        1,
        at="3a_w2",
        front=(("e-ariete", {"opponent": 1}),),
        A={"in_play": (("centinela", {"opponent": 2, "dedicated": "defends", "defending": True}),)},
    )
    assert any(text.startswith("↑–") for text in pictured(camp.rules, camp.state, "es")[1])


def test_why_an_index_is_what_it_is() -> None:
    camp = duel()

    def why(thing: str) -> list[str]:
        return list(PAGE.standing(camp.rules, camp.state, thing, "en", camp.rules.words))

    assert why(f"p{camp.names['e-guerrero']}") == ["5 printed", "−2 by Breaking Voice (until the end of the turn)"]
    assert "its attack: +1 by Acacia Spear (while it is attached)" in why(f"p{camp.names['centinela']}")
    assert why(f"p{camp.names['mina']}") == [], "what is as printed needs no reason"
    assert why("A.city") == []


def test_a_cause_that_works_twice_is_counted_and_walls_are_told_of_a_city() -> None:
    stronger = Mod("difficulty", "eot", "e-sacerdote", 1)
    front = (("e-guerrero", {"mods": (stronger, stronger)}),)
    camp = Camp(1, at="3a_w2", front=front, A={"in_play": (("centinela", {"mods": (Mod("difficulty", "eot", EPIC, -1),)}), "muralla")})
    words = camp.rules.words
    sentinel, city = (PAGE.standing(camp.rules, camp.state, thing, "en", words) for thing in (f"p{camp.names['centinela']}", "A.city"))
    assert list(sentinel) == ["4 printed", "−1 by an epic failure (until the end of the turn)"]
    assert list(city) == ["6 by the house rules", "+1 by Stone Wall (while it stays in play)"]


def test_a_camp_shows_wealth_score_and_loss() -> None:
    camp = Camp(2, A={"in_play": ("racion", "racion", ("mina", {"dedicated": "pays"}))}, B={"in_play": ("muralla",)})
    told, texts = pictured(camp.rules, camp.state, "en")
    assert any("Sust. 2  Mat. 0  Spir. 0" in text for text in texts)
    assert {"/50", "Stone Wall"} <= set(texts)
    assert any("0/50 lost" in text for text in texts)
    assert "Free wealth: Sustenance 2, Materials 0, Spirituality 0" in told


def test_every_keyword_has_a_sign_and_a_word() -> None:
    assert set(KEYWORD_SIGNS) == set(VALUES["keyword"])


# ---- dice


@pytest.mark.parametrize(
    ("number", "expected"),
    [(2, "1–5 A, 6–10 B."), (3, "1–3 A, 4–6 B, 7–9 C, 10 again."), (4, "1–2 A, 3–4 B, 5–6 C, 7–8 D, 9–10 again."), (11, "")],
)
def test_the_faces_that_choose_among_players_are_told(number: int, expected: str) -> None:
    names = [*"ABCD", *"efghijk"][:number]
    assert dice.ranges(names, "en") == expected


@pytest.mark.slow
def test_every_die_says_what_it_is_for() -> None:
    purposes: set[str] = set()
    for rules, state in (*played(2, 4, 500), *played(1, 7, 300)):
        if not isinstance(state.agenda[-1], Dice):
            continue
        for language in LANGUAGES:
            labels = dice.labels(Front(rules, state), language, rules.words)
            for die in state.agenda[-1].dice:
                assert labels[die.id]
                purposes.add(die.purpose)
    assert {"initiative", "attack", "city_attack", "city", "hero", "shot"} <= purposes


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        (None, ""),
        (-1, "anything but a 1 will do"),
        (2, "anything but a 1 will do"),
        (6, "6 or more is needed"),
        (10, "only a 10 will do"),
        (13, "only a 10 will do"),
    ],
)
def test_what_a_die_has_to_show(needs: int | None, said: str) -> None:
    assert dice.target(Die("x", "A", "attack", needs), "en") == said


# ---- words


def test_every_action_argument_operation_and_house_rule_has_a_name_in_both_languages() -> None:
    rules = cards.bind("mamlejet")
    assert {name_of(kind) for kind in rules.game.actions} <= set(PAGE.actions)
    for kind in (*rules.game.actions, *CORRECTIONS):
        action = name_of(kind)
        for language in LANGUAGES:
            voice = Voice(PAGE, language, rules.words)
            for argument in field_types(kind):
                assert voice.argument(action, argument) not in (argument, ""), (action, argument)
    assert {f"@{name_of(kind)}" for kind in CORRECTIONS} <= set(PAGE.arguments)
    assert set(PAGE.house_rules) == set(field_types(rules.game.options))


@pytest.mark.slow
def test_no_option_of_a_form_shows_an_inner_word_or_a_bare_number() -> None:
    inner = re.compile(r"[a-z]+_[a-z_]+|^e-|^\d+$|(attack|city|assault|initiative|shot|hero)-")
    for place, (rules, state) in enumerate(played(2, 4, 400)):
        if place % 5:
            continue
        words = PAGE.words_at(rules, state, rules.words)
        for seat in (*rules.start(("A", "B")).seats, None):
            for action, offer in rules.legal(state, seat).items():
                voice = Voice(PAGE, "es", words)
                for name, domain in offer.arguments.items():
                    if name == "copies" or (action, name) == ("enter_roll", "value"):
                        continue
                    for value in list(getattr(getattr(domain, "of", domain), "options", list)())[:40]:
                        assert not inner.search(voice.option(action, name, value)), (action, name, value)


def test_the_headline_says_the_round_and_the_step() -> None:
    camp = Camp(2, at="3a_w1", round=6)
    assert isinstance(camp.state.agenda[0], Round)
    assert isinstance(camp.state.agenda[-1], Window)
    assert PAGE.headline(camp.rules, camp.state, "en") == "Round 6 · start of combat"
    assert PAGE.headline(camp.rules, camp.rules.start(("A",)), "en") == ""


def test_a_panel_shows_score_and_loss() -> None:
    camp = Camp(2, A={"guenizah": (Lying("e-elefante", "A"), Lying("capitan50", "A", "battle"))})
    panel = camp.rules.scene(camp.state).panels[0]
    assert (panel.value, panel.largest, panel.shown) == (9, 50, 6)


def test_one_touch_for_everybody_stands_on_the_tables_page_alone(visitor: Visitor, hub: Hub) -> None:
    table = hub.begin("mamlejet", {}, {"A": "Ana", "B": "Bruno"})
    for seat in "AB":
        table.submit({"action": "keep_hand", "seat": seat})
    for owed in table.awaiting():
        table.submit({"action": "enter_roll", "roll": owed.params["roll"], "value": 9 if owed.seat == "A" else 2})
    page = visitor.get(f"/match/{table.id}/list").text
    assert "b-verb--pass-all-" in page
    assert "b-verb--pass-all-" not in visitor.get(f"/match/{table.id}/seat/A/list").text


def test_a_choice_shows_what_could_fit_and_leaves_the_rest_out(visitor: Visitor, hub: Hub) -> None:
    camp = Camp(1, at="3a_w1", A={"pool": Wealth(2, 1, 1)})
    table = hub.begin("mamlejet", {}, {"A": "Ana"}, position=positions.dump(camp.rules, camp.state), catalogue="starter")
    asked = visitor.press(f"/match/{table.id}", 'verb:"play_tactic"').text.partition('id="form-answers"')[2].partition("</form>")[0]
    assert "value:&#34;cosecha&#34;" in asked
    assert "Gate Sentinel" not in asked  # no soldier outside the own main phase
    assert "Food Ration" not in asked  # a resource is no tactic


def test_how_the_grey_part_is_paid_is_tucked_away_and_named_in_words() -> None:
    camp = Camp(1, A={"pool": Wealth(2, 1, 1)})
    draft = {"action": "play_tactic", "seat": "A", "card": "zapador", "targets": []}
    domain = camp.rules.legal(camp.state, "A", draft)["play_tactic"].arguments["spend"]
    named: dict[Language, list[str]] = {
        "es": ["2 Sustento", "1 Sustento + 1 Espiritualidad", "como salga: del color que más sobra"],
        "en": ["2 Sustenance", "1 Sustenance + 1 Spirituality", "as it comes: from the colour of which most is left"],
    }
    for language, words in named.items():
        voice = Voice(PAGE, language, camp.rules.words)
        assert [voice.option("play_tactic", "spend", builtins(value)) for value in (*domain.of.all, None)] == words  # type: ignore[attr-defined]  # it may be left out


def test_a_fallen_soldier_that_may_be_healed_has_a_name_among_the_targets() -> None:
    camp = Camp(2, {"heal_from_guenizah": True}, B={"guenizah": (Lying("centinela", "B", "battle", 77),)})
    words = PAGE.words_at(camp.rules, camp.state, camp.rules.words)
    assert words.show(77, "es", "there") == "Centinela del Portón (caída), B"
    assert words.show(77, "en", "there") == "Gate Sentinel (fallen), B"


def test_the_page_says_how_much_time_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.web.clocks.time.time", lambda: 1_000_000.25)
    table = Table.begin(None, cards.bind("mamlejet", {"mode": "clock", "clock_minutes": 30}), ("A",))
    assert MatchView(table, "es").context()["clock"] is None
    table.time_left = lambda: 9 * 60 + 1.5
    assert MatchView(table, "es").context()["clock"] == ClockBox("Tiempo de juego que queda", "9:02", None), "it stands still"
    table.time_runs = lambda: True
    assert MatchView(table, "en", "A").context()["clock"] == ClockBox("Time of play left", "9:02", 1_000_542)
    table.time_left = lambda: 8 * 60 + 1.5
    monkeypatch.setattr("tapete.web.clocks.time.time", lambda: 1_000_060.25)
    assert clocks.of_match(table, "en") == ClockBox("Time of play left", "8:02", 1_000_542), "the end does not move"


def test_an_enemy_goes_for_no_city_before_the_dice_have_chosen_one() -> None:
    camp = Camp(at="3a_w1", front=("e-guerrero",)).all_pass()
    board = Front(camp.rules, camp.state)
    assert sentences.under_way(board) == {}
    assert "goes for" not in pictured(camp.rules, camp.state, "en")[0]
    camp.roll(9)
    board = Front(camp.rules, camp.state)
    assert sentences.under_way(board) == {camp.names["e-guerrero"]: "B"}
    told, texts = pictured(camp.rules, camp.state, "en")
    assert "Philistine Warrior, index 5, goes for B's city" in told
    assert any("↓6+" in text for text in texts)


@pytest.mark.clause("MMK-126")
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("thing", ["cantor", "e-arquero"])
def test_what_is_touched_to_assign_is_refused_for_what_bars_it_there(thing: str, free: bool) -> None:
    """A second soldier, and the enemy itself, hear that the enemy is taken; not that neither can be taken out of the plan."""
    camp = Camp(1, at="2c_plan", A={"in_play": ["centinela", "cantor"]}, front=("e-arquero", *(("e-guerrero",) if free else ())))
    camp.do("assign", "A", soldier="centinela", enemy="e-arquero")
    found = Asking(camp.rules, camp.state, "A", PAGE, Selection()).touching(f"p{camp.names[thing]}")
    if free and thing == "cantor":
        assert [name for name, *_ in found.found] == ["assign"]
        return
    assert not found.found
    assert found.barred[0].text(camp.rules.words).in_("en") == (
        "Philistine Archer has an opponent already, Gate Sentinel: all combat is one against one."
    )


def test_one_button_passes_for_everybody() -> None:
    """The table's page offers one way at a time: to the end of what waits on the stack, else of the main phases."""
    ways: set[tuple[bool, str]] = set()
    for rules, state in played(2, seed=2, most=120):
        verbs = Asking(rules, state, None, PAGE, Selection(), shared=True).verbs()
        passing = [name for name in verbs if name in ("pass_all", "pass_round", "pass_mains")]
        assert len(passing) <= 1, passing
        ways |= {(bool(state.stack), name) for name in passing}
    assert {(True, "pass_all"), (False, "pass_mains")} <= ways
    assert (True, "pass_mains") not in ways
